# Measures of the whole curve, and what roc_measure() takes.

# The measures that accept a prior.
whole_measures <- c(
  AUC = FALSE, gini = FALSE, concentration = TRUE, KS = FALSE, AUCH = FALSE, MER = TRUE, H = TRUE,
  H_loss = TRUE,
  H_loss_trivial = TRUE, AP = TRUE, pr_AUC = TRUE, prg_AUC = TRUE, brier = TRUE, log_loss = TRUE, MCB = TRUE,
  DSC = TRUE, UNC = TRUE, skill = TRUE, expected_cost = FALSE, expected_cost_trivial = FALSE,
  expected_cost_saved = FALSE, cost_AUC = TRUE, cost_AUC_max = TRUE, cost_AUC_ratio = TRUE
)
measures_of_density <- c("H", "H_loss", "H_loss_trivial", "expected_cost", "expected_cost_trivial",
                         "expected_cost_saved")

draw_whole_measure <- function() {
  measure <- sample(setdiff(names(whole_measures), measures_of_forecasts), 1L)
  by_prior <- startsWith(measure, "H")
  c(list(measure = measure), if (whole_measures[[measure]]) draw_prior(),
    if (measure %in% measures_of_density) {
      density <- if (by_prior) one_of("prior", "ratio", c(2, 2), c(0.5, 3)) else one_of(c(1, 1), c(2, 2),
                                                                                        c(20, 4))
      some(list(), list(density = density))
    },
    if (startsWith(measure, "cost_AUC")) some(list(), list(cost_FP = one_of(1, 0.3), cost_FN = one_of(5,
                                                                                                      20))))
}

takes_density <- function(x, as_function = FALSE, by_prior = TRUE) {
  if (is.character(x)) return(by_prior && length(x) == 1L && x %in% c("prior", "ratio"))
  if (is.function(x)) return(if (as_function) NA else FALSE)
  if (isFALSE(is_numbers(x)) || length(x) != 2L || anyNA(x)) return(FALSE)
  values <- as.double(unclass(x))
  all(is_numbers(x), all(values >= 1e-3 & values <= 1e6), if (is.null(dim(x))) TRUE else NA)
}

places_of_measures <- c("threshold", "FPR", "TPR", "share", "PPV")

# Of several measures at once, and of rules, little is said here.
takes_measure <- function(a, call) {
  if (given(a, "measure") && !is.character(a$measure)) return(FALSE)
  measure <- if (given(a, "measure")) unclass(a$measure) else "AUC"
  if (length(measure) == 0L || anyNA(measure)) return(FALSE)
  known <- c(names(whole_measures), unlist(known_at))
  if (!all(measure %in% c(known, synonyms, "prevalence", "pAUC"))) return(FALSE)
  a <- a[!vapply(a, is.null, NA)]
  place <- intersect(places_of_measures, names(a))
  bounds <- a[intersect(names_of_bounds, names(a))]
  if (length(place) + (length(bounds) > 0L) > 1L) return(FALSE)
  # Nothing more is said here of the threshold that bounds choose.
  if (length(bounds) > 0L) return(all(vapply(bounds, takes_numbers(0, 1), NA), NA))
  if (length(measure) > 1L || !measure %in% known) return(NA)
  if (length(place) == 0L && !measure %in% names(whole_measures)) return(FALSE)
  if (length(place) == 1L && !measure %in% c(known_at[[place]], if (place == "threshold") "threshold")) {
    # Any measure has a value there, with arguments of its own.
    return(if (place %in% c("FPR", "TPR", "share") && measure %in% known_at$threshold) NA else FALSE)
  }
  partial <- measure == "AUC" && length(place) == 1L
  if (is.character(a$threshold)) {
    return(if (all(unclass(a$threshold) %in% c(rules, known_at$threshold, synonyms))) NA else FALSE)
  }
  if (measure == "threshold" && identical(place, "threshold")) return(FALSE)
  all(
    if (partial) takes_intervals_of_measure(a[[place]]) else takes_place(measure, place, a),
    takes_others(measure, place, a)
  )
}

takes_intervals_of_measure <- function(x) if (is.list(x) || !is.null(dim(x))) NA else takes_wide_interval(x)

takes_place <- function(measure, place, a) {
  if (length(place) == 0L) return(TRUE)
  x <- a[[place]]
  # As many as there are numbers.
  if (is.list(x) || length(x) > 1L) return(NA)
  taken <- if (place == "threshold") takes_numbers(lengths = 1L)(x) else takes_number(0, 1,
                                                                                      place == "share")(x)
  if (isFALSE(taken) || !measure %in% c("NB", "sNB")) return(taken)
  all(taken, as.double(unclass(x)) >= 0, as.double(unclass(x)) < 1)
}

takes_others <- function(measure, place, a) {
  costly <- measure == "risk" || startsWith(measure, "cost_AUC")
  with_prior <- measure %in% drawn_with_prior || place %in% c("share",
                                                              "PPV") || isTRUE(whole_measures[measure])
  costs <- a[intersect(cost_names, names(a))]
  recycled <- c(costs, a[intersect(c("prior", "beta"), names(a))])
  if (any(lengths(recycled) > 1L | vapply(recycled, is.list, NA))) return(NA)
  all(
    optional(a, "prior", takes_probability), !given(a, "prior") || any(with_prior),
    vapply(costs, takes_number(), NA), costly || length(costs) == 0L,
    if (startsWith(measure, "cost_AUC")) takes_problems(costs, "one") else TRUE,
    optional(a, "density", function(x) {
      if (is.list(x)) NA else takes_density(x, as_function = TRUE, by_prior = startsWith(measure, "H"))
    }),
    measure %in% measures_of_density || !given(a, "density"),
    optional(a, "beta", takes_number(0, open_low = TRUE)), measure == "F" || !given(a, "beta"),
    optional(a, "standardize", takes_choice(c("none", "range", "mcclish"))),
    measure == "AUC" && length(place) > 0L || !given(a, "standardize"),
    optional(a, "loss", takes_choice(c("brier", "log"))),
    measure %in% c("MCB", "DSC", "UNC", "skill") || !given(a, "loss")
  )
}
