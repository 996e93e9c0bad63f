# Calls of each export: right arguments first, of which one or two are spoilt in most calls. A call
# that is all wrong would end at its first check.

# A call is a list: the function's `name`, its `arguments`, which of them are `spoiled` and by which
# `edits` of frames, the `context` in which it runs, and the `world` that its arguments were made
# of.
draw_call <- function(name, package) {
  context <- draw_context()
  drawing$large <- !is.null(context$time_limit)
  on.exit(drawing$large <- FALSE)
  drawn <- draws[[name]](package)
  call <- list(
    name = name, arguments = drawn$arguments, spoiled = character(), edits = list(),
    context = context,
    style = sample(c("named", "positional", "do.call", "wrapped"), 1L, prob = c(6, 2, 1, 1)),
    passed = character(),
    world = drawn$world, package = package
  )
  if (!is.null(call$context$time_limit)) call$arguments <- enlarged(call$arguments)
  right <- call$arguments
  for (i in seq_len(sample(0:2, 1L, prob = c(35, 50, 15)))) call <- spoil_call(call)
  # A method is only ever called with an object of its class.
  own <- length(call$arguments) > 0L && inherits(call$arguments[[1L]], "roc_tally")
  if (name %in% methods_called && !own) call$arguments <- right
  if (is_huge(call)) call$context$time_limit <- 0.05
  with_questions(without_vain_spoils(call, right))
}

# An argument that was swapped twice, say, is right again.
without_vain_spoils <- function(call, right) {
  is_right <- function(name) {
    name %in% names(right) && !name %in% call$passed &&
      identical(call$arguments[name], right[name], ignore.environment = TRUE)
  }
  vain <- Filter(is_right, setdiff(call$spoiled, "..."))
  call$spoiled <- setdiff(call$spoiled, vain)
  call$edits <- call$edits[setdiff(names(call$edits), vain)]
  call
}

# Adds the settings that a property needs to a call.
with_questions <- function(call) {
  call$untouched <- function(name) !name %in% call$spoiled
  call$fresh <- function(name) call$untouched(name) && isTRUE(call$world$fresh)
  call$area <- function(name) {
    cut <- is.null(call$edits[[name]]) || call$edits[[name]] %in% names(cut_edits)
    if (cut && (call$untouched(name) || !is.null(call$edits[[name]]))) call$world$area
  }
  call
}

draw_context <- function() {
  context <- list(options = list(), locale = NULL, time_limit = NULL, torture = NULL)
  if (chance(0.15)) {
    context$options <- one_of(
      list(WeightedROC.threads = 2L), list(WeightedROC.threads = 3), list(OutDec = ","),
      list(warn = 2), list(stringsAsFactors = TRUE), list(digits = 22L), list(scipen = -9L),
      list(encoding = "latin1"), list(warn = -1),
      list(WeightedROC.threads = one_of(0, -1, "two", NA, 2.5, 1e9, c(1, 2), 2L, TRUE, list(2), Inf,
                                        64L))
    )
  }
  if (chance(0.02)) context$locale <- sample(other_locales(), 1L)
  if (chance(0.015)) context$time_limit <- sample(c(0.001, 0.01, 0.05), 1L)
  # R's collector comes often, and finds what is not protected.
  if (chance(0.002)) context$torture <- 100L
  context
}

# Those that the machine may have; a decimal comma among them.
other_locales <- function() c("C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8")

# As many costs, places and replicates, too.
enlarged <- function(arguments) {
  often <- function(x) rep(x, ceiling(1e5 / length(x)))
  for (i in seq_along(arguments)) {
    x <- arguments[[i]]
    if (names(arguments)[[i]] == "R") arguments[[i]] <- 20000L
    else if (is.atomic(x) && length(x) > 5L && length(x) < 1e5) arguments[[i]] <- often(x)
  }
  arguments
}

# Calls that may take hours, rightly so, are stopped by R's time limit.
is_huge <- function(call) {
  counts <- call$arguments[intersect(c("R", "points"), names(call$arguments))]
  any(vapply(counts, function(x) is.numeric(x) && isTRUE(any(x >= 1e5)), NA))
}

spoil_call <- function(call) {
  kind <- sample(c("argument", "frame", "absent", "missing", "swapped", "passed"), 1L,
                 prob = c(60, 20, 8, 6, 6, 2))
  arguments <- call$arguments
  frames <- names(Filter(function(x) is.data.frame(x), arguments))
  if (kind == "frame" && length(frames) == 0L) kind <- "argument"
  if (length(arguments) == 0L) kind <- "absent"
  switch(kind,
    argument = spoil_argument(call), frame = spoil_frame_argument(call, frames),
    absent = add_absent(call),
    passed = pass_missing(call),
    missing = {
      i <- sample.int(length(arguments), 1L)
      call$spoiled <- c(call$spoiled, spoiled_name(call, i))
      call$arguments <- arguments[-i]
      call
    },
    swapped = {
      if (length(arguments) < 2L || any(vapply(arguments, is_quoted, NA))) return(call)
      i <- sample.int(length(arguments), 2L)
      call$spoiled <- c(call$spoiled, spoiled_name(call, i[[1L]]), spoiled_name(call, i[[2L]]))
      call$arguments[i] <- arguments[rev(i)]
      call
    }
  )
}

spoiled_name <- function(call, i) {
  name <- names(call$arguments)[[i]]
  if (name == "") "..." else name
}

spoil_argument <- function(call) {
  i <- sample.int(length(call$arguments), 1L)
  call$spoiled <- c(call$spoiled, spoiled_name(call, i))
  # An argument that was spoilt twice may not be a vector any more.
  value <- tryCatch(spoil(call$arguments[[i]]), error = function(e) anything())
  call$arguments[i] <- list(value)
  call
}

spoil_frame_argument <- function(call, frames) {
  i <- sample.int(length(frames), 1L)
  at <- which(vapply(call$arguments, is.data.frame, NA))[[i]]
  name <- spoiled_name(call, at)
  spoiled <- tryCatch(spoil_frame(call$arguments[[at]]), error = function(e) NULL)
  if (is.null(spoiled)) return(spoil_argument(call))
  call$spoiled <- c(call$spoiled, name)
  call$edits[[name]] <- spoiled$edit
  call$arguments[[at]] <- spoiled$value
  call
}

# Methods that are called by their names, beside the exports.
methods_called <- c("as.data.frame.roc_tally", "c.roc_tally")

