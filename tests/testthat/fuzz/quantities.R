# Measures: calls of roc_measure(), and what it takes.

drawn_with_prior <- c("PPV", "NPV", "ACC", "ERR", "F1", "risk", "NB", "sNB", "FDR", "FOR", "share",
                      "jaccard", "F",
                      "markedness", "kappa", "MCC", "PPV_NPV", "NNE", "lift", "FM")
drawn_of_rates <- c("TPR", "FPR", "TNR", "FNR", "BACC", "J", "LR_pos", "LR_neg", "DOR", "gmean", "distance",
                    "imbalance", "SEDI", "NND")
known_at <- list(
  threshold = c(drawn_with_prior, drawn_of_rates), FPR = c("TPR", "FNR", "threshold", "AUC"),
  TPR = c("FPR", "TNR", "threshold", "AUC"), share = c("TPR", "FNR", "PPV", "lift"), PPV = "threshold"
)
measures_of_forecasts <- c("brier", "log_loss", "MCB", "DSC", "UNC", "skill")
measures_in_one_class <- c("brier", "log_loss", "ACC", "ERR", "share", "risk", "NB")
synonyms <- c("sensitivity", "recall", "specificity", "precision", "accuracy", "youden", "topleft", "NNT",
              "ER",
              "area", "c")
rules <- c("cost", "J", "F1", "MCC", "kappa", "topleft")
# The measures by which roc_optimal() finds the best threshold.
optimized_measures <- c("J", "F1", "MCC", "kappa", "ACC", "ERR", "gmean", "distance", "topleft", "youden",
                        "DOR",
                        "markedness", "PPV_NPV", "LR_neg", "NNE", "EER")

draw_prior <- function() some(list(), list(prior = one_of(0.5, 0.01, 0.999, 1e-9)))

draw_measure <- function(scores = stats::rnorm(3L)) {
  one_of(draw_whole_measure(), draw_whole_measure(), draw_partial(), draw_measure_at_rate(),
         draw_measure_at_threshold(scores), draw_measure_at_threshold(scores), draw_measure_anywhere())
}

# A measure of the cells at any place but a threshold that is given.
draw_measure_anywhere <- function() {
  rate <- one_of(stats::runif(1L), 0, 1, 0.5, 0.2)
  place <- one_of(
    list(FPR = rate), list(TPR = rate), list(share = max(rate, 1e-3)), list(threshold = sample(rules, 1L)),
    list(threshold = sample(c(drawn_with_prior, drawn_of_rates), 1L)), list(max_FPR = rate), list(min_TPR = rate),
    list(max_FPR = rate, min_PPV = stats::runif(1L)), list(max_share = rate)
  )
  c(list(measure = sample(c(drawn_with_prior, drawn_of_rates), 1L)), place)
}

draw_measure_at_rate <- function() {
  rate <- one_of(stats::runif(1L), 0, 1, 0.5, 0.25, 1e-3)
  one_of(
    c(list(measure = one_of("TPR", "FNR", "PPV", "lift"), share = max(rate, 1e-3)), draw_prior()),
    list(measure = one_of("TPR", "FNR", "sensitivity", "threshold"), FPR = rate),
    list(measure = one_of("FPR", "TNR", "specificity", "threshold"), TPR = rate)
  )
}

draw_measure_at_threshold <- function(scores) {
  measure <- sample(c(drawn_with_prior, drawn_of_rates), 1L)
  threshold <- one_of(sample(as.double(scores), 1L), stats::rnorm(1L), 0, -Inf, Inf, 1e300)
  if (measure %in% c("NB", "sNB")) threshold <- one_of(stats::runif(1L), 0, 0.5, 0.999)
  c(list(measure = measure, threshold = threshold), if (measure %in% drawn_with_prior) draw_prior(),
    if (measure == "F") some(list(), list(beta = one_of(2, 0.5))),
    if (measure == "risk") {
      some(list(), list(cost_FP = one_of(1, 5, 0.3), cost_FN = one_of(1, 20, 0), cost_TP = one_of(-1, 2),
                        cost_TN = -0.5))
    })
}

draw_partial <- function() {
  interval <- draw_interval()
  if (interval[[1L]] == interval[[2L]]) interval <- one_of(c(0.25, 0.75), c(0, 1e-9), c(0.5, 1))
  c(list(measure = "AUC"), stats::setNames(list(interval), sample(c("FPR", "TPR"), 1L)),
    some(list(), list(standardize = sample(c("none", "range", "mcclish"), 1L))))
}

# The argument `measure`: names, or what roc_measure() makes, one or several.
draw_what <- function(package, scores) {
  if (chance(0.1)) return("AUC")
  if (chance(0.2)) return(sample(setdiff(names(whole_measures), measures_of_forecasts), sample.int(3L, 1L)))
  made <- lapply(seq_len(sample.int(4L, 1L)), function(i) {
    one_of("AUC", do.call(package("roc_measure"), draw_measure(scores)))
  })
  if (chance(0.2)) names(made) <- sample(c("a", "", "b"), length(made), TRUE)
  if (length(made) == 1L && chance(0.5)) made[[1L]] else made
}

# Returns values that resemble a measure.
hostile_what <- function(package) {
  all <- package("roc_measure")("PPV", threshold = 0)
  right <- unclass(all)[[1L]]
  as_one <- function(x) structure(list(x), class = "roc_measure")
  one_of(
    unclass(all), structure(list(), class = "roc_measure"), structure(1, class = "roc_measure"),
    as_one(right[-1L]), as_one(replace(right, "measure", list(1:2))),
    as_one(replace(right, "measure", list("PVP"))), as_one(replace(right, "measure", list(NA_character_))),
    as_one(replace(right, "measure", list(NULL))), as_one(replace(right, "prior", list("none"))),
    as_one(right["measure"]), as_one(replace(right, "prior", list(7))), as_one(replace(right, "threshold",
                                                                                       list("a"))),
    as_one(replace(right, "share", list(0.1))), as_one(1), as_one(NULL), right,
    list(all, NULL), list(all, "TPR"), list(list(all)), c("AUC",
                                                          "AUC"), "auc", NA_character_, character(), "brier",
    stats::setNames(list(all, "AUC"), c(NA, "a")), stats::setNames(list(all), bytes("\xff")),
    data.frame(x = 1), list("AUC", sum), pairlist(a = all, b = "AUC"), rep(list(all), 300L)
  )
}

# The argument `measure` of roc_estimate() and others.
takes_what <- function(call) {
  if (!given(call$arguments, "measure")) return(TRUE)
  x <- call$arguments$measure
  if (call$untouched("measure")) return(if (isTRUE(call$world$hostile)) NA else TRUE)
  if (identical(x, "AUC")) return(TRUE)
  if (is.character(x)) {
    known <- c(names(whole_measures), synonyms, unlist(known_at))
    return(if (length(x) > 0L && all(x %in% known)) NA else FALSE)
  }
  if (!is.list(x) || length(x) == 0L) FALSE else NA
}

# Returns whether the measures are the AUC alone.
is_of_area <- function(a) is.null(a$measure) || identical(a$measure, "AUC")
