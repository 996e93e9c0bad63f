# Parts of a tally: a tally for each group of clusters, from which the delete-a-group jackknife (Kott 2001)
# computes how AUCs vary, and how those of two scores vary together. Parts are in the bins of the whole tally,
# so that what is left without one of them is a tally in these bins, too.

# Names that are no strings can be matched, but not asked for.
has_parts <- function(tally) "parts" %in% names(tally)

# The group of each cluster, which depends on its value alone: from 0 to 39, NA where it is missing.
groups_of_clusters <- function(cluster) {
  values <- as.vector(cluster)
  result <- unique(values)
  is_number <- is.numeric(result) || is.logical(result) || is.raw(result)
  groups <- unwrap(cluster_groups(if (is_number) as.double(result) else enc2utf8(as.character(result))))
  replace(groups, is.na(result), NA)[match(values, result)]
}

# The same bins for all parts, which are a named list of tallies.
with_parts <- function(tally, parts) {
  whole <- columns_of_tally(tally, "x")
  tally$parts <- lapply(parts, function(part) {
    result <- unwrap(part_in_bins(columns_of_sound(part), whole))
    result[c("level", "units")] <- list(tally$level, or(part$units, c(1, 1)))
    tally_of_core(result)
  })
  tally
}

# Tallies with parts are merged part by part, by the names of these.
merged_with_parts <- function(tallies, points) {
  tallies <- tallies[vapply(tallies, function(tally) length(tally$score) > 0L, NA)]
  without <- match(FALSE, vapply(tallies, has_parts, NA))
  if (!is.na(without)) {
    message <- paste("Tallies with parts and tallies without can't be merged: tally %s of `...` has none.",
                     "Make all of them with `cluster`.")
    raise("tally", sprintf(message, number(without)), argument = "...", position = without)
  }
  for (tally in tallies) check_parts(tally, "...")
  parts <- do.call(c, c(list(list()), lapply(unname(tallies), `[[`, "parts")))
  names <- names(parts)
  parts <- unname(parts)
  whole <- merged(parts, points, max(0, vapply(tallies, function(tally) as.double(tally$level), 0)),
                  if (is.null(points)) common_breaks(tallies))
  by_name <- split(parts, factor(names, unique(names)))
  with_parts(whole, lapply(by_name, merged, NULL, whole$level))
}

# Parts that were changed, lost or exchanged.
check_parts <- function(tally, argument) {
  parts <- tally$parts
  names <- names(parts)
  named <- is.list(parts) && (length(parts) == 0L || is.character(names) && !anyNA(names) &&
                                all(nzchar(names)) && !anyDuplicated(names))
  if (!named) {
    message <- sprintf("`%s` must have a list of tallies with different names as its `parts`.", argument)
    raise("tally", message, argument = argument)
  }
  for (part in parts) units_of_tally(part, argument)
  totals <- vapply(parts, function(part) {
    totals_of_tally(structure(columns_of_tally(part, argument)[2:3], names = c("positive", "negative")))
  }, c(positive = 0, negative = 0))
  result <- rowSums(totals)
  expected <- totals_of_tally(tally)
  if (!all(are_same_weights(result, expected))) {
    message <- "`%s` must have its original parts: their weights do not add up to its `totals`."
    raise("tally", sprintf(message, argument), argument = argument, found = result, expected = expected)
  }
}

# Tallies of several scores of the same observations, with their parts in the same order.
in_same_parts <- function(tallies) {
  lacks <- match(FALSE, vapply(tallies, has_parts, NA))
  if (!is.na(lacks)) {
    message <- paste(
      "`x` must have tallies with parts to compare scores of the same observations: `%s` has none.",
      "Make tallies with `cluster`, which may be a row number where observations are independent."
    )
    raise("tally", sprintf(message, names(tallies)[[lacks]]), argument = "x", score = names(tallies)[[lacks]])
  }
  for (tally in tallies) check_parts(tally, "x")
  first <- tallies[[1L]]$parts
  for (name in names(tallies)[-1L]) {
    both <- names(tallies)[[1L]]
    parts <- tallies[[name]]$parts
    lost <- c(setdiff(names(first), names(parts)), setdiff(names(parts), names(first)))
    if (length(lost) > 0L) {
      message <- "`x` must have tallies of the same observations: part %s is in only one of `%s` and `%s`."
      raise("tally", sprintf(message, quoted(lost[[1L]]), both, name), argument = "x", score = name,
            part = lost[[1L]])
    }
    tallies[[name]]$parts <- parts[names(first)]
    for (part in names(first)) check_same_part(first[[part]], parts[[part]], part, c(both, name))
  }
  tallies
}

check_same_part <- function(a, b, part, names) {
  totals <- list(totals_of_tally(a), totals_of_tally(b))
  differ <- !are_same_weights(totals[[1L]], totals[[2L]])
  if (any(differ)) {
    class <- base::names(totals[[1L]])[differ][[1L]]
    weights <- vapply(totals, function(total) number(total[[class]]), "")
    message <- paste("`x` must have tallies of the same observations: the %ss of part %s weigh",
                     "%s in `%s` and %s in `%s`.")
    message <- sprintf(message, class, quoted(part), weights[[1L]], names[[1L]], weights[[2L]], names[[2L]])
    raise("tally", message, argument = "x", score = names[[2L]], part = part)
  }
}

# -- Tables --------------------------------------------------------------------

# The column of the table that says which part a row is of, as strings; NULL without one.
parts_of_table <- function(x, cluster) {
  if (is.null(cluster)) return(NULL)
  if (!is.character(cluster) || own_length(cluster) != 1L || is.na(cluster) || !are_readable(cluster)) {
    raise_type("cluster", "the name of a column of `x`", cluster)
  }
  place <- match(tolower(cluster), tolower(names(x)))
  if (is.na(place)) {
    raise("column", sprintf("`x` must have the column `%s` that `cluster` names.", cluster), argument = "x",
          column = cluster)
  }
  column <- without_integer64(.subset2(x, place), "x", way_of_names)
  if (!is.atomic(column) || length(dim(column)) > 1L) {
    raise_type("x", sprintf("a data.frame whose column `%s` is a vector", cluster), column)
  }
  refuse_missing(is.na(column), "x", cluster, "")
  column <- as.vector(column)
  if (is.numeric(column)) sprintf("%.17g", column) else as.character(column)
}

# A part for each value of the column; the whole is their merger.
tally_of_parts <- function(columns, groups, x, level) {
  rows <- split(seq_along(groups), factor(groups, unique(groups)))
  parts <- Map(function(rows, name) {
    in_place(tally_of_columns(lapply(columns, `[`, rows), x, level),
             part_of(sprintf("In part %s:", quoted(name)), "parts", quoted(name), part = name))
  }, rows, names(rows))
  with_parts(merged(unname(parts), NULL, level), parts)
}

# The columns of all parts, one below the other, with their names in front.
columns_of_parts <- function(tally) {
  check_parts(tally, "x")
  of_part <- lapply(tally$parts, columns_with_powers)
  columns <- lapply(structure(columns_of_tallies, names = columns_of_tallies),
                    function(name) as.double(unlist(lapply(of_part, `[[`, name), use.names = FALSE)))
  rows <- vapply(of_part, function(columns) length(columns$score), 0L)
  c(list(part = rep(as.character(names(of_part)), rows)), columns)
}
