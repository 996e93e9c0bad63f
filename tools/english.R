# Rscript tools/english.R [FILE...]: sentences that break the rules of text in CONTRIBUTING.md. Fails if there
# are any. Pages, articles and reports: no headless beginning, no word with a better one, at most 25 words a
# sentence (without brackets). Comments of code: the first two rules. Identifiers of code: none of the homely words that
# have a name in the field.

most_words <- 25L

# Beginnings of a clause without a head. "Of these 600 patients, 12 died" and "Those who died" have one.
headless <- c("Of\\b(?!.*,)", "Those\\b(?! (who|with|that)\\b)", "What\\b(?!.*[?]$)", "That of\\b",
              "Whether\\b(?!.*,)", "So (many|few)\\b(?! that\\b)", "All of it\\b")
instead <- c(
  "texts" = "strings", "pictures?" = "plot or figure", "surer" = "more precise", "in vain" = "without effect",
  "(?<!there )(is|are|be|was) none\\b(?! of)" = "is not one", "knows? of" = "takes into account",
  "(at most|at least|below|above|than|after) so (many|few)" = "this many",
  "(tell|tells|told|telling) (\\w+ ){0,2}apart" = "distinguish",
  "a row an? (score|problem|group|time)" = "one row per ...",
  "is no (fit|curve|number|column|argument|value|list|vector|name|tally)" = "is not a ..."
)

without_marks <- function(paragraph) {
  in_braces <- "(\\[.*?\\])?([{]([^{}]++|(?2))*[}]){1,2}"
  text <- gsub("\\\\item[{][^{}]*[}]", "", paragraph)
  text <- gsub(paste0("\\\\(?:deqn|tabular)", in_braces), "X.", text, perl = TRUE)
  text <- gsub(paste0("\\\\(?:code|link|pkg|eqn|url|href|doi|texttt|verb)", in_braces), "X", text, perl = TRUE)
  text <- gsub("`[^`]*`|\\$\\$[^$]*\\$\\$|\\$[^$]*\\$|<[^>]*>", "X", text)
  text <- gsub("\\[([^]]*)\\](\\([^)]*\\))?", "\\1", text)
  text <- gsub("\\\\[[:alpha:]]+|[*{}@]|(^|\\s)_|_($|\\s)", " ", text)
  gsub("\\b(e\\.g|i\\.e|vs|cf|et al|pp?|Eq|Fig|No|ca)\\.", "\\1", text)
}

sentences_of <- function(paragraph) {
  end <- "(?<=[.!?])[)\"]?\\s+(?=[[:upper:]\"(])|(?<=[:;])\\s"
  trimws(unlist(strsplit(without_marks(paragraph), end, perl = TRUE)))
}

faults_of <- function(sentence, is_comment) {
  found <- c(paste0("^", headless), paste0("\\b(", names(instead), ")\\b"))
  advice <- c(rep("has no head", length(headless)), paste("better", instead))
  is_found <- vapply(found, grepl, NA, sentence, perl = TRUE)
  words <- lengths(gregexpr("[[:alpha:]][[:alnum:]'-]*", gsub("[(][^()]*[)]", "", sentence)))
  c(advice[is_found], if (!is_comment && words > most_words) paste(words, "words"))
}

# The text on each line: "" where there is none. Lists, headings and tables begin paragraphs of their own.
page_of <- function(lines) {
  is_code <- cumsum(grepl("^\\s*(```|---$)", lines)) %% 2L == 1L | grepl("^(\\s*```|---$|[|]| {4}|<)", lines)
  ifelse(is_code, "", lines)
}

sweave_of <- function(lines) {
  is_code <- cumsum(grepl("^(<<.*>>=|@$)", lines)) %% 2L == 1L
  is_formula <- cumsum(grepl("\\\\(begin|end)[{](equation|align|document)|^\\\\[][]", lines)) %% 2L == 0L
  ifelse(is_code | is_formula | grepl("^(@|\\\\|%)", lines), "", lines)
}

reference_of <- function(lines) {
  text <- ifelse(grepl("^#'", lines), sub("^#' ?", "", lines), "@")
  tag <- sub("^@(\\w*).*", "\\1", text[pmax(1L, cummax(seq_along(text) * grepl("^@", text)))])
  without <- c("examples", "examplesIf", "references", "seealso", "family", "usage", "")
  ifelse(tag %in% without | startsWith(text, "|"), "", sub("^@(param \\S+|\\w*)", "@", text))
}

