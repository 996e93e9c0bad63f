# Outcomes at a time by clusters, groups, folds, models of the weights and of censoring, designs and replicates.
# test-ways.R has the matrix; definitions are in helper-survival.R.

# Longer than CRAN allows.
skip_on_cran()

skip_if_not_installed("survival")

cohort <- function(n = 240, seed = 6) {
  set.seed(seed)
  d <- data.frame(score = rnorm(n), other = rnorm(n), site = rep(1:3, length.out = n),
                  unit = rep(1:(n / 4), each = 4))
  event <- rexp(n, exp(0.8 * d$score - 2.5))
  competing <- rexp(n, 0.03)
  censored <- rexp(n, c(0.02, 0.05, 0.1)[d$site])
  d$time <- round(pmin(event, competing, censored), 1)
  d$status <- factor(ifelse(censored <= pmin(event, competing), 0, ifelse(event <= competing, 1, 2)), 0:2,
                     c("none", "event", "other"))
  d$risk <- pnorm(d$score)
  d$w <- rexp(n) + 0.2
  d
}

at_8 <- function(d, ...) outcome_at(survival::Surv(d$time, d$status), 8, cause = "event", ...)

values_of <- function(...) roc_estimate(..., conf.level = NULL)

quietly <- function(x) suppressMessages(suppressWarnings(x))

test_that("weights made by hand give the same curves, values and decisions", {
  d <- cohort()
  for (censoring in list(~ 1, ~ strata(d$site))) {
    y <- at_8(d, censoring = censoring)
    label <- as.integer(d$time <= 8 & d$status == "event")
    w <- weights(weighted_roc(d$risk, y, d$w))
    calls <- list(
      WeightedROC, auc_wmw, roc_at, roc_hull, roc_pr, roc_prg, roc_gain, roc_net_benefit, roc_reliability,
      roc_calibrate, roc_optimal, roc_cost_curve, roc_thin,
      function(...) roc_constrained(..., max_FPR = 0.3),
      function(...) values_of(..., measure = c("AUC", "AP", "KS", "H", "brier", "log_loss")),
      function(...) values_of(..., measure = roc_measure(c("PPV", "MCC"), threshold = 0.5)),
      function(...) roc_band(..., at = c(0.1, 0.5))[c("FPR", "TPR")]
    )
    for (f in calls) expect_equal(quietly(f(d$risk, y, d$w)), quietly(f(d$risk, label, w)), tolerance = 1e-12)
  }
})

test_that("each group has its own estimate of censoring", {
  d <- cohort()
  formula <- outcome_at(survival::Surv(time, status), 8, cause = "event") ~ score + other
  fit <- weighted_roc(formula, d, weights = w, by = site)
  alone <- lapply(1:3, function(site) weighted_roc(formula, d[d$site == site, ], weights = w))
  for (site in 1:3) expect_equal(fit$fits[[site]]$areas, alone[[site]]$areas)
  expect_equal(unname(vcov(fit["score"])), diag(roc_estimate(fit["score"])$std.error^2), tolerance = 1e-12)
  pair <- weighted_roc(formula, d[d$site < 3, ], weights = w, by = site)["score"]
  expect_equal(auc_test(pair)$p.value, auc_test(alone[[1]]["score"], alone[[2]]["score"])$p.value, tolerance = 1e-12)
  # A group that has no case.
  d$group <- ifelse(d$time > 20, "late", "all")
  expect_warning(none <- weighted_roc(formula, d, by = group), "`late` (no case)", fixed = TRUE,
                 class = "wroc_warning_no_curve")
  expect_true(is.na(coef(none)[["late:score"]]))
  expect_output(print(none), "late")
})

test_that("folds share one estimate of censoring", {
  d <- cohort()
  fold <- rep(1:4, length.out = nrow(d))
  label <- as.integer(d$time <= 8 & d$status == "event")
  y <- at_8(d)
  w <- weights(weighted_roc(d$score, y, d$w))
  by_hand <- mean(vapply(1:4, function(k) auc_wmw(d$score[fold == k], label[fold == k], w[fold == k]), 0))
  found <- auc_ci(d$score, y, d$w, fold = fold)
  expect_equal(found$estimate, by_hand, tolerance = 1e-12)
  # Left out where the fold is not known, and so no part of the estimate.
  fold[5] <- NA
  expect_equal(auc_ci(d$score, y, d$w, fold = fold, na.rm = TRUE),
               auc_ci(d$score[-5], y[-5], d$w[-5], fold = fold[-5]))
})

