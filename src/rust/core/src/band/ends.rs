//! Intervals of numbers that are made of rates.

use super::partial::{ends_of_partial, ends_of_rate};
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
use crate::quantity::{AtShare, AtThreshold, OfRate, Quantity, Rate};
use std::slice::from_ref;

/// The parts of the interval of a quantity that consists of rates of the curve.
enum MadeOfRates<'a> {
    /// The rate that is not given, where the other one has a value.
    RateAt(By, &'a f64),
    /// The area in an interval of the rate that is given.
    Partial(By, [f64; 2]),
    AtShare(&'a AtShare),
    AtThreshold(&'a f64, &'a AtThreshold),
}

impl MadeOfRates<'_> {
    /// None for what is not made of rates.
    fn of(quantity: &Quantity) -> Result<Option<MadeOfRates<'_>>, Error> {
        quantity.check()?;
        Ok(Some(match quantity {
            Quantity::AtRate(wanted) => {
                let by = match wanted.measure {
                    OfRate::Tpr | OfRate::Fnr => By::Fpr,
                    OfRate::Fpr | OfRate::Tnr => By::Tpr,
                };
                MadeOfRates::RateAt(by, &wanted.at)
            }
            Quantity::Partial(partial) => {
                let by = match partial.by {
                    Rate::Fpr => By::Fpr,
                    Rate::Tpr => By::Tpr,
                };
                MadeOfRates::Partial(by, partial.interval)
            }
            Quantity::AtShare(wanted) => MadeOfRates::AtShare(wanted),
            Quantity::AtThreshold(wanted) => {
                if !wanted.is_made_of_rates() {
                    return Ok(None);
                }
                let Some(threshold) = &wanted.threshold else {
                    return Err(Error::Missing {
                        argument: Argument::Threshold,
                        position: 0,
                    });
                };
                MadeOfRates::AtThreshold(threshold, wanted)
            }
            _ => return Ok(None),
        }))
    }
}

impl AtThreshold {
    /// Returns whether the interval is made of those of both rates.
    fn is_made_of_rates(&self) -> bool {
        match self.measure.interval_form() {
            IntervalForm::Rate(_) | IntervalForm::Share => false,
            IntervalForm::Predictive => self.prior.is_some(),
            IntervalForm::ReciprocalOf(measure) => {
                AtThreshold { measure, ..*self }.is_made_of_rates()
            }
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
                MadeOfRates::RateAt(by, at) => Where::Rates(AlongRate::new(by, from_ref(at))),
                MadeOfRates::Partial(by, interval) => Where::Interval(by, interval),
                MadeOfRates::AtShare(wanted) => Where::Share(wanted.share, wanted.prior),
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
            MadeOfRates::RateAt(by, at) => ends_of_rate(self, by, *at, estimate, poll)?,
            MadeOfRates::Partial(by, interval) => {
                ends_of_partial(self, by, interval, estimate, poll)?
            }
            MadeOfRates::AtShare(wanted) => ends_at_share(self, wanted, estimate, poll)?,
            MadeOfRates::AtThreshold(threshold, wanted) => {
                let prior = wanted.known_prior();
                RatesAtThreshold::new(self, *threshold, prior, poll)?.ends(wanted.measure, estimate)
            }
        }))
    }
}
