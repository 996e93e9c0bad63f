//! The intervals of quantities at any level, from one sort: what estimates and the tests of them are of.

use super::ends::Summary;
use super::replicated::{has_percentiles, Replicated, Replicates};
use super::request::{Drawn, EstimateRequest};
use crate::band::Sample;
use crate::covariance::Variances;
use crate::error::Error;
use crate::inference::covariance;
use crate::interval::{Interval, Level};
use crate::memory::{collect, push, reserve};
use crate::observations::Observations;
use crate::optimum::{self, Term};
use crate::options::Options;
use crate::poll::Poll;
use crate::quantity::{Choice, Quantity};
use crate::sampling::Design;
use std::vec::IntoIter;

/// A quantity with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The quantity: NaN for 0/0, and where it is [below chance](Quantity::is_below_chance). At a threshold that a rule
    /// chose it is what is expected on new observations.
    pub value: f64,
    /// Its interval; NaN where nothing is known of how it varies. A quotient over 0 has a lower end.
    pub interval: Interval,
    /// The value in the unit of influences, which says how far below chance it is; NaN at a chosen threshold.
    pub in_unit: f64,
    /// The value in the sample that chose the threshold; NaN elsewhere.
    pub apparent: f64,
    /// How many replicates of a bootstrap have the quantity; NaN without a bootstrap.
    pub left: f64,
}

impl Estimate {
    pub(crate) fn new(value: f64, interval: Interval, in_unit: f64) -> Estimate {
        Estimate {
            value,
            interval,
            in_unit,
            apparent: f64::NAN,
            left: f64::NAN,
        }
    }
}

/// The quantities of one score, or of several in folds, and all that their intervals are made of.
pub(crate) struct AtLevels<'a> {
    request: EstimateRequest<'a>,
    /// The quantities that are not at a chosen threshold; the AUC, if there are none, for the sizes of the sample.
    others: Vec<Quantity>,
    variances: Variances,
    sample: Option<Sample<'a>>,
    replicates: Option<Replicates>,
    /// The quantities at each chosen threshold.
    chosen: Vec<(Choice, optimum::AtLevels)>,
}

impl<'a> AtLevels<'a> {
    /// Returns the estimates of the first score, or of all in folds.
    pub fn new(
        scores: &[Observations<'a>],
        request: &EstimateRequest<'a>,
        options: Options<'_>,
    ) -> Result<AtLevels<'a>, Error> {
        request.check(scores.len())?;
        if request.covariance.sampling.folds.is_empty() {
            AtLevels::for_score(0, &scores[0], request, options)
        } else {
            AtLevels::in_folds(scores, request, options)
        }
    }

