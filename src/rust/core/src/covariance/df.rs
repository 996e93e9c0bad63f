//! How far a variance can be trusted that is a sum of squares of influences.

use super::effective::{per_unit, sum_of_inverses, Kish};
use crate::rounding::difference;

/// The degrees of freedom of a variance, and of the model to which it is shrunk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DegreesOfFreedom {
    /// The degrees of freedom of the variance.
    pub variance: f64,
    /// Those that the model counts as: 4, and down to 1 for large clusters, whose members may
    /// depend on each other in ways that the model ignores.
    pub prior: f64,
}

/// The degrees of freedom of a model of independent observations, and of one of clusters: chosen by simulations, see the
/// targets "AUC" and "AUC, clusters of 80" of `bench/coverage/cells/areas.R`.
pub(crate) const PRIOR_DF: f64 = 4.0;
const PRIOR_DF_WITH_CLUSTERS: f64 = 1.0;

/// Returns the degrees of freedom of a model: it is the less of use, the more of what varies may be
/// that of whole clusters. `effective` are the numbers of the classes with clusters, `effective_clusters`
/// those of clusters alone.
pub(crate) fn prior_df(effective: &[f64], effective_clusters: &[f64]) -> f64 {
    let independent: f64 = effective
        .iter()
        .zip(effective_clusters)
        .filter(|(&effective, _)| effective != 0.0)
        .map(|(effective, units)| units / effective / effective)
        .sum();
    let share = (independent / sum_of_inverses(effective_clusters)).min(1.0);
    PRIOR_DF_WITH_CLUSTERS + (PRIOR_DF - PRIOR_DF_WITH_CLUSTERS) * share
}

impl DegreesOfFreedom {
    /// Returns the degrees of freedom of both together, at least those of the model alone.
    pub(crate) fn total(self) -> f64 {
        let total = self.variance + self.prior;
        if total < PRIOR_DF {
            PRIOR_DF
        } else {
            total
        }
    }

    /// An estimate, drawn towards what the model says.
    pub(crate) fn shrunken(self, estimate: f64, by_model: f64) -> f64 {
        (self.variance * estimate + self.prior * by_model) / (self.variance + self.prior)
    }

    /// Those that shrink as much, and are together as many as those of the variance alone.
    pub(crate) fn without_prior(self) -> DegreesOfFreedom {
        if self.variance == 0.0 {
            return self;
        }
        let kept = self.variance / (self.variance + self.prior);
        DegreesOfFreedom {
            variance: self.variance * kept,
            prior: self.prior * kept,
        }
    }

    /// Not more than those of a survey design.
    pub(crate) fn at_most(self, most: f64) -> DegreesOfFreedom {
        DegreesOfFreedom {
            variance: self.variance.min(most),
            ..self
        }
    }
}

/// The degrees of freedom of a variance of classes with these effective numbers: where a few weights dominate a
/// class, its influences are small and many, but say no more of it than those few do. Where they leave fewer, of
/// Satterthwaite's for classes that vary by 1 / k each with k - 1 degrees of freedom, the geometric mean of both.
pub(crate) fn df_of_effective(df: f64, effective: &[f64]) -> f64 {
    let expected = sum_of_inverses(effective);
    let of_class = |number: f64| {
        let part = 1.0 / (number * expected);
        part * part / (number - 1.0).max(f64::MIN_POSITIVE)
    };
    let any = effective.iter().filter(|&&number| number != 0.0);
    let most = 1.0 / any.map(|&number| of_class(number)).sum::<f64>();
    if most < df {
        (most * df).sqrt()
    } else {
        df
    }
}

/// The sums of the squares and of the fourth powers of influences of independent units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Powers {
    pub squares: f64,
    pub fourths: f64,
}

impl Powers {
    /// Returns the sums of powers of the shares of units in the sum of their weights.
    pub fn of_shares(weights: &Kish) -> Powers {
        let square = weights.sum.value() * weights.sum.value();
        Powers {
            squares: weights.squares.value() / square,
            fourths: weights.fourths / square / square,
        }
    }

