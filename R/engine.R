# Questions to the engine that holds the data, in dplyr's verbs over its columns wroc_score,
# wroc_label and wroc_weight.

check_engine_packages <- function() {
  needed <- c("dplyr", "dbplyr", "DBI")
  missing <- needed[!vapply(needed, requireNamespace, NA, quietly = TRUE)]
  if (length(missing) > 0L) {
    message <- sprintf("roc_collect() needs what is not installed: install.packages(%s).",
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

# The same with all columns as doubles.
ask_numbers <- function(query) {
  found <- ask(query)
  as_frame(lapply(found, as.numeric), nrow(found))
}

# How the engine writes what SQL's dialects write differently: names, doubles, the whole part of a
# number >= 0, a test for NaN and one for values that are no numbers.
dialect_of <- function(tbl) {
  connection <- dbplyr::remote_con(tbl)
  is_one_of <- function(names) any(grepl(names, class(connection), ignore.case = TRUE))
  never <- function(name) "1 = 0"
  standard <- list(
    name = function(name) as.character(dbplyr::escape(dbplyr::ident(name), con = connection)),
    double = "DOUBLE PRECISION", whole = "CAST(FLOOR(%s) AS BIGINT)",
    is_NaN = never, is_text = never
  )
  if (is_one_of("postgres|^Pq|redshift")) {
    standard$is_NaN <- is_above_infinity("DOUBLE PRECISION")
  } else if (is_one_of("spark|hive|duckdb")) {
    standard$double <- "DOUBLE"
    standard$is_NaN <- is_above_infinity("DOUBLE")
  } else if (is_one_of("sqlite")) {
    # FLOOR is an option of SQLite's; a cast cuts towards 0, which for numbers >= 0 is the same.
    standard$whole <- "CAST(%s AS INTEGER)"
    # Its columns hold values of any type, and its casts make 0 of a text.
    standard$is_text <- function(name) sprintf("typeof(%s) IN ('text', 'blob')", name)
  } else if (is_one_of("mysql|maria")) {
    standard$double <- "DOUBLE"
    standard$whole <- "CAST(FLOOR(%s) AS SIGNED)"
  }
  standard
}

# Engines that have NaN put it there.
is_above_infinity <- function(double) {
  function(name) sprintf("%s > CAST('Infinity' AS %s)", name, double)
}

# The observations as the engine has them.
observations_in <- function(tbl, guess, label, weight) {
  tryCatch(
    dplyr::transmute(dplyr::ungroup(tbl), wroc_score = !!guess, wroc_label = !!label,
                     wroc_weight = !!weight),
    error = function(error) {
      cause <- if (inherits(error$parent, "condition")) error$parent else error
      message <- sprintf("`guess`, `label`, `weight` must be columns of `tbl` (%s), or made of them: %s",
                         paste0("`", colnames(tbl), "`", collapse = ", "), conditionMessage(cause))
      raise("column", message, argument = "tbl", found = colnames(tbl), parent = error)
    }
  )
}

# Some rows, to see of what types the columns are and where about the scores lie.
look_at <- function(rows) {
  look <- ask(utils::head(rows, 2000L))
  if (nrow(look) == 0L) {
    raise("empty", "There are no observations: `tbl` has no rows.", argument = "tbl")
  }
  if (!is.numeric(look$wroc_score) && !is.logical(look$wroc_score)) {
    raise_type("guess", "a column of numbers or booleans", look$wroc_score)
  }
  if (!is.numeric(look$wroc_weight) && !all(is.na(look$wroc_weight))) {
    raise_type("weight", "a column of numbers", look$wroc_weight)
  }
  look
}

# The observations with scores and weights as doubles, and with the labels 0 and 1 where `positive`
# says which is 1.
as_doubles <- function(rows, look, positive, dialect) {
  if (!is.null(positive)) {
    rows <- dplyr::mutate(rows, wroc_label = dplyr::case_when(
      wroc_label == !!positive ~ 1L, !is.na(wroc_label) ~ 0L
    ))
  }
  number_in <- function(column) {
    name <- dialect$name(column)
    if (is.logical(look[[column]]) && !all(is.na(look[[column]]))) {
      name <- sprintf("CASE WHEN %s THEN 1 WHEN NOT %s THEN 0 END", name, name)
    }
    dbplyr::sql(sprintf("CAST(%s AS %s)", name, dialect$double))
  }
  is_text <- function(column) dialect$is_text(dialect$name(column))
  texts <- sprintf("CASE WHEN %s OR %s THEN 1 ELSE 0 END", is_text("wroc_score"),
                   is_text("wroc_weight"))
  dplyr::transmute(rows, wroc_label, wroc_score = !!number_in("wroc_score"),
                   wroc_weight = !!number_in("wroc_weight"), wroc_text = !!dbplyr::sql(texts))
}

# The largest weight that engines certainly take for finite.
most_weight <- 1e308

# A row for each label, NULL among them, and bin: what may be wrong with its observations, their
# weight and the range of the scores that count. The bin of a score that is missing is missing.
facts_of <- function(rows, bin, limit, dialect) {
  is_NaN <- function(column) {
    dbplyr::sql(dialect$is_NaN(dialect$name(column)))
  }
  weight_NaN <- is_NaN("wroc_weight")
  most <- dbplyr::sql(literal(most_weight))
  rows <- dplyr::mutate(rows, wroc_bin = dplyr::case_when(
    is.na(wroc_score) ~ NA, !!is_NaN("wroc_score") ~ NA, TRUE ~ !!bin
  ))
  found <- ask(rows |>
    dplyr::group_by(wroc_label, wroc_bin) |>
    dplyr::summarise(
      n = dplyr::n(),
      texts = sum(wroc_text, na.rm = TRUE),
      no_weight = sum(dplyr::case_when(is.na(wroc_weight) | !!weight_NaN ~ 1L, TRUE ~ 0L),
                      na.rm = TRUE),
      bad_weight = sum(dplyr::case_when(
        is.na(wroc_weight) | !!weight_NaN ~ 0L,
        wroc_weight >= 0 & wroc_weight <= !!most ~ 0L, TRUE ~ 1L
      ), na.rm = TRUE),
      weight = sum(dplyr::case_when(
        wroc_weight > 0 & wroc_weight <= !!most ~ wroc_weight, TRUE ~ 0
      ), na.rm = TRUE),
      low = min(dplyr::case_when(wroc_weight > 0 ~ wroc_score), na.rm = TRUE),
      high = max(dplyr::case_when(wroc_weight > 0 ~ wroc_score), na.rm = TRUE),
      .groups = "drop"
    ) |>
    utils::head(limit))
  numbers <- setdiff(names(found), "wroc_label")
  found[numbers] <- lapply(found[numbers], as.numeric)
  found
}

check_facts <- function(facts, na.rm) {
  total <- function(column) sum(facts[[column]])
  if (total("texts") > 0) {
    message <- sprintf("`guess` and `weight` must be numbers: there are texts in %s.",
                       rows_in_words(total("texts")))
    raise("type", message, argument = "guess", rows = total("texts"))
  }
  if (total("bad_weight") > 0) {
    message <- sprintf("`weight` must be finite and >= 0: it is not in %s.",
                       rows_in_words(total("bad_weight")))
    raise("weight", message, argument = "weight", rows = total("bad_weight"))
  }
  missing <- c(guess = sum(facts$n[is.na(facts$wroc_bin)]),
               label = sum(facts$n[is.na(facts$wroc_label)]), weight = total("no_weight"))
  if (!na.rm && any(missing > 0)) {
    which <- names(missing)[missing > 0]
    message <- sprintf("There are missing values: %s. Leave these rows out with `na.rm = TRUE`.",
                       paste0("`", which, "` in ", vapply(missing[which], rows_in_words, ""),
                              collapse = ", "))
    raise("missing", message, argument = which[[1L]], rows = missing[which])
  }
  if (all(is.na(facts$wroc_bin) | is.na(facts$wroc_label))) {
    raise("empty", "There are no observations: something is missing in each row.", argument = "tbl")
  }
}

rows_in_words <- function(n) if (n == 1) "1 row" else paste(number(n), "rows")

check_weights <- function(facts, positive) {
  counts <- !is.na(facts$wroc_bin) & !is.na(facts$wroc_label) & facts$weight > 0
  for (is_positive in c(FALSE, TRUE)) {
    if (!any(counts & (facts$wroc_label == positive) == is_positive)) {
      class_name <- if (is_positive) "positive" else "negative"
      raise_failure(list(kind = "no_weight", argument = "weight", class_name = class_name), NULL)
    }
  }
}

# The label of the positive class, out of those that there are.
positive_of <- function(labels, positive) {
  labels <- sort(unique(labels))
  if (!is.null(positive)) {
    if (!1L %in% labels) {
      message <- sprintf("`positive`, %s, is no value of `label`.", quoted(positive))
      raise("labels", message, argument = "positive", value = positive)
    }
    return(1L)
  }
  if (is.character(labels)) raise_character_label(labels)
  if (length(labels) == 1L) {
    raise_failure(list(kind = "one_class", argument = "label", value = labels), labels)
  }
  encodings <- list(c(-1, 1), c(0, 1), c(1, 2))
  if (!any(vapply(encodings, identical, NA, as.numeric(labels)))) {
    raise("labels", sprintf(
      "`label` must hold two values out of {-1, 1}, {0, 1} or {1, 2}, or booleans, not %s.",
      paste(quoted(utils::head(labels, 5L)), collapse = ", ")
    ), argument = "label", value = labels)
  }
  labels[[2L]]
}

# The observations that count, with the weight in the column of its class.
weighed_by_class <- function(rows, positive, na.rm, dialect) {
  rows <- dplyr::filter(rows, wroc_weight > 0)
  if (na.rm) {
    is_NaN <- dbplyr::sql(dialect$is_NaN(dialect$name("wroc_score")))
    rows <- dplyr::filter(rows, !is.na(wroc_score), !is.na(wroc_label), !(!!is_NaN),
                          wroc_weight <= !!dbplyr::sql(literal(most_weight)))
  }
  dplyr::transmute(
    rows,
    wroc_score,
    wroc_positive = dplyr::case_when(wroc_label == !!positive ~ wroc_weight, TRUE ~ 0.0),
    wroc_negative = dplyr::case_when(wroc_label == !!positive ~ 0.0, TRUE ~ wroc_weight)
  )
}

# Columns that the queries name.
utils::globalVariables(c(
  "wroc_score", "wroc_label", "wroc_weight", "wroc_text", "wroc_positive", "wroc_negative",
  "wroc_step", "wroc_bin", "wroc_low", "wroc_high", "wroc_wins", "wroc_losses"
))