function_called <- function(name) {
  if (!name %in% methods_called) return(getExportedValue("WeightedROC", name))
  method <- regmatches(name, regexec("^(.*)[.](roc_tally)$", name))[[1L]]
  utils::getS3method(method[[2L]], method[[3L]], envir = asNamespace("WeightedROC"))
}

# The arguments that a call may have: those of a generic's method, and those of roc_observations() and its like that
# stand in the dots.
formals_of <- function(call) {
  if (call$name %in% c("weighted_roc", "roc_tally")) {
    method <- if (is_of_formula(call)) "formula" else "default"
    return(formals(utils::getS3method(call$name, method, envir = asNamespace("WeightedROC"))))
  }
  own <- formals(call$package(call$name))
  if (call$name %in% with_other_dots || !"..." %in% names(own)) return(own)
  generic <- if (call$name == "auc_multiclass") "class_observations" else "roc_observations"
  taken <- formals(utils::getS3method(generic, "default", envir = asNamespace("WeightedROC")))
  if (call$name == "auc_test") own <- formals(call$package("roc_test"))
  # A table of a second sample is an argument of tests, and a label of others.
  if (call$name %in% c("auc_test", "roc_test") &&
      !"y" %in% names(call$arguments)) own <- own[names(own) != "y"]
  else if ("y" %in% names(own)) return(c(own[c("x", "y", "...")], own[setdiff(names(own), c("x", "y",
                                                                                            "..."))]))
  front <- c("x", "label", "weight", "...")
  all <- c(taken, own[setdiff(names(own), names(taken))])
  all[c(front, setdiff(names(all), front))]
}

# The method is chosen by the first argument, whatever its name.
is_of_formula <- function(call) {
  a <- call$arguments
  "formula" %in% names(a) || call$name %in% c("weighted_roc", "roc_tally") && inherits(a$x, "formula")
}

with_other_dots <- c("roc_compare", "as.data.frame.roc_tally", "c.roc_tally", "WeightedROC", "WeightedAUC",
                     "auc_wmw", "roc_measure", "auc_power", "auc_pool", "auc_optimism", "outcome_at",
                     "roc_collect", "roc_metric", "roc_tally_sql", "as_roc_tally")

# An argument that a user's function passes on, but was not given itself.
pass_missing <- function(call) {
  absent <- setdiff(names(formals_of(call)), c(names(call$arguments), "..."))
  inlined <- any(vapply(call$arguments, is_quoted, NA))
  if (length(absent) == 0L || call$name %in% slow || inlined) return(call)
  call$passed <- sample(absent, 1L)
  call$spoiled <- c(call$spoiled, call$passed)
  call$style <- "wrapped"
  call
}

# An argument with a default that was left out.
add_absent <- function(call) {
  absent <- setdiff(names(formals_of(call)), c(names(call$arguments), "..."))
  if (length(absent) == 0L) return(call)
  name <- sample(absent, 1L)
  call$passed <- setdiff(call$passed, name)
  call$spoiled <- c(call$spoiled, name)
  call$arguments[name] <- list(if (chance(0.7)) hostile_number() else anything())
  call
}

spoil <- function(x) {
  if (chance(0.15)) return(if (is_quoted(x)) quoted(hostile_expression()) else anything())
  if (is_quoted(x)) quoted(hostile_expression())
  else if (is.data.frame(x)) anything()
  else if (is.character(x) && length(x) < 5L) hostile_choice()
  else if (is.logical(x) && length(x) == 1L) hostile_flag()
  else if (is.numeric(x) && length(x) == 1L) hostile_number()
  else if (is.atomic(x) && length(x) > 0L) spoil_vector(x)
  else anything()
}

# Expressions that a function evaluates in its own way, as roc_collect() does.
quoted <- function(expression) structure(list(expression), class = "quoted")
is_quoted <- function(x) inherits(x, "quoted")

hostile_expression <- function() {
  one_of(
    quote(nowhere), quote(1), quote("text"), NULL, quote(score + "a"), quote(c(1, 2)), quote(NA),
    quote(score / 0), quote(sick), quote(weight * -1), quote(mean(score, na.rm = TRUE)),
    quote(score > 0), quote(f(score)), quote(.data$score), quote(`a b`), quote(data.frame(1)),
    quote(list(1)), quote(score), quote(-score), quote(NULL), quote(1e400), quote(people$score),
    quote((function(x) x)(1)), quote(nothing_here(score))
  )
}

# Databases, designs and figures take longer than the rest.
slow <- c("roc_collect", "roc_plot", "roc_plot_scores")

# -- Right arguments

# The first are required; each of the others is there or not.
some <- function(required, others = list()) {
  c(required, others[stats::runif(length(others)) < 0.4])
}

observation_arguments <- function(several = FALSE, n = draw_size(), whole = FALSE, settle = TRUE) {
  o <- draw_observations(n)
  if (several && chance(0.25)) o$x <- several_scores(n)
  if (whole) o$weight <- whole_weights(o$positive)
  arguments <- some(o[c("x", "label")], o["weight"])
  if (!settle) return(list(arguments = arguments, positive = o$positive, n = n))
  if (chance(0.1)) arguments["weight"] <- list(NULL)
  if (chance(0.1)) arguments <- with_words(arguments, o$positive)
  if (chance(0.1) && is.atomic(arguments$x) && is.null(dim(arguments$x))) {
    arguments <- with_missing(arguments)
  }
  list(arguments = arguments, positive = o$positive, n = n)
}

# Labels in words, of which one is said to be the positive one.
with_words <- function(arguments, positive) {
  arguments$label <- ifelse(positive, "sick", "well")
  if (chance(0.5)) arguments$label <- factor(arguments$label)
  c(arguments, list(positive = "sick"))
}

# A few observations more, with something missing.
with_missing <- function(arguments) {
  parts <- intersect(c("x", "label", "weight"), names(arguments))
  plain <- vapply(arguments[parts], function(x) is.numeric(x) && is.null(attributes(x)), NA)
  if (!all(plain) || length(unique(arguments$label[-1L])) < 2L) return(arguments)
  arguments$label[[1L]] <- NA
  c(arguments, list(na.rm = TRUE))
}

draw_level <- function() sample(c(0.5, 0.8, 0.95, 0.999), 1L)

draw_interval <- function() sort(one_of(stats::runif(2L), c(0, 0.1), c(0.5, 0.5), c(0, 1), c(0, 0)))

