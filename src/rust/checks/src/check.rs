//! What the core promises of a curve and its area.

pub mod area;
mod entries;
mod form;

pub use form::well_formed;

use crate::curve::Curve;
use crate::definition::ExactCurve;

pub type Verdict = Result<(), String>;

/// The curve and its area are right, and the curve keeps the promises of [`well_formed`].
pub fn agrees(curve: &Curve, exact: &ExactCurve) -> Verdict {
    well_formed(curve)?;
    entries::agree(curve, exact)?;
    area::agrees(curve, exact)
}

/// How many doubles there are at most from a value in `a` to the one in `b`.
pub fn ulps_between(a: [&[f64]; 2], b: [&[f64]; 2]) -> u64 {
    let (a, b) = (a.concat(), b.concat());
    assert_eq!(a.len(), b.len());
    let pairs = a.iter().zip(&b);
    let ulps = pairs.map(|(a, b)| a.to_bits().abs_diff(b.to_bits()));
    ulps.max().unwrap_or(0)
}

fn require(holds: bool, otherwise: impl FnOnce() -> String) -> Verdict {
    match holds {
        true => Ok(()),
        false => Err(otherwise()),
    }
}
