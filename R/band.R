# Bands and intervals of what is made of rates are the core's. With a survey design it gets the variances of
# the rates at the places that they are made of.

# `level` and `R` are NULL where observations choose. Without a `conf.level` there are no bands.
settings_of_bands <- function(conf.level, R, by_default = FALSE) {
  if (is.null(conf.level)) check_unused(c(R = !is.null(R)), "without `conf.level`")
  list(level = if (!by_default) check_level(conf.level), R = if (!is.null(R)) check_numbers(R, "R", 1L))
}

# Returns the bands that a shim computes from observations. `in_design` has what a survey design adds to a request.
result_of_bands <- function(shim, observations, spec, in_design) {
  drawn <- is_bootstrap(observations$sampling$variance)
  if (!drawn) check_unused(c(R = !is.null(spec$R)), "without a bootstrap")
  R <- or(spec$R, 2000)
  request <- c(spec[setdiff(names(spec), c("level", "R"))], list(level = level_of(spec, observations)))
  scheme <- scheme_of(observations$sampling$variance)
  if (drawn) request$replicates <- list(scheme = scheme, seed = seed_of_call(), R = R)
  if (!is.null(observations$sampling$design)) {
    observations <- with_df_of_design(observations)
    request <- c(request, in_design(observations, request))
  }
  result <- about_label(shim(observations, request), observations$scores[[1L]], observations$label)
  # NaN where none were drawn.
  if (!is.nan(result$left)) {
    check_replicates_left(result$left, R, 0)
    warn_of_lost_replicates(result$left, R)
  }
  result
}

warn_of_bands <- function(observations, known) {
  if (known) warn_of_observed(observations) else warn_of_interval(NA_real_)
}

# Bands get the variances at their places in the request.
with_df_of_design <- function(observations) {
  upper <- as.double(survey::degf(observations$sampling$design))
  observations$sampling$known <- list(covariance = numeric(), most = upper)
  observations
}

# Variances of both rates at the places that a request accepts.
variances_in_design <- function(observations, request) {
  places <- about_label(band_places(observations, request), observations$scores[[1L]],
                            observations$label)
  # Some places at once: each is two columns of all observations.
  pieces <- split(seq_along(places$share), (seq_along(places$share) - 1L) %/% 25L)
  result <- lapply(unname(pieces), function(rows) variances_at(observations, lapply(places, `[`, rows)))
  together <- function(name) as.numeric(unlist(lapply(result, `[[`, name)))
  list(negatives = together("negatives"), positives = together("positives"), both = together("both"))
}

variances_at <- function(observations, places) {
  rates <- function(weights) {
    observations$weights <- weights
    unwrap(rate_influences(observations, places), observations$label)
  }
  covariance <- known_covariance(observations, rates)$covariance
  of_fpr <- seq_along(places$share)
  of_tpr <- length(of_fpr) + of_fpr
  list(negatives = diag(covariance)[of_fpr], positives = diag(covariance)[of_tpr],
       both = covariance[cbind(of_fpr, of_tpr)])
}
