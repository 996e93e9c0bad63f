# Right and hostile values, drawn from R's random numbers: a seed gives a call again.

chance <- function(probability) stats::runif(1L) < probability

# One of its arguments, the only one that is evaluated.
one_of <- function(...) ...elt(sample.int(...length(), 1L))

# TRUE if a call is to be so large that a time limit falls into its work.
drawing <- new.env()
drawing$large <- FALSE

draw_size <- function() {
  if (drawing$large) return(100000L)
  sample(c(2L, 3L, 5L, 17L, 60L, 600L, 7000L), 1L, prob = c(4, 4, 10, 50, 20, 10, 2))
}

right_scores <- function(n) {
  one_of(
    stats::rnorm(n), round(stats::rnorm(n), 1L), sample(0:3, n, TRUE), stats::runif(n) < 0.5,
    sample(c(-0, 0), n, TRUE), sample(c(-Inf, -1, -0, 0, 1, Inf), n, TRUE), rep(0.5, n),
    1 + sample(0:3, n, TRUE) * 2^-52, sample(-5:5, n, TRUE) * 5e-324,
    sample(c(-1, 1), n, TRUE) * 10^stats::runif(n, -308, 308),
    sample(c(-1, 1), n, TRUE) * .Machine$double.xmax, sample.int(.Machine$integer.max, n, TRUE),
    # Compact sequences and a wrapped vector, which have no memory to point to.
    seq_len(n), as.double(seq_len(n)), sort(stats::rnorm(n)),
    stats::setNames(stats::rnorm(n), paste0("id", seq_len(n))),
    structure(stats::rnorm(n), label = "Age at interview"), array(stats::rnorm(n), n)
  )
}

# Both classes are there.
draw_classes <- function(n) {
  positive <- one_of(
    stats::runif(n) < 0.5, stats::runif(n) < 0.1, seq_len(n) %% 2L == 0L, seq_len(n) == 1L,
    seq_len(n) > 1L, seq_len(n) > n / 2
  )
  if (all(positive) || !any(positive)) positive[[1L]] <- !positive[[1L]]
  positive
}

right_labels <- function(positive) {
  one_of(
    as.integer(positive), positive + 0, 2L * positive - 1L, 2 * positive - 1, positive + 1L,
    positive + 1, positive, stats::setNames(positive, seq_along(positive)),
    factor(positive, c(FALSE, TRUE), c("no", "yes")),
    factor(positive, c(FALSE, NA, TRUE), c("no", "unknown", "yes"), exclude = character()),
    ordered(ifelse(positive, "high", "low"), c("low", "high")),
    array(positive + 0, length(positive))
  )
}

right_weights <- function(positive) {
  n <- length(positive)
  one_of(
    stats::rexp(n), rep(1, n), sample.int(5L, n, TRUE), round(stats::rexp(n), 2L) + 0.01,
    whole_weights(positive), 10^stats::runif(n, -12, 12), 10^stats::runif(n, -150, 150),
    sample.int(9L, n, TRUE) * 5e-324, stats::runif(n) * 1e300, seq_len(n),
    stats::setNames(stats::rexp(n), seq_len(n)), matrix(stats::rexp(n), n),
    with_zeros(stats::rexp(n), positive)
  )
}

# The lower scores hardly weigh anything beside the higher ones, or the other way round.
graded_weights <- function(score) {
  10^(one_of(-1, 1) * one_of(3, 15, 40, 250) * rank(score) / length(score))
}

whole_weights <- function(positive) with_zeros(sample(0:4, length(positive), TRUE), positive)

# Some weights of 0, but none of the first of each class.
with_zeros <- function(weight, positive) {
  weight[stats::runif(length(weight)) < 0.3] <- 0L
  weight[c(match(TRUE, positive), match(FALSE, positive))] <- 1L
  weight
}

