//! Pairs of an observation with the event, the first one, and others whose time comes later, its seconds: two walks in the
//! order of times, of which each has a tree of weights by score.

use super::fenwick::Fenwick;
use crate::error::Error;
use crate::poll::Pace;

/// A row that may be the first of pairs, and the first of the rows that may be its seconds. Both ascend.
#[derive(Clone, Copy, Debug)]
pub(super) struct First {
    pub row: u32,
    pub seconds: u32,
}

/// Hands each of some ascending rows to `visit`, with the tree of all firsts of which it may be the second. `place` gives
/// the place and the weight of a first.
pub(super) fn ascend(
    rows: impl Iterator<Item = usize>,
    firsts: &[First],
    tree: &mut Fenwick,
    pace: &mut Pace<'_>,
    mut place: impl FnMut(usize) -> Result<(usize, f64), Error>,
    mut visit: impl FnMut(usize, &Fenwick),
) -> Result<(), Error> {
    let mut firsts = firsts.iter().peekable();
    for row in rows {
        pace.steps(20)?;
        while let Some(first) = firsts.next_if(|first| first.seconds as usize <= row) {
            pace.steps(20)?;
            let (place, weight) = place(first.row as usize)?;
            tree.add(place, weight);
        }
        visit(row, tree);
    }
    Ok(())
}

/// Hands each of the firsts, from the last one on, to `visit`, with the tree of its seconds among some descending rows.
/// `place` gives the place and the weight of a second.
pub(super) fn descend(
    rows: impl Iterator<Item = usize>,
    firsts: &[First],
    tree: &mut Fenwick,
    pace: &mut Pace<'_>,
    place: impl Fn(usize) -> (usize, f64),
    mut visit: impl FnMut(usize, &Fenwick) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut rows = rows.peekable();
    for first in firsts.iter().rev() {
        pace.steps(20)?;
        while let Some(row) = rows.next_if(|row| *row >= first.seconds as usize) {
            pace.steps(20)?;
            let (place, weight) = place(row);
            tree.add(place, weight);
        }
        visit(first.row as usize, tree)?;
    }
    Ok(())
}
