# Hand and Till's M of pROC, which takes no weights: rows that are repeated by whole weights. The class that a
# column is of comes first in pROC's comparison, hence ">":
# proc-multiclass.csv. The table is described in tests/testthat/ref-data/VERSIONS.md.
#
# Rscript tools/references/multiclass-r.R, from the root of the repository

source(file.path("tools", "references", "freeze.R"))

# Scores of three species by what the flowers measure, in tenths: with ties.
scores <- function(digits) {
  round(with(iris, cbind(setosa = -Petal.Length, versicolor = -abs(Petal.Width - 1.3),
                         virginica = Sepal.Length + Petal.Width)), digits)
}

area <- function(digits, weights) {
  rows <- rep(seq_len(nrow(iris)), weights)
  found <- pROC::multiclass.roc(iris$Species[rows], scores(digits)[rows, ], direction = ">", quiet = TRUE)
  as.numeric(found$auc)
}

cycle <- function(length) rep_len(seq_len(length), nrow(iris))
cases <- expand.grid(digits = c(1, 0), cycle = c(1, 3, 7))
cases$area <- mapply(function(digits, length) area(digits, cycle(length)), cases$digits, cases$cycle)
freeze(cases, "proc-multiclass.csv")
