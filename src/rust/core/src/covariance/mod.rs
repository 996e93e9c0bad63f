//! From influences to a covariance.
//!
//! An estimate moves by the sum of the influences u_i of all observations, each of which has mean 0 in its class.
//! Independent units vary independently, so that the covariance of two estimates is a sum over units:
//!
//! ```text
//! row            u_i of the observation i                   one class
//! cluster        sums u_gc over its rows of each class c    both classes may vary together
//! several units  u_i / n_i is the influence of each of n_i equal units, n_i (u_i / n_i)^2 the part of the row
//!
//! V_kl = sum over classes c  of N_c / (N_c - 1)  sum over units g of v_gck v_gcl
//!      + N / (N - 1)  sum over units g and classes c != d of v_gck v_gdl
//!
//! v_gc = u_gc                                                of rows
//!      = u_gc sqrt((1 - 1 / N_c) / (1 - h_gc))               of clusters, h_gc the share of g in the weight of class c
//! ```
//!
//! N_c is the number of units that have observations of class c, N that of all. The u_i of a class are centred by an
//! estimate, the mean of the class, which N / (N - 1) makes up for: for the AUC of independent rows V is that of DeLong,
//! DeLong and Clarke-Pearson (1988, equations 5 and 6), of clusters of equal weight that of Obuchowski (1997, equation 5).
//! Within a class the squares of clusters are so divided by 1 - h, as in HC2 of MacKinnon and White (1985): the mean of a
//! class lies near that of a cluster that dominates it, whose u is nearly 0 whatever it is. Influences that are exported
//! are the u. Without factors V is the infinitesimal jackknife.
//!
//! Degrees of freedom are those of Satterthwaite (1946): a sum of N squares v^2 varies as a chi-squared variable of
//! 2 / (sum v^4 / (sum v^2)^2 - 1 / N), and of no more than the units that are left when each class has given one for
//! its mean. Where few weights dominate a class, Kish's (1965) number (sum w)^2 / sum w^2 limits them.
//!
//! A model of the weights is a linear map of the influences, see [`WeightModels`](crate::sampling::WeightModels); the mapped
//! rows keep the factor that the variance has beyond a sum of squares, times n / (n - p) for p coefficients.

mod blocks;
mod class_weights;
mod effective;
mod fold_pairs;
pub(crate) mod df;
mod influences;
mod moments;
mod sampled;
mod sizes;
mod sums;
mod units;
mod variances;
mod weight_models;

pub(crate) use blocks::Blocks;
pub(crate) use class_weights::{ClassWeights, PartOfClass};
use df::df_of_effective;
pub use df::DegreesOfFreedom;
pub(crate) use df::{prior_df, Powers, PRIOR_DF};
pub(crate) use effective::{effective_in_clusters, leverage, sum_of_inverses, variation, Kish};
pub(crate) use fold_pairs::FoldPairs;
pub(crate) use influences::{InfluenceMatrix, Sink, NONE};
pub(crate) use moments::Moments;
pub(crate) use sampled::{each_pair_df, Mapped, UnitInfluences};
pub use sizes::effective_numbers;
pub(crate) use sizes::{Member, Sizes};
pub use sums::UnitSums;
pub(crate) use units::Units;
pub(crate) use variances::Variances;

use crate::error::{Argument, Error};
use crate::memory::{collect, filled};
use crate::sampling::Design;

/// Estimates and their variances: how they vary, and how they vary together. NaN where nothing is
/// known.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Covariance {
    /// The estimates: all quantities of the first score, then those of the second one, and so on.
    pub values: Vec<f64>,
    /// Their covariance matrix, column by column.
    pub matrix: Vec<f64>,
    /// The effective degrees of freedom of each variance: 2 / (sum u^4 / (sum u^2)^2 - 1 / n) for the
    /// influences u of n units, at most n - 2.
    pub df: Vec<f64>,
    /// See [`DegreesOfFreedom::prior`].
    pub prior_df: f64,
    /// The degrees of freedom of a survey design, which no variance exceeds; infinite elsewhere.
    pub max_df: f64,
    /// The number of observations of positive weight of each class, the negatives first.
    pub numbers: Vec<f64>,
    /// The number of units with observations of each class, and last that of all units.
    pub units: Vec<f64>,
    /// Kish's effective number of each class, (sum w)^2 / sum w^2; the number of units where weights count
    /// these. With clusters it is the geometric mean of that of the observations, which holds when those of a
    /// cluster do not depend on each other, and that of the clusters, whose weights are sums, which holds
    /// when they are all alike. 0 for a class that has no observations, which does not vary.
    pub effective: Vec<f64>,
    /// The same of the units alone: of clusters, where there are any.
    pub effective_units: Vec<f64>,
    /// The factor of the variance of a placement in the variance of each estimate, if it is an AUC:
    /// the sum of 1 / effective number of both classes, and what two observations that are compared
    /// in folds of few observations have in common with the comparison.
    pub placement_factor: Vec<f64>,
    /// The degrees of freedom of the variance of the difference of the first estimate and each later one, of the
    /// second one and each later one, and so on; empty where nobody asked for them.
    pub pairs: Vec<f64>,
    /// The standard errors, where some variance may be too small for a number; else empty.
    pub(crate) std_errors: Vec<f64>,
}

