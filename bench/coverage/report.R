# Renders what run.R found.

percent <- function(x, digits = 1L) formatC(100 * x, format = "f", digits = digits)

# The Monte Carlo standard error of a rate.
error_of <- function(rate, repetitions) sqrt(rate * (1 - rate) / repetitions)

with_error <- function(rate, repetitions) {
  sprintf("%s (%s)", percent(rate), percent(error_of(rate, repetitions)))
}

# As it is printed.
is_good <- function(rate) {
  printed <- as.numeric(percent(rate))
  printed >= 93 & printed <= 97
}

if_bad <- function(text, is_bad) ifelse(is_bad, paste0("**", text, "**"), text)

title_of <- function(rows) rows$experiment[[1L]]

# The package's own interval that comes first in a table.
own_of <- function(rows) rows[rows$method == rows$method[[1L]], ]

is_test <- function(rows) is.null(rows$width)

is_of_bootstrap <- function(rows) any(rows$method == "bootstrap")

cells_table <- function(rows, columns) {
  own <- own_of(rows)
  md_table(c(list(area = own$area, share = own$share, n = own$n), columns))
}

# A column for each method.
by_method <- function(rows, cells) {
  methods <- unique(rows$method)
  stats::setNames(lapply(methods, function(method) cells[rows$method == method]), methods)
}

coverage_table <- function(rows, repetitions) {
  cells <- with_error(rows$rate, repetitions)
  cells <- if_bad(cells, is_ours(rows$method) & !is_good(rows$rate))
  cells_table(rows, by_method(rows, cells))
}

width_table <- function(rows) {
  cells_table(rows, by_method(rows, three_digits(rows$width)))
}

# Why intervals miss, for the first method.
misses_table <- function(rows) {
  own <- own_of(rows)
  cells_table(rows, list(
    "misses: too low" = percent(own$below), "too high" = percent(own$above),
    "NA" = own$undefined, points = own$point,
    "error ratio" = formatC(own$error_ratio, format = "f", digits = 2L),
    "median ratio, logit" = formatC(own$typical, format = "f", digits = 2L),
    "coverage if it were known" = percent(own$known),
    "bias" = formatC(round(own$bias, 4L) + 0, format = "f", digits = 4L),
    "effective number" = three_digits(own$effective)
  ))
}

# "24 of 30 (91.6 to 95.2)": cells with a coverage between 93% and 97%, and the range.
cells_within <- function(rates) {
  if (!length(rates)) return("")
  sprintf("%d of %d (%s to %s)", sum(is_good(rates)), length(rates), percent(min(rates)),
          percent(max(rates)))
}

# The kind of method, the same for all sections: "logit" is the package's own with its default.
kind_of <- function(method) {
  kind <- sub("^(delong|frequency), ", "", method)
  ifelse(kind %in% c("logit", "none", "logit by t"), kind, method)
}

rates_of <- function(rows, kind) rows$rate[kind_of(rows$method) == kind]

glance_table <- function(sections) {
  kinds <- c("logit", "none", "jackknife, logit", "logit by t")
  column <- function(kind) {
    vapply(sections, function(rows) cells_within(rates_of(rows, kind)), "")
  }
  md_table(c(list(" " = vapply(sections, title_of, "")),
             stats::setNames(lapply(kinds, column), kinds)))
}

# The two shares of a cell, "95.2 / 94.7".
where_table <- function(sections) {
  own <- do.call(rbind, lapply(sections, own_of))
  lines <- unique(own[c("experiment", "n")])
  column <- function(area) {
    vapply(seq_len(nrow(lines)), function(i) {
      rates <- own$rate[own$experiment == lines$experiment[[i]] & own$n == lines$n[[i]] &
                          own$area == area]
      paste(if_bad(percent(rates), !is_good(rates)), collapse = " / ")
    }, "")
  }
  areas <- sort(unique(own$area))
  md_table(c(list(" " = lines$experiment, n = lines$n),
             stats::setNames(lapply(areas, column), paste("area", areas))))
}

