# Outcomes at a time: numbers of riskRegression 2022.11.28 and timeROC 0.4.1 on survival::pbc, edge cases and
# errors. test-outcome_at-ways.R has clusters, designs, groups, folds and replicates.

skip_if_not_installed("survival")

# Complete in two scores; `cr` has two causes.
patients <- function() {
  d <- survival::pbc
  d <- d[stats::complete.cases(d[c("bili", "protime")]), ]
  d$dead <- as.integer(d$status == 2)
  d$cr <- factor(c("censored", "transplant", "death")[d$status + 1], c("censored", "death", "transplant"))
  d$t2 <- ceiling(d$time / 365)
  d
}

four_times <- c(365.5, 1095.5, 1825.5, 2920.5)

# Score's standard errors are those of independent draws.
as_score <- function(std.error, n) std.error * sqrt(n / (n - 1))

dead_by <- function(d, t, ...) outcome_at(survival::Surv(d$time, d$dead), t, ...)

died_by <- function(d, t, ...) outcome_at(survival::Surv(d$time, d$cr), t, cause = "death", ...)

expect_near <- function(found, expected, tolerance = 1e-10) {
  expect_lt(max(abs(found - expected) / abs(expected)), tolerance)
}

test_that("AUCs, standard errors and tests of two scores are those of riskRegression", {
  d <- patients()
  areas <- rbind(c(0.817829457364, 0.856722801390), c(0.833972167655, 0.764594229237),
                 c(0.860772581756, 0.696656256358), c(0.800037000705, 0.532851617683))
  errors <- rbind(c(0.0373510199729, 0.0353804490449), c(0.0248409374235, 0.0334834965835),
                  c(0.0216756196157, 0.0321984028309), c(0.0313870458519, 0.0398010361330))
  differences <- c(0.0388933440257, -0.0693779384176, -0.1641163253985, -0.2671853830214)
  of_differences <- c(0.0325948926595, 0.0360595944609, 0.0342573582632, 0.0450038607964)
  p <- c(0.232777623758, 0.0543578378756, 1.662137e-06, 2.903769e-09)
  for (i in 1:4) {
    y <- dead_by(d, four_times[[i]])
    found <- auc_ci(d[c("bili", "protime")] |> as.list(), y, variance = "jackknife")
    expect_near(found$estimate, areas[i, ])
    expect_near(as_score(found$std.error, nrow(d)), errors[i, ], 5e-6)
    test <- auc_test(as.list(d[c("protime", "bili")]), y, test = "wald", variance = "jackknife")$contrasts
    expect_near(test$estimate, differences[[i]], 1e-9)
    expect_near(as_score(test$std.error, nrow(d)), of_differences[[i]], 5e-6)
    # By timeROC's formula, asymptotically equal, and a normal quantile.
    expect_near(abs(test$estimate / test$std.error), -qnorm(p[[i]] / 2), 5e-3)
  }
})

test_that("with competing risks controls are all others, or those free of any event", {
  d <- patients()
  free <- c(0.817829457364, 0.833751608319, 0.861054923425, 0.803544391201)
  of_free <- c(0.0373510199729, 0.0248970743697, 0.0216397764822, 0.0308322652209)
  all <- c(0.817829457364, 0.827729825535, 0.847989308284, 0.770362802020)
  of_all <- c(0.02520576, 0.02216033, 0.03113127)
  incidence <- c(0.0697115384615, 0.1957839638302, 0.2907788599523, 0.4148424571594)
  rates <- rbind(
    c(0.862068965517, 0.351421188630, 0.155279503106, 0.984313725490),
    c(0.815116928641, 0.289240823694, 0.406902748202, 0.940445743745),
    c(0.774967843942, 0.221343254444, 0.589404102452, 0.894062969385),
    c(0.627597124862, 0.225636747417, 0.663513184510, 0.745745205910)
  )
  of_rates <- rbind(
    c(0.06410998, 0.02429755, 0.02857744, 0.00779075), c(0.04315955, 0.02532536, 0.03882739, 0.01493634),
    c(0.03975950, 0.02821897, 0.04286520, 0.02031248), c(0.04364720, 0.04033120, 0.04901702, 0.03559745)
  )
  # Above 2, as timeROC calls.
  above <- sort(unique(d$bili[d$bili > 2]))[[1L]]
  measure <- roc_measure(c("TPR", "FPR", "PPV", "NPV"), threshold = above)
  for (i in 1:4) {
    y <- died_by(d, four_times[[i]], controls = "free")
    found <- auc_ci(d$bili, y, variance = "jackknife")
    expect_near(found$estimate, free[[i]])
    expect_near(as_score(found$std.error, nrow(d)), of_free[[i]], 5e-6)
    y <- died_by(d, four_times[[i]])
    found <- auc_ci(d$bili, y, variance = "jackknife")
    expect_near(found$estimate, all[[i]])
    if (i > 1) expect_near(as_score(found$std.error, nrow(d)), of_all[[i - 1]], 5e-6)
    found <- roc_estimate(d$bili, y, measure = measure, variance = "jackknife")
    expect_near(found$estimate, rates[i, ])
    # timeROC's are asymptotically equal.
    expect_near(as_score(found$std.error, nrow(d)), of_rates[i, ], 5e-4)
    curve <- WeightedROC(d$bili, y)
    cases <- curve$FN[nrow(curve)]
    expect_near(cases + curve$FP[[1L]], nrow(d), 1e-13)
    expect_near(cases / nrow(d), incidence[[i]], 1e-12)
  }
})

