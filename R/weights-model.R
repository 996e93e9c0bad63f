# Weights that were estimated: the influences of areas less what the model of the weights explains.

# The model's `functions`, a row for each observation as they were given, before any was left out, and
# the codes of their clusters. `known` says whether there are influences that they explain, `others` what
# has none.
check_weights_model <- function(weights_model, label, cluster, known, others) {
  if (is.null(weights_model)) {
    return(NULL)
  }
  check_unused(c(weights_model = !known), others)
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
  list(functions = qr(functions), clusters = codes_of_clusters(check_cluster(cluster, label))$codes)
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

# What estimate_of() says of scores, with the influences' residuals for the influences.
with_weights_model <- function(found, observed, model) {
  variances <- vapply(found, `[[`, 0, "variance")
  varies <- which(variances > 0)
  if (length(varies) > 0L) {
    units <- units_with_model(observed, model, varies)
    variances[varies] <- diag(covariance_with_model(diag(variances[varies], length(varies)), units))
    freedom <- freedom_of_units(units$left, units$rank + 2)
    for (j in seq_along(varies)) {
      found[[varies[[j]]]][c("variance", "freedom")] <- list(variances[[varies[[j]]]], freedom[[j]])
    }
  }
  found
}

# The influences of units on the areas of `scores`, a column each: their `own`, and what is `left` of them by
# a regression on the model's functions; how many units are `weighted`.
units_with_model <- function(observed, model, scores = seq_along(observed$scores)) {
  influences <- do.call(cbind, for_each_score(observed, function(score) {
    influence_of(score, observed$label, observed$weights)
  })[scores])
  used <- if (is.null(observed$weights)) rep(TRUE, nrow(influences)) else as.vector(observed$weights) > 0
  rows <- if (is.null(observed$kept)) seq_along(used) else observed$kept
  if (!is.null(observed$kept)) {
    kept <- influences
    influences <- matrix(0, nrow(model$functions$qr), length(scores))
    influences[rows, ] <- kept
  }
  left <- qr.resid(model$functions, influences)
  lengths <- sqrt(colSums(influences^2))
  left <- without_rounding(left, rep(lengths, each = nrow(left)))
  weighted <- rows[used]
  if (!is.null(model$clusters)) {
    left <- sums_by(left, model$clusters)
    influences <- sums_by(influences, model$clusters)
    weighted <- unique(model$clusters[weighted])
  }
  list(own = influences, left = left, weighted = length(weighted),
       rank = check_rank(model$functions$rank, length(weighted)))
}

# A covariance of areas keeps the factors that it has beyond sums of squared influences, and has that of
# a regression's residuals: of as many units as have a weight.
covariance_with_model <- function(covariance, units) {
  factors <- sqrt(diag(covariance) / colSums(units$own^2))
  factors[diag(covariance) == 0] <- 0
  crossprod(units$left) * outer(factors, factors) * units$weighted / (units$weighted - units$rank)
}

# Areas and their covariance: each pair has the degrees of freedom of its residuals.
comparison_with_model <- function(observed, how) {
  spread <- joint_spread_of(unname(observed$scores), observed$label, observed$weights, observed$cluster,
                            how$variance)
  covariance <- covariance_of(spread, how$variance, !is.null(observed$cluster))
  freedom <- Inf
  if (isTRUE(any(diag(covariance) > 0))) {
    units <- units_with_model(observed, how$model)
    covariance <- covariance_with_model(covariance, units)
    pairs <- pairs_of(spread$areas)
    left <- difference(units$left[, pairs[1L, ], drop = FALSE], units$left[, pairs[2L, ], drop = FALSE])
    freedom <- freedom_of_units(left, units$rank + 2)
  }
  list(estimate = spread$areas, covariance = covariance, freedom = freedom)
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
