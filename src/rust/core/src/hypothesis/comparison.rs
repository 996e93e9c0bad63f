//! Tests whether the AUCs of several scores of the same observations are equal.
//!
//! When they are, swapping two scores of a unit changes nothing but the sign of its influence on
//! the difference. So the influences are laid around a difference of 0, not around the one that was
//! found, and what they give is measured by what random signs would make of them.

use super::sets::{are_few, chosen, members_of, sets_of, sums_of};
use super::wald::differences_of;
use crate::cholesky::Cholesky;
use crate::error::Error;
use crate::inference::joint::Joint;
use crate::inference::units::{Units, UnitsOfScores};
use crate::inference::{Spread, SpreadRequest, UnitSums};
use crate::memory::{collect, filled, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;
use crate::rounding::difference;

/// Areas, how they vary together, and what there is to test of their differences.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// How the areas vary.
    pub spread: Spread,
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
}

/// The difference of two areas, D, in terms of units: u is the influence of a unit on it, and r the
/// unit's part of what D would be when the areas are equal, so that u + r D are influences around
/// 0 that sum to D. r is the unit's share of the weight of its class, times the class's share of the
/// variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// D, the first area less the second.
    pub difference: f64,
    /// The sums of u^2, u r and r^2.
    pub squares: [f64; 3],
    /// The sums of u^4, u^3 r, u^2 r^2, u r^3 and r^4.
    pub fourths: [f64; 5],
    /// How many units there are in effect: the square of the sum of |u + r D|, divided by that of
    /// (u + r D)^2.
    pub units: f64,
}

/// The differences D of all areas from the first, in terms of the influences z of units around 0,
/// which sum to D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointDifference {
    /// D' M^- D, where M is the sum of z z'. Random signs of z would make it the rank on average.
    pub statistic: f64,
    /// The sum of (z' M^- z)^2: how far random signs stay behind a normal distribution.
    pub fourths: f64,
    /// The rank of M.
    pub rank: usize,
    /// How many units there are in effect, as [`Difference::units`], along the direction M^- D.
    pub units: f64,
}

/// Compares a quantity of each of several scores, whose labels and weights are the same, see
/// [`spread`](crate::inference::spread).
///
/// For k scores O(k n log n + k^2 n) time at worst, and 8 (k + 5) bytes an observation, 16 a
/// cluster, 108 a pair of scores.
///
/// ```
/// use weighted_roc_core::hypothesis::compare_scores;
/// use weighted_roc_core::inference::SpreadRequest;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let of = |scores| Observations {
///     scores: Scores::F64(scores),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let scores = [of(&[1.0, 3.0, 2.0, 4.0]), of(&[0.0; 4])];
/// let found = compare_scores(&scores, &SpreadRequest::default(), Options::new(&mut || false))?;
/// // Nobody has an influence on areas of 1 and of 1/2: all that is left is 1/8 of each unit.
/// let pair = found.pairs[0];
/// assert_eq!((pair.difference, pair.squares), (0.5, [0.0, 0.0, 0.25]));
/// assert_eq!(pair.units, 4.0);
/// assert_eq!((found.joint.statistic, found.joint.rank), (4.0, 1));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`spread`](crate::inference::spread).
pub fn compare_scores(
    scores: &[Observations<'_>],
    request: &SpreadRequest<'_>,
    mut options: Options<'_>,
) -> Result<Comparison, Error> {
    compare(
        Joint::new(scores, request, options.again())?,
        request,
        options,
    )
}

/// Compares quantities whose influences are known.
pub(crate) fn compare(
    joint: Joint,
    request: &SpreadRequest<'_>,
    options: Options<'_>,
) -> Result<Comparison, Error> {
    let mut pace = Pace::new(options.poll);
    let compared = |pace: &mut Pace<'_>| {
        let joints = Joints {
            sums: &joint.sums,
            units: &joint.units,
            shares: ShareSums::of(&joint.units, pace)?,
        };
        Ok(Comparison {
            spread: joint.spread(request.estimator, pace)?,
            pairs: pairs_of(&joint.sums, &joint.units, pace)?,
            joint: joints.of_all(pace)?,
            sets: if request.sets && are_few(joint.sums.values.len()) {
                joints.of_each_set(pace)?
            } else {
                Vec::new()
            },
        })
    };
    compared(&mut pace).map_err(|error: Error| error.of_score(0))
}

