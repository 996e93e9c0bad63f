# Figures of estimates, tests and other results, as marks like those of curves.

#' Plot results
#'
#' Draws estimates with their intervals, tests, bands, hulls, cost curves, calibrations and comparisons of curves. Use
#' `plot()` for base graphics and `autoplot()` for ggplot2.
#'
#' @details
#' \describe{
#'   \item{Estimates, such as [auc_ci()], and [auc_multiclass()]}{a forest plot with a row for each estimate. Where rows
#'     differ by a number or date, such as the month of a tally, it is the x axis.}
#'   \item{[auc_over_time()], tallies by key}{the AUC over times or keys, with intervals. A tally by key is
#'     `plot(auc_ci(tally))`.}
#'   \item{[auc_test()], [roc_test()], their `contrasts`}{a forest plot of the differences, with a line at the null
#'     value.}
#'   \item{[roc_band()]}{the curve with its band; by threshold sensitivity and specificity.}
#'   \item{[roc_hull()]}{the corners of the hull.}
#'   \item{[roc_cost_curve()]}{the cost, with those of treating all and none.}
#'   \item{[roc_calibrate()]}{the probability of each block of scores.}
#'   \item{[roc_compare()]}{which curve is ahead at which false positive rates.}
#' }
#'
#' @param x,object one of these results, with all its columns.
#' @param ... `plot()` accepts `col`, `lty`, `lwd`, `legend` and `add` as in [plot.weighted_roc()], and arguments of
#'   [graphics::plot.default()]. `autoplot()` has no further arguments.
#' @return A ggplot; `plot()` returns its argument, invisibly.
#' @section Errors:
#' `wroc_error_column` when a result has lost a column that is drawn; `wroc_error_curves` for more than twelve curves;
#' `wroc_error_package` without ggplot2.
#' @family pictures
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' plot(auc_ci(fit))
#' plot(auc_test(fit))
#' plot(roc_band(fit))
#' plot(roc_compare(fit))
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(auc_ci(fit))
#' @name plot.roc_estimate
NULL

# Estimates -------------------------------------------------------------------------------------------------

figure_of_estimates <- function(object) {
  rows <- rows_drawn(object, "estimate")
  keys <- rows[seq_len(match("estimate", names(rows)) - 1L)]
  varying <- vapply(keys, function(key) length(unique(key)) > 1L, NA)
  measures <- unique(or(keys[["measure"]], "AUC"))
  title <- if (length(measures) == 1L) measures else "Estimate"
  x <- names(keys)[varying & vapply(keys, is_ordered_key, NA)]
  if (length(x) == 0L) return(forest_figure(rows, names_of_rows(rows, keys), title, if (title == "AUC") 0.5))
  along_key(rows, x[[1L]], keys[setdiff(names(keys)[varying], x[[1L]])], title)
}

# Times, dates and numbers have an order in which estimates are joined.
is_ordered_key <- function(key) (is.numeric(key) || inherits(key, c("Date", "POSIXct"))) && length(unique(key)) > 2L

names_of_rows <- function(rows, keys) {
  varies <- vapply(keys, function(key) length(unique(key)) > 1L, NA)
  keys <- if (any(varies)) keys[varies] else keys[utils::head(union(intersect("score", names(keys)), names(keys)), 1L)]
  if (length(keys) == 0L) return(rep("estimate", nrow(rows)))
  words <- lapply(keys, function(key) if (is.numeric(key)) short_number(key) else as.character(key))
  do.call(paste, c(unname(words), sep = ", "))
}

