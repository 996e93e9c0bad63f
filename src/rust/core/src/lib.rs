//! Weighted ROC curves and their areas.
//!
//! Observations become a curve once ([`Ranking`]); everything else is a function of the curve
//! ([`area`], and what takes a [`Curve`]), but for the statistic that needs no curve ([`wmw`]).
//! Nothing here knows of R:
//! scores, labels and weights come in as slices, a curve goes out into slices that the caller
//! owns, and errors are values with positions.
//!
//! ```
//! use weighted_roc_core::{area, wmw, Columns, Labels, Observations, Ranking, Scores, Weights};
//!
//! let observations = Observations {
//!     scores: Scores::F64(&[1.0, 2.0, 3.0, 1.0, 1.0]),
//!     labels: Labels::I32(&[-1, -1, 1, 1, 1]),
//!     weights: Weights::F64(&[1.0, 1.0, 1.0, 4.0, 5.0]),
//! };
//! let ranking = Ranking::new(&observations, &mut || false)?;
//! let mut curve = [[0.0; 4]; 5];
//! let [tpr, fpr, threshold, false_negative, false_positive] = &mut curve;
//! ranking.write(Columns { tpr, fpr, threshold, false_negative, false_positive });
//! assert_eq!(curve[0], [1.0, 0.1, 0.1, 0.0]);
//! assert_eq!(area(&curve[0], &curve[1])?, 0.325);
//! assert_eq!(wmw(&observations, &mut || false)?, 0.325);
//! # Ok::<(), weighted_roc_core::Error>(())
//! ```
//!
//! The way of the observations: `source` reads them in blocks of one form, `plan` judges a sample
//! of the scores; few distinct scores are added up in a hash table (`tally`), others are dealt to
//! buckets by a monotone `map` (`rank`, `deal`) and sorted there (`order`, `threads`); `sweep` and `wmw` sum
//! over the result.

mod area;
mod block;
mod curve;
mod deal;
mod decision;
mod element;
mod error;
#[cfg(test)]
mod examples;
mod inference;
mod label;
mod lines;
mod map;
mod memory;
mod observations;
mod order;
mod plan;
mod poll;
mod rank;
mod ranking;
mod record;
#[cfg(test)]
mod reference;
mod source;
mod sum;
mod sweep;
mod tallies;
mod tally;
mod threads;
mod totals;
mod wmw;

pub use area::area;
pub use curve::{Curve, Points};
pub use decision::compare::{compare, Ahead, Interval};
pub use decision::cost_area::{cost_area, CostArea};
pub use decision::cost_curve::{cost_curve, CostVertex};
pub use decision::hull::{hull, Hull};
pub use decision::measures::{measures, Measures};
pub use decision::neyman_pearson::{neyman_pearson, Bound, Choice, Mixture};
pub use decision::partial::{partial_by_fpr, partial_by_tpr};
pub use decision::risk::{Costs, Risk};
pub use decision::thin::{half_of_rectangles, thin, Thinned};
pub use error::{Argument, Class, Error};
pub use inference::bootstrap::{Bootstrap, Scheme, Statistic};
pub use inference::influence::{influence, spread, Influence, Spread};
pub use inference::joint::{joint_spread, JointSpread};
pub use inference::replicates::replicate_areas;
pub use label::Labels;
pub use memory::{prefault, zeros};
pub use observations::{Observations, Scores, Weights};
pub use poll::Poll;
pub use ranking::Ranking;
pub use sweep::Columns;
pub use tallies::{coarsen, merge, tally_chunk, TallyRow};
pub use wmw::{wmw, wmw_by_threads};
