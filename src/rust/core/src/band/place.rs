//! Places on a curve. A place is a number: 0 is the first row of the curve, 1 the next one; 0.75 is the random
//! choice of the latter three times of four.

use crate::curve::Curve;

/// The rates at a place: FPR and TPR.
pub(super) fn rates_at(curve: &Curve<'_>, place: f64) -> [f64; 2] {
    let place = Mixture::at_place(place, curve.last());
    let [from, to] = [place.row, place.next].map(|row| [curve.fpr(row), curve.tpr(row)]);
    [0, 1].map(|class| place.mixed(from[class], to[class]))
}

/// A choice between two rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mixture {
    pub row: usize,
    pub next: usize,
    /// How often it is the next row.
    pub share: f64,
}

impl Mixture {
    /// A place beyond the last row is the last row.
    pub fn at_place(place: f64, last: usize) -> Mixture {
        let from = place.max(0.0).floor();
        // Saturates.
        let row = (from as usize).min(last);
        Mixture {
            row,
            next: (row + 1).min(last),
            share: (place - from).clamp(0.0, 1.0),
        }
    }

    /// The mean of what is so in both rows.
    pub fn mixed(&self, from: f64, to: f64) -> f64 {
        let of_next = if self.share > 0.0 {
            self.share * to
        } else {
            0.0
        };
        (1.0 - self.share) * from + of_next
    }
}
