//! Bands against their definitions, on few forecasts.

use super::*;
use crate::sampling::Clusters;
use crate::testing::by;
use crate::testing::data::Data;
use crate::testing::rng::Rng;

const CRITICAL_VALUE: [f64; 2] = [2.29, 3.84];

fn bands() -> ReliabilityRequest<'static> {
    ReliabilityRequest {
        replicates: 2,
        ..ReliabilityRequest::default()
    }
}

fn bands_of(data: &Data, clusters: Option<Clusters<'_>>, unit: Unit) -> Vec<Reliability> {
    within(data, clusters, unit, CRITICAL_VALUE)
}

fn within(
    data: &Data,
    clusters: Option<Clusters<'_>>,
    unit: Unit,
    critical_value: [f64; 2],
) -> Vec<Reliability> {
    let request = ReliabilityRequest {
        sampling: bands().sampling.with_unit(unit).with_clusters(clusters),
        ..bands()
    };
    within_critical_value(
        &data.observations(),
        &request,
        critical_value,
        by(1, &mut || false),
    )
    .unwrap()
}

fn sample_of(data: &Data, clusters: Option<Clusters<'_>>, unit: Unit) -> Sample {
    let mut never = || false;
    let ranking =
        RankedObservations::in_clusters(&data.observations(), clusters, by(1, &mut never))
            .expect("data");
    Sample::new(ranking, unit, &mut Pace::new(&mut never)).expect("forecasts")
}

/// A few forecasts of rows, whose labels hardly follow them.
fn random(n: usize, forecasts: usize, seed: u64) -> Data {
    let mut rng = Rng::new(seed);
    let scores = (0..n)
        .map(|_| rng.below(forecasts) as f64 / (forecasts - 1) as f64)
        .collect();
    Data::random(scores, &mut rng, |rng| 0.5 + rng.unit())
}

/// The same with weights that count.
fn counted(mut data: Data, seed: u64) -> Data {
    let mut rng = Rng::new(seed);
    for weight in &mut data.weights {
        *weight = (1 + rng.below(4)) as f64;
    }
    data
}

/// A row for each that is counted, and the codes of their clusters.
fn repeated(data: &Data, codes: &[i32]) -> (Data, Vec<i32>) {
    let rows = || {
        let times = |i: usize| std::iter::repeat(i).take(data.weights[i] as usize);
        (0..data.scores.len()).flat_map(times)
    };
    let all = Data::with(
        rows().map(|i| data.scores[i]).collect(),
        rows().map(|i| data.labels[i]).collect(),
        rows().map(|_| 1.0).collect(),
    );
    (all, rows().map(|i| codes[i]).collect())
}

/// The weights of rows with one forecast, by class, and the sums of their squares.
#[derive(Clone, Copy)]
struct Group {
    forecast: f64,
    weights: [f64; 2],
    squares: [f64; 2],
}

fn groups_of(data: &Data) -> Vec<Group> {
    let mut forecasts = data.scores.clone();
    forecasts.sort_by(f64::total_cmp);
    forecasts.dedup();
    let group = |&forecast: &f64| {
        let sum = |power: i32| {
            [0, 1].map(|class| {
                let own = |&i: &usize| data.scores[i] == forecast && data.labels[i] == class;
                let rows = (0..data.scores.len()).filter(own);
                rows.map(|i| data.weights[i].powi(power)).sum::<f64>()
            })
        };
        Group {
            forecast,
            weights: sum(1),
            squares: sum(2),
        }
    };
    forecasts.iter().map(group).collect()
}

/// Isotonic regression by the largest of the smallest means.
fn isotonic(weights: &[[f64; 2]]) -> Vec<f64> {
    let n = weights.len();
    let mean = |from: usize, to: usize| {
        let sum = |class: usize| weights[from..=to].iter().map(|w| w[class]).sum::<f64>();
        sum(1) / (sum(0) + sum(1))
    };
    let least = |from: usize, i: usize| (i..n).map(|to| mean(from, to)).fold(1.0, f64::min);
    let largest = |i: usize| (0..=i).map(|from| least(from, i)).fold(0.0, f64::max);
    (0..n).map(largest).collect()
}

fn weights_of(groups: &[Group]) -> Vec<[f64; 2]> {
    groups.iter().map(|group| group.weights).collect()
}

fn near(result: f64, right: f64, off: f64) -> bool {
    (result - right).abs() <= off
}

