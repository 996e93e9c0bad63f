//! `cargo run --example curve`: the curve of weighted observations, column by column.

use weighted_roc_core::curve::Ranking;
use weighted_roc_core::{Error, Labels, Observations, Options, Scores, Weights};

fn main() -> Result<(), Error> {
    let observations = Observations {
        scores: Scores::F64(&[1.0, 2.0, 3.0, 1.0, 1.0]),
        labels: Labels::I32(&[-1, -1, 1, 1, 1]),
        weights: Weights::F64(&[1.0, 1.0, 1.0, 4.0, 5.0]),
    };
    let mut never = || false;
    let curve = Ranking::new(&observations, Options::new(&mut never))?.to_curve(&mut never)?;
    let [tpr, fpr, threshold, ..] = curve.into_columns();
    println!("TPR\tFPR\tthreshold");
    for row in 0..tpr.len() {
        println!("{}\t{}\t{}", tpr[row], fpr[row], threshold[row]);
    }
    Ok(())
}
