//! Quantities as R writes them: tagged lists with named fields, such as
//! `list(measure = "PPV", threshold = 2, prior = 0.02, version = 1L)`.
//!
//! `measure` is the tag. One of `threshold`, `FPR`, `TPR` and `share` is the place; a summary and the area have none.
//! A field that is missing, unknown or of another type is the user's error, as they may have edited the list.

use crate::failure::Failure;
use crate::input::{List, Read};
use crate::record::Record;
use std::cell::Cell;
use weighted_roc_core::decision::{Bounds, Costs};
use weighted_roc_core::measure::{Column, Parameters};
use weighted_roc_core::memory::{push, reserve};
use weighted_roc_core::quantity::{
    AtPlace, Choice, CostArea, Goal, Measure, OfCostArea, Partial, Place, Quantity, Rate, Reaching,
    Standardize,
};
use weighted_roc_core::summary::{Density, ForecastLoss, Measure as Summarized, Summary};

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
        let quantity = Quantity::At(AtPlace {
            measure,
            place: Place::Threshold(Some(0.0)),
            prior,
        });
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
    let (found, quantity) = read(&fields)?;
    if fields.used.get() != record.length() {
        return Err(Failure::of_quantity(format!(
            "it has more fields than {} takes",
            quantity.name()
        )));
    }
    match quantity.check() {
        Ok(()) => Ok(found),
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
        let found = self.record.read(name)?;
        let found = found.map_err(|_| Failure::of_quantity(expected))?;
        self.used
            .set(self.used.get() + usize::from(found.is_some()));
        Ok(found)
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
        Ok(match tag {
            "AUC" => Quantity::Area,
            "gini" => Quantity::Gini,
            "concentration" => Quantity::Concentration(self.prior()?),
            "prevalence" => Quantity::Prevalence,
            "pAUC" => Quantity::Partial(self.partial()?),
            _ => match (cost_area(tag), self.summary(tag)?) {
                (Some(of), _) => {
                    let (costs, prior) = (self.costs()?, self.prior()?);
                    Quantity::CostArea(CostArea { of, costs, prior })
                }
                (None, Some(summary)) => Quantity::Summary(summary),
                (None, None) => self.at_place(tag)?,
            },
        })
    }

    fn partial(&self) -> Result<Partial, Failure> {
        const ENDS: &str = "one of `FPR` and `TPR` must be the two ends of an interval";
        let by_fpr: Option<&[f64]> = self.find("FPR", ENDS)?;
        let by_tpr: Option<&[f64]> = self.find("TPR", ENDS)?;
        let (by, interval) = match (by_fpr, by_tpr) {
            (Some(&[low, high]), None) => (Rate::Fpr, [low, high]),
            (None, Some(&[low, high])) => (Rate::Tpr, [low, high]),
            _ => return Err(Failure::of_quantity(ENDS)),
        };
        const WAYS: &str = "`standardize` must be \"none\", \"range\" or \"mcclish\"";
        let standardize = match self.get("standardize", WAYS)? {
            "none" => Standardize::None,
            "range" => Standardize::Range,
            "mcclish" => Standardize::McClish,
            _ => return Err(Failure::of_quantity(WAYS)),
        };
        Ok(Partial {
            by,
            interval,
            standardize,
        })
    }

    /// None for a tag that is not one of a summary.
    fn summary(&self, tag: &str) -> Result<Option<Summary>, Failure> {
        let measure = match tag {
            "KS" => Summarized::LargestYouden,
            "AUCH" => Summarized::HullArea,
            "MER" => Summarized::LeastError,
            "H" => Summarized::H(self.density()?),
            "H_loss" => Summarized::LeastCost(self.density()?),
            "H_loss_trivial" => Summarized::TrivialCost(self.density()?),
            "expected_cost" => Summarized::ExpectedCost(self.beta()?),
            "expected_cost_trivial" => Summarized::TrivialExpectedCost(self.beta()?),
            "expected_cost_saved" => Summarized::SavedExpectedCost(self.beta()?),
            "brier" => Summarized::MeanLoss(ForecastLoss::Quadratic),
            "log_loss" => Summarized::MeanLoss(ForecastLoss::Logarithmic),
            "MCB" => Summarized::Miscalibration(self.loss()?),
            "DSC" => Summarized::Discrimination(self.loss()?),
            "UNC" => Summarized::Uncertainty(self.loss()?),
            "skill" => Summarized::Skill(self.loss()?),
            "AP" => Summarized::AveragePrecision,
            "pr_AUC" => Summarized::PrecisionRecall,
            "prg_AUC" => Summarized::PrecisionRecallGain,
            _ => return Ok(None),
        };
        let prior = match measure {
            Summarized::LargestYouden
            | Summarized::HullArea
            | Summarized::ExpectedCost(_)
            | Summarized::TrivialExpectedCost(_)
            | Summarized::SavedExpectedCost(_) => None,
            _ => self.prior()?,
        };
        Ok(Some(Summary { measure, prior }))
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
    fn beta(&self) -> Result<[f64; 2], Failure> {
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

    /// Returns the quantity that is measured at a threshold, at a rate or at a share.
    fn at_place(&self, tag: &str) -> Result<Quantity, Failure> {
        if let Ok(Some(name)) = self.record.read::<&str>("threshold")? {
            return self.chosen(tag, name);
        }
        if tag == "threshold" {
            return self.reaching();
        }
        const NUMBER: &str = "`threshold`, `FPR`, `TPR` and `share` must be numbers";
        let threshold = self.find("threshold", NUMBER)?;
        let [fpr, tpr, share] = [
            self.find("FPR", NUMBER)?,
            self.find("TPR", NUMBER)?,
            self.find("share", NUMBER)?,
        ];
        match (threshold, fpr, tpr, share) {
            (Some(threshold), None, None, None) => self.at_threshold(tag, threshold),
            (None, Some(at), None, None) => self.measured(tag, Place::Fpr(at)),
            (None, None, Some(at), None) => self.measured(tag, Place::Tpr(at)),
            (None, None, None, Some(share)) => self.measured(tag, Place::Share(share)),
            _ => Err(Failure::of_quantity(format!(
                "one of `threshold`, `FPR`, `TPR` and `share` must say where {tag} is meant"
            ))),
        }
    }

    /// The threshold that reaches a goal. R turns it back where scores are turned.
    fn reaching(&self) -> Result<Quantity, Failure> {
        const ONE: &str = "one of `TPR`, `FPR` and `PPV` must be a number";
        self.find::<bool>("turned", "`turned` must be TRUE or FALSE")?;
        let [tpr, fpr, ppv] = [
            self.find("TPR", ONE)?,
            self.find("FPR", ONE)?,
            self.find("PPV", ONE)?,
        ];
        let (goal, at) = match (tpr, fpr, ppv) {
            (Some(at), None, None) => (Goal::Tpr, at),
            (None, Some(at), None) => (Goal::Fpr, at),
            (None, None, Some(at)) => (Goal::Ppv, at),
            _ => return Err(Failure::of_quantity(ONE)),
        };
        let prior = match goal {
            Goal::Ppv => self.prior()?,
            _ => None,
        };
        Ok(Quantity::Threshold(Reaching { goal, at, prior }))
    }

    fn measured(&self, tag: &str, place: Place) -> Result<Quantity, Failure> {
        let measure = self.measure(tag)?;
        let prior = match place {
            Place::Share(_) => self.prior()?,
            _ => self.prior_of(measure)?,
        };
        Ok(Quantity::At(AtPlace {
            measure,
            place,
            prior,
        }))
    }

    /// Where scores are turned, the threshold is one of the scores as they were.
    fn at_threshold(&self, tag: &str, threshold: f64) -> Result<Quantity, Failure> {
        let measure = self.measure_from(tag, Some(threshold))?;
        let turned = self.find("turned", "`turned` must be TRUE or FALSE")?;
        let threshold = match turned {
            Some(true) => -threshold,
            _ => threshold,
        };
        let prior = self.prior_of(measure)?;
        Ok(Quantity::At(AtPlace {
            measure,
            place: Place::Threshold(Some(threshold)),
            prior,
        }))
    }

    /// A measure of what happens at any threshold.
    fn measure(&self, tag: &str) -> Result<Measure, Failure> {
        self.measure_from(tag, None)
    }

    /// The same. A net benefit is that of a decision at this `probability`.
    fn measure_from(&self, tag: &str, probability: Option<f64>) -> Result<Measure, Failure> {
        let mut parameters = Parameters::default();
        let find = |parameters: &Parameters| {
            let mut all = Measure::all(parameters).into_iter();
            all.find(|measure| measure.name() == tag)
                .ok_or_else(|| unknown(tag, "threshold"))
        };
        let measure = find(&parameters)?;
        match (measure.parameter(), probability) {
            (Some("beta"), _) => parameters.beta = self.get("beta", "`beta` must be a number")?,
            (Some("costs"), _) => parameters.costs = self.costs()?,
            (Some("probability"), Some(probability)) => parameters.probability = probability,
            (Some("probability"), None) => {
                parameters.probability =
                    self.get("probability", "`probability` must be a number")?;
            }
            (Some(_), _) => return Err(unknown(tag, "threshold that is not a probability")),
            (None, _) => return Ok(measure),
        }
        find(&parameters)
    }

    fn prior_of(&self, measure: Measure) -> Result<Option<f64>, Failure> {
        if measure.takes_prior() {
            self.prior()
        } else {
            Ok(None)
        }
    }

    /// A measure at the threshold that a `rule` chooses, or that threshold: least cost, the upper left corner, a measure, or
    /// bounds. R turns the threshold back where scores are turned.
    fn chosen(&self, tag: &str, rule: &str) -> Result<Quantity, Failure> {
        self.find::<&str>("threshold", "`threshold` must be a number or a string")?;
        self.find::<bool>("turned", "`turned` must be TRUE or FALSE")?;
        let by = match rule {
            "cost" => Measure::Risk(self.costs()?),
            "bounds" => Measure::Tpr,
            "topleft" => Measure::Distance,
            _ => self.measure(rule)?,
        };
        let prior = self.prior()?;
        let mut choice = Choice::best(by, prior);
        if rule == "bounds" {
            choice.bounds = bounds_of(|name| self.find(name, "a bound must be a number"))?;
            if choice.bounds == Bounds::NONE {
                return Err(Failure::of_quantity("no bound is given"));
            }
        }
        if tag == "threshold" {
            return Ok(Quantity::Chosen(choice));
        }
        let measure = if by.name() == tag {
            by
        } else {
            self.measure(tag)?
        };
        Ok(Quantity::At(AtPlace {
            measure,
            place: Place::Chosen(choice),
            prior,
        }))
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

fn cost_area(tag: &str) -> Option<OfCostArea> {
    [OfCostArea::Area, OfCostArea::Largest, OfCostArea::Ratio]
        .into_iter()
        .find(|of| of.name() == tag)
}

fn unknown(tag: &str, place: &str) -> Failure {
    Failure::of_quantity(format!("there is no `measure` \"{tag}\" at a {place}"))
}
