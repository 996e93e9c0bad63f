//! From influences of rows to those of independent units, and to what these say of variances.

use super::followed::Followed;
use crate::error::Error;
use crate::sampling::check_clusters;
use crate::covariance::{effective_in_clusters, Kish};
use crate::covariance::freedom::{freedom_without, of_effective, of_model};
use crate::covariance::Spread;
use crate::inference::divisors;
use crate::sampling::{Clusters, Design, Correction};
use crate::memory::{collect, filled, push, reserve, resize};
use crate::poll::{Pace, Poll};
use crate::rounding::without_rounding;

/// The rows themselves, or their clusters.
pub(super) struct Units {
    /// The unit of each row where these are clusters.
    codes: Option<Vec<u32>>,
    number: usize,
}

/// The rows of two classes together.
pub(super) struct Classes {
    /// The numbers of rows.
    pub numbers: [f64; 2],
    /// The numbers of units with rows of each class, and of any.
    pub units: [f64; 3],
    /// See [`Spread::effective`].
    pub effective: [f64; 2],
    /// The same of the units.
    pub of_units: [f64; 2],
    /// The same of the rows.
    of_rows: [f64; 2],
}

impl Classes {
    /// Clusters and strata of a design are in its variances.
    pub fn in_design(mut self, design: Option<&Design<'_>>) -> Classes {
        if design.is_some() {
            (self.effective, self.of_units) = (self.of_rows, self.of_rows);
        }
        self
    }
}

impl Units {
    pub fn new(
        followed: &Followed,
        clusters: Option<Clusters<'_>>,
        poll: Poll<'_>,
    ) -> Result<Units, Error> {
        let Some((given, number)) = clusters else {
            return Ok(Units {
                codes: None,
                number: followed.number(),
            });
        };
        check_clusters(given, number, followed.observations, poll)?;
        // Units with weight, in the order of their first rows.
        let mut new = filled(number, u32::MAX)?;
        let mut codes = reserve(followed.number())?;
        let mut used = 0;
        for &position in &followed.positions {
            let code = &mut new[given[position as usize] as usize];
            if *code == u32::MAX {
                *code = used;
                used += 1;
            }
            push(&mut codes, *code)?;
        }
        Ok(Units {
            codes: Some(codes),
            number: used as usize,
        })
    }

    /// Writes the sums of units.
    pub fn write(&self, of_rows: &[f64], to: &mut [f64]) {
        match &self.codes {
            None => to.copy_from_slice(of_rows),
            Some(codes) => {
                to.fill(0.0);
                for (value, &code) in of_rows.iter().zip(codes) {
                    to[code as usize] += value;
                }
            }
        }
    }

    /// The sums of classes in which rows have weights, 0 where they do not belong to the class.
    pub fn classes(
        &self,
        weights: impl Iterator<Item = [f64; 2]> + Clone,
    ) -> Result<Classes, Error> {
        let mut numbers = [0.0; 2];
        let mut rows = [Kish::default(); 2];
        for weights in weights.clone() {
            for class in 0..2 {
                numbers[class] += f64::from(u8::from(weights[class] > 0.0));
                rows[class].add(weights[class]);
            }
        }
        let of_rows = rows.map(|sums| sums.number());
        let Some(codes) = &self.codes else {
            return Ok(Classes {
                numbers,
                units: [numbers[0], numbers[1], numbers[0] + numbers[1]],
                effective: of_rows,
                of_units: of_rows,
                of_rows,
            });
        };
        let mut sums = filled(self.number, [0.0f64; 2])?;
        for (weights, &code) in weights.zip(codes) {
            let sums = &mut sums[code as usize];
            (0..2).for_each(|class| sums[class] += weights[class]);
        }
        let mut units = [0.0; 3];
        let mut clusters = [Kish::default(); 2];
        for sums in &sums {
            let present = sums.map(|sum| f64::from(u8::from(sum > 0.0)));
            units[0] += present[0];
            units[1] += present[1];
            units[2] += present[0].max(present[1]);
            (0..2).for_each(|class| clusters[class].add(sums[class]));
        }
        let of_units = clusters.map(|sums| sums.number());
        Ok(Classes {
            numbers,
            units,
            effective: [0, 1].map(|class| effective_in_clusters(of_rows[class], of_units[class])),
            of_units,
            of_rows,
        })
    }

