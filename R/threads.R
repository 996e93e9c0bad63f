# Work on fewer observations than this is not worth a thread's start.
fewest_for_threads <- 32768L

# How many threads share large data: the option WeightedROC.threads.
sort_threads <- function() {
  threads <- getOption("WeightedROC.threads", 1L)
  most <- 1024
  whole <- is.numeric(threads) && own_length(threads) == 1L && unclass(threads) %in% seq_len(most)
  if (!whole) {
    message <- sprintf(
      "Option `WeightedROC.threads` must be a whole number from 1 to %d, not %s.",
      most, if (is.numeric(threads) && own_length(threads) == 1L) number(threads) else described(threads)
    )
    raise("option", message, argument = "WeightedROC.threads", value = threads)
  }
  as.integer(threads)
}
