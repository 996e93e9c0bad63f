use super::{BucketMap, Ends, Formula, Linear, Neighbours, Splitters};
use crate::testing::examples::{Rng, SHAPES};

fn buckets(map: &impl BucketMap, scores: &[f64]) -> Vec<u16> {
    let mut buckets = vec![u16::MAX; scores.len()];
    map.fill(scores, &mut buckets);
    buckets
}

/// The doubles next to a score, and some further away.
fn neighbourhood(score: f64) -> impl Iterator<Item = f64> {
    let bits = score.to_bits();
    let near = [0, 1, 2, 1 << 20, 1 << 51];
    near.into_iter()
        .flat_map(move |steps: u64| [bits.wrapping_add(steps), bits.wrapping_sub(steps)])
        .map(f64::from_bits)
}

/// Scores that are hard on maps made from this sample, in ascending order.
fn adversarial(sample: &[f64]) -> Vec<f64> {
    let tiny = f64::from_bits(1);
    let special = [
        f64::NEG_INFINITY,
        f64::MIN,
        -1e300,
        -1.0,
        -f64::MIN_POSITIVE,
        -tiny,
        0.0,
        tiny,
        f64::MIN_POSITIVE,
        1.0,
        1e300,
        f64::MAX,
        f64::INFINITY,
    ];
    let mut rng = Rng::new(sample.len() as u64);
    let random = std::iter::repeat_with(|| f64::from_bits(rng.bits())).take(1000);
    let near = special
        .iter()
        .chain(sample)
        .copied()
        .flat_map(neighbourhood);
    let mut scores: Vec<f64> = near.chain(random).map(|score| score + 0.0).collect();
    scores.retain(|score| !score.is_nan());
    scores.sort_unstable_by(f64::total_cmp);
    scores
}

/// Buckets never decrease, they are below their number, and those called constant are.
fn assert_map(map: &impl BucketMap, scores: &[f64], of: &str) {
    let buckets = buckets(map, scores);
    let rows: Vec<usize> = (0..scores.len()).collect();
    for pair in rows.windows(2) {
        let (low, high) = (pair[0], pair[1]);
        let (from, to) = (scores[low], scores[high]);
        assert!(
            buckets[low] <= buckets[high],
            "{from:e} and {to:e} go to {} and {}: {of}",
            buckets[low],
            buckets[high]
        );
        let together = buckets[low] == buckets[high] && map.is_constant(buckets[low].into());
        assert!(!together || from == to, "{from:e} and {to:e}: {of}");
    }
    assert!(usize::from(buckets[scores.len() - 1]) < map.buckets());
}

fn sorted_samples() -> impl Iterator<Item = (&'static str, Vec<f64>)> {
    SHAPES.into_iter().map(|(name, shape)| {
        let mut sample = shape(300);
        sample.sort_unstable_by(f64::total_cmp);
        (name, sample)
    })
}

const BUCKETS: [usize; 7] = [2, 3, 5, 32, 977, 6000, 8192];

#[test]
fn maps_never_decrease() {
    let mut maps = [0; 3];
    for (name, sample) in sorted_samples() {
        let scores = adversarial(&sample);
        let ends = |trim: usize| [sample[trim], sample[sample.len() - 1 - trim]];
        for count in BUCKETS {
            for trim in [0, 1, 9, 37] {
                let [low, high] = ends(trim);
                if let Some(map) = Linear::new(low, high, count) {
                    assert_eq!(map.buckets(), count);
                    assert_map(&map, &scores, name);
                    maps[0] += 1;
                }
            }
            if let Some(map) = Ends::new(&sample, count) {
                assert!(map.buckets() <= count);
                assert_map(&map, &scores, name);
                maps[1] += 1;
            }
            for trim in [0, 9] {
                if let Some(map) = Neighbours::new(&sample, ends(trim), count) {
                    assert_eq!(map.buckets(), count);
                    assert_map(&map, &scores, name);
                    maps[2] += 1;
                }
            }
        }
        assert_map(&Splitters::new(&sample), &scores, name);
    }
    let least = [300, 50, 200];
    assert!(
        maps.iter()
            .zip(least)
            .all(|(&number, least)| number > least),
        "{maps:?}"
    );
}

/// Linear maps and those from the ends leave most of such scores in one bucket.
#[test]
fn maps_around_a_place_spread_heavy_tails() {
    let mut rng = Rng::new(7);
    let draws: Vec<f64> = (0..3000).map(|_| 2.0 * rng.unit() - 1.0).collect();
    let shapes: [fn(f64) -> f64; 4] = [
        |u| (30.0 * u).exp2(),
        |u| -(30.0 * u).exp2(),
        |u| u.powi(25),
        |u| 5.0 + (30.0 * u).exp2(),
    ];
    for (k, shape) in shapes.into_iter().enumerate() {
        let mut scores: Vec<f64> = draws.iter().map(|&u| shape(u)).collect();
        scores.sort_unstable_by(f64::total_cmp);
        let range = [scores[0], scores[scores.len() - 1]];
        let some: Vec<f64> = scores.iter().copied().step_by(200).collect();
        let largest = |map: &dyn BucketMap| {
            let mut to = vec![0; scores.len()];
            map.fill(&scores, &mut to);
            to.chunk_by(|a, b| a == b).map(<[u16]>::len).max().unwrap()
        };
        let linear = largest(&Linear::new(range[0], range[1], 6000).unwrap());
        let neighbours = largest(&Neighbours::new(&some, range, 6000).unwrap());
        assert!(
            linear > 1000 && neighbours < 300,
            "{k}: {linear} {neighbours}"
        );
    }
}

