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
use crate::error::Result;
use crate::hypothesis::{self, answer_by_interval, Test};
use crate::interval::{self, normal_by_t_of_class, outer_tail, Level};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Poll;
use crate::quantity::{OfOptimum, Quantity};
use best::Best;
use errors::{spread_of_errors, Rule};
use halves::rises_in_halves;
use problem::Spread;

/// Finds the threshold that is the best by a measure, corrects its rates and the measure for having been chosen on the
/// same observations, and gives their intervals.
///
/// The measure is a function of both rates and of the prior. Around its best threshold it is as a risk whose costs are its
/// derivatives; so intervals hold for a measure with derivatives that has its best value between the ends of the curve: a
/// risk, J, balanced accuracy, accuracy or error rate, F, the Jaccard index, kappa, Matthews' coefficient, the distance from
/// the corner, and the geometric mean of both rates. For others, which have their best value where hardly anything is
/// called or where two curves cross, only the threshold and what is apparent is known.
///
/// A threshold that bounds choose is as near to its limit as a quantile is. So optimism falls with the size, not with its
/// power 2/3, and predictive values and the share of what is called have intervals, too; the threshold has none.
///
/// ```text
/// best = the threshold that is the best
/// repeat: halve the observations, or the clusters, at random
///     rise of an error rate += that of the half's best threshold in the whole sample, less that in the half
/// expected error rate = that of best + 2^(1/3) times the mean rise
/// interval of an error rate = Wilson's, for as many observations as its variance says
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
/// use weighted_roc_core::quantity::Measure;
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
/// let mut request = Request::new(Measure::Risk(costs));
/// request.prior = Some(0.3);
/// let mut never = || false;
/// let best = optimum(&observations, &request, Options::new(&mut never))?;
/// assert_eq!(best.threshold.estimate, 6.0);
/// // On new observations it costs more.
/// assert_eq!(best.criterion.apparent, 0.3 * 2.0 * 0.25);
/// assert!(best.criterion.estimate > best.criterion.apparent);
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

/// Tests whether a number of the chosen threshold is the value that is asked for, by its interval at all levels: see
/// [`test_estimate`](crate::hypothesis::test_estimate).
///
/// # Errors
/// Those of [`optimum`], [`Error::Parameter`] for a value that the number cannot have or for an invalid margin.
pub fn test_optimum(
    observations: &Observations<'_>,
    request: &Request<'_>,
    of: OfOptimum,
    test: &hypothesis::Request,
    mut options: Options<'_>,
) -> Result<(Term, Test)> {
    let question = test.of_quantity(&Quantity::Optimum(request.chooses(of)))?;
    let levels = AtLevels::new(observations, request, options.again())?;
    let found = levels.optimum(test.level, &mut *options.poll)?.term(of);
    let mut at_level = |level: Level| {
        let Term {
            std_error,
            low,
            high,
            freedom,
            ..
        } = levels.optimum(level, &mut *options.poll)?.term(of);
        Ok(interval::Interval {
            std_error,
            low,
            high,
            freedom,
        })
    };
    let test = answer_by_interval(&question, 0.0, &mut at_level)?;
    Ok((found, test))
}

/// All that intervals of every level are made of.
struct AtLevels {
    curve: OwnedCurve,
    best: Option<Best>,
    /// How the errors vary, and what is expected of them on new observations; None where that is unknown.
    errors: Option<(Spread, [f64; 2])>,
    is_bounded: bool,
}

impl AtLevels {
    fn new(
        observations: &Observations<'_>,
        request: &Request<'_>,
        mut options: Options<'_>,
    ) -> Result<AtLevels> {
        request.check()?;
        let owned = Ranking::new(observations, options.again())?.to_curve(&mut *options.poll)?;
        let curve = owned.as_curve();
        let best = Best::new(&curve, request, &mut *options.poll)?;
        let errors = match &best {
            Some(best) if best.is_smooth(request.by) => {
                expected_errors(observations, &curve, request, best, options)?
            }
            _ => None,
        };
        Ok(AtLevels {
            curve: owned,
            best,
            errors,
            is_bounded: request.bounds.are_any(),
        })
    }

    fn optimum(&self, level: Level, poll: Poll<'_>) -> Result<Optimum> {
        let Some(best) = &self.best else {
            return Ok(Optimum::unknown());
        };
        let Some((spread, expected)) = &self.errors else {
            return Ok(best.alone());
        };
        let intervals = best
            .problem
            .intervals(best.errors, *expected, spread, level)?;
        let rise = intervals[2].rise.max(0.0) * unsureness(spread.effective, level)?;
        let ends = if self.is_bounded {
            [f64::NAN; 2]
        } else {
            best.ends_of_threshold(&self.curve.as_curve(), level, rise, poll)?
        };
        Ok(best.with(intervals, ends))
    }
}

/// How the rates of errors at the chosen threshold vary, and what is expected of them on new observations.
fn expected_errors(
    observations: &Observations<'_>,
    curve: &Curve<'_>,
    request: &Request<'_>,
    best: &Best,
    mut options: Options<'_>,
) -> Result<Option<(Spread, [f64; 2])>> {
    let rule = Rule {
        threshold: best.threshold,
        rates: best.errors,
        problem: best.problem,
        unit: request.by.unit() / best.scale.slope,
    };
    let spread = spread_of_errors(observations, &request.sampling, &rule, options.again())?;
    let Some(spread) = spread else {
        return Ok(None);
    };
    let rises = rises_in_halves(curve, observations, (request, best), options)?;
    let expected = [0, 1].map(|class| (best.errors[class] + rises[class]).clamp(0.0, 1.0));
    Ok(Some((spread, expected)))
}

/// The factor of a rise of the risk: one that few effective observations of a class show is often too small. The
/// cube of the ratio of the quantiles of the t and the normal distribution; in simulations its power 4/3, which
/// would be due to a standard error, does not do.
fn unsureness(effective: [f64; 2], level: Level) -> Result<f64> {
    let ratio = normal_by_t_of_class(outer_tail(level.get()), effective[0].min(effective[1]))?;
    Ok(1.0 / (ratio * ratio * ratio).max(f64::MIN_POSITIVE))
}
