#' Specify an ROC measure
#'
#' Returns the specification of one or more measures of a curve. Use it as the argument `measure` of
#' [roc_estimate()], [roc_test()] and [roc_influence()]. A string is enough for a measure of the whole
#' curve: `measure = c("AUC", "AP")`.
#'
#' @param measure names, recycled with the other arguments:
#'   \describe{
#'     \item{The whole curve}{`"AUC"` (with an interval of `FPR` or `TPR` a partial AUC), `"gini"`,
#'       `"concentration"`; the largest Youden index `"KS"`, the AUC of the hull `"AUCH"`, the least error
#'       `"MER"`, Hand's `"H"` with `"H_loss"`, `"H_loss_trivial"`; `"AP"`, `"pr_AUC"`, `"prg_AUC"`;
#'       `"brier"`, `"log_loss"` and their parts `"MCB"`, `"DSC"`, `"UNC"`, `"skill"`; `"expected_cost"`,
#'       `"expected_cost_trivial"`, `"expected_cost_saved"`; `"cost_AUC"`, `"cost_AUC_max"`,
#'       `"cost_AUC_ratio"`; `"prevalence"`.}
#'     \item{At any place}{rates `"TPR"`, `"FPR"`, `"TNR"`, `"FNR"`; predictive values `"PPV"`, `"NPV"`,
#'       `"FDR"`, `"FOR"`; `"ACC"`, `"ERR"`, `"BACC"`, `"J"`, `"F"` (with `beta`), `"F1"`, `"FM"`, `"kappa"`, `"MCC"`,
#'       `"jaccard"`, `"markedness"`, `"gmean"`, `"PPV_NPV"`, `"SEDI"`, `"distance"`, `"imbalance"`; ratios
#'       `"LR_pos"`, `"LR_neg"`, `"DOR"`, `"NND"`, `"NNE"`, `"lift"`; `"share"`, `"risk"` (with costs), net benefit
#'       `"NB"` and `"sNB"`: at a threshold that of decisions from this probability on, elsewhere a false positive
#'       counts `cost_FP / cost_FN`. [roc_at()] has the formulas.}
#'     \item{The place itself}{the `"threshold"` that a rule or bounds choose, or that reaches an `FPR`, a `TPR` or a
#'       `PPV`.}
#'   }
#'   `"MCB"`, `"DSC"`, `"skill"` and the `"cost_AUC"` measures have values, and `NA` for intervals.
#'   The words of other packages are accepted: `"sensitivity"`, `"sens"` and `"recall"` for `"TPR"`,
#'   `"spec"` for `"TNR"`, `"precision"` for `"PPV"`, `"f_meas"` for `"F"`, `"youden"` for `"J"`, `"c_index"` for
#'   `"AUC"`, `"Dxy"` for `"gini"`. Case does not matter.
#' @param threshold,FPR,TPR,share,PPV the place of the measure: a threshold, where a rate is given, where this share of
#'   all is called positive; one of them. `threshold` may be the rule that chooses it: `"cost"`, `"topleft"`, or the name
#'   of any measure, such as `"J"`. For `"AUC"` the two ends of an interval of `FPR` or `TPR`.
#' @param prior the prevalence of the positive class; `NULL` for its share in the weights.
#' @param cost_FP,cost_FN,cost_TP,cost_TN costs of the four outcomes in any unit.
#' @param density for `"H"` and expected costs: `"prior"` or `"ratio"`, or the two parameters of a beta
#'   distribution of the cost; a function for values without intervals.
#' @param beta the weight of recall in `"F"`, as a measure or as a rule.
#' @param max_FPR,max_FNR,max_share,max_FDR,max_FOR,min_TPR,min_TNR,min_PPV,min_NPV bounds that choose the
#'   threshold, as in [roc_constrained()].
#' @param standardize a partial AUC as it is; divided by the width of the interval (`"range"`); or with 1/2
#'   for the chance line and 1 for the best (`"mcclish"`).
#' @param loss the loss of which `"MCB"`, `"DSC"`, `"UNC"` and `"skill"` are parts.
#' @param ... not used.
#' @return An object of class `roc_measure`, with methods for `c()`, `[`, `format()` and `print()`. Names
#'   given in `c()` are those in results.
#' @section Errors:
#' `wroc_error_choice` for an unknown measure or one that is not defined at its place; `wroc_error_range`,
#' `wroc_error_length`, and `wroc_error_unused` for arguments without effect.
#' @examples
#' fit <- weighted_roc(am ~ mpg, mtcars)
#' roc_estimate(fit, measure = roc_measure("specificity", TPR = c(.8, .9)))
#' roc_estimate(fit, measure = c("AUC", roc_measure("PPV", threshold = 20, prior = .1)))
#' # The predictive value at a sensitivity of 0.8, accuracy and F1 at the threshold of the largest J
#' at_best <- roc_measure(c("ACC", "F1"), threshold = "J")
#' roc_estimate(fit, measure = c(roc_measure("PPV", TPR = .8), at_best))
#' @export
roc_measure <- function(measure = "AUC", threshold = NULL, FPR = NULL, TPR = NULL, share = NULL, PPV = NULL,
                        prior = NULL, cost_FP = NULL, cost_FN = NULL, cost_TP = NULL, cost_TN = NULL,
                        density = NULL, beta = NULL, standardize = NULL, loss = NULL, max_FPR = NULL,
                        max_FNR = NULL, max_share = NULL, max_FDR = NULL, max_FOR = NULL, min_TPR = NULL,
                        min_TNR = NULL, min_PPV = NULL, min_NPV = NULL, ...) {
  call <- call_by_places(sys.call(), names(formals()), identical(measure, "AUC"))
  if (!is.null(call)) return(eval(call, parent.frame()))
  classed({
    refuse_dots(...)
    measure <- check_measure_names(measure)
    args <- list(threshold = threshold, FPR = FPR, TPR = TPR, share = share, PPV = PPV, prior = prior,
                  cost_TP = cost_TP, cost_FP = cost_FP, cost_FN = cost_FN, cost_TN = cost_TN, density = density,
                  beta = beta, standardize = standardize, loss = loss)
    args <- c(args, bounds_given(environment()))
    args <- args[!vapply(args, is.null, NA)]
    # An interval of rates and a density are one value.
    if (all(measure == "AUC")) {
      for (rate in intersect(c("FPR", "TPR"), names(args))) {
        args[[rate]] <- check_intervals(args[[rate]], rate)
      }
    }
    if (is.function(density) || is.numeric(density)) args$density <- list(density)
    if (is.character(density)) args$density <- unclass(density)
    for (name in names(args)) {
      if (!is.atomic(args[[name]]) && !is.vector(args[[name]], "list")) raise_type(name, "a vector", args[[name]])
    }
    args <- check_one_length(c(list(measure = measure), args), "the arguments")
    of_one <- function(i) do.call(one_measure, lapply(args, `[[`, i), quote = TRUE)
    structure(lapply(seq_along(args$measure), of_one), class = "roc_measure")
  })
}

