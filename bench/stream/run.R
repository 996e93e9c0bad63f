# Rscript bench/stream/run.R [ROWS]: the curve of a file that is larger than memory should be, in
# chunks, and of the same rows in a database, by a cursor; with a progress bar and the peak of
# memory. Run from the root of the repository, with R_LIBS naming a library that has this package.
# Writes bench/stream/report.md when there are 1e8 rows, as without an argument. Needs data.table
# and RSQLite, and 7 GB for 1e8 rows in the folder that WROC_BENCH_FOLDER names, or a temporary one.

for (file in c("markdown.R", "machine.R")) source(file.path("bench", "common", file))
library(WeightedROC)

arguments <- commandArgs(TRUE)
rows <- if (length(arguments)) as.numeric(arguments[[1L]]) else 1e8
chunk <- min(rows, 2e6)
points <- 1e5
folder <- Sys.getenv("WROC_BENCH_FOLDER", tempdir())

make_chunk <- function(k) {
  set.seed(k)
  label <- stats::rbinom(chunk, 1L, 0.4)
  data.frame(score = stats::rnorm(chunk, label), label, weight = stats::rexp(chunk))
}

make_file <- function() {
  path <- file.path(folder, sprintf("stream-%g.csv", rows))
  if (!file.exists(path)) {
    for (k in seq_len(rows / chunk)) data.table::fwrite(make_chunk(k), path, append = k > 1)
  }
  path
}

make_database <- function() {
  path <- file.path(folder, sprintf("stream-%g.sqlite", rows))
  if (!file.exists(path)) {
    connection <- DBI::dbConnect(RSQLite::SQLite(), path)
    on.exit(DBI::dbDisconnect(connection))
    for (k in seq_len(rows / chunk)) {
      DBI::dbWriteTable(connection, "observations", make_chunk(k), append = TRUE)
    }
  }
  path
}

# Anonymous memory, which leaves out the pages of the file that fread maps.
memory <- function() {
  line <- grep("^RssAnon", readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("\\D", "", line)) / 1024
}

# The tally of all chunks: `next_chunk(k)` gives the k-th.
tally_of_stream <- function(next_chunk, chunks) {
  bar <- utils::txtProgressBar(0, chunks, style = 3)
  on.exit(close(bar))
  total <- NULL
  peak <- 0
  for (k in seq_len(chunks)) {
    found <- next_chunk(k)
    tally <- roc_tally(found$score, found$label, found$weight, points = points)
    peak <- max(peak, memory())
    total <- if (is.null(total)) tally else c(total, tally, points = points)
    utils::setTxtProgressBar(bar, k)
  }
  list(tally = total, peak = peak)
}

measure <- function(what, size, stream) {
  gc(full = TRUE)
  took <- system.time(found <- stream())[["elapsed"]]
  bounds <- auc_ci(found$tally)
  data.frame(what, size, seconds = took, peak = found$peak, rows = nrow(found$tally),
             estimate = bounds$estimate, bound = (bounds$bound.high - bounds$bound.low) / 2)
}

data.table::setDTthreads(1L)
path <- make_file()
from_file <- measure("file, data.table::fread()", file.size(path), function() {
  # Not fread(nrows = 0), which takes memory for as many rows as it guesses that the file has.
  names <- strsplit(readLines(path, n = 1L), ",", fixed = TRUE)[[1L]]
  tally_of_stream(function(k) {
    data.table::fread(path, skip = 1 + (k - 1) * chunk, nrows = chunk, header = FALSE,
                      col.names = names)
  }, rows / chunk)
})

path <- make_database()
connection <- DBI::dbConnect(RSQLite::SQLite(), path)
result <- DBI::dbSendQuery(connection, "SELECT score, label, weight FROM observations")
from_database <- measure("SQLite, DBI::dbFetch()", file.size(path), function() {
  tally_of_stream(function(k) DBI::dbFetch(result, chunk), rows / chunk)
})
DBI::dbClearResult(result)
DBI::dbDisconnect(connection)

# The tallies alone, of chunks that are made on the spot.
from_chunks <- measure("chunks made in R", 0, function() tally_of_stream(make_chunk, rows / chunk))

measured <- rbind(from_file, from_database, from_chunks)
stopifnot(abs(measured$estimate - measured$estimate[[1L]]) < 1e-9)
machine <- describe_machine("full")
text <- c(
  "# Streams: memory of a chunk, not of the rows", "",
  sprintf("Written by `Rscript bench/stream/run.R`: %s observations in chunks of %s, tallies of at",
          power_of_ten(rows), format(chunk, big.mark = " ")),
  sprintf("most %s rows. Peak is all anonymous memory of the R process, which begins with 50 to 60",
          format(points, big.mark = " ")),
  sprintf("MB; the rows themselves would take %s MB in R.", three_digits(20 * rows / 1e6)), "",
  md_table(list(
    from = measured$what, "size, MB" = three_digits(measured$size / 1e6),
    "elapsed, s" = three_digits(measured$seconds), "peak, MB" = three_digits(measured$peak),
    "rows of the tally" = three_digits(measured$rows), area = format(measured$estimate, digits = 9),
    bound = formatC(measured$bound, digits = 1, format = "e")
  )),
  md_table(list(what = machine$what, value = machine$value))
)
if (rows == 1e8) writeLines(text, "bench/stream/report.md")
cat(text, sep = "\n")
