//! Isotonic regression of the labels on the scores, by its definition.

use crate::definition::ExactCurve;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// The weights of the observations with one score: the weights of the negatives and of the
/// positives.
pub type Step = [BigRational; 2];

/// The steps of a curve, ascending.
pub fn steps_of(exact: &ExactCurve) -> Vec<Step> {
    let rows = exact.false_negative.len();
    let part = |from: &BigInt, to: &BigInt| BigRational::from(to - from);
    let step = |row: usize| {
        [
            part(&exact.false_positive[row + 1], &exact.false_positive[row]),
            part(&exact.false_negative[row], &exact.false_negative[row + 1]),
        ]
    };
    (0..rows - 1).map(step).collect()
}

/// Weights of the classes, added up from the first step on.
pub fn totals(steps: &[Step]) -> Vec<Step> {
    let mut all = vec![[BigRational::zero(), BigRational::zero()]];
    for step in steps {
        let last = &all[all.len() - 1];
        let next = [&last[0] + &step[0], &last[1] + &step[1]];
        all.push(next);
    }
    all
}

/// The probability of each step: the largest, over all windows that begin no later, of the least
/// mean over all that end no earlier.
pub fn isotonic(steps: &[Step]) -> Vec<BigRational> {
    let totals = totals(steps);
    let mean = |from: usize, to: usize| {
        let [negative, positive] = [0, 1].map(|class| &totals[to][class] - &totals[from][class]);
        &positive / (&positive + &negative)
    };
    let least =
        |step: usize, from: usize| (step + 1..=steps.len()).map(move |to| mean(from, to)).min();
    (0..steps.len())
        .map(|step| (0..=step).filter_map(|from| least(step, from)).max())
        .map(|result| result.expect("a window"))
        .collect()
}

/// The mean square loss of a forecast for each step, with the shares of the classes in the weight.
pub fn quadratic_loss(steps: &[Step], forecasts: &[BigRational]) -> BigRational {
    let losses = steps
        .iter()
        .zip(forecasts)
        .map(|([negative, positive], forecast)| {
            let missed = BigRational::one() - forecast;
            negative * forecast * forecast + positive * &missed * &missed
        });
    losses.sum::<BigRational>() / weight_of(steps)
}

/// The same forecast for all: the share of the positives.
pub fn share_for_all(steps: &[Step]) -> Vec<BigRational> {
    let positives: BigRational = steps.iter().map(|step| &step[1]).sum();
    vec![positives / weight_of(steps); steps.len()]
}

fn weight_of(steps: &[Step]) -> BigRational {
    steps
        .iter()
        .map(|[negative, positive]| negative + positive)
        .sum()
}

/// Steps with the classes in other shares.
pub fn at_prior(steps: &[Step], prior: &BigRational) -> Vec<Step> {
    let total = |class: usize| -> BigRational { steps.iter().map(|step| &step[class]).sum() };
    let factors = [(BigRational::one() - prior) / total(0), prior / total(1)];
    let scaled = |step: &Step| [&step[0] * &factors[0], &step[1] * &factors[1]];
    steps.iter().map(scaled).collect()
}
