# Hints of messages, followed literally: each row has a call that fails, what is to be done according to its message, and
# the right number by another way.

data_of_hints <- function() {
  set.seed(46)
  d <- data.frame(s = rnorm(40), y = rep(0:1, 20), z = rep(1:4, 10), g = rep(1:2, each = 20), w = runif(40))
  d$y_rounded <- ifelse(d$y == 1 & d$s > 0, 1 - 1e-16, d$y)
  d$f <- factor(round(10 * d$s + 50))
  d$third <- rep(c(1, 2) / 3, 20)
  d
}

# The code of a message between backticks that is a call.
code_in <- function(message) {
  found <- regmatches(message, gregexpr("`[^`]+`", message))[[1L]]
  code <- gsub("`", "", found, fixed = TRUE)
  Filter(function(x) is.call(tryCatch(str2lang(x), error = function(error) NULL)), code)
}

area <- function(score, label, ...) auc_wmw(as.numeric(score), as.integer(label), ...)

test_that("a hint that is followed literally gives the right number", {
  d <- data_of_hints()
  numbers <- as.numeric(as.character(d$f))
  hint <- function(call) utils::tail(code_in(error_message(call)), 1L)
  follow <- function(code) eval(str2lang(code), d, parent.frame())
  # A factor of numbers: not the positions of its levels, which are in alphabetical order here.
  d$f <- factor(d$f, sort(levels(d$f), method = "radix"))
  for (failing in list(quote(auc_ci(d$f, d$y)), quote(weighted_roc(y ~ f, d)), quote(WeightedROC(d$f, d$y)))) {
    expect_identical(hint(eval(failing)), "as.numeric(as.character())")
  }
  # Labels that differ from 1 by rounding, in each way of giving them.
  label <- d$y_rounded
  expect_identical(hint(auc_ci(d$s, label)), "round(label)")
  expect_identical(area(d$s, eval(str2lang(hint(auc_ci(d$s, label))))), area(d$s, d$y))
  expect_identical(area(d$s, follow(hint(weighted_roc(y_rounded ~ s, d)))), area(d$s, d$y))
  expect_match(error_message(auc_ci(d$s, label, positive = 1)), "`round(label)`", fixed = TRUE)
  # One of more than two classes; and numbers that are no classes.
  expect_identical(hint(weighted_roc(z ~ s, d)), "z == 4")
  expect_identical(hint(weighted_roc(I(z) ~ s, d)), "(I(z)) == 4")
  expect_length(code_in(error_message(weighted_roc(s ~ g, d[1:30, ]))), 0L)
  # The larger one of any two numbers is positive.
  expect_identical(suppressMessages(weighted_roc(third ~ s, d))$areas$estimate, area(d$s, d$third > 0.5))
  # Directions by score.
  call <- hint(weighted_roc(y ~ s + w, d, direction = c(">=", "<=")))
  expect_identical(call, "y ~ s + I(-w)")
  expect_equal(weighted_roc(stats::as.formula(call), d)$areas$estimate, c(area(d$s, d$y), 1 - area(d$w, d$y)))
  # Expressions behind `~`.
  expect_match(error_message(weighted_roc(y ~ s, d, weights = ~ 2 * w)), "`weights = 2 * w`", fixed = TRUE)
  expect_match(error_message(weighted_roc(y ~ s, d, by = ~ g + z)), "`by = interaction(g, z)`", fixed = TRUE)
  both <- weighted_roc(y ~ s + w, d)
  expect_identical(hint(auc_test(both, weighted_roc(y ~ s, d[1:30, ]))), "x[\"s\"]")
})

test_that("missing values that an expression made are not to be left out", {
  d <- data_of_hints()
  skip_if_not_installed("survival")
  Surv <- survival::Surv
  d$time <- seq_len(40)
  d$known <- replace(d$s, 3, NA)
  made <- function(call) {
    message <- error_message(suppressWarnings(call))
    expect_match(message, "is missing where its variables are not")
    expect_no_match(message, "na.omit|na.rm")
  }
  made(weighted_roc(factor(z, levels = 1:2) ~ s, d))
  made(weighted_roc(Surv(time, z) ~ s, d, times = 5))
  made(weighted_roc(outcome_at(Surv(time, z), 5) ~ s, d))
  made(weighted_roc(y ~ log(s), d))
  made(weighted_roc(y ~ s, d, weights = log(s)))
  made(auc_ci(d$s, factor(d$z, levels = 1:2)))
  made(auc_ci(d$s, outcome_at(Surv(d$time, d$z), 5)))
  made(with(d, roc_influence(s, factor(z, levels = 1:2))))
  made(weighted_roc(d$s, factor(d$z, levels = 1:2)))
  # Missing in the data, or because somebody wrote so.
  for (message in list(error_message(weighted_roc(y ~ known, d)), error_message(weighted_roc(known > 0 ~ s, d)),
                       error_message(weighted_roc(y ~ ifelse(s > 1, NA, s), d)))) {
    expect_match(message, "`na.action = na.omit` leaves them out.", fixed = TRUE)
  }
  expect_match(error_message(auc_ci(d$known, d$y)), "`na.rm = TRUE`", fixed = TRUE)
})

test_that("a model's hint keeps its weights, rows and design", {
  d <- data_of_hints()
  model <- suppressWarnings(stats::glm(y ~ s, stats::quasibinomial(), d, weights = w))
  call <- code_in(error_message(auc_ci(model)))
  expect_equal(suppressMessages(eval(str2lang(call[[1L]])))$areas$estimate, area(fitted(model), d$y, d$w))
  d$s[4] <- NA
  model <- stats::glm(y ~ s, stats::binomial(), d)
  call <- code_in(error_message(auc_ci(model)))
  expect_equal(suppressMessages(eval(str2lang(call[[1L]])))$areas$estimate, area(d$s, d$y, na.rm = TRUE))
  skip_if_not_installed("survey")
  design <- survey::svydesign(id = ~1, weights = ~w, data = d[-4, ])
  model <- suppressWarnings(survey::svyglm(y ~ s, design, family = stats::quasibinomial()))
  call <- code_in(error_message(auc_ci(model)))
  expect_identical(call, "weighted_roc(model)")
  found <- suppressMessages(eval(str2lang(call)))$areas
  expect_equal(found[c("estimate", "std.error")], weighted_roc(y ~ s, design)$areas[c("estimate", "std.error")])
})

test_that("a binomial model of counts counts its rows", {
  yes <- c(3, 5, 6, 2)
  no <- c(7, 2, 1, 2)
  x <- c(1, 2, 3, 2.5)
  each <- auc_ci(rep(x, yes + no), unlist(Map(function(a, b) rep(1:0, c(a, b)), yes, no)))
  of_counts <- stats::glm(cbind(yes, no) ~ x, stats::binomial())
  of_shares <- stats::glm(yes / (yes + no) ~ x, stats::binomial(), weights = yes + no)
  for (model in list(of_counts, of_shares)) {
    found <- suppressMessages(weighted_roc(model))$areas
    columns <- c("estimate", "std.error", "conf.low", "conf.high")
    expect_equal(as.list(found)[columns], as.list(each)[columns])
  }
  shares <- suppressWarnings(stats::glm(c(0.2, 0.5, 0.7, 0.1) ~ x, stats::binomial()))
  expect_error(weighted_roc(shares), "shares that are not counts", class = "wroc_error_type")
})