test_that("sums of influences over clusters are the variance", {
  d <- cohort()
  y <- at_8(d)
  what <- c(roc_measure("AUC"), roc_measure("PPV", threshold = 0.5))
  u <- rowsum(roc_influence(d$score, y, d$w, measure = what), d$unit)
  found <- roc_estimate(d$score, y, d$w, cluster = d$unit, measure = what, variance = "jackknife")
  expect_equal(found$std.error, unname(sqrt(colSums(u^2))), tolerance = 1e-10)
})

test_that("a glm that made the weights is followed, also by group and where rows are left out", {
  d <- cohort(160)
  set.seed(2)
  d$treated <- rbinom(160, 1, plogis(d$other))
  model <- glm(treated ~ other, binomial, d)
  d$own <- 1 / ifelse(d$treated == 1, fitted(model), 1 - fitted(model))
  formula <- outcome_at(survival::Surv(time, status), 8, cause = "event") ~ score
  known <- weighted_roc(formula, d, weights = own)$areas
  found <- weighted_roc(formula, d, weights = own, weights_model = model)$areas
  expect_identical(found$estimate, known$estimate)
  expect_true(found$std.error > 0 && found$std.error != known$std.error)
  # Rows that are left out have no part in censoring, but in the model.
  left <- weighted_roc(formula, replace(d, "score", list(replace(d$score, 3, NA))), weights = own,
                       weights_model = model, na.action = na.omit)
  expect_false(anyNA(left$areas$std.error))
  by_group <- weighted_roc(formula, d, weights = own, weights_model = model, by = treated)
  expect_false(is.na(auc_test(by_group)$p.value))
})

# Designs -----------------------------------------------------------------------------------------

design_of <- function(d) {
  d$stratum <- rep(1:4, each = nrow(d) / 4)
  survey::svydesign(ids = ~unit, strata = ~stratum, weights = ~w, data = d, nest = TRUE)
}

test_that("linearized designs sum influences by the own weights", {
  skip_if_not_installed("survey")
  d <- cohort()
  design <- design_of(d)
  formula <- outcome_at(survival::Surv(time, status), 8, cause = "event") ~ score + other
  fit <- weighted_roc(formula, design)
  u <- roc_influence(as.list(d[c("score", "other")]), at_8(d), d$w)
  expected <- survey::svytotal(u / d$w, design)
  expect_equal(fit$areas$std.error, unname(survey::SE(expected)), tolerance = 1e-10)
  expect_equal(unname(vcov(fit)), unname(vcov(expected)), tolerance = 1e-10)
  expect_equal(coef(fit), auc_wmw(d[c("score", "other")], at_8(d), d$w))
  expect_equal(auc_ci(d$score, at_8(d), design)$std.error, fit$areas$std.error[[1]], tolerance = 1e-12)
  what <- c(roc_measure("PPV", threshold = 0.5), roc_measure("AUC", FPR = c(0, 0.3)),
            roc_measure("TPR", FPR = 0.2))
  u <- roc_influence(d$score, at_8(d), d$w, measure = what)
  found <- roc_estimate(fit["score"], measure = what)
  expect_equal(found$std.error, unname(survey::SE(survey::svytotal(u / d$w, design))), tolerance = 1e-10)
  expect_false(anyNA(roc_band(fit["score"], at = c(0.2, 0.5))))
  expect_false(anyNA(roc_net_benefit(weighted_roc(update(formula, . ~ risk), design), threshold = c(0.2, 0.4),
                                     conf.level = 0.9)))
})

