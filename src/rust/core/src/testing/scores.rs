//! Scores that lead down each way through the core. Nothing here is NaN or -0.

use super::rng::Rng;
use std::f64::consts::PI;

fn draw(n: usize, rng: &mut Rng, score: impl Fn(&mut Rng) -> f64) -> Vec<f64> {
    (0..n).map(|_| score(rng) + 0.0).collect()
}

pub fn uniform(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, Rng::unit)
}

/// A tenth of the scores in a hundred-millionth of the range.
pub fn narrow_peak(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, |rng| match rng.below(10) {
        0 => 0.3 + 1e-8 * rng.unit(),
        _ => rng.unit(),
    })
}

pub fn cauchy(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, |rng| (PI * (rng.unit() - 0.5)).tan())
}

pub fn with_outlier(n: usize, rng: &mut Rng) -> Vec<f64> {
    let mut scores = uniform(n, rng);
    scores[rng.below(n)] = 1e300;
    scores
}

/// Probabilities piled at 0 and at 1.
pub fn calibrated(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, |rng| {
        let logit = 60.0 * (rng.unit() - 0.5);
        1.0 / (1.0 + (-logit).exp())
    })
}

/// Most of them closer to 0 or 1, or there.
pub fn overconfident(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, |rng| {
        let logit = 60.0 * (PI * (rng.unit() - 0.5)).tan();
        1.0 / (1.0 + (-logit).exp())
    })
}

/// Widths 1, 1e-8 and 1e-16, far from each other.
pub fn clusters(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, |rng| match rng.below(3) {
        0 => rng.unit() - 3.0,
        1 => 0.25 + 1e-8 * rng.unit(),
        _ => 1e-17 + 1e-16 * rng.unit(),
    })
}

/// Half of the scores in a millionth of the range, half of those in a millionth of that, and so on.
pub fn crowded(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, |rng| {
        let depth = rng.bits().trailing_ones().min(40);
        1e-6f64.powi(depth as i32) * (1.0 + rng.unit())
    })
}

/// Every exponent as often as another.
pub fn magnitudes(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, |rng| (rng.unit() * 2097.0 - 1074.0).exp2())
}

pub fn any_bits(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, |rng| loop {
        let score = f64::from_bits(rng.bits());
        if score.is_finite() {
            return score;
        }
    })
}

/// A tenth infinite, on either side.
pub fn infinities(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, |rng| match rng.below(20) {
        0 => f64::INFINITY,
        1 => f64::NEG_INFINITY,
        _ => rng.unit(),
    })
}

pub fn denormal(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, |rng| {
        f64::from_bits(rng.bits() >> 12) * rng.pick(&[-1.0, 1.0])
    })
}

pub fn thousandths(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, |rng| rng.below(1000) as f64 / 1000.0)
}

pub fn all_equal(n: usize, _: &mut Rng) -> Vec<f64> {
    vec![0.5; n]
}

pub fn half_zeros(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, |rng| rng.unit() * rng.below(2) as f64)
}

/// A sample takes them for few; there are 9% of their number.
pub fn more_values_than_they_seem(n: usize, rng: &mut Rng) -> Vec<f64> {
    draw(n, rng, |rng| match rng.below(100) {
        0..=8 => rng.unit(),
        few => (few % 5) as f64,
    })
}

/// With ties.
pub fn ascending(n: usize, _: &mut Rng) -> Vec<f64> {
    (0..n).map(|i| (i / 2) as f64).collect()
}

/// With ties.
pub fn descending(n: usize, _: &mut Rng) -> Vec<f64> {
    (0..n).map(|i| -((i / 2) as f64) + 0.0).collect()
}

pub fn organ_pipe(n: usize, _: &mut Rng) -> Vec<f64> {
    (0..n).map(|i| i.min(n - i) as f64).collect()
}

/// Scores of period `n / 2048`, so that every 2048th part starts at the same phase; most phases have a score of
/// their own.
pub fn periodic(n: usize, rng: &mut Rng) -> Vec<f64> {
    let period = (n / 2048).max(4);
    let mut score = |phase| match phase {
        steady if steady < 3 * period / 4 => steady as f64,
        _ => period as f64 + rng.unit(),
    };
    (0..n).map(|i| score(i % period)).collect()
}

/// Few enough to be tallied, if they did not collide.
pub fn made_to_collide(n: usize, rng: &mut Rng) -> Vec<f64> {
    colliding(n, n / 20 + 1, rng)
}

/// Scores whose bits, times the constant of the tally's hash, share the upper half: all of them ask
/// for the same slot.
pub fn colliding(n: usize, distinct: usize, rng: &mut Rng) -> Vec<f64> {
    const HASH: u64 = 0x9e37_79b9_7f4a_7c15;
    // Newton's iteration for the inverse modulo 2^64 doubles the number of right bits each time.
    let inverse = (0..6).fold(HASH, |x, _| {
        x.wrapping_mul(2u64.wrapping_sub(HASH.wrapping_mul(x)))
    });
    let product = |i: u64| 0x5bd1_e995 << 32 | i;
    let scores = (0..).map(|i| f64::from_bits(product(i).wrapping_mul(inverse)));
    let scores: Vec<f64> = scores
        .filter(|score| score.is_finite())
        .take(distinct)
        .collect();
    draw(n, rng, |rng| rng.pick(&scores))
}
