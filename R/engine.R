# Questions to the engine that holds the data, in SQL over the columns wroc_score, wroc_label and
# wroc_weight of a query that dbplyr writes.

check_engine_packages <- function() {
  needed <- c("dplyr", "dbplyr", "DBI")
  missing <- needed[!vapply(needed, requireNamespace, NA, quietly = TRUE)]
  if (length(missing) > 0L) {
    message <- sprintf("roc_collect() needs what is not installed: install.packages(%s).",
                       paste(deparse(missing), collapse = ""))
    raise("package", message, package = missing)
  }
}

# What an engine says when it can't answer is part of our error.
answer <- function(question) {
  tryCatch(question, error = function(error) {
    message <- sprintf("The engine could not answer: %s", conditionMessage(error))
    raise("engine", message, argument = "tbl", parent = error)
  })
}

# The rows of a query in SQL. (RPostgreSQL's dbGetQuery() makes warnings of errors.)
ask <- function(table, query) {
  result <- answer(DBI::dbSendQuery(table$connection, query))
  on.exit(DBI::dbClearResult(result))
  answer(as.data.frame(DBI::dbFetch(result, n = -1)))
}

# The same with all columns as doubles.
ask_numbers <- function(table, query) {
  found <- ask(table, query)
  as_frame(lapply(found, as.numeric), nrow(found))
}

# A template of SQL with the names in braces filled in.
fill <- function(template, ...) {
  values <- list(...)
  holes <- gregexpr("\\{[a-z_]+\\}", template)
  names <- gsub("[{}]", "", regmatches(template, holes)[[1L]])
  regmatches(template, holes) <- list(unlist(values[names], use.names = FALSE))
  template
}

