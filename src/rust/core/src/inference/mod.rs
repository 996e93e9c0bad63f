//! How sure an area or a curve is.

mod alone;
mod bootstrap;
mod classes;
pub(crate) mod clusters;
mod collected;
pub(crate) mod effective;
mod folds;
pub(crate) mod freedom;
mod influence;
pub(crate) mod joint;
mod link;
mod multiclass;
mod parts;
mod placements;
mod products;
mod quantities;
mod rates;
mod reliability;
mod replicates;
pub(crate) mod spread;
mod steps;
mod sums;
mod tallied;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod units;

pub(crate) use alone::each_alone;
pub(crate) use bootstrap::{joint_replicates, outward_replicates, Outward, PLAIN, SIDES};
pub use bootstrap::{Bootstrap, BootstrapRequest, Replicates, Scheme};
pub(crate) use clusters::check_clusters;
pub use collected::{collected_sums, StepMoments};
pub use effective::effective_numbers;
pub(crate) use effective::{effective_of, kish_of, variation};
pub(crate) use folds::joint_in_folds;
pub use folds::{curve_over_folds, Common, Folds};
pub(crate) use freedom::freedom;
pub use freedom::Freedom;
pub(crate) use freedom::{of_model, OF_MODEL};
pub use influence::{influence, Influence};
pub(crate) use joint::Joint;
pub(crate) use link::Linked;
pub use link::{Counts, Link, Links, Matrix, WeightsModel};
pub use multiclass::{
    class_areas, class_replicates, class_spread, replicate_covariance, ClassAreas, ClassRequest,
};
pub use parts::{areas_without, spread_of_parts, WithoutParts};
pub(crate) use placements::Placed;
pub use quantities::{quantity_influences, QuantityInfluences};
pub(crate) use rates::{spread_at_places, RateSpread};
pub use reliability::{reliability, Reliability, ReliabilityRequest};
pub use replicates::replicate_areas;
pub(crate) use spread::spread_of;
pub use spread::{spread, unit_sums, Clusters, Design, Estimator, Spread, SpreadRequest, Unit};
pub(crate) use sums::divisors;
pub use sums::UnitSums;
pub use tallied::{tallied_steps, tallied_sums, Step, Tallied};
