# Variances and totals of influences in a survey design.

is_design <- function(x) inherits(x, c("survey.design", "svyrep.design", "twophase", "twophase2"))

# A design has clusters and a variance of its own. `given` says of arguments whether they are.
refuse_in_design <- function(args) {
  refuse_arguments(names(args)[args], "accepted with a survey design, which has its own")
}

# Keeps the rows of a design that are `used`, and takes its primary sampling units as clusters if it has any.
in_design <- function(observations, design, used = rows_in_use(design)) {
  observations$scores <- lapply(observations$scores, function(score) as.vector(score)[used])
  observations$label <- observations$label[used]
  observations$weights <- observations$weights[used]
  of_design <- c(list(design = design, rows = length(used), in_design = which(used)),
                 codes_of_clusters(clusters_of_design(design)[used, 1L]))
  observations$sampling[names(of_design)] <- of_design
  observations
}

# A design that was read in a new session comes without its package, and then has no method.
weights_in_design <- function(design) {
  check_package_survey()
  as.vector(stats::weights(design, "sampling"))
}

# Nothing need be known of rows outside of a part of the population, which have weight 0. A row may count in a
# replicate alone.
rows_in_use <- function(design) {
  weights <- weights_in_design(design)
  used <- weights > 0
  if (inherits(design, "svyrep.design")) used <- used | rowSums(replicates_in_design(design)) > 0
  used
}

replicates_in_design <- function(design) {
  check_package_survey()
  replicates <- as.matrix(stats::weights(design, "analysis"))
  storage.mode(replicates) <- "double"
  replicates
}

check_package_survey <- function() {
  if (!can_be_loaded("survey")) {
    raise("package", "Package survey is needed: install.packages(\"survey\").", package = "survey")
  }
}

# A design that someone edited may have parts that do not belong together. Package survey would not notice, or
# fail in some way of its own.
check_design <- function(design, argument) {
  check_package_survey()
  if (!is_design(design) || !is.list(design)) raise_type(argument, "a design of package survey", design)
  data <- or_else(data_of_design(design), function(error) NULL)
  if (is.null(data)) raise_type(argument, "a design with its data in memory", design)
  if (!or_else(is_whole_design(design, nrow(data)), function(error) FALSE)) {
    message <- sprintf(paste("`%s` must be a valid design of package survey: its parts are incomplete, or",
                             "do not belong together."), argument)
    raise("design", message, argument = argument)
  }
  check_weights_of_design(weights_in_design(design), argument)
  if (inherits(design, "svyrep.design")) check_weights_of_design(replicates_in_design(design), argument)
}

is_whole_design <- function(design, rows) {
  weights <- weights_in_design(design)
  by_rows <- function(x) length(dim(x)) == 2L && nrow(x) == rows && ncol(x) > 0L
  df <- survey::degf(design)
  whole <- is.numeric(weights) && length(weights) == rows && is.numeric(df) && length(df) == 1L && !is.na(df)
  if (!inherits(design, "svyrep.design")) {
    return(whole && by_rows(clusters_of_design(design)) && by_rows(first_phase_of(design)$strata))
  }
  replicates <- stats::weights(design, "analysis")
  whole && by_rows(replicates) && (is.numeric(replicates) || is.logical(replicates)) &&
    is.numeric(design$scale) && length(design$scale) == 1L && is.numeric(design$rscales) &&
    length(design$rscales) == ncol(replicates) && (is.null(design$mse) || is.logical(design$mse))
}

# The weights, or the columns of replicate weights.
check_weights_of_design <- function(weights, argument) {
  fault <- match(TRUE, !(is.finite(weights) & weights >= 0))
  if (!is.na(fault)) {
    place <- arrayInd(fault, dim(as.matrix(weights)))
    of_replicate <- if (is.matrix(weights)) sprintf(" of replicate %d", place[[2L]])
    message <- paste0("`", argument, "` must have ", if (is.matrix(weights)) "replicate ",
                      "weights that are finite and >= 0: row ", number(place[[1L]]), of_replicate, " has ",
                      number(weights[[fault]]), ".")
    raise("weight", message, argument = argument, position = place[[1L]], value = weights[[fault]])
  }
}

data_of_design <- function(design) {
  data <- if (is_two_phase(design)) stats::model.frame(design) else design$variables
  if (is.data.frame(data)) data
}

size_of_design <- function(design) length(weights_in_design(design))

# Labels of the rows of a design: what is not in use may be of any class.
label_in_design <- function(label, used) {
  rows <- length(used)
  check_length(label, "label", rows, sprintf("have a value for each of the %s rows of the design", number(rows)))
  if (is_outcome(label)) return(label)
  if (is.numeric(label) || is.logical(label) || is.character(label) || is.factor(label)) {
    # Factors warn when they are S4 objects.
    if (isS4(label)) label <- asS3(label, complete = FALSE)
    label[!used] <- NA
  }
  label
}

is_two_phase <- function(design) inherits(design, c("twophase", "twophase2"))

# The sampling units of each stage, of the first phase if there are two; NULL for replicates, which do not
# tell them.
clusters_of_design <- function(design) {
  if (inherits(design, "svyrep.design")) NULL else first_phase_of(design)$cluster
}

