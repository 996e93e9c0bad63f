# A formula and its data give scores, label, weights, clusters and groups.

# The call of the `method` for a formula, which may have either name and stand anywhere among the arguments; NULL
# without a formula.
call_of_formula <- function(call, x_is_formula, method) {
  place <- match(c("formula", if (x_is_formula) "x"), names(call), nomatch = 0L)
  if (any(place > 0L)) {
    names(call)[max(place)] <- "formula"
    call[[1L]] <- method
    call
  }
}

# The expressions on both sides of a formula, by their names.
expressions_of <- function(formula, data) {
  if (!inherits(formula, "formula") || length(formula) != 3L) {
    raise("type", "`formula` must be a formula with two sides, `label ~ score`.",
          argument = "formula", expected = "a formula with two sides", found = class(formula))
  }
  data <- names_in(data)
  check_label_in_formula(formula[[2L]])
  check_scores_in_formula(formula, data)
  scores <- expressions_of_terms(terms_in(formula, data))
  if (length(scores) == 0L) raise_no_scores(formula)
  list(label = formula[[2L]], scores = scores)
}

# A column has its own name, without the backticks of the formula; any other score is named after its expression.
expressions_of_terms <- function(terms) {
  labels <- attr(terms, "term.labels")
  expressions <- lapply(labels, str2lang)
  structure(expressions, names = unlist(Map(function(expression, label) {
    if (is.symbol(expression)) as.character(expression) else label
  }, expressions, labels)))
}

raise_no_scores <- function(formula, arithmetic = NULL) {
  message <- "`formula` must name scores on its right, `label ~ score1 + score2`."
  if (!is.null(arithmetic)) {
    # An interaction of a formula is a sequence elsewhere.
    arithmetic <- do.call(substitute, list(arithmetic, list(`:` = quote(`*`))))
    message <- sprintf("%s Write arithmetic in I(): `label ~ I(%s)`.", message,
                       paste(deparse(arithmetic), collapse = " "))
  }
  raise_in_formula(message, formula[[3L]])
}

raise_in_formula <- function(message, result) {
  raise("type", message, argument = "formula", expected = "label ~ score", found = deparse(result))
}

# The columns that a point in a formula stands for. The values may be anything, and are not looked at.
names_in <- function(data) {
  if (!is.null(data)) {
    names <- if (is.environment(data)) ls(data) else names(data)
    names <- names[!is.na(names) & nzchar(names)]
    as_frame(structure(vector("list", length(names)), names = names), 0L)
  }
}

terms_in <- function(formula, data) {
  or_else(stats::terms(formula, data = data), function(error) {
    raise("type", sprintf("`formula` can't be read: %s", conditionMessage(error)),
          argument = "formula")
  })
}

operator_of <- function(expression) {
  if (!is.call(expression)) return("")
  name <- expression[[1L]]
  # survival::strata
  if (is.call(name) && length(name) == 3L) name <- name[[3L]]
  if (is.symbol(name)) as.character(name) else ""
}

# The left side is one expression, whose operators are R's own. Those that join two labels are refused.
check_label_in_formula <- function(label) {
  operator <- operator_of(label)
  words <- in_words(label)
  if (operator %in% c("||", "&&")) raise_elementwise(label)
  if (operator %in% c("~", ":", "cbind")) {
    message <- sprintf("The left side of `formula` must be one label, not `%s`.", words)
    if (operator == "cbind") {
      message <- paste(message, "Give a row for each class, with its counts as `weights`.")
    }
    raise_in_formula(message, label)
  }
  if (operator %in% c("(", "|", "&", "!")) for (side in as.list(label)[-1L]) check_label_in_formula(side)
}

