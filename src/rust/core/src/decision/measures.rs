//! The confusion matrix of a threshold, and the measures made of it.

mod columns;

pub use columns::{write_measures, MeasuresRequest};

use crate::curve::{true_negative_rate, Curve};
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::measure::confusion::{
    correlation, dependence, distance, geometric_mean, imbalance, kappa, lead, markedness,
    odds_ratio, Confusion,
};
use crate::measure::{AtThreshold, Measure};
use crate::memory::{push, reserve};
use crate::poll::{Pace, Poll};
use crate::probability::check_probabilities;
use crate::rounding::TYPED_SUM;
use crate::sum::scale::LARGE;

/// The confusion matrix at a threshold, and its measures. A measure that is 0/0 is NaN.
///
/// Each is right to some units in its last place; what is made of true negatives has 12 digits at
/// least, if the curve knows those that are few. But TPR - FPR is a difference: it is off by some
/// units in the last place of the larger of both, or of TNR and FNR if that is smaller. So is the
/// correlation, which is a multiple of it, and what else is made of that difference: markedness, 1 / J, and |TPR - TNR|
/// likewise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures {
    /// Weight of the true positives.
    pub true_positive: f64,
    /// Weight of the true negatives.
    pub true_negative: f64,
    /// True negative rate, specificity.
    pub tnr: f64,
    /// False negative rate, miss rate.
    pub fnr: f64,
    /// Positive predictive value, precision.
    pub ppv: f64,
    /// Negative predictive value.
    pub npv: f64,
    /// Accuracy.
    pub accuracy: f64,
    /// Error rate.
    pub error_rate: f64,
    /// Balanced accuracy, (TPR + TNR) / 2.
    pub balanced_accuracy: f64,
    /// Youden's J, TPR - FPR.
    pub youden: f64,
    /// The harmonic mean of precision and TPR.
    pub f1: f64,
    /// Matthews' correlation coefficient.
    pub mcc: f64,
    /// TPR / FPR, the positive likelihood ratio.
    pub positive_likelihood_ratio: f64,
    /// FNR / TNR, the negative likelihood ratio.
    pub negative_likelihood_ratio: f64,
    /// Cohen's kappa.
    pub kappa: f64,
    /// False discovery rate, what the precision lacks of 1.
    pub false_discovery_rate: f64,
    /// False omission rate, what the negative predictive value lacks of 1.
    pub false_omission_rate: f64,
    /// The share called positive.
    pub share: f64,
    /// Diagnostic odds ratio, (TP TN) / (FP FN).
    pub odds_ratio: f64,
    /// Threat score, TP / (TP + FP + FN).
    pub jaccard: f64,
    /// PPV + NPV - 1.
    pub markedness: f64,
    /// 1 / J.
    pub number_to_diagnose: f64,
    /// 1 / PPV.
    pub number_to_evaluate: f64,
    /// Symmetric extremal dependence index; NaN where a rate is 0 or 1.
    pub dependence: f64,
    /// The distance from the corner in which FPR is 0 and TPR is 1.
    pub distance: f64,
    /// The geometric mean of TPR and TNR.
    pub geometric_mean: f64,
    /// PPV NPV.
    pub predictive_product: f64,
    /// |TPR - TNR|.
    pub imbalance: f64,
}

impl Measures {
    /// How many there are.
    pub const NUMBER: usize = 28;

    /// All of them, in the order of the fields.
    #[inline(always)]
    pub fn all(self) -> [f64; Measures::NUMBER] {
        [
            self.true_positive,
            self.true_negative,
            self.tnr,
            self.fnr,
            self.ppv,
            self.npv,
            self.accuracy,
            self.error_rate,
            self.balanced_accuracy,
            self.youden,
            self.f1,
            self.mcc,
            self.positive_likelihood_ratio,
            self.negative_likelihood_ratio,
            self.kappa,
            self.false_discovery_rate,
            self.false_omission_rate,
            self.share,
            self.odds_ratio,
            self.jaccard,
            self.markedness,
            self.number_to_diagnose,
            self.number_to_evaluate,
            self.dependence,
            self.distance,
            self.geometric_mean,
            self.predictive_product,
            self.imbalance,
        ]
    }
}

