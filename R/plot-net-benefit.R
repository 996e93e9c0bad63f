# Decision curves: net benefit against the threshold probability.

#' Plot decision curves
#'
#' Plots the net benefit of [roc_net_benefit()] against the threshold probability, beside treating all and
#' treating none, with confidence bands where the result has them.
#'
#' @details
#' Scores differ by colour. `autoplot()` draws groups, times and several priors in facets. The axes show positive net
#' benefits: one below 0 is worse than treating none, and thresholds end where no curve is above 0. A difference of
#' two scores has no curves of treating all or none; at high thresholds its band may extend beyond the axis.
#'
#' @param object,x A result of [roc_net_benefit()], with all its columns.
#' @param ... For `plot()`: `col`, `lty`, `lwd`, `legend` and `add` as in [plot.weighted_roc()], and
#'   arguments of [graphics::plot.default()]. `autoplot()` has no further arguments.
#'
#' @return A ggplot; `plot()` returns its argument, invisibly.
#'
#' @section Errors:
#' `wroc_error_column` when a result has lost a column that is drawn; `wroc_error_curves` for more scores
#' than can be distinguished; `wroc_error_package` without ggplot2.
#'
#' @family pictures
#'
#' @examples
#' set.seed(1)
#' people <- data.frame(sick = rep(0:1, c(150, 50)))
#' people$risk <- plogis(rnorm(200, people$sick) - 1.6)
#' fit <- weighted_roc(sick ~ risk, people)
#' plot(roc_net_benefit(fit))
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(roc_net_benefit(fit))
#' @name autoplot.roc_net_benefit
NULL

#' @rdname autoplot.roc_net_benefit
#' @exportS3Method ggplot2::autoplot
autoplot.roc_net_benefit <- function(object, ...) classed({
  figure <- figure_of_net_benefit(object)
  plot <- ggplot_of(figure, ...)
  faceted_by(plot, facets_of_benefit(figure$paths))
})

# Groups or times have their own prior each, so a facet names it only where nothing else differs.
facets_of_benefit <- function(paths) {
  keys <- setdiff(keys_of_paths(paths), c("score", "score1", "prior"))
  keys <- Filter(function(key) length(unique(paths[[key]])) > 1L, keys)
  if (length(keys) == 0L && length(unique(paths$prior)) > 1L) "prior" else keys
}

# Facets have the name of what differs: "sex: f", "time: 365".
faceted_by <- function(plot, keys) {
  if (length(keys) == 0L) return(plot)
  title <- function(values) Map(function(key, value) {
    numeric <- suppressWarnings(as.numeric(value))
    paste0(key, ": ", ifelse(is.na(numeric), value, short_number(numeric)))
  }, names(values), lapply(values, as.character))
  plot + ggplot2::facet_wrap(keys, labeller = structure(title, class = c("function", "labeller"))) +
    ggplot2::theme(panel.spacing = ggplot2::unit(1, "lines"))
}

references <- c("treat all", "treat none")

figure_of_net_benefit <- function(object) {
  with_difference <- "difference" %in% names(object)
  value <- if (with_difference) "difference" else "net_benefit"
  check_drawn(object, "standardized")
  rows <- rows_drawn(object, c("prior", "threshold", value))
  rows$y <- rows[[value]]
  groups <- setdiff(keys_before("prior", rows), c("score", "score1", "score2"))
  if (with_difference) {
    rows$score1 <- paste(rows$score1, "-", rows$score2)
    rows$score2 <- NULL
  }
  name <- short_names_before("prior", rows, "net benefit")
  pair <- if (with_difference && length(unique(rows$score1)) == 1L) rows$score1[[1L]]
  paths <- points_by_name(rows, name, points_of_benefit, keys_before("prior", rows),
                          c(unique(name), if (!with_difference) references))
  title <- paste0(if (with_difference) "Difference of ", if (isTRUE(rows$standardized[1L])) "standardized ",
                  "net benefit")
  substr(title, 1L, 1L) <- toupper(substr(title, 1L, 1L))
  if (!is.null(pair)) title <- paste0(title, ",\n", paste(wrapped(pair), collapse = " "))
  marks <- if (with_difference) {
    zero <- data.frame(x = min(rows$threshold), y = 0, xend = max(rows$threshold), yend = 0)
    list(mark("segment", zero, colour = "grey40"))
  } else {
    list(reference_mark(rows, groups, levels(paths$curve)))
  }
  if (!is.null(paths$low)) marks <- c(marks, list(mark("ribbon", paths, alpha = 0.2)))
  figure(paths, marks, xlim = thresholds_to_show(rows), ylim = height_of(rows), square = FALSE,
         references = if (!with_difference) references, xlab = "Threshold probability", ylab = title)
}

points_of_benefit <- function(part) {
  part <- part[order(part$prior, part$threshold), ]
  points <- data.frame(x = part$threshold, y = part$y, prior = part$prior,
                       piece = match(part$prior, part$prior))
  if (!is.null(part[["conf.low"]])) {
    points <- cbind(points, at = part$threshold, low = part$conf.low, high = part$conf.high)
  }
  points
}

# Treating all and treating none, which all scores of a group have in common.
reference_mark <- function(rows, groups, names) {
  rows <- rows[!duplicated(rows[c(groups, "prior", "threshold")]), ]
  rows <- rows[order(rows$threshold), ]
  all <- cbind(rows[c(groups, "prior")], x = rows$threshold, y = rows$treat_all, curve = references[[1L]])
  none <- replace(replace(all, "y", 0), "curve", references[[2L]])
  both <- rbind(all, none)
  both$piece <- do.call(paste, both[c(groups, "prior", "curve")])
  both$curve <- factor(both$curve, names)
  mark("path", both, in_legend = TRUE)
}

# Up to where a net benefit is above 0. Fewer thresholds than the default ones were asked for.
thresholds_to_show <- function(rows) {
  all <- range(rows$threshold)
  if (is.null(rows$treat_all) || all[[1L]] > 0.05 || all[[2L]] < 0.9) return(all)
  best <- pmax(rows$y, rows$treat_all, na.rm = TRUE)
  useful <- rows$threshold[best > 0.001 * max(best)]
  if (length(useful) == 0L) return(all)
  c(all[[1L]], min(all[[2L]], max(useful) + 0.05))
}

# Useful net benefits are above 0; differences have both signs.
height_of <- function(rows) {
  if (is.null(rows$treat_all)) {
    # At high thresholds where nothing is called positive anything is possible.
    width <- if (is.null(rows$conf.low)) 0 else stats::median(rows$conf.high - rows$conf.low, na.rm = TRUE)
    return(c(-1, 1) * max(0.02, 1.5 * abs(rows$y), width, na.rm = TRUE))
  }
  top <- max(0.05, rows$y, rows$conf.high, rows$treat_all, na.rm = TRUE)
  c(-0.05 * max(1, top), min(1, 1.05 * top))
}

#' @rdname autoplot.roc_net_benefit
#' @export
plot.roc_net_benefit <- plot_by(figure_of_net_benefit)
