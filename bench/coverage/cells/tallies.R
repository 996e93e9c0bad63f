# Tests of tallies by a key, such as days, where all keys have the same AUC. Where each score has its own row they
# are those of the observations (cells/tests.R); here are many keys, few positives, heavy weights and bins.

# Days of the row: the observations of each, one after the other.
days_of <- function(design, number) {
  draw <- draw_of(design)
  function() {
    days <- replicate(number, draw(), simplify = FALSE)
    part <- function(name) unlist(lapply(days, `[[`, name))
    list(score = part("score"), label = part("label"), weight = part("weight"),
         day = rep(seq_len(number), lengths(lapply(days, `[[`, "label"))))
  }
}

tallies_of <- function(s, points) roc_tally(s$score, s$label, s$weight, points = points, by = s$day)

# The last fifth of the days against the others, one-sided.
p_of_drop <- function(tallies, test) {
  number <- length(tallies$groups)
  before <- seq_len(number * 4 / 5)
  auc_test(as_roc_tally(tallies[-before]), as_roc_tally(tallies[before]), alternative = "less",
           test = test)$p.value
}

# Any of the later days against the first half of them, with Holm's correction.
p_of_any_day <- function(tallies, test) {
  first <- seq_len(length(tallies$groups) / 2)
  keys <- replace(as.character(tallies$groups), first, "reference")
  found <- auc_test(as_roc_tally(tallies, by = keys), reference = "reference", alternative = "less",
                    adjust = "holm", test = test)
  min(found$contrasts$p.adjusted)
}

tests_of_days <- list(
  "days: equal" = function(tallies, test) auc_test(tallies, test = test)$p.value,
  "days: trend" = function(tallies, test) auc_test(tallies, trend = TRUE, test = test)$p.value,
  "days: drop of the last" = p_of_drop,
  "days: any day against a reference" = p_of_any_day
)

# All tests of the same tallies.
attempt_days <- function(points) {
  function(s) {
    tallies <- tallies_of(s, points)
    sapply(c(ours = "score", Wald = "wald"), simplify = FALSE, function(test) {
      do.call(cbind, lapply(tests_of_days, function(p_of) rejected(p_of(tallies, test))))
    })
  }
}

cells <- function() {
  sizes <- list(c(5, 95), c(20, 180))
  rows <- rbind(
    family("plain", sizes, c(0.8, 0.95)), family("weights 1", sizes, c(0.8, 0.95), sigma = 1),
    family("weights 1.5", list(c(10, 90), c(20, 180)), 0.8, sigma = 1.5)
  )
  of <- function(number, points, name, places = seq_len(nrow(rows))) {
    lapply(places, function(i) {
      design <- as.list(rows[i, ])
      words <- sprintf("%d days, %s%s, %g + %g, AUC %g", number, design$family, name, design$positives,
                       design$negatives, design$area)
      cell("test", names(tests_of_days), words, days_of(design, number), attempt_days(points))
    })
  }
  middle <- which(rows$area == 0.8)
  c(of(10L, NULL, ""), of(10L, 20, ", 20 bins", middle), of(30L, NULL, "", middle))
}
