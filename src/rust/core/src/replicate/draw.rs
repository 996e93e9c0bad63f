//! The draw of a replicate: how often each unit occurs in it, or by what its weight is multiplied.

use super::boundary::{multiple_of, BoundaryBootstrap};
use super::request::Scheme;
use crate::error::Error;
use crate::memory::filled;
use crate::poll::{Pace, BLOCK};
use crate::random::Random;
use std::ops::Range;

/// The units that are drawn: the negatives, then the positives, each class by itself; or clusters or observations that
/// are followed over time, whatever their class.
#[derive(Debug)]
pub(super) struct Units {
    /// Where each of both strata ends. Units that are drawn whatever their class is are one stratum.
    pub ends: [usize; 2],
    /// The number of units, those that are never drawn among them.
    pub number: usize,
    /// The number of rows that each unit is, where each of these is drawn by itself.
    pub counts: Option<Vec<f64>>,
}

/// The numbers of clusters, or of observations, in the order in which these are asked for.
pub(super) struct Numbers {
    known: Vec<u32>,
    pub in_use: u32,
}

impl Numbers {
    const UNSEEN: u32 = u32::MAX;

    pub fn new(clusters: usize) -> Result<Numbers, Error> {
        Ok(Numbers {
            known: filled(clusters, Numbers::UNSEEN)?,
            in_use: 0,
        })
    }

    pub fn number(&mut self, code: u32) -> u32 {
        let number = &mut self.known[code as usize];
        if *number == Numbers::UNSEEN {
            *number = self.in_use;
            self.in_use += 1;
        }
        *number
    }

    /// Leaves those in use in the order of their codes.
    pub fn sort(&mut self) {
        let in_use = self
            .known
            .iter_mut()
            .filter(|number| **number != Numbers::UNSEEN);
        in_use.zip(0..).for_each(|(number, place)| *number = place);
    }
}

/// How often the units have been drawn.
pub(super) enum Drawn {
    /// How often each unit was.
    Times(Vec<u32>),
    /// The factor of each unit, or of its rows the number, or the sum of their factors.
    Multiples(Vec<f64>),
}

impl Units {
    pub fn buffer(&self, scheme: Scheme) -> Result<Drawn, Error> {
        Ok(match (scheme, &self.counts) {
            (Scheme::Multinomial | Scheme::Counts, None) => Drawn::Times(filled(self.number, 0)?),
            _ => Drawn::Multiples(filled(self.number, 0.0)?),
        })
    }

    /// Returns whether each class is drawn by itself.
    pub fn is_by_class(&self) -> bool {
        let [first, last] = self.ends;
        first < last
    }

    fn strata(&self) -> [Range<usize>; 2] {
        let [first, last] = self.ends;
        [0..first, first..last]
    }

    /// Draws the units of one stratum after the other.
    pub fn draw(
        &self,
        scheme: Scheme,
        drawn: &mut Drawn,
        random: &mut Random,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        for stratum in self.strata() {
            let counts = self.counts.as_ref().map(|counts| &counts[stratum.clone()]);
            match (&mut *drawn, counts) {
                (Drawn::Times(times), _) => count(&mut times[stratum], random, pace)?,
                (Drawn::Multiples(numbers), Some(counts)) if scheme == Scheme::Counts => {
                    draw_rows(counts, &mut numbers[stratum], random, pace)?;
                }
                (Drawn::Multiples(multiples), counts) => {
                    let each = |counts: Option<&[f64]>, to: &mut [f64]| {
                        scheme.multiples(counts, to, random)
                    };
                    draw_each(&mut multiples[stratum], counts, false, each, pace)?;
                }
            }
        }
        Ok(())
    }

    /// Leaves those of the other half.
    pub fn complement(&self, drawn: &mut Drawn, pace: &mut Pace<'_>) -> Result<(), Error> {
        let Drawn::Multiples(multiples) = drawn else {
            return Ok(());
        };
        pace.steps(multiples.len())?;
        match &self.counts {
            None => multiples.iter_mut().for_each(|of| *of = 1.0 - *of),
            Some(counts) => {
                for (of, count) in multiples.iter_mut().zip(counts) {
                    *of = count - *of;
                }
            }
        }
        Ok(())
    }

    /// Draws the units and the weights of the pseudo-observations of both classes. Of two replicates each class has the
    /// numbers of the other class in the other one, from its other end: the pair stays when classes are swapped and
    /// scores turned. So rows that are units have theirs from streams that are drawn once for both replicates.
    pub fn draw_outward(
        &self,
        boundary: &BoundaryBootstrap,
        (seed, replicate): (u64, u64),
        (drawn, streams): (&mut Drawn, &mut Streams),
        pace: &mut Pace<'_>,
    ) -> Result<[f64; 2], Error> {
        let (mut pseudo, mut strata) = ([0.0; 2], self.strata());
        let Drawn::Multiples(multiples) = drawn else {
            return Ok(pseudo);
        };
        let is_by_class = self.is_by_class();
        if !is_by_class {
            let mut random = Random::new(!seed, replicate);
            let multiples_of = boundary.multiples(boundary.shapes[0].min(boundary.shapes[1]));
            let each = |_: Option<&[f64]>, to: &mut [f64]| multiples_of(None, to, &mut random);
            draw_each(multiples, None, false, each, pace)?;
            strata = [0..0, 0..0];
        }
        for (class, stratum) in strata.into_iter().enumerate() {
            let other = u64::from(is_by_class && class == 1);
            let stream = replicate ^ other;
            let mut random = Random::new(seed, stream);
            pseudo[class] = boundary.pseudo(class, &mut random);
            let numbers = streams.after(&random, (seed, stream), stratum.len(), pace)?;
            if let Some(numbers) = numbers {
                let multiples = &mut multiples[stratum];
                pace.steps(multiples.len())?;
                let multiple = multiple_of(boundary.shapes[class]);
                let pairs = multiples.iter_mut().zip(numbers);
                pairs.for_each(|(to, &number)| *to = multiple(number));
                if class == 1 {
                    multiples.reverse();
                }
                continue;
            }
            let multiples_of = boundary.multiples(boundary.shapes[class]);
            let counts = self.counts.as_ref().map(|counts| &counts[stratum.clone()]);
            let each =
                |counts: Option<&[f64]>, to: &mut [f64]| multiples_of(counts, to, &mut random);
            draw_each(&mut multiples[stratum], counts, class == 1, each, pace)?;
        }
        Ok(pseudo)
    }
}

