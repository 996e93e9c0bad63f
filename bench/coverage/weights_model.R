# Intervals of areas with inverse probabilities that were estimated: auc_ci(weights_model = ).

# A score that costs much is measured in a part of a study, more often in cases and where a covariate is
# large that correlates with it by `rho` within a class. The model of the selection knows both.
measured_in_part <- function(cell) {
  function() {
    y <- stats::rbinom(cell$n, 1L, 0.25)
    cluster <- if (!is.na(cell$clusters)) rep_len(seq_len(cell$clusters), cell$n)
    z <- if (is.null(cluster)) {
      stats::rnorm(cell$n)
    } else {
      # Half of its variance is between clusters.
      sqrt(0.5) * (stats::rnorm(cell$clusters)[cluster] + stats::rnorm(cell$n))
    }
    score <- distance_of(cell$area) * y + cell$rho * z + sqrt(1 - cell$rho^2) * stats::rnorm(cell$n)
    chance <- stats::plogis(0.6 * z + y - 0.8)
    selected <- stats::runif(cell$n) < chance
    x <- cbind(1, y, z, y * z)
    fitted <- stats::glm.fit(x, selected, family = stats::binomial())$fitted.values
    list(score = replace(score, !selected, NA), label = y, weight = selected / fitted,
         functions = x * (selected - fitted), true = selected / chance, cluster = cluster)
  }
}

# A half is a sample of a population in which a covariate has the mean 0.8, and is weighted by the odds of
# the other half's, in which that has the mean 0; there nothing else is known.
transported <- function(cell) {
  function() {
    here <- rep(0:1, length.out = cell$n)
    z <- stats::rnorm(cell$n, 0.8 * here)
    y <- stats::rbinom(cell$n, 1L, 0.25)
    score <- distance_of(cell$area) * y + cell$rho * z + sqrt(1 - cell$rho^2) * stats::rnorm(cell$n)
    x <- cbind(1, z)
    fitted <- stats::glm.fit(x, here, family = stats::binomial())$fitted.values
    list(score = replace(score, here == 0, NA), label = replace(y, here == 0, NA),
         weight = here * (1 - fitted) / fitted, functions = x * (here - fitted),
         true = here * stats::dnorm(z) / stats::dnorm(z, 0.8))
  }
}

methods_for_weights_model <- list(
  weights_model = function(s) {
    WeightedROC::auc_ci(s$score, s$label, s$weight, cluster = s$cluster, na.rm = TRUE,
                        weights_model = s$functions)
  },
  "weights as if known" = function(s) {
    WeightedROC::auc_ci(s$score, s$label, s$weight, cluster = s$cluster, na.rm = TRUE)
  },
  "true weights" = function(s) {
    WeightedROC::auc_ci(s$score, s$label, s$true, cluster = s$cluster, na.rm = TRUE)
  }
)

designs_for_weights_model <- list("measured in a part" = measured_in_part,
                                  "another population" = transported)

cells_for_weights_model <- function() {
  sizes <- list(c(300, NA), c(1000, NA))
  stack(
    with_sizes(cells_of("measured in a part", area = c(0.75, 0.9), rho = c(0.6, 0.9)), sizes),
    with_sizes(cells_of("measured in a part", area = 0.8, rho = c(0.6, 0.9), clusters = 100),
               list(c(600, NA))),
    with_sizes(cells_of("another population", area = c(0.75, 0.9), rho = 0.6), sizes)
  )
}

# Beside the coverage the mean standard error, and the standard deviation of the estimates.
try_weights_model <- function(repetitions) {
  try_cells("weights_model", cells_for_weights_model(), 90000L, function(cell) {
    draw <- designs_for_weights_model[[cell$design]](cell)
    found <- lapply(seq_len(repetitions / 2), function(i) {
      sample <- draw()
      lapply(methods_for_weights_model, function(method) method(sample))
    })
    do.call(rbind, lapply(names(methods_for_weights_model), function(name) {
      rows <- do.call(rbind, lapply(found, `[[`, name))
      covers <- rows$conf.low <= cell$area & cell$area <= rows$conf.high
      data.frame(method = name, nominal = 0.95, rate = mean(covers),
                 width = stats::median(rows$conf.high - rows$conf.low),
                 n_eff_pos = stats::median(rows$n_eff_pos), repetitions = nrow(rows),
                 sd = stats::sd(rows$estimate), std.error = mean(rows$std.error))
    }))
  })
}

section_of_weights_model <- function(rows) {
  shown <- rows[c("design", "area", "rho", "n", "clusters", "method")]
  shown$clusters <- ifelse(is.na(shown$clusters), "", shown$clusters)
  shown[["std. deviation"]] <- sprintf("%.4f", rows$sd)
  shown[["mean std. error"]] <- sprintf("%.4f", rows$std.error)
  shown[["coverage, %"]] <- percent(rows$rate)
  c(
    "## Estimated weights: `auc_ci(weights_model = )`", "",
    "Inverse probabilities by a logistic regression on the outcome and a covariate that correlates with the",
    "score by `rho`, or odds of another population by the covariate; `n` includes those of weight 0.", "",
    md_table(shown)
  )
}
