# Rscript bench/engines/call.R ENGINE MADE WAY: asks an engine for a curve once, and prints seconds,
# rows and numbers fetched, the bounds of the area and the memory that R took, in bytes.

for (file in c("common/peak-memory.R", "engines/tables.R")) source(file.path("bench", file))
for (file in c("helper-engine-sql.R", "helper-engines.R", "helper-server-duckdb.R", "helper-spark.R")) {
  source(file.path("tests", "testthat", file))
}
library(WeightedROC)

arguments <- commandArgs(TRUE)
observations <- engine_table(arguments[[1L]], arguments[[2L]])
way <- arguments[[3L]]

fetched <- c(rows = 0, numbers = 0)
count <- function(found) {
  if (is.data.frame(found)) fetched <<- fetched + c(nrow(found), length(found) * nrow(found))
}
note <- quote(get("count", globalenv())(returnValue()))
suppressMessages(
  trace("answer", exit = note, print = FALSE, where = asNamespace("WeightedROC"))
)

# A grid of some thousand bins, by hand, and nothing checked.
bare <- "SELECT b, COUNT(*) AS n, SUM(p) AS positive, SUM(q) AS negative, MIN(g) AS score, MAX(g) AS score_max
  FROM (SELECT %s AS b, g, CASE WHEN y = 1 THEN w ELSE 0 END AS p, CASE WHEN y = 0 THEN w ELSE 0 END AS q
    FROM observations_here) AS binned GROUP BY b"
group_by_grid <- function(tbl) {
  # SQLite has no FLOOR, and cuts off.
  is_sqlite <- arguments[[1L]] == "SQLite"
  cut <- sprintf("CAST(%s((g + 10) * 100) AS %s)", if (is_sqlite) "" else "FLOOR",
                 if (is_sqlite) "INTEGER" else "BIGINT")
  query <- sub("observations_here", dbplyr::remote_name(tbl), sprintf(bare, cut), fixed = TRUE)
  bins <- DBI::dbGetQuery(dbplyr::remote_con(tbl), query)
  count(bins)
  as_roc_tally(bins[c("score", "score_max", "positive", "negative")])
}

ways <- list(
  "one GROUP BY over a grid" = group_by_grid,
  "tolerance = 1e-3" = function(tbl) roc_collect(tbl, g, y, w, tolerance = 1e-3),
  default = function(tbl) roc_collect(tbl, g, y, w),
  "tolerance = 1e-6" = function(tbl) roc_collect(tbl, g, y, w, tolerance = 1e-6),
  "exact = TRUE" = function(tbl) roc_collect(tbl, g, y, w, exact = TRUE),
  "all rows fetched" = function(tbl) {
    found <- dplyr::collect(tbl)
    count(found)
    WeightedROC(found$g, found$y, found$w)
  }
)

# On few rows before, so that loading code does not count.
invisible(roc_collect(utils::head(observations, 1000), g, y, w))
fetched[] <- 0
gc(full = TRUE)
reset_peak()
before <- peak_memory()
took <- system.time(curve <- ways[[way]](observations))[["elapsed"]]
area <- unlist(auc_ci(curve, conf.level = NULL)[c("estimate", "bound.low", "bound.high")])
cat(format(c(took, fetched, area, peak_memory() - before), digits = 17), "\n")
