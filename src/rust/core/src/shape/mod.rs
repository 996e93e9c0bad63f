//! The shape of a curve: its rates from both ends, its upper convex hull, and neighbours pooled until their
//! probabilities ascend. Hull and pooling are one stack of rows.

mod calibration;
mod hull;
mod outer;
mod rates;
mod stack;
pub(crate) mod straight;

pub(crate) use calibration::even_places;
pub use calibration::{calibrate, calibrated, Block, Calibrated};
pub(crate) use hull::write_hull;
pub use hull::{hull, Corners, Hull};
pub(crate) use outer::write_outer;
pub(crate) use rates::Rates;
pub use rates::Shape;
pub(crate) use stack::{keep, pool};
