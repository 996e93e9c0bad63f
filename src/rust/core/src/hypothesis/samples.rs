//! Estimates of independent samples: their differences, their slope, and whether they are all equal.

use super::answer::{answer, quantile_of, Estimated, Reference, Statistic, Test};
use super::compared::Scale;
use super::contrasts::{combined, contrasts_of, Aim, Contrasts, TestOfSeveral};
use super::one::Estimate;
use super::request::{Kind, Question, Request};
use super::tails::fisher_upper;
use super::wald::{joint_wald_test, Wald};
use crate::error::Error;
use crate::inference::rounding::{difference, without_rounding};
use crate::inference::Spread;
use crate::interval::{placement_variance, score_interval, score_spread, Area, ScoreSpread};
use crate::memory::{collect, filled, push, reserve};
use crate::poll::{Pace, Poll};
use crate::root::root;

/// An estimate and the number of the independent units that it is of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The estimate.
    pub estimate: Estimate,
    /// The number of observations, or of clusters.
    pub units: f64,
}

impl Sample {
    /// Of a spread of one estimate. In a survey design no more units count than it has degrees of freedom.
    pub fn of(spread: &Spread, scale: &Scale) -> Sample {
        Sample {
            estimate: Estimate::of(spread, 0, scale),
            units: spread.units[2].min(spread.most + 1.0),
        }
    }
}

/// Tests whether estimates of independent samples are equal, or with `trend`, a number for each sample, whether
/// their slope along these numbers is 0.
///
/// A linear combination of areas has the interval that is made of their score intervals (Zou and Donner 2008);
/// more than two have Welch's test (1951), with the variances that they would have if they were equal. Wald's
/// tests, and those of other numbers than areas, are by standard errors.
///
/// ```
/// use weighted_roc_core::hypothesis::{test_samples, Estimate, Request, Sample};
///
/// let of = |value| Sample {
///     estimate: Estimate::Other { value, variance: 0.01, freedom: 30.0 },
///     units: 40.0,
/// };
/// let samples = [of(0.5), of(0.6), of(0.9)];
/// let found = test_samples(&samples, None, &Request::default(), &mut || false)?;
/// assert!(found.test.p_value < 0.05);
/// // The first and the last differ most.
/// let p = found.contrasts.tests.iter().map(|test| test.p_value).fold(1.0, f64::min);
/// assert_eq!(p, found.contrasts.tests[1].p_value);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Empty`] for fewer than two samples, [`Error::Parameter`] for a trend that is none, those of a
/// [`Request`], [`Error::Memory`] and [`Error::Interrupted`].
pub fn test_samples(
    samples: &[Sample],
    trend: Option<&[f64]>,
    request: &Request,
    poll: Poll<'_>,
) -> Result<TestOfSeveral, Error> {
    if samples.len() < 2 {
        return Err(Error::Empty);
    }
    let mut pace = Pace::new(poll);
    let question = request.of_difference()?;
    let values = collect(samples.iter().map(|sample| sample.estimate.value()))?;
    let aim = Aim::of(samples.len(), trend)?;
    let test = match &aim {
        Aim::Combination(coefficients) => {
            test_combination(samples, coefficients, request.kind, &question)?
        }
        Aim::All => test_of_all(samples, request.kind, &mut pace)?,
    };
    let contrasts = contrasts_of_samples(samples, request, &mut pace)?;
    Ok(TestOfSeveral {
        combined: aim.combined(&values),
        estimates: values,
        test,
        contrasts,
    })
}

/// A linear combination of the estimates.
fn test_combination(
    samples: &[Sample],
    coefficients: &[f64],
    kind: Kind,
    question: &Question,
) -> Result<Test, Error> {
    let squares = |value: &dyn Fn(&Sample) -> f64| -> f64 {
        let parts = coefficients.iter().zip(samples);
        parts.map(|(c, sample)| c * c * value(sample)).sum()
    };
    let std_error = squares(&|sample| sample.estimate.variance()).sqrt();
    let values = collect(samples.iter().map(|sample| sample.estimate.value()))?;
    let [sum, terms] = combined(&values, coefficients);
    if let (Some(areas), Kind::Score) = (areas_of(samples)?, kind) {
        if std_error.is_nan() {
            return Ok(Test::undefined(Reference::Student(f64::NAN), std_error));
        }
        let combination = Combination {
            estimate: without_rounding(sum, terms),
            std_error,
            reach: Reach::of(&areas, coefficients)?,
        };
        return answer(question, &combination);
    }
    let freedom = satterthwaite(samples, coefficients, |sample| freedom_of(sample, kind));
    let wald = Wald {
        estimate: sum,
        std_error,
        freedom,
    };
    wald.test(question)
}

