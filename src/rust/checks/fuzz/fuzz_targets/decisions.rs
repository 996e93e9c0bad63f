//! Whatever the curve, decisions on it are sound; invalid curves are refused.

#![no_main]

mod rows;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use rows::Rows;
use weighted_roc_checks::calls::{
    compare, cost_area, cost_curve, given, half_of_rectangles, hull, least_risk, measures,
    neyman_pearson, partial_by_fpr, partial_by_tpr, risk, thin, trapezoid,
};
use weighted_roc_checks::case::{reversed, Case, Row};
use weighted_roc_checks::curve::Curve as Columns;
use weighted_roc_core::curve::Curve;
use weighted_roc_core::decision::{Ahead, Bound, Costs};

/// Far above the rounding of what is at most 1.
const SLACK: f64 = 1e-12;

/// Checks that take time for all pairs of rows are done up to this many rows.
const MANY: usize = 100;

/// A curve that is not as its entries are may differ from them by the most that is let pass.
const SPOILED: f64 = 1e-7;

#[derive(Arbitrary, Debug)]
struct Asked {
    shares: [u16; 2],
    costs: [u8; 4],
    prior: Option<u8>,
    points: u8,
    turn: u8,
    spoil: Option<(u8, u16, f64)>,
}

fuzz_target!(|input: (Asked, Rows)| {
    let (spec, Rows(rows)) = input;
    let mut columns = curve(&rows);
    let other = curve(&reversed(&rows, spec.turn));
    let slack = match spec.spoil {
        None => SLACK,
        Some(spoil) => {
            change(&mut columns, spoil);
            SPOILED
        }
    };
    // If a changed curve is invalid, the core returns an error.
    if let Ok(curve) = given(columns.points()) {
        let low_high = shares(spec.shares);
        corners(&curve, slack);
        rows_at_costs(&curve, &spec, slack);
        rows_at_bounds(&curve, low_high, slack);
        areas(&curve, low_high, slack);
        fewer_rows(&curve, usize::from(spec.points) + 2, slack);
        ahead(&curve, &other.given(), slack);
        rates(&curve);
    }
});

fn curve(rows: &[Row]) -> Columns {
    Columns::of(&Case::of(rows)).unwrap()
}

fn change(curve: &mut Columns, (column, row, value): (u8, u16, f64)) {
    let column = match column % 5 {
        0 => &mut curve.tpr,
        1 => &mut curve.fpr,
        2 => &mut curve.threshold,
        3 => &mut curve.false_negative,
        _ => &mut curve.false_positive,
    };
    let row = usize::from(row) % column.len();
    column[row] = match value.abs() < 1.0 {
        true => column[row] * (1.0 + 1e-8 * value),
        false => value,
    };
}

/// Two shares, ascending.
fn shares(numbers: [u16; 2]) -> [f64; 2] {
    let [a, b] = numbers.map(|number| f64::from(number) / f64::from(u16::MAX));
    [a.min(b), a.max(b)]
}

fn area(curve: &Curve) -> f64 {
    trapezoid(curve.points().tpr, curve.points().fpr).unwrap()
}

fn assert_near(a: f64, b: f64, slack: f64) {
    assert!((a - b).abs() <= slack, "{a:e}, {b:e}");
}

/// They ascend from the first to the last.
fn assert_ends(rows: &[usize], curve: &Curve) {
    assert_eq!([rows[0], rows[rows.len() - 1]], [0, curve.last()]);
    assert!(rows.windows(2).all(|pair| pair[0] < pair[1]));
}

/// The hull is above the curve and bends downwards.
fn corners(curve: &Curve, slack: f64) {
    let hull = hull(curve).unwrap();
    assert_ends(hull.rows(), curve);
    assert!(hull.slopes().windows(2).all(|pair| pair[0] <= pair[1]));
    assert!(hull.slopes().iter().all(|&slope| slope >= 0.0));
    for edge in hull.rows().windows(2) {
        let run = curve.points().fpr[edge[0]] - curve.points().fpr[edge[1]];
        let rise = curve.points().tpr[edge[0]] - curve.points().tpr[edge[1]];
        for row in edge[0]..edge[1] {
            let above = (curve.points().tpr[row] - curve.points().tpr[edge[1]]) * run;
            assert!(
                above <= (curve.points().fpr[row] - curve.points().fpr[edge[1]]) * rise + slack
            );
        }
    }
    let vertices = cost_curve(curve).unwrap();
    assert_eq!(
        [vertices[0].pc, vertices[vertices.len() - 1].pc],
        [0.0, 1.0]
    );
    assert!(vertices.windows(2).all(|pair| pair[0].pc < pair[1].pc));
    for vertex in vertices.iter().take(MANY) {
        let cost = |row| {
            curve.point(row).unwrap().fnr * vertex.pc + curve.points().fpr[row] * (1.0 - vertex.pc)
        };
        let least = hull.rows().iter().map(|&row| cost(row));
        assert_near(vertex.cost, least.fold(1.0, f64::min), slack);
    }
}

/// No row costs less than the one that is found.
fn rows_at_costs(curve: &Curve, spec: &Asked, slack: f64) {
    let [right, wrong, left, more] = spec.costs.map(f64::from);
    let costs = Costs {
        false_positive: right + wrong,
        false_negative: left + more,
        true_positive: left,
        true_negative: right,
    };
    let prior = spec.prior.map(|prior| f64::from(prior) / 255.0);
    let risk = risk(curve, costs, prior).unwrap();
    let result = risk.at(least_risk(&risk).unwrap()).unwrap();
    let least = (0..curve.rows()).map(|row| risk.at(row).unwrap());
    let least = least.fold(f64::INFINITY, f64::min);
    assert!(
        0.0 <= least && result <= least + 512.0 * slack,
        "{result:e}, {least:e}"
    );
}

