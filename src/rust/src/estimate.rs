//! The shim of estimates with their intervals.

use crate::covariance::covariance_request;
use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::hypothesis::{hypothesis_of, one};
use crate::input::List;
use crate::observations::Input;
use crate::record::Record;
use crate::replicates::seed_of;
use crate::result::{list, rows, Value};
use crate::session::poll;
use crate::wire::quantities_of;
use weighted_roc_core::estimate::{estimate, Drawn, EstimateRequest, RatesInDesign};
use weighted_roc_core::hypothesis::test_estimate;
use weighted_roc_core::interval::Level;
use weighted_roc_core::memory::{push, reserve};

/// Quantities (`what`) of all scores with intervals of a `level`; `drawn` has the `number` of replicates and their
/// `seed`. Of a survey design `rates` has those of each score, see `band_places`. With a `hypothesis` the test of one
/// quantity of one score.
fn quantity_estimates(input: Record, request: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let quantities = quantities_of(request.get("what")?)?;
    let rates = match request.find("rates")? {
        Some(rates) => rates_of(rates)?,
        None => reserve(0)?,
    };
    let mut spec = EstimateRequest::default();
    spec.covariance = covariance_request(&input, &quantities);
    spec.level = Level::new(request.get("level")?)?;
    spec.rates = &rates;
    spec.drawn = match request.find::<Record>("drawn")? {
        Some(drawn) => Some(Drawn {
            number: drawn.get("number")?,
            seed: seed_of(drawn.get("seed")?)?,
        }),
        None => None,
    };
    let observations = input.observations()?;
    if let Some(test) = hypothesis_of(request)? {
        let (value, test) = test_estimate(&observations, &spec, &test, input.options(&mut poll))?;
        return one(&[value], test);
    }
    let result = estimate(&observations, &spec, input.options(&mut poll))?;
    let rows = rows! {
        result.estimates.len(), |i| {
            let of = &result.estimates[i];
            // NaN is 0/0, NA what is below chance.
            let is_below = quantities[i % quantities.len()].is_below_chance(of.in_unit);
            let interval = &of.interval;
        }
        "estimate": if is_below { or_missing(f64::NAN) } else { of.value },
        "std.error": or_missing(interval.std_error),
        "conf.low": or_missing(interval.low),
        "conf.high": or_missing(interval.high),
        "df": or_missing(interval.df),
        "in_unit": of.in_unit,
    }?;
    list! {
        "rows": rows,
        "numbers": result.numbers,
        "effective": result.effective,
    }
}

fn rates_of<'a>(rates: List<Record>) -> Result<Vec<RatesInDesign<'a>>, Failure> {
    let records = rates.read_all()?;
    let mut rates = reserve(records.len())?;
    for record in records {
        let of_score = RatesInDesign {
            variances: [record.get("negatives")?, record.get("positives")?],
            covariances: record.get("both")?,
        };
        push(&mut rates, of_score)?;
    }
    Ok(rates)
}

shims! {
    quantity_estimates(input, request);
}
