# Specifications of numbers, their influences and their intervals.

check_roc_partial <- function(a, result, call) {
  check_specification(c(list(kind = "partial"), a), result, call)
}

check_roc_measure <- function(a, result, call) {
  if (is.null(a$measure) || length(a$measure) > 1L) a$measure <- "TPR"
  check_specification(c(list(kind = "measure"), lapply(a, as.vector)), result, call)
}

check_auc_pr <- function(a, result, call) {
  scores <- each_score(a)
  priors <- if (is.null(a$prior)) list(NULL) else as.list(as.double(unclass(a$prior)))
  if (!is.data.frame(result) || nrow(result) != length(scores) * length(priors)) {
    return("there is no row for each score and prior")
  }
  unlist(lapply(seq_along(scores), function(j) {
    lapply(seq_along(priors), function(k) {
      prior <- if (is.null(priors[[k]])) prior_in(scores[[j]])$positive else priors[[k]]
      check_precision_areas(result[(j - 1L) * length(priors) + k, ], curve_of(rescaled(scores[[j]])), prior)
    })
  }))
}

check_precision_areas <- function(found, curve, prior) {
  right <- precision_areas_in(curve, prior)
  # Products with such a prior are no numbers.
  if (prior < 1e-290) return(NULL)
  c(
    differs("the prior", found$prior, prior, 1e-12),
    differs("average precision", found$average_precision, right$average_precision, 1e-9),
    differs("the area", found$pr_area, right$pr_area, 1e-9, 1e-9),
    # What is small beside 1 is lost here where positives are next to all.
    if (prior < 0.999) differs("the area of gains", found$prg_area, right$prg_area, 1e-8, 1e-7 / (1 - prior)),
    within_bounds("an area", c(found$average_precision, found$pr_area), 0, 1)
  )
}

check_roc_pr_auc <- function(a, result, call) {
  curve <- as.data.frame(a$curve)
  priors <- if (is.null(a$prior)) priors_of(curve, NULL)$positive else as.double(unclass(a$prior))
  if (!is.data.frame(result) || nrow(result) != length(priors)) return("there is no row for each prior")
  unlist(lapply(seq_along(priors), function(k) check_precision_areas(result[k, ], curve, priors[[k]])))
}

check_roc_pr <- function(a, result, call) {
  curve <- as.data.frame(a$curve)
  rows <- if (is.null(a$recall)) nrow(curve) else length(a$recall)
  priors <- priors_asked_for(a)
  if (nrow(result) != rows * length(priors)) return("there are not as many rows as are asked for")
  share_of <- function(class) rep(vapply(priors, `[[`, 0, class), each = rows)
  positive <- share_of("positive")
  c(
    differs("the prior", result$prior, positive, 1e-12),
    if (is.null(a$recall)) {
      TPR <- rep(curve$TPR, length(priors))
      FPR <- rep(curve$FPR, length(priors))
      # Products with smaller priors vanish.
      called <- (TPR > 0 | FPR > 0) & positive > 1e-290
      precision <- positive * TPR / (positive * TPR + share_of("negative") * FPR)
      c(differs("recall", result$recall, TPR, 0),
        differs("precision", result$precision[called], precision[called], 1e-12))
    } else {
      differs("recall", result$recall, rep(as.double(a$recall), length(priors)), 0)
    },
    within_bounds("precision", result$precision, 0, 1)
  )
}

check_roc_prg <- function(a, result, call) {
  curve <- as.data.frame(a$curve)
  priors <- if (is.null(a$prior)) priors_of(curve, NULL)$positive else as.double(unclass(a$prior))
  first <- match(TRUE, result$threshold == curve$threshold[[1L]])
  c(
    differs("the priors", unique(result$prior), unique(priors), 1e-12),
    within_bounds("recall gain", result$recall_gain, 0, 1),
    unless(all(result$precision_gain <= 1), "a precision gain is above 1"),
    differs("precision gain of calling all", result$precision_gain[[first]], 0, 0, 1e-12)
  )
}

