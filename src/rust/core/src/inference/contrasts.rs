//! The greatest of all standardized differences of pairs, along directions.

use crate::error::Error;
use crate::memory::{filled, push, reserve};
use crate::poll::{Pace, Poll};

/// Pairs of points in space, and how far apart they are: points are estimates, as linear functions of
/// independent normal variables.
///
/// Along a direction d each point x is at x'd. A pair's standardized difference is |x'd - y'd| over
/// the distance of x and y. O(points dimensions + pairs) time a direction: points are projected, pairs
/// are not.
///
/// ```
/// use weighted_roc_core::inference::Contrasts;
///
/// let points = [0.0, 3.0, 0.0, /* their second coordinates: */ 0.0, 0.0, 4.0];
/// let mut poll = || false;
/// let pairs = Contrasts::new(&points, 3, [&[1, 1], &[2, 3]], &mut poll)?;
/// assert_eq!(pairs.lengths(), [3.0, 4.0]);
/// // One direction, half way between the axes.
/// let half = 0.5f64.sqrt();
/// assert_eq!(pairs.farthest(&[half, half], 0.0, &mut poll)?, [half]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Contrasts<'a> {
    /// The first coordinates of all points, then the second ones.
    points: &'a [f64],
    number: usize,
    /// Both points of each pair, counted from 1.
    pairs: [&'a [i32]; 2],
    lengths: Vec<f64>,
}

impl<'a> Contrasts<'a> {
    /// A number of points, and pairs of them, counted from 1.
    ///
    /// # Errors
    /// [`Error::Memory`] and [`Error::Interrupted`].
    ///
    /// # Panics
    /// For a pair of points that are not there, or that lacks one.
    pub fn new(
        points: &'a [f64],
        number: usize,
        pairs: [&'a [i32]; 2],
        poll: Poll<'_>,
    ) -> Result<Contrasts<'a>, Error> {
        assert_eq!(pairs[0].len(), pairs[1].len(), "two points a pair");
        let mut pace = Pace::new(poll);
        let mut lengths = reserve(pairs[0].len())?;
        for (&first, &second) in pairs[0].iter().zip(pairs[1]) {
            pace.steps(points.len() / number)?;
            let [first, second] = [first, second].map(|point| point as usize - 1);
            let squares = points
                .chunks_exact(number)
                .map(|axis| (axis[first] - axis[second]).powi(2));
            push(&mut lengths, squares.sum::<f64>().sqrt())?;
        }
        Ok(Contrasts {
            points,
            number,
            pairs,
            lengths,
        })
    }

    /// How far apart the points of each pair are.
    pub fn lengths(&self) -> &[f64] {
        &self.lengths
    }

    /// The greatest standardized difference along each of some directions, given as the points are, of
    /// the pairs that are farther apart than a length.
    ///
    /// # Errors
    /// [`Error::Memory`] and [`Error::Interrupted`].
    ///
    /// # Panics
    /// When directions have another number of coordinates than points.
    pub fn farthest(
        &self,
        directions: &[f64],
        beyond: f64,
        poll: Poll<'_>,
    ) -> Result<Vec<f64>, Error> {
        let mut pace = Pace::new(poll);
        let number = directions.len() * self.number / self.points.len().max(1);
        assert_eq!(number * self.points.len(), directions.len() * self.number);
        let mut inverse = filled(self.lengths.len(), 0.0)?;
        for (inverse, &length) in inverse.iter_mut().zip(&self.lengths) {
            *inverse = if length > beyond { 1.0 / length } else { 0.0 };
        }
        let mut along = filled(self.number, 0.0)?;
        let mut farthest = filled(number, 0.0f64)?;
        for (direction, farthest) in farthest.iter_mut().enumerate() {
            pace.steps(self.points.len() + self.lengths.len())?;
            along.fill(0.0);
            let axes = self.points.chunks_exact(self.number);
            for (axis, coordinates) in axes.zip(directions.chunks_exact(number)) {
                for (along, point) in along.iter_mut().zip(axis) {
                    *along += point * coordinates[direction];
                }
            }
            let pairs = self.pairs[0].iter().zip(self.pairs[1]);
            for ((&first, &second), inverse) in pairs.zip(&inverse) {
                let apart = along[first as usize - 1] - along[second as usize - 1];
                *farthest = farthest.max(apart.abs() * inverse);
            }
        }
        Ok(farthest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: [f64; 6] = [0.0, 3.0, 0.0, 0.0, 0.0, 4.0];

    #[test]
    fn pairs_that_are_too_near_are_left_out() {
        let pairs = Contrasts::new(&POINTS, 3, [&[1, 2], &[2, 3]], &mut || false).unwrap();
        assert_eq!(pairs.lengths(), [3.0, 5.0]);
        let directions = [1.0, 0.0, 0.0, 1.0];
        let all = pairs.farthest(&directions, 0.0, &mut || false).unwrap();
        assert!((all[0] - 1.0).abs() < 1e-15 && (all[1] - 0.8).abs() < 1e-9);
        let some = pairs.farthest(&directions, 4.0, &mut || false).unwrap();
        assert!((some[0] - 0.6).abs() < 1e-9 && (some[1] - 0.8).abs() < 1e-9);
    }

    #[test]
    fn many_pairs_can_be_stopped() {
        let pairs = vec![1; 1 << 16];
        let mut polls = 0;
        let mut poll = || {
            polls += 1;
            polls > 2
        };
        let found = Contrasts::new(&POINTS, 3, [&pairs, &pairs], &mut poll).unwrap();
        let directions = [1.0; 20];
        let stopped = found.farthest(&directions, 0.0, &mut poll);
        assert_eq!(stopped, Err(Error::Interrupted));
    }
}
