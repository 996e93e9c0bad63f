# The marks of roc_plot() and autolayer() on curves. A function of rows gives marks; the labels come last.

# Optimal points, with the lines of equal cost through them. Optimal points of a measure have no lines, and no
# `label`.
optimal_marks <- function(rows) {
  points <- list(mark("points", at_rates(rows), size = 2.5))
  labels <- labels_mark(labels_of_points(rows, threshold_text(rows)), rows)
  if (is.null(rows[["label"]])) {
    return(c(points, list(labels)))
  }
  # Lines of the same costs are named once in each group.
  groups <- setdiff(keys_before("TPR", rows), "score")
  named <- rows[!duplicated(rows[c(groups, costs_and_prior)]), ]
  # One layer, so that no label covers another one.
  labels$data <- rbind(labels$data, labels_mark(labels_of_lines(named, named$label), named)$data)
  c(points, list(labels, line_mark(rows, "dotted")))
}

line_mark <- function(lines, linetype) mark("segment", lines, linetype = linetype, width = 1.4)

# Each hull has its name beside its longest edge.
hull_marks <- function(hulls) {
  hulls <- at_rates(hulls)
  hulls$piece <- pieces_by_key("TPR", hulls)
  longest <- unlist(lapply(split(seq_len(nrow(hulls)), hulls$piece), function(rows) {
    rows[[which.max(abs(diff(hulls$x[rows])) + abs(diff(hulls$y[rows])))]]
  }), use.names = FALSE)
  middle <- function(at) (at[longest] + at[longest + 1L]) / 2
  list(mark("path", hulls, linetype = "22", width = 1.2, colour = "grey45"),
       labels_mark(label_frame(middle(hulls$x), middle(hulls$y), rep("hull", length(longest)), 1.1, -0.3),
                   hulls[longest, , drop = FALSE]))
}

# Numbers of the groups and scores that rows belong to.
pieces_by_key <- function(column, rows) {
  keys <- union(keys_before(column, rows), intersect("score", names(rows)))
  key <- joined_names(as.list(rows[keys]), rows, "")
  match(key, unique(key))
}

band_mark <- function(bands) {
  by_FPR <- match("FPR", names(bands)) < match("TPR", names(bands))
  rate <- if (by_FPR) "FPR" else "TPR"
  bands$piece <- pieces_by_key(rate, bands)
  bands[c("at", "low", "high")] <- bands[c(rate, "conf.low", "conf.high")]
  region_mark(bands, rate)
}

check_band <- function(band, argument = "band") {
  columns <- c("FPR", "TPR", "conf.low", "conf.high")
  if (!is.data.frame(band) || !all(columns %in% names(band)) ||
        !all(vapply(unclass(band)[columns], function(x) is.numeric(x) && !is.object(x), NA))) {
    message <- sprintf(paste(
      "`%s` must have the numeric columns FPR, TPR, conf.low and conf.high, as roc_band() returns",
      "them by \"FPR\" or \"TPR\"."
    ), argument)
    raise("type", message, argument = argument, expected = columns, found = names(band))
  }
  check_columns(band, argument)
  rows_drawn(band, columns)
}

# The bands of a result, of a single curve, or of several curves by their names, as marks.
bands_of_curves <- function(band, drawn) {
  if (is.null(band)) {
    return()
  }
  if (is.data.frame(band)) {
    bands <- list(check_band(band))
    if (length(drawn$names) > 1L && !all(drawn$keys %in% names(band))) raise_band_names()
  } else {
    if (!is.list(band) || is.null(names(band)) || !all(names(band) %in% drawn$names)) raise_band_names()
    first <- drawn$paths[!duplicated(drawn$paths$curve), drawn$keys, drop = FALSE]
    bands <- lapply(names(band), function(name) {
      rows <- check_band(band[[name]])
      cbind(first[rep(match(name, drawn$names), nrow(rows)), , drop = FALSE], rows)
    })
  }
  lapply(bands, function(rows) {
    rows <- rows_of(rows, seq_len(nrow(rows)))
    if (!all(drawn$keys %in% names(rows))) rows[drawn$keys] <- drawn$paths[rep(1L, nrow(rows)), drawn$keys]
    band_mark(drawn$named(rows))
  })
}

