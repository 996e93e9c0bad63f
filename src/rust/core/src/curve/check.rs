//! True if the columns of a curve are what they must be.

use super::Curve;
use crate::curve::Points;
use crate::error::{Argument, Error, Result};
use crate::poll::{Pace, BLOCK};
use crate::rounding::{COMPUTED, PRINTED};

impl<'a> Curve<'a> {
    /// Checks the columns: first in one pass whether anything is wrong at all, then what.
    pub(super) fn check(&self, pace: &mut Pace<'_>) -> Result<()> {
        if !self.is_right(pace)? {
            self.check_columns(pace)?;
        }
        self.check_true_negatives(pace)
    }

    fn is_right(&self, pace: &mut Pace<'_>) -> Result<bool> {
        if self.check_ends().is_err() {
            return Ok(false);
        }
        // The first row is at an end.
        let mut start = 1;
        while start < self.rows() {
            let end = (start + BLOCK).min(self.rows());
            if !self.is_right_within(start, end) {
                return Ok(false);
            }
            pace.steps(end - start)?;
            start = end;
        }
        Ok(true)
    }

    /// All columns of a row together, without a branch: that takes as long as reading them.
    fn is_right_within(&self, start: usize, end: usize) -> bool {
        let with_the_one_before = start - 1..end;
        let of = |column: &'a [f64]| &column[with_the_one_before.clone()];
        let (tpr, fpr) = (of(self.points.tpr), of(self.points.fpr));
        let threshold = of(self.points.threshold);
        let misses = of(self.points.false_negative);
        let alarms = of(self.points.false_positive);
        (1..tpr.len()).fold(true, |right, row| {
            right
                & (tpr[row] <= tpr[row - 1])
                & (fpr[row] <= fpr[row - 1])
                & (threshold[row] >= threshold[row - 1])
                & (misses[row] >= misses[row - 1])
                & (alarms[row] <= alarms[row - 1])
                & agrees(tpr[row], 1.0 - misses[row] / self.positives)
                & agrees(fpr[row], alarms[row] / self.negatives)
        })
    }

    fn check_columns(&self, pace: &mut Pace<'_>) -> Result<()> {
        let points = self.points;
        check_falling(Argument::Tpr, points.tpr, pace)?;
        check_falling(Argument::Fpr, points.fpr, pace)?;
        check_rising(Argument::Threshold, points.threshold, pace)?;
        check_rising(Argument::FalseNegative, points.false_negative, pace)?;
        check_falling(Argument::FalsePositive, points.false_positive, pace)?;
        self.check_ends()?;
        self.check_agreement(pace)
    }

    fn check_ends(&self) -> Result<()> {
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

    fn check_agreement(&self, pace: &mut Pace<'_>) -> Result<()> {
        for row in 0..self.rows() {
            pace.step()?;
            let by_weights = [
                (
                    Argument::Tpr,
                    self.tpr(row),
                    1.0 - self.fnr(row),
                    self.positives(),
                ),
                (
                    Argument::Fpr,
                    self.fpr(row),
                    self.false_positive(row) / self.negatives(),
                    self.negatives(),
                ),
            ];
            for (argument, value, expected, total) in by_weights {
                if !agrees(value, expected) && !is_subnormal_rounding(value, expected, total) {
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

    fn check_true_negatives(&self, pace: &mut Pace<'_>) -> Result<()> {
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
                _ => COMPUTED * self.negatives(),
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
    (rate - by_weights).abs() <= PRINTED
}

/// Weights near the smallest number have few digits: one of its units may be a large share of the total.
fn is_subnormal_rounding(rate: f64, by_weights: f64, total: f64) -> bool {
    (rate - by_weights).abs() * total <= f64::from_bits(1)
}

/// All values are finite and none is above the one before it.
pub(crate) fn check_falling(argument: Argument, values: &[f64], pace: &mut Pace<'_>) -> Result<()> {
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
pub(crate) fn check_rising(argument: Argument, values: &[f64], pace: &mut Pace<'_>) -> Result<()> {
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

fn check_present(argument: Argument, position: usize, value: f64) -> Result<()> {
    if value.is_nan() {
        Err(Error::Missing { argument, position })
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// TPR, FPR, threshold, FN and FP.
    fn columns(rows: usize) -> [Vec<f64>; 5] {
        let last = rows - 1;
        let left = |row: usize| (last - row) as f64 / last as f64;
        let column = |entry: &dyn Fn(usize) -> f64| -> Vec<f64> { (0..rows).map(entry).collect() };
        let threshold = |row| {
            if row == last {
                f64::INFINITY
            } else {
                row as f64
            }
        };
        [
            column(&left),
            column(&left),
            column(&threshold),
            column(&|row| 3.0 * (row as f64 / last as f64)),
            column(&|row| 2.0 * left(row)),
        ]
    }

    /// The verdicts of the pass over all columns and of the search for faults.
    fn verdicts(
        [tpr, fpr, threshold, false_negative, false_positive]: &[Vec<f64>; 5],
    ) -> [bool; 2] {
        let curve = Curve::trusted(Points {
            tpr,
            fpr,
            threshold,
            false_negative,
            false_positive,
            true_negative: &[],
        });
        let mut never = || false;
        let mut pace = Pace::new(&mut never);
        [
            curve.is_right(&mut pace).unwrap(),
            curve.check_columns(&mut pace).is_ok(),
        ]
    }

    #[test]
    fn a_pass_over_all_columns_sees_what_the_search_for_faults_finds() {
        const ODD: [f64; 9] = [
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            -1.0,
            -0.0,
            0.0,
            0.5,
            1.0,
            1e300,
        ];
        for rows in [2, 3, 40, BLOCK, BLOCK + 1, BLOCK + 2] {
            let mut all = columns(rows);
            assert_eq!(verdicts(&all), [true; 2], "{rows}");
            for column in 0..all.len() {
                for row in [0, 1, rows / 2, rows - 2, rows - 1] {
                    let whole = all[column][row];
                    for odd in ODD.into_iter().chain([whole * (1.0 + 1e-9), whole * 1.001]) {
                        all[column][row] = odd;
                        let [passed, result] = verdicts(&all);
                        assert_eq!(
                            passed, result,
                            "{odd} in row {row} of {rows}, column {column}"
                        );
                    }
                    all[column][row] = whole;
                }
            }
        }
    }

    #[test]
    fn a_class_without_weight_is_seen() {
        for empty in [3, 4] {
            let mut all = columns(5);
            all[empty].fill(0.0);
            assert_eq!(verdicts(&all), [false; 2]);
        }
    }
}
