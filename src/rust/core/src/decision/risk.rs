//! The expected cost of a threshold, and the threshold of least cost.

use crate::curve::Curve;
use crate::error::{Error, Result};
use crate::measure::Costs;
use crate::poll::{Pace, Poll};
use crate::probability::check_pair;
use crate::range::Range;
use crate::rounding::COMPUTED;
use crate::shape::{write_hull, Hull, Rates};
use crate::sum::scale::{ratio, scale_of};

/// The expected cost of an observation (Bayes risk) under the thresholds of a curve,
///
/// R = p (cost_TP TPR + cost_FN FNR) + (1 - p) (cost_FP FPR + cost_TN TNR),
///
/// with p the probability of the positive class. The points (FPR, TPR) of one risk lie on a
/// straight line.
#[derive(Debug)]
pub struct Risk<'a, R = Curve<'a>> {
    rates: &'a R,
    costs: Costs,
    /// The probabilities of the negative and the positive class.
    priors: [f64; 2],
}

impl<'a, R: Rates> Risk<'a, R> {
    /// With the probabilities of the negative and the positive class, which add up to 1: those in
    /// the weights are [`Curve::shares`].
    ///
    /// # Errors
    /// [`Error::Range`] for a cost that is not finite, and for probabilities.
    pub fn new(rates: &'a R, costs: Costs, priors: [f64; 2]) -> Result<Risk<'a, R>> {
        costs.check()?;
        check_pair(priors)?;
        Ok(Risk {
            rates,
            costs,
            priors,
        })
    }

    /// The probabilities of the negative and the positive class.
    pub fn priors(&self) -> [f64; 2] {
        self.priors
    }

    /// The risk at a row. O(1).
    ///
    /// # Errors
    /// [`Error::Row`] when there is no such row.
    pub fn at_row(&self, row: usize) -> Result<f64> {
        let rows = self.rates.steps() + 1;
        if row >= rows {
            return Err(Error::Row { row, rows });
        }
        Ok(self.value_at_row(row))
    }

    pub(crate) fn value_at_row(&self, row: usize) -> f64 {
        let ([fpr, tpr], [tnr, fnr]) = (
            self.rates.predicted_positive(row),
            self.rates.predicted_negative(row),
        );
        self.value([tnr, fpr], [fnr, tpr])
    }

    /// The risk at a point of the plane.
    ///
    /// # Errors
    /// [`Error::Range`] when a rate is not in [0, 1].
    pub fn at_point(&self, fpr: f64, tpr: f64) -> Result<f64> {
        Range::PROBABILITY.check("fpr", &[fpr])?;
        Range::PROBABILITY.check("tpr", &[tpr])?;
        Ok(self.value([1.0 - fpr, fpr], [1.0 - tpr, tpr]))
    }

    /// The risk of saying positive as often as positives are, whatever the score.
    pub fn at_random(&self) -> f64 {
        self.value(self.priors, self.priors)
    }

    /// The slope of the lines of one risk: infinite where only errors in negatives cost more than
    /// right answers, NaN where no error does.
    pub fn slope(&self) -> f64 {
        let [of_negative, of_positive] = self.costs.excess();
        let [negative, positive] = self.priors;
        ratio(&[negative, of_negative], &[positive, of_positive])
    }

    /// Where the line of a risk meets FPR = 0; not finite where the slope is not.
    pub fn intercept(&self, risk: f64) -> f64 {
        let [negative, positive] = self.priors;
        let [_, of_positive] = self.costs.excess();
        let unit = self.costs.unit();
        let scale = scale_of(self.costs.true_negative.abs().max(risk.abs()));
        let rest = negative * (self.costs.true_negative * scale) - risk * scale;
        self.costs.false_negative * unit / of_positive
            + ratio(&[rest, unit], &[positive, of_positive, scale])
    }

    /// The risk when these shares of the negatives and of the positives are called negative and
    /// positive.
    fn value(&self, negatives: [f64; 2], positives: [f64; 2]) -> f64 {
        let Costs {
            false_positive,
            false_negative,
            true_positive,
            true_negative,
        } = self.costs;
        let of_negative = mean([true_negative, false_positive], negatives);
        let of_positive = mean([false_negative, true_positive], positives);
        mean([of_negative, of_positive], self.priors)
    }

    /// The risk of errors alone, in a unit in which it neither overflows nor vanishes, however small costs and
    /// priors are.
    fn errors_only(&self) -> Risk<'a, R> {
        Risk {
            costs: self.costs.errors_only(),
            priors: self.priors.map(|prior| prior * scale_of(1.0)),
            rates: self.rates,
        }
    }

