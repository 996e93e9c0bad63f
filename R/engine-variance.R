# What the variance of a collected curve's area is made of. An observation adds to it by its score, class
# and weight alone: w^2 (V - A)^2, and w^4 (V - A)^4 for the degrees of freedom, with V the share of
# the other class that its score beats. V is what lies below its step, which is known once all steps
# are, and u, what lies within the step below it, ties counting half. So each step comes back with
# sums of w^p u^k by class, its moments: p is 1 for weights that are counts, and for all others 2 and 4.
# Weights and u are scaled by the powers of two of scales_of().

classes_of_sums <- c("positive", "negative")

# The powers of weights of rows that are added up. Weights that nobody gave are 1, and so are their powers.
powers_of <- function(table) if (table$unit) NULL else c(2, 4)

# Shares so small say nothing of a variance, but the fourth powers of others may be no doubles.
least_share <- 1e-35
least_place <- 1e-30

# A weight times a scale, a power of two, but no more or less than has a fourth power.
scaled_weight <- function(column, scale, table) {
  literal <- table$dialect$literal
  ends <- pmin(c(least_share, 1 / least_share) / scale, most_weight)
  fill("CASE WHEN {x} <= {low} THEN 0 WHEN {x} >= {high} THEN {most} ELSE {x} * {scale} END",
       x = column, low = literal(ends[[1L]]), high = literal(ends[[2L]]),
       most = literal(1 / least_share), scale = literal(scale))
}

scaled_weights <- function(table) {
  sprintf("%s AS wroc_%s1", vapply(classes_of_sums, function(class) {
    scaled_weight(paste0("wroc_", class), table$scales[[class]], table)
  }, ""), classes_of_sums)
}

product_in_sql <- function(x, power) paste(rep(x, power), collapse = " * ")

# What rows have of their weights, bins of their rows, and queries around them: each begins with a comma.
powers_of_rows <- function(table) if (table$unit) "" else more_columns(scaled_weights(table))

sums_of_powers <- function(table) {
  if (table$unit) return("")
  names <- names_of_powers(table)
  powers <- outer(classes_of_sums, powers_of(table), Vectorize(function(class, power) {
    product_in_sql(sprintf("wroc_%s1", class), power)
  }))
  number <- "CASE WHEN wroc_positive > 0 THEN 1 ELSE 0 END"
  more_columns(sprintf("CAST(SUM(%s) AS %s) AS %s", c(powers, number), table$dialect$double, names))
}

# Of a row that is a bin.
powers_of_row <- function(table) {
  gsub("SUM(", "(", sums_of_powers(table), fixed = TRUE)
}

names_of_powers <- function(table) {
  if (table$unit) return(character())
  c(outer(classes_of_sums, powers_of(table), function(class, power) {
    sprintf("wroc_%s%d", class, as.integer(power))
  }), "wroc_positives")
}

more_columns <- function(columns) paste(sprintf(", %s", columns), collapse = "")

