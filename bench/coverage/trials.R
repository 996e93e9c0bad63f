# Cells: what is tried, in which design, by which methods; and how often each method is right.

# A cell of the simulation. `draw()` gives a sample. `attempt(sample)` gives a list with a matrix for each
# method: a column for each target, and the rows `hit` and `length` of covered(), rejected() or missed().
# `kind` is "interval", "band", "test" or "family", and "power" for tests with the promised power as
# `nominal`.
cell <- function(kind, targets, design, draw, attempt, nominal = NA_real_) {
  list(kind = kind, targets = targets, design = design, draw = draw, attempt = attempt, nominal = nominal)
}

# Returns whether intervals contain the truth. NA covers nothing; rounding must not decide at an end of exactly the
# truth.
covered <- function(low, high, truth) {
  hit <- low <= truth + 1e-9 & high >= truth - 1e-9
  rbind(hit = hit & !is.na(hit), length = high - low)
}

# Returns whether a band contains the truth everywhere.
covered_all <- function(low, high, truth) {
  rbind(hit = all(covered(low, high, truth)["hit", ] == 1), length = mean(high - low))
}

# Returns whether tests reject. NA rejects nothing.
rejected <- function(p, level = 0.05) rbind(hit = !is.na(p) & p < level, length = NA_real_)

# The interval of the package beside the rivals, which were fixed before anything was measured. Both Wald's
# interval and that of the logit have the standard error and the degrees of freedom of the package's row,
# which are those of the influences, and a t quantile. `limits` are those of the number.
intervals_of <- function(rows, truth, replicates = NULL, limits = c(0, 1)) {
  within <- function(x) pmin(pmax(x, limits[[1L]]), limits[[2L]])
  share <- (rows$estimate - limits[[1L]]) / diff(limits)
  reach <- qt(0.975, rows$df) * rows$std.error
  wald <- list(within(rows$estimate - reach), within(rows$estimate + reach))
  logit <- lapply(c(-1, 1), function(side) {
    step <- reach / diff(limits) / (share * (1 - share))
    ifelse(share > 0 & share < 1,
           limits[[1L]] + diff(limits) * plogis(qlogis(share) + side * step), rows$estimate)
  })
  c(list(ours = covered(rows$conf.low, rows$conf.high, truth),
         Wald = covered(wald[[1L]], wald[[2L]], truth)),
    if (all(is.finite(limits))) list("logit t" = covered(logit[[1L]], logit[[2L]], truth)),
    if (!is.null(replicates)) list(bootstrap = covered(replicates$conf.low, replicates$conf.high, truth)))
}

# A seed that depends on the name alone, so that each cell can be repeated alone.
seed_of <- function(name) {
  Reduce(function(seed, letter) (seed * 31 + letter) %% 2147483647, utf8ToInt(name), 20261123)
}

name_of <- function(cell) paste(cell$kind, cell$targets[[1L]], cell$design, sep = ": ")

# Counts of a cell: a row for each target and method. `given` is how often there was an interval that has a
# length, `length` the sum of those.
run_cell <- function(cell, repetitions) {
  set.seed(seed_of(name_of(cell)))
  total <- 0
  for (i in seq_len(repetitions)) {
    sample <- cell$draw()
    attempts <- suppressMessages(suppressWarnings(cell$attempt(sample), classes = "wroc_warning"))
    found <- vapply(attempts, function(of_method) {
      length <- of_method["length", ]
      rbind(of_method["hit", ], is.finite(length), ifelse(is.finite(length), length, 0))
    }, matrix(0, 3L, length(cell$targets)))
    total <- total + found
  }
  methods <- dimnames(total)[[3L]]
  rows <- data.frame(
    kind = cell$kind, target = rep(cell$targets, length(methods)), design = cell$design,
    method = rep(methods, each = length(cell$targets)), nominal = cell$nominal, repetitions = repetitions,
    hits = as.vector(total[1L, , ]), given = as.vector(total[2L, , ]),
    length = signif(as.vector(total[3L, , ]), 5)
  )
  # A rival that has no interval of a target.
  rows[rows$method == "ours" | rows$given > 0 | !rows$kind %in% "interval", ]
}
