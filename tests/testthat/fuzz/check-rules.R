# Rules beyond a single threshold: net benefit, several bounds, the reject option.

check_roc_net_benefit <- function(a, result, call) {
  columns <- c("prior", "threshold", "score_threshold", "TPR", "FPR", "net_benefit", "treat_all",
               "treat_none", "standardized")
  complaints <- has_columns(result, columns)
  if (length(complaints) > 0L) return(complaints)
  curve <- as.data.frame(a$curve)
  threshold <- number_in(a, "threshold", seq(0.01, 0.99, 0.01))
  standardize <- is_on(a$standardize)
  priors <- priors_of(curve, a$prior)
  each <- rep(seq_along(priors$positive), each = length(threshold))
  prior <- priors$positive[each]
  weight <- priors$negative[each] * rep_len(threshold / (1 - threshold), length(each))
  unit <- if (standardize) prior else 1
  complaints <- c(
    unless(nrow(result) == length(each), "there is no row for each threshold and prior"),
    differs("prior", result$prior, prior, 1e-12),
    differs("threshold", result$threshold, rep_len(threshold, length(each)), 0)
  )
  if (length(complaints) > 0L || length(each) == 0L) return(complaints)
  rows <- vapply(seq_along(each), function(i) match(TRUE, rows_of_rule(curve, result[i, ])), 1L)
  slack <- 1e-12 * (prior + weight) / unit
  most <- vapply(seq_along(each), function(i) max(prior[[i]] * curve$TPR - weight[[i]] * curve$FPR), 0)
  calibrated <- is_on(a$calibrated)
  c(
    unless(!anyNA(rows), "a rule is no row of the curve"),
    differs("net_benefit", result$net_benefit, (prior * result$TPR - weight * result$FPR) / unit, 1e-12,
            slack),
    differs("treat_all", result$treat_all, (prior - weight) / unit, 1e-12, slack),
    differs("treat_none", result$treat_none, numeric(length(each)), 0),
    unless(all(result$standardized == standardize), "it says wrongly whether it is standardized"),
    if (calibrated) {
      unless(all(result$net_benefit >= most / unit - slack), "another row has a larger net benefit")
    } else {
      row <- vapply(result$threshold, function(t) match(TRUE, curve$threshold >= t), 1L)
      differs("score_threshold", result$score_threshold, as.double(curve$threshold)[row], 0)
    }
  )
}

rows_of_rule <- function(curve, rule) {
  curve$TPR == rule$TPR & curve$FPR == rule$FPR & curve$threshold == rule$score_threshold
}

check_roc_constrained <- function(a, result, call) {
  curve <- as.data.frame(a$curve)
  given <- names_of_bounds[vapply(names_of_bounds, function(name) !is.null(a[[name]]), NA)]
  bounds <- lapply(a[given], function(x) as.double(unclass(x)))
  priors <- priors_of(curve, a$prior)
  problems <- max(lengths(bounds), if (is.null(a$prior)) 1L else length(a$prior))
  columns <- c(given, "prior", "feasible", "TPR", "FPR", "threshold", "FN", "FP", "share", "PPV", "TPR_hull",
               "FPR_hull", "hull_threshold_low", "hull_threshold_high", "hull_probability")
  complaints <- c(has_columns(result, columns),
                  unless(nrow(result) == problems, "there is no row for each problem"))
  if (length(complaints) > 0L) return(complaints)
  unlist(lapply(seq_len(problems), function(i) {
    one <- lapply(bounds, function(x) rep_len(x, problems)[[i]])
    prior <- lapply(priors, function(x) rep_len(x, problems)[[i]])
    check_one_rule(curve, one, prior, result[i, ])
  }))
}

# By how much rates keep bounds, at worst, relative to each; the PPV as a line.
margin_of <- function(rates, bounds, prior, FNR = 1 - rates$TPR) {
  positive <- prior$positive * rates$TPR
  share <- positive + prior$negative * rates$FPR
  by <- list(max_FPR = function(b) b - rates$FPR, max_FNR = function(b) b - FNR,
             min_TPR = function(b) rates$TPR - b, max_share = function(b) b - share,
             min_PPV = function(b) (positive - b * share) / pmax(share, 1e-300))
  do.call(pmin, unname(lapply(names(bounds), function(name) by[[name]](bounds[[name]]))))
}

