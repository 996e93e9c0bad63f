# What is nothing but rounding. There is no absolute tolerance: what a sum lost depends on its terms alone.

# A sum that is smaller than this, beside the sum of the absolute values of its terms, has lost all of its digits,
# or all but the last ones. The core has the same number in `inference/rounding.rs`.
rounding <- 64 * .Machine$double.eps

# An eigenvalue that is smaller, beside the largest one, is 0.
singular <- 1e-10

# Sums, or 0 where they are nothing but rounding. `terms` are the sums of the absolute values of what was added
# up.
without_rounding <- function(sum, terms) {
  sum[which(abs(sum) <= rounding * terms)] <- 0
  sum
}

# a - b without rounding.
difference <- function(a, b) without_rounding(a - b, abs(a) + abs(b))

# contrasts %*% covariance %*% t(contrasts) without rounding.
covariance_between <- function(contrasts, covariance) {
  without_rounding(contrasts %*% covariance %*% t(contrasts),
                   abs(contrasts) %*% abs(covariance) %*% t(abs(contrasts)))
}
