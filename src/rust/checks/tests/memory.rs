//! The working memory is bounded, whatever the scores.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use weighted_roc_checks::calls::{rank, wmw};
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::shape::{labels, scores, weights, Shape};

/// The system's allocator, with an account.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all calls are handed on to the system's allocator as they are.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(in_use, Relaxed);
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        System.dealloc(memory, layout);
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most memory in use at once during the work, beyond what was in use before.
fn peak<T>(work: impl FnOnce() -> T) -> usize {
    let before = IN_USE.load(Relaxed);
    PEAK.store(before, Relaxed);
    work();
    PEAK.load(Relaxed) - before
}

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

// One test alone, as others at the same time would be counted too.
#[test]
fn the_working_memory_is_bounded_whatever_the_scores() {
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
