//! From observations to scores in ascending order, each with its signed weight.

use crate::error::Error;
use crate::map::BucketMap;
use crate::order::{sort_buckets, sort_few, starts};
use crate::plan::{Plan, Sample};
use crate::poll::Poll;
use crate::source::{visit, Block, Source};

/// Writes the scores and signed weights of the observations of positive weight to two columns
/// with room for all, in ascending order of the scores. Gives their number.
pub(crate) fn rank(
    source: &dyn Source,
    sample: Option<&Sample>,
    to: (&mut [f64], &mut [f64]),
    poll: Poll<'_>,
) -> Result<usize, Error> {
    let Some(sample) = sample else {
        return rank_few(source, to, poll);
    };
    match sample.plan(source.len()) {
        Plan::Linear(map) => deal(source, &map, to, poll),
        Plan::Ends(map) => deal(source, &map, to, poll),
        Plan::Splitters(map) => deal(source, &map, to, poll),
    }
}

fn rank_few(
    source: &dyn Source,
    to: (&mut [f64], &mut [f64]),
    poll: Poll<'_>,
) -> Result<usize, Error> {
    let (scores, weights) = to;
    let mut present = 0;
    visit(source, poll, |block| {
        present = block.append(scores, weights, present);
        true
    })?;
    sort_few(&mut scores[..present], &mut weights[..present]);
    Ok(present)
}

/// Deals the observations to buckets straight from where they stand, and sorts the buckets.
fn deal(
    source: &dyn Source,
    map: &impl BucketMap,
    to: (&mut [f64], &mut [f64]),
    poll: Poll<'_>,
) -> Result<usize, Error> {
    let mut next = vec![0; map.buckets()];
    let mut buckets = [0; Block::ROOM];
    let mut runs = Runs::new();
    visit(source, poll, |block| {
        runs.see(block.scores());
        map.fill(block.scores(), &mut buckets);
        for (&bucket, &weight) in buckets.iter().zip(block.weights()) {
            next[usize::from(bucket)] += usize::from(weight != 0.0);
        }
        true
    })?;
    let present = next.iter().sum();
    let (to_scores, to_weights) = (&mut to.0[..present], &mut to.1[..present]);
    if runs.ascending || runs.descending {
        let mut length = 0;
        visit(source, poll, |block| {
            length = block.append(to_scores, to_weights, length);
            true
        })?;
        if !runs.ascending {
            to_scores.reverse();
            to_weights.reverse();
        }
        return Ok(present);
    }
    starts(&mut next);
    visit(source, poll, |block| {
        map.fill(block.scores(), &mut buckets);
        let rows = block.scores().iter().zip(block.weights());
        for (&bucket, (&score, &weight)) in buckets.iter().zip(rows) {
            if weight != 0.0 {
                let place = &mut next[usize::from(bucket)];
                to_scores[*place] = score;
                to_weights[*place] = weight;
                *place += 1;
            }
        }
        true
    })?;
    sort_buckets(to_scores, to_weights, &next, map, poll)?;
    Ok(present)
}

/// Whether scores come in order.
struct Runs {
    last: Option<f64>,
    ascending: bool,
    descending: bool,
}

impl Runs {
    fn new() -> Runs {
        Runs {
            last: None,
            ascending: true,
            descending: true,
        }
    }

    /// Looks at the next scores, not more closely than is needed to know that there is no order.
    fn see(&mut self, scores: &[f64]) {
        let last = self.last.unwrap_or(scores[0]);
        if self.ascending {
            self.ascending = last <= scores[0] && scores.windows(2).all(|s| s[0] <= s[1]);
        }
        if self.descending {
            self.descending = last >= scores[0] && scores.windows(2).all(|s| s[0] >= s[1]);
        }
        self.last = scores.last().copied();
    }
}

#[cfg(test)]
mod tests;
