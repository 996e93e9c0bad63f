//! Shims of how estimates vary, and how they vary together.

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{found_of, labels_and_weights, observations, List, Vector};
use crate::quantities::quantities_of;
use crate::result::{list, numbers, table, Value};
use crate::session::poll;
use crate::several::Several;
use std::num::NonZeroUsize;
use weighted_roc_core::inference::{
    class_areas, folded_spread, joint_spread, quantity_spread, rate_spread, spread, spread_each,
    Folds, JointSpread, RateSpread, Spread, Unit,
};
use weighted_roc_core::memory::{collect, push, reserve};
use weighted_roc_core::{Labels, Observations, Options};

fn area_spread(
    guess: Vector,
    label: Vector,
    weight: Vector,
    counts: bool,
    checked: bool,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    found_of([guess, label, weight], checked, |observations| {
        let options = Options {
            threads,
            poll: &mut poll,
        };
        rows_of_spreads(&[spread(observations, unit_of(counts), options)?])
    })
}

/// [`area_spread`] of each of several scores.
fn areas_spread(
    guess: Several,
    label: Vector,
    weight: Vector,
    counts: bool,
    checked: bool,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let Some(scores) = guess.each(label, weight, checked)? else {
        return Ok(Value::Null);
    };
    let (labels, weights) = labels_and_weights(label, weight)?;
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let found = spread_each(&scores, labels, weights, unit_of(counts), options);
    rows_of_spreads(&found.map_err(|(score, error)| Failure::from(error).of_score(score))?)
}

fn rows_of_spreads(spreads: &[Spread]) -> Result<Value, Failure> {
    let names = [
        "area",
        "negatives",
        "positives",
        "freedom",
        "units_neg",
        "units_pos",
        "effective_neg",
        "effective_pos",
        "n_neg",
        "n_pos",
    ];
    table(names, spreads.len(), |i| {
        let Spread {
            area,
            squares,
            freedom,
            units,
            effective,
            numbers,
        } = spreads[i];
        [
            area,
            squares[0],
            squares[1],
            freedom,
            units[0],
            units[1],
            effective[0],
            effective[1],
            numbers[0] as f64,
            numbers[1] as f64,
        ]
    })
}

/// Whether a weight is a number of observations.
pub fn unit_of(counts: bool) -> Unit {
    match counts {
        true => Unit::Count,
        false => Unit::Row,
    }
}

/// Clusters come as numbers below `clusters`, or not at all.
fn areas_joint_spread(
    guesses: List<Vector>,
    label: Vector,
    weight: Vector,
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
    let found = joint_spread(&scores, unit_of(counts), clusters, options);
    let found = found.map_err(|(score, error)| Failure::from(error).of_score(score))?;
    list(NAMES_OF_JOINT_SPREAD, parts_of(found)?)
}

/// As areas_joint_spread() of quantities, all of the first score first.
#[allow(clippy::too_many_arguments)]
fn quantities_joint_spread(
    guesses: List<Vector>,
    label: Vector,
    weight: Vector,
    what: &[f64],
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
    let what = quantities_of(what)?;
    let found = quantity_spread(&scores, &what, unit_of(counts), clusters, options);
    let found = found.map_err(|(score, error)| Failure::from(error).of_score(score))?;
    list(NAMES_OF_JOINT_SPREAD, parts_of(found)?)
}

/// Each score comes with all of its repetitions one after the other, and folds as numbers below those
/// of `numbers`, repetition by repetition.
#[allow(clippy::too_many_arguments)]
fn folds_spread(
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
    let found = folded_spread(&scores, &folds, clusters, options);
    let found = found.map_err(|(score, error)| Failure::from(error).of_score(score))?;
    let parts = [
        list(NAMES_OF_JOINT_SPREAD, parts_of(found.joint)?)?,
        numbers(found.pairs)?,
        numbers([found.shares])?,
    ];
    list(["spread", "pairs", "shares"], parts)
}

