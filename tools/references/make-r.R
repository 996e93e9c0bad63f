# Rscript tools/references/make-r.R, from the root of the repository.
#
# Freezes in tests/testthat/ref-data the data of the packages ROCR, pROC and survey, and what ROCR
# and pROC make of them. The versions used are in VERSIONS.md there. To be run before
# make-sklearn.py, which reads these data.

source(file.path("tools", "references", "freeze.R"))

main <- function() {
  freeze_rocr()
  freeze_proc(c("s100b", "wfns", "ndka"))
  freeze_nhanes()
}

freeze_rocr <- function() {
  data(ROCR.simple, package = "ROCR", envir = environment())
  freeze(with(ROCR.simple, data.frame(score = predictions, label = labels)), "ROCR.simple.csv")

  prediction <- with(ROCR.simple, ROCR::prediction(predictions, labels))
  rates <- ROCR::performance(prediction, "tpr", "fpr")
  curve <- data.frame(
    TPR = rates@y.values[[1]],
    FPR = rates@x.values[[1]],
    threshold = prediction@cutoffs[[1]],
    FN = prediction@fn[[1]],
    FP = prediction@fp[[1]]
  )
  freeze(curve[rev(seq_len(nrow(curve))), ], "rocr-ROCR.simple-score.csv")

  area <- ROCR::performance(prediction, "auc")@y.values[[1]]
  freeze(data.frame(software = "rocr", data = "ROCR.simple", score = "score", AUC = area),
         "auc-rocr.csv")
}

# The thresholds of pROC lie midway between scores: only its rates can be compared.
freeze_proc <- function(scores) {
  data(aSAH, package = "pROC", envir = environment())
  label <- as.integer(aSAH$outcome == "Poor")
  freeze(data.frame(lapply(aSAH[scores], as.numeric), label = label), "aSAH.csv")

  areas <- vapply(scores, function(score) {
    roc <- pROC::roc(aSAH$outcome, aSAH[[score]], levels = c("Good", "Poor"), direction = "<")
    stopifnot(!is.unsorted(roc$thresholds))
    freeze(data.frame(sensitivity = roc$sensitivities, specificity = roc$specificities),
           paste0("proc-aSAH-", score, ".csv"))
    as.numeric(roc$auc)
  }, 0)
  freeze(data.frame(software = "proc", data = "aSAH", score = scores, AUC = areas),
         "auc-proc.csv")
}

# All complete rows, weights rounded to 2 decimals to keep the file small. Both scores tie much:
# there are 4 age groups, and 32 groups of age, sex and race.
freeze_nhanes <- function() {
  data(nhanes, package = "survey", envir = environment())
  complete <- nhanes[complete.cases(nhanes), ]
  model <- glm(HI_CHOL ~ agecat + factor(RIAGENDR) + factor(race), binomial, complete)
  freeze(data.frame(
    agecat = as.integer(complete$agecat),
    fitted = round(fitted(model), 6),
    label = complete$HI_CHOL,
    weight = round(complete$WTMEC2YR, 2)
  ), "nhanes.csv")
}

main()
