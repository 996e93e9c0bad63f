# Methods that make outcomes at a time a vector. Outcomes can be combined if they have the same time, cause and model
# of censoring.

# The columns without what they are about.
columns_of_outcome <- function(x) structure(unclass(x), about = NULL)

#' @export
length.roc_outcome <- function(x) nrow(unclass(x))

# An object with two dimensions loses its class in rbind() of data.frames, and is printed as several columns.
#' @export
dim.roc_outcome <- function(x) NULL

#' @export
is.matrix.roc_outcome <- function(x) FALSE

#' @export
is.array.roc_outcome <- function(x) FALSE

#' @export
is.na.roc_outcome <- function(x) rowSums(is.na(unclass(x))) > 0

#' @export
`[.roc_outcome` <- function(x, i, j, drop = TRUE) {
  columns <- structure(unclass(x), about = NULL)
  rows <- if (missing(i)) seq_along(x) else rows_of_outcome_at(x, i)
  if (!missing(j)) return(columns[rows, j, drop = drop])
  structure(columns[rows, , drop = FALSE], about = about_outcome(x), class = "roc_outcome")
}

# Which rows an index means; NA for those behind the last one, unless there may be `more`.
rows_of_outcome_at <- function(x, i, more = FALSE) {
  if (is.character(i) || is.list(i)) {
    raise_type("i", "row numbers, or TRUE and FALSE, for an outcome at a time", i)
  }
  if (is.matrix(i)) i <- as.vector(i)
  if (more && is.numeric(i) && !anyNA(i) && all(i >= 1)) return(as.integer(i))
  seq_along(x)[i]
}

#' @export
as.data.frame.roc_outcome <- as.data.frame.vector

#' @export
format.roc_outcome <- function(x, ...) strings_of_outcome(x, format(x[, "time"], ...))

#' @export
as.character.roc_outcome <- function(x, ...) sub(" $", "", strings_of_outcome(x, as.character(x[, "time"])))

strings_of_outcome <- function(x, times) {
  about <- about_outcome(x)
  status <- x[, "status"]
  event <- if (about$competing) paste0(":", c(about$cause, "other")[match(status, 1:2)]) else " "
  ifelse(is.na(x), NA, paste0(times, ifelse(status == 0, "+", event)))
}

# match() compares all digits of all columns.
#' @export
mtfrm.roc_outcome <- function(x) {
  columns <- columns_of_outcome(x)
  do.call(paste, lapply(seq_len(ncol(columns)), function(j) sprintf("%.17g", columns[, j])))
}

#' @export
print.roc_outcome <- function(x, ...) {
  about <- about_outcome(x)
  cat(sprintf("Outcome at %s: `%s`%s; censoring by %s\n", number(about$t), about$cause,
              if (about$competing) sprintf(", controls: %s", about$controls) else "",
              words_of_censoring[[about$kind]]))
  print(format(x), quote = FALSE, max = 60L)
  invisible(x)
}

words_of_censoring <- c(product_limit = "Kaplan and Meier", strata = "strata", cox = "a Cox model",
                        known = "a known curve")

#' @export
c.roc_outcome <- function(...) {
  parts <- list(...)
  # NULL is nothing, and NA a missing observation.
  parts <- parts[!vapply(parts, is.null, NA)]
  first <- parts[[match(TRUE, vapply(parts, is_outcome, NA))]]
  parts <- lapply(parts, same_outcome, first)
  columns <- do.call(rbind, lapply(unname(parts), columns_of_outcome))
  structure(columns, about = about_outcome(first), class = "roc_outcome")
}

# Gives back what may stand among the observations of an outcome.
same_outcome <- function(value, outcome) {
  if (is.atomic(value) && !is.object(value) && all(is.na(value))) {
    return(outcome[rep(NA_integer_, length(value))])
  }
  if (!is_outcome(value)) {
    message <- sprintf("An outcome at a time can be combined with outcomes and NA, not with %s.", described(value))
    raise("type", message, argument = "y", expected = "an outcome at a time", found = class(value))
  }
  differs <- differences_of_outcomes(value, outcome)
  if (length(differs) > 0L) {
    message <- sprintf(paste("Outcomes can be combined if they are the same but for the observations: these differ",
                             "in %s. `c()` combines the times, and outcome_at() of these makes one outcome."),
                       paste0("`", differs, "`", collapse = ", "))
    raise(c("unsupported", "type"), message, argument = "y", expected = differs)
  }
  value
}

# The arguments of outcome_at() by which two outcomes differ.
differences_of_outcomes <- function(x, y) {
  about <- list(about_outcome(x), about_outcome(y))
  same <- vapply(names(about[[2L]]), function(part) identical(about[[1L]][[part]], about[[2L]][[part]]), NA)
  differs <- unique(or(arguments_of_parts[names(about[[2L]])[!same]], character()))
  if (length(differs) == 0L && !identical(colnames(x), colnames(y))) differs <- "censoring"
  unname(differs)
}

arguments_of_parts <- c(t = "t", cause = "cause", competing = "cause", controls = "controls", kind = "censoring",
                        strata = "censoring", strata_names = "censoring", known = "censoring", values = "censoring")

#' @export
rep.roc_outcome <- function(x, ...) x[rep(seq_along(x), ...)]

#' @export
rev.roc_outcome <- function(x) x[rev(seq_along(x))]

