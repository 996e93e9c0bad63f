# Outcomes at a time, concordance and their influences, from the definitions: sums over all observations for
# each observation, and derivatives by differences. Status 0 is censored, 1 the cause, 2 and more competing.

# Censoring ----------------------------------------------------------------------

# The probability to be uncensored: a function of a time and whether the left limit is meant. At a time events
# come before censorings.
naive_product_limit <- function(time, status, weight) {
  at <- sort(unique(time[status == 0 & weight > 0]))
  factor <- vapply(at, function(v) {
    censored <- sum(weight[time == v & status == 0])
    at_risk <- sum(weight[time >= v]) - sum(weight[time == v & status != 0])
    1 - censored / at_risk
  }, 0)
  function(t, left = FALSE) {
    vapply(t, function(t) prod(factor[if (left) at < t else at <= t]), 0)
  }
}

# Each observation's own: by strata, or known.
naive_censoring <- function(time, status, weight, strata = NULL, known = NULL) {
  if (!is.null(known)) return(function(t, left) known(t, left))
  strata <- if (is.null(strata)) rep(1, length(time)) else as.character(strata)
  curves <- lapply(split(seq_along(time), strata), function(rows) {
    naive_product_limit(time[rows], status[rows], weight[rows])
  })
  function(t, left) {
    t <- rep_len(t, length(time))
    vapply(seq_along(time), function(i) curves[[strata[[i]]]](t[[i]], left), 0)
  }
}

# Outcomes -------------------------------------------------------------------------

# Labels and weights at a time. `controls` "all" makes competing events controls, "free" leaves them out.
naive_outcome <- function(time, status, at, weight = rep(1, length(time)), controls = "all", ...) {
  G <- naive_censoring(time, status, weight, ...)
  before <- G(time, TRUE)
  later <- G(at, TRUE)
  case <- time <= at & status == 1
  free <- time > at | time == at & status == 0
  competing <- time <= at & status > 1
  known <- case | (competing & controls == "all")
  made <- ifelse(known, weight / before, ifelse(free, weight / later, 0))
  made[weight == 0] <- 0
  list(positive = case, weight = made)
}

# Numbers of scores -------------------------------------------------------------------

# A function of the score, of who is a case and of weights.
naive_measures <- list(AUC = function(x, positive, weight) naive_area(x, positive, weight))

# The areas of the trapezoids of a curve between two ends.
naive_trapezoids <- function(x, y, low, high) {
  vapply(seq_along(x)[-1], function(k) {
    width <- x[[k]] - x[[k - 1]]
    from <- max(low, x[[k - 1]])
    to <- min(high, x[[k]])
    if (width == 0 || to <= from) return(0)
    height <- function(at) y[[k - 1]] + (y[[k]] - y[[k - 1]]) * (at - x[[k - 1]]) / width
    (to - from) * (height(from) + height(to)) / 2
  }, 0)
}

# A number at a time as a function of the observations' own weights alone.
naive_at_time <- function(measure, x, time, status, at, ...) {
  function(weight) {
    outcome <- naive_outcome(time, status, at, weight, ...)
    measure(x, outcome$positive, outcome$weight)
  }
}

# Derivatives by the logarithms of weights, through all that is made of them: central differences, of which
# Richardson's rule takes the error of the second order and the fourth.
naive_derivatives <- function(of, weight, rows = seq_along(weight), step = 2e-2) {
  difference <- function(i, step) {
    moved <- function(by) replace(weight, i, weight[[i]] * (1 + by))
    (of(moved(step)) - of(moved(-step))) / (2 * step)
  }
  vapply(rows, function(i) {
    d <- vapply(step / c(1, 2, 4), function(step) difference(i, step), 0)
    first <- (4 * d[-1] - d[-3]) / 3
    (16 * first[[2]] - first[[1]]) / 15
  }, 0)
}

# Asymptotic equals ---------------------------------------------------------------------