effective_table <- function(sections) {
  rows <- do.call(rbind, sections)
  kind <- kind_of(rows$method)
  cell_bin <- cut(rows$effective, effective_bounds)
  of_cells <- function(which) {
    vapply(split(rows$rate[kind == which], cell_bin[kind == which]), cells_within, "")
  }
  of_samples <- function(which) {
    total <- function(column) Reduce(`+`, unclass(rows[[column]])[kind == which])
    percent(total("covering") / total("samples"))
  }
  lower <- effective_bounds[-length(effective_bounds)]
  upper <- effective_bounds[-1L]
  md_table(list(
    "effective number" = ifelse(is.infinite(upper), paste("above", lower),
                                paste(lower, "to", upper)),
    "cells by their median: logit" = of_cells("logit"), "logit by t" = of_cells("logit by t"),
    "samples by their own: logit" = of_samples("logit"), "logit by t " = of_samples("logit by t")
  ))
}

interval_section <- function(rows, repetitions) {
  c(paste("##", title_of(rows)), "", texts_of[[title_of(rows)]], "",
    "Coverage, %, in brackets its Monte Carlo standard error:", "",
    coverage_table(rows, repetitions),
    "Mean width:", "", width_table(rows),
    sprintf("Of \"%s\":", rows$method[[1L]]), "", misses_table(rows))
}

bootstrap_section <- function(rows, repetitions) {
  c(paste("##", title_of(rows)), "",
    "Coverage, %:", "", coverage_table(rows, repetitions),
    "Mean width:", "", width_table(rows))
}

test_section <- function(rows, repetitions) {
  c(paste("##", title_of(rows)), "", texts_of[[title_of(rows)]], "",
    "Rejections, %, at a level of 5%, of a hypothesis that is true:", "",
    cells_table(rows, by_method(rows, with_error(rows$rate, repetitions))))
}

texts_of <- list(
  "Independent weights, sigma 0.5" = paste(
    "Lognormal weights that know nothing of the score, as costs do. \"No weights\" is a second",
    "estimate of the same area here, and a better one."
  ),
  "Independent weights, sigma 1" = paste(
    "The same with heavier tails: the largest of 100 is about 150 times the smallest. Hanley and",
    "McNeil's formula does not know that unequal weights are worth fewer observations."
  ),
  "Inverse chances, high scores preferred" = paste(
    "Poisson sampling: a member of the population is taken by a chance between 0.2 and 1 that",
    "grows with the score; weights are the inverse chances, 1 to 5. n and the share are expected",
    "numbers. Without weights the estimate is of another area. Sums of weights are the size of",
    "the population, so Hanley and McNeil's formula has far too many observations. What goes",
    "wrong at areas from 0.9 on: positives of low score are few in the population, and are taken",
    "with a chance of 0.2. Most samples have none or one of them."
  ),
  "Inverse chances, many hard cases, sigma 1" = paste(
    "Multinomial sampling, in each class, by chances proportional to exp(-score) for positives",
    "and exp(score) for negatives. Lognormal weights, small for cases that are hard to tell",
    "apart."
  ),
  "Inverse chances, few hard cases, sigma 0.5" = paste(
    "The contrary: chances are proportional to exp(score / 2) for positives and exp(-score / 2)",
    "for negatives. Cases that are hard to tell apart are rare in the sample, and heavy."
  ),
  "Inverse chances, few hard cases, sigma 1" = paste(
    "The same with exp(score) and exp(-score). At an area of 0.99 the scores of the classes are",
    "N(4.3, 1) and N(-1, 1) in the sample: nearly all of the area's complement is in",
    "observations that no sample of this size has. No method can know what it did not see."
  ),
  "Counts of five ratings" = paste(
    "Ten rows, a rating of a class each, with multinomial counts for weights; the true area is",
    "that of the ratings, ties counting half. \"Delong of the rows\" takes the ten rows for ten",
    "observations. Hanley and McNeil's formula is meant for this."
  ),
  "Clusters, classes evenly spread" = paste(
    "Clusters of 5 on average, correlation 0.5, both classes in a cluster, lognormal weights",
    "(sigma 0.5). What positives and negatives of a cluster share cancels, so that without",
    "clusters intervals are about right."
  ),
  "Clusters, mostly of one class" = paste(
    "The same, but the share of positives is Beta(share, 1 - share) distributed over clusters,",
    "as when patients are ill or not and have several images each. Nothing cancels: without",
    "clusters intervals are too short."
  ),
  "Test, independent weights, sigma 1" = paste(
    "Two scores of equal area and correlation 0.5 within the classes. \"As if independent\":",
    "`auc_test_unpaired()` on the same samples, the trap of who takes two intervals for a test."
  ),
  "Test, inverse chances, high values of the first score preferred" = paste(
    "The same; what is in the sample depends on the first score, which without weights looks",
    "worse than it is."
  )
)

