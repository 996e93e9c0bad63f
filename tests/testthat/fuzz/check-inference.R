# Standard errors, intervals, tests, designs and bands.

check_auc_ci <- function(a, result, call) {
  scores <- each_score(a)
  partial <- !is.null(a$FPR) || !is.null(a$TPR)
  variance <- choice_in(a, "variance", if (partial) "bootstrap" else "delong")
  several <- !is.null(columns_of(a$guess))
  columns <- c(if (several) "score", "estimate", "std.error", "conf.low", "conf.high", "n_pos",
               "n_neg", "variance")
  complaints <- c(
    has_columns(result, columns),
    unless(nrow(result) == length(scores), "there is no row for each score")
  )
  if (length(complaints) > 0L) return(complaints)
  expected <- vapply(scores, function(o) {
    if (partial) partial_area(curve_of(o), a$FPR, a$TPR) else area_of(o)
  }, 0)
  cluster <- clusters_in(a)
  level <- number_in(a, "conf.level", 0.95)
  c(
    differs("estimate", result$estimate, expected, area_tolerance, if (partial) 1e-13 else 0),
    differs("n_pos", result$n_pos, vapply(scores, function(o) sum(o$positive), 0), 0),
    differs("n_neg", result$n_neg, vapply(scores, function(o) sum(!o$positive), 0), 0),
    unless(all(result$variance == variance), "it has another variance"),
    if (variance == "bootstrap") {
      check_replicates(result, least_of_class(scores[[1L]], variance, cluster), call)
    } else {
      check_standard_errors(result, scores, variance, cluster, call)
    },
    if (variance != "bootstrap") check_interval(result, level, choice_in(a, "transform", "logit"))
  )
}

check_replicates <- function(result, least, call) {
  c(
    within_bounds("the standard error", result$std.error, 0, Inf),
    within_bounds("the interval", c(result$conf.low, result$conf.high), 0, 1),
    unless(all(result$conf.low <= result$conf.high, na.rm = TRUE), "the interval is upside down"),
    if (least < 2) {
      unless(all(is.na(result$std.error)) && call$warned("undefined"),
             "it knows a standard error from one observation of a class")
    }
  )
}

variance_tolerance <- 1e-9

check_standard_errors <- function(result, scores, variance, cluster, call) {
  least <- if (variance == "jackknife") least_of_class(scores[[1L]], "delong", cluster)
  else least_of_class(scores[[1L]], variance, cluster)
  if (least < 2) {
    return(unless(all(is.na(result$std.error)) && call$warned("undefined"),
                  "it knows a standard error from one observation of a class"))
  }
  expected <- vapply(scores, function(o) {
    u <- influences_of(o)
    sqrt(covariance_of(u, u, o, variance, cluster))
  }, 0)
  differs("std.error", result$std.error, expected, 1e-8, variance_tolerance)
}

# Intervals by the normal distribution or by Student's, on a scale.
check_interval <- function(result, level, transform, quantile = stats::qnorm((1 + level) / 2)) {
  A <- result$estimate
  se <- result$std.error
  half <- quantile * se
  if (transform == "logit") {
    center <- stats::qlogis(A)
    half <- half / (A * (1 - A))
    low <- stats::plogis(center - half)
    high <- stats::plogis(center + half)
  } else {
    low <- pmax(0, A - half)
    high <- pmin(1, A + half)
  }
  flat <- !is.na(se) & (se == 0 | A <= 0 | A >= 1)
  # Near 0 and 1 the logit asks for more digits than the area has.
  known <- is.na(se) | flat | (A > 1e-6 & A < 1 - 1e-6)
  low[flat] <- A[flat]
  high[flat] <- A[flat]
  c(
    differs("conf.low", result$conf.low[known], low[known], 1e-8, 1e-9),
    differs("conf.high", result$conf.high[known], high[known], 1e-8, 1e-9),
    unless(all(result$conf.low <= A + 1e-12 & A - 1e-12 <= result$conf.high, na.rm = TRUE),
           "the interval leaves its estimate"),
    within_bounds("the interval", c(result$conf.low, result$conf.high), 0, 1)
  )
}

