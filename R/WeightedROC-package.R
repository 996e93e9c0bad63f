#' @aliases NULL WeightedROC-package
#' @keywords internal
"_PACKAGE"
