//! `cargo run --example auc`: the AUC of weighted observations in clusters, with its 90 % confidence interval.

use weighted_roc_core::estimate::{estimate, EstimateRequest};
use weighted_roc_core::interval::Level;
use weighted_roc_core::sampling::Sampling;
use weighted_roc_core::{Error, Labels, Observations, Options, Scores, Weights};

fn main() -> Result<(), Error> {
    let observations = Observations {
        scores: Scores::F32(&[0.1, 0.4, 0.35, 0.8, 0.2, 0.6, 0.9, 0.3]),
        labels: Labels::Bool(&[false, false, true, true, false, true, true, false]),
        weights: Weights::F32(&[1.0, 2.0, 1.0, 1.5, 1.0, 1.0, 0.5, 1.0]),
    };
    let patients = (&[0, 0, 1, 1, 2, 3, 4, 5][..], 6);
    let request = EstimateRequest::default()
        .with_level(Level::new(0.9)?)
        .with_sampling(Sampling::default().with_clusters(Some(patients)));
    for area in estimate(&[observations], &request, Options::default())?.estimates {
        let interval = area.interval;
        println!("AUC {:.3}", area.value);
        println!("standard error {:.3}", interval.std_error);
        println!("interval {:.3} to {:.3}", interval.low, interval.high);
    }
    Ok(())
}
