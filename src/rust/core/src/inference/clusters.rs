//! Which observations belong together.

use super::spread::Clusters;
use crate::error::{Argument, Error};
use crate::memory::filled;
use crate::poll::{Pace, Poll};
use crate::rounding::without_rounding;

/// There is a cluster for each of `observations`, a number below `clusters`.
pub(crate) fn check_clusters(
    codes: &[i32],
    clusters: usize,
    observations: usize,
    poll: Poll<'_>,
) -> Result<(), Error> {
    if codes.len() != observations {
        return Err(Error::Length {
            argument: Argument::Clusters,
            length: codes.len(),
            expected: observations,
        });
    }
    let mut pace = Pace::new(poll);
    for (position, &value) in codes.iter().enumerate() {
        pace.step()?;
        if usize::try_from(value).map_or(true, |cluster| cluster >= clusters) {
            return Err(Error::Cluster {
                position,
                value,
                clusters,
            });
        }
    }
    Ok(())
}

/// The sums of the rows of each cluster, of a matrix row by row: what cancels in a cluster leaves nothing.
pub(crate) fn sums_by(
    values: &[f64],
    width: usize,
    (codes, number): Clusters<'_>,
    pace: &mut Pace<'_>,
) -> Result<Vec<f64>, Error> {
    let size = number.saturating_mul(width);
    let (mut sums, mut terms) = (filled(size, 0.0)?, filled(size, 0.0)?);
    for (row, &code) in values.chunks_exact(width.max(1)).zip(codes) {
        pace.steps(width)?;
        let first = code as usize * width;
        for (k, value) in row.iter().enumerate() {
            sums[first + k] += value;
            terms[first + k] += value.abs();
        }
    }
    for (sum, terms) in sums.iter_mut().zip(terms) {
        *sum = without_rounding(*sum, terms);
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poll::BLOCK;

    fn check(codes: &[i32], clusters: usize) -> Result<(), Error> {
        check_clusters(codes, clusters, 3, &mut || false)
    }

    #[test]
    fn clusters_count_from_0_to_their_number() {
        assert_eq!(check(&[0, 2, 0], 3), Ok(()));
        let cluster = |position, value, clusters| {
            Err(Error::Cluster {
                position,
                value,
                clusters,
            })
        };
        assert_eq!(check(&[0, 2, 0], 2), cluster(1, 2, 2));
        assert_eq!(check(&[0, 1, -1], 2), cluster(2, -1, 2));
        assert_eq!(check(&[i32::MIN, 1, 1], 2), cluster(0, i32::MIN, 2));
        assert_eq!(check(&[0, 0, 0], 0), cluster(0, 0, 0));
    }

    #[test]
    fn each_observation_has_one() {
        for length in [2, 4] {
            let error = Error::Length {
                argument: Argument::Clusters,
                length,
                expected: 3,
            };
            assert_eq!(check(&[0; 4][..length], 1), Err(error));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "slow")]
    fn the_check_can_be_stopped() {
        let found = check_clusters(&[0; BLOCK], 1, BLOCK, &mut || true);
        assert_eq!(found, Err(Error::Interrupted));
    }
}
