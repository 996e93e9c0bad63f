//! How sure an area or a curve is.

mod agreement;
mod alone;
mod bootstrap;
mod classes;
pub(crate) mod clusters;
pub(crate) mod effective;
mod folds;
pub(crate) mod freedom;
mod influence;
pub(crate) mod joint;
mod link;
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
mod sums;
mod tallied;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod units;

pub use agreement::{Agreement, Coefficient};
pub(crate) use alone::each_alone;
pub use bootstrap::{Bootstrap, Scheme, Statistic};
pub use folds::{compare_in_folds, Common, FoldedComparison, Folds, MOST_CLUSTERS};
pub use influence::{influence, Influence};
pub use link::{Link, Links, Matrix, WeightsModel};
pub use multiclass::{class_areas, ClassAreas};
pub use quantities::{quantity_influences, QuantityInfluences};
pub use quantity::{AtShare, Cells, OfCalled, Quantity, Ratio};
pub use rates::{rate_spread, RateSpread};
pub use reliability::{reliability, Bands, Reliability};
pub use replicates::replicate_areas;
pub use spread::{spread, unit_sums, Clusters, Design, Estimator, Spread, SpreadRequest, Unit};
pub use sums::UnitSums;
pub use tallied::{tallied_sums, Tallied};
