//! A model of how an area varies, and the interval that it gives.

use super::logit::{logistic, logit};
use super::model::outer_tail;
use super::pivot::{quantile_of, Pivot, Statistic, Wald};
use super::request::{Interval, Method};
use crate::covariance::{DegreesOfFreedom, PRIOR_DF};
use crate::error::Error;
use crate::range::Range;
use crate::rounding::TYPED;

/// The variance of a placement, the share of the other class that an observation beats, when the
/// area is A, up to the size of the classes: A (1 - A) (4 A (1 - A))^(1/6) / 3.
///
/// It is 1/12 at A = 1/2, as of uniform placements. The power of 1 - A near A = 1 is 4/3 for two
/// normal classes of equal variance and 1 for exponential ones (Hanley and McNeil 1982); this one,
/// 7/6, is between.
///
/// # Errors
/// [`Error::Range`] for what is no area.
pub(crate) fn placement_variance(area: f64) -> Result<f64, Error> {
    Range::PROBABILITY.check("area", &[area])?;
    Ok(variance_at(area))
}

fn variance_at(area: f64) -> f64 {
    let product = area * (1.0 - area);
    product * libm::cbrt(4.0 * product).sqrt() / 3.0
}

/// The areas A that are not farther from `area` than they would let it vary: the ends of the
/// interval of all A with (area - A)^2 <= `covariance` V(A), V the [`placement_variance`]. For normal
/// quantiles z and variances V / n, and V(A) = A (1 - A), this would be Wilson's interval of a
/// proportion.
///
/// # Errors
/// [`Error::Range`] when `area` is not in [0, 1] or `covariance` is negative or NaN.
pub(crate) fn score_interval(area: f64, covariance: f64) -> Result<[f64; 2], Error> {
    Range::PROBABILITY.check("area", &[area])?;
    Range::at_least(0.0).check("spread", &[covariance])?;
    Ok(ends_at(area, covariance))
}

/// Where both are the area but for rounding they keep their order.
fn ends_at(area: f64, covariance: f64) -> [f64; 2] {
    let low = lower_end(area, covariance);
    [low, (1.0 - lower_end(1.0 - area, covariance)).max(low)]
}

/// Newton's method for area - A = sqrt(spread V(A)), whose right side is concave: from below the steps only rise to
/// its root. A step that leaves the interval of a change of sign halves that instead.
fn lower_end(area: f64, covariance: f64) -> f64 {
    let (mut outside, mut inside) = (0.0, area);
    let mut at = 0.5 * area;
    loop {
        if !(outside < at && at < inside) {
            at = 0.5 * (outside + inside);
            // Nor where the area is NaN.
            if !(outside < at && at < inside) {
                return inside;
            }
        }
        let critical_value = (covariance * variance_at(at)).sqrt();
        let excess = area - at - critical_value;
        if excess <= 0.0 {
            inside = at;
        } else {
            outside = at;
        }
        let slope = 1.0 + 7.0 / 12.0 * (1.0 / at - 1.0 / (1.0 - at)) * critical_value;
        let next = at + excess / slope;
        if (next - at).abs() <= TYPED * at {
            return next.clamp(outside, inside);
        }
        at = next;
    }
}

/// The estimate of an area and its spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The area.
    pub value: f64,
    /// Its variance, NaN where it is not known.
    pub variance: f64,
    /// The degrees of freedom of that.
    pub df: DegreesOfFreedom,
    /// The factor from the variance of a placement to the variance that the model expects.
    pub expected: f64,
}

/// The variance of an area in units of the model's, [`placement_variance`], whatever the area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ScoreVariance {
    pub factor: f64,
    pub df: f64,
}

impl Area {
    /// How far the variance that was found is from `expected` times the model's, and the degrees of freedom of that. Where
    /// no influence says anything the model stands alone.
    fn ratio_to_model(&self) -> (f64, DegreesOfFreedom) {
        let model = variance_at(self.value);
        // Influences that are lost beside an area of 0 or 1 say nothing.
        let df = self
            .df
            .at_most(if model == 0.0 { 0.0 } else { f64::INFINITY });
        let ratio = if df.variance == 0.0 {
            0.0
        } else {
            self.variance / (self.expected * model)
        };
        (ratio, df)
    }
}

/// With g what the model is multiplied by, `expected`, and f how far the variance that was found is from g
/// times the model's: f g.
pub(crate) fn score_variance(area: &Area) -> ScoreVariance {
    let (ratio, df) = area.ratio_to_model();
    ScoreVariance {
        factor: area.expected * df.shrunken(ratio, 1.0),
        df: df.total(),
    }
}

