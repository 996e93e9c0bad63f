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

# The interval of what is made of rates: `of_rates` is what the core calls it, see made_of_rates() in the bindings.
ends_by_rates <- function(of_rates, of) {
  ends <- answer_of_sample(band_ends, of$sample, list(of = of_rates, estimate = of$estimate))
  list(low = ends[[1L]], high = ends[[2L]], df = of$freedom + freedom_of_model)
}

ends_of_rate <- function(at, by) {
  force(at)
  function(quantity, of) ends_by_rates(list(kind = "rate", by = by, at = at), of)
}

ends_of_partial <- function(interval, by) {
  force(interval)
  function(quantity, of) ends_by_rates(list(kind = "partial", by = by, interval = interval), of)
}

ends_at_share <- function(share, prior, is_response) {
  force(share)
  function(quantity, of) {
    ends_by_rates(list(kind = "share", share = share, prior = prior, response = is_response), of)
  }
}

# `costs` of a true and a false positive, a false and a true negative.
ends_of_risk <- function(quantity, of) {
  ends_by_rates(list(kind = "risk", threshold = quantity$threshold, costs = quantity$costs,
                     prior = quantity$prior), of)
}

ends_of_agreement <- function(quantity, of) {
  ends_by_rates(list(kind = "agreement", threshold = quantity$threshold,
                     kappa = quantity$measure == "kappa", prior = quantity$prior), of)
}

ends_of_likelihood_ratio <- function(quantity, of) {
  ends_by_rates(list(kind = "likelihood_ratio", threshold = quantity$threshold,
                     of_called = quantity$measure == "LR_pos"), of)
}

# The share of those of a class among all that are called so, where the prior is given.
ends_of_predictive <- function(quantity, of) {
  ends_by_rates(list(kind = "predictive", threshold = quantity$threshold, prior = quantity$prior,
                     of_called = quantity$measure %in% c("PPV", "FDR"),
                     of_positives = quantity$measure %in% c("PPV", "FOR")), of)
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

# How many observations a share is worth: the core's effective_number(), for what is left here.
effective_number <- function(rate, variance, freedom, effective, least, conf.level) {
  ratio <- variance * effective / (rate * (1 - rate))
  # Rounding may be all that varies.
  ratio[freedom == 0 | rate == 0 | rate == 1] <- 1
  df <- freedom + freedom_of_model
  factor <- (freedom * ratio + freedom_of_model) / df
  pmax(effective / factor * normal_by_t(outer_tail(conf.level), df)^2, least)
}

# The ratio of the quantiles, which are 0 in the middle.
normal_by_t <- function(tail, df) {
  if (tail < 0.5) stats::qnorm(tail) / stats::qt(tail, df) else stats::dt(0, df) / stats::dnorm(0)
}

# All shares p with |share - p| <= z sqrt(p (1 - p) / n) (Wilson 1927).
wilson <- function(share, n, z) {
  centre <- share + z^2 / (2 * n)
  reach <- z * sqrt(share * (1 - share) / n + z^2 / (4 * n^2))
  list(low = pmax((centre - reach) / (1 + z^2 / n), 0),
       high = pmin((centre + reach) / (1 + z^2 / n), 1))
}
