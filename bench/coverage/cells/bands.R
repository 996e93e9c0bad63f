# Bands of whole curves: roc_band().

rates <- 0:100 / 100

# By what a band is asked for, where, and the truth for two normal classes. By threshold TPR and TNR follow
# each other, at the thresholds of four true rates.
places_of <- function(d) {
  thresholds <- d - c(2.88, 1.81, 0.81, 0)
  list(FPR = list(at = rates, truth = pnorm(d + qnorm(rates))),
       TPR = list(at = rates, truth = pnorm(qnorm(rates) - d)),
       threshold = list(at = thresholds, truth = as.vector(rbind(pnorm(d - thresholds),
                                                                 pnorm(thresholds)))))
}

cells <- function() {
  of <- function(design, by) {
    place <- places_of(distance_of(design$area))[[by]]
    band <- function(s, type) {
      found <- roc_band(s$score, s$label, s$weight, at = place$at, by = by, type = type)
      covered_all(found$conf.low, found$conf.high, place$truth)
    }
    cell("band", c("band, equal precision", "band, fixed width"), paste0(design$name, ", by ", by),
         draw_of(design), function(s) list(ours = cbind(band(s, "equal-precision"), band(s, "fixed-width"))))
  }
  designs <- designs_of("small, plain", "small, weights 1")
  do.call(c, lapply(c("FPR", "TPR", "threshold"), function(by) lapply(designs, of, by)))
}
