# A sum that is smaller than this, beside the sum of the absolute values of its terms, has lost all of its
# digits, or all but the last ones: it is 0 but for rounding. The core has the same number in `rounding.rs`.
rounding <- 64 * .Machine$double.eps
