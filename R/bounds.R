# Bounds of the error that bins, thinning and summing up make, of an AUC.

bounds_of <- function(curve) {
  column <- function(name) if (!is.null(.subset2(curve, name))) curve_column(curve, name, "x")
  as_frame(unwrap(curve_bounds(columns_of(curve), column("scores_below"), column("area"), column("slack"))), 1L)
}
