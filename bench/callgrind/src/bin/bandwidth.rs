//! `bandwidth [THREADS]`: how fast the memory is read, written and copied, the best of ten times.

use std::env::args;
use std::hint::black_box;
use std::thread::scope;
use std::time::Instant;

/// Doubles: 320 MB, far more than caches hold.
const LENGTH: usize = 40_000_000;

/// The least seconds that threads take for pieces of columns.
fn best(work: impl Fn(&mut [f64], &mut [f64]) + Sync, threads: usize) -> f64 {
    let mut columns = [vec![1.0; LENGTH], vec![2.0; LENGTH]];
    let once = |_| {
        let start = Instant::now();
        let [from, to] = &mut columns;
        let size = LENGTH.div_ceil(threads);
        scope(|scope| {
            for (from, to) in from.chunks_mut(size).zip(to.chunks_mut(size)) {
                scope.spawn(|| work(from, to));
            }
        });
        start.elapsed().as_secs_f64()
    };
    (0..10).map(once).fold(f64::INFINITY, f64::min)
}

fn sum(from: &mut [f64], _: &mut [f64]) {
    let mut lanes = [0.0; 8];
    for group in from.chunks_exact(8) {
        for (lane, value) in lanes.iter_mut().zip(group) {
            *lane += value;
        }
    }
    black_box(lanes);
}

fn main() {
    let threads = args().nth(1).map_or(1, |n| n.parse().expect("a number"));
    let bytes = 8e-9 * LENGTH as f64;
    println!("read  {:.1} GB/s", bytes / best(sum, threads));
    let fill = |_: &mut [f64], to: &mut [f64]| to.fill(black_box(3.0));
    println!("write {:.1} GB/s", bytes / best(fill, threads));
    let copy = |from: &mut [f64], to: &mut [f64]| to.copy_from_slice(black_box(from));
    println!(
        "copy  {:.1} GB/s, read and written",
        2.0 * bytes / best(copy, threads)
    );
}
