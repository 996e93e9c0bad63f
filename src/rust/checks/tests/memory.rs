//! The working memory is bounded, whatever the scores and whatever is asked for.

use weighted_roc_checks::allocator::{peak, requests, Allocator};
use weighted_roc_checks::calls::{rank, wmw};
use weighted_roc_checks::case::{Case, WeightColumn};
use weighted_roc_checks::entries::args::{Args, COSTS, SCHEMES};
use weighted_roc_checks::entries::{inputs::Inputs, large_entries, Entry};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::scores::{thousandths, uniform};
use weighted_roc_checks::shape::{labels, scores, weights, Shape};
use weighted_roc_core::decision::Costs;
use weighted_roc_core::hypothesis::compare_scores;
use weighted_roc_core::inference::CovarianceRequest;
use weighted_roc_core::measure::Density;
use weighted_roc_core::quantity::{Choice, Measure, Place, Quantity};
use weighted_roc_core::replicate::{Bootstrap, BootstrapRequest};
use weighted_roc_core::sampling::Unit;
use weighted_roc_core::{Error, Observations, Options};

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// The memory that the core uses, and the same again for its largest bucket if this is dealt once
/// more.
const BYTES_AN_OBSERVATION: usize = 16 + 3;

/// Samples, counters, tables.
const BYTES_BESIDES: usize = 1 << 20;

/// This many rows are dealt past the caches.
const N: usize = 1_000_000;

/// For so many 4 bytes more for each of them exceed what may be beside.
const SOME: usize = 300_000;

/// Enough for replicates, whose number of requests does not depend on it.
const FEW: usize = 10_000;

fn peaks(scores: &'static scores::Shape, rng: &mut Rng) -> [usize; 2] {
    let shape = Shape {
        scores,
        labels: &labels::SHAPES[0],
        weights: &weights::SHAPES[0],
    };
    let case = shape.case(N, rng);
    let rank = || rank(&case.observations()).unwrap();
    let compare = || wmw(&case.observations()).unwrap();
    [peak(rank), peak(compare)]
}

fn memory_of_any_shape() {
    let mut rng = Rng::new(1);
    for scores in scores::SHAPES {
        for peak in peaks(scores, &mut rng) {
            let most = BYTES_AN_OBSERVATION * N + BYTES_BESIDES;
            assert!(peak <= most, "{peak} bytes for {N} rows: {}", scores.0);
        }
    }
    let few = scores::SHAPES.iter().find(|shape| shape.0 == "hundredths");
    let [few, _] = peaks(few.unwrap(), &mut rng);
    assert!(few <= BYTES_BESIDES, "{few} bytes for few distinct scores");
}

#[track_caller]
fn holds(bytes: usize, work: impl FnOnce(Options) -> Result<(), Error>) {
    let found = peak(|| work(Options::new(&mut || false)).unwrap());
    let most = bytes + BYTES_BESIDES;
    assert!(found <= most, "{found} bytes, not {most}");
}

fn memory_of_all_that_is_done(inputs: &Inputs) {
    let n = inputs.clusters.len();
    let excess = |entry: &'static Entry| {
        let found =
            peak(|| (entry.work)(&Args::valid(inputs), Options::new(&mut || false)).unwrap());
        let most = entry.bytes.unwrap_or(0) * n + BYTES_BESIDES;
        (found > most).then(|| format!("{}: {found} bytes, not {most}", entry.name))
    };
    let wrong: Vec<String> = large_entries().filter_map(excess).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn memory_of_any_number_of_scores(observations: &Observations, clusters: (&[i32], usize)) {
    let n = observations.labels.len();
    for scores in [1, 2, 7] {
        let all = vec![*observations; scores];
        for (clusters, number) in [(None, 0), (Some(clusters), clusters.1)] {
            for unit in [Unit::Row, Unit::Count] {
                let mut request = CovarianceRequest::default();
                request.sampling.unit = unit;
                request.sampling.clusters = clusters;
                holds(8 * (scores + 5) * n + 16 * number, |options| {
                    let found = compare_scores(&all, &request, options);
                    found.map(drop)
                });
            }
        }
    }
}

/// The test harness asks for memory, too, when it says how long a test takes.
fn fewest_requests(mut work: impl FnMut()) -> usize {
    let times = (0..3).map(|_| requests(&mut work));
    times.min().expect("three times")
}

