# The kinds of arguments. Each has a `right` value for the observations of a call, see draw_world(), and makes of it a
# `wrong` one, which every function must refuse, and an `odd` one, which may be refused or not.

kind <- function(right, wrong = function(x) one_of(quote(x), 1i, sum), odd = function(x) anything()) {
  list(right = right, wrong = wrong, odd = odd)
}

number <- function(right, wrong, odd = odd_number) {
  never <- list("a", NaN, 1i, sum, list("a"), globalenv(), quote(x), y ~ x)
  kind(function(world) sample(right, 1L)[[1L]], function(x) sample(c(wrong, never), 1L)[[1L]], odd)
}

# Abbreviations are wrong.
choice <- function(...) {
  kind(function(world) sample(c(...), 1L), function(x) {
    one_of("", "none of these", NA_character_, substr(x, 1L, nchar(x) - 1L), 1, TRUE, list(), sum)
  }, odd_choice)
}

# One value for each observation.
values <- function(right, wrong = function(x) one_of(x[-1L], c(x, x), list(), as.complex(x), sum), odd = odd_vector) {
  kind(right, wrong, odd)
}

# Objects with observations in them.
made <- function(right) {
  kind(right, function(x) one_of(NULL, "a", TRUE, sum, y ~ x, list("a"), 1i),
       function(x) if (is.data.frame(x)) odd_frame(x) else anything())
}

flag <- kind(function(world) chance(0.5), function(x) one_of(NA, "TRUE", logical(), c(TRUE, FALSE), list(TRUE), sum),
             odd_flag)

draw_world <- function() {
  n <- sample(c(3L, 5L, 17L, 60L, 600L, 7000L), 1L, prob = c(10, 10, 50, 20, 10, 1))
  positive <- draw_classes(n)
  world <- list(n = n, positive = positive, score = right_scores(n), label = right_labels(positive),
                weight = right_weights(positive))
  # Curves, fits, tallies and tables are of plain observations.
  world$data <- data.frame(score = round(stats::rnorm(n), 1L), other = stats::rnorm(n), sick = as.integer(positive),
                           weight = stats::rexp(n) + 0.01, id = rep(seq_len(ceiling(n / 2)), 2L)[seq_len(n)],
                           day = one_of(1, "b", factor("c"), as.Date("2026-01-01"), TRUE))
  time <- c(1, 1, 9, 9, ceiling(5 * stats::rexp(n)))
  status <- c(1, 2, 0, 0, sample(0:2, n, TRUE))
  world$outcome <- survival::Surv(time, status > 0)
  world$causes <- survival::Surv(time, factor(status, 0:2, c("none", "a", "b")))
  classes <- sample(2:5, 1L)
  world$class <- letters[rep_len(seq_len(classes), n + 6L)]
  world$classes <- classes
  world
}

curve_of <- function(world) with(world$data, WeightedROC::WeightedROC(score, sick, weight))

fit_of <- function(..., quietly = suppressWarnings) quietly(suppressMessages(WeightedROC::weighted_roc(...)))

pair_of <- function(world) with(world$data, fit_of(list(a = score, b = other), sick, weight))

tally_of <- function(world, ...) with(world$data, WeightedROC::roc_tally(score, sick, weight, ...))

# Each has both classes, if the observations have.
folds_of <- function(world) {
  several <- min(sum(world$positive), sum(!world$positive)) > 1L
  stats::ave(seq_len(world$n), world$positive, FUN = function(i) seq_along(i) %% (1L + several))
}

design_of <- function(world) {
  design <- survey::svydesign(one_of(~1, ~id), weights = ~weight, data = world$data)
  if (chance(0.3)) survey::as.svrepdesign(design) else design
}

measures <- function(...) {
  of <- WeightedROC::roc_measure
  one_of("AUC", "KS", "AP", "MER", "H", "gini", "AUCH", of("AUC", FPR = c(0, 0.5)), of("TPR", FPR = 0.2),
         of("PPV", threshold = 0), of("risk", threshold = "cost", cost_FN = 5), of("lift", share = 0.2),
         list(a = of("F", threshold = 0, beta = 2), b = "AUC"), c("AUC", "KS"))
}

