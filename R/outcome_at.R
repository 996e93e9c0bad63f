#' Outcome at a time, for survival data
#'
#' Returns a label made of censored survival times: the event by time `t`. Use it in a formula of
#' [weighted_roc()], or as the `label` of any other function. Observations censored before `t` get weight
#' 0, and the others are weighted by the inverse probability of not being censored. This probability is
#' estimated in each call from the rows and weights of that call, and standard errors account for its
#' estimation.
#'
#' @details
#' Let \eqn{T} be the time and \eqn{G} the probability of not being censored. An observation of weight
#' \eqn{s} counts as
#' \tabular{lll}{
#'   a case \tab \eqn{T \le t}{T <= t}, the event \tab \eqn{s / G(T-)} \cr
#'   a control \tab \eqn{T > t}, or censored at \eqn{t} \tab \eqn{s / G(t-)} \cr
#'   competing \tab \eqn{T \le t}{T <= t}, another event \tab \eqn{s / G(T-)} as a control, or 0 \cr
#'   censored \tab \eqn{T < t} \tab 0
#' }
#' At the same time events come before censoring: patients whose follow-up ends at `t` are controls. With
#' `controls = "all"` the weights add up to those of the observations, and the prevalence is the estimate of
#' Aalen and Johansen (without competing events, 1 - Kaplan-Meier). With `controls = "free"` it is not, so measures that depend on the prevalence need
#' `prior`.
#'
#' Groups (`by`), subsets, bootstrap replicates and replicate weights each have their own \eqn{G}; the folds
#' of a cross-validation share one. A bootstrap draws from all rows, or clusters, and not within each class.
#'
#' @param y right-censored times, as [survival::Surv()] makes them, also with several causes (a factor as
#'   status, whose first level means censored).
#' @param t the time, in the unit of `y`. An event at `t` has happened by `t`.
#' @param cause the event, where there are several causes: one of the levels of the status.
#' @param controls with several causes: `"all"` others are controls, those with a competing event by `t`, too;
#'   or only those `"free"` of any event by `t`.
#' @param censoring the variables on which censoring depends: `~ 1` none (Kaplan-Meier); `~ strata(site)`
#'   one estimate for each stratum; `~ age + sex` a Cox model (Breslow, events in the risk sets, as in
#'   package survival), also with `strata()`. The variables are looked up where `outcome_at()` is called:
#'   in a formula of [weighted_roc()] these are columns of the data. Or another sample of times, from
#'   [survival::Surv()], or a `survfit` of the time to censoring: both are then taken as known until their
#'   last time.
#' @param ... not used.
#' @return An object of class `roc_outcome` with one element for each observation: a matrix with the columns
#'   `time`, `status` (0 censored, 1 the event, 2 a competing one) and the variables of `censoring`. It can be
#'   a column of a data.frame or a tibble, and `c()`, `rep()`, `unique()`, `sort()` and `rbind()` keep its class.
#'   Outcomes of another time, cause or `censoring` can't be combined: this is `wroc_error_unsupported`.
#' @section Errors:
#' `wroc_error_time` is raised for negative times, and `wroc_error_range` for a `t` that is not positive. Functions
#' that use the outcome raise `wroc_error_time` for a `t` without cases or controls; its fields `first` and `last` give the
#' possible range. They also raise it where observations are censored before `t`, and nobody in the
#' stratum of `censoring` is followed to `t`: no weights represent them. Its fields are then also `stratum`
#' and `share`, the share of the weight that is lost. `wroc_error_cause` is raised for a missing or unknown `cause`, `wroc_error_status` for
#' unknown status codes. `wroc_error_unused` is raised for `cause` or `controls` without competing causes.
#' `wroc_error_unsupported` is raised for interval-censored and left-truncated times.
#' @references Blanche P, Dartigues JF, Jacqmin-Gadda H (2013). Estimating and comparing time-dependent areas
#'   under receiver operating characteristic curves for censored event times with competing risks. Statistics
#'   in Medicine 32, 5381-5397. Uno H, Cai T, Tian L, Wei LJ (2007). Evaluating prediction rules for t-year
#'   survivors with censored regression models. JASA 102, 527-537.
#' @seealso [weighted_roc()], [roc_estimate()].
#' @examples
#' if (requireNamespace("survival", quietly = TRUE)) {
#'   Surv <- survival::Surv
#'   fit <- weighted_roc(outcome_at(Surv(time, status == 2), 1825) ~ bili + albumin, survival::pbc)
#'   print(fit)
#'   print(roc_estimate(fit["bili"], measure = roc_measure(c("TPR", "PPV"), threshold = 2)))
#'
#'   # Death, with transplants as competing events, and censoring that depends on age
#'   death <- factor(survival::pbc$status, 0:2, c("none", "transplant", "death"))
#'   patients <- transform(survival::pbc, event = death)
#'   y <- with(patients, outcome_at(Surv(time, event), 1825, cause = "death", censoring = ~ age))
#'   print(y[1:6])
#'   auc_ci(patients$bili, y)
#' }
#' @export
outcome_at <- function(y, t, cause = NULL, controls = c("all", "free"), censoring = ~ 1, ...) {
  here <- parent.frame()
  classed({
    refuse_dots(...)
    check_given(y)
    refuse_foreign(y, "y", "right-censored times of class Surv")
    check_given(t)
    controls <- if (!missing(controls)) check_choice(controls, "controls")
    outcome_of(y, "y", list(t = check_time_of_outcome(t)), list(cause = cause, controls = controls,
                                                                censoring = censoring), here)
  })
}

