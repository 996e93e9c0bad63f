# Decision curves: net benefit against the threshold probability.

#' Pictures of decision curves
#'
#' What [roc_net_benefit()] and [roc_net_benefit_ci()] give, as a picture: net benefit against the
#' threshold probability, with what it is worth to treat all and to treat none, and with bands where there
#' are any.
#'
#' @details
#' Several scores are told apart by colour, several priors by facets. The axis begins just below 0, as what
#' is far below is of no use to anybody. A difference of two scores has no curves of treating all or
#' none; at high thresholds its band may go beyond the axis.
#'
#' @param object,x A result of one of these functions, with the columns that it had.
#' @param ... For `plot()`, `col`, `lty` and `lwd`, one value or one for each score, and arguments of
#'   [plot.default()]; nothing for `autoplot()`.
#'
#' @return A ggplot; `plot()` gives its argument, invisibly.
#'
#' @section Errors:
#' `wroc_error_column` when a result has lost a column that is drawn; `wroc_error_curves` for more scores
#' than can be told apart; `wroc_error_package` without ggplot2.
#'
#' @family pictures
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, c(150, 50))
#' risk <- plogis(rnorm(200, truth) - 1.6)
#' plot(roc_net_benefit(WeightedROC(risk, truth)))
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   ggplot2::autoplot(roc_net_benefit_ci(risk, truth, threshold = seq(0.05, 0.6, 0.05)))
#' }
#' @name autoplot.roc_net_benefit
NULL

#' @rdname autoplot.roc_net_benefit
#' @exportS3Method ggplot2::autoplot
autoplot.roc_net_benefit <- function(object, ...) classed({
  check_ggplot2()
  drawn <- decision_curves(object)
  style <- style_of(levels(drawn$curve))
  plot <- ggplot2::ggplot(drawn, ggplot2::aes(x = threshold)) +
    ggplot2::scale_colour_manual(values = style$colour) +
    ggplot2::scale_fill_manual(values = style$colour, guide = "none") +
    ggplot2::scale_linetype_manual(values = style$line) +
    ggplot2::coord_cartesian(ylim = height_of(drawn)) +
    ggplot2::labs(x = "Threshold probability", y = drawn$what[[1L]]) +
    plain_theme() + references_of(drawn)
  if (!is.null(drawn$conf.low)) {
    plot <- plot + ggplot2::geom_ribbon(
      ggplot2::aes(ymin = conf.low, ymax = conf.high, fill = curve, group = curve), alpha = 0.2
    )
  }
  one <- length(style$colour) == 1L
  guide <- if (one) "none" else ggplot2::guide_legend()
  plot <- plot +
    ggplot2::geom_line(ggplot2::aes(y = value, colour = curve, linetype = curve), linewidth = 0.7) +
    ggplot2::guides(colour = guide, linetype = guide) +
    ggplot2::theme(legend.position = if (one) "none" else "bottom")
  if (length(unique(drawn$prior)) > 1L) {
    label <- function(prior) paste("prior", short_number(as.numeric(prior)))
    plot <- plot + ggplot2::facet_wrap(~prior, labeller = ggplot2::labeller(prior = label)) +
      ggplot2::theme(panel.spacing = ggplot2::unit(1, "lines"))
  }
  plot
})

#' @rdname autoplot.roc_net_benefit
#' @export
plot.roc_net_benefit <- function(x, ...) classed({
  draw_decision_curves(decision_curves(x), ...)
  invisible(x)
})

#' @rdname autoplot.roc_net_benefit
#' @exportS3Method ggplot2::autoplot
autoplot.roc_net_benefit_ci <- autoplot.roc_net_benefit

#' @rdname autoplot.roc_net_benefit
#' @export
plot.roc_net_benefit_ci <- plot.roc_net_benefit