/// Gives areas of independent samples, which are compared, a model with the scale that all of them show together, if
/// that is more than 1. Areas of scores that are far from normal vary by more than the model in each sample, and a small
/// sample shows the less of it, the larger its area. Beside what the samples show themselves the model adds no degrees of
/// freedom. Chosen by the targets "independent samples, shapes" and "groups of equal AUCs, shapes" of
/// `bench/coverage/cells/tests.R`.
pub(crate) fn set_common_scale(areas: &mut [Area]) {
    let (mut sum, mut total) = (PRIOR_DF, PRIOR_DF);
    for area in areas.iter().filter(|area| !area.variance.is_nan()) {
        let (ratio, df) = area.ratio_to_model();
        sum += df.variance * ratio;
        total += df.variance;
    }
    let scale = (sum / total).max(1.0);
    for area in areas {
        area.expected *= scale;
        area.df = area.df.without_prior();
    }
}

/// An area by a method: the one that its intervals and its tests have in common.
pub(crate) struct AreaPivot {
    area: Area,
    method: Method,
    df: f64,
    covariance: ScoreVariance,
    open: f64,
}

impl AreaPivot {
    /// `most` are the degrees of freedom of a survey design, and infinite elsewhere.
    pub fn new(area: &Area, method: Method, most: f64) -> AreaPivot {
        let covariance = score_variance(area);
        AreaPivot {
            area: *area,
            method,
            df: match method {
                Method::Score => covariance.df,
                // Two units in all have no degree of freedom left, and take one.
                Method::Logit => area.df.variance.max(1.0),
                Method::Wald => most,
            },
            covariance,
            open: 0.0,
        }
    }

    /// Where bins leave the area open by so much in either direction, which goes to both ends.
    pub fn with_open(self, open: f64) -> AreaPivot {
        AreaPivot { open, ..self }
    }

    /// The ends of the interval of a level, and the degrees of freedom.
    pub fn ends(&self, level: f64) -> Result<([f64; 2], f64), Error> {
        let tail = outer_tail(level);
        Ok(([self.end(tail, -1.0)?, self.end(tail, 1.0)?], self.df))
    }

    /// The interval of a level, within what areas can be.
    pub fn interval(&self, level: f64) -> Result<Interval, Error> {
        let std_error = self.std_error();
        if std_error.is_nan() {
            return Ok(Interval::unknown());
        }
        let ([low, high], df) = self.ends(level)?;
        Ok(Interval {
            std_error,
            low: low.clamp(0.0, 1.0),
            high: high.clamp(0.0, 1.0),
            df,
        })
    }

    fn wald(&self) -> Wald {
        Wald {
            estimate: self.area.value,
            std_error: self.std_error(),
            df: self.df,
        }
    }
}

impl Pivot for AreaPivot {
    fn std_error(&self) -> f64 {
        self.area.variance.sqrt()
    }

    /// By the score (A - m) / sqrt(f g V(m)), see [`score_variance`], or by that on the scale of the logit.
    fn statistic(&self, null: f64) -> Result<Statistic, Error> {
        let area = self.area.value;
        let null = if null < area {
            area.min(null + self.open)
        } else {
            area.max(null - self.open)
        };
        let std_error = self.std_error();
        let statistic = match self.method {
            Method::Wald => return self.wald().statistic(null),
            Method::Score if std_error.is_nan() => return Ok(Statistic::new(f64::NAN, f64::NAN)),
            Method::Score => {
                (area - null) / (self.covariance.factor * placement_variance(null)?).sqrt()
            }
            Method::Logit if area == null => 0.0,
            // A score that separates the classes or is constant leaves a point.
            Method::Logit if std_error == 0.0 => f64::INFINITY.copysign(area - null),
            Method::Logit => (logit(area) - logit(null)) * (area * (1.0 - area) / std_error),
        };
        Ok(Statistic::new(statistic, self.df))
    }