check_auc_svy <- function(a, result, call) {
  columns <- c("score", "estimate", "std.error", "conf.low", "conf.high", "df", "n_pos", "n_neg",
               "variance")
  complaints <- c(has_columns(result, columns),
                  unless(nrow(result) == length(call$world$scores),
                         "there is no row for each score"))
  if (length(complaints) > 0L) return(complaints)
  w <- stats::weights(a$design, "sampling")
  scores <- lapply(call$world$scores, function(score) {
    observations(a$design$variables[[score]], a$design$variables$sick == 1, w)
  })
  level <- number_in(a, "conf.level", 0.95)
  linear <- inherits(a$design, "survey.design")
  df <- survey::degf(a$design)
  c(
    differs("estimate", result$estimate, vapply(scores, area_of, 0), area_tolerance),
    differs("n_pos", result$n_pos, vapply(scores, function(o) sum(o$positive), 0), 0),
    differs("n_neg", result$n_neg, vapply(scores, function(o) sum(!o$positive), 0), 0),
    differs("df", result$df, rep(df, nrow(result))),
    unless(all(result$variance == if (linear) "linearization" else "replicates"),
           "it has another variance"),
    if (linear) {
      differs("std.error", result$std.error, vapply(scores, design_error, 0, a$design, w), 1e-8,
              1e-10)
    },
    if (is.finite(df) && df > 0) {
      check_interval(result, level, choice_in(a, "transform", "logit"),
                     stats::qt((1 + level) / 2, df))
    }
  )
}

# The standard error of the total of u / w in a design.
design_error <- function(o, design, w) {
  design$variables$linearized <- 0
  design$variables$linearized[w > 0] <- influences_of(o) / o$weight
  sqrt(as.vector(stats::vcov(survey::svytotal(~linearized, design))))
}

check_auc_test <- function(a, result, call) {
  complaints <- is_htest(result)
  if (length(complaints) > 0L) return(complaints)
  scores <- scores_of_test(a)
  areas <- vapply(scores, area_of, 0)
  o <- scores[[1L]]
  cluster <- clusters_in(a)
  variance <- choice_in(a, "variance", "delong")
  complaints <- differs("the areas", result$estimate[seq_along(areas)], areas, area_tolerance)
  if (least_of_class(o, variance, cluster) < 2) return(complaints)
  u <- lapply(scores, influences_of)
  covariance <- outer(seq_along(u), seq_along(u), Vectorize(function(i, j) {
    covariance_of(u[[i]], u[[j]], o, variance, cluster)
  }))
  if (length(scores) == 2L) {
    c(complaints, check_difference(a, result, areas, covariance))
  } else {
    c(complaints, check_contrasts(a, result, areas, covariance))
  }
}

scores_of_test <- function(a) {
  if (is.null(columns_of(a$guess1))) {
    list(observations_in(a, "guess1"), observations_in(a, "guess2"))
  } else {
    each_score(a, "guess1")
  }
}

is_htest <- function(result) {
  c(
    unless(inherits(result, "htest") && is.list(result), "it is no htest"),
    unless(is.character(result$method) && length(result$method) == 1L, "it has no method"),
    unless(is.character(result$data.name) && length(result$data.name) == 1L &&
             nchar(result$data.name) < 1000L, "its data.name is no short string"),
    within_bounds("the p-value", result$p.value, 0, 1)
  )
}

standard_error_of_difference <- function(S, i = 1L,
                                         j = 2L) sqrt(max(0, S[i, i] + S[j, j] - 2 * S[i, j]))

check_difference <- function(a, result, areas, covariance) {
  se <- standard_error_of_difference(covariance)
  c(
    differs("the difference", result$estimate[["difference"]], areas[[1L]] - areas[[2L]], 0, 1e-12),
    differs("std.error", result$std.error, se, 1e-7, 1e-8),
    if (se > 1e-7) check_statistic(a, result, stats::pnorm, stats::qnorm)
  )
}