draw_costs <- function() {
  some(list(), list(
    cost_FP = one_of(1, 5, 0.3, 1e-300, 1e6, 2L), cost_FN = one_of(1, 5, 0.3, 1e-300, 1e6, 2L),
    cost_TP = one_of(0, -1), cost_TN = one_of(0, -0.5),
    prior = one_of(0.5, 0.01, 0.999, 1e-9, NULL, 1e-310)
  ))
}

# Several at once, gains among them.
draw_problems <- function() {
  if (chance(0.5)) return(draw_costs())
  k <- sample(c(2L, 3L, 10L), 1L)
  some(list(cost_FP = stats::rexp(k)), list(
    cost_FN = one_of(stats::rexp(k), 2), cost_TP = -stats::rexp(k), cost_TN = -1,
    prior = one_of(stats::runif(k), 0.3)
  ))
}

draw_replicates <- function() {
  list(R = sample(c(2L, 5L, 20L), 1L))
}

unless_null <- function(x) x[!vapply(x, is.null, NA)]

# A curve with what it was made of. `fresh`: it is what WeightedROC() gave.
draw_curve <- function(package, n = draw_size()) {
  o <- draw_observations(n)
  with_weight <- chance(0.6)
  weight <- if (with_weight) o$weight else rep(1, n)
  curve <- package("WeightedROC")(o$x, o$label, weight)
  o <- observations(o$x, o$positive, weight)
  fresh <- chance(0.5)
  if (!fresh) curve <- other_curve(package, curve, o)
  list(curve = curve, observations = o, area = package("auc_wmw")(o$score, o$positive, o$weight),
       fresh = fresh)
}

other_curve <- function(package, curve, o) {
  one_of(
    tibble::as_tibble(curve), data.table::as.data.table(curve),
    cbind(curve, model = "a", row = seq_len(nrow(curve))), curve[c(5:1)],
    package("roc_thin")(curve), package("roc_thin")(curve, points = sample(c(2L, 5L, 20L), 1L)),
    package("roc_thin")(curve, points = 10L, drop = FALSE), package("roc_hull")(curve),
    package("roc_thin")(package("roc_tally")(o$score, o$positive, o$weight, points = 8L), drop = FALSE),
    package("roc_thin")(package("roc_tally")(o$score, o$positive, o$weight), drop = FALSE),
    `rownames<-`(curve, paste("row", seq_len(nrow(curve))))
  )
}

draw_thresholds <- function(curve) {
  between <- (curve$threshold[-1L] + curve$threshold[-nrow(curve)]) / 2
  all <- c(curve$threshold, between[!is.nan(between)], -Inf, 0, 1e300)
  sample(all, sample(c(0L, 1L, 3L, 10L), 1L), TRUE)
}

# A curve, or what a function of curves takes in its place: a fit, a tally, observations.
curve_call <- function(package, others = function(curve) list(), argument = "x") {
  drawn <- draw_curve(package)
  if (argument == "x" && chance(0.3)) {
    drawn <- one_of(fit_in_place_of_curve(package, drawn), tally_in_place_of_curve(package, drawn),
                    vectors_in_place_of_curve(package, drawn))
  }
  given <- if (!is.null(drawn$given)) drawn$given else
    stats::setNames(list(if (is.null(drawn$fit)) drawn$curve else drawn$fit), argument)
  arguments <- c(given, unless_null(others(drawn$curve)))
  list(arguments = arguments, world = drawn[names(drawn) != "given"])
}

tally_in_place_of_curve <- function(package, drawn) {
  o <- drawn$observations
  tally <- package("roc_tally")(o$score, o$positive, o$weight)
  drawn$curve <- package("roc_thin")(tally, drop = FALSE)
  utils::modifyList(drawn, list(given = list(x = tally), tally = tally, fresh = FALSE))
}

vectors_in_place_of_curve <- function(package, drawn) {
  o <- drawn$observations
  drawn$curve <- package("WeightedROC")(o$score, o$positive, o$weight)
  drawn$given <- list(x = o$score, label = o$positive, weight = o$weight)
  drawn[c("fresh", "vectors")] <- list(FALSE, TRUE)
  drawn
}

draw_priors <- function() one_of(NULL, NULL, 0.5, 0.01, 0.999, 1e-9, c(0.3, 0.1), stats::runif(3L))

two_curves <- function(package) {
  x <- draw_curve(package)
  if (chance(0.15)) {
    x <- fit_in_place_of_curve(package, x)
    if (inherits(x$fit, "weighted_roc") && length(x$parts) > 1L) {
      return(list(arguments = list(x = x$fit), world = x))
    }
  }
  y <- if (chance(0.2)) x else draw_curve(package)
  list(arguments = list(x = x$curve, y = y$curve), world = x["area"])
}

observation_call <- function(several = FALSE, others = function(drawn) list(), whole = FALSE,
                             settle = TRUE, argument = "x") {
  drawn <- observation_arguments(several, whole = whole, settle = settle)
  names(drawn$arguments)[[1L]] <- argument
  list(arguments = c(drawn$arguments, unless_null(others(drawn))), world = drawn["positive"])
}

# Returns a call about measures. Influences are measured at places that stay where they are.
numbers_call <- function(package, whole = FALSE, others = function(drawn) list(), designs = FALSE,
                         whole_curve = TRUE) {
  call <- observation_call(several = TRUE, whole = whole, others = others)
  of_forecasts <- whole_curve && chance(0.15)
  if (of_forecasts) call$arguments$x <- as_probabilities(call$arguments$x)
  scores <- call$arguments$x
  if (!is.atomic(scores)) scores <- scores[[1L]]
  if (length(dim(scores)) == 2L) scores <- scores[, 1L]
  settled <- !any(c("na.rm", "positive") %in% names(call$arguments))
  if (!whole && settled && chance(0.2)) call$arguments$weight <- graded_weights(as.double(scores))
  if (designs) call <- in_survey(call)
  call <- fit_in_place_of_observations(package, call)
  with_measure(package, call, scores, if (of_forecasts) measures_of_forecasts)
}

with_measure <- function(package, call, scores, named = NULL) {
  measure <- if (is.null(named)) draw_what(package, scores) else sample(named, sample.int(2L, 1L))
  if (chance(0.1)) {
    measure <- hostile_what(package)
    call$world$hostile <- TRUE
  }
  call$arguments["measure"] <- list(measure)
  call
}

