//! The eigenvalues and eigenvectors of a symmetric matrix.

use crate::error::Error;
use crate::memory::filled;
use crate::poll::Pace;

/// By Jacobi's rotations: each makes one entry beside the diagonal 0, and the sum of the squares of those that
/// are left falls, at last to its square from sweep to sweep. Small eigenvalues keep their digits.
///
/// ```text
/// until nothing is left adjacent the diagonal:
///     for each pair of rows k < l:
///         turn both by the angle that makes their entry 0
/// ```
pub(crate) struct Eigen {
    /// Turned to its diagonal.
    matrix: Vec<f64>,
    /// One eigenvector after the other.
    vectors: Vec<f64>,
    values: Vec<f64>,
    width: usize,
}

/// It takes six to ten.
const MOST_SWEEPS: usize = 60;

impl Eigen {
    pub fn decompose(matrix: Vec<f64>, width: usize, pace: &mut Pace<'_>) -> Result<Eigen, Error> {
        let mut vectors = filled(matrix.len(), 0.0)?;
        (0..width).for_each(|k| vectors[k * width + k] = 1.0);
        let mut eigen = Eigen {
            matrix,
            vectors,
            values: filled(width, 0.0)?,
            width,
        };
        for _ in 0..MOST_SWEEPS {
            if !eigen.sweep(pace)? {
                break;
            }
        }
        for k in 0..width {
            eigen.values[k] = eigen.matrix[k * width + k];
        }
        Ok(eigen)
    }

    /// In no order.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The largest value, at least 0.
    pub fn largest(&self) -> f64 {
        self.values.iter().fold(0.0, |most, &value| most.max(value))
    }

    /// The eigenvector of a value.
    pub fn vector(&self, k: usize) -> &[f64] {
        &self.vectors[k * self.width..][..self.width]
    }

    /// The coordinate of x along an eigenvector.
    pub fn by_rate(&self, k: usize, x: &[f64]) -> f64 {
        self.vector(k).iter().zip(x).map(|(v, x)| v * x).sum()
    }

    /// Returns whether any entry was turned.
    fn sweep(&mut self, pace: &mut Pace<'_>) -> Result<bool, Error> {
        let mut reversed = false;
        for k in 0..self.width {
            for l in k + 1..self.width {
                pace.steps(6 * self.width)?;
                reversed |= self.turn(k, l);
            }
        }
        Ok(reversed)
    }

    fn turn(&mut self, k: usize, l: usize) -> bool {
        let width = self.width;
        let adjacent = self.matrix[k * width + l];
        let [first, second] = [k, l].map(|i| self.matrix[i * width + i]);
        // An entry that is lost beside both tells nothing of either.
        if adjacent.abs() <= 0.125 * f64::EPSILON * (first.abs() * second.abs()).sqrt()
            || adjacent == 0.0
        {
            return false;
        }
        let ratio = (second - first) / (2.0 * adjacent);
        let tangent = ratio.signum() / (ratio.abs() + ratio.hypot(1.0));
        let cosine = 1.0 / tangent.hypot(1.0);
        let sine = tangent * cosine;
        let rotated = |a: f64, b: f64| (cosine * a - sine * b, sine * a + cosine * b);
        for i in 0..width {
            let (a, b) = (i * width + k, i * width + l);
            (self.matrix[a], self.matrix[b]) = rotated(self.matrix[a], self.matrix[b]);
        }
        for i in 0..width {
            let (a, b) = (k * width + i, l * width + i);
            (self.matrix[a], self.matrix[b]) = rotated(self.matrix[a], self.matrix[b]);
            (self.vectors[a], self.vectors[b]) = rotated(self.vectors[a], self.vectors[b]);
        }
        self.matrix[k * width + l] = 0.0;
        self.matrix[l * width + k] = 0.0;
        self.matrix[k * width + k] = first - tangent * adjacent;
        self.matrix[l * width + l] = second + tangent * adjacent;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decompose(matrix: &[f64], width: usize) -> Eigen {
        Eigen::decompose(matrix.to_vec(), width, &mut Pace::new(&mut || false)).unwrap()
    }

    /// The matrix that values and vectors make.
    fn again(eigen: &Eigen, width: usize) -> Vec<f64> {
        let mut matrix = vec![0.0; width * width];
        for (k, value) in eigen.values().iter().enumerate() {
            for i in 0..width {
                for j in 0..width {
                    matrix[i * width + j] += value * eigen.vector(k)[i] * eigen.vector(k)[j];
                }
            }
        }
        matrix
    }

    #[test]
    fn values_and_vectors_make_the_matrix() {
        for width in [1, 2, 3, 7] {
            let mut matrix = vec![0.0; width * width];
            for i in 0..width {
                for j in 0..=i {
                    let entry = ((i * 7 + j * 3) as f64).sin() + if i == j { 2.0 } else { 0.0 };
                    matrix[i * width + j] = entry;
                    matrix[j * width + i] = entry;
                }
            }
            for unit in [2f64.powi(-300), 1.0, 2f64.powi(300)] {
                let matrix: Vec<f64> = matrix.iter().map(|entry| entry * unit).collect();
                let result = again(&decompose(&matrix, width), width);
                for (result, entry) in result.iter().zip(&matrix) {
                    assert!((result - entry).abs() < 1e-14 * unit * width as f64);
                }
            }
        }
    }

    #[test]
    fn values_of_two_rows_are_those_of_the_formula() {
        let eigen = decompose(&[2.0, 1.0, 1.0, 5.0], 2);
        let mut values = [eigen.values()[0], eigen.values()[1]];
        values.sort_by(f64::total_cmp);
        let root = (9.0 / 4.0 + 1.0_f64).sqrt();
        assert!((values[0] - (3.5 - root)).abs() < 1e-15);
        assert!((values[1] - (3.5 + root)).abs() < 1e-15);
        assert_eq!(eigen.largest(), values[1]);
    }

    #[test]
    fn what_has_not_full_rank_has_values_of_nothing() {
        // Outer products of two vectors.
        let (a, b) = ([1.0, 2.0, 3.0, -1.0], [0.5, 0.0, 1.0, 1.0]);
        let mut matrix = [0.0; 16];
        (0..16).for_each(|i| matrix[i] = a[i / 4] * a[i % 4] + b[i / 4] * b[i % 4]);
        let eigen = decompose(&matrix, 4);
        let large = eigen.values().iter().filter(|&&value| value > 1e-14);
        assert_eq!(large.count(), 2);
        assert_eq!(decompose(&[], 0).largest(), 0.0);
        assert_eq!(decompose(&[0.0; 4], 2).values(), [0.0, 0.0]);
    }

    #[test]
    fn large_matrices_can_be_stopped() {
        let width = 80;
        let matrix: Vec<f64> = (0..width * width)
            .map(|i| 1.0 / (1 + i / width + i % width) as f64)
            .collect();
        let result = Eigen::decompose(matrix, width, &mut Pace::new(&mut || true)).map(drop);
        assert_eq!(result, Err(Error::Interrupted));
    }
}