test_that("the share of the cases is 1 - Kaplan and Meier, or Aalen and Johansen, with Greenwood's error", {
  d <- patients()
  w <- rep(1:4, length.out = nrow(d))
  share <- roc_measure("PPV", threshold = -Inf)
  for (t in c(four_times, 1012)) {
    for (weights in list(rep(1, nrow(d)), w)) {
      fit <- summary(survival::survfit(survival::Surv(time, dead) ~ 1, d, weights = weights), times = t)
      found <- roc_estimate(d$bili, dead_by(d, t), weights, measure = share, conf.level = NULL)
      expect_near(found$estimate, 1 - fit$surv, 1e-12)
    }
    found <- roc_influence(d$bili, dead_by(d, t), measure = share)
    fit <- summary(survival::survfit(survival::Surv(time, dead) ~ 1, d), times = t)
    expect_near(sqrt(sum(found^2)), fit$std.err, 1e-12)
    states <- summary(survival::survfit(survival::Surv(time, cr) ~ 1, d), times = t)
    found <- roc_estimate(d$bili, died_by(d, t), measure = share, conf.level = NULL)
    expect_near(found$estimate, states$pstate[, match("death", states$states)], 1e-12)
  }
})

test_that("Brier scores and their errors are those of riskRegression", {
  skip_on_cran()
  d <- patients()
  cox <- survival::coxph(survival::Surv(time, dead) ~ log(bili), d, x = TRUE)
  briers <- c(0.0579345569527, 0.1167015854993, 0.1361472390030, 0.1745322322632)
  errors <- c(0.00909804145692, 0.01058540002451, 0.01124603755495, 0.01459542293828)
  for (i in 1:4) {
    risk <- 1 - as.vector(summary(survival::survfit(cox, newdata = d), times = four_times[[i]])$surv)
    found <- roc_estimate(risk, dead_by(d, four_times[[i]]), measure = "brier", variance = "jackknife")
    expect_near(found$estimate, briers[[i]], 1e-9)
    # Score's error is asymptotically equal to the derivative.
    expect_near(as_score(found$std.error, nrow(d)), errors[[i]], 1e-4)
  }
})

test_that("weights that count rows give what repeated rows give", {
  d <- patients()
  times <- rep(1:4, length.out = nrow(d))
  long <- d[rep(seq_len(nrow(d)), times), ]
  free <- c(0.823051097165, 0.844093244824, 0.870898508389, 0.774722715792)
  all <- c(0.823051097165, 0.836980777477, 0.856840385518, 0.745216488222)
  for (i in 1:4) {
    t <- four_times[[i]]
    expect_near(auc_wmw(d$bili, died_by(d, t, controls = "free"), times), free[[i]])
    expect_near(auc_wmw(d$bili, died_by(d, t), times), all[[i]])
    counted <- auc_ci(d$bili, died_by(d, t), times, variance = "frequency")
    repeated <- auc_ci(long$bili, died_by(long, t))
    numbers <- c("estimate", "std.error", "conf.low", "conf.high", "df", "n_eff_pos", "n_eff_neg")
    expect_equal(as.list(counted)[numbers], as.list(repeated)[numbers], tolerance = 1e-10)
  }
})

test_that("a time on events, and integer times with many ties, count events at the time as cases", {
  d <- patients()
  y <- survival::Surv(d$t2, d$dead)
  # riskRegression takes those who are censored at a time as lost: so they are half a year later.
  expect_near(auc_wmw(d$bili, outcome_at(y, 3.5)), 0.833665421, 1e-8)
  expect_near(auc_wmw(d$bili, outcome_at(y, 5.5)), 0.860885311, 1e-8)
  cases <- function(t) auc_ci(d$bili, outcome_at(y, t))$n_pos
  expect_identical(c(cases(3), cases(5)), c(81, 114))
  expect_identical(cases(3.5), 81)
  label <- as.integer(d$t2 <= 3 & d$dead == 1)
  expect_near(auc_wmw(d$bili, outcome_at(y, 3)),
              auc_wmw(d$bili, label, naive_outcome(d$t2, d$dead, 3)$weight))
})

