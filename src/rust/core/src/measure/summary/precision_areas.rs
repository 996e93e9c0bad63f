//! The areas of precision and recall, without their derivatives.

use super::precision::mean_precision;
use super::prg_area::{at_most_1, Step};
use crate::curve::Curve;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::{push, reserve};
use crate::observations::record::Record;
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{check, Pace, Poll, BLOCK};
use crate::range::Range;
use crate::sort::rank;
use crate::sort::sample::Sample;
use crate::sort::ties::runs;
use crate::sum::scale::{scale_of, LARGE};
use crate::sum::{Sum, Sums};
use crate::tally::by_score::{tally_if_few, totals_of, Tallied};

/// A summary of precision over recall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrecisionAreas {
    /// The probability of the positive class.
    pub prior: f64,
    /// See [`Measure::AveragePrecision`](crate::measure::Measure::AveragePrecision).
    pub average_precision: f64,
    /// See [`Measure::PrecisionRecall`](crate::measure::Measure::PrecisionRecall).
    pub area: f64,
    /// See [`Measure::PrecisionRecallGain`](crate::measure::Measure::PrecisionRecallGain).
    pub gain_area: f64,
}

/// The areas of observations, for each prior: the probability of the positive class, or without one its
/// share in the weights. One sort, then O(n) for each. Memory as [`Ranking::new`](crate::curve::Ranking::new).
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
/// #     labels: Labels::I32(&[0, 1, 0, 1]),
/// #     weights: Weights::Unit,
/// # };
/// use weighted_roc_core::measure::precision_areas;
///
/// let result = precision_areas(&observations, &[None, Some(0.1)], Options::default())?;
/// // A third of what is called at 0.2 is not positive, nothing at 0.4.
/// assert!((result[0].average_precision - (1.0 + 2.0 / 3.0) / 2.0).abs() < 1e-15);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`Ranking::new`](crate::curve::Ranking::new), and [`Error::Range`].
pub fn precision_areas(
    observations: &Observations<'_>,
    priors: &[Option<f64>],
    mut options: Options<'_>,
) -> Result<Vec<PrecisionAreas>> {
    for prior in priors {
        Range::PROBABILITY.check("prior", prior.as_slice())?;
    }
    let source = &observations.source()?;
    let sample = Sample::draw(source)?;
    let mut result = reserve(priors.len())?;
    if let Some(rows) = tally_if_few(source, sample.as_ref(), options.poll)? {
        let totals = totals_of_tally(&rows)?;
        for &prior in priors {
            let scores = rows.iter().map(|row| (row.weights(), 1));
            push(
                &mut result,
                areas_of_scores(scores, totals, prior, options.poll)?,
            )?;
        }
        return Ok(result);
    }
    let ranked = rank(source, sample.as_ref(), options.reborrow())?;
    let totals = totals_of_records(&ranked.records, options.poll)?;
    for &prior in priors {
        let scores = runs(&ranked.records).map(sums_of_run);
        push(
            &mut result,
            areas_of_scores(scores, totals, prior, options.poll)?,
        )?;
    }
    Ok(result)
}

/// The areas of a curve. O(rows).
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
/// #     labels: Labels::I32(&[0, 1, 0, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
/// # let curve = owned.as_curve();
/// use weighted_roc_core::measure::precision_areas_of_curve;
///
/// let result = precision_areas_of_curve(&curve, Some(0.5), &mut || false)?;
/// assert_eq!(result.prior, 0.5);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] and [`Error::Interrupted`].
pub fn precision_areas_of_curve(
    curve: &Curve<'_>,
    prior: Option<f64>,
    poll: Poll<'_>,
) -> Result<PrecisionAreas> {
    Range::PROBABILITY.check("prior", prior.as_slice())?;
    let priors = prior.map_or_else(|| curve.shares(), |prior| [1.0 - prior, prior]);
    let unit = priors.map(|prior| prior * LARGE);
    let mut before = [0.0; 2];
    let down = (0..curve.rows()).rev().map(|row| {
        let predicted_positive = [unit[0] * curve.fpr(row), unit[1] * curve.tpr(row)];
        let rise = [
            predicted_positive[0] - before[0],
            predicted_positive[1] - before[1],
        ];
        before = predicted_positive;
        Point {
            predicted_positive,
            rise,
            number: 1,
        }
    });
    let rates = |row: usize| [curve.tnr(row), curve.fnr(row)];
    let up = (1..curve.rows()).map(|row| [rates(row - 1), rates(row)]);
    areas(down, up, unit, priors, poll)
}

