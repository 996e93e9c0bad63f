# Intervals of rates and of what is made of them: roc_estimate(). At a known threshold without weights they are
# shares of independent observations, for which Clopper-Pearson's and Wilson's intervals are the rivals, with Kish's
# number in place of n where there are weights. Scores of positives are uniform, and FPR is TPR^4.

shares_in_sample <- function(s, threshold) {
  w <- s$weight
  above <- s$score >= threshold
  share <- function(of, among) list(share = sum(w[of & among]) / sum(w[among]), n = sum(w[among])^2 / sum(w[among]^2))
  positive <- s$label == 1
  all <- rep(TRUE, length(w))
  list(TPR = share(above, positive), FPR = share(above, !positive), PPV = share(positive, above),
       NPV = share(!positive, !above), ACC = share(above == positive, all))
}

clopper_pearson <- function(share, n, level = 0.95) {
  tail <- (1 - level) / 2
  c(if (share > 0) qbeta(tail, share * n, (1 - share) * n + 1) else 0,
    if (share < 1) qbeta(1 - tail, share * n + 1, (1 - share) * n) else 1)
}

wilson <- function(share, n, level = 0.95) {
  z <- qnorm((1 + level) / 2)
  (share + z^2 / 2 / n + c(-1, 1) * z * sqrt(share * (1 - share) / n + z^2 / 4 / n^2)) / (1 + z^2 / n)
}

# By columns of `estimates` for a vector of truths; without an interval where nothing is called.
by_binomial <- function(interval, shares, truth) {
  ends <- vapply(names(truth), function(name) {
    of <- shares[[name]]
    if (is.null(of) || is.nan(of$share)) c(NA_real_, NA_real_) else interval(of$share, of$n)
  }, numeric(2))
  covered(ends[1L, ], ends[2L, ], truth)
}

uniform_draw <- function(n, share, sigma) {
  function() {
    repeat {
      label <- rbinom(n, 1L, share)
      if (min(table(factor(label, 0:1))) >= 2L) break
    }
    score <- 1 - ifelse(label == 1, runif(n), runif(n)^(1 / 4))
    list(score = score, label = label, weight = log_normal(n, sigma))
  }
}

uniform_truth <- function(threshold, share) {
  tpr <- 1 - threshold
  fpr <- tpr^4
  called <- share * tpr + (1 - share) * fpr
  c(TPR = tpr, FPR = fpr, PPV = share * tpr / called, NPV = (1 - share) * (1 - fpr) / (1 - called),
    ACC = share * tpr + (1 - share) * (1 - fpr), NB = share * tpr - (1 - share) * fpr * threshold / (1 - threshold),
    risk = (1 - share) * fpr + 3 * share * (1 - tpr),
    "PPV, prior .2" = 0.2 * tpr / (0.2 * tpr + 0.8 * fpr))
}

measures_at <- function(threshold) {
  c(roc_measure(c("TPR", "FPR", "PPV", "NPV", "ACC", "NB"), threshold = threshold),
    roc_measure("risk", threshold = threshold, cost_FP = 1, cost_FN = 3),
    roc_measure("PPV", threshold = threshold, prior = 0.2))
}

at_known_threshold <- function() {
  rows <- expand.grid(threshold = c(0.02, 0.1, 0.5, 0.8), sigma = c(0, 0.5, 1), size = 1:5)
  sizes <- list(c(25, 0.4), c(60, 0.5), c(150, 0.2), c(400, 0.5), c(1000, 0.1))
  lapply(seq_len(nrow(rows)), function(i) {
    row <- rows[i, ]
    size <- sizes[[row$size]]
    truth <- uniform_truth(row$threshold, size[[2L]])
    measures <- measures_at(row$threshold)
    design <- sprintf("%g with %g positive, weights %g, threshold %g", size[[1L]], size[[2L]], row$sigma, row$threshold)
    cell("interval", paste(names(truth), "at a known threshold"), design,
         uniform_draw(size[[1L]], size[[2L]], row$sigma), function(s) {
           found <- roc_estimate(s$score, s$label, s$weight, measure = measures)
           shares <- shares_in_sample(s, row$threshold)
           list(ours = covered(found$conf.low, found$conf.high, truth),
                "Clopper-Pearson" = by_binomial(clopper_pearson, shares, truth),
                Wilson = by_binomial(wilson, shares, truth))
         })
  })
}

