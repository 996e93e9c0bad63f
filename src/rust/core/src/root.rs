//! Where a function changes its sign.

use crate::error::Error;

/// The number of steps by interpolation, which need not make the interval much smaller; bisections follow.
const STEPS: usize = 100;

/// The place between two ends of which the function has different signs where it changes the sign, to a few
/// units in the last place. It is looked at at places between the ends only, after these.
///
/// NaN where both ends have the same sign, or where the function is NaN. An error of the function ends the search:
/// it may poll.
///
/// Chandrupatla's method (1997), Advances in Engineering Software 28, 145-149:
///
/// ```text
/// [a, b] has the root, c is the end that was left last
/// repeat
///     x = a + t (b - a)
///     c, a, b = the end that x replaces, x, the end on the other side of the root
///     t = where the parabola through a, b and c that gives x by f is at 0, if it is monotone there,
///         else 1/2
/// until the interval is nothing but rounding
/// ```
pub(crate) fn root(
    ends: [f64; 2],
    mut f: impl FnMut(f64) -> Result<f64, Error>,
) -> Result<f64, Error> {
    let mut at = (ends[0], f(ends[0])?);
    let mut other = (ends[1], f(ends[1])?);
    if let Some(end) = [at, other].into_iter().find(|end| end.1 == 0.0) {
        return Ok(end.0);
    }
    if !differ(at.1, other.1) {
        return Ok(f64::NAN);
    }
    let mut way = 0.5;
    for step in 0.. {
        let x = at.0 + way * (other.0 - at.0);
        let next = (x, f(x)?);
        if next.1.is_nan() {
            return Ok(f64::NAN);
        }
        let left = if differ(next.1, at.1) {
            std::mem::replace(&mut other, at)
        } else {
            at
        };
        at = next;
        let nearest = if at.1.abs() < other.1.abs() {
            at
        } else {
            other
        };
        let rounding = 2.0 * f64::EPSILON * nearest.0.abs() + f64::MIN_POSITIVE;
        let width = (other.0 - at.0).abs();
        if width <= 2.0 * rounding || nearest.1 == 0.0 {
            return Ok(nearest.0);
        }
        // A smaller step leads to the end itself.
        let least = (0.5 * rounding / width).max(f64::EPSILON);
        way = if step < STEPS {
            by_parabola(at, other, left).clamp(least, 1.0 - least)
        } else {
            0.5
        };
    }
    Ok(f64::NAN)
}

/// Returns whether one is above and the other one below 0.
fn differ(a: f64, b: f64) -> bool {
    (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0)
}

/// The part of the way from `at` to `other` after which the inverse parabola through these and `left` is at 0.
fn by_parabola(at: (f64, f64), other: (f64, f64), left: (f64, f64)) -> f64 {
    let place = (at.0 - other.0) / (left.0 - other.0);
    let height = (at.1 - other.1) / (left.1 - other.1);
    let is_monotone = 1.0 - (1.0 - place).sqrt() < height && height < place.sqrt();
    let way = at.1 / (at.1 - other.1) * (left.1 / (left.1 - other.1))
        - (left.0 - at.0) / (other.0 - at.0)
            * (at.1 / (left.1 - at.1))
            * (other.1 / (other.1 - left.1));
    if is_monotone && way.is_finite() {
        way
    } else {
        0.5
    }
}

/// How many of the first rows something holds for.
pub(crate) fn partition(rows: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut from, mut to) = (0, rows);
    while from < to {
        let middle = from + (to - from) / 2;
        if holds(middle) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The root, and how often the function was asked.
    fn solve(ends: [f64; 2], f: impl Fn(f64) -> f64) -> (f64, usize) {
        let mut spec = 0;
        let result = root(ends, |x| {
            spec += 1;
            Ok(f(x))
        });
        (result.unwrap(), spec)
    }

    #[test]
    fn roots_are_found_to_the_last_digits_in_few_steps() {
        type Case = (fn(f64) -> f64, [f64; 2], f64);
        let cases: [Case; 6] = [
            (|x| x * x - 2.0, [0.0, 2.0], std::f64::consts::SQRT_2),
            (|x| 2.0 - x * x, [2.0, 0.0], std::f64::consts::SQRT_2),
            (|x| (-x).exp() - 1e-9, [0.0, 1e3], 1e-9f64.ln().abs()),
            (|x| x.powi(9) - 1e-18, [-1.0, 1.0], 0.01),
            (|x| x - 1e-200, [0.0, 1.0], 1e-200),
            (|x| (x - 1.0 / 3.0).cbrt(), [-5.0, 3.0], 1.0 / 3.0),
        ];
        for (number, (f, ends, expected)) in cases.into_iter().enumerate() {
            let (result, spec) = solve(ends, f);
            assert!(
                (result / expected - 1.0).abs() < 1e-14,
                "case {number}: {result}"
            );
            assert!(spec < 100, "case {number}: {spec} times");
        }
        assert!(solve([0.0, 2.0], |x| x * x - 2.0).1 < 15);
    }

    #[test]
    fn a_jump_is_found_and_an_end_may_be_the_root() {
        let (result, spec) = solve([0.0, 1e6], |x| if x < 0.7 { -1e300 } else { 1e-300 });
        assert!((result - 0.7).abs() < 1e-15, "{result}");
        assert!(spec < 200, "{spec}");
        assert_eq!(solve([0.0, 1.0], |x| x).0, 0.0);
        assert_eq!(solve([-1.0, 0.0], |x| x).0, 0.0);
    }

    #[test]
    fn what_has_no_root_is_nan_and_errors_are_handed_on() {
        assert!(solve([1.0, 2.0], |x| x).0.is_nan());
        assert!(solve([-1.0, f64::NAN], |x| x).0.is_nan());
        assert!(solve([-1.0, 1.0], |_| f64::NAN).0.is_nan());
        let inside = |x: f64| if x.abs() < 1.0 { f64::NAN } else { x };
        assert!(solve([-1.0, 1.0], inside).0.is_nan());
        assert_eq!(
            root([-1.0, 1.0], |_| Err(Error::Interrupted)),
            Err(Error::Interrupted)
        );
    }
}