small <- function() {
  data.frame(score = c(5, 3, 4, 1, 2, 6, 0), time = c(1, 2, 2, 3, 4, 5, 6), event = c(1, 0, 1, 0, 1, 0, 0))
}

# The definition, for one estimate of censoring.
by_definition <- function(time, status, t, s = rep(1, length(time))) {
  G <- function(at, left) {
    v <- sort(unique(time[status == 0 & s > 0 & (if (left) time < at else time <= at)]))
    prod(1 - vapply(v, function(v) {
      sum(s[time == v & status == 0]) / (sum(s[time >= v]) - sum(s[time == v & status != 0]))
    }, 0))
  }
  case <- time <= t & status == 1
  free <- time > t | time == t & status == 0
  ifelse(case | time <= t & status == 2, s / vapply(time, G, 0, TRUE), ifelse(free, s / G(t, TRUE), 0))
}

made <- function(y, w = NULL) weights(quietly(weighted_roc(seq_along(y), y, w)))

quietly <- function(x) suppressMessages(suppressWarnings(x))

test_that("weights follow the definition at every kind of time", {
  skip_on_cran()
  d <- small()
  y <- function(t) outcome_at(survival::Surv(d$time, d$event), t)
  # Between times, on an event, on a censoring, and on both.
  for (t in c(1, 1.5, 2, 2.5, 3, 4, 4.5, 5, 5.5)) {
    expect_equal(made(y(t)), by_definition(d$time, d$event, t), tolerance = 1e-15)
    w <- c(2, 0.5, 1, 0, 3, 1, 2)
    expect_equal(made(y(t), w), by_definition(d$time, d$event, t, w), tolerance = 1e-15)
  }
  set.seed(5)
  time <- sample(0:20, 300, TRUE)
  status <- sample(0:2, 300, TRUE)
  s <- sample(c(0, rexp(5)), 300, TRUE)
  cr <- survival::Surv(time, factor(status, 0:2))
  for (t in c(1, 7, 12.5)) {
    expect_equal(made(outcome_at(cr, t, cause = 1), s), by_definition(time, status, t, s), tolerance = 1e-13)
    expect_equal(made(outcome_at(cr, t, cause = "2"), s),
                 by_definition(time, c(0, 2, 1)[status + 1], t, s), tolerance = 1e-13)
  }
})

# The mass of those who are censored before t goes to those of their stratum who are followed for longer (Efron
# 1967), one time after the other. NULL where there is nobody.
redistributed <- function(time, status, t, s, stratum) {
  for (v in sort(unique(time[status == 0 & s > 0 & time < t]))) {
    for (g in unique(stratum[status == 0 & s > 0 & time == v])) {
      lost <- status == 0 & time == v & stratum == g & s > 0
      later <- time > v & stratum == g & s > 0
      if (!any(later)) return(NULL)
      own <- attr(s, "own")
      mass <- sum(s[lost])
      s[later] <- s[later] + mass * own[later] / sum(own[later])
      s[lost] <- 0
    }
  }
  as.vector(s)
}

aalen_johansen <- function(time, status, t, s) {
  free <- 1
  found <- 0
  for (v in sort(unique(time[s > 0 & status > 0 & time <= t]))) {
    at_risk <- sum(s[time >= v])
    found <- found + free * sum(s[time == v & status == 1]) / at_risk
    free <- free * (1 - sum(s[time == v & status > 0]) / at_risk)
  }
  found
}

