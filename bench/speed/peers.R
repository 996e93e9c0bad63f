# The calls that are timed in R. An implementation takes (guess, label, weight) with labels in {0, 1}; `columns` turns
# its result into what the guard compares with ours.

ours <- "WeightedROC"
ours_unit <- "WeightedROC, unit weights"
ours_two_threads <- "WeightedROC, two threads"

implementation <- function(job, name, run, columns, reference = ours) {
  list(job = job, name = name, run = run, columns = columns, reference = reference)
}

as_area <- function(result) list(area = as.numeric(result))

our_implementations <- function() {
  WeightedROC <- WeightedROC::WeightedROC
  WeightedAUC <- WeightedROC::WeightedAUC
  auc_wmw <- WeightedROC::auc_wmw
  list(
    implementation("curve", ours, WeightedROC, as.list),
    implementation("curve", ours_unit, function(guess, label, weight) WeightedROC(guess, label),
                   as.list, ours_unit),
    implementation("area", ours, auc_wmw, as_area),
    implementation("area", ours_unit, function(guess, label, weight) auc_wmw(guess, label),
                   as_area, ours_unit),
    implementation("curve", ours_two_threads, with_two_threads(WeightedROC), as.list),
    implementation("area", ours_two_threads, with_two_threads(auc_wmw), as_area),
    implementation("area", "WeightedROC, area of the curve", function(guess, label, weight) {
      WeightedAUC(WeightedROC(guess, label, weight))
    }, as_area)
  )
}

with_two_threads <- function(run) {
  function(guess, label, weight) {
    options(WeightedROC.threads = 2L)
    on.exit(options(WeightedROC.threads = NULL))
    run(guess, label, weight)
  }
}

base_implementations <- function() {
  list(
    implementation("curve", "base R", base_curve, identity),
    implementation("area", "base R", base_area, as_area),
    implementation("curve", "order() alone", function(guess, label, weight) order(guess),
                   function(result) list())
  )
}

# Sums of the weights by class at the last of each group of ties, ascending.
base_sums <- function(guess, label, weight) {
  ascending <- order(guess, method = "radix")
  guess <- guess[ascending]
  weight <- weight[ascending]
  positive <- weight * label[ascending]
  sums_of_sorted(guess, cumsum(positive), cumsum(weight - positive))
}

sums_of_sorted <- function(guess, positive, negative) {
  n <- length(guess)
  ends <- guess[-1L] != guess[-n]
  if (!all(ends)) {
    last <- c(which(ends), n)
    guess <- guess[last]
    positive <- positive[last]
    negative <- negative[last]
  }
  list(guess = guess, positive = positive, negative = negative)
}

columns_of_sums <- function(sums) {
  rows <- length(sums$guess)
  FN <- c(0, sums$positive)
  FP <- sums$negative[rows] - c(0, sums$negative)
  list(TPR = 1 - FN / FN[rows + 1L], FPR = FP / FP[1L], threshold = c(sums$guess, Inf),
       FN = FN, FP = FP)
}

area_of_sums <- function(sums) {
  rows <- length(sums$guess)
  step <- sums$positive - c(0, sums$positive[-rows])
  twice_below <- sums$negative + c(0, sums$negative[-rows])
  sum(step * twice_below) / (2 * sums$positive[rows] * sums$negative[rows])
}

base_curve <- function(guess, label, weight) columns_of_sums(base_sums(guess, label, weight))

base_area <- function(guess, label, weight) area_of_sums(base_sums(guess, label, weight))

data_table_implementations <- function() {
  list(
    implementation("curve", "data.table", data_table_curve, as.list),
    implementation("area", "data.table", data_table_area, as_area)
  )
}

# Expressions inside of `[.data.table` cost half a millisecond each; columns are plain vectors.
data_table_sums <- function(guess, label, weight) {
  sorted <- data.table::as.data.table(
    list(guess = guess, weight = weight, positive = weight * label)
  )
  data.table::setorderv(sorted, "guess")
  sums_of_sorted(sorted$guess, cumsum(sorted$positive), cumsum(sorted$weight - sorted$positive))
}

data_table_curve <- function(guess, label, weight) {
  data.table::setDT(columns_of_sums(data_table_sums(guess, label, weight)))
}

