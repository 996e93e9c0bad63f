# Figures of fits.

#' Plot a fit
#'
#' `plot()` draws the curves of a fit with base graphics, `autoplot()` with ggplot2. `lines()` adds the curves
#' of another fit.
#'
#' @details
#' | `type` | draws | with the arguments of |
#' |---|---|---|
#' | `"roc"` | ROC curves | `autoplot()`: [roc_plot()] |
#' | `"pr"` | precision-recall curves | [roc_pr()] |
#' | `"prg"` | precision-recall-gain curves | [roc_prg()] |
#' | `"gain"` | cumulative gain curves | [roc_gain()] |
#' | `"net_benefit"` | decision curves of scores that are probabilities; of others with `calibrated = TRUE` | [roc_net_benefit()] |
#' | `"reliability"` | the reliability diagram of scores that are probabilities | [roc_reliability()], and `band` |
#'
#' `plot(fit, type = "pr", prior = 0.1)` is `plot(roc_pr(fit, prior = 0.1))`. `"reliability"` needs
#' observations, so it does not support a table in a database or a survey design. `"calibration"` is another word for
#' it, and `"decision"` for `"net_benefit"`.
#'
#' The panel is square on any device, with ticks at quarters. The legend stands beside it on a wide device, otherwise
#' below it. Up to four curves are solid lines; up to twelve differ by colour or line type; more are an error. Where
#' both scores and groups differ, colours are those of scores and line types those of groups. All colours have a contrast of
#' at least 3:1 on white.
#'
#' The data of a ggplot keep groups and scores, so a fit by group can be drawn in facets.
#' `ggplot(fit, aes(FPR, TPR, colour = score)) + geom_path()` draws the curves from scratch.
#'
#' @param x,object A fit of [weighted_roc()], of one or several scores, or by group.
#' @param y Not used, there for the generic.
#' @param type The kind of plot, see Details.
#' @param ... Arguments by name, of the function in the table. `plot()` also accepts the arguments below,
#'   and those of [plot.default()] except for points.
#' @section Arguments of plot() and lines():
#' \describe{
#'   \item{`col`, `lty`, `lwd`}{Colours, line types and widths: one value, or one for each curve.}
#'   \item{`legend`}{`FALSE` for none, or a position in the panel, such as `"topleft"`.}
#'   \item{`add`}{`TRUE` to add the curves to a plot. `lines(fit)` is `plot(fit, add = TRUE)`. Added curves
#'     have a legend only if `legend` asks for it.}
#'   \item{`specificity`}{`TRUE` for an axis of specificity, from 1 to 0 (`type = "roc"` only).}
#' }
#'
#' @return `autoplot()`: a ggplot. `plot()` and `lines()`: the fit, invisibly.
#'
#' @section Errors:
#' `wroc_error_choice` for an unknown `type`; `wroc_error_unused` for arguments that are not used;
#' `wroc_error_curves` for more than twelve curves; and the errors of the function that is drawn.
#'
#' @family pictures
#' @examples
#' set.seed(1)
#' people <- data.frame(sick = rep(0:1, each = 60), sex = c("f", "m"))
#' people$age <- rnorm(120, 50 + 8 * people$sick, 10)
#' people$bmi <- rnorm(120, 26 + 2 * people$sick, 4)
#' fit <- weighted_roc(sick ~ age + bmi, people)
#' plot(fit, specificity = TRUE)
#' plot(weighted_roc(sick ~ age, people), lwd = 3, legend = FALSE)
#' lines(weighted_roc(sick ~ bmi, people), lty = 2)
#' plot(fit, type = "pr", prior = 0.1)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   by_sex <- weighted_roc(sick ~ age + bmi, people, by = sex)
#'   ggplot2::autoplot(by_sex) + ggplot2::facet_wrap(~sex)
#' }
#' @export
plot.weighted_roc <- function(x, y, type = c("roc", "pr", "prg", "gain", "net_benefit", "reliability"),
                              ...) classed({
  if (!missing(y)) {
    raise("unused", "plot() has no argument `y` for a fit. Did you mean `type`?", argument = "y")
  }
  type <- check_choice(known_type(type), "type")
  own <- c(formals(draw_figure)[-1L], formals(graphics::plot.default))
  if (type != "roc") {
    draw_result(graphics::plot, "plot", type, x, own, names(graphics::par()), ...)
    return(invisible(x))
  }
  # Base graphics would warn of what only ggplot2 draws, once for each part of the figure.
  refuse_arguments(setdiff(intersect(names_of(...), names(formals(roc_plot))), names(formals(draw_curves))),
                   "accepted by plot(): autoplot() and roc_plot() draw it")
  refuse_unknown(names_of(...), c(formals(draw_curves)[-1L], own), "plot(fit)", names(graphics::par()))
  draw_curves(x, ...)
  invisible(x)
})

