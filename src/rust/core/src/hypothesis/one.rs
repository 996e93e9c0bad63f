//! One estimate and its test against a value.

use super::contrasts::TestOfSeveral;
use super::request::Request;
use crate::covariance::Covariance;
use crate::error::{Argument, Error};
use crate::estimate::{AtLevels, EstimateRequest};
use crate::inference::covariance;
use crate::interval::{at_least_one, Area, AreaPivot, ByLevel, Level, Method, Wald};
use crate::observations::Observations;
use crate::options::Options;
use crate::quantity::Quantity;

/// An estimate on its scale, and how it varies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub value: f64,
    /// NaN where it is not known.
    pub variance: f64,
    /// The degrees of freedom of the variance, at least 1.
    pub df: f64,
    /// The number of independent units. In a survey design no more count than it has degrees of freedom.
    pub units: f64,
    /// The area, if it is one.
    pub area: Option<Area>,
}

impl Estimate {
    /// The one estimate of a covariance.
    pub fn new(of: &Covariance, quantity: &Quantity) -> Result<Estimate, Error> {
        let [value] = of.values[..] else {
            return Err(Error::Length {
                argument: Argument::Covariance,
                length: of.values.len(),
                expected: 1,
            });
        };
        let scale = quantity.scale();
        let units = of.units.last().copied().unwrap_or(f64::INFINITY);
        Ok(Estimate {
            value: scale.apply(value),
            variance: of.variance(0) * scale.slope * scale.slope,
            df: at_least_one(of.df[0]),
            units: units.min(of.max_df + 1.0),
            area: (*quantity == Quantity::AREA).then(|| of.area(0)),
        })
    }
}

/// Tests whether the one estimate of a covariance is the value that is asked for.
///
/// The score test of an area is (A - m) / sqrt(f g V(m)), with f g as for its interval, and a test on the scale of the
/// logit is that of the interval there; of another number it is the distance by its standard error, with a t
/// distribution. A Wald test has infinitely many degrees of freedom but in a survey design.
pub(super) fn test_one(
    of: &Covariance,
    quantity: &Quantity,
    request: &Request,
) -> Result<TestOfSeveral, Error> {
    let hypothesis = request.for_quantity(quantity)?;
    let estimate = Estimate::new(of, quantity)?;
    let test = match &estimate.area {
        Some(area) => {
            let pivot = AreaPivot::new(area, request.method, of.max_df);
            hypothesis.test(&pivot.with_open(request.open.max(0.0)))?
        }
        None => hypothesis.test(&Wald {
            estimate: estimate.value,
            std_error: estimate.variance.sqrt(),
            df: match request.method {
                Method::Wald => of.max_df,
                _ => estimate.df,
            },
        })?,
    };
    TestOfSeveral::single(estimate.value, test)
}

/// Tests whether a quantity of a score is the value that is asked for: the test rejects the values that the interval of
/// [`estimate`](crate::estimate::estimate) leaves out, at every level. A Wald test is by the standard error.
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
/// let result = test_estimate(&observations, &spec, &request, Options::default())?;
/// assert!((result.test.p_value - 0.05).abs() < 1e-9);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`estimate`](crate::estimate::estimate), [`Error::Parameter`] for a value that the quantity cannot have or
/// for an invalid margin.
pub fn test_estimate(
    scores: &[Observations<'_>],
    spec: &EstimateRequest<'_>,
    request: &Request,
    mut options: Options<'_>,
) -> Result<TestOfSeveral, Error> {
    let [quantity] = spec.covariance.quantities else {
        return Err(Error::Empty);
    };
    if *quantity == Quantity::AREA || request.method == Method::Wald {
        let mut of = spec.covariance;
        of.pairs = of.sampling.weight_models.is_some();
        return test_one(&covariance(scores, &of, options)?, quantity, request);
    }
    let hypothesis = request.for_quantity(quantity)?;
    let mut levels = AtLevels::new(scores, spec, options.reborrow())?;
    let value = levels.estimate(request.level, &mut *options.poll)?.value;
    let least = levels.least_tail();
    let mut at_level = |level: Level| Ok(levels.estimate(level, &mut *options.poll)?.interval);
    let pivot = ByLevel::new(hypothesis.tail(), least, &mut at_level)?;
    TestOfSeveral::single(value, hypothesis.test(&pivot)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::covariance::DegreesOfFreedom;
    use crate::hypothesis::{Alternative, Reference, Test};
    use crate::interval::placement_variance;

    const AREA: Area = Area {
        value: 0.8,
        variance: 0.004,
        df: DegreesOfFreedom {
            variance: 17.5,
            prior: 4.0,
        },
        expected: 1.0 / 30.0 + 1.0 / 12.0,
    };

    fn tested(area: Area, request: &Request) -> Test {
        let mut of = Covariance::known(&[area.value], vec![area.variance], &[0.0]).unwrap();
        (of.df, of.prior_df) = (vec![area.df.variance], area.df.prior);
        of.placement_factor = vec![area.expected];
        test_one(&of, &Quantity::AREA, request).unwrap().test
    }

    fn spec(null: f64, alternative: Alternative) -> Request {
        Request {
            null,
            alternative,
            ..Request::default()
        }
    }

    #[test]
    fn the_interval_leaves_out_what_the_test_rejects() {
        let of = |null, alternative| tested(AREA, &spec(null, alternative));
        for alternative in [
            Alternative::TwoSided,
            Alternative::Less,
            Alternative::Greater,
        ] {
            let ends = of(0.5, alternative).interval;
            for end in ends.into_iter().filter(|end| *end > 0.0 && *end < 1.0) {
                assert!((of(end, alternative).p_value - 0.05).abs() < 1e-12);
            }
        }
    }

    /// By hand: V(1/2) = 1/12, and the shrunken factor f g.
    #[test]
    fn the_statistic_is_that_of_the_formula() {
        let g = 1.0 / 30.0 + 1.0 / 12.0;
        let model = g * placement_variance(0.8).unwrap();
        let factor = g * (17.5 * 0.004 / model + 4.0) / 21.5;
        let test = tested(AREA, &spec(0.5, Alternative::TwoSided));
        assert!((test.statistic / (0.3 / (factor / 12.0).sqrt()) - 1.0).abs() < 1e-14);
        assert_eq!(test.reference, Reference::Student(21.5));
        assert_eq!(test.std_error, 0.004f64.sqrt());
    }

    #[test]
    fn equivalence_is_decided_by_the_harder_side() {
        let margin = 0.1;
        let of = |null, alternative| tested(AREA, &spec(null, alternative));
        let both = of(0.75, Alternative::Equivalent { margin });
        let above = of(0.65, Alternative::Greater);
        let below = of(0.85, Alternative::Less);
        assert_eq!(both.p_value, above.p_value.max(below.p_value));
        assert_eq!(both.statistic, below.statistic);
        let wider = Request {
            level: Level::new(0.9).unwrap(),
            ..spec(0.75, Alternative::TwoSided)
        };
        let interval = tested(AREA, &wider).interval;
        (0..2).for_each(|i| assert!((both.interval[i] - interval[i]).abs() < 1e-15));
    }

    #[test]
    fn what_is_not_known_is_not_tested() {
        let unknown = Area {
            variance: f64::NAN,
            ..AREA
        };
        for method in [Method::Score, Method::Logit, Method::Wald] {
            let request = Request {
                method,
                ..spec(0.5, Alternative::TwoSided)
            };
            let test = tested(unknown, &request);
            assert!(test.p_value.is_nan() && test.interval[0].is_nan());
        }
    }
}
