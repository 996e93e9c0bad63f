//! Whether the columns of a curve are what they must be.

use super::Curve;
use crate::curve::Points;
use crate::error::{Argument, Error};
use crate::poll::Pace;

/// How far a rate may be from the ratio of its weights: far above rounding, far below what matters.
const AGREEMENT: f64 = 1e-8;

/// How far a weight of true negatives may be off what the false positives leave of all negatives,
/// relative to these: each of the three is within a few ulp.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// So many rows are looked at together: all columns of them are in the cache.
const TOGETHER: usize = 512;

impl Curve<'_> {
    /// Checks the columns: first in one pass whether anything is wrong at all, then what.
    pub(super) fn check(&self, pace: &mut Pace<'_>) -> Result<(), Error> {
        if !self.is_right(pace)? {
            self.check_columns(pace)?;
        }
        self.check_true_negatives(pace)
    }

    fn is_right(&self, pace: &mut Pace<'_>) -> Result<bool, Error> {
        let Points {
            tpr,
            fpr,
            threshold,
            false_negative,
            false_positive,
            ..
        } = self.points;
        if self.check_ends().is_err() {
            return Ok(false);
        }
        let mut start = 0;
        while start < self.rows() {
            let end = (start + TOGETHER).min(self.rows());
            // With the row before them.
            let steps = start.saturating_sub(1)..end;
            let right = falls(&tpr[steps.clone()])
                & falls(&fpr[steps.clone()])
                & rises(&threshold[steps.clone()])
                & rises(&false_negative[steps.clone()])
                & falls(&false_positive[steps])
                & self.agrees_from(start, end);
            if !right {
                return Ok(false);
            }
            pace.steps(end - start)?;
            start = end;
        }
        Ok(true)
    }

    fn agrees_from(&self, start: usize, end: usize) -> bool {
        let (tpr, fpr) = (&self.points.tpr[start..end], &self.points.fpr[start..end]);
        let misses = &self.points.false_negative[start..end];
        let alarms = &self.points.false_positive[start..end];
        let (positives, negatives) = (self.positives, self.negatives);
        let all_tpr = tpr.iter().zip(misses).fold(true, |all, (&tpr, &misses)| {
            all & agrees(tpr, 1.0 - misses / positives)
        });
        fpr.iter()
            .zip(alarms)
            .fold(all_tpr, |all, (&fpr, &alarms)| {
                all & agrees(fpr, alarms / negatives)
            })
    }

    fn check_columns(&self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let points = self.points;
        check_falling(Argument::Tpr, points.tpr, pace)?;
        check_falling(Argument::Fpr, points.fpr, pace)?;
        check_rising(Argument::Threshold, points.threshold, pace)?;
        check_rising(Argument::FalseNegative, points.false_negative, pace)?;
        check_falling(Argument::FalsePositive, points.false_positive, pace)?;
        self.check_ends()?;
        self.check_agreement(pace)
    }

    fn check_ends(&self) -> Result<(), Error> {
        let Points {
            tpr,
            fpr,
            threshold,
            false_negative,
            false_positive,
            ..
        } = self.points;
        let last = self.last();
        let ends = [
            (Argument::Tpr, tpr, 0, 1.0),
            (Argument::Fpr, fpr, 0, 1.0),
            (Argument::FalseNegative, false_negative, 0, 0.0),
            (Argument::Tpr, tpr, last, 0.0),
            (Argument::Fpr, fpr, last, 0.0),
            (Argument::Threshold, threshold, last, f64::INFINITY),
            (Argument::FalsePositive, false_positive, last, 0.0),
        ];
        for (argument, column, position, expected) in ends {
            if column[position] != expected {
                return Err(Error::End {
                    argument,
                    position,
                    value: column[position],
                    expected,
                });
            }
        }
        let finite = [
            (Argument::FalseNegative, false_negative, last),
            (Argument::FalsePositive, false_positive, 0),
        ];
        for (argument, column, position) in finite {
            if column[position].is_infinite() {
                return Err(Error::Infinite {
                    argument,
                    position,
                    value: column[position],
                });
            }
        }
        Ok(())
    }

    fn check_agreement(&self, pace: &mut Pace<'_>) -> Result<(), Error> {
        for row in 0..self.rows() {
            pace.step()?;
            let by_weights = [
                (Argument::Tpr, self.tpr(row), 1.0 - self.fnr(row)),
                (
                    Argument::Fpr,
                    self.fpr(row),
                    self.false_positive(row) / self.negatives(),
                ),
            ];
            for (argument, value, expected) in by_weights {
                if !agrees(value, expected) {
                    return Err(Error::Disagreement {
                        argument,
                        position: row,
                        value,
                        expected,
                    });
                }
            }
        }
        Ok(())
    }

    fn check_true_negatives(&self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let argument = Argument::TrueNegative;
        let column = self.points.true_negative;
        if column.len() > self.rows() {
            return Err(Error::Length {
                argument,
                length: column.len(),
                expected: self.rows(),
            });
        }
        check_rising(argument, column, pace)?;
        for (position, &value) in column.iter().enumerate() {
            pace.step()?;
            let expected = self.negatives() - self.false_positive(position);
            let rounding = match position {
                0 => 0.0,
                _ => ROUNDING * self.negatives(),
            };
            if (value - expected).abs() > rounding {
                return Err(Error::Disagreement {
                    argument,
                    position,
                    value,
                    expected,
                });
            }
        }
        Ok(())
    }
}

/// A class without weight has no rates: NaN agrees with nothing.
#[inline(always)]
fn agrees(rate: f64, by_weights: f64) -> bool {
    (rate - by_weights).abs() <= AGREEMENT
}

/// Whether no value is above the one before it, nor NaN, unless it is alone.
fn falls(values: &[f64]) -> bool {
    values
        .windows(2)
        .fold(true, |all, pair| all & (pair[1] <= pair[0]))
}

/// Whether no value is below the one before it, nor NaN, unless it is alone.
fn rises(values: &[f64]) -> bool {
    values
        .windows(2)
        .fold(true, |all, pair| all & (pair[1] >= pair[0]))
}

/// All values are finite and none is above the one before it.
pub(crate) fn check_falling(
    argument: Argument,
    values: &[f64],
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    for (position, &value) in values.iter().enumerate() {
        pace.step()?;
        check_present(argument, position, value)?;
        if value.is_infinite() {
            return Err(Error::Infinite {
                argument,
                position,
                value,
            });
        }
        if position > 0 && value > values[position - 1] {
            return Err(Error::Increasing {
                argument,
                position,
                from: values[position - 1],
                to: value,
            });
        }
    }
    Ok(())
}

/// No value is below the one before it.
fn check_rising(argument: Argument, values: &[f64], pace: &mut Pace<'_>) -> Result<(), Error> {
    for (position, &value) in values.iter().enumerate() {
        pace.step()?;
        check_present(argument, position, value)?;
        if position > 0 && value < values[position - 1] {
            return Err(Error::Decreasing {
                argument,
                position,
                from: values[position - 1],
                to: value,
            });
        }
    }
    Ok(())
}

fn check_present(argument: Argument, position: usize, value: f64) -> Result<(), Error> {
    match value.is_nan() {
        true => Err(Error::Missing { argument, position }),
        false => Ok(()),
    }
}
