//! The intervals of quantities at any level, from one sort: what estimates and the tests of them are of.

use super::ends::Summary;
use super::replicated::{has_percentiles, Replicated, Replicates};
use super::request::EstimateRequest;
use crate::band::Sample;
use crate::covariance::Covariance;
use crate::error::Error;
use crate::inference::covariance;
use crate::interval::{Interval, Level};
use crate::memory::{push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Poll;

/// A quantity with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The quantity: NaN for 0/0, and where it is [below chance](Quantity::is_below_chance).
    pub value: f64,
    /// Its interval; NaN where nothing is known of how it varies. A quotient over 0 has a lower end.
    pub interval: Interval,
    /// The value in the unit of influences, which says how far below chance it is.
    pub in_unit: f64,
}

/// The quantities of one score, or of several in folds, and all that their intervals are made of.
pub(crate) struct AtLevels<'a> {
    request: EstimateRequest<'a>,
    covariance: Covariance,
    sample: Option<Sample<'a>>,
    replicates: Option<Replicates>,
}

impl<'a> AtLevels<'a> {
    /// Returns the estimates of the first score, or of all in folds.
    pub fn new(
        scores: &[Observations<'a>],
        request: &EstimateRequest<'a>,
        options: Options<'_>,
    ) -> Result<AtLevels<'a>, Error> {
        request.check(scores.len())?;
        if request.covariance.sampling.folds.is_empty() {
            AtLevels::of_score(0, &scores[0], request, options)
        } else {
            AtLevels::in_folds(scores, request, options)
        }
    }

    pub(super) fn of_score(
        score: usize,
        observations: &Observations<'a>,
        request: &EstimateRequest<'a>,
        mut options: Options<'_>,
    ) -> Result<AtLevels<'a>, Error> {
        let (covariance, sample) = request.of_score(score, observations, options.reborrow())?;
        let replicates = match &sample {
            Some(sample) => Some(Replicates::draw(request, sample, &covariance, options)?),
            None => None,
        };
        Ok(AtLevels {
            request: *request,
            covariance,
            sample,
            replicates,
        })
    }

    pub(super) fn in_folds(
        scores: &[Observations<'a>],
        request: &EstimateRequest<'a>,
        options: Options<'_>,
    ) -> Result<AtLevels<'a>, Error> {
        Ok(AtLevels {
            request: *request,
            covariance: covariance(scores, &request.covariance, options)?,
            sample: None,
            replicates: None,
        })
    }

    pub(super) fn covariance(&self) -> &Covariance {
        &self.covariance
    }

    /// Adds all estimates.
    pub(super) fn add(&self, estimates: &mut Vec<Estimate>, poll: Poll<'_>) -> Result<(), Error> {
        let (request, covariance) = (&self.request, &self.covariance);
        let replicated = match &self.replicates {
            Some(replicates) => replicates.evidence(request, covariance)?,
            None => Vec::new(),
        };
        let quantities = request.covariance.quantities.iter().cycle();
        for (k, (quantity, &in_unit)) in quantities.zip(&covariance.values).enumerate() {
            let result = Summary {
                quantity,
                value: in_unit,
                variance: covariance.variance(k),
                std_error: covariance.std_error(k),
                df: covariance.df_of(k),
                effective: [covariance.effective[0], covariance.effective[1]],
                expected: covariance.placement_factor[k],
                level: request.level.get(),
                replicated: replicated.get(k).copied().unwrap_or(Replicated::Nothing),
                sample: self.sample.as_ref(),
            };
            let estimate = Estimate {
                value: quantity.own(in_unit),
                interval: result.interval(&mut *poll)?,
                in_unit,
            };
            push(estimates, estimate)?;
        }
        Ok(())
    }

    /// The first estimate, with its interval of a level.
    pub fn estimate(&mut self, level: Level, poll: Poll<'_>) -> Result<Estimate, Error> {
        self.request.level = level;
        if let Some(sample) = &mut self.sample {
            sample.at_level(level.get());
        }
        let mut result = reserve(1)?;
        self.add(&mut result, poll)?;
        result.first().copied().ok_or(Error::Empty)
    }

    /// The least tail that its interval has: percentiles of replicates end at the outermost of them.
    pub fn least_tail(&self) -> f64 {
        let quantity = &self.request.covariance.quantities[0];
        match self.request.drawn {
            Some(drawn) if has_percentiles(&self.request, quantity) => {
                1.0 / (drawn.number as f64 + 1.0)
            }
            _ => 0.0,
        }
    }
}
