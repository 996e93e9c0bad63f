//! The shim of estimates with their intervals.

use crate::covariance::covariance_request;
use crate::prelude::*;
use crate::replicates::{number_of, Seed};
use weighted_roc_core::estimate::{estimate, Bootstrapped, Drawn, EstimateRequest, RatesInDesign};
use weighted_roc_core::Error;

/// Quantities (`what`) of all scores with intervals, see [`with_request`]; what is `apparent` at chosen thresholds, NULL
/// without these; and of the classes the `effective` numbers, of observations and of
/// units, and the `units`.
pub fn quantity_estimates(input: Input, request: Record) -> Result<Value, Failure> {
    let quantities: Vec<Quantity> = request.get("what")?;
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
        "effective_units" => result.effective_units,
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
        Some(known) => (known.find("rates")?, known.find("chosen")?),
        None => (None, None),
    };
    let (rates, chosen): (Vec<_>, Vec<_>) = (rates.unwrap_or_default(), chosen.unwrap_or_default());
    let mut spec = EstimateRequest::default();
    spec.covariance = covariance_request(input, quantities);
    fill!(spec, request; level, method, bayes);
    spec.rates = &rates;
    spec.chosen = &chosen;
    let seed = request.get::<Seed>("seed")?;
    let draw = || seed.draw().map_err(|_| Error::Interrupted);
    spec.drawn = Some(Drawn {
        number: number_of(request)?,
        seed: &draw,
    });
    if let Some(scheme) = request.find("scheme")? {
        let outcome = input.sampling.outcome();
        spec.bootstrap = Some(Bootstrapped { scheme, outcome });
    }
    take(&spec)
}

from_records!(RatesInDesign<'_> => rates_of);

fn rates_of<'a>(record: Record) -> Result<RatesInDesign<'a>, Failure> {
    Ok(RatesInDesign {
        variances: [record.get("negatives")?, record.get("positives")?],
        covariances: record.get("both")?,
    })
}
