# auc_test() of other numbers than areas, and in survey designs.

set.seed(21)
sick <- rep(0:1, c(90, 60))
scores <- list(a = rnorm(150, 1.2 * sick), b = rnorm(150, 0.6 * sick), c = rnorm(150))
weight <- rexp(150)

test_that("the whole partial area is the area", {
  whole <- roc_measure("AUC", FPR = c(0, 1))
  for (test in c("score", "wald")) {
    by_area <- auc_test(scores[1:2], sick, weight, test = test)
    by_part <- roc_test(scores[1:2], sick, weight, test = test, measure = whole)
    for (part in c("statistic", "parameter", "p.value", "conf.int", "std.error")) {
      expect_equal(by_part[[part]], by_area[[part]], tolerance = 1e-8)
    }
    expect_equal(roc_test(scores, sick, weight, test = test, measure = whole)$p.value,
                 auc_test(scores, sick, weight, test = test)$p.value, tolerance = 1e-8)
  }
})

test_that("Wald's tests divide the difference by what influences say", {
  what <- list(roc_measure("AUC", TPR = c(0.7, 1)), roc_measure("TPR", FPR = 0.1),
               roc_measure("PPV", threshold = 0.5, prior = 0.1), roc_measure("F1", threshold = 0.5))
  for (one in what) {
    u <- as.data.frame(roc_influence(scores[1:2], sick, weight, measure = one))
    d <- u[[1]] - u[[2]]
    factor <- ifelse(sick == 1, 60 / 59, 90 / 89)
    found <- roc_test(scores[1:2], sick, weight, test = "wald", measure = one)
    expect_equal(found$std.error, sqrt(sum(factor * d^2)))
    difference <- diff(rev(roc_estimate(scores[1:2], sick, weight, measure = one)$estimate))
    expect_equal(found$statistic[["Z"]], difference / found$std.error)
    expect_equal(found$p.value, 2 * pnorm(-abs(found$statistic[["Z"]])))
  }
})

test_that("one score is tested against the value that is given", {
  what <- roc_measure("TPR", FPR = 0.1)
  found <- roc_test(scores$a, sick, weight, mu = 0.3, measure = what)
  ci <- roc_estimate(scores$a, sick, weight, measure = what)
  expect_equal(found$std.error, ci$std.error)
  expect_equal(found$p.value, 2 * pt(-abs(found$statistic[["t"]]), ci$df))
  at_p <- roc_estimate(scores$a, sick, weight, measure = what, conf.level = 1 - found$p.value)
  expect_equal(if (ci$estimate > 0.3) at_p$conf.low else at_p$conf.high, 0.3)
  expect_error(roc_test(scores$a, sick, weight, measure = what), class = "wroc_error_absent")
})

test_that("what can't be tested is an error", {
  error <- expect_error(roc_test(scores[1:2], sick, measure = list("AUC", "AUC")),
                        class = "wroc_error_length")
  expect_identical(error$argument, "measure")
})

test_that("designs have their covariance", {
  skip_if_not_installed("survey")
  data(api, package = "survey", envir = environment())
  cluster <- survey::svydesign(~dnum, weights = ~pw, data = apiclus1, fpc = ~fpc)
  wide <- apiclus1$sch.wide == "Yes"
  pair <- as.list(apiclus1[c("meals", "ell")])
  for (design in list(cluster, survey::as.svrepdesign(cluster),
                      survey::as.svrepdesign(cluster, type = "JK1", mse = TRUE))) {
    found <- auc_test(pair, wide, design, test = "wald")
    if (inherits(design, "svyrep.design")) {
      areas <- apply(as.matrix(weights(design, "analysis")), 2, function(w) {
        auc_wmw(pair$meals, wide, w) - auc_wmw(pair$ell, wide, w)
      })
      at <- found$estimate[["difference"]]
      variance <- survey::svrVar(areas, design$scale, design$rscales, mse = design$mse, coef = at)
    } else {
      d <- (drop(roc_influence(pair$meals, wide, apiclus1$pw)) - drop(roc_influence(pair$ell, wide,
                                                                                    apiclus1$pw))) /
        apiclus1$pw
      variance <- stats::vcov(survey::svytotal(matrix(d, dimnames = list(NULL, "d")), design))
    }
    expect_equal(found$std.error, sqrt(as.numeric(variance)))
    expect_equal(found$p.value, 2 * pnorm(-abs(found$statistic[["Z"]])))
    by_t <- auc_test(pair, wide, design)
    expect_equal(by_t$statistic[["t"]], found$statistic[["Z"]])
    expect_lte(by_t$parameter[["df"]], survey::degf(design))
  }
  one <- auc_test(pair$meals, wide, cluster)
  area <- auc_ci(weighted_roc(sch.wide ~ meals, cluster))
  expect_equal(as.vector(one$conf.int), c(area$conf.low, area$conf.high))
  fit <- weighted_roc(sch.wide ~ meals + ell, cluster, positive = "Yes")
  expect_equal(auc_test(fit)$p.value, auc_test(pair, wide, cluster)$p.value)
  expect_output(print(summary(fit)), "ell")
  all <- auc_test(as.list(apiclus1[c("meals", "ell", "api00")]), wide, cluster)
  expect_identical(nrow(all$contrasts), 3L)
  expect_error(auc_test(pair, wide, cluster, variance = "delong"), class = "wroc_error_unused")
})
