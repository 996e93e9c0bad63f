# Curves to draw: their lines, their names and their AUCs.

points_to_draw <- 10000

# The lines of all curves, one below the other, with the columns that identify them in front; `each()` gives
# what a function says of each curve, with the curve's name in `curve`.
curves_to_draw <- function(x, ..., areas = TRUE) {
  of <- if (is_list(x) && length(x) > 0L && is.data.frame(x[[1L]])) listed_curves(x, ...) else roc_curves(x, ...)
  of_each <- function(answer) plain_with_neighbours(for_each_curve(of, answer))
  paths <- rows_drawn(of_each(path_of), "FPR")
  keys <- keys_before("FPR", paths)
  key_of <- function(rows) joined_names(as.list(rows[keys]), rows, "")
  first <- !duplicated(key_of(paths))
  check_few(sum(first))
  name <- short_names_before("FPR", paths, "")[first]
  shown <- legend_names(name, areas, of_each, paths[first, keys, drop = FALSE])
  known <- key_of(paths)[first]
  # Groups without a curve have no name.
  named <- function(rows) {
    rows$curve <- factor(shown[match(key_of(rows), known)], shown)
    rows[!is.na(rows$curve), ]
  }
  list(paths = named(paths), each = function(answer) named(of_each(answer)), named = named, keys = keys,
       names = name, turned = isTRUE(of$turned))
}

# Curves that are given by their names.
listed_curves <- function(x, ...) {
  refuse_dots(...)
  name <- names(x)
  if (is.null(name) || anyNA(name) || any(name == "") || anyDuplicated(name)) {
    message <- paste("A list of curves in `x` must have distinct names, such as",
                     "list(age = curve1, bmi = curve2).")
    raise("names", message, argument = "x")
  }
  check_few(length(x))
  for (one in name) {
    argument <- sprintf("x$%s", one)
    unwrap(curve_check(columns_of(x[[one]], argument, thresholds = FALSE)), argument = argument)
  }
  # Other columns, which curves need not share, are not drawn.
  curves <- lapply(unname(x), function(curve) {
    with_true_negatives(plain_frame(curve)[columns_of_curves], curve)
  })
  list(curves = curves, keys = as_frame(list(score = name), length(x)))
}

# The figure of ROC curves. Groups and scores, rates and thresholds stay in the data.
roc_figure <- function(drawn, specificity, below = list(diagonal_mark()), above = list()) {
  reversed <- check_flag(specificity, "specificity")
  figure(at_rates(drawn$paths), below, above, axes = c("FPR", "TPR"), legend = "bottomright", alone = TRUE,
         xlab = if (reversed) "Specificity" else "False positive rate (1 - specificity)",
         ylab = if (reversed) "Sensitivity" else "True positive rate (sensitivity)", reversed = reversed)
}

at_rates <- function(points) {
  points[c("x", "y")] <- points[c("FPR", "TPR")]
  points
}

path_of <- function(curve) {
  columns <- columns_of(curve, thresholds = FALSE)
  unwrap(curve_check(columns))
  path <- plain_frame(roc_thin(as_curve(columns), points = points_to_draw))
  if (is_mean(curve$threshold)) path$threshold <- NA_real_
  path[c("FPR", "TPR", "threshold")]
}

# Points of a curve at thresholds in its own units.
points_at <- function(curve, thresholds) {
  columns <- columns_of(curve)
  points <- rows_of(as_curve(columns), unwrap(curve_rows_at(columns, thresholds))$row)
  data.frame(FPR = points$FPR, TPR = points$TPR, threshold = thresholds)
}

check_few <- function(curves) {
  if (curves > max_curves) {
    message <- sprintf(paste(
      "`x` must have at most %d curves, not %d: more cannot be distinguished in one figure. Draw",
      "each in a facet, see the examples of ?roc_plot, or give fewer."
    ), max_curves, curves)
    raise("curves", message, argument = "x", length = curves, expected = max_curves)
  }
}

# The names that the legend shows. They are the curves' names in the data, so that another scale of
# colours shows them, too.
legend_names <- function(names, areas, of_each, keys) {
  sizes <- if (identical(areas, TRUE)) {
    area_of <- function(curve) WeightedAUC(as_curve(columns_of(curve, thresholds = FALSE)))
    areas <- of_each(function(curve) data.frame(area = area_of(curve)))$area
    vapply(areas[!is.na(areas)], two_digits, "")
  } else if (!identical(areas, FALSE)) {
    rows <- check_areas(areas, keys)
    ends <- lapply(areas[c("estimate", "conf.low", "conf.high")], function(column) {
      vapply(column[rows], two_digits, "")
    })
    do.call(sprintf, c("%s, %s to %s", unname(ends)))
  }
  names <- wrapped(names)
  if (is.null(sizes)) {
    return(names)
  }
  ends_long <- nchar(sub(".*\n", "", names), "width", allowNA = TRUE) > 18L & nchar(sizes) > 8L
  gap <- ifelse(is.na(ends_long) | !ends_long, " ", "\n")
  ifelse(names == "", sprintf("AUC %s", sizes), sprintf("%s%s(%s)", names, gap, sizes))
}

