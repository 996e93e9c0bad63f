//! Areas of a part of a curve.

use num_rational::BigRational;
use weighted_roc_checks::calls::{partial_by_fpr, partial_by_tpr};
use weighted_roc_checks::check::{area::trapezoids, require, Verdict};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::decision::polyline::{area_by_fpr, area_by_tpr};
use weighted_roc_checks::exact::{is_near, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::Sample;

/// How far an area may be off, relative to itself: it is a sum of what is not negative.
const AREA: f64 = 1e-14;

/// Products below the smallest double, one a row.
fn underflow(curve: &Curve) -> f64 {
    2.0 * curve.rows() as f64 * f64::from_bits(1)
}

/// An end of an interval: anywhere, at a rate of the curve or just beside it.
fn end(rates: &[f64], rng: &mut Rng) -> f64 {
    let rate = rates[rng.below(rates.len())];
    let end = match rng.below(6) {
        0 => rng.unit(),
        1 => 10f64.powf(-15.0 * rng.unit()),
        2 => rng.pick(&[0.0, 1.0]),
        3 => rate.next_up(),
        4 => rate.next_down(),
        _ => rate,
    };
    end.clamp(0.0, 1.0)
}

fn interval(rates: &[f64], rng: &mut Rng) -> [f64; 2] {
    let ends = [end(rates, rng), end(rates, rng)];
    [ends[0].min(ends[1]), ends[0].max(ends[1])]
}

fn agrees(by: &str, result: f64, exact: &BigRational, curve: &Curve, ends: [f64; 2]) -> Verdict {
    let right = is_near(result, exact, AREA, underflow(curve)) && result >= 0.0;
    require(right, || {
        format!(
            "the area by {by} in {ends:?} is {result:e}, not {:e}",
            rounded(exact)
        )
    })
}

fn check(curve: &Curve, rng: &mut Rng) -> Verdict {
    let columns = curve.given();
    let ends = interval(&curve.fpr, rng);
    let result = partial_by_fpr(&columns, ends);
    agrees("FPR", result, &area_by_fpr(curve, ends), curve, ends)?;
    let ends = interval(&curve.tpr, rng);
    let result = partial_by_tpr(&columns, ends);
    agrees("TPR", result, &area_by_tpr(curve, ends), curve, ends)
}

#[test]
fn areas_are_those_of_the_definition() {
    let mut rng = Rng::new(1);
    for _ in 0..10_000 {
        let Sample { curve, name, .. } = Sample::up_to(60, &mut rng);
        check(&curve, &mut rng).unwrap_or_else(|wrong| panic!("{name}: {wrong}: {curve:?}"));
    }
}

#[test]
fn areas_of_thousands_of_rows_are_right() {
    let mut rng = Rng::new(2);
    for _ in 0..50 {
        let Sample { curve, name, .. } = Sample::any(3000, &mut rng);
        check(&curve, &mut rng).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
    }
}

/// The exact areas are those of the trapezoids, and what is right of a curve is what is below it.
#[test]
fn the_parts_make_up_the_whole() {
    let mut rng = Rng::new(3);
    for _ in 0..500 {
        let Sample { curve, .. } = Sample::up_to(60, &mut rng);
        let whole = trapezoids(&curve.tpr, &curve.fpr);
        let between = rng.unit();
        let parts = [[0.0, between], [between, 1.0]];
        let by_fpr = parts.map(|part| area_by_fpr(&curve, part));
        let by_tpr = parts.map(|part| area_by_tpr(&curve, part));
        assert_eq!(by_fpr.iter().sum::<BigRational>(), whole, "{curve:?}");
        // TNR is 1 - FPR but for rounding.
        let off = by_tpr.iter().sum::<BigRational>() - whole;
        assert!(is_near(0.0, &off, 0.0, 8.0 * f64::EPSILON), "{curve:?}");
    }
}
