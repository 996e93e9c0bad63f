# Areas below curves of precision: influences and values by the definition are in src/rust/checks/tests/quantities.rs.

# Of observations, or of a curve, for each of the priors.
pr_areas <- function(x, label = NULL, weight = NULL, prior = NULL) {
  measures <- c(average_precision = "AP", pr_area = "pr_AUC", prg_area = "prg_AUC")
  found <- lapply(measures, function(measure) {
    what <- roc_measure(measure, prior = prior)
    if (is.null(label)) {
      roc_estimate(x, measure = what, conf.level = NULL)$estimate
    } else {
      roc_estimate(x, label, weight, measure = what, conf.level = NULL)$estimate
    }
  })
  as.data.frame(found)
}

test_that("scikit-learn has the same average precision", {
  reference <- read_reference("sklearn-average-precision")
  found <- vapply(seq_len(nrow(reference)), function(i) {
    row <- reference[i, ]
    data <- read_reference(row$data)
    pr_areas(row$sign * data[[row$score]], data$label,
             if ("weight" %in% names(data)) data$weight)$average_precision
  }, 0)
  expect_each_equal(found, reference$average_precision, 1e-14)
})

test_that("published areas", {
  # P10N10 of package precrec 0.14.4, whose area .7397716 is a sum over steps of .001.
  label <- c(1, 1, -1, 1, 1, 1, 1, 1, -1, -1, -1, -1, 1, -1, 1, -1, 1, -1, -1, -1)
  score <- c(20, 19, 18, 17, 16, 15, 14, 14, 14, 14, 14, 14, 8, 7, 6, 5, 5, 5, 5, 5)
  expect_equal(pr_areas(score, label)$pr_area, 0.7397716, tolerance = 1e-6)
  # The example of calc_auprg() in package prg, by the authors of gains.
  gains <- pr_areas(c(0.8, 0.8, 0.6, 0.4, 0.4, 0.2), c(1, 1, 0, 0, 1, 0))
  expect_equal(gains$prg_area, 0.7083333, tolerance = 1e-6)
})

test_that("a perfect score has 1, one that is constant the prior, and gains keep their area at tiny priors", {
  perfect <- pr_areas(1:6, c(0, 0, 0, 1, 1, 1), prior = 0.01)
  expect_close(perfect, data.frame(average_precision = 1, pr_area = 1, prg_area = 1), 1e-14)
  priors <- c(0.01, 0.5, 1e-300)
  constant <- pr_areas(rep(1, 6), c(0, 0, 0, 1, 1, 1), prior = priors)
  expect_close(constant, data.frame(average_precision = priors, pr_area = priors, prg_area = 0), 1e-14, 1e-14)
  # Without a false positive at the top, the gain there is 1, and so is all of the area.
  curve <- WeightedROC(c(1, 2, 3, 4), c(0, 1, 0, 1))
  expect_equal(pr_areas(curve, prior = c(1e-150, 1e-308, 5e-324))$prg_area, rep(1, 3), tolerance = 1e-9)
  expect_equal(pr_areas(1:4, c(0, 1, 0, 1), prior = 1e-308)$prg_area, 1, tolerance = 1e-9)
  # A score that is constant gains nothing.
  expect_equal(pr_areas(c(1, 1), 0:1, prior = 1e-308)$prg_area, 0, tolerance = 1e-9)
})

test_that("of observations and of their curve they are the same, a row for each score and prior", {
  set.seed(2)
  for (x in real_observations()) {
    for (prior in list(NULL, 0.05, 1 - 1e-6)) {
      expect_close(pr_areas(curve_of(x), prior = prior), pr_areas(x$guess, x$positive, x$weight, prior),
                   1e-11, 1e-13)
    }
  }
  truth <- rep(0:1, 20)
  scores <- cbind(a = rnorm(40, truth), b = rnorm(40))
  what <- roc_measure("AP", prior = c(0.1, 0.4))
  found <- roc_estimate(scores, truth, measure = what, conf.level = NULL)
  expect_identical(found$score, c("a", "a", "b", "b"))
  expect_identical(found$estimate[3:4], pr_areas(scores[, "b"], truth, prior = c(0.1, 0.4))$average_precision)
  fit <- weighted_roc(truth ~ a + b, data.frame(truth, scores))
  expect_identical(roc_estimate(fit, measure = what, conf.level = NULL), found)
})
