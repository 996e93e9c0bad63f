//! Tests of the checks, calls and places of quantities; and of their values on a curve, beside the functions of
//! curves.

use super::*;
use crate::area::cost_areas;
use crate::curve::{Curve, Points};
use crate::decision::{cost_curve, GainCurve, Risk};
use crate::measure::measure_at;
use crate::measure::{decompose, Costs, Density, ForecastLoss};
use crate::shape::Corners;
use crate::testing::costs;
use crate::testing::quantities::CURVE;
use crate::testing::refused;

const COSTS: Costs = costs(1.0, 5.0, -0.5, 0.25);

fn curve() -> Curve<'static> {
    Curve::new(CURVE, &mut || false).unwrap()
}

fn value(quantity: Quantity) -> f64 {
    quantity.evaluate(&curve(), &mut || false).unwrap()
}

fn at_threshold(measure: Measure, threshold: f64, prior: Option<f64>) -> Quantity {
    Quantity::at_place(measure, Place::Threshold(Some(threshold))).with_prior(prior)
}

fn partial(by: Rate, interval: [f64; 2], standardize: Standardize) -> Quantity {
    Quantity::at_place(
        Measure::PartialArea(standardize),
        Place::Between(by, interval),
    )
}

fn at_share(measure: Measure, share: f64, prior: Option<f64>) -> Quantity {
    Quantity::at_place(measure, Place::Share(share)).with_prior(prior)
}

#[test]
fn what_can_be_asked_for_passes() {
    let quantities = [
        Quantity::AREA,
        Quantity::PREVALENCE,
        Quantity::partial_by_fpr([0.0, 1.0]),
        Quantity::partial_by_tpr([0.5, 0.5]),
        partial(Rate::Tpr, [0.5, 0.75], Standardize::McClish),
        Quantity::tpr_at(1.0),
        Quantity::fpr_at(0.0),
        at_threshold(Measure::Risk(COSTS), f64::NEG_INFINITY, Some(1.0)),
        at_threshold(Measure::NetBenefit(0.0), f64::INFINITY, Some(0.0)),
    ];
    for quantity in quantities {
        assert_eq!(quantity.check(), Ok(()), "{quantity:?}");
    }
}

#[test]
fn what_is_not_a_rate_is_named_with_its_place() {
    for wrong in [-1e-300, 1.0 + f64::EPSILON, f64::INFINITY, f64::NAN] {
        let quantities = [
            (Quantity::partial_by_fpr([0.0, wrong]), "fpr", Some(1)),
            (Quantity::partial_by_tpr([wrong, 1.0]), "tpr", Some(0)),
            (Quantity::tpr_at(wrong), "fpr", None),
            (Quantity::fpr_at(wrong), "tpr", None),
            (at_share(Measure::Lift, wrong, None), "share", None),
            (at_share(Measure::Ppv, 0.5, Some(wrong)), "prior", None),
            (at_threshold(Measure::Ppv, 0.0, Some(wrong)), "prior", None),
            (
                at_threshold(Measure::NetBenefit(wrong), 0.0, None),
                "threshold",
                None,
            ),
        ];
        for (quantity, name, place) in quantities {
            let result = quantity.check();
            let is_it = matches!(result, Err(Error::Range { argument, position, .. })
                if (argument, position) == (name, place));
            assert!(is_it, "{quantity:?}: {result:?}");
        }
    }
    let interval = |ends| {
        let argument = "fpr";
        Err(Error::Interval { argument, ends })
    };
    let empty = |standardize| partial(Rate::Fpr, [0.5, 0.5], standardize).check();
    assert_eq!(empty(Standardize::Range), interval([0.5; 2]));
    assert_eq!(empty(Standardize::McClish), interval([0.5; 2]));
    let descending = Quantity::partial_by_fpr([0.5, 0.25]).check();
    assert_eq!(descending, interval([0.5, 0.25]));
    let certain = at_threshold(Measure::NetBenefit(1.0), 0.0, None).check();
    assert!(matches!(certain, Err(Error::Range { value: 1.0, .. })));
}

