# Curves and areas beside their definitions.

check_WeightedROC <- function(a, result, call) {
  for (name in c("guess", "label", "weight")) if (!is.null(dim(a[[name]]))) dim(a[[name]]) <- NULL
  check_curve(result, observations_in(a))
}

check_curve <- function(result, o) {
  expected <- curve_of(o)
  c(
    has_columns(result[curve_columns], curve_columns),
    unless(nrow(result) == nrow(expected), "the curve has another number of rows"),
    if (nrow(result) == nrow(expected)) {
      c(differs("TPR", result$TPR, expected$TPR, 1e-13),
        differs("FPR", result$FPR, expected$FPR, 1e-13),
        differs("threshold", result$threshold, expected$threshold, 0),
        differs("FN", result$FN, expected$FN, 1e-13),
        differs("FP", result$FP, expected$FP, 1e-13))
    },
    check_shape(result)
  )
}

check_shape <- function(result) {
  rows <- nrow(result)
  c(
    unless(all(diff(result$TPR) <= 0) && all(diff(result$FPR) <= 0), "a rate rises"),
    unless(all(diff(result$FN) >= 0), "FN falls"), unless(all(diff(result$FP) <= 0), "FP rises"),
    unless(identical(c(result$TPR[c(1L, rows)], result$FPR[c(1L, rows)]), c(1, 0, 1, 0)),
           "the curve does not go from 1 to 0"),
    unless(identical(result$threshold[[rows]], Inf), "the last threshold is not Inf")
  )
}

check_WeightedAUC <- function(a, result, call) {
  curve <- data.frame(TPR = as.double(a$tpr.fpr$TPR), FPR = as.double(a$tpr.fpr$FPR))
  differs("the area", result, trapezoids(curve), 1e-12, 1e-15)
}

area_tolerance <- 1e-12

check_auc_wmw <- function(a, result, call) {
  columns <- columns_of(a$guess)
  c(
    differs("the area", result, vapply(each_score(a), area_of, 0), area_tolerance),
    if (!is.null(columns)) {
      unless(identical(as.character(names(result)), as.character(names(columns))),
             "the names are others")
    }
  )
}

check_auc_influence <- function(a, result, call) {
  several <- !is.null(columns_of(a$guess))
  if (is_on(call$arguments$na.rm) && !several) result <- result[!is.na(result)]
  scores <- each_score(a)
  w <- if (is.null(a$weight)) rep(1, length(a$label)) else as.double(unclass(a$weight))
  if (several && !identical(dim(result),
                            c(length(w), length(scores)))) return("it has other dimensions")
  if (!several && length(result) != length(w)) return("it has another length")
  found <- matrix(as.vector(result), length(w))
  unlist(lapply(seq_along(scores), function(i) {
    o <- rescaled(scores[[i]])
    share <- o$weight / ifelse(o$positive, sum(o$weight[o$positive]), sum(o$weight[!o$positive]))
    off <- abs(found[w > 0, i] - influences_of(o))
    # The last digits of the smallest numbers are whole ones.
    c(unless(all(off <= 1e-12 * share + 1e-322), sprintf("influences are wrong (by %g)", max(off))),
      unless(all(found[w == 0, i] == 0), "an observation without weight has an influence"))
  }))
}

check_roc_partial_auc <- function(a, result, call) {
  rate <- if (is.null(a$TPR)) "FPR" else "TPR"
  ends <- ends_of(if (is.null(a[[rate]])) c(0, 1) else a[[rate]])
  complaints <- c(
    has_columns(result, c("rate", "low", "high", "pAUC")),
    unless(identical(result$rate, rep(rate, length(ends$low))), "the rate is another one"),
    differs("low", result$low, ends$low, 0), differs("high", result$high, ends$high, 0)
  )
  if (length(complaints) > 0L) return(complaints)
  unlist(lapply(seq_along(ends$low), function(i) {
    check_partial_area(a, result$pAUC[[i]], c(ends$low[[i]], ends$high[[i]]), rate == "TPR", call)
  }))
}

check_partial_area <- function(a, found, interval, of_TPR, call) {
  standardize <- choice_in(a, "standardize", "none")
  area <- partial_area(a$curve, if (!of_TPR) interval, if (of_TPR) interval)
  expected <- standardized(area, interval, of_TPR, standardize)
  width <- interval[[2L]] - interval[[1L]]
  scale <- switch(standardize, none = 1, range = width, mcclish = width * (1 - width / 2))
  undefined <- standardize == "mcclish" && (is.na(expected) || is.na(found))
  if (undefined && near_chance(area, interval, of_TPR)) {
    return(NULL)
  }
  c(differs("the area", found, expected, 1e-12, 1e-14 / max(scale, 1e-300)),
    if (is.na(found)) unless(call$warned("undefined"), "NA without a warning"))
}

near_chance <- function(area, interval, of_TPR) {
  least <- diff(interval^2) / 2
  if (of_TPR) least <- diff(interval) - least
  abs(area - least) < 1e-13
}
