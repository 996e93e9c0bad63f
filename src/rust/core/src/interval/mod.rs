//! Confidence intervals, from what is known of how an estimate varies.

mod area;
mod areas;
mod logit;
mod model;
mod request;
mod share;

pub use area::{placement_variance, score_interval, Area};
pub(crate) use area::{score_spread, ScoreSpread};
pub use areas::{area_intervals, AreaEstimate, AreaRequest};
pub(crate) use logit::{logistic, logit};
pub(crate) use model::{
    effective_number, freedom_with_model, outer_quantile, shrunken, FREEDOM_OF_MODEL,
};
pub use request::{Interval, Level, Method};
pub(crate) use share::{clopper_pearson, wilson};
