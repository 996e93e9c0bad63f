//! The AUC and the interval of the R package's README, outside of R.

// A test may run out of memory.
#![allow(clippy::disallowed_methods)]

use weighted_roc_core::estimate::{estimate, EstimateRequest};
use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};

#[test]
fn the_auc_of_the_readme_has_its_interval() {
    let (mut scores, mut labels, mut weights) = (Vec::new(), Vec::new(), Vec::new());
    for line in include_str!("liver.txt").lines() {
        let fields: Vec<f64> = line
            .split(' ')
            .map(|field| field.parse().unwrap())
            .collect();
        scores.push(fields[0]);
        labels.push(fields[1] as i32);
        weights.push(fields[2]);
    }
    let observations = Observations {
        scores: Scores::F64(&scores),
        labels: Labels::I32(&labels),
        weights: Weights::F64(&weights),
    };
    let request = EstimateRequest::default();
    let result = estimate(&[observations], &request, Options::new(&mut || false)).unwrap();
    let area = result.estimates[0];
    // auc_ci() of the version before the statistics were in the core.
    let expected = [
        (area.value, 0.860_772_581_756_034),
        (area.interval.std_error, 0.021_732_375_249_311_4),
        (area.interval.low, 0.810_829_296_128_167),
        (area.interval.high, 0.897_784_290_814_308),
    ];
    for (result, expected) in expected {
        assert!(
            (result / expected - 1.0).abs() < 1e-12,
            "{result} {expected}"
        );
    }
    assert_eq!(result.numbers, [196.0, 114.0]);
}
