//! The confusion matrix at a threshold: what the formulas of measures are made of.

use super::number::{Dual, Number};
use crate::sum::scale::LARGE;

/// The rates and the cells of the confusion matrix. Measures do not depend on the unit of the cells.
#[derive(Clone, Copy)]
pub(crate) struct Cells<T> {
    pub tpr: T,
    pub fpr: T,
    pub tnr: T,
    pub fnr: T,
    pub tp: T,
    pub fp: T,
    pub r#fn: T,
    pub tn: T,
    pub positive: T,
    pub negative: T,
    pub predicted_positive: T,
    pub predicted_negative: T,
}

impl<T: Number> Cells<T> {
    /// From FPR and TPR, TNR and FNR, and the weights of both classes.
    #[inline(always)]
    pub fn new([fpr, tpr]: [T; 2], [tnr, fnr]: [T; 2], [negative, positive]: [T; 2]) -> Cells<T> {
        let (tp, fp) = (positive * tpr, negative * fpr);
        let (tn, r#fn) = (negative * tnr, positive * fnr);
        Cells {
            tpr,
            fpr,
            tnr,
            fnr,
            tp,
            fp,
            r#fn,
            tn,
            positive,
            negative,
            predicted_positive: tp + fp,
            predicted_negative: tn + r#fn,
        }
    }

    /// With cells that have digits of their own: TN and FP, FN and TP.
    #[inline(always)]
    pub fn with_weights(self, [tn, fp]: [T; 2], [r#fn, tp]: [T; 2]) -> Cells<T> {
        Cells {
            tp,
            fp,
            r#fn,
            tn,
            predicted_positive: tp + fp,
            predicted_negative: tn + r#fn,
            ..self
        }
    }

    #[inline(always)]
    pub fn one(&self) -> T {
        T::constant(1.0)
    }

    #[inline(always)]
    pub fn all(&self) -> T {
        self.negative + self.positive
    }

    /// TPR - FPR, by the smaller rates, which have more digits.
    #[inline(always)]
    pub fn difference(&self) -> T {
        let high = |a: T, b: T| a.value().max(b.value());
        if high(self.tpr, self.fpr) < high(self.tnr, self.fnr) {
            self.tpr - self.fpr
        } else {
            self.tnr - self.fnr
        }
    }

    /// TPR - FPR times two factors, the larger one first: the product does not vanish on the way.
    #[inline(always)]
    pub fn difference_times(&self, factor: T, other: T) -> T {
        let [less, more] = factor.sorted(other);
        (self.difference() * more * less).clamp(-1.0, 1.0)
    }

    /// TPR - TNR = FPR - FNR, by the smaller rates, 0 where no digit is left of the difference.
    #[inline(always)]
    pub fn imbalance(&self) -> T {
        let high = |a: T, b: T| a.value().max(b.value());
        if high(self.tpr, self.tnr) < high(self.fpr, self.fnr) {
            self.tpr.without(self.tnr)
        } else {
            self.fpr.without(self.fnr)
        }
    }
}

impl Cells<f64> {
    /// The probabilities of the classes as weights: small parts of small ones do not vanish.
    #[inline(always)]
    pub fn scaled(priors: [f64; 2]) -> [f64; 2] {
        priors.map(|prior| prior * LARGE)
    }
}

/// In the directions of the cells TN, FP, FN and TP: how an observation there moves what the cells give, per its share
/// of the weight of its class. With a known prior the weights of the classes stay.
impl Cells<Dual> {
    pub fn by_cells(
        rates: [f64; 2],
        complements: [f64; 2],
        classes: [f64; 2],
        is_prior_known: bool,
    ) -> Cells<Dual> {
        let in_class = |class: usize, slopes: [f64; 2]| {
            let mut all = [0.0; 4];
            all[2 * class..][..2].copy_from_slice(&slopes);
            all
        };
        let positive = [0, 1].map(|class| Dual {
            value: rates[class],
            slopes: in_class(class, [-rates[class], complements[class]]),
        });
        let negative = [0, 1].map(|class| Dual {
            value: complements[class],
            slopes: in_class(class, [rates[class], -complements[class]]),
        });
        let weights = [0, 1].map(|class| Dual {
            value: classes[class],
            slopes: in_class(
                class,
                [if is_prior_known { 0.0 } else { classes[class] }; 2],
            ),
        });
        Cells::new(positive, negative, weights)
    }
}

/// In the directions of FPR, TPR and the prior.
impl Cells<Dual> {
    pub fn by_rates(rates: [f64; 2], complements: [f64; 2], priors: [f64; 2]) -> Cells<Dual> {
        let by_rate = |value: f64, direction: usize, slope: f64| {
            let mut slopes = [0.0; 4];
            slopes[direction] = slope;
            Dual { value, slopes }
        };
        Cells::new(
            [0, 1].map(|class| by_rate(rates[class], class, 1.0)),
            [0, 1].map(|class| by_rate(complements[class], class, -1.0)),
            [
                by_rate(priors[0] * LARGE, 2, -LARGE),
                by_rate(priors[1] * LARGE, 2, LARGE),
            ],
        )
    }
}
