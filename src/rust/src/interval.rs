//! Shims of intervals.

use crate::decision::or_missing;
use crate::entry::shims;
use crate::failure::Failure;
use crate::input::List;
use crate::record::Record;
use crate::result::{named, string_vector, try_table, Value};
use crate::sampling::{correction_of, unit_of};
use crate::session::poll;
use crate::tallies::{StepRows, Varying};
use weighted_roc_core::covariance::UnitSums;
use weighted_roc_core::inference::{
    areas_without, collected_sums, tallied_sums, StepMoments, WithoutParts,
};
use weighted_roc_core::interval::{AreaEstimate, AreaRequest, Level, Method};
use weighted_roc_core::memory::{collect, push, reserve};
use weighted_roc_core::sampling::Unit;

pub fn area_request<'a>(request: Record) -> Result<AreaRequest<'a>, Failure> {
    let mut spec = AreaRequest::default();
    spec.level = level_of(request)?;
    spec.method = method_of(request)?;
    Ok(spec)
}

/// The `method` of a request, the default where it has none.
pub fn method_of(request: Record) -> Result<Method, Failure> {
    match request.find::<&str>("method")? {
        None => Ok(Method::default()),
        Some(name) => {
            Method::of_name(name).ok_or_else(|| Failure::internal(format!("no method {name}")))
        }
    }
}

/// The `level` of a request, the default where it has none.
pub fn level_of(request: Record) -> Result<Level, Failure> {
    match request.find("level")? {
        Some(level) => Ok(Level::new(level)?),
        None => Ok(Level::default()),
    }
}

/// As auc_ci() gives them.
pub fn rows_of(result: &[AreaEstimate]) -> Result<Value, Failure> {
    try_table(COLUMNS, result.len(), |i| Ok(columns_of(&result[i])))
}

const COLUMNS: [&str; 9] = [
    "estimate",
    "std.error",
    "conf.low",
    "conf.high",
    "df",
    "n_pos",
    "n_neg",
    "n_eff_pos",
    "n_eff_neg",
];

fn columns_of(area: &AreaEstimate) -> [f64; 9] {
    let interval = area.interval;
    // R has one number for what is not known.
    let [std_error, low, high, df] =
        [interval.std_error, interval.low, interval.high, interval.df].map(or_missing);
    let [n_neg, n_pos] = area.numbers;
    let [n_eff_neg, n_eff_pos] = area.effective;
    [
        area.value, std_error, low, high, df, n_pos, n_neg, n_eff_pos, n_eff_neg,
    ]
}

/// The area of a tally with its interval, and the bounds that its bins leave; and the `doubt` about its standard error.
fn area_of_tally(tally: Record, request: Record) -> Result<Value, Failure> {
    let result = Varying::of(tally)?;
    let areas = areas_of(&result, request)?;
    let row = rows_with_bounds(&areas, &[result.open])?;
    named! { "row" => row, "doubt" => result.doubt }
}

/// The areas of collected curves with their intervals, see [`Varying`], and how far each is `open`.
fn areas_of_sums(sums: List<Record>, open: &[f64], request: Record) -> Result<Value, Failure> {
    let mut areas = reserve(open.len())?;
    for (i, sums) in sums.read_all()?.into_iter().enumerate() {
        let result = areas_of(&Varying::of(sums)?, request);
        for area in result.map_err(|failure| failure.of_score(i))? {
            push(&mut areas, area)?;
        }
    }
    rows_with_bounds(&areas, open)
}

fn areas_of(varying: &Varying, request: Record) -> Result<Vec<AreaEstimate>, Failure> {
    let covariance = varying.covariance(correction_of(request)?)?;
    Ok(covariance.area_intervals(&area_request(request)?)?)
}

pub fn unit_sums(sums: Record) -> Result<UnitSums, Failure> {
    let column = |name| -> Result<Vec<f64>, Failure> {
        let values: &[f64] = sums.get(name)?;
        Ok(collect(values.iter().copied())?)
    };
    Ok(UnitSums {
        values: column("values")?,
        negatives: column("negatives")?,
        positives: column("positives")?,
        both: column("both")?,
        df: column("freedom")?,
        numbers: array_of(sums, "numbers")?,
        units: array_of(sums, "units")?,
        effective: array_of(sums, "effective")?,
        effective_clusters: array_of(sums, "of_units")?,
    })
}

