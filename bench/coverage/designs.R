# The designs: one table, a row each, by name; and the samples that a row draws. The true area is that of the
# population, whatever the weights.

# Rows of one family: sizes are c(positives, negatives) each, all of them with all areas.
family <- function(family, sizes, areas, scores = "normal", by_chance = FALSE, sigma = 0, largest = 1,
                   selection = "none", tilt = 0, clusters = NA, correlation = NA, mixed = NA, dominant = NA,
                   strata = NA) {
  rows <- expand.grid(size = seq_along(sizes), area = areas)
  size <- function(class) vapply(sizes, `[[`, 0, class)[rows$size]
  data.frame(family = family, positives = size(1L), negatives = size(2L), area = rows$area, scores, by_chance,
             sigma, largest, selection, tilt, clusters, correlation, mixed, dominant, strata)
}

# scores       distribution within a class; "ratings" are five, so that there are ties, "hook" has positives of a larger
#              variance, whose curve crosses the diagonal, "scale" those of a smaller one, "mixture" has positives
#              of which a third are as negatives
# by_chance    whether each observation is positive by chance; otherwise the classes' sizes are fixed
# sigma        of log-normal weights that know nothing of the score
# largest      weight of the first positive, where it dominates the others of weight 1
# selection    how members of a population are drawn, with inverse chances as weights
# tilt         of selections "clear" and "margin": how much clear cases are preferred; hard ones where it is negative
# clusters     their number, with the `correlation` of two scores of a cluster within a class; `mixed` ones
#              have both classes
# dominant     the share of the observations that the first cluster has on average; as the others where it is NA
# strata       of two primary sampling units each
designs <- local({
  sizes <- list(c(15, 15), c(20, 80), c(20, 180), c(10, 490), c(250, 250), c(100, 900))
  selected <- list(c(50, 50), c(40, 160), c(50, 450), c(250, 250), c(200, 1800))
  areas <- c(0.6, 0.75, 0.9, 0.95, 0.97, 0.99)
  shaped <- list(c(8, 30), c(20, 80), c(50, 50), c(100, 900))
  small <- list(c(30, 30), c(20, 180))
  chance <- list(c(20, 80), c(80, 320))
  in_clusters <- function(name, number, members, shares, areas, ...) {
    do.call(rbind, lapply(number, function(clusters) {
      sizes <- lapply(shares, function(share) clusters * members * c(share, 1 - share))
      family(name, sizes, areas, clusters = clusters, ...)
    }))
  }
  large <- function(name, ...) in_clusters(name, c(8, 14), 80, 0.5, c(0.75, 0.9), ...)
  rows <- rbind(
    family("plain", sizes, areas),
    family("log-normal weights 1", sizes, areas, sigma = 1),
    family("logistic, weights 0.5", sizes, areas, scores = "logistic", sigma = 0.5),
    family("t with 3 df, weights 0.8", sizes, areas, scores = "t3", sigma = 0.8),
    family("exponential", sizes, areas, scores = "exponential"),
    family("exponential, weights 0.7", sizes, areas, scores = "exponential", sigma = 0.7),
    family("five ratings", sizes, areas, scores = "ratings"),
    family("high scores preferred", selected, areas, selection = "high"),
    family("chosen by a covariate, calibrated", selected, areas, selection = "covariate"),
    family("clear cases preferred", selected, areas, selection = "clear", tilt = 0.5),
    family("clear cases preferred by far", selected[1:4], areas[2:4], selection = "clear", tilt = 1),
    family("hard cases preferred", selected[1:4], areas[2:4], selection = "clear", tilt = -0.5),
    family("hard cases preferred by far", selected[1:4], areas[2:4], selection = "clear", tilt = -1),
    family("clear cases preferred, bounded", selected[1:4], areas[2:4], selection = "margin", tilt = 2),
    family("hard cases preferred, bounded", selected[1:4], areas[2:4], selection = "margin", tilt = -2),
    family("hook", shaped, areas[2:3], scores = "hook"),
    family("scale", shaped, areas[2:3], scores = "scale"),
    family("mixture", shaped, areas[2], scores = "mixture"),
    family("log-normal scores", shaped, areas[2:3], scores = "lognormal"),
    in_clusters("clusters of 8, one class", c(10, 25, 100), 8, c(0.5, 0.2), areas[1:5], sigma = 0.5,
                correlation = 0.5, mixed = FALSE),
    in_clusters("clusters of 8, both classes", c(10, 25, 100), 8, c(0.5, 0.2), areas[1:5], sigma = 0.5,
                correlation = 0.5, mixed = TRUE),
    large("clusters of 80, one class, 0.1", correlation = 0.1, mixed = FALSE),
    large("clusters of 80, one class, 0.4", correlation = 0.4, mixed = FALSE),
    large("clusters of 80, both classes, 0.1", correlation = 0.1, mixed = TRUE),
    large("clusters of 80, both classes, 0.4", correlation = 0.4, mixed = TRUE),
    do.call(rbind, lapply(c(0.1, 0.4), function(correlation) {
      name <- paste("few large clusters, both classes,", correlation)
      rbind(in_clusters(name, 7, 90, 0.5, c(0.75, 0.9), correlation = correlation, mixed = TRUE),
            in_clusters(name, 6, 50, 0.3, c(0.75, 0.9), correlation = correlation, mixed = TRUE))
    })),
    do.call(rbind, lapply(c(TRUE, FALSE), function(mixed) {
      do.call(rbind, lapply(c(0.4, 0.7), function(dominant) {
        in_clusters(sprintf("one dominating cluster, %s, %g", if (mixed) "both classes" else "one class", dominant),
                    c(12, 25), 12, 0.4, c(0.75, 0.9), correlation = 0.3, mixed = mixed, dominant = dominant)
      }))
    })),
    family("a weight of 20", list(c(10, 90), c(20, 100), c(50, 50)), c(0.65, 0.8, 0.95), largest = 20),
    family("a weight of 60", list(c(10, 90), c(20, 100), c(50, 50)), c(0.65, 0.8, 0.95), largest = 60),
    # For numbers other than the area, whose intervals take longer.
    family("small, plain", small, c(0.75, 0.9, 0.97)),
    family("small, plain", list(c(100, 300)), 0.9),
    family("small, weights 1", small, c(0.75, 0.9, 0.97), sigma = 1),
    family("small, high scores preferred", small, c(0.8, 0.95), selection = "high"),
    family("small, clear cases preferred", small, c(0.8, 0.95), selection = "clear", tilt = 0.5),
    family("small, clear cases preferred by far", list(c(30, 30)), 0.95, selection = "clear", tilt = 1),
    in_clusters("small, clusters of 8", 25, 8, 0.3, c(0.75, 0.9), sigma = 0.5, correlation = 0.5,
                mixed = TRUE),
    family("small, five ratings", small, c(0.75, 0.9), scores = "ratings"),
    family("few positives", list(c(5, 95), c(10, 90)), c(0.9, 0.97)),
    family("few positives, weights 1.5", list(c(5, 95), c(10, 90)), c(0.9, 0.97), sigma = 1.5),
    family("few positives by chance", list(c(10, 90), c(20, 180)), 0.95, by_chance = TRUE),
    family("few positives by chance, weights 1", list(c(10, 90), c(20, 180)), 0.95, by_chance = TRUE, sigma = 1),
    family("labels by chance", chance, c(0.75, 0.9, 0.97), by_chance = TRUE),
    family("labels by chance, weights 1", chance, c(0.75, 0.9, 0.97), by_chance = TRUE, sigma = 1),
    do.call(rbind, lapply(c(5, 40), function(strata) {
      family("two units in each stratum", list(40 * strata * c(0.1, 0.9), 40 * strata * c(0.3, 0.7)),
             c(0.75, 0.9, 0.97), strata = strata)
    }))
  )
  rows$name <- sprintf("%s%s, %g + %g, AUC %g", rows$family,
                       ifelse(is.na(rows$clusters), ifelse(is.na(rows$strata), "", paste(":", rows$strata)),
                              paste(":", rows$clusters)), rows$positives, rows$negatives, rows$area)
  rows
})

