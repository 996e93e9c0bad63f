# The print of a fit: at most twelve rows.

#' @rdname print.roc_result
#' @export
print.weighted_roc <- function(x, digits = 3L, n = NULL, ...) {
  cat(format(x, digits = digits, n = n), sep = "\n")
  invisible(x)
}

#' @export
print.weighted_roc_by <- print.weighted_roc

#' @export
format.weighted_roc <- function(x, digits = 3L, n = NULL, ...) {
  if (!has_curve(x)) return(paste("No curve.", x$absent$message))
  heading <- c(
    sprintf("Weighted ROC %s%s", if (length(names_of_scores_in(x)) > 1L) "curves" else "curve", words_of_rows(list(x))),
    words_of_positive(x), words_of_classes(x), words_of_bounds(list(x)), words_of_areas(x)
  )
  c(heading, few_lines(lines_of_areas(x, digits), n), words_of_low_areas(list(x)))
}

# An interval below 1/2 often means that the classes or the direction are not those that were meant.
words_of_low_areas <- function(fits) {
  low <- lapply(fits, function(fit) fit$areas$score[which(fit$areas$conf.high < 0.5)])
  groups <- names(low)[lengths(low) > 0L]
  low <- unique(unlist(low))
  if (length(low) == 0L) return(NULL)
  where <- if (length(groups) > 0L) paste(" in", first_of(groups)) else ""
  strwrap(sprintf(paste("The interval of %s is below 0.5%s: lower scores indicate the positive class. See `positive`",
                        "and `direction`."), first_of(low), where), 80L)
}

# The first three names, and how many more there are.
first_of <- function(names) {
  shown <- utils::head(sprintf("`%s`", names), 3L)
  more <- length(names) - length(shown)
  paste0(paste(shown, collapse = ", "), if (more > 0L) sprintf(" and %d more", more))
}

#' @export
format.weighted_roc_by <- function(x, digits = 3L, n = NULL, ...) {
  first <- Filter(has_curve, x$fits)[[1L]]
  # Observations by group, such as those of tallies by key, have no estimates.
  if (is.null(first$areas)) {
    heading <- sprintf("Observations by %s: %s groups", in_backticks(x$by), number(length(x$fits)))
    return(c(heading, few_lines(paste0("  ", names(x$fits)), n)))
  }
  lines_of <- function(group, fit) paste0("  ", group, lines_of_areas(fit, digits))
  lines <- unlist(Map(lines_of, format(names(x$fits)), x$fits))
  heading <- c(
    sprintf("Weighted ROC curves by %s: %s groups%s", in_backticks(x$by), number(length(x$fits)),
            words_of_rows(x$fits)),
    words_of_positive(first), words_of_bounds(Filter(has_curve, x$fits)), words_of_areas(first)
  )
  c(heading, few_lines(unname(lines), n), words_of_low_areas(Filter(has_curve, x$fits)))
}

in_backticks <- function(names) paste0("`", names, "`", collapse = " and ")

# As results do, a fit shows up to twelve rows.
few_lines <- function(lines, n) {
  most <- rows_to_print(n, length(lines))
  if (most == length(lines)) return(lines)
  c(lines[seq_len(most)], sprintf("  ... %s, see print(n = Inf)", words_of_count(length(lines) - most, "more row")))
}

# A table need not say how many rows it had.
words_of_rows <- function(fits) {
  rows <- sum(vapply(fits, nobs.weighted_roc, 0))
  omitted <- sum(vapply(fits, `[[`, 0, "omitted"))
  if (is.na(rows)) return("")
  left_out <- if (is.na(omitted) || omitted == 0) "" else sprintf(" (%s left out)", number(omitted))
  sets <- length(fits[[1L]]$observations$sets)
  sprintf(", %s observations%s%s", number(rows), left_out, if (sets > 0L) sprintf(", %d imputations", sets) else "")
}

words_of_positive <- function(fit) {
  rule <- if (fit$direction == ">=") "Higher" else "Lower"
  outcome <- kept_observations(fit)$outcome
  if (!is.null(outcome)) {
    return(sprintf("%s scores indicate `%s` by %s.", rule, fit$classes[["positive"]], number(outcome$t)))
  }
  if (is.null(fit$response)) {
    return(paste(rule, "scores indicate the positive class."))
  }
  positive <- fit$classes[["positive"]]
  positive <- if (is.na(positive)) "The larger value" else sprintf("`%s`", positive)
  strwrap(sprintf("%s is the positive class of `%s`, and %s scores indicate it.", positive, fit$response,
                  tolower(rule)), 80L)
}

# How many observations each class has, and their effective number.
words_of_classes <- function(fit) {
  areas <- fit$areas
  if (anyNA(areas$n_pos)) return(NULL)
  of_class <- function(which, short) {
    result <- areas[[paste0("n_", short)]][[1L]]
    effective <- areas[[paste0("n_eff_", short)]][[1L]]
    same <- abs(effective - result) < 0.05
    effective <- if (same) "" else sprintf(" (effective: %s)", format(effective, digits = 3L))
    sprintf("%s %s%s", number(result), which, effective)
  }
  outcome <- kept_observations(fit)$outcome
  if (!is.null(outcome)) {
    return(words_of_fates(outcome, of_class("cases", "pos"), of_class("controls", "neg")))
  }
  sprintf("%s, %s", of_class("positive", "pos"), of_class("negative", "neg"))
}

