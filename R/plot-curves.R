# The lines of roc_plot().

points_to_draw <- 10000

path_of <- function(curve) {
  path <- plain_frame(roc_thin(as_curve(columns_of(curve, thresholds = FALSE)), points_to_draw))
  if (is_mean(curve$threshold)) path$threshold <- NA_real_
  path[c("FPR", "TPR", "threshold")]
}

# The rows of all curves, with the name of the curve in a column; NULL where there are none.
of_all <- function(curves, rows, names = base::names(curves)) {
  tables <- lapply(seq_along(curves), function(i) {
    table <- rows(curves[[i]])
    if (isTRUE(attr(curves, "turned"))) table <- with_turned_thresholds(table)
    if (!is.null(table)) table$curve <- factor(rep(base::names(curves)[[i]], nrow(table)), names)
    table
  })
  do.call(rbind, tables)
}

# Thresholds go along as an aesthetic of their own, which is not drawn: plotly shows it at the
# pointer.
curve_layer <- function(curves) {
  mapping <- ggplot2::aes(threshold = threshold)
  if (!all_solid(curves)) mapping$linetype <- ggplot2::aes(curve)$x
  ggplot2::layer(
    "path", "identity", of_all(curves, path_of), mapping, position = "identity",
    params = list(linewidth = 0.7, lineend = "round"), check.aes = FALSE
  )
}

# Columns that the layers name.
utils::globalVariables(c("FPR", "TPR", "FPR_to", "TPR_to", "at", "conf.high", "conf.low",
                         "class", "curve", "hjust", "high", "label", "low", "part", "score",
                         "share", "threshold", "vjust", "x"))
