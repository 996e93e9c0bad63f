# Fits of several classes: a curve of each against the rest, and of all together.

# The names of the classes where each score has that of a class, NULL for others.
classes_of_model <- function(model) {
  label <- model$label
  if (is_outcome(label)) return(NULL)
  values <- if (is.factor(label)) levels(label) else unique(label[!is.na(label)])
  names <- model$score_names
  if (length(values) > 2L && length(names) == length(values) && setequal(names, as.character(values))) names
}

fit_of_classes <- function(model, classes, positive, settings) {
  args <- c(by = !is.null(model$by), positive = !is.null(positive), direction = settings$direction == "<=",
             method = !is_default_method(settings$method))
  refuse_arguments(names(args)[args], "supported with several classes")
  sampling <- eval(formals(class_observations.default)$variance)
  if (!is.null(settings$variance)) check_choice_of(settings$variance, "variance", sampling)
  model$label <- match(as.character(model$label), classes) - 1L
  observations <- observed_of_model(model, settings)
  # The classes of the first repetition come first.
  observations$scores <- observations$scores[t(matrix(seq_along(observations$scores), ncol = length(classes)))]
  observations <- in_classes(observations, classes)
  areas <- areas_of_classes(observations)
  if (is.null(settings$conf.level)) areas <- without_intervals(areas)
  structure(list(
    call = settings$call, formula = settings$formula, response = model$response, classes = classes,
    omitted = model$omitted, curves = curves_of_classes(observations), areas = areas,
    observations = observations, format = 1L
  ), class = "weighted_roc_classes")
}

# `micro` has the decisions on all classes, `macro` is the mean of the curves of the classes.
curves_of_classes <- function(observations) {
  each <- lapply(seq_along(observations$classes), function(k) curve_of_decisions(observations, k))
  macro <- unwrap(curves_mean(lapply(each, columns_of, thresholds = FALSE)))
  structure(c(each, list(curve_of_decisions(observations, seq_along(observations$classes)), macro)),
            names = c(observations$classes, "micro", "macro"))
}

# The curve of the decisions whether observations are of each of these classes.
curve_of_decisions <- function(observations, classes) {
  times <- length(classes)
  repeated <- function(x) if (!is.null(x)) rep(as.vector(x), times)
  repetitions <- split(observations$scores, (seq_along(observations$scores) - 1L) %/% length(observations$classes))
  decisions <- list(argument = observations$argument, sampling = list(folds = observations$sampling$folds))
  decisions$scores <- lapply(repetitions,
                             function(scores) unlist(lapply(scores[classes], as.vector), use.names = FALSE))
  decisions$label <- as.integer(unlist(lapply(classes, function(k) observations$label == k - 1L)))
  decisions$weights <- repeated(observations$weights)
  if (!is.null(observations$sampling$folds)) {
    codes <- matrix(observations$sampling$folds$codes, length(observations$label))
    decisions$sampling$folds$codes <- as.vector(apply(codes, 2L, rep, times))
  }
  curves_of_observations(decisions)[[1L]]
}

#' @exportS3Method
roc_observations.weighted_roc_classes <- function(x, ...) {
  message <- paste("A fit of several classes has no positive class: use auc_multiclass(), or its curves by",
                   "`as.data.frame()` and `plot()`.")
  raise("type", message, argument = "x", found = class(x))
}

#' @exportS3Method
roc_curves.weighted_roc_classes <- function(x, ...) {
  refuse_own(...)
  list(curves = unname(x$curves), keys = as_frame(list(class = names(x$curves)), length(x$curves)),
       groups = "class")
}

#' @export
print.weighted_roc_classes <- function(x, digits = 3L, n = NULL, ...) {
  areas <- x$areas
  observations <- x$observations
  sizes <- tabulate(observations$label + 1L, length(x$classes))
  counts <- paste(vapply(sizes, number, ""), x$classes, collapse = ", ")
  left_out <- if (x$omitted > 0) sprintf("; %s left out", number(x$omitted)) else ""
  cat(strwrap(sprintf("Weighted ROC curves: each class of %s against the rest", x$response), exdent = 2),
      strwrap(sprintf("%s observations: %s%s", number(sum(sizes)), counts, left_out), exdent = 2),
      if (is.null(observations$conf.level)) "AUC without intervals:" else {
        sprintf("AUC, %s%% confidence interval (%s):", number(100 * observations$conf.level),
                name_of_variance(observations))
      },
      sep = "\n")
  name <- ifelse(is.na(areas$class), paste(areas$average, "mean"), areas$class)
  shown <- lapply(areas[c("estimate", "conf.low", "conf.high")], formatC, digits = digits, format = "f")
  ends <- if (!is.null(observations$conf.level)) sprintf("  [%s, %s]", shown[[2L]], shown[[3L]]) else ""
  lines <- paste0("  ", format(name), "  ", shown[[1L]], ends)
  cat(few_lines(lines, n), sep = "\n")
  invisible(x)
}

#' @export
as.data.frame.weighted_roc_classes <- as.data.frame.weighted_roc

#' @export
nobs.weighted_roc_classes <- nobs.weighted_roc

#' @export
weights.weighted_roc_classes <- weights.weighted_roc

#' @export
plot.weighted_roc_classes <- plot.weighted_roc

#' @exportS3Method ggplot2::autoplot
autoplot.weighted_roc_classes <- autoplot.weighted_roc
