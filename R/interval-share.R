# Intervals of what is found at a share of the population. What is found of the positives, or what of those
# called is positive, whichever can reach 1, is the share of independent observations.
ends_at_share <- function(share, prior, is_response) {
  force(share)
  function(quantity, of) {
    curve <- of$sample$curve
    odds <- curve$FP[[1L]] / curve$FN[[nrow(curve)]]
    positive <- if (is.null(prior)) 1 / (1 + odds) else prior
    most <- if (is_response) min(1, positive / share) else min(1, share / positive)
    effective <- of$effective
    # All have the effective number that a share of both classes would have.
    all <- 1 / sum(c(1 - positive, positive)^2 / effective)
    behind <- if (share < positive) share * all else effective[[2L]]
    found <- min(of$estimate / most, 1)
    n <- effective_number(found, of$variance / most^2, of$freedom, behind, 0, of$conf.level)
    ends <- wilson(found, n, stats::qnorm(outer_tail(of$conf.level), lower.tail = FALSE))
    list(low = most * ends$low, high = most * ends$high, df = of$freedom + freedom_of_model)
  }
}
