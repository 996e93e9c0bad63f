//! The greatest of several jointly normal or t variables.

use super::{check_parameter, Fisher, Student};
use crate::eigen::Eigen;
use crate::error::{Argument, Error};
use crate::legendre;
use crate::memory::{collect, filled, push, reserve};
use crate::order::order;
use crate::poll::{Pace, Poll};
use crate::random::Random;
use crate::range::Range;
use crate::root::root;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// The distribution of the greatest absolute value of jointly normal or t variables around 0, each divided by its
/// standard deviation.
///
/// The t variables are normal ones divided by the square root of the same chi-squared variable over its degrees of
/// freedom; infinite ones give normal variables. Simultaneous tests or intervals of several estimates use a quantile
/// of this distribution.
///
/// ```
/// use weighted_roc_core::distribution::MultivariateT;
///
/// // Two variables with a correlation of 1/2, of variances 1 and 4.
/// let covariance = [1.0, 1.0, 1.0, 4.0];
/// let greatest = MultivariateT::new(&covariance, f64::INFINITY, &mut || false)?;
/// assert!((greatest.upper(2.0) - 0.082_888_147_380).abs() < 1e-12);
/// assert!((greatest.upper_quantile(0.05)? - 2.212_127_746_578).abs() < 1e-11);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// In one or two dimensions probabilities have a relative error of at most 1e-10. In more dimensions the error is at
/// most 3e-4, for probabilities of at most 0.1 at most 1e-4, and at most a tenth of the probability as far as 1e-6;
/// smaller ones lie between those of one variable and the sum of all.
/// The same question has the same answer in each call.
///
/// A normal vector is a direction and a length that do not depend on each other. Given the direction, the length
/// at which the first variable passes x is known, and the square of the length is chi-squared, or of an F
/// distribution: directions alone are left to average over.
///
/// ```text
/// axes = variables as linear functions of independent normal ones, from the covariance
/// P(some |variable| > x) = the mean over directions of P(length > x / greatest |cosine| of direction and axes)
///
/// one dimension:    the cosine is 1
/// two dimensions:   the integral over the angle from an axis half way to the next one
/// more dimensions:  many random directions, whose weights make sums of powers of cosines, and products of these,
///                   what they are on average over all directions (a regression on them as control variates)
/// ```
#[derive(Clone, Debug)]
pub struct MultivariateT {
    /// Cosines of the greatest, and their probabilities.
    cosines: Vec<[f64; 2]>,
    dimensions: usize,
    /// The distribution of the squared length over the dimensions; none where it is chi-squared.
    length: Option<Fisher>,
    /// The distribution of each variable.
    each: Student,
    /// How many variables vary, and how many do not. NaN where the covariance is not known.
    varying: f64,
    fixed: f64,
}

impl MultivariateT {
    /// With a covariance matrix and degrees of freedom. Variables without variance count as independent of all
    /// others. Where the covariance is NaN, so are the probabilities.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::{MultivariateT, Student};
    /// let one = MultivariateT::new(&[4.0], 7.5, &mut || false)?;
    /// let p = 2.0 * Student::new(7.5)?.upper(2.0);
    /// assert!((one.upper(2.0) / p - 1.0).abs() < 1e-12);
    /// assert!(MultivariateT::new(&[1.0, 0.0], 7.5, &mut || false).is_err());
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless the matrix is square, [`Error::Parameter`] unless the degrees of freedom are
    /// infinite or from [`Fisher::LEAST`] to [`Fisher::MOST`], [`Error::Memory`], and [`Error::Interrupted`].
    pub fn new(covariance: &[f64], df: f64, poll: Poll<'_>) -> Result<MultivariateT, Error> {
        let width = (covariance.len() as f64).sqrt() as usize;
        if width.saturating_mul(width) != covariance.len() {
            return Err(Error::Length {
                argument: Argument::Covariance,
                length: covariance.len(),
                expected: width * width,
            });
        }
        // Differences from a variable that is 0.
        let mut with_zero = filled((width + 1).saturating_mul(width + 1), 0.0)?;
        let rows = with_zero.chunks_exact_mut(width + 1);
        for (to, row) in rows.zip(covariance.chunks_exact(width.max(1))) {
            to[..width].copy_from_slice(row);
        }
        let differences = collect((0..width).map(|k| [k, width]))?;
        let mut pace = Pace::new(poll);
        MultivariateT::for_differences(&with_zero, width + 1, &differences, df, &mut pace)
    }

