//! Shims of quantities, and of what each observation does to them.

use crate::prelude::*;
use weighted_roc_core::estimate::takes_replicates;
use weighted_roc_core::inference::quantity_influences;

/// Returns a description of quantities for R, or their error: what leads from the unit of spreads
/// to the quantity, the largest difference of two, the area of the chance line, NA where nothing is
/// below chance, and whether (1 or 0) it is known how they vary: otherwise influences, standard
/// errors and intervals are NaN, see [`Quantity::has_covariance`]; the least and the largest value; whether
/// observations of one class have it; whether it varies with the share of the positives; and whether its interval takes
/// replicates, 1 if it does unless a design or a model gives the variance.
pub fn quantities_described(what: Vec<Quantity>) -> Result<Value, Failure> {
    rows! { what.len() =>
        |i| {
            let quantity = &what[i];
            let scale = quantity.scale();
        }
        "intercept" => scale.intercept,
        "slope" => scale.slope,
        "widest" => quantity.widest(),
        "chance" => or_missing(quantity.chance().unwrap_or(f64::NAN)),
        "has_spread" => f64::from(quantity.has_covariance()),
        "low" => quantity.limits()[0],
        "high" => quantity.limits()[1],
        "in_one_class" => f64::from(quantity.exists_in_one_class()),
        "with_share" => f64::from(quantity.varies_with_share()),
        "replicates" => [false, true].map(|known| f64::from(takes_replicates(quantity, known))).iter().sum(),
    }
}

/// The quantities of a curve: NaN for 0/0, NA for what is below chance.
pub fn curve_quantities(x: Curve, what: Vec<Quantity>) -> Result<Value, Failure> {
    numbers(all(what.iter(), |quantity| {
        let value = quantity.evaluate(&x, &mut poll);
        let value = value.map_err(|error| Failure::in_curve(error, "x"))?;
        Ok(if quantity.chance().is_some() {
            or_missing(value)
        } else {
            value
        })
    })?)
}

/// The quantities, and the influences on the first one, on the second one and so on.
pub fn influences_on(input: Input, what: Vec<Quantity>) -> Result<Value, Failure> {
    let result = quantity_influences(&input.one()?, &what, input.options(&mut poll))?;
    named! { "values" => result.values, "influences" => result.influences }
}
