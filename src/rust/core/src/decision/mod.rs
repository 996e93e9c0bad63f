//! Decisions by a curve.

mod bounds;
mod compare;
mod constrained;
mod cost_curve;
mod gain;
mod net_benefit;
pub(crate) mod neyman_pearson;
mod reject;
pub(crate) mod risk;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_rules;
mod thin;

pub use crate::measure::Costs;
pub use bounds::{area_bounds, Inside};
pub use compare::{compare, Ahead, Interval};
pub use constrained::{Bounds, Constrained, RandomRule};
pub use cost_curve::{cost_curve, CostVertex};
pub use gain::{Gain, GainCurve};
pub use net_benefit::NetBenefit;
pub use neyman_pearson::{Bound, Choice, Mixture, NeymanPearson};
pub use reject::{Reject, Rejection};
pub use risk::Risk;
pub use thin::{half_of_rectangles, thin, Thinned};
