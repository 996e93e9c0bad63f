# Rscript tools/lint.R: what lintr finds in the R code, by the rules of .lintr, and names that the package defines
# twice, of which the first would be lost, exports without a line in bench/exports/calls.R, scripts without a line
# in CONTRIBUTING.md, public functions of the crate without an example, circles of its modules and uses of modules
# that stand below, and figures without an alternative text. Fails if there is any. Ends with status 77 to say that
# lintr is not installed. The number of arguments is clippy's, the site's index is pkgdown's (tools/site.R).

if (!requireNamespace("lintr", quietly = TRUE)) {
  cat("not installed: lintr\n")
  quit(status = 77)
}

found <- list()
for (folder in c("R", "tests", "tools", "bench")) {
  found <- c(found, lintr::lint_dir(folder, relative_path = FALSE))
}
for (lint in found) print(lint)

defined <- unlist(lapply(list.files("R", "[.]R$", full.names = TRUE), function(file) {
  vapply(Filter(function(x) is.call(x) && identical(x[[1L]], quote(`<-`)), as.list(parse(file))),
         function(x) paste(deparse(x[[2L]]), collapse = ""), "")
}))
twice <- unique(defined[duplicated(defined)])
for (name in twice) cat("defined twice in R/:", name, "\n")

bench <- new.env()
sys.source("bench/exports/calls.R", bench)
exports <- sub("^export\\((.*)\\)$", "\\1", grep("^export\\(", readLines("NAMESPACE"), value = TRUE))
calls <- names(bench$export_calls)
strays <- c(setdiff(exports, calls), setdiff(calls, exports))
for (name in strays) cat("either in NAMESPACE or in bench/exports/calls.R:", name, "\n")

# Scripts that freeze references are named beside them.
scripts <- list.files("tools", "[.](R|sh|py)$", recursive = TRUE)
named <- readLines("CONTRIBUTING.md")
of_references <- readLines("tests/testthat/ref-data/VERSIONS.md")
has_line <- vapply(scripts, function(script) {
  pages <- if (startsWith(script, "references/")) of_references else grep("^[|]", named, value = TRUE)
  any(grepl(basename(script), pages, fixed = TRUE))
}, NA)
for (script in scripts[!has_line]) cat("without a line in CONTRIBUTING.md or VERSIONS.md:", script, "\n")

# Public functions of the crate: each free one and each constructor has an example of its own, each method is
# called in one.
core <- list.files("src/rust/core/src", "[.]rs$", recursive = TRUE, full.names = TRUE)
core <- grep("/tests?(_of_rules)?[./]|/testing/|/sort/|/pool[.]rs", core, value = TRUE, invert = TRUE)
sources <- lapply(core, readLines)
exported <- unlist(lapply(sources, function(lines) {
  text <- paste(lines, collapse = " ")
  uses <- regmatches(text, gregexpr("\\bpub use [^;]+;", text))
  unlist(regmatches(unlist(uses), gregexpr("\\w+", unlist(uses))))
}))
examples <- function(lines) {
  in_docs <- sub("^ *//[/!] ?", "", grep("^ *//[/!]", lines, value = TRUE))
  in_docs[cumsum(grepl("^```", in_docs)) %% 2L == 1L]
}
cookbook <- paste("///", readLines("src/rust/core/README.md"))
called <- paste(unlist(lapply(c(sources, list(cookbook)), examples)), collapse = "\n")
public <- do.call(rbind, lapply(sources, function(lines) {
  at <- grep("^( {4})?pub (const )?fn ", lines)
  first <- vapply(at, function(i) max(which(!grepl("^ *(///|#\\[)", c("", lines[seq_len(i - 1L)])))), 0)
  owner <- vapply(at, function(i) {
    heads <- grep("^(impl|pub (struct|enum|trait)|mod |fn |pub)", lines[seq_len(i)], value = TRUE)
    sub("^impl(<[^>]*>)? (\\w+).*", "\\2", heads[[length(heads)]])
  }, "")
  hidden <- grep("^(pub[(][^)]*[)] )?(struct|enum) ", lines, value = TRUE)
  hidden <- sub(".*(struct|enum) (\\w+).*", "\\2", hidden)
  data.frame(name = sub(".*fn (\\w+).*", "\\1", lines[at]), free = !startsWith(lines[at], " "), owner = owner,
             hidden = owner %in% hidden,
             own = mapply(function(from, to) any(grepl("```", lines[from:to], fixed = TRUE)), first, at))
}))
public <- public[!public$hidden & ifelse(public$free, public$name, public$owner) %in% exported, ]
is_called <- vapply(public$name, function(name) grepl(paste0("(\\.|::)", name, "\\("), called), NA)
bare <- public[!public$own & (public$free | !is_called), ]
for (name in bare$name) cat("public function of the crate without an example:", name, "\n")

