//! Areas under curves, each with its interval.

use super::area::{Area, AreaPivot};
use super::request::{Interval, Level, Method};
use crate::covariance::Covariance;
use crate::error::Error;
use crate::memory::{push, reserve};

/// How the intervals of areas are made.
#[derive(Clone, Copy, Debug, Default)]
pub struct AreaRequest {
    /// The probability with which each interval is to contain the area.
    pub level: Level,
    /// How it is made.
    pub method: Method,
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

    /// The intervals of estimates that are areas.
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
    pub fn area_intervals(&self, request: &AreaRequest) -> Result<Vec<AreaEstimate>, Error> {
        self.check()?;
        let mut estimates = reserve(self.values.len())?;
        for (k, &value) in self.values.iter().enumerate() {
            let pivot = AreaPivot::new(&self.area(k), request.method, self.max_df);
            let estimate = AreaEstimate {
                value,
                interval: pivot.interval(request.level.get())?,
                numbers: [self.numbers[0], self.numbers[1]],
                effective: [self.effective[0], self.effective[1]],
            };
            push(&mut estimates, estimate)?;
        }
        Ok(estimates)
    }
}
