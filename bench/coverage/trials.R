# What all parts of the simulation share: cells, repetitions, and rows of results.

# The rows of several lists of cells, each a data.frame with a column `design`.
cells_of <- function(design, ...) {
  cbind(design = design, expand.grid(..., KEEP.OUT.ATTRS = FALSE), stringsAsFactors = FALSE)
}

# Sizes and shares that go together: c(n, share) each.
with_sizes <- function(cells, sizes) {
  rows <- rep(seq_len(nrow(cells)), each = length(sizes))
  numbers <- matrix(unlist(sizes), ncol = 2, byrow = TRUE)
  taken <- rep_len(seq_along(sizes), length(rows))
  cbind(cells[rows, , drop = FALSE], n = numbers[taken, 1], share = numbers[taken, 2],
        row.names = NULL)
}

stack <- function(...) {
  parts <- list(...)
  names <- unique(unlist(lapply(parts, names)))
  do.call(rbind, lapply(parts, function(part) {
    part[setdiff(names, names(part))] <- NA
    part[names]
  }))
}

# A sample in which both classes have two observations, or clusters, at least.
draw_sound <- function(draw) {
  repeat {
    sample <- draw()
    units <- if (is.null(sample$cluster)) seq_along(sample$label) else sample$cluster
    units <- units[sample$weight > 0]
    label <- sample$label[sample$weight > 0]
    if (all(vapply(0:1, function(class) length(unique(units[label == class])), 0L) >= 2)) {
      return(sample)
    }
  }
}

# For each cell the rows that `try` gives; each has a seed of its own, and can be repeated alone.
try_cells <- function(part, cells, seed, try) {
  rows <- lapply(seq_len(nrow(cells)), function(i) {
    set.seed(seed + i)
    cell <- as.list(cells[i, ])
    found <- suppressWarnings(try(cell), classes = "wroc_warning")
    cbind(part = part, cells[i, , drop = FALSE], found, row.names = NULL)
  })
  do.call(rbind, rows)
}

# Coverage of intervals: each method gives, for a sample, c(low, high).
cover <- function(draw, methods, truth, repetitions, nominal = 0.95) {
  effective <- numeric(repetitions)
  ends <- array(NA_real_, c(2L, length(methods), repetitions))
  for (i in seq_len(repetitions)) {
    sample <- draw_sound(draw)
    effective[[i]] <- effective_positives(sample)
    ends[, , i] <- vapply(methods, function(method) method(sample), numeric(2L))
  }
  # NA covers nothing. Rounding must not decide at an end of exactly the area.
  covers <- ends[1L, , ] <= truth + 1e-9 & ends[2L, , ] >= truth - 1e-9
  covers <- matrix(covers & !is.na(covers), length(methods))
  width <- matrix(ends[2L, , ] - ends[1L, , ], length(methods))
  data.frame(method = names(methods), nominal = nominal, rate = rowMeans(covers),
             width = apply(width, 1L, stats::median, na.rm = TRUE),
             n_eff_pos = stats::median(effective), repetitions = repetitions)
}

# Kish's number, by clusters and counts as auc_ci() has it.
effective_positives <- function(sample) {
  positive <- sample$label == 1
  weight <- sample$weight[positive]
  if (isTRUE(sample$counted)) {
    return(sum(weight))
  }
  of <- function(w) sum(w)^2 / sum(w^2)
  if (is.null(sample$cluster)) {
    return(of(weight))
  }
  2 / (1 / of(weight) + 1 / of(rowsum(weight, sample$cluster[positive])))
}

# Size of tests: each method gives a p-value. NA rejects nothing.
reject <- function(draw, methods, repetitions, level = 0.05) {
  effective <- numeric(repetitions)
  p <- matrix(NA_real_, length(methods), repetitions)
  for (i in seq_len(repetitions)) {
    sample <- draw()
    effective[[i]] <- effective_positives(sample)
    p[, i] <- vapply(methods, function(method) method(sample), 0)
  }
  data.frame(method = names(methods), nominal = level, rate = rowMeans(p < level & !is.na(p)),
             width = NA_real_, n_eff_pos = stats::median(effective), repetitions = repetitions)
}
