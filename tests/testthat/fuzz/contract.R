# What the manual says of an argument: TRUE for what it takes, FALSE for what it refuses, NA where
# it leaves that open. R's own all() puts them together.

given <- function(a, name) name %in% names(a)

# Of an argument that may be left out.
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

variances <- c("delong", "jackknife", "frequency", "bootstrap")
transforms <- c("score", "logit", "none")
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
  encodings <- list(c(-1, 1), c(0, 1), c(1, 2))
  if (anyNA(values) || !any(vapply(encodings, identical, NA, used))) return(NULL)
  values == used[[2L]]
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

takes_observations <- function(a, guess = "guess", label = "label", weight = "weight",
                               several = FALSE) {
  positive <- classes_of(a[[label]])
  if (is.null(positive)) return(FALSE)
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
  if (given(a, "weight") && is.null(a$weight)) FALSE else takes_observations(a)
}

takes_clusters <- function(n) {
  function(x) {
    if (!is.atomic(x) || length(x) != n || anyNA(x)) return(FALSE)
    if (is_broken_factor(x)) return(FALSE)
    # Whether a level NA is missing is open.
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
  if (is.null(a$fold)) return(if (given(a, "pooled")) FALSE else TRUE)
  if (is.list(a$fold) || length(dim(a$fold)) == 2L) return(NA)
  n <- length(a$label)
  usual <- is.null(a$variance) || isTRUE(a$variance %in% c("delong", "jackknife"))
  taken <- all(takes_clusters(n)(a$fold), optional(a, "pooled", takes_flag), if (usual) TRUE else NA,
               is.null(a$FPR), is.null(a$TPR))
  if (!isTRUE(taken) || isTRUE(a$pooled)) return(taken)
  weight <- if (is.null(a$weight)) rep(1, n) else as.double(unclass(a$weight))
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

takes_bootstrap <- function(a) {
  all(optional(a, "R", takes_number(2, whole = TRUE)), optional(a, "bayesian", takes_flag))
}

takes_interval <- function(x) {
  taken <- takes_numbers(0, 1, 2L)(x)
  if (isFALSE(taken)) FALSE else all(taken, unclass(x)[[1L]] <= unclass(x)[[2L]])
}

takes_wide_interval <- function(x) {
  taken <- takes_interval(x)
  if (isFALSE(taken)) FALSE else all(taken, unclass(x)[[1L]] < unclass(x)[[2L]])
}

# A pair, or the rows of a matrix of two columns. What else has dimensions is open.
takes_intervals <- function(x) {
  if (is.null(dim(x))) return(takes_interval(x))
  if (!is.matrix(x) || is.object(x) || is.list(x)) return(NA)
  if (ncol(x) != 2L) return(if (nrow(x) == 2L && ncol(x) == 1L) NA else FALSE)
  taken <- takes_numbers(0, 1)(as.vector(x))
  if (isFALSE(taken) || !is.numeric(x)) FALSE else all(x[, 1L] <= x[, 2L])
}

ends_of <- function(x) {
  if (is.null(dim(x))) x <- matrix(as.double(x), 1L)
  list(low = as.double(x[, 1L]), high = as.double(x[, 2L]))
}

# Resamples of counts: too many can't be drawn.
takes_drawn_counts <- function(a) {
  if (isTRUE(a$bayesian)) return(FALSE)
  if (isTRUE(sum(as.double(unclass(a$weight))) > 2^53)) NA else TRUE
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

# Two groups or more, each with both classes.
takes_groups <- function(a) {
  positive <- classes_of(a$label)
  if (!is.atomic(a$group) || is.raw(a$group) || length(a$group) != length(positive)) return(FALSE)
  if (!isTRUE(takes_clusters(length(positive))(a$group))) return(NA)
  weights <- if (is.numeric(a$weight)) as.double(unclass(a$weight)) else rep(1, length(positive))
  if (length(weights) != length(positive)) return(FALSE)
  classes <- table(as.character(a$group)[weights > 0], positive[weights > 0])
  nrow(classes) > 1L && ncol(classes) == 2L && all(classes > 0) &&
    nrow(classes) == length(unique(a$group))
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

# Which costs differ by too much is open.
has_finite_slope <- function(a) {
  k <- costs_of(a)
  of_curve <- c(a$curve$FP[[1L]], a$curve$FN[[nrow(a$curve)]])
  odds <- if (is.null(a$prior)) of_curve[[1L]] / of_curve[[2L]] else 1 / as.double(a$prior) - 1
  slope <- odds * (k$FP - k$TN) / (k$FN - k$TP)
  if (all(is.finite(slope) & slope > 0)) TRUE else NA
}

# A factor whose codes have no levels.
is_broken_factor <- function(x) is.factor(x) && !all(unclass(x) %in% c(NA, seq_along(levels(x))))

# What observations are once `positive` and `na.rm` have had their say, or NULL where these are no
# plain ones.
settled <- function(a) {
  if (!"positive" %in% names(a) && !"na.rm" %in% names(a)) return(a)
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
    parts <- intersect(c("guess", "label", "weight", "cluster", "fold"), names(a))
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
  WeightedROC = function(a, call) takes_observations_of_any_shape(a),
  WeightedAUC = function(a, call) {
    takes_curve(a$tpr.fpr, call$untouched("tpr.fpr"), needs_rates, whole = FALSE)
  },
  auc_wmw = function(a, call) takes_observations(a, several = TRUE),
  auc_pr = function(a, call) all(takes_observations(a, several = TRUE), takes_priors(a)),
  auc_influence = function(a, call) takes_observations(a, several = TRUE),
  as_roc_tally = function(a, call) if (call$untouched("x")) TRUE else NA,
  auc_ci = function(a, call) {
    partial <- c(!is.null(a$FPR), !is.null(a$TPR))
    counted <- any(partial) && identical(a$variance, "frequency") && given(a, "R")
    drawn <- identical(a$variance, "bootstrap") || counted
    interval <- if (drawn) takes_interval else takes_wide_interval
    all(
      takes_observations(a, several = TRUE), takes_cluster(a),
      optional(a, "conf.level", takes_probability),
      optional(a, "variance", takes_choice(variances)),
      optional(a, "transform", takes_choice(transforms)),
      optional_or_null(a, "FPR", interval), optional_or_null(a, "TPR", interval),
      sum(partial) < 2L, takes_folds(a), takes_bootstrap(a), takes_whole_weights(a),
      takes_design(a, "R", "bayesian", "fold", "pooled", "weights_model"),
      takes_weights_model(a),
      if (any(partial) || drawn) !given(a, "transform") else TRUE,
      if (counted) takes_drawn_counts(a) else TRUE,
      if (drawn) TRUE else !given(a, "R") && !given(a, "bayesian")
    )
  },
  # What functions do with data that are not as they were drawn is their own.
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
  auc_svy = function(a, call) {
    all(
      if (inherits(a$formula, "formula")) TRUE else FALSE,
      if (inherits(a$design, c("survey.design", "svyrep.design", "twophase", "twophase2"))) TRUE else FALSE,
      optional(a, "conf.level", takes_probability),
      optional(a, "transform", takes_choice(transforms)),
      optional_or_null(a, "FPR", takes_wide_interval), optional_or_null(a, "TPR", takes_wide_interval),
      is.null(a$FPR) || is.null(a$TPR),
      if (is.null(a$FPR) && is.null(a$TPR)) TRUE else !given(a, "transform"),
      if (is.null(a$positive) && !given(a, "na.rm")) TRUE else NA,
      if (call$untouched("formula") && call$untouched("design")) TRUE else NA
    )
  },
  auc_pool = function(a, call) {
    plain <- is.numeric(a$results) && is.null(attributes(a$results))
    all(
      optional(a, "conf.level", takes_probability), optional(a, "transform", takes_choice(transforms[2:3])),
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
  auc_test = function(a, call) {
    columns <- columns_of(a$guess)
    number <- if (is.null(columns)) 1L else length(columns)
    one_sided <- given(a, "alternative") && !identical(a$alternative, "two.sided")
    all(
      takes_observations(a, several = TRUE),
      takes_cluster(a), takes_folds(a), takes_design(a, "fold", "pooled"),
      optional(a, "conf.level", takes_probability),
      optional(a, "variance", takes_choice(variances[1:3])), takes_whole_weights(a),
      optional(a, "alternative", takes_choice(c(alternatives, aims_of_margins))), takes_margin(a),
      optional(a, "test", takes_choice(tests)),
      optional(a, "mu", takes_probability), if (given(a, "mu")) number == 1L else TRUE,
      optional(a, "adjust", takes_choice(adjustments)), if (given(a, "what")) NA else TRUE,
      takes_weights_model(a),
      # Around mu there may be no areas.
      if (number == 1L && given(a, "margin")) NA else TRUE,
      if (number > 2L && one_sided) NA else TRUE
    )
  },
  auc_test_unpaired = function(a, call) {
    all(
      takes_observations(a, "guess1", "label1", "weight1"),
      takes_observations(a, "guess2", "label2", "weight2"),
      takes_cluster(a, "label1", "cluster1"), takes_cluster(a, "label2", "cluster2"),
      optional(a, "conf.level", takes_probability),
      optional(a, "variance", takes_choice(variances[1:3])),
      takes_whole_weights(a, "weight1"), takes_whole_weights(a, "weight2"),
      optional(a, "alternative", takes_choice(c(alternatives, aims_of_margins))), takes_margin(a),
      optional(a, "test", takes_choice(tests))
    )
  },
  auc_test_groups = function(a, call) {
    one_sided <- given(a, "alternative") && !identical(a$alternative, "two.sided")
    all(
      takes_observations(a), takes_groups(a), takes_cluster(a),
      optional(a, "trend", function(x) if (isTRUE(x) || isFALSE(x)) TRUE else NA),
      optional(a, "conf.level", takes_probability),
      optional(a, "variance", takes_choice(variances[1:3])), takes_whole_weights(a),
      optional(a, "alternative", takes_choice(alternatives)),
      optional(a, "test", takes_choice(tests)), optional(a, "adjust", takes_choice(adjustments)),
      takes_weights_model(a), if (is.null(a$fold) && given(a, "pooled")) FALSE else TRUE,
      # A fold must have both classes of each group in it.
      if (one_sided || !is.null(a$cluster) || !is.null(a$fold)) NA else TRUE
    )
  },
  # What other values are taken is left open: the answer to them is checked.
  auc_multiclass = function(a, call) {
    # Few replicates may lack classes.
    drawn <- identical(a$variance, "bootstrap")
    if (length(call$spoiled) == 0L && is.null(call$context$time_limit) && !drawn) TRUE else NA
  },
  auc_test_multiclass = function(a, call) {
    if (length(call$spoiled) == 0L && is.null(call$context$time_limit)) TRUE else NA
  },
  roc_at = function(a, call) {
    all(takes_curve(a$curve, call$untouched("curve")), takes_numbers()(a$threshold), takes_priors(a),
        optional(a, "midpoints", takes_flag))
  },
  roc_band = function(a, call) {
    by <- if (is.character(a$by)) a$by[[1L]] else "FPR"
    at <- if (identical(by, "threshold")) takes_numbers() else takes_numbers(0, 1)
    all(
      takes_observations(a), takes_cluster(a), optional_or_null(a, "at", at),
      if (given(a, "at") && length(a$at) == 0L && !is.null(a$at)) FALSE else TRUE,
      optional(a, "by", takes_choice(c("FPR", "TPR", "threshold"))),
      optional(a, "conf.level", takes_probability), takes_bootstrap(a),
      optional(a, "type", takes_choice(c("pointwise", "equal-precision", "fixed-width"))),
      optional(a, "variance", takes_choice(c("delong", "frequency", "bootstrap"))),
      takes_whole_weights(a), takes_design(a), takes_weights_model(a), is.null(a$fold),
      identical(a$variance, "bootstrap") || !given(a, "R") && !given(a, "bayesian")
    )
  },
  roc_bounds = function(a, call) takes_curve(a$curve, call$untouched("curve"), needs_rates),
  roc_brier = function(a, call) all(takes_forecasts(a, call), takes_priors(a)),
  roc_calibrate = function(a, call) {
    all(takes_curve(a$curve, call$untouched("curve")), optional_or_null(a, "prior", takes_probability))
  },
  roc_log_score = function(a, call) all(takes_forecasts(a, call), takes_priors(a)),
  roc_reliability = function(a, call) {
    forecasts <- if (is.numeric(a$guess)) as.double(unclass(a$guess)) else NA_real_
    all(
      takes_observations(a), takes_cluster(a), optional(a, "conf.level", takes_probability),
      optional(a, "variance", takes_choice(c("delong", "frequency"))), takes_whole_weights(a),
      optional(a, "R", takes_number(2, whole = TRUE)), is.null(a$fold), is.null(a$weights_model),
      if (anyNA(forecasts)) NA else if (all(forecasts >= 0 & forecasts <= 1)) TRUE else NA
    )
  },
  roc_ci = function(a, call) {
    all(
      # Only some numbers take it; only some are known by replicate weights.
      if (given(a, "R") || inherits(call$arguments$weight, "svyrep.design")) NA else TRUE,
      takes_observations(a, several = TRUE), takes_what(call), takes_cluster(a), takes_design(a),
      optional(a, "conf.level", takes_probability),
      optional(a, "variance", takes_choice(variances[1:3])), takes_whole_weights(a)
    )
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
  roc_dominates = function(a, call) takes_two_curves(a, call),
  roc_cost_auc = function(a, call) {
    all(
      takes_curve(a$curve, call$untouched("curve"),
                  if (is.null(a$prior)) needs_weights else needs_rates),
      takes_problems(a, "one")
    )
  },
  roc_cost_curve = function(a, call) {
    takes_curve(a$curve, call$untouched("curve"), needs_thresholds)
  },
  roc_expected_cost = function(a, call) {
    all(takes_curve(a$curve, call$untouched("curve"), needs_rates),
        optional(a, "density", function(x) {
          if (call$untouched("density")) TRUE else takes_density(x, as_function = TRUE, by_prior = FALSE)
        }))
  },
  roc_from_tally = function(a, call) {
    takes_tally(a$tally, call$untouched("tally"), call$edits[["tally"]])
  },
  roc_gain = function(a, call) {
    all(takes_curve(a$curve, call$untouched("curve"), needs_rates),
        optional_or_null(a, "share", takes_numbers(0, 1)), takes_priors(a))
  },
  roc_gini = function(a, call) {
    all(takes_curve(a$curve, call$untouched("curve"), needs_rates), takes_priors(a))
  },
  roc_h = function(a, call) {
    all(takes_curve(a$curve, call$untouched("curve"), needs_rates), takes_priors(a),
        optional(a, "density", function(x) {
          if (call$untouched("density")) TRUE else takes_density(x, as_function = TRUE)
        }))
  },
  roc_hull = function(a, call) takes_curve(a$curve, call$untouched("curve"), needs_rates),
  roc_influence = function(a, call) all(takes_observations(a, several = TRUE), takes_what(call)),
  roc_isocost = function(a, call) {
    points <- c(is.null(a$FPR), is.null(a$TPR))
    all(
      takes_curve(a$curve, call$untouched("curve"),
                  if (is.null(a$prior)) needs_weights else needs_rates),
      takes_problems(a, "more"),
      optional_or_null(a, "FPR", takes_numbers(0, 1)),
      optional_or_null(a, "TPR", takes_numbers(0, 1)),
      optional_or_null(a, "risk", takes_risks),
      points[[1L]] == points[[2L]], all(points) || is.null(a$risk), has_finite_slope(a),
      all(points) || length(a$FPR) == length(a$TPR)
    )
  },
  roc_measure = function(a, call) {
    place <- a[c("threshold", "FPR", "TPR", "share")]
    place <- place[!vapply(place, is.null, NA)]
    taken <- all(optional(a, "measure", takes_choice(c(all_measures, "lift"))), length(place) == 1L)
    if (!isTRUE(taken)) return(taken)
    measure <- if (given(a, "measure")) a$measure[[1L]] else "TPR"
    by_rate <- names(place) != "threshold"
    at_rate <- list(FPR = c("TPR", "FNR"), TPR = c("FPR", "TNR"), share = c("TPR", "FNR", "PPV", "lift"))
    costs <- a[intersect(cost_names, names(a))]
    all(
      if (by_rate) takes_number(0, 1, names(place) == "share")(place[[1L]])
      else takes_numbers(lengths = 1L)(place[[1L]]),
      if (measure == "NB") all(as.double(unclass(place[[1L]])) >= 0, as.double(unclass(place[[1L]])) < 1)
      else TRUE,
      if (by_rate) measure %in% at_rate[[names(place)]] else measure != "lift",
      optional_or_null(a, "prior", takes_probability),
      measure %in% measures_with_prior || names(place) == "share" || is.null(a$prior),
      if (measure == "risk") vapply(costs, takes_number(), NA) else length(costs) == 0L
    )
  },
  roc_measures = function(a, call) {
    all(takes_curve(a$curve, call$untouched("curve"), needs_weights), takes_priors(a))
  },
  roc_pr = function(a, call) {
    all(takes_curve(a$curve, call$untouched("curve"), needs_weights), takes_priors(a),
        optional_or_null(a, "recall", takes_numbers(0, 1)))
  },
  roc_prg = function(a, call) {
    all(takes_curve(a$curve, call$untouched("curve"), needs_weights), takes_priors(a))
  },
  roc_pr_auc = function(a, call) {
    all(takes_curve(a$curve, call$untouched("curve"), needs_weights), takes_priors(a))
  },
  roc_merge = function(a, call) {
    dots <- a[setdiff(names(a), "points")]
    if (!call$untouched("...")) {
      return(if (isTRUE(call$edits[["..."]] %in% names(cut_edits))) FALSE else NA)
    }
    all(length(dots) > 0L, optional_or_null(a, "points", takes_number(1, whole = TRUE)))
  },
  roc_neyman_pearson = function(a, call) {
    all(
      takes_curve(a$curve, call$untouched("curve")), is.null(a$max_FPR) != is.null(a$max_FNR),
      optional_or_null(a, "max_FPR", takes_numbers(0, 1)),
      optional_or_null(a, "max_FNR", takes_numbers(0, 1))
    )
  },
  roc_constrained = function(a, call) {
    bounds <- a[intersect(names_of_bounds, names(a))]
    bounds <- bounds[!vapply(bounds, is.null, NA)]
    given <- c(bounds, if (!is.null(a$prior)) list(prior = a$prior))
    taken <- all(
      takes_curve(a$curve, call$untouched("curve"), needs_weights), length(bounds) > 0L,
      vapply(bounds, takes_numbers(0, 1), NA), optional_or_null(a, "prior", takes_values_of_prior)
    )
    if (!isTRUE(taken)) return(taken)
    are_alike(lengths(given))
  },
  roc_net_benefit = function(a, call) {
    calibrated <- if (given(a, "calibrated")) a$calibrated else FALSE
    all(
      takes_curve(a$curve, call$untouched("curve")), optional(a, "threshold", takes_thresholds_below_1),
      optional_or_null(a, "prior", takes_values_of_prior), optional(a, "standardize", takes_flag),
      optional(a, "calibrated", takes_flag),
      if (isTRUE(calibrated)) TRUE else if (isFALSE(calibrated)) is_of_probabilities(a, call) else NA
    )
  },
  roc_net_benefit_ci = function(a, call) {
    all(
      takes_observations(a, several = TRUE), takes_cluster(a),
      optional(a, "threshold", takes_thresholds_below_1), optional_or_null(a, "prior", takes_probability),
      optional(a, "standardize", takes_flag), optional(a, "difference", takes_flag),
      optional(a, "type", takes_choice(c("pointwise", "simultaneous"))),
      optional(a, "conf.level", takes_probability),
      optional(a, "variance", takes_choice(c("delong", "frequency", "bootstrap"))), takes_whole_weights(a),
      takes_bootstrap(a), if (identical(a$variance, "bootstrap") || !is.null(a$R)) NA else TRUE,
      if (is.null(a$weights_model)) TRUE else NA, if (is.null(a$fold)) TRUE else FALSE,
      if (isTRUE(a$difference)) length(columns_of(a$guess)) > 1L else TRUE, has_probabilities(a)
    )
  },
  roc_reject = function(a, call) {
    reject <- a$cost_reject
    taken <- all(takes_curve(a$curve, call$untouched("curve"), needs_weights), takes_numbers()(reject),
                 takes_problems(a))
    if (!isTRUE(taken)) return(taken)
    costs <- costs_of(a)
    given <- c(a[intersect(c(cost_names, "prior"), names(a))], list(reject))
    given <- lengths(given[!vapply(given, is.null, NA)])
    reject <- as.double(unclass(reject))
    if (any(!is.finite(reject)) || !are_alike(given)) return(FALSE)
    all(reject >= costs$TP, reject >= costs$TN)
  },
  roc_optimal = function(a, call) {
    all(takes_curve(a$curve, call$untouched("curve")), takes_problems(a),
        optional(a, "midpoints", takes_flag))
  },
  roc_optimal_ci = function(a, call) {
    all(takes_observations(a), takes_problems(a, one = TRUE), takes_cluster(a),
        optional(a, "variance", takes_choice(c("delong", "frequency"))), takes_whole_weights(a),
        optional(a, "conf.level", takes_probability), is.null(a$fold), takes_weights_model(a),
        optional(a, "R", takes_number(2, whole = TRUE)))
  },
  roc_partial = function(a, call) {
    all(
      is.null(a$FPR) != is.null(a$TPR),
      optional_or_null(a, "FPR", takes_wide_interval), optional_or_null(a, "TPR", takes_wide_interval),
      optional(a, "standardize", takes_choice(c("none", "range", "mcclish")))
    )
  },
  roc_partial_auc = function(a, call) {
    intervals <- if (is.null(a$FPR)) a$TPR else a$FPR
    standardize <- if (given(a, "standardize")) a$standardize else "none"
    taken <- all(
      takes_curve(a$curve, call$untouched("curve"), needs_rates),
      is.null(a$FPR) || is.null(a$TPR),
      optional_or_null(a, "FPR", takes_intervals), optional_or_null(a, "TPR", takes_intervals),
      optional(a, "standardize", takes_choice(c("none", "range", "mcclish")))
    )
    if (!isTRUE(taken) || is.null(intervals) || identical(standardize[[1L]], "none")) return(taken)
    ends <- ends_of(intervals)
    all(ends$low < ends$high)
  },
  roc_plot = function(a, call) if (all(vapply(names(a), call$untouched, NA))) TRUE else NA,
  roc_plot_scores = function(a, call) {
    taken <- all(takes_observations(a), optional_or_null(a, "threshold", takes_numbers()))
    # There may be no score with a weight that is not too large to draw.
    if (isTRUE(taken) && any(abs(unclass(a$guess)) >= 1e100)) NA else taken
  },
  roc_risk = function(a, call) {
    all(takes_curve(a$curve, call$untouched("curve"), needs_weights), takes_problems(a, ""))
  },
  roc_summary = function(a, call) takes_summary(a, call),
  roc_tally = function(a, call) {
    if (!all(vapply(c("guess", "label", "weight"), call$untouched, NA))) return(NA)
    if (given(a, "min_count") && !is.null(a$min_count)) return(NA)
    all(optional_or_null(a, "points", takes_number(1, whole = TRUE)),
        if (call$untouched("positive") && !given(a, "na.rm")) TRUE else NA)
  },
  roc_tally_sql = function(a, call) {
    if ("positive" %in% names(a) && is.null(a$positive)) return(FALSE)
    if (is.numeric(a$breaks) && is.unsorted(a$breaks, strictly = TRUE)) return(FALSE)
    if (all(vapply(names(a), call$untouched, NA))) TRUE else NA
  },
  roc_tally_table = function(a, call) {
    takes_tally(a$tally, call$untouched("tally"), call$edits[["tally"]])
  },
  roc_thin = function(a, call) {
    all(takes_curve(a$curve, call$untouched("curve"), needs_rates),
        optional_or_null(a, "points", takes_number(2, whole = TRUE)),
        optional(a, "drop", takes_flag))
  },
  weighted_roc = function(a, call) takes_fit(a, call)
)

names_of_bounds <- c("max_FPR", "max_FNR", "min_TPR", "max_share", "min_PPV")

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
  if (!call$untouched("curve")) return(NA)
  curves <- if (is.null(call$world$parts)) list(a$curve) else lapply(call$world$parts, `[[`, "curve")
  all(vapply(curves, function(curve) {
    scores <- utils::head(as.double(curve$threshold), -1L)
    all(scores >= 0 & scores <= 1)
  }, NA))
}

has_probabilities <- function(a) {
  columns <- columns_of(a$guess)
  if (is.null(columns)) columns <- list(a$guess)
  all(vapply(columns, function(score) {
    score <- as.double(unclass(score))
    all(score >= 0 & score <= 1, na.rm = TRUE)
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

takes_risks <- function(x) all(takes_numbers()(x), is.finite(as.double(x)))

# A tally with rows cut by hand is none.
takes_tally <- function(x, untouched, edit = NULL) {
  if (untouched) return(TRUE)
  if (!is.null(edit) && edit %in% names(cut_edits)) return(FALSE)
  if (!is.data.frame(x) || !is.list(x)) FALSE else NA
}
