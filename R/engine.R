# Questions to the engine that holds the data, in SQL over the columns wroc_score, wroc_label and
# wroc_weight of a query that dbplyr writes.

check_engine_packages <- function() {
  for (package in c("dplyr", "dbplyr", "DBI")) check_package("roc_collect()", package)
}

# The engine's own error message is part of ours. RMySQL only warns of an answer that
# is cut short, and of decimals that it makes doubles, which is what is wanted.
answer <- function(query) {
  on_warning <- function(warning) {
    words <- conditionMessage(warning)
    if (grepl("error while fetching", words, fixed = TRUE)) stop(words, call. = FALSE)
    if (grepl("imported as numeric", words, fixed = TRUE)) invokeRestart("muffleWarning")
  }
  or_else(withCallingHandlers(query, warning = on_warning), function(error) {
    message <- sprintf("The database returned an error: %s", conditionMessage(error))
    raise("engine", message, argument = "tbl", parent = error)
  })
}

# The rows of a query in SQL, whose columns have the prefix wroc_ in this or the other case: engines
# write unquoted names as they like. (RPostgreSQL's dbGetQuery() makes warnings of errors.)
ask <- function(table, query) {
  if (!is.null(table$progress)) table$progress()
  result <- answer(DBI::dbSendQuery(table$connection, query))
  on.exit(DBI::dbClearResult(result))
  returned <- answer(as.data.frame(DBI::dbFetch(result, n = -1)))
  names(returned) <- sub("^wroc_", "", tolower(names(returned)))
  rounded_integer64(returned)
}

# The columns of a data.frame with whole numbers of 64 bits as the nearest doubles.
rounded_integer64 <- function(frame) {
  long <- vapply(frame, inherits, NA, "integer64")
  frame[long] <- lapply(frame[long], function(column) unwrap(doubles_of_integer64(column, FALSE)))
  frame
}

# The same with all columns as doubles.
ask_numbers <- function(table, query) {
  result <- ask(table, query)
  as_frame(lapply(result, as.numeric), nrow(result))
}

