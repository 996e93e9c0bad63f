# Weights that were estimated: the influences of areas less what the model of the weights explains.

# The model's `functions`, a row for each observation as they were given, before any was left out, and
# the codes of their clusters.
check_weights_model <- function(weights_model, label, cluster, variance, partial) {
  if (is.null(weights_model)) {
    return(NULL)
  }
  known <- is.null(partial) && variance %in% c("delong", "jackknife")
  check_unused(c(weights_model = !known), "with a bootstrap, counts, or a partial area")
  functions <- estimating_functions(weights_model)
  if (nrow(functions) != length(label)) {
    message <- sprintf(paste(
      "`weights_model` must have a row for each of the %s observations, those of weight 0 too, not %s.%s"
    ), number(length(label)), number(nrow(functions)),
    if (inherits(weights_model, "glm") && !is.null(weights_model$na.action))
      " It left rows out in which something is missing." else "")
    raise("length", message, argument = "weights_model", length = nrow(functions),
          expected = length(label))
  }
  list(functions = qr(functions), clusters = codes_of_clusters(cluster)$codes)
}

# Those of a glm are its scores: the derivatives of the log-likelihood of each row by the coefficients.
estimating_functions <- function(weights_model) {
  if (inherits(weights_model, "glm")) {
    return(stats::model.matrix(weights_model) * slopes_of(weights_model))
  }
  if (is.data.frame(weights_model)) weights_model <- as.matrix(weights_model)
  if (!is.matrix(weights_model) || !is.numeric(weights_model)) {
    raise_type("weights_model", "a glm, or a numeric matrix of its estimating functions", weights_model)
  }
  check_range(as.vector(weights_model), "weights_model", finite_number)
  weights_model
}

# The derivative of each row's log-likelihood by its linear predictor. The weights that a glm keeps are
# those of the step before its last.
slopes_of <- function(model) {
  mu <- model$fitted.values
  slope <- model$family$mu.eta(model$linear.predictors)^2 / model$family$variance(mu)
  slopes <- model$residuals * model$prior.weights * slope
  # Of a row that has no weight in the model the residual may be unknown.
  slopes[model$prior.weights == 0] <- 0
  slopes
}

# What estimate_of() says of a score, with the influences' residuals for the influences. The variance
# keeps the factor that it has beyond their squares, and has that of a regression's residuals: of as many
# units as have a weight.
with_weights_model <- function(found, score, observed, model) {
  if (!isTRUE(found$variance > 0)) {
    return(found)
  }
  influence <- influence_of(score, observed$label, observed$weights)
  if (!is.null(observed$kept)) {
    influence <- replace(numeric(nrow(model$functions$qr)), observed$kept, influence)
  }
  of_units <- function(x) if (is.null(model$clusters)) x else drop(rowsum(x, model$clusters))
  own <- of_units(influence)
  left <- of_units(qr.resid(model$functions, influence))
  squares <- sum(left^2)
  units <- length(left)
  weighted <- sum(own != 0)
  rank <- check_rank(model$functions$rank, weighted)
  found$variance <- found$variance * squares / sum(own^2) * weighted / (weighted - rank)
  found$freedom <- max(min(2 / (sum(left^4) / squares^2 - 1 / units), units - rank - 2), 0)
  found
}

check_rank <- function(rank, units) {
  if (rank >= units) {
    message <- sprintf(paste("`weights_model` must have fewer coefficients than there are observations, or",
                             "clusters, with an influence: it has %s, of %s."),
                       number(rank), number(units))
    raise("length", message, argument = "weights_model", length = rank, expected = units)
  }
  rank
}
