//! Who asks the core to stop is obeyed, whenever that is.

use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::shape::Shape;
use weighted_roc_core::area::wmw;
use weighted_roc_core::curve::Ranking;
use weighted_roc_core::{Error, Observations, Options, Poll};

const N: usize = 300_000;

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
