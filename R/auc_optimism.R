#' Optimism of an AUC on the training sample
#'
#' Returns an estimate of how optimistic the AUC of a model is on the observations to which it was fitted.
#' Use it if there is no other sample. The model is fitted again to resamples, and its AUC there is
#' compared with its AUC in the original sample.
#'
#' @details
#' Let \eqn{A(m, w)} be the weighted AUC of model \eqn{m} under weights \eqn{w}, and \eqn{m(w)} the model
#' fitted with them. The corrected AUC is \eqn{A(m(w), w)} less the mean of \eqn{A(m(w_r), w_r) -
#' A(m(w_r), w)} over replicates \eqn{r}. Rows are drawn with replacement and keep their weights (Harrell
#' et al. 1996); with `cluster`, whole clusters are drawn. A design with replicate weights has its own
#' replicates and scales.
#'
#' Every step that uses the labels must happen within `fit`: the choice of variables, of a penalty, of
#' cuts. The correction is too small for flexible models with AUCs near 1 on their own observations
#' (boosting, forests, neighbours); use cross-validation, `fold` in [weighted_roc()]. In simulations with
#' 11 predictors the corrected AUC was 0.02 to 0.03 too large with 100 observations, and less than 0.01
#' with 300. With jackknife replicate weights no bias was left.
#'
#' @param data the rows to which the model is fitted: a data.frame or a matrix; or a design of package
#'   survey with replicate weights (`svyrep.design`), which has its own weights.
#' @param fit `function(data, weight)` that returns a model fitted to some rows of `data`, with a weight for
#'   each row.
#' @param label,weight,weights,cluster,positive the labels, weights and clusters of the rows, as in
#'   [roc_observations()]. Repeat rows that stand for several.
#' @param R the number of replicates. Workers of package future, set up by `future::plan()`, share them.
#' @param predict `function(model, data)` that returns a score for each row of `data`.
#' @return An object of class `auc_optimism`, a list of two data.frames: `areas`, one row with `apparent`,
#'   `optimism`, `corrected` and `mc.error`, the Monte Carlo standard error of `optimism`; and `replicates`, a
#'   row for each: `replicate`, `resample` (the AUC of its model there), `sample` (the AUC in the sample) and
#'   `optimism`, their difference.
#' @section Errors:
#' The errors are those of [roc_observations()]. `wroc_error_type` is raised for other kinds of data, and
#' `wroc_error_function` for a `fit` or `predict` that fails (with its error as `parent`).
#' `wroc_error_replicates` is raised if fewer than two replicates have both classes.
#' @section Complexity: one model and one prediction of all rows for each replicate.
#' @references Efron B (1983). Estimating the error rate of a prediction rule. JASA 78, 316-331. Harrell FE,
#'   Lee KL, Mark DB (1996). Multivariable prognostic models. Statistics in Medicine 15, 361-387.
#' @seealso [weighted_roc()] with `fold` for cross-validation.
#' @examples
#' set.seed(1)
#' people <- data.frame(sick = rep(0:1, each = 50), matrix(rnorm(600), 100))
#' people$X1 <- people$X1 + people$sick
#' weight <- rexp(100)
#' logistic <- function(data, weight) {
#'   suppressWarnings(glm(sick ~ ., binomial, data, weights = weight))
#' }
#' auc_optimism(people, logistic, people$sick, weight = weight, R = 50)
#' @export
auc_optimism <- function(data, fit, label, weight = NULL, cluster = NULL, R = 200,
                         predict = function(model, data) stats::predict(model, newdata = data),
                         positive = NULL, ..., weights = NULL) classed({
  refuse_dots(...)
  check_given(data)
  if (!is_design(data)) refuse_foreign(data, "data", "a data.frame or a design of replicate weights")
  check_function_of_two(fit, "fit", "function(data, weight)")
  check_function_of_two(predict, "predict", "function(model, data)")
  learner <- list(fit = fit, predict = predict)
  source <- if (inherits(data, "svyrep.design")) {
    args <- c(weight = !missing(weight) || !missing(weights), cluster = !missing(cluster), R = !missing(R))
    check_unused(args, "with a design, which has its own")
    rows_of_design(data, label, positive)
  } else {
    rows_of_data(data, label, one_of_weights(weight, weights), cluster, positive,
                 check_numbers(R, "R", 1L, "replicates"))
  }
  optimism_of(source, learner)
})

