# Fits at several times: a fit for each time, all of the same observations.

# A label of class Surv as outcomes at all `times`; other labels as they are. `given` has the arguments of
# weighted_roc() that only survival times have, NULL for those that nobody gave. Columns of `data` are the
# variables of the model of censoring.
label_at_times <- function(label, args, data, environment, argument) {
  if (!is_survival(label)) {
    spec <- !vapply(args, is.null, NA)
    check_unused(spec, "with a label that is not of class Surv")
    return(label)
  }
  if (is.null(args$times)) {
    message <- sprintf("`times` is missing: give the times by which events of `%s` count, as in `times = c(1, 3, 5)`.",
                       argument)
    raise("absent", message, argument = "times")
  }
  here <- if (is.list(data)) list2env(as.list(data), parent = environment) else or(data, environment)
  args$censoring <- or(args$censoring, ~ 1)
  outcome_of(label, argument, list(times = sort(unique(check_times_given(args$times)))), args, here)
}

check_times_given <- function(times, ascending = FALSE) {
  times <- check_numbers(times, "times", range = "positive", ascending = ascending)
  if (length(times) == 0L) raise("empty", "`times` must have at least one time.", argument = "times")
  times
}

# NULL for a label that is at one time, if it is at any.
times_of_label <- function(label) if (is_outcome(label)) about_outcome(label)$times

# A matrix with a column for each time is one score, which changes. Gives the columns of all scores, the
# `names` of the scores, and which of them `changes`.
scores_at_times <- function(scores, times) {
  is_changing <- function(score) is.matrix(score) && ncol(score) == length(times)
  kept <- lapply(names(scores), function(name) {
    if (is_changing(scores[[name]])) scores[name] else single_scores(scores[name])
  })
  scores <- unique_names(do.call(c, kept))
  columns <- Map(function(score, name) {
    if (!is_changing(score)) return(structure(list(score), names = name))
    of_time <- lapply(seq_along(times), function(k) score[, k])
    structure(of_time, names = sprintf("%s[%d]", name, seq_along(times)))
  }, scores, names(scores))
  list(scores = do.call(c, unname(columns)), names = names(scores), changes = vapply(scores, is_changing, NA))
}

# The scores of one of the times, of those of all.
scores_at_time <- function(scores, model, k) {
  if (!any(model$changes)) return(scores)
  widths <- ifelse(model$changes, length(times_of_label(model$label)), 1L)
  own <- cumsum(widths) - widths + ifelse(model$changes, k, 1L)
  structure(scores[own], names = model$score_names)
}

# The model of an outcome at one time.
model_at_time <- function(model, t) {
  attr(model$label, "about")[c("times", "t")] <- list(NULL, t)
  model
}

fit_at_times <- function(model, times, settings) {
  if (is.null(model$by)) {
    fits <- structure(fits_at_times(model, times, settings), names = vapply(times, number, ""))
    result <- list(by = "time", groups = times)
  } else {
    each <- lapply(seq_along(times), function(k) {
      at <- replace(model, "scores", list(scores_at_time(model$scores, model, k)))
      about_time(times[[k]], fits_of_groups(model_at_time(at, times[[k]]), settings))
    })
    names <- lapply(each, function(fits) names(fits$fits))
    keys <- lapply(each, function(fits) {
      if (is.data.frame(fits$groups)) fits$groups else as_frame(structure(list(fits$groups), names = fits$by),
                                                               length(fits$fits))
    })
    groups <- c(list(time = rep(times, lengths(names))), as.list(do.call(rbind, keys)))
    fits <- do.call(c, lapply(each, `[[`, "fits"))
    names(fits) <- paste(rep(vapply(times, number, ""), lengths(names)), unlist(names), sep = ":")
    result <- list(by = names(groups), groups = as_frame(groups, length(fits)))
  }
  object <- structure(c(list(call = settings$call), result, list(fits = NULL, format = 1L, rows = NULL)),
                      class = c("weighted_roc_times", "weighted_roc_by"))
  with_fits(object, fits)
}

