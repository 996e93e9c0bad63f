# The names, arguments and columns that functions had before they were generics, by the new ones: with these the tests
# of before run unchanged.

old_arguments <- c(x = "guess", measure = "what", method = "transform", average = "pooled")

# Errors by the old names of arguments.
in_old_words <- function(value, call, arguments = old_arguments) {
  withCallingHandlers(value, wroc_error = function(error) {
    for (name in names(arguments)) {
      old <- arguments[[name]]
      if (!is.null(error$argument)) error$argument[error$argument %in% name] <- old
      error$message <- gsub(sprintf("`%s`", name), sprintf("`%s`", old), error$message, fixed = TRUE)
    }
    if (isTRUE(error$sample %in% 1:2)) {
      error$sample <- c("first", "second")[[error$sample]]
      error$message <- sub("^In `(guess|y)`:", sprintf("In the %s sample:", error$sample), error$message)
    }
    error$call <- call
    stop(error)
  })
}

# The new function with the arguments of the `call` of an old one, by its names for them.
by_new_name <- function(call, new, frame, given = as.list(call)[-1L], rename = character()) {
  written <- sys.call(sys.parent())
  names <- names(given)
  known <- names %in% names(rename)
  names[known] <- rename[names[known]]
  names(given) <- names
  # A data.frame is a curve: several scores are a list.
  if ("x" %in% names) {
    x <- tryCatch(eval(given$x, frame), error = function(error) NULL)
    if (is.data.frame(x) && !inherits(x, "roc_tally") && !all(c("TPR", "FPR") %in% names(x))) given$x <- as.list(x)
  }
  in_old_words(eval(as.call(c(list(new), given)), frame), written)
}

# The values of arguments whose values have changed, too.
with_old_values <- function(given, frame) {
  value <- function(name) eval(given[[name]], frame)
  if ("transform" %in% names(given)) {
    old <- value("transform")
    given$transform <- if (identical(old, c("score", "logit", "none"))) NULL else old
    if (identical(old, "score")) given$transform <- "wilson"
    if (identical(old, "none")) given$transform <- "wald"
  }
  if ("pooled" %in% names(given)) {
    old <- value("pooled")
    given$average <- if (isTRUE(old)) "pooled" else if (isFALSE(old)) "vertical" else old
    given$pooled <- NULL
  }
  if ("bayesian" %in% names(given)) {
    bayesian <- value("bayesian")
    if (isTRUE(bayesian) && "variance" %in% names(given) && identical(value("variance"), "bootstrap")) {
      given$variance <- "bayesian"
      given$bayesian <- NULL
    } else if (isFALSE(bayesian)) {
      given$bayesian <- NULL
    }
  }
  given
}

in_old_columns <- function(rows, quantity = FALSE) {
  names(rows)[names(rows) == "measure"] <- "quantity"
  rows$variance <- sub("^bayesian$", "bootstrap", rows$variance)
  if (quantity) {
    rows$quantity <- old_names_of_measures(rows$quantity)
    rows[intersect(c("score", "quantity", "estimate", "std.error", "conf.low", "conf.high", "df", "variance"),
                   names(rows))]
  } else {
    rows[setdiff(names(rows), "quantity")]
  }
}

old_names_of_measures <- function(names) {
  names <- sub("^AUC$", "area", names)
  names <- sub("^(range |mcclish )?ERR\\b", "ER", names)
  names <- sub("^AP\\b", "average_precision", names)
  names <- sub("^pr_AUC\\b", "pr_area", names)
  names <- sub("^prg_AUC\\b", "prg_area", names)
  sub("^log_loss\\b", "log_score", names)
}

auc_ci <- function(guess, label, weight = NULL, cluster = NULL, conf.level = 0.95,
                   variance = c("delong", "jackknife", "frequency", "bootstrap"),
                   transform = c("score", "logit", "none"), FPR = NULL, TPR = NULL, R = 2000,
                   bayesian = FALSE, positive = NULL, na.rm = FALSE, weights_model = NULL, fold = NULL,
                   pooled = FALSE) {
  call <- match.call()
  frame <- parent.frame()
  given <- with_old_values(as.list(call)[-1L], frame)
  in_old_columns(by_new_name(call, WeightedROC::auc_ci, frame, given, c(guess = "x", transform = "method")))
}

