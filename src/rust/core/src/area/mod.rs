//! Areas under curves, whole ones and parts.

mod blocks;
mod cost_area;
pub(crate) mod partial;
mod pieces;
mod trapezoid;
pub(crate) mod wmw;
mod wmw_each;

pub(crate) use cost_area::cost_area;
pub use cost_area::{cost_areas, CostArea};
pub use partial::{partial_by_fpr, partial_by_tpr};
pub use trapezoid::trapezoid;
pub use wmw::wmw;
pub(crate) use wmw_each::each_score;
pub use wmw_each::wmw_each;
