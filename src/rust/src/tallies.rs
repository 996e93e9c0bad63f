//! Shims of tallies: lists of columns, see [`Tally`].

use crate::curve::write_curve;
use crate::input::{observations, Argument, ColumnsOfTally, Tally, Vector};
use crate::interval::unit_sums;
use crate::prelude::*;
use crate::r::{bytes_of, Rf_xlength};
use crate::result::Frame;
use crate::sampling::unit_of;
use crate::session::protected;
use extendr_ffi::{SEXP, SEXPTYPE, TYPEOF};
use std::slice::from_ref;
use weighted_roc_core::covariance::{Covariance, UnitSums};
use weighted_roc_core::curve::Ranking;
use weighted_roc_core::inference::{
    areas_without, covariance_of_parts, tallied_steps, tallied_sums, Tallied, WithoutParts,
};
use weighted_roc_core::sampling::Correction;
use weighted_roc_core::tally::{
    self, coarsen, greatest_score, group_of_number, group_of_text, in_bins, join_few, merge,
    to_breaks, units_of,
};

/// Returns the columns of rows, which are given up while they are written. The columns of what rounding took from sums
/// are empty where it took nothing.
fn tally_frame(mut of: Vec<tally::Row>, level: u32, units: [f64; 2]) -> Result<Value, Failure> {
    const COLUMNS: [&str; 11] = [
        "score",
        "positive",
        "negative",
        "scores",
        "score_max",
        "positive2",
        "negative2",
        "positive4",
        "negative4",
        "n_pos",
        "n_neg",
    ];
    const LOST: [&str; 6] = [
        "positive",
        "negative",
        "positive2",
        "negative2",
        "positive4",
        "negative4",
    ];
    const PARTS: usize = 16;
    let is_exact = |row: &tally::Row| {
        let lost = row.powers.iter().flat_map(|powers| powers.lost);
        lost.chain(row.lost).all(|lost| lost == 0.0)
    };
    let rows_with_lost = if of.iter().all(is_exact) { 0 } else { of.len() };
    let mut frame = Frame::untouched(&COLUMNS, of.len())?;
    let mut lost_frame = Frame::untouched(&LOST, rows_with_lost)?;
    let (columns, mut lost_columns) = (frame.columns::<11>(), lost_frame.columns::<6>());
    let part = of.len().div_ceil(PARTS).max(1);
    while let Some(last) = of.len().checked_sub(1) {
        let first = last / part * part;
        for (i, row) in of.iter().enumerate().skip(first) {
            check_at(i)?;
            let [negative, positive] = &row.powers;
            columns[0][i] = row.score;
            columns[1][i] = row.positive;
            columns[2][i] = row.negative;
            columns[3][i] = row.scores;
            columns[4][i] = row.last;
            columns[5][i] = positive.squares;
            columns[6][i] = negative.squares;
            columns[7][i] = positive.fourths;
            columns[8][i] = negative.fourths;
            columns[9][i] = positive.number;
            columns[10][i] = negative.number;
            if rows_with_lost > 0 {
                let [negative, positive] = [negative.lost, positive.lost];
                let lost = [
                    row.lost[1],
                    row.lost[0],
                    positive[0],
                    negative[0],
                    positive[1],
                    negative[1],
                ];
                for (column, lost) in lost_columns.iter_mut().zip(lost) {
                    column[i] = lost;
                }
            }
        }
        of.truncate(first);
        of.shrink_to_fit();
    }
    named! {
        "tally" => Value::from(frame),
        "level" => f64::from(level),
        "lost" => Value::from(lost_frame),
        "units" => units,
    }
}

/// Labels are integers, 1 for a positive and 0 for a negative. `bins` has the `breaks`, if there are any, and the
/// `min_count` of each bin.
pub fn chunk_tally(
    guess: Vector,
    label: Vector,
    weight: Vector,
    points: Option<usize>,
    bins: Record,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let mut rows = tally::tally_chunk(&observations, Options::new(&mut poll))?;
    let units = units_of(&rows);
    if units != [1.0; 2] {
        rows = tally::tally_chunk_in(&observations, units, Options::new(&mut poll))?;
    }
    let (rows, level) = coarsen(rows, 0, points, &mut poll)?;
    tally_frame(binned(rows, bins)?, level, units)
}

/// Returns rows in bins between the `breaks`, if there are any, with at least `min_count` observations each.
fn binned(rows: Vec<tally::Row>, bins: Record) -> Result<Vec<tally::Row>, Failure> {
    let least = bins.get("min_count")?;
    let counts = rows.iter().flat_map(|row| row.powers.map(|of| of.number));
    let number: f64 = counts.sum();
    if least > number {
        Range::between(f64::NEG_INFINITY, number).check("min_count", &[least])?;
    }
    Ok(match bins.find::<&[f64]>("breaks")? {
        Some(breaks) => to_breaks(rows, breaks, least, &mut poll)?,
        None => join_few(rows, least, &mut poll)?,
    })
}

/// `units` are those of the first tally's negatives and positives, of the second one's and so on. `bins` has the
/// `breaks` that all tallies have in common, and `min_count`.
pub fn tallies_merge(
    mut tallies: Vec<ColumnsOfTally>,
    units: &[f64],
    level: f64,
    points: Option<usize>,
    bins: Record,
) -> Result<Value, Failure> {
    let units = || units.chunks_exact(2).map(|of| [of[0], of[1]]);
    let common = units().fold([0.0; 2], |a: [f64; 2], b| [a[0].max(b[0]), a[1].max(b[1])]);
    for (tally, units) in tallies.iter_mut().zip(units()) {
        tally.units = [units, common];
    }
    let (rows, level) = merge(&tallies, level as u32, points, &mut poll)?;
    tally_frame(binned(rows, bins)?, level, common)
}