small_families <- c("small, plain", "small, weights 1", "small, high scores preferred",
                    "small, clear cases preferred", "small, clear cases preferred by far",
                    "small, clusters of 8")

# The rows of families, as lists.
designs_of <- function(...) {
  rows <- designs[designs$family %in% c(...), ]
  stopifnot(c(...) %in% rows$family)
  lapply(seq_len(nrow(rows)), function(i) as.list(rows[i, ]))
}

# -- Scores ------------------------------------------------------------------

# Two normal classes of variance 1.
distance_of <- function(area) sqrt(2) * qnorm(area)

root_of <- function(f, low, high) uniroot(f, c(low, high), tol = 1e-12)$root

shifted <- function(area_at, noise) {
  function(area) {
    d <- root_of(function(d) area_at(d) - area, 0, 60)
    function(label) d * label + noise(length(label))
  }
}

# Five ratings are cut from normal scores at the quintiles of N(d / 2, 1 + d^2 / 4). Their area is
# P(rating of a positive > that of a negative) + P(equal) / 2.
cuts_of_ratings <- function(d) d / 2 + sqrt(1 + d^2 / 4) * qnorm(1:4 / 5)

area_of_ratings <- function(d) {
  chances <- function(mean) diff(c(0, pnorm(cuts_of_ratings(d), mean), 1))
  sum(chances(d) * (cumsum(chances(0)) - chances(0) / 2))
}