/// The measures at a row of a curve, with a probability of the positive class, greater than 0 and less
/// than 1, or with its share in the weights. The weights of right answers are those of the observations
/// either way. O(1).
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
/// use weighted_roc_core::decision::measures;
///
/// let found = measures(&curve, 1, None)?;
/// assert_eq!((found.tnr, found.youden, found.kappa), (0.5, 0.5, 0.5));
/// assert!(measures(&curve, 5, None).is_err());
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Row`] when there is no such row, [`Error::Probability`] for a prior that is not in [0, 1].
#[inline]
pub fn measures(curve: &Curve<'_>, row: usize, prior: Option<f64>) -> Result<Measures> {
    curve.check_row(row)?;
    check_probabilities(prior.as_slice())?;
    let entries = Entries {
        tpr: curve.tpr(row),
        fpr: curve.fpr(row),
        false_negative: curve.false_negative(row),
        false_positive: curve.false_positive(row),
        true_negative: curve.true_negative(row),
    };
    Ok(match prior {
        Some(prior) => AtPrior::new(curve, prior).measures(&entries),
        None => ByWeights::new(curve).measures(&entries),
    })
}

/// Returns one measure, with its prior, at each of some rows of a curve. NaN for 0/0. O(rows).
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
/// use weighted_roc_core::decision::measure_at;
/// use weighted_roc_core::quantity::Measure;
///
/// let found = measure_at(&curve, &[1, 0], (Measure::Jaccard, None), &mut || false)?;
/// assert_eq!(found, [2.0 / 3.0, 0.5]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Row`] where there is no such row, those of [`Quantity`](crate::quantity::Quantity) for the measure and the prior, [`Error::Memory`]
/// and [`Error::Interrupted`].
pub fn measure_at(
    curve: &Curve<'_>,
    rows: &[usize],
    (measure, prior): (Measure, Option<f64>),
    poll: Poll<'_>,
) -> Result<Vec<f64>> {
    let wanted = AtThreshold {
        measure,
        threshold: None,
        prior,
    };
    wanted.check()?;
    let mut pace = Pace::new(poll);
    let mut found = reserve(rows.len())?;
    for &row in rows {
        pace.step()?;
        curve.check_row(row)?;
        push(&mut found, wanted.of_row(curve, row))?;
    }
    Ok(found)
}

/// A row of a curve.
struct Entries {
    tpr: f64,
    fpr: f64,
    false_negative: f64,
    false_positive: f64,
    true_negative: f64,
}

/// Quantities that the confusion matrices of all rows share. No branch depends on a row.
trait Basis {
    fn totals(&self) -> &Totals;
    /// In some unit in which no sum of cells overflows.
    fn cells(&self, entries: &Entries, rates: &Rates) -> Confusion<f64>;

    #[inline(always)]
    fn measures(&self, entries: &Entries) -> Measures {
        let totals = self.totals();
        let rates = totals.rates(entries);
        let Rates {
            tpr, fpr, fnr, tnr, ..
        } = rates;
        let cells = self.cells(entries, &rates);
        let of = |measure: Measure| match measure.parts(&cells) {
            Ok([above, below]) => above / below,
            Err(_) => f64::NAN,
        };
        let called = [
            cells.true_positive + cells.false_positive,
            cells.true_negative + cells.false_negative,
        ];
        let (rates_called, rates_not_called) = ([fpr, tpr], [tnr, fnr]);
        let youden = lead(rates_called, rates_not_called);
        let [ppv, npv] = [of(Measure::Ppv), of(Measure::Npv)];
        Measures {
            true_positive: rates.true_positive,
            true_negative: entries.true_negative,
            tnr,
            fnr,
            ppv,
            npv,
            accuracy: of(Measure::Accuracy),
            error_rate: of(Measure::ErrorRate),
            balanced_accuracy: (tpr + tnr) / 2.0,
            youden,
            f1: of(Measure::F1),
            mcc: correlation(youden, totals.roots, called),
            positive_likelihood_ratio: tpr / fpr,
            negative_likelihood_ratio: fnr / tnr,
            kappa: kappa(youden, totals.classes, called),
            false_discovery_rate: of(Measure::FalseDiscoveryRate),
            false_omission_rate: of(Measure::FalseOmissionRate),
            share: of(Measure::Share),
            odds_ratio: odds_ratio(rates_called, rates_not_called),
            jaccard: of(Measure::Jaccard),
            markedness: markedness(youden, totals.classes, called),
            number_to_diagnose: 1.0 / youden,
            number_to_evaluate: of(Measure::NumberToEvaluate),
            dependence: dependence(rates_called, rates_not_called),
            distance: distance(fpr, fnr),
            geometric_mean: geometric_mean(tpr, tnr),
            predictive_product: ppv * npv,
            imbalance: imbalance(rates_called, rates_not_called).abs(),
        }
    }
}

