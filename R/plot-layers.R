# After Okabe and Ito, without yellow, which is too light for a line.
colours_of_curves <- c("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")

# The layers of roc_plot().

empty_plot <- function(names) {
  palette <- colours_of_curves
  lines <- c("solid", "longdash", "dotdash", "twodash", "52", "1242", "9212")
  several <- length(names) > 1L
  legend <- if (several) "legend" else "none"
  colours <- if (several) rep_len(palette, length(names)) else "#000000"
  line_types <- rep_len(lines, length(names))
  names(colours) <- names(line_types) <- names
  ggplot2::ggplot(mapping = ggplot2::aes(x = FPR, y = TPR, colour = curve)) +
    ggplot2::scale_colour_manual(name = NULL, values = colours, guide = legend) +
    ggplot2::scale_fill_manual(name = NULL, values = colours, guide = "none") +
    ggplot2::scale_linetype_manual(name = NULL, values = line_types, guide = legend) +
    ggplot2::coord_fixed(xlim = c(0, 1), ylim = c(0, 1)) +
    ggplot2::labs(x = "False positive rate", y = "True positive rate") +
    ggplot2::theme_bw() +
    ggplot2::theme(
      panel.grid.minor = ggplot2::element_blank(),
      legend.position = "bottom",
      legend.key.width = ggplot2::unit(2.5, "lines")
    )
}

# The rows of all curves, with the name of the curve in a column.
of_all <- function(curves, rows) {
  tables <- lapply(seq_along(curves), function(i) {
    table <- rows(curves[[i]])
    table$curve <- factor(rep(names(curves)[[i]], nrow(table)), names(curves))
    table
  })
  do.call(rbind, tables)
}

diagonal_layers <- function() {
  line <- data.frame(FPR = c(0, 1), TPR = c(0, 1))
  list(ggplot2::geom_path(data = line, colour = "grey60", linewidth = 0.3))
}

curve_layers <- function(curves) {
  list(ggplot2::geom_path(
    ggplot2::aes(linetype = curve), of_all(curves, path_of), linewidth = 0.7, lineend = "round"
  ))
}

hull_layers <- function(curves) {
  corners <- of_all(curves, function(curve) roc_hull(curve)[c("FPR", "TPR")])
  list(ggplot2::geom_path(data = corners, linetype = "22", linewidth = 0.5, show.legend = FALSE))
}

optimal_layers <- function(curves, costs) {
  if (is.null(costs)) {
    return(NULL)
  }
  best <- of_all(curves, function(curve) {
    do.call(roc_optimal, c(list(curve), costs))[c("FPR", "TPR")]
  })
  lines <- of_all(curves, function(curve) ends_of(do.call(roc_isocost, c(list(curve), costs))))
  list(
    ggplot2::geom_path(data = lines, linetype = "dotted", linewidth = 0.5, show.legend = FALSE),
    ggplot2::geom_point(data = best, size = 2.5, show.legend = FALSE)
  )
}

bound_layers <- function(curves, bound, argument) {
  if (is.null(bound)) {
    return(NULL)
  }
  bound <- check_numbers(bound, argument, rate_range)
  if (length(bound) == 0L) {
    return(NULL)
  }
  rules <- of_all(curves, function(curve) rule_points(curve, bound, argument))
  line <- if (argument == "max_FPR") {
    ggplot2::geom_vline(xintercept = bound, colour = "grey40", linewidth = 0.3)
  } else {
    ggplot2::geom_hline(yintercept = 1 - bound, colour = "grey40", linewidth = 0.3)
  }
  list(
    line,
    ggplot2::geom_point(data = rules[rules$mixed, ], shape = 5, size = 2.5, show.legend = FALSE),
    ggplot2::geom_point(data = rules[!rules$mixed, ], shape = 18, size = 3.5, show.legend = FALSE)
  )
}

# The point of the best threshold, and that of the curve at the bound.
rule_points <- function(curve, bound, argument) {
  rule <- do.call(roc_neyman_pearson, structure(list(curve, bound), names = c("curve", argument)))
  mixed <- if (argument == "max_FPR") {
    data.frame(FPR = rule$max_FPR, TPR = rule$TPR_curve, mixed = TRUE)
  } else {
    data.frame(FPR = rule$FPR_curve, TPR = 1 - rule$max_FNR, mixed = TRUE)
  }
  rbind(mixed[rule$probability > 0, ], cbind(rule[c("FPR", "TPR")], mixed = FALSE))
}

threshold_layers <- function(curves, thresholds) {
  if (is.null(thresholds)) {
    return(NULL)
  }
  thresholds <- check_numbers(thresholds, "thresholds", any_number)
  marks <- of_all(curves, function(curve) {
    roc_at(curve, thresholds)[c("FPR", "TPR", "threshold")]
  })
  marks$label <- vapply(marks$threshold, format, "", digits = 3L)
  list(
    ggplot2::geom_point(data = marks, size = 1.5, show.legend = FALSE),
    # To the lower right, where there is no curve, unless there is no room either.
    ggplot2::geom_text(
      ggplot2::aes(label = label, hjust = ifelse(FPR > 0.9, 1.2, -0.25)), marks, vjust = 1.3,
      size = 3, check_overlap = TRUE, show.legend = FALSE
    )
  )
}

area_layers <- function(shapes) {
  list(ggplot2::geom_polygon(
    ggplot2::aes(fill = curve), shapes, colour = NA, alpha = 0.2, show.legend = FALSE
  ))
}

band_layers <- function(bands, curves) {
  shapes <- lapply(seq_along(bands), function(i) {
    shape <- within_band(bands[[i]])
    shape$curve <- factor(rep(names(bands)[[i]], nrow(shape)), names(curves))
    shape
  })
  if (length(shapes) > 0L) area_layers(do.call(rbind, shapes))
}

partial_layers <- function(curves, interval) {
  if (is.null(interval)) {
    return(NULL)
  }
  area_layers(of_all(curves, function(curve) {
    # Checks the interval.
    do.call(roc_partial_auc, c(list(curve), interval))
    if (is.null(interval$FPR)) beside(curve, interval$TPR) else below(curve, interval$FPR)
  }))
}

cost_area_layers <- function(curves, costs) {
  if (is.null(costs)) {
    return(NULL)
  }
  line_of <- function(curve) {
    line <- do.call(roc_cost_auc, c(list(curve), costs))
    if (nrow(line) != 1L) {
      raise("length", "`cost_area` must have one cost.", argument = "cost_area",
            length = nrow(line), expected = 1L)
    }
    line
  }
  lines <- of_all(curves, function(curve) ends_of(line_of(curve)))
  c(
    area_layers(of_all(curves, function(curve) above(path_of(curve), line_of(curve)))),
    list(ggplot2::geom_path(data = lines, linetype = "dotdash", linewidth = 0.3,
                            show.legend = FALSE))
  )
}

# Columns that the layers above name.
utils::globalVariables(c("FPR", "TPR", "curve", "label"))