    /// The distribution of differences of pairs of variables with a covariance.
    pub(crate) fn for_differences(
        covariance: &[f64],
        width: usize,
        pairs: &[[usize; 2]],
        df: f64,
        pace: &mut Pace<'_>,
    ) -> Result<MultivariateT, Error> {
        if df != f64::INFINITY {
            check_parameter("freedom", df, Fisher::LEAST..=Fisher::MOST)?;
        }
        let mut result = MultivariateT {
            cosines: Vec::new(),
            dimensions: 0,
            length: None,
            each: Student::new(df)?,
            varying: f64::NAN,
            fixed: f64::NAN,
        };
        if covariance.iter().all(|entry| entry.is_finite()) {
            let points = Points::new(covariance, width, pairs, pace)?;
            result.varying = points.pairs.len() as f64;
            result.fixed = (pairs.len() - points.pairs.len()) as f64;
            result.dimensions = points.dimensions;
            if df != f64::INFINITY && points.dimensions > 0 {
                result.length = Some(Fisher::new(points.dimensions as f64, df)?);
            }
            result.cosines = points.cosines(pace)?;
        }
        Ok(result)
    }

    /// P(greatest <= x); NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::{MultivariateT, Normal};
    /// let two = MultivariateT::new(&[1.0, 0.0, 0.0, 1.0], f64::INFINITY, &mut || false)?;
    /// let of_one = 1.0 - 2.0 * Normal.upper(1.5);
    /// assert!((two.lower(1.5) - of_one * of_one).abs() < 1e-10);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn lower(&self, x: f64) -> f64 {
        1.0 - self.upper(x)
    }

    /// P(greatest > x), at least that of one variable and at most the sum of all; NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::MultivariateT;
    /// let both = MultivariateT::new(&[1.0, 0.0, 0.0, 1.0], f64::INFINITY, &mut || false)?;
    /// assert!((both.upper(30.0) / 1.962_685_570_859e-197 - 1.0).abs() < 1e-11);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn upper(&self, x: f64) -> f64 {
        if x.is_nan() || self.varying.is_nan() {
            return f64::NAN;
        }
        let of_one = (2.0 * self.each.upper(x)).min(1.0);
        let cosines = self.cosines.iter();
        let varying = cosines
            .map(|&[cosine, weight]| weight * self.longer(x / cosine))
            .sum::<f64>()
            .clamp(
                of_one * self.varying.min(1.0),
                (of_one * self.varying).min(1.0),
            );
        let fixed = if self.fixed > 0.0 {
            -libm::expm1(self.fixed * libm::log1p(-of_one))
        } else {
            0.0
        };
        varying + fixed - varying * fixed
    }

    /// The x with P(greatest <= x) = p.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::MultivariateT;
    /// let covariance = [2.0, 1.0, 1.0, 2.0];
    /// let greatest = MultivariateT::new(&covariance, 10.0, &mut || false)?;
    /// let x = greatest.lower_quantile(0.95)?;
    /// assert!((greatest.lower(x) - 0.95).abs() < 1e-12);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`] unless p is in [0, 1].
    pub fn lower_quantile(&self, p: f64) -> Result<f64, Error> {
        Range::PROBABILITY.check("p", &[p])?;
        self.upper_quantile(1.0 - p)
    }

    /// The x with P(greatest > x) = p: between that of one variable and Bonferroni's. NaN without variables.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::MultivariateT;
    /// let same = MultivariateT::new(&[1.0; 4], f64::INFINITY, &mut || false)?;
    /// assert!((same.upper_quantile(0.05)? - 1.959_963_984_540_054).abs() < 1e-9);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`] unless p is in [0, 1].
    pub fn upper_quantile(&self, p: f64) -> Result<f64, Error> {
        Range::PROBABILITY.check("p", &[p])?;
        let variables = self.varying + self.fixed;
        let ends = [
            self.each.upper_quantile(p / 2.0)?,
            self.each.upper_quantile(p / (2.0 * variables.max(1.0)))?,
        ];
        let excess = |x: f64| Ok(self.upper(x) - p);
        // At the ends the difference may be rounding of either sign.
        if excess(ends[0])? <= 0.0 {
            return Ok(ends[0]);
        }
        if excess(ends[1])? >= 0.0 {
            return Ok(ends[1]);
        }
        root(ends, excess)
    }

    /// The probability that a vector is longer than that.
    fn longer(&self, length: f64) -> f64 {
        match self.length {
            Some(law) => law.upper(length * length / self.dimensions as f64),
            None => longer_than(length, self.dimensions),
        }
    }
}

