//! `cargo run --example test`: whether two scores of the same observations have the same AUC.

use weighted_roc_core::hypothesis::{test_scores, Request};
use weighted_roc_core::inference::CovarianceRequest;
use weighted_roc_core::{Error, Labels, Observations, Options, Scores, Weights};

fn main() -> Result<(), Error> {
    let of = |scores| Observations {
        scores: Scores::I64(scores),
        labels: Labels::U8(&[0, 0, 1, 0, 1, 0, 1, 1]),
        weights: Weights::F64(&[1.0, 2.0, 1.0, 1.0, 1.0, 0.5, 1.0, 3.0]),
    };
    let scores = [
        of(&[10, 20, 30, 40, 50, 60, 70, 80]),
        of(&[50, 30, 60, 20, 10, 80, 70, 40]),
    ];
    let request = CovarianceRequest::default();
    let result = test_scores(&scores, &request, &Request::default(), Options::default())?;
    println!("AUCs {:.3?}", result.estimates);
    println!("statistic {:.3}", result.test.statistic);
    println!("p-value {:.3}", result.test.p_value);
    Ok(())
}
