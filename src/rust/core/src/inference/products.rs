//! Sums over units of products of their influences.

use crate::error::Error;
use crate::memory::{filled, push, reserve};
use crate::poll::Pace;
use crate::rounding::difference;

/// The products of the columns of a matrix with one row per unit and one column per estimate.
pub(crate) struct Products {
    /// The sums of the products of each column with each.
    pub squares: Vec<f64>,
    /// The sums of the fourth powers of each column.
    pub fourths: Vec<f64>,
}

impl Products {
    /// Adds rows that are sums of a number of equal units.
    pub fn of_several(
        values: &[f64],
        width: usize,
        number: impl Fn(usize) -> f64,
        pace: &mut Pace<'_>,
    ) -> Result<Products, Error> {
        let mut squares = filled(width.saturating_mul(width), 0.0)?;
        let mut fourths = filled(width, 0.0)?;
        for (unit, row) in values.chunks_exact(width.max(1)).enumerate() {
            let number = number(unit);
            for (k, a) in row.iter().enumerate() {
                pace.steps(width)?;
                let of_one = a / number;
                let sums = &mut squares[k * width..][..width];
                sums.iter_mut()
                    .zip(row)
                    .for_each(|(sum, b)| *sum += of_one * b);
                fourths[k] += a * of_one * of_one * of_one;
            }
        }
        Ok(Products { squares, fourths })
    }
}

/// The sums of the squares and of the fourth powers of the difference of two columns.
pub(crate) fn powers_of_difference(values: &[f64], width: usize, pair: [usize; 2]) -> [f64; 2] {
    powers_of_several(values, width, pair, |_| 1.0)
}

/// The same of rows each of which is the sum of a number of equal units.
pub(crate) fn powers_of_several(
    values: &[f64],
    width: usize,
    [k, l]: [usize; 2],
    number: impl Fn(usize) -> f64,
) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for (unit, row) in values.chunks_exact(width.max(1)).enumerate() {
        let number = number(unit);
        let square = difference(row[k], row[l]).powi(2) / number;
        sums[0] += square;
        sums[1] += square * square / number;
    }
    sums
}

/// Returns, for each pair of this many estimates: the first and each later one, the second and each
/// later one, and so on.
pub(crate) fn of_pairs(
    width: usize,
    mut value: impl FnMut([usize; 2]) -> Result<f64, Error>,
) -> Result<Vec<f64>, Error> {
    let mut found = reserve(width.saturating_mul(width.saturating_sub(1)) / 2)?;
    for k in 0..width {
        for l in k + 1..width {
            push(&mut found, value([k, l])?)?;
        }
    }
    Ok(found)
}
