# Numbers of curves: calls of roc_partial() and roc_measure(), lists of what they make, and the numbers and
# influences that the manual defines. A `specification` is a list of the `kind`, "area", "partial" or
# "measure", and the arguments.

drawn_with_prior <- c("PPV", "NPV", "ACC", "ER", "F1", "risk", "NB", "FDR", "FOR", "share")
measures_with_prior <- c(drawn_with_prior, "kappa", "MCC")
drawn_measures <- c("TPR", "FPR", "TNR", "FNR", "BACC", "J", drawn_with_prior)
all_measures <- c(drawn_measures, "LR_pos", "LR_neg", "kappa", "MCC")

draw_measure <- function(scores = stats::rnorm(3L)) {
  if (chance(0.4)) {
    rate <- one_of(stats::runif(1L), 0, 1, 0.5, 0.25, 1e-3)
    at_share <- c(list(measure = one_of("TPR", "FNR", "PPV", "lift"), share = max(rate, 1e-3)),
                  some(list(), list(prior = one_of(0.5, 0.01, 0.999, 1e-9))))
    return(one_of(at_share, list(measure = one_of("TPR", "FNR"), FPR = rate),
                  list(measure = one_of("FPR", "TNR"), TPR = rate)))
  }
  measure <- sample(drawn_measures, 1L)
  threshold <- one_of(sample(as.double(scores), 1L), stats::rnorm(1L), 0, -Inf, Inf, 1e300)
  if (measure == "NB") threshold <- one_of(stats::runif(1L), 0, 0.5, 0.999)
  c(list(measure = measure, threshold = threshold),
    if (measure %in% measures_with_prior) some(list(), list(prior = one_of(0.5, 0.01, 0.999, 1e-9))),
    if (measure == "risk") {
      some(list(), list(cost_FP = one_of(1, 5, 0.3), cost_FN = one_of(1, 20, 0), cost_TP = one_of(-1, 2),
                        cost_TN = -0.5))
    })
}

draw_partial <- function() {
  interval <- draw_interval()
  if (interval[[1L]] == interval[[2L]]) interval <- one_of(c(0.25, 0.75), c(0, 1e-9), c(0.5, 1))
  some(stats::setNames(list(interval), sample(c("FPR", "TPR"), 1L)),
       list(standardize = sample(c("none", "range", "mcclish"), 1L)))
}

# The argument `what`, and the specifications.
draw_what <- function(package, scores) {
  if (chance(0.1)) return(list(what = "area", specifications = list(list(kind = "area"))))
  specifications <- lapply(seq_len(sample.int(4L, 1L)), function(i) {
    one_of(list(kind = "area"), c(list(kind = "partial"), draw_partial()),
           c(list(kind = "measure"), draw_measure(scores)), c(list(kind = "summary"), draw_summary()))
  })
  what <- lapply(specifications, function(specification) {
    if (specification$kind == "area") return("area")
    do.call(package(paste0("roc_", specification$kind)), specification[-1L])
  })
  if (chance(0.2)) names(what) <- sample(c("a", "", "b"), length(what), TRUE)
  if (length(what) == 1L && chance(0.5)) what <- what[[1L]]
  list(what = what, specifications = specifications)
}

# What looks like a number of a curve.
hostile_what <- function(package) {
  right <- package("roc_measure")("PPV", threshold = 0)
  one_of(
    unclass(right), structure(list(), class = "roc_quantity"), structure(1, class = "roc_quantity"),
    utils::modifyList(right, list(version = NULL)), replace(right, "measure", list(1:2)),
    replace(right, "measure", list("PVP")), replace(right, "measure", list(NA_character_)),
    replace(right, "measure", list(NULL)), replace(right, "prior", list("none")), right["measure"],
    replace(right, "prior", list(7)), replace(right, "threshold", list("a")), replace(right, "share", list(0.1)),
    list(right, NULL), list(right, "TPR"), list(list(right)), c("area", "area"), "AUC",
    stats::setNames(list(right, "area"), c(NA, "a")), stats::setNames(list(right), bytes("\xff")),
    data.frame(x = 1), list("area", sum), pairlist(a = right, b = "area"), rep(list(right), 300L)
  )
}

takes_what <- function(call) {
  if (!given(call$arguments, "what")) return(TRUE)
  if (call$untouched("what")) return(if (isTRUE(call$world$hostile)) NA else TRUE)
  x <- call$arguments$what
  if (identical(x, "area")) return(TRUE)
  if (inherits(x, "roc_quantity")) return(NA)
  if (is.character(x)) return(if (length(x) == 1L && x %in% "area") NA else FALSE)
  if (!is.list(x) || length(x) == 0L) FALSE else NA
}

