//! The best rules under several bounds.

use num_rational::BigRational;
use num_traits::One;
use std::f64::consts::PI;
use weighted_roc_checks::calls::{constrained, constrained_row, hull};
use weighted_roc_checks::case::Case;
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::decision::constrained::{Exact, Point};
use weighted_roc_checks::decision::risk::{prior, Rates};
use weighted_roc_checks::definition::by_definition;
use weighted_roc_checks::exact::{is_near, rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::{any_prior, Sample};
use weighted_roc_core::decision::Bounds;

/// A bound is passed by so much, relative to it, and no more.
const ROUNDING: f64 = 20.0 * f64::EPSILON;

/// By how much rates of rules that choose at random may be off.
const MIXED: f64 = 1e-11;

/// At values of rows, beside them and anywhere.
fn bound(of_row: impl Fn(usize) -> f64, rows: usize, rng: &mut Rng) -> Option<f64> {
    if rng.chance(0.55) {
        return None;
    }
    let at = of_row(rng.below(rows));
    let bound = match rng.below(5) {
        0 => at,
        1 => at * (1.0 + 1e-9),
        2 => at * (1.0 - 1e-9),
        3 => rng.pick(&[0.0, 1.0, 0.5, 0.1]),
        _ => rng.unit(),
    };
    Some(bound.clamp(0.0, 1.0))
}

/// Some at least.
fn any_bounds(points: &[Point], prior: &BigRational, rng: &mut Rng) -> Bounds {
    loop {
        let number = |exact: &BigRational| rounded(exact);
        let share = |row: usize| {
            let Point { tpr, fpr, .. } = &points[row];
            prior * tpr + (BigRational::one() - prior) * fpr
        };
        let ppv = |row: usize| {
            let share = share(row);
            match share == rational(0.0) {
                true => 1.0,
                false => number(&(prior * &points[row].tpr / share)),
            }
        };
        let npv = |row: usize| {
            let Point { tnr, fnr, .. } = &points[row];
            let right = (BigRational::one() - prior) * tnr;
            let all = &right + prior * fnr;
            match all == rational(0.0) {
                true => 1.0,
                false => number(&(right / all)),
            }
        };
        let rows = points.len();
        let mut bounds = Bounds::default();
        bounds.fpr = bound(|row| number(&points[row].fpr), rows, rng);
        bounds.fnr = bound(|row| number(&points[row].fnr), rows, rng);
        bounds.tpr = bound(|row| number(&points[row].tpr), rows, rng);
        bounds.share = bound(|row| number(&share(row)), rows, rng);
        bounds.ppv = bound(ppv, rows, rng);
        bounds.npv = bound(npv, rows, rng);
        if bounds != Bounds::default() {
            return bounds;
        }
    }
}

/// Wider by a part of each bound, or narrower; at the lower end of the doubles by a bit more.
fn shifted(bounds: &Bounds, prior: &BigRational, by: f64) -> Exact {
    let smallest = rational(4.0 * f64::from_bits(1)) * rational(by.signum());
    let above = |bound: Option<f64>| bound.map(|b| rational(b) * rational(1.0 + by) + &smallest);
    let below = |bound: Option<f64>| bound.map(|b| rational(b) * rational(1.0 - by) - &smallest);
    Exact {
        fpr: above(bounds.fpr),
        fnr: above(bounds.fnr),
        tpr: below(bounds.tpr),
        share: above(bounds.share),
        ppv: below(bounds.ppv),
        npv: below(bounds.npv),
        prior: prior.clone(),
    }
}

fn is_first_aim_fpr(bounds: &Bounds) -> bool {
    bounds.fpr.is_none() && bounds.share.is_none() && bounds.ppv.is_none()
}

#[test]
fn rules_are_the_best_of_all_rows_and_of_all_pairs() {
    let mut rng = Rng::new(1);
    let (mut none, mut mixtures) = (0, 0);
    for _ in 0..600 {
        let Sample { curve, name, .. } = Sample::up_to(12, &mut rng);
        let given = any_prior(&mut rng);
        let prior = prior(given, &curve);
        let points: Vec<Point> = (0..curve.rows())
            .map(|row| Point::new(&Rates::by_columns(&curve, row)))
            .collect();
        let bounds = any_bounds(&points, &prior, &mut rng);
        let of_curve = curve.given();
        let hull = hull(&of_curve).expect("memory");
        let seen = || format!("{name}: {bounds:?} {given:?}: {curve:?}");
        let [wide, narrow] = [ROUNDING, -ROUNDING].map(|by| shifted(&bounds, &prior, by));
        let by_fpr = is_first_aim_fpr(&bounds);
        let aim = |point: &Point| match by_fpr {
            true => -point.fpr.clone(),
            false => point.tpr.clone(),
        };
        match constrained_row(&of_curve, bounds, given) {
            None => assert!(narrow.best(&points).is_none(), "{}", seen()),
            Some(row) => {
                let result = &points[row];
                assert!(wide.keeps(result), "{row} {}", seen());
                if let Some(best) = narrow.best(&points) {
                    assert!(aim(result) >= aim(best), "{row} {}", seen());
                }
                let same = |other: &&Point| aim(other) == aim(result) && narrow.keeps(other);
                let better = |other: &Point| match by_fpr {
                    true => other.tpr > result.tpr,
                    false => other.fpr < result.fpr,
                };
                assert!(!points.iter().filter(same).any(better), "{row} {}", seen());
            }
        }
        let slack = rational(MIXED);
        match constrained(&of_curve, &hull, bounds, given) {
            None => {
                none += 1;
                // Rates that choose at random are off by more than a bound is.
                let narrow = shifted(&bounds, &prior, -MIXED);
                assert!(narrow.best_mixed(&points).is_none(), "{}", seen());
            }
            Some(rule) => {
                mixtures += usize::from(rule.probability > 0.0);
                assert!(
                    (0.0..=1.0).contains(&rule.probability),
                    "{rule:?} {}",
                    seen()
                );
                let share = rational(rule.probability);
                let mix = |rate: fn(&Point) -> &BigRational| {
                    let [low, high] = [rule.low, rule.high].map(|row| rate(&points[row]));
                    high + &share * (low - high)
                };
                let result = Point {
                    tpr: mix(|point| &point.tpr),
                    fnr: mix(|point| &point.fnr),
                    fpr: mix(|point| &point.fpr),
                    tnr: mix(|point| &point.tnr),
                };
                assert!(
                    is_near(rule.tpr, &result.tpr, MIXED, 1e-300),
                    "{rule:?} {}",
                    seen()
                );
                assert!(
                    is_near(rule.fpr, &result.fpr, MIXED, 1e-300),
                    "{rule:?} {}",
                    seen()
                );
                let wider = shifted(&bounds, &prior, MIXED);
                assert!(wider.keeps(&result), "{rule:?} {}", seen());
                if let Some(best) = shifted(&bounds, &prior, -MIXED).best_mixed(&points) {
                    assert!(aim(&result) + &slack >= aim(&best), "{rule:?} {}", seen());
                }
            }
        }
    }
    assert!(none > 30 && mixtures > 100, "{none} {mixtures}");
}

/// 3 of 10 are within 0.3, whatever the weights are multiples of.
#[test]
fn rows_for_multiples_of_whole_weights_are_exact() {
    let mut rng = Rng::new(2);
    for _ in 0..600 {
        let Sample { case, name, .. } = Sample::whole(20, &mut rng);
        let factor = rng.pick(&[1.0, 0.1, 1.0 / 3.0, 0.7, 1e-200, 1e200, PI]);
        let exact = by_definition(&case.rows());
        let mut rows = case.rows();
        rows.iter_mut().for_each(|row| row.weight *= factor);
        let curve = Curve::from_case(&Case::from_rows(&rows)).expect("a valid case");
        let points: Vec<Point> = (0..curve.rows())
            .map(|row| Point::new(&Rates::by_weights(&exact, row)))
            .collect();
        let prior = BigRational::new(
            exact.positives().clone(),
            exact.positives() + exact.negatives(),
        );
        let mut bounds = any_bounds(&points, &prior, &mut rng);
        // At a rate of a row, not beside it.
        for bound in [
            &mut bounds.fpr,
            &mut bounds.fnr,
            &mut bounds.tpr,
            &mut bounds.share,
            &mut bounds.ppv,
            &mut bounds.npv,
        ] {
            *bound = bound.map(|b| (b * 40.0).round() / 40.0);
        }
        let fortieth =
            |bound: Option<f64>| bound.map(|b| rational((b * 40.0).round()) / rational(40.0));
        let spec = Exact {
            fpr: fortieth(bounds.fpr),
            fnr: fortieth(bounds.fnr),
            tpr: fortieth(bounds.tpr),
            share: fortieth(bounds.share),
            ppv: fortieth(bounds.ppv),
            npv: fortieth(bounds.npv),
            prior,
        };
        let result = constrained_row(&curve.given(), bounds, None).map(|row| &points[row]);
        assert_eq!(
            result,
            spec.best(&points),
            "{name} {factor} {bounds:?}: {curve:?}"
        );
    }
}
