//! How the areas of several scores of the same observations vary together.

use super::influence::influence;
use crate::error::Error;
use crate::memory::reserve;
use crate::observations::Observations;
use crate::options::Options;

/// Areas, and sums over clusters of products of their influences.
///
/// With a_c and b_c the sums of the influences of the negatives and of the positives of cluster c,
/// the matrices hold, for each pair of scores (k, l), column by column, the sums over c of
/// a_ck a_cl, of b_ck b_cl, and of a_ck b_cl + b_ck a_cl.
#[derive(Clone, Debug, PartialEq)]
pub struct JointSpread {
    /// The area of each score.
    pub areas: Vec<f64>,
    /// Of the negatives.
    pub negatives: Vec<f64>,
    /// Of the positives.
    pub positives: Vec<f64>,
    /// Of both in the same cluster.
    pub both: Vec<f64>,
    /// The sums over the negatives and over the positives of such products divided by the share of
    /// the observation, as [`Spread::by_count`](super::influence::Spread::by_count).
    pub by_count: [Vec<f64>; 2],
    /// The numbers of negatives and positives of positive weight.
    pub numbers: [usize; 2],
    /// Their weights.
    pub weights: [f64; 2],
    /// The numbers of clusters with negatives, with positives, and with any of them.
    pub clusters: [usize; 3],
}

/// The joint spread of scores, whose labels and weights are the same. A cluster is a number below
/// `clusters.1`; without clusters each observation is one. O(k n log n) time at worst for k scores,
/// 8 (2 k + 4) bytes an observation.
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new), with the index of the score.
pub fn joint_spread(
    scores: &[Observations<'_>],
    clusters: Option<(&[i32], usize)>,
    mut options: Options<'_>,
) -> Result<JointSpread, (usize, Error)> {
    let influences = scores
        .iter()
        .enumerate()
        .map(|(i, score)| influence(score, options.again()).map_err(|error| (i, error)))
        .collect::<Result<Vec<_>, _>>()?;
    let shares = &influences[0].shares;
    let number = clusters.map_or(shares.len(), |(_, number)| number);
    let cluster_of = |i: usize| clusters.map_or(i, |(codes, _)| codes[i] as usize);

    let scores = influences.len();
    let width = 2 * scores;
    let mut sums = reserve(number * width).map_err(|error| (0, error))?;
    sums.resize(number * width, 0.0);
    let mut present = reserve(number).map_err(|error| (0, error))?;
    present.resize(number, [false; 2]);
    let mut numbers = [0; 2];
    let mut by_count = [vec![0.0; scores * scores], vec![0.0; scores * scores]];
    for (i, &share) in shares
        .iter()
        .enumerate()
        .filter(|(_, share)| **share != 0.0)
    {
        let (class, cluster) = (usize::from(share > 0.0), cluster_of(i));
        numbers[class] += 1;
        present[cluster][class] = true;
        for (k, influence) in influences.iter().enumerate() {
            sums[cluster * width + class * scores + k] += influence.values[i];
            for (l, other) in influences.iter().enumerate() {
                by_count[class][k * scores + l] +=
                    influence.values[i] * (other.values[i] / share.abs());
            }
        }
    }

    let products = |product: &dyn Fn([f64; 2], [f64; 2]) -> f64| {
        let mut matrix = vec![0.0; scores * scores];
        for sums in sums.chunks(width) {
            for k in 0..scores {
                for l in 0..scores {
                    matrix[k * scores + l] +=
                        product([sums[k], sums[scores + k]], [sums[l], sums[scores + l]]);
                }
            }
        }
        matrix
    };
    let with = |holds: &dyn Fn(&[bool; 2]) -> bool| present.iter().filter(|p| holds(p)).count();
    Ok(JointSpread {
        areas: influences.iter().map(|influence| influence.area).collect(),
        negatives: products(&|k, l| k[0] * l[0]),
        positives: products(&|k, l| k[1] * l[1]),
        both: products(&|k, l| k[0] * l[1] + k[1] * l[0]),
        by_count,
        numbers,
        weights: influences[0].weights,
        clusters: [with(&|p| p[0]), with(&|p| p[1]), with(&|p| p[0] || p[1])],
    })
}
