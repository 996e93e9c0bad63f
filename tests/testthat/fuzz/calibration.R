# Scores as probabilities: calls, and what the definitions give.

# A curve of forecasts, unless it is a fit.
forecast_call <- function(package) {
  call <- curve_call(package, function(curve) list(prior = one_of(NULL, 0.3, 1e-9, c(0.5, 0.01))))
  curve <- call$arguments$curve
  if (is.data.frame(curve)) {
    rows <- nrow(curve)
    curve[["threshold"]][-rows] <- (seq_len(rows - 1L) - 0.5) / (rows - 1L)
    call$arguments$curve <- curve
    call$world$fresh <- FALSE
  }
  call
}

reliability_call <- function(package) {
  whole <- chance(0.2)
  call <- observation_call(whole = whole, settle = FALSE, others = function(drawn) {
    c(some(list(), list(cluster = right_clusters(drawn$n), conf.level = draw_level())),
      list(R = sample(c(2L, 10L, 40L), 1L), variance = if (whole) "frequency"))
  })
  guess <- as.double(unclass(call$arguments$guess))
  call$arguments$guess <- if (chance(0.1)) guess else rank(guess) / (length(guess) + 1)
  call
}

# FALSE where a threshold is no probability, NA for fits.
takes_forecasts <- function(a, call) {
  taken <- takes_curve(a$curve, call$untouched("curve"))
  if (!isTRUE(taken)) return(taken)
  if (!is.data.frame(a$curve)) return(NA)
  scores <- as.double(a$curve$threshold[-nrow(a$curve)])
  if (!is.null(call$world$parts)) return(NA)
  all(scores >= 0 & scores <= 1)
}

# The weights of the classes in each step of a curve.
steps_of_curve <- function(curve) {
  list(score = curve$threshold[-nrow(curve)], positive = diff(curve$FN), negative = -diff(curve$FP))
}

pooled_steps <- function(positive, negative) {
  pooled <- list()
  for (i in seq_along(positive)) {
    block <- list(positive = positive[[i]], negative = negative[[i]], steps = 1L)
    while (length(pooled) > 0L) {
      last <- pooled[[length(pooled)]]
      if (isTRUE(last$positive * block$negative < block$positive * last$negative)) break
      block <- Map(`+`, last, block)
      pooled[[length(pooled)]] <- NULL
    }
    pooled <- c(pooled, list(block))
  }
  of <- function(name) vapply(pooled, `[[`, 0, name)
  steps <- vapply(pooled, `[[`, 0L, "steps")
  rep(of("positive") / (of("positive") + of("negative")), steps)
}

# As far as the columns say: differences of large weights have few digits.
is_gentle <- function(curve) {
  steps <- steps_of_curve(curve)
  weight <- c(steps$positive, steps$negative)
  weight <- weight[weight > 0]
  nrow(curve) < 2000L && min(weight) > 1e-6 * sum(weight) && sum(weight) < 1e300 && sum(weight) > 1e-290
}

check_roc_calibrate <- function(a, result, call) {
  curve <- a$curve
  columns <- c("score_low", "score_high", "probability", "weight_positive", "weight_negative")
  complaints <- has_columns(result, columns)
  if (length(complaints) > 0L) return(complaints)
  m <- nrow(curve)
  ends <- as.vector(rbind(result$score_low, result$score_high))
  c(
    within_bounds("a probability", result$probability, 0, 1),
    unless(!is.unsorted(ends) && !is.unsorted(result$probability), "its blocks do not ascend"),
    differs("the ends", range(ends), range(curve$threshold[-m]), 0),
    differs("the weight of the positives", sum(result$weight_positive), curve$FN[[m]], 1e-10),
    differs("the weight of the negatives", sum(result$weight_negative), curve$FP[[1L]], 1e-10),
    if (is_gentle(curve)) check_pooled(a, result)
  )
}

check_pooled <- function(a, result) {
  steps <- steps_of_curve(unique(as.data.frame(a$curve)))
  share <- number_in(a, "prior", sum(steps$positive) / sum(steps$positive + steps$negative))
  # What is below has no relative accuracy.
  if (share < .Machine$double.xmin) return(NULL)
  probability <- pooled_steps(share * steps$positive / sum(steps$positive),
                              (1 - share) * steps$negative / sum(steps$negative))
  block <- findInterval(steps$score, result$score_low)
  differs("a probability", result$probability[block], probability, 1e-7, 1e-9)
}

check_losses <- function(a, result, name, loss) {
  complaints <- has_columns(result, c("prior", name, "MCB", "DSC", "UNC", "skill"))
  if (length(complaints) > 0L) return(complaints)
  curve <- a$curve
  steps <- steps_of_curve(curve)
  own <- curve$FN[[nrow(curve)]] / (curve$FN[[nrow(curve)]] + curve$FP[[1L]])
  prior <- number_in(a, "prior", own)
  c(
    if (is.finite(own)) differs("the prior", result$prior, prior, 1e-9),
    unless(all(result$MCB >= 0 & result$DSC >= 0), "a part is negative"),
    if (is_gentle(curve)) unlist(lapply(which(prior >= .Machine$double.xmin), function(i) {
      positive <- prior[[i]] * steps$positive / sum(steps$positive)
      negative <- (1 - prior[[i]]) * steps$negative / sum(steps$negative)
      mean_of <- function(p) {
        sum(ifelse(positive > 0, positive * loss(1, p), 0) + ifelse(negative > 0, negative * loss(0, p), 0))
      }
      pooled <- mean_of(pooled_steps(positive, negative))
      all <- mean_of(rep(prior[[i]], length(positive)))
      c(differs("the loss", result[[name]][[i]], mean_of(steps$score), 1e-9, 1e-12),
        differs("DSC", result$DSC[[i]], all - pooled, 1e-7, 1e-9),
        differs("UNC", result$UNC[[i]], all, 1e-9))
    }))
  )
}

check_roc_brier <- function(a, result, call) check_losses(a, result, "brier", function(y, p) (y - p)^2)

check_roc_log_score <- function(a, result, call) {
  check_losses(a, result, "log_score", function(y, p) if (y == 1) -log(p) else -log1p(-p))
}

check_roc_reliability <- function(a, result, call) {
  complaints <- has_columns(result, c("forecast", "share", "probability", "consistency.low",
                                      "consistency.high", "conf.low", "conf.high"))
  if (length(complaints) > 0L) return(complaints)
  o <- observations_in(a)
  curve <- curve_of(o)
  seen <- curve$threshold[-nrow(curve)]
  c(
    unless(all(result$forecast %in% seen) && !is.unsorted(result$forecast, strictly = TRUE),
           "its forecasts are others"),
    differs("the ends", range(result$forecast), range(seen), 0),
    differs("the shares", sum(result$share), 1, 1e-9),
    within_bounds("a band", unlist(result[-(1:2)]), 0, 1),
    unless(all(result$conf.low <= result$probability & result$probability <= result$conf.high),
           "a probability is outside of its interval"),
    unless(all(result$consistency.low <= result$consistency.high), "a band is upside down")
  )
}
