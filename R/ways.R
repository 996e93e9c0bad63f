# The ways to observe that a family of numbers does not have, each with its one reason. ARCHITECTURE.md has the
# matrix of all ways and families.

no_ways <- list(
  best = c(
    fold = paste("how much too good the best threshold is, is judged by halves of one sample, and in a fold it is",
                 "the more so, the smaller the fold is"),
    bootstrap = "the best over thresholds of a replicate is above that of its sample, so percentiles do not cover it",
    replicates = paste("the optimism of a threshold takes halves of the primary sampling units, which replicate",
                       "weights do not tell")
  ),
  band = c(fold = "a band is of one curve, and each fold has a curve of its own"),
  "net benefit" = c(
    fold = "a decision curve is of one set of forecasts, which thresholds compare across folds"
  ),
  test = c(
    bootstrap = paste("a test takes the distribution of an estimate when the hypothesis is true, and replicates have",
                      "that around the estimate")
  ),
  reliability = c(
    fold = "reliability is of one set of forecasts, which are compared across folds",
    weights_model = "bands are made of a simulated law of monotone fits, and a model of weights gives variances alone",
    bootstrap = "bands are made of replicates, whatever the variance is",
    design = "bands are made of a simulated law of monotone fits, and a design gives variances alone"
  ),
  folds = c(
    weights_model = "what comparisons in folds have in common is known only where weights are"
  )
)

# How each way is asked for: its words, the argument, and what else such an error is.
words_of_ways <- list(
  fold = c("`fold`", "fold", "unused"),
  weights_model = c("`weights_model`", "weights_model", "unused"),
  bootstrap = c("`variance = \"bootstrap\"`", "variance", "choice"),
  design = c("A survey design", "weight", "type"),
  replicates = c("A survey design of replicate weights", "weight", "type")
)

# Refuses what was asked for and the family does not have. `given` says of ways whether they were asked for. Of
# several numbers `what` is the one without the way, if it is not that of all.
refuse_ways <- function(family, given, what = NULL, argument = NULL) {
  way <- names(given)[match(TRUE, given)]
  if (is.na(way)) {
    return()
  }
  words <- words_of_ways[[way]]
  message <- sprintf("%s is not supported%s: %s.", words[[1L]], if (is.null(what)) "" else paste(" for", what),
                     no_ways[[family]][[way]])
  raise(c("unsupported", words[[3L]]), message, argument = if (is.null(argument)) words[[2L]] else argument)
}

is_bootstrap <- function(variance) identical(variance, "bootstrap")
