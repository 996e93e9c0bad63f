# The sums that give the variance of a collected curve's area. An observation adds to it by its score, class
# and weight alone: w^2 (V - A)^2, and w^4 (V - A)^4 for the degrees of freedom, with V the share of
# the other class that its score beats. V is what lies below its step, which is known once all steps
# are, and u, what lies within the step below it, ties counting half. So each step comes back with
# sums of w^p u^k by class, its moments: p is 1 for weights that are counts, and for all others 2 and 4.
# Weights and u are scaled by the powers of two of scales_of().

classes_of_sums <- c("positive", "negative")

has_moments <- function(table) 1 %in% table$powers

# Those that rows are asked for.
powers_of_rows <- function(table) setdiff(table$powers, 1)

# Shares so small say nothing of a variance, but the fourth powers of others may be no doubles.
min_share <- 2^-83
min_place <- 1e-20

# A weight times a scale, a power of two. Where that may be an error, it is no more or less than has a fourth
# power.
scaled_weight <- function(column, scale, table) {
  literal <- table$dialect$literal
  if (!table$dialect$underflows) {
    return(sprintf("%s * %s", column, literal(scale)))
  }
  ends <- pmin(c(min_share, 1 / min_share) / scale, max_weight)
  fill("CASE WHEN {x} <= {low} THEN 0 WHEN {x} >= {high} THEN {most} ELSE {x} * {scale} END",
       x = column, low = literal(ends[[1L]]), high = literal(ends[[2L]]),
       most = literal(1 / min_share), scale = literal(scale))
}

# More columns for the queries of binned_in_sql() and exact_in_sql(), where there are to be moments: of
# rows, of bins, and in between.
scaled_columns <- function(table) {
  sprintf("%s AS wroc_%s1", vapply(classes_of_sums, function(class) {
    scaled_weight(paste0("wroc_", class), table$scales[[class]], table)
  }, ""), classes_of_sums)
}

columns_of_rows <- function(table) {
  if (length(powers_of_rows(table)) > 0L) scaled_columns(table) else character()
}

# A class is asked for once, and not in each of its powers; so is a part.
fence_for <- function(table) {
  if (length(table$powers) > 0L || nzchar(table$part)) table$dialect$fence else ""
}

# `of` is SUM where rows are added up to bins.
columns_of_bins <- function(table, of = "SUM") {
  powers <- powers_of_rows(table)
  if (length(powers) == 0L) {
    return(character())
  }
  products <- outer(classes_of_sums, powers, Vectorize(function(class, power) {
    paste(rep(sprintf("wroc_%s1", class), power), collapse = " * ")
  }))
  number <- "CASE WHEN wroc_positive > 0 THEN 1 ELSE 0 END"
  sprintf("CAST(%s(%s) AS %s) AS %s", of, c(products, number), table$dialect$double, names_of_bins(table))
}

names_of_bins <- function(table) {
  powers <- powers_of_rows(table)
  if (length(powers) == 0L) {
    return(character())
  }
  c(outer(classes_of_sums, powers, function(class, power) sprintf("wroc_%s%.0f", class, power)),
    "wroc_positives")
}

more_columns <- function(columns) paste(sprintf(", %s", columns), collapse = "")

# A row for each moment: the class and the other one, the powers of the weight and of u, its name.
moments_of <- function(table) {
  orders <- list("1" = 1:4, "2" = 0:2, "4" = 0:4)
  rows <- lapply(table$powers, function(power) {
    expand.grid(order = orders[[sprintf("%.0f", power)]], class = classes_of_sums, power = power,
                stringsAsFactors = FALSE)
  })
  moments <- do.call(rbind, rows)
  moments$other <- rev(classes_of_sums)[match(moments$class, classes_of_sums)]
  moments$name <- name_of_moment(moments$class, moments$power, moments$order)
  moments
}

name_of_moment <- function(class, power, order) {
  sprintf("%s_w%d_u%d", class, as.integer(power), as.integer(order))
}