# One sort by time and one by each score give the AUCs at all times. An error says at which time it is if the times come
# one after the other.
fits_at_times <- function(model, times, settings) {
  observations <- observed_of_model(model_at_time(model, Inf), settings)
  spec <- list(values = is.null(settings$conf.level))
  together <- !spec$values && !any(model$changes) && has_areas_at_times(observations, unclass(area_measure))
  results <- if (together) tryCatch(results_at_times(observations, times, spec), wroc_error = function(error) NULL)
  lapply(seq_along(times), function(k) {
    observations$outcome$t <- times[[k]]
    observations$scores <- scores_at_time(observations$scores, model, k)
    about_time(times[[k]], {
      if (is.null(results)) observations <- weighed(observations, observations$outcome)
      areas <- estimates(observations, unclass(area_measure), c(spec, list(result = results[[k]])))
      new_fit(model, NULL, areas, without_weights(observations), settings)
    })
  })
}

# A fit at one of several times keeps no curves, labels and weights: its outcome gives them when they are used. All else
# is the same at all times, of all rows or of those of a group, and is kept once.

without_weights <- function(observations) {
  observations[c("label", "weights")] <- list(NULL)
  observations$sampling["links"] <- list(NULL)
  observations
}

is_without_weights <- function(observations) is.null(observations$label) && !is.null(observations$outcome)

# The observations of a fit as it keeps them.
kept_observations <- function(fit) {
  if (inherits(fit, "weighted_roc_times")) kept_observations(fit$fits[[1L]]) else .subset2(fit, "observations")
}

# The observations of a fit.
observations_of_fit <- function(fit) {
  own <- kept_observations(fit)
  if (is_without_weights(own)) weighed(own, own$outcome) else own
}

# The curves of a fit.
curves_of_fit <- function(fit) {
  own <- .subset2(fit, "curves")
  if (!is.null(own)) return(own)
  observations <- observations_of_fit(fit)
  structure(curves_of_observations(observations), names = observations$names)
}

names_of_scores_in <- function(fit) or(names(.subset2(fit, "curves")), .subset2(fit, "areas")$score)

# Sets the fits by time.
with_fits <- function(object, fits) {
  rows <- list()
  for (i in seq_along(fits)) {
    own <- kept_observations(fits[[i]])
    if (!is_without_weights(own)) next
    common <- own
    common$outcome["t"] <- list(NULL)
    is_same <- function(rows) identical(replace(rows, "scores", list(own$scores)), common)
    place <- Position(is_same, rows, nomatch = length(rows) + 1L)
    if (place > length(rows)) rows[[place]] <- common
    changed <- if (!identical(own$scores, rows[[place]]$scores)) own$scores
    fits[[i]]["observations"] <- list(list(rows = place, t = own$outcome$t, scores = changed))
  }
  object[c("fits", "rows")] <- list(fits, rows)
  object
}

# The fits by group or time.
fits_in <- function(object) {
  rows <- .subset2(object, "rows")
  fits <- .subset2(object, "fits")
  if (is.null(rows)) return(fits)
  lapply(fits, function(fit) {
    own <- .subset2(fit, "observations")
    if (is.null(own[["rows"]])) return(fit)
    observations <- rows[[own[["rows"]]]]
    observations$outcome$t <- own$t
    if (!is.null(own$scores)) observations$scores <- own$scores
    replace(fit, "observations", list(observations))
  })
}

#' @export
`$<-.weighted_roc_times` <- function(x, name, value) if (name == "fits") with_fits(x, value) else NextMethod()

about_time <- function(t, value) {
  in_place(amended(value, function(error) renamed(error, c(t = "times"))),
           part_of(sprintf("At time %s:", number(t)), "times", number(t), time = t))
}

# All times together ----------------------------------------------------------------------------------

# Groups at several times have estimates that depend on each other in one way and not in the other.
check_no_groups_at_times <- function(fits, quantities) {
  if (length(fits$by) > 1L) {
    message <- sprintf("%s of groups at several times is not supported: fit one time, or one group.", quantities)
    raise("unsupported", message, argument = "x")
  }
}

observations_at_times <- function(fits) lapply(unname(fits$fits), `[[`, "observations")

# The samples for test_contrasts(), by time.
samples_at_times <- function(each, quantity) lapply(each, sample_in_test, quantity)

