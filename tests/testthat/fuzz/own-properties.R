# Properties of single exports: what one function says agrees with what another one says of the same.

# Each AUC over time is that of WeightedAUC() at its time.
areas_of_outcomes <- function(a, result) {
  score <- function(i) {
    if (is.null(result$score)) a$x else as.list(as.data.frame(a$x))[[result$score[[i]]]]
  }
  expected <- vapply(seq_along(result$time), function(i) {
    y <- WeightedROC::outcome_at(a$label, result$time[[i]], a$cause)
    known <- !is.na(y)
    WeightedROC::auc_wmw(score(i)[known], y[known], if (!is.null(a[["weight"]])) a[["weight"]][known])
  }, 0)
  unless(all(abs(result$estimate - expected) <= 1e-9), "an AUC is not that of the outcome at its time")
}

# A row that is chosen, or left over, is a row of the curve.
of_the_curve <- function(a, result, call) if (is_curve_call(call)) are_rows_of(a$x, result)

check_rows <- function(a, result, call) {
  c(
    of_the_curve(a, result, call),
    if (is_curve_call(call)) c(lacks_an_end(a$x, result), check_cover(result, call))
  )
}

# Results for rows hold when rows are cut by hand.
check_cover <- function(curve, call) {
  area <- call$area("x")
  if (is.null(area)) return(NULL)
  parts <- c(list(curve), if (nrow(curve) > 3L) lapply(cut_edits, function(cut) cut(curve)))
  unlist(lapply(parts, function(part) covers(bounds_by(call, part), area)))
}

# The AUC of a curve, with the bounds of what its rows leave open.
bounds_by <- function(call, curve) call$package("roc_estimate")(curve, conf.level = NULL)

# A tally as a curve.
curve_by <- function(call, tally) call$package("roc_thin")(tally, drop = FALSE)

same <- function(what, found, expected, rounded = TRUE) {
  complaint <- not_alike(found, expected, rounded)
  if (!is.null(complaint)) paste0(what, ": ", complaint)
}

check_plot <- function(a, result, call) {
  complaints <- unless(inherits(result, "ggplot"), "it is no ggplot")
  # No axis of ggplot2's has ticks as close as denormal numbers.
  size <- if (is.numeric(a$x)) abs(as.double(unclass(a$x)))
  too_small <- any(size > 0 & size < 1e-300, na.rm = TRUE)
  if (length(complaints) > 0L || !chance(0.3) || too_small) return(complaints)
  problem <- tryCatch({
    ggplot2::ggplot_build(result)
    NULL
  }, condition = conditionMessage)
  if (!is.null(problem)) paste("ggplot2 cannot build it:", problem)
}

# Measures that were asked for, of some observations, beside what functions of their curve say.
check_specification <- function(a, result, call) {
  complaints <- c(unless(inherits(result, "roc_measure"), "it is no roc_measure"),
                  unless(is.character(format(result)) && length(format(result)) == length(result),
                         "it has no name"))
  if (length(complaints) > 0L) return(complaints)
  n <- 60L
  score <- round(3 * sin(seq_len(n)), 1L)
  # Forecasts, for what is a loss.
  if (any(vapply(result, `[[`, "", "measure") %in% of_forecasts)) score <- stats::plogis(score)
  positive <- seq_len(n) %% 3L == 0L
  weight <- 1 + seq_len(n) %% 7L
  curve <- call$package("WeightedROC")(score, positive, weight)
  value <- function(x, measure) {
    suppressWarnings(call$package("roc_estimate")(x, measure = measure, conf.level = NULL))$estimate
  }
  found <- value(curve, result)
  each <- vapply(seq_along(result), function(i) value(curve, result[i]), 0)
  rows <- suppressWarnings(call$package("roc_estimate")(score, positive, weight, measure = result,
                                                        conf.level = NULL))
  c(same("each of the measures", list(found), list(each), FALSE),
    same("the measures of the observations", list(rows$estimate), list(found)),
    unlist(lapply(seq_along(result), function(i) {
      expected <- number_by_curve(call, curve, result[[i]], value)
      if (!is.null(expected)) same(format(result[i]), list(found[[i]]), list(expected))
    })))
}

