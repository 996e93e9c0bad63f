//! Shims of the functions that say how sure an area or a curve is.

use crate::decision::table;
use crate::failure::{guard, Failure};
use crate::input::{self, doubles};
use crate::observations;
use crate::session::user_interrupt;
use extendr_api::prelude::*;
use weighted_roc_core::{self as core, Bootstrap, Costs, JointSpread, Scheme, Spread, Statistic};

#[extendr]
fn influences(guess: Robj, label: Robj, weight: Robj, threads: i32) -> Robj {
    guard(|| {
        let observations = observations(&guess, &label, &weight)?;
        let influence = core::influence(&observations, threads as usize, &mut user_interrupt)?;
        table(["influence"], influence.values.len(), |i| {
            [influence.values[i]]
        })
    })
}

#[extendr]
fn area_spread(guess: Robj, label: Robj, weight: Robj, threads: i32) -> Robj {
    guard(|| {
        let observations = observations(&guess, &label, &weight)?;
        let Spread {
            area,
            squares,
            by_count,
            numbers,
            weights,
        } = core::spread(&observations, threads as usize, &mut user_interrupt)?;
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
    })
}

// Clusters come as numbers below `clusters`, or as NULL.
fn codes(cluster: &Robj, clusters: i32) -> Result<Option<(&[i32], usize)>, Failure> {
    match cluster.is_null() {
        true => Ok(None),
        false => Ok(Some((input::integers(cluster)?, clusters as usize))),
    }
}

#[extendr]
fn areas_joint_spread(
    guesses: List,
    label: Robj,
    weight: Robj,
    cluster: Robj,
    clusters: i32,
    threads: i32,
) -> Robj {
    guard(|| {
        let guesses: Vec<Robj> = guesses.values().collect();
        let scores = guesses
            .iter()
            .map(|guess| observations(guess, &label, &weight))
            .collect::<std::result::Result<Vec<_>, _>>()?;
        let clusters = codes(&cluster, clusters)?;
        let JointSpread {
            areas,
            negatives,
            positives,
            both,
            by_count: [negatives_by_count, positives_by_count],
            numbers,
            weights,
            clusters,
        } = core::joint_spread(&scores, clusters, threads as usize, &mut user_interrupt)
            .map_err(|(score, error)| Failure::from(error).of_score(score))?;
        let pairs: [(&str, Robj); 9] = [
            ("areas", areas.into()),
            ("negatives", negatives.into()),
            ("positives", positives.into()),
            ("both", both.into()),
            ("negatives_by_count", negatives_by_count.into()),
            ("positives_by_count", positives_by_count.into()),
            ("weights", weights.to_vec().into()),
            ("numbers", numbers.map(|n| n as f64).to_vec().into()),
            ("clusters", clusters.map(|n| n as f64).to_vec().into()),
        ];
        Ok(List::from_pairs(pairs).into())
    })
}

#[extendr]
fn bootstrap_new(
    guess: Robj,
    label: Robj,
    weight: Robj,
    cluster: Robj,
    clusters: i32,
    bayesian: bool,
    seed: Robj,
) -> Robj {
    guard(|| {
        let observations = observations(&guess, &label, &weight)?;
        let clusters = codes(&cluster, clusters)?;
        let scheme = match bayesian {
            true => Scheme::Dirichlet,
            false => Scheme::Multinomial,
        };
        // Two halves of 32 bits.
        let &[high, low] = doubles(&seed)? else {
            return Err(Failure::internal("a seed has two halves".to_string()));
        };
        let seed = (high as u64) << 32 | low as u64;
        let bootstrap = Bootstrap::new(&observations, clusters, scheme, seed, &mut user_interrupt)?;
        Ok(ExternalPtr::new(bootstrap).into())
    })
}

fn statistic(kind: &str, values: &[f64]) -> Result<Statistic, Failure> {
    match (kind, values) {
        ("area", _) => Ok(Statistic::Area),
        ("partial_by_FPR", &[low, high]) => Ok(Statistic::PartialByFpr([low, high])),
        ("partial_by_TPR", &[low, high]) => Ok(Statistic::PartialByTpr([low, high])),
        ("TPR_at", at) => Ok(Statistic::TprAt(at.to_vec())),
        ("FPR_at", at) => Ok(Statistic::FprAt(at.to_vec())),
        ("rates_at", at) => Ok(Statistic::RatesAt(at.to_vec())),
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

// The statistic of some replicates, one after the other.
#[extendr]
fn bootstrap_run(
    bootstrap: Robj,
    kind: &str,
    values: Robj,
    first: f64,
    number: f64,
    threads: i32,
) -> Robj {
    guard(|| {
        let Ok(bootstrap) = ExternalPtr::<Bootstrap>::try_from(&bootstrap) else {
            return Err(Failure::internal("no bootstrap".to_string()));
        };
        let statistic = statistic(kind, doubles(&values)?)?;
        let mut found = core::zeros(statistic.width() * number as usize)?;
        bootstrap.replicates(
            &statistic,
            first as usize,
            threads as usize,
            &mut found,
            &mut user_interrupt,
        )?;
        table(["statistic"], found.len(), |i| [found[i]])
    })
}

// The area under each column of a matrix of weights.
#[extendr]
fn areas_of_replicates(
    guess: Robj,
    label: Robj,
    weight: Robj,
    replicates: Robj,
    columns: i32,
) -> Robj {
    guard(|| {
        let observations = observations(&guess, &label, &weight)?;
        let mut areas = core::zeros(columns as usize)?;
        core::replicate_areas(
            &observations,
            doubles(&replicates)?,
            &mut areas,
            &mut user_interrupt,
        )?;
        table(["area"], areas.len(), |i| [areas[i]])
    })
}

extendr_module! {
    mod inference;
    fn influences;
    fn area_spread;
    fn areas_joint_spread;
    fn bootstrap_new;
    fn bootstrap_run;
    fn areas_of_replicates;
}