/// The probability that a normal vector of this many dimensions is longer than that.
fn longer_than(length: f64, dimensions: usize) -> f64 {
    let half = 0.5 * length * length;
    let exponential = libm::exp(-half);
    // No sum below has as many digits.
    if exponential == 0.0 {
        return 0.0;
    }
    let (mut longer, mut term, mut order) = if dimensions % 2 == 0 {
        (0.0, exponential, 0.0)
    } else {
        let first = length * exponential * (2.0 / std::f64::consts::PI).sqrt();
        (
            libm::erfc(length * std::f64::consts::FRAC_1_SQRT_2),
            first,
            0.5,
        )
    };
    for _ in 0..dimensions / 2 {
        longer += term;
        order += 1.0;
        term *= half / order;
    }
    longer
}

/// Points in space whose differences vary along directions as those of variables, in the fewest dimensions.
struct Points {
    /// The first coordinates of all points, then the second ones.
    coordinates: Vec<f64>,
    number: usize,
    dimensions: usize,
    /// The pairs that differ, each with the inverse of their distance.
    pairs: Vec<([usize; 2], f64)>,
}

/// Points are in one place that are nearer than this, beside the farthest.
const NOTHING: f64 = 1e-7;

impl Points {
    fn new(
        covariance: &[f64],
        width: usize,
        pairs: &[[usize; 2]],
        pace: &mut Pace<'_>,
    ) -> Result<Points, Error> {
        let mut centred = collect(covariance.iter().copied())?;
        let means = collect(
            covariance
                .chunks(width)
                .map(|row| row.iter().sum::<f64>() / width as f64),
        )?;
        let mean = means.iter().sum::<f64>() / width as f64;
        for (i, entry) in centred.iter_mut().enumerate() {
            *entry = *entry - (means[i / width] + means[i % width]) + mean;
        }
        let parts = Eigen::decompose(centred, width, pace)?;
        let least = 1e-15 * parts.largest();
        let values = parts.values();
        let mut falling = collect(0..width)?;
        order(&mut falling, &mut |k, l| {
            values[l].total_cmp(&values[k]).then(k.cmp(&l))
        });
        let mut coordinates = reserve(width.saturating_mul(width))?;
        let mut dimensions = 0;
        for k in falling.into_iter().filter(|&k| values[k] > least) {
            pace.steps(width)?;
            dimensions += 1;
            for part in parts.vector(k) {
                push(&mut coordinates, part * values[k].sqrt())?;
            }
        }
        let mut points = Points {
            coordinates,
            number: width,
            dimensions,
            pairs: reserve(pairs.len())?,
        };
        let lengths = collect(pairs.iter().map(|pair| points.apart(*pair)))?;
        let farthest = lengths
            .iter()
            .fold(0.0f64, |most, &length| most.max(length));
        for (&pair, &length) in pairs.iter().zip(&lengths) {
            if length > NOTHING * farthest {
                push(&mut points.pairs, (pair, 1.0 / length))?;
            }
        }
        Ok(points)
    }

