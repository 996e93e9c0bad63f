skip_if_not_installed("ggplot2", "3.4.0")

# Somebody's plot, with a mapping of colours that results do not have.
somebodys <- function() {
  both <- rbind(cbind(some_curve(), model = "a"), cbind(some_curve(seed = 2), model = "b"))
  ggplot2::ggplot(both, ggplot2::aes(FPR, TPR, colour = model)) + ggplot2::geom_path()
}

of_layer <- function(plot, i) ggplot2::layer_data(plot, i)

test_that("marks are added to anybody's plot", {
  skip_on_cran()
  curve <- some_curve()
  best <- roc_optimal(curve, cost_FN = c(1, 3))
  plot <- somebodys() + ggplot2::autolayer(best, colour = "purple", size = 4)
  expect_silent(print_nowhere(plot))
  expect_equal(of_layer(plot, 2)[c("x", "y", "size")],
               data.frame(x = best$FPR, y = best$TPR, size = 4))
  expect_identical(unique(c(of_layer(plot, 2)$colour, of_layer(plot, 3)$colour)), "purple")
  expect_identical(of_layer(plot, 3)$label, c(
    sprintf("t = %s", vapply(best$threshold, format, "", digits = 3)), "cost FN:FP = 1:1", "3:1"
  ))

  hull <- roc_hull(curve)
  plot <- somebodys() + ggplot2::autolayer(hull)
  expect_silent(print_nowhere(plot))
  expect_equal(of_layer(plot, 2)$x, hull$FPR)
  expect_identical(of_layer(plot, 3)$label, "hull")

  plot <- somebodys() + ggplot2::autolayer(best, alpha = 0.5, linewidth = 2)
  expect_silent(print_nowhere(plot))
  ends <- of_layer(plot, 4)
  expect_equal(ends$yend, best$intercept + best$slope * ends$xend)
  expect_identical(unique(ends[c("alpha", "linewidth")]), data.frame(alpha = 0.5, linewidth = 2))
  # The best by another measure has no line.
  plot <- somebodys() + ggplot2::autolayer(roc_optimal(curve, measure = "F1"))
  expect_silent(print_nowhere(plot))
  expect_length(plot$layers, 3L)

  guess <- c(1:10, 5:14)
  for (by in c("FPR", "TPR")) {
    band <- roc_band(guess, rep(0:1, each = 10), by = by)
    plot <- somebodys() + ggplot2::autolayer(band)
    expect_silent(print_nowhere(plot))
    found <- of_layer(plot, 2)
    ends <- if (by == "FPR") found[c("x", "ymin", "ymax")] else found[c("y", "xmin", "xmax")]
    expect_equal(unname(ends), unname(as.data.frame(band)[c(by, "conf.low", "conf.high")]),
                 ignore_attr = TRUE)
  }
})

test_that("columns of results are mapped, and a score has its own hull", {
  skip_on_cran()
  curves <- list(a = some_curve(), b = some_curve(seed = 2))
  stacked <- function(f) {
    do.call(rbind, Map(function(curve, name) cbind(f(curve), score = name), curves, names(curves)))
  }
  as <- function(rows, class) structure(rows, class = c(class, "data.frame"))
  hulls <- as(stacked(roc_hull), "roc_hull")
  plot <- ggplot2::ggplot() + ggplot2::autolayer(hulls, ggplot2::aes(colour = score)) +
    ggplot2::autolayer(as(stacked(roc_optimal), "roc_optimal"), ggplot2::aes(colour = score))
  expect_silent(print_nowhere(plot))
  expect_identical(as.vector(table(of_layer(plot, 1)$group)), as.vector(table(hulls$score)))
  for (i in c(2, 3, 4)) {
    expect_identical(unique(of_layer(plot, i)$colour), unique(of_layer(plot, 1)$colour), info = i)
  }
  expect_silent(print_nowhere(ggplot2::ggplot() + ggplot2::autolayer(hulls, linetype = "solid")))
})

test_that("a hull is a curve, and what has lost what is drawn is an error", {
  curve <- some_curve()
  expect_identical(WeightedAUC(roc_hull(curve)), WeightedAUC(as.data.frame(roc_hull(curve))))
  without <- function(result, column) {
    result[[column]] <- NULL
    result
  }
  error <- expect_error(ggplot2::autolayer(without(roc_optimal(curve), "TPR")), class = "wroc_error_column")
  expect_identical(error[c("argument", "column")], list(argument = "object", column = "TPR"))
  expect_error(ggplot2::autolayer(without(roc_hull(curve), "TPR")), class = "wroc_error_column")
  band <- roc_band(c(1:10, 5:14), rep(0:1, each = 10), by = "threshold")
  expect_error(ggplot2::autolayer(band), class = "wroc_error_type")
})