    /// The sums of influences with known weights, which are negative for controls.
    pub fn own(&self, influences: &[f64], signed: &[f64]) -> Result<Own, Error> {
        let mut own = Own::default();
        let rows = influences.iter().zip(signed);
        let Some(codes) = &self.codes else {
            let mut of_classes = [0.0; 2];
            for (influence, weight) in rows {
                let square = influence * influence;
                of_classes[usize::from(*weight > 0.0)] += square;
                own.fourths += square * square;
            }
            own.of_classes = [of_classes[0], of_classes[1], 0.0];
            own.squares = of_classes[0] + of_classes[1];
            return Ok(own);
        };
        let mut sums = filled(self.number, [0.0f64; 2])?;
        for ((influence, weight), &code) in rows.zip(codes) {
            sums[code as usize][usize::from(*weight > 0.0)] += influence;
        }
        for [negatives, positives] in sums {
            own.of_classes[0] += negatives * negatives;
            own.of_classes[1] += positives * positives;
            own.of_classes[2] += 2.0 * negatives * positives;
            let square = (negatives + positives) * (negatives + positives);
            own.squares += square;
            own.fourths += square * square;
        }
        Ok(own)
    }
}

/// Sums over units of influences with known weights.
#[derive(Clone, Copy, Default)]
pub(super) struct Own {
    /// Sums of squares within the negatives, within the positives, and of products between both.
    of_classes: [f64; 3],
    pub squares: f64,
    fourths: f64,
}

impl Own {
    pub fn variance(&self, classes: &Classes, estimator: Correction) -> f64 {
        let divisors = divisors(estimator, classes.units);
        let parts = [0, 1, 2].map(|part| self.of_classes[part] / divisors[part]);
        let terms = parts.iter().map(|part| part.abs()).sum();
        without_rounding(parts.iter().sum(), terms)
    }
}

/// Influences of units on several estimates, one estimate after the other.
pub(super) struct Columns<'a> {
    units: &'a Units,
    values: Vec<f64>,
    /// The factors of the sums of squares of an estimate, as a square root.
    factors: Vec<f64>,
    /// The sums of squares and of fourth powers with known weights, of an estimate whose weights do not move them.
    fixed: Vec<Option<[f64; 2]>>,
    influences: Vec<f64>,
}

