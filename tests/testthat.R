library(testthat)
library(WeightedROC)

test_check("WeightedROC")
