//! A request for a chosen threshold.

use crate::error::{Error, Result};
use crate::interval::Level;
use crate::quantity::{Choice, Measure, Quantity};
use crate::sampling::Sampling;
use crate::setters::setters;

/// A request for a chosen threshold, and for measures there.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'a> {
    /// How the observations were sampled. Halves keep estimated weights as they are. A survey design has the covariance
    /// of FPR, FNR and the share of the positives at the chosen threshold.
    pub sampling: Sampling<'a>,
    /// The choice of the threshold. In a risk an error costs at least what the right answer does.
    pub choice: Choice,
    /// The measures, by the prior of the choice, and perhaps the threshold itself.
    pub measures: &'a [Measure],
    /// The probability of the intervals.
    pub level: Level,
    /// The number of random halves, 1 at least. Without it 2,000 of up to 3,000 observations, and 200 pairs of halves of
    /// more, of which the mean varies less.
    pub halves: Option<usize>,
    /// The seed of the random numbers.
    pub seed: u64,
}

setters! {
    Request<'a> {
        with_sampling: sampling = Sampling<'a>;
        with_level: level = Level;
        with_halves: halves = Option<usize>;
        with_seed: seed = u64;
    }
}

impl<'a> Request<'a> {
    /// A request for independent observations.
    pub fn new(choice: Choice, measures: &'a [Measure]) -> Self {
        Request {
            sampling: Sampling::default(),
            choice,
            measures,
            level: Level::default(),
            halves: None,
            seed: 1,
        }
    }

    pub(super) fn check(&self) -> Result<()> {
        Quantity::at_choice(Measure::Threshold, self.choice).check()?;
        for &measure in self.measures {
            Quantity::at_choice(measure, self.choice).check()?;
        }
        if self.halves == Some(0) {
            return Err(Error::Parameter {
                name: "halves",
                value: 0.0,
            });
        }
        Ok(())
    }
}
