# Groups of a survey design, which share strata and clusters: their estimates vary together.

# What test_covariance() takes. `samples` are the observations of each `group`.
covariance_of_groups <- function(observed, samples, group, what) {
  groups <- levels(group)
  spreads <- lapply(seq_along(groups), function(i) {
    in_one_group(groups, i, spread_in(samples[[i]], list(what), "delong"))
  })
  number <- function(name) vapply(spreads, function(spread) spread[[name]], 0)
  rows <- lapply(groups, function(name) which(group == name))
  by_replicates <- inherits(observed$design, "svyrep.design")
  covariance <- if (by_replicates) {
    replicates <- replicates_in_design(observed$design)[observed$in_design, , drop = FALSE]
    values <- lapply(seq_along(groups), function(i) {
      values_in_replicates(samples[[i]], list(what), replicates[rows[[i]], , drop = FALSE])
    })
    replicated_covariance(observed$design, do.call(cbind, values), number("values"))
  } else {
    influences <- matrix(0, length(group), length(groups))
    for (i in seq_along(groups)) {
      part <- samples[[i]]
      influences[rows[[i]], i] <- influences_on_all(part$scores[[1L]], part$label, part$weights,
                                                    list(what))$influences
    }
    linearized_covariance(observed, influences)
  }
  most <- survey::degf(observed$design)
  if (most < 1) covariance[] <- NA_real_
  freedom <- pmin(number("freedom"), most)
  pairs <- pairs_of(groups)
  list(estimate = scaled(number("values"), list(what)), covariance = covariance * what$scale[[2L]]^2,
       freedom = pmin(freedom[pairs[1L, ]], freedom[pairs[2L, ]]))
}
