//! The core against the definition, in exact integers and quadratic time.

// Tests may allocate as they like.
#![allow(clippy::disallowed_methods)]

#[allow(dead_code)]
#[path = "../src/testing/data.rs"]
mod data;
#[allow(dead_code)]
#[path = "../src/testing/rng.rs"]
mod rng;

use data::Data;
use rng::Rng;
use weighted_roc_core::area::trapezoid;
use weighted_roc_core::curve::{OwnedCurve, Points, Ranking};
use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};

const CASES: usize = 2000;
const LARGEST: usize = 40;
const ULPS: i128 = 4;

impl Data {
    /// Many ties, both zeros, both infinities, weights of 0, both classes with some weight.
    fn small(rng: &mut Rng) -> Data {
        const SCORES: [f64; 8] = [
            f64::NEG_INFINITY,
            -1.0,
            -0.0,
            0.0,
            1.0,
            1.0 + f64::EPSILON,
            2.5,
            f64::INFINITY,
        ];
        let n = 2 + rng.below(LARGEST - 1);
        let scores = (0..n).map(|_| rng.pick(&SCORES)).collect();
        let largest_weight = rng.pick(&[1, 10, 1000]);
        Data::random(scores, rng, |rng| rng.below(largest_weight + 1) as f64)
    }

    /// The weight of the observations of a class, for which `counts` says how much a score counts.
    fn weight(&self, label: i32, counts: impl Fn(f64) -> i128) -> i128 {
        let members = (0..self.scores.len()).filter(|&i| self.labels[i] == label);
        members
            .map(|i| counts(self.scores[i]) * self.weights[i] as i128)
            .sum()
    }

    fn thresholds(&self) -> Vec<f64> {
        let present = (0..self.scores.len()).filter(|&i| self.weights[i] > 0.0);
        let mut scores: Vec<f64> = present.map(|i| self.scores[i]).collect();
        scores.sort_by(|a, b| a.partial_cmp(b).unwrap());
        scores.dedup();
        scores
    }

    /// Twice the weight of the pairs of a positive above a negative, tied pairs counting half.
    fn concordance(&self) -> i128 {
        let below = |score| self.weight(0, |s| i128::from(s < score) + i128::from(s <= score));
        let positives = (0..self.scores.len()).filter(|&i| self.labels[i] == 1);
        positives
            .map(|i| self.weights[i] as i128 * below(self.scores[i]))
            .sum()
    }

    fn curve(&self) -> OwnedCurve {
        let ranking = Ranking::new(&self.observations(), Options::new(&mut || false)).unwrap();
        ranking.to_curve(&mut || false).unwrap()
    }
}

/// A double as `significand / 2^scale`; it is 0 or not below `2^-40`, and below `2^53`.
fn decode(double: f64) -> (i128, u32) {
    assert!(
        double == 0.0 || (2f64.powi(-40)..2f64.powi(53)).contains(&double),
        "{double:e}"
    );
    match double.to_bits() {
        0 => (0, 0),
        bits => (
            (bits & ((1 << 52) - 1) | 1 << 52) as i128,
            1075 - (bits >> 52) as u32,
        ),
    }
}

/// Whether the double is within 4 units in its last place of `numerator / denominator`.
fn is_right(double: f64, numerator: i128, denominator: i128) -> bool {
    let (significand, scale) = decode(double);
    let error = significand * denominator - (numerator << scale);
    match numerator {
        0 => significand == 0,
        _ => error.abs() <= ULPS * denominator,
    }
}

/// Whether the double is within 1e-14 of `numerator / denominator`, relative to it or to 0.1.
fn is_right_area(double: f64, numerator: i128, denominator: i128) -> bool {
    let (significand, scale) = decode(double);
    let error = significand * denominator - (numerator << scale);
    error.abs() <= (numerator.max(denominator / 10) << scale) / 10i128.pow(14)
}

#[test]
fn curves_and_areas_are_those_of_the_definition() {
    let mut rng = Rng::new(1);
    for number in 0..CASES {
        let case = Data::small(&mut rng);
        let curve = case.curve();
        let Points {
            tpr,
            fpr,
            threshold,
            false_negative,
            false_positive,
            ..
        } = curve.as_curve().points();
        let (negatives, positives) = (case.weight(0, |_| 1), case.weight(1, |_| 1));
        let scores = case.thresholds();
        assert_eq!(threshold[..scores.len()], scores, "case {number}");
        assert_eq!(threshold[scores.len()..], [f64::INFINITY], "case {number}");
        for i in 0..threshold.len() {
            let [fp, fn_] = match scores.get(i) {
                Some(&t) => [
                    case.weight(0, |score| (score >= t).into()),
                    case.weight(1, |score| (score < t).into()),
                ],
                None => [0, positives],
            };
            let entries = [
                ("FP", false_positive[i], fp, 1),
                ("FN", false_negative[i], fn_, 1),
                ("FPR", fpr[i], fp, negatives),
                ("TPR", tpr[i], positives - fn_, positives),
            ];
            for (name, found, numerator, denominator) in entries {
                assert!(
                    is_right(found, numerator, denominator),
                    "{name} in row {i} of case {number}: {found:e}"
                );
            }
        }
        let found = trapezoid(tpr, fpr, &mut || false).unwrap();
        let pairs = 2 * positives * negatives;
        assert!(
            is_right_area(found, case.concordance(), pairs),
            "area of case {number}"
        );
    }
}