#' @export
duplicated.roc_outcome <- function(x, incomparables = FALSE, ...) as.vector(duplicated(columns_of_outcome(x), ...))

#' @export
anyDuplicated.roc_outcome <- function(x, incomparables = FALSE, ...) anyDuplicated(columns_of_outcome(x), ...)

#' @export
unique.roc_outcome <- function(x, incomparables = FALSE, ...) x[!duplicated(x, ...)]

#' @export
`[[.roc_outcome` <- function(x, i, ...) x[i, ...]

#' @export
`[<-.roc_outcome` <- function(x, i, j, ..., value) {
  if (!missing(j)) refuse_as_number()
  value <- same_outcome(value, x)
  rows <- seq_along(x)
  places <- if (missing(i)) rows else rows_of_outcome_at(x, i, TRUE)
  columns <- columns_of_outcome(x)
  longer <- max(0L, places) - length(x)
  if (longer > 0L) columns <- columns[c(rows, rep(NA, longer)), , drop = FALSE]
  columns[places, ] <- columns_of_outcome(value)[rep_len(seq_along(value), length(places)), ]
  structure(columns, about = about_outcome(x), class = "roc_outcome")
}

#' @export
`[[<-.roc_outcome` <- `[<-.roc_outcome`

#' @export
`length<-.roc_outcome` <- function(x, value) x[seq_len(value)]

# By time; at one time those with an event come first, and the one that it is about before others.
#' @export
xtfrm.roc_outcome <- function(x) {
  time <- x[, "time"]
  status <- match(x[, "status"], c(1, 2, 0))
  order <- order(time, status)
  is_next <- diff(time[order]) > 0 | diff(status[order]) > 0
  rank <- replace(integer(length(x)), order, cumsum(c(TRUE, is_next)))
  replace(rank, is.na(x), NA)
}

#' @export
as.matrix.roc_outcome <- function(x, ...) columns_of_outcome(x)

#' @export
t.roc_outcome <- function(x) t(columns_of_outcome(x))

#' @export
rbind.roc_outcome <- function(..., deparse.level = 1) c(...)

#' @export
all.equal.roc_outcome <- function(target, current, ...) {
  if (!is_outcome(current)) return("`current` is not an outcome at a time.")
  all.equal(unclass(target), unclass(current), ...)
}

#' @export
as.list.roc_outcome <- function(x, ...) lapply(seq_along(x), function(i) x[i])

#' @export
as.vector.roc_outcome <- function(x, mode = "any") {
  switch(mode, any = x, list = as.list(x), character = as.character(x), refuse_as_number())
}

# A data.frame counts the events.
#' @export
summary.roc_outcome <- function(object, ...) {
  about <- about_outcome(object)
  status <- factor(object[, "status"], if (about$competing) c(1, 2, 0) else c(1, 0),
                   c(about$cause, if (about$competing) "other", "censored"))
  summary(status)
}

# Arithmetic is refused, because an outcome is not a number.
refuse_as_number <- function(...) {
  message <- paste("An outcome at a time is not a number: it is the label of an ROC analysis.",
                   "`y[, \"time\"]` and `y[, \"status\"]` are numbers.")
  raise("type", message, argument = "y", expected = "a number", found = "roc_outcome")
}

#' @export
Ops.roc_outcome <- refuse_as_number

#' @export
Math.roc_outcome <- refuse_as_number

#' @export
Summary.roc_outcome <- refuse_as_number

#' @export
as.double.roc_outcome <- refuse_as_number

#' @export
as.integer.roc_outcome <- refuse_as_number

#' @export
as.logical.roc_outcome <- refuse_as_number

#' @export
as.complex.roc_outcome <- refuse_as_number

#' @export
mean.roc_outcome <- refuse_as_number

#' @export
diff.roc_outcome <- refuse_as_number

#' @export
rowsum.roc_outcome <- refuse_as_number

#' @export
`$.roc_outcome` <- refuse_as_number

#' @export
is.numeric.roc_outcome <- function(x) FALSE

# Package vctrs, by which dplyr and tibble pick, combine and sort rows.

#' @exportS3Method vctrs::vec_proxy
vec_proxy.roc_outcome <- function(x, ...) as.data.frame(columns_of_outcome(x))

#' @exportS3Method vctrs::vec_restore
vec_restore.roc_outcome <- function(x, to, ...) {
  structure(do.call(cbind, as.list(x)), about = about_outcome(to), class = "roc_outcome")
}

#' @exportS3Method vctrs::vec_proxy_equal
vec_proxy_equal.roc_outcome <- vec_proxy.roc_outcome

#' @exportS3Method vctrs::vec_proxy_compare
vec_proxy_compare.roc_outcome <- function(x, ...) xtfrm(x)

#' @exportS3Method vctrs::vec_proxy_order
vec_proxy_order.roc_outcome <- function(x, ...) xtfrm(x)

#' @exportS3Method vctrs::vec_ptype2
vec_ptype2.roc_outcome.roc_outcome <- function(x, y, ...) same_outcome(y, x)[0L]

#' @exportS3Method vctrs::vec_cast
vec_cast.roc_outcome.roc_outcome <- function(x, to, ...) same_outcome(x, to)

#' @exportS3Method vctrs::vec_ptype_abbr
vec_ptype_abbr.roc_outcome <- function(x, ...) "outcome"
