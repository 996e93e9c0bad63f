//! The curve as the core computes it.

use crate::calls::{given, rank, trapezoid};
use crate::case::Case;
use crate::exact::rational;
use num_rational::BigRational;
use num_traits::One;
use weighted_roc_core::curve::{self, Columns, Points, Ranking};
use weighted_roc_core::Error;

#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    pub tpr: Vec<f64>,
    pub fpr: Vec<f64>,
    pub threshold: Vec<f64>,
    pub false_negative: Vec<f64>,
    pub false_positive: Vec<f64>,
    /// The weight of the first rows, where it is not what the false positives leave.
    pub true_negative: Vec<f64>,
}

impl Curve {
    pub fn from_case(case: &Case) -> Result<Curve, Error> {
        rank(&case.observations()).map(Curve::written_by)
    }

    pub fn written_by(ranking: Ranking) -> Curve {
        // A value that is left unwritten fails every check.
        let column = vec![f64::NAN; ranking.rows()];
        let mut curve = Curve {
            tpr: column.clone(),
            fpr: column.clone(),
            threshold: column.clone(),
            false_negative: column.clone(),
            false_positive: column,
            true_negative: Vec::new(),
        };
        let columns = Columns {
            tpr: &mut curve.tpr,
            fpr: &mut curve.fpr,
            threshold: &mut curve.threshold,
            false_negative: &mut curve.false_negative,
            false_positive: &mut curve.false_positive,
        };
        let written = ranking.write(columns, &mut || false);
        written.expect("columns as long as the core asks for");
        let known = ranking.true_negatives(&curve.false_positive, &mut || false);
        curve.true_negative = known.expect("memory");
        curve
    }

    pub fn points(&self) -> Points<'_> {
        Points {
            tpr: &self.tpr,
            fpr: &self.fpr,
            threshold: &self.threshold,
            false_negative: &self.false_negative,
            false_positive: &self.false_positive,
            true_negative: &self.true_negative,
        }
    }

    /// The curve as the core takes it to decide on.
    pub fn given(&self) -> curve::Curve<'_> {
        given(self.points()).expect("the core takes its own curves")
    }

    pub fn rows(&self) -> usize {
        self.threshold.len()
    }

    /// The total weight of the positives.
    pub fn positives(&self) -> f64 {
        self.false_negative[self.rows() - 1]
    }

    /// The total weight of the negatives.
    pub fn negatives(&self) -> f64 {
        self.false_positive[0]
    }

    /// The weight of the true negatives, as it is known or as the false positives leave it.
    pub fn true_negative(&self, row: usize) -> BigRational {
        let rest = || rational(self.negatives()) - rational(self.false_positive[row]);
        let known = self.true_negative.get(row);
        known.map_or_else(rest, |&weight| rational(weight))
    }

    /// The true negative rate, by the weight where it is less than 1/1024.
    pub fn tnr(&self, row: usize) -> BigRational {
        match self.fpr[row] > 1.0 - 1.0 / 1024.0 {
            true => self.true_negative(row) / rational(self.negatives()),
            false => BigRational::one() - rational(self.fpr[row]),
        }
    }

    pub fn area(&self) -> f64 {
        trapezoid(&self.tpr, &self.fpr).expect("the core takes its own curves")
    }

    pub fn rates(&self) -> [&[f64]; 2] {
        [&self.tpr, &self.fpr]
    }

    pub fn counts(&self) -> [&[f64]; 2] {
        [&self.false_negative, &self.false_positive]
    }
}
