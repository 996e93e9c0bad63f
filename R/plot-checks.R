# Checks of the arguments of roc_plot().

# The curves by their names; a single one has the name "".
check_curves <- function(curve) {
  if (is_fit(curve)) {
    curves <- curves_of_fit(curve)
    check_few(length(curves))
    return(curves)
  }
  if (is.data.frame(curve) || !is.list(curve)) {
    unwrap(curve_check(columns_of(curve)))
    return(structure(list(curve), names = ""))
  }
  name <- names(curve)
  if (length(curve) == 0L || is.null(name) || anyNA(name) || any(name == "") ||
        anyDuplicated(name)) {
    message <- paste("A list of curves in `curve` must have distinct names, such as",
                     "list(age = curve1, bmi = curve2).")
    raise("names", message, argument = "curve")
  }
  check_few(length(curve))
  for (one in name) {
    argument <- sprintf("curve$%s", one)
    unwrap(curve_check(columns_of(curve[[one]], argument)), argument = argument)
  }
  curve
}

# A second curve stands where `diagonal` does.
check_diagonal <- function(diagonal) {
  if (is.list(diagonal)) {
    raise_type("diagonal", "TRUE or FALSE", diagonal,
               " Several curves are one list: `list(age = curve1, bmi = curve2)`.")
  }
  check_flag(diagonal, "diagonal")
}

check_few <- function(curves) {
  if (curves > most_curves) {
    message <- sprintf(paste(
      "`curve` must have at most %d curves, not %d: more can't be told apart in one picture. Draw",
      "each in a facet, see the examples of ?roc_plot, or give fewer."
    ), most_curves, curves)
    raise("curves", message, argument = "curve", length = curves, expected = most_curves)
  }
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
  can_be_loaded("ggplot2") && utils::packageVersion("ggplot2") >= "3.4.0"
}

# A list of arguments by their names, or NULL.
check_arguments <- function(x, argument, known) {
  if (is.null(x)) {
    return(NULL)
  }
  if (!is.list(x)) {
    example <- if ("prior" %in% known) "list(cost_FN = 5)" else "list(FPR = c(0, 0.1))"
    raise_type(argument, sprintf("a list of arguments, such as %s", example), x)
  }
  if (length(x) == 0L || is.null(names(x)) || !all(names(x) %in% known) ||
        anyDuplicated(names(x))) {
    message <- sprintf("`%s` must be a list with distinct names out of %s.", argument,
                       paste(known, collapse = ", "))
    raise("arguments", message, argument = argument, expected = known, found = names(x))
  }
  x
}

names_of_costs <- c("cost_FP", "cost_FN", "cost_TP", "cost_TN", "prior")

# Arguments that all have defaults, or TRUE for these.
check_costs_to_draw <- function(x, argument) {
  if (is.null(x) || identical(x, FALSE)) {
    NULL
  } else if (identical(x, TRUE)) {
    list()
  } else {
    check_arguments(x, argument, names_of_costs)
  }
}

# The areas in the order of the curves, as rows of what auc_ci() gives.
check_areas <- function(areas, names) {
  if (!is.data.frame(areas)) {
    raise_type("areas", "TRUE, FALSE or a data.frame of auc_ci()", areas)
  }
  columns <- c("estimate", "conf.low", "conf.high")
  if (!all(columns %in% names(areas)) || !all(vapply(areas[columns], is.numeric, NA))) {
    raise("type", "`areas` must have the numeric columns estimate, conf.low and conf.high.",
          argument = "areas", expected = columns, found = names(areas))
  }
  if (is.null(areas$score) && nrow(areas) == 1L && length(names) == 1L) {
    return(1L)
  }
  row <- match(names, areas$score)
  if (anyNA(row)) {
    message <- sprintf(
      "`areas` must have a row for each curve, with its name in the column score: %s has none.",
      quoted(names[is.na(row)][[1L]])
    )
    raise("names", message, argument = "areas", expected = names, found = areas$score)
  }
  row
}

# The bands by the names of their curves.
check_band <- function(band, curves) {
  if (is.null(band)) {
    return(list())
  }
  if (is.data.frame(band)) band <- bands_of(band, curves)
  if (!is.list(band) || is.null(names(band)) || !all(names(band) %in% names(curves))) {
    raise_band_names()
  }
  for (one in band) check_one_band(one)
  band
}

# Those of several scores have a column with their names.
bands_of <- function(band, curves) {
  if ("score" %in% names(band)) {
    rows <- split(seq_len(nrow(band)), as.character(band[["score"]]))
    return(lapply(rows, function(i) plain_frame(band)[i, names(band) != "score"]))
  }
  if (length(curves) > 1L) raise_band_names()
  structure(list(band), names = names(curves))
}

raise_band_names <- function() {
  message <- paste(
    "`band` must be a data.frame of roc_band(), or for several curves a list of them by curves'",
    "names: list(age = roc_band(...))."
  )
  raise("names", message, argument = "band")
}

check_one_band <- function(band, argument = "band") {
  columns <- c("FPR", "TPR", "conf.low", "conf.high")
  if (!is.data.frame(band) || !all(columns %in% names(band)) ||
        !all(vapply(unclass(band)[columns], function(x) is.numeric(x) && !is.object(x), NA))) {
    message <- sprintf(paste(
      "`%s` must have the numeric columns FPR, TPR, conf.low and conf.high, as roc_band() gives",
      "them by \"FPR\" or \"TPR\"."
    ), argument)
    raise("type", message, argument = argument, expected = columns, found = names(band))
  }
  check_columns(band, argument)
}