# The measures, as the core has them: `measure`, limits, `better`, `takes_prior`, `parameter`, `family`; and other words,
# in lower case and without `_`, `-`, points and blanks.
table_of_measures <- local({
  table <- NULL
  function() {
    if (is.null(table)) table <<- unwrap(measure_table())
    table
  }
})

# An entry of the table for each measure; missing for what is not a measure.
fact_of_measure <- function(measure, fact) {
  table <- table_of_measures()
  table[[fact]][match(measure, table$measure)]
}

# A partial area is an AUC at an interval.
names_of_measures <- function() setdiff(table_of_measures()$measure, "pAUC")

# Where a measure is defined; nowhere else than on the whole curve for others.
places_of_measure <- function(measure) {
  if (measure == "pAUC") return(c("FPR", "TPR"))
  switch(fact_of_measure(measure, "family"), threshold = c("FPR", "TPR", "PPV", "bounds", "threshold"),
         cells = c("threshold", "FPR", "TPR", "share", "bounds"))
}

# Measures of the cells of the confusion matrix.
measures_of_cells <- function() {
  table <- table_of_measures()
  table$measure[table$family == "cells"]
}

# Rules that choose a threshold: least cost, the upper left corner, or the best value of any measure.
rules_of_thresholds <- function() c("cost", "topleft", setdiff(measures_of_cells(), c("risk", "distance")))