test_that("parts of the population and groups of a design have estimates of their own", {
  skip_if_not_installed("survey")
  d <- cohort()
  design <- design_of(d)
  formula <- outcome_at(survival::Surv(time, status), 8, cause = "event") ~ score
  part <- weighted_roc(formula, design, subset = site == 2)
  expect_equal(coef(part), c(score = auc_wmw(d$score[d$site == 2], at_8(d[d$site == 2, ]), d$w[d$site == 2])))
  expect_equal(part$areas$std.error, weighted_roc(formula, subset(design, site == 2))$areas$std.error)
  by_site <- weighted_roc(formula, design, by = site)
  expect_equal(by_site$fits[["2"]]$areas, part$areas)
  # Groups of a cluster depend on each other: influences of each, 0 elsewhere.
  u <- vapply(1:3, function(site) {
    rows <- which(d$site == site)
    replace(numeric(nrow(d)), rows, roc_influence(d$score[rows], at_8(d[rows, ]), d$w[rows]))
  }, numeric(nrow(d)))
  expect_equal(unname(vcov(by_site)), unname(vcov(survey::svytotal(u / d$w, design))), tolerance = 1e-10)
})

test_that("replicate weights estimate censoring anew", {
  skip_if_not_installed("survey")
  d <- cohort()
  design <- design_of(d)
  replicates <- survey::as.svrepdesign(design, type = "JKn")
  what <- c(roc_measure("AUC"), roc_measure("PPV", threshold = 0.5), roc_measure("share", threshold = 0.5),
            roc_measure("TPR", threshold = 0.5))
  value <- function(w, data) values_of(data$score, at_8(data), w, measure = what)$estimate
  expected <- as.vector(survey::SE(survey::withReplicates(replicates, value)))
  found <- roc_estimate(d$score, at_8(d), replicates, measure = what)
  expect_equal(found$std.error, expected, tolerance = 1e-8)
  # Where a replicate has no case left nothing is known of it.
  few <- d
  few$time <- few$time + 9
  few$status[25:28] <- "event"
  few$time[25:28] <- 1
  lost <- survey::as.svrepdesign(design_of(few), type = "JKn")
  muffle <- function(warning) tryInvokeRestart("muffleWarning")
  lost_one <- function() {
    withCallingHandlers(auc_ci(few$score, at_8(few), lost), wroc_warning_effective = muffle)
  }
  expect_warning(lost_one(), class = "wroc_warning_replicates")
})

# Replicates --------------------------------------------------------------------------------------

test_that("a bootstrap draws rows whatever their class, or whole clusters, and estimates censoring anew", {
  d <- cohort()
  y <- at_8(d)
  # The prevalence would vary more if censoring were not estimated anew.
  what <- c(roc_measure("AUC"), roc_measure("prevalence"))
  set.seed(9)
  by_hand <- replicate(300, {
    times <- tabulate(sample.int(60, replace = TRUE), 60)
    values_of(d$score, y, times[d$unit] * d$w, measure = what)$estimate
  })
  for (variance in c("bootstrap", "bayesian")) {
    found <- roc_estimate(d$score, y, d$w, d$unit, measure = what, variance = variance, R = 1000)
    expect_equal(found$std.error, apply(by_hand, 1, sd), tolerance = 0.15)
  }
  of_rows <- seeded(auc_ci(d$score, y, d$w, variance = "bootstrap", R = 200))
  expect_equal(of_rows, seeded(auc_ci(d$score, y, d$w, seq_len(240), variance = "bootstrap", R = 200)))
})

test_that("optimism refits models, and censoring with them", {
  d <- cohort()
  learner <- function(data, weight) lm(-as.numeric(time > 8) ~ score + other, data)
  set.seed(4)
  found <- auc_optimism(d, learner, at_8(d), R = 20)
  expect_equal(found$areas$apparent, auc_wmw(fitted(learner(d)), at_8(d)), tolerance = 1e-12)
  expect_true(is.finite(found$areas$optimism))
})

# Models of censoring -----------------------------------------------------------------------------

