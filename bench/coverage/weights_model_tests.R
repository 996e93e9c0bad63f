# Tests of two scores with inverse probabilities that were estimated: auc_test(weights_model = ).

# Two scores that cost much are measured in a part of a study, as in measured_in_part(). They correlate with
# the covariate by `rho` and `rho2`, and the second has the area `area2`.
two_measured_in_part <- function(cell) {
  score_of <- function(area, rho, y, z) {
    distance_of(area) * y + rho * z + sqrt(1 - rho^2) * stats::rnorm(cell$n)
  }
  function() {
    y <- stats::rbinom(cell$n, 1L, 0.25)
    z <- stats::rnorm(cell$n)
    scores <- cbind(score_of(cell$area, cell$rho, y, z), score_of(cell$area2, cell$rho2, y, z))
    selected <- stats::runif(cell$n) < stats::plogis(0.6 * z + y - 0.8)
    x <- cbind(1, y, z, y * z)
    fitted <- stats::glm.fit(x, selected, family = stats::binomial())$fitted.values
    scores[!selected, ] <- NA
    list(score = scores, label = y, weight = selected / fitted, functions = x * (selected - fitted))
  }
}

tests_with_weights_model <- list(
  weights_model = function(s) {
    WeightedROC::auc_test(s$score, s$label, s$weight, na.rm = TRUE, weights_model = s$functions)
  },
  "weights_model, wald" = function(s) {
    WeightedROC::auc_test(s$score, s$label, s$weight, na.rm = TRUE, weights_model = s$functions,
                          test = "wald")
  },
  "weights as if known" = function(s) {
    WeightedROC::auc_test(s$score, s$label, s$weight, na.rm = TRUE)
  }
)

cells_for_weights_model_tests <- function() {
  cells <- cells_of("two scores", area = c(0.75, 0.9), rho = 0.9, rho2 = c(0, 0.6), n = c(300, 1000),
                    lost = c(0, 0.1))
  cells$area2 <- cells$area - cells$lost
  cells[cells$lost == 0 | cells$rho2 == 0, names(cells) != "lost"]
}

try_weights_model_tests <- function(repetitions) {
  try_cells("weights_model_tests", cells_for_weights_model_tests(), 95000L, function(cell) {
    draw <- two_measured_in_part(cell)
    found <- lapply(seq_len(repetitions / 2), function(i) {
      sample <- draw()
      lapply(tests_with_weights_model, function(test) test(sample))
    })
    do.call(rbind, lapply(names(tests_with_weights_model), function(name) {
      number <- function(part) vapply(found, function(tests) tests[[name]][[part]], 0)
      differences <- vapply(found, function(tests) tests[[name]]$estimate[["difference"]], 0)
      data.frame(method = name, nominal = 0.05, rate = mean(number("p.value") < 0.05),
                 repetitions = length(found), sd = stats::sd(differences),
                 std.error = mean(number("std.error")))
    }))
  })
}

section_of_weights_model_tests <- function(rows) {
  shown <- rows[c("area", "area2", "rho", "rho2", "n", "method")]
  shown[["std. deviation"]] <- sprintf("%.4f", rows$sd)
  shown[["mean std. error"]] <- sprintf("%.4f", rows$std.error)
  shown[["rejected, %"]] <- percent(rows$rate)
  c(
    "## Estimated weights: `auc_test(weights_model = )`", "",
    "Two scores that correlate with the covariate by `rho` and `rho2`, measured in a part: how often they",
    "are told apart at a level of 5%, and the standard deviation of the difference beside its standard",
    "error.", "",
    md_table(shown)
  )
}
