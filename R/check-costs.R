# Costs and priors of decisions, in any unit. A negative cost is a gain.

# Lists of the costs, in the order in which Rust takes them, and of the priors, NULL for the share of
# the positive class in the weights, and of what else belongs to them; all of one length.
check_problems <- function(cost_FP, cost_FN, cost_TP, cost_TN, prior, more = NULL) {
  given <- list(
    cost_FP = check_numbers(cost_FP, "cost_FP"),
    cost_FN = check_numbers(cost_FN, "cost_FN"),
    cost_TP = check_numbers(cost_TP, "cost_TP"),
    cost_TN = check_numbers(cost_TN, "cost_TN"),
    prior = if (!is.null(prior)) check_numbers(prior, "prior")
  )
  given <- of_one_length(c(given, more), "costs and prior")
  list(costs = given[1:4], prior = given$prior, more = given[names(more)])
}

# Recycles the numbers given to the length of the longest.
of_one_length <- function(given, what) {
  given <- given[!vapply(given, is.null, NA)]
  most <- max(lengths(given), 1L)
  for (argument in names(given)) {
    check_length(given[[argument]], argument, c(1L, most),
                 sprintf("have length 1 or the length of the longest of %s, %s", what, number(most)))
  }
  lapply(given, rep_len, most)
}

# rep() of one number takes several times as long.
rep_each <- function(x, each) if (length(x) == 1L) rep_len(x, each) else rep(x, each = each)

# NULL, or one prior at least: only one if `one` says so.
check_priors <- function(prior, one = FALSE) {
  if (is.null(prior)) return(NULL)
  prior <- check_numbers(prior, "prior", if (one) 1L)
  if (length(prior) == 0L) raise("empty", "`prior` must have at least one value.", argument = "prior")
  prior
}
