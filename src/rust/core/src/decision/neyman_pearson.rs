//! The best threshold under a bound on one kind of error.

use crate::curve::Curve;
use crate::error::Error;
use crate::probability::check_probabilities;

/// A bound on a rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// On the false positive rate; the true positive rate is to be large.
    Fpr(f64),
    /// On the false negative rate; the false positive rate is to be small.
    Fnr(f64),
    /// On the true positive rate, from below; the false positive rate is to be small.
    Tpr(f64),
}

/// The best single threshold under a bound, and the best that reaches the bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The row of the best threshold that keeps the bound; of several, that with the least error
    /// of the bounded kind.
    pub row: usize,
    /// The point of the curve at the bound.
    pub mixture: Mixture,
}

/// A point between two rows: the threshold of `low` is used with the `probability`, else that of
/// `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixture {
    /// The row of the lower threshold.
    pub low: usize,
    /// The row of the higher threshold, the next one, or the same where it reaches the bound.
    pub high: usize,
    /// The probability of the lower threshold, 0 where the rows are the same.
    pub probability: f64,
    /// The rate that is not bounded: TPR under a bound on FPR, FPR under a bound on FNR.
    pub value: f64,
}

/// A rate is at a bound when they differ by less, relative to the bound: the rounding of the rate,
/// of the weights that it is made of, and of the bound.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The choice under a bound among `rows`, which ascend from the curve's first to its last: all
/// ([`Curve::all_rows`]) or those of the hull. O(log rows).
///
/// A row keeps a bound that it exceeds by no more than rounding, 16 units in the last place, so that
/// 3 of 10 are within 0.3 whatever the weights are multiples of.
///
/// # Errors
/// [`Error::Probability`] for a bound that is not in [0, 1].
///
/// # Panics
/// When `rows` do not begin with the curve's first row and end with its last. That they ascend
/// between is not looked at: of others it chooses any, or panics.
pub fn neyman_pearson(curve: &Curve<'_>, rows: &[usize], bound: Bound) -> Result<Choice, Error> {
    let (Bound::Fpr(rate) | Bound::Fnr(rate) | Bound::Tpr(rate)) = bound;
    check_probabilities(&[rate])?;
    let ends = [rows.first(), rows.last()];
    assert_eq!(ends, [Some(&0), Some(&curve.last())], "all of the curve");
    let (tpr, fpr) = (|row| curve.tpr(row), |row| curve.fpr(row));
    Ok(match bound {
        Bound::Fpr(bound) => largest_tpr(rows, At::bound(bound), fpr, tpr),
        Bound::Fnr(bound) => least_fpr(rows, At::bound(bound).negative(), |r| -curve.fnr(r), fpr),
        Bound::Tpr(bound) => least_fpr(rows, At::bound(bound), tpr, fpr),
    })
}

/// The values of a rate that are at a bound, but for rounding.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub from: f64,
    pub bound: f64,
    pub to: f64,
}

impl At {
    pub fn bound(bound: f64) -> At {
        At {
            from: bound * (1.0 - ROUNDING),
            bound,
            to: bound * (1.0 + ROUNDING),
        }
    }

    fn negative(self) -> At {
        At {
            from: -self.to,
            bound: -self.bound,
            to: -self.from,
        }
    }
}

/// The choice of largest TPR among the rows at which FPR is no larger than a bound.
fn largest_tpr(
    rows: &[usize],
    at: At,
    fpr: impl Fn(usize) -> f64,
    tpr: impl Fn(usize) -> f64,
) -> Choice {
    let first = rows.partition_point(|&row| fpr(row) > at.to);
    let best = tpr(rows[first]);
    let after = rows.partition_point(|&row| tpr(row) >= best);
    let mixture = match fpr(rows[first]) >= at.from {
        true => Mixture::pure(rows[first], best),
        false => Mixture::new([rows[first - 1], rows[first]], at.bound, fpr, tpr),
    };
    Choice {
        row: rows[after - 1],
        mixture,
    }
}

/// The choice of least FPR among the rows at which a rate, which falls with the rows, is no smaller
/// than a bound.
fn least_fpr(
    rows: &[usize],
    at: At,
    rate: impl Fn(usize) -> f64,
    fpr: impl Fn(usize) -> f64,
) -> Choice {
    let last = rows.partition_point(|&row| rate(row) >= at.from) - 1;
    let best = fpr(rows[last]);
    let first = rows.partition_point(|&row| fpr(row) > best);
    let mixture = match rate(rows[last]) <= at.to {
        true => Mixture::pure(rows[last], best),
        false => Mixture::new([rows[last], rows[last + 1]], at.bound, rate, fpr),
    };
    Choice {
        row: rows[first],
        mixture,
    }
}

impl Mixture {
    fn pure(row: usize, value: f64) -> Mixture {
        Mixture {
            low: row,
            high: row,
            probability: 0.0,
            value,
        }
    }

    /// Of two rows around a bound.
    fn new(
        [low, high]: [usize; 2],
        bound: f64,
        bounded: impl Fn(usize) -> f64,
        other: impl Fn(usize) -> f64,
    ) -> Mixture {
        let (bounded, other) = ([low, high].map(bounded), [low, high].map(other));
        let (probability, value) = mix(bound, bounded, other);
        Mixture {
            low,
            high,
            probability,
            value,
        }
    }
}

/// The probability of the first of two rows with which a rate is at a bound, and the other rate then.
pub(crate) fn mix(bound: f64, bounded: [f64; 2], other: [f64; 2]) -> (f64, f64) {
    let probability = (bound - bounded[1]) / (bounded[0] - bounded[1]);
    let value = other[1] + probability * (other[0] - other[1]);
    (probability, value)
}
