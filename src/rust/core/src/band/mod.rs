//! Intervals and bands of whole curves, and intervals of what is made of both rates at some places.

mod by_rate;
mod at_rate;
mod benefit;
mod binomial;
mod ends;
mod given;
mod influence;
mod linked;
mod mixture;
mod fixed_width;
mod partial;
mod path;
mod place;
mod places;
mod point_of_share;
mod range;
mod rates;
mod critical_value;
mod reaching;
mod resampled;
mod sample;
mod share;
#[cfg(test)]
mod tests;
mod threshold;

pub use benefit::{
    differences_of_benefits, net_benefits, BenefitCovariance, Benefits, DecisionCurves,
};
pub use given::KnownVariances;
pub use influence::{rate_influences, ByThresholds, RateInfluences};
pub use path::RateGrid;
pub use places::Where;
pub use range::Type;
pub(crate) use reaching::ends_of_threshold;
pub use sample::Sample;

use crate::error::Error;
use crate::memory::{collect, filled, push, reserve};
use crate::poll::{Pace, Poll};
use crate::quantity::Rate;
use crate::range::Range;
use by_rate::ends_of_other_rate;
use path::Path;
use place::rates_at;
use threshold::ends_at_places;

/// Rates, and the ends of their intervals: NaN where nothing is known of how they vary.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rates {
    /// The rates of the curve.
    pub rate: Vec<f64>,
    /// The lower ends.
    pub low: Vec<f64>,
    /// The upper ends.
    pub high: Vec<f64>,
}

impl Rates {
    fn unknown(rate: Vec<f64>) -> Result<Rates, Error> {
        let nothing = || filled(rate.len(), f64::NAN);
        Ok(Rates {
            low: nothing()?,
            high: nothing()?,
            rate,
        })
    }
}

/// Both rates at thresholds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BothRates {
    /// The true positive rates, or sensitivities.
    pub tpr: Rates,
    /// The true negative rates, or specificities.
    pub tnr: Rates,
}

/// The TPR at false positive rates, or the FPR at true positive rates. On a vertical step of the
/// curve the TPR is the upper end, on a horizontal one the FPR is the left end.
///
/// A sort by its places, and O(places + distinct scores) beside what [`Sample`] takes; with clusters
/// O(places * observations).
///
/// ```
/// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
/// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # use weighted_roc_core::band::{Sample};
/// # use weighted_roc_core::sampling::Sampling;
/// # use weighted_roc_core::interval::Level;
/// # let (sampling, level) = (Sampling::default(), Level::default());
/// # let sample = Sample::new(&observations, sampling, level, Options::default())?;
/// use weighted_roc_core::band::{band_by_rate, RateGrid};
/// use weighted_roc_core::quantity::Rate;
///
/// let result = band_by_rate(&sample, &RateGrid::new(Rate::Fpr, &[0.0, 0.5]), &mut || false)?;
/// assert_eq!(result.rate, [2.0 / 3.0, 1.0]);
/// assert!(result.low[0] < 0.5 && result.high[0] > 0.8);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] for a rate that is not in [0, 1]; [`Error::Memory`], [`Error::Interrupted`].
pub fn band_by_rate(
    sample: &Sample<'_>,
    spec: &RateGrid<'_>,
    poll: Poll<'_>,
) -> Result<Rates, Error> {
    let RateGrid { by, at, kind } = *spec;
    let mut pace = Pace::new(poll);
    let ascending = ascending_by_rate(by, at)?;
    let curve = sample.curve();
    let path = Path::new(&curve, by)?;
    let rate_at = |rate: f64| {
        let [fpr, tpr] = rates_at(&curve, path.place_of(path.point_at(by.x_at(rate))));
        match by {
            Rate::Fpr => tpr,
            Rate::Tpr => fpr,
        }
    };
    let rate = collect(at.iter().map(|&at| rate_at(at)))?;
    if !sample.is_known() {
        return Rates::unknown(rate);
    }
    let ends = ends_of_other_rate(sample, by, &ascending, kind, &mut pace)?;
    let mut result = Rates {
        low: reserve(at.len())?,
        high: reserve(at.len())?,
        rate,
    };
    for (at, &rate) in at.iter().zip(&result.rate) {
        pace.step()?;
        let x = by.x_at(*at);
        let [low, high] = ends[ascending.partition_point(|&other| by.x_at(other) < x)];
        push(&mut result.low, if rate < low { rate } else { low })?;
        push(&mut result.high, if rate > high { rate } else { high })?;
    }
    Ok(result)
}