/// A point of the curve: what is called there, how much of that is new, and of how many records that is made.
struct Point {
    predicted_positive: [f64; 2],
    rise: [f64; 2],
    number: usize,
}

/// The one sweep: the points from the highest score down, what they call in one unit, in which the classes
/// weigh `totals`; and TNR and FNR of neighbouring rows from the lowest score up, as far as they are asked for.
fn areas(
    down: impl Iterator<Item = Point>,
    up: impl Iterator<Item = [[f64; 2]; 2]>,
    totals: [f64; 2],
    priors: [f64; 2],
    poll: Poll<'_>,
) -> Result<PrecisionAreas> {
    let mut pace = Pace::new(poll);
    let mut sweep = Sweep::new(totals, priors);
    for (i, point) in down.enumerate() {
        pace.steps(point.number)?;
        sweep.advance(point.predicted_positive, point.rise);
        if i % BLOCK == 0 {
            sweep.settle();
        }
    }
    let mut below = Below::new(priors);
    for [to, from] in up {
        pace.step()?;
        if !below.advance(to, from) {
            break;
        }
    }
    Ok(sweep.areas(below))
}

/// The area of gains from the lowest score up, where positives are more likely than negatives: only those
/// few that are missed matter, and are known to all digits.
struct Below {
    priors: [f64; 2],
    gain: Sum,
}

impl Below {
    fn new(priors: [f64; 2]) -> Below {
        Below {
            priors,
            gain: Sum::default(),
        }
    }

    /// Between TNR and FNR of two rows. Returns whether there is more to come.
    fn advance(&mut self, to: [f64; 2], from: [f64; 2]) -> bool {
        let [negative, positive] = self.priors;
        let behind = negative - to[1];
        if positive <= 0.5 || behind <= 0.0 {
            return false;
        }
        let predicted_positive = |rates: [f64; 2]| rates.map(|rate| 1.0 - rate);
        let rise = from[1] - to[1];
        if let Some(step) = Step::new(
            predicted_positive(from),
            predicted_positive(to),
            rise,
            behind,
            positive,
        ) {
            self.gain.add(step.area(positive / negative));
        }
        true
    }
}

/// A term that is added up.
trait Adds: Default {
    fn add(&mut self, value: f64);
}

impl Adds for Sum {
    #[inline(always)]
    fn add(&mut self, value: f64) {
        Sum::add(self, value);
    }
}

/// Rounded at each step, for replicates.
impl Adds for f64 {
    #[inline(always)]
    fn add(&mut self, value: f64) {
        *self += value;
    }
}

/// One area of precision, from the highest score down, by sums that are rounded at each step: for replicates.
pub(crate) struct PrecisionSum {
    sweep: Sweep<f64>,
    /// The factors of weights.
    units: [f64; 2],
}

/// Along straight lines between two points of the curve, by the weights that they call positive.
impl PrecisionSum {
    /// For the weights of the classes, and their probabilities.
    pub fn new(totals: [f64; 2], priors: [f64; 2]) -> PrecisionSum {
        // Small priors must not vanish beside large weights.
        let units = priors.map(|prior| prior * LARGE);
        PrecisionSum {
            sweep: Sweep::new(units, priors),
            units: [0, 1].map(|class| units[class] / totals[class]),
        }
    }

    /// The end of a step and its rise, if it has positives.
    #[inline(always)]
    fn step(&mut self, from: [f64; 2], to: [f64; 2]) -> Option<[[f64; 2]; 2]> {
        let [from, to] =
            [from, to].map(|weights| [weights[0] * self.units[0], weights[1] * self.units[1]]);
        let rise = [to[0] - from[0], to[1] - from[1]];
        self.sweep.predicted_positive = from;
        (rise[1] > 0.0).then_some([to, rise])
    }

    #[inline(always)]
    pub fn add_average(&mut self, from: [f64; 2], to: [f64; 2]) {
        if let Some([to, rise]) = self.step(from, to) {
            self.sweep.add_average(to, rise[1]);
        }
    }

