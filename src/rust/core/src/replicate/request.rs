//! How replicates are drawn.

use crate::censoring::Outcome;
use crate::random::Random;
use crate::sampling::Sampling;
use crate::setters::setters;

/// How a replicate weighs the observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scheme {
    /// As often as they are drawn, with replacement, as many from each class as it has. With
    /// clusters: whole clusters are drawn, as many as there are.
    Multinomial,
    /// By an exponential random number each, or each cluster: the Bayesian bootstrap.
    Dirichlet,
    /// Weights count how often a row occurs. As many rows of each class are drawn, with
    /// replacement, as its counts add up to, as if the repeated rows stood there one by one. With
    /// clusters, in which repeated rows stay: as [`Scheme::Multinomial`].
    Counts,
    /// A random half: each observation, or each cluster, is in it with probability 1/2. It is drawn
    /// until it has both classes.
    Half,
    /// The same where weights count how often a row occurs: each of the repeated rows by itself. With
    /// clusters: as [`Scheme::Half`].
    HalfOfCounts,
}

/// How replicates are drawn.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BootstrapRequest<'a> {
    /// How a replicate weighs the observations.
    pub scheme: Scheme,
    /// How the observations were sampled: whole clusters are drawn.
    pub sampling: Sampling<'a>,
    /// Replicates of one seed are the same.
    pub seed: u64,
    /// The outcome from which labels and weights are computed. Then observations, or clusters, are
    /// drawn whatever their class, those of the outcome that have weight, and the probability of
    /// not having been censored is estimated anew in each replicate. Counts are the own weights.
    pub outcome: Option<Outcome<'a>>,
}

setters! {
    BootstrapRequest<'a> {
        with_scheme: scheme = Scheme;
        with_sampling: sampling = Sampling<'a>;
        with_seed: seed = u64;
        with_outcome: outcome = Option<Outcome<'a>>;
    }
}

impl BootstrapRequest<'_> {
    /// By independent observations, and a seed of 1.
    pub fn new(scheme: Scheme) -> Self {
        BootstrapRequest {
            scheme,
            sampling: Sampling::default(),
            seed: 1,
            outcome: None,
        }
    }
}

/// How many replicates are drawn, and how.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Replicates<'a> {
    /// The resampling scheme.
    pub scheme: Scheme,
    /// Replicates of one seed are the same.
    pub seed: u64,
    /// How many, 2 at least.
    pub number: usize,
    /// See [`BootstrapRequest::outcome`].
    pub outcome: Option<Outcome<'a>>,
}

impl<'a> Replicates<'a> {
    /// With a seed of 1.
    pub fn new(scheme: Scheme, number: usize) -> Replicates<'a> {
        Replicates {
            scheme,
            seed: 1,
            number,
            outcome: None,
        }
    }
}

impl Scheme {
    pub(super) fn is_of_counts(self) -> bool {
        matches!(self, Scheme::Counts | Scheme::HalfOfCounts)
    }

    pub(super) fn is_half(self) -> bool {
        matches!(self, Scheme::Half | Scheme::HalfOfCounts)
    }

    /// Draws the factors of the weights of units that are drawn by themselves, or how many of their rows are.
    pub(super) fn multiples(self, counts: Option<&[f64]>, to: &mut [f64], random: &mut Random) {
        match counts {
            Some(counts) => {
                for (to, &rows) in to.iter_mut().zip(counts) {
                    *to = random.binomial(rows as u64, 1, 2) as f64;
                }
            }
            None if self.is_half() => to.iter_mut().for_each(|to| *to = random.below(2) as f64),
            None => random.exponentials(to),
        }
    }
}