raise_band_names <- function() {
  message <- paste(
    "`band` must be a data.frame of roc_band(), or for several curves a list of them by curves'",
    "names: list(age = roc_band(...))."
  )
  raise("names", message, argument = "band")
}

# The AUC of a single curve, which has no legend, where it has no points.
area_marks <- function(drawn) {
  shown <- levels(drawn$paths$curve)
  if (length(shown) > 1L || shown == "") {
    return()
  }
  path <- drawn$paths
  low <- sum(diff(path$FPR) * (path$TPR[-1L] + path$TPR[-nrow(path)])) > -1
  list(labels_mark(label_frame(as.numeric(!low), as.numeric(low), shown, as.numeric(!low), as.numeric(low)),
                   path[1L, drawn$keys, drop = FALSE]))
}

# Results of other functions of curves --------------------------------------------------------------------

# The problems of costs, which have defaults.
problems_to_draw <- function(cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0, prior = NULL) {
  check_problems(cost_FP, cost_FN, cost_TP, cost_TN, prior)
}

marks_at_costs <- function(drawn, costs) {
  if (is.null(costs)) {
    return()
  }
  # A line needs a slope.
  problems <- do.call(problems_to_draw, costs)
  unwrap(check_costs(problems))
  # With the ends of its lines and their names.
  optimal_marks(drawn$each(function(curve) {
    best <- plain_frame(do.call(roc_optimal, c(list(curve), costs)))
    cbind(best, ends_of_lines(best, best$FPR), label = cost_text(best))
  }))
}

# The best rows under a bound. One on a rate is a line, with the points of the curve there.
marks_at_bounds <- function(drawn, bound, argument) {
  if (length(bound) == 0L) {
    return()
  }
  of_FPR <- argument %in% c("max_FPR", "min_TNR")
  of_rate <- of_FPR || argument %in% c("max_FNR", "min_TPR")
  at <- if (argument %in% c("min_TNR", "max_FNR")) 1 - bound else bound
  rules <- drawn$each(function(curve) {
    rule <- plain_frame(do.call(roc_constrained, structure(list(curve, bound), names = c("x", argument))))
    rule <- data.frame(rule[c("FPR", "TPR", "threshold")], bound = bound, at = at)
    if (!of_rate) return(rule)
    mixed <- if (of_FPR) roc_at(curve, FPR = at) else roc_at(curve, TPR = at)
    data.frame(rule, FPR_mixed = mixed$FPR, TPR_mixed = mixed$TPR,
               mixed = mixed$FPR != rule$FPR | mixed$TPR != rule$TPR)
  })
  text <- sprintf(if (startsWith(argument, "max_")) "%s <= %s" else "%s >= %s", substring(argument, 5L),
                  short_number(rules$bound))
  best <- mark("points", at_rates(rules), shape = 18, size = 3.5)
  of_threshold <- threshold_text(rules)
  if (!of_rate) {
    return(list(best, labels_mark(labels_of_points(rules, paste0(text, "\n", of_threshold)), rules)))
  }
  at <- rules$at
  frame <- if (of_FPR) {
    list(line = data.frame(x = at, y = 0, xend = at, yend = 1),
         label = label_frame(at, 0, text, ifelse(at < 0.7, -0.1, 1.1), 1.5))
  } else {
    list(line = data.frame(x = 0, y = at, xend = 1, yend = at),
         label = label_frame(1, at, text, 1, ifelse(at > 0.1, 1.5, -0.5)))
  }
  keys <- rules[drawn$keys]
  mixed <- rules[rules$mixed, ]
  mixed[c("FPR", "TPR")] <- mixed[c("FPR_mixed", "TPR_mixed")]
  list(mark("segment", cbind(frame$line, keys), colour = "grey40"),
       mark("points", at_rates(mixed), shape = 5, size = 2.5), best, labels_mark(frame$label, keys),
       labels_mark(labels_of_points(rules, of_threshold), rules))
}