# Those of a call, whose thresholds are of turned scores if it has such a fit.
specifications_of <- function(call) {
  if (!given(call$arguments, "what")) return(list(list(kind = "area")))
  if (!call$untouched("what")) stop("Nobody knows what was asked for.")
  lapply(call$world$specifications, function(specification) {
    if (isTRUE(call$world$turned) && !is.null(specification$threshold)) {
      # The odds of a net benefit stay those of what was asked for.
      specification$probability <- specification$threshold
      specification$threshold <- -specification$threshold
    }
    specification
  })
}

names_of_what <- function(call) {
  if (!given(call$arguments, "what")) return("area")
  what <- call$arguments$what
  if (inherits(what, "roc_quantity") || is.character(what)) what <- list(what)
  own <- vapply(what, function(x) if (is.character(x)) x else format(x), "")
  given <- names(what)
  if (is.null(given)) own else ifelse(nzchar(given), given, own)
}

# -- The numbers. `value` and the influences `u` of the observations that have a weight; `slack` is what
# rounding of the rates may move these by.

number_of <- function(specification, o, variance = "delong") {
  x <- specification
  found <- switch(x$kind,
    area = list(value = area_of(o), u = influences_of(o)),
    partial = if (is.null(x$TPR)) partial_of(o, x$FPR) else partial_of(mirrored(o), 1 - rev(x$TPR)),
    summary = summary_of(o, x),
    measure = if (!is.null(x$share)) {
      found_at_share(o, x, variance)
    } else if (!is.null(x$threshold)) {
      ratio_of(o, x)
    } else if (is.null(x$TPR)) {
      rate_of(o, x$FPR, variance)
    } else {
      rate_of(mirrored(o), 1 - x$TPR, variance)
    }
  )
  scale <- scale_of(x)
  list(value = scale[[1L]] + scale[[2L]] * found$value, u = scale[[2L]] * found$u,
       slack = abs(scale[[2L]]) * (found$slack %or% c(value = 0, u = 0)), scale = abs(scale[[2L]]))
}

# TNR over FNR in place of TPR over FPR.
mirrored <- function(o) list(score = -o$score, positive = !o$positive, weight = o$weight)

# The intercept and the slope of what is asked for. A mirrored curve gives TNR at a TPR.
scale_of <- function(x) {
  if (x$kind == "partial") {
    interval <- x$FPR %or% x$TPR
    width <- diff(interval)
    low <- width * mean(interval)
    high <- width * (1 - mean(interval))
    least <- if (is.null(x$TPR)) low else high
    others <- if (is.null(x$TPR)) high else low
    return(switch(x$standardize %or% "none", none = c(0, 1), range = c(0, 1 / width),
                  mcclish = c(1 - least / others, 1 / others) / 2))
  }
  if (identical(x$measure, "lift")) return(c(0, 1 / x$share))
  if (identical(x$measure, "J")) return(c(0, 2))
  upside_down <- x$kind == "measure" && is.null(x$threshold) && x$measure %in% c("FNR", "FPR")
  if (upside_down) c(1, -1) else c(0, 1)
}

# Steps from the highest score down. A step in which next to nothing changes is as good as straight.
precision_areas_in <- function(curve, prior) {
  curve <- curve[rev(seq_len(nrow(curve))), ]
  x <- prior * curve$TPR
  y <- (1 - prior) * curve$FPR
  n <- length(x)
  rise <- diff(curve$TPR)
  # What rises by less is nothing beside the rest, and its products vanish.
  steps <- which(rise > 1e-290)
  precision <- (x / (x + y))[steps + 1L]
  along <- vapply(steps, function(i) {
    of <- function(gone) {
      true <- x[[i]] + gone * (x[[i + 1L]] - x[[i]])
      true / (true + y[[i]] + gone * (y[[i + 1L]] - y[[i]]))
    }
    from <- x[[i]] + y[[i]]
    risen <- x[[i + 1L]] + y[[i + 1L]] - from
    if (from == 0 || is.infinite(risen / from)) return(of(1))
    if (risen < 1e-4 * from) return((of(0) + 4 * of(0.5) + of(1)) / 6)
    dx <- x[[i + 1L]] - x[[i]]
    log <- log1p(risen / from) / risen
    x[[i]] * log + dx / risen * (1 - from * log)
  }, 0)
  gains <- vapply(steps[curve$TPR[steps + 1L] > prior], function(i) {
    from <- max(curve$TPR[[i]], prior)
    to <- curve$TPR[[i + 1L]]
    slope <- (curve$FPR[[i + 1L]] - curve$FPR[[i]]) / rise[[i]]
    ratios <- c((curve$FPR[[i]] + slope * (from - curve$TPR[[i]])) / from, curve$FPR[[i + 1L]] / to)
    prior / (1 - prior) * (to - from) / (from * to) * (1 - mean(ratios))
  }, 0)
  list(average_precision = sum(rise[steps] * precision), pr_area = sum(rise[steps] * along),
       prg_area = sum(gains))
}

