//! How the rates along a curve vary.

use super::placements::Placed;
use crate::covariance::effective_in_clusters;
use crate::covariance::freedom::freedom;
use crate::error::{Argument, Error};
use crate::inference::effective_of;
use crate::memory::{collect, filled, push, reserve};
use crate::observations::record::Record;
use crate::poll::Pace;
use crate::rounding::difference;
use crate::sampling::Unit;
use crate::sort::ties::runs;

/// Sums over the influences of units on the false positive rate and on the true positive rate, at
/// places of the curve. Units are clusters, or what [`Unit`] says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RateSpread {
    /// The sums of the squared influences at each place.
    pub squares: [Vec<f64>; 2],
    /// The effective degrees of freedom of these sums, as [`Spread::freedom`](super::Spread::freedom).
    pub freedom: [Vec<f64>; 2],
    /// The numbers of units of the negatives and of the positives.
    pub units: [f64; 2],
    /// Kish's effective numbers of both classes, as
    /// [`JointSpread::effective`](super::JointSpread::effective).
    pub effective: [f64; 2],
    /// The same of the units.
    pub of_units: [f64; 2],
    /// The weight of each class in that of its heaviest unit. A rate p varies by p (1 - p) divided by
    /// this at the most, whichever units are above the threshold.
    pub least: [f64; 2],
    /// The part that both rates have in common, as clusters may have observations of both classes.
    pub common: CommonSpread,
}

/// Sums over the products of the influences of clusters on the false positive rate and on the true positive
/// rate. Nothing without clusters.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CommonSpread {
    /// The sums of the products at each place.
    pub products: Vec<f64>,
    /// The lesser of the effective degrees of freedom of both sums of squares, among all clusters.
    pub freedom: Vec<f64>,
    /// The number of clusters with either class.
    pub units: f64,
}

/// How the rates at places of the curve vary. Place 0 is the first row of the curve, at which
/// everything is called positive, 1 the next one, as many as there are distinct scores the last;
/// between two rows lies the random choice of one of them, 0.75 being row 1 three times of four. A
/// place beyond the last row is the last row. A cluster is a number below `clusters.1`, and its
/// observations are one unit.
///
/// With s the share of an observation in the weight of its class, y the probability of its being
/// called positive and p the rate, its influence is s (y - p).
///
/// O(n log n + k log k) time at worst for k places, with clusters O(n log n + k n). 16 bytes an
/// observation, with clusters 24 and 32 a cluster, and 200 a place.
///
/// The observations are sorted, with their positions if there are clusters, which are checked.
///
/// # Errors
/// [`Error::Missing`] for a place that is NaN; [`Error::Memory`], [`Error::Interrupted`].
pub(crate) fn spread_at_places(
    placed: &Placed,
    unit: Unit,
    clusters: Option<(&[i32], usize)>,
    places: &[f64],
    pace: &mut Pace<'_>,
) -> Result<RateSpread, Error> {
    if let Some(position) = places.iter().position(|place| place.is_nan()) {
        return Err(Error::Missing {
            argument: Argument::Threshold,
            position,
        });
    }
    let pieces = Pieces::new(placed, unit, places, pace)?;
    match clusters {
        None => pieces.spread(pace),
        Some((codes, number)) => pieces.spread_of_clusters(codes, number, pace),
    }
}

/// Sums of powers of the shares of units, of the negatives and of the positives.
#[derive(Clone, Copy, Debug, Default)]
struct Powers {
    first: [f64; 2],
    second: [f64; 2],
    fourth: [f64; 2],
}

impl Powers {
    fn add(&mut self, other: &Powers) {
        for class in 0..2 {
            self.first[class] += other.first[class];
            self.second[class] += other.second[class];
            self.fourth[class] += other.fourth[class];
        }
    }
}

/// The observations in pieces that no place divides.
struct Pieces<'a> {
    placed: &'a Placed,
    unit: Unit,
    /// The rows of the curve around the places, ascending.
    rows: Vec<usize>,
    /// The record at which each of these rows begins to call positive.
    starts: Vec<usize>,
    /// The powers of the records below the first row, between rows, and above the last.
    powers: Vec<Powers>,
    places: Vec<Place>,
}

/// Where the records up to a row are called negative, those from the next one on positive, and those
/// between positive with a probability.
#[derive(Clone, Copy, Debug)]
struct Place {
    row: usize,
    probability: f64,
}

impl Place {
    fn of(place: f64) -> Place {
        let row = place.max(0.0).floor();
        Place {
            // Saturates far beyond the rows that there are.
            row: row as usize,
            probability: 1.0 - (place.max(0.0) - row).clamp(0.0, 1.0),
        }
    }
}