# The difference and its standard error are right already: what is made of them follows.
check_statistic <- function(a, result, below, quantile) {
  difference <- result$estimate[["difference"]]
  se <- result$std.error
  alternative <- choice_in(a, "alternative", "two.sided")
  level <- number_in(a, "conf.level", 0.95)
  ends <- switch(alternative,
    two.sided = difference + c(-1, 1) * quantile((1 + level) / 2) * se,
    less = c(-Inf, difference + quantile(level) * se),
    greater = c(difference - quantile(level) * se, Inf)
  )
  # One-sided intervals may end where differences of areas do. 1 less a tiny level is 1.
  found <- as.vector(result$conf.int)
  finite <- is.finite(ends) & level > 1e-9
  c(
    differs("the statistic", result$statistic, difference / se, 1e-9, 1e-12),
    differs("the p-value", result$p.value, p_of(result$statistic, alternative, below), 1e-9,
            1e-300),
    differs("conf.int", found[finite], ends[finite], 1e-9, 1e-12),
    unless(identical(attr(result$conf.int, "conf.level"), level), "it has another confidence level")
  )
}

p_of <- function(statistic, alternative, below) {
  switch(alternative, less = below(statistic), greater = below(-statistic),
         two.sided = 2 * below(-abs(statistic)))
}

check_contrasts <- function(a, result, areas, covariance) {
  pairs <- utils::combn(length(areas), 2L)
  table <- result$contrasts
  if (!is.data.frame(table) || nrow(table) != ncol(pairs)) return("it has no contrast of each pair")
  se <- apply(pairs, 2L, function(p) standard_error_of_difference(covariance, p[[1L]], p[[2L]]))
  difference <- areas[pairs[1L, ]] - areas[pairs[2L, ]]
  k <- length(areas)
  rank_known <- k == 3L && all(se > 1e-6)
  c(
    differs("a contrast", table$estimate, difference, 0, 1e-12),
    differs("its standard error", table$std.error, se, 1e-7, 1e-8),
    if (all(se > 1e-7)) {
      c(differs("its statistic", table$statistic, table$estimate / table$std.error, 1e-9, 1e-12),
        differs("its p-value", table$p.value, 2 * stats::pnorm(-abs(table$statistic)), 1e-9,
                1e-300))
    },
    unless(is.na(result$parameter) || result$parameter %in% 0:(k - 1L),
           "degrees of freedom are wrong"),
    if (rank_known) check_chi_squared(result, areas, covariance)
  )
}

check_chi_squared <- function(result, areas, covariance) {
  L <- cbind(1, -diag(length(areas) - 1L))
  d <- as.vector(L %*% areas)
  V <- L %*% covariance %*% t(L)
  if (min(eigen(V, TRUE, TRUE)$values) < 1e-6 * max(diag(V))) return(NULL)
  statistic <- sum(d * solve(V, d))
  c(
    differs("the statistic", result$statistic, statistic, 1e-6, 1e-8),
    differs("degrees of freedom", result$parameter, length(d)),
    differs("the p-value", result$p.value,
            stats::pchisq(statistic, length(d), lower.tail = FALSE), 1e-5, 1e-8)
  )
}

check_auc_test_unpaired <- function(a, result, call) {
  complaints <- is_htest(result)
  if (length(complaints) > 0L) return(complaints)
  variance <- choice_in(a, "variance", "delong")
  samples <- lapply(1:2, function(i) {
    names <- paste0(c("guess", "label", "weight", "cluster"), i)
    o <- observations_in(a, names[[1L]], names[[2L]], names[[3L]])
    cluster <- clusters_in(a, names[[2L]], names[[3L]], names[[4L]])
    u <- influences_of(o)
    least <- least_of_class(o, variance, cluster)
    size <- if (is.null(cluster)) length(u) else length(unique(cluster))
    list(area = area_of(o), least = least, size = size,
         variance = if (least < 2) NA else covariance_of(u, u, o, variance, cluster))
  })
  of_samples <- function(field) vapply(samples, function(s) as.double(s[[field]]), 0)
  areas <- of_samples("area")
  complaints <- differs("the areas", result$estimate[1:2], areas, area_tolerance)
  if (any(of_samples("least") < 2)) return(complaints)
  v <- of_samples("variance")
  se <- sqrt(sum(v))
  complaints <- c(complaints, differs("std.error", result$std.error, se, 1e-7, 1e-8),
                  differs("the difference", result$estimate[["difference"]],
                          areas[[1L]] - areas[[2L]], 0, 1e-12))
  if (se < 1e-7 || variance == "frequency") return(complaints)
  df <- sum(v)^2 / sum(v^2 / (of_samples("size") - 1))
  c(
    complaints, differs("degrees of freedom", result$parameter, df, 1e-7),
    check_statistic(a, result, function(q) stats::pt(q, result$parameter),
                    function(p) stats::qt(p, result$parameter))
  )
}

