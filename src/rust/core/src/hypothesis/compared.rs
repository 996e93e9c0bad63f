//! Tests of several scores of the same observations.

use super::answer::Test;
use super::closed::JointTests;
use super::common::{joint_ratio, without_common};
use super::comparison::Comparison;
use super::contrasts::{contrasts_of, Aim, Among, TestOfSeveral};
use super::difference::JointDifference;
use super::given::{test_given, KnownVariances};
use super::mover::MoverInterval;
use super::pairs::number_of_pairs;
use super::request::{Hypothesis, Kind, Request};
use super::scale::Scale;
use super::sets::{are_few, chosen, index_of, sets_of, submatrix};
use super::signs::{joint_score_test, Fixed, Signs};
use super::wald::std_error_of_pair;
use crate::covariance::DegreesOfFreedom;
use crate::error::{Argument, Error};
use crate::inference::FoldPairCovariance;
use crate::interval::Area;
use crate::memory::collect;
use crate::poll::{Pace, Poll};

/// Scores that were compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The sums over units, and how the quantities vary together.
    pub comparison: Comparison,
    /// The products that the sums in folds count twice.
    pub common: Option<FoldPairCovariance>,
    /// The scale on which the quantities are reported.
    pub scale: Scale,
}

/// Tests whether quantities of scores are equal: score tests by random signs, or Wald's.
///
/// ```
/// use weighted_roc_core::hypothesis::{compare_scores, test_compared, Compared, Request, Scale};
/// use weighted_roc_core::inference::CovarianceRequest;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let of = |scores| Observations {
///     scores: Scores::F64(scores),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let scores = [of(&[1.0, 3.0, 2.0, 4.0]), of(&[0.0; 4])];
/// let comparison = compare_scores(&scores, &CovarianceRequest::default(), Options::new(&mut || false))?;
/// let compared = Compared { comparison, common: None, scale: Scale::AREA };
/// let result = test_compared(&compared, &Request::default(), &mut || false)?;
/// // Four units that count alike have the same sign once in eight times.
/// assert_eq!(result.test.p_value, 0.125);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Empty`] for fewer than two scores, [`Error::Length`] for a covariance that is not theirs, those of a
/// [`Request`], [`Error::Memory`] and [`Error::Interrupted`].
pub fn test_compared(
    compared: &Compared,
    request: &Request,
    poll: Poll<'_>,
) -> Result<TestOfSeveral, Error> {
    compared.check()?;
    let scale = compared.scale;
    let covariance = &compared.comparison.covariance;
    let areas = &covariance.values;
    let mut left = collect(covariance.matrix.iter().copied())?;
    let mut pace = Pace::new(poll);
    if let Some(common) = &compared.common {
        without_common(&mut left, &common.products, areas.len(), &mut pace)?;
    }
    let square = scale.slope * scale.slope;
    let covariance = collect(left.iter().map(|entry| entry * square))?;
    let estimates = collect(areas.iter().map(|&area| scale.value(area)))?;
    if request.kind == Kind::Wald {
        let given = KnownVariances {
            estimates: &estimates,
            covariance: &covariance,
            df: &[],
        };
        return test_given(&given, Among::All, request, pace.poll());
    }
    let of_pair = |pair: [usize; 2], number: usize, hypothesis: &Hypothesis| {
        let std_error = std_error_of_pair(&covariance, areas.len(), pair);
        compared.test_pair(pair, number, std_error, hypothesis)
    };
    let test = if areas.len() == 2 {
        of_pair([0, 1], 0, &request.of_difference()?)?
    } else {
        compared.test_set(&collect(0..areas.len())?, &left, &mut pace)?
    };
    let of_set =
        |set: &[usize], pace: &mut Pace<'_>| Ok(compared.test_set(set, &left, pace)?.p_value);
    let joint = JointTests {
        of_set: &of_set,
        each: !compared.comparison.sets.is_empty(),
    };
    let contrasts = contrasts_of(
        (&estimates, Among::All),
        request,
        &mut pace,
        of_pair,
        &joint,
    )?;
    Ok(TestOfSeveral {
        combined: Aim::of(areas.len(), Among::All)?.combined(&estimates),
        estimates,
        test,
        contrasts,
    })
}

