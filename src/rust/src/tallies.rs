//! Shims of tallies: lists of the columns score, positive, negative and scores.

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, observations, List, TallyColumns, Vector};
use crate::result::{list, table, Frame, Value};
use crate::session::{check_at, poll};
use crate::{keep_true_negatives, write_curve};
use weighted_roc_core::curve::Ranking;
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::tally::{self, coarsen, merge};
use weighted_roc_core::Options;

const COLUMNS: [&str; 4] = ["score", "positive", "negative", "scores"];

fn tally_frame(rows: &[tally::Row], level: u32) -> Result<Value, Failure> {
    let frame = table(COLUMNS, rows.len(), |i| {
        let row = rows[i];
        [row.score, row.positive, row.negative, row.scores]
    })?;
    list(["tally", "level"], [frame, f64::from(level).into()])
}

/// Labels are integers, 1 for a positive and 0 for a negative.
fn chunk_tally(
    guess: Vector,
    label: Vector,
    weight: Vector,
    points: Option<usize>,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let rows = tally::of_chunk(&observations, Options::new(&mut poll))?;
    let (rows, level) = coarsen(rows, 0, points, &mut poll)?;
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

shims! {
    chunk_tally(guess, label, weight, points);
    tallies_merge(tallies, level, points);
    tally_curve(tally);
}
