# Tests where what they test is true: auc_test(), roc_test(). And families:
# whether any pair of scores is rejected that is equally good.

both <- function(p_of) list(ours = rejected(p_of("score")), Wald = rejected(p_of("wald")))

# Rows of normal scores with and without log-normal weights.
in_plain <- function(areas, sizes = list(c(30, 30), c(20, 80), c(20, 180), c(50, 450))) {
  rows <- do.call(rbind, lapply(c(0, 1), function(sigma) {
    family(sprintf("weights %g", sigma), sizes, areas, sigma = sigma)
  }))
  rows$name <- sprintf("%s, %g + %g, AUC %g", rows$family, rows$positives, rows$negatives, rows$area)
  lapply(seq_len(nrow(rows)), function(i) as.list(rows[i, ]))
}

cells_of_tests <- function(target, designs, draw, p_of, of = "") {
  lapply(designs, function(design) {
    cell("test", target, paste0(of, design$name), draw(design),
         function(s) both(function(test) p_of(s, test)))
  })
}

# -- Scores of the same observations -----------------------------------------

equal_scores <- function(number) function(design) draw_scores(design, number)

test_scores <- function(s, test, ...) {
  roc_test(s$scores, s$label, s$weight, cluster = s$cluster, test = test, ...)$p.value
}

scores_compared <- function() {
  designs <- in_plain(c(0.6, 0.8, 0.95))
  dominated <- designs_of("a weight of 20", "a weight of 60")
  dominated <- lapply(dominated, function(design) {
    if (design$area == 0.65) design$area <- 0.5
    design
  })
  early <- list(roc_measure("AUC", FPR = c(0, 0.2)), roc_measure("TPR", FPR = 0.1))
  by <- function(i) function(s, test) test_scores(s, test, measure = early[[i]])
  moderate <- in_plain(c(0.75, 0.9), list(c(30, 30), c(20, 180)))
  c(
    cells_of_tests("two scores", designs, equal_scores(2L), test_scores),
    cells_of_tests("three or six scores", designs, equal_scores(3L), test_scores, "three, "),
    cells_of_tests("three or six scores", designs, equal_scores(6L), test_scores, "six, "),
    cells_of_tests("two scores, a dominating weight", dominated, equal_scores(2L), test_scores),
    cells_of_tests("two scores", designs_of("small, clusters of 8"), equal_scores(2L), test_scores),
    cells_of_tests("two scores, pAUC or a TPR", moderate, equal_scores(2L), by(1L), "pAUC, "),
    cells_of_tests("two scores, pAUC or a TPR", moderate, equal_scores(2L), by(2L), "TPR at FPR .1, ")
  )
}

# -- One area, margins, samples and groups -----------------------------------

# The second score's area is the row's, the first one's less by a margin.
apart_by <- function(margin) {
  function(design) {
    draw <- draw_scores(design, 2L)
    less <- distance_of(design$area) - distance_of(design$area - margin)
    function() {
      sample <- draw()
      sample$scores[, 1L] <- sample$scores[, 1L] - less * sample$label
      sample
    }
  }
}

# Independent samples of the row, one after the other.
in_groups <- function(number) {
  function(design) {
    draw <- draw_of(design)
    function() {
      samples <- replicate(number, draw(), simplify = FALSE)
      part <- function(name) unlist(lapply(samples, `[[`, name))
      list(score = part("score"), label = part("label"), weight = part("weight"),
           group = rep(seq_len(number), lengths(lapply(samples, `[[`, "label"))))
    }
  }
}

test_samples <- function(s, test) {
  of <- lapply(1:2, function(group) {
    rows <- s$group == group
    roc_observations(s$score[rows], s$label[rows], s$weight[rows])
  })
  auc_test(of[[1L]], of[[2L]], test = test)$p.value
}

test_groups <- function(trend) {
  function(s, test) {
    auc_test(weighted_roc(s$score, s$label, s$weight, by = s$group), trend = trend, test = test)$p.value
  }
}

# Rows of scores that are not normal, with and without log-normal weights.
in_shapes <- function() {
  rows <- designs_of("hook", "scale", "mixture", "log-normal scores", "exponential")
  rows <- Filter(function(design) design$negatives < 500 && design$area %in% c(0.75, 0.9), rows)
  weighted <- lapply(rows, function(design) {
    design$sigma <- 1
    design$name <- paste0("weights 1, ", design$name)
    design
  })
  c(rows, weighted)
}

