#' Picture of one or several ROC curves
#'
#' A square ggplot of curves, with what helps to choose on them: the convex hull, the
#' threshold of least expected cost, thresholds under a bound, shaded partial areas and
#' labelled thresholds.
#'
#' @details
#' All that is drawn is computed from the whole curve. The line itself is drawn through at
#' most 10000 of its points, chosen by [roc_thin()] so that no point of the curve lies
#' farther than 1/5000 of the axis from what is drawn: less than a pixel of any picture up
#' to 5000 pixels wide.
#'
#' Several curves differ in colour (the palette of Okabe and Ito, which people with all kinds
#' of colour vision can tell apart) and in line type, so that they can be told apart in black
#' and white. Marks have the same meaning in all pictures:
#' \describe{
#'   \item{dashed line}{the convex hull,}
#'   \item{filled circle and dotted line}{the point of least risk, and the isocost line through
#'     it,}
#'   \item{thin line and filled diamond}{the bound of a Neyman-Pearson rule and the threshold that
#'     is best under it; an open diamond is the point of the curve at the bound, reached by
#'     choosing between two thresholds at random,}
#'   \item{shading}{a confidence band, a partial or cost-based area; of the latter, the dot-dashed
#'     line is that of the random classifier's cost,}
#'   \item{small filled circles with numbers}{chosen thresholds; a number that would cover
#'     another one is left out.}
#' }
#' Where the hull of one of several curves lies on the curve, its dashes hide the line type: give the
#' hull as a curve of its own, `roc_plot(list(model = curve, hull = roc_hull(curve)))`.
#'
#' @param curve A curve, see [roc_measures()], or a list of curves with names.
#' @param diagonal `TRUE` for the chance line, on which TPR = FPR.
#' @param hull `TRUE` for the convex hull, see [roc_hull()].
#' @param optimal `TRUE` for the point of least risk and its isocost line, or a list of
#'   arguments of [roc_isocost()]: `list(cost_FN = 5, prior = 0.1)`.
#' @param max_FPR,max_FNR Bounds of Neyman-Pearson rules to show, see
#'   [roc_neyman_pearson()]. Here both may be given.
#' @param partial A partial area to shade: `list(FPR = c(0, 0.1))` or
#'   `list(TPR = c(0.8, 1))`, see [roc_partial_auc()].
#' @param cost_area A cost-based area to shade: a list of arguments of [roc_cost_auc()],
#'   `list(cost_FN = 0.8)`, with one cost.
#' @param thresholds Thresholds whose points are to be marked with their values.
#' @param band A confidence band to shade: a data.frame of [roc_band()] by `"FPR"` or `"TPR"`, or for
#'   several curves a list of such with (some of) their names.
#'
#' @return A ggplot: add layers, scales, titles or a theme to it as to any other.
#'
#' @section Errors:
#' Those of the functions named above; `wroc_error_names` for a list of curves without
#' (distinct) names; `wroc_error_arguments` for a list of arguments that the function named
#' does not have; `wroc_error_package` where ggplot2 (>= 3.4.0) is not installed: there,
#' `plot(TPR ~ FPR, curve, type = "l", asp = 1)` draws a curve.
#'
#' @section Complexity:
#' \eqn{O(m)} time for \eqn{m} rows.
#'
#' @source
#' Fawcett, T. (2006). An introduction to ROC analysis. *Pattern Recognition Letters* 27,
#' 861-874, \doi{10.1016/j.patrec.2005.10.010}.
#'
#' @seealso `vignette("Decisions", "WeightedROC")` for the pictures in use.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' weight <- rexp(100)
#' good <- WeightedROC(rnorm(100, 2 * truth), truth, weight)
#' fair <- WeightedROC(rnorm(100, truth), truth, weight)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   print(roc_plot(fair, hull = TRUE, optimal = list(cost_FN = 2)))
#'   roc_plot(list(good = good, fair = fair), max_FPR = 0.1) + ggplot2::ggtitle("Two scores")
#' }
#' @export
roc_plot <- function(curve, diagonal = TRUE, hull = FALSE, optimal = NULL, max_FPR = NULL,
                     max_FNR = NULL, partial = NULL, cost_area = NULL, thresholds = NULL,
                     band = NULL) {
  curves <- check_curves(curve)
  check_ggplot2()
  layers <- c(
    band_layers(check_band(band, curves), curves),
    partial_layers(curves, check_arguments(partial, "partial", c("FPR", "TPR"))),
    cost_area_layers(
      curves, check_arguments(cost_area, "cost_area", c("cost_FN", "cost_FP", "prior"))
    ),
    if (check_flag(diagonal, "diagonal")) diagonal_layers(),
    if (check_flag(hull, "hull")) hull_layers(curves),
    curve_layers(curves),
    optimal_layers(curves, check_optimal(optimal)),
    bound_layers(curves, max_FPR, "max_FPR"),
    bound_layers(curves, max_FNR, "max_FNR"),
    threshold_layers(curves, thresholds)
  )
  empty_plot(names(curves)) + layers
}