impl Covariance {
    /// Returns the covariance of independent units, with the degrees of freedom that the powers of their influences have.
    pub(crate) fn independent(
        estimates: &[f64],
        covariance: Vec<f64>,
        df: impl ExactSizeIterator<Item = f64>,
        sizes: &Sizes,
    ) -> Result<Covariance, Error> {
        let copy = |of: &[f64]| collect(of.iter().copied());
        let placement_factor = sum_of_inverses(&sizes.effective);
        Ok(Covariance {
            values: copy(estimates)?,
            matrix: covariance,
            df: collect(df.map(|df| df_of_effective(df, &sizes.effective_units)))?,
            prior_df: prior_df(&sizes.effective, &sizes.effective_units),
            max_df: f64::INFINITY,
            numbers: copy(&sizes.numbers)?,
            units: copy(&sizes.units)?,
            effective: copy(&sizes.effective)?,
            effective_units: copy(&sizes.effective_units)?,
            placement_factor: filled(estimates.len(), placement_factor)?,
            pairs: Vec::new(),
            std_errors: Vec::new(),
        })
    }

    /// Estimates whose covariance matrix comes from elsewhere, as that of a survey design; with the degrees of freedom
    /// of the difference of each pair, or one number for all.
    ///
    /// ```
    /// use weighted_roc_core::covariance::Covariance;
    ///
    /// let matrix = vec![0.002, 0.001, 0.001, 0.003];
    /// let known = Covariance::known(&[0.8, 0.7], matrix, &[12.0])?;
    /// assert_eq!((&known.df[..], known.max_df), (&[12.0; 2][..], f64::INFINITY));
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] for a matrix or degrees of freedom that are not theirs, [`Error::Memory`].
    pub fn known(values: &[f64], covariance: Vec<f64>, df: &[f64]) -> Result<Covariance, Error> {
        let width = values.len();
        let pairs = width.saturating_mul(width.saturating_sub(1)) / 2;
        let (df_of_all, df_of_pairs) = match df {
            &[of_all] => (of_all, &[][..]),
            of_each if of_each.len() == pairs => (f64::INFINITY, of_each),
            _ => {
                return Err(Error::Length {
                    argument: Argument::Covariance,
                    length: df.len(),
                    expected: pairs,
                })
            }
        };
        let known = Covariance {
            values: collect(values.iter().copied())?,
            matrix: covariance,
            df: filled(width, df_of_all)?,
            prior_df: f64::NAN,
            max_df: f64::INFINITY,
            numbers: filled(2, f64::NAN)?,
            units: Vec::new(),
            effective: filled(2, f64::NAN)?,
            effective_units: filled(2, f64::NAN)?,
            placement_factor: filled(width, f64::NAN)?,
            pairs: collect(df_of_pairs.iter().copied())?,
            std_errors: Vec::new(),
        };
        known.check()?;
        Ok(known)
    }

    /// Divides by two to these powers, one for each estimate.
    pub(crate) fn reduce(&mut self, exponents: &[i32]) -> Result<(), Error> {
        if exponents.iter().all(|&exponent| exponent == 0) {
            return Ok(());
        }
        let width = exponents.len();
        let std_error = |k: usize| libm::scalbn(self.variance(k).sqrt(), -exponents[k]);
        self.std_errors = collect((0..width).map(std_error))?;
        for (i, covariance) in self.matrix.iter_mut().enumerate() {
            *covariance = libm::scalbn(*covariance, -exponents[i / width]);
            *covariance = libm::scalbn(*covariance, -exponents[i % width]);
        }
        Ok(())
    }

    /// The standard error of estimate k.
    pub(crate) fn std_error(&self, k: usize) -> f64 {
        let variance = || self.variance(k).sqrt();
        self.std_errors.get(k).copied().unwrap_or_else(variance)
    }

    /// The degrees of freedom of the variance of estimate k, and of the model that intervals draw it to.
    ///
    /// ```
    /// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
    /// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// use weighted_roc_core::inference::{covariance, CovarianceRequest};
    ///
    /// let result = covariance(&[observations], &CovarianceRequest::default(), Options::default())?;
    /// // Of independent observations.
    /// assert_eq!(result.df_of(0).prior, 4.0);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn df_of(&self, k: usize) -> DegreesOfFreedom {
        DegreesOfFreedom {
            variance: self.df[k],
            prior: self.prior_df,
        }
    }

    /// Its parts are public, and may have been changed.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let width = self.values.len();
        let expected = [
            (self.matrix.len(), width.saturating_mul(width)),
            (self.df.len(), width),
            (self.placement_factor.len(), width),
            (self.numbers.len().min(2), 2),
            (self.effective.len().min(2), 2),
        ];
        match expected
            .into_iter()
            .find(|(length, expected)| length != expected)
        {
            None => Ok(()),
            Some((length, expected)) => Err(Error::Length {
                argument: Argument::Covariance,
                length,
                expected,
            }),
        }
    }

    /// The variance of estimate k.
    pub(crate) fn variance(&self, k: usize) -> f64 {
        let variance = self.matrix[k * self.values.len() + k];
        // Rounding must not lead below 0, and what is not known stays so.
        if variance < 0.0 {
            0.0
        } else {
            variance
        }
    }

    pub(crate) fn in_design(mut self, design: &Design<'_>) -> Result<Covariance, Error> {
        let expected = self.matrix.len();
        if design.covariance.len() != expected {
            return Err(Error::Length {
                argument: Argument::Covariance,
                length: design.covariance.len(),
                expected,
            });
        }
        self.matrix.copy_from_slice(design.covariance);
        self.std_errors.clear();
        for df in self.df.iter_mut().chain(&mut self.pairs) {
            *df = df.min(design.most);
        }
        self.max_df = design.most;
        self.prior_df = PRIOR_DF;
        Ok(self)
    }
}
