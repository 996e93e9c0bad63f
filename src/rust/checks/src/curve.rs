//! The curve as the core computes it.

use crate::case::Case;
use weighted_roc_core::{area, Columns, Error, Ranking};

#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    pub tpr: Vec<f64>,
    pub fpr: Vec<f64>,
    pub threshold: Vec<f64>,
    pub false_negative: Vec<f64>,
    pub false_positive: Vec<f64>,
}

impl Curve {
    pub fn of(case: &Case) -> Result<Curve, Error> {
        let ranking = Ranking::new(&case.observations(), &mut || false)?;
        // What is left unwritten fails every check.
        let column = vec![f64::NAN; ranking.rows()];
        let mut curve = Curve {
            tpr: column.clone(),
            fpr: column.clone(),
            threshold: column.clone(),
            false_negative: column.clone(),
            false_positive: column,
        };
        ranking.write(Columns {
            tpr: &mut curve.tpr,
            fpr: &mut curve.fpr,
            threshold: &mut curve.threshold,
            false_negative: &mut curve.false_negative,
            false_positive: &mut curve.false_positive,
        });
        Ok(curve)
    }

    pub fn area(&self) -> f64 {
        area(&self.tpr, &self.fpr).expect("the core takes its own curves")
    }

    pub fn rates(&self) -> [&[f64]; 2] {
        [&self.tpr, &self.fpr]
    }

    pub fn counts(&self) -> [&[f64]; 2] {
        [&self.false_negative, &self.false_positive]
    }
}
