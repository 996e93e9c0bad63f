//! How far the weights of a sample let its rates be trusted.
//!
//! The variance p (1 - p) of an indicator is that of its share p, however few observations decide it, and is not
//! estimated beside it: what is not sure is only how much of the weight of a class is above a threshold, and what the
//! members of a cluster have in common. So the degrees of freedom of the quantile are those of weights that vary by
//! themselves, with s the share of a unit in the weight of its class:
//!
//! ```text
//! nu = 2 / (sum s^4 / (sum s^2)^2 - 1 / n)    infinite for equal weights
//! ```
//!
//! With clusters they are at most the number of clusters but one. In a design with clusters they are those of the
//! variance, which is estimated. Chosen by the targets "at a known threshold", "at a threshold, clusters" and "surveys" of
//! `bench/coverage/cells/rates.R`.

use super::df::{prior_df, DegreesOfFreedom, Powers};
use super::effective::effective_in_clusters;
use super::sizes::Sizes;
use crate::sampling::Sampling;

/// The weights of the units of both classes.
#[derive(Debug)]
pub(crate) struct ClassWeights {
    /// The sums of powers of the shares of units in the weight of their class.
    powers: [Powers; 2],
    units: [f64; 2],
    has_clusters: bool,
    in_design: bool,
    most_df: f64,
    /// See [`DegreesOfFreedom::prior`]. In a design as with the same clusters, though effective numbers have none there.
    pub model: f64,
}

/// A part of a class: each unit counts this often, and this share of them does.
#[derive(Clone, Copy)]
pub(crate) struct PartOfClass {
    pub class: usize,
    pub count: f64,
    pub share: f64,
}

impl ClassWeights {
    pub fn new(sizes: &Sizes, sampling: &Sampling<'_>) -> ClassWeights {
        let powers = [sizes.powers[0], sizes.powers[1]];
        let model = match sampling.design {
            Some(_) if sampling.clusters.is_some() => {
                let of_clusters = powers.map(|powers| 1.0 / powers.squares);
                let effective = [0, 1]
                    .map(|class| effective_in_clusters(sizes.effective[class], of_clusters[class]));
                prior_df(&effective, &of_clusters)
            }
            _ => prior_df(&sizes.effective, &sizes.effective_units),
        };
        ClassWeights {
            powers,
            units: [sizes.units[0], sizes.units[1]],
            has_clusters: (0..2).any(|class| sizes.has_clusters(class, sampling)),
            in_design: sampling.design.is_some(),
            most_df: sampling.most_df(),
            model,
        }
    }

    /// The degrees of freedom of the quantile of a rate of a class, with those of its variance.
    pub fn rate_df(&self, class: usize, of_variance: DegreesOfFreedom) -> f64 {
        let whole = PartOfClass {
            class,
            count: 1.0,
            share: 1.0,
        };
        self.df([whole], of_variance)
    }

    /// The degrees of freedom of the quantile of a mean over parts of classes, with those of its variance.
    pub fn df(
        &self,
        parts: impl IntoIterator<Item = PartOfClass>,
        of_variance: DegreesOfFreedom,
    ) -> f64 {
        if self.in_design && self.has_clusters {
            return of_variance.total();
        }
        let (mut powers, mut units) = (Powers::default(), 0.0);
        for part in parts.into_iter().filter(|part| part.count > 0.0) {
            let of_class = self.powers[part.class];
            let square = part.count * part.count;
            powers.squares += part.share * square * of_class.squares;
            powers.fourths += part.share * square * square * of_class.fourths;
            units += part.share * self.units[part.class];
        }
        let of_weights = powers.df_of_weights(units);
        let most = if self.has_clusters {
            (units - 1.0).max(0.0)
        } else {
            self.most_df
        };
        DegreesOfFreedom {
            variance: of_weights.min(most),
            prior: self.model,
        }
        .total()
    }
}