    fn apart(&self, [first, second]: [usize; 2]) -> f64 {
        let axes = self.coordinates.chunks_exact(self.number);
        let squares = axes.map(|axis| (axis[first] - axis[second]).powi(2));
        squares.sum::<f64>().sqrt()
    }

    /// The cosines of the greatest, and their probabilities.
    fn cosines(&self, pace: &mut Pace<'_>) -> Result<Vec<[f64; 2]>, Error> {
        match self.dimensions {
            _ if self.pairs.is_empty() => Ok(Vec::new()),
            1 => collect([[1.0, 1.0]].into_iter()),
            2 => self.in_the_plane(),
            _ => Directions::new(self)?.cosines(pace),
        }
    }

    /// By quadrature over the angle from each axis to the middle of the way to the next one. Between these the
    /// greatest is smooth.
    fn in_the_plane(&self) -> Result<Vec<[f64; 2]>, Error> {
        let [across, up] = [0, 1].map(|axis| &self.coordinates[axis * self.number..]);
        let angle = |&([first, second], _): &([usize; 2], f64)| {
            libm::atan2(up[first] - up[second], across[first] - across[second]).rem_euclid(PI)
        };
        let mut angles = collect(self.pairs.iter().map(angle))?;
        angles.sort_unstable_by(f64::total_cmp);
        let mut cosines = Vec::new();
        for (i, &angle) in angles.iter().enumerate() {
            let next = angles.get(i + 1).map_or(angles[0] + PI, |&next| next);
            let middle = 0.5 * (next - angle);
            let pieces = (middle / PIECE).ceil();
            for piece in 0..pieces as usize {
                for [place, weight] in legendre::places() {
                    let away = (piece as f64 + place) / pieces * middle;
                    let probability = 2.0 * weight * middle / pieces / PI;
                    push(&mut cosines, [libm::cos(away), probability])?;
                }
            }
        }
        Ok(cosines)
    }
}

/// Within such a small angle the quadrature sees a polynomial.
const PIECE: f64 = PI / 32.0;

/// Directions come in frames of axes at right angles, by sums and differences of two of them: few normal numbers
/// for many directions.
const DIRECTIONS: usize = 1 << 17;

/// The number of bins in which cosines are counted by their sines, which become narrow where cosines are near 1.
const BINS: usize = 1024;

/// The powers of squared cosines whose sums over pairs are known on average, and those of them (by place) whose
/// products are.
const POWERS: [u32; 6] = [1, 2, 3, 4, 6, 8];
const PRODUCTS: [[usize; 2]; 10] = [
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 1],
    [1, 2],
    [1, 3],
    [2, 2],
    [2, 3],
    [3, 3],
];
const CONTROLS: usize = POWERS.len() + PRODUCTS.len();

/// Sums of powers of squared cosines over pairs, and products of them.
type Controls = [f64; CONTROLS];

struct Directions<'a> {
    points: &'a Points,
    random: Random,
    /// The axes of a frame.
    frame: Vec<f64>,
    /// The points along each axis.
    by_rate: Vec<f64>,
    /// The points along one direction.
    line: Vec<f64>,
    counts: Counts,
}

/// Sums of controls and of their products with each other.
struct Covariance {
    number: f64,
    sums: Controls,
    products: [Controls; CONTROLS],
}

impl Covariance {
    fn add(&mut self, controls: &Controls) {
        self.number += 1.0;
        let sums = self.sums.iter_mut().zip(&mut self.products);
        for ((sum, products), control) in sums.zip(controls) {
            *sum += control;
            for (product, other) in products.iter_mut().zip(controls) {
                *product += control * other;
            }
        }
    }

