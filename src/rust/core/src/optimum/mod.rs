//! How good the threshold that is the best by a measure is on new observations.

mod errors;
mod problem;
#[cfg(test)]
mod tests;

use crate::curve::{Curve, OwnedCurve, Ranking};
use crate::decision::{Bounds, Risk};
use crate::error::{Error, Result};
use crate::hypothesis::{self, answer_by_interval, Test};
use crate::inference::{Bootstrap, BootstrapRequest, Scheme};
use crate::interval::{self, normal_by_t_of_class, outer_tail, Level};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::quantity::{self, AsRisk, Measure, OfOptimum, Quantity, Scale};
use crate::rounding::difference;
use crate::rounding::LOST;
use crate::sampling::{Sampling, Unit};
use crate::shape::hull;
use crate::sum::Sums;
use errors::{spread_of_errors, Rule, Spread};
use problem::{sign_of, Interval, Loss, Problem, Slopes};

/// A request for the threshold that is the best by a measure.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'a> {
    /// How the observations were sampled. Halves keep estimated weights as they are.
    pub sampling: Sampling<'a>,
    /// The measure that chooses the threshold. In a risk an error costs at least what the right answer does.
    pub by: Measure,
    /// If there are any, they choose the threshold, and the criterion is the measure there.
    pub bounds: Bounds,
    /// The probability of the positive class. Without it, its share in the weights, which varies then, too.
    pub prior: Option<f64>,
    /// The probability of the intervals.
    pub level: Level,
    /// The number of random halves, 1 at least.
    pub halves: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// How the errors vary, if that is not to be found from the observations.
    pub given: Option<Given>,
}

/// The standard errors that a survey design gives to three estimates at the chosen threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given {
    /// The false positive rate and the false negative rate.
    pub rates: [f64; 2],
    /// The measure, in its own unit.
    pub criterion: f64,
    /// The most degrees of freedom that each has.
    pub most: f64,
}

/// A number at the chosen threshold. Unknown numbers are NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The expected value on new observations.
    pub estimate: f64,
    /// The value in the sample that chose the threshold.
    pub apparent: f64,
    /// By how much the apparent number is expected to be larger.
    pub optimism: f64,
    /// The standard error of the estimate.
    pub std_error: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The degrees of freedom of the standard error, by which the interval is.
    pub freedom: f64,
}

/// The threshold that is the best by a measure, and what it gives on new observations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Optimum {
    /// The threshold, with the interval of the thresholds that may be best in the population.
    pub threshold: Term,
    /// The true positive rate.
    pub tpr: Term,
    /// The false positive rate.
    pub fpr: Term,
    /// The measure that chose the threshold.
    pub criterion: Term,
}

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
    };
    let given = request.given.map(|given| Given {
        criterion: given.criterion / best.scale.slope.abs(),
        ..given
    });
    let sampling = &request.sampling;
    let spread = spread_of_errors(observations, sampling, &rule, given, options.again())?;
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

impl Request<'_> {
    /// A request for independent observations, by the prior of their weights and 500 halves.
    pub fn new(by: Measure) -> Self {
        Request {
            sampling: Sampling::default(),
            by,
            bounds: Bounds::NONE,
            prior: None,
            level: Level::default(),
            halves: 500,
            seed: 1,
            given: None,
        }
    }

    fn chooses(&self, of: OfOptimum) -> quantity::Optimum {
        quantity::Optimum {
            of,
            by: self.by,
            prior: self.prior,
            bounds: self.bounds,
        }
    }

    fn check(&self) -> Result<()> {
        Quantity::Optimum(self.chooses(OfOptimum::Criterion)).check()?;
        if self.halves == 0 {
            return Err(Error::Parameter {
                name: "halves",
                value: 0.0,
            });
        }
        Ok(())
    }
}

