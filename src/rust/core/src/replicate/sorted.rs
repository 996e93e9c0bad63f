//! The observations that replicates are drawn of, sorted once by each score.

use super::boundary::BoundaryBootstrap;
use super::classes::{Classes, Member};
use super::draw::{Numbers, Units};
use super::followed::Followed;
use super::request::{BootstrapRequest, Scheme};
use crate::error::{Argument, Error};
use crate::inference::check_lengths;
use crate::inference::RankedObservations;
use crate::memory::{push, reserve, resize};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::sampling::{check_clusters, check_counts, Clusters, Unit};

/// Sorted observations of one or several scores that give replicate after replicate.
///
/// ```
/// use weighted_roc_core::replicate::{Bootstrap, BootstrapRequest, Scheme};
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
/// let bootstrap = Bootstrap::new(&[observations], &request, Options::new(&mut never))?;
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
    pub(super) scores: Vec<Score>,
    pub(super) units: Units,
    pub(super) scheme: Scheme,
    pub(super) seed: u64,
    /// Two consecutive halves are all observations.
    pub(super) has_pairs: bool,
    pub(super) boundary: Option<BoundaryBootstrap>,
    pub(super) followed: Option<Followed>,
}

/// The observations by one score.
#[derive(Debug)]
pub(super) struct Score {
    pub classes: Classes,
    /// The unit of each negative and of each positive; None where the negatives and then the positives are the units.
    pub units: Option<[Vec<u32>; 2]>,
}