    #[inline(always)]
    pub fn add_area(&mut self, from: [f64; 2], to: [f64; 2]) {
        if let Some([_, rise]) = self.step(from, to) {
            self.sweep.add_area(rise);
        }
    }

    #[inline(always)]
    pub fn add_gain(&mut self, from: [f64; 2], to: [f64; 2]) {
        if let Some([to, rise]) = self.step(from, to) {
            self.sweep.add_gain(to, rise[1]);
        }
    }

    pub fn value(&self) -> f64 {
        let Sweep {
            average,
            area,
            gain,
            ..
        } = self.sweep;
        at_most_1(average + area + gain)
    }
}

/// From the highest score down. Weights are in one unit in which the classes have their probabilities.
struct Sweep<S> {
    /// The weights of the classes.
    totals: [f64; 2],
    priors: [f64; 2],
    /// The odds of a positive.
    odds: f64,
    /// One over the weight of the positives.
    unit: f64,
    /// The weight of the positives over that of the negatives.
    ratio: f64,
    predicted_positive: [f64; 2],
    /// The share of the positives that must be called before gains count.
    begins: f64,
    /// One over what is called of the positives, once gains count, else 0.
    inverse: f64,
    average: S,
    area: S,
    gain: S,
}

impl<S: Adds> Sweep<S> {
    fn new(totals: [f64; 2], priors: [f64; 2]) -> Sweep<S> {
        Sweep {
            totals,
            priors,
            odds: priors[1] / priors[0],
            unit: 1.0 / totals[1],
            ratio: totals[1] / totals[0],
            predicted_positive: [0.0; 2],
            begins: priors[1] * totals[1],
            inverse: 0.0,
            average: S::default(),
            area: S::default(),
            gain: S::default(),
        }
    }

    /// To the next point of the curve, where so much is called, and so much more than before.
    #[inline(always)]
    fn advance(&mut self, predicted_positive: [f64; 2], rise: [f64; 2]) {
        if rise[1] > 0.0 {
            self.add_average(predicted_positive, rise[1]);
            self.add_area(rise);
            self.add_gain(predicted_positive, rise[1]);
        }
        self.predicted_positive = predicted_positive;
    }

    #[inline(always)]
    fn add_average(&mut self, [y, x]: [f64; 2], rise: f64) {
        self.average.add(rise * self.unit * (x / (x + y)));
    }

    #[inline(always)]
    fn add_area(&mut self, rise: [f64; 2]) {
        let share = rise[1] * self.unit;
        self.area
            .add(share * mean_precision(self.predicted_positive, rise));
    }

    /// The difference of 1 / recall, times the mean of 1 - FPR / recall at both ends.
    #[inline(always)]
    fn add_gain(&mut self, predicted_positive: [f64; 2], rise: f64) {
        if predicted_positive[1] <= self.begins {
            return;
        }
        if self.inverse == 0.0 {
            self.begin_gain(predicted_positive, rise);
        } else {
            let (from, to) = (self.inverse, 1.0 / predicted_positive[1]);
            let width = (rise * from) * (self.totals[1] * to);
            // The ratio may be as small as recalls are.
            let false_rates = self.predicted_positive[0] * (self.ratio * from)
                + predicted_positive[0] * (self.ratio * to);
            self.gain.add(width * self.odds * (1.0 - 0.5 * false_rates));
            self.inverse = to;
        }
    }

    #[cold]
    fn begin_gain(&mut self, predicted_positive: [f64; 2], rise: f64) {
        let rates = |weights: [f64; 2]| [weights[0] / self.totals[0], weights[1] / self.totals[1]];
        let (from, to) = (rates(self.predicted_positive), rates(predicted_positive));
        let (rise, behind) = (rise / self.totals[1], to[1] - self.priors[1]);
        if let Some(step) = Step::new(from, to, rise, behind, self.priors[1]) {
            self.gain.add(step.area(self.odds));
            self.inverse = 1.0 / predicted_positive[1];
        }
    }
}

impl Sweep<Sum> {
    fn settle(&mut self) {
        self.average.settle();
        self.area.settle();
        self.gain.settle();
    }