    /// The row of least risk on the hull: where errors cost no less than right answers, the least
    /// of all.
    ///
    /// Among rows on which errors cost the same, up to rounding, it is the one with the smallest false positive
    /// rate, then with the largest true positive rate. O(rows) time and memory.
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
    /// use weighted_roc_core::decision::{Costs, Risk};
    ///
    /// let costs = Costs {
    ///     false_positive: 1.0,
    ///     false_negative: 5.0,
    ///     true_positive: 0.0,
    ///     true_negative: 0.0,
    /// };
    /// let risk = Risk::new(&curve, costs, [0.5, 0.5])?;
    /// let best = risk.least(&mut || false)?;
    /// assert_eq!((curve.point(best)?.threshold, risk.at_row(best)?), (0.2, 0.25));
    /// assert_eq!((risk.at_point(0.5, 1.0)?, risk.at_random()), (0.25, 1.5));
    /// // A line of one risk, through the point of that row.
    /// assert_eq!((risk.priors(), risk.slope(), risk.intercept(0.25)), ([0.5, 0.5], 0.2, 0.9));
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Memory`] and [`Error::Interrupted`].
    pub fn least(&self, poll: Poll<'_>) -> Result<usize> {
        self.least_in(&mut Vec::new(), &mut Pace::new(poll))
    }

    /// The same, with the rows of the hull in memory that is there. Allocates nothing if it has room
    /// for all rows of the curve.
    pub(crate) fn least_in(&self, hull: &mut Vec<usize>, pace: &mut Pace<'_>) -> Result<usize> {
        write_hull(self.rates, hull, pace)?;
        self.least_among(hull, pace)
    }

    /// The same on a hull that is known. O(log rows of the hull) where errors cost no less than right
    /// answers, else O(rows of the hull).
    ///
    /// # Errors
    /// [`Error::Row`] for the hull of a curve of another length, [`Error::Interrupted`].
    pub fn least_on(&self, hull: &Hull, poll: Poll<'_>) -> Result<usize> {
        let (row, steps) = (hull.rows.last().copied().unwrap_or(0), self.rates.steps());
        if hull.rows.first() != Some(&0) || row != steps {
            return Err(Error::Row {
                row,
                rows: steps + 1,
            });
        }
        if self.costs.excess().iter().all(|&excess| excess >= 0.0) {
            Ok(self.least_by_slope(hull))
        } else {
            self.least_among(&hull.rows, &mut Pace::new(poll))
        }
    }

    /// Along the hull the risk falls while its edges are less steep than the lines of one risk, and rises
    /// from there on.
    fn least_by_slope(&self, hull: &Hull) -> usize {
        let (rows, slope) = (&hull.rows, self.slope());
        let place = hull.slopes.partition_point(|&edge| edge < slope);
        let risk = self.errors_only();
        // Rounding of the slopes may be off by an edge.
        let neighbours = &rows[place.saturating_sub(2)..rows.len().min(place + 3)];
        let least = neighbours.iter().fold(f64::INFINITY, |least, &row| {
            least.min(risk.value_at_row(row))
        });
        let is_least = |row: usize| risk.value_at_row(row) <= least + COMPUTED * least.abs();
        let nearest = neighbours.iter().rposition(|&row| is_least(row));
        let nearest = place.saturating_sub(2) + nearest.expect("the least is among them");
        let equal = rows[nearest..].partition_point(|&row| is_least(row));
        let [.., before, last] = rows[..nearest + equal] else {
            return rows[0];
        };
        let is_upright =
            self.rates.predicted_positive(before)[0] == self.rates.predicted_positive(last)[0];
        if is_upright && is_least(before) {
            before
        } else {
            last
        }
    }

    fn least_among(&self, hull: &[usize], pace: &mut Pace<'_>) -> Result<usize> {
        let risk = self.errors_only();
        let mut least = f64::INFINITY;
        for &row in hull {
            pace.step()?;
            least = least.min(risk.value_at_row(row));
        }
        let mut best = None;
        for &row in hull.iter().rev() {
            pace.step()?;
            if best.is_some_and(|best| {
                self.rates.predicted_positive(best)[0] != self.rates.predicted_positive(row)[0]
            }) {
                break;
            }
            if risk.value_at_row(row) <= least + COMPUTED * least.abs() {
                best = Some(row);
            }
        }
        Ok(best.expect("the least is among them"))
    }
}

/// A mean of finite values is finite, however the shares are rounded.
fn mean(values: [f64; 2], shares: [f64; 2]) -> f64 {
    (values[0] * shares[0] + values[1] * shares[1]).clamp(f64::MIN, f64::MAX)
}