test_that("in 1,000 data sets weights keep the sum of each stratum, and the share of cases is Aalen and Johansen's", {
  skip_on_cran()
  set.seed(46)
  seen <- c(made = 0, lost = 0, no_class = 0, stratified = 0)
  for (i in 1:1000) {
    n <- sample(6:25, 1)
    time <- if (i %% 3 == 0) rexp(n) * 4 else sample(0:7, n, TRUE)
    status <- sample(c(0, 0, 1, 1, 2), n, TRUE)
    w <- sample(c(0, 0.3, 1, 2.5), n, TRUE, c(1, 2, 4, 2))
    if (all(w == 0)) next
    g <- if (i %% 2 == 0) sample(1:2, n, TRUE) else rep(1, n)
    t <- switch(i %% 4 + 1, max(sample(time, 1), 0.5), stats::runif(1, 0.1, max(time) + 0.1), max(time[w > 0], 0.1),
                max(time) + sample(c(0.5, 50), 1))
    y <- outcome_at(survival::Surv(time, factor(status, 0:2)), t, cause = "1", censoring = ~ strata(g))
    found <- tryCatch(made_of_outcome(core_of_outcome(y, w)), wroc_error_time = identity)
    mass <- redistributed(time, status, t, structure(w, own = w), g)
    case <- status == 1 & time <= t
    if (inherits(found, "wroc_error")) {
      no_class <- !any(case & w > 0) || all(case[w > 0 & (status > 0 | time >= t)])
      expect_true(is.null(mass) || no_class)
      seen <- seen + c(0, is.null(mass), is.null(mass) < no_class, 0)
      if (!is.null(found$share)) {
        expect_lt(found$last, t)
        # The hint is right.
        if (found$first <= found$last && found$last > 0) {
          again <- made_of_outcome(core_of_outcome(outcome_at_time(y, found$last), w))
          expect_equal(sum(again$weight), sum(w))
        }
      }
      next
    }
    expect_equal(found$weight, mass, tolerance = 1e-12)
    expect_equal(as.vector(rowsum(found$weight, g)), as.vector(rowsum(w, g)), tolerance = 1e-12)
    expect_identical(found$label, as.integer(case & w > 0))
    seen <- seen + c(1, 0, 0, i %% 2 == 0)
    prevalence <- sum(mass[case]) / sum(w)
    if (i %% 2 == 1) expect_equal(prevalence, aalen_johansen(time, status, t, w), tolerance = 1e-12)
    # Some of these in all functions.
    if (i %% 10 != 7) next
    x <- rnorm(n)
    what <- c(roc_measure("AUC"), roc_measure(c("PPV", "NB"), threshold = 0.2))
    p <- stats::plogis(x)
    called <- p >= 0.2
    binary <- function(measure) quietly(roc_estimate(p, as.integer(case), mass, measure = measure,
                                                     conf.level = NULL)$estimate)
    expect_equal(quietly(roc_estimate(p, y, w, measure = what, conf.level = NULL)$estimate), binary(what))
    d <- data.frame(p, w, g)
    d$y <- survival::Surv(time, factor(status, 0:2))
    fit <- quietly(weighted_roc(y ~ p, d, weights = w, times = t, cause = "1", censoring = ~ strata(g)))
    expect_equal(coef(fit)[[1]], binary("AUC"))
    for (level in list(NULL, 0.95)) {
      over <- quietly(auc_over_time(p, d$y, w, times = t, cause = "1", censoring = ~ strata(g), conf.level = level))
      expect_equal(over$estimate, binary("AUC"))
    }
    expect_equal(roc_net_benefit(p, y, w, threshold = 0.2)$net_benefit,
                 sum(mass[case & called]) / sum(w) - 0.25 * sum(mass[!case & called]) / sum(w))
  }
  expect_true(all(seen > 30))
})

test_that("where nobody is censored before t all results are those of the binary label", {
  d <- patients()
  # The first is censored after the first death.
  d <- d[d$dead == 1 | d$time > 1200, ]
  w <- rep(c(0.5, 2, 1.25), length.out = nrow(d))
  y <- dead_by(d, 1100)
  label <- as.integer(d$time <= 1100)
  expect_identical(made(y, w), w)
  scores <- as.list(d[c("bili", "protime")])
  for (variance in c("delong", "jackknife")) {
    expect_equal(auc_ci(scores, y, w, variance = variance), auc_ci(scores, label, w, variance = variance),
                 tolerance = 1e-13)
  }
  measure <- c(roc_measure(c("TPR", "PPV", "MCC"), threshold = 2), roc_measure("TPR", FPR = 0.1), "brier",
               "AP")
  risk <- d$bili / 30
  expect_equal(roc_estimate(risk, y, w, measure = measure, conf.level = NULL),
               roc_estimate(risk, label, w, measure = measure, conf.level = NULL))
  expect_equal(roc_influence(risk, y, w, measure = measure), roc_influence(risk, label, w, measure = measure))
  found <- auc_test(scores, y, w)$contrasts
  expect_equal(found, auc_test(scores, label, w)$contrasts, tolerance = 1e-13)
})

test_that("rows of weight 0 are not there, weights have no unit, and rows can be split and be in any order", {
  d <- patients()
  set.seed(3)
  w <- rexp(nrow(d)) * rbinom(nrow(d), 1, 0.9)
  of <- function(d, w, variance = "jackknife") {
    found <- roc_estimate(d$bili, died_by(d, 1825), w, measure = c("AUC", "AP"), conf.level = NULL)
    u <- roc_influence(d$bili, died_by(d, 1825), w, measure = c("AUC", "AP"))
    c(found$estimate, sqrt(colSums(u^2)))
  }
  expected <- of(d, w)
  expect_equal(of(d[w > 0, ], w[w > 0]), expected, tolerance = 1e-12)
  expect_equal(of(d, 1e-290 * w), expected, tolerance = 1e-12)
  expect_equal(of(d, 3e290 * w), expected, tolerance = 1e-12)
  order <- sample(nrow(d))
  expect_equal(of(d[order, ], w[order]), expected, tolerance = 1e-12)
  twice <- rbind(d, d)
  share <- runif(nrow(d))
  split <- c(w * share, w * (1 - share))
  expect_equal(of(twice, split)[1:2], expected[1:2], tolerance = 1e-12)
  u <- roc_influence(twice$bili, died_by(twice, 1825), split)
  expect_equal(rowSums(matrix(u, ncol = 2)), as.vector(roc_influence(d$bili, died_by(d, 1825), w)),
               tolerance = 1e-10)
})

