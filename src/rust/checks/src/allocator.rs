//! The system's allocator with an account, and with failures on demand.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// To be the `#[global_allocator]` of a test that runs alone.
pub struct Allocator;

/// Requests below this never fail: what is not larger for larger inputs may abort without memory.
pub const LARGE: usize = 1 << 12;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// Requests of any size.
static ALL_REQUESTS: AtomicUsize = AtomicUsize::new(0);
/// Large requests since the last failure was planned.
static REQUESTS: AtomicUsize = AtomicUsize::new(0);
static FIRST_TO_FAIL: AtomicUsize = AtomicUsize::new(usize::MAX);
static LAST_TO_FAIL: AtomicUsize = AtomicUsize::new(usize::MAX);

// SAFETY: what does not fail is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() >= LARGE {
            let request = REQUESTS.fetch_add(1, Relaxed);
            if (FIRST_TO_FAIL.load(Relaxed)..=LAST_TO_FAIL.load(Relaxed)).contains(&request) {
                return null_mut();
            }
        }
        ALL_REQUESTS.fetch_add(1, Relaxed);
        let in_use = IN_USE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(in_use, Relaxed);
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        System.dealloc(memory, layout);
    }
}

/// The bytes that are allocated.
pub fn in_use() -> usize {
    IN_USE.load(Relaxed)
}

/// The most memory in use at once during the work, beyond what was in use before.
pub fn peak<T>(work: impl FnOnce() -> T) -> usize {
    let before = in_use();
    PEAK.store(before, Relaxed);
    work();
    PEAK.load(Relaxed) - before
}

/// How often the work asks for memory.
pub fn requests<T>(work: impl FnOnce() -> T) -> usize {
    let before = ALL_REQUESTS.load(Relaxed);
    work();
    ALL_REQUESTS.load(Relaxed) - before
}

/// Which of the large requests fail.
#[derive(Clone, Copy, Debug)]
pub enum Failing {
    /// One, counted from 0.
    Only(usize),
    /// One and all that follow.
    From(usize),
}

/// Returns the result of the work while some of its requests fail, and whether any failed.
pub fn while_failing<T>(failing: Failing, work: impl FnOnce() -> T) -> (T, bool) {
    let (first, last) = match failing {
        Failing::Only(request) => (request, request),
        Failing::From(request) => (request, usize::MAX - 1),
    };
    REQUESTS.store(0, Relaxed);
    LAST_TO_FAIL.store(last, Relaxed);
    FIRST_TO_FAIL.store(first, Relaxed);
    let result = work();
    FIRST_TO_FAIL.store(usize::MAX, Relaxed);
    (result, REQUESTS.load(Relaxed) > first)
}
