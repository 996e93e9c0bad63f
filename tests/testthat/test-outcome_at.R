# Outcomes at a time: edge cases, components, errors. test-references-survival.R has the numbers of riskRegression,
# timeROC and survfit() on survival::pbc; test-outcome_at-ways.R has clusters, designs, groups, folds and replicates.

skip_if_not_installed("survival")

# Complete in two scores; `cr` has two causes.
patients <- function() {
  d <- survival::pbc
  d <- d[stats::complete.cases(d[c("bili", "protime")]), ]
  d$dead <- as.integer(d$status == 2)
  d$cr <- factor(c("censored", "transplant", "death")[d$status + 1], c("censored", "death", "transplant"))
  d$t2 <- ceiling(d$time / 365)
  d
}

dead_by <- function(d, t, ...) outcome_at(survival::Surv(d$time, d$dead), t, ...)

died_by <- function(d, t, ...) outcome_at(survival::Surv(d$time, d$cr), t, cause = "death", ...)

made <- function(y, w = NULL) weights(quietly(weighted_roc(seq_along(y), y, w)))

quietly <- function(x) suppressMessages(suppressWarnings(x))

test_that("a time on events, and integer times with many ties, count events at the time as cases", {
  d <- patients()
  y <- survival::Surv(d$t2, d$dead)
  # riskRegression takes those who are censored at a time as lost: so they are half a year later.
  found <- c(auc_wmw(d$bili, outcome_at(y, 3.5)), auc_wmw(d$bili, outcome_at(y, 5.5)))
  expect_close(found, c(0.833665421, 0.860885311), 1e-8)
  cases <- function(t) auc_ci(d$bili, outcome_at(y, t))$n_pos
  expect_identical(c(cases(3), cases(5), cases(3.5)), c(81, 114, 81))
  expect_close(made(outcome_at(y, 3)), naive_outcome(d$t2, d$dead, 3)$weight, 1e-13)
  # By hand: nobody, or one of six, three and two at risk is censored before.
  y <- survival::Surv(c(1, 2, 2, 3, 4, 5, 6), c(1, 0, 1, 0, 1, 0, 0))
  expect_equal(made(outcome_at(y, 2)), c(1, 1, 1, 1, 1, 1, 1))
  expect_equal(made(outcome_at(y, 4.5)), c(1, 0, 1, 0, rep(5 / 3, 3)))
})

test_that("where nobody is censored before t all results are those of the binary label", {
  d <- patients()
  # The first is censored after the first death.
  d <- d[d$dead == 1 | d$time > 1200, ]
  w <- rep(c(0.5, 2, 1.25), length.out = nrow(d))
  y <- dead_by(d, 1100)
  label <- as.integer(d$time <= 1100)
  expect_identical(made(y, w), w)
  scores <- as.list(d[c("bili", "protime")])
  for (variance in c("delong", "jackknife")) {
    expect_equal(auc_ci(scores, y, w, variance = variance), auc_ci(scores, label, w, variance = variance),
                 tolerance = 1e-13)
  }
  measure <- c(roc_measure(c("TPR", "PPV", "MCC"), threshold = 2), roc_measure("TPR", FPR = 0.1), "brier",
               "AP")
  risk <- d$bili / 30
  expect_equal(roc_estimate(risk, y, w, measure = measure, conf.level = NULL),
               roc_estimate(risk, label, w, measure = measure, conf.level = NULL))
  expect_equal(roc_influence(risk, y, w, measure = measure), roc_influence(risk, label, w, measure = measure))
  expect_equal(auc_test(scores, y, w)$contrasts, auc_test(scores, label, w)$contrasts, tolerance = 1e-13)
})

# Components ------------------------------------------------------------------------------------

