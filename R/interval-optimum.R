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

# By how much it is larger than that of the population. All numbers of a call have the same halves.
excess_of_optimum <- function(quantity, sample, estimate) {
  scheme <- if (sample$variance == "frequency") "halves_of_counts" else "halves"
  halves <- bootstrap_of(sample$guess, sample$label, sample$weights, sample$cluster, scheme,
                         sample$halves$seed)
  values <- replicates_of(halves, list(quantity), sample$halves$R)
  # A half without a class says nothing. Both halves of a pair are added first, in whatever order they are.
  length(values) <- 2 * ceiling(length(values) / 2)
  pairs <- colMeans(matrix(values, 2L), na.rm = TRUE)
  pairs <- pairs[is.finite(pairs)]
  if (length(pairs) == 0L) 0 else excess_by_halves * (mean(pairs) - estimate)
}

# The seed comes from R's generator once, and only if there are halves to draw.
halves_of <- function(R) {
  halves <- new.env(parent = emptyenv())
  halves$R <- R
  delayedAssign("seed", seed_of_replicates(), assign.env = halves)
  halves
}

is_at_optimum <- function(quantity) quantity$measure %in% c("KS", "AUCH", "MER", "H")
