# Whether tests have the power that auc_power() promises. For each cell auc_power() finds `n` for a
# power of 0.8, rounded up to whole numbers of both classes, and the power of those is the nominal one.

# One sample of two normal scores, or of one, or two samples.
draw_planned <- function(cell, n_pos, n_neg) {
  label <- rep(1:0, c(n_pos, n_neg))
  number <- n_pos + n_neg
  weight <- function() {
    if (is.na(cell$sigma)) rep(1, number) else stats::rlnorm(number, -cell$sigma^2 / 2, cell$sigma)
  }
  rho <- if (is.na(cell$correlation)) 0 else cell$correlation
  function() {
    first <- stats::rnorm(number)
    second <- rho * first + sqrt(1 - rho^2) * stats::rnorm(number)
    list(label = label, weight = weight(), other = list(label = label, weight = weight()),
         first = first + distance_of(cell$area) * label,
         second = if (!is.na(cell$area2)) second + distance_of(cell$area2) * label)
  }
}

# Whether the test that was planned rejects, by the lower end of the interval at 95%: the null value is
# `auc0` or a difference of minus the margin.
rejects <- function(cell) {
  margin <- if (is.na(cell$margin)) 0 else cell$margin
  if (is.na(cell$area2)) {
    return(function(s) {
      WeightedROC::auc_ci(s$first, s$label, s$weight)$conf.low > cell$auc0 - margin
    })
  }
  if (is.na(cell$correlation)) {
    return(function(s) {
      WeightedROC::auc_test_unpaired(s$first, s$label, s$second, s$other$label, s$weight,
                                     s$other$weight)$conf.int[[1L]] > -margin
    })
  }
  function(s) {
    WeightedROC::auc_test(cbind(s$first, s$second), s$label, s$weight)$conf.int[[1L]] > -margin
  }
}

planned <- function(cell, ...) {
  known <- Filter(function(x) !is.na(x), cell[c("auc0", "correlation", "margin")])
  arguments <- c(list(auc = cell$area, ratio = cell$ratio, ...), known,
                 if (!is.na(cell$area2)) list(auc2 = cell$area2),
                 # Kish's effect of log-normal weights of mean 1.
                 if (!is.na(cell$sigma)) list(weight = stats::qlnorm(stats::ppoints(2000), 0, cell$sigma)))
  do.call(WeightedROC::auc_power, arguments)
}

cells_for_power <- function() {
  cell <- function(design, ...) data.frame(design = design, ..., stringsAsFactors = FALSE)
  one <- function(area, auc0, ...) cell("one area", area = area, auc0 = auc0, ...)
  paired <- function(area, area2, ...) {
    cell("scores of the same observations", area = area, area2 = area2, ...)
  }
  apart <- function(area, area2, ...) cell("independent samples", area = area, area2 = area2, ...)
  stack(
    one(0.65, 0.5, ratio = 1), one(0.72, 0.5, ratio = 4), one(0.85, 0.7, ratio = 2),
    one(0.9, 0.8, ratio = 1), one(0.95, 0.9, ratio = 5), one(0.8, 0.5, ratio = 1),
    one(0.75, 0.65, ratio = 3, sigma = 0.7), one(0.88, 0.88, ratio = 2, margin = 0.06),
    paired(0.8, 0.7, correlation = 0.5, ratio = 1), paired(0.85, 0.8, correlation = 0.7, ratio = 4),
    paired(0.95, 0.88, correlation = 0.3, ratio = 3), paired(0.7, 0.6, correlation = 0, ratio = 2),
    paired(0.78, 0.7, correlation = 0.4, ratio = 2, sigma = 0.7),
    paired(0.82, 0.82, correlation = 0.6, ratio = 1, margin = 0.05),
    paired(0.92, 0.94, correlation = 0.5, ratio = 3, margin = 0.06),
    apart(0.8, 0.65, ratio = 1), apart(0.9, 0.8, ratio = 3), apart(0.95, 0.85, ratio = 2),
    apart(0.85, 0.7, ratio = 2, sigma = 0.7), apart(0.8, 0.8, ratio = 1, margin = 0.1)
  )
}

try_power <- function(repetitions) {
  try_cells("power", cells_for_power(), 82000L, function(cell) {
    n_pos <- ceiling(planned(cell, power = 0.8)$n)
    n_neg <- ceiling(cell$ratio * n_pos)
    cell$ratio <- n_neg / n_pos
    draw <- draw_planned(cell, n_pos, n_neg)
    reject_planned <- rejects(cell)
    found <- vapply(seq_len(repetitions), function(i) isTRUE(reject_planned(draw())), NA)
    data.frame(method = "auc_power", nominal = planned(cell, n = n_pos)$power, rate = mean(found),
               width = NA_real_, n_eff_pos = n_pos, repetitions = repetitions)
  })
}

section_of_power <- function(rows) {
  shown <- rows[c("design", "area", "auc0", "area2", "correlation", "margin", "sigma", "ratio")]
  shown[] <- lapply(shown, function(x) ifelse(is.na(x), "", as.character(x)))
  shown$positives <- rows$n_eff_pos
  shown[["promised, %"]] <- percent(rows$nominal)
  shown[["found, %"]] <- percent(rows$rate)
  c(
    "## Power: `auc_power()`", "",
    "The number of positives that `auc_power()` says a power of 80% takes, two-sided at 5%, and how often",
    "the package's own test rejects in samples of that size. `sigma` is that of log-normal weights.", "",
    md_table(shown)
  )
}
