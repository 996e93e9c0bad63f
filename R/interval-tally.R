# Intervals of areas from tallies.

is_tally <- function(x) !missing(x) && inherits(x, "roc_tally")

# Of a tally, or of a curve of an engine. `given` has the names of the arguments.
ci_of_sums <- function(x, given, conf.level, variance, transform) {
  what <- if (is_tally(x)) "tally" else "curve"
  refuse_arguments(setdiff(given, c("guess", "conf.level", "variance", "transform")),
                   sprintf("used with a %s, which has no observations", what))
  conf.level <- check_level(conf.level)
  if (variance == "bootstrap") {
    message <- sprintf("`variance` must not be \"bootstrap\" for a %s, which has no observations.", what)
    raise("choice", message, argument = "variance", value = variance)
  }
  interval <- if (is_tally(x)) ci_of_tally else ci_of_curve
  interval(x, conf.level, variance, transform)
}

ci_of_tally <- function(tally, conf.level, variance, transform) {
  columns <- columns_of_tally(tally, "guess")
  check_variance_of_tally(structure(columns, names = columns_of_tallies), variance)
  request <- list(level = conf.level, method = transform, variance = variance,
                  counts = variance == "frequency")
  row <- with_variance(unwrap(area_of_tally(columns, units_of_tally(tally, "guess"), request)), variance)
  warn_of_interval(row$std.error, transform != "score" && row$bound.low == row$bound.high)
  warn_of_rows(row)
  row
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
        "`guess` must be a tally with sums of squared weights: in `%s2` there are none for %s rows, or",
        "weights are too small or large for them. Weights that are counts take variance = \"frequency\"."
      )
      raise("tally", sprintf(message, class, number(sum(unknown))), argument = "guess", column = class)
    }
  }
}