# One row below the other, with its interval.
forest_figure <- function(rows, names, title, reference = NULL) {
  check_drawn(rows, "estimate")
  ends <- ends_of_rows(rows)
  place <- rev(seq_along(names))
  points <- data.frame(x = rows$estimate, y = place, curve = factor(rep("estimate", length(place))))
  limits <- range(ends, rows$estimate, reference, finite = TRUE)
  limits <- limits + c(-0.04, 0.04) * max(diff(limits), 0.02)
  span <- range(place) + c(-0.6, 0.6)
  intervals <- data.frame(x = pmax(ends$low, limits[[1L]]), xend = pmin(ends$high, limits[[2L]]), y = place,
                          yend = place, curve = points$curve)
  line <- if (!is.null(reference)) {
    list(mark("segment", data.frame(x = reference, xend = reference, y = span[[1L]], yend = span[[2L]]),
              colour = "grey60", linetype = "dashed"))
  }
  above <- list(mark("segment", intervals[!is.na(intervals$x), ], width = 1.6),
                mark("points", points[!is.na(points$x), ], size = 2.2, shape = 19))
  figure(points, line, above, joined = FALSE, square = FALSE, xlim = limits, ylim = span, xlab = title, ylab = "",
         ticks = list(y = list(at = place, labels = wrapped(names, 22L))))
}

# Results without an interval are points.
ends_of_rows <- function(rows) {
  unknown <- rep(NA_real_, nrow(rows))
  list(low = or(rows[["conf.low"]], unknown), high = or(rows[["conf.high"]], unknown))
}

# Estimates over the times, dates or numbers of a key.
along_key <- function(rows, x, others, title) {
  key <- rows[[x]]
  rows$curve_of <- if (length(others) == 0L) "" else names_of_rows(rows, others)
  ends <- ends_of_rows(rows)
  data <- cbind(rows[setdiff(names(others), "curve")], x = as.numeric(key), y = rows$estimate, at = as.numeric(key),
                low = ends$low, high = ends$high)
  paths <- points_by_name(data, rows$curve_of, function(part) part[order(part$x), c("x", "y", "at", "low", "high")],
                          names(others))
  limits <- range(data$y, data$low, data$high, finite = TRUE)
  limits <- limits + c(-0.05, 0.05) * max(diff(limits), 0.02)
  known <- paths[!is.na(paths$low), ]
  figure(paths, if (nrow(known) > 0L) list(mark("ribbon", known, alpha = 0.2)),
         list(mark("points", paths, size = 1.6, shape = 19)), square = FALSE, xlim = range(data$x), ylim = limits,
         xlab = x, ylab = title, ticks = list(x = ticks_of_key(key)))
}

# Dates have labels of their own.
ticks_of_key <- function(key) {
  if (is.numeric(key)) return(NULL)
  at <- pretty(key, 5L)
  at <- at[at >= min(key) & at <= max(key)]
  list(at = as.numeric(at), labels = or(attr(at, "labels"), format(at)))
}

# Tests -----------------------------------------------------------------------------------------------------

figure_of_contrasts <- function(object, null = 0, title = "Difference") {
  rows <- rows_drawn(object, "estimate")
  of <- function(end) rows[[intersect(paste0(c("score", "group"), end), names(rows))[1L]]]
  names <- if (is.null(of(1L))) rep("estimate", nrow(rows)) else paste(of(1L), "-", of(2L))
  if (!is.null(rows$time)) names <- paste0(names, ", time ", short_number(rows$time))
  forest_figure(rows, names, title, null)
}

figure_of_test <- function(object) {
  one <- length(object$estimate) == 1L && is.null(object$contrasts$score1) && is.null(object$contrasts$group1)
  null <- if (one && length(object$null.value) == 1L) object$null.value[[1L]] else 0
  rows <- object$contrasts
  if (is.null(rows)) raise("column", "The test has no `contrasts` to draw.", argument = "x", column = "contrasts")
  title <- if (one && !is.null(names(object$estimate))) names(object$estimate) else "Difference"
  figure_of_contrasts(rows, null, title)
}

# Curves ----------------------------------------------------------------------------------------------------

