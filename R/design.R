# What a survey design makes of influences.

is_design <- function(x) inherits(x, c("survey.design", "svyrep.design", "twophase", "twophase2"))

# Of what is given for each row of a design, what is in use. Nothing need be known of rows outside of a
# part of the population, which have weight 0.
in_design <- function(observed, design) {
  used <- rows_in_use(design)
  observed$design <- design
  observed$rows <- length(used)
  observed$in_design <- which(used)
  observed$scores <- lapply(observed$scores, function(score) as.vector(score)[used])
  observed$label <- observed$label[used]
  observed$weights <- observed$weights[used]
  observed
}

weights_in_design <- function(design) as.vector(stats::weights(design, "sampling"))

# A row may count in a replicate alone.
rows_in_use <- function(design) {
  weights <- weights_in_design(design)
  used <- is.na(weights) | weights > 0
  if (inherits(design, "svyrep.design")) used <- used | rowSums(replicates_in_design(design)) > 0
  used
}

replicates_in_design <- function(design) {
  replicates <- as.matrix(stats::weights(design, "analysis"))
  storage.mode(replicates) <- "double"
  check_replicate_weights(replicates)
  replicates
}

check_package_survey <- function() {
  if (!requireNamespace("survey", quietly = TRUE)) {
    raise("package", "The package survey is needed: install.packages(\"survey\").", package = "survey")
  }
}

check_design <- function(design) {
  check_package_survey()
  if (is.null(data_of_design(design))) {
    raise_type("weight", "a design with its data in memory", design)
  }
}

data_of_design <- function(design) {
  data <- if (is_two_phase(design)) stats::model.frame(design) else design$variables
  if (is.data.frame(data)) data
}

size_of_design <- function(design) length(weights_in_design(design))

# Labels of the rows of a design: what is outside of the part of the population may be of any class.
label_in_design <- function(label, design) {
  rows <- size_of_design(design)
  if (length(label) != rows) {
    message <- sprintf("`label` must have a value for each of the %s rows of the design, not %s.",
                       number(rows), number(length(label)))
    raise("length", message, argument = "label", length = length(label), expected = rows)
  }
  if (is.atomic(label)) label[which(!rows_in_use(design))] <- NA
  label
}

is_two_phase <- function(design) inherits(design, c("twophase", "twophase2"))

# The sampling units of each stage, of the first phase if there are two.
clusters_of_design <- function(design) {
  if (is_two_phase(design)) design$phase1$sample$cluster else design$cluster
}

# The primary sampling units of the observations in use; NULL where the design does not tell them.
units_of_design <- function(observed) {
  clusters <- clusters_of_design(observed$design)
  if (is.null(clusters)) NULL else codes_of_clusters(clusters[observed$in_design, 1L])
}

# The covariance of all quantities of all scores, the most degrees of freedom that it has, and its name.
covariance_in_design <- function(observed, what, estimate) {
  by_replicates <- inherits(observed$design, "svyrep.design")
  covariance <- if (by_replicates) {
    covariance_by_replicates(observed, what, estimate)
  } else {
    covariance_by_linearization(observed, what)
  }
  most <- survey::degf(observed$design)
  if (most < 1) covariance[] <- NA_real_
  list(covariance = covariance, most = most,
       variance = if (by_replicates) "replicates" else "linearization")
}

covariance_by_linearization <- function(observed, what) {
  influences <- lapply(observed$scores, function(score) {
    influences_on_all(score, observed$label, observed$weights, what)$influences
  })
  per_weight <- matrix(0, observed$rows, length(what) * length(influences))
  per_weight[observed$in_design, ] <- unlist(influences, use.names = FALSE) / observed$weights
  colnames(per_weight) <- seq_len(ncol(per_weight))
  # What is not defined would take the variances of all others along.
  undefined <- colSums(is.nan(per_weight)) > 0
  per_weight[, undefined] <- 0
  total <- tryCatch(survey::svytotal(per_weight, observed$design), error = raise_of_design)
  without(unname(as.matrix(stats::vcov(total))), undefined)
}

# What package survey says of a design of which it makes no variance, a single sampling unit, say.
raise_of_design <- function(error) {
  raise("design", sprintf("Package survey makes no variance of the design: %s", conditionMessage(error)))
}

# A covariance matrix in which nothing is known of some.
without <- function(covariance, undefined) {
  covariance[undefined, ] <- NA_real_
  covariance[, undefined] <- NA_real_
  covariance
}

# Replicates in which a class has no weight say nothing.
covariance_by_replicates <- function(observed, what, estimate) {
  design <- observed$design
  replicates <- replicates_in_design(design)[observed$in_design, , drop = FALSE]
  values <- apply(replicates, 2L, function(weights) {
    tryCatch(unlist(lapply(observed$scores, function(score) {
      influences_on_all(score, observed$label, weights, what)$values
    })), wroc_error_no_weight = function(error) rep(NA_real_, length(estimate)))
  })
  values <- matrix(values, ncol(replicates), length(estimate), byrow = TRUE)
  # A quotient may be one of nothing in a replicate alone.
  undefined <- is.na(estimate) | colSums(is.nan(values)) > 0
  values[, undefined] <- 0
  complete <- stats::complete.cases(values)
  warn_of_replicates(complete)
  if (!any(complete)) return(matrix(NA_real_, length(estimate), length(estimate)))
  variance <- survey::svrVar(values[complete, , drop = FALSE], design$scale, design$rscales[complete],
                             mse = design$mse, coef = replace(estimate, undefined, 0))
  without(matrix(as.numeric(variance), length(estimate)), undefined)
}

warn_of_replicates <- function(complete) {
  if (!all(complete)) {
    warn("replicates", sprintf("%d of %d replicates have no weight in a class and were left out.",
                               sum(!complete), length(complete)))
  }
}
