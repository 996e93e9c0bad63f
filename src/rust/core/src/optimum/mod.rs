//! How good the threshold that is the best by a measure is on new observations.

mod best;
mod errors;
mod halves;
mod problem;
mod request;
mod term;
#[cfg(test)]
mod tests;

pub use request::Request;
pub use term::{Optimum, Term};

use crate::curve::{OwnedCurve, Ranking};
use crate::error::{Error, Result};
use crate::interval::{normal_by_t_of_class, outer_tail, Level};
use crate::measure::IntervalForm;
use crate::memory::{filled, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Poll;
#[cfg(doc)]
use crate::quantity::Quantity;
use crate::quantity::{Choice, Measure};
#[cfg(doc)]
use crate::replicate::Bootstrap;
use best::{Best, Measured};
use errors::Errors;
use halves::rises_in_halves;
use problem::{Covariance, Loss};
use term::UNKNOWN;

/// Finds the threshold that is the best by a measure, corrects what measures there show for its having been chosen on the
/// same observations, and gives their intervals.
///
/// A measure is a function of both rates and of the prior. Around its best threshold it is as a risk whose costs are its
/// derivatives; so intervals hold where the measure that chooses has derivatives and its best value between the ends of
/// the curve: a risk, J, balanced accuracy, accuracy or error rate, F, the Jaccard index, kappa, Matthews' coefficient,
/// the distance from the corner, and the geometric mean of both rates. By others, which have their best value where hardly
/// anything is called or where two curves cross, only the threshold and what is apparent is known.
///
/// A threshold that bounds choose is as near to its limit as a quantile is. So optimism falls with the size, not with its
/// power 2/3; the threshold has no interval.
///
/// ```text
/// best = the threshold that is the best
/// repeat: halve the observations, or the clusters, at random
///     rise of an error rate += that of the half's best threshold in the whole sample, less that in the half
/// expected error rate = that of best + 2^(1/3) times the mean rise
/// interval of an error rate = Wilson's, for as many observations as the variance of the measure says
/// interval of the measure = by the ends of what it is made of, whose squares add up
/// interval of the threshold = all that are little worse than best
/// ```
///
/// Where a class has fewer than two units only the threshold and what is apparent is known. Three sorts, and O(n)
/// for each half.
///
/// ```
/// use weighted_roc_core::decision::Costs;
/// use weighted_roc_core::optimum::{optimum, Request};
/// use weighted_roc_core::quantity::{Choice, Measure};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]),
///     labels: Labels::I32(&[0, 0, 1, 0, 0, 1, 1, 1]),
///     weights: Weights::Unit,
/// };
/// let costs = Costs {
///     false_positive: 1.0,
///     false_negative: 2.0,
///     true_positive: 0.0,
///     true_negative: 0.0,
/// };
/// let (risk, prior) = (Measure::Risk(costs), Some(0.3));
/// let measures = [risk, Measure::Ppv];
/// let request = Request::new(Choice::best(risk, prior), &measures);
/// let mut never = || false;
/// let best = optimum(&observations, &request, Options::new(&mut never))?;
/// assert_eq!(best.threshold.estimate, 6.0);
/// // On new observations it costs more.
/// assert_eq!(best.measures[0].apparent, 0.3 * 2.0 * 0.25);
/// assert!(best.measures[0].estimate > best.measures[0].apparent);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Bootstrap::new`]; those of [`Quantity`] for the measure and the prior; [`Error::Parameter`] without a half.
pub fn optimum(
    observations: &Observations<'_>,
    request: &Request<'_>,
    mut options: Options<'_>,
) -> Result<Optimum> {
    AtLevels::new(observations, request, options.reborrow())?.optimum(request.level, options.poll)
}

/// All that intervals of every level are made of.
pub(crate) struct AtLevels {
    curve: OwnedCurve,
    choice: Choice,
    best: Option<Best>,
    /// The rates of the errors that are expected on new observations; None where they are unknown.
    expected: Option<[f64; 2]>,
    criterion: Option<Covariance>,
    /// None of them without a threshold, which itself is None.
    measures: Vec<Option<MeasureSpec>>,
    number: usize,
}

/// A measure at the chosen threshold, and how it varies, if that is known.
struct MeasureSpec {
    of: Measured,
    covariance: Option<Covariance>,
    /// The result is 1 divided by it.
    is_reciprocal: bool,
}

impl AtLevels {
    pub fn new(
        observations: &Observations<'_>,
        request: &Request<'_>,
        mut options: Options<'_>,
    ) -> Result<AtLevels> {
        request.check()?;
        let choice = request.choice;
        let owned = Ranking::new(observations, options.reborrow())?.to_curve(&mut *options.poll)?;
        let curve = owned.as_curve();
        let mut result = AtLevels {
            best: Best::new(&curve, choice, &mut *options.poll)?,
            choice,
            expected: None,
            criterion: None,
            measures: reserve(request.measures.len())?,
            number: request.measures.len(),
            curve: OwnedCurve::default(),
        };
        if let Some(best) = &result.best {
            let errors = if best.is_regular(&choice) {
                let (sampling, threshold) = (&request.sampling, best.threshold);
                Errors::new(observations, sampling, threshold, options.reborrow())?
            } else {
                None
            };
            let mut covariance_of = |of: &Measured| match &errors {
                Some(errors) if of.problem.has_slopes(best.errors) => {
                    let covariance =
                        errors.covariance(&of.problem, best.errors, &mut *options.poll)?;
                    Ok::<_, Error>(Some(covariance))
                }
                _ => Ok(None),
            };
            for &measure in request.measures {
                if measure == Measure::Threshold {
                    push(&mut result.measures, None)?;
                    continue;
                }
                let (measure, is_reciprocal) = match measure.interval_form() {
                    Some(IntervalForm::ReciprocalOf(other)) => (other, true),
                    _ => (measure, false),
                };
                let of = best.measured(measure, &choice, &curve);
                let covariance = covariance_of(&of)?;
                let spec = MeasureSpec {
                    of,
                    covariance,
                    is_reciprocal,
                };
                push(&mut result.measures, Some(spec))?;
            }
            result.criterion = covariance_of(&best.criterion)?;
            let is_known = errors.is_some();
            drop(errors);
            if is_known {
                let rises = rises_in_halves(&curve, observations, (request, best), options)?;
                let expected = |class: usize| (best.errors[class] + rises[class]).clamp(0.0, 1.0);
                result.expected = Some([expected(0), expected(1)]);
            }
        }
        result.curve = owned;
        Ok(result)
    }

    pub fn optimum(&self, level: Level, poll: Poll<'_>) -> Result<Optimum> {
        let threshold = self.threshold(level, poll)?;
        let mut measures = filled(self.number, Term::apparent(f64::NAN))?;
        for (term, spec) in measures.iter_mut().zip(&self.measures) {
            *term = match spec {
                Some(spec) => self.term(spec, level)?,
                None => threshold,
            };
        }
        Ok(Optimum {
            threshold,
            measures,
        })
    }

    fn threshold(&self, level: Level, poll: Poll<'_>) -> Result<Term> {
        let Some(best) = &self.best else {
            return Ok(Term::apparent(f64::NAN));
        };
        let value = best.chosen.threshold;
        let ends = match (self.expected, &self.criterion) {
            (Some(expected), Some(covariance)) if !self.choice.bounds.are_any() => {
                let problem = &best.criterion.problem;
                let interval = problem.interval(best.errors, expected, covariance, level)?;
                let rise = interval.rise.max(0.0) * risk_inflation(covariance.effective, level)?;
                best.ends_of_threshold(&self.curve.as_curve(), level, rise, poll)?
            }
            _ => [f64::NAN; 2],
        };
        Ok(Term::new(value, (value, f64::NAN), UNKNOWN, ends))
    }

    fn term(&self, spec: &MeasureSpec, level: Level) -> Result<Term> {
        let MeasureSpec { of, covariance, .. } = spec;
        let term = match (&self.best, self.expected, covariance) {
            (Some(best), Some(expected), Some(covariance)) => {
                let problem = &of.problem;
                of.term(&problem.interval(best.errors, expected, covariance, level)?)
            }
            _ => Term::apparent(of.value),
        };
        let term = match of.problem.loss {
            Loss::Logarithm(_) => term.exponential(),
            _ => term,
        };
        Ok(if spec.is_reciprocal {
            term.reciprocal()
        } else {
            term
        })
    }
}

/// The factor of a rise of the risk: one that few effective observations of a class show is often too small. The
/// square of the ratio of the quantiles of the t and the normal distribution; in simulations its power 4/3, which
/// would be due to a standard error, does not do: target "optimal threshold: risk" of `bench/coverage/cells/optima.R`.
fn risk_inflation(effective: [f64; 2], level: Level) -> Result<f64> {
    let ratio = normal_by_t_of_class(outer_tail(level.get()), effective[0].min(effective[1]))?;
    Ok(1.0 / (ratio * ratio).max(f64::MIN_POSITIVE))
}