/// Of several classes: the areas, the influences on the first one, on the second one and so on, and the
/// effective numbers of the classes.
fn classes_areas(
    guesses: List<Vector>,
    code: Vector,
    weight: Vector,
    cluster: Option<&[i32]>,
    clusters: usize,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let observations = scores_of(guesses, code, weight)?;
    let Some((Labels::I32(codes), weights)) =
        observations.first().map(|of| (of.labels, of.weights))
    else {
        return Err(Failure::internal("codes are integers".to_string()));
    };
    let scores = collect(observations.iter().map(|of| of.scores))?;
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let clusters = cluster.map(|codes| (codes, clusters));
    let found = class_areas(&scores, codes, weights, clusters, options);
    let found = found.map_err(|(score, error)| Failure::from(error).of_score(score))?;
    let parts = [
        numbers(found.values)?,
        numbers(found.influences)?,
        numbers(found.effective)?,
        numbers(found.parts)?,
    ];
    list(["values", "influences", "effective", "parts"], parts)
}

/// The rates of both classes at places of the curve.
#[allow(clippy::too_many_arguments)]
fn rates_spread(
    guess: Vector,
    label: Vector,
    weight: Vector,
    counts: bool,
    cluster: Option<&[i32]>,
    clusters: usize,
    places: &[f64],
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let RateSpread {
        squares: [negatives, positives],
        freedom: [freedom_neg, freedom_pos],
        units,
        effective,
        least,
    } = rate_spread(
        &observations,
        unit_of(counts),
        cluster.map(|codes| (codes, clusters)),
        places,
        Options {
            threads,
            poll: &mut poll,
        },
    )?;
    let names = [
        "negatives",
        "positives",
        "freedom_neg",
        "freedom_pos",
        "units",
        "effective",
        "least",
    ];
    let parts = [
        numbers(negatives)?,
        numbers(positives)?,
        numbers(freedom_neg)?,
        numbers(freedom_pos)?,
        numbers(units)?,
        numbers(effective)?,
        numbers(least)?,
    ];
    list(names, parts)
}

pub fn folds_of<'a>(codes: &'a [i32], numbers: &[i32]) -> Result<Vec<Folds<'a>>, Failure> {
    let mut folds = reserve(numbers.len())?;
    for (codes, &number) in codes
        .chunks((codes.len() / numbers.len().max(1)).max(1))
        .zip(numbers)
    {
        let number = number.max(0) as usize;
        push(&mut folds, Folds { codes, number })?;
    }
    Ok(folds)
}

pub fn scores_of<'a>(
    guesses: List<Vector<'a>>,
    label: Vector<'a>,
    weight: Vector<'a>,
) -> Result<Vec<Observations<'a>>, Failure> {
    let guesses = guesses.read_all()?;
    let mut scores = reserve(guesses.len())?;
    for guess in guesses {
        push(&mut scores, observations(guess, label, weight)?)?;
    }
    Ok(scores)
}

pub const NAMES_OF_JOINT_SPREAD: [&str; 8] = [
    "areas",
    "negatives",
    "positives",
    "both",
    "freedom",
    "numbers",
    "units",
    "effective",
];

pub fn parts_of(spread: JointSpread) -> Result<[Value; 8], Failure> {
    Ok([
        numbers(spread.areas)?,
        numbers(spread.negatives)?,
        numbers(spread.positives)?,
        numbers(spread.both)?,
        numbers(spread.freedom)?,
        numbers(spread.numbers.map(|n| n as f64))?,
        numbers(spread.units)?,
        numbers(spread.effective)?,
    ])
}

shims! {
    area_spread(guess, label, weight, counts, checked, threads);
    areas_spread(guess, label, weight, counts, checked, threads);
    areas_joint_spread(guesses, label, weight, counts, cluster, clusters, threads);
    quantities_joint_spread(guesses, label, weight, what, counts, cluster, clusters, threads);
    classes_areas(guesses, code, weight, cluster, clusters, threads);
    folds_spread(guesses, label, weight, fold, numbers_of_folds, cluster, clusters, threads);
    rates_spread(guess, label, weight, counts, cluster, clusters, places, threads);
}