check_roc_band <- function(a, result, call) {
  by <- choice_in(a, "by", "FPR")
  columns <- switch(by, FPR = c("FPR", "TPR", "conf.low", "conf.high"),
                    TPR = c("TPR", "FPR", "conf.low", "conf.high"),
                    c("threshold", "TPR", "TPR.low", "TPR.high", "TNR", "TNR.low", "TNR.high"))
  complaints <- has_columns(result, columns)
  if (length(complaints) > 0L) return(complaints)
  o <- observations_in(a)
  curve <- curve_of(o)
  at <- if (is.null(a$at)) result[[1L]] else as.double(unclass(a$at))
  low <- unlist(result[grep("low", columns)])
  high <- unlist(result[grep("high", columns)])
  pointwise <- choice_in(a, "type", "pointwise") == "pointwise"
  estimate <- unlist(result[if (by == "threshold") c("TPR", "TNR") else columns[[2L]]])
  c(
    differs("the places", result[[1L]], at, 0),
    check_band_estimate(by, at, result, curve),
    within_bounds("a band", c(low, high), 0, 1),
    unless(all(low <= high, na.rm = TRUE), "a band is upside down"),
    if (!pointwise) unless(all(low <= estimate + 1e-12 & estimate <= high + 1e-12, na.rm = TRUE),
                           "a band leaves its curve"),
    if (least_of_class(o, "delong", clusters_in(a)) < 2) {
      unless(all(is.na(low)) && call$warned("undefined"),
             "it knows a band from one observation of a class")
    }
  )
}

# Rates of replicates are read off a little to the side of a place, so that rounding moves no step.
aside <- function(place, side) pmin(1, pmax(0, place + side * 2e-13))

check_band_estimate <- function(by, at, result, curve) {
  if (by == "threshold") {
    row <- row_at(curve, at)
    return(c(differs("TPR", result$TPR, curve$TPR[row], 1e-12),
             differs("TNR", result$TNR, 1 - curve$FPR[row], 1e-12, 1e-15)))
  }
  points <- ascending(curve)
  if (by == "FPR") {
    expected <- height(points, at)
    beside <- lapply(c(-1, 1), function(side) height(points, aside(at, side)))
  } else {
    expected <- left_end(points, at)
    beside <- lapply(c(-1, 1), function(side) left_end(points, aside(at, side)))
  }
  slack <- abs(beside[[1L]] - beside[[2L]])
  off <- abs(result[[2L]] - expected) > slack + 1e-12
  unless(!any(off), sprintf("%s is not that of the curve", names(result)[[2L]]))
}

# The least x at which the staircase reaches y.
left_end <- function(points, y) {
  1 - height(list(x = rev(1 - points$y), y = rev(1 - points$x)), 1 - y)
}

check_roc_optimal_ci <- function(a, result, call) {
  complaints <- c(has_columns(result, c("term", "estimate", "optimism", "std.error", "conf.low",
                                        "conf.high")),
                  unless(identical(result$term, c("threshold", "TPR", "FPR", "risk")),
                         "the terms are others"))
  if (length(complaints) > 0L) return(complaints)
  o <- observations_in(a)
  curve <- curve_of(o)
  prior <- priors_of(curve, a$prior)
  costs <- costs_of(a)
  scale <- prior$negative * max(costs$FP, costs$TN) + prior$positive * max(costs$FN, costs$TP)
  least <- min(risks_of(curve, costs, prior))
  c(
    differs("risk", result$estimate[[4L]], least, 1e-11, risk_tolerance * scale),
    unless(result$estimate[[1L]] %in% curve$threshold, "the threshold is none of the curve"),
    within_bounds("a rate", c(result$estimate[2:3], result$conf.low[2:3], result$conf.high[2:3]), 0,
                  1),
    unless(all(result$conf.low <= result$conf.high, na.rm = TRUE), "an interval is upside down"),
    unless(anyNA(result$conf.low) || result$conf.low[[1L]] <= result$estimate[[1L]] &&
             result$estimate[[1L]] <= result$conf.high[[1L]],
           "the threshold is outside of its interval"),
    within_bounds("an expected rate", (result$estimate + result$optimism)[2:3], 0, 1),
    within_bounds("the standard error", result$std.error, 0, Inf)
  )
}
