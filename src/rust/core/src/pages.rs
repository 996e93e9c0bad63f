//! Pages of fresh memory, asked for before they are needed.

#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory::{collect, push, reserve};
use crate::options::Options;
use crate::poll::Poll;
use crate::pool::share_out;
use std::num::NonZeroUsize;
use std::ops::Range;

const PAGE: usize = 1 << 12;

/// The size of a huge page, which begins at a multiple of it.
const HUGE: usize = 1 << 21;

/// Below this size malloc() takes memory from its own store, rather than from the system.
const LEAST: usize = 1 << 17;

/// Asks Linux for all pages of large fresh columns at once, which takes half the time of asking by touching one
/// after the other; several threads ask for the pages of columns that are larger yet. The contents of the columns
/// stay as they are. Kernels that don't know this advice decline it, which does no harm; other systems have none.
/// Huge pages are not asked for here: a virtual machine gets fresh ones from its host, which takes longer than all
/// the rest (`bench/speed`, first calls).
///
/// ```
/// use std::num::NonZeroUsize;
///
/// let mut column = [0.0; 4];
/// weighted_roc_core::prefault(&mut [&mut column], NonZeroUsize::MIN)?;
/// assert_eq!(column, [0.0; 4]);
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`].
pub fn prefault<T: Send>(columns: &mut [&mut [T]], threads: NonZeroUsize) -> Result<()> {
    /// Touching this many bytes takes longer than the start of a thread.
    const MANY: usize = 4 * HUGE;
    let mut columns = collect(columns.iter().map(|column| pages_of(column)))?;
    columns.retain(|pages| pages.len() >= LEAST);
    columns.sort_unstable_by_key(|pages| pages.start);
    let spans = spans(&columns)?;
    let bytes = spans.iter().map(Range::len).sum::<usize>();
    if bytes < MANY {
        spans.iter().for_each(system::populate);
        return Ok(());
    }
    let worker = || {
        |share: Range<usize>, _: Poll<'_>| {
            system::populate(&share);
            Ok(0)
        }
    };
    let poll = &mut || false;
    share_out(
        shares(&spans)?,
        worker,
        Options::new(poll).with_threads(threads),
    )?;
    Ok(())
}

/// Asks Linux for huge pages where they fit into a large fresh vector to work on.
pub(crate) fn want_huge_pages<T>(vector: &mut [T]) {
    let pages = pages_of(vector);
    if pages.len() >= HUGE {
        system::want_huge(&pages);
    }
}

/// Asks Linux for the pages of a part of a large fresh vector, see [`prefault`].
pub(crate) fn ask_for_pages<T>(part: &mut [T]) {
    let pages = pages_of(part);
    if pages.len() >= LEAST {
        system::populate(&pages);
    }
}

/// The addresses of the whole pages that values are on.
fn pages_of<T>(values: &[T]) -> Range<usize> {
    let start = values.as_ptr() as usize;
    let end = start + std::mem::size_of_val(values);
    start / PAGE * PAGE..end.div_ceil(PAGE) * PAGE
}

/// Joins columns, in ascending order, that touch.
fn spans(columns: &[Range<usize>]) -> Result<Vec<Range<usize>>> {
    let mut spans: Vec<Range<usize>> = reserve(columns.len())?;
    for column in columns {
        match spans.last_mut() {
            Some(span) if column.start <= span.end => span.end = column.end,
            _ => push(&mut spans, column.clone())?,
        }
    }
    Ok(spans)
}

/// Spans cut where huge pages begin.
fn shares(spans: &[Range<usize>]) -> Result<Vec<Range<usize>>> {
    let mut shares = Vec::new();
    for span in spans {
        let mut start = span.start;
        while start < span.end {
            let end = span.end.min((start / HUGE + 1) * HUGE);
            push(&mut shares, start..end)?;
            start = end;
        }
    }
    Ok(shares)
}

#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code)]
mod system {
    use std::ops::Range;
    use std::os::raw::{c_int, c_void};

    extern "C" {
        fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }

    pub fn want_huge(pages: &Range<usize>) {
        const HUGE_PAGES: c_int = 14;
        advise(pages, HUGE_PAGES);
    }

    pub fn populate(pages: &Range<usize>) {
        const POPULATE_WRITE: c_int = 23;
        advise(pages, POPULATE_WRITE);
    }

    fn advise(pages: &Range<usize>, advice: c_int) {
        // SAFETY: these advices change the content of no page, whosever it is.
        unsafe { madvise(pages.start as *mut c_void, pages.len(), advice) };
    }
}

#[cfg(any(not(target_os = "linux"), miri))]
mod system {
    use std::ops::Range;

    pub fn want_huge(_: &Range<usize>) {}

    pub fn populate(_: &Range<usize>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_on_whole_pages() {
        let values = vec![0u8; 3 * PAGE];
        let start = values.as_ptr() as usize;
        let first = PAGE - start % PAGE;
        let page = start + first;
        assert_eq!(pages_of(&values[first..first + 1]), page..page + PAGE);
        assert_eq!(pages_of(&values[first..first + PAGE]), page..page + PAGE);
        assert_eq!(
            pages_of(&values[first..=first + PAGE]),
            page..page + 2 * PAGE
        );
        assert_eq!(pages_of(&values[first - 1..first]), page - PAGE..page);
    }

    #[test]
    fn columns_that_touch_are_one_span() {
        let columns = [0..4, 4..7, 6..9, 10..12];
        assert_eq!(spans(&columns), Ok(vec![0..9, 10..12]));
        assert_eq!(spans(&[]), Ok(vec![]));
    }

    #[test]
    fn shares_are_all_of_the_spans() {
        let at = |from: usize, to: usize| from * PAGE..to * PAGE;
        let huge = HUGE / PAGE;
        let spans = [at(5, 2 * huge + 3), at(6 * huge, 7 * huge)];
        let expected = [
            at(5, huge),
            at(huge, 2 * huge),
            at(2 * huge, 2 * huge + 3),
            at(6 * huge, 7 * huge),
        ];
        assert_eq!(shares(&spans).as_deref(), Ok(&expected[..]));
    }

    #[test]
    fn what_columns_hold_stays_as_it_is() {
        for threads in [1, 2, 3, 8] {
            for length in [0, 1, 20_000, 2_000_000] {
                let mut columns = [0.0, 0.5]
                    .map(|more| -> Vec<f64> { (0..length).map(|i| f64::from(i) + more).collect() });
                let expected = columns.clone();
                let [a, b] = &mut columns;
                // From anywhere in a page on.
                let from = a.len() / 3;
                let threads = NonZeroUsize::new(threads).unwrap();
                prefault(&mut [&mut a[from..], b], threads).unwrap();
                assert_eq!(columns, expected);
            }
        }
    }
}
