//! The shim of estimates with their intervals.

use crate::covariance::covariance_request;
use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::hypothesis::{hypothesis_of, result_of};
use crate::input::List;
use crate::interval::level_of;
use crate::observations::Input;
use crate::record::Record;
use crate::replicates::{number_of, Seed};
use crate::result::{named, rows, Value};
use crate::session::poll;
use crate::wire::quantities_of;
use weighted_roc_core::estimate::{estimate, Drawn, EstimateRequest, RatesInDesign};
use weighted_roc_core::hypothesis::test_estimate;
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::Error;

/// Quantities (`what`) of all scores with intervals of a `level`, by `R` replicates of a `seed` where they take these. Of a survey design `rates` has those of each score, see `band_places`. With a `hypothesis` the test of one
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
    spec.level = level_of(request)?;
    spec.rates = &rates;
    let seed = request.get::<Seed>("seed")?;
    let draw = || seed.draw().map_err(|_| Error::Interrupted);
    spec.drawn = Some(Drawn {
        number: number_of(request, Drawn::NUMBER)?,
        seed: &draw,
    });
    let observations = input.observations()?;
    if let Some(test) = hypothesis_of(request)? {
        let mut poll = poll;
        let options = input.options(&mut poll);
        return result_of(test_estimate(&observations, &spec, &test, options)?);
    }
    let result = estimate(&observations, &spec, input.options(&mut poll))?;
    let rows = rows! { result.estimates.len() =>
        |i| {
            let of = &result.estimates[i];
            let interval = &of.interval;
            // NaN is 0/0, NA what is below chance.
            let is_below = quantities[i % quantities.len()].is_below_chance(of.in_unit);
        }
        "estimate" => if is_below { or_missing(f64::NAN) } else { of.value },
        "std.error" => or_missing(interval.std_error),
        "conf.low" => or_missing(interval.low),
        "conf.high" => or_missing(interval.high),
        "df" => or_missing(interval.df),
        "in_unit" => of.in_unit,
    };
    named! { "rows" => rows?, "numbers" => result.numbers, "effective" => result.effective }
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
