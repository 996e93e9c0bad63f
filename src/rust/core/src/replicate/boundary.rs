//! Replicates for ends of intervals: Clopper and Pearson's pseudo-observation for the Bayesian bootstrap.
//!
//! ```text
//! observations weigh w E, with E of mean 1 and variance 1 / shape (shape < 1 for the quantile of t)
//! for the lower end    one more negative above all, one more positive below all
//! for the upper end    the reverse
//! of weight Gamma(c) / shape times sum w^2 / sum w of the class
//! ```
//!
//! For a share and c = 1 the ends are Clopper and Pearson's, with weights those of Fay and Feuer (1997).

use crate::random::Random;

/// The replicates of both ends, and those without pseudo-observations.
pub(crate) const SIDES: usize = 3;
pub(crate) const PLAIN: usize = 2;

/// How observations and pseudo-observations weigh.
#[derive(Clone, Debug)]
pub(crate) struct BoundaryBootstrap {
    /// The average weight of an observation of each class, sum w^2 / sum w, in the unit of its
    /// members.
    pub typical: [f64; 2],
    /// The inverse of the variance of the random number of an observation of each class.
    pub shapes: [f64; 2],
    /// The shape of the gamma distribution of the pseudo-observation of each class.
    pub pseudo: [f64; 2],
}

impl BoundaryBootstrap {
    /// Draws the weight of the pseudo-observation of a class.
    pub fn pseudo(&self, class: usize, random: &mut Random) -> f64 {
        self.typical[class] * random.gamma(self.pseudo[class]) / self.shapes[class]
    }

    /// Draws of what multiplies units, or the sum of these for rows that are units each: exponential numbers that are 0 with
    /// probability 1 - kept, of mean 1, have the variance 2 / kept - 1.
    pub fn multiples(&self, shape: f64) -> impl Fn(Option<&[f64]>, &mut [f64], &mut Random) {
        const OF: f64 = (1u64 << 52) as f64;
        let kept = kept_of(shape);
        let multiple = multiple_of(shape);
        move |counts, to, random| match counts {
            None => {
                random.exponentials(to);
                to.iter_mut().for_each(|to| *to = multiple(*to));
            }
            Some(counts) => {
                for (to, &rows) in to.iter_mut().zip(counts) {
                    *to = match random.binomial(rows as u64, (kept * OF) as u64, 1 << 52) {
                        0 => 0.0,
                        left => random.gamma(left as f64) / kept,
                    };
                }
            }
        }
    }
}

fn kept_of(shape: f64) -> f64 {
    2.0 * shape / (1.0 + shape)
}

/// From an exponential number to what multiplies a unit.
pub(super) fn multiple_of(shape: f64) -> impl Fn(f64) -> f64 {
    let kept = kept_of(shape);
    let log = libm::log(kept);
    // A uniform number below `kept` is uniform in that range.
    move |number| (number + log).max(0.0) / kept
}
