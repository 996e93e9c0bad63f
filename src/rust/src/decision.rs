//! Shims of the functions that take a curve: a list of its five columns.

use crate::entry::shims;
use crate::failure::Failure;
use crate::input::{self, CurveColumns, List};
use crate::record::Record;
use crate::result::{named, rows, string_vector, Frame, Value};
use crate::session::poll;
use crate::threads::threads_for;
use crate::wire::{column_of, measure_of};
use extendr_ffi::R_NaReal;
use weighted_roc_core::area::{cost_areas, partial_by_fpr, partial_by_tpr};
use weighted_roc_core::curve::Curve;
use weighted_roc_core::decision::{
    self, compare, half_of_rectangles, thin, Ahead, Bound, Costs, GainCurve, NeymanPearson, Risk,
};
use weighted_roc_core::measure::{
    best_rows, measure_at, write_columns, ColumnsRequest, Measure, Parameters,
};
use weighted_roc_core::memory::{collect, filled, push, reserve};
use weighted_roc_core::shape::hull;
use weighted_roc_core::{Error, Options, Range};

/// R counts rows from 1.
pub(crate) fn one_based(row: usize) -> f64 {
    (row + 1) as f64
}

/// R tells a missing value from other NaN.
pub fn or_missing(value: f64) -> f64 {
    if value.is_nan() {
        unsafe { R_NaReal }
    } else {
        value
    }
}

fn curve_check(curve: CurveColumns) -> Result<Value, Failure> {
    input::curve(curve, "x")?;
    Ok(Value::Null)
}

/// The columns of some rows, which count from 1, or of all, for the first prior and then for the next ones.
fn curve_measures(
    curve: CurveColumns,
    what: List<Record>,
    row: Option<&[f64]>,
    prior: Option<&[f64]>,
) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let records = what.read_all()?;
    let (mut columns, mut names) = (reserve(records.len())?, reserve(records.len())?);
    for record in records {
        let (name, column) = column_of(record)?;
        push(&mut names, name)?;
        push(&mut columns, column)?;
    }
    let rows = match row {
        Some(rows) => Some(collect(rows.iter().map(|&row| row as usize - 1))?),
        None => None,
    };
    let priors = each(prior)?;
    let number = rows.as_ref().map_or(curve.rows(), Vec::len);
    let threads = threads_for(number, priors.len())?;
    let mut frame = Frame::by(threads, &names, priors.len() * number)?;
    let options = Options {
        threads,
        poll: &mut poll,
    };
    let mut request = ColumnsRequest::new(&columns);
    request.rows = rows.as_deref();
    request.priors = &priors;
    request.undefined = or_missing(f64::NAN);
    write_columns(&curve, &request, frame.each_column(), options)?;
    Ok(frame.into())
}

/// The measures: their names, limits, which values are better, whether they depend on the prior, the parameter that they
/// take and their family; and other words for them.
fn measure_table() -> Result<Value, Failure> {
    let all = Measure::all(&Parameters::default());
    let (mut words, mut of) = (reserve(0)?, reserve(0)?);
    for measure in all {
        for &word in measure.words() {
            push(&mut words, word)?;
            push(&mut of, measure.name())?;
        }
    }
    named! {
        "measure" => string_vector(&all.map(Measure::name))?,
        "low" => all.map(|measure| measure.limits()[0]),
        "high" => all.map(|measure| measure.limits()[1]),
        "better" => string_vector(&all.map(|measure| measure.better().name()))?,
        "takes_prior" => all.map(|measure| f64::from(u8::from(measure.takes_prior()))),
        "parameter" => string_vector(&all.map(|measure| measure.parameter().unwrap_or_default()))?,
        "family" => string_vector(&all.map(|measure| measure.family().name()))?,
        "word" => string_vector(&words)?,
        "word_of" => string_vector(&of)?,
    }
}

/// One prior, or none where it is the share of the positive class in the weights.
pub fn each(prior: Option<&[f64]>) -> Result<Vec<Option<f64>>, Failure> {
    Ok(match prior {
        Some(priors) => {
            Range::UNCERTAIN.check("prior", priors)?;
            collect(priors.iter().copied().map(Some))?
        }
        None => collect([None].into_iter())?,
    })
}

