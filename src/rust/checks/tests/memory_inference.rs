//! Inference holds no more memory than its documentation says.

use weighted_roc_checks::allocator::{peak, Allocator};
use weighted_roc_checks::case::{Case, LabelColumn, ScoreColumn, WeightColumn};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::scores::{thousandths, uniform};
use weighted_roc_core::inference::{
    influence, joint_spread, replicate_areas, spread, Bootstrap, Scheme, Statistic, Unit,
};
use weighted_roc_core::tally::{merge, of_chunk};
use weighted_roc_core::{Error, Observations, Options};

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

const N: usize = 300_000;

/// Samples, counters, tables, and the largest bucket of a sort.
const BESIDES: usize = 1 << 20;

/// Bytes an observation while it is sorted.
const SORT: usize = 16 + 3;

/// A tenth of the observations is of the rarer class.
fn case(scores: Vec<f64>, rarer: i32) -> Case {
    let label = |i| if i % 10 == 0 { rarer } else { 1 - rarer };
    Case {
        scores: ScoreColumn::F64(scores),
        labels: LabelColumn::I32((0..N as i32).map(label).collect()),
        weights: WeightColumn::Unit,
    }
}

#[track_caller]
fn holds(bytes: usize, work: impl FnOnce(Options) -> Result<(), Error>) {
    let found = peak(|| work(Options::new(&mut || false)).unwrap());
    let most = bytes + BESIDES;
    assert!(found <= most, "{found} bytes, not {most}");
}

fn areas_hold(observations: &Observations) {
    holds(40 * N, |options| influence(observations, options).map(drop));
    holds(SORT * N, |options| spread(observations, Unit::Row, options).map(drop));
    let replicates = vec![1.0; 2 * N];
    holds(56 * N, |options| {
        replicate_areas(observations, &replicates, &mut [0.0; 2], options)
    });
}

fn joint_spreads_hold(observations: &Observations, clusters: &[i32], number: usize) {
    for scores in [1, 2, 7] {
        let all = vec![*observations; scores];
        let influences = 8 * (scores + 4) * N;
        let first = |(_, error)| error;
        holds(influences, |options| {
            joint_spread(&all, Unit::Count, None, options).map(drop).map_err(first)
        });
        holds(influences + 16 * number, |options| {
            let clusters = Some((clusters, number));
            joint_spread(&all, Unit::Row, clusters, options)
                .map(drop)
                .map_err(first)
        });
    }
}

fn bootstraps_hold(observations: &Observations, clusters: &[i32], number: usize) {
    let given = Some((clusters, number));
    for (clusters, number) in [(None, 0), (given, number)] {
        let schemes = [
            Scheme::Multinomial,
            Scheme::Dirichlet,
            Scheme::Counts,
            Scheme::Half,
            Scheme::HalfOfCounts,
        ];
        for scheme in schemes {
            let new = |options: Options| Bootstrap::new(observations, clusters, scheme, 1, options);
            holds(56 * N + 4 * number, |options| new(options).map(drop));
            let bootstrap = new(Options::new(&mut || false)).unwrap();
            let areas = 20 * N + 12 * number;
            holds(areas, |options| {
                bootstrap.replicates(&Statistic::Area, 0, &mut [0.0; 3], options)
            });
            // One score an observation at the most.
            holds(areas + 64 * N, |options| {
                let statistic = Statistic::TprAt(vec![0.5]);
                bootstrap.replicates(&statistic, 0, &mut [0.0; 3], options)
            });
        }
    }
}

fn tallies_hold(observations: &Observations) {
    holds((SORT + 32) * N, |options| {
        of_chunk(observations, options).map(drop)
    });
    let tally = of_chunk(observations, Options::new(&mut || false)).unwrap();
    let rows = tally.len();
    let mut tallies = vec![tally; 2];
    holds(32 * 2 * rows, |options| {
        merge(&tallies, 0, None, options.poll).map(drop)
    });
    tallies.push(Vec::new());
    holds(64 * 2 * rows, |options| {
        merge(&tallies, 0, None, options.poll).map(drop)
    });
}

// One test alone, as others at the same time would be counted too.
#[test]
fn inference_and_tallies_hold_what_is_promised() {
    let mut rng = Rng::new(1);
    let clusters: Vec<i32> = (0..N as i32).map(|i| i / 3).collect();
    for rarer in [0, 1] {
        for scores in [uniform(N, &mut rng), thousandths(N, &mut rng)] {
            let case = case(scores, rarer);
            let observations = case.observations();
            areas_hold(&observations);
            joint_spreads_hold(&observations, &clusters, N / 3);
            bootstraps_hold(&observations, &clusters, N / 3);
            tallies_hold(&observations);
        }
    }
}