# The right side has scores with `+` between them. R's formulas read other operators in another way than is meant:
# `a - b` is `a` there, and so is `a^2`; `a | g` is TRUE where one of them is not 0.
check_scores_in_formula <- function(formula, data) {
  right <- formula[[3L]]
  operator <- operator_of(right)
  sides <- as.list(right)[-1L]
  if (is.character(right)) {
    raise_in_formula(sprintf("Scores are written without quotes: `%s ~ %s`.", in_words(formula[[2L]]),
                             right[[1L]]), right)
  }
  if (is.numeric(right) && !right %in% c(0, 1)) raise_no_scores(formula)
  if (operator %in% c("*", "/", "^", ":", "%in%")) raise_no_scores(formula, right)
  if (operator == "|") raise_bar(formula[[2L]], right)
  if (operator %in% c("||", "&&", "&")) raise_elementwise(right)
  if (operator == "~") raise_in_formula("`formula` must have one `~`: `label ~ score1 + score2`.", right)
  # `a + b > 2` is one score.
  are_sums <- vapply(sides, operator_of, "") %in% c("+", "-") & lengths(sides) == 3L
  if (operator %in% c("<", ">", "<=", ">=", "==", "!=", "!") && any(are_sums)) raise_no_scores(formula, right)
  if (operator %in% names(places_of_terms)) raise_term(right, operator)
  if (operator %in% c("+", "-", "(")) {
    # Numbers other than those for an intercept, which curves do not have.
    if (any(vapply(sides, function(side) is.numeric(side) && !side %in% c(0, 1), NA))) raise_no_scores(formula, right)
    for (side in sides) check_scores_in_formula(replace(formula, 3L, list(side)), data)
    # All terms of the last side must be in the one before it, if there is one.
    of_side <- function(side) attr(terms_in(replace(formula, 3L, list(side)), data), "term.labels")
    labels <- lapply(sides, of_side)
    is_removed <- labels[[length(labels)]] %in% unlist(labels[-length(labels)])
    if (operator == "-" && !all(is_removed)) raise_no_scores(formula, right)
  }
}

# The arguments in whose place other packages have terms.
places_of_terms <- c(cluster = "cluster", frailty = "cluster", strata = "by", offset = NA)

raise_term <- function(term, operator) {
  instead <- if (is.na(places_of_terms[[operator]])) {
    "leave it out, or add it to a score in I()"
  } else {
    sprintf("use the argument `%s = %s`", places_of_terms[[operator]], in_words(grouping_in(term[-1L])))
  }
  raise_in_formula(sprintf("`%s` is not a score: %s.", in_words(term), instead), term)
}

# Other packages write groups behind a bar, and units with several rows as `(1 | id)`.
raise_bar <- function(label, bar) {
  group <- in_words(grouping_in(bar[-(1:2)]))
  message <- if (is.numeric(bar[[2L]])) {
    sprintf("`%s` is not a score. Rows that belong together are clusters: `cluster = %s`.", in_words(bar), group)
  } else {
    sprintf("`|` does not make groups: use `%s ~ %s, by = %s`. Write a logical score in I(): `I(%s)`.",
            in_words(label), in_words(bar[[2L]]), group, in_words(bar))
  }
  raise_in_formula(message, bar)
}

# One variable, or the groups that several make.
grouping_in <- function(parts) {
  parts <- as.list(parts)
  while (any(joined <- vapply(parts, operator_of, "") %in% c("+", "*", ":", "/", "("))) {
    parts <- unlist(lapply(parts, function(part) {
      if (operator_of(part) %in% c("+", "*", ":", "/", "(")) as.list(part)[-1L] else part
    }))
  }
  if (length(parts) == 1L) parts[[1L]] else as.call(c(list(quote(interaction)), parts))
}

raise_elementwise <- function(expression) {
  operator <- operator_of(expression)
  expression[[1L]] <- as.symbol(substr(operator, 1L, 1L))
  message <- sprintf("`%s` in `formula` does not join scores. Write a logical expression in I(): `I(%s)`.", operator,
                     in_words(expression))
  raise_in_formula(message, expression)
}

