//! The influence of each observation on the AUC.

use super::placements::RankedObservations;
use crate::error::Error;
use crate::memory::filled;
use crate::observations::Observations;
use crate::options::Options;

/// The area and the influence of each observation on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Influence {
    /// The area A.
    pub area: f64,
    /// The influence by position: (w_i / W1) (V10_i - A) of a positive and (w_j / W0) (V01_j - A)
    /// of a negative, V being the weighted share of the other class that the observation beats,
    /// half for ties. 0 where the weight is 0. Each class sums to 0.
    pub values: Vec<f64>,
    /// The weight by position, divided by that of the class; minus for negatives.
    pub shares: Vec<f64>,
    /// The weights of the negatives and of the positives.
    pub weights: [f64; 2],
}

/// The influence of each observation. O(n log n) time at worst, 40 bytes an observation.
///
/// ```
/// use weighted_roc_core::inference::influence;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0]),
///     labels: Labels::I32(&[1, 0, 1]),
///     weights: Weights::F64(&[1.0, 2.0, 3.0]),
/// };
/// let result = influence(&observations, Options::new(&mut || false))?;
/// assert_eq!(result.area, 0.75);
/// // A quarter of the positives lose to the negative, three quarters win.
/// assert_eq!(result.values, [0.25 * -0.75, 0.0, 0.75 * 0.25]);
/// assert_eq!(result.shares, [0.25, -1.0, 0.75]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Ranking::new`](crate::curve::Ranking::new).
pub fn influence(
    observations: &Observations<'_>,
    mut options: Options<'_>,
) -> Result<Influence, Error> {
    let length = observations.labels.len();
    let mut values = filled(length, 0.0)?;
    let mut shares = filled(length, 0.0)?;
    let ranking = RankedObservations::with_positions(observations, options.reborrow())?;
    ranking.deviations(options.poll, |index, [negative, positive], away| {
        let position = ranking.positions[index];
        values[position] = negative * away[0] + positive * away[1];
        shares[position] = positive - negative;
    })?;
    Ok(Influence {
        area: ranking.area,
        values,
        shares,
        weights: ranking.weights,
    })
}