test_that("strata and a known curve of censoring give the weights of their definitions", {
  for (data in list(survival_data(seed = 1), survival_data(seed = 4, causes = 1, whole = TRUE))) {
    present <- data[data$weight > 0, ]
    at <- min(stats::median(present$time[present$status == 1]), tapply(present$time, present$site, max)) + 0.05
    training <- survival_data(n = 100, seed = 11)
    known <- naive_product_limit(training$time, training$status, rep(1, 100))
    kinds <- list(list(~ 1), list(~ strata(data$site), strata = data$site), list(survival_of(training), known = known))
    for (kind in kinds) {
      for (controls in if (max(data$status) > 1) c("all", "free") else "all") {
        cause <- if (max(data$status) > 1) list(cause = "a", controls = controls)
        outcome <- do.call(outcome_at, c(list(survival_of(data), at, censoring = kind[[1L]]), cause))
        value <- function(weight) {
          made <- do.call(naive_outcome, c(list(data$time, data$status, at, weight, controls), kind[-1L]))
          naive_measures$AUC(data$x, made$positive, made$weight)
        }
        expect_close(auc_wmw(data$x, outcome, data$weight), value(data$weight), 1e-12)
        expected <- naive_derivatives(value, data$weight)
        found <- drop(roc_influence(data$x, outcome, data$weight))
        expect_close(unname(found), expected, 0, absolute = 1e-9 * max(abs(expected)))
      }
    }
  }
})

test_that("any variables make strata", {
  d <- cohort()
  y <- at_8(d, censoring = ~ strata(d$site))
  w <- weights(weighted_roc(d$score, y, d$w))
  site <- factor(d$site, labels = c("x", "y", "z"))
  expect_equal(weights(weighted_roc(d$score, at_8(d, censoring = ~ strata(site)), d$w)), w)
  half <- rep(c("a", "b"), length.out = nrow(d))
  two <- weights(weighted_roc(d$score, at_8(d, censoring = ~ strata(site, half)), d$w))
  one <- weights(weighted_roc(d$score, at_8(d, censoring = ~ strata(interaction(half, site))), d$w))
  expect_equal(two, one)
  expect_equal(weights(weighted_roc(d$score, at_8(d, censoring = ~ strata(site) + strata(half)), d$w)), two)
  # A stratum need not have controls, but its weight is not lost.
  d$late <- d$time > 6
  all <- sum(weights(weighted_roc(d$score, at_8(d, censoring = ~ strata(d$late)))))
  expect_equal(all, nrow(d), tolerance = 1e-12)
})

test_that("censoring that is known has no part in the variance", {
  d <- cohort()
  label <- as.integer(d$time <= 8 & d$status == "event")
  times <- survival::Surv(d$time, d$status)
  y <- at_8(d, censoring = times)
  own <- weights(weighted_roc(d$score, at_8(d)))
  expect_equal(weights(weighted_roc(d$score, y)), own, tolerance = 1e-13)
  expect_equal(roc_influence(d$score, y), roc_influence(d$score, label, own), tolerance = 1e-12)
  expect_equal(auc_ci(d$score, y, variance = "jackknife")$std.error,
               auc_ci(d$score, label, own, variance = "jackknife")$std.error, tolerance = 1e-12)
  # By a survfit of the time to censoring: events at the same time come first.
  d$time <- d$time + ifelse(d$status == "none", 1e-6, 0)
  fit <- survival::survfit(survival::Surv(time, status == "none") ~ 1, d)
  expect_equal(weights(weighted_roc(d$score, at_8(d, censoring = fit))),
               weights(weighted_roc(d$score, at_8(d))), tolerance = 1e-12)
  half <- seq_len(nrow(d)) <= 120
  known <- at_8(d[half, ], censoring = survival::Surv(d$time[!half], d$status[!half] != "none"))
  expect_false(isTRUE(all.equal(weights(weighted_roc(d$score[half], known)),
                                weights(weighted_roc(d$score[half], at_8(d[half, ]))))))
})

