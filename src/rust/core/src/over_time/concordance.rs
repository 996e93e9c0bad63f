//! Concordance of scores and times: how often of two observations the one with the higher score has its event first.
//!
//! ```text
//! pairs     i has its event at T_i, j is known for longer, or is censored at T_i
//! weight    s_i s_j (Harrell), or s_i s_j / (G_i(T_i-) G_j(T_i-)) (Uno): both must not be censored before T_i, each
//!           with the probability of its own stratum or covariates (Gerds, Kattan, Schumacher and Yu 2013)
//! N, D      the weight of the pairs with x_i > x_j, half of those with x_i = x_j; of all pairs
//! C         N / D
//! h_j       s_j dC / ds_j with G as it is; what j does through G is that of the operator of censoring, applied to the
//!           part of h of each pair, once at the place of G_i(T_i-) and once at that of G_j(T_i-)
//! ```
//!
//! Rows are in groups in which G is the same function of time: those of a stratum, or of the same covariates. For the
//! seconds of each group there are two walks through the times, one in each direction, with a tree of sums by score.

use super::fenwick::Fenwick;
use super::followed::Followed;
use super::units::SampledRows;
use super::walk::{ascend, descend, First};
use crate::censoring::{CensoringFit, Outcome, Sums};
use crate::covariance::{Covariance, InfluenceMatrix};
use crate::error::{Class, Error};
use crate::memory::{collect, filled, push, reserve};
use crate::observations::Scores;
use crate::options::Options;
use crate::poll::Pace;
use crate::sampling::Sampling;
use crate::setters::setters;
use crate::sort::ties::{deviation, TIE};

/// How pairs count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pairs {
    /// Each by the weights of its observations (Harrell, Lee and Mark 1996).
    #[default]
    Harrell,
    /// Divided by the probability that neither is censored before the event of the first one, which is estimated as the
    /// outcome says (Uno, Cai, Pencina, D'Agostino and Wei 2011; Gerds, Kattan, Schumacher and Yu 2013).
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
    /// How the observations were sampled: their clusters count, and a survey design, whose covariances
    /// of all estimates take the place of those of influences. The correction does not: an observation may be of
    /// both classes, so that there is no n / (n - 1) of a class, and the variance is that of the jackknife.
    pub sampling: Sampling<'a>,
    /// True if the influences of the observations are wanted.
    pub influences: bool,
}

setters! {
    ConcordanceRequest<'a> {
        with_pairs: pairs = Pairs;
        with_until: until = f64;
        with_sampling: sampling = Sampling<'a>;
        with_influences: influences = bool;
    }
}

