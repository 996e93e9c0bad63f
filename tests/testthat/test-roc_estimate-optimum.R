# Longer than CRAN allows.
skip_on_cran()

terms <- c("threshold", "TPR", "FPR", "risk")

# The threshold of least risk and what it gives, with what is apparent more than on new observations.
chosen <- function(x, ..., cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0, prior = NULL) {
  measure <- roc_measure(terms, threshold = "cost", cost_FP = cost_FP, cost_FN = cost_FN, cost_TP = cost_TP,
                         cost_TN = cost_TN, prior = prior)
  rows <- roc_estimate(x, ..., measure = measure)
  optimism <- replace(rows$apparent - rows$estimate, 1L, NA)
  data.frame(term = terms, rows[c("estimate", "apparent")], optimism, rows[c("std.error", "conf.low",
                                                                             "conf.high")])
}

# The threshold of least risk of a curve from the definitions, with its rates.
naive_optimum <- function(guess, positive, weight, ...) {
  curve <- naive_curve(guess, positive, weight)
  row <- naive_optimal(curve, ...)
  c(curve$threshold[row], curve$TPR[row], curve$FPR[row], naive_risk(curve, ...)[row])
}

some <- function() {
  list(guess = c(1, 2, 5, 2, 4, 6), positive = rep(c(FALSE, TRUE), each = 3),
       weight = c(1, 2, 0.5, 1, 3, 2))
}

costs <- list(list(), list(cost_FN = 2, prior = 0.3), list(cost_FP = 3, cost_TP = 0.5),
              list(prior = 0.5), list(cost_FP = 4, cost_FN = 1, cost_TN = 0.25, prior = 0.2))

optimal_ci <- function(x, ..., R = 100) {
  seeded(chosen(x$guess, x$positive, x$weight, ..., R = R))
}

# Of all halves with both classes, which are equally likely, what `statistic` makes of them. Units
# are observations, clusters or repeated rows, by their numbers.
over_all_halves <- function(x, statistic, unit = seq_along(x$guess)) {
  halves <- as.matrix(expand.grid(rep(list(0:1), max(unit))))
  weights <- halves[, unit, drop = FALSE] * rep(x$weight, each = nrow(halves))
  both <- rowSums(weights[, x$positive, drop = FALSE]) > 0 &
    rowSums(weights[, !x$positive, drop = FALSE]) > 0
  apply(weights[both, , drop = FALSE], 1, function(weight) statistic(x$guess, x$positive, weight))
}

# By how much the error rates of a half's optimum are larger in the whole sample: FPR, FNR.
naive_optimism <- function(x, ...) {
  function(guess, positive, weight) {
    best <- naive_optimum(guess, positive, weight, ...)
    called <- x$guess >= best[1] & (best[2] > 0 || best[3] > 0)
    FPR <- sum(x$weight[!x$positive & called]) / sum(x$weight[!x$positive])
    FNR <- sum(x$weight[x$positive & !called]) / sum(x$weight[x$positive])
    2^(1 / 3) * (c(FPR, FNR) - c(best[3], 1 - best[2]))
  }
}

# By definition --------------------------------------------------------------------------

# The mean over R halves, five standard errors apart at most.
expect_optimism_of_all <- function(ci, all, R) {
  slack <- 5 * apply(all, 1, sd) / sqrt(R) + 1e-12
  expect_lt(abs(-ci$optimism[3] - rowMeans(all)[1]), slack[1])
  expect_lt(abs(ci$optimism[2] - rowMeans(all)[2]), slack[2])
}

test_that("the optimism is the mean over all halves that have both classes", {
  x <- some()
  R <- 20000
  for (cost in costs) {
    all <- over_all_halves(x, do.call(naive_optimism, c(list(x), cost)))
    expect_optimism_of_all(do.call(optimal_ci, c(list(x), cost, R = R)), all, R)
  }
  cluster <- c(1, 2, 3, 3, 1, 2)
  for (cost in costs[1:3]) {
    all <- over_all_halves(x, do.call(naive_optimism, c(list(x), cost)), cluster)
    ci <- do.call(optimal_ci, c(list(x, cluster = cluster), cost, R = R))
    expect_optimism_of_all(ci, all, R)
  }
})

