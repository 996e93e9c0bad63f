# Outcomes at a time: intervals of roc_estimate() for survival data, and tests of two scores.

# Populations: a standard normal score x and constant hazards `rate * exp(slope * x)` of the cause and, where there
# is one, of a competing event. The time is 1; the slope and the rate give an area and an incidence there.
#
# censoring   rate of exponential censoring, times exp(by_score * x)
# sigma       of log-normal weights that know nothing of the rest
# unit        times of events and of censoring are rounded up to multiples of 1 / unit
# clusters    members of a cluster, whose scores correlate by 0.5 and who share a factor of their hazards
# strata      of 8 clusters with 12 members each
population <- function(name, n, area, incidence, censoring, competing = 0, by_score = 0, sigma = 0,
                       unit = Inf, clusters = 1, strata = 0) {
  list(name = name, n = n, area = area, incidence = incidence, censoring = censoring, competing = competing,
       by_score = by_score, sigma = sigma, unit = unit, clusters = clusters, strata = strata)
}

populations <- list(
  population("200, light censoring", 200, 0.75, 0.4, 0.3),
  population("200, heavy censoring", 200, 0.75, 0.4, 0.9),
  population("500, heavy censoring, weights 1", 500, 0.75, 0.4, 0.9, sigma = 1),
  population("200, weights 1", 200, 0.885, 0.2, 0.35, sigma = 1),
  population("100", 100, 0.885, 0.2, 0.35),
  population("400", 400, 0.885, 0.2, 0.35),
  population("300, thirds of a year", 300, 0.75, 0.4, 0.6, unit = 3),
  population("300, one in twenty followed", 300, 0.75, 0.4, 2.5),
  population("75 clusters of 4", 300, 0.75, 0.4, 0.6, sigma = 0.5, clusters = 4)
)

by_score <- population("300, censoring by score", 300, 0.75, 0.4, 0.6, by_score = 0.7)

competing <- list(
  population("200, competing", 200, 0.75, 0.3, 0.4, competing = 0.4),
  population("400, competing, weights 1", 400, 0.8, 0.3, 0.4, competing = 0.4, sigma = 1)
)

designed <- population("48 clusters in 6 strata", 576, 0.75, 0.4, 0.6, sigma = 0.5, clusters = 12, strata = 6)

# -- Truth ---------------------------------------------------------------------

points_of_score <- seq(-9, 9, length.out = 6001)

# Returns the effects that members of a cluster share, as 200 equally likely values.
shared_effects <- function(population) {
  if (population$clusters == 1) 0 else 0.5 * qnorm(ppoints(200, 0.5))
}

# The chances of the cause and of the competing event by time 1, by score.
chances_of <- function(population, slope, rate) {
  effects <- shared_effects(population)
  over_effects <- function(chance) {
    rowMeans(vapply(effects, function(effect) chance(exp(effect)), points_of_score))
  }
  of_cause <- rate * exp(slope * points_of_score)
  all <- of_cause + population$competing
  list(cause = over_effects(function(factor) of_cause / all * -expm1(-all * factor)),
       free = over_effects(function(factor) exp(-all * factor)))
}

mass_of_score <- local({
  mass <- dnorm(points_of_score)
  mass / sum(mass)
})

# Returns the AUC of cases against controls whose masses are given by score.
area_between <- function(cases, controls) {
  cases <- cases / sum(cases)
  controls <- controls / sum(controls)
  sum(cases * (cumsum(controls) - controls / 2))
}

# All that is true of a population: its slope and rate, masses of cases and of both kinds of controls.
known_of <- function(population) {
  masses <- function(slope, rate) {
    chance <- chances_of(population, slope, rate)
    list(cases = chance$cause * mass_of_score, free = chance$free * mass_of_score)
  }
  rate_of <- function(slope) {
    exp(root_of(function(log_rate) sum(masses(slope, exp(log_rate))$cases) - population$incidence, -8, 4))
  }
  area_at <- function(slope) {
    of <- masses(slope, rate_of(slope))
    area_between(of$cases, mass_of_score - of$cases)
  }
  slope <- root_of(function(slope) area_at(slope) - population$area, 0, 5)
  rate <- rate_of(slope)
  c(masses(slope, rate), list(slope = slope, rate = rate))
}

threshold <- 0.5

# A forecast that is too sure, from the score.
forecast_of <- function(x, known) plogis(1.3 * (known$slope * x + log(known$rate)))

