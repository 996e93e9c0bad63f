# Intervals of numbers that are the best over thresholds: in a sample they are too good, as thresholds are
# chosen on it. How much too good they are falls with its size, a little slower than as the power of -2/3 (the
# place of an optimum is known to the power of -1/3: Kim and Pollard 1990). So halves of the sample show it.

# The excess in units of what halves have more than the whole. For normal classes of 30 to 100 positives it
# is 1.6 to 2.3, where the power of -2/3 alone would make it 1.7; heavy weights hide some of it.
excess_by_halves <- 2.5

ends_at_optimum <- function(quantity, of) {
  # Rounding may lead below 0.
  of$estimate <- min(max(of$estimate, 0), 1)
  excess <- excess_of_optimum(quantity, of$sample, of$estimate)
  value <- min(max(of$estimate - excess, 0), 1)
  # The excess of a sample varies by about as much as it is on the average.
  variance <- of$variance + excess^2
  n <- effective_number(of$estimate, variance, of$freedom, 1 / sum(1 / of$effective), 0, of$conf.level)
  quantile <- stats::qnorm(outer_tail(of$conf.level), lower.tail = FALSE)
  ends <- wilson(value, n, quantile)
  # Near 0 a share varies little, but these numbers do not.
  reach <- quantile * sqrt(of$estimate * (1 - of$estimate) / n)
  list(low = max(min(ends$low, value - reach, of$estimate), 0), high = max(ends$high, of$estimate),
       df = of$freedom + freedom_of_model)
}

# By how much it is larger than that of the population.
excess_of_optimum <- function(quantity, sample, estimate, splits = 8L) {
  if (is.null(sample$weights)) sample$weights <- rep(1, length(sample$label))
  units <- units_to_halve(sample)
  of_halves <- with_own_random_numbers(vapply(seq_len(splits), function(i) {
    first <- first_half(sample, units)
    mean(c(value_in(quantity, sample, first), value_in(quantity, sample, sample$weights - first)))
  }, 0))
  of_halves <- of_halves[is.finite(of_halves)]
  if (length(of_halves) == 0L) 0 else excess_by_halves * (mean(of_halves) - estimate)
}

# What is halved in each class, in an order that the order of the rows has no part in.
units_to_halve <- function(sample) {
  if (!is.null(sample$cluster)) {
    return(list(sample$cluster$codes))
  }
  rows <- order(sample$guess, sample$label, sample$weights)
  split(rows, sample$label[rows], drop = TRUE)
}

# The weights of the first half, 0 in the other one. Counts are divided one by one.
first_half <- function(sample, units) {
  weights <- sample$weights
  if (!is.null(sample$cluster)) {
    codes <- unique(units[[1L]])
    weights[!units[[1L]] %in% codes[sample.int(length(codes), length(codes) %/% 2L)]] <- 0
  } else if (sample$variance == "frequency") {
    rows <- unlist(units, use.names = FALSE)
    weights[rows] <- stats::rbinom(length(rows), weights[rows], 0.5)
  } else {
    for (rows in units) {
      out <- rows[sample.int(length(rows), length(rows) - length(rows) %/% 2L)]
      weights[out] <- 0
    }
  }
  weights
}

# NA where a class is not there.
value_in <- function(quantity, sample, weights) {
  found <- summary_value(sample$guess, sample$label, weights, quantity$numbers, threads_for(sample$label))
  if (inherits(found, "wroc_failure")) NA_real_ else found
}

# The same ones each time; those of the user go on as if nothing had happened.
with_own_random_numbers <- function(value) {
  before <- get0(".Random.seed", globalenv(), inherits = FALSE)
  on.exit(if (is.null(before)) rm(".Random.seed", envir = globalenv()) else
    assign(".Random.seed", before, globalenv()))
  set.seed(1L, "Mersenne-Twister", "Inversion", "Rejection")
  value
}