impl<'a> Pieces<'a> {
    fn new(
        placed: &'a Placed,
        unit: Unit,
        places: &[f64],
        pace: &mut Pace<'_>,
    ) -> Result<Pieces<'a>, Error> {
        let distinct = placed.records.len();
        let places = collect(places.iter().map(|&place| {
            let place = Place::of(place);
            Place {
                row: place.row.min(distinct),
                ..place
            }
        }))?;
        let mut rows = reserve(2 * places.len())?;
        for place in &places {
            push(&mut rows, place.row)?;
            push(&mut rows, place.row + 1)?;
        }
        rows.sort_unstable();
        rows.dedup();
        let starts = starts_of(&rows, &placed.records, pace)?;
        let mut pieces = Pieces {
            placed,
            unit,
            powers: filled(rows.len() + 1, Powers::default())?,
            rows,
            starts,
            places,
        };
        pieces.add_powers(pace)?;
        Ok(pieces)
    }

    fn add_powers(&mut self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let mut piece = 0;
        for index in 0..self.placed.records.len() {
            pace.step()?;
            while self.starts.get(piece).is_some_and(|&start| start <= index) {
                piece += 1;
            }
            let shares = self.placed.shares(index);
            let powers = &mut self.powers[piece];
            for (class, share) in shares.into_iter().enumerate() {
                let of_one = self.placed.share_of_one(index, class, self.unit);
                powers.first[class] += share;
                powers.second[class] += share * of_one;
                powers.fourth[class] += share * of_one * of_one * of_one;
            }
        }
        Ok(())
    }

    /// For each place the powers of the records below it, at it and above it, each added up from its
    /// end, so that little is not lost beside much.
    fn around_places(&self, pace: &mut Pace<'_>) -> Result<Vec<[Powers; 3]>, Error> {
        let number = self.powers.len();
        let mut below = filled(number + 1, Powers::default())?;
        let mut above = filled(number + 1, Powers::default())?;
        for piece in 0..number {
            pace.step()?;
            below[piece + 1] = below[piece];
            below[piece + 1].add(&self.powers[piece]);
            let from_above = number - 1 - piece;
            above[from_above] = above[from_above + 1];
            above[from_above].add(&self.powers[from_above]);
        }
        collect(self.places.iter().map(|place| {
            let row = self.rows.partition_point(|&row| row < place.row);
            [below[row + 1], self.powers[row + 1], above[row + 2]]
        }))
    }

    fn blank(&self) -> Result<RateSpread, Error> {
        let column = || filled(self.places.len(), 0.0);
        Ok(RateSpread {
            squares: [column()?, column()?],
            freedom: [column()?, column()?],
            units: [0.0; 2],
            effective: [0.0; 2],
            of_units: [0.0; 2],
            least: [0.0; 2],
            common: CommonSpread::default(),
        })
    }

    fn spread(&self, pace: &mut Pace<'_>) -> Result<RateSpread, Error> {
        let mut found = self.blank()?;
        found.effective = effective_of(self.placed, self.unit, pace)?;
        found.of_units = found.effective;
        found.units = match self.unit {
            Unit::Row => self.placed.numbers.map(|number| number as f64),
            Unit::Count => self.placed.numbers_of_counts()[0],
        };
        found.least = if self.unit == Unit::Count && self.placed.counts.is_none() {
            self.placed.weights
        } else {
            let mut largest = [0.0f64; 2];
            for index in 0..self.placed.records.len() {
                pace.step()?;
                let of_one = |class| self.placed.share_of_one(index, class, self.unit);
                largest = [0, 1].map(|class| largest[class].max(of_one(class)));
            }
            largest.map(|share| 1.0 / share)
        };
        let around = self.around_places(pace)?;
        for (i, (around, place)) in around.iter().zip(&self.places).enumerate() {
            pace.step()?;
            for class in 0..2 {
                let deviations = Rate::new(around, *place, class).deviations(place.probability);
                let (mut squares, mut fourths) = (0.0, 0.0);
                for (powers, deviation) in around.iter().zip(deviations) {
                    let square = deviation * deviation;
                    squares += powers.second[class] * square;
                    fourths += powers.fourth[class] * square * square;
                }
                found.squares[class][i] = squares;
                found.freedom[class][i] = freedom(squares, fourths, found.units[class]);
            }
        }
        Ok(found)
    }

    fn spread_of_clusters(
        &self,
        codes: &[i32],
        number: usize,
        pace: &mut Pace<'_>,
    ) -> Result<RateSpread, Error> {
        let mut found = self.blank()?;
        let mut sums = filled(number, [0.0; 2])?;
        let mut gather = |value: &dyn Fn(usize, [f64; 2]) -> [f64; 2], pace: &mut Pace<'_>| {
            sums.fill([0.0; 2]);
            for (index, &position) in self.placed.positions.iter().enumerate() {
                pace.step()?;
                let values = value(index, self.placed.shares(index));
                let sum = &mut sums[codes[position] as usize];
                // Values that cancel in a cluster leave 0.
                (0..2).for_each(|class| sum[class] = difference(sum[class], -values[class]));
            }
            of_clusters(&sums, pace)
        };
        let whole = gather(&|_, shares| shares, pace)?;
        found.units = whole.number;
        let effective = effective_of(self.placed, self.unit, pace)?;
        found.of_units = whole.squares.map(|sum| 1.0 / sum);
        found.effective =
            [0, 1].map(|class| effective_in_clusters(effective[class], found.of_units[class]));
        found.least = whole.largest.map(|share| 1.0 / share);
        let common = &mut found.common;
        common.units = whole.of_either;
        common.products = filled(self.places.len(), 0.0)?;
        common.freedom = filled(self.places.len(), 0.0)?;
        let around = self.around_places(pace)?;
        for (i, (around, place)) in around.iter().zip(&self.places).enumerate() {
            let rates = [0, 1].map(|class| Rate::new(around, *place, class));
            let row = self.rows.partition_point(|&row| row < place.row);
            let (from, to) = (self.starts[row], self.starts[row + 1]);
            let deviations = rates.map(|rate| rate.deviations(place.probability));
            let influences = |index: usize, shares: [f64; 2]| {
                let piece = usize::from(index >= from) + usize::from(index >= to);
                [0, 1].map(|class| shares[class] * deviations[class][piece])
            };
            let sums = gather(&influences, pace)?;
            for class in 0..2 {
                let (squares, fourths) = (sums.squares[class], sums.fourths[class]);
                found.squares[class][i] = squares;
                found.freedom[class][i] = freedom(squares, fourths, found.units[class]);
            }
            let among_all = [0, 1]
                .map(|class| freedom(sums.squares[class], sums.fourths[class], whole.of_either));
            found.common.products[i] = sums.products;
            found.common.freedom[i] = among_all[0].min(among_all[1]);
        }
        Ok(found)
    }
}

