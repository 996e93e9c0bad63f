# The contract of the manual for an argument: TRUE for what it takes, FALSE for what it refuses, NA where it leaves
# that open. R's own all() puts them together.

given <- function(a, name) name %in% names(a)

# The contract of an optional argument.
optional <- function(a, name, takes) if (given(a, name)) takes(a[[name]]) else TRUE

optional_or_null <- function(a, name, takes) if (is.null(a[[name]])) TRUE else takes(a[[name]])

is_numbers <- function(x, logical = NA) {
  if (isS4(x)) return(NA)
  if (is.logical(x)) return(if (is.object(x)) NA else logical)
  if (!typeof(x) %in% c("double", "integer") || inherits(x, c("factor", "integer64"))) return(FALSE)
  if (is.object(x)) NA else TRUE
}

# A vector, or an array or matrix of one column.
is_column <- function(x, logical = NA) {
  wide <- length(dim(x)) > 2L || (length(dim(x)) == 2L && ncol(x) != 1L)
  all(is_numbers(x, logical), if (wide) NA else TRUE)
}

takes_number <- function(low = -Inf, high = Inf, open_low = FALSE, open_high = FALSE,
                         whole = FALSE) {
  function(x) {
    if (isFALSE(is_numbers(x)) || length(x) != 1L || is.na(x[[1L]])) return(FALSE)
    value <- as.double(unclass(x))
    inside <- (if (open_low) value > low else value >= low) &&
      (if (open_high) value < high else value <= high)
    # How large may be too large is open.
    if (whole && (value != round(value) || (inside && value > 1e6))) return(NA)
    all(is_numbers(x), inside, is.finite(value), if (is.null(dim(x))) TRUE else NA)
  }
}

takes_probability <- takes_number(0, 1, TRUE, TRUE)

takes_numbers <- function(low = -Inf, high = Inf, lengths = NULL, logical = NA) {
  function(x) {
    if (isFALSE(is_numbers(x, logical)) || anyNA(x)) return(FALSE)
    if (!is.null(lengths) && !length(x) %in% lengths) return(FALSE)
    values <- as.double(unclass(x))
    all(is_column(x, logical), all(values >= low & values <= high))
  }
}

takes_choice <- function(choices) {
  function(x) {
    if (!is.character(x)) return(if (is.null(x) || is.factor(x)) NA else FALSE)
    if (identical(x, choices)) return(TRUE)
    if (is.object(x)) x <- unclass(x)
    if (length(x) != 1L || is.na(x)) return(if (length(x) > 1L) NA else FALSE)
    if (x %in% choices) TRUE else if (is.na(pmatch(x, choices))) FALSE else NA
  }
}

takes_flag <- function(x) {
  if (is.logical(x)) {
    if (length(unclass(x)) == 1L && !is.na(x)) (if (is.null(attributes(x))) TRUE else NA) else FALSE
  } else if (is.numeric(x)) {
    NA
  } else {
    FALSE
  }
}

