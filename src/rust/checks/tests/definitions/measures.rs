//! The measures at a row, and the row of a threshold.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use weighted_roc_checks::calls::{measures, Measures};
use weighted_roc_checks::check::{require, Verdict};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::decision::confusion::Confusion;
use weighted_roc_checks::decision::risk::Rates;
use weighted_roc_checks::exact::{is_between, is_near, power_of_two, rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::Sample;

const ULP: f64 = f64::EPSILON;
const SMALLEST: f64 = f64::from_bits(1);

/// By how much a ratio of weights that are right may be off.
const RATIO: f64 = 8.0 * ULP;

/// By how much a rate may be off, relative to itself or to a larger one that it is made of.
const RATE: f64 = 16.0 * ULP;

/// Where true negatives are a smaller share of all negatives, they are right by themselves; others
/// are what a sum leaves of all negatives.
const FEW: f64 = 1.0 / 1024.0;

/// How far the weights may be off that measures are made of, in units of `2^-52`.
#[derive(Clone, Copy)]
struct Slack {
    /// The allowance for errors, relative to themselves.
    errors: i32,
    /// The allowance for true positives, relative to themselves.
    true_positive: i32,
    /// The allowance for true negatives, relative to themselves where they are few, else to all negatives.
    true_negative: i32,
}

const NONE: Slack = Slack {
    errors: 0,
    true_positive: 0,
    true_negative: 0,
};

/// The fewest right and most wrong answers that can be meant, and the most right and fewest wrong.
struct Range([Confusion; 2]);

impl Range {
    fn new(exact: &Confusion, slack: Slack) -> Range {
        let exact = exact.finer(52);
        let share = |weight: &BigInt, share: i32| (weight * share) >> 52;
        let (tp, fp) = (&exact.true_positive, &exact.false_positive);
        let (tn, r#fn) = (&exact.true_negative, &exact.false_negative);
        let known = |weight: &BigInt, share| if weight.is_zero() { 0 } else { share };
        // Denormal rates and weights have fewer digits.
        let place = ((tp + r#fn) * 4) >> 1074;
        let place = place + power_of_two(-1074 - exact.exponent).to_integer();
        let all = tn + fp;
        let of = if tn * 1024 < all { tn } else { &all };
        let end = |sign: i32| Confusion {
            true_positive: tp
                + share(tp, sign * slack.true_positive)
                + &place * known(tp, sign * slack.true_positive.signum()),
            true_negative: tn + share(of, known(tn, known(fp, sign * slack.true_negative))),
            false_positive: fp - share(fp, sign * slack.errors),
            false_negative: r#fn - share(r#fn, sign * slack.errors),
            exponent: exact.exponent,
        };
        let [mut least, most] = [end(-1), end(1)];
        for weight in [&mut least.true_positive, &mut least.true_negative] {
            if weight.is_negative() {
                *weight = BigInt::zero();
            }
        }
        Range([least, most])
    }

    /// The smallest and the largest value of a measure, as far as it is defined.
    fn sorted(&self, measure: impl Fn(&Confusion) -> Option<BigRational>) -> Vec<BigRational> {
        let mut values: Vec<BigRational> = self.0.iter().filter_map(measure).collect();
        values.sort();
        values
    }
}

/// Returns whether a value is within a range, or is undefined as an end of the range is.
fn is_in(result: f64, values: &[BigRational], relative: f64, absolute: f64) -> bool {
    match values {
        [] => result.is_nan(),
        [value] => result.is_nan() || is_near(result, value, relative, absolute),
        [low, .., high] => is_between(result, [low, high], relative, absolute),
    }
}

type Measure = fn(&Confusion) -> Option<BigRational>;

fn hull_of_weights(result: &Measures, range: &Range, lead: f64) -> Verdict {
    let measures: [(&str, f64, Measure); 2] = [
        ("TP", result.true_positive, |c| Some(c.true_positive())),
        ("TN", result.true_negative, |c| Some(c.true_negative())),
    ];
    for (name, result, measure) in measures {
        let right = is_in(result, &range.sorted(measure), RATIO, SMALLEST);
        require(right, || format!("{name} is {result:e}"))?;
    }
    judge_cells(result, range, lead)
}

/// The measures that do not depend on the unit of the weights.
fn judge_cells(result: &Measures, range: &Range, lead: f64) -> Verdict {
    let measures: [(&str, f64, Measure); 8] = [
        ("PPV", result.ppv, Confusion::ppv),
        ("NPV", result.npv, Confusion::npv),
        ("ACC", result.accuracy, Confusion::accuracy),
        ("ERR", result.error_rate, Confusion::error_rate),
        ("F1", result.f1, Confusion::f1),
        (
            "FDR",
            result.false_discovery_rate,
            Confusion::false_discovery_rate,
        ),
        (
            "FOR",
            result.false_omission_rate,
            Confusion::false_omission_rate,
        ),
        ("share", result.share, Confusion::share),
    ];
    for (name, result, measure) in measures {
        let right = is_in(result, &range.sorted(measure), RATIO, SMALLEST);
        require(right, || format!("{name} is {result:e}"))?;
    }
    agreement(result.kappa, range, lead)?;
    correlation(result.mcc, range, lead)
}

/// Kappa is a multiple of TPR - FPR, of which so much may be off.
fn agreement(result: f64, range: &Range, lead: f64) -> Verdict {
    let multiples = range.0.iter().map(|c| rounded(&c.kappa_by_lead()));
    let off = (lead * multiples.fold(0.0, f64::max)).min(RATE) + 2.0 * SMALLEST;
    let right = is_in(result, &range.sorted(Confusion::kappa), RATIO, off);
    require(right && result.abs() <= 1.0, || {
        format!("kappa is {result:e}")
    })
}

fn is_ratio(result: f64, exact: Option<BigRational>, relative: f64) -> bool {
    match exact {
        Some(exact) if rounded(&exact) <= f64::MAX => is_near(result, &exact, relative, SMALLEST),
        Some(_) => result >= f64::MAX / 2.0,
        None => !result.is_finite(),
    }
}

fn likelihood_ratios(result: &Measures, exact: &Rates) -> Verdict {
    let ratio =
        |above: &BigRational, below: &BigRational| (!below.is_zero()).then(|| above / below);
    let of_rest = if exact.tnr < rational(FEW) {
        0.0
    } else {
        2.0 * ULP / rounded(&exact.tnr)
    };
    let pairs = [
        (
            "LR_pos",
            result.positive_likelihood_ratio,
            [&exact.tpr, &exact.fpr],
            RATE,
        ),
        (
            "LR_neg",
            result.negative_likelihood_ratio,
            [&exact.fnr, &exact.tnr],
            RATE + of_rest,
        ),
    ];
    for (name, result, [above, below], relative) in pairs {
        let exact = ratio(above, below);
        let right = is_ratio(result, exact, relative)
            && result.is_nan() == (above.is_zero() && below.is_zero());
        require(right, || format!("{name} is {result:e}"))?;
    }
    Ok(())
}

/// By how much TPR - FPR may be off: it is a difference of the rates or of what they leave of 1, as
/// these are smaller. A true negative rate that is not small is 1 - FPR.
fn lead_slack(exact: &Rates) -> f64 {
    let [tpr, fpr, fnr, tnr] = [&exact.tpr, &exact.fpr, &exact.fnr, &exact.tnr].map(rounded);
    let rest = if tnr < FEW { fnr.max(tnr) } else { 1.0 };
    RATE * rest.min(tpr.max(fpr)) + 2.0 * SMALLEST
}

/// The correlation falls to 0 towards the weights for which it is undefined. It is a multiple of
/// TPR - FPR, of which so much may be off.
fn correlation(result: f64, range: &Range, lead: f64) -> Verdict {
    let mut values = range.sorted(Confusion::mcc_squared);
    if values.len() == 1 {
        values.push(BigRational::zero());
        values.sort();
    }
    let undefined = result.is_nan() && range.0.iter().any(|c| c.mcc_squared().is_none());
    if undefined || values.is_empty() {
        return require(undefined, || format!("MCC is {result:e}"));
    }
    let multiples = range.sorted(Confusion::mcc_by_lead_squared);
    let largest = multiples
        .last()
        .map_or(0.0, |square| rounded(square).sqrt());
    let off = RATIO * result.abs() + (lead * largest).min(RATE) + 2.0 * SMALLEST;
    let ends = [&values[0], &values[values.len() - 1]];
    let right = result.abs() <= 1.0 && is_root_between(result, off, ends);
    require(right, || format!("MCC is {result:e}"))
}

/// Returns whether a value times its absolute value is between others, when so much may be off.
fn is_root_between(result: f64, off: f64, [low, high]: [&BigRational; 2]) -> bool {
    // Squares that are doubles are faster.
    if result.abs() > 1e-140 {
        let slack = off * (2.0 * result.abs() + off);
        return is_between(result * result.abs(), [low, high], RATIO, slack);
    }
    let [off, result] = [off, result].map(rational);
    let size = result.abs();
    let slack = &off * (&size + &size + &off);
    let square = result * size;
    low - &slack <= square && square <= high + &slack
}

fn judge_rates(result: &Measures, exact: &Rates) -> Verdict {
    let two = rational(2.0);
    let few = exact.tnr < rational(FEW);
    let rest = if few { SMALLEST } else { 2.0 * ULP };
    let rates = [
        ("FNR", result.fnr, exact.fnr.clone(), [4.0 * ULP, SMALLEST]),
        ("TNR", result.tnr, exact.tnr.clone(), [4.0 * ULP, rest]),
        (
            "BACC",
            result.balanced_accuracy,
            (&exact.tpr + &exact.tnr) / two,
            [4.0 * ULP, rest],
        ),
        ("J", result.youden, exact.lead(), [0.0, lead_slack(exact)]),
    ];
    for (name, result, exact, [relative, absolute]) in rates {
        require(is_near(result, &exact, relative, absolute), || {
            format!("{name} is {result:e}")
        })?;
    }
    Ok(())
}

/// From next to nothing to next to all.
const PRIORS: [f64; 7] = [
    1e-300,
    1e-12,
    0.01,
    0.5,
    0.9,
    1.0 - 1e-9,
    1.0 - f64::EPSILON / 2.0,
];

#[test]
fn measures_at_a_prior_are_those_of_the_rates() {
    let mut rng = Rng::new(5);
    let slack = Slack {
        errors: 4,
        true_positive: 8,
        true_negative: 8,
    };
    for _ in 0..500 {
        let sample = Sample::up_to(40, &mut rng);
        let prior = rng.pick(&PRIORS);
        let exact = sample.exact();
        check_at(&sample, Some(prior), |_, row, result| {
            let rates = Rates::by_weights(&exact, row);
            // Denormal rates have fewer digits.
            let all = [&rates.tpr, &rates.fpr, &rates.fnr, &rates.tnr];
            if all
                .iter()
                .any(|rate| !rate.is_zero() && rounded(rate) < 1e-290)
            {
                return Ok(());
            }
            let range = Range::new(&Confusion::at_prior(&rates, prior), slack);
            judge_cells(result, &range, lead_slack(&rates))?;
            likelihood_ratios(result, &rates)
        });
    }
}

#[test]
fn rates_and_weights_are_those_of_the_observations_at_any_prior() {
    let mut rng = Rng::new(6);
    for _ in 0..200 {
        let sample = Sample::up_to(40, &mut rng);
        let curve = sample.curve.given();
        for row in 0..sample.curve.rows() {
            let of = |prior| {
                let result = measures(&curve, row, prior);
                let ratios = [
                    result.positive_likelihood_ratio,
                    result.negative_likelihood_ratio,
                ];
                let rates = [
                    result.tnr,
                    result.fnr,
                    result.balanced_accuracy,
                    result.youden,
                ];
                (
                    [result.true_positive, result.true_negative],
                    rates,
                    ratios.map(f64::to_bits),
                )
            };
            assert_eq!(of(None), of(Some(0.3)), "{}", sample.name);
        }
    }
}

fn check(sample: &Sample, verdict: impl Fn(&Curve, usize, &Measures) -> Verdict) {
    check_at(sample, None, verdict);
}

fn check_at(
    sample: &Sample,
    prior: Option<f64>,
    verdict: impl Fn(&Curve, usize, &Measures) -> Verdict,
) {
    let curve = &sample.curve;
    for row in 0..curve.rows() {
        let result = measures(&curve.given(), row, prior);
        verdict(curve, row, &result).unwrap_or_else(|wrong| {
            panic!(
                "{} at {prior:?}: {wrong} in row {row} of {curve:?}: {result:?}",
                sample.name
            )
        });
    }
}

#[test]
fn measures_are_those_of_the_columns() {
    let mut rng = Rng::new(1);
    let slack = Slack {
        errors: 0,
        true_positive: 8,
        true_negative: 4,
    };
    for _ in 0..2000 {
        check(&Sample::up_to(60, &mut rng), |curve, row, result| {
            let range = Range::new(&Confusion::by_columns(curve, row), slack);
            let exact = Rates::by_columns(curve, row);
            hull_of_weights(result, &range, lead_slack(&exact))?;
            judge_rates(result, &exact)
        });
    }
}

#[test]
fn measures_are_those_of_the_observations() {
    let mut rng = Rng::new(2);
    let slack = Slack {
        errors: 4,
        true_positive: 8,
        true_negative: 8,
    };
    for _ in 0..2000 {
        let sample = Sample::up_to(60, &mut rng);
        let exact = sample.exact();
        check(&sample, |_, row, result| {
            let range = Range::new(&Confusion::by_weights(&exact, row), slack);
            let rates = Rates::by_weights(&exact, row);
            hull_of_weights(result, &range, lead_slack(&rates))?;
            judge_rates(result, &rates)
        });
    }
}

#[test]
fn measures_of_whole_weights_are_right() {
    let mut rng = Rng::new(3);
    for _ in 0..2000 {
        let sample = Sample::whole(60, &mut rng);
        let exact = sample.exact();
        check(&sample, |_, row, result| {
            let confusion = Confusion::by_weights(&exact, row);
            let right = [result.true_positive, result.true_negative].map(rational);
            let expected = [confusion.true_positive(), confusion.true_negative()];
            require(right == expected, || "TP or TN".into())?;
            let rates = Rates::by_weights(&exact, row);
            hull_of_weights(result, &Range::new(&confusion, NONE), lead_slack(&rates))?;
            judge_rates(result, &rates)
        });
    }
}

/// By definition: the first row whose threshold is no lower.
fn row_at(curve: &Curve, threshold: f64) -> usize {
    let mut rows = 0..curve.rows();
    rows.find(|&row| curve.threshold[row] >= threshold)
        .expect("the last threshold is infinite")
}

#[test]
fn the_row_of_any_threshold_is_the_first_that_is_no_lower() {
    let mut rng = Rng::new(4);
    for _ in 0..5000 {
        let Sample { curve, name, .. } = Sample::up_to(60, &mut rng);
        let given = curve.given();
        let neighbours = |&t: &f64| [t, t.next_up(), t.next_down(), -t];
        let mut thresholds: Vec<f64> = curve.threshold.iter().flat_map(neighbours).collect();
        thresholds.extend([f64::NEG_INFINITY, f64::MIN, -0.0, 0.0, f64::MAX, rng.unit()]);
        for threshold in thresholds {
            let (result, expected) = (given.row_at(threshold).unwrap(), row_at(&curve, threshold));
            assert_eq!(result, expected, "{name}: {threshold:e} in {curve:?}");
        }
    }
}
