//! Memory that is not there is an error, wherever it is not there, and never ends the process; what
//! was allocated until then is given back.
//!
//! Each entry point runs in a process of its own, since the test is of what a process survives.

use std::env::{current_exe, var};
use std::num::NonZeroUsize;
use std::process::Command;
use std::thread::scope;
use weighted_roc_checks::allocator::{in_use, while_failing, Allocator, Failing};
use weighted_roc_checks::entries::{args::Args, inputs::Inputs, large_entries, Entry};
use weighted_roc_core::{Error, Options};

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// By the number of threads: more than a block for one, and so many that two count, deal and sort.
const N: [usize; 2] = [70_000, 140_000];

/// Records of so many observations are dealt past the caches. One entry point takes them: what it
/// does then is what all others would.
const BEYOND_CACHES: (&str, usize) = ("Ranking::new", 600_000);

/// The variable that tells a process of its entry point.
const NAME: &str = "ENTRY_POINT";

#[test]
fn memory_that_is_not_there_is_an_error() {
    if let Ok(name) = var(NAME) {
        let entry = large_entries().find(|entry| entry.name == name);
        return survive(entry.expect("an entry point"));
    }
    let entries: Vec<&Entry> = large_entries().collect();
    let halves = entries.chunks(entries.len().div_ceil(2));
    let wrong: Vec<String> = scope(|scope| {
        let check = |half: &[&Entry]| {
            half.iter()
                .filter_map(|entry| in_its_own_process(entry))
                .collect()
        };
        let helper = |half| scope.spawn(move || -> Vec<String> { check(half) });
        let helpers: Vec<_> = halves.map(helper).collect();
        let joined = helpers.into_iter().map(|helper| helper.join());
        joined.flat_map(|wrong| wrong.expect("no panic")).collect()
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Returns the fault, if there is one.
fn in_its_own_process(entry: &Entry) -> Option<String> {
    let output = Command::new(current_exe().expect("this test"))
        .args([
            "--exact",
            "memory_that_is_not_there_is_an_error",
            "--nocapture",
        ])
        .args(["--test-threads", "1"])
        .env(NAME, entry.name)
        .env("RUST_BACKTRACE", "0")
        .output()
        .expect("a process");
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().rfind(|line| !line.starts_with("note:"));
    let reason = || format!("{}: {}", entry.name, last.unwrap_or("nothing said"));
    (!output.status.success()).then(reason)
}

fn survive(entry: &Entry) {
    let (beyond, many) = BEYOND_CACHES;
    for threads in [1, 2] {
        let n = if entry.name == beyond {
            many
        } else {
            N[threads - 1]
        };
        let inputs = Inputs::new(n);
        let work = || {
            let mut poll = || false;
            let threads = NonZeroUsize::new(threads).expect("not 0");
            let options = Options::new(&mut poll).with_threads(threads);
            (entry.work)(&Args::valid(&inputs), options)
        };
        let expected = work();
        for failing in [Failing::Only, Failing::From] {
            let finds = |request: usize| {
                let before = in_use();
                let (result, failed) = while_failing(failing(request), work);
                assert_eq!(in_use(), before, "bytes in use after request {request}");
                let right = result == expected || matches!(result, Err(Error::Memory { .. }));
                assert!(right, "{result:?} after request {request}");
                failed
            };
            let last = (0..).find(|&request| !finds(request));
            assert!(last.is_some());
        }
    }
}
