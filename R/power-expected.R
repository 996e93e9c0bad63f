# What influences are expected in a sample that is yet to be drawn, and how the tests of this package
# would end on it.

# A normal variable as values with weights: the trapezoidal rule, which is exact to 1e-14 for what is
# smooth on it.
normal_grid <- function() {
  z <- seq(-8, 8, 0.4)
  list(z = z, share = 0.4 * stats::dnorm(z))
}

# Two that correlate, in the same places.
normal_pairs <- function(correlation) {
  grid <- normal_grid()
  number <- length(grid$z)
  first <- rep(grid$z, number)
  second <- rep(grid$z, each = number)
  list(z = list(first, correlation * first + sqrt(1 - correlation^2) * second),
       share = as.vector(outer(grid$share, grid$share)))
}

# The share of the other class that observations with the normal score z beat, or are beaten by,
# where the area is A: two normal classes of equal variance, or two exponential ones.
placements_of_models <- list(
  binormal = list(
    positives = function(z, area) stats::pnorm(z + sqrt(2) * stats::qnorm(area)),
    negatives = function(z, area) stats::pnorm(z + sqrt(2) * stats::qnorm(area))
  ),
  exponential = list(
    positives = function(z, area) {
      -expm1(area / (1 - area) * stats::pnorm(z, lower.tail = FALSE, log.p = TRUE))
    },
    negatives = function(z, area) exp((1 - area) / area * stats::pnorm(z, log.p = TRUE))
  )
)

# For each class a function of the areas: the `share` of observations with the influences `u`, times
# their number, and with the `weight`. `effect` has the second and fourth moments of weights that know
# nothing of the scores; one observation is `worth` so many of equal weight in each class, and has so
# many `units` that are independent.
spread_of_model <- function(model, correlation, effect) {
  points <- if (is.null(correlation)) normal_grid() else normal_pairs(correlation)
  of_class <- function(placement) {
    function(areas) {
      z <- if (is.list(points$z)) points$z else rep(list(points$z), length(areas))
      list(share = points$share, weight = rep(1, length(points$share)),
           u = Map(function(z, area) placement(z, area) - area, z, areas))
    }
  }
  list(
    positives = of_class(placements_of_models[[model]]$positives),
    negatives = of_class(placements_of_models[[model]]$negatives),
    effect = effect$moments, worth = rep(1 / effect$moments[[1L]], 2L), units = effect$units,
    paired = !is.null(correlation)
  )
}

# The influences of a pilot sample, at other areas as much larger as the model of the variance says.
spread_of_pilot <- function(influences, positive, weights, areas) {
  of_class <- function(own) {
    number <- sum(own)
    weight <- number * weights[own] / sum(weights[own])
    known <- lapply(influences, function(u) number * u[own])
    function(planned) {
      stretch <- sqrt(unwrap(placement_variances(planned)) / unwrap(placement_variances(areas)))
      list(share = rep(1 / number, number), weight = weight, u = Map(`*`, known, stretch))
    }
  }
  worth <- function(w) sum(w)^2 / sum(w^2) / length(w)
  list(positives = of_class(positive), negatives = of_class(!positive), effect = c(1, 1),
       worth = c(worth(weights[positive]), worth(weights[!positive])), units = 1,
       paired = length(influences) > 1L)
}

# The classes of a sample of that size: so many observations, `mass`, have these influences.
expected_in <- function(spread, areas, numbers) {
  Map(function(class, number) {
    points <- class(areas)
    list(mass = number * points$share, u = lapply(points$u, `/`, number), r = points$weight / number)
  }, spread[c("positives", "negatives")], numbers)
}

sum_over <- function(classes, value) {
  sum(vapply(classes, function(class) sum(class$mass * value(class)), 0))
}

# As estimate_of() would find them, one area at a time.
expected_estimate <- function(spread, area, numbers, score = 1L) {
  areas <- rep(area, if (spread$paired) 2L else 1L)
  classes <- expected_in(spread, areas, numbers)
  squares <- spread$effect[[1L]] * sum_over(classes, function(class) class$u[[score]]^2)
  fourths <- spread$effect[[2L]] * sum_over(classes, function(class) class$u[[score]]^4)
  units <- spread$units * sum(numbers)
  freedom <- min(2 / max(fourths / squares^2 - 1 / units, 0), units - 2)
  list(area = area, variance = squares, freedom = max(freedom, 0),
       effective_pos = spread$worth[[1L]] * numbers[[1L]],
       effective_neg = spread$worth[[2L]] * numbers[[2L]])
}

