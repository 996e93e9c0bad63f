test_that("a matrix or list of no scores is an error", {
  for (f in list(auc_wmw, auc_ci, roc_influence)) {
    expect_wroc_error(f(matrix(numeric(), 2, 0), 0:1), "empty",
                      sprintf("`%s` must have at least one score.", name_of_scores(f)),
                      argument = name_of_scores(f))
    expect_wroc_error(f(list(), 0:1), "empty",
                      sprintf("`%s` must have at least one score.", name_of_scores(f)))
  }
})

test_that("a column of scores without a name goes by its number", {
  set.seed(1)
  label <- rep(0:1, 10)
  scores <- matrix(rnorm(60), 20, dimnames = list(NULL, c("a", NA, "")))
  expect_identical(auc_ci(scores, label)$score, c("a", "2", "3"))
  expect_identical(names(auc_test(scores, label = label)$estimate), c("a", "2", "3"))
  too_few <- as.list(as.data.frame(scores))
  attr(too_few, "names") <- c("a", "b")
  expect_identical(auc_ci(too_few, label)$score, c("a", "b", "3"))
  expect_identical(auc_ci(unname(scores), label)$score, c("1", "2", "3"))
})

test_that("a list is its scores, whatever dimensions it has", {
  scores <- list(a = c(1, 3, 2, 4), b = c(2, 1, 4, 3))
  in_column <- structure(scores, dim = c(2L, 1L), names = names(scores))
  expect_identical(auc_ci(in_column, c(0, 1, 0, 1)), auc_ci(scores, c(0, 1, 0, 1)))
})
