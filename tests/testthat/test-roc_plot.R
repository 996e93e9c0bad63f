skip_if_not_installed("ggplot2", "3.4.0")

value_of <- function(curve, measure) roc_estimate(curve, measure = measure, conf.level = NULL)$estimate

cost_areas_of <- function(curve, costs) {
  problems <- do.call(problems_to_draw, costs)
  unwrap(curve_cost_area(columns_of(curve), problems))
}

the_path <- function(plot) {
  paths <- drawn(plot, "GeomPath")
  paths[[which(vapply(paths, function(path) "threshold" %in% names(path), NA))]]
}

test_that("a curve is drawn as it is, with its thresholds, and the plot can be added to", {
  curve <- some_curve()
  expect_silent(plot <- roc_plot(curve, diagonal = FALSE))
  expect_s3_class(plot, "ggplot")
  expect_length(plot$layers, 2)
  path <- the_path(plot)
  thin <- roc_thin(curve)
  expect_equal(path[c("x", "y", "threshold")],
               data.frame(x = thin$FPR, y = thin$TPR, threshold = thin$threshold))
  expect_s3_class(plot + ggplot2::ggtitle("A title"), "ggplot")
})

test_that("every option draws what it says, with its name", {
  skip_on_cran()
  curve <- some_curve()
  plot <- roc_plot(curve, hull = TRUE)
  hull <- drawn(plot, "GeomPath")[[1]]
  expect_equal(hull$x, roc_hull(curve)$FPR)
  label <- subset(texts(plot), label == "hull")
  expect_equal(stats::approx(rev(hull$x), rev(hull$y), label$x, ties = "ordered")$y, label$y)

  plot <- roc_plot(curve, diagonal = FALSE, optimal = list(cost_FN = 2, prior = 0.3))
  best <- roc_optimal(curve, cost_FN = 2, prior = 0.3)
  expect_equal(drawn(plot, "GeomPoint")[[1]][c("x", "y")], data.frame(x = best$FPR, y = best$TPR))
  line <- best
  ends <- drawn(plot, "GeomSegment")[[1]]
  expect_equal(c(ends$y, ends$yend), line$intercept + line$slope * c(ends$x, ends$xend))
  expect_true(all(ends[c("x", "y", "xend", "yend")] >= 0 & ends[c("x", "y", "xend", "yend")] <= 1))
  expect_true(all(c(sprintf("t = %s", format(best$threshold, digits = 3)), "cost FN:FP = 2:1") %in%
                    texts(plot)$label))

  plot <- roc_plot(curve, max_FPR = 0.21)
  rule <- cbind(roc_constrained(curve, max_FPR = 0.21), TPR_curve = roc_at(curve, FPR = 0.21)$TPR)
  bound <- drawn(plot, "GeomSegment")[[2]]
  expect_equal(unlist(bound[c("x", "xend", "y", "yend")], use.names = FALSE), c(0.21, 0.21, 0, 1))
  points <- do.call(rbind, lapply(drawn(plot, "GeomPoint"), `[`, c("x", "y")))
  expect_equal(points$x, c(0.21, rule$FPR))
  expect_equal(points$y, c(rule$TPR_curve, rule$TPR))
  expect_true(all(c(sprintf("t = %s", format(rule$threshold, digits = 3)), "FPR <= 0.21") %in%
                    texts(plot)$label))

  plot <- roc_plot(curve, max_FNR = 0.21)
  rule <- cbind(roc_constrained(curve, max_FNR = 0.21), FPR_curve = roc_at(curve, TPR = 0.79)$FPR)
  bound <- drawn(plot, "GeomSegment")[[2]]
  expect_equal(unlist(bound[c("x", "xend", "y", "yend")], use.names = FALSE), c(0, 1, 0.79, 0.79))
  expect_equal(drawn(plot, "GeomPoint")[[1]]$x, rule$FPR_curve)
  expect_true("FNR <= 0.21" %in% texts(plot)$label)

  expect_length(drawn(roc_plot(curve, diagonal = FALSE, max_FPR = numeric()), "GeomSegment"), 0)

  labels <- texts(roc_plot(curve, thresholds = c(-1, 0.5), areas = FALSE))
  expect_identical(labels$label, c("t = -1", "t = 0.5"))
  expect_equal(labels$x, roc_at(curve, threshold = c(-1, 0.5))$FPR)
})

