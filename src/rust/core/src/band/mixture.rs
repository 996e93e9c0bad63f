//! Intervals of the height y of a path at an x, by a mixture of beta distributions.
//!
//! Where the x of the population lies among the observations of x is not certain, and the height there varies as
//! well. The path rises in steps, H_j high from F_j on. With k0 and k1 the effective numbers of both rates, c a
//! pseudo-observation on the side that makes the interval longer, and a = (1 - level) / 2:
//!
//! ```text
//! G_j   = P(Beta(c + k0 F_j, k0 (1 - F_j)) <= x)     that x is beyond the observation at the end of step j
//! B_j(t) = P(Beta(k1 H_j, k1 (1 - H_j) + c) <= t)
//! lower = t where R(t) + sum_j (G_j - G_j+1) B_j(t) = a
//! upper = the same with c among (1 - F_j) and among H_j and without R, where the sum is 1 - a
//! ```
//!
//! With c = 1, one step and no uncertainty of x it is Clopper and Pearson's interval. The sum begins with the first
//! step that has a height. Where x may be before its end V, nothing was seen of y. No observation says how the path
//! of the population rises from the origin to there, but a lower end that is 0 as soon as P(V > x) > a falls to it
//! from a third of the height within a hundredth of x. So the path is taken not to be below the one that rises
//! with the power 6 of x to the lower end h of the first height. A path that is hidden below that is rare enough for
//! the interval to hold for curves that are not concave, too:
//!
//! ```text
//! h    = t where B_0(t) = a
//! R(t) = P(V > x max(1, h / t)^(1/6)),   V = Beta(c + k0 F_0, k0 (1 - F_0))
//! ```

use super::path::Path;
use crate::distribution::Beta;
use crate::error::Error;
use crate::memory::{push, reserve};
use crate::poll::Pace;
use crate::root::root;

/// Heights that differ by less than this number of standard errors, in the scale of arc sines, are one step.
const APART: f64 = 0.25;

/// What is less probable is left out.
const LEAST: f64 = 1e-15;

/// The power of x with which a path may rise to its first height.
const STEEPEST: f64 = 6.0;

/// More steps of an effective number than that do not change an end.
const MOST: f64 = 1e9;

/// A part of a path in which the height is nearly the same.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: f64,
    height: f64,
}

/// The path in steps.
#[derive(Debug)]
pub(super) struct Steps {
    steps: Vec<Step>,
}

/// The step that is being made.
struct Open {
    from: f64,
    cell: f64,
    length: f64,
    /// Of heights times lengths.
    sum: f64,
}

impl Open {
    fn step(&self) -> Step {
        Step {
            from: self.from,
            height: (self.sum / self.length).min(1.0),
        }
    }
}

impl Steps {
    /// By the effective number of y. A tie of both classes is a straight line, as it is in the curve. O(points).
    pub fn new(path: &Path, number: f64, pace: &mut Pace<'_>) -> Result<Steps, Error> {
        let in_errors = number.min(MOST).sqrt() / APART;
        let cell = |height: f64| {
            let height = height.clamp(0.0, 1.0);
            (2.0 * libm::asin(height.sqrt()) * in_errors).floor()
        };
        let mut steps = Vec::new();
        let mut open: Option<Open> = None;
        for (x, y) in path.x.windows(2).zip(path.y.windows(2)) {
            let pieces = cell(y[1]) - cell(y[0]) + 1.0;
            pace.steps(pieces as usize)?;
            let length = (x[1] - x[0]) / pieces;
            if length <= 0.0 {
                continue;
            }
            for piece in 0..pieces as usize {
                let height = y[0] + (y[1] - y[0]) * ((piece as f64 + 0.5) / pieces);
                let cell = cell(height);
                if open.as_ref().is_some_and(|open| open.cell != cell) {
                    if let Some(done) = open.take() {
                        push(&mut steps, done.step())?;
                    }
                }
                let open = open.get_or_insert(Open {
                    from: x[0] + length * piece as f64,
                    cell,
                    length: 0.0,
                    sum: 0.0,
                });
                open.length += length;
                open.sum += height * length;
            }
        }
        if let Some(done) = open {
            push(&mut steps, done.step())?;
        }
        let last = Step {
            from: 1.0,
            height: 1.0,
        };
        push(&mut steps, last)?;
        Ok(Steps { steps })
    }
}