/// The rows of a part in the bins of the whole tally.
pub fn part_in_bins(part: Tally, whole: Tally) -> Result<Value, Failure> {
    tally_frame(in_bins(&part, &whole, &mut poll)?, 0, [1.0; 2])
}

/// The groups of clusters by their names, which are numbers or strings, see [`group_of_number`].
pub struct Groups(Vec<f64>);

impl Argument for Groups {
    unsafe fn from_sexp(object: SEXP, name: &'static str) -> Result<Self, Failure> {
        if TYPEOF(object) != SEXPTYPE::STRSXP {
            let clusters = <&[f64]>::from_sexp(object, name)?.iter();
            return Ok(Groups(collect(
                clusters.map(|&of| group_of_number(of) as f64),
            )?));
        }
        let length = protected(|| Rf_xlength(object))? as usize;
        let group = |i| group_of_text(bytes_of(object, i as isize)) as f64;
        let groups = all(0..length, |i| {
            check_at(i)?;
            Ok(protected(|| group(i))?)
        });
        groups.map(Groups)
    }
}

pub fn cluster_groups(clusters: Groups) -> Result<Value, Failure> {
    numbers(clusters.0)
}

/// How the area of a tally or of a collected curve varies.
pub struct Varying {
    pub sums: UnitSums,
    pub without: Option<WithoutParts>,
    /// How far bins leave the area open, and by which part of itself the standard error may be off.
    pub open: f64,
    pub doubt: f64,
}

from_records!(Varying => Varying::from_record);

impl Varying {
    /// From a tally as R gives it, or else from sums over units. A tally is a list of its `columns`, the `units` of its
    /// powers, whether weights are `counts`, and of its `parts` the columns, NULL where it has none. Sums are the
    /// fields of [`UnitSums`], the areas `without` each part, and `of_parts` their effective numbers.
    pub fn from_record(record: Record) -> Result<Varying, Failure> {
        let Some(rows) = record.find::<Tally>("columns")? else {
            let without = |areas: &[f64]| -> Result<WithoutParts, Failure> {
                Ok(WithoutParts {
                    areas: copied(areas)?,
                    effective: record.get("of_parts")?,
                })
            };
            return Ok(Varying {
                sums: unit_sums(record)?,
                without: record.find("without")?.map(without).transpose()?,
                open: 0.0,
                doubt: 0.0,
            });
        };
        let unit = unit_of(record.get("counts")?);
        let Tallied { sums, open, doubt } =
            tallied_sums(&rows, record.get("units")?, unit, &mut poll)?;
        let parts: Option<Vec<Tally>> = record.find("parts")?;
        let without = parts.map(|parts| areas_without(&parts, &mut poll));
        Ok(Varying {
            sums,
            without: without.transpose()?,
            open,
            doubt,
        })
    }

    /// By parts where there are any.
    pub fn covariance(&self, estimator: Correction) -> Result<Covariance, Failure> {
        Ok(match &self.without {
            None => self.sums.covariance(estimator)?,
            Some(without) => {
                covariance_of_parts(from_ref(&self.sums), from_ref(without), &mut poll)?
            }
        })
    }
}

/// How areas of the same observations vary together, by their parts; of one alone by its sums where it has none.
/// With how far one alone is open.
pub fn covariance_together(
    sums: Vec<Varying>,
    estimator: Correction,
) -> Result<(Covariance, f64), Failure> {
    if let [single] = &sums[..] {
        return Ok((single.covariance(estimator)?, single.open));
    }
    let (mut all_sums, mut all_parts) = (reserve(sums.len())?, reserve(sums.len())?);
    for Varying { sums, without, .. } in sums {
        let Some(without) = without else {
            return Err(Failure::internal("there are no parts"));
        };
        push(&mut all_sums, sums)?;
        push(&mut all_parts, without)?;
    }
    Ok((covariance_of_parts(&all_sums, &all_parts, &mut poll)?, 0.0))
}

/// The `powers` of weights are checked where their unit is 1.
pub fn tally_check(columns: ColumnsOfTally, powers: bool) -> Result<Value, Failure> {
    tally::check_tally(&columns, &mut poll).map_err(Failure::in_tally)?;
    if powers {
        tally::check_powers(&columns).map_err(Failure::in_tally)?;
    }
    Ok(Value::Null)
}

/// The greatest scores that bins can have of which only the least are known.
pub fn tally_ends(score: &[f64], scores: &[f64], level: f64) -> Result<Value, Failure> {
    let ends = (0..score.len()).map(|i| match scores[i] {
        1.0 => score[i],
        _ => greatest_score(score[i], score.get(i + 1).copied(), level as u32),
    });
    numbers(collect(ends)?)
}

pub fn tally_curve(tally: Tally) -> Result<Value, Failure> {
    let ranking = Ranking::from_tally(&tally, &mut poll)?;
    let steps = tallied_steps(&tally, &mut poll)?;
    let names = [
        "TPR",
        "FPR",
        "threshold",
        "FN",
        "FP",
        "scores",
        "area",
        "slack",
    ];
    let mut frame = Frame::new(&names, ranking.rows())?;
    let [.., scores, area, slack] = frame.columns::<8>();
    // The areas right of each row, and how far they are open.
    let mut above = [0.0; 3];
    for i in (0..ranking.rows()).rev() {
        check_at(i)?;
        if let Some(step) = steps.get(i) {
            above = [step.scores, above[1] + step.area, above[2] + step.open];
        }
        [scores[i], area[i], slack[i]] = above;
    }
    write_curve(&ranking, &mut frame)?;
    Ok(frame.into())
}
