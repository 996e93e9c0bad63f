//! The sorted observations of a score, with what is known of how the rates of their curve vary.

use super::given::KnownVariances;
use super::place::rates_at;
use crate::covariance::{
    ClassWeights, DegreesOfFreedom, InfluenceMatrix, PartOfClass, Sink, Sizes, UnitInfluences,
};
use crate::curve::{share_of_total, Curve, OwnedCurve};
use crate::decision::thin;
use crate::error::Error;
use crate::inference::{
    covariance_at_places, RankedObservations, RateCovariance, ShareSums, Summed,
};
use crate::interval::{effective_number, normal_by_t, outer_quantile, outer_tail, wilson, Level};
use crate::memory::{collect, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;
use crate::sampling::{Correction, Sampling};
use std::cell::OnceCell;

/// Rows of [`Sample::few_points`] of a curve that has more.
const FEW_ROWS: usize = 2000;

/// Sorted observations, their curve, and how sure both rates are at its places. A place is a number: 0 is the
/// first row of the curve, 1 the next one; 0.75 is the random choice of the latter three times of four.
///
/// ```
/// use weighted_roc_core::band::{band_by_threshold, Sample, Type};
/// use weighted_roc_core::sampling::Sampling;
/// use weighted_roc_core::interval::Level;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let observations = Observations {
///     scores: Scores::F64(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
///     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
///     weights: Weights::Unit,
/// };
/// let (sampling, level) = (Sampling::default(), Level::default());
/// let mut never = || false;
/// let sample = Sample::new(&observations, sampling, level, Options::new(&mut never))?;
/// let result = band_by_threshold(&sample, &[3.0], Type::Pointwise, &mut never)?;
/// assert_eq!(result.tpr.rate, [1.0]);
/// assert!(result.tpr.low[0] < 0.5 && result.tpr.high[0] == 1.0);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Sample<'a> {
    pub(super) observations: Observations<'a>,
    pub(super) ranking: RankedObservations,
    curve: OwnedCurve,
    pub(super) sampling: Sampling<'a>,
    given: Option<KnownVariances>,
    /// The probability with which each interval is to hold.
    pub(super) level: f64,
    /// The effective numbers of both classes. In a design they are those of the observations, as clusters and
    /// strata are in the variance.
    pub(super) effective: [f64; 2],
    weights: ClassWeights,
    pub(super) sizes: Sizes,
    sums: ShareSums,
    /// The degrees of freedom of the variance of the share of the positives, once they are known.
    df_of_positives: OnceCell<f64>,
    /// FPR and TPR of some rows, between which the curve is all but straight, once they are known.
    few_points: OnceCell<Vec<[f64; 2]>>,
}

/// Both rates at places, FPR and TPR.
#[derive(Debug)]
pub(crate) struct Known {
    pub rates: [Vec<f64>; 2],
    /// The number of independent observations that tell as much about each rate: an interval for a share of that
    /// many has the right width.
    pub numbers: [Vec<f64>; 2],
    /// The correlations of both rates: clusters and the units of a design may have observations of both
    /// classes. Few units say little of them; so they are drawn towards none, as variances towards the model's.
    pub correlations: Vec<f64>,
}

/// The cells of a threshold as rates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PredictedShares {
    /// FPR and TPR.
    pub predicted_positive: [f64; 2],
    /// TNR and FNR, of which 1 less the rates has not all digits.
    pub predicted_negative: [f64; 2],
}

