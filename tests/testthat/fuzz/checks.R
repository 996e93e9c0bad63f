# What is wrong with a result, in sentences: none when it is right. `a` has the arguments that were
# given, `call` what they were made of.

# Every number beside the one that the definition gives.
differs <- function(what, actual, expected, relative = 1e-12, absolute = 0) {
  actual <- unname(actual)
  expected <- unname(expected)
  if (!is.numeric(actual)) return(sprintf("%s is not numeric", what))
  if (length(actual) != length(expected)) {
    return(sprintf("%s has %d elements, not %d", what, length(actual), length(expected)))
  }
  near <- abs(actual - expected) <= absolute + relative * abs(expected)
  same <- (is.na(actual) & is.na(expected)) | (!is.na(near) & near) |
    (!is.na(actual) & !is.na(expected) & actual == expected)
  if (all(same)) return(NULL)
  at <- which(!same)[[1L]]
  sprintf("%s is wrong (element %d is %.17g, should be %.17g)", what, at, actual[[at]], expected[[at]])
}

unless <- function(holds, complaint) if (!isTRUE(holds)) complaint

within_bounds <- function(what, x, low, high) {
  x <- x[!is.na(x)]
  unless(is.numeric(x) && all(x >= low & x <= high), sprintf("%s leaves [%g, %g]", what, low, high))
}

has_columns <- function(result, columns) {
  unless(is.data.frame(result) && identical(names(result), columns),
         paste("the columns are not", paste(columns, collapse = " ")))
}

# -- Observations

observations_in <- function(a, guess = "guess", label = "label", weight = "weight", column = NULL) {
  positive <- classes_of(a[[label]])
  score <- if (is.null(column)) a[[guess]] else columns_of(a[[guess]])[[column]]
  w <- if (is.null(a[[weight]])) rep(1, length(positive)) else a[[weight]]
  observations(unclass(score), positive, unclass(w))
}

# The observations of each score, a list of one for a vector.
each_score <- function(a, guess = "guess") {
  columns <- columns_of(a[[guess]])
  if (is.null(columns)) return(list(observations_in(a, guess)))
  lapply(seq_along(columns), function(i) observations_in(a, guess, column = i))
}

clusters_in <- function(a, label = "label", weight = "weight", cluster = "cluster") {
  if (is.null(a[[cluster]])) return(NULL)
  w <- if (is.null(a[[weight]])) rep(1, length(a[[label]])) else as.double(unclass(a[[weight]]))
  match(a[[cluster]], unique(a[[cluster]]))[w > 0]
}

choice_in <- function(a, name, default) if (is.null(a[[name]])) default else a[[name]][[1L]]

number_in <- function(a, name, default) {
  if (is.null(a[[name]])) default else as.double(unclass(a[[name]]))
}

check_curve <- function(result, o) {
  expected <- curve_of(o)
  c(
    has_columns(result[curve_columns], curve_columns),
    unless(nrow(result) == nrow(expected), "the curve has another number of rows"),
    if (nrow(result) == nrow(expected)) {
      c(differs("TPR", result$TPR, expected$TPR, 1e-13),
        differs("FPR", result$FPR, expected$FPR, 1e-13),
        differs("threshold", result$threshold, expected$threshold, 0),
        differs("FN", result$FN, expected$FN, 1e-13),
        differs("FP", result$FP, expected$FP, 1e-13))
    },
    check_shape(result)
  )
}

check_shape <- function(result) {
  rows <- nrow(result)
  c(
    unless(all(diff(result$TPR) <= 0) && all(diff(result$FPR) <= 0), "a rate rises"),
    unless(all(diff(result$FN) >= 0), "FN falls"), unless(all(diff(result$FP) <= 0), "FP rises"),
    unless(identical(c(result$TPR[c(1L, rows)], result$FPR[c(1L, rows)]), c(1, 0, 1, 0)),
           "the curve does not go from 1 to 0"),
    unless(identical(result$threshold[[rows]], Inf), "the last threshold is not Inf")
  )
}

area_tolerance <- 1e-12

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

variance_tolerance <- 1e-9

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

# -- Tests

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

p_of <- function(statistic, alternative, below) {
  switch(alternative, less = below(statistic), greater = below(-statistic),
         two.sided = 2 * below(-abs(statistic)))
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

standard_error_of_difference <- function(S, i = 1L, j = 2L) sqrt(max(0, S[i, i] + S[j, j] - 2 * S[i, j]))

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
  # One-sided intervals may end where differences of areas do.
  found <- as.vector(result$conf.int)
  finite <- is.finite(ends)
  c(
    differs("the statistic", result$statistic, difference / se, 1e-9, 1e-12),
    differs("the p-value", result$p.value, p_of(result$statistic, alternative, below), 1e-9, 1e-300),
    differs("conf.int", found[finite], ends[finite], 1e-9, 1e-12),
    unless(identical(attr(result$conf.int, "conf.level"), level), "it has another confidence level")
  )
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
        differs("its p-value", table$p.value, 2 * stats::pnorm(-abs(table$statistic)), 1e-9, 1e-300))
    },
    unless(is.na(result$parameter) || result$parameter %in% 0:(k - 1L), "degrees of freedom are wrong"),
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
                  differs("the difference", result$estimate[["difference"]], areas[[1L]] - areas[[2L]], 0, 1e-12))
  if (se < 1e-7 || variance == "frequency") return(complaints)
  df <- sum(v)^2 / sum(v^2 / (of_samples("size") - 1))
  c(
    complaints, differs("degrees of freedom", result$parameter, df, 1e-7),
    check_statistic(a, result, function(q) stats::pt(q, result$parameter),
                    function(p) stats::qt(p, result$parameter))
  )
}

