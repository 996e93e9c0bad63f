//! Estimates of multiply imputed data sets as one estimate, their curves as one curve.

mod curve;
mod joint;

pub use curve::pooled_curve;
pub use joint::{joint_test, JointTest};

use crate::distribution::Student;
use crate::error::{Error, Result};
use crate::interval::{logistic, logit, outer_quantile, placement_variance, Interval, Level};
use crate::range::Range;

/// The estimates of completed data sets, and how they are to be pooled.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Pooling<'a> {
    /// The estimate of each data set.
    pub estimates: &'a [f64],
    /// Their standard errors.
    pub std_errors: &'a [f64],
    /// The factor of the variance of a placement in the variance of each AUC, see
    /// [`Covariance::placement_factor`](crate::covariance::Covariance::placement_factor): where a standard error is 0, this model has the
    /// variance. Empty where estimates are no AUCs.
    pub expected: &'a [f64],
    /// The degrees of freedom of a complete data set, 1 at least.
    pub complete: f64,
    /// The scale on which the estimates are pooled.
    pub scale: Scale,
    /// The probability of the interval.
    pub level: Level,
    /// The value that a test of the estimate is against.
    pub null: Option<f64>,
}

impl<'a> Pooling<'a> {
    /// Pooling of shares, on the scale of their logits, from large data sets.
    pub fn new(estimates: &'a [f64], std_errors: &'a [f64]) -> Pooling<'a> {
        Pooling {
            estimates,
            std_errors,
            expected: &[],
            complete: f64::INFINITY,
            scale: Scale::Logit,
            level: Level::default(),
            null: None,
        }
    }
}

/// A scale of estimates.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Scale {
    /// The logit of shares greater than 0 and less than 1.
    Logit,
    /// The scale of the estimates themselves, whose interval is cut off at the ends of the range.
    Plain {
        /// The least and the largest possible estimate.
        possible: [f64; 2],
    },
}

/// A pooled estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pooled {
    /// The estimate.
    pub estimate: f64,
    /// Its interval, with the standard error and the degrees of freedom.
    pub interval: Interval,
    /// The fraction of missing information.
    pub missing: f64,
    /// The t statistic and its two-sided p-value.
    pub test: Option<(f64, f64)>,
}

/// Pools estimates by Rubin's rules (Rubin 1987, section 3.1), with the degrees of freedom of Barnard and Rubin
/// (1999).
///
/// Let U be the mean of the squared standard errors of m estimates and B the variance of the estimates. The
/// variance of the mean is T = U + (1 + 1/m) B, of which lambda = (1 + 1/m) B / T is due to the imputation, and
/// its degrees of freedom are 1 / (lambda^2 / (m - 1) + 1 / observed), where observed = (1 - lambda) c (c + 1) /
/// (c + 3) for the degrees of freedom c of a complete data set.
///
/// A score that separates the classes in some data sets has an AUC of 1 and a standard error of 0 there, which says
/// nothing of how the AUC varies. Then AUCs are pooled as they are, with the variance of a model at their mean in place
/// of 0, and only the interval is on the scale.
///
/// ```
/// use weighted_roc_core::pooling::{rubin, Pooling};
///
/// let mut pooling = Pooling::new(&[0.81, 0.84, 0.79], &[0.03, 0.03, 0.04]);
/// pooling.complete = 100.0;
/// let pooled = rubin(&pooling)?;
/// assert!((pooled.estimate - 0.8142).abs() < 1e-4);
/// assert!(pooled.interval.low < 0.75 && pooled.interval.high > 0.86);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] for fewer than two estimates (`estimates`) or another number of standard errors
/// (`std_errors`), an estimate that is not finite or has no logit where it takes one (`estimate`), a standard
/// error that is not positive and finite, nor 0 beside a model of AUCs that differ (`std_error`), and degrees of freedom below 1 (`complete`).
pub fn rubin(pooling: &Pooling<'_>) -> Result<Pooled> {
    pooling.check()?;
    let sets = pooling.estimates.len() as f64;
    let by_model = pooling.std_errors.contains(&0.0);
    let plain_mean = pooling.estimates.iter().sum::<f64>() / sets;
    let scaled = || {
        (0..pooling.estimates.len()).map(|set| {
            let (estimate, std_error) = (pooling.estimates[set], pooling.std_errors[set]);
            if !by_model {
                pooling.scale.apply(estimate, std_error)
            } else if std_error > 0.0 {
                (estimate, std_error)
            } else {
                let of_placement = placement_variance(plain_mean).unwrap_or(f64::NAN);
                (estimate, (pooling.expected[set] * of_placement).sqrt())
            }
        })
    };
    let mean = scaled().map(|(estimate, _)| estimate).sum::<f64>() / sets;
    let within = scaled().map(|(_, error)| error * error).sum::<f64>() / sets;
    let squares: f64 = scaled().map(|(at, _)| (at - mean) * (at - mean)).sum();
    let between = (1.0 + 1.0 / sets) * squares / (sets - 1.0);
    let total = within + between;
    let df = df(between / total, sets, pooling.complete);
    let ratio = between / within;
    let (centre, error) = if by_model {
        pooling.scale.apply(mean, total.sqrt())
    } else {
        (mean, total.sqrt())
    };
    let (estimate, interval) = pooling.interval(centre, error, df)?;
    Ok(Pooled {
        estimate,
        interval,
        missing: (ratio + 2.0 / (df + 3.0)) / (ratio + 1.0),
        test: match pooling.null {
            None => None,
            Some(null) => {
                let statistic = (estimate - null) / interval.std_error;
                Some((statistic, 2.0 * student(df)?.upper(statistic.abs())))
            }
        },
    })
}

