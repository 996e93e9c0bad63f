//! The threshold that is the best by a measure, or that bounds choose.

use super::scale::Scale;
use crate::decision::{Bounds, Risk};
use crate::error::Error;
use crate::measure::{best_row, Costs, Criterion, Family, Measure};
use crate::poll::Pace;
use crate::shape::Rates;

/// The threshold that is the best by a measure, see [`best_rows`](crate::measure::best_rows), or that bounds choose, see
/// [`Constrained`](crate::decision::Constrained).
///
/// Among several it is the row with the smallest false positive rate, then with the largest true positive rate. By a
/// risk, J, accuracy and what is the best where these are, it is that of least risk on the hull, see
/// [`Risk::least`](crate::decision::Risk::least).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The measure.
    pub by: Measure,
    /// The probability of the positive class. Without it, its share in the weights.
    pub prior: Option<f64>,
    /// If there are any, they choose, and the measure does not.
    pub bounds: Bounds,
}

/// A measure that is a risk, but for its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AsRisk {
    pub costs: Costs,
    pub prior: Option<f64>,
    /// From the risk to the measure.
    pub scale: Scale,
}

impl AsRisk {
    /// Returns whether errors cost no less than right answers.
    pub fn is_of_errors(&self) -> bool {
        self.costs.excess().iter().all(|&excess| excess >= 0.0)
    }
}

/// The state at the row that was chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChosenRow {
    pub row: usize,
    pub threshold: f64,
    predicted_positive: [f64; 2],
    predicted_negative: [f64; 2],
    parts: [f64; 2],
    /// The measure that chose, if that is a risk, and its value.
    risk: Option<(Criterion, f64)>,
}

impl ChosenRow {
    pub fn new(rates: &impl Rates, row: usize) -> ChosenRow {
        ChosenRow {
            row,
            threshold: if row < rates.steps() {
                rates.score(row)
            } else {
                f64::INFINITY
            },
            predicted_positive: rates.predicted_positive(row),
            predicted_negative: rates.predicted_negative(row),
            parts: rates.parts(),
            risk: None,
        }
    }

    /// A measure there, in the unit of influences.
    pub fn value(&self, wanted: &Criterion) -> f64 {
        match self.risk {
            Some((by, risk)) if by == *wanted => risk / by.measure.unit(),
            _ => wanted.value(self.predicted_positive, self.predicted_negative, self.parts),
        }
    }
}

impl Choice {
    /// The best threshold by a measure.
    pub const fn best(by: Measure, prior: Option<f64>) -> Choice {
        Choice {
            by,
            prior,
            bounds: Bounds::NONE,
        }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        self.bounds.check()?;
        if self.by.family() != Family::Cells {
            return Err(Error::Place {
                measure: self.by.name(),
            });
        }
        self.criterion().check()
    }

    pub(crate) fn criterion(&self) -> Criterion {
        Criterion {
            measure: self.by,
            prior: self.prior,
        }
    }

    /// J, for one, is the risk of errors that cost the same of classes that are as frequent. None for what is no risk.
    pub(crate) fn as_risk(&self) -> Option<AsRisk> {
        let of_errors = |prior, intercept, slope| AsRisk {
            costs: Costs::OF_ERRORS,
            prior,
            scale: Scale { intercept, slope },
        };
        if self.bounds.are_any() {
            return None;
        }
        Some(match self.by {
            Measure::Risk(costs) => AsRisk {
                costs,
                prior: self.prior,
                scale: Scale::OWN,
            },
            Measure::Youden => of_errors(Some(0.5), 1.0, -2.0),
            Measure::BalancedAccuracy => of_errors(Some(0.5), 1.0, -1.0),
            Measure::Accuracy => of_errors(self.prior, 1.0, -1.0),
            Measure::ErrorRate => of_errors(self.prior, 0.0, 1.0),
            _ => return None,
        })
    }

    /// The row of a curve; None if the measure has no value at any. Rows of the hull are in memory that is there: nothing is
    /// allocated if that has room for all rows.
    pub(crate) fn choose(
        &self,
        rates: &impl Rates,
        hull: &mut Vec<usize>,
        pace: &mut Pace<'_>,
    ) -> Result<Option<ChosenRow>, Error> {
        let Some(AsRisk { costs, prior, .. }) = self.as_risk() else {
            return self.choose_by_value(rates, pace);
        };
        let risk = Risk::new(rates, costs, rates.priors(prior))?;
        let row = risk.least_in(hull, pace)?;
        Ok(Some(self.at_least_risk(rates, row, risk.value_at_row(row))))
    }

    /// The row of least risk of errors that cost no less than right answers, from few rows: the last corner of the hull
    /// of this risk has weight at its score, so that it is the last row of its rates. None for another choice.
    pub(crate) fn least_risk_by_corners(
        &self,
        rates: &impl Rates,
        pace: &mut Pace<'_>,
    ) -> Result<Option<ChosenRow>, Error> {
        let Some(AsRisk { costs, prior, .. }) = self.as_risk().filter(AsRisk::is_of_errors) else {
            return Ok(None);
        };
        let by = Criterion {
            measure: Measure::Risk(costs.errors_only()),
            prior,
        };
        let risk = Risk::new(rates, costs, rates.priors(prior))?;
        let row = best_row(rates, by, pace)?;
        Ok(row.map(|row| self.at_least_risk(rates, row, risk.value_at_row(row))))
    }

    /// The row of least risk.
    pub(crate) fn at_least_risk(&self, rates: &impl Rates, row: usize, risk: f64) -> ChosenRow {
        let is_own = matches!(self.by, Measure::Risk(_));
        ChosenRow {
            risk: is_own.then(|| (self.criterion(), risk)),
            ..ChosenRow::new(rates, row)
        }
    }

    /// [`Choice::choose`] for bounds, and for a measure that is no risk.
    pub(crate) fn choose_by_value(
        &self,
        rates: &impl Rates,
        pace: &mut Pace<'_>,
    ) -> Result<Option<ChosenRow>, Error> {
        let row = if self.bounds.are_any() {
            self.bounds
                .best_row(rates, rates.priors(self.prior), pace)?
        } else {
            best_row(rates, self.criterion(), pace)?
        };
        Ok(row.map(|row| ChosenRow::new(rates, row)))
    }
}
