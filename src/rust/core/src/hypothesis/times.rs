//! Estimates at several times of the same observations: each alone, and all at once.
//!
//! ```text
//! of each time the tests of its scores: of one score a value, of several their differences
//! T          = t variables with the correlations of what is tested, by the most degrees of df of all
//! x          = the quantile of one of them at the p-value of a test
//! adjusted p = P(largest |T| > x); that of the largest x is the p-value of all at once
//! intervals  = those at level 1 - p, where the adjusted p of p is 1 - level
//! ```

use super::contrasts::{Among, Contrasts, TestOfSeveral};
use super::groups::AtTimes;
use super::pairs::pairs_of;
use super::request::{Alternative, Request};
use super::sets::submatrix;
use super::statistic::{Reference, Test};
use super::test;
use crate::distribution::MultivariateT;
use crate::error::Error;
use crate::interval::{quantile_of, tail_of, Level};
use crate::memory::{collect, push, reserve};
use crate::poll::{Pace, Poll};
use crate::quantity::Quantity;

impl AtTimes {
    fn scores(&self) -> usize {
        self.covariances
            .first()
            .map_or(0, |first| first.values.len())
    }

    /// Tests one score at each time against a value, or compares several with each other at each time: the contrasts
    /// are the tests of all times.
    ///
    /// ```
    /// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    /// use weighted_roc_core::hypothesis::{AtTimes, Group, Request};
    /// use weighted_roc_core::inference::CovarianceRequest;
    /// use weighted_roc_core::quantity::Quantity;
    ///
    /// // Who has died by the first time, and by the second one; no one left the study.
    /// let died = [[0, 1, 0, 0, 0, 1], [0, 1, 0, 1, 0, 1]];
    /// let of = |labels| [Observations {
    ///     scores: Scores::I32(&[1, 4, 3, 2, 5, 6]),
    ///     labels: Labels::I32(labels),
    ///     weights: Weights::Unit,
    /// }];
    /// let (first, second) = (of(&died[0]), of(&died[1]));
    /// let request = CovarianceRequest::default();
    /// let times = [&first, &second].map(|scores| Group { scores, request });
    /// // The covariance matrix of both areas.
    /// let given = Some(&[0.02, 0.01, 0.01, 0.03][..]);
    /// let result = AtTimes::new(&times, given, Options::new(&mut || false))?;
    /// let mut request = Request::default();
    /// request.null = 0.5;
    /// let tested = result.test(&Quantity::AREA, &request, &mut || false)?;
    /// assert!(tested.test.p_value >= tested.contrasts.tests[0].p_value);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parameter`] for another alternative than that of both sides, those of [`test`](super::test()).
    pub fn test(
        &self,
        quantity: &Quantity,
        request: &Request,
        poll: Poll<'_>,
    ) -> Result<TestOfSeveral, Error> {
        if request.alternative != Alternative::TwoSided {
            return Err(Error::Parameter {
                name: "alternative",
                value: f64::NAN,
            });
        }
        let scores = self.scores();
        let mut estimates = reserve(self.covariances.len().saturating_mul(scores))?;
        let mut tests = reserve(self.covariances.len())?;
        let mut pairs = reserve(self.covariances.len())?;
        for (i, covariance) in self.covariances.iter().enumerate() {
            let of = std::slice::from_ref(covariance);
            let result = test(of, quantity, Among::All, request, &mut *poll)?;
            for value in result.estimates {
                push(&mut estimates, value)?;
            }
            if scores == 1 {
                push(&mut tests, result.test)?;
            }
            for (test, [k, l]) in result.contrasts.tests.into_iter().zip(pairs_of(scores)) {
                push(&mut tests, test)?;
                push(&mut pairs, [i * scores + k, i * scores + l])?;
            }
        }
        let df = most(tests.iter().map(|test: &Test| match test.reference {
            Reference::Student(df) => df,
            _ => f64::INFINITY,
        }));
        let mut pace = Pace::new(poll);
        let largest = if scores == 1 {
            MultivariateT::new(&self.covariance, df, pace.poll())?
        } else {
            let width = estimates.len();
            MultivariateT::for_differences(&self.covariance, width, &pairs, df, &mut pace)?
        };
        let mut adjusted = reserve(tests.len())?;
        let (mut statistic, mut p_value) = (0.0, 1.0);
        for test in &tests {
            let x = if test.p_value.is_nan() {
                f64::NAN
            } else {
                quantile_of(test.p_value / 2.0, df)?
            };
            let p = largest.upper(x);
            push(&mut adjusted, p)?;
            // An unknown value stays unknown.
            if x > statistic || x.is_nan() {
                (statistic, p_value) = (x, p);
            }
        }
        Ok(TestOfSeveral {
            estimates,
            combined: f64::NAN,
            test: Test {
                statistic,
                p_value,
                ..Test::undefined(Reference::LargestStudent(df), f64::NAN)
            },
            contrasts: Contrasts { tests, adjusted },
        })
    }

