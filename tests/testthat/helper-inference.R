# How sure an area is, from the definitions: over all pairs, all clusters, all resamples.

# Observations ---------------------------------------------------------------

# Ties, weights of any size, some weights 0, clusters with one class and with both.
inference_data <- function(n = 60, clusters = 15, scores = 12, zeros = TRUE) {
  positive <- both_classes(n)
  weight <- round(rlnorm(n), 3) + 0.001
  weight[if (zeros) sample(n, n %/% 10) else 0] <- 0
  weight[c(which(positive)[1:2], which(!positive)[1:2])] <- c(1, 2, 3, 0.5)
  guess <- sample(scores, n, replace = TRUE)
  guess[positive] <- guess[positive] + sample(0:3, sum(positive), replace = TRUE)
  other <- round(guess + rnorm(n, sd = 4))
  third <- round(rnorm(n) + positive, 1)
  cluster <- sample(clusters, n, replace = TRUE)
  list(guess = guess, positive = positive, weight = weight, cluster = cluster, other = other,
       third = third, scores = cbind(guess = guess, other = other, third = third))
}

aSAH <- function() {
  data <- read_reference("aSAH")
  set.seed(1)
  data$weight <- round(runif(113, .1, 3), 3)
  data$cluster <- rep(1:38, length.out = 113)
  data
}

# Hanley and McNeil (1982): a rating of 109 images, in ten rows.
hanley_mcneil <- function() {
  data.frame(rating = rep(1:5, 2), diseased = rep(0:1, each = 5),
             count = c(33, 6, 6, 11, 2, 3, 2, 2, 11, 33))
}

repeated <- function(table, times) table[rep(seq_len(nrow(table)), times), ]

# Influences -----------------------------------------------------------------

# For a positive the weighted share of negatives that it beats, for a negative that of the
# positives that beat it; a tie is one half.
naive_placements <- function(guess, positive, weight) {
  vapply(seq_along(guess), function(i) {
    against <- positive != positive[i]
    beats <- if (positive[i]) guess[i] > guess[against] else guess[against] > guess[i]
    sum(weight[against] * (beats + (guess[against] == guess[i]) / 2)) / sum(weight[against])
  }, 0)
}

naive_influence <- function(guess, positive, weight = rep(1, length(guess))) {
  area <- naive_area(guess, positive, weight)
  total <- ifelse(positive, sum(weight[positive]), sum(weight[!positive]))
  weight / total * (naive_placements(guess, positive, weight) - area)
}

# Variances ------------------------------------------------------------------

# The covariance of two areas from their influences.
naive_covariance <- function(u, v, positive, weight = rep(1, length(u)), cluster = NULL,
                             variance = "delong") {
  present <- weight > 0
  u <- u[present]
  v <- v[present]
  positive <- positive[present]
  if (is.null(cluster)) {
    if (variance == "jackknife") {
      return(sum(u * v))
    }
    n1 <- sum(positive)
    n0 <- sum(!positive)
    return(n1 / (n1 - 1) * sum((u * v)[positive]) + n0 / (n0 - 1) * sum((u * v)[!positive]))
  }
  cluster <- as.character(cluster[present])
  sums <- function(x) vapply(unique(cluster), function(k) sum(x[cluster == k]), 0)
  if (variance == "jackknife") {
    return(sum(sums(u) * sums(v)))
  }
  with_class <- function(class) length(unique(cluster[positive == class]))
  factor <- function(count) count / (count - 1)
  leverage <- function(class) {
    if (with_class(class) == sum(positive == class)) return(1)
    share <- sums(weight[present] * (positive == class)) / sum(weight[present][positive == class])
    sqrt((1 - 1 / with_class(class)) / (1 - share))
  }
  of_class <- function(x, class) leverage(class) * sums(x * (positive == class))
  factor(with_class(TRUE)) * sum(of_class(u, TRUE) * of_class(v, TRUE)) +
    factor(with_class(FALSE)) * sum(of_class(u, FALSE) * of_class(v, FALSE)) +
    factor(length(unique(cluster))) * (sum(of_class(u, TRUE) * of_class(v, FALSE)) +
                                         sum(of_class(u, FALSE) * of_class(v, TRUE)))
}

