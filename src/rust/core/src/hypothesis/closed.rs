//! P-values of all pairs of estimates by closed tests (Marcus, Peritz and Gabriel 1976).
//!
//! A hypothesis is a partition of the estimates into sets, within each of which all are equal. That two estimates are
//! equal is rejected where each partition is that has them in one set:
//!
//! ```text
//! p(B)       = the p-value of the joint test of a set B of three and more, of a pair that of its own test
//! best(m, C) = the largest of the least p-values of m disjoint sets within C
//! adjusted(k, l) = the largest (m + 1) min(p(B), best(m, the others)) over the sets B with k and l, and m >= 0
//! ```
//!
//! as m + 1 sets have Bonferroni's p-value: without it two pairs that are equal each would have a test at the whole
//! level each. Estimates that are one and the same, as of a score and its copy, are in the same set.

use super::pairs::{number_of_pairs, pairs_of};
use super::sets::{are_few, is_in, members_of, sets_of};
use super::statistic::Estimates;
use crate::error::Error;
use crate::memory::{collect, filled, push, reserve};
use crate::order::order;
use crate::poll::Pace;

/// The adjusted p-values of all pairs. `copies` are the pairs of estimates that can't differ.
pub(crate) fn closed(
    p_values: &[f64],
    copies: &[[usize; 2]],
    of: &dyn Estimates,
    pace: &mut Pace<'_>,
) -> Result<Vec<f64>, Error> {
    if of.has_sets() && are_few(of.values().len()) {
        Sets::new(p_values, copies, of, pace)?.adjusted(p_values, pace)
    } else {
        by_all(p_values, of, pace)
    }
}

/// Among the partitions but that into one set, which has its joint test, none has more pairs than that which leaves one
/// estimate out: they have Bonferroni's p-values.
fn by_all(p_values: &[f64], of: &dyn Estimates, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
    let width = of.values().len();
    let mut result = holm(p_values)?;
    let overall = if width > 2 {
        of.test_set(&collect(0..width)?, pace)?.p_value
    } else {
        f64::NAN
    };
    if !overall.is_nan() {
        let most = number_of_pairs(width - 1) as f64;
        for (result, p) in result.iter_mut().zip(p_values) {
            // A maximum would lose what is not known.
            if !p.is_nan() {
                *result = result.min(most * p).max(overall);
            }
        }
    }
    Ok(result)
}

/// All sets of a few estimates, by the bits of their indices.
struct Sets {
    width: usize,
    /// The p-value of each set, 0 where there is nothing to test.
    p_values: Vec<f64>,
    /// The largest least p-value of m = 1, 2, ... disjoint sets within each set.
    best: Vec<Vec<f64>>,
}

impl Sets {
    fn new(
        pairs: &[f64],
        copies: &[[usize; 2]],
        of: &dyn Estimates,
        pace: &mut Pace<'_>,
    ) -> Result<Sets, Error> {
        let width = of.values().len();
        let mut sets = Sets {
            width,
            p_values: filled(sets_of(width).len(), 0.0)?,
            best: reserve(width / 2)?,
        };
        let is_split = |set| copies.iter().any(|&[k, l]| is_in(k, set) != is_in(l, set));
        for set in sets_of(width).filter(|&set| !is_split(set)) {
            let members = members_of(set, width)?;
            let joint = if members.len() > 2 {
                of.test_set(&members, pace)?.p_value
            } else {
                f64::NAN
            };
            sets.p_values[set] = if joint.is_nan() {
                bonferroni(pairs, set, width)
            } else {
                joint
            };
        }
        for _ in 0..width / 2 {
            let best = sets.with_one_more(pace)?;
            push(&mut sets.best, best)?;
        }
        Ok(sets)
    }