shares_of <- function(o) {
  o <- rescaled(o)
  o$weight / ifelse(o$positive, sum(o$weight[o$positive]), sum(o$weight[!o$positive]))
}

# Moves the place a little to either side: what the results differ by is due to rounding.
with_slack <- function(of, places) {
  found <- lapply(places, of)
  values <- vapply(found, `[[`, 0, "value")
  u <- do.call(cbind, lapply(found, `[[`, "u"))
  c(found[[1L]], list(slack = c(value = diff(range(values)),
                                u = max(abs(u - u[, 1L])))))
}

partial_of <- function(o, interval) {
  sides <- expand.grid(c(0, -1, 1), c(0, -1, 1))
  places <- lapply(seq_len(nrow(sides)), function(i) {
    unname(interval + 2e-13 * unlist(sides[i, ]) * pmin(1, diff(interval) * 1e9))
  })
  with_slack(function(interval) partial_at(o, interval), places)
}

# The FPR U of the positives of a score goes from `from` to `to`, along ties.
partial_at <- function(o, interval) {
  a <- interval[[1L]]
  b <- interval[[2L]]
  curve <- curve_of(o)
  groups <- nrow(curve) - 1L
  to <- curve$FPR[seq_len(groups)]
  from <- curve$FPR[-1L]
  run <- to - from
  low <- pmin(pmax(from, a), b)
  high <- pmin(pmax(to, a), b)
  tied <- run > 0
  behind <- (high - low) * (b - (high + low) / 2) + (b - a) * pmax(pmin(to, a) - from, 0)
  h <- ifelse(tied, behind / run, b - low)
  is_within <- (from > a) / 2 - (from > b) / 2 + (from >= a) / 2 - (from >= b) / 2
  inside <- ifelse(tied, (high - low) / run, is_within)
  # Of places z along the ties that lie inside.
  z <- ifelse(tied, inside * ((low - from) + (high - from)) / run / 2, is_within / 2)
  mass <- curve$TPR[seq_len(groups)] - curve$TPR[-1L]
  beaten <- c(0, cumsum(mass * inside)[-groups])
  K <- beaten + mass * z
  at <- match(o$score, curve$threshold[seq_len(groups)])
  share <- shares_of(o)
  value <- integral(ascending(curve), a, b)
  mean_K <- sum((share * K[at])[!o$positive])
  list(value = value, u = ifelse(o$positive, share * (h[at] - value), share * (mean_K - K[at])))
}

rate_of <- function(o, x, variance) {
  with_slack(function(x) rate_at_place(o, x, variance), lapply(c(0, -1, 1), aside, place = x))
}

rate_at_place <- function(o, x, variance) {
  curve <- curve_of(o)
  points <- ascending(curve)
  x <- min(x, 1)
  value <- height(points, x)
  share <- shares_of(o)
  # Of the scores at the threshold some are called positive.
  groups <- nrow(curve) - 1L
  to <- curve$FPR[seq_len(groups)]
  from <- curve$FPR[-1L]
  called <- ifelse(to <= x, 1, ifelse(from < x, (x - from) / (to - from), 0))
  y <- called[match(o$score, curve$threshold[seq_len(groups)])]
  of_one <- if (variance == "frequency") 1 / sum(o$weight[!o$positive]) else share
  e <- sqrt(sum((share * of_one * (y - x)^2)[!o$positive]))
  ends <- c(max(x - e, 0), min(x + e, 1))
  slope <- if (ends[[2L]] > ends[[1L]]) diff(height(points, ends)) / diff(ends) else 0
  list(value = value, u = ifelse(o$positive, share * (y - value), -slope * share * (y - x)), error = e)
}

found_at_share <- function(o, x, variance) {
  with_slack(function(share) found_at_place(o, x, share, variance),
             as.list(pmin(x$share * (1 + 2e-13 * c(0, -1, 1)), 1)))
}

