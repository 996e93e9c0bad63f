//! The columns of curves, and the number of polls.

use crate::curve::Ranking;
use crate::observations::source::Typed;
use crate::poll::BLOCK;
pub(crate) use crate::testing::data::Data;
use crate::testing::rng::Rng;

/// The columns of a curve in the order of [`Points`](crate::curve::Points).
pub(crate) type Curve = [Vec<f64>; 5];

impl Data {
    /// With random labels and with weights from `least` to 9.
    pub fn new(scores: Vec<f64>, least: usize) -> Data {
        let mut rng = Rng::new(scores.len() as u64);
        Data::random(scores, &mut rng, |rng| {
            (least + rng.below(10 - least)) as f64
        })
    }

    pub fn source(&self) -> Typed<'_> {
        Typed {
            observations: self.observations(),
            positive: 1.0,
        }
    }
}

/// The columns of the curve.
pub(crate) fn write(ranking: &Ranking) -> Curve {
    let curve = ranking.to_curve(&mut || false).unwrap();
    let points = curve.as_curve().points();
    [
        points.tpr,
        points.fpr,
        points.threshold,
        points.false_negative,
        points.false_positive,
    ]
    .map(<[f64]>::to_vec)
}

/// Unlike `==`, tells 0 from -0, and prints no more than the place that differs.
#[track_caller]
pub(crate) fn assert_same_bits(result: &Curve, expected: &Curve, of: &str) {
    const NAMES: [&str; 5] = ["TPR", "FPR", "threshold", "FN", "FP"];
    for (name, (result, expected)) in NAMES.iter().zip(result.iter().zip(expected)) {
        assert_eq!(result.len(), expected.len(), "rows of {name}: {of}");
        let mut pairs = result.iter().zip(expected);
        let differs = pairs.position(|(a, b)| a.to_bits() != b.to_bits());
        let at = |row| (row, result[row], expected[row]);
        assert_eq!(differs.map(at), None, "{name}: {of}");
    }
}

/// The result of `work`, and how often it polled.
pub(crate) fn counting_polls<T>(work: impl FnOnce(crate::poll::Poll) -> T) -> (T, usize) {
    let mut polls = 0;
    let result = work(&mut || {
        polls += 1;
        false
    });
    (result, polls)
}

/// The number of polls while `n` observations are visited `visits` times.
pub(crate) fn polls_of_visits(visits: usize, n: usize) -> usize {
    visits * ((n - 1) / BLOCK)
}
