//! Shims of quantities, and of what each observation does to them.

use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, CurveColumns, List};
use crate::observations::Input;
use crate::record::Record;
use crate::result::{named, numbers, rows, Value};
use crate::session::poll;
use crate::wire::quantities_of;
use weighted_roc_core::estimate::takes_replicates;
use weighted_roc_core::inference::quantity_influences;
use weighted_roc_core::memory::{push, reserve};

/// Returns a description of quantities for R, or their error: what leads from the unit of spreads
/// to the quantity, the largest difference of two, the area of the chance line, NA where nothing is
/// below chance, and whether (1 or 0) it is known how they vary: otherwise influences, standard
/// errors and intervals are NaN, see [`Quantity::has_spread`]; the least and the largest value; whether
/// observations of one class have it; whether it varies with the share of the positives; and whether its interval takes
/// replicates, 1 if it does unless a design or a model gives the variance.
fn quantities_described(what: List<Record>) -> Result<Value, Failure> {
    let quantities = quantities_of(what)?;
    rows! { quantities.len() =>
        |i| {
            let quantity = &quantities[i];
            let scale = quantity.scale();
            let is = |yes: bool| f64::from(u8::from(yes));
        }
        "intercept" => scale.intercept,
        "slope" => scale.slope,
        "widest" => quantity.widest(),
        "chance" => or_missing(quantity.chance().unwrap_or(f64::NAN)),
        "has_spread" => is(quantity.has_spread()),
        "low" => quantity.limits()[0],
        "high" => quantity.limits()[1],
        "in_one_class" => is(quantity.exists_in_one_class()),
        "with_share" => is(quantity.varies_with_share()),
        "replicates" => is(takes_replicates(quantity, false)) + is(takes_replicates(quantity, true)),
    }
}

/// The quantities of a curve: NaN for 0/0, NA for what is below chance.
fn curve_quantities(curve: CurveColumns, what: List<Record>) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let quantities = quantities_of(what)?;
    let mut values = reserve(quantities.len())?;
    for quantity in &quantities {
        let value = quantity
            .evaluate(&curve, &mut poll)
            .map_err(|error| Failure::of_curve(error, "x"))?;
        // NaN is 0/0, NA what is below chance.
        let is_missing = quantity.chance().is_some();
        push(
            &mut values,
            if is_missing { or_missing(value) } else { value },
        )?;
    }
    numbers(values)
}

/// The quantities, and the influences on the first one, on the second one and so on.
fn influences_on(input: Record, what: List<Record>) -> Result<Value, Failure> {
    let input = Input::of(input)?;
    let quantities = quantities_of(what)?;
    let result = quantity_influences(&input.one()?, &quantities, input.options(&mut poll))?;
    named! { "values" => result.values, "influences" => result.influences }
}

shims! {
    influences_on(input, what);
    quantities_described(what);
    curve_quantities(curve, what);
}
