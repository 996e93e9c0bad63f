//! Several quantities of a kind.

use crate::curve::Points;
use crate::decision::Costs;
use crate::quantity::{Choice, Measure, Place, Quantity};

/// The curve of positives with the scores 3, 2, 1 and negatives with 2, 1, 1.
pub(crate) const CURVE: Points<'static> = Points {
    tpr: &[1.0, 0.75, 0.5, 0.0],
    fpr: &[1.0, 0.25, 0.125, 0.0],
    threshold: &[1.0, 2.0, 3.0, f64::INFINITY],
    false_negative: &[0.0, 1.0, 2.0, 4.0],
    false_positive: &[8.0, 2.0, 1.0, 0.0],
    true_negative: &[],
};

/// The true positive rates at false positive rates.
pub(crate) fn tprs_at(rates: &[f64]) -> Vec<Quantity> {
    rates.iter().map(|&rate| Quantity::tpr_at(rate)).collect()
}

/// The false positive rates at true positive rates.
pub(crate) fn fprs_at(rates: &[f64]) -> Vec<Quantity> {
    rates.iter().map(|&rate| Quantity::fpr_at(rate)).collect()
}

/// The true positive rates at thresholds, then the false positive rates there.
pub(crate) fn rates_at(thresholds: &[f64]) -> Vec<Quantity> {
    let of = |measure| {
        let at = move |&threshold: &f64| Quantity::at_threshold(measure, threshold);
        thresholds.iter().map(at)
    };
    of(Measure::Tpr).chain(of(Measure::Fpr)).collect()
}

/// The threshold of least risk, both rates there and the risk.
pub(crate) fn optimal(costs: Costs, prior: Option<f64>) -> Vec<Quantity> {
    optimal_by(Measure::Risk(costs), prior)
}

/// The same by any measure.
pub(crate) fn optimal_by(by: Measure, prior: Option<f64>) -> Vec<Quantity> {
    let choice = Choice::best(by, prior);
    let at = |measure| Quantity::at_place(measure, Place::Chosen(choice)).with_prior(prior);
    let measures = [Measure::Tpr, Measure::Fpr, by].map(at);
    [Quantity::at_choice(Measure::Threshold, choice)]
        .into_iter()
        .chain(measures)
        .collect()
}
