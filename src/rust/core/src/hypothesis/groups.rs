//! A quantity in groups of observations: independent ones, or those whose weights were made by the same models.
//!
//! A coefficient of a model moves the weights of all groups, so their estimates depend on each other:
//!
//! ```text
//! of each group the variance v, and the influences e of all rows of the models, also of those in other groups
//! covariance of two groups = sqrt(v v'), times the correlation of e and e'
//! ```

use super::compared::Scale;
use super::contrasts::TestOfSeveral;
use super::given::{test_given, Given};
use super::request::Request;
use super::samples::{test_samples, Sample};
use crate::error::{Argument, Error};
use crate::inference::{spread, spread_of, Joint, Linked, SpreadRequest};
use crate::memory::{push, reserve};
use crate::observations::Observations;
use crate::options::Options;
use crate::poll::Pace;

/// A group of observations, with one quantity of one score.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// The score, or its repetitions in a cross-validation.
    pub scores: &'a [Observations<'a>],
    /// The quantity, and what is known of the observations.
    pub request: SpreadRequest<'a>,
}

/// Tests whether a quantity is the same in all groups, or with `trend`, a number for each group, whether its slope
/// along these numbers is 0: as [`test_samples`], or as [`test_given`] where the weights of a group have links,
/// which are those of all groups and have the same rows.
///
/// ```
/// use weighted_roc_core::hypothesis::{test_groups, Group, Request, Scale};
/// use weighted_roc_core::inference::SpreadRequest;
/// use weighted_roc_core::{Labels, Observations, Options, Scores, Weights};
///
/// let of = |scores| [Observations {
///     scores: Scores::F64(scores),
///     labels: Labels::I32(&[0, 1, 0, 1]),
///     weights: Weights::Unit,
/// }];
/// let (one, other) = (of(&[1.0, 3.0, 2.0, 4.0]), of(&[3.0, 4.0, 1.0, 2.0]));
/// let request = SpreadRequest::default();
/// let groups = [&one, &other].map(|scores| Group { scores, request });
/// let found = test_groups(
///     &groups,
///     &Scale::AREA,
///     None,
///     &Request::default(),
///     Options::new(&mut || false),
/// )?;
/// assert_eq!(found.estimates, [1.0, 0.5]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`spread`], with the number of the score, counted over all groups; [`Error::Length`] for links of
/// different rows; those of [`test_samples`].
pub fn test_groups(
    groups: &[Group<'_>],
    scale: &Scale,
    trend: Option<&[f64]>,
    request: &Request,
    mut options: Options<'_>,
) -> Result<TestOfSeveral, Error> {
    if groups.iter().any(|group| group.request.links.is_some()) {
        return test_linked(groups, scale, trend, request, options);
    }
    let mut samples = reserve(groups.len())?;
    for (i, group) in groups.iter().enumerate() {
        let found = spread(group.scores, &group.request, options.again())
            .and_then(|found| Sample::of(&found, scale));
        push(&mut samples, found.map_err(|error| group.error(error, i))?)?;
    }
    test_samples(&samples, trend, request, options.poll)
}

impl Group<'_> {
    /// As that of a score of group i.
    fn error(&self, error: Error, i: usize) -> Error {
        let (score, error) = match error {
            Error::OfScore { score, error } => (score, *error),
            error => (0, error),
        };
        error.of_score(i * self.scores.len() + score)
    }

    /// The estimate, its variance, and the influences on it.
    fn linked(&self, mut options: Options<'_>) -> Result<(f64, f64, Linked), Error> {
        let joint = Joint::new(self.scores, &self.request, options.again())?;
        let found = spread_of(&joint, &self.request, options.poll)?;
        match (&found.values[..], joint.linked) {
            (&[value], Some(linked)) => Ok((value, found.variance(0), linked)),
            _ => Err(Error::Length {
                argument: Argument::Links,
                length: found.values.len(),
                expected: 1,
            }),
        }
    }
}

fn test_linked(
    groups: &[Group<'_>],
    scale: &Scale,
    trend: Option<&[f64]>,
    request: &Request,
    mut options: Options<'_>,
) -> Result<TestOfSeveral, Error> {
    let mut estimates = reserve(groups.len())?;
    let mut errors = reserve(groups.len())?;
    let mut each = reserve(groups.len())?;
    for (i, group) in groups.iter().enumerate() {
        let found = group.linked(options.again());
        let (value, variance, linked) = found.map_err(|error| group.error(error, i))?;
        push(&mut estimates, scale.value(value))?;
        push(&mut errors, scale.slope.abs() * variance.sqrt())?;
        push(&mut each, linked)?;
    }
    let mut pace = Pace::new(options.poll);
    let together = Linked::beside(&each, &mut pace)?;
    let mut covariance = together.correlations(&mut pace)?;
    for (row, of_row) in covariance.chunks_exact_mut(errors.len()).zip(&errors) {
        let pairs = row.iter_mut().zip(&errors);
        pairs.for_each(|(entry, of_column)| *entry *= of_row * of_column);
    }
    let given = Given {
        estimates: &estimates,
        covariance: &covariance,
        freedom: &together.freedom_of_pairs(&mut pace)?,
    };
    test_given(&given, trend, request, pace.poll())
}