    fn covariance(&self, a: usize, b: usize) -> f64 {
        let [first, second] = [a, b].map(|k| self.sums[k] / self.number);
        self.products[a][b] / self.number - first * second
    }
}

/// The number of directions in a group.
const SOME: usize = 8;

/// Sums over directions.
struct Counts {
    number: usize,
    controls: Controls,
    /// How the controls vary among some of the directions.
    some: Covariance,
    /// How many greatest cosines are in a bin, and the sums of the controls of their directions.
    bins: Vec<(f64, Controls)>,
}

impl Counts {
    /// Adds a direction by its largest squared cosine.
    fn add(&mut self, greatest: f64, controls: &Controls) {
        if self.number % SOME == 0 {
            self.some.add(controls);
        }
        self.number += 1;
        for (sum, control) in self.controls.iter_mut().zip(controls) {
            *sum += control;
        }
        let bin = ((1.0 - greatest).max(0.0).sqrt() * BINS as f64) as usize;
        let (count, sums) = &mut self.bins[bin.min(BINS - 1)];
        *count += 1.0;
        for (sum, control) in sums.iter_mut().zip(controls) {
            *sum += control;
        }
    }
}

impl<'a> Directions<'a> {
    fn new(points: &'a Points) -> Result<Directions<'a>, Error> {
        let dimensions = points.dimensions;
        Ok(Directions {
            points,
            random: Random::new(0, 0),
            frame: filled(dimensions * dimensions, 0.0)?,
            by_rate: filled(dimensions * points.number, 0.0)?,
            line: filled(points.number, 0.0)?,
            counts: Counts {
                number: 0,
                controls: [0.0; CONTROLS],
                some: Covariance {
                    number: 0.0,
                    sums: [0.0; CONTROLS],
                    products: [[0.0; CONTROLS]; CONTROLS],
                },
                bins: filled(BINS, (0.0, [0.0; CONTROLS]))?,
            },
        })
    }

    fn cosines(mut self, pace: &mut Pace<'_>) -> Result<Vec<[f64; 2]>, Error> {
        let dimensions = self.points.dimensions;
        let of_frame = dimensions * (dimensions - 1);
        for _ in 0..DIRECTIONS.div_ceil(of_frame) {
            self.next_frame(pace)?;
            for second in 1..dimensions {
                for first in 0..second {
                    pace.steps(2 * (self.points.number + 8 * self.points.pairs.len()))?;
                    self.add_between([first, second], 1.0);
                    self.add_between([first, second], -1.0);
                }
            }
        }
        self.weighted(pace)
    }

    /// Axes in random directions, each at right angles to those before it.
    fn next_frame(&mut self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let (width, number) = (self.points.dimensions, self.points.number);
        pace.steps(width * width * (width + number))?;
        for k in 0..width {
            let (before, axis) = self.frame.split_at_mut(k * width);
            let axis = &mut axis[..width];
            for pair in axis.chunks_mut(2) {
                let radius = (2.0 * self.random.exponential()).sqrt();
                let angle = 2.0 * PI * self.random.unit();
                let (sine, cosine) = libm::sincos(angle);
                pair[0] = radius * cosine;
                if let Some(second) = pair.get_mut(1) {
                    *second = radius * sine;
                }
            }
            for other in before.chunks_exact(width) {
                let shared: f64 = other.iter().zip(&*axis).map(|(a, b)| a * b).sum();
                for (part, other) in axis.iter_mut().zip(other) {
                    *part -= shared * other;
                }
            }
            let length = axis.iter().map(|part| part * part).sum::<f64>().sqrt();
            axis.iter_mut().for_each(|part| *part /= length);
            let by_rate = &mut self.by_rate[k * number..][..number];
            by_rate.fill(0.0);
            let coordinates = self.points.coordinates.chunks_exact(number);
            for (coordinates, part) in coordinates.zip(&*axis) {
                for (by_rate, coordinate) in by_rate.iter_mut().zip(coordinates) {
                    *by_rate += part * coordinate;
                }
            }
        }
        Ok(())
    }

    /// Adds the direction in the middle between an axis and another one, or its opposite.
    fn add_between(&mut self, [first, second]: [usize; 2], sign: f64) {
        let number = self.points.number;
        let [first, second] = [first, second].map(|k| &self.by_rate[k * number..][..number]);
        for (to, (a, b)) in self.line.iter_mut().zip(first.iter().zip(second)) {
            *to = (a + sign * b) * FRAC_1_SQRT_2;
        }
        let mut greatest = 0.0f64;
        let mut sums = [0.0; POWERS.len()];
        for &([first, second], inverse) in &self.points.pairs {
            let cosine = (self.line[first] - self.line[second]) * inverse;
            let square = cosine * cosine;
            let fourth = square * square;
            let sixth = fourth * square;
            let eighth = fourth * fourth;
            let powers = [
                square,
                fourth,
                sixth,
                eighth,
                sixth * sixth,
                eighth * eighth,
            ];
            for (sum, power) in sums.iter_mut().zip(powers) {
                *sum += power;
            }
            greatest = greatest.max(square);
        }
        let mut controls = [0.0; CONTROLS];
        controls[..POWERS.len()].copy_from_slice(&sums);
        for (control, [a, b]) in controls[POWERS.len()..].iter_mut().zip(PRODUCTS) {
            *control = sums[a] * sums[b];
        }
        self.counts.add(greatest, &controls);
    }

    /// Weights directions so that the means of the controls are what they are over all directions.
    fn weighted(self, pace: &mut Pace<'_>) -> Result<Vec<[f64; 2]>, Error> {
        let counts = &self.counts;
        let number = counts.number as f64;
        let means = counts.controls.map(|sum| sum / number);
        let expected = self.points.expected(pace)?;
        let covariance = |a: usize, b: usize| counts.some.covariance(a, b);
        let deviations: Controls = std::array::from_fn(|a| covariance(a, a).max(0.0).sqrt());
        let scale = deviations.map(|deviation| {
            if deviation > 0.0 {
                1.0 / deviation
            } else {
                0.0
            }
        });
        let correlation = collect((0..CONTROLS * CONTROLS).map(|i| {
            let (a, b) = (i / CONTROLS, i % CONTROLS);
            covariance(a, b) * scale[a] * scale[b]
        }))?;
        let parts = Eigen::decompose(correlation, CONTROLS, pace)?;
        let off: Controls = std::array::from_fn(|a| (expected[a] - means[a]) * scale[a]);
        let mut tilt = [0.0; CONTROLS];
        for (k, &value) in parts.values().iter().enumerate() {
            if value > SINGULAR * parts.largest() {
                let by_rate = parts.by_rate(k, &off) / value;
                for (a, (tilt, part)) in tilt.iter_mut().zip(parts.vector(k)).enumerate() {
                    *tilt += by_rate * part * scale[a];
                }
            }
        }
        let mut cosines = reserve(BINS)?;
        for (bin, (count, controls)) in counts.bins.iter().enumerate() {
            let off = controls
                .iter()
                .zip(means)
                .map(|(sum, mean)| sum - count * mean);
            let tilted: f64 = tilt.iter().zip(off).map(|(tilt, off)| tilt * off).sum();
            let sine = (bin as f64 + 0.5) / BINS as f64;
            let cosine = (1.0 - sine * sine).sqrt();
            push(&mut cosines, [cosine, (count + tilted) / number])?;
        }
        Ok(cosines)
    }
}

/// Controls that vary less, beside the most, are sums of the others.
const SINGULAR: f64 = 1e-9;

impl Points {
    /// The means of the controls over all directions, by those of products of powers of normal variables with the
    /// correlations of the pairs.
    fn expected(&self, pace: &mut Pace<'_>) -> Result<Controls, Error> {
        let mut expected = [0.0; CONTROLS];
        let number = self.pairs.len() as f64;
        for (to, power) in expected.iter_mut().zip(POWERS) {
            *to = number * odd_product(power) / self.mean_of_length(power);
        }
        for (i, first) in self.pairs.iter().enumerate() {
            pace.steps((i + 1) * (self.dimensions + 8 * PRODUCTS.len()))?;
            for second in &self.pairs[..=i] {
                let times = if std::ptr::eq(first, second) {
                    1.0
                } else {
                    2.0
                };
                let correlation = self.correlation(first, second);
                for (to, [a, b]) in expected[POWERS.len()..].iter_mut().zip(PRODUCTS) {
                    *to += times * product_of_powers(correlation, [POWERS[a], POWERS[b]]);
                }
            }
        }
        for (to, [a, b]) in expected[POWERS.len()..].iter_mut().zip(PRODUCTS) {
            *to /= self.mean_of_length(POWERS[a] + POWERS[b]);
        }
        Ok(expected)
    }

