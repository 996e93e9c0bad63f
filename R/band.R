# Samples: the observations of a score, and how they vary. Bands and intervals of what is made of rates are the
# core's; of a survey design it is told the variances of the rates at the places that they are made of.

sample_for_band <- function(observed, score, conf.level, variance) {
  own <- c("label", "weights", "cluster", "design", "rows", "in_design", "links", "kept")
  c(list(guess = observed$scores[[score]], conf.level = conf.level, variance = variance), observed[own])
}

# What a shim says of a sample, of which it is `asked` some things.
answer_of_sample <- function(shim, sample, asked) {
  observed <- observed_in(sample)
  request <- c(asked, how_they_vary(observed, sample$variance, sample$conf.level))
  if (!is.null(sample$design)) request$given <- variances_in_design(observed, request)
  of_observations(shim(scored(observed, sample$variance), request), sample$guess, sample$label)
}

# As observations_of() has them.
observed_in <- function(sample) {
  c(list(scores = list(sample$guess)),
    unclass(sample)[c("label", "weights", "cluster", "design", "rows", "in_design", "links", "kept")])
}

how_they_vary <- function(observed, variance, conf.level) {
  in_design <- !is.null(observed$design)
  list(level = conf.level, jackknife = variance == "jackknife", in_design = in_design,
       most = if (in_design) survey::degf(observed$design) else Inf, variance = variance,
       links = links_of(observed))
}

# Of both rates at the places that a request takes.
variances_in_design <- function(observed, request) {
  places <- of_observations(band_places(scored(observed, "delong"), request), observed$scores[[1L]],
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
    unwrap(rate_influences(scored(observed, "delong"), places), observed$label)
  }
  covariance <- covariance_of_columns(observed, rates)$covariance
  of_fpr <- seq_along(places$share)
  of_tpr <- length(of_fpr) + of_fpr
  list(negatives = diag(covariance)[of_fpr], positives = diag(covariance)[of_tpr],
       both = covariance[cbind(of_fpr, of_tpr)])
}