# Counts the observations with positive weight by their outcome. Only those that are lost are neither case nor
# control.
words_of_fates <- function(outcome, cases, controls) {
  censored <- outcome$status == 0L
  over <- outcome$time < outcome$t | outcome$time == outcome$t & !censored
  over <- over & (if (is.null(outcome$weights)) TRUE else outcome$weights > 0)
  number_of_status <- function(status) sum(over & outcome$status == status)
  competing <- number_of_status(2L)
  of_controls <- if (competing == 0L) "" else if (outcome$controls == "all") {
    sprintf(", %s of them with another event", number(competing))
  } else {
    sprintf(", %s left out with another event", number(competing))
  }
  strwrap(sprintf("%s, %s%s; %s censored before then", cases, controls, of_controls, number(sum(over & censored))), 80L)
}

words_of_areas <- function(fit) {
  if (is_without_intervals(fit)) return("AUC without intervals:")
  if (!has_intervals(fit)) return("AUC with error bounds from binning (not confidence intervals):")
  sprintf("AUC with %s%% confidence interval (%s, %s):", number(100 * level_of(list(), kept_observations(fit))),
          fit$areas$variance[[1L]],
          if (is_bootstrap(fit$areas$variance[[1L]])) "percentiles"
          else or(kept_observations(fit)$method, interval_methods()[[1L]]))
}

# The error bound of binning, in words, beside an interval.
words_of_bounds <- function(fits) {
  areas <- bound_rows(lapply(fits, `[[`, "areas"))
  if (is.null(areas$bound.low) || !has_intervals(fits[[1L]])) return(NULL)
  widest <- max(areas$bound.high - areas$bound.low) / 2
  sprintf("Binning changes an AUC by at most %s.", format(widest, digits = 1L))
}

has_intervals <- function(fit) !all(is.na(fit$areas$std.error)) || is.null(fit$areas$bound.low)

is_without_intervals <- function(fit) {
  all(is.na(fit$areas$std.error)) && has_curve(fit) && is.null(kept_observations(fit)$conf.level)
}

lines_of_areas <- function(fit, digits) {
  areas <- fit$areas
  if (is_without_intervals(fit)) {
    return(sprintf("  %s  %s", format(areas$score), formatC(areas$estimate, digits = digits, format = "f")))
  }
  ends <- if (has_intervals(fit)) c("conf.low", "conf.high") else c("bound.low", "bound.high")
  # Ends that differ are printed so.
  open <- areas[[ends[[2L]]]] - areas[[ends[[1L]]]]
  open <- min(open[!is.na(open) & open > 0], 1)
  digits <- max(digits, if (has_intervals(fit)) 0 else ceiling(-log10(open)) + 1)
  shown <- function(x) formatC(x, digits = digits, format = "f")
  sprintf("  %s  %s  [%s, %s]", format(areas$score), shown(areas$estimate), shown(areas[[ends[[1L]]]]),
          shown(areas[[ends[[2L]]]]))
}

#' @rdname weighted_roc-methods
#' @export
summary.weighted_roc <- function(object, ...) classed({
  check_has_curve(object)
  structure(list(
    fit = object,
    areas = object$areas,
    # A mean curve over folds has no thresholds.
    optimal = if (!is_mean(object$curves[[1L]]$threshold) && !is_of_free_controls(kept_observations(object))) {
      roc_optimal(object, measure = "J")
    },
    partial = auc_ci(object, FPR = c(0, 0.1), standardize = "mcclish", conf.level = NULL)
  ), class = "summary.weighted_roc")
})

#' @export
summary.weighted_roc_by <- function(object, ...) classed(answers_of_groups(object, summary.weighted_roc))

#' @export
print.summary.weighted_roc <- function(x, digits = 3L, ...) {
  print(x$fit, digits = digits)
  if (!has_curve(x$fit)) return(invisible(x))
  # Every pair would be tested, which nobody has asked for.
  if (length(names_of_scores_in(x$fit)) > 1L && has_intervals(x$fit)) {
    cat("\n`auc_test()` tests whether the AUCs differ.\n")
  }
  if (!is.null(x$optimal)) {
    cat("\nThreshold with the largest Youden index, TPR - FPR, which is optimistic in the same sample:\n")
    optimal <- x$optimal[c("score", "threshold", "TPR", "FPR", "value")]
    names(optimal)[5L] <- "J"
    print(optimal, digits = digits)
  }
  cat("\nPartial AUC at false positive rates up to 0.1, standardized as by McClish (chance: 0.5):\n")
  print(plain_frame(x$partial)[c("score", "estimate")], digits = digits, row.names = FALSE)
  invisible(x)
}
