# Numbers that sum a curve up: calls of roc_summary(), and the numbers and influences that the manual defines.

# For each measure that is known here: whether it takes a prior, what else it takes, and of a curve and a
# specification the value, the derivatives by the shares of the positives and of the negatives of each
# score, and by the prior. Several are given where rounding may decide between them.
summaries_known <- list(
  KS = list(with_prior = FALSE, of = function(curve, x, prior) {
    each_best(curve$TPR - curve$FPR, function(row) {
      list(value = curve$TPR[[row]] - curve$FPR[[row]], positive = called_from(curve, row),
           negative = -called_from(curve, row), by_prior = 0)
    })
  }),
  AUCH = list(with_prior = FALSE, of = function(curve, x, prior) {
    lapply(list(hull_rows(curve), hull_rows_within(curve, 1e-13)), function(hull) area_by(curve, hull))
  }),
  MER = list(with_prior = TRUE, of = function(curve, x, prior) {
    FNR <- curve$FN / curve$FN[[nrow(curve)]]
    errors <- prior$negative * curve$FPR + prior$positive * FNR
    each_best(-errors, function(row) {
      list(value = errors[[row]], positive = -prior$positive * called_from(curve, row),
           negative = prior$negative * called_from(curve, row), by_prior = FNR[[row]] - curve$FPR[[row]])
    })
  }),
  H = list(with_prior = TRUE, of = function(curve, x, prior) list(h_by(curve, x, prior)))
)

# Those whose influences are left to other tests.
of_precision <- c("average_precision", "pr_area", "prg_area")

draw_summary <- function() {
  measure <- sample(c(names(summaries_known), of_precision), 1L)
  x <- list(measure = measure)
  if (measure %in% of_precision || summaries_known[[measure]]$with_prior) {
    x <- c(x, some(list(), list(prior = one_of(0.5, 0.01, 0.999, 1e-9))))
  }
  if (measure == "H") {
    x <- c(x, some(list(), list(density = one_of("prior", "ratio", c(2, 2), c(1, 1), c(0.5, 3), c(20, 4)))))
  }
  x
}

takes_density <- function(x, as_function = FALSE, by_prior = TRUE) {
  if (is.character(x)) return(by_prior && length(x) == 1L && x %in% c("prior", "ratio"))
  if (is.function(x)) return(if (as_function) NA else FALSE)
  if (isFALSE(is_numbers(x)) || length(x) != 2L || anyNA(x)) return(FALSE)
  values <- as.double(unclass(x))
  all(is_numbers(x), all(values >= 1e-3 & values <= 1e6), if (is.null(dim(x))) TRUE else NA)
}

# Measures and arguments that are not known here are left open.
takes_summary <- function(a, call) {
  if (given(a, "measure") && !is.character(a$measure)) return(takes_choice("KS")(a$measure))
  choices <- eval(formals(call$package("roc_summary"))$measure)
  taken <- optional(a, "measure", takes_choice(choices))
  if (!isTRUE(taken)) return(taken)
  measure <- if (given(a, "measure")) a$measure[[1L]] else choices[[1L]]
  known <- summaries_known[[measure]]
  if (is.null(known) || !all(names(a) %in% c("measure", "prior", "density"))) return(NA)
  all(
    optional_or_null(a, "prior", takes_probability), known$with_prior || is.null(a$prior),
    optional(a, "density", takes_density), measure == "H" || !given(a, "density")
  )
}

summary_of <- function(o, x) {
  if (x$measure %in% of_precision) {
    prior <- x$prior %or% prior_in(o)$positive
    # Gains begin at a recall of the prior, which is a difference here.
    off <- if (x$measure == "prg_area") 1e-15 / min(prior, 1 - prior) else 0
    return(list(value = precision_areas_in(curve_of(o), prior)[[x$measure]], u = NULL,
                slack = c(value = off, u = 0)))
  }
  scaled <- rescaled(o)
  curve <- curve_of(o)
  prior <- if (is.null(x$prior)) prior_in(o) else list(positive = x$prior, negative = 1 - x$prior)
  share <- shares_of(o)
  at <- match(o$score, curve$threshold[-nrow(curve)])
  found <- lapply(summaries_known[[x$measure]]$of(curve, x, prior), function(found) {
    derivative <- ifelse(o$positive, found$positive[at], found$negative[at])
    for (class in c(TRUE, FALSE)) {
      of <- scaled$positive == class
      derivative[of] <- derivative[of] - sum((share * derivative)[of])
    }
    moved <- if (is.null(x$prior)) found$by_prior * prior$positive * prior$negative else 0
    list(value = found$value, u = share * (derivative + ifelse(o$positive, moved, -moved)))
  })
  values <- vapply(found, `[[`, 0, "value")
  off <- max(vapply(found, function(other) max(abs(other$u - found[[1L]]$u)), 0))
  rounding <- 1e-12
  # An integral by quadrature, and its derivatives by differences.
  if (x$measure == "H") {
    off <- max(off, 1e-7 * max(abs(found[[1L]]$u)))
    rounding <- 1e-8
  }
  c(found[[1L]], list(slack = c(value = diff(range(values)) + rounding, u = off)))
}