test_that("influences sum to 0, and are the derivatives by each weight", {
  d <- patients()[seq(1, 416, 4), ]
  set.seed(8)
  w <- rexp(nrow(d)) + 0.2
  d$risk <- rank(d$bili, ties.method = "max") / (nrow(d) + 1)
  d$t <- d$t2 * 365
  measures <- c(
    roc_measure("AUC"), roc_measure("AUC", FPR = c(0, 0.2)),
    roc_measure(c("TPR", "PPV", "NPV", "MCC", "NB"), threshold = 0.4),
    roc_measure(c("brier", "log_loss", "H", "KS", "AUCH", "AP", "pr_AUC", "prg_AUC", "MER", "gini", "UNC",
                  "expected_cost")),
    roc_measure("J", threshold = 0.3),
    roc_measure("risk", threshold = 0.5, cost_FN = 3)
  )
  outcomes <- list(
    plain = outcome_at(survival::Surv(d$t, d$dead), 2000),
    competing = outcome_at(survival::Surv(d$t, d$cr), 2190, cause = "death"),
    strata = outcome_at(survival::Surv(d$t, d$dead), 2000, censoring = ~ strata(d$sex))
  )
  rows <- c(1, 5, 17, 40, 77, 104)
  for (name in names(outcomes)) {
    y <- outcomes[[name]]
    u <- roc_influence(d$risk, y, w, measure = measures)
    expect_lt(max(abs(colSums(u))), 1e-12)
    values <- function(w) roc_estimate(d$risk, y, w, measure = measures, conf.level = NULL)$estimate
    for (row in rows) {
      shifted <- function(by) values(replace(w, row, w[[row]] * (1 + by)))
      step <- function(h) (shifted(h) - shifted(-h)) / (2 * h)
      numeric <- (4 * step(1e-4) - step(2e-4)) / 3
      expect_lt(max(abs(u[row, ] - numeric)), 1e-9, label = paste(name, "by row", row))
    }
  }
})

# Components ------------------------------------------------------------------------------------

test_that("an outcome is a vector of rows, and a column of data.frames", {
  d <- patients()
  d$y <- died_by(d, 1825, censoring = ~ strata(d$sex))
  expect_s3_class(d$y, "roc_outcome")
  expect_length(d$y, nrow(d))
  expect_identical(d$y[3:5], d[3:5, ]$y)
  expect_identical(d$y[d$age > 60], subset(d, age > 60)$y)
  expect_identical(d$y[2, ], d$y[2])
  expect_identical(d$y[-1, "time", drop = TRUE], as.double(d$time[-1]))
  expect_identical(d$y[], d$y)
  expect_identical(which(is.na(d$y[c(1, NA, 3)])), 2L)
  expect_identical(nrow(data.frame(y = d$y, x = 1)), nrow(d))
  expect_identical(model.frame(y ~ bili, d)$y, d$y)
  expect_identical(head(d$y, 2), d$y[1:2])
  expect_equal(coef(weighted_roc(y ~ bili, d, subset = age > 60)),
               c(bili = auc_wmw(d$bili[d$age > 60], d$y[d$age > 60])))
  expect_error(d$y == 1, class = "wroc_error_type")
  expect_error(max(d$y), class = "wroc_error_type")
  expect_error(sqrt(d$y), class = "wroc_error_type")
})

test_that("data.table, tibble and dplyr cut an outcome", {
  d <- patients()
  d$y <- died_by(d, 1825)
  expected <- auc_wmw(d$bili[d$age > 60], d$y[d$age > 60])
  if (requireNamespace("dplyr", quietly = TRUE)) {
    part <- dplyr::filter(d, age > 60)
    expect_identical(auc_wmw(part$bili, part$y), expected)
  }
  if (requireNamespace("tibble", quietly = TRUE)) {
    part <- tibble::as_tibble(d)[d$age > 60, ]
    expect_identical(auc_wmw(part$bili, part$y), expected)
  }
})

test_that("outcomes and their fits print what became of the rows", {
  d <- patients()
  expect_snapshot(died_by(d, 1825, controls = "free", censoring = ~ strata(d$edema))[1:8])
  expect_snapshot(dead_by(d[1:3, ], 1825.5))
  expect_snapshot(weighted_roc(outcome_at(survival::Surv(time, dead), 1825.5) ~ bili + protime, d))
  cause <- "death"
  expect_snapshot(weighted_roc(outcome_at(survival::Surv(time, cr), 1825.5, cause) ~ I(-bili), d,
                               direction = "<=", weights = age))
  free <- outcome_at(survival::Surv(time, cr), 1825.5, cause, "free") ~ bili
  expect_snapshot(weighted_roc(free, d, by = sex))
})

