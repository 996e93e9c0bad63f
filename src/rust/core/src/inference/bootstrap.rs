//! Bootstrap replicates of what observations say, from one sort.

use super::classes::{accumulate, Classes, Member};
use super::placements::Placed;
use super::random::Random;
use crate::area::{partial_by_fpr, partial_by_tpr};
use crate::curve::{Curve, Points};
use crate::decision::{neyman_pearson, Bound, Costs, Risk};
use crate::error::Error;
use crate::memory::{filled, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{check, Poll};
use crate::pool::share_out;

/// How a replicate weighs the observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// As often as they are drawn, with replacement, as many from each class as it has. With
    /// clusters: whole clusters are drawn, as many as there are.
    Multinomial,
    /// By an exponential random number each, or each cluster: the Bayesian bootstrap.
    Dirichlet,
}

/// What is computed in each replicate.
#[derive(Clone, Debug)]
pub enum Statistic {
    /// The area.
    Area,
    /// The area in an interval of false positive rates.
    PartialByFpr([f64; 2]),
    /// The area beside an interval of true positive rates.
    PartialByTpr([f64; 2]),
    /// The true positive rates at false positive rates.
    TprAt(Vec<f64>),
    /// The false positive rates at true positive rates.
    FprAt(Vec<f64>),
    /// The true positive rates at thresholds, then the false positive rates there.
    RatesAt(Vec<f64>),
    /// The threshold of least risk, its true positive rate, its false positive rate and its risk.
    Optimal(Costs, Option<f64>),
}

impl Statistic {
    /// How many numbers a replicate gives.
    pub fn width(&self) -> usize {
        match self {
            Statistic::Area | Statistic::PartialByFpr(_) | Statistic::PartialByTpr(_) => 1,
            Statistic::TprAt(at) | Statistic::FprAt(at) => at.len(),
            Statistic::RatesAt(at) => 2 * at.len(),
            Statistic::Optimal(..) => 4,
        }
    }
}

/// Sorted observations that give replicate after replicate.
#[derive(Debug)]
pub struct Bootstrap {
    classes: Classes,
    /// The cluster of each negative and of each positive, and the number of clusters.
    clusters: Option<([Vec<u32>; 2], usize)>,
    scheme: Scheme,
    seed: u64,
}

impl Bootstrap {
    /// Sorts the observations. A cluster is a number below `clusters.1`. O(n log n) at worst.
    ///
    /// # Errors
    /// As [`Ranking::new`](crate::curve::Ranking::new), and [`Error::TooMany`].
    pub fn new(
        observations: &Observations<'_>,
        clusters: Option<(&[i32], usize)>,
        scheme: Scheme,
        seed: u64,
        options: Options<'_>,
    ) -> Result<Bootstrap, Error> {
        let placed = Placed::with_positions(observations, options)?;
        let classes = Classes::new(&placed)?;
        let clusters = match clusters {
            Some((codes, number)) => Some(clusters_in_use(&classes, codes, number)?),
            None => None,
        };
        Ok(Bootstrap {
            classes,
            clusters,
            scheme,
            seed,
        })
    }

    /// Writes the statistic of the replicates `first`, `first + 1`, ... one after the other, as
    /// many as there is room for. NaN where a replicate has no weight in a class, which needs
    /// clusters. The numbers of a replicate depend on the seed and on which one it is, not on the
    /// threads. O(n) a replicate.
    ///
    /// # Errors
    /// [`Error::Memory`], [`Error::Interrupted`].
    ///
    /// # Panics
    /// When there is no room for whole replicates.
    pub fn replicates(
        &self,
        statistic: &Statistic,
        first: usize,
        to: &mut [f64],
        options: Options<'_>,
    ) -> Result<(), Error> {
        let width = statistic.width();
        assert_eq!(to.len() % width, 0, "whole replicates");
        // Enough jobs for threads that are not equally fast.
        let share = (to.len() / width)
            .div_ceil(options.threads.get().saturating_mul(8))
            .max(1);
        let jobs = to.chunks_mut(share * width).enumerate();
        let jobs = jobs.map(|(i, to)| (first + i * share, to)).collect();
        let worker = || {
            let mut replicate = Replicate::new(self);
            move |(first, to): (usize, &mut [f64]), poll: Poll<'_>| {
                let replicate = replicate.as_mut().map_err(|error| error.clone())?;
                for (i, to) in to.chunks_mut(width).enumerate() {
                    check(poll)?;
                    replicate.draw((first + i) as u64);
                    replicate.write(statistic, to, &mut *poll)?;
                }
                Ok(0)
            }
        };
        share_out(jobs, worker, options).map(|_| ())
    }
}

