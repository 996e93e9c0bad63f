//! How much the area varies, without the influences one by one.

use super::placements::Placed;
use crate::error::Error;
use crate::observations::Observations;
use crate::options::Options;
use crate::sum::Sums;

/// The area, and the sums of squared influences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The area.
    pub area: f64,
    /// The sum of the squared influences of the negatives and of the positives.
    pub squares: [f64; 2],
    /// The same with squares divided by the observation's weight and times that of its class: what
    /// the squares are when a weight is a number of observations.
    pub by_count: [f64; 2],
    /// The numbers of negatives and positives of positive weight.
    pub numbers: [usize; 2],
    /// Their weights.
    pub weights: [f64; 2],
}

/// Sums of squared influences without the influences. O(n log n) time at worst, 16 bytes an
/// observation.
///
/// ```
/// use weighted_roc_core::inference::spread;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0]),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let found = spread(&observations, Options::new(&mut || false))?;
/// assert_eq!((found.area, found.numbers), (0.75, [2, 2]));
/// // Influences of 1/8 and -1/8 in each class.
/// assert_eq!(found.squares, [1.0 / 32.0; 2]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new).
pub fn spread(observations: &Observations<'_>, mut options: Options<'_>) -> Result<Spread, Error> {
    let placed = Placed::new(observations, options.again())?;
    let area = placed.area;
    let (mut squares, mut by_count) = (Sums::default(), Sums::default());
    placed.placements(options.poll, |index, beaten| {
        let shares = placed.shares(index);
        let variation = |class: usize| {
            let deviation = beaten[class] - area;
            shares[class] * deviation * deviation
        };
        let variations = [variation(0), variation(1)];
        by_count.add(variations);
        squares.add([shares[0] * variations[0], shares[1] * variations[1]]);
    })?;
    Ok(Spread {
        area,
        squares: squares.values(),
        by_count: by_count.values(),
        numbers: placed.numbers,
        weights: placed.weights,
    })
}
