# Clusters; NULL when each observation is one of its own.

# Cluster labels may have any type of values.
check_cluster <- function(cluster, label) {
  if (is.object(cluster)) cluster <- without_integer64(cluster, "cluster", way_of_names)
  if (!is.atomic(cluster) || !is_plain(cluster)) raise_type("cluster", "a vector", cluster)
  check_same_length("cluster", cluster, label)
  if (is.factor(cluster)) check_codes(cluster, "cluster")
  cluster
}

refuse_missing <- function(missing, argument) {
  first <- match(TRUE, missing)
  if (!is.na(first)) {
    message <- sprintf("`%s` must not be missing: element %s is NA. %s", argument, number(first),
                       "`na.rm = TRUE` leaves such observations out.")
    raise("missing", message, argument = argument, position = first)
  }
}

# From 0 on, and how many there are, as sampled() has them.
codes_of_clusters <- function(cluster) {
  if (is.null(cluster)) return(NULL)
  if (anyNA(cluster)) refuse_missing(is.na(cluster), "cluster")
  result <- unique(as.vector(cluster))
  list(cluster = match(as.vector(cluster), result) - 1L, clusters = length(result))
}
