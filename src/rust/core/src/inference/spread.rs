//! How estimates vary, and how they vary together, whatever the independent units are.

use super::alone::{alone, Alone};
use super::folds::Folds;
use super::freedom::{Freedom, OF_MODEL};
use super::joint::Joint;
use super::link::{Counts, Links};
use super::sums::UnitSums;
use crate::error::{Argument, Error};
use crate::memory::{collect, filled};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::quantity::Quantity;

/// The unit of sampling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unit {
    /// Itself, whatever its weight.
    #[default]
    Row,
    /// As many independent units as its weight says.
    Count,
}

/// How sums of squared influences become variances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Estimator {
    /// The sums of each class times n / (n - 1), for n units that have observations of the class (DeLong,
    /// DeLong and Clarke-Pearson 1988); with clusters those of both classes times that of all clusters
    /// (Obuchowski 1997).
    #[default]
    DeLong,
    /// The sums as they are: the infinitesimal jackknife.
    Jackknife,
}

/// The cluster of each observation, a number below that of all clusters, and the number of all clusters.
pub type Clusters<'a> = (&'a [i32], usize);

/// Which estimates, and what is known of the observations.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SpreadRequest<'a> {
    /// The estimates, all of them for each score.
    pub quantities: &'a [Quantity],
    /// The unit of sampling.
    pub unit: Unit,
    /// How many units each observation is where weights count none. Links that have it need not be asked again.
    pub counts: Option<Counts<'a>>,
    /// How variances are made.
    pub estimator: Estimator,
    /// Observations of the same cluster may depend on each other.
    pub clusters: Option<Clusters<'a>>,
    /// The repetitions of a cross-validation. `scores` then holds the repetitions of the first score, then
    /// those of the second one, and so on.
    pub folds: &'a [Folds<'a>],
    /// The sources of estimated weights.
    pub links: Option<Links<'a>>,
    /// True if the degrees of freedom of the differences of all pairs of estimates are wanted.
    pub pairs: bool,
    /// Whether each set of scores is compared, as closed tests of up to ten take it.
    pub sets: bool,
    /// A survey design, whose variances take the place of the estimator's.
    pub design: Option<Design<'a>>,
}

/// The contribution of a survey design to estimates. Clusters are its primary sampling units, if it
/// has any: they say how many degrees of freedom the variances have. The effective numbers are
/// those of the observations, as clusters and strata are in the variances.
#[derive(Clone, Copy, Debug)]
pub struct Design<'a> {
    /// The covariance matrix of the estimates, column by column.
    pub covariance: &'a [f64],
    /// The degrees of freedom of the design, which no variance exceeds.
    pub most: f64,
}

impl Default for SpreadRequest<'_> {
    fn default() -> Self {
        SpreadRequest {
            quantities: &[Quantity::Area],
            unit: Unit::default(),
            counts: None,
            estimator: Estimator::default(),
            clusters: None,
            folds: &[],
            links: None,
            pairs: false,
            sets: false,
            design: None,
        }
    }
}

impl<'a> SpreadRequest<'a> {
    /// The number of units of each observation, where observations are several units and that is not their weight.
    pub(crate) fn counts(&self) -> Option<Counts<'a>> {
        match self.unit {
            Unit::Row => None,
            Unit::Count => self
                .counts
                .or_else(|| self.links.and_then(|links| links.counts())),
        }
    }

    /// Returns whether only AUCs of independent observations are wanted.
    pub(crate) fn is_of_plain_areas(&self) -> bool {
        self.quantities == [Quantity::Area]
            && self.clusters.is_none()
            && self.folds.is_empty()
            && self.links.is_none()
            && self.counts.is_none()
            && self.design.is_none()
    }
}