variances <- c("delong", "jackknife", "frequency", "bootstrap", "bayesian")
interval_methods <- c("wilson", "logit", "wald")
tests <- c("score", "wald")
aims_of_margins <- c("noninferior", "equivalent")
adjustments <- c("none", "closed", "holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "fdr")

# -- Observations

# The classes as TRUE, FALSE and NA, or NULL for what can't be labels.
classes_of <- function(label) {
  if (is.factor(label)) {
    if (typeof(label) != "integer") return(NULL)
    codes <- as.integer(unclass(label))
    used <- sort(unique(codes))
    if (length(used) != 2L || anyNA(codes) || any(used < 1L | used > nlevels(label))) return(NULL)
    return(codes == used[[2L]])
  }
  if (!typeof(label) %in% c("double", "integer", "logical") || inherits(label, "integer64")) {
    return(NULL)
  }
  values <- as.double(unclass(label))
  used <- sort(unique(values))
  if (anyNA(values) || length(used) != 2L || !all(is.finite(used))) return(NULL)
  values == used[[2L]]
}

# WeightedROC() takes no other numbers than these for classes, and for others weighted_roc() tells which is positive.
has_encoding <- function(label) {
  if (!is.numeric(label) || is.factor(label)) return(TRUE)
  used <- sort(unique(as.double(unclass(label))))
  any(vapply(list(c(-1, 1), c(0, 1), c(1, 2)), identical, NA, used))
}

takes_labels <- function(x) {
  if (is.null(classes_of(x))) return(FALSE)
  if (isS4(x) || (is.object(x) && !is.factor(x))) return(NA)
  if (is.factor(x) && anyNA(levels(x))) return(NA)
  if (is.factor(x)) TRUE else is_column(x, logical = TRUE)
}

takes_weights <- function(positive) {
  function(x) {
    if (isFALSE(is_numbers(x)) || length(x) != length(positive) || anyNA(x)) return(FALSE)
    values <- as.double(unclass(x))
    if (any(values < 0 | values == Inf)) return(FALSE)
    sums <- c(sum(values[positive]), sum(values[!positive]))
    all(is_column(x), sums > 0 & sums < Inf)
  }
}

takes_scores <- function(n) {
  function(x) {
    if (isFALSE(is_numbers(x, logical = TRUE)) || length(x) != n || anyNA(x)) return(FALSE)
    all(is_column(x, logical = TRUE))
  }
}

# The columns of a matrix or data.frame of scores, or a list of scores, or NULL.
columns_of <- function(x) {
  if (is.data.frame(x)) {
    columns <- lapply(seq_along(x), function(i) .subset2(x, i))
    names(columns) <- names(x)
    columns
  } else if (length(dim(x)) == 2L && !is.list(x)) {
    stats::setNames(lapply(seq_len(ncol(x)), function(i) unclass(x)[, i]), colnames(x))
  } else if (is.list(x) && !is.object(x) && !isS4(x)) {
    x
  }
}

takes_several_scores <- function(n) {
  function(x) {
    columns <- columns_of(x)
    if (is.null(columns)) return(takes_scores(n)(x))
    if (length(columns) == 0L) return(FALSE)
    if (is.data.frame(x) && !is_whole_frame(x)) {
      return(if (any(lengths(columns) != n)) FALSE else NA)
    }
    known_class <- if (is.data.frame(x)) plain_frame(x) else !is.object(x)
    all(vapply(columns, takes_scores(n), NA), if (known_class) TRUE else NA)
  }
}

is_whole_frame <- function(x) {
  is.list(x) && !is.null(names(x)) && all(lengths(unclass(x)) == .row_names_info(x, 2L))
}

plain_frame <- function(x) {
  all(class(x) %in% c("data.frame", "tbl_df", "tbl", "data.table")) && !anyNA(names(x)) &&
    !anyDuplicated(names(x)) && !isS4(x)
}

takes_observations <- function(a, guess = "x", label = "label", weight = "weight",
                               several = FALSE) {
  positive <- classes_of(a[[label]])
  if (is.null(positive)) return(FALSE)
  # A data.frame is a curve, never scores.
  if (guess == "x" && is.data.frame(a[[guess]])) return(FALSE)
  n <- length(positive)
  scores <- if (several) takes_several_scores(n) else takes_scores(n)
  all(scores(a[[guess]]), takes_labels(a[[label]]),
      optional_or_null(a, weight, takes_weights(positive)))
}

# Matrices and arrays are taken where all lengths are equal.
takes_observations_of_any_shape <- function(a) {
  shaped <- c("guess", "label", "weight")
  for (name in intersect(shaped, names(a))) {
    x <- a[[name]]
    if (!is.null(dim(x)) && is.atomic(x) && !is.object(x) && !isS4(x)) dim(a[[name]]) <- NULL
  }
  if (given(a, "weight") && is.null(a[["weight"]])) return(FALSE)
  all(has_encoding(a$label), takes_observations(a, "guess"))
}

takes_clusters <- function(n) {
  function(x) {
    if (!is.atomic(x) || length(x) != n || anyNA(x)) return(FALSE)
    if (is_broken_factor(x)) return(FALSE)
    # The contract leaves open whether a level NA is missing.
    if (is.factor(x) && anyNA(levels(x))) return(NA)
    plain <- is.factor(x) || (!is.object(x) && is_one_column(x))
    if (plain && typeof(x) %in% c("integer", "double", "character") && !isS4(x)) TRUE else NA
  }
}

is_one_column <- function(x) is.null(dim(x)) || identical(dim(x)[-1L], 1L)

takes_cluster <- function(a, label = "label", cluster = "cluster") {
  n <- length(a[[label]])
  optional_or_null(a, cluster, takes_clusters(n))
}

# One repetition: of matrices the manual says more than is drawn here.
takes_folds <- function(a) {
  average <- optional(a, "average", takes_choice(c("vertical", "pooled")))
  if (is.null(a$fold)) return(all(average, if (identical(a$average, "pooled")) FALSE else TRUE))
  if (is.list(a$fold) || length(dim(a$fold)) == 2L) return(NA)
  n <- length(a$label)
  usual <- is.null(a$variance) || isTRUE(a$variance %in% c("delong", "jackknife"))
  taken <- all(takes_clusters(n)(a$fold), average, if (usual) TRUE else NA,
               is.null(a$FPR), is.null(a$TPR))
  if (!isTRUE(taken) || identical(a$average, "pooled")) return(taken)
  weight <- if (is.null(a[["weight"]])) rep(1, n) else as.double(unclass(a[["weight"]]))
  positive <- classes_of(a$label)
  if (isFALSE(takes_cluster(a)) || is.null(positive) || length(weight) != n) return(FALSE)
  # Weights that vanish beside others of their fold are open.
  if (!is_split(list(positive = positive, weight = weight), a$fold)) return(FALSE)
  if (is.null(a$cluster)) TRUE else !any(lengths(lapply(split(a$fold, a$cluster), unique)) > 1L)
}

# Its rows are those before any is left out, and it may have too many columns for them.
takes_weights_model <- function(a) if (is.null(a$weights_model)) TRUE else NA

# A survey design has its own clusters and variance.
takes_design <- function(a, ...) {
  is.null(a$design) || is.null(a$cluster) && !any(c("variance", ...) %in% names(a))
}

takes_interval <- function(x) {
  taken <- takes_numbers(0, 1, 2L)(x)
  if (isFALSE(taken)) FALSE else all(taken, unclass(x)[[1L]] <= unclass(x)[[2L]])
}

takes_wide_interval <- function(x) {
  taken <- takes_interval(x)
  if (isFALSE(taken)) FALSE else all(taken, unclass(x)[[1L]] < unclass(x)[[2L]])
}

# Resamples of counts: too many can't be drawn.
takes_drawn_counts <- function(a) {
  if (identical(a$variance, "frequency") && isTRUE(sum(as.double(unclass(a[["weight"]]))) > 2^53)) NA else TRUE
}

takes_whole_weights <- function(a, weight = "weight", variance = "variance") {
  if (!identical(a[[variance]], "frequency") || is.null(a[[weight]])) return(TRUE)
  if (!is.numeric(a[[weight]]) && !is.logical(a[[weight]])) return(FALSE)
  values <- as.double(unclass(a[[weight]]))
  all(values == round(values))
}

# A margin for what has one, and for nothing else. Equivalence has no interval at low levels.
takes_margin <- function(a) {
  if (!isTRUE(a$alternative %in% aims_of_margins)) return(is.null(a$margin))
  low <- a$alternative == "equivalent" && is.numeric(a$conf.level) && !isTRUE(a$conf.level[[1L]] > 0.5)
  all(takes_probability(a$margin), if (low) NA else TRUE)
}

cost_names <- c("cost_FP", "cost_FN", "cost_TP", "cost_TN")

# Costs of any sign and priors, of one length or of length 1. `errors` says how much more errors
# must cost than right answers: "" for no more, "least" for at least that, "one" for one of both,
# "more".
takes_problems <- function(a, errors = "least", one = FALSE) {
  costs <- a[intersect(cost_names, names(a))]
  taken <- all(vapply(costs, takes_numbers(), NA), optional_or_null(a, "prior", takes_numbers()))
  if (!isTRUE(taken)) return(taken)
  given <- lapply(c(costs, list(prior = a$prior)), as.double)
  if (is.null(a$prior)) given$prior <- NULL
  number <- max(lengths(given), 1L)
  if (any(!is.finite(unlist(given))) || any(!lengths(given) %in% c(1L, number))) return(FALSE)
  if (one && number > 1L) return(FALSE)
  if (any(given$prior <= 0 | given$prior >= 1)) return(FALSE)
  k <- costs_of(a)
  switch(
    errors, TRUE, least = all(k$TP <= k$FN, k$TN <= k$FP), more = all(k$TP < k$FN, k$TN < k$FP),
    one = all(k$TP <= k$FN, k$TN <= k$FP, k$TP < k$FN | k$TN < k$FP)
  )
}

costs_of <- function(a) {
  or <- function(name, default) if (given(a, name)) as.double(a[[name]]) else default
  list(FP = or("cost_FP", 1), FN = or("cost_FN", 1), TP = or("cost_TP", 0), TN = or("cost_TN", 0))
}

# A factor whose codes have no levels.
is_broken_factor <- function(x) is.factor(x) && !all(unclass(x) %in% c(NA, seq_along(levels(x))))

# Returns the observations after `positive` and `na.rm` are applied, or NULL where they are not plain ones.
settled <- function(a) {
  # Without a label there are none.
  if (!any(c("positive", "na.rm") %in% names(a)) || !"label" %in% names(a)) return(a)
  if (!is.null(a$positive)) {
    known <- is.atomic(a$label) && is.null(dim(a$label)) && is.atomic(a$positive) &&
      !is.object(a$positive) && length(a$positive) == 1L && !is.na(a$positive) &&
      (is.factor(a$label) && !is_broken_factor(a$label) || !is.object(a$label))
    if (!known) return(NULL)
    values <- unique(as.vector(a$label)[!is.na(a$label)])
    if (length(values) != 2L || !a$positive %in% values) return(NULL)
    a$label <- as.vector(a$label) == a$positive
  }
  na.rm <- if (is.atomic(a$na.rm)) as.vector(unclass(a$na.rm)) else a$na.rm
  if (isTRUE(na.rm)) {
    parts <- intersect(c("x", "guess", "label", "weight", "cluster", "fold"), names(a))
    parts <- parts[!vapply(a[parts], is.null, NA)]
    plain <- vapply(a[parts], function(x) is.atomic(x) && !is.object(x) && is.null(dim(x)), NA)
    if (!all(plain) || length(unique(lengths(a[parts]))) != 1L) return(NULL)
    there <- Reduce(`&`, lapply(a[parts], function(x) !is.na(x)))
    a[parts] <- lapply(a[parts], `[`, there)
  } else if ("na.rm" %in% names(a) && !isFALSE(na.rm)) {
    return(NULL)
  }
  a[setdiff(names(a), c("positive", "na.rm"))]
}

# -- Curves

rates <- c("TPR", "FPR")
curve_columns <- c("TPR", "FPR", "threshold", "FN", "FP")

# `untouched` is a curve that this package made and nobody edited. `needs` are the columns that
# matter.
takes_curve <- function(x, untouched, needs = curve_columns, whole = TRUE) {
  if (untouched) return(TRUE)
  if (!is.data.frame(x)) return(FALSE)
  if (!is.list(x) || is.null(names(x)) || !all(needs %in% names(x))) return(FALSE)
  rows <- .row_names_info(x, 2L)
  columns <- lapply(needs, function(name) .subset2(x, name))
  if (rows < 2L || any(lengths(columns) != rows)) return(FALSE)
  names(columns) <- needs
  if (any(vapply(columns, function(v) isFALSE(is_numbers(v)) || anyNA(v), NA))) return(FALSE)
  columns <- lapply(columns, function(v) as.double(unclass(v)))
  if (!all(is.finite(unlist(columns[rates])))) return(FALSE)
  if (any(vapply(columns[rates], function(v) any(diff(v) > 1e-9), NA))) return(FALSE)
  if (whole && any(abs(unlist(lapply(columns[rates], `[`, c(1L, rows))) - c(1, 0, 1, 0)) > 1e-9)) {
    return(FALSE)
  }
  NA
}

needs_rates <- rates
needs_weights <- c(rates, "FN", "FP")
needs_thresholds <- c(rates, "threshold")

# -- Each export

contracts <- list(
  auc_wmw = function(a, call) takes_observations(a, "guess", several = TRUE),
  as_roc_tally = function(a, call) {
    if (all(vapply(c("x", "by", "cluster"), call$untouched, NA))) TRUE else NA
  },
  as.data.frame.roc_tally = function(a, call) takes_tally(a$x, call$untouched("x")),
  c.roc_tally = function(a, call) {
    dots <- a[setdiff(names(a), "points")]
    if (!call$untouched("...")) return(NA)
    all(length(dots) > 0L, optional_or_null(a, "points", takes_number(1, whole = TRUE)))
  },
  auc_ci = function(a, call) {
    partial <- c(!is.null(a$FPR), !is.null(a$TPR))
    all(
      takes_for_estimates(a, call), sum(partial) < 2L,
      optional_or_null(a, "FPR", takes_interval_or_more), optional_or_null(a, "TPR", takes_interval_or_more),
      optional(a, "standardize", takes_choice(c("none", "range", "mcclish"))),
      any(partial) || !given(a, "standardize"), takes_method(a, !any(partial))
    )
  },
  roc_estimate = function(a, call) {
    # Some mean losses exist in one class.
    if (any(measures_in(a) %in% measures_in_one_class) && length(unique(a$label)) == 1L) return(NA)
    all(takes_for_estimates(a, call), takes_what(call), takes_method(a, is_of_area(a)),
        if (any(measures_in(a) %in% measures_of_forecasts)) are_forecasts(a, call) else TRUE)
  },
  roc_influence = function(a, call) {
    all(takes_all_observations(a), takes_what(call), !"threshold" %in% measures_in(a),
        if (any(measures_in(a) %in% measures_of_forecasts)) NA else TRUE)
  },
  roc_observations = function(a, call) {
    if (is.data.frame(a$x)) return(if (any(given_beside(a))) FALSE else NA)
    # Values are looked at where they are used.
    all(optional(a, "variance", takes_choice(variances)), takes_design(a),
        if (isTRUE(takes_all_observations(a))) TRUE else NA)
  },
  auc_test = function(a, call) takes_test(a, call),
  roc_test = function(a, call) all(takes_test(a, call), if (call$untouched("measure")) TRUE else NA),
  # The contract leaves other values open: the answer to them is checked.
  auc_multiclass = function(a, call) {
    # Few replicates may lack classes.
    drawn <- identical(a$variance, "bootstrap")
    if (length(call$spoiled) == 0L && is.null(call$context$time_limit) && !drawn) TRUE else NA
  },
  roc_at = function(a, call) {
    costs <- any(cost_names %in% names(a)[!vapply(a, is.null, NA)])
    place <- intersect(c("threshold", "FPR", "TPR", "share"), names(a)[!vapply(a, is.null, NA)])
    all(
      takes_x(a, call), length(place) < 2L, optional_or_null(a, "threshold", takes_numbers()),
      optional_or_null(a, "FPR", takes_numbers(0, 1)), optional_or_null(a, "TPR", takes_numbers(0, 1)),
      optional_or_null(a, "share", takes_numbers(0, 1)),
      optional_or_null(a, "beta", takes_number(0, open_low = TRUE)),
      if (costs) takes_problems(a[!vapply(a, is.null, NA)], "") else takes_priors(a),
      optional(a, "midpoints", takes_flag)
    )
  },
  roc_gain = function(a, call) {
    all(takes_with_ends(a, call, needs_rates), optional_or_null(a, "share", takes_numbers(0, 1)),
        takes_priors(a))
  },
  roc_hull = function(a, call) takes_x(a, call, needs_rates),
  roc_measure = function(a, call) takes_measure(a, call),
  # One that judges a model, with package yardstick.
  roc_metric = function(a, call) NA,
  # A time, or all of them, may lack cases or controls.
  auc_over_time = function(a, call) NA,
  auc_concordance = function(a, call) NA,
  outcome_at = function(a, call) {
    several <- survival::is.Surv(a$y) && !is.null(attr(a$y, "states"))
    if (several && is.null(a$cause)) FALSE else if (all(vapply(names(a), call$untouched, NA))) TRUE else NA
  },
  roc_pr = function(a, call) {
    all(takes_with_ends(a, call, needs_weights), takes_priors(a),
        optional_or_null(a, "recall", takes_numbers(0, 1)))
  },
  roc_optimal = function(a, call) {
    by_costs <- all(takes_x(a, call), optional(a, "midpoints", takes_flag),
                    is.null(a$beta) || any(a$measure %in% "F"))
    if (is.null(a$measure)) return(all(by_costs, takes_problems(a)))
    all(
      by_costs, !any(cost_names %in% names(a)), optional_or_null(a, "prior", takes_values_of_prior),
      if (call$untouched("measure")) TRUE
      else if (is.character(a$measure) && !all(a$measure %in% c(known_at$threshold, synonyms, "EER"))) FALSE
      else NA,
      if (is.character(a$measure)) are_alike(c(length(a$measure),
                                               length(a$prior)[length(a$prior) > 0L])) else TRUE
    )
  },
  roc_constrained = function(a, call) {
    bounds <- a[intersect(names_of_bounds, names(a))]
    bounds <- bounds[!vapply(bounds, is.null, NA)]
    given <- c(bounds, if (!is.null(a$prior)) list(prior = a$prior))
    taken <- all(
      takes_x(a, call, needs_weights), length(bounds) > 0L, optional(a, "randomize", takes_flag),
      vapply(bounds, takes_numbers(0, 1), NA), optional_or_null(a, "prior", takes_values_of_prior)
    )
    if (!isTRUE(taken)) return(taken)
    are_alike(lengths(given))
  },
  roc_net_benefit = function(a, call) {
    taken <- all(
      optional(a, "threshold", takes_thresholds_below_1), optional(a, "standardize", takes_flag),
      optional(a, "calibrated", takes_flag), optional(a, "difference", takes_flag),
      if (given(a, "harm")) NA else TRUE
    )
    if (isFALSE(taken)) return(FALSE)
    ends <- !is.null(a$conf.level)
    all(taken, if (ends) takes_benefit_with_ends(a, call) else takes_benefit_of_curve(a, call))
  },
  roc_band = function(a, call) {
    by <- if (is.character(a$by)) a$by[[1L]] else "FPR"
    at <- if (identical(by, "threshold")) takes_numbers() else takes_numbers(0, 1)
    all(
      takes_all_observations(a), optional_or_null(a, "at", at),
      if (given(a, "at") && length(a$at) == 0L && !is.null(a$at)) FALSE else TRUE,
      optional(a, "by", takes_choice(c("FPR", "TPR", "threshold"))),
      optional(a, "conf.level", takes_probability), optional_or_null(a, "R", takes_number(2, whole = TRUE)),
      optional(a, "type", takes_choice(c("pointwise", "equal-precision", "fixed-width"))),
      if (is.null(a$fold)) TRUE else NA, is_bootstrap(a) || is.null(a$R)
    )
  },
  roc_reliability = function(a, call) {
    if (is.null(a$conf.level)) {
      return(all(is.null(a$R), takes_x(a, call), if (is.data.frame(a$x)) NA else are_forecasts(a, call)))
    }
    all(
      takes_all_observations(a), takes_probability(a$conf.level), !is_bootstrap(a), takes_drawn_counts(a),
      optional_or_null(a, "R", takes_number(2, whole = TRUE)), is.null(a$fold), is.null(a$weights_model),
      is.null(a$design), !isTRUE(call$world$turned), if (has_probabilities(a)) TRUE else NA
    )
  },
  WeightedROC = function(a, call) takes_observations_of_any_shape(a),
  WeightedAUC = function(a, call) {
    takes_curve(a$tpr.fpr, call$untouched("tpr.fpr"), needs_rates, whole = FALSE)
  },
  # The contract leaves open how functions treat data that were not drawn.
  auc_optimism = function(a, call) {
    positive <- classes_of(a$label)
    if (!is.function(a$fit) || !is.function(a$predict) || is.null(positive)) return(FALSE)
    if (!is.data.frame(a$data) && !is.matrix(a$data)) return(FALSE)
    n <- length(positive)
    all(
      if (NROW(a$data) == n) TRUE else FALSE, takes_labels(a$label),
      optional_or_null(a, "weight", takes_weights(positive)), takes_cluster(a),
      optional(a, "R", takes_number(2, whole = TRUE)),
      if (all(vapply(c("data", "fit", "predict"), call$untouched, NA))) TRUE else NA
    )
  },
  auc_pool = function(a, call) {
    plain <- is.numeric(a$results) && is.null(attributes(a$results))
    all(
      optional_or_null(a, "conf.level", takes_probability), optional(a, "method",
                                                             takes_choice(interval_methods[2:3])),
      optional_or_null(a, "df.complete", takes_numbers(1, Inf, 1L)),
      if (!call$untouched("results") || !call$untouched("std.error")) NA else TRUE,
      if (is.list(a$results)) !given(a, "std.error") || is.null(a$std.error) else plain || NA
    )
  },
  auc_power = function(a, call) {
    # Whether a value can be found, and what leaves nothing to show, is left open.
    all(
      optional(a, "alternative", takes_choice(c("two.sided", "one.sided"))),
      optional(a, "model", takes_choice(c("binormal", "exponential"))),
      optional_or_null(a, "n", takes_numbers(2, 1e9, 1L)),
      optional_or_null(a, "auc", takes_probability), optional_or_null(a, "power", takes_probability),
      optional(a, "margin", takes_numbers(0, 1, 1L)), optional_or_null(a, "sig.level", takes_probability), NA
    )
  },
  # The contract leaves other values open: the answer to them is checked.
  roc_calibrate = function(a, call) {
    all(takes_x(a, call), optional_or_null(a, "prior", takes_probability))
  },
  roc_collect = function(a, call) {
    table <- c("tbl", "guess", "label", "weight")
    all(
      if (all(vapply(table, call$untouched, NA))) TRUE else NA,
      optional(a, "points", takes_number(16, whole = TRUE)),
      optional_or_null(a, "tolerance", takes_probability),
      optional(a, "exact", takes_flag), optional(a, "na.rm", takes_flag),
      optional(a, "variance", takes_flag), if (call$untouched("cluster")) TRUE else NA,
      if (isTRUE(a$exact) && !is.null(a$tolerance)) FALSE else TRUE,
      if (call$untouched("positive")) TRUE else NA
    )
  },
  roc_compare = function(a, call) takes_two_curves(a, call),
  roc_cost_curve = function(a, call) {
    takes_x(a, call, needs_thresholds)
  },
  roc_hull = function(a, call) takes_x(a, call, needs_rates),
  roc_prg = function(a, call) {
    all(takes_x(a, call, needs_weights), takes_priors(a))
  },
  roc_reject = function(a, call) {
    reject <- a$cost_reject
    taken <- all(takes_x(a, call, needs_weights), takes_numbers()(reject),
                 takes_problems(a))
    if (!isTRUE(taken)) return(taken)
    costs <- costs_of(a)
    given <- c(a[intersect(c(cost_names, "prior"), names(a))], list(reject))
    given <- lengths(given[!vapply(given, is.null, NA)])
    reject <- as.double(unclass(reject))
    if (any(!is.finite(reject)) || !are_alike(given)) return(FALSE)
    all(reject >= costs$TP, reject >= costs$TN)
  },
  roc_plot = function(a, call) if (all(vapply(names(a), call$untouched, NA))) TRUE else NA,
  roc_plot_scores = function(a, call) {
    taken <- all(takes_all_observations(a, several = FALSE),
                 optional_or_null(a, "threshold", takes_numbers()),
                 is.null(a$threshold) || length(a$threshold) > 0L)
    # There may be no score with a weight that is not too large to draw.
    if (isTRUE(taken) && any(abs(unclass(a$x)) >= 1e100)) NA else taken
  },
  roc_tally = function(a, call) {
    if (!all(vapply(c("x", "label", "weight"), call$untouched, NA))) return(NA)
    if (given(a, "min_count") && !is.null(a$min_count)) return(NA)
    if (!is.null(a$breaks) && !is.null(a$points)) return(FALSE)
    if (is.numeric(a$breaks) && is.unsorted(a$breaks, strictly = TRUE)) return(FALSE)
    if (!call$untouched("breaks")) return(NA)
    if (!call$untouched("by")) return(NA)
    all(takes_cluster(a), optional_or_null(a, "points", takes_number(1, whole = TRUE)),
        if (call$untouched("positive") && !given(a, "na.rm")) TRUE else NA)
  },
  roc_tally_sql = function(a, call) {
    if (!all(c("table", "guess", "label") %in% names(a))) return(FALSE)
    if ("positive" %in% names(a) && is.null(a$positive)) return(FALSE)
    if (is.numeric(a$breaks) && is.unsorted(a$breaks, strictly = TRUE)) return(FALSE)
    if (all(vapply(names(a), call$untouched, NA))) TRUE else NA
  },
  roc_thin = function(a, call) {
    all(takes_x(a, call, needs_rates),
        optional_or_null(a, "points", takes_number(2, whole = TRUE)),
        optional(a, "drop", takes_flag))
  },
  weighted_roc = function(a, call) takes_fit(a, call)
)

# -- What several exports take

# The arguments in the dots of a call with observations.
beside_scores <- c("label", "weight", "cluster", "positive", "na.rm", "fold", "average", "weights_model")

given_beside <- function(a) c(beside_scores, "variance") %in% names(a)

is_bootstrap <- function(a) isTRUE(a$variance %in% c("bootstrap", "bayesian"))

takes_all_observations <- function(a, several = TRUE) {
  all(takes_observations(a, several = several), takes_cluster(a), takes_folds(a), takes_design(a),
      optional(a, "variance", takes_choice(variances)), takes_whole_weights(a), takes_weights_model(a))
}

# A curve, a fit or a tally, beside which there is nothing, or observations.
takes_x <- function(a, call, needs = curve_columns) {
  untouched <- call$untouched("x")
  if (is.data.frame(a$x)) return(!any(given_beside(a)) && takes_curve(a$x, untouched, needs))
  if (untouched && !is.null(call$world$tally)) return(!any(given_beside(a)))
  all(takes_all_observations(a), if (is.null(a$fold) && is.null(a$weights_model)) TRUE else NA)
}

# Curves with intervals have those of observations.
takes_with_ends <- function(a, call, needs) {
  if (is.null(a$conf.level)) return(all(is.null(a$R), takes_x(a, call, needs)))
  if (is.data.frame(a$x)) return(if (is_fit_of_curves(call)) NA else FALSE)
  all(takes_probability(a$conf.level), NA)
}

# Cases without a theory are left open: replicates, folds and models of the weights with measures that are not the
# AUC.
takes_for_estimates <- function(a, call) {
  level <- optional_or_null(a, "conf.level", takes_probability)
  if (is.data.frame(a$x)) {
    if (is_fit_of_curves(call)) return(all(level, !any(beside_scores %in% names(a)), NA))
    plain <- !any(given_beside(a)[-match("variance", c(beside_scores, "variance"))])
    open <- given(a, "variance") || given(a, "R") || given(a, "method")
    return(all(level, plain, takes_curve(a$x, call$untouched("x")), if (open) NA else TRUE))
  }
  if (call$untouched("x") && !is.null(call$world$tally)) return(all(level, !any(beside_scores %in% names(a)),
                                                                    NA))
  counted <- identical(a$variance, "frequency") && !is.null(a$R)
  area <- is_of_area(a) && is.null(a$FPR) && is.null(a$TPR)
  # An AUC is what it is for most ways to observe it.
  by_theory <- area || is.null(a$fold) && is.null(a$weights_model) && !is_bootstrap(a) && !counted &&
    !inherits(call$arguments$weight, "svyrep.design")
  all(
    level, takes_all_observations(a), optional_or_null(a, "R", takes_number(2, whole = TRUE)),
    if (by_theory || call$name == "auc_ci") TRUE else NA,
    if (counted) takes_drawn_counts(a) else TRUE,
    if (is.null(a$R) || is_bootstrap(a) || counted) TRUE else if (area && !is.null(a$conf.level)) FALSE else NA
  )
}

# The interval of an AUC, and of nothing else.
takes_method <- function(a, area) {
  if (!given(a, "method")) return(TRUE)
  all(takes_choice(interval_methods)(a$method),
      if (area && !is_bootstrap(a)) TRUE
      else if (!is.data.frame(a$x) && (is.character(a$measure) || is.null(a$measure))) FALSE
      else NA,
      if (identical(a$variance, "frequency") && !is.null(a$R)) NA else TRUE)
}

takes_interval_or_more <- function(x) if (is.list(x) || length(dim(x)) > 1L) NA else takes_wide_interval(x)

# The names of what is measured, as far as they are known.
measures_in <- function(a) {
  x <- a$measure
  if (is.character(x)) return(unclass(x))
  names_in <- function(x) {
    if (is.character(x)) return(x)
    if (!is.list(x)) return(character())
    if (is.character(x$measure)) x$measure else unlist(lapply(unclass(x), names_in))
  }
  tryCatch(as.character(names_in(unclass(x))), error = function(e) character())
}

are_forecasts <- function(a, call) {
  if (isTRUE(call$world$turned)) return(FALSE)
  if (is.data.frame(a$x) || isFALSE(takes_observations(a, several = TRUE))) NA else has_probabilities(a)
}

takes_test <- function(a, call) {
  kind <- call$world$kind
  common <- all(
    optional_or_null(a, "conf.level", takes_probability), optional(a, "test", takes_choice(c(tests, "exact"))),
    optional(a, "alternative", takes_choice(c(alternatives, aims_of_margins))),
    optional(a, "adjust", takes_choice(adjustments)), if (identical(a$test, "exact")) NA else TRUE,
    if (is.character(a$adjust) && length(a$adjust) > 1L) NA else TRUE,
    if (is.null(a$reference)) TRUE else NA,
    if (is.null(a$paired)) TRUE else if (kind == "samples") NA else FALSE
  )
  if (isFALSE(common)) return(FALSE)
  if (identical(kind, "scores")) return(all(common, takes_test_of_scores(a, call)))
  if (!call$untouched("x") || !call$untouched("y")) return(NA)
  # The fits know all of their observations.
  if (any(beside_scores %in% names(a))) return(FALSE)
  several <- kind == "groups"
  all(
    common, is.null(a$mu), !identical(a$test, "exact"), if (several) is.null(a$margin) else takes_margin(a),
    if (given(a, "variance") || given(a, "measure")) NA else TRUE,
    if (several) optional(a, "trend", function(x) if (isTRUE(x) || isFALSE(x)) TRUE else NA)
    else if (given(a, "trend")) (if (isFALSE(a$trend)) TRUE else NA) else TRUE,
    # More than two groups have two sides.
    if (several && given(a, "alternative") && !identical(a$alternative, "two.sided")) NA else TRUE
  )
}

takes_test_of_scores <- function(a, call) {
  # An invalid second sample.
  if ("y" %in% names(a)) return(NA)
  columns <- columns_of(a$x)
  number <- if (is.null(columns)) 1L else length(columns)
  one_sided <- given(a, "alternative") && !identical(a$alternative, "two.sided")
  all(
    takes_all_observations(a), !is_bootstrap(a), takes_margin(a),
    optional_or_null(a, "mu", takes_probability), if (!is.null(a$mu)) number == 1L else TRUE,
    if (given(a, "measure")) NA else TRUE, if (given(a, "trend") && !isFALSE(a$trend)) NA else TRUE,
    # Around mu there may be no areas.
    if (number == 1L && given(a, "margin")) NA else TRUE,
    if (number > 2L && one_sided) NA else TRUE
  )
}

takes_benefit_of_curve <- function(a, call) {
  calibrated <- if (given(a, "calibrated")) a$calibrated else FALSE
  all(
    takes_x(a, call), optional_or_null(a, "prior", takes_values_of_prior), is.null(a$R), !given(a, "type"),
    if (given(a, "difference") && !isFALSE(a$difference)) NA else TRUE,
    if (isTRUE(calibrated)) TRUE else if (isFALSE(calibrated)) is_of_probabilities(a, call) else NA
  )
}

takes_benefit_with_ends <- function(a, call) {
  if (is.data.frame(a$x)) return(if (is_fit_of_curves(call)) NA else FALSE)
  if (!is.null(call$world$tally)) return(NA)
  several <- length(columns_of(a$x)) > 1L
  all(
    takes_all_observations(a), takes_probability(a$conf.level), optional_or_null(a, "prior",
                                                                                 takes_probability),
    optional(a, "type", takes_choice(c("pointwise", "simultaneous"))),
    optional_or_null(a, "R", takes_number(2, whole = TRUE)),
    if (is_bootstrap(a) || !is.null(a$R) || identical(a$variance, "jackknife")) NA else TRUE,
    is.null(a$fold), if (given(a, "calibrated") && !isFALSE(a$calibrated)) NA else TRUE,
    if (is.null(a$difference) || isFALSE(a$difference)) TRUE else if (isTRUE(a$difference)) several else NA,
    if (isTRUE(call$world$turned) && is_packed(call)) NA else has_probabilities(a)
  )
}

names_of_bounds <- c("max_FPR", "max_FNR", "max_share", "max_FDR", "max_FOR", "min_TPR", "min_TNR", "min_PPV",
                     "min_NPV")

# One value, or as many as the longest argument has.
are_alike <- function(lengths) all(lengths > 0L & lengths %in% c(1L, max(lengths)))

takes_values_of_prior <- function(x) {
  taken <- takes_numbers(0, 1)(x)
  if (isFALSE(taken) || length(x) == 0L) return(FALSE)
  values <- as.double(unclass(x))
  all(taken, values > 0 & values < 1)
}

takes_thresholds_below_1 <- function(x) {
  taken <- takes_numbers(0, 1)(x)
  if (isFALSE(taken)) return(FALSE)
  all(taken, as.double(unclass(x)) < 1)
}

is_of_probabilities <- function(a, call) {
  if (!call$untouched("x")) return(NA)
  curves <- if (is.null(call$world$parts)) list(a$x) else lapply(call$world$parts, `[[`, "curve")
  all(vapply(curves, function(curve) {
    scores <- utils::head(as.double(curve$threshold), -1L)
    all(is_probability(scores))
  }, NA))
}

# But for rounding.
is_probability <- function(x) x >= -16 * .Machine$double.eps & x <= 1 + 16 * .Machine$double.eps

has_probabilities <- function(a) {
  columns <- columns_of(a$x)
  if (is.null(columns)) columns <- list(a$x)
  all(vapply(columns, function(score) {
    fault <- which(!is_probability(as.double(unclass(score))))
    # Nobody looks at rows without weight.
    weight <- a[["weight"]]
    if (length(fault) == 0L) TRUE else if (is.numeric(weight) && all(weight[fault] %in% 0)) NA else FALSE
  }, NA))
}

alternatives <- c("two.sided", "less", "greater")

takes_priors <- function(a) {
  optional_or_null(a, "prior", takes_values_of_prior)
}

takes_two_curves <- function(a, call) {
  if (!is.null(call$world$parts)) return(if (call$untouched("x")) !given(a, "y") else NA)
  all(takes_curve(a$x, call$untouched("x"), needs_rates),
      takes_curve(a$y, call$untouched("y"), needs_rates))
}

takes_tally <- function(x, untouched) if (untouched) TRUE else if (inherits(x, "roc_tally")) NA else FALSE
