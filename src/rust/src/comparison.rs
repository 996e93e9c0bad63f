//! Shims of comparisons of scores.

use crate::entry::shims;
use crate::failure::Failure;
use crate::record::Record;
use crate::result::{list, numbers, Value};
use crate::scored::Scored;
use crate::session::poll;
use crate::spread::{list_of_spread, of_score, Given};
use crate::wire::quantities_of;
use weighted_roc_core::inference::{
    compare_in_folds, compare_scores, wilcoxon_tails as exact_tails, Comparison, Contrasts,
    JointDifference, SpreadRequest,
};
use weighted_roc_core::memory::{push, reserve};

/// Of one quantity of each score, with the pairs, ten numbers each, and the joint difference.
fn scores_compare(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let what = quantities_of(request.get("what")?)?;
    let given = Given::of(request)?;
    let request = SpreadRequest {
        quantities: &what,
        ..given.request(&scored)?
    };
    let found = compare_scores(&scored.observations()?, &request, scored.options(&mut poll));
    compared(found.map_err(of_score)?)
}

fn compared(found: Comparison) -> Result<Value, Failure> {
    let Comparison {
        spread,
        pairs,
        joint,
    } = found;
    let mut columns = reserve(10 * pairs.len())?;
    for pair in pairs {
        push(&mut columns, pair.difference)?;
        for sum in pair.squares.into_iter().chain(pair.fourths) {
            push(&mut columns, sum)?;
        }
        push(&mut columns, pair.units)?;
    }
    let JointDifference {
        statistic,
        fourths,
        rank,
        units,
    } = joint;
    let parts = [
        list_of_spread(spread)?,
        numbers(columns)?,
        numbers([statistic, fourths, rank as f64, units])?,
    ];
    list(["spread", "pairs", "joint"], parts)
}

/// As `scores_compare`, of areas in folds.
fn folds_compare(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let given = Given::of(request)?;
    let request = given.request(&scored)?;
    let found = compare_in_folds(&scored.observations()?, &request, scored.options(&mut poll));
    let found = found.map_err(of_score)?;
    let common = [
        numbers(found.common.products)?,
        numbers(found.common.deviations)?,
        numbers([found.common.shares])?,
    ];
    let parts = [
        compared(found.comparison)?,
        list(["products", "deviations", "shares"], common)?,
    ];
    list(["compared", "common"], parts)
}

/// By the numbers of either class with each score, ascending.
fn wilcoxon_tails(positives: &[f64], negatives: &[f64]) -> Result<Value, Failure> {
    numbers(exact_tails(positives, negatives, &mut poll)?)
}

/// How far apart the points of pairs are: the rows of a matrix, counted from 1.
fn pairs_apart(points: &[f64], number: usize, pairs: [&[i32]; 2]) -> Result<Value, Failure> {
    numbers(Contrasts::new(points, number, pairs, &mut poll)?.lengths())
}

/// The greatest of these, each standardized, along the rows of a matrix of directions.
fn pairs_farthest(
    points: &[f64],
    number: usize,
    pairs: [&[i32]; 2],
    directions: &[f64],
    beyond: f64,
) -> Result<Value, Failure> {
    let contrasts = Contrasts::new(points, number, pairs, &mut poll)?;
    numbers(contrasts.farthest(directions, beyond, &mut poll)?)
}

shims! {
    pairs_apart(points, number, pairs);
    pairs_farthest(points, number, pairs, directions, beyond);
    scores_compare(scored, request);
    folds_compare(scored, request);
    wilcoxon_tails(positives, negatives);
}
