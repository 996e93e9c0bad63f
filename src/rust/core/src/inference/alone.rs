//! How much the area of one score varies, without the influences one by one.

use super::freedom::freedom;
use super::placements::Placed;
use super::spread::Unit;
use crate::area::each_score;
use crate::error::Error;
use crate::memory::{collect, filled};
use crate::observations::source::Source;
use crate::observations::Observations;
use crate::options::Options;
use crate::rounding::without_rounding;
use crate::sum::Sums;

/// The area, and the sums of squared influences of units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Alone {
    /// The area.
    pub area: f64,
    /// The sums of the squared influences of the negatives and of the positives.
    pub squares: [f64; 2],
    /// The effective degrees of freedom of these sums together: 2 / (sum u^4 / (sum u^2)^2 - 1 / n)
    /// for n units, at most n - 2.
    pub freedom: f64,
    /// The numbers of units of both classes.
    pub units: [f64; 2],
    /// Kish's effective numbers of the classes, (sum w)^2 / sum w^2; those of the units when these are
    /// counted.
    pub effective: [f64; 2],
    /// The numbers of negatives and positives of positive weight.
    pub numbers: [usize; 2],
}

/// Sums of squared influences without the influences. O(n log n) time at worst, 16 bytes an
/// observation.
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new).
pub(crate) fn alone(
    observations: &Observations<'_>,
    unit: Unit,
    options: Options<'_>,
) -> Result<Alone, Error> {
    of_source(&observations.source()?, unit, options)
}

/// Returns the result of [`alone`] for each of several scores of the same observations, to the last
/// bit. Labels and weights are looked at once, and threads share the scores. Beside the memory of
/// `alone`, which each thread takes, 8 bytes an observation.
///
/// # Errors
/// As [`alone`], with the number of the first score that has one.
pub(crate) fn each_alone(
    observations: &[Observations<'_>],
    unit: Unit,
    options: Options<'_>,
) -> Result<Vec<Alone>, Error> {
    let of_first = |error: Error| error.of_score(0);
    let first = observations
        .first()
        .ok_or_else(|| Error::Empty.of_score(0))?;
    let scores = collect(observations.iter().map(|of| of.scores)).map_err(of_first)?;
    let mut spreads = filled(scores.len(), Alone::default()).map_err(of_first)?;
    each_score(
        &scores,
        first.labels,
        first.weights,
        &mut spreads,
        options,
        |source, options| of_source(source, unit, options),
    )?;
    Ok(spreads)
}

fn of_source(source: &dyn Source, unit: Unit, mut options: Options<'_>) -> Result<Alone, Error> {
    let placed = Placed::of_source(source, options.again())?;
    let sums = match unit {
        Unit::Row => sums_over_rows(&placed, options)?,
        Unit::Count => sums_over_counts(&placed, options)?,
    };
    let [negatives, positives] = sums.units;
    Ok(Alone {
        area: placed.area,
        squares: sums.squares,
        freedom: freedom(
            sums.squares[0] + sums.squares[1],
            sums.fourths[0] + sums.fourths[1],
            negatives + positives,
        ),
        units: sums.units,
        effective: sums.effective,
        numbers: placed.numbers,
    })
}

/// The sums of the negatives and of the positives.
struct UnitSums {
    squares: [f64; 2],
    fourths: [f64; 2],
    units: [f64; 2],
    effective: [f64; 2],
}

fn sums_over_rows(placed: &Placed, options: Options<'_>) -> Result<UnitSums, Error> {
    let mut squares = Sums::default();
    let (mut fourths, mut shares_squared) = ([0.0; 2], [0.0; 2]);
    placed.placements(options.poll, |index, beaten| {
        let shares = placed.shares(index);
        let square = |class: usize| {
            let influence = shares[class] * without_rounding(beaten[class] - placed.area, 1.0);
            influence * influence
        };
        let terms = [square(0), square(1)];
        squares.add(terms);
        for class in 0..2 {
            fourths[class] += terms[class] * terms[class];
            shares_squared[class] += shares[class] * shares[class];
        }
    })?;
    Ok(UnitSums {
        squares: squares.values(),
        fourths,
        units: placed.numbers.map(|number| number as f64),
        effective: shares_squared.map(|sum| 1.0 / sum),
    })
}

/// A row of weight w is w units, each of which has 1 / w of its influence.
fn sums_over_counts(placed: &Placed, options: Options<'_>) -> Result<UnitSums, Error> {
    let units = placed.weights;
    let mut squares = Sums::default();
    let mut fourths = [0.0; 2];
    placed.placements(options.poll, |index, beaten| {
        let shares = placed.shares(index);
        let square = |class: usize| {
            let deviation = without_rounding(beaten[class] - placed.area, 1.0);
            deviation * deviation / units[class]
        };
        let of_unit = [square(0), square(1)];
        squares.add([shares[0] * of_unit[0], shares[1] * of_unit[1]]);
        for class in 0..2 {
            fourths[class] += shares[class] * of_unit[class] * of_unit[class] / units[class];
        }
    })?;
    Ok(UnitSums {
        squares: squares.values(),
        fourths,
        units,
        effective: units,
    })
}
