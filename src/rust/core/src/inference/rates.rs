//! How the rates along a curve vary (weighted means of indicators; Horvitz and Thompson 1952 for their linearization).
//!
//! With s the share of an observation in the weight of its class, y whether it is above a place and p the rate there:
//!
//! ```text
//! u = s (y - p)                                     the influence of an observation on the rate
//! for each place: sums of s, s^2 and s^4 below and above, see share_sums.rs
//!     sum u^2 = below s^2 p^2 + above s^2 (1 - p)^2, and sum u^4 for the degrees of freedom
//! with clusters: move each cluster's shares from above to below, and square its sums
//! ```

use super::placements::RankedObservations;
use super::share_sums::{AroundPlace, ShareSums, Summed};
use crate::covariance::{leverage, Powers, Sizes};
use crate::error::{Argument, Error};
use crate::memory::{collect, filled};
use crate::order::order;
use crate::poll::Pace;
use crate::rounding::sum_of;
use crate::sampling::{Clusters, Sampling};
use std::ops::Range;

/// Sums over the influences of units on the false positive rate and on the true positive rate, at
/// places of the curve. Units are clusters, or what [`Unit`] says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RateCovariance {
    /// The sums of the squared influences at each place.
    pub squares: [Vec<f64>; 2],
    /// The effective degrees of freedom of these sums, as [`Covariance::df`](crate::covariance::Covariance::df).
    pub df: [Vec<f64>; 2],
    /// The weight of each class in that of its heaviest unit. A rate p varies by p (1 - p) divided by
    /// this at the most, whichever units are above the threshold.
    pub least: [f64; 2],
    /// The part that both rates have in common, as clusters may have observations of both classes.
    pub common: CommonCovariance,
}

/// Sums over the products of the influences of clusters on the false positive rate and on the true positive
/// rate. Nothing without clusters.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CommonCovariance {
    /// The sums of the products at each place.
    pub products: Vec<f64>,
    /// The lesser of the effective degrees of freedom of both sums of squares, among all clusters.
    pub df: Vec<f64>,
}

/// How the rates at places of the curve vary. Cut 0 is the first row of the curve, at which
/// everything is called positive, 1 the next one, as many as there are distinct scores the last;
/// between two rows lies the random choice of one of them, 0.75 being row 1 three times of four. A
/// place beyond the last row is the last row. A cluster is a number below `clusters.1`, and its
/// observations are one unit.
///
/// With s the share of an observation in the weight of its class, y the probability of its being
/// called positive and p the rate, its influence is s (y - p).
///
/// O(k log n) time for k places, with g clusters O(n + k (g + log k)), and 8 bytes an observation and 48 a cluster; 200
/// bytes a place.
///
/// The observations are sorted, with their positions if there are clusters, which are checked.
///
/// # Errors
/// [`Error::Missing`] for a place that is NaN; [`Error::Memory`], [`Error::Interrupted`].
pub(crate) fn covariance_at_places(
    summed: Summed<'_>,
    sampling: &Sampling<'_>,
    sizes: &Sizes,
    places: &[f64],
    pace: &mut Pace<'_>,
) -> Result<RateCovariance, Error> {
    if let Some(position) = places.iter().position(|place| place.is_nan()) {
        return Err(Error::Missing {
            argument: Argument::Threshold,
            position,
        });
    }
    let cuts = collect(places.iter().map(|&place| Cut::at_place(&summed, place)))?;
    match sampling.clusters {
        None => covariance_of_rows(summed, &cuts, &sizes.units, pace),
        Some(clusters) => {
            let corrected = sizes.corrected_clusters(sampling)?;
            covariance_of_clusters(summed, &cuts, clusters, &corrected, &sizes.units, pace)
        }
    }
}

/// Room for the spreads of places, of classes that have this weight in that of their heaviest unit.
fn blank(places: usize, least: [f64; 2]) -> Result<RateCovariance, Error> {
    let column = || filled(places, 0.0);
    Ok(RateCovariance {
        squares: [column()?, column()?],
        df: [column()?, column()?],
        least,
        common: CommonCovariance::default(),
    })
}

fn covariance_of_rows(
    summed: Summed<'_>,
    cuts: &[Cut],
    units: &[f64],
    pace: &mut Pace<'_>,
) -> Result<RateCovariance, Error> {
    let least = summed.sums.largest.map(|share| 1.0 / share);
    let mut result = blank(cuts.len(), least)?;
    for (i, cut) in cuts.iter().enumerate() {
        pace.step()?;
        let around = summed.around(cut.at.clone());
        for (class, &units) in units.iter().take(2).enumerate() {
            let deviations = Rate::new(&around, cut, class).deviations(cut.probability);
            let powers = ShareSums::powers(&around, class, deviations);
            result.squares[class][i] = powers.squares;
            result.df[class][i] = powers.df(units, 2.0);
        }
    }
    Ok(result)
}

