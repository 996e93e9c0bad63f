//! The standard normal distribution.

use super::double_double::Double2;
use super::Tail;
use crate::error::Error;

/// The standard normal distribution, with density
/// phi(x) = exp(-x<sup>2</sup> / 2) / sqrt(2 pi).
///
/// Tail probabilities have a relative error of at most 1e-13 where they are at least 1e-307;
/// quantiles have one of at most 1e-12 in the probability.
///
/// ```
/// use weighted_roc_core::distribution::Normal;
///
/// assert_eq!(Normal.lower(0.0), 0.5);
/// assert!((Normal.upper(10.0) / 7.619853024160526e-24 - 1.0).abs() < 1e-13);
/// assert!((Normal.upper_quantile(0.025)? - 1.959963984540054).abs() < 1e-15);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normal;

/// Beyond this the tail is less than any double.
const FARTHEST: f64 = 40.0;

const FRAC_1_SQRT_PI: f64 = std::f64::consts::FRAC_2_SQRT_PI / 2.0;

/// 1 / sqrt(2).
const FRAC_1_SQRT_2: Double2 = Double2 {
    high: std::f64::consts::FRAC_1_SQRT_2,
    low: -4.833_646_656_726_457e-17,
};

impl Normal {
    /// P(X <= x); NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Normal;
    /// assert!((Normal.lower(1.0) - 0.8413447460685429).abs() < 1e-15);
    /// ```
    pub fn lower(&self, x: f64) -> f64 {
        self.upper(-x)
    }

    /// P(X > x) = erfc(x / sqrt(2)) / 2; NaN for NaN.
    ///
    /// The complementary error function is that of FreeBSD's msun by crate libm. Its argument is
    /// rounded, which the derivative mends.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Normal;
    /// assert!((Normal.upper(1.0) - 0.15865525393145705).abs() < 1e-16);
    /// ```
    pub fn upper(&self, x: f64) -> f64 {
        if x.abs() < FARTHEST {
            half_erfc(FRAC_1_SQRT_2 * x)
        } else if x.is_nan() {
            x
        } else {
            f64::from(x < 0.0)
        }
    }

    /// The density at x; NaN for NaN.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Normal;
    /// assert!((Normal.density(1.0) - 0.24197072451914337).abs() < 1e-16);
    /// ```
    pub fn density(&self, x: f64) -> f64 {
        if x.abs() < FARTHEST {
            FRAC_1_SQRT_PI * FRAC_1_SQRT_2.high * (Double2::product(x, x) * -0.5).exp()
        } else if x.is_nan() {
            x
        } else {
            0.0
        }
    }

    /// The x with P(X <= x) = p: -infinity for 0, infinity for 1. Wichura, Algorithm AS 241,
    /// Applied Statistics 37 (1988), PPND16.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Normal;
    /// assert_eq!(Normal.lower_quantile(0.5)?, 0.0);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`] unless p is in [0, 1].
    pub fn lower_quantile(&self, p: f64) -> Result<f64, Error> {
        let q = p - 0.5;
        if q.abs() <= 0.425 {
            let r = 0.180625 - q * q;
            return Ok(q * ratio(r, &CENTRAL));
        }
        let tail = Tail::lower(p)?;
        let from_center = quantile_of_tail(tail.probability);
        Ok(if tail.is_lower {
            -from_center
        } else {
            from_center
        })
    }

    /// The x with P(X > x) = p: infinity for 0, -infinity for 1.
    ///
    /// ```
    /// # use weighted_roc_core::distribution::Normal;
    /// assert!((Normal.upper_quantile(1e-300)? - 37.0470962993612).abs() < 1e-13);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`] unless p is in [0, 1].
    pub fn upper_quantile(&self, p: f64) -> Result<f64, Error> {
        self.lower_quantile(p).map(|x| 0.0 - x)
    }
}

