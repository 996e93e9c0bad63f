//! How rates vary at places, by replicates.

use super::given::KnownVariances;
use super::place::Mixture;
use super::sample::Sample;
use crate::error::Error;
use crate::memory::{collect, filled, push, reserve};
use crate::options::Options;
use crate::quantity::{Measure, Quantity};
use crate::replicate::{Bootstrap, BootstrapRequest, ReplicateMoments, Replicates};
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
    /// use weighted_roc_core::replicate::{Replicates, Scheme};
    ///
    /// let replicates = Replicates::new(Scheme::Multinomial, 20);
    /// assert_eq!(sample.resample(&[2.0], replicates, Options::default())?, 20);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Bootstrap::new`].
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
        let bootstrap = Bootstrap::new(&[self.observations], &request, options.reborrow())?;
        let mut quantities = reserve(2 * thresholds.len())?;
        for measure in [Measure::Tpr, Measure::Fpr] {
            for &threshold in &thresholds {
                push(&mut quantities, Quantity::at_threshold(measure, threshold))?;
            }
        }
        let number_of_places = places.len();
        let pairs = collect((0..2 * number_of_places).map(|k| [k; 2]))?;
        let mut moments = ReplicateMoments::new(pairs.len(), pairs)?;
        let mut mixed = filled(2 * number_of_places, 0.0)?;
        bootstrap.each(&quantities, number, options, |replicate| {
            if replicate.iter().any(|rate| rate.is_nan()) {
                return Ok(());
            }
            // True positive rates come first.
            let (tprs, fprs) = replicate.split_at(rows.len());
            for (rates, mixed) in [fprs, tprs]
                .into_iter()
                .zip(mixed.chunks_mut(number_of_places))
            {
                for (&place, mixed) in places.iter().zip(mixed) {
                    let place = Mixture::at_place(place, last);
                    // The last row calls nothing positive, a score of infinity either.
                    let rate = |row: usize| match rows.partition_point(|&other| other < row) {
                        _ if row == last => 0.0,
                        at => rates[at],
                    };
                    *mixed = place.mixed(rate(place.row), rate(place.next));
                }
            }
            moments.add(&mixed)
        })?;
        let left = moments.number;
        let variances = moments.covariances();
        let (of_fpr, of_tpr) = variances.split_at(number_of_places);
        let given = KnownVariances::new(places, [of_fpr, of_tpr], &filled(number_of_places, 0.0)?)?;
        self.give(given);
        Ok(left)
    }
}

/// The rows around places, each once, ascending.
pub(super) fn rows_around(places: &[f64], last: usize) -> Result<Vec<usize>, Error> {
    let mut rows = reserve(2 * places.len())?;
    for &place in places {
        let Mixture { row, next, .. } = Mixture::at_place(place, last);
        push(&mut rows, row)?;
        push(&mut rows, next)?;
    }
    rows.sort_unstable();
    rows.dedup();
    Ok(rows)
}
