# Intervals of areas of multiply imputed scores: auc_pool().

# A score of which a part is missing, more often where a covariate is large that correlates with it
# by 0.7 within a class, and among the positives.
with_gaps <- function(cell) {
  label <- labels_of_cell(cell)
  d <- distance_of(cell$area)
  function() {
    covariate <- stats::rnorm(cell$n)
    score <- d * label + 0.7 * covariate + sqrt(0.51) * stats::rnorm(cell$n)
    missing <- stats::runif(cell$n) < stats::plogis(1.5 * covariate + 0.5 * label - 0.7)
    score[missing] <- NA
    list(score = score, label = label, covariate = covariate, weight = rep(1, cell$n))
  }
}

# A proper imputation by the normal linear regression that is true: its variance and its coefficients
# are drawn, then the scores.
imputed <- function(sample, m) {
  x <- cbind(1, sample$covariate, sample$label)
  gaps <- is.na(sample$score)
  fit <- stats::lm.fit(x[!gaps, ], sample$score[!gaps])
  root <- backsolve(qr.R(fit$qr), diag(3L))
  lapply(seq_len(m), function(i) {
    sigma <- sqrt(sum(fit$residuals^2) / stats::rchisq(1L, fit$df.residual))
    drawn <- fit$coefficients + sigma * root %*% stats::rnorm(3L)
    score <- sample$score
    score[gaps] <- x[gaps, ] %*% drawn + sigma * stats::rnorm(sum(gaps))
    score
  })
}

pooled_by <- function(transform) {
  function(sample) {
    found <- lapply(imputed(sample, sample$m), function(score) {
      WeightedROC::auc_ci(score, sample$label, transform = "logit")
    })
    # An area of 1 has no logit, and no interval.
    row <- tryCatch(WeightedROC::auc_pool(found, transform = transform), wroc_error = function(e) NULL)
    if (is.null(row)) c(NA, NA) else c(row$conf.low, row$conf.high)
  }
}

methods_for_imputation <- list(
  pooled = pooled_by("logit"),
  "pooled, no transform" = pooled_by("none"),
  "one imputation" = function(sample) {
    unlist(WeightedROC::auc_ci(imputed(sample, 1L)[[1L]], sample$label)[c("conf.low", "conf.high")])
  },
  "complete cases" = function(sample) {
    unlist(WeightedROC::auc_ci(sample$score, sample$label, na.rm = TRUE)[c("conf.low", "conf.high")])
  }
)

cells_for_imputation <- function() {
  with_sizes(cells_of("a score with gaps", m = c(5, 20), area = c(0.7, 0.85, 0.95)),
             list(c(100, 0.3), c(400, 0.2), c(1000, 0.5)))
}

try_imputation <- function(repetitions) {
  try_cells("imputation", cells_for_imputation(), 70000L, function(cell) {
    draw <- with_gaps(cell)
    cover(function() c(draw(), m = cell$m), methods_for_imputation, cell$area, ceiling(repetitions / 2))
  })
}

section_of_imputation <- function(rows) {
  rows$area <- as.character(rows$area)
  c(
    "## Imputed scores: `auc_pool()`", "",
    "A score of which some 40% is missing at random, 5 or 20 times imputed. Cells with a coverage of 93% to",
    "97.5%. `one imputation` takes it for the data, `complete cases` leaves the others out.", "",
    md_table(summary_of(rows, "area", 0.93, 0.975)),
    md_table(worst_of(rows[rows$method == "pooled", ], 5, c("n", "share", "area", "m")))
  )
}
