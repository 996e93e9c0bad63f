# Bands and intervals of what is made of rates are the core's. With a survey design it gets the variances of
# the rates at the places that they are made of.

# `level` and `R` are NULL where observations choose. Without a `conf.level` there are no bands.
asked_of_bands <- function(conf.level, R, by_default = FALSE) {
  if (is.null(conf.level)) check_unused(c(R = !is.null(R)), "without `conf.level`")
  list(level = if (!by_default) check_level(conf.level), R = if (!is.null(R)) check_replicates(R))
}

# Returns the bands that a shim computes from observations. `in_design` has what a survey design adds to a request.
found_of_bands <- function(shim, observed, asked, in_design) {
  drawn <- is_bootstrap(observed$sampling$variance)
  if (!drawn) check_unused(c(R = !is.null(asked$R)), "without a bootstrap")
  R <- or(asked$R, 2000)
  request <- c(asked[setdiff(names(asked), c("level", "R"))], list(level = level_of(asked, observed)))
  scheme <- scheme_of(observed$sampling$variance)
  if (drawn) request$replicates <- list(scheme = scheme, seed = seed_of_call(), R = R)
  if (!is.null(observed$sampling$design)) {
    observed <- with_df_of_design(observed)
    request <- c(request, in_design(observed, request))
  }
  found <- of_observations(shim(observed, request), observed$scores[[1L]], observed$label)
  # NaN where none were drawn.
  if (!is.nan(found$left)) {
    check_replicates_left(found$left, R, 0)
    warn_of_lost_replicates(found$left, R)
  }
  found
}

warn_of_bands <- function(observed, known) {
  if (known) warn_of_observed(observed) else warn_of_interval(NA_real_)
}

# Bands get the variances at their places in the request.
with_df_of_design <- function(observed) {
  most <- as.double(survey::degf(observed$sampling$design))
  observed$sampling$known <- list(covariance = numeric(), most = most)
  observed
}

# Variances of both rates at the places that a request accepts.
variances_in_design <- function(observed, request) {
  places <- of_observations(band_places(observed, request), observed$scores[[1L]],
                            observed$label)
  # Some places at once: each is two columns of all observations.
  pieces <- split(seq_along(places$share), (seq_along(places$share) - 1L) %/% 25L)
  found <- lapply(unname(pieces), function(rows) variances_at(observed, lapply(places, `[`, rows)))
  together <- function(name) as.numeric(unlist(lapply(found, `[[`, name)))
  list(negatives = together("negatives"), positives = together("positives"), both = together("both"))
}

variances_at <- function(observed, places) {
  rates <- function(weights) {
    observed$weights <- weights
    unwrap(rate_influences(observed, places), observed$label)
  }
  covariance <- known_covariance(observed, rates)$covariance
  of_fpr <- seq_along(places$share)
  of_tpr <- length(of_fpr) + of_fpr
  list(negatives = diag(covariance)[of_fpr], positives = diag(covariance)[of_tpr],
       both = covariance[cbind(of_fpr, of_tpr)])
}