#[test]
fn a_linear_map_takes_its_range_to_all_buckets() {
    let mut rng = Rng::new(1);
    for _ in 0..10_000 {
        let low = (rng.unit() - 0.5) * rng.unit().mul_add(600.0, -300.0).exp2();
        let high = low + rng.unit() * rng.unit().mul_add(600.0, -300.0).exp2();
        let count = 2 + rng.below(8000);
        if let Some(map) = Linear::new(low, high, count) {
            let ends = [low, high].map(|score| map.bucket(score));
            assert_eq!(ends, [0, count - 1], "{low:e} to {high:e}");
        }
    }
}

#[test]
fn a_linear_map_needs_a_finite_range_and_scale() {
    let (infinity, tiny) = (f64::INFINITY, f64::from_bits(1));
    let unusable = [
        (1.0, 1.0),
        (2.0, 1.0),
        (f64::MIN, f64::MAX),
        (0.0, tiny),
        (-infinity, 0.0),
        (0.0, infinity),
        (-infinity, infinity),
        (infinity, infinity),
        (f64::NAN, 1.0),
        (0.0, f64::NAN),
    ];
    for (low, high) in unusable {
        assert!(Linear::new(low, high, 32).is_none(), "{low:e} to {high:e}");
    }
    assert!(Linear::new(0.0, 1.0, 1).is_none());
}

#[test]
fn a_map_from_the_ends_needs_a_finite_range_with_a_middle() {
    let infinity = f64::INFINITY;
    let next = 1.0 + f64::EPSILON;
    let unusable = [
        [1.0, 1.0],
        [1.0, next],
        [f64::MIN, f64::MAX],
        [-infinity, 0.0],
        [0.0, infinity],
        [0.0, f64::NAN],
        [-f64::NAN, 0.0],
    ];
    for sample in unusable {
        assert!(Ends::new(&sample, 32).is_none(), "{sample:?}");
    }
}

#[test]
fn a_map_from_the_ends_spreads_what_is_piled_there() {
    let mut sample: Vec<f64> = (1..40).map(|k| 0.5f64.powi(k)).collect();
    sample.extend((1..40).map(|k| 1.0 - 0.5f64.powi(k)));
    sample.extend([0.0, 1.0]);
    sample.sort_unstable_by(f64::total_cmp);
    let map = Ends::new(&sample, 32).unwrap();
    let mut counts = [0; 32];
    for bucket in buckets(&map, &sample) {
        counts[usize::from(bucket)] += 1;
    }
    assert!(
        counts.iter().all(|count| (1..=5).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn a_map_from_the_ends_is_symmetric_about_the_middle_of_any_range() {
    // Exact distances from 3 and from 5, and the middle.
    let mut sample: Vec<f64> = (1..17).map(|k| 3.0 + 0.5f64.powi(k)).collect();
    sample.extend((1..17).map(|k| 5.0 - 0.5f64.powi(k)));
    sample.extend([3.0, 4.0, 5.0]);
    sample.sort_unstable_by(f64::total_cmp);
    let map = Ends::new(&sample, 34).unwrap();
    let buckets = buckets(&map, &sample);
    // The nearest is 2^-16, the farthest 2^0: a power of two a bucket.
    let lower: Vec<u16> = [0].into_iter().chain(0..17).collect();
    let upper: Vec<u16> = (18..34).chain([33]).collect();
    assert_eq!(buckets, [lower, upper].concat());
}

#[test]
fn each_splitter_has_a_bucket_of_its_own() {
    let sample: Vec<f64> = (0..2048).map(f64::from).collect();
    let map = Splitters::new(&sample);
    let scores = [
        0.0,
        7.5,
        8.0,
        8.5,
        15.5,
        16.0,
        2040.0,
        2040.5,
        f64::INFINITY,
    ];
    assert_eq!(
        buckets(&map, &scores),
        [0, 0, 1, 2, 2, 3, 509, 510, 511],
        "every 8th of the sample is a splitter"
    );
}

#[test]
fn equal_splitters_count_once() {
    let map = Splitters::new(&[1.0; 300]);
    let scores = [f64::NEG_INFINITY, 0.5, 1.0, 1.5, f64::MAX, f64::INFINITY];
    assert_eq!(buckets(&map, &scores), [0, 0, 1, 2, 2, 3]);
    let infinite = Splitters::new(&[f64::INFINITY; 300]);
    assert_eq!(buckets(&infinite, &[0.0, f64::INFINITY]), [0, 1]);
}

/// A bucket of a linear map knows its range but for rounding, those at the ends do not.
#[test]
fn the_range_of_a_linear_bucket_is_about_that_of_its_scores() {
    let map = Linear::new(-3.0, 5.0, 50).unwrap();
    let mut rng = Rng::new(1);
    for _ in 0..10_000 {
        let score = 10.0 * rng.unit() - 4.0;
        let bucket = map.bucket(score);
        match map.range(bucket) {
            Some((low, high)) => {
                assert!(low - 1e-12 <= score && score <= high + 1e-12);
                assert!((high - low - 8.0 / 49.0).abs() < 1e-12);
            }
            None => assert!(bucket == 0 || bucket == 49),
        }
    }
}
