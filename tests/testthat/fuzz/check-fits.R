# Fits beside what the functions of curves and observations say, each of which has its own check.

check_weighted_roc <- function(a, result, call) {
  model <- model_in(call)
  model <- if (!is.null(model)) settled_model(model)
  if (is.null(model)) return(NULL)
  by <- !is.null(model$by)
  class <- if (by) "weighted_roc_by" else "weighted_roc"
  complaints <- unless(inherits(result, class), paste("it is no", class))
  if (length(complaints) > 0L) return(complaints)
  groups <- groups_of_model(model)
  fits <- if (by) result$fits else list(result)
  complaints <- c(
    unless(length(fits) == length(groups), "there is no fit for each group"),
    unless(!by || writes_otherwise(call) || identical(names(fits), names(groups)),
           "the groups have other names"),
    unless(identical(isTRUE(call$announced), model$words),
           "it does not announce what is positive as the manual says")
  )
  if (length(complaints) > 0L) return(complaints)
  known <- have_curves(model, groups)
  unlist(lapply(seq_along(groups), function(i) {
    if (!known[[i]]) {
      return(unless(!is.null(fits[[i]]$absent) && all(is.na(fits[[i]]$areas[-1L])) &&
                      call$warned("no_curve"), "a group without a curve has not NA and a warning"))
    }
    part <- rows_of(model, groups[[i]])
    part$guess <- lapply(part$guess, function(x) as.double(x) + 0)
    check_one_fit(part, fits[[i]], model, call)
  }))
}

# An option by which R writes numbers in another way.
writes_otherwise <- function(call) !is.null(call$context$options$scipen)

check_one_fit <- function(part, fit, model, call) {
  direction <- choice_in(model, "direction", ">=")
  if (direction == "<=") part$guess <- lapply(part$guess, `-`)
  scores <- each_score(part)
  named <- names(part$guess) %or% rep("", length(scores))
  distinct <- named[nzchar(named) & !duplicated(named)]
  complaints <- c(
    unless(length(fit$curves) == length(scores), "there is no curve for each score"),
    unless(!anyDuplicated(names(fit$curves)) && all(nzchar(names(fit$curves))),
           "scores have no names that tell them apart"),
    unless(all(distinct %in% names(fit$curves)), "a score has lost its name"),
    unless(identical(fit$areas$score, names(fit$curves)), "areas have other names than curves"),
    unless(writes_otherwise(call) || identical(fit$classes, model$names),
           "the classes have other names"),
    unless(identical(fit$direction, direction), "it has another direction"),
    differs("conf.level", fit$conf.level, number_in(model, "conf.level", 0.95), 0),
    differs("omitted", fit$omitted, model$omitted, 0),
    unless(length(fit$observations$label) == length(part$label), "it has other observations")
  )
  if (length(complaints) > 0L) return(complaints)
  c(unlist(lapply(seq_along(scores), function(i) check_curve(fit$curves[[i]], scores[[i]]))),
    check_auc_ci(part, fit$areas, call))
}

# -- Answers to fits: a part of the rows for each group and score, with their names in front

check_call <- function(a, result, call) {
  check <- check_of(call$name)
  if (is_fit_of_curves(call)) return(check_parts(check, a, result, call))
  if (!is_packed(call)) return(check(a, result, call))
  if (!call$name %in% c("roc_band", "roc_optimal_ci")) return(check(a, result, call))
  names <- names(call$world$packed$guess)
  if (isTRUE(call$world$turned) && identical(a$by, "threshold") && !is.null(a$at)) a$at <- -a$at
  check_blocks(result, data.frame(score = names), call$world$turned, function(i, block) {
    a$guess <- call$world$packed$guess[[i]]
    check(a, block, call)
  })
}

