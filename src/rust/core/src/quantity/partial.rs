//! The area in an interval of a rate.

use super::{Place, Quantity, Rate, Scale};
use crate::measure::{Measure, Standardize};

/// The area in an interval of a rate, and its standard form.
#[derive(Clone, Copy)]
pub(crate) struct Partial {
    pub by: Rate,
    pub interval: [f64; 2],
    pub standardize: Standardize,
}

impl Quantity {
    /// The partial area that the quantity is; None for another one.
    pub(crate) fn partial(&self) -> Option<Partial> {
        match (self.measure, self.place) {
            (Measure::PartialArea(standardize), Place::Between(by, interval)) => Some(Partial {
                by,
                interval,
                standardize,
            }),
            _ => None,
        }
    }
}

impl Partial {
    pub fn width(&self) -> f64 {
        self.interval[1] - self.interval[0]
    }

    /// The areas of the chance line and above it.
    pub fn chance_areas(&self) -> [f64; 2] {
        let middle = (self.interval[0] + self.interval[1]) / 2.0;
        let heights = match self.by {
            Rate::Fpr => [middle, 1.0 - middle],
            Rate::Tpr => [1.0 - middle, middle],
        };
        heights.map(|height| self.width() * height)
    }

    pub fn scale(&self) -> Scale {
        match self.standardize {
            Standardize::None => Scale::OWN,
            Standardize::Range => Scale::by(1.0 / self.width()),
            Standardize::McClish => {
                let [chance, above] = self.chance_areas();
                Scale {
                    intercept: (1.0 - chance / above) / 2.0,
                    slope: 1.0 / above / 2.0,
                }
            }
        }
    }
}
