//! How observations were sampled: what their independent units are, and where their weights come from. Given once, and
//! carried along unchanged.

use crate::censoring::Outcome;
use crate::error::{Argument, Class, Error};
use crate::memory::{collect, filled};
use crate::observations::Weights;
use crate::poll::{Pace, Poll};
use crate::setters::setters;

/// How observations were sampled.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Sampling<'a> {
    /// The unit of sampling.
    pub unit: Unit,
    /// Observations of the same cluster may depend on each other.
    pub clusters: Option<Clusters<'a>>,
    /// How many units each observation is where weights count none.
    pub counts: Option<Counts<'a>>,
    /// The repetitions of a cross-validation. Scores are then the repetitions of the first one, those of the second
    /// one, and so on.
    pub folds: &'a [Folds<'a>],
    /// The sources of estimated weights.
    pub weight_models: Option<WeightModels<'a>>,
    /// How sums of squares become variances.
    pub correction: Correction,
    /// A survey design, whose variances take the place of those of units.
    pub design: Option<Design<'a>>,
}

setters! {
    Sampling<'a> {
        with_unit: unit = Unit;
        with_clusters: clusters = Option<Clusters<'a>>;
        with_counts: counts = Option<Counts<'a>>;
        with_folds: folds = &'a [Folds<'a>];
        with_weight_models: weight_models = Option<WeightModels<'a>>;
        with_correction: correction = Correction;
        with_design: design = Option<Design<'a>>;
    }
}

impl<'a> Sampling<'a> {
    /// The number of units of each observation, where observations are several units and that is not their weight.
    pub(crate) fn counts(&self) -> Option<Counts<'a>> {
        match self.unit {
            Unit::Row => None,
            Unit::Count => self.counts.or_else(|| {
                self.weight_models
                    .and_then(|weight_models| weight_models.counts())
            }),
        }
    }

    /// There is a cluster and a number of units for each of so many observations.
    pub(crate) fn check(&self, observations: usize, poll: Poll<'_>) -> Result<(), Error> {
        if let Some((codes, number)) = self.clusters {
            check_clusters(codes, number, observations, &mut *poll)?;
        }
        if let Some(counts) = self.counts() {
            counts.check(observations, poll)?;
        }
        Ok(())
    }

    /// The most degrees of freedom of a variance, by a design.
    pub(crate) fn most_df(&self) -> f64 {
        self.design.map_or(f64::INFINITY, |design| design.most)
    }

    /// Returns whether observations are independent, each with its own weight.
    pub(crate) fn is_plain(&self) -> bool {
        self.clusters.is_none()
            && self.counts.is_none()
            && self.folds.is_empty()
            && self.weight_models.is_none()
            && self.design.is_none()
    }
}

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
pub enum Correction {
    /// The sums of each class times n / (n - 1), for n units that have observations of the class (DeLong,
    /// DeLong and Clarke-Pearson 1988); with clusters those of both classes times that of all clusters
    /// (Obuchowski 1997), and corrected for clusters of unequal weight.
    #[default]
    DeLong,
    /// The sums as they are: the infinitesimal jackknife.
    Jackknife,
}

impl Correction {
    /// The divisors of the sums of each class, and of what is between classes: NaN where one unit says nothing of how
    /// units vary. `units` are the numbers of the units of each class and of all.
    pub(crate) fn divisors(self, units: &[f64]) -> Result<Vec<f64>, Error> {
        let known = |divisor: f64| if divisor > 0.0 { divisor } else { f64::NAN };
        // A class without units has nothing to divide.
        let effective_clusters = |&units: &f64| {
            if units == 0.0 {
                1.0
            } else {
                known(1.0 - 1.0 / units)
            }
        };
        let of_classes = &units[..units.len().saturating_sub(1)];
        match self {
            Correction::DeLong => collect(units.iter().map(effective_clusters)),
            Correction::Jackknife
                if of_classes.iter().all(|&units| units == 0.0 || units > 1.0) =>
            {
                filled(units.len(), 1.0)
            }
            Correction::Jackknife => filled(units.len(), f64::NAN),
        }
    }
}

