# module_faults(root): the circles of the modules of a crate, and the uses of modules that stand below, for
# tools/lint.R. In lib.rs a module uses those above it only; in each folder the modules, each with all that it
# contains, and the code of mod.rs make no circle. Tests are left out.
#
# A module uses another one by a path, in a `use` or in its code. Names that are passed on by other modules count
# for the module that defines them. Methods have no paths: what is used by them alone is not seen.

# The code of a module without comments, strings, scopes of `pub` and items under #[cfg(test)].
module_code <- function(file) {
  code <- paste(sub("(^|[^:\"])//.*", "\\1", readLines(file)), collapse = "\n")
  code <- gsub("\"([^\"\\\\]|\\\\.)*\"", "\"\"", code)
  code <- gsub("\\bpub\\([^)]*\\)", "pub", code)
  item <- "(?:[^\\n{;]*\\buse [^;]+;|[^{;]*;|[^{;]*\\{.*?\\n\\1\\})"
  gsub(paste0("(?ms)^( *)#\\[cfg\\(test\\)\\]\\n(?: *#\\[[^\\n]*\\]\\n)*", item), "", code, perl = TRUE)
}

matches <- function(pattern, text) regmatches(text, gregexpr(pattern, text, perl = TRUE))[[1L]]

modules_in <- function(code) sub(".* (\\w+);", "\\1", matches("(?m)^(pub )?mod \\w+;", code))

# Codes by the path of the module: "crate" is lib.rs, "crate::band::given" is band/given.rs or band/given/mod.rs.
module_codes <- function(root, path = "crate") {
  base <- file.path(root, sub("^crate/?", "", gsub("::", "/", path)))
  files <- if (path == "crate") file.path(root, "lib.rs") else c(paste0(base, ".rs"), file.path(base, "mod.rs"))
  code <- module_code(files[file.exists(files)][[1L]])
  below <- lapply(sprintf("%s::%s", path, modules_in(code)), module_codes, root = root)
  c(stats::setNames(list(code), path), unlist(below, recursive = FALSE))
}

# "use a::{b, c::{d, e as f}};" has the targets a::b, a::c::d, a::c::e by the names b, d, f.
use_paths <- function(use) {
  path <- gsub("\\s+", " ", sub("(?s)^.*?\\buse (.*);$", "\\1", use, perl = TRUE))
  while (grepl("{", path, fixed = TRUE)) {
    group <- matches("[\\w:]*::\\{[^{}]*\\}", path)[[1L]]
    inner <- trimws(strsplit(sub("^[^{]*\\{(.*)\\}$", "\\1", group), ",")[[1L]])
    path <- sub(group, paste0(sub("\\{.*", "", group), inner, collapse = ", "), path, fixed = TRUE)
  }
  parts <- trimws(strsplit(path, ",")[[1L]])
  target <- sub("::self$", "", sub(" as .*", "", parts))
  name <- sub(".*( as |::)", "", ifelse(grepl(" as ", parts), parts, target))
  data.frame(target, name, public = grepl("^\\s*pub", use))
}

# The module that defines what `path` means inside the module `at`; NULL for one of another crate.
module_of <- function(path, at, uses, depth = 0L) {
  steps <- strsplit(path, "::", fixed = TRUE)[[1L]]
  is_ours <- steps[[1L]] %in% c("crate", "super", "self")
  for (step in steps) {
    import <- match(step, uses[[at]]$name)
    if (step == "crate") {
      at <- "crate"
    } else if (step == "super") {
      at <- sub("::\\w+$", "", at)
    } else if (paste0(at, "::", step) %in% names(uses)) {
      at <- paste0(at, "::", step)
      is_ours <- TRUE
    } else if (!is.na(import) && depth < 9L) {
      at <- module_of(uses[[at]]$target[[import]], at, uses, depth + 1L)
      if (is.null(at)) return(NULL)
      is_ours <- TRUE
    } else if (step != "self") {
      break
    }
  }
  if (is_ours) at
}

# A row for each module and each other one that it uses.
module_arrows <- function(codes) {
  pattern <- "(?m)^ *(pub )?use [^;]+;"
  none <- data.frame(target = character(), name = character(), public = logical())
  uses <- lapply(codes, function(code) do.call(rbind, c(list(none), lapply(matches(pattern, code), use_paths))))
  arrows <- lapply(names(codes), function(from) {
    code <- gsub(paste0(pattern, "|\\bmod \\w+;"), "", codes[[from]], perl = TRUE)
    # mod.rs passes names of its own modules on; it uses those that its code has.
    idle <- with(uses[[from]], public & !grepl("^(crate|super)::", target) & !name %in% matches("\\w+", code))
    paths <- unique(c(uses[[from]]$target[!idle], matches("\\b[a-z_]\\w*(::\\w+)+", code)))
    to <- as.character(unlist(lapply(paths, module_of, from, uses)))
    data.frame(from = rep_len(from, length(to)), to)
  })
  arrows <- unique(do.call(rbind, arrows))
  arrows[arrows$from != "crate" & arrows$to != "crate" & arrows$from != arrows$to, ]
}

# The modules of a folder that use each other, all of a circle in one string.
circles_in <- function(folder, arrows) {
  is_within <- function(path) path == folder | startsWith(path, paste0(folder, "::"))
  node <- function(path) regmatches(path, regexpr(paste0("^", folder, "(::\\w+)?"), path))
  inside <- arrows[is_within(arrows$from) & is_within(arrows$to), ]
  nodes <- unique(node(c(inside$from, inside$to)))
  reaches <- diag(length(nodes)) > 0
  dimnames(reaches) <- list(nodes, nodes)
  reaches[cbind(node(inside$from), node(inside$to))] <- TRUE
  for (via in nodes) reaches <- reaches | outer(reaches[, via], reaches[via, ])
  circles <- unique(lapply(nodes, function(path) sort(nodes[reaches[path, ] & reaches[, path]])))
  vapply(Filter(function(circle) length(circle) > 1L, circles), paste, "", collapse = ", ")
}

module_faults <- function(root) {
  codes <- module_codes(root)
  arrows <- module_arrows(codes)
  place <- lapply(arrows, function(path) match(sub("^crate::(\\w+).*", "\\1", path), modules_in(codes$crate)))
  below <- arrows[place$from < place$to, ]
  circles <- unlist(lapply(setdiff(sub("::\\w+$", "", names(codes)), "crate"), circles_in, arrows))
  c(sprintf("%s uses %s, which stands below it in lib.rs", below$from, below$to),
    sprintf("circle of modules: %s", circles))
}