test_that("several costs are several points and lines, named by their ratios", {
  curve <- some_curve()
  costs <- list(cost_FN = c(1, 2, 10), cost_FP = c(1, 1, 2), cost_TP = c(0, 0, 2), cost_TN = 0)
  plot <- roc_plot(curve, diagonal = FALSE, optimal = costs)
  best <- do.call(roc_optimal, c(list(curve), costs))
  expect_equal(drawn(plot, "GeomPoint")[[1]]$x, best$FPR)
  expect_identical(nrow(drawn(plot, "GeomSegment")[[1]]), 3L)
  expect_true(all(c("cost FN:FP = 1:1", "2:1", "4:1") %in% texts(plot)$label))
  labels <- texts(roc_plot(curve, optimal = list(prior = c(0.2, 0.5), cost_FP = 8)))$label
  expect_true(all(c("cost FN:FP = 1:8, prior 0.2", "1:8, prior 0.5") %in% labels))
})

test_that("the shading of a partial area has that area, with ties and ends on steps", {
  skip_on_cran()
  for (seed in 1:20) {
    curve <- tied_curve(seed)
    at <- sort(sample(c(0, 1, curve$FPR, curve$TPR, stats::runif(3L)), 2L))
    for (rate in c("FPR", "TPR")) {
      interval <- structure(list(at), names = rate)
      ribbon <- drawn(roc_plot(curve, partial = interval), "GeomRibbon")[[1]]
      # Nothing lies above a single rate.
      area <- if (diff(at) > 0) value_of(curve, do.call(roc_measure, c("AUC", interval))) else 0
      expect_equal(area_of_ribbon(ribbon), area,
                   tolerance = 1e-12, info = paste(seed, rate))
      expect_true(all(ribbon$flipped_aes == (rate == "TPR")))
    }
  }
})

test_that("several partial areas are shaded, of several curves", {
  curves <- list(a = tied_curve(1), b = tied_curve(2))
  intervals <- rbind(c(0, 0.2), c(0.5, 0.7))
  ribbon <- drawn(roc_plot(curves, partial = list(FPR = intervals)), "GeomRibbon")[[1]]
  areas <- unlist(lapply(curves, function(curve) {
    c(value_of(curve, roc_measure("AUC", FPR = intervals[1, ])),
      value_of(curve, roc_measure("AUC", FPR = intervals[2, ])))
  }))
  expect_equal(sort(area_of_ribbon(ribbon)), sort(unname(areas)))
})

test_that("the shading of a cost-based area has that area, for several costs", {
  skip_on_cran()
  for (seed in 1:15) {
    curve <- tied_curve(seed)
    costs <- list(cost_FN = c(0, 1, 2, 4, stats::rexp(1L, 0.05)), cost_FP = c(1, 1, 1, 1, 0.01),
                  prior = if (seed %% 3L) stats::runif(1L, 0.01, 0.99))
    plot <- roc_plot(curve, diagonal = FALSE, cost_area = costs)
    found <- cost_areas_of(curve, costs)
    expect_equal(area_of_ribbon(drawn(plot, "GeomRibbon")[[1]]), found$pAUC, tolerance = 1e-9,
                 info = seed)
    lines <- drawn(plot, "GeomSegment")[[1]]
    # Without a cost of false negatives the line is upright.
    expect_equal(unlist(lines[1, c("x", "y", "xend", "yend")], use.names = FALSE),
                 c(found$prior[[1]], 0, found$prior[[1]], 1))
    expect_equal(lines$yend[-1], (found$intercept + found$slope * lines$xend)[-1])
  }
  plot <- roc_plot(curve, diagonal = FALSE, cost_area = TRUE)
  expect_identical(nrow(drawn(plot, "GeomSegment")[[1]]), 1L)
})