fn pairs_of(
    sums: &UnitSums,
    units: &UnitsOfScores,
    pace: &mut Pace<'_>,
) -> Result<Vec<Difference>, Error> {
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
    units: &UnitsOfScores,
    [k, l]: [usize; 2],
    pace: &mut Pace<'_>,
) -> Result<Difference, Error> {
    let parts = parts_in_difference(sums, [k, l]);
    let apart = apart(sums, [k, l]);
    let (mut squares, mut fourths) = ([0.0; 3], [0.0; 5]);
    let (mut absolute, mut around_zero) = (0.0, 0.0);
    for Units {
        values,
        shares,
        number,
    } in units.iter()
    {
        pace.step()?;
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
    }
    Ok(Difference {
        difference: apart,
        squares,
        fourths,
        units: in_effect(absolute, around_zero),
    })
}

fn apart(sums: &UnitSums, [k, l]: [usize; 2]) -> f64 {
    difference(sums.values[k], sums.values[l])
}

/// The parts of both classes in the variance of a difference.
fn parts_in_difference(sums: &UnitSums, [k, l]: [usize; 2]) -> [f64; 2] {
    let width = sums.values.len();
    let variance = |matrix: &[f64]| {
        let own = matrix[k * width + k] + matrix[l * width + l];
        difference(own, 2.0 * matrix[k * width + l])
    };
    parts_of_classes(
        [variance(&sums.negatives), variance(&sums.positives)],
        sums.effective,
    )
}

/// Returns the parts of the classes in all differences.
fn parts_in_differences(sums: &UnitSums) -> Result<[f64; 2], Error> {
    Ok(parts_of_classes(variances_between(sums)?, sums.effective))
}

/// The parts of the negatives and of the positives in a variance. Where a few weights dominate a class, it is next to
/// one observation with its own placement, and varies by nearly nothing: what varies in a class is drawn to what an
/// observation of equal weight varies by on the average of both, which counts as many observations as [`MODEL`] says.
pub(crate) fn parts_of_classes(variances: [f64; 2], effective: [f64; 2]) -> [f64; 2] {
    let freedom = effective.map(|number| (number - 1.0).max(0.0));
    let of_one = [0, 1].map(|class: usize| variances[class].max(0.0) * effective[class]);
    let all = freedom[0] + freedom[1];
    let average = (freedom[0] * of_one[0] + freedom[1] * of_one[1]) / all;
    let parts = [0, 1].map(|class: usize| {
        let drawn = if average > 0.0 {
            (freedom[class] * of_one[class] + MODEL * average) / (freedom[class] + MODEL)
        } else {
            1.0
        };
        drawn / effective[class]
    });
    parts.map(|part| part / (parts[0] + parts[1]))
}

const MODEL: f64 = 1.0;

/// How many units there are in effect, by the sums of their absolute values and of their squares.
fn in_effect(absolute: f64, squares: f64) -> f64 {
    if squares > 0.0 {
        absolute * absolute / squares
    } else {
        0.0
    }
}

/// Sums over units of their shares s_0 and s_1 in the weights of the classes, and of products with their influences
/// u_k on each quantity.
struct ShareSums {
    /// The sums of u_k s_0 for each quantity, then those of u_k s_1.
    with_influences: [Vec<f64>; 2],
    /// The sums of s_0^2, s_0 s_1 and s_1^2.
    squares: [f64; 3],
}

impl ShareSums {
    fn of(units: &UnitsOfScores, pace: &mut Pace<'_>) -> Result<ShareSums, Error> {
        let blank = || filled(units.width(), 0.0);
        let mut sums = ShareSums {
            with_influences: [blank()?, blank()?],
            squares: [0.0; 3],
        };
        for Units {
            values,
            shares,
            number,
        } in units.iter()
        {
            pace.steps(values.len())?;
            let of_one = shares.map(|share| share / number);
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
        }
        Ok(sums)
    }

    fn of_set(&self, set: &[usize]) -> Result<ShareSums, Error> {
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
    units: &'a UnitsOfScores,
    shares: ShareSums,
}

impl Joints<'_> {
    fn of_all(&self, pace: &mut Pace<'_>) -> Result<JointDifference, Error> {
        let all = collect(0..self.sums.values.len())?;
        let plan = joint_plan(self.sums, &self.shares)?;
        self.planned(&all, &plan, pace)
    }