# `at` has one time, or several; `given` the other arguments; `here` the variables of the model of censoring.
outcome_of <- function(y, argument, at, args, here) {
  times <- times_of_surv(y, argument)
  events <- events_of(times, args$cause, args$controls)
  censored <- censoring_of(args$censoring, length(times$time), here)
  new_outcome(list(time = times$time, status = events$status),
              c(at, events[c("cause", "competing", "controls")], censored["kind"]), censored)
}

# A matrix with a row for each observation: `columns` are time and status, `variables` those that censoring
# depends on. `about` says what else there is to know: t, the `cause` and whether others are `competing`, the
# `controls`, the `kind` of the model of censoring, and the `values` that the codes of its variables stand for.
new_outcome <- function(columns, about, censored) {
  about$strata <- isTRUE(censored$strata)
  about$strata_names <- censored$strata_names
  about[c("known", "values")] <- list(censored$known, censored$values)
  rows <- do.call(cbind, c(columns, censored$variables))
  structure(rows, about = about, class = "roc_outcome")
}

is_outcome <- function(x) inherits(x, "roc_outcome")

about_outcome <- function(x) attr(x, "about")

# Times, codes of status from 0, and the names of the causes: NULL for one without a name. Read as they stand,
# so that package survival need not be there.
times_of_surv <- function(y, argument) {
  if (!is_survival(y)) {
    way <- " `survival::Surv(time, status)` makes one."
    raise_type(argument, "right-censored times of class Surv", y, way)
  }
  type <- attr(y, "type")
  if (!isTRUE(type %in% c("right", "mright"))) refuse_type_of_surv(type, argument)
  columns <- unclass(y)
  if (!is.numeric(columns) || !is.matrix(columns) || !all(c("time", "status") %in% colnames(columns))) {
    raise_type(argument, "an object as survival::Surv() makes it", y)
  }
  times <- list(time = as.double(columns[, "time"]), status = as.double(columns[, "status"]),
                causes = if (type == "mright") as.character(attr(y, "states")))
  check_times(times, argument)
  times
}

refuse_type_of_surv <- function(type, argument) {
  words <- c(
    counting = "start and stop times (left truncation)", mcounting = "start and stop times (left truncation)",
    interval = "interval-censored times", left = "left-censored times"
  )
  result <- if (isTRUE(type %in% names(words))) words[[type]] else "times of this type"
  message <- sprintf("`%s` must be right-censored: %s are not supported.", argument, result)
  raise(c("unsupported", "type"), message, argument = argument, expected = "right-censored times",
        found = type)
}

check_times <- function(times, argument) {
  fault <- match(TRUE, times$time < 0)
  if (!is.na(fault)) {
    message <- sprintf("`%s` must have times that are not negative: element %s is %s.", argument,
                       number(fault), number(times$time[[fault]]))
    raise("time", message, argument = argument, position = fault, value = times$time[[fault]])
  }
  causes <- if (is.null(times$causes)) 1L else length(times$causes)
  fault <- match(FALSE, is.na(times$status) | times$status %in% 0:causes)
  if (!is.na(fault)) {
    message <- sprintf("`%s` must have a status of 0 (censored) to %d, as survival::Surv() returns it: %s.",
                       argument, causes, sprintf("that of element %s is %s", number(fault),
                                               number_outside(times$status[[fault]], function(x) x %in% 0:causes)))
    raise("status", message, argument = argument, position = fault, value = times$status[[fault]])
  }
}

