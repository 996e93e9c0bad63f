//! The exact distribution of an area when the labels are dealt at random.

use super::request::Alternative;
use crate::error::{Argument, Class, Error};
use crate::inference::RankedObservations;
use crate::memory::{filled, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::sampling::{Sampling, Unit};

/// Wilcoxon's test of an area against 1/2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactTest {
    /// The pairs of a positive and a negative that are won, ties counting half.
    pub statistic: f64,
    /// The share of all permutations of labels that are at least as extreme against 1/2; on two
    /// sides twice the smaller tail.
    pub p_value: f64,
}

/// The steps to the distribution that are allowed: about a second.
const MOST_STEPS: f64 = 4e9;

/// The exact test of an area against 1/2, for small samples. Labels can be dealt where the weights of a class are
/// equal, or count observations.
///
/// ```
/// use weighted_roc_core::hypothesis::{exact_test, Alternative};
/// use weighted_roc_core::sampling::Unit;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0]),
///     labels: Labels::I32(&[0, 0, 1, 1]),
///     weights: Weights::Unit,
/// };
/// let mut never = || false;
/// let options = Options::new(&mut never);
/// let result = exact_test(&observations, Unit::Row, Alternative::Greater, options)?;
/// assert_eq!(result.statistic, 4.0);
/// assert!((result.p_value - 1.0 / 6.0).abs() < 1e-15);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// As [`Ranking::new`](crate::curve::Ranking::new), [`Error::UnevenWeights`], [`Error::TooMuchWork`],
/// [`Error::NotACount`] and [`Error::Parameter`] for an alternative with a margin.
pub fn exact_test(
    observations: &Observations<'_>,
    unit: Unit,
    alternative: Alternative,
    mut options: Options<'_>,
) -> Result<ExactTest, Error> {
    let ranking = RankedObservations::new(observations, options.reborrow())?;
    let mut pace = Pace::new(options.poll);
    check_even(&ranking, unit, &mut pace)?;
    let [negatives, positives] = numbers_by_score(&ranking, unit, &mut pace)?;
    let totals = [&negatives, &positives].map(|class| class.iter().sum::<f64>());
    check_work(totals)?;
    let [below, above] = wilcoxon_tails(&positives, &negatives, pace.poll())?;
    Ok(ExactTest {
        statistic: ranking.area * totals[0] * totals[1],
        p_value: match alternative {
            Alternative::TwoSided => (2.0 * below.min(above)).min(1.0),
            Alternative::Less => below,
            Alternative::Greater => above,
            Alternative::Noninferior { margin } | Alternative::Equivalent { margin } => {
                return Err(Error::Parameter {
                    name: "margin",
                    value: margin,
                })
            }
        },
    })
}

/// Equal weights say as much as they are many: Kish's number is that of the observations.
fn check_even(ranking: &RankedObservations, unit: Unit, pace: &mut Pace<'_>) -> Result<(), Error> {
    if unit == Unit::Count {
        return Ok(());
    }
    let effective = ranking.sizes(&Sampling::default(), pace)?.effective;
    for (class, kind) in [Class::Negative, Class::Positive].into_iter().enumerate() {
        if effective[class] < ranking.numbers[class] as f64 * (1.0 - 1e-12) {
            return Err(Error::UnevenWeights { class: kind });
        }
    }
    Ok(())
}

/// How many negatives and positives have each score, ascending.
fn numbers_by_score(
    ranking: &RankedObservations,
    unit: Unit,
    pace: &mut Pace<'_>,
) -> Result<[Vec<f64>; 2], Error> {
    let mut numbers = [
        reserve(ranking.records.len())?,
        reserve(ranking.records.len())?,
    ];
    let mut last = None;
    for record in &ranking.records {
        pace.step()?;
        let of_record = match unit {
            Unit::Row => record
                .weights()
                .map(|weight| f64::from(u8::from(weight > 0.0))),
            Unit::Count => record.weights(),
        };
        for (numbers, number) in numbers.iter_mut().zip(of_record) {
            match numbers.last_mut() {
                Some(tied) if last == Some(record.score) => *tied += number,
                _ => push(numbers, number)?,
            }
        }
        last = Some(record.score);
    }
    Ok(numbers)
}

