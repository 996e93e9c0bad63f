//! The guarantees of the core for a curve and its AUC.

pub mod area;
mod entries;
mod form;
pub mod statistic;

pub use form::well_formed;

use crate::case::Case;
use crate::curve::Curve;
use crate::definition::ExactCurve;

pub type Verdict = Result<(), String>;

/// The curve and its area are right, and the curve keeps the promises of [`well_formed`].
pub fn agrees(curve: &Curve, exact: &ExactCurve) -> Verdict {
    well_formed(curve)?;
    entries::agree(curve, exact)?;
    area::agrees(curve, exact)
}

/// Curve, area and statistic of a valid case are right.
pub fn case_agrees(case: &Case, exact: &ExactCurve) -> Verdict {
    let curve = Curve::from_case(case).map_err(|error| error.to_string())?;
    agrees(&curve, exact)?;
    let result = crate::statistic::statistic(case).map_err(|error| error.to_string())?;
    statistic::agrees(result, &curve, exact)
}

/// How many doubles there are at most from a value in `a` to the one in `b`.
pub fn ulps_between(a: [&[f64]; 2], b: [&[f64]; 2]) -> u64 {
    let (a, b) = (a.concat(), b.concat());
    assert_eq!(a.len(), b.len());
    let pairs = a.iter().zip(&b);
    let ulps = pairs.map(|(a, b)| a.to_bits().abs_diff(b.to_bits()));
    ulps.max().unwrap_or(0)
}

pub fn require(holds: bool, otherwise: impl FnOnce() -> String) -> Verdict {
    match holds {
        true => Ok(()),
        false => Err(otherwise()),
    }
}
