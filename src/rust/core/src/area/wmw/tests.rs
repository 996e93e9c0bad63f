use super::wmw;
use crate::options::Options;
use crate::testing::examples::*;
use crate::testing::reference::{counting_polls, polls_of_visits, Data};

fn statistic(data: &Data) -> f64 {
    wmw(&data.observations(), Options::new(&mut || false)).unwrap()
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
