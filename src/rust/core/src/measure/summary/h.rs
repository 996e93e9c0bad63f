//! Hand's H: what a score saves of the costs of errors, on the average over what these may be.

use super::{Derivatives, Summary};
use crate::distribution::Beta;
use crate::error::Result;
use crate::measure::parameters::Density;
use crate::poll::{Pace, Poll};
use crate::probability::check_pair;
use crate::rounding::difference;
use crate::shape::{Corners, Rates, Shape};
use crate::sum::Sum;

/// The mean of the least expected cost over the costs of errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// With the best threshold for each cost.
    pub least: f64,
    /// Where everybody is called the same, whichever is better.
    pub trivial: f64,
    /// The share of that which the score saves: H.
    pub saved: f64,
}

/// A number of a mean of least expected costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MeanLeastCost {
    pub part: Part,
    pub density: Density,
    /// The factor of all that [`Loss`] has.
    pub factor: f64,
}

/// One of [`Loss`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Least,
    Trivial,
    Saved,
}

impl MeanLeastCost {
    pub fn value(&self, loss: &Loss) -> f64 {
        match self.part {
            Part::Least => self.factor * loss.least,
            Part::Trivial => self.factor * loss.trivial,
            Part::Saved => loss.saved,
        }
    }

    /// The loss of calling everybody the same, which does not depend on scores.
    pub fn without_scores(&self, priors: [f64; 2]) -> f64 {
        let middle = Means::new(self.density.parameters(priors)).cut_of([1.0; 2], priors);
        self.factor * (priors[0] * middle.below[0] + priors[1] * middle.above[1])
    }
}

/// The mean costs of false positives and of false negatives.
#[derive(Clone, Copy)]
struct Means {
    /// The means of c and of 1 - c.
    means: [f64; 2],
    /// The distributions by which these are divided among costs.
    divided: [Beta; 2],
    /// The parts of these around a cost.
    neighbours: fn(&Beta, [f64; 2]) -> [f64; 2],
}

/// The parts of both means that are below a cost, and above it.
#[derive(Clone, Copy)]
struct Cut {
    below: [f64; 2],
    above: [f64; 2],
}

impl Cut {
    /// The parts between two cuts, by the smaller ones, which have more digits.
    fn until(&self, next: &Cut) -> [f64; 2] {
        [0, 1].map(|i| {
            if next.below[i] <= next.above[i] {
                next.below[i] - self.below[i]
            } else {
                self.above[i] - next.above[i]
            }
        })
    }
}

impl Means {
    fn new([a, b]: [f64; 2]) -> Means {
        Means {
            means: [a / (a + b), b / (a + b)],
            divided: [Beta::from_shapes(a + 1.0, b), Beta::from_shapes(a, b + 1.0)],
            neighbours: Beta::neighbours,
        }
    }

    fn start(&self) -> Cut {
        Cut {
            below: [0.0; 2],
            above: self.means,
        }
    }

    fn end(&self) -> Cut {
        Cut {
            below: self.means,
            above: [0.0; 2],
        }
    }

    fn cut(&self, place: [f64; 2]) -> Cut {
        let parts = [0, 1].map(|i| (self.neighbours)(&self.divided[i], place));
        Cut {
            below: [0, 1].map(|i| self.means[i] * parts[i][0]),
            above: [0, 1].map(|i| self.means[i] * parts[i][1]),
        }
    }

    /// Where both ends of an edge cost the same, which falls by these rates.
    fn cut_of(&self, [run, rise]: [f64; 2], priors: [f64; 2]) -> Cut {
        if run <= 0.0 {
            return self.end();
        }
        if rise <= 0.0 {
            return self.start();
        }
        let share = |own: f64, other: f64, prior: f64, rest: f64| {
            1.0 / (1.0 + (other / own) * (rest / prior))
        };
        self.cut([
            share(rise, run, priors[1], priors[0]),
            share(run, rise, priors[0], priors[1]),
        ])
    }
}

