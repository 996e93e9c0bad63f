//! The expected cost of a threshold, and the row where it is least.

use num_rational::BigRational;
use num_traits::Signed;
use weighted_roc_checks::calls::{hull, least_risk, risk};
use weighted_roc_checks::check::{require, Verdict};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::decision::risk::{prior, Rates};
use weighted_roc_checks::definition::ExactCurve;
use weighted_roc_checks::exact::{compare, is_near, rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::{bends, gentle, Sample};
use weighted_roc_core::curve::Curve as KnownVariances;
use weighted_roc_core::decision::{Costs, Risk};

/// By how much a risk may be off, relative to itself: it is a sum of what is not negative.
const RISK: f64 = 16.0 * f64::EPSILON;

/// By how much the risk of the chosen row may be above the least, relative to it.
const LEAST: f64 = 1e-14;

const SMALLEST: f64 = f64::from_bits(1);

fn any_cost(rng: &mut Rng) -> f64 {
    match rng.below(4) {
        0 => rng.below(4) as f64,
        1 => rng.unit(),
        2 => 10f64.powf(24.0 * rng.unit() - 12.0),
        _ => rng.pick(&[0.0, 1.0, 1e-150, 1e150, f64::MAX]),
    }
}

fn any_costs(rng: &mut Rng) -> Costs {
    let mut cost = || any_cost(rng);
    Costs {
        false_positive: cost(),
        false_negative: cost(),
        true_positive: cost(),
        true_negative: cost(),
    }
}

/// Errors cost no less than right answers.
fn sensible(costs: Costs) -> Costs {
    Costs {
        false_positive: costs.false_positive.max(costs.true_negative),
        false_negative: costs.false_negative.max(costs.true_positive),
        true_positive: costs.true_positive.min(costs.false_negative),
        true_negative: costs.true_negative.min(costs.false_positive),
    }
}

fn small_costs(rng: &mut Rng) -> Costs {
    let mut cost = || rng.below(6) as f64;
    sensible(Costs {
        false_positive: cost(),
        false_negative: cost(),
        true_positive: cost(),
        true_negative: cost(),
    })
}

fn any_prior(rng: &mut Rng) -> Option<f64> {
    match rng.below(4) {
        0 => None,
        1 => Some(rng.unit()),
        2 => Some(10f64.powf(-20.0 * rng.unit())),
        _ => Some(rng.pick(&[0.0, 0.5, 1.0, 1.0 - f64::EPSILON])),
    }
}

fn eighths(rng: &mut Rng) -> Option<f64> {
    rng.chance(0.5).then(|| rng.below(9) as f64 / 8.0)
}

fn risks(curve: &Curve, costs: &Costs, prior: &BigRational) -> Vec<BigRational> {
    let rates = |row| Rates::by_columns(curve, row);
    let risk = |row| rates(row).risk(costs, prior);
    (0..curve.rows()).map(risk).collect()
}

/// Returns the largest loss of a risk at the lower end of the doubles. A rate or a share of the
/// weights that is denormal has fewer digits, which large costs show.
fn absolute(costs: &Costs) -> f64 {
    let errors = costs.false_positive.max(costs.false_negative);
    let right = costs.true_positive.max(costs.true_negative);
    4.0 * SMALLEST * errors.max(right).max(1.0)
}

fn risk_of<'a>(curve: &'a KnownVariances<'a>, costs: Costs, given: Option<f64>) -> Risk<'a> {
    risk(curve, costs, given).expect("costs and priors")
}

fn judge_rows(curve: &Curve, costs: Costs, given: Option<f64>) -> Verdict {
    let columns = curve.given();
    let risk = risk_of(&columns, costs, given);
    let prior = prior(given, curve);
    let priors = [rational(1.0) - &prior, prior.clone()];
    let near = |(result, exact): (f64, &BigRational)| is_near(result, exact, RISK, SMALLEST);
    require(risk.priors().into_iter().zip(&priors).all(near), || {
        format!("the priors are {:?}", risk.priors())
    })?;
    let absolute = absolute(&costs);
    let exact = risks(curve, &costs, &prior);
    for (row, exact) in exact.iter().enumerate() {
        require(
            is_near(risk.at_row(row).unwrap(), exact, RISK, absolute),
            || {
                format!(
                    "the risk in row {row} is {:e}, not {:e}",
                    risk.at_row(row).unwrap(),
                    rounded(exact)
                )
            },
        )?;
    }
    for positive in [0.0, 1.0, 0.1, 1e-20] {
        let exact = Rates::chance(&rational(positive)).risk(&costs, &prior);
        let result = risk.at_point(positive, positive).expect("a point");
        require(is_near(result, &exact, RISK, absolute), || {
            format!("saying positive {positive:e} of the time costs {result:e}")
        })?;
    }
    let (result, exact) = (risk.at_random(), Rates::chance(&prior).risk(&costs, &prior));
    require(is_near(result, &exact, RISK, absolute), || {
        format!("the random classifier costs {result:e}")
    })
}

#[test]
fn risks_are_those_of_the_definition() {
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        let Sample { curve, name, .. } = Sample::up_to(60, &mut rng);
        let (costs, given) = (any_costs(&mut rng), any_prior(&mut rng));
        judge_rows(&curve, costs, given)
            .unwrap_or_else(|wrong| panic!("{name}: {wrong}: {costs:?}, {given:?}, {curve:?}"));
    }
}