#' @rdname plot.weighted_roc
#' @export
plot.weighted_roc_by <- plot.weighted_roc

#' @rdname plot.weighted_roc
#' @importFrom graphics lines
#' @export
lines.weighted_roc <- function(x, ...) classed(plot.weighted_roc(x, ..., add = TRUE))

#' @rdname plot.weighted_roc
#' @export
lines.weighted_roc_by <- lines.weighted_roc

# The words of other packages for the same plots.
known_type <- function(type) {
  words <- c(calibration = "reliability", calibration_curve = "reliability", decision = "net_benefit",
             decision_curve = "net_benefit", dca = "net_benefit", pr_curve = "pr", prc = "pr",
             precision_recall = "pr", roc_curve = "roc", gains = "gain", gain_curve = "gain")
  known <- is.character(type) && own_length(type) == 1L && type %in% names(words)
  if (known) words[[type]] else type
}

draw_curves <- function(fit, specificity = FALSE, ...) {
  draw_figure(roc_figure(curves_to_draw(fit), specificity), ...)
}

# The figure of what roc_<type>() returns for a fit. Arguments of that function go to it, others to the
# figure.
draw_result <- function(generic, name, type, fit, own, also, ...) {
  of_curve <- get(paste0("roc_", type))
  method <- get(paste0(name, ".roc_", type))
  refuse_unknown(names_of(...), c(formals(of_curve)[-1L], formals(method)[-1L], own),
                 sprintf("%s(fit, type = \"%s\")", name, type), also)
  args <- list(...)
  of_function <- names(args) %in% names(formals(of_curve))
  result <- do.call(of_curve, c(list(fit), args[of_function]))
  do.call(generic, c(list(result), args[!of_function]))
}

# Names of arguments, "" or NA for those that have none.
names_of <- function(...) if (is.null(...names())) rep("", ...length()) else ...names()

# `also` is not asked for before it is needed: par() may open a device.
refuse_unknown <- function(args, known, by, also = character()) {
  if (any(is.na(args) | args == "")) {
    raise("unused", sprintf("%s accepts arguments by name only.", by), argument = "...")
  }
  unknown <- setdiff(args, names(known))
  if (length(unknown) > 0L) refuse_arguments(setdiff(unknown, also), paste("accepted by", by))
}

#' @rdname plot.weighted_roc
#' @exportS3Method ggplot2::autoplot
autoplot.weighted_roc <- function(object, type = c("roc", "pr", "prg", "gain", "net_benefit", "reliability"),
                                  ...) classed({
  type <- check_choice(known_type(type), "type")
  check_ggplot2()
  if (type != "roc") {
    return(draw_result(ggplot2::autoplot, "autoplot", type, object, NULL, character(), ...))
  }
  refuse_unknown(names_of(...), formals(roc_plot)[-1L], "autoplot(fit)")
  roc_plot(object, ...)
})

#' @rdname plot.weighted_roc
#' @exportS3Method ggplot2::autoplot
autoplot.weighted_roc_by <- autoplot.weighted_roc