# A chunk may lack a class.
tally_arguments <- function(n = draw_size()) {
  o <- draw_observations(n)
  if (chance(0.2)) o$positive[] <- chance(0.5)
  o$label <- one_of(as.integer(o$positive), 2 * o$positive - 1, o$positive,
                    factor(o$positive, c(FALSE, TRUE)))
  if (all(o$positive) && is.numeric(o$label)) o$label <- o$label + 1
  if (all(o$label == 2) && is.numeric(o$label)) o$label <- rep(2, n)
  if (!any(o$positive) && is.numeric(o$label)) o$label <- rep(0, n)
  o
}

# Three keys at most.
draw_keys <- function(n) {
  code <- sample(3L, n, replace = TRUE)
  one_of(code, code / 3, letters[code], factor(c("it's", "", "b")[code], c("it's", "", "b")), code > 1L,
         as.Date("2026-01-01") + code, as.POSIXct("2026-01-01", tz = "UTC") + 3600 * code)
}

draw_multiclass <- function() {
  classes <- sample(2:5, 1L)
  n <- classes + sample(0:30, 1L)
  label <- sample(c(seq_len(classes), sample.int(classes, n - classes, replace = TRUE)))
  scores <- matrix(sample(c(stats::rnorm(5L), 0, Inf, -Inf), n * classes, replace = TRUE), n)
  colnames(scores) <- letters[seq_len(classes)]
  if (chance(0.3)) scores <- as.data.frame(scores)
  list(n = n, x = scores, label = one_of(letters[label], factor(letters[label])),
       weight = one_of(stats::rexp(n), 10^stats::runif(n, -12, 12), sample(1:3, n, TRUE)))
}

# Counts, replicates, or folds that have all classes.
ways_of_classes <- function(a, label) {
  way <- sample(c("none", "counts", "replicates", "folds"), 1L)
  if (way == "counts" && (is.null(a$weight) || all(a$weight == round(a$weight)))) a$variance <- "frequency"
  if (way == "replicates") a <- c(a, list(variance = "bootstrap", R = sample(c(2L, 20L), 1L)))
  if (way == "folds") {
    number <- sample.int(min(table(as.character(label))), 1L)
    a$fold <- stats::ave(seq_along(label), as.character(label), FUN = function(i) seq_along(i) %% number)
    a$cluster <- NULL
  }
  a
}

draw_margin <- function() {
  list(alternative = sample(aims_of_margins, 1L), margin = stats::runif(1L, 0.01, 0.15))
}

# Folds, with the clusters whole, where each then has both classes.
in_folds <- function(drawn) {
  a <- drawn$arguments
  n <- length(a$label)
  if (!chance(0.3)) return(drawn)
  units <- if (is.null(a$cluster)) seq_len(n) else match(a$cluster, unique(a$cluster))
  number <- sample(c(1L, 2L, 3L, max(2L, n %/% 4L)), 1L)
  fold <- sample.int(number, n, TRUE)[units]
  fold <- one_of(fold, letters[fold %% 20L + 1L], factor(fold), fold / 2)
  weight <- if (is.null(a$weight)) rep(1, n) else as.double(unclass(a$weight))
  known <- !is.na(a$label)
  positive <- drawn$world$positive
  if (!is_split(list(positive = positive[known], weight = weight[known]), fold[known])) {
    fold <- rep(1L, n)
  }
  drawn$arguments <- c(a, some(list(fold = fold), list(average = sample(c("vertical", "pooled"), 1L))))
  drawn
}

# A survey design in place of weights, which has its own clusters and variance.
in_survey <- function(drawn) {
  a <- drawn$arguments
  others <- c("fold", "R", "positive", "na.rm")
  if (!chance(0.15) || any(others %in% names(a))) return(drawn)
  a <- a[setdiff(names(a), c("cluster", "variance", "weights_model"))]
  n <- length(a$label)
  data <- data.frame(w = one_of(stats::rexp(n) + 0.1, sample.int(5L, n, TRUE), 10^stats::runif(n, -3, 3)))
  data$psu <- if (n < 17L) seq_len(n) else rep_len(seq_len(one_of(4L, 15L)), n)
  data$stratum <- if (n < 17L) 1 else data$psu %% 2L
  data$phase <- seq_len(n) %% 2L
  a$weight <- one_of(
    survey::svydesign(~1, weights = ~w, data = data),
    survey::svydesign(~psu, weights = ~w, data = data),
    survey::svydesign(~psu, strata = ~stratum, weights = ~w, data = data),
    survey::postStratify(survey::svydesign(~psu, weights = ~w, data = data), ~phase,
                         data.frame(phase = 0:1, Freq = c(100, 50))),
    survey::as.svrepdesign(survey::svydesign(~psu, strata = ~stratum, weights = ~w, data = data)),
    survey::as.svrepdesign(survey::svydesign(~psu, weights = ~w, data = data), "bootstrap", replicates = 20L)
  )
  drawn$arguments <- a
  drawn
}

# Models of a matrix, or of a data.frame of its columns: none at all, and the difference of the weighted
# means of the classes that the first column is cut into.
by_first_column <- list(fit = function(data, weight) NULL, predict = function(model, data) data[, 1L])
by_means <- list(
  fit = function(data, weight) {
    data <- as.matrix(data)
    side <- ifelse(data[, 1L] > 0, 1, -1)
    colSums(data * side * weight / max(weight))
  },
  predict = function(model, data) drop(as.matrix(data) %*% model)
)

draw_points <- function() one_of(NULL, 1L, 5, 20L, 1000L)

# Censored times, with one cause or two.
draw_outcome <- function() {
  n <- sample(3:30, 1L)
  time <- ceiling(5 * stats::rexp(n))
  status <- sample(0:2, n, replace = TRUE)
  several <- chance(0.5)
  y <- survival::Surv(time, if (several) factor(status, 0:2, c("none", "a", "b")) else status > 0)
  others <- some(list(t = one_of(1, 3.5, 7L, 100)), if (several) {
    list(controls = sample(c("all", "free"), 1L))
  })
  list(arguments = c(list(y = y), others, if (several) list(cause = one_of("a", "b"))), world = list())
}

# Scores of censored times.
draw_followed <- function(others) {
  outcome <- draw_outcome()$arguments
  n <- nrow(outcome$y)
  score <- function() sample(0:9, n, replace = TRUE) / 4
  a <- c(list(x = one_of(score(), list(a = score(), b = score()), cbind(a = score(), b = score())),
              label = outcome$y),
         some(list(), list(weight = stats::runif(n) + 0.1, cluster = right_clusters(n), na.rm = chance(0.5))))
  list(arguments = c(a, others(outcome)), world = list())
}

