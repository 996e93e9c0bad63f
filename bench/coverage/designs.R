# The samples whose intervals are tried. A design turns a cell (area, share of the positives, n)
# into a function that draws a sample: score, label, weight, and cluster if there are any.
#
# In the population a score is N(d, 1) in the positives and N(0, 1) in the negatives, so that the
# area is pnorm(d / sqrt(2)), whatever the weights are.

distance_of <- function(area) sqrt(2) * stats::qnorm(area)

labels_of_cell <- function(cell) {
  positives <- round(cell$share * cell$n)
  rep(1:0, c(positives, cell$n - positives))
}

# Weights that know nothing of the score, of mean 1.
independent_weights <- function(sigma) {
  function(cell) {
    label <- labels_of_cell(cell)
    means <- distance_of(cell$area) * label
    function() {
      list(score = stats::rnorm(cell$n, means), label = label,
           weight = stats::rlnorm(cell$n, -sigma^2 / 2, sigma))
    }
  }
}

# Drawn from the population, in each class, with chances proportional to exp(sigma * score) for
# positives and exp(-sigma * score) for negatives. The drawn scores are then N(d + sigma, 1) and
# N(-sigma, 1). The weights are the inverse chances, times a number that makes their mean 1: they
# are lognormal. With sigma > 0 few cases are drawn that are hard to tell apart, and these have the
# large weights; with sigma < 0 many, with small weights.
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
  label <- rep(1:0, round(expected / mean_chance(c(d, 0))))
  function() {
    score <- stats::rnorm(length(label), d * label)
    chance <- chance_of(score)
    taken <- stats::runif(length(label)) < chance
    list(score = score[taken], label = label[taken], weight = 1 / chance[taken])
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
  positives <- round(cell$share * cell$n)
  score <- rep(1:5, 2)
  label <- rep(1:0, each = 5)
  function() {
    list(score = score, label = label, counted = TRUE,
         weight = c(stats::rmultinom(1, positives, chances$positives),
                    stats::rmultinom(1, cell$n - positives, chances$negatives)))
  }
}

# Clusters of random sizes, 5 on average. Half of a score's variance within a class is an effect
# that its cluster shares, so that two observations of one cluster correlate by 0.5. The chance of a
# positive is the same in all clusters, or is Beta(share, 1 - share) in each: most clusters then
# have nearly only one class. Weights are lognormal with sigma 0.5.
clusters_of <- function(evenly) {
  function(cell) {
    d <- distance_of(cell$area)
    number <- cell$n %/% 5
    function() {
      cluster <- sample.int(number, cell$n, TRUE)
      chances <- if (evenly) rep(cell$share, number)
                 else stats::rbeta(number, cell$share, 1 - cell$share)
      label <- stats::rbinom(cell$n, 1L, chances[cluster])
      effect <- stats::rnorm(number, sd = sqrt(0.5))[cluster]
      list(score = stats::rnorm(cell$n, d * label + effect, sqrt(0.5)), label = label,
           weight = stats::rlnorm(cell$n, -0.125, 0.5), cluster = cluster)
    }
  }
}

# For tests: two scores of one sample with equal areas, whose correlation within a class is 0.5.
second_score <- function(score, label, d) {
  d * label + 0.5 * (score - d * label) + sqrt(0.75) * stats::rnorm(length(score))
}

with_second_score <- function(design) {
  function(cell) {
    draw <- design(cell)
    d <- distance_of(cell$area)
    function() {
      sample <- draw()
      sample$score2 <- second_score(sample$score, sample$label, d)
      sample
    }
  }
}
