# By the definitions: sums over the distinct scores, from the highest down, and integrals.
naive_areas <- function(guess, positive, weight, prior = NULL) {
  rate <- function(class) {
    cuts <- sort(unique(guess[weight > 0]), decreasing = TRUE)
    c(0, vapply(cuts, function(cut) sum(weight[guess >= cut & positive == class]), 0) /
        sum(weight[positive == class]))
  }
  TPR <- rate(TRUE)
  FPR <- rate(FALSE)
  if (is.null(prior)) prior <- sum(weight[positive]) / sum(weight)
  precision <- function(TPR, FPR) prior * TPR / (prior * TPR + (1 - prior) * FPR)
  steps <- which(diff(TPR) > 0)
  rise <- diff(TPR)[steps]
  along <- vapply(steps, function(i) {
    if (TPR[i] == 0 && FPR[i] == 0) return(precision(TPR[i + 1], FPR[i + 1]))
    at <- function(u) precision(TPR[i] + u * diff(TPR)[i], FPR[i] + u * diff(FPR)[i])
    integrate(at, 0, 1, rel.tol = 1e-10)$value
  }, 0)
  c(average_precision = sum(rise * precision(TPR, FPR)[steps + 1]), pr_area = sum(rise * along))
}

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

areas_of <- function(found) unlist(found[c("average_precision", "pr_area", "prg_area")])

test_that("areas are those of the definitions", {
  skip_on_cran()
  set.seed(1)
  for (x in integer_observations()) {
    for (prior in list(NULL, 0.1, 0.7)) {
      found <- pr_areas(x$guess, x$positive, x$weight, prior)
      expected <- naive_areas(x$guess, x$positive, x$weight, prior)
      expect_close(unname(areas_of(found)[1:2]), unname(expected), 1e-8, 1e-9)
    }
  }
})

test_that("of observations and of their curve they are the same", {
  skip_on_cran()
  set.seed(2)
  for (x in c(integer_observations(), real_observations())) {
    for (prior in list(NULL, 0.05, 1 - 1e-6)) {
      expect_close(pr_areas(curve_of(x), prior = prior), pr_areas(x$guess, x$positive, x$weight, prior),
                   1e-11, 1e-13)
    }
  }
})

test_that("summaries are the same numbers", {
  set.seed(3)
  truth <- rep(0:1, c(60, 20))
  guess <- round(rnorm(80, truth), 1)
  weight <- rexp(80)
  measures <- c("AP", "pr_AUC", "prg_AUC")
  for (prior in list(NULL, 0.02, 0.6)) {
    found <- roc_estimate(guess, truth, weight, measure = lapply(measures, roc_measure, prior = prior))
    expect_close(found$estimate, unname(areas_of(pr_areas(guess, truth, weight, prior))), 1e-13)
    expect_true(all(found$conf.low < found$estimate & found$estimate < found$conf.high))
    expect_true(all(found$conf.high <= 1))
  }
})

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

test_that("a perfect score has 1, and one that is constant the prior", {
  perfect <- pr_areas(1:6, c(0, 0, 0, 1, 1, 1), prior = 0.01)
  expect_close(unname(areas_of(perfect)), c(1, 1, 1), 1e-15)
  constant <- pr_areas(rep(1, 6), c(0, 0, 0, 1, 1, 1), prior = c(0.01, 0.5, 1e-300))
  expect_close(constant$average_precision, c(0.01, 0.5, 1e-300), 1e-14)
  expect_close(constant$pr_area, c(0.01, 0.5, 1e-300), 1e-14)
  expect_close(constant$prg_area, c(0, 0, 0), 1, 1e-14)
})

test_that("scale and order change nothing", {
  set.seed(4)
  truth <- rep(0:1, 20)
  guess <- round(rnorm(40, truth), 1)
  weight <- rlnorm(40, sdlog = 3)
  expected <- pr_areas(guess, truth, weight)
  mixed <- sample(40)
  expect_close(pr_areas(guess[mixed], truth[mixed], weight[mixed]), expected, 1e-14)
  for (scale in c(1e-300, 1e200)) expect_close(pr_areas(guess, truth, weight * scale), expected, 1e-13)
  expect_close(pr_areas(exp(guess), truth, weight), expected, 1e-15)
})

test_that("gains keep their area at priors that are next to nothing", {
  # Without a false positive at the top, the gain there is 1, and so is all of the area.
  curve <- WeightedROC(c(1, 2, 3, 4), c(0, 1, 0, 1))
  expect_equal(pr_areas(curve, prior = c(1e-150, 1e-308, 5e-324))$prg_area, rep(1, 3), tolerance = 1e-9)
  expect_equal(pr_areas(1:4, c(0, 1, 0, 1), prior = 1e-308)$prg_area, 1, tolerance = 1e-9)
  # A score that is constant gains nothing.
  expect_equal(pr_areas(c(1, 1), 0:1, prior = 1e-308)$prg_area, 0, tolerance = 1e-9)
})

test_that("several scores and priors have rows each", {
  set.seed(5)
  truth <- rep(0:1, 20)
  scores <- cbind(a = rnorm(40, truth), b = rnorm(40))
  what <- roc_measure("AP", prior = c(0.1, 0.4))
  found <- roc_estimate(scores, truth, measure = what, conf.level = NULL)
  expect_identical(found$score, c("a", "a", "b", "b"))
  of_b <- roc_estimate(scores[, "b"], truth, measure = what, conf.level = NULL)
  expect_identical(found$estimate[3:4], of_b$estimate)
  fit <- weighted_roc(truth ~ a + b, data.frame(truth, scores))
  expect_identical(roc_estimate(fit, measure = what, conf.level = NULL), found)
})

test_that("bad input is an error", {
  expect_error(pr_areas(1:2, 0:1, prior = 1), class = "wroc_error_range")
  expect_error(pr_areas(c(1, NA), 0:1), class = "wroc_error_missing")
  expect_error(pr_areas("1"), class = "wroc_error")
})
