//! Which quantities are estimated, and what is known of the observations.

use crate::error::Result;
use crate::inference::CovarianceRequest;
use crate::interval::Level;
use crate::quantity::Quantity;
use crate::sampling::Sampling;
use crate::setters::setters;
use std::fmt;

/// Which quantities, and what is known of the observations.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EstimateRequest<'a> {
    /// The quantities, and how the observations vary. In folds the best over thresholds has no interval. In a survey
    /// design only the covariances of the quantities of one score are used.
    pub covariance: CovarianceRequest<'a>,
    /// The probability with which each interval is to hold.
    pub level: Level,
    /// How, in a survey design, the rates of each score vary at the [places](crate::band::Sample::places_of) of its quantities.
    pub rates: &'a [RatesInDesign<'a>],
    /// How replicates are drawn for precision areas, H and numbers at a share. Without them the ends of their intervals
    /// are NaN.
    pub drawn: Option<Drawn<'a>>,
}

setters! {
    EstimateRequest<'a> {
        with_quantities: covariance.quantities = &'a [Quantity];
        with_sampling: covariance.sampling = Sampling<'a>;
        with_level: level = Level;
        with_rates: rates = &'a [RatesInDesign<'a>];
        with_drawn: drawn = Option<Drawn<'a>>;
    }
}

/// The variances of FPR and of TPR at places, and the covariances of both.
#[derive(Clone, Copy, Debug, Default)]
pub struct RatesInDesign<'a> {
    /// The variances of FPR and TPR.
    pub variances: [&'a [f64]; 2],
    /// The covariances of both.
    pub covariances: &'a [f64],
}

/// How replicates are drawn.
#[derive(Clone, Copy)]
pub struct Drawn<'a> {
    /// How many. In two consecutive ones, each class has the random numbers of the other class.
    pub number: usize,
    /// The seed, always the same, which is asked for when there are replicates to draw. Replicates of one seed are the same.
    pub seed: &'a dyn Fn() -> Result<u64>,
}

impl Drawn<'_> {
    /// How many there are, if nothing else is said.
    pub const NUMBER: usize = 400;
}

impl Default for Drawn<'_> {
    fn default() -> Self {
        Drawn {
            number: Drawn::NUMBER,
            seed: &|| Ok(1),
        }
    }
}

impl fmt::Debug for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} replicates", self.number)
    }
}

impl Default for EstimateRequest<'_> {
    fn default() -> Self {
        EstimateRequest {
            covariance: CovarianceRequest::default(),
            level: Level::default(),
            rates: &[],
            drawn: Some(Drawn::default()),
        }
    }
}
