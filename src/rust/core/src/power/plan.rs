//! A plan is a test, and the sample that it is of.

use super::influences::Influences;

/// A plan: a test of `Hypothesis` on a sample in which influences are as expected.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Plan<'a> {
    /// The influence of an observation on the areas.
    pub influences: &'a Influences,
    /// The hypothesis that is tested.
    pub hypothesis: Hypothesis,
    /// The area that the first one is compared with: a given one, or the second one.
    pub reference: f64,
    /// The margin of non-inferiority; 0 for a test of equality.
    pub margin: f64,
    /// True if the level is that of both sides.
    pub two_sided: bool,
}

/// The hypothesis that is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hypothesis {
    /// One area against a given one.
    One,
    /// Two scores of the same observations.
    Paired,
    /// One score in two independent samples of the same size.
    Unpaired,
}

impl<'a> Plan<'a> {
    /// A test on both sides of one area against 0.5, or of the equality of two.
    pub fn new(influences: &'a Influences, hypothesis: Hypothesis) -> Plan<'a> {
        Plan {
            influences,
            hypothesis,
            reference: 0.5,
            margin: 0.0,
            two_sided: true,
        }
    }
}

/// A test of a sample of some size.
pub(super) struct Tested<'a> {
    pub plan: &'a Plan<'a>,
    pub null: f64,
    /// The probability of an upper tail that is rejected.
    pub tail: f64,
    /// On which side of the null hypothesis the truth is.
    pub side: f64,
    /// The numbers of negatives and positives.
    pub numbers: [f64; 2],
}