test_that("an outcome is a vector of rows, and a column of data.frames", {
  d <- patients()
  d$y <- died_by(d, 1825, censoring = ~ strata(d$sex))
  expect_s3_class(d$y, "roc_outcome")
  expect_length(d$y, nrow(d))
  expect_identical(d$y[3:5], d[3:5, ]$y)
  expect_identical(d$y[d$age > 60], subset(d, age > 60)$y)
  expect_identical(d$y[2, ], d$y[2])
  expect_identical(d$y[-1, "time", drop = TRUE], as.double(d$time[-1]))
  expect_identical(d$y[], d$y)
  expect_identical(which(is.na(d$y[c(1, NA, 3)])), 2L)
  expect_identical(nrow(data.frame(y = d$y, x = 1)), nrow(d))
  expect_identical(model.frame(y ~ bili, d)$y, d$y)
  expect_identical(head(d$y, 2), d$y[1:2])
  expect_equal(coef(weighted_roc(y ~ bili, d, subset = age > 60)),
               c(bili = auc_wmw(d$bili[d$age > 60], d$y[d$age > 60])))
  expect_error(d$y == 1, class = "wroc_error_type")
  expect_error(max(d$y), class = "wroc_error_type")
  expect_error(sqrt(d$y), class = "wroc_error_type")
})

test_that("outcomes and their fits print what became of the rows", {
  d <- patients()
  expect_snapshot(died_by(d, 1825, controls = "free", censoring = ~ strata(d$edema))[1:8])
  expect_snapshot(dead_by(d[1:3, ], 1825.5))
  expect_snapshot(weighted_roc(outcome_at(survival::Surv(time, dead), 1825.5) ~ bili + protime, d))
  cause <- "death"
  expect_snapshot(weighted_roc(outcome_at(survival::Surv(time, cr), 1825.5, cause) ~ I(-bili), d,
                               direction = "<=", weights = age))
  free <- outcome_at(survival::Surv(time, cr), 1825.5, cause, "free") ~ bili
  expect_snapshot(weighted_roc(free, d, by = sex))
})

test_that("fits of an outcome do what fits do", {
  skip_on_cran()
  d <- patients()
  fit <- weighted_roc(outcome_at(survival::Surv(time, cr), 1825.5, cause = "death") ~ bili + protime, d)
  y <- died_by(d, 1825.5)
  expect_identical(unname(fit$classes), c("no death", "death"))
  expect_identical(nobs(fit), 416L)
  expect_equal(weights(fit), naive_outcome(d$time, as.integer(d$cr) - 1L, 1825.5)$weight, tolerance = 1e-13)
  if (!requireNamespace("generics", quietly = TRUE)) skip("generics is not installed")
  expect_equal(generics::tidy(fit)$estimate, unname(coef(fit)))
  expect_equal(generics::augment(fit["bili"])$.influence, as.vector(roc_influence(d$bili, y)))
  both <- c(fit["bili"], fit["protime"])
  expect_equal(auc_test(both)$p.value, auc_test(fit)$p.value)
  expect_error(c(fit["bili"], update(fit, outcome_at(survival::Surv(time, dead), 1825.5) ~ protime)),
               class = "wroc_error_rows")
  expect_equal(coef(update(fit, . ~ age)), c(age = auc_wmw(d$age, y)))
  u <- roc_influence(fit)
  factor <- fit$areas$std.error / sqrt(colSums(u^2))
  expect_equal(unname(vcov(fit)), unname(crossprod(u) * outer(factor, factor)), tolerance = 1e-10)
  file <- tempfile()
  saveRDS(fit, file)
  expect_identical(auc_test(readRDS(file))$p.value, auc_test(fit)$p.value)
  unlink(file)
  expect_identical(levels(predict(fit["bili"], threshold = 2)), c("no death", "death"))
  expect_error(weighted_roc(outcome_at(survival::Surv(time, dead), 1825) ~ bili, d, positive = "dead"),
               class = "wroc_error_unused")
})

