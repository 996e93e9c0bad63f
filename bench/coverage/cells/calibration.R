# Bands of reliability diagrams, at single forecasts: roc_reliability().

curves <- list(calibrated = function(x) x, bent = function(x) x^1.7, flat = function(x) 0.3 + 0.2 * x)

forecasts <- list(uniform = runif, low = function(n) rbeta(n, 1, 6),
                  tied = function(n) sample(1:9, n, TRUE) / 10)

# Negatives that are taken one in ten are drawn from a larger sample. Low forecasts may leave one class.
draw_forecasts <- function(kind, n, curve, forecast) {
  one_in_ten <- kind == "negatives one in ten"
  if (one_in_ten) n <- 6 * n
  draw <- function() {
    x <- forecasts[[forecast]](n)
    p <- curves[[curve]](x)
    weight <- rep(1, n)
    cluster <- NULL
    taken <- rep(TRUE, n)
    label <- rbinom(n, 1L, p)
    if (kind == "weights 1") weight <- rlnorm(n)
    if (kind == "clusters of 5") {
      cluster <- sample.int(n / 5, n, TRUE)
      label <- as.integer(qnorm(p) > sqrt(0.3) * rnorm(n / 5)[cluster] + sqrt(0.7) * rnorm(n))
    }
    if (one_in_ten) {
      weight <- ifelse(label == 1, 1, 10)
      taken <- runif(n) < 1 / weight
    }
    list(forecast = x[taken], label = label[taken], weight = weight[taken], cluster = cluster[taken])
  }
  function() {
    repeat {
      drawn <- draw()
      if (length(unique(drawn$label)) == 2L) return(drawn)
    }
  }
}

# At the forecasts that have 5 %, 25 %, ... of the others below them. The band of consistency says something
# where forecasts are calibrated.
attempt_of <- function(curve) {
  function(s) {
    rows <- roc_reliability(s$forecast, s$label, s$weight, cluster = s$cluster, conf.level = 0.95, R = 200)
    rows <- rows[round(quantile(seq_len(nrow(rows)), c(0.05, 0.25, 0.5, 0.75, 0.95), names = FALSE)), ]
    mean_of <- function(low, high, truth) cbind(rowMeans(covered(low, high, truth)))
    confidence <- mean_of(rows$conf.low, rows$conf.high, curves[[curve]](rows$forecast))
    consistency <- mean_of(rows$consistency.low, rows$consistency.high, rows$probability)
    list(ours = cbind(confidence, if (curve == "calibrated") consistency))
  }
}

cells <- function() {
  rows <- expand.grid(kind = c("plain", "weights 1", "negatives one in ten", "clusters of 5"),
                      n = c(100, 400), curve = names(curves), forecast = names(forecasts),
                      stringsAsFactors = FALSE)
  lapply(unname(split(rows, seq_len(nrow(rows)))), function(row) {
    cell("interval", c("reliability", if (row$curve == "calibrated") "reliability: consistency"),
         sprintf("%s, %g, %s, %s forecasts", row$kind, row$n, row$curve, row$forecast),
         draw_forecasts(row$kind, row$n, row$curve, row$forecast), attempt_of(row$curve))
  })
}