of_forecasts <- c("brier", "log_loss", "MCB", "DSC", "UNC", "skill", "NB", "sNB")

# By a function other than roc_estimate(), or by other measures where there is none. NULL for what has neither.
number_by_curve <- function(call, curve, x, value) {
  ask <- function(name, ...) {
    suppressWarnings(do.call(call$package(name), c(list(curve), Filter(Negate(is.null), list(...)))))
  }
  # Of the same prior, density and so on.
  others <- x[setdiff(names(x), c("measure", "version"))]
  of <- function(measure, ...) {
    given <- utils::modifyList(others, list(...))
    value(curve, do.call(call$package("roc_measure"), c(list(measure), given)))
  }
  measure <- x$measure
  place <- intersect(c("threshold", "FPR", "TPR", "share", "PPV"), names(x))
  if (measure == "pAUC") return(partial_by_parts(call, curve, x, value, place))
  if (length(place) == 1L) return(if (!is.character(x[[place]])) number_at_place(ask, x, place))
  # Near the ends a prior leaves losses no digits to compare.
  extreme <- !is.null(x$prior) && x$prior < 1e-6
  switch(
    measure,
    AUC = call$package("WeightedAUC")(curve),
    gini = 2 * call$package("WeightedAUC")(curve) - 1,
    KS = max(ask("roc_at")$J),
    AUCH = call$package("WeightedAUC")(ask("roc_hull")),
    MER = min(ask("roc_at", prior = x$prior)$ERR),
    H = if (!extreme) 1 - of("H_loss") / of("H_loss_trivial"),
    AP = area_of_steps(ask("roc_pr", prior = x$prior)),
    expected_cost_saved = 1 - of("expected_cost") / of("expected_cost_trivial"),
    cost_AUC_ratio = of("cost_AUC") / of("cost_AUC_max"),
    brier = , log_loss = {
      loss <- if (measure == "brier") "brier" else "log"
      of("MCB", loss = loss) - of("DSC", loss = loss) + of("UNC", loss = loss)
    },
    skill = (of("DSC") - of("MCB")) / of("UNC")
  )
}

number_at_place <- function(ask, x, place) {
  # Net benefits have a probability as a threshold, and the best thresholds are scores that occur.
  if (x$measure %in% c("NB", "sNB", "threshold")) return(NULL)
  if (x$measure == "lift" && !is.null(x$share)) return(ask("roc_gain", share = x$share, prior = x$prior)$lift)
  costs <- x[intersect(cost_names, names(x))]
  at <- do.call(ask, c(list("roc_at", prior = x$prior, beta = x$beta), x[place], costs))
  # A quotient of nothing is not a number here, and missing there.
  at[[x$measure]]
}

area_of_steps <- function(rows) sum(-diff(rows$recall) * rows$precision[-nrow(rows)])

# Areas beside each other make the whole one, and standardized ones are made of the others.
partial_by_parts <- function(call, curve, x, value, rate) {
  ends <- x[[rate]]
  part <- function(low, high) {
    if (low == high) return(0)
    value(curve, do.call(call$package("roc_measure"), c(list("AUC"), stats::setNames(list(c(low, high)),
                                                                                     rate))))
  }
  rest <- call$package("WeightedAUC")(curve) - part(0, ends[[1L]]) - part(ends[[2L]], 1)
  wide <- ends[[2L]] - ends[[1L]]
  # A narrow interval leaves a difference no digits.
  if (wide < 1e-3) return(NULL)
  switch(x$standardize, none = rest, range = rest / wide)
}

