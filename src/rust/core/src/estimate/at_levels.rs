//! The interval of one quantity at any level, from one sort: for tests that reject what it leaves out.

use super::replicated::{has_percentiles, Replicates};
use super::request::EstimateRequest;
use super::Estimate;
use crate::band::Sample;
use crate::covariance::Covariance;
use crate::error::Error;
use crate::inference::covariance;
use crate::interval::Level;
use crate::memory::reserve;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Poll;

/// One quantity of one score, or of its repetitions in folds.
pub(crate) struct AtLevels<'a> {
    request: EstimateRequest<'a>,
    covariance: Covariance,
    sample: Option<Sample<'a>>,
    replicates: Option<Replicates>,
}

impl<'a> AtLevels<'a> {
    /// As [`estimate`](super::estimate), but for the intervals.
    pub fn new(
        scores: &[Observations<'a>],
        request: &EstimateRequest<'a>,
        mut options: Options<'_>,
    ) -> Result<AtLevels<'a>, Error> {
        request.check(scores.len())?;
        let (covariance, sample) = if request.covariance.sampling.folds.is_empty() {
            request.of_score(0, &scores[0], options.reborrow())?
        } else {
            (
                covariance(scores, &request.covariance, options.reborrow())?,
                None,
            )
        };
        let replicates = match &sample {
            Some(sample) => {
                let drawn = Replicates::draw(request, sample, &covariance, options);
                Some(drawn?)
            }
            None => None,
        };
        Ok(AtLevels {
            request: *request,
            covariance,
            sample,
            replicates,
        })
    }

    /// The estimate, with its interval of a level.
    pub fn estimate(&mut self, level: Level, poll: Poll<'_>) -> Result<Estimate, Error> {
        self.request.level = level;
        if let Some(sample) = &mut self.sample {
            sample.at_level(level.get());
        }
        let mut result = reserve(1)?;
        let (sample, replicates) = (self.sample.as_ref(), self.replicates.as_ref());
        self.request
            .add(&self.covariance, sample, replicates, &mut result, poll)?;
        result.pop().ok_or(Error::Empty)
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
