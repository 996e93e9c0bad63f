# Every way to observe, beside every family of numbers: ARCHITECTURE.md has the matrix. A way without a theory raises
# `wroc_error_unsupported`, with the reason that `no_ways` has.

test_that("the default interval stands in the core, and all signatures have it from there", {
  expect_identical(interval_defaults(), list(level = 0.95, methods = c("wilson", "logit", "wald"), bayes = "bayes"))
  shown <- 0L
  for (name in getNamespaceExports("WeightedROC")) {
    level <- formals(getExportedValue("WeightedROC", name))$conf.level
    if (is.null(level)) next
    expect_identical(level, quote(default_conf_level()), label = name)
    shown <- shown + 1L
  }
  expect_gt(shown, 5L)
})

ways_of_test <- function() {
  set.seed(44)
  n <- 120L
  label <- rep(0:1, n / 2)
  data.frame(label, score = label + rnorm(n), other = label + rnorm(n), weight = rexp(n) + 0.1,
             count = rep(1:3, length.out = n), unit = seq_len(n), fold = rep(1:4, each = n / 4),
             group = sample(rep(1:3, n / 3)))
}

# The same with censored times, of which the label is the outcome at one.
with_outcome_of_test <- function(d) {
  set.seed(45)
  time <- ceiling(10 * rexp(nrow(d)) * ifelse(d$label == 1, 1, 3))
  censored <- ceiling(25 * rexp(nrow(d)))
  d$time <- pmin(time, censored)
  d$status <- factor(ifelse(time <= censored, 1 + (seq_len(nrow(d)) %% 7 == 0), 0), 0:2, c("none", "a", "b"))
  # Each group has cases and controls in each fold.
  d$fold[order(d$group, d$time <= 9, d$status == "a")] <- rep(1:4, length.out = nrow(d))
  d$label <- outcome_at(survival::Surv(d$time, d$status), 9, cause = "a")
  d
}

families_of_outcomes <- function(d) {
  families(d)[setdiff(names(families(d)), c("classes", "test of classes", "reliability"))]
}

# The families of numbers, each by what it takes of the observations: a vector of numbers and standard errors.
families <- function(d) {
  columns <- function(rows) unlist(rows[c("estimate", "std.error")], use.names = FALSE)
  ends <- function(rows) unlist(rows[c("conf.low", "conf.high")], use.names = FALSE)
  classes <- function(d) as.matrix(data.frame("0" = -d$score, "1" = d$score, check.names = FALSE))
  of_number <- function(measure) {
    force(measure)
    function(d, w, ...) columns(roc_estimate(d$score, d$label, w, ..., measure = measure))
  }
  sensitivity <- roc_measure("TPR", threshold = 0.5)
  test_of <- function(measure) {
    force(measure)
    function(d, w, ...) {
      found <- roc_test(as.list(d[c("score", "other")]), d$label, w, ..., test = "wald", measure = measure)
      c(found$statistic, found$p.value)
    }
  }
  groups_of <- function(measure) {
    force(measure)
    function(d, w, ...) {
      by_group <- if (inherits(w, "survey.design")) {
        weighted_roc(label ~ score, w, by = group, ...)
      } else {
        weighted_roc(d$score, d$label, w, by = d$group, ...)
      }
      found <- roc_test(by_group, test = "wald", measure = measure)
      c(found$statistic, found$p.value)
    }
  }
  list(
    area = function(d, w, ...) columns(auc_ci(d$score, d$label, w, ...)),
    "partial area" = function(d, w, ...) columns(auc_ci(d$score, d$label, w, FPR = c(0, 0.4), ...)),
    threshold = of_number(roc_measure("PPV", threshold = 0.5)),
    "threshold reached" = function(d, w, ...) {
      rows <- roc_estimate(d$score, d$label, w, ..., measure = roc_measure("threshold", TPR = 0.8))
      unlist(rows[c("estimate", "conf.low", "conf.high")])
    },
    "rate at a rate" = of_number(roc_measure("TPR", FPR = 0.25)),
    summary = of_number("AP"),
    "at a share" = of_number(roc_measure("TPR", share = 0.3)),
    best = of_number("KS"),
    optimum = function(d, w, ..., R = 20) {
      set.seed(1)
      columns(roc_estimate(d$score, d$label, w, ..., measure = roc_measure("risk", threshold = "cost"),
                           R = R))
    },
    band = function(d, w, ...) ends(roc_band(d$score, d$label, w, ..., by = "threshold", at = c(0, 0.5, 1))),
    "net benefit" = function(d, w, ...) {
      ends(roc_net_benefit(plogis(d$score), d$label, w, ..., threshold = c(0.3, 0.5), conf.level = 0.95))
    },
    test = test_of("AUC"),
    "test of a number" = test_of(sensitivity),
    groups = groups_of("AUC"),
    "groups by a number" = groups_of(sensitivity),
    classes = function(d, w, ...) columns(auc_multiclass(classes(d), d$label, w, ...)),
    "test of classes" = function(d, w, ...) {
      models <- list(a = classes(d), b = classes(transform(d, score = other)))
      found <- auc_test(auc_multiclass(models, d$label, w, ...))
      c(found$statistic, found$p.value)
    },
    reliability = function(d, w, ..., R = 20) {
      set.seed(1)
      ends(roc_reliability(plogis(d$score), d$label, w, ..., conf.level = 0.95, R = R))
    }
  )
}