impl Bootstrap {
    /// Sorts the observations by each score. All scores have the observations that are drawn of the first one. O(n log n)
    /// time at worst, 56 bytes an observation while it sorts, and 4 more a cluster.
    ///
    /// # Errors
    /// The errors of [`Ranking::new`](crate::curve::Ranking::new); [`Error::TooMany`]; [`Error::Length`] and
    /// [`Error::Cluster`] for clusters; [`Error::NotACount`] and [`Error::TooManyRows`] for weights
    /// that are to be counts; those of [`outcome_weights`](crate::censoring::outcome_weights). An error of one of several
    /// scores has its index.
    pub fn new(
        scores: &[Observations<'_>],
        request: &BootstrapRequest<'_>,
        mut options: Options<'_>,
    ) -> Result<Bootstrap, Error> {
        let rows = check_lengths(scores)?;
        let clusters = request.sampling.clusters;
        if let Some((codes, number)) = clusters {
            check_clusters(codes, number, rows, &mut *options.poll)?;
        }
        let mut sorted = reserve(scores.len())?;
        let (mut units, mut followed) = (Units::none(), None);
        for (index, observations) in scores.iter().enumerate() {
            let of_score = |error: Error| error.in_score(index, scores.len());
            let ranking = RankedObservations::with_positions(observations, options.reborrow())
                .map_err(of_score)?;
            let mut classes = Classes::new(&ranking, &mut *options.poll)?;
            let weights = ranking.weights;
            drop(ranking);
            classes.count_below(&mut *options.poll)?;
            if request.scheme.is_of_counts() && index == 0 && request.outcome.is_none() {
                let mut pace = Pace::new(&mut *options.poll);
                check_counts(&observations.weights, rows, weights, &mut pace)?;
                if clusters.is_none() {
                    units.counts = Some(counts_of(&classes, None)?);
                }
            }
            let score = Score {
                classes,
                units: None,
            };
            push(&mut sorted, score)?;
        }
        if let Some(outcome) = &request.outcome {
            if outcome.times.len() != rows {
                return Err(Error::Length {
                    argument: Argument::Times,
                    length: outcome.times.len(),
                    expected: rows,
                });
            }
            let (of_outcome, drawn) = Followed::new(outcome, request, options)?;
            (units, followed) = (drawn, Some(of_outcome));
        } else {
            units.number(&mut sorted, (clusters, rows), false, options.poll)?;
            units.weigh_rows(&mut sorted);
        }
        Ok(Bootstrap {
            scores: sorted,
            units,
            scheme: request.scheme,
            seed: request.seed,
            has_pairs: false,
            boundary: None,
            followed,
        })
    }

    /// The number of observations that have weight.
    pub(crate) fn observations(&self) -> usize {
        let of_score = |score: &Score| score.classes.members.iter().map(Vec::len).sum();
        self.scores.first().map_or(0, of_score)
    }

    /// Halves in pairs, of one half and what it leaves. Variation that is a sum over observations cancels in the mean of a
    /// pair. A half without one of the classes has quantities of NaN.
    pub(crate) fn in_pairs(self) -> Bootstrap {
        debug_assert!(self.scheme.is_half());
        Bootstrap {
            has_pairs: true,
            ..self
        }
    }

    /// Replicates of one score with pseudo-observations at both ends, see [`BoundaryBootstrap`]. Observations are units, or as many
    /// units as their weights or `counts` say, by position.
    pub(crate) fn boundary(
        ranking: &RankedObservations,
        (unit, clusters): (Unit, Option<Clusters<'_>>),
        boundary: BoundaryBootstrap,
        seed: u64,
        poll: Poll<'_>,
    ) -> Result<Bootstrap, Error> {
        let mut classes = Classes::new(ranking, &mut *poll)?;
        classes.sort_ties(&mut *poll)?;
        classes.count_below(&mut *poll)?;
        let mut units = Units::none();
        if unit == Unit::Count && clusters.is_none() {
            units.counts = Some(counts_of(&classes, ranking.counts_by_position()?)?);
        }
        let score = Score {
            classes,
            units: None,
        };
        let mut scores = reserve(1)?;
        push(&mut scores, score)?;
        units.number(&mut scores, (clusters, 0), true, poll)?;
        units.weigh_rows(&mut scores);
        Ok(Bootstrap {
            scores,
            units,
            scheme: Scheme::Dirichlet,
            seed,
            has_pairs: false,
            boundary: Some(boundary),
            followed: None,
        })
    }
}

impl Units {
    fn none() -> Units {
        Units {
            ends: [0; 2],
            number: 0,
            counts: None,
        }
    }

    /// Numbers the units in the order of the members of the first score, or clusters in that of their codes, and tells the
    /// members of each score which is theirs.
    fn number(
        &mut self,
        scores: &mut [Score],
        (clusters, rows): (Option<Clusters<'_>>, usize),
        by_code: bool,
        poll: Poll<'_>,
    ) -> Result<(), Error> {
        let Some(first) = scores.first() else {
            return Ok(());
        };
        let members = || first.classes.members.iter().flatten();
        let code = |member: &Member| match clusters {
            Some((codes, _)) => codes[member.position as usize] as u32,
            None => member.position,
        };
        if clusters.is_none() {
            self.ends = [first.classes.members[0].len(), members().count()];
            self.number = self.ends[1];
            if scores.len() == 1 {
                return Ok(());
            }
        }
        let codes = clusters.map_or(rows, |(_, number)| number);
        let (mut pace, mut numbers) = (Pace::new(poll), Numbers::new(codes)?);
        for member in members() {
            pace.step()?;
            numbers.number(code(member));
        }
        if by_code {
            numbers.sort();
        }
        if clusters.is_some() {
            self.ends = [numbers.in_use as usize; 2];
        }
        for score in scores.iter_mut().skip(usize::from(clusters.is_none())) {
            let mut of_class = |class: usize| {
                let members = &score.classes.members[class];
                let mut units = reserve(members.len())?;
                for member in members {
                    pace.step()?;
                    push(&mut units, numbers.number(code(member)))?;
                }
                Ok::<_, Error>(units)
            };
            score.units = Some([of_class(0)?, of_class(1)?]);
        }
        // Those that the first score lacks are not drawn.
        self.number = numbers.in_use as usize;
        match &mut self.counts {
            Some(counts) => resize(counts, self.number, 1.0),
            None => Ok(()),
        }
    }

    /// Has members of units that are several rows weigh what one of these does, of which whole multiples are exact.
    fn weigh_rows(&self, scores: &mut [Score]) {
        let Some(counts) = &self.counts else {
            return;
        };
        for Score { classes, units } in scores {
            let mut members_before = 0;
            for (class, members) in classes.members.iter_mut().enumerate() {
                for (i, member) in members.iter_mut().enumerate() {
                    let unit = match units {
                        Some(units) => units[class][i] as usize,
                        None => members_before + i,
                    };
                    member.weight /= counts[unit];
                }
                members_before += members.len();
            }
        }
    }
}

/// The number of rows of the negatives and of the positives: their weights, unless numbers are given by position.
fn counts_of(classes: &Classes, by_position: Option<Vec<f64>>) -> Result<Vec<f64>, Error> {
    let mut counts = reserve(classes.members.iter().map(Vec::len).sum())?;
    for (members, scale) in classes.members.iter().zip(classes.scales) {
        for member in members {
            let count = match &by_position {
                Some(counts) => counts[member.position as usize],
                None => member.weight / scale,
            };
            push(&mut counts, count)?;
        }
    }
    Ok(counts)
}