test_that("fits of an outcome do what fits do", {
  skip_on_cran()
  d <- patients()
  fit <- weighted_roc(outcome_at(survival::Surv(time, cr), 1825.5, cause = "death") ~ bili + protime, d)
  y <- died_by(d, 1825.5)
  expect_identical(unname(fit$classes), c("no death", "death"))
  expect_identical(nobs(fit), 416L)
  expect_equal(weights(fit), by_definition(d$time, as.integer(d$cr) - 1L, 1825.5), tolerance = 1e-13)
  if (!requireNamespace("generics", quietly = TRUE)) skip("generics is not installed")
  expect_equal(generics::tidy(fit)$estimate, unname(coef(fit)))
  expect_equal(generics::augment(fit["bili"])$.influence, as.vector(roc_influence(d$bili, y)))
  both <- c(fit["bili"], fit["protime"])
  expect_equal(auc_test(both)$p.value, auc_test(fit)$p.value)
  expect_error(c(fit["bili"], update(fit, outcome_at(survival::Surv(time, dead), 1825.5) ~ protime)),
               class = "wroc_error_rows")
  expect_equal(coef(update(fit, . ~ age)), c(age = auc_wmw(d$age, y)))
  u <- roc_influence(fit)
  factor <- fit$areas$std.error / sqrt(colSums(u^2))
  expect_equal(unname(vcov(fit)), unname(crossprod(u) * outer(factor, factor)), tolerance = 1e-10)
  file <- tempfile()
  saveRDS(fit, file)
  expect_identical(auc_test(readRDS(file))$p.value, auc_test(fit)$p.value)
  unlink(file)
  expect_identical(levels(predict(fit["bili"], threshold = 2)), c("no death", "death"))
  expect_error(weighted_roc(outcome_at(survival::Surv(time, dead), 1825) ~ bili, d, positive = "dead"),
               class = "wroc_error_unused")
})

test_that("missing values are left out, or an error", {
  d <- patients()
  d$time[3] <- NA
  d$cr[7] <- NA
  d$bili[9] <- NA
  y <- died_by(d, 1825)
  expect_error(auc_ci(d$age, y), "`label` must not be missing: element 3", class = "wroc_error_missing")
  left <- -c(3, 7, 9)
  expect_identical(auc_ci(d$bili, y, na.rm = TRUE), auc_ci(d$bili[left], y[left]))
  u <- roc_influence(d$bili, y, na.rm = TRUE)
  expect_identical(which(is.na(u)), c(3L, 7L, 9L))
  formula <- outcome_at(survival::Surv(time, cr), 1825, cause = "death") ~ bili
  expect_error(weighted_roc(formula, d), "3 of 416 rows", class = "wroc_error_missing")
  fit <- weighted_roc(formula, d, na.action = na.omit)
  expect_identical(coef(fit), c(bili = auc_wmw(d$bili[left], y[left])))
})

# Errors ------------------------------------------------------------------------------------------

test_that("a time without cases or controls is an error that says which times there are", {
  d <- patients()
  early <- expect_error(auc_ci(d$bili, dead_by(d, 5)), class = "wroc_error_time")
  expect_identical(early[c("argument", "value", "first", "last")],
                   list(argument = "t", value = 5, first = 41, last = 4795))
  formula <- outcome_at(survival::Surv(time, dead), 5000) ~ bili
  late <- expect_error(weighted_roc(formula, d), class = "wroc_error_time")
  expect_match(conditionMessage(late), "there are no controls", fixed = TRUE)
  expect_error(WeightedROC(d$bili, dead_by(d, 5)), class = "wroc_error_time")
  expect_error(auc_wmw(d$bili, dead_by(d, 5)), class = "wroc_error_time")
  # Everyone is censored before.
  nobody <- outcome_at(survival::Surv(c(1, 2, 3), c(0, 0, 0)), 5)
  expect_error(auc_wmw(1:3, nobody), class = "wroc_error_time")
  for (t in list(0, -1, NA, NaN, Inf)) {
    expect_error(outcome_at(survival::Surv(d$time, d$dead), t), class = "wroc_error_time")
  }
  negative <- expect_error(outcome_at(survival::Surv(c(1, -2), c(0, 1)), 1), class = "wroc_error_time")
  expect_identical(negative$position, 2L)
  expect_error(outcome_at(survival::Surv(d$time, d$dead), 1:2), "times = ", class = "wroc_error_length")
  expect_error(outcome_at(survival::Surv(d$time, d$dead), "1"), class = "wroc_error_type")
  expect_error(outcome_at(survival::Surv(d$time, d$dead)), class = "wroc_error_absent")
})