#[test]
fn thresholds_are_numbers_and_costs_are_finite() {
    let result = at_threshold(Measure::Kappa, f64::NAN, None).check();
    assert_eq!(refused(result), "threshold");
    for wrong in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        for place in 0..4 {
            let mut costs = COSTS;
            *[
                &mut costs.false_positive,
                &mut costs.false_negative,
                &mut costs.true_positive,
                &mut costs.true_negative,
            ][place] = wrong;
            let risk = Measure::Risk(costs);
            let chosen = Quantity::at_choice(Measure::Threshold, Choice::best(risk, None));
            for quantity in [chosen, at_threshold(risk, 0.0, None)] {
                assert!(matches!(quantity.check(), Err(Error::Range { .. })));
            }
        }
    }
}

#[test]
fn a_curve_has_the_numbers_of_its_measures() {
    let curve = curve();
    for (row, threshold) in [1.0, 2.0, 3.0, 4.0].into_iter().enumerate() {
        for prior in [None, Some(0.3)] {
            for measure in Measure::cell_measures(&Parameters::default()) {
                let right = measure_at(&curve, row, measure, prior).unwrap();
                let result = value(at_threshold(measure, threshold, prior));
                let same = result == right
                    || (result - right).abs() < 1e-15
                    || result.is_nan() && right.is_nan();
                assert!(same, "{measure:?} {threshold}: {result}, not {right}");
            }
        }
    }
}

/// In the third row TPR = 1/2, FPR = 1/8, PPV = 2/3, NPV = 7/9.
#[test]
fn measures_are_those_of_their_definitions() {
    let of = |measure| value(at_threshold(measure, 3.0, None));
    let ln = f64::ln;
    let (a, b) = (ln(0.125) + ln(0.5), ln(0.5) + ln(0.875));
    let expected = [
        (Measure::F(2.0), 5.0 * 2.0 / (5.0 * 2.0 + 4.0 * 2.0 + 1.0)),
        (Measure::F(0.0), 2.0 / 3.0),
        (Measure::F(1e200), 0.5),
        (Measure::F(1e-200), 2.0 / 3.0),
        (Measure::F(1.0), of(Measure::F1)),
        (Measure::Jaccard, 0.4),
        (Measure::OddsRatio, 7.0),
        (Measure::NumberToDiagnose, 8.0 / 3.0),
        (Measure::NumberToEvaluate, 1.5),
        (Measure::Dependence, (a - b) / (a + b)),
        (Measure::Distance, (1.0f64 / 64.0 + 0.25).sqrt()),
        (Measure::GeometricMean, (7.0f64 / 16.0).sqrt()),
        (Measure::Imbalance, 0.375),
        (Measure::Markedness, 2.0 / 3.0 + 7.0 / 9.0 - 1.0),
        (Measure::PredictiveProduct, 14.0 / 27.0),
    ];
    for (measure, expected) in expected {
        let result = of(measure);
        assert!(
            (result - expected).abs() < 4e-16 * expected.abs().max(1.0),
            "{measure:?}: {result}"
        );
    }
    // Where nothing is called, and where all is.
    for (threshold, prior) in [(4.0, None), (1.0, Some(0.3))] {
        let of = |measure| value(at_threshold(measure, threshold, prior));
        for measure in [
            Measure::OddsRatio,
            Measure::Dependence,
            Measure::Markedness,
            Measure::PredictiveProduct,
        ] {
            assert!(of(measure).is_nan(), "{measure:?}");
        }
        assert_eq!(of(Measure::NumberToDiagnose), f64::INFINITY);
        assert_eq!([of(Measure::Distance), of(Measure::Imbalance)], [1.0, 1.0]);
        assert_eq!(of(Measure::GeometricMean), 0.0);
    }
    for beta in [-1.0, f64::NAN, f64::INFINITY] {
        let result = at_threshold(Measure::F(beta), 1.0, None).check();
        assert!(
            matches!(
                result,
                Err(Error::Range {
                    argument: "beta",
                    ..
                })
            ),
            "{beta}"
        );
    }
}

