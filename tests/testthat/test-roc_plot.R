skip_if_not_installed("ggplot2", "3.4.0")

some_curve <- function(n = 60, seed = 1) {
  set.seed(seed)
  truth <- rep(0:1, length.out = n)
  WeightedROC(rnorm(n, truth), truth, rexp(n))
}

# The data of the layers whose geom is of this class.
drawn <- function(plot, geom) {
  data <- ggplot2::ggplot_build(plot)$data
  data[vapply(plot$layers, function(layer) inherits(layer$geom, geom), NA)]
}

test_that("a curve is drawn as it is, and the plot can be added to", {
  curve <- some_curve()
  plot <- roc_plot(curve, diagonal = FALSE)
  expect_s3_class(plot, "ggplot")
  path <- drawn(plot, "GeomPath")
  expect_length(path, 1)
  thin <- roc_thin(curve)
  expect_equal(path[[1]][c("x", "y")], data.frame(x = thin$FPR, y = thin$TPR))
  expect_s3_class(plot + ggplot2::ggtitle("A title"), "ggplot")
})

test_that("every option draws what it says", {
  curve <- some_curve()
  hull <- drawn(roc_plot(curve, diagonal = FALSE, hull = TRUE), "GeomPath")[[1]]
  expect_equal(hull$x, roc_hull(curve)$FPR)

  plot <- roc_plot(curve, optimal = list(cost_FN = 2, prior = 0.3))
  best <- roc_optimal(curve, cost_FN = 2, prior = 0.3)
  expect_equal(drawn(plot, "GeomPoint")[[1]][c("x", "y")], data.frame(x = best$FPR, y = best$TPR))
  line <- roc_isocost(curve, cost_FN = 2, prior = 0.3)
  ends <- drawn(plot, "GeomPath")[[3]]
  expect_equal(ends$y, line$intercept + line$slope * ends$x)
  expect_true(all(ends$x >= 0 & ends$x <= 1 & ends$y >= 0 & ends$y <= 1))

  plot <- roc_plot(curve, max_FPR = 0.21)
  rule <- roc_neyman_pearson(curve, max_FPR = 0.21)
  expect_equal(drawn(plot, "GeomVline")[[1]]$xintercept, 0.21)
  points <- do.call(rbind, lapply(drawn(plot, "GeomPoint"), `[`, c("x", "y")))
  expect_equal(points$x, c(0.21, rule$FPR))
  expect_equal(points$y, c(rule$TPR_curve, rule$TPR))

  plot <- roc_plot(curve, max_FNR = 0.21)
  rule <- roc_neyman_pearson(curve, max_FNR = 0.21)
  expect_equal(drawn(plot, "GeomHline")[[1]]$yintercept, 0.79)
  expect_equal(drawn(plot, "GeomPoint")[[1]]$x, rule$FPR_curve)

  expect_length(drawn(roc_plot(curve, max_FPR = numeric()), "GeomVline"), 0)

  labels <- drawn(roc_plot(curve, thresholds = c(-1, 0.5)), "GeomText")[[1]]
  expect_identical(labels$label, c("-1", "0.5"))
  expect_equal(labels$x, roc_at(curve, c(-1, 0.5))$FPR)
})

# The area of a polygon (shoelace formula).
polygon_area <- function(x, y) {
  following <- c(seq_along(x)[-1], 1)
  abs(sum(x * y[following] - x[following] * y)) / 2
}

test_that("shaded regions have the areas that they stand for", {
  for (seed in 1:5) {
    curve <- some_curve(seed = seed)
    shaded <- function(...) {
      shape <- drawn(roc_plot(curve, ...), "GeomPolygon")[[1]]
      polygon_area(shape$x, shape$y)
    }
    expect_equal(shaded(partial = list(FPR = c(0.1, 0.35))),
                 roc_partial_auc(curve, FPR = c(0.1, 0.35))$pAUC)
    expect_equal(shaded(partial = list(TPR = c(0.7, 1))),
                 roc_partial_auc(curve, TPR = c(0.7, 1))$pAUC)
    for (cost in c(0.1, 0.5, 0.8, 0.95)) {
      expect_equal(shaded(cost_area = list(cost_FN = cost, prior = 0.3)),
                   roc_cost_auc(curve, cost_FN = cost, prior = 0.3)$pAUC)
    }
    # The line is upright.
    free <- list(cost_FP = 1, cost_FN = 0, prior = 0.3)
    expect_equal(do.call(shaded, list(cost_area = free)),
                 do.call(roc_cost_auc, c(list(curve), free))$pAUC)
    line <- drawn(roc_plot(curve, diagonal = FALSE, cost_area = free), "GeomPath")[[1]]
    expect_identical(line[c("x", "y")], data.frame(x = c(0.3, 0.3), y = c(0, 1)))
  }
})

