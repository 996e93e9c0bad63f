//! The curve and its area by a plain sort and sums of integers, for tests.

use crate::curve::Ranking;
use crate::observations::source::Typed;
use crate::poll::BLOCK;
pub(crate) use crate::testing::data::Data;
use crate::testing::rng::Rng;

/// The columns of a curve in the order of [`Points`](crate::curve::Points).
pub(crate) type Curve = [Vec<f64>; 5];

/// The two classes' weights at a score.
type Group = (f64, [i64; 2]);

/// Computed of observations whose weights are whole and small, so that no sum of them is rounded.
impl Data {
    /// With random labels and with weights from `least` to 9.
    pub fn new(scores: Vec<f64>, least: usize) -> Data {
        let mut rng = Rng::new(scores.len() as u64);
        Data::random(scores, &mut rng, |rng| {
            (least + rng.below(10 - least)) as f64
        })
    }

    pub fn source(&self) -> Typed<'_> {
        Typed {
            observations: self.observations(),
            positive: 1.0,
        }
    }

    pub fn curve(&self) -> Curve {
        let groups = self.groups();
        let totals = |groups: &[Group]| {
            groups.iter().fold([0, 0], |[negative, positive], group| {
                [negative + group.1[0], positive + group.1[1]]
            })
        };
        let [negatives, positives] = totals(&groups);
        let mut below = [0, 0];
        let mut curve = Curve::default();
        let mut push = |threshold, below: [i64; 2]| {
            let [fp, tp] = [negatives - below[0], positives - below[1]];
            curve[0].push(tp as f64 / positives as f64);
            curve[1].push(fp as f64 / negatives as f64);
            curve[2].push(threshold);
            curve[3].push(below[1] as f64);
            curve[4].push(fp as f64);
        };
        for group in &groups {
            push(group.0, below);
            below = totals(&[(0.0, below), *group]);
        }
        push(f64::INFINITY, below);
        curve
    }

    /// The area under the curve, rounded once or twice.
    pub fn area(&self) -> f64 {
        let (mut negatives, mut positives, mut pair_correction) = (0, 0, 0);
        for (_, [negative, positive]) in self.groups() {
            pair_correction += i128::from(positive) * i128::from(2 * negatives + negative);
            negatives += negative;
            positives += positive;
        }
        pair_correction as f64 / (2 * i128::from(negatives) * i128::from(positives)) as f64
    }

    /// The distinct scores that have weight, ascending.
    fn groups(&self) -> Vec<Group> {
        let mut rows: Vec<usize> = (0..self.scores.len()).collect();
        rows.retain(|&i| self.weights[i] > 0.0);
        rows.sort_by(|&a, &b| self.scores[a].total_cmp(&self.scores[b]));
        let tied = |&a: &usize, &b: &usize| self.scores[a] == self.scores[b];
        rows.chunk_by(tied).map(|rows| self.group(rows)).collect()
    }

    fn group(&self, rows: &[usize]) -> Group {
        let mut weights = [0, 0];
        for &i in rows {
            weights[self.labels[i] as usize] += self.weights[i] as i64;
        }
        (self.scores[rows[0]], weights)
    }
}

/// The columns of the curve.
pub(crate) fn write(ranking: &Ranking) -> Curve {
    let curve = ranking.to_curve(&mut || false).unwrap();
    let points = curve.as_curve().points();
    [
        points.tpr,
        points.fpr,
        points.threshold,
        points.false_negative,
        points.false_positive,
    ]
    .map(<[f64]>::to_vec)
}

/// Unlike `==`, tells 0 from -0, and prints no more than the place that differs.
#[track_caller]
pub(crate) fn assert_same_bits(result: &Curve, expected: &Curve, of: &str) {
    const NAMES: [&str; 5] = ["TPR", "FPR", "threshold", "FN", "FP"];
    for (name, (result, expected)) in NAMES.iter().zip(result.iter().zip(expected)) {
        assert_eq!(result.len(), expected.len(), "rows of {name}: {of}");
        let mut pairs = result.iter().zip(expected);
        let differs = pairs.position(|(a, b)| a.to_bits() != b.to_bits());
        let at = |row| (row, result[row], expected[row]);
        assert_eq!(differs.map(at), None, "{name}: {of}");
    }
}

/// The result of `work`, and how often it polled.
pub(crate) fn counting_polls<T>(work: impl FnOnce(crate::poll::Poll) -> T) -> (T, usize) {
    let mut polls = 0;
    let result = work(&mut || {
        polls += 1;
        false
    });
    (result, polls)
}

/// The number of polls while `n` observations are visited `visits` times.
pub(crate) fn polls_of_visits(visits: usize, n: usize) -> usize {
    visits * ((n - 1) / BLOCK)
}
