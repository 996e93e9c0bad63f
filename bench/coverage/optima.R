# Optima: roc_optimal_ci(), of whose chosen threshold the true rates and the true risk are known.

# What is true of thresholds: the rates of errors, from where the best one is looked for, and how a
# sample is drawn.
continuous_truth <- function(below, d, draw) {
  list(FNR = function(t) below(t - d), FPR = function(t) below(-t),
       candidates = c(-Inf, seq(-10, d + 10, 0.001), Inf), draw = draw)
}

# Classes of fixed numbers for a given prior; otherwise each observation is positive by chance.
drawn_by_chance <- function(draw, cell, scores, sigma) {
  if (cell$prior == "given") {
    return(draw)
  }
  scores <- scores_of[[scores]](cell$area)
  function() {
    label <- stats::rbinom(cell$n, 1L, cell$share)
    list(score = scores(label), label = label,
         weight = stats::rlnorm(cell$n, -sigma^2 / 2, sigma))
  }
}

truths_of_optima <- list(
  "normal scores" = function(cell) {
    draw <- independent_weights(cell$sigma)(cell)
    continuous_truth(stats::pnorm, distance_of(cell$area),
                     drawn_by_chance(draw, cell, "normal", cell$sigma))
  },
  "t scores with 3 df" = function(cell) {
    d <- stats::uniroot(function(d) t3_area(d) - cell$area, c(0, 60), tol = 1e-12)$root
    draw <- independent_weights(cell$sigma, "t3")(cell)
    continuous_truth(function(x) stats::pt(x, 3), d, drawn_by_chance(draw, cell, "t3", cell$sigma))
  },
  "five ratings, counts" = function(cell) {
    chances <- chances_of_ratings(distance_of_ratings(cell$area))
    below <- function(chances, t) c(0, cumsum(chances))[pmin(t, 6)]
    list(FNR = function(t) below(chances$positives, t),
         FPR = function(t) 1 - below(chances$negatives, t),
         candidates = c(1:5, Inf), draw = rating_counts(cell))
  },
  "clusters of both classes" = function(cell) {
    continuous_truth(stats::pnorm, distance_of(cell$area), clusters_of(TRUE)(cell))
  },
  "clusters of one class" = function(cell) {
    continuous_truth(stats::pnorm, distance_of(cell$area), clusters_of(FALSE)(cell))
  },
  "inverse chances, high scores preferred" = function(cell) {
    continuous_truth(stats::pnorm, distance_of(cell$area), follow_up(cell))
  },
  "inverse chances, few hard cases" = function(cell) {
    continuous_truth(stats::pnorm, distance_of(cell$area), clear_cases(0.5)(cell))
  }
)

cells_for_optima <- function() {
  of <- function(designs, ...) do.call(stack, lapply(designs, cells_of, ...))
  designs <- names(truths_of_optima)
  independent <- of(designs[1:2], cost_FN = c(1, 3, 10), sigma = c(0, 1),
                    prior = c("given", "estimated"), n = c(200, 1000), share = c(0.1, 0.3, 0.5))
  # Half of them, in which no two numbers always go together, and with each an area.
  levels <- vapply(independent, function(x) match(x, unique(x)), numeric(nrow(independent)))
  independent <- independent[rowSums(levels) %% 2 == 0, ]
  independent$area <- rep_len(c(0.75, 0.93, 0.85, 0.95, 0.8), nrow(independent))
  clusters <- of(designs[4:5], cost_FN = c(1, 5), sigma = 0.5, prior = c("given", "estimated"),
                 clusters = c(25, 100), share = c(0.2, 0.5), area = 0.85)
  clusters$n <- 8 * clusters$clusters
  others <- of(designs[c(3, 6, 7)], cost_FN = c(1, 5), prior = "given", n = c(200, 1000),
               share = c(0.1, 0.4), area = 0.85)
  # Five or ten positives, heavy weights, areas near 1.
  hostile <- of(designs[1:2], cost_FN = c(1, 5), sigma = c(0, 1.5), prior = "given", n = 100,
                share = c(0.05, 0.1), area = c(0.9, 0.97))
  stack(independent, clusters, others, hostile)
}

