# Groups of a survey design, which share strata and clusters: their estimates vary together.

# What test_covariance() takes. `samples` are the observations of each `group`.
covariance_of_groups <- function(observed, samples, group, what) {
  groups <- levels(group)
  rows <- lapply(groups, function(name) which(group == name))
  in_groups <- function(value) {
    lapply(seq_along(groups), function(i) in_one_group(groups, i, value(samples[[i]], rows[[i]])))
  }
  spreads <- in_groups(function(sample, rows) spread_in(sample, list(what), "delong"))
  found_by <- function(weights) {
    found <- in_groups(function(sample, rows) {
      influences_on_all(sample$scores[[1L]], sample$label, weights[rows], list(what))
    })
    influences <- Map(function(of, rows) replace(numeric(length(group)), rows, of$influences), found, rows)
    list(values = vapply(found, `[[`, 0, "values"), influences = unlist(influences))
  }
  design <- covariance_of_columns(observed, found_by)
  freedom <- pmin(vapply(spreads, `[[`, 0, "freedom"), design$most)
  pairs <- pairs_of(groups)
  values <- vapply(spreads, `[[`, 0, "values")
  slope <- descriptions_of(list(what))$slope
  list(estimate = scaled(values, list(what)), covariance = design$covariance * slope^2,
       freedom = pmin(freedom[pairs[1L, ]], freedom[pairs[2L, ]]))
}