    /// From the best of m sets to that of m + 1: the lowest estimate is in none of them or in one.
    fn with_one_more(&self, pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let mut best = filled(self.p_values.len(), 0.0)?;
        for set in 1..best.len() {
            let lowest = set & set.wrapping_neg();
            let others = set ^ lowest;
            let mut most: f64 = best[others];
            let mut with = others;
            loop {
                pace.step()?;
                let left = self.best.last().map_or(1.0, |best| best[others ^ with]);
                most = most.max(self.p_values[lowest | with].min(left));
                if with == 0 {
                    break;
                }
                with = (with - 1) & others;
            }
            best[set] = most;
        }
        Ok(best)
    }

    fn adjusted(&self, pairs: &[f64], pace: &mut Pace<'_>) -> Result<Vec<f64>, Error> {
        let mut result = collect(pairs.iter().copied())?;
        for (result, [k, l]) in result.iter_mut().zip(pairs_of(self.width)) {
            // An unknown result stays unknown.
            if result.is_nan() {
                continue;
            }
            for (set, &p) in self.p_values.iter().enumerate() {
                pace.step()?;
                if is_in(k, set) && is_in(l, set) {
                    *result = result.max(self.largest_over_partitions(set, p)).min(1.0);
                }
            }
        }
        Ok(result)
    }

    /// The largest p-value of the partitions with this set.
    fn largest_over_partitions(&self, set: usize, p: f64) -> f64 {
        let others = self.p_values.len() - 1 - set;
        let more = self.best.iter().zip(2u32..);
        more.fold(p, |most, (best, sets)| {
            most.max(f64::from(sets) * p.min(best[others]))
        })
    }
}

/// Holm's (1979): the closed test of Bonferroni's. P-values that are NaN stay, and do not count.
pub(crate) fn holm(p_values: &[f64]) -> Result<Vec<f64>, Error> {
    let mut result = collect(p_values.iter().copied())?;
    let mut ascending = collect(0..p_values.len())?;
    ascending.retain(|&place| !p_values[place].is_nan());
    order(&mut ascending, &mut |a, b| {
        p_values[a].total_cmp(&p_values[b]).then(a.cmp(&b))
    });
    let mut most = 0.0f64;
    for (&place, left) in ascending.iter().zip((1..=ascending.len()).rev()) {
        most = most.max(left as f64 * p_values[place]);
        result[place] = most.min(1.0);
    }
    Ok(result)
}

