//! Differences of areas, by hand from the influences.

use super::{area_sums, compare_quantity};
use super::{random, Data};
use crate::hypothesis::Comparison;
use crate::inference::{covariance, CovarianceRequest};
use crate::quantity::Quantity;
use crate::sampling::Unit;
use crate::testing::by;

/// Scores of the same observations, of which a few have large weights.
fn scores(n: usize, seeds: &[u64]) -> Vec<Data> {
    let of = |&seed: &u64| {
        let (first, mut data) = (random(n, 60, 1), random(n, 60, seed));
        (data.labels, data.weights) = (first.labels, first.weights);
        data.weights[..n / 10]
            .iter_mut()
            .for_each(|weight| *weight += 8.0);
        data
    };
    seeds.iter().map(of).collect()
}

fn compared(data: &[Data], unit: Unit, clusters: Option<(&[i32], usize)>) -> Comparison {
    let scores: Vec<_> = data.iter().map(Data::observations).collect();
    compare_quantity(
        &scores,
        Quantity::AREA,
        unit,
        clusters,
        by(1, &mut || false),
    )
    .unwrap()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs() + 1e-18
}

/// The difference of the influences of each unit, its shares of both classes, and how many it stands for.
fn units(data: &[Data], unit: Unit, clusters: Option<&[i32]>) -> Vec<(f64, [f64; 2], f64)> {
    let (u, v) = (data[0].naive(), data[1].naive());
    let mut units: Vec<(f64, [f64; 2], f64)> = Vec::new();
    let mut codes = Vec::new();
    for i in (0..u.len()).filter(|&i| data[0].weights[i] > 0.0) {
        let label = data[0].labels[i];
        let weight = data[0].weights[i];
        let code = clusters.map_or(i as i32, |clusters| clusters[i]);
        let known = codes.iter().position(|&known| known == code);
        let place = known.unwrap_or_else(|| {
            codes.push(code);
            units.push((
                0.0,
                [0.0; 2],
                if unit == Unit::Count { weight } else { 1.0 },
            ));
            units.len() - 1
        });
        units[place].0 += u[i] - v[i];
        units[place].1[label as usize] += weight / data[0].weight_of(label);
    }
    units
}

/// The parts of classes: what one observation varies by, of each class with k - 1 degrees of freedom and of the
/// average with 1.
fn parts_of(variances: [f64; 2], effective: [f64; 2]) -> [f64; 2] {
    let of_one = [0, 1].map(|class: usize| variances[class] * effective[class]);
    let [a, b] = effective.map(|k| k - 1.0);
    let average = (a * of_one[0] + b * of_one[1]) / (a + b);
    let drawn = [0, 1].map(|class: usize| {
        let k = effective[class];
        ((k - 1.0) * of_one[class] + average) / (k * k)
    });
    drawn.map(|part| part / (drawn[0] + drawn[1]))
}

#[test]
fn the_sums_of_a_pair_are_those_of_its_units() {
    let data = scores(70, &[1, 2]);
    let codes: Vec<i32> = (0..70).map(|i| (i * i) % 17).collect();
    for (unit, clusters) in [
        (Unit::Row, None),
        (Unit::Count, None),
        (Unit::Row, Some(&codes[..])),
    ] {
        let result = compared(&data, unit, clusters.map(|codes| (codes, 17)));
        let pair = result.pairs[0];
        assert!(near(pair.difference, data[0].wmw() - data[1].wmw()));
        let class = |matrix: &[f64]| matrix[0] + matrix[3] - 2.0 * matrix[1];
        let scores: Vec<_> = data.iter().map(Data::observations).collect();
        let of = clusters.map(|codes| (codes, 17));
        let sums = area_sums(&scores, unit, of, by(1, &mut || false)).unwrap();
        let variances = [&sums.negatives, &sums.positives].map(|m| class(m));
        let parts = parts_of(variances, sums.effective);
        let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            units(&data, unit, clusters)
                .into_iter()
                .map(|(u, shares, number)| {
                    let r = parts[0] * shares[0] + parts[1] * shares[1];
                    number * of(u / number, r / number)
                })
                .sum()
        };
        for (i, square) in pair.squares.into_iter().enumerate() {
            assert!(near(
                square,
                sum(&|u, r| u.powi(2 - i as i32) * r.powi(i as i32))
            ));
        }
        for (i, fourth) in pair.fourths.into_iter().enumerate() {
            assert!(near(
                fourth,
                sum(&|u, r| u.powi(4 - i as i32) * r.powi(i as i32))
            ));
        }
        let d = pair.difference;
        assert!(near(sum(&|u, r| u + r * d), d));
        let absolute = sum(&|u, r| (u + r * d).abs());
        assert!(near(
            pair.units,
            absolute * absolute / sum(&|u, r| (u + r * d).powi(2))
        ));
    }
}