# TPR at an FPR with few positives and many negatives, and the mirror image of it; beside the interval for the same
# TPR as if the threshold had been known.
of_few <- function() {
  rows <- expand.grid(size = 1:7, tpr = c(0.5, 0.7, 0.83, 0.95), fpr = c(0.05, 0.1, 0.2))
  sizes <- list(c(10, 2000), c(5, 600), c(20, 1000), c(30, 60), c(15, 40), c(50, 500), c(8, 100))
  lapply(seq_len(nrow(rows)), function(i) {
    row <- rows[i, ]
    size <- sizes[[row$size]]
    d <- qnorm(row$tpr) - qnorm(row$fpr)
    label <- rep(1:0, size)
    truth <- c(row$tpr, 1 - row$tpr)
    design <- sprintf("%g + %g, TPR %g at FPR %g", size[[1L]], size[[2L]], row$tpr, row$fpr)
    cell("interval", c("TPR at an FPR, few positives", "FPR at a TPR, few negatives"), design,
         function() list(score = rnorm(length(label), d * label), label = label, weight = rep(1, length(label))),
         function(s) {
           found <- rbind(roc_estimate(s$score, s$label, measure = roc_measure("TPR", FPR = row$fpr)),
                          roc_estimate(-s$score, 1L - s$label, measure = roc_measure("FPR", TPR = 1 - row$fpr)))
           known <- wilson(found$estimate[[1L]], size[[1L]])
           list(ours = covered(found$conf.low, found$conf.high, truth),
                "Wilson, known" = cbind(covered(known[[1L]], known[[2L]], truth[[1L]]), covered(NA, NA, 0)))
         })
  })
}

# Rates and predictive values at a threshold for positives and negatives in strata of two units each.
truth_in_strata <- function(design, threshold) {
  population <- population_of_strata(design)
  shares <- population$rates / sum(population$rates)
  above <- function(d) sum(shares * pnorm((d + population$means - threshold) / sqrt(5 / 6)))
  prior <- share_of(design)
  tpr <- above(population$distance)
  fpr <- above(0)
  called <- prior * tpr + (1 - prior) * fpr
  c(TPR = tpr, FPR = fpr, PPV = prior * tpr / called, NPV = (1 - prior) * (1 - fpr) / (1 - called),
    ACC = prior * tpr + (1 - prior) * (1 - fpr))
}

in_surveys <- function() {
  designs <- designs_of("two units in each stratum")
  rows <- expand.grid(design = seq_along(designs), threshold = c(-0.5, 1, 2))
  lapply(seq_len(nrow(rows)), function(i) {
    design <- designs[[rows$design[[i]]]]
    threshold <- rows$threshold[[i]]
    truth <- truth_in_strata(design, threshold)
    measures <- roc_measure(names(truth), threshold = threshold)
    cell("interval", paste0(names(truth), ", surveys"), sprintf("%s, threshold %g", design$name, threshold),
         draw_of(design), function(s) {
           drawn <- survey::svydesign(~cluster, strata = ~stratum, weights = ~weight, data = data.frame(s))
           found <- roc_estimate(s$score, s$label, drawn, measure = measures)
           intervals_of(found, truth)
         })
  })
}

# Clusters without a design: those of 8, and few large ones.
in_clusters <- function() {
  designs <- c(designs_of("small, clusters of 8"), designs_of("clusters of 8, one class", "clusters of 8, both classes",
                          "clusters of 80, both classes, 0.1", "clusters of 80, one class, 0.4"))
  designs <- Filter(function(design) design$area %in% c(0.75, 0.9) && design$clusters < 100, designs)
  rows <- expand.grid(design = seq_along(designs), threshold = c(-1, 1, 2))
  lapply(seq_len(nrow(rows)), function(i) {
    design <- designs[[rows$design[[i]]]]
    threshold <- rows$threshold[[i]]
    d <- distance_of(design$area)
    tpr <- pnorm(d - threshold)
    fpr <- pnorm(-threshold)
    prior <- share_of(design)
    truth <- c(TPR = tpr, FPR = fpr, PPV = prior * tpr / (prior * tpr + (1 - prior) * fpr))
    measures <- roc_measure(names(truth), threshold = threshold)
    name <- sprintf("%s, threshold %g", design$name, threshold)
    cell("interval", paste0(names(truth), " at a threshold, clusters"), name, draw_of(design), function(s) {
      intervals_of(roc_estimate(s$score, s$label, s$weight, cluster = s$cluster, measure = measures), truth)
    })
  })
}

cells <- function() c(at_known_threshold(), of_few(), in_surveys(), in_clusters())
