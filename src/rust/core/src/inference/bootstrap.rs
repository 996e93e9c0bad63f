//! Bootstrap replicates of what observations say, from one sort.

mod counts;
mod extended;
mod followed;
mod outward;
mod resample;
mod shortlist;
mod sweep;

use super::classes::Classes;
use super::placements::Placed;
use crate::censoring::Outcome;
use crate::error::{Argument, Error};
use crate::memory::{collect, filled, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{check, Pace, Poll};
use crate::pool::share_out;
use crate::quantity::Quantity;
use crate::sampling::{check_clusters, Sampling};
use followed::Followed;
pub(crate) use outward::{Outward, PLAIN, SIDES};
use resample::JointResample;
pub(super) use resample::OF_CLASS;

/// How a replicate weighs the observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scheme {
    /// As often as they are drawn, with replacement, as many from each class as it has. With
    /// clusters: whole clusters are drawn, as many as there are.
    Multinomial,
    /// By an exponential random number each, or each cluster: the Bayesian bootstrap.
    Dirichlet,
    /// Weights count how often a row occurs. As many rows of each class are drawn, with
    /// replacement, as its counts add up to, as if the repeated rows stood there one by one. With
    /// clusters, in which repeated rows stay: as [`Scheme::Multinomial`].
    Counts,
    /// A random half: each observation, or each cluster, is in it with probability 1/2. It is drawn
    /// until it has both classes.
    Half,
    /// The same where weights count how often a row occurs: each of the repeated rows by itself. With
    /// clusters: as [`Scheme::Half`].
    HalfOfCounts,
}

/// How replicates are drawn.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BootstrapRequest<'a> {
    /// How a replicate weighs the observations.
    pub scheme: Scheme,
    /// How the observations were sampled: whole clusters are drawn.
    pub sampling: Sampling<'a>,
    /// Replicates of one seed are the same.
    pub seed: u64,
    /// The outcome from which labels and weights are computed. Then observations, or clusters, are
    /// drawn whatever their class, those of the outcome that have weight, and the probability of
    /// not having been censored is estimated anew in each replicate. Counts are the own weights.
    pub outcome: Option<Outcome<'a>>,
}

impl BootstrapRequest<'_> {
    /// By independent observations, and a seed of 1.
    pub fn new(scheme: Scheme) -> Self {
        BootstrapRequest {
            scheme,
            sampling: Sampling::default(),
            seed: 1,
            outcome: None,
        }
    }
}

/// How many replicates are drawn, and how.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Replicates<'a> {
    /// The resampling scheme.
    pub scheme: Scheme,
    /// Replicates of one seed are the same.
    pub seed: u64,
    /// How many, 2 at least.
    pub number: usize,
    /// See [`BootstrapRequest::outcome`].
    pub outcome: Option<Outcome<'a>>,
}

impl<'a> Replicates<'a> {
    /// With a seed of 1.
    pub fn new(scheme: Scheme, number: usize) -> Replicates<'a> {
        Replicates {
            scheme,
            seed: 1,
            number,
            outcome: None,
        }
    }
}

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
/// bootstrap.replicates(&[Quantity::Area], 0, &mut areas, Options::new(&mut never))?;
/// assert!(areas.iter().all(|area| (0.0..=1.0).contains(area)));
/// // A replicate is the same whenever it is asked for.
/// let mut last = [0.0];
/// bootstrap.replicates(&[Quantity::Area], 99, &mut last, Options::new(&mut never))?;
/// assert_eq!(last[0], areas[99]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Bootstrap {
    classes: Classes,
    clusters: Option<Clusters>,
    scheme: Scheme,
    /// The sums of the counts of the negatives and of the positives, if weights are counts.
    rows: [u64; 2],
    seed: u64,
    outward: Option<Outward>,
    followed: Option<Followed>,
}

/// The clusters that have observations of positive weight.
#[derive(Debug)]
struct Clusters {
    /// The position of each negative and of each positive.
    of_members: [Vec<u32>; 2],
    number: usize,
    /// Where each of them stands among all of them, by the numbers that they were given.
    places: Vec<u32>,
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

    /// Writes the quantities of the replicates `first`, `first + 1`, ... one after the other, as
    /// many as there is room for. NaN where a replicate has no weight in a class: it has no cluster
    /// with the class, or lacks the observations beside which the weights of all others vanish
    /// (less than 1e-300 of theirs). The numbers of a replicate depend on the seed and on which one it is, not on the
    /// threads. O(n) a replicate, which allocates nothing but the hull of a summary. Each thread has memory of
    /// its own: up to 20 bytes an observation and 12 a cluster, 64 a positive for the best threshold, 40 a
    /// distinct score for a summary, and 24 an observation for halves.
    ///
    /// Sums of weights that are no whole numbers may differ from those of a curve in the last of
    /// their digits: they are added up one by one, and those of equal scores not beforehand.
    ///
    /// # Errors
    /// Those of [`Quantity`]; [`Error::Length`] when there is no room for whole replicates;
    /// [`Error::Memory`], [`Error::Interrupted`].
    pub fn replicates(
        &self,
        quantities: &[Quantity],
        first: usize,
        to: &mut [f64],
        options: Options<'_>,
    ) -> Result<(), Error> {
        joint_replicates(std::slice::from_ref(self), quantities, first, to, options)
    }

