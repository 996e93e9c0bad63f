//! The measures of all rows, as columns.

use super::{AtPrior, Basis, ByWeights, Entries, Measures};
use crate::curve::Curve;
use crate::error::{Argument, Error, Result};
use crate::memory::{push, reserve};
use crate::options::Options;
use crate::poll::{check, Poll, BLOCK};
use crate::pool::share_out;
use crate::probability::check_probabilities;

/// The number of rows that are computed at once: the compiler makes wide instructions of loops over arrays.
const LANES: usize = 64;

/// The measures of one block of rows.
type Block = [[f64; LANES]; Measures::NUMBER];

/// Which measures [`write_measures`] writes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct MeasuresRequest<'a> {
    /// The probabilities of the positive class; `None` is its share in the weights.
    pub priors: &'a [Option<f64>],
    /// The value that stands for 0/0.
    pub undefined: f64,
}

/// By the weights alone, and NaN for 0/0.
impl Default for MeasuresRequest<'_> {
    fn default() -> Self {
        MeasuresRequest {
            priors: &[None],
            undefined: f64::NAN,
        }
    }
}

/// Writes the measures of all rows, in the order of [`Measures::all`]. Columns are as long as the curve for each
/// of the priors, and have all rows for the first one first. O(rows) for each, shared by threads.
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
/// use weighted_roc_core::decision::{write_measures, Measures, MeasuresRequest};
///
/// let mut all = [[0.0; 7]; Measures::NUMBER];
/// let columns = all.each_mut().map(|column| &mut column[..]);
/// write_measures(&curve, &MeasuresRequest::default(), columns, Options::default())?;
/// // The second one is the weight of the true negatives.
/// assert_eq!(all[1], [0.0, 1.0, 2.0, 2.0, 3.0, 3.0, 3.0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`], [`Error::Probability`], [`Error::Memory`] and [`Error::Interrupted`].
pub fn write_measures(
    curve: &Curve<'_>,
    request: &MeasuresRequest<'_>,
    columns: [&mut [f64]; Measures::NUMBER],
    options: Options<'_>,
) -> Result<()> {
    let MeasuresRequest { priors, undefined } = *request;
    for prior in priors {
        check_probabilities(prior.as_slice())?;
    }
    let expected = curve.rows().saturating_mul(priors.len());
    if let Some(column) = columns.iter().find(|column| column.len() != expected) {
        return Err(Error::Length {
            argument: Argument::Tpr,
            length: column.len(),
            expected,
        });
    }
    let worker = || {
        |part: Part<'_>, poll: Poll<'_>| {
            check(poll)?;
            match part.prior {
                Some(prior) => part.write(curve, &AtPrior::new(curve, prior), undefined),
                None => part.write(curve, &ByWeights::new(curve), undefined),
            }
            Ok(0)
        }
    };
    share_out(parts_of(curve, priors, columns)?, worker, options)?;
    Ok(())
}

/// Some rows of the columns of a prior.
struct Part<'a> {
    start: usize,
    prior: Option<f64>,
    columns: [&'a mut [f64]; Measures::NUMBER],
}

fn parts_of<'a>(
    curve: &Curve<'_>,
    priors: &[Option<f64>],
    mut columns: [&'a mut [f64]; Measures::NUMBER],
) -> Result<Vec<Part<'a>>> {
    let mut parts = reserve(priors.len() * curve.rows().div_ceil(BLOCK))?;
    for &prior in priors {
        for start in (0..curve.rows()).step_by(BLOCK) {
            let rows = BLOCK.min(curve.rows() - start);
            let columns = columns.each_mut().map(|column| {
                let (part, rest) = std::mem::take(column).split_at_mut(rows);
                *column = rest;
                part
            });
            let part = Part {
                start,
                prior,
                columns,
            };
            push(&mut parts, part)?;
        }
    }
    Ok(parts)
}

