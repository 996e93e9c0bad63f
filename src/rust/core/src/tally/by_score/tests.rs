use super::{tally, tally_if_few, Table, Tallied, EMPTY, MOST, PATIENCE};
use crate::error::Error;
use crate::observations::block::Block;
use crate::sort::sample::Sample;
use crate::sort::small::SMALL;
use crate::testing::examples::*;
use crate::testing::reference::{counting_polls, polls_of_visits, Data};

/// The tally, and how often it polled.
fn tallied(data: &Data) -> (Option<Vec<Tallied>>, usize) {
    let source = data.source();
    let sample = Sample::draw(&source).unwrap();
    counting_polls(|poll| tally_if_few(&source, sample.as_ref(), poll).unwrap())
}

/// Score, weight of the negatives, weight of the positives.
fn values(rows: &[Tallied]) -> Vec<[f64; 3]> {
    let values = |row: &Tallied| [row.score, row.negative(), row.positive()];
    rows.iter().map(values).collect()
}

/// Weights by score, for scores that are `0 / unit`, `1 / unit`, ...
fn expected_rows(data: &Data, unit: f64) -> Vec<[f64; 3]> {
    let mut rows: Vec<[f64; 3]> = Vec::new();
    for (i, &score) in data.scores.iter().enumerate() {
        let place = (score * unit).round() as usize;
        if place >= rows.len() {
            rows.resize(place + 1, [0.0; 3]);
        }
        rows[place][0] = score;
        rows[place][1 + data.labels[i] as usize] += data.weights[i];
    }
    rows.retain(|row| row[1] + row[2] > 0.0);
    rows
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn few_distinct_scores_are_added_up() {
    for n in [20_000, 100_000] {
        for (shape, unit) in [(thousandths as Shape, 1000.0), (all_equal, 2.0)] {
            let data = Data::new(shape(n), 0);
            let (rows, polls) = tallied(&data);
            assert_eq!(values(&rows.unwrap()), expected_rows(&data, unit), "{n}");
            assert_eq!(polls, polls_of_visits(1, n));
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn many_distinct_scores_are_not_even_looked_at() {
    let shapes = [
        uniform, half_zeros, cauchy, calibrated, ascending, infinities,
    ];
    for shape in shapes {
        let (rows, polls) = tallied(&Data::new(shape(100_000), 0));
        assert!(rows.is_none());
        assert_eq!(polls, 0);
    }
}

#[test]
fn few_observations_are_sorted_instead() {
    let (rows, polls) = tallied(&Data::new(all_equal(SMALL), 0));
    assert!(rows.is_none());
    assert_eq!(polls, 0);
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn an_optimistic_sample_is_found_out() {
    let n = 1_000_000;
    let (rows, polls) = tallied(&Data::new(more_values_than_they_seem(n), 1));
    assert!(rows.is_none());
    assert!(polls <= polls_of_visits(1, n), "{polls}");
}

fn counting(distinct: usize) -> Vec<f64> {
    (0..2 * distinct).map(|i| (i % distinct) as f64).collect()
}

#[test]
fn there_is_room_for_twice_what_is_expected_and_for_no_more_than_a_part_of_the_table() {
    let largest = if cfg!(miri) { 200 } else { MOST };
    for expected in [1, 2, 3, 100, largest / 2, largest] {
        let table = Table::new(expected).unwrap();
        let buffer = table.buffer;
        assert!(
            (2 * expected).min(usize::from(EMPTY)) <= buffer && buffer <= table.slots.len() / 8
        );
        let tally = |data: &Data| tally(&data.source(), expected, &mut || false).unwrap();
        let full = Data::new(counting(buffer), 1);
        assert_eq!(values(&tally(&full).unwrap()), expected_rows(&full, 1.0));
        assert!(tally(&Data::new(counting(buffer + 1), 1)).is_none());
    }
}

#[test]
fn scores_without_weight_take_no_room() {
    let buffer = Table::new(100).unwrap().buffer;
    let mut data = Data::new(counting(buffer + 1), 1);
    data.weights[buffer] = 0.0;
    data.weights[2 * buffer + 1] = 0.0;
    let rows = tally(&data.source(), 100, &mut || false).unwrap();
    assert_eq!(rows.unwrap().len(), buffer);
}

/// Scores whose bits differ in few places, or in the low ones only.
#[test]
fn similar_scores_are_told_apart() {
    let families: [fn(u64) -> u64; 4] = [
        |i| i,
        |i| 1f64.to_bits() + i,
        |i| i << 48,
        |i| (i << 32) + i,
    ];
    for family in families {
        let last = if cfg!(miri) { 300 } else { 30_000 };
        let bits = (1..last).map(family);
        let mut scores: Vec<f64> = bits.map(f64::from_bits).filter(|s| !s.is_nan()).collect();
        scores.extend_from_within(..);
        let data = Data::new(scores, 1);
        let rows = tally(&data.source(), MOST, &mut || false).unwrap().unwrap();
        assert_eq!(rows.len(), data.scores.len() / 2);
        assert!(rows.windows(2).all(|rows| rows[0].score < rows[1].score));
    }
}

/// A table with all observations added, whether they fitted, and how many there were.
fn filled_table(scores: Vec<f64>, expected: usize) -> (Table, bool, usize) {
    let data = Data::new(scores, 1);
    let mut table = Table::new(expected).unwrap();
    let fits = table.add_all(&data.source(), &mut || false).unwrap();
    (table, fits, data.scores.len())
}

#[test]
fn scores_that_nobody_made_to_collide_pass_few_slots() {
    let families: [fn(u32) -> f64; 8] = [
        |i| f64::from(i),
        |i| f64::from(i) / 1000.0,
        |i| f64::from(i) / 65536.0,
        |i| f64::from(i as f32 / 10_000.0),
        |i| f64::from((f64::from(i) / 3000.0 - 5.0).exp() as f32),
        |i| 1.0 / (1.0 + (5.0 - f64::from(i) / 3000.0).exp()),
        |i| 1.7e9 + f64::from(3600 * i),
        |i| f64::from(i).sqrt(),
    ];
    for family in families {
        for distinct in [100, if cfg!(miri) { 200 } else { 30_000 }] {
            let scores: Vec<f64> = (0..2 * distinct).map(|i| family(i % distinct)).collect();
            let (table, fits, seen) = filled_table(scores, distinct as usize);
            assert!(fits && table.passed <= seen, "{} of {seen}", table.passed);
        }
    }
}

#[test]
fn scores_made_to_collide_are_soon_left_to_the_sort() {
    let sizes = [(SMALL + 1, 300), (400_000, 20_000)];
    for (n, distinct) in sizes.into_iter().take(if cfg!(miri) { 1 } else { 2 }) {
        let scores = colliding(n, distinct);
        let (rows, polls) = tallied(&Data::new(scores.clone(), 1));
        assert!(rows.is_none());
        assert!(polls <= polls_of_visits(1, n));
        let (table, fits, _) = filled_table(scores, distinct);
        // The number of steps that are allowed, and that a block takes before it is polled.
        let most = PATIENCE * (n + Block::CAPACITY) + 2 * Block::CAPACITY * table.rows.len();
        assert!(!fits && table.passed <= most, "{}", table.passed);
    }
}

#[test]
fn both_zeros_are_one_score() {
    let data = Data::new([0.0, -0.0].repeat(10), 1);
    let rows = tally(&data.source(), MOST, &mut || false).unwrap().unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].score.to_bits(), 0);
}

#[test]
fn no_weight_at_all_gives_no_rows() {
    let mut data = Data::new(all_equal(100), 1);
    data.weights.fill(0.0);
    let rows = tally(&data.source(), MOST, &mut || false).unwrap().unwrap();
    assert!(rows.is_empty());
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn long_tallies_settle_their_sums() {
    let n = 4_300_000;
    let mut data = Data::new(all_equal(n), 1);
    data.weights.fill(0.1);
    let rows = tally(&data.source(), MOST, &mut || false).unwrap().unwrap();
    let total = rows[0].negative() + rows[0].positive();
    let exact = n as f64 * 0.1;
    assert!(
        (total - exact).abs() <= 2.0 * f64::EPSILON * exact,
        "{total:?}"
    );
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn a_fault_or_a_stop_ends_the_tally() {
    let mut data = Data::new(thousandths(200_000), 0);
    let stop_at = |data: &Data, last: usize| {
        let mut polls = 0;
        let mut poll = || {
            polls += 1;
            polls == last
        };
        let source = data.source();
        let sample = Sample::draw(&source).unwrap();
        tally_if_few(&source, sample.as_ref(), &mut poll).map(|rows| rows.is_some())
    };
    assert_eq!(stop_at(&data, 3), Err(Error::Interrupted));
    assert_eq!(stop_at(&data, 5), Ok(true));
    let (position, value) = (150_000, -2.0);
    data.weights[position] = value;
    assert_eq!(stop_at(&data, 5), Err(Error::Weight { position, value }));
}