draws <- list(
  WeightedROC = function(package) {
    drawn <- observation_call(settle = FALSE, argument = "guess")
    # Masks and tables of one row are taken when all have as many elements.
    if (chance(0.1)) {
      shape <- function(x) if (is.factor(x)) x else matrix(x, 1L)
      drawn$arguments <- lapply(drawn$arguments, shape)
    }
    drawn
  },
  WeightedAUC = function(package) {
    drawn <- curve_call(package, argument = "tpr.fpr")
    if (chance(0.2) && nrow(drawn$arguments$tpr.fpr) > 3L) {
      drawn$arguments$tpr.fpr <- utils::head(drawn$arguments$tpr.fpr, -1L)
    }
    drawn
  },
  auc_wmw = function(package) observation_call(several = TRUE, argument = "guess"),
  as_roc_tally = function(package) {
    parts <- chance(0.3)
    drawn <- draw_tally(package, parts)
    table <- package("as.data.frame.roc_tally")(drawn$tally)
    if (chance(0.5)) table <- table[c(if (parts) "part", "score", "score_max", "positive", "negative")]
    if (chance(0.2)) return(list(arguments = list(x = drawn$tally), world = drawn))
    if (!parts && chance(0.2)) {
      by <- one_of("day", "the key")
      table[[by]] <- rep(draw_keys(1L), nrow(table))
      return(list(arguments = list(x = table, by = by), world = drawn))
    }
    list(arguments = c(list(x = table), if (parts) list(cluster = "part")), world = drawn)
  },
  as.data.frame.roc_tally = function(package) {
    drawn <- draw_tally(package)
    list(arguments = list(x = drawn$tally), world = drawn)
  },
  c.roc_tally = function(package) draw_merger(package),
  auc_ci = function(package) {
    if (chance(0.1)) return(curve_call(package, function(curve) list(conf.level = one_of(NULL, 0.9))))
    variance <- one_of(NULL, "delong", "jackknife", "frequency", "bootstrap", "bayesian")
    partial <- chance(0.4)
    replicates <- isTRUE(variance %in% c("bootstrap", "bayesian"))
    drawn <- observation_call(TRUE, whole = identical(variance, "frequency"), function(drawn) {
      interval <- list(draw_interval())
      names(interval) <- sample(c("FPR", "TPR"), 1L)
      c(
        some(list(), list(cluster = right_clusters(drawn$n), conf.level = draw_level(),
                          method = if (!replicates && !partial) sample(interval_methods, 1L))),
        list(variance = variance), if (partial) interval,
        if (replicates) draw_replicates()
        else if (partial && identical(variance, "frequency") && chance(0.3)) list(R = 20L),
        if (!replicates && !partial && chance(0.2)) {
          list(weights_model = matrix(stats::rnorm(drawn$n), drawn$n))
        }
      )
    })
    if (!replicates && !partial && !identical(variance, "frequency")) drawn <- in_folds(drawn)
    fit_in_place_of_observations(package, in_survey(drawn))
  },
  roc_estimate = function(package) {
    if (chance(0.25)) {
      call <- curve_call(package, function(curve) list(conf.level = one_of(NULL, NULL, 0.9)))
      return(with_measure(package, call, call$world$curve$threshold))
    }
    variance <- one_of(NULL, "delong", "jackknife", "frequency")
    numbers_call(package, whole = identical(variance, "frequency"), others = function(drawn) {
      c(some(list(), list(cluster = right_clusters(drawn$n), conf.level = draw_level())),
        list(variance = variance))
    }, designs = TRUE)
  },
  roc_influence = function(package) numbers_call(package, whole_curve = FALSE),
  roc_observations = function(package) {
    variance <- one_of(NULL, "delong", "jackknife", "frequency")
    drawn <- observation_call(TRUE, whole = identical(variance, "frequency"), function(drawn) {
      c(some(list(), list(cluster = right_clusters(drawn$n))), list(variance = variance))
    })
    if (!identical(variance, "frequency")) drawn <- in_folds(drawn)
    in_survey(drawn)
  },
  auc_test = function(package) draw_test(package),
  roc_test = function(package) draw_test(package, measures = TRUE),
  auc_over_time = function(package) {
    draw_followed(function(outcome) {
      c(outcome[intersect(names(outcome), "cause")],
        some(list(), list(times = one_of(NULL, 2, c(1, 3)), integrate = chance(0.5),
                          cases = one_of("cumulative", "incident"))),
        some(list(), list(conf.level = draw_level())))
    })
  },
  auc_concordance = function(package) {
    draw_followed(function(outcome) {
      some(list(), list(type = one_of("harrell", "uno"), tau = one_of(Inf, 4), conf.level = draw_level()))
    })
  },
  auc_multiclass = function(package) {
    some_classes <- draw_multiclass()
    a <- c(some(some_classes[c("x", "label")],
                c(some_classes["weight"], list(cluster = right_clusters(some_classes$n),
                                               conf.level = draw_level()))),
           if (chance(0.2)) list(na.rm = chance(0.5)))
    list(arguments = ways_of_classes(a, some_classes$label), world = list())
  },
  roc_at = function(package) {
    curve_call(package, function(curve) {
      k <- sample(c(0L, 1L, 3L), 1L)
      place <- one_of(list(), list(threshold = draw_thresholds(curve)), list(FPR = stats::runif(k)),
                      list(TPR = one_of(stats::runif(k), c(0, 1))), list(share = one_of(stats::runif(k), 1)))
      costs <- if (chance(0.3)) draw_problems() else list(prior = draw_priors())
      c(place, costs, some(list(), list(midpoints = chance(0.5), beta = one_of(1, 2, 0.5))))
    })
  },
  roc_gain = function(package) {
    curve_call(package, function(curve) {
      list(share = one_of(NULL, stats::runif(3L), c(0, 1), 0.1, numeric()), prior = draw_priors())
    })
  },
  roc_hull = function(package) curve_call(package),
  roc_measure = function(package) list(arguments = draw_measure(), world = list()),
  roc_metric = function(package) {
    list(arguments = list(measure = do.call(package("roc_measure"), draw_measure())), world = list())
  },
  outcome_at = function(package) draw_outcome(),
  roc_pr = function(package) {
    curve_call(package, function(curve) {
      list(prior = draw_priors(), recall = one_of(NULL, NULL, stats::runif(3L), c(0, 1), curve$TPR))
    })
  },
  roc_optimal = function(package) {
    curve_call(package, function(curve) {
      aim <- if (chance(0.4)) {
        c(list(measure = one_of(sample(optimized_measures, 1L), sample(optimized_measures, 2L),
                                function(TP, FP, FN, TN) (TP - 2 * FP) / (TP + FP + FN + TN))),
          list(prior = one_of(NULL, NULL, 0.3, 1e-9)))
      } else {
        draw_problems()
      }
      c(aim, some(list(), list(midpoints = chance(0.5))))
    })
  },
  roc_constrained = function(package) {
    curve_call(package, function(curve) {
      k <- sample(c(1L, 3L), 1L)
      bound <- function(column) one_of(stats::runif(k), 0.3, c(0, 1), sample(curve[[column]], 1L))
      bounds <- list(max_FPR = bound("FPR"), max_FNR = stats::runif(1L), min_TPR = bound("TPR"),
                     max_share = stats::runif(1L), min_PPV = one_of(stats::runif(1L), 0.5, 1),
                     max_FDR = stats::runif(1L), min_TNR = stats::runif(1L))
      chosen <- bounds[sort(sample(length(bounds), sample(3L, 1L)))]
      if (!all(lengths(chosen) %in% c(1L, max(lengths(chosen))))) chosen <- chosen[1L]
      c(chosen, some(list(), list(prior = one_of(0.5, 0.01, 0.999, 1e-9), randomize = chance(0.7))))
    })
  },
  roc_net_benefit = function(package) {
    if (chance(0.5)) benefit_of_curve(package) else benefit_with_ends(package)
  },
  auc_optimism = function(package) {
    drawn <- observation_arguments(settle = FALSE)
    data <- matrix(stats::rnorm(3L * drawn$n), drawn$n)
    learner <- one_of(by_first_column, by_means)
    arguments <- list(
      data = if (chance(0.5)) as.data.frame(data) else data, fit = learner$fit,
      label = drawn$arguments$label, R = sample(c(2L, 5L, 20L), 1L), predict = learner$predict
    )
    weight <- drawn$arguments[names(drawn$arguments) == "weight"]
    list(arguments = some(c(arguments, weight), list(cluster = right_clusters(drawn$n))),
         world = c(drawn["positive"], list(constant = identical(learner, by_first_column))))
  },
  auc_pool = function(package) {
    m <- sample(2:5, 1L)
    method <- one_of(NULL, "logit", "wald")
    results <- one_of(
      stats::runif(m, 0.1, 0.9),
      lapply(seq_len(m), function(i) {
        data.frame(score = c("a", "b"), estimate = stats::runif(2L), std.error = stats::rexp(2L), df = 7)
      }),
      lapply(seq_len(m), function(i) data.frame(estimate = stats::runif(1L), std.error = 0.1))
    )
    others <- some(list(), list(df.complete = one_of(3, 50.5, Inf, 1L), conf.level = draw_level()))
    list(arguments = c(list(results = results), if (is.numeric(results)) list(std.error = stats::rexp(m)),
                       others, unless_null(list(method = method))), world = list())
  },
  auc_power = function(package) {
    given <- list(n = one_of(40, 100L, 333.5), auc = stats::runif(1L, 0.6, 0.9),
                  power = stats::runif(1L, 0.3, 0.9))
    given <- given[-sample.int(3L, 1L)]
    second <- one_of(list(), list(auc0 = 0.55), list(auc2 = 0.55), list(auc2 = 0.5, correlation = 0.4))
    weights <- one_of(list(), list(deff = 1.5), list(weight = c(0, stats::rexp(20L))))
    others <- some(list(), list(sig.level = one_of(0.05, 0.01), ratio = one_of(1, 2.5, 0.5),
                                margin = one_of(0, 0.05),
                                alternative = sample(c("one.sided", "two.sided"), 1L),
                                model = sample(c("binormal", "exponential"), 1L)))
    list(arguments = c(given, second, weights, others), world = list())
  },
  roc_band = function(package) {
    by <- one_of(NULL, "FPR", "TPR", "threshold")
    drawn <- observation_call(others = function(drawn) {
      at <- if (identical(by, "threshold")) one_of(NULL, stats::rnorm(3L), c(-Inf, 0, Inf)) else
        one_of(NULL, stats::runif(4L), c(0, 1), 0.5, c(0.2, 0.1, 0.2))
      c(some(list(), list(cluster = right_clusters(drawn$n), conf.level = draw_level(),
                          type = sample(c("pointwise", "equal-precision", "fixed-width"), 1L))),
        list(by = by, at = at),
        if (chance(0.2)) c(list(variance = one_of("bootstrap", "bayesian")), draw_replicates()))
    })
    fit_in_place_of_observations(package, in_survey(drawn))
  },
  roc_calibrate = function(package) {
    curve_call(package, function(curve) list(prior = one_of(NULL, 0.3, 1e-9, 0.999)))
  },
  roc_reliability = function(package) reliability_call(package),
  roc_collect = function(package) draw_table(),
  roc_compare = two_curves,
  roc_cost_curve = function(package) curve_call(package),
  roc_prg = function(package) curve_call(package, function(curve) list(prior = draw_priors())),
  roc_reject = function(package) {
    curve_call(package, function(curve) {
      costs <- draw_costs()
      if (chance(0.5)) return(c(list(cost_reject = stats::runif(sample(3L, 1L))), list()))
      right <- max(unlist(costs[c("cost_TP", "cost_TN")]), 0)
      c(list(cost_reject = right + stats::rexp(1L)), costs)
    })
  },
  roc_plot = function(package) draw_plot(package),
  roc_plot_scores = function(package) {
    drawn <- observation_call(others = function(drawn) {
      some(list(), list(threshold = one_of(0, c(-1, 0.5), stats::rnorm(1L), numeric(), Inf)))
    })
    fit_in_place_of_observations(package, drawn, most = 1L)
  },
  roc_tally = function(package) {
    o <- tally_arguments()
    others <- some(list(), list(weight = o$weight, points = draw_points(),
                                cluster = right_clusters(length(o$x))))
    if (chance(0.3)) others <- c(others["weight"], list(breaks = draw_breaks()))
    if (chance(0.1)) others <- c(others["weight"], list(breaks = draw_breaks(), points = 7))
    if (chance(0.2)) others$by <- draw_keys(length(o$x))
    if (chance(0.2)) {
      label <- as.vector(o$label)
      others$positive <- sample(label, 1L)
      o$positive <- label == others$positive
    }
    list(arguments = c(o[c("x", "label")], unless_null(others)), world = o["positive"])
  },
  roc_tally_sql = function(package) {
    list(arguments = c(list(table = "people", guess = "score", label = "sick"),
                       some(list(), list(weight = one_of(NULL, "weight", "2.5"),
                                         breaks = one_of(NULL, 0, c(-1, 0.1, 2), sort(stats::rnorm(40L)),
                                                         seq(-1, 1, 0.1)),
                                         positive = one_of(1, "it's", TRUE), by = one_of(NULL, "day"),
                                         cluster = one_of(NULL, c(part = "MOD(id, 40)")),
                                         dialect = one_of("standard", "postgres", "sqlite", "spark")))),
         world = list())
  },
  roc_thin = function(package) {
    curve_call(package, function(curve) {
      some(list(), list(points = one_of(2L, 5, 20L, 1000L, NULL), drop = chance(0.5)))
    })
  },
  weighted_roc = function(package) draw_fit(package)
)