distance_of_ratings <- function(area) root_of(function(d) area_of_ratings(d) - area, 0, 10)

# Negatives of variance 1, and positives of this standard deviation.
scaled_normal <- function(sd) {
  function(area) {
    d <- sqrt(1 + sd^2) * qnorm(area)
    function(label) rnorm(length(label), d * label, ifelse(label == 1, sd, 1))
  }
}

# By name, from an area to a function that draws scores for labels.
scores_of <- list(
  normal = function(area) {
    d <- distance_of(area)
    function(label) rnorm(length(label), d * label)
  },
  logistic = shifted(function(d) {
    if (d < 1e-4) 0.5 + d / 6 else (1 - exp(-d) - d * exp(-d)) / (1 - exp(-d))^2
  }, rlogis),
  t3 = shifted(function(d) {
    integrate(function(x) pt(x + d, 3) * dt(x, 3), -Inf, Inf, rel.tol = 1e-10)$value
  }, function(n) rt(n, 3)),
  hook = scaled_normal(2.5),
  scale = scaled_normal(0.4),
  # A third of the positives have the negatives' scores.
  mixture = function(area) {
    d <- distance_of((area - 1 / 6) * 3 / 2)
    function(label) rnorm(length(label), d * label * (runif(length(label)) > 1 / 3))
  },
  # Moved log-normal scores: long tails above, a sharp end below.
  lognormal = shifted(function(d) {
    integrate(function(x) (1 - plnorm(x - d)) * dlnorm(x), 0, Inf, rel.tol = 1e-10)$value
  }, rlnorm),
  # Negatives of mean 1: a long tail above, and few negatives there.
  exponential = function(area) {
    function(label) rexp(length(label)) * ifelse(label == 1, area / (1 - area), 1)
  },
  ratings = function(area) {
    d <- distance_of_ratings(area)
    function(label) findInterval(rnorm(length(label), d * label), cuts_of_ratings(d))
  }
)

# -- Samples -----------------------------------------------------------------

