//! How many observations of equal weight the units of a class say as much as (Kish).

use super::placements::Placed;
use super::spread::Unit;
use crate::error::Error;
use crate::poll::Pace;

/// The effective numbers of both classes without clusters: (sum w)^2 / sum w^2, or the weights where these
/// count.
pub(crate) fn effective_of(
    placed: &Placed,
    unit: Unit,
    pace: &mut Pace<'_>,
) -> Result<[f64; 2], Error> {
    if unit == Unit::Count {
        return Ok(placed.weights);
    }
    let mut squares = [0.0; 2];
    for index in 0..placed.records.len() {
        pace.step()?;
        let shares = placed.shares(index);
        (0..2).for_each(|class| squares[class] += shares[class] * shares[class]);
    }
    Ok(squares.map(|sum| 1.0 / sum))
}

/// With clusters: the geometric mean of that of the observations, which holds when those of a cluster do not depend on
/// each other, and that of the clusters, which holds when they are all alike.
pub(crate) fn effective_in_clusters(of_rows: f64, of_clusters: f64) -> f64 {
    if of_rows == of_clusters {
        of_rows
    } else {
        (of_rows * of_clusters).sqrt()
    }
}