# Values that resemble a measure.
odd_measure <- function(x) {
  all <- WeightedROC::roc_measure("PPV", threshold = 0)
  right <- unclass(all)[[1L]]
  as_one <- function(...) structure(list(utils::modifyList(right, list(...))), class = "roc_measure")
  one_of(
    unclass(all), structure(list(), class = "roc_measure"), structure(1, class = "roc_measure"), as_one(measure = 1:2),
    as_one(measure = "PVP"), as_one(measure = NA_character_), as_one(measure = NULL), as_one(prior = "none"),
    as_one(prior = 7), as_one(threshold = "a"), as_one(threshold = NULL), as_one(share = 0.1), right, list(all, NULL),
    list(list(all)), c("AUC", "AUC"), "brier", "sensitivity", stats::setNames(list(all, "AUC"), c(NA, "a")),
    stats::setNames(list(all), bytes("\xff")), list("AUC", sum), pairlist(a = all, b = "AUC"), rep(list(all), 300L)
  )
}

# Expressions that a function evaluates in its own way, as roc_collect() does.
quoted <- function(expression) structure(list(expression), class = "quoted")
is_quoted <- function(x) inherits(x, "quoted")

column <- function(name) {
  kind(function(world) quoted(as.name(name)), function(x) quoted(one_of(quote(nowhere), quote(f(score)), quote(a + 1))),
       function(x) {
         quoted(one_of(quote(1), quote("text"), NULL, quote(score + "a"), quote(c(1, 2)), quote(NA), quote(score / 0),
                       quote(sick), quote(weight * -1), quote(mean(score, na.rm = TRUE)), quote(score > 0),
                       quote(.data$score), quote(data.frame(1)), quote(list(1)), quote(-score), quote(1e400),
                       quote((function(x) x)(1))))
       })
}

# One connection for all calls, and its end.
connections <- new.env()

database <- function() {
  if (is.null(connections$sqlite)) connections$sqlite <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  connections$sqlite
}

close_database <- function() {
  if (!is.null(connections$sqlite)) DBI::dbDisconnect(connections$sqlite)
  connections$sqlite <- NULL
}

table_of <- function(people) {
  connection <- database()
  DBI::dbWriteTable(connection, "people", people, overwrite = TRUE)
  dplyr::tbl(connection, "people")
}

odd_table <- function(table) {
  people <- as.data.frame(table)
  at <- sample.int(nrow(people), 1L)
  spoiled <- one_of(
    within(people, score[at] <- NA), within(people, sick[at] <- NA), within(people, weight[at] <- -1),
    within(people, sick <- sick * 7L), within(people, sick <- 1L), within(people, sick <- as.character(sick)),
    within(people, score <- as.character(score)), within(people, score[at] <- Inf), within(people, weight[at] <- Inf),
    people[0L, ], within(people, weight <- 0), within(people, weight <- "a"), within(people, weight <- weight * 1e307)
  )
  one_of(table_of(spoiled), spoiled, dplyr::group_by(table, sick), dplyr::filter(table, id < 0), utils::head(table, 1L),
         dplyr::select(table, id), unclass(table))
}