marks_at_thresholds <- function(drawn, thresholds) {
  if (is.null(thresholds)) {
    return()
  }
  thresholds <- check_numbers(thresholds, "thresholds", range = "number")
  points <- drawn$each(function(curve) points_at(curve, if (drawn$turned) -thresholds else thresholds))
  list(mark("points", at_rates(points), size = 1.5),
       labels_mark(labels_of_points(points, threshold_text(points)), points))
}

marks_of_parts <- function(drawn, intervals) {
  if (is.null(intervals)) {
    return()
  }
  check_one_of(intervals$FPR, intervals$TPR, c("FPR", "TPR"))
  rate <- if (is.null(intervals$TPR)) "FPR" else "TPR"
  parts <- check_intervals(intervals[[rate]], rate)
  ends <- list(low = vapply(parts, `[[`, 0, 1L), high = vapply(parts, `[[`, 0, 2L))
  list(region_mark(drawn$each(function(curve) {
    # The core checks the ends.
    for (part in parts) unwrap(curve_partial(columns_of(curve), part, rate), argument = rate)
    partial_regions(curve, rate, ends)
  }), rate))
}

# Lines of a random classifier's cost, and the areas above them. Labels give the area and its maximum.
marks_of_cost_areas <- function(drawn, costs) {
  if (is.null(costs)) {
    return()
  }
  problems <- do.call(problems_to_draw, costs)
  lines_of <- function(curve) {
    result <- unwrap(curve_cost_area(columns_of(curve), problems))
    cbind(result, as_frame(problems$costs, nrow(result)))
  }
  regions <- drawn$each(function(curve) {
    lines <- lines_of(curve)
    do.call(rbind, lapply(seq_len(nrow(lines)), function(i) region_above(curve, lines[i, ], i)))
  })
  lines <- drawn$each(function(curve) {
    lines <- lines_of(curve)
    digits <- function(x) vapply(x, two_digits, "")
    text <- sprintf("%s\npAUC %s of %s", cost_text(lines), digits(lines$pAUC), digits(lines$max_pAUC))
    cbind(ends_of_lines(lines, lines$prior), label = text)
  })
  list(region_mark(regions, "FPR"), line_mark(lines, "dotdash"),
       labels_mark(labels_of_lines(lines, lines$label), lines))
}

# Lists of arguments --------------------------------------------------------------------------------------

# A list of arguments by their names, or NULL.
check_arguments <- function(x, argument, known) {
  if (is.null(x)) {
    return(NULL)
  }
  if (!is.list(x)) {
    example <- if ("prior" %in% known) "list(cost_FN = 5)" else "list(FPR = c(0, 0.1))"
    raise_type(argument, sprintf("a list of arguments, such as %s", example), x)
  }
  if (length(x) == 0L || is.null(names(x)) || !all(names(x) %in% known) ||
        anyDuplicated(names(x))) {
    message <- sprintf("`%s` must be a list with distinct names from %s.", argument,
                       paste(known, collapse = ", "))
    raise("arguments", message, argument = argument, expected = known, found = names(x))
  }
  x
}

costs_and_prior <- c("cost_FP", "cost_FN", "cost_TP", "cost_TN", "prior")

# Arguments that all have defaults, or TRUE for these.
check_costs_to_draw <- function(x, argument) {
  if (is.null(x) || identical(x, FALSE)) {
    NULL
  } else if (identical(x, TRUE)) {
    list()
  } else {
    check_arguments(x, argument, costs_and_prior)
  }
}

# A second curve stands behind the first one.
refuse_second_curve <- function(...) {
  if (name_of_dots(...) == "..." && is.data.frame(..1)) {
    raise_type("...", "arguments of roc_observations()", ..1,
               " Several curves are one list: `list(age = curve1, bmi = curve2)`.")
  }
}