# A template of SQL with the names in braces filled in.
fill <- function(template, ...) {
  values <- list(...)
  holes <- gregexpr("\\{[a-z_]+\\}", template)
  names <- gsub("[{}]", "", regmatches(template, holes)[[1L]])
  regmatches(template, holes) <- list(unlist(values[names], use.names = FALSE))
  template
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
observations_in <- function(tbl, guess, label, weight, others = NULL) {
  groups <- dplyr::group_vars(tbl)
  keys <- lapply(groups, as.name)
  names(keys) <- sprintf("wroc_key%d", seq_along(groups))
  columns <- c(list(wroc_score = guess, wroc_label = label, wroc_weight = weight), keys, others)
  names <- names(columns)
  # A column that is computed hides the table's own of that name from the next. Engines may see no difference between
  # cases.
  prefix <- "wroc_"
  while (any(startsWith(tolower(dplyr::tbl_vars(tbl)), prefix))) prefix <- paste0("wroc_", prefix)
  names(columns) <- sub("wroc_", prefix, names, fixed = TRUE)
  result <- in_columns("tbl", tbl, {
    dplyr::transmute(dplyr::ungroup(tbl), !!!columns)
  }, "`guess`, `label`, `weight` must be columns of `tbl` (%s), or computed from them: %s")
  if (identical(names(columns), names)) result else dplyr::rename(result, !!!structure(names(columns), names = names))
}

# The connection of a lazy table: one that keeps a result open until it is fetched.
connection_of <- function(tbl) {
  connection <- dbplyr::remote_con(tbl)
  if (is.null(connection)) {
    raise("engine", "`tbl` has no DBI connection that dbplyr recognises.", argument = "tbl")
  }
  if (inherits(connection, "Pool")) {
    message <- paste("`tbl` must have a single connection, not a pool:",
                     "check one out with pool::poolCheckout().")
    raise("engine", message, argument = "tbl")
  }
  connection
}

# All questions need the observations, as SQL in `rows`, how the engine is talked to, the first
# rows, the powers of the weights that there are to be sums of, and the columns of groups and of parts, each
# with a comma. Rows in which one of the columns `complete` is missing are left out.
table_of <- function(observations, connection, inspection, positive, powers = numeric(), complete = character()) {
  table <- list(progress = progress_of_queries(), connection = connection, dialect = dialect_of(connection),
                look = inspection, powers = powers,
                keys = paste(sprintf("%s, ", names_of_keys(inspection)), collapse = ""),
                part = if ("wroc_cluster" %in% names(inspection)) "wroc_part, " else "")
  result <- answer(as.character(dbplyr::sql_render(observations)))
  if (length(complete) > 0L) {
    result <- sprintf("SELECT * FROM (%s) wroc_all WHERE %s", result, none_lacks(complete, table))
  }
  table$rows <- as_doubles(table, result, positive)
  table
}

# Some rows, to see of what types the columns are and where about the scores lie.
look_at <- function(observations) {
  inspection <- answer(as.data.frame(dplyr::collect(utils::head(observations, 2000L))))
  inspection <- rounded_integer64(inspection)
  if (nrow(inspection) == 0L) {
    raise("empty", "There are no observations: `tbl` has no rows.", argument = "tbl")
  }
  if (!is.numeric(inspection$wroc_score) && !is.logical(inspection$wroc_score)) {
    raise_type("guess", "a column of numbers or booleans", inspection$wroc_score)
  }
  if (!is.numeric(inspection$wroc_weight) && !all(is.na(inspection$wroc_weight))) {
    raise_type("weight", "a column of numbers", inspection$wroc_weight)
  }
  inspection
}

# The observations with scores and weights as doubles, and with the labels 0 and 1 where `positive`
# says which is 1.
as_doubles <- function(table, rows, positive) {
  keys <- names_of_keys(table$look)
  name <- function(column) name_in_sql(column, table)
  number_in <- function(column) {
    value <- name(column)
    if (is.logical(table$look[[column]]) && table$dialect$booleans) {
      value <- fill("CASE WHEN {x} = {true} THEN 1 WHEN {x} = {false} THEN 0 END", x = value,
                    true = value_in_sql(TRUE, table), false = value_in_sql(FALSE, table))
    }
    sprintf(table$dialect$as_double, value, table$dialect$double)
  }
  label <- name("wroc_label")
  texts <- vapply(c("wroc_score", "wroc_weight"), name, "")
  if (is.numeric(table$look$wroc_label)) {
    texts <- c(texts, label)
  }
  # Whole numbers are never NaN.
  if (is.double(table$look$wroc_label)) {
    label <- fill("CASE WHEN NOT {missing} THEN {x} END", missing = is_missing(label, table),
                  x = label)
  }
  if (!is.null(positive)) {
    label <- fill("CASE WHEN {x} = {positive} THEN 1 WHEN {x} IS NOT NULL THEN 0 END", x = label,
                  positive = value_in_sql(positive, table))
  }
  fill(
    "SELECT {keys}{label} AS wroc_label, {score} AS wroc_score, {weight} AS wroc_weight,
       CASE WHEN {texts} THEN 1 ELSE 0 END AS wroc_text{part}
     FROM ({rows}) wroc_found",
    keys = paste(sprintf("%s AS %s, ", vapply(keys, name, ""), keys), collapse = ""),
    score = number_in("wroc_score"), weight = number_in("wroc_weight"),
    texts = paste(vapply(texts, table$dialect$is_text, ""), collapse = " OR "), label = label,
    part = if (has_clusters(table)) sprintf(", %s AS wroc_part", part_in_sql(table)) else "",
    rows = rows
  )
}

# The largest weight that engines certainly take for finite.
max_weight <- 1e308

# A row for each label, NULL among them: how many observations, what may be wrong with them, and how many count,
# with what weight. More labels than these are an error.
facts_of <- function(table) {
  result <- ask(table, limited(facts_in_sql(table), 8192, table))
  sizes <- setdiff(names(result), "label")
  result[sizes] <- lapply(result[sizes], as.numeric)
  result
}

facts_in_sql <- function(table) {
  lacks <- c(guess = is_missing("wroc_score", table), weight = is_missing("wroc_weight", table),
             cluster = if (has_clusters(table)) "wroc_part < 0" else "1 = 0")
  no_place <- sprintf("(%s OR %s)", lacks[["guess"]], lacks[["cluster"]])
  counts <- sprintf("%s AND NOT %s", is_weight(table), no_place)
  right <- sprintf("%s OR wroc_weight >= 0 AND wroc_weight <= %s", lacks[["weight"]],
                   table$dialect$number(max_weight))
  number_of <- function(condition) {
    count_of(sprintf("CASE WHEN %s THEN 1 END", condition), table)
  }
  fill(
    "SELECT wroc_label, {n} AS wroc_n, {texts} AS wroc_texts, {guess} AS wroc_no_guess,
       {weight} AS wroc_no_weight, {cluster} AS wroc_no_cluster, {no_place} AS wroc_no_place,
       {n} - {right} AS wroc_bad_weight, {counted} AS wroc_counted,
       SUM(CASE WHEN {counts} THEN wroc_weight ELSE 0 END) AS wroc_weight
     FROM ({rows}) wroc_rows
     GROUP BY wroc_label",
    n = count_of("*", table), texts = number_of("wroc_text = 1"), guess = number_of(lacks[["guess"]]),
    weight = number_of(lacks[["weight"]]), cluster = number_of(lacks[["cluster"]]),
    no_place = number_of(no_place), right = number_of(right), counted = number_of(counts), counts = counts,
    rows = table$rows
  )
}

# Doubles, as engines give whole numbers in types of their own.
count_of <- function(noun, table) {
  sprintf("CAST(%s(%s) AS %s)", table$dialect$count, noun, table$dialect$double)
}

is_weight <- function(table, upper = max_weight) {
  sprintf("wroc_weight > 0 AND wroc_weight <= %s", table$dialect$number(upper))
}

is_missing <- function(column, table) {
  sprintf("(%s IS NULL OR %s)", column, table$dialect$is_NaN(column))
}

check_facts <- function(facts, na.rm) {
  total <- function(column) sum(facts[[column]])
  if (total("texts") > 0) {
    message <- sprintf("There are strings among the numbers of `guess`, `label` or `weight`, in %s.",
                       rows_in_words(total("texts")))
    raise("type", message, argument = "guess", rows = total("texts"))
  }
  if (total("bad_weight") > 0) {
    message <- sprintf("`weight` must be finite and >= 0: it is not in %s.",
                       rows_in_words(total("bad_weight")))
    raise("weight", message, argument = "weight", rows = total("bad_weight"))
  }
  missing <- c(guess = total("no_guess"), label = sum(facts$n[is.na(facts$label)]), weight = total("no_weight"),
               cluster = total("no_cluster"))
  if (!na.rm && any(missing > 0)) {
    which <- names(missing)[missing > 0]
    message <- sprintf("There are missing values: %s. Leave these rows out with `na.rm = TRUE`.",
                       paste0("`", which, "` in ", vapply(missing[which], rows_in_words, ""),
                              collapse = ", "))
    raise("missing", message, argument = which[[1L]], rows = missing[which])
  }
  if (all(is.na(facts$label) | facts$no_place == facts$n)) {
    raise("empty", "There are no observations: every row has a missing value.", argument = "tbl")
  }
}

rows_in_words <- function(n) if (n == 1) "1 row" else paste(number(n), "rows")

# The weights of the classes, which must be numbers above 0.
weights_of_classes <- function(facts, positive) {
  weights <- lapply(c(positive = TRUE, negative = FALSE), function(is_positive) {
    sum(facts$weight[!is.na(facts$label) & (facts$label == positive) == is_positive])
  })
  for (class in c("negative", "positive")) {
    kind <- if (weights[[class]] == 0) "no_weight" else if (!is.finite(weights[[class]])) "overflow"
    if (!is.null(kind)) raise_failure(list(kind = kind, argument = "weight", class_name = class), NULL)
  }
  weights
}

# The labels of the negative and the positive class, out of those that there are.
labels_in_use <- function(labels, positive) {
  labels <- sort(unique(labels))
  if (!is.null(positive)) {
    if (!any(labels == 1)) {
      message <- sprintf("`positive = %s` is not a value of `label`.", quoted(positive))
      raise("labels", message, argument = "positive", value = positive)
    }
    return(0:1)
  }
  if (is.character(labels)) raise_text_label(labels)
  if (length(labels) == 1L) {
    raise_failure(list(kind = "one_class", argument = "label", value = labels), labels)
  }
  if (!is_encoding(labels)) {
    raise("labels", sprintf(
      "`label` must hold two values out of {-1, 1}, {0, 1} or {1, 2}, or booleans, not %s.",
      paste(quoted(utils::head(labels, 5L)), collapse = ", ")
    ), argument = "label", value = labels)
  }
  labels
}

# All observations, with the weight in the column of its class, and what each is to the question: 0 or more
# where it is asked of, -4 where it counts but has another score, and the class of classed_rows() where it
# does not count. So each scan tells of the whole table.
weighed_by_class <- function(table, classes, spec = NULL, upper = max_weight) {
  fill(
    "SELECT {keys}{part}wroc_score,
       CASE WHEN wroc_class = 1 THEN wroc_weight ELSE 0 END AS wroc_positive,
       CASE WHEN wroc_class = 0 THEN wroc_weight ELSE 0 END AS wroc_negative,
       {kind} AS wroc_kind
     FROM ({rows}) wroc_classes",
    keys = table$keys, part = table$part, kind = if (is.null(spec)) {
      "wroc_class"
    } else {
      sprintf("CASE WHEN wroc_class < 0 THEN wroc_class WHEN %s THEN 1 ELSE -4 END", spec)
    },
    rows = classed_rows(table, classes, upper)
  )
}

# The class of each observation, 1 or 0, and where it does not count -1 for a weight of 0, -2 where something
# is missing, -3 for what is an error, such as a weight above `most`.
classed_rows <- function(table, classes, upper = max_weight) {
  fill(
    "SELECT {keys}{part}wroc_score, wroc_weight,
         CASE WHEN {is_weight} AND wroc_text = 0 AND NOT {no_score} THEN
           CASE WHEN wroc_label = {positive} THEN 1 WHEN wroc_label = {negative} THEN 0
             WHEN wroc_label IS NULL THEN -2 ELSE -3 END
           WHEN wroc_text = 1 OR wroc_label <> {positive} AND wroc_label <> {negative} THEN -3
           WHEN {no_weight} OR wroc_weight >= 0 AND wroc_weight <= {most} THEN
             CASE WHEN {no_score} OR {no_weight} OR wroc_label IS NULL THEN -2 ELSE -1 END
           ELSE -3 END AS wroc_class
       FROM ({rows}) wroc_rows",
    keys = table$keys, part = table$part, is_weight = is_weight(table, upper),
    no_score = if (has_clusters(table)) {
      sprintf("(%s OR wroc_part < 0)", is_missing("wroc_score", table))
    } else {
      is_missing("wroc_score", table)
    },
    no_weight = is_missing("wroc_weight", table), most = table$dialect$number(upper),
    negative = value_in_sql(classes[[1L]], table), positive = value_in_sql(classes[[2L]], table),
    rows = table$rows
  )
}
