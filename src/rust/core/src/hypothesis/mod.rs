//! Tests of hypotheses, from what is known of how estimates vary.
//!
//! Each takes what is tested and a [`Request`], and gives a [`Test`]: [`test_one`] of an estimate against a value,
//! [`test_compared`] of scores of the same observations, [`test_groups`] of groups,
//! [`test_samples`] of estimates of independent samples, [`test_given`] with a covariance from elsewhere,
//! [`AtTimes`] of estimates at several times, [`exact_test`] when labels are dealt at random.

mod adjust;
mod answer;
mod by_interval;
mod closed;
mod common;
mod compared;
mod comparison;
mod contrasts;
mod difference;
mod exact;
mod folds;
mod given;
mod groups;
mod mover;
mod one;
mod pairs;
mod request;
mod samples;
mod scale;
mod sets;
mod signs;
mod tails;
mod times;
mod wald;

pub(crate) use answer::Estimated;
pub use answer::{Reference, Test};
pub(crate) use by_interval::answer_by_interval;
pub use by_interval::test_estimate;
pub use compared::{test_compared, Compared};
pub use comparison::{compare_scores, Comparison};
pub use contrasts::{Among, Contrasts, TestOfSeveral};
pub(crate) use difference::parts_of_classes;
pub use difference::{Difference, JointDifference};
pub use exact::{exact_test, ExactTest};
pub use folds::{compare_in_folds, FoldedComparison};
pub use given::{test_given, test_spread, KnownVariances};
pub use groups::{test_groups, Group, Groups};
pub(crate) use mover::MoverInterval;
pub(crate) use one::score_statistic;
pub use one::{test_binned, test_one, Estimate};
pub use request::{Adjustment, Alternative, Kind, Request};
pub use samples::{test_samples, Sample};
pub use scale::Scale;
pub(crate) use signs::Signs;
pub use times::{AtTimes, TestAtTimes};
