//! How many observations of equal weight the units of a class say as much as (Kish).

use crate::rounding::difference;
use crate::sum::Sum;

/// The sums of powers of weights, whose own sum is of a size near 1.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kish {
    pub(super) sum: Sum,
    pub(super) squares: Sum,
    pub(super) fourths: f64,
}

impl Kish {
    pub fn add(&mut self, weight: f64) {
        self.add_units(weight, 1.0);
    }

    /// A weight that so many equal units have together.
    pub fn add_units(&mut self, weight: f64, units: f64) {
        self.sum.add(weight);
        let square = per_unit(weight * weight, units);
        self.squares.add(square);
        self.fourths += per_unit(square * square, units);
    }

    /// 0 where there are none.
    pub fn number(self) -> f64 {
        let squares = self.squares.value();
        if squares == 0.0 {
            0.0
        } else {
            self.sum.value() * self.sum.value() / squares
        }
    }
}

/// Returns the part of each unit. Most often there is one unit, and a division takes long.
#[inline(always)]
pub(crate) fn per_unit(value: f64, units: f64) -> f64 {
    if units == 1.0 {
        value
    } else {
        value / units
    }
}

/// The sum of 1 / number of the classes that have any observations: one without them does not vary.
pub(crate) fn sum_of_inverses(effective: &[f64]) -> f64 {
    let any = effective.iter().filter(|&&number| number != 0.0);
    any.map(|number| 1.0 / number).sum()
}

/// The coefficient of variation of this many weights with this effective number. Equal weights have exactly 0: the root
/// of rounding is no rounding.
pub(crate) fn variation(number: f64, effective: f64) -> f64 {
    difference(number / effective, 1.0).max(0.0).sqrt()
}

/// With clusters: the geometric mean of that of the observations, which holds when those of a cluster do not depend on
/// each other, and that of the clusters, which holds when they are all alike.
pub(crate) fn effective_in_clusters(of_rows: f64, of_clusters: f64) -> f64 {
    (of_rows * of_clusters).sqrt()
}

/// The factor of the influences of a cluster in variances: with h its share of the weight of its class, which has n
/// clusters, the root of (1 - 1 / n) / (1 - h). The mean of a class is near that of a cluster with much weight: where
/// the variance of a cluster's mean is inverse to its weight, its squared influence is on average 1 - h of what it
/// varies by (MacKinnon and White 1985, HC2). Times n / (n - 1), which all classes have, this divides squares by 1 - h.
/// Clusters of equal weight have a factor of 1.
pub(crate) fn leverage(share: f64, clusters: f64) -> f64 {
    let rest = 1.0 - share;
    // One that has all weight has no influence, as far as there are digits.
    if rest > 0.0 && clusters > 1.0 {
        ((1.0 - 1.0 / clusters) / rest).sqrt()
    } else {
        1.0
    }
}