fn check_work([negatives, positives]: [f64; 2]) -> Result<(), Error> {
    let fewer = negatives.min(positives);
    if (positives + negatives) * fewer * positives * negatives > MOST_STEPS {
        return Err(Error::TooMuchWork {
            negatives,
            positives,
        });
    }
    Ok(())
}

/// The probabilities that the area is at most, and at least, what it is, when the labels are dealt
/// at random to the observations: Wilcoxon's exact test, given the ties. `positives` and `negatives`
/// are the whole numbers of either class with each score, ascending.
///
/// One score after the other is dealt its positives (the shift algorithm of Streitberg and Roehmel
/// 1986), by their conditional probabilities, so that nothing overflows or cancels. For m of the
/// smaller class and n of the larger one O((m + n) m^2 n) time and O(m^2 n) memory.
///
/// # Errors
/// [`Error::Length`] when there are not as many of both, [`Error::NotACount`] for what is no whole number,
/// [`Error::Memory`], [`Error::Interrupted`].
pub(crate) fn wilcoxon_tails(
    positives: &[f64],
    negatives: &[f64],
    poll: Poll<'_>,
) -> Result<[f64; 2], Error> {
    if negatives.len() != positives.len() {
        return Err(Error::Length {
            argument: Argument::Labels,
            length: negatives.len(),
            expected: positives.len(),
        });
    }
    let mut pace = Pace::new(poll);
    check_counts(positives, &mut pace)?;
    check_counts(negatives, &mut pace)?;
    let total = |class: &[f64]| class.iter().sum::<f64>();
    if total(positives) <= total(negatives) {
        return tails(positives, negatives, &mut pace);
    }
    // The other way round the area is 1 less this one.
    let [below, above] = tails(negatives, positives, &mut pace)?;
    Ok([above, below])
}

/// Whole numbers of which there is room for as many labels.
fn check_counts(class: &[f64], pace: &mut Pace<'_>) -> Result<(), Error> {
    for (position, &value) in class.iter().enumerate() {
        pace.step()?;
        if !(0.0..=Error::MAX_ROWS).contains(&value) || value.fract() != 0.0 {
            return Err(Error::NotACount { position, value });
        }
    }
    // More pairs than bytes.
    if class.iter().sum::<f64>() > MOST_OF_CLASS {
        return Err(Error::Memory { bytes: usize::MAX });
    }
    Ok(())
}

/// The pairs that two classes of so many make can be counted, each twice.
const MOST_OF_CLASS: f64 = (1u64 << (usize::BITS / 2 - 2)) as f64;

fn tails(fewer: &[f64], others: &[f64], pace: &mut Pace<'_>) -> Result<[f64; 2], Error> {
    let scores = || {
        let pairs = fewer.iter().zip(others);
        pairs.map(|(&fewer, &others)| (fewer as usize, others as usize))
    };
    // Pairs that are won count twice, ties once; without ties all are even, and count half of that.
    let tied = scores().any(|(fewer, others)| fewer + others > 1);
    let unit = if tied { 2 } else { 1 };
    let mut lost = 0;
    let mut won = 0;
    for (fewer, others) in scores() {
        won += fewer * (unit * lost + others * unit / 2);
        lost += others;
    }
    let m = scores().map(|(fewer, _)| fewer).sum();
    let mut dealt = Dealt::new(m, lost, unit)?;
    for (fewer, others) in scores() {
        dealt.deal(fewer + others, pace)?;
    }
    let of_all = dealt.row(m);
    Ok([
        of_all[..=won].iter().sum::<f64>().min(1.0),
        of_all[won..].iter().sum::<f64>().min(1.0),
    ])
}