test_that("missing values are left out, or an error", {
  d <- patients()
  d$time[3] <- NA
  d$cr[7] <- NA
  d$bili[9] <- NA
  y <- died_by(d, 1825)
  expect_error(auc_ci(d$age, y), "`label` must not be missing: element 3", class = "wroc_error_missing")
  left <- -c(3, 7, 9)
  expect_identical(auc_ci(d$bili, y, na.rm = TRUE), auc_ci(d$bili[left], y[left]))
  u <- roc_influence(d$bili, y, na.rm = TRUE)
  expect_identical(which(is.na(u)), c(3L, 7L, 9L))
  formula <- outcome_at(survival::Surv(time, cr), 1825, cause = "death") ~ bili
  expect_error(weighted_roc(formula, d), "3 of 416 rows", class = "wroc_error_missing")
  fit <- weighted_roc(formula, d, na.action = na.omit)
  expect_identical(coef(fit), c(bili = auc_wmw(d$bili[left], y[left])))
})

test_that("an outcome is a vector: what is picked, repeated, combined or sorted keeps what it is about", {
  times <- c(5, 3, 3, 8, 1)
  cause <- factor(c(1, 0, 2, 1, 0), 0:2, c("none", "a", "b"))
  site <- c("u", "v", "u", "v", "w")
  at <- function(t, rows = 1:5) {
    site <- site[rows]
    outcome_at(survival::Surv(times[rows], cause[rows]), t, cause = "a", censoring = ~ strata(site))
  }
  y <- at(4)
  expect_equal(as.character(y), c("5:a", "3+", "3:other", "8:a", "1+"))
  is_rows <- function(found, rows) {
    expect_s3_class(found, "roc_outcome")
    expect_identical(unclass(found), unclass(y[rows]))
    expect_identical(unname(found[, "time"]), times[rows])
  }
  is_rows(c(y[1:2], y[3]), 1:3)
  is_rows(c(y[1], NULL, NA), c(1, NA))
  is_rows(rep(y, each = 2), rep(1:5, each = 2))
  is_rows(rep_len(y, 7), c(1:5, 1:2))
  is_rows(rev(y), 5:1)
  is_rows(unique(rep(y, 2)), 1:5)
  is_rows(head(y, 2), 1:2)
  is_rows(y[[2]], 2)
  is_rows(y[9], NA_integer_)
  is_rows(replace(y, 2, y[1]), c(1, 1, 3:5))
  is_rows(replace(y, 2, NA), c(1, NA, 3:5))
  # At one time an event comes before a censoring.
  is_rows(sort(y), c(5, 3, 2, 1, 4))
  expect_identical(order(y, decreasing = TRUE), c(4L, 1L, 2L, 3L, 5L))
  is_rows(do.call(c, split(y, site)), c(1, 3, 2, 4, 5))
  is_rows(setdiff(y, y[1]), 2:5)
  expect_identical(match(y[3:2], y), 3:2)
  expect_identical(duplicated(c(y, y[2])), rep(c(FALSE, TRUE), c(5, 1)))
  expect_identical(as.matrix(y), cbind(time = times, status = c(1, 0, 2, 1, 0), stratum = c(1, 2, 1, 2, 3)))
  frame <- data.frame(id = 1:5, y = y)
  is_rows(rbind(frame, frame[2, ])$y, c(1:5, 2))
  is_rows(merge(frame, data.frame(id = c(2, 4)))$y, c(2, 4))
  is_rows(do.call(rbind, split(frame, site))$y, c(1, 3, 2, 4, 5))

  expect_error(c(y, at(5)), "differ in `t`", class = "wroc_error_unsupported")
  # The strata of two calls are numbered one by one.
  expect_error(c(at(4, 1:2), at(4, 4:5)), "differ in `censoring`", class = "wroc_error_unsupported")
  expect_error(rbind(frame, data.frame(id = 1:5, y = at(5))), "differ", class = "wroc_error_unsupported")
  expect_error(c(y, 1), "not with a vector", class = "wroc_error_type")
  expect_error(y[2] <- 5, "not with a vector", class = "wroc_error_type")
  for (f in list(as.numeric, as.integer, mean, diff)) expect_error(f(y), "not a number", class = "wroc_error_type")
  expect_false(is.numeric(y))
})