try_optimum <- function(cell, repetitions) {
  truth <- truths_of_optima[[cell$design]](cell)
  risk <- function(t) {
    cell$share * cell$cost_FN * truth$FNR(t) + (1 - cell$share) * truth$FPR(t)
  }
  risks <- risk(truth$candidates)
  best <- truth$candidates[[which.min(risks)]]
  found <- replicate(repetitions, {
    sample <- draw_sound(truth$draw)
    ci <- optimal_ci_of(sample, cell)
    chosen <- ci$estimate[[1L]]
    true <- c(best, 1 - truth$FNR(chosen), truth$FPR(chosen), risk(chosen))
    unaware <- ci$apparent[[4L]] + c(-1, 1) * stats::qnorm(0.975) * ci$std.error[[4L]]
    c(covered(ci$conf.low, ci$conf.high, true), covered(ci$conf.low, ci$conf.high, min(risks))[4L],
      covered(unaware[[1L]], unaware[[2L]], true[[4L]]), ci$conf.high - ci$conf.low,
      ci$apparent[[4L]] - true[[4L]], ci$optimism[[4L]], effective_positives(sample))
  })
  width <- apply(found[7:10, ], 1L, stats::median)
  data.frame(
    method = c("threshold", "TPR", "FPR", "risk", "risk, of the best threshold",
               "risk, as if not chosen"),
    nominal = 0.95, rate = rowMeans(found[1:6, ]), width = c(width, width[[4L]], NA),
    n_eff_pos = stats::median(found[13L, ]), repetitions = repetitions,
    true_optimism = mean(found[11L, ]), optimism = mean(found[12L, ]),
    deviation = stats::sd(found[11L, ])
  )
}

optimal_ci_of <- function(sample, cell) {
  counted <- isTRUE(sample$counted)
  WeightedROC::roc_optimal_ci(
    sample$score, sample$label, sample$weight, cost_FN = cell$cost_FN, cluster = sample$cluster,
    prior = if (cell$prior == "given") cell$share,
    variance = if (counted) "frequency" else "delong", R = 200
  )
}

covered <- function(low, high, truth) low <= truth + 1e-9 & truth <= high + 1e-9

# -- Thresholds that reach a rate: the positives' rate is a quantile of N(1, 1), the negatives' one of N(0, 1).

rates_reached <- list(c(TPR = 0.5), c(TPR = 0.8), c(TPR = 0.9), c(TPR = 0.95), c(FPR = 0.2), c(FPR = 0.1))

designs_reached <- c("no weights", "log-normal weights, sigma 1", "inverse chances, high scores preferred",
                     "inverse chances, low scores preferred", "clusters of 5 in one class",
                     "clusters of 10 of both classes", "ties")

draw_reached <- function(cell) {
  is <- function(design) cell$design == design
  times <- if (grepl("inverse", cell$design)) 3 else 1
  n <- cell$n * times
  label <- rep(0:1, each = n)
  score <- stats::rnorm(2 * n, label)
  weight <- rep(1, 2 * n)
  cluster <- NULL
  taken <- rep(TRUE, 2 * n)
  if (is("log-normal weights, sigma 1")) weight <- stats::rlnorm(2 * n)
  if (times > 1) {
    sign <- if (is("inverse chances, high scores preferred")) 1 else -1
    chance <- 0.2 + 0.8 * stats::pnorm(2 * sign * (score - 0.5))
    # As many of each class as the cell has.
    taken <- stats::runif(2 * n) < chance
    for (class in 0:1) taken[which(taken & label == class)[-seq_len(cell$n)]] <- FALSE
    weight <- 1 / chance
  }
  if (grepl("clusters", cell$design)) {
    cluster <- if (is("clusters of 5 in one class")) (seq_along(label) - 1) %/% 5 else rep(seq_len(n / 5), 10)
    score <- label + sqrt(0.4) * stats::rnorm(max(cluster) + 1)[cluster + 1] + sqrt(0.6) * stats::rnorm(2 * n)
    weight <- stats::rlnorm(2 * n, 0, 0.5)
  }
  if (is("ties")) score <- round(2 * score) / 2
  list(score = score[taken], label = label[taken], weight = weight[taken], cluster = cluster[taken])
}

threshold_reached <- function(cell, rate) {
  exact <- stats::qnorm(1 - rate, if (names(rate) == "TPR") 1 else 0)
  if (cell$design != "ties") return(exact)
  # Scores are called positive from half a unit below on.
  at <- -30:30 / 2
  if (names(rate) == "TPR") max(at[at - 0.25 <= exact]) else min(at[at - 0.25 >= exact])
}

