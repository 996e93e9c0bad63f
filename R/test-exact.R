# Wilcoxon's test of one area against 1/2 by its exact distribution when labels are dealt at random.

exact_test_of_one <- function(observed, variance, alternative, mu) {
  refuse_inexact(observed, alternative, mu)
  found <- estimate_of_one(observed, area_quantity, variance)
  ties <- tied_classes(found, observed, variance)
  check_work_of_exact(ties)
  tails <- unwrap(wilcoxon_tails(ties$positives, ties$negatives))
  p <- switch(alternative, two.sided = min(1, 2 * min(tails)), less = tails[[1L]], greater = tails[[2L]])
  list(
    statistic = c(W = found$area * sum(ties$positives) * sum(ties$negatives)), p.value = p,
    estimate = structure(found$area, names = if (is.null(observed$names)) "area" else observed$names),
    null.value = c(area = 0.5),
    std.error = sqrt(found$variance), alternative = alternative
  )
}

refuse_inexact <- function(observed, alternative, mu) {
  only <- function(argument, value, words) {
    raise("choice", sprintf("`test = \"exact\"` has only %s.", words), argument = argument, value = value)
  }
  if (length(observed$scores) != 1L) only("test", "exact", "one score")
  if (!alternative %in% c("two.sided", "less", "greater")) {
    only("alternative", alternative, "`alternative` \"two.sided\", \"less\" or \"greater\"")
  }
  if (mu != 0.5) only("mu", mu, "`mu = 0.5`, the area when labels are dealt at random")
  if (!is.null(observed$cluster)) {
    raise("unused", "`cluster` is not used with `test = \"exact\"`, which deals labels one by one.",
          argument = "cluster")
  }
}

# How many positives and negatives have each score, ascending. Labels can be dealt where the weights
# within a class are equal, or count rows.
tied_classes <- function(found, observed, variance) {
  weights <- observed$weights
  if (variance != "frequency" && !is.null(weights)) {
    check_even_weights(found)
    weights <- as.double(as.vector(weights) > 0)
  }
  curve <- about_observations(observed, {
    observed_curve(observed$scores[[1L]], observed$label, weights)
  })
  list(positives = diff(curve$FN), negatives = -diff(curve$FP))
}

# Equal weights are worth as much as they are, Kish's number is that of the observations.
check_even_weights <- function(found) {
  numbers <- c(found$n_pos, found$n_neg)
  if (any(c(found$effective_pos, found$effective_neg) < numbers * (1 - 1e-12))) {
    message <- paste(
      "`weight` must be equal within each class for `test = \"exact\"`, or count rows with",
      "`variance = \"frequency\"`: others can't be dealt. Use `test = \"score\"`."
    )
    raise("weight", message, argument = "weight")
  }
}

# Steps to the distribution: about a second.
most_steps_of_exact <- 4e9

check_work_of_exact <- function(ties) {
  positives <- sum(ties$positives)
  negatives <- sum(ties$negatives)
  fewer <- min(positives, negatives)
  if ((positives + negatives) * fewer * positives * negatives > most_steps_of_exact) {
    message <- sprintf(
      "`test = \"exact\"` is for small samples, not for %s positives and %s negatives: use \"score\".",
      number(positives), number(negatives)
    )
    raise("choice", message, argument = "test", value = "exact")
  }
}