test_that("several curves have a legend, colours and line types", {
  curves <- list(first = some_curve(), second = some_curve(seed = 2))
  plot <- roc_plot(curves, hull = TRUE, optimal = TRUE, max_FPR = 0.1, thresholds = 0)
  path <- drawn(plot, "GeomPath")[[3]]
  expect_length(unique(path$colour), 2)
  expect_length(unique(path$linetype), 2)
  expect_s3_class(roc_plot(stats::setNames(rep(curves, 6), letters[1:12])), "ggplot")
})

test_that("a million points are thinned without moving the picture", {
  skip_on_cran()
  curve <- some_curve(1e6)
  path <- drawn(roc_plot(curve, diagonal = FALSE), "GeomPath")[[1]]
  expect_lte(nrow(path), 10000)
  path <- path[rev(seq_len(nrow(path))), ]
  y <- stats::approx(path$x, path$y, curve$FPR, ties = "ordered")$y
  x <- stats::approx(path$y, path$x, curve$TPR, ties = "ordered")$y
  expect_lte(max(pmin(abs(y - curve$TPR), abs(x - curve$FPR))), 1 / 5000)
})

test_that("what can't be drawn is an error", {
  curve <- some_curve()
  expect_error(roc_plot(1:3), class = "wroc_error_type")
  expect_error(roc_plot(list(curve, curve)), class = "wroc_error_names")
  expect_error(roc_plot(list(a = curve, a = curve)), class = "wroc_error_names")
  error <- expect_error(roc_plot(list(a = curve, b = curve[-1, ])), class = "wroc_error_ends")
  expect_identical(error$argument, "curve$b")
  expect_error(roc_plot(list(a = 1)), class = "wroc_error_type")
  expect_error(roc_plot(curve, diagonal = NA), class = "wroc_error_type")
  expect_error(roc_plot(curve, hull = "yes"), class = "wroc_error_type")
  expect_error(roc_plot(curve, optimal = list(cost = 1)), class = "wroc_error_arguments")
  expect_error(roc_plot(curve, optimal = list(cost_FN = 0)), class = "wroc_error_costs")
  expect_error(roc_plot(curve, max_FPR = 2), class = "wroc_error_range")
  expect_error(roc_plot(curve, partial = c(0, 0.1)), class = "wroc_error_type")
  expect_error(roc_plot(curve, partial = list(FPR = c(0.2, 0.1))), class = "wroc_error_interval")
  expect_error(roc_plot(curve, cost_area = list(cost_FN = c(0.1, 0.2))), class = "wroc_error_length")
  expect_error(roc_plot(curve, thresholds = "a"), class = "wroc_error_type")
})

test_that("without ggplot2 there is an error that says what to do", {
  namespace <- asNamespace("WeightedROC")
  has <- namespace$has_ggplot2
  replace <- function(f) {
    unlockBinding("has_ggplot2", namespace)
    assign("has_ggplot2", f, namespace)
    lockBinding("has_ggplot2", namespace)
  }
  on.exit(replace(has))
  replace(function() FALSE)
  error <- expect_error(roc_plot(some_curve()), class = "wroc_error_package")
  expect_match(conditionMessage(error), "install.packages", fixed = TRUE)
})

test_that("bands are shaded between their ends", {
  set.seed(1)
  truth <- rep(0:1, 30)
  guess <- rnorm(60, truth)
  curve <- WeightedROC(guess, truth)
  by_FPR <- roc_band(guess, truth, at = c(0, 0.2, 0.5, 1))
  shape <- drawn(roc_plot(curve, band = by_FPR), "GeomPolygon")[[1]]
  expect_equal(shape$x, c(by_FPR$FPR, rev(by_FPR$FPR)))
  expect_equal(shape$y, c(by_FPR$conf.low, rev(by_FPR$conf.high)))
  by_TPR <- roc_band(guess, truth, at = c(0, 0.5, 1), by = "TPR")
  plot <- roc_plot(list(a = curve, b = some_curve()), band = list(a = by_TPR))
  shape <- drawn(plot, "GeomPolygon")[[1]]
  expect_equal(shape$y, c(by_TPR$TPR, rev(by_TPR$TPR)))
  expect_equal(shape$x, c(by_TPR$conf.low, rev(by_TPR$conf.high)))

  expect_error(roc_plot(curve, band = list(by_FPR)), class = "wroc_error_names")
  expect_error(roc_plot(curve, band = by_FPR[1:2]), class = "wroc_error_type")
  expect_error(roc_plot(curve, band = 1), class = "wroc_error_names")
})