impl<'a> ConcordanceRequest<'a> {
    /// Harrell's, of all events.
    pub fn new(outcome: Outcome<'a>) -> ConcordanceRequest<'a> {
        ConcordanceRequest {
            outcome,
            pairs: Pairs::default(),
            until: f64::INFINITY,
            sampling: Sampling::default(),
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
    pub covariance: Covariance,
    /// The influences of all observations on the first score, on the second one, and so on; empty if nobody asked.
    pub influences: Vec<f64>,
    /// The weights of all pairs, of those whose scores agree with their times, and of those with equal scores, where all
    /// weights add up to 1.
    pub pairs: Vec<[f64; 3]>,
}

/// The concordance of each score with times. O(n log n) time a score, and for each stratum; with covariates of censoring
/// O(n log n) for each combination of their values, and never more than the number of pairs times log n.
///
/// ```
/// use weighted_roc_core::censoring::Outcome;
/// use weighted_roc_core::over_time::{concordance, ConcordanceRequest};
/// use weighted_roc_core::{Options, Scores};
///
/// // Pairs with the first one: both others. With the third one: none, as nobody is known for longer.
/// let outcome = Outcome::new(&[1.0, 2.0, 3.0], &[1, 0, 1], f64::INFINITY);
/// let scores = [Scores::F64(&[2.0, 3.0, 1.0])];
/// let result = concordance(&scores, &ConcordanceRequest::new(outcome), Options::default())?;
/// assert_eq!(result.covariance.values, [0.5]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`outcome_weights`](crate::censoring::outcome_weights) for observations; those of scores with their number;
/// [`Error::NoWeight`] where there is no pair, [`Error::NeverFollowed`] where an observation of one could not be known.
pub fn concordance(
    scores: &[Scores<'_>],
    request: &ConcordanceRequest<'_>,
    mut options: Options<'_>,
) -> Result<Concordance, Error> {
    let outcome = &request.outcome;
    // Nothing is asked of censoring after the last event that counts.
    let until = if request.until > 0.0 {
        request.until
    } else {
        f64::INFINITY
    };
    let known_until = match request.pairs {
        Pairs::Harrell => 0.0,
        Pairs::Uno => until,
    };
    outcome.check_rows_until(known_until, options.poll)?;
    let followed = Followed::new(outcome, options.reborrow())?;
    let of_rows = Outcome {
        at: until,
        ..followed.outcome(outcome)
    };
    let whole = match request.pairs {
        Pairs::Harrell => None,
        Pairs::Uno => Some(CensoringFit::new(&of_rows, options.reborrow())?),
    };
    let firsts = weights_of_firsts(&followed, request, whole.as_ref())?;
    let rows = SampledRows::new(&followed, &request.sampling, options.poll)?;
    let mut pace = Pace::new(&mut *options.poll);
    let pairs_of = PairsOf::new(&followed, whole.as_ref(), &of_rows, &firsts, &mut pace)?;
    let mut walk = Walk::new(&pairs_of)?;
    let mut matrix = InfluenceMatrix::blank(scores.len(), followed.number(), 2)?;
    let (mut influences, mut pairs) = (Vec::new(), reserve(scores.len())?);
    for (k, score) in scores.iter().enumerate() {
        let of_score = |error: Error| error.in_score(k, scores.len());
        let (ranks, number) = followed
            .ranks(*score, options.reborrow())
            .map_err(of_score)?;
        walk.for_score((&ranks, number), &mut Pace::new(&mut *options.poll))?;
        matrix.set_column(k, walk.value, &walk.influences);
        push(&mut pairs, walk.pairs)?;
        if request.influences {
            followed.append(&walk.influences, &mut influences)?;
        }
    }
    let weights = (0..followed.number()).map(|row| {
        let second = followed.own[row] * walk.of_firsts[row];
        [second, firsts[row] * walk.of_seconds[row]]
    });
    let mut pace = Pace::new(options.poll);
    let units = rows.by_weights(matrix, weights, &mut pace)?;
    let covariance = rows.covariance(&units, (0, 1), None, &mut pace)?;
    Ok(Concordance {
        covariance,
        influences,
        pairs,
    })
}

/// s / G of each row that may be the first of a pair, 0 of others.
fn weights_of_firsts(
    followed: &Followed,
    request: &ConcordanceRequest<'_>,
    whole: Option<&CensoringFit<'_>>,
) -> Result<Vec<f64>, Error> {
    collect((0..followed.number()).map(|row| {
        if followed.status[row] == 1 && followed.times[row] <= request.until {
            followed.own[row] / whole.map_or(1.0, |whole| whole.survival(row))
        } else {
            0.0
        }
    }))
}

/// A pair of more weight, where all own weights add up to 1, could overflow a sum.
const LARGEST: f64 = 1e290;

/// The rows of all pairs, whatever the scores.
struct PairsOf<'a> {
    followed: &'a Followed,
    whole: Option<&'a CensoringFit<'a>>,
    firsts: &'a [f64],
    /// The rows that may be the first of a pair.
    cases: Vec<First>,
    /// The rows group by group, and where those of each begin.
    rows: Vec<u32>,
    starts: Vec<usize>,
    /// The time of the step of censoring at the end of each place.
    step_times: Vec<f64>,
}

/// The rows whose probability of not being censored is the same at all times, by time.
struct Group<'a> {
    rows: &'a [u32],
    /// The times of the steps of censoring in its stratum, and the place before them.
    steps: &'a [f64],
    first_bin: usize,
    /// The ranks of its rows, ascending, and how many places there are. A group of all rows has a place for each rank.
    levels: Option<Vec<u32>>,
    places: usize,
}

impl Group<'_> {
    /// The place of a rank: the odd ones are those of the group, and the even ones are between them.
    fn place(&self, rank: u32) -> usize {
        let Some(levels) = &self.levels else {
            return rank as usize;
        };
        let level = levels.partition_point(|&of| of < rank);
        2 * level + usize::from(levels.get(level) == Some(&rank))
    }
}

impl<'a> PairsOf<'a> {
    fn new(
        followed: &'a Followed,
        whole: Option<&'a CensoringFit<'a>>,
        outcome: &Outcome<'_>,
        firsts: &'a [f64],
        pace: &mut Pace<'_>,
    ) -> Result<PairsOf<'a>, Error> {
        let number = followed.number();
        let mut cases = Vec::new();
        for moment in &followed.moments {
            pace.steps(moment.rows().len())?;
            for row in moment.cases().filter(|&row| firsts[row] > 0.0) {
                let first = First {
                    row: row as u32,
                    seconds: moment.others().start as u32,
                };
                push(&mut cases, first)?;
            }
        }
        let compare = |a: u32, b: u32| followed.compare_censoring(a as usize, b as usize);
        let mut rows = collect(0..number as u32)?;
        let mut starts = reserve(2)?;
        push(&mut starts, 0)?;
        // Without a probability of not being censored there is one group.
        if whole.is_some() {
            rows.sort_unstable_by(|&a, &b| compare(a, b).then(a.cmp(&b)));
            for k in 1..number {
                pace.step()?;
                if compare(rows[k - 1], rows[k]).is_ne() {
                    push(&mut starts, k)?;
                }
            }
        }
        push(&mut starts, number)?;
        let step_times = match whole {
            Some(whole) => whole.step_times(outcome, pace)?,
            None => Vec::new(),
        };
        Ok(PairsOf {
            followed,
            whole,
            firsts,
            cases,
            rows,
            starts,
            step_times,
        })
    }

