//! Student's t distribution.

use super::beta::{Distances, Scaled, Shapes};
use super::double_double::Double2;
use super::quantile::{quantile, Local};
use super::{check_parameter, Normal, Tail};
use crate::error::Error;

/// Student's t distribution with real degrees of freedom d, with density proportional to
/// (1 + x<sup>2</sup> / d)<sup>-(d + 1) / 2</sup>. Infinite ones give the normal distribution.
///
/// Degrees of freedom are 1e-4 or more. Tail probabilities have a relative error of at most 1e-13 where they
/// are at least 1e-300; quantiles have one of at most 1e-12 in the probability.
///
/// ```
/// use weighted_roc_core::distribution::Student;
///
/// let t = Student::new(7.5)?;
/// assert_eq!(t.lower(0.0), 0.5);
/// assert!((t.upper_quantile(0.025)? - 2.333039626864974).abs() < 1e-14);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Student {
    df: f64,
    /// The shapes of t^2 / (d + t^2); none where the distribution is normal.
    shapes: Option<Shapes>,
}

/// From here on the tails that doubles can hold are those of the normal distribution: they differ by
/// x^4 / (4 d) of themselves.
const NORMAL: f64 = 1e22;

impl Student {
    /// The least degrees of freedom.
    pub const LEAST: f64 = 1e-4;

    /// With degrees of freedom.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::{Normal, Student};
    /// let t = Student::new(f64::INFINITY)?;
    /// assert_eq!(t.upper(2.0), Normal.upper(2.0));
    /// assert!(Student::new(0.0).is_err());
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parameter`] unless they are at least [`Student::LEAST`].
    pub fn new(df: f64) -> Result<Student, Error> {
        check_parameter("freedom", df, Student::LEAST..=f64::INFINITY)?;
        let shapes = (df < NORMAL).then(|| Shapes::new(df / 2.0, 0.5));
        Ok(Student { df, shapes })
    }

    /// P(T <= x); NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Student;
    /// let lower = Student::new(1.0)?.lower(-1.0);
    /// assert!((lower - 0.25).abs() < 1e-15);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn lower(&self, x: f64) -> f64 {
        self.upper(-x)
    }

    /// P(T > x), half of the tail of a beta distribution (Abramowitz and Stegun 26.7.1); NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Student;
    /// let upper = Student::new(1.0)?.upper(1e200);
    /// assert!((upper * std::f64::consts::PI * 1e200 - 1.0).abs() < 1e-13);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn upper(&self, x: f64) -> f64 {
        let Some(shapes) = self.shapes else {
            return Normal.upper(x);
        };
        let beyond = match x.abs() {
            _ if x.is_nan() => return x,
            0.0 => 0.5,
            f64::INFINITY => 0.0,
            distance => 0.5 * shapes.tails(self.distances(distance))[0],
        };
        if x < 0.0 {
            1.0 - beyond
        } else {
            beyond
        }
    }

    /// d / (d + x^2) and what it lacks of 1.
    fn distances(&self, x: f64) -> Distances {
        Distances::from_ratio(Double2::from(self.df).into(), Scaled::square(x))
    }

    /// The density at x; NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Student;
    /// let density = Student::new(1.0)?.density(1.0);
    /// assert!((density * std::f64::consts::TAU - 1.0).abs() < 1e-15);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn density(&self, x: f64) -> f64 {
        let Some(shapes) = self.shapes else {
            return Normal.density(x);
        };
        // The limit at 0, where the powers below are 0 / 0.
        let distance = x.abs().max(1e-30);
        match distance {
            _ if x.is_nan() => x,
            f64::INFINITY => 0.0,
            _ => shapes.power(self.distances(distance)) / distance,
        }
    }

    /// The x with P(T <= x) = p: -infinity for 0, infinity for 1, and where no double is as large.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Student;
    /// let x = Student::new(1.0)?.lower_quantile(0.25)?;
    /// assert!((x + 1.0).abs() < 1e-15);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`] unless p is in [0, 1].
    pub fn lower_quantile(&self, p: f64) -> Result<f64, Error> {
        self.quantile(Tail::lower(p)?)
    }

    /// The x with P(T > x) = p.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Student;
    /// let x = Student::new(10.0)?.upper_quantile(0.025)?;
    /// assert!((x - 2.2281388519862744).abs() < 1e-14);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`] unless p is in [0, 1].
    pub fn upper_quantile(&self, p: f64) -> Result<f64, Error> {
        self.quantile(Tail::upper(p)?)
    }

    fn quantile(&self, tail: Tail) -> Result<f64, Error> {
        let distance = self.distance(tail.probability)?;
        Ok(if tail.is_lower {
            0.0 - distance
        } else {
            distance
        })
    }

    /// The distance from 0 beyond which there is p on one side.
    fn distance(&self, p: f64) -> Result<f64, Error> {
        let z = Normal.upper_quantile(p)?;
        let Some(Shapes { a, b, .. }) = self.shapes else {
            return Ok(z);
        };
        if p == 0.0 || p == 0.5 {
            return Ok(z);
        }
        let tail = Tail {
            probability: p,
            is_lower: false,
        };
        Ok(quantile(tail, self.start(z), |x| {
            let [off, by_rate] = self.distances(x).doubles();
            let slope = self.density(x) * x;
            let upper = self.upper(x);
            Local {
                lower: 1.0 - upper,
                upper,
                slope,
                bend: 2.0 * (b * off - a * by_rate),
            }
        }))
    }

    /// Near the quantile, from that of the normal distribution: by its expansion in 1 / d (Abramowitz and Stegun 1964,
    /// equation 26.7.5), which has six digits for ten degrees of freedom; far out, where that does not converge, by a
    /// bound (Wallace, Bounds on normal approximations to Student's and the chi-square distributions, Annals of
    /// Mathematical Statistics 30, 1959).
    fn start(&self, z: f64) -> f64 {
        let d = self.df;
        let square = z * z;
        if square <= d {
            let terms = [
                (square + 1.0) / 4.0,
                ((5.0 * square + 16.0) * square + 3.0) / 96.0,
                (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0,
                ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0)
                    / 92160.0,
            ];
            return z * (1.0 + terms.iter().rev().fold(0.0, |sum, term| (sum + term) / d));
        }
        let scaled = z * ((8.0 * d + 3.0) / (8.0 * d + 1.0));
        (d * libm::expm1(scaled * scaled / d)).sqrt()
    }
}
