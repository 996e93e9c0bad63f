# Longer than CRAN allows.
skip_on_cran()

# Three strata of nhanes, of two PSUs each, with scores with few and with many ties.
some_nhanes <- function(strata = 75:77) {
  data <- new.env()
  utils::data("nhanes", package = "survey", envir = data)
  nhanes <- data$nhanes
  nhanes <- nhanes[nhanes$SDMVSTRA %in% strata, ]
  set.seed(1)
  nhanes$age <- as.integer(nhanes$agecat)
  nhanes$noisy <- round(nhanes$age + nhanes$RIAGENDR + rnorm(nrow(nhanes)), 2)
  nhanes$known <- !is.na(nhanes$HI_CHOL)
  nhanes
}

nhanes_design <- function(data = some_nhanes()) {
  survey::svydesign(~SDMVPSU, strata = ~SDMVSTRA, weights = ~WTMEC2YR, nest = TRUE, data = data)
}

known_design <- function() subset(nhanes_design(), known)

# The area of the rows that count, and svytotal() of the influences on it in the whole design.
expect_like_svytotal <- function(design, score = "noisy", whole = design, inside = TRUE) {
  data <- whole$variables
  weight <- as.vector(weights(whole)) * inside
  label <- ifelse(is.na(data$HI_CHOL), 0, data$HI_CHOL)
  influence <- drop(roc_influence(data[[score]], label, weight))
  total <- survey::svytotal(ifelse(weight > 0, influence / weight, 0), whole)
  result <- auc_ci(weighted_roc(reformulate(score, "HI_CHOL"), design))
  expect_close(result$estimate, auc_wmw(data[[score]], label, weight), relative = 1e-12)
  expect_close(result$std.error, as.vector(survey::SE(total)), relative = 1e-10)
  expect_equal(c(result$n_pos, result$n_neg), c(sum(label[weight > 0]), sum(1 - label[weight > 0])))
  expect_identical(result$variance, "linearization")
  invisible(result)
}

# Linearization --------------------------------------------------------------------

test_that("linearization is svytotal() of influences, for all kinds of designs", {
  skip_if_not_installed("survey")
  data <- some_nhanes()
  data <- data[data$known, ][c(TRUE, FALSE), ]
  data$row <- seq_len(nrow(data))
  sexes <- data.frame(RIAGENDR = 1:2, Freq = c(1.2e7, 1.5e7))
  designs <- list(
    strata = nhanes_design(data),
    clusters = survey::svydesign(~SDMVSTRA, weights = ~WTMEC2YR, data = data),
    rows = survey::svydesign(~1, weights = ~WTMEC2YR, data = data),
    finite = survey::svydesign(~row, strata = ~SDMVSTRA, fpc = ~I(500 + 10 * SDMVSTRA), data = data),
    unequal = survey::svydesign(~row, probs = ~I(1 / WTMEC2YR), data = data),
    stratified_afterwards = survey::postStratify(nhanes_design(data), ~RIAGENDR, sexes),
    calibrated = survey::calibrate(nhanes_design(data), ~factor(RIAGENDR),
                                   c(`(Intercept)` = 2.7e7, `factor(RIAGENDR)2` = 1.5e7)),
    # It keeps all rows, some without a label.
    part_of_calibrated = subset(survey::postStratify(nhanes_design(), ~RIAGENDR, sexes), known)
  )
  for (design in designs) expect_like_svytotal(design)
  expect_like_svytotal(designs$strata, "age")
})

test_that("a simple design is the jackknife, times n / (n - 1)", {
  skip_if_not_installed("survey")
  set.seed(2)
  x <- inference_data(80, zeros = FALSE)
  frame <- data.frame(x[c("guess", "positive", "weight", "cluster")])
  for (ids in list(~1, ~cluster)) {
    design <- survey::svydesign(ids, weights = ~weight, data = frame)
    cluster <- if (length(all.vars(ids))) x$cluster
    ci <- auc_ci(x$guess, x$positive, x$weight, cluster = cluster, variance = "jackknife")
    n <- if (is.null(cluster)) 80 else length(unique(cluster))
    result <- auc_ci(weighted_roc(positive ~ guess, design))
    expect_close(c(result$estimate, result$std.error), c(ci$estimate, ci$std.error * sqrt(n / (n - 1))), 1e-10)
  }
})

