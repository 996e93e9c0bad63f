# Properties of single exports: what one function says agrees with what another one says of the same.

# A row that is chosen, or left over, is a row of the curve.
of_the_curve <- function(a, result, call) if (is_curve_call(call)) are_rows_of(a$curve, result)

check_rows <- function(a, result, call) {
  c(
    of_the_curve(a, result, call),
    if (is_curve_call(call)) c(lacks_an_end(a$curve, result), check_cover(result, call))
  )
}

# What is said of rows holds when rows are cut by hand.
check_cover <- function(curve, call) {
  area <- call$area("curve")
  if (is.null(area)) return(NULL)
  parts <- c(list(curve), if (nrow(curve) > 3L) lapply(cut_edits, function(cut) cut(curve)))
  unlist(lapply(parts, function(part) covers(call$package("roc_bounds")(part), area)))
}

same <- function(what, found, expected, rounded = TRUE) {
  complaint <- not_alike(found, expected, rounded)
  if (!is.null(complaint)) paste0(what, ": ", complaint)
}

check_plot <- function(a, result, call) {
  complaints <- unless(inherits(result, "ggplot"), "it is no ggplot")
  # No axis of ggplot2's has ticks as close as denormal numbers.
  size <- if (is.numeric(a$guess)) abs(as.double(unclass(a$guess)))
  too_small <- any(size > 0 & size < 1e-300, na.rm = TRUE)
  if (length(complaints) > 0L || !chance(0.3) || too_small) return(complaints)
  problem <- tryCatch({
    ggplot2::ggplot_build(result)
    NULL
  }, condition = conditionMessage)
  if (!is.null(problem)) paste("ggplot2 cannot build it:", problem)
}

# Numbers that were asked for, of some observations, beside what functions of their curve say.
check_specification <- function(result, call, kind, x) {
  complaints <- c(unless(inherits(result, "roc_quantity"), "it is no roc_quantity"),
                  unless(is.character(format(result)) && length(format(result)) == 1L, "it has no name"))
  if (length(complaints) > 0L) return(complaints)
  n <- 60L
  score <- round(3 * sin(seq_len(n)), 1L)
  positive <- seq_len(n) %% 3L == 0L
  weight <- 1 + seq_len(n) %% 7L
  found <- suppressWarnings(call$package("roc_ci")(score, positive, weight, result))$estimate
  curve <- call$package("WeightedROC")(score, positive, weight)
  ask <- function(name, ...) {
    given <- Filter(Negate(is.null), list(...))
    suppressWarnings(do.call(call$package(name), c(list(curve), given)))
  }
  expected <- number_by_curve(ask, kind, x)
  if (!is.null(expected)) same("the number", list(found), list(expected), FALSE)
}

number_by_curve <- function(ask, kind, x) {
  if (kind == "partial") {
    return(ask("roc_partial_auc", FPR = x$FPR, TPR = x$TPR, standardize = x$standardize)$pAUC)
  }
  measure <- x$measure[[1L]]
  if (kind == "summary") {
    if (measure %in% c("average_precision", "pr_area", "prg_area")) {
      return(ask("roc_pr_auc", prior = x$prior)[[measure]])
    }
    # Near the ends a prior leaves H no digits to compare.
    if (measure == "H" && number_in(x, "prior", 0.5) < 1e-6) return(NULL)
    known <- measure %in% c("H", "KS", "AUCH", "MER")
    return(if (known) ask("roc_h", density = x$density, prior = x$prior)[[measure]])
  }
  if (!is.null(x$share)) {
    found <- ask("roc_gain", share = x$share, prior = x$prior)
    return(switch(measure, TPR = found$TPR, FNR = 1 - found$TPR, PPV = found$response, lift = found$lift))
  }
  if (is.null(x$threshold) || measure == "NB") return(NULL)
  at <- ask("roc_at", threshold = x$threshold, prior = x$prior)
  # A quotient of nothing is not a number here, and missing there.
  if (measure %in% names(at)) at[[measure]]
}

check_tally <- function(a, result, call) {
  untouched <- all(vapply(c("guess", "label", "weight", "positive"), call$untouched, NA))
  if (!untouched || nrow(result) == 0L) return(NULL)
  points <- number_in(a, "points", Inf)
  positive <- rep(call$world$positive, length.out = length(a$guess))
  weight <- if (is.null(a$weight)) rep(1, length(positive)) else as.double(unclass(a$weight))
  both <- any(positive & weight > 0) && any(!positive & weight > 0)
  c(
    unless(inherits(result, "roc_tally"), "it is no roc_tally"),
    unless(nrow(result) <= points, "it has too many rows"),
    unless(!is.unsorted(result$score, strictly = TRUE), "its scores do not ascend"),
    if (both) check_curve_of_tally(a$guess, positive, weight, result, call)
  )
}