# The curves by their names; a single one has the name "".
check_curves <- function(curve) {
  if (is.data.frame(curve) || !is.list(curve)) {
    unwrap(curve_check(columns_of(curve)))
    return(structure(list(curve), names = ""))
  }
  name <- names(curve)
  if (length(curve) == 0L || is.null(name) || anyNA(name) || any(name == "") ||
        anyDuplicated(name)) {
    raise("names", "A list of curves in `curve` must have distinct names.", argument = "curve")
  }
  for (one in name) {
    argument <- sprintf("curve$%s", one)
    unwrap(curve_check(columns_of(curve[[one]], argument)), argument = argument)
  }
  curve
}

check_ggplot2 <- function() {
  if (!has_ggplot2()) {
    message <- paste(
      "The package ggplot2 (>= 3.4.0) is needed: install.packages(\"ggplot2\").",
      "Without it: plot(TPR ~ FPR, curve, type = \"l\", asp = 1)."
    )
    raise("package", message, package = "ggplot2")
  }
}

has_ggplot2 <- function() {
  requireNamespace("ggplot2", quietly = TRUE) && utils::packageVersion("ggplot2") >= "3.4.0"
}

# A list of arguments by their names, or NULL.
check_arguments <- function(x, argument, known) {
  if (is.null(x)) {
    return(NULL)
  }
  if (!is.list(x)) {
    raise_type(argument, "a list of arguments", x)
  }
  if (length(x) == 0L || is.null(names(x)) || !all(names(x) %in% known) || anyDuplicated(names(x))) {
    message <- sprintf("`%s` must be a list with distinct names out of %s.", argument,
                       paste(known, collapse = ", "))
    raise("arguments", message, argument = argument, expected = known, found = names(x))
  }
  x
}

check_optimal <- function(optimal) {
  if (is.null(optimal) || identical(optimal, FALSE)) {
    NULL
  } else if (identical(optimal, TRUE)) {
    list()
  } else {
    check_arguments(optimal, "optimal", c("cost_FP", "cost_FN", "cost_TP", "cost_TN", "prior"))
  }
}

# The rows of all curves, with the name of the curve in a column.
of_all <- function(curves, rows) {
  tables <- lapply(seq_along(curves), function(i) {
    table <- rows(curves[[i]])
    table$curve <- factor(rep(names(curves)[[i]], nrow(table)), names(curves))
    table
  })
  do.call(rbind, tables)
}

points_to_draw <- 10000

path_of <- function(curve) {
  roc_thin(plain_frame(curve)[columns_of_curves], points_to_draw)[c("FPR", "TPR")]
}

empty_plot <- function(names) {
  # After Okabe and Ito, without yellow, which is too light for a line.
  palette <- c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
  lines <- c("solid", "longdash", "dotdash", "twodash", "52", "1242", "9212")
  several <- length(names) > 1L
  legend <- if (several) "legend" else "none"
  colours <- if (several) rep_len(palette, length(names)) else "#000000"
  line_types <- rep_len(lines, length(names))
  names(colours) <- names(line_types) <- names
  ggplot2::ggplot(mapping = ggplot2::aes(x = FPR, y = TPR, colour = curve)) +
    ggplot2::scale_colour_manual(name = NULL, values = colours, guide = legend) +
    ggplot2::scale_fill_manual(name = NULL, values = colours, guide = "none") +
    ggplot2::scale_linetype_manual(name = NULL, values = line_types, guide = legend) +
    ggplot2::coord_fixed(xlim = c(0, 1), ylim = c(0, 1)) +
    ggplot2::labs(x = "False positive rate", y = "True positive rate") +
    ggplot2::theme_bw() +
    ggplot2::theme(
      panel.grid.minor = ggplot2::element_blank(),
      legend.position = "bottom",
      legend.key.width = ggplot2::unit(2.5, "lines")
    )
}

diagonal_layers <- function() {
  line <- data.frame(FPR = c(0, 1), TPR = c(0, 1))
  list(ggplot2::geom_path(data = line, colour = "grey60", linewidth = 0.3))
}

curve_layers <- function(curves) {
  list(ggplot2::geom_path(
    ggplot2::aes(linetype = curve), of_all(curves, path_of), linewidth = 0.7, lineend = "round"
  ))
}