test_that("the cause must be known where there are several", {
  d <- patients()
  y <- survival::Surv(d$time, d$cr)
  absent <- expect_error(outcome_at(y, 5), "\"death\", \"transplant\"", class = "wroc_error_cause")
  expect_identical(absent$expected, c("death", "transplant"))
  expect_error(outcome_at(y, 5, cause = "cured"), "not \"cured\"", class = "wroc_error_cause")
  expect_error(outcome_at(y, 5, cause = c("death", "transplant")), class = "wroc_error_cause")
  expect_identical(outcome_at(y, 5, cause = factor("death")), outcome_at(y, 5, cause = "death"))
  one <- survival::Surv(d$time, d$dead)
  expect_error(outcome_at(one, 5, cause = "death"), class = "wroc_error_unused")
  expect_error(outcome_at(one, 5, controls = "all"), class = "wroc_error_unused")
  expect_error(outcome_at(y, 5, cause = "death", controls = "none"), class = "wroc_error_choice")
  # One event, by name.
  named <- survival::Surv(d$time, factor(d$dead, 0:1, c("alive", "dead")))
  expect_identical(weighted_roc(d$bili, outcome_at(named, 1825))$classes[["positive"]], "dead")
  expect_identical(auc_wmw(d$bili, outcome_at(named, 1825)), auc_wmw(d$bili, outcome_at(one, 1825)))
  edited <- one
  edited[2, "status"] <- 3
  expect_error(outcome_at(edited, 5), "element 2 is 3", class = "wroc_error_status")
})

test_that("other kinds of times, and Surv as a label, are refused in words", {
  d <- patients()
  Surv <- survival::Surv
  refused <- function(y, words) expect_error(outcome_at(y, 5), words, class = "wroc_error_unsupported")
  refused(Surv(d$time, d$time + 1, d$dead), "left truncation")
  refused(Surv(d$time, d$time + 1, d$cr), "left truncation")
  refused(Surv(d$time, d$time + 1, type = "interval2"), "interval-censored")
  refused(Surv(d$time, d$dead, type = "left"), "left-censored")
  expect_error(outcome_at(d$time, 5), "survival::Surv", class = "wroc_error_type")
  y <- Surv(d$time, d$dead)
  for (call in list(quote(auc_ci(d$bili, y)), quote(roc_band(d$bili, y)), quote(auc_wmw(d$bili, y)))) {
    expect_error(eval(call), "`outcome_at()` makes the label", fixed = TRUE, class = "wroc_error_type")
    expect_error(eval(call), "times = ", fixed = TRUE)
  }
  at <- outcome_at(y, 1825)
  expect_error(roc_tally(d$bili, at), class = "wroc_error_type")
  expect_error(auc_multiclass(cbind(a = d$bili, b = -d$bili), at), class = "wroc_error_type")
  expect_error(auc_test(d$bili, at, test = "exact"), class = "wroc_error_choice")
  expect_error(auc_power(pilot = weighted_roc(d$bili, at), power = 0.8), class = "wroc_error_unsupported")
})

test_that("tables in databases have no outcomes at a time", {
  skip_if_not_installed("RSQLite")
  skip_if_not_installed("dbplyr")
  table <- dbplyr::memdb_frame(time = c(1, 2, 3), dead = c(1, 0, 1), score = 1:3)
  refused <- function(call) expect_error(call, "collect", class = "wroc_error_unsupported")
  refused(weighted_roc(outcome_at(survival::Surv(time, dead), 2) ~ score, table))
  refused(roc_collect(table, score, outcome_at(survival::Surv(time, dead), 2)))
})

test_that("what depends on the prevalence needs it where competing events are left out", {
  d <- patients()
  y <- died_by(d, 1825, controls = "free")
  risk <- d$bili / 30
  fit <- weighted_roc(risk, y)
  refused <- function(call) expect_error(call, "`prior`", class = "wroc_error_unsupported")
  for (measure in c("PPV", "NPV", "NB", "ACC", "share")) {
    what <- roc_measure(measure, threshold = 0.1)
    refused(roc_estimate(fit, measure = what))
    refused(roc_influence(fit, measure = what))
    what <- roc_measure(measure, threshold = 0.1, prior = 0.3)
    expect_false(anyNA(roc_estimate(fit, measure = what)$estimate))
  }
  for (measure in c("brier", "AP", "log_loss")) refused(roc_estimate(fit, measure = measure))
  refused(roc_estimate(fit, measure = roc_measure("lift", share = 0.1)))
  refused(roc_test(fit, measure = roc_measure("PPV", threshold = 0.1), mu = 0.2))
  refused(roc_net_benefit(fit))
  refused(roc_net_benefit(fit, conf.level = 0.9))
  for (f in list(roc_at, roc_pr, roc_prg, roc_gain, roc_optimal, roc_calibrate, roc_reliability, predict)) {
    refused(f(fit))
  }
  refused(roc_pr(risk, y))
  expect_identical(nrow(roc_at(fit, threshold = 0.1, prior = 0.3)), 1L)
  expect_identical(nrow(roc_estimate(fit, measure = roc_measure("TPR", threshold = 0.1))), 1L)
  expect_output(print(summary(fit)), "Partial AUC")
})

