//! Valid observations made of arbitrary bytes: all that are left.

use arbitrary::{Arbitrary, Result, Unstructured};
use weighted_roc_checks::case::Row;

/// Both classes are there and have weight.
#[derive(Debug)]
pub struct Rows(pub Vec<Row>);

impl<'a> Arbitrary<'a> for Rows {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let copies: u8 = bytes.arbitrary()?;
        let mut rows = Vec::new();
        while !bytes.is_empty() {
            rows.push(row(bytes)?);
        }
        for positive in [false, true] {
            if !rows
                .iter()
                .any(|row| row.positive == positive && row.weight > 0.0)
            {
                rows.push(Row {
                    score: 0.0,
                    positive,
                    weight: 1.0,
                });
            }
        }
        Ok(Rows(many(rows, copies)))
    }
}

fn row(bytes: &mut Unstructured) -> Result<Row> {
    let kind: u8 = bytes.arbitrary()?;
    Ok(Row {
        score: score(kind >> 4, bytes)?,
        positive: kind & 1 == 1,
        weight: weight(kind >> 1 & 7, bytes)?,
    })
}

fn score(kind: u8, bytes: &mut Unstructured) -> Result<f64> {
    const SPECIAL: [f64; 4] = [-0.0, 0.0, f64::NEG_INFINITY, f64::INFINITY];
    let score = match kind {
        0..=3 => SPECIAL[usize::from(kind)],
        4..=9 => f64::from(bytes.arbitrary::<i8>()?),
        10..=12 => f64::from_bits(1f64.to_bits() + u64::from(bytes.arbitrary::<u8>()?)),
        _ => bytes.arbitrary()?,
    };
    Ok(if score.is_nan() { 0.5 } else { score })
}

/// Some thousand of them add up to less than infinity.
fn weight(kind: u8, bytes: &mut Unstructured) -> Result<f64> {
    Ok(match kind {
        0..=2 => 1.0,
        3 => f64::from(bytes.arbitrary::<u8>()?),
        4 => f64::from(bytes.arbitrary::<i8>()?).exp2(),
        5 => f64::from_bits(bytes.arbitrary::<u16>()?.into()),
        6 => 1.0 / (1.0 + f64::from(bytes.arbitrary::<u8>()?)),
        _ => f64::from_bits((bytes.arbitrary::<u64>()? >> 1) % 1e303f64.to_bits()),
    })
}

/// The rows, or once in a while many times as many, with scores that are apart.
fn many(rows: Vec<Row>, copies: u8) -> Vec<Row> {
    let copies = match copies {
        0..=249 => return rows,
        250..=254 => 1 << (copies - 249),
        255 => 200,
    };
    let copy = |i: i32| {
        rows.iter().map(move |row| Row {
            score: row.score + 300.5 * f64::from(i),
            ..*row
        })
    };
    (0..copies).flat_map(copy).collect()
}