check_one_rule <- function(curve, bounds, prior, rule) {
  slack <- 1e-9
  FNR <- curve$FN / class_weights(curve)$W1
  keeps <- margin_of(curve, bounds, prior, FNR) >= slack
  from_above <- any(c("max_FPR", "max_share", "min_PPV") %in% names(bounds))
  gain <- function(rates) if (from_above) rates$TPR else -rates$FPR
  named <- c(differs("prior", rule$prior, prior$positive, 1e-12),
             unlist(lapply(names(bounds), function(name) differs(name, rule[[name]], bounds[[name]], 0))))
  if (length(named) > 0L) return(named)
  of_row <- if (is.na(rule$TPR)) {
    unless(!any(keeps), "a row keeps all bounds")
  } else {
    row <- match(TRUE, rows_like(curve, rule))
    if (is.na(row)) return("the best row is none of the curve")
    share <- prior$positive * rule$TPR + prior$negative * rule$FPR
    c(
      unless(margin_of(curve[row, ], bounds, prior, FNR[row]) >= -slack, "the row does not keep the bounds"),
      unless(!any(keeps & gain(curve) > gain(rule) + 1e-15), "another row is better"),
      differs("share", rule$share, share, 1e-12, 1e-300),
      if (min(share, prior$positive) > 1e-290) {
        differs("PPV", rule$PPV, prior$positive * rule$TPR / share, 1e-10)
      }
    )
  }
  c(of_row, check_rule_on_hull(curve, bounds, prior, rule, gain, slack))
}

check_rule_on_hull <- function(curve, bounds, prior, rule, gain, slack) {
  mixed <- list(TPR = rule$TPR_hull, FPR = rule$FPR_hull)
  if (is.na(mixed$TPR)) {
    return(unless(is.na(rule$TPR) && !rule$feasible, "no rule keeps what a row does"))
  }
  i <- match(rule$hull_threshold_low, curve$threshold)
  j <- if (rule$hull_probability > 0) match(rule$hull_threshold_high, curve$threshold) else i
  told <- rule$hull_threshold_high < Inf || sum(curve$threshold == Inf) < 2L
  reached <- function(x) rule$hull_probability * x[i] + (1 - rule$hull_probability) * x[j]
  c(
    unless(isTRUE(rule$feasible), "what is reached is not feasible"),
    unless(!anyNA(c(i, j)), "thresholds are none of the curve"),
    within_bounds("a probability", rule$hull_probability, 0, 1),
    unless(margin_of(mixed, bounds, prior) >= -slack, "the rule does not keep the bounds"),
    unless(is.na(rule$TPR) || gain(mixed) >= gain(rule) - slack, "the hull is worse than a row"),
    if (told && !anyNA(c(i, j))) {
      c(differs("TPR_hull", mixed$TPR, reached(curve$TPR), 1e-9, 1e-12),
        differs("FPR_hull", mixed$FPR, reached(curve$FPR), 1e-9, 1e-12))
    }
  )
}

check_roc_reject <- function(a, result, call) {
  columns <- c("cost_reject", cost_names, "prior", "threshold_negative", "threshold_positive", "TPR", "FPR",
               "FNR", "TNR", "rejected_pos", "rejected_neg", "rejected", "risk", "risk_optimal",
               "slope_negative", "slope_positive")
  complaints <- has_columns(result, columns)
  if (length(complaints) > 0L) return(complaints)
  curve <- as.data.frame(a$curve)
  costs <- costs_of(a)
  priors <- priors_of(curve, a$prior)
  reject <- as.double(unclass(a$cost_reject))
  problems <- max(lengths(c(costs, list(reject), priors["positive"])))
  if (nrow(result) != problems) return("there is no row for each of the costs")
  unlist(lapply(seq_len(problems), function(i) {
    one <- lapply(costs, function(x) rep_len(x, problems)[[i]])
    prior <- lapply(priors, function(x) rep_len(x, problems)[[i]])
    check_one_rejection(curve, one, rep_len(reject, problems)[[i]], prior, result[i, ])
  }))
}

