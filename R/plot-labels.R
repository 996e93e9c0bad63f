# Words and numbers beside the marks of roc_plot(). All are one layer, in which a text that would
# cover an earlier one is left out.

label_frame <- function(FPR, TPR, label, hjust, vjust) {
  data.frame(FPR = FPR, TPR = TPR, label = label, hjust = hjust, vjust = vjust)
}

# The text of a point lies on the side where its curve has no points, and within the panel.
labels_of_points <- function(points, label) {
  above_chance <- points$TPR >= points$FPR
  right <- ifelse(above_chance, points$FPR < 0.8, points$FPR < 0.2)
  below <- ifelse(above_chance, points$TPR > 0.06, points$TPR > 0.94)
  label_frame(points$FPR, points$TPR, label, ifelse(right, -0.15, 1.15), ifelse(below, 1.5, -0.6))
}

# A rising line is named where it leaves the unit square, above which there is room.
labels_of_lines <- function(ends) {
  label_frame(ends$FPR_to, ends$TPR_to, ends$label, ends$FPR_to, -0.5)
}

threshold_text <- function(threshold) sprintf("t = %s", short_number(threshold))

short_number <- function(x) vapply(x, number, "", digits = 3L)

# What a miss costs more than a hit, to what a false alarm costs more than a right "negative".
cost_text <- function(rows) {
  ratio <- (rows$cost_FN - rows$cost_TP) / (rows$cost_FP - rows$cost_TN)
  ratio <- ifelse(ratio >= 1, sprintf("%s : 1", short_number(ratio)),
                  sprintf("1 : %s", short_number(1 / ratio)))
  prior <- if (length(unique(rows$prior)) > 1L) sprintf(", prior %s", short_number(rows$prior))
  paste0("cost FN : FP = ", ratio, prior)
}

label_layer <- function(labels, mapping = NULL, ...) {
  if (is.null(labels)) {
    return(NULL)
  }
  place <- ggplot2::aes(x = FPR, y = TPR, label = label, hjust = hjust, vjust = vjust)
  ggplot2::geom_text(joined(place, mapping), labels, ..., size = 3, check_overlap = TRUE,
                     inherit.aes = FALSE, show.legend = FALSE)
}