# -- Curves

keeps_columns <- function(result, curve, added) {
  kept <- names(curve)
  c(
    unless(is.data.frame(result) && all(c(kept, added) %in% names(result)), "a column is not there"),
    unless(nrow(result) == nrow(curve), "it has another number of rows"),
    if (nrow(result) == nrow(curve)) {
      same <- vapply(setdiff(kept, added), function(name) {
        identical(as.vector(result[[name]]), as.vector(curve[[name]]))
      }, NA)
      unless(all(same), "a column of the curve has changed")
    }
  )
}

# TN and what is made of it has the digits that the curve's entries leave it.
check_measures <- function(result, curve, w = class_weights(curve)) {
  m <- measures_of(curve$TPR, curve$FPR, curve$FN, curve$FP, TP = curve$TPR * w$W1,
                   TN = w$W0 - curve$FP, w$W1, w$W0)
  total <- max(w$W1, w$W0)
  n <- w$W0 / total
  p <- w$W1 / total
  error <- 8 * 2^-52
  called <- curve$TPR * p + curve$FPR * n
  not_called <- curve$FN / w$W1 * p + (1 - curve$FPR) * n
  lost <- infinite_if_unknown(error * n / not_called)
  lost_J <- infinite_if_unknown(error * sqrt(n * p) / sqrt(called) / sqrt(not_called))
  measure <- function(name, ...) differs(name, result[[name]], m[[name]], ...)
  shares <- c("TNR", "FNR", "PPV", "NPV", "ACC", "ERR", "BACC", "F1")
  c(
    measure("TP", 1e-12), measure("TN", 1e-12, error * w$W0), measure("TNR", 1e-12, error),
    measure("FNR", 1e-12), measure("PPV", 1e-12), measure("BACC", 1e-12, error),
    measure("ACC", 1e-12, error * n), measure("ERR", 1e-12), measure("J", 1e-12, error),
    measure("F1", 1e-12), close_where_known("NPV", result$NPV, m$NPV, lost),
    close_where_known("MCC", result$MCC, m$MCC, lost + lost_J),
    within_bounds("a measure", unlist(result[shares]), 0, 1),
    within_bounds("J or MCC", c(result$J, result$MCC), -1, 1)
  )
}

infinite_if_unknown <- function(error) ifelse(is.finite(error), error, Inf)

close_where_known <- function(what, actual, expected, error) {
  known <- error < 1e-3
  differs(what, actual[known], expected[known], 1e-12, 4 * error[known])
}

# From the observations, nothing cancels.
check_fresh_measures <- function(result, o, rows = seq_len(nrow(result))) {
  g <- score_groups(o)
  m <- measures_of(c(g$TP / g$W1, 0), c(g$FP / g$W0, 0), c(g$FN, g$W1), c(g$FP, 0), c(g$TP, 0),
                   c(g$TN, g$W0), g$W1, g$W0)
  m <- lapply(m, `[`, rows)
  c(
    differs("TN (from the observations)", result$TN, m$TN, 1e-12),
    differs("TNR (from the observations)", result$TNR, m$TNR, 1e-12),
    differs("NPV (from the observations)", result$NPV, m$NPV, 1e-12),
    differs("BACC (from the observations)", result$BACC, m$BACC, 1e-12)
  )
}

row_at <- function(curve, threshold) {
  # The first row whose threshold is not below; an infinite one is the last row's or the score Inf's.
  vapply(threshold, function(t) match(TRUE, curve$threshold >= t), 1L)
}

check_at <- function(a, result, call) {
  threshold <- as.double(unclass(a$threshold))
  curve <- as.data.frame(a$curve)
  rows <- row_at(curve, threshold)
  complaints <- c(
    unless(is.data.frame(result) && nrow(result) == length(threshold), "there is no row for each threshold"),
    unless(identical(as.vector(result$threshold), threshold), "the thresholds are others")
  )
  if (length(complaints) > 0L) return(complaints)
  expected <- curve[rows, curve_columns]
  c(differs("TPR", result$TPR, expected$TPR), differs("FPR", result$FPR, expected$FPR),
    differs("FN", result$FN, expected$FN), differs("FP", result$FP, expected$FP),
    check_measures(result, expected, class_weights(curve)),
    if (call$fresh("curve")) check_fresh_measures(result, call$world$observations, rows))
}

risk_tolerance <- 64 * 2^-52

check_risk <- function(a, result, call) {
  prior <- priors_of(a$curve, a$prior)
  costs <- costs_of(a)
  scale <- prior$negative * max(costs$FP, costs$TN) + prior$positive * max(costs$FN, costs$TP)
  c(keeps_columns(result, a$curve, "risk"),
    differs("risk", result$risk, risks_of(a$curve, costs, prior), 1e-12, risk_tolerance * scale))
}