fn rows_at_bounds(curve: &Curve, low_high: [f64; 2], slack: f64) {
    let all: Vec<usize> = curve.all_rows().unwrap();
    let hull = hull(curve).unwrap();
    for rows in [&all[..], hull.rows()] {
        let [low, high] = low_high.map(|bound| {
            let choice = neyman_pearson(curve, rows, Bound::Fpr(bound));
            assert!(curve.points().fpr[choice.row] <= bound + slack);
            let best = rows.iter().filter(|&&row| curve.points().fpr[row] <= bound);
            let best = best.map(|&row| curve.points().tpr[row]).fold(0.0, f64::max);
            assert!(curve.points().tpr[choice.row] >= best);
            assert!((0.0..=1.0).contains(&choice.mixture.probability));
            assert!(choice.mixture.value >= best - slack);
            choice.mixture.value
        });
        assert!(0.0 <= low && low <= high + slack && high <= 1.0 + slack);
        let [low, high] = low_high.map(|bound| {
            let choice = neyman_pearson(curve, rows, Bound::Tpr(bound));
            let by_miss = neyman_pearson(curve, rows, Bound::Fnr(1.0 - bound));
            assert!(curve.points().tpr[choice.row] >= bound - slack);
            assert!(curve.point(by_miss.row).unwrap().fnr <= 1.0 - bound + slack);
            let best = rows.iter().filter(|&&row| curve.points().tpr[row] >= bound);
            let best = best.map(|&row| curve.points().fpr[row]).fold(1.0, f64::min);
            assert!(curve.points().fpr[choice.row] <= best);
            assert!(choice.mixture.value <= best + slack);
            choice.mixture.value
        });
        assert!(-slack <= low && low <= high + slack && high <= 1.0);
    }
}

fn areas(curve: &Curve, [low, high]: [f64; 2], slack: f64) {
    for part in [partial_by_fpr, partial_by_tpr] {
        let result = part(curve, [low, high]);
        assert!(0.0 <= result && result <= (high - low) * (1.0 + slack));
        let parts = [[0.0, low], [low, high], [high, 1.0]].map(|ends| part(curve, ends));
        assert_near(parts.iter().sum(), area(curve), slack);
    }
    let positive = low.clamp(1e-6, 1.0 - 1e-6);
    let result = cost_area(curve, [high, 1.0 - high], [1.0 - positive, positive]);
    assert!(0.0 <= result.area && result.area <= result.largest + slack && result.largest <= 1.0);
}

/// The area changes by no more than the bound says.
fn fewer_rows(curve: &Curve, points: usize, slack: f64) {
    let points_of_curve = curve.points();
    for (straight, points) in [(true, None), (false, Some(points)), (true, Some(points))] {
        let result = thin(curve, straight, points).unwrap();
        assert_ends(&result.rows, curve);
        let pick = |column: &[f64]| {
            result
                .rows
                .iter()
                .map(|&row| column[row])
                .collect::<Vec<_>>()
        };
        let left = trapezoid(&pick(points_of_curve.tpr), &pick(points_of_curve.fpr)).unwrap();
        assert_near(left, area(curve), result.bound + slack);
        if let Some(points) = points {
            assert!(result.rows.len() <= points);
            assert!(result.bound <= 2.0 / (points - 1) as f64);
        }
    }
    let all = half_of_rectangles(curve, |_| true);
    assert!((0.0..=0.5 + slack).contains(&all), "{all}");
}

/// The areas between two curves make up the difference of their areas.
fn ahead(first: &Curve, second: &Curve, slack: f64) {
    let result = compare(first, second).unwrap();
    let swapped = compare(second, first).unwrap();
    assert_eq!([result[0].from, result[result.len() - 1].to], [0.0, 1.0]);
    assert!(result.windows(2).all(|pair| pair[0].to == pair[1].from));
    assert!(result.iter().all(|interval| interval.from < interval.to));
    assert_eq!(result.len(), swapped.len());
    let mut difference = 0.0;
    for (interval, swapped) in result.iter().zip(&swapped) {
        assert!(interval.area() >= 0.0);
        let (sign, other) = match interval.ahead {
            Ahead::First => (1.0, Ahead::Second),
            Ahead::Second => (-1.0, Ahead::First),
            Ahead::Neither => (0.0, Ahead::Neither),
        };
        assert_eq!(swapped.ahead, other);
        difference += sign * interval.area();
    }
    assert_near(difference, area(first) - area(second), slack);
}

/// A measure is NaN or within its range.
fn rates(curve: &Curve) {
    for row in 0..curve.rows() {
        let result = measures(curve, row, None);
        let shares = [
            result.tnr,
            result.fnr,
            result.ppv,
            result.npv,
            result.accuracy,
            result.error_rate,
            result.balanced_accuracy,
            result.f1,
            0.5 + result.youden / 2.0,
            0.5 + result.mcc / 2.0,
        ];
        let sound = |share: &f64| share.is_nan() || (-1e-7..=1.0 + 1e-7).contains(share);
        assert!(shares.iter().all(sound), "{result:?}");
        assert!(curve.row_at(curve.points().threshold[row]).unwrap() <= row);
    }
}
