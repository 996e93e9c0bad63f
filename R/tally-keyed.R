# Tables of tallies by a key, such as the tally of each day: `groups` has the keys in their order, `tallies` the
# tally of each, by its key as a string.

#' Tallies by a key, for monitoring
#'
#' `roc_tally(..., by = day)` and `as_roc_tally(table, by = "day")` return a tally for each day, or each value of
#' another key. Every function that accepts a tally accepts them, and returns a row for each key, with the key in
#' front.
#'
#' @details
#' **Merging.** `c()` merges tallies of the same key, so that new days are added, and late observations of a day
#' are added to it. `as_roc_tally(x, by = )` merges days into weeks, or by any other new key: a vector with a value
#' for each key, or a function of the keys. Without `by` it merges all into one tally, as for a reference window:
#' `as_roc_tally(x[1:60])`.
#'
#' **Tests.** [auc_test()] tests whether the AUCs of all keys are equal. With `trend` it tests their slope, and with
#' `reference` which of them differ from that of one key. `auc_test(x, y)` compares two tallies, such as the
#' last weeks and a reference window. Keys are independent samples, so an observation has one key only. Scores in the
#' same bin count as ties.
#'
#' **Keys** are numbers, strings, dates, times or factors, and keep their type. Numbers of class integer64 become
#' doubles. A key with only one class has `NA` in every result, and a warning names it.
#'
#' @param x tallies by a key.
#' @param i the keys to keep: their values as strings, dates or factors; their positions; or TRUE and FALSE. They
#'   stay in their order.
#' @param ... tallies by the same key, for `c()`.
#' @param points the largest number of rows of each tally.
#' @param row.names,optional ignored, there for the generic.
#' @return A list of class `roc_tally_by`, with the name of the key (`by`), its values (`groups`) and the `tallies`.
#'   `as.data.frame()` gives the table of all tallies, with the key as its first column: see [as_roc_tally()].
#' @section Errors:
#' `wroc_error_missing` for a key that is missing; `wroc_error_names` for tallies by different keys;
#' `wroc_error_type` for keys of different types; `wroc_error_choice` for a key that is not there.
#' @seealso [roc_tally()], and `vignette("Monitoring")`.
#' @examples
#' set.seed(1)
#' seen <- data.frame(day = rep(as.Date("2026-01-01") + 0:27, each = 200), sick = rep(0:1, 2800))
#' seen$score <- rnorm(5600, seen$sick * ifelse(seen$day < "2026-01-15", 1.5, 1))
#' tallies <- with(seen, roc_tally(round(score, 2), sick, by = day))
#' tallies
#' head(auc_ci(tallies), 3)
#'
#' # Weeks, and the two weeks before and after the change
#' weeks <- as_roc_tally(tallies, by = function(day) format(day, "%V"))
#' auc_ci(weeks)
#' auc_test(weeks, reference = "01", adjust = "holm")$contrasts
#' auc_test(as_roc_tally(tallies[15:28]), as_roc_tally(tallies[1:14]), alternative = "less")
#' @aliases monitoring
#' @concept monitoring
#' @concept drift
#' @name roc_tally_by
NULL

as_keyed <- function(by, groups, tallies) {
  names(tallies) <- as.character(groups)
  structure(list(by = by, groups = groups, tallies = tallies, format = 1L), class = "roc_tally_by")
}

is_keyed <- function(x) inherits(x, "roc_tally_by")

# The result of `tally(rows)` for the rows of each key.
tallies_of_keys <- function(keys, name, tally) {
  refuse_missing(is.na(keys), "by", way = "")
  if (is.character(keys)) keys <- readable(as.vector(keys))
  groups <- values_of_groups(keys)
  names <- as.character(groups)
  rows <- unname(split(seq_along(keys), factor(match(as.character(keys), names), seq_along(names))))
  as_keyed(name, groups, lapply(seq_along(names), function(i) {
    in_place(tally(rows[[i]]), part_of_group(name, names[[i]]))
  }))
}

# A key for each of the `size` rows. Integers of 64 bits become doubles, as everywhere.
checked_keys <- function(by, size, noun = "observations") {
  by <- without_integer64(by, "by", way_of_names)
  check_by(by, size, noun)
  by
}

