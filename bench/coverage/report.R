# From the tables of the parts to bench/coverage/report.md, and its picture.

percent <- function(x, digits = 1) formatC(100 * x, format = "f", digits = digits)

within <- function(rate, low, high) rate >= low - 1e-12 & rate <= high + 1e-12

# What was promised of a part: a share of its cells within a range, and none beyond a limit.
promise_of <- function(rows, text, low, high, share, least = 0) {
  inside <- mean(within(rows$rate, low, high))
  data.frame(
    what = text, promised = sprintf("%s to %s in %s%% of the designs%s", percent(low), percent(high),
                                    percent(share, 0),
                                    if (least > 0) sprintf(", never under %s", percent(least)) else ""),
    found = sprintf("%s%% of %d, from %s to %s", percent(inside, 0), nrow(rows),
                    percent(min(rows$rate)), percent(max(rows$rate))),
    held = if (inside >= share && min(rows$rate) >= least) "yes" else "**no**"
  )
}

promises_of <- function(tables) {
  of <- function(part, keep) {
    rows <- tables[[part]]
    if (is.null(rows)) NULL else rows[keep(rows), , drop = FALSE]
  }
  score <- function(rows) rows$method == "score"
  independent <- of("areas", function(rows) score(rows) & rows$design %in% names(independent_designs))
  hard <- of("areas", function(rows) score(rows) & !rows$design %in% names(independent_designs))
  surveys <- of("surveys", score)
  hard <- rbind(hard[c("design", "rate")], surveys[c("design", "rate")])
  tests <- of("tests", score)
  nulls <- of("nulls", score)
  folds <- of("folds", score)
  pairs <- tests[is.na(tests$scores) | tests$scores == 2, ]
  rbind(
    if (NROW(independent)) promise_of(independent, "`auc_ci()`, independent observations", 0.93, 0.975,
                                      0.9, 0.91),
    if (NROW(hard) && NROW(surveys)) promise_of(hard, "`auc_ci()`, clusters and inverse chances; `auc_svy()`",
                                                0.92, 0.98, 0.85, 0.89),
    if (NROW(tests)) promise_of(tests, "`auc_test()`, `auc_test_unpaired()`, level 5%", 0.03, 0.065, 0.9),
    if (NROW(pairs)) promise_of(pairs, "the same, two scores or samples", 0.03, 0.065, 0.9),
    if (NROW(nulls)) promise_of(nulls, "`auc_test()` of values, margins and all pairs, `auc_test_groups()`",
                                0.03, 0.065, 0.9),
    if (NROW(folds)) promise_of(folds, "`auc_ci(fold = )`, cross-validated areas", 0.92, 0.98, 0.85, 0.88),
    if (NROW(tables$fold_tests)) promise_of(
      of("fold_tests", function(rows) startsWith(rows$method, "score")),
      "`auc_test(fold = )`, level 5%", 0.03, 0.065, 0.9
    ),
    if (NROW(tables$bands)) promises_of_bands(tables$bands),
    if (NROW(tables$optima)) promises_of_optima(tables$optima),
    if (NROW(tables$quantities)) promises_of_quantities(tables$quantities),
    if (NROW(tables$benefits)) promises_of_benefits(tables$benefits),
    if (NROW(tables$calibration)) promises_of_calibration(tables$calibration),
    if (NROW(tables$differences)) promises_of_differences(tables$differences),
    if (NROW(tables$imputation)) promise_of(of("imputation", function(rows) rows$method == "pooled"),
                                            "`auc_pool()`, imputed scores", 0.93, 0.975, 0.9, 0.91),
    if (NROW(tables$power)) promise_of(of("power", function(rows) TRUE),
                                       "`auc_power()` for a power of 80%", 0.78, 0.82, 0.9),
    if (NROW(tables$weights_model)) promise_of(
      of("weights_model", function(rows) rows$method == "weights_model"),
      "`auc_ci(weights_model = )`", 0.93, 0.975, 0.9, 0.91
    ),
    if (NROW(tables$multiclass)) rbind(
      promise_of(of("multiclass", function(rows) !grepl("^test", rows$method)), "`auc_multiclass()`", 0.92,
                 0.985, 0.85, 0.88),
      promise_of(of("multiclass", function(rows) grepl("^test", rows$method)), "`auc_test_multiclass()`",
                 0.03, 0.065, 0.85)
    ),
    if (NROW(tables$weights_model_tests)) promise_of(
      of("weights_model_tests", function(rows) rows$method == "weights_model" & rows$area == rows$area2),
      "`auc_test(weights_model = )`, level 5%", 0.03, 0.065, 0.9
    )
  )
}