# True values of the targets below. All who are no cases are controls but for the second AUC.
truth_of <- function(known) {
  controls <- mass_of_score - known$cases
  called <- points_of_score >= threshold
  p <- forecast_of(points_of_score, known)
  at <- p >= 0.3
  TP <- sum(known$cases[called])
  FP <- sum(controls[called])
  FPR <- rev(cumsum(rev(controls / sum(controls))))
  TPR <- rev(cumsum(rev(known$cases / sum(known$cases))))
  partial <- integrate(approxfun(c(0, rev(FPR)), c(0, rev(TPR))), 0, 0.2, subdivisions = 5000L,
                       rel.tol = 1e-6)$value
  c("AUC at a time" = area_between(known$cases, controls),
    "AUC at a time, free controls" = area_between(known$cases, known$free),
    "TPR at a time" = TP / sum(known$cases), "PPV at a time" = TP / (TP + FP),
    "NPV at a time" = (sum(controls) - FP) / (1 - TP - FP), "pAUC at a time, FPR to .2" = partial,
    "incidence" = sum(known$cases), "Brier score at a time" = sum(known$cases * (1 - p)^2 + controls * p^2),
    "net benefit at a time, .3" = sum(known$cases[at]) - sum(controls[at]) * 0.3 / 0.7)
}

# -- Samples ---------------------------------------------------------------------

draw_of_population <- function(population, known) {
  n <- population$n
  cluster <- rep(seq_len(n / population$clusters), each = population$clusters)
  together <- population$clusters > 1
  function() {
    groups <- max(cluster)
    x <- if (together) sqrt(0.5) * (rnorm(groups)[cluster] + rnorm(n)) else rnorm(n)
    factor <- if (together) exp(0.5 * rnorm(groups))[cluster] else 1
    of_cause <- rexp(n, known$rate * exp(known$slope * x) * factor)
    of_other <- if (population$competing > 0) rexp(n, population$competing * factor) else rep(Inf, n)
    rounded <- function(time) {
      if (is.finite(population$unit)) ceiling(time * population$unit) / population$unit else time
    }
    censored <- rounded(rexp(n, population$censoring * exp(population$by_score * x)))
    event <- rounded(pmin(of_cause, of_other))
    time <- pmin(event, censored)
    status <- ifelse(event > censored, 0, ifelse(of_cause < of_other, 1, 2))
    list(x = x, forecast = forecast_of(x, known), time = time, status = status,
         weight = log_normal(n, population$sigma), cluster = if (together) cluster)
  }
}

outcome_of <- function(s, controls = "all", censoring = ~ 1) {
  if (all(s$status < 2)) return(outcome_at(survival::Surv(s$time, s$status), 1, censoring = censoring))
  surv <- survival::Surv(s$time, factor(s$status, 0:2, c("censored", "event", "other")))
  outcome_at(surv, 1, cause = "event", controls = controls, censoring = censoring)
}

# -- Cells -----------------------------------------------------------------------

measures <- list(
  "AUC at a time" = roc_measure("AUC"), "TPR at a time" = roc_measure("TPR", threshold = threshold),
  "PPV at a time" = roc_measure("PPV", threshold = threshold),
  "NPV at a time" = roc_measure("NPV", threshold = threshold),
  "pAUC at a time, FPR to .2" = roc_measure("AUC", FPR = c(0, 0.2)), "incidence" = roc_measure("prevalence")
)

of_forecasts <- list("Brier score at a time" = roc_measure("brier"),
                     "net benefit at a time, .3" = roc_measure("NB", threshold = 0.3))

# Beside the rivals of intervals_of(): the same interval with the weights of censoring taken for known.
intervals_in <- function(population) {
  known <- known_of(population)
  truth <- truth_of(known)
  targets <- c(names(measures), names(of_forecasts),
               if (population$competing > 0) "AUC at a time, free controls")
  limits <- list("pAUC at a time, FPR to .2" = c(0, 0.2), "net benefit at a time, .3" = c(-Inf, 1))
  estimates <- function(s, label, weight, free) {
    of <- function(x, measures, label, weight) {
      roc_estimate(x, label, weight, cluster = s$cluster, measure = do.call(c, unname(measures)))
    }
    rows <- rbind(as.data.frame(of(s$x, measures, label, weight))[same_columns],
                  as.data.frame(of(s$forecast, of_forecasts, label, weight))[same_columns])
    if (is.null(free)) return(rows)
    rbind(rows, as.data.frame(of(s$x, measures[1L], free$label, free$weight))[same_columns])
  }
  attempt <- function(s) {
    several <- population$competing > 0
    rows <- estimates(s, outcome_of(s), s$weight,
                      if (several) list(label = outcome_of(s, "free"), weight = s$weight))
    each <- lapply(seq_along(targets), function(i) {
      range <- limits[[targets[[i]]]]
      intervals_of(rows[i, ], truth[[targets[[i]]]], limits = if (is.null(range)) c(0, 1) else range)
    })
    together <- function(method) do.call(cbind, lapply(each, function(of_target) {
      if (is.null(of_target[[method]])) covered(NA_real_, NA_real_, 0) else of_target[[method]]
    }))
    known_weights <- with_known_weights(s, several, estimates)
    c(sapply(c("ours", "Wald", "logit t"), together, simplify = FALSE),
      list("censoring known" = covered(known_weights$conf.low, known_weights$conf.high, truth[targets])))
  }
  cell("interval", targets, population$name, draw_of_population(population, known), attempt)
}

