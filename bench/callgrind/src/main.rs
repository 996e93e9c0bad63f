//! `weighted-roc-instructions JOB SHAPE N CALLS`: makes so many calls on deterministic data.

use std::env::args;
use std::hint::black_box;
use weighted_roc_core::area::wmw;
use weighted_roc_core::curve::{OwnedCurve, Ranking};
use weighted_roc_core::{Error, Labels, Observations, Options, Scores, Weights};

/// Marsaglia's xorshift64.
struct Xorshift(u64);

impl Xorshift {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// In [0, 1).
    fn uniform(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

struct Data {
    scores: Vec<f64>,
    labels: Vec<i32>,
    weights: Vec<f64>,
}

impl Data {
    fn new(shape: &str, n: usize) -> Data {
        let mut random = Xorshift(0x9E37_79B9_7F4A_7C15);
        let mut column = |draw: fn(&mut Xorshift) -> f64| -> Vec<f64> {
            (0..n).map(|_| draw(&mut random)).collect()
        };
        let scores = match shape {
            "continuous" => column(Xorshift::uniform),
            "three-decimals" => column(|random| (random.next() % 1000) as f64 / 1000.0),
            _ => panic!("unknown shape: {shape}"),
        };
        let weights = column(|random| 0.1 + random.uniform());
        let labels = (0..n).map(|_| (random.next() >> 63) as i32).collect();
        Data {
            scores,
            labels,
            weights,
        }
    }

    fn observations(&self) -> Observations<'_> {
        Observations {
            scores: Scores::F64(&self.scores),
            labels: Labels::I32(&self.labels),
            weights: Weights::F64(&self.weights),
        }
    }
}

fn curve(observations: &Observations<'_>) -> Result<OwnedCurve, Error> {
    let mut never = || false;
    Ranking::new(observations, Options::new(&mut never))?.to_curve(&mut never)
}

fn call(job: &str, observations: &Observations<'_>) -> Result<(), Error> {
    match job {
        "curve" => drop(black_box(curve(black_box(observations))?)),
        "area" => drop(black_box(wmw(
            black_box(observations),
            Options::new(&mut || false),
        )?)),
        _ => panic!("unknown job: {job}"),
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [job, shape, n, calls] = arguments.as_slice() else {
        panic!("wanted: JOB SHAPE N CALLS")
    };
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let data = Data::new(shape, number(n));
    for _ in 0..number(calls) {
        call(job, &data.observations())?;
    }
    Ok(())
}
