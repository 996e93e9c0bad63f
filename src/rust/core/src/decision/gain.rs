//! The share of the positives that is found among those that are called positive.

use super::constrained::Errors;
use super::neyman_pearson::mix;
use crate::bound::{At, Rate};
use crate::curve::Curve;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::probability::check_pair;
use crate::range::Range;
use crate::root::partition;

/// A point of the gain curve: all scores above that of a row are called positive, and those at it with
/// some probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// The row.
    pub row: usize,
    /// With which probability its score is called positive, too. The last row has no such share.
    pub probability: f64,
    /// The share of all that is called positive.
    pub share: f64,
    /// TPR, the share of the positives that is found.
    pub tpr: f64,
    /// FPR.
    pub fpr: f64,
    /// How many times as many positives are found as in a random choice of as many; NaN where nothing is
    /// called positive.
    pub lift: f64,
    /// The share of positives in what is called positive; NaN likewise.
    pub response: f64,
}

/// The gain curve, for the probabilities of the negative and of the positive class.
#[derive(Clone, Copy, Debug)]
pub struct GainCurve<'a> {
    curve: Curve<'a>,
    priors: [f64; 2],
}

impl<'a> GainCurve<'a> {
    /// Gains of a curve.
    ///
    /// # Errors
    /// [`Error::Parameter`] for priors that don't add up to 1.
    pub fn new(curve: &Curve<'a>, priors: [f64; 2]) -> Result<GainCurve<'a>> {
        check_pair(priors)?;
        Ok(GainCurve {
            curve: *curve,
            priors,
        })
    }

    /// The point of a row.
    ///
    /// # Errors
    /// [`Error::Row`] when there is no such row.
    pub fn at_row(&self, row: usize) -> Result<Gain> {
        self.curve.check_row(row)?;
        Ok(self.gain_at_row(row))
    }

    fn gain_at_row(&self, row: usize) -> Gain {
        let rates = [self.curve.fpr(row), self.curve.tpr(row)];
        let probability = f64::from(row < self.curve.last());
        self.gain(row, probability, self.share_and_rest(row)[0], rates)
    }

    /// The point at a share: on a slant piece between two rows, that of a random choice among ties. A share that
    /// differs from a row by rounding only is at that row. O(log rows).
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
    /// use weighted_roc_core::decision::GainCurve;
    ///
    /// let gains = GainCurve::new(&curve, [0.5, 0.5])?;
    /// // The highest quarter of the scores has half of the positives, twice as many as a random one.
    /// let result = gains.at_share(0.25)?;
    /// assert_eq!((result.tpr, result.lift), (0.5, 2.0));
    /// assert_eq!(gains.at_row(3)?, result);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`].
    pub fn at_share(&self, share: f64) -> Result<Gain> {
        Range::PROBABILITY.check("share", &[share])?;
        let at = At::bound(share);
        // The first row that calls no more than that positive.
        let row = partition(self.curve.last(), |row| {
            at.is_passed_by(self.share_and_rest(row))
        });
        if row == 0 || !at.is_missed_by(self.share_and_rest(row)) {
            let rates = [self.curve.fpr(row), self.curve.tpr(row)];
            return Ok(self.gain(row, f64::from(row < self.curve.last()), share, rates));
        }
        let probability = at.share_of_first(self.share_and_rest(row - 1), self.share_and_rest(row));
        let between = |rate: fn(&Curve<'a>, usize) -> f64| {
            mix(
                probability,
                [row - 1, row].map(|row| rate(&self.curve, row)),
            )
        };
        let rates = [between(Curve::fpr), between(Curve::tpr)];
        Ok(self.gain(row - 1, probability, share, rates))
    }

    fn share_and_rest(&self, row: usize) -> Rate {
        Errors::at_row(&self.curve, row).predicted_share(self.priors)
    }

    fn gain(&self, row: usize, probability: f64, share: f64, [fpr, tpr]: [f64; 2]) -> Gain {
        let response = self.priors[1] * tpr / share;
        Gain {
            row,
            probability,
            share,
            tpr,
            fpr,
            lift: tpr / share,
            // Rounding may take it above.
            response: if response > 1.0 { 1.0 } else { response },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::Points;

    /// The curve of positives with the scores 3, 2, 1 and negatives with 2, 1, 1.
    const CURVE: Points<'static> = Points {
        tpr: &[1.0, 0.75, 0.5, 0.0],
        fpr: &[1.0, 0.25, 0.0, 0.0],
        threshold: &[1.0, 2.0, 3.0, f64::INFINITY],
        false_negative: &[0.0, 1.0, 2.0, 4.0],
        false_positive: &[4.0, 1.0, 0.0, 0.0],
        true_negative: &[],
    };

    fn gain_curve(priors: [f64; 2]) -> GainCurve<'static> {
        let curve = Curve::new(CURVE, &mut || false).unwrap();
        GainCurve::new(&curve, priors).unwrap()
    }

    #[test]
    fn rows_and_what_lies_between() {
        let gains = gain_curve([0.5, 0.5]);
        for row in 0..3 {
            let point = gains.at_row(row).unwrap();
            assert_eq!(point.probability, 1.0);
            assert_eq!(gains.at_share(point.share), Ok(point), "{row}");
        }
        let half = gains.at_share(0.375).unwrap();
        assert_eq!([half.row as f64, half.probability], [1.0, 0.5]);
        assert_eq!([half.tpr, half.fpr], [0.625, 0.125]);
        assert_eq!([half.lift, half.response], [0.625 / 0.375, 0.3125 / 0.375]);
    }

    /// A share that is off that of a row by rounding is at the row, where all that is called is right.
    #[test]
    fn no_response_is_above_1() {
        let just_less = f64::from_bits(0.25f64.to_bits() - 1);
        let result = gain_curve([0.5, 0.5]).at_share(just_less).unwrap();
        assert_eq!((result.row, result.tpr, result.response), (2, 0.5, 1.0));
    }

    #[test]
    fn nothing_is_called_at_the_end() {
        let gains = gain_curve([0.75, 0.25]);
        assert_eq!(gains.at_row(3).unwrap().probability, 0.0);
        let end = gains.at_share(0.0).unwrap();
        assert_eq!([end.row as f64, end.probability, end.tpr], [3.0, 0.0, 0.0]);
        assert!(end.lift.is_nan() && end.response.is_nan());
        let whole = gains.at_share(1.0).unwrap();
        assert_eq!([whole.row as f64, whole.tpr, whole.lift], [0.0, 1.0, 1.0]);
        assert_eq!(whole.response, 0.25);
    }

    #[test]
    fn what_is_no_share_is_an_error() {
        let gains = gain_curve([0.5, 0.5]);
        assert!(gains.at_share(1.5).is_err() && gains.at_share(f64::NAN).is_err());
        let curve = Curve::new(CURVE, &mut || false).unwrap();
        assert!(GainCurve::new(&curve, [0.5, 0.6]).is_err());
    }
}
