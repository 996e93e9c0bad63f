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

/// The choice under a bound among `rows`, which ascend from the curve's first to its last: all
/// ([`Curve::all_rows`]) or those of the hull. O(log rows).
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
    Ok(match bound {
        Bound::Fpr(bound) => {
            let first = rows.partition_point(|&row| curve.fpr(row) > bound);
            let tpr = curve.tpr(rows[first]);
            let after = rows.partition_point(|&row| curve.tpr(row) >= tpr);
            let mixture = match curve.fpr(rows[first]) == bound {
                true => Mixture::pure(rows[first], tpr),
                false => {
                    let [low, high] = [rows[first - 1], rows[first]];
                    let [from, to] = [curve.fpr(high), curve.fpr(low)];
                    let probability = (bound - from) / (to - from);
                    Mixture::between([low, high], probability, |row| curve.tpr(row))
                }
            };
            Choice {
                row: rows[after - 1],
                mixture,
            }
        }
        Bound::Fnr(bound) => least_fpr(curve, rows, -bound, |row| -curve.fnr(row)),
        Bound::Tpr(bound) => least_fpr(curve, rows, bound, |row| curve.tpr(row)),
    })
}

/// The choice of least FPR among the rows at which a rate, which falls with the rows, is at least
/// `bound`.
fn least_fpr(curve: &Curve<'_>, rows: &[usize], bound: f64, rate: impl Fn(usize) -> f64) -> Choice {
    let last = rows.partition_point(|&row| rate(row) >= bound) - 1;
    let fpr = curve.fpr(rows[last]);
    let first = rows.partition_point(|&row| curve.fpr(row) > fpr);
    let mixture = match rate(rows[last]) == bound {
        true => Mixture::pure(rows[last], fpr),
        false => {
            let [low, high] = [rows[last], rows[last + 1]];
            let [from, to] = [rate(high), rate(low)];
            let probability = (bound - from) / (to - from);
            Mixture::between([low, high], probability, |row| curve.fpr(row))
        }
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

    fn between([low, high]: [usize; 2], probability: f64, rate: impl Fn(usize) -> f64) -> Mixture {
        let [from, to] = [rate(high), rate(low)];
        Mixture {
            low,
            high,
            probability,
            value: from + probability * (to - from),
        }
    }
}
