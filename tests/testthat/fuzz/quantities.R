# Numbers of curves: calls of roc_partial() and roc_measure(), and lists of what they make.

drawn_with_prior <- c("PPV", "NPV", "ACC", "ERR", "F1", "risk", "NB", "FDR", "FOR", "share")
measures_with_prior <- c(drawn_with_prior, "kappa", "MCC")
drawn_measures <- c("TPR", "FPR", "TNR", "FNR", "BACC", "J", drawn_with_prior)
all_measures <- c(drawn_measures, "LR_pos", "LR_neg", "kappa", "MCC")

draw_measure <- function(scores = stats::rnorm(3L)) {
  if (chance(0.4)) {
    rate <- one_of(stats::runif(1L), 0, 1, 0.5, 0.25, 1e-3)
    at_share <- c(list(measure = one_of("TPR", "FNR", "PPV", "lift"), share = max(rate, 1e-3)),
                  some(list(), list(prior = one_of(0.5, 0.01, 0.999, 1e-9))))
    return(one_of(at_share, list(measure = one_of("TPR", "FNR"), FPR = rate),
                  list(measure = one_of("FPR", "TNR"), TPR = rate)))
  }
  measure <- sample(drawn_measures, 1L)
  threshold <- one_of(sample(as.double(scores), 1L), stats::rnorm(1L), 0, -Inf, Inf, 1e300)
  if (measure == "NB") threshold <- one_of(stats::runif(1L), 0, 0.5, 0.999)
  c(list(measure = measure, threshold = threshold),
    if (measure %in% measures_with_prior) some(list(), list(prior = one_of(0.5, 0.01, 0.999, 1e-9))),
    if (measure == "risk") {
      some(list(), list(cost_FP = one_of(1, 5, 0.3), cost_FN = one_of(1, 20, 0), cost_TP = one_of(-1, 2),
                        cost_TN = -0.5))
    })
}

draw_partial <- function() {
  interval <- draw_interval()
  if (interval[[1L]] == interval[[2L]]) interval <- one_of(c(0.25, 0.75), c(0, 1e-9), c(0.5, 1))
  some(stats::setNames(list(interval), sample(c("FPR", "TPR"), 1L)),
       list(standardize = sample(c("none", "range", "mcclish"), 1L)))
}

# The argument `what`.
draw_what <- function(package, scores) {
  if (chance(0.1)) return("area")
  what <- lapply(seq_len(sample.int(4L, 1L)), function(i) {
    one_of("area", do.call(package("roc_partial"), draw_partial()),
           do.call(package("roc_measure"), draw_measure(scores)),
           do.call(package("roc_summary"), draw_summary()))
  })
  if (chance(0.2)) names(what) <- sample(c("a", "", "b"), length(what), TRUE)
  if (length(what) == 1L && chance(0.5)) what[[1L]] else what
}

# What looks like a number of a curve.
hostile_what <- function(package) {
  right <- package("roc_measure")("PPV", threshold = 0)
  one_of(
    unclass(right), structure(list(), class = "roc_quantity"), structure(1, class = "roc_quantity"),
    utils::modifyList(right, list(version = NULL)), replace(right, "measure", list(1:2)),
    replace(right, "measure", list("PVP")), replace(right, "measure", list(NA_character_)),
    replace(right, "measure", list(NULL)), replace(right, "prior", list("none")), right["measure"],
    replace(right, "prior", list(7)), replace(right, "threshold", list("a")),
    replace(right, "share", list(0.1)),
    list(right, NULL), list(right, "TPR"), list(list(right)), c("area", "area"), "AUC",
    stats::setNames(list(right, "area"), c(NA, "a")), stats::setNames(list(right), bytes("\xff")),
    data.frame(x = 1), list("area", sum), pairlist(a = right, b = "area"), rep(list(right), 300L)
  )
}

takes_what <- function(call) {
  if (!given(call$arguments, "what")) return(TRUE)
  if (call$untouched("what")) return(if (isTRUE(call$world$hostile)) NA else TRUE)
  x <- call$arguments$what
  if (identical(x, "area")) return(TRUE)
  if (inherits(x, "roc_quantity")) return(NA)
  if (is.character(x)) return(if (length(x) == 1L && x %in% "area") NA else FALSE)
  if (!is.list(x) || length(x) == 0L) FALSE else NA
}
