# Calls of weighted_roc(), and fits in the place of curves and of observations.

# -- weighted_roc(): the `model` of a call's world has what its formula and its data say, as arguments
# of auc_ci() and `by`

draw_fit <- function(package) if (chance(0.5)) draw_default_fit() else draw_formula_fit()

ways_of_fits <- c("delong", "jackknife", "frequency", "bootstrap", "bayesian")
methods_of_fits <- c("wilson", "logit", "wald")

draw_fit_settings <- function(n, whole) {
  some(list(), list(
    direction = sample(c(">=", "<="), 1L), conf.level = draw_level(),
    variance = if (whole) "frequency" else sample(c("delong", "jackknife"), 1L),
    method = sample(methods_of_fits, 1L)
  ))
}

draw_default_fit <- function() {
  n <- draw_size()
  o <- draw_observations(n)
  whole <- chance(0.2)
  if (whole) o$weight <- whole_weights(o$positive)
  x <- one_of(o$x, several_scores(n), list(a = o$x, b = right_scores(n)),
                  list(o$x, b = right_scores(n)))
  model <- list(x = x, label = o$label)
  model <- c(model, some(list(), list(weight = o$weight, cluster = right_clusters(n),
                                      by = if (chance(0.3)) right_groups(o))))
  if (whole) model$weight <- o$weight
  if (chance(0.15)) {
    model$label <- ifelse(o$positive, "sick", "healthy")
  } else if (chance(0.15)) {
    model$label <- ifelse(o$positive, 7, 3)
    model$positive <- 7
  }
  if (chance(0.15)) model$positive <- sample(as.vector(model$label), 1L)
  list(arguments = c(unless_null(model), draw_fit_settings(n, whole)), world = list())
}

# Both classes are in each, with a weight.
right_groups <- function(o) {
  n <- length(o$positive)
  by <- one_of(sample(c("N", "S"), n, TRUE), sample(c(0.3, 0.1 + 0.2), n, TRUE),
               factor(sample(letters[1:3], n, TRUE), letters), stats::runif(n) < 0.5,
               as.Date("2020-01-09") + sample(0:1, n, TRUE))
  if (is_split(o, by)) by else rep(one_of("all", 1L), n)
}

is_split <- function(o, by) {
  by <- as.character(by)
  counts <- o$weight > 0
  all(vapply(c(TRUE, FALSE), function(class) all(by %in% by[counts & o$positive == class]), NA))
}

# With a data.frame, whose expressions are computed here as R does it.
draw_formula_fit <- function() {
  n <- draw_size()
  o <- draw_observations(n)
  whole <- chance(0.2)
  if (whole) o$weight <- whole_weights(o$positive)
  data <- data.frame(
    sick = o$label, score = o$x, other = right_scores(n), row.names = NULL
  )
  data$weight <- as.vector(o$weight)
  data$id <- right_clusters(n)
  data$region <- right_groups(o)
  if (chance(0.2)) data$sick <- ifelse(o$positive, "sick", "healthy")
  formula <- one_of(sick ~ score, sick ~ score + other, sick ~ other, sick ~ I(2 * other) + score,
                    sick ~ cbind(score, other), sick ~ cbind(a = other, b = other) + score)
  environment(formula) <- globalenv()
  given <- some(list(), list(
    weights = one_of(quote(weight), quote(weight / 2), data$weight),
    cluster = one_of(quote(id), data$id),
    subset = one_of(quote(region == region[[1L]]), quote(seq_along(sick)), rep(TRUE, n))
  ))
  if (chance(0.3)) given$by <- one_of(quote(region), data$region)
  if (whole) given$weights <- quote(weight)
  others <- some(list(), list(na.action = one_of(stats::na.fail, stats::na.omit, "na.omit")))
  if (chance(0.2) && n > 5L) {
    data$score <- replace(as.double(data$score), n, NA)
    others$na.action <- stats::na.omit
  }
  if (chance(0.15)) others$positive <- as.character(sample(as.vector(data$sick), 1L))
  arguments <- c(list(formula = formula, data = data), lapply(given, quoted), others,
                 draw_fit_settings(n, whole))
  list(arguments = arguments, world = list(model = model_of(formula, data, given)))
}