check_parts <- function(check, a, result, call) {
  parts <- call$world$parts
  front <- data.frame(group = vapply(parts, `[[`, "", "group"),
                      score = vapply(parts, `[[`, "", "score"))
  if (!any(nzchar(front$group))) front <- front["score"]
  of_scores <- call$name != "roc_net_benefit"
  if (call$world$turned && of_scores && !is.null(a$threshold)) a$threshold <- -as.double(unclass(a$threshold))
  check_blocks(result, front, call$world$turned, function(i, block) {
    part <- call
    part$world <- parts[[i]]
    a$curve <- parts[[i]]$curve
    check(a, block, with_questions(part))
  })
}

# `front` has what the columns in front say of each block.
check_blocks <- function(result, front, turned, check) {
  complaints <- unless(
    is.data.frame(result) && identical(names(result)[seq_along(front)], names(front)),
    paste("the columns in front are not", paste(names(front), collapse = " "))
  )
  if (length(complaints) > 0L) return(complaints)
  key <- function(x) do.call(paste, lapply(x, as.character))
  keys <- key(as.list(result)[names(front)])
  if (nrow(result) > 0L && !identical(unique(keys), key(as.list(front)))) {
    return("its groups and scores are others")
  }
  unlist(lapply(seq_len(nrow(front)), function(i) {
    block <- as.data.frame(result)[keys == key(as.list(front))[[i]], -seq_along(front), drop = FALSE]
    row.names(block) <- NULL
    check(i, if (isTRUE(turned)) turned_block(block) else block)
  }))
}

# Thresholds of the scores with the other sign.
turned_block <- function(block) {
  alone <- if ("score_threshold" %in% names(block)) "score_threshold" else
    c("threshold", "threshold_negative", "threshold_positive")
  for (name in intersect(alone, names(block))) block[[name]] <- -block[[name]]
  for (stem in c("threshold", "hull_threshold", "score")) {
    ends <- paste0(stem, c("_low", "_high"))
    if (all(ends %in% names(block))) block[ends] <- list(-block[[ends[[2L]]]], -block[[ends[[1L]]]])
  }
  at <- which(block$term == "threshold")
  if (length(at) == 1L) {
    ends <- -unlist(block[at, c("conf.high", "conf.low")])
    block[at, c("conf.low", "conf.high")] <- as.list(ends)
    for (column in intersect(c("estimate", "apparent"), names(block))) {
      block[[column]][[at]] <- -block[[column]][[at]]
    }
  }
  block
}

# -- Scores of a fit beside each other

check_pairs <- function(result, call, check) {
  parts <- call$world$parts
  scores <- unique(vapply(parts, `[[`, "", "score"))
  pairs <- utils::combn(scores, 2L)
  curve_of_score <- function(score) {
    parts[[match(score, vapply(parts, `[[`, "", "score"))]]$curve
  }
  unlist(lapply(seq_len(ncol(pairs)), function(i) {
    pair <- pairs[, i]
    check(pair, list(x = curve_of_score(pair[[1L]]), y = curve_of_score(pair[[2L]])))
  }))
}

check_compared_scores <- function(result, call) {
  complaints <- has_columns(result, c("score1", "score2", "FPR_low", "FPR_high", "ahead", "area"))
  if (length(complaints) > 0L) return(complaints)
  check_pairs(result, call, function(pair, curves) {
    rows <- result[result$score1 == pair[[1L]] & result$score2 == pair[[2L]], -(1:2)]
    side <- c("x", "y", "neither")[match(rows$ahead, c(pair, "neither"))]
    rows$ahead <- side
    row.names(rows) <- NULL
    check_roc_compare(curves, rows, call)
  })
}

check_dominating_scores <- function(result, call) {
  scores <- vapply(call$world$parts, `[[`, "", "score")
  complaints <- unless(is.logical(result) && identical(dimnames(result), list(scores, scores)),
                       "it is no matrix of the scores")
  if (length(complaints) > 0L) return(complaints)
  c(
    unless(!any(diag(result)), "a score dominates itself"),
    check_pairs(result, call, function(pair, curves) {
      c(check_roc_dominates(curves, result[pair[[1L]], pair[[2L]]], call),
        check_roc_dominates(rev_named(curves), result[pair[[2L]], pair[[1L]]], call))
    })
  )
}

rev_named <- function(curves) list(x = curves$y, y = curves$x)
