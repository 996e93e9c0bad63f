//! Intervals of numbers that are made of rates.

use super::at_rate::ends_at_rate;
use super::partial::ends_of_partial;
use super::path::RateGrid;
use super::places::Where;
use super::rates::RatesAtThreshold;
use super::reaching::places_of_threshold;
use super::sample::Sample;
use super::share::ends_at_share;
use crate::error::{Argument, Error};
use crate::measure::{IntervalForm, Measure};
use crate::memory::{push, reserve};
use crate::poll::Poll;
use crate::quantity::{Place, Quantity, Rate};
use std::slice::from_ref;

/// Returns whether the interval of a quantity is made of those of rates.
fn is_made_of_rates(quantity: &Quantity) -> bool {
    match (quantity.place, quantity.measure.interval_form()) {
        (Place::Between(..), _) => true,
        (Place::Fpr(_) | Place::Tpr(_) | Place::Share(_), Some(_)) => true,
        (Place::Threshold(_), Some(IntervalForm::ReciprocalOf(measure))) => {
            is_made_of_rates(&Quantity {
                measure,
                ..*quantity
            })
        }
        (Place::Threshold(_), Some(IntervalForm::Rate(_) | IntervalForm::Share)) => false,
        (Place::Threshold(_), Some(IntervalForm::Predictive)) => quantity.prior.is_some(),
        (Place::Threshold(_), Some(_)) => true,
        _ => false,
    }
}

/// Returns the threshold of a place; an error where there is none.
fn known_threshold(threshold: Option<f64>) -> Result<f64, Error> {
    threshold.ok_or(Error::Missing {
        argument: Argument::Threshold,
        position: 0,
    })
}

impl Sample<'_> {
    /// The places whose variances the intervals of quantities are made of, those of the first one first; none for what
    /// is not made of rates. See [`Sample::places`].
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
    /// # let sample = Sample::new(&observations, sampling, level, Options::default())?;
    /// use weighted_roc_core::quantity::Quantity;
    ///
    /// let places = sample.places_of(&[Quantity::AREA, Quantity::tpr_at(0.5)], &mut || false)?;
    /// assert_eq!(places.len(), 1);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Quantity`]; [`Error::Missing`] for a measure without a threshold; as [`Sample::places`].
    pub fn places_of(&self, quantities: &[Quantity], poll: Poll<'_>) -> Result<Vec<f64>, Error> {
        let mut places = reserve(quantities.len())?;
        for quantity in quantities {
            quantity.check()?;
            if quantity.measure == Measure::Threshold {
                for place in places_of_threshold(self, quantity, &mut *poll)? {
                    push(&mut places, place)?;
                }
            }
            if !is_made_of_rates(quantity) {
                continue;
            }
            let threshold;
            let at = match &quantity.place {
                Place::Fpr(at) => Where::Rates(RateGrid::new(Rate::Fpr, from_ref(at))),
                Place::Tpr(at) => Where::Rates(RateGrid::new(Rate::Tpr, from_ref(at))),
                Place::Between(rate, interval) => Where::Interval(*rate, *interval),
                Place::Share(share) => Where::Share(*share, quantity.prior),
                Place::Threshold(known) => {
                    threshold = known_threshold(*known)?;
                    Where::Thresholds(from_ref(&threshold))
                }
                Place::Curve | Place::Ppv(_) | Place::Chosen(_) => continue,
            };
            for place in self.places(at, &mut *poll)? {
                push(&mut places, place)?;
            }
        }
        Ok(places)
    }

    /// The ends of the interval of a quantity that is made of rates, around its estimate, both in the unit of
    /// [`Quantity::scale`]; None for another one.
    ///
    /// # Errors
    /// The errors of [`Quantity`]; [`Error::Missing`] for a measure without a threshold; [`Error::Memory`],
    /// [`Error::Interrupted`].
    pub(crate) fn ends(
        &self,
        quantity: &Quantity,
        estimate: f64,
        poll: Poll<'_>,
    ) -> Result<Option<[f64; 2]>, Error> {
        quantity.check()?;
        if !is_made_of_rates(quantity) {
            return Ok(None);
        }
        Ok(match quantity.place {
            Place::Fpr(at) => Some(ends_at_rate(
                self,
                (Rate::Fpr, at),
                quantity,
                estimate,
                poll,
            )?),
            Place::Tpr(at) => Some(ends_at_rate(
                self,
                (Rate::Tpr, at),
                quantity,
                estimate,
                poll,
            )?),
            Place::Between(rate, interval) => {
                Some(ends_of_partial(self, rate, interval, estimate, poll)?)
            }
            Place::Share(share) => Some(ends_at_share(self, share, quantity, estimate, poll)?),
            Place::Threshold(threshold) => {
                let threshold = known_threshold(threshold)?;
                let prior = quantity.criterion().known_prior();
                let rates = RatesAtThreshold::new(self, threshold, prior, poll)?;
                Some(rates.ends(quantity.measure, estimate))
            }
            Place::Curve | Place::Ppv(_) | Place::Chosen(_) => None,
        })
    }
}
