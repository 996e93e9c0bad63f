//! Curves to decide on.

use crate::case::WeightColumn::{Unit, I32};
use crate::case::{Case, Row};
use crate::curve::Curve;
use crate::definition::{by_definition, ExactCurve};
use crate::rng::Rng;
use crate::shape::{weights, Shape};

/// The weights are whole numbers, which add up to less than `2^20`.
const WHOLE: [weights::Shape; 4] = [
    ("unit", |_, _| Unit),
    ("small integers", |n, rng| {
        I32((0..n).map(|_| rng.below(6) as i32).collect())
    }),
    ("twos", |n, _| I32(vec![2; n])),
    ("integers", |n, rng| {
        I32((0..n).map(|_| rng.below((1 << 20) / n) as i32).collect())
    }),
];

/// A curve, and the observations that it is of.
#[derive(Debug)]
pub struct Sample {
    pub name: String,
    pub case: Case,
    pub curve: Curve,
}

impl Sample {
    fn new(shape: Shape, n: usize, rng: &mut Rng) -> Sample {
        let case = shape.case(n, rng);
        Sample {
            name: shape.name(),
            curve: Curve::from_case(&case).expect("a valid case"),
            case,
        }
    }

    /// Returns `n` observations of any shape.
    pub fn any(n: usize, rng: &mut Rng) -> Sample {
        Sample::new(Shape::any(rng), n, rng)
    }

    /// Returns 2 to `n` observations of any shape.
    pub fn up_to(n: usize, rng: &mut Rng) -> Sample {
        Sample::any(2 + rng.below(n - 1), rng)
    }

    /// A case of 2 to `n` observations of any shape, with weights that are whole numbers.
    pub fn whole(n: usize, rng: &mut Rng) -> Sample {
        let weights = &WHOLE[rng.below(WHOLE.len())];
        let shape = Shape {
            weights,
            ..Shape::any(rng)
        };
        Sample::new(shape, 2 + rng.below(n - 1), rng)
    }

    /// The weights of the errors as they are without rounding.
    pub fn exact(&self) -> ExactCurve {
        by_definition(&self.case.rows())
    }
}

/// A probability of the positive class between 0 and 1, if it is known.
pub fn any_prior(rng: &mut Rng) -> Option<f64> {
    match rng.below(3) {
        0 => None,
        1 => Some(rng.pick(&[1e-300, 1e-12, 0.5, 1.0 - f64::EPSILON / 2.0])),
        _ => Some(rng.unit()),
    }
}

/// Bends from plain ones to such as are lost in rounding.
pub fn bends() -> impl Iterator<Item = f64> {
    (6 * 4..18 * 4).map(|quarters| 10f64.powf(f64::from(-quarters) / 4.0))
}

/// A curve that bends so little from row to row that no three neighbours tell it from a straight
/// line, if `bend` is small enough.
pub fn gentle(rows: usize, bend: f64) -> Curve {
    let pair = |i: usize| {
        [false, true].map(|positive| Row {
            score: i as f64,
            positive,
            weight: if positive { 1.0 + bend * i as f64 } else { 1.0 },
        })
    };
    let rows: Vec<Row> = (0..rows).flat_map(pair).collect();
    Curve::from_case(&Case::from_rows(&rows)).expect("a valid case")
}
