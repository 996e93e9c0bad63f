//! Pivots: what gives both ends of an interval and the test of any value, so that neither can differ from the other.
//!
//! ```text
//! at(m)      how far the estimate is from m, and the t distribution that this has when m is true
//! end(tail)  the m on a side at which that leaves a tail of this size
//! ```

use super::request::{Interval, Level};
use crate::distribution::{Normal, Student};
use crate::error::Error;
use crate::root::root;
use std::cell::RefCell;

/// An estimate, and how it varies around any value.
pub(crate) trait Pivot {
    /// Its standard error.
    fn std_error(&self) -> f64;
    /// How far it is from a value.
    fn statistic(&self, null: f64) -> Result<Statistic, Error>;
    /// The end of its interval on a side, -1 or 1, beyond which a tail of at most a half lies.
    fn end(&self, tail: f64, side: f64) -> Result<f64, Error>;
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

/// An estimate, its standard error and the degrees of freedom of that, infinite for a normal distribution.
pub(crate) struct Wald {
    pub estimate: f64,
    pub std_error: f64,
    pub df: f64,
}

impl Pivot for Wald {
    fn std_error(&self) -> f64 {
        self.std_error
    }

    fn statistic(&self, null: f64) -> Result<Statistic, Error> {
        let statistic = if self.std_error > 0.0 {
            (self.estimate - null) / self.std_error
        } else {
            f64::NAN
        };
        Ok(Statistic::new(statistic, self.df))
    }

    fn end(&self, tail: f64, side: f64) -> Result<f64, Error> {
        let critical_value = if self.std_error == 0.0 {
            0.0
        } else {
            quantile_of(tail, self.df)? * self.std_error
        };
        Ok(self.estimate + side * critical_value)
    }
}

/// An estimate whose interval is known at each level, whatever it is made of: a value is as far as the tail of the
/// interval that ends there says.
pub(crate) struct ByLevel<'a> {
    std_error: f64,
    df: f64,
    /// The least tail that the interval has: of floating-point levels, or of replicates.
    least: f64,
    /// The tail of the interval that is asked for.
    tail: f64,
    at_level: RefCell<&'a mut AtLevel<'a>>,
}

/// The interval of an estimate at a level.
type AtLevel<'a> = dyn FnMut(Level) -> Result<Interval, Error> + 'a;

/// The least tail of an interval whose level is a number below 1.
const LEAST_TAIL: f64 = 1e-15;

/// The largest tail: the interval is next to a point.
const MOST_TAIL: f64 = 0.5 - 1e-9;

impl<'a> ByLevel<'a> {
    /// For a test that leaves a `tail` on a side. `least` is the least tail that the interval can tell from none.
    pub fn new(tail: f64, least: f64, at_level: &'a mut AtLevel<'a>) -> Result<ByLevel<'a>, Error> {
        let tail = tail.clamp(LEAST_TAIL, MOST_TAIL);
        let interval = at_level(Level::new(1.0 - 2.0 * tail)?)?;
        Ok(ByLevel {
            std_error: interval.std_error,
            df: if interval.df.is_nan() {
                f64::INFINITY
            } else {
                at_least_one(interval.df)
            },
            least: least.max(LEAST_TAIL),
            tail,
            at_level: RefCell::new(at_level),
        })
    }

    fn ends(&self, tail: f64) -> Result<[f64; 2], Error> {
        let tail = tail.clamp(LEAST_TAIL, MOST_TAIL);
        let interval = (self.at_level.borrow_mut())(Level::new(1.0 - 2.0 * tail)?)?;
        Ok([interval.low, interval.high])
    }
}

impl Pivot for ByLevel<'_> {
    fn std_error(&self) -> f64 {
        self.std_error
    }

    fn statistic(&self, null: f64) -> Result<Statistic, Error> {
        let statistic = |value| Ok(Statistic::new(value, self.df));
        let [low, high] = self.ends(MOST_TAIL)?;
        if low.is_nan() || high.is_nan() {
            return statistic(f64::NAN);
        }
        let (side, sign) = if null < low {
            (0, 1.0)
        } else if null > high {
            (1, -1.0)
        } else {
            return statistic(0.0);
        };
        let most = Normal.upper_quantile(self.least)?;
        // An end may stay at a limit: what counts is where it comes there.
        let left = |quantile: f64| {
            let left = sign * (self.ends(Normal.upper(quantile))?[side] - null);
            Ok(if left == 0.0 {
                -f64::MIN_POSITIVE
            } else {
                left
            })
        };
        // The decision at the level that is asked for comes first: few intervals grow unevenly with it.
        let spec = Normal.upper_quantile(self.tail)?;
        let reached = if left(spec)? < 0.0 {
            root([0.0, spec], left)?
        } else if left(most)? < 0.0 {
            root([spec, most], left)?
        } else {
            most
        };
        statistic(sign * quantile_of(Normal.upper(reached), self.df)?)
    }

    fn end(&self, tail: f64, side: f64) -> Result<f64, Error> {
        Ok(self.ends(tail)?[usize::from(side > 0.0)])
    }
}
