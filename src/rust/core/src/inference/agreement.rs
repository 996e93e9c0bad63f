//! Measures of a threshold that are no quotients of sums: kappa and the correlation of Matthews.

use crate::decision::{correlation, kappa, youden};

/// How calls and classes agree at a threshold, beyond chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Which measure.
    pub coefficient: Coefficient,
    /// Scores from this one on are called positive.
    pub threshold: f64,
    /// The probability of the positive class. Without it, its share in the weights, which varies
    /// then, too.
    pub prior: Option<f64>,
}

/// A coefficient of agreement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coefficient {
    /// Cohen's kappa.
    Kappa,
    /// Matthews' correlation coefficient, NaN where all or nothing is called positive.
    Correlation,
}

/// A value, and its derivatives by FPR, by TPR and by the prior.
pub(crate) struct Gradient {
    pub value: f64,
    pub by_rates: [f64; 2],
    pub by_prior: f64,
}

impl Coefficient {
    /// Of FPR and TPR, TNR and FNR, and the probabilities of the negative and of the positive class.
    pub(crate) fn at(self, called: [f64; 2], not_called: [f64; 2], priors: [f64; 2]) -> Gradient {
        let [fpr, tpr] = called;
        let [tnr, r#fn] = not_called;
        let [negative, positive] = priors;
        let lead = youden(called, not_called);
        let share = positive * tpr + negative * fpr;
        let rest = positive * r#fn + negative * tnr;
        match self {
            Coefficient::Kappa => {
                let chance = negative * share + positive * rest;
                let parts = [negative / chance, positive / chance];
                let factor = 2.0 * parts[0] * parts[1];
                let change = (rest - share) + (negative - positive) * lead;
                Gradient {
                    value: kappa(lead, priors, [rest, share]),
                    by_rates: [
                        -factor * (positive * r#fn + negative * tpr),
                        factor * (positive * tnr + negative * fpr),
                    ],
                    by_prior: lead * (2.0 * (parts[0] - parts[1]) - factor * change),
                }
            }
            Coefficient::Correlation => {
                let both = negative * positive;
                let product = share * rest;
                let root = (both / product).sqrt();
                let factor = root / product;
                Gradient {
                    value: correlation(lead, priors.map(f64::sqrt), [rest, share]),
                    by_rates: [
                        -factor * (tpr * r#fn + 0.5 * negative * lead * (tpr - r#fn)),
                        factor * (fpr * tnr + 0.5 * positive * lead * (tnr - fpr)),
                    ],
                    by_prior: 0.5
                        * lead
                        * root
                        * ((negative - positive) / both - lead * (rest - share) / product),
                }
            }
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
                let at = |of: Coefficient| of.at(called, not_called, priors).value;
                // The share of what is rare: called, or not called.
                let [own, other] = match called[0] == TINY {
                    true => [priors[1], priors[0]],
                    false => priors,
                };
                let share = own * 3.0 * TINY + other * TINY;
                let both = own * other * 2.0 * TINY;
                let kappa = 2.0 * both / own;
                assert!((at(Coefficient::Kappa) / kappa - 1.0).abs() < 1e-14);
                let correlation = both / (own * other * share).sqrt();
                assert!((at(Coefficient::Correlation) / correlation - 1.0).abs() < 1e-14);
            }
        }
    }
}
