//! Areas of more than two classes, each of which has a score of its own.

mod areas;
mod request;
mod covariance;

pub use areas::{class_areas, ClassAreas};
pub(crate) use areas::{scaled, AVERAGES};
pub use covariance::class_covariance;
pub use request::ClassRequest;
