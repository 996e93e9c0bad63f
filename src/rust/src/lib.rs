//! The bindings of `weighted-roc-core` to R: shims that convert, call and convert back.
//!
//! A shim never raises: what goes wrong comes back as a `wroc_failure` list (see [`failure`]),
//! which R turns into a classed condition. A jump of R's own, an error, a time limit or Ctrl-C,
//! goes on when the shim has dropped all that it owned (see [`session`]). No object of extendr's
//! is made: it would take memory from R where no jump is caught. A shim that takes observations
//! gives NULL for arguments that R has to check first: all but plain vectors of one length. So does
//! one for which there may be no memory, as R has to be ready for its own error then.

mod band;
mod calibration;
mod checks;
mod covariance;
mod curve;
mod decision;
mod entry;
mod estimate;
mod failure;
mod hypothesis;
mod input;
mod interval;
mod observations;
mod outcome;
mod over_time;
mod pooling;
mod power;
mod prelude;
mod quantities;
mod r;
mod record;
mod register;
mod replicates;
mod result;
mod rules;
mod sampling;
mod session;
mod tallies;
mod threads;
mod wire;
