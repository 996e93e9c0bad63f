//! How areas vary whose observations are known by parts of whole clusters: the delete-a-group jackknife (Kott 2001).
//!
//! ```text
//! for each bin of scores, from the lowest up:
//!     for each part g:
//!         left = the weights in this bin of all parts but g
//!         pairs[g] += left positives * (negatives[g] in bins below + those in bins that do not lie above) / 2
//!         negatives[g] += left negatives
//! area without g = pairs[g] / (negatives[g] * positives[g])
//! variance = (G - 1) / G * sum over g of (area without g - area)^2
//! ```
//!
//! The rest is added up, never taken away from the whole: no digit is lost when one part has nearly all weight.

use crate::covariance::{
    each_pair_df, effective_in_clusters, prior_df, Covariance, Kish, Powers, UnitSums, Units,
};
use crate::error::{Argument, Error};
use crate::memory::{collect, filled, push, reserve};
use crate::order::order;
use crate::poll::{Pace, Poll};
use crate::rounding::without_rounding;
use crate::sort::ties::TIE;
use crate::sum::{Sum, Sums};
use crate::tally::row::Check;
use crate::tally::Row;
use std::cmp::Ordering;

/// The areas of a tally without each of its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct WithoutParts {
    /// In the order of the parts that have weight; NaN without a part that has all observations of a class.
    pub areas: Vec<f64>,
    /// The effective numbers of parts, by their weights of negatives and of positives.
    pub effective: [f64; 2],
}

/// The areas without each part of a tally. Two observations whose bins overlap count half, as if they tied.
///
/// ```
/// use weighted_roc_core::inference::areas_without;
/// use weighted_roc_core::tally::Row;
///
/// let part = |negative, positive| {
///     vec![Row::new(negative, [1.0, 0.0], 1.0), Row::new(positive, [0.0, 1.0], 1.0)]
/// };
/// let parts = [part(1.0, 2.0), part(3.0, 4.0), part(0.0, 1.5)];
/// // Without the first part: 4 > 3, 4 > 0, 1.5 > 0, but 1.5 < 3.
/// assert_eq!(areas_without(&parts, &mut || false)?.areas, [0.75, 1.0, 0.75]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// O(r log r + G b) for r rows in all, in b bins, and G parts; 40 bytes a row, 120 a part.
///
/// # Errors
/// The errors of [`merge`](crate::tally::merge()).
pub fn areas_without(parts: &[Vec<Row>], poll: Poll<'_>) -> Result<WithoutParts, Error> {
    let mut pace = Pace::new(poll);
    let bins = Bins::from_parts(parts, &mut pace)?;
    let mut left = Left::new(bins.parts)?;
    let mut pairs = filled(bins.parts, Sum::default())?;
    let mut below = filled(bins.parts, Sums::default())?;
    let mut within = filled(bins.parts, Sums::default())?;
    // Bins that begin and end in the order of their scores: what has ended lies below what begins, and what has
    // begun when a bin ends does not lie above it.
    let mut ended = 0;
    for begun in 0..=bins.number() {
        while ended < bins.number() && (begun == bins.number() || bins.ends_below(ended, begun)) {
            left.without_each(bins.members(bins.by_end[ended]), &mut pace)?;
            for (g, weights) in left.weights.iter().enumerate() {
                pairs[g].add(TIE * weights[1] * within[g].values()[0]);
                below[g].add(*weights);
            }
            ended += 1;
        }
        if begun < bins.number() {
            left.without_each(bins.members(begun), &mut pace)?;
            for (g, weights) in left.weights.iter().enumerate() {
                pairs[g].add(TIE * weights[1] * below[g].values()[0]);
                within[g].add(*weights);
            }
        }
    }
    let area = |(pairs, totals): (&Sum, &Sums)| {
        let [negatives, positives] = totals.values();
        let area = pairs.value() / negatives / positives;
        // 0/0 stays so.
        area.clamp(0.0, 1.0)
    };
    Ok(WithoutParts {
        areas: collect(pairs.iter().zip(&within).map(area))?,
        effective: bins.effective(&mut pace)?,
    })
}

