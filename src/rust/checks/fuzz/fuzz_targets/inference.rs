//! Whatever the observations, influences, variances and replicates are those of simple sums.

#![no_main]

mod rows;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use rows::Rows;
use std::num::NonZeroUsize;
use weighted_roc_checks::calls::{bootstrap, covariance, influence, replicate_areas, wmw};
use weighted_roc_checks::case::{reversed, Case, Row};
use weighted_roc_core::decision::Costs;
use weighted_roc_core::inference::{CovarianceRequest, Influence};
use weighted_roc_core::quantity::{Choice, Measure, Quantity};
use weighted_roc_core::replicate::{Bootstrap, Scheme};
use weighted_roc_core::sampling::{Correction, Unit};
use weighted_roc_core::{Error, Options};

/// Far above the rounding of what is at most 1.
const SLACK: f64 = 1e-12;

/// The largest loss at the lower end of the doubles.
const UNDERFLOW: f64 = 1e-322;

/// The most observations that are compared pair by pair.
const FEW: usize = 40;

#[derive(Arbitrary, Debug)]
struct Asked {
    /// The clusters of the observations, again and again.
    clusters: [u8; 16],
    /// Their weights in a replicate, again and again.
    replicate: [u8; 16],
    exponent: i16,
    turn: u8,
    seed: u64,
    statistic: u8,
    scheme: u8,
    clustered: bool,
    shares: [u16; 2],
    costs: [u8; 2],
    prior: Option<u8>,
    threshold: f64,
}

fuzz_target!(|input: (Asked, Rows)| {
    let (spec, Rows(rows)) = input;
    let case = Case::of(&rows);
    let result = influence(&case.observations()).unwrap();
    influences(&rows, &result);
    squares(&rows, &result, &spec);
    columns(&rows, &result, &spec);
    replicates(&case, &rows, &spec);
});

fn assert_near(a: f64, b: f64, slack: f64) {
    assert!((a - b).abs() <= slack, "{a:e}, {b:e}");
}

/// The influences in a class add up to 0, and for few observations they equal those computed from
/// all pairs.
fn influences(rows: &[Row], result: &Influence) {
    assert!((0.0..=1.0).contains(&result.area));
    for class in [false, true] {
        let of_class = |values: &[f64]| -> f64 {
            let members = rows
                .iter()
                .zip(values)
                .filter(|(row, _)| row.positive == class);
            members.map(|(_, value)| value).sum()
        };
        assert_near(of_class(&result.values), 0.0, SLACK);
        assert_near(of_class(&result.shares).abs(), 1.0, SLACK);
    }
    if rows.len() <= FEW {
        for (i, row) in rows.iter().enumerate() {
            let sign = if row.positive { 1.0 } else { -1.0 };
            let others = rows.iter().zip(&result.shares);
            let others = others.filter(|(other, _)| other.positive != row.positive);
            let placements = others.map(|(other, share)| {
                let lead = row.score.partial_cmp(&other.score).unwrap() as i32;
                share.abs() * (1.0 + sign * f64::from(lead)) / 2.0
            });
            let share = result.shares[i].abs();
            let expected = share * (placements.sum::<f64>() - result.area);
            assert_near(result.values[i], expected, SLACK * share + UNDERFLOW);
        }
    }
}

/// Variances without a correction are the sums of the squares of influences, where each class has two units.
fn squares(rows: &[Row], influences: &Influence, spec: &Asked) {
    let case = Case::of(rows);
    let jackknife = |unit, clusters| {
        let mut request = CovarianceRequest::default();
        request.sampling.unit = unit;
        request.sampling.clusters = clusters;
        request.sampling.correction = Correction::Jackknife;
        request
    };
    let of = [case.observations()];
    let [of_rows, of_counts] =
        [Unit::Row, Unit::Count].map(|unit| covariance(&of, &jackknife(unit, None)).unwrap());
    assert_near(of_rows.values[0], influences.area, SLACK);
    let n = influences.values.len();
    let sum: f64 = influences.values.iter().map(|value| value * value).sum();
    let (variance, of_counts) = (of_rows.matrix[0], of_counts.matrix[0]);
    if variance.is_nan() {
        return;
    }
    assert!(variance >= 0.0 && (of_counts.is_nan() || of_counts >= 0.0));
    assert_near(variance, sum, SLACK);
    let other = Case::of(&reversed(rows, spec.turn));
    let scores = [case.observations(), other.observations()];
    let joint = covariance(&scores, &jackknife(Unit::Row, None))
        .unwrap()
        .matrix;
    assert_near(joint[0], variance, SLACK);
    assert_near(joint[1], joint[2], SLACK);
    assert!(joint[1] * joint[1] <= joint[0] * joint[3] + SLACK);
    let clusters = clusters(spec, n);
    let clustered = covariance(&scores, &jackknife(Unit::Row, Some((&clusters[..], 4)))).unwrap();
    for k in [0, 3] {
        let variance = clustered.matrix[k];
        assert!(variance.is_nan() || variance >= -SLACK, "{variance:e}");
    }
}

fn clusters(spec: &Asked, n: usize) -> Vec<i32> {
    let codes = spec.clusters.iter().cycle().take(n);
    codes.map(|&code| i32::from(code % 4)).collect()
}