right_clusters <- function(n) {
  one_of(
    seq_len(n), sample.int(max(2L, n %/% 3L), n, TRUE), sample(letters, n, TRUE),
    factor(sample(letters, n, TRUE), letters), sample(c(0.5, 1.5, 2.5), n, TRUE), rep(1L, n)
  )
}

# The result of a matrix or list of scores is another one than that of a vector.
several_scores <- function(n) {
  columns <- sample.int(3L, 1L)
  one_of(
    matrix(stats::rnorm(n * columns), n), matrix(sample(0:3, n * columns, TRUE), n),
    `colnames<-`(matrix(round(stats::rnorm(n * columns), 1L), n), letters[seq_len(columns)]),
    stats::setNames(lapply(seq_len(columns), function(i) right_scores(n)), letters[seq_len(columns)]),
    list(`a score` = stats::rnorm(n), y = stats::runif(n) < 0.5)
  )
}

draw_observations <- function(n = draw_size()) {
  positive <- draw_classes(n)
  list(x = right_scores(n), label = right_labels(positive), weight = right_weights(positive),
       positive = positive)
}

# Those that have a weight.
observations <- function(score, positive, weight) {
  present <- weight > 0
  list(score = as.double(score)[present] + 0, positive = positive[present],
       weight = as.double(weight)[present])
}

# Returns a value that is not a vector of numbers or a data.frame, or hardly one.
anything <- function() {
  one_of(
    NULL, NA, NaN, NA_character_, NA_integer_, TRUE, character(), numeric(), integer(), logical(),
    list(), "a", c("0", "1"), "", 1i, as.raw(1:3), quote(x), quote(f(x)), y ~ x, expression(a, b),
    globalenv(), new.env(), sum, function(x) x, as.name("x"),
    as.POSIXct(1e9, origin = "1970-01-01"), as.Date(2e4, origin = "1970-01-01"),
    as.POSIXlt(1e9, origin = "1970-01-01"), as.difftime(3, units = "mins"), factor("a"), factor(character()),
    structure(1:2, class = "factor"), new_S4(), structure(list(), class = "data.frame"),
    structure(1, class = "data.frame"), data.frame(), list(1, "a", NULL), array(1, c(2, 2, 2)),
    bytes("caf\xe9"), c("\xff\xfe", "a"), structure(1:3, class = "unheard of"), pairlist(a = 1),
    between_doubles(3L), matrix(list(1, 2), 1L), numeric_version("1.2"),
    stats::ts(1:5), table(c(1, 1, 2)), 1e308, -1, 0, 2^31, 1:3, matrix(1:4, 2L),
    methods::new("numeric", c(0, 1)), asS4(c(0, 1)), structure(function(x) x, class = "numeric"),
    simpleError("not raised"), structure(c(0, 1), dim = 2L, dimnames = list(c("a", "b")))
  )
}

# An object that lies about its length.
liar <- function(x) {
  registerS3method("length", "liar", function(x) attr(x, "claim"), envir = baseenv())
  structure(x, class = "liar", claim = one_of(3L, 1L, 0L, 17L, length(x) + 1L))
}

bytes <- function(text) {
  Encoding(text) <- "bytes"
  text
}

new_S4 <- function() {
  if (!methods::isClass("fuzzed")) {
    methods::setClass("fuzzed", methods::representation(x = "numeric"), where = globalenv())
  }
  methods::new("fuzzed", x = 1)
}

