//! The answer of a test, whatever it is of: p-values and intervals from the tails of one distribution.

use super::request::{Hypothesis, Side};
use crate::distribution::Student;
use crate::error::Error;

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
}

impl Reference {
    pub(crate) fn of_df(df: f64) -> Reference {
        if df == f64::INFINITY {
            Reference::Normal
        } else {
            Reference::Student(df)
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

/// How far an estimate is from a tested value, and what is less probable than any tail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Statistic {
    pub value: f64,
    pub df: f64,
    pub least: f64,
}

impl Statistic {
    /// Without a least tail.
    pub fn new(value: f64, df: f64) -> Statistic {
        Statistic {
            value,
            df,
            least: 0.0,
        }
    }

    /// The probability of what exceeds this statistic times a sign.
    pub fn upper_tail(&self, sign: f64) -> Result<f64, Error> {
        if self.value.is_nan() || self.df.is_nan() {
            return Ok(f64::NAN);
        }
        let value = sign * self.value;
        let tail = tail_of(value, self.df)?.max(self.least).min(0.5);
        Ok(if value >= 0.0 { tail } else { 1.0 - tail })
    }

    fn p_value(&self, side: Side) -> Result<f64, Error> {
        Ok(match side {
            Side::Both => {
                let outer = self.upper_tail(if self.value < 0.0 { -1.0 } else { 1.0 })?;
                // A minimum would lose what is not known.
                if outer > 0.5 {
                    1.0
                } else {
                    2.0 * outer
                }
            }
            Side::Less => self.upper_tail(-1.0)?,
            Side::Greater => self.upper_tail(1.0)?,
        })
    }
}

/// The smaller tail beyond a statistic; without degrees of freedom there is none.
pub(crate) fn tail_of(statistic: f64, df: f64) -> Result<f64, Error> {
    if statistic.is_infinite() || df == 0.0 {
        Ok(0.0)
    } else {
        // With this few degrees of freedom the interval contains all finite values.
        let df = df.max(Student::LEAST);
        Ok(Student::new(df)?.upper(statistic.abs()))
    }
}

/// The quantile of a t distribution beyond which a tail lies, NaN where the degrees of freedom are not known.
pub(crate) fn quantile_of(tail: f64, df: f64) -> Result<f64, Error> {
    if df > 0.0 {
        Student::new(df)?.upper_quantile(tail)
    } else {
        Ok(f64::NAN)
    }
}

/// Two units in all have no degree of freedom left, and take one.
pub(crate) fn at_least_one(df: f64) -> f64 {
    if df < 1.0 {
        1.0
    } else {
        df
    }
}

/// Estimates that can be tested against any value.
pub(crate) trait Estimated {
    /// Its standard error.
    fn std_error(&self) -> f64;
    /// How far it is from a value.
    fn at(&self, null: f64) -> Result<Statistic, Error>;
    /// The end of its interval on a side, -1 or 1, beyond which a tail of at most a half lies.
    fn end(&self, tail: f64, side: f64) -> Result<f64, Error>;
}

/// The value of the two that is harder to reject decides.
pub(crate) fn answer(hypothesis: &Hypothesis, estimate: &dyn Estimated) -> Result<Test, Error> {
    let test_at = |(null, side): (f64, Side)| {
        let statistic = estimate.at(null)?;
        Ok((statistic, statistic.p_value(side)?))
    };
    let (mut statistic, mut p_value) = test_at(hypothesis.first)?;
    if let Some(second) = hypothesis.second {
        let (other, p_other) = test_at(second)?;
        if p_other > p_value {
            (statistic, p_value) = (other, p_other);
        }
    }
    let [low, high] = hypothesis.range;
    Ok(Test {
        statistic: statistic.value,
        reference: Reference::of_df(statistic.df),
        p_value,
        interval: interval(hypothesis, estimate)?.map(|end| end.clamp(low, high)),
        std_error: estimate.std_error(),
    })
}

/// One side at a level below a half ends on the other side of the estimate.
fn interval(hypothesis: &Hypothesis, estimate: &dyn Estimated) -> Result<[f64; 2], Error> {
    let tail = hypothesis.tail();
    let end_on = |side: f64| {
        if tail > 0.5 {
            estimate.end(1.0 - tail, -side)
        } else {
            estimate.end(tail, side)
        }
    };
    let low = if hypothesis.ends == Side::Less {
        f64::NEG_INFINITY
    } else {
        end_on(-1.0)?
    };
    let high = if hypothesis.ends == Side::Greater {
        f64::INFINITY
    } else {
        end_on(1.0)?
    };
    Ok([low, high])
}