/// Columns of weights give the areas that such weights have.
fn columns(rows: &[Row], result: &Influence, spec: &Asked) {
    let scale = f64::from(spec.exponent.clamp(-1000, 1000)).exp2();
    let weights = spec.replicate.iter().cycle();
    let others: Vec<Row> = rows
        .iter()
        .zip(weights)
        .map(|(row, &weight)| Row {
            weight: f64::from(weight) * scale,
            ..*row
        })
        .collect();
    let own = rows.iter().map(|row| row.weight);
    let replicates: Vec<f64> = own.chain(others.iter().map(|row| row.weight)).collect();
    let mut areas = [0.0; 2];
    replicate_areas(&Case::of(rows).observations(), &replicates, &mut areas).unwrap();
    assert_near(areas[0], result.area, SLACK);
    let counted: Vec<Row> = others
        .into_iter()
        .zip(rows)
        .map(|(other, row)| Row {
            weight: if row.weight > 0.0 { other.weight } else { 0.0 },
            ..other
        })
        .collect();
    match wmw(&Case::of(&counted).observations()) {
        Ok(area) => assert_near(areas[1], area, SLACK),
        Err(Error::NoWeight { .. }) => assert!(areas[1].is_nan()),
        Err(error) => assert!(matches!(error, Error::Overflow { .. }), "{error}"),
    }
}

/// Returns whether a weight may vanish beside another.
fn is_wide(rows: &[Row]) -> bool {
    let positive = rows.iter().map(|row| row.weight).filter(|&w| w > 0.0);
    let (least, most) = (
        positive.clone().fold(f64::MAX, f64::min),
        positive.fold(0.0, f64::max),
    );
    least < 1e-280 * most
}

/// Replicates are what they can be, whoever works them out and however many at once.
fn replicates(case: &Case, rows: &[Row], spec: &Asked) {
    let observations = case.observations();
    let quantities = quantities(spec);
    let clusters = clusters(spec, observations.labels.len());
    let clusters = spec.clustered.then_some((&clusters[..], 4));
    let scheme = match spec.scheme % 5 {
        0 => Scheme::Multinomial,
        1 => Scheme::Dirichlet,
        2 => Scheme::Counts,
        3 => Scheme::Half,
        _ => Scheme::HalfOfCounts,
    };
    let bootstrap = match bootstrap(&observations, clusters, scheme, spec.seed) {
        Ok(bootstrap) => bootstrap,
        Err(error) => return assert_uncountable(error, rows),
    };
    let result = of_threads(&bootstrap, &quantities, 0, 3, 1);
    let again = of_threads(&bootstrap, &quantities, 1, 2, 2);
    let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&result[quantities.len()..]), bits(&again));
    let range = match quantities[0].measure {
        Measure::Threshold => f64::NEG_INFINITY..=f64::INFINITY,
        _ => -SLACK..=1.0 + SLACK,
    };
    // Without clusters something is drawn of both classes, though it may be next to nothing.
    let weightless = spec.clustered || is_wide(rows);
    let sound = |value: &f64| value.is_nan() && weightless || range.contains(value);
    assert!(result.iter().all(sound), "{quantities:?}: {result:?}");
}

/// Weights that are no counts of rows, or count too many of them.
fn assert_uncountable(error: Error, rows: &[Row]) {
    match error {
        Error::NotACount { position, value } => {
            assert!(rows[position].weight == value && value.fract() != 0.0);
        }
        Error::TooManyRows { rows, .. } => assert!(rows > Error::MAX_ROWS),
        other => panic!("{other}"),
    }
}

fn quantities(spec: &Asked) -> Vec<Quantity> {
    let [a, b] = spec
        .shares
        .map(|share| f64::from(share) / f64::from(u16::MAX));
    let interval = [a.min(b), a.max(b)];
    let costs = Costs {
        false_positive: spec.costs[0].into(),
        false_negative: spec.costs[1].into(),
        true_positive: 0.0,
        true_negative: 0.0,
    };
    match spec.statistic % 7 {
        0 => vec![Quantity::AREA],
        1 => vec![Quantity::partial_by_fpr(interval)],
        2 => vec![Quantity::partial_by_tpr(interval)],
        3 => interval.map(Quantity::tpr_at).to_vec(),
        4 => interval.map(Quantity::fpr_at).to_vec(),
        5 => {
            // The larger of NaN and a number is the number.
            let threshold = spec.threshold.max(f64::NEG_INFINITY);
            let at = |measure| Quantity::at_threshold(measure, threshold);
            vec![at(Measure::Tpr), at(Measure::Fpr)]
        }
        _ => {
            let prior = spec.prior.map(|prior| f64::from(prior) / 255.0);
            let risk = Measure::Risk(costs);
            let choice = Choice::best(risk, prior);
            [Measure::Threshold, risk]
                .map(|measure| Quantity::at_choice(measure, choice))
                .to_vec()
        }
    }
}

fn of_threads(
    bootstrap: &Bootstrap,
    quantities: &[Quantity],
    first: usize,
    number: usize,
    threads: usize,
) -> Vec<f64> {
    let mut to = vec![0.0; number * quantities.len()];
    let options = Options {
        threads: NonZeroUsize::new(threads).unwrap(),
        poll: &mut || false,
    };
    bootstrap
        .replicates(quantities, first, &mut to, options)
        .unwrap();
    to
}