#[test]
fn a_curve_has_its_risks_and_net_benefits() {
    let curve = curve();
    for prior in [None, Some(0.3)] {
        let priors = prior.map_or(curve.shares(), |prior| [1.0 - prior, prior]);
        let risk = Risk::new(&curve, COSTS, priors).unwrap();
        let result = value(at_threshold(Measure::Risk(COSTS), 2.0, prior));
        assert!((result - risk.value_at_row(1)).abs() < 1e-15);
        let benefit = priors[1] * 0.75 - priors[0] * 0.25 / 4.0;
        let result = value(at_threshold(Measure::NetBenefit(0.2), 2.0, prior));
        assert!((result - benefit).abs() < 1e-15);
        let result = value(at_threshold(
            Measure::StandardizedNetBenefit(0.2),
            2.0,
            prior,
        ));
        assert!((result - benefit / priors[1]).abs() < 1e-15);
        let least = risk.least(&mut || false).unwrap();
        let by = Measure::Risk(COSTS);
        let choice = Choice::best(by, prior);
        let best =
            |measure| value(Quantity::at_place(measure, Place::Chosen(choice)).with_prior(prior));
        assert_eq!(
            value(Quantity::at_choice(Measure::Threshold, choice)),
            curve.threshold(least)
        );
        assert_eq!(best(Measure::Tpr), curve.tpr(least));
        assert_eq!(best(Measure::Fpr), curve.fpr(least));
        assert_eq!(best(by), risk.value_at_row(least));
        let precision = measure_at(&curve, least, Measure::Ppv, prior).unwrap();
        assert!((best(Measure::Ppv) - precision).abs() < 1e-15);
    }
}

#[test]
fn a_curve_has_rates_at_rates_and_shares() {
    let of = |measure, place| value(Quantity::at_place(measure, place));
    assert_eq!(of(Measure::Tpr, Place::Fpr(0.125)), 0.5);
    assert_eq!(of(Measure::Fnr, Place::Fpr(0.1875)), 0.375);
    assert_eq!(of(Measure::Fpr, Place::Tpr(0.875)), 0.625);
    assert_eq!(of(Measure::Tnr, Place::Tpr(0.5)), 0.875);
    for prior in [None, Some(0.6)] {
        let priors = prior.map_or(curve().shares(), |prior| [1.0 - prior, prior]);
        let gains = GainCurve::new(&curve(), priors).unwrap();
        for share in [0.1, 0.37, 1.0] {
            let gain = gains.at_share(share).unwrap();
            let of = |measure| value(at_share(measure, share, prior));
            assert!((of(Measure::Tpr) - gain.tpr).abs() < 1e-15);
            assert!((of(Measure::Fnr) - (1.0 - gain.tpr)).abs() < 1e-15);
            assert!((of(Measure::Ppv) - gain.response).abs() < 1e-15);
            assert!((of(Measure::Lift) - gain.lift).abs() < 1e-14);
        }
    }
    assert_eq!(value(Quantity::PREVALENCE), 1.0 / 3.0);
}

#[test]
fn a_curve_has_its_areas() {
    assert_eq!(value(Quantity::AREA), 0.765625);
    let area = value(Quantity::partial_by_fpr([0.0, 0.125]));
    assert_eq!(area, 0.03125);
    let of = |standardize| value(partial(Rate::Fpr, [0.0, 0.125], standardize));
    assert_eq!(of(Standardize::Range), 0.25);
    let chance = 0.125f64.powi(2) / 2.0;
    let mcclish = 0.5 * (1.0 + (area - chance) / (0.125 - chance));
    assert!((of(Standardize::McClish) - mcclish).abs() < 1e-15);
    let adjacent = value(partial(Rate::Tpr, [0.75, 1.0], Standardize::Range));
    assert_eq!(adjacent, 0.375);
    // Right of the upper corner the curve is below chance.
    let low = Points {
        tpr: &[1.0, 0.25, 0.0],
        fpr: &[1.0, 0.75, 0.0],
        threshold: &[1.0, 2.0, f64::INFINITY],
        false_negative: &[0.0, 3.0, 4.0],
        false_positive: &[4.0, 3.0, 0.0],
        true_negative: &[],
    };
    let curve = Curve::new(low, &mut || false).unwrap();
    let below = partial(Rate::Fpr, [0.5, 1.0], Standardize::McClish);
    assert!(below.evaluate(&curve, &mut || false).unwrap().is_nan());
}

#[test]
fn a_curve_has_its_summaries() {
    let measures = [
        Measure::LargestYouden,
        Measure::HullArea,
        Measure::H(Density::ByPriors),
        Measure::AveragePrecision,
    ];
    for measure in measures {
        let prior = None;
        let summary = Criterion { measure, prior };
        let expected = summary.on_curve(&curve(), &mut || false).unwrap();
        assert_eq!(value(Quantity::whole_curve(measure)), expected);
    }
    let result = Quantity::whole_curve(Measure::Brier).evaluate(&curve(), &mut || false);
    assert!(matches!(result, Err(Error::Forecast { .. })));
}

