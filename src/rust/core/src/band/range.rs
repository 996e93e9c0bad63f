//! The range for which intervals hold.

/// The range for which a band holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Type {
    /// Each interval by itself.
    #[default]
    Pointwise,
    /// All rates at once, each with the same number of standard errors.
    EqualPrecision,
    /// All rates at once, by the same distance everywhere.
    FixedWidth,
}