/// The cluster of each observation, a number below that of all clusters, and the number of all clusters.
pub type Clusters<'a> = (&'a [i32], usize);

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

/// In which fold each observation was predicted, in one repetition of a cross-validation: numbers
/// below that of the folds.
#[derive(Clone, Copy, Debug)]
pub struct Folds<'a> {
    /// The fold of each observation.
    pub codes: &'a [i32],
    /// How many there are.
    pub number: usize,
}

impl Folds<'_> {
    /// There is a fold for each observation, and no cluster in two of them.
    pub(crate) fn check(
        &self,
        clusters: Option<Clusters<'_>>,
        observations: usize,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        check_clusters(self.codes, self.number, observations, pace.poll())?;
        let Some((codes, number)) = clusters else {
            return Ok(());
        };
        check_clusters(codes, number, observations, pace.poll())?;
        let mut of_cluster = filled(number, None)?;
        for (position, (&cluster, &fold)) in codes.iter().zip(self.codes).enumerate() {
            pace.step()?;
            if *of_cluster[cluster as usize].get_or_insert(fold) != fold {
                return Err(Error::SplitCluster { position });
            }
        }
        Ok(())
    }
}

/// The source of a weight. There is a row for each observation, and more for those that the weights
/// left out.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum WeightModel<'a> {
    /// Estimating functions, a column for each coefficient.
    Functions(Matrix<'a>),
    /// A generalized linear model of probabilities.
    Model(FittedWeights<'a>),
    /// Outcomes at a time, whose weights are made of those that the observations have of
    /// themselves: the first of several links. Weights of other links are then these own weights.
    Outcome(Outcome<'a>),
}

/// A generalized linear model of probabilities p, and its derivatives row by row. Weights that are a power of the
/// odds or of p or 1 - p are recognised, up to a factor that all have in common: see [`WeightModel`].
#[derive(Clone, Copy, Debug)]
pub struct FittedWeights<'a> {
    /// The design matrix.
    pub design: Matrix<'a>,
    /// The response, 0 or 1.
    pub response: &'a [f64],
    /// The probabilities that were fitted.
    pub fitted: &'a [f64],
    /// Their derivatives by the linear predictor.
    pub slopes: &'a [f64],
    /// The first derivatives of the log-likelihood by the linear predictor.
    pub scores: &'a [f64],
    /// The second ones, with the sign turned.
    pub information: &'a [f64],
}

/// A matrix, column by column.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a> {
    /// Its elements.
    pub values: &'a [f64],
    /// The number of its rows.
    pub rows: usize,
}

impl<'a> Matrix<'a> {
    pub(crate) fn columns(&self) -> impl Iterator<Item = &'a [f64]> {
        self.values.chunks_exact(self.rows.max(1))
    }
}

/// The links of some observations. Where each is a model, and the weights are a product of what these make, the
/// derivative by all coefficients is exact. Otherwise the influences are projected on all functions and scores.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct WeightModels<'a> {
    /// The sources of the weights.
    pub weight_models: &'a [WeightModel<'a>],
    /// The row of each observation in the links; all of them, in order, if it is `None`.
    pub rows: Option<&'a [i32]>,
    /// The clusters of all rows.
    pub clusters: Option<Clusters<'a>>,
}

impl<'a> WeightModels<'a> {
    /// Returns the models of weights of which the observations are all rows, in order.
    pub fn new(weight_models: &'a [WeightModel<'a>]) -> WeightModels<'a> {
        WeightModels {
            weight_models,
            rows: None,
            clusters: None,
        }
    }

    /// The own weights of the observations where their weights are of an outcome.
    pub(crate) fn counts(&self) -> Option<Counts<'a>> {
        match self.weight_models {
            [WeightModel::Outcome(outcome), ..] => Some(Counts::new(*outcome, self.rows)),
            _ => None,
        }
    }

    /// The outcome that the weights are of, if its rows are the observations.
    pub(crate) fn own_outcome(&self) -> Option<Outcome<'a>> {
        match (self.weight_models, self.rows) {
            ([WeightModel::Outcome(outcome), ..], None) => Some(*outcome),
            _ => None,
        }
    }
}

