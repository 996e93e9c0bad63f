//! Measures of a threshold that are no quotients of sums: kappa and the correlation of Matthews.

use crate::decision::confusion::{correlation, kappa, lead};

/// Cohen's kappa, or Matthews' coefficient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Agreement {
    pub is_kappa: bool,
    pub prior: Option<f64>,
}

/// A value, and its derivatives by FPR, by TPR and by the prior.
pub(crate) struct Gradient {
    pub value: f64,
    pub by_rates: [f64; 2],
    pub by_prior: f64,
}

impl Agreement {
    /// The value for the probabilities of the negative and of the positive class, from FPR and TPR, TNR and FNR.
    pub fn value(&self, called: [f64; 2], not_called: [f64; 2], priors: [f64; 2]) -> f64 {
        let lead = lead(called, not_called);
        let sums = [called, not_called].map(|rates| priors[0] * rates[0] + priors[1] * rates[1]);
        if self.is_kappa {
            kappa(lead, priors, sums)
        } else {
            correlation(lead, priors.map(f64::sqrt), sums)
        }
    }

    /// As [`Agreement::value`], with derivatives.
    pub fn at(&self, called: [f64; 2], not_called: [f64; 2], priors: [f64; 2]) -> Gradient {
        let value = self.value(called, not_called, priors);
        let lead = lead(called, not_called);
        let [fpr, tpr] = called;
        let [tnr, r#fn] = not_called;
        let [negative, positive] = priors;
        let share = positive * tpr + negative * fpr;
        let rest = positive * r#fn + negative * tnr;
        if self.is_kappa {
            let chance = negative * share + positive * rest;
            let parts = [negative / chance, positive / chance];
            let factor = 2.0 * parts[0] * parts[1];
            let change = (rest - share) + (negative - positive) * lead;
            return Gradient {
                value,
                by_rates: [
                    -factor * (positive * r#fn + negative * tpr),
                    factor * (positive * tnr + negative * fpr),
                ],
                by_prior: lead * (2.0 * (parts[0] - parts[1]) - factor * change),
            };
        }
        let both = negative * positive;
        let product = share * rest;
        let root = (both / product).sqrt();
        let factor = root / product;
        let turned = (negative - positive) / both - lead * (rest - share) / product;
        Gradient {
            value,
            by_rates: [
                -factor * (tpr * r#fn + 0.5 * negative * lead * (tpr - r#fn)),
                factor * (fpr * tnr + 0.5 * positive * lead * (tnr - fpr)),
            ],
            by_prior: 0.5 * lead * root * turned,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where next to nothing is called, or all but that: TPR - FPR is what is left of 1 - 1, too.
    #[test]
    fn what_hardly_anybody_has_keeps_its_digits() {
        const TINY: f64 = 1e-20;
        let ends = [
            ([TINY, 3.0 * TINY], [1.0, 1.0]),
            ([1.0, 1.0], [3.0 * TINY, TINY]),
        ];
        for (called, not_called) in ends {
            for priors in [[0.5, 0.5], [0.9, 0.1]] {
                let at = |is_kappa| {
                    Agreement {
                        is_kappa,
                        prior: None,
                    }
                    .value(called, not_called, priors)
                };
                // The share of what is rare: called, or not called.
                let [own, other] = if called[0] == TINY {
                    [priors[1], priors[0]]
                } else {
                    priors
                };
                let share = own * 3.0 * TINY + other * TINY;
                let both = own * other * 2.0 * TINY;
                let kappa = 2.0 * both / own;
                assert!((at(true) / kappa - 1.0).abs() < 1e-14);
                let correlation = both / (own * other * share).sqrt();
                assert!((at(false) / correlation - 1.0).abs() < 1e-14);
            }
        }
    }
}
