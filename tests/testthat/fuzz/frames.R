# Data.frames edited by hand, as careless scripts leave them. Each edit has a name.

frame_edits <- list(
  "row.names cut" = function(x) edited(x, row.names = seq_len(max(0L, nrow(x) - 1L))),
  "row.names too long" = function(x) edited(x, row.names = seq_len(nrow(x) + 3L)),
  "row.names gone" = function(x) edited(x, row.names = NULL),
  "row.names of text" = function(x) edited(x, row.names = paste("row", seq_len(nrow(x)))),
  "a column too short" = function(x) with_column(x, function(column) utils::head(column, -1L)),
  "a column too long" = function(x) with_column(x, function(column) c(column, column)),
  "a column empty" = function(x) with_column(x, function(column) column[0L]),
  "a column NULL" = function(x) with_column(x, function(column) NULL),
  "a column of text" = function(x) with_column(x, as.character),
  "a column of bytes" = function(x) with_column(x, function(v) bytes(rep("\xff", length(v)))),
  "a list column" = function(x) with_column(x, as.list),
  "a factor column" = function(x) with_column(x, factor),
  "a complex column" = function(x) with_column(x, as.complex),
  "a matrix column" = function(x) with_column(x, as.matrix),
  "a column of two columns" = function(x) with_column(x, function(v) cbind(v, v)),
  "a data.frame column" = function(x) with_column(x, function(v) data.frame(v = v)),
  "a column of functions" = function(x) with_column(x, function(v) sum),
  "a classed column" = function(x) {
    with_column(x, function(v) {
      if (chance(1 / 3)) between_doubles(length(v)) else structure(v, class = one_of("Date", "unheard of"))
    })
  },
  "an S4 column" = function(x) with_column(x, asS4),
  "an integer column" = function(x) with_column(x, as_integers),
  "a logical column" = function(x) with_column(x, as.logical),
  "a column missing" = function(x) x[-sample.int(length(x), 1L)],
  "columns in another order" = function(x) x[sample.int(length(x))],
  "a column named twice" = function(x) edited(x, names = replace(names(x), 1L, names(x)[[2L]])),
  "names gone" = function(x) edited(x, names = NULL),
  "a name NA" = function(x) edited(x, names = replace(names(x), 1L, NA)),
  "names too few" = function(x) edited(x, names = names(x)[-1L]),
  "names in bytes" = function(x) edited(x, names = bytes(rep("\xff", length(x)))),
  "an entry NA" = function(x) with_entry_of(x, NA_real_),
  "an entry NaN" = function(x) with_entry_of(x, NaN),
  "an entry infinite" = function(x) with_entry_of(x, one_of(Inf, -Inf)),
  "an entry negative" = function(x) with_entry_of(x, -1),
  "an entry 2" = function(x) with_entry_of(x, 2),
  "an entry 0.5" = function(x) with_entry_of(x, 0.5),
  "no rows" = function(x) x[0L, , drop = FALSE],
  "one row" = function(x) x[1L, , drop = FALSE],
  "no columns" = function(x) x[0L],
  "rows shuffled" = function(x) x[sample.int(nrow(x)), , drop = FALSE],
  "rows twice" = function(x) x[rep(seq_len(nrow(x)), each = 2L), , drop = FALSE],
  "rows reversed" = function(x) x[rev(seq_len(nrow(x))), , drop = FALSE],
  "stacked" = function(x) rbind(x, x),
  "first row cut" = function(x) x[-1L, , drop = FALSE],
  "last row cut" = function(x) x[-nrow(x), , drop = FALSE],
  "class list" = function(x) as.list(x),
  "class data.frame alone" = function(x) structure(unclass(x), class = "data.frame"),
  "a vector of class data.frame" = function(x) structure(1, class = "data.frame"),
  "a list of class data.frame" = function(x) structure(unclass(unname(x)), class = "data.frame"),
  "a matrix" = function(x) tryCatch(as.matrix(x), error = function(e) matrix(0, 2L, 2L)),
  "S4" = function(x) asS4(x),
  "another class in front" = function(x) structure(x, class = c("unheard of", class(x))),
  "attributes of junk" = function(x) {
    structure(x, level = one_of("a", -1L, NA, 1e9, list()), rows = one_of("a", -1L, NA, list()),
              true_negatives = one_of("a", 1, NA, list(), data.frame(), data.frame(TN = "a")))
  }
)

# Rows are taken out of the middle: what is left are points of the same curve, or some of a tally.
cut_edits <- list(
  "rows cut" = function(x) {
    inner <- 1L + sample.int(nrow(x) - 2L, (nrow(x) - 2L) %/% 2L)
    x[c(1L, sort(inner), nrow(x)), , drop = FALSE]
  },
  "rows cut by dplyr" = function(x) {
    dplyr::filter(x, dplyr::row_number() %% 2L == 1L | dplyr::row_number() == dplyr::n())
  }
)

# attr<- takes what names<- and row.names<- refuse.
edited <- function(x, ...) {
  new <- list(...)
  for (name in names(new)) attr(x, name) <- new[[name]]
  x
}

with_column <- function(x, change, at = sample.int(length(x), 1L)) {
  kept <- attributes(x)
  x <- unclass(x)
  x[at] <- list(change(x[[at]]))
  attributes(x) <- kept
  x
}

with_entry_of <- function(x, value) {
  with_column(x, function(column) replace(column, sample.int(length(column), 1L), value))
}

as_integers <- function(x) if (all(is.finite(x) & abs(x) < 1e9)) as.integer(x) else x

# The frame after an edit, and the edit's name.
spoil_frame <- function(x) {
  if (inherits(x, "data.table")) x <- data.table::setDF(data.table::copy(x))
  edits <- if (nrow(x) > 3L && chance(0.2)) cut_edits else frame_edits
  if (length(x) < 2L || nrow(x) < 2L) edits <- frame_edits["a vector of class data.frame"]
  edit <- sample(names(edits), 1L)
  list(value = edits[[edit]](x), edit = edit)
}