/// The probabilities of how many of the lowest scores have label 1, and how many pairs these have
/// won.
struct Dealt {
    /// A row for each number of labels 1, of the probabilities of 0, 1, ... pairs won.
    rows: Vec<f64>,
    width: usize,
    ones: usize,
    zeros: usize,
    unit: usize,
    /// How many scores have their label.
    done: usize,
    /// How a tie's labels 1 are distributed, by their number and that of those before.
    chances: Vec<f64>,
}

impl Dealt {
    fn new(ones: usize, zeros: usize, unit: usize) -> Result<Dealt, Error> {
        let width = unit.saturating_mul(ones).saturating_mul(zeros) + 1;
        let mut dealt = Dealt {
            rows: filled(width.saturating_mul(ones + 1), 0.0)?,
            width,
            ones,
            zeros,
            unit,
            done: 0,
            chances: filled((ones + 1).saturating_mul(ones + 1), 0.0)?,
        };
        dealt.rows[0] = 1.0;
        Ok(dealt)
    }

    fn row(&self, ones: usize) -> &[f64] {
        &self.rows[ones * self.width..][..self.width]
    }

    /// Deals labels to the next scores, which are tied.
    fn deal(&mut self, tied: usize, pace: &mut Pace<'_>) -> Result<(), Error> {
        self.set_chances(tied);
        // Those with more labels 1 first: a row is made of rows that are as they were.
        for ones in (0..=self.ones.min(self.done + tied)).rev() {
            let (before, from) = self.rows.split_at_mut(ones * self.width);
            let row = &mut from[..self.width];
            let none = self.chances[ones * (self.ones + 1)];
            let critical_value = self.unit * ones * self.done.saturating_sub(ones) + 1;
            pace.steps(critical_value)?;
            row[..critical_value].iter_mut().for_each(|p| *p *= none);
            for new in 1..=tied.min(ones) {
                let old = ones - new;
                let chance = self.chances[old * (self.ones + 1) + new];
                if chance == 0.0 {
                    continue;
                }
                let zeros = self.done - old;
                let won = new * (self.unit * zeros + (tied - new) * self.unit / 2);
                let critical_value = self.unit * old * zeros + 1;
                pace.steps(critical_value)?;
                let source = &before[old * self.width..][..critical_value];
                for (p, q) in row[won..].iter_mut().zip(source) {
                    *p += chance * q;
                }
            }
        }
        self.done += tied;
        Ok(())
    }

