//! Confidence intervals, from what is known of how an estimate varies.

mod area;
mod model;
mod request;
mod share;

pub(crate) use area::{area_interval, score_spread, Area, ScoreSpread};
pub use area::{placement_variance, score_interval};
pub(crate) use model::{
    effective_number, freedom_with_model, normal_by_t, outer_quantile, outer_tail, shrunken,
    FREEDOM_OF_MODEL,
};
pub use request::{Interval, Level, Method};
pub(crate) use share::{clopper_pearson, clopper_pearson_low, wilson};
