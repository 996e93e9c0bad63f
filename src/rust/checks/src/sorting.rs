//! The exact curve again, by sorting: for inputs that the definition is too slow for.

use crate::case::Row;
use crate::definition::{area, ExactCurve, Weighed};
use num_bigint::BigInt;
use num_traits::Zero;

/// Two running totals, of the positives and of the negatives.
#[derive(Clone, Default)]
struct Totals {
    positives: BigInt,
    negatives: BigInt,
}

/// The curve of valid observations.
pub fn by_sorting(rows: &[Row]) -> ExactCurve {
    let weighed = Weighed::new(rows);
    let (mut threshold, groups) = groups(&weighed);
    let mut below = Totals::default();
    let mut false_negative = Vec::with_capacity(groups.len() + 1);
    let mut true_negative = Vec::with_capacity(groups.len() + 1);
    let mut concordance = BigInt::zero();
    for group in groups {
        false_negative.push(below.positives.clone());
        true_negative.push(below.negatives.clone());
        concordance += &group.positives * (&below.negatives * 2 + &group.negatives);
        below.positives += group.positives;
        below.negatives += group.negatives;
    }
    let area = area(concordance, &below.positives, &below.negatives);
    threshold.push(f64::INFINITY);
    false_negative.push(below.positives);
    true_negative.push(below.negatives.clone());
    ExactCurve {
        threshold,
        false_negative,
        false_positive: true_negative
            .into_iter()
            .map(|tn| &below.negatives - tn)
            .collect(),
        exponent: weighed.exponent,
        area,
    }
}

/// The distinct scores, ascending, and the totals of the observations that have them.
fn groups(weighed: &Weighed) -> (Vec<f64>, Vec<Totals>) {
    let rows = &weighed.rows;
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|&a, &b| rows[a].score.partial_cmp(&rows[b].score).expect("no NaN"));
    let tied = |&a: &usize, &b: &usize| rows[a].score == rows[b].score;
    order
        .chunk_by(tied)
        .map(|group| (rows[group[0]].score, totals(weighed, group)))
        .unzip()
}

fn totals(weighed: &Weighed, group: &[usize]) -> Totals {
    let mut totals = Totals::default();
    for &i in group {
        match weighed.rows[i].positive {
            true => totals.positives += &weighed.weights[i],
            false => totals.negatives += &weighed.weights[i],
        }
    }
    totals
}
