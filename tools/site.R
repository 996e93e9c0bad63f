# Rscript tools/site.R SOURCES SITE: builds the pages from a copy of the sources and the installed
# package. tools/site.sh calls it.

arguments <- commandArgs(trailingOnly = TRUE)
sources <- normalizePath(arguments[[1L]])
dir.create(arguments[[2L]])
site <- normalizePath(arguments[[2L]])

# The title of each report, by its folder in bench.
reports <- c(
  coverage = "Coverage of intervals, tests and bands", speed = "Speed of curves and AUCs",
  inference = "Speed of intervals", engines = "Databases and clusters", stream = "Streams"
)

# Names of packages that are not installed become links to their pages, which are looked up in a table of CRAN's.
# An empty table takes its place.
stand_in_for_cran <- function() {
  utils::assignInNamespace("CRAN_urls", function() data.frame(Package = character(), URL = character()), "downlit")
}

main <- function() {
  # Otherwise pkgdown looks for the pages of other packages, and waits for them.
  options(pkgdown.internet = FALSE)
  stand_in_for_cran()
  package <- pkgdown::as_pkgdown(sources, override = list(destination = site))
  pkgdown::check_pkgdown(package)
  pkgdown::init_site(package)
  pkgdown::build_home(package, preview = FALSE)
  pkgdown::build_reference(package, lazy = FALSE, devel = FALSE, preview = FALSE)
  pkgdown::build_articles(package, lazy = FALSE, preview = FALSE)
  pkgdown::build_news(package, preview = FALSE)
  dir.create(file.path(site, "evidence"))
  for (name in names(reports)) build_report(package, name)
  build_definition()
  files <- list.files(site, "\\.html$", recursive = TRUE, full.names = TRUE)
  change_pages(files[!startsWith(files, file.path(site, "deps"))])
}

build_report <- function(package, name) {
  folder <- file.path(sources, "bench", name)
  body <- tempfile(fileext = ".html")
  rmarkdown::pandoc_convert(
    file.path(folder, "report.md"), to = "html", from = "gfm", output = body, options = "--no-highlight"
  )
  html <- paste(readLines(body, encoding = "UTF-8"), collapse = "\n")
  pkgdown::render_page(
    package, "title-body", path = file.path("evidence", paste0(name, ".html")),
    data = list(pagetitle = reports[[name]], body = sub("(?s)<h1.*?</h1>", "", html, perl = TRUE))
  )
  pictures <- list.files(folder, "\\.png$", full.names = TRUE)
  file.copy(pictures, file.path(site, "evidence"))
}

# Builds the only vignette that is written in LaTeX.
build_definition <- function() {
  folder <- tempfile("definition")
  dir.create(folder)
  file.copy(file.path(sources, "vignettes", "Definition.Rnw"), folder)
  old <- setwd(folder)
  on.exit(setwd(old))
  utils::Sweave("Definition.Rnw", quiet = TRUE)
  tools::texi2pdf("Definition.tex", quiet = TRUE)
  file.copy("Definition.pdf", file.path(site, "articles"))
}

change_pages <- function(files) {
  pages <- vapply(files, function(file) {
    paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
  }, "")
  # The empty place for a logo.
  pages <- gsub("<img src=\"\" class=\"logo\"[^>]*>", "", pages)
  # Links of the README to reports, whose pages are in the folder evidence.
  pages <- gsub("href=\"bench/(\\w+)/\\w+[.]html\"", "href=\"evidence/\\1.html\"", pages)
  # pkgdown leaves figures of examples without an alternative text.
  pages <- gsub("(<img src=\"[^\"]+[.]png\") alt=\"\"", "\\1 alt=\"Figure drawn by the code above it\"",
                pages)
  Map(writeLines, typeset(pages), files, useBytes = TRUE)
}

# Converts formulas to MathML, which browsers show without a script.
typeset <- function(pages) {
  places <- gregexpr(formula_pattern, pages, perl = TRUE)
  formulas <- regmatches(pages, places)
  known <- unique(unlist(formulas))
  shown <- mathml_of(known)
  regmatches(pages, places) <- lapply(formulas, function(these) shown[match(these, known)])
  pages
}

# Matches formulas as pkgdown writes them, and skips code.
formula_pattern <- paste0(
  "(?s)<(pre|code)\\b.*?</\\1>(*SKIP)(*F)|",
  "\\\\\\(.*?\\\\\\)|\\\\\\[.*?\\\\\\]|\\$\\$.*?\\$\\$"
)

mathml_of <- function(formulas) {
  tex <- substr(formulas, 3L, nchar(formulas) - 2L)
  for (pair in list(c("&lt;", "<"), c("&gt;", ">"), c("&amp;", "&"))) {
    tex <- gsub(pair[[1L]], pair[[2L]], tex, fixed = TRUE)
  }
  dollars <- ifelse(startsWith(formulas, "\\("), "$", "$$")
  input <- tempfile(fileext = ".md")
  output <- tempfile(fileext = ".html")
  writeLines(paste0(dollars, trimws(gsub("\\s+", " ", tex)), dollars, "\n"), input, useBytes = TRUE)
  rmarkdown::pandoc_convert(input, to = "html", from = "markdown", output = output,
                            options = "--mathml")
  html <- paste(readLines(output, encoding = "UTF-8"), collapse = "\n")
  result <- regmatches(html, gregexpr("(?s)<math\\b.*?</math>", html, perl = TRUE))[[1L]]
  stopifnot(length(result) == length(formulas))
  result
}

main()
