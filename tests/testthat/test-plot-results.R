# Every kind of result is drawn in both systems, with its numbers where they are.

people <- local({
  set.seed(1)
  people <- data.frame(sick = rep(0:1, 120), sex = rep(c("f", "f", "m", "m"), 60), month = rep(1:6, each = 40))
  people$day <- as.Date("2024-01-15") + 30 * people$month
  for (score in c("a", "b", "c")) people[[score]] <- stats::plogis(rnorm(240, people$sick))
  people
})
fit <- weighted_roc(sick ~ a + b + c, people)
by_sex <- weighted_roc(sick ~ a + b, people, by = sex)
tally <- roc_tally(sick ~ a, people, by = month)

results <- function() {
  list(
    auc_ci(fit), auc_ci(fit["a"]), roc_estimate(fit, measure = c("AUC", roc_measure("TPR", FPR = 0.2))), auc_ci(by_sex),
    auc_ci(tally), tally, roc_tally(sick ~ a, people, by = day), roc_band(fit),
    roc_band(by_sex, by = "TPR", at = c(0.2, 0.6)),
    roc_band(fit["a"], by = "threshold"), roc_hull(fit), roc_hull(by_sex), roc_cost_curve(fit), roc_calibrate(fit),
    roc_compare(fit), roc_compare(by_sex), roc_compare(fit$curves$a, fit$curves$b), auc_test(fit), auc_test(fit["a"]),
    auc_test(fit["a"], fit["b"]), auc_test(by_sex["a"]), auc_test(tally, reference = 1), auc_test(fit)$contrasts,
    auc_pool(list(fit, fit)), auc_multiclass(cbind(x = people$a, y = people$b, z = people$c), rep(c("x", "y", "z"), 80))
  )
}

test_that("plot() and autoplot() draw all results, silently, by one table of layers", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (result in results()) {
    name <- paste(class(result), collapse = " ")
    expect_silent(shown <- plot(result))
    expect_identical(shown, result, info = name)
    if (!requireNamespace("ggplot2", quietly = TRUE)) next
    gg <- ggplot2::autoplot(result)
    expect_s3_class(gg, "ggplot")
    expect_silent(print(gg))
    expect_error(ggplot2::autoplot(result, nonsense = 1), class = "wroc_error_unused")
  }
})

marks_of <- function(figure, kind) Filter(function(mark) mark$kind == kind, figure$marks)

test_that("a forest plot has a row for each estimate, its interval and its name", {
  rows <- auc_ci(fit)
  figure <- figure_of_estimates(rows)
  expect_identical(marks_of(figure, "points")[[1]]$data$x, rows$estimate)
  intervals <- utils::tail(marks_of(figure, "segment"), 1)[[1]]$data
  expect_identical(c(intervals$x, intervals$xend), c(rows$conf.low, rows$conf.high))
  expect_identical(figure$ticks$y, list(at = 3:1, labels = c("a", "b", "c")))
  groups <- figure_of_estimates(auc_ci(by_sex))
  expect_identical(groups$ticks$y$labels, c("f, a", "f, b", "m, a", "m, b"))
  expect_identical(figure_of_estimates(auc_ci(fit["b"]))$ticks$y$labels, "b")
  for (size in list(c(3.3, 3.3), c(6, 5), c(9, 4))) {
    long <- stats::setNames(people[c("a", "b", "c")], sprintf("a marker whose name has forty letters %02d", 1:3))
    grDevices::pdf(NULL, size[[1L]], size[[2L]])
    figure <- figure_of_estimates(auc_ci(as.list(long), people$sick))
    places <- draw_figure(figure)
    labels <- max(graphics::strwidth(unlist(strsplit(figure$ticks$y$labels, "\n")), "inches"))
    grDevices::dev.off()
    expect_gt(diff(places$panel[c(1, 3)]), 0.3 * size[[1]])
    expect_gt(places$panel[[1]], 0.1 + 0.5 * labels)
  }
})

test_that("numbers and dates of a key are the axis, joined by score", {
  rows <- auc_ci(tally)
  figure <- figure_of_estimates(rows)
  expect_identical(list(figure$paths$x, figure$paths$y), list(as.numeric(rows$month), rows$estimate))
  expect_identical(figure$xlab, "month")
  ribbon <- marks_of(figure, "ribbon")[[1]]$data
  expect_identical(c(ribbon$low, ribbon$high), c(rows$conf.low, rows$conf.high))
  days <- figure_of_keyed_tally(roc_tally(sick ~ a, people, by = day))
  expect_true(all(days$ticks$x$at >= days$xlim[[1]] & days$ticks$x$at <= days$xlim[[2]]))
  expect_match(days$ticks$x$labels, "[A-Z]|[0-9]")
  skip_if_not_installed("survival")
  over <- with(people, auc_over_time(list(a = a, b = b), survival::Surv(rep(1:24, 10) + a, sick), times = c(5, 10, 15),
                                     conf.level = 0.9))
  figure <- figure_of_estimates(over)
  expect_identical(levels(figure$paths$curve), c("a", "b"))
  expect_identical(figure$xlab, "time")
})

test_that("tests are forests of their contrasts around the null value", {
  test <- auc_test(fit)
  figure <- figure_of_test(test)
  expect_identical(figure$ticks$y$labels, c("a - b", "a - c", "b - c"))
  expect_identical(marks_of(figure, "points")[[1]]$data$x, test$contrasts$estimate)
  expect_identical(unique(marks_of(figure, "segment")[[1]]$data$x), 0)
  one <- figure_of_test(auc_test(fit["a"], mu = 0.6))
  expect_identical(unique(marks_of(one, "segment")[[1]]$data$x), 0.6)
})

test_that("a comparison has a bar where each score is ahead", {
  rows <- roc_compare(fit)
  figure <- figure_of_comparison(rows)
  bars <- marks_of(figure, "segment")[[1]]$data
  expect_identical(list(bars$x, bars$xend, as.character(bars$curve)), list(rows$FPR_low, rows$FPR_high, rows$ahead))
  expect_identical(length(unique(bars$y)), 3L)
})

test_that("bands by TPR lie beside the curve in base graphics, too", {
  band <- roc_band(fit["a"], by = "TPR", at = c(0.2, 0.5, 0.8))
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  ribbon <- marks_of(figure_of_band(band), "ribbon")[[1]]
  expect_identical(ribbon$along, "y")
  expect_identical(c(ribbon$data$low, ribbon$data$high), c(band$conf.low, band$conf.high))
})
