//! The scale on which shares have no ends.

/// ln(p / (1 - p)).
pub(crate) fn logit(share: f64) -> f64 {
    libm::log(share / (1.0 - share))
}

/// The share with that logit.
pub(crate) fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_undoes_the_other() {
        for share in [1e-300, 0.1, 0.5, 0.999] {
            assert!((logistic(logit(share)) / share - 1.0).abs() < 1e-12);
        }
        assert_eq!(
            [logistic(f64::NEG_INFINITY), logistic(f64::INFINITY)],
            [0.0, 1.0]
        );
    }
}