# Values beside those of the curve, and measures that are shares within their range.
check_estimates <- function(a, result, call) {
  stems <- sub("[( ].*", "", result$measure)
  of_shares <- stems %in% shares
  ends <- c("estimate", "conf.low", "conf.high", "apparent")
  c(
    unlist(lapply(intersect(ends, names(result)), function(name) {
      within_bounds(paste(name, "of a share"), result[[name]][of_shares], 0, 1)
    })),
    if (!is.null(result$bound.low)) check_bounds_of_estimates(result, call),
    if (call$untouched("measure")) check_values(a, result, call),
    if (is_design(a[["weight"]])) check_fit_of_design(a, result, call)
  )
}

check_bounds_of_estimates <- function(result, call) {
  known <- !is.na(result$bound.low)
  area <- if (is_curve_call(call)) call$area("x")
  whole <- known & result$measure == "AUC"
  c(unless(all((result$bound.low <= result$estimate & result$estimate <= result$bound.high)[known]),
           "the bounds leave the estimate"),
    if (!is.null(area)) unlist(lapply(which(whole), function(i) covers(result[i, ], area))))
}

# Of one score, of which nothing is left out: estimates are those of its curve, before they are corrected.
check_values <- function(a, result, call) {
  asked <- c("x", "label", "weight")
  others <- c("positive", "na.rm", "fold")
  plain <- has_scores_alone(a$x) && !is.null(a$label) && !is_design(a[["weight"]]) && !any(others %in% names(a))
  if (call$name != "roc_estimate" || !plain || !all(vapply(asked, call$untouched, NA))) return(NULL)
  weight <- a[["weight"]] %or% rep(1, length(a$label))
  curve <- call$package("WeightedROC")(as.double(unclass(a$x)), a$label, weight)
  measure <- a$measure %or% "AUC"
  values <- suppressWarnings(call$package("roc_estimate")(curve, measure = measure,
                                                          conf.level = NULL))$estimate
  found <- result$estimate
  if (!is.null(result$apparent)) found <- ifelse(is.na(result$apparent), found, result$apparent)
  same("the values of the curve", list(found), list(values))
}

has_scores_alone <- function(x) is.atomic(x) && !is.null(x) && length(dim(x)) < 2L && !is.factor(x)

# A design in the place of weights says what a fit of the design says.
check_fit_of_design <- function(a, result, call) {
  asked <- c("x", "label", "weight")
  if (!has_scores_alone(a$x) || any(c("positive", "na.rm") %in% names(a)) || is.character(a$label) ||
        !all(vapply(asked, call$untouched, NA))) return(NULL)
  formula <- sick ~ score
  environment(formula) <- list2env(list(sick = a$label, score = as.double(unclass(a$x))))
  fit <- fit_quietly(call$package, list(formula, a[["weight"]]))
  others <- a[setdiff(names(a), asked)]
  again <- suppressWarnings(do.call(call$package(call$name), c(list(fit), others)))
  # Scores of a fit have names.
  same("a fit of the design", result, again[setdiff(names(again), "score")], FALSE)
}

check_influences <- function(a, result, call) {
  complaints <- unless(is.matrix(result) && is.double(result), "it is no matrix of numbers")
  if (length(complaints) > 0L) return(complaints)
  known <- result
  known[is.na(known)] <- 0
  sums <- abs(colSums(known))
  # Other measures have any size.
  areas <- is.null(a$measure) || identical(a$measure, "AUC")
  size <- if (areas) 1 else pmax(1, colSums(abs(known)))
  unless(all(sums[is.finite(size)] < 1e-10 * size[is.finite(size)]), "influences do not sum to 0")
}

