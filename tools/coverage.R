# NOT_CRAN=true sh tools/with-postgres.sh Rscript tools/coverage.R: names the lines of R that no test runs. Run it in a
# clean clone, as covr builds the package in its folder. Without Spark (tools/test-spark.sh) what is for Spark alone is
# among them.
lines <- covr::tally_coverage(covr::package_coverage(), by = "line")
print(lines[lines$value == 0 & startsWith(lines$filename, "R/"), c("filename", "line")], row.names = FALSE)