check_optimal <- function(a, result, call) {
  prior <- priors_of(a$curve, a$prior)
  costs <- costs_of(a)
  risks <- risks_of(a$curve, costs, prior)
  row <- match(TRUE, rows_like(a$curve, result))
  scale <- prior$negative * max(costs$FP, costs$TN) + prior$positive * max(costs$FN, costs$TP)
  always <- prior$positive * costs$TP + prior$negative * costs$FP
  never <- prior$positive * costs$FN + prior$negative * costs$TN
  c(
    unless(is.data.frame(result) && nrow(result) == 1L, "it is not one row"),
    unless(!is.na(row), "the optimum is no row of the curve"),
    if (!is.na(row)) {
      c(keeps_rows(a$curve, result, row), unless(risks[[row]] <= min(risks) + risk_tolerance * scale, "another row has a smaller risk"),
        differs("risk", result$risk, risks[[row]], 1e-12, risk_tolerance * scale))
    },
    differs("risk_positive", result$risk_positive, always),
    differs("risk_negative", result$risk_negative, never),
    differs("risk_random", result$risk_random,
            prior$positive * always + prior$negative * never)
  )
}

rows_like <- function(curve, row) {
  like <- rep(TRUE, nrow(curve))
  for (name in intersect(curve_columns, names(row))) {
    like <- like & as.double(curve[[name]]) == as.double(row[[name]][[1L]])
  }
  like
}

check_isocost <- function(a, result, call) {
  prior <- priors_of(a$curve, a$prior)
  costs <- costs_of(a)
  positive <- prior$positive * (costs$FN - costs$TP)
  slope <- prior$negative * (costs$FP - costs$TN) / positive
  lines <- if (!is.null(a$FPR)) length(a$FPR) else if (!is.null(a$risk)) length(a$risk) else 1L
  complaints <- c(has_columns(result, c("slope", "intercept", "risk")),
                  unless(nrow(result) == lines, "there is no row for each line"))
  if (length(complaints) > 0L || lines == 0L) return(complaints)
  intercept <- if (!is.null(a$FPR)) {
    as.double(a$TPR) - slope * as.double(a$FPR)
  } else if (!is.null(a$risk)) {
    (prior$positive * costs$FN + prior$negative * costs$TN - as.double(a$risk)) / positive
  }
  # Differences lose digits where the line is steep or the risk is large.
  size <- 1 + slope + (costs$FN * prior$positive + costs$TN * prior$negative + max(0, a$risk)) / positive
  c(
    if (is.finite(slope)) differs("slope", result$slope, rep(slope, lines), 1e-12),
    if (!is.null(intercept) && all(is.finite(c(intercept, size)))) {
      differs("intercept", result$intercept, intercept, 1e-12, 16 * 2^-52 * size)
    },
    if (!is.null(a$risk)) differs("risk", result$risk, as.double(a$risk), 1e-12),
    if (is.null(a$risk) && all(is.finite(c(result$intercept, size)))) {
      check_risk_of_lines(a, result, prior, costs, positive, size)
    }
  )
}

# Lines through points have the points' risks, the line through the optimum the least one.
check_risk_of_lines <- function(a, result, prior, costs, positive, size) {
  risk <- prior$positive * costs$FN + prior$negative * costs$TN - positive * result$intercept
  c(
    differs("risk", result$risk, risk, 1e-11, 64 * 2^-52 * positive * size),
    if (is.null(a$FPR)) {
      least <- min(risks_of(a$curve, costs, prior))
      differs("the least risk", result$risk, least, 1e-11, 64 * 2^-52 * positive * size)
    }
  )
}

check_hull <- function(a, result, call) {
  curve <- a$curve
  complaints <- unless(
    is.data.frame(result) && all(c(names(curve), "slope_min", "slope_max", "prior_min", "prior_max") %in%
                                   names(result)),
    "a column is not there"
  )
  if (length(complaints) > 0L) return(complaints)
  row <- rows_in(curve, result)
  if (is.null(row)) return("its rows are not rows of the curve in their order")
  m <- nrow(result)
  above <- curve$TPR - height(ascending(result), curve$FPR)
  slopes <- diff(result$TPR) / diff(result$FPR)
  steep <- diff(result$FPR) == 0
  slopes[steep] <- Inf
  known <- steep | (abs(diff(result$FPR)) > 1e-9 & abs(diff(result$TPR)) > 1e-9)
  c(
    lacks_an_end(curve, result), keeps_rows(curve, result, row), check_scores(curve, result, row),
    unless(all(above <= 1e-13), "a point of the curve lies above it"),
    unless(!is.unsorted(result$slope_min) && !is.unsorted(result$slope_max), "its slopes fall"),
    unless(result$slope_min[[1L]] == 0 && result$slope_max[[m]] == Inf, "slopes do not go from 0 to Inf"),
    differs("slope_max", result$slope_max[-m][known], slopes[known], 1e-5),
    differs("slope_min", result$slope_min[-1L], result$slope_max[-m], 0),
    differs("prior_min", result$prior_min, 1 / (1 + result$slope_max), 1e-12),
    differs("prior_max", result$prior_max, 1 / (1 + result$slope_min), 1e-12)
  )
}

# The user's columns are those of the rows.
keeps_rows <- function(curve, part, row) {
  if (any(duplicated(as.data.frame(curve)[intersect(curve_columns, names(curve))]))) return(NULL)
  written <- c("scores", "pairs", "wins", "slack", "slope_min", "slope_max", "prior_min", "prior_max")
  same <- vapply(setdiff(names(curve), written), function(name) {
    identical(as.vector(part[[name]]), as.vector(curve[[name]])[row])
  }, NA)
  unless(all(same), "a column of the curve has changed")
}

# A step has the scores of all the steps that it merges.
check_scores <- function(curve, part, row) {
  if (is.null(part$scores)) return(NULL)
  steps <- if (is.null(curve$scores)) c(rep(1, nrow(curve) - 1L), 0) else as.double(curve$scores)
  if (any(duplicated(as.data.frame(curve)[intersect(curve_columns, names(curve))]))) return(NULL)
  before <- c(0, cumsum(steps))
  expected <- c(diff(before[row]), 0)
  differs("scores", part$scores, expected)
}

