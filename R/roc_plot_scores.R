#' Plot the scores of both classes
#'
#' Returns a ggplot of the weighted distribution of a score in each class. Use it to see how the classes
#' overlap, with thresholds as vertical lines.
#'
#' @details
#' A score with more than 20 distinct values has a Gaussian kernel density of the weights in each class:
#' \deqn{f(x) = \sum_i \frac{w_i}{W} \, \frac1h \, \phi\left(\frac{x - s_i}{h}\right).}{
#'   f(x) = sum of (w_i / W) phi((x - s_i) / h) / h over the class.}
#' The bandwidth is Silverman's, \eqn{h = 0.9
#' \min(\sigma, IQR / 1.34) \, k^{-1/5}}{h = 0.9 min(sigma, IQR / 1.34) k^(-1/5)}, with the weighted
#' standard deviation, the weighted quartiles and the effective sample size \eqn{k} of the class. With
#' fewer distinct scores, bars show the share of the class's weight at each score. The area, or the sum,
#' is 1 in both classes.
#'
#' A single threshold is labelled with its true and false positive rates. Scores to the right of the line are
#' called positive. Between bars the line is half way to the next lower score, because a score equal to the
#' threshold is called positive.
#'
#' @param x A fit of [weighted_roc()] with one score, or scores, followed by `label` and `weight`, see
#'   [roc_observations()].
#' @param ... With scores: `label`, `weight` and the other arguments of [roc_observations()].
#' @param threshold Thresholds to draw.
#'
#' @return A ggplot.
#'
#' @section Errors:
#' The errors are those of [roc_observations()], `wroc_error_choice` and `wroc_error_type` for several
#' scores; `wroc_error_infinite` when no score lies within +-1e100; `wroc_error_package` without ggplot2
#' (>= 3.4.0). Scores beyond +-1e100 are left out, with a warning of class `wroc_warning_infinite`.
#'
#' @source
#' Silverman, B. W. (1986). *Density Estimation for Statistics and Data Analysis*. Chapman and Hall,
#' equation 3.31.
#'
#' @family pictures
#' @seealso [roc_plot()] for the curve.
#'
#' @examples
#' set.seed(1)
#' people <- data.frame(state = factor(rep(c("healthy", "sick"), each = 100)), weight = rexp(200))
#' people$score <- rnorm(200, people$state == "sick")
#' fit <- weighted_roc(state ~ score, people, weights = weight)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   print(roc_plot_scores(fit, threshold = roc_optimal(fit)$threshold))
#'   # Few distinct scores
#'   with(people, roc_plot_scores(round(score), state, weight, threshold = 1))
#' }
#' @export
roc_plot_scores <- function(x, ..., threshold = NULL) classed({
  if (!is.null(threshold)) {
    threshold <- check_numbers(threshold, "threshold", range = "number")
    if (length(threshold) == 0L) raise("empty", "`threshold` must have a value.", argument = "threshold")
  }
  observations <- roc_observations(x, ...)
  if (inherits(observations, "weighted_roc_by")) {
    message <- sprintf("roc_plot_scores() draws one group at a time; choose one, as in `%s$fits[[1]]`.",
                       expression_of_x())
    raise("choice", message, argument = "x")
  }
  if (!inherits(observations, "roc_rows")) raise_without_observations("A figure of scores")
  if (length(observations$scores) > 1L) {
    way <- if (is_fit(x)) sprintf(", as in `%s[%s]`", expression_of_x(), quoted(observations$names[[1L]]))
    message <- sprintf("roc_plot_scores() draws one score at a time; choose one%s.", or(way, ""))
    raise(if (is_fit(x)) "choice" else "type", message, argument = "x")
  }
  curve <- curves_of_observations(observations)[[1L]]
  # The scores of a fit may be turned.
  sign <- if (is_fit(x) && x$direction == "<=") -1 else 1
  check_ggplot2()
  label <- if (is_fit(x)) x$classes[observations$label + 1L] else given_label(...)
  scores <- scores_to_draw(observations, label, sign)
  places <- sort(unique(scores$score))
  as_bars <- length(places) <= max_bars
  plot <- if (as_bars) bars_of_scores(scores, places) else densities_of_scores(scores)
  plot + threshold_lines(curve, threshold, places, as_bars, sign) + plain_theme() +
    ggplot2::theme(legend.position = "top", panel.grid.major.x = ggplot2::element_blank())
})

# The label as it was given, for the names of the classes.
given_label <- function(label = NULL, ...) if (!is.null(label)) without_integer64(label, "label")

max_bars <- 20L

# Squares of larger ones overflow.
largest_drawn <- 1e100

