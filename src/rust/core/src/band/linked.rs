//! How rates vary at places where weights were estimated.

use super::given::KnownVariances;
use super::place::Mixture;
use super::resampled::rows_around;
use super::sample::Sample;
use crate::error::Error;
use crate::inference::{CovarianceRequest, RankedObservations};
use crate::memory::{push, reserve};
use crate::options::Options;
use crate::poll::Pace;
use crate::quantity::{Measure, Place, Quantity};
use crate::sampling::WeightModels;
use crate::sampling::{Correction, Sampling};

/// The number of places that are evaluated at once: each takes up to four columns of all observations.
const AT_ONCE: usize = 25;

impl Sample<'_> {
    /// Takes the variances and covariances of both rates at places with what weights were made of.
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
    /// use weighted_roc_core::sampling::{WeightModel, WeightModels, Matrix};
    ///
    /// let values = [0.5, -0.5, 0.5, -0.5, 0.5, -0.5];
    /// let weight_models = [WeightModel::Functions(Matrix { values: &values, rows: 6 })];
    /// sample.weight_model(&[2.0], &WeightModels::new(&weight_models), Options::default())?;
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`covariance`](crate::inference::covariance()).
    pub fn weight_model(
        &mut self,
        places: &[f64],
        weight_models: &WeightModels<'_>,
        mut options: Options<'_>,
    ) -> Result<(), Error> {
        let sorted;
        let ranking = if self.ranking().positions.is_empty() {
            sorted = RankedObservations::with_positions(self.observations(), options.reborrow())?;
            &sorted
        } else {
            self.ranking()
        };
        let mut variances = [reserve(places.len())?, reserve(places.len())?];
        let mut covariances = reserve(places.len())?;
        for places in places.chunks(AT_ONCE) {
            let last = self.curve().last();
            let rows = rows_around(places, last)?;
            let covariance =
                self.covariance_of_rows(ranking, &rows, weight_models, options.reborrow())?;
            let width = 2 * rows.len();
            for &place in places {
                let place = Mixture::at_place(place, last);
                let at = [place.row, place.next].map(|row| rows.partition_point(|&r| r < row));
                let of = |first: usize, second: usize| {
                    let entry = |i: usize, j: usize| {
                        covariance
                            [(first * rows.len() + at[i]) * width + second * rows.len() + at[j]]
                    };
                    let from = place.mixed(entry(0, 0), entry(0, 1));
                    place.mixed(from, place.mixed(entry(1, 0), entry(1, 1)))
                };
                for (class, variances) in variances.iter_mut().enumerate() {
                    push(variances, of(class, class))?;
                }
                push(&mut covariances, of(0, 1))?;
            }
        }
        let [of_fpr, of_tpr] = &variances;
        self.give(KnownVariances::new(places, [of_fpr, of_tpr], &covariances)?.with_covariances());
        Ok(())
    }

    /// The covariance of FPR in all rows, then that of TPR.
    fn covariance_of_rows(
        &self,
        ranking: &RankedObservations,
        rows: &[usize],
        weight_models: &WeightModels<'_>,
        mut options: Options<'_>,
    ) -> Result<Vec<f64>, Error> {
        let mut quantities = reserve(2 * rows.len())?;
        for measure in [Measure::Fpr, Measure::Tpr] {
            for &row in rows {
                let threshold = (row < self.curve().last()).then(|| self.curve().threshold(row));
                push(
                    &mut quantities,
                    Quantity::at_place(measure, Place::Threshold(threshold)),
                )?;
            }
        }
        let request = CovarianceRequest {
            quantities: &quantities,
            sampling: Sampling {
                weight_models: Some(*weight_models),
                correction: Correction::default(),
                design: None,
                ..*self.sampling()
            },
            ..CovarianceRequest::default()
        };
        let length = self.observations().labels.len();
        let influences = request.influences_of_placed(ranking, length, options.reborrow())?;
        let mut pace = Pace::new(options.poll);
        Ok(influences
            .covariance(&request.sampling, false, &mut pace)?
            .matrix)
    }
}
