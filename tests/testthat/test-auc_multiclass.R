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
    of <- label == i | label %in% others
    naive_area(scores[of, i], label[of] == i, weight[of])
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

of_interval <- c("estimate", "std.error", "conf.low", "conf.high", "df")

# Fold by fold, the classes in turn; clusters of two within these.
folded <- function(n = 48L, classes = 3L, folds = 4L, seed = 31L) {
  x <- hostile(n, classes, seed, orders = 1)
  x$label <- rep_len(seq_len(classes), n)
  x$fold <- rep(seq_len(folds), each = n / folds)
  x$cluster <- (seq_len(n) + 1L) %/% 2L
  x
}

test_that("areas are those of the definition", {
  for (seed in 1:9) {
    x <- hostile(30 + seed, 2 + seed %% 5, seed, orders = c(0, 4, 24)[[1 + seed %% 3]])
    found <- of_few(auc_multiclass(x$scores, x$label, x$weight))
    expect_close(found$estimate, areas_by_definition(x$scores, x$label, x$weight), 1e-12, 1e-15)
  }
})

test_that("means of areas of 1 are not beyond it", {
  scores <- cbind(a = c(2, 2, 0, 3, 1, 0), b = c(0, 1, 5, 1, 5, 5))
  for (seed in 1:40) {
    set.seed(seed)
    found <- of_few(auc_multiclass(scores, c("a", "a", "b", "a", "b", "b"), 10^runif(6, -12, 12)))
    expect_lte(max(found$estimate), 1)
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

test_that("two classes with complementary scores are those of auc_ci(), however they are observed", {
  x <- folded(classes = 2L)
  x$scores[, 2] <- -x$scores[, 1]
  other <- round(x$scores + rnorm(96), 1)
  other[, 2] <- -other[, 1]
  set.seed(32)
  again <- ave(rep_len(1:6, 48)[order(x$cluster %% 8)], x$cluster, FUN = function(fold) fold[[1L]])
  ways <- list(list(), list(fold = x$fold), list(weights_model = matrix(rnorm(48))),
               list(variance = "bootstrap", R = 200))
  for (way in ways) {
    for (cluster in list(if (is.null(way$R)) NULL else 1:48, x$cluster)) {
      of <- function(f, score, label) seeded(do.call(f, c(list(score, label, x$weight, cluster), way)))
      found <- of(auc_multiclass, x$scores, x$label)
      expected <- of(auc_ci, x$scores[, 1], x$label == 1)
      for (row in 1:5) expect_equal(unlist(found[row, of_interval[1:4]]), unlist(expected[of_interval[1:4]]),
                                    tolerance = 1e-9)
      if (is.null(way$R)) expect_equal(found$df, rep(expected$df, 5), tolerance = 1e-9)
    }
  }
  folds <- cbind(x$fold, again)
  found <- auc_multiclass(list(a = list(x$scores, other), b = list(other, x$scores)), x$label, x$weight,
                          fold = folds)
  expected <- auc_ci(cbind(x$scores[, 1], other[, 1]), x$label == 1, x$weight, fold = folds)
  expect_identical(found$score, rep(c("a", "b"), each = 5))
  expect_close(unlist(found[1L, of_interval]), unlist(expected[of_interval]), 1e-9)
  # Replicates have no degrees of freedom.
  drawn <- seeded(auc_multiclass(x$scores, x$label, x$weight, variance = "bootstrap", R = 50))
  expect_identical(drawn$df, rep(NA_real_, 5))
})

test_that("several classifiers have rows of their own, and a test of what divides them", {
  x <- hostile(80, 3, 8, orders = 1)
  y <- x$scores + rnorm(240)
  both <- auc_multiclass(list(x = x$scores, y = y[, 3:1]), x$label, x$weight)
  expect_identical(both$score, rep(c("x", "y"), each = 6))
  expect_equal(both$estimate[7:12], auc_multiclass(y, x$label, x$weight)$estimate)
  expect_equal(sqrt(diag(vcov(both))), both$std.error)
  expect_error(vcov(both[1:3, ]), class = "wroc_error_length")
  test <- test_of_classifiers(list(x = x$scores, y = y), x$label, x$weight, "macro")
  std.error <- sqrt(sum(vcov(both)[c(2, 8), c(2, 8)] * c(1, -1, -1, 1)))
  expect_equal(unname(test$statistic), (both$estimate[[2]] - both$estimate[[8]]) / std.error)
  three <- test_of_classifiers(list(x$scores, y, -y), x$label, x$weight, adjust = "closed")
  expect_identical(three$contrasts$score1, c("1", "1", "2"))
})

test_that("missing observations are left out when that is asked for, of folds, too", {
  x <- folded()
  x$scores[[2, 3]] <- NA
  x$label[[5]] <- NA
  x$fold[[9]] <- NA
  kept <- setdiff(1:48, c(2, 5, 9))
  expect_equal(auc_multiclass(x$scores, x$label, x$weight, fold = x$fold, na.rm = TRUE),
               auc_multiclass(x$scores[kept, ], x$label[kept], x$weight[kept], fold = x$fold[kept]))
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
  x <- folded()
  folds <- function(...) auc_multiclass(x$scores, x$label, x$weight, ...)
  areas <- auc_multiclass(list(a = scores, b = -scores), label)
  data <- cbind(iris, scores, half = rep(1:2, 75))
  fit <- function(...) weighted_roc(Species ~ setosa + versicolor + virginica, data, ...)
  expect_refused(
    "absent x" = auc_multiclass(), "absent label" = auc_multiclass(scores),
    "type x" = auc_multiclass(scores[, 1], label), "too_few x" = auc_multiclass(scores[, 1, drop = FALSE], label),
    "names x" = auc_multiclass(unname(scores), label), "empty x" = auc_multiclass(list(), label),
    "names x" = auc_multiclass(list(a = scores, b = scores[, 1:2]), label),
    "labels label" = auc_multiclass(scores, rep("rose", 150)), "length x" = auc_multiclass(scores, label[-1]),
    "type label" = auc_multiclass(scores, list(1)), "missing label" = auc_multiclass(scores, replace(label, 7, NA)),
    "no_weight label" = auc_multiclass(scores, label, rep(0:1, c(50, 100))),
    "weight weight" = auc_multiclass(scores, label, c(rep(1.7e308, 149), -1)),
    "missing x" = auc_multiclass(replace(scores, 3, NaN), label),
    "weight weight" = auc_multiclass(scores, label, rep(0.5, 150), variance = "frequency"),
    "too_few x" = test_of_classifiers(scores, label),
    "choice alternative" = test_of_classifiers(list(scores, scores, scores), label, alternative = "less"),
    # Folds and replicates.
    "length fold" = folds(fold = x$fold[-1]), "length x" = folds(fold = cbind(x$fold, 1)),
    "cluster cluster" = folds(fold = rep_len(1:4, 48), cluster = x$cluster),
    "unsupported weights_model" = folds(fold = x$fold, weights_model = matrix(0, 48L)),
    "choice variance" = folds(fold = x$fold, variance = "bootstrap"), "unused R" = folds(R = 10),
    "unsupported variance" = test_of_classifiers(list(x$scores, -x$scores), x$label, variance = "bootstrap"),
    # Fits and tests.
    "unused by" = fit(by = half), "unused positive" = fit(positive = "setosa"),
    "unused direction" = fit(direction = "<="), "unused method" = fit(method = "logit"),
    "choice variance" = fit(variance = "jackknife"), "fold fold" = fit(fold = rep(1:3, each = 50)),
    "type x" = auc_ci(fit()), "unused ..." = auc_multiclass(fit(), label), "threshold x" = roc_hull(fit()),
    "choice measure" = roc_test(areas, measure = "KS"), "choice test" = auc_test(areas, test = "exact"),
    "unused mu" = auc_test(areas, mu = 0.1), "choice average" = auc_test(areas, average = "micro"),
    "length x" = auc_test(areas[-1, ])
  )
  without <- replace(x$fold, x$label == 2 & x$fold == 3, 1)
  error <- expect_error(folds(fold = without), "in fold 3 class \"2\" has weight 0", class = "wroc_error_fold")
  expect_identical(error$value, 3)
  expect_error(auc_multiclass(list(x$scores, x$scores), x$label, fold = cbind(x$fold, letters[without])),
               "in fold \"c\" of repetition 2 class \"2\"")
})

test_that("one observation of a class says nothing of how it varies, by replicates either", {
  x <- hostile(150, 4, 36)
  x$label <- c(1, rep(2:4, length.out = 149))
  expect_warning(found <- auc_multiclass(x$scores, x$label), class = "wroc_warning_undefined")
  expect_true(all(is.na(found$std.error)))
  once <- function() seeded(auc_multiclass(x$scores, x$label, variance = "bootstrap", R = 50))
  expect_identical(suppressWarnings(once())$std.error, rep(NA_real_, 7))
  expect_warning(suppressWarnings(once(), classes = "wroc_warning_replicates"), class = "wroc_warning_undefined")
})

test_that("whole numbers as weights are said to be counts, perhaps", {
  x <- hostile(60, 3, 31)
  expect_message(auc_multiclass(round(x$scores + 10 * runif(180), 9), x$label, rep_len(1:3, 60)),
                 class = "wroc_message_counts")
})

test_that("a survey design gives areas of several classes, and their fit, its own variance", {
  skip_if_not_installed("survey")
  data(api, package = "survey", envir = environment())
  scores <- as.matrix(data.frame(E = apiclus1$api00, H = -apiclus1$api00, M = apiclus1$meals))
  apiclus1[c("E", "H", "M")] <- scores
  design <- survey::svydesign(~dnum, weights = ~pw, data = apiclus1, fpc = ~fpc)
  found <- auc_multiclass(scores, apiclus1$stype, design)
  expect_equal(found$estimate, auc_multiclass(scores, apiclus1$stype, apiclus1$pw)$estimate)
  expect_equal(as.list(weighted_roc(stype ~ E + H + M, design)$areas), as.list(found), tolerance = 1e-12)
  # The total of the influences by weight.
  x <- list(scores = scores, label = apiclus1$stype, weight = apiclus1$pw)
  total <- survey::svytotal(influences_of_classes(x) / apiclus1$pw, design)
  expect_close(vcov(found), unname(as.matrix(vcov(total))), 1e-10)
  replicates <- survey::as.svrepdesign(design)
  by_weights <- function(w, data) auc_multiclass(scores, data$stype, w)$estimate
  expected <- survey::withReplicates(replicates, by_weights)
  found <- auc_multiclass(scores, apiclus1$stype, replicates)
  expect_close(found$std.error, as.vector(survey::SE(expected)), 1e-10)
  # Two classes are the one area.
  two <- as.matrix(data.frame(Yes = apiclus1$api00, No = -apiclus1$api00))
  one <- auc_ci(weighted_roc(sch.wide ~ api00, design, positive = "Yes"))
  found <- auc_multiclass(two, apiclus1$sch.wide, design)
  expect_close(unlist(found[4L, of_interval]), unlist(one[of_interval]), 1e-9)
  # A test of two classifiers.
  other <- scores[, 3:1]
  colnames(other) <- colnames(scores)
  test <- test_of_classifiers(list(scores, other), apiclus1$stype, design)
  both <- auc_multiclass(list(scores, other), apiclus1$stype, design)
  difference <- both$estimate[[1L]] - both$estimate[[7L]]
  std.error <- sqrt(sum(vcov(both)[c(1, 7), c(1, 7)] * c(1, -1, -1, 1)))
  expect_close(test$statistic, c(t = difference / std.error), 1e-10)
  expect_lte(test$parameter, survey::degf(design))
  expect_refused("unused cluster" = auc_multiclass(scores, apiclus1$stype, design, cluster = apiclus1$dnum))
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

# Fits -----------------------------------------------------------------------------------

test_that("curves are those of each class against the rest, of all decisions, and their mean", {
  for (classes in 3:4) {
    x <- hostile(40, classes, classes, orders = 2)
    classes <- colnames(x$scores)
    fit <- of_few(weighted_roc(x$scores, x$label, x$weight))
    expect_named(fit$curves, c(classes, "micro", "macro"))
    expect_equal(fit$areas, of_few(auc_multiclass(x$scores, x$label, x$weight)), ignore_attr = TRUE)
    each <- lapply(classes, function(i) WeightedROC(x$scores[, i], x$label == i, x$weight))
    for (i in seq_along(classes)) expect_equal(fit$curves[[i]], each[[i]])
    # All decisions: a row for each observation and class.
    decided <- WeightedROC(as.vector(x$scores), as.vector(outer(x$label, classes, "==")),
                           rep(x$weight, length(classes)))
    expect_equal(fit$curves$micro, decided)
    macro <- fit$curves$macro
    for (at in unique(macro$FPR)) {
      expect_close(range(macro$TPR[macro$FPR == at]), mean_of_curves(each, at), 1e-12, 1e-15)
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
  empty <- data[data$Species != "virginica", ]
  expect_refused(
    "labels Species" = weighted_roc(Species ~ versicolor + virginica, data),
    "labels Species" = weighted_roc(Species ~ Sepal.Length + versicolor + virginica, data),
    "no_weight label" = weighted_roc(Species ~ `Iris setosa` + versicolor + virginica, empty)
  )
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
  model <- matrix(x$weight - mean(x$weight))
  expect_equal(as.list(fit(cluster = cluster)$areas), areas(x$cluster))
  expect_equal(as.list(seeded(fit(variance = "bootstrap"))$areas), seeded(areas(variance = "bootstrap")))
  expect_equal(as.list(fit(weights_model = model)$areas), areas(weights_model = model))
  # In folds each curve is the mean of the curves of the folds, whose area is the mean of their areas.
  folds <- fit(fold = fold)
  expect_equal(as.list(folds$areas), areas(fold = x$fold))
  expect_close(unname(vapply(folds$curves[c(1:3, 5)], WeightedAUC, 0)), folds$areas$estimate[c(4:6, 2)],
               1e-12)
  micro <- vapply(split(data, data$fold), function(part) {
    auc_wmw(unlist(part[1:3]), as.vector(outer(part$y, names(part)[1:3], "==")), rep(part$weight, 3))
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
  expect_gte(length(unique(unlist(lapply(drawn$data, `[[`, "colour")))), 5L)
})