check_time_of_outcome <- function(t) {
  t <- check_numbers(t, "t", range = "positive")
  check_length(t, "t", 1L, "be one time",
               " Several times: `weighted_roc(Surv(time, status) ~ score, data, times = )`.")
  t
}

# Codes of status by the cause that was asked for: 0 censored, 1 the cause, 2 others. `controls` is NULL where
# nobody has chosen them.
events_of <- function(times, cause, controls) {
  causes <- times$causes
  if (length(causes) < 2L) {
    args <- c(cause = !is.null(cause), controls = !is.null(controls))
    check_unused(args, "without competing causes: the status of `y` has one event")
    return(list(status = times$status, cause = if (length(causes) == 1L) causes else "event",
                competing = FALSE, controls = "all"))
  }
  cause <- check_cause(cause, causes)
  status <- ifelse(times$status == 0, 0, ifelse(times$status == match(cause, causes), 1, 2))
  list(status = status, cause = cause, competing = TRUE, controls = or(controls, "all"))
}

check_cause <- function(cause, causes) {
  if (is.null(cause)) {
    message <- sprintf("`cause` is missing: `y` has the causes %s.", listed(causes))
    raise("cause", message, argument = "cause", expected = causes)
  }
  if (is.factor(cause)) cause <- as.character(cause)
  one <- is.atomic(cause) && !is.object(cause) && length(cause) == 1L && !is.na(cause)
  if (!one || !as.character(cause) %in% causes) {
    message <- sprintf("`cause` must be one of the causes of `y`, %s%s.", listed(causes),
                       if (one) sprintf(", not %s", quoted(cause)) else "")
    raise("cause", message, argument = "cause", expected = causes, value = cause)
  }
  as.character(cause)
}

# The model of censoring --------------------------------------------------------------------------

# Its `kind`, the columns of its `variables`, and `known`: the steps of G where these are known.
censoring_of <- function(censoring, rows, here) {
  if (inherits(censoring, "survfit")) {
    list(kind = "known", known = steps_of_survfit(censoring))
  } else if (is_survival(censoring)) {
    list(kind = "known", known = steps_of_sample(censoring))
  } else if (inherits(censoring, "formula")) {
    censoring_of_formula(censoring, rows, here)
  } else {
    raise_type("censoring", "a formula, such as `~ 1`, times of class Surv, or a survfit", censoring)
  }
}

censoring_of_formula <- function(formula, rows, here) {
  if (length(formula) != 2L) {
    raise("type", "`censoring` must be a formula without a left side, such as `~ strata(site)`.",
          argument = "censoring", expected = "a formula with one side", found = "formula")
  }
  # Where the call stands, a formula of columns finds them.
  among <- new.env(parent = environment(formula))
  for (name in all.vars(formula)) {
    if (exists(name, here, inherits = FALSE) || !exists(name, environment(formula))) {
      value <- get0(name, here)
      if (!is.null(value)) assign(name, value, among)
    }
  }
  terms <- or_else(stats::terms(formula), function(error) {
    raise("type", sprintf("`censoring` can't be read: %s", conditionMessage(error)), argument = "censoring")
  })
  labels <- attr(terms, "term.labels")
  calls <- lapply(labels, str2lang)
  bar <- match(TRUE, vapply(calls, operator_of, "") %in% c("|", "||", "&", "&&"))
  if (!is.na(bar)) {
    message <- sprintf("`censoring` must not join variables by `%s`: give strata as in `~ x + strata(site)`.",
                       operator_of(calls[[bar]]))
    raise("type", message, argument = "censoring")
  }
  of_strata <- vapply(calls, function(x) {
    is.call(x) && (identical(x[[1L]], quote(strata)) || identical(x[[1L]], quote(survival::strata)))
  }, NA)
  if (!is.null(attr(terms, "offset"))) {
    raise("unsupported", "`censoring` must not have an offset.", argument = "censoring")
  }
  strata <- if (any(of_strata)) strata_among(calls[of_strata], among, rows)
  covariates <- if (!all(of_strata)) list(covariates_among(labels[!of_strata], among, rows))
  kind <- if (!is.null(covariates)) "cox" else if (!is.null(strata)) "strata" else "product_limit"
  columns <- c(if (!is.null(strata)) list(stratum = strata$codes), covariates)
  list(kind = kind, variables = lapply(columns, function(x) structure(x, values = NULL)),
       strata = !is.null(strata), strata_names = strata$names, values = lapply(columns, attr, "values"))
}

