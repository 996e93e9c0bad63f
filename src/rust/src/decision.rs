//! Shims of the functions that take a curve: a list of its five columns.

use crate::prelude::*;
use crate::result::string_vector;
use crate::threads::threads_for;
use weighted_roc_core::area::{cost_areas, partial_by_fpr, partial_by_tpr};
use weighted_roc_core::decision::{
    self, area_bounds, compare, thin, Ahead, Bound, Costs, GainCurve, Inside, NeymanPearson, Risk,
};
use weighted_roc_core::measure::{
    best_rows, measure_at, write_columns, Column, ColumnsRequest, Measure, Parameters,
};
use weighted_roc_core::quantity::Rate;
use weighted_roc_core::shape::hull;
use weighted_roc_core::Error;

pub use crate::result::or_missing;

pub fn curve_check(_: Curve) -> Result<Value, Failure> {
    Ok(Value::Null)
}

/// The columns of some rows, which count from 1, or of all, for the first prior and then for the next ones.
pub fn curve_measures(
    x: Curve,
    what: Vec<(&'static str, Column)>,
    row: Option<&[f64]>,
    prior: Option<&[f64]>,
) -> Result<Value, Failure> {
    let names = collect(what.iter().map(|(name, _)| *name))?;
    let columns = collect(what.iter().map(|(_, column)| *column))?;
    let rows = row.map(|rows| collect(rows.iter().map(|&row| row as usize - 1)));
    let rows = rows.transpose()?;
    let priors = match prior {
        Some(priors) => collect(priors.iter().copied().map(Some))?,
        None => filled(1, None)?,
    };
    Range::UNCERTAIN.check("prior", prior.unwrap_or_default())?;
    let number = rows.as_ref().map_or(x.rows(), Vec::len);
    let threads = threads_for(number, priors.len())?;
    let mut frame = Frame::by(threads, &names, priors.len() * number)?;
    let mut poll = poll;
    let options = options(threads, &mut poll);
    let mut request = ColumnsRequest::new(&columns);
    request.rows = rows.as_deref();
    request.priors = &priors;
    request.undefined = or_missing(f64::NAN);
    write_columns(&x, &request, frame.each_column(), options)?;
    Ok(frame.into())
}

/// The measures: their names, limits, which values are better, whether they depend on the prior, the parameter that they
/// take and their family; and other words for them.
pub fn measure_table() -> Result<Value, Failure> {
    let table = Measure::all(&Parameters::default());
    let (mut words, mut of) = (reserve(0)?, reserve(0)?);
    for measure in table {
        for &word in measure.words() {
            push(&mut words, word)?;
            push(&mut of, measure.name())?;
        }
    }
    named! {
        "measure" => string_vector(&table.map(Measure::name))?,
        "low" => table.map(|measure| measure.limits()[0]),
        "high" => table.map(|measure| measure.limits()[1]),
        "better" => string_vector(&table.map(|measure| measure.better().name()))?,
        "takes_prior" => table.map(|measure| f64::from(measure.takes_prior())),
        "parameter" => string_vector(&table.map(|measure| measure.parameter().unwrap_or_default()))?,
        "family" => string_vector(&table.map(|measure| measure.family().name()))?,
        "word" => string_vector(&words)?,
        "word_of" => string_vector(&of)?,
    }
}

/// The rows, from 1, at which a measure is the best, and its values there.
pub fn curve_best(x: Curve, what: (Measure, Option<f64>)) -> Result<Value, Failure> {
    let (measure, prior) = what;
    let rows = best_rows(&x, measure, prior, &mut poll)?;
    rows! { rows.len() => |i| {}
        "row" => one_based(rows[i]), "value" => measure_at(&x, rows[i], measure, prior)?
    }
}

/// The rows, from 1, of a curve that say what happens at thresholds.
pub fn curve_rows_at(x: Curve, threshold: &[f64]) -> Result<Value, Failure> {
    Range::NUMBER.check("threshold", threshold)?;
    rows! { threshold.len() => |i| {} "row" => one_based(x.row_at(threshold[i])?) }
}

/// Costs of FP, FN, TP and TN, as many of each, and as many priors, if there are any: the list `costs` and `prior`.
pub struct Problems<'a> {
    costs: [&'a [f64]; 4],
    prior: Option<&'a [f64]>,
}

from_records!(Problems<'_> => Problems::from_record);

impl<'a> Problems<'a> {
    fn from_record(given: Record) -> Result<Problems<'a>, Failure> {
        let costs: [&[f64]; 4] = given.get("costs")?;
        let prior: Option<&[f64]> = given.find("prior")?;
        let names = ["cost_FP", "cost_FN", "cost_TP", "cost_TN"];
        for (name, costs) in names.iter().zip(costs) {
            Range::FINITE.check(name, costs)?;
        }
        Range::UNCERTAIN.check("prior", prior.unwrap_or_default())?;
        let mut lengths = costs.iter().chain(&prior).map(|values| values.len());
        if lengths.any(|length| length != costs[0].len()) {
            return Err(Failure::internal("costs have one length"));
        }
        Ok(Problems { costs, prior })
    }

    pub fn number(&self) -> usize {
        self.costs[0].len()
    }

    pub fn costs(&self, i: usize) -> Costs {
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
    pub fn priors(&self, curve: &Curve<'_>, i: usize) -> Result<[f64; 2], Failure> {
        priors(curve, self.prior.map(|values| values[i]))
    }

    /// Returns an error if an error costs less than the right answer, or no more where it `must_exceed` it.
    pub fn check_order(&self, must_exceed: bool) -> Result<(), Failure> {
        let order = |i| self.costs(i).check_order(must_exceed);
        (0..self.number()).try_for_each(|i| self.in_place(i, order(i)))
    }

    /// An error of the costs of a problem, with its place.
    pub fn in_place<T>(&self, i: usize, result: Result<T, Error>) -> Result<T, Failure> {
        let is_single = self.number() == 1;
        Ok(result.map_err(|error| if is_single { error } else { error.at_costs(i) })?)
    }

    pub fn risk<'b>(&self, curve: &'b Curve<'b>, i: usize) -> Result<Risk<'b>, Failure> {
        Ok(Risk::new(curve, self.costs(i), self.priors(curve, i)?)?)
    }
}

/// The probabilities of the negative and the positive class: their shares, if none is given.
pub fn priors(curve: &Curve<'_>, prior: Option<f64>) -> Result<[f64; 2], Failure> {
    Range::UNCERTAIN.check("prior", prior.as_slice())?;
    Ok(prior.map_or_else(|| curve.shares(), |prior| [1.0 - prior, prior]))
}

/// The same of each prior, or once.
pub fn each_priors(curve: &Curve<'_>, prior: Option<&[f64]>) -> Result<Vec<[f64; 2]>, Failure> {
    match prior {
        Some(given) => all(given.iter(), |&prior| priors(curve, Some(prior))),
        None => Ok(filled(1, curve.shares())?),
    }
}

/// The risks of all rows for the first costs, then for the next ones.
pub fn curve_risk(x: Curve, problems: Problems) -> Result<Value, Failure> {
    rows! { by [problems.number(), x.rows()] =>
        |i| { let risk = problems.risk(&x, i)?; }
        |row| {}
        "prior" => risk.priors()[1], "risk" => risk.at_row(row)?
    }
}

/// The row of least risk, and the line of this risk, which touches the curve there. It is missing where there is none.
pub fn curve_optimal(x: Curve, problems: Problems) -> Result<Value, Failure> {
    problems.check_order(false)?;
    let hull = hull(&x, &mut poll)?;
    rows! { problems.number() =>
        |i| {
            let risk = problems.risk(&x, i)?;
            let row = risk.least_on(&hull, &mut poll)?;
            let slope = risk.slope();
            let at_fpr_0 = x.points().tpr[row] - slope * x.points().fpr[row];
        }
        "row" => one_based(row),
        "prior" => risk.priors()[1],
        "risk" => risk.at_row(row)?,
        "slope" => or_missing(slope),
        "intercept" => or_missing(if slope.is_finite() { at_fpr_0 } else { f64::NAN }),
        "risk_positive" => risk.at_point(1.0, 1.0)?,
        "risk_negative" => risk.at_point(0.0, 0.0)?,
        "risk_random" => risk.at_random(),
    }
}

pub fn curve_hull(x: Curve) -> Result<Value, Failure> {
    let hull = hull(&x, &mut poll)?;
    rows! { hull.rows().len() =>
        |i| { let [least, most] = hull.slopes_at(i)?; }
        "row" => one_based(hull.rows()[i]),
        "slope_low" => least,
        "slope_high" => most,
        "prior_low" => 1.0 / (1.0 + most),
        "prior_high" => 1.0 / (1.0 + least),
    }
}

pub fn curve_cost_curve(x: Curve) -> Result<Value, Failure> {
    let vertices = decision::cost_curve(&x, &mut poll)?;
    rows! { vertices.len() =>
        |i| { let vertex = vertices[i]; }
        "PC" => vertex.pc, "cost" => vertex.cost, "threshold" => x.points().threshold[vertex.row]
    }
}

/// The points of the curve at a rate or a share: those between two rows choose the threshold with a probability, and
/// else the next one.
pub fn curve_points_at(
    x: Curve,
    at: &[f64],
    rate: &str,
    prior: Option<f64>,
) -> Result<Value, Failure> {
    let name = ["FPR", "TPR"].into_iter().find(|&name| name == rate);
    Range::PROBABILITY.check(name.unwrap_or("share"), at)?;
    let (rows, points) = (x.all_rows()?, x.points());
    let choices = NeymanPearson::new(&x, &rows, &mut poll)?;
    let gains = GainCurve::new(&x, priors(&x, prior)?)?;
    // The row, its probability, and both rates.
    let choose = |at: f64| -> Result<(usize, f64, [f64; 2]), Error> {
        let bound = match rate {
            "FPR" => Bound::Fpr(at),
            "TPR" => Bound::Tpr(at),
            _ => {
                return gains
                    .at_share(at)
                    .map(|of| (of.row, of.probability, [of.tpr, of.fpr]))
            }
        };
        let of = choices.choose(bound)?.mixture;
        let rates = if rate == "FPR" {
            [of.value, at]
        } else {
            [at, of.value]
        };
        Ok((of.low, of.probability, rates))
    };
    rows! { at.len() =>
        |i| {
            let (row, probability, rates) = choose(at[i])?;
            let is_mixed = probability > 0.0 && probability < 1.0;
            let [tpr, fpr] = if is_mixed { rates } else { [points.tpr[row], points.fpr[row]] };
            let next = if is_mixed { row + 1 } else { row };
            let mix = |of: &[f64]| of[next] + probability * (of[row] - of[next]);
        }
        "TPR" => tpr,
        "FPR" => fpr,
        "threshold" => points.threshold[row],
        "FN" => mix(points.false_negative),
        "FP" => mix(points.false_positive),
        "probability" => if is_mixed { probability } else { f64::from(row + 1 < x.rows()) },
    }
}

pub fn curve_partial(x: Curve, interval: &[f64], rate: Rate) -> Result<Value, Failure> {
    let &[low, high] = interval else {
        return Err(Failure::internal("an interval has two ends"));
    };
    let area = if rate == Rate::Fpr {
        partial_by_fpr(&x, [low, high], &mut poll)
    } else {
        partial_by_tpr(&x, [low, high], &mut poll)
    };
    Ok(area?.into())
}

/// The parts of the area in which a classifier costs less than one that calls positive at random.
pub fn curve_cost_area(x: Curve, problems: Problems) -> Result<Value, Failure> {
    rows! { problems.number() =>
        |i| {
            let costs = problems.costs(i);
            problems.in_place(i, costs.check_errors())?;
            let (shares, priors) = (costs.shares_of_errors(), problems.priors(&x, i)?);
            let area = cost_areas(&x, &[shares], priors, &mut poll)?[0];
        }
        "prior" => priors[1],
        "share" => shares[1],
        "intercept" => area.intercept,
        "slope" => area.slope,
        "pAUC" => area.area,
        "max_pAUC" => area.largest,
        "ratio" => area.ratio(),
    }
}

/// Who is ahead comes as a code: 1 for x, 2 for y, 3 for neither.
pub fn curve_compare(x: Curve, y: Curve) -> Result<Value, Failure> {
    let intervals = compare(&x, &y, &mut poll)?;
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
pub fn curve_thin(x: Curve, straight: bool, points: Option<usize>) -> Result<Value, Failure> {
    let rows = thin(&x, straight, points, &mut poll)?.rows;
    rows! { rows.len() => |i| {} "row" => one_based(rows[i]) }
}

/// The AUC with its bounds. `below`, `area` and `slack` are columns of the curve, NULL where they are not known.
pub fn curve_bounds(
    x: Curve,
    below: Option<&[f64]>,
    area: Option<&[f64]>,
    slack: Option<&[f64]>,
) -> Result<Value, Failure> {
    let inside = Inside {
        scores_below: below,
        sums: area.zip(slack).map(|(area, slack)| [area, slack]),
    };
    let bounds = area_bounds(&x, &inside, &mut poll);
    let [estimate, low, high] = bounds.map_err(|error| Failure::in_curve(error, "x"))?;
    named! {
        "estimate" => estimate,
        "bound.low" => low,
        "bound.high" => high,
    }
}
