# Rscript tools/references/survival-r.R, from the root of the repository.
#
# Freezes in tests/testthat/ref-data what riskRegression and survival make of outcomes at a time: areas, Brier
# scores, their standard errors, incidence, concordance. The observations are written first: survival's pbc, and
# synthetic samples with heavy ties, with competing risks, and without ties for survival-sksurv.py. VERSIONS.md there explains the columns.

source(file.path("tools", "references", "freeze.R"))
suppressPackageStartupMessages({
  library(survival)
  library(riskRegression)
})

main <- function() {
  freeze(pbc_observations(), "pbc.csv")
  freeze(tied_observations(), "survival-ties.csv")
  freeze(competing_observations(), "survival-competing.csv")
  freeze(untied_observations(), "survival-untied.csv")
  results <- do.call(c, unname(Map(scored, names(times_of), times_of)))
  tables <- function(name) do.call(rbind, lapply(results, `[[`, name))
  freeze(tables("areas"), "score-auc.csv")
  freeze(tables("differences"), "score-auc-differences.csv")
  freeze(tables("brier"), "score-brier.csv")
  freeze(do.call(rbind, Map(incidence, names(times_of), times_of)), "survfit-incidence.csv")
  freeze(do.call(rbind, lapply(names(times_of), concordances)), "survival-c.csv")
}

# --- Observations -----------------------------------------------------------------------------

# Status 1 is death, 2 a transplantation.
pbc_observations <- function() {
  rows <- pbc[complete.cases(pbc[c("bili", "protime")]), ]
  data.frame(time = rows$time, status = c(0, 2, 1)[rows$status + 1], bili = rows$bili, protime = rows$protime,
             age = rows$age, weight = rep(1:4, length.out = nrow(rows)))
}

# Twelve times, seven and five scores, one cause.
tied_observations <- function() {
  set.seed(20261123)
  n <- 300
  level <- rnorm(n)
  event <- ceiling(12 * rexp(n, exp(level) / 3))
  censoring <- sample(2:12, n, TRUE)
  cut_at <- function(x, number) findInterval(x, qnorm(seq_len(number - 1) / number))
  data.frame(time = pmin(event, censoring), status = as.integer(event <= censoring),
             x = cut_at(0.8 * level + 0.6 * rnorm(n), 7), other = cut_at(0.4 * level + 0.9 * rnorm(n), 5),
             weight = round(rlnorm(n), 3) + 0.001)
}

# Times in tenths, two causes, a score for each cause.
competing_observations <- function() {
  set.seed(20261124)
  n <- 400
  first <- rnorm(n)
  second <- rnorm(n)
  of_cause <- cbind(rexp(n, exp(first) / 8), rexp(n, exp(0.7 * second) / 10))
  censoring <- runif(n, 0, 12)
  event <- pmin(of_cause[, 1], of_cause[, 2])
  cause <- ifelse(of_cause[, 1] < of_cause[, 2], 1, 2)
  data.frame(time = ceiling(10 * pmin(event, censoring)) / 10,
             status = ifelse(event <= censoring, cause, 0), x = round(first + rnorm(n), 2),
             other = round(first - 0.5 * second + rnorm(n), 2),
             weight = round(rlnorm(n, 0, 0.7), 3) + 0.001)
}

# One cause, no ties; two samples of one population.
untied_observations <- function() {
  set.seed(20261125)
  n <- 360
  level <- rnorm(n)
  event <- rexp(n, exp(level) / 4)
  censoring <- runif(n, 0, 10)
  data.frame(sample = rep(c("training", "test"), c(200, 160)), time = signif(pmin(event, censoring), 9),
             status = as.integer(event <= censoring), x = round(level + rnorm(n), 6))
}

# --- riskRegression ---------------------------------------------------------------------------

# Times between observed ones and observed ones.
times_of <- list(pbc = c(365.5, 1095.5, 1825.5, 2920.5, 1191, 2540), "survival-ties" = c(3, 6, 9.5, 11),
                 "survival-competing" = c(1, 2.5, 5, 8))

scores_of <- function(data) if (data == "pbc") c("bili", "protime") else c("x", "other")

