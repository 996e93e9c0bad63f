//! Replicates for ends of intervals: Clopper and Pearson's pseudo-observation for the Bayesian bootstrap.
//!
//! ```text
//! observations weigh w E, with E of mean 1 and variance 1 / shape (shape < 1 for the quantile of t)
//! for the lower end    one more negative above all, one more positive below all
//! for the upper end    the reverse
//! of weight Gamma(c) / shape times sum w^2 / sum w of the class
//! ```
//!
//! Of a share and for c = 1 the ends are Clopper and Pearson's, with weights those of Fay and Feuer (1997).

use crate::inference::classes::Member;
use crate::random::Random;
use crate::sampling::Unit;

/// The replicates of both ends, and those without pseudo-observations.
pub(crate) const SIDES: usize = 3;
pub(crate) const PLAIN: usize = 2;

/// How observations and pseudo-observations weigh.
#[derive(Clone, Debug)]
pub(crate) struct Outward {
    /// The average weight of an observation of each class, sum w^2 / sum w, in the unit of its
    /// members.
    pub typical: [f64; 2],
    /// The inverse of the variance of the random number of an observation of each class.
    pub shapes: [f64; 2],
    /// The shape of the gamma distribution of the pseudo-observation of each class.
    pub pseudo: [f64; 2],
    pub unit: Unit,
    /// How many units each observation is where weights are to count them and do not.
    pub counts: Option<Vec<f64>>,
}

impl Outward {
    /// Draws the weight of the pseudo-observation of a class.
    pub fn pseudo(&self, class: usize, random: &mut Random) -> f64 {
        self.typical[class] * random.gamma(self.pseudo[class]) / self.shapes[class]
    }

    /// Draws what a cluster is multiplied by.
    pub fn of_cluster(&self, random: &mut Random) -> f64 {
        let kept = kept(self.shapes[0].min(self.shapes[1]));
        one(kept, libm::log(kept), random)
    }

    /// Draws the weights of members of a class, in their order.
    pub fn weigh<'a>(
        &self,
        class: usize,
        members: impl Iterator<Item = (&'a mut f64, &'a Member)>,
        scale: f64,
        random: &mut Random,
    ) {
        let kept = kept(self.shapes[class]);
        let log = libm::log(kept);
        match self.unit {
            Unit::Row => members.for_each(|(weight, member)| {
                *weight = member.weight * one(kept, log, random);
            }),
            Unit::Count => members.for_each(|(weight, member)| {
                let (rows, of_one) = match &self.counts {
                    None => (member.weight / scale, scale),
                    Some(counts) => {
                        let rows = counts[member.position as usize];
                        (rows, member.weight / rows)
                    }
                };
                *weight = several(rows as u64, kept, random) / kept * of_one;
            }),
        }
    }
}

/// An exponential number that is 0 with probability 1 - kept, of mean 1, has the variance 2 / kept - 1.
fn kept(shape: f64) -> f64 {
    2.0 * shape / (1.0 + shape)
}

#[inline(always)]
fn one(kept: f64, log: f64, random: &mut Random) -> f64 {
    // A uniform number below `kept` is uniform in that range.
    (random.exponential() + log).max(0.0) / kept
}

/// The sum of as many of these, times `kept`.
fn several(rows: u64, kept: f64, random: &mut Random) -> f64 {
    const OF: f64 = (1u64 << 52) as f64;
    let left = random.binomial(rows, (kept * OF) as u64, 1 << 52);
    if left == 0 {
        0.0
    } else {
        random.gamma(left as f64)
    }
}
