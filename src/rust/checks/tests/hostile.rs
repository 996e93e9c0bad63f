//! Every public function with arguments that nobody should give it: it answers, with an error or with a number in
//! its range, and does not panic.

use std::cell::RefCell;
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{available_parallelism, scope};
use std::time::{Duration, Instant};
use weighted_roc_checks::entries::args::Args;
use weighted_roc_checks::entries::inputs::{Inputs, FEW};
use weighted_roc_checks::entries::{each_call, entries, Entry};
use weighted_roc_core::Options;

/// How many calls of an entry have several bad arguments.
const DRAWS: usize = 2000;

/// Some of these arguments make endless work, which is stopped.
const SOON: Duration = Duration::from_millis(5);

/// An entry whose calls take long is called less often.
const LONG: Duration = Duration::from_secs(2);

/// Returns the first faults of an entry, and how many of its calls found a result.
fn faults(entry: &Entry, inputs: &Inputs) -> (Vec<String>, usize) {
    let (mut found, mut faults) = (0, Vec::new());
    let begun = Instant::now();
    each_call(DRAWS, |pick| {
        if begun.elapsed() > LONG {
            return;
        }
        let picked = RefCell::new(Vec::new());
        let pick = |of| {
            let value = pick(of);
            if std::env::var("TRACE").is_ok() { eprint!("{value} "); }
            picked.borrow_mut().push(value);
            value
        };
        let started = Instant::now();
        if std::env::var("TRACE").is_ok() { eprintln!(); }
        let poll = &mut || started.elapsed() > SOON;
        let call = || (entry.work)(&Args::new(inputs, &pick), Options::new(poll));
        match catch_unwind(AssertUnwindSafe(call)) {
            Ok(result) => found += usize::from(result.is_ok()),
            Err(_) if faults.len() > 5 => {}
            Err(panic) => {
                let words = panic.downcast_ref::<String>().map(String::as_str);
                let words = words.or(panic.downcast_ref::<&str>().copied());
                faults.push(format!(
                    "{} {picked:?}: {}",
                    entry.name,
                    words.unwrap_or("?")
                ));
            }
        }
    });
    if std::env::var("SLOW").is_ok() { eprintln!("{:?} {} {found}", begun.elapsed(), entry.name); }
    (faults, found)
}

#[test]
fn nothing_panics() {
    set_hook(Box::new(|_| {}));
    let only = std::env::var("ENTRY").ok();
    let all: Vec<&Entry> = entries().filter(|e| only.as_ref().map_or(true, |o| o == e.name)).collect();
    let next = AtomicUsize::new(0);
    let check = || {
        let inputs = Inputs::new(FEW);
        let mut wrong = Vec::new();
        while let Some(entry) = all.get(next.fetch_add(1, Relaxed)) {
            let (faults, found) = faults(entry, &inputs);
            wrong.extend(faults);
            if found == 0 {
                wrong.push(format!("{} finds nothing in any call", entry.name));
            }
        }
        wrong
    };
    let wrong: Vec<String> = scope(|scope| {
        let threads = available_parallelism().map_or(1, usize::from);
        let helpers: Vec<_> = (0..threads).map(|_| scope.spawn(check)).collect();
        helpers
            .into_iter()
            .flat_map(|helper| helper.join().expect("no panic"))
            .collect()
    });
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
