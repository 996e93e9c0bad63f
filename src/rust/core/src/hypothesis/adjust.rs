//! P-values that take account of how many there are.

use super::request::Adjustment;
use crate::error::Error;
use crate::memory::{collect, filled};
use crate::poll::Pace;
use crate::sum::Sum;

/// The p-values by a method that needs them alone; those that are NaN stay, and do not count.
pub(crate) fn adjusted(
    p_values: &[f64],
    adjustment: Adjustment,
    pace: &mut Pace<'_>,
) -> Result<Vec<f64>, Error> {
    let mut result = collect(p_values.iter().copied())?;
    let known = collect_known(p_values)?;
    let number = known.len();
    if number < 2 {
        return Ok(result);
    }
    let n = number as f64;
    let at = |rank: usize| p_values[known[rank]];
    let mut ranked = filled(number, 0.0)?;
    match adjustment {
        // Closed tests take those of sets.
        Adjustment::None | Adjustment::Closed => return Ok(result),
        Adjustment::Bonferroni => (0..number).for_each(|i| ranked[i] = n * at(i)),
        Adjustment::Holm => {
            let mut most = f64::NEG_INFINITY;
            for (i, to) in ranked.iter_mut().enumerate() {
                most = most.max((n - i as f64) * at(i));
                *to = most;
            }
        }
        Adjustment::Hommel if number > 2 => hommel(&mut ranked, at, pace)?,
        Adjustment::Hochberg | Adjustment::Hommel => {
            from_the_largest(&mut ranked, |rank| (n - rank + 1.0) * at(rank as usize - 1));
        }
        Adjustment::BenjaminiHochberg => {
            from_the_largest(&mut ranked, |rank| n / rank * at(rank as usize - 1));
        }
        Adjustment::BenjaminiYekutieli => {
            let harmonic = harmonic_number(number);
            from_the_largest(&mut ranked, |rank| {
                harmonic * n / rank * at(rank as usize - 1)
            });
        }
    }
    for (ranked, &place) in ranked.iter().zip(&known) {
        result[place] = ranked.min(1.0);
    }
    Ok(result)
}

/// The places of those that are known, by ascending p-value.
fn collect_known(p_values: &[f64]) -> Result<Vec<usize>, Error> {
    let mut places = filled(p_values.len(), 0usize)?;
    let mut number = 0;
    for (place, _) in p_values.iter().enumerate().filter(|(_, p)| !p.is_nan()) {
        places[number] = place;
        number += 1;
    }
    places.truncate(number);
    places.sort_unstable_by(|&a, &b| p_values[a].total_cmp(&p_values[b]).then(a.cmp(&b)));
    Ok(places)
}

fn harmonic_number(number: usize) -> f64 {
    let mut sum = Sum::default();
    (1..=number).for_each(|i| sum.add(1.0 / i as f64));
    sum.value()
}

/// The least of what those of this rank, counted from 1, and of larger ones have.
fn from_the_largest(ranked: &mut [f64], of_rank: impl Fn(f64) -> f64) {
    let mut least = f64::INFINITY;
    for (i, to) in ranked.iter_mut().enumerate().rev() {
        least = least.min(of_rank((i + 1) as f64));
        *to = least;
    }
}

