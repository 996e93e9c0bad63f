#' Marks for anybody's plot
#'
#' What [roc_optimal()], [roc_hull()], [roc_isocost()] and [roc_band()] give, as layers that can be
#' added to any ggplot with false positive rates on its x axis and true positive rates on its y axis.
#'
#' @details
#' \describe{
#'   \item{[roc_optimal()]}{a point with its threshold, "t = 1.17",}
#'   \item{[roc_hull()]}{a dashed line, "hull",}
#'   \item{[roc_isocost()]}{a dotted line in the unit square, with its cost ratio,
#'     "cost FN:FP = 5:1": what a miss costs more than a hit, to what a false alarm costs more than
#'     a right "negative",}
#'   \item{[roc_band()]}{by `"FPR"` or `"TPR"`: a shaded region.}
#' }
#' The layers take nothing from the plot that they are added to but its axes and scales: its own
#' mapping of colours may name columns that a result does not have. Columns of the result can be
#' mapped by `mapping`; results with a column `score` have a hull or a band for each score.
#'
#' @param object A result of one of these functions, with the columns that it had.
#' @param mapping More aesthetics of the mark, made by `ggplot2::aes()`: `aes(colour = score)`, or
#'   `aes(fill = score)` for a band.
#' @param ... Constants of the mark, such as `colour = "red"` or `alpha = 0.3`; texts take its colour.
#'
#' @return A list of layers.
#'
#' @section Errors:
#' `wroc_error_column` when a result has lost a column that is drawn; `wroc_error_type` for a
#' band by threshold, which is no region of this plane.
#'
#' @family pictures
#' @seealso [roc_plot()], which draws all of this by itself.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' score <- rnorm(100, truth)
#' curve <- WeightedROC(score, truth)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   library(ggplot2)
#'   ggplot(curve, aes(FPR, TPR)) +
#'     autolayer(roc_band(score, truth, type = "equal-precision")) +
#'     geom_path() +
#'     autolayer(roc_hull(curve)) +
#'     autolayer(roc_isocost(curve, cost_FN = 2)) +
#'     autolayer(roc_optimal(curve, cost_FN = 2), colour = "red")
#' }
#' @name autolayer.roc_optimal
NULL

#' @rdname autolayer.roc_optimal
#' @exportS3Method ggplot2::autolayer
autolayer.roc_optimal <- function(object, mapping = NULL, ...) classed({
  object <- rows_drawn(object, c("FPR", "TPR", "threshold"))
  labels <- labels_of_points(object, threshold_text(object$threshold))
  list(
    mark_layer(ggplot2::geom_point, ggplot2::aes(x = FPR, y = TPR), object, mapping,
               list(size = 2.5), ...),
    text_layer(labels, object, mapping, ...)
  )
})

#' @rdname autolayer.roc_optimal
#' @exportS3Method ggplot2::autolayer
autolayer.roc_hull <- function(object, mapping = NULL, ...) classed({
  object <- rows_drawn(object, c("FPR", "TPR"))
  widest <- unlist(lapply(split(seq_len(nrow(object)), part_by_score(object)), widest_edge, object),
                   use.names = FALSE)
  middle <- function(rate) (object[[rate]][widest] + object[[rate]][widest + 1L]) / 2
  labels <- label_frame(middle("FPR"), middle("TPR"), "hull", 1.1, -0.3)
  list(
    mark_layer(ggplot2::geom_path, grouped(ggplot2::aes(x = FPR, y = TPR), object), object, mapping,
               list(linetype = "22", linewidth = 0.4), ...),
    text_layer(labels, plain_frame(object)[widest, , drop = FALSE], mapping, ...)
  )
})

#' @rdname autolayer.roc_optimal
#' @exportS3Method ggplot2::autolayer
autolayer.roc_isocost <- function(object, mapping = NULL, ...) classed({
  object <- rows_drawn(object, c("slope", "intercept", names_of_costs))
  ends <- named_ends(object)
  # Lines end with the unit square, which those of geom_abline() do not.
  segments <- cbind(plain_frame(object), ends)
  list(
    mark_layer(ggplot2::geom_segment,
               ggplot2::aes(x = FPR, y = TPR, xend = FPR_to, yend = TPR_to), segments, mapping,
               list(linetype = "dotted", linewidth = 0.5), ...),
    text_layer(labels_of_lines(ends), object, mapping, ...)
  )
})

#' @rdname autolayer.roc_optimal
#' @exportS3Method ggplot2::autolayer
autolayer.roc_band <- function(object, mapping = NULL, ...) classed({
  check_one_band(object, "object")
  object <- rows_drawn(object, c("FPR", "TPR", "conf.low", "conf.high"))
  by_FPR <- match("FPR", names(object)) < match("TPR", names(object))
  place <- if (by_FPR) {
    ggplot2::aes(x = FPR, ymin = conf.low, ymax = conf.high)
  } else {
    ggplot2::aes(y = TPR, xmin = conf.low, xmax = conf.high)
  }
  list(mark_layer(ggplot2::geom_ribbon, grouped(place, object), object, mapping,
                  list(alpha = 0.2, orientation = if (by_FPR) "x" else "y"), ...))
})

# A layer whose constants are those given, or else its own.
mark_layer <- function(geom, place, data, mapping, constants, ...) {
  own <- constants[setdiff(names(constants), c(names(mapping), ...names()))]
  do.call(geom, c(list(joined(place, mapping), plain_frame(data)), own, list(...),
                  list(inherit.aes = FALSE)))
}

# The texts have the colours of what they name.
text_layer <- function(labels, data, mapping, ...) {
  constants <- list(...)
  colour <- constants[intersect(c("colour", "color", "alpha"), names(constants))]
  data <- plain_frame(data)
  data <- cbind(labels, data[setdiff(names(data), names(labels))])
  mapping <- mapping[intersect(c("colour", "alpha"), names(mapping))]
  do.call(label_layer, c(list(data, mapping), colour))
}

check_drawn <- function(object, columns) {
  lacking <- setdiff(columns, names(object))
  if (length(lacking) > 0L) {
    raise("column", sprintf("%s is missing.", column_of_curve(lacking[[1L]], "object")),
          argument = "object", column = lacking[[1L]])
  }
}

# The rows to draw: those of a group without a curve have NA in all columns.
rows_drawn <- function(object, columns) {
  check_drawn(object, columns)
  unknown <- Reduce(`&`, lapply(columns, function(column) is.na(object[[column]])))
  if (any(unknown)) object[!unknown, , drop = FALSE] else object
}

grouped <- function(mapping, object) {
  if (!is.null(object[["score"]])) mapping$group <- ggplot2::aes(score)$x
  mapping
}

part_by_score <- function(object) {
  score <- object[["score"]]
  if (is.null(score)) rep(1L, nrow(object)) else match(score, unique(score))
}

# The row with which the longest edge of a hull begins.
widest_edge <- function(rows, hull) {
  rows[[which.max(abs(diff(hull$FPR[rows])) + abs(diff(hull$TPR[rows])))]]
}