try_reached <- function(cell, repetitions) {
  reaching <- function(rate) do.call(WeightedROC::roc_measure, c("threshold", as.list(rate)))
  what <- lapply(rates_reached, reaching)
  truth <- vapply(rates_reached, function(rate) threshold_reached(cell, rate), 0)
  found <- replicate(repetitions, {
    sample <- draw_sound(function() draw_reached(cell))
    ci <- WeightedROC::roc_ci(sample$score, sample$label, sample$weight, what, sample$cluster)
    c(covered(ci$conf.low, ci$conf.high, truth), ci$conf.high - ci$conf.low, effective_positives(sample))
  })
  k <- length(what)
  data.frame(method = vapply(what, format, ""), nominal = 0.95, rate = rowMeans(found[seq_len(k), ]),
             width = apply(found[k + seq_len(k), ], 1L, stats::median),
             n_eff_pos = stats::median(found[2L * k + 1L, ]), repetitions = repetitions)
}

cells_reached <- function() {
  expand.grid(design = designs_reached, n = c(20, 50, 200), KEEP.OUT.ATTRS = FALSE, stringsAsFactors = FALSE)
}

is_reached <- function(rows) startsWith(rows$method, "threshold(")

try_optima <- function(repetitions) {
  repetitions <- min(repetitions, 1000)
  reached <- try_cells("optima", cells_reached(), 53000L, function(cell) try_reached(cell, repetitions))
  chosen <- try_cells("optima", cells_for_optima(), 52000L, function(cell) try_optimum(cell, repetitions))
  stack(chosen, reached)
}

# Of the report --------------------------------------------------------------

promises_of_optima <- function(rows) {
  at <- function(method) rows[rows$method == method, ]
  rbind(
    promise_of(at("risk"), "`roc_optimal_ci()`, risk of the chosen threshold", 0.93, 0.98, 0.85, 0.9),
    promise_of(rbind(at("TPR"), at("FPR")), "`roc_optimal_ci()`, its rates", 0.93, 0.98, 0.85, 0.9)
  )
}

section_of_optima <- function(rows) {
  reached <- rows[is_reached(rows), ]
  rows <- rows[!is_reached(rows), ]
  rows$sigma <- ifelse(is.na(rows$sigma), "", as.character(rows$sigma))
  risk <- rows[rows$method == "risk", ]
  off <- (risk$true_optimism - risk$optimism) / risk$deviation
  c(
    "## Optima: `roc_optimal_ci()`", "",
    "Threshold, rates and risk where the cost of a false negative is 1 to 10 times that of a false",
    "positive. Rates and risk are those of the threshold that the sample chose, on all that there is to",
    "observe; the threshold is that of the least risk. `risk, of the best threshold` asks whether the",
    "same interval contains the least risk, `risk, as if not chosen` is what one gets without minding",
    "the choice. Cells with a coverage of 93% to 98%:", "",
    md_table(summary_of(rows, c("design", "sigma", "prior"), 0.93, 0.98)),
    sprintf(paste("The optimism that a sample has is %s standard deviations of its risk on the average;",
                  "its estimate is off by %s to %s of them (middle 90%% of the designs)."),
            sprintf("%.2f", mean(abs(risk$true_optimism) / risk$deviation)),
            sprintf("%.2f", stats::quantile(off, 0.05)), sprintf("%.2f", stats::quantile(off, 0.95))),
    "", "The worst cells of the risk:", "",
    md_table(worst_of(risk, 10, c("cost_FN", "n", "share", "area", "sigma", "prior", "clusters"))),
    "and of the threshold:", "",
    md_table(worst_of(rows[rows$method == "threshold", ], 10,
                      c("cost_FN", "n", "share", "area", "sigma", "prior", "clusters"))),
    "## Thresholds that reach a rate: `roc_ci()`", "",
    "Classes of 20, 50 and 200 observations, or a fifth of that in clusters. Cells with a coverage of 91%",
    "to 98.5%; the interval contains both of its ends, so that with ties it holds more often.", "",
    md_table(summary_of(reached, c("design", "n"), 0.91, 0.985))
  )
}
