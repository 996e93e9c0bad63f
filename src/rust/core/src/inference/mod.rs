//! How sure an area or a curve is.

mod agreement;
mod bootstrap;
mod classes;
pub(crate) mod clusters;
mod covariance;
pub(crate) mod effective;
mod folds;
pub(crate) mod freedom;
mod influence;
pub(crate) mod joint;
mod multiclass;
pub(crate) mod placements;
mod quantities;
mod quantity;
mod random;
mod rates;
mod reliability;
mod replicates;
pub(crate) mod rounding;
mod spread;
mod steps;
mod tallied;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod units;

pub use agreement::{Agreement, Coefficient};
pub use bootstrap::{Bootstrap, Scheme, Statistic};
pub use covariance::Variance;
pub use folds::{
    compare_in_folds, folded_spread, Common, FoldedComparison, FoldedSpread, Folds, MOST_CLUSTERS,
};
pub use influence::{influence, Influence};
pub use joint::{joint_spread, quantity_spread, JointSpread};
pub use multiclass::{class_areas, ClassAreas};
pub use quantities::{quantity_influences, QuantityInfluences};
pub use quantity::{AtShare, Cells, OfCalled, Quantity, Ratio};
pub use rates::{rate_spread, RateSpread};
pub use reliability::{reliability, Bands, Reliability};
pub use replicates::replicate_areas;
pub use spread::{spread, spread_each, Spread, Unit};
pub use tallied::{tallied_spread, TalliedSpread};
