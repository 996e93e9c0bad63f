//! Intervals and bands of decision curves: of net benefits at threshold probabilities, and of their differences.
//!
//! All of a band hold at once at a higher level of each: net benefits along the thresholds vary as the chains of
//! bands do, by the correlations of neighbours.

use super::critical_value::{critical_value_of, Chain};
use super::places::Where;
use super::range::Type;
use super::sample::{Known, Sample};
use super::threshold::ends_at_places;
use crate::distribution::Normal;
use crate::error::{Argument, Error};
use crate::inference::{covariance, quantity_influences, CovarianceRequest, QuantityInfluences};
use crate::interval::distances;
use crate::memory::{collect, filled, push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::quantity::{Measure, Quantity};
use crate::range::Range;
use crate::replicate::{Bootstrap, BootstrapRequest, ReplicateMoments, Replicates};
use crate::sampling::{Correction, Sampling};
use crate::sampling::{Unit, WeightModels};
use crate::sum::Sums;

/// A request for decision curves.
///
/// ```
/// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
/// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
/// #     weights: Weights::Unit,
/// # };
/// use weighted_roc_core::band::DecisionCurves;
///
/// let spec = DecisionCurves::new(&[0.4, 0.3]);
/// assert_eq!(spec.ascending()?, [0.3, 0.4]);
/// let result = spec.influences(&observations, Options::default())?;
/// assert_eq!((result.values.len(), result.influences.len()), (2, 12));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct DecisionCurves<'a> {
    /// The threshold probabilities, in [0, 1).
    pub thresholds: &'a [f64],
    /// The probability of the positive class, as something that is known. Else it is its share in the weights, an
    /// estimate.
    pub prior: Option<f64>,
    /// True if net benefits are divided by that of perfect decisions, the probability of the positive class.
    pub standardized: bool,
    /// True if the intervals at all thresholds hold at once.
    pub simultaneous: bool,
}

impl<'a> DecisionCurves<'a> {
    /// By the prior of the weights, each interval by itself.
    pub fn new(thresholds: &'a [f64]) -> DecisionCurves<'a> {
        DecisionCurves {
            thresholds,
            prior: None,
            standardized: false,
            simultaneous: false,
        }
    }
}

/// Net benefits at thresholds, or differences of two.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Benefits {
    /// The probability of the positive class.
    pub prior: f64,
    /// The net benefits.
    pub benefit: Vec<f64>,
    /// The lower ends of their intervals: NaN where nothing is known of how they vary.
    pub low: Vec<f64>,
    /// The upper ends.
    pub high: Vec<f64>,
    /// The net benefit of treating all.
    pub of_all: Vec<f64>,
}

/// The covariances of net benefits of several scores at ascending thresholds.
#[derive(Clone, Debug, Default)]
pub struct BenefitCovariance {
    scores: usize,
    /// By score and score, for each threshold.
    same: Vec<f64>,
    /// The lower threshold of the first score and the next one of the second.
    neighbours: Vec<f64>,
    /// By score, for each threshold: what intervals are stretched by that are made of rates as they vary by
    /// themselves; empty where nothing is known of that.
    stretches: Vec<f64>,
}

/// The same of one score, or of a difference.
#[derive(Debug)]
struct Chained {
    same: Vec<f64>,
    neighbours: Vec<f64>,
}

impl BenefitCovariance {
    /// From package survey: all scores at the first threshold, column by column, and so on; and those with the
    /// next threshold.
    ///
    /// # Errors
    /// [`Error::Length`].
    pub fn new(
        scores: usize,
        thresholds: usize,
        same: Vec<f64>,
        neighbours: Vec<f64>,
    ) -> Result<BenefitCovariance, Error> {
        let pairs = scores.saturating_mul(scores);
        let expected = pairs.saturating_mul(thresholds);
        let lengths = [
            (same.len(), expected),
            (neighbours.len(), expected.saturating_sub(pairs)),
        ];
        match lengths
            .into_iter()
            .find(|(length, expected)| length != expected)
        {
            Some((length, expected)) => Err(Error::Length {
                argument: Argument::Threshold,
                length,
                expected,
            }),
            None => Ok(BenefitCovariance {
                scores,
                same,
                neighbours,
                stretches: Vec::new(),
            }),
        }
    }

