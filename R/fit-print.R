# What a fit prints.

most_lines <- 10L

#' @rdname weighted_roc-methods
#' @param digits Significant digits of what is printed.
#' @export
print.weighted_roc <- function(x, digits = 3L, ...) {
  if (!has_curve(x)) {
    cat("No curve. ", x$absent$message, "\n", sep = "")
    return(invisible(x))
  }
  cat(heading_of(x), sep = "\n")
  lines <- lines_of_areas(x, digits)
  room <- most_lines - length(heading_of(x))
  hidden <- length(lines) - room
  if (hidden > 0L) {
    lines <- c(lines[seq_len(room - 1L)], sprintf("  ... and %d more, see $areas", hidden + 1L))
  }
  cat(lines, sep = "\n")
  invisible(x)
}

heading_of <- function(fit) {
  positive <- fit$classes[["positive"]]
  if (is.na(positive)) positive <- "the larger value"
  rule <- if (fit$direction == ">=") "high" else "low"
  c(
    sprintf("Weighted ROC curves: %s = %s is positive, %s scores mean positive", fit$response,
            positive, rule),
    numbers_of(fit),
    if (is.null(fit$areas$conf.low)) "Area, and the bounds of what the table leaves open:" else {
      sprintf("Area under the curve, %s%% confidence interval (%s, %s):",
              number(100 * fit$observations$conf.level), fit$areas$variance[[1L]], fit$observations$method)
    }
  )
}

# How many observations each class has, and how many equally weighted ones they are worth.
numbers_of <- function(fit) {
  areas <- fit$areas
  if (is.null(areas$n_pos)) {
    return(NULL)
  }
  of_class <- function(which, short) {
    found <- areas[[paste0("n_", short)]][[1L]]
    worth <- areas[[paste0("n_eff_", short)]][[1L]]
    worth <- if (abs(worth - found) < 0.05) "" else sprintf(" (worth %s)", format(worth, digits = 3L))
    sprintf("%s %s%s", number(found), which, worth)
  }
  left_out <- if (fit$omitted > 0) sprintf("; %s left out", number(fit$omitted)) else ""
  sprintf("%s, %s%s", of_class("positive", "pos"), of_class("negative", "neg"), left_out)
}

lines_of_areas <- function(fit, digits) {
  areas <- fit$areas
  low <- if (is.null(areas$conf.low)) areas$bound.low else areas$conf.low
  high <- if (is.null(areas$conf.high)) areas$bound.high else areas$conf.high
  shown <- function(x) formatC(x, digits = digits, format = "f")
  sprintf("  %s  %s  [%s, %s]", format(areas$score), shown(areas$estimate), shown(low), shown(high))
}

#' @rdname weighted_roc-methods
#' @export
print.weighted_roc_by <- function(x, digits = 3L, ...) {
  cat(sprintf("Fits by %s, each in $fits", paste(x$by, collapse = " and ")), "\n", sep = "")
  lines <- unlist(lapply(seq_along(x$fits), function(i) {
    paste0("  ", format(names(x$fits))[[i]], lines_of_areas(x$fits[[i]], digits))
  }))
  first <- Filter(has_curve, x$fits)[[1L]]
  cat(utils::tail(heading_of(first), 1L), "\n", sep = "")
  hidden <- length(lines) - (most_lines - 2L)
  if (hidden > 0L) {
    lines <- c(utils::head(lines, most_lines - 3L),
               sprintf("  ... and %d more, see tidy()", hidden + 1L))
  }
  cat(lines, sep = "\n")
  invisible(x)
}

#' @rdname weighted_roc-methods
#' @export
summary.weighted_roc <- function(object, ...) classed({
  check_has_curve(object)
  structure(list(
    fit = object,
    areas = object$areas,
    optimal = roc_optimal(object),
    partial = auc_ci(object, FPR = c(0, 0.1), standardize = "mcclish")
  ), class = "summary.weighted_roc")
})

#' @rdname weighted_roc-methods
#' @export
summary.weighted_roc_by <- function(object, ...) answers_of_groups(object, summary.weighted_roc)

#' @export
print.summary.weighted_roc <- function(x, digits = 3L, ...) {
  print(x$fit, digits = digits)
  if (!has_curve(x$fit)) {
    return(invisible(x))
  }
  # Every pair would be tested, which nobody has asked for.
  if (length(x$fit$curves) > 1L && !is.null(x$fit$observations$label)) {
    cat("\n`auc_test()` tests whether the AUCs differ.\n")
  }
  cat("\nThreshold of the least error, both errors costing the same:\n")
  print(x$optimal[c("score", "threshold", "TPR", "FPR", "risk")], digits = digits,
        row.names = FALSE)
  cat("\nPartial area at false positive rates up to 0.1, as McClish standardizes it (chance: 0.5):\n")
  print(x$partial[c("score", "estimate")], digits = digits, row.names = FALSE)
  invisible(x)
}
