//! Score tests of differences by random signs.
//!
//! When two scores of a unit are equally good, to swap them changes the sign of what the unit adds to their
//! difference, and nothing else.

use super::difference::{Difference, JointDifference};
use super::request::Hypothesis;
use super::statistic::{Reference, Test};
use crate::error::Error;
use crate::interval::{tail_of, Mover, Pivot, Statistic};
use crate::root::root;

/// A difference with the sums over units that [`Difference`] has, and what of the squares is common to two units
/// in folds: the sums of z^2, c z and c^2, with c the shares of a comparison and z what it deviates, times c.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Signs {
    pub pair: Difference,
    pub common: [f64; 3],
    pub std_error: f64,
    /// The unit that the sums are in.
    pub unit: f64,
    /// The largest difference in it, 1 or infinite.
    pub most: f64,
}

impl Signs {
    /// The test of a difference that varies.
    pub fn test(&self, hypothesis: &Hypothesis) -> Result<Test, Error> {
        if self.std_error.is_nan() || (self.std_error == 0.0 && self.pair.difference == 0.0) {
            return Ok(self.undefined());
        }
        hypothesis.test(self)
    }

    /// Nothing is known of what varies.
    pub fn undefined(&self) -> Test {
        Test::undefined(Reference::Student(f64::NAN), self.std_error)
    }

    /// T = e / sqrt(sum (u + r e)^2) for a difference that is e from the one that is tested. Random
    /// signs of u + r e make T^2 / nu a beta variable, by its first two moments, and so T a t
    /// variable of nu - 1 degrees of freedom, once it is stretched. The common part counts in T
    /// alone, and at most by one half.
    fn distance(&self, e: f64) -> Statistic {
        if e.is_infinite() {
            return self.at_infinity().distance(1f64.copysign(e));
        }
        let squares = polynomial(self.pair.squares, [1.0, 2.0, 1.0], e);
        let common = polynomial(self.common, [1.0, 2.0, 1.0], e);
        let fourths = polynomial(self.pair.fourths, [1.0, 4.0, 6.0, 4.0, 1.0], e);
        // Fourth powers that are no numbers say nothing.
        let df = if fourths > 0.0 {
            (3.0 * squares / fourths * squares - 3.0).max(0.0)
        } else {
            0.0
        };
        let half = squares / 2.0;
        let ratio = e / (squares - if common < half { common } else { half }).sqrt();
        // A single unit leaves no distribution, and signs that are all the same are its end.
        let within = df > 0.0 && ratio * ratio < df + 1.0;
        let statistic = if within {
            ratio * (df / (df + 1.0 - ratio * ratio)).sqrt()
        } else if e == 0.0 {
            0.0
        } else {
            f64::INFINITY.copysign(e)
        };
        Statistic::new(statistic, df)
    }

    /// Far away the sum of (r e)^2 outgrows all others.
    fn at_infinity(&self) -> Signs {
        let ([_, _, rr], [.., r4]) = (self.pair.squares, self.pair.fourths);
        let pair = Difference {
            squares: [0.0, 0.0, rr],
            fourths: [0.0, 0.0, 0.0, 0.0, r4],
            ..self.pair
        };
        Signs {
            pair,
            common: [0.0, 0.0, self.common[2]],
            ..*self
        }
    }

    /// No tail is smaller. For a difference of 0: all signs are the same with probability 2^-n, for
    /// n units that count alike. For other differences: the tail of the farthest difference, which
    /// `end` keeps with them.
    fn least_tail(&self, null: f64) -> Result<f64, Error> {
        if null == 0.0 {
            return Ok(libm::exp2(-self.pair.units));
        }
        let way = null - self.pair.difference;
        let sign = if way == 0.0 { 0.0 } else { 1f64.copysign(way) };
        // Nothing is infinitely far from itself.
        let away = if sign == 0.0 { 0.0 } else { sign * self.most };
        let farthest = self.distance(self.pair.difference - away);
        tail_of(farthest.value, farthest.df)
    }
}

fn polynomial<const N: usize>(sums: [f64; N], binomial: [f64; N], e: f64) -> f64 {
    let mut power = 1.0;
    let mut value = 0.0;
    for (sum, coefficient) in sums.into_iter().zip(binomial) {
        value += sum * (coefficient * power);
        power *= e;
    }
    value
}

impl Pivot for Signs {
    fn std_error(&self) -> f64 {
        self.std_error
    }

    fn statistic(&self, null: f64) -> Result<Statistic, Error> {
        let null = null / self.unit;
        Ok(Statistic {
            least: self.least_tail(null)?,
            ..self.distance(self.pair.difference - null)
        })
    }