# Thresholds of curves that are probabilities, or curves that are calibrated.
benefit_of_curve <- function(package) {
  curve_call(package, function(curve) {
    is_right <- all(utils::head(curve$threshold, -1L) >= 0 & utils::head(curve$threshold, -1L) <= 1)
    k <- sample(c(1L, 2L), 1L)
    c(some(list(), list(threshold = one_of(stats::runif(4L), c(0, 0.5, 0.999), numeric(), 1 - 2^-53),
                        prior = one_of(stats::runif(k), 0.5, 1e-9), standardize = chance(0.5))),
      if (!is_right || chance(0.3)) list(calibrated = TRUE))
  })
}

benefit_with_ends <- function(package) {
  variance <- one_of(NULL, NULL, "delong", "frequency")
  drawn <- observation_call(TRUE, whole = identical(variance, "frequency"), function(drawn) {
    c(some(list(conf.level = draw_level()),
           list(cluster = right_clusters(drawn$n), prior = one_of(0.3, 0.01), standardize = chance(0.5),
                type = sample(c("pointwise", "simultaneous"), 1L))),
      list(threshold = one_of(0.5, stats::runif(3L), c(0, 0.2, 0.9), numeric()), variance = variance),
      if (is.null(variance) && chance(0.3)) list(variance = "bootstrap", R = sample(c(2L, 5L, 20L), 1L)))
  })
  drawn$arguments$x <- as_probabilities(drawn$arguments$x)
  scores <- columns_of(drawn$arguments$x)
  if (length(scores) > 1L && chance(0.5)) drawn$arguments$difference <- TRUE
  fit_in_place_of_observations(package, drawn)
}

