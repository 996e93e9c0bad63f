# Observations of several classes, each with a score of its own, and the areas that these have.

# A list of models, each a list with a score for each class, by the names that they were given, and their
# `names` in results, NULL for one that was given alone.
models_of <- function(guess) {
  if (is_fit(guess)) raise_type("guess", "a matrix or data.frame of scores", guess)
  if (!is_list(guess)) {
    return(list(models = list(scores_of_classes(guess, "guess")), names = NULL))
  }
  if (length(guess) == 0L) raise("empty", "`guess` must have at least one matrix.", argument = "guess")
  names <- names_of_scores(guess)
  models <- Map(function(one, name) scores_of_classes(one, sprintf("guess[[\"%s\"]]", name)), guess, names)
  classes <- lapply(models, names)
  other <- match(FALSE, vapply(classes, setequal, NA, classes[[1L]]))
  if (!is.na(other)) {
    message <- sprintf("All matrices of `guess` must have columns of the same classes: `%s` and `%s` do not.",
                       names[[1L]], names[[other]])
    raise("names", message, argument = "guess", score = names[[other]])
  }
  list(models = lapply(unname(models), `[`, classes[[1L]]), names = names)
}

scores_of_classes <- function(guess, what) {
  if (length(dim(guess)) != 2L) {
    raise_type("guess", "a matrix or data.frame with a column for each class, or a list of these", guess)
  }
  scores <- columns_as_list(guess)
  classes <- names(scores)
  if (length(scores) < 2L) {
    raise("too_few", sprintf("`%s` must have a column for each of two classes or more, not %d.", what,
                             length(scores)), argument = "guess", expected = 2L)
  }
  if (is.null(classes) || anyNA(classes) || !all(nzchar(classes)) || anyDuplicated(classes)) {
    raise("names", sprintf("The columns of `%s` must have the names of the classes, each its own.", what),
          argument = "guess")
  }
  scores
}

# As models_of(), one after the other where there are several repetitions: a matrix for each of these, or a list of
# such lists for several classifiers.
models_in_folds <- function(guess, repetitions) {
  if (repetitions == 1L) {
    return(models_of(guess))
  }
  several <- is_list(guess) && length(guess) > 0L && all(vapply(guess, is_list, NA))
  classifiers <- if (several) guess else list(guess)
  for (one in classifiers) {
    if (!is_list(one) || length(one) != repetitions) {
      message <- sprintf(paste(
        "`guess` must be a list with a matrix for each of the %d repetitions that `fold` has. Several",
        "classifiers are a list of such lists."
      ), repetitions)
      raise("length", message, argument = "guess", length = if (is_list(one)) length(one) else 1L,
            expected = repetitions)
    }
  }
  of <- models_of(do.call(c, unname(lapply(classifiers, unname))))
  list(models = of$models, names = if (several) names_of_scores(guess))
}

# As observations_of() has them, with codes of the classes from 0 on for labels, and in folds if there are any.
observations_of_classes <- function(guess, label, weight, cluster, na.rm, fold = NULL) {
  if (missing(guess)) raise_absent("guess")
  if (!is.null(fold)) {
    if (missing(label)) raise_absent("label")
    fold <- check_fold(fold, label)
  }
  of <- models_in_folds(guess, max(1L, length(fold)))
  classes <- names(of$models[[1L]])
  codes <- function(guess, label, positive) codes_of_classes(label, classes)
  observed <- observations_of(do.call(c, of$models), label, weight, cluster, NULL, na.rm, classes = codes,
                              designs = is.null(fold))
  missing <- match(TRUE, is.na(observed$label))
  if (!is.na(missing)) {
    message <- sprintf("`label` must not be missing: element %s is NA. %s", number(missing),
                       "`na.rm = TRUE` leaves such observations out.")
    raise("missing", message, argument = "label", position = missing)
  }
  observed$classes <- classes
  observed$models <- of$names
  if (!is.null(fold)) observed <- with_folds(observed, fold, FALSE, na.rm)
  refuse_empty_class(observed)
  for (repetition in seq_along(fold)) refuse_fold_without_class(observed, repetition)
  observed
}

refuse_fold_without_class <- function(observed, repetition) {
  folds <- observed$folds
  rows <- length(observed$label)
  codes <- folds$codes[(repetition - 1L) * rows + seq_len(rows)]
  weights <- observed$weights
  counts <- if (is.null(weights)) TRUE else is.na(weights) | weights != 0
  cells <- tabulate((codes * length(observed$classes) + observed$label + 1L)[counts],
                    folds$numbers[[repetition]] * length(observed$classes))
  empty <- match(0L, cells) - 1L
  if (is.na(empty)) {
    return()
  }
  fold <- folds$values[[repetition]][[empty %/% length(observed$classes) + 1L]]
  class <- observed$classes[[empty %% length(observed$classes) + 1L]]
  of_several <- length(folds$numbers) > 1L
  message <- sprintf("`fold` must have all classes in each fold: in fold %s%s class %s has weight 0.",
                     quoted(fold), if (of_several) sprintf(" of repetition %d", repetition) else "",
                     quoted(class))
  of_fold <- list("fold", message, argument = "fold", value = fold)
  do.call(raise, c(of_fold, if (of_several) list(repetition = repetition)))
}