# The sums of steps from those of bins, which have wroc_u_positive and wroc_u_negative.
moments_in_sql <- function(table) {
  if (!has_moments(table)) {
    names <- names_of_bins(table)
    return(sprintf("SUM(%s) AS %s", names, names))
  }
  moments <- moments_of(table)
  sums <- vapply(seq_len(nrow(moments)), function(i) {
    weights <- sprintf("wroc_%s%.0f", moments$class[[i]], moments$power[[i]])
    places <- rep(paste0("wroc_u_", moments$other[[i]]), moments$order[[i]])
    paste(c(weights, places), collapse = " * ")
  }, "")
  number <- if (length(powers_of_rows(table)) > 0L) "wroc_positives" else "wroc_positive"
  sprintf("SUM(%s) AS wroc_%s", c(sums, number), columns_of_moments(table))
}

columns_of_moments <- function(table) {
  if (has_moments(table)) c(moments_of(table)$name, "positives") else sub("^wroc_", "", names_of_bins(table))
}

# The weight below within the step, ties counting half: from the sum up to here, that of the ties, and the
# scaled weights of bins.
with_places <- function(table, windows, columns) {
  if (!has_moments(table)) {
    return(windows)
  }
  place <- sprintf("(wroc_up_%s - wroc_tied_%s / 2)", classes_of_sums, classes_of_sums)
  places <- sprintf("CASE WHEN %s > %s THEN %s ELSE 0 END AS wroc_u_%s", place,
                    table$dialect$literal(min_place), place, classes_of_sums)
  fill("SELECT {kept}, wroc_up_negative, wroc_up_positive{places}
       FROM ({windows}) wroc_up{fence}", kept = kept_of_bins(table, columns),
       places = more_columns(c(places, scaled_columns(table))), windows = windows, fence = fence_for(table))
}

# The sums of those that tie with a row of bins that may: `tied`. Others are alone.
ties_in_sql <- function(table, tied) {
  if (!has_moments(table) && !nzchar(table$part)) {
    return(character())
  }
  weights <- vapply(classes_of_sums, scaled_bins, "", table)
  if (tied || nzchar(table$part)) {
    weights <- sprintf("SUM(%s) OVER (PARTITION BY %swroc_step, wroc_low)", weights, table$keys)
  }
  sprintf("%s AS wroc_tied_%s", weights, classes_of_sums)
}

# The moments of steps of which nothing is known within: all of the other class ties.
moments_of_ties <- function(steps, table, scales) {
  for (class in classes_of_sums) {
    other <- setdiff(classes_of_sums, class)
    place <- steps[[other]] * scales[[other]] / 2
    for (power in table$powers) {
      sums <- if (power == 1) {
        steps[[class]] * scales[[class]]
      } else {
        steps[[sprintf("%s%.0f", class, power)]]
      }
      if (!has_moments(table)) {
        steps[[sprintf("%s%.0f", class, power)]] <- sums
        next
      }
      for (order in 0:4) steps[[name_of_moment(class, power, order)]] <- sums * place^order
    }
  }
  if (identical(table$powers, 1)) steps$positives <- steps$positive
  steps
}

# From steps to what intervals take -----------------------------------------------------------

# The sums over all influences, as areas_of_sums() takes them: of rows, and where weights are counts of these.
sums_of_step_moments <- function(result, area, unit) {
  if (!is.null(result$steps$positive_of_parts)) return(sums_of_parts_of(result, area, unit))
  sums <- function(counts) {
    powers <- if (counts) c(1, 1) else c(2, 4)
    unwrap(sums_of_steps(moments_of_steps(result$steps, result$scales, powers, unit), area, counts))
  }
  list(row = sums(unit), count = sums(TRUE))
}

# Numbers of both classes, the negatives first.
by_class <- function(value) unname(lapply(rev(classes_of_sums), function(class) as.double(value(class))))

# Of both classes, the negatives first.
moments_of_steps <- function(steps, scales, powers, unit) {
  classes <- rev(classes_of_sums)
  moments <- function(power, orders) {
    unname(lapply(classes, function(class) {
      lapply(orders, function(order) {
        # A weight that counts is its own sum.
        name <- if (power == 1 && order == 0) class else name_of_moment(class, power, order)
        as.double(steps[[name]])
      })
    }))
  }
  list(weights = by_class(function(class) steps[[class]]),
       numbers = by_class(function(class) numbers_of_steps(steps, class, unit)),
       second = moments(powers[[1L]], 0:2), fourth = moments(powers[[2L]], 0:4),
       scales = unlist(scales[classes], use.names = FALSE))
}

# How many observations of a class steps have.
numbers_of_steps <- function(steps, class, unit) {
  if (unit) steps[[class]] else if (class == "positive") steps$positives else steps$rows - steps$positives
}