# How each way is said.
said <- function(d) {
  list(
    cluster = function(f) f(d, d$weight, cluster = d$unit),
    counts = function(f) f(d, d$count, variance = "frequency"),
    folds = function(f) f(d, d$weight, fold = d$fold),
    "estimated weights" = function(f) f(d, 1 / 0.5 + 0 * d$weight, weights_model = matrix(0, nrow(d))),
    bootstrap = function(f) f(d, d$weight, variance = "bootstrap"),
    design = function(f) f(d, survey::svydesign(ids = ~1, weights = ~weight, data = d))
  )
}

# TRUE: gives a number. FALSE: raises wroc_error_unsupported.
matrix_of_ways <- function(rows) {
  ways <- c("cluster", "counts", "folds", "estimated weights", "bootstrap", "design")
  yes <- matrix(TRUE, length(rows), length(ways), dimnames = list(rows, ways))
  yes[c("best", "optimum", "threshold reached", "band", "net benefit", "reliability"), "folds"] <- FALSE
  yes[c("best", "optimum", "threshold reached", "test", "test of a number", "test of classes", "groups",
        "groups by a number"), "bootstrap"] <- FALSE
  yes["reliability", c("folds", "estimated weights", "bootstrap", "design")] <- FALSE
  yes
}

# The reasons for which functions said no.
reason_of <- function(call, label = NULL) {
  error <- expect_error(suppressMessages(call), class = "wroc_error_unsupported", label = label)
  sub("^.* is not supported[^:]*: (.*)[.]$", "\\1", conditionMessage(error))
}

# Goes each way with each family: it gives numbers, or the reason for which it does not.
reasons_of_ways <- function(numbers, known, ways) {
  reasons <- character()
  for (family in rownames(known)) {
    for (way in colnames(known)) {
      what <- paste(family, "by", way)
      if (known[family, way]) {
        found <- suppressMessages(suppressWarnings(ways[[way]](numbers[[family]])))
        expect_true(length(found) > 0L && !anyNA(found), label = what)
      } else {
        reasons <- c(reasons, reason_of(ways[[way]](numbers[[family]]), what))
      }
    }
  }
  reasons
}

test_that("each way of the matrix gives a number, or is unsupported for a reason that stands once", {
  skip_on_cran()
  skip_if_not_installed("survey")
  d <- ways_of_test()
  numbers <- families(d)
  known <- matrix_of_ways(names(numbers))
  ways <- said(d)
  reasons <- reasons_of_ways(numbers, known, ways)
  # Folds have numbers, estimated weights have, but not both.
  model <- matrix(0, nrow(d))
  for (family in names(which(known[, "folds"] & known[, "estimated weights"]))) {
    both <- function() numbers[[family]](d, d$weight, fold = d$fold, weights_model = model)
    reasons <- c(reasons, reason_of(both()))
  }
  replicates <- survey::as.svrepdesign(survey::svydesign(ids = ~1, weights = ~weight, data = d), type = "JK1")
  for (family in c("best", "optimum")) reasons <- c(reasons, reason_of(numbers[[family]](d, replicates)))
  asked <- roc_measure("threshold", TPR = 0.8)
  reasons <- c(reasons, reason_of(roc_test(d$score, d$label, mu = 0.5, measure = asked)))
  calibrated <- function() roc_net_benefit(d$score, d$label, calibrated = TRUE, conf.level = 0.95)
  mean_curve <- function() roc_band(d$score, d$label, fold = d$fold, type = "fixed-width")
  groups <- weighted_roc(d$score, d$label, 0 * d$weight + 2, by = d$group, weights_model = model)
  repetitions <- weighted_roc(cbind(d$score, d$other), d$label, fold = cbind(d$fold, rev(d$fold)))
  precision <- function(...) roc_pr(d$score, d$label, ..., conf.level = 0.95)
  reasons <- c(reasons, reason_of(precision(fold = d$fold)), reason_of(precision(recall = 0.5)),
               reason_of(calibrated()), reason_of(mean_curve()), reason_of(vcov(groups)),
               reason_of(predict(repetitions)))
  of_one_class <- function(d, ...) roc_estimate(stats::plogis(d$score), rep(1, nrow(d)), ..., measure = "brier")
  for (way in setdiff(names(ways), "bootstrap")) {
    expect_true(is.finite(suppressMessages(ways[[way]](of_one_class))$std.error), label = way)
  }
  reasons <- c(reasons, reason_of(ways$bootstrap(of_one_class)))
  timed <- with_outcome_of_test(d)
  reasons <- c(reasons, reason_of(numbers$reliability(timed, d$weight)))
  bayes <- function(d, w = d$weight, ...) auc_ci(d$score, d$label, w, ..., method = "bayes")
  for (way in c("folds", "estimated weights", "design")) reasons <- c(reasons, reason_of(ways[[way]](bayes)))
  reasons <- c(reasons, reason_of(bayes(timed)), reason_of(auc_ci(roc_tally(d$score, d$label), method = "bayes")))
  mean_over_time <- function(...) auc_over_time(timed$score, timed$label, ..., integrate = TRUE)
  by_age <- outcome_at(survival::Surv(timed$time, timed$status), 9, cause = "a", censoring = ~ timed$score)
  reasons <- c(reasons, reason_of(mean_over_time(fold = timed$fold)),
               reason_of(mean_over_time(timed$weight, weights_model = model)),
               reason_of(mean_over_time(variance = "bootstrap")),
               reason_of(auc_over_time(timed$score, by_age, integrate = TRUE)))
  plan <- function(...) auc_power(auc = 0.8, power = 0.8, pilot = weighted_roc(...))
  design <- survey::svydesign(ids = ~1, weights = ~weight, data = d)
  reasons <- c(reasons, reason_of(plan(label ~ score, design)), reason_of(plan(timed$score, timed$label)),
               reason_of(plan(d$score, d$label, fold = d$fold)))
  expect_setequal(unique(reasons), unlist(no_ways))
})