lacks_an_end <- function(curve, part) {
  ends <- function(x) as.data.frame(x)[c(1L, nrow(x)), intersect(curve_columns, names(curve))]
  unless(all(ends(curve) == ends(part)), "it lacks the first or the last row")
}

# Which rows of the curve those of a part of it are, or NULL.
rows_in <- function(curve, part) {
  row <- 0L
  found <- integer(nrow(part))
  key <- function(x) do.call(paste, lapply(intersect(curve_columns, names(curve)), function(name) {
    sprintf("%a", as.double(x[[name]]))
  }))
  all_keys <- key(curve)
  part_keys <- key(part)
  # Rows that are the same twice are told apart by their order.
  candidates <- split(seq_along(all_keys), all_keys)
  for (i in seq_along(found)) {
    later <- candidates[[part_keys[[i]]]]
    later <- later[later > row]
    if (length(later) == 0L) return(NULL)
    row <- later[[1L]]
    found[[i]] <- row
  }
  found
}

check_cost_curve <- function(a, result, call) {
  curve <- a$curve
  complaints <- has_columns(result, c("PC", "cost", "threshold"))
  if (length(complaints) > 0L) return(complaints)
  m <- nrow(result)
  FNR <- if (is.null(curve$FN)) 1 - curve$TPR else curve$FN / class_weights(curve)$W1
  least <- function(PC) min(FNR * PC + curve$FPR * (1 - PC))
  between <- if (m > 1L) (result$PC[-1L] + result$PC[-m]) / 2
  halfway <- if (m > 1L) (result$cost[-1L] + result$cost[-m]) / 2
  some <- if (m > 40L) sample.int(m - 1L, 40L) else seq_len(m - 1L)
  c(
    unless(!is.unsorted(result$PC) && result$PC[[1L]] == 0 && result$PC[[m]] == 1, "PC does not go from 0 to 1"),
    within_bounds("cost", result$cost, 0, 0.5),
    differs("cost", result$cost[some], vapply(result$PC[some], least, 0), 1e-12, 1e-14),
    differs("cost between vertices", halfway[some], vapply(between[some], least, 0), 1e-12, 1e-14),
    unless(all(result$threshold %in% curve$threshold), "a threshold is not of the curve"),
    unless(result$threshold[[m]] == result$threshold[[max(1L, m - 1L)]], "the last threshold is another one")
  )
}

check_neyman_pearson <- function(a, result, call) {
  curve <- as.data.frame(a$curve)
  of_FPR <- !is.null(a$max_FPR)
  bound <- as.double(if (of_FPR) a$max_FPR else a$max_FNR)
  name <- if (of_FPR) "max_FPR" else "max_FNR"
  complaints <- c(
    unless(is.data.frame(result) && nrow(result) == length(bound), "there is no row for each bound"),
    differs(name, result[[name]], bound, 0)
  )
  if (length(complaints) > 0L || length(bound) == 0L) return(complaints)
  FNR <- curve$FN / class_weights(curve)$W1
  constrained <- if (of_FPR) curve$FPR else FNR
  gained <- if (of_FPR) curve$TPR else -curve$FPR
  rounding <- 1 + 16 * 2^-52
  found <- if (of_FPR) result$FPR else result$FN / class_weights(curve)$W1
  best <- vapply(bound, function(b) max(gained[constrained <= b]), 0)
  points <- if (of_FPR) ascending(curve) else list(x = FNR, y = curve$FPR)
  corner <- hull_rows(curve)
  corners <- if (of_FPR) ascending(curve[corner, ]) else lapply(points, `[`, corner)
  rate <- if (of_FPR) "TPR" else "FPR"
  on_curve <- result[[paste0(rate, "_curve")]]
  on_hull <- result[[paste0(rate, "_hull")]]
  c(
    unless(all(found <= bound * rounding), "a row does not keep its bound"),
    unless(all((if (of_FPR) result$TPR else -result$FPR) >= best), "another row is better under the bound"),
    unless(all(vapply(seq_along(bound), function(i) any(rows_like(curve, result[i, ])), NA)),
           "a row is not of the curve"),
    # A steep curve turns the rounding of a bound into more.
    unless(all(near_on(points, bound, on_curve)), paste0(rate, "_curve is wrong")),
    unless(all(near_on(corners, bound, on_hull)), paste0(rate, "_hull is wrong")),
    unless(all(if (of_FPR) on_hull >= on_curve - 1e-12 else on_hull <= on_curve + 1e-12),
           "the hull is worse than the curve"),
    within_bounds("a probability", c(result$probability, result$hull_probability), 0, 1),
    check_mixture("the curve's", curve, result$threshold_low, result$threshold_high, result$probability,
                  of_FPR, bound, on_curve),
    check_mixture("the hull's", curve, result$hull_threshold_low, result$hull_threshold_high,
                  result$hull_probability, of_FPR, bound, on_hull),
    unless(all(result$threshold_low <= result$threshold_high) &&
             all(result$hull_threshold_low <= result$hull_threshold_high), "thresholds are upside down")
  )
}