# Of scores, of the groups of a fit, or of two samples; `kind` of the world says which.
draw_test <- function(package, measures = FALSE) {
  kind <- sample(c("scores", "groups", "samples"), 1L, prob = c(6, 2, 2))
  drawn <- switch(kind, scores = test_of_scores(package), groups = test_of_groups(package),
                  samples = test_of_samples(package))
  drawn$world$kind <- kind
  if (measures && kind != "scores" && chance(0.4)) {
    rate <- stats::runif(1L)
    drawn$arguments$measure <- one_of("AUC", "AP", package("roc_measure")("AUC", FPR = c(0, 0.5)),
                                      package("roc_measure")("TPR", FPR = rate))
  }
  drawn
}

test_of_scores <- function(package) {
  variance <- one_of(NULL, "delong", "jackknife", "frequency")
  drawn <- observation_call(whole = identical(variance, "frequency"), others = function(drawn) {
    c(some(list(), list(cluster = right_clusters(drawn$n), conf.level = draw_level(),
                        test = sample(tests, 1L))),
      list(variance = variance))
  })
  a <- drawn$arguments
  n <- length(drawn$world$positive)
  number <- sample(1:3, 1L, prob = c(1, 2, 1))
  other <- one_of(right_scores(n), a$x, as.double(a$x) + 1)
  scores <- switch(number, a$x, list(a$x, other = other), matrix(round(stats::rnorm(3L * n), 1L), n))
  alternative <- if (number < 3L && chance(0.4)) sample(alternatives, 1L)
  drawn$arguments <- c(
    list(x = scores), a[names(a) != "x"],
    if (number < 3L && chance(0.2)) draw_margin() else unless_null(list(alternative = alternative)),
    if (number == 1L && chance(0.5)) list(mu = stats::runif(1L, 0.2, 0.8)),
    if (number == 3L && chance(0.5)) list(adjust = sample(c("holm", "BH", "none"), 1L))
  )
  if (!identical(variance, "frequency") && chance(0.2)) {
    drawn$arguments$weights_model <- matrix(stats::rnorm(2L * n), n)
  } else {
    if (!identical(variance, "frequency") && number > 1L) drawn <- in_folds(drawn)
    drawn <- in_survey(drawn)
  }
  fit_in_place_of_observations(package, drawn)
}

fit_of_sample <- function(package, ...) {
  fit_quietly(package, unless_null(list(...)))
}

test_of_samples <- function(package) {
  variance <- one_of(NULL, "jackknife", "frequency")
  sample_of <- function(i) {
    n <- draw_size()
    o <- draw_observations(n)
    if (identical(variance, "frequency")) o$weight <- whole_weights(o$positive)
    fit_of_sample(package, o$x, o$label, variance = variance, weight = if (!is.null(variance) ||
                                                                           chance(0.5)) o$weight,
                  cluster = if (chance(0.4)) right_clusters(n))
  }
  others <- some(list(), list(conf.level = draw_level(), test = sample(tests, 1L)))
  aim <- if (chance(0.2)) draw_margin() else some(list(), list(alternative = sample(alternatives, 1L)))
  list(arguments = c(list(x = sample_of(1L), y = sample_of(2L)), others, aim), world = list())
}