same_columns <- c("estimate", "std.error", "conf.low", "conf.high", "df")

# Labels and weights by hand, as they were made before.
with_known_weights <- function(s, several, estimates) {
  made <- function(controls) {
    at <- sort(unique(s$time[s$status == 0]))
    before <- vapply(at, function(v) {
      sum(s$weight[s$time == v & s$status == 0]) /
        (sum(s$weight[s$time >= v]) - sum(s$weight[s$time == v & s$status > 0]))
    }, 0)
    G <- c(1, cumprod(1 - before))
    left <- G[findInterval(s$time, at, left.open = TRUE) + 1L]
    weight <- ifelse(s$time > 1, s$weight / G[findInterval(1, at) + 1L],
                     ifelse(s$status == 1 | (s$status == 2 & controls == "all"), s$weight / left, 0))
    list(label = as.integer(s$time <= 1 & s$status == 1), weight = weight)
  }
  all <- made("all")
  estimates(s, all$label, all$weight, if (several) made("free"))
}

# Censoring that depends on the score: Kaplan and Meier's is biased, that of a Cox model is not.
cox_cell <- function(population) {
  known <- known_of(population)
  truth <- truth_of(known)[["AUC at a time"]]
  cell("interval", "AUC at a time, Cox censoring", population$name, draw_of_population(population, known),
       function(s) {
         x <- s$x
         rows <- auc_ci(x, outcome_of(s, censoring = ~ x), s$weight)
         intervals_of(rows, truth)
       })
}

# Two scores with which the hazard grows alike; their AUCs are equal.
test_cell <- function(name, n, sigma) {
  draw <- function() {
    scores <- sqrt(0.5) * (rnorm(n) + matrix(rnorm(2 * n), n))
    event <- rexp(n, 0.4 * exp(0.7 * rowSums(scores)))
    censored <- rexp(n, 0.6)
    list(scores = scores, time = pmin(event, censored), status = as.integer(event <= censored),
         weight = log_normal(n, sigma))
  }
  cell("test", "two scores at a time", name, draw, function(s) {
    test <- auc_test(s$scores, outcome_of(s), s$weight)
    contrast <- test$contrasts
    list(ours = rejected(test$p.value),
         Wald = rejected(2 * pnorm(-abs(contrast$estimate / contrast$std.error))))
  })
}

# The clusters are drawn in strata, whose own means are fixed and small.
survey_cell <- function(population) {
  known <- known_of(population)
  truth <- truth_of(known)
  draw <- draw_of_population(population, known)
  targets <- c("AUC at a time, surveys", "PPV at a time, surveys")
  cell("interval", targets, population$name, function() {
    s <- draw()
    s$stratum <- (s$cluster - 1) %/% 8 + 1
    s
  }, function(s) {
    frame <- data.frame(weight = s$weight, cluster = s$cluster, stratum = s$stratum)
    design <- survey::svydesign(id = ~ cluster, strata = ~ stratum, weights = ~ weight, data = frame)
    rows <- roc_estimate(s$x, outcome_of(s), design, measure = do.call(c, unname(measures[c(1L, 3L)])))
    intervals_of(rows, truth[c("AUC at a time", "PPV at a time")])
  })
}

# Censoring that depends on a stratum, in which scores are higher. The truth is C of 10^6 without censoring.
concordance_cell <- function() {
  draw <- function(n = 300) {
    stratum <- rbinom(n, 1, 0.5)
    x <- rnorm(n, 0.8 * stratum)
    list(x = x, stratum = stratum, event = rexp(n, 0.1 * exp(0.7 * x)), censored = rexp(n, c(0.02, 0.25)[stratum + 1]))
  }
  truth <- 0.6866
  cell("interval", "Uno's C, strata", "300, censoring by stratum", draw, function(s) {
    y <- survival::Surv(pmin(s$event, s$censored), as.integer(s$event <= s$censored))
    stratum <- s$stratum
    intervals_of(auc_concordance(s$x, y, type = "uno", tau = 10, censoring = ~ strata(stratum)), truth)
  })
}

cells <- function() {
  c(lapply(c(populations, competing), intervals_in),
    list(cox_cell(by_score), survey_cell(designed), concordance_cell()),
    Map(test_cell, c("200", "400, weights 1"), c(200, 400), c(0, 1), USE.NAMES = FALSE))
}
