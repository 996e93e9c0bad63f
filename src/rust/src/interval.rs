//! Shims of intervals.

use crate::prelude::*;
use crate::result::string_vector;
use crate::sampling::unit_of;
use crate::tallies::Varying;
use weighted_roc_core::covariance::UnitSums;
use weighted_roc_core::estimate::BAYES;
use weighted_roc_core::inference::{
    collected_sums, sums_in_parts, StepMoments, StepParts, WithoutParts,
};
use weighted_roc_core::interval::{AreaEstimate, AreaRequest, Level, Method};

pub fn area_request(request: Record) -> Result<AreaRequest, Failure> {
    let (level, method) = (request.or_default("level")?, request.or_default("method")?);
    Ok(AreaRequest { level, method })
}

const COLUMNS: [&str; 11] = [
    "estimate",
    "std.error",
    "conf.low",
    "conf.high",
    "df",
    "n_pos",
    "n_neg",
    "n_eff_pos",
    "n_eff_neg",
    "bound.low",
    "bound.high",
];

/// As auc_ci() gives them; with bounds where it is known how far bins leave each `open`.
pub fn rows_of(areas: &[AreaEstimate], open: Option<&[f64]>) -> Result<Value, Failure> {
    let names = &COLUMNS[..if open.is_some() { 11 } else { 9 }];
    let mut frame = Frame::new(names, areas.len())?;
    for (i, area) in areas.iter().enumerate() {
        let open = open.map_or(0.0, |open| open[i]);
        let (interval, value) = (area.with_open(open).interval, area.value);
        let [n_neg, n_pos] = area.numbers;
        let [n_eff_neg, n_eff_pos] = area.effective;
        let ends = [interval.std_error, interval.low, interval.high, interval.df];
        let [std_error, low, high, df] = ends.map(or_missing);
        let numbers = [n_pos, n_neg, n_eff_pos, n_eff_neg];
        let bounds = [(value - open).max(0.0), (value + open).min(1.0)];
        let row = [value, std_error, low, high, df].into_iter().chain(numbers);
        for (column, value) in frame.each_column().zip(row.chain(bounds)) {
            column[i] = value;
        }
    }
    Ok(frame.into())
}

/// The area of a tally with its interval, and the bounds that its bins leave; and the `doubt` about its standard error.
pub fn area_of_tally(tally: Varying, request: Record) -> Result<Value, Failure> {
    let areas = areas_of(&tally, request)?;
    let row = rows_of(&areas, Some(&[tally.open]))?;
    named! { "row" => row, "doubt" => tally.doubt }
}

/// The areas of collected curves with their intervals, see [`Varying`], and how far each is `open`.
pub fn areas_of_sums(sums: Vec<Record>, open: &[f64], request: Record) -> Result<Value, Failure> {
    let mut areas = reserve(open.len())?;
    for (i, sums) in sums.into_iter().enumerate() {
        let of = Varying::from_record(sums).and_then(|sums| areas_of(&sums, request));
        for area in of.map_err(|failure| failure.in_score(i))? {
            push(&mut areas, area)?;
        }
    }
    rows_of(&areas, Some(open))
}

fn areas_of(varying: &Varying, request: Record) -> Result<Vec<AreaEstimate>, Failure> {
    let covariance = varying.covariance(request.or_default("variance")?)?;
    Ok(covariance.area_intervals(&area_request(request)?)?)
}

pub fn unit_sums(sums: Record) -> Result<UnitSums, Failure> {
    let column = |name| sums.get::<&[f64]>(name).and_then(copied);
    Ok(UnitSums {
        values: column("values")?,
        negatives: column("negatives")?,
        positives: column("positives")?,
        both: column("both")?,
        df: column("freedom")?,
        numbers: sums.get("numbers")?,
        units: sums.get("units")?,
        effective: sums.get("effective")?,
        effective_clusters: sums.get("of_units")?,
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
pub fn sums_of_steps(steps: Record, area: f64, counts: bool) -> Result<Value, Failure> {
    let moments = read_as!(
        steps,
        StepMoments {
            weights,
            numbers,
            second,
            fourth,
            scales
        }
    );
    let sums = collected_sums(&moments, area, unit_of(counts), &mut poll)?;
    list_of_sums(&sums, None)
}

/// The sums of a collected curve with this area whose rows were counted by parts of whole clusters: of both classes,
/// the negatives first, `weights`, `squares` of weights, `numbers`, and the weights of `parts`, part by part; `score`
/// and `last` are the ends of steps, `wins` the shares of pairs in them that positives win, `scales` the factors of
/// weights in squares, and `pairs` those shares in which negatives and positives of a part win.
pub fn sums_of_parts(steps: Record, area: f64) -> Result<Value, Failure> {
    let steps = read_as!(
        steps,
        StepParts {
            score,
            last,
            wins,
            weights,
            squares,
            numbers,
            parts,
            pairs,
            scales
        }
    );
    let (sums, without) = sums_in_parts(&steps, area, &mut poll)?;
    list_of_sums(&sums, Some(&without))
}

/// The default level of intervals, the names of their methods, that of the default first, and that of estimates alone.
pub fn interval_defaults() -> Result<Value, Failure> {
    let names = Method::NAMES.map(|(name, _)| name);
    named! {
        "level" => Level::default().get(),
        "methods" => string_vector(&names)?,
        "bayes" => string_vector(&[BAYES])?,
    }
}
