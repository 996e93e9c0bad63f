# Where things are on the page, for whatever fonts there are: boxes, no bitmaps.

# Longer than CRAN allows.
skip_on_cran()

sizes <- list(c(3.3, 3.3), c(6, 5), c(9, 4))

people_of_groups <- function(n = 240) {
  set.seed(1)
  people <- data.frame(sick = rep(0:1, n / 2), sex = rep(c("f", "f", "m", "m"), n / 4))
  for (i in 1:12) people[[paste0("s", i)]] <- rnorm(n, people$sick * i / 6)
  people
}

fit_of <- function(scores, ...) {
  weighted_roc(stats::reformulate(scores, "sick"), people_of_groups(), ...)
}

# Contrast of the Web Content Accessibility Guidelines, on white.
contrast_on_white <- function(colour) {
  x <- grDevices::col2rgb(colour) / 255
  linear <- ifelse(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055)^2.4)
  1.05 / (0.05 + colSums(c(0.2126, 0.7152, 0.0722) * linear))
}

test_that("up to twelve curves have colours of 3:1 contrast on white and differ by them and line types", {
  figure <- list(paths = data.frame(curve = factor(letters[1:12])), width = 2)
  style <- style_of(figure)
  expect_true(all(contrast_on_white(style$colour) >= 3))
  expect_identical(anyDuplicated(data.frame(style$colour, style$line)), 0L)
  expect_identical(contrast_on_white("white"), 1)
  expect_equal(contrast_on_white("black"), 21)
  expect_identical(unname(style_of(figure, col = "red", lwd = 3)$width), rep(3, 12))
  skip_if_not_installed("ggplot2", "3.4.0")
  # The hull differs from its curve by both.
  paths <- lapply(drawn(roc_plot(fit_of("s6"), hull = TRUE), "GeomPath"), function(path) {
    unique(path[c("colour", "linetype")])
  })
  expect_false(paths[[1]]$colour == paths[[2]]$colour)
  expect_false(paths[[1]]$linetype == paths[[2]]$linetype)
  expect_gte(contrast_on_white(paths[[1]]$colour), 3)
})

# The coordinates of the plot that base graphics have just drawn.
after_drawing <- function(draw, width, height) {
  grDevices::pdf(NULL, width, height)
  on.exit(grDevices::dev.off())
  before <- graphics::par("pty")
  force(draw)
  expect_identical(graphics::par("pty"), before)
  graphics::par("pin", "usr", "xaxp", "yaxp", "plt")
}

test_that("a plot of base graphics is square on any device, with ticks at quarters", {
  fit <- fit_of(c("s3", "s6"))
  for (size in sizes) {
    for (type in c("roc", "pr", "prg", "gain")) {
      found <- after_drawing(plot(fit, type = type), size[[1L]], size[[2L]])
      expect_equal(found$pin[[1L]], found$pin[[2L]])
      # As long as the device allows, and what is added later is where it should be.
      expect_gt(found$pin[[1L]], min(size) / 3)
      expect_equal(diff(found$plt[1:2]) * size[[1L]], found$pin[[1L]])
      expect_equal(c(found$xaxp, found$yaxp), c(0, 1, 4, 0, 1, 4))
    }
  }
  zoomed <- after_drawing(plot(fit, xlim = c(0, 0.2)), 5, 5)
  expect_equal(zoomed$xaxp[1:2], c(0, 0.2))
})

lines_of_pdf <- function(draw) {
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  grDevices::pdf(file, compress = FALSE)
  tryCatch(draw, finally = grDevices::dev.off())
  iconv(readLines(file, warn = FALSE), "latin1", "ASCII", sub = "?")
}

# Strings without kerning, where they begin, and whether they are not turned.
texts_of_pdf <- function(draw) {
  lines <- grep("Tm [(].*[)] Tj$", lines_of_pdf(draw), value = TRUE)
  numbers <- strsplit(sub(" Tm .*", "", sub(".* Tf ", "", lines)), " ", fixed = TRUE)
  at <- matrix(as.numeric(unlist(numbers)), ncol = 6L, byrow = TRUE)
  data.frame(x = at[, 5L], y = at[, 6L], upright = at[, 2L] == 0, text = sub(".* Tm [(](.*)[)] Tj$", "\\1", lines))
}

