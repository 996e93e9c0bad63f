//! Comparisons whose units another program adds up: what its second pass over them has to know.

use super::difference::{apart, parts_in_difference, parts_in_differences};
use super::wald::differences_of;
use crate::cholesky::Cholesky;
use crate::covariance::UnitSums;
use crate::error::{Argument, Error, Result};
use crate::memory::{filled, push, reserve};

/// Sums over units of their shares s_0 and s_1 in the weights of the classes, and of products with their influences
/// u_k on each quantity.
#[derive(Clone, Copy, Debug)]
pub struct ShareSums<'a> {
    /// The sums of u_k s_0 for each quantity, then those of u_k s_1.
    pub with_influences: [&'a [f64]; 2],
    /// The sums of s_0^2, s_0 s_1 and s_1^2.
    pub squares: [f64; 3],
}

/// The values that a pass over units needs for the sums of a [`Comparison`](super::Comparison).
#[derive(Clone, Debug, PartialEq)]
pub struct ComparisonPlan {
    /// The differences of the pairs, in the order of [`Comparison::pairs`](super::Comparison::pairs).
    pub pairs: Vec<PairPlan>,
    /// All differences from the first quantity at once.
    pub joint: JointPlan,
}

/// A difference D, and the parts of both classes in its variance: r = parts · s is a unit's part of D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairPlan {
    /// D.
    pub difference: f64,
    /// The parts of the negatives and of the positives, which add up to 1.
    pub parts: [f64; 2],
}

/// With z the influences around 0 on the differences D from the first quantity, z = u + r D: T with T'T the
/// generalized inverse of the sum of z z'.
#[derive(Clone, Debug, PartialEq)]
pub struct JointPlan {
    /// The parts of both classes in r.
    pub parts: [f64; 2],
    /// T, by rows, one for each dimension that the differences have.
    pub turn: Vec<f64>,
    /// T D.
    pub direction: Vec<f64>,
}

/// Plans a comparison from the sums of a first pass. O(k^3) for k quantities.
///
/// ```
/// use weighted_roc_core::hypothesis::{plan_comparison, ShareSums};
/// use weighted_roc_core::covariance::UnitSums;
///
/// // Areas of 1 and 1/2 on which nobody has an influence, of two negatives and two positives.
/// let sums = UnitSums {
///     values: vec![1.0, 0.5],
///     negatives: vec![0.0; 4],
///     positives: vec![0.0; 4],
///     both: vec![0.0; 4],
///     freedom: vec![2.0; 2],
///     numbers: [2.0; 2],
///     units: [2.0, 2.0, 4.0],
///     effective: [2.0; 2],
///     of_units: [2.0, 2.0],
/// };
/// let shares = ShareSums {
///     with_influences: [&[0.0; 2]; 2],
///     squares: [0.5, 0.0, 0.5],
/// };
/// let plan = plan_comparison(&sums, &shares)?;
/// assert_eq!((plan.pairs[0].difference, plan.pairs[0].parts), (0.5, [0.5; 2]));
/// assert_eq!(plan.joint.direction.iter().map(|x| x * x).sum::<f64>().round(), 4.0);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Empty`] for fewer than two quantities, [`Error::Length`] for sums of another number, [`Error::Memory`].
pub fn plan_comparison(sums: &UnitSums, shares: &ShareSums<'_>) -> Result<ComparisonPlan> {
    let width = sums.values.len();
    if width < 2 {
        return Err(Error::Empty);
    }
    sums.check_lengths()?;
    if let Some(column) = shares.with_influences.iter().find(|of| of.len() != width) {
        return Err(Error::Length {
            argument: Argument::Covariance,
            length: column.len(),
            expected: width,
        });
    }
    let mut pairs = reserve(width * (width - 1) / 2)?;
    for k in 0..width {
        for l in k + 1..width {
            let plan = PairPlan {
                difference: apart(sums, [k, l]),
                parts: parts_in_difference(sums, [k, l]),
            };
            push(&mut pairs, plan)?;
        }
    }
    Ok(ComparisonPlan {
        pairs,
        joint: joint_plan(sums, shares)?,
    })
}

pub(super) fn joint_plan(sums: &UnitSums, shares: &ShareSums<'_>) -> Result<JointPlan> {
    let width = sums.values.len();
    let others = width - 1;
    let parts = parts_in_differences(sums)?;
    let of_r = |k: usize| {
        let [negatives, positives] = shares.with_influences;
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