# As scores_compare() would find the sums of a pair, on the `side` to which its difference is by `excess`
# from the one that is tested.
expected_pair <- function(spread, areas, numbers, side, excess) {
  classes <- expected_in(spread, areas, numbers)
  classes <- lapply(classes, function(class) {
    c(class, list(d = side * (class$u[[1L]] - class$u[[2L]])))
  })
  by_class <- vapply(classes, function(class) sum(class$mass * class$d^2), 0)
  classes <- Map(function(class, share) replace(class, "r", list(share * class$r)), classes,
                 by_class / sum(by_class))
  moments <- function(order) {
    spread$effect[[order / 2]] * vapply(0:order, function(power) {
      sum_over(classes, function(class) class$d^(order - power) * class$r^power)
    }, 0)
  }
  squares <- moments(2)
  size <- sum_over(classes, function(class) abs(class$d + excess * class$r))
  list(squares = squares, fourths = moments(4), units = size^2 / sum(squares * c(1, 2 * excess, excess^2)))
}

# The upper tail that the test of a sample gives which is all as expected. A difference is from `null`.
expected_tail <- function(design, areas, numbers) {
  side <- design$side
  if (design$tests == "one") {
    found <- expected_estimate(design$spread, areas, numbers)
    spread <- shrunken_spread(found)
    statistic <- side * (areas - design$null) /
      sqrt(spread$fg * unwrap(placement_variances(design$null)))
    return(stats::pt(-statistic, spread$df))
  }
  excess <- side * (areas[[1L]] - areas[[2L]] - design$null)
  if (design$tests == "paired") {
    pair <- expected_pair(design$spread, areas, numbers, side, excess)
    t <- t_of(pair, excess)
    # Too few observations for a distribution reject nothing.
    return(if (t$df > 0) upper_tail_of(t$statistic, t$df, 2^-pair$units) else 0.5)
  }
  samples <- columns_of_estimates(lapply(areas, expected_estimate, spread = design$spread,
                                         numbers = numbers))
  reach <- reach_of_samples(samples)
  quantile <- if (excess <= 0) 0 else quantile_that_reaches(side * excess, reach$by_quantile)
  stats::pt(-abs(quantile), reach$df)
}

# The covariance matrix of the areas of a sample.
expected_covariance <- function(design, areas, numbers) {
  if (design$tests != "paired") {
    variances <- vapply(areas, function(area) {
      expected_estimate(design$spread, area, numbers)$variance
    }, 0)
    return(diag(variances, length(areas)))
  }
  classes <- expected_in(design$spread, areas, numbers)
  product <- function(i, j) sum_over(classes, function(class) class$u[[i]] * class$u[[j]])
  design$spread$effect[[1L]] *
    matrix(c(product(1, 1), product(1, 2), product(1, 2), product(2, 2)), 2L)
}

# The probability that the test rejects. Of the areas where it just does, those are least unlikely to
# which the true ones come along the line on which they vary with their difference.
power_at <- function(design, areas, numbers) {
  contrast <- if (length(areas) == 1L) 1 else c(1, -1)
  excess <- sum(contrast * areas) - design$null
  along <- drop(expected_covariance(design, areas, numbers) %*% contrast)
  variance <- sum(contrast * along)
  step <- -excess * along / variance
  # From the ends of all areas to where the null holds.
  room <- (ifelse(step < 0, 1 - 1e-9, 1e-9) - areas) / step
  farthest <- max(room[step != 0])
  nearest <- min(1, ((ifelse(step < 0, 1e-9, 1 - 1e-9) - areas) / step)[step != 0])
  beyond <- function(t) expected_tail(design, areas + t * step, numbers) - design$tail
  if (beyond(farthest) > 0) {
    return(0)
  }
  at_null <- beyond(nearest)
  t <- if (at_null <= 0) {
    nearest
  } else {
    stats::uniroot(beyond, c(farthest, nearest), f.upper = at_null, tol = 1e-10)$root
  }
  reached <- if (length(areas) == 1L) {
    # An area near 1 is skewed, its arcsine hardly is.
    2 * sqrt(areas * (1 - areas)) * abs(asin(sqrt(areas)) - asin(sqrt(areas + t * step))) * sign(t)
  } else {
    abs(excess) * t
  }
  stats::pnorm(reached / sqrt(variance))
}