/// How sure both rates are at an x.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sureness {
    /// The effective numbers of x and of y.
    pub numbers: [f64; 2],
    /// Their pseudo-observations.
    pub pseudo: [f64; 2],
    /// The probability beyond each end.
    pub tail: f64,
}

/// A beta distribution that may have no part on one side.
enum Shares {
    Zero,
    One,
    Beta(Beta),
}

impl Shares {
    fn new(a: f64, b: f64) -> Shares {
        if a < Beta::LEAST {
            Shares::Zero
        } else if b < Beta::LEAST {
            Shares::One
        } else {
            Shares::Beta(Beta::of_shapes(a, b))
        }
    }

    /// The probability of at most x.
    fn lower(&self, x: f64) -> f64 {
        match self {
            _ if x >= 1.0 => 1.0,
            Shares::Zero => 1.0,
            _ if x <= 0.0 => 0.0,
            Shares::One => 0.0,
            Shares::Beta(beta) => beta.lower(x),
        }
    }

    /// The share that another one is at most with a probability.
    fn lower_quantile(&self, probability: f64) -> Result<f64, Error> {
        match self {
            Shares::Zero => Ok(0.0),
            Shares::One => Ok(1.0),
            Shares::Beta(beta) => beta.lower_quantile(probability),
        }
    }
}

/// A height, with the probability that it is the one at x.
struct Part {
    probability: f64,
    shares: Shares,
}

impl Sureness {
    /// The interval of y at x.
    pub fn ends_at(&self, steps: &Steps, x: f64, pace: &mut Pace<'_>) -> Result<[f64; 2], Error> {
        if self.numbers.iter().any(|number| number.is_nan()) {
            return Ok([f64::NAN; 2]);
        }
        let bounded = Sureness {
            numbers: self.numbers.map(|number| number.min(MOST)),
            ..*self
        };
        let low = bounded.low(&steps.steps, x, pace)?;
        let high = bounded.high(&steps.steps, x, pace)?;
        Ok([low, high])
    }

    fn low(&self, steps: &[Step], x: f64, pace: &mut Pace<'_>) -> Result<f64, Error> {
        // Where everything is called positive, or nothing negative.
        if x >= 1.0 {
            return Ok(1.0);
        }
        if x <= 0.0 {
            return Ok(0.0);
        }
        let [(across, before), (up, below)] = self.of_rates();
        let end =
            |step: &Step| Shares::new(across * step.from + before, across * (1.0 - step.from));
        let height = |step: &Step| Shares::new(up * step.height, up * (1.0 - step.height) + below);
        let steps = &steps[steps.partition_point(|step| step.height <= 0.0)..];
        let parts = parts_of(steps, x, end, height)?;
        let first = end(&steps[0]);
        let reached = height(&steps[0]).lower_quantile(self.tail)?;
        let unseen = |t: f64| {
            let rise = if t < reached { reached / t } else { 1.0 };
            1.0 - first.lower(x * libm::pow(rise, 1.0 / STEEPEST))
        };
        quantile(&parts, unseen, self.tail, pace)
    }

    fn high(&self, steps: &[Step], x: f64, pace: &mut Pace<'_>) -> Result<f64, Error> {
        let [(across, behind), (up, above)] = self.of_rates();
        let end =
            |step: &Step| Shares::new(across * step.from, across * (1.0 - step.from) + behind);
        // What the height lacks of 1.
        let lack = |step: &Step| Shares::new(up * (1.0 - step.height), up * step.height + above);
        let parts = parts_of(steps, x, end, lack)?;
        Ok(1.0 - quantile(&parts, |_| 0.0, self.tail, pace)?)
    }

    fn of_rates(&self) -> [(f64, f64); 2] {
        [0, 1].map(|rate| (self.numbers[rate], self.pseudo[rate]))
    }
}

/// The steps that x may be on.
fn parts_of(
    steps: &[Step],
    x: f64,
    end: impl Fn(&Step) -> Shares,
    height: impl Fn(&Step) -> Shares,
) -> Result<Vec<Part>, Error> {
    let passed = |step: &Step| end(step).lower(x);
    let first = steps
        .partition_point(|step| passed(step) > 1.0 - LEAST)
        .max(1)
        - 1;
    let mut parts = reserve(64)?;
    let mut here = passed(&steps[first]);
    for (i, step) in steps.iter().enumerate().skip(first) {
        let next = steps.get(i + 1).map_or(0.0, passed);
        if here - next > LEAST {
            let part = Part {
                probability: here - next,
                shares: height(step),
            };
            push(&mut parts, part)?;
        }
        if next < LEAST {
            break;
        }
        here = next;
    }
    Ok(parts)
}

