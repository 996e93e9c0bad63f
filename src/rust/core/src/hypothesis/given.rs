//! Tests of estimates whose covariance comes from elsewhere, a survey design's for one.

use super::answer::{at_least_one, Test};
use super::closed::JointTests;
use super::contrasts::{combined, contrasts_of, Aim, Among, TestOfSeveral};
use super::pairs::{number_of_pair, number_of_pairs, pairs_of};
use super::request::{Hypothesis, Kind, Request};
use super::scale::Scale;
use super::sets::{chosen, submatrix};
use super::wald::{joint_wald_test, std_error_of_pair, Wald};
use crate::covariance::Covariance;
use crate::error::{Argument, Error};
use crate::memory::collect;
use crate::poll::{Pace, Poll};
use crate::rounding::without_rounding;

/// Estimates, and how they vary together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownVariances<'a> {
    /// The estimates.
    pub estimates: &'a [f64],
    /// Their covariance matrix, by rows; NaN where it is not known.
    pub covariance: &'a [f64],
    /// The degrees of freedom of the covariance: one number for all, or one for each pair. Wald's tests take none.
    pub df: &'a [f64],
}

impl KnownVariances<'_> {
    fn check(&self) -> Result<(), Error> {
        let width = self.estimates.len();
        if width < 2 {
            return Err(Error::Empty);
        }
        let lengths = [
            (self.covariance.len(), width.saturating_mul(width)),
            (self.df.len().max(1), self.freedoms()),
        ];
        for (length, expected) in lengths {
            if length != expected {
                return Err(Error::Length {
                    argument: Argument::Replicates,
                    length,
                    expected,
                });
            }
        }
        Ok(())
    }

    fn freedoms(&self) -> usize {
        if self.df.len() < 2 {
            1
        } else {
            number_of_pairs(self.estimates.len())
        }
    }

    fn df_of(&self, pair: usize, kind: Kind) -> f64 {
        match (kind, self.df) {
            (Kind::Wald, _) | (_, []) => f64::INFINITY,
            (_, &[of_all]) => at_least_one(of_all),
            (_, of_pairs) => at_least_one(of_pairs[pair]),
        }
    }

    /// Returns the least degrees of freedom of all pairs of a set.
    fn least_df(&self, set: &[usize], kind: Kind) -> f64 {
        let width = self.estimates.len();
        let pairs = pairs_of(set.len()).map(|[i, j]| number_of_pair([set[i], set[j]], width));
        pairs.fold(f64::INFINITY, |least, pair| {
            let df = self.df_of(pair, kind);
            if df < least || df.is_nan() {
                df
            } else {
                least
            }
        })
    }

    fn test_set(&self, set: &[usize], kind: Kind, pace: &mut Pace<'_>) -> Result<Test, Error> {
        joint_wald_test(
            &chosen(self.estimates, set)?,
            &submatrix(self.covariance, self.estimates.len(), set)?,
            self.least_df(set, kind),
            pace,
        )
    }

    fn test_pair(
        &self,
        pair: [usize; 2],
        number: usize,
        kind: Kind,
        hypothesis: &Hypothesis,
    ) -> Result<Test, Error> {
        let [k, l] = pair;
        let wald = Wald {
            estimate: self.estimates[k] - self.estimates[l],
            std_error: std_error_of_pair(self.covariance, self.estimates.len(), pair),
            df: self.df_of(number, kind),
        };
        wald.test(hypothesis)
    }

    fn test_combination(
        &self,
        coefficients: &[f64],
        kind: Kind,
        hypothesis: &Hypothesis,
    ) -> Result<Test, Error> {
        let by_rate = |row: &[f64]| combined(row, coefficients)[0];
        let rows = self.covariance.chunks(self.estimates.len());
        let rows = collect(rows.map(by_rate))?;
        let [variance, size] = combined(&rows, coefficients);
        let wald = Wald {
            estimate: combined(self.estimates, coefficients)[0],
            std_error: without_rounding(variance, size).sqrt(),
            df: self.least_df(&collect(0..self.estimates.len())?, kind),
        };
        wald.test(hypothesis)
    }
}