    pub(super) fn for_score(
        score: usize,
        observations: &Observations<'a>,
        request: &EstimateRequest<'a>,
        mut options: Options<'_>,
    ) -> Result<AtLevels<'a>, Error> {
        let quantities = request.covariance.quantities;
        let (mut others, mut chosen) = (reserve(quantities.len().max(1))?, Vec::new());
        let number = request.number_of_chosen();
        let mut design = request.chosen.iter().skip(score * number);
        for quantity in quantities {
            let Some(choice) = quantity.choice() else {
                push(&mut others, *quantity)?;
                continue;
            };
            let design = design.next().copied();
            if chosen.iter().all(|(known, _)| *known != choice) {
                let levels = request.at_choice(choice, design, observations, options.reborrow())?;
                push(&mut chosen, (choice, levels))?;
            }
        }
        let mut of_others = *request;
        if others.is_empty() {
            push(&mut others, Quantity::AREA)?;
            of_others.covariance.sampling.design = None;
        }
        let (variances, replicates, sample) =
            of_others.for_score(&others, score, observations, options)?;
        Ok(AtLevels {
            request: *request,
            others,
            variances,
            sample,
            replicates,
            chosen,
        })
    }

    pub(super) fn in_folds(
        scores: &[Observations<'a>],
        request: &EstimateRequest<'a>,
        options: Options<'_>,
    ) -> Result<AtLevels<'a>, Error> {
        Ok(AtLevels {
            request: *request,
            others: collect(request.covariance.quantities.iter().copied())?,
            variances: Variances::new(&covariance(scores, &request.covariance, options)?)?,
            sample: None,
            replicates: None,
            chosen: Vec::new(),
        })
    }

    pub(super) fn variances(&self) -> &Variances {
        &self.variances
    }

    /// Adds all estimates.
    pub(super) fn add(&self, estimates: &mut Vec<Estimate>, poll: Poll<'_>) -> Result<(), Error> {
        let (request, variances) = (self.request.for_quantities(&self.others), &self.variances);
        let replicated = match &self.replicates {
            Some(replicates) => replicates.evidence(&request, &variances.values)?,
            None => Vec::new(),
        };
        let mut terms = reserve(self.chosen.len())?;
        for (choice, levels) in &self.chosen {
            let optimum = levels.optimum(request.level, &mut *poll)?;
            push(&mut terms, (*choice, optimum.measures.into_iter()))?;
        }
        let quantities = self.request.covariance.quantities;
        let repetitions = (variances.values.len() / self.others.len()).max(1);
        let mut others = variances.values.iter().enumerate();
        for quantity in quantities
            .iter()
            .cycle()
            .take(repetitions * quantities.len())
        {
            let at = |of: &&mut (Choice, IntoIter<Term>)| Some(of.0) == quantity.choice();
            if let Some(term) = terms
                .iter_mut()
                .find(at)
                .and_then(|(_, terms)| terms.next())
            {
                push(estimates, Estimate::from(&term))?;
                continue;
            }
            let Some((k, &in_unit)) = others.next() else {
                break;
            };
            let result = Summary {
                quantity,
                value: in_unit,
                variance: variances.variances[k],
                std_error: variances.std_errors[k],
                df: variances.df[k],
                effective: [variances.sizes.effective[0], variances.sizes.effective[1]],
                expected: variances.placement_factor[k],
                level: request.level.get(),
                replicated: replicated.get(k).copied().unwrap_or(Replicated::Nothing),
                sample: self.sample.as_ref(),
            };
            let interval = result.interval(&mut *poll)?;
            let estimate = Estimate::new(quantity.own(in_unit), interval, in_unit);
            push(estimates, estimate)?;
        }
        Ok(())
    }

    /// The first estimate, with its interval of a level.
    pub fn estimate(&mut self, level: Level, poll: Poll<'_>) -> Result<Estimate, Error> {
        self.request.level = level;
        if let Some(sample) = &mut self.sample {
            sample.at_level(level.get());
        }
        let mut result = reserve(1)?;
        self.add(&mut result, poll)?;
        result.first().copied().ok_or(Error::Empty)
    }

    /// The least tail that its interval has: percentiles of replicates end at the outermost of them.
    pub fn least_tail(&self) -> f64 {
        let quantity = &self.request.covariance.quantities[0];
        match self.request.drawn {
            Some(drawn) if has_percentiles(&self.request, quantity) => {
                let ranking = self.sample.as_ref().map(|sample| sample.ranking());
                let observations = ranking.map_or(0, |ranking| ranking.records.len());
                1.0 / (drawn.number.unwrap_or(Drawn::ranks(observations)) as f64 + 1.0)
            }
            _ => 0.0,
        }
    }
}

impl<'a> EstimateRequest<'a> {
    /// The same request for other quantities.
    pub(super) fn for_quantities<'b>(&self, quantities: &'b [Quantity]) -> EstimateRequest<'b>
    where
        'a: 'b,
    {
        let mut request: EstimateRequest<'b> = *self;
        request.covariance.quantities = quantities;
        request
    }

    pub(super) fn number_of_chosen(&self) -> usize {
        let quantities = self.covariance.quantities.iter();
        quantities.filter(|of| of.choice().is_some()).count()
    }

    /// All quantities at a chosen threshold.
    fn at_choice(
        &self,
        choice: Choice,
        design: Option<Design<'_>>,
        observations: &Observations<'_>,
        options: Options<'_>,
    ) -> Result<optimum::AtLevels, Error> {
        let mut measures = reserve(self.covariance.quantities.len())?;
        for quantity in self.covariance.quantities {
            if quantity.choice() == Some(choice) {
                push(&mut measures, quantity.measure)?;
            }
        }
        let drawn = self.drawn.unwrap_or_default();
        let mut request = optimum::Request::new(choice, &measures);
        request.sampling = self.covariance.sampling;
        request.sampling.design = request.sampling.design.and(design);
        request.halves = drawn.number;
        request.seed = (drawn.seed)()?;
        optimum::AtLevels::new(observations, &request, options)
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
