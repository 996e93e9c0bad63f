//! Intervals of numbers that are made of rates.

use super::at_rate::ends_at_rate;
use super::partial::ends_of_partial;
use super::path::{AlongRate, By};
use super::places::Where;
use super::rates::RatesAtThreshold;
use super::reaching::places_of_threshold;
use super::sample::Sample;
use super::share::ends_at_share;
use crate::error::{Argument, Error};
use crate::measure::IntervalForm;
use crate::memory::{push, reserve};
use crate::poll::Poll;
use crate::quantity::{AtPlace, Place, Quantity, Rate};
use std::slice::from_ref;

/// A quantity that is made of rates of the curve.
enum MadeOfRates<'a> {
    /// The area in an interval of the rate that is given.
    Partial(By, [f64; 2]),
    /// A measure where a rate is given.
    AtRate(By, &'a f64, &'a AtPlace),
    /// A measure where a share is called positive.
    AtShare(f64, &'a AtPlace),
    AtThreshold(&'a f64, &'a AtPlace),
}

impl MadeOfRates<'_> {
    /// None for what is not made of rates.
    fn of(quantity: &Quantity) -> Result<Option<MadeOfRates<'_>>, Error> {
        quantity.check()?;
        Ok(Some(match quantity {
            Quantity::Partial(partial) => {
                let by = match partial.by {
                    Rate::Fpr => By::Fpr,
                    Rate::Tpr => By::Tpr,
                };
                MadeOfRates::Partial(by, partial.interval)
            }
            Quantity::At(wanted) => match &wanted.place {
                Place::Fpr(at) => MadeOfRates::AtRate(By::Fpr, at, wanted),
                Place::Tpr(at) => MadeOfRates::AtRate(By::Tpr, at, wanted),
                Place::Share(share) => MadeOfRates::AtShare(*share, wanted),
                Place::Chosen(_) => return Ok(None),
                Place::Threshold(_) if !wanted.is_made_of_rates() => return Ok(None),
                Place::Threshold(Some(threshold)) => MadeOfRates::AtThreshold(threshold, wanted),
                Place::Threshold(None) => {
                    return Err(Error::Missing {
                        argument: Argument::Threshold,
                        position: 0,
                    });
                }
            },
            _ => return Ok(None),
        }))
    }
}

impl AtPlace {
    /// Returns whether the interval at a threshold is made of those of both rates.
    fn is_made_of_rates(&self) -> bool {
        match self.measure.interval_form() {
            IntervalForm::Rate(_) | IntervalForm::Share => false,
            IntervalForm::Predictive => self.prior.is_some(),
            IntervalForm::ReciprocalOf(measure) => AtPlace { measure, ..*self }.is_made_of_rates(),
            _ => true,
        }
    }
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
    /// let places = sample.places_of(&[Quantity::Area, Quantity::tpr_at(0.5)], &mut || false)?;
    /// assert_eq!(places.len(), 1);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Quantity`]; [`Error::Missing`] for a measure without a threshold; as [`Sample::places`].
    pub fn places_of(&self, quantities: &[Quantity], poll: Poll<'_>) -> Result<Vec<f64>, Error> {
        let mut places = reserve(quantities.len())?;
        for quantity in quantities {
            if let Quantity::Threshold(wanted) = quantity {
                quantity.check()?;
                for place in places_of_threshold(self, wanted, &mut *poll)? {
                    push(&mut places, place)?;
                }
            }
            let Some(of) = MadeOfRates::of(quantity)? else {
                continue;
            };
            let at = match of {
                MadeOfRates::AtRate(by, at, _) => Where::Rates(AlongRate::new(by, from_ref(at))),
                MadeOfRates::Partial(by, interval) => Where::Interval(by, interval),
                MadeOfRates::AtShare(share, wanted) => Where::Share(share, wanted.prior),
                MadeOfRates::AtThreshold(threshold, _) => Where::Thresholds(from_ref(threshold)),
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
    /// Those of [`Quantity`]; [`Error::Missing`] for a measure without a threshold; [`Error::Memory`],
    /// [`Error::Interrupted`].
    pub(crate) fn ends(
        &self,
        quantity: &Quantity,
        estimate: f64,
        poll: Poll<'_>,
    ) -> Result<Option<[f64; 2]>, Error> {
        let Some(of) = MadeOfRates::of(quantity)? else {
            return Ok(None);
        };
        Ok(Some(match of {
            MadeOfRates::AtRate(by, at, wanted) => {
                ends_at_rate(self, (by, *at), wanted, estimate, poll)?
            }
            MadeOfRates::Partial(by, interval) => {
                ends_of_partial(self, by, interval, estimate, poll)?
            }
            MadeOfRates::AtShare(share, wanted) => {
                ends_at_share(self, share, wanted, estimate, poll)?
            }
            MadeOfRates::AtThreshold(threshold, wanted) => {
                let prior = wanted.criterion().known_prior();
                RatesAtThreshold::new(self, *threshold, prior, poll)?.ends(wanted.measure, estimate)
            }
        }))
    }
}