check_tally <- function(a, result, call) {
  untouched <- all(vapply(c("x", "label", "weight", "positive", "by"), call$untouched, NA))
  if (inherits(result, "roc_tally_by")) {
    return(if (untouched && is.null(a$min_count)) check_keyed(a, result, call))
  }
  if (!inherits(result, "roc_tally")) return("it is no roc_tally")
  table <- as.data.frame(result)
  if (!untouched || nrow(table) == 0L) return(NULL)
  if (!is.null(a$cluster)) return(check_parts_of(a, result, table, call))
  points <- number_in(a, "points", Inf)
  positive <- rep(call$world$positive, length.out = length(a$x))
  weight <- if (is.null(a[["weight"]])) rep(1, length(positive)) else as.double(unclass(a[["weight"]]))
  both <- any(positive & weight > 0) && any(!positive & weight > 0)
  c(
    unless(is.data.frame(table) && !inherits(table, "roc_tally"), "its table is no plain data.frame"),
    unless(nrow(table) <= points, "it has too many rows"),
    unless(!is.unsorted(table$score, strictly = TRUE), "its scores do not ascend"),
    same("the tally of its table", columns_of_tally(call$package("as_roc_tally")(table)),
         columns_of_tally(result), FALSE),
    if (both) check_curve_of_tally(a$x, positive, weight, result, call),
    if (both && is.null(a$min_count)) check_merger(a, positive, weight, result, call)
  )
}

# Parts are in the bins of the whole, and make it up; without clusters the whole is the same.
check_parts_of <- function(a, tally, table, call) {
  bins <- unlist(lapply(tally$parts, `[[`, "score"))
  whole <- do.call(call$package("roc_tally"), a[setdiff(names(a), "cluster")])
  back <- call$package("as_roc_tally")(table, cluster = "part")
  c(unless(all(bins %in% tally$score), "a part has another bin than the whole"),
    same("the whole", columns_of_tally(tally), columns_of_tally(whole), FALSE),
    same("the tally of its table", columns_of_tally(back), columns_of_tally(tally)))
}

# Its keys, and all of them together.
check_keyed <- function(a, result, call) {
  keys <- sort(unique(a$by))
  if (is.factor(keys)) keys <- factor(keys, levels(keys))
  alone <- a
  alone$by <- alone$cluster <- NULL
  whole <- do.call(call$package("roc_tally"), alone)
  c(unless(identical(as.character(result$groups), as.character(keys)), "its keys are not those of the rows"),
    unless(identical(class(result$groups), class(keys)), "its keys have another class"),
    if (length(keys) > 0L && is.null(a$points) && is.null(a$breaks)) {
      together <- call$package("as_roc_tally")(result)
      same("all keys together", columns_of_tally(together), columns_of_tally(whole))
    })
}

columns_of_tally <- function(tally) unclass(tally)[c("score", "positive", "negative")]

check_curve_of_tally <- function(score, positive, weight, tally, call) {
  curve <- curve_by(call, tally)
  whole <- call$package("WeightedROC")(as.double(unclass(score)), positive, weight)
  area <- call$package("WeightedAUC")(whole)
  c(check_shape(curve), lies_on(curve, whole), covers(bounds_by(call, curve), area))
}

# Parts that are put together in any order, with nothing between them, are a tally of all.
check_merger <- function(a, positive, weight, tally, call) {
  score <- as.double(unclass(a$x))
  parts <- lapply(split(seq_along(score), seq_along(score) %% 3L), function(rows) {
    call$package("roc_tally")(score[rows], positive[rows], weight[rows], points = a$points,
                              breaks = a$breaks, positive = TRUE)
  })
  parts <- unname(parts)
  merged <- do.call(c, c(parts, list(NULL), list(points = a$points)))
  back <- do.call(c, c(rev(parts), list(points = a$points)))
  c(
    check_curve_of_tally(score, positive, weight, merged, call),
    same("tallies in another order", columns_of_tally(back), columns_of_tally(merged)),
    if (is.null(a$points) && is.null(a$breaks)) {
      same("the tally of its parts", columns_of_tally(merged), columns_of_tally(tally))
    }
  )
}

