//! Sums of influences over independent units.

use super::df::Powers;
use super::effective::{leverage, per_unit};
use super::influences::NONE;
use crate::error::Error;
use crate::memory::{collect, filled};
use crate::poll::Pace;
use crate::rounding::difference;
use crate::sampling::Clusters;

/// The influences of independent units: observations, or clusters, which have sums of each of their classes.
#[derive(Debug)]
pub(crate) struct Units {
    pub width: usize,
    /// How many classes there are; 0 where rows have none.
    pub classes: usize,
    /// Row by row. The first observation of a class in a cluster has the sums, and the others are left out.
    values: Vec<f64>,
    class: Vec<u32>,
    share: Vec<f64>,
    /// How many equal units each row is the sum of; one if it is `None`.
    pub(super) number: Option<Vec<f64>>,
    /// The rows of the classes of each cluster, counted from 1; 0 for a class that it lacks.
    rows: Option<Vec<usize>>,
    /// The factors of the sums of each class of a cluster in covariances, see [`leverage`].
    leverage: Option<Vec<f64>>,
}

/// A unit, or several equal ones.
#[derive(Clone, Copy)]
pub(crate) struct Unit<'a> {
    /// Which one it is.
    pub index: usize,
    /// The influences on each estimate.
    pub values: &'a [f64],
    /// The shares of the weights of the classes.
    pub shares: &'a [f64],
    /// How many units they are.
    pub number: f64,
}

impl Units {
    /// Observations, of which each is a number of units.
    pub fn from_rows(
        values: Vec<f64>,
        width: usize,
        (class, share): (Vec<u32>, Vec<f64>),
        classes: usize,
        number: Option<Vec<f64>>,
    ) -> Units {
        Units {
            width,
            classes,
            values,
            class,
            share,
            number,
            rows: None,
            leverage: None,
        }
    }

    /// Rows that have no classes, or the clusters that they belong to.
    pub fn without_classes(
        mut values: Vec<f64>,
        width: usize,
        clusters: Option<Clusters<'_>>,
        pace: &mut Pace<'_>,
    ) -> Result<Units, Error> {
        if let Some((codes, number)) = clusters {
            let mut sums = filled(number.saturating_mul(width), 0.0)?;
            for (row, &code) in values.chunks_exact(width.max(1)).zip(codes) {
                pace.steps(width)?;
                add_values(&mut sums[code as usize * width..][..width], row, 1.0);
            }
            values = sums;
        }
        let rows = (Vec::new(), Vec::new());
        Ok(Units::from_rows(values, width, rows, 0, None))
    }

    /// Adds up each class of each cluster.
    pub fn gather(
        &mut self,
        (codes, clusters): Clusters<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let mut rows = filled(clusters.saturating_mul(self.classes), 0usize)?;
        for (row, &code) in codes.iter().enumerate() {
            if self.class[row] == NONE {
                continue;
            }
            pace.steps(self.width)?;
            let first = &mut rows[code as usize * self.classes + self.class[row] as usize];
            if *first == 0 {
                *first = row + 1;
                continue;
            }
            let first = *first - 1;
            let (before, from) = self.values.split_at_mut(row * self.width);
            let sums = &mut before[first * self.width..][..self.width];
            add_values(sums, &from[..self.width], 1.0);
            self.share[first] += self.share[row];
            self.class[row] = NONE;
        }
        self.number = None;
        self.rows = Some(rows);
        Ok(())
    }

    /// Corrects covariances for clusters of unequal weight: `clusters` are the numbers of those of each class, 0 where
    /// they are not corrected.
    pub fn correct(&mut self, clusters: &[f64]) -> Result<(), Error> {
        let rows = self.class.iter().zip(&self.share);
        self.leverage = Some(collect(rows.map(|(&class, &share)| match class {
            NONE => 1.0,
            class => leverage(share, clusters[class as usize]),
        }))?);
        Ok(())
    }

    fn leverage_of(&self, row: usize) -> f64 {
        self.leverage.as_ref().map_or(1.0, |leverage| leverage[row])
    }

