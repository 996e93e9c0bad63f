# Rscript tools/authors.R [--check]: writes down whose crates the library is compiled from, as their
# manifests (written by cargo, hence uniform) say: inst/AUTHORS and LICENSE.note. With --check it
# changes nothing, and fails when one of the files is stale.

# Who is not in the manifests, by the repository that says so.
named_elsewhere <- list(
  # CONTRIBUTORS.md, whom the license names as the holders, and CITATION.cff.
  "https://github.com/extendr/extendr" = c(
    "Amy Thomason", "Thomas Down", "Mossa Merhi Reimert", "Claus O. Wilke", "Hiroaki Yutani",
    "Ilia Kosenkov", "Daniel Falbel", "Josiah D. Parry", "Matt Denwood", "Maya Katrin Gussmann",
    "Michael Milton", "Genomics PLC"
  ),
  # LICENSE-UNICODE, of the tables.
  "https://github.com/dtolnay/unicode-ident" = "Unicode, Inc."
)

main <- function(arguments) {
  setwd(package_root())
  crates <- lapply(manifests_of_vendored_crates(), read_crate)
  handle <- if ("--check" %in% arguments) check else write
  handle(authors(crates), file.path("inst", "AUTHORS"))
  handle(license_note(crates), "LICENSE.note")
}

package_root <- function() {
  script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
  dirname(dirname(normalizePath(script)))
}

manifests_of_vendored_crates <- function() {
  folder <- tempfile("vendor")
  manifest <- file.path("src", "rust", "Cargo.toml")
  status <- system2(
    "cargo", c("vendor", "--quiet", "--locked", "--manifest-path", manifest, shQuote(folder)),
    stdout = FALSE
  )
  if (status != 0) {
    stop("cargo vendor failed.", call. = FALSE)
  }
  sort(Sys.glob(file.path(folder, "*", "Cargo.toml")), method = "radix")
}

read_crate <- function(manifest) {
  package <- package_section(readLines(manifest, encoding = "UTF-8"))
  crate <- list(
    name = strings(package, "name"),
    version = strings(package, "version"),
    license = c(strings(package, "license"), strings(package, "license-file")),
    repository = strings(package, "repository")
  )
  authors <- sub(" *<[^>]*>", "", strings(package, "authors"))
  crate$authors <- c(authors, unlist(named_elsewhere[crate$repository], use.names = FALSE))
  lacking <- names(crate)[lengths(crate) == 0]
  if (length(lacking) > 0) {
    stop("The manifest of crate ", crate$name, " does not say: ", toString(lacking),
         ". For authors, look into its repository, and add them to tools/authors.R.", call. = FALSE)
  }
  crate
}

package_section <- function(lines) {
  start <- match("[package]", lines)
  sections <- which(startsWith(lines, "["))
  end <- min(sections[sections > start], length(lines) + 1)
  lines[seq_len(end - start - 1) + start]
}

# All strings of `key = "..."` or of `key = [...]`, which may go over several lines.
strings <- function(lines, key) {
  start <- which(startsWith(lines, paste0(key, " = ")))
  if (length(start) == 0) {
    return(character())
  }
  end <- start
  if (endsWith(lines[[start]], "[")) {
    end <- min(which(lines == "]" & seq_along(lines) > start))
  }
  value <- paste(lines[start:end], collapse = " ")
  quoted <- regmatches(value, gregexpr('"[^"]*"', value))[[1]]
  gsub('"', "", quoted, fixed = TRUE)
}

authors <- function(crates) {
  c(
    "The library of this package is compiled from its own code and from these Rust crates, whose",
    "authors and copyright holders are:",
    "",
    vapply(crates, FUN.VALUE = "", function(crate) {
      paste0(crate$name, " ", crate$version, ": ", toString(crate$authors))
    })
  )
}

license_note <- function(crates) {
  c(
    "The library of this package is compiled from its own code, under the license in the file",
    "LICENSE, and from the crates below. The source tarball has them in src/rust/vendor.tar.xz, as",
    "their authors published them. Where a license is a choice (OR), this package takes MIT.",
    unlist(lapply(crates, function(crate) {
      c(
        "",
        paste("Crate:     ", crate$name, crate$version),
        paste("Authors:   ", toString(crate$authors)),
        paste("License:   ", crate$license),
        paste("Repository:", crate$repository)
      )
    }))
  )
}

check <- function(lines, path) {
  if (!file.exists(path) || !identical(readLines(path, encoding = "UTF-8"), enc2utf8(lines))) {
    stop(path, " is stale: run `Rscript tools/authors.R` and commit it.", call. = FALSE)
  }
  message(path, " is up to date.")
}

write <- function(lines, path) {
  connection <- file(path, open = "wb")
  on.exit(close(connection))
  writeLines(enc2utf8(lines), connection, useBytes = TRUE)
  message("Wrote ", path, ".")
}

main(commandArgs(trailingOnly = TRUE))
