#![doc = include_str!("../README.md")]
// Tests may allocate as they like.
#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        clippy::disallowed_macros,
        clippy::unwrap_used
    )
)]

// Each module uses those above it only, but in tests: tools/lint.R reads this order.

// The base: all modules may use it.
mod range;
mod error;
mod rounding;
mod bound;
mod probability;
pub mod memory;
mod poll;
mod options;
mod order;
mod setters;
mod pool;
mod pages;

// Numerical routines.
mod root;
mod random;
mod legendre;
mod cholesky;
mod eigen;

// Observations, their sums and their order.
mod observations;
mod sum;
pub mod distribution;
mod sort;

// Curves.
pub mod tally;
pub mod curve;
pub mod shape;
pub mod area;

// Measures.
pub mod measure;
pub mod decision;
pub mod quantity;

// Inference.
pub mod censoring;
pub mod sampling;
pub mod covariance;
pub mod inference;
pub mod replicate;
pub mod interval;
pub mod reliability;
pub mod band;
pub mod optimum;
pub mod estimate;
pub mod hypothesis;
pub mod over_time;
pub mod power;
pub mod pooling;

#[cfg(test)]
mod testing;

pub use error::{Argument, Class, Error, Result};
pub use observations::column::{Integers, Strided};
pub use observations::label::Labels;
pub use observations::{Observations, Scores, Weights};
pub use options::Options;
pub use pages::prefault;
pub use poll::{Poll, Progress};
pub use range::Range;