/// Tests what is asked [`Among`] estimates, such as whether they are equal: by their standard errors, with t distributions and Hotelling's F, or the normal and the chi-squared one
/// for Wald's tests.
///
/// ```
/// use weighted_roc_core::hypothesis::{test_given, Among, KnownVariances, Request};
///
/// let given = KnownVariances {
///     estimates: &[0.8, 0.7],
///     covariance: &[0.002, 0.001, 0.001, 0.003],
///     df: &[12.0],
/// };
/// let result = test_given(&given, Among::All, &Request::default(), &mut || false)?;
/// assert!((result.test.statistic - 0.1 / 0.003f64.sqrt()).abs() < 1e-12);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Empty`] for fewer than two estimates, [`Error::Length`] for what does not belong to them,
/// [`Error::Parameter`] for a trend or a reference that is not one, those of a [`Request`], [`Error::Memory`] and
/// [`Error::Interrupted`].
pub fn test_given(
    given: &KnownVariances<'_>,
    among: Among<'_>,
    request: &Request,
    poll: Poll<'_>,
) -> Result<TestOfSeveral, Error> {
    given.check()?;
    let mut pace = Pace::new(poll);
    let hypothesis = request.of_difference()?;
    let aim = Aim::of(given.estimates.len(), among)?;
    let test = match &aim {
        Aim::Pair(pair) => given.test_pair(*pair, 0, request.kind, &hypothesis)?,
        Aim::Slope(slope) => given.test_combination(slope, request.kind, &hypothesis)?,
        Aim::All => {
            let all = collect(0..given.estimates.len())?;
            given.test_set(&all, request.kind, &mut pace)?
        }
    };
    let of_set =
        |set: &[usize], pace: &mut Pace<'_>| Ok(given.test_set(set, request.kind, pace)?.p_value);
    let contrasts = contrasts_of(
        (given.estimates, among),
        request,
        &mut pace,
        |pair, number, hypothesis| given.test_pair(pair, number, request.kind, hypothesis),
        &JointTests {
            of_set: &of_set,
            each: true,
        },
    )?;
    Ok(TestOfSeveral {
        combined: aim.combined(given.estimates),
        estimates: collect(given.estimates.iter().copied())?,
        test,
        contrasts,
    })
}

/// [`test_given`] of a spread, each pair by its own degrees of freedom, or by the least of those of the estimates
/// where nobody asked for them.
///
/// ```
/// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
/// #     labels: Labels::I32(&[0, 0, 1, 0, 1, 1]),
/// #     weights: Weights::Unit,
/// # };
/// use weighted_roc_core::hypothesis::{test_spread, Request, Scale};
/// use weighted_roc_core::inference::{covariance, CovarianceRequest};
///
/// let reversed = Observations { scores: Scores::I32(&[6, 5, 4, 3, 2, 1]), ..observations };
/// let scores = [observations, reversed];
/// let result = covariance(&scores, &CovarianceRequest::default(), Options::default())?;
/// let tested = test_spread(&result, &Scale::AREA, &Request::default(), &mut || false)?;
/// assert!(tested.test.statistic != 0.0 && tested.estimates[0] > tested.estimates[1]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`test_given`].
pub fn test_spread(
    covariance: &Covariance,
    scale: &Scale,
    request: &Request,
    poll: Poll<'_>,
) -> Result<TestOfSeveral, Error> {
    let square = scale.slope * scale.slope;
    let least = [covariance
        .df
        .iter()
        .fold(f64::INFINITY, |least, &f| least.min(f))];
    let df = if covariance.pairs.is_empty() {
        &least
    } else {
        &covariance.pairs[..]
    };
    let given = KnownVariances {
        estimates: &collect(covariance.values.iter().map(|&value| scale.value(value)))?,
        covariance: &collect(covariance.matrix.iter().map(|entry| entry * square))?,
        df,
    };
    test_given(&given, Among::All, request, poll)
}
