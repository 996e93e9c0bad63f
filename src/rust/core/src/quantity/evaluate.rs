//! Quantities of a curve that is there.

use super::{Measure, Partial, Place, Quantity, Rate};
use crate::area::{cost_areas, partial_by_fpr, partial_by_tpr, trapezoid};
use crate::curve::{Curve, OwnedCurve, Ranking};
use crate::error::Error;
use crate::measure::Family;
use crate::memory::{push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::shape::Rates;

impl Quantity {
    /// The quantity of a curve; NaN for 0/0, and for an area below chance that is standardized by McClish. O(rows) at
    /// most.
    ///
    /// ```
    /// use weighted_roc_core::curve::Ranking;
    /// use weighted_roc_core::quantity::{Measure, Quantity};
    /// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    ///
    /// let observations = Observations {
    ///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0]),
    ///     labels: Labels::I32(&[0, 1, 0, 1]),
    ///     weights: Weights::Unit,
    /// };
    /// let mut never = || false;
    /// let curve = Ranking::new(&observations, Options::new(&mut never))?.to_curve(&mut never)?;
    /// let mut of = |quantity: Quantity| quantity.evaluate(&curve.as_curve(), &mut never);
    /// assert_eq!(of(Quantity::AREA)?, 0.75);
    /// assert_eq!(of(Quantity::tpr_at(0.5))?, 1.0);
    /// assert_eq!(of(Quantity::at_threshold(Measure::Ppv, 2.0))?, 2.0 / 3.0);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Quantity`], [`Error::Forecast`] for a mean loss of scores that are no probabilities,
    /// [`Error::Memory`] and [`Error::Interrupted`].
    pub fn evaluate(&self, curve: &Curve<'_>, poll: Poll<'_>) -> Result<f64, Error> {
        self.check()?;
        let points = curve.points();
        let area = |poll: Poll<'_>| trapezoid(points.tpr, points.fpr, poll);
        let value = match (self.measure.family(), self.place) {
            (Family::Cells, Place::Chosen(choice)) => self.at_row(choice.choose(curve, poll)?),
            (Family::Cells, _) => self.value(curve),
            (Family::Threshold, Place::Chosen(choice)) => choice
                .choose(curve, poll)?
                .map_or(f64::NAN, |chosen| chosen.threshold),
            (Family::Threshold, _) => self.threshold(curve, &mut Pace::new(poll))?,
            (Family::CostArea, _) => cost_area(self, curve, curve.shares(), poll)?,
            (Family::Area, _) => match self.partial() {
                Some(partial) => partial.on(curve, poll)?,
                None if self.is_area() => area(poll)?,
                None => concentration(area(poll)?, curve.shares()),
            },
            _ if self.measure == Measure::Prevalence => curve.parts()[1],
            _ => self.criterion().of_curve(curve, poll)?,
        };
        Ok(self.own(value))
    }
}

/// The values of quantities of scores, all of the first score first, without what each observation does to them. One sort
/// for each score, then O(n) for each quantity.
///
/// ```
/// use weighted_roc_core::quantity::{values, Quantity};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0]),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let found = values(&[observations], &[Quantity::AREA, Quantity::GINI], Options::default())?;
/// assert_eq!(found, [0.75, 0.5]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// As [`Ranking::new`], with the index of the score, and [`Quantity::evaluate`].
pub fn values(
    scores: &[Observations<'_>],
    quantities: &[Quantity],
    mut options: Options<'_>,
) -> Result<Vec<f64>, Error> {
    let mut found = reserve(scores.len().saturating_mul(quantities.len()))?;
    for (index, score) in scores.iter().enumerate() {
        let of_score = |error: Error| error.of_score(index);
        let ranking = Ranking::new(score, options.again()).map_err(of_score)?;
        let owned = ranking.to_curve(&mut *options.poll)?;
        for quantity in quantities {
            let value = quantity.evaluate(&owned.as_curve(), &mut *options.poll);
            push(&mut found, value.map_err(of_score)?)?;
        }
    }
    Ok(found)
}

/// The concentration of an area, by the probabilities of the classes.
pub(crate) fn concentration(area: f64, [negative, _]: [f64; 2]) -> f64 {
    negative * (2.0 * area - 1.0)
}

/// The area of a curve in which a classifier is worth its costs, by the shares of the classes in the weights; NaN for other
/// measures.
pub(crate) fn cost_area(
    wanted: &Quantity,
    curve: &Curve<'_>,
    in_weights: [f64; 2],
    poll: Poll<'_>,
) -> Result<f64, Error> {
    let (Measure::CostArea(costs)
    | Measure::LargestCostArea(costs)
    | Measure::CostAreaRatio(costs)) = wanted.measure
    else {
        return Ok(f64::NAN);
    };
    let priors = wanted
        .prior
        .map_or(in_weights, |prior| [1.0 - prior, prior]);
    let found = cost_areas(curve, &[costs.shares_of_errors()], priors, poll)?;
    let [area] = &found[..] else {
        return Ok(f64::NAN);
    };
    Ok(match wanted.measure {
        Measure::CostArea(_) => area.area,
        Measure::LargestCostArea(_) => area.largest,
        _ => area.ratio(),
    })
}

/// The curve of rates and of the weights of the classes.
pub(crate) fn curve_of(
    rates: &impl Rates,
    weights: [f64; 2],
    pace: &mut Pace<'_>,
) -> Result<OwnedCurve, Error> {
    let steps = rates.steps();
    let mut curve = OwnedCurve::with_room(steps + 1)?;
    for row in 0..=steps {
        pace.step()?;
        let called = rates.called(row);
        let missed = rates.not_called(row)[1];
        let threshold = if row < steps {
            rates.score(row)
        } else {
            f64::INFINITY
        };
        let errors = [missed * weights[1], called[0] * weights[0]];
        curve.push(threshold, called, errors)?;
    }
    Ok(curve)
}

impl Partial {
    fn on(&self, curve: &Curve<'_>, poll: Poll<'_>) -> Result<f64, Error> {
        match self.by {
            Rate::Fpr => partial_by_fpr(curve, self.interval, poll),
            Rate::Tpr => partial_by_tpr(curve, self.interval, poll),
        }
    }
}
