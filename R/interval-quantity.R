# Intervals of quantities. `of` has of one quantity the estimate, its variance and the degrees of freedom of
# that, the effective numbers of both classes, and the rates and shares that number_behind() asks for.

interval_of_quantity <- function(quantity, of) {
  std.error <- sqrt(of$variance)
  # x/0 has a lower end.
  is_infinite <- is.infinite(of$estimate)
  if (is_infinite) std.error <- NA_real_
  if (is.na(of$estimate) || is.na(std.error) && !is_infinite) {
    return(list(std.error = NA_real_, low = NA_real_, high = NA_real_, df = NA_real_))
  }
  slope <- quantity$scale[[2L]]
  ends <- quantity$ends(quantity, of)
  asked <- range(quantity$scale[[1L]] + slope * c(ends$low, ends$high))
  list(std.error = abs(slope) * std.error, low = asked[[1L]], high = asked[[2L]], df = ends$df)
}

ends_of_area <- function(quantity, of) {
  found <- list(area = of$estimate, variance = of$variance, freedom = of$freedom,
                effective_neg = of$effective[[1L]], effective_pos = of$effective[[2L]])
  score_interval(found, of$conf.level)
}

# A quotient as the share of independent observations.
ends_of_share <- function(quantity, of) ends_of_share_among(number_behind(quantity, of), of)

ends_of_share_among <- function(effective, of) {
  n <- effective_number(of$estimate, of$variance, of$freedom, effective, 0, of$conf.level)
  ends <- wilson(of$estimate, n, stats::qnorm(outer_tail(of$conf.level), lower.tail = FALSE))
  c(ends, list(df = of$freedom + freedom_of_model))
}

# The effective number of the observations below the line of a quotient: those of each cell, if weights
# have nothing to do with scores in a class.
number_behind <- function(quantity, of) {
  below <- quantity$below
  parts <- c(of$positives, of$negatives, of$positives, of$negatives)
  # A class that counts alone may have a part that is too small for a number, and any would do.
  largest <- max(parts[below != 0])
  parts <- if (largest > 0) parts / largest else 1
  share <- parts * c(of$TPR, of$FPR, of$FNR, of$TNR)
  sum(below * share)^2 / sum(below^2 * share * parts / of$effective[c(2L, 1L, 2L, 1L)])
}

# The pointwise intervals of both rates at a threshold, those of roc_band().
ends_of_rates <- function(quantity, of) {
  place <- unwrap(curve_rows_at(columns_of(of$sample$curve), quantity$threshold))$row - 1
  ends_at_places(of$sample, place, "pointwise")
}

# `costs` of a true and a false positive, a false and a true negative. What the ends of the rates move the risk
# by, and those of the share of the positives if that is not known: the squares add up (Zou, Huang and
# Zhang 2009).
ends_of_risk <- function(quantity, of) {
  costs <- quantity$costs
  ends <- ends_of_rates(quantity, of)
  is_known <- !is.null(quantity$prior)
  positive <- if (is_known) quantity$prior else of$positives
  means <- c(costs[[4L]] + (costs[[2L]] - costs[[4L]]) * of$FPR,
             costs[[3L]] + (costs[[1L]] - costs[[3L]]) * of$TPR)
  moved <- list((1 - positive) * (costs[[2L]] - costs[[4L]]) * (unlist(ends$FPR) - of$FPR),
                positive * (costs[[1L]] - costs[[3L]]) * (unlist(ends$TPR) - of$TPR))
  correlation <- correlations_of_rates(of$sample, quantity$threshold)
  if (!is_known) {
    moved[[3L]] <- diff(means) * (unlist(ends_of_positives(positive, of$sample)) - positive)
    return(added_up(of, moved, range(costs), correlation))
  }
  of_extreme <- function(extreme) {
    positive * extreme(costs[c(1L, 3L)]) + (1 - positive) * extreme(costs[c(2L, 4L)])
  }
  added_up(of, moved, c(of_extreme(min), of_extreme(max)), correlation)
}

# Of kappa and Matthews' coefficient, by what the ends of the rates move them, and those of the share of the
# positives if that is not known.
ends_of_agreement <- function(quantity, of) {
  ends <- ends_of_rates(quantity, of)
  at <- agreements[[quantity$measure]]
  is_known <- !is.null(quantity$prior)
  positive <- if (is_known) quantity$prior else of$positives
  values <- list(at(unlist(ends$FPR), of$TPR, positive), at(of$FPR, unlist(ends$TPR), positive),
                 if (!is_known) at(of$FPR, of$TPR, unlist(ends_of_positives(positive, of$sample))))
  added_up(of, lapply(values, `-`, of$estimate), c(-1, 1),
           correlations_of_rates(of$sample, quantity$threshold))
}

