# Fits by group. Every group has a fit; that of a group without a curve has NA for every number, and
# `absent` says why: its kind and message are those of the error that the group alone is.

# `part(rows)` is what `fit()` makes a fit of. `keys` has a row for each level of `by` where several
# variables make the groups, whose names `name` has. `observe(part)` makes the observations of a group without a curve
# where there are any.
group_places <- function(by, name, settings, part, fit, keys = NULL, observe = NULL) {
  if (is.character(by)) by <- readable(as.vector(by))
  groups <- values_of_groups(by)
  names <- as.character(groups)
  # A level may be NA.
  group_of_row <- factor(match(as.character(by), names), seq_along(names))
  parts <- lapply(unname(split(seq_along(by), group_of_row)), part)
  fits <- lapply(seq_along(parts), function(i) {
    fit_or_error(in_place(fit(parts[[i]]), part_of_group(name, names[[i]])))
  })
  names(fits) <- names
  if (!is.null(keys)) groups <- rows_of(keys, match(names, levels(by)))
  fits_by_group(fits, parts, groups, name, settings, observe)
}

# A fit, or the error that prevented a curve; other errors are raised.
fit_or_error <- function(fit) {
  tryCatch(fit, wroc_error_one_class = identity, wroc_error_no_weight = identity,
           wroc_error_empty = identity, wroc_error_time = identity)
}

# `fits` has, by the groups' names, what fit_or_error() gave, of `parts`.
fits_by_group <- function(fits, parts, groups, name, settings, observe) {
  without <- vapply(fits, inherits, NA, "wroc_error")
  if (all(without)) stop(fits[[1L]])
  if (any(without)) {
    warn_without_curve(fits[without], length(fits), name)
    like <- fits[[match(FALSE, without)]]
    fits[without] <- Map(function(error, part) fit_without_curve(like, error, part, observe), fits[without],
                         parts[without])
  }
  structure(list(call = settings$call, by = name, groups = groups, fits = fits, format = 1L),
            class = "weighted_roc_by")
}

warn_without_curve <- function(errors, groups, name) {
  limit <- 6L
  reasons <- vapply(utils::head(errors, limit), why_no_curve, "")
  message <- sprintf(
    "%s of %s groups of %s have no curve, and NA in all results that need one: %s%s.", number(length(errors)),
    number(groups), in_backticks(name),
    paste(sprintf("`%s` (%s)", names(reasons), reasons), collapse = ", "),
    if (length(errors) > limit) sprintf(" and %s more", number(length(errors) - limit)) else ""
  )
  warn("no_curve", message, group = names(errors))
}

why_no_curve <- function(error) {
  switch(kind_of(error),
    one_class = sprintf("all labels are %s", quoted(error$value)),
    no_weight = sprintf("the %s class has weight 0", error$class_name),
    empty = "no observations",
    time = if (is.null(error$class_name)) {
      "not followed to the time"
    } else if (error$class_name == "positive") {
      "no case"
    } else {
      "no control"
    }
  )
}

kind_of <- function(error) sub("^wroc_error_", "", class(error)[[1L]])

# As the fit `like` of another group, with the group's own observations.
fit_without_curve <- function(like, error, part, observe) {
  like$curves <- lapply(like$curves, unknown_rows)
  if (!is.null(like$areas)) like$areas <- unknown_rows(like$areas)
  if (!is.null(observe) && inherits(error, kinds_of_one_class)) {
    like$observations <- observe(part)
    like$observations$without_curve <- TRUE
  } else if (!is.null(like$observations$label)) {
    own <- c(part[c("scores", "label", "weights")], list(names = names(like$curves), kept = part$rows))
    like$observations <- structure(own, class = "roc_rows")
  }
  like$absent <- list(kind = kind_of(error), message = conditionMessage(error), group = error$group)
  like
}

has_curve <- function(fit) is.null(fit$absent)

kinds_of_one_class <- c("wroc_error_one_class", "wroc_error_no_weight")

is_of_one_class <- function(fit) isTRUE(kept_observations(fit)$without_curve)

# Returns whether a fit without a curve may have any of some measures: mean losses need none.
has_losses_of <- function(fit, measures) is_of_one_class(fit) && any(exist_in_one_class(measures))

# The group of each observation, NA for those without the measures.
groups_that_have <- function(fits, measures) {
  factor(fits$group, names(Filter(function(fit) has_curve(fit) || has_losses_of(fit, measures), fits$fits)))
}

# Every request to a fit without a curve raises the error of its group.
check_has_curve <- function(fit) {
  check_format(fit$format, "The fit")
  if (!has_curve(fit)) {
    raise(fit$absent$kind, fit$absent$message, argument = fit$response, group = fit$absent$group)
  }
}

# Fits and tallies outlive the session that made them.
check_format <- function(format, noun) {
  if (!identical(format, 1L)) {
    words <- "%s has format %s, which this version of WeightedROC cannot read: make it again, or update it."
    result <- if (is.numeric(format) && length(format) == 1L) number(format) else class(format)[[1L]]
    message <- sprintf(words, noun, if (is.null(format)) "0" else result)
    raise("version", message, found = format, expected = 1L)
  }
}

# The answer of a fit, or for each group.
for_each_fit <- function(fit, answer, ...) {
  if (inherits(fit, "weighted_roc_by")) for_each_group(fit, answer, ...) else answer(fit, ...)
}

# The answer for each group, the group in front.
for_each_group <- function(fits, answer, ..., measures = list()) {
  bound_groups(fits, answers_of_groups(fits, answer, ..., measures = measures))
}

