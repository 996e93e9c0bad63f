# Tests of one area against a value, by what estimate_of() says of it.

# The model of auc_ci()'s score interval, at the value that is tested: so it leaves out what this test
# rejects.
score_test_of_one <- function(found, question) {
  std.error <- sqrt(found$variance)
  if (is.na(std.error)) {
    return(undefined_test(std.error))
  }
  spread <- shrunken_spread(found)
  at <- function(null) {
    model <- spread$fg * unwrap(placement_variances(null))
    list(statistic = c(t = (found$area - null) / sqrt(model)), parameter = c(df = spread$df),
         upper_tail = function(t) stats::pt(-t, spread$df))
  }
  end <- function(tail, side) {
    quantile <- stats::qt(tail, spread$df, lower.tail = FALSE)
    score_ends_of(found$area, quantile^2 * spread$fg)[[if (side < 0) "low" else "high"]]
  }
  answer_to(question, at, end, std.error)
}

wald_test_of_one <- function(found, question) {
  wald_test(found$area, sqrt(found$variance), Inf, question)
}
