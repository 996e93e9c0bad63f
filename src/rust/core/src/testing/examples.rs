//! Scores that lead down each way through this crate, for its tests.

/// SplitMix64.
pub(crate) struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.unit() * end as f64) as usize
    }
}

/// Scores, as a function of how many.
pub(crate) type Shape = fn(usize) -> Vec<f64>;

/// One of each kind. All are free of NaN and of -0.
pub(crate) const SHAPES: [(&str, Shape); 19] = [
    ("uniform", uniform),
    ("a narrow peak", narrow_peak),
    ("Cauchy", cauchy),
    ("with an outlier", with_outlier),
    ("calibrated", calibrated),
    ("clusters", clusters),
    ("crowded", crowded),
    ("powers of two", powers_of_two),
    ("any bits", any_bits),
    ("infinities", infinities),
    ("denormal", denormal),
    ("thousandths", thousandths),
    ("all equal", all_equal),
    ("half zeros", half_zeros),
    ("more values than they seem", more_values_than_they_seem),
    ("ascending", ascending),
    ("descending", descending),
    ("organ pipe", organ_pipe),
    ("made to collide", made_to_collide),
];

fn draw(n: usize, mut score: impl FnMut(&mut Rng) -> f64) -> Vec<f64> {
    let mut rng = Rng::new(n as u64);
    (0..n).map(|_| score(&mut rng) + 0.0).collect()
}

pub(crate) fn uniform(n: usize) -> Vec<f64> {
    draw(n, Rng::unit)
}

/// A tenth of the scores in a hundred-millionth of the range.
pub(crate) fn narrow_peak(n: usize) -> Vec<f64> {
    draw(n, |rng| match rng.below(10) {
        0 => 0.3 + 1e-8 * rng.unit(),
        _ => rng.unit(),
    })
}

pub(crate) fn cauchy(n: usize) -> Vec<f64> {
    draw(n, |rng| (std::f64::consts::PI * (rng.unit() - 0.5)).tan())
}

pub(crate) fn with_outlier(n: usize) -> Vec<f64> {
    let mut scores = uniform(n);
    scores[n / 3] = 1e300;
    scores
}

/// Probabilities piled at 0 and at 1.
pub(crate) fn calibrated(n: usize) -> Vec<f64> {
    draw(n, |rng| {
        let logit = 60.0 * (rng.unit() - 0.5);
        1.0 / (1.0 + (-logit).exp())
    })
}

/// Widths 1, 1e-8 and 1e-16, far from each other.
pub(crate) fn clusters(n: usize) -> Vec<f64> {
    draw(n, |rng| match rng.below(3) {
        0 => rng.unit() - 3.0,
        1 => 0.25 + 1e-8 * rng.unit(),
        _ => 1e-17 + 1e-16 * rng.unit(),
    })
}

/// Half of the scores in a millionth of the range, half of those in a millionth of that, and so on.
pub(crate) fn crowded(n: usize) -> Vec<f64> {
    draw(n, |rng| {
        let depth = rng.bits().trailing_ones().min(40);
        1e-6f64.powi(depth as i32) * (1.0 + rng.unit())
    })
}

pub(crate) fn powers_of_two(n: usize) -> Vec<f64> {
    draw(n, |rng| (rng.unit() * 2097.0 - 1074.0).exp2())
}

pub(crate) fn any_bits(n: usize) -> Vec<f64> {
    draw(n, |rng| {
        let score = f64::from_bits(rng.bits());
        if score.is_finite() {
            score
        } else {
            f64::MAX
        }
    })
}

/// A tenth infinite, on either side.
pub(crate) fn infinities(n: usize) -> Vec<f64> {
    draw(n, |rng| match rng.below(20) {
        0 => f64::INFINITY,
        1 => f64::NEG_INFINITY,
        _ => rng.unit(),
    })
}

pub(crate) fn denormal(n: usize) -> Vec<f64> {
    draw(n, |rng| {
        f64::from_bits(rng.bits() >> 12) * [-1.0, 1.0][rng.below(2)]
    })
}

pub(crate) fn thousandths(n: usize) -> Vec<f64> {
    draw(n, |rng| rng.below(1000) as f64 / 1000.0)
}

pub(crate) fn all_equal(n: usize) -> Vec<f64> {
    vec![0.5; n]
}

pub(crate) fn half_zeros(n: usize) -> Vec<f64> {
    draw(n, |rng| rng.unit() * rng.below(2) as f64)
}

/// A sample takes them for few; there are 9% of their number.
pub(crate) fn more_values_than_they_seem(n: usize) -> Vec<f64> {
    draw(n, |rng| match rng.below(100) {
        0..=8 => rng.unit(),
        few => (few % 5) as f64,
    })
}

/// With ties.
pub(crate) fn ascending(n: usize) -> Vec<f64> {
    (0..n).map(|i| (i / 2) as f64).collect()
}

/// With ties.
pub(crate) fn descending(n: usize) -> Vec<f64> {
    (0..n).map(|i| -((i / 2) as f64) + 0.0).collect()
}

pub(crate) fn organ_pipe(n: usize) -> Vec<f64> {
    (0..n).map(|i| i.min(n - i) as f64).collect()
}

/// Of period `n / 2048`, so that every 2048th part of the scores starts at the same phase; most
/// phases have a score of their own.
pub(crate) fn periodic(n: usize) -> Vec<f64> {
    let period = n / 2048;
    let mut rng = Rng::new(n as u64);
    let mut score = |phase| match phase {
        steady if steady < 3 * period / 4 => steady as f64,
        _ => period as f64 + rng.unit(),
    };
    (0..n).map(|i| score(i % period)).collect()
}

/// So few that they are tallied, if they did not collide.
pub(crate) fn made_to_collide(n: usize) -> Vec<f64> {
    colliding(n, n / 20 + 1)
}

/// Scores whose bits, times the constant of the tally's hash, share the upper half: all of them ask
/// for the same slot.
pub(crate) fn colliding(n: usize, distinct: usize) -> Vec<f64> {
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
    draw(n, |rng| scores[rng.below(distinct)])
}
