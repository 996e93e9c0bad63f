//! Measures of a threshold that are no quotients of sums: functions of both rates and of the prior, with derivatives.

use super::confusion::{
    correlation, dependence, distance, geometric_mean, imbalance, kappa, lead, markedness,
    odds_ratio, Function,
};

/// A function of both rates and of the prior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Smooth {
    pub of: Function,
    pub prior: Option<f64>,
}

/// A value, and its derivatives by FPR, by TPR and by the prior.
pub(crate) struct Gradient {
    pub value: f64,
    pub by_rates: [f64; 2],
    pub by_prior: f64,
}

impl Smooth {
    /// The value for the probabilities of the negative and of the positive class, from FPR and TPR, TNR and FNR.
    pub fn value(&self, called: [f64; 2], not_called: [f64; 2], priors: [f64; 2]) -> f64 {
        let lead = lead(called, not_called);
        let sums = [called, not_called].map(|rates| priors[0] * rates[0] + priors[1] * rates[1]);
        match self.of {
            Function::Kappa => kappa(lead, priors, sums),
            Function::Correlation => correlation(lead, priors.map(f64::sqrt), sums),
            Function::OddsRatio => odds_ratio(called, not_called),
            Function::NumberToDiagnose => 1.0 / lead,
            Function::Dependence => dependence(called, not_called),
            Function::Distance => distance(called[0], not_called[1]),
            Function::GeometricMean => geometric_mean(called[1], not_called[0]),
            Function::Imbalance => imbalance(called, not_called).abs(),
            Function::Markedness => markedness(lead, priors, sums),
            Function::PredictiveProduct => {
                (priors[1] * called[1] / sums[0]) * (priors[0] * not_called[0] / sums[1])
            }
        }
    }

    /// As [`Smooth::value`], with derivatives. At a kink those of one side.
    pub fn at(&self, called: [f64; 2], not_called: [f64; 2], priors: [f64; 2]) -> Gradient {
        let value = self.value(called, not_called, priors);
        let lead = lead(called, not_called);
        let [fpr, tpr] = called;
        let [tnr, r#fn] = not_called;
        let [negative, positive] = priors;
        let share = positive * tpr + negative * fpr;
        let rest = positive * r#fn + negative * tnr;
        let of_rates = |by_rates| Gradient {
            value,
            by_rates,
            by_prior: 0.0,
        };
        match self.of {
            Function::Kappa => {
                let chance = negative * share + positive * rest;
                let parts = [negative / chance, positive / chance];
                let factor = 2.0 * parts[0] * parts[1];
                let change = (rest - share) + (negative - positive) * lead;
                Gradient {
                    value,
                    by_rates: [
                        -factor * (positive * r#fn + negative * tpr),
                        factor * (positive * tnr + negative * fpr),
                    ],
                    by_prior: lead * (2.0 * (parts[0] - parts[1]) - factor * change),
                }
            }
            Function::Correlation => {
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
            Function::OddsRatio => of_rates([-(tpr / r#fn) / fpr / fpr, (tnr / fpr) / r#fn / r#fn]),
            Function::NumberToDiagnose => of_rates([value * value, -value * value]),
            Function::Dependence => {
                let [a, b] = [fpr * r#fn, tpr * tnr].map(libm::log);
                let both = a + b;
                of_rates([
                    ((1.0 - value) / fpr + (1.0 + value) / tnr) / both,
                    -((1.0 - value) / r#fn + (1.0 + value) / tpr) / both,
                ])
            }
            Function::Distance if value == 0.0 => of_rates([1.0, -1.0]),
            Function::Distance => of_rates([fpr / value, -r#fn / value]),
            Function::GeometricMean => {
                of_rates([-0.5 * (tpr / tnr).sqrt(), 0.5 * (tnr / tpr).sqrt()])
            }
            Function::Imbalance => {
                let sign = if imbalance(called, not_called) < 0.0 {
                    -1.0
                } else {
                    1.0
                };
                of_rates([sign, sign])
            }
            Function::Markedness | Function::PredictiveProduct => {
                let [ppv, npv] = [positive * tpr / share, negative * tnr / rest];
                let [fdr, r#for] = [negative * fpr / share, positive * r#fn / rest];
                let (of_ppv, of_npv) = if self.of == Function::Markedness {
                    (1.0, 1.0)
                } else {
                    (npv, ppv)
                };
                Gradient {
                    value,
                    by_rates: [
                        -of_ppv * ppv * (negative / share) - of_npv * r#for * (negative / rest),
                        of_ppv * fdr * (positive / share) + of_npv * npv * (positive / rest),
                    ],
                    by_prior: of_ppv * (tpr / share) * (fpr / share)
                        - of_npv * (tnr / rest) * (r#fn / rest),
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
                let at = |of| Smooth { of, prior: None }.value(called, not_called, priors);
                // The share of what is rare: called, or not called.
                let [own, other] = if called[0] == TINY {
                    [priors[1], priors[0]]
                } else {
                    priors
                };
                let share = own * 3.0 * TINY + other * TINY;
                let both = own * other * 2.0 * TINY;
                let kappa = 2.0 * both / own;
                assert!((at(Function::Kappa) / kappa - 1.0).abs() < 1e-14);
                let correlation = both / (own * other * share).sqrt();
                assert!((at(Function::Correlation) / correlation - 1.0).abs() < 1e-14);
            }
        }
    }
}
