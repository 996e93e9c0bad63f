//! The statistic of many scores.

use super::wmw::auc_of_source;
use crate::error::{Argument, Error, Result};
use crate::memory::{collect, filled};
use crate::observations::label::Labels;
use crate::observations::shared::{signed_weights, Shared};
use crate::observations::source::Source;
use crate::observations::{Observations, Scores, Weights};
use crate::options::Options;
use crate::poll::{check, Poll, BLOCK};
use crate::pool::share_out;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

/// From this many observations on, threads share the work on one score, and take the scores by turns.
const LARGE: usize = 1 << 20;

/// The statistic [`wmw`](super::wmw()) of each of several scores of the same observations: what
/// that gives, to the last bit. Labels and weights are looked at once, and threads share the
/// scores. Beside the memory of `wmw`, which each thread takes, 8 bytes an observation.
///
/// ```
/// use weighted_roc_core::area::wmw_each;
/// use weighted_roc_core::{Labels, Options, Scores, Weights};
///
/// let scores = [Scores::F64(&[0.1, 0.2, 0.3, 0.4]), Scores::I32(&[1, 2, 1, 2])];
/// let areas = wmw_each(&scores, Labels::I32(&[0, 1, 0, 1]), Weights::Unit, Options::default())?;
/// assert_eq!(areas, [0.75, 1.0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`wmw`](super::wmw()), in an [`Error::OfScore`] with the number of the first score that has one.
pub fn wmw_each(
    scores: &[Scores<'_>],
    labels: Labels<'_>,
    weights: Weights<'_>,
    options: Options<'_>,
) -> Result<Vec<f64>> {
    let mut areas = filled(scores.len(), f64::NAN)?;
    each_score(scores, labels, weights, &mut areas, options, auc_of_source)?;
    Ok(areas)
}

/// The results of `of` for each of several scores of the same observations, see [`wmw_each`].
pub(crate) fn each_score<T: Send>(
    scores: &[Scores<'_>],
    labels: Labels<'_>,
    weights: Weights<'_>,
    to: &mut [T],
    options: Options<'_>,
    of: impl Fn(&dyn Source, Options<'_>) -> Result<T> + Sync,
) -> Result<()> {
    if to.len() != scores.len() {
        return Err(Error::Length {
            argument: Argument::Scores,
            length: to.len(),
            expected: scores.len(),
        });
    }
    let Some(&first) = scores.first() else {
        return Ok(());
    };
    let observations = Observations {
        scores: first,
        labels,
        weights,
    };
    // For one score labels and weights need no place of their own, which takes as long as half of the rest.
    let source = observations.source()?;
    if let [to] = to {
        *to = of(&source, options)?;
        return Ok(());
    }
    let weights = signed_weights(&source, &mut *options.poll)?;
    share_scores(scores, &weights, to, options, of)
}

struct Job<'a, T> {
    number: usize,
    scores: Scores<'a>,
    to: &'a mut T,
}

fn share_scores<T: Send>(
    scores: &[Scores<'_>],
    weights: &[f64],
    to: &mut [T],
    options: Options<'_>,
    of: impl Fn(&dyn Source, Options<'_>) -> Result<T> + Sync,
) -> Result<()> {
    let [outside, inside] = shares(weights.len(), scores.len(), options.threads);
    let failed = Failed::default();
    let worker = || {
        let mut seen = 0;
        let (failed, of) = (&failed, &of);
        move |job: Job<'_, T>, poll: Poll<'_>| {
            seen += weights.len();
            if seen > BLOCK {
                check(&mut *poll)?;
                seen = 0;
            }
            if failed.before(job.number) {
                return Ok(0);
            }
            let threads = inside;
            let result = Shared::new(job.scores, weights)
                .and_then(|source| of(&source, Options::new(poll).with_threads(threads)));
            match result {
                Ok(value) => *job.to = value,
                Err(Error::Interrupted) => return Err(Error::Interrupted),
                Err(error) => failed.put(job.number, error),
            }
            Ok(0)
        }
    };
    let jobs = scores.iter().zip(to).enumerate().rev();
    let jobs = jobs.map(|(number, (&scores, to))| Job { number, scores, to });
    let options = options.with_threads(outside);
    collect(jobs).and_then(|jobs| share_out(jobs, worker, options))?;
    failed.first(scores.len())
}

/// How many threads share the scores, and how many of them the work on one.
fn shares(length: usize, scores: usize, threads: NonZeroUsize) -> [NonZeroUsize; 2] {
    if length < LARGE && scores >= threads.get() {
        [threads, NonZeroUsize::MIN]
    } else {
        [NonZeroUsize::MIN, threads]
    }
}

/// The first of the scores that have failed.
#[derive(Default)]
struct Failed(Mutex<Option<(usize, Error)>>);

impl Failed {
    fn before(&self, number: usize) -> bool {
        let failed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        failed.as_ref().is_some_and(|(first, _)| *first < number)
    }

    fn put(&self, number: usize, error: Error) {
        let mut failed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.as_ref().map_or(true, |(first, _)| number < *first) {
            *failed = Some((number, error));
        }
    }

    fn first(self, scores: usize) -> Result<()> {
        let failed = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        match failed {
            Some((score, error)) => Err(error.in_score(score, scores)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