test_that("the interval of the threshold has what the sample does not tell from the best", {
  set.seed(4)
  x <- inference_data(80, scores = 40)
  curve <- WeightedROC(x$guess, x$positive, x$weight)
  freedom <- min(naive_effective(x$positive, x$weight)) - 1
  for (cost in costs) {
    risk <- do.call(naive_risk, c(list(curve), cost))
    for (level in c(0.95, 0.5)) {
      ci <- do.call(optimal_ci, c(list(x, conf.level = level), cost))
      by_quantiles <- qt((1 + level) / 2, freedom) / qnorm((1 + level) / 2)
      reach <- (0.6 * log(8 / (3 * (1 - level))))^(2 / 3) * max(-ci$optimism[4], 0) * by_quantiles^2
      rows <- which(risk <= min(risk) + reach)
      expect_identical(ci$conf.low[1], c(-Inf, curve$threshold)[min(rows)])
      expect_identical(ci$conf.high[1], curve$threshold[max(rows)])
      expect_true(ci$conf.low[1] < ci$estimate[1] && ci$estimate[1] <= ci$conf.high[1])
    }
  }
})

# Survey designs ---------------------------------------------------------------------------

# Standard errors of FPR, FNR and the risk at a threshold, by package survey.
survey_errors <- function(design, threshold, score, sick, cost_FP = 1, cost_FN = 1, prior = NULL) {
  design <- stats::update(design, pos = as.numeric(sick), neg = as.numeric(!sick),
                          fp = (score >= threshold) * !sick, fn = (score < threshold) * sick)
  totals <- survey::svytotal(~fp + neg + fn + pos, design)
  risk <- if (is.null(prior)) {
    bquote((.(cost_FP) * fp + .(cost_FN) * fn) / (neg + pos))
  } else {
    bquote((1 - .(prior)) * .(cost_FP) * fp / neg + .(prior) * .(cost_FN) * fn / pos)
  }
  of_rates <- c(survey::SE(survey::svyratio(~fp, ~neg, design)),
                survey::SE(survey::svyratio(~fn, ~pos, design)))
  c(of_rates, survey::SE(survey::svycontrast(totals, list(risk = risk))))
}

test_that("a design has nearly the standard errors of svyratio() and svycontrast(), and halves of its units", {
  skip_if_not_installed("survey")
  data(api, package = "survey", envir = environment())
  designs <- list(
    list(survey::svydesign(~dnum, weights = ~pw, data = apiclus1, fpc = ~fpc), apiclus1$dnum),
    list(survey::svydesign(~1, strata = ~stype, weights = ~pw, data = apistrat, fpc = ~fpc), seq_len(200)),
    list(survey::calibrate(survey::svydesign(~dnum, weights = ~pw, data = apiclus1), ~1, 6194), apiclus1$dnum)
  )
  for (case in designs) {
    design <- case[[1L]]
    x <- list(guess = design$variables$meals, positive = design$variables$sch.wide == "No")
    for (cost in list(list(prior = 0.5), list(cost_FN = 4))) {
      run <- function(...) seeded(do.call(chosen, c(list(x$guess, x$positive, ..., R = 100), cost)))
      ci <- run(design)
      # Samples of 200 schools: the model of few degrees of freedom and the optimism move it little.
      if (nrow(design) == 200) {
        errors <- do.call(survey_errors, c(list(design, ci$estimate[1], x$guess, x$positive), cost))
        expect_lt(max(abs(ci$std.error[c(3, 2, 4)] / errors - 1)), 0.1)
      }
      clustered <- run(as.vector(weights(design, "sampling")), cluster = case[[2L]])
      expect_close(ci[c("apparent", "optimism")], clustered[c("apparent", "optimism")], 1e-9)
    }
  }
  fit <- weighted_roc(sch.wide ~ meals, designs[[1L]][[1L]], positive = "No")
  of_design <- function(design, data) chosen(data$meals, data$sch.wide == "No", design, R = 20)
  expect_identical(seeded(chosen(fit, R = 20)), seeded(of_design(designs[[1L]][[1L]], apiclus1)))
  part <- subset(designs[[2L]][[1L]], stype != "H")
  expect_false(anyNA(seeded(of_design(part, part$variables))$conf.low))
})

