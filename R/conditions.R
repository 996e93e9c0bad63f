# The one place that raises. Every error has the class wroc_error_<kind>, then
# wroc_error, then error; its fields say what is wrong where.

raise <- function(kind, message, ..., call = user_call()) {
  class <- c(paste0("wroc_error_", kind), "wroc_error", "error", "condition")
  stop(structure(list(message = message, call = call, ...), class = class))
}

# The outermost call of this package that leads to a frame.
user_call <- function(frame = sys.nframe()) {
  call <- sys.call(user_frame(frame)$number)
  # A method's call as its user wrote it.
  is_method <- is.symbol(call[[1L]]) && grepl("^(weighted_roc|roc_observations|roc_tally)[.]", call[[1L]])
  if (is_method) call[[1L]] <- as.name(sub("[.].*", "", call[[1L]]))
  call
}

# The number of the frame of that call, and that of its caller; nothing without one. Following the calling frames, not
# the stack, keeps a promise's caller out of it: WeightedAUC(WeightedROC(bad)) blames WeightedROC(bad).
user_frame <- function(frame) {
  parents <- parents_of_frames()
  result <- list()
  package <- topenv()
  while (frame > 0L) {
    of_package <- identical(topenv(environment(sys.function(frame))), package)
    if (of_package) result <- list(number = frame, caller = parents[[frame]])
    frame <- parents[[frame]]
  }
  result
}

# A handler that R calls has no caller: its parent is 0, and in R 4.6 itself.
parents_of_frames <- function() {
  parents <- sys.parents()
  parents[parents >= seq_along(parents)] <- 0L
  parents
}

# A warning of the class wroc_warning_<kind>, behind the class by which another package knows it. Warnings of one
# expression of this package are one warning of a call, see classed().
warn <- function(kind, message, ..., known_as = NULL) {
  class <- c(known_as, paste0("wroc_warning_", kind), "wroc_warning", "warning", "condition")
  warning(structure(list(message = message, call = user_call(), ..., text = message,
                         source = substitute(message)), class = class))
}

# A part of what was given: `one` says where a condition arose, `many` is what several such parts are called, `shown`
# tells it from the others, and `fields` are those of the condition.
part_of <- function(one, many, shown, ...) list(one = one, many = many, shown = shown, fields = list(...))

part_of_group <- function(name, group) {
  by <- in_backticks(name)
  part_of(sprintf("In group `%s` of %s:", group, by), paste("groups of", by), sprintf("`%s`", group),
          group = group)
}

# Gives warnings: those of one expression, in whatever groups, scores or times, as one that lists them.
emit <- function(warnings) {
  sources <- vapply(warnings, function(warning) {
    paste(c(class(warning)[[1L]], deparse(warning$source)), collapse = " ")
  }, "")
  for (same in split(warnings, factor(sources, unique(sources)))) warning(joined_warning(same))
}

joined_warning <- function(same) {
  joined <- same[[1L]]
  if (length(same) == 1L) return(joined)
  fields <- setdiff(unique(unlist(lapply(same, names))), c("message", "call", "text", "source"))
  joined[fields] <- lapply(fields, function(field) do.call(c, lapply(same, `[[`, field)))
  texts <- unique(vapply(same, `[[`, "", "text"))
  joined$places <- joined$places[!duplicated(vapply(joined$places, `[[`, "", "one"))]
  joined$message <- if (length(joined$places) > 1L) {
    words_of_places(joined$places, joined$text, length(texts) > 1L)
  } else {
    paste(c(joined$places[[1L]]$one, joined$text), collapse = " ")
  }
  joined
}

# The text of a warning at several places; an example where its numbers differ.
words_of_places <- function(places, text, differs) {
  limit <- 6L
  shown <- vapply(places, `[[`, "", "shown")
  nouns <- places[[1L]]$many
  sprintf("%s %s %s%s (%s%s)%s: %s", if (identical(nouns, "times")) "At" else "In", number(length(places)),
          if (length(nouns) > 1L) "combinations of " else "", paste(nouns, collapse = " and "),
          paste(utils::head(shown, limit), collapse = ", "),
          if (length(shown) > limit) sprintf(" and %s more", number(length(shown) - limit)) else "",
          if (differs) sprintf(", for example %s", shown[[1L]]) else "", text)
}

# Gives back what the Rust side returned, or raises what it reports, by another name of the argument that it concerns
# if one is given.
unwrap <- function(result, label = NULL, argument = NULL) {
  class <- oldClass(result)
  if (!is.null(class) && class[[1L]] == "wroc_failure") {
    failure <- unclass(result)
    for (field in intersect(c("argument", "column", "right"), names(failure))) {
      if (failure[[field]] %in% names(names_of_core)) failure[[field]] <- names_of_core[[failure[[field]]]]
    }
    if (!is.null(argument)) failure$argument <- argument
    raise_failure(failure, label)
  }
  result
}

