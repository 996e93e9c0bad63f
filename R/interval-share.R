# Intervals of what is found at a share of the population: the point of the curve on a straight line.

# Where the prior is not known, what it moves the point by adds to what the rates do.
ends_at_share <- function(share, prior, is_response) {
  force(share)
  function(quantity, of) {
    sample <- of$sample
    odds <- sample$curve$FP[[1L]] / sample$curve$FN[[nrow(sample$curve)]]
    positive <- if (is.null(prior)) 1 / (1 + odds) else prior
    asked <- function(TPR, positive) if (is_response) positive * TPR / share else TPR
    ends <- ends_on_line(sample, share, positive)
    moved <- list(asked(ends, positive) - of$estimate)
    if (is.null(prior)) {
      found <- vapply(unlist(ends_of_positives(positive, sample)), function(positive) {
        asked(point_of_share(sample$curve, share, positive)$TPR, positive)
      }, 0)
      moved[[2L]] <- found - of$estimate
    }
    most <- if (is_response && !is.null(prior)) min(1, prior / share) else 1
    added_up(of, moved, c(0, most))
  }
}

# Where a share is called positive: the place of the curve, see rates_at(), and TPR.
point_of_share <- function(curve, share, positive) {
  called <- positive * curve$TPR + (1 - positive) * curve$FPR
  row <- match(TRUE, called <= share + unwrap(bound_rounding(share)))
  place <- row - 1
  if (row > 1L && called[[row]] < share) {
    place <- place - (share - called[[row]]) / (called[[row - 1L]] - called[[row]])
  }
  list(place = place, TPR = rates_at(curve, place)$TPR)
}

# The ends of TPR. In the population the point lies somewhere on the line of the share. Its threshold
# has another point in the sample, which lies on the sample's curve; both rates err by themselves. So each
# point of the line is judged by how near the curve comes to it, in units of these errors.
ends_on_line <- function(sample, share, positive, steps = 40L) {
  curve <- sample$curve
  here <- point_of_share(curve, share, positive)
  n <- numbers_of_rates(sample, here$place)
  reach <- stats::qnorm(outer_tail(sample$conf.level), lower.tail = FALSE)
  path <- if (nrow(curve) > 2000) roc_thin(as_curve(columns_of(curve)), 2000) else curve
  # Nothing is divided by 0, and no square of a quotient is beyond a double.
  least <- pmax(1e-9 * pmin(share / c(1 - positive, positive), 1), 1e-140)
  is_near <- function(TPR) {
    point <- c(min(max((share - positive * TPR) / (1 - positive), 0), 1), TPR)
    error <- sqrt(point * (1 - point) / c(n$FPR, n$TPR)) + least
    distance_to_path((path$FPR - point[[1L]]) / error[[1L]], (path$TPR - point[[2L]]) / error[[2L]]) <= reach
  }
  possible <- pmin(pmax(c((share - (1 - positive)) / positive, share / positive), 0), 1)
  # Of a class that weighs nothing beside the other one.
  if (possible[[1L]] >= possible[[2L]]) {
    return(possible)
  }
  end <- function(extreme) {
    if (is_near(extreme)) return(extreme)
    inside <- here$TPR
    for (step in seq_len(steps)) {
      middle <- (inside + extreme) / 2
      if (is_near(middle)) inside <- middle else extreme <- middle
    }
    inside
  }
  vapply(possible, end, 0)
}

# How near straight lines between points come to the origin.
distance_to_path <- function(x, y) {
  m <- length(x)
  run <- x[-m] - x[-1L]
  rise <- y[-m] - y[-1L]
  length <- run^2 + rise^2
  along <- ifelse(length > 0, -(x[-1L] * run + y[-1L] * rise) / length, 0)
  along <- pmin(pmax(along, 0), 1)
  sqrt(min((x[-1L] + along * run)^2 + (y[-1L] + along * rise)^2))
}
