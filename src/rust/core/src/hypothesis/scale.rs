//! The scale on which quantities are reported.

/// From a quantity x to what is asked for, intercept + slope x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The intercept.
    pub intercept: f64,
    /// The slope.
    pub slope: f64,
    /// The largest difference that two quantities can have; infinite where there is none.
    pub most: f64,
    /// True if they are areas, of which a model says what may vary where nothing does.
    pub is_area: bool,
}

impl Scale {
    /// The scale of AUCs.
    pub const AREA: Scale = Scale {
        intercept: 0.0,
        slope: 1.0,
        most: 1.0,
        is_area: true,
    };

    pub(crate) fn value(&self, quantity: f64) -> f64 {
        self.intercept + self.slope * quantity
    }
}