roc_ci <- function(guess, label, weight = NULL, what = "area", cluster = NULL, conf.level = 0.95,
                   variance = c("delong", "jackknife", "frequency", "bootstrap"), R = 400, positive = NULL,
                   na.rm = FALSE, weights_model = NULL, fold = NULL, pooled = FALSE) {
  call <- match.call()
  frame <- parent.frame()
  given <- with_what(with_old_values(as.list(call)[-1L], frame), frame)
  if ("variance" %in% names(given) && identical(eval(given$variance, frame), "bootstrap") && !"R" %in% names(given)) {
    given$R <- 400
  }
  rows <- by_new_name(call, WeightedROC::roc_estimate, frame, given, c(guess = "x", what = "measure"))
  in_old_columns(rows, TRUE)
}

# Behind a fit a quantity may have stood in the place of the label.
with_what <- function(given, frame) {
  if ("label" %in% names(given) && !"what" %in% names(given)) {
    label <- tryCatch(eval(given$label, frame), error = function(error) NULL)
    if (inherits(label, "roc_measure") || is.list(label) && any(vapply(label, inherits, NA, "roc_measure"))) {
      names(given)[names(given) == "label"] <- "what"
    }
  }
  given
}

auc_influence <- function(guess, label, weight = NULL, positive = NULL, na.rm = FALSE) {
  found <- by_new_name(match.call(), WeightedROC::roc_influence, parent.frame(), rename = c(guess = "x"))
  if (identical(colnames(found), "AUC")) as.vector(found) else found
}

roc_influence <- function(guess, label, weight = NULL, what = "area", positive = NULL, na.rm = FALSE) {
  call <- match.call()
  frame <- parent.frame()
  given <- with_what(as.list(call)[-1L], frame)
  found <- by_new_name(call, WeightedROC::roc_influence, frame, given, c(guess = "x", what = "measure"))
  whole <- !"what" %in% names(given) || identical(eval(given$what, frame), "area")
  names <- colnames(found)
  of_score <- grepl(": ", names)
  names[of_score] <- paste0(sub(": .*", ": ", names[of_score]), old_names_of_measures(sub(".*: ", "", names[of_score])))
  names[!of_score] <- old_names_of_measures(names[!of_score])
  if (whole && !identical(names, "area")) names <- paste0(names, ": area")
  structure(as.data.frame(found), names = names)
}

auc_svy <- function(formula, design, conf.level = 0.95, transform = c("score", "logit", "none"),
                    FPR = NULL, TPR = NULL, positive = NULL, na.rm = FALSE) {
  call <- match.call()
  frame <- parent.frame()
  given <- with_old_values(as.list(call)[-1L], frame)
  of_fit <- given[intersect(names(given), c("formula", "design", "positive", "na.rm"))]
  names(of_fit)[names(of_fit) == "design"] <- "data"
  if ("na.rm" %in% names(of_fit)) {
    of_fit$na.action <- if (eval(of_fit$na.rm, frame)) quote(stats::na.omit) else quote(stats::na.fail)
    of_fit$na.rm <- NULL
  }
  names(of_fit)[names(of_fit) == "formula"] <- ""
  rest <- given[setdiff(names(given), c("formula", "design", "positive", "na.rm"))]
  names(rest)[names(rest) == "transform"] <- "method"
  in_old_words({
    fit <- eval(as.call(c(list(WeightedROC::weighted_roc), of_fit)), frame)
    in_old_columns(eval(as.call(c(list(WeightedROC::auc_ci, x = fit), rest)), frame))
  }, call, c(x = "formula", data = "design", method = "transform"))
}

