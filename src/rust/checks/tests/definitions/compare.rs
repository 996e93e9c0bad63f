//! Where one curve lies above another.

use num_rational::BigRational;
use std::cmp::Ordering;
use weighted_roc_checks::calls::compare;
use weighted_roc_checks::case::Case;
use weighted_roc_checks::check::{require, Verdict};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::decision::compare::{compare as exactly, differences, Difference};
use weighted_roc_checks::decision::polyline::Polyline;
use weighted_roc_checks::exact::{is_near, rational, rounded};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::sample::Sample;
use weighted_roc_core::decision::{Ahead, Interval};

/// True positive rates may differ by so much, relative to the larger, and still coincide.
const COINCIDE: f64 = 32.0 * f64::EPSILON;

/// How far an area may be off.
const AREA: f64 = 1e-14;

/// The largest loss of a rate and of an area at the lower end of the doubles.
const UNDERFLOW: f64 = 1e-320;

/// How far a crossing may be off for whole weights.
const CROSSING: f64 = 1e-11;

fn sign(ahead: Ahead) -> Ordering {
    match ahead {
        Ahead::First => Ordering::Greater,
        Ahead::Second => Ordering::Less,
        Ahead::Neither => Ordering::Equal,
    }
}

/// The intervals cover 0 to 1 and are as long as can be.
fn partition(result: &[Interval]) -> Verdict {
    let ends = (result[0].from, result[result.len() - 1].to) == (0.0, 1.0);
    let ascend = result.iter().all(|interval| interval.from < interval.to);
    let meet = |pair: &[Interval]| pair[0].to == pair[1].from && pair[0].ahead != pair[1].ahead;
    require(ends && ascend && result.windows(2).all(meet), || {
        "no partition".into()
    })
}

/// The curve that is ahead is not below the other but for rounding, and somewhere above; neither is
/// above if they coincide.
fn is_ahead(interval: &Interval, difference: &Difference) -> bool {
    let values = [&difference.left, &difference.right];
    let zero = rational(0.0);
    if values == [&zero, &zero] {
        return interval.ahead == Ahead::Neither;
    }
    let mut pairs = values.into_iter().zip(&difference.largest);
    pairs.all(|(value, largest)| {
        let slack = rational(COINCIDE) * largest + rational(UNDERFLOW);
        let (above, below) = (*value <= slack, *value >= -slack);
        match interval.ahead {
            Ahead::First => below,
            Ahead::Second => above,
            Ahead::Neither => above && below,
        }
    })
}

/// An interval without the ends that are no more than rounding of where the curves cross.
fn inner(interval: &Interval) -> Option<[BigRational; 2]> {
    let rounding = |end: f64| rational(end) * rational(8.0 * f64::EPSILON) + rational(UNDERFLOW);
    let ends = [
        rational(interval.from) + rounding(interval.from),
        rational(interval.to) - rounding(interval.to),
    ];
    (ends[0] < ends[1]).then_some(ends)
}

fn check(interval: &Interval, first: &Polyline, second: &Polyline) -> Verdict {
    if let Some([from, to]) = inner(interval) {
        let differences = differences(first, second, [&from, &to]);
        // Ends that rounding alone keeps apart are one, so that nobody is ahead between them.
        let is_wide = |d: &&Difference| {
            let rounding = rational(4.0 * f64::EPSILON) * &d.to;
            &d.to - &d.from > rounding || d.to >= rational(1.0)
        };
        let mut wide = differences.iter().filter(is_wide);
        let wrong = wide.find(|d| !is_ahead(interval, d));
        require(wrong.is_none(), || {
            let place = wrong.map(|d| [&d.from, &d.to, &d.left, &d.right].map(rounded));
            format!("{interval:?} is not so from and to with differences {place:?}")
        })?;
    }
    let (from, to) = (rational(interval.from), rational(interval.to));
    let area = first.integral(&from, &to) - second.integral(&from, &to);
    let width = interval.to - interval.from;
    let result = match interval.ahead {
        Ahead::Second => -interval.area(),
        _ => interval.area(),
    };
    let slack = COINCIDE * width + UNDERFLOW;
    let right = interval.area() >= 0.0 && is_near(result, &area, AREA, slack);
    require(right, || {
        format!(
            "the area of {interval:?} is {:e}, not {:e}",
            interval.area(),
            rounded(&area)
        )
    })
}

