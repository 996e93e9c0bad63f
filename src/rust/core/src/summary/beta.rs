//! Beta distributions.

use std::f64::consts::TAU;

/// Parameters beyond these take too long, or leave too few digits.
pub(super) const LEAST: f64 = 1e-3;
pub(super) const MOST: f64 = 1e6;

/// From here on Stirling's series has all digits.
const STIRLING: f64 = 15.0;

/// More than the fraction takes for any parameters within bounds.
const TERMS: usize = 100_000;

/// A place in [0, 1], as its distances from both ends: the smaller one has all digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub from_zero: f64,
    pub from_one: f64,
}

/// The distribution Beta(a, b).
#[derive(Clone, Copy, Debug)]
pub(super) struct Beta {
    a: f64,
    b: f64,
    /// What x^a (1 - x)^b is to be multiplied by, but for the power that it has at its mode.
    factor: f64,
}

impl Beta {
    pub fn new(a: f64, b: f64) -> Beta {
        let correction = stirling_error(a + b) - stirling_error(a) - stirling_error(b);
        Beta {
            a,
            b,
            factor: (a / (a + b) * b / TAU).sqrt() * correction.exp(),
        }
    }

    /// The probabilities of what is below a place, and of what is above it; the smaller one has all
    /// digits.
    pub fn around(&self, place: Place) -> [f64; 2] {
        let Place {
            from_zero: x,
            from_one: y,
        } = place;
        if x <= 0.0 {
            return [0.0, 1.0];
        }
        if y <= 0.0 {
            return [1.0, 0.0];
        }
        let power = self.power(x, y);
        if x * (self.a + self.b + 2.0) < self.a + 1.0 {
            let below = (power / self.a / fraction(self.a, self.b, x)).min(1.0);
            [below, 1.0 - below]
        } else {
            let above = (power / self.b / fraction(self.b, self.a, y)).min(1.0);
            [1.0 - above, above]
        }
    }

    /// x^a y^b, divided by the beta function. What x and y are off the mean by cancels in the first
    /// order.
    fn power(&self, x: f64, y: f64) -> f64 {
        let off = x * self.b - y * self.a;
        let log = |share: f64, part: f64, off: f64| {
            if off / part < -0.5 {
                (share / part * (self.a + self.b)).ln()
            } else {
                (off / part).ln_1p()
            }
        };
        let exponent = self.a * log(x, self.a, off) + self.b * log(y, self.b, -off);
        self.factor * exponent.exp()
    }
}

