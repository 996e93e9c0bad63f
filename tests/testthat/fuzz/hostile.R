# Right and hostile values, drawn from R's random numbers: a seed gives a call again.

chance <- function(probability) stats::runif(1L) < probability

# One of its arguments, the only one that is evaluated.
one_of <- function(...) ...elt(sample.int(...length(), 1L))

right_scores <- function(n) {
  one_of(
    stats::rnorm(n), round(stats::rnorm(n), 1L), sample(0:3, n, TRUE), stats::runif(n) < 0.5,
    sample(c(-Inf, -1, -0, 0, 1, Inf), n, TRUE), rep(0.5, n), 1 + sample(0:3, n, TRUE) * 2^-52,
    sample(-5:5, n, TRUE) * 5e-324, sample(c(-1, 1), n, TRUE) * 10^stats::runif(n, -308, 308),
    sample(c(-1, 1), n, TRUE) * .Machine$double.xmax, sample.int(.Machine$integer.max, n, TRUE),
    # Compact sequences and a wrapped vector, which have no memory to point to.
    seq_len(n), as.double(seq_len(n)), sort(stats::rnorm(n)),
    stats::setNames(stats::rnorm(n), paste0("id", seq_len(n))),
    structure(stats::rnorm(n), label = "Age at interview"), array(stats::rnorm(n), n)
  )
}

# Both classes are there.
draw_classes <- function(n) {
  positive <- one_of(stats::runif(n) < 0.5, stats::runif(n) < 0.1, seq_len(n) %% 2L == 0L, seq_len(n) == 1L,
                     seq_len(n) > 1L)
  if (all(positive) || !any(positive)) positive[[1L]] <- !positive[[1L]]
  positive
}

right_labels <- function(positive) {
  one_of(
    as.integer(positive), positive + 0, 2L * positive - 1L, positive + 1, positive,
    stats::setNames(positive, seq_along(positive)), factor(positive, c(FALSE, TRUE), c("no", "yes")),
    factor(positive, c(FALSE, NA, TRUE), c("no", "unknown", "yes"), exclude = character()),
    ordered(ifelse(positive, "high", "low"), c("low", "high")), array(positive + 0, length(positive))
  )
}

right_weights <- function(positive) {
  n <- length(positive)
  one_of(
    stats::rexp(n), rep(1, n), sample.int(5L, n, TRUE), 10^stats::runif(n, -12, 12), 10^stats::runif(n, -150, 150),
    sample.int(9L, n, TRUE) * 5e-324, stats::runif(n) * 1e300, seq_len(n), stats::setNames(stats::rexp(n), seq_len(n)),
    matrix(stats::rexp(n), n), whole_weights(positive)
  )
}

# Some are 0, but none of the first of each class.
whole_weights <- function(positive) {
  replace(sample(0:4, length(positive), TRUE), c(match(TRUE, positive), match(FALSE, positive)), 1L)
}

right_clusters <- function(n) {
  one_of(
    seq_len(n), sample.int(max(2L, n %/% 3L), n, TRUE), sample(letters, n, TRUE),
    factor(sample(letters, n, TRUE), letters), sample(c(0.5, 1.5, 2.5), n, TRUE), rep(1L, n)
  )
}