# Evaluates an expression of the user's among the columns of the data.
among <- function(expression, data, formula, argument = "formula") {
  columns <- if (is.environment(data)) mget(intersect(all.names(expression), names(data)), data) else data
  value <- or_else(eval(expression, columns, environment(formula)), function(error) {
    message <- sprintf("`%s` can't be computed: %s", argument, conditionMessage(error))
    raise("column", message, argument = argument)
  })
  if (argument != "formula") {
    if (is.null(value)) refuse_null(expression, argument, user_frame(sys.nframe())$number)
    refuse_name_of_column(value, data, argument)
  }
  value
}

# Columns are written as they are in a formula, not as strings, nor behind `~`.
refuse_name_of_column <- function(value, data, argument) {
  name <- if (inherits(value, "formula")) {
    expression_in(value, argument)
  } else if (is.character(value) && length(value) == 1L) {
    intersect(value, names(data))
  }
  if (length(name) > 0L) {
    message <- sprintf("`%s` must be an expression of the columns, %s: `%s = %s`.", argument,
                       "without quotes or `~`", argument, name[[1L]])
    raise("type", message, argument = argument, expected = "an expression", found = class(value))
  }
}

# `survival` has the arguments that survival times have.
variables_of <- function(formula, data, survival, fold = NULL) {
  expressions <- expressions_of(formula, data)
  scores <- lapply(expressions$scores, among, data, formula)
  label <- among(expressions$label, data, formula)
  label <- label_at_times(label, survival, data, environment(formula), in_words(formula[[2L]]))
  if (!is.null(fold)) fold <- check_fold(fold, label)
  whole <- length(fold) > 1L || !is.null(times_of_label(label))
  with_scores_in_folds(list(label = label), if (whole) scores else single_scores(scores), fold)
}

# Answers find the scores of a fit by their names.
unique_names <- function(scores) {
  names <- names(scores)
  if (is.null(names)) names <- character(length(scores))
  blank <- is.na(names) | !nzchar(names)
  names[blank] <- if (length(scores) > 1L) paste0("score", which(blank)) else "score"
  names(scores) <- make.unique(readable(names))
  scores
}

# Texts whose bytes are no text, which R can't put in order, as they are shown.
readable <- function(texts) {
  bytes <- Encoding(texts) == "bytes"
  if (any(bytes)) Encoding(texts)[bytes] <- "unknown"
  unreadable <- !validEnc(texts)
  texts[unreadable] <- encodeString(texts[unreadable])
  enc2utf8(texts)
}

# A matrix or data.frame among the scores stands for its columns.
single_scores <- function(scores) {
  # A column that is a list is no score.
  are_columns <- function(score) !is_list(score) && are_several(score)
  several <- vapply(scores, are_columns, NA)
  if (!any(several)) return(scores)
  result <- lapply(names(scores), function(name) {
    score <- scores[[name]]
    if (!are_columns(score)) return(scores[name])
    columns <- list_of_scores(score)
    names(columns) <- names_by_expression(score, name)
    columns
  })
  do.call(c, result)
}

# Numbers alone, such as those of poly(), say nothing: the expression stands in front, as in coefficients.
names_by_expression <- function(score, expression) {
  names <- names_of_scores(score)
  sizes <- grepl("^[0-9.]+$", names)
  names[sizes] <- if (length(names) == 1L) expression else paste0(expression, names[sizes])
  names
}

# Returns the expression behind `~`. Groups of several variables are those that occur; clusters are those of the first stage.
expression_in <- function(formula, argument) {
  right <- formula[[length(formula)]]
  variables <- all.vars(right)
  if (length(variables) == 0L) {
    character()
  } else if (argument == "by" && length(variables) > 1L && identical(right[[1L]], quote(`+`))) {
    sprintf("interaction(%s)", paste(variables, collapse = ", "))
  } else if (argument == "cluster") {
    variables[[1L]]
  } else {
    in_words(right)
  }
}

