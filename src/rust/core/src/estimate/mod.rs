//! Any quantities of scores, with their intervals: one sort for each score.
//!
//! ```text
//! AUCs alone: from the influences of all scores
//! a bootstrap: all quantities by percentiles of replicates
//! for each score:
//!     sort it; from the influences the variances and their degrees of df
//!     for each quantity: the interval of what it is made of,
//!         rates of the curve      as bands have them
//!         an area, a share, a mean      by a model of its variance
//!         numbers of ranks: areas of precision, H, at a share      by replicates
//!         at a threshold that a rule chose      corrected by halves
//!     all in the unit of influences, then in that of the quantity
//! ```

mod at_levels;
mod ends;
mod folds;
mod percentiles;
mod replicated;
mod request;
#[cfg(test)]
mod tests;

use crate::band::{KnownVariances, Sample};
use crate::covariance::{Covariance, Sizes, Variances};
use crate::error::{Argument, Error};
use crate::inference::{covariance, moments_of_each, CovarianceRequest, RankedObservations};
use crate::interval::AreaRequest;
use crate::memory::{filled, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::quantity::{Place, Quantity};
use crate::sampling::Design;
pub(crate) use at_levels::AtLevels;
pub use at_levels::Estimate;
pub use replicated::takes_replicates;
use replicated::Replicates;
pub use request::{Bootstrapped, Drawn, EstimateRequest, RatesInDesign, BAYES};

/// The estimates of scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimates {
    /// All quantities of the first score, then those of the second one, and so on.
    pub estimates: Vec<Estimate>,
    /// The numbers of negatives and positives of positive weight.
    pub numbers: [f64; 2],
    /// Their effective numbers, see [`Covariance::effective`].
    pub effective: [f64; 2],
    /// See [`Covariance::effective_units`].
    pub effective_units: [f64; 2],
    /// How many independent units have negatives, and positives. A class of one cannot be resampled.
    pub units: [f64; 2],
}

