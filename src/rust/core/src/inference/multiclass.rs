//! Areas of more than two classes, each of which has a score of its own.

mod areas;
mod bootstrap;
mod folds;
mod request;
mod spread;

pub use areas::{class_areas, ClassAreas};
pub use bootstrap::class_replicates;
pub use request::ClassRequest;
pub use spread::class_spread;
