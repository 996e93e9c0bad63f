# The ways to observe that a family of numbers does not have, each with its one reason. ARCHITECTURE.md has
# the matrix of all ways and families.

no_ways <- list(
  best = c(
    fold = "the optimism of the best threshold is judged by one sample and grows in small folds",
    bootstrap = "the optimum of a replicate is above that of its sample: percentiles do not cover it",
    replicates = "the optimism is judged by the primary sampling units, which these do not tell"
  ),
  threshold = c(
    fold = "a threshold is one of the scores of a curve, and each fold has its own",
    bootstrap = "replicates have no score beyond those of the sample, but the threshold may be there",
    influence = "a threshold jumps from score to score and has no derivative by the weights"
  ),
  "mean curve" = c(
    simultaneous = "the curves of folds share observations, and the distribution of their mean is unknown",
    other_rate = "the curve is the mean of the TPR of folds at each FPR"
  ),
  "net benefit" = c(
    fold = "a decision curve is of one set of forecasts, and each fold has its own",
    calibrated = "the interval would treat the calibration, which is from the same observations, as known"
  ),
  curve = c(
    fold = "the curve is of all scores together, and each fold has its own",
    recall = "between two thresholds the precision is that of a random choice between them"
  ),
  "one class" = c(bootstrap = "replicates are drawn until they have both classes, and here all have one"),
  bayes = c(
    fold = "the replicates of folds would need models that are fitted anew",
    weights_model = "the model would have to be fitted anew in each replicate",
    outcome = "censoring would have to be estimated anew in each replicate",
    design = "replicates that keep its strata and units are those of a design of replicate weights",
    sums = "replicates weigh single observations"
  ),
  test = c(bootstrap = "a test needs the distribution under the hypothesis, not that around the estimate"),
  reliability = c(
    fold = "a reliability curve is of one set of forecasts, and each fold has its own",
    weights_model = "the bands simulate monotone fits, which has not been validated with a model",
    outcome = "the bands simulate monotone fits, which has not been validated with censored times",
    bootstrap = "the bands are made of replicates whatever the variance is",
    design = "the bands simulate monotone fits, which has not been validated in designs"
  ),
  groups = c(weights_model = "groups that share a model of the weights are not independent of each other"),
  pilot = c(
    design = "its variance depends on the numbers of strata and sampling units, which `n` does not determine",
    outcome = "how many are censored in a study depends on how long it lasts",
    fold = "the variance of folds in a study depends on its models"
  ),
  prediction = c(fold = "each repetition has predictions of its own; give `newdata`"),
  "all times" = c(
    fold = "these functions use one set of scores, and each fold has its own",
    weights_model = "the influences of all times are computed through the estimate of censoring alone",
    resampled = "the variances of all times use influences, `\"delong\"` or `\"jackknife\"`",
    cox = "a Cox model gives each time its own weights: strata and a known curve do not"
  ),
  folds = c(weights_model = "the covariance of comparisons within a fold is known only for known weights")
)

# How each way is asked for: its words, the argument, and what else such an error is.
words_of_ways <- list(
  fold = c("`fold`", "fold", "unused"),
  weights_model = c("`weights_model`", "weights_model", "unused"),
  bootstrap = c("A bootstrap", "variance", "choice"),
  design = c("A survey design", "weight", "type"),
  outcome = c("An outcome at a time", "label", "type"),
  influence = c("An influence, and so a test,", "measure", "choice"),
  simultaneous = c("A simultaneous band over folds", "type", "choice"),
  other_rate = c("A band over folds by another rate than FPR", "by", "choice"),
  calibrated = c("`calibrated = TRUE` with `conf.level`", "calibrated", "unused"),
  recall = c("`recall` with `conf.level`", "recall", "unused"),
  resampled = c("`variance = \"bootstrap\"`, `\"bayesian\"` or `\"frequency\"`", "variance", "choice"),
  cox = c("A Cox model of censoring", "censoring", "choice"),
  sums = c("A tally or a collected curve", "x", "type"),
  replicates = c("A survey design of replicate weights", "weight", "type")
)

# Refuses what was asked for and the family does not have. `given` says of ways whether they were asked for.
# With several numbers, `what` is the one that lacks the way, if the others have it.
refuse_ways <- function(family, args, noun = NULL, argument = NULL) {
  way <- names(args)[match(TRUE, args)]
  if (is.na(way)) return()
  words <- words_of_ways[[way]]
  of <- if (is.null(noun)) "" else paste(" for", noun)
  message <- sprintf("%s is not supported%s: %s.", words[[1L]], of, no_ways[[family]][[way]])
  raise(c("unsupported", words[[3L]]), message, argument = if (is.null(argument)) words[[2L]] else argument)
}

is_bootstrap <- function(variance) length(variance) == 1L && variance %in% c("bootstrap", "bayesian")