# The rows of what auc_ci() gives in the order of the curves.
check_areas <- function(areas, keys) {
  if (!is.data.frame(areas)) {
    raise_type("areas", "TRUE, FALSE or a data.frame of auc_ci()", areas)
  }
  columns <- c("estimate", "conf.low", "conf.high")
  if (!all(columns %in% names(areas)) || !all(vapply(areas[columns], is.numeric, NA))) {
    raise("type", "`areas` must have the numeric columns estimate, conf.low and conf.high.",
          argument = "areas", expected = columns, found = names(areas))
  }
  if (nrow(keys) == 1L && nrow(areas) == 1L && is.null(areas$score)) {
    return(1L)
  }
  known <- intersect(names(keys), names(areas))
  text <- function(rows) joined_names(unname(as.list(plain_frame(rows)[known])), rows, "")
  row <- match(text(keys), text(areas))
  if (length(known) < length(keys) || anyNA(row)) {
    without <- do.call(paste, unname(as.list(keys)))[match(TRUE, is.na(row), nomatch = 1L)]
    message <- sprintf(
      "`areas` must have a row for each curve, with its name in the column score: %s has none.",
      quoted(without)
    )
    raise("names", message, argument = "areas", expected = without, found = areas$score)
  }
  row
}

# Names of curves -----------------------------------------------------------------------------------------

# The key columns that a fit puts in front of a column: groups and score. The columns of a curve may stand in
# any order.
keys_before <- function(column, rows) {
  own <- if (column %in% columns_of_curves) columns_of_curves else column
  names(rows)[seq_len(min(match(own, names(rows)), na.rm = TRUE) - 1L)]
}

joined_names <- function(front, rows, single) {
  if (length(front) == 0L) rep(single, nrow(rows)) else do.call(paste, unname(front))
}

# The keys as far as they distinguish rows; `alone` for a plain curve.
short_names_before <- function(column, rows, single) {
  front <- as.list(plain_frame(rows)[keys_before(column, rows)])
  varies <- vapply(front, function(x) length(unique(x)) > 1L, NA)
  joined_names(if (any(varies)) front[varies] else utils::tail(front, 1L), rows, single)
}

# Returns what a figure draws of a result along a column: its rows, the columns of groups and of the prior, the paths
# of curves, and the mark of their intervals, if any, as a list. Several priors of a curve are part of its names.
drawn_by <- function(column, object, columns, points) {
  rows <- rows_drawn(object, columns)
  keys <- c(keys_before(column, rows), "prior")
  name <- short_names_before(column, rows, "")
  if (any(tapply(rows$prior, name, function(prior) length(unique(prior))) > 1L)) {
    name <- paste0(name, ifelse(name == "", "", ", "), "prior ", short_number(rows$prior))
  }
  band <- if (!is.null(rows[["conf.low"]]) && !all(is.na(rows$conf.low))) {
    list(region_mark(points_by_name(rows, name, function(part) {
      part <- part[!is.na(part$conf.low), ]
      part <- part[order(part[[column]]), ]
      region(part[[column]], part$conf.low, part$conf.high, 1L)
    }, keys), "FPR"))
  }
  list(rows = rows, groups = setdiff(keys, "score"), paths = points_by_name(rows, name, points, keys), band = band)
}

# The points of each curve by its name, with the columns `keys` of its rows.
points_by_name <- function(rows, name, points, keys, names = unique(name)) {
  check_few(length(unique(name)))
  shown <- wrapped(names)
  parts <- lapply(unique(name), function(one) {
    part <- rows[name == one, , drop = FALSE]
    result <- points(part)
    result$curve <- factor(rep(shown[match(one, names)], nrow(result)), shown)
    result[keys] <- part[rep(1L, nrow(result)), keys]
    result
  })
  do.call(rbind, parts)
}

check_drawn <- function(object, columns) {
  lacking <- setdiff(columns, names(object))
  if (length(lacking) > 0L) {
    raise("column", sprintf("%s is missing.", column_of_curve(lacking[[1L]], "object")),
          argument = "object", column = lacking[[1L]])
  }
}

# The rows of a result to draw: those of a group without a curve have NA in all columns.
rows_drawn <- function(object, columns) {
  check_drawn(object, columns)
  frame <- plain_with_neighbours(object)
  unknown <- Reduce(`&`, lapply(frame[columns], is.na))
  if (any(unknown)) frame[!unknown, , drop = FALSE] else frame
}

# Few enough points of a line.
thinned <- function(x, y) {
  gone <- c(0, cumsum(abs(diff(x)) + abs(diff(y))))
  first_there <- !duplicated(floor(gone * points_to_draw / 2))
  kept <- length(x) <= points_to_draw | first_there | seq_along(x) == length(x)
  data.frame(x = x[kept], y = y[kept])
}
