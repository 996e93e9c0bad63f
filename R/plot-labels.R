# Words and numbers beside the marks of roc_plot(). All are one layer, in which a text that would
# cover an earlier one is left out.

label_frame <- function(FPR, TPR, label, hjust, vjust) {
  data.frame(FPR = FPR, TPR = TPR, label = label, hjust = hjust, vjust = vjust)
}

# The text of a point lies on the side where its curve has no points, and within the panel.
labels_of_points <- function(points, label) {
  above_chance <- points$TPR >= points$FPR
  room <- ifelse(above_chance, points$FPR < 0.8, points$FPR > 0.2)
  # At the very corner the curve comes from below or from the left.
  corner <- points$FPR == 1
  away <- ifelse(room | corner, 1.5, 2.3)
  inside <- ifelse(above_chance, points$TPR > 0.06, points$TPR < 0.94)
  below <- above_chance == inside
  hjust <- ifelse(room, -0.15, ifelse(corner, 1.4, 1))
  label_frame(points$FPR, points$TPR, label, ifelse(above_chance, hjust, 1 - hjust),
              ifelse(below, away, 1 - away))
}

# What a fit put in front of a column, group and score.
front_of <- function(column, rows) {
  unname(as.list(plain_frame(rows))[seq_len(match(column, names(rows)) - 1L)])
}

# By that; of a plain curve the name `alone`.
names_before <- function(column, rows, alone) {
  joined_names(front_of(column, rows), rows, alone)
}

joined_names <- function(front, rows, alone) {
  if (length(front) == 0L) rep(alone, nrow(rows)) else do.call(paste, front)
}

# The same as far as it tells rows apart, for legends.
short_names_before <- function(column, rows, alone) {
  front <- front_of(column, rows)
  varies <- vapply(front, function(x) length(unique(x)) > 1L, NA)
  joined_names(if (any(varies)) front[varies] else utils::tail(front, 1L), rows, alone)
}

# The same with the prior, where a curve has several.
names_with_prior <- function(rows) {
  name <- short_names_before("prior", rows, "")
  several <- any(tapply(rows$prior, name, function(prior) length(unique(prior))) > 1L)
  if (!several) {
    return(name)
  }
  paste0(name, ifelse(name == "", "", ", "), "prior ", short_number(rows$prior))
}

# A rising line is named where it leaves the unit square, above which there is room.
labels_of_lines <- function(ends) {
  label_frame(ends$FPR_to, ends$TPR_to, ends$label, ends$FPR_to, -0.5)
}

threshold_text <- function(threshold) sprintf("t = %s", short_number(threshold))

short_number <- function(x) vapply(x, number, "", digits = 3L)

# What a miss costs more than a hit, to what a false alarm costs more than a right "negative". The
# first of several lines says what all have.
cost_text <- function(rows) {
  shares <- cost_shares(rows)
  ratio <- shares$FN / shares$FP
  text <- ifelse(ratio >= 1, sprintf("%s:1", short_number(ratio)),
                 sprintf("1:%s", short_number(1 / ratio)))
  if (length(unique(rows$prior)) > 1L) text <- paste0(text, ", prior ", short_number(rows$prior))
  first <- seq_along(text) == 1L
  text[first] <- paste("cost FN:FP =", text[first])
  text
}

label_layer <- function(labels, mapping = NULL, ...) {
  if (is.null(labels)) {
    return(NULL)
  }
  place <- ggplot2::aes(x = FPR, y = TPR, label = label, hjust = hjust, vjust = vjust)
  ggplot2::geom_text(joined(place, mapping), labels, ..., size = 3, check_overlap = TRUE,
                     inherit.aes = FALSE, show.legend = FALSE)
}
