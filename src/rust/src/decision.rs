//! Shims of the functions that take a curve: a list of its five columns.

use crate::failure::{guard, Failure};
use crate::frame::Frame;
use crate::input::{doubles, integers, CurveColumns};
use extendr_api::prelude::*;
use weighted_roc_core::{self as core, Ahead, Bound, Choice, Costs, Curve, Measures, Risk};

/// Columns of a result, which are filled row by row.
pub fn table<const N: usize>(
    names: [&'static str; N],
    rows: usize,
    row: impl Fn(usize) -> [f64; N],
) -> Result<Robj, Failure> {
    let mut frame = Frame::new(names, rows)?;
    let mut columns = frame.columns();
    for i in 0..rows {
        for (column, value) in columns.iter_mut().zip(row(i)) {
            column[i] = value;
        }
    }
    Ok(frame.into_robj())
}

/// R counts rows from 1.
fn one_based(row: usize) -> f64 {
    (row + 1) as f64
}

/// R tells a missing value from other NaN.
fn or_missing(value: f64) -> f64 {
    match value.is_nan() {
        true => f64::na(),
        false => value,
    }
}

const MEASURES: [&str; 12] = [
    "TP", "TN", "TNR", "FNR", "PPV", "NPV", "ACC", "ERR", "BACC", "J", "F1", "MCC",
];

fn measures_at(curve: &Curve<'_>, row: usize) -> [f64; 12] {
    let Measures {
        true_positive,
        true_negative,
        tnr,
        fnr,
        ppv,
        npv,
        accuracy,
        error_rate,
        balanced_accuracy,
        youden,
        f1,
        mcc,
    } = core::measures(curve, row);
    [
        true_positive,
        true_negative,
        tnr,
        fnr,
        ppv,
        npv,
        accuracy,
        error_rate,
        balanced_accuracy,
        youden,
        f1,
        mcc,
    ]
    .map(or_missing)
}

#[extendr]
fn curve_check(curve: Robj) -> Robj {
    guard(|| {
        CurveColumns::new(&curve, "curve")?.curve()?;
        Ok(().into())
    })
}

#[extendr]
fn curve_measures(curve: Robj) -> Robj {
    guard(|| {
        let columns = CurveColumns::new(&curve, "curve")?;
        let curve = columns.curve()?;
        table(MEASURES, curve.rows(), |row| measures_at(&curve, row))
    })
}

// The rows, from 1, of a curve that say what happens at thresholds.
#[extendr]
fn curve_rows_at(curve: Robj, threshold: Robj) -> Robj {
    guard(|| {
        let columns = CurveColumns::new(&curve, "curve")?;
        let curve = columns.curve()?;
        let thresholds = doubles(&threshold)?;
        table(["row"], thresholds.len(), |i| {
            [one_based(curve.row_at(thresholds[i]))]
        })
    })
}

/// The costs come as FP, FN, TP, TN; the prior may be NULL.
fn risk<'a>(curve: &Curve<'a>, costs: &Robj, prior: &Robj) -> Result<Risk<'a>, Failure> {
    let &[false_positive, false_negative, true_positive, true_negative] = doubles(costs)? else {
        return Err(Failure::internal("four costs are needed".to_string()));
    };
    let costs = Costs {
        false_positive,
        false_negative,
        true_positive,
        true_negative,
    };
    Ok(Risk::new(curve, costs, prior.as_real()))
}

#[extendr]
fn curve_risk(curve: Robj, costs: Robj, prior: Robj) -> Robj {
    guard(|| {
        let columns = CurveColumns::new(&curve, "curve")?;
        let curve = columns.curve()?;
        let risk = risk(&curve, &costs, &prior)?;
        table(["risk"], curve.rows(), |row| [risk.at(row)])
    })
}

#[extendr]
fn curve_optimal(curve: Robj, costs: Robj, prior: Robj) -> Robj {
    guard(|| {
        let columns = CurveColumns::new(&curve, "curve")?;
        let curve = columns.curve()?;
        let risk = risk(&curve, &costs, &prior)?;
        let row = risk.least()?;
        let names = [
            "row",
            "prior",
            "risk",
            "risk_positive",
            "risk_negative",
            "risk_random",
        ];
        table(names, 1, |_| {
            [
                one_based(row),
                risk.prior(),
                risk.at(row),
                risk.of_chance(1.0),
                risk.of_chance(0.0),
                risk.of_chance(risk.prior()),
            ]
        })
    })
}

#[extendr]
fn curve_hull(curve: Robj) -> Robj {
    guard(|| {
        let columns = CurveColumns::new(&curve, "curve")?;
        let hull = core::hull(&columns.curve()?)?;
        let names = ["row", "slope_min", "slope_max", "prior_min", "prior_max"];
        table(names, hull.rows.len(), |i| {
            let [least, most] = hull.slopes_at(i);
            let prior = |slope: f64| 1.0 / (1.0 + slope);
            [
                one_based(hull.rows[i]),
                least,
                most,
                prior(most),
                prior(least),
            ]
        })
    })
}

#[extendr]
fn curve_cost_curve(curve: Robj) -> Robj {
    guard(|| {
        let columns = CurveColumns::new(&curve, "curve")?;
        let curve = columns.curve()?;
        let vertices = core::cost_curve(&curve)?;
        table(["PC", "cost", "threshold"], vertices.len(), |i| {
            let vertex = vertices[i];
            [vertex.pc, vertex.cost, curve.threshold(vertex.row)]
        })
    })
}

