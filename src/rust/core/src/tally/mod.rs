//! Observations added up by score: tallies, which can be made apart and merged, of chunks of a
//! stream, of parts of a cluster.

pub(crate) mod by_score;
mod chunk;
mod few;
mod grid;
mod merge;
pub(crate) mod row;
mod units;

pub use chunk::{of_chunk, of_chunk_in};
pub use few::join_few;
pub use grid::coarsen;
pub use merge::merge;
pub use row::{Powers, Row};
pub use units::{in_larger_units, units_of};