    fn of_each_set(&self, pace: &mut Pace<'_>) -> Result<Vec<JointDifference>, Error> {
        let sets = sets_of(self.sums.values.len());
        let mut found = reserve(sets.len())?;
        for set in sets {
            let members = members_of(set, self.sums.values.len())?;
            let joint = if members.len() > 2 {
                let sums = sums_of(self.sums, &members)?;
                let plan = joint_plan(&sums, &self.shares.of_set(&members)?)?;
                self.planned(&members, &plan, pace)?
            } else {
                JointDifference {
                    statistic: 0.0,
                    fourths: 0.0,
                    rank: 0,
                    units: 0.0,
                }
            };
            push(&mut found, joint)?;
        }
        Ok(found)
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
        for units in self.units.iter() {
            pace.steps(set.len() * set.len())?;
            let r = plan.parts[0] * units.shares[0] + plan.parts[1] * units.shares[1];
            for (z, (&k, away)) in z.iter_mut().zip(others.iter().zip(&away)) {
                *z = difference(units.values[k], units.values[first]) + r * away;
            }
            let (mut length, mut along) = (0.0, 0.0);
            for (i, direction) in plan.direction.iter().enumerate() {
                let row = &plan.turn[i * z.len()..][..z.len()];
                let turned: f64 = row.iter().zip(&z).map(|(t, z)| t * z).sum();
                length += turned * turned / units.number;
                along += turned * direction;
            }
            fourths += length * length / units.number;
            absolute += f64::abs(along);
        }
        let statistic = plan.direction.iter().map(|x| x * x).sum();
        Ok(JointDifference {
            statistic,
            fourths,
            rank: plan.direction.len(),
            units: in_effect(absolute, statistic),
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
    let cholesky = Cholesky::of(squares, others)?;
    let rank = cholesky.rank();
    let mut turn = filled(rank * others, 0.0)?;
    let mut axis = filled(others, 0.0)?;
    let mut turned = filled(rank, 0.0)?;
    for i in 0..others {
        axis.fill(0.0);
        axis[i] = 1.0;
        cholesky.whiten(&axis, &mut turned);
        (0..rank).for_each(|row| turn[row * others + i] = turned[row]);
    }
    cholesky.whiten(&away, &mut turned);
    Ok(JointPlan {
        parts,
        turn,
        direction: turned,
    })
}

/// With S the matrix of the differences from the first score, S_c the part that class c has in it: the
/// traces of S^- S_c, or zeros where nothing varies. Unlike sums of variances they depend neither on
/// which differences are taken nor on copies among the scores.
fn variances_between(sums: &UnitSums) -> Result<[f64; 2], Error> {
    let width = sums.values.len();
    let negatives = differences_of(&sums.negatives, width)?;
    let positives = differences_of(&sums.positives, width)?;
    let mut both = filled(negatives.len(), 0.0)?;
    let classes = negatives.iter().zip(&positives);
    both.iter_mut()
        .zip(classes)
        .for_each(|(sum, (a, b))| *sum = a + b);
    let diagonal = both.iter().step_by(width);
    if diagonal.sum::<f64>() <= 0.0 {
        return Ok([0.0; 2]);
    }
    let cholesky = Cholesky::of(both, width - 1)?;
    Ok([
        cholesky.trace_of(&negatives)?,
        cholesky.trace_of(&positives)?,
    ])
}

#[cfg(test)]
mod tests {
    use super::parts_of_classes;

    #[test]
    fn a_class_has_the_part_of_its_variance_and_of_the_average() {
        // 4 of 5 degrees of freedom, and 1 of the average, 2.
        assert_eq!(parts_of_classes([1.0, 3.0], [5.0, 5.0]), [0.3, 0.7]);
        assert_eq!(parts_of_classes([0.0, 4.0], [5.0, 5.0]), [0.1, 0.9]);
        assert_eq!(parts_of_classes([-1e-30, 4.0], [5.0, 5.0]), [0.1, 0.9]);
        // With many observations nearly all of the variance is that of single observations.
        let [negatives, _] = parts_of_classes([1.0, 3.0], [1e9, 1e9]);
        assert!((negatives - 0.25).abs() < 1e-8);
    }

    #[test]
    fn a_class_that_is_one_observation_has_the_average() {
        let [negatives, positives] = parts_of_classes([1e-3, 0.0], [100.0, 1.0]);
        assert!((positives / negatives - 100.0).abs() < 1e-9);
        assert_eq!(parts_of_classes([1.0, 1.0], [1.0, 1.0]), [0.5, 0.5]);
    }

    #[test]
    fn where_nothing_varies_a_class_has_the_part_that_its_number_gives() {
        assert_eq!(parts_of_classes([0.0, 0.0], [8.0, 2.0]), [0.2, 0.8]);
    }
}