# Using the lower threshold with the probability reaches the bound and the rate, or the row at the bound
# does. Two thresholds of Inf can't be told apart.
check_mixture <- function(whose, curve, low, high, probability, of_FPR, bound, rate) {
  told <- low < Inf & high < Inf | sum(curve$threshold == Inf) < 2L
  i <- match(low, curve$threshold)
  j <- match(high, curve$threshold)
  mixed <- function(x) probability * x[i] + (1 - probability) * x[j]
  constrained <- mixed(if (of_FPR) curve$FPR else curve$FN / class_weights(curve)$W1)
  reached <- mixed(if (of_FPR) curve$TPR else curve$FPR)
  c(
    unless(!anyNA(i) && !anyNA(j), paste(whose, "thresholds are none of the curve")),
    unless(all(constrained[told] <= bound[told] + 1e-9), paste(whose, "thresholds exceed the bound")),
    unless(all(abs(reached - rate)[told] <= 1e-9), paste(whose, "thresholds do not reach the rate"))
  )
}

# Whether the rate is one that the points have within the rounding of the bound.
near_on <- function(points, bound, rate) {
  slack <- 1e-13
  ends <- lapply(c(-slack, slack), function(d) height(points, pmin(1, pmax(0, bound + d))))
  rate >= pmin(ends[[1L]], ends[[2L]]) - 1e-12 & rate <= pmax(ends[[1L]], ends[[2L]]) + 1e-12
}

check_partial <- function(a, result, call) {
  of_TPR <- !is.null(a$TPR)
  interval <- as.double(if (of_TPR) a$TPR else if (is.null(a$FPR)) c(0, 1) else a$FPR)
  standardize <- choice_in(a, "standardize", "none")
  area <- if (of_TPR) partial_area(a$curve, TPR = interval) else partial_area(a$curve, FPR = interval)
  expected <- standardized(area, interval, of_TPR, standardize)
  width <- interval[[2L]] - interval[[1L]]
  scale <- switch(standardize, none = 1, range = width, mcclish = width * (1 - width / 2))
  if (standardize == "mcclish" && (is.na(expected) || is.na(result)) && near_chance(area, interval, of_TPR)) {
    return(NULL)
  }
  c(unless(is.numeric(result) && length(result) == 1L, "it is no number"),
    differs("the area", result, expected, 1e-12, 1e-14 / max(scale, 1e-300)),
    if (is.na(result)) unless(call$warned("undefined"), "NA without a warning"))
}

near_chance <- function(area, interval, of_TPR) {
  least <- diff(interval^2) / 2
  if (of_TPR) least <- diff(interval) - least
  abs(area - least) < 1e-13
}

check_cost_auc <- function(a, result, call) {
  costs <- a[intersect(c("cost_FN", "cost_FP"), names(a))]
  costs <- lapply(costs[!vapply(costs, is.null, NA)], as.double)
  if (is.null(costs$cost_FN)) costs$cost_FN <- 1 - costs$cost_FP
  if (is.null(costs$cost_FP)) costs$cost_FP <- 1 - costs$cost_FN
  n <- max(lengths(costs))
  complaints <- c(
    has_columns(result, c("cost_FN", "cost_FP", "prior", "intercept", "slope", "pAUC", "max_pAUC", "ratio")),
    unless(nrow(result) == n, "there is no row for each cost")
  )
  if (length(complaints) > 0L) return(complaints)
  # Divided by the larger one, so that the sum is finite.
  costs <- lapply(costs, rep, length.out = n)
  costs <- lapply(costs, `/`, pmax(costs$cost_FN, costs$cost_FP))
  rho <- costs$cost_FN / (costs$cost_FN + costs$cost_FP)
  prior <- priors_of(a$curve, a$prior)
  points <- ascending(a$curve)
  perfect <- list(x = c(0, 1), y = c(1, 1))
  slope <- (1 - rho) / rho * prior$negative / prior$positive
  some <- which(rho > 0 & slope > 1e-5 & slope < 1e5)
  if (length(some) > 20L) some <- some[sample.int(length(some), 20L)]
  c(
    differs("cost_FN", result$cost_FN, rho, 1e-12),
    differs("cost_FP", result$cost_FP, costs$cost_FP / (costs$cost_FN + costs$cost_FP), 1e-12),
    differs("intercept", result$intercept[some], 1 - prior$negative / rho[some], 1e-9, 1e-12),
    differs("ratio", result$ratio, result$pAUC / result$max_pAUC, 1e-9, 1e-12),
    differs("prior", result$prior, rep(prior$positive, n), 1e-12),
    within_bounds("ratio", result$ratio, 0, 1),
    within_bounds("pAUC", result$pAUC, 0, 1),
    differs("slope", result$slope[some], slope[some], 1e-9),
    differs("pAUC", result$pAUC[some], vapply(rho[some], cost_area, 0, points = points, prior = prior),
            1e-9, 1e-10),
    differs("max_pAUC", result$max_pAUC[some], vapply(rho[some], cost_area, 0, points = perfect, prior = prior),
            1e-9, 1e-10)
  )
}

coincidence <- 32 * 2^-52

check_compare <- function(a, result, call) {
  complaints <- has_columns(result, c("FPR_min", "FPR_max", "ahead", "area"))
  if (length(complaints) > 0L) return(complaints)
  m <- nrow(result)
  x <- ascending(a$x)
  y <- ascending(a$y)
  middle <- (result$FPR_min + result$FPR_max) / 2
  gap <- height(x, middle) - height(y, middle)
  tolerance <- 1e-13
  sign <- c(x = 1, y = -1, neither = 0)[as.character(result$ahead)]
  c(
    unless(result$FPR_min[[1L]] == 0 && result$FPR_max[[m]] == 1, "intervals do not go from 0 to 1"),
    unless(identical(result$FPR_min[-1L], result$FPR_max[-m]), "intervals leave gaps"),
    unless(all(result$FPR_min <= result$FPR_max), "an interval is upside down"),
    unless(all(result$ahead %in% c("x", "y", "neither")), "who is ahead is not x, y or neither"),
    within_bounds("an area", result$area, 0, 1),
    unless(!any(sign == 1 & gap < -tolerance, sign == -1 & gap > tolerance,
                sign == 0 & abs(gap) > tolerance), "the wrong curve is ahead"),
    differs("the difference of the areas", sum(sign * result$area), integral(x) - integral(y), 0, 1e-12)
  )
}