test_that("designs have their own variance and units, which replicate weights do not tell", {
  skip_if_not_installed("survey")
  data(api, package = "survey", envir = environment())
  design <- survey::svydesign(~dnum, weights = ~pw, data = apiclus1)
  run <- function(...) chosen(apiclus1$meals, apiclus1$sch.wide == "No", ..., R = 5)
  expect_wroc_error_of(run(design, cluster = apiclus1$dnum), "unused", "cluster")
  expect_wroc_error_of(run(design, variance = "frequency"), "unused", "variance")
  expect_wroc_error_of(run(survey::as.svrepdesign(design)), "unsupported", "measure")
})

test_that("what the optimum can't be asked is refused for its reason", {
  label <- rep(0:1, 30)
  run <- function(...) chosen(seq_len(60) %% 7, label, ..., R = 5)
  expect_wroc_error_of(run(fold = label), "unsupported", "measure")
  expect_wroc_error_of(run(variance = "bootstrap"), "unsupported", "measure")
  expect_match(error_message(run(fold = label)),
               "^`fold` is not supported for threshold[(].*[)]: the optimism of the best")
  expect_wroc_error_of(run(rep(1, 60), variance = "frequency", weights_model = matrix(1, 60)), "unused",
                       "weights_model")
  expect_wroc_error_of(run(weights_model = matrix(1, 59)), "length", "weights_model")
})

# Degenerate data --------------------------------------------------------------------------

test_that("one observation of a class or one cluster: no interval without a warning", {
  cases <- list(
    list(x = c(1, 2, 3, 0), label = c(0, 1, 0, 0)),
    list(x = c(1, 2, 3, 0), label = c(1, 0, 1, 1)),
    list(x = c(1, 3, 2, 4), label = c(0, 0, 1, 1), cluster = rep(1, 4)),
    list(x = c(1, 3, 2, 4), label = c(0, 0, 1, 1), cluster = c(1, 1, 2, 1)),
    list(x = c(1, 3, 2, 4), label = c(0, 0, 1, 1), weight = c(1, 0, 1, 1))
  )
  for (case in cases) {
    ci <- expect_wroc_warning(do.call(chosen, c(case, R = 50)), "undefined")
    expect_false(anyNA(ci$apparent))
    expect_identical(ci$estimate, c(ci$apparent[1], NA, NA, NA))
    expect_true(all(is.na(ci[4:7])))
  }
  # Two images of each class in one row each.
  counted <- chosen(1:2, 0:1, c(2, 2), variance = "frequency", R = 50)
  expect_false(anyNA(counted[-1, ]))
})

test_that("samples without errors have intervals, not points", {
  ci <- expect_warning(seeded(chosen(1:20, rep(0:1, each = 10))), NA)
  expect_identical(ci$apparent, c(11, 1, 0, 0))
  expect_lt(ci$optimism[4], 0)
  expect_identical(c(ci$conf.low[3:4], ci$conf.high[2]), c(0, 0, 1))
  expect_true(all(ci$conf.high[3:4] > 0.2))
  expect_true(ci$conf.low[1] < 11 && ci$conf.high[1] > 11)
})

test_that("where no error costs anything the risk is known", {
  ci <- seeded(chosen(1:20, rep(0:1, each = 10), cost_FP = 3, cost_TN = 3, cost_FN = 2,
                              cost_TP = 2, prior = 0.25))
  expect_identical(unlist(ci[4, -1], use.names = FALSE), c(2.75, 2.75, 0, 0, 2.75, 2.75))
  # Whatever is called positive: so may be all, or nothing.
  expect_identical(unlist(ci[1, 6:7], use.names = FALSE), c(-Inf, Inf))
})

# Errors -----------------------------------------------------------------------------------

kind_of_optimal <- function(...) {
  arguments <- utils::modifyList(list(x = c(1, 3, 2, 4), label = c(0, 0, 1, 1), R = 40),
                                 list(...), keep.null = TRUE)
  error_kind(do.call(chosen, arguments))
}

