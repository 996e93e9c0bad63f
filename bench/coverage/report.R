# From counts to bench/coverage/report.md and its figure.

percent <- function(x, digits = 1) formatC(100 * x, format = "f", digits = digits)

# Returns the rate that an exact procedure would have in cells of as many repetitions: the share of cells within a
# range, and the median of the least and of the greatest rate of all cells.
exact_of <- function(cells, repetitions, rate, range) {
  inside <- diff(pbinom(round(range * repetitions) - c(1, 0), repetitions, rate))
  extreme <- function(p) qbinom(p, repetitions, rate) / repetitions
  list(inside = inside, least = extreme(1 - 0.5^(1 / cells)), greatest = extreme(0.5^(1 / cells)))
}

# The cells of the package's own method with their mean lengths over that of the shortest method that holds,
# which is to cover the truth in 91 % at least, or `least`. NA where no method does.
own_cells <- function(counts, least = 0.91) {
  counts$rate <- counts$hits / counts$repetitions
  counts$mean <- ifelse(counts$given >= 0.95 * counts$repetitions, counts$length / counts$given, NA)
  key <- paste(counts$kind, counts$target, counts$design)
  holds <- counts$kind == "interval" & counts$rate >= least & !is.na(counts$mean)
  shortest <- tapply(counts$mean[holds], key[holds], min)
  counts$ratio <- counts$mean / as.vector(shortest[key])
  rivals <- table(key[counts$method != "ours" & !is.na(counts$mean)])
  counts$ratio[!key %in% names(rivals)] <- NA
  counts[counts$method == "ours", ]
}

# A row for each target: what was found, in brackets what is exact.
summary_of_target <- function(own, others, rate, range) {
  exact <- exact_of(nrow(own), own$repetitions[[1L]], rate, range)
  # An error that decides how often 0.92 is within must not come from 920 / 1000.
  inside <- mean(own$rate >= range[[1L]] - 1e-9 & own$rate <= range[[2L]] + 1e-9)
  beside <- function(found, exact, digits = 1) {
    sprintf("%s (%s)", percent(found, digits), percent(exact, digits))
  }
  extreme <- if (rate > 0.5) min else max
  by_method <- tapply(others$rate, others$method, extreme)
  worst <- own$design[if (rate > 0.5) which.min(own$rate) else which.max(own$rate)]
  list(target = own$target[[1L]], cells = nrow(own), within = beside(inside, exact$inside, 0),
       least = beside(min(own$rate), exact$least), greatest = beside(max(own$rate), exact$greatest),
       ratio = if (all(is.na(own$ratio))) "" else sprintf("%.2f", mean(own$ratio, na.rm = TRUE)),
       short = if (all(is.na(own$ratio))) "" else percent(mean(own$ratio < 1.25, na.rm = TRUE), 0),
       rivals = if (length(by_method)) paste(names(by_method), percent(by_method), collapse = ", ") else "",
       worst = worst)
}

table_of <- function(counts, own, kinds, rate, range, columns) {
  mine <- own[own$kind %in% kinds, ]
  rows <- lapply(unique(mine$target), function(target) {
    of_target <- function(rows) rows[rows$kind %in% kinds & rows$target == target, ]
    others <- of_target(counts)
    others <- others[others$method != "ours", ]
    others$rate <- others$hits / others$repetitions
    as.data.frame(summary_of_target(of_target(own), others, rate, range))
  })
  if (!length(rows)) return("None.")
  rows <- do.call(rbind, rows)[names(columns)]
  md_table(setNames(rows, columns))
}

