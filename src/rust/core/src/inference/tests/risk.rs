//! Rates and risks at a threshold.

use super::{counted, random, Data};
use crate::decision::Costs;
use crate::error::{Argument, Error};
use crate::inference::{risk_spread, RiskSpread, Rule, Unit};
use crate::testing::by;

const COSTS: Costs = Costs {
    false_positive: 1.0,
    false_negative: 3.0,
    true_positive: 0.5,
    true_negative: 0.25,
};

fn rule(threshold: f64, prior: Option<f64>) -> Rule {
    Rule {
        threshold: Some(threshold),
        costs: COSTS,
        prior,
    }
}

fn found(
    data: &Data,
    unit: Unit,
    clusters: Option<(&[i32], usize)>,
    rule: Rule,
) -> Result<RiskSpread, Error> {
    risk_spread(
        &data.observations(),
        unit,
        clusters,
        rule,
        by(1, &mut || false),
    )
}

impl Data {
    /// The false positive rate, the false negative rate and the risk, by their definitions.
    fn estimates(&self, rule: Rule) -> [f64; 3] {
        let weight_if = |chosen: &dyn Fn(usize) -> bool| -> f64 {
            let rows = (0..self.labels.len()).filter(|&i| chosen(i));
            rows.map(|i| self.weights[i]).sum()
        };
        let is = |label: i32, called: bool| {
            weight_if(&|i| {
                self.labels[i] == label && (Some(self.scores[i]) >= rule.threshold) == called
            })
        };
        let (fp, tn) = (is(0, true), is(0, false));
        let (tp, fnn) = (is(1, true), is(1, false));
        let prior = rule.prior.unwrap_or((tp + fnn) / (tp + fnn + fp + tn));
        let (fpr, fnr) = (fp / (fp + tn), fnn / (tp + fnn));
        let costs = rule.costs;
        let of_positive = costs.false_negative * fnr + costs.true_positive * (1.0 - fnr);
        let of_negative = costs.false_positive * fpr + costs.true_negative * (1.0 - fpr);
        [fpr, fnr, prior * of_positive + (1.0 - prior) * of_negative]
    }

    /// The influences of each observation: what an estimate changes with its weight.
    fn slopes(&self, rule: Rule) -> Vec<[f64; 3]> {
        const STEP: f64 = 1e-4;
        let with = |i: usize, factor: f64| {
            let mut weights = self.weights.clone();
            weights[i] *= factor;
            let data = Data {
                scores: self.scores.clone(),
                labels: self.labels.clone(),
                weights,
            };
            data.estimates(rule)
        };
        let slope = |i: usize| {
            let (more, less) = (with(i, 1.0 + STEP), with(i, 1.0 - STEP));
            [0, 1, 2].map(|k| (more[k] - less[k]) / (2.0 * STEP))
        };
        (0..self.labels.len()).map(slope).collect()
    }
}

#[test]
fn influences_are_what_estimates_change_with_weights() {
    let data = random(40, 12, 1);
    let clusters: Vec<i32> = (0..40).map(|i| i * i % 11).collect();
    let single: Vec<i32> = (0..40).collect();
    for threshold in [f64::NEG_INFINITY, 3.0, 7.5, f64::INFINITY] {
        for prior in [None, Some(0.2)] {
            let rule = rule(threshold, prior);
            let slopes = data.slopes(rule);
            for (clusters, given) in [(&single, None), (&clusters, Some((&clusters[..], 11)))] {
                let found = found(&data, Unit::Row, given, rule).unwrap();
                for (k, square) in found.squares.into_iter().enumerate() {
                    let of_cluster = |c: i32| -> f64 {
                        let members = (0..40).filter(|&i| clusters[i] == c);
                        members.map(|i| slopes[i][k]).sum()
                    };
                    let naive: f64 = (0..40).map(|c| of_cluster(c).powi(2)).sum();
                    assert!((square - naive).abs() < 1e-7, "{threshold} {k}");
                }
            }
        }
    }
}

#[test]
fn units_are_clusters_or_what_they_are_said_to_be() {
    let data = random(60, 9, 1);
    let clusters: Vec<i32> = (0..60).map(|i| i % 13).collect();
    let weight = |i: usize, label: i32| f64::from(data.labels[i] == label) * data.weights[i];
    let rule = rule(4.0, None);
    let rows = found(&data, Unit::Row, None, rule).unwrap();
    let of_clusters = found(&data, Unit::Row, Some((&clusters, 13)), rule).unwrap();
    for (class, label) in [0, 1].into_iter().enumerate() {
        let total = data.weight_of(label).powi(2);
        let by_row: f64 = (0..60).map(|i| weight(i, label).powi(2)).sum();
        assert!((rows.effective[class] * by_row / total - 1.0).abs() < 1e-12);
        let of = |c: usize| -> f64 {
            let members = (c..60).step_by(13);
            members.map(|i| weight(i, label)).sum()
        };
        let by_cluster: f64 = (0..13).map(|c| of(c).powi(2)).sum();
        let expected = total / (by_row * by_cluster).sqrt();
        assert!((of_clusters.effective[class] / expected - 1.0).abs() < 1e-12);
        let present = (0..60).filter(|&i| weight(i, label) > 0.0).count();
        assert_eq!(rows.units[class], present as f64);
        let present = (0..13).filter(|&c| of(c) > 0.0).count();
        assert_eq!(of_clusters.units[class], present as f64);
    }
    assert_eq!(rows.units[2], rows.units[0] + rows.units[1]);
    assert_eq!(of_clusters.units[2], 13.0);
}

