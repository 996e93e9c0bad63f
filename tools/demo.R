# Rscript tools/demo.R LIBRARY PICTURE: the documented example, checked and drawn.

arguments <- commandArgs(trailingOnly = TRUE)
library(WeightedROC, lib.loc = arguments[[1]])
picture <- arguments[[2]]

label <- c(-1, -1, 1, 1, 1)
weight <- c(1, 1, 1, 4, 5)
score <- c(1, 2, 3, 1, 1)

curve <- WeightedROC(score, label, weight)
area <- WeightedAUC(curve)
print(curve)
cat("Area under the curve:", area, "\n")
if (!isTRUE(all.equal(area, 0.325, tolerance = 1e-14))) {
  stop("The area should be 0.325.")
}

open_device <- if (grepl("\\.pdf$", picture)) {
  function(file) pdf(file, width = 6, height = 6)
} else {
  function(file) png(file, width = 900, height = 900, res = 150, type = "cairo")
}
open_device(picture)
par(pty = "s")
plot(
  TPR ~ FPR, curve, type = "o", pch = 19, lwd = 2, xlim = c(0, 1), ylim = c(0, 1),
  xlab = "False positive rate", ylab = "True positive rate",
  main = paste("Weighted ROC curve, area", area)
)
abline(0, 1, lty = "dotted")
# Beside the points, and clear of the line.
text(
  curve$FPR, curve$TPR + c(0, 0, 0.04, 0), paste("threshold", curve$threshold), pos = c(2, 4, 4, 4)
)
invisible(dev.off())
cat("The curve is drawn in", picture, "\n")
