//! Precision over recall, between thresholds, too.

use crate::bound::At;
use crate::curve::Curve;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::probability::check_pair;
use crate::range::Range;
use crate::root::partition;
use crate::sum::scale::LARGE;

/// The precision at a row, with the probabilities of the negative and of the positive class. Where
/// nothing is called positive it is the limit along the curve: the precision of the highest score, in
/// O(log rows). Else O(1).
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
/// use weighted_roc_core::measure::precision_at_row;
///
/// assert_eq!(precision_at_row(&curve, 2, [0.5, 0.5])?, 0.5);
/// assert!(precision_at_row(&curve, 2, [-1.0, 2.0]).is_err());
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Row`] when there is no such row, [`Error::Parameter`] for priors that don't add up to 1.
pub fn precision_at_row(curve: &Curve<'_>, row: usize, priors: [f64; 2]) -> Result<f64> {
    check_pair(priors)?;
    curve.check_row(row)?;
    let rates = |row| [curve.fpr(row), curve.tpr(row)];
    let predicted_positive = match rates(row) {
        [0.0, 0.0] => rates(last_predicted(curve)),
        some => some,
    };
    Ok(share_of_positives(predicted_positive, priors))
}

/// The precision at a recall, and the row of the highest threshold that reaches it. Between two rows
/// both rates grow along a straight line, and precision along a hyperbola. NaN for 0/0, by a prior of 0 where there are no
/// false positives. O(log rows).
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
/// use weighted_roc_core::measure::precision_at_recall;
///
/// assert_eq!(precision_at_recall(&curve, 0.5, [0.5, 0.5])?, (1.0, 3));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] for a recall that is not in [0, 1] and for priors that don't add up to 1.
pub fn precision_at_recall(
    curve: &Curve<'_>,
    recall: f64,
    priors: [f64; 2],
) -> Result<(f64, usize)> {
    Range::PROBABILITY.check("recall", &[recall])?;
    check_pair(priors)?;
    let at = At::bound(recall);
    let tpr = |row| curve.tpr_and_rest(row);
    let row = partition(curve.rows(), |row| !at.is_missed_by(tpr(row))) - 1;
    if !at.is_passed_by(tpr(row)) {
        return Ok((precision_at_row(curve, row, priors)?, row));
    }
    let gone = at.share_of_first(tpr(row), tpr(row + 1));
    let [high, low] = [row, row + 1].map(|row| curve.fpr(row));
    let fpr = low + gone * (high - low);
    Ok((share_of_positives([fpr, recall], priors), row))
}

/// The row of the highest threshold at which something is called positive.
fn last_predicted(curve: &Curve<'_>) -> usize {
    let points = curve.points();
    let of = |rates: &[f64]| rates.partition_point(|&rate| rate > 0.0);
    of(points.tpr).max(of(points.fpr)) - 1
}

fn share_of_positives([fpr, tpr]: [f64; 2], [negative, positive]: [f64; 2]) -> f64 {
    let [wrong, right] = [negative * LARGE * fpr, positive * LARGE * tpr];
    right / (right + wrong)
}