/// `imputed` is the share of the variance that is due to the imputation.
fn df(imputed: f64, sets: f64, complete: f64) -> f64 {
    let observed = if complete == f64::INFINITY {
        complete
    } else {
        (1.0 - imputed) * complete / (1.0 + 2.0 / (complete + 1.0))
    };
    1.0 / (imputed * imputed / (sets - 1.0) + 1.0 / observed)
}

/// Estimates may differ so much beside their standard errors that no degree of freedom is left.
fn student(df: f64) -> Result<Student> {
    Student::new(df.max(Student::LEAST))
}

impl Scale {
    /// An estimate and its standard error on the scale.
    fn apply(self, estimate: f64, std_error: f64) -> (f64, f64) {
        match self {
            Scale::Logit => (logit(estimate), std_error / (estimate * (1.0 - estimate))),
            Scale::Plain { .. } => (estimate, std_error),
        }
    }

    /// Where estimates are that can be pooled; those that are tested may be any.
    fn range(self, are_tested: bool) -> Range {
        match self {
            Scale::Logit => Range::UNCERTAIN,
            Scale::Plain { .. } if are_tested => Range::FINITE,
            Scale::Plain {
                possible: [least, most],
            } => Range::between(least, most),
        }
    }
}

impl Pooling<'_> {
    fn check(&self) -> Result<()> {
        let parameter = |name, value| Err(Error::Parameter { name, value });
        let sets = self.estimates.len();
        if sets < 2 {
            return parameter("estimates", sets as f64);
        }
        if self.std_errors.len() != sets {
            return parameter("std_errors", self.std_errors.len() as f64);
        }
        let prior_df = |set: usize| self.std_errors[set] == 0.0 && self.has_model(set);
        for set in (0..sets).filter(|&set| !prior_df(set)) {
            Range::POSITIVE.check_at("std_error", set, self.std_errors[set])?;
            self.scale
                .range(self.null.is_some())
                .check_at("estimate", set, self.estimates[set])?;
        }
        // Equal AUCs say nothing that one of them does not.
        if (0..sets).all(prior_df)
            && self
                .estimates
                .iter()
                .all(|&value| value == self.estimates[0])
        {
            Range::POSITIVE.check("std_error", &[0.0])?;
        }
        Range::at_least(1.0).check("complete", &[self.complete])
    }

    fn has_model(&self, set: usize) -> bool {
        let known = self
            .expected
            .get(set)
            .is_some_and(|&factor| factor > 0.0 && factor.is_finite());
        known && (0.0..=1.0).contains(&self.estimates[set])
    }

    /// The estimate and its interval, back from the scale.
    fn interval(&self, mean: f64, error: f64, df: f64) -> Result<(f64, Interval)> {
        let critical_value = outer_quantile(self.level.get(), df.max(Student::LEAST))? * error;
        let ends = [mean - critical_value, mean + critical_value];
        let (estimate, std_error, [low, high]) = match self.scale {
            Scale::Logit => {
                let estimate = logistic(mean);
                let std_error = error * estimate * (1.0 - estimate);
                (estimate, std_error, ends.map(logistic))
            }
            Scale::Plain { possible } => (
                mean,
                error,
                [ends[0].max(possible[0]), ends[1].min(possible[1])],
            ),
        };
        let interval = Interval {
            std_error,
            low,
            high,
            df,
        };
        Ok((estimate, interval))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Scale = Scale::Plain {
        possible: [-1.0, 1.0],
    };

    fn plain<'a>(estimates: &'a [f64], std_errors: &'a [f64]) -> Pooling<'a> {
        Pooling {
            estimates,
            std_errors,
            expected: &[],
            complete: f64::INFINITY,
            scale: PLAIN,
            level: Level::default(),
            null: None,
        }
    }

    fn near(result: f64, expected: f64) {
        assert!(
            (result / expected - 1.0).abs() < 1e-12,
            "{result} {expected}"
        );
    }

    // pool.scalar() of package mice, from tests/testthat/ref-data/mice-pool.csv.
    #[test]
    fn rules_are_those_of_package_mice() {
        let result = rubin(&Pooling {
            complete: 8.0,
            scale: Scale::Logit,
            ..plain(&[0.55, 0.57], &[0.05, 0.049])
        })
        .unwrap();
        let area = logistic(0.24126092380156944);
        near(result.estimate, area);
        let error = 0.0453324643818656_f64.sqrt();
        near(result.interval.std_error, error * area * (1.0 - area));
        near(result.interval.df, 5.453_692_814_444_669);
        near(result.missing, 0.31982006100209837);
    }

    #[test]
    fn equal_estimates_have_the_interval_of_one() {
        let result = rubin(&plain(&[0.7; 4], &[0.05; 4])).unwrap();
        assert_eq!(result.interval.df, f64::INFINITY);
        near(result.interval.low, 0.7 - 1.959963984540054 * 0.05);
        assert_eq!(result.missing, 0.0);
    }

    #[test]
    fn a_test_is_two_sided_and_has_the_same_degrees_of_df_as_the_interval() {
        let pooling = Pooling {
            null: Some(0.05),
            ..plain(&[0.1, 0.12, 0.15], &[0.02, 0.03, 0.02])
        };
        let (statistic, p) = rubin(&pooling).unwrap().test.unwrap();
        // At the level at which the interval ends at the null value.
        let level = Level::new(1.0 - p).unwrap();
        near(
            rubin(&Pooling { level, ..pooling }).unwrap().interval.low,
            0.05,
        );
        assert!(statistic > 0.0);
        let below = Pooling {
            null: Some(0.3),
            ..pooling
        };
        assert!(rubin(&below).unwrap().test.unwrap().0 < 0.0);
    }

    #[test]
    fn intervals_end_where_estimates_do() {
        let result = rubin(&plain(&[0.1, 0.9], &[0.3, 0.3])).unwrap().interval;
        assert_eq!([result.low, result.high], [-1.0, 1.0]);
        let logit = Pooling {
            scale: Scale::Logit,
            ..plain(&[0.1, 0.9], &[0.3, 0.3])
        };
        let result = rubin(&logit).unwrap().interval;
        assert!(0.0 < result.low && result.high < 1.0);
    }

    #[test]
    fn estimates_that_differ_by_all_leave_no_degree_of_df() {
        let result = rubin(&Pooling {
            complete: 1.0,
            ..plain(&[0.0, 1.0], &[1e-9, 1e-9])
        })
        .unwrap();
        assert!(result.interval.df < 1e-12);
        assert_eq!([result.interval.low, result.interval.high], [-1.0, 1.0]);
    }

    /// By hand: (0.8 + 1) / 2 = 0.9, and 0.9 0.1 (4 0.9 0.1)^(1/6) / 3 for an AUC that separates the classes.
    #[test]
    fn an_area_of_1_varies_as_the_model_says() {
        let pooling = Pooling {
            expected: &[0.2, 0.2],
            scale: Scale::Logit,
            ..plain(&[0.8, 1.0], &[0.1, 0.0])
        };
        let result = rubin(&pooling).unwrap();
        let model = 0.2 * 0.09 * 0.36_f64.powf(1.0 / 6.0) / 3.0;
        let total = (0.01 + model) / 2.0 + 1.5 * 0.02;
        near(result.estimate, 0.9);
        near(result.interval.std_error, total.sqrt());
        let critical_value =
            outer_quantile(0.95, result.interval.df).unwrap() * total.sqrt() / 0.09;
        near(result.interval.low, logistic(logit(0.9) - critical_value));
        near(result.interval.high, logistic(logit(0.9) + critical_value));
        let reversed = Pooling {
            estimates: &[1.0 - 0.8, 0.0],
            ..pooling
        };
        let reversed = rubin(&reversed).unwrap();
        near(1.0 - reversed.estimate, result.estimate);
        near(1.0 - reversed.interval.high, result.interval.low);
        let plain = Pooling {
            scale: PLAIN,
            ..pooling
        };
        near(rubin(&plain).unwrap().interval.std_error, total.sqrt());
    }

    #[test]
    fn what_cannot_be_pooled_is_refused() {
        let name_of = |pooling: Pooling| match rubin(&pooling).unwrap_err() {
            Error::Parameter { name, .. } | Error::Range { argument: name, .. } => name,
            other => panic!("{other:?}"),
        };
        let two = [0.5, 0.6];
        assert_eq!(name_of(plain(&two[..1], &two[..1])), "estimates");
        assert_eq!(name_of(plain(&two, &two[..1])), "std_errors");
        assert_eq!(name_of(plain(&[0.5, f64::NAN], &two)), "estimate");
        for error in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(name_of(plain(&two, &[0.1, error])), "std_error");
        }
        let of_few = Pooling {
            complete: 0.5,
            ..plain(&two, &two)
        };
        assert_eq!(name_of(of_few), "complete");
        let separated = Pooling {
            expected: &[0.2, 0.2],
            scale: Scale::Logit,
            ..plain(&[1.0, 1.0], &[0.0, 0.0])
        };
        assert_eq!(name_of(separated), "std_error");
        let of_a_difference = Pooling {
            expected: &[0.2, 0.2],
            ..plain(&[-0.5, 0.6], &[0.0, 0.1])
        };
        assert_eq!(name_of(of_a_difference), "std_error");
        let without_logit = Pooling {
            scale: Scale::Logit,
            ..plain(&[0.5, 1.0], &two)
        };
        assert_eq!(name_of(without_logit), "estimate");
    }
}