/// Hommel's (1988) by the algorithm of Wright (1992), of ascending p-values, with n of them:
///
/// ```text
/// all are at least the least n p / rank
/// for m from n - 1 down to 2
///     q = the least m p / j over the m - 1 largest, whose ranks j among themselves count from 2 on
///     each of the others is at least the smaller of m p and q
///     the m - 1 largest are at least what the last of the others has
/// ```
fn hommel(ranked: &mut [f64], at: impl Fn(usize) -> f64, pace: &mut Pace<'_>) -> Result<(), Error> {
    let number = ranked.len();
    let least_of = |from: usize, factor: f64, first: f64| {
        let each = (from..number).map(|i| factor * at(i) / ((i - from) as f64 + first));
        each.fold(f64::INFINITY, f64::min)
    };
    ranked.fill(least_of(0, number as f64, 1.0));
    for m in (2..number).rev() {
        pace.steps(2 * number)?;
        let others = number - m + 1;
        let factor = m as f64;
        let q = least_of(others, factor, 2.0);
        let last = (factor * at(others - 1)).min(q);
        for (i, ranked) in ranked.iter_mut().enumerate() {
            let least = if i < others {
                (factor * at(i)).min(q)
            } else {
                last
            };
            *ranked = ranked.max(least);
        }
    }
    for (i, ranked) in ranked.iter_mut().enumerate() {
        *ranked = ranked.max(at(i));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(p_values: &[f64], adjustment: Adjustment) -> Vec<f64> {
        adjusted(p_values, adjustment, &mut Pace::new(&mut || false)).unwrap()
    }

    fn close(result: &[f64], expected: &[f64]) {
        for (result, expected) in result.iter().zip(expected) {
            assert!((result - expected).abs() < 1e-15, "{result} {expected}");
        }
    }

    /// The least level at which a closed test rejects each hypothesis: all sets with it are rejected, each by
    /// `of_set`, which has the ascending p-values of the set.
    fn closed(p_values: &[f64], of_set: impl Fn(&[f64]) -> f64) -> Vec<f64> {
        let sets = 1u32..1 << p_values.len();
        (0..p_values.len())
            .map(|i| {
                let with = sets.clone().filter(|set| set >> i & 1 == 1);
                let levels = with.map(|set| {
                    let members = (0..p_values.len()).filter(|j| set >> j & 1 == 1);
                    let mut of: Vec<f64> = members.map(|j| p_values[j]).collect();
                    of.sort_by(f64::total_cmp);
                    of_set(&of)
                });
                levels.fold(0.0, f64::max).min(1.0)
            })
            .collect()
    }

    const CASES: [&[f64]; 5] = [
        &[0.01, 0.04, 0.03, 0.005, 0.2],
        &[0.5, 0.02, 0.02, 0.9],
        &[0.3, 0.001],
        &[0.011, 0.012, 0.013, 0.014, 0.6, 0.7],
        &[1.0, 1.0, 0.0],
    ];

    #[test]
    fn holm_and_hommel_are_closed_tests_of_bonferroni_and_simes() {
        for case in CASES {
            let n = |of: &[f64]| of.len() as f64;
            let holm = closed(case, |of| n(of) * of[0]);
            close(&by(case, Adjustment::Holm), &holm);
            let hommel = closed(case, |of| {
                let ranks = of.iter().zip(1..);
                ranks
                    .map(|(p, rank)| n(of) * p / f64::from(rank))
                    .fold(f64::INFINITY, f64::min)
            });
            close(&by(case, Adjustment::Hommel), &hommel);
        }
    }

    #[test]
    fn the_others_are_those_of_their_formulas() {
        let p = [0.01, 0.04, 0.03, 0.005, 0.2];
        close(&by(&p, Adjustment::None), &p);
        close(
            &by(&p, Adjustment::Bonferroni),
            &[0.05, 0.2, 0.15, 0.025, 1.0],
        );
        close(
            &by(&p, Adjustment::Hochberg),
            &[0.04, 0.08, 0.08, 0.025, 0.2],
        );
        let bh = [0.025, 0.05, 0.05, 0.025, 0.2];
        close(&by(&p, Adjustment::BenjaminiHochberg), &bh);
        let harmonic = 137.0 / 60.0;
        let by_dependence = bh.map(|p| (p * harmonic).min(1.0));
        close(&by(&p, Adjustment::BenjaminiYekutieli), &by_dependence);
    }

    #[test]
    fn what_is_not_known_does_not_count() {
        let result = by(&[0.01, f64::NAN, 0.03], Adjustment::Bonferroni);
        assert!(result[1].is_nan());
        assert_eq!([result[0], result[2]], [0.02, 0.06]);
        assert_eq!(by(&[0.3], Adjustment::Holm), [0.3]);
        assert!(by(&[], Adjustment::Holm).is_empty());
    }

    #[test]
    fn many_can_be_stopped() {
        let many = [0.5; 400];
        let mut poll = || true;
        let result = adjusted(&many, Adjustment::Hommel, &mut Pace::new(&mut poll));
        assert_eq!(result, Err(Error::Interrupted));
    }
}
