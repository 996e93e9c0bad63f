//! Weights that count how often a row occurs.

use crate::error::{Class, Error};
use crate::inference::classes::{Classes, Member};
use crate::poll::{Pace, Poll, BLOCK};
use crate::random::Random;

/// Returns the sums of the counts of the negatives and of the positives, whose weights add up to
/// `weights`.
pub(super) fn rows(
    classes: &Classes,
    weights: [f64; 2],
    poll: Poll<'_>,
) -> Result<[u64; 2], Error> {
    let mut pace = Pace::new(poll);
    let mut rows = [0; 2];
    let mut fault = None;
    for (class, members) in classes.members.iter().enumerate() {
        if weights[class] > Error::MAX_ROWS {
            return Err(Error::TooManyRows {
                class: [Class::Negative, Class::Positive][class],
                rows: weights[class],
            });
        }
        for member in members {
            pace.step()?;
            let value = member.weight / classes.scales[class];
            rows[class] += value as u64;
            if value.fract() != 0.0 {
                let faults = fault.into_iter().chain([(member.position, value)]);
                fault = faults.min_by_key(|(position, _)| *position);
            }
        }
    }
    match fault {
        None => Ok(rows),
        Some((position, value)) => Err(Error::NotACount {
            position: position as usize,
            value,
        }),
    }
}

/// Counts how often each is drawn in as many draws.
pub(super) fn count(
    counts: &mut [u32],
    random: &mut Random,
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    counts.fill(0);
    let size = counts.len();
    for start in (0..size).step_by(BLOCK) {
        let draws = BLOCK.min(size - start);
        pace.steps(draws)?;
        for _ in 0..draws {
            counts[random.below(size)] += 1;
        }
    }
    Ok(())
}

/// Draws as many rows as members of a class count in all. Each member takes a binomial part of the
/// draws that those before it have left, by its part of the rows that are left.
pub(super) fn draw(
    members: &[Member],
    scale: f64,
    rows: u64,
    weights: &mut [f64],
    random: &mut Random,
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    let (mut rows, mut draws) = (rows, rows);
    for (members, weights) in members.chunks(BLOCK).zip(weights.chunks_mut(BLOCK)) {
        pace.steps(members.len())?;
        for (weight, member) in weights.iter_mut().zip(members) {
            let count = (member.weight / scale) as u64;
            let drawn = random.binomial(draws, count, rows);
            *weight = drawn as f64 * scale;
            rows -= count;
            draws -= drawn;
        }
    }
    Ok(())
}

/// Draws each of the rows with probability 1/2.
pub(super) fn draw_half(
    members: &[Member],
    scale: f64,
    weights: &mut [f64],
    random: &mut Random,
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    for (members, weights) in members.chunks(BLOCK).zip(weights.chunks_mut(BLOCK)) {
        pace.steps(members.len())?;
        for (weight, member) in weights.iter_mut().zip(members) {
            let count = (member.weight / scale) as u64;
            *weight = random.binomial(count, 1, 2) as f64 * scale;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_drawn_as_there_are() {
        let scale = 2f64.powi(440);
        for counts in [&[1, 1, 1, 1][..], &[5, 0, 1], &[1 << 52, 3, 1 << 50], &[7]] {
            let rows = counts.iter().sum();
            let members: Vec<Member> = counts
                .iter()
                .map(|&count| Member {
                    weight: count as f64 * scale,
                    position: 0,
                    score: 0,
                })
                .collect();
            let mut weights = vec![0.0; counts.len()];
            for replicate in 0..50 {
                let mut random = Random::new(1, replicate);
                let never = &mut || false;
                let mut pace = Pace::new(never);
                draw(&members, scale, rows, &mut weights, &mut random, &mut pace).unwrap();
                let drawn: Vec<u64> = weights.iter().map(|w| (w / scale) as u64).collect();
                assert_eq!(drawn.iter().sum::<u64>(), rows);
                let zeros = drawn.iter().zip(counts).filter(|(_, count)| **count == 0);
                assert!(zeros.into_iter().all(|(drawn, _)| *drawn == 0));
            }
        }
    }
}