test_that("lines() and `add` keep the axes, and a legend stands only where it is asked for", {
  fit <- fit_of("s3")
  other <- fit_of("s6")
  draw <- function(...) {
    after_drawing({
      plot(fit, legend = FALSE)
      expect_identical(lines(other, ...), other)
      expect_invisible(lines(other, ...))
    }, 5, 5)
  }
  expect_identical(draw()$usr, after_drawing(plot(fit), 5, 5)$usr)
  expect_identical(draw(col = "red", legend = "topleft")$usr, draw()$usr)
  named <- sprintf("s3 \\(%.2f\\)", auc_ci(fit)$estimate)
  expect_true(named %in% texts_of_pdf(plot(fit))$text)
  expect_false(named %in% texts_of_pdf(plot(fit, legend = FALSE))$text)
  expect_false(any(grepl("s6", texts_of_pdf({
    plot(fit, legend = FALSE)
    lines(other)
  })$text)))
  expect_true(any(grepl("s6", texts_of_pdf({
    plot(fit, legend = FALSE)
    plot(other, add = TRUE, legend = "topleft")
  })$text)))
  # The chance line stands once.
  grey <- function(draw) sum(grepl("^0[.]600 0[.]600 0[.]600 SCN", lines_of_pdf(draw)))
  expect_identical(grey(plot(fit)), 1L)
  expect_identical(grey({
    plot(fit)
    lines(other)
  }), 1L)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_refused(
    "choice legend" = plot(fit, legend = "nowhere"), "type add" = plot(fit, add = NA),
    "type specificity" = plot(fit, specificity = "yes"), "unused main" = lines(fit, main = "no title"),
    "unused specificity" = plot(fit, type = "pr", specificity = TRUE), "choice type" = plot(fit, type = "calibrate")
  )
})

test_that("the axis of specificity runs from 1 to 0 and leaves points where they are", {
  at_bottom <- function(...) {
    texts <- texts_of_pdf(plot(fit_of("s3"), legend = FALSE, ...))
    numbers <- suppressWarnings(as.numeric(texts$text))
    # Tick labels of the x axis have the same height.
    here <- texts$upright & !is.na(numbers) & stats::ave(texts$y, round(texts$y), FUN = length) > 1
    numbers[here][order(texts$x[here])]
  }
  expect_identical(at_bottom(), c(0, 0.25, 0.5, 0.75, 1))
  expect_identical(at_bottom(specificity = TRUE), c(1, 0.75, 0.5, 0.25, 0))
  expect_identical(at_bottom(specificity = TRUE, xaxt = "n"), numeric())
  zoomed <- at_bottom(specificity = TRUE, xlim = c(0, 0.2))
  expect_identical(c(zoomed[[1]], zoomed[[length(zoomed)]]), c(1, 0.8))
  skip_if_not_installed("ggplot2", "3.4.0")
  fit <- fit_of("s6")
  plain <- roc_plot(fit)
  plot <- roc_plot(fit, specificity = TRUE)
  labels <- ggplot2::ggplot_build(plot)$layout$panel_params[[1L]]$x$get_labels()
  expect_identical(as.numeric(labels), c(1, 0.75, 0.5, 0.25, 0))
  expect_equal(ggplot2::layer_data(plot, 2L), ggplot2::layer_data(plain, 2L))
  expect_identical(plot$labels$x, "Specificity")
})

test_that("panels of ggplots are square", {
  skip_if_not_installed("ggplot2", "3.4.0")
  for (plot in list(roc_plot(fit_of("s3")), roc_plot(fit_of(paste0("s", 1:12))))) {
    for (size in sizes) {
      panel <- panels_on_page(plot, width = size[[1L]], height = size[[2L]])
      expect_equal(panel[[1, "right"]] - panel[[1, "left"]], panel[[1, "top"]] - panel[[1, "bottom"]])
    }
  }
})

