# Rscript tools/references/decisions-r.R, from the root of the repository, after make-r.R.
#
# Freezes in tests/testthat/ref-data what pROC and ROCR make of the data there when it comes to
# decisions: partial areas, best thresholds, measures, costs, hulls and cost curves. The columns are
# explained in VERSIONS.md there.

source(file.path("tools", "references", "freeze.R"))

# A sign of -1 means the score times -1, which is worse than chance.
scores <- data.frame(
  data = c("ROCR.simple", "aSAH", "aSAH", "aSAH", "aSAH"),
  score = c("score", "s100b", "wfns", "ndka", "s100b"),
  sign = c(1, 1, 1, 1, -1)
)

intervals <- list(c(0, 0.1), c(0, 0.55), c(0.1, 0.3), c(0.03, 0.04), c(0.2, 0.75), c(0.5, 0.95),
                  c(0.9, 1), c(0, 1))
best_weights <- list(c(1, 0.5), c(1, 0.2), c(1, 41 / 113), c(5, 0.2), c(0.5, 0.5), c(10, 0.1),
                     c(2, 0.7), c(1, 0.02))
costs <- list(c(1, 1), c(1, 5), c(3, 1), c(0.2, 0.9))

main <- function() {
  in_aSAH <- scores[scores$data == "aSAH", ]
  freeze(each_score(in_aSAH, proc_areas), "proc-partial-auc.csv")
  freeze(each_score(in_aSAH, proc_best), "proc-best.csv")

  straight <- scores[scores$sign == 1, ]
  freeze(each_score(straight, rocr_measures), "rocr-measures.csv")
  freeze(each_score(straight, rocr_costs), "rocr-cost.csv")
  freeze(each_score(straight, rocr_least_costs), "rocr-least-cost.csv")
  freeze(each_score(scores, rocr_hull), "rocr-hull.csv")
  freeze(each_score(scores, rocr_cost_curve), "rocr-cost-curve.csv")
}

# The rows that `f` gives for the label and the score of each row of `scores`.
each_score <- function(scores, f) {
  stack(scores, function(row) {
    observations <- read(row$data)
    data.frame(row, f(observations$label, row$sign * observations[[row$score]]), row.names = NULL)
  })
}

stack <- function(table, f) do.call(rbind, lapply(split(table, seq_len(nrow(table))), f))

# --- pROC -------------------------------------------------------------------------------------

proc_areas <- function(label, score) {
  roc <- proc_curve(label, score)
  focus <- rep(c("FPR", "TPR"), each = length(intervals))
  bounds <- do.call(rbind, c(intervals, intervals))
  areas <- data.frame(focus = focus, from = bounds[, 1], to = bounds[, 2])
  areas$area <- proc_area(roc, areas, correct = FALSE)
  areas$corrected <- proc_area(roc, areas, correct = TRUE)
  areas$AUC <- as.numeric(roc$auc)
  areas
}

# pROC warns and gives NA for a corrected area below that of chance.
proc_area <- function(roc, areas, correct) {
  of <- function(focus, from, to) {
    bounds <- if (focus == "FPR") 1 - c(from, to) else c(from, to)
    as.numeric(suppressWarnings(pROC::auc(
      roc, partial.auc = bounds, partial.auc.correct = correct,
      partial.auc.focus = if (focus == "FPR") "specificity" else "sensitivity"
    )))
  }
  mapply(of, areas$focus, areas$from, areas$to)
}

# As many rows as thresholds are equally good.
proc_best <- function(label, score) {
  roc <- proc_curve(label, score)
  do.call(rbind, lapply(best_weights, function(weights) {
    best <- pROC::coords(roc, "best", best.method = "youden", best.weights = weights,
                         ret = c("threshold", "sensitivity", "specificity"), transpose = FALSE)
    data.frame(cost = weights[1], prevalence = weights[2], best)
  }))
}

proc_curve <- function(label, score) {
  pROC::roc(label, score, levels = 0:1, direction = "<")
}

# --- ROCR -------------------------------------------------------------------------------------

measures <- c("acc", "err", "ppv", "npv", "f", "mat", "tnr", "fnr")

rocr_measures <- function(label, score) {
  prediction <- ROCR::prediction(score, label)
  columns <- lapply(measures, function(measure) y_values(prediction, measure))
  names(columns) <- measures
  thinned(data.frame(threshold = prediction@cutoffs[[1]], columns))
}

rocr_costs <- function(label, score) {
  each_cost(ROCR::prediction(score, label), thinned)
}

# All cutoffs that cost the least, up to rounding.
rocr_least_costs <- function(label, score) {
  each_cost(ROCR::prediction(score, label), function(table) {
    table[table$cost <= min(table$cost) * (1 + 1e-12), ]
  })
}

each_cost <- function(prediction, choose) {
  do.call(rbind, lapply(costs, function(cost) {
    choose(data.frame(
      cost_FP = cost[1], cost_FN = cost[2], threshold = prediction@cutoffs[[1]],
      cost = y_values(prediction, "cost", cost.fp = cost[1], cost.fn = cost[2])
    ))
  }))
}

y_values <- function(prediction, ...) ROCR::performance(prediction, ...)@y.values[[1]]

# At most 101 rows, the first and the last among them.
thinned <- function(table) {
  n <- nrow(table)
  table[unique(c(seq(1, n, by = ceiling(n / 100)), n)), ]
}

rocr_hull <- function(label, score) {
  hull <- ROCR::performance(ROCR::prediction(score, label), "rch")
  data.frame(FPR = hull@x.values[[1]], TPR = hull@y.values[[1]])
}

# Where more than two lines of thresholds cross, ROCR gives the point once for each pair of them.
rocr_cost_curve <- function(label, score) {
  curve <- ROCR::performance(ROCR::prediction(score, label), "ecost")
  points <- data.frame(PC = curve@x.values[[1]], cost = curve@y.values[[1]])
  points[!duplicated(round(points, 12)), ]
}

main()
