//! Areas under curves, whole ones and parts.

pub(crate) mod cost_area;
pub(crate) mod partial;
mod trapezoid;
pub(crate) mod wmw;

pub use cost_area::{cost_area, CostArea};
pub use partial::{partial_by_fpr, partial_by_tpr};
pub use trapezoid::trapezoid;
pub use wmw::wmw;
