# The samples on which intervals, tests, bands and optima are tried. A design turns a cell (n, the
# share of the positives, the true area, ...) into a function that draws a sample: score, label,
# weight, and cluster if there are any. The area is that of the population, whatever the weights are.

labels_of_cell <- function(cell) {
  positives <- max(2, round(cell$share * cell$n))
  rep(1:0, c(positives, cell$n - positives))
}

# Scores ---------------------------------------------------------------------

# Two normal classes of variance 1.
distance_of <- function(area) sqrt(2) * stats::qnorm(area)

shifted <- function(area_at, noise) {
  function(area) {
    d <- stats::uniroot(function(d) area_at(d) - area, c(0, 60), tol = 1e-12)$root
    function(label) d * label + noise(length(label))
  }
}

logistic_area <- function(d) {
  if (d < 1e-4) 0.5 + d / 6 else (1 - exp(-d) - d * exp(-d)) / (1 - exp(-d))^2
}

t3_area <- function(d) {
  stats::integrate(function(x) stats::pt(x + d, 3) * stats::dt(x, 3), -Inf, Inf,
                   rel.tol = 1e-10)$value
}

# By name, from an area to a function that draws scores for labels.
scores_of <- list(
  normal = function(area) {
    d <- distance_of(area)
    function(label) stats::rnorm(length(label), d * label)
  },
  logistic = shifted(logistic_area, stats::rlogis),
  t3 = shifted(t3_area, function(n) stats::rt(n, 3)),
  # Negatives of mean 1: a long tail above, and few negatives there.
  exponential = function(area) {
    function(label) stats::rexp(length(label)) * ifelse(label == 1, area / (1 - area), 1)
  }
)

# Independent observations ---------------------------------------------------

# Weights that know nothing of the score, log-normal of mean 1; none for sigma 0.
independent_weights <- function(sigma, scores = "normal") {
  function(cell) {
    label <- labels_of_cell(cell)
    draw <- scores_of[[scores]](cell$area)
    function() {
      list(score = draw(label), label = label,
           weight = stats::rlnorm(cell$n, -sigma^2 / 2, sigma))
    }
  }
}

# Of a population each member is taken by its own chance, between 0.2 and 1, that grows with the
# score, as when high scores are followed up more often (Poisson sampling). Weights are the inverse
# chances, from 1 to 5. The classes' numbers in the sample are random; the cell has the expected
# ones.
chance_of <- function(score) 0.2 + 0.8 * stats::pnorm(2 * (score - 1))

# The mean of chance_of(score) for a score N(mean, 1).
mean_chance <- function(mean) 0.2 + 0.8 * stats::pnorm(2 * (mean - 1) / sqrt(5))

follow_up <- function(cell) {
  d <- distance_of(cell$area)
  expected <- cell$n * c(cell$share, 1 - cell$share)
  label <- rep(1:0, pmax(2, round(expected / mean_chance(c(d, 0)))))
  function() {
    score <- stats::rnorm(length(label), d * label)
    chance <- chance_of(score)
    taken <- stats::runif(length(label)) < chance
    list(score = score[taken], label = label[taken], weight = 1 / chance[taken])
  }
}

# Of a population each member is taken by a chance that falls from .9 to .1 with a covariate of the
# outcome; the score correlates with it by 0.6 within a class. Inverse chances, calibrated: tilted
# so that the covariate's weighted mean in each class is that of the population.
outcome_covariate <- function(cell) {
  d <- distance_of(cell$area)
  label <- rep(1:0, round(2 * cell$n * c(cell$share, 1 - cell$share)))
  function() {
    covariate <- stats::rnorm(length(label))
    score <- d * label + 0.6 * covariate + 0.8 * stats::rnorm(length(label))
    chance <- 0.1 + 0.8 * stats::pnorm(1.5 * covariate)
    taken <- stats::runif(length(label)) < chance
    weight <- 1 / chance[taken]
    for (class in 0:1) {
      of_class <- label[taken] == class
      weight[of_class] <- tilted(weight[of_class], covariate[taken][of_class],
                                 mean(covariate[label == class]))
    }
    list(score = score[taken], label = label[taken], weight = weight)
  }
}

# Weights times exp(b x), b such that x has this weighted mean, by Newton's method; as they are where
# no b gives it.
tilted <- function(weight, x, mean) {
  b <- 0
  for (i in 1:20) {
    tilt <- weight * exp(b * x)
    centre <- stats::weighted.mean(x, tilt)
    step <- (mean - centre) / stats::weighted.mean((x - centre)^2, tilt)
    if (!is.finite(step) || abs(b + step) > 5) {
      return(weight)
    }
    b <- b + step
  }
  weight * exp(b * x)
}