/// How areas vary: `sums` are those of the tallies of several scores, of which the values, numbers and effective
/// numbers count; `without` are the areas without each part, of all scores in the same order of parts.
///
/// Each variance has the degrees of freedom of the squared changes (few large ones among many small ones give few), at
/// most one less than there are parts. Where a part
/// has all observations of a class, or there is one part only, nothing is known of how areas vary.
///
/// ```
/// use weighted_roc_core::inference::{areas_without, covariance_of_parts, tallied_sums};
/// use weighted_roc_core::sampling::Unit;
/// use weighted_roc_core::tally::{merge, Row};
///
/// let part = |negative, positive| {
///     vec![Row::new(negative, [1.0, 0.0], 1.0), Row::new(positive, [0.0, 1.0], 1.0)]
/// };
/// let parts = [part(1.0, 2.0), part(3.0, 4.0), part(0.0, 1.5)];
/// let (whole, _) = merge(&parts, 0, None, &mut || false)?;
/// let sums = tallied_sums(&whole, [1.0; 2], Unit::Row, &mut || false)?.sums;
/// let result = covariance_of_parts(&[sums], &[areas_without(&parts, &mut || false)?], &mut || false)?;
/// // 7 of 9 pairs are in order: changes of -1/36, 2/9 and -1/36.
/// assert!((result.matrix[0] - 2.0 / 3.0 * (1.0 + 64.0 + 1.0) / 36f64.powi(2)).abs() < 1e-15);
/// assert_eq!(result.max_df, 2.0);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Empty`] without scores, [`Error::Length`] for scores of different numbers of parts, [`Error::Memory`] and
/// [`Error::Interrupted`].
pub fn covariance_of_parts(
    sums: &[UnitSums],
    without: &[WithoutParts],
    poll: Poll<'_>,
) -> Result<Covariance, Error> {
    let [first, ..] = sums else {
        return Err(Error::Empty);
    };
    let mut pace = Pace::new(poll);
    check_length(without.len(), sums.len())?;
    let (width, number) = (sums.len(), without[0].areas.len());
    let values = collect(
        sums.iter()
            .map(|of| of.values.first().copied().unwrap_or(f64::NAN)),
    )?;
    let mut changes = filled(number * width, 0.0)?;
    for (k, without) in without.iter().enumerate() {
        check_length(without.areas.len(), number)?;
        for (change, area) in changes
            .iter_mut()
            .skip(k)
            .step_by(width)
            .zip(&without.areas)
        {
            *change = without_rounding(area - values[k], 1.0);
        }
    }
    let changes = Units::without_classes(changes, width, None, &mut pace)?;
    let parts = number as f64;
    // One part says nothing of how parts vary.
    let factor = if parts > 1.0 {
        (parts - 1.0) / parts
    } else {
        f64::NAN
    };
    let mut covariance = changes.within(0, &mut pace)?;
    covariance.iter_mut().for_each(|entry| *entry *= factor);
    let df = |powers: Powers| powers.df(parts, 1.0);
    let df_of_changes = collect(changes.powers(&mut pace)?.into_iter().map(df))?;
    let pairs = each_pair_df(width, |pair| {
        Ok(df(changes.powers_of_difference(pair, &mut pace)?))
    })?;
    let [negatives, positives] = first.effective.map(|number| 1.0 / number);
    // The clusters are not known, but are no fewer than parts.
    let of_parts = without[0].effective;
    let in_parts =
        [0, 1].map(|class| effective_in_clusters(first.effective[class], of_parts[class]));
    Ok(Covariance {
        values,
        matrix: covariance,
        df: df_of_changes,
        prior_df: prior_df(&in_parts, &of_parts),
        max_df: parts - 1.0,
        numbers: collect(first.numbers.into_iter())?,
        units: collect([parts; 3].into_iter())?,
        effective: collect(first.effective.into_iter())?,
        effective_units: collect(of_parts.into_iter())?,
        placement_factor: filled(width, negatives + positives)?,
        pairs,
        std_errors: Vec::new(),
    })
}

fn check_length(length: usize, expected: usize) -> Result<(), Error> {
    if length == expected {
        return Ok(());
    }
    Err(Error::Length {
        argument: Argument::Replicates,
        length,
        expected,
    })
}

