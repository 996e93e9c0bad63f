# Areas of several classes.

iris_scores <- function(digits = 1) {
  round(with(iris, cbind(setosa = -Petal.Length, versicolor = -abs(Petal.Width - 1.3),
                         virginica = Sepal.Length + Petal.Width)), digits)
}

hostile <- function(n, classes, seed, orders = 0) {
  set.seed(seed)
  label <- c(seq_len(classes), sample.int(classes, n - classes, replace = TRUE))
  scores <- matrix(round(rnorm(n * classes), 1), n, dimnames = list(NULL, seq_len(classes)))
  scores[sample(length(scores), 5)] <- c(Inf, -Inf, 0, -0, 5e-324)
  list(label = label, scores = scores, weight = 10^(orders * (runif(n) - 0.5)))
}

# From the definition, pair by pair.
areas_by_definition <- function(scores, label, weight) {
  classes <- colnames(scores)
  area <- function(i, others) {
    of <- which(label == i)
    other <- which(label %in% others)
    wins <- outer(scores[of, i], scores[other, i], function(x, y) (x > y) + (x == y) / 2)
    sum(outer(weight[of], weight[other]) * wins) / (sum(weight[of]) * sum(weight[other]))
  }
  pairs <- unlist(lapply(classes, function(i) vapply(setdiff(classes, i), function(j) area(i, j), 0)))
  rest <- vapply(classes, function(i) area(i, setdiff(classes, i)), 0)
  share <- vapply(classes, function(i) sum(weight[label == i]), 0) / sum(weight)
  unname(c(mean(pairs), mean(rest), sum(share * rest), rest))
}

influences_of_classes <- function(x) {
  observed <- observations_of_classes(x$scores, x$label, x$weight, NULL, FALSE)
  matrix(classes_influences(scored(observed, "delong"))$influences, length(x$label))
}

test_that("areas are those of the definition", {
  for (seed in 1:30) {
    x <- hostile(30 + seed, 2 + seed %% 5, seed, orders = c(0, 4, 24)[[1 + seed %% 3]])
    found <- auc_multiclass(x$scores, x$label, x$weight)
    expect_close(found$estimate, areas_by_definition(x$scores, x$label, x$weight), 1e-12, 1e-15)
  }
})

test_that("M is pROC's, rows being repeated by their weights", {
  reference <- read_reference("proc-multiclass")
  for (i in seq_len(nrow(reference))) {
    weight <- rep_len(seq_len(reference$cycle[[i]]), 150)
    found <- auc_multiclass(iris_scores(reference$digits[[i]]), iris$Species, weight)
    expect_close(found$estimate[[1]], reference$area[[i]], 1e-14)
  }
})

test_that("influences are the derivatives by the weights", {
  for (seed in 1:4) {
    x <- hostile(25, 1 + seed, seed, orders = 2)
    numeric <- vapply(seq_along(x$label), function(i) {
      moved <- function(by) {
        areas_by_definition(x$scores, x$label, replace(x$weight, i, x$weight[[i]] * (1 + by)))
      }
      (moved(1e-4) - moved(-1e-4)) / 2e-4
    }, numeric(4 + seed))
    expect_lt(max(abs(influences_of_classes(x) - t(numeric))), 1e-8)
  }
})

test_that("two classes with complementary scores are those of auc_ci()", {
  x <- hostile(60, 2, 5, orders = 1)
  x$scores[, 2] <- -x$scores[, 1]
  cluster <- rep_len(1:20, 60)
  same <- c("estimate", "std.error", "conf.low", "conf.high", "df")
  for (clusters in list(NULL, cluster)) {
    found <- auc_multiclass(x$scores, x$label, x$weight, clusters)
    expected <- auc_ci(x$scores[, 1], x$label == 1, x$weight, clusters)
    for (row in 1:5) expect_equal(unlist(found[row, same]), unlist(expected[same]), tolerance = 1e-10)
  }
})

test_that("weights of 0, order, scale and the order of columns change nothing", {
  x <- hostile(50, 4, 6, orders = 2)
  cluster <- rep_len(1:15, 50)
  whole <- auc_multiclass(x$scores, x$label, x$weight, cluster)
  order <- sample(50)
  expect_equal(auc_multiclass(x$scores[order, ], x$label[order], x$weight[order], cluster[order]), whole)
  expect_equal(auc_multiclass(x$scores, x$label, x$weight * 1e290, cluster), whole)
  expect_equal(auc_multiclass(2 * x$scores, x$label, x$weight * 1e-290, cluster), whole)
  none <- c(x$weight, 0, 0)
  expect_equal(auc_multiclass(rbind(x$scores, 1, 2), c(x$label, 1, 3), none, c(cluster, 99, 1)), whole)
  turned <- auc_multiclass(x$scores[, 4:1], x$label, x$weight, cluster)
  expect_equal(turned$estimate, whole$estimate[c(1:3, 7:4)])
  expect_equal(turned$std.error, whole$std.error[c(1:3, 7:4)])
})