test_that("labels lie within the panel and do not overlap, and none of few is lost", {
  skip_if_not_installed("ggplot2", "3.4.0")
  one <- fit_of("s6")
  plots <- list(
    list(roc_plot(one, hull = TRUE, optimal = list(cost_FN = c(1, 2, 4))), 8L),
    list(roc_plot(one, cost_area = list(cost_FN = c(1, 2, 4)), thresholds = c(0, 0.01, 0.02)), 7L),
    list(roc_plot(fit_of(c("s3", "s6", "s9")), hull = TRUE, optimal = TRUE, max_FPR = 0.1, max_FNR = 0.1),
         NULL),
    list(roc_plot(one, max_FPR = c(0, 0.01), max_FNR = c(0, 0.01)), NULL),
    list(ggplot2::autoplot(roc_reject(fit_of(c("s3", "s6")), cost_reject = c(0.1, 0.2))), NULL),
    list(ggplot2::autoplot(one, type = "pr"), 4L),
    list(roc_plot_scores(one, threshold = c(0, 0.05, 3)), 3L)
  )
  for (plot in plots) {
    for (size in sizes) {
      boxes <- labels_on_page(plot[[1L]], width = size[[1L]], height = size[[2L]])
      expect_apart(boxes)
      expect_within(boxes, panels_on_page(plot[[1L]], width = size[[1L]], height = size[[2L]]))
      if (!is.null(plot[[2L]])) expect_identical(nrow(boxes), plot[[2L]])
    }
  }
})

test_that("a label that fits nowhere is left out", {
  place <- function(...) places_of_boxes(..., hjust = rep(0.5, 3), vjust = rep(0.5, 3), panel = c(1, 1))
  found <- place(x = rep(0.5, 3), y = rep(0.5, 3), width = c(0.9, 2, 0.9), height = rep(0.9, 3))
  expect_identical(is.na(found$left), c(FALSE, TRUE, TRUE))
  found <- place(x = rep(0.5, 3), y = rep(0.5, 3), width = rep(0.2, 3), height = rep(0.1, 3))
  expect_identical(anyNA(found$left), FALSE)
  expect_equal(c(found$left[[1]], found$bottom[[1]]), c(0.4, 0.45))
})

test_that("long names never leave the page, in a legend or as a label; at the bottom a legend is horizontal", {
  skip_if_not_installed("ggplot2", "3.4.0")
  long <- c(paste(rep("a long name of a score", 6), collapse = " "), strrep("endless", 12), "short")
  curves <- stats::setNames(fit_of(c("s3", "s6", "s9"))$curves, long)
  areas <- data.frame(score = long, estimate = 0.71, conf.low = 0.66, conf.high = 0.75)
  for (size in sizes) {
    page <- c(0, 0, size)
    for (plot in list(roc_plot(curves), roc_plot(curves, areas = areas),
                      roc_plot(curves) + ggplot2::theme(legend.position = "bottom"))) {
      names <- boxes_on_page(plot, "^guide.label.titleGrob", size[[1L]], size[[2L]])
      expect_identical(nrow(names), 3L)
      expect_within(names, page)
    }
    label <- labels_on_page(roc_plot(curves[1]), width = size[[1L]], height = size[[2L]])
    expect_within(label, panels_on_page(roc_plot(curves[1]), width = size[[1L]], height = size[[2L]]))
  }
  # Names stay distinct, and short ones as they are.
  alike <- paste(strrep("word ", 40), c("one", "two"))
  expect_identical(anyDuplicated(wrapped(alike)), 0L)
  expect_identical(wrapped(c("age", "bmi", "age")), c("age", "bmi", "age"))
  expect_true(all(nchar(unlist(strsplit(wrapped(long), "\n"))) <= 31))
  for (scores in list(c("s3", "s6"), paste0("s", 1:12))) {
    plot <- roc_plot(fit_of(scores)) + ggplot2::theme(legend.position = "bottom")
    for (size in sizes) {
      names <- boxes_on_page(plot, "^guide.label.titleGrob", size[[1L]], size[[2L]])
      expect_within(names, c(0, 0, size))
      expect_apart(names)
      expect_gt(length(unique(round(names[, "left"], 3))), 1L)
    }
  }
})