/// The weights of one part in a bin, as shares of those of all parts.
#[derive(Clone, Copy)]
struct Member {
    score: f64,
    last: f64,
    part: usize,
    weights: [f64; 2],
}

/// The rows of all parts, by bins.
struct Bins {
    /// By the scores of their bins.
    members: Vec<Member>,
    /// Where each bin begins, and the end of the last one.
    starts: Vec<usize>,
    /// The bins by their greatest scores.
    by_end: Vec<usize>,
    /// How many parts have weight.
    parts: usize,
}

impl Bins {
    fn from_parts(parts: &[Vec<Row>], pace: &mut Pace<'_>) -> Result<Bins, Error> {
        let mut check = Check::default();
        for part in parts {
            check.rows(part, pace)?;
        }
        check.sums()?;
        let mut totals = Sums::default();
        for row in parts.iter().flatten() {
            pace.step()?;
            totals.add([row.negative, row.positive]);
        }
        let totals = totals.values();
        let has_weight = |row: &Row| row.negative > 0.0 || row.positive > 0.0;
        let mut members = reserve(parts.iter().map(Vec::len).sum())?;
        let weighed = parts.iter().filter(|part| part.iter().any(has_weight));
        let mut number = 0;
        for (part, rows) in weighed.enumerate() {
            for row in rows {
                pace.step()?;
                let weights = [row.negative / totals[0], row.positive / totals[1]];
                push(&mut members, Member::new(row, part, weights))?;
            }
            number = part + 1;
        }
        members.sort_unstable_by(Member::compare);
        let mut starts = reserve(members.len() + 1)?;
        for (i, member) in members.iter().enumerate() {
            pace.step()?;
            if i == 0 || !member.is_in_bin_of(&members[i - 1]) {
                push(&mut starts, i)?;
            }
        }
        let mut by_end = collect(0..starts.len())?;
        order(&mut by_end, &mut |a, b| {
            let [first, second] = [a, b].map(|i| members[starts[i]].last);
            first.total_cmp(&second).then(a.cmp(&b))
        });
        push(&mut starts, members.len())?;
        Ok(Bins {
            members,
            starts,
            by_end,
            parts: number,
        })
    }

    fn number(&self) -> usize {
        self.by_end.len()
    }

    fn members(&self, bin: usize) -> &[Member] {
        &self.members[self.starts[bin]..self.starts[bin + 1]]
    }

    fn effective(&self, pace: &mut Pace<'_>) -> Result<[f64; 2], Error> {
        let mut weights = filled(self.parts, [0.0; 2])?;
        for member in &self.members {
            pace.step()?;
            add(&mut weights[member.part], member.weights);
        }
        let mut kish = [Kish::default(); 2];
        for weights in weights {
            (0..2).for_each(|class| kish[class].add(weights[class]));
        }
        Ok(kish.map(Kish::number))
    }

    /// Returns whether the bin that ends as number `ended` does so below bin `begun`.
    fn ends_below(&self, ended: usize, begun: usize) -> bool {
        self.members(self.by_end[ended])[0].last < self.members(begun)[0].score
    }
}

impl Member {
    fn new(row: &Row, part: usize, weights: [f64; 2]) -> Member {
        Member {
            // -0 + 0 is +0.
            score: row.score + 0.0,
            last: row.last + 0.0,
            part,
            weights,
        }
    }

    fn compare(&self, other: &Member) -> Ordering {
        let by_score = self.score.total_cmp(&other.score);
        by_score
            .then(self.last.total_cmp(&other.last))
            .then(self.part.cmp(&other.part))
    }

    fn is_in_bin_of(&self, other: &Member) -> bool {
        self.score == other.score && self.last == other.last
    }
}

/// The weights of a bin without each part.
struct Left {
    weights: Vec<[f64; 2]>,
    own: Vec<[f64; 2]>,
}

impl Left {
    fn new(parts: usize) -> Result<Left, Error> {
        let nothing = || filled(parts, [0.0; 2]);
        Ok(Left {
            weights: nothing()?,
            own: nothing()?,
        })
    }

