//! Estimates of independent samples: their differences, their slope, and whether they are all equal.

use super::one::Estimate;
use super::request::Hypothesis;
use super::sets::chosen;
use super::statistic::{Estimates, Reference, Test};
use super::wald::joint_wald_test;
use crate::covariance::Covariance;
use crate::error::Error;
use crate::interval::{
    placement_variance, score_variance, set_common_scale, Area, Method, Mover, Wald,
};
use crate::memory::{collect, filled, push, reserve};
use crate::poll::Pace;
use crate::quantity::Quantity;
use crate::rounding::difference;

/// The estimates of independent samples, one of each. Differences of areas are tested by Zou and Donner's method
/// (2008), several at once by Welch's test (1951) with the variances that areas would have if they were equal, both with a
/// [common scale](set_common_scale()). Wald's tests, and those of other numbers than areas, are by standard errors.
pub(super) struct Independent {
    values: Vec<f64>,
    estimates: Vec<Estimate>,
    method: Method,
}

impl Independent {
    pub fn new(
        samples: &[Covariance],
        quantity: &Quantity,
        method: Method,
    ) -> Result<Independent, Error> {
        if samples.len() < 2 {
            return Err(Error::Empty);
        }
        let mut estimates = reserve(samples.len())?;
        for sample in samples {
            push(&mut estimates, Estimate::new(sample, quantity)?)?;
        }
        if let Some(mut areas) = areas_of(&estimates)? {
            set_common_scale(&mut areas);
            for (estimate, area) in estimates.iter_mut().zip(areas) {
                estimate.area = Some(area);
            }
        }
        Ok(Independent {
            values: collect(estimates.iter().map(|estimate: &Estimate| estimate.value))?,
            estimates,
            method,
        })
    }
}

impl Estimates for Independent {
    fn values(&self) -> &[f64] {
        &self.values
    }

    fn test_combination(
        &self,
        set: &[usize],
        coefficients: &[f64],
        hypothesis: &Hypothesis,
    ) -> Result<Test, Error> {
        let estimates = chosen(&self.estimates, set)?;
        if let (Some(areas), Method::Score) = (areas_of(&estimates)?, self.method) {
            return hypothesis.test(&Mover::new(&areas, coefficients)?);
        }
        let terms = || coefficients.iter().zip(&estimates);
        let variance: f64 = terms().map(|(c, of)| c * c * of.variance).sum();
        hypothesis.test(&Wald {
            estimate: terms().map(|(c, of)| c * of.value).sum(),
            std_error: variance.sqrt(),
            df: satterthwaite(terms().map(|(c, of)| {
                let df = match self.method {
                    Method::Wald => of.units - 1.0,
                    _ => of.df,
                };
                (c * c * of.variance, df)
            })),
        })
    }

    fn test_set(&self, set: &[usize], pace: &mut Pace<'_>) -> Result<Test, Error> {
        let estimates = chosen(&self.estimates, set)?;
        if self.method == Method::Score {
            return welch(&estimates);
        }
        let width = set.len();
        let mut variances = filled(width.saturating_mul(width), 0.0)?;
        for (k, estimate) in estimates.iter().enumerate() {
            variances[k * width + k] = estimate.variance;
        }
        joint_wald_test(&chosen(&self.values, set)?, &variances, f64::INFINITY, pace)
    }
}

/// Satterthwaite's degrees of freedom of the sum of some variances, each with its own; those of all where nothing
/// varies.
fn satterthwaite(parts: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut sum, mut squares, mut all) = (0.0, 0.0, 0.0);
    for (part, df) in parts {
        sum += part;
        squares += part * part / df;
        all += df;
    }
    if sum == 0.0 {
        all
    } else {
        sum * sum / squares
    }
}

/// The areas, if all are.
fn areas_of(estimates: &[Estimate]) -> Result<Option<Vec<Area>>, Error> {
    let mut areas = reserve(estimates.len())?;
    for estimate in estimates {
        let Some(area) = estimate.area else {
            return Ok(None);
        };
        push(&mut areas, area)?;
    }
    Ok(Some(areas))
}