/// The continued fraction below the line of an incomplete beta function, by Lentz's algorithm.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut value, mut above, mut below) = (1.0, 1.0, 0.0);
    for term in 1..TERMS {
        let m = (term / 2) as f64;
        let numerator = match term % 2 {
            0 => m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            _ => -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        };
        below = 1.0 / away_from_zero(1.0 + numerator * below);
        above = away_from_zero(1.0 + numerator / above);
        let change: f64 = above * below;
        value *= change;
        if (change - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    value
}

/// What Stirling's formula for the logarithm of the gamma function lacks.
fn stirling_error(z: f64) -> f64 {
    if z < STIRLING {
        return stirling_error(z + 1.0) + (z + 0.5) * (1.0 / z).ln_1p() - 1.0;
    }
    let square = 1.0 / (z * z);
    let series = [
        -691.0 / 360_360.0,
        1.0 / 1188.0,
        -1.0 / 1680.0,
        1.0 / 1260.0,
        -1.0 / 360.0,
        1.0 / 12.0,
    ];
    series.iter().fold(0.0, |sum, term| sum * square + term) / z
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(a: f64, b: f64, x: f64) -> [f64; 2] {
        Beta::new(a, b).around(Place {
            from_zero: x,
            from_one: 1.0 - x,
        })
    }

    fn check(found: f64, right: f64, off: f64) {
        assert!(
            (found - right).abs() <= off * right.abs(),
            "{found:e}, not {right:e}"
        );
    }

    #[test]
    fn whole_parameters_have_polynomials() {
        for i in 1..100 {
            let x = f64::from(i) / 100.0;
            let [below, above] = around(2.0, 2.0, x);
            check(below, x * x * (3.0 - 2.0 * x), 1e-14);
            check(above, (1.0 - x).powi(2) * (1.0 + 2.0 * x), 1e-14);
            check(around(1.0, 1.0, x)[0], x, 1e-14);
            check(around(3.0, 1.0, x)[0], x.powi(3), 1e-14);
            check(around(1.0, 50.0, x)[1], (1.0 - x).powi(50), 1e-13);
        }
    }

    /// Of R 4.2.2: a, b, x, and the smaller one of pbeta(x, a, b) and of what that leaves of 1, this with its
    /// sign turned.
    #[rustfmt::skip]
    #[allow(clippy::excessive_precision)]
    const OF_R: [(f64, f64, f64, f64); 66] = [
        (0.01, 0.05, 1e-9, -3.22107181525660535e-01),
        (0.01, 0.05, 0.2, -1.77606266006075680e-01),
        (0.01, 0.05, 0.37, -1.70689836596724542e-01),
        (0.01, 0.05, 0.77, -1.56894823825384833e-01),
        (0.01, 0.05, 0.999999, -8.35970686741545344e-02),
        (1.3, 0.05, 1e-9, 7.82744510469067588e-14),
        (1.3, 0.05, 0.2, 5.44455475202459266e-03),
        (1.3, 0.05, 0.37, 1.36647179547994286e-02),
        (1.3, 0.05, 0.77, 5.55357037538546025e-02),
        (1.3, 0.05, 0.999999, 4.88797025628336823e-01),
        (2.9, 0.05, 1e-9, 1.47102141925220956e-28),
        (2.9, 0.05, 0.2, 2.03175535654648043e-04),
        (2.9, 0.05, 0.37, 1.41900035556348568e-03),
        (2.9, 0.05, 0.77, 2.16545876033063106e-02),
        (2.9, 0.05, 0.999999, 4.61672023433748246e-01),
        (17.5, 0.05, 1e-9, 1.06942803554068187e-160),
        (17.5, 0.05, 0.2, 2.41972393097166077e-15),
        (17.5, 0.05, 0.37, 1.41494903447309614e-10),
        (17.5, 0.05, 0.77, 1.22353150978204452e-04),
        (17.5, 0.05, 0.999999, 4.06775241961540357e-01),
        (1200.0, 0.05, 0.77, 1.51176656213634705e-140),
        (1200.0, 0.05, 0.999999, 2.66182916966479499e-01),
        (0.01, 1.7, 1e-9, -1.80792041970443740e-01),
        (0.01, 1.7, 0.2, -9.64160295140657590e-03),
        (0.01, 1.7, 0.37, -4.76435327305772902e-03),
        (0.01, 1.7, 0.77, -5.71543913981806240e-04),
        (0.01, 1.7, 0.999999, -3.74063653975318357e-13),
        (1.3, 1.7, 1e-9, 3.76422106164483752e-12),
        (1.3, 1.7, 0.2, 2.13980285954240124e-01),
        (1.3, 1.7, 0.37, 4.38803780481854866e-01),
        (1.3, 1.7, 0.77, -1.13114876589218066e-01),
        (1.3, 1.7, 0.999999, -9.10268406260701995e-11),
        (2.9, 1.7, 1e-9, 2.20742349133593406e-26),
        (2.9, 1.7, 0.2, 2.33253208974509608e-02),
        (2.9, 1.7, 0.37, 1.23995148346039391e-01),
        (2.9, 1.7, 0.77, -2.90652705118235766e-01),
        (2.9, 1.7, 0.999999, -2.99112262047181492e-10),
        (17.5, 1.7, 1e-9, 2.66792231450988775e-157),
        (17.5, 1.7, 0.2, 4.27006578330861343e-12),
        (17.5, 1.7, 0.37, 1.73262562707194564e-07),
        (17.5, 1.7, 0.77, 3.48859983308011379e-02),
        (17.5, 1.7, 0.999999, -5.47971277753520347e-09),
        (1200.0, 1.7, 0.77, 3.46877780481037073e-135),
        (1200.0, 1.7, 0.999999, -7.00898897027860497e-06),
        (0.01, 30.5, 1e-9, -1.54247273616652358e-01),
        (0.01, 30.5, 0.2, -1.66785293097132178e-06),
        (0.01, 30.5, 0.37, -6.58646616348247955e-10),
        (0.01, 30.5, 0.77, -1.49277298882068881e-23),
        (0.01, 30.5, 0.999999, -3.41148906791132691e-187),
        (1.3, 30.5, 1e-9, 1.46345276071685156e-10),
        (1.3, 30.5, 0.2, -2.21133412322259285e-03),
        (1.3, 30.5, 0.37, -1.78698483734455601e-06),
        (1.3, 30.5, 0.77, -9.88312644426707939e-20),
        (1.3, 30.5, 0.999999, -3.12623846773490428e-183),
        (2.9, 30.5, 1e-9, 3.29978474135600112e-23),
        (2.9, 30.5, 0.2, -2.60498412975932458e-02),
        (2.9, 30.5, 0.37, -5.01656152663267359e-05),
        (2.9, 30.5, 0.77, -8.34514065099810135e-18),
        (2.9, 30.5, 0.999999, -3.94987161263654819e-181),
        (17.5, 30.5, 1e-9, 1.13158803396352215e-145),
        (17.5, 30.5, 0.2, 4.68545510043567870e-03),
        (17.5, 30.5, 0.37, -4.58366915813615827e-01),
        (17.5, 30.5, 0.77, -1.10877518704660213e-09),
        (17.5, 30.5, 0.999999, -2.05314503789123330e-171),
        (1200.0, 30.5, 0.77, 2.04654027371041531e-96),
        (1200.0, 30.5, 0.999999, -8.09858434845442961e-123),
    ];

    #[test]
    fn others_agree_with_r() {
        for (a, b, x, right) in OF_R {
            let [below, above] = around(a, b, x);
            check(if right > 0.0 { below } else { -above }, right, 2e-13);
        }
    }

    #[test]
    fn ends_are_ends() {
        assert_eq!(around(0.5, 3.0, 0.0), [0.0, 1.0]);
        assert_eq!(around(0.5, 3.0, 1.0), [1.0, 0.0]);
        let near_one = Place {
            from_zero: 1.0,
            from_one: 1e-200,
        };
        check(Beta::new(2.0, 1.0).around(near_one)[1], 2e-200, 1e-13);
    }
}
