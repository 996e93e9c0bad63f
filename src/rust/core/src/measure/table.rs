//! The table of the measures. Each has a line, and nothing else in the package lists them.

use super::block::{Block, LANES};
use super::cells::Cells;
use super::costs::Costs;
use super::number::{Dual, Number, Sizing};
use super::parameters::{Density, ForecastLoss, Parameters, Standardize};
use crate::error::Error;
use crate::range::Range;

/// Which values of a measure are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// Larger ones.
    More,
    /// Smaller ones.
    Less,
    /// The measure does not judge a score.
    Neither,
}

impl Better {
    /// The name in R's table of measures.
    pub fn name(self) -> &'static str {
        match self {
            Better::More => "more",
            Better::Less => "less",
            Better::Neither => "neither",
        }
    }
}

/// The part of a curve that a measure is made of. It decides where the measure is defined, and how its interval is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Family {
    /// The cells of the confusion matrix at a place of the curve.
    Cells,
    /// The threshold at such a place.
    Threshold,
    /// An area under the whole curve or a part of it.
    Area,
    /// The area in which a classifier is worth its costs.
    CostArea,
    /// The best values over thresholds.
    Optimum,
    /// Precision over recall.
    Precision,
    /// The mean loss of scores that are forecasts.
    Loss,
    /// The part of such a loss that calibration decides.
    LossPart,
    /// The shares of the classes, and nothing of the scores.
    Prior,
}

impl Family {
    /// The name of the family in R's table of measures.
    pub fn name(self) -> &'static str {
        match self {
            Family::Cells => "cells",
            Family::Threshold => "threshold",
            Family::Area => "area",
            Family::CostArea => "cost area",
            Family::Optimum => "optimum",
            Family::Precision => "precision",
            Family::Loss => "loss",
            Family::LossPart => "loss part",
            Family::Prior => "prior",
        }
    }
}

/// How an interval of a measure is made of what it depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum IntervalForm {
    /// A rate of a class: Wilson's interval.
    Rate(usize),
    /// A quotient of sums of cells: Wilson's, with the effective number of the observations below the line.
    Share,
    /// The same; with a known prior it is made of both rates.
    Predictive,
    /// A mean over all observations, which is linear in both rates.
    Mean,
    /// A function of both rates and the prior, on the measure's own scale.
    Natural,
    /// On the scale of the logarithm.
    Logarithmic,
    /// 1 divided by the ends of another measure.
    ReciprocalOf(Measure),
    /// The size of TPR - TNR, by the ends of the difference.
    Imbalance,
}