    /// The difference on one side that the t distribution leaves just so; none is larger than the most. The least
    /// tail may keep a difference of 0 beyond.
    fn end(&self, tail: f64, side: f64) -> Result<f64, Error> {
        let excess = |e: f64| {
            if e == 0.0 {
                return Ok(0.5 - tail);
            }
            let distance = self.distance(-side * e);
            Ok(tail_of(distance.value, distance.df)? - tail)
        };
        let farthest = self.most - side * self.pair.difference;
        if farthest == 0.0 || excess(farthest)? >= 0.0 {
            return Ok(self.unit * side * self.most);
        }
        let mut beyond = farthest;
        if beyond.is_infinite() {
            beyond = self.std_error / self.unit;
            while excess(beyond)? >= 0.0 {
                beyond *= 2.0;
            }
        }
        let critical_value = root([0.0, beyond], excess)?;
        let zero = -side * self.pair.difference;
        let end = if zero > critical_value && libm::exp2(-self.pair.units) >= tail {
            0.0
        } else {
            self.pair.difference + side * critical_value
        };
        Ok(self.unit * end)
    }
}

/// A difference of areas in which nobody has an influence: the model of the areas says what may vary, as if they
/// were of independent samples, where another value than 0 is tested.
pub(crate) struct Fixed {
    pub signs: Signs,
    pub independent: Mover,
}

impl Fixed {
    /// The test of such a difference.
    pub fn test(&self, hypothesis: &Hypothesis) -> Result<Test, Error> {
        if self.signs.pair.difference == 0.0 {
            return Ok(self.signs.undefined());
        }
        hypothesis.test(self)
    }
}

impl Pivot for Fixed {
    fn std_error(&self) -> f64 {
        self.signs.std_error
    }

    fn statistic(&self, null: f64) -> Result<Statistic, Error> {
        if null == 0.0 {
            self.signs.statistic(null)
        } else {
            self.independent.statistic(null)
        }
    }

    fn end(&self, tail: f64, side: f64) -> Result<f64, Error> {
        self.independent.end(tail, side)
    }
}