# Modules of the crate. First a crate with one fault of each kind, so that none is overlooked.
source("tools/modules.R")
crate <- tempfile("crate")
dir.create(file.path(crate, "low"), recursive = TRUE)
write_module <- function(file, ...) writeLines(c(...), file.path(crate, file))
write_module("lib.rs", "pub mod low;", "mod high;", "#[cfg(test)]", "mod testing;")
write_module("high.rs", "use crate::low::{One as First, self};", "pub(crate) fn made(_: First) {}")
write_module("low/mod.rs", "mod one;", "mod two;", "pub use one::One;")
write_module("low/one.rs", "use super::two::Two;", "pub struct One(Two);", "// use crate::high::made;",
             "#[cfg(test)]", "mod tests {", "    use crate::high::made;", "}")
write_module("low/two.rs", "pub struct Two(Box<super::One>);", "fn make() { crate::high::made(); }")
expected <- c("crate::low::two uses crate::high, which stands below it in lib.rs",
              "circle of modules: crate::low::one, crate::low::two")
if (!identical(module_faults(crate), expected)) stop("tools/modules.R does not find: ", toString(expected))
faulty_modules <- module_faults("src/rust/core/src")

# The table of modules has the order of lib.rs.
described <- readLines("ARCHITECTURE.md")
described <- described[-seq_len(match("## Modules of the core", described))]
described <- sub("^([^|]*[|][^|]*).*", "\\1", described[seq_len(grep("^## ", described)[[1L]])])
described <- matches("(?<=`)\\w+(?=`)", paste(grep("^[|] `", described, value = TRUE), collapse = ""))
if (!identical(described, intersect(modules_in(module_code("src/rust/core/src/lib.rs")), described))) {
  faulty_modules <- c(faulty_modules, "ARCHITECTURE.md has modules of the core in another order than lib.rs")
}
for (fault in faulty_modules) cat(fault, "\n", sep = "")

# Figures without an alternative text: chunks of articles that draw, and figures in README, reports and
# pages.
drawing <- "(^|[^[:alnum:]_.])(plot|roc_plot(_scores)?|autoplot|ggplot|hist|barplot|boxplot|matplot)[(]"
figures_without_text <- function(file) {
  lines <- readLines(file)
  head <- grep("^```[{]r", lines)
  shown <- head[!grepl("(eval|include) = FALSE", lines[head])]
  draws <- vapply(shown, function(from) {
    to <- min(which(lines == "```" & seq_along(lines) > from))
    any(grepl(drawing, sub("#.*", "", lines[from:to])))
  }, NA)
  chunks <- shown[draws & !grepl("fig.alt = \"[^\"]{20,}\"", lines[shown])]
  # Markdown: ![text](file); Rd: \\figure{file}{options: alt="text"}.
  pictures <- c(grep("!\\[.{0,14}\\][(]", lines),
                grep("\\\\figure[{][^}]*[}](?![{]options:.*alt=)", lines, perl = TRUE))
  sprintf("%s:%d", rep_len(file, length(chunks) + length(pictures)), sort(c(chunks, pictures)))
}
illustrated <- c("README.md", list.files("vignettes", "[.]Rmd$", full.names = TRUE),
                 Sys.glob("bench/*/report.md"), list.files("man", "[.]Rd$", full.names = TRUE))
no_text <- unlist(lapply(illustrated, figures_without_text))
for (place in no_text) cat("figure without an alternative text:", place, "\n")

faults <- length(found) + length(twice) + length(strays) + sum(!has_line) + nrow(bare) + length(faulty_modules) +
  length(no_text)
cat(faults, "lints\n")
quit(status = as.integer(faults > 0L))