hull_layers <- function(curves) {
  corners <- of_all(curves, function(curve) roc_hull(curve)[c("FPR", "TPR")])
  list(ggplot2::geom_path(data = corners, linetype = "22", linewidth = 0.5, show.legend = FALSE))
}

optimal_layers <- function(curves, costs) {
  if (is.null(costs)) {
    return(NULL)
  }
  best <- of_all(curves, function(curve) {
    do.call(roc_optimal, c(list(curve), costs))[c("FPR", "TPR")]
  })
  lines <- of_all(curves, function(curve) ends_of(do.call(roc_isocost, c(list(curve), costs))))
  list(
    ggplot2::geom_path(data = lines, linetype = "dotted", linewidth = 0.5, show.legend = FALSE),
    ggplot2::geom_point(data = best, size = 2.5, show.legend = FALSE)
  )
}

# Where a rising line enters and leaves the unit square.
ends_of <- function(line) {
  if (is.infinite(line$slope)) {
    # Without a cost of false negatives the line of the random classifier is upright.
    return(data.frame(FPR = rep(line$prior, 2L), TPR = c(0, 1)))
  }
  FPR <- if (line$slope > 0) (c(0, 1) - line$intercept) / line$slope else c(0, 1)
  FPR <- pmin(pmax(FPR, 0), 1)
  data.frame(FPR = FPR, TPR = pmin(pmax(line$intercept + line$slope * FPR, 0), 1))
}

bound_layers <- function(curves, bound, argument) {
  if (is.null(bound)) {
    return(NULL)
  }
  bound <- check_numbers(bound, argument, rate_range)
  if (length(bound) == 0L) {
    return(NULL)
  }
  rules <- of_all(curves, function(curve) rule_points(curve, bound, argument))
  line <- if (argument == "max_FPR") {
    ggplot2::geom_vline(xintercept = bound, colour = "grey40", linewidth = 0.3)
  } else {
    ggplot2::geom_hline(yintercept = 1 - bound, colour = "grey40", linewidth = 0.3)
  }
  list(
    line,
    ggplot2::geom_point(data = rules[rules$mixed, ], shape = 5, size = 2.5, show.legend = FALSE),
    ggplot2::geom_point(data = rules[!rules$mixed, ], shape = 18, size = 3.5, show.legend = FALSE)
  )
}

# The point of the best threshold, and that of the curve at the bound.
rule_points <- function(curve, bound, argument) {
  rule <- do.call(roc_neyman_pearson, structure(list(curve, bound), names = c("curve", argument)))
  mixed <- if (argument == "max_FPR") {
    data.frame(FPR = rule$max_FPR, TPR = rule$TPR_curve, mixed = TRUE)
  } else {
    data.frame(FPR = rule$FPR_curve, TPR = 1 - rule$max_FNR, mixed = TRUE)
  }
  rbind(mixed[rule$probability > 0, ], cbind(rule[c("FPR", "TPR")], mixed = FALSE))
}

threshold_layers <- function(curves, thresholds) {
  if (is.null(thresholds)) {
    return(NULL)
  }
  thresholds <- check_numbers(thresholds, "thresholds", any_number)
  marks <- of_all(curves, function(curve) {
    roc_at(curve, thresholds)[c("FPR", "TPR", "threshold")]
  })
  marks$label <- vapply(marks$threshold, format, "", digits = 3L)
  list(
    ggplot2::geom_point(data = marks, size = 1.5, show.legend = FALSE),
    # To the lower right, where there is no curve, unless there is no room either.
    ggplot2::geom_text(
      ggplot2::aes(label = label, hjust = ifelse(FPR > 0.9, 1.2, -0.25)), marks, vjust = 1.3,
      size = 3, check_overlap = TRUE, show.legend = FALSE
    )
  )
}

area_layers <- function(shapes) {
  list(ggplot2::geom_polygon(
    ggplot2::aes(fill = curve), shapes, colour = NA, alpha = 0.2, show.legend = FALSE
  ))
}

# The bands by the names of their curves.
check_band <- function(band, curves) {
  if (is.data.frame(band)) band <- structure(list(band), names = names(curves)[[1L]])
  if (is.null(band)) {
    return(NULL)
  }
  if (!is.list(band) || is.null(names(band)) || !all(names(band) %in% names(curves))) {
    raise("names", "`band` must be a data.frame of roc_band(), or a list of them by curves' names.",
          argument = "band")
  }
  for (one in band) {
    columns <- c("FPR", "TPR", "conf.low", "conf.high")
    if (!is.data.frame(one) || !all(columns %in% names(one)) ||
          !all(vapply(one[columns], is.numeric, NA))) {
      raise("type", "`band` must have the numeric columns FPR, TPR, conf.low and conf.high.",
            argument = "band", expected = columns, found = names(one))
    }
  }
  band
}

