# The observations that are timed: a score's shape, random classes, random weights.

plogis_wide <- function(n) stats::plogis(stats::rnorm(n, sd = 20))

organ_pipe <- function(n) {
  x <- sort(stats::runif(n))
  up <- seq(1L, n, by = 2L)
  c(x[up], rev(x[-up]))
}

# Doubles that went through single precision, as scores of most neural networks do.
float_like <- function(n) {
  readBin(writeBin(stats::runif(n), raw(), size = 4L), "double", n, size = 4L)
}

shapes <- list(
  "continuous" = stats::runif,
  "three-decimal" = function(n) sample.int(1000L, n, TRUE) / 1000,
  "float-like" = float_like,
  "Cauchy" = stats::rcauchy,
  "one outlier" = function(n) replace(stats::runif(n), sample.int(n, 1L), 1e300),
  "piled at 0 and 1" = plogis_wide,
  "all equal" = function(n) rep(0.5, n),
  "sorted" = function(n) sort(stats::runif(n)),
  "reversed" = function(n) sort(stats::runif(n), decreasing = TRUE),
  "organ pipe" = organ_pipe,
  "half zeros" = function(n) stats::runif(n) * rep_len(0:1, n)[sample.int(n)],
  "rare class (1%)" = stats::runif
)

# Classes that do not depend on the score are the hardest for branch prediction.
labels_of <- function(shape, guess) {
  n <- length(guess)
  if (shape == "piled at 0 and 1") {
    stats::rbinom(n, 1L, guess)
  } else if (shape == "rare class (1%)") {
    replace(integer(n), sample.int(n, n %/% 100L), 1L)
  } else {
    sample(rep_len(0:1, n))
  }
}

make_data <- function(shape, n) {
  set.seed(1)
  guess <- shapes[[shape]](n)
  list(guess = guess, label = labels_of(shape, guess), weight = stats::runif(n, 0.1, 2))
}

# A folder of plain binary files, which every language reads at once.
save_columns <- function(columns, folder) {
  for (name in names(columns)) {
    writeBin(columns[[name]], file.path(folder, name))
  }
}

load_columns <- function(folder, types) {
  lapply(types, function(column) {
    path <- file.path(folder, column$name)
    readBin(path, column$type, file.size(path) / column$size)
  })
}

load_data <- function(folder) {
  load_columns(folder, list(
    guess = list(name = "guess", type = "double", size = 8),
    label = list(name = "label", type = "integer", size = 4),
    weight = list(name = "weight", type = "double", size = 8)
  ))
}

load_result <- function(folder, names) {
  types <- lapply(names, function(name) list(name = name, type = "double", size = 8))
  stats::setNames(load_columns(folder, types), names)
}