test_that("an outcome at a time goes each way that a label goes", {
  skip_on_cran()
  skip_if_not_installed("survey")
  skip_if_not_installed("survival")
  d <- with_outcome_of_test(ways_of_test())
  numbers <- families_of_outcomes(d)
  known <- matrix_of_ways(names(families(d)))[names(numbers), ]
  ways <- said(d)
  suppressWarnings(reasons_of_ways(numbers, known, ways))
})

# The same numbers by two ways: clusters of one row are rows, counts are repeated rows, all in one fold are in none, and
# a model that explains nothing has no effect.
expect_same_ways <- function(d, numbers) {
  quietly <- function(x) suppressMessages(suppressWarnings(x))
  known <- matrix_of_ways(names(families(d)))
  repeated <- d[rep(seq_len(nrow(d)), d$count), ]
  for (family in setdiff(names(numbers), "optimum")) {
    f <- numbers[[family]]
    same <- function(found, expected = f(d, d$weight)) {
      expect_equal(quietly(found), quietly(expected), tolerance = 1e-9, label = family)
    }
    if (family != "reliability") {
      same(f(d, d$weight, cluster = d$unit))
      same(f(d, d$count, variance = "frequency"), f(repeated, NULL))
    }
    if (known[family, "folds"]) same(f(d, d$weight, fold = 0 * d$fold))
    if (known[family, "estimated weights"]) same(f(d, d$weight, weights_model = matrix(0, nrow(d))))
  }
}

test_that("ways agree with what they are the same as", {
  skip_on_cran()
  d <- ways_of_test()
  expect_same_ways(d, families(d))
  skip_if_not_installed("survival")
  timed <- with_outcome_of_test(d)
  expect_same_ways(timed, families_of_outcomes(timed))
})

test_that("numbers in a survey design have the variance of survey's replicates", {
  skip_if_not_installed("survey")
  d <- ways_of_test()
  d$stratum <- rep(1:4, each = 30)
  d$psu <- rep(1:24, each = 5)
  design <- survey::svydesign(ids = ~psu, strata = ~stratum, weights = ~weight, data = d)
  replicates <- survey::as.svrepdesign(design, type = "JKn")
  what <- list(roc_measure("PPV", threshold = 0.5), roc_measure("TPR", threshold = 0.5),
               roc_measure("AUC", FPR = c(0, 0.4)), "AP")
  value <- function(w, data) roc_estimate(data$score, data$label, w, measure = what)$estimate
  expected <- survey::SE(survey::withReplicates(replicates, value))
  expect_equal(roc_estimate(d$score, d$label, replicates, measure = what)$std.error, as.vector(expected),
               tolerance = 1e-8)
})

test_that("the bootstrap of any number is near its variance", {
  skip_on_cran()
  d <- ways_of_test()
  what <- list("AUC", roc_measure("PPV", threshold = 0.5), roc_measure("AUC", FPR = c(0, 0.4)),
               roc_measure("lift", share = 0.3), roc_measure("NB", threshold = 0.5), "AP")
  set.seed(5)
  drawn <- roc_estimate(d$score, d$label, d$weight, measure = what, variance = "bootstrap", R = 2000)
  plain <- roc_estimate(d$score, d$label, d$weight, measure = what)
  expect_close(drawn$estimate, plain$estimate, 1e-12)
  expect_close(drawn$std.error / plain$std.error, rep(1, 6), 0.15)
  expect_true(all(drawn$conf.low < drawn$estimate & drawn$estimate < drawn$conf.high))
})
