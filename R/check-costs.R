# Costs and priors of decisions, in any unit. A negative cost is a gain.

# Lists of the costs, in the order in which Rust takes them, and of the priors, NULL for the share of
# the positive class in the weights, and of what else belongs to them; all of one length.
check_problems <- function(cost_FP, cost_FN, cost_TP, cost_TN, prior, length = NULL, more = NULL) {
  given <- list(
    cost_FP = check_numbers(cost_FP, "cost_FP", finite_number, length),
    cost_FN = check_numbers(cost_FN, "cost_FN", finite_number, length),
    cost_TP = check_numbers(cost_TP, "cost_TP", finite_number, length),
    cost_TN = check_numbers(cost_TN, "cost_TN", finite_number, length),
    prior = if (!is.null(prior)) check_numbers(prior, "prior", prior_range, length)
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

# An error must cost at least what the right answer costs. `more`: it must cost more; "one": one of
# both errors must.
check_errors_cost <- function(costs, more = FALSE) {
  pairs <- list(c("cost_FP", "cost_TN"), c("cost_FN", "cost_TP"))
  for (pair in pairs) {
    error <- costs[[pair[[1L]]]]
    right <- costs[[pair[[2L]]]]
    fault <- match(TRUE, if (isTRUE(more)) error <= right else error < right)
    if (!is.na(fault)) {
      raise_costs(pair, if (isTRUE(more)) "more than" else "at least", costs, fault)
    }
  }
  if (identical(more, "one")) {
    fault <- match(TRUE, costs$cost_FP == costs$cost_TN & costs$cost_FN == costs$cost_TP)
    if (!is.na(fault)) raise_costs(pairs[[2L]], "more than", costs, fault)
  }
}

raise_costs <- function(pair, what, costs, fault) {
  values <- c(costs[[pair[[1L]]]][[fault]], costs[[pair[[2L]]]][[fault]])
  place <- if (length(costs[[1L]]) > 1L) sprintf("in element %s ", number(fault)) else ""
  message <- sprintf(
    "`%s` must be %s `%s`, the cost of the right answer: %sthey are %s.", pair[[1L]], what,
    pair[[2L]], place, paste(two_numbers(values[[1L]], values[[2L]]), collapse = " and ")
  )
  raise("costs", message, argument = pair[[1L]], position = fault, value = values[[1L]])
}

# rep() of one number takes several times as long.
rep_each <- function(x, each) if (length(x) == 1L) rep_len(x, each) else rep(x, each = each)

# NULL, or one prior at least: only one if `one` says so.
check_priors <- function(prior, one = FALSE) {
  if (is.null(prior)) {
    return(NULL)
  }
  prior <- check_numbers(prior, "prior", prior_range, if (one) 1L)
  if (length(prior) == 0L) raise("empty", "`prior` must have at least one value.", argument = "prior")
  prior
}
