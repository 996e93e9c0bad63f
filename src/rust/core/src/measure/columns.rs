//! Measures at the rows of a curve, as columns.

use super::block::{Block, Matrix, LANES};
use super::cells::Cells;
use super::table::{Family, Measure};
use crate::curve::{true_negative_rate, Curve};
use crate::error::{Argument, Error, Result};
use crate::memory::{push, reserve};
use crate::options::Options;
use crate::poll::{check, Poll, BLOCK};
use crate::pool::share_out;
use crate::range::Range;
use crate::rounding::TYPED_SUM;
use crate::sum::scale::scale_of;

/// A column of numbers of the confusion matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Column {
    /// The weight of the true positives.
    TruePositives,
    /// The weight of the true negatives.
    TrueNegatives,
    /// A measure. 0/0 is NaN.
    Measure(Measure),
}

impl From<Measure> for Column {
    fn from(measure: Measure) -> Column {
        Column::Measure(measure)
    }
}

/// Which columns [`write_columns`] writes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ColumnsRequest<'a> {
    /// The columns.
    pub columns: &'a [Column],
    /// The rows of the curve. `None` means all of them.
    pub rows: Option<&'a [usize]>,
    /// The probabilities of the positive class; `None` is its share in the weights. The weights of right answers are those
    /// of the observations either way.
    pub priors: &'a [Option<f64>],
    /// The value that stands for 0/0.
    pub undefined: f64,
}

impl<'a> ColumnsRequest<'a> {
    /// All rows by the weights alone, and NaN for 0/0.
    pub fn new(columns: &'a [Column]) -> ColumnsRequest<'a> {
        ColumnsRequest {
            columns,
            rows: None,
            priors: &[None],
            undefined: f64::NAN,
        }
    }

    fn check(&self, curve: &Curve<'_>) -> Result<()> {
        for &column in self.columns {
            let Column::Measure(measure) = column else {
                continue;
            };
            if measure.family() != Family::Cells {
                return Err(Error::Place {
                    measure: measure.name(),
                });
            }
            measure.check()?;
        }
        for &row in self.rows.unwrap_or_default() {
            curve.check_row(row)?;
        }
        for prior in self.priors {
            Range::PROBABILITY.check("prior", prior.as_slice())?;
        }
        Ok(())
    }
}

/// Writes columns. Each is as long as there are rows for each of the priors, and has all rows for the first one first.
/// O(rows) for each, shared by threads.
///
/// A measure is right to some units in its last place; what is made of true negatives has 12 digits at least, if the curve
/// knows those that are few. But TPR - FPR is a difference: it is off by some units in the last place of the larger of
/// both, or of TNR and FNR if that is smaller. So is what else is made of that difference, and |TPR - TNR| likewise.
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
/// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
/// # let curve = owned.as_curve();
/// use weighted_roc_core::measure::{write_columns, Column, ColumnsRequest, Measure};
///
/// let request = [Column::TrueNegatives, Measure::Youden.into()];
/// let [mut negatives, mut youden] = [[0.0; 7]; 2];
/// let columns = [&mut negatives[..], &mut youden];
/// write_columns(&curve, &ColumnsRequest::new(&request), columns, Options::default())?;
/// assert_eq!(negatives, [0.0, 1.0, 2.0, 2.0, 3.0, 3.0, 3.0]);
/// assert_eq!(youden[4], 2.0 / 3.0);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Measure`], [`Error::Place`] for one of the whole curve, [`Error::Row`], [`Error::Length`],
/// [`Error::Range`], [`Error::Memory`] and [`Error::Interrupted`].
pub fn write_columns<'a>(
    curve: &Curve<'_>,
    request: &ColumnsRequest<'_>,
    columns: impl IntoIterator<Item = &'a mut [f64]>,
    options: Options<'_>,
) -> Result<()> {
    request.check(curve)?;
    let rows = request.rows.map_or(curve.rows(), <[usize]>::len);
    let columns = columns_of_length(columns, rows.saturating_mul(request.priors.len()))?;
    if columns.len() != request.columns.len() {
        return Err(Error::Length {
            argument: Argument::Tpr,
            length: columns.len(),
            expected: request.columns.len(),
        });
    }
    let worker = || {
        |part: Part<'_>, poll: Poll<'_>| {
            check(poll)?;
            let matrices = Matrices::new(curve, part.prior);
            part.write(&matrices, request);
            Ok(0)
        }
    };
    share_out(parts_of(rows, request, columns)?, worker, options)?;
    Ok(())
}

