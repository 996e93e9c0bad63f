//! Shims of rules beyond a single threshold, of gains, and of precision.

use crate::decision::{each_priors, priors, Problems};
use crate::prelude::*;
use crate::wire::bounds_of;
use weighted_roc_core::decision::{Constrained, GainCurve, NetBenefit, RandomRule, Reject};
use weighted_roc_core::measure::{precision_at_recall, precision_at_row, precision_gains};
use weighted_roc_core::shape::hull;

/// At all thresholds for the first prior, then for the next one. A calibrated rule is the best on the
/// hull, another one calls what is not below the threshold positive.
pub fn curve_net_benefit(
    x: Curve,
    threshold: &[f64],
    prior: Option<&[f64]>,
    calibrated: bool,
) -> Result<Value, Failure> {
    Range::WITH_ODDS.check("threshold", threshold)?;
    let hull = calibrated.then(|| hull(&x, &mut poll)).transpose()?;
    let (x, hull, each) = (&x, &hull, each_priors(&x, prior)?);
    rows! { by [each.len(), threshold.len()] =>
        |i| { let priors = each[i]; }
        |at| {
            let benefit = NetBenefit::new(x, threshold[at], priors)?;
            let row = match hull {
                Some(hull) => benefit.best_on(hull)?,
                None => x.row_at(threshold[at])?,
            };
        }
        "row" => one_based(row),
        "prior" => priors[1],
        "net_benefit" => benefit.at_row(row)?,
        "treat_all" => benefit.treat_all(),
    }
}

/// The bounds by their names, as many of each. A bound that no rule meets gives a missing value.
pub fn curve_constrained(
    x: Curve,
    bounds: Record,
    prior: Option<&[f64]>,
    number: usize,
) -> Result<Value, Failure> {
    let hull = hull(&x, &mut poll)?;
    Range::UNCERTAIN.check("prior", prior.unwrap_or_default())?;
    let of_problem = |values: &[f64], i: usize| {
        let value = values.get(i).copied();
        value.ok_or_else(|| Failure::internal("bounds have one length"))
    };
    rows! { number =>
        |i| {
            let spec = bounds_of(|name| {
                let values: Option<&[f64]> = bounds.find(name)?;
                Range::PROBABILITY.check(name, values.unwrap_or_default())?;
                values.map(|values| of_problem(values, i)).transpose()
            })?;
            let prior = prior.map(|values| of_problem(values, i)).transpose()?;
            let priors = priors(&x, prior)?;
            let rules = Constrained::new(&x, spec, priors)?;
            let [row, share, ppv, npv] = match rules.best_row(&mut poll)? {
                Some(row) => [one_based(row), rules.predicted_share(row)?, rules.ppv(row)?, rules.npv(row)?],
                None => [f64::NAN; 4],
            };
            let on_hull = rules.best_on(&hull)?;
            let of_hull = |of: &dyn Fn(&RandomRule) -> f64| or_missing(on_hull.as_ref().map_or(f64::NAN, of));
            let threshold = |row: usize| x.points().threshold[row];
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

pub fn curve_reject(x: Curve, cost: &[f64], problems: Problems) -> Result<Value, Failure> {
    Range::FINITE.check("cost_reject", cost)?;
    problems.check_order(false)?;
    if cost.len() != problems.number() {
        return Err(Failure::internal("costs have one length"));
    }
    let hull = hull(&x, &mut poll)?;
    rows! { problems.number() =>
        |i| {
            let priors = problems.priors(&x, i)?;
            let rules = problems.in_place(i, Reject::new(&x, problems.costs(i), cost[i], priors))?;
            let result = rules.least_on(&hull, &mut poll)?;
            let single = problems.risk(&x, i)?;
            let [slope_negative, slope_positive] = rules.slopes()?.map(or_missing);
            let [of_negatives, of_positives] = result.rejected;
            let points = x.points();
        }
        "prior" => priors[1],
        "threshold_negative" => points.threshold[result.negative],
        "threshold_positive" => points.threshold[result.positive],
        "TPR" => points.tpr[result.positive],
        "FPR" => points.fpr[result.positive],
        "FNR" => x.point(result.negative)?.fnr,
        "TNR" => x.point(result.negative)?.tnr,
        "rejected_pos" => of_positives,
        "rejected_neg" => of_negatives,
        "rejected" => (priors[0] * of_negatives + priors[1] * of_positives).min(1.0),
        "risk" => result.risk,
        "risk_optimal" => single.at_row(single.least_on(&hull, &mut poll)?)?,
        "slope_negative" => slope_negative,
        "slope_positive" => slope_positive,
    }
}

/// At all rows, or at shares; for the first prior, then for the next one.
pub fn curve_gain(
    x: Curve,
    share: Option<&[f64]>,
    prior: Option<&[f64]>,
) -> Result<Value, Failure> {
    Range::PROBABILITY.check("share", share.unwrap_or_default())?;
    let (x, each) = (&x, each_priors(&x, prior)?);
    rows! { by [each.len(), share.map_or(x.rows(), <[f64]>::len)] =>
        |i| {
            let priors = each[i];
            let gains = GainCurve::new(x, priors)?;
        }
        |at| {
            let result = match share {
                Some(share) => gains.at_share(share[at])?,
                None => gains.at_row(at)?,
            };
        }
        "prior" => priors[1],
        "share" => result.share,
        "TPR" => result.tpr,
        "FPR" => result.fpr,
        "threshold" => x.points().threshold[result.row],
        "probability" => result.probability,
        "lift" => or_missing(result.lift),
        "response" => or_missing(result.response),
    }
}

/// The precision of all rows, or at recalls; for the first prior, then for the next one.
pub fn curve_precision(
    x: Curve,
    recall: Option<&[f64]>,
    prior: Option<&[f64]>,
) -> Result<Value, Failure> {
    Range::PROBABILITY.check("recall", recall.unwrap_or_default())?;
    let (x, each) = (&x, each_priors(&x, prior)?);
    rows! { by [each.len(), recall.map_or(x.rows(), <[f64]>::len)] =>
        |i| { let priors = each[i]; }
        |at| {
            let (precision, row) = match recall {
                Some(recall) => precision_at_recall(x, recall[at], priors)?,
                None => (precision_at_row(x, at, priors)?, at),
            };
        }
        "recall" => recall.unwrap_or(x.points().tpr)[at],
        "precision" => precision,
        "threshold" => x.points().threshold[row],
        "prior" => priors[1],
    }
}

/// The points of all priors, one after the other.
pub fn curve_gains(x: Curve, prior: Option<&[f64]>) -> Result<Value, Failure> {
    let mut points = reserve(0)?;
    for priors in each_priors(&x, prior)? {
        for gain in precision_gains(&x, priors, &mut poll)? {
            push(&mut points, (priors[1], gain))?;
        }
    }
    rows! { points.len() =>
        |i| { let (prior, gain) = points[i]; }
        "prior" => prior,
        "recall_gain" => gain.recall,
        "precision_gain" => gain.precision,
        "threshold" => x.points().threshold[gain.row],
    }
}