const SHARE: [f64; 2] = [0.0, 1.0];
const SIGNED: [f64; 2] = [-1.0, 1.0];
const ABOVE_0: [f64; 2] = [0.0, f64::INFINITY];
const BELOW_1: [f64; 2] = [f64::NEG_INFINITY, 1.0];
const ANY: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// Each line: what it is; the variant, with a parameter if it has one; the name in R's `roc_measure()`; other words for it
/// in lower case and without blanks and signs; its limits; whether more, less or neither is better; and whether it depends on the
/// `prior`, on the rates of both classes or on one rate. A measure of the cells at a place goes on with how its interval is
/// made and its formula: for a quotient of sums of cells that above and, after `over`, that below the line. Another one
/// ends with its family.
macro_rules! measures {
    (
        at a place {$(
            $(#[$doc:meta])*
            $id:ident $(($parameter:ident: $type:ty))? $name:literal [$($word:literal),*]
            $limits:expr, $better:ident, $of:ident, $interval:expr, |$c:ident| $value:expr $(, over $below:expr)?;
        )*}
        of the curve {$(
            $(#[$curve_doc:meta])*
            $curve_id:ident $(($curve_parameter:ident: $curve_type:ty))? $curve_name:literal [$($curve_word:literal),*]
            $curve_limits:expr, $curve_better:ident, $curve_of:ident, $family:expr;
        )*}
    ) => {
        /// A measure.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Measure {
            $($(#[$doc])* $id $(($type))?,)*
            $($(#[$curve_doc])* $curve_id $(($curve_type))?,)*
        }

        impl Measure {
            /// How many measures there are.
            pub const NUMBER: usize = [$($name,)* $($curve_name,)*].len();

            /// All measures, in the order of the table.
            ///
            /// ```
            /// use weighted_roc_core::measure::{Measure, Parameters};
            ///
            /// let all = Measure::all(&Parameters::default());
            /// assert!(all.iter().any(|measure| measure.name() == "kappa"));
            /// ```
            pub fn all(parameters: &Parameters) -> [Measure; Measure::NUMBER] {
                [
                    $(Measure::$id $((parameters.$parameter))?,)*
                    $(Measure::$curve_id $((parameters.$curve_parameter))?,)*
                ]
            }

            /// The measures of the cells of the confusion matrix, in the order of the table.
            pub fn cell_measures(parameters: &Parameters) -> impl Iterator<Item = Measure> {
                let all = Measure::all(parameters).into_iter();
                all.filter(|measure| measure.family() == Family::Cells)
            }

            /// The name of the measure, as in R's `roc_measure()`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Measure::$id { .. } => $name,)*
                    $(Measure::$curve_id { .. } => $curve_name,)*
                }
            }

            /// Other words for it, in lower case and without blanks and signs.
            pub fn words(self) -> &'static [&'static str] {
                match self {
                    $(Measure::$id { .. } => &[$($word),*],)*
                    $(Measure::$curve_id { .. } => &[$($curve_word),*],)*
                }
            }

            /// The field of [`Parameters`] that it takes.
            pub fn parameter(self) -> Option<&'static str> {
                match self {
                    $(Measure::$id { .. } => measures!(@name $($parameter)?),)*
                    $(Measure::$curve_id { .. } => measures!(@name $($curve_parameter)?),)*
                }
            }

            /// Returns the least and the largest value.
            ///
            /// ```
            /// use weighted_roc_core::quantity::Measure;
            ///
            /// assert_eq!(Measure::Kappa.limits(), [-1.0, 1.0]);
            /// assert_eq!(Measure::NetBenefit(0.5).limits(), [-1.0, 1.0]);
            /// ```
            #[allow(unused_variables)]
            pub fn limits(self) -> [f64; 2] {
                match self {
                    $(measures!(@pattern $id $($parameter)?) => $limits,)*
                    $(measures!(@pattern $curve_id $($curve_parameter)?) => $curve_limits,)*
                }
            }

            /// Returns whether the least value is the best one.
            ///
            /// ```
            /// use weighted_roc_core::quantity::Measure;
            ///
            /// assert!(Measure::Distance.is_best_where_least());
            /// assert!(!Measure::Youden.is_best_where_least());
            /// ```
            pub fn is_best_where_least(self) -> bool {
                self.better() == Better::Less
            }

            /// Returns whether more or less of it is better.
            pub fn better(self) -> Better {
                match self {
                    $(Measure::$id { .. } => measures!(@better $better),)*
                    $(Measure::$curve_id { .. } => measures!(@better $curve_better),)*
                }
            }

            /// Returns whether the measure depends on the probability of the positive class.
            ///
            /// ```
            /// use weighted_roc_core::quantity::Measure;
            ///
            /// assert!(Measure::Ppv.takes_prior());
            /// assert!(!Measure::Youden.takes_prior());
            /// ```
            pub fn takes_prior(self) -> bool {
                match self {
                    $(Measure::$id { .. } => measures!(@takes_prior $of),)*
                    $(Measure::$curve_id { .. } => measures!(@takes_prior $curve_of),)*
                }
            }

            /// Returns what the measure is made of.
            pub fn family(self) -> Family {
                match self {
                    $(Measure::$id { .. } => Family::Cells,)*
                    $(Measure::$curve_id { .. } => $family,)*
                }
            }

            /// How the interval at a place is made; None for a measure that is not of the cells.
            pub(crate) fn interval_form(self) -> Option<IntervalForm> {
                match self {
                    $(Measure::$id { .. } => Some($interval),)*
                    _ => None,
                }
            }

            /// The formula, in the unit of [`Measure::unit`]. NaN for 0/0, and for a measure that is not of the cells.
            #[inline(always)]
            fn formula<T: Number>(self, cells: &Cells<T>) -> T {
                match self {
                    $(measures!(@pattern $id $($parameter)?) => {
                        let $c = cells;
                        $value $(/ $below)?
                    })*
                    _ => cells.one() * f64::NAN,
                }
            }

            /// Writes the values, in their own unit, at all matrices of a block: a loop for each measure.
            pub(super) fn write(self, block: &Block, to: &mut [f64; LANES]) {
                let unit = self.unit();
                match self {
                    $(measures!(@pattern $id $($parameter)?) => {
                        let measure = measures!(@pattern $id $($parameter)?);
                        block.fill(to, |matrix| unit * measure.formula(&matrix.cells))
                    })*
                    _ => to.fill(f64::NAN),
                }
            }

            /// The sum of cells below the line of a quotient; `None` for other measures.
            #[allow(unused_variables)]
            fn denominator(self, cells: &Cells<f64>) -> Option<f64> {
                match self {
                    $(measures!(@pattern $id $($parameter)?) => {
                        let $c = cells;
                        None::<f64>$(.or(Some($below)))?
                    })*
                    _ => None,
                }
            }
        }
    };
    (@name) => { None };
    (@name $parameter:ident) => { Some(stringify!($parameter)) };
    (@pattern $id:ident) => { Measure::$id };
    (@pattern $id:ident $parameter:ident) => { Measure::$id($parameter) };
    (@better more) => { Better::More };
    (@better less) => { Better::Less };
    (@better neither) => { Better::Neither };
    (@takes_prior prior) => { true };
    (@takes_prior rate) => { false };
    (@takes_prior rates) => { false };
}

measures! {
    at a place {
        /// True positive rate, sensitivity.
        Tpr "TPR" ["sens", "sensitivity", "rec", "recall", "hitrate", "truepositiverate"]
            SHARE, more, rate, IntervalForm::Rate(1), |c| c.tpr;
        /// False positive rate.
        Fpr "FPR" ["fall", "fallout", "falsepositiverate"]
            SHARE, less, rate, IntervalForm::Rate(0), |c| c.fpr;
        /// True negative rate, specificity.
        Tnr "TNR" ["spec", "specificity", "selectivity", "truenegativerate"]
            SHARE, more, rate, IntervalForm::Rate(0), |c| c.tnr;
        /// False negative rate.
        Fnr "FNR" ["miss", "missrate", "falsenegativerate"]
            SHARE, less, rate, IntervalForm::Rate(1), |c| c.fnr;
        /// Positive predictive value.
        Ppv "PPV" ["prec", "precision", "pospredvalue", "positivepredictivevalue"]
            SHARE, more, prior, IntervalForm::Predictive, |c| c.tp, over c.predicted_positive;
        /// Negative predictive value.
        Npv "NPV" ["negpredvalue", "negativepredictivevalue"]
            SHARE, more, prior, IntervalForm::Predictive, |c| c.tn, over c.predicted_negative;
        /// Accuracy.
        Accuracy "ACC" ["accuracy"]
            SHARE, more, prior, IntervalForm::Mean, |c| c.tp + c.tn, over c.all();
        /// Error rate.
        ErrorRate "ERR" ["er", "error", "errorrate", "misclassification", "misclassificationrate"]
            SHARE, less, prior, IntervalForm::Mean, |c| c.fp + c.r#fn, over c.all();
        /// The mean of TPR and TNR.
        BalancedAccuracy "BACC" ["balaccuracy", "balancedaccuracy", "balacc"]
            SHARE, more, rates, IntervalForm::Mean, |c| (c.tpr + c.tnr) * 0.5;
        /// Youden's J = TPR - FPR.
        Youden "J" ["youden", "youdenindex", "youdensj", "jindex", "informedness"]
            SIGNED, more, rates, IntervalForm::Mean, |c| c.difference();
        /// The harmonic mean of PPV and TPR.
        F1 "F1" ["f1score"]
            SHARE, more, prior, IntervalForm::Share, |c| c.tp * 2.0, over c.tp * 2.0 + c.fp + c.r#fn;
        /// The weighted harmonic mean of PPV and TPR: TPR counts beta times as much as PPV. Beta is finite and not negative.
        F(beta: f64) "F" ["fmeas", "fmeasure", "fscore", "fbeta", "fbetascore"]
            SHARE, more, prior, IntervalForm::Share, |c| c.tp, over weighted_errors(c, beta);
        /// Matthews' correlation coefficient, NaN where all or nothing is called positive.
        Correlation "MCC" ["matthews", "matthewscorrcoef", "matthewscorrelation", "mat", "phi"]
            SIGNED, more, prior, IntervalForm::Natural,
            |c| correlation(c);
        /// TPR / FPR.
        PositiveLikelihoodRatio "LR_pos" ["plr", "lr+", "poslr", "positivelikelihoodratio"]
            ABOVE_0, more, rates, IntervalForm::Logarithmic, |c| c.tpr / c.fpr;
        /// FNR / TNR.
        NegativeLikelihoodRatio "LR_neg" ["nlr", "neglr", "negativelikelihoodratio"]
            ABOVE_0, less, rates, IntervalForm::Logarithmic, |c| c.fnr / c.tnr;
        /// Cohen's kappa, 2 (TP TN - FP FN) over what it would be by chance.
        Kappa "kappa" ["kap", "cohenkappa", "cohenskappa", "cohenkappascore"]
            SIGNED, more, prior, IntervalForm::Natural, |c| kappa(c);
        /// 1 - PPV.
        FalseDiscoveryRate "FDR" ["pcfall", "falsediscoveryrate"]
            SHARE, less, prior, IntervalForm::Predictive, |c| c.fp, over c.predicted_positive;
        /// 1 - NPV.
        FalseOmissionRate "FOR" ["pcmiss", "falseomissionrate"]
            SHARE, less, prior, IntervalForm::Predictive, |c| c.r#fn, over c.predicted_negative;
        /// The share that is called positive.
        Share "share" ["rpp", "detectionprevalence", "predictedprevalence"]
            SHARE, neither, prior, IntervalForm::Mean, |c| c.predicted_positive, over c.all();
        /// The diagnostic odds ratio (TP TN) / (FP FN).
        OddsRatio "DOR" ["odds", "oddsratio", "diagnosticoddsratio"]
            ABOVE_0, more, rates, IntervalForm::Logarithmic, |c| (c.tpr / c.fpr) * (c.tnr / c.fnr);
        /// The threat score TP / (TP + FP + FN).
        Jaccard "jaccard" ["jaccardscore", "jaccardindex", "csi", "threatscore", "criticalsuccessindex"]
            SHARE, more, prior, IntervalForm::Share, |c| c.tp, over c.tp + c.fp + c.r#fn;
        /// PPV + NPV - 1.
        Markedness "markedness" []
            SIGNED, more, prior, IntervalForm::Natural,
            |c| c.difference_times(c.positive / c.predicted_positive, c.negative / c.predicted_negative);
        /// 1 / J, how many are tested for one more right answer than wrong ones by chance.
        NumberToDiagnose "NND" []
            ANY, less, rates, IntervalForm::ReciprocalOf(Measure::Youden), |c| c.one() / c.difference();
        /// 1 / PPV, how many are called positive for one that is.
        NumberToEvaluate "NNE" ["nnt"]
            [1.0, f64::INFINITY], less, prior, IntervalForm::ReciprocalOf(Measure::Ppv), |c| c.predicted_positive, over c.tp;
        /// The symmetric extremal dependence index of Ferro and Stephenson (2011), NaN where a rate is 0 or 1.
        Dependence "SEDI" []
            SIGNED, more, rates, IntervalForm::Natural, |c| dependence(c);
        /// The distance of the point (FPR, TPR) from (0, 1).
        Distance "distance" ["topleft", "closesttopleft", "roc01"]
            [0.0, std::f64::consts::SQRT_2], less, rates, IntervalForm::Natural, |c| c.fpr.hypot(c.fnr);
        /// The geometric mean of TPR and TNR.
        GeometricMean "gmean" ["geometricmean", "gmeans"]
            SHARE, more, rates, IntervalForm::Natural, |c| c.tpr.sqrt() * c.tnr.sqrt();
        /// The product of PPV and NPV.
        PredictiveProduct "PPV_NPV" []
            SHARE, more, prior, IntervalForm::Natural, |c| (c.tp / c.predicted_positive) * (c.tn / c.predicted_negative);
        /// The size of TPR - TNR, 0 where both kinds of errors are as frequent.
        Imbalance "imbalance" []
            SHARE, less, rates, IntervalForm::Imbalance, |c| c.imbalance().abs();
        /// How many times as many positives are called positive as in a random choice of as many.
        Lift "lift" []
            ABOVE_0, more, prior, IntervalForm::Natural, |c| c.tpr / (c.predicted_positive / c.all());
        /// The index of Fowlkes and Mallows (1983), the geometric mean of PPV and TPR.
        FowlkesMallows "FM" ["fowlkesmallows", "fowlkesmallowsindex"]
            SHARE, more, prior, IntervalForm::Natural, |c| (c.tp / c.predicted_positive).sqrt() * c.tpr.sqrt();
        /// The expected cost.
        Risk(costs: Costs) "risk" []
            costs.range(), less, prior, IntervalForm::Mean, |c| cost(c, &costs), over c.all();
        /// The net benefit: the share of true positives less that of false positives, of which each counts as much as the
        /// odds of this probability, less than 1.
        NetBenefit(probability: f64) "NB" ["netbenefit"]
            gains(probability).range(), more, prior, IntervalForm::Mean, |c| cost(c, &gains(probability)), over c.all();
        /// The net benefit divided by the share of the positives.
        StandardizedNetBenefit(probability: f64) "sNB" ["standardizednetbenefit", "standardisednetbenefit"]
            BELOW_1, more, prior, IntervalForm::Natural,
            |c| (c.tp - c.fp * odds(probability)) / c.positive;
    }

    of the curve {
        /// The threshold at a place.
        Threshold "threshold" ["cutoff", "cutpoint"]
            ANY, neither, rates, Family::Threshold;
        /// The area under the curve.
        Area "AUC" ["area", "c", "rocauc", "aucroc", "auroc", "cindex", "cstat", "cstatistic", "concordance"]
            SHARE, more, rates, Family::Area;
        /// The area in an interval of one of the rates.
        PartialArea(standardize: Standardize) "pAUC" []
            SHARE, more, rates, Family::Area;
        /// Gini's coefficient, 2 A - 1 of the area A.
        Gini "gini" ["giniindex", "ginicoefficient", "dxy", "somers", "somersd", "somersdxy", "accuracyratio"]
            SIGNED, more, rates, Family::Area;
        /// Gini's coefficient times the probability of the negative class.
        Concentration "concentration" []
            SIGNED, more, prior, Family::Area;
        /// The largest J = TPR - FPR, the distance of Kolmogorov and Smirnov.
        LargestYouden "KS" ["ksstat", "ksstatistic", "kolmogorovsmirnov"]
            SHARE, more, rates, Family::Optimum;
        /// The area under the upper convex hull.
        HullArea "AUCH" ["auchull"]
            SHARE, more, rates, Family::Optimum;
        /// The least rate of errors.
        LeastError "MER" []
            SHARE, less, prior, Family::Optimum;
        /// Hand's H: the share of the least expected cost without the score that the score saves, of means over the costs of
        /// errors.
        H(density: Density) "H" ["hmeasure"]
            SHARE, more, prior, Family::Optimum;
        /// The mean of the least expected costs, of which H is the share that is saved.
        LeastCost(density: Density) "H_loss" []
            ABOVE_0, less, prior, Family::Optimum;
        /// The same where everybody is called the same, whichever is better: it does not depend on the score.
        TrivialCost(density: Density) "H_loss_trivial" []
            ABOVE_0, neither, prior, Family::Prior;
        /// The mean over the lower envelope of the cost curve (Drummond and Holte 2006), where the share of the costs that
        /// the positive class has is Beta(a, b).
        ExpectedCost(cost_density: [f64; 2]) "expected_cost" []
            ABOVE_0, less, rates, Family::Optimum;
        /// The same where everybody is called the same.
        TrivialExpectedCost(cost_density: [f64; 2]) "expected_cost_trivial" []
            ABOVE_0, neither, rates, Family::Prior;
        /// The share of that which the score saves.
        SavedExpectedCost(cost_density: [f64; 2]) "expected_cost_saved" []
            ANY, more, rates, Family::Optimum;
        /// The area above the line on which a classifier costs as much as the random one, see
        /// [`cost_areas`](crate::area::cost_areas).
        CostArea(costs: Costs) "cost_AUC" []
            ABOVE_0, more, prior, Family::CostArea;
        /// The largest such area, that of a perfect curve.
        LargestCostArea(costs: Costs) "cost_AUC_max" []
            ABOVE_0, neither, prior, Family::CostArea;
        /// The area as a share of the largest one.
        CostAreaRatio(costs: Costs) "cost_AUC_ratio" []
            SHARE, more, prior, Family::CostArea;
        /// The precision of each threshold, weighted by the share of the positives that have it as score.
        AveragePrecision "AP" ["averageprecision", "averageprecisionscore", "avgprecision"]
            SHARE, more, prior, Family::Precision;
        /// The area under precision over recall, interpolated between thresholds as the curve is.
        PrecisionRecall "pr_AUC" ["aupr", "auprc", "aucpr"]
            SHARE, more, prior, Family::Precision;
        /// The area under precision gain over recall gain, from a recall gain of 0 on.
        PrecisionRecallGain "prg_AUC" []
            BELOW_1, more, prior, Family::Precision;
        /// Brier's score, the mean square of what forecasts lack of what happens.
        Brier "brier" ["brierscore", "brierclass", "brierscoreloss"]
            SHARE, less, prior, Family::Loss;
        /// The mean of minus the natural logarithm of the forecast of what happens.
        LogLoss "log_loss" ["mnlogloss", "crossentropy", "mxe"]
            ABOVE_0, less, prior, Family::Loss;
        /// The loss of forecasts beyond that of the calibrated ones.
        Miscalibration(loss: ForecastLoss) "MCB" []
            loss.limits(), less, prior, Family::LossPart;
        /// The gain of calibrated forecasts over the share of the positives as the forecast for all.
        Discrimination(loss: ForecastLoss) "DSC" []
            loss.limits(), more, prior, Family::LossPart;
        /// The loss of the share of the positives as the forecast for all.
        Uncertainty(loss: ForecastLoss) "UNC" []
            [0.0, loss.largest_uncertainty()], neither, prior, Family::Prior;
        /// The share of the uncertainty that forecasts do not lose.
        Skill(loss: ForecastLoss) "skill" []
            BELOW_1, more, prior, Family::LossPart;
        /// The share of the positives in the weights.
        Prevalence "prevalence" ["baserate"]
            SHARE, neither, rates, Family::Prior;
    }
}

/// The denominator of F: TP, and the errors by their shares of beta^2 and of 1 in the sum of both, which may be too large for a
/// number.
#[inline(always)]
fn weighted_errors<T: Number>(c: &Cells<T>, beta: f64) -> T {
    let misses = 1.0 / (1.0 + (1.0 / beta) * (1.0 / beta));
    let alarms = 1.0 / (1.0 + beta * beta);
    c.tp + c.r#fn * misses + c.fp * alarms
}

/// 2 (TP TN - FP FN) over W0 called + W1 not called. TP TN - FP FN is W0 W1 (TPR - FPR), which has more digits, and the rest
/// is half of the harmonic mean of W1 / called and W0 / not called.
#[inline(always)]
fn kappa<T: Number>(c: &Cells<T>) -> T {
    let of_classes = (c.positive / c.predicted_positive).sorted(c.negative / c.predicted_negative);
    let [less, more] = of_classes;
    let mean = if more.value().is_finite() {
        less / (c.one() + less / more)
    } else {
        less
    };
    (c.difference() * mean * 2.0).clamp(-1.0, 1.0)
}

/// (TP TN - FP FN) over the root of W1 W0 called not called. Quotients of roots do not overflow.
#[inline(always)]
fn correlation<T: Number>(c: &Cells<T>) -> T {
    let of_positive = c.positive.sqrt() / c.predicted_positive.sqrt();
    let of_negative = c.negative.sqrt() / c.predicted_negative.sqrt();
    c.difference_times(of_positive, of_negative)
}

/// The index is (ln a - ln b) / (ln a + ln b), with a = FPR FNR and b = TPR TNR: a - b is FPR - TPR, which has more digits
/// than the difference of the logarithms where both are close. NaN where a rate is 0.
#[inline(always)]
fn dependence<T: Number>(c: &Cells<T>) -> T {
    let [a, b] = [c.fpr * c.fnr, c.tpr * c.tnr];
    let is_normal = a.value().min(b.value()) >= f64::MIN_POSITIVE;
    let [ln_a, ln_b] = if is_normal {
        [a.ln(), b.ln()]
    } else {
        [c.fpr.ln() + c.fnr.ln(), c.tpr.ln() + c.tnr.ln()]
    };
    let excess = c.difference() / a;
    let ratio = if excess.value().abs() < 0.5 {
        excess.ln_1p()
    } else {
        ln_b - ln_a
    };
    // Infinite where a rate is 0: then this is NaN.
    (ratio * -1.0) / (ln_a + ln_b)
}

/// The cost of all cells, in the unit of [`Measure::unit`].
#[inline(always)]
fn cost<T: Number>(c: &Cells<T>, costs: &Costs) -> T {
    let costs = costs.in_quotient();
    c.tp * costs.true_positive
        + c.fp * costs.false_positive
        + c.r#fn * costs.false_negative
        + c.tn * costs.true_negative
}

/// The gains of a net benefit.
fn gains(probability: f64) -> Costs {
    Costs {
        false_positive: -odds(probability),
        false_negative: 0.0,
        true_positive: 1.0,
        true_negative: 0.0,
    }
}

/// The odds of a probability.
fn odds(probability: f64) -> f64 {
    probability / (1.0 - probability)
}

/// Each kind of number has the formulas once in the library.
impl Measure {
    #[inline(never)]
    pub(crate) fn value(self, cells: &Cells<f64>) -> f64 {
        self.formula(cells)
    }

    /// The value and the size of the numbers that it is made of.
    #[inline(never)]
    pub(crate) fn value_and_size(self, cells: &Cells<Sizing>) -> Sizing {
        self.formula(cells)
    }

    /// The value and its derivatives in the directions of the cells.
    #[inline(never)]
    pub(crate) fn derivatives(self, cells: &Cells<Dual>) -> Dual {
        self.formula(cells)
    }
}

impl Measure {
    /// Returns an error unless the parameter is in its range.
    pub(crate) fn check(self) -> Result<(), Error> {
        match self {
            Measure::NetBenefit(value) | Measure::StandardizedNetBenefit(value) => {
                Range::WITH_ODDS.check("threshold", &[value])
            }
            Measure::Risk(costs) => costs.check(),
            Measure::F(value) => Range::NOT_NEGATIVE.check("beta", &[value]),
            Measure::CostArea(costs)
            | Measure::LargestCostArea(costs)
            | Measure::CostAreaRatio(costs) => costs.check_errors(),
            _ => match self.least_cost() {
                Some(cost) => cost.density.check(),
                None => Ok(()),
            },
        }
    }

    /// Returns the costs of the outcomes, or their gains for a net benefit. None for other measures.
    pub(crate) fn costs(self) -> Option<Costs> {
        match self {
            Measure::Risk(costs) => Some(costs),
            Measure::NetBenefit(probability) => Some(gains(probability)),
            _ => None,
        }
    }

    /// How often an observation of a class that is not called positive, or is, counts below the line of a quotient of
    /// sums of cells; NaN for other measures.
    pub(crate) fn below_the_line(self, class: usize, is_predicted_positive: usize) -> f64 {
        let mut rates = [0.0; 2];
        let mut complements = [0.0; 2];
        let mut classes = [0.0; 2];
        [&mut complements, &mut rates][is_predicted_positive][class] = 1.0;
        classes[class] = 1.0;
        let cells = Cells::new(rates, complements, classes);
        self.denominator(&cells).unwrap_or(f64::NAN)
    }

    /// Returns whether it gets better or stays whenever TPR rises or FPR falls: not so |TPR - TNR|, nor 1 / J beside J = 0.
    pub(crate) fn is_monotone(self) -> bool {
        !matches!(self, Measure::Imbalance | Measure::NumberToDiagnose)
    }

    /// Returns the unit in which the measure is computed: that of costs, whose powers may be too large for numbers.
    pub(crate) fn unit(self) -> f64 {
        self.costs().map_or(1.0, |costs| costs.unit_of_quotient())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where next to nothing is called, or all but that: TPR - FPR is what is left of 1 - 1, too.
    #[test]
    fn what_hardly_anybody_has_keeps_its_digits() {
        const TINY: f64 = 1e-20;
        let ends = [
            ([TINY, 3.0 * TINY], [1.0, 1.0]),
            ([1.0, 1.0], [3.0 * TINY, TINY]),
        ];
        for (rates, complements) in ends {
            for priors in [[0.5, 0.5], [0.9, 0.1]] {
                let at = |measure: Measure| measure.value(&Cells::new(rates, complements, priors));
                // The share of what is rare: called, or not called.
                let [own, other] = if rates[0] == TINY {
                    [priors[1], priors[0]]
                } else {
                    priors
                };
                let share = own * 3.0 * TINY + other * TINY;
                let both = own * other * 2.0 * TINY;
                let kappa = 2.0 * both / own;
                assert!((at(Measure::Kappa) / kappa - 1.0).abs() < 1e-14);
                let correlation = both / (own * other * share).sqrt();
                assert!((at(Measure::Correlation) / correlation - 1.0).abs() < 1e-14);
            }
        }
    }

    /// Each formula by its derivatives: along each rate and the prior, and of an observation of each cell.
    #[test]
    fn derivatives_are_those_of_the_formula() {
        let (rates, prior) = ([0.2, 0.7], 0.3);
        let value = |measure: Measure, [fpr, tpr]: [f64; 2], prior: f64| {
            measure.value(&Cells::new(
                [fpr, tpr],
                [1.0 - fpr, 1.0 - tpr],
                [1.0 - prior, prior],
            ))
        };
        for measure in Measure::cell_measures(&Parameters::default()) {
            let rest = rates.map(|rate| 1.0 - rate);
            let priors = [1.0 - prior, prior];
            let dual = measure.derivatives(&Cells::by_rates(rates, rest, priors));
            let step = 1e-6;
            let shifted = |i: usize, by: f64| {
                let mut at = [rates[0], rates[1], prior];
                at[i] += by;
                value(measure, [at[0], at[1]], at[2])
            };
            for i in 0..3 {
                let slope = (shifted(i, step) - shifted(i, -step)) / (2.0 * step);
                let error = (slope - dual.slopes[i]).abs();
                assert!(error < 1e-7 * (1.0 + slope.abs()), "{measure:?} {i}");
            }
            // FPR by a negative that is called positive, its prior by all negatives.
            for (is_prior_known, by_prior) in [(true, 0.0), (false, dual.slopes[2])] {
                let cells = Cells::by_cells(rates, rest, priors, is_prior_known);
                let result = measure.derivatives(&cells).slopes;
                for (cell, slope) in result.into_iter().enumerate() {
                    let (class, is_predicted_positive) = (cell / 2, cell % 2);
                    let sign = [-1.0, 1.0];
                    let of_rate = f64::from(is_predicted_positive as u8) - rates[class];
                    let expected = dual.slopes[class] * of_rate
                        + sign[class] * by_prior * priors[0] * priors[1];
                    assert!(
                        (slope - expected).abs() < 1e-13 * (1.0 + expected.abs()),
                        "{measure:?} {cell}"
                    );
                }
            }
        }
    }
}