# What tests of one score or two lacked, and the names of areas.
in_old_result <- function(result, contrasts = FALSE) {
  pairs <- !is.null(result$contrasts) && (contrasts || nrow(result$contrasts) > 1L)
  if (!pairs) result$contrasts <- NULL
  old <- function(names) if (!is.null(names)) gsub("AUC", "area", gsub("AUCs", "areas", old_names_of_measures(names)))
  names(result$estimate) <- old(names(result$estimate))
  names(result$null.value) <- old(names(result$null.value))
  method <- sub("^Exact test of an AUC", "Exact test of the area under a ROC curve", result$method)
  result$method <- sub("\\bAUC\\b", "area under a ROC curve", sub("\\bAUCs\\b", "areas under ROC curves", method))
  result$data.name <- sub("^x$", "guess", result$data.name)
  class(result) <- "htest"
  result
}

auc_test <- function(guess, label, weight = NULL, cluster = NULL,
                     alternative = c("two.sided", "less", "greater", "noninferior", "equivalent"),
                     conf.level = 0.95, variance = c("delong", "jackknife", "frequency"),
                     test = c("score", "wald", "exact"), positive = NULL, na.rm = FALSE, mu = 0.5,
                     margin = NULL,
                     adjust = c("none", "closed", "holm", "hochberg", "hommel", "bonferroni", "BH",
                                "BY", "fdr"), what = "area",
                     fold = NULL, pooled = FALSE, weights_model = NULL) {
  call <- match.call()
  frame <- parent.frame()
  given <- with_what(with_old_values(as.list(call)[-1L], frame), frame)
  in_old_result(by_new_name(call, WeightedROC::roc_test, frame, given, c(guess = "x", what = "measure")))
}

auc_test_unpaired <- function(guess1, label1, guess2, label2, weight1 = NULL, weight2 = NULL,
                              cluster1 = NULL, cluster2 = NULL,
                              alternative = c("two.sided", "less", "greater", "noninferior", "equivalent"),
                              conf.level = 0.95, variance = c("delong", "jackknife", "frequency"),
                              test = c("score", "wald"), positive = NULL, na.rm = FALSE,
                              margin = NULL, what = "area") {
  call <- match.call()
  frame <- parent.frame()
  given <- as.list(call)[-1L]
  of_both <- given[intersect(names(given), c("variance", "positive", "na.rm"))]
  sample <- function(i) {
    own <- given[intersect(names(given), paste0(c("guess", "label", "weight", "cluster"), i))]
    names(own) <- sub("guess", "x", sub("[12]$", "", names(own)))
    which <- c("first", "second")[[i]]
    names <- c("x", "guess", "label", "weight", "cluster")
    tryCatch(
      in_old_words(eval(as.call(c(list(WeightedROC::roc_observations), own, of_both)), frame), call,
                   structure(paste0(sub("^x$", "guess", names), i), names = names)),
      wroc_error = function(error) {
        error$message <- sprintf("In the %s sample: %s", which, error$message)
        error$sample <- which
        stop(error)
      }
    )
  }
  rest <- given[setdiff(names(given), c(names(of_both), paste0(rep(c("guess", "label", "weight", "cluster"), 2),
                                                              rep(1:2, each = 4))))]
  names(rest)[names(rest) == "what"] <- "measure"
  x <- sample(1L)
  y <- sample(2L)
  result <- in_old_result(in_old_words(eval(as.call(c(list(WeightedROC::roc_test, x = x, y = y), rest)), frame), call))
  names(result$estimate) <- sub("of x$", "of guess1", sub("of y$", "of guess2", names(result$estimate)))
  words <- function(x) {
    expression <- given[[x]]
    if (is.language(expression)) deparse(expression, width.cutoff = 60L, nlines = 1L)[[1L]] else x
  }
  result$data.name <- paste(words("guess1"), "and", words("guess2"))
  result
}

