//! Replicates of observations that are followed over time: these are drawn whatever has become of them, and the
//! probability of not having been censored is estimated anew.

use super::counts::count;
use super::request::{BootstrapRequest, Scheme};
use crate::censoring::{End, FollowUp, Operator, Outcome, Refit};
use crate::error::Error;
use crate::inference::classes::Overlay;
use crate::memory::{filled, push, reserve};
use crate::options::Options;
use crate::poll::{Pace, BLOCK};
use crate::random::Random;
use crate::sampling::check_clusters;

/// The observations that are drawn.
#[derive(Debug)]
pub(super) struct Followed {
    operator: Operator,
    follow_up: FollowUp,
    /// The rows of those that have weight.
    rows: Vec<u32>,
    /// The unit of each of them: itself, or its cluster.
    units: Vec<u32>,
    /// How many units there are.
    number: usize,
    /// How many rows each observation stands for, and their sum, where each of these is drawn by itself.
    counts: Option<(Vec<u64>, u64)>,
    length: usize,
}

/// Room for one replicate at a time.
pub(super) struct Drawn {
    refit: Refit,
    ends: Vec<End>,
    /// The factors of the observations' own weights.
    of_rows: Vec<f64>,
    /// How often each unit was drawn.
    counts: Vec<u32>,
    multiples: Vec<f64>,
}

impl Followed {
    pub fn new(
        outcome: &Outcome<'_>,
        request: &BootstrapRequest<'_>,
        mut options: Options<'_>,
    ) -> Result<Followed, Error> {
        let length = outcome.times.len();
        let operator = Operator::new(outcome, options.again())?;
        if length > u32::MAX as usize {
            return Err(Error::TooMany {
                observations: length,
            });
        }
        if let Some((codes, number)) = request.sampling.clusters {
            check_clusters(codes, number, length, &mut *options.poll)?;
        }
        let mut pace = Pace::new(options.poll);
        let (mut rows, mut units) = (reserve(length)?, reserve(length)?);
        const UNSEEN: u32 = u32::MAX;
        let mut unit_of = filled(
            request.sampling.clusters.map_or(0, |(_, number)| number),
            UNSEEN,
        )?;
        let mut number = 0;
        for row in 0..length {
            pace.step()?;
            if !operator.is_present(row) {
                continue;
            }
            let unit = match request.sampling.clusters {
                None => number,
                Some((codes, _)) => match unit_of[codes[row] as usize] {
                    UNSEEN => {
                        unit_of[codes[row] as usize] = number;
                        number
                    }
                    known => known,
                },
            };
            number = number.max(unit + 1);
            push(&mut rows, row as u32)?;
            push(&mut units, unit)?;
        }
        let counted = matches!(request.scheme, Scheme::Counts | Scheme::HalfOfCounts);
        let counts = if counted && request.sampling.clusters.is_none() {
            Some(outcome.counts(&mut pace)?)
        } else {
            None
        };
        Ok(Followed {
            operator,
            follow_up: FollowUp::new(outcome)?,
            rows,
            units,
            number: number as usize,
            counts,
            length,
        })
    }

    pub fn room(&self, scheme: Scheme) -> Result<Drawn, Error> {
        let by_units = self.counts.is_none();
        let is_drawn = by_units && matches!(scheme, Scheme::Multinomial | Scheme::Counts);
        Ok(Drawn {
            refit: self.operator.room()?,
            ends: self.follow_up.room()?,
            of_rows: filled(self.length, 0.0)?,
            counts: filled(if is_drawn { self.number } else { 0 }, 0)?,
            multiples: filled(if by_units { self.number } else { 0 }, 0.0)?,
        })
    }

    /// Draws the weights of a replicate: none where nobody is followed to the time in place of those who are censored.
    pub fn draw(
        &self,
        scheme: Scheme,
        (drawn, overlay): (&mut Drawn, &mut Overlay<'_>),
        random: &mut Random,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        match &self.counts {
            Some((counts, sum)) => {
                draw_counts(scheme, (counts, *sum), &mut drawn.of_rows, random, pace)?;
            }
            None => self.draw_units(scheme, drawn, random, pace)?,
        }
        pace.steps(self.rows.len())?;
        let rows = self.rows.iter().map(|&row| row as usize);
        let with_weight = rows.filter(|&row| drawn.of_rows[row] > 0.0);
        if !self.follow_up.reaches(with_weight, &mut drawn.ends) {
            overlay.weights.iter_mut().for_each(|of| of.fill(0.0));
            return Ok(());
        }
        self.operator
            .refit(&drawn.of_rows, &mut drawn.refit, pace)?;
        let classes = overlay.classes.members.iter().zip(&mut overlay.weights);
        for (members, weights) in classes {
            pace.steps(members.len())?;
            for (weight, member) in weights.iter_mut().zip(members) {
                let row = member.position as usize;
                let multiple = drawn.of_rows[row];
                *weight = member.weight * self.operator.multiple(row, multiple, &drawn.refit);
            }
        }
        Ok(())
    }

    fn draw_units(
        &self,
        scheme: Scheme,
        drawn: &mut Drawn,
        random: &mut Random,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        match scheme {
            Scheme::Multinomial | Scheme::Counts => {
                count(&mut drawn.counts, random, pace)?;
                let counts = drawn.multiples.iter_mut().zip(&drawn.counts);
                counts.for_each(|(multiple, count)| *multiple = f64::from(*count));
            }
            _ => {
                for multiples in drawn.multiples.chunks_mut(BLOCK) {
                    pace.steps(multiples.len())?;
                    multiples.fill_with(|| scheme.multiple(random));
                }
            }
        }
        pace.steps(self.rows.len())?;
        for (&row, &unit) in self.rows.iter().zip(&self.units) {
            drawn.of_rows[row as usize] = drawn.multiples[unit as usize];
        }
        Ok(())
    }
}

/// Draws as many rows as observations stand for, or half of them.
fn draw_counts(
    scheme: Scheme,
    (counts, sum): (&[u64], u64),
    to: &mut [f64],
    random: &mut Random,
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    let (mut rows, mut draws) = (sum, sum);
    for (counts, to) in counts.chunks(BLOCK).zip(to.chunks_mut(BLOCK)) {
        pace.steps(counts.len())?;
        for (&count, to) in counts.iter().zip(to).filter(|(count, _)| **count > 0) {
            let drawn = match scheme {
                Scheme::HalfOfCounts => random.binomial(count, 1, 2),
                _ => random.binomial(draws, count, rows),
            };
            *to = drawn as f64 / count as f64;
            rows -= count;
            draws = draws.saturating_sub(drawn);
        }
    }
    Ok(())
}
