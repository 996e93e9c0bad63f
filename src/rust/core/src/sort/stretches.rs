//! Sorted records cut into stretches, for threads to share.

use crate::error::Result;
use crate::memory::{push, reserve};
use crate::observations::record::Record;
use crate::sort::ties::end_of_run;

/// The number of records in a stretch, or more where they tie: few enough to stay in the caches. It does not depend
/// on the number of threads, so that sums by stretches do not.
pub(crate) const STRETCH: usize = 1 << 14;

/// Stretches of ascending records; those that share a score are in the same one.
pub(crate) fn stretches(records: &[Record]) -> Result<Vec<&[Record]>> {
    let mut stretches = reserve(records.len() / STRETCH + 1)?;
    let mut rest = records;
    while rest.len() > STRETCH {
        // Ties are few, and near: a binary search in all that is left would go far.
        let (stretch, others) = rest.split_at(end_of_run(rest, STRETCH - 1));
        push(&mut stretches, stretch)?;
        rest = others;
    }
    if !rest.is_empty() {
        push(&mut stretches, rest)?;
    }
    Ok(stretches)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::sorting::records_of;

    #[test]
    fn stretches_are_all_records_in_order_and_cut_no_tie() {
        let n = 5 * STRETCH;
        let scores = |score: fn(usize) -> usize| (0..n).map(|i| score(i) as f64).collect();
        let shapes: [Vec<f64>; 4] = [
            scores(|i| i),
            scores(|i| i / 1000),
            scores(|_| 1),
            scores(|i| i / (STRETCH + 1)),
        ];
        for (scores, least) in shapes.iter().zip([5, 4, 1, 4]) {
            for records in [records_of(scores), records_of(&scores[..STRETCH])] {
                let cut = stretches(&records).unwrap();
                assert_eq!(cut.concat(), records);
                assert!(cut.len() >= least.min(records.len() / STRETCH));
                for pair in cut.windows(2) {
                    assert!(pair[0].len() >= STRETCH);
                    assert!(pair[0][pair[0].len() - 1].score < pair[1][0].score);
                }
            }
        }
        assert!(stretches(&[]).unwrap().is_empty());
    }
}