    /// The level of the intervals of each score which makes them hold at all times at once.
    ///
    /// ```
    /// # use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
    /// use weighted_roc_core::hypothesis::{AtTimes, Group};
    /// use weighted_roc_core::inference::CovarianceRequest;
    /// use weighted_roc_core::interval::Level;
    ///
    /// // Who has died by the first time, and by the second one; no one left the study.
    /// let died = [[0, 1, 0, 0, 0, 1], [0, 1, 0, 1, 0, 1]];
    /// let of = |labels| [Observations {
    ///     scores: Scores::I32(&[1, 4, 3, 2, 5, 6]),
    ///     labels: Labels::I32(labels),
    ///     weights: Weights::Unit,
    /// }];
    /// let (first, second) = (of(&died[0]), of(&died[1]));
    /// let request = CovarianceRequest::default();
    /// let times = [&first, &second].map(|scores| Group { scores, request });
    /// // The covariance matrix of both areas.
    /// let given = Some(&[0.02, 0.01, 0.01, 0.03][..]);
    /// let result = AtTimes::new(&times, given, Options::new(&mut || false))?;
    /// let levels = result.levels(Level::new(0.95)?, &mut || false)?;
    /// assert!(0.95 < levels[0].get() && levels[0].get() < 0.975);
    /// # Ok::<(), weighted_roc_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Memory`] and [`Error::Interrupted`].
    pub fn levels(&self, level: Level, poll: Poll<'_>) -> Result<Vec<Level>, Error> {
        let scores = self.scores();
        let width = scores * self.covariances.len();
        let mut levels = reserve(scores)?;
        for score in 0..scores {
            let times = collect((0..self.covariances.len()).map(|i| i * scores + score))?;
            let covariance = submatrix(&self.covariance, width, &times)?;
            let df = most(
                self.covariances
                    .iter()
                    .map(|covariance| covariance.df[score]),
            );
            // Where nothing is known, no interval is, whatever its level.
            let known = !df.is_nan() && covariance.iter().all(|entry| !entry.is_nan());
            let of_each = if known {
                let largest = MultivariateT::new(&covariance, df, &mut *poll)?;
                let quantile = largest.upper_quantile(1.0 - level.get())?;
                Level::new(1.0 - 2.0 * tail_of(quantile, df)?)?
            } else {
                level
            };
            push(&mut levels, of_each)?;
        }
        Ok(levels)
    }
}