check_keyed <- function(x, argument) {
  check_format(x[["format"]], "The table of tallies")
  sound <- is.list(x[["tallies"]]) && is.atomic(x[["groups"]]) && is.character(x[["by"]]) &&
    length(x[["by"]]) == 1L && identical(names(x[["tallies"]]), as.character(x[["groups"]]))
  if (!sound) {
    raise("tally", sprintf("`%s` must have a tally for each of its keys.", argument), argument = argument)
  }
  x
}

# Tallies of observations by a key: see roc_tally().
tallies_by <- function(by, name, observations, na.rm, tally) {
  kept <- or(observations$kept, seq_len(observations$given))
  known <- if (na.rm) which(!is.na(by[kept])) else seq_along(kept)
  tallies_of_keys(by[kept][known], name, function(rows) tally(only(observations, known[rows])))
}

# Tallies of a table that has a column with the keys: see as_roc_tally().
tallies_of_table <- function(x, by, cluster) {
  place <- place_of_key(x, by)
  keys <- checked_keys(.subset2(x, place), .row_names_info(x, 2L), "rows")
  table <- plain_frame(x)[-place]
  tallies_of_keys(keys, names(x)[[place]], function(rows) tally_of_table(rows_of(table, rows), cluster))
}

place_of_key <- function(x, by) {
  known <- is.character(by) && length(by) == 1L && !is.na(by)
  place <- if (known) which(tolower(names(x)) == tolower(by))
  if (length(place) != 1L || tolower(by) %in% c(columns_of_tallies, constants_of_tallies)) {
    others <- names(x)[!tolower(names(x)) %in% c(columns_of_tallies, constants_of_tallies)]
    message <- sprintf("`by` must be the name of a column of `x` with keys%s, not %s.",
                       if (length(others) > 0L) sprintf(", such as %s", quoted(others[[1L]])) else "",
                       if (known) quoted(by) else described(by))
    raise("column", message, argument = "by", value = by)
  }
  place
}

# Merged by new keys, or all into one tally.
merged_keys <- function(x, by, name) {
  check_keyed(x, "x")
  if (is.null(by)) return(do.call(c.roc_tally, unname(x$tallies)))
  new <- if (is.function(by)) by(x$groups) else by
  new <- checked_keys(new, length(x$groups), "keys of `x`")
  tallies_of_keys(new, name, function(places) merged_tallies(unname(x$tallies[places])))
}

# One that is alone stays what it is.
merged_tallies <- function(tallies, points = NULL) {
  if (length(tallies) == 1L && is.null(points)) return(tallies[[1L]])
  do.call(c.roc_tally, c(tallies, list(points = points)))
}

#' @rdname roc_tally_by
#' @export
c.roc_tally_by <- function(..., points = NULL) classed({
  points <- check_points_of_tally(points)
  all <- list(...)
  all <- all[!vapply(all, is.null, NA)]
  for (each in all) {
    if (!is_keyed(each)) raise_type("...", "tallies by a key, as the first one", each)
    check_keyed(each, "...")
    if (!identical(each$by, all[[1L]]$by)) {
      message <- sprintf("Tallies must have the same key: one is by `%s`, another by `%s`.", all[[1L]]$by,
                         each$by)
      raise("names", message, argument = "...", found = c(all[[1L]]$by, each$by))
    }
  }
  keys <- keys_together(lapply(all, `[[`, "groups"), all[[1L]]$by)
  tallies <- unlist(lapply(all, function(each) unname(each$tallies)), recursive = FALSE)
  tallies_of_keys(keys, all[[1L]]$by, function(places) merged_tallies(tallies[places], points))
})

# Keys of several tables, which must have one type; factors may have different levels.
keys_together <- function(keys, name) {
  type_of <- function(key) if (is.numeric(key) && !is.object(key)) "numeric" else class(key)[[1L]]
  types <- vapply(keys, type_of, "")
  other <- match(FALSE, types == types[[1L]])
  if (!is.na(other)) {
    message <- sprintf("The keys `%s` must have the same type: they are of class %s and of class %s.", name,
                       types[[1L]], types[[other]])
    raise("type", message, argument = "...", found = types[c(1L, other)])
  }
  if (types[[1L]] != "factor") return(do.call(c, keys))
  factor(unlist(lapply(keys, as.character)), unique(unlist(lapply(keys, levels))))
}