figure_of_band <- function(object) {
  if (!is.null(object[["threshold"]])) return(figure_of_rates(object))
  rows <- rows_drawn(object, c("FPR", "TPR", "conf.low", "conf.high"))
  by_FPR <- match("FPR", names(rows)) < match("TPR", names(rows))
  column <- if (by_FPR) "FPR" else "TPR"
  keys <- keys_before(column, rows)
  paths <- points_by_name(rows, short_names_before(column, rows, ""), function(part) {
    data.frame(x = part$FPR, y = part$TPR, at = part[[column]], low = part$conf.low, high = part$conf.high)
  }, keys)
  figure(paths, list(diagonal_mark(), mark("ribbon", paths[!is.na(paths$low), ], alpha = 0.2,
                                          by_rate = if (by_FPR) "x" else "y")),
         xlab = "False positive rate (1 - specificity)", ylab = "True positive rate (sensitivity)")
}

# Sensitivity and specificity over thresholds.
figure_of_rates <- function(object) {
  rows <- rows_drawn(object, c("threshold", "rate", "estimate"))
  rows <- rows[is.finite(rows$threshold), ]
  words <- c(TPR = "sensitivity", TNR = "specificity")[rows$rate]
  name <- short_names_before("threshold", rows, "")
  several <- length(unique(name)) > 1L
  name <- if (several) paste(name, words, sep = ", ") else unname(words)
  ends <- ends_of_rows(rows)
  rows <- cbind(rows, at = rows$threshold, low = ends$low, high = ends$high)
  paths <- points_by_name(rows, name, function(part) {
    part <- part[order(part$threshold), ]
    data.frame(x = part$threshold, y = part$estimate, at = part$threshold, low = part$low, high = part$high)
  }, c(keys_before("threshold", rows), "rate"))
  figure(paths, list(mark("ribbon", paths[!is.na(paths$low), ], alpha = 0.2)), square = FALSE,
         xlim = range(paths$x), xlab = "Threshold", ylab = "Rate")
}

figure_of_hull <- function(object) {
  rows <- rows_drawn(object, c("FPR", "TPR"))
  name <- short_names_before("TPR", rows, "")
  paths <- points_by_name(rows, name, function(part) at_rates(part[c("FPR", "TPR")])[c("x", "y")],
                          keys_before("TPR", rows))
  figure(paths, list(diagonal_mark()), list(mark("points", paths, size = 1.6, shape = 19)),
         xlab = "False positive rate (1 - specificity)", ylab = "True positive rate (sensitivity)")
}

figure_of_cost_curve <- function(object) {
  rows <- rows_drawn(object, c("PC", "cost"))
  paths <- points_by_name(rows, short_names_before("PC", rows, ""), function(part) {
    data.frame(x = part$PC, y = part$cost)
  }, keys_before("PC", rows))
  trivial <- data.frame(x = c(0, 0.5), y = c(0, 0.5), xend = c(0.5, 1), yend = c(0.5, 0))
  figure(paths, list(mark("segment", trivial, colour = "grey60", linetype = "dashed")), square = FALSE,
         ylim = c(0, 0.5), xlab = "Probability cost of the positive class", ylab = "Normalised expected cost")
}

figure_of_calibration <- function(object) {
  rows <- rows_drawn(object, c("score_low", "score_high", "probability"))
  paths <- points_by_name(rows, short_names_before("score_low", rows, ""), function(part) {
    part <- part[order(part$score_low), ]
    data.frame(x = as.vector(rbind(part$score_low, part$score_high)), y = rep(part$probability, each = 2L))
  }, keys_before("score_low", rows))
  paths <- paths[is.finite(paths$x), ]
  figure(paths, square = FALSE, xlim = range(paths$x), xlab = "Score", ylab = "Calibrated probability")
}

