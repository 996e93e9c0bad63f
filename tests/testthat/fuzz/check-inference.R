# Standard errors, intervals, tests, designs and bands.

columns_of_interval <- c("estimate", "std.error", "conf.low", "conf.high", "df", "n_pos", "n_neg",
                         "n_eff_pos", "n_eff_neg", "variance")

check_auc_ci <- function(a, result, call) {
  scores <- each_score(a)
  partial <- !is.null(a$FPR) || !is.null(a$TPR)
  variance <- choice_in(a, "variance", "delong")
  several <- !is.null(columns_of(a$guess))
  columns <- c(if (several) "score", columns_of_interval)
  complaints <- c(
    has_columns(result, columns),
    unless(nrow(result) == length(scores), "there is no row for each score")
  )
  if (length(complaints) > 0L) return(complaints)
  if (!is.null(a$fold)) return(check_in_folds(a, result, scores, variance))
  if (!is.null(a$design)) return(check_areas_in_design(a, result, scores))
  expected <- vapply(scores, function(o) {
    if (partial) partial_area(curve_of(o), a$FPR, a$TPR) else area_of(o)
  }, 0)
  cluster <- clusters_in(a)
  level <- number_in(a, "conf.level", 0.95)
  drawn <- variance == "bootstrap" || partial && variance == "frequency" && !is.null(a$R)
  effective <- effective_of(scores[[1L]], variance, cluster)
  c(
    differs("n_eff_pos", result$n_eff_pos, rep(effective[[1L]], length(scores)), 1e-9),
    differs("n_eff_neg", result$n_eff_neg, rep(effective[[2L]], length(scores)), 1e-9),
    differs("estimate", result$estimate, expected, area_tolerance, if (partial) 1e-13 else 0),
    differs("n_pos", result$n_pos, vapply(scores, function(o) sum(o$positive), 0), 0),
    differs("n_neg", result$n_neg, vapply(scores, function(o) sum(!o$positive), 0), 0),
    unless(all(result$variance == variance), "it has another variance"),
    if (drawn) {
      c(unless(all(is.na(result$df)), "percentiles have degrees of freedom"),
        check_replicates(result, least_of_class(scores[[1L]], variance, cluster), call))
    } else if (!is.null(a$weights_model)) {
      c(within_bounds("the standard error", result$std.error, 0, Inf),
        within_bounds("the interval", c(result$conf.low, result$conf.high), 0, 1))
    } else if (partial) {
      specification <- c(list(kind = "partial"), a[intersect(c("FPR", "TPR"), names(a))])
      specification <- specification[!vapply(specification, is.null, NA)]
      unlist(lapply(seq_along(scores), function(j) {
        check_number(result[j, ], specification, scores[[j]], variance, cluster, call)
      }))
    } else {
      freedom <- vapply(scores, function(o) {
        freedom_of(units_of(influences_of(o), o, variance, cluster))
      }, 0)
      c(check_standard_errors(result, scores, variance, cluster, call),
        check_interval(result, level, choice_in(a, "transform", "score"), freedom, effective))
    }
  )
}

# The folds of the observations that have weight.
folds_in <- function(a) {
  w <- if (is.null(a$weight)) rep(1, length(a$label)) else as.double(unclass(a$weight))
  # One repetition.
  if (is.data.frame(a$fold) && length(a$fold) == 1L) a$fold <- a$fold[[1L]]
  stopifnot(is.atomic(a$fold))
  fold <- if (is_on(a$pooled)) rep(1L, length(w)) else match(a$fold, unique(a$fold))
  fold[w > 0]
}

# The mean of the folds' areas, and its variance over all pairs of each fold.
area_in_folds <- function(o, fold) {
  mean(vapply(split(seq_along(fold), fold), function(i) area_of(lapply(o, `[`, i)), 0))
}

variance_in_folds <- function(o, fold, variance) {
  area <- area_in_folds(o, fold)
  folds <- length(unique(fold))
  u <- numeric(length(fold))
  twice <- 0
  for (i in split(seq_along(fold), fold)) {
    part <- rescaled(lapply(o, `[`, i))
    share <- part$weight / ifelse(part$positive, sum(part$weight[part$positive]),
                                  sum(part$weight[!part$positive])) / folds
    positive <- which(part$positive)
    negative <- which(!part$positive)
    won <- outer(part$score[positive], part$score[negative], ">") +
      outer(part$score[positive], part$score[negative], "==") / 2 - area
    u[i[positive]] <- share[positive] * folds * drop(won %*% share[negative])
    u[i[negative]] <- share[negative] * folds * drop(share[positive] %*% won)
    twice <- twice + drop(share[positive]^2 %*% (won^2 %*% share[negative]^2)) * folds^2
  }
  of_units <- covariance_of(u, u, o, variance, NULL)
  of_units - min((1 - 1 / folds) * twice, of_units / 2)
}