# Boxes do not meet, each as left, bottom, right and top.
expect_disjoint <- function(one, other) {
  expect_true(one[[3]] <= other[[1]] || other[[3]] <= one[[1]] || one[[4]] <= other[[2]] || other[[4]] <= one[[2]])
}

forty <- sprintf("a marker whose name has forty letters %02d", 1:12)

named_forty <- function(count) {
  scores <- people_of_groups()[paste0("s", seq_len(count))]
  weighted_roc(stats::setNames(lapply(scores, stats::plogis), forty[seq_len(count)]), people_of_groups()$sick)
}

test_that("base graphics: legends are on the page and not over the panel, which fills the device", {
  for (count in c(1, 3, 12)) {
    fit <- named_forty(count)
    for (size in sizes) {
      for (type in c("roc", "pr", "gain", "net_benefit", "reliability")) {
        figure <- switch(type, roc = roc_figure(curves_to_draw(fit), FALSE), pr = figure_of_pr(roc_pr(fit)),
                         gain = figure_of_gain(roc_gain(fit)),
                         net_benefit = figure_of_net_benefit(roc_net_benefit(fit)),
                         reliability = figure_of_reliability(roc_reliability(fit), "none"))
        grDevices::pdf(NULL, size[[1L]], size[[2L]])
        places <- draw_figure(figure)
        grDevices::dev.off()
        expect_within(matrix(places$panel, 1), c(0, 0, size))
        if (count > 1 || type == "net_benefit") {
          expect_within(matrix(places$legend, 1), c(0, 0, size))
          expect_disjoint(places$legend, places$panel)
          # Beside a panel on a wide page, below it on others.
          expect_identical(places$legend[[1]] >= places$panel[[3]], size[[1]] > 1.4 * size[[2]])
        } else if (type != "roc") {
          expect_gt(diff(places$panel[c(2, 4)]), size[[2]] - 1.2)
        }
        expect_gt(min(diff(places$panel[c(1, 3)]), diff(places$panel[c(2, 4)])), 0.25 * min(size))
      }
    }
  }
})

test_that("margins and the shape of the panel are back when the next plot begins", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  before <- graphics::par("mar", "pty", "las", "mgp")
  plot(fit_of(c("s3", "s6")))
  during <- graphics::par("usr", "plt")
  lines(fit_of("s9"))
  expect_identical(graphics::par("usr", "plt"), during)
  graphics::plot.default(1)
  expect_equal(graphics::par("mar", "pty", "las", "mgp"), before)
  expect_length(Filter(is_restoring, getHook("before.plot.new")), 0L)
  # A user's own margins stay.
  graphics::par(mar = c(3, 3, 3, 3))
  plot(fit_of(c("s3", "s6")))
  expect_equal(graphics::par("mar"), c(3, 3, 3, 3))
})

test_that("base graphics: tick labels are horizontal, none is dropped, and titles are whole", {
  for (size in sizes) {
    file <- tempfile(fileext = ".pdf")
    grDevices::pdf(file, size[[1L]], size[[2L]], compress = FALSE)
    plot(named_forty(12))
    grDevices::dev.off()
    lines <- iconv(readLines(file, warn = FALSE), "latin1", "ASCII", sub = "?")
    unlink(file)
    ticks <- grep(" Tm [(](0|1|0[.](25|5|75))[)] Tj$", lines, value = TRUE)
    expect_length(ticks, 10L)
    numbers <- strsplit(sub(" Tm .*", "", sub(".* Tf ", "", ticks)), " ", fixed = TRUE)
    expect_true(all(vapply(numbers, function(x) as.numeric(x[[2]]) == 0, NA)))
  }
})