# Words that do not mean one of the measures: what is near, or is there instead.
hints_of_measures <- c(
  se = "similar names are \"sensitivity\" and, for a standard error, \"AUC\"",
  sp = "a similar name is \"specificity\"", lr = "similar names are \"LR_pos\" and \"LR_neg\"",
  pauc = "a partial AUC is `roc_measure(\"AUC\", FPR = c(0, 0.1))`",
  nri = "the net reclassification improvement rewards poor calibration. Compare net benefit (\"NB\") or \"brier\"",
  idi = "the discrimination improvement rewards poor calibration. Compare net benefit (\"NB\") or \"brier\"",
  calibration = "similar are \"MCB\" and the curve of roc_reliability()",
  reliability = "similar are \"MCB\" and the curve of roc_reliability()",
  rmse = "its square is \"brier\"", r2 = "a similar name is \"skill\"", cost = "a similar name is \"risk\"",
  misclassificationcost = "a similar name is \"risk\"", sumsensspec = "it is 1 + \"J\"",
  prodsensspec = "its square root is \"gmean\"", negbrierscore = "its negative is \"brier\"",
  neglogloss = "its negative is \"log_loss\"", tp = "roc_at() returns counts; its rate is \"TPR\"",
  fp = "roc_at() returns counts; its rate is \"FPR\"", tn = "roc_at() returns counts; its rate is \"TNR\"",
  fn = "roc_at() returns counts; its rate is \"FNR\"", eer = "a similar name is \"imbalance\""
)

# Returns whether a measure depends on the share of the positives.
takes_prior <- function(measure) fact_of_measure(measure, "takes_prior") %in% 1

check_measure_names <- function(measure) {
  measure <- if (is.character(measure)) as.vector(unclass(measure)) else measure
  if (!is.character(measure) || length(measure) == 0L || anyNA(measure)) raise_measure(measure)
  all <- names_of_measures()
  words <- known_words(all)
  result <- ifelse(measure %in% all, measure, words[plain_word(measure)])
  unknown <- match(TRUE, is.na(result))
  if (!is.na(unknown)) {
    message <- sprintf("`measure = %s` is not a measure%s (?roc_measure lists all).", quoted(measure[[unknown]]),
                       hint_of_measure(measure[[unknown]], words))
    raise("choice", message, argument = "measure", expected = all, value = measure[[unknown]])
  }
  unname(result)
}

plain_word <- function(name) tolower(gsub("[_. -]", "", readable(name)))

# The measure of each word that is understood.
known_words <- function(all) {
  table <- table_of_measures()
  c(structure(all, names = plain_word(all)), structure(table$word_of, names = table$word))
}

# The measure that a word means; none for other words.
measure_of_word <- function(word) {
  words <- known_words(names_of_measures())
  unname(words[names(words) %in% plain_word(word)])
}

# Abbreviations first: by letters alone "spec" is as near to "sens" as to "specificity".
hint_of_measure <- function(name, words) {
  word <- substr(plain_word(name), 1L, 100L)
  if (word %in% names(hints_of_measures)) return(paste0(": ", hints_of_measures[[word]]))
  near <- if (nchar(word) >= 3L) unique(words[startsWith(names(words), word)])
  if (length(near) == 0L) {
    changes <- utils::adist(word, names(words))
    near <- unique(words[changes == min(changes) & changes <= max(1, nchar(word) / 3)])
  }
  if (length(near) == 0L) return("")
  sprintf("; %s %s", if (length(near) == 1L) "a similar name is" else "similar names are",
          paste(quoted(utils::head(near, 3L)), collapse = ", "))
}

