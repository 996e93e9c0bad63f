# Observations, as R's functions and the compiled library take them.

# A list with `scores`, one or more, by the names that they were given; their `names` in results, NULL
# for a single vector; `label`; `weights`, NULL where all are 1; `sampling`, see sampled(); and `kept`, which of the
# observations are left where `na.rm` left some out. roc_tally() adds the `groups` of its clusters. Values are checked
# in Rust, in the pass that reads them anyway.
#
# `several`: whether there may be more than one score; `classes`: what makes the label of what was
# given; `designs`: whether weights may be a survey design. `argument`: what the scores are called where
# they were given.
observations_of <- function(x, label, weight, cluster, positive, na.rm, several = TRUE,
                            classes = classes_of_label, designs = TRUE, argument = "x") {
  several <- several && (is.list(x) || !is.null(dim(x)))
  design <- if (designs && is.object(weight) && is_design(weight)) weight
  if (is.object(label)) label <- without_integer64(label, "label")
  if (!is.null(design)) {
    check_design(design, "weight")
    used <- rows_in_use(design)
    label <- label_in_design(label, used)
    weight <- weights_in_design(design)
  } else if (is.object(weight)) {
    weight <- without_integer64(weight, "weight")
  }
  observations <- list(
    scores = if (several) about_argument(argument, list_of_scores(x)) else list(x),
    names = if (several) names_of_scores(x),
    label = classes(x, label, positive),
    weights = weight,
    sampling = list(cluster = if (!is.null(cluster)) check_cluster(cluster, label),
                    variance = if (is.object(weight)) variance_by_class(weight)),
    argument = argument, given = length(label)
  )
  size <- length(label)
  if (!all(vapply(observations$scores, is_bare, NA, size))) {
    observations$scores[] <- for_each_score(observations, function(score) {
      score <- without_integer64(score, "guess")
      check_score(score, label)
      score
    })
  }
  if (!is.null(weight) && !is_bare(weight, size)) check_weight(weight, label)
  if (!is.null(design)) observations <- in_design(observations, design, used)
  if (!identical(na.rm, FALSE) && check_flag(na.rm, "na.rm")) observations <- without_missing(observations)
  if (!is.null(observations$sampling$cluster)) {
    observations$sampling[c("cluster", "clusters")] <- codes_of_clusters(observations$sampling$cluster)
  }
  if (is.object(observations$label)) with_outcome(observations) else observations
}

# The library calls scores `guess`, as WeightedROC() does.
about_argument <- function(argument, value) {
  amended(value, function(error) renamed(error, c(guess = argument)))
}

# Completes `sampling`, how the observations were sampled, as shims take it: the `variance`, which the user has
# `chosen` or not; `cluster`, codes from 0 on, and how many `clusters` there are; `folds`, see with_folds(); and
# `links`, see with_links(). R alone reads the `models` of the weights, see check_weights_model(), and a survey
# `design`, of `rows`, of which those `in_design` are in use; its known_covariance() is added as `known`. Checks how
# these go together.
sampled <- function(observations, variance, chosen) {
  observations$sampling$variance <- variance
  sampling <- observations$sampling
  if (!is.null(sampling$folds)) check_ways_in_folds(variance, sampling$models)
  check_counts(observations, variance, chosen || !is.null(sampling$folds) || !is.null(sampling$models))
  if (!is.null(sampling$models)) observations <- with_links(observations)
  class(observations) <- "roc_rows"
  observations
}

# Leaves out what is not known in full, for all scores alike.
without_missing <- function(observations) {
  args <- c(observations$scores, observations[c("label", "weights")], observations$sampling["cluster"])
  args <- args[!vapply(args, is.null, NA)]
  missing <- Reduce(`|`, lapply(args, function(x) is.na(if (is_outcome(x)) x else as.vector(x))))
  if (!any(missing)) return(observations)
  only(observations, which(!missing))
}

# Some of the observations.
only <- function(observations, rows) {
  left <- function(x) if (is.factor(x) || is_outcome(x)) x[rows] else if (!is.null(x)) as.vector(x)[rows]
  observations$kept <- if (is.null(observations$kept)) rows else observations$kept[rows]
  observations$scores <- lapply(observations$scores, left)
  for (name in c("label", "weights", "groups")) observations[[name]] <- left(observations[[name]])
  observations$sampling <- sampling_of_rows(observations$sampling, rows)
  if (is.null(observations$outcome)) return(with_links(observations))
  weighed(observations, rows_of_outcome(observations$outcome, rows))
}

# By the clusters and folds that occur in these rows.
sampling_of_rows <- function(sampling, rows) {
  sampling[c("cluster", "clusters")] <- codes_of_clusters(sampling$cluster[rows])
  sampling$in_design <- sampling$in_design[rows]
  if (!is.null(sampling$folds)) sampling$folds <- folds_of_rows(sampling$folds, rows)
  sampling
}

