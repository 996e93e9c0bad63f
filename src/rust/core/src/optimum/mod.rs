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

use crate::curve::{Curve, OwnedCurve, Ranking};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::hypothesis::{self, answer_by_interval, Test};
#[cfg(doc)]
use crate::inference::Bootstrap;
use crate::interval::{self, normal_by_t_of_class, outer_tail, Level};
use crate::measure::{Criterion, IntervalForm};
use crate::memory::{push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Poll;
use crate::quantity::{Choice, Measure, Quantity};
use best::{Best, Measured};
use errors::Errors;
use halves::rises_in_halves;
use problem::Loss;
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
/// As [`Bootstrap::new`]; those of [`Quantity`] for the measure and the prior; [`Error::Parameter`] without a half.
pub fn optimum(
    observations: &Observations<'_>,
    request: &Request<'_>,
    mut options: Options<'_>,
) -> Result<Optimum> {
    AtLevels::new(observations, request, options.again())?.optimum(request.level, options.poll)
}

/// Tests whether the one measure that is asked for is a value, by its interval at all levels: see
/// [`test_estimate`](crate::hypothesis::test_estimate). Without a measure the threshold is tested.
///
/// # Errors
/// Those of [`optimum`], [`Error::Parameter`] for a value that the number cannot have or for an invalid margin.
pub fn test_optimum(
    observations: &Observations<'_>,
    request: &Request<'_>,
    test: &hypothesis::Request,
    mut options: Options<'_>,
) -> Result<(Term, Test)> {
    let quantity = match request.measures.first() {
        Some(&measure) => request.quantity(measure),
        None => Quantity::Chosen(request.choice),
    };
    let question = test.of_quantity(&quantity)?;
    let levels = AtLevels::new(observations, request, options.again())?;
    let mut at_level = |level: Level| {
        let found = levels.optimum(level, &mut *options.poll)?;
        Ok(found.measures.first().copied().unwrap_or(found.threshold))
    };
    let found = at_level(test.level)?;
    let mut interval_at = |level: Level| {
        let Term {
            std_error,
            low,
            high,
            freedom,
            ..
        } = at_level(level)?;
        Ok(interval::Interval {
            std_error,
            low,
            high,
            freedom,
        })
    };
    let test = answer_by_interval(&question, 0.0, &mut interval_at)?;
    Ok((found, test))
}

/// All that intervals of every level are made of.
struct AtLevels<'a> {
    measures: &'a [Measure],
    curve: OwnedCurve,
    choice: Choice,
    best: Option<Best>,
    /// How errors vary, and what is expected of them on new observations; None where that is unknown.
    errors: Option<(Errors, [f64; 2])>,
}

impl<'a> AtLevels<'a> {
    fn new(
        observations: &Observations<'_>,
        request: &Request<'a>,
        mut options: Options<'_>,
    ) -> Result<AtLevels<'a>> {
        request.check()?;
        let owned = Ranking::new(observations, options.again())?.to_curve(&mut *options.poll)?;
        let curve = owned.as_curve();
        let best = Best::new(&curve, request.choice, &mut *options.poll)?;
        let errors = match &best {
            Some(best) if best.is_regular(&request.choice) => {
                expected_errors(observations, &curve, request, best, options)?
            }
            _ => None,
        };
        Ok(AtLevels {
            measures: request.measures,
            curve: owned,
            choice: request.choice,
            best,
            errors,
        })
    }

    fn optimum(&self, level: Level, poll: Poll<'_>) -> Result<Optimum> {
        let mut measures = reserve(self.measures.len())?;
        for &measure in self.measures {
            push(&mut measures, self.term(measure, level, &mut *poll)?)?;
        }
        Ok(Optimum {
            threshold: self.threshold(level, poll)?,
            measures,
        })
    }

    fn threshold(&self, level: Level, poll: Poll<'_>) -> Result<Term> {
        let Some(best) = &self.best else {
            return Ok(Term::apparent(f64::NAN));
        };
        let value = best.chosen.threshold;
        let ends = match &self.errors {
            Some((errors, expected)) if !self.choice.bounds.are_any() => {
                let problem = &best.criterion.problem;
                let spread = errors.spread(problem, best.errors, &mut *poll)?;
                let interval = problem.interval(best.errors, *expected, &spread, level)?;
                let rise = interval.rise.max(0.0) * unsureness(spread.effective, level)?;
                best.ends_of_threshold(&self.curve.as_curve(), level, rise, poll)?
            }
            _ => [f64::NAN; 2],
        };
        Ok(Term::new(value, (value, f64::NAN), UNKNOWN, ends))
    }

    /// A measure at the chosen threshold.
    fn term(&self, measure: Measure, level: Level, poll: Poll<'_>) -> Result<Term> {
        let Some(best) = &self.best else {
            return Ok(Term::apparent(f64::NAN));
        };
        if let IntervalForm::ReciprocalOf(other) = measure.interval_form() {
            return Ok(self.term(other, level, poll)?.reciprocal());
        }
        let wanted = Criterion {
            measure,
            prior: self.choice.prior,
        };
        let own;
        let of = if wanted == self.choice.criterion() && !self.choice.bounds.are_any() {
            &best.criterion
        } else {
            own = Measured::new(wanted, &best.chosen, &self.curve.as_curve());
            &own
        };
        let term = match &self.errors {
            Some((errors, expected)) if of.problem.has_slopes(best.errors) => {
                let spread = errors.spread(&of.problem, best.errors, poll)?;
                let found = of
                    .problem
                    .interval(best.errors, *expected, &spread, level)?;
                of.term(&found)
            }
            _ => Term::apparent(of.value),
        };
        Ok(match of.problem.loss {
            Loss::Logarithm(_) => term.exponential(),
            _ => term,
        })
    }
}

/// How errors at the chosen threshold vary, and what is expected of them on new observations. Nothing where a class has
/// fewer than two units.
fn expected_errors(
    observations: &Observations<'_>,
    curve: &Curve<'_>,
    request: &Request<'_>,
    best: &Best,
    mut options: Options<'_>,
) -> Result<Option<(Errors, [f64; 2])>> {
    let sampling = &request.sampling;
    let errors = Errors::new(observations, sampling, best.threshold, options.again())?;
    let Some(errors) = errors else {
        return Ok(None);
    };
    let rises = rises_in_halves(curve, observations, (request, best), options)?;
    let expected = [0, 1].map(|class| (best.errors[class] + rises[class]).clamp(0.0, 1.0));
    Ok(Some((errors, expected)))
}

/// The factor of a rise of the risk: one that few effective observations of a class show is often too small. The
/// cube of the ratio of the quantiles of the t and the normal distribution; in simulations its power 4/3, which
/// would be due to a standard error, does not do.
fn unsureness(effective: [f64; 2], level: Level) -> Result<f64> {
    let ratio = normal_by_t_of_class(outer_tail(level.get()), effective[0].min(effective[1]))?;
    Ok(1.0 / (ratio * ratio * ratio).max(f64::MIN_POSITIVE))
}
