# The optimism of areas: auc_optimism(), of logistic regression with 10 predictors that are of no use and
# one that is.

# By Newton's method, with a thousandth of the identity for samples that can be separated.
logistic_regression <- function(data, weight) {
  x <- cbind(1, data[, -1L])
  ridge <- diag(1e-3, ncol(x))
  b <- numeric(ncol(x))
  for (i in 1:8) {
    p <- stats::plogis(pmax(pmin(drop(x %*% b), 15), -15))
    gradient <- crossprod(x, weight * (data[, 1L] - p)) - ridge %*% b
    b <- b + drop(solve(crossprod(x * sqrt(weight * p * (1 - p))) + ridge, gradient))
  }
  b
}

linear_predictor <- function(model, data) drop(data[, -1L] %*% model[-1L])

# What package survey has are data.frames.
by_matrix <- function(f) {
  function(a, b) if (is.data.frame(a)) f(as.matrix(a), b) else f(a, as.matrix(b))
}

optimism_in <- list(
  rows = function(data, weight, unit) {
    WeightedROC::auc_optimism(data, logistic_regression, data[, 1L], weight = weight, R = 40,
                              predict = linear_predictor)
  },
  "jackknife weights" = function(data, weight, unit) {
    design <- survey::svydesign(~unit, weights = weight, data = as.data.frame(data))
    WeightedROC::auc_optimism(survey::as.svrepdesign(design, type = "JK1"),
                              by_matrix(logistic_regression), data[, 1L],
                              predict = by_matrix(linear_predictor))
  }
)

# The area of the sample's model in the population, and what is said of it.
learnt_area <- function(cell) {
  distance <- distance_of(cell$area)
  label <- labels_of_cell(cell)
  x <- matrix(stats::rnorm(11 * cell$n), cell$n)
  x[, 1L] <- x[, 1L] + distance * label
  weight <- stats::rlnorm(cell$n, -cell$sigma^2 / 2, cell$sigma)
  data <- cbind(label, x)
  direction <- logistic_regression(data, weight)[-1L]
  truth <- stats::pnorm(direction[[1L]] * distance / sqrt(2 * sum(direction^2)))
  found <- optimism_in[[cell$design]](data, weight, sample(rep_len(1:40, cell$n)))$areas
  c(found$apparent - truth, found$corrected - truth)
}

cells_for_optimism <- function() {
  sizes <- list(c(100, 0.5), c(300, 0.3), c(600, 0.2))
  do.call(rbind, lapply(names(optimism_in), function(design) {
    with_sizes(cells_of(design, area = 0.75, sigma = c(0, 0.5)), sizes)
  }))
}

try_optimism <- function(repetitions) {
  try_cells("optimism", cells_for_optimism(), 70000L, function(cell) {
    number <- ceiling(repetitions / 25)
    errors <- vapply(seq_len(number), function(i) learnt_area(cell), numeric(2L))
    data.frame(apparent = mean(errors[1L, ]), corrected = mean(errors[2L, ]),
               error = stats::sd(errors[2L, ]) / sqrt(number), repetitions = number)
  })
}

section_of_optimism <- function(rows) {
  shown <- function(x) formatC(x, digits = 3, format = "f")
  c(
    "## Optimism: `auc_optimism()`", "",
    "Logistic regression with 10 predictors of no use beside one that has an area of 0.75 alone: how much",
    "the area of a sample's model is overstated on average, before and after the correction, by 40",
    "replicates.",
    "`sigma` is that of log-normal weights. `mc.error` is the simulation's own.", "",
    md_table(data.frame(replicates = rows$design, n = rows$n, share = rows$share, sigma = rows$sigma,
                        apparent = shown(rows$apparent), corrected = shown(rows$corrected),
                        mc.error = shown(rows$error)))
  )
}
