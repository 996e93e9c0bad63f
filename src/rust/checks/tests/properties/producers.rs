//! Changes of a sample that leave estimates and their covariances as they are, whatever they are of.

use std::ops::Range;
use weighted_roc_checks::rng::Rng;
use weighted_roc_core::band::{self, band_by_rate, band_by_threshold, RateGrid, Type};
use weighted_roc_core::censoring::Outcome;
use weighted_roc_core::covariance::Covariance;
use weighted_roc_core::decision::Costs;
use weighted_roc_core::estimate::{estimate, EstimateRequest};
use weighted_roc_core::hypothesis::{test_scores, AtTimes, Group};
use weighted_roc_core::inference::{
    class_covariance, covariance, quantity_influences, ClassRequest, CovarianceRequest,
};
use weighted_roc_core::interval::Level;
use weighted_roc_core::optimum::{self, optimum};
use weighted_roc_core::over_time::{
    areas_at_times, concordance, incident_areas, integrated_areas, ConcordanceRequest,
    IncidentRequest, IntegratedRequest, Pairs, TimesRequest,
};
use weighted_roc_core::quantity::{Choice, Measure, Quantity, Rate};
use weighted_roc_core::reliability::{reliability, ReliabilityRequest};
use weighted_roc_core::sampling::{Correction, Folds, Sampling, Unit};
use weighted_roc_core::{Labels, Observations, Options, Result, Scores, Weights};

const COSTS: Costs = Costs {
    false_positive: 1.0,
    false_negative: 3.0,
    true_positive: 0.0,
    true_negative: 0.0,
};

/// Whose scores, classes and times are known, a row for each.
#[derive(Clone, Debug)]
struct Sample {
    scores: [Vec<f64>; 2],
    labels: Vec<i32>,
    /// One of three.
    classes: Vec<i32>,
    times: Vec<f64>,
    status: Vec<i32>,
    weights: Vec<f64>,
    clusters: Vec<i32>,
}

const CLUSTERS: usize = 17;

impl Sample {
    /// With ties, and with whole weights of which some are 0. Clusters come in no order.
    fn random(seed: u64) -> Sample {
        let rng = &mut Rng::new(seed);
        let n = 60;
        let mut sample = Sample {
            scores: [vec![], vec![]],
            labels: vec![],
            classes: vec![],
            times: vec![],
            status: vec![],
            weights: vec![],
            clusters: vec![],
        };
        for _ in 0..n {
            let (label, time) = (rng.below(2) as i32, 1.0 + rng.below(9) as f64);
            let score = |rng: &mut Rng| (rng.below(25) as f64 + 6.0 * f64::from(label)) / 32.0;
            let scores = [score(rng), score(rng)];
            (0..2).for_each(|k| sample.scores[k].push(scores[k]));
            sample.labels.push(label);
            sample.classes.push(rng.below(3) as i32);
            sample.times.push(time);
            sample.status.push(rng.pick(&[0, 0, 1, 1, 1, 2]));
            sample.weights.push(rng.pick(&[0.0, 1.0, 1.0, 2.0, 3.0]));
            sample.clusters.push(rng.below(CLUSTERS) as i32);
        }
        sample
    }

    fn len(&self) -> usize {
        self.labels.len()
    }

    /// These rows, as often as they are named.
    fn rows(&self, rows: &[usize]) -> Sample {
        fn chosen<T: Copy>(column: &[T], rows: &[usize]) -> Vec<T> {
            rows.iter().map(|&row| column[row]).collect()
        }
        Sample {
            scores: self.scores.each_ref().map(|scores| chosen(scores, rows)),
            labels: chosen(&self.labels, rows),
            classes: chosen(&self.classes, rows),
            times: chosen(&self.times, rows),
            status: chosen(&self.status, rows),
            weights: chosen(&self.weights, rows),
            clusters: chosen(&self.clusters, rows),
        }
    }

    fn weighted(&self, weight: impl Fn(f64) -> f64) -> Sample {
        Sample {
            weights: self.weights.iter().map(|&w| weight(w)).collect(),
            ..self.clone()
        }
    }

    /// Each row as often as it weighs.
    fn repeated(&self) -> Sample {
        let times = |row: usize| vec![row; self.weights[row] as usize];
        let rows: Vec<usize> = (0..self.len()).flat_map(times).collect();
        self.rows(&rows).weighted(|_| 1.0)
    }

    fn columns(&self) -> [Scores<'_>; 2] {
        self.scores.each_ref().map(|scores| Scores::F64(scores))
    }