/// At least 1, and NaN if one is.
fn most(freedoms: impl Iterator<Item = f64>) -> f64 {
    freedoms.fold(
        1.0,
        |most, df| {
            if df > most || df.is_nan() {
                df
            } else {
                most
            }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::Student;
    use crate::hypothesis::Group;
    use crate::inference::tests::random;
    use crate::inference::CovarianceRequest;
    use crate::interval::Method;
    use crate::observations::Observations;
    use crate::sampling::Sampling;
    use crate::sampling::{Matrix, WeightModel, WeightModels};
    use crate::testing::by;
    use crate::testing::data::Data;
    use crate::testing::refused;

    const N: usize = 60;

    /// Two times, the second one with more positives, and two scores at each.
    fn times() -> [[Data; 2]; 2] {
        let of = |seed: u64, later: bool| {
            let mut data = random(N, 25, seed);
            data.labels = (0..N)
                .map(|i| i32::from(i % 3 == 0 || later && i % 5 == 0))
                .collect();
            data.weights = (0..N).map(|i| 0.5 + (i % 7) as f64).collect();
            for (score, label) in data.scores.iter_mut().zip(&data.labels) {
                *score += f64::from(*label);
            }
            data
        };
        [false, true].map(|later| [of(1, later), of(2, later)])
    }

    fn with<T>(scores: usize, value: impl Fn(&[Group<'_>]) -> T) -> T {
        let (data, functions) = (times(), [1.0; N]);
        let weight_models = [WeightModel::Functions(Matrix {
            values: &functions,
            rows: N,
        })];
        let request = CovarianceRequest::default().with_sampling(
            Sampling::default().with_weight_models(Some(WeightModels::new(&weight_models))),
        );
        let each: Vec<Vec<Observations<'_>>> = data
            .iter()
            .map(|time| time[..scores].iter().map(Data::observations).collect())
            .collect();
        let groups: Vec<Group<'_>> = each
            .iter()
            .map(|scores| Group { scores, request })
            .collect();
        value(&groups)
    }

    fn result(times: &[Group<'_>], covariance: Option<&[f64]>) -> AtTimes {
        AtTimes::new(times, covariance, by(1, &mut || false)).unwrap()
    }

    fn spec(null: f64, method: Method) -> Request {
        Request {
            null,
            method,
            ..Request::default()
        }
    }

    fn df_of(tested: &TestOfSeveral) -> f64 {
        match tested.test.reference {
            Reference::LargestStudent(df) => df,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn independent_times_have_the_p_values_of_sidak() {
        with(1, |times| {
            let result = result(times, Some(&[0.01, 0.0, 0.0, 0.02]));
            let request = spec(0.5, Method::Wald);
            let tested = result
                .test(&Quantity::AREA, &request, &mut || false)
                .unwrap();
            assert_eq!(tested.estimates.len(), 2);
            let Contrasts { tests, adjusted } = &tested.contrasts;
            let df = df_of(&tested);
            for (test, adjusted) in tests.iter().zip(adjusted) {
                // The degrees of freedom of both, which have one denominator in common.
                let x = quantile_of(test.p_value / 2.0, df).unwrap();
                let sidak = 1.0 - (1.0 - test.p_value).powi(2);
                let both = MultivariateT::new(&[1.0, 0.0, 0.0, 1.0], df, &mut || false);
                assert!((adjusted - both.unwrap().upper(x)).abs() < 1e-12);
                assert!(*adjusted > test.p_value && *adjusted < sidak * (1.0 + 1e-9));
            }
            let least = adjusted.iter().fold(1.0f64, |least, &p| least.min(p));
            assert_eq!(tested.test.p_value, least);
        });
    }

    /// Two times that are the same say nothing more than one.
    #[test]
    fn a_time_twice_is_one_time() {
        for scores in [1, 2] {
            with(scores, |times| {
                let pair_correction = [times[0], times[0]];
                let request = spec(if scores == 1 { 0.5 } else { 0.0 }, Method::Score);
                let tested = result(&pair_correction, None)
                    .test(&Quantity::AREA, &request, &mut || false)
                    .unwrap();
                let tests = &tested.contrasts.tests;
                assert_eq!(tests[0], tests[1]);
                assert!((tested.test.p_value / tests[0].p_value - 1.0).abs() < 1e-9);
                let t = Student::new(df_of(&tested)).unwrap();
                let p = 2.0 * t.upper(tested.test.statistic);
                assert!((p / tested.test.p_value - 1.0).abs() < 1e-9);
            });
        }
    }

    #[test]
    fn one_time_has_its_own_level_and_more_times_a_higher_one() {
        with(2, |times| {
            let level = Level::default();
            let of = |times: &[Group<'_>], covariance: Option<&[f64]>| {
                result(times, covariance)
                    .levels(level, &mut || false)
                    .unwrap()
            };
            for single in of(&times[..1], None) {
                assert!((single.get() - level.get()).abs() < 1e-9);
            }
            for both in of(times, None) {
                assert!((level.get()..0.975).contains(&both.get()));
            }
            let unknown = [f64::NAN; 16];
            assert_eq!(of(times, Some(&unknown)), [level; 2]);
        });
    }

    #[test]
    fn what_does_not_belong_together_is_an_error() {
        with(2, |times| {
            let of = |times: &[Group<'_>], covariance| {
                AtTimes::new(times, covariance, by(1, &mut || false)).map(drop)
            };
            assert_eq!(of(&[], None), Err(Error::Empty));
            assert!(matches!(of(times, Some(&[1.0])), Err(Error::Length { .. })));
            let mut without = [times[0], times[1]];
            without[1].request.sampling.clusters = Some((&[0; N], 1));
            without[1].request.sampling.weight_models = None;
            assert!(matches!(of(&without, None), Err(Error::Length { .. })));
            let request = Request {
                alternative: Alternative::Less,
                ..Request::default()
            };
            let tested = result(times, None).test(&Quantity::AREA, &request, &mut || false);
            assert_eq!(refused(tested), "alternative");
        });
    }
}
