# Tallies with clusters by the delete-a-group jackknife: intervals of the AUC from tallies of two days, merged,
# and the paired test of two scores in the same parts. Rivals are the intervals and the test that know the rows.

# Patients who come on several days: they have 1 + Poisson(3) visits, and being positive, and both scores, depend
# on the patient. Patients of the true area are normal within a class.
draw_visits_of <- function(patients, share, area, sigma) {
  d <- distance_of(area)
  function() {
    repeat {
      of <- rep(seq_len(patients), 1 + rpois(patients, 3))
      n <- length(of)
      effect <- function(part) sqrt(part) * rnorm(patients)[of]
      label <- as.integer(effect(0.5) + sqrt(0.5) * rnorm(n) > qnorm(1 - share))
      if (length(unique(of[label == 1L])) >= 3L) break
    }
    common <- effect(0.25)
    score <- function() d * label + common + effect(0.25) + sqrt(0.5) * rnorm(n)
    list(patient = sample.int(1e9, patients)[of], day = sample.int(2L, n, TRUE), label = label, a = score(),
         b = score(), weight = log_normal(n, sigma))
  }
}

# The tallies of days, merged.
tally_of_days <- function(s, score) {
  days <- lapply(unname(split(seq_along(s$day), s$day)), function(rows) {
    roc_tally(score[rows], s$label[rows], s$weight[rows], positive = 1, cluster = s$patient[rows])
  })
  do.call(c, days)
}

of_interval <- function(truth) {
  function(s) {
    ours <- auc_ci(tally_of_days(s, s$a))
    rows <- auc_ci(s$a, s$label, s$weight, cluster = s$patient)
    unaware <- auc_ci(s$a, s$label, s$weight)
    c(intervals_of(ours, truth)[c("ours", "Wald", "logit t")],
      list("rows, clusters" = covered(rows$conf.low, rows$conf.high, truth),
           "rows, no clusters" = covered(unaware$conf.low, unaware$conf.high, truth)))
  }
}

of_pair <- function(s) {
  tallies <- list(a = tally_of_days(s, s$a), b = tally_of_days(s, s$b))
  scores <- list(a = s$a, b = s$b)
  p_of <- function(...) rejected(auc_test(...)$p.value)
  list(ours = p_of(tallies), "rows, clusters" = p_of(scores, s$label, s$weight, cluster = s$patient),
       "rows, no clusters" = p_of(scores, s$label, s$weight))
}

cells <- function() {
  designs <- rbind(
    expand.grid(patients = c(60, 150), share = 0.3, area = c(0.75, 0.97), sigma = 0),
    expand.grid(patients = 150, share = 0.3, area = c(0.75, 0.95), sigma = 1.5),
    expand.grid(patients = 100, share = 0.02, area = c(0.75, 0.9), sigma = 0)
  )
  of <- function(kind, target, attempt) {
    lapply(split(designs, seq_len(nrow(designs))), function(design) {
      name <- sprintf("%g patients, %g %% positive, weights %g, AUC %g", design$patients, 100 * design$share,
                      design$sigma, design$area)
      draw <- draw_visits_of(design$patients, design$share, design$area, design$sigma)
      cell(kind, target, name, draw, attempt(design$area))
    })
  }
  unname(c(of("interval", "AUC, tallies with clusters", of_interval),
           of("test", "two scores, tallies with clusters", function(truth) of_pair)))
}
