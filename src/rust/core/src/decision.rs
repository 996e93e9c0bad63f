//! What a curve says to somebody who has to choose.

pub mod compare;
pub mod cost_area;
pub mod cost_curve;
pub mod hull;
pub mod measures;
pub mod neyman_pearson;
pub mod partial;
pub mod risk;
mod straight;
#[cfg(test)]
mod tests;
pub mod thin;