# What is asked for with it, of some observations.
check_specification <- function(specification, result, call) {
  if (identical(specification$standardize, c("none", "range", "mcclish"))) specification$standardize <- NULL
  complaints <- c(unless(inherits(result, "roc_quantity"), "it is no roc_quantity"),
                  unless(is.character(result$name) && length(result$name) == 1L, "it has no name"))
  if (length(complaints) > 0L) return(complaints)
  n <- 60L
  o <- observations(round(3 * sin(seq_len(n)), 1L), seq_len(n) %% 3L == 0L, 1 + seq_len(n) %% 7L)
  found <- suppressWarnings(call$package("roc_ci")(o$score, o$positive, o$weight, result))
  right <- number_of(specification[!vapply(specification, is.null, NA)], o)
  slack <- 1e-12 * right$scale + right$slack[["value"]]
  if (may_have_no_number(found$estimate, right$value, slack, specification)) {
    return(unless(is.na(found$estimate), "it knows a standardized area below chance"))
  }
  differs("the number", found$estimate, right$value, 1e-9, slack)
}

check_roc_influence <- function(a, result, call) {
  names <- names_of_what(call)
  specifications <- specifications_of(call)
  scores <- each_score(a)
  w <- if (is.null(a$weight)) rep(1, length(a$label)) else as.double(unclass(a$weight))
  if (is_on(call$arguments$na.rm)) {
    result <- result[!is.na(as.vector(call$arguments$label)), , drop = FALSE]
  }
  if (!is.data.frame(result) || nrow(result) != length(w) ||
        ncol(result) != length(names) * length(scores)) return("it has other dimensions")
  complaints <- unless(all(endsWith(names(result), rep(names, length(scores)))), "it has other names")
  c(complaints, unlist(lapply(seq_along(scores), function(j) {
    lapply(seq_along(specifications), function(k) {
      found <- result[[(j - 1L) * length(names) + k]]
      complain_of(names[[k]], check_influences(found, specifications[[k]], scores[[j]], w))
    })
  })))
}

complain_of <- function(name, complaints) {
  if (length(complaints) > 0L) paste0(complaints, " for ", name)
}

check_influences <- function(found, specification, o, w) {
  right <- number_of(specification, o)
  u <- found[w > 0]
  none <- unless(all(found[w == 0] == 0), "an observation without weight has an influence")
  if (is.nan(right$value)) return(c(none, unless(all(is.nan(u)), "influences on nothing are known")))
  if (length(right$u) == 0L) return(none)
  largest <- max(abs(right$u))
  # A place between two scores is known as well as a number of many digits before its point lets it.
  by_rate <- specification$kind == "measure" && is.null(specification$threshold) ||
    identical(specification$measure, "H")
  rounding <- if (by_rate) 1e-9 else 1e-12
  c(
    none,
    differs("an influence", u, right$u, 1e-8,
            1e-12 * right$scale + 1e-9 * largest + right$slack[["u"]]),
    unless(abs(sum(u)) <= rounding * max(sum(abs(u)), right$scale), "influences do not sum to 0")
  )
}

columns_of_numbers <- c("quantity", "estimate", "std.error", "conf.low", "conf.high", "df", "variance")

check_roc_ci <- function(a, result, call) {
  names <- names_of_what(call)
  specifications <- specifications_of(call)
  scores <- each_score(a)
  several <- !is.null(columns_of(a$guess))
  variance <- choice_in(a, "variance", "delong")
  complaints <- c(
    has_columns(result, c(if (several) "score", columns_of_numbers)),
    unless(nrow(result) == length(scores) * length(names), "there is no row for each number"),
    unless(identical(result$quantity, rep(names, length(scores))), "the names are others"),
    unless(all(result$variance == (variance_of_design(a$design) %or% variance)), "it has another variance")
  )
  if (length(complaints) > 0L) return(complaints)
  cluster <- clusters_in(a)
  unlist(lapply(seq_along(scores), function(j) {
    lapply(seq_along(specifications), function(k) {
      row <- result[(j - 1L) * length(names) + k, ]
      complaints <- if (is.null(a$design)) {
        check_number(row, specifications[[k]], scores[[j]], variance, cluster, call)
      } else {
        check_number_in_design(row, specifications[[k]], scores[[j]])
      }
      complain_of(names[[k]], complaints)
    })
  }))
}

