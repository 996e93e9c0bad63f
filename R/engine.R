# What is asked of the engine that holds the data, in dplyr's verbs over its columns wroc_score,
# wroc_label and wroc_weight.

check_engine_packages <- function() {
  needed <- c("dplyr", "dbplyr", "DBI")
  missing <- needed[!vapply(needed, requireNamespace, NA, quietly = TRUE)]
  if (length(missing) > 0L) {
    message <- sprintf("%s needed: install.packages(%s).",
                       if (length(missing) == 1L) "A package is" else "Packages are",
                       paste(deparse(missing), collapse = ""))
    raise("package", message, package = missing)
  }
}

# The rows of a query; what the engine says when it can't is part of our error.
ask <- function(query) {
  tryCatch(
    as.data.frame(dplyr::collect(query)),
    error = function(error) {
      message <- sprintf("The engine could not answer: %s", conditionMessage(error))
      raise("engine", message, argument = "tbl", parent = error)
    }
  )
}

# How the engine writes its double type and the whole part of a number >= 0, and whether it has NaN.
dialect_of <- function(tbl) {
  connection <- class(dbplyr::remote_con(tbl))
  if (any(grepl("postgres|^Pq", connection, ignore.case = TRUE))) {
    list(double = "DOUBLE PRECISION", has_NaN = TRUE, whole = "CAST(FLOOR(%s) AS BIGINT)")
  } else if (any(grepl("spark|hive", connection, ignore.case = TRUE))) {
    list(double = "DOUBLE", has_NaN = TRUE, whole = "CAST(FLOOR(%s) AS BIGINT)")
  } else {
    # FLOOR is an option of SQLite's; a cast cuts towards 0, which for numbers >= 0 is the same.
    list(double = "DOUBLE", has_NaN = FALSE, whole = "CAST(%s AS INTEGER)")
  }
}

# A condition that holds for NaN alone: engines that have it put it above infinity.
is_NaN_of <- function(column, dialect) {
  text <- if (dialect$has_NaN) {
    sprintf("(NOT %s <= CAST('Infinity' AS %s))", column, dialect$double)
  } else {
    "(1 = 0)"
  }
  dbplyr::sql(text)
}

# One row a label, NULL among them, with what may be wrong with its rows. The range is that of scores
# whose differences do not overflow.
facts_of <- function(rows, dialect) {
  no_score <- is_NaN_of("wroc_score", dialect)
  facts <- ask(rows |>
    dplyr::group_by(wroc_label) |>
    dplyr::summarise(
      n = dplyr::n(),
      no_score = sum(dplyr::case_when(is.na(wroc_score) ~ 1L, !!no_score ~ 1L, TRUE ~ 0L), na.rm = TRUE),
      no_weight = sum(dplyr::case_when(is.na(wroc_weight) ~ 1L, TRUE ~ 0L), na.rm = TRUE),
      bad_weight = sum(dplyr::case_when(
        is.na(wroc_weight) ~ 0L, wroc_weight >= 0 & wroc_weight <= 1e308 ~ 0L, TRUE ~ 1L
      ), na.rm = TRUE),
      low = min(dplyr::case_when(
        wroc_score >= -1e308 & wroc_score <= 1e308 & wroc_weight > 0 ~ wroc_score
      ), na.rm = TRUE),
      high = max(dplyr::case_when(
        wroc_score >= -1e308 & wroc_score <= 1e308 & wroc_weight > 0 ~ wroc_score
      ), na.rm = TRUE),
      any_score = min(wroc_score, na.rm = TRUE)
    ) |>
    utils::head(8L))
  counts <- c("n", "no_score", "no_weight", "bad_weight")
  facts[counts] <- lapply(facts[counts], as.numeric)
  facts
}

check_facts <- function(facts, na.rm) {
  total <- function(column) sum(facts[[column]])
  if (nrow(facts) == 0L || total("n") == 0) {
    raise("empty", "There are no observations: `tbl` has no rows.", argument = "tbl")
  }
  if (!is.numeric(facts$any_score) && !is.logical(facts$any_score)) {
    raise_type("guess", "a numeric column or expression", facts$any_score)
  }
  if (total("bad_weight") > 0) {
    message <- sprintf("`weight` must be finite and >= 0: it is not in %s rows.",
                       number(total("bad_weight")))
    raise("weight", message, argument = "weight", rows = total("bad_weight"))
  }
  missing <- c(guess = total("no_score"), label = sum(facts$n[is.na(facts$wroc_label)]),
               weight = total("no_weight"))
  if (!na.rm && any(missing > 0)) {
    which <- names(missing)[missing > 0]
    message <- sprintf("There are missing values: %s. Leave these rows out with `na.rm = TRUE`.",
                       paste0("`", which, "` in ", vapply(missing[which], number, ""), " rows",
                              collapse = ", "))
    raise("missing", message, argument = which[[1L]], rows = missing[which])
  }
}

# The label of the positive class.
positive_of <- function(facts, positive) {
  labels <- facts$wroc_label[!is.na(facts$wroc_label)]
  if (!is.null(positive)) {
    if (!positive %in% labels) {
      raise("labels", sprintf("`positive`, %s, is no label.", quoted(positive)),
            argument = "positive", value = positive)
    }
    return(positive)
  }
  if (is.character(labels)) raise_character_label(labels)
  values <- sort(as.numeric(labels))
  encodings <- list(c(-1, 1), c(0, 1), c(1, 2))
  if (length(values) == 1L) {
    raise("one_class", sprintf(
      "`label` must hold both classes: there is only one label value, %s.", quoted(values)
    ), argument = "label", value = values)
  }
  if (!any(vapply(encodings, identical, NA, values))) {
    raise("labels", sprintf(
      "`label` must hold two values out of {-1, 1}, {0, 1} or {1, 2}, or logicals, not %s.",
      paste(quoted(values), collapse = ", ")
    ), argument = "label", value = values)
  }
  labels[[which.max(as.numeric(labels))]]
}

# The observations that count, with the weight in the column of its class.
weighed_by_class <- function(rows, positive, na.rm, dialect) {
  rows <- dplyr::filter(rows, wroc_weight > 0)
  if (na.rm) {
    no_score <- is_NaN_of("wroc_score", dialect)
    rows <- dplyr::filter(rows, !is.na(wroc_score), !is.na(wroc_label), !(!!no_score))
  }
  dplyr::transmute(
    rows,
    wroc_score,
    wroc_positive = dplyr::case_when(wroc_label == !!positive ~ wroc_weight * 1.0, TRUE ~ 0.0),
    wroc_negative = dplyr::case_when(wroc_label == !!positive ~ 0.0, TRUE ~ wroc_weight * 1.0)
  )
}

# Columns that the queries name.
utils::globalVariables(c(
  "wroc_score", "wroc_label", "wroc_weight", "wroc_positive", "wroc_negative", "wroc_step",
  "wroc_bin", "wroc_below", "wroc_low", "wroc_high"
))
