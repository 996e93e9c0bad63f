//! Tests of several scores of the same observations.

use super::common::{joint_ratio, without_common};
use super::comparison::Comparison;
use super::contrasts::{test_contrasts, Among, TestOfSeveral};
use super::dependent::Dependent;
use super::pairs::number_of_pair;
use super::request::{Hypothesis, Request};
use super::sets::{chosen, index_of, submatrix};
use super::signs::{joint_score_test, Fixed, Signs};
use super::statistic::{Estimates, Test};
use super::wald::contrast_variance;
use crate::covariance::{Covariance, DegreesOfFreedom};
use crate::error::Error;
use crate::interval::{Area, Method, Mover};
use crate::memory::collect;
use crate::poll::{Pace, Poll};
use crate::quantity::Quantity;

/// Tests whether quantities of scores are equal: score tests by random signs, or Wald's.
pub(super) fn test_paired(
    comparison: &Comparison,
    quantity: &Quantity,
    request: &Request,
    poll: Poll<'_>,
) -> Result<TestOfSeveral, Error> {
    let mut pace = Pace::new(poll);
    let covariance = &comparison.covariance;
    let width = covariance.values.len();
    let mut matrix = collect(covariance.matrix.iter().copied())?;
    if let Some(common) = &comparison.common {
        without_common(&mut matrix, &common.products, width, &mut pace)?;
    }
    if request.method == Method::Wald {
        let of = Covariance::known(&covariance.values, matrix, &[f64::INFINITY])?;
        let of = Dependent::new(&of, quantity, request.method)?;
        return test_contrasts(&of, Among::All, request, &mut pace);
    }
    let scale = quantity.scale();
    let paired = Paired {
        comparison,
        values: collect(covariance.values.iter().map(|&value| scale.apply(value)))?,
        covariance: matrix,
        quantity,
    };
    test_contrasts(&paired, Among::All, request, &mut pace)
}

struct Paired<'a> {
    comparison: &'a Comparison,
    /// On their scale.
    values: Vec<f64>,
    /// Without what is common.
    covariance: Vec<f64>,
    quantity: &'a Quantity,
}

impl Estimates for Paired<'_> {
    fn values(&self) -> &[f64] {
        &self.values
    }

    /// Tests a difference.
    fn test_combination(
        &self,
        pair: &[usize],
        coefficients: &[f64],
        hypothesis: &Hypothesis,
    ) -> Result<Test, Error> {
        let &[k, l] = pair else {
            return Err(Error::Empty);
        };
        let width = self.values.len();
        let slope = self.quantity.scale().slope;
        let widest = self.quantity.widest();
        let is_limited = widest.is_finite();
        let most = if is_limited { widest } else { 1.0 };
        let variance = contrast_variance(&self.covariance, width, pair, coefficients);
        let std_error = variance.sqrt() * slope.abs();
        let sums = &self.comparison.pairs[number_of_pair([k, l], width)];
        let signs = Signs {
            pair: sums.in_unit(slope.signum() / most),
            common: self.comparison.common_of([k, l]),
            std_error,
            unit: slope.abs() * most,
            most: if is_limited { 1.0 } else { f64::INFINITY },
        };
        if std_error != 0.0 {
            return signs.test(hypothesis);
        }
        if *self.quantity != Quantity::AREA {
            return Ok(signs.undefined());
        }
        // As if they were of independent samples.
        let covariance = &self.comparison.covariance;
        let single = |k: usize| Area {
            value: covariance.values[k],
            variance: 0.0,
            df: DegreesOfFreedom {
                variance: 0.0,
                prior: covariance.prior_df,
            },
            expected: covariance.placement_factor[k],
        };
        let independent = Mover::new(&[single(k), single(l)], coefficients)?;
        Fixed { signs, independent }.test(hypothesis)
    }

    /// All of a set at once.
    fn test_set(&self, set: &[usize], pace: &mut Pace<'_>) -> Result<Test, Error> {
        let covariance = &self.comparison.covariance;
        let width = covariance.values.len();
        let mut joint = if set.len() == width {
            self.comparison.joint
        } else {
            self.comparison.sets[index_of(set)]
        };
        let matrix = submatrix(&self.covariance, width, set)?;
        if self.comparison.common.is_some() {
            let areas = chosen(&covariance.values, set)?;
            let whole = submatrix(&covariance.matrix, width, set)?;
            joint.statistic *= joint_ratio(&areas, &matrix, &whole, pace)?;
        }
        joint_score_test(&joint, matrix.iter().all(|entry| !entry.is_nan()))
    }

    fn has_sets(&self) -> bool {
        !self.comparison.sets.is_empty()
    }
}

impl Comparison {
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