# The arguments of the method for vectors that say the same.
model_of <- function(formula, data, given) {
  among <- function(expression) eval(expression, data, globalenv())
  terms <- stats::terms(formula)
  scores <- lapply(attr(terms, "term.labels"), function(term) {
    score <- among(str2lang(term))
    if (is.matrix(score)) columns_of(score) else stats::setNames(list(score), term)
  })
  model <- list(x = do.call(c, scores), label = data$sick, weight = among(given$weights),
                cluster = among(given$cluster), by = among(given$by))
  subset <- among(given$subset)
  rows <- if (is.null(subset)) seq_len(nrow(data)) else seq_len(nrow(data))[subset]
  pick <- function(x) if (length(dim(x)) > 0L) as.vector(x)[rows] else x[rows]
  model$x <- lapply(model$x, pick)
  model[-1L] <- lapply(model[-1L], function(x) if (is.null(x)) x else pick(x))
  model[!vapply(model, is.null, NA)]
}

# Returns the arguments of a call of weighted_roc(), as those of the method for vectors. NULL where what was given is
# left open.
model_in <- function(call) {
  a <- call$arguments
  if (!"formula" %in% names(a)) return(a)
  parts <- c("formula", "data", "weights", "subset", "cluster", "by")
  if (!all(vapply(parts, call$untouched, NA))) return(NULL)
  a <- a[setdiff(names(a), parts)]
  if (given(a, "na.action")) {
    known <- list(stats::na.fail, stats::na.omit, "na.fail", "na.omit")
    which <- match(TRUE, vapply(known, identical, NA, a$na.action))
    if (is.na(which)) return(NULL)
    a$na.rm <- which %% 2L == 0L
    a$na.action <- NULL
  }
  c(call$world$model, a)
}

# The model with its classes as TRUE and FALSE and without what misses something, NULL where that is
# left open; `words` where it is announced which class is positive.
settled_model <- function(model) {
  label <- model$label
  words <- is.character(label) && is.null(dim(label)) && !is.object(label)
  x <- columns_of(model$x)
  if (is.null(x)) x <- list(score = model$x)
  if (length(x) == 0L) return(NULL)
  parts <- c(x, list(label), list(model$weight, model$cluster, model$by))
  parts <- parts[!vapply(parts, is.null, NA)]
  if (identical(class(model$by), "Date")) parts[[length(parts)]] <- model$by <- as.character(model$by)
  plain <- vapply(parts, function(x) is.atomic(x) && (is.factor(x) || !is.object(x)), NA)
  plain <- plain & vapply(parts, is_one_column, NA) & !vapply(parts, isS4, NA)
  if (!all(plain) || length(unique(lengths(parts))) != 1L) return(NULL)
  unreadable <- function(x) is.character(x) && any(!validEnc(x) | Encoding(x) == "bytes")
  if (any(vapply(parts, unreadable, NA))) return(NULL)
  there <- Reduce(`&`, lapply(parts, function(x) !is.na(as.vector(x))))
  if (!all(there) && !isTRUE(model$na.rm)) return(NULL)
  pick <- function(x) if (is.null(x)) NULL else as_column(x)[there]
  model$x <- lapply(x, pick)
  model[c("label", "weight", "cluster", "by")] <- lapply(
    model[c("label", "weight", "cluster", "by")], pick
  )
  if (anyNA(names(model$x))) names(model$x)[is.na(names(model$x))] <- ""
  label <- model$label
  if (words) label <- factor(label, sort(unique(label), method = "radix"))
  if (!is.null(model$positive)) {
    values <- unique(as.vector(label))
    if (!is.atomic(model$positive) || length(model$positive) != 1L || is.object(model$positive) ||
          length(values) != 2L || !model$positive %in% values) return(NULL)
    model$label <- as.vector(label) == model$positive
  } else {
    model$label <- classes_of(label)
    if (is.null(model$label)) return(NULL)
  }
  model$names <- classes_by_name(label, model$label)
  model$words <- (words || is.factor(label) || !has_encoding(label)) && is.null(model$positive)
  model$omitted <- sum(!there)
  model
}

