//! Areas of cross-validated predictions: the mean of the areas of the folds.
//!
//! Each fold's predictions come from a model of its own, and are compared with each other only. An
//! observation has few to be compared with, so that each comparison says something: what both of its
//! observations have in common with it is counted twice in the sums of squared influences, and is
//! summed up here to be subtracted.

mod grouped;
mod pairs;
mod repetition;

use super::clusters::check_clusters;

use super::joint::{check_lengths, Joint, JointSpread};
use super::spread::Unit;
use crate::error::{Argument, Error};
use crate::hypothesis::{compare, Comparison};
use crate::memory::{collect, filled, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{check, Pace};
use repetition::Repetition;

/// In which fold each observation was predicted, in one repetition of a cross-validation: numbers
/// below that of the folds.
#[derive(Clone, Copy, Debug)]
pub struct Folds<'a> {
    /// The fold of each observation.
    pub codes: &'a [i32],
    /// How many there are.
    pub number: usize,
}

/// The clusters of observations, and how many there are.
type Clusters<'a> = Option<(&'a [i32], usize)>;

/// What is known of areas that are means over folds and repetitions.
#[derive(Clone, Debug, PartialEq)]
pub struct FoldedSpread {
    /// As of areas of all observations. An influence is the mean over repetitions of
    /// (share / V) (placement - A), with the share of the weight of the class in the fold, the placement
    /// among the fold's, V folds, and A the area in the repetition. A comparison within a cluster
    /// counts 1 / 2 + 1 / (2 V) for each of its two observations, as they are one unit.
    pub joint: JointSpread,
    /// For each area what the sums of squares have twice: over repetitions the sum of (V - 1) / V times
    /// the squared deviations from A of the comparisons of two units (each by its shares / V), divided
    /// by the square of the number of repetitions. Folds of more than [`MOST_CLUSTERS`] clusters are
    /// left out: what it is beside the sums falls with the number of units.
    pub pairs: Vec<f64>,
    /// The same of the squared products of shares alone; 0 with clusters.
    pub shares: f64,
}

/// Of how many clusters in a fold each pair is looked at.
pub const MOST_CLUSTERS: usize = 64;