fn freedom_of(sample: &Sample, kind: Kind) -> f64 {
    match kind {
        Kind::Score => sample.estimate.freedom(),
        Kind::Wald => sample.units - 1.0,
    }
}

/// Satterthwaite's degrees of freedom; those of all samples where nothing varies.
fn satterthwaite(
    samples: &[Sample],
    coefficients: &[f64],
    freedom: impl Fn(&Sample) -> f64,
) -> f64 {
    let (mut sum, mut squares, mut all) = (0.0, 0.0, 0.0);
    for (c, sample) in coefficients.iter().zip(samples) {
        let part = c * c * sample.estimate.variance();
        sum += part;
        squares += part * part / freedom(sample);
        all += freedom(sample);
    }
    if sum == 0.0 {
        all
    } else {
        sum * sum / squares
    }
}

/// The areas, if all are.
fn areas_of(samples: &[Sample]) -> Result<Option<Vec<Area>>, Error> {
    let mut areas = reserve(samples.len())?;
    for sample in samples {
        let Estimate::Area(area) = sample.estimate else {
            return Ok(None);
        };
        push(&mut areas, area)?;
    }
    Ok(Some(areas))
}

/// How far the interval of a linear combination of areas reaches: the distances of the areas to the ends of their
/// score intervals, which have one quantile, together.
pub(crate) struct Reach {
    parts: Vec<(f64, Area, ScoreSpread)>,
    freedom: f64,
}

/// A quantile that leaves nothing.
const MOST_QUANTILE: f64 = 1e6;

impl Reach {
    pub fn of(areas: &[Area], coefficients: &[f64]) -> Result<Reach, Error> {
        let parts = areas.iter().zip(coefficients);
        let parts = collect(parts.map(|(area, &c)| (c, *area, score_spread(area))))?;
        let (mut sum, mut squares) = (0.0, 0.0);
        for (c, _, spread) in &parts {
            let part = c * c * spread.factor;
            sum += part;
            squares += part * part / spread.freedom;
        }
        Ok(Reach {
            parts,
            freedom: sum * sum / squares,
        })
    }

    fn by_quantile(&self, quantile: f64, side: f64) -> Result<f64, Error> {
        let mut squares = 0.0;
        for (c, area, spread) in &self.parts {
            let ends = score_interval(area.value, quantile * quantile * spread.factor)?;
            let apart = c * (area.value - ends[usize::from(side * c >= 0.0)]);
            squares += apart * apart;
        }
        Ok(squares.sqrt())
    }

    /// How far the interval reaches on a side.
    pub fn distance(&self, tail: f64, side: f64) -> Result<f64, Error> {
        self.by_quantile(quantile_of(tail, self.freedom)?, side)
    }

    /// The quantile at which the interval of an estimate ends so far from it.
    pub fn at(&self, difference: f64) -> Result<Statistic, Error> {
        Ok(Statistic::new(self.quantile(difference)?, self.freedom))
    }

    fn quantile(&self, difference: f64) -> Result<f64, Error> {
        if difference == 0.0 {
            return Ok(0.0);
        }
        let sign = 1f64.copysign(difference);
        let excess = |quantile: f64| Ok(self.by_quantile(quantile, -sign)? - difference.abs());
        let mut most = 4.0;
        while excess(most)? < 0.0 {
            if most >= MOST_QUANTILE {
                return Ok(sign * f64::INFINITY);
            }
            most *= 2.0;
        }
        Ok(sign * root([0.0, most], excess)?)
    }
}

struct Combination {
    estimate: f64,
    std_error: f64,
    reach: Reach,
}

impl Estimated for Combination {
    fn std_error(&self) -> f64 {
        self.std_error
    }

    fn at(&self, null: f64) -> Result<Statistic, Error> {
        self.reach.at(difference(self.estimate, null))
    }