raise_measure <- function(x) {
  raise_type("measure", "names of measures, such as \"AUC\", or what roc_measure() returns", x)
}

# One quantity, as the core reads it.
one_measure <- function(measure, ...) {
  args <- list(...)
  bounds <- intersect(names_of_bounds, names(args))
  place <- c(intersect(c("threshold", "FPR", "TPR", "share", "PPV"), names(args)),
             if (length(bounds) > 0L) "bounds")
  if (measure == "AUC" && length(place) > 0L) measure <- "pAUC"
  check_place(measure, place, bounds)
  for (name in setdiff(place, c("threshold", "bounds"))) {
    args[[name]] <- check_numbers(args[[name]], name, if (measure == "pAUC") 2L else 1L)
  }
  if ("threshold" %in% place) args$threshold <- check_threshold_or_rule(args$threshold, measure)
  # The core's name for the rule by which bounds choose a threshold.
  if (length(bounds) > 0L) args$threshold <- "bounds"
  ruled <- is.character(args$threshold)
  parameter <- fact_of_measure(measure, "parameter")
  by_F <- "beta" %in% fact_of_measure(c(measure, args$threshold), "parameter")
  takes <- c(
    place, bounds, if (ruled) "threshold",
    if (takes_prior(measure) || ruled || length(place) > 0L && place %in% c("share", "PPV")) {
      "prior"
    },
    if (parameter == "costs" || identical(args$threshold, "cost")) names_of_costs,
    if (is_priced_benefit(measure, args$threshold)) c("cost_FP", "cost_FN"),
    if (parameter %in% c("density", "cost_density")) "density", if (by_F) "beta",
    intersect(parameter, c("standardize", "loss"))
  )
  unused <- setdiff(names(args), takes)
  refuse_arguments(unused, sprintf("used for %s", quoted(measure)))
  if (!is.null(args$prior)) args$prior <- check_numbers(args$prior, "prior", 1L)
  if (is_priced_benefit(measure, args$threshold)) {
    costs <- list(cost_FP = or(args$cost_FP, 1), cost_FN = or(args$cost_FN, 1))
    costs <- Map(check_numbers, costs, names(costs), 1L, "positive")
    args$probability <- 1 / (1 + costs$cost_FN / costs$cost_FP)
    if (!identical(args$threshold, "cost")) args[names_of_costs] <- NULL
  }
  if (all(names_of_costs %in% takes)) {
    costs <- c(list(cost_TP = 0, cost_FP = 1, cost_FN = 1, cost_TN = 0))
    costs[intersect(names_of_costs, names(args))] <- args[intersect(names_of_costs, names(args))]
    args[names_of_costs] <- Map(check_numbers, costs[names_of_costs], names_of_costs, 1L)
  }
  if ("density" %in% takes) {
    by_prior <- parameter == "density"
    args$density <- check_density(or(args$density, if (by_prior) "prior" else c(1, 1)), by_prior)
  }
  if (by_F) args$beta <- check_numbers(or(args$beta, 1), "beta", 1L)
  if ("standardize" %in% takes) {
    args$standardize <- one_of(args$standardize, "standardize", c("none", "range", "mcclish"))
  }
  if ("loss" %in% takes) args$loss <- one_of(args$loss, "loss", c("brier", "log"))
  result <- do.call(quantity, c(list(measure), args))
  descriptions_of(list(result))
  result
}

# A net benefit at a threshold is that of decisions from this probability on; elsewhere a false positive counts as much
# as its cost says beside that of a false negative.
is_priced_benefit <- function(measure, threshold) {
  "probability" %in% fact_of_measure(c(measure, threshold), "parameter") && !is.numeric(threshold)
}

names_of_costs <- c("cost_TP", "cost_FP", "cost_FN", "cost_TN")

or <- function(x, default) if (is.null(x)) default else x

one_of <- function(x, argument, choices) check_choice_of(or(x, choices), argument, choices)

