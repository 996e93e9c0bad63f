# The model behind estimated weights, as the compiled library takes it.

# The links of the model, or models: a row for each observation as they were given, before any was left out,
# and the codes of their clusters. `known` says whether there are influences that they change.
check_weights_model <- function(weights_model, size, cluster, known) {
  if (is.null(weights_model)) return(NULL)
  check_unused(c(weights_model = !known), "with a bootstrap or counts")
  models <- if (is_list(weights_model)) weights_model else list(weights_model)
  if (length(models) == 0L) {
    raise("empty", "`weights_model` must contain a model.", argument = "weights_model")
  }
  c(list(links = lapply(models, link_of, size)), codes_of_clusters(cluster))
}

# Adds to the sampling the links of weights that were estimated, of an outcome before those of models, and where the
# observations stand among all rows of the models, counted from 0.
with_links <- function(observations) {
  sampling <- observations$sampling
  links <- sampling$models
  outcome <- observations$outcome
  if (!is.null(links)) {
    rows <- links$links[[1L]]$rows
    if (!is.null(outcome)) {
      outcome <- outcome_among(outcome, observations$kept, rows)
      links$links <- c(list(link_of_outcome(outcome)), links$links)
    }
    is_part <- !is.null(observations$kept) && !identical(observations$kept, seq_len(rows))
    links$rows <- if (is_part) observations$kept - 1L
  } else if (!is.null(outcome)) {
    links <- list(links = list(link_of_outcome(outcome)), cluster = sampling$cluster,
                  clusters = sampling$clusters)
  }
  observations$sampling$links <- links
  observations
}

link_of <- function(model, size) {
  if (inherits(model, "glm")) {
    design <- stats::model.matrix(model)
    check_rows_of_model(nrow(design), size, model$na.action)
    return(link_of_glm(model, design))
  }
  if (is.data.frame(model)) model <- as.matrix(model)
  if (!is.matrix(model) || !is.numeric(model)) {
    raise_type("weights_model", "a glm, or a numeric matrix of its estimating functions", model)
  }
  unwrap(check_range(as.vector(model, "double"), "finite", FALSE), argument = "weights_model")
  check_rows_of_model(nrow(model), size)
  storage.mode(model) <- "double"
  list(functions = model, rows = size)
}

check_rows_of_model <- function(rows, size, left_out = NULL) {
  must <- "have a row for each of the %s observations, including those of weight 0"
  check_length(seq_len(rows), "weights_model", size, sprintf(must, number(size)),
               if (is.null(left_out)) "" else " It left out rows with missing values.")
}

# The derivatives of a glm, row by row. The weights that a glm keeps are those of the step before its last.
link_of_glm <- function(model, design) {
  eta <- as.double(model$linear.predictors)
  fitted <- as.double(model$fitted.values)
  slopes <- model$family$mu.eta(eta)
  response <- response_of(model, fitted, slopes)
  prior <- as.double(model$prior.weights)
  score <- function(eta) {
    mu <- model$family$linkinv(eta)
    prior * (response - mu) * model$family$mu.eta(eta) / model$family$variance(mu)
  }
  list(design = unname(design) + 0, rows = nrow(design), response = response, fitted = fitted,
       slopes = slopes, scores = score(eta), information = -derivative_of(score, eta))
}

# A glm need not keep the response: it is what was fitted and the residual together.
response_of <- function(model, fitted, slopes) {
  response <- if (is.null(model$y)) fitted + as.double(model$residuals) * slopes else as.double(model$y)
  # The response of a row without weight in the model may be unknown.
  response[model$prior.weights == 0] <- fitted[model$prior.weights == 0]
  # Rounding is not part of a class.
  whole <- round(response)
  ifelse(abs(response - whole) < 1e-9, whole, response)
}

# By differences of four points: R's families have no second derivatives.
derivative_of <- function(f, at) {
  step <- 1e-3 * pmax(1, abs(at))
  between <- function(step) (f(at + step) - f(at - step)) / (2 * step)
  (4 * between(step) - between(2 * step)) / 3
}
