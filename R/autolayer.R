#' Add ROC results to a ggplot
#'
#' Returns layers for the results of [roc_optimal()], [roc_hull()] and [roc_band()]. Use them with any
#' ggplot that has false positive rates on its x axis and true positive rates on its y axis.
#'
#' @details
#' \describe{
#'   \item{[roc_optimal()]}{a point with its threshold, "t = 1.17", and at costs the dotted line of equal cost
#'     with the cost ratio, "cost FN:FP = 5:1": the excess cost of a false negative to that of a false
#'     positive,}
#'   \item{[roc_hull()]}{a grey dashed line, "hull",}
#'   \item{[roc_band()]}{by `"FPR"` or `"TPR"`: a shaded region.}
#' }
#' The layers use only the axes and scales of the plot; its mapping may name columns that a result does not
#' have. Columns of the result can be mapped by `mapping`. Each group and score has its own hull and band.
#' Labels of one layer do not overlap.
#'
#' @param object A result of one of these functions, with all its columns.
#' @param mapping Further aesthetics, made by `ggplot2::aes()`: `aes(colour = score)`, or
#'   `aes(fill = score)` for a band.
#' @param ... Constants, such as `colour = "red"` or `alpha = 0.3`. Labels have the same colour.
#'
#' @return A list of layers.
#'
#' @section Errors:
#' `wroc_error_column` when a result has lost a column that is drawn; `wroc_error_type` for a
#' band by threshold, which is not a region of this plane.
#'
#' @family pictures
#' @seealso [roc_plot()], which draws all of this by itself.
#'
#' @examples
#' set.seed(1)
#' people <- data.frame(sick = rep(0:1, each = 50))
#' people$marker <- rnorm(100, people$sick)
#' fit <- weighted_roc(sick ~ marker, people)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   library(ggplot2)
#'   ggplot(fit, aes(FPR, TPR)) +
#'     autolayer(roc_band(fit, type = "equal-precision")) +
#'     geom_path() +
#'     autolayer(roc_hull(fit)) +
#'     autolayer(roc_optimal(fit, cost_FN = 2), colour = "red")
#' }
#' @name autolayer.roc_optimal
NULL

#' @rdname autolayer.roc_optimal
#' @exportS3Method ggplot2::autolayer
autolayer.roc_optimal <- function(object, mapping = NULL, ...) classed({
  rows <- rows_drawn(object, c("FPR", "TPR", "threshold"))
  if (all(c("slope", "intercept", costs_and_prior) %in% names(rows))) {
    rows <- with_columns(rows, c(ends_of_lines(rows, rows$FPR), list(label = cost_text(rows))))
  }
  layers_of(optimal_marks(rows), mapping, ...)
})

#' @rdname autolayer.roc_optimal
#' @exportS3Method ggplot2::autolayer
autolayer.roc_hull <- function(object, mapping = NULL, ...) classed({
  layers_of(hull_marks(rows_drawn(object, c("FPR", "TPR"))), mapping, ...)
})

#' @rdname autolayer.roc_optimal
#' @exportS3Method ggplot2::autolayer
autolayer.roc_band <- function(object, mapping = NULL, ...) classed({
  layers_of(list(band_mark(check_band(object, "object"))), mapping, ...)
})

# Each mark takes what it has of a user's mapping and constants. Labels have the colours of what they name.
layers_of <- function(marks, mapping, ...) {
  others <- list(points = c("linetype", "linewidth", "lty", "lwd"),
                 segment = c("size", "shape", "cex", "pch"))
  lapply(marks, function(mark) {
    own <- function(x) {
      of_kind <- if (mark$kind == "labels") {
        intersect(c("colour", "color", "alpha"), names(x))
      } else {
        setdiff(names(x), others[[mark$kind]])
      }
      x[of_kind]
    }
    do.call(layer_of, c(list(mark, own(mapping)), own(list(...))))
  })
}
