//! Tests whether the AUCs of several scores of the same observations are equal.
//!
//! When they are, swapping two scores of a unit changes nothing but the sign of its influence on
//! the difference. So the influences are laid around a difference of 0, not around the one that was
//! found, and what they give is measured by what random signs would make of them.

use super::difference::{
    apart, in_effect, parts_in_difference, parts_in_differences, Difference, JointDifference,
};
use super::sets::{are_few, chosen, members_of, sets_of, sums_of};
use super::wald::differences_of;
use crate::cholesky::Cholesky;
use crate::covariance::{Covariance, UnitInfluences, UnitSums, Units};
use crate::error::Error;
use crate::inference::{influences_in_folds, CovarianceRequest, FoldPairCovariance};
use crate::memory::{collect, filled, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;
use crate::quantity::Quantity;
use crate::rounding::difference;
use crate::sampling::Sampling;

/// Areas, how they vary together, and what there is to test of their differences.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// How the areas vary.
    pub covariance: Covariance,
    /// The differences of each pair of scores: of the first and the others, of the second and those
    /// after it, and so on.
    pub pairs: Vec<Difference>,
    /// All differences at once.
    pub joint: JointDifference,
    /// The joint tests of all sets of at least three scores, if requested: of the scores 0 and
    /// those whose bits an index has. There may be up to ten scores; blank for fewer than three in
    /// a set,
    /// empty for more than ten.
    pub sets: Vec<JointDifference>,
    /// For areas that are means over folds, the products that the sums over units count twice, which are still in them.
    pub common: Option<FoldPairCovariance>,
}

/// Compares a quantity of each of several scores, whose labels and weights are the same, see
/// [`covariance`](crate::inference::covariance). For areas that are means over folds observations are units in the place of
/// clusters if there are none, also where it is said how many a fold may have.
///
/// For k scores O(k n log n + k^2 n) time at worst, and 8 (k + 5) bytes an observation, 16 a
/// cluster, 108 a pair of scores.
///
/// ```
/// use weighted_roc_core::hypothesis::compare_scores;
/// use weighted_roc_core::inference::CovarianceRequest;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let of = |scores| Observations {
///     scores: Scores::F64(scores),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let scores = [of(&[1.0, 3.0, 2.0, 4.0]), of(&[0.0; 4])];
/// let result = compare_scores(&scores, &CovarianceRequest::default(), Options::new(&mut || false))?;
/// // Nobody has an influence on areas of 1 and of 1/2: all that is left is 1/8 of each unit.
/// let pair = result.pairs[0];
/// assert_eq!((pair.difference, pair.squares), (0.5, [0.0, 0.0, 0.25]));
/// assert_eq!(pair.units, 4.0);
/// assert_eq!((result.joint.statistic, result.joint.rank), (4.0, 1));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`covariance`](crate::inference::covariance).
pub fn compare_scores(
    scores: &[Observations<'_>],
    request: &CovarianceRequest<'_>,
    mut options: Options<'_>,
) -> Result<Comparison, Error> {
    let sampling = Sampling {
        design: None,
        ..request.sampling
    };
    let mut common = None;
    let influences = if sampling.folds.is_empty() || request.quantities != [Quantity::AREA] {
        request.influences(scores, options.reborrow())?
    } else {
        let width = scores.len() / sampling.folds.len();
        let mut in_folds = || {
            let result = common.insert(FoldPairCovariance::blank(width)?);
            let areas = request.quantities;
            let mut matrix =
                influences_in_folds(scores, areas, &sampling, Some(result), options.reborrow())?;
            matrix.fold_pairs = None;
            UnitInfluences::new(matrix, &sampling, &mut *options.poll)
        };
        in_folds()?
    };
    let mut pace = Pace::new(options.poll);
    let compared = |pace: &mut Pace<'_>| {
        let (sums, units) = (&influences.sums(pace)?, &influences.units);
        let matrix = sums.matrix(sampling.correction)?;
        let joints = Joints {
            sums,
            units,
            shares: ShareSums::new(units, pace)?,
        };
        Ok(Comparison {
            covariance: influences.covariance_from(matrix, &sampling, false, pace)?,
            pairs: pairs_of(sums, units, pace)?,
            joint: joints.all(pace)?,
            sets: if request.sets && are_few(sums.values.len()) {
                joints.each_set(pace)?
            } else {
                Vec::new()
            },
            common,
        })
    };
    compared(&mut pace)
}