    fn end(&self, tail: f64, side: f64) -> Result<f64, Error> {
        let std_error = self.std_error();
        let area = self.area.value;
        let end = match self.method {
            Method::Wald => self.wald().end(tail, side)?,
            Method::Score if std_error.is_nan() => f64::NAN,
            Method::Score => {
                let quantile = quantile_of(tail, self.df)?;
                let ends = score_interval(area, quantile * quantile * self.covariance.factor)?;
                ends[usize::from(side > 0.0)]
            }
            Method::Logit => {
                let critical_value = if std_error == 0.0 {
                    0.0
                } else {
                    quantile_of(tail, self.df)? * std_error / (area * (1.0 - area))
                };
                logistic(logit(area) + side * critical_value)
            }
        };
        Ok(end + side * self.open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variances_are_those_of_the_formula() {
        assert_eq!(placement_variance(0.5), Ok(1.0 / 12.0));
        assert_eq!(placement_variance(0.0), Ok(0.0));
        assert_eq!(placement_variance(1.0), Ok(0.0));
        for area in [0.01, 0.3, 0.97_f64] {
            let product: f64 = area * (1.0 - area);
            let expected = product.powf(7.0 / 6.0) * 4f64.powf(1.0 / 6.0) / 3.0;
            let result = placement_variance(area).unwrap();
            assert!((result / expected - 1.0).abs() < 1e-14);
        }
    }

    #[test]
    fn a_common_scale_is_what_samples_show_together_but_never_less_than_1() {
        let of = |times: f64, variance: f64| Area {
            value: 0.5,
            variance: times / 12.0 / 10.0,
            df: DegreesOfFreedom {
                variance,
                prior: 4.0,
            },
            expected: 0.1,
        };
        let mut areas = [of(3.0, 6.0), of(2.0, 10.0)];
        set_common_scale(&mut areas);
        // (6 * 3 + 10 * 2 + 4) / (6 + 10 + 4) = 2.1 in place of 1, and degrees of freedom without 4.
        for (area, [factor, df]) in areas.iter().zip([
            [(18.0 + 4.0 * 2.1) / 100.0, 6.0],
            [(20.0 + 4.0 * 2.1) / 140.0, 10.0],
        ]) {
            let result = score_variance(area);
            assert!((result.factor - factor).abs() < 1e-15, "{result:?}");
            assert!((result.df - df).abs() < 1e-12, "{result:?}");
        }
        let mut areas = [of(0.5, 6.0), of(f64::NAN, 5.0)];
        set_common_scale(&mut areas);
        assert_eq!(areas.map(|area| area.expected), [0.1, 0.1]);
    }

    #[test]
    fn the_ends_are_where_both_sides_are_equal() {
        for area in [0.05, 0.5, 0.8, 0.999, 1.0 - 1e-9] {
            for covariance in [1e-6, 0.01, 0.5, 3.0] {
                let [low, high] = score_interval(area, covariance).unwrap();
                assert!(0.0 < low && low < area && area < high && high < 1.0);
                for end in [low, high] {
                    // Digits of 1 - A that an A near 1 does not have.
                    let rounding = 1e-15 / (1.0 - end) + 1e-15 / (area - end).abs();
                    let ratio = (area - end).powi(2) / (covariance * variance_at(end));
                    assert!(
                        (ratio - 1.0).abs() <= 4.0 * rounding,
                        "{area} {covariance} {end}"
                    );
                }
            }
        }
    }

    #[test]
    fn swapped_classes_turn_the_interval_around() {
        for area in [0.0, 0.25, 0.7] {
            let [low, high] = score_interval(area, 0.1).unwrap();
            let [reversed_low, reversed_high] = score_interval(1.0 - area, 0.1).unwrap();
            assert!((low + reversed_high - 1.0).abs() < 1e-15);
            assert!((high + reversed_low - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn the_extremes_stay_in_the_interval_and_nothing_varies_by_nothing() {
        assert_eq!(score_interval(1.0, 0.3).map(|[_, high]| high), Ok(1.0));
        assert_eq!(score_interval(0.0, 0.3).map(|[low, _]| low), Ok(0.0));
        assert_eq!(score_interval(0.7, 0.0), Ok([0.7, 1.0 - (1.0 - 0.7)]));
        let [low, high] = score_interval(0.7, f64::INFINITY).unwrap();
        assert!(low < 1e-200 && high == 1.0);
        for i in 0..1000 {
            let [low, high] = score_interval(f64::from(i) / 997.3, 0.0).unwrap_or([0.0; 2]);
            assert!(low <= high);
        }
    }

    /// By the t distribution with 10 degrees of freedom, those of the variance alone.
    #[test]
    fn the_logit_interval_is_that_of_the_formula() {
        let df = DegreesOfFreedom {
            variance: 10.0,
            prior: 4.0,
        };
        let (value, variance, expected) = (0.8, 0.0025, 0.1);
        let area = Area {
            value,
            variance,
            df,
            expected,
        };
        let pivot = AreaPivot::new(&area, Method::Logit, f64::INFINITY);
        let result = pivot.interval(0.95).unwrap();
        let away = 2.228_138_851_986_274 * 0.05 / 0.16;
        for (end, side) in [(result.low, -1.0), (result.high, 1.0)] {
            assert!((end - logistic(4f64.ln() + side * away)).abs() < 1e-12);
        }
    }

    #[test]
    fn what_is_no_area_or_no_spread_is_refused() {
        for (area, covariance, name) in [
            (1.5, 1.0, "area"),
            (f64::NAN, 1.0, "area"),
            (0.5, -1.0, "spread"),
        ] {
            let result = score_interval(area, covariance);
            assert!(matches!(result, Err(Error::Range { argument, .. }) if argument == name));
        }
        assert!(score_interval(0.5, f64::NAN).is_err());
        assert!(placement_variance(-0.1).is_err());
    }
}
