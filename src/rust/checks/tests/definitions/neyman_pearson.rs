//! The best under a bound on one rate of errors.

use num_rational::BigRational;
use std::f64::consts::PI;
use weighted_roc_checks::calls::{hull, neyman_pearson};
use weighted_roc_checks::case::Case;
use weighted_roc_checks::check::{require, Verdict};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::decision::neyman_pearson::{Errors, Rate};
use weighted_roc_checks::definition::{by_definition, ExactCurve};
use weighted_roc_checks::exact::{is_near, rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::Sample;
use weighted_roc_core::decision::{Bound, Mixture};

/// How far an interpolated rate or a probability may be off, relative to itself.
const MIXED: f64 = 1e-14;

/// How far they may be off for whole weights, by which rates differ at least.
const MIXED_WHOLE: f64 = 1e-8;

const SMALLEST: f64 = f64::from_bits(1);

/// Some bounds at the rates of rows, just beside them and anywhere.
fn bounds(rates: &[f64], rng: &mut Rng) -> Vec<f64> {
    let neighbours = |&rate: &f64| [rate, rate.next_up(), rate.next_down(), rate * rng.unit()];
    let mut bounds: Vec<f64> = rates.iter().flat_map(neighbours).collect();
    bounds.extend([0.0, 1.0, 0.3, 0.5, SMALLEST, 1.0 - f64::EPSILON / 2.0]);
    bounds.retain(|bound| (0.0..=1.0).contains(bound) && rng.chance(0.2));
    bounds
}

fn all_bounds(curve: &Curve, rng: &mut Rng) -> Vec<Bound> {
    let fnr = |weight: &f64| weight / curve.positives();
    let fnr: Vec<f64> = curve.false_negative.iter().map(fnr).collect();
    let mut all = Vec::new();
    all.extend(bounds(&curve.fpr, rng).into_iter().map(Bound::Fpr));
    all.extend(bounds(&fnr, rng).into_iter().map(Bound::Fnr));
    all.extend(bounds(&curve.tpr, rng).into_iter().map(Bound::Tpr));
    all
}

/// The rows reach the bound together: neighbours, unless a row is at the bound.
fn mixes(result: &Mixture, rows: &[usize], errors: &Errors, slack: f64) -> Verdict {
    let place = |row| rows.iter().position(|&other| other == row);
    let places = place(result.low).zip(place(result.high));
    let (low, high) = places.ok_or("a row that is not there")?;
    if errors.is_reached() {
        let least = errors.is_at_bound(low) && errors.other[low] == errors.least_at_bound();
        return require(low == high && result.probability == 0.0 && least, || {
            "a row is at the bound".into()
        });
    }
    let (a, b) = (&errors.bounded[low], &errors.bounded[high]);
    let neighbours = high == low + 1 && a.min(b) < &errors.bound && &errors.bound < a.max(b);
    require(neighbours, || "the rows are not around the bound".into())?;
    let probability = errors.probability(low, high);
    let right = is_near(result.probability, &probability, slack, SMALLEST);
    require(right && result.probability <= 1.0, || {
        format!("the probability is not {:e}", rounded(&probability))
    })
}

/// The choice is that of the definition, interpolated up to a relative error.
fn check(curve: &Curve, rows: &[usize], bound: Bound, errors: &Errors, slack: f64) -> Verdict {
    let result = neyman_pearson(&curve.given(), rows, bound);
    let place = rows.iter().position(|&row| row == result.row);
    let place = place.ok_or("a row that is not there")?;
    let best = [&errors.other[place], &errors.bounded[place]] == errors.best();
    require(best, || format!("{result:?}: not the best row"))?;
    let least = errors.least_at_bound();
    let expected = match bound {
        Bound::Fpr(_) => rational(1.0) - least,
        _ => least,
    };
    let right = is_near(result.mixture.value, &expected, slack, SMALLEST);
    require(right, || {
        format!("{result:?}: the value is not {:e}", rounded(&expected))
    })?;
    mixes(&result.mixture, rows, errors, slack).map_err(|wrong| format!("{result:?}: {wrong}"))
}

fn check_all(curve: &Curve, rows: &[usize], name: &str, rng: &mut Rng) {
    for bound in all_bounds(curve, rng) {
        let errors = Errors::by_columns(curve, rows, bound);
        check(curve, rows, bound, &errors, MIXED)
            .unwrap_or_else(|wrong| panic!("{name}: {wrong} for {bound:?} of {rows:?}: {curve:?}"));
    }
}

/// The ends and some rows between them.
fn some_rows(rows: usize, rng: &mut Rng) -> Vec<usize> {
    let keep = rng.unit();
    let kept = |row: &usize| *row == 0 || *row == rows - 1 || rng.chance(keep);
    (0..rows).filter(kept).collect()
}

#[test]
fn choices_are_those_of_the_definition() {
    let mut rng = Rng::new(1);
    for _ in 0..400 {
        let Sample { curve, name, .. } = Sample::up_to(30, &mut rng);
        let all: Vec<usize> = (0..curve.rows()).collect();
        check_all(&curve, &all, &name, &mut rng);
    }
}

#[test]
fn choices_among_some_rows_are_those_of_the_definition() {
    let mut rng = Rng::new(3);
    for _ in 0..400 {
        let Sample { curve, name, .. } = Sample::up_to(30, &mut rng);
        let hull = hull(&curve.given()).expect("memory").rows().to_vec();
        check_all(&curve, &hull, &name, &mut rng);
        check_all(&curve, &some_rows(curve.rows(), &mut rng), &name, &mut rng);
    }
}

/// Bounds at the rates of rows, half way between two and at hundredths, as exact numbers.
fn exact_bounds(rates: &[BigRational], rng: &mut Rng) -> Vec<BigRational> {
    let pairs = rates.windows(2);
    let middles = pairs.map(|pair| (&pair[0] + &pair[1]) / rational(2.0));
    let mut bounds: Vec<BigRational> = rates.iter().cloned().chain(middles).collect();
    bounds.retain(|_| rng.chance(0.2));
    let hundredths = [0, 5, 10, 30, 70, 95, 100].map(f64::from).map(rational);
    bounds.extend(hundredths.map(|count| count / rational(100.0)));
    bounds
}

/// The weights are so much of whole numbers, each rounded.
fn scaled(case: &Case, factor: f64) -> Curve {
    let mut rows = case.rows();
    rows.iter_mut().for_each(|row| row.weight *= factor);
    Curve::from_case(&Case::from_rows(&rows)).expect("a valid case")
}

fn check_whole(curve: &Curve, rows: &[usize], exact: &ExactCurve, rng: &mut Rng) -> Verdict {
    for rate in [Rate::Fpr, Rate::Fnr, Rate::Tpr] {
        let of_rows = Errors::by_weights(exact, rows, rate, &rational(0.5)).bounded;
        for bound in exact_bounds(&of_rows, rng) {
            let bound = match rate {
                Rate::Tpr => rational(1.0) - bound,
                Rate::Fpr | Rate::Fnr => bound,
            };
            let nearest = rounded(&bound);
            let given = match rate {
                Rate::Fpr => Bound::Fpr(nearest),
                Rate::Fnr => Bound::Fnr(nearest),
                Rate::Tpr => Bound::Tpr(nearest),
            };
            let errors = Errors::by_weights(exact, rows, rate, &bound);
            check(curve, rows, given, &errors, MIXED_WHOLE)
                .map_err(|wrong| format!("{wrong} for {given:?}"))?;
        }
    }
    Ok(())
}

#[test]
fn choices_for_multiples_of_whole_weights_are_exact() {
    let mut rng = Rng::new(2);
    for _ in 0..400 {
        let Sample { case, name, .. } = Sample::whole(30, &mut rng);
        let factor = rng.pick(&[1.0, 0.1, 1.0 / 3.0, 0.7, 1e-200, 1e200, PI]);
        let (curve, exact) = (scaled(&case, factor), by_definition(&case.rows()));
        let all: Vec<usize> = (0..curve.rows()).collect();
        let hull = hull(&curve.given()).expect("memory").rows().to_vec();
        for rows in [all, hull] {
            check_whole(&curve, &rows, &exact, &mut rng).unwrap_or_else(|wrong| {
                panic!("{factor} times {name}: {wrong} of {rows:?}: {curve:?}")
            });
        }
    }
}
