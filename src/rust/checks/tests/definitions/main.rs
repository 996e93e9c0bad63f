//! The core's answers against their definitions in exact arithmetic.

mod calibration;
mod compare;
mod constrained;
mod cost_area;
mod cost_curve;
mod hull;
mod large;
mod measures;
mod net_benefit;
mod neyman_pearson;
mod oracle;
mod outcomes;
mod overlapping_tallies;
mod partial;
mod quantities;
mod reject;
mod risk;
mod rounding;
mod tallies;
mod thin;
mod wmw;
