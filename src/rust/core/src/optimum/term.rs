//! Numbers at a chosen threshold.

use crate::interval::reciprocals;

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
    pub df: f64,
}

/// A chosen threshold, and what it gives on new observations.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimum {
    /// The threshold, with the interval of the thresholds that may be best in the population.
    pub threshold: Term,
    /// The measures that were asked for.
    pub measures: Vec<Term>,
}

/// A standard error and its degrees of freedom.
pub(super) const UNKNOWN: (f64, f64) = (f64::NAN, f64::NAN);

impl Term {
    /// Where nothing is known but what the sample shows.
    pub(super) fn apparent(value: f64) -> Term {
        Term::new(f64::NAN, (value, f64::NAN), UNKNOWN, [f64::NAN; 2])
    }

    /// The number, from its logarithm.
    pub(super) fn exponential(self) -> Term {
        let [estimate, apparent, low, high] =
            [self.estimate, self.apparent, self.low, self.high].map(libm::exp);
        Term {
            estimate,
            apparent,
            optimism: apparent - estimate,
            std_error: estimate * self.std_error,
            low,
            high,
            df: self.df,
        }
    }

    /// 1 divided by the number, on the side of 0 on which it is.
    pub(super) fn reciprocal(self) -> Term {
        let (estimate, apparent) = (1.0 / self.estimate, 1.0 / self.apparent);
        let [low, high] = reciprocals([self.low, self.high], estimate);
        Term {
            estimate,
            apparent,
            optimism: apparent - estimate,
            std_error: self.std_error * estimate * estimate,
            low,
            high,
            df: self.df,
        }
    }

    pub(super) fn new(
        estimate: f64,
        (apparent, optimism): (f64, f64),
        (std_error, df): (f64, f64),
        [low, high]: [f64; 2],
    ) -> Term {
        Term {
            estimate,
            apparent,
            optimism,
            std_error,
            df,
            // No end is on the other side of the estimate by rounding.
            low: if low > estimate { estimate } else { low },
            high: if high < estimate { estimate } else { high },
        }
    }
}