# The core's names of arguments and columns, where R has others.
names_of_core <- c(
  scores = "guess", labels = "label", weights = "weight", times = "time", tpr = "TPR", fpr = "FPR", ppv = "PPV",
  false_negative = "FN", false_positive = "FP", true_negative = "TN", cost_false_positive = "cost_FP",
  cost_false_negative = "cost_FN", cost_true_positive = "cost_TP", cost_true_negative = "cost_TN",
  max_fpr = "max_FPR", max_fnr = "max_FNR", min_tpr = "min_TPR", min_ppv = "min_PPV", min_npv = "min_NPV",
  level = "conf.level", replicates = "R", at_times = "times", test_level = "sig.level", area = "auc",
  area_right = "area", positives = "n", complete = "df.complete", estimate = "results", std_error = "std.error"
)

raise_failure <- function(failure, label) {
  if (failure$kind %in% c("labels", "one_class")) {
    failure$value <- as_given(failure$value, label)
  }
  if (failure$kind == "option") failure["value"] <- options(failure$argument)
  # Of observations, only the score is known.
  if (failure$kind == "forecast" && is.null(failure$argument)) {
    failure <- c(failure[!names(failure) %in% c("column", "position")], list(argument = "guess"))
  }
  of_words <- c("kind", "single", "range", "nearest", "of_shares", "right", "must_exceed", "least", "whole")
  fields <- failure[!names(failure) %in% if (failure$kind == "unreachable") "kind" else of_words]
  kind <- if (failure$kind == "ascending") c("range", "interval") else failure$kind
  do.call(raise, c(list(kind, failure_message(failure)), fields))
}

# Changes an error of `value` before it is raised.
amended <- function(value, change) {
  withCallingHandlers(value, wroc_error = function(error) stop(change(error)))
}

# Errors and warnings of `value` tell where they arose.
in_place <- function(value, at) {
  withCallingHandlers(
    amended(value, function(error) do.call(with_place, c(list(error, at$one), at$fields))),
    wroc_warning = function(result) {
      warning(warning_in(result, at))
      invokeRestart("muffleWarning")
    }
  )
}

warning_in <- function(result, at) {
  more <- max(1L, length(result$places))
  result[names(at$fields)] <- lapply(at$fields, rep, more)
  result$places <- if (length(result$places) == 0L) list(at) else lapply(result$places, function(inner) {
    list(one = paste(at$one, inner$one), many = c(at$many, inner$many), shown = paste(at$shown, inner$shown))
  })
  result$message <- if (length(result$places) > 1L) {
    paste(at$one, result$message)
  } else {
    paste(result$places[[1L]]$one, result$text)
  }
  result
}

# An error that tells where it arose: in a field, and in words about it.
with_place <- function(error, words, ...) {
  place <- list(...)
  error[names(place)] <- place
  error$message <- paste(words, error$message)
  error
}

# An error that has the user's names for arguments. Their own names are the names of `names`.
renamed <- function(error, names) {
  for (name in names(names)) {
    if (identical(error$argument, name)) error$argument <- names[[name]]
    error$message <- gsub(sprintf("`%s`", name), sprintf("`%s`", names[[name]]), error$message,
                          fixed = TRUE)
  }
  error
}