# A row for each moment: the class and the other one, the powers of the weight and of u, its name.
moments_of <- function(table) {
  orders <- list("1" = 1:4, "2" = 0:2, "4" = 0:4)
  rows <- lapply(c(1, powers_of(table)), function(power) {
    expand.grid(order = orders[[as.character(power)]], class = classes_of_sums, power = power,
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
  moments <- moments_of(table)
  sums <- vapply(seq_len(nrow(moments)), function(i) {
    weights <- sprintf("wroc_%s%d", moments$class[[i]], as.integer(moments$power[[i]]))
    product_in_sql(c(weights, rep(paste0("wroc_u_", moments$other[[i]]), moments$order[[i]])), 1)
  }, "")
  more_columns(c(sprintf("SUM(%s) AS wroc_%s", sums, moments$name),
           if (!table$unit) "SUM(wroc_positives) AS wroc_positives"))
}

columns_of_moments <- function(table) c(moments_of(table)$name, "positives")

# What lies below within the step, ties counting half, from the sum up to here and that of the ties.
place_in_sql <- function(up_to, tied, table) {
  fill("CASE WHEN {place} > {least} THEN {place} ELSE 0 END", place = sprintf("(%s - %s / 2)", up_to, tied),
       least = table$dialect$literal(least_place))
}

# Of the first scan: sums of powers of the weights of a label, scaled in a way of its own.

# The largest weight of the first rows tells about how large weights are.
scales_by_look <- function(table) {
  most <- max(c(table$look$wroc_weight, 0), na.rm = TRUE)
  scale <- if (is.finite(most) && most > 0) 2^-round(log2(most)) else 1
  c(positive = min(scale, 2^1020), negative = min(scale, 2^1020))
}

# `classes` are not known at first, when both have the same scale.
scaled_fact <- function(table, scales, classes) {
  of <- function(class) scaled_weight("wroc_weight", scales[[class]], table)
  if (scales[["positive"]] == scales[["negative"]]) {
    return(of("positive"))
  }
  fill("CASE WHEN wroc_label = {label} THEN {positive} ELSE {negative} END",
       label = value_in_sql(classes[[2L]], table), positive = of("positive"), negative = of("negative"))
}

sums_of_facts <- function(powers) {
  if (is.null(powers)) {
    return("")
  }
  more_columns(sprintf("SUM(%s) AS wroc_weight%d", c(product_in_sql("wroc_weight1", 2), product_in_sql("wroc_weight1", 4)),
                 c(2L, 4L)))
}

# Whether no weight was cut off that says anything.
have_powers <- function(steps, scales) {
  totals <- c(positive = sum(steps$positive), negative = sum(steps$negative))
  all(totals * scales > 1e-15 & totals * scales < 0.1 / least_share)
}

# The moments of steps of which nothing is known within: all of the other class ties.
moments_of_ties <- function(steps, unit, from) {
  to <- scales_of(steps)
  for (class in classes_of_sums) {
    other <- setdiff(classes_of_sums, class)
    place <- steps[[other]] * to[[other]] / 2
    for (power in if (unit) 1 else c(1, 2, 4)) {
      sums <- if (power == 1) {
        steps[[class]] * to[[class]]
      } else {
        steps[[paste0(class, power)]] * (to[[class]] / from[[class]])^power
      }
      for (order in 0:4) steps[[name_of_moment(class, power, order)]] <- sums * place^order
    }
  }
  steps
}

# From steps to what intervals take -----------------------------------------------------------

# The sums over all influences, as estimate_of() has them: of rows, and where weights are counts of these.
spread_of_steps <- function(steps, area, unit) {
  scales <- scales_of(steps)
  totals <- c(positive = sum(steps$positive), negative = sum(steps$negative))
  of_class <- function(class, power) class_sums(steps, class, power, area, totals, scales)
  counts <- lapply(classes_of_sums, of_class, 1)
  names(counts) <- classes_of_sums
  numbers <- if (unit) totals else c(positive = sum(steps$positives),
                                     negative = sum(steps$rows - steps$positives))
  rows <- if (unit) counts else structure(lapply(classes_of_sums, of_class, 2), names = classes_of_sums)
  list(row = spread_of_sums(area, rows, numbers, numbers), count = spread_of_sums(area, counts, totals, numbers))
}

spread_of_sums <- function(area, sums, units, numbers) {
  squares <- vapply(sums, `[[`, 0, "squares")
  fourths <- vapply(sums, `[[`, 0, "fourths")
  effective <- 1 / vapply(sums, `[[`, 0, "shares")
  list(
    area = area, negatives = squares[["negative"]], positives = squares[["positive"]],
    freedom = freedom_of_sums(sum(squares), sum(fourths), sum(units), 2),
    units_neg = units[["negative"]], units_pos = units[["positive"]],
    effective_neg = effective[["negative"]], effective_pos = effective[["positive"]],
    n_neg = numbers[["negative"]], n_pos = numbers[["positive"]]
  )
}

# Of a class: the sums of p^2 (V - A)^2, of p^4 (V - A)^4 and of p^2, with p the shares of units in it.
class_sums <- function(steps, class, power, area, totals, scales) {
  other <- setdiff(classes_of_sums, class)
  # A count has that many units of 1.
  own <- totals[[class]] * scales[[class]]
  unit <- if (power == 1) scales[[class]] / own else 1
  moment <- function(power, order) {
    sums <- if (power == 1 && order == 0) {
      steps[[class]] * scales[[class]]
    } else {
      steps[[name_of_moment(class, power, order)]]
    }
    sums / own^power / (totals[[other]] * scales[[other]])^order
  }
  share <- steps[[other]] / totals[[other]]
  below <- c(0, cumsum(share)[-length(share)])
  # What a negative beats are the positives above it.
  away <- below - (if (class == "positive") area else 1 - area)
  second <- function(order) moment(power, order) * unit
  fourth <- function(order) moment(if (power == 1) 1 else 4, order) * unit^3
  squares <- sum(second(0) * away^2 + 2 * away * second(1) + second(2))
  terms <- sum(second(0) * away^2 + 2 * abs(away) * second(1) + second(2))
  fourths <- sum(fourth(0) * away^4 + 4 * away^3 * fourth(1) + 6 * away^2 * fourth(2) +
                   4 * away * fourth(3) + fourth(4))
  # What rounding leaves of nothing.
  if (squares <= rounding_of(steps$rows) * terms) squares <- 0
  list(squares = squares, fourths = max(fourths, 0), shares = sum(second(0)))
}
