# Checks of the arguments of roc_plot().

# The curves by their names; a single one has the name "".
check_curves <- function(curve) {
  if (is.data.frame(curve) || !is.list(curve)) {
    unwrap(curve_check(columns_of(curve)))
    return(structure(list(curve), names = ""))
  }
  name <- names(curve)
  if (length(curve) == 0L || is.null(name) || anyNA(name) || any(name == "") ||
        anyDuplicated(name)) {
    raise("names", "A list of curves in `curve` must have distinct names.", argument = "curve")
  }
  for (one in name) {
    argument <- sprintf("curve$%s", one)
    unwrap(curve_check(columns_of(curve[[one]], argument)), argument = argument)
  }
  curve
}

check_ggplot2 <- function() {
  if (!has_ggplot2()) {
    message <- paste(
      "The package ggplot2 (>= 3.4.0) is needed: install.packages(\"ggplot2\").",
      "Without it: plot(TPR ~ FPR, curve, type = \"l\", asp = 1)."
    )
    raise("package", message, package = "ggplot2")
  }
}

has_ggplot2 <- function() {
  requireNamespace("ggplot2", quietly = TRUE) && utils::packageVersion("ggplot2") >= "3.4.0"
}

# A list of arguments by their names, or NULL.
check_arguments <- function(x, argument, known) {
  if (is.null(x)) {
    return(NULL)
  }
  if (!is.list(x)) {
    raise_type(argument, "a list of arguments", x)
  }
  if (length(x) == 0L || is.null(names(x)) || !all(names(x) %in% known) || anyDuplicated(names(x))) {
    message <- sprintf("`%s` must be a list with distinct names out of %s.", argument,
                       paste(known, collapse = ", "))
    raise("arguments", message, argument = argument, expected = known, found = names(x))
  }
  x
}

check_optimal <- function(optimal) {
  if (is.null(optimal) || identical(optimal, FALSE)) {
    NULL
  } else if (identical(optimal, TRUE)) {
    list()
  } else {
    check_arguments(optimal, "optimal", c("cost_FP", "cost_FN", "cost_TP", "cost_TN", "prior"))
  }
}

# The bands by the names of their curves.
check_band <- function(band, curves) {
  if (is.data.frame(band)) band <- structure(list(band), names = names(curves)[[1L]])
  if (is.null(band)) {
    return(NULL)
  }
  if (!is.list(band) || is.null(names(band)) || !all(names(band) %in% names(curves))) {
    raise("names", "`band` must be a data.frame of roc_band(), or a list of them by curves' names.",
          argument = "band")
  }
  for (one in band) {
    columns <- c("FPR", "TPR", "conf.low", "conf.high")
    if (!is.data.frame(one) || !all(columns %in% names(one)) ||
          !all(vapply(one[columns], is.numeric, NA))) {
      raise("type", "`band` must have the numeric columns FPR, TPR, conf.low and conf.high.",
            argument = "band", expected = columns, found = names(one))
    }
    check_columns(one, "band")
  }
  band
}