check_dominates <- function(a, result, call) {
  x <- ascending(a$x)
  y <- ascending(a$y)
  at <- sort(unique(c(x$x, y$x)))
  gap <- c(height(x, at) - height(y, at), (height_before(x, at) - height_before(y, at))[at > 0])
  surely <- all(gap >= 0) && any(gap > 1e-13)
  surely_not <- any(gap < -1e-13) || all(gap == 0)
  c(unless(is.logical(result) && length(result) == 1L && !is.na(result), "it is not TRUE or FALSE"),
    unless(!(surely && !result), "a curve that dominates does not"),
    unless(!(surely_not && result), "a curve dominates that does not"))
}

check_bounds <- function(a, result, call) {
  complaints <- c(has_columns(result, c("lower", "estimate", "upper")), unless(nrow(result) == 1L, "it is not one row"))
  if (length(complaints) > 0L) return(complaints)
  area <- call$area("curve")
  c(
    unless(result$lower <= result$estimate && result$estimate <= result$upper, "the bounds leave the estimate"),
    within_bounds("a bound", unlist(result), 0, 1),
    if (call$untouched("curve")) check_bounds_by_definition(as.data.frame(a$curve), result),
    # Cut rows without a column `scores` are an exact curve of other observations.
    if (!is.null(area) && !is.null(.subset2(a$curve, "scores"))) covers(result, area)
  )
}

check_bounds_by_definition <- function(curve, result) {
  i <- seq_len(nrow(curve) - 1L)
  rectangles <- (curve$FPR[i] - curve$FPR[i + 1L]) * (curve$TPR[i] - curve$TPR[i + 1L])
  merged <- if (is.null(curve$scores)) FALSE else curve$scores[i] > 1
  half <- sum(rectangles[merged]) / 2 + if (any(merged)) 1e-12 else 0
  area <- trapezoids(curve)
  c(differs("estimate", result$estimate, area, 1e-12, 1e-15),
    differs("lower", result$lower, max(0, area - half), 1e-9, 1e-14),
    differs("upper", result$upper, min(1, area + half), 1e-9, 1e-14))
}

covers <- function(bounds, area) {
  unless(bounds$lower <= area + 1e-12 && area - 1e-12 <= bounds$upper,
         sprintf("[%.15g, %.15g] lacks the area %.15g", bounds$lower, bounds$upper, area))
}

check_thin <- function(a, result, call) {
  curve <- a$curve
  if (!is.data.frame(result) || !all(c(names(curve), "scores") %in% names(result))) {
    return("a column is not there")
  }
  row <- rows_in(curve, result)
  if (is.null(row)) return("its rows are not rows of the curve in their order")
  points <- number_in(a, "points", Inf)
  bound <- attr(result, "area_bound")
  area <- trapezoids(curve)
  c(
    unless(nrow(result) <= max(2, points), "it has too many rows"),
    lacks_an_end(curve, result), keeps_rows(curve, result, row), check_scores(curve, result, row),
    unless(is.numeric(bound) && length(bound) == 1L && isTRUE(bound >= 0), "area_bound is no number"),
    unless(abs(trapezoids(result) - area) <= bound + 1e-12, "area_bound is exceeded"),
    if (is.finite(points) && points > 2) unless(bound < 2 / (points - 1), "area_bound is large"),
    check_cut_claim(result, area)
  )
}

tail_is_zero <- function(x) is.numeric(x) && x[[length(x)]] == 0

# A bound must not outlive the rows that it is of.
check_cut_claim <- function(result, area) {
  if (nrow(result) < 4L) return(NULL)
  for (cut in cut_edits) {
    part <- cut(result)
    claim <- attr(part, "area_bound")
    if (!is.null(claim) && !isTRUE(abs(trapezoids(part) - area) <= claim + 1e-12)) {
      return("area_bound outlives the rows that it is of")
    }
  }
}

# -- Tallies

# `binned`: the number of rows to which what was merged had been brought before.
check_tally <- function(result, o, points = Inf, binned = NULL) {
  columns <- c("score", "positive", "negative", "scores")
  complaints <- c(unless(inherits(result, "roc_tally"), "it is no roc_tally"), has_columns(result, columns))
  if (length(complaints) > 0L) return(complaints)
  exact <- length(unique(o$score)) <= points && is.null(binned)
  bin <- findInterval(o$score, result$score)
  sums <- function(x) as.vector(tapply(x, factor(bin, seq_len(nrow(result))), sum, default = 0))
  distinct <- sums_of_distinct(o$score, bin, nrow(result))
  complaints <- c(
    unless(nrow(result) <= points, "it has too many rows"),
    unless(!is.unsorted(result$score, strictly = TRUE), "its scores do not ascend"),
    unless(all(result$score %in% o$score), "a score is none of the observations"),
    unless(all(bin > 0L), "an observation is in no bin"),
    unless(is.numeric(attr(result, "level")) && length(attr(result, "level")) == 1L, "it has no level")
  )
  if (length(complaints) > 0L) return(complaints)
  c(
    differs("positive", result$positive, sums(ifelse(o$positive, o$weight, 0)), 1e-11),
    differs("negative", result$negative, sums(ifelse(o$positive, 0, o$weight)), 1e-11),
    if (exact) unless(nrow(result) == length(unique(o$score)), "distinct scores share a row"),
    unless(all(result$scores == 1 | distinct > 1) && all(result$scores <= distinct), "too many scores are counted"),
    unless(all(distinct == 1 | result$scores > 1), "a bin of several scores says that it has one")
  )
}