/// The threshold that is the best in the sample.
struct Best {
    row: usize,
    /// The measure there.
    value: f64,
    /// The threshold of the row.
    at: f64,
    /// The same as a rule: infinite scores are positive by an infinite threshold, but not in the last row.
    threshold: Option<f64>,
    /// The false positive rate and the false negative rate.
    errors: [f64; 2],
    tpr: f64,
    /// The criterion by which halves choose: costs in a unit in which their products are numbers.
    by: quantity::Optimum,
    /// From the loss of the problem to the measure.
    scale: Scale,
    problem: Problem,
}

impl Best {
    /// None if the measure has no value at any threshold.
    fn new(curve: &Curve<'_>, request: &Request<'_>, poll: Poll<'_>) -> Result<Option<Best>> {
        let by = request.chooses(OfOptimum::Criterion);
        let of_row = |row: usize, value: f64, by, scale, problem| {
            let (tpr, fpr) = (curve.tpr(row), curve.fpr(row));
            let at = curve.points().threshold[row];
            Best {
                row,
                value,
                at,
                threshold: (tpr > 0.0 || fpr > 0.0).then_some(at),
                errors: [fpr, 1.0 - tpr],
                tpr,
                by,
                scale,
                problem,
            }
        };
        let priors_of = |prior: Option<f64>| match prior {
            Some(prior) => [1.0 - prior, prior],
            None => curve.shares(),
        };
        let Some(AsRisk {
            costs,
            prior,
            scale,
        }) = by.as_risk()
        else {
            let Some(chosen) = by.choose_by_value(curve, &mut Pace::new(poll))? else {
                return Ok(None);
            };
            let wanted = by.criterion();
            let problem = Problem {
                loss: Loss::Measure(wanted),
                priors: priors_of(request.prior),
                is_known: request.prior.is_some() || !request.by.takes_prior(),
            };
            let scale = Scale {
                intercept: 0.0,
                slope: sign_of(request.by),
            };
            let value = by.at(Some(chosen));
            return Ok(Some(of_row(chosen.row, value, by, scale, problem)));
        };
        let priors = priors_of(prior);
        let risk = Risk::new(curve, costs, priors)?;
        let row = risk.least_on(&hull(curve, &mut *poll)?, poll)?;
        let (costs, unit) = costs.in_small_unit();
        let problem = Problem {
            loss: Loss::of_costs(&costs),
            priors,
            is_known: prior.is_some(),
        };
        let by = quantity::Optimum {
            of: by.of,
            by: Measure::Risk(costs),
            prior,
            bounds: by.bounds,
        };
        let value = scale.of(risk.of_row(row));
        let scale = Scale {
            intercept: scale.intercept,
            slope: scale.slope * unit,
        };
        Ok(Some(of_row(row, value, by, scale, problem)))
    }

    /// Whether there is a theory of how the best value of the measure varies, and its derivatives are numbers.
    fn is_smooth(&self, by: Measure) -> bool {
        let is_bounded = self.by.bounds.are_any();
        let is_regular = match by {
            Measure::Risk(_) => !is_bounded,
            Measure::Tpr
            | Measure::Fpr
            | Measure::Tnr
            | Measure::Fnr
            | Measure::Ppv
            | Measure::Npv
            | Measure::FalseDiscoveryRate
            | Measure::FalseOmissionRate
            | Measure::Share => is_bounded,
            _ => matches!(
                by,
                Measure::Youden
                    | Measure::BalancedAccuracy
                    | Measure::Accuracy
                    | Measure::ErrorRate
                    | Measure::F1
                    | Measure::F(_)
                    | Measure::Jaccard
                    | Measure::Kappa
                    | Measure::Correlation
                    | Measure::Distance
                    | Measure::GeometricMean
            ),
        };
        let Slopes {
            by_errors,
            by_prior,
        } = self.problem.slopes(self.errors);
        is_regular && by_prior.is_finite() && by_errors.iter().all(|by| by.is_finite())
    }