test_that("the legend has the areas, with their intervals if there are", {
  curves <- list(age = some_curve(), bmi = some_curve(seed = 2, difference = 9))
  names_of <- function(...) levels(roc_plot(curves, ...)$data$curve)
  expect_identical(names_of(), c(sprintf("age (%.2f)", WeightedAUC(curves$age)), "bmi (1.00)"))
  expect_identical(names_of(areas = FALSE), c("age", "bmi"))
  areas <- data.frame(score = c("bmi", "other", "age"), estimate = c(1, 0, 0.7214),
                      conf.low = c(0.98, 0, 0.6), conf.high = c(1, 0, 0.9996))
  expect_identical(names_of(areas = areas),
                   c("age (0.72, 0.60 to 0.9996)", "bmi (1.00, 0.98 to 1.00)"))

  # A single curve has its AUC in the plot, where the curve is not.
  label <- texts(roc_plot(curves$age))
  expect_identical(label$label, sprintf("AUC %.2f", WeightedAUC(curves$age)))
  expect_identical(c(label$x, label$y, label$hjust), c(1, 0, 1))
  worse <- WeightedROC(c(1, 2, 3, 1, 1), c(-1, -1, 1, 1, 1), c(1, 1, 1, 4, 5))
  label <- texts(roc_plot(list(score = worse)))
  expect_identical(c(label$label, label$x, label$y), c("score (0.33)", "0", "1"))
  interval <- data.frame(estimate = 0.5, conf.low = NA_real_, conf.high = 0.75)
  expect_identical(texts(roc_plot(curves$age, areas = interval))$label, "AUC 0.50, NA to 0.75")
})

lightness_of <- function(colour) {
  grDevices::convertColor(t(grDevices::col2rgb(colour)) / 255, "sRGB", "Lab")
}

# Machado, Oliveira and Fernandes (2009): how colours look to people without cones of one kind.
without_cones <- list(
  red = rbind(c(0.152286, 1.052583, -0.204868), c(0.114503, 0.786281, 0.099216),
              c(-0.003882, -0.048116, 1.051998)),
  green = rbind(c(0.367322, 0.860646, -0.227968), c(0.280085, 0.672501, 0.047413),
                c(-0.011820, 0.042940, 0.968881)),
  blue = rbind(c(1.255528, -0.076749, -0.178779), c(-0.078411, 0.930809, 0.147602),
               c(0.004733, 0.691367, 0.303900))
)

test_that("no two of up to twelve curves look alike, in grey and for any colour vision", {
  curves <- stats::setNames(lapply(1:12, function(i) some_curve(20, i)), letters[1:12])
  path <- the_path(roc_plot(curves))
  look <- unique(path[c("colour", "linetype")])
  expect_identical(nrow(look), 12L)
  for (same in split(look$colour, look$linetype)) {
    expect_gt(min(diff(sort(lightness_of(same)[, 1]))), 12)
    linear <- function(x) ifelse(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055)^2.4)
    gamma <- function(x) ifelse(x <= 0.0031308, 12.92 * x, 1.055 * x^(1 / 2.4) - 0.055)
    for (seen_by in without_cones) {
      seen <- gamma(pmin(pmax(seen_by %*% linear(grDevices::col2rgb(same) / 255), 0), 1))
      expect_gt(min(stats::dist(grDevices::convertColor(t(seen), "sRGB", "Lab"))), 15)
    }
  }
  # Steps of a few curves are not broken by dashes.
  expect_identical(unique(the_path(roc_plot(curves[1:4]))$linetype), "solid")

  curves$m <- curves$a
  error <- expect_error(roc_plot(curves), "at most 12 curves, not 13", class = "wroc_error_curves")
  expect_match(conditionMessage(error), "facet")
  expect_identical(error$argument, "x")
})

legends <- function(plot) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  parts <- ggplot2::ggplotGrob(plot)
  boxes <- parts$grobs[grepl("guide-box", parts$layout$name)]
  sum(vapply(boxes, function(box) sum(grepl("^guides", box$layout$name)), 0L))
}

test_that("another scale of colours keeps the one legend with its names", {
  skip_on_cran()
  curves <- stats::setNames(lapply(1:6, function(i) some_curve(20, i)), letters[1:6])
  for (count in c(2L, 6L)) {
    plot <- roc_plot(curves[seq_len(count)])
    expect_identical(legends(plot), 1L)
    plot <- plot + ggplot2::scale_colour_brewer(palette = "Dark2")
    expect_identical(legends(plot), 1L)
    expect_match(ggplot2::ggplot_build(plot)$plot$scales$get_scales("colour")$get_labels(),
                 "^[a-f] \\(0\\.[0-9]{2}\\)$")
  }
  expect_identical(legends(roc_plot(curves$a)), 0L)
})