# Its rows are rows of the exact curve, up to the rounding of sums.
lies_on <- function(part, curve) {
  at <- findInterval(part$threshold, curve$threshold, left.open = TRUE) + 1L
  at[part$threshold == Inf] <- nrow(curve)
  # A score that is Inf has a row before the last one.
  at[part$threshold == Inf & part$TPR + part$FPR > 0] <- match(Inf, curve$threshold)
  near <- function(x, y) abs(x - y) <= 1e-12 + 1e-10 * y
  unless(all(near(part$TPR, curve$TPR[at])) && all(near(part$FPR, curve$FPR[at])),
         "a row does not lie on the curve of the observations")
}

check_collected <- function(a, result, call) {
  asked <- c("tbl", "guess", "label", "weight", "positive")
  if (!all(vapply(asked, call$untouched, NA))) return(NULL)
  o <- call$world$observations
  curve <- call$package("WeightedROC")(o$score, o$positive, o$weight)
  bounds <- bounds_by(call, result)
  area <- call$package("WeightedAUC")(curve)
  intervals <- function(...) suppressWarnings(call$package("auc_ci")(...), classes = "wroc_warning")$std.error
  c(
    check_shape(result), lies_on(result, curve), covers(bounds, area),
    unless(nrow(result) <= number_in(a, "points", 10000) + 1, "it has too many rows"),
    if (is_on(a$exact)) same("the exact area", list(bounds$estimate), list(area)),
    if (is_on(a$exact) && is_on(a$variance)) {
      same("the standard error", list(intervals(result)), list(intervals(o$score, o$positive, o$weight)))
    },
    if (is.numeric(a$tolerance)) {
      unless((bounds$bound.high - bounds$bound.low) / 2 <= a$tolerance + 1e-11, "the tolerance is not kept")
    }
  )
}

# The planned sample has the requested power. In samples of a few observations the power jumps, where an area of 1
# begins to reject.
check_power <- function(a, result, call) {
  given <- unclass(result)[c("n", "ratio", "auc", "sig.level")]
  others <- a[setdiff(names(a), c(names(given), "power"))]
  wanted <- setdiff(c(names(given), "power"), names(Filter(Negate(is.null), a[c(names(given), "power")])))
  wanted <- setdiff(wanted, c("sig.level", "ratio"))
  power <- function(factor) {
    if (wanted != "power") given[wanted] <- given[[wanted]] * factor
    do.call(call$package("auc_power"), c(given, others))$power
  }
  about <- range(power(1 - 1e-7), power(1 + 1e-7))
  c(within_bounds("power", result$power, 0, 1),
    unless(result$power >= about[[1L]] - 1e-8 && result$power <= about[[2L]] + 1e-8,
           "what was found gives another power"))
}

check_optimism <- function(a, result, call) {
  areas <- result$areas
  each <- result$replicates
  positive <- classes_of(a$label)
  weight <- if (is.null(a[["weight"]])) rep(1, length(positive)) else as.double(unclass(a[["weight"]]))
  counted <- weight > 0
  score <- a$predict(a$fit(a$data[counted, , drop = FALSE], weight[counted]), a$data)
  apparent <- call$package("auc_wmw")(score, positive, weight)
  c(
    same("apparent", list(areas$apparent), list(apparent)),
    same("optimism", list(areas$optimism), list(mean(each$optimism))),
    same("corrected", list(areas$corrected), list(areas$apparent - areas$optimism)),
    same("the differences", list(each$optimism), list(each$resample - each$sample)),
    within_bounds("an area", c(each$resample, each$sample), 0, 1),
    unless(nrow(each) == number_in(a, "R", 200) || call$warned("replicates"), "a replicate is missing"),
    if (call$world$constant) same("sample", list(each$sample), list(rep(areas$apparent, nrow(each))))
  )
}

