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

pub mod area;
pub mod band;
mod bound;
pub mod censoring;
mod cholesky;
pub mod covariance;
pub mod curve;
pub mod decision;
pub mod distribution;
mod eigen;
mod error;
pub mod estimate;
pub mod hypothesis;
pub mod inference;
pub mod interval;
mod legendre;
mod measure;
pub mod memory;
mod observations;
pub mod optimum;
mod options;
pub mod over_time;
mod pages;
mod poll;
mod pool;
pub mod pooling;
pub mod power;
mod probability;
pub mod quantity;
mod random;
mod root;
mod rounding;
pub mod sampling;
pub mod shape;
mod sort;
mod sum;
pub mod summary;
pub mod tally;
#[cfg(test)]
mod testing;

pub use error::{Argument, Class, Error, Result};
pub use observations::column::{Integers, Strided};
pub use observations::label::Labels;
pub use observations::{Observations, Scores, Weights};
pub use options::Options;
pub use pages::prefault;
pub use poll::Poll;