as_column <- function(x) if (is.factor(x)) x else as.vector(x)

classes_by_name <- function(label, positive) {
  name <- function(which) as.character(as.vector(label)[positive == which][[1L]])
  c(negative = name(FALSE), positive = name(TRUE))
}

# TRUE, FALSE or NA as a contract.
takes_fit <- function(a, call) {
  settings <- all(
    optional(a, "direction", takes_choice(c(">=", "<="))),
    optional(a, "conf.level", takes_probability),
    optional(a, "variance", takes_choice(ways_of_fits)),
    optional(a, "method", takes_choice(methods_of_fits)), optional(a, "na.rm", takes_flag),
    optional(a, "average", takes_choice(c("vertical", "pooled"))), is.null(a$fold) || NA,
    # Percentiles of replicates are the only interval, and without folds there is nothing to average.
    !is_bootstrap(a) || !given(a, "method"),
    !is.null(a$fold) || !identical(a$average, "pooled"), is.null(a$weights_model) || NA
  )
  if (isFALSE(settings)) return(FALSE)
  model <- model_in(call)
  model <- if (!is.null(model)) settled_model(model)
  if (is.null(model)) return(NA)
  if (given(model, "by") && !isTRUE(takes_clusters(length(model$label))(model$by))) return(NA)
  groups <- groups_of_model(model)
  known <- have_curves(model, groups)
  all(
    settings, takes_cluster(model), takes_whole_weights(model), any(known),
    all(vapply(groups[known], function(rows) takes_observations(rows_of(model, rows), several = TRUE), NA))
  )
}

# Groups of one class, or without weight in one, have no curve; other faults are errors in any group.
have_curves <- function(model, groups) {
  weight <- model$weight
  if (is.null(model$by) || !is.null(weight) && !is.numeric(weight)) return(rep(TRUE, length(groups)))
  weight <- if (is.null(weight)) rep(1, length(model$label)) else as.double(unclass(weight))
  vapply(groups, function(rows) {
    any(weight[rows] < 0 | weight[rows] == Inf) ||
      length(unique(model$label[rows][weight[rows] > 0])) == 2L
  }, NA)
}

# The rows of each group, in the order of the groups.
groups_of_model <- function(model) {
  by <- model$by
  if (is.null(by)) return(list(seq_along(model$label)))
  values <- if (is.factor(by)) levels(by)[levels(by) %in% by]
  else sort(unique(by), method = if (is.character(by)) "radix" else "auto")
  # Numbers that are written alike are one group, as in a factor.
  values <- unique(as.character(values))
  stats::setNames(lapply(values, function(value) which(as.character(by) == value)), values)
}

rows_of <- function(model, rows) {
  pick <- function(x) if (is.null(x)) NULL else x[rows]
  part <- model[c("label", "weight", "cluster")]
  part <- lapply(part, pick)
  part$x <- part$guess <- lapply(model$x, pick)
  c(part[!vapply(part, is.null, NA)], model[intersect(names(model), c("conf.level", "variance",
                                                                    "method"))])
}

# -- A fit in the place of a curve: `parts` of the world are what its answers are of

