//! Which quantities are estimated, and what is known of the observations.

use crate::inference::CovarianceRequest;
use crate::interval::Level;
use crate::quantity::Quantity;
use crate::sampling::Sampling;
use crate::setters::setters;

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
    pub drawn: Option<Drawn>,
}

setters! {
    EstimateRequest<'a> {
        with_quantities: covariance.quantities = &'a [Quantity];
        with_sampling: covariance.sampling = Sampling<'a>;
        with_level: level = Level;
        with_rates: rates = &'a [RatesInDesign<'a>];
        with_drawn: drawn = Option<Drawn>;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// How many. In two consecutive ones, each class has the random numbers of the other class.
    pub number: usize,
    /// Replicates of one seed are the same.
    pub seed: u64,
}

impl Default for Drawn {
    fn default() -> Drawn {
        Drawn {
            number: 400,
            seed: 1,
        }
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