    fn groups(
        &self,
        (ranks, number): (&[u32], usize),
        pace: &mut Pace<'_>,
    ) -> Result<Vec<Group<'_>>, Error> {
        let mut groups = reserve(self.starts.len() - 1)?;
        for ends in self.starts.windows(2).filter(|ends| ends[0] < ends[1]) {
            let rows = &self.rows[ends[0]..ends[1]];
            let stratum = self.followed.stratum(rows[0] as usize);
            let bins = self.whole.map_or(0..1, |whole| whole.bins_of(stratum));
            let steps = self.step_times.get(bins.start..bins.end - 1);
            let mut group = Group {
                rows,
                steps: steps.unwrap_or_default(),
                first_bin: bins.start,
                levels: None,
                places: number,
            };
            if rows.len() < self.rows.len() {
                pace.steps(rows.len())?;
                let mut levels = collect(rows.iter().map(|&row| ranks[row as usize]))?;
                levels.sort_unstable();
                levels.dedup();
                group.places = 2 * levels.len() + 1;
                group.levels = Some(levels);
            }
            push(&mut groups, group)?;
        }
        Ok(groups)
    }

    /// G of a group before the time of a case, behind some of its steps.
    fn survival(&self, group: &Group<'_>, case: usize, passed: usize) -> Result<f64, Error> {
        let (time, last) = (self.followed.times[case], group.rows.len() - 1);
        let second = group.rows[last] as usize;
        let survival = self.whole.map_or(1.0, |whole| {
            whole.survival_before(second, time, group.first_bin + passed)
        });
        if self.firsts[case] / survival < LARGEST {
            Ok(survival)
        } else {
            Err(Error::NeverFollowed {
                position: self.followed.positions[second] as usize,
                time,
                last: self.whole.map_or(f64::INFINITY, |whole| {
                    whole.end(self.followed.stratum(second))
                }),
            })
        }
    }
}

