//! Shims of tallies: lists of columns, see [`TallyColumns`].

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, observations, List, Names, TallyColumns, Vector, TALLY};
use crate::interval::array_of;
use crate::record::Record;
use crate::result::{list, numbers, table, Frame, Value};
use crate::sampling::unit_of;
use crate::session::{check_at, poll};
use crate::{keep_true_negatives, write_curve};
use weighted_roc_core::covariance::Spread;
use weighted_roc_core::curve::Ranking;
use weighted_roc_core::inference::{
    areas_without, spread_of_parts, tallied_steps, tallied_sums, Tallied,
};
use weighted_roc_core::memory::{collect, push, reserve};
use weighted_roc_core::sampling::{Correction, Unit};
use weighted_roc_core::tally::{
    self, coarsen, greatest_score, group_of_number, group_of_text, in_bins, in_larger_units,
    join_few, merge, to_breaks, units_of,
};
use weighted_roc_core::Options;

/// The weight lost to rounding in the sums, in their order.
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

/// Labels are integers, 1 for a positive and 0 for a negative. `bins` has the `breaks`, if there are any, and the
/// `min_count` of each bin.
fn chunk_tally(
    guess: Vector,
    label: Vector,
    weight: Vector,
    points: Option<usize>,
    bins: Record,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let mut rows = tally::of_chunk(&observations, Options::new(&mut poll))?;
    let units = units_of(&rows);
    if units != [1.0; 2] {
        rows = tally::of_chunk_in(&observations, units, Options::new(&mut poll))?;
    }
    let (rows, level) = coarsen(rows, 0, points, &mut poll)?;
    tally_frame(&binned(rows, bins)?, level, units)
}

/// Returns rows in bins between the `breaks`, if there are any, with at least `min_count` observations each.
fn binned(rows: Vec<tally::Row>, bins: Record) -> Result<Vec<tally::Row>, Failure> {
    let least = bins.get("min_count")?;
    Ok(match bins.find::<&[f64]>("breaks")? {
        Some(breaks) => to_breaks(rows, breaks, least, &mut poll)?,
        None => join_few(rows, least, &mut poll)?,
    })
}

/// `units` are those of the first tally's negatives and positives, of the second one's and so on. `bins` has the
/// `breaks` that all tallies have in common, and `min_count`.
fn tallies_merge(
    tallies: List<TallyColumns>,
    units: &[f64],
    level: f64,
    points: Option<usize>,
    bins: Record,
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
    tally_frame(&binned(rows, bins)?, level, common)
}

/// The rows of a part in the bins of the whole tally.
fn part_in_bins(part: TallyColumns, whole: TallyColumns) -> Result<Value, Failure> {
    let rows = in_bins(&input::tally(part)?, &input::tally(whole)?, &mut poll)?;
    tally_frame(&rows, 0, [1.0; 2])
}

/// The groups of clusters, see [`group_of_number`].
fn cluster_groups(clusters: Names) -> Result<Value, Failure> {
    match clusters {
        Names::Numbers(values) => numbers(collect(
            values.iter().map(|&value| group_of_number(value) as f64),
        )?),
        Names::Texts(texts) => numbers(texts.each(|text| group_of_text(text) as f64)?),
    }
}

/// A tally as R gives it: a list of its `columns`, the `units` of its powers, whether weights are `counts`, and of its
/// `parts` the columns, NULL where it has none.
pub struct Tally {
    rows: Vec<tally::Row>,
    units: [f64; 2],
    unit: Unit,
    parts: Option<Vec<Vec<tally::Row>>>,
}

/// How the area of a tally varies, and how far its bins leave it open.
pub struct SpreadOfTally {
    pub spread: Spread,
    pub open: f64,
    pub doubt: f64,
}

impl Tally {
    pub fn of(tally: Record) -> Result<Tally, Failure> {
        let parts = match tally.find::<List<TallyColumns>>("parts")? {
            Some(parts) => Some(rows_of_all(parts)?),
            None => None,
        };
        Ok(Tally {
            rows: input::tally(tally.get("columns")?)?,
            units: array_of(tally, "units")?,
            unit: unit_of(tally.get("counts")?),
            parts,
        })
    }

    fn sums(&self) -> Result<Tallied, Failure> {
        Ok(tallied_sums(&self.rows, self.units, self.unit, &mut poll)?)
    }

    /// By its parts where it has them.
    pub fn spread(&self, estimator: Correction) -> Result<SpreadOfTally, Failure> {
        let Tallied {
            sums, open, doubt, ..
        } = self.sums()?;
        let spread = match &self.parts {
            None => sums.spread(estimator)?,
            Some(parts) => {
                spread_of_parts(&[sums], &[areas_without(parts, &mut poll)?], &mut poll)?
            }
        };
        Ok(SpreadOfTally {
            spread,
            open,
            doubt,
        })
    }
}

/// How the areas of tallies vary together, by their parts; of one alone by its rows where it has none.
pub fn spread_of_tallies(
    tallies: List<Record>,
    estimator: Correction,
) -> Result<(Spread, f64), Failure> {
    let records = tallies.read_all()?;
    if let [tally] = records[..] {
        let SpreadOfTally { spread, open, .. } = Tally::of(tally)?.spread(estimator)?;
        return Ok((spread, open));
    }
    let (mut sums, mut without) = (reserve(records.len())?, reserve(records.len())?);
    for record in records {
        let tally = Tally::of(record)?;
        let parts = tally.parts.as_deref().unwrap_or_default();
        push(&mut sums, tally.sums()?.sums)?;
        push(&mut without, areas_without(parts, &mut poll)?)?;
    }
    Ok((spread_of_parts(&sums, &without, &mut poll)?, 0.0))
}

fn rows_of_all(tallies: List<TallyColumns>) -> Result<Vec<Vec<tally::Row>>, Failure> {
    let columns = tallies.read_all()?;
    let mut rows = reserve(columns.len())?;
    for columns in columns {
        push(&mut rows, input::tally(columns)?)?;
    }
    Ok(rows)
}

/// The greatest scores that bins can have of which only the least are known.
fn tally_ends(score: &[f64], scores: &[f64], level: f64) -> Result<Value, Failure> {
    let ends = score
        .iter()
        .zip(scores)
        .enumerate()
        .map(|(i, (&least, &scores))| {
            if scores == 1.0 {
                least
            } else {
                greatest_score(least, score.get(i + 1).copied(), level as u32)
            }
        });
    numbers(&collect(ends)?)
}

fn tally_curve(columns: TallyColumns) -> Result<Value, Failure> {
    let rows = input::tally(columns)?;
    let ranking = Ranking::of_tally(&rows, &mut poll)?;
    let steps = tallied_steps(&rows, &mut poll)?;
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
    let [a, b, c, d, e, scores, area, slack] = frame.columns();
    write_curve(&ranking, [a, b, c, d, e])?;
    // The areas right of each row, and how far they are open.
    let mut above = [0.0; 3];
    for i in (0..ranking.rows()).rev() {
        check_at(i)?;
        if let Some(step) = steps.get(i) {
            above = [step.scores, above[1] + step.area, above[2] + step.open];
        }
        [scores[i], area[i], slack[i]] = above;
    }
    keep_true_negatives(&ranking, &mut frame)?;
    Ok(frame.into())
}

shims! {
    chunk_tally(guess, label, weight, points, bins);
    tallies_merge(tallies, units, level, points, bins);
    tally_ends(score, scores, level);
    tally_curve(tally);
    part_in_bins(part, whole);
    cluster_groups(clusters);
}