# Obuchowski (1997) in her own terms, without weights. m and n are the numbers of positives and
# negatives of a cluster, V10 and V01 the sums of their placements.
obuchowski_variance <- function(guess, positive, cluster) {
  one <- rep(1, length(guess))
  area <- naive_area(guess, positive, one)
  placement <- naive_placements(guess, positive, one)
  m <- tapply(positive, cluster, sum)
  n <- tapply(!positive, cluster, sum)
  V10 <- tapply(placement * positive, cluster, sum)
  V01 <- tapply(placement * !positive, cluster, sum)
  M <- sum(m)
  N <- sum(n)
  I10 <- sum(m > 0)
  I01 <- sum(n > 0)
  I <- length(m)
  S10 <- I10 / ((I10 - 1) * M) * sum((V10 - m * area)^2)
  S01 <- I01 / ((I01 - 1) * N) * sum((V01 - n * area)^2)
  S11 <- I / (I - 1) * sum((V10 - m * area) * (V01 - n * area))
  S10 / M + S01 / N + 2 * S11 / (M * N)
}

# Units ------------------------------------------------------------------------

# Returns the sum of each independent unit: an observation of positive weight, or a cluster of them.
sums_of_units <- function(x, weight, cluster = NULL) {
  present <- weight > 0
  unit <- if (is.null(cluster)) seq_along(x)[present] else as.character(cluster)[present]
  vapply(unique(unit), function(k) sum(x[present][unit == k]), 0, USE.NAMES = FALSE)
}

kish <- function(weight) sum(weight)^2 / sum(weight^2)

# Of the positives and of the negatives, Kish's effective numbers of the observations and of the units.
naive_effective_by <- function(positive, weight, cluster = NULL) {
  vapply(c(TRUE, FALSE), function(class) {
    of_class <- positive == class
    c(rows = kish(weight[of_class]),
      units = kish(sums_of_units(weight[of_class], weight[of_class], cluster[of_class])))
  }, c(rows = 0, units = 0))
}

naive_effective <- function(positive, weight, cluster = NULL) {
  by <- naive_effective_by(positive, weight, cluster)
  sqrt(by["rows", ] * by["units", ])
}

# Satterthwaite's for classes that vary by 1 / k each with k - 1 degrees of freedom, or the geometric mean of that
# and what influences have, if it is less.
naive_known <- function(freedom, effective) {
  parts <- (1 / effective) / sum(1 / effective)
  most <- 1 / sum(parts^2 / (effective - 1))
  if (most < freedom) sqrt(most * freedom) else freedom
}

# Intervals --------------------------------------------------------------------

placement_model <- function(area) area * (1 - area) * (4 * area * (1 - area))^(1 / 6) / 3

# tools/references/power-r.R has the next four.

# How often the model's variance was found.
naive_ratio <- function(x) x$variance / (sum(1 / x$effective) * placement_model(x$area))

# f g and its degrees of freedom.
naive_shrunken <- function(x) {
  known <- if (x$freedom > 0) x$freedom * naive_ratio(x) else 0
  all <- x$freedom + x$model
  list(fg = sum(1 / x$effective) * (known + x$model) / all, df = max(all, 4))
}

# The same of independent samples, whose models have a common scale and no degrees of freedom.
naive_in_samples <- function(samples) {
  freedom <- vapply(samples, `[[`, 0, "freedom")
  known <- vapply(samples, function(x) if (x$freedom > 0) x$freedom * naive_ratio(x) else 0, 0)
  scale <- max(1, (4 + sum(known)) / (4 + sum(freedom)))
  lapply(seq_along(samples), function(i) {
    x <- samples[[i]]
    fg <- sum(1 / x$effective) * (known[[i]] + x$model * scale) / (x$freedom + x$model)
    list(fg = fg, df = max(if (x$freedom > 0) x$freedom else x$model, 4))
  })
}

# The areas at which (A - a)^2 = q^2 f g V(a).
naive_score_ends <- function(area, quantile, fg) {
  excess <- function(a) (area - a)^2 - quantile^2 * fg * placement_model(a)
  end <- function(extreme) {
    if (area == extreme) return(extreme)
    # An area of 0 or 1 solves it as well.
    beside <- area + 1e-12 * (extreme - area)
    stats::uniroot(excess, sort(c(extreme, beside)), tol = 1e-15)$root
  }
  c(end(0), end(1))
}