by_hand <- c(
  "```r",
  "fit <- auc_ci(score, label, weight)",
  "u <- auc_influence(score, label, weight)    # with clusters: rowsum(u, cluster)",
  "effective <- sum(u^2)^2 / sum(u^4)",
  "freedom <- 2 / (1 / effective - 1 / length(u))",
  "reach <- qt(0.975, freedom) * fit$std.error / (fit$estimate * (1 - fit$estimate))",
  "plogis(qlogis(fit$estimate) + c(-1, 1) * reach)",
  "```", ""
)

all_rows <- function(sections) {
  columns <- setdiff(names(sections[[1L]]), c("samples", "covering"))
  do.call(rbind, lapply(sections, function(rows) rows[columns]))
}

range_of <- function(rates) sprintf("%s%% to %s%%", percent(min(rates)), percent(max(rates)))

# The first paragraphs. What they say without figures is of the run that is kept.
plain_words <- function(sections, bootstraps, tests) {
  rows <- all_rows(sections)
  c(where_it_holds(rows), "", where_not(rows), "", what_to_use(rows, bootstraps), "", why(rows), "",
    tests_in_words(all_rows(tests)), "")
}

# "86 of 102": cells between 93% and 97%, of areas up to 0.75, of 0.9, and above.
counts_of <- function(rows, kind) {
  rows <- rows[kind_of(rows$method) == kind, ]
  groups <- split(is_good(rows$rate), cut(rows$area, c(0, 0.8, 0.95, 1)))
  vapply(groups, function(good) sprintf("%d of %d", sum(good), length(good)), "", USE.NAMES = FALSE)
}

where_it_holds <- function(rows) {
  counts <- counts_of(rows, "logit")
  many <- rows$rate[kind_of(rows$method) == "logit" & rows$effective > 12]
  sprintf(paste(
    "**Where it holds.** The default interval of `auc_ci()` (DeLong's variance, logit; for",
    "counts `\"frequency\"`) contains the true area in 93%% to 97%% of the samples in %s cells",
    "with an area of 0.6 or 0.75, in %s with 0.9 and in %s with 0.97 or 0.99. At n = 2000 it",
    "holds up to an area of 0.9 for all weights but those that are largest where the sample has",
    "fewest. What matters is on how many observations the standard error rests: in the %d cells",
    "where their effective number (below) is above 12 coverage is %s."
  ), counts[[1L]], counts[[2L]], counts[[3L]], length(many), range_of(many))
}

where_not <- function(rows) {
  worst <- function(experiment, method = "delong, logit") {
    cell <- rows$experiment == experiment & rows$area == 0.99 & rows$share == 0.2 & rows$n == 200
    paste0(percent(rows$rate[cell & rows$method == method]), "%")
  }
  sprintf(paste(
    "**Where not.** Near an area of 1 with n = 200 or 500, the more so the fewer the positives",
    "and the more uneven the weights: with an area of 0.99, n = 200 and 40 positives it is %s",
    "with weights of sigma 0.5 and %s with sigma 1 (%s without weights), and %s with clusters.",
    "And where the cases that are hard to tell apart are rare in the sample and heavy: at worst",
    "%s, because most such samples separate the classes."
  ), worst("Independent weights, sigma 0.5"), worst("Independent weights, sigma 1"),
  worst("Independent weights, sigma 0.5", "no weights, logit"),
  worst("Clusters, mostly of one class"), worst("Inverse chances, few hard cases, sigma 1"))
}

