//! A quantity in groups of observations: independent ones, or those whose weights were made by the same models.
//!
//! A coefficient of a model moves the weights of all groups, so their estimates depend on each other:
//!
//! ```text
//! of each group the variance v, and the influences e of all rows of the models, also of those in other groups
//! covariance of two groups = sqrt(v v'), times the correlation of e and e'
//! ```

use super::contrasts::{Among, TestOfSeveral};
use super::given::{test_given, KnownVariances};
use super::request::Request;
use super::samples::{test_samples, Sample};
use super::scale::Scale;
use crate::covariance::Blocks;
use crate::error::{Argument, Error};
use crate::inference::{covariance, CovarianceRequest};
use crate::memory::{push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;

/// A group of observations, with one quantity of one score.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// The score, or its repetitions in a cross-validation.
    pub scores: &'a [Observations<'a>],
    /// The quantity, and what is known of the observations.
    pub request: CovarianceRequest<'a>,
}

/// A request for a test of groups.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Groups<'a> {
    /// The groups.
    pub groups: &'a [Group<'a>],
    /// The scale of the quantity.
    pub scale: Scale,
    /// The comparisons among them.
    pub among: Among<'a>,
    /// True for independent samples, of which each has links of its own, or none.
    pub are_independent: bool,
}

impl<'a> Groups<'a> {
    /// Returns whether all are the same.
    pub fn new(groups: &'a [Group<'a>], scale: Scale) -> Groups<'a> {
        Groups {
            groups,
            scale,
            among: Among::All,
            are_independent: false,
        }
    }
}

/// Tests what is asked [`Among`] groups, such as whether a quantity is the same in all: as [`test_samples`], or as
/// [`test_given`] where the weights of dependent groups have links, which are those of all groups and have the same rows.
/// A link of outcomes at a time that has the rows of a group is its own.
///
/// ```
/// use weighted_roc_core::hypothesis::{test_groups, Group, Groups, Request, Scale};
/// use weighted_roc_core::inference::CovarianceRequest;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let of = |scores| [Observations {
///     scores: Scores::F64(scores),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// }];
/// let (one, other) = (of(&[1.0, 3.0, 2.0, 4.0]), of(&[3.0, 4.0, 1.0, 2.0]));
/// let request = CovarianceRequest::default();
/// let groups = [&one, &other].map(|scores| Group { scores, request });
/// let groups = Groups::new(&groups, Scale::AREA);
/// let result = test_groups(&groups, &Request::default(), Options::new(&mut || false))?;
/// assert_eq!(result.estimates, [1.0, 0.75]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`covariance`], with the number of the score, counted over all groups; [`Error::Length`] for links of
/// different rows; those of [`test_samples`].
pub fn test_groups(
    groups: &Groups<'_>,
    request: &Request,
    mut options: Options<'_>,
) -> Result<TestOfSeveral, Error> {
    let Groups {
        groups,
        ref scale,
        among,
        are_independent,
    } = *groups;
    if !are_independent && groups.iter().any(Group::depends_on_others) {
        return test_linked(groups, scale, among, request, options);
    }
    let mut samples = reserve(groups.len())?;
    for (i, group) in groups.iter().enumerate() {
        let result = covariance(group.scores, &group.request, options.reborrow())
            .and_then(|result| Sample::of(&result, scale));
        push(&mut samples, result.map_err(|error| group.error(error, i))?)?;
    }
    test_samples(&samples, among, request, options.poll)
}

impl Group<'_> {
    /// Returns whether its variance may depend on the models of the weights of other groups.
    fn depends_on_others(&self) -> bool {
        let observations = self.scores.first().map_or(0, |score| score.labels.len());
        let weight_models = &self.request.sampling.weight_models;
        weight_models.is_some_and(|weight_models| !weight_models.are_of_these(observations))
    }

    /// As that of a score of group i.
    pub(super) fn error(&self, error: Error, i: usize) -> Error {
        error.of_later_score(i * self.scores.len(), usize::MAX)
    }
}

