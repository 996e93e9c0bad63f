//! Bootstrap replicates of what observations say, from one sort of each score.
//!
//! ```text
//! for each replicate:
//!     draw the units: how often each occurs, or its random multiple        draw
//!     for each score: sum up the weights from the highest score down      resample
//!         each quantity is that of the curve of these sums                reweighted
//! ```

mod areas;
pub(crate) mod classes;
mod draw;
mod followed;
mod moments;
mod multiclass;
mod boundary;
mod request;
mod resample;
mod reweighted;
mod sorted;

pub use areas::replicate_areas;
pub(crate) use boundary::{BoundaryBootstrap, PLAIN, SIDES};
pub use moments::replicate_covariance;
pub(crate) use moments::ReplicateMoments;
pub use multiclass::class_replicates;
pub use request::{BootstrapRequest, Replicates, Scheme};
use resample::Resample;
pub use sorted::Bootstrap;

use crate::error::{Argument, Error};
use crate::memory::{collect, filled};
use crate::options::Options;
use crate::poll::{check, Pace, Poll};
use crate::pool::share_out;
use crate::quantity::Quantity;

impl Bootstrap {
    /// Writes the quantities of the replicates `first`, `first + 1`, ... one after the other, as
    /// many as there is room for: of each all quantities of the first score, then those of the second one, and so on. NaN
    /// where a replicate has no weight in a class: it has no cluster with the class, or lacks the observations beside
    /// which the weights of all others vanish (less than 1e-300 of theirs). The numbers of a replicate depend on the seed and on which one it is, not on the
    /// threads. O(n) a replicate and score, which allocates nothing. Each thread has memory of its own: 16 bytes an
    /// observation, and 32 a positive for what is chosen on the hull.
    ///
    /// Sums of weights that are no whole numbers may differ from those of a curve in the last of
    /// their digits: they are added up one by one, and those of equal scores not beforehand.
    ///
    /// # Errors
    /// The errors of [`Quantity`]; [`Error::Length`] when there is no room for whole replicates;
    /// [`Error::Memory`], [`Error::Interrupted`].
    pub fn replicates(
        &self,
        quantities: &[Quantity],
        first: usize,
        to: &mut [f64],
        options: Options<'_>,
    ) -> Result<(), Error> {
        quantities.iter().try_for_each(Quantity::check)?;
        let width = quantities.len().saturating_mul(self.scores.len());
        let resample = || Resample::new(self, quantities, 0);
        self.write_replicates(resample, (first, width), to, options, Resample::write)
    }

    /// All quantities of each replicate, with pseudo-observations that make them lower, then those with higher ones, and
    /// where there are so many `sides` with room for [`PLAIN`] those without any.
    pub(crate) fn outward_replicates(
        &self,
        quantities: &[Quantity],
        sides: usize,
        to: &mut [f64],
        options: Options<'_>,
    ) -> Result<(), Error> {
        let width = quantities.len() * sides;
        let resample = || Resample::new(self, quantities, 0);
        self.write_replicates(resample, (0, width), to, options, Resample::write_sides)
    }

    /// Goes through so many replicates, some at once, whatever their number: a visit for each of them, in order, with
    /// the quantities of all scores.
    pub(crate) fn each(
        &self,
        quantities: &[Quantity],
        number: usize,
        mut options: Options<'_>,
        mut visit: impl FnMut(&[f64]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        const AT_ONCE: usize = 1 << 12;
        const NUMBERS: usize = 1 << 20;
        let width = quantities.len().saturating_mul(self.scores.len());
        if width == 0 {
            return Ok(());
        }
        let at_once = (NUMBERS / width).clamp(1, AT_ONCE);
        let mut result = filled(width * number.min(at_once), 0.0)?;
        for first in (0..number).step_by(at_once) {
            // Replicates of few observations are too short to be polled for themselves.
            check(options.poll)?;
            let result = &mut result[..width * at_once.min(number - first)];
            self.replicates(quantities, first, result, options.reborrow())?;
            result.chunks_exact(width).try_for_each(&mut visit)?;
        }
        Ok(())
    }

    /// Writes replicates from the `first` one on, `width` numbers of each by what has been drawn.
    fn write_replicates<'a>(
        &'a self,
        resample: impl Fn() -> Result<Resample<'a>, Error> + Sync,
        (first, width): (usize, usize),
        to: &mut [f64],
        options: Options<'_>,
        write: impl Fn(&mut Resample<'a>, &mut [f64], &mut Pace<'_>) -> Result<(), Error> + Sync,
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
        let (resample, write, progress) = (&resample, &write, options.progress);
        progress.begin(number);
        let worker = || {
            let mut resample = resample();
            move |(first, to): (usize, &mut [f64]), poll: Poll<'_>| {
                let resample = resample.as_mut().map_err(|error| error.clone())?;
                let mut pace = Pace::new(poll);
                for (i, to) in to.chunks_exact_mut(width).enumerate() {
                    let replicate = first.wrapping_add(i) as u64;
                    resample.draw(replicate, &mut pace)?;
                    write(resample, to, &mut pace)?;
                    progress.step();
                }
                Ok(0)
            }
        };
        share_out(jobs, worker, options).map(|_| ())
    }
}
