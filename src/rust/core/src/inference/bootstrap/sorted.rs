//! The observations that replicates are drawn of, from one sort.

use super::counts;
use super::followed::Followed;
use super::outward::Outward;
use super::request::{BootstrapRequest, Scheme};
use crate::error::{Argument, Error};
use crate::inference::classes::Classes;
use crate::inference::placements::Placed;
use crate::memory::{filled, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::sampling::check_clusters;

/// Sorted observations that give replicate after replicate.
///
/// ```
/// use weighted_roc_core::inference::{Bootstrap, BootstrapRequest, Scheme};
/// use weighted_roc_core::quantity::Quantity;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0, 5.0]),
///     labels: Labels::I32(&[0, 1, 0, 0, 1]),
///     weights: Weights::F64(&[1.0, 0.5, 2.0, 1.0, 3.0]),
/// };
/// let mut never = || false;
/// let request = BootstrapRequest::new(Scheme::Multinomial);
/// let bootstrap = Bootstrap::new(&observations, &request, Options::new(&mut never))?;
/// let mut areas = [0.0; 100];
/// bootstrap.replicates(&[Quantity::AREA], 0, &mut areas, Options::new(&mut never))?;
/// assert!(areas.iter().all(|area| (0.0..=1.0).contains(area)));
/// // A replicate is the same whenever it is asked for.
/// let mut last = [0.0];
/// bootstrap.replicates(&[Quantity::AREA], 99, &mut last, Options::new(&mut never))?;
/// assert_eq!(last[0], areas[99]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Bootstrap {
    pub(super) classes: Classes,
    pub(super) clusters: Option<Clusters>,
    pub(super) scheme: Scheme,
    /// The sums of the counts of the negatives and of the positives, if weights are counts.
    pub(super) rows: [u64; 2],
    pub(super) seed: u64,
    pub(super) outward: Option<Outward>,
    pub(super) followed: Option<Followed>,
}

/// The clusters that have observations of positive weight.
#[derive(Debug)]
pub(super) struct Clusters {
    /// The position of each negative and of each positive.
    pub(super) of_members: [Vec<u32>; 2],
    pub(super) number: usize,
    /// Where each of them stands among all of them, by the numbers that they were given.
    pub(super) places: Vec<u32>,
}

impl Bootstrap {
    /// Sorts the observations. O(n log n) time at worst, 56 bytes an observation while it sorts, and 4 more a cluster.
    ///
    /// # Errors
    /// As [`Ranking::new`](crate::curve::Ranking::new); [`Error::TooMany`]; [`Error::Length`] and
    /// [`Error::Cluster`] for clusters; [`Error::NotACount`] and [`Error::TooManyRows`] for weights
    /// that are to be counts; those of [`outcome_weights`](crate::censoring::outcome_weights).
    pub fn new(
        observations: &Observations<'_>,
        request: &BootstrapRequest<'_>,
        mut options: Options<'_>,
    ) -> Result<Bootstrap, Error> {
        if let Some((codes, number)) = request.sampling.clusters {
            check_clusters(codes, number, observations.labels.len(), options.poll)?;
        }
        let placed = Placed::with_positions(observations, options.again())?;
        let Some(outcome) = &request.outcome else {
            let (classes, rows) = classes_of(&placed, request.scheme, options.poll)?;
            drop(placed);
            return Bootstrap::of_classes(classes, rows, request, options.poll);
        };
        let (length, expected) = (outcome.times.len(), observations.labels.len());
        if length != expected {
            return Err(Error::Length {
                argument: Argument::Times,
                length,
                expected,
            });
        }
        let classes = Classes::new(&placed, &mut *options.poll)?;
        drop(placed);
        Ok(Bootstrap {
            classes,
            clusters: None,
            scheme: request.scheme,
            rows: [0; 2],
            seed: request.seed,
            outward: None,
            followed: Some(Followed::new(outcome, request, options)?),
        })
    }

    /// Replicates with pseudo-observations at both ends, see [`Outward`].
    pub(crate) fn outward(
        placed: &Placed,
        request: &BootstrapRequest<'_>,
        outward: Outward,
        poll: Poll<'_>,
    ) -> Result<Bootstrap, Error> {
        let mut classes = Classes::new(placed, &mut *poll)?;
        classes.sort_ties(&mut *poll)?;
        Ok(Bootstrap {
            outward: Some(outward),
            ..Bootstrap::of_classes(classes, [0; 2], request, poll)?
        })
    }

    fn of_classes(
        classes: Classes,
        rows: [u64; 2],
        request: &BootstrapRequest<'_>,
        poll: Poll<'_>,
    ) -> Result<Bootstrap, Error> {
        let clusters = match request.sampling.clusters {
            Some((codes, number)) => Some(Clusters::new(&classes, codes, number, poll)?),
            None => None,
        };
        Ok(Bootstrap {
            classes,
            clusters,
            scheme: request.scheme,
            rows,
            seed: request.seed,
            outward: None,
            followed: None,
        })
    }
}

/// The classes, and what the counts of each add up to if weights are counts.
fn classes_of(
    placed: &Placed,
    scheme: Scheme,
    poll: Poll<'_>,
) -> Result<(Classes, [u64; 2]), Error> {
    let classes = Classes::new(placed, &mut *poll)?;
    let rows = match scheme {
        Scheme::Counts | Scheme::HalfOfCounts => counts::rows(&classes, placed.weights, poll)?,
        Scheme::Multinomial | Scheme::Dirichlet | Scheme::Half => [0; 2],
    };
    Ok((classes, rows))
}

impl Clusters {
    /// From clusters of all observations, counted anew.
    fn new(
        classes: &Classes,
        codes: &[i32],
        number: usize,
        poll: Poll<'_>,
    ) -> Result<Clusters, Error> {
        const UNSEEN: u32 = u32::MAX;
        let mut pace = Pace::new(poll);
        let mut renumbered = filled(number, UNSEEN)?;
        let mut in_use = 0;
        let mut of = |class: usize| {
            let members = &classes.members[class];
            let mut clusters = reserve(members.len())?;
            for member in members {
                pace.step()?;
                let cluster = &mut renumbered[codes[member.position as usize] as usize];
                if *cluster == UNSEEN {
                    *cluster = in_use;
                    in_use += 1;
                }
                push(&mut clusters, *cluster)?;
            }
            Ok(clusters)
        };
        let of_members = [of(0)?, of(1)?];
        let mut places = filled(in_use as usize, 0)?;
        let used = renumbered.iter().filter(|&&cluster| cluster != UNSEEN);
        for (place, &cluster) in used.enumerate() {
            places[cluster as usize] = place as u32;
        }
        Ok(Clusters {
            of_members,
            number: in_use as usize,
            places,
        })
    }
}