auc_test_groups <- function(guess, label, group, weight = NULL, cluster = NULL, trend = FALSE,
                            alternative = c("two.sided", "less", "greater"), conf.level = 0.95,
                            variance = c("delong", "jackknife", "frequency"),
                            test = c("score", "wald"), positive = NULL, na.rm = FALSE,
                            adjust = c("none", "closed", "holm", "hochberg", "hommel", "bonferroni",
                                       "BH", "BY", "fdr"), what = "area", fold = NULL, pooled = FALSE,
                            weights_model = NULL) {
  call <- match.call()
  frame <- parent.frame()
  given <- with_old_values(as.list(call)[-1L], frame)
  of_test <- intersect(names(given), c("trend", "alternative", "conf.level", "test", "adjust", "what"))
  rest <- given[of_test]
  names(rest)[names(rest) == "what"] <- "measure"
  of_fit <- given[setdiff(names(given), of_test)]
  names(of_fit) <- sub("^guess$", "x", sub("^group$", "by", names(of_fit)))
  in_old_words({
    fit <- if (inherits(eval(given$guess, frame), "weighted_roc_by")) {
      eval(given$guess, frame)
    } else if (inherits(eval(given$weight, frame), c("survey.design", "svyrep.design"))) {
      design <- eval(given$weight, frame)
      data <- list(label = eval(given$label, frame), guess = eval(given$guess, frame), group = eval(given$group, frame))
      design$variables <- as.data.frame(data)
      arguments <- c(list(label ~ guess, design, by = quote(group)), of_fit[intersect("positive", names(of_fit))])
      if (isTRUE(eval(given$na.rm, frame))) arguments$na.action <- quote(stats::na.omit)
      suppressMessages(eval(as.call(c(list(WeightedROC::weighted_roc), arguments)), frame))
    } else {
      suppressMessages(eval(as.call(c(list(WeightedROC::weighted_roc), of_fit)), frame))
    }
    in_old_result(eval(as.call(c(list(WeightedROC::roc_test, x = fit), rest)), frame), TRUE)
  }, call, c(by = "group", old_arguments))
}

roc_partial <- function(FPR = NULL, TPR = NULL, standardize = c("none", "range", "mcclish")) {
  call <- match.call()
  given <- as.list(call)[-1L]
  if (length(given) == 0L) given <- list(FPR = numeric())
  by_new_name(call, WeightedROC::roc_measure, parent.frame(), c(list("AUC"), given))
}

roc_summary <- function(measure = c("KS", "AUCH", "MER", "H", "brier", "log_score", "average_precision",
                                    "pr_area", "prg_area"), prior = NULL, density = "prior") {
  call <- match.call()
  given <- as.list(call)[-1L]
  old <- if ("measure" %in% names(given)) eval(given$measure, parent.frame()) else "KS"
  new <- c(log_score = "log_loss", average_precision = "AP", pr_area = "pr_AUC", prg_area = "prg_AUC")
  given$measure <- if (is.character(old) && length(old) == 1L && old %in% names(new)) new[[old]] else old
  in_old_words(eval(as.call(c(list(WeightedROC::roc_measure), given)), parent.frame()), call, character())
}

roc_measure <- function(measure = c("TPR", "FPR", "TNR", "FNR", "PPV", "NPV", "ACC", "ER", "F1", "risk",
                                    "FDR", "FOR", "share", "BACC", "J", "LR_pos", "LR_neg", "kappa", "MCC",
                                    "NB", "lift", "threshold"),
                        threshold = NULL, FPR = NULL, TPR = NULL, share = NULL, prior = NULL, cost_FP = 1,
                        cost_FN = 1, cost_TP = 0, cost_TN = 0, PPV = NULL) {
  call <- match.call()
  given <- as.list(call)[-1L]
  if (!"measure" %in% names(given)) given$measure <- "TPR"
  in_old_words(eval(as.call(c(list(WeightedROC::roc_measure), given)), parent.frame()), call, character())
}

roc_bounds <- function(curve) {
  rows <- by_new_name(match.call(), function(x) WeightedROC::roc_estimate(x, conf.level = NULL), parent.frame(),
                      rename = c(curve = "x"))
  rows[c("estimate", "bound.low", "bound.high")]
}

roc_from_tally <- function(tally) {
  by_new_name(match.call(), function(x) WeightedROC:::roc_curves(x)$curves[[1L]], parent.frame(), rename = c(tally = "x"))
}