# Compares the AUCs of two independent samples: the interval with a quantile, and its degrees of freedom.
naive_independent <- function(x, y) {
  of <- naive_in_samples(list(x, y))
  fg <- c(of[[1]]$fg, of[[2]]$fg)
  D <- x$area - y$area
  list(
    D = D,
    df = sum(fg)^2 / sum(fg^2 / c(of[[1]]$df, of[[2]]$df)),
    interval = function(quantile) {
      one <- naive_score_ends(x$area, quantile, fg[1])
      two <- naive_score_ends(y$area, quantile, fg[2])
      D + c(-1, 1) * sqrt(c((x$area - one[1])^2 + (two[2] - y$area)^2,
                            (one[2] - x$area)^2 + (y$area - two[1])^2))
    }
  )
}

# By the t distribution, for infinite df the normal one.
naive_interval <- function(area, std.error, conf.level = 0.95, method = "logit", df = Inf) {
  t <- qt(1 - (1 - conf.level) / 2, df) * c(-1, 1)
  if (method == "wald") {
    return(pmin(1, pmax(0, area + t * std.error)))
  }
  odds <- area / (1 - area) * exp(t * std.error / (area * (1 - area)))
  odds / (1 + odds)
}

# Bootstrap ------------------------------------------------------------------

# The probability of every multiset of n draws out of n: `counts` has one a row.
resamples <- function(n) {
  draws <- as.matrix(expand.grid(rep(list(seq_len(n)), n)))
  counts <- t(apply(draws, 1, tabulate, nbins = n))
  key <- apply(counts, 1, paste, collapse = " ")
  first <- !duplicated(key)
  list(counts = counts[first, , drop = FALSE],
       probability = as.vector(table(key)[key[first]]) / n^n)
}

# Every replicate of the bootstrap with its probability: draws by class, or of whole clusters, where
# replicates without a class are left out. `statistic` is given guess, positive and weight.
all_replicates <- function(x, statistic, cluster = NULL) {
  if (is.null(cluster)) {
    of1 <- resamples(sum(x$positive))
    of0 <- resamples(sum(!x$positive))
    row1 <- rep(seq_along(of1$probability), length(of0$probability))
    row0 <- rep(seq_along(of0$probability), each = length(of1$probability))
    counts <- matrix(0, length(row1), length(x$guess))
    counts[, x$positive] <- of1$counts[row1, ]
    counts[, !x$positive] <- of0$counts[row0, ]
    probability <- of1$probability[row1] * of0$probability[row0]
  } else {
    of <- resamples(length(unique(cluster)))
    counts <- of$counts[, match(cluster, unique(cluster)), drop = FALSE]
    both <- apply(counts, 1, function(count) any(count[x$positive] > 0) &&
                    any(count[!x$positive] > 0))
    counts <- counts[both, , drop = FALSE]
    probability <- of$probability[both] / sum(of$probability[both])
  }
  values <- apply(counts, 1, function(count) statistic(x$guess, x$positive, count * x$weight))
  list(values = matrix(values, ncol = nrow(counts)), probability = probability)
}

sd_of_all <- function(values, probability) {
  sqrt(sum(probability * (values - sum(probability * values))^2))
}

# The relative standard error of the sd of R replicates.
error_of_sd <- function(values, probability, R) {
  centred <- values - sum(probability * values)
  kurtosis <- sum(probability * centred^4) / sum(probability * centred^2)^2
  sqrt((kurtosis - 1) / (4 * R))
}

# The quantile, if R replicates give it but for a chance of 1e-6 (5 standard errors): if it is well
# inside of the jump of the distribution function there. Otherwise NA.
sure_quantile <- function(values, probability, p, R) {
  from_low <- order(values)
  values <- values[from_low]
  cumulative <- cumsum(probability[from_low])
  error <- 5 * sqrt(p * (1 - p) / R)
  if (p - error <= 0 || p + error >= 1) {
    return(NA_real_)
  }
  ends <- c(values[which(cumulative >= p - error)[1]], values[which(cumulative >= p + error)[1]])
  if (ends[1] == ends[2] || abs(ends[2] - ends[1]) < 1e-12) ends[1] else NA_real_
}

# Without weights the variance of the bootstrap is known: the moments of the shares that the draws
# have are those of multinomial, or of Dirichlet variables.
exact_bootstrap_sd <- function(guess, positive, bayesian = FALSE) {
  wins <- outer(guess[positive], guess[!positive], ">") +
    outer(guess[positive], guess[!positive], "==") / 2
  moments <- function(n) {
    if (bayesian) (1 + diag(n)) / (n * (n + 1)) else (1 + diag(n) - 1 / n) / n^2
  }
  second <- sum(moments(nrow(wins)) * (wins %*% moments(ncol(wins)) %*% t(wins)))
  sqrt(second - mean(wins)^2)
}

