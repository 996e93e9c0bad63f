# Observations of one class have no curve, but means over all observations: losses of forecasts and of decisions.

exist_in_one_class <- function(quantities) descriptions_of(quantities)$in_one_class > 0

# `value`, or `otherwise` where a class has no observations.
in_one_class <- function(value, otherwise) {
  tryCatch(value, wroc_error_one_class = function(error) otherwise, wroc_error_no_weight = function(error) otherwise)
}

# Measures that need both classes are NA beside those that do not. Fits by group have said so when they were made.
warn_of_one_class <- function(observations, names) {
  if (isTRUE(observations$without_curve)) return()
  several <- length(names) > 1L
  warn("one_class", sprintf("%s %s both classes, and %s NA.", paste0("`", names, "`", collapse = ", "),
                            if (several) "need" else "needs", if (several) "are" else "is"))
}

# An error of one class says what a mean loss takes.
about_mean_losses <- function(quantities, value) {
  amended(value, function(error) {
    if (!inherits(error, "wroc_error_one_class")) return(error)
    without_prior <- lapply(quantities, function(quantity) replace(quantity, "prior", NULL))
    way <- if (all(exist_in_one_class(quantities))) {
      paste("A mean loss needs one class only if it is known which one it is: give a logical label, 0 and 1,",
            "a factor with both levels, or `positive`.")
    } else if (all(exist_in_one_class(without_prior))) {
      "A mean loss needs both classes only with `prior`."
    }
    error$message <- paste(c(error$message, way), collapse = " ")
    error
  })
}
