//! How sure an area or a curve is.

mod bootstrap;
mod classes;
mod clusters;
mod influence;
mod joint;
mod placements;
mod random;
mod replicates;
mod spread;
#[cfg(test)]
mod tests;

pub use bootstrap::{Bootstrap, Scheme, Statistic};
pub use influence::{influence, Influence};
pub use joint::{joint_spread, JointSpread};
pub use replicates::replicate_areas;
pub use spread::{spread, Spread};