test_that("a subset of a design keeps all its PSUs", {
  skip_if_not_installed("survey")
  data <- some_nhanes()
  whole <- nhanes_design(data)
  inside <- data$known & data$RIAGENDR == 1 & !(data$SDMVSTRA == 76 & data$SDMVPSU == 2)
  domain <- subset(whole, known & RIAGENDR == 1 & !(SDMVSTRA == 76 & SDMVPSU == 2))
  result <- expect_like_svytotal(domain, whole = whole, inside = inside)
  # The emptied PSU counts: leaving the rows out beforehand gives another (wrong) answer.
  options <- options(survey.lonely.psu = "certainty")
  on.exit(options(options))
  rows <- auc_ci(weighted_roc(HI_CHOL ~ noisy, nhanes_design(data[inside, ])))
  expect_close(rows$estimate, result$estimate)
  expect_gt(abs(rows$std.error / result$std.error - 1), 1e-3)
})

# Replicates -----------------------------------------------------------------------

replicate_designs <- function(design) {
  set.seed(3)
  list(
    JKn = survey::as.svrepdesign(design, type = "JKn"),
    JKn_mse = survey::as.svrepdesign(design, type = "JKn", mse = TRUE),
    BRR = survey::as.svrepdesign(design, type = "BRR"),
    Fay = survey::as.svrepdesign(design, type = "Fay", fay.rho = 0.3),
    bootstrap = survey::as.svrepdesign(design, type = "bootstrap", replicates = 40),
    subbootstrap = survey::as.svrepdesign(design, type = "subbootstrap", replicates = 30,
                                          mse = TRUE),
    whole = survey::as.svrepdesign(design, type = "JKn", compress = FALSE)
  )
}

expect_like_withReplicates <- function(result, design, score) {
  theta <- survey::withReplicates(design, function(weight, data) {
    auc_wmw(data[[score]], data$HI_CHOL, weight)
  })
  expect_close(result$estimate, as.vector(theta), relative = 1e-12)
  expect_close(result$std.error, as.vector(survey::SE(theta)), relative = 1e-10)
  expect_identical(result$variance, "replicates")
  expect_false(anyNA(result))
}

test_that("replicate weights are as in withReplicates(), for all kinds of replicates", {
  skip_if_not_installed("survey")
  designs <- replicate_designs(known_design())
  for (design in designs) {
    for (score in c("age", "noisy")) {
      expect_like_withReplicates(auc_ci(weighted_roc(reformulate(score, "HI_CHOL"), design)), design, score)
    }
  }
})

test_that("JK1, designs made by svrepdesign() and subsets of replicate designs", {
  skip_if_not_installed("survey")
  data <- some_nhanes()
  known <- data[data$known, ]
  known$psu <- paste(known$SDMVSTRA, known$SDMVPSU)
  JK1 <- survey::as.svrepdesign(survey::svydesign(~psu, weights = ~WTMEC2YR, data = known),
                                type = "JK1")
  expect_like_withReplicates(auc_ci(weighted_roc(HI_CHOL ~ noisy, JK1)), JK1, "noisy")

  # Replicate weights that are factors, and such that are not; some are 0, some scales differ.
  set.seed(4)
  factors <- matrix(sample(0:2, 12 * nrow(known), replace = TRUE), ncol = 12)
  for (combined in c(FALSE, TRUE)) {
    made <- survey::svrepdesign(
      data = known, weights = known$WTMEC2YR, type = "other", scale = 0.3, rscales = 1:12 / 6,
      repweights = if (combined) factors * known$WTMEC2YR else factors,
      combined.weights = combined, mse = TRUE
    )
    expect_like_withReplicates(auc_ci(weighted_roc(HI_CHOL ~ noisy, made)), made, "noisy")
  }

  whole <- survey::as.svrepdesign(nhanes_design(data), type = "BRR")
  part <- subset(whole, known & RIAGENDR == 2)
  result <- auc_ci(weighted_roc(HI_CHOL ~ noisy, part))
  expect_like_withReplicates(result, part, "noisy")
  expect_equal(result$n_pos + result$n_neg, sum(data$known & data$RIAGENDR == 2))
})

# Intervals, formulas ----------------------------------------------------------------

