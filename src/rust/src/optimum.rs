//! Shims of the threshold that is the best by a measure.

use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::hypothesis::{hypothesis_of, result_of};
use crate::input::List;
use crate::interval::level_of;
use crate::observations::Input;
use crate::record::Record;
use crate::replicates::{number_of, seed_of};
use crate::result::{rows, Value};
use crate::session::poll;
use crate::wire::quantities_of;
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::optimum::{optimum, test_optimum, Request};
use weighted_roc_core::quantity::{Measure, Quantity};

/// A row for each of the quantities `what` of a chosen threshold. The named list has these, `level`, `R` and `seed`. With
/// a `hypothesis` the test of the one quantity.
fn optimal_interval(input: Record, request: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let what = quantities_of(request.get::<List<Record>>("what")?)?;
    let mut measures = reserve(what.len())?;
    for quantity in &what {
        if quantity.measure != Measure::Threshold {
            push(&mut measures, quantity.measure)?;
        }
    }
    let choice = what.first().and_then(Quantity::choice);
    let Some(choice) = choice.filter(|_| what.iter().all(|of| of.choice() == choice)) else {
        return Err(Failure::internal(
            "all are at one chosen threshold".to_string(),
        ));
    };
    let mut spec = Request::new(choice, &measures);
    spec.sampling = input.sampling();
    spec.level = level_of(request)?;
    spec.halves = number_of(request, spec.halves)?;
    spec.seed = seed_of(request)?;
    let observations = input.one()?;
    if let Some(test) = hypothesis_of(request)? {
        let mut poll = poll;
        let options = input.options(&mut poll);
        return result_of(test_optimum(&observations, &spec, &test, options)?);
    }
    let result = optimum(&observations, &spec, input.options(&mut poll))?;
    let mut of_measures = result.measures.iter();
    let mut terms = reserve(what.len())?;
    for quantity in &what {
        let term = match quantity.measure {
            Measure::Threshold => None,
            _ => of_measures.next().copied(),
        };
        push(&mut terms, term.unwrap_or(result.threshold))?;
    }
    rows! { terms.len() =>
        |i| { let term = terms[i]; }
        "estimate" => or_missing(term.estimate),
        "apparent" => or_missing(term.apparent),
        "optimism" => or_missing(term.optimism),
        "std.error" => or_missing(term.std_error),
        "conf.low" => or_missing(term.low),
        "conf.high" => or_missing(term.high),
        "df" => or_missing(term.df),
    }
}

shims! {
    optimal_interval(input, request);
}
