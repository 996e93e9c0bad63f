//! Who asks the core to stop is obeyed, whenever that is.

use std::num::NonZeroUsize;
use weighted_roc_checks::entries::{args::Args, inputs::Inputs, large_entries, Entry};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::shape::Shape;
use weighted_roc_core::area::wmw;
use weighted_roc_core::curve::Ranking;
use weighted_roc_core::{Error, Observations, Options, Poll};

const N: usize = 200_000;

fn rank(observations: &Observations, poll: Poll) -> Result<(), Error> {
    Ranking::new(observations, Options::new(poll)).map(drop)
}

fn compare(observations: &Observations, poll: Poll) -> Result<(), Error> {
    wmw(observations, Options::new(poll)).map(drop)
}

#[test]
fn a_poll_that_returns_true_stops_the_work() {
    let mut rng = Rng::new(1);
    for work in [rank, compare] {
        for _ in 0..8 {
            let shape = Shape::any(&mut rng);
            let case = shape.case(N, &mut rng);
            let stop_at_poll = |number: usize| {
                let mut polls = 0;
                let mut poll = || {
                    polls += 1;
                    polls == number
                };
                (work(&case.observations(), &mut poll), polls)
            };
            let (finished, polls) = stop_at_poll(usize::MAX);
            assert!(finished.is_ok() && polls > 0, "{}", shape.name());
            for number in 1..=polls {
                let (interrupted, _) = stop_at_poll(number);
                assert_eq!(interrupted, Err(Error::Interrupted), "{}", shape.name());
            }
        }
    }
}

/// The entry points that return at once, however large the input.
const AT_ONCE: [&str; 2] = ["Curve::all_rows", "measures"];

/// So much work without a poll would be felt: some milliseconds.
const FELT: usize = 100_000;

/// At most so many of the polls, from the first to the last.
fn some(polls: usize) -> impl Iterator<Item = usize> {
    (1..=polls).step_by(polls.div_ceil(10).max(1))
}

fn check(entry: &Entry, inputs: &Inputs, threads: usize) -> Result<(), String> {
    let stop_at_poll = |number: usize| {
        let mut polls = 0;
        let mut poll = || {
            polls += 1;
            polls == number
        };
        let threads = NonZeroUsize::new(threads).expect("not 0");
        let options = Options::new(&mut poll).with_threads(threads);
        ((entry.work)(&Args::valid(inputs), options).map(drop), polls)
    };
    let (finished, polls) = stop_at_poll(usize::MAX);
    // With two threads the other one, which does not poll, may do most of the work.
    let fewest = if threads == 1 { N / FELT } else { 0 };
    if finished.is_err() || polls < fewest {
        return Err(format!(
            "{} polls {polls} times, gives {finished:?}",
            entry.name
        ));
    }
    let goes_on = |number: &usize| {
        let (result, polls) = stop_at_poll(*number);
        polls >= *number && result != Err(Error::Interrupted)
    };
    match some(polls).find(goes_on) {
        None => Ok(()),
        Some(poll) => Err(format!(
            "{} goes on after poll {poll} of {polls}",
            entry.name
        )),
    }
}

#[test]
fn all_long_work_can_be_stopped() {
    let inputs = Inputs::new(N);
    let long = |entry: &&Entry| !AT_ONCE.contains(&entry.name);
    let mut wrong = Vec::new();
    for entry in large_entries().filter(long) {
        wrong.extend(check(entry, &inputs, 1).err());
        wrong.extend(check(entry, &inputs, 2).err());
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
