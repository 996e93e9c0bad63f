//! The columns of a curve of sorted records. Threads share the records by stretches: what weighs less
//! and what weighs more than each of them is added up first.

use super::columns::Columns;
use crate::error::Result;
use crate::memory::{collect, filled, push, reserve};
use crate::observations::record::Record;
use crate::options::Options;
use crate::poll::{check, Poll, BLOCK};
use crate::pool::share_out;
use crate::sort::stretches::{stretches, STRETCH};
use crate::sort::ties::{count_distinct, RowCursor};
use crate::sum::Sums;

/// Writes the curve of records in ascending order of their scores.
pub(super) fn write_sorted(
    records: &[Record],
    columns: Columns<'_>,
    mut options: Options<'_>,
) -> Result<()> {
    let columns = with_ends(columns);
    if records.len() <= STRETCH {
        return write_single(records, columns, options.poll);
    }
    let stretches = stretches(records)?;
    let mut weighed = filled(stretches.len(), Weighed::default())?;
    let worker = || {
        let mut seen = 0;
        move |(records, to): (&[Record], &mut Weighed), poll: Poll<'_>| {
            poll_after(records.len(), &mut seen, &mut *poll)?;
            *to = Weighed::from_records(records, poll)?;
            Ok(0)
        }
    };
    let jobs = collect(stretches.iter().copied().zip(&mut weighed))?;
    share_out(jobs, worker, options.reborrow())?;
    let worker = || {
        let mut seen = 0;
        move |part: Part<'_>, poll: Poll<'_>| {
            poll_after(2 * part.records.len(), &mut seen, &mut *poll)?;
            part.write(poll)?;
            Ok(0)
        }
    };
    share_out(parts(&stretches, &weighed, columns)?, worker, options)?;
    Ok(())
}

/// Polls each [`BLOCK`] records.
fn poll_after(records: usize, seen: &mut usize, poll: Poll<'_>) -> Result<()> {
    *seen += records;
    if *seen > BLOCK {
        *seen = 0;
        check(poll)?;
    }
    Ok(())
}

/// Writes the ends of the curve; gives the rows of the scores, and those of FN behind them.
fn with_ends(columns: Columns<'_>) -> Columns<'_> {
    let last = columns.tpr.len() - 1;
    columns.tpr[last] = 0.0;
    columns.fpr[last] = 0.0;
    columns.threshold[last] = f64::INFINITY;
    columns.false_negative[0] = 0.0;
    columns.false_positive[last] = 0.0;
    Columns {
        tpr: &mut columns.tpr[..last],
        fpr: &mut columns.fpr[..last],
        threshold: &mut columns.threshold[..last],
        false_negative: &mut columns.false_negative[1..],
        false_positive: &mut columns.false_positive[..last],
    }
}

/// Writes a curve of one stretch: its weights are known when all is summed up from below.
fn write_single(records: &[Record], mut columns: Columns<'_>, poll: Poll<'_>) -> Result<()> {
    let none = Sums::default();
    let totals = sum_up(records, none, &mut columns, &mut *poll)?;
    sum_down(records, none, totals, &mut columns, poll)?;
    columns.fall_from(totals, totals);
    Ok(())
}

/// The weight of a stretch, and its number of distinct scores.
#[derive(Clone, Copy, Default)]
struct Weighed {
    sums: Sums,
    distinct: usize,
}

impl Weighed {
    fn from_records(records: &[Record], poll: Poll<'_>) -> Result<Weighed> {
        const LANES: usize = 4;
        let mut sums = Sums::default();
        for (i, records) in records.chunks(BLOCK).enumerate() {
            if i > 0 {
                check(&mut *poll)?;
            }
            let mut lanes = [Sums::default(); LANES];
            let groups = records.chunks_exact(LANES);
            let rest = groups.remainder();
            for group in groups {
                for (lane, record) in lanes.iter_mut().zip(group) {
                    lane.add(record.weights());
                }
            }
            rest.iter()
                .for_each(|record| lanes[0].add(record.weights()));
            lanes.into_iter().for_each(|lane| sums.append(lane));
        }
        Ok(Weighed {
            sums,
            distinct: count_distinct(records),
        })
    }
}

/// The rows of the curve that a stretch makes.
struct Part<'a> {
    records: &'a [Record],
    /// The sums below the stretch, and those with the stretch.
    below: [Sums; 2],
    /// The sums above.
    above: [Sums; 2],
    totals: [f64; 2],
    columns: Columns<'a>,
}

fn parts<'a>(
    stretches: &[&'a [Record]],
    weighed: &[Weighed],
    mut columns: Columns<'a>,
) -> Result<Vec<Part<'a>>> {
    let below = running(weighed.iter())?;
    let above = running(weighed.iter().rev())?;
    let totals = above[weighed.len()].values();
    let mut parts = reserve(stretches.len())?;
    for (k, &records) in stretches.iter().enumerate() {
        let left = weighed.len() - k;
        let part = Part {
            records,
            below: [below[k], below[k + 1]],
            above: [above[left - 1], above[left]],
            totals,
            columns: columns.split_off(weighed[k].distinct),
        };
        push(&mut parts, part)?;
    }
    Ok(parts)
}

