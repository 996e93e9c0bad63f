//! Decisions on a curve by their definitions, in exact arithmetic. The columns of a curve are taken
//! as the exact numbers that their doubles are.

pub mod calibration;
pub mod compare;
pub mod confusion;
pub mod constrained;
pub mod cost_area;
pub mod envelope;
pub mod hull;
pub mod neyman_pearson;
pub mod polyline;
pub mod reject;
pub mod risk;
pub mod thin;