# What a design makes of influences is seen in areas.
check_number_in_design <- function(row, specification, o) {
  right <- number_of(specification, o)
  if (is.na(right$value)) return(unless(is.nan(row$estimate), "it knows the quotient of nothing"))
  if (may_have_no_number(row$estimate, right$value, right$slack[["value"]], specification)) {
    return(unless(is.na(row$estimate), "it knows a standardized area below chance"))
  }
  bounds <- possible(specification)
  wide <- 1e-9 * min(diff(bounds), 1e9)
  c(
    differs("estimate", row$estimate, right$value, 1e-9, right$slack[["value"]] + 1e-12 * right$scale),
    within_bounds("the standard error", row$std.error, 0, Inf),
    within_bounds("the interval", c(row$conf.low, row$conf.high), bounds[[1L]] - wide, bounds[[2L]] + wide),
    unless(is.na(row$conf.low) || row$conf.low <= row$estimate + wide && row$estimate - wide <= row$conf.high,
           "the interval leaves its estimate")
  )
}

# One row. The degrees of freedom are those of what is found, but for 4 that the model counts.
# What is standardized by McClish has none below chance. Near it rounding decides.
may_have_no_number <- function(found, value, slack, specification) {
  off <- slack + 1e-9
  identical(specification$standardize, "mcclish") && (value < 0.5 - off || value < 0.5 + off && is.na(found))
}

check_number <- function(row, specification, o, variance, cluster, call) {
  right <- number_of(specification, o, variance)
  ends <- c(row$conf.low, row$conf.high)
  if (is.na(right$value)) {
    return(c(unless(is.nan(row$estimate), "it knows the quotient of nothing"),
             unless(all(is.na(c(ends, row$std.error, row$df))) && call$warned("undefined"),
                    "it has an interval for the quotient of nothing")))
  }
  slack <- right$slack[["value"]] + 1e-12 * right$scale
  if (may_have_no_number(row$estimate, right$value, slack, specification)) {
    return(unless(all(is.na(c(row$estimate, ends, row$std.error, row$df))) && call$warned("undefined"),
                  "it knows a standardized area below chance"))
  }
  complaints <- differs("estimate", row$estimate, right$value, 1e-9, slack)
  if (length(right$u) == 0L) return(complaints)
  least <- least_of_class(o, if (variance == "jackknife") "delong" else variance, cluster)
  if (least < 2) {
    return(c(complaints, unless(all(is.na(c(ends, row$std.error))) && call$warned("undefined"),
                                "it knows a standard error from one observation of a class")))
  }
  se <- sqrt(max(covariance_of(right$u, right$u, o, variance, cluster), 0))
  off <- 1e-9 * right$scale + 4 * sqrt(length(right$u)) * right$slack[["u"]]
  bounds <- possible(specification)
  wide <- 1e-9 * min(diff(bounds), 1e9)
  freedom <- freedom_of(units_of(right$u / right$scale, o, variance, cluster)) + 4
  sure <- se > 1e-7 * right$scale && right$slack[["u"]] == 0 && row$std.error > 1e-7 * right$scale
  c(
    complaints,
    differs("std.error", row$std.error, se, 1e-7, off),
    unless(!anyNA(ends), "an interval is not known"),
    unless(ends[[1L]] <= row$estimate + wide && row$estimate - wide <= ends[[2L]],
           "the interval leaves its estimate"),
    within_bounds("the interval", ends, bounds[[1L]] - wide, bounds[[2L]] + wide),
    if (sure) differs("df", row$df, freedom, 1e-5)
  )
}
