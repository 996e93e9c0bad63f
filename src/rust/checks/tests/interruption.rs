//! Who asks the core to stop is obeyed, whenever that is.

use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::shape::Shape;
use weighted_roc_core::{Error, Ranking};

const N: usize = 300_000;

#[test]
fn a_poll_that_returns_true_stops_the_work() {
    let mut rng = Rng::new(1);
    for _ in 0..10 {
        let shape = Shape::any(&mut rng);
        let case = shape.case(N, &mut rng);
        let run = |stop_at: usize| {
            let mut polls = 0;
            let ranking = Ranking::new(&case.observations(), &mut || {
                polls += 1;
                polls > stop_at
            });
            (ranking.map(|ranking| ranking.rows()), polls)
        };
        let (rows, polls) = run(usize::MAX);
        assert!(rows.is_ok() && polls > 0, "{}: {polls} polls", shape.name());
        for stop_at in 0..polls {
            assert_eq!(run(stop_at).0, Err(Error::Interrupted), "{}", shape.name());
        }
    }
}
