//! The shim of estimates with their intervals.

use crate::covariance::covariance_request;
use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::List;
use crate::interval::{level_of, method_of};
use crate::observations::Input;
use crate::record::Record;
use crate::replicates::{number_of, scheme_of, Seed};
use crate::result::{named, numbers, rows, Value};
use crate::sampling::design_of;
use crate::session::poll;
use crate::wire::quantities_of;
use weighted_roc_core::estimate::{estimate, Bootstrapped, Drawn, EstimateRequest, RatesInDesign};
use weighted_roc_core::memory::{collect, push, reserve};
use weighted_roc_core::quantity::Quantity;
use weighted_roc_core::Error;

/// Quantities (`what`) of all scores with intervals, see [`with_request`]; what is `apparent` at chosen thresholds, NULL
/// without these; and the `effective` numbers and the `units` of the classes.
fn quantity_estimates(input: Record, request: Record) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let quantities = quantities_of(request.get("what")?)?;
    let result = with_request(&input, &quantities, request, |spec| {
        let mut poll = poll;
        Ok(estimate(
            &input.observations()?,
            spec,
            input.options(&mut poll),
        )?)
    })?;
    let [n_neg, n_pos] = result.numbers;
    let [n_eff_neg, n_eff_pos] = result.effective;
    let rows = rows! { result.estimates.len() =>
        |i| {
            let of = &result.estimates[i];
            let interval = &of.interval;
            // NaN is 0/0, NA what is below chance or unknown at a chosen threshold.
            let quantity = &quantities[i % quantities.len()];
            let is_missing = quantity.is_below_chance(of.in_unit) || quantity.choice().is_some();
        }
        "estimate" => if is_missing { or_missing(of.value) } else { of.value },
        "std.error" => or_missing(interval.std_error),
        "conf.low" => or_missing(interval.low),
        "conf.high" => or_missing(interval.high),
        "df" => or_missing(interval.df),
        "n_pos" => n_pos,
        "n_neg" => n_neg,
        "n_eff_pos" => n_eff_pos,
        "n_eff_neg" => n_eff_neg,
        "in_unit" => or_missing(of.in_unit),
        "left" => or_missing(of.left),
    };
    let chosen = quantities.iter().any(|of| of.choice().is_some());
    let apparent = result.estimates.iter().map(|of| or_missing(of.apparent));
    named! {
        "rows" => rows?,
        "apparent" => if chosen { numbers(collect(apparent)?)? } else { Value::Null },
        "effective" => result.effective,
        "units" => result.units,
    }
}

/// Gives a function the request for estimates. The named list has the `level` and the `method` of intervals, NULL for the
/// core's; `R` and `seed` of replicates, and the `scheme` of a bootstrap. A survey design adds the `rates` of each score
/// (see `band_places`) to what is `known`, and the covariances at `chosen` thresholds, see [`EstimateRequest`].
pub fn with_request<T>(
    input: &Input,
    quantities: &[Quantity],
    request: Record,
    take: impl FnOnce(&EstimateRequest) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let (rates, chosen) = match input.sampling.known {
        Some(known) => (
            each_of(known, "rates", rates_of)?,
            each_of(known, "chosen", design_of)?,
        ),
        None => (Vec::new(), Vec::new()),
    };
    let mut spec = EstimateRequest::default();
    spec.covariance = covariance_request(input, quantities);
    spec.level = level_of(request)?;
    spec.method = method_of(request)?;
    spec.rates = &rates;
    spec.chosen = &chosen;
    let seed = request.get::<Seed>("seed")?;
    let draw = || seed.draw().map_err(|_| Error::Interrupted);
    spec.drawn = Some(Drawn {
        number: number_of(request)?,
        seed: &draw,
    });
    if let Some(scheme) = scheme_of(request)? {
        let outcome = input.sampling.outcome();
        spec.bootstrap = Some(Bootstrapped { scheme, outcome });
    }
    take(&spec)
}

fn rates_of<'a>(record: Record) -> Result<RatesInDesign<'a>, Failure> {
    Ok(RatesInDesign {
        variances: [record.get("negatives")?, record.get("positives")?],
        covariances: record.get("both")?,
    })
}

/// Reads each list of a field, none where that is NULL.
fn each_of<T>(
    request: Record,
    name: &'static str,
    read: impl Fn(Record) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    let Some(list) = request.find::<List<Record>>(name)? else {
        return Ok(Vec::new());
    };
    let records = list.read_all()?;
    let mut result = reserve(records.len())?;
    for record in records {
        push(&mut result, read(record)?)?;
    }
    Ok(result)
}

shims! {
    quantity_estimates(input, request);
}