# Finite scores of observations that count, with the name of their class, the positive one last, and
# their share of its weight.
scores_to_draw <- function(observations, label, sign) {
  # The later one of both labels.
  codes <- as.vector(if (is.factor(observations$label)) unclass(observations$label) else observations$label)
  is_positive <- codes == max(codes)
  if (!is.null(label) && !is.null(observations$kept)) label <- as.vector(label)[observations$kept]
  if (length(label) != length(is_positive)) label <- observations$label
  weight <- observations$weights
  weight <- if (is.null(weight)) rep(1, length(is_positive)) else as.vector(weight, "double")
  weight <- weight / max(weight)
  class <- function(which, text) {
    sprintf("%s (%s)", as.character(label[is_positive == which][[1L]]), text)
  }
  names <- c(class(FALSE, "negative"), class(TRUE, "positive"))
  all <- data.frame(score = sign * as.vector(observations$scores[[1L]], "double"),
                    class = factor(names[is_positive + 1L], names), weight = weight)
  all$weight <- all$weight / stats::ave(all$weight, all$class, FUN = sum)
  drawn <- all[all$weight > 0 & abs(all$score) < largest_drawn, ]
  left_out <- sum(all$weight > 0) - nrow(drawn)
  if (nrow(drawn) == 0L) {
    raise("infinite", sprintf("`x` must have scores within +-%g to draw.", largest_drawn),
          argument = "x")
  }
  if (left_out > 0L) {
    warn("infinite", sprintf("Scores that are infinite or beyond +-%g are not drawn: %s of them.",
                             largest_drawn, number(left_out)))
  }
  drawn
}

bars_of_scores <- function(scores, places) {
  share <- tapply(scores$weight, list(match(scores$score, places), scores$class), sum)
  share[is.na(share)] <- 0
  bars <- data.frame(score = rep(places, 2L), share = as.vector(share),
                     class = factor(rep(colnames(share), each = length(places)), colnames(share)))
  width <- 0.8 * if (length(places) > 1L) min(diff(places)) else 1
  picture_of_scores(bars, "Share of the weight of the class") +
    ggplot2::geom_col(ggplot2::aes(y = share), position = "dodge", width = width, alpha = 0.8)
}

densities_of_scores <- function(scores) {
  classes <- split(scores, scores$class)
  bandwidths <- vapply(classes, bandwidth_of, 0)
  # A class of one score beside another one that has many.
  bandwidths[!(bandwidths > 0)] <- diff(range(scores$score)) / 50
  ends <- range(scores$score) + c(-3, 3) * max(bandwidths)
  lines <- lapply(which(vapply(classes, nrow, 0L) > 0L), function(i) {
    class <- classes[[i]]
    line <- stats::density(class$score, bandwidths[[i]], weights = class$weight / sum(class$weight),
                           from = ends[[1L]], to = ends[[2L]])
    # Infinite scores have their share, too.
    data.frame(score = line$x, share = line$y * sum(class$weight), class = class$class[[1L]])
  })
  picture_of_scores(do.call(rbind, lines), "Weighted density") +
    ggplot2::geom_area(ggplot2::aes(y = share, linetype = class), position = "identity",
                       alpha = 0.3)
}

bandwidth_of <- function(class) {
  if (nrow(class) == 0L) {
    return(0)
  }
  weight <- class$weight / sum(class$weight)
  deviation <- sqrt(sum(weight * (class$score - sum(weight * class$score))^2))
  by_score <- order(class$score)
  quartiles <- class$score[by_score][findInterval(c(0.25, 0.75), cumsum(weight[by_score])) + 1L]
  covariance <- c(deviation, diff(quartiles) / 1.34)
  if (any(covariance > 0)) 0.9 * min(covariance[covariance > 0]) * sum(weight^2)^0.2 else 0
}

picture_of_scores <- function(data, height) {
  colours <- curve_colours[c(3L, 1L)]
  ggplot2::ggplot(data, ggplot2::aes(x = score, colour = class, fill = class)) +
    ggplot2::scale_colour_manual(values = colours, drop = FALSE) +
    ggplot2::scale_fill_manual(values = colours, drop = FALSE) +
    ggplot2::scale_linetype_manual(values = c("42", "solid"), drop = FALSE) +
    # Room for the labels of thresholds.
    ggplot2::expand_limits(y = 1.25 * max(data$share)) +
    ggplot2::labs(x = "Score", y = height)
}

threshold_lines <- function(curve, threshold, places, as_bars, sign) {
  if (is.null(threshold)) {
    return(NULL)
  }
  neighbours <- neighbours_among(sign * threshold, curve$threshold)
  label <- threshold_text(with_neighbours(data.frame(threshold = threshold), neighbours, sign < 0))
  if (length(threshold) == 1L) {
    rates <- points_at(curve, sign * threshold)
    label <- sprintf("%s\nTPR %s\nFPR %s", label, short_number(rates$TPR), short_number(rates$FPR))
  }
  x <- if (as_bars) sign * between_scores(sign * threshold, sort(sign * places)) else threshold
  lines <- data.frame(x = x, label = label, hjust = ifelse(x > mean(range(places)), 1.1, -0.1))
  list(
    ggplot2::geom_vline(ggplot2::aes(xintercept = x), lines, linewidth = 0.5),
    layer_of(labels_mark(label_frame(x, Inf, label, lines$hjust, 1.2), lines))
  )
}

# Half way between the scores on both sides of a threshold, or by itself beyond them.
between_scores <- function(threshold, places) {
  step <- if (length(places) > 1L) min(diff(places)) else 1
  around <- c(places[[1L]] - step, places, places[[length(places)]] + step)
  higher <- findInterval(threshold, places, left.open = TRUE) + 2L
  (around[higher - 1L] + around[higher]) / 2
}