    fn areas(&self, below: Below) -> PrecisionAreas {
        let positive = self.priors[1];
        let gain = if positive <= 0.5 {
            self.gain
        } else {
            below.gain
        };
        PrecisionAreas {
            prior: positive,
            average_precision: self.average.value().min(1.0),
            area: self.area.value().min(1.0),
            gain_area: at_most_1(gain.value()),
        }
    }
}

/// The factors of weights, in two steps that neither overflow nor vanish.
struct Units {
    scale: [f64; 2],
    factor: [f64; 2],
    priors: [f64; 2],
}

impl Units {
    fn new(totals: [f64; 2], prior: Option<f64>) -> Units {
        let Some(prior) = prior else {
            let scale = [scale_of(totals[0].max(totals[1])); 2];
            let weights = [totals[0] * scale[0], totals[1] * scale[1]];
            let all = weights[0] + weights[1];
            return Units {
                scale,
                factor: [1.0; 2],
                priors: weights.map(|weight| weight / all),
            };
        };
        let scale = totals.map(scale_of);
        let priors = [1.0 - prior, prior];
        Units {
            scale,
            factor: [0, 1].map(|class| priors[class] * LARGE / (totals[class] * scale[class])),
            priors,
        }
    }

    #[inline(always)]
    fn shares(&self, weights: [f64; 2]) -> [f64; 2] {
        [
            weights[0] * self.scale[0] * self.factor[0],
            weights[1] * self.scale[1] * self.factor[1],
        ]
    }
}

/// The number of terms that are few enough for plain sums.
const FEW: usize = 16;

fn totals_of_records(records: &[Record], poll: Poll<'_>) -> Result<[f64; 2]> {
    let mut sums = Sums::default();
    for records in records.chunks(BLOCK) {
        check(poll)?;
        for few in records.chunks(FEW) {
            let negative = few.iter().map(|record| record.negative()).sum();
            let positive = few.iter().map(|record| record.positive()).sum();
            sums.add([negative, positive]);
        }
        sums.settle();
    }
    Ok(sums.values())
}

/// The areas of distinct scores, ascending, by the weights of both classes at each, and of how many records
/// these are made.
fn areas_of_scores(
    scores: impl DoubleEndedIterator<Item = ([Sum; 2], usize)> + Clone,
    totals: [f64; 2],
    prior: Option<f64>,
    poll: Poll<'_>,
) -> Result<PrecisionAreas> {
    let units = Units::new(totals, prior);
    let mut predicted_positive = Running::default();
    let down = scores.clone().rev().map(|(weights, number)| Point {
        predicted_positive: units.shares(predicted_positive.with(weights, number)),
        rise: units.shares(weights.map(Sum::value)),
        number,
    });
    let (mut missed, mut before) = (Running::default(), [0.0; 2]);
    let up = scores.map(|(weights, number)| {
        let from = shares_of_totals(missed.with(weights, number), totals);
        [std::mem::replace(&mut before, from), from]
    });
    areas(down, up, units.shares(totals), units.priors, poll)
}

/// The number of weights that were added since the last settling.
#[derive(Default)]
struct Running {
    sums: Sums,
    number: usize,
}

impl Running {
    /// The sums with more weights.
    #[inline(always)]
    fn with(&mut self, weights: [Sum; 2], number: usize) -> [f64; 2] {
        self.sums.add_sums(weights);
        self.number += number;
        if self.number > BLOCK {
            self.number = 0;
            self.sums.settle();
        }
        self.sums.values()
    }
}

#[inline(always)]
fn sums_of_run(run: &[Record]) -> ([Sum; 2], usize) {
    let mut sums = run[0].weights().map(Sum::from);
    for record in &run[1..] {
        sums[0].add(record.negative());
        sums[1].add(record.positive());
    }
    (sums, run.len())
}

fn shares_of_totals(weights: [f64; 2], totals: [f64; 2]) -> [f64; 2] {
    [weights[0] / totals[0], weights[1] / totals[1]].map(|rate| rate.min(1.0))
}

fn totals_of_tally(rows: &[Tallied]) -> Result<[f64; 2]> {
    totals_of(rows)?;
    let mut sums = Sums::default();
    for row in rows {
        sums.add_sums(row.weights());
    }
    Ok(sums.values())
}