fn pairs_of(sums: &UnitSums, units: &Units, pace: &mut Pace<'_>) -> Result<Vec<Difference>, Error> {
    let width = sums.values.len();
    let mut pairs = reserve(width * (width - 1) / 2)?;
    for k in 0..width {
        for l in k + 1..width {
            push(&mut pairs, difference_of_pair(sums, units, [k, l], pace)?)?;
        }
    }
    Ok(pairs)
}

fn difference_of_pair(
    sums: &UnitSums,
    units: &Units,
    [k, l]: [usize; 2],
    pace: &mut Pace<'_>,
) -> Result<Difference, Error> {
    let parts = parts_in_difference(sums, [k, l]);
    let apart = apart(sums, [k, l]);
    let (mut squares, mut fourths) = ([0.0; 3], [0.0; 5]);
    let (mut absolute, mut around_zero) = (0.0, 0.0);
    units.for_each(pace, |unit| {
        let (values, shares, number) = (unit.values, unit.shares, unit.number);
        let u = difference(values[k], values[l]);
        let r = parts[0] * shares[0] + parts[1] * shares[1];
        let products = [u * u / number, u * r / number, r * r / number];
        (0..3).for_each(|i| squares[i] += products[i]);
        let of_products = [[0, 0], [0, 1], [1, 1], [1, 2], [2, 2]];
        for (sum, [i, j]) in fourths.iter_mut().zip(of_products) {
            *sum += products[i] * products[j] / number;
        }
        let value = u + r * apart;
        absolute += value.abs();
        around_zero += value * value / number;
    })?;
    Ok(Difference {
        difference: apart,
        squares,
        fourths,
        units: in_effect([absolute, around_zero]),
    })
}

/// Sums over units of their shares s_0 and s_1 in the weights of the classes, and of products with their influences
/// u_k on each quantity: of u_k s_0 and of u_k s_1, and of s_0^2, s_0 s_1 and s_1^2.
struct ShareSums {
    with_influences: [Vec<f64>; 2],
    squares: [f64; 3],
}

impl ShareSums {
    fn new(units: &Units, pace: &mut Pace<'_>) -> Result<ShareSums, Error> {
        let blank = || filled(units.width, 0.0);
        let mut sums = ShareSums {
            with_influences: [blank()?, blank()?],
            squares: [0.0; 3],
        };
        units.for_each(pace, |unit| {
            let (values, shares) = (unit.values, unit.shares);
            let of_one = [0, 1].map(|class| shares[class] / unit.number);
            for (sums, share) in sums.with_influences.iter_mut().zip(of_one) {
                let sums = sums.iter_mut().zip(values);
                sums.for_each(|(sum, value)| *sum += value * share);
            }
            let products = [
                shares[0] * of_one[0],
                shares[0] * of_one[1],
                shares[1] * of_one[1],
            ];
            (0..3).for_each(|i| sums.squares[i] += products[i]);
        })?;
        Ok(sums)
    }

    fn subset(&self, set: &[usize]) -> Result<ShareSums, Error> {
        let [negatives, positives] = &self.with_influences;
        Ok(ShareSums {
            with_influences: [chosen(negatives, set)?, chosen(positives, set)?],
            squares: self.squares,
        })
    }
}

/// All differences at once, of all scores and of sets of them.
struct Joints<'a> {
    sums: &'a UnitSums,
    units: &'a Units,
    shares: ShareSums,
}

