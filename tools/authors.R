# Rscript tools/authors.R VENDOR TREE: says in TREE/LICENSE.note and TREE/inst/AUTHORS whose
# crates the folder VENDOR holds, as their manifests (written by cargo, hence uniform) say.

main <- function(vendor, tree) {
  manifests <- sort(Sys.glob(file.path(vendor, "*", "Cargo.toml")), method = "radix")
  if (length(manifests) == 0) {
    stop("There are no crates in ", vendor, ".", call. = FALSE)
  }
  crates <- lapply(manifests, read_crate)
  write_lines(license_note(crates), file.path(tree, "LICENSE.note"))
  dir.create(file.path(tree, "inst"), showWarnings = FALSE)
  write_lines(authors(crates), file.path(tree, "inst", "AUTHORS"))
}

read_crate <- function(manifest) {
  package <- package_section(readLines(manifest, encoding = "UTF-8"))
  name <- strings(package, "name")
  crate <- list(
    name = name,
    version = strings(package, "version"),
    authors = strings(package, "authors"),
    license = c(strings(package, "license"), strings(package, "license-file")),
    repository = strings(package, "repository")
  )
  if (length(crate$license) == 0) {
    stop("Crate ", name, " names no license.", call. = FALSE)
  }
  if (length(crate$repository) == 0) crate$repository <- paste0("https://crates.io/crates/", name)
  # The field `authors` is optional, and going out of use.
  if (length(crate$authors) == 0) crate$authors <- paste("The authors of", name)
  crate$authors <- sub(" *<[^>]*>", "", crate$authors)
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

license_note <- function(crates) {
  c(
    "The library of this package is compiled from its own code, under the license in the file",
    "LICENSE, and from the crates below, which are in src/rust/vendor.tar.xz as their authors",
    "published them. Where a license is a choice (OR), this package takes MIT.",
    unlist(lapply(crates, function(crate) {
      c(
        "",
        paste("Crate:     ", crate$name, crate$version),
        paste("Authors:   ", paste(crate$authors, collapse = ", ")),
        paste("License:   ", crate$license),
        paste("Repository:", crate$repository)
      )
    }))
  )
}

authors <- function(crates) {
  c(
    "The authors of the Rust crates in src/rust/vendor.tar.xz:",
    "",
    vapply(crates, FUN.VALUE = "", function(crate) {
      paste0(crate$name, " ", crate$version, ": ", paste(crate$authors, collapse = ", "))
    })
  )
}

write_lines <- function(lines, path) {
  connection <- file(path, open = "wb")
  on.exit(close(connection))
  writeLines(enc2utf8(lines), connection, useBytes = TRUE)
}

arguments <- commandArgs(trailingOnly = TRUE)
main(vendor = arguments[[1]], tree = arguments[[2]])