test_that("a Cox model of censoring is that of survival and of riskRegression", {
  d <- survival::pbc
  d <- d[stats::complete.cases(d[c("bili", "protime")]), ]
  d$dead <- as.integer(d$status == 2)
  formula <- outcome_at(survival::Surv(time, dead), 2920.5, censoring = ~ age + log(bili)) ~ bili
  fit <- weighted_roc(formula, d, variance = "jackknife")
  # riskRegression has another lag at ties.
  expect_equal(coef(fit)[["bili"]], 0.798360876, tolerance = 5e-5)
  expect_equal(fit$areas$std.error, 0.0310655, tolerance = 5e-4)
  d <- d[seq(1, 416, 4), ]
  # Strata have a baseline each. With a coefficient for each as well they are models of their own.
  by_sex <- ~ strata(d$sex) + I(d$age * (d$sex == "f")) + I(d$age * (d$sex == "m"))
  stratified <- outcome_at(survival::Surv(d$time, d$dead), 2000, censoring = by_sex)
  alone <- function(rows) {
    y <- outcome_at(survival::Surv(d$time, d$dead)[rows], 2000, censoring = ~ d$age[rows])
    quietly(weights(weighted_roc(d$bili[rows], y)))
  }
  found <- weights(weighted_roc(d$bili, stratified))
  for (sex in c("f", "m")) expect_equal(found[d$sex == sex], alone(d$sex == sex), tolerance = 1e-8)
  # Each group has a model of its own, in which a covariate may be constant.
  d$only <- as.numeric(d$sex == "f") * d$age
  formula <- outcome_at(survival::Surv(time, dead), 2000, censoring = ~ age + only) ~ bili
  by_sex <- quietly(weighted_roc(formula, d, by = sex))
  female <- weighted_roc(outcome_at(survival::Surv(time, dead), 2000, censoring = ~ age) ~ bili, d,
                         subset = sex == "f")
  expect_equal(by_sex$fits$f$areas$estimate, female$areas$estimate, tolerance = 1e-9)
})

test_that("variables of censoring are found where the call stands, and cut with the rows", {
  d <- cohort()
  expected <- weights(weighted_roc(d$score, at_8(d, censoring = ~ strata(d$site))))
  formula <- outcome_at(survival::Surv(time, status), 8, cause = "event", censoring = ~ strata(site)) ~ score
  expect_equal(weights(weighted_roc(formula, d)), expected)
  y <- with(d, outcome_at(survival::Surv(time, status), 8, cause = "event", censoring = ~ strata(site)))
  expect_equal(weights(weighted_roc(d$score, y)), expected)
  # A formula that was made elsewhere.
  censoring <- ~ strata(site)
  with_formula <- outcome_at(survival::Surv(time, status), 8, cause = "event", censoring = censoring) ~ score
  expect_equal(weights(weighted_roc(with_formula, d)), expected)
  part <- weighted_roc(formula, d, subset = site > 1)
  alone <- weighted_roc(formula, d[d$site > 1, ])
  expect_equal(weights(part), weights(alone))
  d$site[4] <- NA
  expect_error(weighted_roc(formula, d), "1 of 240 rows", class = "wroc_error_missing")
  expect_identical(nobs(weighted_roc(formula, d, na.action = na.omit)), 239L)
  times <- survival::Surv(d$time, d$status)
  of <- function(censoring) outcome_at(times, 8, cause = "event", censoring = censoring)
  expect_error(of(~ strata(nowhere)), "nowhere", class = "wroc_error_column")
  expect_error(of(~ nowhere), "nowhere", class = "wroc_error_column")
  short <- 1:3
  several <- survival::survfit(survival::Surv(time, status == "none") ~ site, d)
  expect_refused(
    "type censoring" = of(y ~ 1), "type censoring" = of("site"), "unsupported censoring" = of(~ offset(d$score)),
    "length censoring" = of(~ strata(1:3)), "length censoring" = of(~ short), "type censoring" = of(several),
    "missing censoring" = of(survival::Surv(c(1, NA), c(0, 1)))
  )
})

# The end of follow-up --------------------------------------------------------------------------------