/// Welch's test: of areas by the variances that they would have if they were equal.
fn welch(estimates: &[Estimate]) -> Result<Test, Error> {
    let groups = estimates.len() as f64;
    let unknown = Test::undefined(Reference::Fisher([groups - 1.0, f64::NAN]), f64::NAN);
    let total: f64 = estimates.iter().map(|estimate| estimate.variance).sum();
    if total.is_nan() {
        return Ok(unknown);
    }
    // The variances, but for a factor that all have if they are areas.
    let covariances = collect(estimates.iter().map(|estimate| match &estimate.area {
        Some(area) => {
            let covariance = score_variance(area);
            (covariance.factor, covariance.df)
        }
        None => (estimate.variance, estimate.df),
    }))?;
    let precision: f64 = covariances.iter().map(|(variance, _)| 1.0 / variance).sum();
    let share = |variance: f64| 1.0 / variance / precision;
    let pairs = || estimates.iter().map(|of| of.value).zip(&covariances);
    let common: f64 = pairs()
        .map(|(value, covariance)| share(covariance.0) * value)
        .sum();
    let apart: f64 = pairs()
        .map(|(value, covariance)| difference(value, common).powi(2) / covariance.0)
        .sum();
    let factor = if estimates.iter().all(|of| of.area.is_some()) {
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
    Test::joint(statistic, Reference::Fisher(df), f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hypothesis::closed::holm;
    use crate::hypothesis::{test, Adjustment, Alternative, Among, Request, TestOfSeveral};
    use crate::testing::refused;

    fn other(value: f64, variance: f64) -> Covariance {
        let mut of = Covariance::known(&[value], vec![variance], &[9.0]).unwrap();
        of.units = vec![20.0];
        of
    }

    fn area_of(value: f64, variance: f64, df: f64, expected: f64) -> Covariance {
        let mut of = Covariance::known(&[value], vec![variance], &[df]).unwrap();
        (of.prior_df, of.placement_factor, of.units) = (4.0, vec![expected], vec![40.0]);
        of
    }

    fn area(value: f64) -> Covariance {
        area_of(value, 0.003, 21.0, 0.12)
    }

    fn tested(samples: &[Covariance], trend: Option<&[f64]>, request: Request) -> TestOfSeveral {
        let among = trend.map_or(Among::All, Among::Trend);
        let quantity = if samples[0].placement_factor[0].is_nan() {
            Quantity::tpr_at(0.5)
        } else {
            Quantity::AREA
        };
        test(samples, &quantity, among, &request, &mut || false).unwrap()
    }

    fn by_wald() -> Request {
        Request {
            method: Method::Wald,
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
        let of = |samples: &[Covariance], reference, request: &Request| {
            let among = Among::Reference(reference);
            test(samples, &Quantity::AREA, among, request, &mut || false)
        };
        let mut request = Request {
            adjustment: Adjustment::Holm,
            simultaneous: true,
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
            let pair = [samples[k].clone(), samples[1].clone()];
            let pair = tested(&pair, None, single).test;
            assert_eq!(result.contrasts.tests[i], pair);
            assert!(pair.interval[0] == f64::NEG_INFINITY && pair.p_value < 0.05);
        }
        let p_values = [0, 1].map(|i| result.contrasts.tests[i].p_value);
        assert_eq!(result.contrasts.adjusted, holm(&p_values).unwrap());
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
        let perfect = [1, 2, 3].map(|_| area_of(1.0, 0.0, 0.0, 0.2));
        let result = tested(&perfect, None, Request::default());
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
        let of = |samples: &[Covariance], trend: Option<&[f64]>| {
            let among = trend.map_or(Among::All, Among::Trend);
            let request = Request::default();
            test(samples, &Quantity::AREA, among, &request, &mut || false).map(drop)
        };
        assert_eq!(of(&[], None), Err(Error::Empty));
        for trend in [&[1.0][..], &[2.0, 2.0], &[f64::NAN, 1.0]] {
            let result = of(&[area(0.5), area(0.6)], Some(trend));
            assert_eq!(refused(result), "trend");
        }
    }
}
