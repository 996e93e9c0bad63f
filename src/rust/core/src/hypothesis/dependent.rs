//! Tests of estimates by their covariance: with t distributions and Hotelling's, or the normal and the chi-squared one
//! for Wald's tests.

use super::pairs::{number_of_pair, number_of_pairs, pairs_of};
use super::request::Hypothesis;
use super::sets::{chosen, submatrix};
use super::statistic::{Estimates, Test};
use super::wald::{contrast_variance, joint_wald_test};
use crate::covariance::Covariance;
use crate::error::{Argument, Error};
use crate::interval::{at_least_one, Method, Wald};
use crate::memory::{collect, filled};
use crate::poll::Pace;
use crate::quantity::Quantity;

/// Estimates on their scale, and how they vary together.
pub(super) struct Dependent {
    values: Vec<f64>,
    covariance: Vec<f64>,
    /// The degrees of freedom of the difference of each pair.
    df_of_pairs: Vec<f64>,
}

impl Dependent {
    /// Each pair has its own degrees of freedom, or the least of those of the estimates where nobody asked for them.
    pub fn new(of: &Covariance, quantity: &Quantity, method: Method) -> Result<Dependent, Error> {
        let width = of.values.len();
        if width < 2 {
            return Err(Error::Empty);
        }
        let pairs = number_of_pairs(width);
        let df_of_pairs = if method == Method::Wald {
            filled(pairs, f64::INFINITY)?
        } else if of.pairs.is_empty() {
            let least = of.df.iter().fold(f64::INFINITY, |a, &b| a.min(b));
            filled(pairs, at_least_one(least))?
        } else {
            collect(of.pairs.iter().map(|&df| at_least_one(df)))?
        };
        if df_of_pairs.len() != pairs {
            return Err(Error::Length {
                argument: Argument::Covariance,
                length: df_of_pairs.len(),
                expected: pairs,
            });
        }
        let scale = quantity.scale();
        let square = scale.slope * scale.slope;
        Ok(Dependent {
            values: collect(of.values.iter().map(|&value| scale.apply(value)))?,
            covariance: collect(of.matrix.iter().map(|entry| entry * square))?,
            df_of_pairs,
        })
    }

    /// Returns the least degrees of freedom of all pairs of a set.
    fn least_df(&self, set: &[usize]) -> f64 {
        let pairs = pairs_of(set.len()).map(|[i, j]| [set[i], set[j]]);
        let df = pairs.map(|pair| self.df_of_pairs[number_of_pair(pair, self.values.len())]);
        df.fold(f64::INFINITY, |least, df| {
            if df < least || df.is_nan() {
                df
            } else {
                least
            }
        })
    }
}

impl Estimates for Dependent {
    fn values(&self) -> &[f64] {
        &self.values
    }

    fn test_combination(
        &self,
        set: &[usize],
        coefficients: &[f64],
        hypothesis: &Hypothesis,
    ) -> Result<Test, Error> {
        let width = self.values.len();
        let terms = set.iter().zip(coefficients);
        hypothesis.test(&Wald {
            estimate: terms.map(|(&k, c)| c * self.values[k]).sum(),
            std_error: contrast_variance(&self.covariance, width, set, coefficients).sqrt(),
            df: self.least_df(set),
        })
    }

    fn test_set(&self, set: &[usize], pace: &mut Pace<'_>) -> Result<Test, Error> {
        joint_wald_test(
            &chosen(&self.values, set)?,
            &submatrix(&self.covariance, self.values.len(), set)?,
            self.least_df(set),
            pace,
        )
    }
}
