# Clusters; NULL when each observation is one of its own.

# What may name clusters, of whichever values.
check_cluster <- function(cluster, label) {
  if (is.null(cluster)) {
    return(NULL)
  }
  cluster <- without_integer64(cluster, "cluster", way_of_names)
  if (!is.atomic(cluster) || !is_plain(cluster)) {
    raise_type("cluster", "a vector", cluster)
  }
  if (length(cluster) != length(label)) {
    raise_length("cluster", cluster, label)
  }
  if (is.factor(cluster)) check_codes(cluster, "cluster")
  cluster
}

# From 0 on, and how many there are.
codes_of_clusters <- function(cluster) {
  if (is.null(cluster)) {
    return(NULL)
  }
  missing <- match(TRUE, is.na(cluster))
  if (!is.na(missing)) {
    message <- sprintf("`cluster` must not be missing: element %s is NA. %s", number(missing),
                       "`na.rm = TRUE` leaves such observations out.")
    raise("missing", message, argument = "cluster", position = missing)
  }
  found <- unique(as.vector(cluster))
  list(codes = match(as.vector(cluster), found) - 1L, number = length(found))
}

number_of <- function(cluster) {
  if (is.null(cluster)) 0L else cluster$number
}
