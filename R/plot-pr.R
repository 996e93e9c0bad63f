# Figures of precision over recall, and of their gains.

# The baseline is the precision of a score without information.
figure_of_pr <- function(object) {
  drawn <- drawn_by("recall", object, c("prior", "recall", "precision"), function(part) {
    part <- part[order(part$recall, -part$precision), ]
    between_thresholds(thinned(part$recall, part$precision))
  })
  baseline <- unique(drawn$rows[drawn$groups])
  baseline <- cbind(baseline, x = 0, y = baseline$prior, xend = 1, yend = baseline$prior)
  below <- list(
    mark("path", lines_of_F1(), colour = "grey85"),
    mark("labels", label_frame(1, shown_F1 / (2 - shown_F1), paste("F1 =", shown_F1), 1.1, -0.4), size = 3,
         colour = "grey45"),
    mark("segment", baseline, colour = "grey60", linetype = "dashed")
  )
  figure(drawn$paths, c(below, drawn$band), legend = "bottomleft", xlab = "Recall (true positive rate)",
         ylab = "Precision (positive predictive value)")
}

figure_of_prg <- function(object) {
  drawn <- drawn_by("recall_gain", object, c("prior", "recall_gain", "precision_gain"), function(part) {
    # A precision gain has no lower bound, the panel has.
    thinned(part$recall_gain, pmax(part$precision_gain, -1))
  })
  sums <- seq(0.25, 1.75, 0.25)
  of_one_F1 <- data.frame(x = pmax(sums - 1, 0), y = pmin(sums, 1), xend = pmin(sums, 1),
                          yend = pmax(sums - 1, 0))
  figure(drawn$paths, list(mark("segment", of_one_F1, colour = "grey85")), legend = "bottomleft",
         xlab = "Recall gain", ylab = "Precision gain")
}

# Points of the hyperbolas: along a step true and false positives grow in proportion, the latter in a unit in
# which precision is x / (x + false). Where only false positives were called before the first true
# one, that came alone.
between_thresholds <- function(points, widest = 0.005, number = 30L) {
  false <- ifelse(points$x > 0, points$x * (1 / points$y - 1), 0)
  n <- nrow(points)
  if (n > 1L && points$x[[1L]] == 0 && points$y[[1L]] == 0) {
    of_none <- which(points$x == 0)
    false[of_none] <- false[min(max(of_none) + 1L, n)]
  }
  wide <- which(diff(points$x) > widest)
  if (length(wide) == 0L) {
    return(points)
  }
  gone <- seq_len(number - 1L) / number
  between <- lapply(wide, function(i) {
    x <- points$x[[i]] + gone * (points$x[[i + 1L]] - points$x[[i]])
    wrong <- false[[i]] + gone * (false[[i + 1L]] - false[[i]])
    data.frame(x = x, y = x / (x + wrong))
  })
  all <- rbind(points, do.call(rbind, between))
  place <- c(seq_len(n), rep(wide, each = number - 1L) + rep(gone, length(wide)))
  all <- all[order(place), ]
  row.names(all) <- NULL
  all
}

# Points at which the harmonic mean of both is F1.
lines_of_F1 <- function() {
  do.call(rbind, lapply(shown_F1, function(F1) {
    x <- seq(F1 / (2 - F1), 1, length.out = 100L)
    data.frame(x = x, y = F1 * x / (2 * x - F1), piece = F1)
  }))
}

shown_F1 <- c(0.2, 0.4, 0.6, 0.8)

#' @rdname roc_pr
#' @param object the result of `roc_pr()` at thresholds.
#' @exportS3Method ggplot2::autoplot
autoplot.roc_pr <- autoplot_by(figure_of_pr)

#' @rdname roc_pr
#' @export
plot.roc_pr <- plot_by(figure_of_pr)

#' @rdname roc_prg
#' @param object the result of `roc_prg()`.
#' @exportS3Method ggplot2::autoplot
autoplot.roc_prg <- autoplot_by(figure_of_prg)

#' @rdname roc_prg
#' @export
plot.roc_prg <- plot_by(figure_of_prg)