comments_of <- function(lines) {
  mark <- "^\\s*(#(?!['!])|//[/!]?) ?"
  page_of(ifelse(grepl(mark, lines, perl = TRUE), sub(mark, "", lines, perl = TRUE), ""))
}

paragraphs_of <- function(text) {
  starts <- !nzchar(trimws(text)) | grepl("^\\s*([-*+] |[0-9]+[.] |[|#@]|\\\\item)", text)
  first <- which(starts)
  paragraphs <- split(trimws(text), cumsum(starts))
  data.frame(line = c(if (!starts[[1L]]) 1L, first), text = vapply(paragraphs, paste, "", collapse = " "))
}

faults_in_file <- function(file) {
  lines <- readLines(file, encoding = "UTF-8")
  prose <- switch(sub(".*[.]", "", file), Rmd = , md = page_of(lines), Rnw = sweave_of(lines), R = reference_of(lines))
  texts <- list(prose, if (grepl("[.](R|rs|sh|py)$", file)) comments_of(lines))
  unlist(lapply(which(lengths(texts) > 0L), function(i) {
    paragraphs <- paragraphs_of(texts[[i]])
    unlist(Map(function(line, paragraph) {
      unlist(lapply(sentences_of(paragraph), function(sentence) {
        faults <- faults_of(sentence, is_comment = i == 2L)
        if (length(faults) > 0L) sprintf("%s:%d: %s: %s", file, line, paste(faults, collapse = ", "), sentence)
      }))
    }, paragraphs$line, paragraphs$text))
  }))
}

# Identifiers that a reader would have to look up, with the names that they have now.
names_now <- c(
  freedom = "df", beaten = "placements", not_called = "predicted_negative", called = "predicted_positive",
  Placed = "RankedObservations", placed = "ranking", reach = "critical_value", AlongRate = "RateGrid",
  along = "by_rate", Around = "Neighbours", farther = "steepest_direction", sureness = "mixture", worth = "effective",
  look = "inspect", room = "buffer", of_units = "effective_clusters", Links = "WeightModels", Link = "WeightModel",
  RECIPES = "WEIGHT_FORMULAS", Common = "FoldPairCovariance", twice = "pair_correction", Outward = "BoundaryBootstrap",
  Fate = "OutcomeStatus", Whole = "CensoringFit", Moving = "CensoringAt", Course = "AucPath", Moment = "TimeGroup",
  turned = "reversed", Question = "Hypothesis", alone = "single", beside = "adjacent", moved = "shifted",
  asked = "spec", scored = "input", spread = "covariance"
)

# In R these are variables and arguments, too; fields of conditions and of saved fits keep theirs.
names_now_in_r <- c(names_now, found = "result", what = "quantities", how = "spec", observed = "observations",
                    given = "args")

faults_of_names <- function(file) {
  in_r <- endsWith(file, ".R")
  lines <- readLines(file, encoding = "UTF-8")
  code <- gsub(paste0("\"([^\"\\\\]|\\\\.)*\"|", if (in_r) "#" else "//", ".*"), "", lines)
  names <- if (in_r) names_now_in_r else names_now
  pattern <- if (in_r) "(?<![.\\w$@])%s\\b(?!\\s*=(?!=))" else "(?<![.\\w])%s\\b"
  unlist(lapply(names(names), function(name) {
    line <- grep(sprintf(pattern, name), code, perl = TRUE)
    if (length(line) > 0L) sprintf("%s:%d: `%s` is `%s`", file, line, name, names[[name]])
  }))
}

files <- commandArgs(trailingOnly = TRUE)
if (length(files) == 0L) {
  code <- list.files(c("R", "tools", "tests", "bench", file.path("src", "rust", c("src", "core", "checks"))),
                     "[.](R|rs|sh|py)$", recursive = TRUE, full.names = TRUE)
  code <- grep("/target/", code, value = TRUE, invert = TRUE)
  files <- c("README.md", "NEWS.md", "ARCHITECTURE.md", "CONTRIBUTING.md", Sys.glob("vignettes/*.R[mn][dw]"),
             Sys.glob("bench/*/report.md"), setdiff(code, c("R/extendr-wrappers.R", "tools/english.R")))
}
named <- grep("^src/rust/(core/src|src)/.*[.]rs$|^R/", files, value = TRUE)
faults <- c(unlist(lapply(files, faults_in_file)), unlist(lapply(named, faults_of_names)))
writeLines(as.character(faults))
cat(length(faults), "sentences or names to reword\n")
quit(status = as.integer(length(faults) > 0L))
