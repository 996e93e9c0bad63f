//! The numbers that can be computed from a curve: one enumeration for values, influences, intervals, tests and
//! replicates.

mod choice;
mod evaluate;
mod limits;
mod place;
mod point;
mod reaching;
mod scale;
#[cfg(test)]
mod tests;

pub use crate::measure::{Criterion, Measure, Parameters};
pub use choice::Choice;
pub use evaluate::values;
pub use place::{AtPlace, Place};
pub use reaching::{Goal, Reaching};
pub use scale::Scale;

pub(crate) use choice::{AsRisk, ChosenRow};
pub(crate) use evaluate::{concentration, curve_of};
pub(crate) use point::{point_of_rate, point_of_share, row_at, Point};

use crate::decision::Costs;
use crate::error::Error;
use crate::measure::IntervalForm;
use crate::observations::label::Needed;
use crate::probability::{check_costs, check_interval, check_probabilities};
use crate::summary::{ForecastLoss, Measure as Summarized, Summary};

/// A number that can be computed from a curve.
///
/// Rates, shares, the probability of the positive class and the ends of intervals, the lower one first, are in
/// [0, 1]: [`Error::Probability`]. A threshold is not NaN: [`Error::Missing`]. Costs are finite: [`Error::Cost`]. The beta
/// of F is finite and not negative: [`Error::Parameter`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Quantity {
    /// The area.
    Area,
    /// Gini's coefficient, 2 A - 1 of the area A.
    Gini,
    /// The concentration: Gini's coefficient times the probability of the negative class. With the probability of the
    /// positive class; without it, its share in the weights, which varies then, too.
    Concentration(Option<f64>),
    /// A partial area.
    Partial(Partial),
    /// The part of the area in which a classifier is worth its costs.
    CostArea(CostArea),
    /// A measure at a place.
    At(AtPlace),
    /// A summary of the whole curve.
    Summary(Summary),
    /// The threshold that reaches a rate or a predictive value.
    Threshold(Reaching),
    /// The threshold that a measure or bounds choose.
    Chosen(Choice),
    /// The share of the positives in the weights.
    Prevalence,
}

/// A number of the area above the line on which a classifier costs as much as the random one, see
/// [`cost_areas`](crate::area::cost_areas).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostArea {
    /// Which one.
    pub of: OfCostArea,
    /// The cost of each outcome. No error costs less than the right answer, and one costs more.
    pub costs: Costs,
    /// The probability of the positive class. Without it, its share in the weights.
    pub prior: Option<f64>,
}

/// A number of the area in which a classifier is worth its costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OfCostArea {
    /// The area.
    Area,
    /// The largest one, that of a perfect curve.
    Largest,
    /// The area as a share of that.
    Ratio,
}

/// The area in an interval of one of the rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partial {
    /// The rate whose interval it is.
    pub by: Rate,
    /// Its ends. Both may be the same where nothing is standardized.
    pub interval: [f64; 2],
    /// How the area is standardized.
    pub standardize: Standardize,
}

/// A rate on an axis of the curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rate {
    /// The false positive rate: the area is under the curve.
    Fpr,
    /// The true positive rate: the area is beside the curve.
    Tpr,
}

/// How a partial area is standardized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Standardize {
    /// It is not.
    None,
    /// The mean height: the area divided by the width of the interval.
    Range,
    /// McClish's: 1/2 for the chance line, 1 for a perfect curve. Below the chance line the value is NaN.
    McClish,
}

impl Quantity {
    /// The area under an interval of false positive rates.
    pub fn partial_by_fpr(interval: [f64; 2]) -> Quantity {
        Quantity::Partial(Partial {
            by: Rate::Fpr,
            interval,
            standardize: Standardize::None,
        })
    }

    /// The area beside an interval of true positive rates.
    pub fn partial_by_tpr(interval: [f64; 2]) -> Quantity {
        Quantity::Partial(Partial {
            by: Rate::Tpr,
            interval,
            standardize: Standardize::None,
        })
    }

    /// A measure at a place, with the share of the positives in the weights.
    pub fn at(measure: Measure, place: Place) -> Quantity {
        Quantity::At(AtPlace {
            measure,
            place,
            prior: None,
        })
    }

    /// The true positive rate at a false positive rate.
    pub fn tpr_at(fpr: f64) -> Quantity {
        Quantity::at(Measure::Tpr, Place::Fpr(fpr))
    }

    /// The false positive rate at a true positive rate.
    pub fn fpr_at(tpr: f64) -> Quantity {
        Quantity::at(Measure::Fpr, Place::Tpr(tpr))
    }

    /// A measure at a threshold, with the share of the positives in the weights.
    pub fn at_threshold(measure: Measure, threshold: f64) -> Quantity {
        Quantity::at(measure, Place::Threshold(Some(threshold)))
    }