# Returns a value that is not a vector of numbers or a data.frame, or hardly one.
anything <- function() {
  one_of(
    NULL, NA, NaN, NA_character_, NA_integer_, TRUE, character(), numeric(), list(), "a", c("0", "1"), "", 1i,
    as.raw(1:3), quote(x), quote(f(x)), y ~ x, expression(a, b), globalenv(), sum, function(x) x,
    as.POSIXct(1e9, origin = "1970-01-01"), as.Date(2e4, origin = "1970-01-01"),
    as.POSIXlt(1e9, origin = "1970-01-01"), as.difftime(3, units = "mins"), factor("a"), factor(character()),
    structure(1:2, class = "factor"), new_S4(), structure(list(), class = "data.frame"),
    structure(1, class = "data.frame"), data.frame(), list(1, "a", NULL), array(1, c(2, 2, 2)),
    bytes("caf\xe9"), c("\xff\xfe", "a"), structure(1:3, class = "unheard of"), pairlist(a = 1),
    between_doubles(3L), matrix(list(1, 2), 1L), numeric_version("1.2"), stats::ts(1:5), table(c(1, 1, 2)),
    1e308, -1, 0, 2^31, 1:3, matrix(1:4, 2L), asS4(c(0, 1)), structure(function(x) x, class = "numeric"),
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

# 2^53 + 1 of class integer64, as often: no double is that number. Others are taken for the doubles that they are.
between_doubles <- function(n) {
  bits <- readBin(as.raw(c(1, 0, 0, 0, 0, 0, 0x20, 0)), "double", endian = "little")
  structure(rep(bits, n), class = "integer64")
}

# A vector with one thing wrong, or one that looks as if it were.
odd_vector <- function(x) {
  n <- length(x)
  at <- sample.int(n, 1L)
  with_element <- function(value) replace(if (is.factor(x)) as.integer(x) else x, at, value)
  coded <- function(values, ...) structure(rep(values, length.out = n), levels = c("a", "b"), ..., class = "factor")
  one_of(
    with_element(NA), with_element(NaN), with_element(Inf), with_element(-Inf), with_element(-1), with_element(1e308),
    with_element(0.5), with_element("a"), with_element(1i), x[-at], x[0L], x[[at]], c(x, x), rep(x[[at]], n),
    x * NA_real_, -x, as.character(x), as.factor(x), as.complex(x), as.list(x), raw(n), bytes(rep("\xe9", n)),
    rep(c("caf\xe9", "b"), length.out = n), matrix(x, 1L), matrix(x, n), matrix(c(x, x), n), array(x, c(n, 1L, 1L)),
    data.frame(x = x), data.frame(x = x, y = x), structure(x, class = "unheard of"), liar(x),
    structure(as.double(x), class = "Date"), as.POSIXct(as.double(x), origin = "1970-01-01"), between_doubles(n),
    structure(rep(1:2, length.out = n), class = "factor"), coded(0:1), coded(c(1L, 9L)), coded(c(1L, -9L)),
    coded(c(1, 2)), coded(c(1L, NA)), addNA(factor(rep(c("a", NA), length.out = n))), asS4(x), rep(NA, n),
    structure(x, names = rep("same", n)), stats::setNames(x, bytes(rep("\xff", n))), rep(0, n),
    rep(c(TRUE, NA), length.out = n)
  )
}

# For a number: probabilities, costs, numbers of points, levels.
odd_number <- function(x) {
  one_of(
    NA, NaN, NA_integer_, Inf, -Inf, 0, -0, 1, -1, 2, 0.5, 1e308, 1e-308, 5e-324, 1 - 2^-53, 1 + 2^-52, 2^31, 2^53,
    1e9, .Machine$integer.max, 2.5, "0.5", TRUE, c(0.1, 0.2), c(0.2, 0.1), numeric(), NULL, list(0.5), 0.5 + 0i,
    factor(1), matrix(0.5), array(0.5, c(1, 1, 1)), data.frame(0.5), structure(0.5, class = "Date"),
    between_doubles(1L), liar(0.5), liar(c(0.5, 0.6)), c(name = 0.5), asS4(0.5), structure(0.5, class = "unheard of"),
    c(0.5, NA), 1e-300, 3L, 17, 1e5
  )
}

odd_choice <- function(x) {
  one_of(NULL, character(), factor(x), list(x), c(a = x), toupper(x), c(x, x), liar(x), liar(c(x, "none")), as.name(x),
         bytes("\xff"), "caf\xe9", "AUC")
}

odd_flag <- function(x) one_of(NULL, 1, 0, c(a = TRUE), factor(TRUE), liar(TRUE), liar(c(TRUE, FALSE)), matrix(TRUE))

# A data.frame edited by hand, as careless scripts leave them.
odd_frame <- function(x) {
  if (length(x) < 2L || nrow(x) < 2L) return(structure(1, class = "data.frame"))
  # attr<- takes what names<- and row.names<- refuse.
  with_attribute <- function(name, value) `attr<-`(x, name, value)
  column <- function(change, at = sample.int(length(x), 1L)) {
    kept <- attributes(x)
    x <- unclass(x)
    x[at] <- list(change(x[[at]]))
    `attributes<-`(x, kept)
  }
  entry <- function(value) column(function(v) replace(v, sample.int(length(v), 1L), value))
  n <- nrow(x)
  named <- function(at, name) with_attribute("names", replace(names(x), at, name))
  one_of(
    with_attribute("row.names", seq_len(n - 1L)), with_attribute("row.names", seq_len(n + 3L)),
    with_attribute("row.names", NULL), with_attribute("row.names", paste("row", seq_len(n))),
    with_attribute("names", NULL), with_attribute("names", names(x)[-1L]), named(1L, NA), named(1L, names(x)[[2L]]),
    with_attribute("names", bytes(rep("\xff", length(x)))),
    with_attribute("level", one_of("a", -1L, NA, 1e9, list())), with_attribute("rows", one_of("a", -1L, NA, list())),
    with_attribute("true_negatives", one_of("a", NA, list(), data.frame(TN = "a"))),
    column(function(v) v[-1L]), column(function(v) c(v, v)), column(function(v) v[0L]), column(function(v) NULL),
    column(as.character), column(function(v) bytes(rep("\xff", length(v)))), column(as.list), column(factor),
    column(as.complex), column(as.matrix), column(function(v) cbind(v, v)), column(function(v) data.frame(v = v)),
    column(function(v) sum), column(function(v) between_doubles(length(v))), column(as.logical), column(asS4),
    column(function(v) structure(v, class = one_of("Date", "unheard of"))), column(rev), column(function(v) v * 0),
    entry(NA_real_), entry(NaN), entry(Inf), entry(-Inf), entry(-1), entry(2), entry(0.5),
    x[-sample.int(length(x), 1L)],
    x[sample.int(length(x))], x[0L], x[0L, ], x[1L, ], x[-1L, ], x[-n, ], x[sample.int(n), ], x[rev(seq_len(n)), ],
    x[rep(seq_len(n), each = 2L), ], rbind(x, x), as.list(x), unclass(x),
    structure(unclass(unname(x)), class = "data.frame"),
    as.matrix(x), asS4(x), structure(x, class = c("unheard of", class(x)))
  )
}