# A fit has the curves and the areas that vectors have.
check_fits <- function(a, result, call) {
  model <- model_in(call)
  model <- if (!is.null(model)) settled_model(model)
  if (is.null(model)) return(NULL)
  by <- !is.null(model$by)
  class <- if (by) "weighted_roc_by" else "weighted_roc"
  groups <- groups_of_model(model)
  fits <- if (!by) list(result) else if (inherits(result, class)) result$fits
  complaints <- c(
    unless(inherits(result, class), paste("it is no", class)),
    unless(length(fits) == length(groups), "there is no fit for each group"),
    unless(!by || writes_otherwise(call) || identical(names(fits), names(groups)),
           "the groups have other names"),
    unless(identical(isTRUE(call$announced), model$words),
           "it does not announce what is positive as the manual says")
  )
  if (length(complaints) > 0L) return(complaints)
  known <- have_curves(model, groups)
  unlist(lapply(seq_along(groups), function(i) {
    if (!known[[i]]) {
      return(unless(!is.null(fits[[i]]$absent) && all(is.na(fits[[i]]$areas[-(1:2)])) &&
                      call$warned("no_curve"), "a group without a curve has not NA and a warning"))
    }
    check_one_fit(rows_of(model, groups[[i]]), fits[[i]], model, call)
  }))
}

# An option by which R writes numbers in another way.
writes_otherwise <- function(call) !is.null(call$context$options$scipen)

check_one_fit <- function(part, fit, model, call) {
  direction <- choice_in(model, "direction", ">=")
  part$x <- lapply(part$x, function(score) {
    if (direction == "<=") -as.double(score) else as.double(score) + 0
  })
  named <- names(part$x) %or% rep("", length(part$x))
  distinct <- named[nzchar(named) & !duplicated(named)]
  complaints <- c(
    unless(length(fit$curves) == length(part$x), "there is no curve for each score"),
    unless(!anyDuplicated(names(fit$curves)) && all(nzchar(names(fit$curves))),
           "scores have no names that tell them apart"),
    unless(all(distinct %in% names(fit$curves)), "a score has lost its name"),
    unless(identical(fit$areas$score, names(fit$curves)), "areas have other names than curves"),
    unless(writes_otherwise(call) || identical(fit$classes, model$names), "the classes have other names"),
    unless(identical(fit$direction, direction), "it has another direction"),
    unless(identical(fit$omitted, model$omitted) || fit$omitted == model$omitted, "it has left out others"),
    unless(length(fit$observations$label) == length(part$label), "it has other observations")
  )
  if (length(complaints) > 0L) return(complaints)
  ask <- function(name, ...) {
    suppressMessages(suppressWarnings(do.call(call$package(name), Filter(Negate(is.null), list(...)))))
  }
  label <- part$label
  unlist(lapply(seq_along(part$x), function(i) {
    score <- part$x[[i]]
    areas <- ask("auc_ci", score, label, part$weight, cluster = part$cluster, conf.level = part$conf.level,
                 variance = part$variance, method = part$method)
    c(same("a curve", fit$curves[[i]], ask("WeightedROC", score, label, part$weight), FALSE),
      # Replicates are drawn anew.
      if (!is_bootstrap(part)) same("an area", fit$areas[i, -1L], areas, FALSE))
  }))
}

check_comparison <- function(a, result, call) {
  if (inherits(call$arguments$x, c("weighted_roc", "weighted_roc_by"))) return(check_pairs(a, result, call))
  area <- function(curve) call$package("WeightedAUC")(curve)
  sign <- c(x = 1, y = -1, neither = 0)[as.character(result$ahead)]
  m <- nrow(result)
  back <- call$package("roc_compare")(a$y, a$x)$dominates
  c(
    unless(result$FPR_low[[1L]] == 0 && result$FPR_high[[m]] == 1 &&
             identical(result$FPR_low[-1L], result$FPR_high[-m]), "intervals do not go from 0 to 1"),
    same("the difference of the areas", list(sum(sign * result$area)), list(area(a$x) - area(a$y))),
    check_dominating(result),
    unless(identical(unname(c(x = "y", y = "x", neither = "neither")[as.character(back)[[1L]]]),
                     as.character(result$dominates)[[1L]]), "the other way round another curve dominates")
  )
}

