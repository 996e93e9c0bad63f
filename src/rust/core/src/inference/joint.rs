//! How the areas of several scores of the same observations vary together.

use super::clusters::check_clusters;
use super::effective::effective_in_clusters;
use super::freedom::freedom;
use super::quantities::visit_influences;
use super::quantity::Quantity;
use super::spread::Unit;
use super::units::{Units, UnitsOfScores};
use crate::error::{Argument, Error};
use crate::memory::filled;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{check, Pace, Poll};

/// Areas, and sums over units of products of their influences. Units are clusters, or what
/// [`Unit`] says.
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
    /// The effective degrees of freedom of the variance of each area, see
    /// [`Spread::freedom`](super::Spread::freedom).
    pub freedom: Vec<f64>,
    /// The numbers of negatives and positives of positive weight.
    pub numbers: [usize; 2],
    /// The numbers of units with negatives, with positives, and with any of them.
    pub units: [f64; 3],
    /// Kish's effective numbers of both classes, see
    /// [`Spread::effective`](super::Spread::effective). With clusters the geometric mean of that of the
    /// observations, which holds when those of a cluster do not depend on each other, and that of the
    /// clusters, whose weights are sums, which holds when they are all alike.
    pub effective: [f64; 2],
}

/// The joint spread of scores, whose labels and weights are the same. A cluster is a number below
/// `clusters.1`, and its observations are one unit; of them `unit` says only how many they are.
///
/// For k scores O(k n log n + k^2 n) time at worst, and 8 (k + 5) bytes an observation, 16 a
/// cluster, 24 a pair of scores.
///
/// ```
/// use weighted_roc_core::inference::{joint_spread, Unit};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let of = |scores| Observations {
///     scores: Scores::F64(scores),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let scores = [of(&[1.0, 2.0, 3.0, 4.0]), of(&[1.0, 4.0, 2.0, 3.0])];
/// let patients = [0, 0, 1, 1];
/// let clusters = Some((&patients[..], 2));
/// let found = joint_spread(&scores, Unit::Row, clusters, Options::new(&mut || false))
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
    unit: Unit,
    clusters: Option<(&[i32], usize)>,
    options: Options<'_>,
) -> Result<JointSpread, (usize, Error)> {
    quantity_spread(scores, &[Quantity::Area], unit, clusters, options)
}

