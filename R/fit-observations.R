# Fits in the place of observations: what a function of observations answers to the fit's own.

is_fit <- function(x) inherits(x, c("weighted_roc", "weighted_roc_by"))

# The answer of the function that `call` calls, which has a fit for its `guess`. One that takes several
# scores answers once, others for `each`.
answer_to_fit <- function(fit, call, caller, each = FALSE) {
  if (inherits(fit, "weighted_roc_by")) {
    return(answer_to_groups(fit, call, caller, each))
  }
  what <- as.character(call[[1L]])
  what <- what[[length(what)]]
  refuse_own(call)
  check_has_observations(fit, sprintf("%s()", what))
  call <- with_settings(call, fit, what)
  if (!is.null(fit$observations$design) && what != "auc_influence") {
    return(answer_of_design(fit, call, caller, what))
  }
  for (part in c("label", "weight", "cluster")) {
    own <- if (part == "weight") "weights" else part
    if (part %in% names(formals(what))) call[part] <- list(fit$observations[[own]])
  }
  if (!each) {
    call$guess <- fit$observations$scores
    return(eval(call, caller))
  }
  rows <- lapply(names(fit$curves), function(score) {
    call$guess <- fit$observations$scores[[score]]
    found <- eval(call, caller)
    with_names(found, rep(score, nrow(found)))
  })
  oriented(bound_rows(rows), fit)
}

answer_to_groups <- function(fits, call, caller, each) {
  answer <- function(fit) answer_to_fit(fit, call, caller, each)
  first <- answer(fits$fits[[1L]])
  if (is.data.frame(first)) for_each_group(fits, answer) else lapply(fits$fits, answer)
}

# What a fit knows itself.
refuse_own <- function(call) {
  own <- intersect(c("label", "weight", "cluster", "positive", "na.rm"), names(call))
  refuse_unused(structure(rep(TRUE, length(own)), names = own), "with a fit, which has its own")
}

# What was asked of the fit holds for its answers, unless they are asked for something else.
with_settings <- function(call, fit, what) {
  takes <- function(argument) argument %in% names(formals(what)) && is.null(call[[argument]])
  if (takes("conf.level")) call$conf.level <- fit$conf.level
  known <- eval(formals(what)$variance)
  if (takes("variance") && !is.null(fit$variance) && fit$variance %in% known) {
    call$variance <- fit$variance
  }
  if (takes("transform") && is.null(call$variance) && is.null(call$FPR) && is.null(call$TPR)) {
    call$transform <- fit$transform
  }
  call
}

answer_of_design <- function(fit, call, caller, what) {
  extra <- setdiff(names(call), c("", "guess", "conf.level", "transform", "variance"))
  if (what != "auc_ci" || length(extra) > 0L) {
    message <- sprintf("%s takes no account of a survey design: only the areas' intervals do.",
                       if (what == "auc_ci") paste0("`", extra[[1L]], "`") else paste0(what, "()"))
    raise("observations", message, argument = "guess")
  }
  if (!is.null(call$transform)) fit$transform <- eval(call$transform, caller)
  areas_at(fit, eval(call$conf.level, caller))
}

# The answer for each pair of the scores of a fit.
for_each_pair <- function(fit, answer) {
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
