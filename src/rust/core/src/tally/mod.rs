//! Observations added up by score: tallies, which can be made apart and merged, of chunks of a
//! stream, of parts of a cluster.

mod breaks;
pub(crate) mod by_score;
mod chunk;
mod few;
mod grid;
mod group;
mod merge;
pub(crate) mod overlap;
mod parts;
pub(crate) mod row;
mod units;

pub use breaks::to_breaks;
pub use chunk::{tally_chunk, tally_chunk_in};
pub use few::join_few;
pub use grid::{coarsen, greatest_score};
pub use group::{group_of_number, group_of_text, GROUPS};
pub use merge::merge;
pub use parts::in_bins;
pub use row::{check_powers, check_tally, Powers, Row, Rows};
pub use units::{in_larger_units, units_of};