#[test]
fn probabilities_are_isotonic_and_shares_those_of_the_weight() {
    for seed in 0..20 {
        let data = random(40, 13, seed);
        let groups = groups_of(&data);
        let pooled = isotonic(&weights_of(&groups));
        let all: f64 = data.weights.iter().sum();
        let result = bands_of(&data, None, Unit::Row);
        assert_eq!(result.len(), groups.len());
        for ((result, group), pooled) in result.iter().zip(&groups).zip(pooled) {
            assert_eq!(result.forecast, group.forecast);
            let share = (group.weights[0] + group.weights[1]) / all;
            assert!(near(result.share, share, 1e-14), "{seed}: {result:?}");
            assert!(
                near(result.probability, pooled, 1e-13),
                "{seed}: {result:?}"
            );
        }
    }
}

/// Twice the logarithm of the ratio of the largest likelihood of a monotone curve to that of one with a
/// probability at a place, and the bound on it.
fn ratio(groups: &[Group], place: usize, probability: f64) -> (f64, f64) {
    let weights = weights_of(groups);
    let likelihood = |probabilities: &[f64]| {
        let part = |weight: f64, p: f64| if weight > 0.0 { weight * p.ln() } else { 0.0 };
        let terms = weights.iter().zip(probabilities);
        terms
            .map(|(w, &p)| part(w[0], 1.0 - p) + part(w[1], p))
            .sum::<f64>()
    };
    let below = isotonic(&weights[..place]);
    let above = isotonic(&weights[place + 1..]);
    let is_shifted: Vec<bool> = (below.iter().map(|&p| p > probability))
        .chain([true])
        .chain(above.iter().map(|&p| p < probability))
        .collect();
    let mut held = below;
    held.push(probability);
    held.extend(above);
    for (held, is_shifted) in held.iter_mut().zip(&is_shifted) {
        *held = if *is_shifted { probability } else { *held };
    }
    let sum = |of: &dyn Fn(&Group) -> f64, all: bool| {
        let shifted = groups.iter().zip(&is_shifted);
        let counted = shifted.filter(|(_, is_shifted)| all || **is_shifted);
        counted.map(|(group, _)| of(group)).sum::<f64>()
    };
    let unit = |class: usize| {
        let (weight, square) = (
            |group: &Group| group.weights[class],
            |group: &Group| group.squares[class],
        );
        let one = sum(&square, true) / sum(&weight, true);
        (sum(&square, false) + 4.0 * one * one) / (sum(&weight, false) + 4.0 * one)
    };
    let of_all = |group: &Group| group.weights[0] + group.weights[1];
    let here = of_all(&groups[place]) / sum(&of_all, false);
    let critical_value = (1.0 - here) * CRITICAL_VALUE[0] + here * CRITICAL_VALUE[1];
    let bound = critical_value * (unit(1) * (1.0 - probability) + unit(0) * probability);
    let result = 2.0 * (likelihood(&isotonic(&weights)) - likelihood(&held));
    (result, bound)
}

#[test]
fn confidence_reaches_as_far_as_the_likelihood_ratio() {
    let mut ends = [0; 2];
    for seed in 0..30 {
        let data = random(if seed < 10 { 60 } else { 15 }, 9, 100 + seed);
        let groups = groups_of(&data);
        let result = bands_of(&data, None, Unit::Row);
        for (place, result) in result.iter().enumerate() {
            for (end, away) in result.confidence.into_iter().zip([-1e-9, 1e-9]) {
                let (at, bound) = ratio(&groups, place, end);
                assert!(at <= bound + 1e-9, "{seed}, {place}: {result:?}");
                if end == 0.0 || end == 1.0 {
                    ends[0] += 1;
                    continue;
                }
                ends[1] += 1;
                let (at, bound) = ratio(&groups, place, end + away);
                assert!(at > bound - 1e-12, "{seed}, {place}: {result:?}");
                assert!((end - result.probability) * away >= 0.0);
            }
        }
    }
    assert!(ends[0] > 5 && ends[1] > 200, "{ends:?}");
}

