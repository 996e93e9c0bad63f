//! Quantities of a curve that is there.

use super::ratio::Form;
use super::{
    place_of_rate, place_of_share, rate_at, row_at, AtShare, AtThreshold, Measure, OfOptimum,
    OfShare, Optimum, Partial, Quantity, Rate, Ratio,
};
use crate::area::{partial_by_fpr, partial_by_tpr, trapezoid};
use crate::curve::Curve;
use crate::decision::Risk;
use crate::error::Error;
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
            Quantity::Area => trapezoid(points.tpr, points.fpr, poll)?,
            Quantity::Partial(partial) => partial.on(curve, poll)?,
            Quantity::Summary(summary) => summary.of_curve(curve, poll)?,
            Quantity::Threshold(wanted) => wanted.threshold(curve, &mut Pace::new(poll))?,
            Quantity::Optimum(optimum) => optimum.on(curve, poll)?,
            _ => self.of_rates(curve),
        };
        Ok(self.own(value))
    }

    /// The value in the unit of influences of what a few rows say; NaN for what takes a sum over all rows.
    pub(crate) fn of_rates(&self, rates: &impl Rates) -> f64 {
        match self {
            Quantity::AtRate(wanted) => {
                let [x, y] = wanted.measure.classes();
                rate_at(rates, y, place_of_rate(rates, x, wanted.at))
            }
            Quantity::AtShare(wanted) => {
                let parts = rates.priors(wanted.prior);
                let place = place_of_share(rates, wanted.share, parts);
                wanted.of_tpr(place.rate(rates, 1), parts)
            }
            Quantity::AtThreshold(wanted) => {
                let row = row_at(rates, wanted.threshold);
                let (called, not_called) = (rates.called(row), rates.not_called(row));
                wanted.value(called, not_called, rates.parts())
            }
            Quantity::Prevalence => {
                Form::Ratio(Ratio::PREVALENCE).value([0.0; 2], [1.0; 2], rates.parts())
            }
            Quantity::Area
            | Quantity::Partial(_)
            | Quantity::Summary(_)
            | Quantity::Threshold(_)
            | Quantity::Optimum(_) => f64::NAN,
        }
    }
}

impl AtThreshold {
    /// What it is at a row, whatever the threshold is.
    pub(crate) fn of_row(&self, rates: &impl Rates, row: usize) -> f64 {
        let (called, not_called) = (rates.called(row), rates.not_called(row));
        self.measure.unit() * self.value(called, not_called, rates.parts())
    }

    /// In the unit of influences, from FPR and TPR, TNR and FNR, and the shares of the classes in the weights.
    pub(crate) fn value(
        &self,
        called: [f64; 2],
        not_called: [f64; 2],
        in_weights: [f64; 2],
    ) -> f64 {
        match self.measure {
            Measure::Tpr => called[1],
            Measure::Fpr => called[0],
            Measure::Tnr => not_called[0],
            Measure::Fnr => not_called[1],
            _ => self.form().value(called, not_called, in_weights),
        }
    }
}

impl Form {
    fn value(&self, called: [f64; 2], not_called: [f64; 2], in_weights: [f64; 2]) -> f64 {
        match self {
            Form::Ratio(ratio) => {
                let [above, below] = ratio.sums(ratio.parts(in_weights), called, not_called);
                above / below
            }
            Form::Smooth(smooth) => {
                let priors = smooth
                    .prior
                    .map_or(in_weights, |prior| [1.0 - prior, prior]);
                smooth.value(called, not_called, priors)
            }
        }
    }
}

impl AtShare {
    /// In the unit of influences, from the true positive rate there.
    pub(crate) fn of_tpr(&self, tpr: f64, parts: [f64; 2]) -> f64 {
        match self.measure {
            OfShare::Tpr | OfShare::Fnr | OfShare::Lift => tpr,
            OfShare::Ppv => parts[1] * (tpr / self.share),
        }
    }
}

impl Partial {
    fn on(&self, curve: &Curve<'_>, poll: Poll<'_>) -> Result<f64, Error> {
        match self.by {
            Rate::Fpr => partial_by_fpr(curve, self.interval, poll),
            Rate::Tpr => partial_by_tpr(curve, self.interval, poll),
        }
    }
}

impl Optimum {
    fn on(&self, curve: &Curve<'_>, poll: Poll<'_>) -> Result<f64, Error> {
        let priors = Rates::priors(curve, self.prior);
        let risk = Risk::new(curve, self.costs, priors)?;
        let row = risk.least(poll)?;
        let found = [
            curve.threshold(row),
            curve.tpr(row),
            curve.fpr(row),
            risk.of_row(row),
        ];
        Ok(self.among(found))
    }

    /// One of the threshold, TPR, FPR and the risk, in the unit of influences.
    pub(crate) fn among(&self, [threshold, tpr, fpr, risk]: [f64; 4]) -> f64 {
        match self.of {
            OfOptimum::Threshold => threshold,
            OfOptimum::Tpr => tpr,
            OfOptimum::Fpr => fpr,
            OfOptimum::Risk => risk / self.costs.unit_of_quotient(),
        }
    }
}
