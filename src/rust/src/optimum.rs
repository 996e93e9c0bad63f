//! Shims of the threshold that is the best by a measure.

use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::hypothesis::{hypothesis_of, one};
use crate::input::List;
use crate::record::Record;
use crate::replicates::seed_of;
use crate::result::{table, Value};
use crate::scored::Scored;
use crate::session::poll;
use crate::wire::quantities_of;
use weighted_roc_core::interval::Level;
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::optimum::{optimum, test_optimum, Request, Term};
use weighted_roc_core::quantity::Quantity;

/// A row for each of the quantities `what` of a chosen threshold. The named list has these, `level`, `R` and `seed`. With
/// a `hypothesis` the test of the one quantity.
fn optimal_interval(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let what = quantities_of(request.get::<List<Record>>("what")?)?;
    let mut terms: Vec<Term> = reserve(what.len())?;
    let mut known = None;
    for quantity in &what {
        let Quantity::Optimum(wanted) = quantity else {
            return Err(Failure::internal(format!(
                "{} is not of a chosen threshold",
                quantity.name()
            )));
        };
        // Several numbers of one problem are of one threshold.
        let problem = (wanted.by, wanted.prior, wanted.bounds);
        let found = match known {
            Some((of, found)) if of == problem => found,
            _ => {
                let mut asked = Request::new(wanted.by);
                asked.sampling = scored.sampling();
                asked.prior = wanted.prior;
                asked.bounds = wanted.bounds;
                asked.level = Level::new(request.get("level")?)?;
                asked.halves = request.get("R")?;
                asked.seed = seed_of(request.get("seed")?)?;
                if let Some(test) = hypothesis_of(request)? {
                    let observations = scored.one()?;
                    let (term, test) = test_optimum(
                        &observations,
                        &asked,
                        wanted.of,
                        &test,
                        scored.options(&mut poll),
                    )?;
                    return one(&[term.estimate], test);
                }
                optimum(&scored.one()?, &asked, scored.options(&mut poll))?
            }
        };
        known = Some((problem, found));
        push(&mut terms, found.term(wanted.of))?;
    }
    let names = [
        "estimate",
        "apparent",
        "optimism",
        "std.error",
        "conf.low",
        "conf.high",
        "df",
    ];
    table(names, terms.len(), |i| {
        let term = terms[i];
        [
            term.estimate,
            term.apparent,
            term.optimism,
            term.std_error,
            term.low,
            term.high,
            term.freedom,
        ]
        .map(or_missing)
    })
}

shims! {
    optimal_interval(scored, request);
}