    /// The sum of the parts before each and of those behind it.
    fn without_each(&mut self, members: &[Member], pace: &mut Pace<'_>) -> Result<(), Error> {
        pace.steps(self.own.len())?;
        self.own.fill([0.0; 2]);
        for member in members {
            pace.step()?;
            add(&mut self.own[member.part], member.weights);
        }
        let mut before = [0.0; 2];
        for (left, own) in self.weights.iter_mut().zip(&self.own) {
            *left = before;
            add(&mut before, *own);
        }
        let mut behind = [0.0; 2];
        for (left, own) in self.weights.iter_mut().zip(&self.own).rev() {
            add(left, behind);
            add(&mut behind, *own);
        }
        Ok(())
    }
}

fn add(sum: &mut [f64; 2], terms: [f64; 2]) {
    for (sum, term) in sum.iter_mut().zip(terms) {
        *sum += term;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::tallied_sums;
    use crate::sampling::Unit;
    use crate::tally::merge;

    fn without(parts: &[Vec<Row>]) -> WithoutParts {
        areas_without(parts, &mut || false).unwrap()
    }

    fn areas(parts: &[Vec<Row>]) -> Vec<f64> {
        without(parts).areas
    }

    /// Rows whose bins may overlap.
    fn rows(ends: &[[f64; 2]], weights: &[[f64; 2]]) -> Vec<Row> {
        let row = |(&[score, last], &weights): (&[f64; 2], &[f64; 2])| Row {
            last,
            ..Row::new(score, weights, if score < last { 2.0 } else { 1.0 })
        };
        ends.iter().zip(weights).map(row).collect()
    }

    /// All pairs of rows, those that overlap counting half.
    fn by_pairs(rows: &[Row]) -> f64 {
        let (mut pairs, mut all) = (0.0, 0.0);
        for a in rows {
            for b in rows {
                let weight = a.negative * b.positive;
                all += weight;
                pairs += weight
                    * if a.last < b.score {
                        1.0
                    } else if b.last < a.score {
                        0.0
                    } else {
                        0.5
                    };
            }
        }
        pairs / all
    }

    fn drawn(state: &mut u64) -> f64 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*state >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Parts of bins of a few scores; in bins that `overlap` each part has bins of its own.
    fn drawn_parts(number: usize, overlap: bool, state: &mut u64) -> Vec<Vec<Row>> {
        let part = |state: &mut u64| {
            let mut ends = Vec::new();
            let mut from = 0.0;
            while ends.len() < 6 {
                let (step, width) = (drawn(state), drawn(state));
                let low = if overlap { from + step } else { from + 1.0 };
                ends.push([low, if overlap { low + width } else { low + 0.5 }]);
                from = ends[ends.len() - 1][1];
            }
            let weights: Vec<_> = ends.iter().map(|_| [drawn(state), drawn(state)]).collect();
            rows(&ends, &weights)
        };
        (0..number).map(|_| part(state)).collect()
    }

    #[test]
    fn areas_are_those_of_all_pairs_that_are_left() {
        let mut state = 7;
        for overlap in [false, true] {
            for number in [2, 3, 8] {
                let mut parts = drawn_parts(number, overlap, &mut state);
                parts[1].drain(1..4);
                for (g, result) in areas(&parts).into_iter().enumerate() {
                    let others = (0..number).filter(|&other| other != g);
                    let left: Vec<Row> = others.flat_map(|other| parts[other].clone()).collect();
                    assert!((result - by_pairs(&left)).abs() < 1e-14, "{result} {g}");
                }
            }
        }
    }

    #[test]
    fn a_part_that_has_nearly_all_weight_takes_no_digits_with_it() {
        let mut state = 11;
        let mut parts = drawn_parts(4, false, &mut state);
        let expected = areas(&parts);
        for row in &mut parts[2] {
            row.negative *= 1e200;
            row.positive *= 1e-30;
        }
        assert!((areas(&parts)[2] - expected[2]).abs() < 1e-15);
    }

    #[test]
    fn nothing_is_known_without_the_only_part_of_a_class() {
        let point = |score, weights| rows(&[[score; 2]], &[weights]);
        let parts = [
            point(1.0, [1.0, 0.0]),
            point(2.0, [1.0, 3.0]),
            Vec::new(),
            point(0.0, [0.0; 2]),
        ];
        let result = areas(&parts);
        assert_eq!(result.len(), 2);
        assert_eq!(result[0], 0.5);
        assert!(result[1].is_nan());
        assert_eq!(areas(&[]), Vec::<f64>::new());
        assert!(areas(&[Vec::new()]).is_empty());
    }

    fn covariance_of(scores: &[Vec<Vec<Row>>]) -> Covariance {
        let sums = |parts: &Vec<Vec<Row>>| {
            let (whole, _) = merge(parts, 0, None, &mut || false).unwrap();
            tallied_sums(&whole, [1.0; 2], Unit::Row, &mut || false)
                .unwrap()
                .sums
        };
        let sums: Vec<_> = scores.iter().map(sums).collect();
        let without: Vec<_> = scores.iter().map(|parts| without(parts)).collect();
        covariance_of_parts(&sums, &without, &mut || false).unwrap()
    }

    #[test]
    fn covariances_are_sums_over_parts() {
        let mut state = 23;
        let scores = [0, 1, 2].map(|_| drawn_parts(5, false, &mut state));
        let result = covariance_of(&scores);
        let change = |k: usize, g: usize| areas(&scores[k])[g] - result.values[k];
        for k in 0..3 {
            for l in 0..3 {
                let sum: f64 = (0..5).map(|g| change(k, g) * change(l, g)).sum();
                assert!((result.matrix[k * 3 + l] - 0.8 * sum).abs() < 1e-15);
            }
        }
        assert_eq!((result.max_df, result.pairs.len()), (4.0, 3));
        assert!(result
            .df
            .iter()
            .chain(&result.pairs)
            .all(|of| (1.0..=4.0).contains(of)));
    }

    #[test]
    fn one_part_or_one_that_has_a_class_leaves_no_variance() {
        let point = |score, weights| rows(&[[score; 2]], &[weights]);
        let single = vec![rows(&[[1.0; 2], [2.0; 2]], &[[1.0; 2], [2.0; 2]])];
        assert!(covariance_of(&[single]).matrix[0].is_nan());
        let of_class = vec![point(1.0, [1.0, 0.0]), point(2.0, [1.0, 1.0])];
        let result = covariance_of(&[of_class]);
        assert!(result.matrix[0].is_nan());
    }

    #[test]
    fn a_score_that_separates_the_classes_in_all_parts_does_not_vary() {
        let part = |at: f64| rows(&[[at; 2], [at + 5.0; 2]], &[[0.1, 0.0], [0.0, 0.3]]);
        let result = covariance_of(&[(0..4).map(|i| part(f64::from(i))).collect()]);
        assert_eq!((result.matrix[0], result.df[0]), (0.0, 0.0));
    }

    #[test]
    fn scores_of_other_parts_are_refused() {
        let mut state = 3;
        let [a, b] = [2, 3].map(|number| drawn_parts(number, false, &mut state));
        let sums = tallied_sums(&a[0], [1.0; 2], Unit::Row, &mut || false)
            .unwrap()
            .sums;
        let both = [sums.clone(), sums];
        let of = |without: &[WithoutParts]| covariance_of_parts(&both, without, &mut || false);
        assert!(matches!(
            of(&[without(&a), without(&b)]),
            Err(Error::Length { .. })
        ));
        assert!(matches!(of(&[without(&a)]), Err(Error::Length { .. })));
        assert_eq!(
            covariance_of_parts(&[], &[], &mut || false),
            Err(Error::Empty)
        );
    }

    #[test]
    fn what_is_no_tally_is_refused_and_who_says_stop_is_obeyed() {
        let mut wrong = rows(&[[1.0; 2]], &[[1.0; 2]]);
        wrong[0].negative = -1.0;
        assert!(matches!(
            areas_without(&[wrong], &mut || false),
            Err(Error::Weight { .. })
        ));
        let long: Vec<Row> = (0..100_000)
            .map(|i| Row::new(f64::from(i), [1.0; 2], 1.0))
            .collect();
        let result = areas_without(&[long.clone(), long], &mut || true);
        assert_eq!(result, Err(Error::Interrupted));
    }
}