test_that("an outcome is a column of a tibble", {
  skip_if_not_installed("dplyr")
  skip_if_not_installed("tibble")
  y <- outcome_at(survival::Surv(c(5, 3, 3, 8), c(1, 0, 1, 1)), 4)
  table <- tibble::tibble(id = 1:4, y = y)
  is_rows <- function(found, rows) expect_identical(unclass(found$y), unclass(y[rows]))
  is_rows(dplyr::filter(table, .data$id > 2), 3:4)
  is_rows(dplyr::arrange(table, .data$y), c(3, 2, 1, 4))
  is_rows(dplyr::bind_rows(table, table[2, ]), c(1:4, 2))
  is_rows(dplyr::bind_rows(table, tibble::tibble(id = 9L)), c(1:4, NA))
  is_rows(dplyr::distinct(dplyr::bind_rows(table, table)), 1:4)
  is_rows(rbind(table, table), c(1:4, 1:4))
  expect_output(print(table), "<outcome>")
  other <- tibble::tibble(id = 1L, y = outcome_at(survival::Surv(5, 1), 6))
  expect_error(dplyr::bind_rows(table, other), "differ in `t`")
  d <- patients()
  d$y <- died_by(d, 1825)
  part <- dplyr::filter(tibble::as_tibble(d), age > 60)
  expect_identical(auc_wmw(part$bili, part$y), auc_wmw(d$bili[d$age > 60], d$y[d$age > 60]))
})

# Errors ------------------------------------------------------------------------------------------

test_that("a time without cases or controls is an error that says which times there are", {
  d <- patients()
  early <- expect_error(auc_ci(d$bili, dead_by(d, 5)), class = "wroc_error_time")
  expect_identical(early[c("argument", "value", "first", "last")],
                   list(argument = "t", value = 5, first = 41, last = 4795))
  formula <- outcome_at(survival::Surv(time, dead), 5000) ~ bili
  late <- expect_error(weighted_roc(formula, d), class = "wroc_error_time")
  expect_match(conditionMessage(late), "there are no controls", fixed = TRUE)
  expect_error(WeightedROC(d$bili, dead_by(d, 5)), class = "wroc_error_time")
  # Everyone is censored before.
  nobody <- outcome_at(survival::Surv(c(1, 2, 3), c(0, 0, 0)), 5)
  expect_error(auc_wmw(1:3, nobody), class = "wroc_error_time")
  for (t in list(0, -1, Inf)) expect_error(dead_by(d, t), class = "wroc_error_range")
  for (t in list(NA, NaN)) expect_error(dead_by(d, t), class = "wroc_error_missing")
  negative <- expect_error(outcome_at(survival::Surv(c(1, -2), c(0, 1)), 1), class = "wroc_error_time")
  expect_identical(negative$position, 2L)
  expect_error(dead_by(d, 1:2), "times = ", class = "wroc_error_length")
  expect_refused("type t" = dead_by(d, "1"), "absent t" = outcome_at(survival::Surv(d$time, d$dead)))
})

test_that("the cause must be known where there are several", {
  d <- patients()
  y <- survival::Surv(d$time, d$cr)
  absent <- expect_error(outcome_at(y, 5), "\"death\", \"transplant\"", class = "wroc_error_cause")
  expect_identical(absent$expected, c("death", "transplant"))
  expect_error(outcome_at(y, 5, cause = "cured"), "not \"cured\"", class = "wroc_error_cause")
  expect_identical(outcome_at(y, 5, cause = factor("death")), outcome_at(y, 5, cause = "death"))
  one <- survival::Surv(d$time, d$dead)
  expect_refused(
    "cause cause" = outcome_at(y, 5, cause = c("death", "transplant")),
    "unused cause" = outcome_at(one, 5, cause = "death"), "unused controls" = outcome_at(one, 5, controls = "all"),
    "choice controls" = outcome_at(y, 5, cause = "death", controls = "none")
  )
  # One event, by name.
  named <- survival::Surv(d$time, factor(d$dead, 0:1, c("alive", "dead")))
  expect_identical(weighted_roc(d$bili, outcome_at(named, 1825))$classes[["positive"]], "dead")
  expect_identical(auc_wmw(d$bili, outcome_at(named, 1825)), auc_wmw(d$bili, outcome_at(one, 1825)))
  edited <- one
  edited[2, "status"] <- 3
  expect_error(outcome_at(edited, 5), "element 2 is 3", class = "wroc_error_status")
})

