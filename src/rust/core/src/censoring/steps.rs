//! Observations between the times at which others are censored.
//!
//! Within a stratum these times are its steps. An observation has passed those before its own time, or before t if
//! that comes first; one that is censored before t stands at a step:
//!
//! ```text
//! censored at      2     4        5            t = 6
//! passed       0   |  1  |    2   |     3
//! events         1 2    3 4          5.5   7
//! ```
//!
//! By what they have passed observations are in bins, one more than a stratum has steps: the step that ends a bin
//! belongs to it, and the last bin of a stratum has none.

use super::outcome::{Censoring, Outcome};
use super::outcome_status::OutcomeStatus;
use crate::error::{Argument, Error};
use crate::memory::{filled, push, reserve};
use crate::observations::record::Record;
use crate::observations::source::Positions;
use crate::observations::{Observations, Scores, Weights};
use crate::options::Options;
use crate::poll::Pace;
use crate::sort::rank_any;
use crate::sort::sample::Sample;
use crate::sort::ties::runs;
use crate::Labels;

#[derive(Debug)]
pub(super) struct Steps {
    /// The bin of each observation; of one that has no weight any.
    pub bins: Vec<u32>,
    /// Where the bins of each stratum begin, and where those of the last one end.
    pub firsts: Vec<usize>,
}

/// The strata of observations.
#[derive(Clone, Copy)]
pub(super) struct Strata<'a> {
    codes: Option<&'a [i32]>,
    number: usize,
}

impl<'a> Strata<'a> {
    pub fn new(
        outcome: &Outcome<'a>,
        outcome_statuses: &[OutcomeStatus],
    ) -> Result<Strata<'a>, Error> {
        let given = match outcome.censoring {
            Censoring::Strata(codes, number) => Some((codes, number)),
            Censoring::Cox(covariates) => covariates.strata,
            _ => None,
        };
        if let Some((codes, number)) = given {
            check_strata(codes, number, outcome_statuses)?;
        }
        Ok(Strata {
            codes: given.map(|(codes, _)| codes),
            number: given.map_or(1, |(_, number)| number),
        })
    }

    fn stratum(&self, position: usize) -> usize {
        self.codes.map_or(0, |codes| codes[position] as usize)
    }
}

pub(super) fn check_strata(
    codes: &[i32],
    number: usize,
    outcome_statuses: &[OutcomeStatus],
) -> Result<(), Error> {
    if codes.len() != outcome_statuses.len() {
        return Err(Error::Length {
            argument: Argument::Strata,
            length: codes.len(),
            expected: outcome_statuses.len(),
        });
    }
    let is_none = |code: i32| usize::try_from(code).map_or(true, |code| code >= number);
    let mut rows = codes.iter().zip(outcome_statuses);
    let fault = rows.position(|(code, outcome_status)| {
        *outcome_status != OutcomeStatus::Absent && is_none(*code)
    });
    match fault {
        None => Ok(()),
        Some(position) => Err(Error::Stratum {
            position,
            value: codes[position],
            strata: number,
        }),
    }
}

impl Steps {
    /// One sort of those whose time has come by t.
    pub fn new(
        outcome: &Outcome<'_>,
        outcome_statuses: &[OutcomeStatus],
        mut options: Options<'_>,
    ) -> Result<Steps, Error> {
        let strata = Strata::new(outcome, outcome_statuses)?;
        if outcome_statuses.len().saturating_add(strata.number) > u32::MAX as usize {
            return Err(Error::TooMany {
                observations: outcome_statuses.len(),
            });
        }
        let (records, positions) = by_time(outcome, outcome_statuses, options.reborrow())?;
        let mut pace = Pace::new(options.poll);
        let mut bins = filled(outcome_statuses.len(), 0u32)?;
        let mut passed = filled(strata.number, 0u32)?;
        for run in runs(&records) {
            pace.steps(2 * run.len())?;
            let rows = || {
                run.iter()
                    .map(|record| (record.weight > 0.0, positions[place(record)]))
            };
            for (_, row) in rows().filter(|(is_censored, _)| !is_censored) {
                bins[row] = passed[strata.stratum(row)];
            }
            // Censored observations stand at a step that nobody of this time has passed.
            for (_, row) in rows().filter(|(is_censored, _)| *is_censored) {
                bins[row] = passed[strata.stratum(row)];
            }
            for (_, row) in rows().filter(|(is_censored, _)| *is_censored) {
                passed[strata.stratum(row)] = bins[row] + 1;
            }
        }
        let mut firsts = reserve(strata.number.saturating_add(1))?;
        let mut bins_before = 0;
        push(&mut firsts, bins_before)?;
        for &steps in &passed {
            bins_before += steps as usize + 1;
            push(&mut firsts, bins_before)?;
        }
        for (row, (bin, outcome_status)) in bins.iter_mut().zip(outcome_statuses).enumerate() {
            pace.step()?;
            if *outcome_status == OutcomeStatus::Absent {
                continue;
            }
            let stratum = strata.stratum(row);
            if *outcome_status == OutcomeStatus::Free {
                *bin = passed[stratum];
            }
            *bin += firsts[stratum] as u32;
        }
        Ok(Steps { bins, firsts })
    }

