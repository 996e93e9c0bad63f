//! The numbers that can be computed from a curve: any measure at any place, for values, influences, intervals, tests and
//! replicates.

mod choice;
mod evaluate;
mod limits;
mod partial;
mod place;
mod point;
mod reaching;
mod scale;
#[cfg(test)]
mod tests;

pub use crate::measure::{Criterion, Measure, Parameters, Standardize};
pub use choice::Choice;
pub use evaluate::values;
pub use place::{Place, Rate};
pub use scale::Scale;

pub(crate) use choice::{AsRisk, ChosenRow};
pub(crate) use evaluate::{cost_area, Workspace};
pub(crate) use partial::Partial;
pub(crate) use point::{point_of_rate, point_of_share, row_at, Point};

use crate::bound::At;
use crate::decision::Bounds;
use crate::error::Error;
use crate::measure::{Family, IntervalForm};
use crate::observations::label::Needed;
use crate::shape::Rates;

/// A number that can be computed from a curve: a measure at a place.
///
/// A measure of the cells has a place where scores from a threshold on are called positive; so has the threshold itself,
/// but for [`Place::Threshold`]. A partial area is [`Place::Between`], all other measures are of [`Place::Curve`]:
/// [`Error::Place`].
///
/// Rates, shares, the probability of the positive class and the ends of intervals, the lower one first, are in
/// [0, 1], and [`Error::Interval`] is raised for ends that descend. A threshold is not NaN, costs are finite, and the
/// beta of F is finite and not negative: [`Error::Range`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// Which measure.
    pub measure: Measure,
    /// Where.
    pub place: Place,
    /// The probability of the positive class. Without it, its share in the weights, which varies then, too. It does not
    /// matter for rates and numbers made of both.
    pub prior: Option<f64>,
}

impl Quantity {
    /// The area under the curve.
    pub const AREA: Quantity = Quantity::whole_curve(Measure::Area);
    /// Gini's coefficient.
    pub const GINI: Quantity = Quantity::whole_curve(Measure::Gini);
    /// The share of the positives in the weights.
    pub const PREVALENCE: Quantity = Quantity::whole_curve(Measure::Prevalence);

    /// A measure at a place, with the share of the positives in the weights.
    pub const fn at_place(measure: Measure, place: Place) -> Quantity {
        Quantity {
            measure,
            place,
            prior: None,
        }
    }

    /// The same quantity with a probability of the positive class.
    pub const fn with_prior(self, prior: Option<f64>) -> Quantity {
        Quantity { prior, ..self }
    }

    /// A measure of the whole curve.
    pub const fn whole_curve(measure: Measure) -> Quantity {
        Quantity::at_place(measure, Place::Curve)
    }

    /// The area under an interval of false positive rates.
    pub const fn partial_by_fpr(interval: [f64; 2]) -> Quantity {
        let measure = Measure::PartialArea(Standardize::None);
        Quantity::at_place(measure, Place::Between(Rate::Fpr, interval))
    }

    /// The area beside an interval of true positive rates.
    pub const fn partial_by_tpr(interval: [f64; 2]) -> Quantity {
        let measure = Measure::PartialArea(Standardize::None);
        Quantity::at_place(measure, Place::Between(Rate::Tpr, interval))
    }

    /// The true positive rate at a false positive rate.
    pub const fn tpr_at(fpr: f64) -> Quantity {
        Quantity::at_place(Measure::Tpr, Place::Fpr(fpr))
    }

    /// The false positive rate at a true positive rate.
    pub const fn fpr_at(tpr: f64) -> Quantity {
        Quantity::at_place(Measure::Fpr, Place::Tpr(tpr))
    }

    /// A measure at a threshold, with the share of the positives in the weights.
    pub const fn at_threshold(measure: Measure, threshold: f64) -> Quantity {
        Quantity::at_place(measure, Place::Threshold(Some(threshold)))
    }

    /// A measure at a chosen threshold, with the prior by which that is chosen.
    pub const fn at_choice(measure: Measure, choice: Choice) -> Quantity {
        Quantity::at_place(measure, Place::Chosen(choice)).with_prior(choice.prior)
    }

