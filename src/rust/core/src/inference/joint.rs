//! From the influences of observations on estimates to those of units, and to sums over these.

use super::clusters::check_clusters;
use super::effective::effective_in_clusters;
use super::folds::{joint_in_folds, InFolds};
use super::freedom::freedom;
use super::link::Linked;
use super::placements::Placed;
use super::products::of_pairs;
use super::quantities::{visit_influences, visit_placed};
use super::spread::{Clusters, Estimator, Spread, SpreadRequest, Unit};
use super::sums::UnitSums;
use super::units::{Units, UnitsOfScores};
use crate::error::{Argument, Error};
use crate::memory::{collect, filled};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{check, Pace, Poll};
use crate::quantity::Quantity;
use crate::rounding::difference;

/// The number of observations, the same for each score.
pub(crate) fn check_lengths(scores: &[Observations<'_>]) -> Result<usize, Error> {
    let expected = scores.first().ok_or(Error::Empty)?.labels.len();
    let mut lengths = scores.iter().map(|score| score.labels.len());
    match lengths.position(|length| length != expected) {
        None => Ok(expected),
        Some(other) => Err(Error::Length {
            argument: Argument::Labels,
            length: scores[other].labels.len(),
            expected,
        }
        .of_score(other)),
    }
}

/// Sums over units, and the units that they are of.
pub(crate) struct Joint {
    pub sums: UnitSums,
    pub units: UnitsOfScores,
    /// For means over folds.
    pub in_folds: Option<InFolds>,
    /// Where weights were estimated.
    pub linked: Option<Linked>,
    /// The exponents by which influences on each estimate were [enlarged](UnitsOfScores::enlarge); empty where none
    /// was.
    pub enlarged: Vec<i32>,
}

impl Joint {
    pub fn new(
        scores: &[Observations<'_>],
        request: &SpreadRequest<'_>,
        options: Options<'_>,
    ) -> Result<Joint, Error> {
        Joint::of_scores(scores, request, options).map_err(|error: Error| error.of_score(0))
    }

    fn of_scores(
        scores: &[Observations<'_>],
        request: &SpreadRequest<'_>,
        mut options: Options<'_>,
    ) -> Result<Joint, Error> {
        if request.quantities.is_empty() {
            return Err(Error::Empty);
        }
        if !request.folds.is_empty() {
            return joint_in_folds(scores, request, None, options);
        }
        let observations = check_lengths(scores)?;
        if let Some((codes, number)) = request.clusters {
            check_clusters(codes, number, observations, options.poll)?;
        }
        let width = scores.len().saturating_mul(request.quantities.len());
        let mut joint = Joint::blank(width, observations)?;
        for (k, score) in scores.iter().enumerate() {
            joint
                .add(k, score, request, options.again())
                .map_err(|error: Error| error.of_score(k))?;
        }
        joint.complete(request, options.poll)?;
        Ok(joint)
    }

    /// As [`Joint::new`] of one score of so many observations that is sorted already, without folds.
    pub fn of_placed(
        placed: &Placed,
        observations: usize,
        request: &SpreadRequest<'_>,
        options: Options<'_>,
    ) -> Result<Joint, Error> {
        if let Some((codes, number)) = request.clusters {
            check_clusters(codes, number, observations, &mut *options.poll)?;
        }
        let mut joint = Joint::blank(request.quantities.len(), observations)?;
        let units = &mut joint.units;
        visit_placed(
            placed,
            request.quantities,
            request.unit,
            &mut joint.sums.values,
            &mut *options.poll,
            |position, quantity, value, share| units.set(position, quantity, value, share),
        )?;
        joint.sums.numbers = placed.numbers.map(|number| number as f64);
        joint.units.weights = placed.weights;
        // Differences of estimates have one unit.
        if !request.pairs {
            joint.enlarged = joint.units.enlarge(&mut Pace::new(&mut *options.poll))?;
        }
        joint.complete(request, options.poll)?;
        Ok(joint)
    }

    fn complete(&mut self, request: &SpreadRequest<'_>, poll: Poll<'_>) -> Result<(), Error> {
        if let Some(counts) = request.counts() {
            let observations = self.units.number();
            counts.check(observations, &mut *poll)?;
            let of_rows = (0..observations).map(|position| counts.at(position));
            self.units.counts = Some(collect(of_rows)?);
        }
        if let Some(links) = &request.links {
            let weights = self.units.weights_of_rows()?;
            let mut pace = Pace::new(&mut *poll);
            self.linked = Some(links.apply(&self.units, &weights, &mut pace)?);
        }
        let effective = self.effective_without_clusters(request.unit);
        self.finish(request.unit, request.clusters, poll)?;
        if request.design.is_some() {
            (self.sums.effective, self.sums.of_units) = (effective, effective);
        }
        Ok(())
    }

    /// The variances and covariances by an estimator.
    pub fn spread(&self, estimator: Estimator, pace: &mut Pace<'_>) -> Result<Spread, Error> {
        let mut spread = self.sums.spread(estimator)?;
        if let Some(linked) = &self.linked {
            linked.add_to(&mut spread, &self.sums.of_units, pace)?;
        }
        if let Some(in_folds) = &self.in_folds {
            in_folds.subtract_from(&mut spread)?;
        }
        spread.reduce(&self.enlarged)?;
        Ok(spread)
    }

    /// The degrees of freedom of the difference of each pair of estimates.
    pub fn freedom_of_pairs(&self, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        if let Some(linked) = &self.linked {
            return linked.freedom_of_pairs(pace);
        }
        of_pairs(self.sums.values.len(), |pair| {
            pace.steps(self.units.number())?;
            Ok(self.freedom_of_pair(pair))
        })
    }

    fn freedom_of_pair(&self, [k, l]: [usize; 2]) -> f64 {
        let (mut squares, mut fourths) = (0.0, 0.0);
        for units in self.units.iter() {
            let square = difference(units.values[k], units.values[l]).powi(2) / units.number;
            squares += square;
            fourths += square * square / units.number;
        }
        freedom(squares, fourths, self.sums.units[2])
    }

    /// From the influences of the observations to those of the units, and to sums over these.
    pub fn finish(
        &mut self,
        unit: Unit,
        clusters: Option<Clusters<'_>>,
        poll: Poll<'_>,
    ) -> Result<(), Error> {
        let mut pace = Pace::new(poll);
        match clusters {
            None => self.add_observations(unit, &mut pace)?,
            Some((codes, number)) => self.add_clusters(unit, codes, number, &mut pace)?,
        }
        self.add_freedom(&mut pace)
    }

    /// All that there must be room for, before any work is done.
    pub fn blank(width: usize, observations: usize) -> Result<Joint, Error> {
        let matrix = || filled(width.saturating_mul(width), 0.0);
        Ok(Joint {
            sums: UnitSums {
                negatives: matrix()?,
                positives: matrix()?,
                both: matrix()?,
                freedom: filled(width, 0.0)?,
                values: filled(width, 0.0)?,
                numbers: [0.0; 2],
                units: [0.0; 3],
                effective: [0.0; 2],
                of_units: [0.0; 2],
            },
            units: UnitsOfScores::blank(width, observations)?,
            in_folds: None,
            linked: None,
            enlarged: Vec::new(),
        })
    }

    /// Adds the influences on the quantities of score k.
    fn add(
        &mut self,
        k: usize,
        score: &Observations<'_>,
        request: &SpreadRequest<'_>,
        mut options: Options<'_>,
    ) -> Result<(), Error> {
        check(options.poll)?;
        let quantities: &[Quantity] = request.quantities;
        let first = k * quantities.len();
        let units = &mut self.units;
        let values = &mut self.sums.values[first..][..quantities.len()];
        let whole = visit_influences(
            score,
            quantities,
            (request.unit, request.counts()),
            values,
            options.again(),
            |position, quantity, value, share| units.set(position, first + quantity, value, share),
        )?;
        self.sums.numbers = whole.numbers.map(|number| number as f64);
        units.weights = whole.weights;
        Ok(())
    }

    fn add_observations(&mut self, unit: Unit, pace: &mut Pace<'_>) -> Result<(), Error> {
        self.units.unit = unit;
        let sums = &mut self.sums;
        let mut of_one = filled(sums.values.len(), 0.0)?;
        for Units {
            values,
            shares,
            number,
        } in self.units.iter()
        {
            for (of_one, value) in of_one.iter_mut().zip(values) {
                *of_one = value / number;
            }
            let matrix = if shares[1] > 0.0 {
                &mut sums.positives
            } else {
                &mut sums.negatives
            };
            add_products(matrix, values, &of_one, pace)?;
        }
        let [negatives, positives] = match unit {
            Unit::Row => sums.numbers,
            Unit::Count => self.units.numbers_of_counts()[0],
        };
        sums.units = [negatives, positives, negatives + positives];
        self.sums.effective = self.effective_without_clusters(unit);
        self.sums.of_units = self.sums.effective;
        Ok(())
    }

    fn effective_without_clusters(&self, unit: Unit) -> [f64; 2] {
        match unit {
            Unit::Row if self.in_folds.is_none() => self.units.squared.map(|sum| 1.0 / sum),
            Unit::Row => self.units.shares_squared().map(|sum| 1.0 / sum),
            Unit::Count => self.units.numbers_of_counts()[1],
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
        let of_units = self.units.shares_squared().map(|sum| 1.0 / sum);
        self.sums.of_units = of_units;
        self.sums.effective =
            [0, 1].map(|class| effective_in_clusters(effective[class], of_units[class]));
        for firsts in firsts {
            let firsts = firsts.map(|first| first.checked_sub(1));
            self.add_cluster(firsts, pace)?;
            self.units.gather_cluster(firsts);
        }
        add_mirrored(&mut self.sums.both, self.sums.values.len(), pace)
    }

    /// The products of a cluster, by the observations that have the sums of its negatives and of its
    /// positives.
    fn add_cluster(
        &mut self,
        firsts: [Option<usize>; 2],
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let [negatives, positives] = firsts.map(|first| Some(self.units.values(first?)));
        let sums = &mut self.sums;
        let present = [negatives, positives].map(|class| f64::from(u8::from(class.is_some())));
        sums.units[0] += present[0];
        sums.units[1] += present[1];
        sums.units[2] += present[0].max(present[1]);
        if let Some(negatives) = negatives {
            add_products(&mut sums.negatives, negatives, negatives, pace)?;
        }
        if let Some(positives) = positives {
            add_products(&mut sums.positives, positives, positives, pace)?;
        }
        if let (Some(negatives), Some(positives)) = (negatives, positives) {
            add_products(&mut sums.both, negatives, positives, pace)?;
        }
        pace.step()
    }

    fn add_freedom(&mut self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let number = self.sums.units[2];
        let mut fourths = filled(self.sums.values.len(), 0.0)?;
        let degrees = &mut self.sums.freedom;
        for units in self.units.iter() {
            pace.steps(units.values.len())?;
            let sums = degrees.iter_mut().zip(&mut fourths);
            for ((squares, fourths), value) in sums.zip(units.values) {
                let square = value * value / units.number;
                *squares += square;
                *fourths += square * square / units.number;
            }
        }
        for (squares, fourths) in degrees.iter_mut().zip(fourths) {
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
