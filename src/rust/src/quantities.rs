//! Shims of quantities, and of what each observation does to them.

use crate::entry::shims;
use crate::failure::Failure;
use crate::gains::density_of;
use crate::input::{found_of, observations, Vector};
use crate::result::{list, numbers, table, Value};
use crate::session::poll;
use std::num::NonZeroUsize;
use weighted_roc_core::inference::{
    influence, quantity_influences, Agreement, AtShare, Cells, Coefficient, OfCalled, Quantity,
    Ratio,
};
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::summary::{ForecastLoss, Measure, Summary};
use weighted_roc_core::Options;

/// NULL for what is not `checked` and takes a closer look, as in the other short ways.
fn influences(
    guess: Vector,
    label: Vector,
    weight: Vector,
    checked: bool,
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    found_of([guess, label, weight], checked, |observations| {
        let options = Options {
            threads,
            poll: &mut poll,
        };
        let values = influence(observations, options)?.values;
        table(["influence"], values.len(), |i| [values[i]])
    })
}

/// A quantity as R writes it: what it is, two numbers, the threshold (NaN for none), four numbers
/// above the line and four below it, and the prior (NaN for none). A summary or a coefficient of
/// agreement has which one it is in the first of the two numbers, and what a summary takes in the four
/// above the line.
const NUMBERS_OF_QUANTITY: usize = 13;

pub fn quantities_of(what: &[f64]) -> Result<Vec<Quantity>, Failure> {
    let mut quantities = reserve(what.len() / NUMBERS_OF_QUANTITY)?;
    for numbers in what.chunks(NUMBERS_OF_QUANTITY) {
        push(&mut quantities, quantity_of(numbers)?)?;
    }
    Ok(quantities)
}

pub fn quantity_of(numbers: &[f64]) -> Result<Quantity, Failure> {
    let &[kind, first, second, threshold, ref cells @ .., prior] = numbers else {
        return Err(Failure::internal("a quantity has 13 numbers".to_string()));
    };
    let known = |value: f64| (!value.is_nan()).then_some(value);
    let cells_from = |from: usize| Cells {
        true_positive: cells[from],
        false_positive: cells[from + 1],
        false_negative: cells[from + 2],
        true_negative: cells[from + 3],
    };
    match kind as i32 {
        0 => Ok(Quantity::Area),
        1 => Ok(Quantity::PartialByFpr([first, second])),
        2 => Ok(Quantity::PartialByTpr([first, second])),
        3 => Ok(Quantity::TprAt(first)),
        4 => Ok(Quantity::FprAt(first)),
        5 => Ok(Quantity::Ratio(Ratio {
            threshold: known(threshold),
            numerator: cells_from(0),
            denominator: cells_from(4),
            prior: known(prior),
        })),
        6 => Ok(Quantity::Summary(Summary {
            measure: measure_of(first, cells)?,
            prior: known(prior),
        })),
        7 => Ok(Quantity::AtShare(AtShare {
            share: first,
            prior: known(prior),
            of: match second as i32 {
                0 => OfCalled::Found,
                _ => OfCalled::Response,
            },
        })),
        8 => Ok(Quantity::Agreement(Agreement {
            coefficient: match first as i32 {
                0 => Coefficient::Kappa,
                _ => Coefficient::Correlation,
            },
            threshold,
            prior: known(prior),
        })),
        _ => Err(Failure::internal(format!("no quantity {kind}"))),
    }
}

/// What a curve is summed up by, by its number in R/quantities-summary.R.
fn measure_of(number: f64, parameters: &[f64]) -> Result<Measure, Failure> {
    match number as i32 {
        0 => Ok(Measure::LargestYouden),
        1 => Ok(Measure::HullArea),
        2 => Ok(Measure::LeastError),
        3 => Ok(Measure::H(density_of(&parameters[..2]))),
        4 => Ok(Measure::MeanLoss(ForecastLoss::Quadratic)),
        5 => Ok(Measure::MeanLoss(ForecastLoss::Logarithmic)),
        6 => Ok(Measure::AveragePrecision),
        7 => Ok(Measure::PrecisionRecall),
        8 => Ok(Measure::PrecisionRecallGain),
        _ => Err(Failure::internal(format!("no measure {number}"))),
    }
}

/// The quantities, and the influences on the first one, on the second one and so on.
fn influences_on(
    guess: Vector,
    label: Vector,
    weight: Vector,
    what: &[f64],
    threads: NonZeroUsize,
) -> Result<Value, Failure> {
    let observations = observations(guess, label, weight)?;
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let found = quantity_influences(&observations, &quantities_of(what)?, options)?;
    let parts = [numbers(found.values)?, numbers(found.influences)?];
    list(["values", "influences"], parts)
}

shims! {
    influences(guess, label, weight, checked, threads);
    influences_on(guess, label, weight, what, threads);
}
