//! Intervals of means over folds: there is no one curve whose rates they could be made of.

use super::ends::{Ends, Summary};
use crate::covariance::sum_of_inverses;
use crate::error::Error;
use crate::interval::{effective_number, outer_quantile, wilson};
use crate::measure::{Family, Measure};
use crate::quantity::Quantity;

impl Summary<'_> {
    /// By what a quantity may be: Wilson's interval between two limits, on the scale of the logarithm above 0, and
    /// as far in both directions elsewhere.
    pub(super) fn without_curve(&self) -> Result<Ends, Error> {
        if let Some([low, high]) = limits_of(self.quantity) {
            return self.between(low, high);
        }
        let measure = self.quantity.measure;
        match measure.family() {
            Family::Cells if measure.limits()[0] >= 0.0 => self.above_0(),
            Family::Cells => self.as_far(),
            Family::Loss => self.above_0(),
            Family::Precision if measure == Measure::PrecisionRecallGain => self.gain_ends(),
            Family::Precision => self.precision_ends(),
            // The best over thresholds is too good, by what one sample says.
            _ => Ok(([f64::NAN; 2], f64::NAN)),
        }
    }

    /// As a share of independent observations, as many as both classes are worth together.
    fn between(&self, low: f64, high: f64) -> Result<Ends, Error> {
        let width = high - low;
        let share = ((self.value - low) / width).clamp(0.0, 1.0);
        let variance = self.variance / (width * width);
        let effective = 1.0 / sum_of_inverses(&self.effective);
        let df = self.df.total();
        let n = effective_number(share, (variance, self.df), effective, (self.level, df))?;
        let ends = wilson(share, n, outer_quantile(self.level, f64::INFINITY)?);
        Ok((ends.map(|end| low + width * end), df))
    }

    fn above_0(&self) -> Result<Ends, Error> {
        let df = self.df.variance.max(1.0);
        let critical_value = outer_quantile(self.level, df)? * self.variance.sqrt();
        if self.value <= 0.0 {
            return Ok(([0.0, critical_value], df));
        }
        let by = critical_value / self.value;
        Ok(([-by, by].map(|by| self.value * libm::exp(by)), df))
    }

    fn as_far(&self) -> Result<Ends, Error> {
        let df = self.df.variance.max(1.0);
        let critical_value = outer_quantile(self.level, df)? * self.variance.sqrt();
        Ok((
            [self.value - critical_value, self.value + critical_value],
            df,
        ))
    }
}

/// The least and the largest value of a quantity in the unit of influences, where Wilson's interval lies between them.
fn limits_of(quantity: &Quantity) -> Option<[f64; 2]> {
    let is_between = match quantity.measure {
        Measure::Uncertainty(_) | Measure::Prevalence => true,
        measure => match measure.family() {
            Family::Cells | Family::Loss => true,
            Family::Area => !quantity.is_area(),
            _ => false,
        },
    };
    let scale = quantity.scale();
    let [a, b] = match quantity.partial() {
        Some(partial) => [0.0, partial.width()],
        None => quantity
            .limits()
            .map(|limit| (limit - scale.intercept) / scale.slope),
    };
    let limits = [a.min(b), a.max(b)];
    let is_finite = limits.iter().all(|limit| limit.is_finite());
    (is_between && is_finite && limits[0] < limits[1]).then_some(limits)
}