check_place <- function(measure, place, bounds) {
  if (length(place) > 1L) {
    message <- sprintf(paste("Only one of `threshold`, `FPR`, `TPR`, `share`, `PPV` and bounds can be given,",
                             "not %s."),
                       paste(place, collapse = " and "))
    raise("choice", message, argument = c(setdiff(place, "bounds"), bounds))
  }
  places <- places_of_measure(measure)
  if (length(place) == 0L && length(places) > 0L) {
    message <- sprintf("%s needs one of %s, such as `roc_measure(%s, %s)`.", quoted(measure),
                       paste0("`", setdiff(places, "bounds"), "`", collapse = ", "), quoted(measure),
                       if (places[[1L]] == "threshold") "threshold = 2" else paste(places[[1L]], "= 0.1"))
    raise("choice", message, argument = "measure", value = measure)
  }
  if (length(place) == 1L && !place %in% places) {
    allowed <- Filter(function(name) place %in% places_of_measure(name), names_of_measures())
    message <- sprintf("At `%s` the measure must be one of %s, not %s.", place,
                       paste(quoted(allowed), collapse = ", "), quoted(measure))
    raise("choice", message, argument = "measure", expected = allowed, value = measure)
  }
}

# A rule by another word for its measure.
rule_of_word <- function(threshold) {
  if (length(threshold) != 1L || is.na(threshold) || threshold %in% rules_of_thresholds()) return(threshold)
  measure <- measure_of_word(threshold)
  if (length(measure) == 0L) return(threshold)
  switch(measure, distance = "topleft", risk = "cost", measure)
}

check_threshold_or_rule <- function(threshold, measure) {
  if (is.character(threshold)) {
    return(check_choice_of(rule_of_word(threshold), "threshold", rules_of_thresholds()))
  }
  if (measure == "threshold") {
    message <- sprintf("The threshold is chosen by a rule, %s, or by a `TPR`, an `FPR` or a `PPV`.",
                       "such as \"cost\" or \"J\"")
    raise("choice", message, argument = "threshold", value = threshold)
  }
  check_numbers(threshold, "threshold", 1L)
}

# A tagged list, as the core reads it: src/rust/src/wire.rs.
quantity <- function(measure, ...) {
  fields <- list(measure = measure, ..., version = 1L)
  fields[!vapply(fields, is.null, NA)]
}

area_measure <- structure(list(AUC = quantity("AUC")), class = "roc_measure")

is_area <- function(quantity) identical(quantity$measure, "AUC")

is_threshold <- function(quantity) identical(quantity$measure, "threshold")

#' @export
c.roc_measure <- function(...) measures_of_list(list(...))

# By the names of the parts, where these have one measure. Names may be strings that can't be translated,
# which rules out do.call().
measures_of_list <- function(parts) {
  names <- names(parts)
  parts <- lapply(unname(parts), function(part) unclass(as_measure(part)))
  for (i in which(!is.na(names) & nzchar(names) & lengths(parts) == 1L)) names(parts[[i]]) <- names[[i]]
  structure(unlist(parts, recursive = FALSE), class = "roc_measure")
}

#' @export
`[.roc_measure` <- function(x, i) structure(unclass(x)[i], class = "roc_measure")

#' @export
format.roc_measure <- function(x, ...) vapply(unclass(x), name_of_quantity, "")

#' @export
print.roc_measure <- function(x, ...) {
  cat(sprintf("<roc_measure> %s\n", format(x)), sep = "")
  invisible(x)
}

as_measure <- function(x) {
  if (inherits(x, "roc_measure") && is.list(x)) return(x)
  if (is.character(x)) {
    args <- names(x)
    x <- roc_measure(x)
    names(x) <- args
    return(x)
  }
  # c("AUC", roc_measure("TPR", FPR = 0.1)) turns the second measure into such a list.
  if (is_list(x) && all(c("measure", "version") %in% names(x))) {
    return(structure(list(x), class = "roc_measure"))
  }
  if (is_list(x) && length(x) > 0L) {
    return(measures_of_list(x))
  }
  raise_measure(x)
}