#[test]
fn the_joint_difference_of_two_scores_is_their_difference() {
    let data = scores(70, &[1, 2]);
    for unit in [Unit::Row, Unit::Count] {
        let result = compared(&data, unit, None);
        let (pair, joint) = (result.pairs[0], result.joint);
        let d = pair.difference;
        let [uu, ur, rr] = pair.squares;
        let squares = uu + 2.0 * d * ur + d * d * rr;
        assert!(near(joint.statistic, d * d / squares));
        let powers = [1.0, 4.0 * d, 6.0 * d * d, 4.0 * d.powi(3), d.powi(4)];
        let fourths: f64 = powers.iter().zip(pair.fourths).map(|(a, b)| a * b).sum();
        assert!(near(joint.fourths, fourths / (squares * squares)));
        assert!(near(joint.units, pair.units));
        assert_eq!(joint.rank, 1);
    }
}

/// x' M^-1 y for the sum M of z z'.
fn form(z: &[[f64; 2]]) -> impl Fn([f64; 2], [f64; 2]) -> f64 {
    let m = |a: usize, b: usize| z.iter().map(|z| z[a] * z[b]).sum::<f64>();
    let (m00, m01, m11) = (m(0, 0), m(0, 1), m(1, 1));
    move |x, y| {
        let cross = x[0] * y[1] + x[1] * y[0];
        (m11 * x[0] * y[0] - m01 * cross + m00 * x[1] * y[1]) / (m00 * m11 - m01 * m01)
    }
}

/// With three scores M has two rows and a known inverse.
#[test]
fn the_joint_statistic_is_the_quadratic_form() {
    let data = scores(50, &[1, 2, 3]);
    let result = compared(&data, Unit::Row, None);
    let influences: Vec<Vec<f64>> = data.iter().map(Data::naive).collect();
    let areas: Vec<f64> = data.iter().map(Data::wmw).collect();
    let class = |i: usize| data[0].labels[i] as usize;
    let u = |i: usize| [1, 2].map(|k| influences[k][i] - influences[0][i]);
    let between = form(&(0..50).map(u).collect::<Vec<_>>());
    let mut parts = [0.0; 2];
    (0..50).for_each(|i| parts[class(i)] += between(u(i), u(i)) / 2.0);
    assert!(near(parts[0] + parts[1], 1.0) && (parts[0] - 0.5).abs() > 0.01);
    let squares = [0, 1].map(|of| {
        let shares = (0..50).filter(|&i| class(i) == of);
        shares
            .map(|i| (data[0].weights[i] / data[0].weight_of(data[0].labels[i])).powi(2))
            .sum::<f64>()
    });
    let parts = parts_of(parts, squares.map(|sum| 1.0 / sum));
    let z: Vec<[f64; 2]> = (0..50)
        .map(|i| {
            let share = data[0].weights[i] / data[0].weight_of(data[0].labels[i]);
            let [first, second] = u(i);
            let r = share * parts[class(i)];
            [
                first + r * (areas[1] - areas[0]),
                second + r * (areas[2] - areas[0]),
            ]
        })
        .collect();
    let form = form(&z);
    let d = [areas[1] - areas[0], areas[2] - areas[0]];
    assert!(near(result.joint.statistic, form(d, d)));
    let fourths: f64 = z.iter().map(|&z| form(z, z).powi(2)).sum();
    assert!(near(result.joint.fourths, fourths));
    let absolute: f64 = z.iter().map(|&z| form(z, d).abs()).sum();
    assert!(near(result.joint.units, absolute * absolute / form(d, d)));
    assert_eq!((result.joint.rank, result.pairs.len()), (2, 3));
}

#[test]
fn neither_the_order_of_scores_nor_copies_of_them_change_the_joint_difference() {
    let data = scores(90, &[1, 2, 3]);
    for unit in [Unit::Row, Unit::Count] {
        let result = compared(&data, unit, None).joint;
        let reversed = compared(&scores(90, &[3, 1, 2]), unit, None).joint;
        assert!(
            near(result.statistic, reversed.statistic) && near(result.fourths, reversed.fourths)
        );
        assert!(near(result.units, reversed.units));
        let copied = compared(&scores(90, &[3, 1, 3, 2, 2, 3]), unit, None).joint;
        assert!(near(result.statistic, copied.statistic) && near(result.fourths, copied.fourths));
        assert!(near(result.units, copied.units) && copied.rank == 2);
        let thrice = compared(&scores(90, &[1, 1, 1]), unit, None);
        assert_eq!((thrice.joint.rank, thrice.joint.statistic), (0, 0.0));
        assert_eq!(thrice.pairs[2].squares[0], 0.0);
    }
}

#[test]
fn the_spread_is_that_of_the_scores() {
    let data = scores(60, &[4, 5]);
    let observations = [data[0].observations(), data[1].observations()];
    let covariance = covariance(
        &observations,
        &CovarianceRequest::default(),
        by(1, &mut || false),
    )
    .unwrap();
    assert_eq!(compared(&data, Unit::Row, None).covariance, covariance);
}

#[test]
fn copies_of_a_score_do_not_differ() {
    let data = scores(40, &[1, 1]);
    let result = compared(&data, Unit::Row, None);
    let (pair, joint) = (result.pairs[0], result.joint);
    assert_eq!((pair.difference, pair.units), (0.0, 0.0));
    assert_eq!(
        (joint.statistic, joint.fourths, joint.rank, joint.units),
        (0.0, 0.0, 0, 0.0)
    );
}