check_curve_of_tally <- function(guess, positive, weight, tally, call) {
  curve <- call$package("roc_from_tally")(tally)
  whole <- call$package("WeightedROC")(as.double(unclass(guess)), positive, weight)
  area <- call$package("WeightedAUC")(whole)
  c(check_shape(curve), lies_on(curve, whole), covers(call$package("roc_bounds")(curve), area))
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
  bounds <- call$package("roc_bounds")(result)
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

# What was found gives what was asked for. In samples of a few observations the power jumps, where an area
# of 1 begins to reject.
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
  weight <- if (is.null(a$weight)) rep(1, length(positive)) else as.double(unclass(a$weight))
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
      return(unless(!is.null(fits[[i]]$absent) && all(is.na(fits[[i]]$areas[-1L])) &&
                      call$warned("no_curve"), "a group without a curve has not NA and a warning"))
    }
    check_one_fit(rows_of(model, groups[[i]]), fits[[i]], model, call)
  }))
}

# An option by which R writes numbers in another way.
writes_otherwise <- function(call) !is.null(call$context$options$scipen)

check_one_fit <- function(part, fit, model, call) {
  direction <- choice_in(model, "direction", ">=")
  part$guess <- lapply(part$guess, function(x) if (direction == "<=") -as.double(x) else as.double(x) + 0)
  named <- names(part$guess) %or% rep("", length(part$guess))
  distinct <- named[nzchar(named) & !duplicated(named)]
  complaints <- c(
    unless(length(fit$curves) == length(part$guess), "there is no curve for each score"),
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
  unlist(lapply(seq_along(part$guess), function(i) {
    guess <- part$guess[[i]]
    areas <- ask("auc_ci", guess, label, part$weight, cluster = part$cluster, conf.level = part$conf.level,
                 variance = part$variance, transform = part$transform)
    c(same("a curve", fit$curves[[i]], ask("WeightedROC", guess, label, part$weight), FALSE),
      same("an area", fit$areas[i, -1L], areas, FALSE))
  }))
}

# A matrix says of each two scores what is said of their curves.
check_dominating <- function(a, result, call) {
  parts <- call$world$parts
  if (is.null(parts) || !inherits(a$x, "weighted_roc")) {
    back <- call$package("roc_dominates")(a$y, a$x)
    return(unless(isTRUE(result) || isFALSE(result), "it is not TRUE or FALSE") %or%
             unless(!(result && back), "each of two curves dominates the other"))
  }
  scores <- vapply(parts, `[[`, "", "score")
  complaints <- unless(is.logical(result) && identical(dimnames(result), list(scores, scores)),
                       "it is no matrix of the scores")
  if (length(complaints) > 0L) return(complaints)
  one <- call$package("roc_dominates")(parts[[1L]]$curve, parts[[2L]]$curve)
  c(unless(!any(diag(result)), "a score dominates itself"),
    unless(identical(one, result[1L, 2L]), "its curves say something else"))
}

check_comparison <- function(a, result, call) {
  if (inherits(a$x, "weighted_roc")) return(NULL)
  area <- function(curve) call$package("WeightedAUC")(curve)
  sign <- c(x = 1, y = -1, neither = 0)[as.character(result$ahead)]
  m <- nrow(result)
  c(
    unless(result$FPR_low[[1L]] == 0 && result$FPR_high[[m]] == 1 &&
             identical(result$FPR_low[-1L], result$FPR_high[-m]), "intervals do not go from 0 to 1"),
    same("the difference of the areas", list(sum(sign * result$area)), list(area(a$x) - area(a$y)))
  )
}

check_round_trip <- function(a, result, call) {
  if (!call$untouched(names(call$arguments)[[1L]])) return(NULL)
  tally <- call$world$tally
  c(unless(inherits(result, "roc_tally"), "it is no roc_tally"),
    same("the tally", unclass(result)[c("score", "positive", "negative")],
         unclass(tally)[c("score", "positive", "negative")], FALSE))
}

own_properties <- list(
  WeightedROC = function(a, result, call) {
    area <- call$package("auc_wmw")
    plain <- function(x) if (is.factor(x)) x else as.vector(x)
    given <- lapply(unname(a[intersect(c("guess", "label", "weight"), names(a))]), plain)
    c(check_shape(result),
      same("the area", list(call$package("WeightedAUC")(result)), list(do.call(area, given))))
  },
  auc_influence = function(a, result, call) {
    sums <- colSums(as.matrix(result), na.rm = TRUE)
    unless(all(abs(sums) < 1e-10), "influences do not sum to 0")
  },
  auc_optimism = check_optimism,
  auc_power = check_power,
  auc_svy = function(a, result, call) {
    if (!is.null(a$positive)) return(NULL)
    fit <- suppressMessages(suppressWarnings(call$package("weighted_roc")(a$formula, a$design)))
    others <- a[setdiff(names(a), c("formula", "design", "na.rm"))]
    again <- suppressWarnings(do.call(call$package("auc_ci"), c(list(fit), others)))
    same("a fit of the design", result, again, FALSE)
  },
  as_roc_tally = check_round_trip,
  roc_bounds = function(a, result, call) {
    area <- if (is_curve_call(call)) call$area("curve")
    c(unless(all(result$bound.low <= result$estimate & result$estimate <= result$bound.high),
             "the bounds leave the estimate"),
      if (!is.null(area)) covers(result, area))
  },
  roc_at = function(a, result, call) {
    if (is_curve_call(call)) are_rows_of(as.data.frame(a$curve)[c("TPR", "FPR")], result)
  },
  roc_collect = check_collected,
  roc_compare = check_comparison,
  roc_dominates = check_dominating,
  roc_constrained = of_the_curve,
  roc_from_tally = function(a, result, call) {
    o <- call$world$observations
    if (!call$untouched("tally")) return(NULL)
    check_curve_of_tally(o$score, o$positive, o$weight, a$tally, call)
  },
  roc_hull = function(a, result, call) {
    c(of_the_curve(a, result, call),
      if (is_curve_call(call)) lacks_an_end(a$curve, result),
      if (is_curve_call(call)) {
        unless(!is.unsorted(result$slope_low) && !is.unsorted(result$slope_high), "its slopes fall")
      })
  },
  roc_measure = function(a, result, call) {
    if (is.null(a$measure) || length(a$measure) > 1L) a$measure <- "TPR"
    check_specification(result, call, "measure", lapply(a, as.vector))
  },
  roc_merge = function(a, result, call) {
    o <- call$world$merged
    if (is.null(o) || !call$untouched("...") || !any(o$positive) || all(o$positive)) return(NULL)
    check_curve_of_tally(o$score, o$positive, o$weight, result, call)
  },
  roc_neyman_pearson = of_the_curve,
  roc_optimal = function(a, result, call) {
    if (!is_on(a$midpoints)) of_the_curve(a, result, call)
  },
  roc_optimal_ci = function(a, result, call) {
    if (is_packed(call)) return(NULL)
    weight <- a$weight %or% rep(1, length(a$label))
    curve <- call$package("WeightedROC")(as.double(unclass(a$guess)), a$label, weight)
    problem <- a[intersect(names(a), c(cost_names, "prior"))]
    optimal <- do.call(call$package("roc_optimal"), c(list(curve), problem))
    terms <- unlist(optimal[c("threshold", "TPR", "FPR", "risk")])
    same("apparent", list(result$apparent), list(terms), FALSE)
  },
  roc_partial = function(a, result, call) check_specification(result, call, "partial", lapply(a, as.vector)),
  roc_plot = check_plot,
  roc_plot_scores = check_plot,
  roc_summary = function(a, result, call) {
    if (is.null(a$measure)) a$measure <- eval(formals(call$package("roc_summary"))$measure)[[1L]]
    check_specification(result, call, "summary", lapply(a, as.vector))
  },
  roc_tally = check_tally,
  roc_tally_sql = function(a, result, call) {
    is_query <- is.character(result) && length(result) == 1L &&
      grepl("^SELECT .*GROUP BY bin$", gsub("\n", " ", result))
    unless(is_query, "it is no query")
  },
  roc_tally_table = function(a, result, call) {
    if (!call$untouched("tally")) return(NULL)
    again <- call$package("as_roc_tally")(result)
    c(unless(is.data.frame(result) && !inherits(result, "roc_tally"), "it is no plain data.frame"),
      same("the tally", unclass(again)[c("score", "positive", "negative")],
           unclass(call$world$tally)[c("score", "positive", "negative")], FALSE))
  },
  roc_thin = function(a, result, call) {
    c(check_rows(a, result, call),
      if (is_curve_call(call)) {
        unless(nrow(result) <= max(2, number_in(a, "points", Inf)), "it has too many rows")
      })
  },
  weighted_roc = check_fits
)
