//! Estimates of independent samples: their differences, their slope, and whether they are all equal.

use super::answer::{answer, Estimated, Reference, Statistic, Test};
use super::closed::JointTests;
use super::contrasts::{combined, contrasts_of, Aim, Among, TestOfSeveral};
use super::mover::MoverInterval;
use super::one::Estimate;
use super::request::{Hypothesis, Kind, Request};
use super::scale::Scale;
use super::sets::chosen;
use super::tails::fisher_upper;
use super::wald::{joint_wald_test, Wald};
use crate::covariance::Covariance;
use crate::error::Error;
use crate::interval::{placement_variance, score_spread, Area};
use crate::memory::{collect, filled, push, reserve};
use crate::poll::{Pace, Poll};
use crate::rounding::{difference, without_rounding};

/// An estimate and the number of the independent units that it is of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The estimate.
    pub estimate: Estimate,
    /// The number of observations, or of clusters.
    pub units: f64,
}

impl Sample {
    /// Returns the sample of a spread with one estimate. In a survey design no more units count
    /// than it has degrees of freedom.
    ///
    /// # Errors
    /// [`Error::Empty`] if it has none.
    pub fn of(covariance: &Covariance, scale: &Scale) -> Result<Sample, Error> {
        let units = covariance.units.last().ok_or(Error::Empty)?;
        Ok(Sample {
            estimate: Estimate::of(covariance, 0, scale)?,
            units: units.min(covariance.max_df + 1.0),
        })
    }
}

/// Tests what is asked [`Among`] estimates of independent samples, such as whether they are equal.
///
/// A linear combination of areas has the interval that is made of their score intervals (Zou and Donner 2008);
/// more than two have Welch's test (1951), with the variances that they would have if they were equal. Wald's
/// tests, and those of other numbers than areas, are by standard errors.
///
/// ```
/// use weighted_roc_core::hypothesis::{test_samples, Among, Estimate, Request, Sample};
///
/// let of = |value| Sample {
///     estimate: Estimate::Other { value, variance: 0.01, df: 30.0 },
///     units: 40.0,
/// };
/// let samples = [of(0.5), of(0.6), of(0.9)];
/// let result = test_samples(&samples, Among::All, &Request::default(), &mut || false)?;
/// assert!(result.test.p_value < 0.05);
/// // The first and the last differ most.
/// let p = result.contrasts.tests.iter().map(|test| test.p_value).fold(1.0, f64::min);
/// assert_eq!(p, result.contrasts.tests[1].p_value);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Empty`] for fewer than two samples, [`Error::Parameter`] for a trend or a reference that is not
/// one, those of a
/// [`Request`], [`Error::Memory`] and [`Error::Interrupted`].
pub fn test_samples(
    samples: &[Sample],
    among: Among<'_>,
    request: &Request,
    poll: Poll<'_>,
) -> Result<TestOfSeveral, Error> {
    if samples.len() < 2 {
        return Err(Error::Empty);
    }
    let mut pace = Pace::new(poll);
    let hypothesis = request.of_difference()?;
    let values = collect(samples.iter().map(|sample| sample.estimate.value()))?;
    let aim = Aim::of(samples.len(), among)?;
    let test = match &aim {
        Aim::Pair(pair) => test_pair(samples, *pair, request.kind, &hypothesis)?,
        Aim::Slope(slope) => test_combination(samples, slope, request.kind, &hypothesis)?,
        Aim::All => test_of_all(samples, request.kind, &mut pace)?,
    };
    let of_set = |set: &[usize], pace: &mut Pace<'_>| {
        Ok(test_of_all(&chosen(samples, set)?, request.kind, pace)?.p_value)
    };
    let contrasts = contrasts_of(
        (&values, among),
        request,
        &mut pace,
        |pair, _, hypothesis| test_pair(samples, pair, request.kind, hypothesis),
        &JointTests {
            of_set: &of_set,
            each: true,
        },
    )?;
    Ok(TestOfSeveral {
        combined: aim.combined(&values),
        estimates: values,
        test,
        contrasts,
    })
}

/// The difference of two of them.
fn test_pair(
    samples: &[Sample],
    [k, l]: [usize; 2],
    kind: Kind,
    hypothesis: &Hypothesis,
) -> Result<Test, Error> {
    test_combination(&[samples[k], samples[l]], &[1.0, -1.0], kind, hypothesis)
}

/// A linear combination of the estimates.
fn test_combination(
    samples: &[Sample],
    coefficients: &[f64],
    kind: Kind,
    hypothesis: &Hypothesis,
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
            critical_value: MoverInterval::of(&areas, coefficients)?,
        };
        return answer(hypothesis, &combination);
    }
    let df = satterthwaite(samples, coefficients, |sample| df_of(sample, kind));
    let wald = Wald {
        estimate: sum,
        std_error,
        df,
    };
    wald.test(hypothesis)
}

