//! Shims of tallies: lists of columns, see [`TallyColumns`].

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, observations, List, TallyColumns, Vector, TALLY};
use crate::result::{list, numbers, table, Frame, Value};
use crate::session::{check_at, poll};
use crate::{keep_true_negatives, write_curve};
use weighted_roc_core::curve::Ranking;
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::tally::{self, coarsen, in_larger_units, join_few, merge, units_of};
use weighted_roc_core::Options;

/// What rounding took from the sums, in their order.
const LOST: [&str; 6] = [
    "positive",
    "negative",
    "positive2",
    "negative2",
    "positive4",
    "negative4",
];

fn tally_frame(rows: &[tally::Row], level: u32, units: [f64; 2]) -> Result<Value, Failure> {
    let frame = table(TALLY, rows.len(), |i| {
        let row = rows[i];
        let [negative, positive] = row.powers;
        [
            row.score,
            row.positive,
            row.negative,
            row.scores,
            row.last,
            positive.squares,
            negative.squares,
            positive.fourths,
            negative.fourths,
            positive.number,
            negative.number,
        ]
    })?;
    let lost = table(LOST, rows.len(), |i| {
        let row = rows[i];
        let [negative, positive] = row.powers.map(|powers| powers.lost);
        let [negative_weight, positive_weight] = row.lost;
        [
            positive_weight,
            negative_weight,
            positive[0],
            negative[0],
            positive[1],
            negative[1],
        ]
    })?;
    let level = f64::from(level).into();
    let units = numbers(units)?;
    list(
        ["tally", "level", "lost", "units"],
        [frame, level, lost, units],
    )
}

/// Labels are integers, 1 for a positive and 0 for a negative.
fn chunk_tally(
    guess: Vector,
    label: Vector,
    weight: Vector,
    points: Option<usize>,
    min_count: f64,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let mut rows = tally::of_chunk(&observations, Options::new(&mut poll))?;
    let units = units_of(&rows);
    if units != [1.0; 2] {
        rows = tally::of_chunk_in(&observations, units, Options::new(&mut poll))?;
    }
    let (rows, level) = coarsen(rows, 0, points, &mut poll)?;
    let rows = join_few(rows, min_count, &mut poll)?;
    tally_frame(&rows, level, units)
}

/// `units` are those of the first tally's negatives and positives, of the second one's and so on.
fn tallies_merge(
    tallies: List<TallyColumns>,
    units: &[f64],
    level: f64,
    points: Option<usize>,
) -> Result<Value, Failure> {
    let columns = tallies.read_all()?;
    let mut tallies = reserve(columns.len())?;
    let units = || units.chunks_exact(2).map(|of| [of[0], of[1]]);
    let common = units().fold([0.0; 2], |a: [f64; 2], b| [a[0].max(b[0]), a[1].max(b[1])]);
    for (columns, units) in columns.into_iter().zip(units()) {
        let mut rows = input::tally(columns)?;
        in_larger_units(&mut rows, units, common);
        push(&mut tallies, rows)?;
    }
    let (rows, level) = merge(&tallies, level as u32, points, &mut poll)?;
    tally_frame(&rows, level, common)
}

fn tally_curve(columns: TallyColumns) -> Result<Value, Failure> {
    let rows = input::tally(columns)?;
    let ranking = Ranking::of_tally(&rows, &mut poll)?;
    let names = ["TPR", "FPR", "threshold", "FN", "FP", "scores"];
    let mut frame = Frame::new(&names, ranking.rows())?;
    let [curve @ .., scores] = frame.columns();
    write_curve(&ranking, curve)?;
    scores[rows.len()] = 0.0;
    for (i, row) in rows.iter().enumerate() {
        check_at(i)?;
        scores[i] = row.scores;
    }
    keep_true_negatives(&ranking, &mut frame)?;
    Ok(frame.into())
}

shims! {
    chunk_tally(guess, label, weight, points, min_count);
    tallies_merge(tallies, units, level, points);
    tally_curve(tally);
}
