//! The part of a comparison that both of its units have in common.

use super::grouped::{totals, Grouped};
use crate::error::Error;
use crate::memory::{push, reserve};
use crate::observations::record::Record;
use crate::poll::Pace;
use crate::sort::ties::{standings, TIE};
use crate::sum::Sums;

/// The number of clusters in a fold up to which each pair is visited.
pub(crate) const MOST_CLUSTERS: usize = 64;

/// Over the pairs of a positive and a negative of the same fold, whose shares have the product p, the
/// sums of p^2 (won - area)^2 and of p^2. O(n).
pub(super) fn observation_pairs(
    folds: &Grouped,
    area: f64,
    pace: &mut Pace<'_>,
) -> Result<[f64; 2], Error> {
    let (mut deviations, mut products) = (0.0, 0.0);
    for fold in 0..folds.number() {
        let records = folds.group(fold);
        pace.steps(records.len() + 1)?;
        let (mut won, mut half, mut all) = (0.0, 0.0, [0.0; 2]);
        let squared = |index: usize| records[index].weights().map(|share| share * share);
        standings(records, squared, &mut Sums::default(), |_, at| {
            won += at.tied[1] * at.below[0];
            half += at.tied[1] * at.tied[0];
            all = [0, 1].map(|class| at.below[class] + at.tied[class]);
        });
        let pairs = all[0] * all[1];
        let lost = (pairs - won - half).max(0.0);
        let square = |outcome: f64| (outcome - area) * (outcome - area);
        deviations += won * square(1.0) + half * square(TIE) + lost * square(0.0);
        products += pairs;
    }
    Ok([deviations, products])
}

/// The sum of the squared deviations of all comparisons of two clusters of the same fold, over the
/// folds that have few of them.
pub(super) fn cluster_pairs(
    folds: &Grouped,
    clusters: &Grouped,
    codes: &[i32],
    area: f64,
    pace: &mut Pace<'_>,
) -> Result<f64, Error> {
    let mut sum = 0.0;
    visit_pairs(
        folds,
        (codes, MOST_CLUSTERS),
        pace,
        |first, second, pace| {
            let (a, b) = (clusters.group(first), clusters.group(second));
            pace.steps(a.len() + b.len())?;
            let deviation = deviation(a, b, area) + deviation(b, a, area);
            sum += deviation * deviation;
            Ok(())
        },
    )?;
    Ok(sum)
}

/// Hands the pairs of clusters of the same fold to `visit`, of the folds that have few of them.
pub(in crate::inference) fn visit_pairs(
    folds: &Grouped,
    (codes, most): (&[i32], usize),
    pace: &mut Pace<'_>,
    mut visit: impl FnMut(usize, usize, &mut Pace<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut members: Vec<usize> = reserve(most.saturating_add(1))?;
    for fold in 0..folds.number() {
        members.clear();
        let positions = &folds.positions[folds.range(fold)];
        for &position in positions {
            pace.steps(members.len() + 1)?;
            let cluster = codes[position] as usize;
            if !members.contains(&cluster) {
                push(&mut members, cluster)?;
            }
            if members.len() > most {
                break;
            }
        }
        if members.len() > most {
            continue;
        }
        for (i, &first) in members.iter().enumerate() {
            for &second in &members[..i] {
                visit(first, second, pace)?;
            }
        }
    }
    Ok(())
}

/// How much more than `area` the positives of one group win from the negatives of another.
pub(super) fn deviation(positives: &[Record], negatives: &[Record], area: f64) -> f64 {
    let (mut below, mut up_to) = (0, 0);
    let (mut weight_below, mut weight_up_to) = (0.0, 0.0);
    let mut won = 0.0;
    for positive in positives {
        while let Some(other) = negatives.get(below).filter(|o| o.score < positive.score) {
            weight_below += other.negative();
            below += 1;
        }
        while let Some(other) = negatives.get(up_to).filter(|o| o.score <= positive.score) {
            weight_up_to += other.negative();
            up_to += 1;
        }
        won += positive.positive() * TIE * (weight_below + weight_up_to);
    }
    won - area * totals(positives)[1] * totals(negatives)[0]
}