test_that("labels at the corners and the borders lie within the panel", {
  label <- texts(roc_plot(some_curve(), thresholds = c(-100, 100), areas = FALSE))
  expect_equal(label$x, c(1, 0))
  # To the left of and below (1, 1), to the right of and above (0, 0).
  expect_true(label$hjust[[1]] >= 1 && label$vjust[[1]] >= 1)
  expect_true(label$hjust[[2]] <= 0 && label$vjust[[2]] <= 0)
  # Below the chance line the sides are the other ones.
  worse <- some_curve(difference = -3)
  label <- texts(roc_plot(worse, thresholds = worse$threshold[which.min(worse$TPR - worse$FPR)],
                          areas = FALSE))
  expect_true(label$hjust >= 1 && label$vjust <= 0)
  # Bounds at the borders.
  label <- texts(roc_plot(some_curve(), max_FPR = c(0, 1), max_FNR = c(0, 1), areas = FALSE))
  bounds <- label[grepl("<=", label$label), ]
  expect_identical(bounds$label, c("FPR <= 0", "FPR <= 1", "FNR <= 0", "FNR <= 1"))
  expect_true(all(bounds$hjust[1:2] == c(-0.1, 1.1), bounds$vjust[3:4] == c(1.5, -0.5)))
})

test_that("a million points are thinned without moving the picture", {
  skip_on_cran()
  curve <- some_curve(1e6)
  path <- the_path(roc_plot(curve, diagonal = FALSE))
  expect_lte(nrow(path), 10000)
  path <- path[rev(seq_len(nrow(path))), ]
  y <- stats::approx(path$x, path$y, curve$FPR, ties = "ordered")$y
  x <- stats::approx(path$y, path$x, curve$TPR, ties = "ordered")$y
  expect_lte(max(pmin(abs(y - curve$TPR), abs(x - curve$FPR))), 1 / 5000)
})

test_that("what can't be drawn is an error", {
  curve <- some_curve()
  expect_error(roc_plot(1:3), class = "wroc_error_absent")
  expect_error(roc_plot(list(curve, curve)), class = "wroc_error_names")
  expect_error(roc_plot(list(a = curve, a = curve)), class = "wroc_error_names")
  error <- expect_error(roc_plot(list(a = curve, b = curve[-1, ])), class = "wroc_error_ends")
  expect_identical(error$argument, "x$b")
  expect_error(roc_plot(list(a = 1)), class = "wroc_error_absent")
  expect_error(roc_plot(list(a = curve, b = 1)), class = "wroc_error_type")
  expect_error(roc_plot(curve, diagonal = NA), class = "wroc_error_type")
  expect_error(roc_plot(curve, hull = "yes"), class = "wroc_error_type")
  expect_error(roc_plot(curve, optimal = list(cost = 1)), class = "wroc_error_arguments")
  expect_error(roc_plot(curve, optimal = list(cost_FN = 0)), class = "wroc_error_costs")
  expect_error(roc_plot(curve, max_FPR = 2), class = "wroc_error_range")
  expect_error(roc_plot(curve, partial = c(0, 0.1)), class = "wroc_error_type")
  expect_error(roc_plot(curve, partial = list(FPR = c(0.2, 0.1))), class = "wroc_error_interval")
  expect_error(roc_plot(curve, partial = list(FPR = c(0, 1), TPR = c(0, 1))),
               class = "wroc_error_choice")
  expect_error(roc_plot(curve, cost_area = list(cost_FN = 1:2, prior = c(0.1, 0.2, 0.3))),
               class = "wroc_error_length")
  expect_error(roc_plot(curve, cost_area = list(share = 0.1)), class = "wroc_error_arguments")
  expect_error(roc_plot(curve, thresholds = "a"), class = "wroc_error_type")
  expect_error(roc_plot(curve, areas = 0.7), class = "wroc_error_type")
  expect_error(roc_plot(curve, areas = data.frame(estimate = 1)), class = "wroc_error_type")
  areas <- data.frame(score = "a", estimate = 0.7, conf.low = 0.6, conf.high = 0.8)
  error <- expect_error(roc_plot(list(a = curve, b = curve), areas = areas), "\"b\" has none",
                        class = "wroc_error_names")
  expect_identical(error$argument, "areas")
})

