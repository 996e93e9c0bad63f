//! Differences of areas, in terms of units, and the parts of both classes in their variance.

use super::wald::differences_of;
use crate::cholesky::Cholesky;
use crate::covariance::UnitSums;
use crate::error::Error;
use crate::memory::filled;
use crate::rounding::difference;

/// The difference of two areas, D, in terms of units: u is the influence of a unit on it, and r the
/// unit's part of what D would be when the areas are equal, so that u + r D are influences around
/// 0 that sum to D. r is the unit's share of the weight of its class, times the class's share of the
/// variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// D, the first area less the second.
    pub difference: f64,
    /// The sums of u^2, u r and r^2.
    pub squares: [f64; 3],
    /// The sums of u^4, u^3 r, u^2 r^2, u r^3 and r^4.
    pub fourths: [f64; 5],
    /// How many units there are in effect: the square of the sum of |u + r D|, divided by that of
    /// (u + r D)^2.
    pub units: f64,
}

/// The differences D of all areas from the first, in terms of the influences z of units around 0,
/// which sum to D.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointDifference {
    /// D' M^- D, where M is the sum of z z'. Random signs of z would make it the rank on average.
    pub statistic: f64,
    /// The sum of (z' M^- z)^2: how far random signs stay behind a normal distribution.
    pub fourths: f64,
    /// The rank of M.
    pub rank: usize,
    /// How many units there are in effect, as [`Difference::units`], along the direction M^- D.
    pub units: f64,
}

impl Difference {
    /// The sums when influences and differences are multiplied by a factor.
    pub(super) fn in_unit(&self, factor: f64) -> Difference {
        let [uu, ur, rr] = self.squares;
        let [u4, u3, u2, u1, u0] = self.fourths;
        let square = factor * factor;
        Difference {
            difference: self.difference * factor,
            squares: [uu * square, ur * factor, rr],
            fourths: [
                u4 * square * square,
                u3 * square * factor,
                u2 * square,
                u1 * factor,
                u0,
            ],
            units: self.units,
        }
    }
}

/// How many units there are in effect, by the sums of their absolute values and of their squares.
pub(super) fn in_effect([absolute, squares]: [f64; 2]) -> f64 {
    if squares > 0.0 {
        absolute * absolute / squares
    } else {
        0.0
    }
}

pub(super) fn apart(sums: &UnitSums, [k, l]: [usize; 2]) -> f64 {
    difference(sums.values[k], sums.values[l])
}

/// The parts of both classes in the variance of a difference.
pub(super) fn parts_in_difference(sums: &UnitSums, [k, l]: [usize; 2]) -> [f64; 2] {
    let width = sums.values.len();
    let variance = |matrix: &[f64]| {
        let own = matrix[k * width + k] + matrix[l * width + l];
        difference(own, 2.0 * matrix[k * width + l])
    };
    parts_of_classes(
        [variance(&sums.negatives), variance(&sums.positives)],
        sums.effective,
    )
}

/// Returns the parts of the classes in all differences.
pub(super) fn parts_in_differences(sums: &UnitSums) -> Result<[f64; 2], Error> {
    Ok(parts_of_classes(variances_between(sums)?, sums.effective))
}

/// The parts of the negatives and of the positives in a variance. Where a few weights dominate a class, it is next to
/// one observation with its own placement, and varies by nearly nothing: what varies in a class is drawn to what an
/// observation of equal weight varies by on the average of both, which counts as many observations as [`MODEL`] says.
pub(crate) fn parts_of_classes(variances: [f64; 2], effective: [f64; 2]) -> [f64; 2] {
    let df = effective.map(|number| (number - 1.0).max(0.0));
    let of_one = [0, 1].map(|class: usize| variances[class].max(0.0) * effective[class]);
    let all = df[0] + df[1];
    let average = (df[0] * of_one[0] + df[1] * of_one[1]) / all;
    let parts = [0, 1].map(|class: usize| {
        let drawn = if average > 0.0 {
            (df[class] * of_one[class] + MODEL * average) / (df[class] + MODEL)
        } else {
            1.0
        };
        if effective[class] == 0.0 {
            0.0
        } else {
            drawn / effective[class]
        }
    });
    parts.map(|part| part / (parts[0] + parts[1]))
}

const MODEL: f64 = 1.0;

/// With S the matrix of the differences from the first score, S_c the part that class c has in it: the
/// traces of S^- S_c, or zeros where nothing varies. Unlike sums of variances they depend neither on
/// which differences are taken nor on copies among the scores.
fn variances_between(sums: &UnitSums) -> Result<[f64; 2], Error> {
    let width = sums.values.len();
    let negatives = differences_of(&sums.negatives, width)?;
    let positives = differences_of(&sums.positives, width)?;
    let mut both = filled(negatives.len(), 0.0)?;
    let classes = negatives.iter().zip(&positives);
    both.iter_mut()
        .zip(classes)
        .for_each(|(sum, (a, b))| *sum = a + b);
    let diagonal = both.iter().step_by(width);
    if diagonal.sum::<f64>() <= 0.0 {
        return Ok([0.0; 2]);
    }
    let cholesky = Cholesky::factorize(both, width - 1)?;
    Ok([
        cholesky.trace_of(&negatives)?,
        cholesky.trace_of(&positives)?,
    ])
}

#[cfg(test)]
mod tests {
    use super::parts_of_classes;

    #[test]
    fn a_class_has_the_part_of_its_variance_and_of_the_average() {
        // 4 of 5 degrees of freedom, and 1 of the average, 2.
        assert_eq!(parts_of_classes([1.0, 3.0], [5.0, 5.0]), [0.3, 0.7]);
        assert_eq!(parts_of_classes([0.0, 4.0], [5.0, 5.0]), [0.1, 0.9]);
        assert_eq!(parts_of_classes([-1e-30, 4.0], [5.0, 5.0]), [0.1, 0.9]);
        // With many observations nearly all of the variance is that of single observations.
        let [negatives, _] = parts_of_classes([1.0, 3.0], [1e9, 1e9]);
        assert!((negatives - 0.25).abs() < 1e-8);
    }

    #[test]
    fn a_class_that_is_one_observation_has_the_average() {
        let [negatives, positives] = parts_of_classes([1e-3, 0.0], [100.0, 1.0]);
        assert!((positives / negatives - 100.0).abs() < 1e-9);
        assert_eq!(parts_of_classes([1.0, 1.0], [1.0, 1.0]), [0.5, 0.5]);
    }

    #[test]
    fn a_class_without_observations_has_no_part() {
        assert_eq!(parts_of_classes([0.0, 3.0], [0.0, 5.0]), [0.0, 1.0]);
        assert_eq!(parts_of_classes([0.0, 0.0], [5.0, 0.0]), [1.0, 0.0]);
    }

    #[test]
    fn where_nothing_varies_a_class_has_the_part_that_its_number_gives() {
        assert_eq!(parts_of_classes([0.0, 0.0], [8.0, 2.0]), [0.2, 0.8]);
    }
}
