# Writes src/Makevars (src/Makevars.win on Windows) from its template: called by configure.
#
#   DEBUG              when set, builds without optimisation and keeps src/rust/target
#   NOT_CRAN           when set, lets cargo use the network and every core
#   CARGO_BUILD_JOBS   when set, the cores that cargo uses, in whatever kind of build

source("tools/msrv.R")

is_set <- function(variable) nzchar(Sys.getenv(variable))

is_debug <- is_set("DEBUG")
is_cran <- !is_debug && !is_set("NOT_CRAN")
is_vendored <- file.exists("src/rust/vendor.tar.xz")
is_windows <- .Platform$OS.type == "windows"
webr_target <- "wasm32-unknown-emscripten"
is_webr <- identical(R.version$platform, webr_target)

profile_folder <- if (is_debug) "debug" else "release"

# CRAN allows two cores and no network; without vendored crates there is no way but the network. The
# flag -j would outdo CARGO_BUILD_JOBS, which cargo reads by itself.
cran_flags <- c(if (!is_set("CARGO_BUILD_JOBS")) "-j 2", "--offline")

placeholders <- list(
  CRAN_FLAGS = if (is_cran && is_vendored) paste(cran_flags, collapse = " ") else "",
  PROFILE = if (is_debug) "" else "--release",
  CLEAN_TARGET = if (is_debug) "" else "$(TARGET_DIR)",
  LIBDIR = if (is_webr) file.path(webr_target, profile_folder) else profile_folder,
  TARGET = if (is_webr) paste0("--target=", webr_target) else "",
  # The standard library for emscripten has no unwinding that webR can link before Rust 1.90, and nothing else
  # since (https://github.com/rust-lang/rust/issues/148246).
  PANIC_EXPORTS = if (is_webr && utils::compareVersion(rustc_version, "1.90") < 0) {
    "CARGO_PROFILE_DEV_PANIC=\"abort\" CARGO_PROFILE_RELEASE_PANIC=\"abort\" "
  } else {
    ""
  }
)

write_makevars <- function(placeholders) {
  output <- if (is_windows) "src/Makevars.win" else "src/Makevars"
  text <- readLines(paste0(output, ".in"))
  for (name in names(placeholders)) {
    text <- gsub(paste0("@", name, "@"), placeholders[[name]], text, fixed = TRUE)
  }
  # Binary, so that Windows does not end the lines with a carriage return.
  connection <- file(output, open = "wb")
  on.exit(close(connection))
  writeLines(text, connection, sep = "\n")
  message("Wrote ", output, ".")
}

if (is_debug) message("Building with debug information, not optimised.")
if (is_cran) message("Building for CRAN.")
if (is_webr) message("Building for webR.")
write_makevars(placeholders)