/// Estimates and their variances: how they vary, and how they vary together. NaN where nothing is
/// known.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Spread {
    /// The estimates: all quantities of the first score, then those of the second one, and so on.
    pub values: Vec<f64>,
    /// Their covariance matrix, column by column.
    pub covariance: Vec<f64>,
    /// The effective degrees of freedom of each variance: 2 / (sum u^4 / (sum u^2)^2 - 1 / n) for the
    /// influences u of n units, at most n - 2.
    pub freedom: Vec<f64>,
    /// See [`Freedom::model`].
    pub model: f64,
    /// The degrees of freedom of a survey design, which no variance exceeds; infinite elsewhere.
    pub most: f64,
    /// The number of observations of positive weight of each class, the negatives first.
    pub numbers: Vec<f64>,
    /// The number of units with observations of each class, and last that of all units.
    pub units: Vec<f64>,
    /// Kish's effective number of each class, (sum w)^2 / sum w^2; the number of units where weights count
    /// these. With clusters it is the geometric mean of that of the observations, which holds when those of a
    /// cluster do not depend on each other, and that of the clusters, whose weights are sums, which holds
    /// when they are all alike.
    pub effective: Vec<f64>,
    /// The factor of the variance of a placement in the variance of each estimate, if it is an AUC:
    /// the sum of 1 / effective number of both classes, and what two observations that are compared
    /// in folds of few observations have in common with the comparison.
    pub expected: Vec<f64>,
    /// The degrees of freedom of the variance of the difference of the first estimate and each later one, of the
    /// second one and each later one, and so on; empty where nobody asked for them.
    pub pairs: Vec<f64>,
    /// The standard errors, where some variance may be too small for a number; else empty.
    pub(crate) std_errors: Vec<f64>,
}

impl Spread {
    /// Divides by two to these powers, one for each estimate.
    pub(crate) fn reduce(&mut self, exponents: &[i32]) -> Result<(), Error> {
        if exponents.iter().all(|&exponent| exponent == 0) {
            return Ok(());
        }
        let width = exponents.len();
        let std_error = |k: usize| libm::scalbn(self.variance(k).sqrt(), -exponents[k]);
        self.std_errors = collect((0..width).map(std_error))?;
        for (i, covariance) in self.covariance.iter_mut().enumerate() {
            *covariance = libm::scalbn(*covariance, -exponents[i / width]);
            *covariance = libm::scalbn(*covariance, -exponents[i % width]);
        }
        Ok(())
    }

    /// The standard error of estimate k.
    pub(crate) fn std_error(&self, k: usize) -> f64 {
        let variance = || self.variance(k).sqrt();
        self.std_errors.get(k).copied().unwrap_or_else(variance)
    }

    /// The degrees of freedom of the variance of estimate k, and of the model that intervals draw it to.
    ///
    /// ```
    /// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
    /// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// use weighted_roc_core::inference::{spread, SpreadRequest};
    ///
    /// let found = spread(&[observations], &SpreadRequest::default(), Options::default())?;
    /// // Of independent observations.
    /// assert_eq!(found.freedom_of(0).model, 4.0);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn freedom_of(&self, k: usize) -> Freedom {
        Freedom {
            found: self.freedom[k],
            model: self.model,
        }
    }

    /// Its parts are public, and may have been changed.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let width = self.values.len();
        let expected = [
            (self.covariance.len(), width.saturating_mul(width)),
            (self.freedom.len(), width),
            (self.expected.len(), width),
            (self.numbers.len().min(2), 2),
            (self.effective.len().min(2), 2),
        ];
        match expected
            .into_iter()
            .find(|(length, expected)| length != expected)
        {
            None => Ok(()),
            Some((length, expected)) => Err(Error::Length {
                argument: Argument::Covariance,
                length,
                expected,
            }),
        }
    }

    /// The variance of estimate k.
    pub(crate) fn variance(&self, k: usize) -> f64 {
        let variance = self.covariance[k * self.values.len() + k];
        // Rounding must not lead below 0, and what is not known stays so.
        if variance < 0.0 {
            0.0
        } else {
            variance
        }
    }

    pub(crate) fn in_design(mut self, design: &Design<'_>) -> Result<Spread, Error> {
        let expected = self.covariance.len();
        if design.covariance.len() != expected {
            return Err(Error::Length {
                argument: Argument::Covariance,
                length: design.covariance.len(),
                expected,
            });
        }
        self.covariance.copy_from_slice(design.covariance);
        self.std_errors.clear();
        for freedom in self.freedom.iter_mut().chain(&mut self.pairs) {
            *freedom = freedom.min(design.most);
        }
        self.most = design.most;
        self.model = OF_MODEL;
        Ok(self)
    }

    pub(crate) fn of_alone(found: &Alone, estimator: Estimator) -> Result<Spread, Error> {
        let [negatives, positives] = found.squares;
        UnitSums {
            values: filled(1, found.area)?,
            negatives: filled(1, negatives)?,
            positives: filled(1, positives)?,
            both: filled(1, 0.0)?,
            freedom: filled(1, found.freedom)?,
            numbers: found.numbers.map(|number| number as f64),
            units: [
                found.units[0],
                found.units[1],
                found.units[0] + found.units[1],
            ],
            effective: found.effective,
            of_units: found.effective,
        }
        .spread(estimator)
    }
}

