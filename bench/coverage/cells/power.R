# Whether tests have the power that auc_power() promises for the number of positives that 80 % take, rounded
# up.

# The designs that are planned: one area against `auc0`, or two scores' areas of the same observations, which
# correlate, or of independent samples, less a margin; `sigma` is that of log-normal weights.
plans <- read.csv(text = "
area, auc0, area2, correlation, margin, ratio, sigma
0.65, 0.5,      ,    ,     , 1,
0.72, 0.5,      ,    ,     , 4,
0.85, 0.7,      ,    ,     , 2,
0.9,  0.8,      ,    ,     , 1,
0.95, 0.9,      ,    ,     , 5,
0.75, 0.65,     ,    ,     , 3, 0.7
0.88, 0.88,     ,    , 0.06, 2,
0.8,      , 0.7,  0.5,     , 1,
0.85,     , 0.8,  0.7,     , 4,
0.95,     , 0.88, 0.3,     , 3,
0.7,      , 0.6,  0,       , 2,
0.78,     , 0.7,  0.4,     , 2, 0.7
0.82,     , 0.82, 0.6, 0.05, 1,
0.92,     , 0.94, 0.5, 0.06, 3,
0.8,      , 0.65,    ,     , 1,
0.9,      , 0.8,     ,     , 3,
0.95,     , 0.85,    ,     , 2,
0.85,     , 0.7,     ,     , 2, 0.7
0.8,      , 0.8,     ,  0.1, 1,
", strip.white = TRUE)

planned <- function(plan, ...) {
  known <- Filter(function(x) !is.na(x), plan[c("auc0", "correlation", "margin")])
  do.call(auc_power, c(
    list(auc = plan$area, ratio = plan$ratio, ...), known, if (!is.na(plan$area2)) list(auc2 = plan$area2),
    if (!is.na(plan$sigma)) list(weight = qlnorm(ppoints(2000), 0, plan$sigma))
  ))
}

# Two scores of the same observations, or of independent ones if they do not correlate.
draw_planned <- function(plan, label) {
  n <- length(label)
  or_0 <- function(x) if (is.na(x)) 0 else x
  rho <- or_0(plan$correlation)
  function() {
    first <- rnorm(n)
    second <- rho * first + sqrt(1 - rho^2) * rnorm(n)
    list(label = label, weight = log_normal(n, or_0(plan$sigma)), other = log_normal(n, or_0(plan$sigma)),
         first = first + distance_of(plan$area) * label, second = second + distance_of(plan$area2) * label)
  }
}

# The test that was planned rejects if the interval at 95 % is above `auc0`, or above a difference of 0, less
# the margin.
rejects_planned <- function(plan) {
  margin <- if (is.na(plan$margin)) 0 else plan$margin
  low <- if (is.na(plan$area2)) {
    function(s) auc_ci(s$first, s$label, s$weight)$conf.low - plan$auc0
  } else if (is.na(plan$correlation)) {
    function(s) {
      auc_test(roc_observations(s$first, s$label, s$weight),
               roc_observations(s$second, s$label, s$other))$conf.int[[1L]]
    }
  } else {
    function(s) auc_test(cbind(s$first, s$second), s$label, s$weight)$conf.int[[1L]]
  }
  function(s) list(ours = rbind(hit = isTRUE(low(s) > -margin), length = NA_real_))
}

cells <- function() {
  lapply(seq_len(nrow(plans)), function(i) {
    plan <- as.list(plans[i, ])
    positives <- ceiling(planned(plan, power = 0.8)$n)
    negatives <- ceiling(plan$ratio * positives)
    plan$ratio <- negatives / positives
    design <- paste(names(plan), plan)[!is.na(plan)]
    cell("power", "auc_power()", paste(design, collapse = ", "),
         draw_planned(plan, rep(1:0, c(positives, negatives))), rejects_planned(plan),
         nominal = planned(plan, n = positives)$power)
  })
}