fn any_gains(rng: &mut Rng) -> Costs {
    let costs = any_costs(rng);
    let mut signed = |cost: f64| if rng.chance(0.5) { -cost } else { cost };
    Costs {
        false_positive: signed(costs.false_positive),
        false_negative: signed(costs.false_negative),
        true_positive: signed(costs.true_positive),
        true_negative: signed(costs.true_negative),
    }
}

fn size_of(costs: &Costs) -> f64 {
    let all = [
        costs.false_positive,
        costs.false_negative,
        costs.true_positive,
        costs.true_negative,
    ];
    all.into_iter()
        .fold(0.0, |most: f64, cost| most.max(cost.abs()))
}

#[test]
fn risks_with_gains_are_those_of_the_definition() {
    let mut rng = Rng::new(7);
    for _ in 0..2000 {
        let curve = Sample::up_to(60, &mut rng).curve;
        let (costs, given) = (any_gains(&mut rng), any_prior(&mut rng));
        let columns = curve.given();
        let risk = risk_of(&columns, costs, given);
        // Costs and gains cancel, and what cancels may be as small as any.
        let size = size_of(&costs);
        let slack = rational(size) * rational(RISK) + rational(4.0 * SMALLEST * size.max(1.0));
        let exact = risks(&curve, &costs, &prior(given, &curve));
        for (row, exact) in exact.iter().enumerate() {
            let off = (rational(risk.at_row(row).unwrap()) - exact).abs();
            assert!(off <= slack, "row {row}: {costs:?}, {given:?}, {curve:?}");
        }
    }
}

/// The chosen row has the least excess of the cost of errors over that of right answers.
#[test]
fn the_row_of_least_risk_is_found_beside_gains() {
    let mut rng = Rng::new(8);
    for _ in 0..3000 {
        let Sample { curve, name, .. } = Sample::up_to(60, &mut rng);
        let (costs, given) = (sensible(any_gains(&mut rng)), any_prior(&mut rng));
        let prior = prior(given, &curve);
        let of_negative = (rational(1.0) - &prior)
            * (rational(costs.false_positive) - rational(costs.true_negative));
        let of_positive = &prior * (rational(costs.false_negative) - rational(costs.true_positive));
        let added: Vec<_> = (0..curve.rows())
            .map(|row| Rates::by_columns(&curve, row))
            .map(|rates| &of_negative * rates.fpr + &of_positive * rates.fnr)
            .collect();
        let least = added.iter().min().expect("two rows at least");
        let result = least_risk(&risk_of(&curve.given(), costs, given)).expect("memory");
        let most =
            least * rational(1.0 + LEAST) + rational(4.0 * SMALLEST * size_of(&costs).max(1.0));
        assert!(
            added[result] <= most,
            "{name}: row {result}: {costs:?}, {given:?}, {curve:?}"
        );
    }
}

/// No row is better but for rounding.
fn judge_least(curve: &Curve, costs: Costs, given: Option<f64>) -> Verdict {
    let exact = risks(curve, &costs, &prior(given, curve));
    let least = exact.iter().min().expect("two rows at least");
    let columns = curve.given();
    let result = least_risk(&risk_of(&columns, costs, given)).expect("memory");
    let most = least * rational(1.0 + LEAST) + rational(absolute(&costs));
    require(exact[result] <= most, || {
        let (risk, least) = (rounded(&exact[result]), rounded(least));
        format!("row {result} has risk {risk:e}, the least is {least:e}")
    })?;
    require(
        hull(&columns).expect("memory").rows().contains(&result),
        || format!("row {result} is not on the hull"),
    )
}

#[test]
fn the_row_of_least_risk_has_the_least_risk() {
    let mut rng = Rng::new(2);
    for _ in 0..3000 {
        let Sample { curve, name, .. } = Sample::up_to(60, &mut rng);
        let (costs, given) = (sensible(any_costs(&mut rng)), any_prior(&mut rng));
        judge_least(&curve, costs, given)
            .unwrap_or_else(|wrong| panic!("{name}: {wrong}: {costs:?}, {given:?}, {curve:?}"));
    }
}

#[test]
fn the_least_risk_is_found_among_thousands_of_rows() {
    let mut rng = Rng::new(3);
    for _ in 0..30 {
        let Sample { curve, name, .. } = Sample::any(3000, &mut rng);
        let (costs, given) = (sensible(any_costs(&mut rng)), any_prior(&mut rng));
        judge_least(&curve, costs, given)
            .unwrap_or_else(|wrong| panic!("{name}: {wrong}: {costs:?}, {given:?}"));
    }
}

#[test]
fn the_least_risk_is_found_on_curves_that_hardly_bend() {
    let costs = Costs {
        false_positive: 1.0,
        false_negative: 1.0,
        true_positive: 0.0,
        true_negative: 0.0,
    };
    for bend in bends() {
        judge_least(&gentle(3000, bend), costs, Some(0.5))
            .unwrap_or_else(|wrong| panic!("bend {bend:e}: {wrong}"));
    }
}