test_that("rows of one cluster each are as without clusters, and the covariance is that of the rows", {
  x <- hostile(40, 3, 7, orders = 1)
  found <- auc_multiclass(x$scores, x$label, x$weight)
  expect_equal(auc_multiclass(x$scores, x$label, x$weight, 1:40), found)
  expect_equal(sqrt(diag(vcov(found))), found$std.error)
  expect_identical(dim(vcov(found)), c(6L, 6L))
  expect_error(vcov(found[1:3, ]), class = "wroc_error_length")
})

test_that("several classifiers have rows of their own, and a test of what divides them", {
  x <- hostile(80, 3, 8, orders = 1)
  y <- x$scores + rnorm(240)
  both <- auc_multiclass(list(x = x$scores, y = y[, 3:1]), x$label, x$weight)
  expect_identical(both$score, rep(c("x", "y"), each = 6))
  expect_equal(both$estimate[7:12], auc_multiclass(y, x$label, x$weight)$estimate)
  test <- auc_test_multiclass(list(x = x$scores, y = y), x$label, x$weight, "macro")
  contrast <- c(1, -1)
  covariance <- vcov(both)[c(2, 8), c(2, 8)]
  std.error <- sqrt(drop(contrast %*% covariance %*% contrast))
  expect_equal(unname(test$statistic), (both$estimate[[2]] - both$estimate[[8]]) / std.error)
  u <- influences_of_classes(x)[, 2] - influences_of_classes(replace(x, "scores", list(y)))[, 2]
  expect_equal(unname(test$parameter), 2 / (sum(u^4) / sum(u^2)^2 - 1 / 80))
  three <- auc_test_multiclass(list(x$scores, y, -y), x$label, x$weight, adjust = "max-t")
  expect_identical(three$contrasts$score1, c("1", "1", "2"))
})

test_that("missing observations are left out when that is asked for", {
  x <- hostile(40, 3, 9)
  x$scores[[2, 3]] <- NA
  x$label[[5]] <- NA
  expect_error(auc_multiclass(x$scores, x$label), class = "wroc_error_missing")
  kept <- setdiff(1:40, c(2, 5))
  expect_equal(auc_multiclass(x$scores, x$label, na.rm = TRUE),
               auc_multiclass(x$scores[kept, ], x$label[kept]))
})

test_that("labels are of any type that names columns", {
  scores <- iris_scores()
  whole <- auc_multiclass(scores, iris$Species)
  expect_identical(auc_multiclass(as.data.frame(scores), as.character(iris$Species)), whole)
  coded <- scores
  colnames(coded) <- 1:3
  expect_identical(auc_multiclass(coded, as.integer(iris$Species))$estimate, whole$estimate)
  expect_identical(auc_multiclass(coded[, 1:2][1:100, ], rep(c(1, 2), each = 50))$class[4:5], c("1", "2"))
})

test_that("what is wrong is said", {
  scores <- iris_scores()
  label <- iris$Species
  expect_wroc_error_of(auc_multiclass(), "absent", "guess")
  expect_wroc_error_of(auc_multiclass(scores), "absent", "label")
  expect_wroc_error_of(auc_multiclass(scores[, 1], label), "type", "guess")
  expect_wroc_error_of(auc_multiclass(scores[, 1, drop = FALSE], label), "too_few", "guess")
  expect_wroc_error_of(auc_multiclass(unname(scores), label), "names", "guess")
  expect_wroc_error_of(auc_multiclass(list(), label), "empty", "guess")
  expect_wroc_error_of(auc_multiclass(list(a = scores, b = scores[, 1:2]), label), "names", "guess")
  expect_wroc_error_of(auc_multiclass(scores, rep("rose", 150)), "labels", "label")
  expect_wroc_error_of(auc_multiclass(scores, label[-1]), "length", "guess")
  expect_wroc_error_of(auc_multiclass(scores, list(1)), "type", "label")
  expect_wroc_error_of(auc_multiclass(scores, replace(label, 7, NA)), "missing", "label")
  expect_wroc_error_of(auc_multiclass(scores[1:100, ], label[1:100]), "no_weight", "label")
  expect_wroc_error_of(auc_multiclass(scores, label, rep(0:1, c(50, 100))), "no_weight", "label")
  expect_wroc_error_of(auc_multiclass(scores, label, rep(-1, 150)), "weight", "weight")
  expect_wroc_error_of(auc_multiclass(scores, label, cluster = 1:3), "length", "cluster")
  expect_wroc_error_of(auc_multiclass(scores, label, conf.level = 2), "range", "conf.level")
  expect_wroc_error_of(auc_multiclass(replace(scores, 3, NaN), label), "missing", "guess")
  expect_wroc_error_of(auc_test_multiclass(scores, label), "too_few", "guess")
  expect_wroc_error_of(auc_test_multiclass(list(scores, scores, scores), label, alternative = "less"),
                       "choice", "alternative")
})

