# ref-data/VERSIONS.md says how the files were made.

expect_reference <- function(software, data, score, area) {
  curve <- reference_curve(data, score)
  reference <- read_reference(software, "-", data, "-", score)

  expect_identical(nrow(curve), nrow(reference))
  if ("threshold" %in% names(reference)) {
    expect_identical(curve$threshold, reference$threshold)
  }
  known <- transform(curve, sensitivity = TPR, specificity = 1 - FPR)[names(reference)]
  expect_equal(known, reference, tolerance = 1e-13)
  expect_equal(WeightedAUC(curve), area, tolerance = 1e-13)
}

for (software in c("rocr", "proc", "sklearn")) {
  test_that(paste("curves and areas are those of", software), {
    areas <- read_reference("auc-", software)
    for (row in seq_len(nrow(areas))) {
      with(areas[row, ], expect_reference(software, data, score, AUC))
    }
  })
}
