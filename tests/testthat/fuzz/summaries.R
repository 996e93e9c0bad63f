# Numbers that sum a curve up: calls of roc_summary(), and what it takes.

# Those that the contract knows, and whether they take a prior.
summaries_known <- c(KS = FALSE, AUCH = FALSE, MER = TRUE, H = TRUE, average_precision = TRUE, pr_area = TRUE,
                     prg_area = TRUE)

draw_summary <- function() {
  measure <- sample(names(summaries_known), 1L)
  x <- list(measure = measure)
  if (summaries_known[[measure]]) {
    x <- c(x, some(list(), list(prior = one_of(0.5, 0.01, 0.999, 1e-9))))
  }
  if (measure == "H") {
    x <- c(x, some(list(), list(density = one_of("prior", "ratio", c(2, 2), c(1, 1), c(0.5, 3), c(20, 4)))))
  }
  x
}

takes_density <- function(x, as_function = FALSE, by_prior = TRUE) {
  if (is.character(x)) return(by_prior && length(x) == 1L && x %in% c("prior", "ratio"))
  if (is.function(x)) return(if (as_function) NA else FALSE)
  if (isFALSE(is_numbers(x)) || length(x) != 2L || anyNA(x)) return(FALSE)
  values <- as.double(unclass(x))
  all(is_numbers(x), all(values >= 1e-3 & values <= 1e6), if (is.null(dim(x))) TRUE else NA)
}

# Measures and arguments that are not known here are left open.
takes_summary <- function(a, call) {
  if (given(a, "measure") && !is.character(a$measure)) return(takes_choice("KS")(a$measure))
  choices <- eval(formals(call$package("roc_summary"))$measure)
  taken <- optional(a, "measure", takes_choice(choices))
  if (!isTRUE(taken)) return(taken)
  measure <- if (given(a, "measure")) a$measure[[1L]] else choices[[1L]]
  if (!measure %in% names(summaries_known) || !all(names(a) %in% c("measure", "prior", "density"))) return(NA)
  all(
    optional_or_null(a, "prior", takes_probability), summaries_known[[measure]] || is.null(a$prior),
    optional(a, "density", takes_density), measure == "H" || !given(a, "density")
  )
}
