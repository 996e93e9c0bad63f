//! Shims of the threshold that is the best by a measure.

use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::hypothesis::{hypothesis_of, one};
use crate::input::List;
use crate::record::Record;
use crate::replicates::seed_of;
use crate::result::{rows, Value};
use crate::scored::Scored;
use crate::session::poll;
use crate::wire::quantities_of;
use weighted_roc_core::interval::Level;
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::optimum::{optimum, test_optimum, Request};
use weighted_roc_core::quantity::{Measure, Quantity};

/// A row for each of the quantities `what` of a chosen threshold. The named list has these, `level`, `R` and `seed`. With
/// a `hypothesis` the test of the one quantity.
fn optimal_interval(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
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
    let mut asked = Request::new(choice, &measures);
    asked.sampling = scored.sampling();
    asked.level = Level::new(request.get("level")?)?;
    asked.halves = request.get("R")?;
    asked.seed = seed_of(request.get("seed")?)?;
    let observations = scored.one()?;
    if let Some(test) = hypothesis_of(request)? {
        let (term, test) = test_optimum(&observations, &asked, &test, scored.options(&mut poll))?;
        return one(&[term.estimate], test);
    }
    let found = optimum(&observations, &asked, scored.options(&mut poll))?;
    let mut of_measures = found.measures.iter();
    let mut terms = reserve(what.len())?;
    for quantity in &what {
        let term = match quantity.measure {
            Measure::Threshold => None,
            _ => of_measures.next().copied(),
        };
        push(&mut terms, term.unwrap_or(found.threshold))?;
    }
    rows! {
        terms.len(), |i| {
            let term = terms[i];
        }
        "estimate": or_missing(term.estimate),
        "apparent": or_missing(term.apparent),
        "optimism": or_missing(term.optimism),
        "std.error": or_missing(term.std_error),
        "conf.low": or_missing(term.low),
        "conf.high": or_missing(term.high),
        "df": or_missing(term.freedom),
    }
}

shims! {
    optimal_interval(scored, request);
}
