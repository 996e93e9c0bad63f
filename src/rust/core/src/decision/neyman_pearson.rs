//! The best threshold under a bound on one kind of error.

use crate::bound::{At, Rate};
use crate::curve::Curve;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::poll::Poll;
use crate::range::Range;

/// A bound on a rate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Bound {
    /// On the false positive rate; the true positive rate is to be large.
    Fpr(f64),
    /// On the false negative rate; the false positive rate is to be small.
    Fnr(f64),
    /// On the true positive rate, from below; the false positive rate is to be small.
    Tpr(f64),
}

impl Bound {
    fn rate(self) -> &'static str {
        match self {
            Bound::Fpr(_) => "fpr",
            Bound::Fnr(_) => "fnr",
            Bound::Tpr(_) => "tpr",
        }
    }
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

/// Choices among some rows of a curve.
///
/// A row keeps a bound that it exceeds by no more than rounding, so that
/// 3 of 10 are within 0.3 whatever the weights are multiples of.
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
/// #     labels: Labels::I32(&[0, 1, 0, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
/// # let curve = owned.as_curve();
/// use weighted_roc_core::decision::{Bound, NeymanPearson};
///
/// let rows = curve.all_rows()?;
/// let choice = NeymanPearson::new(&curve, &rows, &mut || false)?.choose(Bound::Fpr(0.25))?;
/// assert_eq!(curve.point(choice.row)?.threshold, 0.4);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NeymanPearson<'a> {
    curve: Curve<'a>,
    rows: &'a [usize],
}

impl<'a> NeymanPearson<'a> {
    /// Among `rows`, which ascend from the curve's first to its last: all ([`Curve::all_rows`]) or those of the
    /// hull. O(rows).
    ///
    /// # Errors
    /// [`Error::Row`] for rows that do not, [`Error::Interrupted`].
    pub fn new(curve: &Curve<'a>, rows: &'a [usize], poll: Poll<'_>) -> Result<NeymanPearson<'a>> {
        curve.check_rows(rows, poll)?;
        Ok(NeymanPearson {
            curve: *curve,
            rows,
        })
    }

    /// The choice under a bound. O(log rows).
    ///
    /// # Errors
    /// [`Error::Range`] for a bound that is not in [0, 1].
    pub fn choose(&self, bound: Bound) -> Result<Choice> {
        let (Bound::Fpr(rate) | Bound::Fnr(rate) | Bound::Tpr(rate)) = bound;
        Range::PROBABILITY.check(bound.rate(), &[rate])?;
        let (curve, rows) = (&self.curve, self.rows);
        Ok(match bound {
            Bound::Fpr(bound) => largest_tpr(curve, rows, At::bound(bound)),
            Bound::Fnr(bound) => least_fpr(curve, rows, At::bound(bound).complement()),
            Bound::Tpr(bound) => least_fpr(curve, rows, At::bound(bound)),
        })
    }
}

/// The choice of largest TPR among the rows at which FPR is no larger than a bound.
fn largest_tpr(curve: &Curve<'_>, rows: &[usize], at: At) -> Choice {
    let (rates, tpr) = (|row| curve.fpr_and_rest(row), |row| curve.tpr(row));
    let first = rows.partition_point(|&row| at.is_passed_by(rates(row)));
    let best = tpr(rows[first]);
    let after = rows.partition_point(|&row| tpr(row) >= best);
    let mixture = if at.is_missed_by(rates(rows[first])) {
        Mixture::new([rows[first - 1], rows[first]], at, rates, tpr)
    } else {
        Mixture::pure(rows[first], best)
    };
    Choice {
        row: rows[after - 1],
        mixture,
    }
}

/// The choice of least FPR among the rows at which TPR is no smaller than a bound.
fn least_fpr(curve: &Curve<'_>, rows: &[usize], at: At) -> Choice {
    let (rates, fpr) = (|row| curve.tpr_and_rest(row), |row| curve.fpr(row));
    let last = rows.partition_point(|&row| !at.is_missed_by(rates(row))) - 1;
    let best = fpr(rows[last]);
    let first = rows.partition_point(|&row| fpr(row) > best);
    let mixture = if at.is_passed_by(rates(rows[last])) {
        Mixture::new([rows[last], rows[last + 1]], at, rates, fpr)
    } else {
        Mixture::pure(rows[last], best)
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

    /// The rule between two rows around a bound.
    fn new(
        [low, high]: [usize; 2],
        at: At,
        bounded: impl Fn(usize) -> Rate,
        other: impl Fn(usize) -> f64,
    ) -> Mixture {
        let probability = at.share_of_first(bounded(low), bounded(high));
        Mixture {
            low,
            high,
            probability,
            value: mix(probability, [low, high].map(other)),
        }
    }
}

/// A rate when the first of two is met with a probability, else the second.
pub(crate) fn mix(probability: f64, rates: [f64; 2]) -> f64 {
    rates[1] + probability * (rates[0] - rates[1])
}
