//! How the areas of several scores of the same observations vary together.

use super::clusters::check_clusters;
use super::influence::influences;
use crate::error::{Argument, Error};
use crate::memory::filled;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{check, Pace, Poll};

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
    /// the observation, as [`Spread::by_count`](super::Spread::by_count).
    pub by_count: [Vec<f64>; 2],
    /// The numbers of negatives and positives of positive weight.
    pub numbers: [usize; 2],
    /// Their weights.
    pub weights: [f64; 2],
    /// The numbers of clusters with negatives, with positives, and with any of them.
    pub clusters: [usize; 3],
}

/// The joint spread of scores, whose labels and weights are the same. A cluster is a number below
/// `clusters.1`; without clusters each observation is one.
///
/// For k scores O(k n log n + k^2 n) time at worst, and 8 (k + 4) bytes an observation, 16 a
/// cluster, 40 a pair of scores.
///
/// ```
/// use weighted_roc_core::inference::joint_spread;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let of = |scores| Observations {
///     scores: Scores::F64(scores),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let scores = [of(&[1.0, 2.0, 3.0, 4.0]), of(&[1.0, 4.0, 2.0, 3.0])];
/// let patients = [0, 0, 1, 1];
/// let found = joint_spread(&scores, Some((&patients, 2)), Options::new(&mut || false))
///     .map_err(|(_, error)| error)?;
/// assert_eq!(found.areas, [0.75, 1.0]);
/// // Nothing varies when the positives beat all negatives.
/// assert_eq!(found.positives, [1.0 / 32.0, 0.0, 0.0, 0.0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new), with the index of the score;
/// [`Error::Empty`] when there are no scores, [`Error::Length`] for a score of more or fewer
/// observations than the first or as many clusters, [`Error::Cluster`].
pub fn joint_spread(
    scores: &[Observations<'_>],
    clusters: Option<(&[i32], usize)>,
    mut options: Options<'_>,
) -> Result<JointSpread, (usize, Error)> {
    let observations = check_lengths(scores)?;
    if let Some((codes, number)) = clusters {
        check_clusters(codes, number, observations, options.poll).map_err(|error| (0, error))?;
    }
    let mut joint = Joint::blank(scores.len(), observations).map_err(|error| (0, error))?;
    for (k, score) in scores.iter().enumerate() {
        joint
            .add(k, score, options.again())
            .map_err(|error| (k, error))?;
    }
    joint
        .spread(clusters, options.poll)
        .map_err(|error| (0, error))
}

/// The number of observations, the same for each score.
fn check_lengths(scores: &[Observations<'_>]) -> Result<usize, (usize, Error)> {
    let expected = scores.first().ok_or((0, Error::Empty))?.labels.len();
    let mut lengths = scores.iter().map(|score| score.labels.len());
    match lengths.position(|length| length != expected) {
        None => Ok(expected),
        Some(other) => Err((
            other,
            Error::Length {
                argument: Argument::Labels,
                length: scores[other].labels.len(),
                expected,
            },
        )),
    }
}

/// A joint spread in the making.
struct Joint {
    spread: JointSpread,
    /// The influence of each observation on the area of each score, one observation after the
    /// other.
    values: Vec<f64>,
    /// The weight of each observation divided by that of its class; minus for negatives.
    shares: Vec<f64>,
    /// The number of scores.
    width: usize,
}

impl Joint {
    /// All that there must be room for, before any work is done.
    fn blank(width: usize, observations: usize) -> Result<Joint, Error> {
        let matrix = || filled(width.saturating_mul(width), 0.0);
        let by_count = [matrix()?, matrix()?];
        Ok(Joint {
            spread: JointSpread {
                negatives: matrix()?,
                positives: matrix()?,
                both: matrix()?,
                by_count,
                areas: filled(width, 0.0)?,
                numbers: [0; 2],
                weights: [0.0; 2],
                clusters: [0; 3],
            },
            values: filled(observations.saturating_mul(width), 0.0)?,
            shares: filled(observations, 0.0)?,
            width,
        })
    }

    /// Adds the influences on the area of score k.
    fn add(
        &mut self,
        k: usize,
        score: &Observations<'_>,
        mut options: Options<'_>,
    ) -> Result<(), Error> {
        check(options.poll)?;
        let whole = influences(score, options.again(), |position, value, share| {
            self.values[position * self.width + k] = value;
            self.shares[position] = share;
        })?;
        self.spread.areas[k] = whole.area;
        self.spread.weights = whole.weights;
        self.spread.numbers = whole.numbers;
        Ok(())
    }

    fn spread(
        mut self,
        clusters: Option<(&[i32], usize)>,
        poll: Poll<'_>,
    ) -> Result<JointSpread, Error> {
        let mut pace = Pace::new(poll);
        match clusters {
            None => {
                self.add_observations(true, &mut pace)?;
                let [negatives, positives] = self.spread.numbers;
                self.spread.clusters = [negatives, positives, negatives + positives];
            }
            Some((codes, number)) => {
                self.add_observations(false, &mut pace)?;
                self.add_clusters(codes, number, &mut pace)?;
            }
        }
        Ok(self.spread)
    }

    /// Adds the products by count, and the others, too, when each observation is a cluster.
    fn add_observations(&mut self, as_clusters: bool, pace: &mut Pace<'_>) -> Result<(), Error> {
        let JointSpread {
            negatives,
            positives,
            by_count,
            ..
        } = &mut self.spread;
        let of_class = [negatives, positives];
        let mut by_share = filled(self.width, 0.0)?;
        let rows = self.values.chunks_exact(self.width);
        for (values, &share) in rows.zip(&self.shares).filter(|(_, share)| **share != 0.0) {
            let class = usize::from(share > 0.0);
            for (quotient, value) in by_share.iter_mut().zip(values) {
                *quotient = value / share.abs();
            }
            add_products(&mut by_count[class], values, &by_share, pace)?;
            if as_clusters {
                add_products(of_class[class], values, values, pace)?;
            }
        }
        Ok(())
    }

    /// Adds the products of the sums of clusters, which are gathered where the influences of the
    /// first of each cluster and class stood.
    fn add_clusters(
        &mut self,
        codes: &[i32],
        number: usize,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let width = self.width;
        // Positions, counted from 1.
        let mut firsts = filled(number, [0usize; 2])?;
        for (i, &share) in self.shares.iter().enumerate() {
            if share == 0.0 {
                continue;
            }
            pace.steps(width)?;
            let first = &mut firsts[codes[i] as usize][usize::from(share > 0.0)];
            match first.checked_sub(1) {
                None => *first = i + 1,
                Some(first) => {
                    let (before, from) = self.values.split_at_mut(i * width);
                    let sums = &mut before[first * width..][..width];
                    for (sum, value) in sums.iter_mut().zip(from) {
                        *sum += *value;
                    }
                }
            }
        }
        let sums = |first: usize| Some(&self.values[first.checked_sub(1)? * width..][..width]);
        let spread = &mut self.spread;
        for [negatives, positives] in firsts {
            pace.step()?;
            let (negatives, positives) = (sums(negatives), sums(positives));
            let present = [negatives.is_some(), positives.is_some()];
            spread.clusters[0] += usize::from(present[0]);
            spread.clusters[1] += usize::from(present[1]);
            spread.clusters[2] += usize::from(present[0] || present[1]);
            if let Some(negatives) = negatives {
                add_products(&mut spread.negatives, negatives, negatives, pace)?;
            }
            if let Some(positives) = positives {
                add_products(&mut spread.positives, positives, positives, pace)?;
            }
            if let (Some(negatives), Some(positives)) = (negatives, positives) {
                add_products(&mut spread.both, negatives, positives, pace)?;
            }
        }
        add_mirrored(&mut spread.both, width, pace)
    }
}

/// Adds to a square matrix what it is when rows and columns are swapped.
fn add_mirrored(matrix: &mut [f64], width: usize, pace: &mut Pace<'_>) -> Result<(), Error> {
    for k in 0..width {
        pace.steps(k + 1)?;
        for l in 0..=k {
            let sum = matrix[k * width + l] + matrix[l * width + k];
            matrix[k * width + l] = sum;
            matrix[l * width + k] = sum;
        }
    }
    Ok(())
}

/// Adds to a matrix the products of each of `a` with each of `b`.
fn add_products(
    matrix: &mut [f64],
    a: &[f64],
    b: &[f64],
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    for (row, a) in matrix.chunks_exact_mut(b.len()).zip(a) {
        pace.steps(b.len())?;
        for (sum, b) in row.iter_mut().zip(b) {
            *sum += a * b;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_pairs_of_scores_than_there_is_memory_for_are_an_error() {
        for scores in [1 << 30, 1 << 40] {
            let found = Joint::blank(scores, 4).map(drop);
            let bytes = (8 * scores as u128 * scores as u128).min(usize::MAX as u128) as usize;
            assert!(
                matches!(found, Err(Error::Memory { .. })),
                "{found:?} {bytes}"
            );
        }
    }
}