# A function that draws samples of a row: score, label, weight and, where there are any, cluster and stratum.
# Each class has two observations or clusters at least.
draw_of <- function(design) {
  draw <- if (!is.na(design$strata)) {
    of_strata(design)
  } else if (!is.na(design$clusters)) {
    of_clusters(design)
  } else {
    switch(design$selection, none = independent, high = high_preferred, covariate = by_covariate,
           clear = clear_preferred, margin = by_margin)(design)
  }
  function() {
    repeat {
      sample <- draw()
      units <- if (is.null(sample$cluster)) seq_along(sample$label) else sample$cluster
      of_class <- vapply(0:1, function(class) length(unique(units[sample$label == class])), 0L)
      if (all(of_class >= 2L)) return(sample)
    }
  }
}

# The share of the positives in the population.
share_of <- function(design) {
  high <- design$selection == "high"
  size <- if (high) population_of_high(design) else c(design$positives, design$negatives)
  size[[1L]] / sum(size)
}

labels_of <- function(design) rep(1:0, c(design$positives, design$negatives))

log_normal <- function(n, sigma) rlnorm(n, -sigma^2 / 2, sigma)

independent <- function(design) {
  scores <- scores_of[[design$scores]](design$area)
  label <- labels_of(design)
  function() {
    if (design$by_chance) label <- rbinom(length(label), 1L, mean(labels_of(design)))
    weight <- log_normal(length(label), design$sigma)
    if (design$largest > 1) weight[[1L]] <- design$largest
    list(score = scores(label), label = label, weight = weight)
  }
}

# The numbers of positives and negatives in the population.
population_of_high <- function(design) {
  mean_chance <- 0.2 + 0.8 * pnorm(2 * (c(distance_of(design$area), 0) - 1) / sqrt(5))
  round(c(design$positives, design$negatives) / mean_chance)
}

# Each member of a population is drawn by a chance of its own, from 0.2 to 1, that grows with the score, as
# when high scores are followed up more often. The classes' numbers are random, with those of the row as
# means.
high_preferred <- function(design) {
  label <- rep(1:0, population_of_high(design))
  function() {
    score <- rnorm(length(label), distance_of(design$area) * label)
    chance <- 0.2 + 0.8 * pnorm(2 * (score - 1))
    taken <- runif(length(label)) < chance
    list(score = score[taken], label = label[taken], weight = 1 / chance[taken])
  }
}

# By a chance from .9 to .1 that depends on a covariate, which correlates with the score by 0.6 within a
# class. The inverse chances are calibrated: tilted so that the covariate's mean in each class is that of the
# population.
by_covariate <- function(design) {
  d <- distance_of(design$area)
  label <- rep(1:0, 2 * c(design$positives, design$negatives))
  function() {
    covariate <- rnorm(length(label))
    score <- d * label + 0.6 * covariate + 0.8 * rnorm(length(label))
    chance <- 0.1 + 0.8 * pnorm(1.5 * covariate)
    taken <- runif(length(label)) < chance
    weight <- 1 / chance
    for (class in 0:1) {
      mine <- label == class & taken
      weight[mine] <- tilted(weight[mine], covariate[mine], mean(covariate[label == class]))
    }
    list(score = score[taken], label = label[taken], weight = weight[taken])
  }
}

# Weights times exp(b x), b such that x has this weighted mean, by Newton's method; as they are where no b
# does.
tilted <- function(weight, x, mean) {
  b <- 0
  for (i in 1:20) {
    tilt <- weight * exp(b * x)
    centre <- weighted.mean(x, tilt)
    step <- (mean - centre) / weighted.mean((x - centre)^2, tilt)
    if (!is.finite(step) || abs(b + step) > 5) return(weight)
    b <- b + step
  }
  weight * exp(b * x)
}