    /// The number of all units, with those that have no weight.
    pub fn number_of_units(&self) -> usize {
        match &self.rows {
            None => self.values.len() / self.width.max(1),
            Some(rows) => rows.len() / self.classes.max(1),
        }
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.width..][..self.width]
    }

    fn number_of(&self, row: usize) -> f64 {
        self.number.as_ref().map_or(1.0, |number| number[row])
    }

    /// Hands each unit to `visit`.
    pub fn for_each(&self, pace: &mut Pace<'_>, visit: impl FnMut(Unit<'_>)) -> Result<(), Error> {
        self.each(|_| 1.0, pace, visit)
    }

    /// The same with the influences that covariances are made of.
    pub fn for_each_corrected(
        &self,
        pace: &mut Pace<'_>,
        visit: impl FnMut(Unit<'_>),
    ) -> Result<(), Error> {
        self.each(|row| self.leverage_of(row), pace, visit)
    }

    /// The same, with the rows of clusters times a factor.
    fn each(
        &self,
        factor: impl Fn(usize) -> f64,
        pace: &mut Pace<'_>,
        mut visit: impl FnMut(Unit<'_>),
    ) -> Result<(), Error> {
        let mut shares = filled(self.classes, 0.0)?;
        let Some(rows) = &self.rows else {
            let mut before = 0;
            for row in 0..self.number_of_units() {
                match self.class.get(row) {
                    None => {}
                    Some(&NONE) => continue,
                    Some(&class) => {
                        shares[before] = 0.0;
                        before = class as usize;
                        shares[before] = self.share[row];
                    }
                }
                pace.steps(self.width)?;
                visit(Unit {
                    index: row,
                    values: self.row(row),
                    shares: &shares,
                    number: self.number_of(row),
                });
            }
            return Ok(());
        };
        let mut values = filled(self.width, 0.0)?;
        for (index, rows) in rows.chunks_exact(self.classes).enumerate() {
            let mut members = rows.iter().filter_map(|row| row.checked_sub(1));
            let Some(first) = members.next() else {
                continue;
            };
            pace.steps(self.width)?;
            values.copy_from_slice(self.row(first));
            scale(&mut values, factor(first));
            shares.fill(0.0);
            shares[self.class[first] as usize] = self.share[first];
            for row in members {
                add_values(&mut values, self.row(row), factor(row));
                shares[self.class[row] as usize] = self.share[row];
            }
            visit(Unit {
                index,
                values: &values,
                shares: &shares,
                number: 1.0,
            });
        }
        Ok(())
    }

    /// The influences of rows on one estimate where each row is a unit. Rows without a class have 0.
    fn single(&self) -> Option<&[f64]> {
        let is_single = self.width == 1 && self.number.is_none() && self.rows.is_none();
        is_single.then_some(&self.values)
    }

    /// The sums over units of the products of what each has of one class, or of all that they have where rows have no
    /// classes.
    pub fn within(&self, class: usize, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let mut sums = filled(self.width.saturating_mul(self.width), 0.0)?;
        if let Some(values) = self.single() {
            pace.steps(values.len() / 4)?;
            sums[0] = if self.class.is_empty() {
                sum_of_squares(values, values, |_| true)
            } else {
                sum_of_squares(values, &self.class, |&of| of == class as u32)
            };
            return Ok(sums);
        }
        for row in 0..self.values.len() / self.width.max(1) {
            if self.class.get(row).map_or(true, |&of| of == class as u32) {
                pace.steps(self.width * self.width)?;
                let values = self.row(row);
                let factor = per_unit(self.leverage_of(row).powi(2), self.number_of(row));
                add_products(&mut sums, values, values, factor);
            }
        }
        Ok(sums)
    }

    /// The sums over clusters of the products of what each has of one class with what it has of the others; nothing
    /// where units are not clusters.
    pub fn between(&self, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let width = self.width;
        let mut sums = filled(width.saturating_mul(width), 0.0)?;
        let mut before = filled(width, 0.0)?;
        for rows in self
            .rows
            .iter()
            .flat_map(|rows| rows.chunks_exact(self.classes))
        {
            before.fill(0.0);
            for row in rows.iter().filter_map(|row| row.checked_sub(1)) {
                pace.steps(width * width)?;
                let factor = self.leverage_of(row);
                add_products(&mut sums, &before, self.row(row), factor);
                add_values(&mut before, self.row(row), factor);
            }
        }
        for k in 0..width {
            for l in 0..=k {
                let both = sums[k * width + l] + sums[l * width + k];
                (sums[k * width + l], sums[l * width + k]) = (both, both);
            }
        }
        Ok(sums)
    }

    /// The sums over units of the squares of the influences on each estimate, as they are.
    pub fn squares(&self, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let mut sums = filled(self.width, 0.0)?;
        if let Some(values) = self.single() {
            pace.steps(values.len() / 4)?;
            sums[0] = sum_of_squares(values, values, |_| true);
            return Ok(sums);
        }
        self.for_each(pace, |unit| {
            for (sum, value) in sums.iter_mut().zip(unit.values) {
                *sum += per_unit(value * value, unit.number);
            }
        })?;
        Ok(sums)
    }

    /// The sums over units of the squares and of the fourth powers of the influences that the covariance of each estimate
    /// is made of.
    pub fn powers(&self, pace: &mut Pace<'_>) -> Result<Vec<Powers>, Error> {
        let mut sums = filled(self.width, Powers::default())?;
        if let Some(values) = self.single() {
            pace.steps(values.len())?;
            values.iter().for_each(|&value| sums[0].add(value, 1.0));
            return Ok(sums);
        }
        self.for_each_corrected(pace, |unit| {
            for (sums, value) in sums.iter_mut().zip(unit.values) {
                sums.add(*value, unit.number);
            }
        })?;
        Ok(sums)
    }

    /// The same of the difference of two estimates.
    pub fn powers_of_difference(
        &self,
        [k, l]: [usize; 2],
        pace: &mut Pace<'_>,
    ) -> Result<Powers, Error> {
        let mut sums = Powers::default();
        self.for_each_corrected(pace, |unit| {
            sums.add(difference(unit.values[k], unit.values[l]), unit.number);
        })?;
        Ok(sums)
    }
}

fn scale(values: &mut [f64], factor: f64) {
    values.iter_mut().for_each(|value| *value *= factor);
}

/// Adds values times a factor; what cancels leaves nothing.
fn add_values(sums: &mut [f64], values: &[f64], factor: f64) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum = difference(*sum, -(value * factor));
    }
}

/// Adds to a square matrix the products of each of `a` with each of `b`, times a factor.
fn add_products(matrix: &mut [f64], a: &[f64], b: &[f64], factor: f64) {
    for (row, a) in matrix.chunks_exact_mut(b.len().max(1)).zip(a) {
        let a = a * factor;
        row.iter_mut().zip(b).for_each(|(sum, b)| *sum += a * b);
    }
}

/// The sum of the squares of the values whose `keys` are wanted, some at once.
fn sum_of_squares<T>(values: &[f64], keys: &[T], is_wanted: impl Fn(&T) -> bool) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    for (values, keys) in values.chunks(LANES).zip(keys.chunks(LANES)) {
        for ((sum, value), key) in sums.iter_mut().zip(values).zip(keys) {
            *sum += if is_wanted(key) { value * value } else { 0.0 };
        }
    }
    sums.iter().sum()
}
