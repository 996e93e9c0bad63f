//! Properties of the core, over inputs that shrink to small ones when they fail.

mod area;
mod errors;
mod invariance;
mod producers;
mod strategy;
