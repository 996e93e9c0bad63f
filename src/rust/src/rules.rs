//! Shims of rules beyond a single threshold: net benefit, several bounds, the reject option.

use crate::decision::{each, one_based, or_missing, priors, Problems};
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, CurveColumns};
use crate::record::Record;
use crate::result::{rows, table_by, Value};
use crate::session::poll;
use crate::wire::bounds_of;
use weighted_roc_core::curve::Curve;
use weighted_roc_core::decision::{Constrained, NetBenefit, RandomRule, Reject};
use weighted_roc_core::shape::hull;

/// At all thresholds for the first prior, then for the next one. A calibrated rule is the best on the
/// hull, another one calls what is not below the threshold positive.
fn curve_net_benefit(
    curve: CurveColumns,
    threshold: &[f64],
    prior: Option<&[f64]>,
    calibrated: bool,
) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let hull = if calibrated {
        Some(hull(&curve, &mut poll)?)
    } else {
        None
    };
    let (curve, hull, each) = (&curve, &hull, each(prior)?);
    let names = ["row", "prior", "net_benefit", "treat_all"];
    table_by(names, [each.len(), threshold.len()], |i| {
        let priors = priors(curve, each[i]);
        Ok(move |at: usize| {
            let benefit = NetBenefit::new(curve, threshold[at], priors)?;
            let row = match hull {
                Some(hull) => benefit.best_on(hull)?,
                None => curve.row_at(threshold[at])?,
            };
            Ok([
                one_based(row),
                priors[1],
                benefit.at(row)?,
                benefit.of_all(),
            ])
        })
    })
}

/// The bounds by their names, as many of each. A bound that no rule meets gives a missing value.
fn curve_constrained(
    curve: CurveColumns,
    bounds: Record,
    prior: Option<&[f64]>,
    number: usize,
) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let hull = hull(&curve, &mut poll)?;
    let of_problem = |values: &[f64], i: usize| {
        let value = values.get(i).copied();
        value.ok_or_else(|| Failure::internal("bounds have one length".to_string()))
    };
    rows! {
        number, |i| {
            let spec = bounds_of(|name| {
                    let values: Option<&[f64]> = bounds.find(name)?;
                    values.map(|values| of_problem(values, i)).transpose()
                })?;
            let prior = prior.map(|values| of_problem(values, i)).transpose()?;
            let priors = priors(&curve, prior);
            let rules = Constrained::new(&curve, spec, priors)?;
            let [row, share, ppv, npv] = match rules.best_row(&mut poll)? {
                Some(row) => [
                    one_based(row),
                    rules.share(row)?,
                    rules.ppv(row)?,
                    rules.npv(row)?,
                ],
                None => [f64::NAN; 4],
            };
            let on_hull = rules
            .best_on(&hull)?
            .map_or([f64::NAN; 5], |rule| columns_of(&curve, &rule));
            let [tpr, fpr, low, high, probability] = on_hull;
        }
        "prior": or_missing(priors[1]),
        "row": or_missing(row),
        "share": or_missing(share),
        "PPV": or_missing(ppv),
        "NPV": or_missing(npv),
        "TPR_hull": or_missing(tpr),
        "FPR_hull": or_missing(fpr),
        "hull_threshold_low": or_missing(low),
        "hull_threshold_high": or_missing(high),
        "hull_probability": or_missing(probability),
    }
}

fn columns_of(curve: &Curve<'_>, rule: &RandomRule) -> [f64; 5] {
    [
        rule.tpr,
        rule.fpr,
        curve.points().threshold[rule.low],
        curve.points().threshold[rule.high],
        rule.probability,
    ]
}

fn curve_reject(
    curve: CurveColumns,
    cost: &[f64],
    costs: [&[f64]; 4],
    prior: Option<&[f64]>,
) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let problems = Problems::new(costs, prior)?;
    if cost.len() != problems.number() {
        return Err(Failure::internal("costs have one length".to_string()));
    }
    let hull = hull(&curve, &mut poll)?;
    rows! {
        problems.number(), |i| {
            let priors = problems.priors(&curve, i);
            let rules = Reject::new(&curve, problems.costs(i), cost[i], priors)?;
            let result = rules.least_on(&hull, &mut poll)?;
            let single = problems.risk(&curve, i)?;
            let [slope_negative, slope_positive] = rules.slopes()?.map(or_missing);
            let [of_negatives, of_positives] = result.rejected;
        }
        "prior": priors[1],
        "threshold_negative": curve.points().threshold[result.negative],
        "threshold_positive": curve.points().threshold[result.positive],
        "TPR": curve.points().tpr[result.positive],
        "FPR": curve.points().fpr[result.positive],
        "FNR": curve.point(result.negative)?.fnr,
        "TNR": curve.point(result.negative)?.tnr,
        "rejected_pos": of_positives,
        "rejected_neg": of_negatives,
        "rejected": (priors[0] * of_negatives + priors[1] * of_positives).min(1.0),
        "risk": result.risk,
        "risk_optimal": single.at(single.least_on(&hull, &mut poll)?)?,
        "slope_negative": slope_negative,
        "slope_positive": slope_positive,
    }
}

shims! {
    curve_net_benefit(curve, threshold, prior, calibrated);
    curve_constrained(curve, bounds, prior, number);
    curve_reject(curve, cost, costs, prior);
}
