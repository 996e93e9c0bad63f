//! The value of a number that sums a curve up, and its derivatives.

/// The derivatives of a number by the shares of the negatives and of the positives in a step of the
/// curve, but for a constant for each class.
pub(crate) type Derivatives = [f64; 2];

/// A number, and what it is moved by.
pub(crate) struct Summary {
    pub value: f64,
    /// The derivative by the probability of the positive class.
    pub by_prior: f64,
}
