//! Tallies of the parts of any observations, merged in any grouping, say the same; invalid tallies
//! are refused.

#![no_main]

mod rows;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use rows::Rows;
use std::collections::BTreeMap;
use weighted_roc_checks::calls::{half_of_rectangles, merge, ranking_of, tally_of};
use weighted_roc_checks::case::{Case, Row as Observation};
use weighted_roc_checks::curve::Curve;
use weighted_roc_core::tally::Row;
use weighted_roc_core::Error;

/// Far above the rounding of a sum of some thousand weights, relative to it.
const SLACK: f64 = 1e-12;

#[derive(Arbitrary, Debug)]
struct Asked {
    /// The parts that the observations belong to, again and again.
    parts: [u8; 16],
    points: Option<u8>,
    level: u8,
    /// Tallies, some of them invalid.
    tallies: Vec<Vec<(f64, f64, f64, f64)>>,
}

fuzz_target!(|input: (Asked, Rows)| {
    let (spec, Rows(rows)) = input;
    any_rows(&spec);
    check(&rows, &spec);
});

/// Either all is as in a tally, or it is an error.
fn any_rows(spec: &Asked) {
    let row = |&(score, negative, positive, scores): &(f64, f64, f64, f64)| {
        Row::new(score, [negative, positive], scores)
    };
    let tally = |rows: &Vec<_>| rows.iter().map(row).collect::<Vec<Row>>();
    let tallies: Vec<Vec<Row>> = spec.tallies.iter().map(tally).collect();
    let sound = |row: &Row| {
        let weights = [row.negative, row.positive];
        let weighs = |weight: &f64| (0.0..=f64::MAX).contains(weight);
        !row.score.is_nan() && weights.iter().all(weighs) && row.scores >= 1.0
    };
    let ascend = |rows: &Vec<Row>| rows.windows(2).all(|pair| pair[0].score < pair[1].score);
    let level = spec.level.into();
    let valid = tallies.iter().all(ascend) && tallies.iter().flatten().all(sound) && level <= 64;
    match merge(&tallies, level, None) {
        Ok((rows, result)) => {
            assert!(valid && result == level && ascend(&rows));
            if let Err(error) = ranking_of(&rows) {
                let weightless = matches!(error, Error::NoWeight { .. });
                assert!(weightless, "{error}");
            }
        }
        Err(Error::Overflow { .. }) => assert!(valid),
        Err(error) => assert!(!valid, "{error}"),
    }
}

fn check(rows: &[Observation], spec: &Asked) {
    let exact = Curve::from_case(&Case::from_rows(rows)).unwrap();
    let mut parts = [(); 4].map(|()| Vec::new());
    for (row, part) in rows.iter().zip(spec.parts.iter().cycle()) {
        parts[usize::from(part % 4)].push(*row);
    }
    let [a, b, c, d] = parts.map(|part| tally(&part));
    let points = spec.points.map(usize::from);
    let both = |a: &(Vec<Row>, u32), b: &(Vec<Row>, u32)| {
        merge(&[a.0.clone(), b.0.clone()], a.1.max(b.1), points).unwrap()
    };
    let level = u32::from(spec.level % 65);
    let [mut a, b, c, d] = [a, b, c, d].map(|rows| merge(&[rows], 0, points).unwrap());
    a = merge(&[a.0], a.1.max(level), points).unwrap();
    let result = both(&both(&a, &b), &both(&c, &d));
    assert_same(&result, &both(&c, &both(&both(&d, &b), &a)));
    assert_same(&result, &both(&both(&c, &both(&a, &d)), &b));
    assert!(points.is_none_or(|points| result.0.len() <= points.max(1)));
    assert!(result.1 >= level);
    let curve = Curve::written_by(ranking_of(&result.0).unwrap());
    assert_eq!(curve.rows(), result.0.len() + 1);
    let bound = half_of_rectangles(&curve.given(), |row| result.0[row].scores > 1.0);
    assert!((curve.area() - exact.area()).abs() <= bound + SLACK);
    if result.1 == 0 {
        assert_eq!(curve.threshold, exact.threshold);
    }
}

/// The tally of a part, which is what a map of scores to sums says.
fn tally(rows: &[Observation]) -> Vec<Row> {
    if rows.is_empty() {
        return Vec::new();
    }
    let result = tally_of(&Case::from_rows(rows).observations()).unwrap();
    let mut sums = BTreeMap::new();
    for row in rows.iter().filter(|row| row.weight > 0.0) {
        // In the order of the doubles, and one for both zeros.
        let bits = (row.score + 0.0).to_bits() as i64;
        let place = bits ^ ((bits >> 63) as u64 >> 1) as i64;
        let (_, sums) = sums.entry(place).or_insert((row.score + 0.0, [0.0; 2]));
        sums[usize::from(row.positive)] += row.weight;
    }
    assert_eq!(result.len(), sums.len());
    for (row, (score, [negative, positive])) in result.iter().zip(sums.into_values()) {
        assert_eq!((row.score.to_bits(), row.scores), (score.to_bits(), 1.0));
        assert_close(row.negative, negative);
        assert_close(row.positive, positive);
    }
    result
}

fn assert_close(a: f64, b: f64) {
    assert!((a - b).abs() <= SLACK * a.max(b), "{a:e}, {b:e}");
}

/// The same bins, and the same weights but for rounding.
fn assert_same(a: &(Vec<Row>, u32), b: &(Vec<Row>, u32)) {
    assert_eq!((a.0.len(), a.1), (b.0.len(), b.1));
    for (a, b) in a.0.iter().zip(&b.0) {
        assert_eq!(
            (a.score.to_bits(), a.scores > 1.0),
            (b.score.to_bits(), b.scores > 1.0)
        );
        assert_close(a.negative, b.negative);
        assert_close(a.positive, b.positive);
    }
}
