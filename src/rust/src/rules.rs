//! Shims of rules beyond a single threshold: net benefit, several bounds, the reject option.

use crate::decision::{each, one_based, or_missing, priors, Problems};
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, CurveColumns};
use crate::record::Record;
use crate::result::{rows, Value};
use crate::session::poll;
use crate::wire::bounds_of;
use weighted_roc_core::decision::{Constrained, NetBenefit, RandomRule, Reject};
use weighted_roc_core::shape::hull;
use weighted_roc_core::Range;

/// At all thresholds for the first prior, then for the next one. A calibrated rule is the best on the
/// hull, another one calls what is not below the threshold positive.
fn curve_net_benefit(
    curve: CurveColumns,
    threshold: &[f64],
    prior: Option<&[f64]>,
    calibrated: bool,
) -> Result<Value, Failure> {
    Range::WITH_ODDS.check("threshold", threshold)?;
    let curve = input::curve(curve, "x")?;
    let hull = if calibrated {
        Some(hull(&curve, &mut poll)?)
    } else {
        None
    };
    let (curve, hull, each) = (&curve, &hull, each(prior)?);
    rows! { by [each.len(), threshold.len()] =>
        |i| { let priors = priors(curve, each[i])?; }
        |at| {
            let benefit = NetBenefit::new(curve, threshold[at], priors)?;
            let row = match hull {
                Some(hull) => benefit.best_on(hull)?,
                None => curve.row_at(threshold[at])?,
            };
        }
        "row" => one_based(row),
        "prior" => priors[1],
        "net_benefit" => benefit.at(row)?,
        "treat_all" => benefit.of_all(),
    }
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
    Range::UNCERTAIN.check("prior", prior.unwrap_or_default())?;
    let of_problem = |values: &[f64], i: usize| {
        let value = values.get(i).copied();
        value.ok_or_else(|| Failure::internal("bounds have one length".to_string()))
    };
    rows! { number =>
        |i| {
            let spec = bounds_of(|name| {
                let values: Option<&[f64]> = bounds.find(name)?;
                Range::PROBABILITY.check(name, values.unwrap_or_default())?;
                values.map(|values| of_problem(values, i)).transpose()
            })?;
            let prior = prior.map(|values| of_problem(values, i)).transpose()?;
            let priors = priors(&curve, prior)?;
            let rules = Constrained::new(&curve, spec, priors)?;
            let [row, share, ppv, npv] = match rules.best_row(&mut poll)? {
                Some(row) => [one_based(row), rules.share(row)?, rules.ppv(row)?, rules.npv(row)?],
                None => [f64::NAN; 4],
            };
            let on_hull = rules.best_on(&hull)?;
            let of_hull = |of: &dyn Fn(&RandomRule) -> f64| or_missing(on_hull.as_ref().map_or(f64::NAN, of));
            let threshold = |row: usize| curve.points().threshold[row];
        }
        "prior" => priors[1],
        "row" => or_missing(row),
        "share" => or_missing(share),
        "PPV" => or_missing(ppv),
        "NPV" => or_missing(npv),
        "TPR_hull" => of_hull(&|rule| rule.tpr),
        "FPR_hull" => of_hull(&|rule| rule.fpr),
        "hull_threshold_low" => of_hull(&|rule| threshold(rule.low)),
        "hull_threshold_high" => of_hull(&|rule| threshold(rule.high)),
        "hull_probability" => of_hull(&|rule| rule.probability),
    }
}

fn curve_reject(
    curve: CurveColumns,
    cost: &[f64],
    costs: [&[f64]; 4],
    prior: Option<&[f64]>,
) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let problems = Problems::new(costs, prior)?;
    Range::FINITE.check("cost_reject", cost)?;
    problems.check_order(false)?;
    if cost.len() != problems.number() {
        return Err(Failure::internal("costs have one length".to_string()));
    }
    let hull = hull(&curve, &mut poll)?;
    rows! { problems.number() =>
        |i| {
            let priors = problems.priors(&curve, i)?;
            let rules = Reject::new(&curve, problems.costs(i), cost[i], priors);
            let rules = problems.in_place(i, rules)?;
            let result = rules.least_on(&hull, &mut poll)?;
            let single = problems.risk(&curve, i)?;
            let [slope_negative, slope_positive] = rules.slopes()?.map(or_missing);
            let [of_negatives, of_positives] = result.rejected;
            let points = curve.points();
        }
        "prior" => priors[1],
        "threshold_negative" => points.threshold[result.negative],
        "threshold_positive" => points.threshold[result.positive],
        "TPR" => points.tpr[result.positive],
        "FPR" => points.fpr[result.positive],
        "FNR" => curve.point(result.negative)?.fnr,
        "TNR" => curve.point(result.negative)?.tnr,
        "rejected_pos" => of_positives,
        "rejected_neg" => of_negatives,
        "rejected" => (priors[0] * of_negatives + priors[1] * of_positives).min(1.0),
        "risk" => result.risk,
        "risk_optimal" => single.at(single.least_on(&hull, &mut poll)?)?,
        "slope_negative" => slope_negative,
        "slope_positive" => slope_positive,
    }
}

shims! {
    curve_net_benefit(curve, threshold, prior, calibrated);
    curve_constrained(curve, bounds, prior, number);
    curve_reject(curve, cost, costs, prior);
}