    /// Adds an influence that so many equal units have together.
    #[inline(always)]
    pub fn add(&mut self, influence: f64, number: f64) {
        let square = per_unit(influence * influence, number);
        self.squares += square;
        self.fourths += per_unit(square * square, number);
    }

    /// The effective degrees of freedom of the variance of a sum of `units` independent influences:
    /// 2 / (sum u^4 / (sum u^2)^2 - 1 / units), as a chi-squared variable of that many degrees varies as
    /// much. Few large influences among many small ones give few. Never more than the units that are
    /// left when `lost` of them have been given for the means of classes and for coefficients, and 0 where no influence
    /// says anything.
    pub fn df(self, units: f64, lost: f64) -> f64 {
        let most = (units - lost).max(0.0);
        // Two divisions: the square of a small sum may be no number.
        let excess = self.fourths / self.squares / self.squares - 1.0 / units;
        if self.squares == 0.0 {
            0.0
        } else if excess > 0.0 {
            (2.0 / excess).min(most)
        } else {
            most
        }
    }

    /// The same of weights, which are known: infinite where they are equal.
    pub fn df_of_weights(self, units: f64) -> f64 {
        let excess = difference(self.fourths / self.squares / self.squares, 1.0 / units);
        if excess > 0.0 {
            2.0 / excess
        } else {
            f64::INFINITY
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn df(squares: f64, fourths: f64, units: f64) -> f64 {
        Powers { squares, fourths }.df(units, 2.0)
    }

    #[test]
    fn few_effective_observations_leave_few_degrees_of_df() {
        // Classes that vary alike, with 9 each, have 18.
        assert_eq!(df_of_effective(8.0, &[10.0, 10.0]), 8.0);
        assert!((df_of_effective(72.0, &[10.0, 10.0]) - 36.0).abs() < 1e-12);
        // One observation has all the weight of a class.
        assert!(df_of_effective(100.0, &[1.0, 100.0]) < 1e-100);
        assert!(df_of_effective(100.0, &[1.0 + 1e-3, 100.0]) < 0.4);
    }

    #[test]
    fn a_model_counts_less_with_larger_clusters() {
        assert_eq!(prior_df(&[20.0, 50.0], &[20.0, 50.0]), 4.0);
        // 80 and 800 observations in clusters of 4: geometric means 40 and 400.
        assert!((prior_df(&[40.0, 400.0], &[20.0, 200.0]) - 1.75).abs() < 1e-14);
        assert_eq!(prior_df(&[1e150, 1e150], &[1.0, 1.0]), 1.0);
    }

    #[test]
    fn a_model_counts_as_its_degrees_of_freedom() {
        let df = DegreesOfFreedom {
            variance: 6.0,
            prior: 4.0,
        };
        assert_eq!([df.shrunken(2.0, 1.0), df.shrunken(2.0, 0.5)], [1.6, 1.4]);
    }

    #[test]
    fn equal_influences_leave_the_units_but_one_a_class() {
        assert_eq!(df(10.0, 10.0, 10.0), 8.0);
    }

    #[test]
    fn one_large_influence_counts_alone() {
        // 2 / (1 - 1 / 5).
        assert_eq!(df(9.0, 81.0, 5.0), 2.5);
    }

    #[test]
    fn normal_influences_have_as_many_as_units() {
        let units = 1e6;
        assert!((df(units, 3.0 * units, units) / units - 1.0).abs() < 1e-5);
    }

    #[test]
    fn nothing_has_none() {
        assert_eq!(df(0.0, 0.0, 7.0), 0.0);
        // Little has as many as much.
        assert_eq!(df(9e-100, 81e-200, 5.0), df(9.0, 81.0, 5.0));
        assert_eq!(df(1.0, 1.0, 1.0), 0.0);
    }
}
