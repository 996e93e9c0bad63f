//! `weighted-roc-instructions JOB SHAPE N CALLS [THREADS]`: makes so many calls on deterministic data.

#[allow(dead_code)]
#[path = "../../../src/rust/core/src/testing/data.rs"]
mod data;
#[allow(dead_code)]
#[path = "../../../src/rust/core/src/testing/rng.rs"]
mod rng;
#[allow(dead_code)]
#[path = "../../../src/rust/core/src/testing/scores.rs"]
mod scores;

use data::Data;
use rng::Rng;
use std::env::args;
use std::hint::black_box;
use std::num::NonZeroUsize;
use weighted_roc_core::area::wmw;
use weighted_roc_core::curve::{OwnedCurve, Ranking};
use weighted_roc_core::{Error, Labels, Observations, Options, Scores, Weights};

fn data(shape: &str, n: usize) -> Data {
    let mut rng = Rng::new(1);
    let scores = match shape {
        "continuous" => scores::uniform(n, &mut rng),
        "three-decimals" => scores::thousandths(n, &mut rng),
        _ => panic!("unknown shape: {shape}"),
    };
    Data::random(scores, &mut rng, |rng| 0.1 + rng.unit())
}

fn curve(observations: &Observations<'_>, options: Options<'_>) -> Result<OwnedCurve, Error> {
    Ranking::new(observations, options)?.to_curve(&mut || false)
}

fn call(job: &str, observations: &Observations<'_>, threads: NonZeroUsize) -> Result<(), Error> {
    let observations = black_box(observations);
    let poll = &mut || false;
    let options = Options { threads, poll };
    match job {
        "curve" => drop(black_box(curve(observations, options)?)),
        "area" => drop(black_box(wmw(observations, options)?)),
        _ => panic!("unknown job: {job}"),
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [job, shape, n, calls, threads @ ..] = arguments.as_slice() else {
        panic!("wanted: JOB SHAPE N CALLS [THREADS]")
    };
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let threads = threads.first().map_or(1, |threads| number(threads));
    let threads = NonZeroUsize::new(threads).expect("a thread");
    let data = data(shape, number(n));
    for _ in 0..number(calls) {
        call(job, &data.observations(), threads)?;
    }
    Ok(())
}
