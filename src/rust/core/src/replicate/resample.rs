//! One replicate after the other, in the same memory.

use super::classes::{Classes, Member};
use super::draw::{Drawn, Streams};
use super::followed::Refitted;
use super::reweighted::{sum_up, Ends, Reweighted};
use super::sorted::{Bootstrap, Score};
use crate::error::Error;
use crate::measure::{Family, RoughH};
use crate::memory::{filled, reserve};
use crate::poll::Pace;
use crate::quantity::{Quantity, Workspace};
use crate::random::Random;
use crate::shape::Rates;

/// Memory for one replicate at a time.
pub(super) struct Resample<'a> {
    of: &'a Bootstrap,
    drawn: Drawn,
    streams: Streams,
    /// The replicate of which the half has been drawn.
    half: Option<u64>,
    refitted: Option<Refitted>,
    /// The sums over the members of each class, of one score at a time.
    pub sums: [Vec<f64>; 2],
    /// The weights of the pseudo-observations of the classes.
    pseudo: [f64; 2],
    quantities: &'a [Quantity],
    /// The rows that may be corners of the hull, for quantities that take these alone.
    corners: Vec<usize>,
    every: Vec<usize>,
    workspace: Workspace,
    /// H of each quantity for the probabilities of the last replicate.
    rough: Vec<Option<RoughH>>,
    /// Memory for other numbers.
    pub buffer: Vec<f64>,
}