check_in_folds <- function(a, result, scores, variance) {
  fold <- folds_in(a)
  known <- is.null(a$cluster) && length(fold) <= 100L &&
    least_of_class(scores[[1L]], variance, NULL) >= 2
  c(
    differs("estimate", result$estimate, vapply(scores, area_in_folds, 0, fold), area_tolerance,
            1e-15),
    unless(all(result$conf.low <= result$estimate + 1e-9 & result$estimate <= result$conf.high + 1e-9,
               na.rm = TRUE), "the estimate is outside of its interval"),
    within_bounds("the interval", c(result$conf.low, result$conf.high), 0, 1),
    unless(all(result$variance == variance), "it has another variance"),
    if (known) {
      differs("std.error", result$std.error^2,
              vapply(scores, variance_in_folds, 0, fold, variance), 1e-8, variance_tolerance^2)
    }
  )
}

check_auc_optimism <- function(a, result, call) {
  if (!inherits(result, "auc_optimism") || !identical(names(result), c("areas", "replicates"))) {
    return("it is no optimism")
  }
  o <- observations_in(c(a, list(guess = a$predict(
    a$fit(a$data[weights_in(a) > 0, , drop = FALSE], weights_in(a)[weights_in(a) > 0]), a$data
  ))))
  areas <- result$areas
  each <- result$replicates
  R <- number_in(a, "R", 200)
  c(
    differs("apparent", areas$apparent, area_of(o), area_tolerance),
    differs("optimism", areas$optimism, mean(each$optimism), 1e-9, 1e-12),
    differs("corrected", areas$corrected, areas$apparent - areas$optimism, 1e-12, 1e-15),
    differs("mc.error", areas$mc.error, stats::sd(each$optimism) / sqrt(nrow(each)), 1e-9, 1e-12),
    differs("the differences", each$optimism, each$resample - each$sample, 1e-12, 1e-15),
    within_bounds("an area", c(each$resample, each$sample), 0, 1),
    unless(all(each$replicate %in% seq_len(R)) && (nrow(each) == R || call$warned("replicates")),
           "a replicate is missing"),
    if (call$world$constant) differs("sample", each$sample, rep(areas$apparent, nrow(each)), 1e-12)
  )
}

