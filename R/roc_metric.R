#' Metrics for yardstick and mlr3
#'
#' `roc_metric()` returns a class probability metric of package yardstick, for any measure of [roc_measure()], with
#' case weights. Use it in `metric_set()`, `last_fit()` and `tune_grid()`. In mlr3 the same measures are
#' `msr("classif.weighted_roc", measure = "AUC")`, which exists as soon as both packages are loaded.
#'
#' @details
#' **yardstick.** The metric has yardstick's own arguments and rules. The *first* level of `truth` is the event, unless
#' `event_level = "second"`. With `na_rm = TRUE` rows with a missing score, class or weight are left out;
#' otherwise they make the result `NA`. If one class is absent, or has no weight, the result is `NA`, with a
#' warning. Mean losses need one class only, see [roc_estimate()]. `estimator` is `"binary"`, or for more than two classes `"macro"` or `"macro_weighted"`, the averages of
#' each class against the others. `options` has further arguments of [roc_measure()], where `measure` is a name.
#'
#' yardstick finds a metric by its name in the column `.metric`. The name is that of the measure; give another one
#' by `c(name = measure)`, and assign the metric to the same name.
#'
#' **mlr3.** The event is the task's `positive`. Weights are those of the column with the role
#' `weights_measure`. A fold with one class has the value `NA`, unless the measure is a mean loss. `obs_loss()` works for
#' `"brier"` and `"log_loss"`, and for `"ERR"` and `"risk"` at a threshold. Give several measures an `id` each.
#'
#' @param measure the name of a measure or a result of [roc_measure()], one that judges a model: a threshold, for
#'   instance, is neither maximized nor minimized.
#' @param ... not used.
#' @return A function of class `prob_metric`, see `yardstick::new_prob_metric()`:
#'   `metric(data, truth, ..., estimator = NULL, na_rm = TRUE, event_level = "first", case_weights = NULL,
#'   options = list())`. It returns a tibble with a row for each group of `data`.
#' @section Errors:
#' `wroc_error_package` without yardstick (>= 1.2.0); `wroc_error_choice` for a measure without a direction;
#' `wroc_error_length` for several measures.
#' @seealso `vignette("Frameworks", "WeightedROC")`.
#' @examples
#' if (requireNamespace("yardstick", quietly = TRUE)) {
#'   cars <- transform(mtcars, am = factor(am, c(1, 0)), p = plogis(mpg - 20), w = 1 + gear)
#'   AUC <- roc_metric()
#'   print(AUC(cars, am, p, case_weights = w))
#'
#'   partial <- roc_metric(c(partial = roc_measure("AUC", FPR = c(0, .2))))
#'   print(yardstick::metric_set(AUC, partial)(cars, am, p, case_weights = w))
#' }
#'
#' if (requireNamespace("mlr3", quietly = TRUE)) {
#'   mlr3::msr("classif.weighted_roc", measure = "AP", id = "AP")
#' }
#' @export
roc_metric <- function(measure = "AUC", ...) classed({
  refuse_dots(...)
  refuse_foreign(measure, "measure", "names of measures")
  check_package("roc_metric()", "yardstick", "1.2.0")
  spec <- measure_of_model(measure)
  metric <- function(data, truth, ..., estimator = NULL, na_rm = TRUE, event_level = "first",
                     case_weights = NULL, options = list()) {
    chosen <- spec
    if (length(options) > 0L) {
      check_unused(c(options = !is.character(measure)), "with a result of roc_measure(), which has its own")
      chosen <- measure_of_model(do.call("roc_measure", c(list(measure), options)))
    }
    value <- function(truth, estimate, ...) metric_value(chosen, truth, estimate, ...)
    # Its averages over classes are those of areas under curves.
    rows <- yardstick::prob_metric_summarizer(
      name = "pr_auc", fn = value, data = data, truth = {{ truth }}, ..., estimator = estimator,
      na_rm = na_rm, event_level = event_level, case_weights = {{ case_weights }}
    )
    rows$.metric <- rep(names(spec), nrow(rows))
    rows
  }
  yardstick::new_prob_metric(metric, if (is_minimized(spec)) "minimize" else "maximize")
})