check_one_rejection <- function(curve, costs, reject, prior, rule) {
  FNR <- curve$FN / class_weights(curve)$W1
  negative <- prior$positive * (costs$FN * FNR + reject * curve$TPR) +
    prior$negative * (costs$TN * (1 - curve$FPR) + reject * curve$FPR)
  positive <- prior$positive * (costs$TP - reject) * curve$TPR +
    prior$negative * (costs$FP - reject) * curve$FPR
  # Of all lower thresholds the best one for each upper one.
  least <- min(cummin(negative) + positive)
  slack <- 1e-12 * (cost_scale(costs, prior) + reject)
  ends <- list(FPR = c(1 - rule$TNR, rule$FPR), TPR = c(1 - rule$FNR, rule$TPR))
  thresholds <- c(rule$threshold_negative, rule$threshold_positive)
  own <- prior$positive * (costs$FN * rule$FNR + reject * rule$rejected_pos + costs$TP * rule$TPR) +
    prior$negative * (costs$TN * rule$TNR + reject * rule$rejected_neg + costs$FP * rule$FPR)
  c(
    unless(all(thresholds %in% curve$threshold) && diff(thresholds) >= 0 | anyNA(diff(thresholds)),
           "the thresholds are none of the curve, or upside down"),
    differs("cost_reject", rule$cost_reject, reject, 0), differs("prior", rule$prior, prior$positive, 1e-12),
    differs("risk", rule$risk, least, 1e-12, slack), differs("risk", rule$risk, own, 1e-12, slack),
    differs("rejected_pos", rule$rejected_pos, -diff(ends$TPR), 1e-9, 1e-12),
    differs("rejected_neg", rule$rejected_neg, -diff(ends$FPR), 1e-9, 1e-12),
    differs("rejected", rule$rejected,
            prior$positive * rule$rejected_pos + prior$negative * rule$rejected_neg, 1e-12, 1e-300),
    differs("risk_optimal", rule$risk_optimal, min(risks_of(curve, costs, prior)), 1e-12, slack)
  )
}

check_roc_net_benefit_ci <- function(a, result, call) {
  scores <- each_score(a)
  several <- !is.null(columns_of(a$guess))
  difference <- is_on(a$difference)
  value <- if (difference) "difference" else "net_benefit"
  columns <- c(if (difference) c("score1", "score2") else if (several) "score", "prior", "threshold", value,
               "conf.low", "conf.high", if (!difference) c("treat_all", "treat_none"), "standardized")
  complaints <- has_columns(result, columns)
  if (length(complaints) > 0L) return(complaints)
  threshold <- number_in(a, "threshold", seq(0.01, 0.99, 0.01))
  standardize <- is_on(a$standardize)
  benefit <- function(o) {
    prior <- if (is.null(a$prior)) prior_in(o)$positive else as.double(a$prior)
    x <- list(kind = "measure", measure = "NB", prior = a$prior)
    values <- vapply(threshold, function(t) number_of(c(x, list(threshold = t)), o)$value, 0)
    values / if (standardize) prior else 1
  }
  each <- lapply(scores, benefit)
  expected <- if (difference) {
    apply(utils::combn(length(scores), 2L), 2L, function(pair) each[[pair[[1L]]]] - each[[pair[[2L]]]])
  } else {
    unlist(each)
  }
  size <- (1 + threshold / (1 - threshold)) / if (standardize) max(result$prior[1L], 1e-300) else 1
  low <- result$conf.low
  high <- result$conf.high
  estimate <- result[[value]]
  least <- min(vapply(scores, least_of_class, 0, "delong", clusters_in(a)))
  c(
    differs("the thresholds", result$threshold, rep_len(threshold, nrow(result)), 0),
    differs(value, estimate, as.vector(expected), 1e-9, 1e-9 * rep_len(size, nrow(result))),
    unless(all(low <= estimate + 1e-9 * size & estimate <= high + 1e-9 * size, na.rm = TRUE),
           "an interval leaves its estimate"),
    if (least < 2 && nrow(result) > 0L) {
      unless(all(is.na(low)) && call$warned("undefined"),
             "it knows an interval from one observation of a class")
    }
  )
}
