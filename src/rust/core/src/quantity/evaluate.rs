//! Quantities of a curve that is there.

use super::{
    point_of_rate, point_of_share, row_at, AsRisk, AtPlace, CostArea, Measure, OfCostArea,
    OfOptimum, Optimum, Partial, Place, Quantity, Rate,
};
use crate::area::{cost_areas, partial_by_fpr, partial_by_tpr, trapezoid};
use crate::bound::At;
use crate::curve::{Curve, OwnedCurve, Ranking};
use crate::decision::{best_row, Risk};
use crate::error::Error;
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
    /// assert_eq!(of(Quantity::Area)?, 0.75);
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
        let value = match self {
            Quantity::Area | Quantity::Gini | Quantity::Concentration(Some(_)) => {
                trapezoid(points.tpr, points.fpr, poll)?
            }
            Quantity::Concentration(None) => {
                concentration(trapezoid(points.tpr, points.fpr, poll)?, curve.shares())
            }
            Quantity::CostArea(wanted) => wanted.on(curve, curve.shares(), poll)?,
            Quantity::Partial(partial) => partial.on(curve, poll)?,
            Quantity::Summary(summary) => summary.of_curve(curve, poll)?,
            Quantity::Threshold(wanted) => wanted.threshold(curve, &mut Pace::new(poll))?,
            Quantity::Optimum(optimum) => optimum.at(optimum.choose(curve, poll)?),
            _ => self.of_rates(curve),
        };
        Ok(self.own(value))
    }

    /// The value in the unit of influences of what a few rows say; NaN for what takes a sum over all rows.
    pub(crate) fn of_rates(&self, rates: &impl Rates) -> f64 {
        match self {
            Quantity::At(wanted) => {
                let (called, not_called) = wanted.rates(rates);
                wanted.value(called, not_called, rates.parts())
            }
            Quantity::Prevalence => rates.parts()[1],
            Quantity::Area
            | Quantity::Gini
            | Quantity::Concentration(_)
            | Quantity::CostArea(_)
            | Quantity::Partial(_)
            | Quantity::Summary(_)
            | Quantity::Threshold(_)
            | Quantity::Optimum(_) => f64::NAN,
        }
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
/// let found = values(&[observations], &[Quantity::Area, Quantity::Gini], Options::default())?;
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

impl AtPlace {
    /// FPR and TPR, TNR and FNR at the place.
    pub(crate) fn rates(&self, rates: &impl Rates) -> ([f64; 2], [f64; 2]) {
        let point = match self.place {
            Place::Threshold(threshold) => {
                let row = row_at(rates, threshold);
                return (rates.called(row), rates.not_called(row));
            }
            Place::Fpr(at) => point_of_rate(rates, 0, At::bound(at)),
            Place::Tpr(at) => point_of_rate(rates, 1, At::bound(at)),
            Place::Share(share) => {
                point_of_share(rates, At::bound(share), rates.priors(self.prior))
            }
        };
        (point.called(rates), point.not_called(rates))
    }
}

/// The concentration of an area, by the probabilities of the classes.
pub(crate) fn concentration(area: f64, [negative, _]: [f64; 2]) -> f64 {
    negative * (2.0 * area - 1.0)
}

impl CostArea {
    /// On a curve, by the shares of the classes in the weights.
    fn on(&self, curve: &Curve<'_>, in_weights: [f64; 2], poll: Poll<'_>) -> Result<f64, Error> {
        let priors = self.prior.map_or(in_weights, |prior| [1.0 - prior, prior]);
        let found = cost_areas(curve, &[self.costs.shares_of_errors()], priors, poll)?;
        let [area] = &found[..] else {
            return Ok(f64::NAN);
        };
        Ok(match self.of {
            OfCostArea::Area => area.area,
            OfCostArea::Largest => area.largest,
            OfCostArea::Ratio => area.ratio(),
        })
    }

    /// The place of rates.
    pub(crate) fn of_rates(&self, rates: &impl Rates, pace: &mut Pace<'_>) -> Result<f64, Error> {
        let curve = curve_of(rates, [1.0; 2], pace)?;
        self.on(&curve.as_curve(), rates.parts(), pace.poll())
    }
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

/// The state at the row that was chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    pub row: usize,
    threshold: f64,
    called: [f64; 2],
    not_called: [f64; 2],
    parts: [f64; 2],
    /// By a measure that is one.
    risk: f64,
}

impl Chosen {
    pub fn new(rates: &impl Rates, row: usize, risk: f64) -> Chosen {
        Chosen {
            row,
            threshold: if row < rates.steps() {
                rates.score(row)
            } else {
                f64::INFINITY
            },
            called: rates.called(row),
            not_called: rates.not_called(row),
            parts: rates.parts(),
            risk,
        }
    }

    /// Where the weights of both classes are not in one unit: with the shares of the classes.
    pub fn with_parts(self, parts: [f64; 2]) -> Chosen {
        Chosen { parts, ..self }
    }
}

impl Optimum {
    /// The row of a curve; None if the measure has no value at any.
    pub(crate) fn choose(
        &self,
        curve: &Curve<'_>,
        poll: Poll<'_>,
    ) -> Result<Option<Chosen>, Error> {
        let Some(AsRisk { costs, prior, .. }) = self.as_risk() else {
            return self.choose_by_value(curve, &mut Pace::new(poll));
        };
        let risk = Risk::new(curve, costs, Rates::priors(curve, prior))?;
        let row = risk.least(poll)?;
        Ok(Some(Chosen::new(curve, row, risk.of_row(row))))
    }

    /// The same for bounds, and for a measure that is no risk.
    pub(crate) fn choose_by_value(
        &self,
        rates: &impl Rates,
        pace: &mut Pace<'_>,
    ) -> Result<Option<Chosen>, Error> {
        let row = if self.bounds.are_any() {
            self.bounds
                .best_row(rates, rates.priors(self.prior), pace)?
        } else {
            best_row(rates, self.criterion(), pace)?
        };
        Ok(row.map(|row| Chosen::new(rates, row, f64::NAN)))
    }

    /// The requested quantity at the chosen row, in the unit of influences; NaN without one.
    pub(crate) fn at(&self, chosen: Option<Chosen>) -> f64 {
        let Some(chosen) = chosen else {
            return f64::NAN;
        };
        match self.of {
            OfOptimum::Threshold => chosen.threshold,
            OfOptimum::Tpr => chosen.called[1],
            OfOptimum::Fpr => chosen.called[0],
            OfOptimum::Tnr => chosen.not_called[0],
            OfOptimum::Fnr => chosen.not_called[1],
            OfOptimum::Criterion => match self.by {
                Measure::Risk(_) => chosen.risk / self.by.unit(),
                _ => self
                    .criterion()
                    .value(chosen.called, chosen.not_called, chosen.parts),
            },
        }
    }
}