# One measure that judges a model, as roc_measure() makes it, with its name.
measure_of_model <- function(measure) {
  quantities <- check_measure(measure, values = TRUE)
  check_length(quantities, "measure", 1L, "be one measure")
  if (fact_of_measure(quantities[[1L]]$measure, "better") == "neither") {
    message <- sprintf("`measure` must judge a model: %s is neither maximized nor minimized.",
                       quoted(quantities[[1L]]$measure))
    raise("choice", message, argument = "measure", value = quantities[[1L]]$measure)
  }
  structure(quantities, class = "roc_measure")
}

is_minimized <- function(measure) fact_of_measure(unclass(measure)[[1L]]$measure, "better") == "less"

# By yardstick's rules for missing values, for levels and for averages over classes.
metric_value <- function(measure, truth, estimate, estimator = NULL, na_rm = TRUE, event_level = "first",
                         case_weights = NULL, ...) {
  check_flag(na_rm, "na_rm")
  estimator <- yardstick::finalize_estimator(truth, estimator, "pr_auc")
  yardstick::check_prob_metric(truth, estimate, case_weights, estimator)
  if (na_rm) {
    whole <- yardstick::yardstick_remove_missing(truth, estimate, case_weights)
    truth <- whole$truth
    estimate <- whole$estimate
    case_weights <- whole$case_weights
  } else if (yardstick::yardstick_any_missing(truth, estimate, case_weights)) {
    return(NA_real_)
  }
  # Without the classes of package hardhat: how estimates vary is of no use here.
  weight <- if (!is.null(case_weights)) as.double(unclass(case_weights))
  amended(if (estimator == "binary") {
    event <- check_choice_of(event_level, "event_level", c("first", "second"))
    value_of_event(measure, estimate, truth, levels(truth)[[match(event, c("first", "second"))]], weight)
  } else {
    value_over_classes(measure, estimate, truth, weight, estimator)
  }, function(error) renamed(error, c(x = "estimate", weight = "case_weights")))
}

# The average over each class against the others.
value_over_classes <- function(measure, estimate, truth, weight, estimator) {
  each <- seq_len(nlevels(truth))
  values <- vapply(each, function(i) {
    value_of_event(measure, estimate[, i], truth, levels(truth)[[i]], weight)
  }, 0)
  weight <- if (is.null(weight)) rep(1, length(truth)) else weight
  shares <- vapply(each, function(i) sum(weight[as.integer(truth) == i]), 0)
  if (estimator == "macro") mean(values) else stats::weighted.mean(values, shares)
}

value_of_event <- function(measure, score, truth, event, weight) {
  positive <- as.vector(truth == event)
  absent <- class_that_lacks(measure, positive, weight)
  if (is.null(absent)) return(value_of_classes(measure, score, positive, weight))
  control <- paste(setdiff(levels(truth), event), collapse = ", ")
  warn("one_class", sprintf("No %s observations were detected in `truth` with %s level '%s'.", absent, absent,
                            if (absent == "event") event else control),
       known_as = paste0("yardstick_warning_roc_truth_no_", absent))
  NA_real_
}

# The class without an observation of positive weight, NULL where the measure needs no other.
class_that_lacks <- function(measure, positive, weight) {
  counted <- if (is.null(weight)) positive else positive[weight != 0]
  if (length(counted) > 0L && exist_in_one_class(measure)) return(NULL)
  if (!any(counted)) "event" else if (all(counted)) "control"
}

value_of_classes <- function(measure, score, positive, weight) {
  roc_estimate(score, positive, weight, variance = "delong", measure = measure, conf.level = NULL)$estimate
}