/// The sums before each, and that of all.
fn running<'a>(weighed: impl ExactSizeIterator<Item = &'a Weighed>) -> Result<Vec<Sums>> {
    let mut running = reserve(weighed.len() + 1)?;
    let mut sums = Sums::default();
    push(&mut running, sums)?;
    for weighed in weighed {
        sums.append(weighed.sums);
        push(&mut running, sums)?;
    }
    Ok(running)
}

impl Part<'_> {
    /// At the ends sums are those of the neighbouring stretches, and none is beyond: so the columns
    /// are monotone, and the first rates exactly 1.
    fn write(mut self, poll: Poll<'_>) -> Result<()> {
        let columns = &mut self.columns;
        sum_up(self.records, self.below[0], columns, &mut *poll)?;
        fall_from(
            self.below[1].values()[1],
            columns.false_negative.iter_mut().rev(),
        );
        sum_down(self.records, self.above[0], self.totals, columns, poll)?;
        columns.fall_from(self.above[1].values(), self.totals);
        Ok(())
    }
}

impl<'a> Columns<'a> {
    /// Takes the first `rows` rows away.
    fn split_off(&mut self, rows: usize) -> Columns<'a> {
        let split_off = |column: &mut &'a mut [f64]| {
            let (taken, left) = std::mem::take(column).split_at_mut(rows);
            *column = left;
            taken
        };
        Columns {
            tpr: split_off(&mut self.tpr),
            fpr: split_off(&mut self.fpr),
            threshold: split_off(&mut self.threshold),
            false_negative: split_off(&mut self.false_negative),
            false_positive: split_off(&mut self.false_positive),
        }
    }

    /// Lets what falls with the rows begin at these weights.
    fn fall_from(&mut self, [negative, positive]: [f64; 2], totals: [f64; 2]) {
        fall_from(negative, self.false_positive.iter_mut());
        fall_from(negative / totals[0], self.fpr.iter_mut());
        fall_from(positive / totals[1], self.tpr.iter_mut());
    }
}

/// Makes the first value what it is, and those behind it that are the same: nothing is between them. Values that are
/// too high by rounding come down.
fn fall_from<'a>(most: f64, values: impl Iterator<Item = &'a mut f64>) {
    let mut first = None;
    let same = values.take_while(|value| {
        let first = *first.get_or_insert(**value);
        **value == first || **value > most
    });
    same.for_each(|value| *value = most);
}

/// Writes the distinct scores, and beside each the weight of the positives up to it; gives the
/// weights of the classes with what was below.
fn sum_up(
    records: &[Record],
    mut sums: Sums,
    columns: &mut Columns<'_>,
    poll: Poll<'_>,
) -> Result<[f64; 2]> {
    let mut place = RowCursor::first(&records[0]);
    for (i, records) in records.chunks(BLOCK).enumerate() {
        if i > 0 {
            sums.settle();
            check(&mut *poll)?;
        }
        place = write_up(
            records,
            &mut sums,
            place,
            columns.threshold,
            columns.false_negative,
        );
    }
    Ok(sums.values())
}

/// Writes TPR, FPR and the weight of the false positives.
fn sum_down(
    records: &[Record],
    mut sums: Sums,
    totals: [f64; 2],
    columns: &mut Columns<'_>,
    poll: Poll<'_>,
) -> Result<()> {
    let mut place = RowCursor::behind(columns.tpr.len());
    for (i, records) in records.rchunks(BLOCK).enumerate() {
        if i > 0 {
            sums.settle();
            check(&mut *poll)?;
        }
        place = write_down(
            records,
            &mut sums,
            totals,
            place,
            [columns.tpr, columns.fpr, columns.false_positive],
        );
    }
    Ok(())
}

// These two are functions of their own for the compiler's sake: it adds up both classes at once in a
// small one alone, which saves a tenth of the curve's time.

#[inline(never)]
fn write_up(
    records: &[Record],
    sums: &mut Sums,
    mut place: RowCursor,
    threshold: &mut [f64],
    false_negative: &mut [f64],
) -> RowCursor {
    for record in records {
        let row = place.up(record);
        threshold[row] = record.score;
        sums.add(record.weights());
        false_negative[row] = sums.values()[1];
    }
    place
}

#[inline(never)]
fn write_down(
    records: &[Record],
    sums: &mut Sums,
    totals: [f64; 2],
    mut place: RowCursor,
    [tpr, fpr, false_positive]: [&mut [f64]; 3],
) -> RowCursor {
    for record in records.iter().rev() {
        let row = place.down(record);
        sums.add(record.weights());
        let [negative, positive] = sums.values();
        fpr[row] = negative / totals[0];
        tpr[row] = positive / totals[1];
        false_positive[row] = negative;
    }
    place
}
