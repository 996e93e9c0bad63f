//! The rounds of counting and dealing, each by several threads: they share the observations by
//! contiguous pieces.

use super::deal::{close_gaps, places, Count, Deal};
use super::sample::Plan;
use crate::error::Result;
use crate::memory::{collect, filled, push, reserve};
use crate::observations::block::Block;
use crate::observations::record::Record;
use crate::observations::source::{visit_piece, visit_scores, Source};
use crate::options::Options;
use crate::pages::ask_for_pages;
use crate::poll::Poll;
use crate::pool::share_out;
use crate::sum::totals::Totals;
use std::num::NonZeroUsize;
use std::ops::Range;

/// Totals are added up by groups of this many observations, and a piece has a multiple of it: so they are the same
/// for any number of pieces.
const GROUP: usize = 1 << 14;

/// Fewer observations than this are one piece.
const FEW: usize = 1 << 17;

/// Neighbouring observations.
pub(super) struct Piece {
    range: Range<usize>,
    runs: Runs,
    counts: Vec<usize>,
}

/// As many pieces as there are threads, or one where the observations are few.
pub(super) fn cut(length: usize, threads: NonZeroUsize) -> Result<Vec<Piece>> {
    let pieces = if length > FEW {
        threads.get().min(length / GROUP)
    } else {
        1
    };
    let size = length.div_ceil(pieces).div_ceil(GROUP) * GROUP;
    collect((0..length.div_ceil(size)).map(|i| Piece {
        range: i * size..length.min((i + 1) * size),
        runs: Runs::new(),
        counts: Vec::new(),
    }))
}

/// The first round; says whether the scores come in order. Meanwhile the pages of the records are
/// asked for.
pub(super) fn count(
    source: &dyn Source,
    pieces: &mut [Piece],
    map: &Plan,
    records: &mut [Record],
    options: Options<'_>,
) -> Result<Runs> {
    let worker = || {
        |(piece, buffer): (&mut Piece, &mut [Record]), poll: Poll<'_>| {
            ask_for_pages(buffer);
            let mut count = Count::new(map)?;
            let runs = &mut piece.runs;
            visit_scores(source, piece.range.clone(), poll, |scores| {
                runs.see(scores);
                count.add(scores);
            })?;
            piece.counts = count.finish();
            Ok(0)
        }
    };
    let mut jobs = reserve(pieces.len())?;
    let mut rest = records;
    for piece in &mut *pieces {
        let (buffer, others) = rest.split_at_mut(piece.range.len());
        push(&mut jobs, (piece, buffer))?;
        rest = others;
    }
    share_out(jobs, worker, options)?;
    let runs = pieces.iter().map(|piece| piece.runs);
    Ok(runs.reduce(Runs::then).unwrap_or_else(Runs::new))
}

/// The second round; gives the ends of the buckets, and the totals.
pub(super) fn deal(
    source: &dyn Source,
    pieces: Vec<Piece>,
    map: &Plan,
    records: &mut [Record],
    options: Options<'_>,
) -> Result<(Vec<usize>, Totals)> {
    let total = records.len();
    let mut jobs = reserve(pieces.len())?;
    let counts = collect(pieces.iter().map(|piece| &piece.counts[..]))?;
    for (piece, places) in pieces.iter().zip(places(&counts, records)?) {
        let to = Deal::new(map, places, total)?;
        push(&mut jobs, Job::new(piece.range.clone(), to)?)?;
    }
    let worker = || |job: &mut Job<'_, '_>, poll: Poll<'_>| job.work(source, poll);
    share_out(collect(jobs.iter_mut())?, worker, options)?;
    let mut totals = Totals::default();
    let groups = jobs.iter().flat_map(|job| &job.totals);
    groups.for_each(|group| totals.add_totals(*group));
    let dealt = jobs.into_iter().map(|job| job.to.finish());
    let counted = pieces.into_iter().map(|piece| piece.counts);
    let pieces = collect(counted.zip(dealt).map(|(counted, dealt)| [counted, dealt]))?;
    Ok((close_gaps(records, &pieces)?, totals))
}

/// The second round of a piece.
struct Job<'m, 't> {
    range: Range<usize>,
    to: Deal<'m, 't, Plan>,
    /// The totals of each [`GROUP`].
    totals: Vec<Totals>,
}

impl<'m, 't> Job<'m, 't> {
    fn new(range: Range<usize>, to: Deal<'m, 't, Plan>) -> Result<Self> {
        let totals = filled(range.len() / GROUP + 1, Totals::default())?;
        Ok(Job { range, to, totals })
    }

    fn work(&mut self, source: &dyn Source, poll: Poll<'_>) -> Result<usize> {
        const BLOCKS: usize = GROUP / Block::CAPACITY;
        let mut blocks = 0;
        visit_piece(source, self.range.clone(), poll, |block| {
            self.totals[blocks / BLOCKS].add(block);
            self.to.add(block);
            blocks += 1;
            true
        })?;
        Ok(0)
    }
}

/// True if scores come in order.
#[derive(Clone, Copy)]
pub(super) struct Runs {
    /// The first score and the last one.
    ends: Option<[f64; 2]>,
    pub ascending: bool,
    pub descending: bool,
}

impl Runs {
    pub fn new() -> Runs {
        Runs {
            ends: None,
            ascending: true,
            descending: true,
        }
    }

    /// Looks at the next scores, not more closely than is needed to know that there is no order.
    pub fn see(&mut self, scores: &[f64]) {
        let (Some(&first), Some(&last)) = (scores.first(), scores.last()) else {
            return;
        };
        *self = self.then(Runs {
            ends: Some([first, last]),
            ascending: self.ascending && scores.windows(2).all(|s| s[0] <= s[1]),
            descending: self.descending && scores.windows(2).all(|s| s[0] >= s[1]),
        });
    }

    /// These scores, and others behind them.
    pub fn then(self, next: Runs) -> Runs {
        match (self.ends, next.ends) {
            (Some([first, end]), Some([start, last])) => Runs {
                ends: Some([first, last]),
                ascending: self.ascending && next.ascending && end <= start,
                descending: self.descending && next.descending && end >= start,
            },
            (None, _) => next,
            (_, None) => self,
        }
    }
}

#[cfg(test)]
mod tests;