what_to_use <- function(rows, bootstraps) {
  own <- rates_of(rows, "logit")
  short <- !is_good(own) & own < 0.95
  lower <- sum((rates_of(rows, "none") < own)[short])
  counts <- counts_of(rows, "logit by t")
  sprintf(paste(
    "**What to use there.** The logit, not `transform = \"none\"`: of the %d cells where the",
    "logit is below 93%%, \"none\" is still lower in %d. Not the bootstrap: its percentiles",
    "cover less than the logit in %s cells, the Bayesian ones in %s. What helps is a quantile of",
    "the t distribution whose freedom the influences tell, by hand as below: 93%% to 97%% in %s,",
    "%s and %s of the cells above, at the price of longer intervals where they were too short.",
    "Where a sample separates the classes the interval is a point and there is nothing to mend:",
    "it takes more observations that are hard to tell apart, and sampling that prefers them."
  ), sum(short), lower, worse_than_own(bootstraps, "bootstrap"),
  worse_than_own(bootstraps, "Bayesian bootstrap"), counts[[1L]], counts[[2L]], counts[[3L]])
}

why <- function(rows) {
  own <- rows[kind_of(rows$method) == "logit", ]
  sprintf(paste(
    "**Why.** The variance is right on average (\"error ratio\", but for weights whose largest",
    "are rare in the sample), and the logit is normal enough: with the true standard error of",
    "the logit in place of the estimated one coverage is %s in all cells of independent weights.",
    "But the estimated one comes from few observations and varies much. The median sample has",
    "less of it than there is (\"median ratio\"). Near 1 a sample without the few observations",
    "that matter has both too high an area and too small a standard error, so that most misses are",
    "intervals above the true area. That is what the theory of large samples leaves out, and what",
    "the t distribution puts in."
  ), range_of(own$known[startsWith(own$experiment, "Independent")]))
}

# In how many cells a bootstrap covers less than the package's own interval.
worse_than_own <- function(bootstraps, method) {
  rows <- all_rows(bootstraps)
  less <- rows$rate[rows$method == method] < rows$rate[rows$method == "delong, logit"]
  sprintf("%d of %d", sum(less), length(less))
}

tests_in_words <- function(rows) {
  own <- rows[rows$method == "auc_test", ]
  is_extreme <- own$area > 0.95 & own$n < 2000
  sprintf(paste(
    "**Tests.** `auc_test()` rejects equal areas that are equal in %s of the samples at a level",
    "of 5%%; with an area of 0.97 or 0.99 and n of 200 or 500 in %s: mostly too rarely, as a",
    "large difference has a large standard error. Without weights that the sampling calls for, up",
    "to %s%% are rejected."
  ), range_of(own$rate[!is_extreme]), range_of(own$rate[is_extreme]),
  percent(max(rows$rate[rows$method == "no weights"])))
}

