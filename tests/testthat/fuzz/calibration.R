# Scores as probabilities: calls, and what they take.

# A curve of forecasts, unless it is a fit.
forecast_call <- function(package) {
  call <- curve_call(package, function(curve) list(prior = one_of(NULL, 0.3, 1e-9, c(0.5, 0.01))))
  curve <- call$arguments$x
  if (is.data.frame(curve)) {
    rows <- nrow(curve)
    curve[["threshold"]][-rows] <- (seq_len(rows - 1L) - 0.5) / (rows - 1L)
    call$arguments$x <- curve
    call$world$fresh <- FALSE
  }
  call
}

reliability_call <- function(package) {
  whole <- chance(0.2)
  call <- observation_call(whole = whole, settle = FALSE, others = function(drawn) {
    c(some(list(), list(cluster = right_clusters(drawn$n), conf.level = draw_level())),
      list(R = sample(c(2L, 10L, 40L), 1L), variance = if (whole) "frequency"))
  })
  guess <- as.double(unclass(call$arguments$x))
  call$arguments$x <- if (chance(0.1)) guess else rank(guess) / (length(guess) + 1)
  call
}

# FALSE where a threshold is no probability, NA for fits.
takes_forecasts <- function(a, call) {
  taken <- takes_curve(a$x, call$untouched("x"))
  if (!isTRUE(taken)) return(taken)
  if (!is.data.frame(a$x)) return(NA)
  scores <- as.double(a$x$threshold[-nrow(a$x)])
  if (!is.null(call$world$parts)) return(NA)
  all(is_probability(scores))
}