    /// The loss of each row.
    fn losses<'a>(&'a self, curve: &'a Curve<'a>) -> Result<impl Fn(usize) -> f64 + 'a> {
        let risk = match self.by.by {
            Measure::Risk(costs) => Some(Risk::new(curve, costs, self.problem.priors)?),
            _ => None,
        };
        let sign = sign_of(self.by.by);
        Ok(move |row: usize| match &risk {
            Some(risk) => risk.of_row(row),
            None => sign * self.by.criterion().of_row(curve, row),
        })
    }

    /// Thresholds of which the loss is so little above that of the best one that either may be the least on other
    /// observations: by the distribution of the depth of a Brownian motion with parabolic drift, of which the mean
    /// optimism is 4/3 of the mean. Below a score down to the next one all are the same in the sample.
    fn ends_of_threshold(
        &self,
        curve: &Curve<'_>,
        level: Level,
        rise: f64,
        poll: Poll<'_>,
    ) -> Result<[f64; 2]> {
        let depth = 0.6 * libm::log(8.0 / (3.0 * (1.0 - level.get())));
        let reach = libm::pow(depth, 2.0 / 3.0) * rise;
        let loss_of = self.losses(curve)?;
        let mut pace = Pace::new(poll);
        let mut least = f64::INFINITY;
        for row in 0..curve.rows() {
            pace.step()?;
            least = least.min(loss_of(row));
        }
        // The best one may be so by rounding.
        let least = least.max(loss_of(self.row));
        let most = least + LOST * self.problem.size(self.errors) + reach;
        let (mut first, mut last) = (self.row, self.row);
        for row in 0..curve.rows() {
            pace.step()?;
            if loss_of(row) <= most {
                first = first.min(row);
                last = last.max(row);
            }
        }
        let thresholds = curve.points().threshold;
        let below = first.checked_sub(1).map(|row| thresholds[row]);
        Ok([below.unwrap_or(f64::NEG_INFINITY), thresholds[last]])
    }

    /// Nothing but what the sample shows.
    fn alone(&self) -> Optimum {
        self.with([Interval::unknown(); 3], [f64::NAN; 2])
    }

    /// From the intervals of the false positive rate, the false negative rate and the loss.
    fn with(&self, [fpr, fnr, loss]: [Interval; 3], [low, high]: [f64; 2]) -> Optimum {
        let rate = |apparent, optimism, found: Interval, ends| {
            let estimate = difference(apparent, optimism).clamp(0.0, 1.0);
            let spread = (found.std_error, found.freedom);
            Term::new(estimate, (apparent, optimism), spread, ends)
        };
        let optimism = -self.scale.slope * loss.rise;
        let [a, b] = [loss.low, loss.high].map(|end| self.scale.of(end));
        Optimum {
            threshold: Term::new(self.at, (self.at, f64::NAN), UNKNOWN, [low, high]),
            tpr: rate(self.tpr, fnr.rise, fnr, [1.0 - fnr.high, 1.0 - fnr.low]),
            fpr: rate(self.errors[0], -fpr.rise, fpr, [fpr.low, fpr.high]),
            criterion: Term::new(
                difference(self.value, optimism),
                (self.value, optimism),
                (self.scale.slope.abs() * loss.std_error, loss.freedom),
                if b < a { [b, a] } else { [a, b] },
            ),
        }
    }
}

impl Optimum {
    /// The number that is asked for; NaN for one that this does not know.
    ///
    /// ```
    /// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    /// use weighted_roc_core::optimum::{optimum, Request};
    /// use weighted_roc_core::quantity::{Measure, OfOptimum};
    ///
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]),
    /// #     labels: Labels::I32(&[0, 0, 1, 0, 0, 1, 1, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// let best = optimum(&observations, &Request::new(Measure::F1), Options::default())?;
    /// assert_eq!(best.term(OfOptimum::Criterion), best.criterion);
    /// assert_eq!(best.term(OfOptimum::Tnr).estimate, 1.0 - best.fpr.estimate);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn term(&self, of: OfOptimum) -> Term {
        match of {
            OfOptimum::Threshold => self.threshold,
            OfOptimum::Tpr => self.tpr,
            OfOptimum::Fpr => self.fpr,
            OfOptimum::Tnr => self.fpr.complement(),
            OfOptimum::Fnr => self.tpr.complement(),
            OfOptimum::Criterion => self.criterion,
        }
    }

    /// The optimum of a measure that has no value.
    fn unknown() -> Optimum {
        let unknown = Term::new(f64::NAN, (f64::NAN, f64::NAN), UNKNOWN, [f64::NAN; 2]);
        Optimum {
            threshold: unknown,
            tpr: unknown,
            fpr: unknown,
            criterion: unknown,
        }
    }
}