/// The own weights of observations whose weights are of an outcome: these count units, which the weights do not.
#[derive(Clone, Copy, Debug)]
pub struct Counts<'a> {
    outcome: Outcome<'a>,
    rows: Option<&'a [i32]>,
}

impl<'a> Counts<'a> {
    /// Returns the links of observations that are these rows of an outcome; all of them, in order,
    /// if it is `None`.
    pub fn new(outcome: Outcome<'a>, rows: Option<&'a [i32]>) -> Counts<'a> {
        Counts { outcome, rows }
    }

    /// Returns an error unless there is a count for each observation.
    pub(crate) fn check(&self, observations: usize, poll: Poll<'_>) -> Result<(), Error> {
        let length = self.outcome.times.len();
        match self.rows {
            Some(rows) => check_clusters(rows, length, observations, poll),
            None if length == observations => Ok(()),
            None => Err(Error::Length {
                argument: Argument::WeightModels,
                length: observations,
                expected: length,
            }),
        }
    }

    /// Returns the count of an observation.
    pub(crate) fn count(&self, position: usize) -> f64 {
        let row = self.rows.map_or(position, |rows| rows[position] as usize);
        self.outcome.weights.value(row)
    }
}

/// Weights are whole numbers of rows, of which the classes have no more than can be drawn.
pub(crate) fn check_counts(
    weights: &Weights<'_>,
    observations: usize,
    of_classes: [f64; 2],
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    for (class, rows) in [Class::Negative, Class::Positive]
        .into_iter()
        .zip(of_classes)
    {
        if rows > Error::MAX_ROWS {
            return Err(Error::TooManyRows { class, rows });
        }
    }
    check_whole(weights, observations, pace.poll())
}

/// Checks that the first weights are whole numbers of rows.
///
/// # Errors
/// [`Error::NotACount`] and [`Error::Interrupted`].
pub fn check_whole(
    weights: &Weights<'_>,
    observations: usize,
    poll: Poll<'_>,
) -> Result<(), Error> {
    let mut pace = Pace::new(poll);
    for position in 0..observations {
        pace.step()?;
        let value = weights.value(position);
        // Missing weights are another error.
        if value.fract().abs() > 0.0 {
            return Err(Error::NotACount { position, value });
        }
    }
    Ok(())
}

/// There is a cluster for each of `observations`, a number below `clusters`.
pub(crate) fn check_clusters(
    codes: &[i32],
    clusters: usize,
    observations: usize,
    poll: Poll<'_>,
) -> Result<(), Error> {
    if codes.len() != observations {
        return Err(Error::Length {
            argument: Argument::Clusters,
            length: codes.len(),
            expected: observations,
        });
    }
    let mut pace = Pace::new(poll);
    for (position, &value) in codes.iter().enumerate() {
        pace.step()?;
        if usize::try_from(value).map_or(true, |cluster| cluster >= clusters) {
            return Err(Error::Cluster {
                position,
                value,
                clusters,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poll::BLOCK;
    use crate::testing::wrong_length;

    fn check(codes: &[i32], clusters: usize) -> Result<(), Error> {
        check_clusters(codes, clusters, 3, &mut || false)
    }

    #[test]
    fn clusters_count_from_0_to_their_number() {
        assert_eq!(check(&[0, 2, 0], 3), Ok(()));
        let cluster = |position, value, clusters| {
            Err(Error::Cluster {
                position,
                value,
                clusters,
            })
        };
        assert_eq!(check(&[0, 2, 0], 2), cluster(1, 2, 2));
        assert_eq!(check(&[0, 1, -1], 2), cluster(2, -1, 2));
        assert_eq!(check(&[i32::MIN, 1, 1], 2), cluster(0, i32::MIN, 2));
        assert_eq!(check(&[0, 0, 0], 0), cluster(0, 0, 0));
    }

    #[test]
    fn each_observation_has_one() {
        for length in [2, 4] {
            let error = wrong_length(Argument::Clusters, length, 3);
            assert_eq!(check(&[0; 4][..length], 1), Err(error));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "slow")]
    fn the_check_can_be_stopped() {
        let result = check_clusters(&[0; BLOCK], 1, BLOCK, &mut || true);
        assert_eq!(result, Err(Error::Interrupted));
    }
}
