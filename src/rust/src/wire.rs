//! Quantities as R writes them: tagged lists with named fields, such as
//! `list(measure = "PPV", threshold = 2, prior = 0.02, version = 1L)`.
//!
//! `measure` is the tag. One of `threshold`, `FPR`, `TPR`, `share` and `PPV` is the place; a measure of the whole curve has
//! none.
//! A field that is missing, unknown or of another type is the user's error, as they may have edited the list.

use crate::failure::Failure;
use crate::input::{List, Read};
use crate::record::Record;
use std::cell::Cell;
use weighted_roc_core::decision::Bounds;
use weighted_roc_core::measure::{Column, Costs, Density, ForecastLoss, Parameters};
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::quantity::{Choice, Measure, Place, Quantity, Rate, Standardize};

/// The version of these lists.
const VERSION: f64 = 1.0;

/// All quantities of a list of such lists.
pub fn quantities_of(what: List<Record>) -> Result<Vec<Quantity>, Failure> {
    let records = what.read_all()?;
    let mut quantities = reserve(records.len())?;
    for record in records {
        push(&mut quantities, quantity_of(record)?)?;
    }
    Ok(quantities)
}

/// One of them.
pub fn quantity_of(record: Record) -> Result<Quantity, Failure> {
    read_whole(record, |fields| {
        let quantity = fields.quantity()?;
        Ok((quantity, quantity))
    })
}

/// A measure of what happens at a threshold that is not said, and the probability of the positive class: such a list
/// without a place.
pub fn measure_of(record: Record) -> Result<(Measure, Option<f64>), Failure> {
    read_whole(record, |fields| {
        let measure = fields.measure(fields.tag()?)?;
        let prior = fields.prior_of(measure)?;
        let quantity = Quantity::at_threshold(measure, 0.0).with_prior(prior);
        Ok(((measure, prior), quantity))
    })
}

/// A column of the confusion matrix by its name: such a list, whose measure may be the weight of right answers.
pub fn column_of(record: Record) -> Result<(&'static str, Column), Failure> {
    match record.read::<&str>("measure")? {
        Ok(Some("TP")) => Ok(("TP", Column::TruePositives)),
        Ok(Some("TN")) => Ok(("TN", Column::TrueNegatives)),
        _ => measure_of(record).map(|(measure, _)| (measure.name(), measure.into())),
    }
}

/// Reads a list all of whose fields must be used, as a part of a quantity.
fn read_whole<T>(
    record: Record,
    read: impl FnOnce(&Fields) -> Result<(T, Quantity), Failure>,
) -> Result<T, Failure> {
    let fields = Fields {
        record,
        used: Cell::new(0),
    };
    if fields.get::<f64>("version", "`version` must be 1")? != VERSION {
        return Err(Failure::of_quantity("`version` must be 1"));
    }
    let (result, quantity) = read(&fields)?;
    if fields.used.get() != record.length() {
        return Err(Failure::of_quantity(format!(
            "it has more fields than {} takes",
            quantity.measure.name()
        )));
    }
    match quantity.check() {
        Ok(()) => Ok(result),
        Err(error) => Err(Failure::of_quantity(error.to_string())),
    }
}

struct Fields {
    record: Record,
    /// How many of them have been asked for and found.
    used: Cell<usize>,
}

impl Fields {
    fn find<T: Read>(
        &self,
        name: &'static str,
        expected: &'static str,
    ) -> Result<Option<T>, Failure> {
        let result = self.record.read(name)?;
        let result = result.map_err(|_| Failure::of_quantity(expected))?;
        self.used
            .set(self.used.get() + usize::from(result.is_some()));
        Ok(result)
    }

    fn get<T: Read>(&self, name: &'static str, expected: &'static str) -> Result<T, Failure> {
        self.find(name, expected)?
            .ok_or_else(|| Failure::of_quantity(expected))
    }

    fn tag(&self) -> Result<&str, Failure> {
        self.get("measure", "`measure` must be a string")
    }