# By chances proportional to exp(tilt * score) for positives and exp(-tilt * score) for negatives: the drawn
# scores are N(d + tilt, 1) and N(-tilt, 1). The few hard cases that are drawn have the large, log-normal
# weights.
clear_preferred <- function(design) {
  label <- labels_of(design)
  side <- 2 * label - 1
  function() {
    noise <- rnorm(length(label))
    list(score = distance_of(design$area) * label + side * design$tilt + noise, label = label,
         weight = exp(-side * design$tilt * noise - design$tilt^2 / 2))
  }
}

# By a chance from .03 to 1 that depends on how far a case is on its own side of the middle between the classes: the
# members of the population that is drawn are as many on average as those of the row.
by_margin <- function(design) {
  d <- distance_of(design$area)
  chance_at <- function(margin) 0.03 + 0.97 * plogis(2 * design$tilt * (margin - sign(design$tilt)))
  mean_chance <- integrate(function(x) chance_at(x) * dnorm(x, d / 2), -Inf, Inf)$value
  label <- rep(1:0, round(c(design$positives, design$negatives) / mean_chance))
  side <- 2 * label - 1
  function() {
    score <- rnorm(length(label), d * label)
    chance <- chance_at(side * (score - d / 2))
    taken <- runif(length(label)) < chance
    list(score = score[taken], label = label[taken], weight = 1 / chance[taken])
  }
}

# Clusters of random sizes. In mixed ones each observation is positive by chance, others have one class.
of_clusters <- function(design) {
  d <- distance_of(design$area)
  number <- design$clusters
  n <- design$positives + design$negatives
  share <- design$positives / n
  positive <- seq_len(number) <= max(2, round(share * number))
  chances <- if (!is.na(design$dominant)) {
    c(design$dominant, rep((1 - design$dominant) / (number - 1), number - 1))
  }
  function() {
    cluster <- sample.int(number, n, TRUE, chances)
    label <- if (design$mixed) rbinom(n, 1L, share) else as.integer(positive[cluster])
    effect <- rnorm(number, sd = sqrt(design$correlation))[cluster]
    list(score = rnorm(n, d * label + effect, sqrt(1 - design$correlation)), label = label,
         weight = log_normal(n, design$sigma), cluster = cluster)
  }
}

# Strata with two units each, and 20 members of each unit on average. Strata are fixed: their means have a
# sixth of the score's variance within a class, and so have the units', which are drawn. Weights undo the
# rates of sampling, which differ fivefold, and have log-normal noise.
population_of_strata <- function(design) {
  strata <- seq_len(design$strata)
  rates <- seq(1, 5, length.out = design$strata)
  means <- sqrt(1 / 6) * qnorm(ppoints(strata))[order(sin(strata))]
  shares <- outer(rates, rates) / sum(rates)^2
  area_at <- function(d) sum(shares * pnorm((d + outer(means, means, "-")) / sqrt(2 * 5 / 6)))
  list(rates = rates, means = means, distance = root_of(function(d) area_at(d) - design$area, -1, 20))
}

of_strata <- function(design) {
  population <- population_of_strata(design)
  share <- design$positives / (design$positives + design$negatives)
  units <- 2 * design$strata
  function() {
    unit <- rep(seq_len(units), rpois(units, 20))
    stratum <- (unit + 1) %/% 2
    label <- rbinom(length(unit), 1L, share)
    centre <- population$means[stratum] + rnorm(units, sd = sqrt(1 / 6))[unit]
    list(score = population$distance * label + centre + rnorm(length(unit), sd = sqrt(2 / 3)),
         label = label, weight = population$rates[stratum] * log_normal(length(unit), 0.5), cluster = unit,
         stratum = stratum)
  }
}

# Two or more scores of the row's area, each pair of which correlates by 0.5 within a class.
draw_scores <- function(design, number) {
  draw <- draw_of(design)
  d <- distance_of(design$area)
  function() {
    sample <- draw()
    n <- length(sample$label)
    shared <- sample$score - d * sample$label
    sample$scores <- d * sample$label + sqrt(0.5) * (shared + matrix(rnorm(n * number), n))
    sample
  }
}