impl<R: Rates> Corners<'_, R> {
    /// The means of the least expected costs. O(corners).
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
    /// use weighted_roc_core::shape::Corners;
    /// use weighted_roc_core::measure::Density;
    ///
    /// let corners = Corners::new(&curve, &mut || false)?;
    /// let loss = corners.loss(Density::ByPriors, [0.5, 0.5], &mut || false)?;
    /// assert!(0.0 < loss.saved && loss.saved < 1.0);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`](crate::Error::Range) for parameters that are not between 0.001 and 1e6, [`Error::Parameter`](crate::Error::Parameter) for priors
    /// that don't add up to 1, and [`Error::Interrupted`](crate::Error::Interrupted).
    pub fn loss(&self, density: Density, priors: [f64; 2], poll: Poll<'_>) -> Result<Loss> {
        density.check()?;
        check_pair(priors)?;
        let means = Means::new(density.parameters(priors));
        self.loss_at_pace(&means, priors, &mut Pace::new(poll))
    }

    /// A corner is the best between the cuts of the edges at its sides. No digits are lost, because it sums the cost
    /// less that of calling everybody positive, which is better for costs below the prior, or of calling nobody
    /// positive.
    fn loss_at_pace(&self, means: &Means, priors: [f64; 2], pace: &mut Pace<'_>) -> Result<Loss> {
        // From the same roundings as that of an edge without a score, which saves nothing.
        let middle = means.cut_of([1.0; 2], priors);
        // A unit in which a prior that is next to nothing has its digits.
        let unit = priors[0].min(priors[1]).max(1e-300);
        let [negative, positive] = priors.map(|prior| prior / unit);
        let mut least = Sum::default();
        let mut saved = Sum::default();
        let mut from = means.start();
        let mut edges = self.edges();
        for &row in self.rows() {
            pace.step()?;
            let edge = edges.next();
            let to = edge.map_or(means.end(), |edge| means.cut_of(edge.falls, priors));
            let ([fpr, tpr], [tnr, fnr]) = (
                self.rates().predicted_positive(row),
                self.rates().predicted_negative(row),
            );
            let whole = from.until(&to);
            least.add(negative * fpr * whole[0]);
            least.add(positive * fnr * whole[1]);
            let below = from.limited(&middle).until(&to.limited(&middle));
            saved.add(negative * tnr * below[0]);
            saved.add(-positive * fnr * below[1]);
            let above = from.no_less(&middle).until(&to.no_less(&middle));
            saved.add(positive * tpr * above[1]);
            saved.add(-negative * fpr * above[0]);
            from = to;
        }
        let trivial = negative * middle.below[0] + positive * middle.above[1];
        Ok(Loss {
            least: least.value() * unit,
            trivial: trivial * unit,
            saved: (saved.value() / trivial).clamp(0.0, 1.0),
        })
    }
}

/// H to nine digits after the point, in a tenth of the time: for many curves of one prior.
#[derive(Clone, Copy)]
pub(crate) struct RoughH {
    priors: [f64; 2],
    means: Means,
}

impl RoughH {
    pub fn new(density: Density, priors: [f64; 2]) -> Result<RoughH> {
        check_pair(priors)?;
        let means = Means::new(density.parameters(priors));
        let neighbours = Beta::around_roughly;
        Ok(RoughH {
            priors,
            means: Means {
                neighbours,
                ..means
            },
        })
    }

    pub fn is_of(&self, priors: [f64; 2]) -> bool {
        self.priors == priors
    }

    /// With the rows of the hull in memory that is there.
    pub fn evaluate(
        &self,
        rates: &impl Rates,
        rows: &mut Vec<usize>,
        pace: &mut Pace<'_>,
    ) -> Result<Loss> {
        let corners = Corners::in_buffer(rates, rows, pace)?;
        let loss = corners.loss_at_pace(&self.means, self.priors, pace);
        *rows = corners.into_rows();
        loss
    }
}

impl Cut {
    fn limited(&self, most: &Cut) -> Cut {
        if self.below[0] < most.below[0] || self.above[1] > most.above[1] {
            *self
        } else {
            *most
        }
    }

    fn no_less(&self, least: &Cut) -> Cut {
        if self.below[0] < least.below[0] || self.above[1] > least.above[1] {
            *least
        } else {
            *self
        }
    }
}

/// A negative that is called positive costs c whenever its edge is, which is for all costs below the
/// cut of that; a positive that is not costs 1 - c for all above it.
pub(super) fn differentiate(
    shape: &Shape,
    wanted: &MeanLeastCost,
    priors: [f64; 2],
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
) -> Result<Summary> {
    let corners = Corners::at_pace(shape, pace)?;
    let means = Means::new(wanted.density.parameters(priors));
    let result = corners.loss_at_pace(&means, priors, pace)?;
    for edge in corners.edges() {
        let cut = means.cut_of(edge.falls, priors);
        let costs = [priors[0] * cut.below[0], priors[1] * cut.above[1]];
        let of_step = match wanted.part {
            Part::Least => costs.map(|cost| wanted.factor * cost),
            Part::Trivial => [0.0; 2],
            Part::Saved => costs.map(|cost| -cost / result.trivial),
        };
        for derivative in &mut derivatives[edge.rows[0]..edge.rows[1]] {
            pace.step()?;
            *derivative = of_step;
        }
    }
    let by_prior = by_prior(priors, |shifted| {
        let means = Means::new(wanted.density.parameters(shifted));
        Ok(wanted.value(&corners.loss_at_pace(&means, shifted, pace)?))
    })?;
    Ok(Summary {
        value: wanted.value(&result),
        by_prior,
    })
}

/// By differences over four priors around: the density may have them as parameters. The remainder is of the fifth
/// order.
fn by_prior(
    [negative, positive]: [f64; 2],
    mut value: impl FnMut([f64; 2]) -> Result<f64>,
) -> Result<f64> {
    let step = 1e-3 * negative * positive;
    let mut at = |steps: f64| value([negative - steps * step, positive + steps * step]);
    let near = difference(at(1.0)?, at(-1.0)?);
    let far = difference(at(2.0)?, at(-2.0)?);
    Ok((8.0 * near - far) / (12.0 * step))
}
