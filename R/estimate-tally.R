# Estimates from tallies.

is_tally <- function(x) inherits(x, "roc_tally")

#' @exportS3Method
estimated.roc_tally_sums <- function(observed, what, asked) {
  tally <- observed$tally
  check_sums(what, asked, "tally")
  columns <- columns_of_tally(tally, "x")
  if (isTRUE(asked$values)) {
    rows <- rows_of_values(values_on_curve(curve_of_tally(tally), what), what)
    return(with_names(rows, rep(observed$names, length(what))))
  }
  variance <- observed$variance
  method <- or(asked$method, or(observed$method, "wilson"))
  check_variance_of_tally(structure(columns, names = columns_of_tallies), variance)
  request <- list(level = level_of(asked, observed), method = method, variance = variance,
                  counts = variance == "frequency")
  row <- unwrap(area_of_tally(columns, units_of_tally(tally, "x"), request))
  warn_of_interval(row$std.error, method != "wilson" && row$bound.low == row$bound.high)
  warn_of_rows(row)
  with_names(with_measure(row, names(what), variance), observed$names)
}

check_variance_of_tally <- function(columns, variance) {
  if (variance == "frequency") {
    check_frequencies(c(columns$positive, columns$negative), variance)
    return()
  }
  for (class in c("positive", "negative")) {
    weights <- columns[[class]]
    squares <- columns[[paste0(class, "2")]]
    number <- columns[[if (class == "positive") "n_pos" else "n_neg"]]
    # A double so small has lost digits, which matters unless the row has next to nothing of the weight.
    lost <- squares < 1e-290 & weights > 1e-100 * sum(weights)
    unknown <- weights > 0 & (is.na(squares) | lost | is.na(number))
    if (any(unknown)) {
      message <- paste(
        "`x` must be a tally with sums of squared weights: in `%s2` there are none for %s rows, or",
        "weights are too small or large for them. Weights that are counts take variance = \"frequency\"."
      )
      raise("tally", sprintf(message, class, number(sum(unknown))), argument = "x", column = class)
    }
  }
}