/// The exponential numbers of two streams.
#[derive(Default)]
pub(super) struct Streams {
    of: Option<u64>,
    numbers: [Vec<f64>; 2],
}

impl Streams {
    /// With room for those of so many rows.
    pub fn new(rows: usize) -> Result<Streams, Error> {
        // Before them a pseudo-observation has its numbers: hardly ever more than a few.
        const BEFORE: usize = 64;
        Ok(Streams {
            of: None,
            numbers: [filled(rows + BEFORE, 0.0)?, filled(rows + BEFORE, 0.0)?],
        })
    }

    /// Returns this many numbers of a stream from the state of `random` on; None if its buffer is too short.
    fn after(
        &mut self,
        random: &Random,
        (seed, stream): (u64, u64),
        number: usize,
        pace: &mut Pace<'_>,
    ) -> Result<Option<&[f64]>, Error> {
        let pair = stream & !1;
        let [capacity, _] = self.numbers.each_ref().map(Vec::len);
        if capacity < number {
            return Ok(None);
        }
        if self.of != Some(pair) {
            self.of = None;
            for (stream, numbers) in (pair..).zip(&mut self.numbers) {
                let mut random = Random::new(seed, stream);
                for numbers in numbers.chunks_mut(AT_ONCE) {
                    pace.steps(numbers.len())?;
                    random.exponentials(numbers);
                }
            }
            self.of = Some(pair);
        }
        let (mut from, mut before) = (Random::new(seed, stream), 0);
        while from != *random && before + number <= capacity {
            from.bits();
            before += 1;
        }
        Ok(self.numbers[(stream - pair) as usize].get(before..before + number))
    }
}

/// Counts how often each is drawn in as many draws.
fn count(times: &mut [u32], random: &mut Random, pace: &mut Pace<'_>) -> Result<(), Error> {
    times.fill(0);
    let size = times.len();
    for start in (0..size).step_by(BLOCK) {
        let draws = BLOCK.min(size - start);
        pace.steps(draws)?;
        for _ in 0..draws {
            times[random.below(size)] += 1;
        }
    }
    Ok(())
}

/// Draws as many rows as there are. Each unit takes a binomial part of the draws that those before it have left, by its
/// part of the rows that are left.
fn draw_rows(
    counts: &[f64],
    numbers: &mut [f64],
    random: &mut Random,
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    let mut rows: u64 = counts.iter().map(|&count| count as u64).sum();
    let mut draws = rows;
    for (counts, numbers) in counts.chunks(BLOCK).zip(numbers.chunks_mut(BLOCK)) {
        pace.steps(counts.len())?;
        for (&count, number) in counts.iter().zip(numbers) {
            let drawn = random.binomial(draws, count as u64, rows);
            *number = drawn as f64;
            rows -= count as u64;
            draws -= drawn;
        }
    }
    Ok(())
}

/// Draws each unit by itself, in their order or from the last to the first. `each` draws some units in their order.
fn draw_each(
    multiples: &mut [f64],
    counts: Option<&[f64]>,
    in_reverse: bool,
    mut each: impl FnMut(Option<&[f64]>, &mut [f64]),
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    let size = multiples.len();
    let mut reversed = [0.0; AT_ONCE];
    for start in (0..size).step_by(AT_ONCE) {
        let end = size.min(start + AT_ONCE);
        pace.steps(end - start)?;
        let units = if in_reverse {
            size - end..size - start
        } else {
            start..end
        };
        let to = &mut multiples[units.clone()];
        match counts.map(|counts| &counts[units]) {
            Some(counts) if in_reverse => {
                let reversed = &mut reversed[..counts.len()];
                reversed.copy_from_slice(counts);
                reversed.reverse();
                each(Some(reversed), to);
            }
            counts => each(counts, to),
        }
        if in_reverse {
            to.reverse();
        }
    }
    Ok(())
}

/// Units that are drawn at once: what is drawn stays in the cache.
const AT_ONCE: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_drawn_as_there_are() {
        let most = (1u64 << 52) as f64;
        for counts in [
            &[1.0, 1.0, 1.0, 1.0][..],
            &[5.0, 0.0, 1.0],
            &[most, 3.0, most / 4.0],
            &[7.0],
        ] {
            let mut numbers = vec![0.0; counts.len()];
            for replicate in 0..50 {
                let mut random = Random::new(1, replicate);
                let never = &mut || false;
                draw_rows(counts, &mut numbers, &mut random, &mut Pace::new(never)).unwrap();
                assert_eq!(numbers.iter().sum::<f64>(), counts.iter().sum::<f64>());
                let zeros = numbers
                    .iter()
                    .zip(counts)
                    .filter(|(_, count)| **count == 0.0);
                assert!(zeros.into_iter().all(|(number, _)| *number == 0.0));
            }
        }
    }
}
