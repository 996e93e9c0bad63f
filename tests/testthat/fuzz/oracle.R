# The definitions of the manual in plain R: sorts, cumulated sums (R's own, in extended precision
# where the machine has it) and loops over rows. Nothing here asks the package.

# -- Observations: list(score =, positive =, weight =) of those that have a weight

observations <- function(score, positive, weight) {
  present <- weight > 0
  list(score = as.double(score)[present] + 0, positive = positive[present],
       weight = as.double(weight)[present])
}

# For each distinct score, ascending: the weights of the classes there, and at it and above.
score_groups <- function(o) {
  o <- lapply(o, `[`, order(o$score))
  last <- c(o$score[-1L] != o$score[-length(o$score)], TRUE)
  first <- c(TRUE, last[-length(last)])
  positive <- ifelse(o$positive, o$weight, 0)
  negative <- ifelse(o$positive, 0, o$weight)
  from_above <- function(x) rev(cumsum(rev(x)))[first]
  below <- function(x) c(0, cumsum(x)[last][-sum(last)])
  list(
    score = o$score[last],
    positive = sums_within(positive, cumsum(first)),
    negative = sums_within(negative, cumsum(first)),
    TP = from_above(positive), FP = from_above(negative),
    FN = below(positive), TN = below(negative),
    W1 = sum(positive), W0 = sum(negative)
  )
}

sums_within <- function(x, group) {
  if (max(group) == length(x)) x else as.vector(rowsum(x, group, reorder = FALSE))
}

curve_of <- function(o) {
  g <- score_groups(o)
  data.frame(
    TPR = c(g$TP / g$W1, 0), FPR = c(g$FP / g$W0, 0), threshold = c(g$score, Inf),
    FN = c(g$FN, g$W1), FP = c(g$FP, 0)
  )
}

# Weights of a class divided by their largest, so that no product overflows.
rescaled <- function(o) {
  for (class in c(TRUE, FALSE)) {
    of <- o$positive == class
    o$weight[of] <- o$weight[of] / max(o$weight[of])
  }
  o
}

area_of <- function(o) {
  g <- score_groups(rescaled(o))
  sum(g$positive * (g$TN + g$negative / 2)) / (g$W1 * g$W0)
}

# The influence of each observation that has a weight.
influences_of <- function(o) {
  o <- rescaled(o)
  g <- score_groups(o)
  group <- match(o$score, g$score)
  V10 <- (g$TN + g$negative / 2) / g$W0
  V01 <- (g$TP - g$positive / 2) / g$W1
  area <- area_of(o)
  ifelse(o$positive, o$weight / g$W1 * (V10[group] - area), o$weight / g$W0 * (V01[group] - area))
}

# The covariance of two areas from their influences u and v.
covariance_of <- function(u, v, o, variance, cluster = NULL) {
  counts <- if (variance == "frequency") o$weight else rep(1, length(u))
  if (variance == "jackknife") {
    if (is.null(cluster)) return(sum(u * v))
    return(sum(rowsum(u, cluster) * rowsum(v, cluster)))
  }
  corrected <- function(n) n / (n - 1)
  of_class <- function(class) {
    of <- o$positive == class
    if (is.null(cluster)) return(corrected(sum(counts[of])) * sum(u[of] * v[of] / counts[of]))
    sums <- rowsum(cbind(u[of], v[of]), cluster[of])
    corrected(nrow(sums)) * sum(sums[, 1L] * sums[, 2L])
  }
  total <- of_class(TRUE) + of_class(FALSE)
  if (is.null(cluster)) return(total)
  clusters <- unique(cluster)
  of_clusters <- function(x, class) {
    rowsum(ifelse(o$positive == class, x, 0), cluster, reorder = FALSE)
  }
  both <- sum(of_clusters(u, TRUE) * of_clusters(v, FALSE)) +
    sum(of_clusters(u, FALSE) * of_clusters(v, TRUE))
  total + if (length(clusters) > 1L) corrected(length(clusters)) * both else 0
}

# The independent units: the sums of the influences of the negatives and of the positives, a column
# for each score, their shares of the weights of the classes, and how many units a row stands for.
units_of <- function(u, o, variance, cluster = NULL) {
  number <- if (variance == "frequency" && is.null(cluster)) o$weight else rep(1, length(o$weight))
  by_unit <- function(x) if (is.null(cluster)) x else rowsum(x, cluster)
  o <- rescaled(o)
  share <- o$weight / ifelse(o$positive, sum(o$weight[o$positive]), sum(o$weight[!o$positive]))
  u <- as.matrix(u)
  list(negatives = by_unit(u * !o$positive), positives = by_unit(u * o$positive),
       shares = by_unit(cbind(share * !o$positive, share * o$positive)),
       number = if (is.null(cluster)) number else rep(1, length(unique(cluster))))
}