draw_decision_curves <- function(drawn, ..., xlab = "Threshold probability", ylab = drawn$what[[1L]],
                                 ylim = height_of(drawn), col = NULL, lty = NULL, lwd = 2) {
  style <- line_style(levels(drawn$curve), col, lty, lwd)
  empty_axes(range(drawn$threshold), ylim, xlab = xlab, ylab = ylab, ylim = ylim, ...)
  graphics::abline(h = 0, col = "grey40")
  parts <- split(drawn, list(drawn$curve, drawn$prior), drop = TRUE)
  for (part in parts) {
    curve <- as.character(part$curve[[1L]])
    if (!is.null(part$treat_all)) graphics::lines(part$threshold, part$treat_all, col = "grey60")
    if (!is.null(part$conf.low)) {
      graphics::polygon(c(part$threshold, rev(part$threshold)), c(part$conf.low, rev(part$conf.high)),
                        border = NA, col = grDevices::adjustcolor(style$colour[[curve]], 0.2))
    }
    graphics::lines(part$threshold, part$value, col = style$colour[[curve]], lty = style$line[[curve]],
                    lwd = style$width[[curve]])
  }
  if (length(style$colour) > 1L) {
    graphics::legend("topright", names(style$colour), col = style$colour, lty = style$line,
                     lwd = style$width, bty = "n")
  }
}

# The columns that are drawn, of any of the results, by ascending threshold; `curve` names the score or
# what is compared, and `what` the axis.
decision_curves <- function(object) {
  with_difference <- "difference" %in% names(object)
  value <- if (with_difference) "difference" else "net_benefit"
  check_drawn(object, "standardized")
  object <- rows_drawn(object, c("prior", "threshold", value))
  rows <- plain_frame(object)
  if (with_difference) {
    rows$score1 <- paste(rows$score1, "-", rows$score2)
    rows$score2 <- NULL
  }
  curve <- short_names_before("prior", rows, "net benefit")
  check_few(length(unique(curve)))
  what <- if (isTRUE(object[["standardized"]][1L])) "standardized net benefit" else "net benefit"
  drawn <- plain_frame(object)[intersect(c("prior", "threshold", "treat_all", "conf.low", "conf.high"),
                                         names(object))]
  drawn$curve <- factor(curve, unique(curve))
  drawn$value <- object[[value]]
  drawn$what <- rep(paste0(if (with_difference) "Difference of " else "", what), nrow(drawn))
  substr(drawn$what, 1L, 1L) <- toupper(substr(drawn$what, 1L, 1L))
  drawn <- drawn[order(drawn$curve, drawn$prior, drawn$threshold), ]
  row.names(drawn) <- NULL
  drawn
}

# What is of use is above 0; differences are on both sides of it.
height_of <- function(drawn) {
  if (is.null(drawn$treat_all)) {
    # At high thresholds where nothing is called positive anything is possible.
    width <- if (is.null(drawn$conf.low)) 0 else stats::median(drawn$conf.high - drawn$conf.low, na.rm = TRUE)
    return(c(-1, 1) * max(0.02, 1.5 * abs(drawn$value), width, na.rm = TRUE))
  }
  top <- max(0.05, drawn$value, drawn$conf.high, drawn$treat_all, na.rm = TRUE)
  c(-0.05 * max(1, top), min(1, 1.05 * top))
}

# Lines for treating all and none, with their names.
references_of <- function(drawn) {
  none <- ggplot2::geom_hline(yintercept = 0, colour = "grey40", linewidth = 0.3)
  if (is.null(drawn$treat_all)) {
    return(list(none))
  }
  all <- drawn[!duplicated(drawn[c("prior", "threshold")]), c("prior", "threshold", "treat_all")]
  height <- height_of(drawn)
  seen <- all[all$treat_all >= height[[1L]], , drop = FALSE]
  lowest <- seen[!duplicated(seen$prior, fromLast = TRUE), ]
  label <- function(prior, threshold, value, label, hjust, vjust) {
    number <- length(prior)
    data.frame(prior = prior, threshold = threshold, value = rep(value, number), label = rep(label, number),
               hjust = rep(hjust, number), vjust = rep(vjust, number))
  }
  priors <- unique(all$prior)
  labels <- rbind(
    label(lowest$prior, lowest$threshold, height[[1L]], "treat all", -0.1, -0.5),
    label(priors, rep(max(all$threshold), length(priors)), 0, "treat none", 1, 1.5)
  )
  list(
    none,
    ggplot2::geom_line(ggplot2::aes(y = treat_all), all, colour = "grey60", linewidth = 0.5),
    ggplot2::geom_text(ggplot2::aes(y = value, label = label, hjust = hjust, vjust = vjust), labels,
                       colour = "grey40", size = 3)
  )
}

utils::globalVariables(c("treat_all", "value"))
