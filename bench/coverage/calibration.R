# Intervals of losses of forecasts, roc_ci(), and the bands of roc_reliability().

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
      by_number <- list(c(100, 0.2), c(400, 0.2), c(1600, 0.2))
      cbind(with_sizes(cells_of(design, area = c(0.75, 0.9, 0.97)), by_number), prior = NA)
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

# -- Bands

curves_of_calibration <- list(
  calibrated = function(x) x,
  bent = function(x) x^1.7,
  flat = function(x) 0.3 + 0.2 * x,
  steep = function(x) stats::plogis(2.5 * stats::qlogis(x))
)

forecasts_of_bands <- list(
  uniform = stats::runif,
  low = function(n) stats::rbeta(n, 1, 6),
  ties = function(n) sample(1:9, n, TRUE) / 10
)

designs_of_bands <- c("no weights", "log-normal weights, sigma 1", "negatives taken one in ten",
                      "inverse chances, high forecasts preferred", "clusters", "counts")

draw_forecasts <- function(cell) {
  probability <- curves_of_calibration[[cell$curve]]
  times <- switch(cell$design, "negatives taken one in ten" = 6,
                  "inverse chances, high forecasts preferred" = 2, 1)
  n <- cell$n * times
  x <- forecasts_of_bands[[cell$forecasts]](n)
  if (cell$design == "counts") x <- round(x, 2)
  label <- stats::rbinom(n, 1L, probability(x))
  weight <- rep(1, n)
  cluster <- NULL
  taken <- rep(TRUE, n)
  if (cell$design == "log-normal weights, sigma 1") weight <- stats::rlnorm(n)
  if (cell$design == "clusters") {
    cluster <- sample.int(n / 5, n, TRUE)
    shared <- stats::rnorm(n / 5)[cluster]
    label <- as.integer(stats::qnorm(probability(x)) > sqrt(0.3) * shared + sqrt(0.7) * stats::rnorm(n))
    weight <- stats::rlnorm(n, 0, 0.5)
  }
  if (times > 1) {
    chance <- if (times == 6) ifelse(label == 1, 1, 0.1) else 0.2 + 0.8 * x
    taken <- stats::runif(n) < chance
    weight <- 1 / chance
  }
  sample <- list(score = x[taken], label = label[taken], weight = weight[taken], cluster = cluster[taken])
  if (cell$design != "counts") return(sample)
  counts <- stats::aggregate(list(weight = weight), list(score = x, label = label), sum)
  c(as.list(counts), counted = TRUE)
}

# At the forecasts that have 5%, 25%, ... of the others below them.
cover_bands <- function(cell, repetitions, nominal = 0.95) {
  held <- array(NA, c(repetitions, 5L, 2L))
  width <- effective <- numeric(repetitions)
  for (i in seq_len(repetitions)) {
    sample <- draw_sound(function() draw_forecasts(cell))
    effective[[i]] <- effective_positives(sample)
    found <- WeightedROC::roc_reliability(sample$score, sample$label, sample$weight, sample$cluster, R = 200,
                                          variance = if (isTRUE(sample$counted)) "frequency" else "delong")
    at <- round(stats::quantile(seq_len(nrow(found)), c(0.05, 0.25, 0.5, 0.75, 0.95), names = FALSE))
    rows <- found[at, ]
    truth <- curves_of_calibration[[cell$curve]](rows$forecast)
    held[i, , 1L] <- rows$conf.low <= truth & truth <= rows$conf.high
    held[i, , 2L] <- rows$consistency.low - 1e-9 <= rows$probability &
      rows$probability <= rows$consistency.high + 1e-9
    width[[i]] <- mean(rows$conf.high - rows$conf.low)
  }
  # The band of consistency says something where forecasts are right.
  methods <- if (cell$curve == "calibrated") 1:2 else 1L
  data.frame(method = c("confidence band", "consistency band")[methods], nominal = nominal,
             rate = apply(held[, , methods, drop = FALSE], 3L, mean), width = stats::median(width),
             n_eff_pos = stats::median(effective), repetitions = repetitions)
}

cells_of_bands <- function() {
  expand.grid(design = designs_of_bands, n = c(100, 1000), curve = names(curves_of_calibration),
                       forecasts = names(forecasts_of_bands), KEEP.OUT.ATTRS = FALSE,
                       stringsAsFactors = FALSE)
}

try_calibration <- function(repetitions) {
  repetitions <- min(repetitions, 1000)
  losses <- try_cells("calibration", cells_for_losses(), 94000L, function(cell) {
    cover_losses(designs_for_losses[[cell$design]](cell), cell, repetitions)
  })
  bands <- try_cells("calibration", cells_of_bands(), 95000L, function(cell) cover_bands(cell, repetitions))
  stack(losses, bands)
}

promises_of_calibration <- function(rows) {
  by_method <- split(rows, rows$method)
  do.call(rbind, lapply(names(by_method), function(method) {
    promise_of(by_method[[method]], sprintf("calibration: %s", method), 0.92, 0.985, 0.85, 0.85)
  }))
}

section_of_calibration <- function(rows) {
  c(
    "## Brier score, log score, reliability diagrams", "",
    "Cells with a coverage of 92% to 98.5%, in brackets the lowest and the highest.", "",
    md_table(summary_of(transform(rows, design = method), "design", 0.92, 0.985)),
    "The worst cells:", "",
    md_table(worst_of(transform(rows, design = paste(design, method, sep = ": ")), 12,
                      c("n", "share", "area", "clusters", "curve", "forecasts")))
  )
}
