//! Cholesky's factor of a matrix that may have less than full rank.

use crate::error::Error;
use crate::memory::filled;

/// The factor by rows, with the largest pivots first.
#[derive(Debug)]
pub(crate) struct Cholesky {
    factor: Vec<f64>,
    /// The rows of the matrix in the order of their pivots; those beyond the rank say nothing more
    /// but rounding.
    pivots: Vec<usize>,
    rank: usize,
}

/// Pivots that are smaller, beside the largest, are what rounding leaves of 0.
const NOTHING: f64 = 1e-10;

impl Cholesky {
    /// Factors a symmetric matrix of some rows, of which entries right of the diagonal are not read.
    pub fn factorize(matrix: Vec<f64>, rows: usize) -> Result<Cholesky, Error> {
        let mut pivots = filled(rows, 0usize)?;
        (0..rows).for_each(|i| pivots[i] = i);
        let mut cholesky = Cholesky {
            factor: matrix,
            pivots,
            rank: 0,
        };
        let most = (0..rows).map(|i| cholesky.entry(i, i)).fold(0.0, f64::max);
        let least = NOTHING * most;
        while cholesky.pivot(least) {
            cholesky.rank += 1;
        }
        Ok(cholesky)
    }

    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The first numbers of x, by order of the pivots, times the inverse of the factor: when the
    /// matrix is the covariance of x they vary apart from each other, by 1 each.
    pub fn whiten(&self, x: &[f64], to: &mut [f64]) {
        for i in 0..self.rank {
            let known: f64 = (0..i)
                .map(|j| self.entry(self.pivots[i], self.pivots[j]) * to[j])
                .sum();
            to[i] = (x[self.pivots[i]] - known) / self.entry(self.pivots[i], self.pivots[i]);
        }
    }

    /// The trace of A^- B, for this factor of A and a symmetric B whose range is within that of A.
    pub fn trace_of(&self, matrix: &[f64]) -> Result<f64, Error> {
        let rows = self.pivots.len();
        let mut half = filled(rows.saturating_mul(self.rank), 0.0)?;
        let mut whitened = filled(self.rank, 0.0)?;
        for (i, row) in matrix.chunks_exact(rows).enumerate() {
            self.whiten(row, &mut whitened);
            for (j, &value) in whitened.iter().enumerate() {
                half[j * rows + i] = value;
            }
        }
        let mut trace = 0.0;
        for (j, column) in half.chunks_exact(rows).enumerate() {
            self.whiten(column, &mut whitened);
            trace += whitened[j];
        }
        Ok(trace)
    }

    /// The entry of two rows stands below the diagonal at first, and at the later pivot's row when
    /// it is in the factor.
    fn entry(&self, row: usize, column: usize) -> f64 {
        self.factor[self.place(row, column)]
    }

    fn place(&self, row: usize, column: usize) -> usize {
        row.max(column) * self.pivots.len() + row.min(column)
    }

    /// Takes the largest pivot that is left, if it is more than `least`.
    fn pivot(&mut self, least: f64) -> bool {
        let left = self.rank..self.pivots.len();
        let diagonal = |i: &usize| self.entry(self.pivots[*i], self.pivots[*i]);
        let Some(best) = left.max_by(|i, j| diagonal(i).total_cmp(&diagonal(j))) else {
            return false;
        };
        if diagonal(&best) <= least {
            return false;
        }
        self.pivots.swap(self.rank, best);
        let pivot = self.pivots[self.rank];
        let root = self.entry(pivot, pivot).sqrt();
        let place = self.place(pivot, pivot);
        self.factor[place] = root;
        for i in self.rank + 1..self.pivots.len() {
            let place = self.place(self.pivots[i], pivot);
            self.factor[place] /= root;
        }
        for i in self.rank + 1..self.pivots.len() {
            for j in self.rank + 1..=i {
                let (row, column) = (self.pivots[i], self.pivots[j]);
                let product = self.entry(row, pivot) * self.entry(column, pivot);
                let place = self.place(row, column);
                self.factor[place] -= product;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x' A^- x.
    fn quadratic_form(matrix: &[f64], x: &[f64]) -> (f64, usize) {
        let cholesky = Cholesky::factorize(matrix.to_vec(), x.len()).unwrap();
        let mut whitened = vec![0.0; cholesky.rank()];
        cholesky.whiten(x, &mut whitened);
        (whitened.iter().map(|w| w * w).sum(), cholesky.rank())
    }

    #[test]
    fn forms_of_full_rank_are_those_of_the_inverse() {
        // The inverse of ((2, 1), (1, 5)) is ((5, -1), (-1, 2)) / 9.
        let (result, rank) = quadratic_form(&[2.0, f64::NAN, 1.0, 5.0], &[3.0, 4.0]);
        assert_eq!(rank, 2);
        assert!((result - (45.0 - 24.0 + 32.0) / 9.0).abs() < 1e-14);
        let identity = [4.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 9.0];
        assert_eq!(quadratic_form(&identity, &[2.0, 3.0, 3.0]), (11.0, 3));
    }

    #[test]
    fn rows_that_say_nothing_new_change_nothing() {
        // The third is the sum of the first two, the fourth is 0.
        let rows = [[2.0, 0.0], [0.0, 3.0], [2.0, 3.0], [0.0, 0.0]];
        let mut matrix = vec![0.0; 16];
        for i in 0..4 {
            for j in 0..4 {
                matrix[i * 4 + j] = rows[i][0] * rows[j][0] + rows[i][1] * rows[j][1];
            }
        }
        let (result, rank) = quadratic_form(&matrix, &[4.0, 3.0, 7.0, 0.0]);
        assert_eq!(rank, 2);
        assert!((result - 5.0).abs() < 1e-13);
    }

    /// Variances of areas are small: which pivots are nothing is a matter of the largest one.
    #[test]
    fn the_unit_of_a_matrix_does_not_matter() {
        let unit = 2f64.powi(-30);
        let matrix = [2.0, f64::NAN, 1.0, 5.0].map(|entry| entry * unit);
        let x = [3.0, 4.0].map(|entry| entry * unit.sqrt());
        let (result, rank) = quadratic_form(&matrix, &x);
        assert_eq!(rank, 2);
        assert!((result - (45.0 - 24.0 + 32.0) / 9.0).abs() < 1e-14);
    }

    #[test]
    fn traces_are_those_of_the_product() {
        // ((5, -1), (-1, 2)) / 9 times ((1, 2), (2, 7)).
        let cholesky = Cholesky::factorize(vec![2.0, f64::NAN, 1.0, 5.0], 2).unwrap();
        let trace = cholesky.trace_of(&[1.0, 2.0, 2.0, 7.0]).unwrap();
        assert!((trace - (3.0 + 12.0) / 9.0).abs() < 1e-14);
        // The matrix is singular: the third row is the sum of the others.
        let matrix = [2.0, 0.0, 2.0, 0.0, 3.0, 3.0, 2.0, 3.0, 5.0];
        let cholesky = Cholesky::factorize(matrix.to_vec(), 3).unwrap();
        assert!((cholesky.trace_of(&matrix).unwrap() - 2.0).abs() < 1e-14);
    }

    #[test]
    fn nothing_has_no_rank() {
        assert_eq!(quadratic_form(&[], &[]), (0.0, 0));
        assert_eq!(quadratic_form(&[0.0; 4], &[0.0; 2]), (0.0, 0));
    }
}
