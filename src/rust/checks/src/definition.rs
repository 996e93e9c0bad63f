//! The weighted ROC curve by its definition, in exact arithmetic and quadratic time.

use crate::case::Row;
use crate::exact::whole;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

/// A curve whose weights are multiples of a power of two.
#[derive(Debug, PartialEq)]
pub struct ExactCurve {
    /// The distinct scores, ascending, then infinity.
    pub threshold: Vec<f64>,
    pub false_negative: Vec<BigInt>,
    pub false_positive: Vec<BigInt>,
    /// The unit of both columns is `2^exponent`.
    pub exponent: i32,
    /// The probability that a positive scores higher than a negative, ties counting half.
    pub area: BigRational,
}

impl ExactCurve {
    pub fn positives(&self) -> &BigInt {
        self.false_negative.last().expect("two rows at least")
    }

    pub fn negatives(&self) -> &BigInt {
        &self.false_positive[0]
    }
}

/// The observations that count, their weights being whole.
pub struct Weighed {
    pub rows: Vec<Row>,
    pub weights: Vec<BigInt>,
    pub exponent: i32,
}

impl Weighed {
    pub fn new(rows: &[Row]) -> Weighed {
        let rows: Vec<Row> = rows
            .iter()
            .copied()
            .filter(|row| row.weight > 0.0)
            .collect();
        let doubles: Vec<f64> = rows.iter().map(|row| row.weight).collect();
        let (weights, exponent) = whole(&doubles);
        Weighed {
            rows,
            weights,
            exponent,
        }
    }

    fn total(&self, counts: impl Fn(&Row) -> bool) -> BigInt {
        let pairs = self.rows.iter().zip(&self.weights);
        pairs.filter(|(row, _)| counts(row)).map(|(_, w)| w).sum()
    }

    fn thresholds(&self) -> Vec<f64> {
        let mut scores: Vec<f64> = self.rows.iter().map(|row| row.score).collect();
        scores.sort_by(|a, b| a.partial_cmp(b).expect("no NaN"));
        scores.dedup();
        scores
    }

    /// Twice the weight of the pairs of a positive above a negative, tied pairs counting half.
    fn concordance(&self) -> BigInt {
        let positives = self.rows.iter().zip(&self.weights);
        let below = |row: &Row| {
            let negative = |other: &Row| !other.positive;
            self.total(|other| negative(other) && other.score < row.score)
                + self.total(|other| negative(other) && other.score <= row.score)
        };
        positives
            .filter(|(row, _)| row.positive)
            .map(|(row, weight)| weight * below(row))
            .sum()
    }
}

/// The curve of valid observations.
pub fn by_definition(rows: &[Row]) -> ExactCurve {
    let weighed = Weighed::new(rows);
    let mut threshold = weighed.thresholds();
    let mut false_negative = Vec::new();
    let mut false_positive = Vec::new();
    for &t in &threshold {
        false_negative.push(weighed.total(|row| row.positive && row.score < t));
        false_positive.push(weighed.total(|row| !row.positive && row.score >= t));
    }
    threshold.push(f64::INFINITY);
    let positives = weighed.total(|row| row.positive);
    let negatives = weighed.total(|row| !row.positive);
    let area = area(weighed.concordance(), &positives, &negatives);
    false_negative.push(positives);
    false_positive.push(BigInt::zero());
    ExactCurve {
        threshold,
        false_negative,
        false_positive,
        exponent: weighed.exponent,
        area,
    }
}

pub fn area(concordance: BigInt, positives: &BigInt, negatives: &BigInt) -> BigRational {
    BigRational::new_raw(concordance, positives * negatives * 2)
}