bound_groups <- function(fits, answers) bound_with_keys(answers, function(i) keys_of_group(fits, i))

# The answer for each group, by its name. `by_row` says whether an answer has a row for each observation, and
# `measures` what it is about.
answers_of_groups <- function(fits, answer, ..., by_row = FALSE, measures = list()) {
  each <- fits$fits
  answers <- lapply(seq_along(each), function(i) {
    fit <- each[[i]]
    result <- function() in_place(answer(fit, ...), part_of_group(fits$by, names(each)[[i]]))
    if (has_curve(fit)) {
      result()
    } else if (has_losses_of(fit, measures)) {
      tryCatch(in_one_class(result(), NULL), wroc_error_unsupported = function(error) NULL)
    }
  })
  names(answers) <- names(each)
  known <- !vapply(answers, is.null, NA)
  like <- answers[known][[1L]]
  answers[!known] <- lapply(each[!known], function(fit) {
    if (!by_row) return(unknown_as(like, fit))
    none <- rep(NA_integer_, nobs.weighted_roc(fit))
    if (is.data.frame(like)) rows_of(like, none) else like[none, , drop = FALSE]
  })
  answers
}

# NA for every number of an answer.
unknown_as <- function(like, fit) {
  if (is.data.frame(like)) {
    unknown_rows(like)
  } else if (is_fit(like)) {
    fit
  } else if (is.list(like)) {
    unknown <- setdiff(names(like), "null.value")
    like[unknown] <- lapply(unclass(like)[unknown], unknown_as, fit)
    like
  } else {
    if (is.numeric(like) || is.logical(like)) like[] <- NA
    like
  }
}

# A row of NA for each score, or whatever else rows are about.
unknown_rows <- function(rows) {
  frame <- plain_frame(rows)
  keys <- intersect(c("score", "score1", "score2", "measure", "term", "Parameter"), names(frame))
  places <- if (length(keys) > 0L) which(!duplicated(frame[keys])) else 1L
  unknown <- rows_of(frame, rep(NA_integer_, length(places)))
  unknown[keys] <- rows_of(frame[keys], places)
  unknown
}

# The values of the variables that make the groups, of one of them.
keys_of_group <- function(fits, i) {
  keys <- if (is.data.frame(fits$groups)) as.list(rows_of(fits$groups, i)) else list(fits$groups[i])
  structure(keys, names = fits$by)
}

values_of_groups <- function(by) {
  if (is.factor(by)) {
    check_codes(by, "by")
    return(factor(levels(by)[tabulate(by, nlevels(by)) > 0], levels(by)))
  }
  # Dates stay dates. Numbers that are written alike are one group, as in a factor.
  values <- unique(if (is.object(by)) by else as.vector(by))
  values <- sort(values, method = if (is.character(by)) "radix" else "auto")
  values[!duplicated(as.character(values))]
}

# The groups of a model: the expression and its value, if there are any.
groups_by <- function(expression, value) {
  if (!is.null(value)) list(by = value, by_name = name_of_group(expression))
}

name_of_group <- function(expression) {
  if (is.symbol(expression)) as.character(expression) else "group"
}

# Groups of a data.frame grouped by dplyr, in dplyr's order.
groups_of_frame <- function(data, by) {
  if (!inherits(data, "grouped_df")) return(NULL)
  if (!is.null(by)) refuse_arguments("by", "accepted with grouped data, which have groups of their own")
  names <- setdiff(names(attr(data, "groups")), ".rows")
  keys <- as_frame(structure(lapply(names, function(name) .subset2(data, name)), names = names), nrow(data))
  for (key in keys) check_by(key, nrow(keys))
  if (length(names) == 1L) list(by = keys[[1L]], by_name = names) else groups_of_keys(keys)
}

# Several variables make the groups that occur. All of them together identify a level.
groups_of_keys <- function(keys) {
  code <- codes_of_keys(keys)
  code[!stats::complete.cases(keys)] <- NA
  first <- which(!duplicated(code) & !is.na(code))
  first <- first[do.call(order, c(unname(as.list(rows_of(keys, first))), method = "radix"))]
  distinct <- rows_of(keys, first)
  levels <- make.unique(readable(do.call(paste, c(lapply(distinct, as.character), sep = "."))))
  list(by = factor(levels[match(code, code[first])], levels), by_name = names(keys), by_keys = distinct)
}

check_by <- function(by, size, noun = "observations") {
  if (is.null(by)) return()
  several <- " Combine several variables with `by = interaction(a, b)`."
  if (!is.atomic(by) || is.raw(by) || is.complex(by) || !is_plain(by)) {
    raise_type("by", "a vector of groups", by, if (is.list(by)) several else "")
  }
  check_length(by, "by", size, sprintf("have a group for each of the %s %s", number(size), noun),
               if (length(by) > size) several else "")
}

# The answer from rows of observations, or for each group of them. `what` needs observations.
for_samples <- function(observations, quantities, answer, ...) UseMethod("for_samples")

#' @exportS3Method
for_samples.default <- function(observations, quantities, answer, ...) raise_without_observations(quantities)

#' @exportS3Method
for_samples.weighted_roc_by <- function(observations, quantities, answer, ...) {
  for_each_group(observations, function(fit) for_samples(fit$observations, quantities, answer, ...))
}

#' @exportS3Method
for_samples.roc_rows <- function(observations, quantities, answer, ...) answer(observations, ...)