/// The rows, from 1, at which a measure, see [`measure_of`], is the best, and its values there.
fn curve_best(curve: CurveColumns, what: Record) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let (measure, prior) = measure_of(what)?;
    let rows = best_rows(&curve, measure, prior, &mut poll)?;
    rows! { rows.len() => |i| {}
        "row" => one_based(rows[i]), "value" => measure_at(&curve, rows[i], measure, prior)?
    }
}

/// The rows, from 1, of a curve that say what happens at thresholds.
fn curve_rows_at(curve: CurveColumns, threshold: &[f64]) -> Result<Value, Failure> {
    Range::NUMBER.check("threshold", threshold)?;
    let curve = input::curve(curve, "x")?;
    rows! { threshold.len() => |i| {} "row" => one_based(curve.row_at(threshold[i])?) }
}

/// Costs of FP, FN, TP and TN, as many of each, and as many priors, if there are any.
#[derive(Clone, Copy)]
pub(crate) struct Problems<'a> {
    costs: [&'a [f64]; 4],
    prior: Option<&'a [f64]>,
}

impl<'a> Problems<'a> {
    pub(crate) fn new(
        costs: [&'a [f64]; 4],
        prior: Option<&'a [f64]>,
    ) -> Result<Problems<'a>, Failure> {
        let number = costs[0].len();
        for (name, costs) in ["cost_FP", "cost_FN", "cost_TP", "cost_TN"]
            .iter()
            .zip(costs)
        {
            Range::FINITE.check(name, costs)?;
        }
        Range::UNCERTAIN.check("prior", prior.unwrap_or_default())?;
        let all = costs.iter().chain(&prior);
        if all.into_iter().all(|values| values.len() == number) {
            Ok(Problems { costs, prior })
        } else {
            Err(Failure::internal("costs have one length".to_string()))
        }
    }

    pub(crate) fn number(&self) -> usize {
        self.costs[0].len()
    }

    pub(crate) fn costs(&self, i: usize) -> Costs {
        let [false_positive, false_negative, true_positive, true_negative] =
            self.costs.map(|values| values[i]);
        Costs {
            false_positive,
            false_negative,
            true_positive,
            true_negative,
        }
    }

    /// The probabilities of the negative and the positive class.
    pub(crate) fn priors(&self, curve: &Curve<'_>, i: usize) -> Result<[f64; 2], Failure> {
        priors(curve, self.prior.map(|values| values[i]))
    }

    /// Returns an error if an error costs less than the right answer, or no more where it `must_exceed` it.
    pub(crate) fn check_order(&self, must_exceed: bool) -> Result<(), Failure> {
        let order = |i| self.costs(i).check_order(must_exceed);
        (0..self.number()).try_for_each(|i| self.in_place(i, order(i)))
    }

    /// An error of the costs of a problem, with its place.
    pub(crate) fn in_place<T>(&self, i: usize, result: Result<T, Error>) -> Result<T, Failure> {
        let is_alone = self.number() == 1;
        Ok(result.map_err(|error| if is_alone { error } else { error.at_costs(i) })?)
    }

    pub(crate) fn risk<'b>(&self, curve: &'b Curve<'b>, i: usize) -> Result<Risk<'b>, Failure> {
        Ok(Risk::new(curve, self.costs(i), self.priors(curve, i)?)?)
    }
}

/// The probabilities of the negative and the positive class: their shares, if none is given.
pub fn priors(curve: &Curve<'_>, prior: Option<f64>) -> Result<[f64; 2], Failure> {
    Range::UNCERTAIN.check("prior", prior.as_slice())?;
    Ok(prior.map_or_else(|| curve.shares(), |prior| [1.0 - prior, prior]))
}

/// The risks of all rows for the first costs, then for the next ones.
fn curve_risk(
    curve: CurveColumns,
    costs: [&[f64]; 4],
    prior: Option<&[f64]>,
) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let problems = Problems::new(costs, prior)?;
    rows! { by [problems.number(), curve.rows()] =>
        |i| { let risk = problems.risk(&curve, i)?; }
        |row| {}
        "prior" => risk.priors()[1], "risk" => risk.at(row)?
    }
}

