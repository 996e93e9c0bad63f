//! How sure an area or a curve is.

mod bootstrap;
mod classes;
mod influence;
mod joint;
mod placements;
mod random;
mod replicates;
#[cfg(test)]
mod tests;

pub use bootstrap::{Bootstrap, Scheme, Statistic};
pub use influence::{influence, spread, Influence, Spread};
pub use joint::{joint_spread, JointSpread};
pub use replicates::replicate_areas;
