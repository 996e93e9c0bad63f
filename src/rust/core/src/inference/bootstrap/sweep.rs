//! Summaries of the curve of a replicate, from sums of its weights alone: no curve is written.

use crate::area::partial::part;
use crate::bound::{At, Rate};
use crate::curve::true_negative_rate;
use crate::decision::neyman_pearson::mix;
use crate::error::Error;
use crate::inference::classes::{Classes, Member, Overlay};
use crate::memory::push;
use crate::poll::Pace;
use crate::shape::Shape;
use crate::sum::scale::ratio;
use crate::sum::Sum;

/// A row of the curve: how many negatives and how many positives are below its threshold.
pub(super) type Row = [usize; 2];

/// The sums of the weights from the highest score down, of the negatives and of the positives. Rates
/// are those of the replicate's curve, whose rows without weight change nothing here.
#[derive(Clone, Copy)]
pub(super) struct Sweep<'a> {
    classes: &'a Classes,
    /// The weight of all members of a class, of all but the first, ..., of none.
    sums: [&'a [f64]; 2],
}

impl<'a> Sweep<'a> {
    /// In memory for a number more than each class has members, the last one 0.
    pub fn new(
        overlay: &Overlay<'a>,
        sums: &'a mut [Vec<f64>; 2],
        pace: &mut Pace<'_>,
    ) -> Result<Sweep<'a>, Error> {
        for (sums, weights) in sums.iter_mut().zip(&overlay.weights) {
            pace.steps(weights.len())?;
            let mut sum = 0.0;
            for (to, weight) in sums.iter_mut().zip(weights).rev() {
                sum += weight;
                *to = sum;
            }
        }
        Ok(Sweep {
            classes: overlay.classes,
            sums: [&sums[0], &sums[1]],
        })
    }

    /// Writes the rates of a row for each distinct score, from both ends.
    pub fn write_shape(
        &self,
        overlay: &Overlay<'_>,
        shape: &mut Shape,
        pace: &mut Pace<'_>,
    ) -> Result<(), Error> {
        let totals = self.totals();
        let (called, not_called, parts) = shape.rooms();
        let (mut row, mut below): (Row, [f64; 2]) = ([0; 2], [0.0; 2]);
        for (score, (called, not_called)) in called.iter_mut().zip(&mut *not_called).enumerate() {
            pace.step()?;
            *called = self.rates(row);
            *not_called = [0, 1].map(|class| (below[class] / totals[class]).min(1.0));
            for class in 0..2 {
                // Members know the number of their score: runs are not looked for among neighbours, as in `sort/ties`.
                let members = &self.classes.members[class];
                while members
                    .get(row[class])
                    .is_some_and(|member| member.score as usize == score)
                {
                    below[class] += overlay.weights[class][row[class]];
                    row[class] += 1;
                }
            }
        }
        if let Some(last) = not_called.last_mut() {
            *last = [1.0; 2];
        }
        *parts = self.shares();
        Ok(())
    }

    /// The weights of the classes.
    pub fn totals(&self) -> [f64; 2] {
        self.sums.map(|sums| sums[0])
    }

    /// The distinct scores.
    pub fn scores(&self) -> &'a [f64] {
        &self.classes.scores
    }

    /// How many positives there are.
    pub fn positives(&self) -> usize {
        self.classes.members[1].len()
    }

    /// The weights of the classes that a row calls positive.
    #[inline(always)]
    pub fn weights(&self, row: Row) -> [f64; 2] {
        [self.sums[0][row[0]], self.sums[1][row[1]]]
    }

    /// The weight of the negatives that a row calls positive.
    #[inline(always)]
    pub fn false_positive(&self, row: Row) -> f64 {
        self.sums[0][row[0]]
    }

    /// The false positive rate for class 0, the true positive rate for class 1.
    #[inline(always)]
    pub fn rate(&self, class: usize, row: Row) -> f64 {
        let sums = self.sums[class];
        sums[row[class]] / sums[0]
    }

    /// Both of them.
    pub fn rates(&self, row: Row) -> [f64; 2] {
        [self.rate(0, row), self.rate(1, row)]
    }

    /// FPR and TPR, TNR and FNR of a row.
    pub fn rates_of_row(&self, row: Row) -> ([f64; 2], [f64; 2]) {
        let rates = [0, 1].map(|class| self.part(class, self.sums[class][row[class]]));
        let [[fpr, tnr], [tpr, fnr]] = rates;
        ([fpr, tpr], [tnr, fnr])
    }

    /// The shares of the classes in the weights.
    pub fn shares(&self) -> [f64; 2] {
        let scales = self.classes.scales;
        let totals = self.totals();
        // Not in the units of the classes, in which small weights vanish.
        let odds = ratio(&[totals[1], scales[0]], &[totals[0], scales[1]]);
        [1.0 / (1.0 + odds), 1.0 / (1.0 + 1.0 / odds)]
    }

    /// The row of the threshold that is the distinct score of this index.
    pub fn row(&self, score: usize) -> Row {
        let below = |member: &Member| (member.score as usize) < score;
        let members = &self.classes.members;
        members
            .each_ref()
            .map(|members| members.partition_point(below))
    }

    /// The row whose threshold is the score of members of a class with these indices, and the next.
    #[inline(always)]
    fn around(&self, class: usize, [start, end]: [usize; 2]) -> [Row; 2] {
        let [below, up_to] = self.classes.below[class][start].map(|number| number as usize);
        match class {
            0 => [[start, below], [end, up_to]],
            _ => [[below, start], [up_to, end]],
        }
    }

    /// The same for the score of one member. O(log n).
    fn around_member(&self, class: usize, member: usize) -> [Row; 2] {
        let members = &self.classes.members[class];
        let score = members[member].score;
        let start = members.partition_point(|member| member.score < score);
        let end = members.partition_point(|member| member.score <= score);
        self.around(class, [start, end])
    }

    /// Goes through the scores of positives, from the highest down: the row of each, and the next row.
    #[inline(always)]
    pub fn each_rise(&self, mut visit: impl FnMut([Row; 2])) {
        let members = &self.classes.members[1];
        let mut end = members.len();
        while end > 0 {
            let score = members[end - 1].score;
            let run = members[..end].iter().rev();
            let start = end - run.take_while(|member| member.score == score).count();
            visit(self.around(1, [start, end]));
            end = start;
        }
    }

    /// Writes the rows that may be corners of the upper convex hull, ascending. Where no positive has the score of a
    /// row, the next one is at least as good. O(positives), and nothing is allocated if there is room for two more.
    pub fn write_corners(&self, corners: &mut Vec<Row>, pace: &mut Pace<'_>) -> Result<(), Error> {
        let [negatives, positives] = self.classes.members.each_ref().map(Vec::len);
        pace.steps(positives)?;
        corners.clear();
        push(corners, [negatives, positives])?;
        let mut add = |row: Row| {
            let [y, x] = self.weights(row);
            while let [.., before, last] = corners[..] {
                let ([from_y, from_x], [mid_y, mid_x]) = (self.weights(before), self.weights(last));
                if (mid_x - from_x) * (y - mid_y) > (x - mid_x) * (mid_y - from_y) {
                    break;
                }
                corners.pop();
            }
            push(corners, row)
        };
        let mut done = Ok(());
        self.each_rise(|[row, _]| {
            if done.is_ok() {
                done = add(row);
            }
        });
        done?;
        add([0; 2])?;
        corners.reverse();
        Ok(())
    }

    /// The true positive rate at a false positive rate, as
    /// [`neyman_pearson`](crate::decision::neyman_pearson) has it. O(log n).
    pub fn tpr_at(&self, fpr: f64) -> f64 {
        let at = At::bound(fpr);
        let above = self.sums[0].partition_point(|&sum| at.is_passed_by(self.part(0, sum)));
        let Some(last_above) = above.checked_sub(1) else {
            return 1.0;
        };
        let rows = self.around_member(0, last_above);
        let fprs = rows.map(|row| self.part(0, self.false_positive(row)));
        let tprs = rows.map(|row| self.rate(1, row));
        if !at.is_missed_by(fprs[1]) {
            tprs[1]
        } else {
            mix(at.share(fprs[0], fprs[1]), tprs)
        }
    }

    /// The false positive rate at a true positive rate, likewise.
    pub fn fpr_at(&self, tpr: f64) -> f64 {
        let at = At::bound(tpr);
        let last = self.sums[1].partition_point(|&sum| !at.is_missed_by(self.part(1, sum))) - 1;
        if last == self.classes.members[1].len() {
            return 0.0;
        }
        let rows = self.around_member(1, last);
        let tprs = rows.map(|row| self.part(1, self.sums[1][row[1]]));
        let fprs = rows.map(|row| self.rate(0, row));
        if !at.is_passed_by(tprs[0]) {
            fprs[0]
        } else {
            mix(at.share(tprs[0], tprs[1]), fprs)
        }
    }

    /// A part of the weight of a class as a rate, and what that lacks of 1.
    fn part(&self, class: usize, weight: f64) -> Rate {
        let total = self.sums[class][0];
        let rate = weight / total;
        let rest = match class {
            0 => true_negative_rate(rate, total, || total - weight),
            _ => (total - weight) / total,
        };
        [rate, rest]
    }

    /// The area in an interval of false positive rates. O(n).
    pub fn partial_by_fpr(&self, interval: [f64; 2], pace: &mut Pace<'_>) -> Result<f64, Error> {
        self.partial(0, interval, |row| self.rate(1, row), pace)
    }

    /// The area beside an interval of true positive rates. O(n).
    pub fn partial_by_tpr(&self, interval: [f64; 2], pace: &mut Pace<'_>) -> Result<f64, Error> {
        let tnr = |row| self.part(0, self.false_positive(row))[1];
        self.partial(1, interval, tnr, pace)
    }

    /// The integral of y over the rate of a class. Only at scores of its members the rate changes.
    #[inline(always)]
    fn partial(
        &self,
        class: usize,
        interval: [f64; 2],
        y: impl Fn(Row) -> f64,
        pace: &mut Pace<'_>,
    ) -> Result<f64, Error> {
        let members = &self.classes.members[class];
        let sums = self.sums[class];
        pace.steps(members.len())?;
        let [low, high] = interval;
        let beyond = sums.partition_point(|sum| sum / sums[0] > high);
        let mut start = self.around_member(class, beyond.saturating_sub(1))[0][class];
        let mut to = sums[start] / sums[0];
        let mut area = Sum::default();
        while to > low {
            let score = members[start].score;
            let run = members[start..].iter();
            let end = start + run.take_while(|member| member.score == score).count();
            let from = sums[end] / sums[0];
            let [row, next] = self.around(class, [start, end]);
            if let Some(part) = part(interval, [from, to], || [y(next), y(row)]) {
                area.add(part);
            }
            (start, to) = (end, from);
        }
        Ok(area.value())
    }
}
