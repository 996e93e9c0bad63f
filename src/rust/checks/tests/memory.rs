//! The working memory is bounded, whatever the scores and whatever is asked for.

use weighted_roc_checks::allocator::{peak, Allocator};
use weighted_roc_checks::calls::{rank, wmw};
use weighted_roc_checks::entry_points::{EntryPoint, Inputs, ENTRY_POINTS};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::shape::{labels, scores, weights, Shape};
use weighted_roc_core::Options;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// What the core works in, and that again for its largest bucket if this is dealt once more.
const BYTES_AN_OBSERVATION: usize = 16 + 3;

/// Samples, counters, tables.
const BYTES_BESIDES: usize = 1 << 20;

const N: usize = 1_000_000;

fn peaks(scores: &'static scores::Shape, rng: &mut Rng) -> [usize; 2] {
    let shape = Shape {
        scores,
        labels: &labels::SHAPES[0],
        weights: &weights::SHAPES[0],
    };
    let case = shape.case(N, rng);
    let rank = || rank(&case.observations()).unwrap();
    let compare = || wmw(&case.observations()).unwrap();
    [peak(rank), peak(compare)]
}

fn of_any_shape() {
    let mut rng = Rng::new(1);
    for scores in scores::SHAPES {
        for peak in peaks(scores, &mut rng) {
            let most = BYTES_AN_OBSERVATION * N + BYTES_BESIDES;
            assert!(peak <= most, "{peak} bytes for {N} rows: {}", scores.0);
        }
    }
    let few = scores::SHAPES.iter().find(|shape| shape.0 == "hundredths");
    let [few, _] = peaks(few.unwrap(), &mut rng);
    assert!(few <= BYTES_BESIDES, "{few} bytes for few distinct scores");
}

fn of_all_that_is_done() {
    let inputs = Inputs::new(N);
    let excess = |entry: &EntryPoint| {
        let found = peak(|| (entry.work)(&inputs, Options::new(&mut || false)).unwrap());
        let most = entry.bytes * N + BYTES_BESIDES;
        (found > most).then(|| format!("{}: {found} bytes, not {most}", entry.name))
    };
    let wrong: Vec<String> = ENTRY_POINTS.iter().filter_map(excess).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

// One test alone, as others at the same time would be counted too.
#[test]
fn the_working_memory_is_bounded() {
    of_any_shape();
    of_all_that_is_done();
}