test_that("each argument has its errors", {
  expect_identical(kind_of_optimal(), "")
  calls <- list(
    missing = list(x = c(1, NA, 2, 3)), length = list(x = 1:3), type = list(x = array(1:8, c(2, 2, 2))),
    one_class = list(label = rep(1, 4)), weight = list(weight = c(1, -1, 1, 1)),
    no_weight = list(weight = c(0, 0, 1, 1)), weight = list(weight = c(1, 1.5, 1, 1), variance = "frequency"),
    length = list(cluster = 1:3), missing = list(cluster = c(1, NA, 2, 2)), type = list(cluster = list(1, 2, 3, 4)),
    costs = list(cost_TP = 2), costs = list(cost_TN = 2), costs = list(cost_FP = -1), none = list(cost_TN = -1),
    range = list(prior = 0), range = list(prior = 1), missing = list(prior = NA_real_), type = list(prior = "a"),
    length = list(prior = c(0.1, 0.2)), range = list(conf.level = 95), type = list(conf.level = "a"),
    missing = list(conf.level = NA_real_), length = list(conf.level = c(0.5, 0.9)), range = list(R = 1),
    range = list(R = 2.5), range = list(R = Inf), type = list(R = "a"), missing = list(R = NA_real_),
    choice = list(variance = "none"), choice = list(variance = 1), choice = list(variance = NA)
  )
  for (cost in c("cost_FP", "cost_FN", "cost_TP", "cost_TN")) {
    of_cost <- list(range = Inf, missing = NA_real_, type = "1", length = c(1, 2))
    calls <- c(calls, lapply(of_cost, function(value) structure(list(value), names = cost)))
  }
  found <- vapply(calls, function(call) do.call(kind_of_optimal, call), "", USE.NAMES = FALSE)
  expect_identical(found, sub("none", "", names(calls)))
})

test_that("bounds choose the threshold of roc_constrained(), and all halves say the optimism", {
  x <- some()
  curve <- WeightedROC(x$guess, x$positive, x$weight)
  of_bound <- function(...) {
    what <- roc_measure(c("threshold", "FPR", "TPR", "FNR", "PPV"), ...)
    seeded(suppressWarnings(roc_estimate(x$guess, x$positive, x$weight, measure = what, R = 4000)))
  }
  for (bound in list(list(max_FPR = 0.4), list(max_share = 0.5), list(min_PPV = 0.8), list(min_TPR = 0.5),
                     list(min_NPV = 0.6))) {
    found <- do.call(of_bound, bound)
    best <- do.call(roc_constrained, c(list(curve), bound))
    expect_equal(found$apparent, c(best$threshold, best$FPR, best$TPR, 1 - best$TPR, best$PPV))
    rises <- over_all_halves(x, function(guess, positive, weight) {
      half <- do.call(roc_constrained, c(list(WeightedROC(guess, positive, weight)), bound))
      called <- x$guess >= half$threshold
      rate <- function(of) sum(x$weight[of & called]) / sum(x$weight[of])
      c(rate(!x$positive) - half$FPR, rate(x$positive) - half$TPR)
    })
    expected <- pmin(pmax(c(best$FPR, best$TPR) + rowMeans(rises), 0), 1)
    expect_lt(max(abs(found$estimate[2:3] - expected)), 0.03)
    expect_identical(is.na(found$df), c(TRUE, FALSE, FALSE, FALSE, FALSE))
    expect_identical(is.na(found$conf.low[[1L]]), TRUE)
  }
})

test_that("F with its beta chooses as roc_optimal() does, and bounds have no second place", {
  x <- some()
  curve <- WeightedROC(x$guess, x$positive, x$weight)
  for (beta in c(0.5, 1, 3)) {
    what <- roc_measure(c("threshold", "F"), threshold = "F", beta = beta)
    found <- suppressWarnings(roc_estimate(x$guess, x$positive, x$weight, measure = what, R = 20))
    best <- roc_optimal(curve, measure = "F", beta = beta)
    expect_equal(found$apparent, c(best$threshold, best$value))
    at <- roc_estimate(curve, measure = roc_measure("F", threshold = curve$threshold, beta = beta),
                       conf.level = NULL)
    expect_equal(best$value, max(at$estimate, na.rm = TRUE))
  }
  expect_identical(roc_optimal(curve, measure = "F")$value, roc_optimal(curve, measure = "F1")$value)
  expect_error(roc_optimal(curve, measure = "J", beta = 2), class = "wroc_error_unused")
  expect_error(roc_measure("TPR", threshold = 1, max_FPR = 0.1), class = "wroc_error_choice")
  expect_error(roc_measure("KS", max_FPR = 0.1), class = "wroc_error_choice")
  expect_error(roc_measure("TPR", max_FPR = 2), class = "wroc_error_range")
})
