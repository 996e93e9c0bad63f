//! Quantities at thresholds that rules choose, apart from all others.

use super::request::{Drawn, EstimateRequest};
use super::Estimate;
use crate::error::Error;
use crate::interval::Interval;
use crate::memory::{filled, push, reserve};
use crate::observations::Observations;
use crate::optimum::{optimum, AtLevels, Optimum, Request, Term};
use crate::options::Options;
use crate::quantity::{Choice, Measure, Quantity};
use crate::sampling::Design;

/// Quantities by what their intervals are made of.
pub(super) struct Parts {
    pub others: Vec<Quantity>,
    pub choices: Vec<AtChoice>,
}

/// The measures at one chosen threshold, among which that itself may be.
pub(super) struct AtChoice {
    choice: Choice,
    measures: Vec<Measure>,
    /// The place of each quantity among all that are at a chosen threshold.
    places: Vec<(usize, Measure)>,
}

impl Parts {
    pub fn of(quantities: &[Quantity]) -> Result<Parts, Error> {
        let (mut others, mut choices) = (reserve(quantities.len())?, Vec::<AtChoice>::new());
        let mut place = 0;
        for quantity in quantities {
            let Some(choice) = quantity.choice() else {
                push(&mut others, *quantity)?;
                continue;
            };
            let known = choices.iter().position(|of| of.choice == choice);
            if known.is_none() {
                let (measures, places) = (Vec::new(), Vec::new());
                let new = AtChoice {
                    choice,
                    measures,
                    places,
                };
                push(&mut choices, new)?;
            }
            let at = known.unwrap_or(choices.len() - 1);
            push(&mut choices[at].places, (place, quantity.measure))?;
            if quantity.measure != Measure::Threshold {
                push(&mut choices[at].measures, quantity.measure)?;
            }
            place += 1;
        }
        Ok(Parts { others, choices })
    }

    /// The request for all others; for the AUC, where there are none, as its covariance has the sizes of the sample.
    pub fn request_of_others<'b>(&'b self, request: &EstimateRequest<'b>) -> EstimateRequest<'b> {
        let mut result = *request;
        result.covariance.quantities = &self.others;
        if self.others.is_empty() {
            result.covariance.quantities = &[Quantity::AREA];
            result.covariance.sampling.design = None;
        }
        result
    }

    /// The estimates of all quantities at chosen thresholds.
    pub fn estimates_of_chosen(
        &self,
        score: usize,
        observations: &Observations<'_>,
        request: &EstimateRequest<'_>,
        mut options: Options<'_>,
    ) -> Result<Vec<Estimate>, Error> {
        let number = self.choices.iter().map(|of| of.places.len()).sum();
        let unknown = Estimate::new(f64::NAN, Interval::unknown(), f64::NAN);
        let mut result = filled(number, unknown)?;
        for of in &self.choices {
            let first = of.places.first().map_or(0, |&(place, _)| place);
            let design = request.chosen.get(score * number + first);
            let spec = of.request(design, request)?;
            let found = optimum(observations, &spec, options.reborrow())?;
            of.write(&found, &mut result);
        }
        Ok(result)
    }
}

impl AtChoice {
    fn request<'b>(
        &'b self,
        design: Option<&Design<'b>>,
        request: &EstimateRequest<'b>,
    ) -> Result<Request<'b>, Error> {
        let drawn = request.drawn.unwrap_or_default();
        let mut spec = Request::new(self.choice, &self.measures);
        spec.sampling = request.covariance.sampling;
        spec.sampling.design = spec.sampling.design.and(design.copied());
        spec.level = request.level;
        spec.halves = drawn.number.unwrap_or(Drawn::OF_ALL);
        spec.seed = (drawn.seed)()?;
        Ok(spec)
    }

    pub fn at_levels(
        &self,
        design: Option<&Design<'_>>,
        observations: &Observations<'_>,
        request: &EstimateRequest<'_>,
        options: Options<'_>,
    ) -> Result<AtLevels, Error> {
        AtLevels::new(observations, &self.request(design, request)?, options)
    }

    fn write(&self, found: &Optimum, to: &mut [Estimate]) {
        let mut of_measures = found.measures.iter();
        for &(place, measure) in &self.places {
            let term = match measure {
                Measure::Threshold => None,
                _ => of_measures.next(),
            };
            to[place] = Estimate::from(term.unwrap_or(&found.threshold));
        }
    }
}

impl From<&Term> for Estimate {
    fn from(term: &Term) -> Estimate {
        let interval = Interval {
            std_error: term.std_error,
            low: term.low,
            high: term.high,
            df: term.df,
        };
        Estimate {
            apparent: term.apparent,
            ..Estimate::new(term.estimate, interval, f64::NAN)
        }
    }
}
