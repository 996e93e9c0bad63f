//! Shims of comparisons of scores.

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{List, Vector};
use crate::record::Record;
use crate::result::{list, numbers, Value};
use crate::session::poll;
use crate::spread::{folds_of, parts_of, scores_of, unit_of, NAMES_OF_JOINT_SPREAD};
use crate::wire::quantity_of;
use std::num::NonZeroUsize;
use weighted_roc_core::inference::{
    compare_in_folds, compare_quantity, wilcoxon_tails as exact_tails, Comparison, Contrasts,
    JointDifference,
};
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::Options;

/// Of one quantity of each score, with the pairs, ten numbers each, and the joint difference.
#[allow(clippy::too_many_arguments)]
fn scores_compare(
    guesses: List<Vector>,
    label: Vector,
    weight: Vector,
    what: Record,
    counts: bool,
    cluster: Option<&[i32]>,
    clusters: usize,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let scores = scores_of(guesses, label, weight)?;
    let clusters = cluster.map(|codes| (codes, clusters));
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let quantity = quantity_of(what)?;
    let found = compare_quantity(&scores, quantity, unit_of(counts), clusters, options);
    compared(found.map_err(|(score, error)| Failure::from(error).of_score(score))?)
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
        list(NAMES_OF_JOINT_SPREAD, parts_of(spread)?)?,
        numbers(columns)?,
        numbers([statistic, fourths, rank as f64, units])?,
    ];
    list(["spread", "pairs", "joint"], parts)
}

/// As `scores_compare`, of what `folds_spread` takes.
#[allow(clippy::too_many_arguments)]
fn folds_compare(
    guesses: List<Vector>,
    label: Vector,
    weight: Vector,
    fold: &[i32],
    numbers_of_folds: &[i32],
    cluster: Option<&[i32]>,
    clusters: usize,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let scores = scores_of(guesses, label, weight)?;
    let folds = folds_of(fold, numbers_of_folds)?;
    let clusters = cluster.map(|codes| (codes, clusters));
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let found = compare_in_folds(&scores, &folds, clusters, options);
    let found = found.map_err(|(score, error)| Failure::from(error).of_score(score))?;
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
    scores_compare(guesses, label, weight, what, counts, cluster, clusters, threads);
    folds_compare(guesses, label, weight, fold, numbers_of_folds, cluster, clusters, threads);
    wilcoxon_tails(positives, negatives);
}
