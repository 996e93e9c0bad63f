# Variances of areas, and covariances of several, from sums over the influences of units.

# The covariance matrix of the areas of scores, from areas_joint_spread(). `clustered` says
# whether clusters were given.
covariance_of <- function(spread, variance, clustered) {
  scores <- length(spread$areas)
  sums <- lapply(spread[c("negatives", "positives", if (clustered) "both")], matrix, scores, scores)
  units <- spread$units
  if (variance == "jackknife") {
    if (!has_units(units)) sums <- lapply(sums, `*`, NA_real_)
  } else {
    # Obuchowski (1997) for clusters, DeLong (1988) when each observation is one.
    sums <- Map(over, sums, 1 - 1 / units[seq_along(sums)])
  }
  without_rounding(Reduce(`+`, sums), Reduce(`+`, lapply(sums, abs)))
}

# The same for each score without clusters, from area_spread() or areas_spread(): all have the same units.
variance_of <- function(spread, variance) {
  units <- c(spread$units_neg[[1L]], spread$units_pos[[1L]])
  if (variance == "jackknife") {
    total <- spread$negatives + spread$positives
    return(if (has_units(units)) total else total * NA_real_)
  }
  over(spread$negatives, 1 - 1 / units[[1L]]) + over(spread$positives, 1 - 1 / units[[2L]])
}

# What intervals and tests take of a score: its area, the variance of that and the variance's degrees
# of freedom, and the numbers of the classes.
estimate_of <- function(score, label, weights, cluster, variance) {
  if (is.null(cluster)) {
    spread <- spread_of(score, label, weights, variance)
    spread$variance <- variance_of(spread, variance)
    return(spread)
  }
  of_joint_spread(joint_spread_of(list(score), label, weights, cluster, variance), variance)
}

of_joint_spread <- function(spread, variance) {
  list(
    variance = drop(covariance_of(spread, variance, TRUE)), area = spread$areas,
    freedom = spread$freedom, units_neg = spread$units[[1L]], units_pos = spread$units[[2L]],
    effective_neg = spread$effective[[1L]], effective_pos = spread$effective[[2L]],
    n_neg = spread$numbers[[1L]], n_pos = spread$numbers[[2L]]
  )
}

spread_of <- function(score, label, weights, variance = "delong") {
  found <- area_spread(score, label, weights, variance == "frequency", TRUE, threads_for(label))
  unclass(of_observations(found, score, label))
}

# As estimate_of() has it of one score, of each of several without clusters.
estimates_of_scores <- function(scores, label, weights, variance) {
  found <- areas_spread(unname(scores), label, weights, variance == "frequency", TRUE,
                        threads_for(label, length(scores)))
  about <- if (inherits(found, "wroc_failure")) found$score else 1
  found <- unclass(of_observations(found, scores[[about]], label))
  found$variance <- variance_of(found, variance)
  found
}

joint_spread_of <- function(scores, label, weights, cluster, variance = "delong") {
  found <- areas_joint_spread(scores, label, weights, variance == "frequency", cluster$codes,
                              number_of(cluster), threads_for(label))
  if (length(scores) == 1L && inherits(found, "wroc_failure")) found$score <- NULL
  of_observations(found, scores[[1L]], label)
}

# The effective degrees of freedom of the variance of each column of influences of units, some of which are
# `lost` to means and coefficients, see area_spread().
freedom_of_units <- function(u, lost) {
  squares <- u^2
  freedom_of_sums(colSums(squares), colSums(squares^2), nrow(u), lost)
}

# The same from the sums of their squares and fourth powers.
freedom_of_sums <- function(squares, fourths, units, lost) {
  # Two divisions: the square of a small sum may be no number.
  excess <- fourths / squares / squares - 1 / units
  most <- max(units - lost, 0)
  ifelse(squares == 0, 0, ifelse(excess > 0, pmin(2 / excess, most), most))
}

# The effective numbers of classes with clusters, as the core has them in `inference/effective.rs`.
effective_in_clusters <- function(of_observations, of_clusters) sqrt(of_observations * of_clusters)

# Whether each class has two independent units at least, observations or clusters.
has_units <- function(numbers) {
  all(numbers[1:2] > 1)
}

# x / by; NA where one observation says nothing of how observations vary.
over <- function(x, by) {
  if (by > 0) x / by else x * NA_real_
}

# Weights that are numbers of observations.
check_frequencies <- function(weights, variance) {
  if (variance != "frequency" || is.null(weights)) {
    return()
  }
  weights <- unclass(weights)
  fault <- match(TRUE, weights != round(weights))
  if (!is.na(fault)) {
    message <- sprintf(
      "`weight` must be whole numbers for variance = \"frequency\": element %s is %s.",
      number(fault), number(weights[[fault]])
    )
    raise("weight", message, argument = "weight", position = fault, value = weights[[fault]])
  }
}

check_level <- function(conf.level, argument = "conf.level") {
  check_numbers(conf.level, argument, prior_range, 1L)
}

# The probability beyond each end of an interval: the other one, (1 + conf.level) / 2, may round to 1.
outer_tail <- function(conf.level) (1 - conf.level) / 2
