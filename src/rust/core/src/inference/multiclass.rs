//! Areas of more than two classes, each of which has a score of its own.

mod areas;
mod request;
mod spread;

pub use areas::{class_areas, ClassAreas};
pub(crate) use areas::{scaled, AVERAGES};
pub use request::ClassRequest;
pub use spread::class_spread;