test_that("degrees of freedom are the design's, and those of the model besides in score intervals", {
  skip_if_not_installed("survey")
  for (design in list(known_design(), survey::as.svrepdesign(known_design()))) {
    df <- survey::degf(design)
    of <- function(method) auc_ci(weighted_roc(HI_CHOL ~ noisy, design), conf.level = 0.9, method = method)
    wald <- of("wald")
    expect_close(wald$conf.high, wald$estimate + qt(0.95, df) * wald$std.error, relative = 1e-10)
    expect_equal(c(wald$df, of("logit")$df, of("wilson")$df), df + c(0, 0, 4))
  }
})

test_that("several scores give a row each, labels and scores may be expressions", {
  skip_if_not_installed("survey")
  for (design in list(known_design(), survey::as.svrepdesign(known_design()))) {
    result <- auc_ci(weighted_roc(HI_CHOL ~ age + noisy, design))
    expect_plain_frame(result)
    expect_identical(result$score, c("age", "noisy"))
    expect_close(auc_ci(weighted_roc(HI_CHOL ~ noisy, design))[-1], `rownames<-`(result[2, -1], NULL))
    expression <- auc_ci(weighted_roc(factor(HI_CHOL == 1) ~ as.integer(agecat), design))
    expect_close(expression[-1], result[1, -1])
    expect_identical(expression$score, "as.integer(agecat)")
    by <- function(x) x + 2
    expect_close(auc_ci(weighted_roc(HI_CHOL ~ by(age), design))[-1], result[1, -1])
  }
})

# Degenerate data ----------------------------------------------------------------------

test_that("a separating and a constant score: a point with a warning, or the model's interval", {
  skip_if_not_installed("survey")
  for (design in list(known_design(), survey::as.svrepdesign(known_design()))) {
    for (score in c("HI_CHOL", "I(0 * HI_CHOL)")) {
      area <- if (score == "HI_CHOL") 1 else 0.5
      of <- function(method) auc_ci(weighted_roc(stats::as.formula(paste("HI_CHOL ~", score)), design), method = method)
      for (method in c("logit", "wald")) {
        result <- expect_wroc_warning(of(method), "degenerate")
        expect_identical(unlist(result[3:6], use.names = FALSE), area * c(1, 0, 1, 1))
      }
      expect_warning(result <- of("wilson"), NA)
      expect_identical(c(result$estimate, result$std.error, result$df), c(area, 0, 4))
      expect_lt(result$conf.low, result$conf.high)
    }
  }
})

# Errors ---------------------------------------------------------------------------------

test_that("errors are classed", {
  skip_if_not_installed("survey")
  design <- known_design()
  kind <- function(formula = HI_CHOL ~ noisy, design, ...) error_kind(auc_ci(weighted_roc(formula, design), ...))
  expect_identical(kind(design = design), "")
  for (formula in list("HI_CHOL ~ noisy", ~noisy, NULL, HI_CHOL ~ 1, HI_CHOL ~ agecat)) {
    expect_identical(kind(formula, design), "type")
  }
  expect_identical(kind(race ~ noisy, design), "labels")
  expect_identical(kind(HI_CHOL ~ ifelse(noisy > 1, noisy, NA), design), "missing")
  expect_identical(kind(design = subset(design, HI_CHOL == 1)), "one_class")
  expect_identical(kind(design = design, conf.level = 95), "range")
  expect_identical(kind(design = design, method = "probit"), "choice")
  for (whole in list(nhanes_design(), survey::as.svrepdesign(nhanes_design()))) {
    expect_identical(kind(design = whole), "missing")
    expect_identical(kind(HI_CHOL ~ agecat, subset(whole, known)), "type")
  }
})

test_that("a design without degrees of freedom has no interval", {
  skip_if_not_installed("survey")
  data(api, package = "survey", envir = environment())
  design <- survey::svydesign(id = ~dnum, weights = ~pw, data = apiclus1)
  expect_warning(
    found <- auc_ci(weighted_roc(I(api00 > 700) ~ meals, subset(design, dnum == 637))),
    class = "wroc_warning_undefined"
  )
  expect_identical(found$std.error, NA_real_)
})

# A design of 60 people, and what is wrong with some of its variables.
small_design <- function() {
  set.seed(21)
  data <- data.frame(sick = rep(0:1, 30), w = rexp(60) + 0.1, psu = rep(1:12, each = 5))
  data$score <- round(rnorm(60, data$sick), 1)
  data$other <- round(rnorm(60), 1)
  data$day <- as.Date("2020-01-01") + 1:60
  data$group <- factor(rep(c("a", "b", "c"), 20))
  data$word <- c("well", "sick")[data$sick + 1]
  data$gap <- replace(data$score, c(4, 31), NA)
  survey::svydesign(~psu, weights = ~w, data = data)
}

