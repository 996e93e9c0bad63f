# Areas of several classes, and tests of two classifiers: auc_multiclass(), auc_test().

class_sizes <- list("60, 8, 60" = c(60, 8, 60), "40, 30, 50" = c(40, 30, 50),
                    "six classes" = c(20, 12, 30, 30, 40, 50))

chance_of <- function(score) 0.2 + 0.8 * pnorm(2 * (score - 1))

# Each class has a score that is `d` higher in it, and all scores of an observation have a part in common; so
# each pair of classes, and each class against the rest, has the same area. In clusters of three this part is
# shared. With inverse chances an observation is taken the likelier the higher the first classifier's score of
# its own class is.
draw_classes <- function(kind, sizes, area) {
  d <- distance_of(area)
  chosen <- kind == "inverse chances"
  if (chosen) sizes <- round(sizes / (0.2 + 0.8 * pnorm(2 * (d - 1) / sqrt(5))))
  names <- seq_along(sizes) - 1
  class <- rep(names, sizes)
  n <- length(class)
  function() {
    cluster <- if (kind == "clusters") sample(rep_len(seq_len(n / 3), n))
    common <- sqrt(0.5) * if (is.null(cluster)) rnorm(n) else rnorm(n)[cluster]
    scores <- function() {
      found <- d * outer(class, names, `==`) + common + sqrt(0.5) * matrix(rnorm(n * length(sizes)), n)
      colnames(found) <- names
      if (kind == "ties") round(found) else found
    }
    first <- scores()
    second <- scores()
    chance <- if (chosen) chance_of(first[cbind(seq_len(n), class + 1)]) else rep(1, n)
    weight <- if (kind == "weights 1") rlnorm(n) else 1 / chance
    taken <- runif(n) < chance
    list(label = class[taken], weight = weight[taken], cluster = cluster[taken], first = first[taken, ],
         second = second[taken, ])
  }
}

# Returns the AUC of scores that are rounded to whole numbers, where ties count one half.
area_of_classes <- function(kind, area) {
  if (kind != "ties") return(area)
  below <- function(at, mean) pnorm(at + 0.5, mean)
  at <- -30:30
  d <- distance_of(area)
  sum((below(at, d) - below(at - 1, d)) * (below(at, 0) + below(at - 1, 0)) / 2)
}

interval_of_classes <- function(truth) {
  function(s) {
    intervals_of(auc_multiclass(s$first, s$label, s$weight, cluster = s$cluster)[1L, ], truth)
  }
}

test_of_classes <- function(s) {
  found <- auc_test(auc_multiclass(list(s$first, s$second), s$label, s$weight, cluster = s$cluster))
  list(ours = rejected(found$p.value))
}

cells <- function() {
  rows <- expand.grid(kind = c("plain", "weights 1", "inverse chances", "clusters", "ties"),
                      size = names(class_sizes), area = c(0.7, 0.9, 0.97), stringsAsFactors = FALSE)
  of <- function(kind, targets, rows, attempt) {
    lapply(unname(split(rows, seq_len(nrow(rows)))), function(row) {
      cell(kind, targets, sprintf("%s, %s, AUC %g", row$kind, row$size, row$area),
           draw_classes(row$kind, class_sizes[[row$size]], row$area),
           attempt(area_of_classes(row$kind, row$area)))
    })
  }
  # Chances by the first classifier's scores say nothing of a second one that is equally good.
  c(of("interval", "multiclass, pairwise", rows, interval_of_classes),
    of("test", "two classifiers", rows[rows$kind != "inverse chances", ], function(truth) test_of_classes))
}
