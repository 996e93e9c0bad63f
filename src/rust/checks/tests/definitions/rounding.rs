//! Weights that are rounded the same way time and again when they are added up in plain doubles:
//! the errors of such sums do not cancel, but add up to the most that they can be.

use weighted_roc_checks::case::{Case, Row};
use weighted_roc_checks::check::case_agrees;
use weighted_roc_checks::sorting::by_sorting;

/// One weight of 1, then such as are rounded away, or rounded up, when they are added to it.
fn weight(place: usize, up: bool) -> f64 {
    match (place, up) {
        (0, _) => 1.0,
        (_, false) => f64::EPSILON / 2.0,
        (_, true) => f64::EPSILON / 2.0 * (1.0 + 1e-6),
    }
}

/// Rows of ascending scores, in so many stretches of `length`.
fn append(rows: &mut Vec<Row>, positive: bool, stretches: usize, length: usize, up: bool) {
    for place in (0..stretches).flat_map(|_| 0..length) {
        rows.push(Row {
            score: rows.len() as f64,
            positive,
            weight: weight(place, up),
        });
    }
}

/// The few pairs that a positive wins have weights that are rounded one way, the others the other
/// way.
fn conspiring(length: usize, up: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    append(&mut rows, true, 99, length, !up);
    append(&mut rows, false, 1, length, up);
    append(&mut rows, true, 1, length, up);
    append(&mut rows, false, 99, length, !up);
    rows
}

#[test]
fn errors_do_not_add_up() {
    for length in [4, 8, 16, 32, 64, 128, 512, 1024] {
        for up in [false, true] {
            for reversed in [false, true] {
                let mut rows = conspiring(length, up);
                if reversed {
                    rows.reverse();
                    rows.iter_mut().for_each(|row| row.score = -row.score);
                }
                let verdict = case_agrees(&Case::from_rows(&rows), &by_sorting(&rows));
                verdict.unwrap_or_else(|wrong| panic!("stretches of {length}: {wrong}"));
            }
        }
    }
}