# The effective numbers of the positives and of the negatives.
effective_of <- function(o, variance, cluster = NULL) {
  scaled <- rescaled(o)
  vapply(c(TRUE, FALSE), function(class) {
    of <- o$positive == class
    w <- scaled$weight[of]
    rows <- if (variance == "frequency") sum(o$weight[of]) else sum(w)^2 / sum(w^2)
    if (is.null(cluster)) return(rows)
    sqrt(rows * sum(w)^2 / sum(rowsum(w, cluster[of])^2))
  }, 0)
}

nothing <- 1e-26

# The degrees of freedom of the variance of an area from the units' influences on it.
freedom_of <- function(units) {
  u <- units$negatives[, 1L] + units$positives[, 1L]
  n <- sum(units$number)
  squares <- sum(u^2 / units$number)
  if (squares <= nothing) return(0)
  excess <- sum(u^4 / units$number^3) / squares^2 - 1 / n
  if (excess > 0) min(2 / excess, n - 2) else n - 2
}

placement_variance_at <- function(A) A * (1 - A) * (4 * A * (1 - A))^(1 / 6) / 3

# f g and its degrees of freedom.
shrunken <- function(area, variance, freedom, effective) {
  g <- sum(1 / effective)
  found <- if (freedom > 0) freedom * variance / (g * placement_variance_at(area)) else 0
  list(fg = g * (found + 4) / (freedom + 4), df = freedom + 4)
}

# The areas a with (A - a)^2 = spread V(a).
score_ends_of <- function(A, spread) {
  excess <- function(a) (A - a)^2 - spread * placement_variance_at(a)
  vapply(0:1, function(extreme) {
    beside <- A + 1e-12 * (extreme - A)
    if (A == extreme || excess(beside) >= 0) return(A)
    stats::uniroot(excess, sort(c(extreme, beside)), tol = 1e-15)$root
  }, 0)
}

# The least number of observations, or of clusters, that a class has.
least_of_class <- function(o, variance, cluster = NULL) {
  of_class <- function(class) {
    of <- o$positive == class
    if (!is.null(cluster)) length(unique(cluster[of]))
    else if (identical(variance, "frequency")) sum(o$weight[of]) else sum(of)
  }
  min(of_class(TRUE), of_class(FALSE))
}

# -- Curves: a data.frame with TPR and FPR, of which only the columns are used

ascending <- function(curve) list(x = rev(curve$FPR), y = rev(curve$TPR))

# A falling staircase of points as a function of x, at its upper value where it rises vertically.
height <- function(points, x) {
  i <- pmin(findInterval(x, points$x), length(points$x))
  i <- pmax(i, 1L)
  j <- pmin(i + 1L, length(points$x))
  width <- points$x[j] - points$x[i]
  share <- ifelse(width > 0 & x > points$x[i], (x - points$x[i]) / width, 0)
  points$y[i] + share * (points$y[j] - points$y[i])
}

# The same from the left of x: at its lower value where it rises vertically.
height_before <- function(points, x) {
  j <- pmin(findInterval(x, points$x, left.open = TRUE) + 1L, length(points$x))
  i <- pmax(j - 1L, 1L)
  width <- points$x[j] - points$x[i]
  share <- ifelse(width > 0, (x - points$x[i]) / width, 1)
  points$y[i] + share * (points$y[j] - points$y[i])
}

# The integral from a to b of a function that is straight between points.
integral <- function(points, a = 0, b = 1) {
  i <- seq_len(length(points$x) - 1L)
  low <- pmax(points$x[i], a)
  high <- pmin(points$x[i + 1L], b)
  width <- points$x[i + 1L] - points$x[i]
  within <- high > low
  at <- function(x) points$y[i] + (x - points$x[i]) / width * (points$y[i + 1L] - points$y[i])
  sum(((high - low) * (at(low) + at(high)) / 2)[within])
}

trapezoids <- function(curve) {
  i <- seq_len(nrow(curve) - 1L)
  sum((curve$FPR[i] - curve$FPR[i + 1L]) * (curve$TPR[i] + curve$TPR[i + 1L])) / 2
}

partial_area <- function(curve, FPR = NULL, TPR = NULL) {
  points <- ascending(curve)
  if (is.null(TPR)) {
    if (is.null(FPR)) FPR <- c(0, 1)
    return(integral(points, FPR[[1L]], FPR[[2L]]))
  }
  integral(list(x = points$y, y = 1 - points$x), TPR[[1L]], TPR[[2L]])
}

standardized <- function(area, interval, of_TPR, standardize) {
  a <- interval[[1L]]
  b <- interval[[2L]]
  least <- if (of_TPR) (b - a) - (b^2 - a^2) / 2 else (b^2 - a^2) / 2
  switch(standardize,
    none = area, range = area / (b - a),
    mcclish = if (area < least) NA_real_ else (1 + (area - least) / ((b - a) - least)) / 2
  )
}