# Drawn from the population, in each class, with chances proportional to exp(sigma * score) for
# positives and exp(-sigma * score) for negatives. The drawn scores are then N(d + sigma, 1) and
# N(-sigma, 1). Few cases are drawn that are hard to tell apart, and these have the large, log-normal
# weights: the worst that weights can do.
clear_cases <- function(sigma) {
  function(cell) {
    label <- labels_of_cell(cell)
    means <- distance_of(cell$area) * label
    side <- 2 * label - 1
    function() {
      noise <- stats::rnorm(cell$n)
      list(score = means + side * sigma + noise, label = label,
           weight = exp(-side * sigma * noise - sigma^2 / 2))
    }
  }
}

# Five ratings, cut from binormal scores at the quintiles of N(d / 2, 1 + d^2 / 4). Rows are the
# ratings of each class, weights the numbers of observations: multinomial.
chances_of_ratings <- function(d) {
  cuts <- d / 2 + sqrt(1 + d^2 / 4) * stats::qnorm(1:4 / 5)
  list(positives = diff(c(0, stats::pnorm(cuts, d), 1)),
       negatives = diff(c(0, stats::pnorm(cuts), 1)))
}

# P(rating of a positive > that of a negative) + P(equal) / 2.
area_of_ratings <- function(d) {
  chances <- chances_of_ratings(d)
  below <- cumsum(chances$negatives) - chances$negatives / 2
  sum(chances$positives * below)
}

# The distance at which the ratings have this area.
distance_of_ratings <- function(area) {
  stats::uniroot(function(d) area_of_ratings(d) - area, c(0, 10), tol = 1e-12)$root
}

rating_counts <- function(cell) {
  chances <- chances_of_ratings(distance_of_ratings(cell$area))
  numbers <- table(factor(labels_of_cell(cell), 0:1))
  score <- rep(1:5, 2)
  label <- rep(1:0, each = 5)
  function() {
    list(score = score, label = label, counted = TRUE,
         weight = c(stats::rmultinom(1, numbers[["1"]], chances$positives),
                    stats::rmultinom(1, numbers[["0"]], chances$negatives)))
  }
}

# Clusters -------------------------------------------------------------------

# `cell$clusters` clusters of random sizes. Half of a score's variance within a class is an effect
# that its cluster shares, so that two observations of one cluster correlate by 0.5. In mixed clusters
# each observation is positive by chance, pure ones have one class. Weights are log-normal.
clusters_of <- function(mixed, sigma = 0.5) {
  function(cell) {
    d <- distance_of(cell$area)
    number <- cell$clusters
    positive <- seq_len(number) <= max(2, round(cell$share * number))
    function() {
      cluster <- sample.int(number, cell$n, TRUE)
      label <- if (mixed) stats::rbinom(cell$n, 1L, cell$share) else as.integer(positive[cluster])
      effect <- stats::rnorm(number, sd = sqrt(0.5))[cluster]
      list(score = stats::rnorm(cell$n, d * label + effect, sqrt(0.5)), label = label,
           weight = stats::rlnorm(cell$n, -sigma^2 / 2, sigma), cluster = cluster)
    }
  }
}

# Surveys --------------------------------------------------------------------

# Strata with two primary sampling units each, and 20 members of each unit on average. Strata are
# fixed: their means spread the score by a sixth of its variance within a class, as do the units', which
# are drawn. Strata are sampled at rates that differ fivefold, which the weights undo; the weights
# have further log-normal noise.
survey_sample <- function(cell) {
  strata <- cell$strata
  means <- sqrt(1 / 6) * stats::qnorm(stats::ppoints(strata))[order(sin(seq_len(strata)))]
  rates <- seq(1, 5, length.out = strata)
  d <- distance_in_strata(cell$area, means, rates / sum(rates))
  function() {
    unit <- rep(seq_len(2 * strata), stats::rpois(2 * strata, 20))
    stratum <- (unit + 1) %/% 2
    label <- stats::rbinom(length(unit), 1L, cell$share)
    effect <- stats::rnorm(2 * strata, sd = sqrt(1 / 6))[unit]
    score <- d * label + means[stratum] + effect + stats::rnorm(length(unit), sd = sqrt(2 / 3))
    data.frame(score = score, label = label, stratum = stratum, unit = unit,
               weight = rates[stratum] * stats::rlnorm(length(unit), -0.125, 0.5))
  }
}

# The distance of the classes at which the whole population has this area.
distance_in_strata <- function(area, means, shares) {
  apart <- outer(means, means, "-")
  pairs <- outer(shares, shares)
  area_at <- function(d) sum(pairs * stats::pnorm((d + apart) / sqrt(2 * 5 / 6)))
  stats::uniroot(function(d) area_at(d) - area, c(-1, 20), tol = 1e-12)$root
}

# Several scores -------------------------------------------------------------

# Scores of equal areas, each pair of which correlates by 0.5 within a class.
with_scores <- function(design, number) {
  function(cell) {
    draw <- design(cell)
    d <- distance_of(cell$area)
    function() {
      sample <- draw()
      n <- length(sample$label)
      shared <- sample$score - d * sample$label
      own <- matrix(stats::rnorm(n * number), n)
      sample$scores <- d * sample$label + sqrt(0.5) * shared + sqrt(0.5) * own
      sample
    }
  }
}
