//! Quantities as R writes them: tagged lists with named fields, such as
//! `list(measure = "PPV", threshold = 2, prior = 0.02, version = 1L)`.
//!
//! `measure` is the tag. One of `threshold`, `FPR`, `TPR`, `share` and `PPV` is the place; a measure of the whole curve has
//! none.
//! A field that is missing, unknown or of another type is the user's error, as they may have edited the list.

use crate::failure::Failure;
use crate::input::Read;
use crate::record::Record;
use std::cell::Cell;
use weighted_roc_core::decision::Bounds;
use weighted_roc_core::measure::{Column, Costs, Density, Parameters};
use weighted_roc_core::quantity::{Choice, Measure, Place, Quantity, Rate};
use weighted_roc_core::{Error, Range};

/// The version of these lists.
const VERSION: f64 = 1.0;

crate::record::from_records! {
    Quantity => quantity_of,
    (Measure, Option<f64>) => measure_of,
    (&'static str, Column) => column_of
}

fn quantity_of(record: Record) -> Result<Quantity, Failure> {
    read_whole(record, |fields| {
        let quantity = fields.quantity()?;
        Ok((quantity, quantity))
    })
}

/// A measure of what happens at a threshold that is not said, and the probability of the positive class: such a list
/// without a place.
fn measure_of(record: Record) -> Result<(Measure, Option<f64>), Failure> {
    read_whole(record, |fields| {
        let measure = fields.measure(fields.tag()?)?;
        let prior = fields.prior_of(measure)?;
        let quantity = Quantity::at_threshold(measure, 0.0).with_prior(prior);
        Ok(((measure, prior), quantity))
    })
}

/// A column of the confusion matrix by its name: such a list, whose measure may be the weight of right answers.
fn column_of(record: Record) -> Result<(&'static str, Column), Failure> {
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
    if fields.number("version")? != VERSION {
        return Err(Failure::in_quantity("`version` must be 1"));
    }
    let (result, quantity) = read(&fields)?;
    if fields.used.get() != record.length() {
        return Err(Failure::in_quantity(format!(
            "it has more fields than {} takes",
            quantity.measure.name()
        )));
    }
    match quantity.check() {
        Err(error @ Error::Place { .. }) => Err(Failure::in_quantity(error.to_string())),
        checked => Ok(checked.map(|()| result)?),
    }
}

struct Fields {
    record: Record,
    /// How many of them have been asked for and found.
    used: Cell<usize>,
}

/// An interval that is not empty.
fn between(rate: Rate, argument: &'static str, ends: [f64; 2]) -> Result<Place, Failure> {
    if ends[0] == ends[1] {
        return Err(Error::Interval { argument, ends }.into());
    }
    Ok(Place::Between(rate, ends))
}

impl Fields {
    fn find<T: Read>(&self, name: &'static str, expected: &str) -> Result<Option<T>, Failure> {
        let result = self.record.read(name)?;
        let result =
            result.map_err(|_| Failure::in_quantity(format!("`{name}` must be {expected}")))?;
        self.used
            .set(self.used.get() + usize::from(result.is_some()));
        Ok(result)
    }

    fn get<T: Read>(&self, name: &'static str, expected: &str) -> Result<T, Failure> {
        self.find(name, expected)?
            .ok_or_else(|| Failure::in_quantity(format!("`{name}` must be {expected}")))
    }

    fn number(&self, name: &'static str) -> Result<f64, Failure> {
        self.get(name, "a number")
    }

    fn find_number(&self, name: &'static str) -> Result<Option<f64>, Failure> {
        self.find(name, "a number")
    }

    fn prior(&self) -> Result<Option<f64>, Failure> {
        let prior = self.find_number("prior")?;
        Range::UNCERTAIN.check("prior", prior.as_slice())?;
        Ok(prior)
    }

    fn pair(&self, name: &'static str) -> Result<Option<[f64; 2]>, Failure> {
        self.find(name, "two numbers")
    }

    /// The meaning of a field that is one of some words.
    fn word<T: Read>(&self, name: &'static str) -> Result<T, Failure> {
        self.get::<&str>(name, "a string")?;
        let unknown = |_| Failure::in_quantity(format!("`{name}` is unknown"));
        self.record.get(name).map_err(unknown)
    }

    fn is_text(&self, name: &'static str) -> Result<bool, Failure> {
        Ok(matches!(self.record.read::<&str>(name)?, Ok(Some(_))))
    }

    fn tag(&self) -> Result<&str, Failure> {
        self.get("measure", "a string")
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
        Ok(Quantity::at_place(measure, place).with_prior(prior))
    }

    /// The place of a measure: one of `threshold`, `FPR`, `TPR`, `share` and `PPV`, or none of them.
    fn place(&self, tag: &str) -> Result<Place, Failure> {
        let reversed = self.find("turned", "TRUE or FALSE")?;
        if self.is_text("threshold")? {
            let rule = self.get("threshold", "a string")?;
            return self.choice(rule).map(Place::Chosen);
        }
        if tag == "pAUC" {
            return match (self.pair("FPR")?, self.pair("TPR")?) {
                (Some(ends), None) => between(Rate::Fpr, "FPR", ends),
                (None, Some(ends)) => between(Rate::Tpr, "TPR", ends),
                _ => Err(Failure::in_quantity(
                    "one of `FPR` and `TPR` must be an interval",
                )),
            };
        }
        let threshold = self.find_number("threshold")?;
        // R turns other thresholds back where scores are turned.
        let threshold = threshold.map(|at| if reversed == Some(true) { -at } else { at });
        let places = [
            threshold.map(|at| Place::Threshold(Some(at))),
            self.find_number("FPR")?.map(Place::Fpr),
            self.find_number("TPR")?.map(Place::Tpr),
            self.find_number("share")?.map(Place::Share),
            self.find_number("PPV")?.map(Place::Ppv),
        ];
        let mut given = places.into_iter().flatten();
        match (given.next(), given.next()) {
            (place, None) => Ok(place.unwrap_or(Place::Curve)),
            _ => Err(Failure::in_quantity(format!(
                "only one of `threshold`, `FPR`, `TPR`, `share` and `PPV` can say where {tag} is meant"
            ))),
        }
    }

    /// The threshold that a `rule` chooses: least cost, the upper left corner, a measure, or bounds.
    fn choice(&self, rule: &str) -> Result<Choice, Failure> {
        let by = match rule {
            "cost" => {
                let costs = self.costs()?;
                costs.check_order(false)?;
                Measure::Risk(costs)
            }
            "bounds" => Measure::Tpr,
            "topleft" => Measure::Distance,
            _ => self.measure(rule)?,
        };
        let mut choice = Choice::best(by, self.prior()?);
        if rule == "bounds" {
            choice.bounds = bounds_of(|name| self.find_number(name))?;
            if choice.bounds == Bounds::NONE {
                return Err(Failure::in_quantity("no bound is given"));
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
                .ok_or_else(|| Failure::in_quantity(format!("there is no `measure` \"{tag}\"")))
        };
        match find(&parameters)?.parameter() {
            Some("beta") => {
                parameters.beta = self.number("beta")?;
                Range::POSITIVE.check("beta", &[parameters.beta])?;
            }
            Some("costs") => parameters.costs = self.costs()?,
            Some("probability") => {
                parameters.probability = match self.record.read::<f64>("threshold")? {
                    Ok(Some(probability)) => probability,
                    _ => self.number("probability")?,
                }
            }
            Some("density") if self.is_text("density")? => {
                parameters.density = self.word("density")?
            }
            Some("density") => parameters.density = Density::Beta(self.shapes()?),
            Some("cost_density") => parameters.cost_density = self.shapes()?,
            Some("loss") => parameters.loss = self.word("loss")?,
            Some("standardize") => parameters.standardize = self.word("standardize")?,
            _ => {}
        }
        find(&parameters)
    }

    /// The parameters of a beta distribution of costs.
    fn shapes(&self) -> Result<[f64; 2], Failure> {
        self.pair("density")?
            .ok_or_else(|| Failure::in_quantity("`density` must be two numbers"))
    }

    fn prior_of(&self, measure: Measure) -> Result<Option<f64>, Failure> {
        if measure.takes_prior() {
            self.prior()
        } else {
            Ok(None)
        }
    }

    fn costs(&self) -> Result<Costs, Failure> {
        Ok(Costs {
            false_positive: self.number("cost_FP")?,
            false_negative: self.number("cost_FN")?,
            true_positive: self.number("cost_TP")?,
            true_negative: self.number("cost_TN")?,
        })
    }
}

/// Bounds by their names in R, of two on the same number the closer one.
pub fn bounds_of(
    find: impl Fn(&'static str) -> Result<Option<f64>, Failure>,
) -> Result<Bounds, Failure> {
    let find = |name| {
        let bound = find(name)?;
        Range::PROBABILITY.check(name, bound.as_slice())?;
        Ok::<_, Failure>(bound)
    };
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
