//! The interval of one quantity, by what it is.

use super::replicated::Replicated;
use crate::band::{ends_of_threshold, Sample};
use crate::covariance::{DegreesOfFreedom, PartOfClass};
use crate::error::Error;
use crate::interval::{
    effective_number, outer_quantile, reciprocals, wilson, Area, AreaPivot, Interval, Method,
};
use crate::measure::{Family, IntervalForm, Measure};
use crate::poll::{Pace, Poll};
use crate::quantity::Quantity;

/// The estimate of a quantity and its spread, in the unit of influences.
pub(super) struct Summary<'a> {
    pub quantity: &'a Quantity,
    pub value: f64,
    pub variance: f64,
    /// Its root, also where the variance is too small for a number.
    pub std_error: f64,
    pub df: DegreesOfFreedom,
    /// The effective numbers of the negatives and of the positives.
    pub effective: [f64; 2],
    /// The variance that a model of areas expects, see [`Covariance::placement_factor`](crate::covariance::Covariance::placement_factor).
    pub expected: f64,
    pub level: f64,
    pub replicated: Replicated,
    /// The sorted observations; none for the area alone.
    pub sample: Option<&'a Sample<'a>>,
}

/// Both ends, and the degrees of freedom behind them.
pub(super) type Ends = ([f64; 2], f64);

