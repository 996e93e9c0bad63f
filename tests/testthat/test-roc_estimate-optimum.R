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

naive_wilson <- function(p, n, q) {
  (p + q^2 / (2 * n) + c(-1, 1) * q * sqrt(p * (1 - p) / n + q^2 / (4 * n^2))) / (1 + q^2 / n)
}

# The intervals from the definitions on the page, by the influences of all units, given the
# optimism of FPR and FNR. `cluster` numbers the units. A survey `design`
# has variances and their most degrees of freedom, a model of the weights variances and their degrees of
# freedom.
naive_intervals <- function(x, optimism, cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0,
                            prior = NULL, cluster = NULL, level = 0.95, design = NULL) {
  w <- x$weight
  pos <- x$positive
  unit <- if (is.null(cluster)) seq_along(w) else match(cluster, unique(cluster))
  best <- naive_optimum(x$guess, pos, w, cost_FP, cost_FN, cost_TP, cost_TN, prior)
  error <- (x$guess >= best[1] & (best[2] > 0 || best[3] > 0)) != pos
  total <- ifelse(pos, sum(w[pos]), sum(w[!pos]))
  rate <- c(weighted.mean(error[!pos], w[!pos]), weighted.mean(error[pos], w[pos]))
  share <- if (is.null(prior)) sum(w[pos]) / sum(w) else prior
  loss <- ifelse(pos, ifelse(error, cost_FN, cost_TP), ifelse(error, cost_FP, cost_TN))
  mean_loss <- c(weighted.mean(loss[!pos], w[!pos]), weighted.mean(loss[pos], w[pos]))
  risk_of <- function(mean_loss, share) (1 - share) * mean_loss[1] + share * mean_loss[2]
  risk <- risk_of(mean_loss, share)

  # Influences on FPR, FNR and risk, by units.
  u_rate <- w / total * (error - rate[pos + 1])
  u_risk <- if (is.null(prior)) {
    w / sum(w) * (loss - risk)
  } else {
    ifelse(pos, prior, 1 - prior) * w / total * (loss - mean_loss[pos + 1])
  }
  u <- list(rowsum(u_rate[!pos], unit[!pos]), rowsum(u_rate[pos], unit[pos]), rowsum(u_risk, unit))
  n <- vapply(u, length, 0)
  nu <- mapply(function(u, n) {
    if (sum(u^2) < 1e-20) 0 else min(2 / (sum(u^4) / sum(u^2)^2 - 1 / n), n - 2)
  }, u, n)
  kish <- function(w) sum(w)^2 / sum(w^2)
  k <- vapply(c(FALSE, TRUE), function(class) {
    w <- w[pos == class]
    if (is.null(design$most)) sqrt(kish(w) * kish(rowsum(w, unit[pos == class]))) else kish(w)
  }, 0)

  excess <- c(cost_FP - cost_TN, cost_FN - cost_TP)
  prob <- c(1 - share, share)
  model_of <- function(rate, mean_loss) {
    of_class <- excess^2 * rate * (1 - rate) +
      if (is.null(prior)) (mean_loss - risk_of(mean_loss, share))^2 else 0
    c(rate * (1 - rate) / k, sum(prob^2 * of_class / k))
  }
  model <- model_of(rate, mean_loss)
  variance <- n / (n - 1) * vapply(u, function(u) sum(u^2), 0)
  if (!is.null(design)) {
    variance <- design$variance
    nu <- if (is.null(design$nu)) pmin(nu, design$most) else design$nu
  }
  of_model <- if (is.null(design)) naive_model(pos, w, unit) else 4
  f <- (ifelse(nu > 0, nu * variance / model, 0) + of_model) / (nu + of_model)
  q <- qt(1 - (1 - level) / 2, pmax(nu + of_model, 4))

  new <- pmin(pmax(rate + optimism, 0), 1)
  new_loss <- c(cost_TN, cost_TP) + excess * new
  new_risk <- risk_of(new_loss, share)
  ends <- lapply(1:2, function(i) naive_wilson(new[i], k[i] / f[i], q[i]))
  parts <- lapply(1:2, function(i) {
    prob[i] * excess[i] * (naive_wilson(new[i], k[i] / f[3], q[3]) - new[i])
  })
  if (is.null(prior)) {
    number <- 1 / (share * (1 - share) * sum(1 / k)) / f[3]
    parts[[3]] <- sort((new_loss[2] - new_loss[1]) * (naive_wilson(share, number, q[3]) - share))
  }
  off <- sqrt(rowSums(do.call(cbind, parts)^2))
  ends[[3]] <- new_risk + c(-1, 1) * off
  found <- c(new, new_risk)
  optimism <- found - c(rate, risk)
  spare <- pmin(q / 2, 1) * optimism
  low <- found - sqrt((found - vapply(ends, `[`, 0, 1))^2 + pmax(spare, 0)^2)
  high <- found + sqrt((vapply(ends, `[`, 0, 2) - found)^2 + pmin(spare, 0)^2)
  limits <- if (is.null(prior)) {
    range(cost_FP, cost_FN, cost_TP, cost_TN)
  } else {
    c((1 - prior) * cost_TN + prior * cost_TP, (1 - prior) * cost_FP + prior * cost_FN)
  }
  low <- pmax(low, c(0, 0, limits[1]))
  high <- pmin(high, c(1, 1, limits[2]))
  data.frame(
    estimate = c(1 - found[2], found[c(1, 3)]), optimism = c(optimism[2], -optimism[c(1, 3)]),
    std.error = sqrt(f * model_of(new, new_loss))[c(2, 1, 3)],
    conf.low = c(1 - high[2], low[c(1, 3)]), conf.high = c(1 - low[2], high[c(1, 3)])
  )
}

