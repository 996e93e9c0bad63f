//! Numbers at a chosen threshold.

use crate::quantity::OfOptimum;

/// A number at the chosen threshold. Unknown numbers are NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The expected value on new observations.
    pub estimate: f64,
    /// The value in the sample that chose the threshold.
    pub apparent: f64,
    /// By how much the apparent number is expected to be larger.
    pub optimism: f64,
    /// The standard error of the estimate.
    pub std_error: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The degrees of freedom of the standard error, by which the interval is.
    pub freedom: f64,
}

/// The threshold that is the best by a measure, and what it gives on new observations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Optimum {
    /// The threshold, with the interval of the thresholds that may be best in the population.
    pub threshold: Term,
    /// The true positive rate.
    pub tpr: Term,
    /// The false positive rate.
    pub fpr: Term,
    /// The measure that chose the threshold.
    pub criterion: Term,
}

impl Optimum {
    /// The number that is asked for; NaN for one that this does not know.
    ///
    /// ```
    /// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    /// use weighted_roc_core::optimum::{optimum, Request};
    /// use weighted_roc_core::quantity::{Measure, OfOptimum};
    ///
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]),
    /// #     labels: Labels::I32(&[0, 0, 1, 0, 0, 1, 1, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// let best = optimum(&observations, &Request::new(Measure::F1), Options::default())?;
    /// assert_eq!(best.term(OfOptimum::Criterion), best.criterion);
    /// assert_eq!(best.term(OfOptimum::Tnr).estimate, 1.0 - best.fpr.estimate);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn term(&self, of: OfOptimum) -> Term {
        match of {
            OfOptimum::Threshold => self.threshold,
            OfOptimum::Tpr => self.tpr,
            OfOptimum::Fpr => self.fpr,
            OfOptimum::Tnr => self.fpr.complement(),
            OfOptimum::Fnr => self.tpr.complement(),
            OfOptimum::Criterion => self.criterion,
        }
    }

    /// The optimum of a measure that has no value.
    pub(super) fn unknown() -> Optimum {
        let unknown = Term::new(f64::NAN, (f64::NAN, f64::NAN), UNKNOWN, [f64::NAN; 2]);
        Optimum {
            threshold: unknown,
            tpr: unknown,
            fpr: unknown,
            criterion: unknown,
        }
    }
}

/// A standard error and its degrees of freedom.
pub(super) const UNKNOWN: (f64, f64) = (f64::NAN, f64::NAN);

impl Term {
    /// The complement of the number, as TNR of FPR.
    ///
    /// ```
    /// use weighted_roc_core::optimum::Term;
    ///
    /// let fpr = Term {
    ///     estimate: 0.25,
    ///     apparent: 0.125,
    ///     optimism: -0.125,
    ///     std_error: 0.1,
    ///     low: 0.0625,
    ///     high: 0.5,
    ///     freedom: 20.0,
    /// };
    /// let tnr = fpr.complement();
    /// assert_eq!((tnr.estimate, tnr.optimism, tnr.low, tnr.high), (0.75, 0.125, 0.5, 0.9375));
    /// ```
    pub fn complement(&self) -> Term {
        Term {
            estimate: 1.0 - self.estimate,
            apparent: 1.0 - self.apparent,
            optimism: -self.optimism,
            std_error: self.std_error,
            low: 1.0 - self.high,
            high: 1.0 - self.low,
            freedom: self.freedom,
        }
    }

    pub(super) fn new(
        estimate: f64,
        (apparent, optimism): (f64, f64),
        (std_error, freedom): (f64, f64),
        [low, high]: [f64; 2],
    ) -> Term {
        Term {
            estimate,
            apparent,
            optimism,
            std_error,
            freedom,
            // No end is on the other side of the estimate by rounding.
            low: if low > estimate { estimate } else { low },
            high: if high < estimate { estimate } else { high },
        }
    }
}