/// The cluster of each negative and of each positive, and the number of clusters: those in which no
/// observation has weight are not there.
fn clusters_in_use(
    classes: &Classes,
    codes: &[i32],
    number: usize,
) -> Result<([Vec<u32>; 2], usize), Error> {
    const UNSEEN: u32 = u32::MAX;
    let mut renumbered = reserve(number)?;
    renumbered.resize(number, UNSEEN);
    let mut in_use = 0;
    let mut of = |member: &Member| {
        let cluster = &mut renumbered[codes[member.position as usize] as usize];
        if *cluster == UNSEEN {
            *cluster = in_use;
            in_use += 1;
        }
        *cluster
    };
    let [negatives, positives] = &classes.members;
    let mut of_negatives = reserve(negatives.len())?;
    of_negatives.extend(negatives.iter().map(&mut of));
    let mut of_positives = reserve(positives.len())?;
    of_positives.extend(positives.iter().map(&mut of));
    Ok(([of_negatives, of_positives], in_use as usize))
}

/// Room for one replicate at a time.
struct Replicate<'a> {
    of: &'a Bootstrap,
    counts: Vec<u32>,
    /// The weights of the negatives and of the positives.
    weights: [Vec<f64>; 2],
    cumulative: Vec<f64>,
}

impl<'a> Replicate<'a> {
    fn new(of: &'a Bootstrap) -> Result<Replicate<'a>, Error> {
        let [negatives, positives] = &of.classes.members;
        let most = negatives.len().max(positives.len());
        let most = of.clusters.as_ref().map_or(most, |(_, number)| *number);
        Ok(Replicate {
            of,
            counts: reserve(most)?,
            weights: [reserve(negatives.len())?, reserve(positives.len())?],
            cumulative: filled(of.classes.members[0].len() + 1, 0.0)?,
        })
    }

    /// Draws the weights of a replicate.
    fn draw(&mut self, replicate: u64) {
        let mut random = Random::new(self.of.seed, replicate);
        let members = &self.of.classes.members;
        match &self.of.clusters {
            None => {
                for (members, weights) in members.iter().zip(&mut self.weights) {
                    let size = members.len();
                    weights.clear();
                    match self.of.scheme {
                        Scheme::Multinomial => {
                            count(&mut self.counts, size, &mut random);
                            let drawn = members.iter().zip(&self.counts);
                            weights.extend(drawn.map(|(m, &count)| m.weight * f64::from(count)));
                        }
                        Scheme::Dirichlet => {
                            weights.extend(members.iter().map(|m| m.weight * random.exponential()));
                        }
                    }
                }
            }
            Some((codes, number)) => {
                let multiples: Vec<f64> = match self.of.scheme {
                    Scheme::Multinomial => {
                        count(&mut self.counts, *number, &mut random);
                        self.counts.iter().map(|&count| f64::from(count)).collect()
                    }
                    Scheme::Dirichlet => (0..*number).map(|_| random.exponential()).collect(),
                };
                let classes = members.iter().zip(codes).zip(&mut self.weights);
                for ((members, codes), weights) in classes {
                    weights.clear();
                    let drawn = members.iter().zip(codes);
                    weights.extend(drawn.map(|(m, &code)| m.weight * multiples[code as usize]));
                }
            }
        }
    }

    /// Writes the statistic of what has been drawn.
    fn write(
        &mut self,
        statistic: &Statistic,
        to: &mut [f64],
        poll: Poll<'_>,
    ) -> Result<(), Error> {
        if let Statistic::Area = statistic {
            accumulate(self.weights[0].iter().copied(), &mut self.cumulative);
            let positives = self.weights[1].iter().copied();
            to[0] = self.of.classes.area(&self.cumulative, positives);
            return Ok(());
        }
        let Some(columns) = self.columns()? else {
            to.fill(f64::NAN);
            return Ok(());
        };
        let [tpr, fpr, threshold, false_negative, false_positive] = &columns;
        let curve = Curve::trusted(Points {
            tpr,
            fpr,
            threshold,
            false_negative,
            false_positive,
            true_negative: &[],
        });
        match statistic {
            Statistic::Area => {}
            Statistic::PartialByFpr(interval) => to[0] = partial_by_fpr(&curve, *interval, poll)?,
            Statistic::PartialByTpr(interval) => to[0] = partial_by_tpr(&curve, *interval, poll)?,
            Statistic::TprAt(at) => {
                let rows = curve.all_rows()?;
                for (to, &fpr) in to.iter_mut().zip(at) {
                    *to = neyman_pearson(&curve, &rows, Bound::Fpr(fpr))?
                        .mixture
                        .value;
                }
            }
            Statistic::FprAt(at) => {
                let rows = curve.all_rows()?;
                for (to, &tpr) in to.iter_mut().zip(at) {
                    *to = neyman_pearson(&curve, &rows, Bound::Tpr(tpr))?
                        .mixture
                        .value;
                }
            }
            Statistic::RatesAt(at) => {
                let (tprs, fprs) = to.split_at_mut(at.len());
                for ((tpr, fpr), &threshold) in tprs.iter_mut().zip(fprs).zip(at) {
                    let row = curve.row_at(threshold);
                    (*tpr, *fpr) = (curve.tpr(row), curve.fpr(row));
                }
            }
            Statistic::Optimal(costs, prior) => {
                let priors = prior.map_or_else(|| self.priors(&curve), |p| [1.0 - p, p]);
                let risk = Risk::new(&curve, *costs, priors)?;
                let row = risk.least(poll)?;
                let found = [
                    curve.threshold(row),
                    curve.tpr(row),
                    curve.fpr(row),
                    risk.at(row),
                ];
                to.copy_from_slice(&found);
            }
        }
        Ok(())
    }

    /// The shares of the negatives and of the positives in the weights of the replicate.
    fn priors(&self, curve: &Curve<'_>) -> [f64; 2] {
        let [negative, positive] = self.of.classes.scales;
        let odds = (curve.negatives() / curve.positives()) * (positive / negative);
        [1.0 / (1.0 + 1.0 / odds), 1.0 / (1.0 + odds)]
    }

    /// The columns of the replicate's curve; none without a class.
    fn columns(&self) -> Result<Option<[Vec<f64>; 5]>, Error> {
        let scores = &self.of.classes.scores;
        let mut at = [filled(scores.len(), 0.0)?, filled(scores.len(), 0.0)?];
        for (class, at) in at.iter_mut().enumerate() {
            let members = &self.of.classes.members[class];
            for (member, weight) in members.iter().zip(&self.weights[class]) {
                at[member.score as usize] += weight;
            }
        }
        let in_use = |i: &usize| at[0][*i] != 0.0 || at[1][*i] != 0.0;
        let rows = (0..scores.len()).filter(in_use).count() + 1;
        let mut columns: [Vec<f64>; 5] = Default::default();
        for column in &mut columns {
            *column = filled(rows, 0.0)?;
        }
        let [tpr, fpr, threshold, false_negative, false_positive] = &mut columns;
        let mut below = 0.0;
        for (row, i) in (0..scores.len()).filter(in_use).enumerate() {
            threshold[row] = scores[i];
            false_negative[row] = below;
            below += at[1][i];
        }
        threshold[rows - 1] = f64::INFINITY;
        false_negative[rows - 1] = below;
        let mut above = [0.0; 2];
        for (row, i) in (0..rows - 1)
            .rev()
            .zip((0..scores.len()).rev().filter(in_use))
        {
            above[0] += at[0][i];
            above[1] += at[1][i];
            (false_positive[row], tpr[row]) = (above[0], above[1]);
        }
        if above.contains(&0.0) {
            return Ok(None);
        }
        for row in 0..rows {
            fpr[row] = false_positive[row] / above[0];
            tpr[row] /= above[1];
        }
        Ok(Some(columns))
    }
}

/// Counts how often each of `size` is drawn in as many draws.
fn count(counts: &mut Vec<u32>, size: usize, random: &mut Random) {
    counts.clear();
    counts.resize(size, 0);
    for _ in 0..size {
        counts[random.below(size)] += 1;
    }
}