impl Joints<'_> {
    fn all(&self, pace: &mut Pace<'_>) -> Result<JointDifference, Error> {
        let all = collect(0..self.sums.values.len())?;
        let plan = joint_plan(self.sums, &self.shares)?;
        self.planned(&all, &plan, pace)
    }

    fn each_set(&self, pace: &mut Pace<'_>) -> Result<Vec<JointDifference>, Error> {
        let sets = sets_of(self.sums.values.len());
        let mut result = reserve(sets.len())?;
        for set in sets {
            let members = members_of(set, self.sums.values.len())?;
            let joint = if members.len() > 2 {
                let sums = sums_of(self.sums, &members)?;
                let plan = joint_plan(&sums, &self.shares.subset(&members)?)?;
                self.planned(&members, &plan, pace)?
            } else {
                JointDifference::default()
            };
            push(&mut result, joint)?;
        }
        Ok(result)
    }

    /// The second pass over units, around 0 and turned.
    fn planned(
        &self,
        set: &[usize],
        plan: &JointPlan,
        pace: &mut Pace<'_>,
    ) -> Result<JointDifference, Error> {
        let Some((&first, others)) = set.split_first() else {
            return Err(Error::Empty);
        };
        let mut away = filled(others.len(), 0.0)?;
        (0..others.len()).for_each(|i| away[i] = apart(self.sums, [others[i], first]));
        let mut z = filled(others.len(), 0.0)?;
        let (mut fourths, mut absolute) = (0.0, 0.0);
        self.units.for_each(pace, |units| {
            let r = plan.parts[0] * units.shares[0] + plan.parts[1] * units.shares[1];
            for (z, (&k, away)) in z.iter_mut().zip(others.iter().zip(&away)) {
                *z = difference(units.values[k], units.values[first]) + r * away;
            }
            let (mut length, mut by_rate) = (0.0, 0.0);
            for (i, direction) in plan.direction.iter().enumerate() {
                let row = &plan.turn[i * z.len()..][..z.len()];
                let reversed: f64 = row.iter().zip(&z).map(|(t, z)| t * z).sum();
                length += reversed * reversed / units.number;
                by_rate += reversed * direction;
            }
            fourths += length * length / units.number;
            absolute += f64::abs(by_rate);
        })?;
        let statistic = plan.direction.iter().map(|x| x * x).sum();
        Ok(JointDifference {
            statistic,
            fourths,
            rank: plan.direction.len(),
            units: in_effect([absolute, statistic]),
        })
    }
}

/// With z the influences around 0 on the differences D from the first quantity, z = u + r D: T with T'T the
/// generalized inverse of the sum of z z'.
struct JointPlan {
    /// The parts of both classes in r.
    parts: [f64; 2],
    /// T, by rows, one for each dimension that the differences have.
    turn: Vec<f64>,
    /// T D.
    direction: Vec<f64>,
}

fn joint_plan(sums: &UnitSums, shares: &ShareSums) -> Result<JointPlan, Error> {
    let width = sums.values.len();
    let others = width - 1;
    let parts = parts_in_differences(sums)?;
    let of_r = |k: usize| {
        let [negatives, positives] = &shares.with_influences;
        parts[0] * negatives[k] + parts[1] * positives[k]
    };
    let [s00, s01, s11] = shares.squares;
    let r_r =
        parts[0] * parts[0] * s00 + 2.0 * parts[0] * parts[1] * s01 + parts[1] * parts[1] * s11;
    let mut all = filled(sums.negatives.len(), 0.0)?;
    let products = sums.negatives.iter().zip(&sums.positives).zip(&sums.both);
    for (to, ((a, b), both)) in all.iter_mut().zip(products) {
        *to = a + b + both;
    }
    let mut squares = differences_of(&all, width)?;
    let mut away = filled(others, 0.0)?;
    (0..others).for_each(|i| away[i] = apart(sums, [i + 1, 0]));
    for (place, square) in squares.iter_mut().enumerate() {
        let (i, j) = (place / others, place % others);
        let [u_i, u_j] = [i, j].map(|i| of_r(i + 1) - of_r(0));
        *square += u_i * away[j] + u_j * away[i] + r_r * away[i] * away[j];
    }
    let cholesky = Cholesky::factorize(squares, others)?;
    let rank = cholesky.rank();
    let mut turn = filled(rank * others, 0.0)?;
    let mut axis = filled(others, 0.0)?;
    let mut reversed = filled(rank, 0.0)?;
    for i in 0..others {
        axis.fill(0.0);
        axis[i] = 1.0;
        cholesky.whiten(&axis, &mut reversed);
        (0..rank).for_each(|row| turn[row * others + i] = reversed[row]);
    }
    cholesky.whiten(&away, &mut reversed);
    Ok(JointPlan {
        parts,
        turn,
        direction: reversed,
    })
}
