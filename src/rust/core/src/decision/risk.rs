//! The expected cost of a threshold, and the threshold of least cost.

use super::hull::hull;
use crate::curve::Curve;
use crate::error::Error;

/// What an observation costs by its class and by what it is called: finite, not negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// Of a negative that is called positive.
    pub false_positive: f64,
    /// Of a positive that is called negative.
    pub false_negative: f64,
    /// Of a positive that is called positive.
    pub true_positive: f64,
    /// Of a negative that is called negative.
    pub true_negative: f64,
}

/// The expected cost of an observation (Bayes risk) under the thresholds of a curve,
///
/// R = p (cost_TP TPR + cost_FN FNR) + (1 - p) (cost_FP FPR + cost_TN TNR),
///
/// with p the probability of the positive class.
#[derive(Clone, Copy, Debug)]
pub struct Risk<'a> {
    curve: Curve<'a>,
    costs: Costs,
    /// The probabilities of the negative and the positive class.
    priors: [f64; 2],
}

/// Risks count as equal when they differ by less, relative to themselves: a dozen roundings.
const TIE: f64 = 16.0 * f64::EPSILON;

impl<'a> Risk<'a> {
    /// With the probability of the positive class, or with the share that it has in the weights.
    pub fn new(curve: &Curve<'a>, costs: Costs, prior: Option<f64>) -> Risk<'a> {
        Risk {
            curve: *curve,
            costs,
            priors: prior.map_or_else(|| curve.shares(), |prior| [1.0 - prior, prior]),
        }
    }

    /// The probability of the positive class.
    pub fn prior(&self) -> f64 {
        self.priors[1]
    }

    /// The risk at a row. O(1).
    pub fn at(&self, row: usize) -> f64 {
        let fpr = self.curve.fpr(row);
        self.of([1.0 - fpr, fpr], [self.curve.fnr(row), self.curve.tpr(row)])
    }

    /// The risk of saying positive with this probability, whatever the score.
    pub fn of_chance(&self, positive: f64) -> f64 {
        let said = [1.0 - positive, positive];
        self.of(said, said)
    }

    /// The risk when these shares of the negatives and of the positives are called negative and
    /// positive.
    fn of(&self, negatives: [f64; 2], positives: [f64; 2]) -> f64 {
        let Costs {
            false_positive,
            false_negative,
            true_positive,
            true_negative,
        } = self.costs;
        let [negative, positive] = self.priors;
        positive * (true_positive * positives[1] + false_negative * positives[0])
            + negative * (false_positive * negatives[1] + true_negative * negatives[0])
    }

    /// The row of least risk, for costs of errors that are no less than those of right answers.
    ///
    /// It lies on the hull. Of rows that are equal up to rounding it is that with the smallest
    /// false positive rate, then with the largest true positive rate. O(rows) time and memory.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn least(&self) -> Result<usize, Error> {
        let rows = hull(&self.curve)?.rows;
        let least = rows
            .iter()
            .map(|&row| self.at(row))
            .fold(f64::INFINITY, f64::min);
        let mut best = rows
            .into_iter()
            .rev()
            .filter(|&row| self.at(row) <= least * (1.0 + TIE));
        let rightmost = best.next().expect("the least is among them");
        let above = best.take_while(|&row| self.curve.fpr(row) == self.curve.fpr(rightmost));
        Ok(above.last().unwrap_or(rightmost))
    }
}
