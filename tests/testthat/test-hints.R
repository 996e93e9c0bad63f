# Hints of messages, followed literally: each row has a call that fails, what is to be done according to its message, and
# the right number by another way.

data_of_hints <- function() {
  set.seed(46)
  d <- data.frame(s = rnorm(40), y = rep(0:1, 20), z = rep(1:4, 10), g = rep(1:2, each = 20), w = runif(40))
  d$f <- factor(round(10 * d$s + 50))
  d
}

# The code of a message between backticks that is a call.
code_in <- function(message) {
  found <- regmatches(message, gregexpr("`[^`]+`", message))[[1L]]
  code <- gsub("`", "", found, fixed = TRUE)
  Filter(function(x) is.call(tryCatch(str2lang(x), error = function(error) NULL)), code)
}

area <- function(score, label, ...) auc_wmw(as.numeric(score), as.integer(label), ...)

test_that("hints that are no code to evaluate are in the messages", {
  d <- data_of_hints()
  hint <- function(call) utils::tail(code_in(error_message(call)), 1L)
  # A factor of numbers: not the positions of its levels, which are in alphabetical order here.
  for (failing in list(quote(auc_ci(d$f, d$y)), quote(weighted_roc(y ~ f, d)), quote(WeightedROC(d$f, d$y)))) {
    expect_identical(hint(eval(failing)), "as.numeric(as.character())")
  }
  # Numbers that are no classes.
  expect_length(code_in(error_message(weighted_roc(s ~ g, d[1:30, ]))), 0L)
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
  made <- expression(
    weighted_roc(factor(z, levels = 1:2) ~ s, d), weighted_roc(Surv(time, z) ~ s, d, times = 5),
    weighted_roc(outcome_at(Surv(time, z), 5) ~ s, d), weighted_roc(y ~ log(s), d),
    weighted_roc(y ~ s, d, weights = log(s)),
    auc_ci(d$s, factor(d$z, levels = 1:2)), auc_ci(d$s, outcome_at(Surv(d$time, d$z), 5)),
    with(d, roc_influence(s, factor(z, levels = 1:2))), weighted_roc(d$s, factor(d$z, levels = 1:2))
  )
  for (call in made) {
    message <- error_message(suppressWarnings(eval(call)))
    expect_match(message, "is missing where its variables are not")
    expect_no_match(message, "na.omit|na.rm")
  }
  # Missing in the data, or because somebody wrote so.
  written <- expression(weighted_roc(y ~ known, d), weighted_roc(known > 0 ~ s, d),
                        weighted_roc(y ~ ifelse(s > 1, NA, s), d))
  for (call in written) expect_match(error_message(eval(call)), "`na.action = na.omit` leaves them out.", fixed = TRUE)
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

# Every hint --------------------------------------------------------------------------------------

# A row of the table: a call whose message has the hint, the right number, how the hint is followed where it is not a
# call to evaluate or an argument to add, and the packages that the example needs.
hint <- function(call, right, follow = NULL, needs = NULL) {
  list(call = substitute(call), right = substitute(right), follow = substitute(follow), needs = needs)
}

# The objects of the examples. Placeholders of hints are names here: `label`, `score`, `data`, `site`, ...
objects_of_hints <- function(frame) {
  set.seed(5)
  here <- new.env(parent = frame)
  data <- data.frame(label = rep(0:1, 30), site = rep(c("a", "b", "c"), 20), group = rep(1:12, 5))
  data$score <- data$label + seq(-1.9, 2.1, length.out = 60)[sample(60)]
  data$score2 <- data$score1 <- round(data$label + 2 * stats::rnorm(60), 3)
  data$weight <- stats::runif(60)
  data$count <- sample(1:4, 60, TRUE)
  data$class <- rep(1:3, 20)
  data$word <- c("well", "sick")[data$label + 1]
  data$loss <- stats::runif(60)
  data$time <- rep(0:19, 3) + stats::runif(60)
  data$status <- rbinom(60, 1, 0.7)
  data$cause <- factor(ifelse(data$status == 0, "none", ifelse(stats::runif(60) < 0.6, "dead", "moved")),
                       c("none", "dead", "moved"))
  data$x <- stats::rnorm(60)
  data$known <- replace(data$score, 3, NA)
  list2env(data, here)
  here$data <- data
  here$t <- 9
  here$prediction <- here$predictions <- here$scores <- data$score
  data$prediction <- data$score
  here$data <- data
  later <- function(...) {
    values <- as.list(substitute(list(...)))[-1L]
    for (name in names(values)) {
      eval(call("delayedAssign", name, values[[name]], eval.env = here, assign.env = here), baseenv())
    }
  }
  later(
    here = environment(), Surv = survival::Surv, fit = weighted_roc(label ~ score, data),
    tally = roc_tally(score, label), keyed = table_by_site(data),
    tally_without_squares = replace(roc_tally(score, label, count), "positive2", list(rep(NA_real_, 60))),
    design = survey::svydesign(ids = ~ group, weights = ~ weight, data = data),
    connection = database_of(data), table = dplyr::tbl(connection, "name"),
    line = stats::lm(label ~ score + x, data), net = nnet::nnet(label ~ score + x, data, size = 1, trace = FALSE),
    classes = nnet::multinom(site ~ score + x, data, trace = FALSE),
    probabilities = matrix(stats::runif(180), 60, 3, dimnames = list(NULL, c("a", "b", "c"))),
    curve_of_pROC = pROC::roc(label, score, quiet = TRUE), tree = rpart::rpart(label ~ score + x, data),
    hazard = survival::coxph(Surv(time, status) ~ score + x, data),
    middle_event = stats::quantile(time[status == 1], 0.5, type = 1, names = FALSE),
    at_times = weighted_roc(Surv(time, status) ~ score, data, times = c(5, 9)),
    sets = mitools::imputationList(list(data, transform(data, score = score2))),
    analyses = structure(list(analyses = list(line, stats::lm(label ~ x, data))), class = "mira")
  )
  here
}

database_of <- function(data) {
  connection <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  DBI::dbWriteTable(connection, "name", data[setdiff(names(data), "cause")])
  connection
}

object_of <- function(class) structure(list(trees = 3, call = quote(f())), class = class)

# Independent numbers ---------------------------------------------------------------------------------

areas_by <- function(score, label, group) {
  unname(vapply(split(seq_along(score), group), function(rows) area(score[rows], label[rows]), 0))
}

areas_at <- function(times, here) {
  vapply(times, function(t) area_at(here$score, here$time, here$status, t), 0)
}

area_at <- function(score, time, status, t, ...) {
  naive_at_time(naive_measures$AUC, score, time, status, t, ...)(rep(1, length(time)))
}

# Of all pairs of classes, in both directions.
hand_till <- function(probabilities, label) {
  pairs <- utils::combn(colnames(probabilities), 2L)
  mean(apply(pairs, 2L, function(pair) {
    rows <- label %in% pair
    mean(c(area(probabilities[rows, pair[[1L]]], label[rows] == pair[[1L]]),
           area(probabilities[rows, pair[[2L]]], label[rows] == pair[[2L]])))
  }))
}

net_benefit_by_isotonic <- function(score, label, threshold) {
  order <- order(score)
  called <- stats::isoreg(score[order], label[order])$yf >= threshold
  (sum(label[order][called]) - sum(1 - label[order][called]) * threshold / (1 - threshold)) / length(label)
}

# A Cox model of censoring, whose baseline is that of each stratum.
area_by_cox_in_strata <- function(here) {
  with(here, {
    strata <- survival::strata
    model <- survival::coxph(Surv(time, status == 0) ~ x + strata(site), ties = "breslow",
                             control = survival::coxph.control(eps = 1e-12))
    hazard <- survival::basehaz(model, centered = FALSE)
    uncensored <- function(i, t) {
      before <- hazard[hazard$strata == site[[i]] & hazard$time < t, "hazard"]
      exp(-max(0, before) * exp(coef(model) * x[[i]]))
    }
    weight <- vapply(seq_along(time), function(i) {
      if (time[[i]] > t) 1 / uncensored(i, t) else if (status[[i]] == 1) 1 / uncensored(i, time[[i]]) else 0
    }, 0)
    naive_measures$AUC(score, time <= t & status == 1, weight)
  })
}

# The table of the tallies of two sites.
table_by_site <- function(data) {
  do.call(rbind, lapply(c("a", "b"), function(site) {
    rows <- data[data$site == site, ]
    cbind(as.data.frame(roc_tally(rows$score, rows$label)), site = site)
  }))
}

# Linearization by package survey of the influences on the AUC, by derivatives of the definition.
error_in_design <- function(data, design) {
  influence <- with(data, naive_influence(score, label == 1, weight))
  as.numeric(survey::SE(survey::svytotal(influence / data$weight, design)))
}

partial_area <- function(score, label, most) {
  with(WeightedROC(score, label), sum(naive_trapezoids(rev(FPR), rev(TPR), 0, most)))
}

# On the logit scale.
pooled <- function(...) stats::plogis(mean(stats::qlogis(c(...))))

# The number that a result is about.
number_of <- function(x) {
  if (inherits(x, "auc_multiclass")) return(x$estimate[[1L]])
  if (inherits(x, "htest")) return(x$p.value)
  if (inherits(x, "weighted_roc_times")) return(as.data.frame(auc_ci(x))$estimate)
  if (inherits(x, "weighted_roc_by")) return(unname(vapply(x$fits, function(fit) fit$areas$estimate, 0)))
  if (inherits(x, "weighted_roc")) return(x$areas$estimate)
  if (is.data.frame(x) && "estimate" %in% names(x)) return(x$estimate)
  if (is.data.frame(x)) return(WeightedAUC(x))
  unname(x)
}

# Code between backticks in a message that a template has made.
codes_by <- function(template, message) {
  parts <- strsplit(paste0(template, " "), "%([0-9][$])?s")[[1L]]
  parts <- gsub("([][{}()+*^$|?\\\\.])", "\\\\\\1", parts)
  pattern <- sub(" $", "", paste0("^", paste(parts, collapse = ".+")))
  pattern <- paste0(pattern, "$")
  found <- gsub("`", "", unlist(regmatches(message, gregexpr("`[^`]+`", message))))
  found[grepl(pattern, found)]
}

# Evaluates a call as its user does. Functions of the tests are in the package's namespace, and would be taken for the
# ones that the user has called.
as_user <- function(call, here) {
  do.call(delayedAssign, list("value", call, here, environment()))
  value
}

# All that a call says, and what it returns if it does.
messages_of <- function(call, here) {
  said <- character()
  hear <- function(restart) function(condition) {
    said <<- c(said, conditionMessage(condition))
    invokeRestart(restart)
  }
  tryCatch(withCallingHandlers(as_user(call, here), message = hear("muffleMessage"), warning = hear("muffleWarning")),
           error = function(error) said <<- c(said, conditionMessage(error)))
  said
}

# A call to evaluate, or an argument of the call that failed.
followed <- function(code, call, here) {
  argument <- as.list(str2lang(sprintf("f(%s)", code)))[-1L]
  if (!is.null(names(argument))) {
    call[names(argument)] <- argument
    return(as_user(call, here))
  }
  as_user(str2lang(code), here)
}

# A hint is a row by the function that has its string and the string's code.
hints <- list(
  # Labels, scores and weights.
  "check_two_values: round(label)" = hint(
    auc_ci(score, label + 1e-12 * (score > 0), positive = 1), area(score, label),
    auc_ci(score, eval(str2lang(code), list(label = label + 1e-12 * (score > 0))), positive = 1)
  ),
  "way_to_round: round(%s)" = hint(
    weighted_roc(I(label + 1e-12 * (score > 0)) ~ score), area(score, label),
    weighted_roc(stats::as.formula(paste(code, "~ score")))
  ),
  "way_to_classes: %s == %s" = hint(weighted_roc(class ~ score), area(score, class == 3),
                                    weighted_roc(stats::as.formula(paste(code, "~ score")))),
  "refuse_several_words: label == %s" = hint(
    auc_ci(score, site), area(score, site == "a"),
    auc_ci(score, eval(str2lang(code), list(label = site)))
  ),
  "raise_character_label: label == %2$s" = hint(WeightedROC(score, word), area(score, label),
                                                auc_ci(score, eval(str2lang(code), list(label = word)))),
  "raise_character_label: factor(label, levels = c(%1$s, %2$s))" = hint(
    WeightedROC(score, word), area(score, label), auc_ci(score, eval(str2lang(code), list(label = word)))
  ),
  "raise_text_label: positive = %s" = hint(auc_ci(score, word), area(score, word == "well")),
  "inform_of_positive: positive = %s" = hint(
    weighted_roc(factor(word, c("sick", "well")) ~ score), area(score, label)
  ),
  "weighted_roc.default: as.formula(%s)" = hint(weighted_roc("label ~ score", data), area(score, label),
                                                weighted_roc(eval(str2lang(code)), data)),
  "refuse_columns: as.list(data)" = hint(
    auc_ci(data[c("score", "score2")], label), c(area(score, label), area(score2, label)),
    auc_ci(eval(str2lang(code), list(data = data[c("score", "score2")])), label)
  ),
  "auc_wmw: coef(fit)" = hint(auc_wmw(fit), area(score, label)),
  "refuse_no_scores: weighted_roc(tally)" = hint(auc_wmw(tally), area(score, label)),

  # Missing values.
  "way_of_missing: na.rm = TRUE" = hint(auc_ci(known, label), area(score[-3], label[-3])),
  "refuse_missing: na.rm = TRUE" = hint(auc_ci(score, label, cluster = replace(group, 3, NA)),
                                        area(score[-3], label[-3])),
  "weighted_roc.default: na.rm = TRUE" = hint(weighted_roc(known, label), area(score[-3], label[-3])),
  "weighted_roc.formula: na.action = na.omit" = hint(weighted_roc(label ~ known, data), area(score[-3], label[-3])),
  "raise_na_rm: na.action = na.omit" = hint(
    weighted_roc(label ~ known, data, na.rm = TRUE), area(score[-3], label[-3]),
    weighted_roc(label ~ known, data, na.action = na.omit)
  ),
  "check_facts: na.rm = TRUE" = hint(roc_collect(table, known, label), area(score[-3], label[-3]), needs = "RSQLite"),
  "collect_scores: na.action = na.omit" = hint(weighted_roc(label ~ known, table), area(score[-3], label[-3]),
                                               needs = "RSQLite"),
  "groups_in: na.action = na.omit" = hint(
    weighted_roc(label ~ score, table, by = nullif(site, "b")),
    c(area(score[site == "a"], label[site == "a"]), area(score[site == "c"], label[site == "c"])), needs = "RSQLite"
  ),

  # Formulas and their arguments.
  "expressions_of: label ~ score" = hint(weighted_roc(~ score, data), area(score, label),
                                         weighted_roc(eval(str2lang(code)), data)),
  "raise_no_scores: label ~ score1 + score2" = hint(
    weighted_roc(label ~ 2, data), c(area(score1, label), area(score2, label)),
    weighted_roc(eval(str2lang(code)), data)
  ),
  "raise_no_scores: label ~ I(%s)" = hint(weighted_roc(label ~ score * score2, data), area(score * score2, label),
                                          weighted_roc(eval(str2lang(code)), data)),
  "check_scores_in_formula: %s ~ %s" = hint(weighted_roc(label ~ "score", data), area(score, label),
                                            weighted_roc(eval(str2lang(code)), data)),
  "check_scores_in_formula: label ~ score1 + score2" = hint(
    weighted_roc(label ~ (score1 ~ score2), data), c(area(score1, label), area(score2, label)),
    weighted_roc(eval(str2lang(code)), data)
  ),
  "way_to_reverse: %s ~ %s" = hint(
    weighted_roc(label ~ score + score2, data, direction = c(">=", "<=")),
    c(area(score, label), area(-score2, label)), weighted_roc(eval(str2lang(code)), data)
  ),
  "raise_bar: %s ~ %s, by = %s" = hint(
    weighted_roc(label ~ score | site, data), areas_by(score, label, site),
    eval(str2lang(sprintf("weighted_roc(%s, data = data)", code)))
  ),
  "raise_bar: I(%s)" = hint(weighted_roc(label ~ x > 0 | score > 0, data), area(x > 0 | score > 0, label),
                            weighted_roc(stats::as.formula(paste("label ~", code)), data)),
  "raise_elementwise: I(%s)" = hint(weighted_roc(label ~ x > 0 && score > 0, data), area(x > 0 & score > 0, label),
                                    weighted_roc(stats::as.formula(paste("label ~", code)), data)),
  "raise_bar: cluster = %s" = hint(
    weighted_roc(label ~ score + (1 | group), data), sqrt(obuchowski_variance(score, label == 1, group)),
    followed(code, quote(weighted_roc(label ~ score, data)), here)$areas$std.error
  ),
  "raise_term: %s = %s" = hint(
    weighted_roc(label ~ score + strata(site), data), areas_by(score, label, site),
    followed(code, quote(weighted_roc(label ~ score, data)), here)
  ),
  "refuse_name_of_column: %s = %s" = hint(weighted_roc(label ~ score, data, weights = "weight"),
                                          area(score, label, weight)),
  "check_by: by = interaction(a, b)" = hint(
    weighted_roc(score, label, by = list(site, class)), areas_by(score, label, paste(site, class)),
    weighted_roc(score, label, by = eval(str2lang(code), list(a = site, b = class)))
  ),
  "c.weighted_roc: c(a = fit1, b = fit2)" = hint(
    c(fit, fit), rep(area(score, label), 2), eval(str2lang(code), list(fit1 = fit, fit2 = fit))
  ),
  "raise_formula: weighted_roc(label ~ score, data)" = hint(auc_wmw(label ~ score), area(score, label)),
  "weighted_roc.default: weighted_roc(label ~ score, data)" = hint(weighted_roc(data, label ~ score),
                                                                   area(score, label)),
  "unpaired: weighted_roc(label ~ score1 + score2, data)" = hint(
    auc_test(weighted_roc(label ~ score1, data), weighted_roc(label ~ score2, data[-1, ]), paired = TRUE),
    c(area(score1, label), area(score2, label))
  ),
  "model_of_data: dplyr::tbl(connection, \"name\")" = hint(
    weighted_roc(label ~ score, connection), area(score, label),
    weighted_roc(label ~ score, eval(str2lang(code))), needs = "RSQLite"
  ),

  # Survey designs.
  "weighted_roc.default: weighted_roc(label ~ score, design)" = hint(
    weighted_roc(score, label, design), area(score, label, weight), needs = "survey"
  ),
  "way_of_design: weighted_roc(label ~ score, %s)" = hint(roc_tally(score, label, design),
                                                          error_in_design(data, design),
                                                          eval(str2lang(code))$areas$std.error, needs = "survey"),

  # Models and objects of other packages: see also test-foreign-objects.R.
  "way_to_fit: weighted_roc(%s)" = hint(auc_ci(line), area(fitted(line), label)),
  "class_observations.default: auc_multiclass(fitted(%s), label)" = hint(
    auc_multiclass(classes), hand_till(fitted(classes), site),
    eval(str2lang(code), list(label = site), here), needs = "nnet"
  ),
  "way_of_object: weighted_roc(%s)" = hint(auc_ci(net), area(fitted(net), label), needs = "nnet"),
  "way_of_object: weighted_roc(predictions, label)" = hint(auc_ci(object_of("some_forest")), area(score, label)),
  "without_observations_of: weighted_roc(scores, label)" = hint(auc_ci(object_of("ci.auc")), area(score, label)),
  "ways_of_objects: auc_multiclass(probabilities, label)" = hint(
    auc_ci(object_of("multiclass.roc")), hand_till(probabilities, site),
    eval(str2lang(code), list(label = site), here)
  ),
  "raise_no_part: weighted_roc(label ~ prediction, data)" = hint(weighted_roc(object_of("lrm")), area(score, label)),
  "fit_by: weighted_roc(%s, %s%s)" = hint(auc_ci(curve_of_pROC), area(score, label), needs = "pROC"),
  "fit_by_call: weighted_roc(%s ~ %s, %s%s)" = hint(auc_ci(tree), area(predict(tree), label), needs = "rpart"),
  "way_of_hazards: auc_concordance(%s)" = hint(
    auc_ci(hazard), naive_harrell(hazard$linear.predictors, time, status), needs = "survival"
  ),
  "way_of_hazards: weighted_roc(%s, times = %s)" = hint(
    auc_ci(hazard), area_at(hazard$linear.predictors, time, status, middle_event),
    needs = "survival"
  ),
  "way_of_imputations: weighted_roc(label ~ score, %s)" = hint(
    auc_ci(sets), pooled(area(score, label), area(score2, label)), needs = "mitools"
  ),
  "ways_of_objects: auc_pool(lapply(%s$analyses, weighted_roc))" = hint(
    auc_ci(analyses), pooled(area(fitted(line), label), area(sign(cor(x, label)) * x, label))
  ),
  "label_of_models: weighted_roc(label ~ prediction, %s)" = hint(
    weighted_roc(object_of("some_forest"), data), area(score, label)
  ),

  # Times.
  "censoring_of: ~ 1" = hint(
    auc_ci(score, outcome_at(Surv(time, status), t, censoring = 1)),
    area_at(score, time, status, t),
    auc_ci(score, outcome_at(Surv(time, status), t, censoring = eval(str2lang(code)))), needs = "survival"
  ),
  "censoring_of_formula: ~ strata(site)" = hint(
    auc_ci(score, outcome_at(Surv(time, status), t, censoring = time ~ site)),
    area_at(score, time, status, t, strata = site),
    auc_ci(score, outcome_at(Surv(time, status), t, censoring = eval(str2lang(code)))), needs = "survival"
  ),
  "strata_among: ~ strata(site)" = hint(
    auc_ci(score, outcome_at(Surv(time, status), t, censoring = ~ strata())),
    area_at(score, time, status, t, strata = site),
    auc_ci(score, outcome_at(Surv(time, status), t, censoring = eval(str2lang(code)))), needs = "survival"
  ),
  "censoring_of_formula: ~ x + strata(site)" = hint(
    auc_ci(score, outcome_at(Surv(time, status), t, censoring = ~ x | site)), area_by_cox_in_strata(here),
    auc_ci(score, outcome_at(Surv(time, status), t, censoring = eval(str2lang(code)))), needs = "survival"
  ),
  "check_time_of_outcome: weighted_roc(Surv(time, status) ~ score, data, times = )" = hint(
    outcome_at(Surv(time, status), c(5, 9)), areas_at(c(5, 9), here),
    eval(str2lang(sub("= )", "= c(5, 9))", code, fixed = TRUE)), here), needs = "survival"
  ),
  "way_to_column: weighted_roc(Surv(time, status) ~ score, data, times = )" = hint(
    auc_ci(score, Surv(time, status)), areas_at(c(5, 9), here),
    eval(str2lang(sub("= )", "= c(5, 9))", code, fixed = TRUE)), here), needs = "survival"
  ),
  "label_at_times: times = c(1, 3, 5)" = hint(weighted_roc(Surv(time, status) ~ score, data),
                                              areas_at(c(1, 3, 5), here),
                                              needs = "survival"),
  "times_of_surv: survival::Surv(time, status)" = hint(
    auc_concordance(score, status), naive_harrell(score, time, status),
    auc_concordance(score, eval(str2lang(code), here)),
    needs = "survival"
  ),
  "followed_observations.default: survival::Surv(time, status)" = hint(
    auc_concordance(score), naive_harrell(score, time, status),
    auc_concordance(score, eval(str2lang(code), here)),
    needs = "survival"
  ),
  "followed_observations.weighted_roc: weighted_roc(outcome_at(Surv(time, status), t) ~ score)" = hint(
    auc_concordance(fit), naive_harrell(score, time, status), auc_concordance(eval(str2lang(code), here)),
    needs = "survival"
  ),
  "refuse_competing: Surv(time, status == %s)" = hint(
    auc_concordance(score, Surv(time, cause)), naive_harrell(score, time, as.integer(cause == "dead")),
    auc_concordance(score, eval(str2lang(code), list(status = cause), here)), needs = "survival"
  ),
  "raise_without_prevalence: controls = \"all\"" = hint(
    roc_estimate(score, outcome_at(Surv(time, cause), t, "dead", controls = "free"), measure = "prevalence"),
    naive_incidence(time, as.integer(cause) - 1L, t),
    roc_estimate(score, followed(code, quote(outcome_at(Surv(time, cause), t, "dead", controls = "free")), here),
                 measure = "prevalence"), needs = "survival"
  ),

  # Measures, intervals and tests.
  "check_place: roc_measure(%s, %s)" = hint(
    roc_measure("PPV"), mean(label[score >= 2]), roc_estimate(score, label, measure = eval(str2lang(code)))
  ),
  "hints_of_measures: roc_measure(\"AUC\", FPR = c(0, 0.1))" = hint(
    roc_estimate(score, label, measure = "pauc"), partial_area(score, label, 0.1),
    roc_estimate(score, label, measure = eval(str2lang(code)))
  ),
  "check_measure: conf.level = NULL" = hint(
    roc_estimate(score, label, measure = roc_measure("H", density = function(cost) stats::dbeta(cost, 2, 2))),
    roc_estimate(score, label, measure = roc_measure("H", density = c(2, 2)))$estimate
  ),
  "check_sums: conf.level = NULL" = hint(roc_estimate(tally, measure = "KS"),
                                         with(WeightedROC(score, label), max(TPR - FPR))),
  "estimated.roc_points: conf.level = NULL" = hint(auc_ci(WeightedROC(score, label)), area(score, label)),
  "area_of_curve_sums: conf.level = NULL" = hint(auc_ci(roc_collect(table, score, label)), area(score, label),
                                                 needs = "RSQLite"),
  "area_of_curve_sums: variance = TRUE" = hint(
    auc_ci(roc_collect(table, score, label)), auc_ci(score, label)$std.error,
    auc_ci(followed(code, quote(roc_collect(table, score, label)), here))$std.error, needs = "RSQLite"
  ),
  "check_variance_of_tally: conf.level = NULL" = hint(auc_ci(tally_without_squares), area(score, label, count)),
  "check_variance_of_tally: variance = \"frequency\"" = hint(
    auc_ci(tally_without_squares), with(data[rep(1:60, count), ], auc_ci(score, label))$std.error,
    followed(code, quote(auc_ci(tally_without_squares)), here)$std.error
  ),
  "check_counts: variance = \"frequency\"" = hint(
    auc_ci(score, label, count), with(data[rep(1:60, count), ], auc_ci(score, label))$std.error,
    followed(code, quote(auc_ci(score, label, count)), here)$std.error
  ),
  "roc_test: stats::wilcox.test(score ~ label, exact = TRUE)" = hint(
    auc_test(score, label, test = "exact"),
    stats::wilcox.test(score[label == 1], score[label == 0], exact = TRUE)$p.value
  ),
  "check_sides: alternative = \"two.sided\"" = hint(
    auc_test(cbind(score, score2, x), label, alternative = "less"), auc_test(cbind(score, score2, x), label)$p.value
  ),
  "check_test_at_times: alternative = \"two.sided\"" = hint(
    auc_test(at_times, alternative = "less"), auc_test(at_times)$p.value, needs = "survival"
  ),
  "without_bootstrap: variance = \"bootstrap\"" = hint(auc_multiclass(probabilities, site, R = 10),
                                                         hand_till(probabilities, site)),
  "failure_to_pool: method = \"wald\"" = hint(auc_pool(c(1, 0.9, 0.8), c(0.1, 0.1, 0.1)), 0.9),
  "tests.roc_classifiers: measure = \"AUC\"" = hint(
    roc_test(auc_multiclass(list(m = probabilities, n = fitted(classes)), site), measure = "KS"),
    hand_till(probabilities, site) - hand_till(fitted(classes), site),
    followed(code, quote(roc_test(auc_multiclass(list(m = probabilities, n = fitted(classes)), site))),
             here)$contrasts$estimate[[1L]],
    needs = "nnet"
  ),

  # Curves and tallies.
  "raise_without_thresholds: average = \"pooled\"" = hint(
    roc_at(weighted_roc(label ~ score, data, fold = class), threshold = 1), mean(score[label == 1] >= 1),
    roc_at(followed(code, quote(weighted_roc(label ~ score, data, fold = class)), here), threshold = 1)$TPR
  ),
  "failure_message: average = \"pooled\"" = hint(
    weighted_roc(label ~ score, data, fold = seq_along(label)), auc_wmw(score, label),
    followed(code, quote(weighted_roc(label ~ score, data, fold = seq_along(label))), here)$areas$estimate
  ),
  "check_probabilities: calibrated = TRUE" = hint(
    roc_net_benefit(score, label, threshold = 0.5), net_benefit_by_isotonic(score, label, 0.5),
    followed(code, quote(roc_net_benefit(score, label, threshold = 0.5)), here)$net_benefit
  ),
  "refuse_second_curve: list(age = curve1, bmi = curve2)" = hint(
    roc_plot(WeightedROC(score, label), WeightedROC(score2, label)), c(area(score, label), area(score2, label)),
    vapply(eval(str2lang(code), list(curve1 = WeightedROC(score, label), curve2 = WeightedROC(score2, label))),
           WeightedAUC, 0)
  ),
  "bins_of_tally: c(tally, points = )" = hint(
    roc_tally(score, label, points = 16, breaks = 0:1), area(cut(score, c(-Inf, 0, 1, Inf)), label),
    auc_ci(eval(str2lang(sub("= )", "= 16)", code)), list(tally = roc_tally(score, label, breaks = 0:1))))
  ),
  "checked_table: by = %s" = hint(
    as_roc_tally(keyed), areas_by(score, label, site)[1:2], auc_ci(followed(code, quote(as_roc_tally(keyed)), here))
  ),
  "key_in_sql: %s = c(name = %s)" = hint(
    roc_tally_sql("name", "score", "label", positive = 1, by = "class + 1"), areas_by(score, label, class),
    auc_ci(as_roc_tally(DBI::dbGetQuery(connection, followed(
      code, quote(roc_tally_sql("name", "score", "label", positive = 1, by = "class + 1", dialect = "sqlite")), here
    )), by = "name")), needs = "RSQLite"
  )
)

# Code that no hint is, with the reason.
no_hints <- list(
  "what the user has given" = c(
    "check_bayes: method = \"bayes\"", "check_margin: alternative = \"%s\"", "check_measure_names: measure = %s",
    "check_reference: adjust = \"closed\"", "check_ways_in_folds: variance = %s", "classes_of_chunk: positive = %s",
    "confint.weighted_roc_times: type = \"simultaneous\"", "draw_figure: add = TRUE", "labels_in_use: positive = %s",
    "raise_no_value: positive = %s", "raise_unpaired: paired = TRUE",
    "raise_without_prevalence: controls = \"free\"",
    "refuse_reversed_forecasts: direction = \"<=\"", "roc_collect: exact = TRUE",
    "auc_concordance: type = \"harrell\"", "words_of_ways: calibrated = TRUE", "words_of_ways: variance = \"bootstrap\""
  ),
  "what another argument, which is to be left out, belongs to" = c(
    "auc_over_time: integrate = TRUE", "auc_over_time: cases = \"incident\""
  ),
  "an argument of a package that the tests do not have" = c(
    "weighted_roc.lrm: y = TRUE", "weighted_roc.ranger: probability = TRUE"
  ),
  "any argument" = "refuse_dots: name = value",
  "a pattern of code" = "collect_scores: na.rm = TRUE",
  "the string of another function" = c(
    "ways_of_objects: weighted_roc(scores, label)",
    "followed_observations.roc_rows: weighted_roc(outcome_at(Surv(time, status), t) ~ score)"
  )
)

# Code between backticks in the strings of an object. Functions that have names of their own are read by these.
codes_in <- function(x, named = list()) {
  if (is.character(x)) return(gsub("`", "", unlist(regmatches(x, gregexpr("`[^`]+`", x)))))
  if (is.function(x)) {
    if (any(vapply(named, identical, NA, x))) return(character())
    x <- list(formals(x), body(x))
  }
  if (!is.recursive(x) || is.environment(x)) return(character())
  unlist(lapply(as.list(x), function(part) if (!missing(part)) codes_in(part, named)))
}

# Calls with arguments, formulas, and arguments with values.
codes_in_sources <- function() {
  objects <- mget(ls(asNamespace("WeightedROC"), all.names = TRUE), asNamespace("WeightedROC"))
  functions <- Filter(is.function, objects)
  codes <- lapply(objects, function(x) unique(codes_in(x, if (!is.function(x)) functions)))
  codes <- paste0(rep(names(codes), lengths(codes)), ": ", unlist(codes))
  unique(codes[grepl(": .*([(][^)]|[^=!<>]=|~ )", codes)])
}

test_that("every hint of the sources is followed", {
  known <- c(names(hints), unlist(no_hints))
  found <- codes_in_sources()
  expect_identical(setdiff(found, known), character())
  expect_identical(setdiff(known, found), character())
  expect_identical(anyDuplicated(known), 0L)
})

# Returns the fault of a hint, NULL if it has none.
fault_of_hint <- function(name, here) {
  row <- hints[[name]]
  message <- messages_of(row$call, here)
  code <- codes_by(sub("^[^:]*: ", "", name), message)
  if (length(code) == 0L) {
    return(sprintf("%s is not in: %s", name, paste(message, collapse = " ")))
  }
  here$code <- code[[1L]]
  quietly <- function(value) suppressWarnings(suppressMessages(value))
  result <- tryCatch(quietly({
    number_of(if (is.null(row$follow)) followed(here$code, row$call, here) else as_user(row$follow, here))
  }), error = identity)
  if (inherits(result, "error")) {
    return(sprintf("%s: `%s` fails: %s", name, here$code, conditionMessage(result)))
  }
  difference <- all.equal(result, quietly(eval(row$right, here)), tolerance = 1e-7)
  if (!isTRUE(difference)) sprintf("%s: `%s` gives %s", name, here$code, paste(difference, collapse = ", "))
}

test_that("hints that are followed literally give the right numbers", {
  skip_on_cran()
  here <- objects_of_hints(environment())
  can_run <- function(row) all(vapply(row$needs, requireNamespace, NA, quietly = TRUE))
  names <- names(Filter(can_run, hints))
  expect_identical(unlist(lapply(names, fault_of_hint, here)), NULL)
})
