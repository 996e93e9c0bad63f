# What roc_plot() marks on curves: layers, and the labels that belong to them.

marked <- function(layers, labels) list(layers = layers, labels = labels)

diagonal_layer <- function() {
  ends <- data.frame(FPR = 0, TPR = 0, FPR_to = 1, TPR_to = 1)
  segment_layer(ends, colour = "grey60", linewidth = 0.3)
}

# Lines end with the unit square, which those of geom_abline() do not.
segment_layer <- function(ends, mapping = ggplot2::aes(), ...) {
  place <- ggplot2::aes(x = FPR, y = TPR, xend = FPR_to, yend = TPR_to)
  ggplot2::geom_segment(joined(place, mapping), ends, ..., inherit.aes = FALSE,
                        show.legend = FALSE)
}

joined <- function(mapping, more) {
  mapping[names(more)] <- more
  mapping
}

by_curve <- function() ggplot2::aes(colour = curve)

# The area of a single curve, which has no legend, where it has no points.
area_marks <- function(curves) {
  if (length(curves) > 1L || names(curves) == "") {
    return(NULL)
  }
  low <- area_below(curves[[1L]]) < 0.5
  marked(NULL, label_frame(as.numeric(!low), as.numeric(low), names(curves), as.numeric(!low),
                           as.numeric(low)))
}

hull_marks <- function(curves) {
  hulls <- lapply(curves, roc_hull)
  corners <- of_all(hulls, function(hull) plain_frame(hull)[c("FPR", "TPR")])
  labels <- do.call(rbind, Map(hull_label, hulls, curves))
  marked(ggplot2::geom_path(data = corners, linetype = "22", linewidth = 0.4,
                            show.legend = FALSE),
         labels)
}

# The name of a hull stands where it is farthest from its curve.
hull_label <- function(hull, curve) {
  below <- function(path) {
    c(0, cumsum(-diff(path$FPR) * (path$TPR[-1L] + path$TPR[-nrow(path)]) / 2))
  }
  on_hull <- match(hull$threshold, curve$threshold)
  # The last of several thresholds of Inf.
  on_hull[length(on_hull)] <- nrow(curve)
  gap <- diff(below(hull)) - diff(below(curve)[on_hull])
  edge <- which.max(gap) + 0:1
  label_frame(mean(hull$FPR[edge]), mean(hull$TPR[edge]), "hull", 1.1, -0.3)
}

optimal_marks <- function(curves, costs) {
  if (is.null(costs)) {
    return(NULL)
  }
  best <- of_all(curves, function(curve) {
    plain_frame(do.call(roc_optimal, c(list(curve), costs)))[c("FPR", "TPR", "threshold")]
  })
  lines <- of_all(curves, function(curve) {
    named_ends(do.call(roc_isocost, c(list(curve), costs)))
  })
  marked(
    list(
      segment_layer(lines, by_curve(), linetype = "dotted", linewidth = 0.5),
      ggplot2::geom_point(data = best, size = 2.5, show.legend = FALSE)
    ),
    rbind(labels_of_points(best, threshold_text(best$threshold)),
          labels_of_lines(lines))
  )
}

bound_marks <- function(curves, bound, argument) {
  if (is.null(bound)) {
    return(NULL)
  }
  bound <- check_numbers(bound, argument, rate_range)
  if (length(bound) == 0L) {
    return(NULL)
  }
  rules <- of_all(curves, function(curve) rule_points(curve, bound, argument))
  best <- rules[!rules$mixed, ]
  text <- sprintf("%s <= %s", sub("max_", "", argument), short_number(bound))
  if (argument == "max_FPR") {
    line <- ggplot2::geom_vline(xintercept = bound, colour = "grey40", linewidth = 0.3)
    label <- label_frame(bound, 0, text, ifelse(bound < 0.7, -0.1, 1.1), 1.5)
  } else {
    line <- ggplot2::geom_hline(yintercept = 1 - bound, colour = "grey40", linewidth = 0.3)
    label <- label_frame(1, 1 - bound, text, 1, ifelse(bound < 0.9, 1.5, -0.5))
  }
  marked(
    list(
      line,
      ggplot2::geom_point(data = rules[rules$mixed, ], shape = 5, size = 2.5, show.legend = FALSE),
      ggplot2::geom_point(data = best, shape = 18, size = 3.5, show.legend = FALSE)
    ),
    rbind(label, labels_of_points(best, threshold_text(best$threshold)))
  )
}

# The point of the best threshold, and that of the curve at the bound.
rule_points <- function(curve, bound, argument) {
  rule <- do.call(roc_neyman_pearson, structure(list(curve, bound), names = c("curve", argument)))
  best <- cbind(rule[c("FPR", "TPR", "threshold")], mixed = FALSE)
  at_bound <- if (argument == "max_FPR") {
    data.frame(FPR = rule$max_FPR, TPR = rule$TPR_curve, threshold = NA, mixed = TRUE)
  } else {
    data.frame(FPR = rule$FPR_curve, TPR = 1 - rule$max_FNR, threshold = NA, mixed = TRUE)
  }
  rbind(at_bound[rule$probability > 0, ], best)
}

threshold_marks <- function(curves, thresholds) {
  if (is.null(thresholds)) {
    return(NULL)
  }
  thresholds <- check_numbers(thresholds, "thresholds", any_number)
  if (isTRUE(attr(curves, "turned"))) thresholds <- -thresholds
  points <- of_all(curves, function(curve) {
    roc_at(curve, thresholds)[c("FPR", "TPR", "threshold")]
  })
  marked(ggplot2::geom_point(data = points, size = 1.5, show.legend = FALSE),
         labels_of_points(points, threshold_text(points$threshold)))
}

partial_layers <- function(curves, intervals) {
  if (is.null(intervals)) {
    return(NULL)
  }
  regions <- function(rate) {
    of_all(curves, function(curve) {
      partial_regions(curve, do.call(roc_partial_auc, c(list(curve), intervals)), rate)
    })
  }
  list(region_layer(regions("FPR"), "FPR"), region_layer(regions("TPR"), "TPR"))
}

cost_area_marks <- function(curves, costs) {
  if (is.null(costs)) {
    return(NULL)
  }
  lines_of <- function(curve) do.call(roc_cost_auc, c(list(curve), costs))
  regions <- of_all(curves, function(curve) {
    lines <- lines_of(curve)
    do.call(rbind, lapply(seq_len(nrow(lines)), function(i) region_above(curve, lines[i, ], i)))
  })
  lines <- of_all(curves, function(curve) named_ends(lines_of(curve)))
  marked(
    list(region_layer(regions, "FPR"),
         segment_layer(lines, by_curve(), linetype = "dotdash", linewidth = 0.3)),
    labels_of_lines(lines)
  )
}

band_layers <- function(bands, curves) {
  of_rate <- function(rate) {
    along <- vapply(bands, function(band) names(band)[[1L]] == rate, NA)
    if (any(along)) {
      of_all(bands[along], function(band) region(band[[rate]], band$conf.low, band$conf.high),
             names(curves))
    }
  }
  list(region_layer(of_rate("FPR"), "FPR"), region_layer(of_rate("TPR"), "TPR"))
}