impl<'a> Sample<'a> {
    /// Sorts the observations. O(n log n) time at worst, 40 bytes an observation.
    ///
    /// # Errors
    /// The errors of [`Ranking::new`](crate::curve::Ranking::new); [`Error::Length`] and [`Error::Cluster`] for clusters.
    pub fn new(
        observations: &Observations<'a>,
        sampling: Sampling<'a>,
        level: Level,
        mut options: Options<'_>,
    ) -> Result<Sample<'a>, Error> {
        sampling.check(observations.labels.len(), &mut *options.poll)?;
        let ranking = match (sampling.counts(), sampling.clusters) {
            (None, None) => RankedObservations::new(observations, options.reborrow())?,
            (counts, _) => RankedObservations::counted(observations, counts, options.reborrow())?,
        };
        Sample::from_ranked(observations, ranking, sampling, level, options)
    }

    /// Does the same as [`Sample::new`] of observations that are sorted already.
    pub(crate) fn from_ranked(
        observations: &Observations<'a>,
        ranking: RankedObservations,
        sampling: Sampling<'a>,
        level: Level,
        mut options: Options<'_>,
    ) -> Result<Sample<'a>, Error> {
        let curve = OwnedCurve::from_records(&ranking.records, options.reborrow())?;
        let mut pace = Pace::new(options.poll);
        let sizes = ranking.sizes(&sampling, &mut pace)?;
        let weights = ClassWeights::new(&sizes, &sampling);
        let sums = ShareSums::new(&ranking, sampling.unit, &mut pace)?;
        Ok(Sample {
            observations: *observations,
            ranking,
            curve,
            sampling,
            given: None,
            level: level.get(),
            effective: [sizes.effective[0], sizes.effective[1]],
            weights,
            sizes,
            sums,
            df_of_positives: OnceCell::new(),
            few_points: OnceCell::new(),
        })
    }

    fn summed(&self) -> Summed<'_> {
        let thresholds = self.curve().points().threshold;
        Summed {
            ranking: &self.ranking,
            // The last threshold is infinity.
            scores: &thresholds[..thresholds.len() - 1],
            sums: &self.sums,
        }
    }

    pub(super) fn sampling(&self) -> &Sampling<'_> {
        &self.sampling
    }

    pub(super) fn observations(&self) -> &Observations<'_> {
        &self.observations
    }

    /// The sorted observations.
    pub(crate) fn ranking(&self) -> &RankedObservations {
        &self.ranking
    }

    /// The curve.
    ///
    /// ```
    /// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
    /// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// # use weighted_roc_core::band::{Sample};
    /// # use weighted_roc_core::sampling::Sampling;
    /// # use weighted_roc_core::interval::Level;
    /// # let (sampling, level) = (Sampling::default(), Level::default());
    /// # let sample = Sample::new(&observations, sampling, level, Options::default())?;
    /// assert!(sample.is_known());
    /// assert_eq!(sample.curve().rows(), 7);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn curve(&self) -> Curve<'_> {
        self.curve.as_curve()
    }

    /// Returns whether each class has at least two units: with fewer the variance of rates is unknown.
    pub fn is_known(&self) -> bool {
        self.sizes.are_of_several_units()
    }

    /// The shares of the negatives and the positives in the whole weight, or by a probability of the positive
    /// class.
    pub(crate) fn priors(&self, prior: Option<f64>) -> [f64; 2] {
        match prior {
            Some(prior) => [1.0 - prior, prior],
            None => {
                let [negatives, positives] = self.ranking.weights;
                [
                    share_of_total(negatives, positives),
                    share_of_total(positives, negatives),
                ]
            }
        }
    }

    /// The same sample for intervals of another level.
    pub(crate) fn at_level(&mut self, level: f64) {
        self.level = level;
    }

    /// The normal quantile that each interval reaches to.
    pub(crate) fn critical_value(&self) -> Result<f64, Error> {
        outer_quantile(self.level, f64::INFINITY)
    }

    /// Takes variances and covariances of FPR and TPR at places from elsewhere, instead of those by the
    /// influences of units.
    ///
    /// ```
    /// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    /// # let observations = Observations {
    /// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
    /// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
    /// #     weights: Weights::Unit,
    /// # };
    /// # use weighted_roc_core::band::{Sample};
    /// # use weighted_roc_core::sampling::Sampling;
    /// # use weighted_roc_core::interval::Level;
    /// # let (sampling, level) = (Sampling::default(), Level::default());
    /// # let mut sample = Sample::new(&observations, sampling, level, Options::default())?;
    /// use weighted_roc_core::band::{band_by_threshold, KnownVariances, Type, Where};
    ///
    /// let places = sample.places(Where::Thresholds(&[0.5]), &mut || false)?;
    /// sample.give(KnownVariances::new(&places, [&[0.0], &[0.05]], &[0.0])?);
    /// let result = band_by_threshold(&sample, &[0.5], Type::Pointwise, &mut || false)?;
    /// assert!(result.tpr.low[0] > 0.0);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    pub fn give(&mut self, given: KnownVariances) {
        self.given = Some(given);
    }

    /// Both rates at places, and how sure they are.
    pub(crate) fn known_at(&self, places: &[f64], pace: &mut Pace<'_>) -> Result<Known, Error> {
        let units = &self.sizes.units;
        let covariance =
            covariance_at_places(self.summed(), &self.sampling, &self.sizes, places, pace)?;
        let column = || reserve(places.len());
        let mut known = Known {
            rates: [column()?, column()?],
            numbers: [column()?, column()?],
            correlations: column()?,
        };
        let curve = self.curve();
        for (i, &place) in places.iter().enumerate() {
            pace.step()?;
            let rates = rates_at(&curve, place);
            let variances = match &self.given {
                Some(given) => given.variances_at(place)?,
                None => {
                    [0, 1].map(|class| over(covariance.squares[class][i], 1.0 - 1.0 / units[class]))
                }
            };
            for class in 0..2 {
                let df = self.with_model(covariance.df[class][i]);
                let number = effective_number(
                    rates[class],
                    (variances[class], df),
                    self.effective[class],
                    (self.level, self.weights.rate_df(class, df)),
                )?;
                // However the weights lie.
                let least = covariance.least[class];
                push(&mut known.rates[class], rates[class])?;
                push(
                    &mut known.numbers[class],
                    if number < least { least } else { number },
                )?;
            }
            push(
                &mut known.correlations,
                self.correlation(&covariance, i, place)?,
            )?;
        }
        Ok(known)
    }

    fn correlation(&self, covariance: &RateCovariance, i: usize, place: f64) -> Result<f64, Error> {
        let (covariance, variances, df) = match &self.given {
            Some(given) if self.sampling.design.is_some() => (
                given.covariance_at(place)?,
                given.variances_at(place)?,
                self.sampling.most_df(),
            ),
            Some(given) if given.has_covariances => (
                given.covariance_at(place)?,
                given.variances_at(place)?,
                match self.sampling.clusters {
                    Some(_) => covariance.common.df[i],
                    None => covariance.df[0][i].min(covariance.df[1][i]),
                },
            ),
            _ if self.sampling.clusters.is_none() => return Ok(0.0),
            _ => {
                let common = &covariance.common;
                let squares = [0, 1].map(|class| covariance.squares[class][i]);
                let [product, df] = [common.products[i], common.df[i]];
                if self.sampling.correction == Correction::Jackknife {
                    (product, squares, df)
                } else {
                    let corrected = |sum: f64, units: f64| over(sum, 1.0 - 1.0 / units);
                    let units = &self.sizes.units;
                    let variances = [0, 1].map(|class| corrected(squares[class], units[class]));
                    (corrected(product, units[2]), variances, df)
                }
            }
        };
        let correlation = covariance / (variances[0].max(0.0) * variances[1].max(0.0)).sqrt();
        // A constant has no correlation with anything.
        if !correlation.is_finite() {
            return Ok(0.0);
        }
        Ok(correlation.clamp(-1.0, 1.0) * df / self.with_model(df).total())
    }

    fn with_model(&self, df: f64) -> DegreesOfFreedom {
        DegreesOfFreedom {
            variance: df.min(self.sampling.most_df()),
            prior: self.weights.model,
        }
    }

    /// The degrees of freedom of the model to which the variances of rates are shrunk.
    pub(crate) fn model_df(&self) -> f64 {
        self.weights.model
    }

    /// See [`ClassWeights::df`].
    pub(crate) fn quantile_df(
        &self,
        parts: impl IntoIterator<Item = PartOfClass>,
        of_variance: DegreesOfFreedom,
    ) -> f64 {
        self.weights.df(parts, of_variance)
    }

    /// The rates at a threshold, to the last digits at both ends of the curve.
    pub(crate) fn predicted_at(&self, threshold: f64) -> Result<PredictedShares, Error> {
        let curve = self.curve();
        let row = curve.row_at(threshold)?;
        let first = self.summed().first_of_row(row);
        let below = self.sums.weights_below(&self.ranking, first);
        let weights = self.ranking.weights;
        Ok(PredictedShares {
            predicted_positive: [curve.fpr(row), curve.tpr(row)],
            predicted_negative: [0, 1].map(|class| (below[class] / weights[class]).min(1.0)),
        })
    }

    /// FPR and TPR of all rows, or of so few that the curve is all but straight between them.
    pub(super) fn few_points(&self, pace: &mut Pace<'_>) -> Result<&[[f64; 2]], Error> {
        if let Some(points) = self.few_points.get() {
            return Ok(points);
        }
        let curve = self.curve();
        let rows = if curve.rows() > FEW_ROWS {
            thin(&curve, true, Some(FEW_ROWS), pace.poll())?.rows
        } else {
            curve.all_rows()?
        };
        let points = collect(rows.iter().map(|&row| [curve.fpr(row), curve.tpr(row)]))?;
        Ok(self.few_points.get_or_init(|| points))
    }

    /// The ends of the share of the positives, where it is an estimate, by the numbers of the classes.
    pub(crate) fn ends_of_positives(&self, pace: &mut Pace<'_>) -> Result<[f64; 2], Error> {
        let [negative, positive] = self.priors(None);
        let inverse: f64 = self.effective.iter().map(|number| 1.0 / number).sum();
        let n = 1.0 / (positive * negative * inverse);
        // How unequal the weights are, is what is not sure of these numbers.
        let of_variance = match self.df_of_positives.get() {
            Some(&df) => df,
            None => {
                let df = self.df_of_positives(pace)?;
                *self.df_of_positives.get_or_init(|| df)
            }
        };
        let df = self.with_model(of_variance);
        let by_quantiles = normal_by_t(outer_tail(self.level), df.total())?;
        Ok(wilson(
            positive,
            n * by_quantiles * by_quantiles,
            self.critical_value()?,
        ))
    }

    /// The degrees of freedom of the variance of the share of the positives: up to a factor the influence of an
    /// observation is its share of the weight of its class, minus for negatives.
    fn df_of_positives(&self, pace: &mut Pace<'_>) -> Result<f64, Error> {
        let ranking = &self.ranking;
        let mut matrix = InfluenceMatrix::blank(1, self.observations.labels.len(), 2)?;
        for index in 0..ranking.records.len() {
            pace.step()?;
            let position = ranking
                .positions
                .get(index)
                .map_or(index, |&position| position);
            let shares = ranking.shares(index);
            matrix.set(position, 0, shares[1] - shares[0]);
            (0..2).for_each(|class| matrix.add_share(position, class, shares[class]));
        }
        matrix.totals.copy_from_slice(&ranking.weights);
        let sampling = Sampling {
            weight_models: None,
            ..self.sampling
        };
        let influences = UnitInfluences::new(matrix, &sampling, pace.poll())?;
        Ok(influences.df(influences.units.powers(pace)?[0]))
    }
}

/// NaN where one unit says nothing of how units vary.
fn over(sum: f64, factor: f64) -> f64 {
    if factor > 0.0 {
        sum / factor
    } else {
        f64::NAN
    }
}
