//! Quantiles of positive variables.

use super::Tail;

/// Both tails at a place v, and how they change with ln v.
pub(crate) struct Local {
    pub lower: f64,
    pub upper: f64,
    /// The derivative of the lower tail by ln v, v times the density.
    pub slope: f64,
    /// The derivative of the logarithm of the slope.
    pub bend: f64,
}

/// The v > 0 below which a variable with this [`Local`] is with a probability that is not 0. One that is 0 with a larger
/// probability has none.
pub(crate) fn lower_quantile_of(probability: f64, start: f64, at: impl Fn(f64) -> Local) -> f64 {
    let tail = Tail {
        probability,
        is_lower: true,
    };
    quantile(tail, start, at)
}

/// More than Halley's steps take within a factor of 2, and bisection of all powers of 2 before.
const STEPS: usize = 200;

/// The v > 0 that has a probability, which is neither 0 nor 1/2 or more, in a tail.
///
/// ```text
/// g = ln(tail at v) - ln(probability)
/// keep the ends between which g changes its sign
/// Halley's step for g in ln v; half way between the ends in ln v if that is outside of them
/// until g is nothing but rounding, or v no longer changes
/// ```
/// Tails are nearly straight lines or parabolas in ln v, so that three or four steps do. Where v
/// is beyond all doubles it is 0 or infinite.
pub(super) fn quantile(tail: Tail, start: f64, at: impl Fn(f64) -> Local) -> f64 {
    let (mut least, mut most) = (0.0, f64::INFINITY);
    let mut v = if start.is_nan() {
        1.0
    } else {
        start.clamp(f64::MIN_POSITIVE, f64::MAX)
    };
    let goal = libm::log(tail.probability);
    for _ in 0..STEPS {
        let local = at(v);
        let (probability, sign) = if tail.is_lower {
            (local.lower, 1.0)
        } else {
            (local.upper, -1.0)
        };
        let excess = log_ratio(probability, tail.probability, goal);
        // A tail that is too large is that of a v too far from its end.
        if excess * sign > 0.0 {
            most = v
        } else {
            least = v
        }
        let slope = sign * local.slope / probability;
        let newton = -excess / slope;
        let bent = 1.0 + newton * (local.bend - slope) / 2.0;
        let step = newton / bent.clamp(0.5, 2.0);
        let next = v * libm::exp(step);
        let small = step.abs() * (1.0 + slope.abs() + local.bend.abs());
        let inside = next > least && next < most;
        if excess == 0.0 || (next == v) {
            return v;
        }
        if inside && excess.abs() < 1e-5 && small < 1e-5 {
            return next;
        }
        v = if inside {
            next
        } else {
            match between(least, most) {
                middle if middle > least && middle < most => middle,
                // Nothing lies between the ends: the end that is nearer to where the tail leads.
                end => return end,
            }
        };
    }
    v
}

fn log_ratio(probability: f64, goal: f64, log_of_goal: f64) -> f64 {
    let off = (probability - goal) / goal;
    if off.abs() < 0.5 {
        libm::log1p(off)
    } else {
        libm::log(probability) - log_of_goal
    }
}

/// The geometric mean of two ends, with all doubles between 0 and infinity.
fn between(least: f64, most: f64) -> f64 {
    if most <= f64::MIN_POSITIVE {
        return 0.0;
    }
    if least >= f64::MAX {
        return f64::INFINITY;
    }
    least.max(f64::MIN_POSITIVE).sqrt() * most.min(f64::MAX).sqrt()
}
