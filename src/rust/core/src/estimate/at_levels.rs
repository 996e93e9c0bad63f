//! The intervals of quantities at any level, from one sort: what estimates and the tests of them are of.

use super::chosen::Parts;
use super::ends::Summary;
use super::replicated::{has_percentiles, Replicated, Replicates};
use super::request::{Drawn, EstimateRequest};
use super::Estimate;
use crate::band::Sample;
use crate::covariance::Covariance;
use crate::error::Error;
use crate::inference::covariance;
use crate::interval::Level;
use crate::memory::{push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Poll;

/// The quantities of one score, or of several in folds, and all that their intervals are made of.
pub(crate) struct AtLevels<'a> {
    request: EstimateRequest<'a>,
    covariance: Covariance,
    sample: Option<Sample<'a>>,
    replicates: Option<Replicates>,
}

impl<'a> AtLevels<'a> {
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
            let interval = result.interval(&mut *poll)?;
            push(
                estimates,
                Estimate::new(quantity.own(in_unit), interval, in_unit),
            )?;
        }
        Ok(())
    }
}

/// The first quantity of the first score, or of all in folds, at any level.
pub(crate) enum Levels<'a> {
    Chosen(crate::optimum::AtLevels),
    Other(AtLevels<'a>),
}

impl<'a> Levels<'a> {
    pub fn new(
        scores: &[Observations<'a>],
        request: &EstimateRequest<'a>,
        options: Options<'_>,
    ) -> Result<Levels<'a>, Error> {
        request.check(scores.len())?;
        if !request.covariance.sampling.folds.is_empty() {
            return AtLevels::in_folds(scores, request, options).map(Levels::Other);
        }
        match &Parts::of(request.covariance.quantities)?.choices[..] {
            [] => AtLevels::of_score(0, &scores[0], request, options).map(Levels::Other),
            [chosen, ..] => {
                let levels =
                    chosen.at_levels(request.chosen.first(), &scores[0], request, options)?;
                Ok(Levels::Chosen(levels))
            }
        }
    }

    /// The estimate, with its interval of a level.
    pub fn estimate(&mut self, level: Level, poll: Poll<'_>) -> Result<Estimate, Error> {
        match self {
            Levels::Chosen(levels) => {
                let optimum = levels.optimum(level, poll)?;
                let term = optimum.measures.first().unwrap_or(&optimum.threshold);
                Ok(Estimate::from(term))
            }
            Levels::Other(levels) => {
                levels.request.level = level;
                if let Some(sample) = &mut levels.sample {
                    sample.at_level(level.get());
                }
                let mut result = reserve(1)?;
                levels.add(&mut result, poll)?;
                result.first().copied().ok_or(Error::Empty)
            }
        }
    }

    /// The least tail that its interval has: percentiles of replicates end at the outermost of them.
    pub fn least_tail(&self) -> f64 {
        let Levels::Other(levels) = self else {
            return 0.0;
        };
        let quantity = &levels.request.covariance.quantities[0];
        match levels.request.drawn {
            Some(drawn) if has_percentiles(&levels.request, quantity) => {
                1.0 / (drawn.number.unwrap_or(Drawn::OF_RANKS) as f64 + 1.0)
            }
            _ => 0.0,
        }
    }
}