fn df_of(sample: &Sample, kind: Kind) -> f64 {
    match kind {
        Kind::Wald => sample.units - 1.0,
        _ => sample.estimate.df(),
    }
}

/// Satterthwaite's degrees of freedom; those of all samples where nothing varies.
fn satterthwaite(samples: &[Sample], coefficients: &[f64], df: impl Fn(&Sample) -> f64) -> f64 {
    let (mut sum, mut squares, mut all) = (0.0, 0.0, 0.0);
    for (c, sample) in coefficients.iter().zip(samples) {
        let part = c * c * sample.estimate.variance();
        sum += part;
        squares += part * part / df(sample);
        all += df(sample);
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

struct Combination {
    estimate: f64,
    std_error: f64,
    critical_value: MoverInterval,
}

impl Estimated for Combination {
    fn std_error(&self) -> f64 {
        self.std_error
    }

    fn at(&self, null: f64) -> Result<Statistic, Error> {
        self.critical_value.at(difference(self.estimate, null))
    }

    fn end(&self, tail: f64, side: f64) -> Result<f64, Error> {
        Ok(self.estimate + side * self.critical_value.distance(tail, side)?)
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
    let covariances = collect(samples.iter().map(|sample| match sample.estimate {
        Estimate::Area(area) if are_areas => {
            let covariance = score_spread(&area);
            (covariance.factor, covariance.df)
        }
        estimate => (estimate.variance(), estimate.df()),
    }))?;
    let precision: f64 = covariances.iter().map(|(variance, _)| 1.0 / variance).sum();
    let share = |variance: f64| 1.0 / variance / precision;
    let pairs = || {
        samples
            .iter()
            .map(|sample| sample.estimate.value())
            .zip(&covariances)
    };
    let common: f64 = pairs()
        .map(|(value, covariance)| share(covariance.0) * value)
        .sum();
    let apart: f64 = pairs()
        .map(|(value, covariance)| difference(value, common).powi(2) / covariance.0)
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
    let lambda: f64 = covariances
        .iter()
        .map(|(variance, df)| (1.0 - share(*variance)).powi(2) / df)
        .sum();
    let squares = groups * groups - 1.0;
    let statistic = value / (1.0 + 2.0 * (groups - 2.0) * lambda / squares);
    let df = [groups - 1.0, squares / (3.0 * lambda)];
    if statistic.is_nan() || df[1].is_nan() {
        return Ok(Test {
            std_error: 0.0,
            ..unknown
        });
    }
    Ok(Test {
        statistic,
        p_value: fisher_upper(statistic, df)?,
        ..Test::undefined(Reference::Fisher(df), f64::NAN)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::covariance::DegreesOfFreedom;
    use crate::hypothesis::{Adjustment, Alternative};

    fn other(value: f64, variance: f64) -> Sample {
        Sample {
            estimate: Estimate::Other {
                value,
                variance,
                df: 9.0,
            },
            units: 20.0,
        }
    }

    fn area(value: f64) -> Sample {
        Sample {
            estimate: Estimate::Area(Area {
                value,
                variance: 0.003,
                df: DegreesOfFreedom {
                    variance: 21.0,
                    prior: 4.0,
                },
                expected: 0.05,
            }),
            units: 40.0,
        }
    }

    fn tested(samples: &[Sample], trend: Option<&[f64]>, request: Request) -> TestOfSeveral {
        let among = trend.map_or(Among::All, Among::Trend);
        test_samples(samples, among, &request, &mut || false).unwrap()
    }

    fn by_wald() -> Request {
        Request {
            kind: Kind::Wald,
            ..Request::default()
        }
    }

    /// Welch's t test of two samples, and his F of three, by hand.
    #[test]
    fn other_numbers_have_the_tests_of_welch() {
        let pair = [other(0.5, 0.01), other(0.8, 0.02)];
        let result = tested(&pair, None, Request::default()).test;
        assert!((result.statistic + 0.3 / 0.03f64.sqrt()).abs() < 1e-14);
        let df = 0.03f64.powi(2) / ((0.01f64.powi(2) + 0.02f64.powi(2)) / 9.0);
        assert_eq!(result.reference, Reference::Student(df));
        // Wald's has the degrees of freedom of the units.
        let Reference::Student(by_units) = tested(&pair, None, by_wald()).test.reference else {
            panic!("it is a t test");
        };
        assert!((by_units / df - 19.0 / 9.0).abs() < 1e-14);

        let three = [other(0.5, 0.01), other(0.8, 0.01), other(0.6, 0.01)];
        let result = tested(&three, None, Request::default()).test;
        let lambda = 3.0 * (2.0f64 / 3.0).powi(2) / 9.0;
        let apart = 0.14 / 3.0 / 0.01 / 2.0;
        assert!((result.statistic - apart / (1.0 + 2.0 * lambda / 8.0)).abs() < 1e-13);
        let result = tested(&three, None, by_wald()).test;
        assert!((result.statistic - 0.14 / 3.0 / 0.01).abs() < 1e-12);
        assert_eq!(result.reference, Reference::ChiSquare(2.0));
    }

    #[test]
    fn a_reference_is_compared_with_each_of_the_others() {
        let samples = [area(0.6), area(0.9), area(0.7)];
        let of = |samples: &[Sample], reference, request: &Request| {
            test_samples(samples, Among::Reference(reference), request, &mut || false)
        };
        let mut request = Request {
            adjustment: Adjustment::Bonferroni,
            alternative: Alternative::Less,
            ..Request::default()
        };
        let result = of(&samples, 1, &request).unwrap();
        let all = tested(&samples, None, Request::default()).test;
        assert_eq!(result.test.p_value, all.p_value);
        for (i, k) in [0, 2].into_iter().enumerate() {
            // Two comparisons have half of the tail each.
            let single = Request {
                level: crate::interval::Level::new(0.975).unwrap(),
                ..request
            };
            let pair = tested(&[samples[k], samples[1]], None, single).test;
            assert_eq!(result.contrasts.tests[i], pair);
            assert_eq!(result.contrasts.adjusted[i], (2.0 * pair.p_value).min(1.0));
            assert!(pair.interval[0] == f64::NEG_INFINITY && pair.p_value < 0.05);
        }
        assert_eq!(result.contrasts.tests.len(), 2);
        // With two samples it is the tested difference.
        let two = of(&samples[..2], 0, &request).unwrap();
        assert!((two.combined - 0.3).abs() < 1e-15 && two.test.p_value > 0.9);
        assert_eq!(two.test.p_value, two.contrasts.tests[0].p_value);
        for (reference, adjustment) in [(3, Adjustment::None), (1, Adjustment::Closed)] {
            request.adjustment = adjustment;
            let result = of(&samples, reference, &request);
            let is_reference = matches!(
                result,
                Err(Error::Parameter {
                    name: "reference",
                    ..
                })
            );
            assert!(is_reference);
        }
    }

    #[test]
    fn a_trend_of_two_is_their_difference() {
        for request in [Request::default(), by_wald()] {
            let pair = [area(0.6), area(0.9)];
            let difference = tested(&pair, None, request);
            let slope = tested(&pair, Some(&[3.0, 1.0]), request);
            assert!((slope.combined - difference.combined / 2.0).abs() < 1e-15);
            assert!((slope.test.p_value / difference.test.p_value - 1.0).abs() < 1e-10);
        }
    }

    #[test]
    fn the_interval_of_areas_ends_where_the_test_just_rejects() {
        let pair = [area(0.6), area(0.9)];
        let end = tested(&pair, None, Request::default()).test.interval[1];
        let at_end = Request {
            null: end,
            alternative: Alternative::Less,
            ..Request::default()
        };
        assert!((tested(&pair, None, at_end).test.p_value - 0.025).abs() < 1e-12);
    }

    #[test]
    fn areas_of_1_are_equal_and_what_is_not_known_is_not_tested() {
        let perfect = |value| Sample {
            estimate: Estimate::Area(Area {
                value,
                variance: 0.0,
                df: DegreesOfFreedom {
                    variance: 0.0,
                    prior: 4.0,
                },
                expected: 0.2,
            }),
            units: 10.0,
        };
        let result = tested(&[perfect(1.0); 3], None, Request::default());
        assert_eq!(result.test.p_value, 1.0);
        let some = [other(0.5, 0.01), other(0.6, f64::NAN), other(0.4, 0.01)];
        let adjusted = Request {
            adjustment: Adjustment::Closed,
            ..Request::default()
        };
        let result = tested(&some, None, adjusted);
        assert!(result.test.p_value.is_nan());
        let p = result
            .contrasts
            .tests
            .iter()
            .map(|test| test.p_value.is_nan());
        assert!(p.eq([true, false, true]));
    }

    #[test]
    fn what_is_no_request_is_an_error() {
        let of = |samples: &[Sample], trend: Option<&[f64]>| {
            let among = trend.map_or(Among::All, Among::Trend);
            test_samples(samples, among, &Request::default(), &mut || false).map(drop)
        };
        assert_eq!(of(&[area(0.5)], None), Err(Error::Empty));
        for trend in [&[1.0][..], &[2.0, 2.0], &[f64::NAN, 1.0]] {
            let result = of(&[area(0.5), area(0.6)], Some(trend));
            assert!(matches!(
                result,
                Err(Error::Parameter { name: "trend", .. })
            ));
        }
    }
}
