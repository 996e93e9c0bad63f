//! Requests for intervals, and intervals.

use crate::error::Error;
use crate::range::Range;

/// How the interval and the test of an estimate are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// By the variance that there would be at each value.
    #[default]
    Score,
    /// By the standard error on the scale of the logit, for one AUC.
    Logit,
    /// By the standard error of the estimate.
    Wald,
}

impl Method {
    /// The names of all methods, that of the default first. Wilson's interval is also that of the score test.
    pub const NAMES: [(&'static str, Method); 3] = [
        ("wilson", Method::Score),
        ("logit", Method::Logit),
        ("wald", Method::Wald),
    ];

    /// The method of a name, or of "score".
    ///
    /// ```
    /// use weighted_roc_core::interval::Method;
    /// assert_eq!(Method::from_name("score"), Some(Method::default()));
    /// ```
    pub fn from_name(name: &str) -> Option<Method> {
        let result = Method::NAMES.iter().find(|(known, _)| *known == name);
        let of_score = (name == "score").then_some(Method::Score);
        result.map(|&(_, method)| method).or(of_score)
    }
}

/// The probability with which an interval is to contain what it is for. 0.95, if nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level(f64);

impl Level {
    /// Greater than 0 and less than 1.
    ///
    /// # Errors
    /// [`Error::Range`].
    pub fn new(level: f64) -> Result<Level, Error> {
        Range::UNCERTAIN.check("level", &[level])?;
        Ok(Level(level))
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