impl Part<'_> {
    fn write(mut self, curve: &Curve<'_>, basis: &impl Basis, undefined: f64) {
        let rows = self.columns[0].len();
        let mut block = [[0.0; LANES]; Measures::NUMBER];
        for first in (0..rows).step_by(LANES) {
            let number = LANES.min(rows - first);
            fill_wide(&mut block, curve, self.start + first, number, basis);
            for (column, found) in self.columns.iter_mut().zip(&mut block) {
                for value in &mut *found {
                    *value = if value.is_nan() { undefined } else { *value };
                }
                let to = &mut column[first..first + number];
                // A whole part is more than the caches hold.
                if rows == BLOCK {
                    past_caches::copy(to, found)
                } else {
                    to.copy_from_slice(&found[..number])
                }
            }
        }
        past_caches::fence();
    }
}

/// Computes one block of rows.
#[inline(always)]
fn fill(block: &mut Block, curve: &Curve<'_>, start: usize, number: usize, basis: &impl Basis) {
    let points = curve.points();
    let entries_of = |column: &[f64]| {
        let mut entries = [0.0; LANES];
        entries[..number].copy_from_slice(&column[start..start + number]);
        entries
    };
    let [tpr, fpr] = [points.tpr, points.fpr].map(entries_of);
    let [misses, alarms] = [points.false_negative, points.false_positive].map(entries_of);
    let mut true_negative = alarms.map(|alarms| curve.negatives() - alarms);
    let known = points.true_negative.get(start..).unwrap_or_default();
    for (weight, &known) in true_negative.iter_mut().zip(known) {
        *weight = known;
    }
    for lane in 0..LANES {
        let found = basis.measures(&Entries {
            tpr: tpr[lane],
            fpr: fpr[lane],
            false_negative: misses[lane],
            false_positive: alarms[lane],
            true_negative: true_negative[lane],
        });
        for (column, value) in block.iter_mut().zip(found.all()) {
            column[lane] = value;
        }
    }
}

/// [`fill`], by instructions for four numbers at once where the processor has them: most of the work is
/// division, which they do in half of the time. The results are the same. Measured for 1e6 rows: 26 ns a
/// row in place of 36, without the system's time for fresh memory.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
fn fill_wide(
    block: &mut Block,
    curve: &Curve<'_>,
    start: usize,
    number: usize,
    basis: &impl Basis,
) {
    #[target_feature(enable = "avx2")]
    unsafe fn by_fours(
        block: &mut Block,
        curve: &Curve<'_>,
        start: usize,
        number: usize,
        basis: &impl Basis,
    ) {
        fill(block, curve, start, number, basis);
    }
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has these instructions.
        unsafe { by_fours(block, curve, start, number, basis) }
    } else {
        fill(block, curve, start, number, basis)
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn fill_wide(
    block: &mut Block,
    curve: &Curve<'_>,
    start: usize,
    number: usize,
    basis: &impl Basis,
) {
    fill(block, curve, start, number, basis);
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
    use crate::decision::measures;
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
            let priors = [None, Some(0.1)];
            for threads in [1, 2, 3, 8] {
                let mut found: [Vec<f64>; Measures::NUMBER] =
                    std::array::from_fn(|_| vec![0.0; rows * priors.len()]);
                let all = found.each_mut().map(|column| &mut column[..]);
                let mut never = || false;
                let request = MeasuresRequest {
                    priors: &priors,
                    undefined: -9.0,
                };
                write_measures(&curve, &request, all, by(threads, &mut never)).unwrap();
                for (i, &prior) in priors.iter().enumerate() {
                    for row in (0..rows).step_by(1 + rows / 1000).chain([rows - 1]) {
                        for (k, value) in measures(&curve, row, prior)
                            .unwrap()
                            .all()
                            .iter()
                            .enumerate()
                        {
                            let expected = if value.is_nan() { -9.0 } else { *value };
                            assert_eq!(found[k][i * rows + row], expected, "{k} {row} {prior:?}");
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
        let mut found: [Vec<f64>; Measures::NUMBER] = std::array::from_fn(|_| vec![0.0; 9]);
        let mut write = |priors: &[Option<f64>], stops: bool| {
            let all = found.each_mut().map(|column| &mut column[..]);
            let request = MeasuresRequest {
                priors,
                ..MeasuresRequest::default()
            };
            write_measures(&curve, &request, all, by(1, &mut || stops))
        };
        assert!(matches!(
            write(&[None, None], false),
            Err(Error::Length { expected: 18, .. })
        ));
        assert_eq!(write(&[None], true), Err(Error::Interrupted));
    }
}