# The `codes` of those that occur, with their values, and their `names`.
strata_among <- function(calls, among, rows) {
  variables <- unlist(lapply(calls, function(call) as.list(call)[-1L]), recursive = FALSE)
  variables <- variables[!nzchar(or(names(variables), character(length(variables))))]
  keys <- lapply(variables, function(variable) {
    value <- evaluated_for_censoring(variable, among)
    check_variable_of_censoring(value, deparse(variable, nlines = 1L)[[1L]], rows)
    if (is.factor(value)) as.character(value) else as.vector(value)
  })
  if (length(keys) == 0L) {
    raise("type", "`censoring` must name the variables of strata, `~ strata(site)`.", argument = "censoring")
  }
  missing <- Reduce(`|`, lapply(keys, is.na))
  codes <- codes_of_keys(keys)
  of_variables <- vapply(variables, function(variable) deparse(variable, nlines = 1L)[[1L]], "")
  first <- match(seq_len(max(codes, 0L)), codes)
  names <- Map(function(variable, key) paste(variable, "=", key[first]), of_variables, keys)
  codes <- replace(as.double(codes), missing, NA)
  list(codes = structure(codes, values = lapply(keys, `[`, !duplicated(codes))),
       names = do.call(paste, c(unname(names), sep = ", ")))
}

# The columns of the model's design, without the intercept, and the values by which they were made.
covariates_among <- function(labels, among, rows) {
  formula <- stats::reformulate(labels, env = among)
  frame <- evaluated_for_censoring(quote(stats::model.frame(formula, na.action = stats::na.pass)),
                                   list2env(list(formula = formula), parent = topenv()))
  for (name in names(frame)) check_rows_of_censoring(nrow(frame), name, rows)
  covariates <- or_else(stats::model.matrix(formula, frame), raise_of_censoring)
  covariates <- covariates[, colnames(covariates) != "(Intercept)", drop = FALSE]
  dimnames(covariates) <- list(NULL, colnames(covariates))
  terms <- attr(frame, "terms")
  attr(covariates, "values") <- list(deparse(attr(terms, "predvars")), stats::.getXlevels(terms, frame))
  fault <- match(TRUE, is.infinite(covariates))
  if (!is.na(fault)) {
    message <- sprintf("`censoring` must have finite covariates: %s is not.",
                       colnames(covariates)[[(fault - 1L) %/% rows + 1L]])
    raise("range", message, argument = "censoring")
  }
  covariates
}

evaluated_for_censoring <- function(expression, among) or_else(eval(expression, among), raise_of_censoring)

raise_of_censoring <- function(error) {
  message <- sprintf(paste("`censoring` can't be computed: %s. Its variables are looked up where",
                           "outcome_at() is called."), sub("[.]$", "", conditionMessage(error)))
  raise("column", message, argument = "censoring")
}

check_variable_of_censoring <- function(value, name, rows) {
  if (!is.atomic(value) || is.null(value) || !is_plain(value)) {
    raise_type("censoring", sprintf("made of vectors, which `%s` is not", name), value)
  }
  check_rows_of_censoring(length(value), name, rows)
}

check_rows_of_censoring <- function(length, name, rows) {
  check_length(seq_len(length), "censoring", rows,
               sprintf("have a value of `%s` for each of the %s observations", name, number(rows)))
}

# Where G of a survfit falls. Behind its last time G is not known, and counts as 0.
steps_of_survfit <- function(fit) {
  curves <- length(fit$strata)
  steps <- list(time = as.double(fit$time), survival = as.double(fit$surv))
  whole <- length(steps$time) > 0L && length(steps$time) == length(steps$survival) && curves < 2L &&
    is.null(dim(fit$surv)) && !anyNA(unlist(steps)) && !is.unsorted(steps$time, strictly = TRUE) &&
    !is.unsorted(-steps$survival) && steps$survival[[1L]] <= 1 && all(steps$survival >= 0)
  if (!whole) {
    message <- "`censoring` must be a survfit with one curve, of the time to censoring: its event is the censoring."
    raise("type", message, argument = "censoring", expected = "a survfit with one curve", found = class(fit))
  }
  steps$survival[[length(steps$survival)]] <- 0
  steps
}

# The same of another sample.
steps_of_sample <- function(y) {
  times <- times_of_surv(y, "censoring")
  refuse_missing(is.na(times$time) | is.na(times$status), "censoring", way = "")
  steps <- unwrap(censoring_curve(list(time = times$time, status = as.integer(times$status > 0))),
                  argument = "censoring")
  last <- max(times$time)
  before <- steps$time < last
  list(time = c(steps$time[before], last), survival = c(steps$survival[before], 0))
}
