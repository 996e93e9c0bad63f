//! Classes, and the labels that stand for them.

use crate::case::LabelColumn;
use crate::rng::Rng;

/// From the scores to whether each observation is a positive.
pub type Shape = (&'static str, fn(&[f64], &mut Rng) -> Vec<bool>);

pub const SHAPES: &[Shape] = &[
    ("random", |scores, rng| each(scores, |_, _| rng.chance(0.5))),
    ("few positives", |scores, rng| {
        each(scores, |_, _| rng.chance(0.02))
    }),
    ("few negatives", |scores, rng| {
        each(scores, |_, _| rng.chance(0.98))
    }),
    ("one positive", |scores, rng| one(scores.len(), true, rng)),
    ("one negative", |scores, rng| one(scores.len(), false, rng)),
    ("alternating", |scores, _| each(scores, |i, _| i % 2 == 0)),
    ("first half", |scores, _| {
        each(scores, |i, _| i < scores.len() / 2)
    }),
    ("separated", |scores, _| {
        each(scores, |_, score| score >= scores[0])
    }),
    ("upside down", |scores, _| {
        each(scores, |_, score| score < scores[0])
    }),
    ("informative", |scores, rng| {
        each(scores, |_, score| (score >= scores[0]) ^ rng.chance(0.1))
    }),
];

fn each(scores: &[f64], mut positive: impl FnMut(usize, f64) -> bool) -> Vec<bool> {
    let pairs = scores.iter().enumerate();
    pairs.map(|(i, &score)| positive(i, score)).collect()
}

fn one(n: usize, class: bool, rng: &mut Rng) -> Vec<bool> {
    let mut positive = vec![!class; n];
    positive[rng.below(n)] = class;
    positive
}

/// The negative and the positive label of each numeric encoding.
const ENCODINGS: [[i32; 2]; 3] = [[-1, 1], [0, 1], [1, 2]];

/// The labels in one of the encodings there are.
pub fn encode(positive: &[bool], rng: &mut Rng) -> LabelColumn {
    let encoding = rng.pick(&ENCODINGS);
    let codes = rng.pick(&[[1, 2], [2, 1 << 20], [-7, -3], [-i32::MAX, i32::MAX]]);
    let labels = |pair: [i32; 2]| positive.iter().map(move |&p| pair[usize::from(p)]);
    match rng.below(3) {
        0 => LabelColumn::F64(labels(encoding).map(f64::from).collect()),
        1 => LabelColumn::I32(labels(encoding).collect()),
        _ => LabelColumn::Codes(labels(codes).collect()),
    }
}
