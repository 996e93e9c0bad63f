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
  scale <- unwrap(quantities_described(list(quantity)))
  slope <- scale$slope
  ends <- ends_maker_of(quantity)(quantity, of)
  asked <- range(scale$intercept + slope * c(ends$low, ends$high))
  list(std.error = abs(slope) * std.error, low = asked[[1L]], high = asked[[2L]], df = ends$df)
}

# What makes the interval of a quantity.
ends_maker_of <- function(quantity) {
  measure <- quantity$measure
  by <- intersect(c("threshold", "FPR", "TPR", "share"), names(quantity))
  if (is_area(quantity)) return(ends_of_area)
  if (measure == "pAUC") return(ends_of_partial(quantity[[by]], by))
  if (length(by) == 0L) return(ends_of_summary(measure))
  if (by == "share") return(ends_at_share(quantity$share, quantity$prior, measure == "PPV"))
  if (by != "threshold") return(ends_of_rate(quantity[[by]], by))
  if (measure %in% c("kappa", "MCC")) {
    ends_of_agreement
  } else if (measure %in% c("LR_pos", "LR_neg")) {
    ends_of_likelihood_ratio
  } else if (measure %in% measures_of_rates) {
    ends_of_risk
  } else if (measure %in% c("PPV", "NPV", "FDR", "FOR") && !is.null(quantity$prior)) {
    ends_of_predictive
  } else {
    ends_of_share
  }
}

ends_of_summary <- function(measure) {
  switch(measure, KS = , AUCH = , MER = , H = ends_at_optimum, brier = ends_of_bounded_loss,
         log_score = ends_of_loss, average_precision = , pr_area = ends_of_precision, prg_area = ends_of_gain)
}

# Their intervals are made of those of the rates.
measures_of_rates <- c("ACC", "ER", "risk", "share", "BACC", "J", "LR_pos", "LR_neg", "NB")

# Whether the interval takes the observations.
is_of_sample <- function(quantity) {
  is_shared <- identical(ends_maker_of(quantity), ends_of_share)
  alone <- is_area(quantity) || quantity$measure %in% c("average_precision", "pr_area", "prg_area")
  !alone && (!is_shared || !is.null(quantity$prior))
}

# The threshold of turned scores is that of the scores as they were.
threshold_of <- function(quantity) {
  if (isTRUE(quantity$turned)) -quantity$threshold else quantity$threshold
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
  below <- cells_below(quantity$measure)
  parts <- c(of$positives, of$negatives, of$positives, of$negatives)
  # A class that counts alone may have a part that is too small for a number, and any would do.
  largest <- max(parts[below != 0])
  parts <- if (largest > 0) parts / largest else 1
  share <- parts * c(of$TPR, of$FPR, of$FNR, of$TNR)
  sum(below * share)^2 / sum(below^2 * share * parts / of$effective[c(2L, 1L, 2L, 1L)])
}

# How often TP, FP, FN and TN count below the line.
cells_below <- function(measure) {
  switch(measure, TPR = , FNR = c(1, 0, 1, 0), FPR = , TNR = c(0, 1, 0, 1), PPV = , FDR = c(1, 1, 0, 0),
         NPV = , FOR = c(0, 0, 1, 1), F1 = c(2, 1, 1, 0))
}

# What TP, FP, FN and TN count in a mean over all, in the unit of influences.
costs_in_unit <- function(quantity) {
  odds <- quantity$threshold / (1 - quantity$threshold)
  costs <- switch(quantity$measure, ACC = , BACC = c(1, 0, 0, 1), ER = c(0, 1, 1, 0), share = c(1, 1, 0, 0),
                  J = c(1, -1, 0, 0), NB = c(1, -odds, 0, 0),
                  risk = unlist(unclass(quantity)[c("cost_TP", "cost_FP", "cost_FN", "cost_TN")]))
  if (quantity$measure %in% c("risk", "NB")) costs / unit_of_costs(costs) else costs
}

# The pointwise intervals of both rates at a threshold, those of roc_band().
ends_of_rates <- function(quantity, of) {
  place <- unwrap(curve_rows_at(columns_of(of$sample$curve), threshold_of(quantity)))$row - 1
  ends_at_places(of$sample, place, "pointwise")
}

# `costs` of a true and a false positive, a false and a true negative. What the ends of the rates move the risk
# by, and those of the share of the positives if that is not known: the squares add up (Zou, Huang and
# Zhang 2009).
ends_of_risk <- function(quantity, of) {
  costs <- costs_in_unit(quantity)
  ends <- ends_of_rates(quantity, of)
  # What is made of rates is the same at any prior.
  prior <- if (quantity$measure %in% c("BACC", "J")) 0.5 else quantity$prior
  is_known <- !is.null(prior)
  positive <- if (is_known) prior else of$positives
  means <- c(costs[[4L]] + (costs[[2L]] - costs[[4L]]) * of$FPR,
             costs[[3L]] + (costs[[1L]] - costs[[3L]]) * of$TPR)
  moved <- list((1 - positive) * (costs[[2L]] - costs[[4L]]) * (unlist(ends$FPR) - of$FPR),
                positive * (costs[[1L]] - costs[[3L]]) * (unlist(ends$TPR) - of$TPR))
  correlation <- correlations_of_rates(of$sample, threshold_of(quantity))
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
           correlations_of_rates(of$sample, threshold_of(quantity)))
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
  correlation <- correlations_of_rates(of$sample, threshold_of(quantity))
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
           correlations_of_rates(of$sample, threshold_of(quantity)))
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
  thresholds <- unique(unlist(lapply(what, threshold_of)))
  unlist(lapply(thresholds, function(threshold) {
    rates <- lapply(c("TPR", "FPR", "FNR", "TNR"), quantity, threshold = threshold)
    c(rates, list(quantity("prevalence")))
  }), recursive = FALSE)
}

# The values of these at a threshold, given those of all thresholds.
values_behind <- function(behind, values, threshold) {
  if (is.null(threshold)) {
    return(NULL)
  }
  at <- match(threshold, unlist(lapply(behind, `[[`, "threshold"))[c(TRUE, FALSE, FALSE, FALSE)])
  here <- values[(at - 1L) * 5L + 1:5]
  names <- c("TPR", "FPR", "FNR", "TNR", "positives", "negatives")
  structure(as.list(c(here, 1 - here[[5L]])), names = names)
}
