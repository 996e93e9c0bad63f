# Inverse probabilities that were estimated: auc_ci(weights_model = ), auc_test(weights_model = ).

# Scores that cost much are measured in a part of a study, more often in cases and where a covariate is large
# that correlates with them by `rho` within a class. The model of the selection knows both.
measured_in_part <- function(n, area, rho, clusters = NULL) {
  function() {
    y <- rbinom(n, 1L, 0.25)
    cluster <- if (!is.null(clusters)) rep_len(seq_len(clusters), n)
    z <- rnorm(n)
    # Half of its variance is between clusters.
    if (!is.null(clusters)) z <- sqrt(0.5) * (rnorm(clusters)[cluster] + z)
    score_of <- function(rho) distance_of(area) * y + rho * z + sqrt(1 - rho^2) * rnorm(n)
    score <- vapply(rho, score_of, numeric(n))
    selected <- runif(n) < plogis(0.6 * z + y - 0.8)
    x <- cbind(1, y, z, y * z)
    fitted <- glm.fit(x, selected, family = binomial())$fitted.values
    score[!selected, ] <- NA
    list(score = score, label = y, weight = selected / fitted, functions = x * (selected - fitted),
         cluster = cluster)
  }
}

# A half is a sample of a population in which a covariate has the mean 0.8, and is weighted by the odds of the
# other half's, in which that has the mean 0; there nothing else is known.
transported <- function(n, area, rho) {
  function() {
    here <- rep(0:1, length.out = n)
    z <- rnorm(n, 0.8 * here)
    y <- rbinom(n, 1L, 0.25)
    score <- distance_of(area) * y + rho * z + sqrt(1 - rho^2) * rnorm(n)
    x <- cbind(1, z)
    fitted <- glm.fit(x, here, family = binomial())$fitted.values
    list(score = matrix(replace(score, here == 0, NA)), label = replace(y, here == 0, NA),
         weight = here * (1 - fitted) / fitted, functions = x * (here - fitted))
  }
}

interval_with_model <- function(area) {
  function(s) {
    intervals_of(auc_ci(s$score[, 1L], s$label, s$weight, cluster = s$cluster, na.rm = TRUE,
                                     weights_model = s$functions), area)
  }
}

test_with_model <- function(s) {
  p_of <- function(test) {
    auc_test(s$score, s$label, s$weight, na.rm = TRUE, weights_model = s$functions, test = test)$p.value
  }
  list(ours = rejected(p_of("score")), Wald = rejected(p_of("wald")))
}

cells <- function() {
  sizes <- expand.grid(n = c(300, 1000), area = c(0.75, 0.9))
  of <- function(kind, target, name, draw, attempt) {
    lapply(split(sizes, seq_len(nrow(sizes))), function(row) {
      cell(kind, target, sprintf("%s, %g rows, AUC %g", name, row$n, row$area), draw(row$n, row$area),
           attempt(row$area))
    })
  }
  interval <- function(name, draw) of("interval", "AUC, estimated weights", name, draw, interval_with_model)
  test <- function(name, rho) {
    of("test", "two scores, estimated weights", name, function(n, area) measured_in_part(n, area, rho),
       function(area) test_with_model)
  }
  unname(c(
    interval("measured in a part, rho .6", function(n, area) measured_in_part(n, area, 0.6)),
    interval("measured in a part, rho .9", function(n, area) measured_in_part(n, area, 0.9)),
    interval("measured in a part, clusters of 6", function(n, area) measured_in_part(n, area, 0.6, n / 6)),
    interval("another population", function(n, area) transported(n, area, 0.6)),
    test("rho .9 and 0", c(0.9, 0)), test("rho .9 and .6", c(0.9, 0.6))
  ))
}