# Forecasts are probabilities in the order of the score, which is all that an area sees.
forecasts_of <- function(observations, data) {
  forecasts <- lapply(scores_of(data), function(score) {
    x <- observations[[score]]
    0.9 * (x - min(x)) / diff(range(x)) + 0.05
  })
  setNames(forecasts, scores_of(data))
}

# With one cause other events are censored.
scored <- function(data, times) {
  observations <- read(data)
  causes <- if (any(observations$status == 2)) 1:2 else 1
  lapply(causes, function(causes) {
    if (causes == 1) observations$status[observations$status == 2] <- 0
    formula <- if (causes == 1) Surv(time, status) ~ 1 else Hist(time, status) ~ 1
    forecasts <- forecasts_of(observations, data)
    matrices <- lapply(forecasts, function(p) matrix(p, length(p), length(times)))
    found <- Score(matrices, formula = formula, data = observations, times = times, cause = 1,
                   metrics = c("AUC", "Brier"), se.fit = TRUE, contrasts = TRUE, null.model = FALSE,
                   cens.method = "ipcw", cens.model = "km", conservative = FALSE)
    one <- function(table, columns) {
      table <- as.data.frame(table)
      cbind(data = data, causes = causes, table[columns])
    }
    difference <- as.data.frame(found$AUC$contrasts)
    list(
      areas = setNames(one(found$AUC$score, c("model", "times", "AUC", "se")),
                       c("data", "causes", "score", "time", "area", "std.error")),
      differences = setNames(one(difference, c("times", "model", "reference", "delta.AUC", "se", "p")),
                             c("data", "causes", "time", "score", "reference", "difference", "std.error",
                               "p.value")),
      brier = setNames(one(found$Brier$score, c("model", "times", "Brier", "se")),
                       c("data", "causes", "score", "time", "brier", "std.error"))
    )
  })
}

# --- survival ---------------------------------------------------------------------------------

# The share that has had an event of cause 1. The standard error without weights is Greenwood's for one cause,
# and the infinitesimal jackknife's for two. With weights it is the jackknife's in both.
incidence <- function(data, times) {
  observations <- read(data)
  all_causes <- if (any(observations$status == 2)) 1:2 else 1
  cases <- expand.grid(weights = c("none", "given"), causes = all_causes, stringsAsFactors = FALSE)
  times <- sort(times)
  do.call(rbind, Map(function(weights, causes) {
    n <- nrow(observations)
    rows <- transform(observations, id = seq_len(n), s = if (weights == "none") rep(1, n) else weight)
    rows$status[rows$status > causes] <- 0
    if (causes == 1) {
      fit <- survfit(Surv(time, status) ~ 1, rows, weights = s, robust = weights == "given", id = id)
      at <- summary(fit, times = times)
      share <- 1 - at$surv
      error <- at$std.err
    } else {
      fit <- survfit(Surv(time, factor(status, 0:2)) ~ 1, rows, weights = s, id = id)
      at <- summary(fit, times = times)
      share <- at$pstate[, 2]
      error <- at$std.err[, 2]
    }
    data.frame(data = data, causes = causes, weights = weights, time = times, share = share,
               std.error = error)
  }, cases$weights, cases$causes))
}

# Standard errors have the weights of time for known.
concordances <- function(data) {
  observations <- read(data)
  observations$status[observations$status == 2] <- 0
  cases <- expand.grid(score = scores_of(data), weights = c("none", "given"), timewt = c("n", "n/G2"),
                       clusters = c(0, 40), stringsAsFactors = FALSE)
  do.call(rbind, Map(function(score, weights, timewt, clusters) {
    n <- nrow(observations)
    observations$x <- observations[[score]]
    observations$s <- if (weights == "none") rep(1, n) else observations$weight
    observations$group <- if (clusters == 0) seq_len(n) else rep(seq_len(clusters), length.out = n)
    found <- concordance(Surv(time, status) ~ x, observations, weights = s, cluster = group, reverse = TRUE,
                         timewt = timewt)
    data.frame(data = data, score = score, weights = weights, timewt = timewt, clusters = clusters,
               concordance = found$concordance[[1L]], std.error = sqrt(found$var[[1L]]))
  }, cases$score, cases$weights, cases$timewt, cases$clusters))
}

main()
