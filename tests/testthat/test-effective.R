# A class that few observations have the weight of is named in a warning, by all that says how sure a number is.

dominated <- function(weight = 60) {
  set.seed(4)
  label <- rep(1:0, c(20, 100))
  list(score = plogis(rnorm(120, label)), other = plogis(rnorm(120, label)), label = label,
       weight = c(weight, rep(1.5, 119)))
}

calls_of_dominated <- function(x) {
  tally <- roc_tally(x$score, x$label, x$weight)
  classes <- rep(c("a", "b", "c"), c(20, 50, 50))
  list(
    function() auc_ci(x$score, x$label, x$weight),
    function() auc_ci(cbind(x$score, x$other), x$label, x$weight, conf.level = 0.9),
    function() auc_ci(x$score, x$label, x$weight, variance = "bootstrap", R = 50),
    function() auc_ci(x$score, x$label, x$weight, FPR = c(0, 0.2)),
    function() auc_ci(tally),
    function() roc_estimate(x$score, x$label, x$weight, measure = roc_measure("KS"), R = 50),
    function() roc_estimate(x$score, x$label, x$weight, variance = "bootstrap", R = 50),
    function() roc_band(x$score, x$label, x$weight),
    function() roc_estimate(x$score, x$label, x$weight, R = 50,
                            measure = roc_measure("risk", threshold = "cost")),
    function() roc_net_benefit(x$score, x$label, x$weight, conf.level = 0.95),
    function() auc_test(x$score, x$label, x$weight),
    function() auc_test(cbind(x$score, x$other), x$label, x$weight),
    function() auc_test(roc_observations(x$score, x$label, x$weight), roc_observations(x$other, x$label)),
    function() auc_multiclass(cbind(a = x$score, b = x$other, c = 1 - x$other), classes, x$weight)
  )
}

test_that("fewer than three effective observations of a class are a warning with their number", {
  x <- dominated()
  kish <- kish(x$weight[1:20])
  expect_lt(kish, 3)
  for (call in calls_of_dominated(x)) {
    found <- list()
    withCallingHandlers(call(), warning = function(w) {
      found <<- c(found, list(w))
      invokeRestart("muffleWarning")
    })
    expect_identical(unique(vapply(found, function(w) class(w)[1], "")), "wroc_warning_effective")
    expect_true(found[[1]]$class %in% c("positive", "a"))
    expect_close(found[[1]]$effective, kish, 1e-12)
    expect_match(conditionMessage(found[[1]]), sprintf("%.1f effective", kish), fixed = TRUE)
  }
})

test_that("three are enough", {
  x <- dominated(8)
  for (call in calls_of_dominated(x)) expect_warning(call(), NA)
})

test_that("clusters count: a class in two of them, or nearly all of it in one", {
  x <- dominated(1.5)
  expect_wroc_warning(auc_test(x$score, x$label, x$weight, cluster = c(rep(1, 20), 3:102)), "undefined")
  in_clusters <- function(positives) {
    auc_ci(x$score, x$label, x$weight, cluster = c(rep_len(positives, 20), 11:110))
  }
  expect_warning(in_clusters(1:4), NA)
  found <- tryCatch(in_clusters(1:2), wroc_warning_effective = identity)
  expect_match(conditionMessage(found), "The positive class has 2.0 effective clusters:", fixed = TRUE)
  expect_close(found$effective, 2, 1e-12)
  # One cluster of nine has 12 of 20 positives.
  dominant <- c(rep(1, 12), 2:9)
  expect_wroc_warning(in_clusters(dominant), "effective")
  cluster <- c(dominant, rep(12:21, 10))
  expect_wroc_warning(auc_test(x$score, x$label, x$weight, cluster = cluster), "effective")
  classes <- rep(c("a", "b", "c"), c(20, 50, 50))
  expect_wroc_warning(auc_multiclass(cbind(a = x$score, b = x$other, c = 1 - x$other), classes, x$weight,
                                     cluster = cluster), "effective")
})
