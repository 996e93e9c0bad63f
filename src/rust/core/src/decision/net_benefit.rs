//! The net benefit of a rule, in true positives per observation, when a false one costs the odds of a threshold
//! probability.

use super::risk::Risk;
use crate::curve::Curve;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::measure::Costs;
use crate::probability::check_pair;
use crate::range::Range;
use crate::shape::Hull;

/// The net benefit (Vickers and Elkin 2006) at a threshold probability t,
///
/// NB = p TPR - (1 - p) FPR t / (1 - t),
///
/// with p the probability of the positive class.
#[derive(Clone, Copy, Debug)]
pub struct NetBenefit<'a> {
    curve: Curve<'a>,
    priors: [f64; 2],
    threshold: f64,
}

impl<'a> NetBenefit<'a> {
    /// With the probabilities of the negative and the positive class, which add up to 1, at a threshold
    /// probability in [0, 1), as only a rule without false positives is worth anything at 1.
    ///
    /// # Errors
    /// [`Error::Range`].
    pub fn new(curve: &Curve<'a>, threshold: f64, priors: [f64; 2]) -> Result<NetBenefit<'a>> {
        check_pair(priors)?;
        Range::WITH_ODDS.check("threshold", &[threshold])?;
        Ok(NetBenefit {
            curve: *curve,
            priors,
            threshold,
        })
    }

    /// The cost of a false positive, in true positives.
    fn odds(&self) -> f64 {
        self.threshold / (1.0 - self.threshold)
    }

    /// The net benefit of a row.
    ///
    /// # Errors
    /// [`Error::Row`] when there is no such row.
    pub fn at_row(&self, row: usize) -> Result<f64> {
        self.curve.check_row(row)?;
        Ok(self.value(self.curve.fpr(row), self.curve.tpr(row)))
    }

    /// The net benefit of calling everything positive.
    pub fn treat_all(&self) -> f64 {
        self.value(1.0, 1.0)
    }

    fn value(&self, fpr: f64, tpr: f64) -> f64 {
        let [negative, positive] = self.priors;
        positive * tpr - negative * fpr * self.odds()
    }

    /// The row of the largest net benefit on the hull, which no row exceeds: of several, that with the
    /// smallest false positive rate. O(log rows of the hull).
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
    /// use weighted_roc_core::decision::NetBenefit;
    /// use weighted_roc_core::shape::hull;
    ///
    /// let benefit = NetBenefit::new(&curve, 0.2, [0.5, 0.5])?;
    /// let best = benefit.best_on(&hull(&curve, &mut || false)?)?;
    /// assert_eq!((best, benefit.at_row(best)?), (1, 0.4375));
    /// assert_eq!(benefit.treat_all(), 0.375);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Row`] for the hull of a curve of another length.
    pub fn best_on(&self, hull: &Hull) -> Result<usize> {
        self.curve.check_span(&hull.rows)?;
        let costs = Costs {
            false_positive: self.threshold,
            false_negative: 1.0 - self.threshold,
            true_positive: 0.0,
            true_negative: 0.0,
        };
        let slope = Risk::new(&self.curve, costs, self.priors)?.slope();
        // Only the upright edge at FPR = 0 is steeper than the steepest line.
        let slope = slope.min(f64::MAX);
        Ok(hull.rows[hull.slopes.partition_point(|&edge| edge <= slope)])
    }
}
