# Predictions of a cross-validation: an area is the mean of the folds' areas, and of repetitions.

# As observations_of(), with what says of `folds` how the scores are averaged. `scores` has all
# repetitions of the first score, then of the second.
observations_in_folds <- function(x, label, weight, cluster, positive, na.rm, fold, pooled) {
  fold <- check_fold(fold, label)
  repeated <- length(fold) > 1L
  args <- if (repeated) about_argument("x", repetitions_of(x, length(fold))) else list(scores = x)
  observations <- observations_of(args$scores, label, weight, cluster, positive, na.rm, designs = FALSE)
  if (repeated) observations$names <- args$names
  with_folds(observations, fold, pooled, na.rm)
}

# Numbers that are means over folds have no other variances.
check_ways_in_folds <- function(variance, weights_model) {
  refuse_ways("folds", c(weights_model = !is.null(weights_model)))
  if (!variance %in% c("delong", "jackknife")) {
    message <- sprintf(paste("Cross-validated measures do not support `variance = %s`;",
                             "use \"delong\" or \"jackknife\"."), quoted(variance))
    raise("choice", message, argument = "variance", value = variance)
  }
}

without_folds <- "without `fold`"

# A vector for each repetition.
check_fold <- function(fold, label) {
  fold <- without_integer64(fold, "fold", way_of_names)
  columns <- if (is_list(fold)) {
    fold
  } else if (length(dim(fold)) == 2L) {
    columns_as_list(fold)
  } else {
    list(fold)
  }
  if (length(columns) == 0L) {
    raise("empty", "`fold` must have a column for each repetition, and at least one.", argument = "fold")
  }
  for (column in columns) {
    if (!is.atomic(column) || is.null(column) || !is_plain(column)) {
      raise_type("fold", "a vector, or one for each repetition", column)
    }
    check_same_length("fold", column, label)
    if (is.factor(column)) check_codes(column, "fold")
  }
  lapply(unname(columns), as.vector)
}

# One after the other, with the names of the scores.
repetitions_of <- function(guess, number) {
  scores <- if (is_list(guess) && any(vapply(guess, are_several, NA))) guess else list(guess)
  each <- lapply(scores, function(score) {
    columns <- list_of_scores(score)
    must <- "have a prediction for each of the %d repetitions that `fold` has, in columns or in a list"
    check_length(columns, "guess", number, sprintf(must, number),
                 " Several scores are a list of such matrices.")
    unname(columns)
  })
  names <- if (!identical(scores, list(guess))) names_of_scores(scores)
  flat <- unlist(each, recursive = FALSE)
  if (!is.null(names)) {
    names(flat) <- sprintf("%s[%d]", rep(names, each = number), rep_len(seq_len(number), length(flat)))
  }
  list(scores = flat, names = names)
}

# Which comparisons there are: within folds, or, pooled, all.
with_folds <- function(observations, fold, pooled, na.rm) {
  if (!is.null(observations$kept)) fold <- lapply(fold, `[`, observations$kept)
  missing <- Reduce(`|`, lapply(fold, is.na))
  if (any(missing)) {
    if (!na.rm) refuse_missing(missing, "fold")
    observations <- only(observations, which(!missing))
    fold <- lapply(fold, `[`, !missing)
  }
  values <- lapply(fold, unique)
  # A single fold leaves no comparisons out.
  if (length(values) == 1L && length(values[[1L]]) == 1L) return(observations)
  codes <- Map(match, fold, values)
  if (pooled) {
    values <- lapply(values, function(of_fold) of_fold[1L])
    codes <- lapply(codes, pmin, 1L)
  }
  observations$sampling$folds <- list(values = values, numbers = lengths(values),
                         codes = unlist(codes, use.names = FALSE) - 1L, pooled = pooled)
  observations
}

# The folds of some rows, by the folds that occur in them.
folds_of_rows <- function(folds, rows) {
  codes <- matrix(folds$codes, ncol = length(folds$values))[rows, , drop = FALSE]
  codes <- lapply(seq_len(ncol(codes)), function(repetition) codes[, repetition])
  left <- lapply(codes, unique)
  list(values = Map(function(values, left) values[left + 1L], folds$values, left), numbers = lengths(left),
       codes = unlist(Map(match, codes, left), use.names = FALSE) - 1L, pooled = folds$pooled)
}

# The mean curve of each score, with the mean TPR of folds and repetitions at each FPR, or the curve of all
# predictions where they are pooled.
curves_over_folds <- function(observations) {
  repetitions <- length(observations$sampling$folds$numbers)
  first <- seq(1L, length(observations$scores), by = repetitions)
  lapply(first, function(k) {
    of_score <- replace(observations, "scores", list(observations$scores[k - 1L + seq_len(repetitions)]))
    if (observations$sampling$folds$pooled) {
      repeated <- function(x) if (!is.null(x)) rep(x, repetitions)
      return(about_observations(observations, {
        observed_curve(unlist(lapply(of_score$scores, as.vector)), repeated(observations$label),
                       repeated(observations$weights))
      }, 1L))
    }
    result_of_scores(of_score, folds_curve(of_score))
  })
}

# A pointwise band of the mean curve: its TPR at each FPR is a mean over folds, with the interval of such
# means.
band_over_folds <- function(observations, spec) {
  refuse_ways("mean curve", c(simultaneous = spec$type != "pointwise", other_rate = spec$by != "FPR"))
  quantities <- check_measure(roc_measure("TPR", FPR = spec$at))
  rows <- intervals_of_rows(observations, quantities, spec)
  at <- rep_len(spec$at, nrow(rows))
  # Every curve ends at (1, 1).
  low <- ifelse(at == 1, 1, rows$conf.low)
  band <- as_frame(list(FPR = at, TPR = rows$estimate, conf.low = low, conf.high = rows$conf.high),
                   nrow(rows))
  with_names(band, if (!is.null(observations$names)) rep(observations$names, each = length(spec$at)))
}

# A failure about folds has the user's name of the fold, and says in which repetition.
in_repetition <- function(failure, folds) {
  if (failure$kind %in% c("fold", "cluster")) {
    repetitions <- length(folds$numbers)
    repetition <- (or(failure$score, 1) - 1) %% repetitions + 1
    if (failure$kind == "fold") failure$value <- folds$values[[repetition]][[failure$value]]
    failure$score <- NULL
    if (repetitions > 1L) failure$repetition <- repetition
  }
  failure
}