test_that("ggplots: legends and titles are on the page, whole, and not over the panel", {
  skip_if_not_installed("ggplot2", "3.4.0")
  for (count in c(3, 12)) {
    fit <- named_forty(count)
    for (size in sizes) {
      for (draw in list(roc_plot, function(fit) ggplot2::autoplot(fit, type = "net_benefit"))) {
        grDevices::pdf(NULL, size[[1L]], size[[2L]])
        plot <- draw(fit)
        grDevices::dev.off()
        names <- boxes_on_page(plot, "^guide.label.titleGrob", size[[1L]], size[[2L]])
        panel <- panels_on_page(plot, width = size[[1L]], height = size[[2L]])
        expect_within(names, c(0, 0, size))
        expect_within(boxes_on_page(plot, "^axis.title", size[[1L]], size[[2L]]), c(0, 0, size))
        for (i in seq_len(nrow(names))) expect_disjoint(names[i, ], panel[1, ])
        expect_identical(plot$theme$legend.position, if (size[[1]] > 1.4 * size[[2]]) "right" else "bottom")
        expect_gt(panel[[1, "top"]] - panel[[1, "bottom"]], 0.25 * size[[2]])
      }
    }
  }
  # In the order of the scores.
  expect_identical(levels(roc_plot(fit, areas = FALSE)$data$curve), forty)
})

titles_of_legends <- function(plot) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  grid::grid.draw(ggplot2::ggplotGrob(plot))
  grid::grid.force()
  grobs <- grid::grid.grep("title", grep = TRUE, global = TRUE)
  unlist(lapply(grobs, function(path) grid::grid.get(path)$label))
}

test_that("a user's scale of colours replaces ours without a message, and no theme brings a title of the legend", {
  skip_if_not_installed("ggplot2", "3.4.0")
  plot <- roc_plot(fit_of(c("s3", "s6")), band = roc_band(fit_of(c("s3", "s6")), at = c(0.2, 0.5, 0.8)))
  own <- expect_silent(plot + ggplot2::scale_colour_manual(values = c("red", "blue")) +
                         ggplot2::scale_x_continuous(breaks = 0.5))
  expect_setequal(drawn(own, "GeomPath")[[1]]$colour, c("red", "blue"))
  # Bands have the colours of their curves.
  expect_identical(lengths(lapply(drawn(own, "GeomRibbon"), function(data) unique(data$fill))), 2L)
  expect_setequal(drawn(own, "GeomRibbon")[[1]]$fill, c("red", "blue"))
  for (theme in list(ggplot2::theme_gray(), ggplot2::theme_classic())) {
    expect_false("curve" %in% titles_of_legends(plot + theme))
    expect_false("curve" %in% titles_of_legends(own + theme))
  }
  expect_message(own + ggplot2::scale_colour_manual(values = c("green", "blue")), "already present")
})

test_that("colours are scores and line types groups, in facets titled by the group, with ticks at 0, 0.5 and 1", {
  skip_if_not_installed("ggplot2", "3.4.0")
  by_sex <- weighted_roc(sick ~ s3 + s6, people_of_groups(), by = sex)
  path <- drawn(roc_plot(by_sex), "GeomPath")[[1]]
  looks <- unique(path[c("colour", "linetype")])
  expect_identical(nrow(looks), 4L)
  expect_identical(c(length(unique(looks$colour)), length(unique(looks$linetype))), c(2L, 2L))
  facets <- ggplot2::ggplot_build(roc_plot(by_sex) + ggplot2::facet_wrap(~sex))
  path <- facets$data[[2]]
  expect_identical(unique(path$colour[path$PANEL == 1]), unique(path$colour[path$PANEL == 2]))
  expect_identical(facets$layout$panel_params[[1]]$x$get_labels(), c("0", "0.5", "1"))
  people <- transform(people_of_groups(), p1 = stats::plogis(s3), p2 = stats::plogis(s6))
  strips <- function(plot) {
    grDevices::pdf(NULL)
    on.exit(grDevices::dev.off())
    grid::grid.draw(ggplot2::ggplotGrob(plot))
    grid::grid.force()
    found <- Filter(function(path) inherits(grid::grid.get(path), "text"),
                    grid::grid.grep("strip.text", grep = TRUE, global = TRUE))
    vapply(found, function(path) grid::grid.get(path)$label, "")
  }
  by <- weighted_roc(sick ~ p1 + p2, people[-(1:30), ], by = sex)
  expect_setequal(strips(ggplot2::autoplot(by, type = "net_benefit")), c("sex: f", "sex: m"))
  one <- weighted_roc(sick ~ p1 + p2, people)
  priors <- ggplot2::autoplot(one, type = "net_benefit", prior = c(0.1, 0.2))
  expect_setequal(strips(priors), c("prior: 0.1", "prior: 0.2"))
})

