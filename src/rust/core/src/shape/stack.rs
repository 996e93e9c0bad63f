//! The one stack: what is left of neighbours that violate an order.
//!
//! ```text
//! for each item:
//!     while the last item kept breaks the order before the new one:
//!         the new one absorbs it
//!     keep the new item
//! ```
//!
//! Each item is kept once and dropped once at most: O(items). With rows and the turn of two edges as the order that is
//! Graham's scan; with ascending odds, or with blocks of ascending probabilities, the pooling of adjacent violators.

use crate::error::Result;
use crate::memory::push;
use crate::poll::Pace;

/// Writes the rows at which blocks begin, and the last row: between two of them, more of the weight is positive than
/// between the two before. `between` gives the weights of the negatives and of the positives between two rows. Steps
/// without weight go with their neighbours. O(rows).
///
/// By differences of rows, and not by sums over blocks: these would gather errors.
pub(crate) fn pool(
    rows: usize,
    between: impl Fn(usize, usize) -> [f64; 2],
    kept: &mut Vec<usize>,
    pace: &mut Pace<'_>,
) -> Result<()> {
    let odds = |row, later| {
        let [negative, positive] = between(row, later);
        positive / negative
    };
    // False for 0/0, too.
    let ascends = |before, last, row| odds(last, row) > odds(before, last);
    stack(rows, kept, ascends, pace)
}

/// Writes the rows that are left in place of what `kept` holds. Allocates nothing if there is room for all
/// rows. `keeps` is told of a row, the one kept before it and the new one.
#[inline(always)]
pub(super) fn stack(
    rows: usize,
    kept: &mut Vec<usize>,
    keeps: impl Fn(usize, usize, usize) -> bool,
    pace: &mut Pace<'_>,
) -> Result<()> {
    kept.clear();
    let breaks = |kept: &[usize], row: &usize| match *kept {
        [.., before, last] => !keeps(before, last, *row),
        _ => false,
    };
    for row in 0..rows {
        keep(row, kept, breaks, |_, _| {}, pace)?;
    }
    Ok(())
}

/// Keeps an item, which absorbs those before it while they break the order.
#[inline(always)]
pub(crate) fn keep<T>(
    mut item: T,
    kept: &mut Vec<T>,
    breaks: impl Fn(&[T], &T) -> bool,
    absorb: impl Fn(&mut T, T),
    pace: &mut Pace<'_>,
) -> Result<()> {
    pace.step()?;
    while breaks(kept, &item) {
        pace.step()?;
        let Some(last) = kept.pop() else { break };
        absorb(&mut item, last);
    }
    push(kept, item)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(steps: &[[f64; 2]]) -> Vec<usize> {
        let between = |row: usize, later: usize| {
            [0, 1].map(|class| steps[row..later].iter().map(|step| step[class]).sum())
        };
        let (mut kept, mut never) = (Vec::new(), || false);
        let pace = &mut Pace::new(&mut never);
        pool(steps.len() + 1, between, &mut kept, pace).unwrap();
        kept
    }

    #[test]
    fn neighbours_are_pooled_until_they_ascend() {
        assert_eq!(blocks(&[[1.0, 0.0], [0.0, 1.0]]), [0, 1, 2]);
        assert_eq!(blocks(&[[0.0, 1.0], [1.0, 0.0]]), [0, 2]);
        let steps = [[3.0, 1.0], [1.0, 1.0], [2.0, 1.0], [0.0, 1.0]];
        assert_eq!(blocks(&steps), [0, 1, 3, 4]);
    }

    #[test]
    fn equal_neighbours_are_one_block() {
        assert_eq!(blocks(&[[2.0, 1.0], [4.0, 2.0], [0.0, 1.0]]), [0, 2, 3]);
        assert_eq!(blocks(&[[1.0, 0.0], [3.0, 0.0], [0.0, 1.0]]), [0, 2, 3]);
        assert_eq!(blocks(&[[1.0, 0.0], [0.0, 3.0], [0.0, 1.0]]), [0, 1, 3]);
    }

    #[test]
    fn what_has_no_weight_is_a_part_of_a_neighbour() {
        let nothing = [0.0; 2];
        let steps = [nothing, [1.0, 0.0], nothing, [0.0, 1.0], nothing];
        assert_eq!(blocks(&steps), [0, 3, 5]);
    }
}