method_section <- function(plan, seconds) {
  c("## How", "",
    sprintf(paste(
      "%d samples a cell, each cell with its own seed. Scores are N(0, 1) in negatives and N(d,",
      "1) in positives, so that the area is pnorm(d / sqrt(2)) for any weights and, in clusters,",
      "for the total variance. Shares are those of positives. Weights are as each section says;",
      "those of clusters and independent weights have a mean of 1. The bootstraps have R = %d",
      "replicates."
    ), plan$repetitions, plan$replicates), "",
    paste(
      "How is counted: an interval covers if low <= area <= high. An interval with an end that",
      "is NA does not cover, and is left out of the mean width. A point (shorter than 1e-9, of a",
      "score that separates the classes) covers only if it is the true area, which it never is",
      "here. Both are counted (\"NA\", \"points\"). NA and points come from samples whose area",
      "is 1; where rounding leaves the area or its standard error a few units in the last place",
      "beside 1 or 0, an end can be NA. \"Misses: too low\" are intervals below the true area.",
      "\"Error ratio\": root mean square of the standard errors over the standard deviation of",
      "the areas; \"median ratio, logit\": median of the standard errors of the logit over its",
      "standard deviation; \"coverage if it were known\": with this in the place of the former,",
      "without samples whose area is 1. \"Effective number\": median. Bold: not between 93% and",
      "97%, of methods that the package offers."
    ), "",
    paste(
      "Methods: \"delong\", \"jackknife\", \"frequency\" and the bootstraps are variances of",
      "`auc_ci()`, \"logit\" and \"none\" its transforms; \"by t\" is by hand, as above. \"No",
      "weights\" is `auc_ci()` without `weight`, \"no clusters\" without `cluster`.",
      "\"Hanley-McNeil\" is the standard error of Hanley and McNeil (1982) at the weighted area",
      "with sums of weights for numbers of observations, without a transform; it changes when",
      "weights are multiplied by a number. \"None\" and the jackknife are computed here from the",
      "same influences to save time, and compared with `auc_ci()` on the first sample of each",
      "cell."
    ), "",
    sprintf("CPU time: %.1f minutes, one thread.", seconds / 60), "",
    md_table(stats::setNames(describe_session(), c("", " "))))
}

describe_session <- function() {
  facts <- c(
    "CPU" = first_match("/proc/cpuinfo", "^model name"),
    "system" = utils::sessionInfo()$running,
    "R" = paste(R.version$major, R.version$minor, sep = "."),
    "random numbers" = paste(RNGkind(), collapse = ", "),
    "commit of the checkout" = git_commit(),
    package_versions("WeightedROC")
  )
  facts <- facts[!is.na(facts)]
  data.frame(what = names(facts), value = unname(facts))
}

report_of <- function(results, plan, seconds, is_quick) {
  repetitions <- plan$repetitions
  tests <- Filter(is_test, results)
  bootstraps <- Filter(is_of_bootstrap, results)
  sections <- Filter(function(rows) !is_test(rows) && !is_of_bootstrap(rows), results)
  each <- function(rows, section) unlist(lapply(rows, section, repetitions))
  c("# Coverage of the confidence intervals", "",
    if (is_quick) {
      c("**A quick run: few samples and cells. Quote nothing of it.**", "")
    } else {
      plain_words(sections, bootstraps, tests)
    },
    sprintf(paste(
      "Of %s, by `R_LIBS=<library> Rscript bench/coverage/run.R%s` in the root of the repository;",
      "the library has the build to try."
    ), Sys.Date(), if (is_quick) " --quick" else ""), "",
    "## Where it holds", "",
    sprintf(paste(
      "Coverage of `auc_ci()`'s default, %%, for a share of positives of 0.5 / 0.2 (bold: not",
      "between 93%% and 97%%; Monte Carlo standard error %s at 95%%):"
    ), percent(error_of(0.95, repetitions))), "",
    where_table(sections),
    "Cells between 93% and 97%, in brackets the lowest and the highest coverage:", "",
    glance_table(sections),
    "## The effective number, and the interval by t", "",
    paste(
      "The variance is a sum of squared influences. Of n equal ones it would be known well; of",
      "some large ones among many small it is known as badly as of (sum u^2)^2 / sum u^4 equal",
      "ones: the effective number. By Satterthwaite's argument the quantile that fits is that of",
      "t with this freedom:"
    ), "", by_hand,
    paste(
      "The number says beforehand, for a kind of sample, whether intervals will hold. It says",
      "less of one sample: one that lacks the rare observations has a large number for that very",
      "reason. Below, on the left, cells by the median of their samples, between 93% and 97% as",
      "above; on the right the coverage, %, of all samples of all cells by their own number,",
      "without those whose area is 1."
    ), "", effective_table(sections),
    each(sections, interval_section),
    each(bootstraps, bootstrap_section),
    each(tests, test_section),
    method_section(plan, seconds))
}