# How they vary: `given` says of arguments whether they were.
classes_in_ways <- function(observed, label, cluster, variance, weights_model, given) {
  refuse_in_design(observed, given[c("cluster", "variance", "weights_model")])
  if (given[["fold"]]) check_ways_in_folds(variance, weights_model)
  check_counts(observed, variance, any(given[c("variance", "weights_model", "fold")]))
  observed$variance <- variance
  observed$links <- check_weights_model(weights_model, label, cluster, variance == "delong",
                                        "with a bootstrap or counts")
  observed
}

codes_of_classes <- function(label, classes) {
  if (!is.atomic(label) || !is_plain(label)) {
    raise_type("label", "a vector or a factor", label, way_to_column(label))
  }
  if (is.factor(label)) check_codes(label, "label")
  codes <- match(as.character(label), classes) - 1L
  unknown <- match(TRUE, is.na(codes) & !is.na(label))
  if (!is.na(unknown)) {
    message <- sprintf("`label` must be one of the columns of `guess`, %s: element %s is %s.",
                       paste(quoted(classes), collapse = ", "), number(unknown),
                       quoted(as.character(label[[unknown]])))
    raise("labels", message, argument = "label", position = unknown, value = label[[unknown]],
          expected = classes)
  }
  codes
}

refuse_empty_class <- function(observed) {
  weights <- observed$weights
  counts <- if (is.null(weights)) TRUE else is.na(weights) | weights != 0
  empty <- match(0L, tabulate(observed$label[counts] + 1L, length(observed$classes)))
  if (!is.na(empty)) {
    message <- sprintf("Class %s must have an observation of positive weight.",
                       quoted(observed$classes[[empty]]))
    raise("no_weight", message, argument = "label", value = observed$classes[[empty]])
  }
}

# How the areas of all models vary together, the first model's first, as spread_in() has it, and their `rows` with
# intervals.
areas_of_classes <- function(observed, conf.level, pairs = FALSE) {
  request <- c(list(classes = length(observed$classes), level = conf.level, pairs = pairs),
               ways_of(observed, observed$variance))
  if (!is.null(observed$design)) {
    request$design <- classes_in_design(observed)[c("covariance", "most")]
  }
  found <- found_of_classes(observed, classes_spread(scored(observed, observed$variance), request))
  found$spread$covariance <- matrix(found$spread$covariance, length(found$spread$values))
  found
}

# What a shim found, or its error; one about a fold says in which repetition that is.
found_of_classes <- function(observed, found) {
  about_observations(observed, {
    if (inherits(found, "wroc_failure") && found$kind %in% c("fold", "cluster")) {
      found$score <- (found$score - 1) %/% length(observed$classes) + 1
      found <- in_repetition(found, observed$folds)
    }
    of_observations(found, observed$scores[[1L]], observed$label)
  })
}

# The same `rows` and the `covariance` of them by `R` replicates.
areas_of_replicates_of_classes <- function(observed, conf.level, R) {
  request <- list(classes = length(observed$classes), level = conf.level, seed = seed_of_replicates(),
                  number = R)
  found <- found_of_classes(observed, classes_bootstrap(scored(observed, "bootstrap"), request))
  rows <- unclass(found$rows)
  if (all(utils::head(found$units, -1L) > 1)) {
    check_replicates_left(found$left, R, conf.level)
  } else {
    # Of one observation of a class there is nothing to draw.
    rows[c("std.error", "conf.low", "conf.high")] <- NA_real_
    found$covariance[] <- NA_real_
  }
  warn_of_lost_replicates(found$left, R)
  number <- length(rows$estimate)
  rows <- lapply(rows, rep_len, number)
  list(rows = c(rows, list(df = rep(NA_real_, number))), covariance = matrix(found$covariance, number),
       effective = found$effective)
}

# How the areas vary by a survey design.
classes_in_design <- function(observed) {
  models <- split(observed$scores, (seq_along(observed$scores) - 1L) %/% length(observed$classes))
  found_by <- function(weights) {
    found <- lapply(unname(models), function(scores) {
      of_model <- replace(observed, c("scores", "weights", "cluster"), list(scores, weights, NULL))
      of_model <- classes_influences(scored(of_model, "delong"))
      about_observations(observed, of_observations(of_model, scores[[1L]], observed$label))
    })
    list(values = unlist(lapply(found, `[[`, "values")),
         influences = unlist(lapply(found, `[[`, "influences")))
  }
  covariance_of_columns(observed, found_by)
}