fn summarized(measure: Measure, prior: Option<f64>) -> f64 {
    value(Quantity::whole_curve(measure).with_prior(prior))
}

/// Mean losses of forecasts on whose curve a score is a probability.
#[test]
fn a_curve_has_the_parts_of_its_losses() {
    let threshold = &[0.2, 0.5, 0.8, f64::INFINITY];
    let curve = Curve::new(Points { threshold, ..CURVE }, &mut || false).unwrap();
    let of = |measure, prior| {
        let quantity = Quantity::whole_curve(measure).with_prior(prior);
        quantity.evaluate(&curve, &mut || false).unwrap()
    };
    for (mean, loss) in [
        (Measure::Brier, ForecastLoss::Quadratic),
        (Measure::LogLoss, ForecastLoss::Logarithmic),
    ] {
        for prior in [None, Some(0.6)] {
            let parts = decompose(&curve, loss, prior, &mut || false).unwrap();
            let near = |result: f64, expected: f64| {
                assert!((result - expected).abs() < 1e-15, "{result} for {expected}");
            };
            near(of(mean, prior), parts.loss);
            near(
                of(Measure::Miscalibration(loss), prior),
                parts.miscalibration,
            );
            near(
                of(Measure::Discrimination(loss), prior),
                parts.discrimination,
            );
            near(of(Measure::Uncertainty(loss), prior), parts.uncertainty);
            let skill = 1.0 - parts.loss / parts.uncertainty;
            near(of(Measure::Skill(loss), prior), skill);
        }
    }
    let uncertainty = of(Measure::Uncertainty(ForecastLoss::Quadratic), None);
    assert_eq!(uncertainty, 2.0 / 9.0);
}

/// On a cost curve, whose lower envelope goes straight from vertex to vertex; with Beta(1, 1) the mean is its area.
#[test]
fn a_curve_has_its_expected_costs() {
    let curve = curve();
    let vertices = cost_curve(&curve, &mut || false).unwrap();
    let envelope = |pc: f64| {
        let next = vertices.partition_point(|vertex| vertex.pc < pc).max(1);
        let [from, to] = [vertices[next - 1], vertices[next]];
        from.cost + (to.cost - from.cost) * (pc - from.pc) / (to.pc - from.pc)
    };
    let area: f64 = vertices
        .windows(2)
        .map(|pair| (pair[1].pc - pair[0].pc) * (pair[0].cost + pair[1].cost) / 2.0)
        .sum();
    let flat = [1.0, 1.0];
    assert!((summarized(Measure::ExpectedCost(flat), None) - area).abs() < 1e-15);
    assert_eq!(summarized(Measure::TrivialExpectedCost(flat), None), 0.25);
    let saved = summarized(Measure::SavedExpectedCost(flat), None);
    assert!((saved - (1.0 - area / 0.25)).abs() < 1e-15);
    // With the density 12 pc^2 (1 - pc), by many places.
    let n = 200_000;
    let (mut mean, mut trivial) = (0.0, 0.0);
    for i in 0..n {
        let pc = (f64::from(i) + 0.5) / f64::from(n);
        let density = 12.0 * pc * pc * (1.0 - pc) / f64::from(n);
        mean += density * envelope(pc);
        trivial += density * pc.min(1.0 - pc);
    }
    let beta = [3.0, 2.0];
    let near = |result: f64, expected: f64| assert!((result - expected).abs() < 1e-9, "{result}");
    near(summarized(Measure::ExpectedCost(beta), None), mean);
    near(
        summarized(Measure::TrivialExpectedCost(beta), None),
        trivial,
    );
    near(
        summarized(Measure::SavedExpectedCost(beta), None),
        1.0 - mean / trivial,
    );
}

#[test]
fn a_curve_has_the_parts_of_h() {
    let curve = curve();
    let corners = Corners::new(&curve, &mut || false).unwrap();
    for density in [Density::ByPriors, Density::Beta([2.0, 5.0])] {
        for prior in [None, Some(0.1)] {
            let priors = prior.map_or(curve.shares(), |prior| [1.0 - prior, prior]);
            let loss = corners.loss(density, priors, &mut || false).unwrap();
            assert_eq!(summarized(Measure::H(density), prior), loss.saved);
            assert_eq!(summarized(Measure::LeastCost(density), prior), loss.least);
            let trivial = summarized(Measure::TrivialCost(density), prior);
            assert!((trivial / loss.trivial - 1.0).abs() < 1e-15);
        }
    }
}