weights_in <- function(a) {
  if (is.null(a$weight)) rep(1, length(a$label)) else as.double(unclass(a$weight))
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

# The interval of each row, of a design with at most so many degrees of freedom.
check_interval <- function(result, level, transform, freedom, effective, most = Inf) {
  A <- result$estimate
  se <- result$std.error
  freedom <- pmin(freedom, most)
  df <- switch(transform, score = freedom + 4, logit = pmax(freedom, 1),
               none = rep(most, length(A)))
  df[is.na(se)] <- NA
  quantile <- stats::qt((1 - level) / 2, df, lower.tail = FALSE)
  ends <- vapply(seq_along(A), function(i) {
    if (is.na(se[[i]])) return(c(NA_real_, NA_real_))
    if (transform == "score") {
      spread <- shrunken(A[[i]], se[[i]]^2, freedom[[i]], effective)$fg
      return(score_ends_of(A[[i]], quantile[[i]]^2 * spread))
    }
    if (se[[i]] == 0) return(c(A[[i]], A[[i]]))
    half <- c(-1, 1) * quantile[[i]] * se[[i]]
    if (transform == "none") return(pmin(1, pmax(0, A[[i]] + half)))
    stats::plogis(stats::qlogis(A[[i]]) + half / (A[[i]] * (1 - A[[i]])))
  }, c(0, 0))
  # Near 0 and 1 the logit and the model ask for more digits than the area has, and a variance that
  # is hardly any for more than rounding leaves.
  known <- is.na(se) | (se == 0 & (A == 0 | A == 0.5 | A == 1)) |
    (se > 1e-7 & A > 1e-6 & A < 1 - 1e-6)
  c(
    differs("df", result$df[known], df[known], 1e-6),
    differs("conf.low", result$conf.low[known], ends[1L, known], 1e-7, 1e-9),
    differs("conf.high", result$conf.high[known], ends[2L, known], 1e-7, 1e-9),
    unless(all(result$conf.low <= A + 1e-12 & A - 1e-12 <= result$conf.high, na.rm = TRUE),
           "the interval leaves its estimate"),
    within_bounds("the interval", c(result$conf.low, result$conf.high), 0, 1)
  )
}

check_auc_svy <- function(a, result, call) {
  # Of another positive class the numbers are others.
  if (!is.null(a$positive)) return(NULL)
  complaints <- c(has_columns(result, c("score", columns_of_interval)),
                  unless(nrow(result) == length(call$world$scores),
                         "there is no row for each score"))
  if (length(complaints) > 0L) return(complaints)
  w <- as.vector(stats::weights(a$design, "sampling"))
  two_phase <- inherits(a$design, c("twophase", "twophase2"))
  data <- if (two_phase) stats::model.frame(a$design) else a$design$variables
  scores <- lapply(call$world$scores, function(score) observations(data[[score]], data$sick == 1, w))
  if (two_phase && is.null(a$FPR) && is.null(a$TPR)) {
    return(differs("estimate", result$estimate, vapply(scores, area_of, 0), area_tolerance))
  }
  check_areas_in_design(a, result, scores)
}

# `scores` are the observations that have weight in the design.
check_areas_in_design <- function(a, result, scores) {
  if (!is.null(a$FPR) || !is.null(a$TPR)) return(check_partial_svy(a, result, scores))
  w <- as.vector(stats::weights(a$design, "sampling"))
  level <- number_in(a, "conf.level", 0.95)
  linear <- inherits(a$design, "survey.design")
  df <- survey::degf(a$design)
  psu <- if (linear) as.vector(a$design$cluster[w > 0, 1L])
  freedom <- vapply(scores, function(o) freedom_of(units_of(influences_of(o), o, "delong", psu)), 0)
  effective <- effective_of(scores[[1L]], "delong")
  c(
    differs("estimate", result$estimate, vapply(scores, area_of, 0), area_tolerance),
    differs("n_pos", result$n_pos, vapply(scores, function(o) sum(o$positive), 0), 0),
    differs("n_neg", result$n_neg, vapply(scores, function(o) sum(!o$positive), 0), 0),
    differs("n_eff_pos", result$n_eff_pos, rep(effective[[1L]], nrow(result)), 1e-9),
    differs("n_eff_neg", result$n_eff_neg, rep(effective[[2L]], nrow(result)), 1e-9),
    unless(all(result$variance == variance_of_design(a$design)), "it has another variance"),
    differs("std.error", result$std.error,
            vapply(scores, if (linear) design_error else replicates_error, 0, a$design, w), 1e-8, 1e-9),
    if (is.finite(df) && df > 0) {
      check_interval(result, level, choice_in(a, "transform", "score"), freedom, effective, df)
    }
  )
}

variance_of_design <- function(design) {
  if (!is.null(design)) if (inherits(design, "survey.design")) "linearization" else "replicates"
}

# Partial areas: what a design makes of influences is seen in whole areas.
check_partial_svy <- function(a, result, scores) {
  expected <- vapply(scores, function(o) partial_area(curve_of(o), a$FPR, a$TPR), 0)
  width <- diff(as.double(unclass(if (is.null(a$FPR)) a$TPR else a$FPR)))
  c(
    differs("estimate", result$estimate, expected, area_tolerance, 1e-13),
    within_bounds("the standard error", result$std.error, 0, Inf),
    within_bounds("the interval", c(result$conf.low, result$conf.high), 0, width + 1e-12),
    unless(all(result$conf.low <= result$estimate + 1e-12 & result$estimate <= result$conf.high + 1e-12,
               na.rm = TRUE), "the interval leaves its estimate")
  )
}

# The standard error of the total of u / w in a design.
design_error <- function(o, design, w) {
  design$variables$linearized <- 0
  design$variables$linearized[w > 0] <- influences_of(o) / o$weight
  sqrt(as.vector(stats::vcov(survey::svytotal(~linearized, design))))
}

# That among the areas under the replicate weights that have both classes.
replicates_error <- function(o, design, w) {
  replicates <- as.matrix(stats::weights(design, "analysis"))[w > 0, , drop = FALSE]
  areas <- apply(replicates, 2L, function(weight) area_of(observations(o$score, o$positive, weight)))
  known <- !is.na(areas)
  if (!any(known)) return(NA_real_)
  sqrt(as.vector(survey::svrVar(areas[known], design$scale, design$rscales[known], mse = design$mse,
                                coef = area_of(o))))
}

# Rubin's rules as they are in Barnard and Rubin (1999).
check_auc_pool <- function(a, result, call) {
  of <- function(name) {
    if (is.numeric(a$results)) return(t(if (name == "estimate") a$results else a$std.error))
    matrix(unlist(lapply(a$results, `[[`, name)), nrow(a$results[[1L]]))
  }
  logit <- choice_in(a, "transform", "logit") == "logit"
  A <- of("estimate")
  Q <- if (logit) stats::qlogis(A) else A
  se <- of("std.error") / if (logit) A * (1 - A) else 1
  m <- ncol(Q)
  has_df <- is.list(a$results) && "df" %in% names(a$results[[1L]])
  complete <- number_in(a, "df.complete", if (has_df) 7 else Inf)
  between <- (1 + 1 / m) * apply(Q, 1L, stats::var)
  within <- rowMeans(se^2)
  lambda <- between / (between + within)
  old <- (m - 1) / lambda^2
  observed <- if (is.finite(complete)) (complete + 1) / (complete + 3) * complete * (1 - lambda) else Inf
  df <- 1 / (1 / old + 1 / observed)
  tail <- (1 - number_in(a, "conf.level", 0.95)) / 2
  reach <- stats::qt(tail, df, lower.tail = FALSE) * sqrt(between + within)
  mean <- rowMeans(Q)
  back <- if (logit) stats::plogis else function(x) pmin(1, pmax(0, x))
  c(
    differs("estimate", result$estimate, if (logit) stats::plogis(mean) else mean, 1e-12),
    differs("df", result$df, df, 1e-9),
    differs("conf.low", result$conf.low, back(mean - reach), 1e-9),
    differs("conf.high", result$conf.high, back(mean + reach), 1e-9),
    differs("fmi", result$fmi, (between / within + 2 / (df + 3)) / (between / within + 1), 1e-9),
    differs("m", result$m, rep(m, nrow(Q)), 0)
  )
}

# What was found gives what was asked for. In samples of a few observations the power jumps, where an area
# of 1 begins to reject.
check_auc_power <- function(a, result, call) {
  given <- unclass(result)[c("n", "ratio", "auc", "sig.level")]
  others <- a[setdiff(names(a), c(names(given), "power"))]
  power <- function(factor) {
    given[wanted] <- given[[wanted]] * factor
    do.call(call$package("auc_power"), c(given, others))$power
  }
  wanted <- setdiff(c(names(given), "power"), names(Filter(Negate(is.null), a[c(names(given), "power")])))
  wanted <- setdiff(wanted, c("sig.level", "ratio"))
  if (identical(wanted, "power")) {
    again <- do.call(call$package("auc_power"), c(given, others))$power
    return(c(within_bounds("power", result$power, 0, 1), differs("power", result$power, again, 1e-9)))
  }
  about <- range(power(1 - 1e-7), power(1 + 1e-7))
  unless(result$power >= about[[1L]] - 1e-8 && result$power <= about[[2L]] + 1e-8,
         "what was found gives another power")
}

check_auc_test <- function(a, result, call) {
  complaints <- is_htest(result)
  if (length(complaints) > 0L) return(complaints)
  scores <- scores_of_test(a)
  if (!is.null(a$fold)) {
    areas <- vapply(scores, area_in_folds, 0, folds_in(a))
    return(differs("the areas", result$estimate[seq_along(areas)], areas, area_tolerance, 1e-15))
  }
  areas <- vapply(scores, area_of, 0)
  o <- scores[[1L]]
  cluster <- clusters_in(a)
  variance <- choice_in(a, "variance", "delong")
  complaints <- differs("the areas", result$estimate[seq_along(areas)], areas, area_tolerance)
  if (!is.null(a$design)) return(complaints)
  if (!is.null(a$weights_model)) {
    return(c(complaints, if (length(areas) < 3L) within_bounds("std.error", result$std.error, 0, Inf)))
  }
  if (least_of_class(o, variance, cluster) < 2) return(complaints)
  u <- lapply(scores, influences_of)
  covariance <- outer(seq_along(u), seq_along(u), Vectorize(function(i, j) {
    covariance_of(u[[i]], u[[j]], o, variance, cluster)
  }))
  units <- units_of(do.call(cbind, u), o, variance, cluster)
  if (length(scores) == 1L) {
    c(complaints, check_one_area(a, result, areas, covariance, units, effective_of(o, variance, cluster)))
  } else if (length(scores) == 2L) {
    c(complaints, check_difference(a, result, areas, covariance, units))
  } else {
    c(complaints, check_contrasts(a, result, areas, covariance, units))
  }
}

scores_of_test <- function(a) {
  each_score(a)
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

check_one_area <- function(a, result, area, covariance, units, effective) {
  se <- sqrt(max(0, covariance[[1L]]))
  mu <- number_in(a, "mu", 0.5)
  complaints <- differs("std.error", result$std.error, se, 1e-7, 1e-8)
  if (!is.null(a$margin)) return(c(complaints, check_margin(a, result, mu)))
  if (se < 1e-7) return(complaints)
  by_score <- choice_in(a, "test", "score") == "score"
  spread <- shrunken(area, se^2, freedom_of(units), effective)
  t <- (area - mu) / if (by_score) sqrt(spread$fg * placement_variance_at(mu)) else se
  df <- if (by_score) spread$df else Inf
  alternative <- choice_in(a, "alternative", "two.sided")
  level <- number_in(a, "conf.level", 0.95)
  p <- p_of(t, alternative, function(q) stats::pt(q, df))
  rejected <- mu < result$conf.int[[1L]] || mu > result$conf.int[[2L]]
  c(
    complaints, differs("the statistic", result$statistic, t, 1e-6, 1e-9),
    if (by_score) differs("degrees of freedom", result$parameter, df, 1e-6),
    differs("the p-value", result$p.value, p, 1e-4, 1e-12),
    within_bounds("the interval", result$conf.int, 0, 1),
    if (abs(p - (1 - level)) > 1e-6 && (alternative == "two.sided" || level > 0.5)) {
      unless(rejected == (p < 1 - level), "the interval and the p-value disagree")
    }
  )
}

# A p-value is below 1 - level where the interval is within the margin.
check_margin <- function(a, result, centre = 0) {
  level <- number_in(a, "conf.level", 0.95)
  within <- result$conf.int[[1L]] > centre - a$margin &&
    (a$alternative == "noninferior" || result$conf.int[[2L]] < centre + a$margin)
  nulls <- if (a$alternative == "noninferior") -a$margin else c(-a$margin, a$margin)
  c(
    differs("the null values", result$null.value, centre + nulls, 0, 1e-12),
    if (!is.na(result$p.value) && level > 0.5 && abs(result$p.value - (1 - level)) > 1e-4) {
      unless(within == (result$p.value < 1 - level), "the interval and the p-value disagree")
    }
  )
}

standard_error_of_difference <- function(S, i = 1L,
                                         j = 2L) sqrt(max(0, S[i, i] + S[j, j] - 2 * S[i, j]))

check_difference <- function(a, result, areas, covariance, units) {
  se <- standard_error_of_difference(covariance)
  by_score <- choice_in(a, "test", "score") == "score"
  c(
    differs("the difference", result$estimate[["difference"]], areas[[1L]] - areas[[2L]], 0, 1e-12),
    differs("std.error", result$std.error, se, 1e-7, 1e-8),
    if (!is.null(a$margin)) check_margin(a, result),
    if (se > 1e-7 && is.null(a$margin) && by_score) {
      check_score_test(a, result, differences_of(areas, units, cbind(c(1, -1))))
    },
    if (se > 1e-7 && is.null(a$margin) && !by_score) check_statistic(a, result, stats::pnorm, stats::qnorm)
  )
}

# What a score test is made of, for the differences of areas that are columns of L.
differences_of <- function(areas, units, L) {
  squares <- lapply(units[c("negatives", "positives")], function(u) {
    crossprod(u %*% L / sqrt(units$number))
  })
  shares <- vapply(squares, function(S) sum(diag(solve(squares[[1L]] + squares[[2L]], S))), 0)
  list(D = drop(areas %*% L), u = (units$negatives + units$positives) %*% L, number = units$number,
       r = drop(units$shares %*% (shares / sum(shares))))
}

# T and its degrees of freedom for one difference, when it is `at`.
score_statistic <- function(x, at = 0) {
  e <- x$D - at
  h <- drop(x$u) + x$r * e
  squares <- sum(h^2 / x$number)
  nu <- 3 * squares^2 / sum(h^4 / x$number^3) - 2
  Q <- e^2 / squares
  t <- if (nu > 1 && Q < nu) sign(e) * sqrt(Q * (nu - 1) / (nu - Q)) else sign(e) * Inf
  # At the end of its range rounding decides.
  list(t = t, df = nu - 1, sure = nu > 1.001 && abs(Q / nu - 1) > 1e-4)
}

tail_of_score <- function(test) {
  if (is.infinite(test$t) || test$df <= 0) 0 else stats::pt(-abs(test$t), test$df)
}

least_tail_of <- function(x) {
  h <- drop(x$u) + x$r * x$D
  2^-(sum(abs(h))^2 / sum(h^2 / x$number))
}

check_score_test <- function(a, result, x) {
  test <- score_statistic(x)
  if (!test$sure) return(NULL)
  alternative <- choice_in(a, "alternative", "two.sided")
  level <- number_in(a, "conf.level", 0.95)
  tail <- min(0.5, max(tail_of_score(test), least_tail_of(x)))
  below <- if (test$t < 0) tail else 1 - tail
  p <- switch(alternative, less = below, greater = 1 - below, two.sided = 2 * tail)
  beyond <- if (alternative == "two.sided") (1 - level) / 2 else 1 - level
  ends <- result$conf.int
  c(
    differs("the statistic", result$statistic, test$t, 1e-5, 1e-9),
    differs("degrees of freedom", result$parameter, test$df, 1e-6),
    differs("the p-value", result$p.value, p, 1e-4, 1e-12),
    unless(identical(attr(ends, "conf.level"), level), "it has another confidence level"),
    unless(all(is.infinite(ends) == (alternative == c("less", "greater"))),
           "the interval has other sides"),
    check_score_ends(ends, x, beyond)
  )
}

# Just within the ends the tail is larger and just beyond it is smaller, but at the ends of all
# differences, and at a 0 that the least tail keeps. Of few degrees of freedom it falls steeply.
check_score_ends <- function(ends, x, tail) {
  tail <- min(tail, 1 - tail)
  ends <- as.vector(ends)[is.finite(ends)]
  unlist(lapply(ends, function(end) {
    beside <- function(by) tail_of_score(score_statistic(x, end + sign(end - x$D) * by))
    if (end == 0) return(unless(least_tail_of(x) >= tail * (1 - 1e-6), "conf.int ends at 0"))
    c(unless(beside(-1e-7) >= tail * (1 - 1e-4), "conf.int is too wide"),
      if (abs(end) < 1) unless(beside(1e-7) <= tail * (1 + 1e-4), "conf.int is too narrow"))
  }))
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

check_contrasts <- function(a, result, areas, covariance, units) {
  pairs <- utils::combn(length(areas), 2L)
  table <- result$contrasts
  if (!is.data.frame(table) || nrow(table) != ncol(pairs)) return("it has no contrast of each pair")
  se <- apply(pairs, 2L, function(p) standard_error_of_difference(covariance, p[[1L]], p[[2L]]))
  difference <- areas[pairs[1L, ]] - areas[pairs[2L, ]]
  k <- length(areas)
  by_score <- choice_in(a, "test", "score") == "score"
  rank_known <- k == 3L && all(se > 1e-6)
  c(
    differs("a contrast", table$estimate, difference, 0, 1e-12),
    differs("its standard error", table$std.error, se, 1e-7, 1e-8),
    check_adjusted(a, table),
    if (by_score && all(se > 1e-7)) check_score_contrasts(a, table, areas, units, pairs),
    if (!by_score && all(se > 1e-7)) {
      c(differs("its statistic", table$statistic, table$estimate / table$std.error, 1e-9, 1e-12),
        differs("its p-value", table$p.value, 2 * stats::pnorm(-abs(table$statistic)), 1e-9,
                1e-300))
    },
    unless(is.na(result$parameter[[1L]]) || result$parameter[[1L]] %in% 0:(k - 1L),
           "degrees of freedom are wrong"),
    if (rank_known && by_score) check_joint_score(result, areas, units),
    if (rank_known && !by_score) check_chi_squared(result, areas, covariance)
  )
}

# Means over pairs and of each class against the rest, by the definition.
areas_of_multiclass <- function(guess, a) {
  guess <- as.matrix(guess)
  label <- as.character(a$label)
  weight <- if (is.null(a$weight)) rep(1, length(label)) else as.double(a$weight)
  classes <- colnames(guess)
  known <- !is.na(label) & !is.na(weight) & stats::complete.cases(guess)
  area <- function(of, others) {
    rows <- which(known & weight > 0 & label %in% c(of, others))
    area_of(observations_in(list(guess = guess[rows, of], label = label[rows] == of, weight = weight[rows])))
  }
  pairs <- lapply(classes, function(i) vapply(setdiff(classes, i), function(j) area(i, j), 0))
  rest <- vapply(classes, function(i) area(i, setdiff(classes, i)), 0)
  share <- vapply(classes, function(i) sum((weight / max(weight[known]))[known & label == i]), 0)
  unname(c(mean(unlist(pairs)), mean(rest), sum(share / sum(share) * rest), rest))
}

check_auc_multiclass <- function(a, result, call) {
  guess <- if (is.list(a$guess) && !is.data.frame(a$guess)) a$guess else list(a$guess)
  expected <- unlist(lapply(guess, function(one) {
    one <- as.matrix(one)
    areas_of_multiclass(one[, colnames(as.matrix(guess[[1L]])), drop = FALSE], a)
  }))
  inside <- with(result, is.na(std.error) | conf.low <= estimate + 1e-9 & conf.high >= estimate - 1e-9)
  c(differs("the areas", result$estimate, expected, 1e-10, 1e-12),
    unless(all(inside), "an area is outside of its interval"))
}

check_auc_test_multiclass <- function(a, result, call) {
  complaints <- is_htest(result)
  if (length(complaints) > 0L) return(complaints)
  row <- match(choice_in(a, "average", "pairwise"), c("pairwise", "macro", "prevalence"))
  expected <- vapply(a$guess, function(one) areas_of_multiclass(one, a)[[row]], 0)
  differs("the areas", result$estimate[seq_along(expected)], expected, 1e-10, 1e-12)
}

check_adjusted <- function(a, table) {
  adjust <- choice_in(a, "adjust", "none")
  if (adjust == "none") return(unless(is.null(table$p.adjusted), "p-values are adjusted"))
  most <- stats::p.adjust(table$p.value, if (adjust == "max-t") "bonferroni" else adjust)
  if (adjust != "max-t") return(differs("adjusted p-values", table$p.adjusted, most, 1e-12))
  unless(all(table$p.adjusted <= most & table$p.adjusted >= table$p.value, na.rm = TRUE),
         "an adjusted p-value is out of its bounds")
}

check_auc_test_groups <- function(a, result, call) {
  complaints <- is_htest(result)
  if (length(complaints) > 0L) return(complaints)
  variance <- choice_in(a, "variance", "delong")
  of_groups <- split(seq_along(a$group), a$group)
  samples <- lapply(of_groups, function(rows) {
    group <- lapply(a[intersect(names(a), c("guess", "label", "weight", "cluster"))], `[`, rows)
    o <- observations_in(group)
    cluster <- clusters_in(group)
    u <- influences_of(o)
    least <- least_of_class(o, variance, cluster)
    c(area_of(o), if (least < 2) NA else covariance_of(u, u, o, variance, cluster))
  })
  areas <- vapply(samples, `[[`, 0, 1L)
  v <- vapply(samples, `[[`, 0, 2L)
  complaints <- differs("the areas", result$estimate[seq_along(areas)], areas, area_tolerance)
  pairs <- utils::combn(length(areas), 2L)
  table <- result$contrasts
  if (!is.data.frame(table) || nrow(table) != ncol(pairs)) return("it has no contrast of each pair")
  complaints <- c(
    complaints, differs("a contrast", table$estimate, areas[pairs[1L, ]] - areas[pairs[2L, ]], 0, 1e-12),
    differs("its standard error", table$std.error, sqrt(v[pairs[1L, ]] + v[pairs[2L, ]]), 1e-7, 1e-8),
    check_adjusted(a, table)
  )
  if (is_on(a$trend)) {
    slope <- stats::cov(areas, seq_along(areas)) / stats::var(seq_along(areas))
    return(c(complaints, differs("the slope", result$estimate[["slope"]], slope, 0, 1e-10)))
  }
  by_wald <- choice_in(a, "test", "score") == "wald"
  if (length(areas) == 2L || anyNA(v) || any(v < 1e-14) || !by_wald) return(complaints)
  Q <- sum((areas - sum(areas / v) / sum(1 / v))^2 / v)
  c(complaints, differs("the statistic", result$statistic, Q, 1e-6, 1e-9),
    differs("the p-value", result$p.value, stats::pchisq(Q, length(v) - 1, lower.tail = FALSE), 1e-6, 1e-12))
}

check_score_contrasts <- function(a, table, areas, units, pairs) {
  unlist(lapply(seq_len(nrow(table)), function(i) {
    L <- matrix(0, length(areas), 1L)
    L[pairs[, i], ] <- c(1, -1)
    ends <- structure(c(table$conf.low[[i]], table$conf.high[[i]]),
                      conf.level = number_in(a, "conf.level", 0.95))
    row <- list(statistic = table$statistic[[i]], parameter = table$df[[i]],
                p.value = table$p.value[[i]], conf.int = ends)
    check_score_test(a, row, differences_of(areas, units, L))
  }))
}

check_joint_score <- function(result, areas, units) {
  L <- rbind(1, -diag(length(areas) - 1L))
  S <- crossprod((units$negatives + units$positives) %*% L / sqrt(units$number))
  if (min(eigen(S, TRUE, TRUE)$values) < 1e-6 * max(diag(S))) return(NULL)
  x <- differences_of(areas, units, L)
  h <- x$u + outer(x$r, x$D)
  M <- crossprod(h / sqrt(x$number))
  if (min(eigen(M, TRUE, TRUE)$values) < 1e-6 * max(diag(M))) return(NULL)
  k <- length(x$D)
  Q <- sum(x$D * solve(M, x$D))
  nu <- k * (k + 2) / sum((rowSums(h %*% solve(M) * h) / x$number)^2 / x$number) - 2
  if (nu < k + 1e-3 || abs(Q / nu - 1) < 1e-4) return(NULL)
  F <- if (Q < nu) Q / k * (nu - k) / (nu - Q) else Inf
  along <- drop(h %*% solve(M, x$D))
  least <- 2^(1 - sum(abs(along))^2 / sum(along^2 / x$number))
  p <- if (is.infinite(F)) 0 else stats::pf(F, k, nu - k, lower.tail = FALSE)
  c(
    differs("the statistic", result$statistic, F, 1e-4, 1e-8),
    differs("degrees of freedom", result$parameter, c(k, nu - k), 1e-5),
    differs("the p-value", result$p.value, min(1, max(p, least)), 1e-3, 1e-9)
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
         freedom = freedom_of(units_of(u, o, variance, cluster)),
         effective = effective_of(o, variance, cluster),
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
  if (!is.null(a$margin)) return(c(complaints, check_margin(a, result)))
  if (choice_in(a, "test", "score") == "score") {
    if (any(sqrt(v) < 1e-7 & !areas %in% c(0, 0.5, 1))) return(complaints)
    return(c(complaints, check_score_of_samples(a, result, samples)))
  }
  if (se < 1e-7 || variance == "frequency") return(complaints)
  df <- sum(v)^2 / sum(v^2 / (of_samples("size") - 1))
  c(
    complaints, differs("degrees of freedom", result$parameter, df, 1e-7),
    check_statistic(a, result, function(q) stats::pt(q, result$parameter),
                    function(p) stats::qt(p, result$parameter))
  )
}

# Score intervals of both areas with one quantile.
check_score_of_samples <- function(a, result, samples) {
  parts <- lapply(samples, function(s) shrunken(s$area, s$variance, s$freedom, s$effective))
  fg <- vapply(parts, `[[`, 0, "fg")
  df <- sum(fg)^2 / sum(fg^2 / vapply(parts, `[[`, 0, "df"))
  A <- vapply(samples, `[[`, 0, "area")
  D <- A[[1L]] - A[[2L]]
  end <- function(quantile, side) {
    ends <- Map(score_ends_of, A, quantile^2 * fg)
    toward <- if (side < 0) 1:2 else 2:1
    toward <- c(ends[[1L]][[toward[[1L]]]], ends[[2L]][[toward[[2L]]]])
    D + side * sqrt(sum((A - toward)^2))
  }
  alternative <- choice_in(a, "alternative", "two.sided")
  level <- number_in(a, "conf.level", 0.95)
  tail <- if (alternative == "two.sided") (1 - level) / 2 else 1 - level
  quantile <- stats::qt(max(tail, 1 - tail), df)
  turned <- if (tail > 0.5) -1 else 1
  ends <- c(if (alternative == "less") -Inf else end(quantile, -turned),
            if (alternative == "greater") Inf else end(quantile, turned))
  t <- result$statistic[[1L]]
  c(
    differs("degrees of freedom", result$parameter, df, 1e-6),
    differs("conf.int", as.vector(result$conf.int), ends, 1e-7, 1e-9),
    if (abs(D) > 1e-9) differs("the end at the statistic", end(abs(t), -sign(D)), 0, 0, 1e-7),
    differs("the p-value", result$p.value, p_of(t, alternative, function(q) stats::pt(q, df)), 1e-6,
            1e-300)
  )
}

check_roc_band <- function(a, result, call) {
  by <- choice_in(a, "by", "FPR")
  columns <- switch(by, FPR = c("FPR", "TPR", "conf.low", "conf.high"),
                    TPR = c("TPR", "FPR", "conf.low", "conf.high"),
                    c("threshold", "rate", "estimate", "conf.low", "conf.high"))
  complaints <- has_columns(result, columns)
  if (length(complaints) > 0L) return(complaints)
  o <- observations_in(a)
  curve <- curve_of(o)
  by_threshold <- by == "threshold"
  at <- if (is.null(a$at)) result[[1L]] else rep(as.double(unclass(a$at)), each = 1L + by_threshold)
  low <- result$conf.low
  high <- result$conf.high
  pointwise <- choice_in(a, "type", "pointwise") == "pointwise"
  estimate <- result[[if (by_threshold) "estimate" else columns[[2L]]]]
  c(
    differs("the places", result[[1L]], at, 0),
    check_band_estimate(by, at, result, curve),
    within_bounds("a band", c(low, high), 0, 1),
    unless(all(low <= high, na.rm = TRUE), "a band is upside down"),
    if (!pointwise) unless(all(low <= estimate + 1e-12 & estimate <= high + 1e-12, na.rm = TRUE),
                           "a band leaves its curve"),
    if (is.null(a$design) && least_of_class(o, "delong", clusters_in(a)) < 2) {
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
    is_TPR <- rep(c(TRUE, FALSE), length.out = length(at))
    expected <- ifelse(is_TPR, curve$TPR[row], 1 - curve$FPR[row])
    return(c(unless(identical(result$rate, ifelse(is_TPR, "TPR", "TNR")), "the rates are others"),
             differs("the estimate", result$estimate, expected, 1e-12, 1e-15)))
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
  complaints <- c(has_columns(result, c("term", "estimate", "apparent", "optimism", "std.error", "conf.low",
                                        "conf.high")),
                  unless(identical(result$term, c("threshold", "TPR", "FPR", "risk")),
                         "the terms are others"))
  if (length(complaints) > 0L) return(complaints)
  o <- observations_in(a)
  curve <- curve_of(o)
  prior <- priors_of(curve, a$prior)
  costs <- costs_of(a)
  scale <- cost_scale(costs, prior)
  least <- min(risks_of(curve, costs, prior))
  c(
    differs("risk", result$apparent[[4L]], least, 1e-11, risk_tolerance * scale),
    unless(result$estimate[[1L]] %in% curve$threshold, "the threshold is none of the curve"),
    unless(identical(result$estimate[[1L]], result$apparent[[1L]]), "the threshold was corrected"),
    within_bounds("a rate", unlist(result[2:3, c("estimate", "apparent", "conf.low", "conf.high")]), 0, 1),
    unless(all(result$conf.low <= result$conf.high, na.rm = TRUE), "an interval is upside down"),
    unless(anyNA(result$conf.low) ||
             all(result$conf.low <= result$estimate & result$estimate <= result$conf.high),
           "an estimate is outside of its interval"),
    differs("estimates", result$estimate[-1L], (result$apparent - result$optimism)[-1L], 1e-12,
            1e-15 * max(1, scale)),
    within_bounds("the standard error", result$std.error, 0, Inf)
  )
}
