//! Places of a curve at thresholds, rates, intervals and shares.

use super::by_rate::places_by_rate;
use super::partial::points_within;
use super::path::{Path, RateGrid};
use super::point_of_share::PointOfShare;
use super::sample::Sample;
use crate::error::{Argument, Error};
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::quantity::Rate;

/// Where intervals are asked for.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Where<'a> {
    /// At thresholds.
    Thresholds(&'a [f64]),
    /// At values of a rate, ascending, by themselves or in a band.
    Rates(RateGrid<'a>),
    /// In an interval of a rate.
    Interval(Rate, [f64; 2]),
    /// Where a share of all is called positive, of whom a part is positive if that is known.
    Share(f64, Option<f64>),
}

impl Sample<'_> {
    /// The places whose variances intervals are made of.
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
    /// use weighted_roc_core::band::Where;
    ///
    /// let places = sample.places(Where::Thresholds(&[0.3, 0.45]), &mut || false)?;
    /// assert_eq!(places, [2.0, 4.0]);
    /// let at = sample.thresholds_of(&places)?;
    /// assert_eq!((at[1].threshold, at[1].share), (Some(0.5), 0.0));
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Missing`] for a threshold that is NaN, [`Error::Range`] for a rate or a share that is not
    /// in [0, 1]; [`Error::Memory`], [`Error::Interrupted`].
    pub fn places(&self, at: Where<'_>, poll: Poll<'_>) -> Result<Vec<f64>, Error> {
        let curve = self.curve();
        match at {
            Where::Thresholds(thresholds) => {
                let mut places = reserve(thresholds.len())?;
                for (position, threshold) in thresholds.iter().enumerate() {
                    if threshold.is_nan() {
                        let argument = Argument::Threshold;
                        return Err(Error::Missing { argument, position });
                    }
                    push(&mut places, curve.row_at(*threshold)? as f64)?;
                }
                Ok(places)
            }
            Where::Rates(by_rate) => {
                let RateGrid { by, at, kind } = by_rate;
                places_by_rate(self, &Path::new(&curve, by)?, by, at, kind)
            }
            Where::Interval(by, interval) => {
                points_within(&Path::new(&curve, by)?, interval).map(|points| points.places)
            }
            Where::Share(share, prior) => {
                let point =
                    PointOfShare::new(&curve, share, self.priors(prior), &mut Pace::new(poll))?;
                let mut place = reserve(1)?;
                push(&mut place, point.place)?;
                Ok(place)
            }
        }
    }
}
