//! One replicate after the other, in the same memory.

use super::{counts, Bootstrap, Scheme, Statistic};
use crate::area::{partial_by_fpr, partial_by_tpr};
use crate::curve::{Curve, Points};
use crate::decision::{neyman_pearson, Bound, Risk};
use crate::error::Error;
use crate::inference::classes::{Classes, Overlay};
use crate::inference::random::Random;
use crate::memory::{collect, filled};
use crate::poll::{Pace, BLOCK};
use crate::sum::scale::ratio;

/// Room for one replicate at a time.
pub(super) struct Resample<'a> {
    of: &'a Bootstrap,
    overlay: Overlay<'a>,
    /// How often each observation of a class, or each cluster, was drawn.
    counts: Vec<u32>,
    /// What the weights of each cluster are multiplied by.
    multiples: Vec<f64>,
    curve: CurveRoom,
}

impl<'a> Resample<'a> {
    pub fn new(of: &'a Bootstrap, statistic: &Statistic) -> Result<Resample<'a>, Error> {
        let [negatives, positives] = &of.classes.members;
        let clusters = of.clusters.as_ref().map(|clusters| clusters.number);
        let drawn = match of.scheme {
            Scheme::Multinomial => clusters.unwrap_or(negatives.len().max(positives.len())),
            Scheme::Counts => clusters.unwrap_or(0),
            Scheme::Dirichlet | Scheme::Half | Scheme::HalfOfCounts => 0,
        };
        let scores = match statistic {
            Statistic::Area => 0,
            _ => of.classes.scores.len(),
        };
        Ok(Resample {
            of,
            overlay: Overlay::new(&of.classes)?,
            counts: filled(drawn, 0)?,
            multiples: filled(clusters.unwrap_or(0), 0.0)?,
            curve: CurveRoom::new(scores)?,
        })
    }

    /// Draws the weights of a replicate; those of a half until it has both classes.
    pub fn draw(&mut self, replicate: u64, pace: &mut Pace<'_>) -> Result<(), Error> {
        let mut random = Random::new(self.of.seed, replicate);
        loop {
            match self.of.clusters {
                None => self.draw_observations(&mut random, pace)?,
                Some(_) => self.draw_clusters(&mut random, pace)?,
            }
            if !self.of.scheme.is_half() || self.has_both_classes() {
                return Ok(());
            }
        }
    }

    fn has_both_classes(&self) -> bool {
        let classes = &self.overlay.weights;
        classes
            .iter()
            .all(|weights| weights.iter().any(|weight| *weight > 0.0))
    }

    fn draw_observations(&mut self, random: &mut Random, pace: &mut Pace<'_>) -> Result<(), Error> {
        let of = &self.of.classes;
        let classes = of.members.iter().zip(&mut self.overlay.weights);
        for (class, (members, weights)) in classes.enumerate() {
            match self.of.scheme {
                Scheme::Multinomial => {
                    let counts = &mut self.counts[..members.len()];
                    count(counts, random, pace)?;
                    let drawn = members.iter().zip(counts);
                    for (weight, (member, count)) in weights.iter_mut().zip(drawn) {
                        *weight = member.weight * f64::from(*count);
                    }
                }
                Scheme::Counts => {
                    let (scale, rows) = (of.scales[class], self.of.rows[class]);
                    counts::draw(members, scale, rows, weights, random, pace)?;
                }
                Scheme::HalfOfCounts => {
                    counts::draw_half(members, of.scales[class], weights, random, pace)?;
                }
                Scheme::Dirichlet | Scheme::Half => {
                    let blocks = members.chunks(BLOCK).zip(weights.chunks_mut(BLOCK));
                    for (members, weights) in blocks {
                        pace.steps(members.len())?;
                        for (weight, member) in weights.iter_mut().zip(members) {
                            *weight = member.weight * self.of.scheme.multiple(random);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn draw_clusters(&mut self, random: &mut Random, pace: &mut Pace<'_>) -> Result<(), Error> {
        let Some(clusters) = &self.of.clusters else {
            return Ok(());
        };
        match self.of.scheme {
            Scheme::Multinomial | Scheme::Counts => {
                count(&mut self.counts, random, pace)?;
                for (multiple, &count) in self.multiples.iter_mut().zip(&self.counts) {
                    *multiple = f64::from(count);
                }
            }
            Scheme::Dirichlet | Scheme::Half | Scheme::HalfOfCounts => {
                for multiples in self.multiples.chunks_mut(BLOCK) {
                    pace.steps(multiples.len())?;
                    for multiple in multiples {
                        *multiple = self.of.scheme.multiple(random);
                    }
                }
            }
        }
        let classes = self.of.classes.members.iter().zip(&clusters.of_members);
        for ((members, clusters), weights) in classes.zip(&mut self.overlay.weights) {
            pace.steps(members.len())?;
            let drawn = members.iter().zip(clusters);
            for (weight, (member, &cluster)) in weights.iter_mut().zip(drawn) {
                *weight = member.weight * self.multiples[cluster as usize];
            }
        }
        Ok(())
    }

    /// Writes the statistic of what has been drawn.
    pub fn write(
        &mut self,
        statistic: &Statistic,
        to: &mut [f64],
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        pace.steps(to.len())?;
        if let Statistic::Area = statistic {
            to[0] = self.overlay.area();
            return Ok(());
        }
        let Some((curve, rows)) = self.curve.lay(&self.overlay, pace)? else {
            to.fill(f64::NAN);
            return Ok(());
        };
        match statistic {
            Statistic::Area => {}
            Statistic::PartialByFpr(interval) => {
                to[0] = partial_by_fpr(&curve, *interval, pace.poll())?;
            }
            Statistic::PartialByTpr(interval) => {
                to[0] = partial_by_tpr(&curve, *interval, pace.poll())?;
            }
            Statistic::TprAt(at) => {
                for (to, &fpr) in to.iter_mut().zip(at) {
                    *to = neyman_pearson(&curve, rows, Bound::Fpr(fpr))?.mixture.value;
                }
            }
            Statistic::FprAt(at) => {
                for (to, &tpr) in to.iter_mut().zip(at) {
                    *to = neyman_pearson(&curve, rows, Bound::Tpr(tpr))?.mixture.value;
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
                let priors = match prior {
                    Some(prior) => [1.0 - prior, *prior],
                    None => shares(&curve, &self.of.classes),
                };
                let risk = Risk::new(&curve, *costs, priors)?;
                let row = risk.least(pace.poll())?;
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
}

impl Scheme {
    fn is_half(self) -> bool {
        matches!(self, Scheme::Half | Scheme::HalfOfCounts)
    }

    /// What the weight of one is multiplied by that is drawn by itself.
    #[inline(always)]
    fn multiple(self, random: &mut Random) -> f64 {
        match self.is_half() {
            true => random.below(2) as f64,
            false => random.exponential(),
        }
    }
}

/// The shares of the negatives and of the positives in the weights of a replicate.
fn shares(curve: &Curve<'_>, classes: &Classes) -> [f64; 2] {
    let [negative, positive] = classes.scales;
    let odds = ratio(
        &[curve.negatives(), positive],
        &[curve.positives(), negative],
    );
    [1.0 / (1.0 + 1.0 / odds), 1.0 / (1.0 + odds)]
}

/// Counts how often each is drawn in as many draws.
fn count(counts: &mut [u32], random: &mut Random, pace: &mut Pace<'_>) -> Result<(), Error> {
    counts.fill(0);
    let size = counts.len();
    for start in (0..size).step_by(BLOCK) {
        let draws = BLOCK.min(size - start);
        pace.steps(draws)?;
        for _ in 0..draws {
            counts[random.below(size)] += 1;
        }
    }
    Ok(())
}

/// Room for the curve of a replicate, which has a row for each score in use, and the last.
struct CurveRoom {
    /// The weights of the negatives and of the positives at each score.
    at: [Vec<f64>; 2],
    tpr: Vec<f64>,
    fpr: Vec<f64>,
    threshold: Vec<f64>,
    false_negative: Vec<f64>,
    false_positive: Vec<f64>,
    /// 0, 1, 2, ...
    rows: Vec<usize>,
}

impl CurveRoom {
    fn new(scores: usize) -> Result<CurveRoom, Error> {
        let column = |length| filled(length, 0.0);
        Ok(CurveRoom {
            at: [column(scores)?, column(scores)?],
            tpr: column(scores + 1)?,
            fpr: column(scores + 1)?,
            threshold: column(scores + 1)?,
            false_negative: column(scores + 1)?,
            false_positive: column(scores + 1)?,
            rows: collect(0..scores + 1)?,
        })
    }

    /// The curve, and its rows; none without a class.
    fn lay(
        &mut self,
        overlay: &Overlay<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<Option<(Curve<'_>, &[usize])>, Error> {
        let classes = overlay.classes;
        for (class, at) in self.at.iter_mut().enumerate() {
            let members = &classes.members[class];
            pace.steps(members.len())?;
            at.fill(0.0);
            for (member, weight) in members.iter().zip(&overlay.weights[class]) {
                at[member.score as usize] += weight;
            }
        }
        pace.steps(2 * classes.scores.len())?;
        let [negatives, positives] = &self.at;
        let (mut rows, mut below) = (0, 0.0);
        for ((&score, &negative), &positive) in classes.scores.iter().zip(negatives).zip(positives)
        {
            // Written over by the next score, if it is not in use.
            self.threshold[rows] = score;
            self.false_negative[rows] = below;
            below += positive;
            rows += usize::from(negative != 0.0 || positive != 0.0);
        }
        self.threshold[rows] = f64::INFINITY;
        self.false_negative[rows] = below;
        let mut row = rows;
        let mut above = [0.0; 2];
        (self.false_positive[row], self.tpr[row]) = (0.0, 0.0);
        for (&negative, &positive) in negatives.iter().zip(positives).rev() {
            if negative != 0.0 || positive != 0.0 {
                row -= 1;
                above[0] += negative;
                above[1] += positive;
                (self.false_positive[row], self.tpr[row]) = (above[0], above[1]);
            }
        }
        if above.contains(&0.0) {
            return Ok(None);
        }
        let rows = ..rows + 1;
        let rates = self.tpr[rows].iter_mut().zip(&mut self.fpr[rows]);
        for ((tpr, fpr), false_positive) in rates.zip(&self.false_positive[rows]) {
            *tpr /= above[1];
            *fpr = false_positive / above[0];
        }
        let curve = Curve::trusted(Points {
            tpr: &self.tpr[rows],
            fpr: &self.fpr[rows],
            threshold: &self.threshold[rows],
            false_negative: &self.false_negative[rows],
            false_positive: &self.false_positive[rows],
            true_negative: &[],
        });
        Ok(Some((curve, &self.rows[rows])))
    }
}
