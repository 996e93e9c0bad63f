//! Outcomes at a time, some of which are censored before it.
//!
//! The outcome at a time t is a label with a weight. The data of an observation are its time T and its status there,
//! and G(t) is the probability of not having been censored by t:
//!
//! ```text
//! case         T <= t, the event            1 / G(T-)
//! competing    T <= t, another event        1 / G(T-) as a control, or 0
//! free         T > t, or censored at t      1 / G(t-)
//! censored     T < t, neither               0
//! ```
//!
//! times the weight that the observation has of itself (Blanche, Dartigues and Jacqmin-Gadda 2013). At the same time
//! events come before censorings, so that an observation that is censored at t is free of events by t. G is estimated from
//! the same observations with their own weights, so that each of them moves the weights of others: an
//! `Operator` leads from influences with the weights as they are to those with G estimated anew.
//! It knows nothing of scores, nor of the number that the influences are on.

mod cox;
mod curve;
mod outcome_status;
mod follow_up;
mod known;
mod operator;
mod outcome;
mod outcome_weights;
mod own_weights;
mod product_limit;
mod refit;
mod steps;
#[cfg(test)]
pub(crate) mod tests;
mod censoring_fit;

pub(crate) use censoring_fit::{CensoringAt, CensoringFit};
pub(crate) use cox::Sums;
pub use curve::{censoring_curve, CensoringCurve};
pub(crate) use follow_up::{End, FollowUp};
pub(crate) use operator::Operator;
pub use outcome::{Censoring, Controls, Covariates, Known, KnownStrata, Outcome};
pub use outcome_weights::{outcome_weights, OutcomeWeights};
pub(crate) use refit::Refit;
