# Costs and priors of decisions, in any unit. A negative cost is a gain.

# Lists of the costs, in the order in which Rust takes them, and of the priors, NULL for the share of
# the positive class in the weights, and of what else belongs to them; all of one length.
check_problems <- function(cost_FP, cost_FN, cost_TP, cost_TN, prior, more = NULL) {
  args <- list(
    cost_FP = check_numbers(cost_FP, "cost_FP"),
    cost_FN = check_numbers(cost_FN, "cost_FN"),
    cost_TP = check_numbers(cost_TP, "cost_TP"),
    cost_TN = check_numbers(cost_TN, "cost_TN"),
    prior = if (!is.null(prior)) check_numbers(prior, "prior")
  )
  args <- check_one_length(c(args, more), "costs and prior")
  list(costs = args[1:4], prior = args$prior, more = args[names(more)])
}

# Recycles the numbers given to the length of the longest.
check_one_length <- function(args, noun) {
  args <- args[!vapply(args, is.null, NA)]
  size <- max(lengths(args), 1L)
  for (argument in names(args)) {
    check_length(args[[argument]], argument, c(1L, size),
                 sprintf("have length 1 or the length of the longest of %s, %s", noun, number(size)))
  }
  lapply(args, rep_len, size)
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