# The goals that were set before: targets, found, held.
goals_of <- function(own) {
  goal <- function(pattern, text, found, held) {
    rows <- own[grepl(pattern, own$target), ]
    if (nrow(rows)) data.frame(goal = text, found = found(rows), held = if (held(rows)) "yes" else "**no**")
  }
  least <- function(rows) percent(min(rows$rate))
  extremes <- function(rows) paste(percent(range(rows$rate)), collapse = " to ")
  most <- function(rows) percent(max(rows$rate))
  inside <- function(rows) mean(rows$rate >= 0.92 - 1e-9 & rows$rate <= 0.98 + 1e-9)
  under <- function(rows) mean(rows$ratio < 1.25, na.rm = TRUE)
  before <- "^AUC$|^AUC, (inverse|clusters of 8$)"
  six <- "^six scores, (any pair|joint)"
  of_rates <- function(rows) mean(rows$ratio, na.rm = TRUE)
  rbind(
    goal(before, "AUC: within 92-98 % in 82 % of the cells, least 91",
         function(rows) sprintf("%s %%, least %s", percent(inside(rows), 0), least(rows)),
         function(rows) inside(rows) >= 0.82 && min(rows$rate) >= 0.91),
    goal("^AUC, (clusters of 80|a domin)", "AUC, clusters of 80, a dominating weight: 91 to 98.5", extremes,
         function(rows) min(rows$rate) >= 0.91 && max(rows$rate) <= 0.985),
    goal("^TPR at (FPR \\.\\d+|share \\.\\d+)$",
         "TPR at FPR .01 to .2, at shares .05 to .3: least 91, length at most 1.15",
         function(rows) sprintf("least %s, length %.2f", least(rows), of_rates(rows)),
         function(rows) min(rows$rate) >= 0.91 && of_rates(rows) <= 1.15),
    goal("^(AP|prg|H)\\b", "AP, prg, H: least 91", least, function(rows) min(rows$rate) >= 0.91),
    goal("^two scores, a domin", "two scores, one positive of weight 20 or 60: size at most 8", most,
         function(rows) max(rows$rate) <= 0.08),
    goal("^six scores, any", "six scores: any pair rejected at most 7", most,
         function(rows) max(rows$rate) <= 0.07),
    goal("^six scores, joint", "six scores: joint test at most 6.5", most,
         function(rows) max(rows$rate) <= 0.065),
    goal("", "length under 1.25 in 90 % of the cells of intervals",
         function(rows) sprintf("%s %%", percent(under(rows), 0)), function(rows) under(rows) >= 0.9)
  )
}

# Cells that are too long: coverage over 99 % and a length over 1.25 times the shortest method that holds, in 92 % at
# least.
too_long <- function(counts) {
  own <- own_cells(counts, 0.92)
  own <- own[own$rate > 0.99 & own$ratio > 1.25 & !is.na(own$ratio), ]
  if (!nrow(own)) return(c("No cell is too long.", ""))
  own <- own[order(own$target, -own$ratio), ]
  rows <- data.frame(target = own$target, design = own$design, coverage = percent(own$rate),
                     length = sprintf("%.2f", own$ratio))
  c(sprintf("Too long, over 99 %% and 1.25 times the shortest that holds (92 %%): %d cells.", nrow(own)), "",
    md_table(rows), "")
}

power_of <- function(own) {
  rows <- own[own$kind == "power", ]
  if (!nrow(rows)) return(NULL)
  off <- rows$rate - rows$nominal
  exact <- mean(vapply(seq_len(nrow(rows)), function(i) {
    exact_of(1, rows$repetitions[[i]], rows$nominal[[i]], rows$nominal[[i]] + c(-0.02, 0.02))$inside
  }, 0))
  c(sprintf("`auc_power()`, sizes for a power of 80 %%: of %d designs %s %% (%s %%) are within 2 points",
            nrow(rows), percent(mean(abs(off) <= 0.02), 0), percent(exact, 0)),
    sprintf("of the power that was promised; all differ from it by %s to %s points.", percent(min(off)),
            percent(max(off))), "")
}