#[test]
fn counts_are_rows_repeated() {
    let data = counted(random(50, 8, 3));
    let rows: Vec<usize> = (0..50)
        .flat_map(|i| std::iter::repeat(i).take(data.weights[i] as usize))
        .collect();
    let repeated = Data {
        scores: rows.iter().map(|&i| data.scores[i]).collect(),
        labels: rows.iter().map(|&i| data.labels[i]).collect(),
        weights: vec![1.0; rows.len()],
    };
    let codes = |rows: &[usize]| rows.iter().map(|i| (i % 7) as i32).collect::<Vec<_>>();
    let all: Vec<usize> = (0..data.labels.len()).collect();
    let (of_data, of_repeated) = (codes(&all), codes(&rows));
    let cases = [None, Some(0.7)].map(|prior| [(prior, false), (prior, true)]);
    for (prior, clustered) in cases.into_iter().flatten() {
        let clusters = |codes| if clustered { Some((codes, 7)) } else { None };
        let counts = found(&data, Unit::Count, clusters(&of_data[..]), rule(4.0, prior)).unwrap();
        let rows = found(
            &repeated,
            Unit::Row,
            clusters(&of_repeated[..]),
            rule(4.0, prior),
        )
        .unwrap();
        let pairs = [
            (&counts.squares[..], &rows.squares[..]),
            (&counts.freedom, &rows.freedom),
            (&counts.units, &rows.units),
            (&counts.effective, &rows.effective),
        ];
        for (a, b) in pairs.into_iter().flat_map(|(a, b)| a.iter().zip(b)) {
            assert!((a / b - 1.0).abs() < 1e-12, "{counts:?} {rows:?}");
        }
    }
}

#[test]
fn heavy_errors_leave_few_degrees_of_freedom() {
    let data = Data {
        scores: (0..20).map(f64::from).collect(),
        labels: (0..20).map(|i| i % 2).collect(),
        weights: (0..20).map(|i| if i == 1 { 30.0 } else { 1.0 }).collect(),
    };
    let found = found(&data, Unit::Row, None, rule(2.0, Some(0.5))).unwrap();
    // The positive of weight 30 is the only one below the threshold.
    let (error, others) = (30.0 / 39.0 * 9.0 / 39.0, 30.0 / 39.0 / 39.0);
    let square: f64 = error * error + 9.0 * others * others;
    let fourth = error.powi(4) + 9.0 * others.powi(4);
    let freedom = 2.0 / (fourth / (square * square) - 0.1);
    assert!((found.squares[1] - square).abs() < 1e-15, "{found:?}");
    assert!((found.freedom[1] - freedom).abs() < 1e-12 && freedom < 3.0);
}

#[test]
fn an_infinite_score_is_called_positive_or_not() {
    let data = Data {
        scores: vec![1.0, 2.0, f64::INFINITY, f64::INFINITY],
        labels: vec![0, 1, 0, 1],
        weights: vec![1.0; 4],
    };
    let of = |threshold| {
        let rule = Rule {
            threshold,
            ..rule(0.0, Some(0.5))
        };
        found(&data, Unit::Row, None, rule).unwrap().squares
    };
    assert_eq!(of(Some(f64::INFINITY))[..2], [0.125, 0.125]);
    assert_eq!(of(None), [0.0; 3]);
}

#[test]
fn weights_of_any_size_will_do() {
    let data = random(40, 12, 1);
    let expected = found(&data, Unit::Row, None, rule(5.0, None)).unwrap();
    let factor = 2f64.powi(1000);
    let large = Data {
        weights: data.weights.iter().map(|weight| weight * factor).collect(),
        ..data
    };
    assert_eq!(
        found(&large, Unit::Row, None, rule(5.0, None)),
        Ok(expected)
    );
}

#[test]
fn costs_and_priors_of_any_size_will_do() {
    let data = random(40, 12, 1);
    // Only positives cost anything, and they are rare.
    let costs = Costs {
        true_negative: 0.0,
        false_positive: 0.0,
        ..COSTS
    };
    let rule = Rule {
        costs,
        ..rule(5.0, Some(1e-20))
    };
    let found = found(&data, Unit::Row, None, rule).unwrap();
    // One number of units is that of all observations, the other that of the positives.
    assert!(found.freedom[2] > found.freedom[1] / 2.0, "{found:?}");
    let expected = found.squares[1] * (2.5e-20f64).powi(2);
    assert!((found.squares[2] / expected - 1.0).abs() < 1e-12);
}

#[test]
fn what_is_no_rule_is_refused() {
    let data = random(20, 5, 1);
    let of = |rule| found(&data, Unit::Row, None, rule).unwrap_err();
    let (argument, position) = (Argument::Threshold, 0);
    let missing = Error::Missing { argument, position };
    assert_eq!(of(rule(f64::NAN, None)), missing);
    let value = 1.5;
    let probability = Error::Probability { position, value };
    assert_eq!(of(rule(1.0, Some(value))), probability);
    let costs = Costs {
        true_positive: f64::NEG_INFINITY,
        ..COSTS
    };
    let value = f64::NEG_INFINITY;
    let infinite = Rule {
        costs,
        ..rule(1.0, None)
    };
    assert_eq!(of(infinite), Error::Cost { value });
    let clusters = found(&data, Unit::Row, Some((&[0; 19], 1)), rule(1.0, None));
    assert!(matches!(clusters, Err(Error::Length { .. })));
}