# A row for each group and method: how many cells are in a range, and how far the others go.
summary_of <- function(rows, by, low, high) {
  groups <- unique(rows[by])
  methods <- unique(rows$method)
  of_group <- function(i) {
    same <- Reduce(`&`, lapply(by, function(name) {
      is.na(rows[[name]]) & is.na(groups[[name]][[i]]) | rows[[name]] %in% groups[[name]][[i]]
    }))
    vapply(methods, function(method) {
      rate <- rows$rate[same & rows$method == method]
      if (!length(rate)) return("")
      sprintf("%d of %d (%s to %s)", sum(within(rate, low, high)), length(rate), percent(min(rate)),
              percent(max(rate)))
    }, "")
  }
  cells <- do.call(rbind, lapply(seq_len(nrow(groups)), of_group))
  found <- cbind(groups, cells, row.names = NULL)
  names(found) <- c(by, methods)
  found
}

# The cells in which a method does worst.
worst_of <- function(rows, number, numbers) {
  rows <- utils::head(rows[order(abs(rows$rate - rows$nominal), decreasing = TRUE), ], number)
  shown <- intersect(numbers, names(rows))
  numbers <- lapply(rows[shown], function(x) {
    ifelse(is.na(x), "", format(x, trim = TRUE, drop0trailing = TRUE))
  })
  c(rows["design"], numbers, list("effective positives" = round(rows$n_eff_pos, 1),
                                  "rate, %" = percent(rows$rate)))
}

# How wide the intervals are beside those of another method, the median over the cells.
widths_of <- function(rows, beside) {
  key <- do.call(paste, c(rows[setdiff(names(rows), c("method", "rate", "width"))], sep = "\r"))
  reference <- rows[rows$method == beside, ]
  ratio <- rows$width / reference$width[match(key, key[rows$method == beside])]
  ratio[!is.finite(ratio)] <- NA
  width <- tapply(ratio, factor(rows$method, unique(rows$method)), stats::median, na.rm = TRUE)
  data.frame(method = names(width), width = sprintf("%.2f", width))
}

section_of_areas <- function(rows) {
  c(
    "## Areas: `auc_ci()`", "",
    "Cells with a coverage of 93% to 97.5%, in brackets the lowest and the highest. `logit by z` was the",
    "default before.", "",
    md_table(summary_of(rows, "design", 0.93, 0.975)),
    "The median width of the intervals, beside that of `logit by z`:", "",
    md_table(widths_of(rows, "logit by z")),
    "By the effective number of positives, coverage of all cells:", "",
    md_table(summary_of(by_effective(rows), "effective positives", 0.93, 0.975)),
    "The worst cells of the default:", "",
    md_table(worst_of(rows[rows$method == "score", ], 12, c("n", "share", "area", "clusters")))
  )
}

by_effective <- function(rows) {
  bounds <- c(0, 5, 10, 20, 40, 80, Inf)
  labels <- c("to 5", "5 to 10", "10 to 20", "20 to 40", "40 to 80", "more than 80")
  group <- cut(rows$n_eff_pos, bounds, labels)
  rows <- rows[order(group), ]
  rows[["effective positives"]] <- as.character(sort(group))
  rows
}

section_of_tests <- function(rows) {
  rows$sigma <- as.character(rows$sigma)
  rows$scores <- ifelse(is.na(rows$scores), "", as.character(rows$scores))
  c(
    "## Tests: `auc_test()`, `auc_test_unpaired()`", "",
    "Where the areas are equal: cells in which 3% to 6.5% are rejected at a level of 5%, in brackets the",
    "lowest and the highest share. `sigma` is that of log-normal weights.", "",
    md_table(summary_of(rows, c("design", "scores", "sigma"), 0.03, 0.065)),
    "By the area, `score` only rejects too rarely where it is near 1:", "",
    md_table(summary_of(transform(rows, area = as.character(area)), "area", 0.03, 0.065)),
    "The worst cells of the default:", "",
    md_table(worst_of(rows[rows$method == "score", ], 8, c("scores", "n", "share", "area", "sigma")))
  )
}

section_of_nulls <- function(rows) {
  rows$number <- ifelse(is.na(rows$groups), rows$scores, rows$groups)
  rows$what <- paste0(rows$design, ifelse(is.na(rows$number), "", paste(",", rows$number)),
                      ifelse(is.na(rows$asked), "", paste(",", rows$asked)))
  rows$sigma <- as.character(rows$sigma)
  c(
    "## Tests of values, margins, all pairs and groups: `auc_test()`, `auc_test_groups()`", "",
    "Where what is tested is just true: one area is `mu`, a difference is the margin, all areas are equal.",
    "Of all pairs the least p-value that is adjusted by `adjust = \"closed\"` counts: how often any pair is",
    "rejected. Cells in which 3% to 6.5% are rejected at a level of 5%, in brackets the lowest and the",
    "highest share. `sigma` is that of log-normal weights. Each group has the cell's size.", "",
    md_table(summary_of(rows, c("what", "sigma"), 0.03, 0.065)),
    "The worst cells of the default:", "",
    md_table(worst_of(rows[rows$method == "score", ], 8,
                      c("asked", "number", "n", "share", "area", "margin", "sigma")))
  )
}

