#' Picture of the scores of both classes
#'
#' How the scores of each class are distributed, by weight, with thresholds as lines: what a
#' threshold cuts off from each class is a point of the ROC curve.
#'
#' @details
#' With more than 20 distinct scores each class has a Gaussian kernel density of its weights,
#' \deqn{f(x) = \sum_i \frac{w_i}{W} \, \frac1h \, \phi\left(\frac{x - s_i}{h}\right),}{
#'   f(x) = sum of (w_i / W) phi((x - s_i) / h) / h over the class,}
#' with Silverman's bandwidth \eqn{h = 0.9 \min(\sigma, IQR / 1.34) \, k^{-1/5}}{
#' h = 0.9 min(sigma, IQR / 1.34) k^(-1/5)} of the weighted standard deviation, the weighted
#' quartiles and the effective number \eqn{k} of the class, see [auc_ci()]. With fewer distinct scores there are
#' bars: the share of the class's weight that each score has. Both classes have the area, or the sum,
#' 1.
#'
#' A threshold is labelled with its true and false positive rates, as [roc_at()] gives them. To the
#' right of its line is what is called positive. Between bars it is drawn half way to the next lower
#' score, because the score that equals it is called positive.
#'
#' @inheritParams auc_ci
#' @param weight Weights as in [WeightedROC()]. `NULL`: all are 1.
#' @param guess Scores of one kind, see [WeightedROC()], or a fit of [weighted_roc()] with one score
#'   in place of all observations.
#' @param threshold Thresholds to draw, a numeric vector: see [roc_optimal()].
#'
#' @return A ggplot.
#'
#' @section Errors:
#' Those of [auc_wmw()]; `wroc_error_type` and `wroc_error_missing` for thresholds;
#' `wroc_error_infinite` when no score lies within +-1e100; `wroc_error_package` where ggplot2 (>= 3.4.0) is not
#' installed. Other scores are left out of the picture, with a warning of class
#' `wroc_warning_infinite`.
#'
#' @section Complexity:
#' \eqn{O(n \log n)}{O(n log n)} time.
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
#' truth <- factor(rep(c("healthy", "sick"), each = 100))
#' score <- rnorm(200, truth == "sick")
#' weight <- rexp(200)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   best <- roc_optimal(WeightedROC(score, truth, weight))
#'   print(roc_plot_scores(score, truth, weight, best$threshold))
#'   # Few distinct scores
#'   roc_plot_scores(round(score), truth, weight, 1)
#' }
#' @export
roc_plot_scores <- function(guess, label, weight = NULL, threshold = NULL, positive = NULL,
                            na.rm = FALSE) classed({
  if (!is.null(threshold)) threshold <- check_numbers(threshold, "threshold", any_number)
  if (is_fit(guess)) {
    refuse_own(names(match.call()))
    return(draw_scores_of_fit(guess, threshold))
  }
  observed <- observations_of(guess, label, weight, NULL, positive, na.rm, several = FALSE)
  curve <- curve_of_observations(observed)
  draw_scores(observed, without_integer64(label, "label"), curve, threshold)
})

# Back in the units of the score, with the names of the classes.
draw_scores_of_fit <- function(fit, threshold) {
  if (inherits(fit, "weighted_roc_by")) {
    raise("choice", "A fit must be that of one group to draw: `fit$fits[[1]]`.", argument = "guess")
  }
  check_has_curve(fit)
  check_has_observations(fit, "roc_plot_scores()")
  if (length(fit$curves) > 1L) {
    raise("choice", "A fit must have one score to draw: `update(fit, . ~ score)`.",
          argument = "guess")
  }
  observed <- fit$observations
  if (fit$direction == "<=") observed$scores <- lapply(observed$scores, turned)
  draw_scores(observed, fit$classes[observed$label + 1L], fit, threshold)
}

draw_scores <- function(observed, label, curve, threshold) {
  check_ggplot2()
  scores <- scores_to_draw(observed, label)
  places <- sort(unique(scores$score))
  as_bars <- length(places) <= most_bars
  plot <- if (as_bars) bars_of_scores(scores, places) else densities_of_scores(scores)
  plot + threshold_lines(curve, threshold, places, as_bars) + plain_theme() +
    ggplot2::theme(legend.position = "top", panel.grid.major.x = ggplot2::element_blank())
}

most_bars <- 20L

# Squares of larger ones overflow.
largest_drawn <- 1e100

# Finite scores of observations that count, with the name of their class, the positive one last, and
# their share of its weight.
scores_to_draw <- function(observed, label) {
  is_positive <- is_later(observed$label)
  if (!is.null(observed$kept)) label <- as.vector(label)[observed$kept]
  weight <- observed$weights
  weight <- if (is.null(weight)) rep(1, length(is_positive)) else as.vector(weight, "double")
  weight <- weight / max(weight)
  class <- function(which, text) {
    sprintf("%s (%s)", as.character(label[is_positive == which][[1L]]), text)
  }
  names <- c(class(FALSE, "negative"), class(TRUE, "positive"))
  all <- data.frame(score = as.vector(observed$scores[[1L]], "double"),
                    class = factor(names[is_positive + 1L], names), weight = weight)
  all$weight <- all$weight / stats::ave(all$weight, all$class, FUN = sum)
  drawn <- all[all$weight > 0 & abs(all$score) < largest_drawn, ]
  left_out <- sum(all$weight > 0) - nrow(drawn)
  if (nrow(drawn) == 0L) {
    raise("infinite", sprintf("`guess` must have scores within +-%g to draw.", largest_drawn),
          argument = "guess")
  }
  if (left_out > 0L) {
    warn("infinite", sprintf("Scores that are infinite or beyond +-%g are not drawn: %s of them.",
                             largest_drawn, number(left_out)))
  }
  drawn
}

# Which labels are the later one of both.
is_later <- function(label) {
  codes <- as.vector(if (is.factor(label)) unclass(label) else label)
  codes == max(codes)
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
  spread <- c(deviation, diff(quartiles) / 1.34)
  if (any(spread > 0)) 0.9 * min(spread[spread > 0]) * sum(weight^2)^0.2 else 0
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

threshold_lines <- function(curve, threshold, places, as_bars) {
  if (is.null(threshold)) {
    return(NULL)
  }
  label <- threshold_text(threshold)
  if (length(threshold) == 1L) {
    rates <- roc_at(curve, threshold)
    label <- sprintf("%s\nTPR %s\nFPR %s", label, short_number(rates$TPR), short_number(rates$FPR))
  }
  x <- threshold
  if (as_bars) {
    higher <- between_scores(turned_for(curve, threshold), sort(turned_for(curve, places)))
    x <- turned_for(curve, higher)
  }
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