test_that("its variables have the checks of scores and labels, and errors name them", {
  skip_if_not_installed("survey")
  plain <- small_design()
  for (design in list(plain, survey::as.svrepdesign(plain))) {
    for (variable in c("day", "group", "word")) {
      found <- expect_error(auc_ci(weighted_roc(stats::reformulate(c("score", variable), "sick"), design)),
                            class = "wroc_error_type")
      expect_match(conditionMessage(found),
                   sprintf("^`%s` must be a numeric vector", variable))
      expect_identical(found$score, variable)
    }
    found <- expect_error(auc_ci(weighted_roc(sick ~ score + gap, design)), class = "wroc_error_missing")
    expect_match(conditionMessage(found), "2 in `gap`\\. `na\\.action = na\\.omit` leaves them out")
    found <- expect_error(auc_ci(weighted_roc(sick ~ log(psu, base = 2) + I(score[-1]), design)),
                          class = "wroc_error_length")
    expect_identical(found$score, "I(score[-1])")
    found <- expect_error(weighted_roc(day ~ score, design), class = "wroc_error_type")
    expect_match(conditionMessage(found), "^`day` must")
    expect_identical(found$argument, "day")
  }
})

test_that("a missing score is that of the argument, and the hint is given once, whatever is measured", {
  skip_if_not_installed("survey")
  design <- survey::svydesign(~1, weights = ~w, data = data.frame(w = 1:20))
  score <- replace(sin(1:20), 3, NA)
  for (measure in list("AUC", "AP", roc_measure("AUC", FPR = c(0, 0.5)), roc_measure("TPR", threshold = "J"))) {
    expect_wroc_error(roc_estimate(score, rep(0:1, 10), design, measure = measure), "missing",
                      with_hint("ROC curve undefined for NA guess: element 3 of `x` is NA or NaN."), argument = "x")
  }
})

test_that("it takes `positive` and `na.rm` like the others", {
  skip_if_not_installed("survey")
  plain <- small_design()
  for (design in list(plain, survey::as.svrepdesign(plain))) {
    expected <- auc_ci(weighted_roc(sick ~ score + other, design))
    expect_identical(auc_ci(weighted_roc(word ~ score + other, design, positive = "sick")), expected)
    expect_equal(auc_ci(weighted_roc(word ~ score, design, positive = "well"))$estimate,
                 1 - expected$estimate[1])
    expect_identical(auc_ci(weighted_roc(sick ~ score + other, design, na.action = na.omit)), expected)
    # As the same part of the population, for all scores alike.
    part <- auc_ci(weighted_roc(sick ~ score + other, subset(design, !is.na(gap))))
    found <- auc_ci(weighted_roc(sick ~ gap + other, design, na.action = na.omit))
    same <- setdiff(names(part), "score")
    expect_equal(found[same], part[same], tolerance = 1e-10)
    expect_identical(found$n_pos + found$n_neg, c(58, 58))
    found <- expect_error(auc_ci(weighted_roc(group ~ score, design, positive = "a")),
                          class = "wroc_error_labels")
    expect_match(conditionMessage(found), "^`group` must have two values")
  }
  # A third value outside of the part that counts does no harm.
  weighted <- survey::calibrate(plain, ~1, c("(Intercept)" = 100))
  two <- subset(weighted, group != "c")
  expect_equal(auc_ci(weighted_roc(group ~ score, two, positive = "b"))$estimate,
               with(two$variables[two$variables$group != "c", ], {
                 auc_wmw(score, group == "b", stats::weights(weighted)[plain$variables$group != "c"])
               }))
})