impl<'a> Columns<'a> {
    pub fn of(units: &'a Units) -> Columns<'a> {
        Columns {
            units,
            values: Vec::new(),
            factors: Vec::new(),
            fixed: Vec::new(),
            influences: Vec::new(),
        }
    }

    /// An estimate, with the influences of rows.
    pub fn add(&mut self, value: f64, of_rows: &[f64]) -> Result<(), Error> {
        self.push(value, 1.0, None, of_rows)
    }

    /// An estimate that has a variance with known weights, and the influences of rows, which come through these if the
    /// weights move: the variance keeps the factor that it has beyond a sum of squares.
    pub fn add_with(
        &mut self,
        value: f64,
        (variance, own, moves_weights): (f64, Own, bool),
        of_rows: &[f64],
    ) -> Result<(), Error> {
        let factor = if variance == 0.0 {
            0.0
        } else {
            (variance / own.squares).sqrt()
        };
        // An estimate that does not vary has the degrees of freedom of known weights, too.
        let is_fixed = !moves_weights || variance <= 0.0;
        let fixed = is_fixed.then_some([own.squares, own.fourths]);
        self.push(value, factor, fixed, of_rows)
    }

    fn push(
        &mut self,
        value: f64,
        factor: f64,
        fixed: Option<[f64; 2]>,
        of_rows: &[f64],
    ) -> Result<(), Error> {
        push(&mut self.values, value)?;
        push(&mut self.factors, factor)?;
        push(&mut self.fixed, fixed)?;
        let start = self.influences.len();
        resize(&mut self.influences, start + self.units.number, 0.0)?;
        self.units.write(of_rows, &mut self.influences[start..]);
        Ok(())
    }

    /// Adds other estimates of the same units.
    pub fn append(&mut self, others: Columns<'_>) -> Result<(), Error> {
        for k in 0..others.values.len() {
            push(&mut self.values, others.values[k])?;
            push(&mut self.factors, others.factors[k])?;
            push(&mut self.fixed, others.fixed[k])?;
        }
        let start = self.influences.len();
        resize(&mut self.influences, start + others.influences.len(), 0.0)?;
        self.influences[start..].copy_from_slice(&others.influences);
        Ok(())
    }

    fn column(&self, k: usize) -> &[f64] {
        &self.influences[k * self.units.number..][..self.units.number]
    }

    /// The covariances of all estimates.
    pub fn covariance(&self, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let width = self.values.len();
        let mut covariance = filled(width.saturating_mul(width), 0.0)?;
        let all = self.units.number;
        for start in (0..all).step_by(SOME) {
            let some = start..all.min(start + SOME);
            for k in 0..width {
                pace.steps(some.len() * (width - k) / 4)?;
                for l in k..width {
                    let [a, b] = [k, l].map(|k| &self.column(k)[some.clone()]);
                    covariance[k * width + l] += product(a, b);
                }
            }
        }
        for k in 0..width {
            for l in k..width {
                covariance[k * width + l] *= self.factors[k] * self.factors[l];
                covariance[l * width + k] = covariance[k * width + l];
            }
        }
        Ok(covariance)
    }

    /// How the estimates vary, of classes that all have in common, with the degrees of freedom of all differences.
    pub fn spread(&self, classes: &Classes, pace: &mut Pace<'_>) -> Result<Spread, Error> {
        let width = self.values.len();
        let number = self.units.number as f64;
        let mut freedom = reserve(width)?;
        let mut pairs = reserve(width.saturating_mul(width.saturating_sub(1)) / 2)?;
        for k in 0..width {
            pace.steps(self.units.number * (width - k))?;
            let found = match self.fixed[k] {
                Some([squares, fourths]) => {
                    freedom_without(squares, fourths, classes.units[2], 2.0)
                }
                None => freedom_of(self.column(k).iter().copied(), number),
            };
            push(&mut freedom, of_effective(found, &classes.of_units))?;
            for l in k + 1..width {
                let both = self.column(k).iter().zip(self.column(l));
                push(&mut pairs, freedom_of(both.map(|(a, b)| a - b), number))?;
            }
        }
        let expected: f64 = classes.effective.iter().map(|number| 1.0 / number).sum();
        Ok(Spread {
            values: collect(self.values.iter().copied())?,
            covariance: self.covariance(pace)?,
            freedom,
            model: of_model(&classes.effective, &classes.of_units),
            most: f64::INFINITY,
            numbers: collect(classes.numbers.into_iter())?,
            units: collect(classes.units.into_iter())?,
            effective: collect(classes.effective.into_iter())?,
            expected: filled(width, expected)?,
            pairs,
            std_errors: Vec::new(),
        })
    }
}

/// The number of units that are added up at once, while they are near.
const SOME: usize = 1024;

/// Some sums at once.
pub(super) fn product(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (heads, tails) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest = heads.remainder().iter().zip(tails.remainder());
    let rest: f64 = rest.map(|(a, b)| a * b).sum();
    for (a, b) in heads.zip(tails) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}

/// The degrees of freedom of the variance of a sum of influences.
fn freedom_of(influences: impl Iterator<Item = f64>, number: f64) -> f64 {
    let (mut squares, mut fourths) = (0.0, 0.0);
    for influence in influences {
        let square = influence * influence;
        squares += square;
        fourths += square * square;
    }
    freedom_without(squares, fourths, number, 2.0)
}
