//! Confidence intervals, from what is known of how an estimate varies.

mod area;
mod areas;
mod model;
mod request;
mod share;

pub use area::{placement_variance, score_interval};
#[allow(unused_imports)] // until tests and bands are here
pub(crate) use area::{score_spread, Area, ScoreSpread};
pub use areas::{area_intervals, AreaEstimate, AreaRequest};
pub(crate) use model::{
    effective_number, freedom_with_model, normal_by_t, outer_quantile, outer_tail,
};
pub use request::{Interval, Level, Method};
pub(crate) use share::{clopper_pearson, wilson};