# Designs that somebody has edited by hand.
edited_designs <- function() {
  set.seed(5)
  people <- data.frame(sick = rep(0:1, 30), stratum = rep(1:3, each = 20), unit = rep(1:30, each = 2),
                       score = rnorm(60), weight = rexp(60) + 0.1)
  design <- survey::svydesign(ids = ~unit, strata = ~stratum, weights = ~weight, data = people, nest = TRUE)
  replicated <- survey::as.svrepdesign(design)
  list(
    design = list(
      within(design, cluster <- NULL), within(design, cluster <- cluster[1:9, , drop = FALSE]),
      within(design, strata <- NULL), within(design, strata <- strata[1:9, , drop = FALSE]),
      within(design, variables <- variables[1:59, ]), within(design, prob <- prob[1:59]),
      within(design, fpc <- NULL), within(design, prob <- as.character(prob)),
      within(replicated, rscales <- rscales[-1L]), within(replicated, scale <- NULL),
      within(replicated, repweights <- NULL), within(replicated, mse <- "yes"),
      structure(list(variables = people), class = c("survey.design2", "survey.design")),
      structure(list(variables = people), class = "svyrep.design")
    ),
    weight = list(
      within(design, prob[[3L]] <- NA), within(design, prob[[3L]] <- -0.5), within(design, prob[[3L]] <- 0),
      within(replicated, pweights[[3L]] <- NA), within(replicated, pweights[[3L]] <- -1),
      within(replicated, {
        repweights <- as.matrix(repweights)
        repweights[3L, 2L] <- NaN
      })
    ),
    type = list(
      structure(list(), class = "survey.design"), structure(1:60, class = "svyrep.design"),
      structure(people, class = "twophase2"), within(design, variables <- NULL)
    )
  )
}

# within() for lists that are designs, class and all.
within.survey.design <- function(data, expr, ...) {
  frame <- list2env(unclass(data), parent = parent.frame())
  eval(substitute(expr), frame)
  parts <- mget(ls(frame), frame)
  structure(parts[!vapply(parts, is.null, NA)], class = class(data))
}
within.svyrep.design <- within.survey.design

test_that("a design that was edited by hand is an error of a class that names the argument", {
  skip_if_not_installed("survey")
  score <- rnorm(60)
  sick <- rep(0:1, 30)
  calls <- list(
    weight = function(design) auc_ci(score, sick, design),
    weight = function(design) auc_test(cbind(score, -score), sick, design),
    weight = function(design) roc_estimate(score, sick, design, measure = roc_measure("TPR", FPR = 0.2)),
    weight = function(design) roc_band(score, sick, design),
    data = function(design) auc_ci(weighted_roc(sick ~ score, design)),
    data = function(design) auc_ci(weighted_roc(sick ~ score, design), FPR = c(0, 0.5))
  )
  designs <- edited_designs()
  for (kind in names(designs)) {
    for (design in designs[[kind]]) {
      for (i in seq_along(calls)) {
        error <- tryCatch(suppressWarnings(calls[[i]](design)), error = identity)
        expect_s3_class(error, paste0("wroc_error_", kind))
        # Faults that only package survey finds have no argument.
        if (!is.null(error$argument)) expect_identical(error$argument, names(calls)[[i]])
      }
    }
  }
  for (design in unlist(designs[c("design", "weight")], recursive = FALSE)) {
    expect_error(suppressWarnings(weighted_roc(sick ~ score, design)), class = "wroc_error")
  }
})

test_that("the weight at fault is told by its row", {
  skip_if_not_installed("survey")
  designs <- edited_designs()$weight
  errors <- lapply(designs, function(design) {
    tryCatch(auc_ci(rnorm(60), rep(0:1, 30), design), error = identity)
  })
  expect_identical(vapply(errors, function(error) as.integer(error$position), 0L), rep(3L, 6L))
  expect_match(conditionMessage(errors[[2L]]), "`weight` must have weights .* >= 0: row 3 has -2")
  expect_match(conditionMessage(errors[[6L]]), "`weight` .* replicate .*: row 3 of replicate 2 has NaN")
})

test_that("a label that is a factor in which a level is not used stays one", {
  skip_if_not_installed("survey")
  data <- data.frame(score = sin(1:20), sick = factor(rep(c("a", "c"), 10), c("a", "b", "c")), w = 1:20)
  design <- survey::svydesign(~1, weights = ~w, data = data)
  expected <- auc_ci(data$score, factor(data$sick), design)
  expect_identical(auc_ci(data$score, data$sick, design), expected)
})

test_that("a label of a class of its own is told as that, not by a warning of its class", {
  skip_if_not_installed("survey")
  design <- survey::as.svrepdesign(small_design())
  day <- asS4(as.POSIXct(seq_len(nrow(design)), origin = "1970-01-01"))
  expect_no_warning(expect_error(auc_ci(seq_along(day), day, design), class = "wroc_error_type"))
  sick <- factor(rep_len(c("no", "yes"), length(day)))
  found <- expect_no_warning(auc_ci(cos(seq_along(day)), asS4(sick), design))
  expect_identical(found, auc_ci(cos(seq_along(day)), sick, design))
})