/// The spread of areas of scores, each of which has been predicted once in each of the repetitions:
/// `scores` holds the repetitions of the first score, then of the second, with the same labels and
/// weights.
///
/// For k scores and r repetitions O(k r n log n + k^2 n) time at worst.
///
/// ```
/// use weighted_roc_core::inference::{folded_spread, Folds};
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 30.0, 20.0]),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let folds = Folds { codes: &[0, 0, 1, 1], number: 2 };
/// let found = folded_spread(&[observations], &[folds], None, Options::new(&mut || false))
///     .map_err(|(_, error)| error)?;
/// // Areas of 1 and of 0; each positive is off by 1/2, with a share of 1/2.
/// assert_eq!((found.joint.areas[0], found.joint.positives[0]), (0.5, 1.0 / 8.0));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`joint_spread`](super::joint_spread), with the index among `scores`;
/// [`Error::FoldClass`] for a fold in which a class has no weight, [`Error::SplitCluster`] for a
/// cluster that is in two folds, [`Error::Cluster`] for a fold that is none.
pub fn folded_spread(
    scores: &[Observations<'_>],
    folds: &[Folds<'_>],
    clusters: Clusters<'_>,
    options: Options<'_>,
) -> Result<FoldedSpread, (usize, Error)> {
    let folded = Folded::new(scores, folds, clusters, None, options)?;
    Ok(FoldedSpread {
        joint: folded.joint.spread,
        pairs: folded.pairs,
        shares: folded.shares,
    })
}

/// Areas that are means over folds, compared.
#[derive(Clone, Debug, PartialEq)]
pub struct FoldedComparison {
    /// As of areas of all observations: what the sums of squares have twice stays in them.
    pub comparison: Comparison,
    /// What they have twice.
    pub common: Common,
}

/// What sums of squares and products of influences have twice, see [`FoldedSpread::pairs`]: with c the product
/// of the shares of a comparison of two units and z what it deviates from the area, times c.
#[derive(Clone, Debug, PartialEq)]
pub struct Common {
    /// The sums of z_k z_l for each pair of scores (k, l), column by column.
    pub products: Vec<f64>,
    /// The sums of c z for each score.
    pub deviations: Vec<f64>,
    /// The sum of c^2.
    pub shares: f64,
}

/// Compares the areas of scores that are means over folds, see [`folded_spread`]. Observations are units in
/// the place of clusters if there are none, also where it is said how many a fold may have.
///
/// # Errors
/// Those of [`folded_spread`].
pub fn compare_in_folds(
    scores: &[Observations<'_>],
    folds: &[Folds<'_>],
    clusters: Clusters<'_>,
    mut options: Options<'_>,
) -> Result<FoldedComparison, (usize, Error)> {
    let width = scores.len() / folds.len().max(1);
    let mut common = Common::blank(width).map_err(|error| (0, error))?;
    let folded = Folded::new(scores, folds, clusters, Some(&mut common), options.again())?;
    Ok(FoldedComparison {
        comparison: compare(folded.joint, options)?,
        common,
    })
}

impl Common {
    fn blank(width: usize) -> Result<Common, Error> {
        Ok(Common {
            products: filled(width.saturating_mul(width), 0.0)?,
            deviations: filled(width, 0.0)?,
            shares: 0.0,
        })
    }
}

/// Of one of some repetitions.
fn add_common(
    common: &mut Common,
    found: &[Repetition],
    (codes, number): (&[i32], usize),
    repetitions: usize,
    options: Options<'_>,
) -> Result<(), Error> {
    let mut scored = reserve(found.len())?;
    for repetition in found {
        push(
            &mut scored,
            repetition.scored(codes, number, &mut *options.poll)?,
        )?;
    }
    let factor = found.first().map_or(0.0, Repetition::factor_of_pairs);
    let part = 1.0 / repetitions as f64;
    common.add(
        &scored,
        codes,
        part * part * factor,
        &mut Pace::new(options.poll),
    )
}

struct Folded {
    joint: Joint,
    pairs: Vec<f64>,
    shares: f64,
}

impl Folded {
    fn new(
        scores: &[Observations<'_>],
        folds: &[Folds<'_>],
        clusters: Clusters<'_>,
        mut common: Option<&mut Common>,
        mut options: Options<'_>,
    ) -> Result<Folded, (usize, Error)> {
        let of_first = |error| (0, error);
        let observations = check_lengths(scores)?;
        check_repetitions(scores.len(), folds.len()).map_err(of_first)?;
        let mut pace = Pace::new(options.poll);
        for (r, folds) in folds.iter().enumerate() {
            check_folds(*folds, clusters, observations, &mut pace).map_err(|error| (r, error))?;
        }
        let width = scores.len() / folds.len();
        let mut folded = Folded {
            joint: Joint::blank(width, observations).map_err(of_first)?,
            pairs: filled(width, 0.0).map_err(of_first)?,
            shares: 0.0,
        };
        let own = match (clusters, &common) {
            (None, Some(_)) => collect(0..observations as i32).map_err(of_first)?,
            _ => Vec::new(),
        };
        let units = clusters.unwrap_or((&own, own.len()));
        for (r, &of_repetition) in folds.iter().enumerate() {
            let mut kept = Vec::new();
            for k in 0..width {
                let index = k * folds.len() + r;
                let found = Repetition::new(&scores[index], of_repetition, options.again())
                    .and_then(|found| {
                        folded.add(k, &found, folds.len(), clusters, options.again())?;
                        Ok(found)
                    })
                    .map_err(|error| (index, error))?;
                if common.is_some() {
                    push(&mut kept, found).map_err(of_first)?;
                }
            }
            if let Some(common) = common.as_deref_mut() {
                add_common(common, &kept, units, folds.len(), options.again()).map_err(of_first)?;
            }
        }
        folded.joint.finish(Unit::Row, clusters, options.poll)?;
        Ok(folded)
    }

    /// Adds one of some repetitions of score k.
    fn add(
        &mut self,
        k: usize,
        found: &Repetition,
        repetitions: usize,
        clusters: Clusters<'_>,
        options: Options<'_>,
    ) -> Result<(), Error> {
        check(options.poll)?;
        let part = 1.0 / repetitions as f64;
        let Joint { spread, units } = &mut self.joint;
        spread.areas[k] += part * found.area;
        spread.numbers = found.numbers;
        let influences = found.influences(clusters, options.poll)?;
        for (position, influence) in influences.iter().enumerate() {
            units.add(
                position,
                k,
                part * influence.value,
                part * influence.share,
                k == 0,
            );
        }
        let [pairs, shares] = found.pairs(clusters, options.poll)?;
        self.pairs[k] += part * part * pairs;
        if k == 0 {
            self.shares += part * part * shares;
        }
        Ok(())
    }
}

/// Each score has all repetitions.
fn check_repetitions(scores: usize, repetitions: usize) -> Result<(), Error> {
    if repetitions == 0 {
        return Err(Error::Empty);
    }
    match scores % repetitions {
        0 => Ok(()),
        more => Err(Error::Length {
            argument: Argument::Scores,
            length: scores,
            expected: scores - more + repetitions,
        }),
    }
}

/// There is a fold for each observation, and no cluster in two of them.
fn check_folds(
    folds: Folds<'_>,
    clusters: Clusters<'_>,
    observations: usize,
    pace: &mut Pace<'_>,
) -> Result<(), Error> {
    check_clusters(folds.codes, folds.number, observations, pace.poll())?;
    let Some((codes, number)) = clusters else {
        return Ok(());
    };
    check_clusters(codes, number, observations, pace.poll())?;
    let mut of_cluster = filled(number, None)?;
    for (position, (&cluster, &fold)) in codes.iter().zip(folds.codes).enumerate() {
        pace.step()?;
        if *of_cluster[cluster as usize].get_or_insert(fold) != fold {
            return Err(Error::SplitCluster { position });
        }
    }
    Ok(())
}