# Each cell a point: coverage, and length over the shortest that holds. Grey is where an exact procedure has
# 99 % of its cells.
draw_figure <- function(own, path) {
  own <- own[own$kind %in% c("interval", "band"), ]
  targets <- rev(unique(own$target))
  height <- match(own$target, targets)
  set.seed(1)
  jitter <- height + runif(nrow(own), -0.25, 0.25)
  exact <- qbinom(c(0.005, 0.995), own$repetitions[[1L]], 0.95) / own$repetitions[[1L]]
  png(path, 1900, 300 + 34 * length(targets), res = 150)
  on.exit(dev.off())
  layout(t(1:2), widths = c(1.75, 1))
  panel <- function(x, limits, log, label, draw) {
    plot(x, jitter, type = "n", xlim = limits, ylim = c(0.5, length(targets) + 0.5), yaxs = "i", log = log,
                   xlab = label, ylab = "", yaxt = "n")
    abline(h = seq_along(targets), col = "grey92")
    draw()
    points(pmin(pmax(x, limits[[1L]]), limits[[2L]]), jitter, pch = 16, cex = 0.45,
                     col = ifelse(own$rate < 0.91, "#d95f02", "grey25"))
  }
  par(mar = c(3.6, 13, 0.8, 0.4), mgp = c(2.2, 0.6, 0), tcl = -0.3, las = 1, cex.axis = 0.8)
  panel(100 * own$rate, c(85, 100), "", "coverage, %", function() {
    rect(100 * exact[[1L]], 0, 100 * exact[[2L]], length(targets) + 1, col = "grey85", border = NA)
    abline(v = 91, lty = 3)
  })
  axis(2, seq_along(targets), targets, tick = FALSE)
  par(mar = c(3.6, 0.4, 0.8, 0.8))
  panel(own$ratio, c(0.7, 3), "x", "mean length / shortest that holds", function() {
    abline(v = c(1, 1.25), lty = c(1, 3), col = "grey60")
  })
}

write_report <- function(counts, folder) {
  own <- own_cells(counts)
  absent <- with(own, tapply(given, target, max))
  shown <- own$target %in% names(absent)[absent > 0] | !own$kind %in% c("interval", "band")
  left_out <- setdiff(own$target, own$target[shown])
  own <- own[shown, ]
  columns <- c(target = "target", cells = "cells", within = "92-98 %", least = "least", greatest = "greatest",
               ratio = "length", short = "< 1.25, %", rivals = "least of others", worst = "least in")
  of_tests <- c(target = "target", cells = "cells", within = "3-6.5 %", least = "least",
                greatest = "greatest", rivals = "greatest of others", worst = "greatest in")
  goals <- goals_of(own)
  own <- own[order(own$target, method = "radix"), ]
  lines <- c(
    "# How often intervals contain the truth, and tests reject it", "",
    sprintf("By `Rscript bench/coverage/run.R` on %s, commit %s: %s cells of %s repetitions.",
            format(Sys.time(), "%Y-%m-%d"), git_commit(), nrow(own),
            paste(sort(unique(own$repetitions)), collapse = " or ")),
    "In brackets: what an exact procedure would score in as many cells of as many repetitions. The designs",
    "are in the table of `designs.R`, the counts of each cell in `counts.csv`.", "",
    "`length` is the mean length over that of the shortest method that holds, averaged over the cells. A",
    "method holds if it covers the truth in 91 % of a cell's samples. Methods, fixed before: ours, `Wald`",
    "(standard error and t quantile of the influences), `logit t` (the same on the logit scale), `bootstrap`",
    "(percentiles, R = 200); for the risk of an optimal threshold `apparent`, as if it was not chosen.", "",
    if (!is.null(goals)) md_table(goals),
    "![coverage and length](coverage.png)", "",
    "A point is a cell, orange below 91 %; the grey strip has 99 % of the cells of an exact procedure.", "",
    table_of(counts, own, c("interval", "band"), 0.95, c(0.92, 0.98), columns),
    if (length(left_out)) c(sprintf("No interval is given for %s.", paste(left_out, collapse = ", ")), ""),
    too_long(counts),
    "Tests and families of tests at 5 %; the others are Wald's test, and Holm's correction of the pairs.", "",
    table_of(counts, own, c("test", "family"), 0.05, c(0.03, 0.065), of_tests), power_of(own)
  )
  writeLines(lines, file.path(folder, "report.md"))
  if (any(own$kind %in% c("interval", "band"))) draw_figure(own, file.path(folder, "coverage.png"))
  message("Wrote ", file.path(folder, "report.md"))
}
