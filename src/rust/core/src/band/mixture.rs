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
use crate::distribution::{lower_quantile_of, Beta, Local};
use crate::error::Error;
use crate::memory::{push, reserve};
use crate::poll::Pace;

/// Heights that differ by less than this number of standard errors, in the scale of arc sines, are one step: fewer steps
/// leave the cells of `bench/coverage/cells/numbers.R` as they are.
const MIN_DISTANCE: f64 = 0.25;

/// Outcomes that are less probable are left out.
const LEAST: f64 = 1e-15;

/// The power of x with which a path may rise to its first height: chosen by the targets "TPR at FPR .01" and ".05" of
/// `bench/coverage/cells/numbers.R`.
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
    /// The sum of heights times lengths.
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
        let in_errors = number.min(MOST).sqrt() / MIN_DISTANCE;
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
pub(super) struct MixtureConfidence {
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
            Shares::Beta(Beta::from_shapes(a, b))
        }
    }

    /// The probability of at most x.
    fn lower(&self, x: f64) -> f64 {
        match self {
            _ if x >= 1.0 => 1.0,
            Shares::Zero => 1.0,
            Shares::One => 0.0,
            Shares::Beta(beta) => beta.lower(x),
        }
    }

    fn is_zero(&self) -> bool {
        matches!(self, Shares::Zero)
    }

    /// The probability of at most odds / (1 + odds).
    fn at_odds(&self, odds: f64) -> Local {
        match self {
            Shares::Zero => constant(1.0),
            Shares::One => constant(0.0),
            Shares::Beta(beta) => beta.at_odds(odds),
        }
    }

    fn lower_quantile(&self, probability: f64) -> Result<f64, Error> {
        match self {
            Shares::Zero => Ok(0.0),
            Shares::One => Ok(1.0),
            Shares::Beta(beta) => beta.lower_quantile(probability),
        }
    }
}

fn constant(lower: f64) -> Local {
    Local {
        lower,
        upper: 1.0 - lower,
        slope: 0.0,
        bend: 0.0,
    }
}

/// A step, with the probability that x is on it.
struct Part {
    probability: f64,
    /// Its height, or what that lacks of 1.
    height: f64,
    shares: Shares,
}

/// The least height where no height was seen before x.
struct Unseen {
    x: f64,
    /// Where the first height ends, V above.
    end: Shares,
    /// The lower end h of the first height.
    height: f64,
}

impl Unseen {
    /// R(t) for t of these odds, as a lower tail.
    ///
    /// ```text
    /// u = x (h / t)^(1/6),  q = - d ln odds(u) / d ln odds(t) = (1 - t) / (6 (1 - u))
    /// ```
    fn at_odds(&self, odds: f64) -> Local {
        let t = odds / (1.0 + odds);
        if self.height <= t {
            return constant(1.0 - self.end.lower(self.x));
        }
        let u = self.x * libm::pow(self.height / t, 1.0 / STEEPEST);
        if u >= 1.0 {
            return constant(0.0);
        }
        let at = self.end.at_odds(u / (1.0 - u));
        let q = (1.0 - t) / (STEEPEST * (1.0 - u));
        Local {
            lower: at.upper,
            upper: at.lower,
            slope: q * at.slope,
            bend: -q * (at.bend + u) - t,
        }
    }
}

