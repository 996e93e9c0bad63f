//! Where one curve lies above another.

use crate::area::partial::between;
use crate::curve::Curve;
#[cfg(doc)]
use crate::error::Error;
use crate::error::Result;
use crate::memory;
use crate::poll::{Pace, Poll};
use crate::rounding::{COMPUTED, TYPED};
use crate::sum::Sum;

/// Which of two curves is above the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// The first.
    First,
    /// The second.
    Second,
    /// They coincide.
    Neither,
}

/// An interval of false positive rates on which the same curve is ahead.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    /// Its lower end.
    pub from: f64,
    /// Its upper end.
    pub to: f64,
    /// Who is ahead.
    pub ahead: Ahead,
    area: Sum,
}

impl Interval {
    /// The area between the curves.
    pub fn area(&self) -> f64 {
        self.area.value()
    }
}

/// The curves as functions of the false positive rate, which have their upper value at a vertical
/// step: the intervals, ascending and as long as can be, on which one is ahead. They cover 0 to 1
/// and end where the curves cross. O(rows of both).
///
/// ```
/// # use weighted_roc_core::{curve::Ranking, Labels, Observations, Options, Scores, Weights};
/// # let observations = Observations {
/// #     scores: Scores::F64(&[0.1, 0.2, 0.3, 0.4]),
/// #     labels: Labels::I32(&[0, 1, 0, 1]),
/// #     weights: Weights::Unit,
/// # };
/// # let owned = Ranking::new(&observations, Options::default())?.to_curve(&mut || false)?;
/// # let curve = owned.as_curve();
/// use weighted_roc_core::decision::{compare, Ahead};
///
/// let intervals = compare(&curve, &curve, &mut || false)?;
/// assert_eq!((intervals.len(), intervals[0].ahead), (1, Ahead::Neither));
/// # Ok::<(), weighted_roc_core::Error>(())
/// ```
///
/// # Errors
/// [`Error::Memory`] and [`Error::Interrupted`].
pub fn compare(first: &Curve<'_>, second: &Curve<'_>, poll: Poll<'_>) -> Result<Vec<Interval>> {
    let mut pace = Pace::new(poll);
    let (mut first, mut second) = (Segments::new(first), Segments::new(second));
    let mut intervals = Intervals(Vec::new());
    let mut left = 0.0;
    while left < 1.0 {
        let a = first.reaching_beyond(left, &mut pace)?;
        let b = second.reaching_beyond(left, &mut pace)?;
        let right = nearest_end(a.x[1], b.x[1]);
        intervals.add([left, right], [a, b])?;
        left = right;
    }
    Ok(intervals.0)
}

/// A straight piece of a curve that is not vertical.
#[derive(Clone, Copy)]
struct Segment {
    x: [f64; 2],
    y: [f64; 2],
}

impl Segment {
    /// At an end that is not beyond rounding, the nearer one, it is as high as there: a steep piece would not
    /// be.
    fn height(&self, x: f64) -> f64 {
        let far = self.x.map(|end| (x - end).abs());
        let nearer = usize::from(far[1] < far[0]);
        if is_one(x, self.x[nearer]) {
            self.y[nearer]
        } else {
            between(self.x, self.y, x)
        }
    }
}

/// The pieces of a curve from left to right.
struct Segments<'a> {
    curve: Curve<'a>,
    row: usize,
}

impl<'a> Segments<'a> {
    fn new(curve: &Curve<'a>) -> Segments<'a> {
        Segments {
            curve: *curve,
            row: curve.last(),
        }
    }

    /// The piece that contains a place below 1 and what is right of it.
    fn reaching_beyond(&mut self, x: f64, pace: &mut Pace<'_>) -> Result<Segment> {
        while self.curve.fpr(self.row - 1) <= x {
            pace.step()?;
            self.row -= 1;
        }
        let rows = [self.row, self.row - 1];
        Ok(Segment {
            x: rows.map(|row| self.curve.fpr(row)),
            y: rows.map(|row| self.curve.tpr(row)),
        })
    }
}

struct Intervals(Vec<Interval>);

impl Intervals {
    /// Adds an interval on which both curves are straight.
    fn add(&mut self, [left, right]: [f64; 2], segments: [Segment; 2]) -> Result<()> {
        let lead = |x| lead(segments.map(|segment| segment.height(x)));
        let (from, to) = (lead(left), lead(right));
        let width = right - left;
        if from >= 0.0 && to >= 0.0 || from <= 0.0 && to <= 0.0 {
            let area = width * (0.5 * (from + to).abs());
            return self.push([left, right], ahead(from + to), area);
        }
        let share = from / (from - to);
        let crossing = left + width * share;
        let area = 0.5 * width;
        self.push([left, crossing], ahead(from), area * share * from.abs())?;
        self.push(
            [crossing, right],
            ahead(to),
            area * (1.0 - share) * to.abs(),
        )
    }

    fn push(&mut self, [from, to]: [f64; 2], ahead: Ahead, area: f64) -> Result<()> {
        let intervals = &mut self.0;
        if from == to {
            return Ok(());
        }
        if let Some(last) = intervals.last_mut().filter(|last| last.ahead == ahead) {
            last.to = to;
            last.area.add(area);
            return Ok(());
        }
        let mut sum = Sum::default();
        sum.add(area);
        let interval = Interval {
            from,
            to,
            ahead,
            area: sum,
        };
        memory::push(intervals, interval)
    }
}

/// Returns whether rates are the same, but for rounding. 1 is exact.
fn is_one(first: f64, second: f64) -> bool {
    let (near, far) = (first.min(second), first.max(second));
    near == far || far - near <= TYPED * far && far < 1.0
}

/// The end of the shorter of two pieces. Ends that differ by rounding are one: between the vertical steps of a
/// curve and of the same curve in another unit of weights nobody is ahead.
fn nearest_end(first: f64, second: f64) -> f64 {
    if is_one(first, second) {
        first.max(second)
    } else {
        first.min(second)
    }
}

/// By how much the first value is above the second, 0 where that is rounding.
fn lead([first, second]: [f64; 2]) -> f64 {
    let lead = first - second;
    if lead.abs() <= COMPUTED * first.max(second) {
        0.0
    } else {
        lead
    }
}

fn ahead(lead: f64) -> Ahead {
    if lead > 0.0 {
        Ahead::First
    } else if lead < 0.0 {
        Ahead::Second
    } else {
        Ahead::Neither
    }
}
