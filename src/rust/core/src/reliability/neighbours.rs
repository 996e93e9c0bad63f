//! The probabilities at a forecast that the likelihood ratio of a monotone curve leaves.

use super::blocks::{AtForecast, Blocks};
use super::sample::Sample;
use crate::error::Error;
use crate::memory::collect;

/// A level, and what is pooled on both sides of it, those first that are next to it.
pub(super) struct Neighbours {
    here: AtForecast,
    units: [f64; 2],
    below: Vec<AtForecast>,
    above: Vec<AtForecast>,
    /// How much more likely the pooled probabilities of all levels are than those of both sides.
    lead: f64,
}

impl Neighbours {
    /// From the likelihood of all levels, and from what is pooled of those below and above the place.
    pub fn new(
        sample: &Sample,
        place: usize,
        whole: f64,
        [below, above]: [&Blocks; 2],
    ) -> Result<Neighbours, Error> {
        Ok(Neighbours {
            here: sample.levels[place],
            units: sample.units,
            below: collect(below.blocks.iter().rev().copied())?,
            above: collect(above.blocks.iter().copied())?,
            lead: whole - below.likelihood() - above.likelihood(),
        })
    }

    /// Returns whether twice the logarithm of the ratio of the likelihoods, without and with this probability here, is
    /// within reach: within that of a monotone curve, or where what is moved is here alone, within that of a
    /// probability by itself.
    fn leaves(&self, probability: f64, [monotone, single]: [f64; 2]) -> bool {
        let mut shifted = self.here;
        let mut lead = self.lead;
        let below = self
            .below
            .iter()
            .take_while(|block| block.probability() > probability);
        let above = self
            .above
            .iter()
            .take_while(|block| block.probability() < probability);
        for block in below.chain(above) {
            lead += block.own_likelihood();
            shifted.add(block);
        }
        let here = self.here.weight / shifted.weight;
        let critical_value = monotone + here * (single - monotone);
        2.0 * (lead - shifted.likelihood(probability))
            <= critical_value * self.unit(&shifted, probability)
    }

    /// The weight of a label: for each class as the labels there have it, and a few of all.
    fn unit(&self, shifted: &AtForecast, probability: f64) -> f64 {
        const FEW: f64 = 4.0;
        let weights = shifted.weights();
        let [negative, positive] = [0, 1].map(|class| {
            let unit = self.units[class];
            (shifted.squares[class] + FEW * unit * unit) / (weights[class] + FEW * unit)
        });
        positive * (1.0 - probability) + negative * probability
    }

    /// The probability nearest to an extreme one that the ratio leaves.
    pub fn end(&self, result: f64, extreme: f64, critical_value: [f64; 2]) -> f64 {
        if self.leaves(extreme, critical_value) {
            return extreme;
        }
        let (mut inside, mut outside) = (result, extreme);
        for _ in 0..48 {
            let middle = 0.5 * (inside + outside);
            if self.leaves(middle, critical_value) {
                inside = middle
            } else {
                outside = middle
            }
        }
        inside
    }
}
