# Intervals of areas of multiply imputed scores: auc_pool().

# A score of which some 40% is missing, more often where a covariate is large that correlates with it by 0.7
# within a class, and among the positives.
draw_gaps <- function(size, area) {
  label <- rep(1:0, size)
  n <- length(label)
  function() {
    covariate <- rnorm(n)
    score <- distance_of(area) * label + 0.7 * covariate + sqrt(0.51) * rnorm(n)
    missing <- runif(n) < plogis(1.5 * covariate + 0.5 * label - 0.7)
    list(score = replace(score, missing, NA), label = label, covariate = covariate)
  }
}

# A proper imputation by the normal linear regression that is true: its variance and its coefficients are
# drawn, then the scores.
imputed <- function(s, times) {
  x <- cbind(1, s$covariate, s$label)
  gaps <- is.na(s$score)
  fit <- lm.fit(x[!gaps, ], s$score[!gaps])
  root <- backsolve(qr.R(fit$qr), diag(3L))
  lapply(seq_len(times), function(i) {
    sigma <- sqrt(sum(fit$residuals^2) / rchisq(1L, fit$df.residual))
    drawn <- fit$coefficients + sigma * root %*% rnorm(3L)
    replace(s$score, gaps, x[gaps, ] %*% drawn + sigma * rnorm(sum(gaps)))
  })
}

cells <- function() {
  rows <- expand.grid(size = 1:3, area = c(0.7, 0.85, 0.95))
  sizes <- list(c(30, 70), c(80, 320), c(300, 300))
  lapply(split(rows, seq_len(nrow(rows)), drop = TRUE), function(row) {
    design <- sprintf("%s, AUC %g", paste(sizes[[row$size]], collapse = " + "), row$area)
    cell("interval", "AUC, imputed scores", design, draw_gaps(sizes[[row$size]], row$area), function(s) {
      found <- lapply(imputed(s, 10L), function(score) auc_ci(score, s$label, method = "logit"))
      # An area of 1 has no logit, and no interval.
      pooled <- tryCatch(auc_pool(found), wroc_error = function(e) NULL)
      if (is.null(pooled)) pooled <- list(conf.low = NA, conf.high = NA)
      list(ours = covered(pooled$conf.low, pooled$conf.high, row$area))
    })
  })
}
