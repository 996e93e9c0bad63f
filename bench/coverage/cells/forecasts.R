# Intervals of losses of forecasts, and of net benefit with its bands: roc_estimate(),
# roc_net_benefit().

prior <- 0.2

# The forecasts of two normal classes that are `d` apart are calibrated for the prior, or bent.
calibrated <- function(score, d) plogis(d * score - d^2 / 2 + qlogis(prior))

bent <- function(score, d) plogis(1.3 * qlogis(calibrated(score, d)) + 0.3)

# Returns the mean loss of each class by a forecast.
mean_loss <- function(d, of_negatives, of_positives) {
  mean_of <- function(loss, mean) {
    integrate(function(s) loss(bent(s, d)) * dnorm(s, mean), mean - 9, mean + 9, rel.tol = 1e-9,
                     subdivisions = 2000L)$value
  }
  (1 - prior) * mean_of(of_negatives, 0) + prior * mean_of(of_positives, d)
}

thresholds <- seq(0.05, 0.6, 0.05)

true_benefit <- function(d, at) {
  cut <- (qlogis(at) - qlogis(prior) + d^2 / 2) / d
  prior * pnorm(d - cut) - (1 - prior) * pnorm(-cut) * at / (1 - at)
}

# The second score has more noise, of this standard deviation.
noise <- 0.75

targets <- c("Brier score", "log score", "net benefit at .2", "net benefit, difference")

# `known` is the prior, or NULL where labels are by chance and it is not known.
losses_in <- function(design, known) {
  d <- distance_of(design$area)
  less <- d / sqrt(1 + noise^2)
  truth <- c(mean_loss(d, function(p) p^2, function(p) (1 - p)^2),
             mean_loss(d, function(p) -log1p(-p), function(p) -log(p)), true_benefit(d, 0.2),
             true_benefit(d, 0.2) - true_benefit(less, 0.2))
  losses <- roc_measure(c("brier", "log_loss"), prior = known)
  benefit <- roc_measure("NB", threshold = 0.2, prior = known)
  function(s) {
    second <- calibrated((s$score + noise * rnorm(length(s$score))) / sqrt(1 + noise^2), less)
    both <- list(calibrated(s$score, d), second)
    lost <- roc_estimate(bent(s$score, d), s$label, s$weight, cluster = s$cluster, measure = losses)
    gained <- roc_estimate(both[[1L]], s$label, s$weight, cluster = s$cluster, measure = benefit)
    more <- roc_net_benefit(both, s$label, s$weight, cluster = s$cluster, threshold = 0.2, prior = known,
                            difference = TRUE, conf.level = 0.95)
    brier <- intervals_of(lost[1L, ], truth[[1L]])
    log <- intervals_of(lost[2L, ], truth[[2L]], limits = c(0, Inf))
    net <- intervals_of(gained, truth[[3L]], limits = c(-Inf, prior))
    list(ours = cbind(brier$ours, log$ours, net$ours, covered(more$conf.low, more$conf.high, truth[[4L]])),
         Wald = cbind(brier$Wald, log$Wald, net$Wald, covered(NA, NA, 0)))
  }
}

bands_in <- function(design, known) {
  d <- distance_of(design$area)
  function(s) {
    band <- roc_net_benefit(calibrated(s$score, d), s$label, s$weight, cluster = s$cluster,
                            threshold = thresholds, prior = known, type = "simultaneous", conf.level = 0.95)
    list(ours = covered_all(band$conf.low, band$conf.high, true_benefit(d, thresholds)))
  }
}

cells <- function() {
  by_chance <- c("labels by chance", "labels by chance, weights 1")
  one_in_five <- function(design) design$negatives == 4 * design$positives && design$area %in% c(0.75, 0.9)
  clusters <- Filter(one_in_five, designs_of("clusters of 8, both classes"))
  of <- function(designs, known) {
    do.call(c, lapply(designs, function(design) {
      draw <- draw_of(design)
      list(cell("interval", targets, design$name, draw, losses_in(design, known)),
           cell("band", "band, net benefit", design$name, draw, bands_in(design, known)))
    }))
  }
  c(of(c(designs_of(by_chance), clusters), NULL), of(designs_of(small_families[2:5]), prior))
}