test_that("without ggplot2 there is an error that says what to do", {
  namespace <- asNamespace("WeightedROC")
  has <- namespace$can_be_loaded
  replace <- function(f) {
    unlockBinding("can_be_loaded", namespace)
    assign("can_be_loaded", f, namespace)
    lockBinding("can_be_loaded", namespace)
  }
  on.exit(replace(has))
  replace(function(package) FALSE)
  error <- expect_error(roc_plot(some_curve()), class = "wroc_error_package")
  expect_match(conditionMessage(error), "install.packages", fixed = TRUE)
  expect_error(roc_plot_scores(1:4, c(0, 1, 0, 1)), class = "wroc_error_package")
})

test_that("bands are shaded between their ends", {
  skip_on_cran()
  set.seed(1)
  truth <- rep(0:1, 30)
  guess <- rnorm(60, truth)
  curve <- WeightedROC(guess, truth)
  by_FPR <- roc_band(guess, truth, at = c(0, 0.2, 0.5, 1))
  ribbon <- drawn(roc_plot(curve, band = by_FPR), "GeomRibbon")[[1]]
  expect_equal(ribbon[c("x", "ymin", "ymax")],
               data.frame(x = by_FPR$FPR, ymin = by_FPR$conf.low, ymax = by_FPR$conf.high))
  by_TPR <- roc_band(guess, truth, at = c(0, 0.5, 1), by = "TPR")
  curves <- list(a = some_curve(), b = curve)
  plot <- roc_plot(curves, band = list(b = by_TPR))
  ribbon <- drawn(plot, "GeomRibbon")[[1]]
  expect_equal(ribbon[c("y", "xmin", "xmax")],
               data.frame(y = by_TPR$TPR, xmin = by_TPR$conf.low, xmax = by_TPR$conf.high))
  path <- the_path(plot)
  expect_identical(unique(ribbon$fill), unique(path$colour)[[2]])
  expect_length(drawn(roc_plot(curves, band = list(a = by_FPR, b = by_TPR)), "GeomRibbon"), 2)
  # As one data.frame with a column of names.
  stacked <- rbind(cbind(score = "b", by_FPR), cbind(score = "a", by_FPR[2:3, ]))
  ribbon <- drawn(roc_plot(curves, band = stacked), "GeomRibbon")[[1]]
  expect_identical(sort(as.vector(table(ribbon$fill))), c(2L, 4L))

  expect_error(roc_plot(curve, band = list(by_FPR)), class = "wroc_error_names")
  expect_error(roc_plot(curves, band = by_FPR), "list(age = roc_band(...))", fixed = TRUE,
               class = "wroc_error_names")
  expect_error(roc_plot(curve, band = by_FPR[1:2]), class = "wroc_error_type")
  expect_error(roc_plot(curve, band = roc_band(guess, truth, by = "threshold")),
               class = "wroc_error_type")
  expect_error(roc_plot(curve, band = 1), class = "wroc_error_names")
  by_FPR$TPR <- structure(by_FPR$TPR, class = "integer64")
  expect_error(roc_plot(curve, band = by_FPR), class = "wroc_error_type")
})

test_that("lists that are missing are shown", {
  skip_if_not_installed("ggplot2", "3.4.0")
  curve <- WeightedROC(1:4, c(0, 1, 0, 1))
  expect_error(roc_plot(curve, curve), "Several curves are one list: `list(age = ", fixed = TRUE,
               class = "wroc_error_type")
  expect_error(roc_plot(list(curve, curve)), "such as list(age = curve1, bmi = curve2)",
               fixed = TRUE, class = "wroc_error_names")
  expect_error(roc_plot(curve, optimal = 5), "such as list(cost_FN = 5)", fixed = TRUE,
               class = "wroc_error_type")
  expect_error(roc_plot(curve, partial = 0.1), "such as list(FPR = c(0, 0.1))", fixed = TRUE,
               class = "wroc_error_type")
})
