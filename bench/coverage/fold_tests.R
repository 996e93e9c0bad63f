# Tests of cross-validated areas: auc_test(fold = ).

# Three scores of equal areas that have a part in common; in each fold they are on a scale of their own. Each
# fold has `positives` among its `members`.
scores_in_folds <- function(cell) {
  size <- cell$folds * cell$members
  fold <- rep(seq_len(cell$folds), each = cell$members)
  label <- rep(rep(1:0, c(cell$positives, cell$members - cell$positives)), cell$folds)
  function() {
    common <- stats::rnorm(size)
    score <- function(i) {
      distance_of(cell$area) * label + sqrt(0.5) * (common + stats::rnorm(size)) +
        stats::rnorm(cell$folds)[fold]
    }
    list(score = vapply(1:3, score, numeric(size)), label = label, fold = fold,
         weight = stats::rlnorm(size, -cell$sigma^2 / 2, cell$sigma))
  }
}

test_in_folds <- function(scores, ...) {
  function(s) WeightedROC::auc_test(s$score[, scores], s$label, s$weight, fold = s$fold, ...)
}

tests_in_folds <- list(
  score = test_in_folds(1:2), wald = test_in_folds(1:2, test = "wald"),
  "score, three" = test_in_folds(1:3), "wald, three" = test_in_folds(1:3, test = "wald")
)

cells_for_fold_tests <- function() {
  shapes <- data.frame(design = "scores in folds", folds = c(10, 50, 20, 25, 5, 10),
                       members = c(20, 4, 10, 6, 100, 60), positives = c(6, 2, 3, 1, 20, 6))
  merge(shapes, expand.grid(area = c(0.75, 0.9), sigma = c(0, 0.5)))
}

try_fold_tests <- function(repetitions) {
  try_cells("fold_tests", cells_for_fold_tests(), 97000L, function(cell) {
    draw <- scores_in_folds(cell)
    found <- lapply(seq_len(ceiling(repetitions / 4)), function(i) {
      sample <- draw()
      lapply(tests_in_folds, function(test) test(sample))
    })
    differences <- vapply(found, function(tests) tests$score$estimate[["difference"]], 0)
    std.error <- mean(vapply(found, function(tests) tests$score$std.error, 0))
    do.call(rbind, lapply(names(tests_in_folds), function(name) {
      p <- vapply(found, function(tests) tests[[name]]$p.value, 0)
      data.frame(method = name, nominal = 0.05, rate = mean(p < 0.05), repetitions = length(found),
                 sd = stats::sd(differences), std.error = std.error)
    }))
  })
}

section_of_fold_tests <- function(rows) {
  methods <- unique(rows$method)
  shown <- rows[rows$method == "score", c("folds", "members", "positives", "area", "sigma")]
  one <- rows[rows$method == "score", ]
  shown[["std. deviation"]] <- sprintf("%.4f", one$sd)
  shown[["mean std. error"]] <- sprintf("%.4f", one$std.error)
  for (method in methods) shown[[paste0(method, ", %")]] <- percent(rows$rate[rows$method == method])
  c(
    "## Cross-validation: `auc_test(fold = )`", "",
    "Two and three scores of equal areas, each fold on a scale of its own: how often they are told apart at",
    "a level of 5%, and the standard deviation of a difference beside its standard error. `sigma` is that",
    "of log-normal weights.", "",
    md_table(shown)
  )
}
