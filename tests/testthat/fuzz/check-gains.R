# What a score saves of costs, and what it finds of the positives.

# The priors of a call, one after the other.
priors_asked_for <- function(a) {
  if (is.null(a$prior)) return(list(priors_of(a$curve)))
  lapply(as.double(unclass(a$prior)), function(prior) priors_of(a$curve, prior))
}

check_roc_h <- function(a, result, call) {
  complaints <- has_columns(result, c("prior", "H", "AUC", "AUCH", "KS", "MER", "loss", "loss_trivial"))
  priors <- priors_asked_for(a)
  if (length(complaints) > 0L || nrow(result) != length(priors)) return(c(complaints, "rows are lacking"))
  curve <- as.data.frame(a$curve)
  hull <- curve[hull_rows(curve), ]
  FNR <- curve$FN / class_weights(curve)$W1
  c(
    differs("AUC", result$AUC, rep(trapezoids(curve), length(priors)), 1e-12, 1e-15),
    differs("AUCH", result$AUCH, rep(trapezoids(hull), length(priors)), 1e-12),
    differs("KS", result$KS, rep(max(curve$TPR - curve$FPR), length(priors)), 1e-12, 1e-14),
    unlist(lapply(seq_along(priors), function(i) {
      prior <- priors[[i]]
      row <- result[i, ]
      c(
        differs("prior", row$prior, prior$positive, 1e-12),
        differs("MER", row$MER, min(prior$negative * curve$FPR + prior$positive * FNR), 1e-12, 1e-14),
        # The oracle's quotients overflow beyond.
        if (prior$positive < 1e-300) NULL else if (!is.function(a$density)) {
          found <- losses_by(hull, a["density"], prior)
          c(differs("loss", row$loss, found$least, 1e-9, 1e-14),
            differs("loss_trivial", row$loss_trivial, found$trivial, 1e-9),
            # The loss of a trivial rule may be next to all of it.
            differs("H", row$H, found$H, 1e-9, 1e-8))
        } else if (call$untouched("density")) {
          found <- losses_by(hull, list(density = c(2, 2)), prior)
          differs("H", row$H, found$H, 1e-7, 1e-7)
        }
      )
    }))
  )
}

check_roc_expected_cost <- function(a, result, call) {
  complaints <- c(has_columns(result, c("cost", "cost_trivial", "saved")),
                  unless(nrow(result) == 1L, "it has not one row"))
  if (length(complaints) > 0L || !call$untouched("density")) return(complaints)
  curve <- as.data.frame(a$curve)
  hull <- curve[hull_rows(curve), ]
  density <- if (is.function(a$density)) c(2, 2) else as.double(a$density %or% c(1, 1))
  found <- losses_by(hull, list(density = rev(density)), list(positive = 0.5, negative = 0.5))
  c(differs("cost", result$cost, 2 * found$least, 1e-8, 1e-13),
    differs("cost_trivial", result$cost_trivial, 2 * found$trivial, 1e-8),
    differs("saved", result$saved, found$H, 1e-7, 1e-8))
}

check_roc_gain <- function(a, result, call) {
  complaints <- has_columns(
    result, c("prior", "share", "TPR", "FPR", "threshold", "probability", "lift", "response")
  )
  curve <- as.data.frame(a$curve)
  priors <- priors_asked_for(a)
  points <- if (is.null(a$share)) nrow(curve) else length(unclass(a$share))
  if (length(complaints) > 0L) return(complaints)
  if (nrow(result) != points * length(priors)) return("there are not as many rows as shares and priors")
  unlist(lapply(seq_along(priors), function(i) {
    prior <- priors[[i]]
    rows <- result[(i - 1L) * points + seq_len(points), ]
    called <- prior$positive * rows$TPR + prior$negative * rows$FPR
    FPR <- rev(prior$positive * curve$TPR + prior$negative * curve$FPR)
    c(
      differs("prior", rows$prior, rep(prior$positive, points), 1e-12),
      if (is.null(a$share)) {
        c(differs("share", rows$share, rev(FPR), 1e-12, 1e-300),
          unless(identical(values_in(rows$threshold), values_in(as.double(curve$threshold))),
                 "thresholds are others"))
      } else {
        c(differs("share", rows$share, as.double(unclass(a$share)), 0),
          differs("share of the rates", called, as.double(unclass(a$share)), 1e-12, 1e-13))
      },
      unlist(lapply(unique(round(seq(1, points, length.out = min(points, 50L)))), function(k) {
        check_gain_of(curve, rows[k, ], prior)
      })),
      unless(identical(is.na(rows$lift), rows$share == 0), "a lift of nothing is known"),
      differs("lift", rows$lift, ifelse(rows$share > 0, rows$TPR / rows$share, NA), 1e-12),
      differs("response", rows$response,
              ifelse(rows$share > 0, prior$positive * rows$TPR / rows$share, NA), 1e-9)
    )
  }))
}

# A random choice between the row of the threshold and the next one.
check_gain_of <- function(curve, row, prior) {
  candidates <- which(curve$threshold == row$threshold)
  near <- vapply(candidates, function(at) {
    after <- min(at + 1L, nrow(curve))
    mixed <- function(rate) rate[[after]] + row$probability * (rate[[at]] - rate[[after]])
    abs(mixed(curve$TPR) - row$TPR) <= 1e-12 && abs(mixed(curve$FPR) - row$FPR) <= 1e-12
  }, NA)
  unless(any(near) && row$probability >= 0 && row$probability <= 1,
         "its rates are not those of its threshold and probability")
}

check_roc_gini <- function(a, result, call) {
  complaints <- has_columns(result, c("prior", "gini", "concentration"))
  priors <- priors_asked_for(a)
  if (length(complaints) > 0L || nrow(result) != length(priors)) return(c(complaints, "rows are lacking"))
  gini <- 2 * trapezoids(a$curve) - 1
  negative <- vapply(priors, `[[`, 0, "negative")
  c(differs("prior", result$prior, vapply(priors, `[[`, 0, "positive"), 1e-12),
    differs("gini", result$gini, rep(gini, length(priors)), 1e-12, 1e-14),
    differs("concentration", result$concentration, negative * gini, 1e-12, 1e-14))
}

# Thresholds half way to the score before, -Inf and Inf at the ends.
halfway_below <- function(threshold) {
  last <- length(threshold)
  vapply(seq_along(threshold), function(row) {
    if (row == 1L) return(-Inf)
    low <- threshold[[row - 1L]]
    high <- threshold[[row]]
    if (row == last || high == Inf) return(Inf)
    if (low == -Inf) return(high)
    half <- low / 2 + high / 2
    if (abs(low + high) < Inf) half <- (low + high) / 2
    if (half > low && half <= high) half else high
  }, 0)
}