/// As [`joint_spread`] of quantities: all of them for the first score, then for the second one, and so
/// on; `areas` are the quantities then. Where a quantity is NaN, so is all that it is a part of.
///
/// # Errors
/// As [`joint_spread`], and those of [`Quantity`].
pub fn quantity_spread(
    scores: &[Observations<'_>],
    quantities: &[Quantity],
    unit: Unit,
    clusters: Option<(&[i32], usize)>,
    options: Options<'_>,
) -> Result<JointSpread, (usize, Error)> {
    Joint::new(scores, quantities, unit, clusters, options).map(|joint| joint.spread)
}

/// The number of observations, the same for each score.
pub(crate) fn check_lengths(scores: &[Observations<'_>]) -> Result<usize, (usize, Error)> {
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

/// A joint spread, and the units that it is of.
pub(crate) struct Joint {
    pub spread: JointSpread,
    pub units: UnitsOfScores,
}

impl Joint {
    pub fn new(
        scores: &[Observations<'_>],
        quantities: &[Quantity],
        unit: Unit,
        clusters: Option<(&[i32], usize)>,
        mut options: Options<'_>,
    ) -> Result<Joint, (usize, Error)> {
        let observations = check_lengths(scores)?;
        let of_first = |error| (0, error);
        if let Some((codes, number)) = clusters {
            check_clusters(codes, number, observations, options.poll).map_err(of_first)?;
        }
        let width = scores.len().saturating_mul(quantities.len());
        let mut joint = Joint::blank(width, observations).map_err(of_first)?;
        for (k, score) in scores.iter().enumerate() {
            joint
                .add(k, score, (quantities, unit), options.again())
                .map_err(|error| (k, error))?;
        }
        joint.finish(unit, clusters, options.poll)?;
        Ok(joint)
    }

    /// From the influences of the observations to those of the units, and to sums over these.
    pub fn finish(
        &mut self,
        unit: Unit,
        clusters: Option<(&[i32], usize)>,
        poll: Poll<'_>,
    ) -> Result<(), (usize, Error)> {
        let mut pace = Pace::new(poll);
        match clusters {
            None => self.add_observations(unit, &mut pace),
            Some((codes, number)) => self.add_clusters(unit, codes, number, &mut pace),
        }
        .and_then(|()| self.add_freedom(&mut pace))
        .map_err(|error| (0, error))
    }

    /// All that there must be room for, before any work is done.
    pub fn blank(width: usize, observations: usize) -> Result<Joint, Error> {
        let matrix = || filled(width.saturating_mul(width), 0.0);
        Ok(Joint {
            spread: JointSpread {
                negatives: matrix()?,
                positives: matrix()?,
                both: matrix()?,
                freedom: filled(width, 0.0)?,
                areas: filled(width, 0.0)?,
                numbers: [0; 2],
                units: [0.0; 3],
                effective: [0.0; 2],
            },
            units: UnitsOfScores::blank(width, observations)?,
        })
    }

    /// Adds the influences on the quantities of score k.
    fn add(
        &mut self,
        k: usize,
        score: &Observations<'_>,
        (quantities, unit): (&[Quantity], Unit),
        mut options: Options<'_>,
    ) -> Result<(), Error> {
        check(options.poll)?;
        let first = k * quantities.len();
        let units = &mut self.units;
        let values = &mut self.spread.areas[first..][..quantities.len()];
        let whole = visit_influences(
            score,
            quantities,
            unit,
            values,
            options.again(),
            |position, quantity, value, share| units.set(position, first + quantity, value, share),
        )?;
        self.spread.numbers = whole.numbers;
        units.weights = whole.weights;
        Ok(())
    }

    fn add_observations(&mut self, unit: Unit, pace: &mut Pace<'_>) -> Result<(), Error> {
        self.units.unit = unit;
        let spread = &mut self.spread;
        let mut of_one = filled(spread.areas.len(), 0.0)?;
        for Units {
            values,
            shares,
            number,
        } in self.units.iter()
        {
            for (of_one, value) in of_one.iter_mut().zip(values) {
                *of_one = value / number;
            }
            let matrix = match shares[1] > 0.0 {
                true => &mut spread.positives,
                false => &mut spread.negatives,
            };
            add_products(matrix, values, &of_one, pace)?;
        }
        let [negatives, positives] = match unit {
            Unit::Row => spread.numbers.map(|number| number as f64),
            Unit::Count => self.units.weights,
        };
        spread.units = [negatives, positives, negatives + positives];
        self.spread.effective = self.effective_without_clusters(unit);
        Ok(())
    }

    fn effective_without_clusters(&self, unit: Unit) -> [f64; 2] {
        match unit {
            Unit::Row => self.units.shares_squared().map(|sum| 1.0 / sum),
            Unit::Count => self.units.weights,
        }
    }

    fn add_clusters(
        &mut self,
        unit: Unit,
        codes: &[i32],
        number: usize,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let effective = self.effective_without_clusters(unit);
        let firsts = self.units.gather_classes(codes, number, pace)?;
        let of_clusters = self.units.shares_squared();
        self.spread.effective =
            [0, 1].map(|class| effective_in_clusters(effective[class], of_clusters[class]));
        for firsts in firsts {
            let firsts = firsts.map(|first| first.checked_sub(1));
            self.add_cluster(firsts, pace)?;
            self.units.gather_cluster(firsts);
        }
        add_mirrored(&mut self.spread.both, self.spread.areas.len(), pace)
    }

    /// The products of a cluster, by the observations that have the sums of its negatives and of its
    /// positives.
    fn add_cluster(
        &mut self,
        firsts: [Option<usize>; 2],
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let [negatives, positives] = firsts.map(|first| Some(self.units.values(first?)));
        let spread = &mut self.spread;
        let present = [negatives, positives].map(|class| f64::from(u8::from(class.is_some())));
        spread.units[0] += present[0];
        spread.units[1] += present[1];
        spread.units[2] += present[0].max(present[1]);
        if let Some(negatives) = negatives {
            add_products(&mut spread.negatives, negatives, negatives, pace)?;
        }
        if let Some(positives) = positives {
            add_products(&mut spread.positives, positives, positives, pace)?;
        }
        if let (Some(negatives), Some(positives)) = (negatives, positives) {
            add_products(&mut spread.both, negatives, positives, pace)?;
        }
        pace.step()
    }

    fn add_freedom(&mut self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let number = self.spread.units[2];
        let mut fourths = filled(self.spread.areas.len(), 0.0)?;
        let squares = &mut self.spread.freedom;
        for units in self.units.iter() {
            pace.steps(units.values.len())?;
            let sums = squares.iter_mut().zip(&mut fourths);
            for ((squares, fourths), value) in sums.zip(units.values) {
                let square = value * value / units.number;
                *squares += square;
                *fourths += square * square / units.number;
            }
        }
        for (squares, fourths) in squares.iter_mut().zip(fourths) {
            *squares = freedom(*squares, fourths, number);
        }
        Ok(())
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
        for scores in [1 << 30, 1 << (usize::BITS * 5 / 8)] {
            let found = Joint::blank(scores, 4).map(drop);
            let bytes = (8 * scores as u128 * scores as u128).min(usize::MAX as u128) as usize;
            assert!(
                matches!(found, Err(Error::Memory { .. })),
                "{found:?} {bytes}"
            );
        }
    }
}
