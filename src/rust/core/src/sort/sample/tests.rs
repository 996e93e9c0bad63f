use super::{Plan, Sample, MOST_BUCKETS, PER_BUCKET};
use crate::sort::map::BucketMap;
use crate::sort::small::SMALL;
use crate::testing::examples::*;
use crate::testing::reference::Data;

const LENGTHS: [usize; 3] = [SMALL + 1, 20_000, 300_000];

fn sample(scores: &[f64]) -> Sample {
    Sample::new(scores.len(), |i| scores[i]).unwrap()
}

fn plan(scores: &[f64]) -> Plan {
    sample(scores).plan(scores.len()).unwrap()
}

fn largest_bucket(map: &impl BucketMap, scores: &[f64]) -> usize {
    let mut buckets = vec![0; scores.len()];
    map.fill(scores, &mut buckets);
    let mut counts = vec![0; map.buckets()];
    for bucket in buckets {
        counts[usize::from(bucket)] += usize::from(!map.is_constant(bucket.into()));
    }
    counts.into_iter().max().unwrap()
}

#[test]
fn scores_that_are_even_but_for_their_tails_are_dealt_by_a_linear_map() {
    let normal = |n| {
        let many = uniform(6 * n);
        many.chunks(6).map(|units| units.iter().sum()).collect()
    };
    let shapes: [Shape; 5] = [uniform, cauchy, with_outlier, narrow_peak, normal];
    for n in LENGTHS {
        for (number, shape) in shapes.into_iter().enumerate() {
            let plan = plan(&shape(n));
            assert!(matches!(plan, Plan::Linear(_)), "shape {number} of {n}");
        }
    }
}

#[test]
fn scores_piled_at_the_ends_are_dealt_by_their_distance_from_the_ends() {
    for n in LENGTHS {
        for shape in [calibrated, magnitudes] {
            assert!(matches!(plan(&shape(n)), Plan::Ends(_)), "{n}");
        }
    }
}

#[test]
fn other_scores_are_dealt_between_splitters() {
    for n in LENGTHS {
        for shape in [clusters, crowded, half_zeros, all_equal] {
            assert!(matches!(plan(&shape(n)), Plan::Splitters(_)), "{n}");
        }
    }
}

#[test]
fn outliers_do_not_crowd_the_buckets_of_a_linear_map() {
    for n in LENGTHS {
        for shape in [uniform, with_outlier] {
            let scores = shape(n);
            let Plan::Linear(map) = plan(&scores) else {
                panic!("not linear")
            };
            assert!(map.buckets() <= MOST_BUCKETS);
            let most = (2 * PER_BUCKET).max(n / 128);
            assert!(largest_bucket(&map, &scores) < most, "{n}");
        }
    }
}

#[test]
fn no_bucket_between_splitters_holds_much_more_than_its_share() {
    for n in LENGTHS {
        for shape in [clusters, crowded, half_zeros] {
            let scores = shape(n);
            let Plan::Splitters(map) = plan(&scores) else {
                panic!("no splitters")
            };
            assert!(largest_bucket(&map, &scores) < n / 16, "{n}");
        }
    }
}

#[test]
fn the_sample_tells_few_distinct_scores_from_many() {
    let n = 100_000;
    let distinct = |scores: &[f64]| sample(scores).distinct();
    assert_eq!(distinct(&all_equal(n)), 1.0);
    assert!((900.0..1200.0).contains(&distinct(&thousandths(n))));
    for shape in [uniform, half_zeros, cauchy, calibrated, clusters] {
        assert!(distinct(&shape(n)) > 3.0 * (n / 8) as f64);
    }
    assert!(distinct(&more_values_than_they_seem(1_000_000)) < 30_000.0);
}

#[test]
fn scores_that_come_in_periods_do_not_hide() {
    let n = 300_000;
    // As long as the stretch from one score of the sample to the next.
    let period = n / 2048;
    let scores: Vec<f64> = (0..n).map(|i| (i % period) as f64).collect();
    assert!(sample(&scores).distinct() > 0.9 * period as f64);
}

#[test]
fn few_scores_are_sorted_without_a_look_at_a_sample() {
    let has_sample = |n| {
        Sample::draw(&Data::new(uniform(n), 1).source())
            .unwrap()
            .is_some()
    };
    assert!(!has_sample(SMALL));
    assert!(has_sample(SMALL + 1));
}

#[test]
fn missing_scores_in_the_sample_do_no_harm() {
    for nan in [f64::NAN, -f64::NAN] {
        for share in [1, 2, 50, 1000] {
            let mut scores = uniform(20_000);
            scores.iter_mut().step_by(share).for_each(|s| *s = nan);
            sample(&scores).distinct();
            plan(&scores);
        }
    }
}