    /// Returns an error unless all fields are in their ranges.
    ///
    /// ```
    /// use weighted_roc_core::quantity::Quantity;
    ///
    /// assert!(Quantity::tpr_at(0.1).check().is_ok());
    /// assert!(Quantity::tpr_at(10.0).check().is_err());
    /// ```
    ///
    /// # Errors
    /// Those of [`Quantity`].
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Quantity::Area | Quantity::Gini | Quantity::Prevalence => Ok(()),
            Quantity::Concentration(prior) => check_probabilities(prior.as_slice()),
            Quantity::CostArea(wanted) => wanted.check(),
            Quantity::Partial(partial) => partial.check(),
            Quantity::At(wanted) => wanted.check(),
            Quantity::Summary(summary) => summary.check(),
            Quantity::Threshold(wanted) => wanted.check(),
            Quantity::Chosen(choice) => choice.check(),
        }
    }

    /// Returns the tag: the name of the measure, as in R's `roc_measure()`.
    ///
    /// ```
    /// use weighted_roc_core::quantity::{Measure, Quantity};
    ///
    /// assert_eq!(Quantity::Area.name(), "AUC");
    /// assert_eq!(Quantity::at_threshold(Measure::Kappa, 0.5).name(), "kappa");
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            Quantity::Area => "AUC",
            Quantity::Gini => "gini",
            Quantity::Concentration(_) => "concentration",
            Quantity::CostArea(wanted) => wanted.of.name(),
            Quantity::Partial(_) => "pAUC",
            Quantity::At(wanted) => wanted.measure.name(),
            Quantity::Summary(summary) => match summary.measure {
                Summarized::LargestYouden => "KS",
                Summarized::HullArea => "AUCH",
                Summarized::LeastError => "MER",
                Summarized::H(_) => "H",
                Summarized::LeastCost(_) => "H_loss",
                Summarized::TrivialCost(_) => "H_loss_trivial",
                Summarized::ExpectedCost(_) => "expected_cost",
                Summarized::TrivialExpectedCost(_) => "expected_cost_trivial",
                Summarized::SavedExpectedCost(_) => "expected_cost_saved",
                Summarized::Miscalibration(_) => "MCB",
                Summarized::Discrimination(_) => "DSC",
                Summarized::Uncertainty(_) => "UNC",
                Summarized::Skill(_) => "skill",
                Summarized::MeanLoss(ForecastLoss::Quadratic) => "brier",
                Summarized::MeanLoss(ForecastLoss::Logarithmic) => "log_loss",
                Summarized::AveragePrecision => "AP",
                Summarized::PrecisionRecall => "pr_AUC",
                Summarized::PrecisionRecallGain => "prg_AUC",
            },
            Quantity::Threshold(_) | Quantity::Chosen(_) => "threshold",
            Quantity::Prevalence => "prevalence",
        }
    }

    /// Returns whether observations of one class have it, too: a mean over all observations, as is the loss of forecasts or
    /// of decisions at a threshold.
    ///
    /// ```
    /// use weighted_roc_core::quantity::Quantity;
    /// use weighted_roc_core::summary::{ForecastLoss, Measure, Summary};
    ///
    /// let measure = Measure::MeanLoss(ForecastLoss::Quadratic);
    /// let at = |prior| Quantity::Summary(Summary { measure, prior });
    /// assert!(at(None).exists_in_one_class() && !at(Some(0.5)).exists_in_one_class());
    /// ```
    pub fn exists_in_one_class(&self) -> bool {
        match self {
            Quantity::Summary(Summary {
                measure: Summarized::MeanLoss(_),
                prior,
            }) => prior.is_none(),
            Quantity::At(wanted) => {
                let is_mean = wanted.measure.interval_form() == IntervalForm::Mean;
                is_mean
                    && wanted.criterion().known_prior().is_none()
                    && matches!(wanted.place, Place::Threshold(_))
            }
            _ => false,
        }
    }

    /// Returns which classes the observations of some quantities must have.
    pub(crate) fn needed(quantities: &[Quantity]) -> Needed {
        if quantities.iter().all(Quantity::exists_in_one_class) {
            Needed::AnyClass
        } else {
            Needed::BothClasses
        }
    }

    /// How the threshold is chosen that it is, or that it is at.
    pub fn choice(&self) -> Option<Choice> {
        match self {
            Quantity::Chosen(choice)
            | Quantity::At(AtPlace {
                place: Place::Chosen(choice),
                ..
            }) => Some(*choice),
            _ => None,
        }
    }

    /// Returns whether it is an AUC in the unit of influences.
    pub(crate) fn is_area(&self) -> bool {
        matches!(
            self,
            Quantity::Area | Quantity::Gini | Quantity::Concentration(Some(_))
        )
    }

    /// Returns the map from the unit of influences and spreads to the quantity's own unit.
    ///
    /// ```
    /// use weighted_roc_core::quantity::Quantity;
    ///
    /// // An area of 3/4 is a Gini coefficient of 1/2.
    /// assert_eq!(Quantity::Gini.scale().of(0.75), 0.5);
    /// ```
    pub fn scale(&self) -> Scale {
        match self {
            Quantity::Partial(partial) => partial.scale(),
            Quantity::Gini => Scale::GINI,
            Quantity::Concentration(Some(prior)) => Scale {
                intercept: -(1.0 - prior),
                slope: 2.0 * (1.0 - prior),
            },
            Quantity::At(wanted) => Scale::by(wanted.measure.unit()),
            _ => Scale::OWN,
        }
    }

    /// Returns whether it is known how the quantity varies: otherwise its influences and its standard error are NaN, and so
    /// is its interval, but for those that are found without a standard error: of the threshold that reaches a goal, and,
    /// by [`optimum`](crate::optimum::optimum), of a chosen threshold and what is there.
    ///
    /// ```
    /// use weighted_roc_core::quantity::Quantity;
    /// use weighted_roc_core::summary::{ForecastLoss, Measure, Summary};
    ///
    /// let loss = ForecastLoss::Quadratic;
    /// let [mean, skill] = [Measure::MeanLoss(loss), Measure::Skill(loss)].map(|measure| {
    ///     let prior = None;
    ///     Quantity::Summary(Summary { measure, prior })
    /// });
    /// assert!(mean.has_spread() && !skill.has_spread());
    /// ```
    pub fn has_spread(&self) -> bool {
        match self {
            Quantity::Summary(summary) => summary.measure.has_spread(),
            Quantity::CostArea(_) | Quantity::Threshold(_) | Quantity::Chosen(_) => false,
            Quantity::Area
            | Quantity::Gini
            | Quantity::Concentration(_)
            | Quantity::Partial(_)
            | Quantity::At(_)
            | Quantity::Prevalence => true,
        }
    }

    /// Returns the largest difference that two such quantities can have, in the unit of influences; infinite where there
    /// is none.
    pub fn widest(&self) -> f64 {
        match self {
            Quantity::Partial(partial) => partial.width(),
            quantity if quantity.is_area() => 1.0,
            _ => {
                let [low, high] = self.limits();
                ((high - low) / self.scale().slope.abs()).max(1.0)
            }
        }
    }

    /// Returns the area of the chance line for quantities that have no value below it.
    pub fn chance(&self) -> Option<f64> {
        match self {
            Quantity::Partial(partial) if partial.standardize == Standardize::McClish => {
                Some(partial.of_chance()[0])
            }
            _ => None,
        }
    }

    /// Returns whether a value in the unit of influences is below chance by more than rounding, so that the quantity has
    /// no value.
    ///
    /// ```
    /// use weighted_roc_core::quantity::{Partial, Quantity, Rate, Standardize};
    ///
    /// let partial = Quantity::Partial(Partial {
    ///     by: Rate::Fpr,
    ///     interval: [0.0, 0.5],
    ///     standardize: Standardize::McClish,
    /// });
    /// assert_eq!((partial.widest(), partial.chance()), (0.5, Some(0.125)));
    /// assert!(partial.is_below_chance(0.1));
    /// assert_eq!(Quantity::partial_by_tpr([0.5, 1.0]).chance(), None);
    /// assert!(!Quantity::fpr_at(0.9).is_below_chance(0.1));
    /// ```
    pub fn is_below_chance(&self, value: f64) -> bool {
        self.chance()
            .is_some_and(|chance| value < chance * (1.0 - 1e-12))
    }

    /// The quantity, from its value in the unit of influences.
    pub(crate) fn own(&self, value: f64) -> f64 {
        if self.is_below_chance(value) {
            f64::NAN
        } else {
            self.scale().of(value)
        }
    }
}