figure_of_comparison <- function(object) {
  rows <- rows_drawn(object, c("FPR_low", "FPR_high", "ahead"))
  keys <- rows[keys_before("FPR_low", rows)]
  name <- if (length(keys) == 0L) rep("x, y", nrow(rows)) else {
    others <- setdiff(names(keys), c("score1", "score2"))
    do.call(paste, c(unname(keys[others]), list(paste(keys$score1, "-", keys$score2)), sep = ", "))
  }
  pairs <- unique(name)
  place <- length(pairs) + 1L - match(name, pairs)
  known <- setdiff(unique(c(keys$score1, keys$score2, rows$ahead)), "neither")
  shown <- c(known, if (any(rows$ahead == "neither")) "neither")
  check_few(length(known))
  bars <- data.frame(x = rows$FPR_low, xend = rows$FPR_high, y = place, yend = place,
                     curve = factor(wrapped(shown)[match(rows$ahead, shown)], wrapped(shown)))
  figure(bars, list(mark("segment", bars, width = 7, in_legend = TRUE)), joined = FALSE, square = FALSE,
         ylim = c(0.4, length(pairs) + 0.6), references = if ("neither" %in% shown) "neither",
         reference_lines = "solid",
         xlab = "False positive rate", ylab = "",
         ticks = list(y = list(at = rev(seq_along(pairs)), labels = wrapped(pairs, 22L))))
}

figure_of_keyed_tally <- function(object) figure_of_estimates(auc_ci(object))

# Methods ---------------------------------------------------------------------------------------------------

#' @rdname plot.roc_estimate
#' @export
plot.roc_estimate <- plot_by(figure_of_estimates)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.roc_estimate <- autoplot_by(figure_of_estimates)

#' @rdname plot.roc_estimate
#' @export
plot.auc_over_time <- plot_by(figure_of_estimates)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.auc_over_time <- autoplot_by(figure_of_estimates)

#' @rdname plot.roc_estimate
#' @export
plot.auc_integrated <- plot_by(figure_of_estimates)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.auc_integrated <- autoplot_by(figure_of_estimates)

#' @rdname plot.roc_estimate
#' @export
plot.auc_concordance <- plot_by(figure_of_estimates)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.auc_concordance <- autoplot_by(figure_of_estimates)

#' @rdname plot.roc_estimate
#' @export
plot.auc_multiclass <- plot_by(figure_of_estimates)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.auc_multiclass <- autoplot_by(figure_of_estimates)

#' @rdname plot.roc_estimate
#' @export
plot.roc_pooled <- plot_by(figure_of_estimates)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.roc_pooled <- autoplot_by(figure_of_estimates)

#' @rdname plot.roc_estimate
#' @export
plot.roc_tally_by <- plot_by(figure_of_keyed_tally)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.roc_tally_by <- autoplot_by(figure_of_keyed_tally)

#' @rdname plot.roc_estimate
#' @export
plot.roc_contrasts <- plot_by(figure_of_contrasts)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.roc_contrasts <- autoplot_by(figure_of_contrasts)

#' @rdname plot.roc_estimate
#' @export
plot.roc_test <- plot_by(figure_of_test)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.roc_test <- autoplot_by(figure_of_test)

#' @rdname plot.roc_estimate
#' @export
plot.roc_band <- plot_by(figure_of_band)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.roc_band <- autoplot_by(figure_of_band)

#' @rdname plot.roc_estimate
#' @export
plot.roc_hull <- plot_by(figure_of_hull)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.roc_hull <- autoplot_by(figure_of_hull)

#' @rdname plot.roc_estimate
#' @export
plot.roc_cost_curve <- plot_by(figure_of_cost_curve)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.roc_cost_curve <- autoplot_by(figure_of_cost_curve)

#' @rdname plot.roc_estimate
#' @export
plot.roc_calibration <- plot_by(figure_of_calibration)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.roc_calibration <- autoplot_by(figure_of_calibration)

#' @rdname plot.roc_estimate
#' @export
plot.roc_comparison <- plot_by(figure_of_comparison)

#' @rdname plot.roc_estimate
#' @exportS3Method ggplot2::autoplot
autoplot.roc_comparison <- autoplot_by(figure_of_comparison)