agreements <- list(
  kappa = function(FPR, TPR, positive) {
    called <- positive * TPR + (1 - positive) * FPR
    2 * positive * (1 - positive) * (TPR - FPR) /
      ((1 - positive) * called + positive * (1 - called))
  },
  MCC = function(FPR, TPR, positive) {
    called <- positive * TPR + (1 - positive) * FPR
    (TPR - FPR) * sqrt(positive * (1 - positive) / (called * (1 - called)))
  }
)

# A quotient of rates of both classes: on the logarithmic scale the squares add up. Where a rate is 0 both
# are as far off as they may be at once.
ends_of_likelihood_ratio <- function(quantity, of) {
  ends <- ends_of_rates(quantity, of)
  rates <- if (quantity$measure == "LR_pos") {
    list(above = c(ends$TPR$low, of$TPR, ends$TPR$high), below = c(ends$FPR$low, of$FPR, ends$FPR$high))
  } else {
    list(above = c(1 - ends$TPR$high, of$FNR, 1 - ends$TPR$low),
         below = c(1 - ends$FPR$high, of$TNR, 1 - ends$FPR$low))
  }
  above <- rates$above
  below <- rates$below
  correlation <- correlations_of_rates(of$sample, quantity$threshold)
  reach <- function(i, j) {
    by <- c(log(above[[i]] / above[[2L]]), log(below[[j]] / below[[2L]]))
    sqrt(sum(by^2) - 2 * correlation * prod(abs(by)))
  }
  inner <- above[[2L]] > 0 && below[[2L]] > 0
  c(if (inner) {
    list(low = of$estimate * exp(-reach(1L, 3L)), high = of$estimate * exp(reach(3L, 1L)))
  } else {
    list(low = if (above[[2L]] > 0) above[[1L]] / below[[3L]] else 0,
         high = if (below[[2L]] > 0) above[[3L]] / below[[1L]] else Inf)
  }, list(df = of$freedom + freedom_of_model))
}

# The share of those of a class among all that are called so, where the prior is given: the ends of both
# rates move it.
ends_of_predictive <- function(quantity, of) {
  ends <- ends_of_rates(quantity, of)
  odds <- quantity$prior / (1 - quantity$prior)
  values <- if (quantity$measure %in% c("PPV", "FDR")) {
    of_rates <- function(TPR, FPR) {
      (if (quantity$measure == "PPV") odds * TPR else FPR) / (odds * TPR + FPR)
    }
    list(of_rates(unlist(ends$TPR), of$FPR), of_rates(of$TPR, unlist(ends$FPR)))
  } else {
    of_errors <- function(TNR, FNR) {
      (if (quantity$measure == "NPV") TNR else odds * FNR) / (TNR + odds * FNR)
    }
    list(of_errors(of$TNR, 1 - unlist(ends$TPR)), of_errors(1 - unlist(ends$FPR), of$FNR))
  }
  added_up(of, lapply(values, `-`, of$estimate), c(0, 1),
           correlations_of_rates(of$sample, quantity$threshold))
}

# The ends of what is moved by the lower and the upper ends of its parts, within what is possible. The first
# two are those of the rates if there is a `correlation` of these.
added_up <- function(of, moved, possible, correlation = 0) {
  both <- 0
  if (correlation != 0) both <- correlation * prod(vapply(moved[1:2], function(by) sign(diff(by)), 0))
  beyond <- function(extreme) {
    by <- vapply(moved, function(by) extreme(by, 0, na.rm = TRUE), 0)
    sqrt(sum(by^2) + if (both != 0) 2 * both * by[[1L]] * by[[2L]] else 0)
  }
  list(low = max(of$estimate - beyond(min), possible[[1L]]),
       high = min(of$estimate + beyond(max), possible[[2L]]), df = of$freedom + freedom_of_model)
}

# What of$TPR and the like and the shares of the classes are, for each threshold of quantities.
quantities_behind <- function(what) {
  thresholds <- unique(unlist(lapply(what, `[[`, "threshold")))
  unlist(lapply(thresholds, function(threshold) {
    at <- function(name, above, below) {
      list(numbers = c(5, NaN, NaN, threshold, above, below, NaN), name = name, threshold = threshold)
    }
    list(at("TPR", c(1, 0, 0, 0), c(1, 0, 1, 0)), at("FPR", c(0, 1, 0, 0), c(0, 1, 0, 1)),
         at("FNR", c(0, 0, 1, 0), c(1, 0, 1, 0)), at("TNR", c(0, 0, 0, 1), c(0, 1, 0, 1)),
         at("positives", c(1, 0, 1, 0), rep(1, 4L)), at("negatives", c(0, 1, 0, 1), rep(1, 4L)))
  }), recursive = FALSE)
}

# The values of these at a threshold.
values_behind <- function(behind, values, threshold) {
  if (is.null(threshold)) {
    return(NULL)
  }
  here <- vapply(behind, function(x) x$threshold == threshold, NA)
  structure(as.list(values[here]), names = vapply(behind[here], `[[`, "", "name"))
}
