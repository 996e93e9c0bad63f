//! What a curve says to somebody who has to choose.

mod compare;
mod cost_curve;
mod gain;
mod hull;
mod measures;
pub(crate) mod neyman_pearson;
mod precision;
pub(crate) mod risk;
mod straight;
#[cfg(test)]
mod tests;
mod thin;

pub use compare::{compare, Ahead, Interval};
pub use cost_curve::{cost_curve, CostVertex};
pub use gain::{gains, Gain};
pub use hull::{hull, Hull};
pub use measures::{measures, Measures};
pub use neyman_pearson::{neyman_pearson, Bound, Choice, Mixture};
pub use precision::{precision_at_recall, precision_at_row};
pub use risk::{Costs, Risk};
pub use thin::{half_of_rectangles, thin, Thinned};