impl<'a> Resample<'a> {
    pub fn new(
        of: &'a Bootstrap,
        quantities: &'a [Quantity],
        buffer: usize,
    ) -> Result<Resample<'a>, Error> {
        let most = |number: fn(&Score) -> usize| of.scores.iter().map(number).max().unwrap_or(0);
        let negatives = most(|score| score.classes.members[0].len());
        let positives = most(|score| score.classes.members[1].len());
        let any = |is: fn(&Quantity) -> bool| quantities.iter().any(is);
        let on_corners = if any(is_on_corners) { positives + 2 } else { 0 };
        let rows = if any(|quantity| quantity.measure.family() == Family::LossPart) {
            most(|score| score.classes.rows.len())
        } else {
            0
        };
        Ok(Resample {
            of,
            drawn: of.units.buffer(of.scheme)?,
            streams: match (&of.boundary, &of.units.counts) {
                (Some(_), None) if of.units.is_by_class() => {
                    Streams::new(negatives.max(positives))?
                }
                _ => Streams::default(),
            },
            half: None,
            refitted: match &of.followed {
                Some(followed) => Some(followed.buffer()?),
                None => None,
            },
            sums: [filled(negatives + 1, 0.0)?, filled(positives + 1, 0.0)?],
            pseudo: [0.0; 2],
            quantities,
            corners: reserve(on_corners)?,
            every: reserve(on_corners / 64 + 2)?,
            workspace: Workspace {
                // Both ends are corners, too.
                rows: reserve(rows.max(on_corners + 2))?,
                chosen: None,
            },
            rough: filled(quantities.len(), None)?,
            buffer: filled(buffer, 0.0)?,
        })
    }

    /// Draws the observations of a replicate, the same for all scores; those of a half until it has both classes, unless
    /// halves come in pairs.
    pub fn draw(&mut self, replicate: u64, pace: &mut Pace<'_>) -> Result<(), Error> {
        let of = self.of;
        if of.has_pairs {
            return self.draw_of_pair(replicate, pace);
        }
        if let Some(boundary) = &of.boundary {
            let stream = (of.seed, replicate);
            self.pseudo = of.units.draw_outward(
                boundary,
                stream,
                (&mut self.drawn, &mut self.streams),
                pace,
            )?;
            return Ok(());
        }
        let mut random = Random::new(of.seed, replicate);
        loop {
            of.units
                .draw(of.scheme, &mut self.drawn, &mut random, pace)?;
            self.refit(pace)?;
            if !of.scheme.is_half() {
                return Ok(());
            }
            self.sum_up(0, pace)?;
            if self.sums.iter().all(|sums| sums[0] > 0.0) {
                return Ok(());
            }
        }
    }

    /// Draws a half with an even number, and takes what this leaves for the next one.
    fn draw_of_pair(&mut self, replicate: u64, pace: &mut Pace<'_>) -> Result<(), Error> {
        let (units, scheme) = (&self.of.units, self.of.scheme);
        let half = replicate & !1;
        if self.half.take() != Some(half) || replicate == half {
            let mut random = Random::new(self.of.seed, half);
            units.draw(scheme, &mut self.drawn, &mut random, pace)?;
        }
        if replicate == half {
            self.half = Some(half);
        } else {
            units.complement(&mut self.drawn, pace)?;
        }
        self.refit(pace)
    }

    /// Estimates the probability of not having been censored from what has been drawn.
    fn refit(&mut self, pace: &mut Pace<'_>) -> Result<(), Error> {
        match (&self.of.followed, &mut self.refitted) {
            (Some(followed), Some(to)) => followed.refit(&self.of.units, &self.drawn, to, pace),
            _ => Ok(()),
        }
    }

    /// Sums up the weights of a score by what has been drawn.
    pub fn sum_up(&mut self, score: usize, pace: &mut Pace<'_>) -> Result<(), Error> {
        let Score { classes, units } = &self.of.scores[score];
        let mut first = 0;
        for (class, sums) in self.sums.iter_mut().enumerate() {
            let members = &classes.members[class];
            pace.steps(members.len())?;
            let units = (units.as_ref().map(|units| &units[class][..]), first);
            first += members.len();
            match (&self.drawn, &self.of.followed, &self.refitted) {
                (_, Some(followed), Some(refitted)) => {
                    let factor = |i: usize| followed.factor(members[i].position, refitted);
                    sum_up(members, sums, factor);
                }
                (Drawn::Times(times), ..) => sum_up_units(members, units, times, sums),
                (Drawn::Multiples(multiples), ..) => sum_up_units(members, units, multiples, sums),
            }
        }
        Ok(())
    }

    /// The curve of the score whose weights have been summed up.
    pub fn curve(&self, score: usize) -> Reweighted<'_> {
        Reweighted::new(self.classes(score), &self.sums)
    }

    pub fn classes(&self, score: usize) -> &'a Classes {
        &self.of.scores[score].classes
    }

    /// Writes the quantities of what has been drawn, score by score.
    pub fn write(&mut self, to: &mut [f64], pace: &mut Pace<'_>) -> Result<(), Error> {
        for (score, to) in to.chunks_exact_mut(self.quantities.len()).enumerate() {
            if let [Quantity::AREA] = self.quantities {
                self.sum_up(score, pace)?;
                to[0] = self.curve(score).area();
            } else {
                self.write_score(score, &[None], to, pace)?;
            }
        }
        Ok(())
    }

    /// Writes the quantities of what has been drawn of the only score with pseudo-observations that make them lower, then
    /// with those that make them higher, and if there is room for [`PLAIN`](super::PLAIN) without any.
    pub fn write_sides(&mut self, to: &mut [f64], pace: &mut Pace<'_>) -> Result<(), Error> {
        let [negative, positive] = self.pseudo;
        let lower = Ends {
            above: [negative, 0.0],
            below: [0.0, positive],
        };
        let upper = Ends {
            above: [0.0, positive],
            below: [negative, 0.0],
        };
        self.write_score(0, &[Some(lower), Some(upper), None], to, pace)
    }

    fn write_score(
        &mut self,
        score: usize,
        sides: &[Option<Ends>],
        to: &mut [f64],
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        self.sum_up(score, pace)?;
        pace.steps(to.len())?;
        let own = Reweighted::new(self.classes(score), &self.sums);
        let workspace = &mut self.workspace;
        if self.quantities.iter().any(is_on_corners) {
            own.write_corners((&mut self.corners, &mut self.every), pace)?;
        }
        for (&ends, to) in sides.iter().zip(to.chunks_exact_mut(self.quantities.len())) {
            let curve = own.with(ends);
            if !curve.is_known() {
                to.fill(f64::NAN);
                continue;
            }
            workspace.chosen = None;
            for (k, (to, quantity)) in to.iter_mut().zip(self.quantities).enumerate() {
                if let Some(choice) = quantity.choice() {
                    workspace.choose_least_risk(&choice, &curve, pace)?;
                }
                let cost = match self.of.boundary {
                    Some(_) => quantity.measure.least_cost(),
                    None => None,
                };
                let value = match (quantity.measure.family(), cost) {
                    (Family::Area, _) if quantity.is_area() => curve.area(),
                    (Family::Precision, _) => curve.precision(&quantity.criterion(), pace)?,
                    (Family::Optimum, Some(cost)) => {
                        let curve = curve.only(&self.corners);
                        let priors = quantity.criterion().priors(curve.parts());
                        let rough = match self.rough[k] {
                            Some(rough) if rough.is_of(priors) => rough,
                            _ => RoughH::new(cost.density, priors)?,
                        };
                        self.rough[k] = Some(rough);
                        cost.value(&rough.evaluate(&curve, &mut workspace.rows, pace)?)
                    }
                    _ if is_on_corners(quantity) => {
                        quantity.value_by_rates(&curve.only(&self.corners), workspace, pace)?
                    }
                    _ => quantity.value_by_rates(&curve, workspace, pace)?,
                };
                *to = quantity.own(value);
            }
        }
        Ok(())
    }
}

/// By what has been drawn of the unit of each member, or of those that the members are, from the `first` one on.
fn sum_up_units<T: Copy + Into<f64>>(
    members: &[Member],
    (units, first): (Option<&[u32]>, usize),
    drawn: &[T],
    sums: &mut [f64],
) {
    match units {
        None => {
            let drawn = &drawn[first..][..members.len()];
            sum_up(members, sums, |i| drawn[i].into());
        }
        Some(units) => {
            let units = &units[..members.len()];
            sum_up(members, sums, |i| drawn[units[i] as usize].into());
        }
    }
}

/// Returns whether corners of the hull are all that a quantity needs.
fn is_on_corners(quantity: &Quantity) -> bool {
    match quantity.choice() {
        Some(choice) => choice.as_risk().is_some_and(|risk| !risk.is_of_errors()),
        None => quantity.measure.family() == Family::Optimum,
    }
}

#[cfg(test)]
mod tests;
