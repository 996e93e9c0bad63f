//! Concordance of scores and times: how often of two observations the one with the higher score has its event first.
//!
//! ```text
//! pairs     i has its event at T_i, j is known for longer, or is censored at T_i
//! weight    s_i s_j q_i:  q_i = 1 (Harrell), or 1 / G(T_i-)^2 (Uno)
//! N, D      the weight of the pairs with x_i > x_j, half of those with x_i = x_j; of all pairs
//! C         N / D
//! h_j       s_j dC / ds_j with q as it is; what j does through q is that of the operator of censoring, applied twice
//!           to the part of h that j has as the first of its pairs
//! ```
//!
//! Two walks through the times, one in each direction, with a tree of sums by score.

use super::fenwick::Fenwick;
use super::followed::Followed;
use super::units::{Columns, Units};
use crate::censoring::{Outcome, Whole};
use crate::error::{Class, Error};
use crate::inference::{Clusters, Design, Spread};
use crate::memory::{collect, filled, push, reserve};
use crate::observations::Scores;
use crate::options::Options;
use crate::poll::Pace;
use crate::rounding::without_rounding;

/// How pairs count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pairs {
    /// Each by the weights of its observations (Harrell, Lee and Mark 1996).
    #[default]
    Harrell,
    /// Divided by the squared probability that the first one is not censored before its event (Uno, Cai, Pencina,
    /// D'Agostino and Wei 2011), which is estimated as the outcome says.
    Uno,
}

/// Which concordance, of what.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ConcordanceRequest<'a> {
    /// Times, status, weights, and how the probability of not being censored is estimated. A status of 2 is no more than
    /// a censoring here.
    pub outcome: Outcome<'a>,
    /// How pairs count.
    pub pairs: Pairs,
    /// Events after this time do not count.
    pub until: f64,
    /// Observations of the same cluster may depend on each other.
    pub clusters: Option<Clusters<'a>>,
    /// A survey design, whose covariances of all estimates take the place of those of influences.
    pub design: Option<Design<'a>>,
    /// True if the influences of the observations are wanted.
    pub influences: bool,
}

impl<'a> ConcordanceRequest<'a> {
    /// Harrell's, of all events.
    pub fn new(outcome: Outcome<'a>) -> ConcordanceRequest<'a> {
        ConcordanceRequest {
            outcome,
            pairs: Pairs::default(),
            until: f64::INFINITY,
            clusters: None,
            design: None,
            influences: false,
        }
    }
}

/// The concordances of some scores.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Concordance {
    /// How they vary. In place of the negatives it has those that are the second of a pair, and in place of the positives
    /// those that are the first one: their effective numbers are those of their weights in all pairs.
    pub spread: Spread,
    /// The influences of all observations on the first score, on the second one, and so on; empty if nobody asked.
    pub influences: Vec<f64>,
    /// The weights of all pairs, of those whose scores agree with their times, and of those with equal scores, where all
    /// weights add up to 1.
    pub pairs: Vec<[f64; 3]>,
}

/// The concordance of each score with times. O(n log n) time a score.
///
/// ```
/// use weighted_roc_core::censoring::Outcome;
/// use weighted_roc_core::over_time::{concordance, ConcordanceRequest};
/// use weighted_roc_core::{Options, Scores};
///
/// // Pairs with the first one: both others. With the third one: none, as nobody is known for longer.
/// let outcome = Outcome::new(&[1.0, 2.0, 3.0], &[1, 0, 1], f64::INFINITY);
/// let scores = [Scores::F64(&[2.0, 3.0, 1.0])];
/// let found = concordance(&scores, &ConcordanceRequest::new(outcome), Options::default())?;
/// assert_eq!(found.spread.values, [0.5]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`outcome_weights`](crate::censoring::outcome_weights) for observations; those of scores with their number;
/// [`Error::NoWeight`] where there is no pair.
pub fn concordance(
    scores: &[Scores<'_>],
    request: &ConcordanceRequest<'_>,
    mut options: Options<'_>,
) -> Result<Concordance, Error> {
    let outcome = &request.outcome;
    let until = match request.pairs {
        Pairs::Harrell => 0.0,
        Pairs::Uno => request.until,
    };
    outcome.check_rows(until, options.poll)?;
    let followed = Followed::new(outcome, options.again())?;
    let of_rows = followed.outcome(outcome);
    let whole = match request.pairs {
        Pairs::Harrell => None,
        Pairs::Uno => Some(Whole::new(&of_rows, options.again())?),
    };
    let firsts = weights_of_firsts(&followed, request, whole.as_ref())?;
    let units = Units::new(&followed, request.clusters, options.poll)?;
    let mut walk = Walk::new(&followed, &firsts, options.again())?;
    let mut found = Columns::of(&units);
    let (mut influences, mut pairs) = (Vec::new(), reserve(scores.len())?);
    for (k, score) in scores.iter().enumerate() {
        let of_score = |error: Error| error.of_score(k);
        let (ranks, number) = followed.ranks(*score, options.again()).map_err(of_score)?;
        walk.of_score(&ranks, number, options.again())?;
        if let Some(whole) = &whole {
            walk.through_censoring(whole, &mut Pace::new(options.poll))?;
        }
        found.add(walk.value, &walk.influences)?;
        push(&mut pairs, walk.pairs)?;
        if request.influences {
            followed.append(&walk.influences, &mut influences)?;
        }
    }
    let classes = units.classes((0..followed.number()).map(|row| {
        let second = followed.own[row] * walk.of_firsts[row];
        [second, firsts[row] * walk.of_seconds[row]]
    }))?;
    let classes = classes.in_design(request.design.as_ref());
    let mut spread = found.spread(&classes, &mut Pace::new(options.poll))?;
    if let Some(design) = &request.design {
        spread = spread.in_design(design)?;
    }
    Ok(Concordance {
        spread,
        influences,
        pairs,
    })
}

/// s q of each row that may be the first of a pair, 0 of others.
fn weights_of_firsts(
    followed: &Followed,
    request: &ConcordanceRequest<'_>,
    whole: Option<&Whole<'_>>,
) -> Result<Vec<f64>, Error> {
    collect((0..followed.number()).map(|row| {
        let counts = followed.status[row] == 1 && followed.times[row] <= request.until;
        let survival = whole.map_or(1.0, |whole| whole.survival(row));
        if counts {
            followed.own[row] / (survival * survival)
        } else {
            0.0
        }
    }))
}

/// The results of the two walks.
struct Walk<'a> {
    followed: &'a Followed,
    firsts: &'a [f64],
    /// The weight of the seconds of each row, and of the firsts.
    of_seconds: Vec<f64>,
    of_firsts: Vec<f64>,
    /// D.
    all: f64,
    value: f64,
    pairs: [f64; 3],
    /// h, and the part of it as the first of pairs.
    influences: Vec<f64>,
    as_first: Vec<f64>,
}

