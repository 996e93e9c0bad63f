//! Every public function with arguments that nobody should give it: it answers, with an error or with a number in
//! its range, and does not panic.

use std::cell::RefCell;
use std::panic::{catch_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{available_parallelism, scope};
use std::time::{Duration, Instant};
use weighted_roc_checks::entries::args::Args;
use weighted_roc_checks::entries::inputs::{Inputs, FEW};
use weighted_roc_checks::entries::{each_call, entries, Entry};
use weighted_roc_core::Options;

/// How many calls of an entry have several bad arguments.
const DRAWS: usize = 1000;

/// Some of these arguments make endless work, which is stopped.
const SOON: Duration = Duration::from_millis(200);

/// An entry whose calls take long is called less often.
const LONG: Duration = Duration::from_secs(2);

/// The fault of an entry, if anything is: its first panics, or that the valid call gives no result.
fn faults(entry: &Entry, inputs: &Inputs) -> Vec<String> {
    let (mut faults, begun) = (Vec::new(), Instant::now());
    let mut first = true;
    each_call(DRAWS, |pick| {
        if begun.elapsed() > LONG || faults.len() > 5 {
            return;
        }
        let picked = RefCell::new(Vec::new());
        let pick = |of| {
            let value = pick(of);
            picked.borrow_mut().push(value);
            value
        };
        let started = Instant::now();
        let poll = &mut || started.elapsed() > SOON && !picked.borrow().iter().all(|p| *p == 0);
        let call = || (entry.work)(&Args::new(inputs, &pick), Options::new(poll));
        let result = catch_unwind(AssertUnwindSafe(call));
        let fault = match result {
            Ok(Err(error)) if first => format!("{error:?}"),
            Ok(_) => String::new(),
            Err(panic) => match panic.downcast::<String>() {
                Ok(words) => *words,
                Err(_) => "a panic".to_string(),
            },
        };
        first = false;
        if !fault.is_empty() {
            faults.push(format!("{} {:?}: {fault}", entry.name, picked.take()));
        }
    });
    faults
}

#[test]
fn nothing_panics() {
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let all: Vec<&Entry> = entries().collect();
    let next = AtomicUsize::new(0);
    let check = || {
        let inputs = Inputs::new(FEW);
        let mut wrong = Vec::new();
        while let Some(entry) = all.get(next.fetch_add(1, Relaxed)) {
            wrong.extend(faults(entry, &inputs));
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
    set_hook(hook);
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