fn test_linked(
    groups: &[Group<'_>],
    scale: &Scale,
    among: Among<'_>,
    request: &Request,
    mut options: Options<'_>,
) -> Result<TestOfSeveral, Error> {
    let mut estimates = reserve(groups.len())?;
    let mut blocks = Blocks::default();
    for (i, group) in groups.iter().enumerate() {
        let mut vary = || {
            let influences = group.request.influences(group.scores, options.reborrow())?;
            let mut pace = Pace::new(&mut *options.poll);
            let result = influences.covariance(&group.request.sampling, false, &mut pace)?;
            match result.values[..] {
                [_] => Ok((influences, result)),
                _ => Err(Error::Length {
                    argument: Argument::WeightModels,
                    length: result.values.len(),
                    expected: 1,
                }),
            }
        };
        let (influences, result) = vary().map_err(|error| group.error(error, i))?;
        push(&mut estimates, scale.value(result.values[0]))?;
        blocks.push(&influences, &result, &mut Pace::new(&mut *options.poll))?;
    }
    let mut pace = Pace::new(options.poll);
    let square = scale.slope * scale.slope;
    let mut covariance = blocks.covariance(&mut pace)?;
    covariance.iter_mut().for_each(|entry| *entry *= square);
    let given = KnownVariances {
        estimates: &estimates,
        covariance: &covariance,
        df: &blocks.df_of_pairs(&mut pace)?,
    };
    test_given(&given, among, request, pace.poll())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hypothesis::Kind;
    use crate::inference::influence;
    use crate::inference::tests::random;
    use crate::sampling::Sampling;
    use crate::sampling::{Correction, Folds, Matrix, WeightModel, WeightModels};
    use crate::testing::by;
    use crate::testing::cohort::{weights_of, Cohort};
    use crate::testing::data::Data;

    const N: usize = 64;

    /// The rows of two groups, one by one.
    fn rows() -> [Vec<i32>; 2] {
        [0, 1].map(|group| (group..N as i32).step_by(2).collect())
    }

    fn groups() -> [Data; 2] {
        let mut all = random(N, 20, 5);
        all.weights.iter_mut().for_each(|weight| *weight += 0.5);
        rows().map(|rows| {
            let rows = rows.iter().map(|&row| row as usize);
            Data {
                scores: rows.clone().map(|row| all.scores[row]).collect(),
                labels: rows.clone().map(|row| all.labels[row]).collect(),
                weights: rows.map(|row| all.weights[row]).collect(),
            }
        })
    }

    fn tested(groups: &[Group<'_>], kind: Kind) -> Result<TestOfSeveral, Error> {
        let request = Request {
            kind,
            ..Request::default()
        };
        test_groups(
            &Groups::new(groups, Scale::AREA),
            &request,
            by(1, &mut || false),
        )
    }

    /// Orthogonal columns.
    fn functions() -> Vec<f64> {
        let sign = |i: usize, period: usize| if i / period % 2 == 0 { 1.0 } else { -1.0 };
        let column = |period| (0..N).map(move |i| sign(i, period));
        column(2).chain(column(8)).collect()
    }

    #[test]
    fn links_make_groups_depend_on_each_other() {
        let (data, rows, values) = (groups(), rows(), functions());
        let observations = [0, 1].map(|g| [data[g].observations()]);
        let weight_models = [WeightModel::Functions(Matrix {
            values: &values,
            rows: N,
        })];
        let of_group = |g: usize| Group {
            scores: &observations[g],
            request: CovarianceRequest {
                sampling: Sampling {
                    correction: Correction::Jackknife,
                    weight_models: Some(WeightModels {
                        weight_models: &weight_models,
                        rows: Some(&rows[g]),
                        clusters: None,
                    }),
                    ..Sampling::default()
                },
                ..CovarianceRequest::default()
            },
        };
        let result = tested(&[0, 1].map(of_group), Kind::Wald).unwrap();
        // The residuals of the influences of a group on the columns, in all rows.
        let left = [0, 1].map(|g| {
            let own = influence(&observations[g][0], by(1, &mut || false)).unwrap();
            let mut left = vec![0.0; N];
            for (&row, value) in rows[g].iter().zip(&own.values) {
                left[row as usize] = *value;
            }
            for column in values.chunks_exact(N) {
                let by_rate: f64 = column.iter().zip(&left).map(|(q, u)| q * u).sum();
                let left = left.iter_mut().zip(column);
                left.for_each(|(left, q)| *left -= by_rate / N as f64 * q);
            }
            left
        });
        let own = (N / 2) as f64;
        let differences = left[0].iter().zip(&left[1]).map(|(a, b)| a - b);
        let variance: f64 = differences.map(|d| d * d).sum::<f64>() * own / (own - 2.0);
        assert!((result.test.std_error / variance.sqrt() - 1.0).abs() < 1e-12);
        let apart: f64 = left[0].iter().zip(&left[1]).map(|(a, b)| a * b).sum();
        assert!(apart.abs() > 1e-5);
    }

    #[test]
    fn without_links_groups_are_independent_samples() {
        let data = groups();
        let observations = [0, 1].map(|g| [data[g].observations(), data[g].observations()]);
        let codes: Vec<i32> = (0..N as i32 / 2).map(|i| i / 16).collect();
        let folds = [Folds {
            codes: &codes,
            number: 2,
        }; 2];
        for folds in [&folds[..0], &folds] {
            let request = CovarianceRequest {
                sampling: Sampling {
                    folds,
                    ..Sampling::default()
                },
                ..CovarianceRequest::default()
            };
            let groups = [0, 1].map(|g| Group {
                scores: &observations[g][..folds.len().max(1)],
                request,
            });
            let result = tested(&groups, Kind::Score).unwrap();
            let samples = groups.map(|group| {
                let result = covariance(group.scores, &request, by(1, &mut || false)).unwrap();
                Sample::of(&result, &Scale::AREA).unwrap()
            });
            let expected = test_samples(&samples, Among::All, &Request::default(), &mut || false);
            assert_eq!(result, expected.unwrap());
        }
    }

    #[test]
    fn groups_whose_outcomes_are_their_own_are_independent_samples() {
        let cohorts = [1, 2].map(|seed| Cohort::random(N, seed));
        let outcomes = [0, 1].map(|g| weights_of(&cohorts[g].outcome()));
        let observations = [0, 1].map(|g| [cohorts[g].observations(&outcomes[g])]);
        let weight_models = [0, 1].map(|g| [WeightModel::Outcome(cohorts[g].outcome())]);
        let groups = [0, 1].map(|g| Group {
            scores: &observations[g],
            request: CovarianceRequest {
                sampling: Sampling {
                    weight_models: Some(WeightModels::new(&weight_models[g])),
                    ..Sampling::default()
                },
                ..CovarianceRequest::default()
            },
        });
        let result = tested(&groups, Kind::Wald).unwrap();
        let variances = groups.map(|group| {
            let result = covariance(group.scores, &group.request, by(1, &mut || false)).unwrap();
            result.matrix[0]
        });
        let expected = (variances[0] + variances[1]).sqrt();
        assert!((result.test.std_error / expected - 1.0).abs() < 1e-12);
    }

    #[test]
    fn an_error_says_in_which_group_it_is() {
        let mut data = groups();
        data[1].scores[3] = f64::NAN;
        let [one, other] = [0, 1].map(|g| [data[g].observations()]);
        let request = CovarianceRequest::default();
        let result = tested(
            &[&one, &other].map(|scores| Group { scores, request }),
            Kind::Score,
        );
        assert!(matches!(result, Err(Error::OfScore { score: 1, .. })));
        // Links of other rows are not those of all groups.
        let values = functions();
        let weight_models = [N / 2, N].map(|rows| {
            [WeightModel::Functions(Matrix {
                values: &values,
                rows,
            })]
        });
        let rows: Vec<i32> = (0..N as i32 / 2).collect();
        let groups = [0, 1].map(|g| Group {
            scores: &one,
            request: CovarianceRequest {
                sampling: Sampling {
                    weight_models: Some(WeightModels {
                        weight_models: &weight_models[g],
                        rows: Some(&rows),
                        clusters: None,
                    }),
                    ..request.sampling
                },
                ..request
            },
        });
        assert!(matches!(
            tested(&groups, Kind::Score),
            Err(Error::Length { .. })
        ));
    }
}