    /// Returns an error unless the measure is defined at the place, and all fields are in their ranges.
    ///
    /// ```
    /// use weighted_roc_core::quantity::{Measure, Quantity};
    ///
    /// assert!(Quantity::tpr_at(0.1).check().is_ok());
    /// assert!(Quantity::tpr_at(10.0).check().is_err());
    /// assert!(Quantity::at_threshold(Measure::Area, 0.5).check().is_err());
    /// ```
    ///
    /// # Errors
    /// The errors of [`Quantity`].
    pub fn check(&self) -> Result<(), Error> {
        if !self.is_defined() {
            return Err(Error::Place {
                measure: self.measure.name(),
            });
        }
        self.place.check()?;
        match self.partial() {
            Some(partial) if partial.width() == 0.0 && partial.standardize != Standardize::None => {
                Err(Error::Interval {
                    argument: partial.by.name(),
                    ends: partial.interval,
                })
            }
            _ => self.criterion().check(),
        }
    }

    fn is_defined(&self) -> bool {
        match (self.measure.family(), self.place) {
            (_, Place::Between(..)) | (Family::Area, _) => {
                let is_partial = matches!(self.measure, Measure::PartialArea(_));
                is_partial == matches!(self.place, Place::Between(..))
                    && (is_partial || self.place == Place::Curve)
            }
            (Family::Cells, place) => !matches!(place, Place::Curve | Place::Ppv(_)),
            (Family::Threshold, place) => {
                !matches!(place, Place::Curve | Place::Threshold(_) | Place::Share(_))
            }
            (_, place) => place == Place::Curve,
        }
    }

    /// Returns whether observations of one class have it, too: a mean over all observations, as is the loss of forecasts or
    /// of decisions at a threshold.
    ///
    /// ```
    /// use weighted_roc_core::quantity::{Measure, Quantity};
    ///
    /// let brier = Quantity::whole_curve(Measure::Brier);
    /// assert!(brier.exists_in_one_class());
    /// assert!(!brier.with_prior(Some(0.5)).exists_in_one_class());
    /// ```
    pub fn exists_in_one_class(&self) -> bool {
        let is_mean = match self.place {
            Place::Threshold(_) => self.measure.interval_form() == Some(IntervalForm::Mean),
            _ => self.measure.family() == Family::Loss,
        };
        is_mean && self.criterion().known_prior().is_none()
    }

    /// Returns which classes the observations of some quantities must have.
    pub(crate) fn needed(quantities: &[Quantity]) -> Needed {
        if quantities.iter().all(Quantity::exists_in_one_class) {
            Needed::AnyClass
        } else {
            Needed::BothClasses
        }
    }

    /// Returns whether the share of the positives is a part of it, and estimated.
    ///
    /// ```
    /// use weighted_roc_core::quantity::{Measure, Quantity};
    ///
    /// assert!(Quantity::at_threshold(Measure::Ppv, 0.5).varies_with_share());
    /// assert!(!Quantity::tpr_at(0.1).varies_with_share());
    /// ```
    pub fn varies_with_share(&self) -> bool {
        let is_part = match self.place {
            Place::Share(_) | Place::Ppv(_) => true,
            Place::Chosen(choice) if choice.bounds.are_any() => {
                let Bounds {
                    share, ppv, npv, ..
                } = choice.bounds;
                [share, ppv, npv].iter().any(Option::is_some)
            }
            Place::Chosen(choice) => choice.by.takes_prior(),
            _ => false,
        };
        self.prior.is_none()
            && (is_part || self.measure.takes_prior() || self.measure == Measure::Prevalence)
    }

    /// How the threshold is chosen that it is, or that it is at.
    pub fn choice(&self) -> Option<Choice> {
        match self.place {
            Place::Chosen(choice) => Some(choice),
            _ => None,
        }
    }

    /// Returns whether it is an AUC in the unit of influences.
    pub(crate) fn is_area(&self) -> bool {
        match self.measure {
            Measure::Area | Measure::Gini => true,
            Measure::Concentration => self.prior.is_some(),
            _ => false,
        }
    }

