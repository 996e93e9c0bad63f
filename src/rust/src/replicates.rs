//! Shims of replicates.

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{observations, Vector};
use crate::pointer::hand_over;
use crate::quantities::quantity_of;
use crate::result::{table, Value};
use crate::session::poll;
use std::num::NonZeroUsize;
use weighted_roc_core::decision::Costs;
use weighted_roc_core::inference::{replicate_areas, Bootstrap, Quantity, Scheme, Statistic};
use weighted_roc_core::memory::{collect, filled};
use weighted_roc_core::Options;

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
        "half_of_counts" => Scheme::HalfOfCounts,
        "halves" => Scheme::Halves,
        "halves_of_counts" => Scheme::HalvesOfCounts,
        _ => return Err(Failure::internal(format!("no scheme {scheme}"))),
    };
    let seed = seed_of(seed)?;
    hand_over(Bootstrap::new(
        &observations,
        clusters,
        scheme,
        seed,
        Options::new(&mut poll),
    )?)
}

/// From two halves of 32 bits.
pub fn seed_of(halves: &[f64]) -> Result<u64, Failure> {
    match *halves {
        [high, low] => Ok((high as u64) << 32 | low as u64),
        _ => Err(Failure::internal("a seed has two halves".to_string())),
    }
}

/// Of a false positive, a false negative, a true positive and a true negative, and the probability of
/// the positive class if it is known.
fn costs_and_prior(values: &[f64]) -> Result<(Costs, Option<f64>), Failure> {
    let &[false_positive, false_negative, true_positive, true_negative, ref prior @ ..] = values
    else {
        return Err(Failure::internal("there are four costs".to_string()));
    };
    let costs = Costs {
        false_positive,
        false_negative,
        true_positive,
        true_negative,
    };
    Ok((costs, prior.first().copied()))
}

fn statistic(kind: &str, values: &[f64]) -> Result<Statistic, Failure> {
    match (kind, values) {
        ("area", _) => Ok(Statistic::Area),
        ("partial_by_FPR", &[low, high]) => Ok(Statistic::PartialByFpr([low, high])),
        ("partial_by_TPR", &[low, high]) => Ok(Statistic::PartialByTpr([low, high])),
        ("TPR_at", at) => Ok(Statistic::TprAt(collect(at.iter().copied())?)),
        ("FPR_at", at) => Ok(Statistic::FprAt(collect(at.iter().copied())?)),
        ("rates_at", at) => Ok(Statistic::RatesAt(collect(at.iter().copied())?)),
        ("optimal", values) => {
            let (costs, prior) = costs_and_prior(values)?;
            Ok(Statistic::Optimal(costs, prior))
        }
        ("summary", what) => match quantity_of(what)? {
            Quantity::Summary(summary) => Ok(Statistic::Summary(summary)),
            _ => Err(Failure::internal("no summary".to_string())),
        },
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
    bootstrap_new(guess, label, weight, cluster, clusters, scheme, seed);
    bootstrap_run(bootstrap, kind, values, first, number, threads);
    areas_of_replicates(guess, label, weight, replicates, columns);
}