/// The results of the two walks.
struct Walk<'a> {
    of: &'a PairsOf<'a>,
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
    fn new(of: &'a PairsOf<'a>) -> Result<Walk<'a>, Error> {
        let blank = || filled(of.followed.number(), 0.0);
        Ok(Walk {
            of,
            of_seconds: blank()?,
            of_firsts: blank()?,
            all: 0.0,
            value: f64::NAN,
            pairs: [0.0; 3],
            influences: blank()?,
            as_first: blank()?,
        })
    }

    fn for_score(
        &mut self,
        (ranks, number): (&[u32], usize),
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let of = self.of;
        let groups = of.groups((ranks, number), pace)?;
        self.pairs = [0.0; 3];
        for group in &groups {
            self.ascend(group, ranks, pace)?;
        }
        let [all, above, tied] = self.pairs;
        if all <= 0.0 {
            return Err(Error::NoWeight {
                class: Class::Positive,
            });
        }
        self.all = all;
        self.value = (above / all).min(1.0);
        self.pairs = [all, above - TIE * tied, tied];
        self.of_seconds.fill(0.0);
        self.as_first.fill(0.0);
        let mut sums = of.whole.map_or(Ok(Sums::default()), CensoringFit::sums)?;
        for group in &groups {
            self.descend(group, ranks, &mut sums, pace)?;
        }
        for row in 0..ranks.len() {
            let first = of.firsts[row] * self.away(self.as_first[row], self.of_seconds[row]);
            let own = of.followed.own[row];
            let second = own * self.away(self.influences[row], self.of_firsts[row]);
            self.influences[row] = first + second;
            if let (Some(whole), true) = (of.whole, first != 0.0) {
                whole.add(row, whole.bin(row), first, &mut sums);
            }
        }
        match of.whole {
            Some(whole) => whole.apply_sums(sums, &mut self.influences, pace),
            None => Ok(()),
        }
    }

    /// The deviation of a part of all pairs from the mean, by its weight that agrees and by all of it.
    fn away(&self, agreeing: f64, all: f64) -> f64 {
        deviation(agreeing, self.value * all, all) / self.all
    }

    /// From the first time to the last one: the firsts of each row of a group.
    fn ascend(
        &mut self,
        group: &Group<'_>,
        ranks: &[u32],
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let of = self.of;
        let mut tree = Fenwick::blank(group.places)?;
        let mut passed = 0;
        let first = |case: usize| {
            let is_before = |step: &&f64| **step < of.followed.times[case];
            passed += group.steps[passed..].iter().take_while(is_before).count();
            let weight = of.firsts[case] / of.survival(group, case, passed)?;
            Ok((group.place(ranks[case]), weight))
        };
        let rows = group.rows.iter().map(|&row| row as usize);
        ascend(rows, &of.cases, &mut tree, pace, first, |row, tree| {
            let (own, place) = (of.followed.own[row], group.place(ranks[row]));
            self.of_firsts[row] = tree.total();
            self.influences[row] = tree.above(place);
            let sums = [tree.total(), self.influences[row], tree.prefix_sum(place)];
            let pairs = self.pairs.iter_mut().zip(sums);
            pairs.for_each(|(pairs, sum)| *pairs += own * sum);
        })
    }

    /// From the last time to the first one: the seconds of each row in a group, and what is through its G.
    fn descend(
        &mut self,
        group: &Group<'_>,
        ranks: &[u32],
        sums: &mut Sums,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let of = self.of;
        let mut tree = Fenwick::blank(group.places)?;
        let mut passed = group.steps.len();
        let last = group.rows[group.rows.len() - 1];
        let cases = of.cases.partition_point(|first| first.seconds <= last);
        let rows = group.rows.iter().rev().map(|&row| row as usize);
        let second = |row: usize| (group.place(ranks[row]), of.followed.own[row]);
        descend(
            rows,
            &of.cases[..cases],
            &mut tree,
            pace,
            second,
            |case, tree| {
                let is_over = |step: &&f64| **step >= of.followed.times[case];
                passed -= group.steps[..passed]
                    .iter()
                    .rev()
                    .take_while(is_over)
                    .count();
                let survival = of.survival(group, case, passed)?;
                let all = tree.total() / survival;
                let agreeing = tree.below(group.place(ranks[case])) / survival;
                self.of_seconds[case] += all;
                self.as_first[case] += agreeing;
                if let Some(whole) = of.whole {
                    let part = of.firsts[case] * self.away(agreeing, all);
                    whole.add(last as usize, group.first_bin + passed, part, sums);
                }
                Ok(())
            },
        )
    }
}