impl MixtureConfidence {
    /// The interval of y at x.
    pub fn ends_at(&self, steps: &Steps, x: f64, pace: &mut Pace<'_>) -> Result<[f64; 2], Error> {
        if self.numbers.iter().any(|number| number.is_nan()) {
            return Ok([f64::NAN; 2]);
        }
        let bounded = MixtureConfidence {
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
        let [(across, before), (up, below)] = self.numbers_and_pseudo();
        let end =
            |step: &Step| Shares::new(across * step.from + before, across * (1.0 - step.from));
        let shares = |height: f64| Shares::new(up * height, up * (1.0 - height) + below);
        let steps = &steps[steps.partition_point(|step| step.height <= 0.0)..];
        let parts = parts_of(steps, x, end, |step| step.height, shares)?;
        let unseen = Unseen {
            x,
            end: end(&steps[0]),
            height: shares(steps[0].height).lower_quantile(self.tail)?,
        };
        self.quantile(&parts, Some(unseen), pace)
    }

    fn high(&self, steps: &[Step], x: f64, pace: &mut Pace<'_>) -> Result<f64, Error> {
        let [(across, behind), (up, above)] = self.numbers_and_pseudo();
        let end =
            |step: &Step| Shares::new(across * step.from, across * (1.0 - step.from) + behind);
        let lack = |step: &Step| 1.0 - step.height;
        let shares = |lack: f64| Shares::new(up * lack, up * (1.0 - lack) + above);
        let parts = parts_of(steps, x, end, lack, shares)?;
        Ok(1.0 - self.quantile(&parts, None, pace)?)
    }

    /// The quantile that no part exceeds with the probability of the tail; 0 where that is less than the probability
    /// of 0.
    fn quantile(
        &self,
        parts: &[Part],
        unseen: Option<Unseen>,
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        pace.steps(100 * parts.len())?;
        let at = |odds: f64| {
            let mut sum = match &unseen {
                Some(unseen) => unseen.at_odds(odds),
                None => constant(0.0),
            };
            let mut bent = sum.slope * sum.bend;
            for part in parts {
                let of_part = part.shares.at_odds(odds);
                let slope = part.probability * of_part.slope;
                sum.lower += part.probability * of_part.lower;
                sum.slope += slope;
                bent += slope * of_part.bend;
            }
            sum.bend = bent / sum.slope;
            sum
        };
        let nothing = parts.iter().filter(|part| part.shares.is_zero());
        let nothing: f64 = nothing.map(|part| part.probability).sum();
        if nothing >= self.tail {
            return Ok(0.0);
        }
        let start = self.near_quantile(parts)?;
        let odds = lower_quantile_of(self.tail, start / (1.0 - start), at);
        // Less than that is 0 beside the heights.
        Ok(if odds < f64::EPSILON {
            0.0
        } else {
            odds / (1.0 + odds)
        })
    }

    /// The quantile of the beta distribution with the mean and the variance of the parts.
    fn near_quantile(&self, parts: &[Part]) -> Result<f64, Error> {
        let mean_of = |value: &dyn Fn(f64) -> f64| -> f64 {
            let sum = |part: &Part| part.probability * value(part.height);
            parts.iter().map(sum).sum()
        };
        let all = mean_of(&|_| 1.0);
        let mean = mean_of(&|height| height) / all;
        let binomial = mean * (1.0 - mean);
        let number = binomial
            / (mean_of(&|height| (height - mean).powi(2)) / all + binomial / self.numbers[1]);
        Shares::new(number * mean, number * (1.0 - mean)).lower_quantile(self.tail)
    }

    fn numbers_and_pseudo(&self) -> [(f64, f64); 2] {
        [0, 1].map(|rate| (self.numbers[rate], self.pseudo[rate]))
    }
}

/// The steps that x may be on.
fn parts_of(
    steps: &[Step],
    x: f64,
    end: impl Fn(&Step) -> Shares,
    height: impl Fn(&Step) -> f64,
    shares: impl Fn(f64) -> Shares,
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
                height: height(step),
                shares: shares(height(step)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::beta_interval;
    use crate::quantity::Rate;

    fn path(x: &[f64], y: &[f64]) -> Path {
        Path {
            x: x.to_vec(),
            y: y.to_vec(),
            by: Rate::Fpr,
        }
    }

    fn ends(path: &Path, mixture: &MixtureConfidence, x: f64) -> [f64; 2] {
        let mut never = || false;
        let mut pace = Pace::new(&mut never);
        let steps = Steps::new(path, mixture.numbers[1], &mut pace).unwrap();
        mixture.ends_at(&steps, x, &mut pace).unwrap()
    }

    #[test]
    fn where_x_is_certain_the_interval_is_clopper_and_pearsons() {
        let path = path(&[0.0, 0.0, 0.5, 0.5, 1.0], &[0.0, 0.7, 0.7, 1.0, 1.0]);
        let mixture = MixtureConfidence {
            numbers: [1e8, 20.0],
            pseudo: [1.0; 2],
            tail: 0.025,
        };
        let result = ends(&path, &mixture, 0.3);
        let expected = beta_interval(0.7, 20.0, 1.959963984540054, 1.0).unwrap();
        for side in 0..2 {
            assert!((result[side] - expected[side]).abs() < 1e-7, "{result:?}");
        }
    }

    #[test]
    fn few_observations_have_the_sums_of_the_definition() {
        // Four negatives and five positives: from the highest score on + + - + - + - - +.
        let path = path(
            &[0.0, 0.0, 0.25, 0.25, 0.5, 0.5, 0.75, 1.0, 1.0],
            &[0.0, 0.4, 0.4, 0.6, 0.6, 0.8, 0.8, 0.8, 1.0],
        );
        let mixture = MixtureConfidence {
            numbers: [4.0, 5.0],
            pseudo: [0.25, 0.5],
            tail: 0.1,
        };
        let heights = [0.4, 0.6, 0.8, 0.8, 1.0];
        let beta = |a: f64, b: f64| Beta::new(a, b).unwrap();
        // Before the first negative nothing is seen at 0.01.
        for x in [0.01, 0.3, 0.8] {
            let [low, high] = ends(&path, &mixture, x);
            let first = beta(2.0, 3.5).lower_quantile(0.1).unwrap();
            let critical_value = x * (first / low).max(1.0).powf(1.0 / 6.0);
            let (mut below, mut above) = (beta(0.25, 4.0).upper(critical_value), 0.0);
            for (j, height) in heights.into_iter().enumerate() {
                let f = j as f64;
                let lower = |f: f64| {
                    if f < 4.0 {
                        beta(f + 0.25, 4.0 - f).lower(x)
                    } else {
                        0.0
                    }
                };
                let upper = |f: f64| match f {
                    _ if f == 0.0 => 1.0,
                    _ if f > 4.0 => 0.0,
                    _ => beta(f, 4.25 - f).lower(x),
                };
                let h = 5.0 * height;
                below += (lower(f) - lower(f + 1.0)) * beta(h, 5.5 - h).lower(low);
                let lacks = if h < 5.0 {
                    beta(5.0 - h, h + 0.5).lower(1.0 - high)
                } else {
                    1.0
                };
                above += (upper(f) - upper(f + 1.0)) * lacks;
            }
            assert!((below - 0.1).abs() < 1e-13, "{x}: {below}");
            // At most 1 where more than the tail is on the last step.
            assert!(
                (above - 0.1).abs() < 1e-13 || (high == 1.0 && above > 0.1),
                "{x}: {above}"
            );
        }
    }

    #[test]
    fn nothing_is_certain_of_no_observation_and_nothing_of_an_unknown_number() {
        let path = path(&[0.0, 1.0, 1.0], &[0.0, 0.0, 1.0]);
        let mut mixture = MixtureConfidence {
            numbers: [1e-9, 1e300],
            pseudo: [0.25; 2],
            tail: 0.025,
        };
        assert_eq!(ends(&path, &mixture, 0.0)[0], 0.0);
        assert_eq!(ends(&path, &mixture, 1.0), [1.0; 2]);
        mixture.numbers[0] = f64::NAN;
        assert!(ends(&path, &mixture, 0.5)[0].is_nan());
    }
}
