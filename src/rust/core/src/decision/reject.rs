//! Two thresholds, between which nothing is decided.

use super::risk::Risk;
use crate::curve::Curve;
use crate::error::{Error, Result};
use crate::measure::Costs;
use crate::poll::Poll;
use crate::range::Range;
use crate::shape::straight::{fall_of_fpr, fall_of_tpr};
use crate::shape::Hull;

/// The rule of Chow (1970): negative below one threshold, positive from another one on, and
/// rejected between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rejection {
    /// The row of the threshold below which a score is called negative.
    pub negative: usize,
    /// The row of the threshold from which on a score is called positive: no earlier one, the same where
    /// nothing is rejected.
    pub positive: usize,
    /// The shares of the negatives and of the positives that are rejected.
    pub rejected: [f64; 2],
    /// The expected cost.
    pub risk: f64,
}

/// Decisions at some costs, and what it costs to make none.
#[derive(Clone, Copy, Debug)]
pub struct Reject<'a> {
    curve: Curve<'a>,
    costs: Costs,
    cost: f64,
    priors: [f64; 2],
}

impl<'a> Reject<'a> {
    /// With the cost of a rejection, and the probabilities of the negative and the positive class.
    ///
    /// # Errors
    /// [`Error::Range`], and [`Error::Costs`] for a rejection that costs less than a right answer.
    pub fn new(curve: &Curve<'a>, costs: Costs, cost: f64, priors: [f64; 2]) -> Result<Reject<'a>> {
        Range::FINITE.check("cost_reject", &[cost])?;
        Risk::new(curve, costs, priors)?;
        let right = [
            ("cost_true_positive", costs.true_positive),
            ("cost_true_negative", costs.true_negative),
        ];
        if let Some((right, least)) = right.into_iter().find(|&(_, least)| cost < least) {
            return Err(Error::Costs {
                error: "cost_reject",
                right,
                must_exceed: false,
                position: None,
                values: [cost, least],
            });
        }
        Ok(Reject {
            curve: *curve,
            costs,
            cost,
            priors,
        })
    }

    /// The decision between negative and rejected, in which the latter is for positives, and that
    /// between rejected and positive.
    fn decisions(&self) -> [Costs; 2] {
        let (costs, cost) = (self.costs, self.cost);
        [
            Costs {
                false_positive: cost,
                true_positive: cost,
                ..costs
            },
            Costs {
                false_negative: cost,
                true_negative: cost,
                ..costs
            },
        ]
    }

    fn risk(&self, costs: Costs) -> Result<Risk<'_>> {
        Risk::new(&self.curve, costs, self.priors)
    }

    /// The slopes of the lines of one risk that touch the curve where negatives end and where positives
    /// begin.
    ///
    /// # Errors
    /// [`Error::Range`], never.
    pub fn slopes(&self) -> Result<[f64; 2]> {
        let [negative, positive] = self.decisions();
        Ok([self.risk(negative)?.slope(), self.risk(positive)?.slope()])
    }

    /// The rule of least risk, when neither an error nor a rejection costs less than the right answer:
    /// no pair of thresholds has less. O(rows of the hull).
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
    /// use weighted_roc_core::decision::{Costs, Reject};
    /// use weighted_roc_core::shape::hull;
    ///
    /// let costs = Costs {
    ///     false_positive: 1.0,
    ///     false_negative: 1.0,
    ///     true_positive: 0.0,
    ///     true_negative: 0.0,
    /// };
    /// let rules = Reject::new(&curve, costs, 0.1, [0.5, 0.5])?;
    /// let result = rules.least_on(&hull(&curve, &mut || false)?, &mut || false)?;
    /// // Scores from 0.2 up to 0.4 are rejected.
    /// assert_eq!((result.negative, result.positive), (1, 3));
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Row`] for the hull of a curve of another length, [`Error::Interrupted`].
    pub fn least_on(&self, hull: &Hull, poll: Poll<'_>) -> Result<Rejection> {
        let [negative, positive] = self.decisions();
        let negative = self.risk(negative)?.least_on(hull, &mut *poll)?;
        let positive = self.risk(positive)?.least_on(hull, &mut *poll)?;
        if negative <= positive {
            return Ok(self.rejection(negative, positive));
        }
        // Scores from the one to the other had better be called either way than be rejected.
        let row = self.risk(self.costs)?.least_on(hull, poll)?;
        Ok(self.rejection(row, row))
    }

    /// The rule of two rows, the first no later than the second.
    fn rejection(&self, negative: usize, positive: usize) -> Rejection {
        let curve = &self.curve;
        let rejected = [
            fall_of_fpr(curve, negative, positive),
            fall_of_tpr(curve, negative, positive),
        ];
        let Costs {
            false_positive,
            false_negative,
            true_positive,
            true_negative,
        } = self.costs;
        let of_negatives = false_positive * curve.fpr(positive)
            + self.cost * rejected[0]
            + true_negative * curve.tnr(negative);
        let of_positives = true_positive * curve.tpr(positive)
            + self.cost * rejected[1]
            + false_negative * curve.fnr(negative);
        let risk = self.priors[0] * of_negatives + self.priors[1] * of_positives;
        Rejection {
            negative,
            positive,
            rejected,
            risk: risk.clamp(f64::MIN, f64::MAX),
        }
    }
}
