//! How sure an area or a curve is.

pub mod bootstrap;
mod classes;
pub mod influence;
pub mod joint;
mod placed;
mod random;
pub mod replicates;

#[cfg(test)]
mod tests;
