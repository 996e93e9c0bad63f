# Bands of curves: roc_band().

covers_all <- function(low, high, truth) all(low <= truth + 1e-9 & truth <= high + 1e-9)

places_of_bands <- 0:100 / 100

# For a sample of two normal classes: whether the band has all of the true curve, and its width.
band_by_rate <- function(by, type) {
  function(sample, distance) {
    band <- WeightedROC::roc_band(sample$score, sample$label, sample$weight, at = places_of_bands,
                                  by = by, type = type)
    truth <- if (by == "FPR") {
      stats::pnorm(distance + stats::qnorm(places_of_bands))
    } else {
      stats::pnorm(stats::qnorm(places_of_bands) - distance)
    }
    c(covers_all(band$conf.low, band$conf.high, truth), mean(band$conf.high - band$conf.low))
  }
}

# At the scores that true rates from .998 down belong to, all at once or the least one alone.
band_by_threshold <- function(type) {
  function(sample, distance) {
    at <- distance - c(2.88, 1.81, 0.81, 0)
    if (type == "pointwise") at <- at[[2L]]
    band <- WeightedROC::roc_band(sample$score, sample$label, sample$weight, at = at,
                                  by = "threshold", type = type)
    truth <- as.vector(rbind(stats::pnorm(distance - at), stats::pnorm(at)))
    width <- (band$conf.high - band$conf.low)[band$rate == "TPR"]
    c(covers_all(band$conf.low, band$conf.high, truth), mean(width))
  }
}

# One place of a curve, to see that it holds alone.
band_at_one_rate <- function(sample, distance) {
  band <- WeightedROC::roc_band(sample$score, sample$label, sample$weight, at = 0.2)
  c(covers_all(band$conf.low, band$conf.high, stats::pnorm(distance + stats::qnorm(0.2))),
    band$conf.high - band$conf.low)
}

methods_for_bands <- list(
  "pointwise, TPR at FPR .2" = band_at_one_rate,
  "equal-precision by FPR" = band_by_rate("FPR", "equal-precision"),
  "equal-precision by TPR" = band_by_rate("TPR", "equal-precision"),
  "fixed-width by FPR" = band_by_rate("FPR", "fixed-width"),
  "equal-precision by threshold" = band_by_threshold("equal-precision"),
  "fixed-width by threshold" = band_by_threshold("fixed-width")
)

cells_for_bands <- function() {
  cells_of("normal", n = c(200, 1000), share = c(0.1, 0.3), area = c(0.8, 0.95), sigma = c(0, 1))
}

try_bands <- function(repetitions) {
  repetitions <- ceiling(repetitions / 4)
  try_cells("bands", cells_for_bands(), 40000L, function(cell) {
    draw <- independent_weights(cell$sigma)(cell)
    distance <- distance_of(cell$area)
    found <- array(NA_real_, c(2L, length(methods_for_bands), repetitions))
    effective <- numeric(repetitions)
    for (i in seq_len(repetitions)) {
      sample <- draw()
      effective[[i]] <- effective_positives(sample)
      found[, , i] <- vapply(methods_for_bands, function(method) method(sample, distance), numeric(2L))
    }
    data.frame(method = names(methods_for_bands), nominal = 0.95, rate = rowMeans(found[1L, , ]),
               width = apply(found[2L, , ], 1L, stats::median), n_eff_pos = stats::median(effective),
               repetitions = repetitions)
  })
}

promises_of_bands <- function(rows) {
  all_at_once <- rows[!grepl("^pointwise", rows$method), ]
  promise_of(all_at_once, "`roc_band()`, all rates at once", 0.93, 1, 1)
}

section_of_bands <- function(rows) {
  c(
    "## Bands: `roc_band()`", "",
    "Coverage, %, of the whole true curve at FPR 0, 0.01, ..., 1 (by threshold of both rates at four",
    "thresholds), in brackets the median width; samples of two normal classes.", "",
    md_table(table_of_bands(rows))
  )
}

# A row for each design, a column for each band.
table_of_bands <- function(rows) {
  designs <- unique(rows[c("area", "n", "share", "sigma")])
  key <- function(frame) do.call(paste, frame[names(designs)])
  cells <- lapply(unique(rows$method), function(method) {
    found <- rows[rows$method == method, ]
    found <- found[match(key(designs), key(found)), ]
    sprintf("%s (%.2f)", percent(found$rate), found$width)
  })
  c(as.list(designs), structure(cells, names = unique(rows$method)))
}