failure_message <- function(failure) {
  failure$of_curve <- column_of_curve(failure$column, failure$argument)
  of_repetition <- if (is.null(failure$repetition)) "" else sprintf(" of repetition %s", number(failure$repetition))
  with(failure, switch(
    kind,
    empty = "There are no observations: `label` has length 0.",
    missing = missing_message(failure),
    ascending = ,
    range = sprintf("`%s` must be %s: %s is %s.%s", argument, range, place_of_value(failure),
                    number_with(value, function(read) value == nearest || read != nearest),
                    if (of_shares) percent(value) else ""),
    interval = if (value[[1L]] == value[[2L]]) {
      sprintf("`%s` must not be empty for a partial AUC: it is %s at both ends.", argument, number(value[[1L]]))
    } else {
      sprintf("`%s` must ascend: it goes from %s.", argument,
              paste(distinct_numbers(value), collapse = " to "))
    },
    costs = sprintf("`%s` must be %s `%s`, the cost of the right answer: %sthey are %s.", argument,
                    if (must_exceed) "more than" else "at least", right,
                    if (single) "" else sprintf("in element %s ", number(position)),
                    paste(distinct_numbers(c(value, least)), collapse = " and ")),
    weight = sprintf("`weight` must be %s: element %s is %s.",
                     if (is.null(failure$whole)) "finite and >= 0" else "whole numbers for variance = \"frequency\"",
                     number(position), distinct_numbers(value)),
    labels = sprintf(
      "`label` must hold two values out of %s, not %s%s.%s",
      "{-1, 1}, {0, 1} or {1, 2}, logicals, or a factor with two levels in use",
      paste(quoted(value), collapse = ", "), if (more) ", ..." else "",
      if (isTRUE(failure$swapped)) are_they_swapped else way_to_round(value, "label")
    ),
    one_class = sprintf(
      "`label` must hold both classes: there is only one label value, %s.", quoted(value)
    ),
    no_weight = sprintf(
      "`weight` must be positive for an observation of each class: the %s class has weight 0.",
      class_name
    ),
    overflow = sprintf(
      "`weight` must have a finite sum in each class: that of the %s class exceeds %s.",
      class_name, number(.Machine$double.xmax)
    ),
    counts = sprintf(
      "`weight` must count no more than %s observations in a class: the %s class has %s.",
      sprintf("%.0f", most), class_name, sprintf("%.0f", value)
    ),
    fold = paste0(
      sprintf("`fold` must have %s classes in each fold: in fold %s%s %s has weight 0.",
              if (startsWith(class_name, "class")) "all" else "both", quoted(value), of_repetition,
              sub("^(positive|negative)$", "the \\1 class", class_name)),
      if (!startsWith(class_name, "class")) {
        " After leaving one out, and for small folds, `average = \"pooled\"` compares all predictions."
      }
    ),
    cluster = sprintf(
      "`fold` must not split clusters: element %s%s is in a different fold from others of its cluster.",
      number(position), of_repetition
    ),
    time = time_message(failure),
    divergence = "`censoring` must be a model with finite coefficients: there is no finite estimate of one.",
    status = sprintf("`status` must be 0, 1 or 2: element %s is %s.", number(position), number(value)),
    length = sprintf(
      paste("`weights_model` must have fewer coefficients than there are observations, or clusters, with an",
            "influence: it has %s, of %s."),
      number(length), number(expected)
    ),
    forecast = forecast_message(failure),
    tally = if (is.null(failure$score)) {
      sprintf("`%s` must be a tally: ascending scores, weights that are finite and >= 0, scores >= 1.", argument)
    } else {
      sprintf("`%s` must have sums of weights: those of `%s` at score %s match no weights.", argument, column,
              number(score))
    },
    type = sprintf("`%s` is not a valid result of roc_measure(): %s.", argument,
                   detail),
    option = sprintf(
      "Option `%s` must be a whole number from 1 to 1024, not %s.", argument,
      if (is.numeric(value) && own_length(value) == 1L) number(value) else described(value)
    ),
    memory = sprintf("Could not allocate %s bytes of memory.", number(bytes)),
    too_many_rows = sprintf(
      "The curve would have %s rows; a data.frame can have at most %s.",
      number(rows), number(.Machine$integer.max)
    ),
    too_few_rows = sprintf("`%s` must have at least two rows, not %s.", argument, number(rows)),
    infinite = sprintf("%s must be finite: row %s is %s.", of_curve, number(position), number(value)),
    increasing = sprintf(
      "%s must not increase: it goes from %s at row %s.%s", of_curve,
      paste(distinct_numbers(c(previous, value)), collapse = " to "), number(position),
      if (argument != "tpr.fpr" && value == 1) several_curves else ""
    ),
    decreasing = sprintf(
      "%s must not decrease: it goes from %s at row %s.", of_curve,
      paste(distinct_numbers(c(previous, value)), collapse = " to "), number(position)
    ),
    ends = sprintf(
      "%s must be %s in the %s row of a whole curve: row %s is %s.", of_curve,
      distinct_numbers(c(expected, value))[[1L]],
      if (position == 1) "first" else "last", number(position), distinct_numbers(c(expected, value))[[2L]]
    ),
    curve = sprintf("%s must agree with the points: it does not from row %s to the next.", of_curve, number(position)),
    disagree = sprintf(
      "%s does not agree with the weights beside it: row %s is %s, by `%s` it is %s.",
      of_curve, number(position), distinct_numbers(c(value, expected))[[1L]],
      if (column == "TPR") "FN" else "FP", distinct_numbers(c(value, expected))[[2L]]
    ),
    sprintf("Internal error, please report it: %s", detail)
  ))
}

place_of_value <- function(failure) if (failure$single) "it" else sprintf("element %s", number(failure$position))

# A number that is above 1 by rounding is not in percent.
percent <- function(x) {
  if (x <= 1 + 1e-6 || x > 100) return("")
  sprintf(" Is it in percent? %s %% is %s.", in_code(x), in_code(signif(x / 100, 15L)))
}

