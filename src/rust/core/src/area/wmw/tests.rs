use super::wmw;
use crate::options::Options;
use crate::sort::small::SMALL;
use crate::testing::examples::*;
use crate::testing::reference::{counting_polls, polls_of_visits, Data};

fn statistic(data: &Data) -> f64 {
    wmw(&data.observations(), Options::new(&mut || false)).unwrap()
}

#[test]
fn every_way_gives_the_statistic_of_a_plain_sort() {
    for (name, shape) in SHAPES {
        for n in [3, 24, 25, 1000, SMALL, SMALL + 1, 20_000] {
            let data = Data::new(shape(n), 0);
            let (result, exact) = (statistic(&data), data.area());
            let off = (result - exact).abs();
            assert!(
                off <= 1e-14 * exact,
                "{result:e}, not {exact:e}: {name} of {n}"
            );
        }
    }
}

#[test]
fn few_distinct_scores_are_looked_at_once() {
    let n = 200_000;
    let polls = |shape: Shape| {
        let data = Data::new(shape(n), 0);
        counting_polls(|poll| wmw(&data.observations(), Options::new(poll))).1
    };
    assert_eq!(polls(thousandths), polls_of_visits(1, n));
    assert_eq!(polls(all_equal), polls_of_visits(1, n));
    let sweep = polls(ascending) - polls_of_visits(2, n);
    assert!((1..=polls_of_visits(1, n)).contains(&sweep), "{sweep}");
    assert!(polls(uniform) > polls_of_visits(2, n));
}

#[test]
fn ties_count_half() {
    for n in [4, 10_000] {
        let mut data = Data::new(all_equal(n), 1);
        data.weights.fill(1.0);
        assert_eq!(statistic(&data), 0.5);
    }
}

#[test]
fn ties_count_half_wherever_they_are() {
    for place in 1..48 {
        let mut data = Data::new((0..48).map(f64::from).collect(), 1);
        data.labels = (0..48).map(|i| i % 2).collect();
        data.scores[place] = data.scores[place - 1];
        let (result, exact) = (statistic(&data), data.area());
        assert!((result - exact).abs() <= 1e-14, "{place}");
    }
}

/// Two observations of separated classes.
fn separated(negative: f64, positive: f64) -> Data {
    let mut data = Data::new(vec![0.0, 1.0], 1);
    data.weights = vec![negative, positive];
    data
}

#[test]
fn the_statistic_of_separated_classes_is_1_at_most() {
    let mut rng = Rng::new(1);
    for _ in 0..10_000 {
        let data = separated(1.0 + rng.unit(), 1.0 + rng.unit());
        let result = statistic(&data);
        assert!(result <= 1.0, "{result:?} of {:?}", data.weights);
        assert!(result >= 1.0 - f64::EPSILON);
    }
}

#[test]
fn products_of_totals_neither_overflow_nor_underflow() {
    let tiny = f64::from_bits(1);
    let weights = [tiny, f64::MIN_POSITIVE, 1e-200, 1.0, 1e200, f64::MAX];
    for negative in weights {
        for positive in weights {
            let mut data = separated(negative, positive);
            assert_eq!(statistic(&data), 1.0, "{negative:e}, {positive:e}");
            data.scores.reverse();
            assert_eq!(statistic(&data), 0.0, "{negative:e}, {positive:e}");
            data.scores.fill(0.0);
            assert_eq!(statistic(&data), 0.5, "{negative:e}, {positive:e}");
        }
    }
}