section_of_surveys <- function(rows) {
  rows$strata <- as.character(rows$strata)
  c(
    "## Surveys: `auc_svy()`", "",
    "Strata of two primary sampling units of 20 members. Cells with a coverage of 92% to 98%:", "",
    md_table(summary_of(rows, "strata", 0.92, 0.98)),
    md_table(widths_of(rows, "none"))
  )
}

picture_of <- function(rows, path) {
  grDevices::png(path, 1800, 850, res = 180)
  on.exit(grDevices::dev.off())
  graphics::par(mfrow = c(1, 2), mar = c(4, 4, 2.5, 0.5), mgp = c(2.4, 0.7, 0), las = 1)
  for (method in c("logit by z", "score")) {
    of_method <- rows[rows$method == method, ]
    kind <- ifelse(of_method$design %in% names(independent_designs), "grey35", "#d95f02")
    graphics::plot(
      pmax(of_method$n_eff_pos, 1), 100 * pmax(of_method$rate, 0.6), log = "x", col = kind, pch = 16,
      cex = 0.6, ylim = c(60, 100), xlim = c(2, 500), xlab = "effective number of positives",
      ylab = "coverage, %", main = if (method == "score") "the default, `score`" else "the logit by z, before"
    )
    graphics::abline(h = 95)
    graphics::abline(h = c(93, 97.5), lty = 3)
    if (method == "score") {
      graphics::legend("bottomright", c("independent observations", "clusters, inverse chances"),
                       col = c("grey35", "#d95f02"), pch = 16, bty = "n", cex = 0.8)
    }
  }
}

write_report <- function(folder) {
  files <- file.path(folder, "results", paste0(parts, ".csv"))
  known <- file.exists(files)
  tables <- structure(lapply(files[known], utils::read.csv), names = parts[known])
  if (!is.null(tables$areas)) picture_of(tables$areas, file.path(folder, "coverage.png"))
  report <- file.path(folder, "report.md")
  old <- if (file.exists(report)) sections_in(readLines(report))
  new <- sections_in(unlist(lapply(names(tables), function(part) {
    c(get(paste0("section_of_", part))(tables[[part]]),
      how_often(tables[[part]], file.mtime(files[match(part, parts)])), "")
  })))
  promises <- beside_old(promises_of(tables), old[["## Promises"]])
  sections <- utils::modifyList(old[setdiff(names(old), c("## Promises", "## How"))], new)
  lines <- c(
    "# What intervals, tests, bands and optima promise, and what they hold", "",
    "Samples were drawn from populations in which the truth is known. An interval of 95% should contain",
    "it in 95% of them, a test of level 5% reject what is true in 5%. The designs were not those by which",
    "the methods were chosen, nor were the seeds.", "",
    # There may be tables only of parts that promise nothing.
    if (!is.null(promises)) c("## Promises", "", promises, ""),
    if (file.exists(file.path(folder, "coverage.png"))) {
      c("![coverage against the effective number of positives](coverage.png)", "",
        "Each point is a design: the share of its samples in which the interval of `auc_ci()` contains",
        "the area. Below 60% a point is drawn at 60%.", "")
    },
    unlist(sections),
    "## How", "",
    "By `Rscript bench/coverage/run.R [part ...]` in the root of the repository. Parts of which there is no",
    "table in `results` keep the section that they had. At 95% and 1000 repetitions a coverage has a Monte",
    "Carlo error of 0.7 points: of cells that hold exactly a few are outside of any range. `designs.R` says",
    "what each design is.", ""
  )
  writeLines(lines, report)
  message("Wrote ", report)
}

how_often <- function(rows, when) {
  sprintf("Of %s; repetitions a cell: %s.", format(when, "%Y-%m-%d"),
          paste(unique(range(rows$repetitions)), collapse = " to "))
}

# The lines of each section, by its title.
sections_in <- function(lines) {
  section <- cumsum(startsWith(lines, "## "))
  sections <- split(lines[section > 0], section[section > 0])
  names(sections) <- vapply(sections, `[[`, "", 1L)
  sections
}

# The table of promises, with those that are not made anew as they were.
beside_old <- function(promises, old) {
  table <- if (!is.null(promises)) utils::head(md_table(promises), -1L)
  old <- old[startsWith(old, "| ")]
  promise <- function(rows) vapply(strsplit(rows, " | ", fixed = TRUE), `[[`, "", 1L)
  rows <- c(old, table)
  last <- length(rows) + 1L - match(unique(promise(rows)), rev(promise(rows)))
  rows[last]
}
