//! Tests of one estimate against a value.

use super::answer::{answer, at_least_one, quantile_of, Estimated, Reference, Statistic, Test};
use super::by_interval::answer_by_interval;
use super::request::{Hypothesis, Kind, Request};
use super::scale::Scale;
use super::wald::Wald;
use crate::covariance::Covariance;
use crate::error::Error;
use crate::interval::{
    area_interval, placement_variance, score_interval, score_spread, Area, AreaRequest, Level,
    Method, ScoreSpread,
};

/// An estimate to test, by how its variance is known.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Estimate {
    /// An area, of which there is a model.
    Area(Area),
    /// Any other number.
    Other {
        /// The estimate.
        value: f64,
        /// Its variance, NaN where it is not known.
        variance: f64,
        /// The degrees of freedom of that.
        df: f64,
    },
}

impl Estimate {
    /// Estimate k of a spread.
    ///
    /// # Errors
    /// [`Error::Empty`] if it has no such estimate, [`Error::Length`] for a spread whose parts were changed.
    pub fn of(covariance: &Covariance, k: usize, scale: &Scale) -> Result<Estimate, Error> {
        covariance.check()?;
        let (Some(&value), Some(&df), Some(&expected)) = (
            covariance.values.get(k),
            covariance.df.get(k),
            covariance.placement_factor.get(k),
        ) else {
            return Err(Error::Empty);
        };
        let variance = covariance.variance(k);
        Ok(if scale.is_area {
            Estimate::Area(Area {
                value,
                variance,
                df: covariance.df_of(k),
                expected,
            })
        } else {
            Estimate::Other {
                value: scale.value(value),
                variance: variance * scale.slope * scale.slope,
                df,
            }
        })
    }

    /// The estimate.
    pub fn value(&self) -> f64 {
        match *self {
            Estimate::Area(area) => area.value,
            Estimate::Other { value, .. } => value,
        }
    }

    /// Its variance.
    pub fn variance(&self) -> f64 {
        match *self {
            Estimate::Area(area) => area.variance,
            Estimate::Other { variance, .. } => variance,
        }
    }

    /// The degrees of freedom of the variance, at least 1.
    pub(crate) fn df(&self) -> f64 {
        match *self {
            Estimate::Area(area) => at_least_one(area.df.variance),
            Estimate::Other { df, .. } => at_least_one(df),
        }
    }
}

/// The model of the score interval of an area, at the value that is tested: so the interval leaves out what this
/// test rejects.
struct ByModel {
    area: Area,
    covariance: ScoreSpread,
}

impl ByModel {
    fn new(area: &Area) -> ByModel {
        ByModel {
            area: *area,
            covariance: score_spread(area),
        }
    }
}

impl Estimated for ByModel {
    fn std_error(&self) -> f64 {
        self.area.variance.sqrt()
    }

    fn at(&self, null: f64) -> Result<Statistic, Error> {
        let model = self.covariance.factor * placement_variance(null)?;
        let statistic = (self.area.value - null) / model.sqrt();
        Ok(Statistic::new(statistic, self.covariance.df))
    }

    fn end(&self, tail: f64, side: f64) -> Result<f64, Error> {
        let quantile = quantile_of(tail, self.covariance.df)?;
        let critical_value = quantile * quantile * self.covariance.factor;
        Ok(score_interval(self.area.value, critical_value)?[usize::from(side > 0.0)])
    }
}

/// Tests whether an estimate between 0 and 1 is the value that is asked for.
///
/// The score test of an area is (A - m) / sqrt(f g V(m)), with f g as for its interval, and a test on the scale of the
/// logit is that of the interval there; of another number it is the distance by its standard error, with a t
/// distribution. A Wald test has `most` degrees of freedom: infinitely many but in a survey design.
///
/// ```
/// use weighted_roc_core::hypothesis::{test_one, Estimate, Request};
///
/// let estimate = Estimate::Other { value: 0.75, variance: 0.01, df: 20.0 };
/// let mut request = Request::default();
/// request.null = 0.5;
/// assert_eq!((estimate.value(), estimate.variance()), (0.75, 0.01));
/// let test = test_one(&estimate, f64::INFINITY, &request)?;
/// assert!((test.statistic - 2.5).abs() < 1e-14 && test.p_value < 0.05);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Probability`] for a value that is not between 0 and 1, [`Error::Parameter`] for an invalid margin.
pub fn test_one(estimate: &Estimate, most: f64, request: &Request) -> Result<Test, Error> {
    let hypothesis = request.of_share()?;
    match (estimate, request.kind) {
        (Estimate::Area(area), Kind::Score) => score_test(area, &hypothesis),
        (Estimate::Area(area), Kind::Logit) => {
            let mut at_level = |level: Level| area_interval(area, level.get(), Method::Logit, most);
            answer_by_interval(&hypothesis, 0.0, &mut at_level)
        }
        (_, kind) => wald_of(estimate, most, kind).test(&hypothesis),
    }
}