#[test]
fn dispersion_is_what_clusters_vary_more_than_single_labels() {
    for seed in 0..20 {
        let data = counted(random(40, 9, 200 + seed), seed);
        let mut rng = Rng::new(seed);
        let codes: Vec<i32> = (0..40).map(|_| rng.below(12) as i32).collect();
        let (all, all_codes) = repeated(&data, &codes);
        let groups = groups_of(&all);
        let pooled = isotonic(&weights_of(&groups));
        let (mut sums, mut single) = ([0.0; 12], 0.0);
        for (i, &code) in all_codes.iter().enumerate() {
            let place = groups.iter().position(|g| g.forecast == all.scores[i]);
            let off = f64::from(all.labels[i]) - pooled[place.unwrap()];
            sums[code as usize] += off;
            single += off * off;
        }
        let squares = sums.map(|sum| sum * sum);
        let sum: f64 = squares.iter().sum();
        let df = sum * sum / squares.iter().map(|square| square * square).sum::<f64>();
        let right = ((df * sum / single + 4.0) / (df + 4.0)).max(1.0);
        let clusters = Some((&codes[..], 12));
        let sample = sample_of(&data, clusters, Unit::Count);
        let mut never = || false;
        let mut pace = Pace::new(&mut never);
        let pooled = sample.pooled(&mut pace).unwrap();
        let result = sample.dispersion(&codes, 12, &pooled, &mut pace).unwrap();
        assert!(near(result, right, 1e-12 * right), "{seed}: {result}");
    }
}

#[test]
fn clusters_without_residuals_vary_no_more() {
    let data = Data::with(vec![0.1, 0.1, 0.9, 0.9], vec![0, 0, 1, 1], vec![1.0; 4]);
    let codes = [0, 0, 1, 1];
    let sample = sample_of(&data, Some((&codes, 2)), Unit::Row);
    let mut never = || false;
    let mut pace = Pace::new(&mut never);
    let pooled = sample.pooled(&mut pace).unwrap();
    assert_eq!(pooled, [0.0, 1.0]);
    assert_eq!(sample.dispersion(&codes, 2, &pooled, &mut pace), Ok(1.0));
}

#[test]
fn the_reach_of_clusters_is_stretched_by_their_dispersion() {
    let data = random(60, 9, 7);
    let pair_correction = |values: &[f64]| [values, values].concat();
    let doubled = Data::with(
        pair_correction(&data.scores),
        [&data.labels[..], &data.labels].concat(),
        pair_correction(&data.weights),
    );
    let codes: Vec<i32> = (0..60).chain(0..60).collect();
    let clusters = Some((&codes[..], 60));
    let sample = sample_of(&doubled, clusters, Unit::Row);
    let mut never = || false;
    let mut pace = Pace::new(&mut never);
    let pooled = sample.pooled(&mut pace).unwrap();
    let dispersion = sample.dispersion(&codes, 60, &pooled, &mut pace).unwrap();
    assert!(dispersion > 1.5);
    let together = bands_of(&doubled, clusters, Unit::Row);
    let critical_value = CRITICAL_VALUE.map(|critical_value| critical_value * dispersion);
    let single = within(&doubled, None, Unit::Row, critical_value);
    for (together, single) in together.iter().zip(single) {
        assert_eq!(together.confidence, single.confidence);
    }
}