    /// The time of the step at the end of each bin; NaN at the last of a stratum.
    pub fn times(
        &self,
        outcome: &Outcome<'_>,
        outcome_statuses: &[OutcomeStatus],
        pace: &mut Pace<'_>,
    ) -> Result<Vec<f64>, Error> {
        let mut times = filled(self.number(), f64::NAN)?;
        for (row, &bin) in self.bins.iter().enumerate() {
            pace.step()?;
            if outcome_statuses[row].is_censored() {
                times[bin as usize] = outcome.times[row];
            }
        }
        Ok(times)
    }

    /// The number of bins.
    pub fn number(&self) -> usize {
        self.firsts.last().map_or(0, |last| *last)
    }

    /// The bins of each stratum.
    pub fn strata(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        self.firsts.windows(2).map(|ends| ends[0]..ends[1])
    }

    /// From the sums of the bins, `width` of each, to what lies beyond each bin times a share of it; and to the sums of
    /// these times a part, over all bins before.
    pub fn pass(
        &self,
        [beyond, passed]: [&mut [f64]; 2],
        [share, part]: [&dyn Fn(usize) -> f64; 2],
        width: usize,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let mut sums = filled(width, 0.0)?;
        for bins in self.strata() {
            sums.fill(0.0);
            for bin in bins.clone().rev() {
                pace.steps(2 * width)?;
                let share = share(bin);
                for (at, sum) in beyond[bin * width..][..width].iter_mut().zip(&mut sums) {
                    let own = *at;
                    *at = *sum * share;
                    *sum += own;
                }
            }
            for bin in bins.start..bins.end - 1 {
                let part = part(bin);
                for k in bin * width..(bin + 1) * width {
                    passed[k + width] = passed[k] + beyond[k] * part;
                }
            }
        }
        Ok(())
    }
}

/// Which of those that were sorted a record is.
fn place(record: &Record) -> usize {
    record.weight.abs() as usize - 1
}

/// The records whose time has come, ascending, the censored ones with weights above 0; and their positions.
fn by_time(
    outcome: &Outcome<'_>,
    outcome_statuses: &[OutcomeStatus],
    options: Options<'_>,
) -> Result<(Vec<Record>, Vec<usize>), Error> {
    let is_over = |outcome_status: &OutcomeStatus| {
        !matches!(outcome_status, OutcomeStatus::Absent | OutcomeStatus::Free)
    };
    let number = outcome_statuses
        .iter()
        .filter(|outcome_status| is_over(outcome_status))
        .count();
    let mut times = reserve(number)?;
    let mut censored = reserve(number)?;
    let mut positions = reserve(number)?;
    for (position, outcome_status) in outcome_statuses.iter().enumerate() {
        if is_over(outcome_status) {
            push(&mut times, outcome.times[position])?;
            push(
                &mut censored,
                i32::from(*outcome_status == OutcomeStatus::Censored),
            )?;
            push(&mut positions, position)?;
        }
    }
    let observations = Observations {
        scores: Scores::F64(&times),
        labels: Labels::I32(&censored),
        weights: Weights::Unit,
    };
    let source = observations.source_of_chunk()?;
    let sample = Sample::draw(&source)?;
    let ranked = rank_any(&Positions(&source), sample.as_ref(), options)?;
    Ok((ranked.records, positions))
}