band_layers <- function(bands, curves) {
  shapes <- lapply(seq_along(bands), function(i) {
    band <- bands[[i]]
    ends <- c(band$conf.low, rev(band$conf.high))
    at <- intersect(names(band), c("FPR", "TPR"))[[1L]]
    places <- c(band[[at]], rev(band[[at]]))
    shape <- if (at == "FPR") list(FPR = places, TPR = ends) else list(FPR = ends, TPR = places)
    shape$curve <- factor(rep(names(bands)[[i]], length(ends)), names(curves))
    as_frame(shape, length(ends))
  })
  if (length(shapes) > 0L) area_layers(do.call(rbind, shapes))
}

partial_layers <- function(curves, interval) {
  if (is.null(interval)) {
    return(NULL)
  }
  area_layers(of_all(curves, function(curve) {
    # Checks the interval.
    do.call(roc_partial_auc, c(list(curve), interval))
    if (is.null(interval$FPR)) beside(curve, interval$TPR) else below(curve, interval$FPR)
  }))
}

# The region below a curve in an interval of FPR.
below <- function(curve, interval) {
  path <- path_of(curve)
  inside <- path[path$FPR > interval[[1L]] & path$FPR < interval[[2L]], ]
  at <- roc_neyman_pearson(curve, max_FPR = interval)$TPR_curve
  data.frame(
    FPR = c(interval[[2L]], interval[[2L]], inside$FPR, interval[[1L]], interval[[1L]]),
    TPR = c(0, at[[2L]], inside$TPR, at[[1L]], 0)
  )
}

# The region to the right of a curve in an interval of TPR.
beside <- function(curve, interval) {
  path <- path_of(curve)
  inside <- path[path$TPR > interval[[1L]] & path$TPR < interval[[2L]], ]
  at <- roc_neyman_pearson(curve, max_FNR = 1 - interval)$FPR_curve
  data.frame(
    FPR = c(1, at[[2L]], inside$FPR, at[[1L]], 1),
    TPR = c(interval[[2L]], interval[[2L]], inside$TPR, interval[[1L]], interval[[1L]])
  )
}

cost_area_layers <- function(curves, costs) {
  if (is.null(costs)) {
    return(NULL)
  }
  line_of <- function(curve) {
    line <- do.call(roc_cost_auc, c(list(curve), costs))
    if (nrow(line) != 1L) {
      raise("length", "`cost_area` must have one cost.", argument = "cost_area",
            length = nrow(line), expected = 1L)
    }
    line
  }
  lines <- of_all(curves, function(curve) ends_of(line_of(curve)))
  c(
    area_layers(of_all(curves, function(curve) above(path_of(curve), line_of(curve)))),
    list(ggplot2::geom_path(data = lines, linetype = "dotdash", linewidth = 0.3,
                            show.legend = FALSE))
  )
}

# The region between a curve and a line that is cut off at 0 and 1, where the curve is above.
# Where it is not, the polygon has no width.
above <- function(path, line) {
  if (is.infinite(line$slope)) {
    return(below_path(path, line$prior))
  }
  floor_at <- function(FPR) pmin(pmax(line$intercept + line$slope * FPR, 0), 1)
  path <- path[rev(seq_len(nrow(path))), ]
  kinks <- if (line$slope > 0) (c(0, 1) - line$intercept) / line$slope
  for (kink in kinks) {
    path <- with_points(path, path$FPR - kink)
  }
  upper <- with_points(path, path$TPR - floor_at(path$FPR))
  lower <- floor_at(upper$FPR)
  data.frame(
    FPR = c(upper$FPR, rev(upper$FPR)),
    TPR = c(pmax(upper$TPR, lower), rev(lower))
  )
}

# The region below a path up to an FPR.
below_path <- function(path, end) {
  path <- with_points(path, path$FPR - end)
  path <- path[path$FPR <= end, ]
  data.frame(FPR = c(end, path$FPR, 0), TPR = c(0, path$TPR, 0))
}

# Adds to a path the points between two of its own at which a value, straight between them,
# changes its sign.
with_points <- function(path, value) {
  before <- which(value[-1L] * value[-length(value)] < 0)
  from <- path[before, ]
  share <- value[before] / (value[before] - value[before + 1L])
  added <- from + share * (path[before + 1L, ] - from)
  rbind(path, added)[order(c(seq_along(value), before + 0.5)), ]
}

# Columns that the layers above name.
utils::globalVariables(c("FPR", "TPR", "curve", "label"))