    fn quantity(&self) -> Result<Quantity, Failure> {
        let tag = self.tag()?;
        let place = self.place(tag)?;
        let measure = match place {
            Place::Chosen(choice) if choice.by.name() == tag => choice.by,
            _ => self.measure(tag)?,
        };
        let prior = match place {
            Place::Chosen(choice) => choice.prior,
            Place::Share(_) | Place::Ppv(_) => self.prior()?,
            _ => self.prior_of(measure)?,
        };
        Ok(Quantity::at(measure, place).with_prior(prior))
    }

    /// The place of a measure: one of `threshold`, `FPR`, `TPR`, `share` and `PPV`, or none of them.
    fn place(&self, tag: &str) -> Result<Place, Failure> {
        const NUMBER: &str = "`threshold`, `FPR`, `TPR`, `share` and `PPV` must be numbers";
        let reversed = self.find("turned", "`turned` must be TRUE or FALSE")?;
        if let Ok(Some(rule)) = self.record.read::<&str>("threshold")? {
            self.find::<&str>("threshold", NUMBER)?;
            return self.choice(rule).map(Place::Chosen);
        }
        if tag == "pAUC" {
            return self.interval();
        }
        let threshold = self.find("threshold", NUMBER)?;
        // R turns other thresholds back where scores are turned.
        let threshold = threshold.map(|at: f64| if reversed == Some(true) { -at } else { at });
        let rate = |name| self.find::<f64>(name, NUMBER);
        let places = [
            threshold.map(|at| Place::Threshold(Some(at))),
            rate("FPR")?.map(Place::Fpr),
            rate("TPR")?.map(Place::Tpr),
            rate("share")?.map(Place::Share),
            rate("PPV")?.map(Place::Ppv),
        ];
        let mut given = places.into_iter().flatten();
        match (given.next(), given.next()) {
            (place, None) => Ok(place.unwrap_or(Place::Curve)),
            _ => Err(Failure::of_quantity(format!(
                "only one of `threshold`, `FPR`, `TPR`, `share` and `PPV` can say where {tag} is meant"
            ))),
        }
    }

    /// The interval of a rate of a partial area.
    fn interval(&self) -> Result<Place, Failure> {
        const ENDS: &str = "one of `FPR` and `TPR` must be the two ends of an interval";
        let by_fpr: Option<&[f64]> = self.find("FPR", ENDS)?;
        let by_tpr: Option<&[f64]> = self.find("TPR", ENDS)?;
        match (by_fpr, by_tpr) {
            (Some(&[low, high]), None) => Ok(Place::Between(Rate::Fpr, [low, high])),
            (None, Some(&[low, high])) => Ok(Place::Between(Rate::Tpr, [low, high])),
            _ => Err(Failure::of_quantity(ENDS)),
        }
    }

    /// The threshold that a `rule` chooses: least cost, the upper left corner, a measure, or bounds.
    fn choice(&self, rule: &str) -> Result<Choice, Failure> {
        let by = match rule {
            "cost" => Measure::Risk(self.costs()?),
            "bounds" => Measure::Tpr,
            "topleft" => Measure::Distance,
            _ => self.measure(rule)?,
        };
        let mut choice = Choice::best(by, self.prior()?);
        if rule == "bounds" {
            choice.bounds = bounds_of(|name| self.find(name, "a bound must be a number"))?;
            if choice.bounds == Bounds::NONE {
                return Err(Failure::of_quantity("no bound is given"));
            }
        }
        Ok(choice)
    }

    /// The measure of a tag, with its parameter. A net benefit at a threshold is that of a decision at this probability.
    fn measure(&self, tag: &str) -> Result<Measure, Failure> {
        let mut parameters = Parameters::default();
        let find = |parameters: &Parameters| {
            let mut all = Measure::all(parameters).into_iter();
            all.find(|measure| measure.name() == tag)
                .ok_or_else(|| Failure::of_quantity(format!("there is no `measure` \"{tag}\"")))
        };
        match find(&parameters)?.parameter() {
            Some("beta") => parameters.beta = self.get("beta", "`beta` must be a number")?,
            Some("costs") => parameters.costs = self.costs()?,
            Some("probability") => {
                parameters.probability = match self.record.read::<f64>("threshold")? {
                    Ok(Some(probability)) => probability,
                    _ => self.get("probability", "`probability` must be a number")?,
                }
            }
            Some("density") => parameters.density = self.density()?,
            Some("cost_density") => parameters.cost_density = self.cost_density()?,
            Some("loss") => parameters.loss = self.loss()?,
            Some("standardize") => parameters.standardize = self.standardize()?,
            _ => {}
        }
        find(&parameters)
    }

