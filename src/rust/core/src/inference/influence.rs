//! What each observation does to the area.

use super::placements::Placed;
use crate::error::Error;
use crate::memory::filled;
use crate::observations::Observations;
use crate::options::Options;
use crate::sum::Sums;

/// The area and the influence of each observation on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Influence {
    /// The area A.
    pub area: f64,
    /// The influence by position: (w_i / W1) (V10_i - A) of a positive and (w_j / W0) (V01_j - A)
    /// of a negative, V being the weighted share of the other class that the observation beats,
    /// half for ties. 0 where the weight is 0. Each class sums to 0.
    pub values: Vec<f64>,
    /// The weight by position, divided by that of the class; minus for negatives.
    pub shares: Vec<f64>,
    /// The weights of the negatives and of the positives.
    pub weights: [f64; 2],
}

/// The influence of each observation. O(n log n) time at worst, 40 bytes an observation.
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new).
pub fn influence(
    observations: &Observations<'_>,
    mut options: Options<'_>,
) -> Result<Influence, Error> {
    let placed = Placed::with_positions(observations, options.again())?;
    let area = placed.area;
    let length = observations.labels.len();
    let mut values = filled(length, 0.0)?;
    let mut by_position = filled(length, 0.0)?;
    placed.placements(options.poll, |index, beaten| {
        let position = placed.positions[index];
        let [negative, positive] = placed.shares(index);
        values[position] = negative * (beaten[0] - area) + positive * (beaten[1] - area);
        by_position[position] = positive - negative;
    })?;
    Ok(Influence {
        area,
        values,
        shares: by_position,
        weights: placed.weights,
    })
}

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