/// The sums over units that [`spread`] is made of.
///
/// ```
/// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
/// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
/// #     weights: Weights::Unit,
/// # };
/// use weighted_roc_core::inference::{unit_sums, SpreadRequest};
///
/// let found = unit_sums(&[observations], &SpreadRequest::default(), Options::default())?;
/// assert_eq!((found.values[0], found.units), (8.0 / 9.0, [3.0, 3.0, 6.0]));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`spread`].
pub fn unit_sums(
    scores: &[Observations<'_>],
    request: &SpreadRequest<'_>,
    options: Options<'_>,
) -> Result<UnitSums, Error> {
    Ok(Joint::new(scores, request, options)?.sums)
}

/// How estimates from scores of the same observations vary, whose labels and weights are the same.
///
/// For k estimates O(k n log n + k^2 n) time at worst, and 8 (k + 5) bytes an observation, 16 a cluster, 32 a
/// pair of estimates. One AUC without clusters and folds takes 16 bytes an observation.
///
/// ```
/// use weighted_roc_core::inference::{spread, SpreadRequest};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0]),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let found = spread(&[observations], &SpreadRequest::default(), Options::new(&mut || false))?;
/// assert_eq!((found.values[0], &found.numbers[..]), (0.75, &[2.0, 2.0][..]));
/// // Influences of 1/8 and -1/8 in each class, and two observations.
/// assert_eq!(found.covariance, [2.0 * (1.0 / 32.0 + 1.0 / 32.0)]);
/// // Observations 1 and 4 are of one patient, 2 and 3 of another.
/// let mut request = SpreadRequest::default();
/// request.clusters = Some((&[0, 1, 1, 0], 2));
/// let found = spread(&[observations], &request, Options::new(&mut || false))?;
/// assert_eq!(found.covariance, [2.0 * (2.0 / 64.0 + 2.0 / 64.0 + 4.0 / 64.0)]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new), with the index of the score, and those of [`Quantity`];
/// [`Error::Empty`] when there are no scores or no quantities, [`Error::Length`] for a score of more or fewer
/// observations than the first or as many clusters, [`Error::Cluster`]. In folds [`Error::FoldClass`] for one
/// in which a class has no weight, [`Error::SplitCluster`] for a cluster that is in two of them,
/// [`Error::Cluster`] for a fold that is not one of them.
pub fn spread(
    scores: &[Observations<'_>],
    request: &SpreadRequest<'_>,
    mut options: Options<'_>,
) -> Result<Spread, Error> {
    let of_first = |error: Error| error.of_score(0);
    if let ([score], true) = (scores, request.is_of_plain_areas()) {
        let found = alone(score, request.unit, options).map_err(of_first)?;
        return Spread::of_alone(&found, request.estimator).map_err(of_first);
    }
    let joint = Joint::new(scores, request, options.again())?;
    spread_of(&joint, request, options.poll).map_err(of_first)
}

/// The spread that sums over units make.
pub(crate) fn spread_of(
    joint: &Joint,
    request: &SpreadRequest<'_>,
    poll: Poll<'_>,
) -> Result<Spread, Error> {
    let mut pace = Pace::new(poll);
    let mut found = joint.spread(request.estimator, &mut pace)?;
    if request.pairs {
        found.pairs = joint.freedom_of_pairs(&mut pace)?;
    }
    match &request.design {
        Some(design) => found.in_design(design),
        None => Ok(found),
    }
}
