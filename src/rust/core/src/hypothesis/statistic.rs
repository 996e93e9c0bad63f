//! The answer of a test, whatever it is of: p-values and intervals from the tails of one distribution.

use super::request::{Hypothesis, Side};
use crate::distribution::{ChiSquare, Fisher};
use crate::error::Error;
use crate::interval::{Pivot, Statistic};
use crate::poll::Pace;

/// The distribution that a statistic is compared with.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reference {
    /// The normal one.
    Normal,
    /// A t distribution of so many degrees of freedom.
    Student(f64),
    /// A chi-squared one of so many.
    ChiSquare(f64),
    /// An F distribution of so many above and below the line.
    Fisher([f64; 2]),
    /// The largest of several t variables, which depend on each other, of so many.
    LargestStudent(f64),
}

impl Reference {
    pub(crate) fn from_df(df: f64) -> Reference {
        if df == f64::INFINITY {
            Reference::Normal
        } else {
            Reference::Student(df)
        }
    }

    /// The probability of a larger statistic that is a square, NaN of others.
    fn upper_tail(&self, statistic: f64) -> Result<f64, Error> {
        match *self {
            _ if statistic.is_nan() => Ok(f64::NAN),
            _ if statistic == f64::INFINITY => Ok(0.0),
            Reference::ChiSquare(df) => Ok(ChiSquare::new(df)?.upper(statistic)),
            // The denominator may have any degrees of freedom.
            Reference::Fisher([above, below]) => {
                let below = if below > Fisher::MOST {
                    f64::INFINITY
                } else {
                    below.max(Fisher::LEAST)
                };
                Ok(Fisher::new(above, below)?.upper(statistic))
            }
            _ => Ok(f64::NAN),
        }
    }
}

/// The result of a test. All but the standard error is NaN where nothing can be tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The value that is compared with the `reference`.
    pub statistic: f64,
    /// Its distribution when the tested value is true.
    pub reference: Reference,
    /// The probability of a statistic that speaks as much against it.
    pub p_value: f64,
    /// All values that are not rejected; NaN for several differences at once.
    pub interval: [f64; 2],
    /// The standard error of what is tested; NaN for several differences at once.
    pub std_error: f64,
}

impl Test {
    /// The joint test of several differences.
    pub(super) fn joint(
        statistic: f64,
        reference: Reference,
        std_error: f64,
    ) -> Result<Test, Error> {
        Ok(Test {
            statistic,
            p_value: reference.upper_tail(statistic)?,
            ..Test::undefined(reference, std_error)
        })
    }

    pub(crate) fn undefined(reference: Reference, std_error: f64) -> Test {
        Test {
            statistic: f64::NAN,
            reference,
            p_value: f64::NAN,
            interval: [f64::NAN; 2],
            std_error,
        }
    }
}

/// Estimates that contrasts are tested of, by how they vary.
pub(super) trait Estimates {
    fn values(&self) -> &[f64];
    /// Tests a linear combination of the estimates of a set.
    fn test_combination(
        &self,
        set: &[usize],
        coefficients: &[f64],
        hypothesis: &Hypothesis,
    ) -> Result<Test, Error>;
    /// Tests whether the estimates of a set are all equal.
    fn test_set(&self, set: &[usize], pace: &mut Pace<'_>) -> Result<Test, Error>;
    /// Whether it is known of each set, not of all estimates alone.
    fn has_sets(&self) -> bool {
        true
    }
}

/// Returns the p-value of a statistic on a side.
fn p_value(statistic: &Statistic, side: Side) -> Result<f64, Error> {
    Ok(match side {
        Side::Both => {
            let outer = statistic.upper_tail(if statistic.value < 0.0 { -1.0 } else { 1.0 })?;
            // A minimum would lose what is not known.
            if outer > 0.5 {
                1.0
            } else {
                2.0 * outer
            }
        }
        Side::Less => statistic.upper_tail(-1.0)?,
        Side::Greater => statistic.upper_tail(1.0)?,
    })
}

impl Hypothesis {
    /// The value of the two that is harder to reject decides.
    pub fn test(&self, pivot: &dyn Pivot) -> Result<Test, Error> {
        let test_at = |(null, side): (f64, Side)| {
            let statistic = pivot.statistic(null)?;
            Ok((statistic, p_value(&statistic, side)?))
        };
        let (mut statistic, mut p_value) = test_at(self.first)?;
        if let Some(second) = self.second {
            let (other, p_other) = test_at(second)?;
            if p_other > p_value {
                (statistic, p_value) = (other, p_other);
            }
        }
        let [low, high] = self.range;
        Ok(Test {
            statistic: statistic.value,
            reference: Reference::from_df(statistic.df),
            p_value,
            interval: self.interval(pivot)?.map(|end| end.clamp(low, high)),
            std_error: pivot.std_error(),
        })
    }

    /// One side at a level below a half ends on the other side of the estimate.
    fn interval(&self, pivot: &dyn Pivot) -> Result<[f64; 2], Error> {
        let tail = self.tail();
        let end_on = |side: f64| {
            if tail > 0.5 {
                pivot.end(1.0 - tail, -side)
            } else {
                pivot.end(tail, side)
            }
        };
        let low = if self.ends == Side::Less {
            f64::NEG_INFINITY
        } else {
            end_on(-1.0)?
        };
        let high = if self.ends == Side::Greater {
            f64::INFINITY
        } else {
            end_on(1.0)?
        };
        Ok(if low.is_nan() || high.is_nan() {
            [f64::NAN; 2]
        } else {
            [low, high]
        })
    }
}