# riskRegression's standard error of a number, from its influences with the weights of time known: censoring counts
# by Nelson and Aalen's hazard, whose risk sets keep the events at a time. No weights of the observations. `less`
# is the part of the influences that does not come with a weight.
naive_score_error <- function(h, time, status, at, weight, less = 0) {
  v <- sort(unique(time[status == 0 & time <= at]))
  at_risk <- vapply(v, function(v) sum(time >= v), 0)
  censored <- vapply(v, function(v) sum(time == v & status == 0), 0)
  H <- vapply(v, function(v) sum(h[weight > 0 & (time > v | time > at)]), 0)
  n <- length(h)
  u <- vapply(seq_len(n), function(j) {
    own <- if (status[[j]] == 0 && time[[j]] <= at) (H / at_risk)[v == time[[j]]] else 0
    h[[j]] - less + own - sum((H * censored / at_risk^2)[v <= min(time[[j]], at)])
  }, 0)
  sqrt(sum(u^2) * n / (n - 1))
}

# Incidence ----------------------------------------------------------------------------

# Aalen and Johansen: the probability to have had an event of the cause by a time.
naive_incidence <- function(time, status, at, weight = rep(1, length(time)), cause = 1) {
  events <- sort(unique(time[status != 0 & time <= at & weight > 0]))
  surviving <- 1
  total <- 0
  for (v in events) {
    at_risk <- sum(weight[time >= v])
    total <- total + surviving * sum(weight[time == v & status == cause]) / at_risk
    surviving <- surviving * (1 - sum(weight[time == v & status != 0]) / at_risk)
  }
  total
}

# All times ------------------------------------------------------------------------------

# Pairs of an event and who was longer without one: the share in which the event has the higher score, ties
# half. Censored at the time of an event is longer without one.
naive_harrell <- function(x, time, status, weight = rep(1, length(time))) {
  right <- 0
  all <- 0
  for (i in which(status == 1 & weight > 0)) {
    later <- time > time[[i]] | (time == time[[i]] & status == 0)
    pairs <- weight[[i]] * weight[later]
    right <- right + sum(pairs * ((x[[i]] > x[later]) + (x[[i]] == x[later]) / 2))
    all <- all + sum(pairs)
  }
  right / all
}

# Incident cases: events near `at`, by a parabola of the distance, each against those who are free of it beyond its
# own time.
naive_incident_area <- function(x, time, status, at, weight = rep(1, length(time)), bandwidth) {
  near <- pmax(0, 1 - ((time - at) / bandwidth)^2) * (status == 1) * weight
  beaten <- vapply(seq_along(x), function(i) {
    free <- time > time[[i]] | (time == time[[i]] & status != 1)
    sum(weight[free] * ((x[[i]] > x[free]) + (x[[i]] == x[free]) / 2)) / sum(weight[free])
  }, 0)
  counts <- near > 0 & is.finite(beaten)
  sum((near * beaten)[counts]) / sum(near[counts])
}

# Observations -------------------------------------------------------------------------------

# Small samples with ties of times and scores, two causes, weights, groups and a covariate.
survival_data <- function(n = 60, seed = 1, causes = 2, whole = FALSE) {
  set.seed(seed)
  age <- round(stats::rnorm(n), 1)
  event <- stats::rexp(n, exp(0.6 * age) / 5)
  censoring <- stats::rexp(n, exp(0.3 * age) / 8)
  time <- pmin(event, censoring)
  time <- if (whole) ceiling(time) else round(time, 1) + 0.1
  status <- ifelse(event <= censoring, sample(seq_len(causes), n, TRUE), 0)
  weight <- round(stats::rlnorm(n), 2) + 0.05
  weight[sample(n, 3)] <- 0
  data.frame(time, status, x = round(age + stats::rnorm(n), 1), other = round(stats::rnorm(n) + age / 2, 2),
             risk = stats::plogis(age), weight, age, site = sample(c("a", "b", "c"), n, TRUE),
             cluster = sample(n / 4, n, TRUE))
}

# As package survival has them: other causes are censored where there is to be one alone.
survival_of <- function(data, causes = max(data$status)) {
  if (causes == 1) return(survival::Surv(data$time, as.integer(data$status == 1)))
  survival::Surv(data$time, factor(data$status, seq(0, causes), c("censored", letters[seq_len(causes)])))
}

one_cause <- function(data) transform(data, status = as.integer(status == 1))