data_table_area <- function(guess, label, weight) area_of_sums(data_table_sums(guess, label, weight))

rocr_implementations <- function() {
  prediction <- ROCR::prediction
  performance <- ROCR::performance
  list(
    implementation("curve", "ROCR, unweighted", function(guess, label, weight) {
      performance(prediction(guess, label), "tpr", "fpr")
    }, rocr_columns, ours_unit),
    implementation("area", "ROCR, unweighted", function(guess, label, weight) {
      performance(prediction(guess, label), "auc")@y.values[[1L]]
    }, as_area, ours_unit)
  )
}

rocr_columns <- function(result) {
  columns <- list(TPR = result@y.values, FPR = result@x.values, threshold = result@alpha.values)
  lapply(columns, function(column) rev(column[[1L]]))
}

proc_implementations <- function() {
  roc <- function(guess, label) {
    pROC::roc(label, guess, levels = 0:1, direction = "<", quiet = TRUE, auc = FALSE)
  }
  list(
    implementation("curve", "pROC, unweighted", function(guess, label, weight) roc(guess, label),
                   proc_columns, ours_unit),
    implementation("area", "pROC, unweighted", function(guess, label, weight) {
      pROC::auc(roc(guess, label))
    }, as_area, ours_unit)
  )
}

# Its thresholds are the midpoints between scores, so only the rates compare.
proc_columns <- function(result) {
  list(TPR = result$sensitivities, FPR = 1 - result$specificities)
}

cran_folder <- function() Sys.getenv("WEIGHTEDROC_CRAN")

# None when there is no source, or no DESCRIPTION beside it.
cran_version <- function() {
  path <- file.path(cran_folder(), c("DESCRIPTION", file.path("..", "DESCRIPTION")))
  path <- path[nzchar(cran_folder()) & file.exists(path)]
  if (length(path)) c("CRAN WeightedROC" = read.dcf(path[1L], "Version")[[1L]])
}

# The package has our name, so it can't be installed beside ours: its functions are sourced.
cran_implementations <- function() {
  cran <- new.env(parent = globalenv())
  for (file in list.files(file.path(cran_folder(), c("R", ".")), "[.][Rr]$", full.names = TRUE)) {
    sys.source(file, cran)
  }
  list(
    implementation("curve", "CRAN WeightedROC", cran$WeightedROC, as.list),
    implementation("area", "CRAN WeightedROC", function(guess, label, weight) {
      cran$WeightedAUC(cran$WeightedROC(guess, label, weight))
    }, as_area)
  )
}

no_reason <- function(...) NULL

without_package <- function(package) {
  if (!requireNamespace(package, quietly = TRUE)) paste("R package", package, "is not installed")
}

without_cran_source <- function() {
  if (!nzchar(cran_folder())) {
    "WEIGHTEDROC_CRAN does not name a folder with its source"
  } else if (!length(list.files(file.path(cran_folder(), c("R", ".")), "[.][Rr]$"))) {
    paste("no R files in", cran_folder())
  }
}

# Each source of implementations, with what keeps it from being used here (NULL: nothing).
r_sources <- list(
  "WeightedROC" = list(missing = no_reason, make = our_implementations),
  "CRAN WeightedROC" = list(missing = without_cran_source, make = cran_implementations),
  "base R" = list(missing = no_reason, make = base_implementations),
  "data.table" = list(missing = function() without_package("data.table"),
                      make = data_table_implementations),
  "ROCR" = list(missing = function() without_package("ROCR"), make = rocr_implementations),
  "pROC" = list(missing = function() without_package("pROC"), make = proc_implementations),
  # Its calls were never tried: a source of this list needs a run that the guard has compared.
  "SLmetrics" = list(missing = function() "it is on CRAN alone, which was out of reach", make = NULL)
)

r_missing <- function() Filter(Negate(is.null), lapply(r_sources, function(s) s$missing()))

r_implementations <- function() {
  usable <- r_sources[setdiff(names(r_sources), names(r_missing()))]
  unlist(lapply(unname(usable), function(s) s$make()), recursive = FALSE)
}

use_one_thread <- function() {
  if (requireNamespace("data.table", quietly = TRUE)) data.table::setDTthreads(1L)
}
