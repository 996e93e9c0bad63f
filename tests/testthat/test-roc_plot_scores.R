skip_if_not_installed("ggplot2", "3.4.0")

two_classes <- function(n = 200) {
  set.seed(1)
  truth <- factor(rep(c("well", "ill"), length.out = n), levels = c("well", "ill"))
  data.frame(guess = rnorm(n, truth == "ill"), truth = truth, weight = rexp(n))
}

shapes_of <- function(plot) drawn(plot, c("GeomArea", "GeomCol"))[[1]]

trapezoids <- function(x, y) sum(diff(x) * (y[-1L] + y[-length(y)]) / 2)

test_that("densities are weighted, have area 1 and a bandwidth for the effective number", {
  skip_on_cran()
  x <- two_classes()
  plot <- roc_plot_scores(x$guess, x$truth, x$weight)
  curves <- split(shapes_of(plot), ~ group)
  for (i in 1:2) {
    one <- subset(x, truth == levels(truth)[[i]])
    share <- one$weight / sum(one$weight)
    expect_equal(trapezoids(curves[[i]]$x, curves[[i]]$y), 1, tolerance = 1e-3)
    # The mean and the variance of the density are those of the scores, and of the kernel.
    center <- sum(share * one$guess)
    expect_equal(trapezoids(curves[[i]]$x, curves[[i]]$x * curves[[i]]$y), center, tolerance = 0.01)
    spread <- sum(share * (one$guess - center)^2)
    h <- sqrt(trapezoids(curves[[i]]$x, (curves[[i]]$x - center)^2 * curves[[i]]$y) - spread)
    by_score <- order(one$guess)
    above <- function(p) one$guess[by_score][cumsum(share[by_score]) > p][[1]]
    quartiles <- c(above(0.25), above(0.75))
    expect_equal(h, 0.9 * min(sqrt(spread), diff(quartiles) / 1.34) * sum(share^2)^0.2,
                 tolerance = 0.05)
  }
  # An observation of weight 0 is absent, weights have no scale, and 2 is twice 1.
  data_of <- function(...) shapes_of(roc_plot_scores(...))
  expected <- data_of(x$guess, x$truth, x$weight)
  expect_equal(data_of(c(x$guess, 50), factor(c(as.character(x$truth), "ill"), c("well", "ill")),
                       c(x$weight, 0) * 1e300), expected)
  # The effective number differs, not the density for one bandwidth.
  expect_false(isTRUE(all.equal(data_of(x$guess, x$truth), expected)))
})

test_that("few scores have bars of the shares of their weights", {
  x <- two_classes()
  x$guess <- round(x$guess)
  plot <- roc_plot_scores(x$guess, x$truth, x$weight)
  bars <- shapes_of(plot)
  share <- as.data.frame(prop.table(xtabs(weight ~ guess + truth, x), 2))
  expect_equal(bars$y[order(bars$group, bars$x)], share$Freq[order(share$truth, share$guess)])
  expect_equal(as.vector(tapply(bars$y, bars$group, sum)), c(1, 1))
  # Beside each other, and the next score apart.
  expect_true(all(bars$xmax - bars$xmin < 0.5))
})

test_that("a threshold is a line with its rates, between bars below its score", {
  x <- two_classes()
  curve <- WeightedROC(x$guess, x$truth, x$weight)
  plot <- roc_plot_scores(x$guess, x$truth, x$weight, threshold = 0.5)
  expect_identical(drawn(plot, "GeomVline")[[1]]$xintercept, 0.5)
  at <- roc_at(curve, threshold = 0.5)
  expect_identical(drawn(plot, "GeomText")[[1]]$label,
                   sprintf("t = 0.5\nTPR %.3f\nFPR %.3f", at$TPR, at$FPR))
  places <- function(...) {
    drawn(roc_plot_scores(c(1, 2, 4, 1), c(0, 1, 1, 0), ...), "GeomVline")[[1]]$xintercept
  }
  expect_identical(places(threshold = c(1, 1.5, 2, 4, 9)), c(0.5, 1.5, 1.5, 3, 4.5))
  expect_identical(drawn(roc_plot_scores(x$guess, x$truth, threshold = 0:1), "GeomText")[[1]]$label,
                   c("t = 0", "t = 1"))
})

test_that("classes have their names, the positive one last, and differ in grey", {
  names_of <- function(label, ...) {
    plot <- ggplot2::ggplot_build(roc_plot_scores(c(1, 5, 3, 4), label, ...))$plot
    plot$scales$get_scales("fill")$get_labels()
  }
  expect_identical(names_of(c(-1, 1, -1, 1)), c("-1 (negative)", "1 (positive)"))
  expect_identical(names_of(c(TRUE, FALSE, FALSE, TRUE)), c("FALSE (negative)", "TRUE (positive)"))
  expect_identical(names_of(factor(c("b", "a", "b", "a"), c("c", "b", "a"))),
                   c("b (negative)", "a (positive)"))
  expect_identical(names_of(c("b", "a", "b", "a"), positive = "b"),
                   c("a (negative)", "b (positive)"))
  expect_identical(names_of(c("b", NA, "b", "a"), positive = "b", na.rm = TRUE),
                   c("a (negative)", "b (positive)"))
  bars <- shapes_of(roc_plot_scores(1:4, c(0, 1, 0, 1)))
  lightness <- grDevices::convertColor(t(grDevices::col2rgb(unique(bars$fill))) / 255, "sRGB", "Lab")
  expect_gt(abs(diff(lightness[, 1])), 30)
})

test_that("odd samples are drawn", {
  skip_on_cran()
  expect_silent(print_nowhere(roc_plot_scores(rep(3, 4), c(0, 1, 0, 1), threshold = 3)))
  # A class of one score, and one observation.
  set.seed(1)
  many <- c(rnorm(50), 9)
  expect_silent(print_nowhere(roc_plot_scores(many, c(rep(0, 50), 1))))
  expect_warning(plot <- roc_plot_scores(c(many, Inf, -Inf), c(rep(0, 50), 1, 1, 0)), "2 of them",
                 class = "wroc_warning_infinite")
  curves <- split(shapes_of(plot), ~ group)
  expect_equal(trapezoids(curves[[2]]$x, curves[[2]]$y), 0.5, tolerance = 0.01)
  expect_error(roc_plot_scores(c(-Inf, Inf), 0:1), class = "wroc_error_infinite")
})

test_that("what is no sample is an error", {
  expect_error(roc_plot_scores(1:3, c(0, 1, 1), threshold = "a"), class = "wroc_error_type")
  expect_error(roc_plot_scores(1:3, c(0, 1, 1), threshold = NA_real_), class = "wroc_error_missing")
  expect_error(roc_plot_scores(1:3, c(0, 1)), class = "wroc_error_length")
  expect_error(roc_plot_scores(1:3, c(0, 0, 0)), class = "wroc_error_one_class")
  expect_error(roc_plot_scores(c(1, NA, 3), c(0, 0, 1)), class = "wroc_error_missing")
  expect_error(roc_plot_scores(1:3, c(0, 0, 1), -1:1), class = "wroc_error_weight")
  expect_error(roc_plot_scores(1:3), class = "wroc_error_absent")
  expect_error(roc_plot_scores(cbind(1:3, 1:3), c(0, 0, 1)), class = "wroc_error_type")
})
