//! Confidence intervals, from what is known of how an estimate varies.

mod area;
mod areas;
mod logit;
mod model;
mod mover;
mod pivot;
mod percentile;
mod request;
mod share;

pub use area::Area;
pub(crate) use area::{placement_variance, score_variance, set_common_scale, AreaPivot};
pub use areas::{AreaEstimate, AreaRequest};
pub(crate) use logit::{logistic, logit};
pub(crate) use model::{
    effective_number, normal_by_t, normal_by_t_of_class, outer_quantile, outer_tail,
};
pub(crate) use mover::{distances, Mover};
pub use percentile::{percentile_intervals, Percentiles};
pub(crate) use percentile::{quantile, sorted_column};
pub(crate) use pivot::{at_least_one, quantile_of, tail_of, ByLevel, Pivot, Statistic, Wald};
pub use request::{Interval, Level, Method};
pub(crate) use share::{beta_interval, beta_low, reciprocals, wilson};