/// The record at which each of some rows of the curve begins to call positive.
fn starts_of(rows: &[usize], records: &[Record], pace: &mut Pace<'_>) -> Result<Vec<usize>, Error> {
    let mut starts = filled(rows.len(), records.len())?;
    let (mut known, mut start) = (0, 0);
    for (row, run) in runs(records).enumerate() {
        pace.steps(run.len())?;
        if rows.get(known) == Some(&row) {
            starts[known] = start;
            known += 1;
        }
        start += run.len();
    }
    Ok(starts)
}

/// A rate, and what it lacks of 1.
struct Rate {
    above: f64,
    below: f64,
}

impl Rate {
    fn new([below, at, above]: &[Powers; 3], place: Place, class: usize) -> Rate {
        let called = place.probability * at.first[class];
        Rate {
            above: above.first[class] + called,
            below: below.first[class] + (at.first[class] - called),
        }
    }

    /// How far the probability of being called positive is from the rate, for what is below, at and
    /// above the place.
    fn deviations(&self, probability: f64) -> [f64; 3] {
        let at = probability * self.below - (1.0 - probability) * self.above;
        [-self.above, at, self.below]
    }
}

/// Sums over clusters, of the negatives and of the positives.
#[derive(Default)]
struct ClusterSums {
    squares: [f64; 2],
    fourths: [f64; 2],
    /// The largest of them.
    largest: [f64; 2],
    /// How many are larger than 0.
    number: [f64; 2],
    /// How many are larger than 0 for either.
    of_either: f64,
    /// The products of the negatives and the positives.
    products: f64,
}

fn of_clusters(sums: &[[f64; 2]], pace: &mut Pace<'_>) -> Result<ClusterSums, Error> {
    let mut found = ClusterSums::default();
    for values in sums {
        pace.step()?;
        for (class, &value) in values.iter().enumerate() {
            let square = value * value;
            found.squares[class] += square;
            found.fourths[class] += square * square;
            found.largest[class] = found.largest[class].max(value);
            found.number[class] += if value > 0.0 { 1.0 } else { 0.0 };
        }
        found.of_either += f64::from(values.iter().any(|&value| value > 0.0));
        found.products += values[0] * values[1];
    }
    Ok(found)
}