#' @rdname auc_optimism
#' @param x the result of `auc_optimism()`.
#' @param digits digits after the decimal point.
#' @param ... not used.
#' @export
print.auc_optimism <- function(x, digits = 3L, ...) {
  shown <- function(name) formatC(x$areas[[name]], digits = digits, format = "f")
  error <- if (is.na(x$areas$mc.error)) "" else sprintf(" (Monte Carlo error %s)", shown("mc.error"))
  cat(
    sprintf("AUC corrected for optimism by %s replicates", number(nrow(x$replicates))),
    sprintf("  apparent   %s", shown("apparent")),
    sprintf("  optimism   %s%s", shown("optimism"), error),
    sprintf("  corrected  %s", shown("corrected")),
    sep = "\n"
  )
  invisible(x)
}

check_function_of_two <- function(x, argument, expected) {
  if (!is.function(x)) raise_type(argument, "a function", x)
  # A few primitives do not tell their arguments.
  accepted <- if (is.null(args(x))) "..." else names(formals(args(x)))
  if (length(accepted) < 2L && !"..." %in% accepted) {
    message <- sprintf("`%s` must accept two arguments, `%s`: it accepts %s.", argument, expected,
                       if (length(accepted) == 0L) "none" else sprintf("only `%s`", accepted))
    raise("function", message, argument = argument, expected = expected, found = accepted)
  }
}

# The data to which models are fitted: `observed` has labels and weights, `replicate(r)` how often each row's
# weight counts, `rows(r, weights)` which rows `fit` gets, and `scale` the factor of each replicate.
rows_of_data <- function(data, label, weight, cluster, positive, R) {
  if (!is.data.frame(data) && !is.matrix(data)) {
    more <- " survey::as.svrepdesign() gives a design its replicate weights."
    raise_type("data", "a data.frame, a matrix or a design with replicate weights", data,
               if (inherits(data, "survey.design")) more else "")
  }
  observations <- labels_of_rows(nrow(data), label, weight, cluster, positive)
  if (is.null(observations$weights)) observations$weights <- rep(1, nrow(data))
  observations$weights <- as.double(as.vector(observations$weights))
  # No row comes more often than there are rows. By powers of 2 areas stay what they are.
  too_large <- max(observations$weights) > .Machine$double.xmax / nrow(data)
  countable <- observations$weights * if (too_large) 2^-ceiling(log2(nrow(data))) else 1
  members <- if (!is.null(observations$sampling$cluster)) split(seq_len(nrow(data)), observations$sampling$cluster)
  draw <- function(r) {
    if (is.null(members)) {
      sample.int(nrow(data), replace = TRUE)
    } else {
      unlist(members[sample.int(length(members), replace = TRUE)], use.names = FALSE)
    }
  }
  list(data = data, observed = observations, scale = rep(1 / R, R), is_random = TRUE,
       replicate = function(r) {
         rows <- draw(r)
         list(rows = rows, weights = observations$weights[rows],
              all = countable * tabulate(rows, nrow(data)))
       })
}

rows_of_design <- function(design, label, positive) {
  check_design(design, "data")
  weights <- as.double(weights_in_design(design))
  observations <- labels_of_rows(nrow(design$variables), label, weights, NULL, positive)
  replicates <- replicates_in_design(design)
  list(data = design$variables, observed = observations, scale = design$scale * design$rscales,
       is_random = FALSE,
       replicate = function(r) {
         rows <- which(replicates[, r] > 0)
         list(rows = rows, weights = replicates[rows, r], all = replicates[, r])
       })
}

# Checked before any model is fitted, in the place of scores by a constant.
labels_of_rows <- function(rows, label, weight, cluster, positive) {
  must <- sprintf("have an element for each of the %s rows of `data`", number(rows))
  check_length(label, "label", rows, must)
  constant <- numeric(rows)
  observations <- observations_of(constant, label, weight, cluster, positive, FALSE, several = FALSE)
  area_of(constant, observations$label, observations$weights)
  observations["weights"] <- list(own_weights(observations))
  observations
}