/// As [`test_one`] of the first area of a spread that bins leave `open` by so much in either direction: the test rejects
/// what its wider interval leaves out.
///
/// ```
/// use weighted_roc_core::hypothesis::{test_binned, Request};
/// use weighted_roc_core::inference::{covariance, CovarianceRequest};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
///     labels: Labels::I32(&[0, 1, 0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let result = covariance(&[observations], &CovarianceRequest::default(), Options::default())?;
/// let mut request = Request::default();
/// request.null = 0.5;
/// let [sharp, open] = [0.0, 0.1].map(|open| test_binned(&result, open, &request));
/// assert!(open?.p_value > sharp?.p_value);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`test_one`].
pub fn test_binned(covariance: &Covariance, open: f64, request: &Request) -> Result<Test, Error> {
    let estimate = Estimate::of(covariance, 0, &Scale::AREA)?;
    if open <= 0.0 || open.is_nan() {
        return test_one(&estimate, covariance.max_df, request);
    }
    let mut spec = AreaRequest {
        method: match request.kind {
            Kind::Score => Method::Score,
            Kind::Logit => Method::Logit,
            Kind::Wald => Method::Plain,
        },
        ..AreaRequest::default()
    };
    let mut at_level = |level: Level| {
        spec.level = level;
        Ok(covariance.area_estimate(0, &spec)?.with_open(open).interval)
    };
    answer_by_interval(&request.of_share()?, 0.0, &mut at_level)
}

fn wald_of(estimate: &Estimate, most: f64, kind: Kind) -> Wald {
    Wald {
        estimate: estimate.value(),
        std_error: estimate.variance().sqrt(),
        df: match kind {
            Kind::Wald => most,
            _ => estimate.df(),
        },
    }
}

fn score_test(area: &Area, hypothesis: &Hypothesis) -> Result<Test, Error> {
    let std_error = area.variance.sqrt();
    if std_error.is_nan() {
        return Ok(Test::undefined(Reference::Student(f64::NAN), std_error));
    }
    answer(hypothesis, &ByModel::new(area))
}

/// How far an area is from a value, by the score test.
pub(crate) fn score_statistic(area: &Area, null: f64) -> Result<Statistic, Error> {
    ByModel::new(area).at(null)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::covariance::DegreesOfFreedom;
    use crate::hypothesis::{Alternative, Kind};

    const AREA: Area = Area {
        value: 0.8,
        variance: 0.004,
        df: DegreesOfFreedom {
            variance: 17.5,
            prior: 4.0,
        },
        expected: 1.0 / 30.0 + 1.0 / 12.0,
    };

    fn spec(null: f64, alternative: Alternative) -> Request {
        Request {
            null,
            alternative,
            ..Request::default()
        }
    }

    #[test]
    fn the_interval_leaves_out_what_the_test_rejects() {
        let of = |null, alternative| {
            test_one(
                &Estimate::Area(AREA),
                f64::INFINITY,
                &spec(null, alternative),
            )
        };
        for alternative in [
            Alternative::TwoSided,
            Alternative::Less,
            Alternative::Greater,
        ] {
            let ends = of(0.5, alternative).unwrap().interval;
            for end in ends.into_iter().filter(|end| *end > 0.0 && *end < 1.0) {
                assert!((of(end, alternative).unwrap().p_value - 0.05).abs() < 1e-12);
            }
        }
    }

    /// By hand: V(1/2) = 1/12, and the shrunken factor f g.
    #[test]
    fn the_statistic_is_that_of_the_formula() {
        let g = 1.0 / 30.0 + 1.0 / 12.0;
        let model = g * placement_variance(0.8).unwrap();
        let factor = g * (17.5 * 0.004 / model + 4.0) / 21.5;
        let test = test_one(
            &Estimate::Area(AREA),
            f64::INFINITY,
            &spec(0.5, Alternative::TwoSided),
        )
        .unwrap();
        assert!((test.statistic / (0.3 / (factor / 12.0).sqrt()) - 1.0).abs() < 1e-14);
        assert_eq!(test.reference, Reference::Student(21.5));
        assert_eq!(test.std_error, 0.004f64.sqrt());
    }

    #[test]
    fn equivalence_is_decided_by_the_harder_side() {
        let margin = 0.1;
        let of = |null, alternative| {
            test_one(
                &Estimate::Area(AREA),
                f64::INFINITY,
                &spec(null, alternative),
            )
        };
        let both = of(0.75, Alternative::Equivalent { margin }).unwrap();
        let above = of(0.65, Alternative::Greater).unwrap();
        let below = of(0.85, Alternative::Less).unwrap();
        assert_eq!(both.p_value, above.p_value.max(below.p_value));
        assert_eq!(both.statistic, below.statistic);
        let wider = Request {
            level: Level::new(0.9).unwrap(),
            ..spec(0.75, Alternative::TwoSided)
        };
        let interval = test_one(&Estimate::Area(AREA), f64::INFINITY, &wider)
            .unwrap()
            .interval;
        (0..2).for_each(|i| assert!((both.interval[i] - interval[i]).abs() < 1e-15));
    }

    #[test]
    fn what_is_not_known_is_not_tested() {
        let unknown = Area {
            variance: f64::NAN,
            ..AREA
        };
        for kind in [Kind::Score, Kind::Wald] {
            let request = Request {
                kind,
                ..spec(0.5, Alternative::TwoSided)
            };
            let test = test_one(&Estimate::Area(unknown), f64::INFINITY, &request).unwrap();
            assert!(test.p_value.is_nan() && test.interval[0].is_nan());
        }
    }
}