    fn standardize(&self) -> Result<Standardize, Failure> {
        const WAYS: &str = "`standardize` must be \"none\", \"range\" or \"mcclish\"";
        match self.get("standardize", WAYS)? {
            "none" => Ok(Standardize::None),
            "range" => Ok(Standardize::Range),
            "mcclish" => Ok(Standardize::McClish),
            _ => Err(Failure::of_quantity(WAYS)),
        }
    }

    fn loss(&self) -> Result<ForecastLoss, Failure> {
        const EXPECTED: &str = "`loss` must be \"brier\" or \"log\"";
        match self.get("loss", EXPECTED)? {
            "brier" => Ok(ForecastLoss::Quadratic),
            "log" => Ok(ForecastLoss::Logarithmic),
            _ => Err(Failure::of_quantity(EXPECTED)),
        }
    }

    /// The parameters of the distribution of costs on a cost curve.
    fn cost_density(&self) -> Result<[f64; 2], Failure> {
        const EXPECTED: &str = "`density` must be the two parameters of a beta distribution";
        match *self.get::<&[f64]>("density", EXPECTED)? {
            [a, b] => Ok([a, b]),
            _ => Err(Failure::of_quantity(EXPECTED)),
        }
    }

    fn density(&self) -> Result<Density, Failure> {
        const EXPECTED: &str =
            "`density` must be \"prior\", \"ratio\" or the parameters of a beta distribution";
        if let Ok(name) = self.record.read::<&str>("density")? {
            self.find::<&str>("density", EXPECTED)?;
            return match name {
                Some("prior") => Ok(Density::ByPriors),
                Some("ratio") => Ok(Density::ByRatio),
                _ => Err(Failure::of_quantity(EXPECTED)),
            };
        }
        match *self.get::<&[f64]>("density", EXPECTED)? {
            [a, b] => Ok(Density::Beta([a, b])),
            _ => Err(Failure::of_quantity(EXPECTED)),
        }
    }

    fn prior(&self) -> Result<Option<f64>, Failure> {
        self.find("prior", "`prior` must be a number")
    }

    fn prior_of(&self, measure: Measure) -> Result<Option<f64>, Failure> {
        if measure.takes_prior() {
            self.prior()
        } else {
            Ok(None)
        }
    }

    fn costs(&self) -> Result<Costs, Failure> {
        const EXPECTED: &str = "`cost_FP`, `cost_FN`, `cost_TP` and `cost_TN` must be numbers";
        Ok(Costs {
            false_positive: self.get("cost_FP", EXPECTED)?,
            false_negative: self.get("cost_FN", EXPECTED)?,
            true_positive: self.get("cost_TP", EXPECTED)?,
            true_negative: self.get("cost_TN", EXPECTED)?,
        })
    }
}

/// Bounds by their names in R, of two on the same number the closer one.
pub fn bounds_of(
    find: impl Fn(&'static str) -> Result<Option<f64>, Failure>,
) -> Result<Bounds, Failure> {
    let rest = |name| Ok::<_, Failure>(find(name)?.map(|bound| 1.0 - bound));
    let closer = |a: Option<f64>, b: Option<f64>, is_closer: fn(f64, f64) -> f64| match (a, b) {
        (Some(a), Some(b)) => Some(is_closer(a, b)),
        (a, b) => a.or(b),
    };
    let mut bounds = Bounds::NONE;
    bounds.fpr = closer(find("max_FPR")?, rest("min_TNR")?, f64::min);
    bounds.fnr = find("max_FNR")?;
    bounds.tpr = find("min_TPR")?;
    bounds.share = find("max_share")?;
    bounds.ppv = closer(find("min_PPV")?, rest("max_FDR")?, f64::max);
    bounds.npv = closer(find("min_NPV")?, rest("max_FOR")?, f64::max);
    Ok(bounds)
}