    /// Returns the map from the unit of influences and spreads to the quantity's own unit.
    ///
    /// ```
    /// use weighted_roc_core::quantity::Quantity;
    ///
    /// // An area of 3/4 is a Gini coefficient of 1/2.
    /// assert_eq!(Quantity::GINI.scale().apply(0.75), 0.5);
    /// ```
    pub fn scale(&self) -> Scale {
        match (self.measure, self.prior, self.partial()) {
            (_, _, Some(partial)) => partial.scale(),
            (Measure::Gini, ..) => Scale::GINI,
            (Measure::Concentration, Some(prior), _) => Scale {
                intercept: -(1.0 - prior),
                slope: 2.0 * (1.0 - prior),
            },
            _ => Scale::by(self.measure.unit()),
        }
    }

    /// Returns whether it is known how the quantity varies: otherwise its influences and its standard error are NaN, and so
    /// is its interval, but for those that are found without a standard error: of the threshold that reaches a goal, and,
    /// by [`optimum`](crate::optimum::optimum), of a chosen threshold and what is there.
    ///
    /// ```
    /// use weighted_roc_core::measure::ForecastLoss;
    /// use weighted_roc_core::quantity::{Measure, Quantity};
    ///
    /// assert!(Quantity::whole_curve(Measure::Brier).has_covariance());
    /// assert!(!Quantity::whole_curve(Measure::Skill(ForecastLoss::Quadratic)).has_covariance());
    /// ```
    pub fn has_covariance(&self) -> bool {
        !matches!(
            self.measure.family(),
            Family::CostArea | Family::Threshold | Family::LossPart
        )
    }

    /// Returns the largest difference that two such quantities can have, in the unit of influences; infinite where there
    /// is none.
    pub fn widest(&self) -> f64 {
        match self.partial() {
            Some(partial) => partial.width(),
            None if self.is_area() => 1.0,
            None => {
                let [low, high] = self.limits();
                ((high - low) / self.scale().slope.abs()).max(1.0)
            }
        }
    }

    /// Returns the area of the chance line for quantities that have no value below it.
    pub fn chance(&self) -> Option<f64> {
        let partial = self.partial()?;
        (partial.standardize == Standardize::McClish).then(|| partial.chance_areas()[0])
    }

    /// Returns whether a value in the unit of influences is below chance by more than rounding, so that the quantity has
    /// no value.
    ///
    /// ```
    /// use weighted_roc_core::quantity::{Measure, Place, Quantity, Rate, Standardize};
    ///
    /// let measure = Measure::PartialArea(Standardize::McClish);
    /// let partial = Quantity::at_place(measure, Place::Between(Rate::Fpr, [0.0, 0.5]));
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
            self.scale().apply(value)
        }
    }

    /// The measure, wherever it is.
    pub(crate) fn criterion(&self) -> Criterion {
        Criterion {
            measure: self.measure,
            prior: self.prior,
        }
    }

    /// FPR and TPR, TNR and FNR at the place; NaN where it has to be chosen among all rows, or is no one place.
    pub(crate) fn rates(&self, rates: &impl Rates) -> ([f64; 2], [f64; 2]) {
        let point = match self.place {
            Place::Threshold(threshold) => {
                let row = row_at(rates, threshold);
                return (rates.predicted_positive(row), rates.predicted_negative(row));
            }
            Place::Fpr(at) => point_of_rate(rates, 0, At::bound(at)),
            Place::Tpr(at) => point_of_rate(rates, 1, At::bound(at)),
            Place::Share(share) => {
                point_of_share(rates, At::bound(share), rates.priors(self.prior))
            }
            Place::Curve | Place::Between(..) | Place::Ppv(_) | Place::Chosen(_) => {
                return ([f64::NAN; 2], [f64::NAN; 2])
            }
        };
        (
            point.predicted_positive(rates),
            point.predicted_negative(rates),
        )
    }

    /// The value at the place, in the unit of influences.
    pub(crate) fn value(&self, rates: &impl Rates) -> f64 {
        let (predicted_positive, predicted_negative) = self.rates(rates);
        self.criterion()
            .value(predicted_positive, predicted_negative, rates.parts())
    }

    /// The value at a chosen row, likewise; NaN without one.
    pub(crate) fn at_row(&self, chosen: Option<ChosenRow>) -> f64 {
        chosen.map_or(f64::NAN, |row| row.value(&self.criterion()))
    }
}