fn agree(first: &Curve, second: &Curve) -> Verdict {
    let result = compare(&first.given(), &second.given()).expect("memory");
    let [first, second] = [first, second].map(Polyline::tpr_by_fpr);
    partition(&result).map_err(|wrong| format!("{wrong}: {result:?}"))?;
    for interval in &result {
        check(interval, &first, &second)?;
    }
    let [zero, one] = [0.0, 1.0].map(rational);
    let areas = [&first, &second].map(|curve| curve.integral(&zero, &one));
    let lead = |interval: &Interval| match interval.ahead {
        Ahead::First => interval.area(),
        Ahead::Second => -interval.area(),
        Ahead::Neither => 0.0,
    };
    let lead: f64 = result.iter().map(lead).sum();
    require(is_near(lead, &(&areas[0] - &areas[1]), 0.0, AREA), || {
        format!("the areas add up to {lead:e}")
    })
}

fn check_all(first: &Curve, second: &Curve, name: &str) {
    for [a, b] in [[first, second], [second, first]] {
        agree(a, b).unwrap_or_else(|wrong| panic!("{name}: {wrong}: {a:?}, {b:?}"));
    }
}

/// The curve after some observations have changed, so that it is the same elsewhere.
fn changed(case: &Case, rng: &mut Rng) -> Option<Curve> {
    let mut rows = case.rows();
    for _ in 0..1 + rng.below(3) {
        let (i, j) = (rng.below(rows.len()), rng.below(rows.len()));
        match rng.below(3) {
            0 => rows[i].score = rows[j].score,
            1 => rows[i].positive = !rows[i].positive,
            _ => rows[i].weight = rows[i].weight.next_up(),
        }
    }
    Curve::from_case(&Case::from_rows(&rows)).ok()
}

#[test]
fn who_is_ahead_is_as_defined() {
    let mut rng = Rng::new(1);
    for _ in 0..500 {
        let [first, second] = [(); 2].map(|()| Sample::up_to(60, &mut rng));
        let name = format!("{} and {}", first.name, second.name);
        check_all(&first.curve, &second.curve, &name);
    }
}

#[test]
fn who_is_ahead_of_a_similar_curve_is_as_defined() {
    let mut rng = Rng::new(2);
    for _ in 0..500 {
        let Sample { curve, case, name } = Sample::up_to(60, &mut rng);
        check_all(&curve, &curve, &name);
        if let Some(other) = changed(&case, &mut rng) {
            check_all(&curve, &other, &name);
        }
    }
}

#[test]
fn curves_of_thousands_of_rows_are_compared_right() {
    let mut rng = Rng::new(3);
    for _ in 0..5 {
        let [first, second] = [(); 2].map(|()| Sample::any(1000, &mut rng));
        let name = format!("{} and {}", first.name, second.name);
        agree(&first.curve, &second.curve).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
    }
}

#[test]
fn intervals_for_whole_weights_are_exact() {
    let mut rng = Rng::new(4);
    for _ in 0..1000 {
        let [first, second] = [(); 2].map(|()| Sample::whole(20, &mut rng));
        let exact = [&first, &second].map(|sample| Polyline::by_weights(&sample.exact()));
        let expected = exactly(&exact[0], &exact[1]);
        let result = compare(&first.curve.given(), &second.curve.given()).expect("memory");
        let same = result.len() == expected.len()
            && result.iter().zip(&expected).all(|(result, expected)| {
                sign(result.ahead) == expected.first
                    && is_near(result.from, &expected.from, CROSSING, 0.0)
                    && is_near(result.to, &expected.to, CROSSING, 0.0)
            });
        let context = || format!("{:?} and {:?}", first.curve, second.curve);
        assert!(same, "{result:?}, not {expected:?}: {}", context());
    }
}

#[test]
fn a_curve_and_itself_coincide() {
    let mut rng = Rng::new(5);
    for _ in 0..1000 {
        let curve = Sample::up_to(60, &mut rng).curve;
        let result = compare(&curve.given(), &curve.given()).expect("memory");
        let whole = matches!(
            result[..],
            [Interval {
                ahead: Ahead::Neither,
                ..
            }]
        );
        assert!(whole && result[0].area() == 0.0, "{result:?}: {curve:?}");
    }
}