pub fn array_of<const N: usize>(record: Record, name: &'static str) -> Result<[f64; N], Failure> {
    let values: &[f64] = record.get(name)?;
    let wrong = |_| Failure::internal(format!("{name} has {} numbers", values.len()));
    values.try_into().map_err(wrong)
}

fn rows_with_bounds(areas: &[AreaEstimate], open: &[f64]) -> Result<Value, Failure> {
    let [a, b, c, d, e, f, g, h, i] = COLUMNS;
    let names = [a, b, c, d, e, f, g, h, i, "bound.low", "bound.high"];
    try_table(names, areas.len().min(open.len()), |row| {
        let (area, open) = (areas[row], open[row]);
        let [a, b, c, d, e, f, g, h, i] = columns_of(&area.with_open(open));
        let [low, high] = [(area.value - open).max(0.0), (area.value + open).min(1.0)];
        Ok([a, b, c, d, e, f, g, h, i, low, high])
    })
}

/// Returns what [`Varying`] reads.
fn list_of_sums(sums: &UnitSums, without: Option<&WithoutParts>) -> Result<Value, Failure> {
    named! {
        "values" => &sums.values[..],
        "negatives" => &sums.negatives[..],
        "positives" => &sums.positives[..],
        "both" => &sums.both[..],
        "freedom" => &sums.df[..],
        "numbers" => sums.numbers,
        "units" => sums.units,
        "effective" => sums.effective,
        "of_units" => sums.effective_clusters,
        "without" => without.map(|without| &without.areas[..]),
        "of_parts" => without.map(|without| &without.effective[..]),
    }
}

/// The sums over units of a collected curve: of both classes, the negatives first, `weights`, `numbers`, `second` and
/// `fourth` moments, and `scales`.
fn sums_of_steps(steps: Record, area: f64, counts: bool) -> Result<Value, Failure> {
    let moments = StepMoments {
        weights: steps.get("weights")?,
        numbers: steps.get("numbers")?,
        second: steps.get("second")?,
        fourth: steps.get("fourth")?,
        scales: array_of(steps, "scales")?,
    };
    let sums = collected_sums(&moments, area, unit_of(counts), &mut poll)?;
    list_of_sums(&sums, None)
}

/// The sums of a collected curve with this area whose rows were counted by parts of whole clusters: of both classes,
/// the negatives first, `weights`, `squares` of weights, `numbers`, and the weights of `parts`, part by part; `score`
/// and `last` are the ends of steps, `wins` the shares of pairs in them that positives win, `scales` the factors of
/// weights in squares, and `pairs` those shares in which negatives and positives of a part win.
fn sums_of_parts(steps: Record, area: f64) -> Result<Value, Failure> {
    let rows = StepRows::of(steps)?;
    let scales: [f64; 2] = array_of(steps, "scales")?;
    let units = scales.map(|scale| 1.0 / scale);
    let mut sums = tallied_sums(&rows.whole, units, Unit::Row, &mut poll)?.sums;
    let mut without = areas_without(&rows.parts, &mut poll)?;
    // Pairs within a step tie in these areas, and in that of all rows.
    let apart = area - (sums.values[0] + rows.beyond_ties);
    for (of, beyond_ties) in without.areas.iter_mut().zip(rows.beyond_ties_without) {
        *of += beyond_ties + apart;
    }
    sums.values[0] = area;
    list_of_sums(&sums, Some(&without))
}

/// The default level of intervals, and the names of their methods, that of the default first.
fn interval_defaults() -> Result<Value, Failure> {
    let names = Method::NAMES.map(|(name, _)| name);
    named! { "level" => Level::default().get(), "methods" => string_vector(&names)? }
}

shims! {
    interval_defaults();
    area_of_tally(tally, request);
    areas_of_sums(sums, open, request);
    sums_of_steps(steps, area, counts);
    sums_of_parts(steps, area);
}