/// Rates that are given, each once, so that the x of the path ascends.
///
/// ```
/// use weighted_roc_core::band::ascending_by_rate;
/// use weighted_roc_core::quantity::Rate;
///
/// assert_eq!(ascending_by_rate(Rate::Fpr, &[0.5, 0.1, 0.5])?, [0.1, 0.5]);
/// // The path is over FNR.
/// assert_eq!(ascending_by_rate(Rate::Tpr, &[0.1, 0.5])?, [0.5, 0.1]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
pub fn ascending_by_rate(by: Rate, at: &[f64]) -> Result<Vec<f64>, Error> {
    Range::PROBABILITY.check("at", at)?;
    let mut ascending = collect(at.iter().copied())?;
    ascending.sort_unstable_by(|a, b| by.x_at(*a).total_cmp(&by.x_at(*b)));
    ascending.dedup_by(|a, b| by.x_at(*a) == by.x_at(*b));
    Ok(ascending)
}

/// Both rates at thresholds. A band is for both rates at all of them.
///
/// A sort by its places beside what [`Sample`] takes; with clusters O(places * observations).
///
/// ```
/// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
/// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # use weighted_roc_core::band::{Sample};
/// # use weighted_roc_core::sampling::Sampling;
/// # use weighted_roc_core::interval::Level;
/// # let (sampling, level) = (Sampling::default(), Level::default());
/// # let sample = Sample::new(&observations, sampling, level, Options::default())?;
/// use weighted_roc_core::band::{band_by_threshold, Type};
///
/// let result = band_by_threshold(&sample, &[0.3, 0.5], Type::EqualPrecision, &mut || false)?;
/// assert_eq!((result.tpr.rate[1], result.tnr.rate[1]), (2.0 / 3.0, 1.0));
/// assert!(result.tnr.low[1] < 0.6 && result.tnr.high[1] == 1.0);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Missing`] for a threshold that is NaN; [`Error::Memory`], [`Error::Interrupted`].
pub fn band_by_threshold(
    sample: &Sample<'_>,
    thresholds: &[f64],
    kind: Type,
    poll: Poll<'_>,
) -> Result<BothRates, Error> {
    let places = sample.places(Where::Thresholds(thresholds), &mut *poll)?;
    let mut pace = Pace::new(poll);
    let curve = sample.curve();
    let rates = |class: usize| collect(places.iter().map(|&place| rates_at(&curve, place)[class]));
    let [fpr, tpr] = [rates(0)?, rates(1)?];
    let tnr = collect(fpr.iter().map(|fpr| 1.0 - fpr))?;
    if !sample.is_known() {
        return Ok(BothRates {
            tpr: Rates::unknown(tpr)?,
            tnr: Rates::unknown(tnr)?,
        });
    }
    let known = sample.known_at(&places, &mut pace)?;
    let [of_fpr, of_tpr] = ends_at_places(sample, &places, &known, kind, &mut pace)?;
    Ok(BothRates {
        tpr: Rates {
            rate: tpr,
            low: collect(of_tpr.iter().map(|ends| ends[0]))?,
            high: collect(of_tpr.iter().map(|ends| ends[1]))?,
        },
        tnr: Rates {
            rate: tnr,
            low: collect(of_fpr.iter().map(|ends| 1.0 - ends[1]))?,
            high: collect(of_fpr.iter().map(|ends| 1.0 - ends[0]))?,
        },
    })
}

/// The deciles of the distinct scores that are finite, each once; infinity where none is.
///
/// ```
/// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
/// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # use weighted_roc_core::band::{Sample};
/// # use weighted_roc_core::sampling::Sampling;
/// # use weighted_roc_core::interval::Level;
/// # let (sampling, level) = (Sampling::default(), Level::default());
/// # let sample = Sample::new(&observations, sampling, level, Options::default())?;
/// assert_eq!(weighted_roc_core::band::deciles(&sample)?, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`].
pub fn deciles(sample: &Sample<'_>) -> Result<Vec<f64>, Error> {
    let curve = sample.curve();
    let thresholds = curve.points().threshold;
    let first = thresholds.partition_point(|&score| score == f64::NEG_INFINITY);
    let end = thresholds.partition_point(|&score| score < f64::INFINITY);
    let scores = &thresholds[first..end.max(first)];
    let mut deciles = reserve(9)?;
    if scores.is_empty() {
        push(&mut deciles, f64::INFINITY)?;
        return Ok(deciles);
    }
    let number = scores.len() as f64;
    for tenth in 0..9 {
        // Hyndman and Fan's first definition, as R has it for 0.1 + 0.1 tenth.
        let share = number * (0.1 + 0.1 * f64::from(tenth));
        let whole = (share + 4.0 * f64::EPSILON).floor();
        let rank = if share > whole { whole + 1.0 } else { whole };
        push(
            &mut deciles,
            scores[(rank as usize).clamp(1, scores.len()) - 1],
        )?;
    }
    deciles.dedup();
    Ok(deciles)
}