# How the engine writes what SQL's dialects write differently: its double type, a double to the last
# digit, the whole part of a number >= 0, a test for NaN and one for values that are no numbers, and
# whether it has booleans.
dialect_of <- function(connection) {
  is_one_of <- function(names) any(grepl(names, class(connection), ignore.case = TRUE))
  never <- function(name) "1 = 0"
  standard <- list(double = "DOUBLE PRECISION", literal = literal,
                   whole = "CAST(FLOOR(%s) AS BIGINT)", is_NaN = never, is_text = never,
                   has_booleans = TRUE)
  if (is_one_of("postgres|^Pq|redshift")) {
    standard$is_NaN <- is_above_infinity("DOUBLE PRECISION")
  } else if (is_one_of("spark|hive|duckdb")) {
    standard$double <- "DOUBLE"
    standard$is_NaN <- is_above_infinity("DOUBLE")
  } else if (is_one_of("sqlite")) {
    # FLOOR is an option of SQLite's; a cast cuts towards 0, which for numbers >= 0 is the same.
    standard$whole <- "CAST(%s AS INTEGER)"
    # From 3.43 on it rounds decimals beyond some 1e-100 and 1e100 wrongly.
    standard$literal <- literal_of_powers
    # What is missing in all of the first rows looks like booleans.
    standard$has_booleans <- FALSE
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

# Numbers have a decimal point in SQL, whatever the session's options and locale say.
with_decimal_point <- function(value) {
  old <- options(OutDec = ".")
  on.exit(options(old))
  locale <- Sys.getlocale("LC_NUMERIC")
  if (locale != "C") {
    Sys.setlocale("LC_NUMERIC", "C")
    # R warns of all others.
    on.exit(suppressWarnings(Sys.setlocale("LC_NUMERIC", locale)), add = TRUE)
  }
  value
}

# The observations as the engine has them.
observations_in <- function(tbl, guess, label, weight) {
  tryCatch(
    dplyr::transmute(dplyr::ungroup(tbl), wroc_score = !!guess, wroc_label = !!label,
                     wroc_weight = !!weight),
    error = function(error) {
      cause <- if (inherits(error$parent, "condition")) error$parent else error
      message <- sprintf(
        "`guess`, `label`, `weight` must be columns of `tbl` (%s), or made of them: %s",
        paste0("`", colnames(tbl), "`", collapse = ", "), conditionMessage(cause)
      )
      raise("column", message, argument = "tbl", found = colnames(tbl), parent = error)
    }
  )
}

# What all questions need: the observations, as SQL in `rows`, how the engine is talked to, and what
# the first rows tell.
table_of <- function(observations, positive, points) {
  connection <- dbplyr::remote_con(observations)
  table <- list(connection = connection, dialect = dialect_of(connection))
  table$look <- look_at(observations)
  found <- answer(as.character(dbplyr::sql_render(observations)))
  table$rows <- as_doubles(table, found, positive)
  first <- utils::head(observations, max(20 * points, 1e5))
  table$ties <- ties_in(table, answer(as.character(dbplyr::sql_render(first))))
  table
}

# Some rows, to see of what types the columns are and where about the scores lie.
look_at <- function(observations) {
  look <- answer(as.data.frame(dplyr::collect(utils::head(observations, 2000L))))
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
as_doubles <- function(table, rows, positive) {
  name <- function(column) sql_of(dbplyr::ident(column), table)
  number_in <- function(column) {
    value <- name(column)
    if (is.logical(table$look[[column]]) && table$dialect$has_booleans) {
      value <- fill("CASE WHEN {x} THEN 1 WHEN NOT {x} THEN 0 END", x = value)
    }
    sprintf("CAST(%s AS %s)", value, table$dialect$double)
  }
  label <- name("wroc_label")
  texts <- c(name("wroc_score"), name("wroc_weight"))
  if (is.numeric(table$look$wroc_label)) {
    texts <- c(texts, label)
    label <- fill("CASE WHEN NOT {missing} THEN {x} END", missing = is_missing(label, table),
                  x = label)
  }
  if (!is.null(positive)) {
    label <- fill("CASE WHEN {x} = {positive} THEN 1 WHEN {x} IS NOT NULL THEN 0 END", x = label,
                  positive = sql_of(positive, table))
  }
  fill(
    "SELECT {label} AS wroc_label, {score} AS wroc_score, {weight} AS wroc_weight,
       CASE WHEN {texts} THEN 1 ELSE 0 END AS wroc_text
     FROM ({rows}) wroc_found",
    score = number_in("wroc_score"), weight = number_in("wroc_weight"),
    texts = paste(vapply(texts, table$dialect$is_text, ""), collapse = " OR "), label = label,
    rows = rows
  )
}

# A name or a value as SQL.
sql_of <- function(x, table) as.character(dbplyr::escape(x, con = table$connection))

# How many of some rows there are, and how many distinct scores.
ties_in <- function(table, rows) {
  query <- fill("SELECT COUNT(*) AS n, COUNT(DISTINCT {score}) AS scores FROM ({rows}) wroc_first",
                score = sql_of(dbplyr::ident("wroc_score"), table), rows = rows)
  ask_numbers(table, query)
}

# The largest weight that engines certainly take for finite.
most_weight <- 1e308

# A row for each label, NULL among them, and bin: what may be wrong with its observations, their
# weight and the range of the scores that count. The bin of a score that is missing is missing.
facts_of <- function(table, bin, limit) {
  found <- ask(table, fill(
    "SELECT wroc_label, wroc_bin, COUNT(*) AS n, SUM(wroc_text) AS texts,
       SUM(CASE WHEN {no_weight} THEN 1 ELSE 0 END) AS no_weight,
       SUM(CASE WHEN {no_weight} OR wroc_weight >= 0 AND wroc_weight <= {most} THEN 0 ELSE 1 END)
         AS bad_weight,
       SUM(CASE WHEN wroc_weight > 0 AND wroc_weight <= {most} THEN wroc_weight ELSE 0 END)
         AS weight,
       MIN(CASE WHEN wroc_weight > 0 THEN wroc_score END) AS low,
       MAX(CASE WHEN wroc_weight > 0 THEN wroc_score END) AS high
     FROM (
       SELECT wroc_label, wroc_score, wroc_weight, wroc_text,
         CASE WHEN {no_score} THEN NULL ELSE {bin} END AS wroc_bin
       FROM ({rows}) wroc_rows
     ) wroc_bins
     GROUP BY wroc_label, wroc_bin LIMIT {limit}",
    no_weight = is_missing("wroc_weight", table), no_score = is_missing("wroc_score", table),
    most = literal(most_weight), bin = bin, limit = sprintf("%.0f", limit), rows = table$rows
  ))
  numbers <- setdiff(names(found), "wroc_label")
  found[numbers] <- lapply(found[numbers], as.numeric)
  found
}

is_missing <- function(column, table) {
  sprintf("(%s IS NULL OR %s)", column, table$dialect$is_NaN(column))
}

check_facts <- function(facts, na.rm) {
  total <- function(column) sum(facts[[column]])
  if (total("texts") > 0) {
    message <- sprintf("There are texts among the numbers of `guess`, `label` or `weight`, in %s.",
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
    of_class <- counts & (facts$wroc_label == positive) == is_positive
    kind <- if (!any(of_class)) {
      "no_weight"
    } else if (!is.finite(sum(facts$weight[of_class]))) {
      "overflow"
    }
    if (!is.null(kind)) {
      class_name <- if (is_positive) "positive" else "negative"
      raise_failure(list(kind = kind, argument = "weight", class_name = class_name), NULL)
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
  if (is.character(labels)) raise_text_label(labels)
  if (length(labels) == 1L) {
    raise_failure(list(kind = "one_class", argument = "label", value = labels), labels)
  }
  if (!any(vapply(label_encodings, identical, NA, as.numeric(labels)))) {
    raise("labels", sprintf(
      "`label` must hold two values out of {-1, 1}, {0, 1} or {1, 2}, or booleans, not %s.",
      paste(quoted(utils::head(labels, 5L)), collapse = ", ")
    ), argument = "label", value = labels)
  }
  labels[[2L]]
}

# The observations that count, with the weight in the column of its class.
weighed_by_class <- function(table, positive) {
  fill(
    "SELECT wroc_score,
       CASE WHEN wroc_label = {positive} THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_label = {positive} THEN 0 ELSE wroc_weight END AS wroc_negative
     FROM ({rows}) wroc_rows
     WHERE wroc_weight > 0 AND wroc_weight <= {most} AND wroc_label IS NOT NULL AND NOT {no_score}",
    most = literal(most_weight), no_score = is_missing("wroc_score", table),
    positive = sql_of(positive, table), rows = table$rows
  )
}
