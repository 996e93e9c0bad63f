# Tallies of a formula and its data: a data.frame, or record batches, of which one is in memory at a time.

#' @rdname roc_tally
#' @export
roc_tally.formula <- function(formula, data = NULL, weights = NULL, points = NULL, positive = NULL,
                              na.rm = FALSE, min_count = NULL, breaks = NULL, by = NULL, cluster = NULL,
                              ..., weight = NULL) classed({
  refuse_dots(...)
  args <- list(weights = one_of_weights(substitute(weight), substitute(weights)), by = substitute(by),
                cluster = substitute(cluster))
  bins <- bins_of_tally(points, breaks, min_count)
  tally <- function(data, bins) tally_of_frame(formula, data, args, positive, na.rm, bins)
  if (!inherits(data, c("ArrowObject", "arrow_dplyr_query", "nanoarrow_array_stream"))) {
    if (!is.null(data) && !is.list(data) && !is.environment(data)) {
      more <- if (inherits(data, "tbl_lazy")) " See roc_tally_sql() for tables in a database." else ""
      raise_type("data", "a data.frame, or record batches of package arrow or nanoarrow", data, more)
    }
    return(tally(data, bins))
  }
  columns <- unlist(lapply(c(list(formula), args), all.vars))
  check_labels <- same_labels(formula, positive)
  # A batch may have fewer observations than a bin of the whole.
  whole <- tally_of_batches(batches_of(data, columns), function(batch) {
    check_labels(batch)
    tally(batch, replace(bins, "min_count", 0))
  }, points)
  if (bins$min_count > 0) with_min_count(whole, bins$min_count) else whole
}, quoted_in_formulas)

tally_of_frame <- function(formula, data, args, positive, na.rm, bins) {
  expressions <- expressions_of(formula, data)
  if (length(expressions$scores) != 1L) {
    message <- sprintf("`formula` must have one score, not %d: make one tally for each score.",
                       length(expressions$scores))
    raise("type", message, argument = "formula", expected = "one score", found = names(expressions$scores))
  }
  value <- function(name) among(args[[name]], data, formula, name)
  names <- c(x = names(expressions$scores), label = in_words(expressions$label), weight = "weights")
  amended({
    tally_of_values(among(expressions$scores[[1L]], data, formula), among(expressions$label, data, formula),
                    value("weights"), value("cluster"), value("by"), name_of_group(args$by), positive, na.rm,
                    bins)
  }, function(error) renamed(error, names))
}

# A function that returns the next batch as a data.frame, and NULL after the last one.
batches_of <- function(data, columns) {
  if (inherits(data, "nanoarrow_array_stream")) {
    check_package("roc_tally()", "nanoarrow")
    return(function() {
      batch <- data$get_next()
      if (!is.null(batch)) as.data.frame(batch)
    })
  }
  check_package("roc_tally()", "arrow")
  scanner <- arrow::Scanner$create(data, projection = intersect(names(data), columns))
  reader <- scanner$ToRecordBatchReader()
  function() {
    batch <- reader$read_next_batch()
    if (!is.null(batch)) as.data.frame(batch)
  }
}

# Adds up the tallies of the batches.
tally_of_batches <- function(next_batch, tally, points) {
  total <- NULL
  number <- 0
  while (!is.null(batch <- next_batch())) {
    number <- number + 1
    if (nrow(batch) == 0L) next
    at <- part_of(sprintf("In record batch %.0f:", number), "record batches", sprintf("%.0f", number), batch = number)
    result <- in_place(tally(batch), at)
    total <- if (is.null(total)) result else c(total, result, points = points)
  }
  if (is.null(total)) raise("empty", "There are no observations: `data` has no rows.", argument = "data")
  total
}

# Raises an error for a batch whose labels have another meaning than those before: without `positive`, labels of 0
# and 1 beside labels of 1 and 2 would be wrong without a sign, and so would factors with other levels.
same_labels <- function(formula, positive) {
  seen <- NULL
  function(batch) {
    label <- among(formula[[2L]], batch, formula)
    if (!is.null(positive) || !is.factor(label) && !is.numeric(label) && !is.logical(label)) return()
    name <- in_words(formula[[2L]])
    if (is.factor(label)) {
      if (!is.null(seen) && !identical(seen, levels(label))) {
        message <- sprintf("`%s` must be a factor with the same levels in all batches: give `positive`.", name)
        raise("labels", message, argument = name, found = levels(label))
      }
      seen <<- levels(label)
    } else {
      seen <<- unique(c(seen, as.double(label[!is.na(label)])))
      amended(classes_of_numbers(NULL, seen), function(error) renamed(error, c(label = name)))
    }
  }
}
