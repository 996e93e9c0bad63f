//! Any entry with any arguments answers, with an error or with a number in its range.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::cell::Cell;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use weighted_roc_checks::entries::args::{Args, Pick};
use weighted_roc_checks::entries::inputs::{Inputs, FEW};
use weighted_roc_checks::entries::{entries, Entry};
use weighted_roc_core::Options;

const SOON: Duration = Duration::from_millis(200);

static INPUTS: OnceLock<Inputs> = OnceLock::new();
static ENTRIES: OnceLock<Vec<&Entry>> = OnceLock::new();

// Each argument takes a byte; one of 255 is followed by a number of its own. Arguments that are left are valid.
fuzz_target!(|bytes: &[u8]| {
    let Some((first, bytes)) = bytes.split_first() else {
        return;
    };
    let all = ENTRIES.get_or_init(|| entries().collect());
    let left = Cell::new(bytes);
    let pick = |_: Pick| match left.get() {
        [u8::MAX, rest @ ..] if rest.len() >= 8 => {
            let (number, rest) = rest.split_at(8);
            left.set(rest);
            u64::from_le_bytes(number.try_into().expect("8 bytes"))
        }
        [byte, rest @ ..] => {
            left.set(rest);
            u64::from(*byte)
        }
        [] => 0,
    };
    let begun = Instant::now();
    let poll = &mut || begun.elapsed() > SOON;
    let inputs = INPUTS.get_or_init(|| Inputs::new(FEW));
    let work = all[usize::from(*first) % all.len()].work;
    let _ = work(&Args::new(inputs, &pick), Options::new(poll));
});
