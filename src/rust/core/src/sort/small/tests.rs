use super::super::map::Linear;
use super::super::sorting::{assert_sorts, largest_bucket, records_of};
use super::{range_of, sort_few, Scratch, SMALL};
use crate::observations::record::Record;
use crate::testing::examples::*;

fn sort_small(records: &mut [Record]) {
    sort_few(records).unwrap();
}

fn sort_at_the_deepest(records: &mut [Record]) {
    Scratch::default().sort_small(records, 3).unwrap();
}

fn sort_by_comparison(records: &mut [Record]) {
    super::sort_by_comparison(records);
}

/// The largest bucket when few scores are sorted.
fn crowd(scores: &[f64]) -> Vec<f64> {
    let (low, high) = range_of(&records_of(scores));
    largest_bucket(&Linear::new(low, high, 2 * scores.len()).unwrap(), scores)
}

#[test]
fn few_scores_of_every_shape_are_sorted() {
    for (name, shape) in SHAPES {
        for n in [0, 1, 2, 3, 23, 24, 25, 26, 100, 999, SMALL] {
            assert_sorts(sort_small, &shape(n.max(3))[..n], name);
        }
    }
}

#[test]
fn every_order_of_few_scores_is_sorted() {
    let mut rng = Rng::new(1);
    for _ in 0..3000 {
        let n = rng.below(40);
        let scores: Vec<f64> = (0..n).map(|_| rng.below(20) as f64).collect();
        assert_sorts(sort_small, &scores, "few");
    }
}

/// Returns whether -0 comes before 0 when these scores are sorted behind 0 and -0: only a comparison distinguishes
/// the two, which no source gives.
fn tells_the_zeros_apart(positive: &[f64]) -> bool {
    let mut records = records_of(&[&[0.0, -0.0], positive].concat());
    sort_small(&mut records);
    records[0].score.is_sign_negative()
}

#[test]
fn scores_crowded_time_and_again_are_sorted_by_comparison_in_the_end() {
    let mut rng = Rng::new(1);
    // Most crowd around 1, all others around 0: no map spreads both.
    let mut draw = || match rng.below(8) {
        0 => (600.0 * rng.unit() - 300.0).exp2(),
        _ => 1.0 + (-50.0 * rng.unit()).exp2(),
    };
    let scores: Vec<f64> = (2..SMALL).map(|_| draw()).collect();
    let deepest = crowd(&crowd(&crowd(&scores)));
    assert!(deepest.len() > SMALL / 2, "{}", deepest.len());
    assert_sorts(sort_small, &scores, "crowded");
    assert_sorts(sort_at_the_deepest, &deepest, "deepest");
    assert!(tells_the_zeros_apart(&scores));
}

#[test]
fn other_scores_are_sorted_without_comparisons() {
    for shape in [uniform, narrow_peak] {
        for n in [10, 1000, SMALL - 2] {
            assert!(!tells_the_zeros_apart(&shape(n)));
        }
    }
}

#[test]
fn crowded_buckets_at_several_depths_are_sorted() {
    let scores = crowded(SMALL);
    let depths = [crowd(&scores), crowd(&crowd(&scores))];
    let lengths = depths.each_ref().map(Vec::len);
    assert!(lengths[0] > lengths[1] && lengths[1] > 100, "{lengths:?}");
    assert_sorts(sort_small, &scores, "crowded");
}

#[test]
fn a_comparison_sorts_where_no_linear_map_can() {
    let tiny = f64::from_bits(1);
    let widest = [f64::MIN, 0.0, f64::MAX];
    let infinite = [f64::NEG_INFINITY, 0.0, 1.0, f64::INFINITY];
    let denormal = [0.0, tiny, 2.0 * tiny];
    for scores in [&widest[..], &infinite, &denormal] {
        let (low, high) = range_of(&records_of(scores));
        assert!(Linear::new(low, high, 100).is_none());
        let mut rng = Rng::new(1);
        let many: Vec<f64> = (0..100).map(|_| scores[rng.below(scores.len())]).collect();
        assert_sorts(sort_small, &many, "unusable range");
    }
}

#[test]
fn comparisons_sort_every_shape() {
    for (name, shape) in SHAPES {
        for n in [25, 1000] {
            assert_sorts(sort_by_comparison, &shape(n), name);
            assert_sorts(sort_at_the_deepest, &shape(n), name);
        }
    }
}

/// As wrong as a range can be: the order must not depend on it.
#[test]
fn whatever_range_is_known_the_order_is_the_same() {
    let scores = uniform(1000);
    let ranges = [
        (0.0, 1.0),
        (0.3, 0.7),
        (0.5, 0.5),
        (0.7, 0.3),
        (2.0, 3.0),
        (-1e300, 1e300),
        (f64::NEG_INFINITY, f64::INFINITY),
    ];
    for range in ranges {
        let mut records = records_of(&scores);
        Scratch::default()
            .sort_in(Some(range), &mut records, 0)
            .unwrap();
        let mut expected = scores.clone();
        expected.sort_by(f64::total_cmp);
        let result = records.iter().map(|record| record.score);
        assert!(result.eq(expected), "{range:?}");
    }
}