    /// The hypergeometric chances of labels 1 among the next scores, after each number of them: a row
    /// of the matrix, made one score after the other.
    fn set_chances(&mut self, tied: usize) {
        let left = self.ones + self.zeros - self.done;
        for old in 0..=self.ones.min(self.done) {
            let row = &mut self.chances[old * (self.ones + 1)..][..=self.ones];
            row.fill(0.0);
            // With this many labels 0 more, none would be left.
            if self.done - old > self.zeros {
                continue;
            }
            row[0] = 1.0;
            for next in 0..tied {
                let left = (left - next) as f64;
                for new in (0..=(self.ones - old).min(next + 1)).rev() {
                    let ones = (self.ones - old - new) as f64;
                    let kept = row[new] * ((left - ones) / left).max(0.0);
                    let dealt = match new {
                        0 => 0.0,
                        _ => row[new - 1] * (ones + 1.0) / left,
                    };
                    row[new] = kept + dealt;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::wilcoxon_tails;
    use crate::error::Error;

    fn tails(positives: &[f64], negatives: &[f64]) -> [f64; 2] {
        wilcoxon_tails(positives, negatives, &mut || false).unwrap()
    }

    /// All ways to deal the labels, by their bits.
    fn by_enumeration(positives: &[f64], negatives: &[f64]) -> [f64; 2] {
        let mut scores = Vec::new();
        for (score, (p, n)) in positives.iter().zip(negatives).enumerate() {
            (0..(p + n) as usize).for_each(|_| scores.push(score));
        }
        let won = |of: &dyn Fn(usize) -> bool| -> usize {
            let (ones, zeros): (Vec<usize>, Vec<usize>) = (0..scores.len()).partition(|&i| of(i));
            let pairs = ones
                .iter()
                .flat_map(|&i| zeros.iter().map(move |&j| (i, j)));
            pairs
                .map(|(i, j)| match scores[i].cmp(&scores[j]) {
                    std::cmp::Ordering::Greater => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Less => 0,
                })
                .sum()
        };
        let mut labels = Vec::new();
        for (p, n) in positives.iter().zip(negatives) {
            (0..*p as usize).for_each(|_| labels.push(true));
            (0..*n as usize).for_each(|_| labels.push(false));
        }
        let result = won(&|i| labels[i]);
        let number = labels.iter().filter(|&&label| label).count() as u32;
        let (mut ways, mut below, mut above) = (0.0, 0.0, 0.0);
        for bits in (0u32..1 << scores.len()).filter(|bits| bits.count_ones() == number) {
            let other = won(&|i| bits >> i & 1 == 1);
            ways += 1.0;
            below += f64::from(u8::from(other <= result));
            above += f64::from(u8::from(other >= result));
        }
        [below / ways, above / ways]
    }

    #[test]
    fn tails_are_those_of_all_ways_to_deal_labels() {
        let cases: [(&[f64], &[f64]); 9] = [
            (&[0.0, 1.0, 0.0, 1.0, 1.0], &[1.0, 0.0, 1.0, 0.0, 0.0]),
            (
                &[1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0],
                &[0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0],
            ),
            (&[1.0, 2.0, 0.0, 3.0], &[2.0, 1.0, 3.0, 0.0]),
            (&[3.0, 0.0, 1.0], &[0.0, 4.0, 2.0]),
            (&[2.0], &[3.0]),
            (&[0.0, 2.0, 2.0, 1.0], &[1.0, 0.0, 2.0, 0.0]),
            (&[0.0, 0.0, 5.0], &[1.0, 1.0, 0.0]),
            (&[1.0, 0.0, 0.0, 0.0], &[0.0, 4.0, 2.0, 1.0]),
            // Ties within a class alone.
            (&[2.0, 0.0, 0.0, 1.0], &[0.0, 3.0, 0.0, 0.0]),
        ];
        for (positives, negatives) in cases {
            for (positives, negatives) in [(positives, negatives), (negatives, positives)] {
                let expected = by_enumeration(positives, negatives);
                let result = tails(positives, negatives);
                for (result, expected) in result.iter().zip(expected) {
                    assert!(
                        (result - expected).abs() < 1e-14,
                        "{positives:?} {negatives:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn small_tails_keep_their_digits() {
        // All of 40 positives above all of 40 negatives.
        let (mut positives, mut negatives) = ([0.0; 80], [1.0; 80]);
        (40..80).for_each(|i| (positives[i], negatives[i]) = (1.0, 0.0));
        let ways: f64 = (1..=40)
            .map(|i| (40.0 + f64::from(i)) / f64::from(i))
            .product();
        assert!((tails(&positives, &negatives)[1] * ways - 1.0).abs() < 1e-12);
    }

    #[test]
    fn columns_of_two_lengths_and_a_stop_are_errors() {
        let result = wilcoxon_tails(&[1.0], &[1.0, 2.0], &mut || false);
        assert!(matches!(
            result,
            Err(Error::Length {
                length: 2,
                expected: 1,
                ..
            })
        ));
        let many = [1.0; 100];
        let result = wilcoxon_tails(&many, &many, &mut || true);
        assert_eq!(result, Err(Error::Interrupted));
    }

    #[test]
    fn counts_that_are_none_are_errors() {
        for value in [-1.0, 0.5, f64::NAN, f64::INFINITY, 1e18] {
            let result = wilcoxon_tails(&[1.0, value], &[1.0, 1.0], &mut || false);
            assert!(
                matches!(result, Err(Error::NotACount { position: 1, .. })),
                "{value}"
            );
        }
        let many = (1u64 << 40) as f64;
        let result = wilcoxon_tails(&[many], &[many], &mut || false);
        assert!(matches!(result, Err(Error::Memory { .. })));
    }
}
