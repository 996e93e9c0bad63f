# Weights that may count how often a row occurs. No variance can tell from the weights alone.

# Checks the weights of observations for a variance. Where nobody has `chosen` one and the weights look like
# counts, a message says how to have theirs.
check_counts <- function(observations, variance, chosen) {
  weights <- (if (is.null(observations$outcome)) observations else observations$outcome)$weights
  if (variance == "frequency") return(unwrap(check_whole(as.vector(weights, "double"))))
  if (chosen || length(weights) == 0L || is.na(weights[[1L]])) return()
  # Most weights that are no counts begin with a fraction.
  if (weights[[1L]] != round(weights[[1L]])) return()
  # Weights of package hardhat have a class that says what they are.
  if (!is.null(observations$sampling$design) || inherits(weights, "hardhat_case_weights")) return()
  weights <- as.vector(weights)
  are_whole <- isTRUE(all(weights == round(weights) & weights <= 2^53))
  if (are_whole && any(weights != max(weights) & weights > 0) &&
        !has_repeats(observations$label, observations$scores)) {
    inform("counts", paste(
      "All weights are whole numbers, and no score occurs twice in a class, as in a table of counts.",
      "If the weights count rows, use `variance = \"frequency\"`."
    ))
  }
}

# Where cases and controls were sampled apart, each class has one weight: the share of the positives in the
# weights is then what someone fixed, or knew. No variance can tell.
inform_of_share <- function(observations, variance) {
  sampling <- observations$sampling
  known <- variance == "frequency" || !is.null(sampling$design) || !is.null(sampling$models) ||
    !is.null(observations$outcome)
  if (!known && differ_by_class_only(observations$label, observations$weights)) {
    inform("share", paste(
      "Each class has a single weight, as when cases and controls are sampled separately. Without `prior`",
      "the share of the positives in the weights is treated as random, as in a cohort. If it is known, give",
      "it as `prior`."
    ))
  }
}

differ_by_class_only <- function(label, weights, first = 1000L) {
  weights <- as.vector(unclass(weights))
  vary <- function(ranges) any(ranges[1L, ] != ranges[2L, ], na.rm = TRUE)
  few <- seq_len(min(first, length(weights)))
  # The first observations show this for most samples.
  if (vary(ranges_by_class(label[few], weights[few]))) return(FALSE)
  ranges <- ranges_by_class(label, weights)
  !vary(ranges) && isTRUE(ranges[1L, 1L] != ranges[1L, 2L])
}

# The least and the greatest positive weight of each class, that of the first positive weight first; NA without any.
ranges_by_class <- function(label, weights) {
  used <- which(weights > 0)
  is_first <- label[used] == label[used[1L]]
  of_class <- list(weights[used][is_first], weights[used][!is_first])
  vapply(of_class, function(weights) if (length(weights) > 0L) range(weights) else c(NA_real_, NA_real_), c(0, 0))
}

# Returns whether two observations have the same label and the same scores.
has_repeats <- function(label, scores) {
  in_class <- function(keys, score) complex(real = as.vector(score, "double"), imaginary = keys)
  seen <- in_class(as.double(label), scores[[1L]])
  for (score in scores[-1L]) {
    if (anyDuplicated(seen) == 0L) break
    seen <- in_class(match(seen, seen), score)
  }
  anyDuplicated(seen) > 0L
}
