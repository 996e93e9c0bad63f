//! The unit in which a quantity is computed.

/// The map from the unit of influences to the quantity's own unit: `intercept + slope x`.
///
/// Influences and spreads use a unit in which their fourth powers do not overflow, whatever the costs and shares are. In
/// this unit a risk is at most 1/2 in size, and the plain area stands for a standardized one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The number that is added.
    pub intercept: f64,
    /// The factor.
    pub slope: f64,
}

impl Scale {
    pub(crate) const OWN: Scale = Scale {
        intercept: 0.0,
        slope: 1.0,
    };
    pub(crate) const GINI: Scale = Scale {
        intercept: -1.0,
        slope: 2.0,
    };

    pub(crate) const fn by(slope: f64) -> Scale {
        Scale {
            intercept: 0.0,
            slope,
        }
    }

    /// The quantity itself, from its value in the unit of influences.
    pub fn apply(&self, value: f64) -> f64 {
        self.intercept + self.slope * value
    }
}
