tools_of_python <- c("polars", "duckdb", "pyspark")

skip_without_python <- function(tool) {
  skip_on_cran()
  python <- python_of_tests()
  skip_if(!nzchar(python), "no python3")
  skip_if(!python_has(python, tool), paste(python, "has no", tool))
}

# The bins of the scripts.
bin_of_script <- function(score) floor(score / 0.02)

for (tool in tools_of_python) {
  test_that(paste("tallies by the script for", tool, "are those of roc_tally()"), {
    skip_without_python(tool)
    visits <- visits_of_days()
    visits$marker[1:4] <- c(Inf, -Inf, 0.001, 1e15)
    table <- tally_by_python(tool, visits)
    expect_s3_class(table, "data.frame")
    for (day in 1:3) {
      rows <- visits[visits$day == day, ]
      found <- as_roc_tally(table[table$day == day, names(table) != "day"])
      expected <- split(rows[rows$weight > 0, ], bin_of_script(rows$marker[rows$weight > 0]))
      sum_of <- function(power, class) {
        unname(vapply(expected, function(bin) sum((bin$weight * (bin$sick == class))^power), 0))
      }
      expect_identical(found$score, unname(vapply(expected, function(bin) min(bin$marker), 0)))
      expect_identical(found$score_max, unname(vapply(expected, function(bin) max(bin$marker), 0)))
      expect_equal(found$positive, sum_of(1, 1), tolerance = 1e-14)
      expect_equal(found$negative, sum_of(1, 0), tolerance = 1e-14)
      expect_equal(found$negative2, sum_of(2, 0), tolerance = 1e-14)
      expect_equal(found$positive4, sum_of(4, 1), tolerance = 1e-14)
      expect_equal(sum(found$n_pos, found$n_neg), sum(rows$weight > 0))
      exact <- with(rows, auc_ci(marker, sick, weight))
      binned <- auc_ci(found)
      expect_true(binned$bound.low - 1e-12 <= exact$estimate && exact$estimate <= binned$bound.high + 1e-12)
    }
  })

  test_that(paste("the script for", tool, "ends where a row is not sound"), {
    skip_without_python(tool)
    for (column in c("marker", "sick", "weight")) {
      visits <- visits_of_days(60)
      visits[[column]][[7L]] <- NA
      expect_match(tally_by_python(tool, visits), "Remove rows with missing scores", all = FALSE)
    }
    visits <- visits_of_days(60)
    visits$weight[[7L]] <- -1
    expect_match(tally_by_python(tool, visits), "Remove rows with missing scores", all = FALSE)
  })
}

test_that("the table that comes with the package is that of its visits", {
  table <- utils::read.csv(system.file("python", "tally.csv", package = "WeightedROC"))
  visits <- visits_of_days()
  for (day in 1:3) {
    rows <- visits[visits$day == day, ]
    found <- as_roc_tally(table[table$day == day, names(table) != "day"])
    expect_equal(as.data.frame(found), as.data.frame(with(rows, roc_tally(marker, sick, weight))),
                 tolerance = 1e-14)
  }
})