#[extendr]
fn curve_neyman_pearson(curve: Robj, bound: Robj, rate: &str) -> Robj {
    guard(|| {
        let columns = CurveColumns::new(&curve, "curve")?;
        let curve = columns.curve()?;
        let bounds = doubles(&bound)?;
        let (rows, hull) = (curve.all_rows()?, core::hull(&curve)?.rows);
        let names = [
            "TPR",
            "FPR",
            "threshold",
            "FN",
            "FP",
            "value",
            "threshold_low",
            "threshold_high",
            "probability",
            "value_hull",
            "hull_threshold_low",
            "hull_threshold_high",
            "hull_probability",
        ];
        table(names, bounds.len(), |i| {
            let bound = match rate {
                "FPR" => Bound::Fpr(bounds[i]),
                "FNR" => Bound::Fnr(bounds[i]),
                _ => Bound::Tpr(bounds[i]),
            };
            let Choice { row, mixture } = core::neyman_pearson(&curve, &rows, bound);
            let on_hull = core::neyman_pearson(&curve, &hull, bound).mixture;
            [
                curve.tpr(row),
                curve.fpr(row),
                curve.threshold(row),
                curve.false_negative(row),
                curve.false_positive(row),
                mixture.value,
                curve.threshold(mixture.low),
                curve.threshold(mixture.high),
                mixture.probability,
                on_hull.value,
                curve.threshold(on_hull.low),
                curve.threshold(on_hull.high),
                on_hull.probability,
            ]
        })
    })
}

#[extendr]
fn curve_partial(curve: Robj, interval: Robj, by_fpr: bool) -> Robj {
    guard(|| {
        let columns = CurveColumns::new(&curve, "curve")?;
        let curve = columns.curve()?;
        let &[low, high] = doubles(&interval)? else {
            return Err(Failure::internal("an interval has two ends".to_string()));
        };
        let area = match by_fpr {
            true => core::partial_by_fpr(&curve, [low, high]),
            false => core::partial_by_tpr(&curve, [low, high]),
        };
        Ok(area.into())
    })
}

// The costs of each pair add up to 1; the prior may be NULL.
#[extendr]
fn curve_cost_area(curve: Robj, cost_fp: Robj, cost_fn: Robj, prior: Robj) -> Robj {
    guard(|| {
        let columns = CurveColumns::new(&curve, "curve")?;
        let curve = columns.curve()?;
        let (cost_fp, cost_fn) = (doubles(&cost_fp)?, doubles(&cost_fn)?);
        let priors = prior
            .as_real()
            .map_or_else(|| curve.shares(), |prior| [1.0 - prior, prior]);
        let names = [
            "cost_FN",
            "cost_FP",
            "prior",
            "intercept",
            "slope",
            "pAUC",
            "max_pAUC",
            "ratio",
        ];
        table(names, cost_fn.len(), |i| {
            let found = core::cost_area(&curve, [cost_fp[i], cost_fn[i]], priors);
            [
                cost_fn[i],
                cost_fp[i],
                priors[1],
                found.intercept,
                found.slope,
                found.area,
                found.largest,
                if found.area > found.largest {
                    1.0
                } else {
                    found.area / found.largest
                },
            ]
        })
    })
}

// Who is ahead comes as a code: 1 for x, 2 for y, 3 for neither.
#[extendr]
fn curve_compare(x: Robj, y: Robj) -> Robj {
    guard(|| {
        let columns = [CurveColumns::new(&x, "x")?, CurveColumns::new(&y, "y")?];
        let intervals = core::compare(&columns[0].curve()?, &columns[1].curve()?)?;
        let names = ["FPR_min", "FPR_max", "ahead", "area"];
        table(names, intervals.len(), |i| {
            let interval = &intervals[i];
            let ahead = match interval.ahead {
                Ahead::First => 1.0,
                Ahead::Second => 2.0,
                Ahead::Neither => 3.0,
            };
            [interval.from, interval.to, ahead, interval.area()]
        })
    })
}

// The rows to keep, and the bound; `points` may be NULL.
#[extendr]
fn curve_thin(curve: Robj, straight: bool, points: Robj) -> Robj {
    guard(|| {
        let columns = CurveColumns::new(&curve, "curve")?;
        let points = points.as_real().map(|points| points as usize);
        let thinned = core::thin(&columns.curve()?, straight, points)?;
        let rows = table(["row"], thinned.rows.len(), |i| {
            [one_based(thinned.rows[i])]
        })?;
        Ok(List::from_pairs([("rows", rows), ("bound", thinned.bound.into())]).into())
    })
}

// Half of what the steps that are marked with 1 span.
#[extendr]
fn curve_rectangles(curve: Robj, merged: Robj) -> Robj {
    guard(|| {
        let columns = CurveColumns::new(&curve, "curve")?;
        let merged = integers(&merged)?;
        Ok(core::half_of_rectangles(&columns.curve()?, |row| merged[row] == 1).into())
    })
}

extendr_module! {
    mod decision;
    fn curve_rectangles;
    fn curve_check;
    fn curve_measures;
    fn curve_rows_at;
    fn curve_risk;
    fn curve_optimal;
    fn curve_hull;
    fn curve_cost_curve;
    fn curve_neyman_pearson;
    fn curve_partial;
    fn curve_cost_area;
    fn curve_compare;
    fn curve_thin;
}
