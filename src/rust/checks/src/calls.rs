//! The core's functions as they are called here: with one thread, and with nobody who says stop.

use std::mem::take;
use weighted_roc_core::area::{self, CostArea};
use weighted_roc_core::curve::{Curve, Points, Ranking};
use weighted_roc_core::decision::{
    self, Bound, Bounds, Choice, Constrained, CostVertex, Costs, NeymanPearson,
};
use weighted_roc_core::decision::{Interval, NetBenefit, RandomRule, Reject};
use weighted_roc_core::decision::{Rejection, Risk, Thinned};
use weighted_roc_core::measure::{measure_at, Column, Measure};
use weighted_roc_core::shape::{self, Hull};
use weighted_roc_core::tally::{self, Row};
use weighted_roc_core::{Error, Observations, Options};

pub fn rank(observations: &Observations) -> Result<Ranking, Error> {
    Ranking::new(observations, Options::new(&mut || false))
}

pub fn wmw(observations: &Observations) -> Result<f64, Error> {
    area::wmw(observations, Options::new(&mut || false))
}

pub fn given(points: Points) -> Result<Curve, Error> {
    Curve::new(points, &mut || false)
}

pub fn trapezoid(tpr: &[f64], fpr: &[f64]) -> Result<f64, Error> {
    area::trapezoid(tpr, fpr, &mut || false)
}

pub fn partial_by_fpr(curve: &Curve, interval: [f64; 2]) -> f64 {
    area::partial_by_fpr(curve, interval, &mut || false).expect("an interval")
}

pub fn partial_by_tpr(curve: &Curve, interval: [f64; 2]) -> f64 {
    area::partial_by_tpr(curve, interval, &mut || false).expect("an interval")
}

pub fn cost_area(curve: &Curve, costs: [f64; 2], priors: [f64; 2]) -> CostArea {
    cost_areas(curve, &[costs], priors)[0]
}

pub fn cost_areas(curve: &Curve, costs: &[[f64; 2]], priors: [f64; 2]) -> Vec<CostArea> {
    area::cost_areas(curve, costs, priors, &mut || false).expect("costs and priors")
}

/// The confusion matrix at a row, and its measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures {
    pub true_positive: f64,
    pub true_negative: f64,
    pub tnr: f64,
    pub fnr: f64,
    pub ppv: f64,
    pub npv: f64,
    pub accuracy: f64,
    pub error_rate: f64,
    pub balanced_accuracy: f64,
    pub youden: f64,
    pub f1: f64,
    pub mcc: f64,
    pub positive_likelihood_ratio: f64,
    pub negative_likelihood_ratio: f64,
    pub kappa: f64,
    pub false_discovery_rate: f64,
    pub false_omission_rate: f64,
    pub share: f64,
    pub odds_ratio: f64,
    pub jaccard: f64,
    pub markedness: f64,
    pub number_to_diagnose: f64,
    pub number_to_evaluate: f64,
    pub dependence: f64,
    pub distance: f64,
    pub geometric_mean: f64,
    pub predictive_product: f64,
    pub imbalance: f64,
}

pub fn measures(curve: &Curve, row: usize, prior: Option<f64>) -> Measures {
    let at = |column: Column| measure_at(curve, row, column, prior).expect("a row and a prior");
    let of = |measure: Measure| at(measure.into());
    Measures {
        true_positive: at(Column::TruePositives),
        true_negative: at(Column::TrueNegatives),
        tnr: of(Measure::Tnr),
        fnr: of(Measure::Fnr),
        ppv: of(Measure::Ppv),
        npv: of(Measure::Npv),
        accuracy: of(Measure::Accuracy),
        error_rate: of(Measure::ErrorRate),
        balanced_accuracy: of(Measure::BalancedAccuracy),
        youden: of(Measure::Youden),
        f1: of(Measure::F1),
        mcc: of(Measure::Correlation),
        positive_likelihood_ratio: of(Measure::PositiveLikelihoodRatio),
        negative_likelihood_ratio: of(Measure::NegativeLikelihoodRatio),
        kappa: of(Measure::Kappa),
        false_discovery_rate: of(Measure::FalseDiscoveryRate),
        false_omission_rate: of(Measure::FalseOmissionRate),
        share: of(Measure::Share),
        odds_ratio: of(Measure::OddsRatio),
        jaccard: of(Measure::Jaccard),
        markedness: of(Measure::Markedness),
        number_to_diagnose: of(Measure::NumberToDiagnose),
        number_to_evaluate: of(Measure::NumberToEvaluate),
        dependence: of(Measure::Dependence),
        distance: of(Measure::Distance),
        geometric_mean: of(Measure::GeometricMean),
        predictive_product: of(Measure::PredictiveProduct),
        imbalance: of(Measure::Imbalance),
    }
}

