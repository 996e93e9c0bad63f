with_threads <- function(threads, code) {
  old <- options(WeightedROC.threads = threads)
  on.exit(options(old))
  code
}

# Threads share the sort of the fewer, and all of the work on the others.
test_that("the number of threads changes no bit", {
  skip_on_cran()
  set.seed(1)
  for (n in c(50000, 300000)) {
    d <- data.frame(guess = rnorm(n), other = rnorm(n), label = rep(0:1, n / 2),
                    weight = 10^runif(n, -6, 6) * rbinom(n, 1, 0.9))
    of <- function(threads) {
      with_threads(threads, with(d, {
        curve <- WeightedROC(guess, label, weight)
        list(curve, auc_wmw(guess, label, weight), roc_at(curve, prior = c(0.1, 0.4)),
             auc_ci(cbind(guess, other), label, abs(guess)))
      }))
    }
    one <- of(1)
    for (threads in list(2L, 3, 8)) expect_identical(of(threads), one)
  }
})

test_that("an option that is no number of threads is an error where it would be used", {
  many <- rep(0:1, 20000)
  for (threads in list(0, -2, 1.5, NA_real_, 1e6)) {
    expect_wroc_error(
      with_threads(threads, auc_wmw(many, many)), "option",
      sprintf("Option `WeightedROC.threads` must be a whole number from 1 to 1024, not %s.",
              format(threads, scientific = FALSE)),
      argument = "WeightedROC.threads", value = threads
    )
  }
  expect_wroc_error(
    with_threads("two", WeightedROC(many, many)), "option",
    paste("Option `WeightedROC.threads` must be a whole number from 1 to 1024,",
          "not a vector of type character.")
  )
  expect_identical(with_threads("two", auc_wmw(0:1, 0:1)), 1)
})