sums_of_distinct <- function(score, bin, bins) {
  first <- !duplicated(score)
  tabulate(bin[first], bins)
}

check_roc_tally <- function(a, result, call) {
  if (!call$untouched("positive") || !call$untouched("label")) return(NULL)
  o <- chunk_observations(a, call)
  if (length(o$score) == 0L) return(unless(nrow(result) == 0L, "an empty chunk has rows"))
  check_tally(result, o, number_in(a, "points", Inf))
}

chunk_observations <- function(a, call) {
  positive <- rep(call$world$positive, length.out = length(a$guess))
  w <- if (is.null(a$weight)) rep(1, length(positive)) else a$weight
  observations(unclass(a$guess), positive, unclass(w))
}

check_merge <- function(a, result, call) {
  if (is.null(call$world$merged) || !call$untouched("...")) return(NULL)
  check_tally(result, call$world$merged, number_in(a, "points", Inf), call$world$merged_points)
}

check_from_tally <- function(a, result, call) {
  complaints <- unless(is.data.frame(result) && all(c(curve_columns, "scores") %in% names(result)),
                       "a column is not there")
  edit <- call$edits[["tally"]]
  if (!is.null(edit) && edit %in% names(cut_edits)) {
    return("a tally with rows cut by hand gives a curve that claims to be whole"[!is.null(result$scores)])
  }
  if (length(complaints) > 0L) return(complaints)
  if (!call$untouched("tally")) return(NULL)
  o <- call$world$observations
  c(
    check_shape(result), unless(tail_is_zero(result$scores), "the last row has scores"),
    check_on_curve(result, curve_of(o)),
    covers(call$package("roc_bounds")(result), area_of(o))
  )
}

# Whether the rows of a curve are rows of the exact one, up to the rounding of sums.
check_on_curve <- function(part, curve) {
  at <- row_at(curve, part$threshold)
  at[part$threshold == Inf] <- nrow(curve)
  # A score that is Inf has a row before the last one.
  at[part$threshold == Inf & part$TPR + part$FPR > 0] <- match(Inf, curve$threshold)
  w <- class_weights(curve)
  c(
    differs("TPR", part$TPR, curve$TPR[at], 1e-10, 1e-12), differs("FPR", part$FPR, curve$FPR[at], 1e-10, 1e-12),
    differs("FN", part$FN, curve$FN[at], 1e-10, 1e-12 * w$W1),
    differs("FP", part$FP, curve$FP[at], 1e-10, 1e-12 * w$W0),
    differs("threshold", part$threshold, curve$threshold[at], 0), check_steps(part, curve, at)
  )
}

# A step that says that it has one score has one; others have as many as they say at least.
check_steps <- function(part, curve, at) {
  if (is.null(part$scores)) return(NULL)
  distinct <- c(diff(at), 0L)
  unless(all(part$scores <= distinct & (part$scores > 1 | distinct <= 1)), "scores are wrong")
}

check_collect <- function(a, result, call) {
  if (!all(vapply(c("tbl", "guess", "label", "weight", "positive"), call$untouched, NA))) return(NULL)
  o <- call$world$observations
  complaints <- unless(is.data.frame(result) && all(curve_columns %in% names(result)), "a column is not there")
  if (length(complaints) > 0L) return(complaints)
  points <- number_in(a, "points", 10000)
  bounds <- call$package("roc_bounds")(result)
  area <- area_of(o)
  width <- (bounds$upper - bounds$lower) / 2
  c(
    check_shape(result), unless(nrow(result) <= points + 1, "it has too many rows"),
    check_on_curve(result, curve_of(o)),
    covers(bounds, area),
    if (isTRUE(a$exact)) differs("the exact area", bounds$estimate, area, 1e-10),
    if (is.numeric(a$tolerance)) unless(width <= a$tolerance + 1e-11, "the tolerance is not kept")
  )
}

# -- Bands, designs and pictures

check_band <- function(a, result, call) {
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
      unless(all(is.na(low)) && call$warned("undefined"), "it knows a band from one observation of a class")
    }
  )
}

# Rates of replicates are read off a little to the side of a place, so that rounding moves no step.
band_slack <- 2e-13

check_band_estimate <- function(by, at, result, curve) {
  if (by == "threshold") {
    row <- row_at(curve, at)
    return(c(differs("TPR", result$TPR, curve$TPR[row], 1e-12),
             differs("TNR", result$TNR, 1 - curve$FPR[row], 1e-12, 1e-15)))
  }
  points <- ascending(curve)
  if (by == "FPR") {
    expected <- height(points, at)
    slack <- abs(height(points, pmin(1, at + band_slack)) - height(points, pmax(0, at - band_slack)))
  } else {
    expected <- left_end(points, at)
    slack <- abs(left_end(points, pmin(1, at + band_slack)) - left_end(points, pmax(0, at - band_slack)))
  }
  off <- abs(result[[2L]] - expected) > slack + 1e-12
  unless(!any(off), sprintf("%s is not that of the curve", names(result)[[2L]]))
}

