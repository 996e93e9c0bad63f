//! Tests of hypotheses, from what is known of how estimates vary.
//!
//! [`test_scores`] tests scores of the same observations; [`test()`] contrasts of the estimates of one [`Covariance`], or
//! of those of independent samples, as [`groups()`] gives them; [`test_estimate`] one quantity by its interval;
//! [`AtTimes`] estimates at several times.

mod closed;
mod common;
mod comparison;
mod contrasts;
mod dependent;
mod difference;
mod groups;
mod one;
mod paired;
mod pairs;
mod request;
mod samples;
mod sets;
mod signs;
mod statistic;
mod times;
mod wald;

pub use comparison::{compare_scores, Comparison};
pub use contrasts::{Among, Contrasts, TestOfSeveral};
pub(crate) use difference::parts_of_classes;
pub use difference::{Difference, JointDifference};
pub use groups::{groups, AtTimes, Group};
pub use one::test_estimate;
pub use request::{Adjustment, Alternative, Request};
pub(crate) use signs::Signs;
pub use statistic::{Reference, Test};

use crate::covariance::Covariance;
use crate::error::Error;
use crate::inference::{covariance, CovarianceRequest};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::{Pace, Poll};
use crate::quantity::Quantity;
use contrasts::test_contrasts;
use dependent::Dependent;
use paired::test_paired;
use samples::Independent;

/// Tests what is asked [`Among`] estimates, such as whether they are equal: those of one block depend on each other by
/// its covariance, those of several blocks are of independent samples, one of each. One estimate alone is tested
/// against a value.
///
/// ```
/// use weighted_roc_core::covariance::Covariance;
/// use weighted_roc_core::hypothesis::{test, Among, Request};
/// use weighted_roc_core::quantity::Quantity;
///
/// let both = [Covariance::known(&[0.8, 0.7], vec![0.002, 0.001, 0.001, 0.003], &[12.0])?];
/// let quantity = Quantity::tpr_at(0.2);
/// let request = Request::default();
/// let result = test(&both, &quantity, Among::All, &request, &mut || false)?;
/// assert!((result.test.statistic - 0.1 / 0.003f64.sqrt()).abs() < 1e-12);
///
/// let sample = |value: f64| Covariance::known(&[value], vec![0.01], &[30.0]);
/// let samples = [sample(0.5)?, sample(0.6)?, sample(0.9)?];
/// let result = test(&samples, &quantity, Among::All, &request, &mut || false)?;
/// assert!(result.test.p_value < 0.05);
/// // The first and the last differ most.
/// let p = result.contrasts.tests.iter().map(|test| test.p_value).fold(1.0, f64::min);
/// assert_eq!(p, result.contrasts.tests[1].p_value);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Empty`] without estimates, [`Error::Length`] for a covariance whose parts were changed,
/// [`Error::Parameter`] for a value that the quantity cannot have, a trend or a reference that is not one, those of a
/// [`Request`], [`Error::Memory`] and [`Error::Interrupted`].
pub fn test(
    blocks: &[Covariance],
    quantity: &Quantity,
    among: Among<'_>,
    request: &Request,
    poll: Poll<'_>,
) -> Result<TestOfSeveral, Error> {
    for block in blocks {
        block.check()?;
    }
    let mut pace = Pace::new(poll);
    match blocks {
        [of] if of.values.len() == 1 => one::test_one(of, quantity, request),
        [of] => {
            let of = Dependent::new(of, quantity, request.method)?;
            test_contrasts(&of, among, request, &mut pace)
        }
        samples => {
            let of = Independent::new(samples, quantity, request.method)?;
            test_contrasts(&of, among, request, &mut pace)
        }
    }
}

/// Tests a quantity of one score against a value, or whether it is equal for several scores of the same observations: by
/// random signs (see [`compare_scores`]), in a survey design and with models of the weights by the covariance.
///
/// ```
/// use weighted_roc_core::hypothesis::{test_scores, Request};
/// use weighted_roc_core::inference::CovarianceRequest;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let of = |scores| Observations {
///     scores: Scores::F64(scores),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// };
/// let scores = [of(&[1.0, 3.0, 2.0, 4.0]), of(&[0.0; 4])];
/// let areas = CovarianceRequest::default();
/// let result = test_scores(&scores, &areas, &Request::default(), Options::default())?;
/// // Four units that count alike have the same sign once in eight times.
/// assert_eq!(result.test.p_value, 0.125);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Empty`] for another number of quantities than one, those of [`covariance`] and of [`test()`].
pub fn test_scores(
    scores: &[Observations<'_>],
    of: &CovarianceRequest<'_>,
    request: &Request,
    mut options: Options<'_>,
) -> Result<TestOfSeveral, Error> {
    let [quantity] = of.quantities else {
        return Err(Error::Empty);
    };
    let mut of = *of;
    let has_models = of.sampling.weight_models.is_some();
    if scores.len() <= of.sampling.folds.len().max(1) || has_models || of.sampling.design.is_some()
    {
        of.pairs = has_models;
        let result = [covariance(scores, &of, options.reborrow())?];
        return test(&result, quantity, Among::All, request, options.poll);
    }
    of.sets = request.adjustment == Adjustment::Closed;
    let result = compare_scores(scores, &of, options.reborrow())?;
    test_paired(&result, quantity, request, options.poll)
}
