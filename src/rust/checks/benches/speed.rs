//! The time that each part of an analysis takes: `cargo bench`, or `cargo bench -- sort` for one.

use divan::counter::ItemsCount;
use divan::{black_box, Bencher};
use std::fmt;
use weighted_roc_checks::calls;
use weighted_roc_checks::case::{Case, LabelColumn, ScoreColumn, WeightColumn};
use weighted_roc_checks::curve::Curve;
use weighted_roc_checks::rng::Rng;
use weighted_roc_checks::scores::{overconfident, thousandths, uniform};
use weighted_roc_core::curve::Columns;

const LENGTHS: [usize; 3] = [1_000, 100_000, 1_000_000];

type Scores = fn(usize, &mut Rng) -> Vec<f64>;

const SHAPES: [(&str, Scores); 3] = [
    ("uniform", uniform),
    ("three decimals", thousandths),
    ("piled at 0 and 1", overconfident),
];

fn main() {
    divan::main();
}

/// Checks and sorts observations, or adds them up.
#[divan::bench(args = inputs(), sample_count = 20)]
fn sort(bencher: Bencher, input: &Input) {
    let case = input.case();
    let rank = || calls::rank(&black_box(&case).observations());
    bencher.counter(ItemsCount::new(input.n)).bench_local(rank);
}

/// Writes the curve of sorted observations to columns that have been written before.
#[divan::bench(args = inputs(), sample_count = 20)]
fn sweep(bencher: Bencher, input: &Input) {
    let case = input.case();
    let ranking = calls::rank(&case.observations()).unwrap();
    let mut columns = [(); 5].map(|()| vec![0.0; ranking.rows()]);
    let write = || {
        let [tpr, fpr, threshold, false_negative, false_positive] = &mut columns;
        let columns = Columns {
            tpr,
            fpr,
            threshold,
            false_negative,
            false_positive,
        };
        black_box(&ranking).write(columns, &mut || false)
    };
    bencher.counter(ItemsCount::new(input.n)).bench_local(write);
}

/// The area under a curve that is there.
#[divan::bench(args = inputs(), sample_count = 20)]
fn area_of_curve(bencher: Bencher, input: &Input) {
    let curve = Curve::of(&input.case()).unwrap();
    let add_up = || calls::trapezoid(black_box(&curve.tpr), black_box(&curve.fpr));
    let rows = ItemsCount::new(curve.tpr.len());
    bencher.counter(rows).bench_local(add_up);
}

/// The area from the observations.
#[divan::bench(args = inputs(), sample_count = 20)]
fn area_without_curve(bencher: Bencher, input: &Input) {
    let case = input.case();
    let compare = || calls::wmw(&black_box(&case).observations());
    bencher
        .counter(ItemsCount::new(input.n))
        .bench_local(compare);
}

/// Scores of a shape, with random labels and weights.
struct Input {
    name: &'static str,
    scores: Scores,
    n: usize,
}

fn inputs() -> impl Iterator<Item = Input> {
    let input = |n| move |(name, scores)| Input { name, scores, n };
    LENGTHS
        .into_iter()
        .flat_map(move |n| SHAPES.into_iter().map(input(n)))
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, n = {}", self.name, self.n)
    }
}

impl Input {
    fn case(&self) -> Case {
        let mut rng = Rng::new(self.n as u64);
        let rng = &mut rng;
        Case {
            scores: ScoreColumn::F64((self.scores)(self.n, rng)),
            labels: LabelColumn::I32((0..self.n).map(|_| rng.below(2) as i32).collect()),
            weights: WeightColumn::F64((0..self.n).map(|_| rng.unit()).collect()),
        }
    }
}