fn covariance_of_clusters(
    summed: Summed<'_>,
    cuts: &[Cut],
    clusters: Clusters<'_>,
    corrected: &[f64],
    units: &[f64],
    pace: &mut Pace<'_>,
) -> Result<RateCovariance, Error> {
    let mut clusters = ClusterShares::new(summed.ranking, clusters, pace)?;
    let mut result = blank(cuts.len(), clusters.largest().map(|share| 1.0 / share))?;
    result.common.products = filled(cuts.len(), 0.0)?;
    result.common.df = filled(cuts.len(), 0.0)?;
    let factors = clusters.factors(corrected)?;
    let mut ascending = collect(0..cuts.len())?;
    order(&mut ascending, &mut |a, b| {
        cuts[a].at.start.cmp(&cuts[b].at.start)
    });
    for i in ascending {
        let cut = &cuts[i];
        clusters.move_to(cut.at.clone(), pace)?;
        let around = summed.around(cut.at.clone());
        let deviations =
            [0, 1].map(|class| Rate::new(&around, cut, class).deviations(cut.probability));
        let mut powers = [Powers::default(); 2];
        pace.steps(clusters.shares.len())?;
        for (shares, factors) in clusters.shares.iter().zip(&factors) {
            let mut influences = [0.0; 2];
            for class in 0..2 {
                let away = &deviations[class];
                let influence = sum_of([
                    shares[0][class] * away[0],
                    shares[1][class] * away[1],
                    shares[2][class] * away[2],
                ]);
                influences[class] = factors[class] * influence;
                powers[class].add(influences[class], 1.0);
            }
            result.common.products[i] += influences[0] * influences[1];
        }
        for class in 0..2 {
            result.squares[class][i] = powers[class].squares;
            result.df[class][i] = powers[class].df(units[class], 2.0);
        }
        let among_all = powers.map(|powers| powers.df(units[2], 2.0));
        result.common.df[i] = among_all[0].min(among_all[1]);
    }
    Ok(result)
}

/// Where the records below are called negative, those above positive, and those between positive with a probability.
struct Cut {
    at: Range<usize>,
    probability: f64,
}

impl Cut {
    fn at_place(summed: &Summed<'_>, place: f64) -> Cut {
        let row = place.max(0.0).floor();
        Cut {
            // Not beyond the rows that there are.
            at: summed.step((row as usize).min(summed.scores.len())),
            probability: 1.0 - (place.max(0.0) - row).clamp(0.0, 1.0),
        }
    }
}

/// The shares of clusters in the weights of both classes, moved along ascending places.
struct ClusterShares<'a> {
    ranking: &'a RankedObservations,
    codes: &'a [i32],
    /// The weights of each cluster below the place, at it and above it.
    shares: Vec<[[f64; 2]; 3]>,
    /// The records at the place.
    at: Range<usize>,
    /// The share that the cluster of each record has in its class above the record. It is added up from the highest
    /// record down, so that nothing is taken away.
    behind: Vec<f64>,
}

impl<'a> ClusterShares<'a> {
    /// Below all records.
    fn new(
        ranking: &'a RankedObservations,
        (codes, number): Clusters<'a>,
        pace: &mut Pace<'_>,
    ) -> Result<ClusterShares<'a>, Error> {
        let length = ranking.records.len();
        let mut result = ClusterShares {
            ranking,
            codes,
            shares: filled(number, [[0.0; 2]; 3])?,
            at: 0..0,
            behind: filled(length, 0.0)?,
        };
        for index in (0..length).rev() {
            pace.step()?;
            let (cluster, class, share) = result.record(index);
            let above = &mut result.shares[cluster][2][class];
            result.behind[index] = *above;
            *above += share;
        }
        Ok(result)
    }

    /// The cluster and the class of a record, and its share in the weight of that.
    fn record(&self, index: usize) -> (usize, usize, f64) {
        let cluster = self.codes[self.ranking.positions[index]] as usize;
        let class = usize::from(self.ranking.records[index].weight > 0.0);
        (cluster, class, self.ranking.shares(index)[class])
    }

    /// The largest share of a cluster in each class, while all is above.
    fn largest(&self) -> [f64; 2] {
        let largest = |class: usize| {
            let shares = self.shares.iter().map(|shares| shares[2][class]);
            shares.fold(0.0, f64::max)
        };
        [0, 1].map(largest)
    }

    /// The factors of the influences of each cluster in each class, see [`leverage`]; while all is above.
    fn factors(&self, clusters: &[f64]) -> Result<Vec<[f64; 2]>, Error> {
        let factor = |shares: &[f64; 2], class: usize| leverage(shares[class], clusters[class]);
        let above = self.shares.iter().map(|[_, _, above]| above);
        collect(above.map(|shares| [0, 1].map(|class| factor(shares, class))))
    }

    /// To a place that these records are at, none of which is below one of those before.
    fn move_to(&mut self, at: Range<usize>, pace: &mut Pace<'_>) -> Result<(), Error> {
        if self.at == at {
            return Ok(());
        }
        pace.steps(at.end - self.at.start)?;
        for index in self.at.clone() {
            let (cluster, class, _) = self.record(index);
            self.shares[cluster][1][class] = 0.0;
        }
        for index in self.at.start..at.start {
            let (cluster, class, share) = self.record(index);
            self.shares[cluster][0][class] += share;
        }
        for index in self.at.end..at.end {
            let (cluster, class, _) = self.record(index);
            self.shares[cluster][2][class] = self.behind[index];
        }
        for index in at.clone() {
            let (cluster, class, share) = self.record(index);
            self.shares[cluster][1][class] += share;
        }
        self.at = at;
        Ok(())
    }
}

/// A rate, and what it lacks of 1.
struct Rate {
    above: f64,
    below: f64,
}

impl Rate {
    fn new([below, at, above]: &AroundPlace, cut: &Cut, class: usize) -> Rate {
        let predicted_positive = cut.probability * at.first[class];
        Rate {
            above: above.first[class] + predicted_positive,
            below: below.first[class] + (at.first[class] - predicted_positive),
        }
    }

    /// How far the probability of being called positive is from the rate, for what is below, at and
    /// above the place.
    fn deviations(&self, probability: f64) -> [f64; 3] {
        let at = probability * self.below - (1.0 - probability) * self.above;
        [-self.above, at, self.below]
    }
}
