//! Units of weights for the sums of their powers: those of very large or small weights are no doubles.

use super::row::Row;

/// The powers of two in which the weights of negatives and of positives are to be measured where their squares and
/// fourth powers are added up: 1, unless a double might not hold these.
///
/// ```
/// use weighted_roc_core::tally::{units_of, Row};
///
/// assert_eq!(units_of(&[Row::new(0.5, [1.0, 2.0], 1.0)]), [1.0, 1.0]);
/// ```
pub fn units_of(rows: &[Row]) -> [f64; 2] {
    let total = |weight: fn(&Row) -> f64| rows.iter().map(weight).sum::<f64>();
    [total(|row| row.negative), total(|row| row.positive)].map(unit_of)
}

/// A weight may be as small as the total by the number of observations.
fn unit_of(total: f64) -> f64 {
    const EXPONENT: u64 = 0x7ff << 52;
    const LARGEST: f64 = 1e70;
    const SMALLEST: f64 = 1e-55;
    if total == 0.0 || (SMALLEST..LARGEST).contains(&total) {
        1.0
    } else {
        // The power of two below it. Denormal totals have as few digits as they have.
        f64::from_bits(total.to_bits() & EXPONENT).max(f64::MIN_POSITIVE)
    }
}

/// Measures the weights whose powers are known `from` some units in others that are no smaller.
///
/// ```
/// use weighted_roc_core::tally::{in_larger_units, Row};
///
/// let mut rows = [Row::new(0.5, [1.0, 2.0], 1.0)];
/// in_larger_units(&mut rows, [1.0, 1.0], [2.0, 4.0]);
/// let squares = rows[0].powers.map(|powers| powers.squares);
/// assert_eq!((rows[0].positive, squares), (2.0, [0.25, 0.25]));
/// ```
pub fn in_larger_units(rows: &mut [Row], from: [f64; 2], to: [f64; 2]) {
    if from == to {
        return;
    }
    for row in rows {
        for class in 0..2 {
            row.powers[class] = row.powers[class].in_larger_unit(to[class] / from[class]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(weights: [f64; 2]) -> Row {
        Row::new(1.0, weights, 1.0)
    }

    #[test]
    fn usual_weights_are_measured_in_ones() {
        for total in [0.0, 1e-50, 1.0, 1e69] {
            assert_eq!(units_of(&[row([total, 1.0])]), [1.0; 2]);
        }
    }

    #[test]
    fn large_and_small_totals_are_brought_near_one() {
        for total in [f64::MAX, 1e300, 1e71, 1e-56, 1e-300, f64::MIN_POSITIVE] {
            let [unit, other] = units_of(&[row([total, 1.0])]);
            assert!((1.0..2.0).contains(&(total / unit)), "{total:e} {unit:e}");
            assert_eq!((unit.to_bits() << 12, other), (0, 1.0));
        }
    }

    #[test]
    fn powers_go_into_larger_units() {
        let mut rows = [row([4.0, 3.0])];
        in_larger_units(&mut rows, [1.0, 0.5], [2.0, 0.5]);
        let [negative, positive] = rows[0].powers;
        assert_eq!((negative.squares, negative.fourths), (4.0, 16.0));
        assert_eq!((positive.squares, positive.fourths), (9.0, 81.0));
        in_larger_units(&mut rows, [2.0, 0.5], [f64::MAX / 2.0, 0.5]);
        assert_eq!(rows[0].powers[0].squares, 0.0);
    }
}
