# A fit of completed data sets: its curves and estimates are pooled, and its observations are those of all sets.

# `call` is the user's call of weighted_roc(), which is made for each completed data set or design.
fit_of_imputations <- function(call, data, frame) {
  sets <- completed_sets(data)
  fits <- lapply(seq_along(sets), function(i) {
    call[[1L]] <- weighted_roc.formula
    call$data <- sets[[i]]
    # Which class is positive is said once.
    fit <- if (i == 1L) eval(call, frame) else suppressMessages(eval(call, frame))
    if (inherits(fit, "weighted_roc")) return(fit)
    raise("unsupported", paste("Groups and times of imputed data are not supported: use `subset`, or outcome_at() in",
                               "each data set, and pool the results by auc_pool()."), argument = "data")
  })
  fit <- fits[[1L]]
  call[[1L]] <- quote(weighted_roc)
  fit$call <- call
  fit$observations <- imputed_observations(lapply(fits, `[[`, "observations"))
  fit$curves[] <- lapply(seq_along(fit$curves), function(i) {
    curve_of_sets(lapply(fits, function(fit) fit$curves[[i]]), fits)
  })
  values <- is.null(fit$observations$conf.level)
  fit$areas <- estimates(fit$observations, unclass(area_measure), list(values = values))
  fit
}

completed_sets <- function(data) {
  if (!inherits(data, "mids")) return(or(data$designs, data$imputations))
  check_package("The completed data", "mice")
  mice::complete(data, "all")
}

# Completed data sets share all but their scores.
imputed_observations <- function(sets) {
  shared <- unclass(sets[[1L]])[c("names", "label", "sampling", "conf.level", "turned")]
  structure(c(shared, list(method = "logit", sets = sets)), class = "roc_imputed")
}

#' @exportS3Method
with_scores.roc_imputed <- function(observations, chosen) {
  imputed_observations(lapply(observations$sets, with_scores, chosen))
}

# Classes have the mean of their effective numbers.
curve_of_sets <- function(curves, fits) {
  size <- function(column) mean(vapply(fits, function(fit) fit$areas[[column]][[1L]], 0))
  unwrap(pool_curves(lapply(curves, columns_of), c(size("n_eff_neg"), size("n_eff_pos"))))
}

#' @exportS3Method
covariances.roc_imputed <- function(observations, rows) {
  each <- lapply(observations$sets, estimates_to_pool, unclass(area_measure))
  sets <- length(each)
  within <- Reduce(`+`, Map(covariances, observations$sets, each)) / sets
  within + (1 + 1 / sets) * stats::cov(do.call(rbind, lapply(each, `[[`, "estimate")))
}

# Shares are pooled on the logit scale, other measures as they are.
#' @exportS3Method
estimated.roc_imputed <- function(observations, quantities, spec) {
  level <- level_of(spec, observations)
  frames <- lapply(observations$sets, estimates_to_pool, quantities, list(level = level, R = spec$R))
  parts <- parts_to_pool(lapply(frames, frame_to_pool), NULL)
  limits <- descriptions_of(quantities)[c("low", "high")]
  of_quantity <- match(frames[[1L]]$measure, unique(frames[[1L]]$measure))
  rows <- bound_rows(lapply(seq_along(of_quantity), function(row) {
    pooled_row(parts, row, c(limits$low[[of_quantity[[row]]]], limits$high[[of_quantity[[row]]]]), level)
  }))
  more <- unclass(plain_frame(frames[[1L]]))[c("n_pos", "n_neg", "n_eff_pos", "n_eff_neg", "variance")]
  rows <- with_columns(rows, Filter(Negate(is.null), more))
  if (isTRUE(spec$values)) without_intervals(rows) else rows
}

# Places without a standard error have a mean, and no interval.
pooled_row <- function(parts, row, limits, level) {
  one <- lapply(parts[c("estimate", "std.error", "expected")], function(part) part[row, , drop = FALSE])
  one$labels <- lapply(parts$labels, `[`, row)
  one$df <- parts$df[[row]]
  if (!anyNA(one$std.error)) {
    # AUCs of 0 and 1 have a model.
    has_logit <- one$estimate > 0 & one$estimate < 1 | is.finite(one$expected)
    is_share <- identical(limits, c(0, 1)) && all(has_logit)
    return(frame_of_pooled(one, level, if (is_share) "logit" else "wald", limits))
  }
  unknown <- c("std.error", "conf.low", "conf.high", "df", "fmi")
  as_frame(c(one$labels, list(estimate = mean(one$estimate)), structure(as.list(rep(NA_real_, 5L)), names = unknown),
             list(m = ncol(one$estimate))), 1L)
}

# The contrasts of all sets are pooled. More than two scores have the joint test of their differences from the first.
#' @exportS3Method
tests.roc_imputed <- function(observations, quantity, spec) {
  refuse_aims_of_groups(spec, "without groups")
  refused <- c(alternative = spec$alternative != "two.sided", adjust = spec$adjust == "closed")
  check_unused(refused, "with imputed data, whose tests are two-sided and adjusted by `stats::p.adjust()`")
  spec$level <- level_of(spec, observations)
  each <- replace(spec, c("test", "by_default", "adjust"), list("wald", FALSE, "none"))
  results <- lapply(observations$sets, tests, quantity, each)
  parts <- parts_to_pool(lapply(results, function(result) frame_to_pool(result$contrasts)), NULL)
  names <- observations$names
  number <- max(length(names), 1L)
  parts$null <- rep(if (number == 1L) results[[1L]]$null.value[[1L]] else 0, nrow(parts$estimate))
  pooled <- frame_of_pooled(parts, spec$level, "wald", if (number == 1L) c(0, 1) else c(-1, 1))
  answer <- if (number > 2L) c(joint_of_pairs(parts, number), list(contrasts = pooled)) else {
    c(as.list(pooled[c("std.error", "statistic", "df", "p.value")]),
      list(reference = "t", interval = c(pooled$conf.low, pooled$conf.high), combined = pooled$estimate))
  }
  estimates <- vapply(results, function(result) unname(result$estimate[seq_len(number)]), numeric(number))
  answer$estimate <- rowMeans(matrix(estimates, number))
  request <- c(spec[c("alternative", "level", "adjust")], list(null = parts$null[[1L]]))
  result <- if (number == 1L) {
    htest_of_one(answer, request, names, quantity)
  } else {
    htest_of_scores(answer, request, names, quantity)
  }
  c(result, list(method = sprintf("Comparison of weighted %s, pooled over %d imputations",
                                  words_of_quantity(quantity, number), length(results))))
}

# Variances of all pairs say how two differences from the first score vary together.
joint_of_pairs <- function(parts, number) {
  pairs <- pairs_of(seq_len(number))
  first <- which(pairs[1L, ] == 1L)
  of_pair <- function(i, j) if (i == j) 0 else parts$std.error[pairs[1L, ] == min(i, j) & pairs[2L, ] == max(i, j), ]^2
  covariance <- lapply(seq_len(number)[-1L], function(j) lapply(seq_len(number)[-1L], function(i) {
    (of_pair(1L, i) + of_pair(1L, j) - of_pair(i, j)) / 2
  }))
  covariances <- do.call(rbind, unlist(covariance, recursive = FALSE))
  joint <- unwrap(pool_joint(as.vector(parts$estimate[first, ]), as.vector(covariances), number - 1))
  c(joint, list(reference = "F", std.error = NA_real_))
}
