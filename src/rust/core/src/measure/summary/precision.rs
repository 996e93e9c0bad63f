//! Precision along the steps of a curve: what it is on average, and what moves it.

use super::{Derivatives, Summary};
use crate::error::Result;
use crate::legendre::places;
use crate::poll::{Pace, BLOCK};
use crate::shape::{Rates, Shape};
use crate::sum::scale::LARGE;
use crate::sum::{Sum, Sums};

/// The mean of x / (x + y) along a straight line from a point, nonnegative, by how much x and y rise.
/// Both are in one unit. Right to some units in the last place, also where one of them does not rise.
///
/// With D the sum, z half its rise over its mean and S = (artanh(z) / z - 1) / z, the mean is
/// (2 x (1 + z S) + rise of x (1 - (1 - z) S)) / (D from + D to).
#[inline(always)]
pub(super) fn mean_precision([y, x]: [f64; 2], rise: [f64; 2]) -> f64 {
    let (from, risen) = (x + y, rise[0] + rise[1]);
    let scale = 1.0 / (from + from + risen);
    let z = risen * scale;
    if z < SMALL {
        return scale * by_rate(x, rise[1], z, few_terms(z * z));
    }
    if z <= 1.0 / 3.0 {
        return scale * by_rate(x, rise[1], z, series(z * z));
    }
    if from == 0.0 {
        return rise[1] / risen;
    }
    // Where the ratio overflows, what begins there counts for nothing.
    let log = libm::log(((from + risen) / from).min(f64::MAX));
    let part = from * (log / risen);
    (x * log + rise[1] * (1.0 - part)) / risen
}

/// S is z times `s`.
#[inline(always)]
fn by_rate(x: f64, rise: f64, z: f64, s: f64) -> f64 {
    let s = z * s;
    2.0 * x * (1.0 + z * s) + rise * (1.0 - (1.0 - z) * s)
}

const SMALL: f64 = 1.0 / 64.0;

/// 1/3 + t/5 + t^2/7 + ... for t below 2^-12.
#[inline(always)]
fn few_terms(t: f64) -> f64 {
    1.0 / 3.0 + t * (1.0 / 5.0 + t * (1.0 / 7.0 + t * (1.0 / 9.0 + t / 11.0)))
}

/// The same for t up to 1/9.
fn series(t: f64) -> f64 {
    (0..18)
        .rev()
        .fold(0.0, |sum, k| sum * t + 1.0 / f64::from(2 * k + 3))
}

/// A step of the curve, in the unit of all that is called at its end. Along it x / (x + y) is the precision.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// y and x where it begins.
    pub from: [f64; 2],
    /// y and x where it ends: they add up to 1.
    pub to: [f64; 2],
    /// By how much y and x rise.
    pub rise: [f64; 2],
    /// The factor of the rates of each class.
    pub unit: [f64; 2],
}

/// The contribution of a step to a number: its value and derivative by the logit of the prior, both in units of the
/// share of the positives in it, and the derivatives by the contents of the step.
pub(super) struct Added {
    pub value: f64,
    pub by_prior: f64,
    pub derivative: Derivatives,
}

/// The sum of what the steps add, from the lowest score up: `add` is told of a step, of the
/// shares of both classes in it, and of what the steps before it have moved, which it moves on.
pub(super) fn sum_of_steps(
    shape: &Shape,
    prior: Option<f64>,
    derivatives: &mut [Derivatives],
    pace: &mut Pace<'_>,
    add: impl Fn(&Step, [f64; 2], &mut Sums) -> Added,
) -> Result<Summary> {
    let priors = shape.priors(prior);
    let (mut value, mut by_prior) = (Sum::default(), Sum::default());
    let mut shifted = Sums::default();
    for (index, derivative) in derivatives.iter_mut().enumerate() {
        pace.step()?;
        if index % BLOCK == 0 {
            shifted.settle();
            value.settle();
        }
        let shares = shape.shares(index);
        let ends = [
            shape.predicted_positive(index + 1),
            shape.predicted_positive(index),
        ];
        let Some(step) = Step::new(ends[0], ends[1], shares, priors) else {
            *derivative = [0.0; 2];
            continue;
        };
        let added = add(&step, shares, &mut shifted);
        *derivative = added.derivative;
        value.add(shares[1] * added.value);
        by_prior.add(shares[1] * added.by_prior);
    }
    Ok(Summary {
        value: value.value().min(1.0),
        by_prior: by_prior.value() / (priors[0] * priors[1]),
    })
}

/// Means along a step, of the products with x or y over (x + y)^2, and of those with the share of the
/// step that has been gone.
pub(super) struct Means {
    pub x: f64,
    pub y: f64,
    pub x_gone: f64,
    pub y_gone: f64,
    pub xy: f64,
}

impl Step {
    /// Between the rates of two rows, that differ by shares of the classes; nothing if nothing is called.
    pub fn new(from: [f64; 2], to: [f64; 2], shares: [f64; 2], priors: [f64; 2]) -> Option<Step> {
        let priors = priors.map(|prior| prior * LARGE);
        let predicted_positive = priors[0] * to[0] + priors[1] * to[1];
        let unit = priors.map(|prior| prior / predicted_positive);
        let of = |rates: [f64; 2]| [unit[0] * rates[0], unit[1] * rates[1]];
        (predicted_positive > 0.0).then(|| Step {
            from: of(from),
            to: of(to),
            rise: of(shares),
            unit,
        })
    }

