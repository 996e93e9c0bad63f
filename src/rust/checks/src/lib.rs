//! The definition of the weighted ROC curve in exact arithmetic, inputs that are hard on the core,
//! and checks of the core's answers against the definition.

pub mod allocator;
pub mod calls;
pub mod case;
pub mod check;
pub mod curve;
pub mod decision;
pub mod definition;
pub mod entries;
pub mod exact;
#[path = "../../core/src/testing/rng.rs"]
pub mod rng;
pub mod sample;
#[path = "../../core/src/testing/scores.rs"]
pub mod scores;
pub mod shape;
pub mod sorting;
pub mod statistic;
pub mod verdict;
