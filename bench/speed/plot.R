# ns per observation against the size, one line for each implementation.

# Okabe and Ito's colours; two implementations of a colour differ in their marks.
looks <- data.frame(
  name = c(ours, "CRAN WeightedROC", "base R", "order() alone", "data.table",
           "scikit-learn", "numba", "polars, sort", "polars, group_by",
           "ROCR, unweighted", "pROC, unweighted", "DuckDB, window functions"),
  colour = c("#000000", "#D55E00", "#0072B2", "#0072B2", "#56B4E9",
             "#E69F00", "#E69F00", "#009E73", "#009E73", "#CC79A7", "#CC79A7", "#999999"),
  mark = c(16, 15, 17, 2, 18, 15, 0, 16, 1, 17, 2, 5)
)

# `size` in inches.
plot_times <- function(times, path, size = c(10, 7.5), dpi = 110) {
  shown <- times[times$comparison == "peers" & times$name %in% looks$name & times$n >= 100, ]
  shown$job <- factor(shown$job, c("curve", "area"), c("ROC curve", "area under it"))
  shown$shape <- paste(shown$shape, "scores")
  looks <- looks[looks$name %in% shown$name, ]
  shown$name <- factor(shown$name, looks$name)
  picture <- ggplot2::ggplot(
    shown, ggplot2::aes(n, cpu_ns, colour = name, shape = name, linewidth = name == ours)
  ) +
    ggplot2::geom_line() +
    ggplot2::geom_point(size = 2) +
    ggplot2::facet_grid(shape ~ job) +
    ggplot2::scale_x_log10(breaks = 10^(2:7), labels = power_of_ten) +
    ggplot2::scale_y_log10(breaks = 10^(0:5), labels = power_of_ten) +
    ggplot2::scale_colour_manual(values = looks$colour) +
    ggplot2::scale_shape_manual(values = looks$mark) +
    ggplot2::scale_linewidth_manual(values = c(0.5, 1.2), guide = "none") +
    ggplot2::labs(x = "observations", y = "CPU time, ns per observation",
                  colour = NULL, shape = NULL) +
    ggplot2::theme_bw(12) +
    ggplot2::theme(panel.grid.minor = ggplot2::element_blank())
  ggplot2::ggsave(path, picture, width = size[1L], height = size[2L], dpi = dpi)
}