test_that("decision curves: references differ, axes show positive net benefit, and differences are named", {
  people <- transform(people_of_groups(), p1 = stats::plogis(s3 - 3), p2 = stats::plogis(s9 - 3))
  fit <- weighted_roc(sick ~ p1 + p2, people)
  figure <- figure_of_net_benefit(roc_net_benefit(fit, prior = 0.05))
  style <- style_of(figure)
  expect_false(style$line[["treat all"]] == style$line[["treat none"]])
  expect_false(style$colour[["treat all"]] == style$colour[["treat none"]])
  expect_lt(figure$xlim[[2]], 0.9)
  useful <- figure$paths[figure$paths$y > 0.001, ]
  expect_true(all(useful$x <= figure$xlim[[2]]))
  # Thresholds that are asked for are shown.
  expect_identical(figure_of_net_benefit(roc_net_benefit(fit, threshold = c(0.2, 0.8)))$xlim, c(0.2, 0.8))
  expect_match(figure_of_net_benefit(roc_net_benefit(fit, difference = TRUE))$ylab, "p1 - p2", fixed = TRUE)
})

test_that("calibration: limits follow the forecasts, histograms are beside each other and have numbers", {
  people <- transform(people_of_groups(), p1 = stats::plogis(s3 - 4), p2 = stats::plogis(s9 - 4))
  rows <- roc_reliability(weighted_roc(sick ~ p1 + p2, people))
  rows$probability <- rows$probability / 4
  figure <- figure_of_reliability(rows, "none")
  highest <- max(rows$forecast, rows$probability)
  expect_gte(figure$xlim[[2]], highest)
  expect_lte(figure$xlim[[2]], max(highest + 0.1, 0.1))
  bars <- figure$marks[[1]]$data
  tops <- tapply(bars$height, bars$curve, max)
  bases <- tapply(bars$base, bars$curve, min)
  expect_lte(tops[["p1"]], bases[["p2"]])
  expect_match(figure$marks[[2]]$data$label, "^[0-9.]+%$")
  many <- figure_of_reliability(roc_reliability(named_forty(12)), "none")
  expect_length(Filter(function(mark) mark$kind == "bars", many$marks), 0L)
})

