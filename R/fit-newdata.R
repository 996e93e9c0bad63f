# Fits of models on new data: the label of their formula, and their predictions as scores.

# Returns whether weighted_roc() has models and the data that they predict.
has_new_data <- function(x, newdata, ...) {
  (is_any_model(x) || is_list_of_models(x)) && !missing(newdata) && (is.data.frame(newdata) || is_design(newdata))
}

is_any_model <- function(x) is.object(x) && !is_design(x) && (is_model(x) || is_foreign(x))

is_list_of_models <- function(x) is_list(x) && length(x) > 0L && all(vapply(x, is_any_model, NA))

# The expressions of further arguments are computed among the columns of the data, and then in the `frame`.
fit_on_new_data <- function(x, newdata, ..., times = NULL, positive = NULL, frame) classed({
  models <- unique_names(if (is_any_model(x)) list(prediction = x) else x)
  names <- names(models)
  label <- label_of_models(models)
  data <- if (is_design(newdata)) data_of_design(newdata) else newdata
  taken <- intersect(names, names(data))
  if (length(taken) > 0L) {
    raise("names", sprintf("The columns of `newdata` include `%s`, which is the name of a model.", taken[[1L]]),
          argument = "newdata", found = taken)
  }
  predicted <- Map(function(model, name) predicted_by(model, name, data, times, positive), models, names)
  if (is_design(newdata)) newdata$variables[names] <- predicted else newdata[names] <- predicted
  scores <- Reduce(function(sum, name) call("+", sum, name), lapply(names, as.symbol))
  formula <- stats::as.formula(call("~", label, scores), frame)
  fit <- weighted_roc.formula(formula, newdata, ..., times = times, positive = positive)
  with_call(fit, user_call(), in_words(label))
})

label_of_models <- function(models) {
  labels <- lapply(models, function(model) {
    formula <- formula_of(model)
    if (length(formula) != 3L) {
      way <- " Add its predictions to the data as a column: `weighted_roc(label ~ prediction, %s)`."
      raise_type("x", "a model with a formula", model, sprintf(way, name_of_user("newdata", 2L)))
    }
    formula[[2L]]
  })
  if (length(unique(labels)) > 1L) {
    words <- vapply(unique(labels), in_words, "")
    raise("labels", sprintf("Models must have one label, not `%s`.", paste(words, collapse = "` and `")),
          argument = "x", found = words)
  }
  labels[[1L]]
}

# Probabilities of two classes are those of the positive one.
predicted_by <- function(model, name, data, times, positive) {
  class <- intersect(class(model), names(predictions))
  prediction <- if (length(class) > 0L) predictions[[class[[1L]]]] else function(model, data, times) {
    stats::predict(model, data)
  }
  value <- or_else(prediction(model, data, times), function(error) {
    message <- sprintf("Model `%s` can't predict `newdata`: %s", name, conditionMessage(error))
    raise("model", message, argument = "newdata")
  })
  value <- if (length(dim(value)) == 2L) as.matrix(value) else as.vector(value)
  if (!is.numeric(value) || NROW(value) != nrow(data)) {
    raise("model", sprintf("Model `%s` must predict a number or probabilities for each of the %s rows of `newdata`.",
                           name, number(nrow(data))), argument = "newdata", found = class(value))
  }
  if (!is.matrix(value) || !is.null(times) && ncol(value) == length(times)) return(value)
  as.vector(value[, class_predicted(sub("^\\.pred_", "", colnames(value)), name, positive)])
}

# The place of the positive class, by default the last one of two.
class_predicted <- function(levels, name, positive) {
  if (length(levels) != 2L) {
    message <- sprintf("Model `%s` must have two classes, not %s: auc_multiclass() accepts the probabilities of more.",
                       name, number(length(levels)))
    raise("labels", message, argument = "x", found = levels)
  }
  if (is.null(positive)) return(2L)
  if (!as.character(positive) %in% levels) raise_no_value(positive, levels)
  match(as.character(positive), levels)
}

by_type <- function(type) function(model, data, times) stats::predict(model, data, type = type)

# By the class of a model, the first one that it has.
predictions <- list(
  svyglm = by_type("response"), glm = by_type("response"), lrm = by_type("fitted"),
  train = by_type("prob"), randomForest = by_type("prob"), workflow = by_type("prob"), model_fit = by_type("prob"),
  ranger = function(model, data, times) stats::predict(model, data)$predictions,
  coxph = function(model, data, times) {
    if (is.null(times)) stats::predict(model, data) else risk_by_times(model, data, times)
  },
  survreg = function(model, data, times) -stats::predict(model, data, type = "lp")
)

# Blocks of rows, as a survival curve has a value at each event for each row.
risk_by_times <- function(model, data, times) {
  blocks <- split(seq_len(nrow(data)), (seq_len(nrow(data)) - 1L) %/% 500L)
  risks <- lapply(unname(blocks), function(rows) {
    curves <- summary(survival::survfit(model, newdata = data[rows, , drop = FALSE], se.fit = FALSE), times = times,
                      extend = TRUE)
    1 - t(matrix(curves$surv, length(times)))
  })
  do.call(rbind, risks)
}
