# Looks for cargo and rustc, compares rustc with the minimum that DESCRIPTION names in
# SystemRequirements, and prints both versions, as CRAN wants before anything is compiled.

system_requirements <- function() {
  description <- read.dcf("DESCRIPTION")
  if (!"SystemRequirements" %in% colnames(description)) {
    stop("DESCRIPTION lacks `SystemRequirements: Cargo (Rust's package manager), rustc`.")
  }
  requirements <- description[[1, "SystemRequirements"]]
  for (tool in c("cargo", "rustc")) {
    if (!grepl(tool, requirements, ignore.case = TRUE)) {
      stop("`SystemRequirements` in DESCRIPTION does not name ", tool, ".")
    }
  }
  requirements
}

minimum_rustc <- function(requirements) {
  pattern <- "rustc *\\(?>= *([0-9.]+)"
  found <- regmatches(requirements, regexec(pattern, requirements))[[1]]
  if (length(found) == 2) found[[2]] else "0"
}

advice <- function(problem, minimum) {
  stop(
    "\n----------------------------------------------------------------\n",
    problem, "\n",
    "This package needs cargo and rustc ", minimum, " or newer:\n",
    "  https://www.rust-lang.org/tools/install (rustup)\n",
    "or from the system's packages, if they are new enough:\n",
    "  Debian, Ubuntu:  apt-get install cargo rustc\n",
    "  Fedora:          dnf install cargo rust\n",
    "  macOS:           brew install rust\n",
    "On Windows choose the GNU target after installing rustup:\n",
    "  rustup target add x86_64-pc-windows-gnu\n",
    "----------------------------------------------------------------",
    call. = FALSE
  )
}

version_line <- function(tool, minimum) {
  if (!nzchar(Sys.which(tool))) {
    advice(paste0("`", tool, "` is not on the PATH."), minimum)
  }
  line <- suppressWarnings(system2(tool, "--version", stdout = TRUE, stderr = TRUE))
  if (!is.null(attr(line, "status")) || length(line) == 0) {
    advice(paste(c(paste0("`", tool, " --version` fails:"), line), collapse = "\n"), minimum)
  }
  line[[length(line)]]
}

check_rust <- function() {
  minimum <- minimum_rustc(system_requirements())
  home_bin <- file.path(Sys.getenv("HOME"), ".cargo", "bin")
  Sys.setenv(PATH = paste(Sys.getenv("PATH"), home_bin, sep = .Platform$path.sep))

  cargo <- version_line("cargo", minimum)
  rustc <- version_line("rustc", minimum)
  installed <- sub("^rustc ([0-9.]+).*", "\\1", rustc)
  if (utils::compareVersion(installed, minimum) < 0) {
    advice(paste0("The installed rustc is ", installed, "."), minimum)
  }
  message("Using ", cargo, "\nUsing ", rustc)
  installed
}

rustc_version <- check_rust()