    fn observations(&self) -> [Observations<'_>; 2] {
        self.columns().map(|scores| Observations {
            scores,
            labels: Labels::I32(&self.labels),
            weights: Weights::F64(&self.weights),
        })
    }

    fn outcome(&self) -> Outcome<'_> {
        let mut outcome = Outcome::new(&self.times, &self.status, 5.5);
        outcome.weights = Weights::F64(&self.weights);
        outcome
    }
}

/// All numbers of something that is made of a sample.
type Numbers = fn(&Sample, Sampling<'_>) -> Result<Vec<f64>>;

/// The producers that have folds. Ends of estimates have them, too, with other intervals of rates.
const FOLDED: Range<usize> = 0..7;

/// The producers that know weights that count; over time they do not.
const COUNTED: Range<usize> = 0..11;

const PRODUCERS: [(&str, Numbers); 15] = [
    ("covariance of areas", |sample, sampling| {
        let request = CovarianceRequest::default()
            .with_sampling(sampling)
            .with_pairs(true);
        covariance(&sample.observations(), &request, Options::default()).map(numbers)
    }),
    ("covariance of quantities", |sample, sampling| {
        let quantities = quantities();
        let request = CovarianceRequest::default().with_sampling(sampling);
        let request = request.with_quantities(&quantities).with_pairs(true);
        covariance(&sample.observations(), &request, Options::default()).map(numbers)
    }),
    ("one area", |sample, sampling| {
        let request = CovarianceRequest::default().with_sampling(sampling);
        covariance(&sample.observations()[..1], &request, Options::default()).map(numbers)
    }),
    ("covariance of classes", |sample, sampling| {
        let request = ClassRequest::new(&sample.classes, 3).with_pairs(true);
        let request = request.with_sampling(sampling);
        let request = request.with_weights(Weights::F64(&sample.weights));
        let [first, second] = sample.columns();
        class_covariance(&[first, second, first], &request, Options::default()).map(numbers)
    }),
    ("a mean loss of one class", |sample, sampling| {
        let positives = vec![1; sample.len()];
        let mut of = sample.observations()[0];
        of.labels = Labels::I32(&positives);
        let request = CovarianceRequest::default().with_sampling(sampling);
        let quantities = [Quantity::whole_curve(Measure::Brier)];
        let request = request.with_quantities(&quantities);
        covariance(&[of], &request, Options::default()).map(numbers)
    }),
    ("intervals", |sample, sampling| {
        let request = EstimateRequest::default().with_sampling(sampling);
        let found = estimate(&sample.observations(), &request, Options::default())?;
        let ends = found.estimates.iter();
        Ok(ends
            .flat_map(|of| [of.value, of.interval.low, of.interval.high])
            .collect())
    }),
    ("tests", |sample, sampling| {
        let request = CovarianceRequest::default()
            .with_sampling(sampling)
            .with_pairs(true);
        let (scores, test) = (sample.observations(), Default::default());
        let pair = test_scores(&scores, &request, &test, Options::default())?.test;
        let single = test_scores(&scores[..1], &request, &test, Options::default())?.test;
        let tests = [pair, single];
        Ok(tests
            .map(|t| [t.statistic, t.p_value, t.std_error])
            .concat())
    }),
    ("scores at times", |sample, sampling| {
        let request = CovarianceRequest::default().with_sampling(sampling);
        let first = sample.observations();
        // Some who are negative at first are positive later.
        let later: Vec<i32> = (0..sample.len())
            .map(|row| sample.labels[row].max(i32::from(sample.times[row] < 4.0)))
            .collect();
        let second = sample.observations().map(|score| Observations {
            labels: Labels::I32(&later),
            ..score
        });
        let times = [&first, &second].map(|scores| Group { scores, request });
        let found = AtTimes::new(&times, None, Options::default())?;
        Ok(found.covariance().to_vec())
    }),
    ("estimates", |sample, sampling| {
        // The last one's ends come from replicates, which draw rows.
        let mut quantities = quantities()[..4].to_vec();
        let forms = [
            Measure::Accuracy,
            Measure::NegativeLikelihoodRatio,
            Measure::Kappa,
            Measure::NumberToEvaluate,
            Measure::Imbalance,
        ];
        quantities.extend(forms.map(|measure| Quantity::at_threshold(measure, 0.5)));
        let request = EstimateRequest::default().with_quantities(&quantities);
        let request = request.with_sampling(sampling);
        let found = estimate(&sample.observations(), &request, Options::default())?;
        let ends = found.estimates.iter();
        Ok(ends
            .flat_map(|of| [of.value, of.interval.low, of.interval.high])
            .collect())
    }),
    ("an optimum", |sample, sampling| {
        let choice = Choice::best(Measure::Risk(COSTS), Some(0.4));
        let measures = [Measure::Risk(COSTS), Measure::Tpr, Measure::Fpr];
        let request = optimum::Request::new(choice, &measures).with_halves(Some(0));
        let request = request.with_sampling(sampling);
        let found = optimum(&sample.observations()[0], &request, Options::default())?;
        Ok(found
            .measures
            .iter()
            .flat_map(|of| [of.apparent, of.std_error, of.df])
            .collect())
    }),
    ("bands", |sample, sampling| {
        let options = Options::default;
        let of = sample.observations()[0];
        let sample = band::Sample::new(&of, sampling, Level::default(), options())?;
        let mut by_rate = RateGrid::new(Rate::Fpr, &[0.1, 0.3, 0.8]);
        by_rate.kind = Type::Pointwise;
        let by_rate = band_by_rate(&sample, &by_rate, &mut || false)?;
        let at = [0.2, 0.5, 0.7];
        let found = band_by_threshold(&sample, &at, Type::FixedWidth, &mut || false)?;
        let all = [by_rate, found.tpr, found.tnr];
        Ok(all.map(|of| [of.rate, of.low, of.high].concat()).concat())
    }),
    ("areas at times", |sample, sampling| {
        let request = TimesRequest::new(sample.outcome(), &[4.5, 6.5]).with_covariance(true);
        let request = request.with_sampling(sampling);
        let found = areas_at_times(&sample.columns(), &request, Options::default())?;
        let single = found.covariances.into_iter().flat_map(numbers);
        Ok(single.chain(found.covariance).collect())
    }),
    ("incident areas", |sample, sampling| {
        let request = IncidentRequest::new(sample.outcome(), &[4.5, 6.5]).with_covariance(true);
        let request = request.with_bandwidth(Some(3.0)).with_sampling(sampling);
        let found = incident_areas(&sample.columns(), &request, Options::default())?;
        let single = found.covariances.into_iter().flat_map(numbers);
        Ok(single.chain(found.covariance).collect())
    }),
    ("integrated areas", |sample, sampling| {
        let request = IntegratedRequest::new(sample.outcome()).with_sampling(sampling);
        let found = integrated_areas(&sample.columns(), &request, Options::default())?;
        Ok(numbers(found.covariance))
    }),
    ("concordance", |sample, sampling| {
        let request = ConcordanceRequest::new(sample.outcome()).with_pairs(Pairs::Uno);
        let request = request.with_sampling(sampling);
        let found = concordance(&sample.columns(), &request, Options::default())?;
        Ok(numbers(found.covariance))
    }),
];

/// Bands are found by a search, and so not to the last digits.
const RELIABILITY: (&str, Numbers) = ("reliability", |sample, sampling| {
    let request = ReliabilityRequest::default()
        .with_sampling(sampling)
        .with_replicates(0);
    let found = reliability(&sample.observations()[0], &request, Options::default())?;
    Ok(found
        .iter()
        .flat_map(|at| [&[at.probability, at.share][..], &at.confidence].concat())
        .collect())
});

fn quantities() -> [Quantity; 5] {
    [
        Quantity::AREA,
        Quantity::tpr_at(0.3),
        Quantity::partial_by_fpr([0.1, 0.7]),
        Quantity::at_threshold(Measure::Ppv, 0.5),
        Quantity::whole_curve(Measure::LargestYouden),
    ]
}

fn is_one_of(range: Range<usize>, name: &str) -> bool {
    PRODUCERS[range].iter().any(|producer| producer.0 == name)
}

/// The numbers of rows and of clusters are of the sample, not of what it says.
fn numbers(of: Covariance) -> Vec<f64> {
    let columns = [
        of.values,
        of.matrix,
        of.df,
        vec![of.prior_df, of.max_df],
        of.effective,
        of.placement_factor,
        of.pairs,
    ];
    columns.concat()
}

/// Where both samples have no result, they have the same error, but for its place.
fn assert_same(name: &str, found: Result<Vec<f64>>, expected: Result<Vec<f64>>) {
    let (found, expected) = match (found, expected) {
        (Ok(found), Ok(expected)) => (found, expected),
        (Err(_), Err(_)) => return,
        (found, expected) => panic!("{name}: {found:?}, not {expected:?}"),
    };
    assert_eq!(found.len(), expected.len(), "{name}");
    let slack = if name == RELIABILITY.0 { 1e-8 } else { 1e-11 };
    for (i, (&a, &b)) in found.iter().zip(&expected).enumerate() {
        let same =
            a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= slack * b.abs().max(1e-4);
        assert!(same, "{name}, number {i}: {a:e}, not {b:e}");
    }
}

/// Checks a property on samples of rows and of clusters, with both corrections.
fn for_all(check: impl Fn(&str, Numbers, &Sample, Sampling<'_>)) {
    for seed in 0..6 {
        let sample = Sample::random(seed);
        for (name, numbers) in PRODUCERS.into_iter().chain([RELIABILITY]) {
            for correction in [Correction::DeLong, Correction::Jackknife] {
                let sampling = Sampling::default().with_correction(correction);
                check(name, numbers, &sample, sampling);
            }
        }
    }
}

#[test]
fn one_row_a_cluster_is_a_row() {
    for_all(|name, numbers, sample, sampling| {
        // In no order, and with clusters that nobody is in.
        let codes: Vec<i32> = (0..60).map(|i| (i * 11 + 3) % 71).collect();
        let clusters = sampling.with_clusters(Some((&codes, 71)));
        assert_same(name, numbers(sample, clusters), numbers(sample, sampling));
    });
}

#[test]
fn counts_are_repeated_rows() {
    for_all(|name, numbers, sample, sampling| {
        if !is_one_of(COUNTED, name) && name != RELIABILITY.0 {
            return;
        }
        let repeated = sample.repeated();
        let counts = sampling.with_unit(Unit::Count);
        assert_same(name, numbers(sample, counts), numbers(&repeated, sampling));
        let counts = counts.with_clusters(Some((&sample.clusters, CLUSTERS)));
        let rows = sampling.with_clusters(Some((&repeated.clusters, CLUSTERS)));
        assert_same(name, numbers(sample, counts), numbers(&repeated, rows));
    });
}

#[test]
fn one_fold_is_none() {
    for_all(|name, numbers, sample, sampling| {
        if !is_one_of(FOLDED, name) {
            return;
        }
        let codes = vec![0; sample.len()];
        let folds = [Folds {
            codes: &codes,
            number: 1,
        }];
        for clusters in [None, Some((&sample.clusters[..], CLUSTERS))] {
            let sampling = sampling.with_clusters(clusters);
            let folded = sampling.with_folds(&folds);
            assert_same(name, numbers(sample, folded), numbers(sample, sampling));
        }
    });
}

#[test]
fn the_unit_of_weights_does_not_matter() {
    for_all(|name, numbers, sample, sampling| {
        for clusters in [None, Some((&sample.clusters[..], CLUSTERS))] {
            let sampling = sampling.with_clusters(clusters);
            let expected = numbers(sample, sampling);
            for factor in [3.0, 1e-200, 2f64.powi(900)] {
                let scaled = sample.weighted(|weight| weight * factor);
                assert_same(name, numbers(&scaled, sampling), expected.clone());
            }
        }
    });
}

#[test]
fn the_order_of_rows_and_rows_without_weight_change_nothing() {
    for_all(|name, numbers, sample, sampling| {
        let mut order: Vec<usize> = (0..sample.len()).collect();
        Rng::new(1).shuffle(&mut order);
        let shuffled = sample.rows(&order);
        order.retain(|&row| sample.weights[row] > 0.0);
        for other in [shuffled, sample.rows(&order)] {
            assert_same(name, numbers(&other, sampling), numbers(sample, sampling));
            let clusters = sampling.with_clusters(Some((&sample.clusters, CLUSTERS)));
            let of_other = sampling.with_clusters(Some((&other.clusters, CLUSTERS)));
            assert_same(name, numbers(&other, of_other), numbers(sample, clusters));
        }
    });
}

/// With n units of a class and the sums u of their influences, n / (n - 1) sum u u' over both classes; with clusters, that of all
/// of them takes the place of what is between the classes, and u is multiplied by the root of (1 - 1 / n) / (1 - h), h the
/// share of the cluster in the weight of the class.
#[test]
fn covariances_are_sums_over_units() {
    for seed in 0..20 {
        let sample = Sample::random(seed);
        let quantities = quantities();
        let scores = sample.observations();
        let influences = scores.map(|of| {
            quantity_influences(&of, &quantities, Options::default())
                .unwrap()
                .influences
        });
        let influences = influences.concat();
        let (n, width) = (sample.len(), 2 * quantities.len());
        let own: Vec<i32> = (0..n as i32).collect();
        for (codes, number) in [(&own, n), (&sample.clusters, CLUSTERS)] {
            let is_clustered = number == CLUSTERS;
            let sum = |k: usize, unit: usize, class: i32| -> f64 {
                let members =
                    (0..n).filter(|&i| codes[i] as usize == unit && sample.labels[i] == class);
                members.map(|i| influences[k * n + i]).sum()
            };
            let is_in = |unit: usize, class: i32| {
                (0..n).any(|i| {
                    codes[i] as usize == unit
                        && sample.labels[i] == class
                        && sample.weights[i] > 0.0
                })
            };
            let units = |classes: &[i32]| {
                let units = (0..number).filter(|&unit| classes.iter().any(|&c| is_in(unit, c)));
                units.count() as f64
            };
            for correction in [Correction::DeLong, Correction::Jackknife] {
                let factor = |units: f64| match correction {
                    Correction::DeLong => units / (units - 1.0),
                    _ => 1.0,
                };
                let (within, all) = (
                    [0, 1].map(|class| factor(units(&[class]))),
                    factor(units(&[0, 1])),
                );
                let leverage = |unit: usize, class: i32| -> f64 {
                    let weight_if = |of: &dyn Fn(usize) -> bool| -> f64 {
                        let members = (0..n).filter(|&i| sample.labels[i] == class && of(i));
                        members.map(|i| sample.weights[i]).sum()
                    };
                    let share = weight_if(&|i| codes[i] as usize == unit) / weight_if(&|_| true);
                    let is_corrected = is_clustered && correction == Correction::DeLong;
                    if is_corrected && is_in(unit, class) {
                        ((1.0 - 1.0 / units(&[class])) / (1.0 - share)).sqrt()
                    } else {
                        1.0
                    }
                };
                let leverages: Vec<[f64; 2]> = (0..number)
                    .map(|unit| [0, 1].map(|class| leverage(unit, class)))
                    .collect();
                let expected = |k: usize, l: usize| -> f64 {
                    let of = |k: usize, unit: usize, class: i32| {
                        leverages[unit][class as usize] * sum(k, unit, class)
                    };
                    let product = |unit: usize, a: i32, b: i32| of(k, unit, a) * of(l, unit, b);
                    let of_unit = |unit: usize| {
                        let between = product(unit, 0, 1) + product(unit, 1, 0);
                        let within =
                            within[0] * product(unit, 0, 0) + within[1] * product(unit, 1, 1);
                        within + if is_clustered { all * between } else { 0.0 }
                    };
                    (0..number).map(of_unit).sum()
                };
                let clusters = is_clustered.then_some((&codes[..], number));
                let sampling = Sampling::default().with_correction(correction);
                let request = CovarianceRequest::default().with_quantities(&quantities);
                let request = request.with_sampling(sampling.with_clusters(clusters));
                let found = covariance(&scores, &request, Options::default()).unwrap();
                for (k, l) in (0..width).flat_map(|k| (0..width).map(move |l| (k, l))) {
                    let (found, expected) = (found.matrix[k * width + l], expected(k, l));
                    let off = (found - expected).abs();
                    assert!(
                        off <= 1e-14,
                        "{seed} {correction:?} {k} {l}: {found:e}, not {expected:e}"
                    );
                }
                for (class, &found) in [0, 1].into_iter().zip(&found.effective) {
                    let weight = |i: usize| match sample.labels[i] == class {
                        true => sample.weights[i],
                        false => 0.0,
                    };
                    let in_unit = |unit: usize| -> f64 {
                        (0..sample.len())
                            .filter(|&i| codes[i] as usize == unit)
                            .map(weight)
                            .sum()
                    };
                    let total: f64 = (0..sample.len()).map(weight).sum();
                    let rows: f64 = (0..sample.len()).map(|i| weight(i).powi(2)).sum();
                    let units: f64 = (0..number).map(|unit| in_unit(unit).powi(2)).sum();
                    let expected = total.powi(2) / (rows * units).sqrt();
                    assert!(
                        (found / expected - 1.0).abs() <= 1e-12,
                        "{seed}: {found}, not {expected}"
                    );
                }
            }
        }
    }
}