/// What all parts, and another probability of at most t, are together at most with a probability; 0 where that is
/// less than that of 0.
fn quantile(
    parts: &[Part],
    other: impl Fn(f64) -> f64,
    probability: f64,
    pace: &mut Pace<'_>,
) -> Result<f64, Error> {
    let mut excess = |t: f64| {
        pace.steps(16 * parts.len())?;
        let lower = |part: &Part| part.probability * part.shares.lower(t);
        Ok(parts.iter().map(lower).sum::<f64>() + other(t) - probability)
    };
    if excess(0.0)? >= 0.0 {
        return Ok(0.0);
    }
    root([0.0, 1.0], excess)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::band::By;
    use crate::interval::clopper_pearson;

    fn path(x: &[f64], y: &[f64]) -> Path {
        Path {
            x: x.to_vec(),
            y: y.to_vec(),
            by: By::Fpr,
        }
    }

    fn ends(path: &Path, sureness: &Sureness, x: f64) -> [f64; 2] {
        let mut never = || false;
        let mut pace = Pace::new(&mut never);
        let steps = Steps::new(path, sureness.numbers[1], &mut pace).unwrap();
        sureness.ends_at(&steps, x, &mut pace).unwrap()
    }

    #[test]
    fn where_x_is_certain_the_interval_is_clopper_and_pearsons() {
        let path = path(&[0.0, 0.0, 0.5, 0.5, 1.0], &[0.0, 0.7, 0.7, 1.0, 1.0]);
        let sureness = Sureness {
            numbers: [1e8, 20.0],
            pseudo: [1.0; 2],
            tail: 0.025,
        };
        let found = ends(&path, &sureness, 0.3);
        let expected = clopper_pearson(0.7, 20.0, 1.959963984540054).unwrap();
        for side in 0..2 {
            assert!((found[side] - expected[side]).abs() < 1e-7, "{found:?}");
        }
    }

    #[test]
    fn few_observations_have_the_sums_of_the_definition() {
        // Four negatives and five positives: from the highest score on + + - + - + - - +.
        let path = path(
            &[0.0, 0.0, 0.25, 0.25, 0.5, 0.5, 0.75, 1.0, 1.0],
            &[0.0, 0.4, 0.4, 0.6, 0.6, 0.8, 0.8, 0.8, 1.0],
        );
        let sureness = Sureness {
            numbers: [4.0, 5.0],
            pseudo: [0.25, 0.5],
            tail: 0.1,
        };
        let [low, high] = ends(&path, &sureness, 0.8);
        let heights = [0.4, 0.6, 0.8, 0.8, 1.0];
        let beta = |a: f64, b: f64, x: f64| Beta::new(a, b).unwrap().lower(x);
        let (mut below, mut above) = (0.0, 0.0);
        for (j, height) in heights.into_iter().enumerate() {
            let f = j as f64;
            let lower = |f: f64| {
                if f < 4.0 {
                    beta(f + 0.25, 4.0 - f, 0.8)
                } else {
                    0.0
                }
            };
            let upper = |f: f64| match f {
                _ if f == 0.0 => 1.0,
                _ if f > 4.0 => 0.0,
                _ => beta(f, 4.25 - f, 0.8),
            };
            let h = 5.0 * height;
            below += (lower(f) - lower(f + 1.0)) * beta(h, 5.5 - h, low);
            if h < 5.0 {
                above += (upper(f) - upper(f + 1.0)) * beta(5.0 - h, h + 0.5, 1.0 - high);
            } else {
                above += upper(f);
            }
        }
        // The rest is of the straight lines.
        assert!(below < 0.1 && below > 0.095, "{below}");
        assert!((above - 0.1).abs() < 1e-9, "{above}");
    }

    #[test]
    fn nothing_is_certain_of_no_observation_and_nothing_of_an_unknown_number() {
        let path = path(&[0.0, 1.0, 1.0], &[0.0, 0.0, 1.0]);
        let mut sureness = Sureness {
            numbers: [1e-9, 1e300],
            pseudo: [0.25; 2],
            tail: 0.025,
        };
        assert_eq!(ends(&path, &sureness, 0.0)[0], 0.0);
        assert_eq!(ends(&path, &sureness, 1.0), [1.0; 2]);
        sureness.numbers[0] = f64::NAN;
        assert!(ends(&path, &sureness, 0.5)[0].is_nan());
    }
}
