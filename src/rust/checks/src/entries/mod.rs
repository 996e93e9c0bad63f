//! All public functions that do work, each with its arguments and the range of its result: the one table of the tests
//! of hostile input, of memory, of interruption and of work, and of the fuzzer.

pub mod args;
mod curves;
mod decisions;
mod inference;
pub mod inputs;
mod tests;

use crate::rng::Rng;
use args::{Args, Pick};
use std::cell::{Cell, RefCell};
use weighted_roc_core::tally::Row;
use weighted_roc_core::{Options, Result};

/// A call with these arguments, and a number that stands for all that it gives. A result out of its range panics.
pub type Work = fn(&Args, Options) -> Result<u64>;

pub struct Entry {
    pub name: &'static str,
    /// The memory that it may take for each observation or row, if it does more for more of them.
    pub bytes: Option<usize>,
    pub work: Work,
}

const fn large(name: &'static str, bytes: usize, work: Work) -> Entry {
    Entry {
        name,
        bytes: Some(bytes),
        work,
    }
}

const fn small(name: &'static str, work: Work) -> Entry {
    Entry {
        name,
        bytes: None,
        work,
    }
}

pub fn entries() -> impl Iterator<Item = &'static Entry> {
    let all = [
        curves::ENTRIES,
        decisions::ENTRIES,
        inference::ENTRIES,
        tests::ENTRIES,
    ];
    all.into_iter().flatten()
}

/// The entries whose time and memory depend on how many observations there are.
pub fn large_entries() -> impl Iterator<Item = &'static Entry> {
    entries().filter(|entry| entry.bytes.is_some())
}

/// Picks one bad argument after the other, and then several at random, and hands each on to a call.
pub fn each_call(draws: usize, mut call: impl FnMut(&dyn Fn(Pick) -> u64)) {
    let picks = RefCell::new(Vec::new());
    call(&|pick| {
        picks.borrow_mut().push(pick);
        0
    });
    for (position, pick) in picks.into_inner().into_iter().enumerate() {
        for value in 1..pick.number() as u64 {
            let next = Cell::new(0);
            call(&|_| {
                let at = next.replace(next.get() + 1);
                if at == position {
                    value
                } else {
                    0
                }
            });
        }
    }
    for seed in 0..draws as u64 {
        let rng = RefCell::new(Rng::new(seed));
        let chance = rng.borrow_mut().pick(&[0.03, 0.1, 0.3, 0.6]);
        call(&|pick| {
            let mut rng = rng.borrow_mut();
            match pick {
                Pick::Option(number) => rng.below(number) as u64,
                Pick::Value(_) if !rng.chance(chance) => 0,
                Pick::Value(_) if rng.chance(0.1) => rng.bits(),
                Pick::Value(number) => 1 + rng.below(number - 1) as u64,
            }
        });
    }
}

/// One number for many, which changes with any of them.
fn digest<'a>(values: impl IntoIterator<Item = &'a f64>) -> u64 {
    values.into_iter().fold(1, |digest, value| {
        (digest ^ value.to_bits())
            .wrapping_mul(0x0100_0000_01b3)
            .rotate_left(17)
    })
}

fn digest_rows(rows: &[usize]) -> u64 {
    rows.iter()
        .fold(1, |digest, &row| digest * 31 % 1_000_000_007 + row as u64)
}

fn digest_tally(rows: &[Row]) -> u64 {
    digest(rows.iter().flat_map(|row| [&row.score, &row.negative]))
}

fn within<'a>(values: impl IntoIterator<Item = &'a f64>, is_right: fn(f64) -> bool) -> u64 {
    digest(
        values
            .into_iter()
            .inspect(|&&value| assert!(is_right(value), "{value:e}")),
    )
}

fn shares<'a>(values: impl IntoIterator<Item = &'a f64>) -> u64 {
    within(values, |value| (0.0..=1.0).contains(&value))
}

/// 0/0 is not known, which the function says.
fn shares_or_unknown<'a>(values: impl IntoIterator<Item = &'a f64>) -> u64 {
    within(values, |value| {
        value.is_nan() || (0.0..=1.0).contains(&value)
    })
}

fn numbers<'a>(values: impl IntoIterator<Item = &'a f64>) -> u64 {
    within(values, |value| !value.is_nan())
}

fn not_negative<'a>(values: impl IntoIterator<Item = &'a f64>) -> u64 {
    within(values, |value| value >= 0.0)
}
