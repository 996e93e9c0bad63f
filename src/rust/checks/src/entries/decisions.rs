//! Decisions on a curve.

use super::args::COSTS;
use super::*;
use weighted_roc_core::decision::{
    area_bounds, compare, cost_curve, half_of_rectangles, thin, Bound, Constrained, GainCurve,
    Inside, NetBenefit, NeymanPearson, Reject, Risk,
};
use weighted_roc_core::shape::hull;

pub const ENTRIES: &[Entry] = &[
    large("Risk::least", 32, |a, options| {
        let curve = a.curve();
        let risk = Risk::new(&curve, a.costs(), a.priors())?;
        let row = risk.least(&mut *options.poll)?;
        let on_hull = risk.least_on(&hull(&curve, &mut *options.poll)?, options.poll)?;
        assert_eq!(row, on_hull);
        risk.at_point(a.number(0.3), a.number(0.5))
            .map(|at| numbers(&[at]))
            .ok();
        let _ = risk.intercept(a.number(0.3));
        risk.at_row(a.size(0)).ok();
        assert!(risk.at_row(row)?.is_finite());
        Ok(numbers(&[risk.at_random()]) ^ row as u64)
    }),
    small("Risk::least_on, another hull", |a, options| {
        let (curve, other) = (a.curve(), a.curve());
        let hull = hull(&other, &mut *options.poll)?;
        let risk = Risk::new(&curve, COSTS, a.priors())?;
        risk.least_on(&hull, options.poll).map(|row| row as u64)
    }),
    large("NeymanPearson", 0, |a, options| {
        let curve = a.curve();
        let rows = a.rows(&a.inputs.rows);
        let choices = NeymanPearson::new(&curve, &rows, options.poll)?;
        let bound = a.number(0.3);
        let result =
            choices.choose(a.option(&[Bound::Fpr(bound), Bound::Fnr(bound), Bound::Tpr(bound)]))?;
        Ok(shares(&[result.mixture.value, result.mixture.probability]))
    }),
    large("NetBenefit::best_on", 32, |a, options| {
        let (curve, other) = (a.curve(), a.curve());
        let hull = hull(&other, options.poll)?;
        let benefit = NetBenefit::new(&curve, a.number(0.3), a.priors())?;
        benefit.at_row(a.size(0)).ok();
        let result = [
            benefit.at_row(benefit.best_on(&hull)?)?,
            benefit.treat_all(),
        ];
        Ok(within(&result, |benefit| benefit <= 1.0))
    }),
    large("Constrained", 32, |a, options| {
        let (curve, other) = (a.curve(), a.curve());
        let hull = hull(&other, &mut *options.poll)?;
        let rules = Constrained::new(&curve, a.bounds(), a.priors())?;
        let at = a.size(0);
        rules.predicted_share(at).map(|share| shares(&[share])).ok();
        for value in [rules.ppv(at), rules.npv(at)].into_iter().flatten() {
            shares_or_unknown(&[value]);
        }
        let row = rules.best_row(options.poll)?.unwrap_or(0);
        assert!(row < curve.rows());
        let rule = rules
            .best_on(&hull)?
            .map_or([0.0; 2], |rule| [rule.tpr, rule.fpr]);
        Ok(shares(&rule) ^ row as u64)
    }),
    large("Reject::least_on", 32, |a, options| {
        let (curve, other) = (a.curve(), a.curve());
        let hull = hull(&other, &mut *options.poll)?;
        let rules = Reject::new(&curve, a.costs(), a.number(0.2), a.priors())?;
        let _ = rules.slopes();
        let result = rules.least_on(&hull, options.poll)?;
        shares(&result.rejected);
        Ok(numbers(&[result.risk]))
    }),
    large("cost_curve", 48, |a, options| {
        let result = cost_curve(&a.curve(), options.poll)?;
        Ok(shares(result.iter().map(|vertex| &vertex.cost)))
    }),
    large("compare", 0, |a, options| {
        let [first, second] = &a.inputs.crossing;
        let result = compare(&first.given(), &second.given(), options.poll)?;
        Ok(shares(result.iter().map(|interval| &interval.to)))
    }),
    small("compare, any", |a, options| {
        let result = compare(&a.curve(), &a.curve(), options.poll)?;
        let areas: Vec<f64> = result.iter().map(|interval| interval.area()).collect();
        Ok(numbers(&areas))
    }),
    large("thin, straight lines", 24, |a, options| {
        let result = thin(&a.curve(), true, None, options.poll)?;
        Ok(digest_rows(&result.rows) ^ numbers(&[result.bound]))
    }),
    large("thin, points", 16, |a, options| {
        let curve = a.curve();
        let points = Some(a.size(curve.rows() / 4));
        let result = thin(&curve, a.option(&[false, true]), points, options.poll)?;
        Ok(digest_rows(&result.rows) ^ numbers(&[result.bound]))
    }),
    large("half_of_rectangles", 0, |a, options| {
        let result = half_of_rectangles(&a.curve(), |row| row % 2 == 0, options.poll)?;
        Ok(shares(&[result]))
    }),
    large("area_bounds", 0, |a, options| {
        let bounds = area_bounds(&a.curve(), &Inside::default(), options.poll)?;
        Ok(shares(&bounds))
    }),
    small("GainCurve", |a, _| {
        let curve = a.curve();
        let gains = GainCurve::new(&curve, a.priors())?;
        gains
            .at_row(a.size(1))
            .map(|result| shares(&[result.tpr, result.share]))
            .ok();
        let result = gains.at_share(a.number(0.3))?;
        Ok(shares(&[result.tpr, result.share]))
    }),
];