# The rows that `subset` selects: TRUE, or row numbers.
rows_in_subset <- function(subset, rows) {
  subset <- without_integer64(subset, "subset")
  if (is.logical(subset) && length(subset) == rows) return(which(subset))
  if (is.numeric(subset) && !anyNA(subset) && all(subset == round(subset)) &&
        (all(subset >= 1 & subset <= rows) || all(subset <= -1 & subset >= -rows))) {
    return(seq_len(rows)[subset])
  }
  message <- sprintf("`subset` must be TRUE or FALSE for each of the %s rows, or row numbers.",
                     number(rows))
  raise("subset", message, argument = "subset", expected = rows, length = length(subset))
}

# Some rows of each vector of a model. Vectors of another length have checks of their own.
model_rows <- function(model, rows) {
  size <- length(model$label)
  pick <- function(x) if (length(x) == size) x[rows] else x
  for (part in c("label", "weights", "cluster", "by")) model[part] <- list(pick(model[[part]]))
  model$scores <- lapply(model$scores, pick)
  if (!is.null(model$fold)) model$fold <- lapply(model$fold, pick)
  model$rows <- model$rows[rows]
  model
}

# Leaves out the observations that miss something, or raises an error that counts them, with a `hint`. `made` gives
# the expression of a part that has made missing values.
complete_model <- function(model, leave_out, hint, made = function(name, value) NULL) {
  parts <- c(list(model$label), model$scores,
             list(weights = model$weights, cluster = model$cluster, by = model$by),
             if (!is.null(model$fold)) structure(model$fold, names = rep("fold", length(model$fold))))
  names(parts)[[1L]] <- model$response
  size <- length(model$label)
  missing <- lapply(parts, function(x) if (is.atomic(x) && length(x) == size) is.na(x))
  counts <- vapply(missing, sum, 0)
  if (all(counts == 0)) return(model)
  incomplete <- Reduce(`|`, missing[counts > 0])
  if (!leave_out) {
    where <- sprintf("%s in `%s`", vapply(counts[counts > 0], number, ""), names(parts)[counts > 0])
    # The first expression that made missing values, if any did.
    made <- unlist(Map(made, names(parts), parts)[counts > 0])
    way <- if (length(made) > 0L) check_expression(made[[1L]]) else paste(hint, "leaves them out.")
    message <- sprintf("%s of %s rows have a missing value: %s. %s", number(sum(incomplete)), number(size),
                       paste(where, collapse = ", "), way)
    raise("missing", message, argument = names(parts)[counts > 0][[1L]],
          position = which(incomplete)[[1L]], count = sum(incomplete))
  }
  model$omitted <- model$omitted + sum(incomplete)
  model_rows(model, which(!incomplete))
}

check_na_action <- function(na.action) {
  choices <- list(na.fail = stats::na.fail, na.omit = stats::na.omit, na.exclude = stats::na.exclude)
  is_name <- is.character(na.action) && own_length(na.action) == 1L
  same <- if (is_name) names(choices) == unclass(na.action) else vapply(choices, identical, NA, na.action)
  chosen <- match(TRUE, same)
  if (is.na(chosen)) {
    raise("choice", "`na.action` must be na.fail, na.omit or na.exclude.", argument = "na.action",
          expected = names(choices), found = class(na.action))
  }
  chosen > 1L
}