fit_in_place_of_curve <- function(package, drawn) {
  o <- drawn$observations
  n <- length(o$score)
  scores <- list(a = o$score)
  if (chance(0.6)) scores$b <- as.double(right_scores(n))
  direction <- sample(c(">=", "<="), 1L, prob = c(3, 1))
  by <- if (chance(0.2)) right_groups(o)
  arguments <- list(x = scores, label = as.integer(o$positive), weight = o$weight,
                    direction = direction)
  arguments$by <- by
  drawn$fit <- fit_quietly(package, arguments)
  if (inherits(by, "Date")) by <- as.character(by)
  groups <- groups_of_model(list(label = o$positive, by = by))
  sign <- if (direction == "<=") -1 else 1
  parts <- lapply(names(groups) %or% "", function(group) {
    rows <- groups[[if (nzchar(group)) group else 1L]]
    lapply(names(scores), function(score) {
      own <- observations(sign * scores[[score]][rows], o$positive[rows], o$weight[rows])
      curve <- package("WeightedROC")(own$score, own$positive, own$weight)
      list(group = group, score = score, observations = own, curve = curve,
           area = package("auc_wmw")(own$score, own$positive, own$weight),
           fresh = TRUE)
    })
  })
  drawn$parts <- do.call(c, parts)
  drawn$turned <- sign < 0
  drawn$curve <- drawn$parts[[1L]]$curve
  drawn
}

`%or%` <- function(x, y) if (is.null(x)) y else x

fit_quietly <- function(package, arguments) {
  suppressWarnings(suppressMessages(do.call(package("weighted_roc"), arguments)))
}

# -- A fit in the place of observations: `packed` of the world are the arguments that it was made of

# Two functions call the scores `guess`.
name_of_scores <- function(a) intersect(c("x", "guess"), names(a))[1L]

fit_in_place_of_observations <- function(package, drawn, most = Inf) {
  a <- drawn$arguments
  if (!chance(0.15) || any(c("positive", "na.rm") %in% names(a))) return(drawn)
  of_scores <- name_of_scores(a)
  scores <- columns_of(a[[of_scores]])
  if (is.null(scores)) scores <- list(a[[of_scores]])
  if (length(scores) > most) return(drawn)
  names(scores) <- letters[seq_along(scores)]
  scores <- lapply(scores, as.double)
  direction <- sample(c(">=", "<="), 1L, prob = c(3, 1))
  turned <- direction == "<="
  of_fit <- a[intersect(c("label", "weight", "cluster"), names(a))]
  asked <- some(list(), list(conf.level = draw_level()))
  given <- c(list(x = if (turned) lapply(scores, `-`) else scores, direction = direction),
             of_fit, asked)
  fit <- tryCatch(fit_quietly(package, given), error = function(e) NULL)
  if (is.null(fit)) return(drawn)
  others <- a[setdiff(names(a), c(of_scores, names(of_fit)))]
  drawn$arguments <- c(stats::setNames(list(fit), of_scores), others)
  drawn$world$packed <- c(stats::setNames(list(scores), of_scores), of_fit)
  drawn$world$asked <- asked
  drawn$world$turned <- turned
  drawn
}

# The level of a fit is that of their intervals, which they always have.
with_level_of_fits <- c("auc_ci", "auc_test", "roc_band", "roc_estimate", "roc_test")

# Returns the arguments that were packed in a fit, and the rest. Arguments that a fit already contains must not be
# given.
unpacked <- function(call) {
  a <- call$arguments
  if (!is_packed(call)) return(a)
  packed <- call$world$packed
  of_scores <- name_of_scores(packed)
  # They answer for each score.
  if (call$name %in% for_one_score) packed[[of_scores]] <- packed[[of_scores]][[1L]]
  asked <- if (call$name %in% with_level_of_fits) call$world$asked
  c(packed, a[names(a) != of_scores], asked[setdiff(names(asked), names(a))])
}

for_one_score <- "roc_plot_scores"

is_packed <- function(call) {
  !is.null(call$world$packed) && call$untouched(name_of_scores(call$world$packed))
}

gives_what_a_fit_has <- function(call) {
  own <- c("label", "weight", "cluster", "positive", "na.rm", "fold", "average", "weights_model")
  is_packed(call) && any(own %in% names(call$arguments))
}

is_fit_of_curves <- function(call) {
  !is.null(call$world$parts) && given(call$arguments, "x") && call$untouched("x")
}
