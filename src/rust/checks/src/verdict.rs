//! Returns the error of invalid observations, by the definition.

use crate::case::{Case, LabelColumn};
use crate::exact::{power_of_two, whole};
use num_bigint::BigInt;
use weighted_roc_core::{Argument, Class, Error};

const CLASSES: [Class; 2] = [Class::Negative, Class::Positive];
const ENCODINGS: [[f64; 2]; 3] = [[-1.0, 1.0], [0.0, 1.0], [1.0, 2.0]];

/// The error that the core must give; [`Error::Labels`] holds all the labels there are.
pub fn verdict(case: &Case) -> Result<(), Error> {
    let labels = case.labels.values();
    let scores = case.scores.values();
    let weights = case.weights.values(labels.len());
    length(Argument::Scores, scores.len(), labels.len())?;
    length(Argument::Weights, weights.len(), labels.len())?;
    let positive = positive_label(&case.labels, &labels)?;
    complete(Argument::Scores, &scores)?;
    sound(&weights)?;
    let members = |class| {
        let sign = class == Class::Positive;
        let pairs = labels.iter().zip(&weights);
        let members = pairs.filter(move |(&label, _)| (label == positive) == sign);
        members.map(|(_, &weight)| weight).collect::<Vec<f64>>()
    };
    let weightless = |&class: &Class| members(class).iter().all(|&weight| weight == 0.0);
    let overflows = |&class: &Class| overflows(&members(class));
    if let Some(class) = CLASSES.into_iter().find(weightless) {
        return Err(Error::NoWeight { class });
    }
    match CLASSES.into_iter().find(overflows) {
        None => Ok(()),
        Some(class) => Err(Error::Overflow { class }),
    }
}

/// Returns whether the core's error is the one expected. It lists some of the labels, if there are
/// many.
pub fn same(expected: &Error, found: &Error) -> bool {
    match (expected, found) {
        (Error::Labels { found: all, .. }, Error::Labels { found, more }) => {
            found.len() == all.len().min(Error::MAX_LABELS)
                && *more == (all.len() > Error::MAX_LABELS)
                && found.is_sorted_by(|a, b| a < b)
                && found.iter().all(|label| all.contains(label))
        }
        _ => expected == found,
    }
}

fn length(argument: Argument, length: usize, expected: usize) -> Result<(), Error> {
    match length == expected {
        true => Ok(()),
        false => Err(Error::Length {
            argument,
            length,
            expected,
        }),
    }
}

fn complete(argument: Argument, values: &[f64]) -> Result<(), Error> {
    match values.iter().position(|value| value.is_nan()) {
        None => Ok(()),
        Some(position) => Err(Error::Missing { argument, position }),
    }
}

fn positive_label(column: &LabelColumn, labels: &[f64]) -> Result<f64, Error> {
    complete(Argument::Labels, labels)?;
    let mut found = labels.to_vec();
    found.sort_by(f64::total_cmp);
    found.dedup();
    match (column, found.as_slice()) {
        (_, []) => Err(Error::Empty),
        (_, &[value]) => Err(Error::OneClass { value }),
        (LabelColumn::Codes(_), &[_, positive]) => Ok(positive),
        (_, &[negative, positive]) if ENCODINGS.contains(&[negative, positive]) => Ok(positive),
        _ => Err(Error::Labels { found, more: false }),
    }
}

fn sound(weights: &[f64]) -> Result<(), Error> {
    let bad = |weight: &f64| !(0.0..f64::INFINITY).contains(weight);
    match weights.iter().position(bad) {
        None => Ok(()),
        Some(position) if weights[position].is_nan() => Err(Error::Missing {
            argument: Argument::Weights,
            position,
        }),
        Some(position) => Err(Error::Weight {
            position,
            value: weights[position],
        }),
    }
}

/// Returns whether the sum of the weights, rounded to a double, is infinite.
fn overflows(weights: &[f64]) -> bool {
    let (weights, exponent) = whole(weights);
    let total: BigInt = weights.iter().sum();
    let largest_sum = power_of_two(1024) - power_of_two(970);
    power_of_two(exponent) * total >= largest_sum
}