expect_intervals <- function(ci, x, ...) {
  rise <- c(-ci$optimism[3], ci$optimism[2])
  expected <- naive_intervals(x, rise, ...)
  for (column in names(expected)) {
    expect_close(ci[[column]][2:4], expected[[column]], relative = 1e-9, absolute = 1e-12)
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

test_that("intervals follow from the optimism as the page says", {
  set.seed(2)
  x <- inference_data(60, zeros = FALSE)
  x$guess <- x$guess + rnorm(60)
  for (cost in costs) {
    for (level in c(0.95, 0.5)) {
      ci <- do.call(optimal_ci, c(list(x, conf.level = level), cost))
      do.call(expect_intervals, c(list(ci, x, level = level), cost))
    }
    ci <- do.call(optimal_ci, c(list(x, cluster = x$cluster), cost))
    do.call(expect_intervals, c(list(ci, x, cluster = x$cluster), cost))
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
      reach <- (0.6 * log(8 / (3 * (1 - level))))^(2 / 3) * max(-ci$optimism[4], 0) * by_quantiles^3
      rows <- which(risk <= min(risk) + reach)
      expect_identical(ci$conf.low[1], c(-Inf, curve$threshold)[min(rows)])
      expect_identical(ci$conf.high[1], curve$threshold[max(rows)])
      expect_true(ci$conf.low[1] < ci$estimate[1] && ci$estimate[1] <= ci$conf.high[1])
    }
  }
})

# The same -------------------------------------------------------------------------------

# Survey designs ---------------------------------------------------------------------------

# The variances of FPR, FNR and the risk at a threshold, by package survey.
survey_variances <- function(design, threshold, score, sick, cost_FP = 1, cost_FN = 1, prior = NULL) {
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
  c(of_rates, survey::SE(survey::svycontrast(totals, list(risk = risk))))^2
}

test_that("a design has the variances of svyratio() and svycontrast(), and halves of its sampling units", {
  skip_if_not_installed("survey")
  data(api, package = "survey", envir = environment())
  designs <- list(
    list(survey::svydesign(~dnum, weights = ~pw, data = apiclus1, fpc = ~fpc), apiclus1$dnum),
    list(survey::svydesign(~1, strata = ~stype, weights = ~pw, data = apistrat, fpc = ~fpc), seq_len(200)),
    list(survey::svydesign(~dnum + snum, weights = ~pw, data = apiclus2, fpc = ~fpc1 + fpc2), apiclus2$dnum),
    list(survey::calibrate(survey::svydesign(~dnum, weights = ~pw, data = apiclus1), ~1, 6194), apiclus1$dnum)
  )
  for (case in designs) {
    design <- case[[1L]]
    x <- list(guess = design$variables$meals, positive = design$variables$sch.wide == "No",
              weight = as.vector(weights(design, "sampling")))
    for (cost in list(list(), list(cost_FN = 3), list(cost_FP = 2, cost_FN = 5, prior = 0.2))) {
      run <- function(...) seeded(do.call(chosen, c(list(x$guess, x$positive, ..., R = 100), cost)))
      ci <- run(design)
      variance <- do.call(survey_variances, c(list(design, ci$estimate[1], x$guess, x$positive), cost))
      of_design <- list(variance = variance, most = survey::degf(design))
      do.call(expect_intervals, c(list(ci, x, cluster = case[[2L]], design = of_design), cost))
      clustered <- run(x$weight, cluster = case[[2L]])
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

# Rates of errors and the risk at a threshold, with what a logistic model of selection adds to their
# influences: by the sandwich, u_i + D' A^-1 s_i.
selected_influences <- function(x, model, threshold, cost_FN, prior) {
  w <- x$weight
  error <- (x$guess >= threshold) != x$positive
  of_class <- function(class) {
    total <- sum(w[x$positive == class])
    rate <- sum((w * error)[x$positive == class]) / total
    list(rate = rate, u = (x$positive == class) * w / total * (error - rate))
  }
  fpr <- of_class(FALSE)
  fnr <- of_class(TRUE)
  risk <- if (is.null(prior)) {
    loss <- error * ifelse(x$positive, cost_FN, 1)
    w / sum(w) * (loss - weighted.mean(loss, w))
  } else {
    (1 - prior) * fpr$u + prior * cost_FN * fnr$u
  }
  design <- model.matrix(model)
  p <- fitted(model)
  score <- design * (model$y - p)
  information <- crossprod(design, design * (p * (1 - p)))
  vapply(list(fpr$u, fnr$u, risk), function(u) {
    u + drop(score %*% solve(information, crossprod(design, -(1 - p) * u)))
  }, w)
}

test_that("estimated weights change the variances, by the sandwich", {
  set.seed(12)
  n <- 240L
  x <- list(positive = rep(c(FALSE, TRUE), n / 2))
  z <- rnorm(n)
  x$guess <- x$positive + 0.8 * z + rnorm(n)
  selected <- runif(n) < plogis(0.5 + z + x$positive)
  model <- glm(selected ~ z + x$positive, binomial, control = glm.control(epsilon = 1e-15, maxit = 100))
  x$weight <- selected / fitted(model)
  used <- lapply(x, `[`, selected)
  for (cluster in list(NULL, rep(1:120, each = 2L))) {
    for (cost in list(list(cost_FN = 1), list(cost_FN = 3), list(cost_FN = 2, prior = 0.2))) {
      run <- function(...) {
        given <- list(x$guess, x$positive, x$weight, cluster = cluster, R = 100, ...)
        seeded(do.call(chosen, c(given, cost)))
      }
      found <- run(weights_model = model)
      plain <- run()
      # Halves keep the weights as they are.
      expect_identical(found[c("term", "apparent", "optimism")], plain[c("term", "apparent", "optimism")])
      e <- selected_influences(x, model, found$estimate[1], cost$cost_FN, cost$prior)
      if (!is.null(cluster)) e <- rowsum(e, cluster)
      unit <- if (is.null(cluster)) seq_len(n) else cluster
      number <- function(of) length(unique(unit[of & selected]))
      units <- c(number(!x$positive), number(x$positive), number(TRUE))
      lost <- units[3L] / (units[3L] - 3)
      squares <- colSums(e^2)
      nu <- ifelse(squares < 1e-20, 0, pmin(2 / (colSums(e^4) / squares^2 - 1 / nrow(e)), nrow(e) - 5))
      of_model <- list(variance = squares * units / (units - 1) * lost, nu = nu)
      do.call(expect_intervals, c(list(found, used, cluster = cluster[selected], design = of_model), cost))
    }
  }
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

# Coverage ---------------------------------------------------------------------------------

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
