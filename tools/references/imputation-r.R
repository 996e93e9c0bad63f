# Estimates that package mice pools from imputed data: mice-pool.csv. The table is described in
# tests/testthat/ref-data/VERSIONS.md.
#
# Rscript tools/references/imputation-r.R, from the root of the repository

source(file.path("tools", "references", "freeze.R"))

sets <- list(
  c(0.81, 0.84, 0.79, 0.8, 0.86), c(0.55, 0.57), c(0.9312, 0.9401, 0.9287, 0.9353, 0.9366, 0.9302, 0.9411),
  c(0.7, 0.705, 0.7, 0.71), c(0.62, 0.71, 0.58)
)
errors <- list(
  c(0.03, 0.028, 0.033, 0.031, 0.027), c(0.05, 0.049), c(0.011, 0.01, 0.012, 0.011, 0.0105, 0.0115, 0.0095),
  c(0.02, 0.02, 0.02, 0.02), c(0.02, 0.019, 0.021)
)

# pool.scalar() takes n - k for the complete degrees of freedom.
pooled <- function(i, complete, logit) {
  A <- sets[[i]]
  se <- errors[[i]]
  if (logit) se <- se / (A * (1 - A))
  found <- mice::pool.scalar(if (logit) stats::qlogis(A) else A, se^2, n = complete + 1, k = 1)
  data.frame(estimates = paste(A, collapse = ";"), std.errors = paste(errors[[i]], collapse = ";"),
             transform = if (logit) "logit" else "none", complete = complete, mean = found$qbar,
             total = found$t, df = found$df, fmi = found$fmi)
}

cases <- expand.grid(i = seq_along(sets), complete = c(8, 59, 1000, Inf), logit = c(TRUE, FALSE))
freeze(do.call(rbind, Map(pooled, cases$i, cases$complete, cases$logit)), "mice-pool.csv")
