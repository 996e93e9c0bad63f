//! Bootstrap replicates of what observations say, from one sort.

mod counts;
mod extended;
mod followed;
mod outward;
mod request;
mod resample;
mod shortlist;
mod sorted;
mod sweep;

pub(crate) use outward::{Outward, PLAIN, SIDES};
pub use request::{BootstrapRequest, Replicates, Scheme};
use resample::JointResample;
pub(super) use resample::OF_CLASS;
pub use sorted::Bootstrap;

use crate::error::{Argument, Error};
use crate::memory::{collect, filled};
use crate::options::Options;
use crate::poll::{check, Pace, Poll};
use crate::pool::share_out;
use crate::quantity::Quantity;

impl Bootstrap {
    /// Writes the quantities of the replicates `first`, `first + 1`, ... one after the other, as
    /// many as there is room for. NaN where a replicate has no weight in a class: it has no cluster
    /// with the class, or lacks the observations beside which the weights of all others vanish
    /// (less than 1e-300 of theirs). The numbers of a replicate depend on the seed and on which one it is, not on the
    /// threads. O(n) a replicate, which allocates nothing but the hull of a summary. Each thread has memory of
    /// its own: up to 20 bytes an observation and 12 a cluster, 64 a positive for the best threshold, 40 a
    /// distinct score for a summary, and 24 an observation for halves.
    ///
    /// Sums of weights that are no whole numbers may differ from those of a curve in the last of
    /// their digits: they are added up one by one, and those of equal scores not beforehand.
    ///
    /// # Errors
    /// Those of [`Quantity`]; [`Error::Length`] when there is no room for whole replicates;
    /// [`Error::Memory`], [`Error::Interrupted`].
    pub fn replicates(
        &self,
        quantities: &[Quantity],
        first: usize,
        to: &mut [f64],
        options: Options<'_>,
    ) -> Result<(), Error> {
        joint_replicates(std::slice::from_ref(self), quantities, first, to, options)
    }

    /// Goes through so many replicates, some at once, whatever their number: a visit for each of them, in order, with
    /// its quantities.
    pub(crate) fn each(
        &self,
        quantities: &[Quantity],
        number: usize,
        mut options: Options<'_>,
        mut visit: impl FnMut(&[f64]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        const AT_ONCE: usize = 1 << 12;
        let width = quantities.len().max(1);
        let mut found = filled(quantities.len() * number.min(AT_ONCE), 0.0)?;
        for first in (0..number).step_by(AT_ONCE) {
            // Replicates of few observations are too short to be polled for themselves.
            check(options.poll)?;
            let found = &mut found[..quantities.len() * AT_ONCE.min(number - first)];
            self.replicates(quantities, first, found, options.again())?;
            found.chunks_exact(width).try_for_each(&mut visit)?;
        }
        Ok(())
    }
}

/// As [`Bootstrap::replicates`] of several scores of the same observations: of each replicate all quantities of the
/// first score, then those of the second one, and so on. All scores have the observations that the first one draws.
///
/// # Errors
/// Those of [`Bootstrap::replicates`].
pub(crate) fn joint_replicates(
    scores: &[Bootstrap],
    quantities: &[Quantity],
    first: usize,
    to: &mut [f64],
    options: Options<'_>,
) -> Result<(), Error> {
    for quantity in quantities {
        quantity.check()?;
    }
    let width = quantities.len().saturating_mul(scores.len());
    write_replicates(
        scores,
        (quantities, 0),
        (first, width),
        to,
        options,
        |joint, to, pace| joint.write(to, pace),
    )
}

/// Of each replicate all quantities with pseudo-observations that make them lower, then those with higher ones, and
/// if there is room for [`PLAIN`] those without any.
pub(crate) fn outward_replicates(
    bootstrap: &Bootstrap,
    quantities: &[Quantity],
    sides: usize,
    to: &mut [f64],
    options: Options<'_>,
) -> Result<(), Error> {
    write_replicates(
        std::slice::from_ref(bootstrap),
        (quantities, 0),
        (0, quantities.len() * sides),
        to,
        options,
        |joint, to, pace| joint.write_sides(to, pace),
    )
}

/// As [`joint_replicates`] of scores of several classes, each against all others: of each replicate and score what
/// [`OF_CLASS`] numbers say. `codes` are the classes of the observations, below `classes`.
pub(super) fn replicates_of_classes(
    scores: &[Bootstrap],
    (codes, classes): (&[i32], usize),
    to: &mut [f64],
    options: Options<'_>,
) -> Result<(), Error> {
    let rooms = (&[Quantity::AREA][..], classes);
    let width = scores.len().saturating_mul(OF_CLASS);
    write_replicates(scores, rooms, (0, width), to, options, |joint, to, pace| {
        joint.write_classes(codes, to, pace)
    })
}

/// Writes replicates from the `first` one on, each `width` numbers. A worker has `rooms` for some quantities and for
/// so many classes.
fn write_replicates(
    scores: &[Bootstrap],
    (quantities, classes): (&[Quantity], usize),
    (first, width): (usize, usize),
    to: &mut [f64],
    options: Options<'_>,
    write: impl Fn(&mut JointResample<'_>, &mut [f64], &mut Pace<'_>) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let number = to.len().checked_div(width).unwrap_or(0);
    if to.len() != number * width {
        return Err(Error::Length {
            argument: Argument::Replicates,
            length: to.len(),
            expected: number * width,
        });
    }
    if number == 0 {
        return Ok(());
    }
    // Enough jobs for threads that are not equally fast.
    let share = number
        .div_ceil(options.threads.get().saturating_mul(8))
        .max(1);
    let jobs = to.chunks_mut(share * width).enumerate();
    let jobs = collect(jobs.map(|(i, to)| (first.wrapping_add(i * share), to)))?;
    let write = &write;
    let worker = || {
        let mut joint = JointResample::new(scores, quantities, classes);
        move |(first, to): (usize, &mut [f64]), poll: Poll<'_>| {
            let joint = joint.as_mut().map_err(|error| error.clone())?;
            let mut pace = Pace::new(poll);
            for (i, to) in to.chunks_exact_mut(width).enumerate() {
                joint.draw(first.wrapping_add(i) as u64, &mut pace)?;
                write(joint, to, &mut pace)?;
            }
            Ok(0)
        }
    };
    share_out(jobs, worker, options).map(|_| ())
}