/// Quantities of the curve of each score, with their intervals.
///
/// ```
/// use weighted_roc_core::estimate::{estimate, EstimateRequest};
/// use weighted_roc_core::quantity::{Measure, Quantity};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
///     labels: Labels::I32(&[0, 1, 0, 1, 0, 1]),
///     weights: Weights::F64(&[1.0, 1.0, 2.0, 1.0, 1.0, 3.0]),
/// };
/// let quantities = [
///     Quantity::AREA,
///     Quantity::tpr_at(0.25),
///     Quantity::at_threshold(Measure::Ppv, 4.0),
/// ];
/// let mut request = EstimateRequest::default();
/// request.covariance.quantities = &quantities;
/// let result = estimate(&[observations], &request, Options::new(&mut || false))?;
/// let values: Vec<f64> = result.estimates.iter().map(|result| result.value).collect();
/// assert_eq!(values, [0.8, 0.8, 0.8]);
/// assert!(result.estimates.iter().all(|result| result.interval.low < 0.8));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// One sort for each score, then O(n) for each quantity, and for each replicate once more. 100 bytes an observation beside
/// 8 for each quantity.
///
/// # Errors
/// The errors of [`covariance`], with the index of the score; [`Error::Missing`] for a measure without a threshold,
/// [`Error::Length`] for covariances or rates of a design that are not as many as quantities or scores.
pub fn estimate(
    scores: &[Observations<'_>],
    request: &EstimateRequest<'_>,
    mut options: Options<'_>,
) -> Result<Estimates, Error> {
    let quantities = request.covariance.quantities;
    let mut result = Estimates {
        estimates: reserve(scores.len() * quantities.len())?,
        numbers: [f64::NAN; 2],
        effective: [f64::NAN; 2],
        effective_units: [f64::NAN; 2],
        units: [f64::NAN; 2],
    };
    let is_drawn = request.bootstrap.is_some() || request.bayes;
    if quantities == [Quantity::AREA] && !is_drawn {
        result.add_areas(scores, request, options)?;
        return Ok(result);
    }
    request.check(scores.len())?;
    if !request.covariance.sampling.folds.is_empty() {
        let levels = AtLevels::in_folds(scores, request, options.reborrow())?;
        levels.add(&mut result.estimates, options.poll)?;
        result.count(&levels.variances().sizes);
        return Ok(result);
    }
    for (score, observations) in scores.iter().enumerate() {
        result
            .add_score(score, observations, request, options.reborrow())
            .map_err(|error: Error| error.in_score(score, scores.len()))?;
    }
    Ok(result)
}

impl Estimates {
    fn count(&mut self, sizes: &Sizes) {
        let of_classes = |of: &[f64]| [of[0], of[1]];
        self.numbers = of_classes(&sizes.numbers);
        self.effective = of_classes(&sizes.effective);
        self.effective_units = of_classes(&sizes.effective_units);
        self.units = of_classes(&sizes.units);
    }

    /// The AUCs of all scores at once, from moments alone where observations are independent.
    fn add_areas(
        &mut self,
        scores: &[Observations<'_>],
        request: &EstimateRequest<'_>,
        options: Options<'_>,
    ) -> Result<(), Error> {
        let spec = &request.covariance;
        if !spec.is_of_plain_areas() {
            return self.add_areas_of(&covariance(scores, spec, options)?, request);
        }
        for moments in &moments_of_each(scores, spec.sampling.unit, options)? {
            let covariance = moments.sums()?.covariance(spec.sampling.correction)?;
            self.add_areas_of(&covariance, request)?;
        }
        Ok(())
    }

    fn add_areas_of(
        &mut self,
        covariance: &Covariance,
        request: &EstimateRequest<'_>,
    ) -> Result<(), Error> {
        let EstimateRequest { level, method, .. } = *request;
        for area in covariance.area_intervals(&AreaRequest { level, method })? {
            let estimate = Estimate::new(area.value, area.interval, area.value);
            push(&mut self.estimates, estimate)?;
        }
        self.count(&Variances::new(covariance)?.sizes);
        Ok(())
    }

    fn add_score(
        &mut self,
        score: usize,
        observations: &Observations<'_>,
        request: &EstimateRequest<'_>,
        mut options: Options<'_>,
    ) -> Result<(), Error> {
        if let Some(bootstrap) = &request.bootstrap {
            let estimates = &mut self.estimates;
            let covariance =
                request.add_percentiles(observations, bootstrap, estimates, options)?;
            self.count(&Variances::new(&covariance)?.sizes);
            return Ok(());
        }
        let levels = AtLevels::for_score(score, observations, request, options.reborrow())?;
        self.count(&levels.variances().sizes);
        levels.add(&mut self.estimates, options.poll)
    }
}

impl<'a> EstimateRequest<'a> {
    fn check(&self, scores: usize) -> Result<(), Error> {
        let quantities = self.covariance.quantities;
        if scores == 0 || quantities.is_empty() {
            return Err(Error::Empty);
        }
        for quantity in quantities {
            quantity.check()?;
            if quantity.place == Place::Threshold(None) {
                return Err(Error::Missing {
                    argument: Argument::Threshold,
                    position: 0,
                });
            }
        }
        let in_design = self.covariance.sampling.design;
        let Some(design) = in_design.filter(|_| self.covariance.sampling.folds.is_empty()) else {
            return Ok(());
        };
        let chosen = self.number_of_chosen();
        let others = quantities.len() - chosen;
        let is_other_area = |of: &Quantity| of.choice().is_some() || *of == Quantity::AREA;
        let is_at_places = others > 1 || !quantities.iter().all(is_other_area);
        let width = scores.saturating_mul(others);
        let lengths = [
            (design.covariance.len(), width.saturating_mul(width)),
            (self.rates.len(), if is_at_places { scores } else { 0 }),
            (self.chosen.len(), scores.saturating_mul(chosen)),
        ];
        match lengths
            .into_iter()
            .find(|(length, expected)| length != expected)
        {
            Some((length, expected)) => Err(Error::Length {
                argument: Argument::Covariance,
                length,
                expected,
            }),
            None => Ok(()),
        }
    }

    /// How the quantities of a score vary, their replicates, and its sorted observations unless nothing but the area is
    /// asked for or they are of one class. They are drawn before the curve takes
    /// memory.
    fn for_score<'b>(
        &self,
        quantities: &[Quantity],
        score: usize,
        observations: &Observations<'b>,
        mut options: Options<'_>,
    ) -> Result<(Variances, Option<Replicates>, Option<Sample<'b>>), Error>
    where
        'a: 'b,
    {
        let mut request: CovarianceRequest<'_> = self.covariance;
        request.quantities = quantities;
        let matrix;
        if let Some(design) = self.covariance.sampling.design {
            matrix = covariance_of(quantities.len(), score, &design)?;
            request.sampling.design = Some(Design {
                covariance: &matrix,
                ..design
            });
        }
        if request.quantities == [Quantity::AREA] && !self.bayes {
            let covariance =
                covariance(&[*observations], &request, options).map_err(Error::without_score)?;
            return Ok((Variances::new(&covariance)?, None, None));
        }
        let sampling = self.covariance.sampling;
        let needed = Quantity::needed(quantities);
        let ranking = RankedObservations::counted_in(
            needed,
            observations,
            sampling.counts(),
            options.reborrow(),
        )?;
        let length = observations.labels.len();
        let variances = request.variances_of_placed(&ranking, length, options.reborrow())?;
        if ranking.is_of_one_class() {
            return Ok((variances, None, None));
        }
        let of_score = self.for_quantities(quantities);
        let replicates = Replicates::draw(&of_score, &ranking, &variances, options.reborrow())?;
        let mut sample = Sample::from_ranked(
            observations,
            ranking,
            sampling,
            self.level,
            options.reborrow(),
        )?;
        if sampling.design.is_some() && sample.is_known() {
            let places = sample.places_of(quantities, &mut *options.poll)?;
            let RatesInDesign {
                variances,
                covariances,
            } = self.rates[score];
            sample.give(KnownVariances::new(&places, variances, covariances)?);
        } else if let (Some(weight_models), true) = (&sampling.weight_models, sample.is_known()) {
            let places = sample.places_of(quantities, &mut *options.poll)?;
            sample.weight_model(&places, weight_models, options)?;
        }
        Ok((variances, Some(replicates), Some(sample)))
    }
}

/// The part of the covariance matrix that is of one of several scores, with so many quantities.
fn covariance_of(number: usize, score: usize, design: &Design<'_>) -> Result<Vec<f64>, Error> {
    let width = (design.covariance.len() as f64).sqrt() as usize;
    let mut covariance = filled(number * number, 0.0)?;
    for (k, column) in covariance.chunks_exact_mut(number).enumerate() {
        let first = (score * number + k) * width + score * number;
        column.copy_from_slice(&design.covariance[first..first + number]);
    }
    Ok(covariance)
}