missing_message <- function(failure) {
  position <- number(failure$position)
  if (!is.null(failure$range)) {
    sprintf("`%s` must not be missing: %s is %s.", failure$argument, place_of_value(failure), failure$value)
  } else if (!is.null(failure$column)) {
    sprintf("%s must not be missing: row %s is NA or NaN.", failure$of_curve, position)
  } else if (failure$argument == "guess") {
    sprintf("ROC curve undefined for NA guess: element %s of `guess` is NA or NaN.", position)
  } else {
    sprintf("`%s` must not be missing: element %s is NA or NaN.", failure$argument, position)
  }
}

time_message <- function(failure) {
  value <- number(failure$value)
  switch(
    failure$argument,
    time = sprintf("`time` must be >= 0: element %s is %s.", number(failure$position), value),
    censoring = sprintf(
      paste("`censoring` must be a curve that is known until the times asked for: it is above 0 until %s, and",
            "element %s is followed to %s. Times can be at most %s."),
      number_within(failure$last, `<=`), number(failure$position), value, number_within(failure$last, `<=`)
    ),
    if (is.null(failure$share)) {
      sprintf("`t` must be a time at which there are cases and controls: at %s there are no %s. %s", value,
              if (failure$class_name == "positive") "cases" else "controls", possible_times(failure))
    } else {
      not_followed_message(failure)
    }
  )
}

# Weights stand for those who are censored only where somebody is followed for longer.
not_followed_message <- function(failure) {
  stratum <- failure$stratum
  sprintf(
    "`t` must be a time to which somebody is followed%s: at %s nobody%s is. Censoring loses %s%% of %s. %s",
    if (is.null(stratum)) "" else " in each stratum", number(failure$value),
    if (is.null(stratum)) "" else sprintf(" of stratum `%s`", stratum), number(100 * failure$share, 3L),
    if (is.null(stratum)) "the weight" else "its weight", possible_times(failure)
  )
}

# From the first event to the last time with an estimate.
possible_times <- function(failure) {
  if (is.infinite(failure$first)) {
    "The event occurs at no time."
  } else if (is.infinite(failure$last) && failure$first == 0) {
    "`t` can be any time above 0."
  } else if (is.infinite(failure$last)) {
    sprintf("`t` can be %s or more.", number_within(failure$first, `>=`))
  } else if (failure$first > failure$last || failure$last == 0 || failure$first == failure$last && !failure$closed) {
    "There is no such time."
  } else {
    sprintf("`t` can be in %s%s, %s%s.", if (failure$first == 0) "(" else "[",
            number_within(failure$first, `>=`), number_within(failure$last, `<=`), if (failure$closed) "]" else ")")
  }
}

# With as many digits as it takes to be on that side of the number itself.
number_within <- function(x, is_within) number_with(x, function(read) is_within(read, x))

# For a curve the message names the row, for observations only the score.
forecast_message <- function(failure) {
  value <- number_outside(failure$value, function(x) x >= 0 & x <= 1)
  if (is.null(failure$column)) {
    sprintf("`%s` must be probabilities, between 0 and 1: one is %s.", failure$argument, value)
  } else {
    sprintf("%s must be probabilities, between 0 and 1: row %s is %s.", failure$of_curve,
            number(failure$position), value)
  }
}

column_of_curve <- function(column, argument) {
  sprintf("Column `%s` of `%s`", column, argument)
}

several_curves <- " If it holds several curves, give them one by one."

number <- function(x, digits = 6L) {
  whole <- is.finite(x) && x == round(x) && abs(x) < 1e15
  format(x, digits = digits, scientific = !whole && is.finite(x) && abs(x) > 1e15,
         decimal.mark = ".")
}

# A number or a word as it is written in code, with the digits that it takes to read it again.
in_code <- function(x) {
  if (is.numeric(x)) number_with(x, function(read) identical(read, as.double(x))) else quoted(x)
}

# A number outside of a range, with the digits that it takes to see that.
number_outside <- function(x, is_inside) number_with(x, function(read) !isTRUE(is_inside(read)))

# A number with so few digits that `is_enough` for what is read.
number_with <- function(x, is_enough) {
  for (digits in c(6L, 15L, 17L)) {
    text <- number(x, digits)
    if (!is.finite(x) || is_enough(as.numeric(text))) break
  }
  text
}

# Numbers with as many digits as it takes to see which differ, from each other and from whole numbers.
distinct_numbers <- function(x) {
  for (digits in c(6L, 15L, 17L)) {
    texts <- vapply(x, number, "", digits)
    read <- suppressWarnings(as.numeric(texts))
    shows_whole <- is.numeric(x) && all((read == round(read)) == (x == round(x)), na.rm = TRUE)
    if (!is.numeric(x) || anyDuplicated(texts) <= anyDuplicated(x) && shows_whole) break
  }
  texts
}
