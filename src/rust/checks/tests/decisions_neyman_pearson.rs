//! The best under a bound on one rate of errors.

use num_rational::BigRational;
use weighted_roc_checks::calls::{hull, neyman_pearson};
use weighted_roc_checks::check::{require, Verdict};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::decision::neyman_pearson::Errors;
use weighted_roc_checks::exact::{is_near, rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::Sample;
use weighted_roc_core::decision::{Bound, Mixture};

/// How far an interpolated rate or a probability may be off, relative to itself.
const MIXED: f64 = 1e-14;

const SMALLEST: f64 = f64::from_bits(1);

/// Some bounds at the rates of rows, just beside them and anywhere.
fn bounds(rates: &[f64], rng: &mut Rng) -> Vec<f64> {
    let around = |&rate: &f64| [rate, rate.next_up(), rate.next_down(), rate * rng.unit()];
    let mut bounds: Vec<f64> = rates.iter().flat_map(around).collect();
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

fn value(errors: &Errors, bound: Bound) -> BigRational {
    let least = errors.least_at_bound();
    match bound {
        Bound::Fpr(_) => rational(1.0) - least,
        Bound::Fnr(_) | Bound::Tpr(_) => least,
    }
}

/// The rows reach the bound together: neighbours, unless a row is at the bound.
fn mixes(found: &Mixture, rows: &[usize], errors: &Errors) -> Verdict {
    let place = |row| rows.iter().position(|&other| other == row);
    let places = place(found.low).zip(place(found.high));
    let (low, high) = places.ok_or("a row that is not there")?;
    let (a, b) = (&errors.bounded[low], &errors.bounded[high]);
    if errors.is_reached() {
        let least = *a == errors.bound && errors.other[low] == errors.least_at_bound();
        return require(low == high && found.probability == 0.0 && least, || {
            "a row is at the bound".into()
        });
    }
    let around = high == low + 1 && a.min(b) < &errors.bound && &errors.bound < a.max(b);
    require(around, || "the rows are not around the bound".into())?;
    let probability = errors.probability(low, high);
    let right = is_near(found.probability, &probability, MIXED, SMALLEST);
    require(right && found.probability <= 1.0, || {
        format!("the probability is not {:e}", rounded(&probability))
    })
}

fn check(curve: &Curve, rows: &[usize], bound: Bound) -> Verdict {
    let found = neyman_pearson(&curve.given(), rows, bound);
    let errors = Errors::new(curve, rows, bound);
    let place = rows.iter().position(|&row| row == found.row);
    let place = place.ok_or("a row that is not there")?;
    let best = [&errors.other[place], &errors.bounded[place]] == errors.best();
    require(best, || format!("{found:?}: not the best row"))?;
    let expected = value(&errors, bound);
    let right = is_near(found.mixture.value, &expected, MIXED, SMALLEST);
    require(right, || {
        format!("{found:?}: the value is not {:e}", rounded(&expected))
    })?;
    mixes(&found.mixture, rows, &errors).map_err(|wrong| format!("{found:?}: {wrong}"))
}

fn check_all(curve: &Curve, rows: &[usize], name: &str, rng: &mut Rng) {
    for bound in all_bounds(curve, rng) {
        check(curve, rows, bound)
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
fn choices_for_whole_weights_are_those_of_the_definition() {
    let mut rng = Rng::new(2);
    for _ in 0..400 {
        let Sample { curve, name, .. } = Sample::whole(30, &mut rng);
        let all: Vec<usize> = (0..curve.rows()).collect();
        check_all(&curve, &all, &name, &mut rng);
    }
}

#[test]
fn choices_among_some_rows_are_those_of_the_definition() {
    let mut rng = Rng::new(3);
    for _ in 0..400 {
        let Sample { curve, name, .. } = Sample::up_to(30, &mut rng);
        let hull = hull(&curve.given()).expect("memory").rows;
        check_all(&curve, &hull, &name, &mut rng);
        check_all(&curve, &some_rows(curve.rows(), &mut rng), &name, &mut rng);
    }
}