# The joint covariance matrix of what is estimated at all times, where a survey design has it.
joint_in_design <- function(each, quantity) {
  covariance_over_time(each[[1L]], function(weights) {
    joined(lapply(each, function(observations) {
      result <- joined(for_each_score(observations, function(score) {
        influences_on_all(score, observations$label, weights_made(observations, weights), list(quantity))
      }))
      replace(result, "influences", list(as.vector(with_censoring(observations, result$influences))))
    }))
  })$covariance
}

in_time <- function(fits, i, value) about_time(fits$groups[[i]], value)

#' @exportS3Method
tests.weighted_roc_times <- function(observations, quantity, spec) {
  check_no_groups_at_times(observations, "A test")
  check_test_at_times(spec)
  each <- observations_at_times(observations)
  first <- each[[1L]]
  scores <- or(first$names, "score")
  several <- length(scores) > 1L
  request <- if (several) {
    check_unused(c(mu = !is.null(spec$mu)), "with several scores, which are compared with each other")
    request_of(spec, first)
  } else {
    request_of_value(spec, first, quantity)
  }
  tested <- reversed_for(first, quantity)
  request <- c(request, list(times = TRUE, joint = joint_in_design(each, tested)))
  result <- result_of_samples(each, test_contrasts(samples_at_times(each, tested), tested, request),
                            function(i, value) in_time(observations, i, value))
  if (is.na(result$p.value)) {
    warn("undefined", "Not all times can be tested together: a standard error is 0 or NA.")
  } else {
    for (i in seq_along(each)) in_time(observations, i, warn_of_observed(each[[i]]))
  }
  words <- words_of_quantity(quantity, if (several) 2L else 1L)
  aim <- if (several) {
    "Comparison of weighted %s of the same observations"
  } else {
    "Comparison of a weighted %s with a value"
  }
  list(
    statistic = statistic_of(result), parameter = parameter_of(result), p.value = result$p.value,
    null.value = if (!several) structure(request$null, names = name_of_quantity(quantity)),
    alternative = "two.sided", contrasts = contrasts_at_times(result, observations$groups, scores, several),
    method = sprintf("%s at %d times (%s, %s)", sprintf(aim, words), length(each), spec$test,
                     name_of_variance(first))
  )
}

check_test_at_times <- function(spec) {
  check_unused(c(margin = !is.null(spec$margin)), "with several times")
  refuse_aims_of_groups(spec, "with several times")
  if (spec$alternative != "two.sided") {
    raise("choice", "Several times support only `alternative = \"two.sided\"`.", argument = "alternative",
          value = spec$alternative)
  }
  check_unused(c(adjust = spec$adjust != "none"),
               "with several times, whose p-values are adjusted by the law of the largest statistic")
}

# A row for each time and pair of scores, or for each time.
contrasts_at_times <- function(result, times, scores, several) {
  of <- result$contrasts
  estimates <- matrix(result$estimate, length(scores))
  pairs <- if (several) pairs_of(scores)
  each <- if (several) ncol(pairs) else 1L
  keys <- if (several) list(score1 = rep(scores[pairs[1L, ]], length(times)),
                            score2 = rep(scores[pairs[2L, ]], length(times)))
  estimate <- if (several) {
    as.vector(estimates[pairs[1L, ], , drop = FALSE] - estimates[pairs[2L, ], , drop = FALSE])
  } else {
    result$estimate
  }
  as_frame(c(list(time = rep(times, each = each)), keys, list(estimate = estimate),
             of[c("std.error", "statistic", "df", "p.value", "p.adjusted", "conf.low", "conf.high")]),
           length(estimate))
}

# Simultaneous intervals of the AUCs at all times: the level for each score, and the covariance.
areas_at_all_times <- function(fits, level = NULL) {
  each <- observations_at_times(fits)
  quantities <- unclass(area_measure)[[1L]]
  spec <- list(level = level, joint = joint_in_design(each, quantities))
  result_of_samples(each, levels_at_times(samples_at_times(each, quantities), spec),
                   function(i, value) in_time(fits, i, value))
}