first_phase_of <- function(design) if (is_two_phase(design)) design$phase1$sample else design

# The covariance of estimates in a survey design, and the `most` degrees of freedom that it has. `find(weights)` has
# the `values` by weights, and the `influences` of observations on the first one, on the second one and so on;
# `in_replicates(find, replicates, number)` all values under each column of weights.
known_covariance <- function(observations, find, in_replicates = values_in_replicates) {
  design <- observations$sampling$design
  result <- find(observations$weights)
  covariance <- if (inherits(design, "svyrep.design")) {
    used <- replicates_in_design(design)[observations$sampling$in_design, , drop = FALSE]
    replicates <- made_in_replicates(observations, used)
    values <- in_replicates(find, replicates, length(result$values))
    covariance_by_replicates(design, values, result$values)
  } else {
    covariance_by_linearization(observations, with_censoring(observations, result$influences))
  }
  upper <- as.double(survey::degf(design))
  if (upper < 1) covariance[] <- NA_real_
  list(covariance = covariance, most = upper)
}

# The observations with the covariance of quantities of all scores that a survey design gives.
in_known_design <- function(observations, quantities) {
  if (!is.null(observations$sampling$design)) {
    observations$sampling$known <- covariance_of_quantities(observations, quantities)
  }
  observations
}

# The known covariance of some quantities of all scores.
covariance_of_quantities <- function(observations, quantities) {
  find <- function(weights) {
    joined(for_each_score(observations, function(score) {
      influences_on_all(score, observations$label, weights, quantities)
    }))
  }
  # One sort for all replicates.
  areas_in_replicates <- function(find, replicates, number) {
    do.call(cbind, lapply(observations$scores, function(score) {
      result <- areas_of_replicates(score, observations$label, NULL, replicates, ncol(replicates))
      area <- unwrap(result, observations$label)$area
      replace(area, is.na(area), NA_real_)
    }))
  }
  is_of_area <- length(quantities) == 1L && is_area(quantities[[1L]])
  known_covariance(observations, find, if (is_of_area) areas_in_replicates else values_in_replicates)
}

# The values and influences of all of these, one after the other.
joined <- function(result) {
  together <- function(part) unlist(lapply(result, `[[`, part))
  list(values = together("values"), influences = together("influences"))
}

covariance_by_linearization <- function(observations, influences) {
  influences <- matrix(influences, length(observations$weights))
  per_weight <- matrix(0, observations$sampling$rows, ncol(influences))
  per_weight[observations$sampling$in_design, ] <- influences / own_weights(observations)
  colnames(per_weight) <- seq_len(ncol(per_weight))
  # An undefined value would make the variances of all others undefined.
  undefined <- colSums(is.nan(per_weight)) > 0
  per_weight[, undefined] <- 0
  total <- or_else(survey::svytotal(per_weight, observations$sampling$design), raise_of_design)
  covariance <- unname(as.matrix(stats::vcov(total)))
  without(fixed_where(covariance, sqrt(colSums(influences^2))), undefined)
}

# Reports that package survey cannot compute a variance, for a single sampling unit, say.
raise_of_design <- function(error) {
  raise("design", sprintf("Package survey cannot compute a variance: %s", conditionMessage(error)))
}

# A covariance matrix in which nothing is known of some.
without <- function(covariance, undefined) {
  covariance[undefined, ] <- NA_real_
  covariance[, undefined] <- NA_real_
  covariance
}

# Replicates in which a class has no weight say nothing.
covariance_by_replicates <- function(design, values, estimate) {
  # A quotient may be one of nothing in a replicate alone.
  undefined <- is.na(estimate) | colSums(is.nan(values)) > 0
  values[, undefined] <- 0
  complete <- stats::complete.cases(values)
  warn_of_lost_replicates(sum(complete), length(complete))
  if (!any(complete)) return(matrix(NA_real_, length(estimate), length(estimate)))
  variance <- or_else(survey::svrVar(
    values[complete, , drop = FALSE], design$scale, design$rscales[complete], mse = design$mse,
    coef = replace(estimate, undefined, 0)
  ), raise_of_design)
  size <- apply(abs(values[complete, , drop = FALSE]), 2L, max) *
    sqrt(sum(design$scale * design$rscales[complete]))
  without(fixed_where(matrix(as.numeric(variance), length(estimate)), size), undefined)
}

# A covariance matrix without rounding: 0 for what has a standard error that is nothing else, beside the
# `size` of what it was made of.
fixed_where <- function(covariance, size) {
  fixed <- which(sqrt(pmax(diag(covariance), 0)) <= rounding * size)
  covariance[fixed, ] <- 0
  covariance[, fixed] <- 0
  covariance
}

# All quantities of all scores, a row for each replicate: NA where a class has no weight, NaN for a quotient
# of nothing.
values_in_replicates <- function(found_by, replicates, width) {
  values <- apply(replicates, 2L, function(weights) {
    unknown <- function(error) rep(NA_real_, width)
    tryCatch(found_by(weights)$values, wroc_error_no_weight = unknown, wroc_error_time = unknown)
  })
  matrix(values, ncol(replicates), width, byrow = TRUE)
}