impl Partial {
    fn check(&self) -> Result<(), Error> {
        check_interval(self.interval)?;
        let [low, high] = self.interval;
        if low == high && self.standardize != Standardize::None {
            return Err(Error::Probability {
                position: 1,
                value: high,
            });
        }
        Ok(())
    }

    fn width(&self) -> f64 {
        self.interval[1] - self.interval[0]
    }

    /// The areas of the chance line and above it.
    fn of_chance(&self) -> [f64; 2] {
        let middle = (self.interval[0] + self.interval[1]) / 2.0;
        let heights = match self.by {
            Rate::Fpr => [middle, 1.0 - middle],
            Rate::Tpr => [1.0 - middle, middle],
        };
        heights.map(|height| self.width() * height)
    }

    fn scale(&self) -> Scale {
        match self.standardize {
            Standardize::None => Scale::OWN,
            Standardize::Range => Scale::by(1.0 / self.width()),
            Standardize::McClish => {
                let [chance, above] = self.of_chance();
                Scale {
                    intercept: (1.0 - chance / above) / 2.0,
                    slope: 1.0 / above / 2.0,
                }
            }
        }
    }
}

impl CostArea {
    fn check(&self) -> Result<(), Error> {
        check_costs(&self.costs.all())?;
        let excess = self.costs.excess();
        match excess.into_iter().find(|&excess| excess < 0.0) {
            Some(value) => return Err(Error::Cost { value }),
            None if excess == [0.0; 2] => return Err(Error::Cost { value: 0.0 }),
            None => {}
        }
        check_probabilities(self.prior.as_slice())
    }
}

impl OfCostArea {
    /// The name of the measure.
    pub fn name(self) -> &'static str {
        match self {
            OfCostArea::Area => "cost_AUC",
            OfCostArea::Largest => "cost_AUC_max",
            OfCostArea::Ratio => "cost_AUC_ratio",
        }
    }
}