impl<'a> Walk<'a> {
    fn new(
        followed: &'a Followed,
        firsts: &'a [f64],
        options: Options<'_>,
    ) -> Result<Walk<'a>, Error> {
        let number = followed.number();
        let blank = || filled(number, 0.0);
        let mut walk = Walk {
            followed,
            firsts,
            of_seconds: blank()?,
            of_firsts: blank()?,
            all: 0.0,
            value: f64::NAN,
            pairs: [0.0; 3],
            influences: blank()?,
            as_first: blank()?,
        };
        walk.add_up(&mut Pace::new(options.poll))?;
        if walk.all > 0.0 {
            Ok(walk)
        } else {
            Err(Error::NoWeight {
                class: Class::Positive,
            })
        }
    }

    /// The weights of pairs, whatever the scores.
    fn add_up(&mut self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let own = &self.followed.own;
        let mut sum = 0.0;
        for moment in self.followed.moments.iter().rev() {
            pace.steps(moment.rows().len())?;
            let (cases, others) = (moment.cases(), moment.others());
            sum += own[others].iter().sum::<f64>();
            for row in cases.clone() {
                self.of_seconds[row] = sum;
                self.all += self.firsts[row] * sum;
            }
            sum += own[cases].iter().sum::<f64>();
        }
        let mut sum = 0.0;
        for moment in &self.followed.moments {
            let (cases, others) = (moment.cases(), moment.others());
            self.of_firsts[cases.clone()].fill(sum);
            sum += self.firsts[cases].iter().sum::<f64>();
            self.of_firsts[others].fill(sum);
        }
        Ok(())
    }

    fn of_score(
        &mut self,
        ranks: &[u32],
        number: usize,
        options: Options<'_>,
    ) -> Result<(), Error> {
        let mut pace = Pace::new(options.poll);
        let mut tree = Fenwick::blank(number)?;
        let (mut agreeing, mut tied) = (0.0, 0.0);
        for moment in self.followed.moments.iter().rev() {
            pace.steps(20 * moment.rows().len())?;
            let (cases, others) = (moment.cases(), moment.others());
            for row in others {
                tree.add(ranks[row] as usize, self.followed.own[row]);
            }
            for row in cases.clone().filter(|&row| self.firsts[row] > 0.0) {
                let place = ranks[row] as usize;
                self.as_first[row] = tree.below(place);
                agreeing += self.firsts[row] * self.as_first[row];
                tied += self.firsts[row] * tree.at(place);
            }
            for row in cases {
                tree.add(ranks[row] as usize, self.followed.own[row]);
            }
        }
        self.value = (agreeing / self.all).min(1.0);
        self.pairs = [self.all, agreeing - 0.5 * tied, tied];
        tree.clear();
        for moment in &self.followed.moments {
            pace.steps(20 * moment.rows().len())?;
            let (cases, others) = (moment.cases(), moment.others());
            for row in cases.clone() {
                self.influences[row] = tree.above(ranks[row] as usize);
            }
            for row in cases.filter(|&row| self.firsts[row] > 0.0) {
                tree.add(ranks[row] as usize, self.firsts[row]);
            }
            for row in others {
                self.influences[row] = tree.above(ranks[row] as usize);
            }
        }
        for row in 0..ranks.len() {
            let away = |agreeing: f64, all: f64| without_rounding(agreeing - self.value * all, all);
            let first = self.firsts[row] * away(self.as_first[row], self.of_seconds[row]);
            let second = self.followed.own[row] * away(self.influences[row], self.of_firsts[row]);
            self.as_first[row] = first / self.all;
            self.influences[row] = (first + second) / self.all;
        }
        Ok(())
    }

    /// Adds what goes through q.
    fn through_censoring(&mut self, whole: &Whole<'_>, pace: &mut Pace<'_>) -> Result<(), Error> {
        let mut sums = filled(whole.bins(), 0.0)?;
        for (row, first) in self.as_first.iter().enumerate() {
            sums[whole.bin(row)] += 2.0 * first;
        }
        whole.apply_sums(sums, &mut self.influences, pace)
    }
}
