//! Shims of the threshold of least risk.

use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::record::Record;
use crate::replicates::seed_of;
use crate::result::{table, Value};
use crate::scored::Scored;
use crate::session::poll;
use crate::spread::Given as Ways;
use weighted_roc_core::decision::Costs;
use weighted_roc_core::interval::Level;
use weighted_roc_core::optimum::{optimum, Given, Request, Term};

/// Rows of the threshold, the TPR, the FPR and the risk. The named list has the costs `cost_FP`, `cost_FN`,
/// `cost_TP` and `cost_TN`, `prior` (or NULL), `level`, `R`, `seed`, of a survey design `std.errors` of FPR, FNR
/// and risk and their `most` degrees of freedom, and the links that [`Ways`] reads.
fn optimal_interval(scored: Record, request: Record) -> Result<Value, Failure> {
    let scored = Scored::of(scored)?;
    let std_errors: Option<&[f64]> = request.find("std.errors")?;
    let given = match std_errors {
        None => None,
        Some(&[fpr, fnr, risk]) => Some(Given {
            rates: [fpr, fnr],
            risk,
            most: request.get("most")?,
        }),
        Some(_) => {
            return Err(Failure::internal(
                "there are three standard errors".to_string(),
            ))
        }
    };
    let costs = Costs {
        false_positive: request.get("cost_FP")?,
        false_negative: request.get("cost_FN")?,
        true_positive: request.get("cost_TP")?,
        true_negative: request.get("cost_TN")?,
    };
    let ways = Ways::of(request)?;
    let mut asked = Request::new(costs);
    asked.unit = scored.unit;
    asked.clusters = scored.clusters;
    asked.prior = request.find("prior")?;
    asked.level = Level::new(request.get("level")?)?;
    asked.halves = request.get("R")?;
    asked.seed = seed_of(request.get("seed")?)?;
    asked.given = given;
    asked.links = ways.links();
    let found = optimum(&scored.one()?, &asked, scored.options(&mut poll))?;
    let terms: [Term; 4] = [found.threshold, found.tpr, found.fpr, found.risk];
    let names = [
        "estimate",
        "apparent",
        "optimism",
        "std.error",
        "conf.low",
        "conf.high",
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
        ]
        .map(or_missing)
    })
}

shims! {
    optimal_interval(scored, request);
}