impl Summary<'_> {
    /// Within what the quantity can be, but for rounding.
    pub fn interval(&self, poll: Poll<'_>) -> Result<Interval, Error> {
        let [least, most] = self.quantity.limits();
        let mut result = self.unlimited_interval(poll)?;
        if result.low < least {
            result.low = least;
        }
        if result.high > most {
            result.high = most;
        }
        Ok(result)
    }

    fn unlimited_interval(&self, poll: Poll<'_>) -> Result<Interval, Error> {
        if let (Some(sample), true, None) = (
            self.sample,
            self.quantity.measure == Measure::Threshold,
            self.quantity.choice(),
        ) {
            let [low, high] = ends_of_threshold(sample, self.quantity, poll)?;
            return Ok(Interval {
                low,
                high,
                ..Interval::unknown()
            });
        }
        // x/0 has a lower end.
        let is_infinite = self.value.is_infinite();
        let std_error = if is_infinite {
            f64::NAN
        } else {
            self.std_error
        };
        let is_nothing = self.value.is_nan() || self.quantity.is_below_chance(self.value);
        if is_nothing || std_error.is_nan() && !is_infinite {
            return Ok(Interval::unknown());
        }
        if let Replicated::Ends([low, high]) = self.replicated {
            return Ok(Interval {
                std_error: self.quantity.scale().slope.abs() * std_error,
                low,
                high,
                df: self.df.total(),
            });
        }
        let (ends, df) = match self.replicated {
            Replicated::Unknown => ([f64::NAN; 2], self.df.total()),
            _ => self.ends(poll)?,
        };
        let scale = self.quantity.scale();
        let [a, b] = ends.map(|end| scale.apply(end));
        Ok(Interval {
            std_error: scale.slope.abs() * std_error,
            low: if b < a { b } else { a },
            high: if b < a { a } else { b },
            df,
        })
    }

    fn ends(&self, poll: Poll<'_>) -> Result<Ends, Error> {
        let with_model = self.df.total();
        let form = self.quantity.measure.interval_form();
        if let (Some(IntervalForm::ReciprocalOf(measure)), Some(_)) = (form, self.sample) {
            let other = Quantity {
                measure,
                ..*self.quantity
            };
            return self.reciprocal_ends(&other, poll);
        }
        if let Some(sample) = self.sample {
            if let Some(ends) = sample.ends(self.quantity, self.value, &mut *poll)? {
                return Ok((ends, with_model));
            }
        }
        let quantity = self.quantity;
        let Some(sample) = self.sample else {
            return match quantity.measure.family() {
                Family::Area if quantity.is_area() => self.area_ends(&self.area(), Method::Score),
                Family::Loss if self.effective.contains(&0.0) => {
                    let priors = self.effective.map(|number| f64::from(number > 0.0));
                    self.mean_loss_ends(priors)
                }
                _ => self.without_curve(),
            };
        };
        match quantity.measure.family() {
            Family::Area if quantity.is_area() => self.area_ends(&self.area(), Method::Score),
            Family::Area => self.concentration_ends(sample.priors(None)[0]),
            Family::Cells => self.quotient_ends(sample),
            Family::Optimum => self.at_optimum(),
            Family::Loss => self.mean_loss_ends(sample.priors(quantity.prior)),
            Family::Precision if quantity.measure == Measure::PrecisionRecallGain => {
                self.gain_ends()
            }
            Family::Precision => self.precision_ends(),
            Family::Prior if quantity.measure == Measure::Prevalence => {
                let ends = sample.ends_of_positives(&mut Pace::new(poll))?;
                Ok((ends, with_model))
            }
            Family::Prior => self.prior_ends(sample, &mut Pace::new(poll)),
            // The threshold of least risk and what is there has no standard error.
            _ => Ok(([f64::NAN; 2], f64::NAN)),
        }
    }

    /// 1 divided by the ends of another measure.
    fn reciprocal_ends(&self, other: &Quantity, poll: Poll<'_>) -> Result<Ends, Error> {
        let value = 1.0 / self.value;
        let by_reciprocal = value * value;
        let of_other = Summary {
            quantity: other,
            value,
            // A rate of 0 does not vary.
            variance: if value == 0.0 {
                0.0
            } else {
                self.variance * by_reciprocal * by_reciprocal
            },
            ..*self
        };
        let (ends, df) = of_other.ends(poll)?;
        Ok((reciprocals(ends, self.value), df))
    }

    fn area(&self) -> Area {
        Area {
            value: self.value,
            variance: self.variance,
            df: self.df,
            expected: self.expected,
        }
    }

    fn area_ends(&self, area: &Area, method: Method) -> Result<Ends, Error> {
        AreaPivot::new(area, method, f64::INFINITY).ends(self.level)
    }

    /// The ends of a quantity that does not depend on scores, by the ends of the share of the positives, between
    /// which the uncertainty may be larger than at both.
    fn prior_ends(&self, sample: &Sample<'_>, pace: &mut Pace<'_>) -> Result<Ends, Error> {
        let criterion = self.quantity.criterion();
        let of = |positive: f64| {
            let priors = [1.0 - positive, positive];
            criterion.on_priors(priors).unwrap_or(f64::NAN)
        };
        let ends = match criterion.known_prior() {
            Some(_) => [self.value; 2],
            None => {
                let [from, to] = sample.ends_of_positives(pace)?;
                let at = [of(from), of(to), self.value, of(0.5f64.clamp(from, to))];
                [
                    at.into_iter().fold(f64::INFINITY, f64::min),
                    at.into_iter().fold(f64::NEG_INFINITY, f64::max),
                ]
            }
        };
        Ok((ends, self.df.total()))
    }

    /// As an area that varies by as much: the interval has the form of that, and the length that is due to the share of
    /// the negatives, too.
    fn concentration_ends(&self, negative: f64) -> Result<Ends, Error> {
        let slope = 2.0 * negative;
        let area = Area {
            value: self.value / slope + 0.5,
            variance: self.variance / (slope * slope),
            ..self.area()
        };
        let (ends, df) = self.area_ends(&area, Method::Score)?;
        Ok((ends.map(|end| slope * (end - 0.5)), df))
    }

    /// A mean as the share of this many independent observations.
    fn as_share(&self, effective: f64) -> Result<Ends, Error> {
        let df = self.df.total();
        let n = effective_number(
            self.value,
            (self.variance, self.df),
            effective,
            (self.level, df),
        )?;
        let critical_value = outer_quantile(self.level, f64::INFINITY)?;
        Ok((wilson(self.value, n, critical_value), df))
    }

    /// A quotient as the share of the observations below its line.
    fn quotient_ends(&self, sample: &Sample<'_>) -> Result<Ends, Error> {
        let parts = self.parts_behind(sample);
        let (mut sum, mut squares) = (0.0, 0.0);
        for part in parts {
            sum += part.share * part.count;
            squares += part.share * part.count * part.count / self.effective[part.class];
        }
        let df = DegreesOfFreedom {
            prior: sample.model_df(),
            ..self.df
        };
        let quantile_df = sample.quantile_df(parts, df);
        let n = effective_number(
            self.value,
            (self.variance, df),
            sum * sum / squares,
            (self.level, quantile_df),
        )?;
        let critical_value = outer_quantile(self.level, f64::INFINITY)?;
        Ok((wilson(self.value, n, critical_value), df.total()))
    }

    /// The observations below the line of a quotient: the share of each class that is in a cell, if weights have
    /// nothing to do with scores in a class, and how much each of them counts.
    fn parts_behind(&self, sample: &Sample<'_>) -> [PartOfClass; 4] {
        let wanted = self.quantity;
        let priors = sample.priors(wanted.prior);
        let (predicted_positive, predicted_negative) = wanted.rates(&sample.curve());
        let rate_of = match wanted.measure.interval_form() {
            Some(IntervalForm::Rate(class)) => Some(class),
            _ => None,
        };
        let mut parts = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(class, is_predicted_positive)| {
            let below = wanted.measure.below_the_line(class, is_predicted_positive);
            PartOfClass {
                class,
                count: match rate_of {
                    Some(own) => f64::from(class == own),
                    None => below,
                },
                share: [predicted_negative[class], predicted_positive[class]]
                    [is_predicted_positive],
            }
        });
        // A class that counts alone may have a part that is too small for a number, and any would do.
        let any = parts.iter().filter(|part| part.count * part.share != 0.0);
        let largest = any.fold(0.0, |most: f64, part| priors[part.class].max(most));
        if largest > 0.0 && rate_of.is_none() {
            for part in &mut parts {
                part.count *= priors[part.class] / largest;
            }
        }
        parts
    }

    /// By the effective number of all observations, from those of the classes. In the model squares vary half as much as
    /// what is 0 or 1.
    fn mean_loss_ends(&self, priors: [f64; 2]) -> Result<Ends, Error> {
        let any = [0, 1].into_iter().filter(|&class| priors[class] > 0.0);
        let of_class = |class: usize| priors[class] * priors[class] / self.effective[class];
        let number = 1.0 / any.map(of_class).sum::<f64>();
        match self.quantity.measure {
            Measure::Brier => self.as_share(2.0 * number),
            _ => self.loss_ends(number),
        }
    }

    /// Half of the degrees of freedom: few observations decide, which may all be outside of the sample.
    fn halved_df(&self) -> f64 {
        self.df.total() / 2.0
    }

    /// The logit of an area of precision; or by what it lacks of 1, if that says less.
    pub(super) fn precision_ends(&self) -> Result<Ends, Error> {
        let mut area = self.area();
        area.df.variance = self.halved_df();
        let ([low, high], df) = self.area_ends(&area, Method::Logit)?;
        let ([other, _], _) = self.gain_ends()?;
        Ok(([low.min(other).max(0.0), high], df))
    }

    /// The logarithm of what the area lacks of 1: it has no lower bound. There is no model of the variance: its few
    /// degrees of freedom make it larger.
    pub(super) fn gain_ends(&self) -> Result<Ends, Error> {
        let df = self.halved_df();
        let lack = 1.0 - self.value;
        let std_error = (self.variance * 2.0 * df / self.df.variance.max(1.0)).sqrt();
        let critical_value = if lack > 0.0 {
            outer_quantile(self.level, df)? * std_error / lack
        } else {
            0.0
        };
        let ends = [critical_value, -critical_value].map(|by| 1.0 - lack * libm::exp(by));
        Ok((ends, df))
    }

    /// A mean loss without an end, by its logarithm. In the model losses vary as counts do.
    fn loss_ends(&self, number: f64) -> Result<Ends, Error> {
        let variance = self.df.shrunken(self.variance, self.value / number);
        let df = self.halved_df();
        let critical_value = outer_quantile(self.level, df)? * variance.sqrt() / self.value;
        Ok((
            [-critical_value, critical_value].map(|by| self.value * libm::exp(by)),
            df,
        ))
    }

    /// Wilson's interval around the value less its excess, for a variance that is larger by its square.
    fn at_optimum(&self) -> Result<Ends, Error> {
        let excess = match self.replicated {
            Replicated::Excess(excess) => excess,
            _ => 0.0,
        };
        // Rounding may lead below 0.
        let estimate = self.value.clamp(0.0, 1.0);
        let value = (estimate - excess).clamp(0.0, 1.0);
        // The excess of a sample varies by about as much as it is on the average.
        let variance = self.variance + excess * excess;
        let inverse: f64 = self.effective.iter().map(|number| 1.0 / number).sum();
        let df = self.df.total();
        let n = effective_number(
            estimate,
            (variance, self.df),
            1.0 / inverse,
            (self.level, df),
        )?;
        let quantile = outer_quantile(self.level, f64::INFINITY)?;
        let [low, high] = wilson(value, n, quantile);
        // Near 0 a share varies little, but these numbers do not.
        let critical_value = quantile * (estimate * (1.0 - estimate) / n).sqrt();
        let ends = [
            low.min(value - critical_value).min(estimate).max(0.0),
            high.max(estimate),
        ];
        Ok((ends, df))
    }
}
