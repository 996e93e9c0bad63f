//! How sure an area or a curve is.

mod bootstrap;
mod classes;
mod collected;
mod folds;
mod influence;
mod multiclass;
mod parts;
mod placements;
mod quantities;
mod rates;
mod replicates;
pub(crate) mod spread;
mod steps;
mod tallied;
#[cfg(test)]
pub(crate) mod tests;

pub use bootstrap::{replicate_covariance, Bootstrap, BootstrapRequest, Replicates, Scheme};
pub(crate) use bootstrap::{Outward, ReplicateMoments, PLAIN, SIDES};
pub use collected::{collected_sums, StepMoments};
pub(crate) use folds::influences_in_folds;
pub use folds::{curve_over_folds, Common};
pub use influence::{influence, Influence};
pub use multiclass::{class_areas, class_replicates, class_spread, ClassAreas, ClassRequest};
pub use parts::{areas_without, spread_of_parts, WithoutParts};
pub(crate) use placements::{moments_of_each, Placed};
pub use quantities::{quantity_influences, QuantityInfluences};
pub(crate) use rates::{spread_at_places, RateSpread};
pub use replicates::replicate_areas;
pub use spread::{spread, SpreadRequest};
pub use tallied::{tallied_steps, tallied_sums, Step, Tallied};
