//! Every platform computes the same bits: digests of results, frozen on x86_64-unknown-linux-gnu in `bits.txt`.

use std::num::NonZeroUsize;
use weighted_roc_checks::entries::{args::Args, inputs::Inputs, large_entries};
use weighted_roc_core::estimate::{estimate, EstimateRequest};
use weighted_roc_core::Options;

/// Few observations, and enough of them for the sort that deals scores into buckets.
const SIZES: [usize; 2] = [300, 40_000];

/// One line per size and entry point: the digest, the size and the name.
fn lines(threads: usize) -> String {
    let threads = NonZeroUsize::new(threads).expect("not 0");
    let mut lines = String::new();
    for n in SIZES {
        let inputs = Inputs::new(n);
        for entry in large_entries() {
            let mut never = || false;
            let mut options = Options::new(&mut never);
            options.threads = threads;
            let digest = (entry.work)(&Args::valid(&inputs), options).expect("valid inputs");
            lines += &format!("{digest:016x} {n} {}\n", entry.name);
        }
        for end in interval(&inputs) {
            lines += &format!("{:016x} {n} area_intervals\n", end.to_bits());
        }
    }
    lines
}

fn interval(inputs: &Inputs) -> [f64; 2] {
    let request = EstimateRequest::default();
    let observations = [inputs.cases[0].observations()];
    let result = estimate(&observations, &request, Options::new(&mut || false));
    let interval = result.expect("valid inputs").estimates[0].interval;
    [interval.low, interval.high]
}

#[test]
fn results_have_the_bits_of_x86_64() {
    let frozen = include_str!("bits.txt");
    for threads in [1, 2] {
        let result = lines(threads);
        let changed: Vec<&str> = result
            .lines()
            .filter(|line| !frozen.lines().any(|known| known == *line))
            .collect();
        assert!(
            result == frozen,
            "{threads} threads; changed: {changed:#?}\nIf intended, bits.txt becomes\n{result}"
        );
    }
}