others <- function() {
  designs <- in_plain(c(0.6, 0.8, 0.95), list(c(20, 80), c(50, 150)))
  margin <- in_plain(0.8, list(c(20, 80), c(50, 150)))
  one <- lapply(designs, function(design) {
    cell("test", "one AUC, or a margin", design$name, draw_of(design), function(s) both(function(test) {
      auc_test(s$score, s$label, s$weight, mu = design$area, test = test)$p.value
    }))
  })
  c(
    one,
    cells_of_tests("one AUC, or a margin", margin, apart_by(0.1), function(s, test) {
      test_scores(s, test, alternative = "noninferior", margin = 0.1)
    }, "noninferiority, "),
    cells_of_tests("independent samples", in_plain(c(0.6, 0.8, 0.95)), in_groups(2L), test_samples),
    cells_of_tests("independent samples, shapes", in_shapes(), in_groups(2L), test_samples),
    cells_of_tests("groups of equal AUCs, shapes", in_shapes(), in_groups(3L), test_groups(FALSE), "three, "),
    cells_of_tests("groups of equal AUCs", designs, in_groups(3L), test_groups(FALSE), "three, "),
    cells_of_tests("groups of equal AUCs", designs, in_groups(6L), test_groups(FALSE), "six, "),
    cells_of_tests("groups of equal AUCs", designs, in_groups(6L), test_groups(TRUE), "trend of six, ")
  )
}

# -- Families ----------------------------------------------------------------

# Six scores that correlate by `rho` within a class; ratings are five.
draw_six <- function(size, areas, sigma, rho = 0.5, ratings = FALSE) {
  y <- rep(1:0, size)
  n <- length(y)
  function() {
    score <- outer(y, distance_of(areas)) + sqrt(rho) * rnorm(n) +
      sqrt(1 - rho) * matrix(rnorm(6 * n), n)
    if (ratings) score <- matrix(findInterval(score, c(-0.5, 0.2, 0.9, 1.6)), n)
    list(scores = score, label = y, weight = log_normal(n, sigma))
  }
}

# Any pair of equal scores, by adjust = "closed" and by Holm's correction; the joint test where all are equal.
attempt_six <- function(areas) {
  pairs <- combn(6L, 2L)
  equal <- areas[pairs[1L, ]] == areas[pairs[2L, ]]
  any_of <- function(p) rejected(min(p[equal], 1, na.rm = TRUE))
  function(s) {
    found <- auc_test(s$scores, s$label, s$weight, adjust = "closed")
    joint <- if (all(equal)) rejected(found$p.value)
    holm <- p.adjust(found$contrasts$p.value, "holm")
    list(ours = cbind(any_of(found$contrasts$p.adjusted), joint), Holm = cbind(any_of(holm), joint))
  }
}

families <- function() {
  equal <- function(area) rep(area, 6L)
  better <- function(best, others) c(best, rep(others, 5L))
  of <- function(name, size, areas, sigma = 0, ...) {
    targets <- if (all(areas == areas[[1L]])) {
      c("six scores, any pair", "six scores, joint test")
    } else {
      "six scores, any false pair beside a better one"
    }
    cell("family", targets, name, draw_six(size, areas, sigma, ...), attempt_six(areas))
  }
  list(
    of("10 + 90, weights 1, AUC .8", c(10, 90), equal(0.8), 1),
    of("10 + 90, weights 1, AUC .6", c(10, 90), equal(0.6), 1),
    of("10 + 90, weights 1, AUC .8, independent", c(10, 90), equal(0.8), 1, rho = 0),
    of("10 + 90, weights 1, AUC .9, independent", c(10, 90), equal(0.9), 1, rho = 0),
    of("20 + 180, weights 1, AUC .8", c(20, 180), equal(0.8), 1),
    of("10 + 90, AUC .8", c(10, 90), equal(0.8)),
    of("10 + 90, five ratings", c(10, 90), equal(0.8), ratings = TRUE),
    of("20 + 180, weights 1, five ratings", c(20, 180), equal(0.8), 1, ratings = TRUE),
    of("50 + 50, AUC .9", c(50, 50), equal(0.9)),
    of("10 + 90, weights 1, one of .95 and five of .75", c(10, 90), better(0.95, 0.75), 1),
    of("20 + 180, weights 1, one of .9 and five of .75", c(20, 180), better(0.9, 0.75), 1),
    of("50 + 150, one of .85 and five of .75", c(50, 150), better(0.85, 0.75)),
    of("50 + 150, weights 1, one of .88 and five of .75", c(50, 150), better(0.88, 0.75), 1)
  )
}

cells <- function() c(scores_compared(), others(), families())
