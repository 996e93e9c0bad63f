//! Intervals of any quantities by percentiles of bootstrap replicates.

use super::at_levels::Estimate;
use super::request::{Bootstrapped, Drawn, EstimateRequest};
use crate::covariance::Covariance;
use crate::error::Error;
use crate::inference::covariance;
use crate::interval::{percentile_intervals, Interval};
use crate::memory::{collect, filled, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::quantity::Quantity;
use crate::replicate::{Bootstrap, BootstrapRequest};

impl EstimateRequest<'_> {
    /// Adds the estimates of a score, whose sizes are returned. A class of one unit cannot be resampled, and observations
    /// of one class are not drawn from: there is no replicate without both.
    pub(super) fn add_percentiles(
        &self,
        observations: &Observations<'_>,
        bootstrap: &Bootstrapped<'_>,
        estimates: &mut Vec<Estimate>,
        mut options: Options<'_>,
    ) -> Result<Covariance, Error> {
        let quantities = self.covariance.quantities;
        let covariance = covariance(&[*observations], &self.covariance, options.reborrow())
            .map_err(Error::without_score)?;
        let mut values = reserve(quantities.len())?;
        for (quantity, &in_unit) in quantities.iter().zip(&covariance.values) {
            push(&mut values, quantity.own(in_unit))?;
        }
        let has_both = !covariance.numbers[..2].contains(&0.0);
        let replicates = if has_both {
            self.replicates(observations, bootstrap, options.reborrow())?
        } else {
            Vec::new()
        };
        let drawn = percentile_intervals(&replicates, &values, self.level, options.poll)?;
        let can_be_drawn = covariance.units[..2].iter().all(|&units| units > 1.0);
        for ((&value, of), &in_unit) in values.iter().zip(drawn).zip(&covariance.values) {
            let interval = if can_be_drawn {
                of.interval
            } else {
                Interval::unknown()
            };
            let left = of.left as f64;
            let estimate = Estimate::new(value, interval, in_unit);
            push(estimates, Estimate { left, ..estimate })?;
        }
        Ok(covariance)
    }

    /// All quantities of each replicate. Whole classes are drawn from, unless the share of one matters: then each row is a
    /// cluster, whatever its class.
    fn replicates(
        &self,
        observations: &Observations<'_>,
        bootstrap: &Bootstrapped<'_>,
        mut options: Options<'_>,
    ) -> Result<Vec<f64>, Error> {
        let quantities = self.covariance.quantities;
        let mut drawing = BootstrapRequest::new(bootstrap.scheme);
        drawing.sampling = self.covariance.sampling;
        drawing.outcome = bootstrap.outcome;
        let drawn = self.drawn.unwrap_or_default();
        drawing.seed = (drawn.seed)()?;
        let rows = observations.labels.len();
        let each;
        let by_class = !quantities.iter().any(Quantity::varies_with_share);
        if !by_class && drawing.sampling.clusters.is_none() {
            let number = i32::try_from(rows).map_err(|_| Error::TooMany { observations: rows })?;
            each = collect(0..number)?;
            drawing.sampling.clusters = Some((&each, rows));
        }
        let bootstrap = Bootstrap::new(&[*observations], &drawing, options.reborrow())?;
        let number = drawn.number.unwrap_or(Drawn::OF_ALL);
        let mut replicates = filled(number.saturating_mul(quantities.len()), 0.0)?;
        bootstrap.replicates(quantities, 0, &mut replicates, options)?;
        Ok(replicates)
    }
}