# Expectations ---------------------------------------------------------------

# One or more warnings of this class below wroc_warning, and no other ones. Runs on few observations on purpose.
of_few <- function(value) {
  withCallingHandlers(value, wroc_warning_effective = function(w) invokeRestart("muffleWarning"))
}

# That there are few observations is a warning of its own.
expect_wroc_warning <- function(object, kind) {
  classes <- character()
  value <- withCallingHandlers(object, warning = function(w) {
    if (kind == "effective" || !inherits(w, "wroc_warning_effective")) classes <<- c(classes, class(w)[1])
    if (inherits(w, "wroc_warning")) invokeRestart("muffleWarning")
  })
  expect_identical(unique(classes), paste0("wroc_warning_", kind))
  invisible(value)
}

# The standard error and the ends of an interval are those of all replicates, up to chance.
expect_bootstrap_of_all <- function(ci, all, R, level = 0.95) {
  values <- all$values[1, ]
  sd <- sd_of_all(values, all$probability)
  error <- error_of_sd(values, all$probability, R)
  expect_lt(5 * error, 0.05)
  expect_lt(abs(ci$std.error / sd - 1), 5 * error)
  for (end in c("conf.low", "conf.high")) {
    p <- if (end == "conf.low") (1 - level) / 2 else 1 - (1 - level) / 2
    quantile <- sure_quantile(values, all$probability, p, R)
    if (!is.na(quantile)) expect_close(ci[[end]], quantile, relative = 1e-9)
    # Of the distribution at most p lies below the quantile, and at least p up to it.
    slack <- 5 * sqrt(p * (1 - p) / R)
    expect_lt(sum(all$probability[values < ci[[end]] - 1e-9]), p + slack)
    expect_gt(sum(all$probability[values < ci[[end]] + 1e-9]), p - slack)
  }
}

seeded <- function(code, seed = 1) {
  set.seed(seed)
  code
}

with_threads_of <- function(threads, code) {
  old <- options(WeightedROC.threads = threads)
  on.exit(options(old))
  code
}

# The number rounded as it is printed: `text` has all its digits.
expect_digits <- function(object, text) {
  decimals <- nchar(sub("^[^.]*\\.", "", text))
  off <- abs(unname(object) - as.numeric(text)) > 0.5 * 10^-decimals * (1 + 1e-6)
  expect(length(object) == length(text) && !anyNA(off) && !any(off),
         sprintf("%s instead of %s", toString(format(object, digits = 15)), toString(text)))
}

# The test of the groups of a fit: some arguments are those of the fit.
test_of_groups <- function(guess, label, group, weight = NULL, cluster = NULL, variance = "delong",
                           na.rm = FALSE,
                           fold = NULL, average = "vertical", weights_model = NULL, ...) {
  fit <- of_few(weighted_roc(guess, label, weight, by = group, cluster = cluster, variance = variance,
                             na.rm = na.rm,
                             fold = fold, average = average, weights_model = weights_model))
  roc_test(fit, ...)
}

# The test of two independent samples, by their vectors.
test_of_samples <- function(guess1, label1, guess2, label2, weight1 = NULL, weight2 = NULL, cluster1 = NULL,
                            cluster2 = NULL, ..., variance = "delong") {
  auc_test(roc_observations(guess1, label1, weight1, cluster1, variance = variance),
           roc_observations(guess2, label2, weight2, cluster2, variance = variance), ..., paired = FALSE)
}

# The delete-a-group jackknife by its definition: leaves out the observations of each group, from the raw data.
areas_left <- function(score, x, groups) {
  vapply(sort(unique(groups)), function(g) {
    rows <- groups != g
    auc_wmw(score[rows], x$label[rows], x$weight[rows])
  }, 0)
}

covariance_by_hand <- function(scores, x, groups = groups_of_clusters(x$id)) {
  changes <- vapply(scores, function(score) {
    areas_left(score, x, groups) - auc_wmw(score, x$label, x$weight)
  }, numeric(length(unique(groups))))
  (1 - 1 / nrow(changes)) * crossprod(changes)
}