optimism_of <- function(source, learner) {
  observations <- source$observed
  area <- function(score, weights) area_of(score, observations$label, weights_made(observations, weights))
  counts <- observations$weights > 0
  sample <- list(rows = which(counts), weights = observations$weights[counts])
  apparent <- area(scores_of_fit(source$data, sample, learner), observations$weights)
  R <- length(source$scale)
  result <- of_each_replicate(R, source$replicate, function(drawn) {
    if (length(unique(as.vector(observations$label)[drawn$all > 0])) < 2L) return(NULL)
    tryCatch({
      score <- scores_of_fit(source$data, drawn, learner)
      # Without anybody who is followed to the time there is no area, as without one of the classes.
      of_drawn <- tryCatch(area(score, drawn$all), wroc_error_time = function(error) NULL)
      if (!is.null(of_drawn)) c(of_drawn, area(score, observations$weights))
    }, wroc_error = identity)
  })
  raise_failed_replicates(result)
  optimism_of_replicates(result, apparent, source)
}

# In parallel where the user has set up workers of package future. Samples are drawn here, so that they are the same.
of_each_replicate <- function(R, draw, fit) {
  if (has_workers()) {
    drawn <- lapply(seq_len(R), draw)
    return(future.apply::future_lapply(drawn, fit, future.seed = TRUE))
  }
  progress <- progress_of(R)
  on.exit(progress$close())
  lapply(seq_len(R), function(r) {
    progress$step(r)
    fit(draw(r))
  })
}

has_workers <- function() {
  isNamespaceLoaded("future") && can_be_loaded("future.apply") && future::nbrOfWorkers() > 1L
}

# The first failure, and how many there are.
raise_failed_replicates <- function(result) {
  failed <- which(vapply(result, inherits, NA, "wroc_error"))
  if (length(failed) > 0L) {
    words <- if (length(failed) == 1L) {
      sprintf("In replicate %s of %s:", number(failed), number(length(result)))
    } else {
      sprintf("In %s of %s replicates, first in replicate %s:", number(length(failed)),
              number(length(result)), number(failed[[1L]]))
    }
    stop(with_place(result[[failed[[1L]]]], words, replicates = failed))
  }
}

optimism_of_replicates <- function(result, apparent, source) {
  complete <- which(!vapply(result, is.null, NA))
  left <- length(complete)
  if (left < 2L) {
    message <- sprintf("At least two replicates must contain both classes: of %s replicates %s do.",
                       number(length(result)), number(left))
    raise("replicates", message, argument = "data", left = left)
  }
  warn_of_lost_replicates(left, length(result))
  areas <- matrix(unlist(result[complete]), 2L)
  each <- areas[1L, ] - areas[2L, ]
  # As much as all of them would have had.
  scale <- source$scale[complete] * sum(source$scale) / sum(source$scale[complete])
  optimism <- sum(scale * each)
  structure(list(
    areas = as_frame(list(
      apparent = apparent, optimism = optimism, corrected = apparent - optimism,
      mc.error = if (source$is_random) stats::sd(each) / sqrt(left) else NA_real_
    ), 1L),
    replicates = as_frame(list(
      replicate = complete, resample = areas[1L, ], sample = areas[2L, ], optimism = each
    ), left)
  ), class = "auc_optimism")
}

# The scores of all rows by the model that was fitted to some.
scores_of_fit <- function(data, drawn, learner) {
  model <- call_of_user("fit", learner$fit, data[drawn$rows, , drop = FALSE], drawn$weights)
  score <- without_integer64(call_of_user("predict", learner$predict, model, data), "predict")
  check_returned(score, "predict", nrow(data), "rows")
  score <- as.vector(score, "double")
  unwrap(check_range(score, "number", FALSE), argument = "predict")
  score
}

# An error of the user's function says which one it was.
call_of_user <- function(argument, f, ...) {
  or_else(f(...), function(error) {
    # R's own messages may have whole data in them.
    text <- iconv(paste(conditionMessage(error), collapse = " "), "", "UTF-8", sub = "?")
    if (nchar(text) > 300L) text <- paste(substr(text, 1L, 300L), "...")
    raise("function", sprintf("`%s` failed: %s", argument, text), argument = argument, parent = error)
  })
}