/// The totals of the classes.
struct Totals {
    /// The weights of the negatives and of the positives.
    weights: [f64; 2],
    positives_are_whole: bool,
    /// The same in the unit of the cells, and their roots.
    classes: [f64; 2],
    roots: [f64; 2],
}

/// Measures that do not depend on a prior.
struct Rates {
    tpr: f64,
    fpr: f64,
    fnr: f64,
    tnr: f64,
    true_positive: f64,
}

impl Totals {
    fn new(curve: &Curve<'_>, classes: [f64; 2]) -> Totals {
        Totals {
            weights: [curve.negatives(), curve.positives()],
            positives_are_whole: is_whole(curve.positives()),
            classes,
            roots: classes.map(f64::sqrt),
        }
    }

    #[inline(always)]
    fn rates(&self, entries: &Entries) -> Rates {
        let &Entries { tpr, fpr, .. } = entries;
        let [negatives, positives] = self.weights;
        Rates {
            tpr,
            fpr,
            fnr: entries.false_negative / positives,
            tnr: true_negative_rate(fpr, negatives, || entries.true_negative),
            true_positive: self.true_positive(entries),
        }
    }

    /// A difference of whole numbers is exact; where they are not whole, the rate has the digits.
    #[inline(always)]
    fn true_positive(&self, entries: &Entries) -> f64 {
        let (positives, misses) = (self.weights[1], entries.false_negative);
        let (rest, by_rate) = (positives - misses, positives * entries.tpr);
        // Whole numbers may have been rounded to be so; then the difference has lost its digits.
        let close = (rest - by_rate).abs() <= TYPED_SUM * by_rate;
        if self.positives_are_whole & is_whole(misses) & close {
            rest
        } else {
            by_rate
        }
    }
}

/// The square root of a number that is not negative. [`f64::fract`] is a call of a function.
#[inline(always)]
fn is_whole(number: f64) -> bool {
    /// From here on all numbers are.
    const WHOLE: f64 = 4_503_599_627_370_496.0;
    (number >= WHOLE) | (number + WHOLE - WHOLE == number)
}

struct ByWeights {
    scale: f64,
    totals: Totals,
}

impl ByWeights {
    fn new(curve: &Curve<'_>) -> ByWeights {
        let scale = scale(curve);
        let classes = [curve.negatives(), curve.positives()].map(|weight| weight * scale);
        ByWeights {
            scale,
            totals: Totals::new(curve, classes),
        }
    }
}

impl Basis for ByWeights {
    #[inline(always)]
    fn totals(&self) -> &Totals {
        &self.totals
    }

    #[inline(always)]
    fn cells(&self, entries: &Entries, rates: &Rates) -> Confusion<f64> {
        Confusion {
            true_positive: rates.true_positive * self.scale,
            true_negative: entries.true_negative * self.scale,
            false_negative: entries.false_negative * self.scale,
            false_positive: entries.false_positive * self.scale,
            classes: self.totals.classes,
        }
    }
}

struct AtPrior(Totals);

impl AtPrior {
    fn new(curve: &Curve<'_>, prior: f64) -> AtPrior {
        let classes = [1.0 - prior, prior].map(|share| share * LARGE);
        AtPrior(Totals::new(curve, classes))
    }
}

impl Basis for AtPrior {
    #[inline(always)]
    fn totals(&self) -> &Totals {
        &self.0
    }

    #[inline(always)]
    fn cells(&self, _: &Entries, rates: &Rates) -> Confusion<f64> {
        let [negatives, positives] = self.0.classes;
        Confusion {
            true_positive: positives * rates.tpr,
            true_negative: negatives * rates.tnr,
            false_negative: positives * rates.fnr,
            false_positive: negatives * rates.fpr,
            classes: self.0.classes,
        }
    }
}

fn scale(curve: &Curve<'_>) -> f64 {
    const HUGE: f64 = f64::MAX / 8.0;
    if curve.positives() < HUGE && curve.negatives() < HUGE {
        1.0
    } else {
        0.125
    }
}
