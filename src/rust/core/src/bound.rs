//! Comparisons of a rate with a bound: the one place that allows for rounding.

use crate::rounding::{COMPUTED, TYPED};

/// A rate, and what it lacks of 1. Each has its own digits where it is small.
pub(crate) type Rate = [f64; 2];

/// How much a rate may pass a bound by rounding: that of the bound, and that of the rate.
///
/// The margin is 4 units in the last place of the bound or of its complement, whichever is smaller. Numbers near 1
/// are themselves rounded to units of 2^-53: where the bound, or what it lacks of 1, is such a number, two of these
/// units are added. So 0.0001 is within 1 - 0.9999, from which it is farther than 4 units of its own. Nothing is
/// added at 0 and 1, which are exact.
pub(crate) fn rounding_at(bound: f64) -> f64 {
    rounding_of(bound, TYPED)
}

fn rounding_of(bound: f64, relative: f64) -> f64 {
    let small = bound.min(1.0 - bound);
    let is_complement = small > 0.0 && 1.0 - (1.0 - small) == small;
    let of_complement = if is_complement { f64::EPSILON } else { 0.0 };
    relative * small + of_complement
}

/// A value at a bound, but for rounding. A bound and its complement are one: where the bound is near 1, what rates
/// lack of 1 is compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    bound: Rate,
    rounding: f64,
}

impl At {
    pub fn bound(bound: f64) -> At {
        At {
            bound: [bound, 1.0 - bound],
            rounding: rounding_at(bound),
        }
    }

    /// A bound that was itself computed, from rates or from weights, with what it lacks of 1.
    pub fn computed(bound: Rate) -> At {
        At {
            bound,
            rounding: rounding_of(bound[0], COMPUTED),
        }
    }

    /// The same bound on what the rate lacks of 1.
    pub fn complement(self) -> At {
        let [bound, rest] = self.bound;
        At {
            bound: [rest, bound],
            ..self
        }
    }

    /// By how much a rate is above the bound, from the smaller numbers.
    fn excess(&self, [rate, rest]: Rate) -> f64 {
        if self.bound[0] <= self.bound[1] {
            rate - self.bound[0]
        } else {
            self.bound[1] - rest
        }
    }

    /// By how much a rate is above the bound: 0 if that is nothing but rounding. Rates of 0 and of 1 are exact.
    pub fn lead(&self, rate: Rate) -> f64 {
        let excess = self.excess(rate);
        let is_rounded = rate.iter().all(|part| *part != 0.0);
        if is_rounded && excess.abs() <= self.rounding {
            0.0
        } else {
            excess
        }
    }

    /// Returns whether a rate is above the bound by more than rounding.
    #[inline(always)]
    pub fn is_passed_by(&self, rate: Rate) -> bool {
        self.excess(rate) > self.rounding
    }

    /// Returns whether a rate is below the bound by more than rounding.
    #[inline(always)]
    pub fn is_missed_by(&self, rate: Rate) -> bool {
        -self.excess(rate) > self.rounding
    }

    /// The probability of the first of two rates, one above and one below the bound, with which a choice
    /// between them is at it.
    pub fn share_of_first(&self, first: Rate, second: Rate) -> f64 {
        let [above, below] = [first, second].map(|rate| self.excess(rate));
        below / (below - above)
    }
}

/// Both ends of an interval of a rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Within([At; 2]);

impl Within {
    pub fn new(ends: [f64; 2]) -> Within {
        Within(ends.map(At::bound))
    }

    /// The rate, or the end at which it is but for rounding: there the derivative of an area of the interval jumps, and
    /// the area itself does not.
    #[inline(always)]
    pub fn snapped(&self, rate: Rate) -> f64 {
        let is_at = |end: &&At| end.lead(rate) == 0.0;
        self.0
            .iter()
            .find(is_at)
            .map_or(rate[0], |end| end.bound[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_at_an_end_is_the_end() {
        let within = Within::new([0.3, 0.7]);
        for ulps in -2..=2 {
            let rate = 0.3 + f64::from(ulps) * 0.25 * f64::EPSILON;
            assert_eq!(within.snapped([rate, 1.0 - rate]), 0.3);
            assert_eq!(within.snapped([1.0 - rate, rate]), 0.7);
        }
        assert_eq!(within.snapped([0.3 + 1e-14, 0.7 - 1e-14]), 0.3 + 1e-14);
        assert_eq!(Within::new([0.0, 1.0]).snapped([1e-300, 1.0]), 1e-300);
    }

    /// The complement of a rate is known apart from it.
    #[test]
    fn bounds_at_the_ends_hold_exactly() {
        let nearly = [1.0, 1e-300];
        assert!(At::bound(1.0).is_missed_by(nearly));
        assert!(At::bound(0.0).complement().is_missed_by(nearly));
        assert!(At::bound(0.0).is_passed_by([1e-300, 1.0]));
        assert!(!At::bound(1.0).is_missed_by([1.0, 0.0]));
        assert!(!At::bound(0.0).is_passed_by([0.0, 1.0]));
    }

    #[test]
    fn a_bound_and_its_complement_are_one() {
        let ulp = f64::EPSILON / 2.0;
        for bound in [
            ulp,
            9.0 * ulp,
            0.125,
            1.0 - 0.7,
            0.5,
            1.0 - 0.9,
            1.0 - 0.9999,
        ] {
            assert_eq!(1.0 - (1.0 - bound), bound);
            let [of_rate, of_rest] = [At::bound(1.0 - bound), At::bound(bound).complement()];
            for steps in -12..=12 {
                let rest = bound * (1.0 + f64::from(steps) * f64::EPSILON);
                for rest in [rest, rest + ulp, rest - ulp] {
                    let rate = [1.0 - rest, rest];
                    let answers =
                        [of_rate, of_rest].map(|at| (at.is_missed_by(rate), at.is_passed_by(rate)));
                    assert_eq!(answers[0], answers[1], "{bound} {rest}");
                }
            }
        }
    }

    /// Four units are allowed, five are not, as far as they can be counted.
    #[test]
    fn no_more_than_rounding_is_allowed() {
        for bound in [1e-300, 1e-20, 1e-4] {
            let at = At::bound(bound);
            let adjacent = |units: f64| [bound * (1.0 + units * f64::EPSILON), 1.0];
            assert!(!at.is_passed_by(adjacent(3.0)) && !at.is_missed_by(adjacent(-3.0)));
            assert!(at.is_passed_by(adjacent(6.0)) && at.is_missed_by(adjacent(-6.0)));
        }
        for typed in [0.9999, 0.99, 0.985, 0.7] {
            let exact = f64::round((1.0 - typed) * 1e4) / 1e4;
            let rate = [1.0 - exact, exact];
            for at in [At::bound(typed), At::bound(1.0 - typed).complement()] {
                assert!(!at.is_missed_by(rate) && !at.is_passed_by(rate), "{typed}");
            }
            let worse = [1.0 - exact * (1.0 + 1e-11), exact * (1.0 + 1e-11)];
            assert!(At::bound(typed).is_missed_by(worse), "{typed}");
        }
    }

    #[test]
    fn shares_reach_the_bound() {
        let rates = [[1.0, 1e-20], [1.0, 3e-20]];
        let at = At::bound(2e-20).complement();
        assert!((at.share_of_first(rates[0], rates[1]) - 0.5).abs() < 1e-15);
        assert_eq!(At::bound(0.25).share_of_first([0.5, 0.5], [0.0, 1.0]), 0.5);
    }
}
