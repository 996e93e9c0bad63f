//! Shims of the functions that say how sure an area or a curve is.

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{observations, List, Vector};
use crate::pointer::hand_over;
use crate::result::{list, numbers, table, Value};
use crate::session::poll;
use std::num::NonZeroUsize;
use weighted_roc_core::decision::Costs;
use weighted_roc_core::inference::{
    influence, joint_spread, replicate_areas, spread, Bootstrap, JointSpread, Scheme, Spread,
    Statistic,
};
use weighted_roc_core::memory::{collect, filled, push, reserve};
use weighted_roc_core::Options;

fn influences(
    guess: Vector,
    label: Vector,
    weight: Vector,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let influence = influence(
        &observations,
        Options {
            threads,
            poll: &mut poll,
        },
    )?;
    table(["influence"], influence.values.len(), |i| {
        [influence.values[i]]
    })
}

fn area_spread(
    guess: Vector,
    label: Vector,
    weight: Vector,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let Spread {
        area,
        squares,
        by_count,
        numbers,
        weights,
    } = spread(
        &observations,
        Options {
            threads,
            poll: &mut poll,
        },
    )?;
    let names = [
        "area",
        "negatives",
        "positives",
        "negatives_by_count",
        "positives_by_count",
        "n_neg",
        "n_pos",
        "weight_neg",
        "weight_pos",
    ];
    table(names, 1, |_| {
        [
            area,
            squares[0],
            squares[1],
            by_count[0],
            by_count[1],
            numbers[0] as f64,
            numbers[1] as f64,
            weights[0],
            weights[1],
        ]
    })
}

/// Clusters come as numbers below `clusters`, or not at all.
fn areas_joint_spread(
    guesses: List<Vector>,
    label: Vector,
    weight: Vector,
    cluster: Option<&[i32]>,
    clusters: usize,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let guesses = guesses.read_all()?;
    let mut scores = reserve(guesses.len())?;
    for guess in guesses {
        push(&mut scores, observations(guess, label, weight)?)?;
    }
    let clusters = cluster.map(|codes| (codes, clusters));
    let JointSpread {
        areas,
        negatives,
        positives,
        both,
        by_count: [negatives_by_count, positives_by_count],
        numbers: counts,
        weights,
        clusters,
    } = joint_spread(
        &scores,
        clusters,
        Options {
            threads,
            poll: &mut poll,
        },
    )
    .map_err(|(score, error)| Failure::from(error).of_score(score))?;
    let names = [
        "areas",
        "negatives",
        "positives",
        "both",
        "negatives_by_count",
        "positives_by_count",
        "weights",
        "numbers",
        "clusters",
    ];
    let parts = [
        numbers(areas)?,
        numbers(negatives)?,
        numbers(positives)?,
        numbers(both)?,
        numbers(negatives_by_count)?,
        numbers(positives_by_count)?,
        numbers(weights)?,
        numbers(counts.map(|n| n as f64))?,
        numbers(clusters.map(|n| n as f64))?,
    ];
    list(names, parts)
}

fn bootstrap_new(
    guess: Vector,
    label: Vector,
    weight: Vector,
    cluster: Option<&[i32]>,
    clusters: usize,
    scheme: &str,
    seed: &[f64],
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let clusters = cluster.map(|codes| (codes, clusters));
    let scheme = match scheme {
        "multinomial" => Scheme::Multinomial,
        "dirichlet" => Scheme::Dirichlet,
        "counts" => Scheme::Counts,
        "half" => Scheme::Half,
        "half of counts" => Scheme::HalfOfCounts,
        _ => return Err(Failure::internal(format!("no scheme {scheme}"))),
    };
    // Two halves of 32 bits.
    let &[high, low] = seed else {
        return Err(Failure::internal("a seed has two halves".to_string()));
    };
    let seed = (high as u64) << 32 | low as u64;
    hand_over(Bootstrap::new(
        &observations,
        clusters,
        scheme,
        seed,
        Options::new(&mut poll),
    )?)
}

fn statistic(kind: &str, values: &[f64]) -> Result<Statistic, Failure> {
    match (kind, values) {
        ("area", _) => Ok(Statistic::Area),
        ("partial_by_FPR", &[low, high]) => Ok(Statistic::PartialByFpr([low, high])),
        ("partial_by_TPR", &[low, high]) => Ok(Statistic::PartialByTpr([low, high])),
        ("TPR_at", at) => Ok(Statistic::TprAt(collect(at.iter().copied())?)),
        ("FPR_at", at) => Ok(Statistic::FprAt(collect(at.iter().copied())?)),
        ("rates_at", at) => Ok(Statistic::RatesAt(collect(at.iter().copied())?)),
        (
            "optimal",
            &[false_positive, false_negative, true_positive, true_negative, ref prior @ ..],
        ) => {
            let costs = Costs {
                false_positive,
                false_negative,
                true_positive,
                true_negative,
            };
            Ok(Statistic::Optimal(costs, prior.first().copied()))
        }
        _ => Err(Failure::internal(format!("no statistic {kind}"))),
    }
}

/// The statistic of some replicates, one after the other.
fn bootstrap_run(
    bootstrap: &Bootstrap,
    kind: &str,
    values: &[f64],
    first: usize,
    number: usize,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let statistic = statistic(kind, values)?;
    let mut found = filled(statistic.width().saturating_mul(number), 0.0)?;
    bootstrap.replicates(
        &statistic,
        first,
        &mut found,
        Options {
            threads,
            poll: &mut poll,
        },
    )?;
    table(["statistic"], found.len(), |i| [found[i]])
}

/// The area under each column of a matrix of weights.
fn areas_of_replicates(
    guess: Vector,
    label: Vector,
    weight: Vector,
    replicates: &[f64],
    columns: usize,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let mut areas = filled(columns, 0.0)?;
    replicate_areas(
        &observations,
        replicates,
        &mut areas,
        Options::new(&mut poll),
    )?;
    table(["area"], areas.len(), |i| [areas[i]])
}

shims! {
    influences(guess, label, weight, threads);
    area_spread(guess, label, weight, threads);
    areas_joint_spread(guesses, label, weight, cluster, clusters, threads);
    bootstrap_new(guess, label, weight, cluster, clusters, scheme, seed);
    bootstrap_run(bootstrap, kind, values, first, number, threads);
    areas_of_replicates(guess, label, weight, replicates, columns);
}
