//! A request for bands, and how far the likelihood ratio may go at its level.

use crate::distribution::ChiSquare;
use crate::error::Error;
use crate::interval::Level;
use crate::sampling::Sampling;
use crate::setters::setters;

/// A request for the bands of a reliability diagram.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ReliabilityRequest<'a> {
    /// How the observations were sampled.
    pub sampling: Sampling<'a>,
    /// The most forecasts that have bands.
    pub places: usize,
    /// How many samples are drawn for the band of consistency.
    pub replicates: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The share of samples in which each interval is to hold.
    pub level: Level,
}

setters! {
    ReliabilityRequest<'a> {
        with_sampling: sampling = Sampling<'a>;
        with_places: places = usize;
        with_replicates: replicates = usize;
        with_seed: seed = u64;
        with_level: level = Level;
    }
}

/// Independent observations, with bands at up to 200 forecasts by 500 samples.
impl Default for ReliabilityRequest<'_> {
    fn default() -> Self {
        ReliabilityRequest {
            sampling: Sampling::default(),
            places: 200,
            replicates: 500,
            seed: 1,
            level: Level::default(),
        }
    }
}

impl ReliabilityRequest<'_> {
    pub(super) fn check(&self) -> Result<(), Error> {
        for (name, number) in [("places", self.places), ("replicates", self.replicates)] {
            if number == 0 {
                return Err(Error::Parameter { name, value: 0.0 });
            }
        }
        Ok(())
    }

    /// Returns the bound on the likelihood ratio of a probability at the level: on a monotone
    /// curve, and by itself.
    pub(super) fn critical_value(&self) -> Result<[f64; 2], Error> {
        let square = ChiSquare::new(1.0)?;
        let single = square.lower_quantile(self.level.get())?;
        let (mut monotone, mut from) = (0.0, [0.0; 2]);
        for (level, critical_value) in LIKELIHOOD_RATIO_QUANTILES {
            let to = [square.lower_quantile(level)?, critical_value];
            let share = ((single - from[0]) / (to[0] - from[0])).clamp(0.0, 1.0);
            monotone += share * (to[1] - from[1]);
            from = to;
        }
        Ok([monotone, single])
    }
}

/// Quantiles of the likelihood ratio for a monotone curve at one place, where it rises, by simulation. They are nearly
/// straight as a function of the quantile of the chi-squared distribution: target "reliability" of
/// `bench/coverage/cells/calibration.R`.
const LIKELIHOOD_RATIO_QUANTILES: [(f64, f64); 8] = [
    (0.5, 0.28),
    (0.8, 1.01),
    (0.9, 1.64),
    (0.95, 2.29),
    (0.98, 3.29),
    (0.99, 3.95),
    (0.995, 4.65),
    (0.999, 6.23),
];
