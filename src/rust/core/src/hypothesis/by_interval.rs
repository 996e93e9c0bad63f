//! Tests that reject what an interval leaves out.
//!
//! ```text
//! end(tail)   the end of the interval beyond which the truth lies with probability tail, on either side
//! p(m)        the tail at which the end on the side of m is m; twice that on both sides
//! statistic   the t quantile of p, with the degrees of freedom of the interval and the sign of the estimate less m
//! ```
//!
//! So an interval and a test of one number agree whatever the interval is made of.

use super::answer::{answer, at_least_one, quantile_of, Estimated, Statistic, Test};
use super::request::{Question, Request};
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
    freedom: f64,
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
        let statistic = |value| Ok(Statistic::new(value, self.freedom));
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
        let asked = Normal.upper_quantile(self.tail)?;
        let reached = if left(asked)? < 0.0 {
            root([0.0, asked], left)?
        } else if left(most)? < 0.0 {
            root([asked, most], left)?
        } else {
            most
        };
        statistic(sign * quantile_of(Normal.upper(reached), self.freedom)?)
    }

    fn end(&self, tail: f64, side: f64) -> Result<f64, Error> {
        Ok(self.ends(tail)?[usize::from(side > 0.0)])
    }
}

/// Answers a question by the interval at all levels. `least` is the least tail that the interval can tell from none.
pub(crate) fn answer_by_interval(
    question: &Question,
    least: f64,
    at_level: &mut AtLevel<'_>,
) -> Result<Test, Error> {
    let interval = at_level(Level::new(question.level)?)?;
    let estimate = ByInterval {
        std_error: interval.std_error,
        freedom: if interval.freedom.is_nan() {
            f64::INFINITY
        } else {
            at_least_one(interval.freedom)
        },
        least: least.max(LEAST_TAIL),
        tail: question.tail().clamp(LEAST_TAIL, MOST_TAIL),
        at_level: RefCell::new(at_level),
    };
    answer(question, &estimate)
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
/// let mut asked = EstimateRequest::default();
/// asked.spread.quantities = &quantities;
/// let interval = estimate(&observations, &asked, Options::default())?.estimates[0].interval;
/// let mut request = Request::default();
/// request.null = interval.low;
/// let (_, test) = test_estimate(&observations, &asked, &request, Options::default())?;
/// assert!((test.p_value - 0.05).abs() < 1e-9);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`estimate`](crate::estimate::estimate), [`Error::Parameter`] for a value that the quantity cannot have or for
/// an invalid margin.
pub fn test_estimate(
    scores: &[Observations<'_>],
    asked: &EstimateRequest<'_>,
    request: &Request,
    mut options: Options<'_>,
) -> Result<(f64, Test), Error> {
    let [quantity] = asked.spread.quantities else {
        return Err(Error::Empty);
    };
    let question = request.of_quantity(quantity)?;
    let mut levels = AtLevels::new(scores, asked, options.reborrow())?;
    let value = levels.estimate(request.level, &mut *options.poll)?.value;
    let least = levels.least_tail();
    let mut at_level = |level: Level| Ok(levels.estimate(level, &mut *options.poll)?.interval);
    let test = answer_by_interval(&question, least, &mut at_level)?;
    Ok((value, test))
}