name_of_quantity <- function(x) {
  by <- intersect(c("threshold", "FPR", "TPR", "share", "PPV"), names(x))
  bounds <- unlist(x[intersect(names_of_bounds, names(x))])
  if (length(bounds) > 0L) by <- character()
  costs <- unlist(x[names_of_costs])
  costs <- costs[costs != c(0, 1, 1, 0)]
  words <- function(x) vapply(x, function(x) if (is.character(x)) x else number(x), "")
  said <- function(names, values) paste(names, words(values), recycle0 = TRUE)
  about <- c(
    if (length(by) == 1L) {
      paste(if (is.character(x[[by]])) "best" else by, paste(words(x[[by]]), collapse = "-"))
    },
    if (is.numeric(x$density)) sprintf("Beta(%s, %s)", number(x$density[[1L]]), number(x$density[[2L]])),
    if (identical(x$density, "ratio")) "ratio", if (is.function(x$density)) "function",
    if (identical(x$loss, "log")) "log",
    if (!is.null(x$beta) && x$beta != 1) sprintf("beta %s", number(x$beta)),
    said(names(bounds), bounds), said("prior", x[["prior"]]), said(names(costs), costs)
  )
  standardized <- if (!is.null(x$standardize) && x$standardize != "none") paste0(x$standardize, " ")
  name <- paste0(standardized, x$measure)
  if (length(about) == 0L) name else sprintf("%s(%s)", name, paste(about, collapse = ", "))
}

# A plain list of quantities, by their names. The core checks that each is whole: someone may have edited it.
# `values`: whether nothing but values is wanted, for which a density may be a function.
check_measure <- function(measure, values = FALSE) {
  quantities <- unclass(as_measure(measure))
  if (length(quantities) == 0L) raise_measure(measure)
  names <- names(quantities)
  if (!is.null(names)) names <- readable(names)
  for (x in quantities) if (!is.list(x)) raise_measure(x)
  # The name in an edited measure may be anything.
  own <- vapply(quantities, function(x) paste(name_of_quantity(x), collapse = " "), "")
  names(quantities) <- if (is.null(names)) own else ifelse(is.na(names) | !nzchar(names), own, names)
  by_function <- vapply(quantities, has_function, NA)
  if (any(by_function) && !isTRUE(values)) {
    message <- sprintf("There are no intervals when `density` is a function: use `conf.level = NULL` for %s.",
                       quoted(names(quantities)[by_function][[1L]]))
    raise("unsupported", message, argument = "measure")
  }
  descriptions_of(quantities)
  quantities
}

has_function <- function(quantity) is.function(quantity$density)

# From the unit of influences to what was asked for, see `Quantity::scale` in the core.
scaled <- function(values, quantities) {
  scale <- descriptions_of(quantities)
  scale$intercept + scale$slope * values
}

# Returns the facts of the core about quantities, see `quantities_described`; an error where someone edited one so
# that it is not a quantity any more. A density that is a function of R is as any other.
descriptions_of <- function(quantities) {
  by_function <- vapply(quantities, has_function, NA)
  quantities[by_function] <- lapply(quantities[by_function], replace, "density", list(c(2, 2)))
  unwrap(quantities_described(unname(quantities)))
}

# A threshold jumps from score to score: it has no influence, and so no test.
refuse_thresholds <- function(quantities, way) {
  spec <- match(TRUE, vapply(quantities, is_threshold, NA))
  if (!is.na(spec)) refuse_ways("threshold", structure(TRUE, names = way), names(quantities)[[spec]], "measure")
}

# The same quantities for scores whose sign was reversed. The names say the threshold that was asked for.
reversed_quantities <- function(quantities) {
  lapply(quantities, function(quantity) {
    of_threshold <- is_threshold(quantity) || is.numeric(quantity$threshold)
    if (of_threshold) replace(quantity, "turned", TRUE) else quantity
  })
}