/// For each forecast, all that its pooled probability may be when labels are drawn by the forecasts, with how
/// probable that is: ascending. A label of the other class than it has weighs as much more as the labels
/// there do, and is drawn so that the forecast is its mean.
fn drawn(data: &Data, stretch: f64) -> Vec<Vec<(f64, f64)>> {
    let groups = groups_of(data);
    let unit = |class: usize| {
        let all = |of: fn(&Group) -> [f64; 2]| groups.iter().map(|g| of(g)[class]).sum::<f64>();
        all(|group| group.squares) / all(|group| group.weights)
    };
    let n = data.scores.len();
    let mut result = vec![Vec::new(); groups.len()];
    for drawn in 0..1 << n {
        let mut positives: Vec<f64> = groups
            .iter()
            .map(|group| group.forecast * (group.weights[0] + group.weights[1]))
            .collect();
        let mut chance = 1.0;
        for i in 0..n {
            let forecast = data.scores[i];
            let class = data.labels[i] as usize;
            let weight = [0, 1].map(|to| data.weights[i] * unit(to) / unit(class));
            let wrong = weight[0] * forecast;
            let right = weight[1] * (1.0 - forecast);
            let place = groups.iter().position(|g| g.forecast == forecast).unwrap();
            let is_positive = drawn >> i & 1 == 1;
            positives[place] += stretch * if is_positive { right } else { -wrong };
            chance *= if is_positive { wrong } else { right } / (wrong + right);
        }
        let weights: Vec<[f64; 2]> = groups
            .iter()
            .zip(positives)
            .map(|(group, p)| [group.weights[0] + group.weights[1] - p, p])
            .collect();
        for (result, pooled) in result.iter_mut().zip(isotonic(&weights)) {
            result.push((pooled.clamp(0.0, 1.0), chance));
        }
    }
    for result in &mut result {
        result.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    result
}

/// The smallest value up to which a probability is gathered.
fn quantile_of(values: &[(f64, f64)], probability: f64) -> f64 {
    let mut gathered = 0.0;
    let reached = values.iter().find(|(_, chance)| {
        gathered += chance;
        gathered >= probability
    });
    reached.map_or(values[values.len() - 1].0, |value| value.0)
}

fn check_consistency(data: &Data, unit: Unit, each: &Data, dispersion: f64, context: &str) {
    /// More than four standard deviations of how many samples are below something.
    const OFF: f64 = 0.045;
    let right = drawn(each, dispersion.sqrt());
    let sample = sample_of(data, None, unit);
    let places: Vec<usize> = (0..right.len()).collect();
    let mut never = || false;
    for tail in [0.0, 0.1, 0.3, 0.45] {
        let bands = ReliabilityRequest {
            replicates: 2000,
            ..bands()
        };
        let result = sample
            .consistency(
                &places,
                dispersion,
                tail,
                &bands,
                &mut Pace::new(&mut never),
            )
            .unwrap();
        for (result, right) in result.iter().zip(&right) {
            for (result, share) in result.iter().zip([tail, 1.0 - tail]) {
                let low = quantile_of(right, (share - OFF).max(1e-9));
                let high = quantile_of(right, share + OFF);
                assert!(
                    low - 1e-12 <= *result && *result <= high + 1e-12,
                    "{context}, {share}: {result} is not in {low} to {high}"
                );
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn consistency_is_what_right_forecasts_give() {
    let single = Data::with(
        vec![0.3; 7],
        vec![1, 1, 1, 0, 0, 0, 0],
        vec![2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0],
    );
    check_consistency(&single, Unit::Row, &single, 1.0, "one forecast");
    check_consistency(&single, Unit::Row, &single, 1.7, "one forecast, stretched");
    let several = Data::with(
        vec![0.2, 0.2, 0.2, 0.3, 0.3, 0.8, 0.8, 0.8, 0.8],
        vec![0, 0, 1, 1, 0, 1, 0, 1, 1],
        vec![1.0, 2.0, 0.5, 3.0, 1.0, 0.5, 0.5, 1.0, 2.0],
    );
    check_consistency(&several, Unit::Row, &several, 1.0, "several");
    let counts = Data::with(vec![0.4, 0.4, 0.7], vec![0, 1, 1], vec![4.0, 1.0, 3.0]);
    let (each, _) = repeated(&counts, &[0; 3]);
    check_consistency(&counts, Unit::Count, &each, 1.0, "counts");
}

#[test]
fn many_forecasts_are_seen_at_some_that_share_the_weight() {
    let places = |weights: &[f64], most: usize| {
        let n = weights.len();
        let data = Data::with(
            (0..n).map(|i| i as f64 / n as f64).collect(),
            (0..n).map(|i| (i % 2) as i32).collect(),
            weights.to_vec(),
        );
        let mut never = || false;
        let sample = sample_of(&data, None, Unit::Row);
        sample.places(most, &mut Pace::new(&mut never)).unwrap()
    };
    assert_eq!(places(&[1.0; 16], 16), (0..16).collect::<Vec<_>>());
    assert_eq!(places(&[1.0; 16], 5), [0, 3, 7, 11, 15]);
    assert_eq!(places(&[1.0; 16], 3), [0, 7, 15]);
    assert_eq!(places(&[6.0, 1.0, 1.0, 1.0, 1.0, 6.0], 5), [0, 1, 2, 5]);
    assert_eq!(places(&[8.0, 4.0, 4.0, 1e-20], 3), [0, 1, 3]);
}

#[test]
fn what_is_no_probability_is_refused_with_its_place() {
    let data = Data::with(vec![0.1, 0.1, 0.5, 1.5], vec![0, 1, 0, 1], vec![1.0; 4]);
    let mut never = || false;
    let result = reliability(&data.observations(), &bands(), by(1, &mut never));
    let (position, value) = (2, 1.5);
    assert_eq!(result, Err(Error::Forecast { position, value }));
}
