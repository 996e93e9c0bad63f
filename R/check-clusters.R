# Clusters; NULL when each observation is one of its own.

# Cluster labels may have any type of values.
check_cluster <- function(cluster, label) {
  if (is.object(cluster)) cluster <- without_integer64(cluster, "cluster", way_of_names)
  if (!is.atomic(cluster) || !is_plain(cluster)) raise_type("cluster", "a vector", cluster)
  check_same_length("cluster", cluster, label)
  if (is.factor(cluster)) check_codes(cluster, "cluster")
  cluster
}

# `way` is what to do about it.
refuse_missing <- function(missing, argument, column = NULL, way = " `na.rm = TRUE` leaves such observations out.") {
  first <- match(TRUE, missing)
  if (is.na(first)) return()
  fields <- c(list(argument = argument, position = first), column = column)
  message <- paste0(failure_message(c(list(kind = "missing"), fields)), way)
  do.call(raise, c(list("missing", message), fields))
}

# From 0 on, and how many there are, as sampled() has them.
codes_of_clusters <- function(cluster) {
  if (is.null(cluster)) return(NULL)
  if (anyNA(cluster)) refuse_missing(is.na(cluster), "cluster")
  result <- unique(as.vector(cluster))
  list(cluster = match(as.vector(cluster), result) - 1L, clusters = length(result))
}