/// Half the complementary error function of z, for |z| < 29.
pub(super) fn half_erfc(z: Double2) -> f64 {
    let derivative = -FRAC_1_SQRT_PI * libm::exp(-z.high * z.high);
    0.5 * libm::erfc(z.high) + z.low * derivative
}

/// The distance from 0 beyond which lies a small probability.
fn quantile_of_tail(p: f64) -> f64 {
    if p == 0.0 {
        return f64::INFINITY;
    }
    let r = (-libm::log(p)).sqrt();
    if r <= 5.0 {
        ratio(r - 1.6, &BETWEEN)
    } else {
        ratio(r - 5.0, &FAR)
    }
}

/// A ratio of two polynomials, whose coefficients stand from the constant on.
fn ratio(r: f64, [above, below]: &[[f64; 8]; 2]) -> f64 {
    let polynomial = |c: &[f64; 8]| c.iter().rev().fold(0.0, |sum, c| sum * r + c);
    polynomial(above) / polynomial(below)
}

/// The coefficients of Wichura's paper for |p - 1/2| <= 0.425.
#[allow(clippy::excessive_precision)]
const CENTRAL: [[f64; 8]; 2] = [
    [
        3.387_132_872_796_366_608_0,
        1.331_416_678_917_843_774_5e2,
        1.971_590_950_306_551_442_7e3,
        1.373_169_376_550_946_112_5e4,
        4.592_195_393_154_987_145_7e4,
        6.726_577_092_700_870_085_3e4,
        3.343_057_558_358_812_810_5e4,
        2.509_080_928_730_122_672_7e3,
    ],
    [
        1.0,
        4.231_333_070_160_091_125_2e1,
        6.871_870_074_920_579_083_0e2,
        5.394_196_021_424_751_107_7e3,
        2.121_379_430_158_659_586_7e4,
        3.930_789_580_009_271_061_0e4,
        2.872_908_573_572_194_267_4e4,
        5.226_495_278_852_854_561_0e3,
    ],
];

/// Coefficients for sqrt(-ln p) up to 5.
#[allow(clippy::excessive_precision)]
const BETWEEN: [[f64; 8]; 2] = [
    [
        1.423_437_110_749_683_577_34,
        4.630_337_846_156_545_295_90,
        5.769_497_221_460_691_405_50,
        3.647_848_324_763_204_605_04,
        1.270_458_252_452_368_382_58,
        2.417_807_251_774_506_117_70e-1,
        2.272_384_498_926_918_458_33e-2,
        7.745_450_142_783_414_076_40e-4,
    ],
    [
        1.0,
        2.053_191_626_637_758_821_87,
        1.676_384_830_183_803_849_40,
        6.897_673_349_851_000_045_50e-1,
        1.481_039_764_274_800_745_90e-1,
        1.519_866_656_361_645_719_66e-2,
        5.475_938_084_995_344_946_00e-4,
        1.050_750_071_644_416_843_24e-9,
    ],
];

/// Coefficients beyond.
#[allow(clippy::excessive_precision)]
const FAR: [[f64; 8]; 2] = [
    [
        6.657_904_643_501_103_777_20,
        5.463_784_911_164_114_369_90,
        1.784_826_539_917_291_335_80,
        2.965_605_718_285_048_912_30e-1,
        2.653_218_952_657_612_309_30e-2,
        1.242_660_947_388_078_438_60e-3,
        2.711_555_568_743_487_578_15e-5,
        2.010_334_399_292_288_132_65e-7,
    ],
    [
        1.0,
        5.998_322_065_558_879_376_90e-1,
        1.369_298_809_227_358_053_10e-1,
        1.487_536_129_085_061_485_25e-2,
        7.868_691_311_456_132_591_00e-4,
        1.846_318_317_510_054_681_80e-5,
        1.421_511_758_316_445_888_70e-7,
        2.044_263_103_389_939_785_64e-15,
    ],
];