test_that("a known curve needs to cover no more than the times asked for, in every function", {
  d <- cohort()
  y <- survival::Surv(d$time, d$status == "event")
  last <- stats::median(d$time)
  # The same sample, followed until then.
  short <- survival::Surv(pmin(d$time, last), d$status != "none" & d$time <= last)
  whole <- survival::Surv(d$time, d$status != "none")
  both <- function(of) expect_equal(of(short), of(whole), tolerance = 1e-12)
  both(function(known) auc_ci(d$score, outcome_at(y, last, censoring = known))$estimate)
  both(function(known) coef(weighted_roc(y ~ score, d, times = c(last / 2, last), censoring = known)))
  for (level in list(NULL, 0.95)) {
    both(function(known) auc_over_time(d$score, y, times = c(last / 2, last), censoring = known, conf.level = level))
  }
  both(function(known) {
    auc_over_time(d$score, y, times = c(last / 2, last), integrate = TRUE, censoring = known)$estimate
  })
  both(function(known) auc_concordance(d$score, y, type = "uno", tau = last, censoring = known)$estimate)
  expect_lte(max(auc_over_time(d$score, y, censoring = short)$time), last)
  later <- expect_error(auc_ci(d$score, outcome_at(y, last + 1, censoring = short)), class = "wroc_error_time")
  expect_identical(later[c("argument", "last")], list(argument = "censoring", last = last))
  # A sample that ends with an event says nothing of later times.
  ends <- survival::Surv(c(1, 2, 3), c(0, 0, 1))
  expect_error(auc_ci(d$score, outcome_at(y, last, censoring = ends)), class = "wroc_error_time")
})

test_that("a time to which nobody is followed is an error with the stratum, the share and the last time", {
  z <- data.frame(t = c(1:6, 1, 2, 3, 3, 3, 3), e = c(1, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0), g = rep(1:2, each = 6),
                  s = c(6:1, 5, 3, 2, 1, 2, 1))
  z$y <- survival::Surv(z$t, z$e)
  at <- function(t) outcome_at(z$y, t, censoring = ~ strata(z$g))
  found <- expect_error(auc_ci(z$s, at(3.5)), "stratum `z$g = 2`", fixed = TRUE, class = "wroc_error_time")
  expect_equal(found[c("stratum", "share", "first", "last")],
               list(stratum = "z$g = 2", share = 2 / 3, first = 1, last = 3))
  for (level in list(NULL, 0.95)) {
    over <- function(times) auc_over_time(z$s, z$y, times = times, censoring = ~ strata(z$g), conf.level = level)
    expect_error(over(c(2, 3.5)), "g = 2", class = "wroc_error_time")
    expect_identical(over(NULL)$time, c(1, 2, 3))
  }
  expect_error(weighted_roc(y ~ s, z, times = c(2, 3.5), censoring = ~ strata(g)), "`times` can be in [1, 3]",
               fixed = TRUE, class = "wroc_error_time")
  # AUCs of incident cases compare those at risk.
  fit <- weighted_roc(outcome_at(y, 3, censoring = ~ strata(g)) ~ s, z)
  expect_identical(auc_over_time(fit, cases = "incident")$time, c(1, 2, 3, 4))
})

test_that("replicates in which nobody is followed to the time are left out", {
  set.seed(2)
  n <- 40
  time <- c(4.5, round(stats::runif(n - 2, 0, 4), 1), 6)
  status <- factor(c(0, sample(0:2, n - 2, TRUE, c(0.3, 0.5, 0.2)), 0), 0:2)
  y <- outcome_at(survival::Surv(time, status), 5, cause = "1")
  score <- rnorm(n) - time
  warned <- function(value) {
    kinds <- character()
    value <- withCallingHandlers(value, warning = function(found) {
      kinds <<- c(kinds, class(found)[[1L]])
      invokeRestart("muffleWarning")
    })
    list(value = value, kinds = kinds)
  }
  lost <- warned(auc_ci(score, y, variance = "bootstrap", R = 400))
  expect_true("wroc_warning_replicates" %in% lost$kinds)
  expect_gt(lost$value$std.error, 0)
  skip_if_not_installed("survey")
  design <- survey::svydesign(~ 1, weights = rep(1, n), data = data.frame(score))
  lost <- warned(auc_ci(score, y, survey::as.svrepdesign(design, type = "JK1")))
  expect_true("wroc_warning_replicates" %in% lost$kinds)
  expect_gt(lost$value$std.error, 0)
})
