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
  observed <- class_observations(x$scores, x$label, x$weight)
  matrix(classes_influences(observed)$influences, length(x$label))
}

# The result of auc_multiclass() has all that compares classifiers.
test_of_classifiers <- function(x, label, weight = NULL, average = "pairwise", cluster = NULL, ...,
                                alternative = "two.sided", adjust = "none") {
  auc_test(auc_multiclass(x, label, weight, cluster, ...), average = average, alternative = alternative,
           adjust = adjust)
}

test_that("areas are those of the definition", {
  for (seed in 1:30) {
    x <- hostile(30 + seed, 2 + seed %% 5, seed, orders = c(0, 4, 24)[[1 + seed %% 3]])
    found <- of_few(auc_multiclass(x$scores, x$label, x$weight))
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
  test <- test_of_classifiers(list(x = x$scores, y = y), x$label, x$weight, "macro")
  contrast <- c(1, -1)
  covariance <- vcov(both)[c(2, 8), c(2, 8)]
  std.error <- sqrt(drop(contrast %*% covariance %*% contrast))
  expect_equal(unname(test$statistic), (both$estimate[[2]] - both$estimate[[8]]) / std.error)
  u <- influences_of_classes(x)[, 2] - influences_of_classes(replace(x, "scores", list(y)))[, 2]
  expect_equal(unname(test$parameter), 2 / (sum(u^4) / sum(u^2)^2 - 1 / 80))
  three <- test_of_classifiers(list(x$scores, y, -y), x$label, x$weight, adjust = "closed")
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
  expect_wroc_error_of(auc_multiclass(), "absent", "x")
  expect_wroc_error_of(auc_multiclass(scores), "absent", "label")
  expect_wroc_error_of(auc_multiclass(scores[, 1], label), "type", "x")
  expect_wroc_error_of(auc_multiclass(scores[, 1, drop = FALSE], label), "too_few", "x")
  expect_wroc_error_of(auc_multiclass(unname(scores), label), "names", "x")
  expect_wroc_error_of(auc_multiclass(list(), label), "empty", "x")
  expect_wroc_error_of(auc_multiclass(list(a = scores, b = scores[, 1:2]), label), "names", "x")
  expect_wroc_error_of(auc_multiclass(scores, rep("rose", 150)), "labels", "label")
  expect_wroc_error_of(auc_multiclass(scores, label[-1]), "length", "x")
  expect_wroc_error_of(auc_multiclass(scores, list(1)), "type", "label")
  expect_wroc_error_of(auc_multiclass(scores, replace(label, 7, NA)), "missing", "label")
  expect_wroc_error_of(auc_multiclass(scores[1:100, ], label[1:100]), "no_weight", "label")
  expect_wroc_error_of(auc_multiclass(scores, label, rep(0:1, c(50, 100))), "no_weight", "label")
  expect_wroc_error_of(auc_multiclass(scores, label, rep(-1, 150)), "weight", "weight")
  expect_wroc_error_of(auc_multiclass(scores, label, cluster = 1:3), "length", "cluster")
  expect_wroc_error_of(auc_multiclass(scores, label, conf.level = 2), "range", "conf.level")
  expect_wroc_error_of(auc_multiclass(replace(scores, 3, NaN), label), "missing", "x")
  expect_wroc_error_of(test_of_classifiers(scores, label), "too_few", "x")
  expect_wroc_error_of(test_of_classifiers(list(scores, scores, scores), label, alternative = "less"),
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
    found <- of_few(auc_multiclass(scores, c("a", "a", "b", "a", "b", "b"), weight))
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
    test <- test_of_classifiers(list(a = guess, b = other), label, weight, cluster = cluster)
    # The largest weight is that of the largest double; sums of a class, and of all but one, overflow.
    for (power in c(-1070, -600, 600, 1015, 1019)) {
      expect_equal(auc_multiclass(guess, label, weight * 2^power, cluster), expected, tolerance = 1e-13)
      found <- test_of_classifiers(list(a = guess, b = other), label, weight * 2^power, cluster = cluster)
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
  one <- auc_ci(weighted_roc(sch.wide ~ api00, design, positive = "Yes"))
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "df")
  found <- auc_multiclass(two, apiclus1$sch.wide, design)
  expect_close(unlist(found[4L, columns]), unlist(one[columns]), 1e-9)
  # A test of two classifiers.
  other <- scores[, 3:1]
  colnames(other) <- colnames(scores)
  test <- test_of_classifiers(list(scores, other), apiclus1$stype, design)
  both <- auc_multiclass(list(scores, other), apiclus1$stype, design)
  difference <- both$estimate[[1L]] - both$estimate[[7L]]
  v <- vcov(both)[c(1, 7), c(1, 7)]
  expect_close(test$statistic, c(t = difference / sqrt(v[1, 1] + v[2, 2] - 2 * v[1, 2])), 1e-10)
  expect_lte(test$parameter, survey::degf(design))
  clustered <- function() auc_multiclass(scores, apiclus1$stype, design, cluster = apiclus1$dnum)
  expect_wroc_error_of(clustered(), "unused", "cluster")
})

both_of <- function(x) {
  x$scores[, 2] <- -x$scores[, 1]
  x
}

of_interval <- c("estimate", "std.error", "conf.low", "conf.high", "df")

# Fold by fold, the classes in turn; clusters of two within these.
folded <- function(n = 48L, classes = 3L, folds = 4L, seed = 31L) {
  x <- hostile(n, classes, seed, orders = 1)
  x$label <- rep_len(seq_len(classes), n)
  x$fold <- rep(seq_len(folds), each = n / folds)
  x$cluster <- (seq_len(n) + 1L) %/% 2L
  x
}

test_that("counts are repeated rows", {
  x <- hostile(60, 3, 31)
  times <- rep_len(1:3, 60)
  rows <- rep(1:60, times)
  y <- x$scores + rnorm(180)
  cluster <- rep_len(1:15, 60)
  for (clusters in list(NULL, cluster)) {
    counted <- auc_multiclass(x$scores, x$label, times, clusters, variance = "frequency")
    repeated <- auc_multiclass(x$scores[rows, ], x$label[rows], NULL, clusters[rows])
    expect_equal(counted, repeated, tolerance = 1e-9)
    counted <- test_of_classifiers(list(x$scores, y), x$label, times, cluster = clusters,
                                   variance = "frequency")
    repeated <- test_of_classifiers(list(x$scores[rows, ], y[rows, ]), x$label[rows],
                                    cluster = clusters[rows])
    expect_equal(counted[c("p.value", "parameter")], repeated[c("p.value", "parameter")], tolerance = 1e-9)
  }
  expect_message(auc_multiclass(round(x$scores + 10 * runif(180), 9), x$label, times),
                 class = "wroc_message_counts")
  counted <- function() auc_multiclass(x$scores, x$label, times / 2, variance = "frequency")
  expect_wroc_error_of(counted(), "weight", "weight")
})

# Of whom a part was selected, by a covariate and the class.
selected_of_classes <- function(n = 60L, classes = 3L, seed = 32L) {
  x <- hostile(n, classes, seed)
  x$z <- rnorm(n)
  x$selected <- runif(n) < plogis(x$z + (x$label == 1) + 0.5)
  x$weight <- x$selected / fitted(model_of_classes(x))
  x
}

model_of_classes <- function(x, v = rep(1, length(x$label))) {
  data <- data.frame(selected = x$selected, z = x$z, first = x$label == 1, v)
  suppressWarnings(glm(selected ~ z + first, binomial, data, weights = v, epsilon = 1e-15, maxit = 100))
}

test_that("estimated weights have the standard error of refitting their model", {
  skip_on_cran()
  x <- selected_of_classes()
  refitted <- vapply(seq_along(x$label), function(i) {
    moved <- function(by) {
      v <- replace(rep(1, 60), i, 1 + by)
      areas_by_definition(x$scores, x$label, v * x$selected / fitted(model_of_classes(x, v)))
    }
    (8 * (moved(1e-4) - moved(-1e-4)) - moved(2e-4) + moved(-2e-4)) / 12e-4
  }, numeric(6))
  weighted <- sum(x$selected)
  expected <- rowSums(refitted^2) / colSums(influences_of_classes(x)^2) * weighted / (weighted - 3)
  plain <- auc_multiclass(x$scores, x$label, x$weight)
  found <- auc_multiclass(x$scores, x$label, x$weight, weights_model = model_of_classes(x))
  expect_close((found$std.error / plain$std.error)^2, expected, 1e-7)
  expect_identical(found$estimate, plain$estimate)
  # The model that variances are drawn to counts as 4.
  expect_true(all(found$df <= 60 - 3 - 3 + 4))
  # A factor of two covariances is the product of the factors of both variances.
  expected <- tcrossprod(refitted[1:2, ])[1, 2] * weighted / (weighted - 3) *
    prod(plain$std.error[1:2] / sqrt(colSums(influences_of_classes(x)[, 1:2]^2)))
  expect_close(vcov(found)[1, 2], expected, 1e-6)
})

test_that("estimated weights of two classes are those of auc_ci(), and of nothing none", {
  x <- both_of(selected_of_classes(classes = 2L))
  model <- model_of_classes(x)
  cluster <- rep_len(1:20, 60)
  for (clusters in list(NULL, cluster)) {
    found <- auc_multiclass(x$scores, x$label, x$weight, clusters, weights_model = model)
    expected <- auc_ci(x$scores[, 1], x$label == 1, x$weight, clusters, weights_model = model)
    for (row in 1:5) expect_close(unlist(found[row, of_interval]), unlist(expected[of_interval]), 1e-9)
    y <- selected_of_classes(seed = 33L)
    found <- auc_multiclass(y$scores, y$label, y$weight + 1, clusters, weights_model = matrix(0, 60L))
    expected <- auc_multiclass(y$scores, y$label, y$weight + 1, clusters)
    if (is.null(clusters)) expect_equal(found[of_interval], expected[of_interval], tolerance = 1e-9)
    expect_equal(found$std.error, expected$std.error, tolerance = 1e-9)
  }
  scores <- list(x$scores, both_of(list(scores = x$scores + rnorm(120)))$scores)
  test <- test_of_classifiers(scores, x$label, x$weight, weights_model = model)
  one <- auc_test(lapply(scores, function(scores) scores[, 1]), x$label == 1, x$weight, test = "wald",
                  weights_model = model)
  expect_close(c(test$estimate[["difference"]], test$std.error),
               c(one$estimate[["difference"]], one$std.error), 1e-9)
})

# The mean over folds and its variance, comparison by comparison.
folds_by_definition <- function(x, cluster = NULL) {
  classes <- colnames(x$scores)
  folds <- split(seq_along(x$label), x$fold)
  k <- length(classes)
  each <- vapply(folds, function(rows) {
    areas_by_definition(x$scores[rows, ], x$label[rows], x$weight[rows])
  }, numeric(3 + k))
  mean <- rowMeans(each)
  share <- x$weight / ave(x$weight, x$label, x$fold, FUN = sum)
  part <- ave(x$weight, x$label, x$fold, FUN = sum) / ave(x$weight, x$fold, FUN = sum)
  pair_means <- outer(classes, classes, Vectorize(function(i, j) {
    mean(vapply(folds, function(rows) {
      rows <- rows[x$label[rows] %in% c(i, j)]
      if (i == j) 0 else areas_by_definition(x$scores[rows, c(i, j)], x$label[rows], x$weight[rows])[[4]]
    }, 0))
  }))
  dimnames(pair_means) <- list(classes, classes)
  n <- length(x$label)
  z <- array(0, c(n, n, 3 + k))
  # For each pair of classes the score of the first decides about the first.
  for (a in seq_len(n)) for (b in seq_len(n)) {
    i <- as.character(x$label[[a]])
    j <- as.character(x$label[[b]])
    if (x$fold[[a]] != x$fold[[b]] || i == j) next
    won <- function(a, b, i) (x$scores[a, i] > x$scores[b, i]) + (x$scores[a, i] == x$scores[b, i]) / 2
    s <- share[[a]] * share[[b]] / length(folds)
    of_i <- s * part[[b]] / (1 - part[[a]]) * (won(a, b, i) - mean[[3 + match(i, classes)]])
    of_j <- s * part[[a]] / (1 - part[[b]]) * (won(b, a, j) - mean[[3 + match(j, classes)]])
    z[a, b, 1] <- s * (won(a, b, i) - pair_means[i, j] + won(b, a, j) - pair_means[j, i]) / k / (k - 1)
    z[a, b, 2] <- (of_i + of_j) / k
    z[a, b, 3] <- part[[a]] * of_i + part[[b]] * of_j
    z[a, b, 3 + match(i, classes)] <- of_i
    z[a, b, 3 + match(j, classes)] <- of_j
  }
  unit <- if (is.null(cluster)) seq_len(n) else cluster
  own <- share * part * (mean[3 + match(x$label, classes)] - mean[[3]]) / length(folds)
  factor <- 1 - 1 / length(folds)
  variance <- vapply(seq_len(3 + k), function(v) {
    u <- rowSums(z[, , v]) + if (v == 3L) own else 0
    same <- outer(unit, unit, "==")
    u <- u - factor / 2 * rowSums(z[, , v] * same)
    of <- function(class) tapply(u * (x$label == class), unit, sum)
    present <- function(class) length(unique(unit[x$label == class]))
    whole <- sum(tapply(u, unit, sum)^2)
    each <- vapply(classes, function(class) sum(of(class)^2), 0)
    numbers <- vapply(classes, present, 0L)
    units <- length(unique(unit))
    between <- if (is.null(cluster)) 0 else (whole - sum(each)) * units / (units - 1)
    sum(each * numbers / (numbers - 1)) + between -
      factor * sum(rowsum(t(rowsum(z[, , v] * !same, unit)), unit)^2) / 2
  }, 0)
  list(estimate = mean, std.error = sqrt(variance))
}

test_that("areas in folds are those of the definition, comparison by comparison", {
  for (classes in 2:4) {
    x <- folded(classes = classes)
    for (cluster in list(NULL, x$cluster)) {
      found <- auc_multiclass(x$scores, x$label, x$weight, cluster, fold = x$fold)
      expected <- folds_by_definition(x, cluster)
      expect_close(found$estimate, expected$estimate, 1e-12)
      expect_close(found$std.error, expected$std.error, 1e-9)
    }
  }
})

test_that("folds of two classes are those of auc_ci(), repeated ones, too", {
  x <- both_of(folded(classes = 2L))
  other <- both_of(list(scores = round(x$scores + rnorm(96), 1)))$scores
  again <- rep_len(1:6, 48)[order(x$cluster %% 8)]
  again <- ave(again, x$cluster, FUN = function(fold) fold[[1L]])
  for (cluster in list(NULL, x$cluster)) {
    found <- auc_multiclass(x$scores, x$label, x$weight, cluster, fold = x$fold)
    expected <- auc_ci(x$scores[, 1], x$label == 1, x$weight, cluster, fold = x$fold)
    for (row in 1:5) expect_close(unlist(found[row, of_interval]), unlist(expected[of_interval]), 1e-9)
    folds <- cbind(x$fold, again)
    found <- auc_multiclass(list(x$scores, other), x$label, x$weight, cluster, fold = folds)
    expected <- auc_ci(cbind(x$scores[, 1], other[, 1]), x$label == 1, x$weight, cluster, fold = folds)
    for (row in 1:5) expect_close(unlist(found[row, of_interval]), unlist(expected[of_interval]), 1e-9)
    # Several classifiers, each with repetitions.
    both <- auc_multiclass(list(a = list(x$scores, other), b = list(other, x$scores)), x$label, x$weight,
                           cluster, fold = folds)
    expect_identical(both$score, rep(c("a", "b"), each = 5))
    expect_equal(both[1:5, of_interval], found[of_interval], ignore_attr = TRUE)
  }
})

test_that("one fold is none, and missing folds are left out", {
  x <- folded(classes = 4L)
  y <- x$scores + rnorm(length(x$scores))
  for (cluster in list(NULL, x$cluster)) {
    expect_equal(auc_multiclass(x$scores, x$label, x$weight, cluster, fold = rep("a", 48)),
                 auc_multiclass(x$scores, x$label, x$weight, cluster), tolerance = 1e-12)
    test <- function(...) {
      found <- test_of_classifiers(list(x$scores, y), x$label, x$weight, "macro", cluster, ...)
      found[c("estimate", "std.error", "p.value", "parameter")]
    }
    expect_equal(test(fold = rep("a", 48)), test(), tolerance = 1e-12)
  }
  huge <- auc_multiclass(x$scores, x$label, x$weight * 2^1019, fold = x$fold)
  expect_equal(huge, auc_multiclass(x$scores, x$label, x$weight, fold = x$fold), tolerance = 1e-12)
  fold <- replace(x$fold, c(3, 7), NA)
  expect_wroc_error_of(auc_multiclass(x$scores, x$label, fold = fold), "missing", "fold")
  expect_equal(auc_multiclass(x$scores, x$label, x$weight, fold = fold, na.rm = TRUE),
               auc_multiclass(x$scores[-c(3, 7), ], x$label[-c(3, 7)], x$weight[-c(3, 7)],
                              fold = fold[-c(3, 7)]))
})

test_that("intervals in folds have the standard error of simulations", {
  set.seed(34)
  label <- rep(1:3, 20)
  fold <- rep(1:10, each = 6)
  found <- replicate(400, {
    scores <- outer(label, 1:3, "==") + matrix(rnorm(180), 60)
    colnames(scores) <- 1:3
    found <- auc_multiclass(scores, label, fold = fold)
    c(found$estimate, found$std.error)
  })
  expect_close(sqrt(rowMeans(found[7:12, ]^2)), apply(found[1:6, ], 1L, sd), 0.12)
})

test_that("folds that can't be used are named", {
  x <- folded()
  ci <- function(...) auc_multiclass(x$scores, x$label, x$weight, ...)
  without <- replace(x$fold, x$label == 2 & x$fold == 3, 1)
  error <- tryCatch(ci(fold = without), error = identity)
  expect_s3_class(error, "wroc_error_fold")
  expect_match(conditionMessage(error), "in fold 3 class \"2\" has weight 0")
  expect_identical(error$value, 3)
  named <- tryCatch(auc_multiclass(list(x$scores, x$scores), x$label, fold = cbind(x$fold, letters[without])),
                    error = identity)
  expect_match(conditionMessage(named), "in fold \"c\" of repetition 2 class \"2\"")
  expect_wroc_error_of(ci(fold = x$fold[-1]), "length", "fold")
  expect_wroc_error_of(ci(fold = cbind(x$fold, 1)), "length", "x")
  expect_wroc_error_of(ci(fold = rep_len(1:4, 48), cluster = x$cluster), "cluster", "cluster")
  expect_wroc_error_of(ci(fold = x$fold, weights_model = matrix(0, 48L)), "unsupported", "weights_model")
  expect_wroc_error_of(ci(fold = x$fold, variance = "bootstrap"), "choice", "variance")
  expect_wroc_error_of(ci(R = 10), "unused", "R")
  test <- function() test_of_classifiers(list(x$scores, -x$scores), x$label, variance = "bootstrap")
  expect_wroc_error_of(test(), "unsupported", "variance")
})

test_that("replicates of two classes are those of auc_ci(), where rows are its clusters", {
  x <- both_of(hostile(60, 2, 35, orders = 1))
  for (cluster in list(1:60, rep_len(1:20, 60))) {
    drawn <- function(ci, guess, label) {
      seeded(ci(guess, label, x$weight, cluster, variance = "bootstrap", R = 200))
    }
    found <- drawn(auc_multiclass, x$scores, x$label)
    expected <- unlist(drawn(auc_ci, x$scores[, 1], x$label == 1)[of_interval[1:4]])
    for (row in 1:5) expect_close(unlist(found[row, of_interval[1:4]]), expected, 1e-9)
    expect_identical(found$df, rep(NA_real_, 5))
  }
  alone <- seeded(auc_multiclass(x$scores, x$label, x$weight, variance = "bootstrap", R = 200))
  rows <- seeded(auc_multiclass(x$scores, x$label, x$weight, 1:60, variance = "bootstrap", R = 200))
  expect_identical(alone, rows)
})

test_that("replicates vary as all resamples do, and as influences say", {
  skip_on_cran()
  label <- c(1, 1, 2, 2, 3, 3)
  scores <- cbind("1" = c(2, 1, 1, 0, 3, 0), "2" = c(0, 2, 1, 3, 1, 2), "3" = c(1, 0, 2, 0, 1, 4))
  weight <- c(1, 2, 1, 3, 0.5, 1)
  times <- unique(t(apply(expand.grid(rep(list(1:6), 6)), 1L, tabulate, 6L)))
  times <- times[rowSums(times[, 1:2]) > 0 & rowSums(times[, 3:4]) > 0 & rowSums(times[, 5:6]) > 0, ]
  probability <- exp(-rowSums(lfactorial(times)))
  all <- apply(times, 1L, function(times) areas_by_definition(scores, label, times * weight))
  covariance <- stats::cov.wt(t(all), probability, method = "ML")$cov
  found <- suppressWarnings(seeded(auc_multiclass(scores, label, weight, variance = "bootstrap", R = 1e5)))
  expect_close(found$std.error, sqrt(diag(covariance)), 0.01)
  expect_lt(max(abs(stats::cov2cor(vcov(found)) - stats::cov2cor(covariance))), 0.02)
  expect_close(vcov(found)[1, 1], found$std.error[[1]]^2, 1e-9)
  x <- hostile(150, 4, 36)
  drawn <- seeded(auc_multiclass(list(x$scores, -x$scores), x$label, variance = "bootstrap"))
  plain <- auc_multiclass(list(x$scores, -x$scores), x$label)
  expect_identical(drawn$estimate, plain$estimate)
  expect_close(drawn$std.error, plain$std.error, 0.15)
  expect_true(all(drawn$conf.low < drawn$estimate & drawn$estimate < drawn$conf.high))
  x$label <- c(1, rep(2:4, length.out = 149))
  once <- function() seeded(auc_multiclass(x$scores, x$label, variance = "bootstrap", R = 50))
  found <- suppressWarnings(once())
  expect_identical(found$std.error, rep(NA_real_, 7))
  expect_warning(suppressWarnings(once(), classes = "wroc_warning_replicates"),
                 class = "wroc_warning_undefined")
})

# Fits -------------------------------------------------------------------------------------------------------------------

# The mean TPR of classes against the rest at each FPR: both ends of its steps.
macro_by_definition <- function(each, at) {
  ends <- vapply(each, function(curve) {
    on <- curve$FPR == at
    if (any(on)) return(range(curve$TPR[on]))
    rep(stats::approx(rev(curve$FPR), rev(curve$TPR), at, ties = "ordered")$y, 2L)
  }, numeric(2))
  rowMeans(ends)
}

test_that("curves are those of each class against the rest, of all decisions, and their mean", {
  for (seed in 1:6) {
    x <- hostile(40 + seed, 2 + seed %% 3 + (seed %% 3 == 0), seed, orders = 2)
    if (ncol(x$scores) == 2L) next
    classes <- colnames(x$scores)
    fit <- of_few(weighted_roc(x$scores, x$label, x$weight))
    expect_named(fit$curves, c(classes, "micro", "macro"))
    expect_equal(fit$areas, of_few(auc_multiclass(x$scores, x$label, x$weight)), ignore_attr = TRUE)
    each <- lapply(classes, function(i) WeightedROC(x$scores[, i], x$label == i, x$weight))
    for (i in seq_along(classes)) expect_equal(fit$curves[[i]], each[[i]])
    expect_close(unname(vapply(fit$curves[classes], WeightedAUC, 0)),
                 tail(fit$areas$estimate, length(classes)), 1e-12)
    # All decisions: a row for each observation and class.
    decided <- WeightedROC(as.vector(x$scores), as.vector(outer(x$label, classes, "==")),
                           rep(x$weight, length(classes)))
    expect_equal(fit$curves$micro, decided)
    macro <- fit$curves$macro
    for (at in unique(macro$FPR)) {
      expect_close(range(macro$TPR[macro$FPR == at]), macro_by_definition(each, at), 1e-12, 1e-15)
    }
    expect_setequal(macro$FPR, unlist(lapply(each, `[[`, "FPR")))
    expect_close(WeightedAUC(macro), fit$areas$estimate[[2]], 1e-12)
    expect_true(all(is.na(macro$threshold)))
  }
})

iris_data <- function() cbind(iris, iris_scores())

test_that("a formula whose scores are the classes has such a fit, others the error of before", {
  data <- iris_data()
  data$w <- 1 + data$Sepal.Width
  fit <- weighted_roc(Species ~ virginica + setosa + versicolor, data, weights = w)
  expect_s3_class(fit, "weighted_roc_classes", exact = TRUE)
  expect_identical(fit$classes, c("virginica", "setosa", "versicolor"))
  by_vectors <- weighted_roc(data[6:8], data$Species, data$w)
  expect_equal(fit$areas[1:3, of_interval], by_vectors$areas[1:3, of_interval])
  expect_equal(fit$curves[c("setosa", "versicolor", "virginica")], by_vectors$curves[1:3])
  expect_equal(auc_multiclass(fit), fit$areas)
  expect_equal(auc_multiclass(fit, conf.level = 0.5),
               auc_multiclass(as.matrix(data[8:6][c(1, 3, 2)]), data$Species, data$w, conf.level = 0.5))
  names(data)[6] <- "Iris setosa"
  levels(data$Species)[1] <- "Iris setosa"
  expect_identical(weighted_roc(Species ~ `Iris setosa` + versicolor + virginica, data)$classes[[1]],
                   "Iris setosa")
  expect_wroc_error_of(weighted_roc(Species ~ versicolor + virginica, data), "labels", "Species")
  expect_wroc_error_of(weighted_roc(Species ~ Sepal.Length + versicolor + virginica, data), "labels",
                       "Species")
  empty <- data[data$Species != "virginica", ]
  expect_wroc_error_of(weighted_roc(Species ~ `Iris setosa` + versicolor + virginica, empty), "no_weight",
                       "label")
  missing <- replace(data, "versicolor", list(replace(data$versicolor, 3, NA)))
  left <- weighted_roc(Species ~ `Iris setosa` + versicolor + virginica, missing, na.action = na.omit)
  expect_identical(nobs(left), 149L)
  expect_identical(left$omitted, 1)
})

test_that("a fit of several classes has the ways of auc_multiclass()", {
  x <- folded()
  data <- data.frame(x$scores, y = paste0("X", x$label), x[c("weight", "fold", "cluster")])
  areas <- function(...) as.list(auc_multiclass(as.matrix(data[1:3]), data$y, data$weight, ...))
  fit <- function(...) weighted_roc(y ~ X1 + X2 + X3, data, weights = weight, ...)
  expect_equal(as.list(fit(cluster = cluster)$areas), areas(x$cluster))
  expect_equal(as.list(seeded(fit(variance = "bootstrap"))$areas), seeded(areas(variance = "bootstrap")))
  expect_equal(as.list(fit(weights_model = matrix(x$weight - mean(x$weight)))$areas),
               areas(weights_model = matrix(x$weight - mean(x$weight))))
  counted <- weighted_roc(y ~ X1 + X2 + X3, data, weights = round(weight + 1), variance = "frequency")
  expect_equal(counted$areas$std.error,
               auc_multiclass(as.matrix(data[1:3]), data$y, round(data$weight + 1),
                              variance = "frequency")$std.error)
  # In folds each curve is the mean of the curves of the folds, whose area is the mean of their areas.
  folds <- fit(fold = fold)
  expect_equal(as.list(folds$areas), areas(fold = x$fold))
  expect_close(unname(vapply(folds$curves[c(1:3, 5)], WeightedAUC, 0)), folds$areas$estimate[c(4:6, 2)],
               1e-12)
  micro <- vapply(split(data, data$fold), function(part) {
    classes <- names(part)[1:3]
    auc_wmw(unlist(part[1:3]), as.vector(outer(part$y, classes, "==")), rep(part$weight, 3))
  }, 0)
  expect_close(WeightedAUC(folds$curves$micro), mean(micro), 1e-12)
  # Repetitions: a column for each in the scores of a class, or a matrix for each.
  other <- x$scores + rnorm(length(x$scores))
  colnames(other) <- colnames(x$scores)
  both <- cbind(x$fold, rev(x$fold))
  by_class <- lapply(1:3, function(k) cbind(x$scores[, k], other[, k]))
  names(by_class) <- 1:3
  found <- weighted_roc(by_class, x$label, x$weight, fold = both)
  expect_equal(as.list(found$areas),
               as.list(auc_multiclass(list(x$scores, other), x$label, x$weight, fold = both)))
  expect_close(unname(vapply(found$curves[1:3], WeightedAUC, 0)), found$areas$estimate[4:6], 1e-12)
  pooled <- fit(fold = fold, average = "pooled")
  expect_equal(as.list(pooled$areas)$estimate, areas()$estimate)
  expect_equal(pooled$curves$X1, with(data, WeightedROC(X1, y == "X1", weight)))
})

test_that("a fit of several classes in a design has the variance of the design", {
  skip_if_not_installed("survey")
  data(api, package = "survey", envir = environment())
  scores <- as.matrix(data.frame(E = apiclus1$api00, H = -apiclus1$api00, M = apiclus1$meals))
  apiclus1[c("E", "H", "M")] <- scores
  design <- survey::svydesign(~dnum, weights = ~pw, data = apiclus1, fpc = ~fpc)
  expect_equal(as.list(weighted_roc(stype ~ E + H + M, design)$areas),
               as.list(auc_multiclass(scores, apiclus1$stype, design)), tolerance = 1e-12)
})

test_that("methods of a fit of several classes", {
  skip_on_cran()
  data <- iris_data()
  fit <- weighted_roc(Species ~ setosa + versicolor + virginica, data)
  expect_identical(capture.output(print(fit)), c(
    "Weighted ROC curves: each class of Species against the rest",
    "150 observations: 50 setosa, 50 versicolor, 50 virginica",
    "AUC, 95% confidence interval (delong):",
    sprintf("  %s  %.3f  [%.3f, %.3f]",
            format(c("pairwise mean", "macro mean", "prevalence mean", "setosa", "versicolor", "virginica")),
            fit$areas$estimate, fit$areas$conf.low, fit$areas$conf.high)
  ))
  expect_identical(nobs(fit), 150L)
  expect_identical(weights(fit), rep(1, 150))
  frame <- as.data.frame(fit)
  expect_plain_frame(frame)
  expect_identical(names(frame), c("class", "TPR", "FPR", "threshold", "FN", "FP"))
  expect_identical(unique(frame$class), names(fit$curves))
  expect_identical(subset(frame, class == "micro")$TPR, fit$curves$micro$TPR)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_invisible(plot(fit))
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::ggplot_build(ggplot2::autoplot(fit))
  expect_identical(length(unique(unlist(lapply(drawn$data, `[[`, "colour")))) >= 5L, TRUE)
})

test_that("what several classes do not have is refused", {
  data <- iris_data()
  data$half <- rep(1:2, 75)
  fit <- function(...) weighted_roc(Species ~ setosa + versicolor + virginica, data, ...)
  expect_wroc_error_of(fit(by = half), "unused", "by")
  expect_wroc_error_of(fit(positive = "setosa"), "unused", "positive")
  expect_wroc_error_of(fit(direction = "<="), "unused", "direction")
  expect_wroc_error_of(fit(method = "logit"), "unused", "method")
  expect_wroc_error_of(fit(variance = "jackknife"), "choice", "variance")
  expect_wroc_error_of(fit(fold = rep(1:3, each = 50)), "fold", "fold")
  expect_wroc_error_of(auc_ci(fit()), "type", "x")
  expect_wroc_error_of(auc_multiclass(fit(), iris$Species), "unused", "...")
  expect_wroc_error_of(roc_hull(fit()), "threshold", "x")
  areas <- auc_multiclass(list(a = iris_scores(), b = -iris_scores()), iris$Species)
  expect_wroc_error_of(roc_test(areas, measure = "KS"), "choice", "measure")
  expect_wroc_error_of(auc_test(areas, test = "exact"), "choice", "test")
  expect_wroc_error_of(auc_test(areas, mu = 0.1), "unused", "mu")
  expect_wroc_error_of(auc_test(areas, average = "micro"), "choice", "average")
  expect_wroc_error_of(auc_test(areas[-1, ]), "length", "x")
})

test_that("an interval of next to no level keeps its ends in order", {
  set.seed(1)
  for (i in 1:5) {
    scores <- matrix(rnorm(90), 30, dimnames = list(NULL, c("a", "b", "c")))
    areas <- suppressWarnings(auc_multiclass(scores, rep(c("a", "b", "c"), 10), rexp(30), conf.level = 1e-308))
    expect_true(all(areas$conf.low <= areas$conf.high))
  }
})