# The least x at which the staircase reaches y.
left_end <- function(points, y) {
  1 - height(list(x = rev(1 - points$y), y = rev(1 - points$x)), 1 - y)
}

check_optimal_ci <- function(a, result, call) {
  complaints <- c(has_columns(result, c("term", "estimate", "std.error", "conf.low", "conf.high")),
                  unless(identical(result$term, c("threshold", "TPR", "FPR", "risk")), "the terms are others"))
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
    within_bounds("a rate", c(result$estimate[2:3], result$conf.low[2:3], result$conf.high[2:3]), 0, 1),
    unless(all(result$conf.low <= result$conf.high, na.rm = TRUE), "an interval is upside down"),
    within_bounds("the standard error", result$std.error, 0, Inf)
  )
}

check_svy <- function(a, result, call) {
  columns <- c("score", "estimate", "std.error", "conf.low", "conf.high", "df", "n_pos", "n_neg", "variance")
  complaints <- c(has_columns(result, columns),
                  unless(nrow(result) == length(call$world$scores), "there is no row for each score"))
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
    unless(all(result$variance == if (linear) "linearization" else "replicates"), "it has another variance"),
    if (linear) {
      differs("std.error", result$std.error, vapply(scores, design_error, 0, a$design, w), 1e-8, 1e-10)
    },
    if (is.finite(df) && df > 0) {
      check_interval(result, level, choice_in(a, "transform", "logit"), stats::qt((1 + level) / 2, df))
    }
  )
}

# The standard error of the total of u / w in a design.
design_error <- function(o, design, w) {
  design$variables$linearized <- 0
  design$variables$linearized[w > 0] <- influences_of(o) / o$weight
  sqrt(as.vector(stats::vcov(survey::svytotal(~linearized, design))))
}

check_plot <- function(a, result, call) {
  complaints <- unless(inherits(result, "ggplot"), "it is no ggplot")
  if (length(complaints) > 0L || !chance(0.3)) return(complaints)
  problem <- tryCatch({
    ggplot2::ggplot_build(result)
    NULL
  }, condition = conditionMessage)
  if (!is.null(problem)) paste("ggplot2 cannot build it:", problem)
}

check_influence <- function(a, result, call) {
  several <- !is.null(columns_of(a$guess))
  scores <- each_score(a)
  w <- if (is.null(a$weight)) rep(1, length(a$label)) else as.double(unclass(a$weight))
  if (several && !identical(dim(result), c(length(w), length(scores)))) return("it has other dimensions")
  if (!several && length(result) != length(w)) return("it has another length")
  found <- matrix(as.vector(result), length(w))
  unlist(lapply(seq_along(scores), function(i) {
    o <- rescaled(scores[[i]])
    share <- o$weight / ifelse(o$positive, sum(o$weight[o$positive]), sum(o$weight[!o$positive]))
    off <- abs(found[w > 0, i] - influences_of(o))
    # The last digits of the smallest numbers are whole ones.
    c(unless(all(off <= 1e-12 * share + 1e-322), sprintf("influences are wrong (by %g)", max(off))),
      unless(all(found[w == 0, i] == 0), "an observation without weight has an influence"))
  }))
}

check_wmw <- function(a, result, call) {
  columns <- columns_of(a$guess)
  c(
    differs("the area", result, vapply(each_score(a), area_of, 0), area_tolerance),
    if (!is.null(columns)) {
      unless(identical(as.character(names(result)), as.character(names(columns))), "the names are others")
    }
  )
}

checks <- list(
  WeightedROC = function(a, result, call) {
    for (name in c("guess", "label", "weight")) if (is.atomic(a[[name]])) dim(a[[name]]) <- NULL
    check_curve(result, observations_in(a))
  },
  WeightedAUC = function(a, result, call) {
    curve <- list(TPR = as.double(a$tpr.fpr$TPR), FPR = as.double(a$tpr.fpr$FPR))
    differs("the area", result, trapezoids(as.data.frame(curve)), 1e-12, 1e-15)
  },
  auc_wmw = check_wmw, auc_influence = check_influence, auc_ci = check_auc_ci, auc_svy = check_svy,
  auc_test = check_auc_test, auc_test_unpaired = check_auc_test_unpaired, roc_at = check_at,
  roc_band = check_band, roc_bounds = check_bounds, roc_collect = check_collect,
  roc_compare = check_compare, roc_dominates = check_dominates, roc_cost_auc = check_cost_auc,
  roc_cost_curve = check_cost_curve, roc_from_tally = check_from_tally, roc_hull = check_hull,
  roc_isocost = check_isocost, roc_merge = check_merge, roc_neyman_pearson = check_neyman_pearson,
  roc_measures = function(a, result, call) {
    added <- c("TP", "TN", "TNR", "FNR", "PPV", "NPV", "ACC", "ERR", "BACC", "J", "F1", "MCC")
    complaints <- keeps_columns(result, a$curve, added)
    if (length(complaints) > 0L) return(complaints)
    c(check_measures(result, as.data.frame(a$curve)),
      if (call$fresh("curve")) check_fresh_measures(result, call$world$observations))
  },
  roc_optimal = check_optimal, roc_optimal_ci = check_optimal_ci, roc_partial_auc = check_partial,
  roc_plot = check_plot, roc_risk = check_risk, roc_tally = check_roc_tally, roc_thin = check_thin
)
