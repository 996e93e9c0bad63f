//! Scores that are hard to sort, to distinguish or to tie.

use crate::case::ScoreColumn::{self, F64, I32};
use crate::rng::Rng;
use crate::scores::{
    all_equal, any_bits, calibrated, cauchy, clusters, crowded, denormal, half_zeros,
    made_to_collide, magnitudes, more_values_than_they_seem, narrow_peak, organ_pipe,
    overconfident, periodic, uniform, with_outlier,
};

pub type Shape = (&'static str, fn(usize, &mut Rng) -> ScoreColumn);

pub const SHAPES: &[Shape] = &[
    ("uniform", |n, rng| F64(uniform(n, rng))),
    ("narrow peak", |n, rng| F64(narrow_peak(n, rng))),
    ("two values", |n, rng| {
        F64(draw(n, |_| rng.pick(&[0.2, 0.7])))
    }),
    ("few values", |n, rng| {
        F64(draw(n, |_| rng.below(7) as f64 - 3.0))
    }),
    ("hundredths", |n, rng| {
        F64(draw(n, |_| (rng.unit() * 100.0).round() / 100.0))
    }),
    ("all tied", |n, rng| F64(all_equal(n, rng))),
    ("mostly tied", |n, rng| {
        F64(draw(n, |_| if rng.chance(0.99) { 0.5 } else { rng.unit() }))
    }),
    ("half zeros", |n, rng| F64(half_zeros(n, rng))),
    ("more values than they seem", |n, rng| {
        F64(more_values_than_they_seem(n, rng))
    }),
    ("made to collide", |n, rng| F64(made_to_collide(n, rng))),
    ("some values", |n, rng| F64(some_values(n, rng))),
    ("few values, then many", |n, rng| {
        F64(draw(n, |i| (rng.below(3) + i.saturating_sub(n / 2)) as f64))
    }),
    ("few values, rarely others", |n, rng| {
        F64(draw(n, |i| {
            if rng.chance(0.01) {
                i as f64
            } else {
                rng.below(5) as f64
            }
        }))
    }),
    ("every value twice", |n, rng| {
        F64(draw(n, |_| rng.below(n.div_ceil(2)) as f64 / 7.0))
    }),
    ("clusters", |n, rng| F64(clusters(n, rng))),
    ("clusters, 60 orders apart", |n, rng| {
        F64(draw(n, |_| clustered(rng)))
    }),
    ("crowded", |n, rng| F64(crowded(n, rng))),
    ("signed zeros", |n, rng| {
        F64(draw(n, |_| rng.pick(&SIGNED_ZEROS)))
    }),
    ("infinities", |n, rng| {
        F64(draw(n, |_| rng.pick(&INFINITIES)))
    }),
    ("uniform, some special", |n, rng| {
        F64(draw(n, |_| {
            if rng.chance(0.02) {
                special(rng)
            } else {
                rng.unit() - 0.5
            }
        }))
    }),
    ("the whole range", |n, rng| {
        F64(draw(n, |_| (rng.unit() * 2.0 - 1.0) * f64::MAX))
    }),
    ("one ulp apart", |n, rng| {
        F64(draw(n, |_| nth_from(1.0, rng.below(n), n / 2)))
    }),
    ("large, one ulp apart", |n, rng| {
        F64(draw(n, |_| -nth_from(1e300, rng.below(n), n / 2)))
    }),
    ("denormal", |n, rng| F64(denormal(n, rng))),
    ("smallest denormals", |n, rng| {
        F64(draw(n, |_| sign(rng) * f64::from_bits(rng.below(n) as u64)))
    }),
    ("any bits", |n, rng| F64(any_bits(n, rng))),
    ("magnitudes", |n, rng| F64(magnitudes(n, rng))),
    ("powers of two", |n, rng| {
        F64(draw(n, |_| {
            sign(rng) * (rng.unit() * 2098.0 - 1074.0).floor().exp2()
        }))
    }),
    ("sorted", |n, _| F64(draw(n, |i| i as f64 * 0.1))),
    ("reversed", |n, _| F64(draw(n, |i| i as f64 * -0.1))),
    ("organ pipe", |n, rng| F64(organ_pipe(n, rng))),
    ("sawtooth", |n, _| F64(draw(n, |i| (i % 97) as f64))),
    ("periodic", |n, rng| F64(periodic(n, rng))),
    ("nearly sorted", |n, rng| {
        F64(draw(n, |i| (i + rng.below(8)) as f64))
    }),
    ("sorted, one astray", |n, rng| F64(astray(n, rng))),
    ("one outlier", |n, rng| F64(with_outlier(n, rng))),
    ("Cauchy", |n, rng| F64(cauchy(n, rng))),
    ("Zipf", |n, rng| {
        F64(draw(n, |_| (1.0 - rng.unit()).recip().floor()))
    }),
    ("calibrated", |n, rng| F64(calibrated(n, rng))),
    ("overconfident", |n, rng| F64(overconfident(n, rng))),
    ("any i32", |n, rng| I32(draw(n, |_| any_i32(rng)))),
    ("extreme i32", |n, rng| {
        I32(draw(n, |_| rng.pick(&EXTREME_I32)))
    }),
    ("few i32", |n, rng| I32(draw(n, |_| rng.below(5) as i32))),
    ("counting i32", |n, _| I32(draw(n, |i| i as i32))),
    ("shuffled i32", |n, rng| {
        I32(draw(n, |_| rng.below(n) as i32 - (n / 2) as i32))
    }),
];

const SIGNED_ZEROS: [f64; 6] = [-0.0, 0.0, -5e-324, 5e-324, -1.0, 1.0];
const INFINITIES: [f64; 7] = [
    f64::NEG_INFINITY,
    f64::INFINITY,
    f64::MIN,
    f64::MAX,
    -1.0,
    0.0,
    1.0,
];
const EXTREME_I32: [i32; 7] = [-i32::MAX, 1 - i32::MAX, -1, 0, 1, i32::MAX - 1, i32::MAX];

fn draw<T>(n: usize, value: impl FnMut(usize) -> T) -> Vec<T> {
    (0..n).map(value).collect()
}

fn sign(rng: &mut Rng) -> f64 {
    rng.pick(&[-1.0, 1.0])
}

/// The double that is `steps - back` doubles above `start`.
fn nth_from(start: f64, steps: usize, back: usize) -> f64 {
    f64::from_bits(start.to_bits() + steps as u64 - back as u64)
}

fn special(rng: &mut Rng) -> f64 {
    match rng.chance(0.5) {
        true => rng.pick(&SIGNED_ZEROS),
        false => rng.pick(&INFINITIES),
    }
}

/// Between 1 and `n` distinct values, each order of magnitude as often as another.
fn some_values(n: usize, rng: &mut Rng) -> Vec<f64> {
    let distinct = (n as f64).powf(rng.unit()) as usize;
    let values = draw(distinct, |_| rng.unit());
    draw(n, |_| rng.pick(&values))
}

/// Close to a power of ten.
fn clustered(rng: &mut Rng) -> f64 {
    10f64.powi(rng.below(600) as i32 / 60 * 60 - 270) * (1.0 + 1e-9 * rng.unit())
}

fn any_i32(rng: &mut Rng) -> i32 {
    (rng.bits() as i32).max(-i32::MAX)
}

fn astray(n: usize, rng: &mut Rng) -> Vec<f64> {
    let mut scores = draw(n, |i| i as f64);
    scores.swap(rng.below(n), n - 1);
    scores
}