/// A standard error and its degrees of freedom.
const UNKNOWN: (f64, f64) = (f64::NAN, f64::NAN);

impl Term {
    /// The complement of the number, as TNR of FPR.
    ///
    /// ```
    /// use weighted_roc_core::optimum::Term;
    ///
    /// let fpr = Term {
    ///     estimate: 0.25,
    ///     apparent: 0.125,
    ///     optimism: -0.125,
    ///     std_error: 0.1,
    ///     low: 0.0625,
    ///     high: 0.5,
    ///     freedom: 20.0,
    /// };
    /// let tnr = fpr.complement();
    /// assert_eq!((tnr.estimate, tnr.optimism, tnr.low, tnr.high), (0.75, 0.125, 0.5, 0.9375));
    /// ```
    pub fn complement(&self) -> Term {
        Term {
            estimate: 1.0 - self.estimate,
            apparent: 1.0 - self.apparent,
            optimism: -self.optimism,
            std_error: self.std_error,
            low: 1.0 - self.high,
            high: 1.0 - self.low,
            freedom: self.freedom,
        }
    }

    fn new(
        estimate: f64,
        (apparent, optimism): (f64, f64),
        (std_error, freedom): (f64, f64),
        [low, high]: [f64; 2],
    ) -> Term {
        Term {
            estimate,
            apparent,
            optimism,
            std_error,
            freedom,
            // No end is on the other side of the estimate by rounding.
            low: if low > estimate { estimate } else { low },
            high: if high < estimate { estimate } else { high },
        }
    }
}

/// By how much more of the negatives, and of the positives, the best threshold of a half is wrong in the whole
/// sample than in that half, times what makes the optimism of the whole sample of it: twice the rise is the optimism
/// of half the sample, and optimism falls with the power -2/3 of the size (Kim and Pollard 1990), that of bounds with -1.
fn rises_in_halves(
    curve: &Curve<'_>,
    observations: &Observations<'_>,
    (request, best): (&Request<'_>, &Best),
    mut options: Options<'_>,
) -> Result<[f64; 2]> {
    let scheme = match request.sampling.unit {
        Unit::Row => Scheme::Half,
        Unit::Count => Scheme::HalfOfCounts,
    };
    let outcome = request.sampling.links.and_then(|links| links.own_outcome());
    let drawing = BootstrapRequest {
        sampling: request.sampling,
        seed: request.seed,
        outcome,
        ..BootstrapRequest::new(scheme)
    };
    let halves = Bootstrap::new(observations, &drawing, options.again())?;
    let factor = if best.by.bounds.are_any() {
        1.0
    } else {
        libm::cbrt(2.0)
    };
    let bounds = best.by.bounds.of_choice();
    let best = [OfOptimum::Threshold, OfOptimum::Tpr, OfOptimum::Fpr].map(|of| {
        Quantity::Optimum(quantity::Optimum {
            of,
            bounds,
            ..best.by
        })
    });
    let (mut rises, mut known) = (Sums::default(), 0.0);
    halves.each(&best, request.halves, options, |half| {
        let [threshold, tpr, fpr] = [half[0], half[1], half[2]];
        if threshold.is_nan() {
            return Ok(());
        }
        known += 1.0;
        let row = if tpr == 0.0 && fpr == 0.0 {
            curve.rows() - 1
        } else {
            curve.row_at(threshold)?
        };
        rises.add([curve.fpr(row) - fpr, tpr - curve.tpr(row)]);
        Ok(())
    })?;
    Ok(rises.values().map(|sum| factor * (sum / known)))
}