impl Compared {
    /// The number of those that are known: all or none.
    fn sets(&self) -> usize {
        let width = self.comparison.covariance.values.len();
        if are_few(width) && !self.comparison.sets.is_empty() {
            sets_of(width).len()
        } else {
            0
        }
    }

    fn check(&self) -> Result<(), Error> {
        let width = self.comparison.covariance.values.len();
        if width < 2 {
            return Err(Error::Empty);
        }
        let square = width.saturating_mul(width);
        let common = self.common.as_ref();
        let lengths = [
            (self.comparison.covariance.matrix.len(), square),
            (self.comparison.covariance.placement_factor.len(), width),
            (self.comparison.pairs.len(), number_of_pairs(width)),
            (self.comparison.sets.len(), self.sets()),
            (
                common.map_or(square, |common| common.products.len()),
                square,
            ),
            (
                common.map_or(width, |common| common.deviations.len()),
                width,
            ),
        ];
        for (length, expected) in lengths {
            if length != expected {
                return Err(Error::Length {
                    argument: Argument::Scores,
                    length,
                    expected,
                });
            }
        }
        Ok(())
    }

    /// All of a set at once, with what the covariance matrix has `left` without what is common.
    fn test_set(&self, set: &[usize], left: &[f64], pace: &mut Pace<'_>) -> Result<Test, Error> {
        let covariance = &self.comparison.covariance;
        let width = covariance.values.len();
        let mut joint = self.joint_of(set);
        let left = submatrix(left, width, set)?;
        if self.common.is_some() {
            let areas = chosen(&covariance.values, set)?;
            let whole = submatrix(&covariance.matrix, width, set)?;
            joint.statistic *= joint_ratio(&areas, &left, &whole, pace)?;
        }
        joint_score_test(&joint, left.iter().all(|entry| !entry.is_nan()))
    }

    fn joint_of(&self, set: &[usize]) -> JointDifference {
        if set.len() == self.comparison.covariance.values.len() {
            self.comparison.joint
        } else {
            self.comparison.sets[index_of(set)]
        }
    }

    fn test_pair(
        &self,
        pair: [usize; 2],
        number: usize,
        std_error: f64,
        hypothesis: &Hypothesis,
    ) -> Result<Test, Error> {
        let is_limited = self.scale.most.is_finite();
        let most = if is_limited { self.scale.most } else { 1.0 };
        let signs = Signs {
            pair: self.comparison.pairs[number].in_unit(self.scale.slope.signum() / most),
            common: self.common_of(pair),
            std_error,
            unit: self.scale.slope.abs() * most,
            most: if is_limited { 1.0 } else { f64::INFINITY },
        };
        if std_error != 0.0 {
            return signs.test(hypothesis);
        }
        if !self.scale.is_area {
            return Ok(signs.undefined());
        }
        // As if they were of independent samples.
        let single = |k: usize| Area {
            value: self.comparison.covariance.values[k],
            variance: 0.0,
            df: DegreesOfFreedom {
                variance: 0.0,
                prior: self.comparison.covariance.prior_df,
            },
            expected: self.comparison.covariance.placement_factor[k],
        };
        let critical_value = MoverInterval::of(&pair.map(single), &[1.0, -1.0])?;
        Fixed {
            signs,
            critical_value,
        }
        .test(hypothesis)
    }

    fn common_of(&self, [k, l]: [usize; 2]) -> [f64; 3] {
        self.common.as_ref().map_or([0.0; 3], |common| {
            let at = |k: usize, l: usize| common.products[k * common.deviations.len() + l];
            [
                at(k, k) + at(l, l) - 2.0 * at(k, l),
                common.deviations[k] - common.deviations[l],
                common.shares,
            ]
        })
    }
}
