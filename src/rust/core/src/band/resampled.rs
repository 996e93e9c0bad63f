//! How rates vary at places, by replicates.

use super::given::Given;
use super::place::Mixture;
use super::sample::Sample;
use crate::error::Error;
use crate::inference::{Bootstrap, BootstrapRequest, Replicates};
use crate::memory::{collect, filled, push, reserve};
use crate::options::Options;
use crate::poll::Pace;
use crate::quantity::{Measure, Quantity};
use crate::sampling::Sampling;

impl Sample<'_> {
    /// Takes the variances of both rates at places among replicates. Gives the number of replicates that have
    /// both classes; of fewer than two all variances are NaN. O(n) a replicate.
    ///
    /// ```
    /// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
    /// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// # use weighted_roc_core::band::{Sample};
    /// # use weighted_roc_core::sampling::Sampling;
    /// # use weighted_roc_core::interval::Level;
    /// # let (sampling, level) = (Sampling::default(), Level::default());
    /// # let mut sample = Sample::new(&observations, sampling, level, Options::default())?;
    /// use weighted_roc_core::inference::{Replicates, Scheme};
    ///
    /// let replicates = Replicates::new(Scheme::Multinomial, 20);
    /// assert_eq!(sample.resample(&[2.0], replicates, Options::default())?, 20);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Bootstrap::new`].
    pub fn resample(
        &mut self,
        places: &[f64],
        replicates: Replicates<'_>,
        mut options: Options<'_>,
    ) -> Result<usize, Error> {
        let Replicates {
            scheme,
            seed,
            number,
            outcome,
        } = replicates;
        let curve = self.curve();
        let last = curve.last();
        let rows = rows_around(places, last)?;
        let thresholds = collect(rows.iter().map(|&row| curve.threshold(row)))?;
        let request = BootstrapRequest {
            scheme,
            seed,
            outcome,
            sampling: Sampling {
                clusters: self.sampling.clusters,
                ..Sampling::default()
            },
        };
        let bootstrap = Bootstrap::new(&[self.observations], &request, options.again())?;
        let mut quantities = reserve(2 * thresholds.len())?;
        for measure in [Measure::Tpr, Measure::Fpr] {
            for &threshold in &thresholds {
                push(&mut quantities, Quantity::at_threshold(measure, threshold))?;
            }
        }
        let width = quantities.len();
        let mut drawn = filled(width.saturating_mul(number), 0.0)?;
        bootstrap.replicates(&quantities, 0, &mut drawn, options.again())?;
        let mut complete = reserve(number)?;
        for replicate in drawn.chunks_exact(width.max(1)) {
            if replicate.iter().all(|rate| !rate.is_nan()) {
                push(&mut complete, replicate)?;
            }
        }
        let mut variances = [filled(places.len(), 0.0)?, filled(places.len(), 0.0)?];
        let mut pace = Pace::new(options.poll);
        for (i, &place) in places.iter().enumerate() {
            let place = Mixture::of(place, last);
            let [at, next] = [place.row, place.next].map(|row| rows.partition_point(|&r| r < row));
            // True positive rates come first.
            for (class, first) in [rows.len(), 0].into_iter().enumerate() {
                // The last row calls nothing positive, a score of infinity either.
                let rate = |replicate: &[f64], of: usize| {
                    if rows[of] == last {
                        0.0
                    } else {
                        replicate[first + of]
                    }
                };
                variances[class][i] = variance(
                    || {
                        complete
                            .iter()
                            .map(|drawn| place.mixed(rate(drawn, at), rate(drawn, next)))
                    },
                    &mut pace,
                )?;
            }
        }
        let left = complete.len();
        let [of_fpr, of_tpr] = &variances;
        let given = Given::new(places, [of_fpr, of_tpr], &filled(places.len(), 0.0)?)?;
        self.give(given);
        Ok(left)
    }
}

/// The rows around places, each once, ascending.
pub(super) fn rows_around(places: &[f64], last: usize) -> Result<Vec<usize>, Error> {
    let mut rows = reserve(2 * places.len())?;
    for &place in places {
        let Mixture { row, next, .. } = Mixture::of(place, last);
        push(&mut rows, row)?;
        push(&mut rows, next)?;
    }
    rows.sort_unstable();
    rows.dedup();
    Ok(rows)
}

/// The variance of values, which are read twice.
fn variance<I: ExactSizeIterator<Item = f64>>(
    values: impl Fn() -> I,
    pace: &mut Pace<'_>,
) -> Result<f64, Error> {
    let number = values().len() as f64;
    pace.steps(2 * values().len())?;
    let mean = values().sum::<f64>() / number;
    let squares: f64 = values().map(|value| (value - mean).powi(2)).sum();
    Ok(if number > 1.0 {
        squares / (number - 1.0)
    } else {
        f64::NAN
    })
}
