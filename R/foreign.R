# Objects of other packages in place of scores: what they are, and how their scores and labels are reached.

# Refuses what has no scores as they are used here, but for models with fitted values (raise_model()).
refuse_foreign <- function(x, argument, expected = "a numeric vector of scores") {
  if (is_model(x) && missing(expected)) raise_model(x, argument)
  if (missing(expected) && inherits(x, classes_of_imputations)) expected <- "a fit"
  if (is_model(x) || is_foreign(x)) raise_type(argument, expected, x)
}

classes_of_imputed <- c("mids", "imputationList", "svyimputationList")

classes_of_imputations <- c(classes_of_imputed, "mira")

# Returns whether something is of another package: a list with a class, an S4 object, an environment or a function. Data
# frames are curves, and lists of numbers several scores.
is_foreign <- function(x) {
  if (any(class(x) %in% names(ways_of_objects)) || is.function(x) || is.environment(x)) return(TRUE)
  if (!is.object(x) || is.data.frame(x) || inherits(x, c("tbl_lazy", "formula"))) return(FALSE)
  if (any(startsWith(class(x), "roc_"), startsWith(class(x), "weighted_roc"))) return(FALSE)
  if (isS4(x)) return(!is.numeric(x))
  if (inherits(x, "POSIXlt")) return(FALSE)
  is.list(x) && !(length(x) > 0L && all(vapply(unclass(x), is.numeric, NA)))
}

# How an object gives what a function needs, in words that follow what it must be; "" for others.
way_of_object <- function(x, argument) {
  if (!is_foreign(x) || is.environment(x) || is.function(x)) return("")
  class <- intersect(class(x), names(ways_of_objects))
  way <- if (length(class) > 0L) ways_of_objects[[class[[1L]]]](x, name_of_user(argument))
  if (is.null(way) && has_fit_method(x)) way <- sprintf("`weighted_roc(%s)` is its fit.", name_of_user(argument))
  if (is.null(way) && is_model(x)) return("")
  if (is.null(way)) {
    way <- paste("Give its predictions for observations whose label is known: `weighted_roc(predictions, label)`.")
  }
  paste0(" ", way)
}

has_fit_method <- function(x) {
  any(vapply(class(x), function(of) {
    !is.null(utils::getS3method("weighted_roc", of, TRUE, topenv()))
  }, NA))
}

# The user's expression of an argument, if it is short, or else another word. Labels and weights are the second and the
# third one where they have no names.
name_of_user <- function(argument, place = switch(argument, label = 2L, weight = 3L, 1L), otherwise = argument) {
  args <- argument_of_user(argument, place)$expression
  words <- if (is.language(args)) deparse(args, width.cutoff = 60L)
  if (length(words) == 1L && words != "...") words else otherwise
}

# A fit by scores and labels that are written as code.
fit_by <- function(scores, label, more = "") {
  sprintf("`weighted_roc(%s, %s%s)` is the fit of its scores and its label.", scores, label, more)
}

# A fit by a model's call: its label, a prediction, its data, and which weights and rows it has.
fit_by_call <- function(model, prediction) {
  formula <- formula_of(model)
  data <- model$call$data
  if (length(formula) != 3L || !is.symbol(data)) return(NULL)
  parts <- model$call[intersect(c("weights", "subset"), names(model$call))]
  more <- vapply(names(parts), function(name) sprintf(", %s = %s", name, in_words(parts[[name]])), "")
  sprintf("`weighted_roc(%s ~ %s, %s%s)` is the fit of its label and its predictions.", in_words(formula[[2L]]),
          prediction, as.character(data), paste(more, collapse = ""))
}

# Package pROC: controls score higher where the direction is ">".
way_of_roc <- function(x, name) {
  if (is.null(x$predictor) || is.null(x$response)) return(NULL)
  fit_by(paste0(name, "$predictor"), sprintf("%1$s$response == %1$s$levels[[2]]", name),
         if (identical(x$direction, ">")) ", direction = \"<=\"" else "")
}

way_of_attribute <- function(x, name) {
  if (inherits(attr(x, "roc"), "roc")) way_of_roc(attr(x, "roc"), sprintf("attr(%s, \"roc\")", name))
}

way_of_tree <- function(x, name) {
  data <- x$call$data
  has_classes <- identical(x$method, "class")
  if (!is.symbol(data) || has_classes && length(attr(x, "ylevels")) != 2L) return(NULL)
  fit_by_call(x, sprintf("predict(%s, %s)%s", name, as.character(data), if (has_classes) "[, 2]" else ""))
}

# The time of an example is among those of the events.
way_of_hazards <- function(x, name, sign = "") {
  y <- x$y
  if (!is_survival(y) || !identical(attr(y, "type"), "right") || is.null(x$linear.predictors)) return(NULL)
  events <- unclass(y)[unclass(y)[, "status"] == 1, "time"]
  if (length(events) == 0L) return(NULL)
  time <- format(stats::quantile(events, 0.5, type = 1, names = FALSE), digits = 15L)
  weights <- if (is.null(x$weights)) "" else sprintf(", %s$weights", name)
  scores <- sprintf("%s%s$linear.predictors, %s$y%s", sign, name, name, weights)
  sprintf("`auc_concordance(%s)` is its concordance, and `weighted_roc(%s, times = %s)` has its curve at a time.",
          scores, scores, time)
}

way_of_train <- function(x, name) {
  label <- x$trainingData$.outcome
  if (!identical(x$modelType, "Classification") || nlevels(label) != 2L) return(NULL)
  fit_by(sprintf("predict(%s, type = \"prob\")[, 2]", name), paste0(name, "$trainingData$.outcome"))
}

way_of_forest <- function(x, name) {
  if (!identical(x$type, "classification") || nlevels(x$y) != 2L) return(NULL)
  fit_by(paste0(name, "$votes[, 2]"), paste0(name, "$y"))
}

way_of_imputations <- function(x, name) {
  sprintf("The fit of a formula pools all completed data sets: `weighted_roc(label ~ score, %s)`.", name)
}

way_of_design <- function(x, name) sprintf("`weighted_roc(label ~ score, %s)` is the fit of a design.", name)

without_observations_of <- function(noun) {
  function(x, name) {
    sprintf("It has no observations: give those of which the %s was made, `weighted_roc(scores, label)`.", noun)
  }
}

# By the class of an object: its way, or NULL where its parts are not what they usually are.
ways_of_objects <- list(
  roc = way_of_roc, smooth.roc = way_of_attribute, auc = way_of_attribute,
  multiclass.roc = function(x, name) "`auc_multiclass(probabilities, label)` is for more than two classes.",
  ci.auc = without_observations_of("interval"),
  prediction = function(x, name) fit_by(paste0(name, "@predictions[[1]]"), paste0(name, "@labels[[1]]")),
  performance = without_observations_of("curve"), rpart = way_of_tree, coxph = way_of_hazards,
  survreg = function(x, name) way_of_hazards(x, name, "-"), train = way_of_train, randomForest = way_of_forest,
  mids = way_of_imputations, imputationList = way_of_imputations, svyimputationList = way_of_imputations,
  mira = function(x, name) {
    sprintf("Pool the fits of its models: `auc_pool(lapply(%s$analyses, weighted_roc))`.", name)
  },
  survey.design = way_of_design, svyrep.design = way_of_design
)

formula_of <- function(model) or_else(stats::formula(model), function(error) NULL)