#[test]
fn a_curve_has_its_gini_coefficient_and_its_areas_over_costs() {
    let curve = curve();
    assert_eq!(value(Quantity::GINI), 2.0 * value(Quantity::AREA) - 1.0);
    for prior in [None, Some(0.3)] {
        let priors = prior.map_or(curve.shares(), |prior| [1.0 - prior, prior]);
        let concentration = value(Quantity::whole_curve(Measure::Concentration).with_prior(prior));
        assert!((concentration - priors[0] * value(Quantity::GINI)).abs() < 1e-15);
        // An error of a negative costs 3 more than the right answer, one of a positive 1 more.
        let costs = costs(2.0, 4.0, 3.0, -1.0);
        let result = cost_areas(&curve, &[[0.75, 0.25]], priors, &mut || false).unwrap()[0];
        let of = |measure| value(Quantity::whole_curve(measure).with_prior(prior));
        assert_eq!(of(Measure::CostArea(costs)), result.area);
        assert_eq!(of(Measure::LargestCostArea(costs)), result.largest);
        assert_eq!(of(Measure::CostAreaRatio(costs)), result.ratio());
    }
    let check = |false_positive: f64, false_negative: f64| {
        let costs = costs(false_positive, false_negative, 1.0, 1.0);
        Quantity::whole_curve(Measure::CostArea(costs)).check()
    };
    assert_eq!(check(1.0, 2.0), Ok(()));
    for (false_positive, false_negative) in [(1.0, 1.0), (0.5, 2.0), (f64::NAN, 2.0)] {
        let result = check(false_positive, false_negative);
        assert!(
            matches!(result, Err(Error::Range { .. } | Error::Costs { .. })),
            "{result:?}"
        );
    }
}

/// Fourth powers of influences are numbers, whatever costs are.
#[test]
fn the_unit_of_a_risk_is_above_twice_its_largest_cost() {
    for unit in [f64::MIN_POSITIVE, 1e-300, 0.3, 1.0, 3.0, 1e300] {
        let costs = costs(unit, -0.7 * unit, 0.0, 0.1 * unit);
        let slope = at_threshold(Measure::Risk(costs), 0.0, None).scale().slope;
        let largest = unit / slope;
        assert!((0.25..=0.5).contains(&largest), "{unit}: {slope}");
    }
    let free = costs(0.0, 0.0, 0.0, 0.0);
    assert_eq!(
        at_threshold(Measure::Risk(free), 0.0, None).scale().slope,
        1.0
    );
}

fn reaching(place: Place, prior: Option<f64>) -> Quantity {
    Quantity::at_place(Measure::Threshold, place).with_prior(prior)
}

#[test]
fn thresholds_reach_what_they_are_to() {
    for (place, expected) in [
        (Place::Tpr(1.0), 1.0),
        (Place::Tpr(0.76), 1.0),
        (Place::Tpr(0.75), 2.0),
        (Place::Tpr(0.1), 3.0),
        (Place::Tpr(0.0), f64::INFINITY),
        (Place::Fpr(1.0), 1.0),
        (Place::Fpr(0.9), 2.0),
        (Place::Fpr(0.125), 3.0),
        (Place::Fpr(0.1), f64::INFINITY),
        // 4 of 12, 3 of 5, 2 of 3.
        (Place::Ppv(1.0 / 3.0), 1.0),
        (Place::Ppv(0.34), 2.0),
        (Place::Ppv(0.6), 2.0),
        (Place::Ppv(0.61), 3.0),
        (Place::Ppv(0.67), f64::INFINITY),
    ] {
        assert_eq!(value(reaching(place, None)), expected, "{place:?}");
    }
    // By the prior 0.6, 0.45 of 0.55, 0.3 of 0.35.
    assert_eq!(value(reaching(Place::Ppv(0.8), Some(0.6))), 2.0);
    assert_eq!(value(reaching(Place::Ppv(0.83), Some(0.6))), 3.0);
    assert_eq!(reaching(Place::Tpr(0.5), None).measure.name(), "threshold");
    for place in [Place::Tpr, Place::Fpr, Place::Ppv] {
        assert!(reaching(place(1.5), None).check().is_err());
        assert!(reaching(place(0.5), Some(f64::NAN)).check().is_err());
    }
}
