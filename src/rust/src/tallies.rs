//! Shims of tallies: lists of columns, see [`TallyColumns`].

use crate::entry::shims;
use crate::failure::Failure;
use crate::inference::unit_of;
use crate::input::{self, observations, List, TallyColumns, Vector, TALLY};
use crate::result::{list, table, Frame, Value};
use crate::session::{check_at, poll};
use crate::{keep_true_negatives, write_curve};
use weighted_roc_core::curve::Ranking;
use weighted_roc_core::inference::tallied_spread;
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::tally::{self, coarsen, join_few, merge};
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

fn tally_frame(rows: &[tally::Row], level: u32) -> Result<Value, Failure> {
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
    list(["tally", "level", "lost"], [frame, level, lost])
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
    let rows = tally::of_chunk(&observations, Options::new(&mut poll))?;
    let (rows, level) = coarsen(rows, 0, points, &mut poll)?;
    let rows = join_few(rows, min_count, &mut poll)?;
    tally_frame(&rows, level)
}

fn tallies_merge(
    tallies: List<TallyColumns>,
    level: f64,
    points: Option<usize>,
) -> Result<Value, Failure> {
    let columns = tallies.read_all()?;
    let mut tallies = reserve(columns.len())?;
    for columns in columns {
        push(&mut tallies, input::tally(columns)?)?;
    }
    let (rows, level) = merge(&tallies, level as u32, points, &mut poll)?;
    tally_frame(&rows, level)
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

fn tally_spread(tally: TallyColumns, counts: bool) -> Result<Value, Failure> {
    let rows = input::tally(tally)?;
    let found = tallied_spread(&rows, unit_of(counts), &mut poll)?;
    let names = [
        "area",
        "open",
        "negatives",
        "positives",
        "freedom",
        "units_neg",
        "units_pos",
        "effective_neg",
        "effective_pos",
        "n_neg",
        "n_pos",
    ];
    table(names, 1, |_| {
        [
            found.area,
            found.open,
            found.squares[0],
            found.squares[1],
            found.freedom,
            found.units[0],
            found.units[1],
            found.effective[0],
            found.effective[1],
            found.numbers[0],
            found.numbers[1],
        ]
    })
}

shims! {
    chunk_tally(guess, label, weight, points, min_count);
    tallies_merge(tallies, level, points);
    tally_curve(tally);
    tally_spread(tally, counts);
}