/// Returns a number of the confusion matrix at a row of a curve, with a probability of the positive class or with its
/// share in the weights. O(1).
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
/// #     labels: Labels::I32(&[0, 1, 0, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
/// # let curve = owned.as_curve();
/// use weighted_roc_core::measure::{measure_at, Measure};
///
/// assert_eq!(measure_at(&curve, 1, Measure::Kappa, None)?, 0.5);
/// assert!(measure_at(&curve, 5, Measure::Kappa, None).is_err());
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Measure`], [`Error::Place`] for one of the whole curve, [`Error::Row`] when there is no such row,
/// [`Error::Range`] for a prior that is not in [0, 1].
pub fn measure_at(
    curve: &Curve<'_>,
    row: usize,
    column: impl Into<Column>,
    prior: Option<f64>,
) -> Result<f64> {
    let column = [column.into()];
    let request = ColumnsRequest {
        rows: Some(&[row]),
        priors: &[prior],
        ..ColumnsRequest::new(&column)
    };
    request.check(curve)?;
    let matrix = Matrices::new(curve, prior).matrix(Entries::at_row(curve, row));
    Ok(match column[0] {
        Column::TruePositives => matrix.true_positives,
        Column::TrueNegatives => matrix.true_negatives,
        Column::Measure(measure) => measure.unit() * measure.value(&matrix.cells),
    })
}

fn columns_of_length<'a>(
    columns: impl IntoIterator<Item = &'a mut [f64]>,
    expected: usize,
) -> Result<Vec<&'a mut [f64]>> {
    let columns = columns.into_iter();
    let mut result = reserve(columns.size_hint().0)?;
    for column in columns {
        if column.len() != expected {
            return Err(Error::Length {
                argument: Argument::Tpr,
                length: column.len(),
                expected,
            });
        }
        push(&mut result, column)?;
    }
    Ok(result)
}

/// Some rows of the columns of a prior.
struct Part<'a> {
    start: usize,
    prior: Option<f64>,
    columns: Vec<&'a mut [f64]>,
}

fn parts_of<'a>(
    rows: usize,
    request: &ColumnsRequest<'_>,
    mut columns: Vec<&'a mut [f64]>,
) -> Result<Vec<Part<'a>>> {
    let mut parts = reserve(request.priors.len() * rows.div_ceil(BLOCK))?;
    for &prior in request.priors {
        for start in (0..rows).step_by(BLOCK) {
            let number = BLOCK.min(rows - start);
            let mut of_part = reserve(columns.len())?;
            for column in &mut columns {
                let (part, rest) = std::mem::take(column).split_at_mut(number);
                *column = rest;
                push(&mut of_part, part)?;
            }
            let part = Part {
                start,
                prior,
                columns: of_part,
            };
            push(&mut parts, part)?;
        }
    }
    Ok(parts)
}

impl Part<'_> {
    fn write(mut self, matrices: &Matrices<'_>, request: &ColumnsRequest<'_>) {
        let rows = self.columns.first().map_or(0, |column| column.len());
        let mut values = [0.0; LANES];
        for first in (0..rows).step_by(LANES) {
            let number = LANES.min(rows - first);
            let start = self.start + first;
            let block = match request.rows {
                Some(rows) => matrices.block(rows[start..][..number].iter().copied()),
                None => matrices.block(start..start + number),
            };
            for (to, &column) in self.columns.iter_mut().zip(request.columns) {
                block.write(column, &mut values);
                for value in &mut values {
                    *value = if value.is_nan() {
                        request.undefined
                    } else {
                        *value
                    };
                }
                let to = &mut to[first..first + number];
                // A whole part is more than the caches hold.
                if rows == BLOCK {
                    past_caches::copy(to, &values)
                } else {
                    to.copy_from_slice(&values[..number])
                }
            }
        }
        past_caches::fence();
    }
}

/// A row of a curve.
#[derive(Clone, Copy)]
struct Entries {
    tpr: f64,
    fpr: f64,
    false_negative: f64,
    false_positive: f64,
    true_negative: f64,
}

impl Entries {
    fn at_row(curve: &Curve<'_>, row: usize) -> Entries {
        Entries {
            tpr: curve.tpr(row),
            fpr: curve.fpr(row),
            false_negative: curve.false_negative(row),
            false_positive: curve.false_positive(row),
            true_negative: curve.true_negative(row),
        }
    }
}

impl Block {
    fn write(&self, column: Column, to: &mut [f64; LANES]) {
        match column {
            Column::TruePositives => self.fill(to, |matrix| matrix.true_positives),
            Column::TrueNegatives => self.fill(to, |matrix| matrix.true_negatives),
            Column::Measure(measure) => measure.write(self, to),
        }
    }
}

/// The curve, and numbers that the confusion matrices of all its rows have in common.
struct Matrices<'a> {
    curve: &'a Curve<'a>,
    positives_are_whole: bool,
    is_prior_known: bool,
    /// From weights to the unit of cells.
    scale: f64,
    /// The classes in that unit.
    classes: [f64; 2],
}

impl<'a> Matrices<'a> {
    fn new(curve: &'a Curve<'a>, prior: Option<f64>) -> Matrices<'a> {
        let weights = [curve.negatives(), curve.positives()];
        let scale = scale_of(weights[0].max(weights[1]));
        Matrices {
            curve,
            positives_are_whole: is_whole(curve.positives()),
            is_prior_known: prior.is_some(),
            scale,
            classes: match prior {
                Some(prior) => Cells::scaled([1.0 - prior, prior]),
                None => weights.map(|weight| weight * scale),
            },
        }
    }

    fn block(&self, rows: impl Iterator<Item = usize>) -> Block {
        let mut block = Block([self.matrix(Entries::at_row(self.curve, 0)); LANES]);
        for (matrix, row) in block.0.iter_mut().zip(rows) {
            *matrix = self.matrix(Entries::at_row(self.curve, row));
        }
        block
    }

    #[inline(always)]
    fn matrix(&self, entries: Entries) -> Matrix {
        let curve = self.curve;
        let predicted_positive = [entries.fpr, entries.tpr];
        let predicted_negative = [
            true_negative_rate(entries.fpr, curve.negatives(), || entries.true_negative),
            entries.false_negative / curve.positives(),
        ];
        let true_positives = self.true_positives(&entries);
        let mut cells = Cells::new(predicted_positive, predicted_negative, self.classes);
        if !self.is_prior_known {
            cells = cells.with_weights(
                [entries.true_negative, entries.false_positive].map(|weight| weight * self.scale),
                [entries.false_negative, true_positives].map(|weight| weight * self.scale),
            );
        }
        Matrix {
            true_positives,
            true_negatives: entries.true_negative,
            cells,
        }
    }

    #[inline(always)]
    fn true_positives(&self, entries: &Entries) -> f64 {
        let (positives, misses) = (self.curve.positives(), entries.false_negative);
        let (rest, by_rate) = (positives - misses, positives * entries.tpr);
        // Whole numbers may have been rounded to be so; then the difference has lost its digits.
        let close = (rest - by_rate).abs() <= TYPED_SUM * by_rate;
        // A difference of whole numbers is exact; where they are not whole, the rate has the digits.
        if self.positives_are_whole & is_whole(misses) & close {
            rest
        } else {
            by_rate
        }
    }
}

/// [`f64::fract`] is a call of a function.
#[inline(always)]
fn is_whole(number: f64) -> bool {
    /// From here on all numbers are.
    const WHOLE: f64 = 4_503_599_627_370_496.0;
    (number >= WHOLE) | (number + WHOLE - WHOLE == number)
}

/// Writing what is not read soon, without reading what stood there before. Measured for 1e6 rows: 20 ns a
/// row in place of 26.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[allow(unsafe_code)]
mod past_caches {
    use std::arch::x86_64::{_mm_set_pd, _mm_sfence, _mm_stream_pd};

    /// Copies as many as there is room for.
    pub fn copy(to: &mut [f64], from: &[f64]) {
        const PAIR: usize = 2 * std::mem::size_of::<f64>();
        let is_aligned = to.as_ptr() as usize % PAIR == 0;
        if !is_aligned || to.len() % 2 != 0 {
            return to.copy_from_slice(&from[..to.len()]);
        }
        for (to, from) in to.chunks_exact_mut(2).zip(from.chunks_exact(2)) {
            // SAFETY: `to` is a place of 16 bytes, aligned to them, and nobody else's until the fence.
            unsafe { _mm_stream_pd(to.as_mut_ptr(), _mm_set_pd(from[1], from[0])) };
        }
    }

    /// Lets everything that was written so arrive.
    pub fn fence() {
        // SAFETY: has no requirement.
        unsafe { _mm_sfence() };
    }
}

#[cfg(any(not(target_arch = "x86_64"), miri))]
mod past_caches {
    pub fn copy(to: &mut [f64], from: &[f64]) {
        to.copy_from_slice(&from[..to.len()]);
    }

    pub fn fence() {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Parameters;
    use crate::testing::by;

    /// The columns of a curve with `rows` rows, one of which has few true negatives that are known.
    fn columns_of_curve(rows: usize) -> [Vec<f64>; 6] {
        let last = (rows - 1) as f64;
        let column = |entry: &dyn Fn(f64) -> f64| -> Vec<f64> {
            (0..rows).map(|row| entry(row as f64)).collect()
        };
        let falling = |row: f64| 1.0 - row / last;
        let fpr = |row: f64| falling(row) * falling(row);
        let threshold = column(&|row| if row == last { f64::INFINITY } else { row });
        [
            column(&falling),
            column(&fpr),
            threshold,
            column(&|row| 0.7 * (1.0 - falling(row))),
            column(&|row| 3.0 * fpr(row)),
            column(&|row| 3.0 * (1.0 - fpr(row)))[..2].to_vec(),
        ]
    }

    fn everything() -> Vec<Column> {
        let measures = Measure::cell_measures(&Parameters::default()).map(Column::Measure);
        let weights = [Column::TruePositives, Column::TrueNegatives];
        weights.into_iter().chain(measures).collect()
    }

    #[test]
    fn columns_are_the_measures_of_rows_by_any_threads() {
        for rows in [2, LANES, LANES + 1, 2 * BLOCK + 5] {
            let columns = columns_of_curve(rows);
            let [tpr, fpr, threshold, false_negative, false_positive, true_negative] = &columns;
            let points = crate::curve::Points {
                tpr,
                fpr,
                threshold,
                false_negative,
                false_positive,
                true_negative,
            };
            let curve = Curve::new(points, &mut || false).unwrap();
            let (priors, all) = ([None, Some(0.1)], everything());
            let some: Vec<usize> = (0..rows)
                .step_by(1 + rows / 1000)
                .chain([rows - 1])
                .collect();
            let of_some = ColumnsRequest {
                rows: Some(&some),
                priors: &priors,
                undefined: -9.0,
                ..ColumnsRequest::new(&all)
            };
            let of_all = ColumnsRequest {
                rows: None,
                ..of_some
            };
            for threads in [1, 2, 3, 8] {
                let write = |request: &ColumnsRequest<'_>, rows: usize| {
                    let mut result = vec![vec![0.0; rows * priors.len()]; all.len()];
                    let columns = result.iter_mut().map(|column| &mut column[..]);
                    write_columns(&curve, request, columns, by(threads, &mut || false)).unwrap();
                    result
                };
                let (result, picked) = (write(&of_all, rows), write(&of_some, some.len()));
                for (k, &column) in all.iter().enumerate() {
                    for (i, &prior) in priors.iter().enumerate() {
                        for (j, &row) in some.iter().enumerate() {
                            let value = measure_at(&curve, row, column, prior).unwrap();
                            let expected = if value.is_nan() { -9.0 } else { value };
                            let message = format!("{column:?} {row} {prior:?}");
                            assert_eq!(result[k][i * rows + row], expected, "{message}");
                            assert_eq!(picked[k][i * some.len() + j], expected, "{message}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn columns_of_another_length_are_an_error_and_a_poll_stops() {
        let columns = columns_of_curve(9);
        let curve = Curve::trusted(crate::curve::Points {
            tpr: &columns[0],
            fpr: &columns[1],
            threshold: &columns[2],
            false_negative: &columns[3],
            false_positive: &columns[4],
            true_negative: &[],
        });
        let all = everything();
        let write = |priors: &[Option<f64>], number: usize, stops: bool| {
            let mut result = vec![[0.0; 9]; number];
            let columns = result.iter_mut().map(|column| &mut column[..]);
            let request = ColumnsRequest {
                priors,
                ..ColumnsRequest::new(&all)
            };
            write_columns(&curve, &request, columns, by(1, &mut || stops))
        };
        let too_short = write(&[None, None], all.len(), false);
        assert!(matches!(too_short, Err(Error::Length { expected: 18, .. })));
        let too_few = write(&[None], 1, false);
        assert!(matches!(too_few, Err(Error::Length { length: 1, .. })));
        assert_eq!(write(&[None], all.len(), true), Err(Error::Interrupted));
        let measure = "AUC";
        let of_curve = measure_at(&curve, 0, Measure::Area, None);
        assert_eq!(of_curve, Err(Error::Place { measure }));
    }
}
