//! Requests for intervals, and intervals.

use crate::error::Error;

/// How the interval of an area is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// All areas that a test of them does not reject, by a model of the variance at each.
    #[default]
    Score,
    /// Symmetric on the scale of the logit.
    Logit,
    /// Symmetric around the estimate, as far as areas go.
    Plain,
}

/// The probability with which an interval is to contain what it is for. 0.95, if nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level(f64);

impl Level {
    /// Greater than 0 and less than 1.
    ///
    /// # Errors
    /// [`Error::Probability`].
    pub fn new(level: f64) -> Result<Level, Error> {
        if level > 0.0 && level < 1.0 {
            Ok(Level(level))
        } else {
            Err(Error::Probability {
                position: 0,
                value: level,
            })
        }
    }

    /// The probability.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Default for Level {
    fn default() -> Level {
        Level(0.95)
    }
}

/// A confidence interval. All its numbers are NaN where nothing is known of how the estimate varies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The standard error of the estimate.
    pub std_error: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The degrees of freedom of the standard error.
    pub df: f64,
}

impl Interval {
    pub(crate) fn unknown() -> Interval {
        Interval {
            std_error: f64::NAN,
            low: f64::NAN,
            high: f64::NAN,
            df: f64::NAN,
        }
    }
}