pub fn hull(curve: &Curve) -> Result<Hull, Error> {
    shape::hull(curve, &mut || false)
}

/// With the probability of the positive class, or with its share in the weights.
pub fn risk<'a>(curve: &'a Curve<'a>, costs: Costs, prior: Option<f64>) -> Result<Risk<'a>, Error> {
    Risk::new(curve, costs, priors(curve, prior))
}

fn priors(curve: &Curve, prior: Option<f64>) -> [f64; 2] {
    prior.map_or_else(|| curve.shares(), |prior| [1.0 - prior, prior])
}

pub fn net_benefit<'a>(curve: &Curve<'a>, threshold: f64, prior: Option<f64>) -> NetBenefit<'a> {
    NetBenefit::new(curve, threshold, priors(curve, prior)).expect("probabilities")
}

pub fn constrained(
    curve: &Curve,
    hull: &Hull,
    bounds: Bounds,
    prior: Option<f64>,
) -> Option<RandomRule> {
    let rules = Constrained::new(curve, bounds, priors(curve, prior)).expect("bounds");
    rules.best_on(hull).expect("its hull")
}

pub fn constrained_row(curve: &Curve, bounds: Bounds, prior: Option<f64>) -> Option<usize> {
    let rules = Constrained::new(curve, bounds, priors(curve, prior)).expect("bounds");
    rules.best_row(&mut || false).expect("never stops")
}

pub fn reject(
    curve: &Curve,
    hull: &Hull,
    costs: Costs,
    cost: f64,
    prior: Option<f64>,
) -> Rejection {
    let rules = Reject::new(curve, costs, cost, priors(curve, prior)).expect("costs");
    rules.least_on(hull, &mut || false).expect("never stops")
}

pub fn least_risk(risk: &Risk) -> Result<usize, Error> {
    risk.least(&mut || false)
}

pub fn neyman_pearson(curve: &Curve, rows: &[usize], bound: Bound) -> Choice {
    let choices = NeymanPearson::new(curve, rows, &mut || false).expect("rows of the curve");
    choices.choose(bound).expect("a bound")
}

pub fn cost_curve(curve: &Curve) -> Result<Vec<CostVertex>, Error> {
    decision::cost_curve(curve, &mut || false)
}

pub fn compare(first: &Curve, second: &Curve) -> Result<Vec<Interval>, Error> {
    decision::compare(first, second, &mut || false)
}

pub fn thin(curve: &Curve, straight: bool, points: Option<usize>) -> Result<Thinned, Error> {
    decision::thin(curve, straight, points, &mut || false)
}

pub fn half_of_rectangles(curve: &Curve, chosen: impl Fn(usize) -> bool) -> f64 {
    decision::half_of_rectangles(curve, chosen, &mut || false).expect("never stops")
}

pub fn tally_of(observations: &Observations) -> Result<Vec<Row>, Error> {
    tally::tally_chunk(observations, Options::new(&mut || false))
}

pub fn ranking_of(tally: &[Row]) -> Result<Ranking, Error> {
    Ranking::from_tally(tally, &mut || false)
}

pub fn coarsen(rows: &mut Vec<Row>, level: u32, points: Option<usize>) -> u32 {
    let coarse = tally::coarsen(take(rows), level, points, &mut || false);
    let (coarse, level) = coarse.expect("a tally");
    *rows = coarse;
    level
}

pub fn merge(
    tallies: &[Vec<Row>],
    level: u32,
    points: Option<usize>,
) -> Result<(Vec<Row>, u32), Error> {
    tally::merge(tallies, level, points, &mut || false)
}
