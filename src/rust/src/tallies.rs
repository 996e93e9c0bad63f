//! Shims of tallies: lists of the columns score, positive, negative and scores.

use crate::decision::table;
use crate::failure::{guard, Failure};
use crate::frame::Frame;
use crate::input::doubles;
use crate::session::user_interrupt;
use crate::{observations, write_curve};
use extendr_api::prelude::*;
use weighted_roc_core::{self as core, Ranking, TallyRow};

const COLUMNS: [&str; 4] = ["score", "positive", "negative", "scores"];

fn rows_of(tally: &Robj) -> Result<Vec<TallyRow>, Failure> {
    let columns: Vec<Robj> = match tally.as_list() {
        Some(list) if list.len() == 4 => list.values().collect(),
        _ => return Err(Failure::internal("a tally has four columns".to_string())),
    };
    let column = |i: usize| doubles(&columns[i]);
    let (score, positive, negative, scores) = (column(0)?, column(1)?, column(2)?, column(3)?);
    Ok((0..score.len())
        .map(|row| TallyRow {
            score: score[row],
            positive: positive[row],
            negative: negative[row],
            scores: scores[row],
        })
        .collect())
}

fn tally_frame(rows: &[TallyRow], level: u32) -> Result<Robj, Failure> {
    let frame = table(COLUMNS, rows.len(), |i| {
        let row = rows[i];
        [row.score, row.positive, row.negative, row.scores]
    })?;
    let level = f64::from(level).into();
    Ok(List::from_pairs([("tally", frame), ("level", level)]).into())
}

fn most(points: &Robj) -> Option<usize> {
    points.as_real().map(|points| points as usize)
}

// Labels are integers, 1 for a positive and 0 for a negative.
#[extendr]
fn chunk_tally(guess: Robj, label: Robj, weight: Robj, points: Robj) -> Robj {
    guard(|| {
        let observations = observations(&guess, &label, &weight)?;
        let mut rows = core::tally_chunk(&observations, &mut user_interrupt)?;
        let level = core::coarsen(&mut rows, 0, most(&points));
        tally_frame(&rows, level)
    })
}

#[extendr]
fn tallies_merge(tallies: List, level: f64, points: Robj) -> Robj {
    guard(|| {
        let tallies: Vec<Robj> = tallies.values().collect();
        let tallies = tallies.iter().map(rows_of);
        let tallies = tallies.collect::<std::result::Result<Vec<_>, _>>()?;
        let (rows, level) = core::merge(&tallies, level as u32, most(&points))?;
        tally_frame(&rows, level)
    })
}

#[extendr]
fn tally_curve(tally: Robj) -> Robj {
    guard(|| {
        let rows = rows_of(&tally)?;
        let ranking = Ranking::of_tally(&rows)?;
        let names = ["TPR", "FPR", "threshold", "FN", "FP", "scores"];
        let mut frame = Frame::new(names, ranking.rows())?;
        let [curve @ .., scores] = frame.columns();
        write_curve(&ranking, curve);
        scores[rows.len()] = 0.0;
        for (to, row) in scores.iter_mut().zip(&rows) {
            *to = row.scores;
        }
        Ok(frame.into_robj())
    })
}

extendr_module! {
    mod tallies;
    fn chunk_tally;
    fn tallies_merge;
    fn tally_curve;
}