test_that("other kinds of times, and Surv as a label, are refused in words", {
  d <- patients()
  Surv <- survival::Surv
  refused <- function(y, words) expect_error(outcome_at(y, 5), words, class = "wroc_error_unsupported")
  refused(Surv(d$time, d$time + 1, d$dead), "left truncation")
  refused(Surv(d$time, d$time + 1, d$cr), "left truncation")
  refused(Surv(d$time, d$time + 1, type = "interval2"), "interval-censored")
  refused(Surv(d$time, d$dead, type = "left"), "left-censored")
  expect_error(outcome_at(d$time, 5), "survival::Surv", class = "wroc_error_type")
  y <- Surv(d$time, d$dead)
  for (call in list(quote(auc_ci(d$bili, y)), quote(roc_band(d$bili, y)), quote(auc_wmw(d$bili, y)))) {
    expect_error(eval(call), "`outcome_at()` makes the label", fixed = TRUE, class = "wroc_error_type")
    expect_error(eval(call), "times = ", fixed = TRUE)
  }
  at <- outcome_at(y, 1825)
  expect_refused(
    "type label" = roc_tally(d$bili, at), "type label" = auc_multiclass(cbind(a = d$bili, b = -d$bili), at),
    "choice test" = auc_test(d$bili, at, test = "exact"),
    "unsupported pilot" = auc_power(pilot = weighted_roc(d$bili, at), power = 0.8)
  )
})

test_that("tables in databases have no outcomes at a time", {
  skip_if_not_installed("RSQLite")
  skip_if_not_installed("dbplyr")
  table <- dbplyr::memdb_frame(time = c(1, 2, 3), dead = c(1, 0, 1), score = 1:3)
  refused <- function(call) expect_error(call, "collect", class = "wroc_error_unsupported")
  refused(weighted_roc(outcome_at(survival::Surv(time, dead), 2) ~ score, table))
  refused(roc_collect(table, score, outcome_at(survival::Surv(time, dead), 2)))
})

test_that("what depends on the prevalence needs it where competing events are left out", {
  d <- patients()
  y <- died_by(d, 1825, controls = "free")
  risk <- d$bili / 30
  fit <- weighted_roc(risk, y)
  refused <- function(call) expect_error(call, "`prior`", class = "wroc_error_unsupported")
  for (measure in c("PPV", "NPV", "NB", "ACC", "share")) {
    what <- roc_measure(measure, threshold = 0.1)
    refused(roc_estimate(fit, measure = what))
    refused(roc_influence(fit, measure = what))
    what <- roc_measure(measure, threshold = 0.1, prior = 0.3)
    expect_false(anyNA(roc_estimate(fit, measure = what)$estimate))
  }
  for (measure in c("brier", "AP", "log_loss")) refused(roc_estimate(fit, measure = measure))
  refused(roc_estimate(fit, measure = roc_measure("lift", share = 0.1)))
  refused(roc_test(fit, measure = roc_measure("PPV", threshold = 0.1), mu = 0.2))
  refused(roc_net_benefit(fit))
  refused(roc_net_benefit(fit, conf.level = 0.9))
  for (f in list(roc_at, roc_pr, roc_prg, roc_gain, roc_optimal, roc_calibrate, roc_reliability, predict)) {
    refused(f(fit))
  }
  refused(roc_pr(risk, y))
  expect_identical(nrow(roc_at(fit, threshold = 0.1, prior = 0.3)), 1L)
  expect_identical(nrow(roc_estimate(fit, measure = roc_measure("TPR", threshold = 0.1))), 1L)
  expect_output(print(summary(fit)), "Partial AUC")
})
