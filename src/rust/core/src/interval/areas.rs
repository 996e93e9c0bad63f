//! Areas under curves, each with its interval.

use super::area::{Area, AreaPivot};
use super::request::{Interval, Level, Method};
use crate::covariance::Covariance;
use crate::error::Error;
use crate::inference::{covariance, moments_of_each, CovarianceRequest};
use crate::memory::{push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::sampling::Sampling;
use crate::setters::setters;

/// How the intervals of areas are made.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct AreaRequest<'a> {
    /// The probability with which each interval is to contain the area.
    pub level: Level,
    /// How it is made.
    pub method: Method,
    /// The spread of the observations.
    pub covariance: CovarianceRequest<'a>,
}

setters! {
    AreaRequest<'a> {
        with_level: level = Level;
        with_method: method = Method;
        with_sampling: covariance.sampling = Sampling<'a>;
    }
}

/// An area and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaEstimate {
    /// The area.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
    /// The numbers of negatives and positives of positive weight.
    pub numbers: [f64; 2],
    /// Their effective numbers, see [`Covariance::effective`].
    pub effective: [f64; 2],
}

impl AreaEstimate {
    /// The same area where bins leave it open by so much in either direction, which goes to both ends.
    pub fn with_open(self, open: f64) -> AreaEstimate {
        let mut interval = self.interval;
        if open > 0.0 && !interval.std_error.is_nan() {
            interval.low = (interval.low - open).max(0.0);
            interval.high = (interval.high + open).min(1.0);
        }
        AreaEstimate { interval, ..self }
    }
}

/// The area under the curve of each score, with its interval.
///
/// ```
/// use weighted_roc_core::interval::{area_intervals, AreaRequest};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
///     labels: Labels::I32(&[0, 1, 0, 1, 0, 1]),
///     weights: Weights::F64(&[1.0, 1.0, 2.0, 1.0, 1.0, 3.0]),
/// };
/// let result = area_intervals(&[observations], &AreaRequest::default(), Options::new(&mut || false))?;
/// let [area] = result[..] else { unreachable!("one score") };
/// assert_eq!(area.value, 0.8);
/// assert!(area.interval.low < 0.8 && 0.8 < area.interval.high && area.interval.high < 1.0);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`covariance`](crate::inference::spread).
pub fn area_intervals(
    scores: &[Observations<'_>],
    request: &AreaRequest<'_>,
    options: Options<'_>,
) -> Result<Vec<AreaEstimate>, Error> {
    if request.covariance.is_of_plain_areas() {
        let result = moments_of_each(scores, request.covariance.sampling.unit, options)?;
        let mut estimates = reserve(result.len())?;
        for moments in &result {
            let covariance = moments
                .sums()
                .and_then(|sums| sums.covariance(request.covariance.sampling.correction));
            covariance.and_then(|covariance| {
                push(&mut estimates, covariance.area_estimate(0, request)?)
            })?;
        }
        return Ok(estimates);
    }
    let result = covariance(scores, &request.covariance, options)?;
    result.area_intervals(request)
}

impl Covariance {
    /// Estimate k as an AUC.
    pub(crate) fn area(&self, k: usize) -> Area {
        Area {
            value: self.values[k],
            variance: self.variance(k),
            df: self.df_of(k),
            expected: self.placement_factor[k],
        }
    }

    /// The intervals of estimates that are areas, see [`area_intervals`]; of the request the level and the
    /// method count.
    ///
    /// ```
    /// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
    /// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// use weighted_roc_core::inference::{covariance, CovarianceRequest};
    /// use weighted_roc_core::interval::AreaRequest;
    ///
    /// let covariance = covariance(&[observations], &CovarianceRequest::default(), Options::default())?;
    /// let area = covariance.area_intervals(&AreaRequest::default())?[0];
    /// assert!(area.interval.low < area.value);
    /// // Half of what bins leave open is added to both ends.
    /// assert!(area.with_open(0.1).interval.low < area.interval.low);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] for a spread whose parts were changed, [`Error::Memory`].
    pub fn area_intervals(&self, request: &AreaRequest<'_>) -> Result<Vec<AreaEstimate>, Error> {
        self.check()?;
        let mut estimates = reserve(self.values.len())?;
        for k in 0..self.values.len() {
            push(&mut estimates, self.area_estimate(k, request)?)?;
        }
        Ok(estimates)
    }

    pub(crate) fn area_estimate(
        &self,
        k: usize,
        request: &AreaRequest<'_>,
    ) -> Result<AreaEstimate, Error> {
        let pivot = AreaPivot::new(&self.area(k), request.method, self.max_df);
        Ok(AreaEstimate {
            value: self.values[k],
            interval: pivot.interval(request.level.get())?,
            numbers: [self.numbers[0], self.numbers[1]],
            effective: [self.effective[0], self.effective[1]],
        })
    }
}