    fn blank(scores: usize, thresholds: usize) -> Result<BenefitCovariance, Error> {
        let pairs = scores.saturating_mul(scores);
        Ok(BenefitCovariance {
            scores,
            same: filled(pairs.saturating_mul(thresholds), 0.0)?,
            neighbours: filled(pairs.saturating_mul(thresholds.saturating_sub(1)), 0.0)?,
            stretches: Vec::new(),
        })
    }

    /// With what estimated weights were made of, see [`WeightModels`].
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
    /// use weighted_roc_core::band::{net_benefits, BenefitCovariance, DecisionCurves};
    /// use weighted_roc_core::sampling::{WeightModel, WeightModels, Matrix};
    ///
    /// let values = [0.5, -0.5, 0.5, -0.5, 0.5, -0.5];
    /// let weight_models = [WeightModel::Functions(Matrix { values: &values, rows: 6 })];
    /// let (samples, spec) = (&mut [sample], DecisionCurves::new(&[0.3]));
    /// let by_rate = BenefitCovariance::linked(samples, &spec, &WeightModels::new(&weight_models), Options::default())?;
    /// assert_eq!(net_benefits(samples, &spec, Some(&by_rate), Options::default())?.len(), 1);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`covariance`](crate::inference::covariance()); [`Error::Empty`] where there is no sample.
    pub fn linked(
        samples: &[Sample<'_>],
        spec: &DecisionCurves<'_>,
        weight_models: &WeightModels<'_>,
        mut options: Options<'_>,
    ) -> Result<BenefitCovariance, Error> {
        spec.check()?;
        let plain = BenefitCovariance::from_samples(samples, spec, None, options.reborrow())?;
        BenefitCovariance::from_samples(samples, spec, Some(weight_models), options)?
            .adjacent(&plain)
    }

    /// Among bootstrap replicates, in which all scores have the same observations, and how many of these replicates
    /// have both classes. Nothing is known from fewer than two. Where the share of the positives is an estimate
    /// observations are drawn whatever their class is, else as many of each class as it has.
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
    /// use weighted_roc_core::band::{net_benefits, BenefitCovariance, DecisionCurves};
    /// use weighted_roc_core::replicate::{Replicates, Scheme};
    ///
    /// let (samples, spec) = (&mut [sample], DecisionCurves::new(&[0.3]));
    /// let replicates = Replicates::new(Scheme::Multinomial, 20);
    /// let (by_rate, left) = BenefitCovariance::resampled(samples, &spec, replicates, Options::default())?;
    /// assert!(left <= 20);
    /// assert_eq!(net_benefits(samples, &spec, Some(&by_rate), Options::default())?.len(), 1);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Bootstrap::new`]; [`Error::Empty`] where there is no sample.
    pub fn resampled(
        samples: &[Sample<'_>],
        spec: &DecisionCurves<'_>,
        replicates: Replicates<'_>,
        mut options: Options<'_>,
    ) -> Result<(BenefitCovariance, usize), Error> {
        spec.check()?;
        let plain = BenefitCovariance::from_samples(samples, spec, None, options.reborrow())?;
        let quantities = quantities_of(spec, &spec.ascending()?)?;
        let rows = samples
            .first()
            .map_or(0, |sample| sample.observations.labels.len());
        let single = collect(0..rows as i32)?;
        // Observations that are followed over time are drawn whatever their class anyway.
        let by_class = replicates.outcome.is_none();
        let each_single = (spec.prior.is_none() && by_class).then_some((&single[..], rows));
        let Some(first) = samples.first() else {
            return Ok((plain, replicates.number));
        };
        let mut request = BootstrapRequest::new(replicates.scheme);
        request.sampling.clusters = first.sampling.clusters.or(each_single);
        (request.seed, request.outcome) = (replicates.seed, replicates.outcome);
        let observations = collect(samples.iter().map(|sample| sample.observations))?;
        let bootstrap = Bootstrap::new(&observations, &request, options.reborrow())?;
        let (scores, thresholds) = (samples.len(), quantities.len());
        if thresholds == 0 {
            return Ok((plain, replicates.number));
        }
        let pairs = BenefitCovariance::pairs(scores, thresholds)?;
        let mut moments = ReplicateMoments::new(scores * thresholds, pairs)?;
        bootstrap.each(&quantities, replicates.number, options, |replicate| {
            moments.add(replicate)
        })?;
        let left = moments.number;
        let covariances = moments.covariances();
        let (same, neighbours) = covariances.split_at(scores * scores * thresholds);
        let by_rate = BenefitCovariance {
            scores,
            same: collect(same.iter().copied())?,
            neighbours: collect(neighbours.iter().copied())?,
            stretches: Vec::new(),
        };
        Ok((by_rate.adjacent(&plain)?, left))
    }

    /// The two estimates of each covariance, all thresholds of the first score first: those at the same threshold, then
    /// those of neighbours.
    fn pairs(scores: usize, thresholds: usize) -> Result<Vec<[usize; 2]>, Error> {
        let mut pairs = reserve(scores.saturating_mul(scores).saturating_mul(2 * thresholds))?;
        for next in 0..2 {
            for at in 0..thresholds - next {
                for j in 0..scores {
                    for i in 0..scores {
                        push(
                            &mut pairs,
                            [i * thresholds + at, j * thresholds + at + next],
                        )?;
                    }
                }
            }
        }
        Ok(pairs)
    }

    /// With the standard errors of each score by those that it has otherwise. A net benefit that does not vary keeps
    /// its interval.
    fn adjacent(mut self, plain: &BenefitCovariance) -> Result<BenefitCovariance, Error> {
        let scores = self.scores;
        let pairs = (scores * scores).max(1);
        let of_threshold = self
            .same
            .chunks_exact(pairs)
            .zip(plain.same.chunks_exact(pairs));
        let mut stretches = reserve(scores.saturating_mul(of_threshold.len()))?;
        for (own, plain) in of_threshold {
            for score in 0..scores {
                let [own, plain] = [own, plain].map(|of| of[score * scores + score]);
                push(
                    &mut stretches,
                    if plain == 0.0 {
                        1.0
                    } else {
                        (own / plain).sqrt()
                    },
                )?;
            }
        }
        self.stretches = stretches;
        Ok(self)
    }

    /// The factor by which the interval of a score at one of the ascending thresholds is stretched.
    fn stretch(&self, score: usize, ascending: &[f64], threshold: f64) -> f64 {
        if self.stretches.is_empty() {
            return 1.0;
        }
        let place = ascending.partition_point(|&other| other < threshold);
        let stretch = self.stretches.get(place * self.scores + score);
        stretch.copied().unwrap_or(f64::NAN)
    }

    /// Does the same as [`BenefitCovariance::effective_clusters`] of all samples.
    fn from_samples(
        samples: &[Sample<'_>],
        spec: &DecisionCurves<'_>,
        weight_models: Option<&WeightModels<'_>>,
        options: Options<'_>,
    ) -> Result<BenefitCovariance, Error> {
        let first = samples.first().ok_or(Error::Empty)?;
        let scores = collect(samples.iter().map(|sample| sample.observations))?;
        BenefitCovariance::effective_clusters(
            &scores,
            first,
            spec,
            &spec.ascending()?,
            weight_models,
            options,
        )
    }

    /// From the influences of observations or clusters, some thresholds at once: each makes a column of all
    /// observations for each score.
    fn effective_clusters(
        scores: &[Observations<'_>],
        sample: &Sample<'_>,
        spec: &DecisionCurves<'_>,
        ascending: &[f64],
        weight_models: Option<&WeightModels<'_>>,
        mut options: Options<'_>,
    ) -> Result<BenefitCovariance, Error> {
        const AT_ONCE: usize = 10;
        let number = scores.len();
        let pairs = number * number;
        let mut by_rate = BenefitCovariance::blank(number, ascending.len())?;
        for first in (0..ascending.len()).step_by(AT_ONCE) {
            let thresholds = &ascending[first..(first + AT_ONCE + 1).min(ascending.len())];
            let quantities = quantities_of(spec, thresholds)?;
            let request = CovarianceRequest {
                quantities: &quantities,
                sampling: Sampling {
                    weight_models: weight_models.copied(),
                    correction: Correction::default(),
                    design: None,
                    ..sample.sampling
                },
                ..CovarianceRequest::default()
            };
            let covariance =
                covariance(scores, &request, options.reborrow()).map_err(Error::without_score)?;
            let width = number * thresholds.len();
            let slope = |k: usize| quantities[k % quantities.len()].scale().slope;
            let covariance = |row: usize, column: usize| {
                slope(row) * slope(column) * covariance.matrix[column * width + row]
            };
            for at in 0..thresholds.len() {
                for i in 0..number {
                    for j in 0..number {
                        let [row, column] = [i, j].map(|score| score * thresholds.len() + at);
                        let pair = j * number + i;
                        by_rate.same[(first + at) * pairs + pair] = covariance(row, column);
                        if at > 0 {
                            by_rate.neighbours[(first + at - 1) * pairs + pair] =
                                covariance(row - 1, column);
                        }
                    }
                }
            }
        }
        Ok(by_rate)
    }

    /// Returns an error unless they are of as many scores and thresholds.
    fn check(&self, scores: usize, thresholds: usize) -> Result<(), Error> {
        let expected = scores.saturating_mul(scores).saturating_mul(thresholds);
        if self.scores == scores && self.same.len() == expected {
            return Ok(());
        }
        Err(Error::Length {
            argument: Argument::Covariance,
            length: self.same.len(),
            expected,
        })
    }

    fn pair(&self, of: &[f64], i: usize, j: usize) -> Result<Vec<f64>, Error> {
        collect(
            of.chunks_exact(self.scores * self.scores)
                .map(|at| at[j * self.scores + i]),
        )
    }

    fn score(&self, i: usize) -> Result<Chained, Error> {
        Ok(Chained {
            same: self.pair(&self.same, i, i)?,
            neighbours: self.pair(&self.neighbours, i, i)?,
        })
    }

    fn difference(&self, i: usize, j: usize) -> Result<Chained, Error> {
        let number = self.scores;
        let difference = |of: &[f64]| {
            collect(of.chunks_exact(number * number).map(|at| {
                let part = |k: usize, l: usize| at[l * number + k];
                part(i, i) + part(j, j) - part(i, j) - part(j, i)
            }))
        };
        Ok(Chained {
            same: difference(&self.same)?,
            neighbours: difference(&self.neighbours)?,
        })
    }

    /// The correlations of two scores at thresholds. A constant has no correlation with anything.
    fn correlations(&self, i: usize, j: usize) -> Result<Vec<f64>, Error> {
        let number = self.scores;
        collect(self.same.chunks_exact(number * number).map(|at| {
            let part = |k: usize, l: usize| at[l * number + k];
            let correlation = part(i, j) / (part(i, i) * part(j, j)).sqrt();
            if correlation.is_nan() {
                0.0
            } else {
                correlation.clamp(-1.0, 1.0)
            }
        }))
    }
}

/// Net benefits as quantities. With a prior those that are standardized differ by a factor alone, which no correlation
/// takes.
fn quantities_of(spec: &DecisionCurves<'_>, thresholds: &[f64]) -> Result<Vec<Quantity>, Error> {
    let measure = if spec.standardized && spec.prior.is_none() {
        Measure::StandardizedNetBenefit
    } else {
        Measure::NetBenefit
    };
    collect(thresholds.iter().map(|&threshold| {
        Quantity::at_threshold(measure(threshold), threshold).with_prior(spec.prior)
    }))
}

impl DecisionCurves<'_> {
    fn check(&self) -> Result<(), Error> {
        Range::WITH_ODDS.check("threshold", self.thresholds)?;
        Range::PROBABILITY.check("prior", self.prior.as_slice())
    }

    /// The thresholds, each once.
    ///
    /// # Errors
    /// [`Error::Memory`].
    pub fn ascending(&self) -> Result<Vec<f64>, Error> {
        let mut ascending = collect(self.thresholds.iter().copied())?;
        ascending.sort_unstable_by(f64::total_cmp);
        ascending.dedup();
        Ok(ascending)
    }

    /// The net benefits, and the influence of each observation on them: what a survey design makes covariances of.
    ///
    /// # Errors
    /// The errors of [`quantity_influences`].
    pub fn influences(
        &self,
        observations: &Observations<'_>,
        options: Options<'_>,
    ) -> Result<QuantityInfluences, Error> {
        self.check()?;
        let quantities = quantities_of(self, self.thresholds)?;
        let mut result = quantity_influences(observations, &quantities, options)?;
        let influences = result
            .influences
            .chunks_mut(observations.labels.len().max(1));
        for ((quantity, value), influences) in
            quantities.iter().zip(&mut result.values).zip(influences)
        {
            let scale = quantity.scale();
            *value = scale.apply(*value);
            influences
                .iter_mut()
                .for_each(|influence| *influence *= scale.slope);
        }
        Ok(result)
    }

    /// The probability of the positive class.
    fn positive(&self, sample: &Sample<'_>) -> f64 {
        sample.priors(self.prior)[1]
    }

    fn benefit_at(&self, threshold: f64, [fpr, tpr]: [f64; 2], positive: f64) -> f64 {
        let odds = threshold / (1.0 - threshold);
        let per_person = positive * tpr - (1.0 - positive) * odds * fpr;
        if self.standardized {
            per_person / positive
        } else {
            per_person
        }
    }

    /// The spread of one score by independent observations, up to a factor. A positive at or above the j-th
    /// threshold is worth 1, a negative there minus the odds, v, and both less a centre m. With s the shares of
    /// their class, and S the sum of their squares at or above a threshold, the sum of s^2 (v_j called_j - m_j) (v_k
    /// called_k - m_k) is v_j v_k min(S_j, S_k) - v_j S_j m_k - m_j v_k S_k + m_j m_k S.
    fn by_squares(
        &self,
        sample: &Sample<'_>,
        ascending: &[f64],
        pace: &mut Pace<'_>,
    ) -> Result<Chained, Error> {
        let curve = sample.curve();
        let squares = shares_of_squares(sample, ascending, pace)?;
        let positive = self.positive(sample);
        let parts = [1.0 - positive, positive];
        let mut benefit_at = reserve(ascending.len())?;
        let mut centres = reserve(ascending.len())?;
        for &threshold in ascending {
            let row = curve.row_at(threshold)?;
            let (fpr, tpr) = (curve.fpr(row), curve.tpr(row));
            let odds = threshold / (1.0 - threshold);
            let benefit = positive * tpr - parts[0] * odds * fpr;
            push(&mut benefit_at, [-odds, 1.0])?;
            let centre = match self.prior {
                Some(_) => [-odds * fpr, tpr],
                None if self.standardized => [0.0, benefit / positive],
                None => [benefit; 2],
            };
            push(&mut centres, centre)?;
        }
        // The k-th threshold is no less than the j-th.
        let covariance = |j: usize, k: usize| {
            let of_class = |class: usize| {
                let [v_j, v_k] = [benefit_at[j][class], benefit_at[k][class]];
                let [m_j, m_k] = [centres[j][class], centres[k][class]];
                let [s_j, s_k] = [squares[j][class], squares[k][class]];
                let sum = v_j * v_k * s_k - v_j * s_j * m_k - m_j * v_k * s_k + m_j * m_k;
                let units = sample.sizes.units[class];
                let factor = if units > 1.0 {
                    1.0 - 1.0 / units
                } else {
                    f64::NAN
                };
                parts[class] * parts[class] * (sum / sample.effective[class] / factor)
            };
            of_class(1) + of_class(0)
        };
        let last = ascending.len().saturating_sub(1);
        Ok(Chained {
            same: collect((0..ascending.len()).map(|j| covariance(j, j)))?,
            neighbours: collect((0..last).map(|j| covariance(j, j + 1)))?,
        })
    }

    /// The level of each interval at which all together have theirs; no more is needed than Bonferroni's.
    fn level_of(&self, by_rate: &Chained, level: f64) -> Result<f64, Error> {
        let mut times = reserve(by_rate.same.len())?;
        let mut varying = 0usize;
        let mut before: Option<usize> = None;
        for (place, &variance) in by_rate.same.iter().enumerate() {
            // NaN does not vary either.
            if variance.is_nan() || variance <= 0.0 {
                continue;
            }
            varying += 1;
            if let Some(from) = before {
                let correlation = if from + 1 == place {
                    by_rate.neighbours[from] / (by_rate.same[from] * variance).sqrt()
                } else {
                    0.0
                };
                // Less than none counts as none.
                push(&mut times, -libm::log(correlation.clamp(1e-300, 1.0)))?;
            }
            before = Some(place);
        }
        if varying < 2 {
            return Ok(level);
        }
        let critical_value = critical_value_of(&[Chain::new(times, filled(varying, 1.0)?)], level)?;
        let by_critical_value = 1.0 - 2.0 * Normal.upper(critical_value);
        Ok(by_critical_value.min(1.0 - (1.0 - level) / varying as f64))
    }

    /// The net benefits at all thresholds, with the ends of intervals of a level, each stretched by so much.
    fn with_ends(
        &self,
        sample: &mut Sample<'_>,
        level: f64,
        stretch: impl Fn(f64) -> f64,
        poll: Poll<'_>,
    ) -> Result<Benefits, Error> {
        sample.at_level(level);
        let sample = &*sample;
        let positive = self.positive(sample);
        let places = sample.places(Where::Thresholds(self.thresholds), &mut *poll)?;
        let curve = sample.curve();
        let rates = |i: usize| {
            let row = places[i] as usize;
            [curve.fpr(row), curve.tpr(row)]
        };
        let all = || 0..places.len();
        let benefit_at =
            |i: usize, rates: [f64; 2]| self.benefit_at(self.thresholds[i], rates, positive);
        let benefit = collect(all().map(|i| benefit_at(i, rates(i))))?;
        let of_all = collect(all().map(|i| benefit_at(i, [1.0, 1.0])))?;
        let mut result = Benefits {
            prior: positive,
            low: filled(benefit.len(), f64::NAN)?,
            high: filled(benefit.len(), f64::NAN)?,
            benefit,
            of_all,
        };
        if !sample.is_known() {
            return Ok(result);
        }
        let mut pace = Pace::new(poll);
        let known: Known = sample.known_at(&places, &mut pace)?;
        let kind = Type::Pointwise;
        let [of_fpr, of_tpr] = ends_at_places(sample, &places, &known, kind, &mut pace)?;
        let of_prior = match self.prior {
            Some(_) => None,
            None => Some(sample.ends_of_positives(&mut pace)?),
        };
        for i in all() {
            pace.step()?;
            let estimate = result.benefit[i];
            // Where it is itself beyond a double its interval is, too.
            if !estimate.is_finite() {
                (result.low[i], result.high[i]) = (estimate, estimate);
                continue;
            }
            let [fpr, tpr] = rates(i);
            let shifted = [
                of_tpr[i].map(|tpr| benefit_at(i, [fpr, tpr]) - estimate),
                of_fpr[i].map(|fpr| benefit_at(i, [fpr, tpr]) - estimate),
                of_prior.map_or([0.0; 2], |ends| {
                    ends.map(|end| self.benefit_at(self.thresholds[i], [fpr, tpr], end) - estimate)
                }),
            ];
            let [below, above] = known_distances(&shifted, known.correlations[i]);
            let by = stretch(self.thresholds[i]);
            (result.low[i], result.high[i]) = (estimate - by * below, estimate + by * above);
        }
        Ok(result)
    }
}

/// The [distances] to the ends where all effects are known.
fn known_distances(shifted: &[[f64; 2]], correlation: f64) -> [f64; 2] {
    if shifted.iter().flatten().any(|by| by.is_nan()) {
        [f64::NAN; 2]
    } else {
        distances(shifted, correlation)
    }
}

/// For both classes, the share of the squared weights at or above ascending thresholds; where a weight is a number
/// of units, the share of the units.
fn shares_of_squares(
    sample: &Sample<'_>,
    ascending: &[f64],
    pace: &mut Pace<'_>,
) -> Result<Vec<[f64; 2]>, Error> {
    let records = &sample.ranking.records;
    let mut largest = [0.0f64; 2];
    for record in records {
        pace.step()?;
        let weights = record.weights();
        largest = [0, 1].map(|class| largest[class].max(weights[class]));
    }
    let counted = |index: usize, weights: [f64; 2]| {
        // Squares of tiny weights of one class beside those of the other one would vanish.
        let squares = [0, 1].map(|class| (weights[class] / largest[class]).powi(2));
        match (sample.sampling.unit, &sample.ranking.counts) {
            (Unit::Row, _) => squares,
            (Unit::Count, None) => weights,
            (Unit::Count, Some(counts)) => squares.map(|square| square / counts[index]),
        }
    };
    let mut shares = filled(ascending.len(), [0.0; 2])?;
    let mut sums = Sums::default();
    let mut next = ascending.len();
    for (index, record) in records.iter().enumerate().rev() {
        pace.step()?;
        while next > 0 && ascending[next - 1] > record.score {
            next -= 1;
            shares[next] = sums.values();
        }
        if index % crate::poll::BLOCK == 0 {
            sums.settle();
        }
        sums.add(counted(index, record.weights()));
    }
    let all = sums.values();
    for share in &mut shares[..next] {
        *share = all;
    }
    for share in &mut shares {
        *share = [0, 1].map(|class| share[class] / all[class]);
    }
    Ok(shares)
}

/// The net benefits of each score, with their intervals. `by_rate` are covariances from elsewhere than from independent
/// units: a survey design, estimated weights or replicates.
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
/// use weighted_roc_core::band::{net_benefits, DecisionCurves};
///
/// let spec = DecisionCurves::new(&[0.3]);
/// let result = net_benefits(&mut [sample], &spec, None, Options::default())?;
/// // All positives and one of three negatives have scores of 0.3 and more.
/// assert!((result[0].benefit[0] - (0.5 - 1.0 / 6.0 * 3.0 / 7.0)).abs() < 1e-15);
/// assert!(result[0].low[0] < result[0].benefit[0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Range`] for thresholds that are not in [0, 1) and for a prior that is not in [0, 1];
/// [`Error::Memory`], [`Error::Interrupted`].
pub fn net_benefits(
    samples: &mut [Sample<'_>],
    spec: &DecisionCurves<'_>,
    by_rate: Option<&BenefitCovariance>,
    mut options: Options<'_>,
) -> Result<Vec<Benefits>, Error> {
    spec.check()?;
    let ascending = spec.ascending()?;
    if let Some(by_rate) = by_rate {
        by_rate.check(samples.len(), ascending.len())?;
    }
    let mut result = reserve(samples.len())?;
    for (score, sample) in samples.iter_mut().enumerate() {
        let level = if spec.simultaneous {
            let chained = match by_rate {
                Some(by_rate) => by_rate.score(score)?,
                None if sample.sampling.clusters.is_none() => {
                    spec.by_squares(sample, &ascending, &mut Pace::new(&mut *options.poll))?
                }
                None => {
                    let scores = [sample.observations];
                    let options = options.reborrow();
                    BenefitCovariance::effective_clusters(
                        &scores, sample, spec, &ascending, None, options,
                    )?
                    .score(0)?
                }
            };
            spec.level_of(&chained, sample.level)?
        } else {
            sample.level
        };
        push(
            &mut result,
            spec.with_ends(
                sample,
                level,
                |threshold| {
                    by_rate.map_or(1.0, |by_rate| by_rate.stretch(score, &ascending, threshold))
                },
                &mut *options.poll,
            )?,
        )?;
    }
    Ok(result)
}

/// The differences of the net benefits of all pairs of scores, those of the first one first (Zou 2007).
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
/// use weighted_roc_core::band::{differences_of_benefits, DecisionCurves};
///
/// let other = Sample::new(&observations, sampling, level, Options::default())?;
/// let spec = DecisionCurves::new(&[0.3]);
/// let result = differences_of_benefits(&mut [sample, other], &spec, None, Options::default())?;
/// assert_eq!(result[0].benefit, [0.0]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// The errors of [`net_benefits`].
pub fn differences_of_benefits(
    samples: &mut [Sample<'_>],
    spec: &DecisionCurves<'_>,
    by_rate: Option<&BenefitCovariance>,
    mut options: Options<'_>,
) -> Result<Vec<Benefits>, Error> {
    spec.check()?;
    let Some(first) = samples.first() else {
        return Err(Error::Empty);
    };
    let level = first.level;
    let ascending = spec.ascending()?;
    let effective_clusters;
    let by_rate = match by_rate {
        Some(by_rate) => {
            by_rate.check(samples.len(), ascending.len())?;
            by_rate
        }
        None => {
            let scores = collect(samples.iter().map(|sample| sample.observations))?;
            let options = options.reborrow();
            effective_clusters = BenefitCovariance::effective_clusters(
                &scores, first, spec, &ascending, None, options,
            )?;
            &effective_clusters
        }
    };
    let mut result = reserve(samples.len())?;
    for i in 0..samples.len() {
        for j in i + 1..samples.len() {
            let level = if spec.simultaneous {
                spec.level_of(&by_rate.difference(i, j)?, level)?
            } else {
                level
            };
            let stretch = |score| {
                let ascending = &ascending;
                move |threshold| by_rate.stretch(score, ascending, threshold)
            };
            let a = spec.with_ends(&mut samples[i], level, stretch(i), &mut *options.poll)?;
            let b = spec.with_ends(&mut samples[j], level, stretch(j), &mut *options.poll)?;
            let correlations = by_rate.correlations(i, j)?;
            let mut difference = Benefits {
                prior: a.prior,
                benefit: reserve(a.benefit.len())?,
                low: reserve(a.benefit.len())?,
                high: reserve(a.benefit.len())?,
                of_all: Vec::new(),
            };
            for (at, threshold) in spec.thresholds.iter().enumerate() {
                let place = ascending.partition_point(|other| other < threshold);
                let (x, y) = (a.benefit[at], b.benefit[at]);
                let shifted = [
                    [a.low[at] - x, a.high[at] - x],
                    [y - b.low[at], y - b.high[at]],
                ];
                let [below, above] = known_distances(&shifted, correlations[place]);
                push(&mut difference.benefit, x - y)?;
                push(&mut difference.low, x - y - below)?;
                push(&mut difference.high, x - y + above)?;
            }
            push(&mut result, difference)?;
        }
    }
    Ok(result)
}

#[cfg(test)]
mod tests;