# The corners of the upper hull, as rows of the curve in its order: a scan from the lower left.
hull_rows <- function(curve) {
  x <- curve$FPR
  y <- curve$TPR
  kept <- integer(length(x))
  size <- 0L
  for (row in rev(seq_along(x))) {
    while (size >= 2L) {
      a <- kept[[size - 1L]]
      b <- kept[[size]]
      turn <- (x[b] - x[a]) * (y[row] - y[a]) - (y[b] - y[a]) * (x[row] - x[a])
      if (turn < 0) break
      size <- size - 1L
    }
    size <- size + 1L
    kept[[size]] <- row
  }
  rev(kept[seq_len(size)])
}

class_weights <- function(curve) list(W1 = curve$FN[[nrow(curve)]], W0 = curve$FP[[1L]])

# The prior and its complement, each with its digits.
priors_of <- function(curve, prior = NULL) {
  if (!is.null(prior)) return(list(positive = as.double(prior), negative = 1 - as.double(prior)))
  w <- class_weights(curve)
  scale <- max(w$W1, w$W0)
  total <- w$W1 / scale + w$W0 / scale
  list(positive = w$W1 / scale / total, negative = w$W0 / scale / total)
}

risks_of <- function(curve, costs, prior) {
  w <- class_weights(curve)
  prior$positive * (costs$TP * curve$TPR + costs$FN * (curve$FN / w$W1)) +
    prior$negative * (costs$FP * curve$FPR + costs$TN * (1 - curve$FPR))
}

# The area above the line of the random classifier's cost and above 0, below the points.
cost_area <- function(points, rho, slope, prior) {
  line <- function(x) 1 - prior$negative / rho + slope * x
  zero <- if (slope > 0) (prior$negative / rho - 1) / slope else Inf
  i <- seq_len(length(points$x) - 1L)
  segment <- data.frame(x1 = points$x[i], x2 = points$x[i + 1L], y1 = points$y[i],
                        y2 = points$y[i + 1L])
  segment <- split_at(segment[segment$x2 > segment$x1, ], zero)
  d1 <- segment$y1 - pmax(0, line(segment$x1))
  d2 <- segment$y2 - pmax(0, line(segment$x2))
  crossing <- (d1 < 0) != (d2 < 0)
  height <- ifelse(crossing, pmax(d1, d2)^2 / (2 * (abs(d1) + abs(d2))), pmax(0, (d1 + d2) / 2))
  sum((segment$x2 - segment$x1) * height)
}

# A line is straight but where it meets 0.
split_at <- function(segment, x) {
  within <- segment$x1 < x & x < segment$x2
  if (!any(within)) return(segment)
  cut <- segment[within, ]
  y <- cut$y1 + (x - cut$x1) / (cut$x2 - cut$x1) * (cut$y2 - cut$y1)
  rbind(
    segment[!within, ], data.frame(x1 = cut$x1, x2 = x, y1 = cut$y1, y2 = y),
    data.frame(x1 = x, x2 = cut$x2, y1 = y, y2 = cut$y2)
  )
}

measures_of <- function(TPR, FPR, FN, FP, TP, TN, W1, W0, prior = NULL) {
  TNR <- TN / W0
  FNR <- FN / W1
  # Sums of weights over the total, so that products and sums stay finite.
  total <- max(W1, W0)
  p <- if (is.null(prior)) W1 / total else prior
  n <- if (is.null(prior)) W0 / total else 1 - prior
  over <- function(above, below) ifelse(above == 0 & below == 0, NA, above / below)
  called <- TPR * p + FPR * n
  not_called <- FNR * p + TNR * n
  list(
    TP = TP, TN = TN, TNR = TNR, FNR = FNR,
    PPV = ifelse(called > 0, TPR * p / called, NA),
    NPV = ifelse(not_called > 0, TNR * n / not_called, NA),
    ACC = (TPR * p + TNR * n) / (p + n), ERR = (FPR * n + FNR * p) / (p + n),
    BACC = (TPR + TNR) / 2, J = TPR - FPR, F1 = 2 * TPR * p / (2 * TPR * p + FPR * n + FNR * p),
    MCC = ifelse(called > 0 & not_called > 0,
                 (TPR * TNR - FPR * FNR) * sqrt(p * n) / sqrt(called) / sqrt(not_called), NA),
    LR_pos = over(TPR, FPR), LR_neg = over(FNR, TNR),
    kappa = 2 * (TPR * TNR - FPR * FNR) / (called / p + not_called / n),
    FDR = ifelse(called > 0, FPR * n / called, NA),
    FOR = ifelse(not_called > 0, FNR * p / not_called, NA), share = called / (p + n)
  )
}
