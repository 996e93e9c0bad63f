# Intervals of losses of forecasts, and of their discrimination: roc_ci().

# The forecasts of a score of two normal classes that are `d` apart: calibrated where the share of the
# positives is 0.2, but bent.
forecast_of <- function(score, d) {
  stats::plogis(1.3 * (d * score - d^2 / 2 + stats::qlogis(forecast_prior)) + 0.3)
}

forecast_prior <- 0.2

# What both classes lose by a forecast.
losses_of <- list(
  brier = function(x) list(x^2, (1 - x)^2),
  log = function(x) list(-log1p(-x), -log(x))
)

expected_loss <- function(loss, d, forecast) {
  mean_of <- function(class, mean) {
    f <- function(s) losses_of[[loss]](forecast(s))[[class]] * stats::dnorm(s, mean)
    stats::integrate(f, mean - 9, mean + 9, rel.tol = 1e-9, subdivisions = 2000L)$value
  }
  (1 - forecast_prior) * mean_of(1L, 0) + forecast_prior * mean_of(2L, d)
}

loss_of_forecasts <- function(loss, d) expected_loss(loss, d, function(s) forecast_of(s, d))

losses_tried <- function(prior) {
  list(
    "brier" = list(what = WeightedROC::roc_summary("brier", prior),
                   truth = function(d) loss_of_forecasts("brier", d)),
    "log score" = list(what = WeightedROC::roc_summary("log_score", prior),
                       truth = function(d) loss_of_forecasts("log", d))
  )
}

# Labels by chance, so that the share of the positives is uncertain, too.
drawn_labels <- function(sigma) {
  function(cell) {
    d <- distance_of(cell$area)
    function() {
      label <- stats::rbinom(cell$n, 1L, forecast_prior)
      list(score = stats::rnorm(cell$n, d * label), label = label,
           weight = stats::rlnorm(cell$n, -sigma^2 / 2, sigma))
    }
  }
}

designs_for_losses <- list(
  "normal, log-normal weights, sigma 1" = independent_weights(1),
  "inverse chances, high scores preferred" = follow_up,
  "inverse chances, few hard cases" = clear_cases(0.5),
  "labels by chance, no weights" = drawn_labels(0),
  "labels by chance, log-normal weights, sigma 1" = drawn_labels(1),
  "clusters of both classes" = clusters_of(TRUE)
)

cells_for_losses <- function() {
  designs <- names(designs_for_losses)
  by_chance <- grepl("chance,|clusters", designs)
  sizes <- list(c(60, 0.5), c(200, 0.1), c(200, 0.5), c(1000, 0.1))
  cells <- rbind(
    do.call(rbind, lapply(designs[!by_chance], function(design) {
      cbind(with_sizes(cells_of(design, area = c(0.75, 0.9, 0.97)), sizes), prior = forecast_prior)
    })),
    do.call(rbind, lapply(designs[by_chance], function(design) {
      cbind(with_sizes(cells_of(design, area = c(0.75, 0.9, 0.97)), list(c(100, 0.2), c(400, 0.2), c(1600, 0.2))),
            prior = NA)
    }))
  )
  in_clusters <- cells$design == "clusters of both classes"
  cells$clusters <- ifelse(in_clusters, cells$n / 8, NA)
  cells
}

cover_losses <- function(draw, cell, repetitions, nominal = 0.95) {
  d <- distance_of(cell$area)
  tried <- losses_tried(if (!is.na(cell$prior)) cell$prior)
  truth <- vapply(tried, function(quantity) quantity$truth(d), 0)
  what <- lapply(tried, `[[`, "what")
  held <- width <- matrix(NA_real_, length(what), repetitions)
  effective <- numeric(repetitions)
  for (i in seq_len(repetitions)) {
    sample <- draw_sound(draw)
    effective[[i]] <- effective_positives(sample)
    found <- WeightedROC::roc_ci(forecast_of(sample$score, d), sample$label, sample$weight, what,
                                 sample$cluster)
    held[, i] <- found$conf.low <= truth & found$conf.high >= truth
    width[, i] <- (found$conf.high - found$conf.low)
  }
  data.frame(method = names(what), nominal = nominal, rate = rowMeans(held > 0 & !is.na(held)),
             width = apply(width, 1L, stats::median), n_eff_pos = stats::median(effective),
             repetitions = repetitions)
}

try_calibration <- function(repetitions) {
  try_cells("calibration", cells_for_losses(), 90000L, function(cell) {
    cover_losses(designs_for_losses[[cell$design]](cell), cell, ceiling(repetitions / 4))
  })
}