test_that("an outcome is a vector: what is picked, repeated, combined or sorted keeps what it is about", {
  times <- c(5, 3, 3, 8, 1)
  cause <- factor(c(1, 0, 2, 1, 0), 0:2, c("none", "a", "b"))
  site <- c("u", "v", "u", "v", "w")
  at <- function(t, rows = 1:5) {
    site <- site[rows]
    outcome_at(survival::Surv(times[rows], cause[rows]), t, cause = "a", censoring = ~ strata(site))
  }
  y <- at(4)
  expect_equal(as.character(y), c("5:a", "3+", "3:other", "8:a", "1+"))
  is_rows <- function(found, rows) {
    expect_s3_class(found, "roc_outcome")
    expect_identical(unclass(found), unclass(y[rows]))
    expect_identical(unname(found[, "time"]), times[rows])
  }
  is_rows(c(y[1:2], y[3]), 1:3)
  is_rows(c(y[1], NULL, NA), c(1, NA))
  is_rows(rep(y, each = 2), rep(1:5, each = 2))
  is_rows(rep_len(y, 7), c(1:5, 1:2))
  is_rows(rev(y), 5:1)
  is_rows(unique(rep(y, 2)), 1:5)
  is_rows(head(y, 2), 1:2)
  is_rows(y[[2]], 2)
  is_rows(y[9], NA_integer_)
  is_rows(replace(y, 2, y[1]), c(1, 1, 3:5))
  is_rows(replace(y, 2, NA), c(1, NA, 3:5))
  # At one time an event comes before a censoring.
  is_rows(sort(y), c(5, 3, 2, 1, 4))
  expect_identical(order(y, decreasing = TRUE), c(4L, 1L, 2L, 3L, 5L))
  is_rows(do.call(c, split(y, site)), c(1, 3, 2, 4, 5))
  is_rows(setdiff(y, y[1]), 2:5)
  expect_identical(match(y[3:2], y), 3:2)
  expect_identical(duplicated(c(y, y[2])), rep(c(FALSE, TRUE), c(5, 1)))
  expect_identical(as.matrix(y), cbind(time = times, status = c(1, 0, 2, 1, 0), stratum = c(1, 2, 1, 2, 3)))
  frame <- data.frame(id = 1:5, y = y)
  is_rows(rbind(frame, frame[2, ])$y, c(1:5, 2))
  is_rows(merge(frame, data.frame(id = c(2, 4)))$y, c(2, 4))
  is_rows(do.call(rbind, split(frame, site))$y, c(1, 3, 2, 4, 5))

  expect_error(c(y, at(5)), "differ in `t`", class = "wroc_error_unsupported")
  # The strata of two calls are numbered one by one.
  expect_error(c(at(4, 1:2), at(4, 4:5)), "differ in `censoring`", class = "wroc_error_unsupported")
  expect_error(rbind(frame, data.frame(id = 1:5, y = at(5))), "differ", class = "wroc_error_unsupported")
  expect_error(c(y, 1), "not with a vector", class = "wroc_error_type")
  expect_error(y[2] <- 5, "not with a vector", class = "wroc_error_type")
  for (f in list(as.numeric, as.integer, mean, diff)) expect_error(f(y), "not a number", class = "wroc_error_type")
  expect_false(is.numeric(y))
})

test_that("an outcome is a column of a tibble", {
  skip_if_not_installed("dplyr")
  skip_if_not_installed("tibble")
  y <- outcome_at(survival::Surv(c(5, 3, 3, 8), c(1, 0, 1, 1)), 4)
  table <- tibble::tibble(id = 1:4, y = y)
  is_rows <- function(found, rows) expect_identical(unclass(found$y), unclass(y[rows]))
  is_rows(dplyr::filter(table, .data$id > 2), 3:4)
  is_rows(dplyr::arrange(table, .data$y), c(3, 2, 1, 4))
  is_rows(dplyr::bind_rows(table, table[2, ]), c(1:4, 2))
  is_rows(dplyr::bind_rows(table, tibble::tibble(id = 9L)), c(1:4, NA))
  is_rows(dplyr::distinct(dplyr::bind_rows(table, table)), 1:4)
  is_rows(rbind(table, table), c(1:4, 1:4))
  expect_output(print(table), "<outcome>")
  other <- tibble::tibble(id = 1L, y = outcome_at(survival::Surv(5, 1), 6))
  expect_error(dplyr::bind_rows(table, other), "differ in `t`")
})