/// By the rule: of all rows of least risk those of the smallest FPR, of these that of the largest
/// TPR.
fn by_rule(exact: &ExactCurve, costs: &Costs, given: Option<f64>, rows: usize) -> usize {
    let prior = given.map_or_else(
        || {
            let (positives, negatives) = (exact.positives(), exact.negatives());
            BigRational::new(positives.clone(), positives + negatives)
        },
        rational,
    );
    let key = |&row: &usize| {
        let rates = Rates::by_weights(exact, row);
        (rates.risk(costs, &prior), rates.fpr, rates.fnr)
    };
    (0..rows).min_by_key(key).expect("two rows at least")
}

#[test]
fn ties_go_to_the_smallest_fpr_then_to_the_largest_tpr() {
    let mut rng = Rng::new(4);
    for _ in 0..3000 {
        let sample = Sample::whole(60, &mut rng);
        let curve = &sample.curve;
        let (costs, given) = (small_costs(&mut rng), eighths(&mut rng));
        let expected = by_rule(&sample.exact(), &costs, given, curve.rows());
        let result = least_risk(&risk_of(&curve.given(), costs, given)).expect("memory");
        let name = &sample.name;
        assert_eq!(result, expected, "{name}: {costs:?}, {given:?}, {curve:?}");
    }
}

/// Costs of errors above those of right answers, some next to nothing.
fn strict_costs(rng: &mut Rng) -> Costs {
    let mut cost = |least: f64| match rng.below(4) {
        0 => least.max(SMALLEST).next_up(),
        1 => least * (1.0 + rng.unit()) + SMALLEST,
        2 => least + 10f64.powf(600.0 * rng.unit() - 300.0),
        _ => least + 1.0 + rng.below(4) as f64,
    };
    let right = [cost(0.0), cost(0.0)].map(|cost| if cost < 2.0 { 0.0 } else { cost });
    Costs {
        false_positive: cost(right[0]).max(right[0].next_up()),
        false_negative: cost(right[1]).max(right[1].next_up()),
        true_positive: right[1],
        true_negative: right[0],
    }
}

fn tiny_or_any_prior(rng: &mut Rng) -> f64 {
    match rng.below(4) {
        0 => SMALLEST,
        1 => 1e-310,
        2 => 10f64.powf(-300.0 * rng.unit()),
        _ => rng.unit().max(0.001),
    }
}

/// A quotient is right to a share of itself and so much more, or beyond the doubles.
fn quotient(result: f64, exact: &BigRational, absolute: &BigRational) -> bool {
    let slack = absolute + rational(4.0 * SMALLEST);
    let relative = rational(8.0 * f64::EPSILON);
    if result.is_infinite() {
        return result.signum() * rounded(exact).signum() > 0.0
            && exact.abs() + slack >= rational(f64::MAX);
    }
    (rational(result) - exact).abs() <= relative * exact.abs() + slack
}

#[test]
fn lines_of_one_risk_are_those_of_the_definition() {
    let mut rng = Rng::new(6);
    for _ in 0..3000 {
        let curve = Sample::up_to(4, &mut rng).curve;
        let (costs, given) = (strict_costs(&mut rng), tiny_or_any_prior(&mut rng));
        let columns = curve.given();
        let risk = risk_of(&columns, costs, Some(given));
        let exact = |cost| rational(cost);
        let (positive, negative) = (exact(given), exact(1.0) - exact(given));
        let per_tpr = &positive * (exact(costs.false_negative) - exact(costs.true_positive));
        let per_fpr = &negative * (exact(costs.false_positive) - exact(costs.true_negative));
        let context = || format!("{costs:?}, {given:e}: {:e}", risk.slope());
        let slope = per_fpr / &per_tpr;
        assert!(
            quotient(risk.slope(), &slope, &rational(0.0)),
            "{}",
            context()
        );
        let of_one = rng.unit() * costs.false_negative;
        for of_line in [
            risk.at_row(0).unwrap(),
            risk.at_point(0.0, 0.0).expect("a point"),
            of_one,
        ] {
            let at_origin =
                &positive * exact(costs.false_negative) + &negative * exact(costs.true_negative);
            let intercept = (&at_origin - exact(of_line)) / &per_tpr;
            let terms = (at_origin + exact(of_line)) / &per_tpr;
            let result = risk.intercept(of_line);
            let right = quotient(result, &intercept, &(terms * exact(8.0 * f64::EPSILON)));
            assert!(right, "{result:e} of {of_line:e}: {}", context());
        }
    }
}

#[test]
fn doubles_compare_as_the_numbers_they_are() {
    let mut rng = Rng::new(5);
    for _ in 0..10_000 {
        let [a, b] = [(); 2].map(|()| rng.unit() - 0.5);
        let b = rng.pick(&[a, -a, b, 0.0, a.next_up(), 5e-324]);
        assert_eq!(
            Some(compare(a, &rational(b))),
            a.partial_cmp(&b),
            "{a}, {b}"
        );
    }
}
