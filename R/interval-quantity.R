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
  by <- intersect(c("threshold", "FPR", "TPR", "share"), names(quantity))
  alone <- quantity$measure %in% c("TPR", "FPR", "TNR", "FNR", "F1") ||
    quantity$measure %in% c("PPV", "NPV", "FDR", "FOR") && is.null(quantity$prior)
  if (is_area(quantity)) {
    ends_of_area
  } else if (length(by) == 0L) {
    ends_of_summary(quantity$measure)
  } else if (alone && by == "threshold") {
    ends_of_share
  } else {
    ends_by_rates
  }
}

ends_of_summary <- function(measure) {
  switch(measure, KS = , AUCH = , MER = , H = ends_at_optimum, brier = ends_of_bounded_loss,
         log_score = ends_of_loss, average_precision = , pr_area = ends_of_precision, prg_area = ends_of_gain)
}

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

# The interval of what is made of rates.
ends_by_rates <- function(quantity, of) {
  ends <- answer_of_sample(band_ends, of$sample, list(of = quantity, estimate = of$estimate))
  list(low = ends[[1L]], high = ends[[2L]], df = of$freedom + freedom_of_model)
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