/// Returns the p-value from those pairs of a set that have p-values.
fn bonferroni(pairs: &[f64], set: usize, width: usize) -> f64 {
    let within = pairs_of(width).zip(pairs);
    let known = within.filter(|([k, l], p)| is_in(*k, set) && is_in(*l, set) && !p.is_nan());
    let (number, least) = known.fold((0.0, 1.0f64), |(number, least), (_, &p)| {
        (number + 1.0, least.min(p))
    });
    (number * least).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hypothesis::request::Hypothesis;
    use crate::hypothesis::statistic::{Reference, Test};

    /// Gives the p-value of the joint test of a set.
    type OfSet<'a> = dyn Fn(&[usize]) -> f64 + 'a;

    struct Joint<'a> {
        values: Vec<f64>,
        of_set: &'a OfSet<'a>,
        has_sets: bool,
    }

    impl Estimates for Joint<'_> {
        fn values(&self) -> &[f64] {
            &self.values
        }

        fn test_combination(&self, _: &[usize], _: &[f64], _: &Hypothesis) -> Result<Test, Error> {
            unreachable!("pairs have p-values")
        }

        fn test_set(&self, set: &[usize], _: &mut Pace<'_>) -> Result<Test, Error> {
            Ok(Test {
                p_value: (self.of_set)(set),
                ..Test::undefined(Reference::Normal, 0.0)
            })
        }

        fn has_sets(&self) -> bool {
            self.has_sets
        }
    }

    fn by(p_values: &[f64], width: usize, of_set: &OfSet<'_>, has_sets: bool) -> Vec<f64> {
        let of = Joint {
            values: vec![0.0; width],
            of_set,
            has_sets,
        };
        closed(p_values, &[], &of, &mut Pace::new(&mut || false)).unwrap()
    }

    #[test]
    fn two_pairs_of_four_share_the_level() {
        // The pairs (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3).
        let p = [0.04, 0.001, 0.001, 0.001, 0.001, 0.03];
        let result = by(&p, 4, &|_| 0.002, true);
        assert_eq!(result, [0.06, 0.002, 0.002, 0.002, 0.002, 0.06]);
        // Each triple has its own say.
        let of_set = |set: &[usize]| if set == [0, 1, 2] { 0.3 } else { 0.002 };
        let result = by(&p, 4, &of_set, true);
        assert_eq!(result, [0.3, 0.3, 0.002, 0.3, 0.002, 0.06]);
    }

    #[test]
    fn sets_without_a_joint_test_have_that_of_their_pairs() {
        let p = [0.01, 0.2, f64::NAN];
        let result = by(&p, 3, &|_| f64::NAN, true);
        assert_eq!(result[..2], [0.02, 0.2]);
        assert!(result[2].is_nan());
    }

    #[test]
    fn where_all_alone_are_tested_at_once_one_is_left_out() {
        let p = [0.001, 0.02, 0.9];
        let result = by(&p, 3, &|_| 0.005, false);
        assert_eq!(result, [0.005, 0.02, 0.9]);
        assert_eq!(by(&p, 3, &|_| f64::NAN, false), [0.003, 0.04, 0.9]);
        let eleven = [0.001; 55];
        assert_eq!(by(&eleven, 11, &|_| 0.0, true), [0.045; 55]);
    }

    #[test]
    fn a_copy_changes_nothing() {
        // Of 0, 1, 2 and the copy 3 of 0.
        let p = [0.01, 0.04, f64::NAN, 0.03, 0.01, 0.04];
        let of_set = |set: &[usize]| match set {
            [0, 1, 3] => 0.01,
            [0, 2, 3] => 0.04,
            _ => 0.015,
        };
        let of = Joint {
            values: vec![0.0; 4],
            of_set: &of_set,
            has_sets: true,
        };
        let result = closed(&p, &[[0, 3]], &of, &mut Pace::new(&mut || false)).unwrap();
        assert!(result[2].is_nan());
        assert_eq!([result[0], result[1], result[3]], [0.015, 0.04, 0.03]);
        assert_eq!([result[4], result[5]], [0.015, 0.04]);
    }

    /// The least level at which a closed test rejects each hypothesis: all sets with it are rejected.
    #[test]
    fn holm_is_the_closed_test_of_bonferroni() {
        let cases: [&[f64]; 5] = [
            &[0.01, 0.04, 0.03, 0.005, 0.2],
            &[0.5, 0.02, 0.02, 0.9],
            &[0.3, 0.001],
            &[0.011, 0.012, 0.013, 0.014, 0.6, 0.7],
            &[1.0, 1.0, 0.0],
        ];
        for p_values in cases {
            for (i, result) in holm(p_values).unwrap().into_iter().enumerate() {
                let with = (1usize..1 << p_values.len()).filter(|&set| is_in(i, set));
                let levels = with.map(|set| {
                    let members = (0..p_values.len()).filter(|&j| is_in(j, set));
                    let least = members.map(|j| p_values[j]).fold(1.0, f64::min);
                    f64::from(set.count_ones()) * least
                });
                let expected = levels.fold(0.0, f64::max).min(1.0);
                assert!((result - expected).abs() < 1e-15, "{result} {expected}");
            }
        }
        let result = holm(&[0.01, f64::NAN, 0.03]).unwrap();
        assert!(result[1].is_nan());
        assert_eq!([result[0], result[2]], [0.02, 0.03]);
        assert_eq!(holm(&[0.3]).unwrap(), [0.3]);
        assert!(holm(&[]).unwrap().is_empty());
    }

    #[test]
    fn ten_can_be_stopped() {
        let of = Joint {
            values: vec![0.0; 10],
            of_set: &|_| 0.5,
            has_sets: true,
        };
        let mut poll = || true;
        let result = closed(&[0.5; 45], &[], &of, &mut Pace::new(&mut poll));
        assert_eq!(result, Err(Error::Interrupted));
    }
}
