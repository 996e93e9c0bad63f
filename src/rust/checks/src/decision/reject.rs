//! The cost of two thresholds, and the least cost of any two.

use super::risk::Rates;
use crate::exact::rational;
use num_rational::BigRational;
use num_traits::One;
use weighted_roc_core::decision::Costs;

/// The expected cost when scores below one row's threshold are called negative, those from another
/// row's on positive, and those between are rejected.
pub fn risk(
    [negative, positive]: [&Rates; 2],
    costs: &Costs,
    cost: f64,
    prior: &BigRational,
) -> BigRational {
    let rejected = |predicted_positive: &BigRational, predicted_negative: &BigRational| {
        rational(cost) * (BigRational::one() - predicted_positive - predicted_negative)
    };
    let of_positive = rational(costs.true_positive) * &positive.tpr
        + rational(costs.false_negative) * &negative.fnr
        + rejected(&positive.tpr, &negative.fnr);
    let of_negative = rational(costs.false_positive) * &positive.fpr
        + rational(costs.true_negative) * &negative.tnr
        + rejected(&positive.fpr, &negative.tnr);
    prior * of_positive + (BigRational::one() - prior) * of_negative
}

/// The least over all pairs of rows, the first no later than the second.
pub fn least(rates: &[Rates], costs: &Costs, cost: f64, prior: &BigRational) -> BigRational {
    let pairs = (0..rates.len()).flat_map(|b| (0..=b).map(move |a| [a, b]));
    pairs
        .map(|pair| risk(pair.map(|row| &rates[row]), costs, cost, prior))
        .min()
        .expect("a curve has rows")
}
