# How many observations a rate is worth. A place on a curve is a number: 0 is its first row, 1 the
# next one, 0.75 the random choice of the latter three times of four.

# Both rates at places.
rates_at <- function(curve, place) {
  from <- floor(place)
  share <- place - from
  mixed <- function(rate) {
    (1 - share) * rate[from + 1] + ifelse(share > 0, share * rate[pmin(from + 2, length(rate))], 0)
  }
  list(FPR = mixed(curve$FPR), TPR = mixed(curve$TPR))
}

# The effective numbers of the false and of the true positive rate at places: an interval for a share
# of as many independent observations has the width that is due. `sample` has the observations and
# how they vary.
numbers_of_rates <- function(sample, place) {
  spread <- spread_of_rates(sample, place)
  squares <- if (!is.null(sample$design)) {
    variances_in_design(sample, place)
  } else if (sample$variance == "bootstrap") {
    bootstrap_variances(sample, place)
  } else {
    list(FPR = over(spread$negatives, 1 - 1 / spread$units[[1L]]),
         TPR = over(spread$positives, 1 - 1 / spread$units[[2L]]))
  }
  rates <- rates_at(sample$curve, place)
  number_of <- function(rate, freedom, class) {
    effective_number(rates[[rate]], squares[[rate]], pmin(freedom, sample$most),
                     sample$classes$effective[[rate]], spread$least[[class]], sample$conf.level)
  }
  list(FPR = number_of("FPR", spread$freedom_neg, 1L),
       TPR = number_of("TPR", spread$freedom_pos, 2L))
}

# The effective numbers of the classes, and whether there is anything to judge the spread by. In a design
# they are those of the observations, as clusters and strata are in the variance.
effective_classes <- function(sample) {
  spread <- spread_of_rates(sample, numeric())
  units <- spread$units
  if (!is.null(sample$design)) spread <- spread_of_rates(replace(sample, "cluster", list(NULL)), numeric())
  list(effective = list(FPR = spread$effective[[1L]], TPR = spread$effective[[2L]]), units = units,
       known = has_units(units))
}

spread_of_rates <- function(sample, place) {
  unwrap(rates_spread(
    sample$guess, sample$label, sample$weights, sample$variance == "frequency", sample$cluster$codes,
    number_of(sample$cluster), place, threads_for(sample$label)
  ), sample$label)
}

# Of both rates at places, from those at the thresholds around them.
variances_in_design <- function(sample, place) {
  last <- nrow(sample$curve) - 1
  observed <- c(list(scores = list(sample$guess)), unclass(sample)[c("label", "weights", "design", "rows",
                                                                   "in_design")])
  variances_of <- function(place) {
    rows <- sort(unique(pmin(c(floor(place), floor(place) + 1), last)))
    rates <- rates_at(sample$curve, rows)
    # The last row calls nothing positive, a score of `Inf` either: nothing varies there.
    some <- rows < last
    covariance_of_rate <- function(rate) {
      covariance <- matrix(0, length(rows), length(rows))
      what <- lapply(sample$curve$threshold[rows[some] + 1], function(at) quantity(rate, threshold = at))
      if (any(some)) {
        covariance[some, some] <- covariance_in_design(observed, what, rates[[rate]][some])$covariance
      }
      covariance
    }
    share <- place - floor(place)
    at <- match(pmin(floor(place), last), rows)
    above <- match(pmin(floor(place) + 1, last), rows)
    mixed <- function(covariance) {
      (1 - share)^2 * covariance[cbind(at, at)] + 2 * share * (1 - share) * covariance[cbind(at, above)] +
        share^2 * covariance[cbind(above, above)]
    }
    list(FPR = mixed(covariance_of_rate("FPR")), TPR = mixed(covariance_of_rate("TPR")))
  }
  # Some places at once: each is a column of all observations.
  pieces <- split(place, (seq_along(place) - 1L) %/% 25L)
  found <- lapply(unname(pieces), variances_of)
  together <- function(rate) pmax(unlist(lapply(found, `[[`, rate)), 0)
  list(FPR = together("FPR"), TPR = together("TPR"))
}

# Of Kish's number: the variance that was found is drawn towards that of as many independent
# observations, and the quantile is that of the t distribution. However the weights lie, no number is
# less than `least`.
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

# The variances of both rates among replicates.
bootstrap_variances <- function(sample, place) {
  last <- nrow(sample$curve) - 1
  rows <- sort(unique(pmin(c(floor(place), floor(place) + 1), last)))
  scheme <- scheme_of(sample$variance, sample$bayesian)
  bootstrap <- bootstrap_of(sample$guess, sample$label, sample$weights, sample$cluster, scheme)
  rates_at_rows <- function(rate) {
    lapply(sample$curve$threshold[rows + 1], function(at) quantity(rate, threshold = at))
  }
  # A variance takes two replicates.
  drawn <- replicates_of(bootstrap, c(rates_at_rows("TPR"), rates_at_rows("FPR")), sample$R)
  drawn <- defined(drawn, conf.level = 0)
  # The last row calls nothing positive, a score of `Inf` either.
  drawn[, c(rows, rows) == last] <- 0
  share <- place - floor(place)
  variance_of <- function(rates) {
    at <- function(row) rates[, match(pmin(row, last), rows), drop = FALSE]
    mixed <- sweep(at(floor(place)), 2L, 1 - share, "*") +
      sweep(at(floor(place) + 1), 2L, share, "*")
    apply(mixed, 2L, stats::var)
  }
  first <- seq_along(rows)
  list(TPR = variance_of(drawn[, first, drop = FALSE]),
       FPR = variance_of(drawn[, -first, drop = FALSE]))
}