/// Four replicates ask for memory no more often than one.
fn memory_of_any_number_of_replicates(
    observations: &Observations,
    clusters: Option<(&[i32], usize)>,
) {
    let requests = SCHEMES.map(|scheme| {
        let mut request = BootstrapRequest::new(scheme);
        request.sampling.clusters = clusters;
        request
    });
    // All rows are looked at for an optimum where errors are gains.
    let gains = Costs {
        false_positive: -1.0,
        ..COSTS
    };
    let optimum = |costs, prior| {
        let risk = Measure::Risk(costs);
        let choice = Choice::best(risk, prior);
        [Measure::Threshold, risk].map(|measure| Quantity::at_choice(measure, choice))
    };
    for quantities in [
        &[Quantity::AREA][..],
        &[Quantity::partial_by_fpr([0.1, 0.7])],
        &[Quantity::partial_by_tpr([0.1, 0.7])],
        &[0.1, 0.7].map(Quantity::tpr_at),
        &[0.1, 0.7].map(Quantity::fpr_at),
        &[0.1, 0.7].map(|at| Quantity::at_threshold(Measure::Ppv, at)),
        &optimum(COSTS, None),
        &optimum(gains, Some(0.3)),
        &[Measure::Kappa, Measure::Ppv].map(|by| {
            let choice = Choice::best(by, None);
            Quantity::at_choice(Measure::Correlation, choice)
        }),
        &[
            Measure::Gini,
            Measure::Concentration,
            Measure::LargestYouden,
            Measure::HullArea,
            Measure::LeastError,
            Measure::H(Density::ByPriors),
            Measure::CostAreaRatio(COSTS),
            Measure::AveragePrecision,
            Measure::PrecisionRecall,
            Measure::PrecisionRecallGain,
            Measure::Prevalence,
        ]
        .map(Quantity::whole_curve),
    ] {
        for request in &requests {
            let new = Bootstrap::new(&[*observations], request, Options::default());
            let bootstrap = new.unwrap();
            let work = |to: &mut [f64]| {
                let found = bootstrap.replicates(quantities, 0, to, Options::default());
                found.unwrap();
            };
            let mut to = vec![0.0; 4 * quantities.len()];
            let one = fewest_requests(|| work(&mut to[..quantities.len()]));
            let four = fewest_requests(|| work(&mut to));
            assert_eq!(four, one, "requests for {quantities:?}");
        }
    }
}

fn memory_of_any_scheme(observations: &Observations, clusters: (&[i32], usize)) {
    let n = observations.labels.len();
    for (clusters, number) in [(None, 0), (Some(clusters), clusters.1)] {
        for scheme in SCHEMES {
            let mut request = BootstrapRequest::new(scheme);
            request.sampling.clusters = clusters;
            let new = |options: Options| Bootstrap::new(&[*observations], &request, options);
            holds(56 * n + 4 * number, |options| new(options).map(drop));
            let bootstrap = new(Options::new(&mut || false)).unwrap();
            let areas = 20 * n + 12 * number;
            holds(areas, |options| {
                bootstrap.replicates(&[Quantity::AREA], 0, &mut [0.0; 3], options)
            });
            holds(areas, |options| {
                let quantities = [Quantity::tpr_at(0.5)];
                bootstrap.replicates(&quantities, 0, &mut [0.0; 3], options)
            });
            // No more positives than observations.
            holds(areas + 64 * n, |options| {
                let risk = Measure::Risk(COSTS);
                let choice = Choice::best(risk, None);
                let quantities = [Quantity::at_place(risk, Place::Chosen(choice))];
                bootstrap.replicates(&quantities, 0, &mut [0.0; 4], options)
            });
        }
    }
}

/// A tenth of the observations is of the rarer class.
fn memory_of_rare_classes() {
    let shapes: [fn(usize, &mut Rng) -> Vec<f64>; 2] = [thousandths, uniform];
    for (rarer, scores) in (0..).zip(shapes) {
        let label = |i| if i % 10 == 0 { rarer } else { 1 - rarer };
        let counted = |inputs: &Inputs| Case {
            weights: WeightColumn::Unit,
            ..inputs.cases[0].clone()
        };
        let clusters = |n: usize| -> Vec<i32> { (0..n as i32).map(|i| i / 3).collect() };
        let inputs = Inputs::with(SOME, label, scores);
        memory_of_all_that_is_done(&inputs);
        let (case, codes) = (counted(&inputs), clusters(SOME));
        memory_of_any_number_of_scores(&case.observations(), (&codes, SOME / 3));
        memory_of_any_scheme(&case.observations(), (&codes, SOME / 3));
        let (case, codes) = (counted(&Inputs::with(FEW, label, scores)), clusters(FEW));
        for clusters in [None, Some((&codes[..], FEW / 3 + 1))] {
            memory_of_any_number_of_replicates(&case.observations(), clusters);
        }
    }
}

// One test alone, as others at the same time would be counted too.
#[test]
fn the_working_memory_is_bounded() {
    memory_of_any_shape();
    memory_of_all_that_is_done(&Inputs::new(SOME));
    memory_of_rare_classes();
}
