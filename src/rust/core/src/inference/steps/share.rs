//! What is found among the highest scores that make up a share of all.

use super::{Deviations, Steps};
use crate::bound::{At, Rate};
use crate::error::Error;
use crate::inference::placements::Placed;
use crate::inference::quantity::{AtShare, OfCalled};
use crate::inference::rounding::{difference, sum_of};
use crate::inference::spread::Unit;
use crate::poll::Pace;
use std::cmp::Ordering;

/// A point between a row and the one before it. A small share is a small part of the way from the last row,
/// which one number for the place would lose.
struct Place {
    row: usize,
    /// How much of the way there is.
    gone: f64,
}

impl Place {
    /// The part of a step that is called positive.
    fn called(&self, step: usize) -> f64 {
        match (step + 1).cmp(&self.row) {
            Ordering::Less => 0.0,
            Ordering::Equal => self.gone,
            Ordering::Greater => 1.0,
        }
    }
}

impl Steps {
    /// The share that a threshold calls positive is known as well as the rates there: an error of that
    /// moves the threshold, and the rate by the slope of the gain curve. Without a prior an
    /// observation counts among all, so that it moves the share of the positives, too.
    pub(super) fn of_share(
        &self,
        wanted: &AtShare,
        (placed, unit): (&Placed, Unit),
        deviations: &mut [Deviations],
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let parts = match wanted.prior {
            Some(prior) => [1.0 - prior, prior],
            None => self.parts,
        };
        let share = wanted.share;
        let not_called = self.not_called(placed, pace)?;
        let place = self.place_of_share(share, parts, &not_called);
        let rates = [0, 1].map(|class| self.rate_of(class, &place));
        let centres = match wanted.prior {
            Some(_) => rates,
            None => [share; 2],
        };
        let mut row = 0;
        let mut error = 0.0;
        for (index, record) in placed.records.iter().enumerate() {
            pace.step()?;
            if record.score != self.scores[row] {
                row += 1;
            }
            let shares = placed.shares(index);
            for class in 0..2 {
                let of_one = match unit {
                    Unit::Row => shares[class],
                    Unit::Count => 1.0 / placed.weights[class],
                };
                let moved = parts[class] * (place.called(row) - centres[class]);
                error += shares[class] * of_one * moved.powi(2);
            }
        }
        let slope = self.slope_of_gain(share, error.sqrt(), parts, &not_called);
        let by_parts = match wanted.prior {
            Some(_) => 0.0,
            None => rates[1] * parts[0],
        };
        // What a rate of the positives is multiplied by.
        let factor = match wanted.of {
            OfCalled::Found => 1.0,
            OfCalled::Response => parts[1] / share,
        };
        let by_parts = match wanted.of {
            OfCalled::Found => 0.0,
            OfCalled::Response => by_parts,
        };
        for (row, deviation) in deviations.iter_mut().enumerate() {
            pace.step()?;
            let called = place.called(row);
            let moved =
                [0, 1].map(|class| slope * parts[class] * difference(called, centres[class]));
            let of_positive = sum_of([called, -rates[1], -moved[1], by_parts]);
            *deviation = [
                -factor * difference(moved[0], -by_parts),
                factor * of_positive,
            ];
        }
        Ok(match wanted.of {
            OfCalled::Found => rates[1],
            OfCalled::Response => parts[1] * (rates[1] / share),
        })
    }

    /// As [`Steps::place_of`].
    fn place_of_share(&self, share: f64, parts: [f64; 2], not_called: &[[f64; 2]]) -> Place {
        let at = At::bound(share);
        let share = |row: usize| -> Rate {
            [self.rates[row], not_called[row]]
                .map(|rates| parts[0] * rates[0] + parts[1] * rates[1])
        };
        let row = self.first_row(|row| !at.is_passed_by(share(row)));
        let gone = match row > 0 && at.is_missed_by(share(row)) {
            true => at.share(share(row - 1), share(row)),
            false => 0.0,
        };
        Place { row, gone }
    }

    fn rate_of(&self, class: usize, place: &Place) -> f64 {
        let low = self.rates[place.row][class];
        low + place.gone * (self.rates[place.row.max(1) - 1][class] - low)
    }

    /// How much TPR rises within an error on both sides, to that of the share.
    fn slope_of_gain(
        &self,
        share: f64,
        error: f64,
        parts: [f64; 2],
        not_called: &[[f64; 2]],
    ) -> f64 {
        let ends = [(share - error).max(0.0), (share + error).min(1.0)];
        let run = ends[1] - ends[0];
        if run > 0.0 {
            let [from, to] = ends.map(|end| {
                let place = self.place_of_share(end, parts, not_called);
                self.rate_of(1, &place)
            });
            (to - from) / run
        } else {
            0.0
        }
    }
}
