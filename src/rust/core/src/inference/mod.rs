//! How sure an area or a curve is.

mod collected;
mod folds;
mod influence;
mod multiclass;
mod parts;
mod placements;
mod quantities;
mod rates;
pub(crate) mod covariance;
mod share_sums;
mod steps;
mod steps_in_parts;
mod tallied;
mod variances;
#[cfg(test)]
pub(crate) mod tests;

pub use collected::{collected_sums, StepMoments};
pub use covariance::{covariance, CovarianceRequest};
pub(crate) use folds::influences_in_folds;
pub use folds::{curve_over_folds, FoldPairCovariance};
pub use influence::{influence, Influence};
pub use multiclass::{class_areas, class_covariance, ClassAreas, ClassRequest};
pub(crate) use multiclass::{scaled, AVERAGES};
pub use parts::{areas_without, covariance_of_parts, WithoutParts};
pub(crate) use placements::{moments_of_each, RankedObservations};
pub(crate) use quantities::check_lengths;
pub use quantities::{quantity_influences, QuantityInfluences};
pub(crate) use rates::{covariance_at_places, RateCovariance};
pub(crate) use share_sums::{ShareSums, Summed};
pub use steps_in_parts::{sums_in_parts, StepParts};
pub use tallied::{tallied_steps, tallied_sums, Step, Tallied};
