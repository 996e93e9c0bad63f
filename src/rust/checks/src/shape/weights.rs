//! Weights that are hard to add up.

use crate::case::WeightColumn::{self, Unit, F64, I32};
use crate::rng::Rng;

pub type Shape = (&'static str, fn(usize, &mut Rng) -> WeightColumn);

pub const SHAPES: &[Shape] = &[
    ("unit", |_, _| Unit),
    ("ones", |n, _| F64(vec![1.0; n])),
    ("integers", |n, rng| I32(draw(n, || rng.below(6) as i32))),
    ("large integers", |n, rng| {
        I32(draw(n, || i32::MAX - rng.below(1000) as i32))
    }),
    ("uniform", |n, rng| F64(draw(n, || rng.unit()))),
    ("mostly zero", |n, rng| {
        F64(draw(n, || if rng.chance(0.9) { 0.0 } else { rng.unit() }))
    }),
    ("24 orders of magnitude", |n, rng| {
        F64(draw(n, || covariance(rng)))
    }),
    ("absorbing", |n, rng| {
        F64(draw(n, || rng.pick(&[1e17, 1.0, 1.0, 1.0])))
    }),
    ("one giant", |n, rng| F64(giant(n, rng))),
    ("denormal", |n, rng| {
        F64(draw(n, || f64::from_bits(rng.below(1000) as u64)))
    }),
    ("around the smallest normal", |n, rng| {
        F64(draw(n, || rng.unit() * 1e-307))
    }),
    ("denormal to normal", |n, rng| {
        F64(draw(n, || rng.pick(&[5e-324, 3e-310, 1e-300, 1.0])))
    }),
    ("huge", |n, rng| {
        F64(draw(n, || f64::MAX / n as f64 * (1.0 - rng.unit() / 2.0)))
    }),
];

fn draw<T>(n: usize, mut value: impl FnMut() -> T) -> Vec<T> {
    (0..n).map(|_| value()).collect()
}

fn covariance(rng: &mut Rng) -> f64 {
    (1.0 + rng.unit()) * 10f64.powf(24.0 * rng.unit() - 12.0)
}

fn giant(n: usize, rng: &mut Rng) -> Vec<f64> {
    let mut weights = draw(n, || 1.0 + rng.unit());
    weights[rng.below(n)] = 1e17;
    weights
}