test_of_groups <- function(package) {
  variance <- one_of(NULL, "jackknife", "frequency")
  groups <- lapply(seq_len(sample(2:4, 1L)), function(i) {
    o <- draw_observations(draw_size())
    if (identical(variance, "frequency")) o$weight <- whole_weights(o$positive)
    o$group <- rep(letters[[i]], length(o$positive))
    o
  })
  all <- function(part) unlist(lapply(groups, function(o) as.double(o[[part]])))
  group <- unlist(lapply(groups, `[[`, "group"))
  fit <- fit_of_sample(package, all("x"), as.integer(all("positive")), variance = variance,
                       weight = if (!is.null(variance) || chance(0.5)) all("weight"),
                       by = one_of(group, factor(group), match(group, letters)))
  others <- list(conf.level = draw_level(), test = sample(tests, 1L), adjust = sample(adjustments, 1L))
  aim <- if (chance(0.7)) list(trend = chance(0.5)) else list(reference = names(fit$fits)[[1L]])
  list(arguments = some(list(x = fit), c(others, aim)), world = list())
}

# Scores of whatever kind as such numbers.
as_probabilities <- function(x) {
  if (is.list(x)) {
    x[] <- lapply(x, as_probabilities)
  } else {
    values <- stats::plogis(as.double(unclass(x)) / 4)
    x <- array(values, if (is.null(dim(x))) length(x) else dim(x), dimnames(x))
    if (length(dim(x)) == 1L) x <- as.vector(x)
  }
  x
}

draw_breaks <- function() one_of(0, c(-1, 0.1, 2), 0:4, sort(stats::rnorm(40L)))

# Bins by scores, on a grid, between breaks, or with some observations each.
tally_of <- function(package, o, points = draw_points(), cluster = NULL) {
  enough <- if (sum(o$weight > 0) >= 2L && chance(0.5)) 2
  bins <- if (chance(0.3)) list(breaks = draw_breaks()) else list(points = points)
  do.call(package("roc_tally"), c(list(o$x, o$positive, o$weight, min_count = enough, cluster = cluster), bins))
}

draw_tally <- function(package, parts = FALSE) {
  o <- draw_observations()
  cluster <- if (parts) right_clusters(length(o$x))
  list(tally = tally_of(package, o, cluster = cluster), observations = observations(o$x, o$positive, o$weight))
}

draw_merger <- function(package) {
  points <- draw_points()
  chunks <- lapply(seq_len(sample.int(4L, 1L)),
                   function(i) tally_arguments(sample(c(2L, 17L, 60L), 1L)))
  tallies <- lapply(chunks, function(o) tally_of(package, o, points))
  put_together <- one_of(identity, function(x) c(x, list(NULL)))
  all <- function(field) unlist(lapply(chunks, function(o) as.double(o[[field]])))
  merged <- observations(all("x"), all("positive") == 1, all("weight"))
  others <- unless_null(list(points = draw_points()))
  arguments <- put_together(tallies)
  names(arguments) <- rep("", length(arguments))
  list(arguments = c(arguments, others), world = list(merged = merged, merged_points = points))
}

# A table in a database, with what is in it.
draw_table <- function() {
  connection <- database()
  n <- sample(c(5L, 30L, 300L, 3000L), 1L, prob = c(3, 5, 5, 1))
  positive <- draw_classes(n)
  weight <- one_of(rep(1, n), stats::rexp(n) + 0.01, sample.int(5L, n, TRUE))
  score <- one_of(stats::rnorm(n), round(stats::rnorm(n), 1L), sample(0:3, n, TRUE),
                  10^stats::runif(n, -300, 300))
  people <- data.frame(sick = as.integer(positive), score = score, weight = weight, id = seq_len(n))
  o <- observations(score, positive, weight)
  hostile <- chance(0.2)
  if (hostile) people <- spoil_table(people)
  DBI::dbWriteTable(connection, "people", people, overwrite = TRUE)
  table <- dplyr::tbl(connection, "people")
  if (hostile && chance(0.3)) {
    table <- one_of(people, dplyr::group_by(table, sick), dplyr::filter(table, id < 0),
                    utils::head(table, 1L),
                    dplyr::select(table, id), dplyr::mutate(table, score = NULL), unclass(table))
  }
  arguments <- some(
    list(tbl = table, guess = quoted(quote(score)), label = quoted(quote(sick)),
         weight = quoted(quote(weight))),
    list(points = sample(c(16L, 50L, 1000L), 1L), tolerance = sample(c(0.2, 0.01, 1e-4), 1L),
         exact = chance(0.5), na.rm = chance(0.5), variance = chance(0.5))
  )
  list(arguments = arguments, world = list(observations = o, hostile = hostile))
}

spoil_table <- function(people) {
  at <- sample.int(nrow(people), 1L)
  one_of(
    within(people, score[at] <- NA), within(people, sick[at] <- NA),
    within(people, weight[at] <- NA),
    within(people, weight[at] <- -1), within(people, sick <- sick * 7L), within(people, sick <- 1L),
    within(people, sick <- as.character(sick)), within(people, score <- as.character(score)),
    within(people, score[at] <- Inf), within(people, weight[at] <- Inf), people[0L, ],
    within(people, weight <- 0), within(people, weight <- "a"),
    within(people, weight <- weight * 1e307),
    people[1L, ]
  )
}

# One connection for all calls, and its end.
connections <- new.env()

database <- function() {
  if (is.null(connections$sqlite)) {
    connections$sqlite <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  }
  connections$sqlite
}

close_database <- function() {
  if (!is.null(connections$sqlite)) DBI::dbDisconnect(connections$sqlite)
  connections$sqlite <- NULL
}

draw_plot <- function(package) {
  curve <- draw_curve(package, sample(c(2L, 17L, 60L), 1L))
  several <- chance(0.3)
  curves <- if (several) list(a = curve$curve, b = draw_curve(package, 17L)$curve) else curve$curve
  truth <- rep(0:1, 10L)
  band <- package("roc_band")(seq_along(truth), truth, at = c(0.1, 0.5),
                              by = sample(c("FPR", "TPR"), 1L))
  others <- some(list(), list(
    diagonal = chance(0.5), hull = chance(0.5),
    optimal = one_of(TRUE, list(cost_FN = 5, prior = 0.1)),
    max_FPR = c(0.1, 0.3), max_FNR = 0.2,
    partial = one_of(list(FPR = c(0, 0.1)), list(TPR = c(0.8, 1))),
    cost_area = list(cost_FN = c(1, 4)), thresholds = c(0, 0.5), areas = chance(0.5),
    band = if (several) list(a = band) else band
  ))
  list(arguments = c(list(x = curves), others), world = curve)
}