    /// Goes through so many replicates, some at once, whatever their number: a visit for each of them, in order, with
    /// its quantities.
    pub(crate) fn each(
        &self,
        quantities: &[Quantity],
        number: usize,
        mut options: Options<'_>,
        mut visit: impl FnMut(&[f64]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        const AT_ONCE: usize = 1 << 12;
        let width = quantities.len().max(1);
        let mut found = filled(quantities.len() * number.min(AT_ONCE), 0.0)?;
        for first in (0..number).step_by(AT_ONCE) {
            // Replicates of few observations are too short to be polled for themselves.
            check(options.poll)?;
            let found = &mut found[..quantities.len() * AT_ONCE.min(number - first)];
            self.replicates(quantities, first, found, options.again())?;
            found.chunks_exact(width).try_for_each(&mut visit)?;
        }
        Ok(())
    }
}

/// As [`Bootstrap::replicates`] of several scores of the same observations: of each replicate all quantities of the
/// first score, then those of the second one, and so on. All scores have the observations that the first one draws.
///
/// # Errors
/// Those of [`Bootstrap::replicates`].
pub(crate) fn joint_replicates(
    scores: &[Bootstrap],
    quantities: &[Quantity],
    first: usize,
    to: &mut [f64],
    options: Options<'_>,
) -> Result<(), Error> {
    for quantity in quantities {
        quantity.check()?;
    }
    let width = quantities.len().saturating_mul(scores.len());
    write_replicates(
        scores,
        (quantities, 0),
        (first, width),
        to,
        options,
        |joint, to, pace| joint.write(to, pace),
    )
}

/// Of each replicate all quantities with pseudo-observations that make them lower, then those with higher ones, and
/// if there is room for [`PLAIN`] those without any.
pub(crate) fn outward_replicates(
    bootstrap: &Bootstrap,
    quantities: &[Quantity],
    sides: usize,
    to: &mut [f64],
    options: Options<'_>,
) -> Result<(), Error> {
    write_replicates(
        std::slice::from_ref(bootstrap),
        (quantities, 0),
        (0, quantities.len() * sides),
        to,
        options,
        |joint, to, pace| joint.write_sides(to, pace),
    )
}

/// As [`joint_replicates`] of scores of several classes, each against all others: of each replicate and score what
/// [`OF_CLASS`] numbers say. `codes` are the classes of the observations, below `classes`.
pub(super) fn replicates_of_classes(
    scores: &[Bootstrap],
    (codes, classes): (&[i32], usize),
    to: &mut [f64],
    options: Options<'_>,
) -> Result<(), Error> {
    let rooms = (&[Quantity::Area][..], classes);
    let width = scores.len().saturating_mul(OF_CLASS);
    write_replicates(scores, rooms, (0, width), to, options, |joint, to, pace| {
        joint.write_classes(codes, to, pace)
    })
}

/// Writes replicates from the `first` one on, each `width` numbers. A worker has `rooms` for some quantities and for
/// so many classes.
fn write_replicates(
    scores: &[Bootstrap],
    (quantities, classes): (&[Quantity], usize),
    (first, width): (usize, usize),
    to: &mut [f64],
    options: Options<'_>,
    write: impl Fn(&mut JointResample<'_>, &mut [f64], &mut Pace<'_>) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let number = to.len().checked_div(width).unwrap_or(0);
    if to.len() != number * width {
        return Err(Error::Length {
            argument: Argument::Replicates,
            length: to.len(),
            expected: number * width,
        });
    }
    if number == 0 {
        return Ok(());
    }
    // Enough jobs for threads that are not equally fast.
    let share = number
        .div_ceil(options.threads.get().saturating_mul(8))
        .max(1);
    let jobs = to.chunks_mut(share * width).enumerate();
    let jobs = collect(jobs.map(|(i, to)| (first.wrapping_add(i * share), to)))?;
    let write = &write;
    let worker = || {
        let mut joint = JointResample::new(scores, quantities, classes);
        move |(first, to): (usize, &mut [f64]), poll: Poll<'_>| {
            let joint = joint.as_mut().map_err(|error| error.clone())?;
            let mut pace = Pace::new(poll);
            for (i, to) in to.chunks_exact_mut(width).enumerate() {
                joint.draw(first.wrapping_add(i) as u64, &mut pace)?;
                write(joint, to, &mut pace)?;
            }
            Ok(0)
        }
    };
    share_out(jobs, worker, options).map(|_| ())
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
