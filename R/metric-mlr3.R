# The measure "classif.weighted_roc" of package mlr3, in its dictionary once both packages are loaded.

.onLoad <- function(libname, pkgname) {
  setHook(loading_mlr3, register_measure, "append")
  if (isNamespaceLoaded("mlr3")) register_measure()
}

.onUnload <- function(libpath) {
  setHook(loading_mlr3, Filter(function(hook) !identical(hook, register_measure), getHook(loading_mlr3)),
          "replace")
  if (isNamespaceLoaded("mlr3")) measures_of_mlr3()$remove(id_of_measure)
}

loading_mlr3 <- packageEvent("mlr3", "onLoad")

id_of_measure <- "classif.weighted_roc"

# While mlr3 loads it has no exports yet.
measures_of_mlr3 <- function() utils::getFromNamespace("mlr_measures", "mlr3")

# R calls a hook with the name and the path of the package.
register_measure <- function(...) {
  measures_of_mlr3()$add(id_of_measure, function(measure = "AUC") new_mlr3_measure(measure))
}

# R6 has these in the scope of its methods.
utils::globalVariables(c("self", "super"))

# Made where it is needed: without mlr3 there is no class to inherit from.
new_mlr3_measure <- function(measure) classed({
  generator <- R6::R6Class(
    "MeasureClassifWeightedROC",
    inherit = mlr3::MeasureClassif,
    public = list(
      measure = NULL,
      initialize = function(measure) {
        self$measure <- measure
        super$initialize(
          id = id_of_measure, minimize = is_minimized(measure),
          range = unlist(descriptions_of(unclass(measure))[c("low", "high")], use.names = FALSE),
          predict_type = "prob", task_properties = "twoclass", packages = "WeightedROC",
          properties = c("weights", if (has_losses(measure)) "obs_loss"),
          label = paste("Weighted ROC measure:", names(measure)), man = "WeightedROC::roc_metric"
        )
      }
    ),
    private = list(
      .extra_hash = "measure",
      .score = function(prediction, weights = NULL, ...) {
        positive <- is_event(prediction)
        if (!is.null(class_that_lacks(self$measure, positive, weights))) return(NA_real_)
        value_of_classes(self$measure, prediction$prob[, 1L], positive, weights)
      },
      .obs_loss = function(prediction, ...) {
        losses_of(unclass(self$measure)[[1L]], unname(prediction$prob[, 1L]), is_event(prediction))
      }
    )
  )
  generator$new(measure_of_model(measure))
})

# The positive class of a task is the first level of its predictions, and the first column of `prob`.
is_event <- function(prediction) as.integer(prediction$truth) == 1L

# TRUE if a measure is a weighted mean of losses of observations. With a prior these have other weights.
has_losses <- function(measure) {
  quantity <- unclass(measure)[[1L]]
  by_threshold <- quantity$measure %in% c("ERR", "risk") && is.numeric(quantity$threshold)
  is.null(quantity$prior) && (by_threshold || quantity$measure %in% c("brier", "log_loss"))
}

losses_of <- function(quantity, probability, positive) {
  predicted_positive <- probability >= or(quantity$threshold, 0)
  switch(
    quantity$measure,
    brier = (probability - positive)^2,
    log_loss = -log(ifelse(positive, probability, 1 - probability)),
    ERR = as.double(predicted_positive != positive),
    risk = ifelse(positive, ifelse(predicted_positive, quantity$cost_TP, quantity$cost_FN),
                  ifelse(predicted_positive, quantity$cost_FP, quantity$cost_TN))
  )
}