# One list for each row that is the best but for rounding; for some of them, both ends among them,
# where there are thousands.
each_best <- function(values, of_row) {
  best <- which(values >= max(values) - 1e-12)
  lapply(best[unique(round(seq(1, length(best), length.out = min(length(best), 200L))))], of_row)
}

# Whether each score is called positive from a row on.
called_from <- function(curve, row) as.double(seq_len(nrow(curve) - 1L) >= row)

# The area if the scores of an edge were one.
area_by <- function(curve, hull) {
  hull_curve <- curve[hull, ]
  edge <- findInterval(seq_len(nrow(curve) - 1L), hull)
  middle <- function(rate) (rate[-1L] + rate[-length(rate)]) / 2
  list(value = trapezoids(hull_curve), positive = 1 - middle(hull_curve$FPR)[edge],
       negative = middle(hull_curve$TPR)[edge], by_prior = 0)
}

# With the corners that are no farther out than this left out.
hull_rows_within <- function(curve, distance) {
  rows <- hull_rows(curve)
  repeat {
    m <- length(rows)
    if (m < 3L) return(rows)
    a <- rows[-c(m - 1L, m)]
    b <- rows[-c(1L, m)]
    c <- rows[-c(1L, 2L)]
    twice <- abs((curve$FPR[b] - curve$FPR[a]) * (curve$TPR[c] - curve$TPR[a]) -
                   (curve$TPR[b] - curve$TPR[a]) * (curve$FPR[c] - curve$FPR[a]))
    flat <- which(twice <= distance)
    if (length(flat) == 0L) return(rows)
    rows <- rows[-(flat[[1L]] + 1L)]
  }
}

density_by <- function(x, prior) {
  density <- x$density %or% "prior"
  if (identical(density, "prior")) c(1 + prior$positive, 1 + prior$negative)
  else if (identical(density, "ratio")) c(2, 1 + prior$negative / prior$positive)
  else as.double(density)
}

# The mean of the least cost, of a curve or of its hull, over a beta distribution of costs; and what is
# below the cut of each edge for the positives and for the negatives.
losses_by <- function(hull, x, prior) {
  m <- nrow(hull)
  density <- density_by(x, prior)
  a <- density[[1L]]
  b <- density[[2L]]
  run <- hull$FPR[-m] - hull$FPR[-1L]
  FNR <- hull$FN / hull$FN[[m]]
  # Beside a TPR of 1 only false negatives have digits.
  rise <- ifelse(hull$TPR[-1L] > 0.5, diff(FNR), hull$TPR[-m] - hull$TPR[-1L])
  cuts <- c(0, prior$positive * rise / (prior$positive * rise + prior$negative * run), 1)
  of_negatives <- function(c, ...) a / (a + b) * stats::pbeta(c, a + 1, b, ...)
  of_positives <- function(c, ...) b / (a + b) * stats::pbeta(c, a, b + 1, ...)
  least <- sum(prior$negative * hull$FPR * diff(of_negatives(cuts)) +
                 prior$positive * FNR * -diff(of_positives(cuts, lower.tail = FALSE)))
  trivial <- prior$negative * of_negatives(prior$positive) +
    prior$positive * of_positives(prior$positive, lower.tail = FALSE)
  inner <- cuts[-c(1L, m + 1L)]
  list(least = least, trivial = trivial, H = 1 - least / trivial,
       negative = -prior$negative * of_negatives(inner) / trivial,
       positive = -prior$positive * of_positives(inner, lower.tail = FALSE) / trivial)
}

h_by <- function(curve, x, prior) {
  rows <- hull_rows(curve)
  hull <- curve[rows, ]
  found <- losses_by(hull, x, prior)
  edge <- findInterval(seq_len(nrow(curve) - 1L), rows)
  step <- 1e-4 * prior$positive * prior$negative
  moved <- function(by) {
    losses_by(hull, x, list(positive = prior$positive + by, negative = prior$negative - by))$H
  }
  list(value = found$H, positive = found$positive[edge], negative = found$negative[edge],
       by_prior = (moved(step) - moved(-step)) / (2 * step))
}

check_roc_summary <- function(a, result, call) {
  choices <- eval(formals(call$package("roc_summary"))$measure)
  measure <- choice_in(a, "measure", choices[[1L]])
  if (!measure %in% c(names(summaries_known), of_precision)) return(NULL)
  # What is sought here by division is 0/0.
  if (measure == "H" && number_in(a, "prior", 0.5) < 1e-100) return(NULL)
  x <- a[setdiff(names(a), "measure")]
  check_specification(c(list(kind = "summary", measure = measure), lapply(x, as.vector)), result, call)
}
