//! Which quantities are estimated, and what is known of the observations.

use crate::censoring::Outcome;
use crate::error::Result;
use crate::inference::CovarianceRequest;
use crate::interval::{Level, Method};
use crate::quantity::Quantity;
use crate::replicate::Scheme;
use crate::sampling::{Design, Sampling};
use crate::setters::setters;
use std::fmt;

/// The name, beside those of [`Method`], of the method that [`EstimateRequest::bayes`] says.
pub const BAYES: &str = "bayes";

/// Which quantities, and what is known of the observations.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EstimateRequest<'a> {
    /// The quantities, and how the observations vary. In folds the best over thresholds has no interval. A survey
    /// design has the covariance of all quantities but those at a chosen threshold, of which only that of the
    /// quantities of one score is used.
    pub covariance: CovarianceRequest<'a>,
    /// The probability with which each interval is to hold.
    pub level: Level,
    /// How the interval of an AUC is made that no other quantity is beside.
    pub method: Method,
    /// Intervals of AUCs and of partial ones are percentiles of a Bayesian bootstrap with pseudo-observations, where
    /// neither a survey design nor a model of the weights nor folds say how estimates vary.
    pub bayes: bool,
    /// How, in a survey design, the rates of each score vary at the [places](crate::band::Sample::places_of) of its
    /// quantities that are not at a chosen threshold; empty if there are none but one AUC.
    pub rates: &'a [RatesInDesign<'a>],
    /// In a survey design the covariance of FPR, FNR and the share of the positives at the threshold of each quantity that
    /// has a chosen one, of the first score, then of the second one, and so on.
    pub chosen: &'a [Design<'a>],
    /// How replicates are drawn for precision areas, H and numbers at a share, whose intervals have ends of NaN without them;
    /// and how many of a bootstrap, or halves for a chosen threshold, which there are always.
    pub drawn: Option<Drawn<'a>>,
    /// If it is given, all intervals are percentiles of replicates.
    pub bootstrap: Option<Bootstrapped<'a>>,
}

setters! {
    EstimateRequest<'a> {
        with_quantities: covariance.quantities = &'a [Quantity];
        with_sampling: covariance.sampling = Sampling<'a>;
        with_level: level = Level;
        with_method: method = Method;
        with_bayes: bayes = bool;
        with_rates: rates = &'a [RatesInDesign<'a>];
        with_chosen: chosen = &'a [Design<'a>];
        with_drawn: drawn = Option<Drawn<'a>>;
        with_bootstrap: bootstrap = Option<Bootstrapped<'a>>;
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

/// The draws of a bootstrap.
#[derive(Clone, Copy, Debug)]
pub struct Bootstrapped<'a> {
    /// How.
    pub scheme: Scheme,
    /// See [`BootstrapRequest::outcome`](crate::replicate::BootstrapRequest::outcome).
    pub outcome: Option<Outcome<'a>>,
}

/// How replicates are drawn.
#[derive(Clone, Copy)]
pub struct Drawn<'a> {
    /// How many, if not [`Drawn::ranks`], [`Drawn::OF_ALL`] or [`optimum::Request::halves`](crate::optimum::Request::halves). In two consecutive ones of measures of ranks each
    /// class has the random numbers of the other class.
    pub number: Option<usize>,
    /// The seed, always the same, which is asked for when there are replicates to draw. Replicates of one seed are the same.
    pub seed: &'a dyn Fn() -> Result<u64>,
}

impl Drawn<'_> {
    /// How many replicates measures of ranks of this many observations take: 1,000 where they cost less than a tenth of a
    /// second, as an end of 400 moves by some hundredths of the length from seed to seed.
    ///
    /// ```
    /// use weighted_roc_core::estimate::Drawn;
    ///
    /// assert_eq!([3000, 3001].map(Drawn::ranks), [1000, 400]);
    /// ```
    pub fn ranks(observations: usize) -> usize {
        if observations <= 3000 {
            1000
        } else {
            400
        }
    }

    /// How many replicates a bootstrap takes.
    pub const OF_ALL: usize = 2000;
}

impl Default for Drawn<'_> {
    fn default() -> Self {
        Drawn {
            number: None,
            seed: &|| Ok(1),
        }
    }
}

impl fmt::Debug for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} replicates", self.number)
    }
}

impl Default for EstimateRequest<'_> {
    fn default() -> Self {
        EstimateRequest {
            covariance: CovarianceRequest::default(),
            level: Level::default(),
            method: Method::default(),
            bayes: false,
            rates: &[],
            chosen: &[],
            drawn: Some(Drawn::default()),
            bootstrap: None,
        }
    }
}