# The label as 0 and 1, and what the classes are called.
with_classes <- function(model, positive) {
  if (length(model$label) == 0L) {
    message <- if (model$omitted > 0) {
      "There are no observations: every row has a missing value."
    } else {
      "There are no observations: `subset` or the weights leave none."
    }
    raise("empty", message, argument = "subset")
  }
  label <- model$label
  if (is_outcome(label)) {
    refuse_positive_of_outcome(positive)
    about <- about_outcome(label)
    no_case <- if (about$competing && about$controls == "all") paste("no", about$cause) else "event-free"
    model$classes <- c(negative = no_case, positive = about$cause)
    return(model)
  }
  if (is.character(label) && is_one_column(label)) {
    label <- readable(as.vector(label))
    label <- factor(label, sort(unique(label), method = "radix"))
  }
  check_label(label)
  values <- if (is.factor(label)) levels(label)[tabulate(label, nlevels(label)) > 0] else {
    sort(unique(as.vector(label)))
  }
  args <- check_positive(positive)
  if (is.character(args)) args <- readable(args)
  if (length(values) != 2L) raise_classes(values, model$response, model$scores)
  if (is.null(args)) {
    args <- values[[2L]]
    if (is.factor(label)) {
      inform_of_positive(values)
    } else if (!is.logical(values) && !is_encoding(values)) {
      inform("positive", sprintf("Treating %s as the positive class (the larger value).", number(values[[2L]])))
    }
  } else if (!args %in% values) {
    amended(raise_no_value(args, values), function(error) {
      renamed(error, c(label = model$response))
    })
  }
  place <- match(args, values)
  if (is.na(place)) place <- match(as.character(args), as.character(values))
  model$classes <- c(negative = as.character(values[[3L - place]]),
                     positive = as.character(values[[place]]))
  model$label <- as.integer(if (is.factor(label)) as.character(label) == values[[place]] else {
    as.vector(label) == values[[place]]
  })
  model
}

# Others have the event first, as yardstick does; and strings are in alphabetical order.
inform_of_positive <- function(values) {
  seems_event <- tolower(values) %in% words_of_events
  instead <- if (seems_event[[1L]] && !seems_event[[2L]]) {
    sprintf("; use `positive = %s` to change this", quoted(values[[1L]]))
  }
  inform("positive", paste0("Treating `", values[[2L]], "` as the positive class (last level)", instead, "."))
}

words_of_events <- c("case", "cases", "yes", "y", "event", "class1", "positive", "pos", "sick", "disease",
                     "diseased", "ill", "dead", "died", "death", "true", "t", "1", "bad", "default", "fail",
                     "failure", "relapse", "abnormal", "malignant", "spam", "fraud", "churn")

is_encoding <- function(values) {
  any(vapply(label_encodings, function(encoding) setequal(encoding, values), NA))
}

raise_classes <- function(values, response, scores = list()) {
  message <- sprintf("`%s` must have two values, not %s: %s.", response, number(length(values)),
                     listed(values))
  if (length(values) > 2L) {
    two_scores <- any(vapply(scores, function(score) length(values_of(score)) == 2L, NA))
    swapped <- length(values) > 6L || are_like_scores(values) && two_scores
    message <- paste0(message, if (swapped) " Are label and score swapped?" else way_to_classes(values, response))
  }
  raise(if (length(values) == 1L) "one_class" else "labels", message, argument = response,
        value = utils::head(values, 6L))
}

# How more than two values are made two: by rounding, or by leaving out or comparing classes. There are no classes
# among scores.
way_to_classes <- function(values, response) {
  way <- way_to_round(values, response)
  if (nzchar(way) || !is.character(values) && are_like_scores(values)) return(way)
  operand <- if (make.names(response) == response) response else sprintf("(%s)", response)
  class <- if (is.character(values)) likely_event(values) else values[[length(values)]]
  sprintf(" Leave out the rows of other classes, or compare one class with the rest: `%s == %s`.", operand,
          in_code(class))
}

way_to_round <- function(values, response) {
  if (is.numeric(values) && is_rounded(values)) sprintf(" Some differ by rounding: `round(%s)`.", response) else ""
}

# Returns whether numbers are two but for rounding.
is_rounded <- function(values) {
  whole <- round(values)
  length(unique(whole)) == 2L && any(values != whole) && all(abs(values - whole) < 1e-9)
}

# A message of the class wroc_message_<kind>.
inform <- function(kind, text) {
  class <- c(paste0("wroc_message_", kind), "message", "condition")
  message(structure(list(message = paste0(text, "\n"), call = NULL), class = class))
}
