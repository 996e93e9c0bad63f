//! A quantity in groups of observations, or at several times: of independent samples, or of observations whose weights
//! were made by the same models, or that are the same.
//!
//! A coefficient of a model moves the weights of all groups, and those whose outcome is known at one time are among
//! those of the next one, so that estimates depend on each other:
//!
//! ```text
//! of each block the variances v, and the influences e of all rows of the models, also of those in other groups
//! covariance of two estimates = sqrt(v v'), times the correlation of e and e'
//! ```

use crate::covariance::{Blocks, Covariance};
use crate::error::{Argument, Error};
use crate::inference::{covariance, CovarianceRequest};
use crate::memory::{collect, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;

/// A group of observations, with one quantity of one score; or the scores at a time.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// The scores, with their repetitions in a cross-validation.
    pub scores: &'a [Observations<'a>],
    /// The quantity, and what is known of the observations.
    pub request: CovarianceRequest<'a>,
}

/// How a quantity varies in groups, for [`test`](super::test()): that of each independent group, or that of all together
/// where the weights of groups have links, which are those of all groups and have the same rows. A link of outcomes at a
/// time that has the rows of a group is its own.
///
/// ```
/// use weighted_roc_core::hypothesis::{groups, test, Among, Group, Request};
/// use weighted_roc_core::inference::CovarianceRequest;
/// use weighted_roc_core::quantity::Quantity;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let of = |scores| [Observations {
///     scores: Scores::F64(scores),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// }];
/// let (one, other) = (of(&[1.0, 3.0, 2.0, 4.0]), of(&[3.0, 4.0, 1.0, 2.0]));
/// let request = CovarianceRequest::default();
/// let both = [&one, &other].map(|scores| Group { scores, request });
/// let both = groups(&both, false, Options::new(&mut || false))?;
/// let result = test(&both, &Quantity::AREA, Among::All, &Request::default(), &mut || false)?;
/// assert_eq!(result.estimates, [1.0, 0.75]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`covariance`], with the number of the score, counted over all groups; [`Error::Length`] for links of
/// different rows.
pub fn groups(
    groups: &[Group<'_>],
    are_independent: bool,
    mut options: Options<'_>,
) -> Result<Vec<Covariance>, Error> {
    let mut result = reserve(groups.len())?;
    if are_independent || !groups.iter().any(Group::depends_on_others) {
        for (i, group) in groups.iter().enumerate() {
            let of_group = covariance(group.scores, &group.request, options.reborrow());
            push(
                &mut result,
                of_group.map_err(|error| group.error(error, i))?,
            )?;
        }
        return Ok(result);
    }
    let mut blocks = Blocks::default();
    let each = covariance_of_each(groups, Some(&mut blocks), options.reborrow())?;
    let mut values = reserve(each.len())?;
    for (i, of_group) in each.iter().enumerate() {
        let [value] = of_group.values[..] else {
            let error = Error::Length {
                argument: Argument::WeightModels,
                length: of_group.values.len(),
                expected: 1,
            };
            return Err(groups[i].error(error, i));
        };
        push(&mut values, value)?;
    }
    let mut pace = Pace::new(options.poll);
    let covariance = blocks.covariance(&mut pace)?;
    let df_of_pairs = blocks.df_of_pairs(&mut pace)?;
    push(
        &mut result,
        Covariance::known(&values, covariance, &df_of_pairs)?,
    )?;
    Ok(result)
}

/// How the estimates of each group vary, with the degrees of freedom of their differences.
fn covariance_of_each(
    groups: &[Group<'_>],
    mut blocks: Option<&mut Blocks>,
    mut options: Options<'_>,
) -> Result<Vec<Covariance>, Error> {
    let mut result = reserve(groups.len())?;
    for (i, group) in groups.iter().enumerate() {
        let in_group = |error| group.error(error, i);
        let influences = group.request.influences(group.scores, options.reborrow());
        let influences = influences.map_err(in_group)?;
        let mut pace = Pace::new(&mut *options.poll);
        let of_group = influences.covariance(&group.request.sampling, true, &mut pace);
        let of_group = of_group.map_err(in_group)?;
        if let Some(blocks) = &mut blocks {
            blocks.push(&influences, &of_group, &mut pace)?;
        }
        push(&mut result, of_group)?;
    }
    Ok(result)
}

/// How estimates at several times vary, and how they vary together.
#[derive(Clone, Debug, PartialEq)]
pub struct AtTimes {
    /// The estimates at each time, and how they vary.
    pub(super) covariances: Vec<Covariance>,
    pub(super) covariance: Vec<f64>,
}

impl AtTimes {
    /// Returns the estimates of a quantity of the same scores at each time. The covariance of all estimates is that of
    /// the influences of rows, which the links of each time have, unless one is given, as of a survey design.
    ///
    /// ```
    /// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    /// use weighted_roc_core::hypothesis::{AtTimes, Group};
    /// use weighted_roc_core::inference::CovarianceRequest;
    ///
    /// // Who has died by the first time, and by the second one; no one left the study.
    /// let died = [[0, 1, 0, 0, 0, 1], [0, 1, 0, 1, 0, 1]];
    /// let of = |labels| [Observations {
    ///     scores: Scores::I32(&[1, 4, 3, 2, 5, 6]),
    ///     labels: Labels::I32(labels),
    ///     weights: Weights::Unit,
    /// }];
    /// let (first, second) = (of(&died[0]), of(&died[1]));
    /// let request = CovarianceRequest::default();
    /// let times = [&first, &second].map(|scores| Group { scores, request });
    /// // The covariance matrix of both areas.
    /// let given = Some(&[0.02, 0.01, 0.01, 0.03][..]);
    /// let result = AtTimes::new(&times, given, Options::new(&mut || false))?;
    /// assert_eq!(result.covariance()[3], 0.03);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`covariance`], with the number of the score, counted over all times; [`Error::Length`] for times that have
    /// not the same units; [`Error::Empty`] without times.
    pub fn new(
        times: &[Group<'_>],
        covariance: Option<&[f64]>,
        mut options: Options<'_>,
    ) -> Result<AtTimes, Error> {
        let mut blocks = Blocks::default();
        let of_influences = covariance.is_none().then_some(&mut blocks);
        let covariances = covariance_of_each(times, of_influences, options.reborrow())?;
        let scores = covariances.first().ok_or(Error::Empty)?.values.len();
        let width = scores.saturating_mul(covariances.len());
        let covariance = match covariance {
            Some(given) => collect(given.iter().copied())?,
            None => blocks.covariance(&mut Pace::new(options.poll))?,
        };
        if covariance.len() != width.saturating_mul(width) {
            return Err(Error::Length {
                argument: Argument::Covariance,
                length: covariance.len(),
                expected: width.saturating_mul(width),
            });
        }
        Ok(AtTimes {
            covariances,
            covariance,
        })
    }

    /// The covariance matrix of all estimates, by rows. See [`AtTimes::new`].
    pub fn covariance(&self) -> &[f64] {
        &self.covariance
    }
}

impl Group<'_> {
    /// Returns whether its variance may depend on the models of the weights of other groups.
    fn depends_on_others(&self) -> bool {
        let observations = self.scores.first().map_or(0, |score| score.labels.len());
        let weight_models = &self.request.sampling.weight_models;
        weight_models.is_some_and(|weight_models| !weight_models.are_of_these(observations))
    }

    /// Returns the error as that of a score of group i.
    fn error(&self, error: Error, i: usize) -> Error {
        error.in_later_score(i * self.scores.len(), usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hypothesis::{test, Among, Request, TestOfSeveral};
    use crate::inference::influence;
    use crate::inference::tests::random;
    use crate::interval::Method;
    use crate::quantity::Quantity;
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

    fn data() -> [Data; 2] {
        let mut all = random(N, 20, 5);
        all.weights.iter_mut().for_each(|weight| *weight += 0.5);
        rows().map(|rows| {
            let rows = rows.iter().map(|&row| row as usize);
            Data::with(
                rows.clone().map(|row| all.scores[row]).collect(),
                rows.clone().map(|row| all.labels[row]).collect(),
                rows.map(|row| all.weights[row]).collect(),
            )
        })
    }

    fn tested(of: &[Group<'_>], method: Method) -> Result<TestOfSeveral, Error> {
        let request = Request {
            method,
            ..Request::default()
        };
        let result = groups(of, false, by(1, &mut || false))?;
        test(&result, &Quantity::AREA, Among::All, &request, &mut || {
            false
        })
    }

    /// Orthogonal columns.
    fn functions() -> Vec<f64> {
        let sign = |i: usize, period: usize| if i / period % 2 == 0 { 1.0 } else { -1.0 };
        let column = |period| (0..N).map(move |i| sign(i, period));
        column(2).chain(column(8)).collect()
    }

    #[test]
    fn links_make_groups_depend_on_each_other() {
        let (data, rows, values) = (data(), rows(), functions());
        let observations = [0, 1].map(|g| [data[g].observations()]);
        let weight_models = [WeightModel::Functions(Matrix {
            values: &values,
            rows: N,
        })];
        let of_group = |g: usize| Group {
            scores: &observations[g],
            request: CovarianceRequest::default().with_sampling(
                Sampling::default()
                    .with_correction(Correction::Jackknife)
                    .with_weight_models(Some(WeightModels {
                        weight_models: &weight_models,
                        rows: Some(&rows[g]),
                        clusters: None,
                    })),
            ),
        };
        let result = tested(&[0, 1].map(of_group), Method::Wald).unwrap();
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
        let data = data();
        let observations = [0, 1].map(|g| [data[g].observations(), data[g].observations()]);
        let codes: Vec<i32> = (0..N as i32 / 2).map(|i| i / 16).collect();
        let folds = [Folds {
            codes: &codes,
            number: 2,
        }; 2];
        for folds in [&folds[..0], &folds] {
            let request =
                CovarianceRequest::default().with_sampling(Sampling::default().with_folds(folds));
            let groups = [0, 1].map(|g| Group {
                scores: &observations[g][..folds.len().max(1)],
                request,
            });
            let result = tested(&groups, Method::Score).unwrap();
            let samples = groups
                .map(|group| covariance(group.scores, &request, by(1, &mut || false)).unwrap());
            let request = Request::default();
            let expected = test(&samples, &Quantity::AREA, Among::All, &request, &mut || {
                false
            });
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
            request: CovarianceRequest::default().with_sampling(
                Sampling::default().with_weight_models(Some(WeightModels::new(&weight_models[g]))),
            ),
        });
        let result = tested(&groups, Method::Wald).unwrap();
        let variances = groups.map(|group| {
            let result = covariance(group.scores, &group.request, by(1, &mut || false)).unwrap();
            result.matrix[0]
        });
        let expected = (variances[0] + variances[1]).sqrt();
        assert!((result.test.std_error / expected - 1.0).abs() < 1e-12);
    }

    #[test]
    fn an_error_says_in_which_group_it_is() {
        let mut data = data();
        data[1].scores[3] = f64::NAN;
        let [one, other] = [0, 1].map(|g| [data[g].observations()]);
        let request = CovarianceRequest::default();
        let result = tested(
            &[&one, &other].map(|scores| Group { scores, request }),
            Method::Score,
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
            request: request.with_sampling(request.sampling.with_weight_models(Some(
                WeightModels {
                    weight_models: &weight_models[g],
                    rows: Some(&rows),
                    clusters: None,
                },
            ))),
        });
        assert!(matches!(
            tested(&groups, Method::Score),
            Err(Error::Length { .. })
        ));
    }
}