# A vector with one thing wrong, or one that looks as if it were.
spoil_vector <- function(x) {
  n <- length(x)
  at <- sample.int(n, 1L)
  with_element <- function(value) {
    if (is.factor(x)) x <- as.integer(x)
    x[[at]] <- value
    x
  }
  one_of(
    with_element(NA), with_element(NaN), with_element(Inf), with_element(-Inf), with_element(-1),
    with_element(1e308), with_element(0.5), with_element("a"), with_element(1i),
    x[-at], x[0L], x[[at]], c(x, x), c(x, x[[at]]), rep(x[[at]], n), x * NA_real_, -x,
    as.character(x), as.factor(x), as.complex(x), as.list(x), raw(n), bytes(rep("\xe9", n)),
    rep(c("caf\xe9", "b"), length.out = n), matrix(x, 1L), matrix(x, n), matrix(c(x, x), n),
    array(x, c(n, 1L, 1L)), data.frame(x = x), data.frame(x = x, y = x),
    structure(x, class = "unheard of"), liar(x),
    structure(as.double(x), class = "Date"), as.POSIXct(as.double(x), origin = "1970-01-01"),
    as.difftime(as.double(x), units = "secs"), between_doubles(n),
    structure(rep(1:2, length.out = n), class = "factor"),
    structure(rep(0:1, length.out = n), levels = c("a", "b"), class = "factor"),
    structure(rep(c(1L, 9L), length.out = n), levels = c("a", "b"), class = "factor"),
    structure(rep(c(1L, -9L), length.out = n), levels = c("a", "b"), class = "factor"),
    structure(rep(c(1, 2), length.out = n), levels = c("a", "b"), class = "factor"),
    structure(rep(c(1L, NA), length.out = n), levels = c("a", "b"), class = "factor"),
    addNA(factor(rep(c("a", NA), length.out = n))), factor(rep(c("a", "b", "c"), length.out = n)),
    asS4(x), rep(NA, n), rep(NULL, n), structure(x, names = rep("same", n)),
    structure(x, tsp = NULL),
    stats::setNames(x, bytes(rep("\xff", n))), rep(0, n), rep(c(TRUE, NA), length.out = n)
  )
}

# 2^53 + 1 of class integer64, as often: no double is that number. Others are taken for the doubles that they are.
between_doubles <- function(n) {
  bits <- readBin(as.raw(c(1, 0, 0, 0, 0, 0, 0x20, 0)), "double", endian = "little")
  structure(rep(bits, n), class = "integer64")
}

# For a number: probabilities, costs, numbers of points, levels.
hostile_number <- function() {
  one_of(
    NA, NaN, NA_integer_, Inf, -Inf, 0, -0, 1, -1, 2, 0.5, 1e308, 1e-308, 5e-324, 1 - 2^-53,
    1 + 2^-52, 2^31, 2^53, 1e9, .Machine$integer.max, -.Machine$integer.max, 2.5, "0.5", TRUE,
    c(0.1, 0.2), c(0.2, 0.1), numeric(), NULL, list(0.5), 0.5 + 0i, factor(1), matrix(0.5),
    array(0.5, c(1, 1, 1)), data.frame(0.5), structure(0.5, class = "Date"), as.raw(1),
    between_doubles(1L), liar(0.5), liar(c(0.5, 0.6)), c(name = 0.5), asS4(0.5),
    NA_character_, sum, globalenv(),
    3L, 17, 100L, 1e5, structure(0.5, class = "unheard of"), c(0.5, NA), 1e-300, 1e300
  )
}

hostile_choice <- function() {
  one_of(
    "", "none of these", NA_character_, character(), c("delong", "jackknife"), "del", bytes("\xff"),
    "caf\xe9", factor("delong"), 1, TRUE, NULL, list("delong"), quote(delong), c(a = "delong"),
    "DELONG", liar("delong"), liar(c("delong", "none")), "less", "FPR", "threshold", "two.sided",
    "bootstrap", "bayesian", "logit", "wilson", "range", "AUC", "brier"
  )
}

hostile_flag <- function() {
  one_of(
    NA, 1, 0, "TRUE", NULL, logical(), c(TRUE, FALSE), list(TRUE), sum, c(a = TRUE), factor(TRUE),
    structure(TRUE, class = "unheard of"), liar(TRUE),
    liar(c(TRUE, FALSE)), matrix(TRUE), TRUE, FALSE
  )
}
