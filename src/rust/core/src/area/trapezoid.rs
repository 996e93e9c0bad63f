//! The area under a curve.

use crate::curve::check_falling;
use crate::error::{Argument, Error, Result};
use crate::poll::{Pace, Poll};
use crate::sum::Sum;

/// The area under the piecewise linear curve through the points (`fpr[i]`, `tpr[i]`).
///
/// The sum over neighbouring points of `(fpr[i] - fpr[i + 1]) (tpr[i] + tpr[i + 1]) / 2`, in
/// compensated arithmetic: all terms are >= 0, so the area is right to a few ulp of the exact area
/// of these points. O(rows).
///
/// ```
/// use weighted_roc_core::area::trapezoid;
///
/// let area = trapezoid(&[1.0, 0.1, 0.1, 0.0], &[1.0, 0.5, 0.0, 0.0], &mut || false)?;
/// assert_eq!(area, 0.325);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`], [`Error::TooFewPoints`], [`Error::Missing`], [`Error::Infinite`] and
/// [`Error::Increasing`]: both coordinates must be finite and must not increase;
/// [`Error::Interrupted`].
pub fn trapezoid(tpr: &[f64], fpr: &[f64], poll: Poll<'_>) -> Result<f64> {
    if tpr.len() < 2 {
        return Err(Error::TooFewPoints { points: tpr.len() });
    }
    if fpr.len() != tpr.len() {
        return Err(Error::Length {
            argument: Argument::Fpr,
            length: fpr.len(),
            expected: tpr.len(),
        });
    }
    let mut pace = Pace::new(poll);
    check_falling(Argument::Tpr, tpr, &mut pace)?;
    check_falling(Argument::Fpr, fpr, &mut pace)?;
    let mut area = Sum::default();
    for (t, f) in tpr.windows(2).zip(fpr.windows(2)) {
        pace.step()?;
        area.add((f[0] - f[1]) * (0.5 * (t[0] + t[1])));
    }
    Ok(area.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::wrong_length;

    #[test]
    fn the_documents_example() {
        let area = trapezoid(&[1.0, 0.1, 0.1, 0.0], &[1.0, 0.5, 0.0, 0.0], &mut || false);
        assert_eq!(area, Ok(0.325));
    }

    #[test]
    fn faults_are_placed() {
        use Argument::{Fpr, Tpr};
        let cases: [(&[f64], &[f64], Error); 6] = [
            (&[1.0], &[1.0], Error::TooFewPoints { points: 1 }),
            (&[1.0, 0.0], &[1.0], wrong_length(Fpr, 1, 2)),
            (
                &[1.0, f64::NAN],
                &[1.0, 0.0],
                Error::Missing {
                    argument: Tpr,
                    position: 1,
                },
            ),
            (
                &[1.0, 0.0],
                &[f64::INFINITY, 0.0],
                Error::Infinite {
                    argument: Fpr,
                    position: 0,
                    value: f64::INFINITY,
                },
            ),
            (
                &[0.5, 0.75],
                &[1.0, 0.0],
                Error::Increasing {
                    argument: Tpr,
                    position: 1,
                    from: 0.5,
                    to: 0.75,
                },
            ),
            (
                &[1.0, 0.5, 0.0],
                &[1.0, 0.0, 0.25],
                Error::Increasing {
                    argument: Fpr,
                    position: 2,
                    from: 0.0,
                    to: 0.25,
                },
            ),
        ];
        for (tpr, fpr, error) in cases {
            assert_eq!(trapezoid(tpr, fpr, &mut || false), Err(error));
        }
    }
}