#' @export
vcov.weighted_roc_times <- function(object, ...) classed({
  check_no_groups_at_times(object, "The covariance")
  names <- terms_of_groups(object)
  matrix(areas_at_all_times(object)$covariance, length(names), length(names), dimnames = list(names, names))
})

#' @rdname weighted_roc-methods
#' @export
confint.weighted_roc_times <- function(object, parm, level = NULL, measure = "AUC",
                                       type = c("pointwise", "simultaneous"), ...) classed({
  refuse_dots_of_confint(...names())
  if (check_choice(type, "type") == "pointwise") {
    return(confint.weighted_roc_by(object, parm, level, measure))
  }
  check_no_groups_at_times(object, "A simultaneous interval")
  if (!is_area(check_tested(measure))) {
    raise("unsupported", "`type = \"simultaneous\"` is for the AUC: no other measure has such intervals.",
          argument = "type")
  }
  level <- check_level(level_of(list(level = level), kept_observations(object)), "level")
  scores <- object$fits[[1L]]$areas$score
  wider <- areas_at_all_times(object, level)$level
  rows <- bound_rows(lapply(seq_along(scores), function(j) roc_estimate(object[j], conf.level = wider[[j]])))
  rows <- rows_of(rows, order(match(rows$time, object$groups), match(rows$score, scores)))
  kept <- if (missing(parm)) scores else structure(scores, names = scores)[check_scores_of_fit(parm, scores)]
  rows <- rows_of(rows, which(rows$score %in% kept))
  rows$score <- paste(vapply(rows$time, number, ""), rows$score, sep = ":")
  ends_of_intervals(rows, level)
})

# Prints ----------------------------------------------------------------------------------------------

#' @export
format.weighted_roc_times <- function(x, digits = 3L, n = NULL, ...) {
  first <- Filter(has_curve, x$fits)[[1L]]
  outcome <- kept_observations(first)$outcome
  controls <- if (any(outcome$status == 2L)) {
    if (outcome$controls == "all") " Other events count as controls." else " Other events are left out."
  }
  heading <- c(
    sprintf("Weighted ROC curves at %s%s", words_of_times(x), words_of_rows(list(first))),
    sprintf("%s scores indicate `%s` by that time.%s", if (first$direction == ">=") "Higher" else "Lower",
            first$classes[["positive"]], or(controls, "")),
    words_of_areas(first)
  )
  lines <- lines_of_times(x, digits)
  c(heading, lines[[1L]], few_lines(lines[-1L], n), words_of_low_areas(Filter(has_curve, .subset2(x, "fits"))))
}

words_of_times <- function(fits) {
  number <- length(if (is.data.frame(fits$groups)) unique(fits$groups$time) else fits$groups)
  groups <- setdiff(fits$by, "time")
  sprintf("%d %s%s", number, if (number > 1L) "times" else "time",
          if (length(groups) > 0L) paste(" by", in_backticks(groups)) else "")
}

# Counts of the observations by outcome for each time, and the AUC of each score.
lines_of_times <- function(fits, digits) {
  each <- fits$fits
  fates <- lapply(seq_along(each), function(i) {
    keys <- vapply(keys_of_group(fits, i), as.character, "")
    rep(list(c(keys, fates_by_time(each[[i]]))), length(names_of_scores_in(each[[i]])))
  })
  fates <- do.call(rbind, unlist(fates, recursive = FALSE))
  colnames(fates)[seq_along(fits$by)] <- fits$by
  columns <- lapply(colnames(fates), function(name) format(c(name, fates[, name]), justify = "right"))
  areas <- unlist(lapply(each, lines_of_areas, digits), use.names = FALSE)
  do.call(paste, c(list(" "), columns, list(c("", areas))))
}

fates_by_time <- function(fit) {
  outcome <- kept_observations(fit)$outcome
  if (!has_curve(fit) || is.null(outcome)) return(c(cases = "", controls = "", censored = ""))
  weighed <- if (is.null(outcome$weights)) TRUE else outcome$weights > 0
  of <- c(cases = fit$areas$n_pos[[1L]], controls = fit$areas$n_neg[[1L]],
          censored = sum(weighed & outcome$status == 0L & outcome$time < outcome$t))
  vapply(of, number, "")
}