#' @rdname roc_tally_by
#' @export
`[.roc_tally_by` <- function(x, i) classed({
  check_keyed(x, "x")
  if (missing(i)) return(x)
  if (!is.atomic(i)) raise_type("i", "keys, positions, or TRUE and FALSE", i)
  places <- structure(seq_along(x$groups), names = names(x$tallies))
  chosen <- places[if (is.object(i)) as.character(i) else i]
  if (anyNA(chosen) || anyDuplicated(chosen)) {
    value <- i[is.na(chosen) | duplicated(chosen)][1L]
    message <- sprintf("`i` must name keys of `%s`, each once: %s %s.", x$by, quoted(as.character(value)),
                       if (anyNA(chosen)) "is not one of them" else "is there twice")
    raise("choice", message, argument = "i", value = value)
  }
  chosen <- sort(unname(chosen))
  as_keyed(x$by, x$groups[chosen], x$tallies[chosen])
})

#' @rdname roc_tally_by
#' @export
as.data.frame.roc_tally_by <- function(x, row.names = NULL, optional = FALSE, ...) classed({
  check_has_keys(x)
  bound_with_keys(lapply(x$tallies, table_of_tally), function(i) key_of_tally(x, i))
})

key_of_tally <- function(x, i) structure(list(x$groups[i]), names = x$by)

check_has_keys <- function(x) {
  check_keyed(x, "x")
  if (length(x$groups) == 0L) raise("empty", sprintf("`x` has no key `%s`.", x$by), argument = "x")
}

#' @export
print.roc_tally_by <- print.weighted_roc

#' @export
format.roc_tally_by <- function(x, ...) {
  check_keyed(x, "x")
  sums <- function(column) vapply(x$tallies, function(tally) sum(tally[[column]]), 0)
  rows <- lengths(lapply(x$tallies, `[[`, "score"))
  heading <- sprintf("Tallies by `%s`: %s keys, %s rows", x$by, number(length(rows)), number(sum(rows)))
  if (length(rows) == 0L) return(heading)
  columns <- c(key_of_tally(x, seq_along(x$groups)),
               list(n_pos = sums("n_pos"), n_neg = sums("n_neg"), positive = sums("positive"),
                    negative = sums("negative"), rows = rows))
  c(heading, format.roc_result(as_frame(lapply(columns, unname), length(rows))))
}

# A fit for each key, by `fit(tally)`; see fit-groups.R.
fits_of_keys <- function(x, settings, fit) {
  check_has_keys(x)
  group_places(x$groups, x$by, settings, function(i) x$tallies[[i]], fit)
}

#' @export
weighted_roc.roc_tally_by <- function(x, conf.level = default_conf_level(),
                                      variance = c("delong", "jackknife", "frequency"),
                                      method = interval_methods(), ...) classed({
  refuse_dots(...)
  settings <- settings_of_tally(match.call(), conf.level, check_choice(method, "method"))
  variance <- if (!missing(variance)) check_choice(variance, "variance")
  fits_of_keys(x, settings, function(tally) fit_of_tally(tally, variance, settings))
})

# As for one tally scores have no names, and nothing is estimated that nobody asked for.
#' @rdname roc_observations
#' @export
roc_observations.roc_tally_by <- function(x, ..., variance = c("delong", "jackknife", "frequency")) {
  refuse_with_tally(...)
  variance <- if (!missing(variance)) check_choice(variance, "variance")
  fits_of_keys(x, list(), function(tally) {
    list(curves = list(score = curve_of_tally(tally)), direction = ">=", format = 1L,
         observations = observed_in_tallies(list(tally), NULL, variance))
  })
}

#' @exportS3Method
roc_curves.roc_tally_by <- function(x, ...) {
  of <- roc_curves.weighted_roc_by(roc_observations(x, ...))
  of$keys$score <- NULL
  lapply(of$curves, warn_of_steps)
  of
}