# A curve dominates that is ahead somewhere, and the other one nowhere.
check_dominating <- function(result) {
  leads <- setdiff(unique(as.character(result$ahead)), "neither")
  expected <- if (length(leads) == 1L) leads else "neither"
  unless(all(as.character(result$dominates) == expected), "the curve that dominates is another one")
}

# Each two scores of a fit, in each group, as their curves.
check_pairs <- function(a, result, call) {
  parts <- call$world$parts
  if (is.null(parts) || !call$untouched("x") || !is.null(a$y)) return(NULL)
  scores <- vapply(parts[1:2], `[[`, "", "score")
  block <- result[seq_len(match(1, result$FPR_high)), ]
  complaints <- unless(all(block$score1 == scores[[1L]] & block$score2 == scores[[2L]]),
                       "its scores have other names")
  if (length(complaints) > 0L) return(complaints)
  one <- call$package("roc_compare")(parts[[1L]]$curve, parts[[2L]]$curve)
  named <- c(x = scores[[1L]], y = scores[[2L]], neither = "neither")
  c(same("its curves", block[c("FPR_low", "FPR_high", "area")], one[c("FPR_low", "FPR_high", "area")]),
    check_dominating(block),
    unless(identical(unname(named[as.character(one$dominates)]), as.character(block$dominates)),
           "of its curves another one dominates"))
}

# Without a threshold there is a row for each of the curve, with one the row of the curve.
check_points <- function(a, result, call) {
  between <- c("FPR", "TPR", "share")
  if (!is_curve_call(call) || any(between %in% names(Filter(Negate(is.null), a)))) return(NULL)
  several <- max(1L, lengths(a[intersect(c(cost_names, "prior"), names(a))]))
  c(are_rows_of(as.data.frame(a$x)[c("TPR", "FPR")], result),
    if (is.null(a$threshold)) unless(nrow(result) == several * nrow(a$x), "a row of the curve is missing"))
}

# A threshold keeps what it was asked to keep, and a rule that may choose at random is no worse.
check_constrained <- function(a, result, call) {
  random <- is_on(a$randomize)
  if (!random) {
    found <- which(!is.na(result$TPR))
    # Of a fit, for each of its scores.
    a$x <- call$arguments$x
    rule <- do.call(call$package("roc_constrained"), c(a[names(a) != "randomize"], list(randomize = TRUE)))
    aims <- c("max_FPR", "min_TNR", "max_share", "min_PPV", "max_FDR")
    better <- if (any(aims %in% names(Filter(Negate(is.null), a)))) rule$TPR[found] >= result$TPR[found] - 1e-12
    else rule$FPR[found] <= result$FPR[found] + 1e-12
    return(c(of_the_curve(a, result, call),
             unless(all(better), "a rule that chooses at random is worse"), check_kept(result)))
  }
  c(unless(all(result$threshold_low <= result$threshold_high, na.rm = TRUE),
           "its thresholds are upside down"),
    unless(all(is.na(result$TPR) == !result$feasible),
           "a rule that is possible is missing"), check_kept(result))
}

check_kept <- function(result) {
  kept <- function(x, bound) all(x <= bound + 1e-12, na.rm = TRUE)
  column <- function(name) result[[name]] %or% NA_real_
  unless(kept(result$FPR, column("max_FPR")) && kept(1 - result$TPR, column("max_FNR")) &&
           kept(column("min_TPR"), result$TPR) && kept(column("min_TNR"), 1 - result$FPR) &&
           kept(column("share"), column("max_share")) && kept(column("min_PPV"), column("PPV")) &&
           kept(1 - column("PPV"), column("max_FDR")) && kept(column("min_NPV"), column("NPV")) &&
           kept(1 - column("NPV"), column("max_FOR")),
         "a bound is not kept")
}

