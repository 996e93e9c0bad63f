# Estimates at a threshold that a rule chooses, corrected for having been chosen on the same observations.

is_ruled <- function(quantity) is.character(quantity$threshold)

# The fields of a measure that choose its threshold.
choice_of_threshold <- function(quantity) {
  rule <- quantity$threshold
  quantity[names(quantity) %in% c("threshold", "prior", names_of_bounds, if (rule == "cost") names_of_costs,
                                  if (rule == "F") "beta")]
}

# The covariance of FPR, FNR and the share of the positives, by a survey design, at the chosen threshold.
covariance_at_optimum <- function(observations, quantity) {
  columns <- columns_of(observed_curve(observations$scores[[1L]], observations$label, observations$weights))
  at_best <- function(measure) c(list(measure = measure), choice_of_threshold(quantity), version = 1L)
  best <- unwrap(curve_quantities(columns, lapply(c("threshold", "TPR", "FPR"), at_best)))
  share <- quantity("prevalence")
  if (best[[2L]] > 0 || best[[3L]] > 0) {
    at <- function(measure) quantity(measure, threshold = best[[1L]])
    return(covariance_of_quantities(observations, list(at("FPR"), at("FNR"), share)))
  }
  # Nothing is called positive, not even a score of `Inf`: only the share of the positives varies.
  result <- covariance_of_quantities(observations, list(share))
  replace(result, "covariance", list(diag(c(0, 0, result$covariance[[1L]]))))
}
