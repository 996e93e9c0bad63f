//! The part of the area in which a classifier is worth its costs.

use num_rational::BigRational;
use weighted_roc_checks::calls::{cost_area, cost_areas};
use weighted_roc_checks::check::{require, Verdict};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::decision::cost_area::Line;
use weighted_roc_checks::decision::polyline::Polyline;
use weighted_roc_checks::exact::{is_near, rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::Sample;
use weighted_roc_core::area::CostArea;

/// How far an area may be off: what is left of it where a line comes near the curve is a difference.
const AREA: f64 = 1e-15;

/// Roundings of a slope, relative to it, and of the terms of an intercept.
const LINE: f64 = 8.0 * f64::EPSILON;

const SMALLEST: f64 = f64::from_bits(1);

/// Two positive numbers that add up to 1.
fn pair(rng: &mut Rng) -> [f64; 2] {
    let share = match rng.below(5) {
        0 => (1 + rng.below(7)) as f64 / 8.0,
        1 => 10f64.powf(-30.0 * rng.unit()),
        2 => 0.5,
        3 => rng.pick(&[1e-310, SMALLEST, 1e-200]),
        _ => rng.unit().max(0.001),
    };
    let pair = [share, 1.0 - share];
    match pair[1] > 0.0 {
        true => rng.pick(&[pair, [pair[1], pair[0]]]),
        false => [0.5, 0.5],
    }
}

/// Costs and priors, at times such that the line passes through the origin.
fn settings(rng: &mut Rng) -> [[f64; 2]; 2] {
    let [positive, negative] = pair(rng);
    let costs = match rng.below(10) {
        0 => [0.0, 1.0],
        1 => [1.0, 0.0],
        2 | 3 => [positive, negative],
        _ => pair(rng),
    };
    [costs, [negative, positive]]
}

fn near(name: &str, result: f64, exact: &BigRational, slack: [f64; 2]) -> Verdict {
    let beyond = |result: f64| match result > 0.0 {
        true => *exact > rational(f64::MAX),
        false => *exact < rational(f64::MIN),
    };
    let right = match result.is_infinite() {
        true => beyond(result),
        false => is_near(result, exact, slack[0], slack[1]),
    };
    require(right, || {
        format!("the {name} is {result:e}, not {:e}", rounded(exact))
    })
}

fn check(curve: &Curve, [costs, priors]: [[f64; 2]; 2]) -> Verdict {
    let result = cost_area(&curve.given(), costs, priors);
    is_right(&result, curve, costs, priors)
}

fn is_right(result: &CostArea, curve: &Curve, costs: [f64; 2], priors: [f64; 2]) -> Verdict {
    let line = Line::new(costs, priors);
    match &line {
        Line::Sloping { intercept, slope } => {
            let terms = 1.0 + priors[0] / costs[1];
            near("slope", result.slope, slope, [LINE, SMALLEST])?;
            near(
                "intercept",
                result.intercept,
                intercept,
                [0.0, LINE * terms],
            )?;
        }
        Line::Upright { .. } => {
            let upright = [result.slope, -result.intercept] == [f64::INFINITY; 2];
            require(upright, || format!("{result:?}"))?;
        }
    }
    let area = line.area_below(&Polyline::tpr_by_fpr(curve));
    near("area", result.area, &area, [0.0, AREA])?;
    near("largest area", result.largest, &line.largest(), [0.0, AREA])?;
    // Denormal terms are rounded to multiples of the smallest double.
    let most = result.largest * (1.0 + LINE) + 4.0 * SMALLEST * curve.rows() as f64;
    let sound = 0.0 <= result.area && result.area <= most && result.largest <= 1.0;
    require(sound, || format!("the areas are {result:?}"))
}

#[test]
fn areas_are_those_of_the_definition() {
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        let Sample { curve, name, .. } = Sample::up_to(60, &mut rng);
        let settings = settings(&mut rng);
        check(&curve, settings).unwrap_or_else(|wrong| {
            panic!("{name}: {wrong} for costs and priors {settings:?}: {curve:?}")
        });
    }
}

#[test]
fn areas_for_whole_weights_are_those_of_the_definition() {
    let mut rng = Rng::new(2);
    for _ in 0..2000 {
        let Sample { curve, name, .. } = Sample::whole(60, &mut rng);
        let settings = settings(&mut rng);
        check(&curve, settings).unwrap_or_else(|wrong| {
            panic!("{name}: {wrong} for costs and priors {settings:?}: {curve:?}")
        });
    }
}

#[test]
fn areas_of_thousands_of_rows_are_right() {
    let mut rng = Rng::new(3);
    for _ in 0..30 {
        let Sample { curve, name, .. } = Sample::any(3000, &mut rng);
        let settings = settings(&mut rng);
        check(&curve, settings)
            .unwrap_or_else(|wrong| panic!("{name}: {wrong} for costs and priors {settings:?}"));
    }
}

/// Several costs and one pair of priors.
fn many(costs: usize, rng: &mut Rng) -> (Vec<[f64; 2]>, [f64; 2]) {
    let [_, priors] = settings(rng);
    let mut pairs: Vec<[f64; 2]> = (0..costs).map(|_| settings(rng)[0]).collect();
    // Through the origin, along the diagonal where classes are equal.
    pairs[0] = [priors[1], priors[0]];
    (pairs, priors)
}

#[test]
fn areas_for_many_costs_at_once_are_those_of_the_definition() {
    let mut rng = Rng::new(4);
    for n in [50, 100, 300, 300, 1000] {
        for _ in 0..20 {
            let Sample { curve, name, .. } = Sample::any(n, &mut rng);
            let (costs, priors) = many(8, &mut rng);
            let result = cost_areas(&curve.given(), &costs, priors);
            for (result, costs) in result.iter().zip(costs) {
                is_right(result, &curve, costs, priors).unwrap_or_else(|wrong| {
                    panic!("{name}: {wrong} for costs {costs:?} and priors {priors:?}")
                });
            }
        }
    }
}

#[test]
fn areas_are_the_same_at_once_and_one_by_one() {
    let mut rng = Rng::new(5);
    for _ in 0..300 {
        let Sample { curve, name, .. } = Sample::up_to(5000, &mut rng);
        let (costs, priors) = many(50, &mut rng);
        let curve = curve.given();
        let result = cost_areas(&curve, &costs, priors);
        for (result, costs) in result.iter().zip(costs) {
            let single = cost_area(&curve, costs, priors);
            let off = (result.area - single.area).abs();
            assert!(off <= AREA, "{name}: {off:e} for {costs:?} and {priors:?}");
            let rest = (result.intercept, result.slope, result.largest);
            assert_eq!(
                rest,
                (single.intercept, single.slope, single.largest),
                "{name}"
            );
        }
    }
}