test_that("one observation of a class says nothing of how it varies", {
  x <- hostile(30, 3, 10)
  x$label <- c(1, rep(2:3, length.out = 29))
  expect_warning(found <- auc_multiclass(x$scores, x$label), class = "wroc_warning_undefined")
  expect_true(all(is.na(found$std.error)))
})

test_that("means of areas of 1 are not beyond it", {
  for (seed in 1:200) {
    set.seed(seed)
    weight <- 10^runif(6, -12, 12)
    scores <- cbind(a = c(2, 2, 0, 3, 1, 0), b = c(0, 1, 5, 1, 5, 5))
    found <- auc_multiclass(scores, c("a", "a", "b", "a", "b", "b"), weight)
    expect_lte(max(found$estimate), 1)
  }
})

test_that("weights may be as large or small as numbers are, and no class need have a sum", {
  set.seed(21)
  n <- 150L
  classes <- c("a", "b", "c")
  guess <- matrix(rnorm(3 * n), n, dimnames = list(NULL, classes))
  label <- rep(classes, 50)
  other <- guess + rnorm(3 * n)
  # Halves of whole numbers: their doubles are exact in any unit.
  weight <- sample(40, n, TRUE) / 2
  unit <- rep(1:30, 5)
  for (cluster in list(NULL, unit)) {
    expected <- auc_multiclass(guess, label, weight, cluster)
    test <- auc_test_multiclass(list(a = guess, b = other), label, weight, cluster = cluster)
    # The largest weight is that of the largest double; sums of a class, and of all but one, are none.
    for (power in c(-1070, -600, 600, 1015, 1019)) {
      expect_equal(auc_multiclass(guess, label, weight * 2^power, cluster), expected, tolerance = 1e-13)
      found <- auc_test_multiclass(list(a = guess, b = other), label, weight * 2^power, cluster = cluster)
      expect_equal(found$p.value, test$p.value, tolerance = 1e-12)
    }
    ones <- auc_multiclass(guess, label, cluster = cluster)
    expect_equal(auc_multiclass(guess, label, rep(1.6e306, n), cluster), ones, tolerance = 1e-13)
    expect_equal(auc_multiclass(guess, label, rep(.Machine$double.xmax, n), cluster), ones, tolerance = 1e-13)
  }
  expect_wroc_error_of(auc_multiclass(guess, label, c(rep(1.7e308, n - 1), -1)), "weight", "weight")
  expect_wroc_error_of(auc_multiclass(guess, label, c(rep(1.7e308, n - 1), Inf)), "weight", "weight")
  expect_wroc_error_of(auc_multiclass(guess, label, c(rep(1.7e308, n - 1), NaN)), "missing", "weight")
})

test_that("a survey design gives areas of several classes its own variance", {
  skip_if_not_installed("survey")
  data(api, package = "survey", envir = environment())
  scores <- as.matrix(data.frame(E = apiclus1$api00, H = -apiclus1$api00, M = apiclus1$meals))
  design <- survey::svydesign(~dnum, weights = ~pw, data = apiclus1, fpc = ~fpc)
  found <- auc_multiclass(scores, apiclus1$stype, design)
  expect_equal(found$estimate, auc_multiclass(scores, apiclus1$stype, apiclus1$pw)$estimate)
  # The total of the influences by weight.
  x <- list(scores = scores, label = apiclus1$stype, weight = apiclus1$pw)
  total <- survey::svytotal(influences_of_classes(x) / apiclus1$pw, design)
  expect_close(vcov(found), unname(as.matrix(vcov(total))), 1e-10)
  # Replicate weights.
  replicates <- survey::as.svrepdesign(design)
  by_weights <- function(w, data) auc_multiclass(scores, data$stype, w)$estimate
  expected <- survey::withReplicates(replicates, by_weights)
  found <- auc_multiclass(scores, apiclus1$stype, replicates)
  expect_close(found$std.error, as.vector(survey::SE(expected)), 1e-10)
  # Two classes are the one area.
  two <- as.matrix(data.frame(Yes = apiclus1$api00, No = -apiclus1$api00))
  one <- auc_svy(sch.wide ~ api00, design, positive = "Yes")
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "df")
  found <- auc_multiclass(two, apiclus1$sch.wide, design)
  expect_close(unlist(found[4L, columns]), unlist(one[columns]), 1e-9)
  # A test of two classifiers.
  other <- scores[, 3:1]
  colnames(other) <- colnames(scores)
  test <- auc_test_multiclass(list(scores, other), apiclus1$stype, design)
  both <- auc_multiclass(list(scores, other), apiclus1$stype, design)
  difference <- both$estimate[[1L]] - both$estimate[[7L]]
  v <- vcov(both)[c(1, 7), c(1, 7)]
  expect_close(test$statistic, c(t = difference / sqrt(v[1, 1] + v[2, 2] - 2 * v[1, 2])), 1e-10)
  expect_lte(test$parameter, survey::degf(design))
  clustered <- function() auc_multiclass(scores, apiclus1$stype, design, cluster = apiclus1$dnum)
  expect_wroc_error_of(clustered(), "unused", "cluster")
})
