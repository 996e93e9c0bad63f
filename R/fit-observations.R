# Fits in the place of observations: what a function of observations answers to the fit's own.

is_fit <- function(x) !missing(x) && inherits(x, c("weighted_roc", "weighted_roc_by"))

# The arguments that the calling function was given, by its names for them. Their promises are forced, not
# their expressions evaluated anew: what the user wrote runs once.
arguments_given <- function() {
  caller <- sys.parent()
  call <- match.call(sys.function(caller), sys.call(caller), envir = parent.frame(2L))
  mget(names(call)[-1L], parent.frame())
}

# Returns what the function of the name `what` returns for a fit in the place of its `guess`, and the other
# arguments that were `given`. One that accepts several scores is called once, others for `each`.
answer_to_fit <- function(what, fit, given, each = FALSE) {
  if (inherits(fit, "weighted_roc_by")) {
    return(answer_to_groups(fit, function(fit) answer_to_fit(what, fit, given, each),
                            grepl("influence$", what)))
  }
  given <- with_what_for_label(given, what)
  refuse_own(names(given))
  check_has_curve(fit)
  check_has_observations(fit, sprintf("%s()", what))
  given <- with_settings(given, fit, what)
  observations <- fit$observations
  if (!is.null(observations$design) && !grepl("influence$", what)) {
    observations <- observations_of_design(fit, what)
  }
  for (part in intersect(c("label", "weight", "cluster"), names(formals(what)))) {
    own <- if (part == "weight") "weights" else part
    given[part] <- list(observations[[own]])
  }
  if (!each) {
    given$guess <- observations$scores
    answer <- do.call(what, given, quote = TRUE)
    if (inherits(answer, "htest")) answer$data.name <- name_of_fit(fit)
    return(answer)
  }
  rows <- lapply(names(fit$curves), function(score) {
    given$guess <- observations$scores[[score]]
    found <- do.call(what, given, quote = TRUE)
    with_names(found, rep(score, nrow(found)))
  })
  oriented(bound_rows(rows), fit)
}

name_of_fit <- function(fit) {
  paste(fit$response, "~", paste(names(fit$curves), collapse = " + "))
}

answer_to_groups <- function(fits, answer, by_row) {
  answers <- answers_of_groups(fits, answer, by_row = by_row)
  if (is.data.frame(answers[[1L]])) bound_groups(fits, answers) else answers
}

# Behind a fit there is no label, and a number of its curves may stand right there.
with_what_for_label <- function(given, what) {
  names <- names(given)
  if ("what" %in% names(formals(what)) && !"what" %in% names && are_quantities(given$label)) {
    names(given)[names == "label"] <- "what"
  }
  given
}

# What a fit knows itself.
refuse_own <- function(given) {
  own <- intersect(c("label", "weight", "cluster", "positive", "na.rm"), given)
  refuse_arguments(own, "taken with a fit, which has its own")
}

# What was asked of the fit holds for its answers, unless they are asked for something else.
with_settings <- function(given, fit, what) {
  takes <- function(argument) argument %in% setdiff(names(formals(what)), names(given))
  if (takes("conf.level")) given$conf.level <- fit$conf.level
  known <- eval(formals(what)$variance)
  if (takes("variance") && !is.null(fit$variance) && fit$variance %in% known) {
    given$variance <- fit$variance
  }
  if (takes("transform") && !any(c("variance", "FPR", "TPR") %in% names(given))) {
    given$transform <- fit$transform
  }
  # Thresholds are those of turned scores.
  if (fit$direction == "<=") {
    if (identical(given$by, "threshold")) given$at <- turned(given$at)
    if ("what" %in% names(given)) given$what <- turned_quantities(given$what)
  }
  given
}

# Those that a function of the name `what` takes with a design in place of weights.
observations_of_design <- function(fit, what) {
  refuse_ways("reliability", c(design = what == "roc_reliability"))
  if (!what %in% c("auc_ci", "auc_test", "roc_band", "roc_ci", "roc_net_benefit_ci", "roc_optimal_ci")) {
    raise(c("unsupported", "observations"), sprintf("%s() does not support survey designs.", what),
          argument = "guess")
  }
  part <- part_of_design(fit$observations)
  list(scores = part$scores, label = part$label, weights = part$design, cluster = NULL)
}

# The answer for each pair of the scores of a fit.
for_each_pair <- function(fit, answer) {
  check_has_curve(fit)
  scores <- names(fit$curves)
  if (length(scores) < 2L) {
    raise("choice", "There must be two scores or more to compare.", argument = "x")
  }
  pairs <- utils::combn(scores, 2L)
  rows <- lapply(seq_len(ncol(pairs)), function(i) {
    pair <- pairs[, i]
    found <- answer(fit$curves[[pair[[1L]]]], fit$curves[[pair[[2L]]]])
    names <- lapply(pair, rep, nrow(found))
    as_frame(c(structure(names, names = c("score1", "score2")), as.list(found)), nrow(found))
  })
  bound_rows(rows)
}