test_that("groups are columns of every layer that belongs to one, for facets", {
  skip_if_not_installed("ggplot2", "3.4.0")
  by <- fit_of(c("s3", "s6"), by = people_of_groups()$sex)
  by_sex <- weighted_roc(sick ~ s3 + s6, people_of_groups(), by = sex)
  expect_identical(nrow(panels_on_page(roc_plot(by) + ggplot2::facet_wrap(~group))), 2L)
  plot <- roc_plot(by_sex, hull = TRUE, optimal = TRUE, partial = list(FPR = c(0, 0.1)), thresholds = 1,
                   band = roc_band(by_sex, at = c(0.1, 0.5))) + ggplot2::facet_wrap(~sex)
  built <- ggplot2::ggplot_build(plot)
  for (i in seq_along(plot$layers)) {
    data <- plot$layers[[i]]$data
    if (inherits(data, "waiver")) data <- plot$data
    if (nrow(data) == 1L) next
    expect_true(all(c("sex", "score") %in% names(data)))
    # A panel has the rows of its own group.
    expect_identical(as.vector(table(built$data[[i]]$PANEL)), as.vector(table(data$sex)))
  }
  expect_identical(nrow(panels_on_page(plot)), 2L)
  for (type in c("pr", "prg", "gain")) {
    plot <- ggplot2::autoplot(by_sex, type = type) + ggplot2::facet_wrap(~sex)
    expect_identical(nrow(panels_on_page(plot)), 2L)
    colours <- split(ggplot2::layer_data(plot, length(plot$layers))$colour,
                     ggplot2::layer_data(plot, length(plot$layers))$PANEL)
    expect_identical(lengths(lapply(colours, unique), use.names = FALSE), c(2L, 2L))
  }
})

test_that("each cost-based area says its size and its maximum", {
  skip_if_not_installed("ggplot2", "3.4.0")
  curve <- some_curve()
  costs <- list(cost_FN = c(1, 2, 4))
  labels <- texts(roc_plot(curve, cost_area = costs))$label
  of <- function(name) {
    measure <- roc_measure(name, cost_FN = costs$cost_FN)
    roc_estimate(curve, measure = measure, conf.level = NULL)$estimate
  }
  expect_true(all(sprintf("%s\npAUC %.2f of %.2f", c("cost FN:FP = 1:1", "2:1", "4:1"), of("cost_AUC"),
                          of("cost_AUC_max")) %in% labels))
})

test_that("treating all and none stand in the legend of decision curves", {
  skip_if_not_installed("ggplot2", "3.4.0")
  people <- people_of_groups()
  people$risk <- stats::plogis(people$s9)
  plot <- ggplot2::autoplot(weighted_roc(sick ~ risk, people), type = "net_benefit")
  expect_identical(ggplot2::ggplot_build(plot)$plot$scales$get_scales("colour")$get_labels(),
                   c("risk", "treat all", "treat none"))
  expect_length(drawn(plot, "GeomText"), 0L)
  for (size in sizes) {
    expect_within(boxes_on_page(plot, "^guide.label.titleGrob", size[[1L]], size[[2L]]), c(0, 0, size))
  }
})

test_that("intervals of precision and gain are drawn where they are", {
  fit <- fit_of(c("s3", "s9"))
  for (rows in list(roc_pr(fit, conf.level = 0.9), roc_gain(fit, conf.level = 0.9, R = 20))) {
    along <- if (inherits(rows, "roc_pr")) "recall" else "share"
    figure <- if (inherits(rows, "roc_pr")) figure_of_pr(rows) else figure_of_gain(rows)
    ribbon <- Filter(function(mark) mark$kind == "ribbon", figure$marks)
    expect_length(ribbon, 1L)
    known <- rows[!is.na(rows$conf.low), ]
    known <- known[order(known$score, known[[along]]), ]
    drawn <- ribbon[[1L]]$data
    drawn <- drawn[order(as.character(drawn$curve)), ]
    expect_identical(drawn$at, known[[along]])
    expect_identical(c(drawn$low, drawn$high), c(known$conf.low, known$conf.high))
    expect_silent(draw_nowhere <- after_drawing(plot(rows), 5, 5))
  }
})

test_that("words of other packages for a type of plot draw the same", {
  skip_if_not_installed("ggplot2")
  fit <- weighted_roc(am ~ plogis(mpg - 20), mtcars)
  same <- c(calibration = "reliability", decision = "net_benefit", precision_recall = "pr")
  for (word in names(same)) {
    drawn <- lapply(c(word, same[[word]]), function(type) ggplot2::layer_data(ggplot2::autoplot(fit, type = type)))
    expect_identical(drawn[[1L]], drawn[[2L]])
  }
  expect_error(plot(fit, type = "calibrate"), class = "wroc_error_choice")
})
