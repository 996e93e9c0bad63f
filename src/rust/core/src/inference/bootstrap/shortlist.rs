//! The threshold of least risk, from a curve of the few rows that may be the best.

use super::sweep::{Row, Sweep};
use crate::curve::OwnedCurve;
use crate::decision::{Costs, Risk};
use crate::error::Error;
use crate::inference::classes::{Classes, Overlay};
use crate::memory::{filled, reserve};
use crate::poll::Pace;
use crate::quantity::{AsRisk, Choice, ChosenRow};
use crate::sum::scale::ratio;

/// Rows are looked at whose errors cost no more than this above the least: far more than what
/// rounding may put a row off, far less than what leaves many.
const MARGIN: f64 = 1.0 / 1024.0;

/// Room for the rows that may be the best, as many as there are positives, and both ends.
pub(super) struct Shortlist {
    /// The weight of the first 0, 1, 2, ... positives.
    false_negative: Vec<f64>,
    /// The cost of errors at the score of each positive.
    costs: Vec<f64>,
    curve: OwnedCurve,
    hull: Vec<usize>,
}

impl Shortlist {
    pub fn new(positives: usize) -> Result<Shortlist, Error> {
        let rows = positives + 2;
        Ok(Shortlist {
            false_negative: filled(positives + 1, 0.0)?,
            costs: filled(positives, 0.0)?,
            curve: OwnedCurve::with_room(rows)?,
            hull: reserve(rows)?,
        })
    }

    /// The row of least risk, as [`Risk::least`] has it on the whole curve. O(n).
    pub fn optimum(
        &mut self,
        overlay: &Overlay<'_>,
        sweep: &Sweep<'_>,
        (choice, of): (&Choice, AsRisk),
        pace: &mut Pace<'_>,
    ) -> Result<ChosenRow, Error> {
        self.add_up(&overlay.weights[1], pace)?;
        let shares = self.shares(overlay.classes, sweep);
        let priors = of.prior.map_or(shares, |prior| [1.0 - prior, prior]);
        let costs = of.costs;
        let most = self.most(costs.of_errors(), priors, sweep, overlay.classes, pace)?;
        self.fill(most, overlay, sweep, pace)?;
        let curve = self.curve.as_curve();
        let risk = Risk::new(&curve, costs, priors)?;
        let row = risk.least_in(&mut self.hull, pace.poll())?;
        let chosen = choice.at_least_risk(&curve, row, risk.of_row(row));
        Ok(chosen.with_parts(shares))
    }

    fn add_up(&mut self, weights: &[f64], pace: &mut Pace<'_>) -> Result<(), Error> {
        pace.steps(weights.len())?;
        let mut sum = 0.0;
        for (to, weight) in self.false_negative[1..].iter_mut().zip(weights) {
            sum += weight;
            *to = sum;
        }
        Ok(())
    }

    /// The weight of the positives.
    fn positives(&self) -> f64 {
        self.false_negative[self.costs.len()]
    }

    /// The shares of the negatives and of the positives in the weights of the replicate.
    fn shares(&self, classes: &Classes, sweep: &Sweep<'_>) -> [f64; 2] {
        let [negatives, _] = sweep.totals();
        let [negative, positive] = classes.scales;
        let odds = ratio(&[negatives, positive], &[self.positives(), negative]);
        [1.0 / (1.0 + 1.0 / odds), 1.0 / (1.0 + odds)]
    }

    /// Returns the largest cost of errors at the candidate rows. Where an error may be a gain, the
    /// best row need not have the least risk of all: then all rows are.
    fn most(
        &mut self,
        costs: Costs,
        priors: [f64; 2],
        sweep: &Sweep<'_>,
        classes: &Classes,
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        pace.steps(self.costs.len())?;
        let unit = [
            costs.false_positive * priors[0],
            costs.false_negative * priors[1],
        ];
        let all = self.positives();
        let mut least = unit[0].min(unit[1]);
        let members = classes.below[1].iter().zip(&self.false_negative);
        for (i, (cost, (below, false_negative))) in self.costs.iter_mut().zip(members).enumerate() {
            let fpr = sweep.rate(0, [below[0] as usize, i]);
            *cost = unit[0] * fpr + unit[1] * (false_negative / all);
            least = if *cost < least { *cost } else { least };
        }
        Ok(if unit[0] < 0.0 || unit[1] < 0.0 {
            f64::INFINITY
        } else {
            least * (1.0 + MARGIN)
        })
    }

    /// Writes the curve of the rows at which errors cost no more than that. Where no positive has
    /// the score, the next row is at least as good: but for the first and the last, such rows are
    /// left out. Positives without weight, and all but one of several with the same score, are at
    /// the point of a later row or right below that of an earlier one, and are not corners of the
    /// hull.
    fn fill(
        &mut self,
        most: f64,
        overlay: &Overlay<'_>,
        sweep: &Sweep<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let classes = overlay.classes;
        let members = &classes.members[1];
        let lowest = lowest(overlay);
        self.curve.clear();
        self.push(classes.scores[lowest as usize], [0, 0], 0.0, sweep)?;
        pace.steps(members.len())?;
        for (i, member) in members.iter().enumerate() {
            if self.costs[i] <= most {
                let row = [classes.below[1][i][0] as usize, i];
                let threshold = classes.scores[member.score as usize];
                self.push(threshold, row, self.false_negative[i], sweep)?;
            }
        }
        let last = [classes.members[0].len(), members.len()];
        self.push(f64::INFINITY, last, self.positives(), sweep)
    }

    fn push(
        &mut self,
        threshold: f64,
        row: Row,
        false_negative: f64,
        sweep: &Sweep<'_>,
    ) -> Result<(), Error> {
        let weights = [false_negative, sweep.false_positive(row)];
        self.curve.push(threshold, sweep.rates(row), weights)
    }
}

/// The index of the lowest score with weight.
fn lowest(overlay: &Overlay<'_>) -> u32 {
    let classes = overlay.classes.members.iter().zip(&overlay.weights);
    let of_classes = classes.map(|(members, weights)| {
        let first = weights.iter().position(|weight| *weight > 0.0);
        first.map_or(u32::MAX, |first| members[first].score)
    });
    of_classes.fold(u32::MAX, u32::min)
}