# TPR or PPV where a share is called positive, by the gain curve as by a ROC curve.
found_at_place <- function(o, x, share, variance) {
  curve <- curve_of(o)
  prior <- if (is.null(x$prior)) prior_in(o) else list(positive = x$prior, negative = 1 - x$prior)
  called_share <- prior$positive * curve$TPR + prior$negative * curve$FPR
  gains <- list(x = pmin(rev(called_share), 1), y = rev(curve$TPR))
  gains$x[[length(gains$x)]] <- 1
  TPR <- height(gains, share)
  groups <- nrow(curve) - 1L
  to <- called_share[seq_len(groups)]
  from <- called_share[-1L]
  called <- ifelse(to <= share, 1, ifelse(from < share, (share - from) / (to - from), 0))
  y <- called[match(o$score, curve$threshold[seq_len(groups)])]
  weight <- shares_of(o)
  part <- ifelse(o$positive, prior$positive, prior$negative)
  FPR <- sum((weight * y)[!o$positive])
  centre <- if (is.null(x$prior)) share else ifelse(o$positive, TPR, FPR)
  moved <- part * (y - centre)
  of_one <- if (variance == "frequency") 1 / ifelse(o$positive, sum(o$weight[o$positive]),
                                                    sum(o$weight[!o$positive])) else weight
  e <- sqrt(sum(weight * of_one * moved^2))
  ends <- c(max(share - e, 0), min(share + e, 1))
  slope <- if (ends[[2L]] > ends[[1L]]) diff(height(gains, ends)) / diff(ends) else 0
  u <- weight * (ifelse(o$positive, y - TPR, 0) - slope * moved)
  if (x$measure != "PPV") return(list(value = TPR, u = u))
  sign <- ifelse(o$positive, 1, -1)
  by_part <- if (is.null(x$prior)) sign * weight * TPR * prior$positive * prior$negative else 0
  list(value = prior$positive * TPR / share, u = (prior$positive * u + by_part) / share)
}

# Above and below the line of each measure: TP, FP, FN, TN.
cells_of_measure <- function(x) {
  costs <- costs_of(x)
  switch(x$measure,
    TPR = list(c(1, 0, 0, 0), c(1, 0, 1, 0)), FNR = list(c(0, 0, 1, 0), c(1, 0, 1, 0)),
    FPR = list(c(0, 1, 0, 0), c(0, 1, 0, 1)), TNR = list(c(0, 0, 0, 1), c(0, 1, 0, 1)),
    PPV = list(c(1, 0, 0, 0), c(1, 1, 0, 0)), NPV = list(c(0, 0, 0, 1), c(0, 0, 1, 1)),
    ACC = list(c(1, 0, 0, 1), rep(1, 4L)), ER = list(c(0, 1, 1, 0), rep(1, 4L)),
    F1 = list(c(2, 0, 0, 0), c(2, 1, 1, 0)),
    risk = list(c(costs$TP, costs$FP, costs$FN, costs$TN), rep(1, 4L)),
    NB = list(c(1, -odds_of_benefit(x), 0, 0), rep(1, 4L)),
    FDR = list(c(0, 1, 0, 0), c(1, 1, 0, 0)), FOR = list(c(0, 0, 1, 0), c(0, 0, 1, 1)),
    share = list(c(1, 1, 0, 0), rep(1, 4L)), BACC = list(c(1, 0, 0, 1), rep(1, 4L)),
    J = list(c(1, -1, 0, 0), rep(1, 4L))
  )
}

odds_of_benefit <- function(x) {
  at <- x$probability %or% x$threshold
  at / (1 - at)
}

ratio_of <- function(o, x) {
  if (x$measure %in% c("BACC", "J")) x$prior <- 0.5
  scaled <- rescaled(o)
  share <- shares_of(o)
  called <- o$score >= x$threshold
  prior <- if (is.null(x$prior)) prior_in(o) else list(positive = x$prior, negative = 1 - x$prior)
  of_class <- ifelse(o$positive, prior$positive, prior$negative)
  cell <- ifelse(o$positive, ifelse(called, 1L, 3L), ifelse(called, 2L, 4L))
  counted <- cells_of_measure(x)
  n <- counted[[1L]][cell]
  d <- counted[[2L]][cell]
  below <- sum(of_class * share * d)
  if (below == 0) return(list(value = NaN, u = rep(NaN, length(share))))
  q <- sum(of_class * share * n) / below
  excess <- n - q * d
  if (!is.null(x$prior)) {
    for (class in c(TRUE, FALSE)) {
      of <- o$positive == class
      excess[of] <- excess[of] - sum((share * excess)[of])
    }
  }
  list(value = q, u = of_class * share * excess / below)
}

prior_in <- function(o) {
  largest <- max(o$weight)
  W <- vapply(c(TRUE, FALSE), function(class) sum(o$weight[o$positive == class] / largest), 0)
  list(positive = W[[1L]] / sum(W), negative = W[[2L]] / sum(W))
}

# Where a number lies, whatever the observations.
possible <- function(x) {
  scale <- scale_of(x)
  if (x$kind == "partial") {
    width <- diff(x$FPR %or% x$TPR)
    return(scale[[1L]] + scale[[2L]] * c(0, width))
  }
  if (identical(x$measure, "lift")) return(c(0, 1 / x$share))
  if (identical(x$measure, "NB")) return(c(-odds_of_benefit(x), 1))
  if (identical(x$measure, "J")) return(c(-1, 1))
  if (identical(x$measure, "prg_area")) return(c(-Inf, 1))
  if (identical(x$measure, "risk")) range(unlist(costs_of(x))) else c(0, 1)
}
