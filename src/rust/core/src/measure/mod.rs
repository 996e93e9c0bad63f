//! Measures at a threshold, made of the cells of the confusion matrix.

mod at_threshold;
pub(crate) mod confusion;
mod costs;
mod ratio;
mod smooth;

pub use at_threshold::AtThreshold;
pub(crate) use at_threshold::Form;
pub use confusion::Measure;
pub use costs::Costs;
pub(crate) use ratio::Ratio;
pub(crate) use smooth::Smooth;