check_round_trip <- function(a, result, call) {
  if (!call$untouched("x") || !call$untouched("by")) return(NULL)
  if (inherits(result, "roc_tally_by")) result <- call$package("as_roc_tally")(result)
  complaints <- unless(inherits(result, "roc_tally"), "it is no roc_tally")
  if (length(complaints) > 0L) return(complaints)
  tally <- call$world$tally
  o <- call$world$observations
  c(same("the tally", columns_of_tally(result), columns_of_tally(tally), FALSE),
    check_curve_of_tally(o$score, o$positive, o$weight, result, call))
}

own_properties <- list(
  WeightedROC = function(a, result, call) {
    area <- call$package("auc_wmw")
    plain <- function(x) if (is.factor(x)) x else as.vector(x)
    given <- lapply(unname(a[intersect(c("guess", "label", "weight"), names(a))]), plain)
    c(check_shape(result),
      same("the area", list(call$package("WeightedAUC")(result)), list(do.call(area, given))))
  },
  auc_ci = check_estimates,
  auc_optimism = check_optimism,
  auc_power = check_power,
  as_roc_tally = check_round_trip,
  as.data.frame.roc_tally = function(a, result, call) {
    if (!call$untouched("x")) return(NULL)
    c(unless(is.data.frame(result) && !inherits(result, "roc_tally"), "it is no plain data.frame"),
      check_round_trip(a, call$package("as_roc_tally")(result), call))
  },
  c.roc_tally = function(a, result, call) {
    o <- call$world$merged
    if (is.null(o) || !call$untouched("...") || !any(o$positive) || all(o$positive)) return(NULL)
    check_curve_of_tally(o$score, o$positive, o$weight, result, call)
  },
  roc_at = check_points,
  roc_collect = check_collected,
  roc_compare = check_comparison,
  roc_constrained = check_constrained,
  roc_estimate = check_estimates,
  roc_hull = function(a, result, call) {
    c(of_the_curve(a, result, call),
      if (is_curve_call(call)) lacks_an_end(a$x, result),
      if (is_curve_call(call)) {
        unless(!is.unsorted(result$slope_low) && !is.unsorted(result$slope_high), "its slopes fall")
      })
  },
  roc_influence = check_influences,
  roc_measure = check_specification,
  auc_over_time = function(a, result, call) {
    alone <- !is_on(a$integrate) && !identical(a$cases, "incident") &&
      all(vapply(names(a), call$untouched, NA))
    c(unless(all(result$estimate >= 0 & result$estimate <= 1), "an AUC is not one"),
      if (alone) areas_of_outcomes(a, result))
  },
  auc_concordance = function(a, result, call) {
    c(unless(all(result$estimate >= 0 & result$estimate <= 1), "a concordance is not one"),
      unless(all(result$tied >= 0 & result$tied <= 1), "a share of pairs is not one"))
  },
  outcome_at = function(a, result, call) {
    if (!call$untouched("y")) return(NULL)
    c(unless(inherits(result, "roc_outcome"), "it is no outcome"),
      unless(length(result) == length(a$y), "it has another length than the times"),
      unless(identical(result[, "time"], unclass(a$y)[, "time"]), "it has other times"))
  },
  roc_optimal = function(a, result, call) {
    if (!is_on(a$midpoints)) of_the_curve(a, result, call)
  },
  roc_plot = check_plot,
  roc_plot_scores = check_plot,
  roc_tally = check_tally,
  roc_tally_sql = function(a, result, call) {
    is_query <- is.character(result) && length(result) == 1L &&
      grepl("^SELECT .*GROUP BY wroc_bin(, [[:alpha:]][[:alnum:]_]*)*$", gsub("\n", " ", result))
    unless(is_query, "it is no query")
  },
  roc_thin = function(a, result, call) {
    c(check_rows(a, result, call),
      if (is_curve_call(call)) {
        unless(nrow(result) <= max(2, number_in(a, "points", Inf)), "it has too many rows")
      })
  },
  weighted_roc = check_fits
)
