//! Pages of fresh memory, asked for before they are needed.

use super::{collect, push, reserve};
use crate::error::Error;
use crate::options::Options;
use crate::poll::Poll;
use crate::pool::share_out;
use std::num::NonZeroUsize;
use std::ops::Range;

const PAGE: usize = 1 << 12;

/// The size of a huge page, which begins at a multiple of it.
const HUGE: usize = 1 << 21;

/// What malloc() takes from its own store, rather than from the system, is below this.
const LEAST: usize = 1 << 17;

/// Asks Linux for all pages of large fresh columns at once, which takes half the time of asking by
/// touching one after the other, and for huge ones where they fit, which takes a sixth of it; several
/// threads ask for the pages of columns that are larger yet. Columns of a data frame lie side by side,
/// and what is written before each has made a small page where a huge one would fit: such pages are
/// joined. What the columns hold stays as it is. Kernels that don't know one of these advices decline
/// it, which does no harm; other systems have none.
///
/// # Errors
/// [`Error::Memory`].
pub fn prefault<T: Send>(columns: &mut [&mut [T]], threads: NonZeroUsize) -> Result<(), Error> {
    /// So many bytes take longer than the start of a thread, and mostly longer than the system waits
    /// before it joins pages: it needs a moment of each processor, which may be busy.
    const MANY: usize = 4 * HUGE;
    let mut columns = collect(columns.iter().map(|column| pages_of(column)))?;
    columns.retain(|pages| pages.len() >= LEAST);
    columns.sort_unstable_by_key(|pages| pages.start);
    let spans = spans(&columns)?;
    let wide = |span: &&Range<usize>| span.len() >= HUGE;
    spans.iter().filter(wide).for_each(system::want_huge);
    if spans.iter().map(Range::len).sum::<usize>() < MANY {
        spans.iter().for_each(system::populate);
        return Ok(());
    }
    let [free, begun] = shares(&spans, &columns)?;
    let worker = || {
        |share: Range<usize>, _: Poll<'_>| {
            system::populate(&share);
            Ok(0)
        }
    };
    let poll = &mut || false;
    share_out(free, worker, Options { threads, poll })?;
    if !begun.is_empty() {
        // All at once, as the system waits for each of its processors; what is huge already stays so.
        spans.iter().filter(wide).for_each(system::join);
        begun.iter().for_each(system::populate);
    }
    Ok(())
}

/// Asks Linux for huge pages where they fit into a large fresh vector.
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
fn spans(columns: &[Range<usize>]) -> Result<Vec<Range<usize>>, Error> {
    let mut spans: Vec<Range<usize>> = reserve(columns.len())?;
    for column in columns {
        match spans.last_mut() {
            Some(span) if column.start <= span.end => span.end = column.end,
            _ => push(&mut spans, column.clone())?,
        }
    }
    Ok(spans)
}

/// Spans cut where huge pages begin. Those last where a huge page fits, but a column begins.
fn shares(
    spans: &[Range<usize>],
    columns: &[Range<usize>],
) -> Result<[Vec<Range<usize>>; 2], Error> {
    let mut shares = [Vec::new(), Vec::new()];
    for span in spans {
        let mut start = span.start;
        while start < span.end {
            let share = start..span.end.min((start / HUGE + 1) * HUGE);
            let mut columns = columns.iter();
            let begun = share.len() == HUGE && columns.any(|column| share.contains(&column.start));
            start = share.end;
            push(&mut shares[usize::from(begun)], share)?;
        }
    }
    Ok(shares)
}

#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code)]
mod system {
    use super::HUGE;
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

    /// Makes huge pages of small ones, where there is none that has no page at all.
    pub fn join(pages: &Range<usize>) {
        const COLLAPSE: c_int = 25;
        let [start, end] = [pages.start.next_multiple_of(HUGE), pages.end / HUGE * HUGE];
        if start < end {
            advise(&(start..end), COLLAPSE);
        }
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

    pub fn join(_: &Range<usize>) {}
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
    fn shares_are_all_of_the_spans_and_those_with_beginnings_last() {
        let at = |from: usize, to: usize| from * PAGE..to * PAGE;
        let huge = HUGE / PAGE;
        let columns = [
            at(5, huge + 1),
            at(huge + 1, huge + 3),
            at(huge + 3, 3 * huge + 5),
            at(3 * huge + 5, 4 * huge - 1),
            at(6 * huge, 8 * huge),
        ];
        let spans = spans(&columns).unwrap();
        assert_eq!(spans, [at(5, 4 * huge - 1), at(6 * huge, 8 * huge)]);
        let free = [
            at(5, huge),
            at(2 * huge, 3 * huge),
            at(3 * huge, 4 * huge - 1),
            at(7 * huge, 8 * huge),
        ];
        let begun = [at(huge, 2 * huge), at(6 * huge, 7 * huge)];
        let expected = [free.to_vec(), begun.to_vec()];
        assert_eq!(shares(&spans, &columns), Ok(expected));
    }
}
