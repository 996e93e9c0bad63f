//! Tests that reject what an interval leaves out.
//!
//! ```text
//! end(tail)   the end of the interval beyond which the truth lies with probability tail, on either side
//! p(m)        the tail at which the end on the side of m is m; pair_correction that on both sides
//! statistic   the t quantile of p, with the degrees of df of the interval and the sign of the estimate less m
//! ```
//!
//! So an interval and a test of one number agree whatever the interval is made of.

use super::answer::{answer, at_least_one, quantile_of, Estimated, Statistic, Test};
use super::request::{Hypothesis, Request};
use crate::distribution::Normal;
use crate::error::Error;
use crate::estimate::{AtLevels, EstimateRequest};
use crate::interval::{Interval, Level};
use crate::observations::Observations;
use crate::options::Options;
use crate::root::root;
use std::cell::RefCell;

/// The interval of an estimate at a level.
type AtLevel<'a> = dyn FnMut(Level) -> Result<Interval, Error> + 'a;

struct ByInterval<'a> {
    std_error: f64,
    df: f64,
    /// The least tail that the interval has: of floating-point levels, or of replicates.
    least: f64,
    /// The tail of the interval that is asked for.
    tail: f64,
    at_level: RefCell<&'a mut AtLevel<'a>>,
}

/// The least tail of an interval whose level is a number below 1.
const LEAST_TAIL: f64 = 1e-15;

/// The largest tail: the interval is next to a point.
const MOST_TAIL: f64 = 0.5 - 1e-9;

impl ByInterval<'_> {
    fn ends(&self, tail: f64) -> Result<[f64; 2], Error> {
        let tail = tail.clamp(LEAST_TAIL, MOST_TAIL);
        let interval = (self.at_level.borrow_mut())(Level::new(1.0 - 2.0 * tail)?)?;
        Ok([interval.low, interval.high])
    }
}

impl Estimated for ByInterval<'_> {
    fn std_error(&self) -> f64 {
        self.std_error
    }

    fn at(&self, null: f64) -> Result<Statistic, Error> {
        let statistic = |value| Ok(Statistic::new(value, self.df));
        let [low, high] = self.ends(MOST_TAIL)?;
        if low.is_nan() || high.is_nan() {
            return statistic(f64::NAN);
        }
        let (side, sign) = if null < low {
            (0, 1.0)
        } else if null > high {
            (1, -1.0)
        } else {
            return statistic(0.0);
        };
        let most = Normal.upper_quantile(self.least)?;
        // An end may stay at a limit: what counts is where it comes there.
        let left = |quantile: f64| {
            let left = sign * (self.ends(Normal.upper(quantile))?[side] - null);
            Ok(if left == 0.0 {
                -f64::MIN_POSITIVE
            } else {
                left
            })
        };
        // The decision at the level that is asked for comes first: few intervals grow unevenly with it.
        let spec = Normal.upper_quantile(self.tail)?;
        let reached = if left(spec)? < 0.0 {
            root([0.0, spec], left)?
        } else if left(most)? < 0.0 {
            root([spec, most], left)?
        } else {
            most
        };
        statistic(sign * quantile_of(Normal.upper(reached), self.df)?)
    }

    fn end(&self, tail: f64, side: f64) -> Result<f64, Error> {
        Ok(self.ends(tail)?[usize::from(side > 0.0)])
    }
}

/// Answers a question by the interval at all levels. `least` is the least tail that the interval can tell from none.
pub(crate) fn answer_by_interval(
    hypothesis: &Hypothesis,
    least: f64,
    at_level: &mut AtLevel<'_>,
) -> Result<Test, Error> {
    let interval = at_level(Level::new(hypothesis.level)?)?;
    let estimate = ByInterval {
        std_error: interval.std_error,
        df: if interval.df.is_nan() {
            f64::INFINITY
        } else {
            at_least_one(interval.df)
        },
        least: least.max(LEAST_TAIL),
        tail: hypothesis.tail().clamp(LEAST_TAIL, MOST_TAIL),
        at_level: RefCell::new(at_level),
    };
    answer(hypothesis, &estimate)
}

/// Tests whether a quantity of a score is the value that is asked for: the test rejects the values that the interval of
/// [`estimate`](crate::estimate::estimate) leaves out, at every level. Gives the estimate, and the test.
///
/// ```
/// use weighted_roc_core::estimate::{estimate, EstimateRequest};
/// use weighted_roc_core::hypothesis::{test_estimate, Request};
/// use weighted_roc_core::quantity::Quantity;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = [Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
///     labels: Labels::I32(&[0, 1, 0, 1, 0, 1]),
///     weights: Weights::Unit,
/// }];
/// let quantities = [Quantity::tpr_at(0.25)];
/// let mut spec = EstimateRequest::default();
/// spec.covariance.quantities = &quantities;
/// let interval = estimate(&observations, &spec, Options::default())?.estimates[0].interval;
/// let mut request = Request::default();
/// request.null = interval.low;
/// let (_, test) = test_estimate(&observations, &spec, &request, Options::default())?;
/// assert!((test.p_value - 0.05).abs() < 1e-9);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`estimate`](crate::estimate::estimate), [`Error::Parameter`] for a value that the quantity cannot have or for
/// an invalid margin.
pub fn test_estimate(
    scores: &[Observations<'_>],
    spec: &EstimateRequest<'_>,
    request: &Request,
    mut options: Options<'_>,
) -> Result<(f64, Test), Error> {
    let [quantity] = spec.covariance.quantities else {
        return Err(Error::Empty);
    };
    let hypothesis = request.of_quantity(quantity)?;
    let mut levels = AtLevels::new(scores, spec, options.reborrow())?;
    let value = levels.estimate(request.level, &mut *options.poll)?.value;
    let least = levels.least_tail();
    let mut at_level = |level: Level| Ok(levels.estimate(level, &mut *options.poll)?.interval);
    let test = answer_by_interval(&hypothesis, least, &mut at_level)?;
    Ok((value, test))
}
