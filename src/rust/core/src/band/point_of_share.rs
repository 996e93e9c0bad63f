//! The point of a curve at which a share of all is called positive.

use super::place::rates_at;
use crate::bound::rounding_at;
use crate::curve::Curve;
use crate::error::Error;
use crate::poll::Pace;
use crate::range::Range;

/// The point of a curve at which a share of all is called positive.
pub(super) struct PointOfShare {
    pub place: f64,
    pub tpr: f64,
}

impl PointOfShare {
    pub fn new(
        curve: &Curve<'_>,
        share: f64,
        priors: [f64; 2],
        pace: &mut Pace<'_>,
    ) -> Result<PointOfShare, Error> {
        Range::PROBABILITY.check("share", &[share])?;
        let predicted_positive =
            |row: usize| priors[1] * curve.tpr(row) + priors[0] * curve.fpr(row);
        let most = share + rounding_at(share);
        let (mut row, mut end) = (0, curve.last());
        while row < end {
            pace.step()?;
            let middle = row + (end - row) / 2;
            if predicted_positive(middle) <= most {
                end = middle;
            } else {
                row = middle + 1;
            }
        }
        let mut place = row as f64;
        if row > 0 && predicted_positive(row) < share {
            place -= (share - predicted_positive(row))
                / (predicted_positive(row - 1) - predicted_positive(row));
        }
        Ok(PointOfShare {
            place,
            tpr: rates_at(curve, place)[1],
        })
    }
}
