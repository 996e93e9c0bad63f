//! Observations added up by score.

pub(crate) mod by_score;
mod mergeable;

pub use mergeable::{coarsen, merge, of_chunk, Row};
