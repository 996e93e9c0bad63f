# The curve and the area from their definitions, over all pairs.

naive_curve <- function(guess, positive, weight) {
  present <- weight > 0
  threshold <- c(sort(unique(guess[present] + 0)), Inf)
  above_all <- seq_along(threshold) == length(threshold)
  called <- function(row) if (above_all[row]) rep(FALSE, length(guess)) else guess >= threshold[row]
  rows <- seq_along(threshold)
  fp <- vapply(rows, function(r) sum(weight[!positive & called(r)]), 0)
  fn <- vapply(rows, function(r) sum(weight[positive & !called(r)]), 0)
  tp <- vapply(rows, function(r) sum(weight[positive & called(r)]), 0)
  data.frame(TPR = tp / sum(weight[positive]), FPR = fp / sum(weight[!positive]),
             threshold = threshold, FN = fn, FP = fp)
}

naive_area <- function(guess, positive, weight) {
  wins <- outer(guess[positive], guess[!positive], ">") +
    outer(guess[positive], guess[!positive], "==") / 2
  pair_weight <- outer(weight[positive], weight[!positive])
  sum(wins * pair_weight) / sum(pair_weight)
}

# Random observations with ties, both classes present.
random_observations <- function(n, scores = 5) {
  list(
    guess = sample(seq_len(scores), n, replace = TRUE) / 4,
    positive = sample(c(TRUE, FALSE, runif(n - 2) < 0.4)),
    weight = round(rlnorm(n), 3) + 0.001
  )
}