    pub fn mean_precision(&self) -> f64 {
        mean_precision(self.from, self.rise)
    }

    pub fn means(&self) -> Means {
        let [none, part, gone] = self.squares();
        let of = |class: usize| {
            let (from, to) = (self.from[class], self.to[class]);
            (from * none + to * part, from * part + to * gone)
        };
        let ((y, y_gone), (x, x_gone)) = (of(0), of(1));
        let ([y0, x0], [y1, x1]) = (self.from, self.to);
        Means {
            x: x + x_gone,
            y: y + y_gone,
            x_gone,
            y_gone,
            xy: x0 * y0 * none + (x0 * y1 + x1 * y0) * part + x1 * y1 * gone,
        }
    }

    /// The means of (1 - u)^2, u (1 - u) and u^2 over (x + y)^2, with u the share that has been gone.
    fn squares(&self) -> [f64; 3] {
        let from = self.from[0] + self.from[1];
        let risen = self.rise[0] + self.rise[1];
        if from == 0.0 {
            return [0.0, 0.0, 1.0];
        }
        if risen <= from {
            return by_quadrature(from, risen);
        }
        let log = -libm::log(from);
        let cube = risen * risen * risen;
        [
            (risen - 2.0 * log + risen / from) / cube,
            ((1.0 + from) * log - 2.0 * risen) / cube,
            (risen - 2.0 * from * log + from * risen) / cube,
        ]
    }
}

/// Exact up to rounding where the sum is at most doubled along the step.
fn by_quadrature(from: f64, risen: f64) -> [f64; 3] {
    let mut means = [0.0; 3];
    for [gone, weight] in places() {
        let sum = from + gone * risen;
        let weight = weight / (sum * sum);
        let rest = 1.0 - gone;
        for (mean, product) in means
            .iter_mut()
            .zip([rest * rest, rest * gone, gone * gone])
        {
            *mean += weight * product;
        }
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By many small steps.
    fn slowly([y, x]: [f64; 2], rise: [f64; 2]) -> f64 {
        let n = 1_000_000;
        let at = |i: usize| {
            let gone = (i as f64 + 0.5) / n as f64;
            let (x, y) = (x + gone * rise[1], y + gone * rise[0]);
            x / (x + y)
        };
        (0..n).map(at).sum::<f64>() / n as f64
    }

    #[test]
    fn the_mean_precision_of_a_step_is_that_of_its_points() {
        let steps = [
            ([1.0, 2.0], [0.0, 1e-3]),
            ([1.0, 2.0], [0.0, 0.5]),
            ([1.0, 2.0], [1.0, 0.0]),
            ([1.0, 0.0], [0.3, 2.0]),
            ([1e-3, 0.0], [0.0, 2.0]),
            ([0.0, 0.0], [3.0, 1.0]),
            ([5.0, 1.0], [0.02, 0.08]),
        ];
        for (from, rise) in steps {
            let (result, slow) = (mean_precision(from, rise), slowly(from, rise));
            assert!((result - slow).abs() < 1e-9, "{result} is not {slow}");
        }
    }

    /// From wrong calls alone on: 1 - log(1 + r) / r, by its series.
    #[test]
    fn a_mean_of_little_has_all_digits() {
        for r in [1e-300_f64, 1e-9, 0.001, 0.02, 0.0317] {
            let terms = (1..30).rev().map(|k| (-r).powi(k) / f64::from(k + 1));
            let expected = -terms.sum::<f64>();
            let result = mean_precision([1.0, 0.0], [0.0, r]);
            let off = (result / expected - 1.0).abs();
            assert!(off < 2e-15, "{r}: {result} is not {expected}");
        }
    }

    #[test]
    fn the_ways_to_a_mean_agree_where_they_meet() {
        for z in [SMALL, 1.0 / 3.0] {
            let risen = 2.0 * z / (1.0 - z);
            for shift in [1.0 - 1e-13, 1.0 + 1e-13] {
                let result =
                    mean_precision([0.4, 0.6], [0.25 * risen * shift, 0.75 * risen * shift]);
                let rise = 0.75 * risen;
                let log = (1.0 + risen).ln() / risen;
                let expected = 0.6 * log + rise * (1.0 - log) / risen;
                assert!(
                    (result - expected).abs() < 1e-14,
                    "{result} is not {expected}"
                );
            }
        }
    }

    #[test]
    fn what_begins_with_next_to_nothing_has_a_mean() {
        let tiny = f64::from_bits(1);
        assert_eq!(mean_precision([0.0, tiny], [0.0, 1.0]), 1.0);
        let result = mean_precision([tiny, 0.0], [0.0, 1.0]);
        assert!((result - 1.0).abs() < 1e-15);
        assert_eq!(mean_precision([0.0, 0.0], [0.0, 1e-300]), 1.0);
    }

    #[test]
    fn quadrature_and_logarithms_agree_where_they_meet() {
        let step = |rise: f64| {
            Step::new(
                [0.25, 0.25],
                [0.25 + rise, 0.25 + rise],
                [rise, rise],
                [0.5, 0.5],
            )
            .unwrap()
        };
        let pairs = step(0.25)
            .squares()
            .into_iter()
            .zip(step(0.25 + 1e-12).squares());
        for (first, second) in pairs {
            assert!((first / second - 1.0).abs() < 1e-10, "{first} {second}");
        }
    }
}
