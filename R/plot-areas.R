# What a picture says of each curve: its name and its area.

# The names that the legend shows. They are the curves' names in the data, so that another scale of
# colours shows them, too.
legend_names <- function(curves, areas) {
  if (identical(areas, FALSE)) {
    return(names(curves))
  }
  if (identical(areas, TRUE)) {
    return(named(names(curves), vapply(curves, function(curve) two_digits(area_below(curve)), "")))
  }
  of_curve <- check_areas(areas, names(curves))
  numbers <- vapply(areas[c("estimate", "conf.low", "conf.high")], function(column) {
    vapply(column[of_curve], two_digits, "")
  }, character(length(curves)))
  numbers <- matrix(numbers, length(curves))
  named(names(curves), sprintf("%s, %s to %s", numbers[, 1L], numbers[, 2L], numbers[, 3L]))
}

area_below <- function(curve) WeightedAUC(as_curve(columns_of(curve, thresholds = FALSE)))

named <- function(names, numbers) {
  ifelse(names == "", sprintf("area %s", numbers), sprintf("%s (%s)", names, numbers))
}

# No area below 1 is shown as 1, none above 0 as 0.
two_digits <- function(x) {
  if (is.na(x)) {
    return("NA")
  }
  digits <- 2L
  while (digits < 15L && x > 0 && x < 1 && round(x, digits) %in% c(0, 1)) digits <- digits + 1L
  sprintf("%.*f", digits, x)
}
