//! Observations made of arbitrary bytes: valid ones often enough to get past the checks.

use arbitrary::{Arbitrary, Result, Unstructured};
use weighted_roc_checks::case::{Case, LabelColumn, ScoreColumn, WeightColumn};

#[derive(Debug)]
pub struct Input(pub Case);

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let kinds: [u8; 3] = bytes.arbitrary()?;
        let cut: u8 = bytes.arbitrary()?;
        let copies: u8 = bytes.arbitrary()?;
        let rows: Vec<(Score, Label, Weight)> = bytes.arbitrary()?;
        let rows = many(rows, copies);
        let mut scores: Vec<f64> = rows.iter().map(|row| row.0.value()).collect();
        let labels = rows.iter().map(|row| row.1.value(kinds[1] >> 4)).collect();
        let mut weights: Vec<f64> = rows.iter().map(|row| row.2.value()).collect();
        match cut {
            0 => drop(scores.pop()),
            1 => drop(weights.pop()),
            _ => {}
        }
        Ok(Input(Case {
            scores: score_column(kinds[0], scores),
            labels: label_column(kinds[1], labels),
            weights: weight_column(kinds[2], weights),
        }))
    }
}

/// The rows, or once in a while thousands of them.
fn many<T: Copy>(rows: Vec<T>, copies: u8) -> Vec<T> {
    match copies {
        0..=249 => rows,
        250.. => rows.repeat(1 << (2 * (copies - 249))),
    }
}

fn score_column(kind: u8, scores: Vec<f64>) -> ScoreColumn {
    match kind % 3 {
        0 => ScoreColumn::I32(integers(scores)),
        _ => ScoreColumn::F64(scores),
    }
}

fn label_column(kind: u8, labels: Vec<f64>) -> LabelColumn {
    match kind % 3 {
        0 => LabelColumn::F64(labels),
        1 => LabelColumn::I32(integers(labels)),
        _ => LabelColumn::Codes(integers(labels)),
    }
}

fn weight_column(kind: u8, weights: Vec<f64>) -> WeightColumn {
    match kind % 4 {
        0 => WeightColumn::Unit,
        1 => WeightColumn::I32(integers(weights)),
        _ => WeightColumn::F64(weights),
    }
}

fn integers(doubles: Vec<f64>) -> Vec<i32> {
    let integer = |double: f64| match double {
        missing if missing.is_nan() => i32::MIN,
        present => present as i32,
    };
    doubles.into_iter().map(integer).collect()
}

#[derive(Arbitrary, Clone, Copy)]
enum Score {
    Small(i8),
    Tied(bool),
    Infinite(bool),
    Adjacent(u8),
    Any(f64),
}

impl Score {
    fn value(self) -> f64 {
        match self {
            Score::Small(integer) => integer.into(),
            Score::Tied(false) => -0.0,
            Score::Tied(true) => 0.0,
            Score::Infinite(false) => f64::NEG_INFINITY,
            Score::Infinite(true) => f64::INFINITY,
            Score::Adjacent(ulps) => f64::from_bits(1f64.to_bits() + u64::from(ulps)),
            Score::Any(score) => score,
        }
    }
}

#[derive(Arbitrary, Clone, Copy)]
struct Label {
    class: u8,
    other: i8,
}

impl Label {
    /// One of the two labels of an encoding, or once in a while another one.
    fn value(self, encoding: u8) -> f64 {
        let pair = [[-1.0, 1.0], [0.0, 1.0], [1.0, 2.0]][usize::from(encoding % 3)];
        match self.class {
            0 => f64::NAN,
            1 | 2 => self.other.into(),
            class => pair[usize::from(class % 2)],
        }
    }
}

#[derive(Arbitrary, Clone, Copy)]
enum Weight {
    One,
    Small(u8),
    Denormal(u16),
    PowerOfTwo(i8),
    Any(u64),
    Unsound(f64, u8),
}

impl Weight {
    fn value(self) -> f64 {
        match self {
            Weight::One => 1.0,
            Weight::Small(integer) => integer.into(),
            Weight::Denormal(bits) => f64::from_bits(bits.into()),
            Weight::PowerOfTwo(exponent) => f64::from(exponent).exp2(),
            // The exponent of a finite double, and no sign.
            Weight::Any(bits) => f64::from_bits((bits >> 1) % f64::INFINITY.to_bits()),
            Weight::Unsound(weight, 0) => weight,
            Weight::Unsound(weight, _) => weight.abs().min(f64::MAX),
        }
    }
}