# Applies a function to each score.
for_each_score <- function(observations, value) {
  lapply(seq_along(observations$scores), function(j) {
    about_observations(observations, value(observations$scores[[j]]), j)
  })
}

# An error of a score says which of several it is, one of missing values what to do about them. Arguments have
# the names that they have where they were given.
about_observations <- function(observations, value, score = NULL) {
  frame <- sys.nframe()
  amended(value, function(error) {
    if (inherits(error, "wroc_error_missing")) {
      way <- way_of_missing(observations, error$argument, or(or(score, error$score), 1L), frame)
      error$message <- paste(error$message, way)
    } else if (inherits(error, "wroc_error_empty") && !is.null(observations$kept)) {
      error$message <- "There are no observations: every row has a missing value."
    }
    score <- or(or(score, error$score), 1L)
    error$score <- NULL
    about_score <- identical(error$argument, "guess")
    error <- renamed(error, c(guess = observations$argument, label = observations$response))
    if (about_score && !is.null(observations$names)) in_score(error, observations, score) else error
  })
}

# Says what to do about a missing value.
way_of_missing <- function(observations, argument, score, frame) {
  part <- switch(argument, guess = observations$scores[[score]], label = observations$label,
                 weight = observations$weights)
  made <- if (!is.null(part) && is.null(observations$kept)) {
    maker_of_missing(if (argument == "guess") or(observations$argument, "guess") else argument,
                     match(argument, c("guess", "label", "weight")), part, frame)
  }
  if (is.null(made)) "`na.rm = TRUE` leaves such observations out." else check_expression(made)
}

in_score <- function(error, observations, score) {
  score <- as.integer(score)
  name <- names(observations$scores)[score]
  if (length(name) == 0L || is.na(name) || !nzchar(name)) {
    return(with_place(error, sprintf("In column %d of `%s`:", score, observations$argument), score = score))
  }
  if (is.null(observations$argument)) return(about_named_score(error, name))
  with_place(error, sprintf("In score `%s`:", name), score = name)
}

# In a formula a score has its own name, and no argument is for it.
about_named_score <- function(error, name) {
  error$score <- name
  renamed(error, c(guess = name))
}

# The label as it is where it says itself which class is positive, else TRUE and FALSE.
classes_of_label <- function(guess, label, positive) {
  if (is.null(positive) && is_bare(label, length(label))) return(larger_as_positive(label))
  positive <- check_positive(positive)
  if (is_outcome(label)) {
    refuse_positive_of_outcome(positive)
    return(label)
  }
  if (is.null(positive)) {
    if (is.character(label) && is_one_column(label)) {
      refuse_several_words(label)
      raise_text_label(label)
    }
    check_label(label)
    return(larger_as_positive(label))
  }
  check_any_label(label)
  is_positive <- as.vector(label) == positive
  values <- unique(as.vector(label)[!is.na(label)])
  if (length(values) > 0L) check_two_values(values, positive)
  # The only value, for messages.
  structure(is_positive, value = if (length(values) == 1L) values)
}

# Two numbers that are no encoding of the core become TRUE and FALSE. It checks all other labels.
larger_as_positive <- function(label) {
  if (!is.numeric(label) || all(is.na(label))) return(label)
  ends <- c(min(label, na.rm = TRUE), max(label, na.rm = TRUE))
  if (!all(is.finite(ends)) || ends[[1L]] == ends[[2L]]) return(label)
  for (encoding in label_encodings) if (all(ends == encoding)) return(label)
  is_positive <- as.vector(label == ends[[2L]])
  if (all(is_positive | label == ends[[1L]], na.rm = TRUE)) is_positive else label
}

check_two_values <- function(values, positive) {
  if (!positive %in% values) raise_no_value(positive, values)
  if (length(values) > 2L) {
    way <- if (is.numeric(values) && is_rounded(values)) {
      "Some differ by rounding: `round(label)`."
    } else {
      "Leave out the rows of other classes."
    }
    message <- sprintf("`label` must have two values when `positive` is given, not %s: %s. %s",
                       number(length(values)), listed(values), way)
    raise("labels", message, argument = "label", value = utils::head(values, 6L))
  }
}

raise_no_value <- function(positive, values) {
  message <- sprintf("`positive = %s` is not a value of `label`; its values are %s.", quoted(positive),
                     listed(values))
  raise("labels", message, argument = "positive", value = positive)
}

# A few values, as they are written.
listed <- function(values) {
  few <- utils::head(values, 6L)
  paste0(paste(quoted(few), collapse = ", "), if (length(values) > length(few)) ", ...")
}

# Which of two words is the positive one can't be known.
raise_text_label <- function(label) {
  words <- quoted(c(unique(as.vector(label)[!is.na(label)]), "yes", "no")[1:2])
  message <- sprintf(paste(
    "`label` must say which value is positive; strings do not:",
    "give `positive = %s`, or `positive = %s`."
  ), words[[1L]], words[[2L]])
  raise("type", message, argument = "label", expected = "positive", found = "character")
}