/// The row of least risk, and the line of this risk, which touches the curve there. It is missing where there is none.
fn curve_optimal(
    curve: CurveColumns,
    costs: [&[f64]; 4],
    prior: Option<&[f64]>,
) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let problems = Problems::new(costs, prior)?;
    problems.check_order(false)?;
    let hull = hull(&curve, &mut poll)?;
    rows! { problems.number() =>
        |i| {
            let risk = problems.risk(&curve, i)?;
            let row = risk.least_on(&hull, &mut poll)?;
            let slope = risk.slope();
            let intercept = if slope.is_finite() {
                curve.points().tpr[row] - slope * curve.points().fpr[row]
            } else {
                f64::NAN
            };
        }
        "row" => one_based(row),
        "prior" => risk.priors()[1],
        "risk" => risk.at(row)?,
        "slope" => or_missing(slope),
        "intercept" => or_missing(intercept),
        "risk_positive" => risk.at_point(1.0, 1.0)?,
        "risk_negative" => risk.at_point(0.0, 0.0)?,
        "risk_random" => risk.of_random(),
    }
}

fn curve_hull(curve: CurveColumns) -> Result<Value, Failure> {
    let hull = hull(&input::curve(curve, "x")?, &mut poll)?;
    rows! { hull.rows().len() =>
        |i| {
            let [least, most] = hull.slopes_at(i)?;
            let prior = |slope: f64| 1.0 / (1.0 + slope);
        }
        "row" => one_based(hull.rows()[i]),
        "slope_low" => least,
        "slope_high" => most,
        "prior_low" => prior(most),
        "prior_high" => prior(least),
    }
}

fn curve_cost_curve(curve: CurveColumns) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let vertices = decision::cost_curve(&curve, &mut poll)?;
    rows! { vertices.len() =>
        |i| { let vertex = vertices[i]; }
        "PC" => vertex.pc, "cost" => vertex.cost, "threshold" => curve.points().threshold[vertex.row]
    }
}

/// The rates of a rule between a row and the next one, and the probability of the row.
type Between = ([f64; 2], f64);

/// The points of the curve at a rate or a share: those between two rows choose the threshold with a probability, and
/// else the next one.
fn curve_points_at(
    curve: CurveColumns,
    at: &[f64],
    rate: &str,
    prior: Option<f64>,
) -> Result<Value, Failure> {
    let name = ["FPR", "TPR"].into_iter().find(|&name| name == rate);
    Range::PROBABILITY.check(name.unwrap_or("share"), at)?;
    let curve = input::curve(curve, "x")?;
    let (rows, priors) = (curve.all_rows()?, priors(&curve, prior)?);
    let choices = NeymanPearson::new(&curve, &rows, &mut poll)?;
    let gains = GainCurve::new(&curve, priors)?;
    let points = curve.points();
    // The row, and where the mixed rule is between it and the next one: its rates, and the probability of the row.
    let choose = |at: f64| -> Result<(usize, Option<Between>), Failure> {
        let bound = match rate {
            "FPR" => Bound::Fpr(at),
            "TPR" => Bound::Tpr(at),
            _ => {
                let result = gains.at_share(at)?;
                let is_mixed = result.probability > 0.0 && result.probability < 1.0;
                let rates = [result.tpr, result.fpr];
                return Ok((result.row, is_mixed.then_some((rates, result.probability))));
            }
        };
        let result = choices.choose(bound)?.mixture;
        let rates = if rate == "FPR" {
            [result.value, at]
        } else {
            [at, result.value]
        };
        let is_mixed = result.low != result.high;
        Ok((result.low, is_mixed.then_some((rates, result.probability))))
    };
    rows! { at.len() =>
        |i| {
            let (row, mixed) = choose(at[i])?;
            let single = [points.tpr[row], points.fpr[row]];
            let ([tpr, fpr], probability) = mixed.unwrap_or((single, f64::from(row + 1 < curve.rows())));
            let mix = |of: &[f64]| match mixed {
                Some((_, probability)) => of[row + 1] + probability * (of[row] - of[row + 1]),
                None => of[row],
            };
        }
        "TPR" => tpr,
        "FPR" => fpr,
        "threshold" => points.threshold[row],
        "FN" => mix(points.false_negative),
        "FP" => mix(points.false_positive),
        "probability" => probability,
    }
}