    fn end(&self, tail: f64, side: f64) -> Result<f64, Error> {
        Ok(self.estimate + side * self.reach.distance(tail, side)?)
    }
}

fn test_of_all(samples: &[Sample], kind: Kind, pace: &mut Pace<'_>) -> Result<Test, Error> {
    if kind == Kind::Score {
        return welch(samples);
    }
    let values = collect(samples.iter().map(|sample| sample.estimate.value()))?;
    let variances = diagonal(samples, |sample| sample.estimate.variance())?;
    joint_wald_test(&values, &variances, f64::INFINITY, pace)
}

fn diagonal(samples: &[Sample], variance: impl Fn(&Sample) -> f64) -> Result<Vec<f64>, Error> {
    let width = samples.len();
    let mut matrix = filled(width.saturating_mul(width), 0.0)?;
    for (k, sample) in samples.iter().enumerate() {
        matrix[k * width + k] = variance(sample);
    }
    Ok(matrix)
}

/// Welch's test: of areas by the variances that they would have if they were equal.
fn welch(samples: &[Sample]) -> Result<Test, Error> {
    let groups = samples.len() as f64;
    let unknown = Test::undefined(Reference::Fisher([groups - 1.0, f64::NAN]), f64::NAN);
    let total: f64 = samples
        .iter()
        .map(|sample| sample.estimate.variance())
        .sum();
    if total.is_nan() {
        return Ok(unknown);
    }
    let are_areas = areas_of(samples)?.is_some();
    // The variances, but for a factor that all have if they are areas.
    let spreads = collect(samples.iter().map(|sample| match sample.estimate {
        Estimate::Area(area) if are_areas => {
            let spread = score_spread(&area);
            (spread.factor, spread.freedom)
        }
        estimate => (estimate.variance(), estimate.freedom()),
    }))?;
    let precision: f64 = spreads.iter().map(|(variance, _)| 1.0 / variance).sum();
    let share = |variance: f64| 1.0 / variance / precision;
    let pairs = || {
        samples
            .iter()
            .map(|sample| sample.estimate.value())
            .zip(&spreads)
    };
    let common: f64 = pairs().map(|(value, spread)| share(spread.0) * value).sum();
    let apart: f64 = pairs()
        .map(|(value, spread)| difference(value, common).powi(2) / spread.0)
        .sum();
    let factor = if are_areas {
        // Rounding may leave the mean of areas of 1 beyond.
        placement_variance(common.clamp(0.0, 1.0))?
    } else {
        1.0
    };
    // Areas that are all 1 are equal.
    let value = if apart == 0.0 {
        0.0
    } else {
        apart / factor / (groups - 1.0)
    };
    let lambda: f64 = spreads
        .iter()
        .map(|(variance, freedom)| (1.0 - share(*variance)).powi(2) / freedom)
        .sum();
    let squares = groups * groups - 1.0;
    let statistic = value / (1.0 + 2.0 * (groups - 2.0) * lambda / squares);
    let freedom = [groups - 1.0, squares / (3.0 * lambda)];
    if statistic.is_nan() || freedom[1].is_nan() {
        return Ok(Test {
            std_error: 0.0,
            ..unknown
        });
    }
    Ok(Test {
        statistic,
        p_value: fisher_upper(statistic, freedom)?,
        ..Test::undefined(Reference::Fisher(freedom), f64::NAN)
    })
}

fn contrasts_of_samples(
    samples: &[Sample],
    request: &Request,
    pace: &mut Pace<'_>,
) -> Result<Contrasts, Error> {
    let values = collect(samples.iter().map(|sample| sample.estimate.value()))?;
    let total: f64 = samples
        .iter()
        .map(|sample| sample.estimate.variance())
        .sum();
    // What varies if the areas are equal, up to a factor.
    let by_model = request.kind == Kind::Score && !total.is_nan() && areas_of(samples)?.is_some();
    let covariance = diagonal(samples, |sample| match sample.estimate {
        Estimate::Area(area) if by_model => score_spread(&area).factor,
        estimate => estimate.variance(),
    })?;
    contrasts_of(
        &values,
        &covariance,
        request,
        pace,
        |[k, l], _, question| {
            let pair = [samples[k], samples[l]];
            test_combination(&pair, &[1.0, -1.0], request.kind, question)
        },
    )
}