kinds <- list(
  scores = values(function(world) world$score),
  several = values(function(world) {
    second <- stats::rnorm(world$n)
    one_of(cbind(a = as.double(world$score), second), list(as.double(world$score), b = second))
  }, function(x) one_of(list(), list("a"), sum), function(x) {
    if (!is.list(x)) return(odd_vector(x))
    one_of(lapply(x, odd_vector), x[1L], unname(x), list(x), c(x, x), stats::setNames(x, bytes(c("\xff", "a"))))
  }),
  forecasts = values(function(world) rank(as.double(world$score)) / (world$n + 1)),
  labels = values(function(world) world$label, function(x) one_of(x[-1L], c(x, x), as.complex(x), sum)),
  plain_labels = values(function(world) as.integer(world$positive)),
  weights = values(function(world) world$weight, function(x) one_of(x[-1L], -x, x + Inf, as.complex(x), sum)),
  counts = values(function(world) whole_weights(world$positive), function(x) one_of(x[-1L], -x, sum)),
  design = made(design_of),
  clusters = values(function(world) right_clusters(world$n), function(x) one_of(x[-1L], c(x, x), list(), sum)),
  folds = values(folds_of, function(x) one_of(x[-1L], c(x, x), list(), sum)),
  covariates = kind(function(world) matrix(stats::rnorm(2L * world$n), world$n), odd = odd_vector),
  positive = kind(function(world) as.vector(world$label)[world$positive][[1L]],
                  function(x) one_of("neither", NA, c(x, x), sum, list())),
  # A chunk may lack a class.
  positive_of_chunk = kind(function(world) as.vector(world$label)[world$positive][[1L]],
                           function(x) one_of(NA, c(x, x), sum, list())),
  flag = flag,
  size = number(list(40, 333.5), list(1, NA, c(40, NA), -3)), area = number(list(0.6, 0.7), list(-0.1, 1.1, NA)),
  level = number(list(0.5, 0.8, 0.95, 0.999), list(-0.1, 1.1, 95, 0, 1, c(0.5, 0.9), NA)),
  prior = number(list(0.5, 0.01, 0.999, 1e-9), list(-0.1, 1.1, 0, 1, Inf)),
  rates = number(list(0.1, c(0, 1), c(0.3, 0.2, 0.3), 1e-9), list(-0.1, 1.1, c(0.5, 2), -Inf)),
  bounds = number(list(0.1, 0.9, 1), list(-0.1, 1.1, c(0.5, 2), -Inf)),
  interval = number(list(c(0, 0.1), c(0.2, 0.7), c(0, 1)), list(c(0.5, 0.2), -0.1, c(0, 1.5), c(0.5, NA))),
  thresholds = number(list(0, c(-1, 0.5), c(-Inf, 0, Inf), 1e300), list(NA)),
  decisions = number(list(0.5, c(0, 0.2, 0.9), 1e-9), list(-0.1, 1.1, 1, NA)),
  cost = number(list(1, 5, 0.3, 1e-3, 1e6, 2L), list(NA, Inf, -Inf)),
  count = number(list(2L, 5, 20L), list(0, -1, 1.5, NA, Inf, c(2, 3))),
  points = number(list(16L, 20, 1000L), list(0, -1, 1.5, NA, c(20, 30))),
  positive_number = number(list(1, 2, 0.5), list(0, -1, NA, Inf)),
  any_number = number(list(0.3, 0.1), list(NA, Inf)),
  breaks = number(list(0, c(-1, 0.1, 2), 0:4), list(c(1, 0), c(0, 0), c(0, NA))),
  variance = choice("delong", "jackknife", "frequency", "bootstrap", "bayesian"),
  average = choice("vertical", "pooled"),
  method = choice("wilson", "logit", "wald"),
  measure = kind(measures, function(x) one_of("sensitvity", "none", NA_character_, character(), 1, list(), sum, TRUE),
                 odd_measure),
  optimized = choice("J", "F1", "MCC", "kappa", "ACC", "gmean", "distance", "EER"),
  standardize = choice("none", "range", "mcclish"),
  curve = made(function(world) {
    curve <- curve_of(world)
    one_of(curve, curve, tibble::as_tibble(curve), data.table::as.data.table(curve), cbind(curve, model = "a"),
           curve[5:1], WeightedROC::roc_thin(curve, points = 5L), WeightedROC::roc_hull(curve))
  }),
  fit = made(function(world) with(world$data, fit_of(score, sick, weight, direction = one_of(">=", "<=")))),
  fits = made(function(world) {
    # Groups have both classes each.
    by <- if (length(unique(folds_of(world))) > 1L) folds_of(world)
    one_of(if (is.null(by)) pair_of(world) else with(world$data, fit_of(score, sick, weight, by = by)),
           pair_of(world), with(world$data, fit_of(score, sick, cluster = id)), fit_of(sick ~ score, design_of(world)))
  }),
  pair = made(pair_of),
  fit_of_forecasts = made(function(world) with(world$data, fit_of(stats::plogis(score), sick, weight))),
  tally = made(tally_of),
  tally_table = made(function(world) {
    columns <- c("score", "score_max", "positive", "negative")
    as.data.frame(tally_of(world))[if (chance(0.5)) columns else TRUE]
  }),
  outcome = made(function(world) world$outcome), causes = made(function(world) world$causes),
  followed = values(function(world) sample(0:9, world$n + 4L, TRUE) / 4),
  cause = kind(function(world) "a", function(x) one_of("c", NA, sum)),
  class_scores = values(function(world) {
    n <- length(world$class)
    matrix(stats::rnorm(n * world$classes), n, dimnames = list(NULL, letters[seq_len(world$classes)]))
  }, function(x) one_of(x[-1L, ], x[, 1L], unname(x), list(), sum)),
  classes = values(function(world) one_of(world$class, factor(world$class)),
                   function(x) one_of(x[-1L], rep("a", length(x)))),
  frame_of_all = made(function(world) world$data),
  frame = made(function(world) one_of(as.matrix, identity)(world$data[c("score", "other")])),
  fitter = kind(function(world) function(data, weights) NULL, function(x) one_of(NULL, "a", 1, y ~ x)),
  predictor = kind(function(world) function(model, data) data[, 1L], function(x) one_of("a", 1, y ~ x)),
  results = kind(function(world) c(0.6, 0.9, 0.7, 0.8), function(x) one_of(NULL, "a", sum, list(), list("a")),
                 odd_vector),
  errors = kind(function(world) c(0.1, 0.2, 0.1, 0.1), function(x) one_of(-x, "a", sum, list()), odd_vector),
  formula = kind(function(world) one_of(sick ~ score, sick ~ score + other, sick ~ I(2 * other) + score,
                                        sick ~ cbind(a = other, b = other)),
                 function(x) one_of(sick ~ nowhere, ~ score, sick ~ 1, sick ~ score | day)),
  censoring = kind(function(world) ~1, function(x) one_of("a", 1, NULL, ~ nowhere, y ~ 1)),
  people = kind(function(world) table_of(world$data), function(x) one_of(NULL, 1, "people", sum), odd_table),
  guess_column = column("score"), label_column = column("sick"), weight_column = column("weight"),
  cluster_column = column("id"),
  sql_table = kind(function(world) "people", function(x) one_of(1, NA, NULL, sum)),
  sql_name = kind(function(world) one_of("score", "2.5"), function(x) one_of(1, NA, sum)),
  dialect = choice("standard", "postgres", "sqlite", "spark"),
  key = choice("day"), density = number(list(c(2, 2), c(0.5, 3)), list(c(0, 1), -1, NA, c(1, 2, 3))),
  alternative = choice("two.sided", "less", "greater"),
  sides = choice("two.sided", "one.sided"), model = choice("binormal", "exponential"),
  test = choice("score", "wald"), adjust = choice("none", "holm", "BH", "bonferroni"),
  weights_of_times = choice("incidence"),
  by_of_band = choice("FPR", "TPR", "threshold"), type_of_band = choice("pointwise", "equal-precision", "fixed-width"),
  type_of_decisions = choice("pointwise", "simultaneous"), concordance = choice("harrell", "uno"),
  cases = choice("cumulative", "incident"), controls = choice("all", "free"), loss = choice("brier", "log"),
  direction = choice(">=", "<="), names_of_measures = choice("AUC", "KS", "AP", "MER"),
  times = number(list(2, c(1, 3)), list(NA, -1)), time = number(list(1, 3.5, 7L), list(NA, -1, c(1, 2)))
)
