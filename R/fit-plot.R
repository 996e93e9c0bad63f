# Pictures of fits.

#' @rdname weighted_roc-methods
#' @param y Not taken, there for the generic.
#' @param type What to draw, see the section on pictures.
#' @export
plot.weighted_roc <- function(x, y, type = c("roc", "pr", "prg", "gain", "net_benefit", "reliability"),
                              ...) classed({
  if (!missing(y)) raise("unused", "`y` is not taken by plot() of a fit. Is it the `type`?", argument = "y")
  type <- check_choice(type, "type")
  if (type != "roc") {
    draw_result(graphics::plot, "plot", type, x, formals_of_plot, names(graphics::par()), ...)
    return(invisible(x))
  }
  refuse_marks(...names())
  refuse_unknown(names_of(...), c(formals(draw_curves), formals_of_plot), "plot(fit)", names(graphics::par()))
  curves <- curves_of_fit(x)
  check_few(length(curves))
  draw_curves(curves, ...)
  invisible(x)
})

#' @rdname weighted_roc-methods
#' @export
plot.weighted_roc_by <- plot.weighted_roc

# Base graphics would warn of what only ggplot2 draws, once for each part of the picture.
refuse_marks <- function(given) {
  refuse_arguments(intersect(given, names(formals(roc_plot))),
                   "taken by plot(): autoplot() and roc_plot() draw it")
}

# The picture of what roc_<type>() says of a fit. Arguments of that function go to it, others to the picture.
draw_result <- function(generic, name, type, fit, taken, also, ...) {
  of_curve <- get(paste0("roc_", type))
  picture <- get(paste0(name, ".roc_", type))
  refuse_unknown(names_of(...), c(formals(of_curve)[-1L], formals(picture)[-1L], taken),
                 sprintf("%s(fit, type = \"%s\")", name, type), also)
  given <- list(...)
  own <- names(given) %in% names(formals(of_curve))
  found <- do.call(of_curve, c(list(fit), given[own]))
  do.call(generic, c(list(found), given[!own]))
}

# Names of arguments, "" or NA for those that have none.
names_of <- function(...) if (is.null(...names())) rep("", ...length()) else ...names()

# `also` is not asked for before it is needed: par() may open a device.
refuse_unknown <- function(given, taken, by, also = character()) {
  if (any(is.na(given) | given == "")) {
    raise("unused", sprintf("%s takes arguments by name only.", by), argument = "...")
  }
  unknown <- setdiff(given, names(taken))
  if (length(unknown) > 0L) refuse_arguments(setdiff(unknown, also), paste("taken by", by))
}

formals_of_plot <- formals(graphics::plot.default)

draw_curves <- function(curves, ..., xlab = "False positive rate (1 - specificity)",
                        ylab = "True positive rate (sensitivity)", lwd = 2, asp = 1) {
  style <- style_of(names(curves))
  graphics::plot.default(c(0, 1), c(0, 1), type = "n", asp = asp, xlab = xlab, ylab = ylab, ...)
  graphics::segments(0, 0, 1, 1, col = "grey60")
  for (name in names(curves)) {
    path <- path_of(curves[[name]])
    graphics::lines(path$FPR, path$TPR, col = style$colour[[name]], lty = style$line[[name]],
                    lwd = lwd)
  }
  graphics::legend("bottomright", legend_names(curves, TRUE), col = style$colour, lty = style$line,
                   lwd = lwd, bty = "n")
}

# The curves of a fit by their scores, or by group and score; `turned` where their thresholds are.
curves_of_fit <- function(fit) {
  if (inherits(fit, "weighted_roc")) {
    check_has_curve(fit)
    return(structure(fit$curves, turned = fit$direction == "<="))
  }
  fits <- Filter(has_curve, fit$fits)
  curves <- lapply(names(fits), function(group) {
    curves <- fits[[group]]$curves
    structure(curves, names = if (length(curves) > 1L) paste(group, names(curves)) else group)
  })
  structure(do.call(c, curves), turned = fits[[1L]]$direction == "<=")
}

#' @rdname weighted_roc-methods
#' @exportS3Method ggplot2::autoplot
autoplot.weighted_roc <- function(object, type = c("roc", "pr", "prg", "gain", "net_benefit", "reliability"),
                                  ...) classed({
  type <- check_choice(type, "type")
  check_ggplot2()
  if (type != "roc") {
    return(draw_result(ggplot2::autoplot, "autoplot", type, object, NULL, character(), ...))
  }
  refuse_unknown(names_of(...), formals(roc_plot)[-1L], "autoplot(fit)")
  roc_plot(object, ...)
})

#' @rdname weighted_roc-methods
#' @exportS3Method ggplot2::autoplot
autoplot.weighted_roc_by <- autoplot.weighted_roc