    fn correlation(&self, first: &([usize; 2], f64), second: &([usize; 2], f64)) -> f64 {
        let ([a, b], inverse) = first;
        let ([c, d], other) = second;
        let axes = self.coordinates.chunks_exact(self.number);
        let products = axes.map(|axis| (axis[*a] - axis[*b]) * (axis[*c] - axis[*d]));
        products.sum::<f64>() * inverse * other
    }

    /// The mean of a power of the squared length of a normal vector.
    fn mean_of_length(&self, power: u32) -> f64 {
        let factors = (0..power).map(|k| self.dimensions as f64 + 2.0 * f64::from(k));
        factors.product()
    }
}

/// 1 3 5 ... (2 n - 1), the mean of x^(2 n) of a normal x.
fn odd_product(n: u32) -> f64 {
    (0..n).map(|k| f64::from(2 * k + 1)).product()
}

/// The mean of x^(2 a) y^(2 b) of normal variables with correlation r: y = r x + sqrt(1 - r^2) z, whose powers
/// are binomial sums.
fn product_of_powers(r: f64, [a, b]: [u32; 2]) -> f64 {
    let (shared, own) = (r * r, 1.0 - r * r);
    let mut choose = 1.0;
    let mut sum = 0.0;
    for k in 0..=b {
        let powers = shared.powi((b - k) as i32) * own.powi(k as i32);
        sum += choose * powers * odd_product(k) * odd_product(a + b - k);
        // The number of ways to choose 2 k + 2 of 2 b, from that of 2 k.
        let (chosen, left) = (f64::from(2 * k), f64::from(2 * (b - k)));
        choose *= left * (left - 1.0) / ((chosen + 1.0) * (chosen + 2.0));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::Normal;

    fn pairs_of(width: usize) -> Vec<[usize; 2]> {
        let from = |k: usize| (k + 1..width).map(move |l| [k, l]);
        (0..width).flat_map(from).collect()
    }

    /// The distribution of all differences of some variables.
    fn differences(covariance: &[f64], width: usize, df: f64) -> MultivariateT {
        let pairs = pairs_of(width);
        let mut never = || false;
        let pace = &mut Pace::new(&mut never);
        MultivariateT::for_differences(covariance, width, &pairs, df, pace).unwrap()
    }

    /// Two differences are one, and one does not vary: independent of it.
    #[test]
    fn what_varies_along_one_line_or_not_at_all_is_exact() {
        let p = 2.0 * Normal.upper(1.7);
        let mut covariance = [0.0; 9];
        covariance[0] = 1.0;
        let normal = |covariance: &[f64]| differences(covariance, 3, f64::INFINITY);
        let result = normal(&covariance).upper(1.7);
        assert!((result / (1.0 - (1.0 - p).powi(2)) - 1.0).abs() < 1e-12);
        let line = [1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 3.0, 6.0, 9.0];
        assert!((normal(&line).upper(1.7) / p - 1.0).abs() < 1e-12);
        // Far tails keep their digits.
        let far = normal(&covariance).upper(20.0);
        assert!((far / (4.0 * Normal.upper(20.0)) - 1.0).abs() < 1e-12);
        assert_eq!(normal(&line).upper(0.0), 1.0);
        let t = 2.0 * Student::new(3.5).unwrap().upper(1.7);
        assert!((differences(&line, 3, 3.5).upper(1.7) / t - 1.0).abs() < 1e-12);
    }

    #[test]
    fn differences_are_variables_with_their_covariance() {
        let pairs = pairs_of(4);
        let entry = |i: usize, k: usize| match i {
            _ if pairs[i][0] == k => 1.0,
            _ if pairs[i][1] == k => -1.0,
            _ => 0.0,
        };
        let product = |i: usize, j: usize| (0..4).map(|k| entry(i, k) * entry(j, k)).sum::<f64>();
        let covariance: Vec<f64> = (0..36).map(|i| product(i / 6, i % 6)).collect();
        let variables = MultivariateT::new(&covariance, 8.0, &mut || false).unwrap();
        let mut unit = [0.0; 16];
        (0..4).for_each(|k| unit[5 * k] = 1.0);
        let differences = differences(&unit, 4, 8.0);
        for x in [0.5, 1.5, 2.5, 4.0] {
            let [a, b] = [&variables, &differences].map(|law| law.upper(x));
            assert!((a - b).abs() < 1e-4, "{x}: {a} {b}");
        }
    }

    #[test]
    fn means_of_products_of_powers_are_those_of_normal_variables() {
        assert_eq!(product_of_powers(0.0, [2, 3]), 3.0 * 15.0);
        assert_eq!(product_of_powers(1.0, [2, 3]), 945.0);
        // 1 + 2 r^2 for squares.
        assert!((product_of_powers(0.6, [1, 1]) - 1.72).abs() < 1e-15);
        // The one or the other may be written by the other.
        let [a, b] = [[1, 4], [4, 1]].map(|powers| product_of_powers(-0.3, powers));
        assert!((a / b - 1.0).abs() < 1e-14);
    }

    #[test]
    fn what_is_not_known_is_nan_and_work_can_be_stopped() {
        let result = differences(&[1.0, 0.0, 0.0, f64::NAN], 2, f64::INFINITY);
        assert!(result.upper(2.0).is_nan() && result.lower(2.0).is_nan());
        assert!(result.upper_quantile(0.05).unwrap().is_nan());
        assert!(differences(&[1.0, 0.0, 0.0, 1.0], 2, 5.0)
            .upper(f64::NAN)
            .is_nan());
        let covariance: Vec<f64> = (0..400).map(|i| f64::from(u8::from(i % 21 == 0))).collect();
        let stopped = MultivariateT::new(&covariance, f64::INFINITY, &mut || true);
        assert_eq!(stopped.map(drop), Err(Error::Interrupted));
    }

    #[test]
    fn what_is_no_question_is_an_error() {
        let mut never = || false;
        let length = MultivariateT::new(&[1.0; 5], 3.0, &mut never).map(drop);
        assert!(matches!(length, Err(Error::Length { length: 5, .. })));
        for df in [0.0, -1.0, f64::NAN, 1e12] {
            let result = MultivariateT::new(&[1.0], df, &mut never).map(drop);
            assert!(
                matches!(
                    result,
                    Err(Error::Parameter {
                        name: "freedom",
                        ..
                    })
                ),
                "{df}"
            );
        }
        let one = MultivariateT::new(&[1.0], 3.0, &mut never).unwrap();
        for p in [-0.1, 1.1, f64::NAN] {
            assert!(one.lower_quantile(p).is_err() && one.upper_quantile(p).is_err());
        }
    }

    #[test]
    fn without_variables_nothing_is_exceeded() {
        let none = MultivariateT::new(&[], 3.0, &mut || false).unwrap();
        assert_eq!(none.upper(1.0), 0.0);
        assert_eq!(none.lower(1.0), 1.0);
    }
}
