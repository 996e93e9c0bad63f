//! Quantities of a curve that is there.

use super::{Choice, ChosenRow, Measure, Partial, Place, Quantity, Rate};
use crate::area::{self, partial_by_fpr, partial_by_tpr};
use crate::curve::{Curve, Ranking};
use crate::error::Error;
use crate::measure::Family;
use crate::memory::{push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::shape::Rates;
use crate::sum::Sum;

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
    /// The errors of [`Quantity`], [`Error::Forecast`] for a mean loss of scores that are no probabilities,
    /// [`Error::Memory`] and [`Error::Interrupted`].
    pub fn evaluate(&self, curve: &Curve<'_>, poll: Poll<'_>) -> Result<f64, Error> {
        self.check()?;
        let mut pace = Pace::new(poll);
        let value = match self.measure.family() {
            Family::Precision => self.criterion().on_curve(curve, pace.poll())?,
            _ => self.value_by_rates(curve, &mut Workspace::default(), &mut pace)?,
        };
        Ok(self.own(value))
    }

    /// The value by the rates of a curve, in the unit of influences; NaN for areas of precision.
    pub(crate) fn value_by_rates(
        &self,
        rates: &impl Rates,
        workspace: &mut Workspace,
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        Ok(match (self.measure.family(), self.place) {
            (Family::Cells, Place::Chosen(choice)) => {
                self.at_row(workspace.choose(&choice, rates, pace)?)
            }
            (Family::Cells, _) => self.value(rates),
            (Family::Threshold, Place::Chosen(choice)) => workspace
                .choose(&choice, rates, pace)?
                .map_or(f64::NAN, |chosen| chosen.threshold),
            (Family::Threshold, _) => self.threshold(rates, pace)?,
            (Family::CostArea, _) => cost_area(self, rates, pace)?,
            (Family::Area, _) => match self.partial() {
                Some(partial) => partial.on(rates, pace.poll())?,
                None => self.value_of_area(area(rates, pace)?, rates.parts()),
            },
            _ if self.measure == Measure::Prevalence => rates.parts()[1],
            _ => {
                let criterion = self.criterion();
                let value = criterion.on_rates(rates, &mut workspace.rows, pace)?;
                value.unwrap_or(f64::NAN)
            }
        })
    }

    /// The area under the whole curve, or the concentration that it makes with the probabilities of the classes.
    pub(crate) fn value_of_area(&self, area: f64, [negative, _]: [f64; 2]) -> f64 {
        if self.is_area() {
            area
        } else {
            negative * (2.0 * area - 1.0)
        }
    }
}

/// Memory for one curve after the other.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    /// Rows of a hull, or of pooled blocks.
    pub rows: Vec<usize>,
    /// The threshold that was chosen last on the curve.
    pub chosen: Option<(Choice, Option<ChosenRow>)>,
}

impl Workspace {
    /// Chooses the threshold of least risk, where few rows are enough for that.
    pub fn choose_least_risk(
        &mut self,
        choice: &Choice,
        rates: &impl Rates,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        if !self.chosen.is_some_and(|(by, _)| by == *choice) {
            if let Some(chosen) = choice.least_risk_by_corners(rates, pace)? {
                self.chosen = Some((*choice, Some(chosen)));
            }
        }
        Ok(())
    }

    fn choose(
        &mut self,
        choice: &Choice,
        rates: &impl Rates,
        pace: &mut Pace<'_>,
    ) -> Result<Option<ChosenRow>, Error> {
        match self.chosen {
            Some((by, chosen)) if by == *choice => Ok(chosen),
            _ => {
                let chosen = choice.choose(rates, &mut self.rows, pace)?;
                self.chosen = Some((*choice, chosen));
                Ok(chosen)
            }
        }
    }
}

fn area(rates: &impl Rates, pace: &mut Pace<'_>) -> Result<f64, Error> {
    let mut area = Sum::default();
    for row in 0..rates.steps() {
        pace.step()?;
        let ([fpr, tpr], [next_fpr, next_tpr]) = (
            rates.predicted_positive(row),
            rates.predicted_positive(row + 1),
        );
        area.add((fpr - next_fpr) * (0.5 * (tpr + next_tpr)));
    }
    Ok(area.value())
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
/// let result = values(&[observations], &[Quantity::AREA, Quantity::GINI], Options::default())?;
/// assert_eq!(result, [0.75, 0.5]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Ranking::new`], with the index of the score, and [`Quantity::evaluate`].
pub fn values(
    scores: &[Observations<'_>],
    quantities: &[Quantity],
    mut options: Options<'_>,
) -> Result<Vec<f64>, Error> {
    let mut result = reserve(scores.len().saturating_mul(quantities.len()))?;
    for (index, score) in scores.iter().enumerate() {
        let of_score = |error: Error| error.in_score(index, scores.len());
        let ranking = Ranking::new(score, options.reborrow()).map_err(of_score)?;
        let owned = ranking.to_curve(&mut *options.poll)?;
        for quantity in quantities {
            let value = quantity.evaluate(&owned.as_curve(), &mut *options.poll);
            push(&mut result, value.map_err(of_score)?)?;
        }
    }
    Ok(result)
}

/// The area of a curve in which a classifier is worth its costs; NaN for other measures.
pub(crate) fn cost_area(
    wanted: &Quantity,
    rates: &impl Rates,
    pace: &mut Pace<'_>,
) -> Result<f64, Error> {
    let (Measure::CostArea(costs)
    | Measure::LargestCostArea(costs)
    | Measure::CostAreaRatio(costs)) = wanted.measure
    else {
        return Ok(f64::NAN);
    };
    let priors = rates.priors(wanted.prior);
    let result = area::cost_area(rates, costs.shares_of_errors(), priors, pace)?;
    Ok(match wanted.measure {
        Measure::CostArea(_) => result.area,
        Measure::LargestCostArea(_) => result.largest,
        _ => result.ratio(),
    })
}

impl Partial {
    fn on(&self, rates: &impl Rates, poll: Poll<'_>) -> Result<f64, Error> {
        match self.by {
            Rate::Fpr => partial_by_fpr(rates, self.interval, poll),
            Rate::Tpr => partial_by_tpr(rates, self.interval, poll),
        }
    }
}
