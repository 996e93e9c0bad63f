# The questions that roc_collect() asks, as SQL, for each dialect that dbplyr can write without a
# connection, and for some more that it writes in the standard's way. ref-data/sql has them as they
# were when they were read by eye, those of dialect dbi whole and the others as what differs from them;
# tools/references/engines-sql.R writes them.

sql_backends <- function() {
  backends <- c("dbi", "hana", "hive", "impala", "mssql", "mysql", "odbc", "oracle", "postgres",
                "redshift", "snowflake", "sqlite", "teradata")
  simulate <- function(name) getExportedValue("dbplyr", paste0("simulate_", name))()
  by_name <- c(bigquery = "BigQueryConnection", duckdb = "duckdb_connection", spark = "Spark SQL",
               trino = "PrestoConnection")
  c(sapply(backends, simulate, simplify = FALSE), lapply(by_name, dbplyr::simulate_dbi))
}

# A question of each kind, about made-up scores.
questions_in_sql <- function(connection) {
  tbl <- dbplyr::lazy_frame(score = 1.5, yes = TRUE, label = 1L, word = "a", weight = 1.5,
                            con = connection)
  table_for <- function(score, label, look, positive = NULL, of = tbl) {
    observations <- observations_in(of, score, label, quote(weight))
    table <- table_of(observations, connection, look, positive)
    table$scales <- list(positive = 2^-7, negative = 2^-8)
    table
  }
  numbers <- data.frame(wroc_score = 1.5, wroc_label = 1L, wroc_weight = 1.5)
  table <- table_for(quote(score), quote(label), numbers)
  grouped <- table_for(quote(score), quote(label), cbind(numbers, wroc_key1 = "a", wroc_key2 = TRUE),
                       of = dplyr::group_by(tbl, word, yes))
  booleans <- data.frame(wroc_score = TRUE, wroc_label = "a", wroc_weight = 1.5)
  words <- table_for(quote(yes), quote(word), booleans, "it's \\ \"b\"")
  pieces <- pieces_from(c(-1, 0.1), c(0.1, 2), c(4, 8))
  rows <- weighed_by_class(table, 0:1)
  inside <- is_within(data.frame(score = c(-Inf, 0.1), last = c(-1, 2)), table$dialect)
  c(
    "each score, at most 204 rows" = limited(by_score_in_sql(table, rows, TRUE), 204, table),
    "facts of booleans by words" = limited(facts_in_sql(words), 8192, words),
    "bins, one a step" = binned_in_sql(table, rows, pieces, 1),
    "bins, two a step" = binned_in_sql(table, rows, pieces, 2),
    "bins of groups, two a step" = binned_in_sql(grouped, weighed_by_class(grouped, 0:1), pieces, 2),
    "each score a bin, added up" = exact_in_sql(table, rows, pieces, TRUE),
    "each row a bin" = exact_in_sql(table, rows, pieces, FALSE),
    "each score a bin, in some ranges" = exact_in_sql(
      table, weighed_by_class(table, 0:1, inside), pieces, TRUE
    ),
    questions_of_variance(table, connection),
    "bins of groups, two a step, with moments" = {
      grouped$powers <- c(1, 2, 4)
      binned_in_sql(grouped, weighed_by_class(grouped, 0:1), pieces, 2)
    }
  )
}

# Those that bring what variances are made of.
questions_of_variance <- function(table, connection) {
  table$powers <- c(1, 2, 4)
  rows <- weighed_by_class(table, 0:1)
  pieces <- pieces_from(c(-1, 0.1), c(0.1, 2), c(4, 8))
  tbl <- dbplyr::lazy_frame(a = 1.5, label = 1L, weight = 1.5, patient = "x", con = connection)
  observations <- observations_in(tbl, quote(a), quote(label), quote(weight), list(wroc_cluster = quote(patient)))
  in_parts <- function(cluster) {
    look <- data.frame(wroc_score = 1.5, wroc_label = 1L, wroc_weight = 1.5, wroc_cluster = cluster)
    found <- table_of(observations, connection, look, NULL, 2)
    found$scales <- table$scales
    found
  }
  strings <- in_parts("x")
  numbers <- in_parts(17L)
  c(
    "each score, with powers of weights" = limited(by_score_in_sql(table, rows, TRUE), 204, table),
    "bins, two a step, with moments" = binned_in_sql(table, rows, pieces, 2),
    "each row a bin, with moments" = exact_in_sql(table, rows, pieces, FALSE),
    "bins of parts of strings, two a step" = binned_in_sql(strings, weighed_by_class(strings, 0:1), pieces, 2),
    "bins of parts of numbers, one a step" = binned_in_sql(numbers, weighed_by_class(numbers, 0:1), pieces, 1),
    "each score of parts" = limited(by_score_in_sql(numbers, weighed_by_class(numbers, 0:1), TRUE), 204,
                                      numbers),
    "facts of parts" = facts_in_sql(numbers),
    "each row a bin, by parts" = exact_in_sql(numbers, weighed_by_class(numbers, 0:1), pieces, FALSE)
  )
}

sql_file_of <- function(connection) {
  questions <- questions_in_sql(connection)
  unlist(strsplit(sprintf("-- %s\n%s;\n", names(questions), questions), "\n", fixed = TRUE))
}

# The questions that are kept, by dialect. `patches` has behind each line "== DIALECT ..." what these dialects
# have in place of the lines of dialect dbi.
kept_questions <- function(folder) {
  standard <- readLines(file.path(folder, "dbi.sql"))
  patches <- readLines(file.path(folder, "patches"))
  starts <- grep("^== ", patches)
  ends <- c(starts[-1L] - 1L, length(patches))
  kept <- list(dbi = standard)
  for (i in seq_along(starts)) {
    dialects <- strsplit(sub("^== ", "", patches[[starts[[i]]]]), " ")[[1L]]
    kept[dialects] <- list(patched(standard, patches[seq_len(ends[[i]] - starts[[i]]) + starts[[i]]]))
  }
  kept
}

# Lines, changed as the program diff says (N,McN,M and the like) with "> " before each new line.
patched <- function(lines, patch) {
  for (hunk in rev(split(patch, cumsum(!startsWith(patch, "> "))))) {
    command <- regmatches(hunk[[1L]], regexec("^([0-9]+)(,([0-9]+))?([acd])", hunk[[1L]]))[[1L]]
    first <- as.integer(command[[2L]])
    last <- if (nzchar(command[[4L]])) as.integer(command[[4L]]) else first
    before <- if (command[[5L]] == "a") first else first - 1L
    lines <- c(lines[seq_len(before)], sub("^> ", "", hunk[-1L]), lines[seq_along(lines) > last])
  }
  lines
}

# R's own folders of libraries may have another Python's.
run_python <- function(python, arguments) {
  suppressWarnings(system2("env", c("-u", "LD_LIBRARY_PATH", python, arguments), stdout = TRUE,
                           stderr = TRUE))
}

python_has <- function(python, package) {
  said <- run_python(python, c("-c", shQuote(sprintf("import %s; print('there')", package))))
  identical(as.vector(said), "there")
}
