//! How much each observation moves each of some estimates.

use super::fold_pairs::FoldPairs;
use crate::error::Error;
use crate::memory::filled;
use crate::poll::Pace;
use crate::rounding::exponent_of_tiny;

/// The place to which producers write influences.
pub(crate) trait Sink {
    /// Adds to estimate k.
    fn add_estimate(&mut self, k: usize, value: f64);
    /// Sets the influence of an observation on estimate k: rows come in any order, and to read what is there takes time.
    fn set(&mut self, position: usize, k: usize, value: f64);
    /// Adds to it.
    fn add(&mut self, position: usize, k: usize, value: f64);
    /// Adds to the share of an observation in the weight of its class.
    fn add_share(&mut self, position: usize, class: usize, share: f64);
}

/// The class of an observation that has no weight.
pub(crate) const NONE: u32 = u32::MAX;

/// The influences of observations on some estimates: that of observation i on estimate k is the derivative of the
/// estimate by the weight of the observation, times that weight.
#[derive(Debug)]
pub(crate) struct InfluenceMatrix {
    /// The estimates.
    pub estimates: Vec<f64>,
    /// The influences of the first observation on all estimates, those of the second one, and so on.
    pub values: Vec<f64>,
    /// The class of each observation.
    pub class: Vec<u32>,
    /// The share of each observation in the weight of its class.
    pub share: Vec<f64>,
    /// The weights of the classes.
    pub totals: Vec<f64>,
    /// The weights of the observations, where shares times totals are not these.
    pub weights: Option<Vec<f64>>,
    /// The part of areas in folds that squared influences count twice.
    pub fold_pairs: Option<FoldPairs>,
    /// The exponents by which influences on each estimate were [enlarged](InfluenceMatrix::enlarge); empty where none
    /// was.
    pub enlarged: Vec<i32>,
}

impl InfluenceMatrix {
    /// Room for the influences of observations of some classes, and for all covariances, before any work is done.
    pub fn blank(width: usize, observations: usize, classes: usize) -> Result<Self, Error> {
        filled(width.saturating_mul(width), 0.0)?;
        Ok(InfluenceMatrix {
            estimates: filled(width, 0.0)?,
            values: filled(observations.saturating_mul(width), 0.0)?,
            class: filled(observations, NONE)?,
            share: filled(observations, 0.0)?,
            totals: filled(classes, 0.0)?,
            weights: None,
            fold_pairs: None,
            enlarged: Vec::new(),
        })
    }

    /// The number of estimates.
    pub fn width(&self) -> usize {
        self.estimates.len()
    }

    /// The number of observations.
    pub fn observations(&self) -> usize {
        self.class.len()
    }

    /// The influences of an observation.
    pub fn row(&self, position: usize) -> &[f64] {
        &self.values[position * self.width()..][..self.width()]
    }

    /// Sets estimate k, and the influences of all observations on it.
    pub fn set_column(&mut self, k: usize, estimate: f64, influences: &[f64]) {
        self.estimates[k] = estimate;
        for (position, &value) in influences.iter().enumerate() {
            self.set(position, k, value);
        }
    }

    /// The weight of an observation.
    pub fn weight(&self, position: usize) -> f64 {
        match (&self.weights, self.class[position]) {
            (Some(weights), _) => weights[position],
            (None, NONE) => 0.0,
            (None, class) => self.share[position] * self.totals[class as usize],
        }
    }

    /// Multiplies tiny influences on an estimate by a power of two, so that their squares and fourth powers are
    /// numbers.
    pub fn enlarge(&mut self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let width = self.width();
        let mut exponents = filled(width, 0)?;
        for (k, exponent) in exponents.iter_mut().enumerate() {
            pace.steps(self.observations())?;
            *exponent = exponent_of_tiny(self.values.iter().skip(k).step_by(width));
        }
        if exponents.iter().any(|&exponent| exponent != 0) {
            for values in self.values.chunks_exact_mut(width) {
                pace.steps(width)?;
                for (value, &exponent) in values.iter_mut().zip(&exponents) {
                    *value = libm::scalbn(*value, exponent);
                }
            }
        }
        self.enlarged = exponents;
        Ok(())
    }
}

impl Sink for InfluenceMatrix {
    fn add_estimate(&mut self, k: usize, value: f64) {
        self.estimates[k] += value;
    }

    #[inline(always)]
    fn set(&mut self, position: usize, k: usize, value: f64) {
        let width = self.width();
        self.values[position * width + k] = value;
    }

    #[inline(always)]
    fn add(&mut self, position: usize, k: usize, value: f64) {
        let width = self.width();
        self.values[position * width + k] += value;
    }

    #[inline(always)]
    fn add_share(&mut self, position: usize, class: usize, share: f64) {
        // A tiny weight may have a share of 0.
        if share > 0.0 {
            self.class[position] = class as u32;
            self.share[position] += share;
        }
    }
}