fn curve_partial(curve: CurveColumns, interval: &[f64], by_fpr: bool) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let &[low, high] = interval else {
        return Err(Failure::internal("an interval has two ends".to_string()));
    };
    let area = if by_fpr {
        partial_by_fpr(&curve, [low, high], &mut poll)?
    } else {
        partial_by_tpr(&curve, [low, high], &mut poll)?
    };
    Ok(area.into())
}

/// The parts of the area in which a classifier costs less than one that calls positive at random.
fn curve_cost_area(
    curve: CurveColumns,
    costs: [&[f64]; 4],
    prior: Option<&[f64]>,
) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    let problems = Problems::new(costs, prior)?;
    let number = problems.number();
    let mut pairs = reserve(number)?;
    for i in 0..number {
        let costs = problems.costs(i);
        problems.in_place(i, costs.check_errors())?;
        push(&mut pairs, costs.shares_of_errors())?;
    }
    // One pass for all costs of a prior.
    let prior_of = |i: usize| prior.map_or(0.0, |prior| prior[i]);
    let mut order = collect(0..number)?;
    order.sort_unstable_by(|&a, &b| prior_of(a).total_cmp(&prior_of(b)));
    let mut result = filled(number, ([0.0; 2], None))?;
    for same in order.chunk_by(|&a, &b| prior_of(a) == prior_of(b)) {
        let priors = problems.priors(&curve, same[0])?;
        let of_prior = collect(same.iter().map(|&i| pairs[i]))?;
        let areas = cost_areas(&curve, &of_prior, priors, &mut poll)?;
        for (&i, area) in same.iter().zip(areas) {
            result[i] = (priors, Some(area));
        }
    }
    rows! { number =>
        |i| {
            let (priors, Some(area)) = result[i] else {
                return Err(Failure::internal("each has a prior".to_string()));
            };
        }
        "prior" => priors[1],
        "share" => pairs[i][1],
        "intercept" => area.intercept,
        "slope" => area.slope,
        "pAUC" => area.area,
        "max_pAUC" => area.largest,
        "ratio" => area.ratio(),
    }
}

/// Who is ahead comes as a code: 1 for x, 2 for y, 3 for neither.
fn curve_compare(x: CurveColumns, y: CurveColumns) -> Result<Value, Failure> {
    let intervals = compare(&input::curve(x, "x")?, &input::curve(y, "y")?, &mut poll)?;
    rows! { intervals.len() =>
        |i| {
            let interval = &intervals[i];
            let ahead = match interval.ahead {
                Ahead::First => 1.0,
                Ahead::Second => 2.0,
                Ahead::Neither => 3.0,
            };
        }
        "FPR_low" => interval.from, "FPR_high" => interval.to, "ahead" => ahead, "area" => interval.area()
    }
}

/// The rows to keep.
fn curve_thin(
    curve: CurveColumns,
    straight: bool,
    points: Option<usize>,
) -> Result<Value, Failure> {
    let rows = thin(&input::curve(curve, "x")?, straight, points, &mut poll)?.rows;
    rows! { rows.len() => |i| {} "row" => one_based(rows[i]) }
}

/// Half of what the steps that are marked with 1 span.
fn curve_rectangles(curve: CurveColumns, merged: &[i32]) -> Result<Value, Failure> {
    let curve = input::curve(curve, "x")?;
    Ok(half_of_rectangles(&curve, |row| merged[row] == 1, &mut poll)?.into())
}

shims! {
    curve_rectangles(curve, merged);
    curve_check(curve);
    curve_measures(curve, what, row, prior);
    measure_table();
    curve_best(curve, what);
    curve_rows_at(curve, threshold);
    curve_risk(curve, costs, prior);
    curve_optimal(curve, costs, prior);
    curve_hull(curve);
    curve_cost_curve(curve);
    curve_points_at(curve, at, rate, prior);
    curve_partial(curve, interval, by_fpr);
    curve_cost_area(curve, costs, prior);
    curve_compare(x, y);
    curve_thin(curve, straight, points);
}
