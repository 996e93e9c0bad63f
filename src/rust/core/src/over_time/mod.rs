//! How well scores tell who has an event first.
//!
//! Observations come in the order of their times, once, and what is asked of all times is asked in that order.

mod at_times;
mod concordance;
mod auc_path;
mod fenwick;
mod followed;
mod incident;
mod integrated;
#[cfg(test)]
mod tests;
mod units;
mod walk;

pub use at_times::{areas_at_times, TimesAreas, TimesRequest};
pub use auc_path::{areas_over_time, AreasOverTime};
pub use concordance::{concordance, Concordance, ConcordanceRequest, Pairs};
pub use incident::{incident_areas, IncidentRequest};
pub use integrated::{integrated_areas, Integrated, IntegratedRequest, TimeWeights};
