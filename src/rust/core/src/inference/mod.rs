//! How sure an area or a curve is.

mod bootstrap;
mod classes;
mod clusters;
mod comparison;
mod contrasts;
mod effective;
mod exact;
mod folds;
mod freedom;
mod influence;
mod joint;
mod multiclass;
mod placements;
mod quantities;
mod random;
mod rates;
mod reliability;
mod replicates;
mod risk;
mod rounding;
mod spread;
mod steps;
mod tallied;
#[cfg(test)]
mod tests;
mod units;

pub use bootstrap::{Bootstrap, Scheme};
pub use comparison::{compare_areas, compare_quantity, Comparison, Difference, JointDifference};
pub use contrasts::Contrasts;
pub use exact::wilcoxon_tails;
pub use folds::{
    compare_in_folds, folded_spread, Common, FoldedComparison, FoldedSpread, Folds, MOST_CLUSTERS,
};
pub use influence::{influence, Influence};
pub use joint::{joint_spread, quantity_spread, JointSpread};
pub use multiclass::{class_areas, ClassAreas};
pub use quantities::{quantity_influences, QuantityInfluences};
pub use rates::{rate_spread, RateSpread};
pub use reliability::{reliability, Bands, Reliability};
pub use replicates::replicate_areas;
pub use risk::{risk_spread, RiskSpread, Rule};
pub use spread::{spread, spread_each, Spread, Unit};
pub use tallied::{tallied_spread, TalliedSpread};