/// All differences at once: the statistic has the moments that random signs give it.
pub(crate) fn joint_score_test(joint: &JointDifference, is_known: bool) -> Result<Test, Error> {
    let rank = joint.rank as f64;
    if !is_known || joint.rank == 0 {
        let std_error = if joint.rank == 0 { 0.0 } else { f64::NAN };
        return Ok(Test::undefined(
            Reference::Fisher([rank, f64::NAN]),
            std_error,
        ));
    }
    let nu = rank * (rank + 2.0) / joint.fourths - 2.0;
    let df = (nu - rank).max(0.0);
    let within = df > 0.0 && joint.statistic < nu;
    let statistic = if within {
        (joint.statistic / rank) / ((nu - joint.statistic) / df)
    } else {
        f64::INFINITY
    };
    let test = Test::joint(statistic, Reference::Fisher([rank, df]), f64::NAN)?;
    Ok(Test {
        p_value: test.p_value.max(libm::exp2(1.0 - joint.units)).min(1.0),
        ..test
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hypothesis::{Alternative, Request};

    const U: [f64; 6] = [0.1, -0.04, 0.02, 0.05, -0.07, 0.11];
    const R: [f64; 6] = [0.3, 0.1, 0.1, 0.2, 0.2, 0.1];

    fn sums<const N: usize>(of: impl Fn(f64, f64) -> [f64; N]) -> [f64; N] {
        let mut sums = [0.0; N];
        for (u, r) in U.into_iter().zip(R) {
            sums.iter_mut()
                .zip(of(u, r))
                .for_each(|(sum, term)| *sum += term);
        }
        sums
    }

    fn signs() -> Signs {
        let difference = 0.17;
        let [absolute, square] = sums(|u, r| {
            let h = u + r * difference;
            [h.abs(), h * h]
        });
        Signs {
            pair: Difference {
                difference,
                squares: sums(|u, r| [u * u, u * r, r * r]),
                fourths: sums(|u, r| {
                    [
                        u.powi(4),
                        u.powi(3) * r,
                        (u * r).powi(2),
                        u * r.powi(3),
                        r.powi(4),
                    ]
                }),
                units: absolute * absolute / square,
            },
            common: [0.0; 3],
            std_error: 0.1,
            unit: 1.0,
            most: 1.0,
        }
    }

    /// From the squares and the fourth powers of u + r e, less what is common of the squares.
    #[test]
    fn the_statistic_has_the_moments_of_random_signs() {
        for common in [[0.0; 3], [0.01, -0.002, 0.003], [5.0, 0.0, 0.0]] {
            for e in [0.17, 0.07, -0.3] {
                let [squares, fourths] = sums(|u, r| [(u + r * e).powi(2), (u + r * e).powi(4)]);
                let pair_correction = common[0] + 2.0 * common[1] * e + common[2] * e * e;
                let nu = 3.0 * squares * squares / fourths - 2.0;
                let q = e * e / (squares - pair_correction.min(squares / 2.0));
                // Signs that are all the same are the end of the distribution.
                let expected = if q < nu {
                    f64::copysign((q * (nu - 1.0) / (nu - q)).sqrt(), e)
                } else {
                    f64::INFINITY.copysign(e)
                };
                let result = Signs { common, ..signs() }.distance(e);
                assert!((result.df - (nu - 1.0)).abs() < 1e-12);
                let off = (result.value / expected - 1.0).abs();
                assert!(off < 1e-12 || result.value == expected);
            }
        }
    }

    #[test]
    fn no_tail_is_less_than_that_of_equal_signs() {
        let single = Signs {
            pair: Difference {
                units: 2.0,
                ..signs().pair
            },
            ..signs()
        };
        let test = single
            .test(&Request::default().for_difference().unwrap())
            .unwrap();
        assert_eq!(test.p_value, 0.5);
    }

    #[test]
    fn the_interval_leaves_out_what_the_test_rejects() {
        let tested = |null, alternative| {
            let request = Request {
                null,
                alternative,
                ..Request::default()
            };
            signs().test(&request.for_difference().unwrap()).unwrap()
        };
        for alternative in [
            Alternative::TwoSided,
            Alternative::Less,
            Alternative::Greater,
        ] {
            let ends = tested(0.0, alternative).interval;
            for end in ends.into_iter().filter(|end| end.abs() < 1.0) {
                // Not less than the tail of the farthest difference.
                let p = tested(end, alternative).p_value;
                assert!(p >= 0.05 - 1e-12, "{end} {p}");
                assert!((tested(end, alternative).p_value - 0.05).abs() < 1e-9 || p > 0.05);
            }
        }
    }

    #[test]
    fn a_unit_scales_differences_and_nothing_else() {
        let hypothesis = Request::default().for_difference().unwrap();
        let one = signs().test(&hypothesis).unwrap();
        let other = Signs {
            unit: 4.0,
            ..signs()
        };
        let other = other.test(&hypothesis).unwrap();
        assert_eq!(one.p_value, other.p_value);
        assert_eq!(one.interval.map(|end| 4.0 * end), other.interval);
    }

    #[test]
    fn without_limits_an_interval_ends_where_the_test_does() {
        // Differences of 1.7 and more, of which none lies between -1 and 1.
        let wide = Signs {
            most: f64::INFINITY,
            pair: signs().pair.in_unit(10.0),
            std_error: 1.0,
            ..signs()
        };
        let limited = Signs { most: 1.0, ..wide };
        let of = |signs: Signs, null: f64| {
            let request = Request {
                null,
                ..Request::default()
            };
            signs.test(&request.for_difference().unwrap()).unwrap()
        };
        let [low, high] = of(wide, 0.0).interval;
        assert!(low < 1.7 && 1.7 < high && high > 2.0, "{low} {high}");
        assert_eq!(of(limited, 0.0).interval[1], 1.0);
        let distance = |end: f64| wide.distance(wide.pair.difference - end);
        for end in [low, high] {
            let Statistic { value, df, .. } = distance(end);
            assert!((tail_of(value, df).unwrap() - 0.025).abs() < 1e-9);
        }
        // Units that say too little leave no end.
        let few = Signs {
            pair: Difference {
                squares: [0.5, 0.0, 0.5],
                fourths: [0.125, 0.0, 0.125, 0.0, 0.125],
                ..wide.pair
            },
            ..wide
        };
        assert_eq!(of(few, 0.0).interval, [f64::NEG_INFINITY, f64::INFINITY]);
    }

    #[test]
    fn what_is_not_known_is_not_tested() {
        let hypothesis = Request::default().for_difference().unwrap();
        for std_error in [f64::NAN, 0.0] {
            let pair = Difference {
                difference: 0.0,
                ..signs().pair
            };
            let unknown = Signs {
                pair,
                std_error,
                ..signs()
            };
            assert!(unknown.test(&hypothesis).unwrap().p_value.is_nan());
        }
        let joint = JointDifference {
            statistic: 3.0,
            fourths: 0.5,
            rank: 0,
            units: 4.0,
        };
        assert!(joint_score_test(&joint, true).unwrap().p_value.is_nan());
        let joint = JointDifference { rank: 2, ..joint };
        assert!(joint_score_test(&joint, false).unwrap().p_value.is_nan());
        // nu = 2 * 4 / 0.5 - 2 = 14, and F = (3 / 2) / (11 / 12).
        let test = joint_score_test(&joint, true).unwrap();
        assert!((test.statistic - 1.5 * 12.0 / 11.0).abs() < 1e-14);
        assert_eq!(test.reference, Reference::Fisher([2.0, 12.0]));
    }
}
