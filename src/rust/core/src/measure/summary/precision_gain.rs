//! Precision gain over recall gain (Flach and Kull 2015).

use crate::bound::At;
use crate::curve::Curve;
use crate::error::Result;
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::probability::check_pair;
use crate::range::Range;

/// A point of the curve of gains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrecisionGain {
    /// 0 where all that is found is what the probability of a positive is, 1 where all positives are.
    pub recall: f64,
    /// 0 where the precision is the probability of a positive, 1 where all that is called is right.
    pub precision: f64,
    /// The row, or that from whose step on the line begins.
    pub row: usize,
}

/// Where recall is the probability of a positive, and its gain 0, between two rows.
#[derive(Clone, Copy)]
pub(crate) struct ZeroGain {
    pub fpr: f64,
    /// By how much FPR rises with TPR between the rows.
    pub slope: f64,
    /// How far TPR is from that of the lower row.
    pub ahead: f64,
}

impl ZeroGain {
    /// From FPR and TPR of the lower row, by how much both rise, and how much of the rise of TPR lies behind
    /// the probability of a positive.
    #[inline(always)]
    pub fn between(low: [f64; 2], [run, rise]: [f64; 2], behind: f64, positive: f64) -> ZeroGain {
        let slope = run / rise;
        // The difference that has more digits.
        let ahead = if positive <= 0.5 {
            positive - low[1]
        } else {
            rise - behind
        };
        ZeroGain {
            fpr: low[0] + slope * ahead,
            slope,
            ahead,
        }
    }
}

/// The gains of all rows whose recall is no less than the probability of the positive class, and last
/// the point with a recall gain of 0. Between two of them lies a straight line. O(rows).
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
/// use weighted_roc_core::measure::precision_gains;
///
/// let gains = precision_gains(&curve, [0.5, 0.5], &mut || false)?;
/// assert_eq!((gains[1].recall, gains[1].precision), (1.0, 0.5));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] for priors that don't add up to 1 and for a positive class of prior 0;
/// [`Error::Memory`] and [`Error::Interrupted`].
pub fn precision_gains(
    curve: &Curve<'_>,
    priors: [f64; 2],
    poll: Poll<'_>,
) -> Result<Vec<PrecisionGain>> {
    check_pair(priors)?;
    let [negative, positive] = priors;
    Range::SHARE.check("prior", &[positive])?;
    let mut pace = Pace::new(poll);
    let at = At::computed([positive, negative]);
    let lead = |row: usize| at.lead(curve.tpr_and_rest(row));
    let rows = (0..curve.rows())
        .take_while(|&row| lead(row) >= 0.0)
        .count();
    let mut result = reserve(rows + 1)?;
    for row in 0..rows {
        pace.step()?;
        let missed = curve.fnr(row) / curve.tpr(row);
        let gain = PrecisionGain {
            recall: if lead(row) > 0.0 {
                (1.0 - positive / negative * missed).max(0.0)
            } else {
                0.0
            },
            precision: 1.0 - curve.fpr(row) / curve.tpr(row),
            row,
        };
        push(&mut result, gain)?;
    }
    let row = rows - 1;
    if lead(row) > 0.0 {
        let [low, high] = [row + 1, row].map(|row| [curve.fpr(row), curve.tpr(row)]);
        let rises = [high[0] - low[0], high[1] - low[1]];
        let prior = ZeroGain::between(low, rises, high[1] - positive, positive);
        let gain = PrecisionGain {
            recall: 0.0,
            precision: 1.0 - prior.fpr / positive,
            row,
        };
        push(&mut result, gain)?;
    }
    Ok(result)
}
